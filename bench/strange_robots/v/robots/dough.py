"""Bakery line: mixer with a cooled bowl, divider, robot that sets pieces on boards, proofer, deck oven, cooler. Fixed; abbreviated fields."""

# fmt: off
from math import exp

from base import H, NUM, PLACE, Book, M, Rec, Rig, clip, k, lp, mdef, np

MX, GL, FD, WD, DV, CW, RJ, RP, VC, PF, OV, CO = "/mx", "/gl", "/fd", "/wd", "/dv", "/cw", "/rb/ax", "/rb/tcp", "/rb/vc", "/pf", "/ov", "/co"
BL, PN, CM, MD, KN, MN, PC, HL, ST, SF, DU, GR, RN, BS = "/bl", "/pn", "/cm", "/md", "/kn", "/mn", "/pc", "/hl", "/st", "/sf", "/du", "/gr", "/rn", "/bs"
MIX, DIV, DOS, WAD, ROB, KNI = dict(where="when it mixes"), dict(where="when it divides"), dict(where="when flour is dosed", need=12), dict(where="when water is dosed", need=10), dict(where="when the robot works"), dict(where="when the knife cuts", need=10)
P = "dough_msgs/msg/"


class Dough(Rig):
    NAME, MILD = "dough", ("s_fd",)
    DEFS = {P + a: mdef(b) for a, b in dict(
        Mx="float32 spd trq cur tmt tdo vib bra", Gl="float32 tsu tre vlv flo phi plo icp; bool run", Fd="float32 wgt rat scr hop", Wd="float32 vol rat twa prs", Dv="float32 ram trm spd cur tol hop", Cw="float32 mas avg rej dly", Ax="float32[4] pos vel cur err tmp", Tcp="float32 px py pz; float32 acc",
        Vc="float32[2] lev; float32 eje dcy grp", Pf="float32 tem hum htr stm fan dor; float32[3] trk", Ov="float32[3] tzn dut; float32 oxy flu drf gas blt", Co="float32 tin tou fan hum dr2", Bl="float32[4] spd cur slp", Pn="float32 prs cur tmp dwp; bool low", Cm="float32 ofx ofy cnf exs lat; uint16 cnt", Md="float32 sig bal; uint32 rjc", Kn="float32 frq cur dep tpr",
        Mn="float32[3] cur vlt; float32 pwr pfa", Pc="float32 cpu mem tbd cyc jit; string ver", Hl="float32 tai rhu flo", St="uint8 stp prd; uint16 bat; uint32 pcs; bool jog", Sf="bool fnc es1; uint8 ppl", Du="float32 dif spd dst", Gr="float32 prs lvl", Rn="float32 spd cur gap", Bs="float32[2] lvl tmp; float32 frt").items()}
    KINDS = dict(
        mbear=k("bearing of the mixer dry: more torque when idle, vibrates", [MX], "trq cur vib", "mixer|mixer bearing|mx", cons="bowl|mn|pwr|tmt|gl|chiller", slow=True, tail=300, **MIX),
        mbelt=k("belt of the mixer slips: tool slower under load, smoke in the smell", MX, "spd", "mixer|mixer belt|belt|mx", cons="tdo|trq|vlv", slow=True, **MIX),
        foul=k("cooling jacket fouled: valve opens more for the same dough", GL, "vlv flo", "cooling jacket|jacket|glycol|gl", cons="mx|tdo|tre|tsu|icp|chiller", slow=True, **MIX),
        refr=k("chiller lost refrigerant: runs longer, suction pressure low", GL, "plo run icp", "chiller|refrigerant|gl", cons="tsu|tre|mn|vlv|phi", slow=True, tail=400),
        cond=k("condenser full of flour: head pressure and current up", GL, "phi icp", "condenser|chiller|gl", cons="mn|tsu|tre|plo|run", slow=True),
        gpump=k("glycol pump worn: little flow, valve opens", GL, "flo vlv", "glycol pump|glycol|gl", cons="tre|mx|tdo", tail=200),
        bridge=k("flour bridges in the hopper: screw turns more for less", FD, "rat scr", "flour dosing|flour hopper|screw|fd", cons="hop|wgt", slow=True, **DOS),
        wval=k("water valve: diaphragm hard, little flow", WD, "rat prs", "water dosing|water valve|wd", cons="vol", slow=True, **WAD),
        ramlk=k("seal of the divider ram leaks: trim grows to hold the weight", DV, "trm ram", "divider|divider ram|dv", cons="cw|mas", slow=True, **DIV),
        doil=k("oil of the divider runs out: more current, warm", DV, "cur tol", "divider|divider oil|dv", cons="mn", slow=True, tail=300, **DIV),
        dscat=k("knife of the divider worn: weights scatter", CW, "mas", "divider|divider knife|checkweigher|cw", "sd 3.2", cons="avg|rej|dv|trm", **DIV),
        gear1=k("gear of axis 2 dry: more current, warm", RJ, "cur[1] tmp[1]", "axis 2|robot|rb ax", cons="mn", slow=True, tail=500, **ROB),
        zbelt=k("belt of axis 3 slack: error swings after each move", RJ, "err[2]", "axis 3|robot|z belt|rb ax", cons="acc|rb tcp", **ROB),
        brk3=k("brake of axis 3 rubs: current", RJ, "cur[2] tmp[2]", "axis 3|robot|brake|rb ax", cons="mn", tail=500, **ROB),
        gain=k("axis 1 lags more: amplifier detuned", RJ, "err[0]", "axis 1|robot|amplifier|rb ax", "gain .8", **ROB),
        cup=k("cup 2 torn: vacuum leaks, ejector blows longer", VC, "lev[1] eje dcy", "cup 2|vacuum|vacuum cups|rb vc", cons="pn|prs|mn", slow=True, **ROB),
        filt=k("vacuum filter clogged: slow and weak", VC, "lev eje", "vacuum filter|vacuum|rb vc", cons="grp|pn|dcy", slow=True, **ROB),
        door=k("door seal of the proofer torn: heater and steam work more", PF, "htr stm", "proofer|door seal|pf", cons="tem|hum|mn|trk", slow=True),
        elem=k("one heating element of the proofer burnt: duty higher", PF, "htr", "proofer|heating element|pf", cons="tem|mn|trk"),
        scale=k("steam generator scaled: more duty for the same humidity", PF, "stm", "proofer|steam generator|pf", cons="hum|mn", slow=True),
        rhdri=k("humidity probe of the proofer reads low: steam all the time", PF, "stm", "humidity probe|proofer|pf", cons="hum|mn|trk", slow=True),
        pfan=k("fan of the proofer slow: trolleys differ in temperature", PF, "fan trk", "proofer fan|proofer|pf", tail=300),
        burn=k("burner of zone 2 sooted: more duty", OV, "dut[1] flu", "zone 2|burner|oven|ov", cons="gas|oxy|tzn", slow=True),
        tc3=k("thermocouple of zone 3 drifts low: burner works more", OV, "dut[2]", "zone 3|thermocouple|oven|ov", cons="gas|flu|tzn", slow=True),
        draft=k("flue damper stuck: draught low, little oxygen", OV, "drf oxy", "flue|damper|oven|ov", cons="flu|gas"),
        insul=k("door of the oven does not close: zone 1 burns more", OV, "dut[0]", "zone 1|oven door|oven|ov", cons="gas|flu|hl|tai|tzn"),
        gasm=k("gas meter creeps", OV, "gas", "gas meter|oven|ov", "off .8", slow=True),
        cfan=k("cooler: fan belt slips, loaves leave warm", CO, "fan tou", "cooler|cooler fan|co", cons="hum", slow=True, tail=300),
        blt2=k("belt 2 slips on its drum", BL, "spd[1] slp[1]", "belt 2|conveyor 2|bl", slow=True),
        blt3=k("bearing of belt 3 dry: current", BL, "cur[2]", "belt 3|conveyor 3|bl", "off .55;sd 1.5", slow=True),
        aleak=k("air leaks: compressor runs more, warm", PN, "cur tmp prs", "compressor|air|pn", cons="mn|dwp", slow=True, tail=300),
        dust=k("dust filter clogs: difference up, fan slower", DU, "dif spd dst", "dust filter|dust extraction|du", slow=True),
        knife=k("knife blunt: draws more, cuts less deep", KN, "cur dep", "scoring knife|knife|kn", slow=True, **KNI),
        tdo=k("dough thermometer: infrared window greasy, reads low", MX, "tdo", "dough thermometer|mixer|mx", "off -2.2;lag 20", cons="gl|vlv", slow=True, **MIX),
        wtemp=k("water temperature probe scaled: slow", WD, "twa", "water thermometer|water dosing|wd", "lag 150;off 1.1", slow=True),
        hopl=k("level of the flour hopper hangs", FD, "hop", "flour hopper|level|fd", "dead 6", need=60),
        fcell=k("load cell of the flour scale: cable rubbed", FD, "wgt", "flour scale|load cell|fd", "tele 3.5 .8 3"),
        phs=k("phase 2 clamp turned: reads small", MN, "cur[1]", "mains|phase 2|mn", "gain -.3"),
        pfac=k("capacitors of the mains aged: power factor low", MN, "pfa", "mains|capacitors|mn", "off -.03;sd 2", slow=True),
        cconf=k("camera window dusted with flour: unsure, long exposure", CM, "cnf exs", "camera|vision|cm", "gain -.07", slow=True),
        clat=k("camera late", CM, "lat", "camera|vision|cm", "off 12;sd 4"),
        ofx=k("camera knocked: offset x", CM, "ofx", "camera|vision|cm", "off 2.6"),
        mdb=k("metal detector out of balance", MD, "bal", "metal detector|md", "rw 4 60;off 5", slow=True),
        mds=k("metal detector sees the wet belt: signal noisy", MD, "sig", "metal detector|md", "sd 5"),
        hair=k("hall humidity: sensor full of flour, slow", HL, "rhu", "hall humidity|hall|hl", "lag 600;off 5", slow=True, need=60),
        rlate=k("axis messages come late", RJ, "header.stamp", "robot|rb ax|robot controller", "late .5"),
        othin=k("oven messages half as often", OV, "header.stamp", "oven|oven controller|ov", "thin 1 .49"),
        mloss=k("mixer messages get lost", MX, "header.stamp", "mixer|mixer bus|mx", "loss .5"),
        cburst=k("checkweigher messages come in bursts", CW, "header.stamp", "checkweigher|cw", "burst 2.2"),
        enc4=k("encoder of axis 4 loses counts", RJ, "vel[3] pos[3]", "axis 4|encoder|robot|rb ax", "part .5 .4 1.2", **ROB),
        tcpz=k("height of the tool reads wrong: mastering lost", RP, "pz", "tool|robot|rb tcp", "off 9"),
        rgap=k("rounder gap sensor loose", RN, "gap", "rounder|gap sensor|rn", "tele 1.2 1 5"),
        greas=k("grease pump: pressure sinks, line leaks", GR, "prs", "grease pump|grease|gr", "gain -.35;sd 2", slow=True),
        basin=k("level of sourdough tank 2 wrong: foam", BS, "lvl[1]", "sourdough tank 2|sourdough|bs", "off 4;sd 3", slow=True),
        cpu=k("computer: a second vision process runs", PC, "cpu cyc", "computer|pc", "gain .22"),
        memk=k("computer: memory grows", PC, "mem", "computer|memory|pc", "creep 220", slow=True),
        fxd=k("fan drive of the dust extraction hunts", DU, "spd", "dust extraction|dust fan|du", "hum 90 5"),
        pl_c=k("robot draws more at one place of the board: cable chain catches", RJ, "cur[0]", "axis 1|cable chain|robot|rb ax", "off 1.5", **PLACE),
        pl_e=k("axis 2 error larger at one place: rail dented", RJ, "err[1]", "axis 2|rail|robot|rb ax", "sd 7;off .12", **PLACE),
        pl_v=k("vacuum sags at one place: hose kinks", VC, "lev[0]", "cup 1|hose|vacuum|rb vc", "off -16", **PLACE),
        n_vib=k("mixer shakes when its torque is above a number: foot loose", MX, "vib", "mixer|mixer foot|mx", "off 1.6;sd 3", **NUM),
        n_spd=k("mixer speed sags when the torque is above a number: drive limits", MX, "spd", "mixer|mixer drive|mx", "gain -.09", **NUM),
        n_phi=k("head pressure flutters when above a number: valve plate", GL, "icp", "chiller|valve plate|gl", "hum 1.3 .8", **NUM),
        n_flu=k("draught unsteady when the flue is hotter than a number", OV, "drf", "flue|oven|ov", "hum 5 4", **NUM),
        n_air=k("dryer drain blows off when the air pressure is above a number", PN, "dwp", "air dryer|air|pn", "off 3", **NUM),
        n_mn=k("voltage of phase 3 sags when the power is above a number: clamp loose", MN, "vlt[2]", "mains|phase 3|mn", "off -2.5", **NUM),
        n_stm=k("humidity of the proofer noisy when the steam drive is above a number: drops", PF, "hum", "proofer|pf", "sd 6", **NUM),
        s_dv=k("divider reports low lubrication", [DV, "/rosout", "/diagnostics"], "tol", "divider|dv", "off 7", silent=False),
        s_fd=k("flour dosing warns that it is slow", [FD, "/rosout", "/diagnostics"], "rat", "flour dosing|fd", "gain -.3", silent=False),
        s_pn=k("air supply reports low pressure", [PN, "/rosout", "/diagnostics"], "low", "air|air supply|pn", "off 1", silent=False),
        s_md=k("metal detector reports that it needs balancing", [MD, "/rosout", "/diagnostics"], "bal", "metal detector|md", "tele 14 2 4", silent=False),
    )

    def jobs(self):
        m = Book(self, stp=0, flr=0.0, wat=0.0, rpm=0.0, mas=0.0, hyd=0.62, prd=1, bat=0, chg=0)
        while m.more:
            t0 = m.t
            prod = int(m.r.integers(1, 4 + self.since(6)))                                                # new in life/6: a rye dough
            m.set(prd=prod, hyd=(0.60, 0.64, 0.70, 0.76)[prod - 1] + m.u(-0.006, 0.006), bat=m.now("bat") + 1)
            d = m.u(22, 32)
            m.set(stp=1, flr=1.0), m.move(d, mas=100 * (d / 27)), m.set(flr=0.0)
            d2 = d * m.now("hyd")
            m.set(stp=2, wat=1.0), m.move(d2, mas=m.now("mas") + 100 * (d2 / 27)), m.set(wat=0.0)
            m.set(stp=3), m.move(4, rpm=70), m.wait(m.u(55, 90))
            if self.since(3) and m.chance(0.35): m.move(3, rpm=0.0), m.wait(m.u(40, 70), stp=9), m.move(3, rpm=70)    # new in life/3: dough rests
            m.set(stp=4), m.move(5, rpm=165 * m.u(0.94, 1.04) * (0.85 if prod == 4 else 1)), m.wait(m.u(100, 190))
            m.set(stp=5), m.move(5, rpm=0.0), m.move(12, mas=0.0)
            m.job(t0, 5 if m.chance(0.03) else 4)
            m.wait(m.u(8, 45), stp=0)
            if m.chance(0.12): m.wait(m.u(60, 140), stp=7)                                               # bowl cleaned
        b = Book(self, "line", x=200.0, y=0.0, z=0.0, r=0.0, suc=0, pick=0, run=1, board=0, jog=0, ppl=0, cut=0, load=0, pcs=0)
        nx, pitch, deep = ((6, 150, 0.0), (5, 180, 60.0), (6, 140, -60.0))[self.site()]
        while b.more:
            T = b.u(2.2, 3.0) * (1.15 if self.life_is(6) else 1)
            b.set(board=b.now("board") + 1, run=1)
            alt = self.since(8) and b.chance(0.5)                                                         # life/8: another pattern
            for i in range(nx):
                for j in range(5):
                    X, Y = 620 + pitch * i, (j - 2) * 120 + deep + (60 if alt and i % 2 else 0)
                    b.move(T * 0.1, z=-90.0), b.wait(T * 0.06, suc=1, pick=1), b.set(pick=0), b.move(T * 0.1, z=0.0), b.move(T * 0.32, x=X, y=Y, r=b.u(-90, 90)), b.move(T * 0.09, z=-70.0)
                    b.wait(T * 0.05, suc=0, pcs=b.now("pcs") + 1), b.move(T * 0.08, z=0.0), b.move(T * 0.2, x=200.0, y=0.0, r=0.0)
                    if b.chance(0.015): b.wait(b.u(4, 20))                                                # waits for pieces
            b.set(run=0.0), b.wait(b.u(3, 6), cut=1), b.wait(b.u(8, 14)), b.set(cut=0), b.wait(b.u(6, 10), load=1), b.set(load=0)
            if b.chance(0.12): b.wait(b.u(30, 110), ppl=1), b.set(ppl=0)
            if b.chance(0.05): b.set(jog=1, ppl=1), b.move(9, x=500.0, y=200.0), b.wait(10), b.move(9, x=200.0, y=0.0), b.set(jog=0, ppl=0)
            if b.once(800): b.move(5, x=120.0, y=-350.0), b.wait(15, z=-40.0), b.set(z=0.0), b.move(5, x=200.0, y=0.0)   # cups are washed once a session
        return [m, b]

    def model(self):
        B, F, L = self.B, self.F, self.L
        self.amb = self.day(23, 2, 2)
        ax = [self.soft(B[c], 0.25) for c in "xyzr"]
        self.ax, self.vl = ax, [self.diff(z) for z in ax]
        self.ac = [self.diff(lp(z, 0.1)) for z in self.vl]
        self.run_, self.cutt = lp(B["run"], 1), lp(B["cut"], 0.5)
        f = {a: F(a) for a in "mbear mbelt foul refr cond gpump ramlk cup filt door elem scale rhdri burn tc3 insul aleak tdo draft".split()}
        mb, bl, fo, rf, cn, gp, rl, cu, fi, do, el, sc, rd, bu, t3, ins, al, td, drf = f.values()
        o = Rec(self, "rpm trq icu tmo tdo dev vlv gq tgl cr phi plo icp trm lev0 lev1 eje pft pfh pfs pht z0_ z1_ z2_ d0 d1 d2 air ac_ act tre head")
        A = [L(z) for z in (B["rpm"], B["mas"], B["hyd"], self.amb, B["suc"], B["load"], B["cut"], self.run_, self.su("dens", 0.01) + self.wander("dens", 0.008, 60), self.wander("mixn", 1, 0.5), self.wander("rise", 1, 90), B["stp"])]
        w = It = dev = vlv = Iv = eje = 0.0
        Td, Tm, Tg, cr, trm = 22.0, float(self.amb[0]) + 8, -1.0, False, 0.0
        l0 = l1 = 0.0
        pt, ph, Ih, Is = 34.0, 78.0, 0.32, 0.35
        tz, Iz = [231.0, 226.0, 219.0], [0.42, 0.36, 0.33]
        ap, acn, act, head = 7.0, False, float(self.amb[0]) + 5, 12.0
        for i, (ref, mas, hy, amb, suc, load, cut, run, den, mn, rise, stp) in enumerate(zip(*A)):
            # mixer
            e = ref - w
            It = clip(It + 1.1 * e * H, 0, 480) if ref > 1 else It * 0.6
            m, full = clip(It + 2.0 * e, 0, 520), mas / 165
            dev = 0.12 if mas < 1 else dev + H * w * 4.2e-5 * (1.25 - dev)
            visc = (1.35 - 2.1 * (hy - 0.6)) * (0.35 + dev - 0.45 * dev ** 3) * exp(-0.028 * (Td - 24)) * full
            load_t = 14 + 0.05 * w + 30 * mb[i] + (165 * visc * (w / 165) ** 0.7 if w > 0.5 else 0) * (1 + 0.05 * mn)
            w = max(0.0, w + H * (m - load_t * (1 if w > 0.3 or m > load_t else 0)) * 0.24)
            slip, icu = 0.012 * m / 200 + 0.13 * bl[i] * m / 200, (6 + 0.19 * m if ref > 1 else 0.4)
            Tm += H * (0.00011 * icu * icu + 0.002 * mb[i] - (Tm - amb) * 0.0022)
            q, flow = m * w * 0.105 / 1000, 12 * vlv * (1 - 0.5 * gp[i])
            UA = 1.1 * (1 - 0.5 * fo[i]) * flow / (flow + 3.0)
            Td = (Td + H * (q * 0.6 - UA * (Td - Tg) * 0.13 - 0.004 * (Td - amb)) / max(mas * 0.0026, 0.05) * 0.10) if mas > 20 else Td + (19 + 0.2 * (amb - 22) - Td) * 0.05
            e = Td - 24.5
            if stp in (3, 4) and mas > 60: Iv = clip(Iv + 0.006 * e * H, 0.02, 1)
            else: Iv = max(0.05, Iv * 0.99)
            vlv += (clip(Iv + 0.11 * e, 0.02, 1) - vlv) * 0.15 if mas > 60 else (0.05 - vlv) * 0.1
            heat, cr = (UA * (Td - Tg) if mas > 20 else 0.05), (Tg > -3.2 if cr else Tg > 0.6)
            Tg += H * (heat * 0.0042 + 0.0009 * (amb - Tg) - 0.062 * cr * (1 - 0.42 * rf[i]) * (1 - 0.14 * cn[i]))
            phi = 5 + cr * (8.2 + 0.22 * (amb - 22) + 3.4 * cn[i] - 1.6 * rf[i] + 0.15 * Tg)
            plo, icp = 3.4 - cr * (1.5 + 0.75 * rf[i] - 0.07 * Tg), cr * (7.4 + 0.42 * (phi - 13) - 1.0 * rf[i]) + 0.2
            # divider: checkweigher trims
            head += H * (0.55 * (stp == 5) - 0.028 * run)
            head = clip(head, 3, 26)
            wt = 1 + den + 0.004 * (head - 14) - 0.075 * rl[i] + trm
            trm = clip(trm - 0.02 * (wt - 1) * H * run, -0.2, 0.3)
            # vacuum with an ejector that blows until the level is reached
            if suc:
                eje = 1.0 if (l0 + l1) / 2 < 58 else 0.0 if (l0 + l1) / 2 > 66 else eje
                l0 += H * (eje * 210 * (1 - 0.5 * fi[i]) * (1 - l0 / 88) - 0.10 * l0)
                l1 += H * (eje * 210 * (1 - 0.5 * fi[i]) * (1 - l1 / 88) - (0.10 + 0.5 * cu[i]) * l1)
            else: eje, l0, l1 = 0.0, l0 * 0.3, l1 * 0.3
            # proofer
            e = 35.0 - pt
            Ih = clip(Ih + 0.0022 * e * H, 0, 1)
            htr = clip(Ih + 0.16 * e, 0, 1)
            pt += H * (0.060 * htr * (1 - 0.22 * el[i]) - (0.00145 + 0.0005 * do[i]) * (pt - amb) - 0.03 * load)
            e = 80 - (ph - 5.5 * rd[i])
            Is = clip(Is + 0.0012 * e * H, 0, 1)
            stm = clip(Is + 0.03 * e, 0, 1)
            ph += H * (0.46 * stm * (1 - 0.36 * sc[i]) - (0.0042 + 0.0015 * do[i]) * (ph - 42) - 0.5 * load + 0.01 * rise)
            # oven
            dd = []
            for z, (sp, up, ls) in enumerate(((232, 0.62, 0.00135 * (1 + 0.22 * ins[i])), (227, 0.66 * (1 - 0.22 * bu[i]), 0.00118), (220, 0.62, 0.00112))):
                e = sp - tz[z] + (7.0 * t3[i] if z == 2 else 0)
                Iz[z] = clip(Iz[z] + 0.0005 * e * H, 0, 1)
                d = clip(Iz[z] + 0.05 * e, 0.05, 1)
                tz[z] += H * (up * d - ls * (tz[z] - amb) - (0.30 if load else 0) - 0.012 * (1 + 0.25 * rise))
                dd.append(d)
            # air
            acn = ap < 7.6 if acn else ap < 6.3
            ap += H * (0.055 * acn - 0.006 - 0.004 * cut - 0.022 * eje - 0.016 * al[i])
            act += H * (0.33 * acn - (act - amb) * 0.006)
            o.rows.append((w * (1 - slip), load_t, icu, Tm, Td, dev, vlv, flow, Tg, cr, phi, plo, icp, trm, l0, l1, eje, pt, ph, stm, htr, *tz, *dd, ap, acn, act, Tg + min(heat * 2.2 / (flow + 0.6), 14), head))
        o.give()

    def conditions(self):
        B = self.B
        mix, rob = self.rpm > 30, lp(np.abs(self.vl[0]), 1.5) > 60
        self.place("pl_c pl_e pl_v", self.ax[0], self.ax[1], 190.0, rob & (self.ax[0] > 420), 0.07)
        W = "torque|trq|mixer"
        self.beyond("n_vib", self.trq, MX + ":trq", W, 0.5, mix), self.beyond("n_spd", self.trq, MX + ":trq", W, 0.55, mix)
        self.beyond("n_phi", self.phi, GL + ":phi", "head pressure|phi|pressure", 0.5, self.cr > 0.5), self.beyond("n_flu", self.flue(), OV + ":flu", "flue|flu|hot", 0.55)
        self.beyond("n_air", self.air, PN + ":prs", "air pressure|pressure|prs", 0.6), self.beyond("n_mn", self.power(), MN + ":pwr", "power|pwr|load", 0.6), self.beyond("n_stm", 100 * self.pfs, PF + ":stm", "steam|stm|drive", 0.5)
        for kinds, vis, w in (("mbear mbelt foul tdo", mix, "mix|torque|speed|rpm|spd|trq"), ("bridge", B["flr"] > 0.5, "flour|dos|rat"), ("wval", B["wat"] > 0.5, "water|dos|rat"), ("ramlk doil dscat", self.run_ > 0.5, "divid|runs|run"), ("gear1 zbelt brk3 gain cup filt enc4", rob, "robot|moves|works|vel"), ("knife", self.cutt > 0.5, "cut|knife")): self.mode(kinds, vis, *w.split("|"))

    def flue(self): return lp(140 + 95 * (self.d0 + self.d1 * 1.2 + self.d2) / 3 + 9 * self.f("burn"), 25)

    def power(self): return 14 + 0.30 * self.icu * (self.rpm > 1) + 0.6 * self.icp + 5.5 * self.ac_ + 9 * self.pht * (1 - 0.22 * self.f("elem")) + 11 * self.pfs + 3 * self.run_

    def publish(self):
        B, W, t, amb, s, F = self.B, self.wander, self.t, self.amb, self.send, self.f
        mixing = np.tanh(self.rpm / 20)
        s(MX, P + "Mx", 8, dict(spd=M(self.rpm, 0.1, 0.5), trq=M(self.trq * mixing, 0.5, 2.5), cur=M(self.icu, 0.1, 0.3, 0.1), tmt=M(self.tmo, 0.5, 0.2, 5), tdo=M(self.tdo, 0.1, 0.12, 2), vib=M(0.3 + 0.9 * self.rpm / 165 + 0.004 * self.trq * mixing * np.abs(1 + 0.5 * W("vb", 1, 0.5)) + 1.0 * F("mbear") * mixing, 0.02, 0.08), bra=M(0.2 + 2 * (self.diff(self.rpm) < -5), 0.05, 0.05)))
        s(GL, P + "Gl", 4, dict(tsu=M(self.tgl, 0.1, 0.08, 3), tre=M(self.tre, 0.1, 0.1, 6), vlv=M(100 * self.vlv, 0.5, 0.3, 0, 0, 100), flo=M(self.gq, 0.05, 0.1, 0.5, 0), phi=M(self.phi, 0.05, 0.08, 1), plo=M(self.plo, 0.02, 0.03, 1), icp=M(self.icp, 0.05, 0.1, 0.3, 0), run=self.cr))
        fr, br = lp(B["flr"], 1), F("bridge")
        rat = fr * 3.7 * (1 - 0.28 * br) * (1 + 0.03 * W("fr", 1, 1.5) * (1 + 3 * br))
        cyc = np.maximum.accumulate(np.where(np.diff(B["flr"], prepend=0) > 0.5, np.arange(self.n), 0))
        cum = np.cumsum(rat) * 0.05
        s(FD, P + "Fd", 5, dict(wgt=M(np.minimum(cum - cum[cyc], 160), 0.05, 0.12), rat=M(rat, 0.02, 0.06, 0.4, 0), scr=M(fr * 88 * (1 + 0.26 * br), 0.5, 1.2), hop=M(72 - 0.02 * np.mod(cum, 1600) + self.su("hop", 6), 0.5, 0.4, 0, 0, 100)))
        wr, wv = lp(B["wat"], 0.6), F("wval")
        s(WD, P + "Wd", 5, dict(vol=M(np.cumsum(wr * 3.7 * (1 - 0.3 * wv)) * 0.05 + 4000 * self.idx, 0.1, 0), rat=M(wr * 3.7 * (1 - 0.3 * wv) * (1 + 0.015 * W("wr", 1, 2)), 0.02, 0.03, 0.2, 0), twa=M(8.5 + 0.2 * (amb - 23) + 1.2 * (1 - lp(wr, 30)), 0.1, 0.08, 4), prs=M(3.9 - 0.9 * wr * (1 - 0.55 * wv) + 0.06 * W("wp", 1, 6), 0.01, 0.03)))
        r, do = self.run_, F("doil")
        s(DV, P + "Dv", 5, dict(ram=M(r * (21 + 2.2 * np.sin(2 * np.pi * t / 1.3)) * (1 - 0.1 * F("ramlk")) + 2, 0.1, 0.4), trm=M(100 * self.trm, 0.1, 0.12), spd=M(46 * r, 0.2, 0.3), cur=M(r * (4.6 + 0.5 * np.sin(2 * np.pi * t / 1.3) + 1.3 * do) + 0.3, 0.05, 0.12, 0, 0), tol=M(amb + 11 + 6 * lp(r, 200) + 4 * lp(do * r, 150), 0.5, 0.2, 5), hop=M(3 * self.head, 0.5, 0.7)))
        g = 800 * (1 + self.su("m0", 0.001) + 0.004 * W("ms", 1, 40))
        s(CW, P + "Cw", 4, dict(mas=M(g, 0.5, 4.5), avg=M(lp(g, 25), 0.1, 0.5), rej=M(1.5 + 0.6 * np.abs(W("rj", 1, 120)), 0.1, 0.1, 0, 0), dly=M(31 + 2 * np.abs(W("dl", 1, 2)), 1, 1)))
        ge, bk = F("gear1"), F("brk3")
        vn, an = [z / c for z, c in zip(self.vl, (900, 400, 300, 150))], [z / c for z, c in zip(self.ac, (6000, 3000, 2500, 900))]
        cur = [0.4 + np.abs(1.6 * np.tanh(3 * v) * fr_ + 3.2 * a + grav) for v, a, grav, fr_ in zip(vn, an, (0, 0, 1.5, 0), (1, 1 + 0.85 * ge, 1 + 1.1 * bk, 0.7))]
        cur[2] = cur[2] + 0.3 * bk
        hot = [amb + 9 + lp(c * c, 260) * 3.4 for c in cur]
        hot[1] = hot[1] + 1.6 * lp(ge * (lp(np.abs(vn[1]), 5) > 0.05), 200)
        ring = 0.35 * F("zbelt") * lp(np.abs(an[2]), 0.4) * np.sin(2 * np.pi * t * 3.1)
        err = [0.12 * v + 0.10 * a + (ring if i == 2 else 0) for i, (v, a) in enumerate(zip(vn, an))]
        s(RJ, P + "Ax", 12, dict(pos=[M(z, 0.01, 0.01) for z in self.ax], vel=[M(z, 0.1, 1.5) for z in self.vl], cur=[M(c, 0.02, 0.10, 0.05, 0) for c in cur], err=[M(e, 0.002, 0.012) for e in err], tmp=[M(h, 0.5, 0.15, 5) for h in hot]))
        s(RP, P + "Tcp", 8, dict(px=M(self.ax[0], 0.1, 0.1), py=M(self.ax[1], 0.1, 0.1), pz=M(self.ax[2] + 8 * ring, 0.1, 0.1), acc=M(np.hypot(self.ac[0], self.ac[1]) / 1000 + 3 * np.abs(ring), 0.02, 0.12)))
        s(VC, P + "Vc", 10, dict(lev=[M(z, 0.2, 0.5, 0, 0, 95) for z in (self.lev0, self.lev1)], eje=M(100 * lp(self.eje, 3), 0.5, 0.6, 0, 0, 100), dcy=M(5 + 22 * lp((self.lev0 - self.lev1).clip(0), 2) / 40 + 0.5 * np.abs(W("dc", 1, 5)), 0.1, 0.3), grp=M(100 * lp(B["suc"] * (self.lev0 > 40), 2), 1, 1)))
        pf = F("pfan")
        s(PF, P + "Pf", 2, dict(tem=M(self.pft, 0.05, 0.05, 5), hum=M(self.pfh - 5.5 * F("rhdri"), 0.1, 0.25, 5), htr=M(100 * self.pht, 0.5, 0.4, 0, 0, 100), stm=M(100 * self.pfs, 0.5, 0.4, 0, 0, 100), fan=M(1180 * (1 - 0.1 * pf), 2, 7), dor=M(90 * lp(B["load"], 0.6), 1, 1), trk=[M(self.pft - 0.4 - 0.5 * i + (0.8 - 0.8 * i) * lp(pf, 100), 0.1, 0.08, 30) for i in range(3)]))
        tz, dd = (self.z0_, self.z1_, self.z2_ ), (self.d0, self.d1, self.d2)
        gas, dr = 2.2 + 4.1 * sum(dd), F("draft")
        s(OV, P + "Ov", 2, dict(tzn=[M(z - (7.0 * F("tc3") if i == 2 else 0), 0.1, 0.25, 6) for i, z in enumerate(tz)], dut=[M(100 * z, 0.5, 0.5, 0, 0, 100) for z in dd], oxy=M(8.6 - 2.6 * sum(dd) / 3 - 0.9 * dr + 0.2 * W("ox", 1, 20), 0.05, 0.12, 4), flu=M(self.flue() - 3.5 * dr, 0.5, 0.8, 5), drf=M(17 + 0.06 * (self.flue() - 170) - 3.5 * dr + 0.9 * W("dr", 1, 3), 0.1, 0.4), gas=M(gas, 0.05, 0.08, 1), blt=M(1.35 + 0.05 * self.since(8), 0.005, 0.004)))
        cf, ti = F("cfan"), 92 + 3 * W("ct", 1, 200)
        s(CO, P + "Co", 2, dict(tin=M(ti, 0.2, 0.4, 8), tou=M(amb + 8 + 0.05 * (ti - 92) + 3.2 * lp(cf, 90) + 0.6 * W("co", 1, 80), 0.1, 0.15, 8), fan=M(920 * (1 - 0.09 * cf), 2, 6), hum=M(52 + 4 * W("ch", 1, 250) + 3 * lp(cf, 90), 0.5, 0.5, 8), dr2=M(41 + 2 * np.sin(t / 190), 0.5, 0.4)))
        b2, ld = F("blt2"), 1 + 0.25 * W("bl", 1, 8)
        s(BL, P + "Bl", 5, dict(spd=[M(r * v * (1 - (0.07 * b2 if i == 1 else 0)), 0.005, 0.006) for i, v in enumerate((0.42, 0.38, 0.35, 0.2))], cur=[M(0.2 + r * (1.1 + 0.2 * i) * (0.8 + 0.2 * ld), 0.02, 0.05, 0, 0) for i in range(4)], slp=[M(1.2 + 0.4 * ld + (5 * b2 if i == 1 else 0), 0.1, 0.25, 0.5, 0) for i in range(4)]))
        s(PN, P + "Pn", 3, dict(prs=M(self.air, 0.01, 0.02), cur=M(0.2 + self.ac_ * (7 + 0.9 * self.air), 0.05, 0.2, 0.3, 0), tmp=M(self.act, 0.5, 0.3, 6), dwp=M(3 + 0.15 * (amb - 23) + 0.5 * W("dp", 1, 150), 0.1, 0.15), low=0))
        s(CM, P + "Cm", 4, dict(ofx=M(1.2 * W("ox2", 1, 0.7), 0.1, 0.3), ofy=M(1.5 * W("oy2", 1, 0.7), 0.1, 0.3), cnf=M(0.93 - 0.02 * (B["prd"] == 3) + 0.012 * W("cf", 1, 2), 0.001, 0.006, 0, 0, 1), exs=M(6.4 + 0.5 * W("ex", 1, 240), 0.05, 0.06), lat=M(38 + 3 * np.abs(W("la", 1, 1)) + 3 * self.since(3), 1, 1.5), cnt=np.mod(B["pcs"], 60000)))
        s(MD, P + "Md", 4, dict(sig=M(9 + 4 * B["hyd"] * np.abs(W("md", 1, 1)) * r, 0.1, 0.5, 0, 0), bal=M(1.5 * W("mb", 1, 400), 0.1, 0.3), rjc=12 * self.idx + np.floor(t / 1300)))
        kf = F("knife")
        s(KN, P + "Kn", 4, dict(frq=M(24 * self.cutt, 0.1, 0.2), cur=M(0.15 + self.cutt * (1.9 + 0.8 * kf + 0.15 * W("kn", 1, 1)), 0.02, 0.05, 0, 0), dep=M(self.cutt * (8 - 2.2 * kf), 0.1, 0.15, 0, 0), tpr=M(31 + 6 * lp(self.cutt, 60), 0.5, 0.3)))
        pw = self.power()
        vl = 231 - 0.05 * pw + 0.8 * W("vl", 1, 200)
        s(MN, P + "Mn", 3, dict(cur=[M(pw * c * 1000 / 3 / 231 / 0.9, 0.2, 0.6) for c in (1.02, 0.98, 1.05)], vlt=[M(vl + self.u(f"vl{i}", 0.6), 0.1, 0.2) for i in range(3)], pwr=M(pw, 0.1, 0.2), pfa=M(0.9 + 0.03 * np.tanh((pw - 30) / 15), 0.002, 0.004)))
        s(PC, P + "Pc", 2, dict(cpu=M(41 + 8 * r + 4 * self.since(3), 0.5, 1.8, 0, 0, 100), mem=M(2480 + 60 * self.since(3) + 80 * self.since(8) + self.pieces("me", 60, 200, -15, 15), 1, 4), tbd=M(amb + 19 + 3 * lp(r, 120), 0.5, 0.3), cyc=M(12 + 0.7 * np.abs(W("cy", 1, 0.6)) + 0.8 * r, 0.05, 0.2), jit=M(0.4 + 0.2 * np.abs(W("ji", 1, 2)), 0.02, 0.04, 0, 0)), strs=dict(ver=self.ver("2.8", "2.9", "3.1")))
        s(HL, P + "Hl", 1, dict(tai=M(amb + 3 + 0.4 * lp(B["load"], 60), 0.1, 0.08, 60), rhu=M(46 + 4 * W("rh", 1, 400) + 5 * lp(B["load"], 40), 0.5, 0.4, 30), flo=M(0.4 + 0.1 * W("af", 1, 5), 0.01, 0.02)))
        s(ST, P + "St", 2, dict(stp=B["stp"], prd=B["prd"], bat=B["bat"] + 9 * self.idx, pcs=B["pcs"] + 1200 * self.idx, jog=B["jog"])), s(SF, P + "Sf", 2, dict(fnc=B["ppl"] < 0.5, es1=1, ppl=B["ppl"]))
        du = F("dust")
        s(DU, P + "Du", 3, dict(dif=M(0.62 + 0.2 * fr + 0.25 * du + 0.02 * self.idx, 0.01, 0.02, 1), spd=M(2740 - 70 * du - 30 * fr, 2, 9), dst=M(3 + 5.5 * lp(fr, 15) * (1 + 0.5 * du) + 0.5 * np.abs(W("ds", 1, 20)), 0.1, 0.2, 0, 0)))
        s(GR, P + "Gr", 2, dict(prs=M(2 + 31 * np.exp(-np.mod(t + 70 * self.su("gr"), 210) / 90), 0.2, 0.4, 0.5, 0), lvl=M(63 - 0.4 * self.idx, 0.5, 0.4)))
        s(RN, P + "Rn", 4, dict(spd=M(58 * r, 0.2, 0.4), cur=M(0.3 + r * (3.3 + 0.4 * W("rn", 1, 2)), 0.05, 0.1, 0, 0), gap=M(14.2 + 0.3 * (B["prd"] - 2), 0.02, 0.05)))
        s(BS, P + "Bs", 1, dict(lvl=[M(61 + i * 9 - 4 * np.mod(t / 3600 + self.su(f"bs{i}"), 1), 0.5, 0.5, 10) for i in (0, 1)], tmp=[M(5.2 + 0.5 * np.sin(t / 230 + i * 2), 0.1, 0.08, 20) for i in (0, 1)], frt=M(18 + 2 * np.abs(W("ft", 1, 90)), 0.5, 0.4)))
        self.say("s_dv", "divider", "DV", "lubrication low, oil warm", "lubrication pulse missing"), self.say("s_fd", "flour_dosing", "FD", "dosing slower than usual", "dosing slow, check the hopper")
        self.say("s_pn", "air_supply", "PN", "line pressure too low", "line pressure below limit"), self.say("s_md", "metal_detector", "MD", "balance lost, balancing needed", "balancing failed")
        self.talk(self.ver("2.8", "2.9", "3.1"), [("I", "oven", "burners lit"), ("W", "chiller", "start delayed by the timer"), ("I", "robot", "homed")], [(9, "I", "mixer", "batch mixed in {} s", 190, 330), (6, "W", "camera", "piece touches another, skipped {} mm", 2, 20), (5, "I", "checkweigher", "mean corrected by {} g", 1, 6), (4, "W", "flour_dosing", "dribble took {} s", 3, 8), (2, "W", "pc", "slow cycle {} ms", 22, 40)],
            [("camera", "CM", 3), ("checkweigher", "CW", 2), ("dust_extraction", "DU", 1)], "/batch/_action/status")
