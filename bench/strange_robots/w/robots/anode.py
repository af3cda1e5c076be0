"""Coating line for battery electrodes: unwinder, slot die, four dryer zones, solvent recovery, gauge and an inspection head on a gantry, rewinder. Abbreviated fields."""

# fmt: off
from math import exp, tanh

from base import H, NUM, PLACE, Book, M, Rec, Rig, clip, k, lp, mdef, np

UW, RW, WB, EG, SP, SD, SM, DZ, EX, SR, GA, CR, CH = "/uw", "/rw", "/wb", "/eg", "/sp", "/sd", "/sm", "/dz", "/ex", "/sr", "/ga", "/cr", "/ch"
HX, HD, VI, DR, PA, MS, NT, VB, KD, PK, ST, SF, LB, DB, TK = "/hd/ax", "/hd/pos", "/vi", "/dr", "/pa", "/ms", "/nt", "/vb", "/kd", "/pk", "/st", "/sf", "/lb", "/db", "/tk"
COA, HED, RUN = dict(where="when it coats"), dict(where="when the head moves"), dict(where="when the web runs")
P = "anode_msgs/msg/"


class Anode(Rig):
    NAME, MILD = "anode", ("s_sm",)
    DEFS = {P + a: mdef(b) for a, b in dict(
        Uw="float32 spd trq dia ten dnc imo tmo brk", Rw="float32 spd trq dia ten imo tmo hrd", Wb="float64 mtr; float32 spd slp trq imo", Eg="float32 err act vlv lfd", Sp="float32 rpm imo prs flw tmp pul", Sd="float32 gap tdi pdi vcm; float32[3] bld", Sm="float32 lvl vis agi iag tsl deg", Dz="float32[4] tzn htr fan dmp; float32 wet", Ex="float32 lel flo fan dp1 tex", Sr="float32 tcd lvl pmp rec cop",
        Ga="float32 wgt avg trm thk src; float32[3] prf", Cr="float32 tin tou flo vlv rpm", Ch="float32 tsu tre icp phi plo; bool run; uint32 stc", Ax="float32[2] pos vel cur err tmp", Hp="float32 hx hy foc", Vi="float32 shp lum pnh scr lat; uint16 cnt", Dr="float32 dwp tai rhu dpf whl hrg", Pa="float32 prs icp tmp; bool dry", Ms="float32[3] vlt cur; float32 pwr pfa thd",
        Nt="float32 oxy prs flo", Vb="float32[2] vib; float32 brg", Kd="float32 cal ofs", Pk="float32 cpu mem tbd cyc; string fwv", St="uint8 stp rcp; uint16 rol; float32 spv; bool man", Sf="bool grd es1; uint8 ppl", Lb="float32 wid pos1 pos2 off", Db="float32 drv hum sta", Tk="float32[2] lvl tmp; float32 pmx").items()}
    KINDS = dict(
        wear=k("stator of the slurry pump worn: turns faster for the same weight", SP, "rpm imo", "slurry pump|stator|sp", cons="sr|ga|ms|ch|pdi|trm", slow=True, **COA),
        plug=k("slot die clogs on one side: die pressure up, profile leans", [SD, GA], "pdi prf[0] prf[2]", "slot die|die|sd|gauge", cons="sp|prs|imo|vb", slow=True, **COA),
        filt=k("slurry filter clogs: pump pressure and current up", SP, "prs imo", "slurry filter|slurry pump|sp", slow=True, **COA),
        puls=k("pump coupling worn: flow pulses", [SP, GA], "pul flw wgt", "pump coupling|slurry pump|sp", cons="sr|dz|avg|trm|pdi", **COA),
        gas=k("slurry takes up air: weight scatters, pinholes", [GA, VI], "wgt pnh", "slurry|degassing|gauge|ga", "sd 3.5", cons="sm|deg|avg", **COA),
        gaug=k("gauge reads light: window soiled, the line coats too much", SP, "rpm", "gauge|window|slurry pump|sp", cons="ch|ms|ga|trm|sd|pdi|prs|imo|dz|htr|wet|ex|lel|flw|thk|sr|sm|lvl", slow=True, **COA),
        ubrk=k("bearing of the unwinder stiff: more torque, current and heat", [UW], "trq imo tmo", "unwinder|unwinder bearing|uw", slow=True, tail=400, **RUN),
        dnc=k("dancer cylinder sticks: dancer swings", UW, "dnc ten", "dancer|unwinder|uw", cons="spd|eg|trq|imo|err", **RUN),
        utns=k("tension cell of the unwinder reads low: pulled tighter", UW, "dnc trq", "tension cell|unwinder|uw", cons="imo|wb|tmo", slow=True, **RUN),
        rwbt=k("belt of the rewinder slips: speed short, motor warm", RW, "spd tmo imo", "rewinder|belt|rw", cons="ten|hrd|trq", slow=True, tail=400, **RUN),
        rwtn=k("rewinder tension hunts: controller detuned", RW, "ten trq imo", "rewinder|tension control|rw", cons="hrd|wb|ga", **RUN),
        nip=k("nip roller worn smooth: web slips", WB, "slp spd", "nip roller|web|wb", cons="mtr", slow=True, **RUN),
        egst=k("edge guide valve sticks: edge wanders", EG, "err act", "edge guide|valve|eg", cons="vlv|lb|off|pos1|pos2", **RUN),
        egln=k("edge sensor dusty: reads aside", LB, "off pos1 pos2", "edge sensor|edge guide|lb", cons="eg", slow=True),
        htr2=k("one heater of zone 2 burnt: duty up", DZ, "htr[1]", "zone 2|heater|dryer|dz", cons="ex|tex|ms|tzn", slow=False),
        tc3=k("thermocouple of zone 3 reads low: heated more", DZ, "htr[2]", "zone 3|thermocouple|dryer|dz", cons="ms|ex|tex|tzn|wet", slow=True),
        seal=k("seal of zone 1 torn: cold air, duty up", DZ, "htr[0]", "zone 1|seal|dryer|dz", cons="ms|lel|ex|tzn", slow=True),
        dfan=k("fan 4 of the dryer: belt slips", DZ, "fan[3] htr[3]", "zone 4|fan 4|dryer|dz", cons="wet|tzn", slow=True),
        damp=k("damper of zone 2 stands: solvent builds up", [DZ, EX], "dmp[1] lel", "damper|zone 2|dryer|dz", cons="sr|ch|cr|ms|tex|wet"),
        exfl=k("exhaust filter full: fan faster for the flow", EX, "fan dp1", "exhaust|exhaust filter|ex", cons="ms|flo|lel", slow=True),
        exbt=k("exhaust flow meter reads high: less air", [EX], "fan lel", "exhaust flow meter|exhaust|ex", cons="sr|ch|cr|dz|wet|dp1|ms|htr|nt", slow=True),
        cond=k("condenser of the recovery fouled: warm, less solvent back", SR, "tcd rec", "solvent recovery|condenser|sr", cons="ms|cr|tin|lvl|cop|ch", slow=True),
        pmps=k("recovery pump worn: runs longer", SR, "pmp", "recovery pump|solvent recovery|sr", cons="lvl"),
        chrf=k("chiller short of refrigerant: runs longer", CH, "run plo icp", "chiller|refrigerant|ch", cons="tsu|tre|phi|cr|sr|ms|stc|vlv", slow=True),
        chcd=k("condenser of the chiller dusty: head pressure and current up", CH, "phi icp", "chiller|chiller condenser|ch", cons="sr|cr|cop|ms|run|tsu|tre|stc", slow=True),
        chcl=k("clutch of the chiller bounces: short cycles", CH, "stc run", "chiller|clutch|ch", cons="tsu|tre|plo|phi|icp|cr|sr|ms"),
        croll=k("cooling roll scaled: valve opens more", CR, "vlv flo", "cooling roll|scale|cr", cons="ms|sr|tou|ch|tre|tsu|run|vb|stc", slow=True),
        crsen=k("thermometer of the roll reads warm: cooled too much", CR, "vlv flo", "roll thermometer|cooling roll|cr", cons="ms|sr|ch|tou|tre|run|tsu|stc", slow=True),
        viscs=k("viscometer shaft dirty: reads thick", SM, "vis", "viscometer|slurry mixer|sm", "gain .13", slow=True),
        agi=k("agitator gear dry: draws more", SM, "iag", "agitator|slurry mixer|sm", "gain .22;sd 1.5", slow=True),
        tsl=k("jacket of the slurry tank: valve leaks, slurry cold", SM, "tsl vis", "slurry jacket|slurry tank|sm", slow=True, tail=900, cons="sp|prs|sd|pdi|imo"),
        lvlh=k("slurry level hangs: foam", SM, "lvl", "slurry level|slurry tank|sm", "dead 4", need=60),
        vcm=k("vacuum box at the die leaks", SD, "vcm", "vacuum box|slot die|sd", "gain -.2;sd 2", slow=True),
        gap=k("gap sensor of the die drifts with heat", SD, "gap", "gap sensor|slot die|sd", "off 4;rw 1.5 60", slow=True),
        bld2=k("die bolt 2 actuator loose", SD, "bld[1]", "die bolt 2|slot die|sd", "tele 3 2 6"),
        tdi=k("die thermometer has a bad contact", SD, "tdi", "die thermometer|slot die|sd", "tele -1.8 1 5"),
        gx=k("head axis 1: carriage dry, more current, warm", HX, "cur[0] tmp[0]", "head axis 1|carriage|inspection head|hd ax", slow=True, tail=500, **HED),
        gy=k("head axis 2: belt slack, error swings", [HX, VI], "err[1]", "head axis 2|belt|inspection head|hd ax", cons="shp|vi", **HED),
        gbr=k("head axis 2: encoder flickers", HX, "pos[1]", "head axis 2|encoder|inspection head|hd ax", "tele 14 .5 3"),
        ggn=k("head axis 1 lags: amplifier detuned", HX, "err[0]", "head axis 1|amplifier|inspection head|hd ax", "gain 1", **HED),
        foc=k("focus motor loses steps", HD, "foc", "focus|inspection head|hd pos", "off .1;sd 2.5"),
        lum=k("light of the head ages: dark, unsharp", VI, "lum shp", "head light|inspection|vi", "gain -.1", slow=True),
        lat=k("pictures late", VI, "lat", "inspection|camera|vi", "off 16;sd 4"),
        pnh=k("scratch on the lens: false pinholes", VI, "pnh", "lens|inspection|vi", "off 5"),
        whl=k("wheel of the dry room turns slow: dew point up", DR, "whl dwp", "dry room|desiccant wheel|dr", cons="rhu", slow=True, tail=900),
        hrg=k("regeneration heater weak: more duty", DR, "hrg", "dry room|regeneration heater|dr", "gain .2", cons="dwp", slow=True),
        dpt=k("dew point probe slow: coated", DR, "dwp", "dew point probe|dry room|dr", "lag 300;off 3", slow=True),
        dpf=k("filter of the dry room full", DR, "dpf", "dry room filter|dry room|dr", "gain .28", slow=True),
        airl=k("air leaks: compressor runs more", PA, "icp tmp prs", "compressor|air|pa", cons="ms", slow=True, tail=300),
        ph1=k("phase 1 clamp reads small", MS, "cur[0]", "mains|phase 1|ms", "gain -.22"),
        thd=k("filter of the mains dead: harmonics", MS, "thd pfa", "mains|mains filter|ms"),
        oxy=k("oxygen cell of the inert gas drifts", NT, "oxy", "oxygen cell|inert gas|nt", "creep .5", slow=True),
        ntp=k("inert gas regulator creeps up", NT, "prs", "inert gas|regulator|nt", "off .22", slow=True),
        brg=k("bearing of the coating roll pitted: vibration", VB, "vib[0] brg", "coating roll|bearing|vb", "gain .22;sd 2", slow=True, **RUN),
        kdo=k("calibration check of the gauge wanders: source cover", KD, "cal", "gauge check|calibration|kd", "rw .3 40;off .3"),
        cpu=k("archive runs: computer busy", PK, "cpu cyc", "computer|pk", "gain .24"),
        mem=k("memory grows", PK, "mem", "computer|memory|pk", "creep 210", slow=True),
        tk2=k("level of tank 2 wrong: cable wet", TK, "lvl[1]", "tank 2|day tank|tk", "part .2 1 4"),
        axl=k("axis messages late", HX, "header.stamp", "inspection head|hd ax|axis bus", "late .6"),
        dzt=k("dryer messages half as often", DZ, "header.stamp", "dryer|dryer bus|dz", "thin 1 .49"),
        gal=k("gauge messages get lost", GA, "header.stamp", "gauge|ga", "loss .5"),
        uwb=k("unwinder messages in bursts", UW, "header.stamp", "unwinder|uw", "burst 1.4"),
        pl_c=k("head axis 1 draws more at one place: rail dirty", HX, "cur[0]", "head axis 1|rail|inspection head|hd ax", "off .8", **PLACE),
        pl_f=k("focus off at one place: beam bent", HD, "foc", "focus|beam|inspection head|hd pos", "off .14;sd 2", **PLACE),
        pl_s=k("score falls at one place: reflection of the guard", VI, "scr", "inspection|reflection|vi", "off -.09;sd 2", **PLACE),
        n_spd=k("web slips when faster than a number", WB, "slp", "nip roller|web|wb", "off .5;sd 1.5", **NUM),
        n_pdi=k("pump current swings when its pressure is above a number: coupling loose", SP, "imo", "slurry pump|coupling|sp", "hum .8 1.3", **NUM),
        n_pwr=k("phase 2 sags when the power is above a number: busbar", MS, "vlt[1]", "mains|phase 2|busbar|ms", "off -3.2", **NUM),
        n_dia=k("rewinder shakes when the roll is larger than a number: chuck worn", VB, "vib[1]", "rewinder|chuck|vb", "gain .4;sd 1.5", **NUM),
        n_phi=k("chiller current flutters when the head pressure is above a number", CH, "icp", "chiller|valve|ch", "hum 1.1 .9", **NUM),
        n_lel=k("lel head noisy when above a number: filter disc wet", EX, "lel", "lel head|exhaust|ex", "sd 5", **NUM),
        n_air=k("pinhole count jumps when the air pressure is below a number: blow nozzle", VI, "pnh", "blow nozzle|inspection|vi", "tele 6 1 1.5", **NUM),
        s_uw=k("unwinder reports a web break warning", [UW, "/rosout", "/diagnostics"], "ten", "unwinder|uw", "tele -25 1 5", silent=False),
        s_ex=k("exhaust reports a solvent alarm", [EX, "/rosout", "/diagnostics"], "lel", "exhaust|ex", "off 9", silent=False),
        s_hd=k("inspection head reports a reference error", [HX, "/rosout", "/diagnostics"], "err", "inspection head|hd ax", "tele 1.5 1 5", silent=False),
        s_sm=k("slurry mixer warns of a low level", [SM, "/rosout", "/diagnostics"], "lvl", "slurry mixer|sm", "off -14", silent=False),
    )

    def jobs(self):
        b = Book(self, stp=0, rcp=1, spd=0.0, coat=0.0, wset=120.0, rol=0, man=0, ppl=0, rot=0.0, roll=0.0)
        while b.more:
            t0 = b.t
            rcp = int(b.r.integers(1, 4 + self.since(6)))                                                # new in life/6: a thick recipe
            b.set(rcp=rcp, rol=b.now("rol") + 1, wset=(105.0, 120.0, 138.0, 155.0)[rcp - 1] * b.u(0.985, 1.015), stp=1, roll=0.0)
            v = (32.0, 27.0, 23.0, 17.0)[rcp - 1] * b.u(0.93, 1.07) * (0.88 if self.life_is(6) else 1) * (1, 1.06, 0.95)[self.site()]
            b.wait(b.u(10, 25), roll=1.0), b.move(25, spd=8.0), b.wait(b.u(5, 15), stp=2, coat=1.0)
            b.set(stp=3), b.move(b.u(15, 30), spd=v)
            for j in range(int(b.u(3, 7))):
                b.wait(b.u(40, 130))
                z = b.r.random()
                if z < 0.25: b.set(stp=5), b.move(8, spd=v * 0.6), b.wait(b.u(15, 45)), b.move(10, spd=v), b.set(stp=3)            # slow for a splice
                elif z < 0.40: b.wait(b.u(12, 35), stp=6, man=int(b.chance(0.3)), ppl=1), b.set(stp=3, ppl=0, man=0)
                elif z < 0.60 and self.since(3): b.set(stp=9, coat=0.0), b.wait(b.u(6, 12)), b.set(stp=3, coat=1.0)               # new in life/3: bare strips
                elif z < 0.75: b.move(12, spd=v * b.u(0.9, 1.08))
            if b.once(900): b.set(stp=8), b.move(12, spd=12.0), b.wait(30), b.move(12, spd=v)          # gauge checked once a session
            b.set(stp=4, coat=0.0), b.move(20, spd=0.0)
            b.job(t0, 5 if b.chance(0.03) else 4)
            if b.chance(0.5): b.set(ppl=1)
            b.wait(b.u(25, 90), stp=7, roll=0.0), b.set(ppl=0)
        h = Book(self, "head", x=50.0, y=60.0, led=1, mark=0)
        while h.more:
            lo, hi = 60.0, 640.0
            n, step, back = int(h.u(3, 7)), (90, 70, 110)[self.site()], h.chance(0.5)
            for i in range(n):
                h.drive(h.u(180, 300), 60 + step * i, hi if back else lo), h.drive(h.u(200, 320), 60 + step * i, lo if back else hi)
                back = not back
                if h.chance(0.3): h.wait(h.u(1, 4), mark=1), h.set(mark=0)
                if self.since(8) and h.chance(0.3): h.drive(250, 60 + step * i + 35, 350), h.wait(1.5)   # life/8: looks twice
            h.wait(h.u(2, 9))
            if h.chance(0.15): h.drive(300, 20, 350), h.wait(h.u(5, 20))
        return [b, h]

    def model(self):
        B, F, L, W = self.B, self.F, self.L, self.wander
        self.amb = self.day(22, 1.5, 2)
        self.hx, self.hy = self.soft(B["x"], 0.25), self.soft(B["y"], 0.25)
        self.hv = [self.diff(self.hx), self.diff(self.hy)]
        self.hacc = [self.diff(lp(z, 0.1)) for z in self.hv]
        roll = np.maximum.accumulate(np.where(np.diff(B["rol"], prepend=0) > 0.5, np.arange(self.n), 0))
        m = np.cumsum(B["spd"]) * 0.05 / 60
        self.len_ = m - m[roll]
        self.du, self.dw = np.sqrt(np.clip(0.62 ** 2 - 0.00062 * self.len_ * 4, 0.01, 1)), np.sqrt(0.16 ** 2 + 0.0009 * self.len_ * 4)
        K_ = "wear plug filt puls gaug ubrk dnc utns rwbt rwtn htr2 tc3 seal dfan damp exfl exbt cond pmps chrf chcd chcl croll crsen tsl airl"
        we, pg, fi, pu, gg, ub, dn, ut, rb, rt, h2, t3, se, df, da, xf, xb, cd, pp, cf, cc, cl, cr_, cs, ts, al = (F(a) for a in K_.split())
        o = Rec(self, "spd rpm flw prs isp pdi wm trm uten utr dncp ui ut_ rten rtr ri_ rt_ z0_ z1_ z2_ z3_ h0 h1 h2 h3 wet lel xfl xfn xdp scd srl srp rec tsu tre chi run phi plo stc cvl cfl ctou ap ai atp tsl visc wact")
        A = [L(z) for z in (B["spd"], B["coat"], B["wset"], self.amb, B["roll"], self.du, self.dw, W("n1", 1, 0.6), W("n2", 1, 3), W("n3", 1, 40), B["mark"], self.diff(lp(B["spd"], 0.5)), W("n4", 1, 1.2))]
        a0, hs = float(self.amb[0]), self.rng("start")
        spd = rpm = flw = trm = 0.0
        uten, dp, dv, rten, It, Ir = 120.0, 0.0, 0.0, 90.0, 10.0, 10.0
        ui_t, rt_t = a0 + 14, a0 + 14
        tz, Iz = [78.0, 96.0, 108.0, 92.0], [0.40, 0.45, 0.45, 0.35]
        lel, xfl, Ix, scd, srl, srp = 6.0, 60.0, 0.5, 8.0, hs.uniform(25, 45), 0.0
        tsu, run, stc = 9.0, False, 0
        vlv, Iv, tou, tsl, vis = 0.3, 0.3, 24.0, 25.0, 5.2
        ap, ac, at, wet, wact, heat = 7.2, False, a0 + 8, 0.0, 0.0, 2.0
        for i, (ref, coat, ws, amb, roll, du, dw, n1, n2, n3, mark, acc, n4) in enumerate(zip(*A)):
            spd += (ref - spd) * 0.25
            run_ = spd > 1
            # slurry: feed forward by speed and weight, slow trim by the gauge
            need = spd * ws * 0.0021 * coat
            wm = wact * (1 - 0.06 * gg[i])
            if coat > 0.5 and spd > 10 and wact > 40: trm = clip(trm + 0.012 * (ws - wm) / ws * H, -0.2, 0.25)
            rref = need * (1 + trm) * 11.0
            rpm += (rref - rpm) * 0.25
            pulse = 0.10 * pu[i] * n1
            flw += (rpm / 11.0 * (1 - 0.17 * we[i]) * (1 + 0.012 * n2 + pulse) - flw) * 0.3
            tsl += H * (0.008 * (25 - tsl) - 0.018 * ts[i] + 0.0004 * (amb - 22))
            vis = 5.2 * exp(-0.035 * (tsl - 25)) * (1 + 0.03 * n3)
            pdi = 0.12 + 0.30 * flw * vis / 5.2 * (1 + 0.55 * pg[i]) / 3
            prs = pdi + 0.08 + 0.16 * flw * vis / 5.2 * (1 + 1.5 * fi[i]) / 3
            isp = 0.4 + 0.010 * rpm + 1.5 * prs * tanh(rpm / 5) + 0.5 * we[i] * tanh(rpm / 5)
            wact += ((flw / (0.0021 * spd) if spd > 4 else 0.0) - wact) * (0.12 if spd > 4 else 0.05)
            # unwinder: dancer and tension
            tset = 120.0 * roll
            tin = uten * (1 - 0.13 * ut[i])
            stick = min(dn[i], 1.2)
            e = tset - tin
            It = clip(It + 0.10 * e * H, -40, 80)
            dv += H * (-1.6 * dv - 3.0 * dp + 0.05 * (uten - tset) + 0.55 * n4 * (1 + 4.5 * stick) + 0.4 * acc)
            dp = clip(dp + dv * H, -12, 12)
            uten += H * (1.2 * (It + 0.25 * e + 80 * roll - uten * 0.75) + 3.2 * stick * dv * 4 + 2.5 * n1)
            uten = max(uten, 0.0)
            utr = uten * du / 2 + 2.2 * run_ + 5.5 * ub[i] * run_
            ui_ = 0.8 + 0.21 * utr + 0.04 * abs(acc)
            ui_t += H * (0.0013 * ui_ * ui_ + 0.010 * ub[i] * run_ - (ui_t - amb) * 0.0021)
            # rewinder
            rset = (95.0 - 22 * (dw - 0.16)) * roll
            g = min(rt[i], 1.2)
            e = rset - rten
            Ir = clip(Ir + (0.12 + 3.0 * g) * e * H, -40, 80)
            rten += H * (1.5 * (Ir + 0.3 * (1 - 1.6 * g) * e + 60 * roll - rten * 0.65) + 2.2 * n1 * (1 + 2.2 * g) + 1.5 * acc)
            rten = max(rten, 0.0)
            rtr = rten * dw / 2 + 2.0 * run_
            ri_ = (0.8 + 0.24 * rtr) * (1 + 0.16 * rb[i])
            rt_t += H * (0.0013 * ri_ * ri_ + 0.014 * rb[i] * run_ - (rt_t - amb) * 0.0021)
            # dryer
            water = flw * coat * 0.40
            hh = []
            fl4 = 1 - 0.13 * df[i]
            for z, (sp_, up, ls, sh) in enumerate(((78, 0.55, 0.0042 * (1 + 0.24 * se[i]), 0.075), (96, 0.68 * (1 - 0.24 * h2[i]), 0.0038, 0.085), (108, 0.70, 0.0036, 0.05), (92, 0.52, 0.0036, 0.02))):
                e = sp_ - tz[z] + (8.0 * t3[i] if z == 2 else 0)
                Iz[z] = clip(Iz[z] + 0.0012 * e * H, 0, 1)
                d = clip(Iz[z] + 0.06 * e, 0, 1)
                tz[z] += H * (up * d - ls * (tz[z] - amb) * (1 if z < 3 else 0.7 + 0.3 * fl4) - sh * water * 0.6 - 0.0011 * spd)
                hh.append(d)
            wet = 0.35 + 0.42 * water * (1 + 0.01 * (96 - tz[1]) + 0.012 * (108 - tz[2])) * (1 + 0.35 * da[i]) / (0.6 + 0.4 * fl4) - 0.006 * xfl
            # exhaust by flow
            xm = xfl * (1 + 0.20 * xb[i])
            Ix = clip(Ix + 0.0022 * (60 - xm) * H * 3, 0, 1)
            xfn = clip(Ix + 0.006 * (60 - xm), 0, 1)
            xfl += (118 * xfn * (1 - 0.14 * xf[i]) - xfl) * 0.10
            xdp = 0.9 + 0.00031 * xfl * xfl * (1 + 0.45 * xf[i])
            lel += H * (0.036 * water * 60 * (1 + 0.32 * da[i]) / 3 - lel * xfl * 0.0012)
            # chiller by hysteresis, roll, recovery
            bounce = cl[i] > 0 and n2 > 0.3
            was = run
            run = (tsu > 7.0 + 1.2 * min(cl[i], 1.2)) if run else tsu > 11.0 - 0.8 * min(cl[i], 1.2)
            stc += (run and not was)
            cool = 0.14 * run * (1 - 0.40 * cf[i]) * (1 - 0.12 * cc[i]) * (0.6 if bounce else 1)
            e = tou - (24.5 - 2.0 * cs[i])
            Iv = clip(Iv + 0.0035 * e * H, 0.02, 1)
            vlv += (clip(Iv + 0.07 * e, 0.02, 1) - vlv) * 0.2
            ua = 0.30 * vlv * (1 - 0.40 * cr_[i])
            hot = (tz[3] - 40) * 0.0019 * spd / 25
            tou += H * (hot + 0.02 * (amb - tou) * 0.2 - ua * (tou - tsu) * 0.06)
            heat = ua * (tou - tsu) * 0.10 + 0.0012 * lel * (1 - 0.3 * cd[i]) + 0.012
            tsu += H * (heat * 0.30 - cool)
            phi, plo = 8 + run * (7.5 + 0.2 * (amb - 22) + 0.12 * tsu + 3.6 * cc[i] - 1.5 * cf[i]), 5.2 - run * (1.7 + 0.8 * cf[i] - 0.06 * tsu)
            chi = 0.3 + run * (9 + 0.55 * (phi - 15) - 1.1 * cf[i])
            scd += H * ((tsu + 2.0 + 0.22 * lel + 4.2 * cd[i] - scd) * 0.01)
            rec = max(0.0, 0.34 * lel * (1 - 0.028 * (scd - 10)) * tanh(lel))
            srp = 1.0 if srl > 62 else 0.0 if srl < 24 else srp
            srl = max(0.0, srl + H * (0.055 * rec - srp * 0.9 * (1 - 0.45 * pp[i])))
            # air
            ac = ap < 7.7 if ac else ap < 6.5
            ap += H * (0.05 * ac - 0.006 - 0.02 * mark - 0.004 * run_ - 0.012 * al[i])
            at += H * (0.30 * ac - (at - amb) * 0.006)
            o.rows.append((spd, rpm, flw, prs, isp, pdi, wm, trm, tin, utr, dp, ui_, ui_t, rten, rtr, ri_, rt_t, tz[0], tz[1], tz[2] - 8.0 * t3[i], tz[3], *hh, max(wet, 0.05), lel, xm, xfn, xdp, scd, srl, srp, rec, tsu, tsu + min(6.0, heat * 4), chi, run, phi, plo, stc, vlv, 14 * vlv, tou + 2.0 * cs[i], ap, ac, at, tsl, vis, wact))
        o.give()
        self.coat = lp(B["coat"] * (self.spd > 5), 0.5) > 0.5

    def power(self): return 24 + 46 * self.h0 + 52 * self.h1 * (1 - 0.24 * self.f("htr2")) + 50 * self.h2 + 34 * self.h3 + 1.1 * self.chi + 15 * self.xfn + 6 * self.ac_() + 0.9 * self.isp + 0.5 * (self.ui + self.ri_)

    def ac_(self): return lp((self.ai > 0.5) * 1.0, 0.2)

    def conditions(self):
        co, rn = self.coat, self.spd > 2
        hm = lp(np.hypot(*self.hv), 0.6) > 40
        self.place("pl_c pl_f pl_s", self.hx, self.hy, 75.0, hm, 0.035)
        self.beyond("n_spd", self.spd, WB + ":spd", "speed|spd|faster|web speed", 0.5, rn), self.beyond("n_pdi", self.prs, SP + ":prs", "pressure|prs|pump pressure", 0.5, co), self.beyond("n_pwr", self.power(), MS + ":pwr", "power|pwr|load", 0.6)
        self.beyond("n_dia", 1000 * self.dw, RW + ":dia", "diameter|dia|roll", 0.5, rn), self.beyond("n_phi", self.phi, CH + ":phi", "head pressure|phi|pressure", 0.5, self.run > 0.5), self.beyond("n_lel", self.lel, EX + ":lel", "lel|solvent", 0.55)
        self.num("n_air", self.ap, PA + ":prs", ("air pressure", "pressure", "prs"), below=float(f"{np.quantile(self.ap, 0.4):.3g}"))
        for kinds, vis, w in (("wear plug filt puls gas gaug", co, "coat|pump|flow|runs"), ("ubrk dnc utns rwbt rwtn nip egst brg", rn, "web|runs|speed|spd"), ("gx gy ggn", hm, "head|moves|axis|vel")): self.mode(kinds, vis, *w.split("|"))

    def publish(self):
        B, W, t, amb, s, F = self.B, self.wander, self.t, self.amb, self.send, self.f
        rn, co = np.tanh(self.spd / 3), lp(self.coat * 1.0, 0.5)
        once = np.sin(2 * np.pi * np.cumsum(self.spd / 60 / (np.pi * self.du)) * 0.05)
        s(UW, P + "Uw", 8, dict(spd=M(self.spd / (np.pi * self.du), 0.02, 0.05), trq=M(self.utr * (1 + 0.03 * once), 0.1, 0.5), dia=M(1000 * self.du, 0.5, 0.6), ten=M(self.uten + 2 * once, 0.1, 0.8), dnc=M(self.dncp, 0.01, 0.06), imo=M(self.ui, 0.02, 0.10, 0.1, 0), tmo=M(self.ut_, 0.1, 0.12, 5), brk=M(12 * (1 - rn) + 1, 0.1, 0.1)))
        rb = F("rwbt")
        onc2 = np.sin(2 * np.pi * np.cumsum(self.spd / 60 / (np.pi * self.dw)) * 0.05)
        s(RW, P + "Rw", 8, dict(spd=M(self.spd / (np.pi * self.dw) * (1 - 0.035 * rb), 0.02, 0.08), trq=M(self.rtr * (1 + 0.03 * onc2), 0.1, 0.4), dia=M(1000 * self.dw, 0.5, 0.6), ten=M(self.rten + 1.5 * onc2, 0.1, 0.7), imo=M(self.ri_, 0.02, 0.10, 0.1, 0), tmo=M(self.rt_, 0.1, 0.12, 5), hrd=M(52 + 0.2 * (self.rten - 85) * rn + 0.6 * W("hd", 1, 30), 0.1, 0.3, 1)))
        np_ = F("nip")
        slp = 0.15 + 0.006 * self.spd + 0.05 * np.abs(W("sl", 1, 1)) + 0.9 * np_ * rn
        s(WB, P + "Wb", 6, dict(mtr=M(np.cumsum(self.spd) * 0.05 / 60 + 90000 * self.idx, 0.01, 0), spd=M(self.spd * (1 - 0.01 * slp), 0.01, 0.02), slp=M(slp * rn, 0.01, 0.04, 0.3, 0), trq=M(9 + rn * (26 + 0.10 * (self.uten - self.rten)) + 0.9 * W("wt", 1, 1), 0.1, 0.5), imo=M(0.9 + rn * (5.4 + 0.06 * self.spd), 0.02, 0.08, 0.1, 0)))
        eg, el = F("egst"), F("egln")
        err = (0.12 * W("e1", 1, 1.5) + 0.10 * W("e2", 1, 8) + 0.55 * eg * np.sin(2 * np.pi * t / 6.5 + W("e3", 1, 30))) * rn
        act = 1.8 * W("e4", 1, 60) + 6 * lp(err, 2) + 1.0 * el
        s(EG, P + "Eg", 5, dict(err=M(err, 0.01, 0.03), act=M(act, 0.02, 0.06), vlv=M(50 + 45 * np.tanh(self.diff(lp(act, 0.5)) / 3), 0.2, 0.8), lfd=M(71 + 2 * W("lf", 1, 100), 0.5, 0.5)))
        s(SP, P + "Sp", 8, dict(rpm=M(self.rpm, 0.05, 0.12, 0, 0), imo=M(self.isp, 0.02, 0.06, 0.1, 0), prs=M(self.prs, 0.005, 0.01, 0.1, 0), flw=M(self.flw, 0.01, 0.03, 0.2, 0), tmp=M(self.tsl + 1.5 + 1.2 * lp(co, 90), 0.05, 0.06, 5), pul=M(co * (0.6 + 0.15 * np.abs(W("pl", 1, 2)) + 1.7 * F("puls")), 0.02, 0.06, 0.2, 0)))
        s(SD, P + "Sd", 5, dict(gap=M(182 + 14 * (B["rcp"] - 2) * lp(B["roll"], 4) + 0.5 * W("gp", 1, 100), 0.1, 0.25), tdi=M(25.2 + 0.3 * (self.tsl - 25) + 0.15 * (amb - 22), 0.05, 0.06, 5), pdi=M(self.pdi, 0.005, 0.008, 0.1, 0), vcm=M(4 + 210 * co + 5 * W("vc", 1, 5), 0.5, 2.0, 0.5, 0), bld=[M(50 + 6 * (i - 1) + 1.5 * W(f"bo{i}", 1, 200), 0.1, 0.2) for i in range(3)]))
        s(SM, P + "Sm", 3, dict(lvl=M(64 + 14 * np.sin(2 * np.pi * t / 1700 + self.su("lv")) - 3 * lp(co, 300), 0.2, 0.3, 2, 0, 100), vis=M(self.visc, 0.01, 0.04, 6), agi=M(46 + 3 * (B["rcp"] - 2), 0.1, 0.15), iag=M(1.2 + 0.72 * self.visc + 0.08 * W("ag", 1, 3), 0.01, 0.04), tsl=M(self.tsl, 0.05, 0.05, 5), deg=M(38 + 2 * W("dg", 1, 120) + 6 * F("gas"), 0.5, 0.5, 1)))
        da, df = F("damp"), F("dfan")
        s(DZ, P + "Dz", 3, dict(tzn=[M(z, 0.05, 0.10, 4) for z in (self.z0_, self.z1_, self.z2_, self.z3_)], htr=[M(100 * z, 0.2, 0.4, 0, 0, 100) for z in (self.h0, self.h1, self.h2, self.h3)], fan=[M((1420, 1510, 1480, 1350)[i] * (1 - (0.09 * df if i == 3 else 0)), 1, 6) for i in range(4)], dmp=[M(42 + 8 * i + 6 * co + 1.2 * W(f"dm{i}", 1, 40) - (13 * da if i == 1 else 0), 0.2, 0.4) for i in range(4)], wet=M(self.wet, 0.01, 0.03, 3, 0)))
        s(EX, P + "Ex", 4, dict(lel=M(self.lel * (1 + 0.03 * W("le", 1, 3)), 0.05, 0.15, 2, 0), flo=M(self.xfl, 0.1, 0.4, 0.5), fan=M(100 * self.xfn, 0.2, 0.3, 0, 0, 100), dp1=M(self.xdp + 0.01 * self.idx, 0.01, 0.02, 0.5), tex=M(0.3 * (self.z0_ + self.z1_ + self.z2_) + 2, 0.1, 0.15, 5)))
        s(SR, P + "Sr", 2, dict(tcd=M(self.scd, 0.05, 0.08, 4), lvl=M(self.srl, 0.2, 0.3, 1, 0, 100), pmp=self.srp * 100, rec=M(self.rec, 0.02, 0.05, 1, 0), cop=M(2.9 - 0.05 * (self.scd - 10) + 0.03 * W("cp", 1, 60), 0.01, 0.02)))
        pg = F("plug")
        wv = self.wm * (1 + 0.05 * F("puls") * W("wp", 1, 0.5))
        s(GA, P + "Ga", 6, dict(wgt=M(wv, 0.05, 0.55, 0.1, 0), avg=M(lp(wv, 12), 0.05, 0.08, 0, 0), trm=M(100 * self.trm, 0.05, 0.05), thk=M(18 + 0.62 * self.wact, 0.1, 0.4), src=M(812 - 0.6 * self.idx, 0.5, 0.6), prf=[M((i - 1) * (0.25 * W("pf", 1, 60) + 1.6 * pg) * co + 0.15 * W(f"pr{i}", 1, 10), 0.02, 0.12) for i in range(3)]))
        s(CR, P + "Cr", 3, dict(tin=M(self.tsu + 0.3, 0.05, 0.08, 4), tou=M(self.ctou, 0.05, 0.06, 3), flo=M(self.cfl, 0.05, 0.08, 0.3, 0), vlv=M(100 * self.cvl, 0.2, 0.3, 0, 0, 100), rpm=M(self.spd / 1.26, 0.02, 0.03)))
        s(CH, P + "Ch", 3, dict(tsu=M(self.tsu, 0.05, 0.06, 3), tre=M(self.tre, 0.05, 0.08, 5), icp=M(self.chi, 0.05, 0.12, 0.3, 0), phi=M(self.phi, 0.02, 0.06, 0.8), plo=M(self.plo, 0.01, 0.02, 0.8), run=self.run, stc=np.floor(self.stc + 2000 + 30 * self.idx)))
        gx, gy = F("gx"), F("gy")
        vn, an = [z / 300 for z in self.hv], [z / 900 for z in self.hacc]
        cur = [0.35 + np.abs(1.1 * np.tanh(4 * v) * (1 + 0.75 * (gx if i == 0 else 0)) + 1.3 * a) for i, (v, a) in enumerate(zip(vn, an))]
        ring = 0.30 * gy * lp(np.abs(an[1]), 0.5) * np.sin(2 * np.pi * t * 2.7) + 0.14 * gy * np.tanh(4 * vn[1])
        ehd = [0.10 * v + 0.06 * a + (ring if i else 0) for i, (v, a) in enumerate(zip(vn, an))]
        s(HX, P + "Ax", 12, dict(pos=[M(z, 0.01, 0.02) for z in (self.hx, self.hy)], vel=[M(z, 0.1, 1.2) for z in self.hv], cur=[M(c, 0.01, 0.06, 0.05, 0) for c in cur], err=[M(e, 0.002, 0.010) for e in ehd], tmp=[M(amb + 8 + 3.0 * lp(c * c, 250), 0.1, 0.1, 5) for c in cur]))
        s(HD, P + "Hp", 8, dict(hx=M(self.hx, 0.05, 0.05), hy=M(self.hy, 0.05, 0.05), foc=M(2.1 + 0.03 * np.sin(self.hx / 90) + 0.03 * np.cos(self.hy / 130), 0.002, 0.012)))
        s(VI, P + "Vi", 5, dict(shp=M(84 - 3 * np.tanh(np.hypot(*vn)) + 1.5 * W("sh", 1, 2) - 3.5 * np.abs(gy) * np.tanh(np.abs(vn[1]) * 3), 0.2, 0.6), lum=M(142 - 2 * B["rcp"] + 2 * W("lu", 1, 200), 0.5, 1.0), pnh=M(np.clip(2.5 + 1.2 * W("ph", 1, 6) + 5 * F("gas") * co, 0, None), 1, 0.5, 0, 0), scr=M(0.91 - 0.01 * B["rcp"] + 0.012 * W("sc", 1, 3), 0.001, 0.006, 0, 0, 1), lat=M(27 + 2.5 * np.abs(W("la", 1, 1)) + 3 * self.since(3), 0.5, 1), cnt=np.mod(np.floor(np.cumsum(np.hypot(*self.hv)) * 0.05 / 40), 60000)))
        wh, dwp = F("whl"), -41 + 0.25 * (amb - 22) + 1.2 * W("dw", 1, 150) + 2.2 * lp(B["ppl"], 60)
        s(DR, P + "Dr", 2, dict(dwp=M(dwp + 5 * lp(wh, 150), 0.1, 0.12, 10), tai=M(22.5 + 0.15 * (amb - 22) + 0.2 * W("ta", 1, 120), 0.05, 0.05, 10), rhu=M(0.9 + 0.03 * (dwp + 41) + 0.12 * lp(wh, 150), 0.01, 0.015, 10), dpf=M(118 + 0.6 * self.idx + 1.5 * W("df", 1, 100), 0.5, 0.8), whl=M(9.6 * (1 - 0.16 * wh), 0.02, 0.05), hrg=M(57 + 1.2 * (dwp + 41) + 1.5 * W("hr", 1, 60), 0.2, 0.5)))
        s(PA, P + "Pa", 3, dict(prs=M(self.ap, 0.01, 0.015), icp=M(0.2 + self.ac_() * (5.5 + 0.8 * self.ap), 0.05, 0.15, 0.2, 0), tmp=M(self.atp, 0.1, 0.2, 5), dry=1))
        pw = self.power()
        s(MS, P + "Ms", 3, dict(vlt=[M(233 - 0.022 * pw + 0.9 * W("vl", 1, 200) + self.u(f"vl{i}", 0.5), 0.1, 0.2) for i in range(3)], cur=[M(pw * c * 1000 / 3 / 231 / 0.93, 0.2, 0.8) for c in (1.01, 0.97, 1.03)], pwr=M(pw, 0.1, 0.3), pfa=M(0.93 + 0.0002 * (pw - 100) - 0.012 * np.minimum(F("thd"), 1), 0.001, 0.003), thd=M(3.2 + 2.0 * F("thd") + 0.4 * np.abs(W("td", 1, 60)), 0.02, 0.06)))
        s(NT, P + "Nt", 2, dict(oxy=M(0.9 + 0.12 * np.abs(W("ox", 1, 90)) + 0.15 * B["ppl"], 0.01, 0.02, 5, 0), prs=M(2.4 + 0.03 * W("np", 1, 60), 0.01, 0.012), flo=M(46 + 12 * co + 1.2 * W("nf", 1, 20), 0.2, 0.5, 0.5)))
        s(VB, P + "Vb", 6, dict(vib=[M(0.25 + rn * (0.9 + 0.022 * self.spd) * (1 + 0.08 * W("v0", 1, 0.8)), 0.01, 0.04, 0, 0), M(0.22 + rn * (0.7 + 0.9 * self.dw) * (1 + 0.08 * W("v1", 1, 0.8)), 0.01, 0.04, 0, 0)], brg=M(amb + 8 + 6 * lp(rn, 300), 0.1, 0.1, 6)))
        s(KD, P + "Kd", 1, dict(cal=M(100 + 0.05 * self.idx, 0.01, 0.05), ofs=M(0.4 + 0.06 * W("of", 1, 200), 0.01, 0.02)))
        s(PK, P + "Pk", 2, dict(cpu=M(39 + 8 * rn + 6 * lp(np.hypot(*vn) > 0.1, 3) + 4 * self.since(3), 0.5, 1.8, 0, 0, 100), mem=M(3350 + 70 * self.since(3) + 60 * self.since(8) + self.pieces("me", 60, 200, -15, 15), 1, 4), tbd=M(amb + 18 + 3 * lp(rn, 120), 0.5, 0.3), cyc=M(8 + 0.5 * np.abs(W("cy", 1, 0.6)) + 0.6 * rn, 0.05, 0.15)), strs=dict(fwv=self.ver("5.1", "5.2", "6.0")))
        s(ST, P + "St", 2, dict(stp=B["stp"], rcp=B["rcp"], rol=B["rol"] + 12 * self.idx, spv=M(B["spd"], 0.1, 0), man=B["man"])), s(SF, P + "Sf", 2, dict(grd=B["ppl"] < 0.5, es1=1, ppl=B["ppl"]))
        off = 0.10 * W("lo", 1, 12) + 0.30 * lp(err, 1) + 0.55 * el
        s(LB, P + "Lb", 4, dict(wid=M(612 + 0.15 * W("wi", 1, 30), 0.02, 0.06), pos1=M(44 + off, 0.01, 0.04), pos2=M(656 + off + 0.15 * W("wi", 1, 30), 0.01, 0.04), off=M(off, 0.01, 0.03)))
        s(DB, P + "Db", 2, dict(drv=M(31 + 4 * rn + 1.5 * W("db", 1, 20), 0.2, 0.5), hum=M(12 + 0.8 * W("dh", 1, 100), 0.1, 0.2), sta=M(0.3 + 0.1 * np.abs(W("ds", 1, 10)) + 0.01 * self.spd, 0.01, 0.02))), s(TK, P + "Tk", 1, dict(lvl=[M(71 - 9 * i - 4 * np.mod(t / 2900 + 0.3 * i, 1), 0.2, 0.2, 2) for i in range(2)], tmp=[M(24 + 0.5 * i + 0.2 * (amb - 22), 0.05, 0.06, 20) for i in range(2)], pmx=M(17 + 2 * W("px", 1, 30), 0.1, 0.3)))
        self.say("s_uw", "unwinder", "UWD", "web tension low, break expected", "tension out of window"), self.say("s_ex", "exhaust", "EXH", "solvent above limit", "solvent again above limit")
        self.say("s_hd", "inspection_head", "HED", "reference run failed", "axis error after reference"), self.say("s_sm", "slurry_mixer", "SLM", "level low, refill", "level below mark")
        self.talk(self.ver("5.1", "5.2", "6.0"), [("I", "dryer", "zones released"), ("W", "gauge", "source shutter slow at start"), ("I", "safety", "closed")], [(7, "I", "line", "splice done in {} s", 12, 40), (5, "W", "edge_guide", "searching, {} mm", 0.4, 1.5), (5, "I", "gauge", "profile in {} s", 3, 8), (3, "W", "inspection", "image queue {} ms", 60, 140), (2, "W", "dry_room", "door open {} s", 8, 30)],
            [("gauge", "GAU", 2), ("inspection", "INS", 3), ("dry_room", "DRY", 1)], "/line/_action/status")
