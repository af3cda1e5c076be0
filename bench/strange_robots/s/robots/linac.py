"""Treatment machine for radiotherapy: gantry that turns, leaves and jaws that shape the beam, couch of six axes, x-ray imaging, cameras that follow the surface and the breath; fixed medical machine; abbreviated fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s, slew
from base import kind as k

JNT, MLC, JAW, BEA, MOD, MGN, GUN, WGD, VAC, WTR, TGT, ION, CCH, CPO, KVT, PNL, EPD, SRF, RSP, PSU, LSR, VNT, AIR, NET, PC, CJN, DSK, HED = "/gtr/jnt", "/mlc", "/jaw", "/bm", "/mod", "/mgn", "/gun", "/wgd", "/vac", "/cwt", "/tgt", "/ion", "/cch/drv", "/cch/pose", "/kvt", "/pnl", "/epd", "/srf", "/rsp", "/psu", "/lsr", "/vnt", "/prs", "/net", "/tpc", "/cch/jnt", "/dsk", "/head/pose"  # fmt: skip
BM, GM, CM, IM = dict(where="when the beam is on", need=12), dict(where="when the gantry turns", need=12), dict(where="when the couch moves", need=8), dict(where="when x-rays are taken", need=6)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Linac(Robot):
    NAME = "linac"
    FLAGS = [(BEA, "ilk"), (MLC, "lf_flt"), (WGD, "arc"), (CCH, "brk_wrn")]
    COMES = ("s_arc",)
    RETRY = [("srf", "SRF", "reference surface taken again after {} s", 3, 1, 5), ("pnl", "PNL", "frames dropped, {} ms", 2.5, 40, 120)]
    DEFS = {
        "lin_msgs/msg/Mlc": mdef("float32[6] pos_a pos_b amp_a amp_b; float32 tmp_cr vlt_mt; bool lf_flt"),
        "lin_msgs/msg/Jaw": mdef("float32[4] pos_jw amp_jw"),
        "lin_msgs/msg/Bm": mdef("float32 dr_mu flt_bm sym_gt sym_ab; float64 mu1 mu2; uint8 en; uint16 ilk; bool on"),
        "lin_msgs/msg/Mod": mdef("float32 hv_kv prf amp_ch tmp_th vlt_rs tmp_pt"),
        "lin_msgs/msg/Mgn": mdef("float32 amp_mg fil_mg tmp_mg afc frc_pw"),
        "lin_msgs/msg/Gun": mdef("float32 hv_gn amp_gn fil_gn"),
        "lin_msgs/msg/Wgd": mdef("float32 sf6 rfl; uint32 cnt_arc; bool arc"),
        "lin_msgs/msg/Vac": mdef("float32 ion_ua hv_ip"),
        "lin_msgs/msg/Cwt": mdef("float32 tin tout flw prs cnd lvl"),
        "lin_msgs/msg/Tgt": mdef("float32 tmp_tg tmp_sl pos_cr"),
        "lin_msgs/msg/Ion": mdef("float32[2] hv_ic lk_pa; float32 tmp_ic prs_ic"),
        "lin_msgs/msg/Drv": mdef("float32[6] amp_cc; float32[2] tmp_cc; float32 mas tlt; bool brk_wrn"),
        "lin_msgs/msg/Kvt": mdef("float32 kvp ma hu tmp_an rpm_an; uint32 exp"),
        "lin_msgs/msg/Pnl": mdef("float32 ofs nse tmp frm"),
        "lin_msgs/msg/Srf": mdef("float32 dx dy dz cnf lat amp_pj"),
        "lin_msgs/msg/Rsp": mdef("float32 amp per bas; bool gt"),
        "lin_msgs/msg/Psu": mdef("float32 v24 a24 v48 v5 tmp_cb; float32[3] amp_ln"),
        "lin_msgs/msg/Lsr": mdef("float32[4] amp_ls"),
        "lin_msgs/msg/Vnt": mdef("float32[2] rpm; float32 dp flw_ex"),
        "lin_msgs/msg/Dsk": mdef("float32 use wrt; uint32 fil"),
        "lin_msgs/msg/Net": mdef("float32 rsp_ms lss"),
        "lin_msgs/msg/Tpc": mdef("float32 cyc_av cyc_mx mem_us tmp_pu; string rel"),
        "lin_msgs/msg/Sft": mdef("bool es_ok dr_cl; uint8 ppl"),
        "lin_msgs/msg/Job": mdef("uint8 stp tec; uint16 pat pln fld; float32 mu_rq dr_rq; bool pnd"),
    }
    KINDS = dict(
        brg=k("bearing of the gantry runs hard: drive works more, speed uneven", JNT, "effort[0] velocity[0]", "gantry|gtr jnt|bearing", cons="/psu|amp ln", step=False, **GM),
        mgn=k("magnetron ages: more current for less power, hotter", MGN, "amp_mg frc_pw tmp_mg", "magnetron|mgn", cons="/cwt|tout|amp ch", step=False, tail=300, **BM),
        cwp=k("pump of the cooling water weak: flow falls, everything on the water gets hot", [WTR, TGT, MGN], "flw prs tout tmp_tg tmp_mg", "cooling water|cwt|pump", cons="tmp sl|tmp pt", tail=400),
        sf6=k("gas of the waveguide leaks: pressure falls, more is reflected", WGD, "sf6 rfl", "waveguide|wgd|gas", cons="cnt arc|afc", step=False),
        vac=k("vacuum of the tube gets worse: ion pump and gun draw more", [VAC, GUN], "ion_ua amp_gn", "vacuum|ion pump|vac", cons="hv ip", step=False),
        lf3=k("leaf 3 of bank a runs hard: current up, follows late", MLC, "amp_a[2] pos_a[2]", "leaf 3|mlc|bank a", where="when leaves move", need=12),
        strg=k("steering drifts: beam leans, symmetry and flatness leave", BEA, "sym_gt flt_bm", "steering|beam|symmetry", cons="dr mu", step=False, **BM),
        fan=k("fan 1 of the cabinet stands: cabinet and thyratron get hot", [VNT, PSU, MOD], "rpm[0] tmp_cb tmp_th", "fan|ventilation|vnt|cabinet", cons="dp|tmp pu|/tpc", tail=500),
        cz=k("couch lift leaks: sinks and is raised again", [CJN, CCH], "position[2] amp_cc[2]", "couch lift|couch|cch jnt|cch drv", cons="/cch/pose", tail=30),
        anb=k("anode bearing of the x-ray tube worn: turns slower, gets hotter", KVT, "rpm_an tmp_an", "anode|x-ray tube|kvt", tail=300, step=False),
        g_zero=k("gantry angle stands off: tooth skipped", JNT, "position[0]", "gantry|gtr jnt", "off .2 .02"),
        g_wob=k("gantry speed swings when its angle is above a number: balance weight", JNT, "velocity[0]", "gantry|gtr jnt|balance", "swing .09 2", where="**gantry angle above a number**", **NU),
        c_stk=k("collimator sticks: brake plate", JNT, "position[1]", "collimator|gtr jnt", "stick .35"),
        c_eff=k("collimator needs more effort: grease", JNT, "effort[1]", "collimator|gtr jnt|grease", "off 3.4 .1", step=False),
        j_old=k("states of the gantry come late: bus", JNT, "header.stamp", "gantry|gtr jnt|bus", "age .6", step=False),
        a_off=k("leaf 5 of bank a stands off: carriage reference", MLC, "pos_a[4]", "leaf 5|mlc|bank a", "off .9 .03"),
        b_frz=k("leaf 2 of bank b: reading frozen", MLC, "pos_b[1]", "leaf 2|mlc|bank b", "frz"),
        b_jmp=k("leaf 6 of bank b jumps: t-nut", MLC, "pos_b[5]", "leaf 6|mlc|bank b", "spk 1.3 .06"),
        b_amp=k("leaf 4 of bank b draws uneasy current: motor worn", MLC, "amp_b[3]", "leaf 4|mlc|bank b", "~noise .14"),
        m_tmp=k("carriage gets hot: air hose off", MLC, "tmp_cr", "carriage|mlc|hose", "heat 7 80", step=False, tail=300),
        m_vlt=k("motor voltage of the leaves sags: rectifier", MLC, "vlt_mt", "mlc|motor voltage|rectifier", "off -2.6 .15"),
        jw1=k("jaw 2 reads in coarse steps: potentiometer", JAW, "pos_jw[1]", "jaw 2|jaw|potentiometer", "coarse 2.6"),
        jw3=k("jaw 4 draws more: spindle dry", JAW, "amp_jw[3]", "jaw 4|jaw|spindle", "off .5 .1", step=False),
        dr_hi=k("dose rate flutters when it is above a number: afc gain", BEA, "dr_mu", "dose rate|beam", "flut 90 -.5", where="**dose rate above a number**", **NU),
        mu2=k("second monitor counts too little", BEA, "mu2", "monitor 2|beam", "mul -.15 .01"),
        s_ab=k("symmetry across walks: coil current", BEA, "sym_ab", "symmetry|beam|coil", "walk 1.8 4 15", **BM),
        hv=k("high voltage of the modulator ripples: capacitor", MOD, "hv_kv", "modulator|mod|capacitor", "noise 1.5", **BM),
        rsv=k("reservoir of the thyratron drifts", MOD, "vlt_rs", "thyratron|modulator|reservoir", "off -.34 .04", step=False),
        chg=k("charging current rises when the dose rate is above a number: diode", MOD, "amp_ch", "charging|modulator|diode", "off .5 .1", where="**dose rate above a number**", **NU),
        pt=k("pulse transformer gets hot: oil low", MOD, "tmp_pt", "pulse transformer|modulator|oil", "heat 9 90", step=False, tail=400),
        prf=k("pulses left out: trigger", MOD, "prf", "trigger|modulator|pulses", "cut 60 .3", **BM),
        afc=k("frequency control hunts", MGN, "afc", "afc|magnetron|frequency", "hunt 26 4", **BM),
        fil=k("filament of the magnetron uneasy: contact", MGN, "fil_mg", "filament|magnetron", "~noise .5"),
        gnh=k("gun voltage jumps: tracking", GUN, "hv_gn", "gun|gun voltage", "spk 3 .06"),
        gnf=k("gun filament low: transformer", GUN, "fil_gn", "gun filament|gun", "off -.32 .04"),
        rfl=k("more is reflected when the gantry angle is above a number: rotary joint", WGD, "rfl", "rotary joint|waveguide|wgd", "off 2.6 .2", where="**gantry angle above a number**", **NU),
        sfg=k("gauge of the gas frozen", WGD, "sf6", "gas|waveguide|gauge", "frz", need=60),
        ihv=k("voltage of the ion pump swings", VAC, "hv_ip", "ion pump|vacuum", "swing .14 7"),
        ti=k("water inlet swings: chiller short of gas", WTR, "tin", "water inlet|chiller|cwt", "swing 2.2 50"),
        cnd=k("conductivity of the water rises: resin", WTR, "cnd", "conductivity|cwt|resin", "off 1.4 .05", step=False),
        wfl=k("flow meter sticks: turbine", WTR, "flw", "flow meter|cwt|turbine", "stick 1.6"),
        wlv=k("level of the water falls: drip", WTR, "lvl", "water level|cwt", "off -7 .03", step=False),
        tsl=k("solenoid gets hot: one channel blocked", TGT, "tmp_sl", "solenoid|tgt|target", "heat 8 60", step=False, tail=300),
        tcr=k("carousel does not stand right: detent", TGT, "pos_cr", "carousel|tgt|target", "off .15 .05"),
        i_hv=k("high voltage of chamber 1 low: cable", ION, "hv_ic[0]", "chamber 1|ion chamber|ion", "~off -14 .1"),
        i_lk=k("chamber 2 leaks current: moisture", ION, "lk_pa[1]", "chamber 2|ion chamber|ion", "off 2.4 .1", step=False),
        i_prs=k("pressure of the chamber sensor walks", ION, "prs_ic", "chamber pressure|ion", "walk 1.6 6 20"),
        i_old=k("messages of the chambers get lost", ION, "header.stamp", "ion chamber|ion", "lost .5"),
        x_ply=k("couch longitudinal has play: belt", CJN, "position[0]", "couch longitudinal|couch|cch jnt|belt", "play .04|noise .004"),
        y_vel=k("couch lateral jerks", CJN, "velocity[1]", "couch lateral|couch|cch jnt", "flut .02 .3", **CM),
        r_cnt=k("couch rotation loses counts", CJN, "position[3]", "couch rotation|couch|cch jnt", "skip .006 .06"),
        pit=k("pitch of the couch stands off when the load is above a number: actuator", CJN, "position[4]", "pitch|couch|cch jnt", "off .014 .04", where="**load above a number**", **NU),
        x_amp=k("couch longitudinal draws more: cable chain rubs", CCH, "amp_cc[0]", "couch longitudinal|cch drv|couch", "mul .9 .06", step=False, **CM),
        c_hot=k("couch lift motor gets hot: brake", CCH, "tmp_cc[0]", "couch lift|cch drv|couch", "heat 9 90", step=False, tail=300),
        mas=k("load cells of the couch creep", CCH, "mas", "load cell|couch|cch drv", "creep 40 60"),
        p_pl=k("head sags at one place: race of the bearing worn", HED, "pose.position.z", "head|head pose|race", "off -.009 .05", **PL),
        tl_pl=k("motor voltage of the leaves falls at one place: slip ring worn", MLC, "vlt_mt", "mlc|slip ring|motor voltage", "flut -1.4 1", **PL),
        a_pl=k("gantry works unevenly at one place: cable chain catches", JNT, "effort[0]", "gantry|gtr jnt|cable chain", "flut 45 .9", **PL),
        x_pl=k("pressure of the gas falls at one place: hose bent", WGD, "sf6", "gas|waveguide|hose", "off -1.6 .1", **PL),
        kvp=k("tube voltage too low: generator", KVT, "kvp", "x-ray tube|kvt|generator", "mul -.12 .02", **IM),
        ma=k("tube current uneasy: filament", KVT, "ma", "x-ray tube|kvt|filament", "noise 9", **IM),
        hu=k("heat units counted with a wrong fan: sum too high", KVT, "hu", "x-ray tube|kvt|heat", "mul .4 .05", step=False),
        ofs=k("offset of the panel drifts when it is warmer than a number", PNL, "ofs", "panel|pnl", "off 60 .1", where="**panel temperature above a number**", **NU),
        nse=k("noise of the panel grows: amplifier", PNL, "nse", "panel|pnl|amplifier", "mul .5 .06", step=False),
        frm=k("frames of the panel late", PNL, "frm", "panel|pnl|frames", "late 20 70"),
        e_tmp=k("portal imager gets hot: fan", EPD, "tmp", "portal imager|epd", "heat 8 80", step=False, tail=300),
        e_nse=k("portal imager noisy: radiation damage", EPD, "nse", "portal imager|epd", "~off 9 .1"),
        s_z=k("surface camera sees the patient lower: camera bumped", SRF, "dz", "surface camera|srf", "off 2.6 .05"),
        s_cnf=k("surface camera less sure: lens dusty", SRF, "cnf", "surface camera|srf|lens", "off -.13 .06", step=False),
        s_lat=k("surface late: processor full", SRF, "lat", "surface camera|srf", "late 25 90"),
        s_pj=k("projector of the surface camera flickers", SRF, "amp_pj", "projector|srf|surface camera", "noise .08"),
        s_pl=k("surface camera less sure at one place: head hides the second camera", SRF, "cnf", "surface camera|srf|reflex", "off -.2 .2", **PL),
        r_amp=k("breath sensor flat: belt slack", RSP, "amp", "breath|rsp|belt", "mul -.5 .05"),
        r_bas=k("baseline of the breath drifts", RSP, "bas", "breath|rsp|baseline", "off 2.4 .05", step=False),
        v24=k("24 v falls when its current is above a number: terminal", PSU, "v24", "24 v|psu|terminal", "off -.45 .2", where="**24 v current above a number**", **NU),
        v48=k("48 v uneasy: ripple", PSU, "v48", "48 v|psu", "noise .4"),
        v5=k("5 v drops out briefly", PSU, "v5", "5 v|psu", "spk .2 .05"),
        ph3=k("current of phase 3 reads too little", PSU, "amp_ln[2]", "phase 3|psu", "mul -.25 .03"),
        lsr=k("laser 2 draws more: ageing", LSR, "amp_ls[1]", "laser 2|lsr", "mul .22 .02", step=False),
        dp=k("filter of the cabinet clogs", VNT, "dp", "filter|vnt|ventilation", "mul .5 .05", step=False),
        fl=k("exhaust air falls: flap", VNT, "flw_ex", "exhaust|vnt|ventilation|flap", "~mul -.3 .05"),
        mem=k("memory of the treatment computer fills", PC, "mem_us", "treatment computer|tpc|memory", "leak 130", step=False),
        cyc=k("treatment computer has far longer worst cycles", PC, "cyc_mx cyc_av", "treatment computer|tpc", "late 2 8"),
        lss=k("network loses packets: port", NET, "lss", "network|net|port", "late 3 10", also="/net rsp_ms off 6 .4"),
        wrt=k("writing of the disc slow", DSK, "wrt", "disc|dsk", "late 20 80", step=False),
        air=k("compressed air low: hose", AIR, "fluid_pressure", "compressed air|prs|hose", "off -60000 .1"),
        hum=k("humidity of the room frozen", "/hum", "relative_humidity", "humidity|hum", "frz", need=60),
        s_bm=k("beam interlock of the dosimetry", [BEA, "/rosout", "/diagnostics"], "ilk dr_mu", "beam|dosimetry|bm", silent=False),
        s_lf=k("leaf faults reported", [MLC, "/rosout", "/diagnostics"], "lf_flt amp_a[0]", "leaf|mlc", silent=False),
        s_arc=k("waveguide warns for seconds again and again of arcs", [WGD, "/rosout", "/diagnostics"], "arc", "waveguide|wgd|arc", silent=False),
        s_brk=k("couch warns that a brake is worn", [CCH, "/rosout", "/diagnostics"], "brk_wrn", "couch|cch drv|brake", silent=False),
    )

    def life(self):
        self.day(21.5, 0.5, 1.0)
        r = self.rng("patients")
        self.site = 1 if self.is_life(2, 7) else 0  # after the move to another room of the clinic
        L = {f"a{i}": 5.0 for i in range(6)} | {f"b{i}": 5.0 for i in range(6)}
        T, no = Track(self, g=0.0, c=0.0, cx=0.0, cy=0.0, cz=-0.35, cr=0.0, p=0.0, q=0.0, j0=10.0, j1=10.0, j2=10.0, j3=10.0, **L), 0
        T.set(dr=0, on=0, en=0, pat=0, pln=0, fld=0, tec=0, mu=0, kg=0, kv=0, ppl=0, man=0, dro=0, gt=0), T.wait(r.uniform(20, 60), 0)

        def shape(code, sec, **kw):
            m = {f"a{i}": float(np.clip(w + r.uniform(-1.5, 1.5), 0.3, 9)) for i in range(6)} | {f"b{i}": float(np.clip(w + r.uniform(-1.5, 1.5), 0.3, 9)) for i in range(6)}
            T.go(code, sec=sec, **m, **kw)

        while T.more:
            no, a0 = no + 1, T.i
            pat = int(r.integers(1, 400))
            qa = no == 1 and (self.idx % 2 or self.unit != "life")
            tec = 7 if qa else int(r.choice((1, 1, 2, 3)))  # fields, arc, breath hold
            tec = 4 if self.new(3) and r.random() < 0.2 else 5 if self.new(4) and r.random() < 0.2 else 6 if self.new(6) and r.random() < 0.2 else tec
            kg, w = (12.0 if qa else r.uniform(48, 115)), r.uniform(2, 6)
            dr = 1200.0 if tec == 5 else float(r.choice((300, 400, 500, 600)))
            T.spd = 0.85 if r.random() < 0.15 or self.is_life(6) else 1.0
            T.set(pat=pat, pln=1000 + pat * 3, tec=tec, en=3 if tec == 5 else int(r.choice((1, 1, 2))), mu=r.uniform(90, 260), dro=dr)
            T.set(ppl=2, kg=kg), T.go(1, v=0.05, a=0.05, cz=-0.3), T.wait(r.uniform(15, 45), 1)
            cx, cy = r.uniform(0.3, 1.2), r.uniform(-0.14, 0.14)
            T.go(2, v=0.08, a=0.06, cx=cx, cy=cy), T.go(2, v=0.04, a=0.04, cz=r.uniform(-0.1, 0.02)), T.wait(r.uniform(5, 20), 2), T.set(ppl=0)
            T.go(3, v=6, a=3, g=float(r.uniform(-90, 0)), j0=w + 1, j1=w + 1, j2=w + r.uniform(0, 3), j3=w + r.uniform(0, 3))
            for _ in range(2):  # images
                T.go(3, v=8, a=4, g=T.pos["g"] + 45), T.set(kv=1), T.wait(r.uniform(1.5, 4), 3), T.set(kv=0)
            T.go(4, v=0.01, a=0.02, cx=cx + r.uniform(-0.006, 0.006), cy=cy + r.uniform(-0.006, 0.006), p=r.uniform(-0.02, 0.02), q=r.uniform(-0.02, 0.02))
            nf = 1 if tec == 2 else int(r.integers(3, 6))
            for f in range(nf):
                T.set(fld=f + 1)
                if tec in (2, 6):
                    d = 1 if T.pos["g"] < 0 else -1
                    T.go(5, v=6, a=3, g=-170.0 * d, c=r.uniform(10, 40)), T.set(on=1)
                    for i in range(24 if tec == 2 else 10):
                        T.set(dr=dr * r.uniform(0.55, 1)), shape(6, r.uniform(2.0, 3.4), g=T.pos["g"] + 14 * d)
                else:
                    T.go(5, v=6, a=3, g=float(r.uniform(-170, 170)), c=float(r.uniform(-60, 60)))
                    if tec == 4:
                        T.go(5, v=3, a=2, cr=r.uniform(-0.6, 0.6) if f < nf - 1 else 0.0)  # couch turned: new
                    shape(5, 2.0), T.set(on=1)
                    for _ in range(int(r.integers(3, 8))):
                        T.set(dr=dr), T.wait(r.uniform(2, 5), 6)
                        if tec == 3:
                            T.set(dr=0), T.wait(r.uniform(1, 4), 7)  # waits for the breath
                        shape(6, 0.8)
                T.set(on=0, dr=0), T.wait(r.uniform(1, 4), 5)
            T.set(fld=0), T.go(8, v=6, a=3, g=0.0, c=0.0, cr=0.0, p=0.0, q=0.0), T.set(ppl=2), T.go(8, v=0.08, a=0.06, cx=0.0, cy=0.0), T.go(8, v=0.05, a=0.05, cz=-0.35), T.wait(r.uniform(8, 25), 8), T.set(kg=0, ppl=1)
            T.task(a0), T.wait(r.uniform(10, 60), 9), T.set(ppl=0)
            if r.random() < 0.25 or self.is_life(8):  # moved by the pendant
                T.set(man=1, ppl=1), T.manual(r.uniform(15, 40), 10, dict(cx=0.0, cz=0.0, g=-40.0), dict(cx=0.5, cz=0.2, g=40.0)), T.set(man=0, ppl=0)
            if self.is_life(5, 9) and no == 2:
                T.go(11, v=6, a=3, g=-170.0), T.go(11, v=6, a=3, g=170.0), T.go(11, v=6, a=3, g=0.0)
        self.A, H, self.st, self.tasks = T.A, T.H, T.st, T.tasks
        self.E = lambda k_: H.get(k_, self.z0)

    def physics(self):
        A, E, W, h, t = self.A, self.E, self.wander, self.h, self.t
        hard, saw = h("brg", 0.5), np.mod(t, 15) / 15
        self.g = ring(np.deg2rad(A["g"]), 0.6, 0.7) + 0.006 * hard * np.sin(6 * np.deg2rad(A["g"]))
        self.c = ring(np.deg2rad(A["c"]), 1.2, 0.7)
        self.dg, self.dc = lp(np.gradient(self.g, DT), 0.1), lp(np.gradient(self.c, DT), 0.1)
        self.gm = np.abs(self.dg) > 0.02
        self.eg = 40 * np.tanh(30 * self.dg) * (1 + 0.75 * hard) + 160 * lp(np.gradient(self.dg, DT), 0.2) + 22 * np.sin(self.g) + 9 * hard * W("eg", 1, 0.5)
        self.bon, self.dr = lp(E("on") * (E("dr") > 0), 0.15), lp(E("dr") * (1 + 0.004 * W("dr", 1, 1)), 0.4)
        self.bo = self.bon > 0.6
        old = h("mgn", 0.5)
        self.pw = self.bon * (2.6 + 0.9 * (E("en") == 2) + 0.5 * (E("en") == 3)) * (1 - 0.2 * old)
        self.im = 0.4 + self.bon * (96 + 10 * (E("en") == 2) + 0.3 * self.wear(3) + 22 * old)
        weak = h("cwp", 2)
        self.fw = (16.4 + 0.15 * W("fw", 1, 10)) * (1 - 0.32 * weak)
        duty = lp(self.bon * (0.5 + self.dr / 900), 70)
        self.tin = 20.5 + 0.5 * np.sin(2 * np.pi * t / 140) + 0.2 * (self.amb - 21.5)
        self.tout = self.tin + 4.5 * duty + 0.8 + 3.2 * lp(weak, 60)
        self.tmg = self.tin + 6 + 17 * duty + 7 * lp(old * self.bon, 90) + 6 * lp(weak, 70)
        self.ttg = self.tin + 4 + 34 * lp(self.bon * self.dr / 600, 25) + 6 * lp(weak, 60)
        lk = h("sf6", 2)
        self.sf6 = 31.5 + 0.06 * (self.amb - 21.5) - 5 * lk
        self.rfl = self.bon * (3.4 + 0.4 * np.cos(self.g) + 2.6 * lk) + 0.1
        bad = h("vac", 2)
        self.iu = 1.6 + 1.8 * lp(self.bon, 8) + 2.6 * bad
        self.ign = self.bon * (310 + 60 * (E("en") == 2) + self.dr * 0.12) * (1 + 0.13 * bad) + 2
        st = h("strg", 1)
        self.sg = self.bon * (0.25 * np.sin(self.g) + 0.25 * W("sg", 1, 4) + 2.4 * st)
        self.sa = self.bon * (0.2 * np.cos(self.g) + 0.25 * W("sa", 1, 4))
        self.fb = self.bon * (2.1 + 0.2 * W("fb", 1, 6) + 1.1 * st)
        l3 = h("lf3", 0.5)
        self.P = {n_ + str(i): lp(A[n_ + str(i)], 0.15) for n_ in "ab" for i in range(6)}
        self.P["a2"] = np.where(l3 > 0.1, slew(A["a2"], 0.28 + 0 * t), self.P["a2"])
        self.dP = {n_: np.abs(lp(np.gradient(lp(A[n_], 0.15), DT), 0.1)) for n_ in self.P}
        self.lm = sum(self.dP.values()) > 0.5
        self.iP = {n_: 0.12 + 0.35 * np.tanh(d) + 0.03 * np.cos(self.g) + (0.55 * l3 * np.tanh(2 * d) + 0.08 * l3 if n_ == "a2" else 0) for n_, d in self.dP.items()}
        dead = h("fan", 3).clip(0, 1)
        self.dead, self.hot = dead, 10 * lp(h("fan", 3), 130)
        sink = h("cz", 0.5)
        self.X = [ring(A[j], 1.6, 0.8) for j in ("cx", "cy", "cz", "cr", "p", "q")]
        self.dX = [lp(np.gradient(x, DT), 0.1) for x in self.X]
        self.cm = np.abs(self.dX[0]) + np.abs(self.dX[1]) + np.abs(self.dX[2]) > 0.004
        self.X[2] = self.X[2] - 0.012 * sink * saw
        self.kg = lp(E("kg"), 1.5)
        fr = [np.tanh(60 * np.abs(x)) for x in self.dX]
        self.ic = [0.2 + f * (0.9 + 0.006 * self.kg) for f in fr]
        self.ic[2] = 0.3 + fr[2] * (1.2 + 0.02 * self.kg) * np.where(self.dX[2] > 0, 1.3, 0.7) + 1.8 * sink * (saw < 0.08)
        worn = h("anb", 1)
        self.kv = lp(E("kv"), 0.1)
        self.rpa = lp(E("kv"), 1.2) * 3300 * (1 - 0.18 * worn)
        hu, x = [], 9.0
        for u in (self.kv * 1.6).tolist():
            x += DT * (u - 0.0035 * x)
            hu.append(x)
        self.hu = np.array(hu)
        self.tan = 0.75 * lp(self.hu, 20) + 9 * lp(worn, 120)
        self.a24 = lp(5 + 1.3 * self.gm + 1.2 * self.cm + 0.7 * self.lm + 1.5 * (self.pieces("a24", 8, 40, 0, 1) < 0.4), 0.3)
        self.il = lp(9 + 22 * self.bon * (0.6 + self.dr / 1000) + 5 * self.gm + 30 * self.kv + 2 * (self.pieces("il", 20, 80, 0, 1) < 0.5), 0.4)
        bp = self.pieces("bp", 40, 120, 3.2, 5.2)
        self.brp, ph = bp, 2 * np.pi * np.cumsum(DT / bp)
        self.bra = lp((E("kg") > 20) * 1.0, 3) * self.pieces("ba", 5, 25, 5, 11) / 2 * (1 - np.cos(ph + 0.4 * np.sin(ph))) * np.where(self.st == 7, 0.4, 1)

    def where(self):
        E, ones, ga = self.E, np.ones(self.n, bool), self.g
        gw = "gantry angle|gantry|position|angle"
        self.over("g_wob", ga, JNT + ":position[0]", gw, self.gm, 0.5, 2, 0.6), self.over("rfl", ga, JNT + ":position[0]", gw, self.bo, 0.5, 2, 0.6)
        dw = "dr mu|dose rate|mu|beam"
        self.over("dr_hi", self.dr, BEA + ":dr_mu", dw, self.bo, 0.5, -1, 0.4), self.over("chg", self.dr, BEA + ":dr_mu", dw, self.bo, 0.5, -1, 0.4)
        self.over("pit", self.kg, CCH + ":mas", "mas|load|weight|heavier|patient", self.kg > 20, 0.35, 0, 0.4)
        self.tp = 31 + 3.4 * lp(E("kv"), 60) * 4 + 1.3 * np.sin(self.t / 110 + self.su("tp"))
        self.over("ofs", self.tp, PNL + ":tmp", "tmp|temperature|warmer|hotter", ones, 0.55, 1, 0.35), self.over("v24", self.a24, PSU + ":a24", "a24|current|load", ones, 0.55, 1, 0.35)
        self.hx, self.hy = np.sin(ga), 1.2 + np.cos(ga)
        self.places(self.hx, self.hy, ones, p_pl=(0.5, 0.1), tl_pl=(0.5, 0.1), s_pl=(0.5, 0.1), a_pl=(0.5, 0.1), x_pl=(0.5, 0.1))
        b = ("beam", "on", "dose rate", "dr mu", "amp mg")
        self.mode("mgn strg s_ab hv prf afc", self.bo, *b), self.mode("brg", self.gm, "gantry", "turns", "velocity"), self.mode("lf3", self.lm, "leaves", "leaf", "move", "amp"), self.mode("y_vel x_amp", self.cm, "couch", "moves", "velocity"), self.mode("kvp ma", self.kv > 0.7, "x-ray", "imag", "kvp", "exp")

    def record(self):
        E, W, t = self.E, self.wander, self.t
        il, lf, bl = self.shape("s_bm", 0.4, 0.8, 5), self.shape("s_lf", 0.4, 0.6, 4), self.blink("s_arc")
        self.jnt(JNT, 12, ["gantry", "collimator"], [s(self.g, 1e-4, 4e-4), s(self.c, 1e-4, 4e-4)], [s(self.dg, 1e-4, 1.5e-3), s(self.dc, 1e-4, 1.5e-3)], [s(self.eg, 0.1, 1.2, 1, 1, 3), s(3 * np.tanh(20 * self.dc) + 2.2, 0.05, 0.15, 0.1, 0.1, 4)])
        P, Q = self.P, self.iP
        self.pub(
            MLC,
            "lin_msgs/msg/Mlc",
            10,
            dict(
                pos_a=[s(P[f"a{i}"], 0.01, 0.01) for i in range(6)],
                pos_b=[s(P[f"b{i}"], 0.01, 0.01) for i in range(6)],
                amp_a=[s(Q[f"a{i}"] + 0.5 * (lf & (i == 0)), 0.005, 0.015, 0.01, 0.012, 3, 0, out=(0.2, 0.004)) for i in range(6)],
                amp_b=[s(Q[f"b{i}"], 0.005, 0.015, 0.01, 0.012, 3, 0) for i in range(6)],
                tmp_cr=s(self.T("cr", 6 * lp(self.lm * 1.0, 150), 200, 6, 0.1), 0.1, 0.05),
                vlt_mt=s(36.2 - 0.25 * sum(Q.values()), 0.02, 0.08, 0.1, 0.06, 6),
                lf_flt=lf,
            ),
        )
        jw = [lp(self.A[f"j{i}"], 0.3) for i in range(4)]
        self.pub(JAW, "lin_msgs/msg/Jaw", 6, dict(pos_jw=[s(x, 0.01, 0.012) for x in jw], amp_jw=[s(0.15 + 0.7 * np.tanh(np.abs(np.gradient(x, DT))) + 0.05 * np.cos(self.g + i), 0.01, 0.02, 0.02, 0.015, 4, 0) for i, x in enumerate(jw)]))
        dr = self.dr * np.where(il, 0.0, 1)
        mu = np.cumsum(self.dr * E("on")) * DT / 60
        mu0 = np.maximum.accumulate(np.where(np.diff(E("fld"), prepend=0) != 0, mu, 0))
        self.pub(
            BEA,
            "lin_msgs/msg/Bm",
            10,
            dict(
                dr_mu=s(dr * self.bon, 1, 2.5 * self.bon, 0, 2, 2, 0, out=(12, 0.002)),
                flt_bm=s(self.fb, 0.01, 0.08 * self.bon + 0.01, 0.1, 0.04),
                sym_gt=s(self.sg, 0.01, 0.1 * self.bon + 0.01, 0.1, 0.04),
                sym_ab=s(self.sa, 0.01, 0.1 * self.bon + 0.01, 0.1, 0.04),
                mu1=s(mu - mu0, 0.1),
                mu2=s((mu - mu0) * (1 + self.u("mu2", 0.003)), 0.1),
                en=E("en"),
                ilk=np.where(il, 0x204, 0),
                on=E("on"),
            ),
        )
        on = self.bon
        self.pub(
            MOD,
            "lin_msgs/msg/Mod",
            8,
            dict(
                hv_kv=s(0.3 + on * (12.6 + 1.1 * (E("en") == 2)), 0.01, 0.05, 0.05, 0.05, 4, 0),
                prf=s(np.rint(on * self.dr / 3.2), 1, 0.4, 0, 0, 6, 0),
                amp_ch=s(0.05 + on * (0.7 + self.dr / 520), 0.005, 0.02, 0.02, 0.02, 4, 0),
                tmp_th=s(self.T("th", 9 * lp(on, 150) + self.hot, 200, 18, 0.12), 0.1, 0.1, lag=5),
                vlt_rs=s(5.12 + 0.01 * np.sin(t / 80), 0.005, 0.02, 0.03, 0.015, 12),
                tmp_pt=s(self.T("pt", 11 * lp(on, 200), 300, 9, 0.1), 0.1, 0.08),
            ),
        )
        self.pub(
            MGN,
            "lin_msgs/msg/Mgn",
            8,
            dict(
                amp_mg=s(self.im, 0.1, 0.7 * on + 0.05, 0.8, 0.5, 5, 0),
                fil_mg=s(8.6 - 2.4 * lp(on, 4), 0.01, 0.03, 0.04, 0.03, 6),
                tmp_mg=s(self.tmg, 0.1, 0.1, 0.3, 0.1, 12, lag=4),
                afc=s(on * (12 * np.sin(self.g + 1) + 3 * self.tmg - 110) + 60, 0.5, 2.2, 4, 2, 5),
                frc_pw=s(self.pw, 0.01, 0.02 * on + 0.003, 0.02, 0.02, 5, 0),
            ),
        )
        self.pub(GUN, "lin_msgs/msg/Gun", 6, dict(hv_gn=s(0.1 + 13.1 * on, 0.01, 0.03, 0.05, 0.03, 6, 0), amp_gn=s(self.ign, 0.5, 2.5 * on + 0.3, 3, 2, 5, 0), fil_gn=s(5.9 + 0.05 * on, 0.005, 0.02, 0.03, 0.015, 9)))
        self.pub(WGD, "lin_msgs/msg/Wgd", 4, dict(sf6=s(self.sf6, 0.05, 0.06, 0.3, 0.05, 30, lag=3), rfl=s(self.rfl, 0.02, 0.15 * on + 0.02, 0.1, 0.1, 4, 0), cnt_arc=self.steps("arc", 260), arc=bl))
        self.pub(VAC, "lin_msgs/msg/Vac", 4, dict(ion_ua=s(self.iu, 0.01, 0.06, 0.1, 0.06, 8, 0, out=(1.2, 0.004)), hv_ip=s(5.02 - 0.01 * self.iu, 0.005, 0.008, 0.02, 0.006, 12)))
        self.pub(
            WTR,
            "lin_msgs/msg/Cwt",
            4,
            dict(
                tin=s(self.tin, 0.05, 0.06, 0.2, 0.06, 15, lag=4),
                tout=s(self.tout, 0.05, 0.06, 0.2, 0.06, 15, lag=4),
                flw=s(self.fw, 0.05, 0.12, 0.2, 0.1, 6, 0),
                prs=s(3.9 - 1.1 * self.h("cwp", 2), 0.01, 0.03, 0.05, 0.02, 9, 0),
                cnd=s(1.2 + 0.1 * (self.tin - 20.5) + 0.02 * self.wear(1), 0.02, 0.04, 0.1, 0.04, 30, 0),
                lvl=s(81 + 0.1 * (self.tout - 24) - 0.3 * self.wear(1), 0.2, 0.3, 1, 0.2, 12, 0, 100),
            ),
        )
        self.pub(TGT, "lin_msgs/msg/Tgt", 5, dict(tmp_tg=s(self.ttg, 0.1, 0.2, 0.3, 0.15, 6, lag=1), tmp_sl=s(self.tin + 5 + 8 * lp(on, 50) + 3 * lp(self.h("cwp", 2), 70), 0.1, 0.12, 0.3, 0.1, 9, lag=3), pos_cr=s(E("en") + 0.002 * np.sin(self.g), 0.001, 0.003, 0.004, 0.002, 9)))
        self.pub(
            ION,
            "lin_msgs/msg/Ion",
            5,
            dict(hv_ic=[s(502 - 6 * i - 0.6 * on, 0.2, 0.5, 1, 0.5, 9) for i in (0, 1)], lk_pa=[s(1.1 + 0.3 * on, 0.05, 0.12, 0.15, 0.1, 9, 0) for _ in (0, 1)], tmp_ic=s(self.T("ic", 4 * lp(on, 200), 300, 5, 0.08), 0.1, 0.05), prs_ic=s(100.9 + 0.5 * self.su("bp") + 0.1 * np.sin(t / 700), 0.02, 0.03, 0.1, 0.02, 60)),
        )
        X, d = self.X, self.dX
        self.jnt(CJN, 10, ["lng", "lat", "vrt", "rot", "pit", "rol"], [s(x, 1e-4, 2e-4) for x in X], [s(x, 1e-4, 6e-4) for x in d], [s(300 * i, 0.5, 8, 4, 6, 4, 0) for i in self.ic])
        self.pub(
            CCH,
            "lin_msgs/msg/Drv",
            6,
            dict(
                amp_cc=[s(x, 0.01, 0.03, 0.02, 0.03, 3, 0) for x in self.ic],
                tmp_cc=[s(self.T(f"cc{i}", 9 * lp(self.ic[2 - 2 * i], 150), 260, 4, 0.1), 0.1, 0.05) for i in (0, 1)],
                mas=s(38 + self.kg + 0.15 * self.bra * 0.2, 0.1, 0.5, 0.6, 0.4, 6),
                tlt=s(0.1 + 0.0035 * self.kg * X[0], 0.01, 0.02, 0.05, 0.02, 6),
                brk_wrn=(self.f("s_brk") > 0) & (t % 18 < 6),
            ),
        )
        self.pub(CPO, "geometry_msgs/msg/PoseStamped", 8, {"pose.position.x": s(X[0], 1e-4, 4e-4), "pose.position.y": s(X[1], 1e-4, 4e-4), "pose.position.z": s(X[2] - 3e-5 * self.kg * X[0], 1e-4, 4e-4), "pose.orientation.z": np.sin(X[3] / 2), "pose.orientation.w": np.cos(X[3] / 2)}, "iso")
        self.pub(HED, "geometry_msgs/msg/PoseStamped", 6, {"pose.position.x": s(self.hx, 1e-4, 5e-4), "pose.position.y": s(self.hy, 1e-4, 5e-4), "pose.position.z": s(0.0008 * np.cos(self.g), 1e-4, 4e-4), "pose.orientation.y": np.sin(self.g / 2), "pose.orientation.w": np.cos(self.g / 2)}, "room")
        self.pub(
            KVT,
            "lin_msgs/msg/Kvt",
            6,
            dict(
                kvp=s(self.kv * (100 + 20 * (E("tec") == 2)), 0.5, 0.3 + 0.4 * self.kv, 0, 0.4, 4, 0),
                ma=s(self.kv * (63 + 17 * (E("tec") == 3)), 0.5, 0.2 + 0.6 * self.kv, 0, 0.4, 4, 0),
                hu=s(self.hu, 0.1, 0.05),
                tmp_an=s(self.T("an", self.tan, 200, 9, 0.1), 0.5, 0.15, lag=4),
                rpm_an=s(self.rpa, 10, 15, 20, 12, 6, 0),
                exp=self.once(E("kv")),
            ),
        )
        self.pub(PNL, "lin_msgs/msg/Pnl", 4, dict(ofs=s(1480 + 6 * (self.tp - 31), 1, 6, 25, 5, 12), nse=s(21 + 6 * self.kv + 0.2 * (self.tp - 31), 0.1, 0.9, 0.8, 0.7, 6, 0), tmp=s(self.tp, 0.1, 0.08, 0.3, 0.06, 20), frm=s(self.net("fr", 66, 3, 4), 0.5)))
        self.pub(EPD, "lin_msgs/msg/Pnl", 4, dict(ofs=s(1210 + 90 * on, 1, 6, 25, 5, 12), nse=s(26 + 9 * on, 0.1, 1, 0.8, 0.7, 6, 0), tmp=s(self.T("ep", 3 * lp(on, 150), 300, 9, 0.1), 0.1, 0.08), frm=s(self.net("fe", 100, 3, 4), 0.5)))
        sv, pt = lp((E("kg") > 20) * 1.0, 2), self.per_event("pt", E("kg"))
        self.pub(
            SRF,
            "lin_msgs/msg/Srf",
            8,
            dict(
                dx=s(sv * (0.5 * pt + 0.25 * W("dx", 1, 12)), 0.01, 0.06, 0.1, 0),
                dy=s(sv * (0.3 * W("dy", 1, 15)), 0.01, 0.06, 0.1, 0),
                dz=s(0.25 * self.bra + sv * 0.3 * W("dz", 1, 30), 0.01, 0.07, 0.1, 0),
                cnf=s(0.55 + 0.36 * sv - 0.04 * np.abs(np.sin(self.g)) + 0.01 * pt, 0.005, 0.01, 0.01, 0.01, 6, 0, 1),
                lat=s(self.net("sl", 45, 6, 5), 1),
                amp_pj=s(1.35, 0.005, 0.01, 0.03, 0.008, 9),
            ),
        )
        self.pub(RSP, "lin_msgs/msg/Rsp", 8, dict(amp=s(self.bra, 0.05, 0.1, 0, 0.1, 2, 0), per=s(self.brp, 0.1, 0.08, lag=3), bas=s(0.5 * pt + 0.3 * W("bs", 1, 40), 0.05, 0.06), gt=E("on") * (self.bra < 3)))
        i = self.a24
        self.pub(
            PSU,
            "lin_msgs/msg/Psu",
            4,
            dict(
                v24=s(24.2 - 0.02 * i, 0.01, 0.02, 0.03, 0.015),
                a24=s(i, 0.02, 0.08, 0, 0.05),
                v48=s(48.3 - 0.01 * i, 0.02, 0.05, 0.1, 0.04),
                v5=s(5.06, 0.005, 0.008, 0.01, 0.006),
                tmp_cb=s(self.T("cb", 4 * lp(on, 200) + self.hot, 260, 7, 0.1), 0.1, 0.06),
                amp_ln=[s(self.il * (1 + self.u(f"al{j}", 0.015)), 0.1, 0.3, 0, 0.2, 3, 0) for j in range(3)],
            ),
        )
        self.pub(LSR, "lin_msgs/msg/Lsr", 2, dict(amp_ls=[s(41 + 0.15 * self.wear(1) + 2 * (E("ppl") > 0), 0.1, 0.3, 0.8, 0.2, 12, 0) for _ in range(4)]))
        self.pub(VNT, "lin_msgs/msg/Vnt", 4, dict(rpm=[s((2500 + 20 * (self.amb - 21.5)) * (1 - (0.96 * self.dead if j == 0 else 0)), 5, 14, 25, 10, 9, 0) for j in (0, 1)], dp=s(44 + 0.4 * self.wear(1) - 14 * self.dead, 0.2, 0.9, 1.5, 0.7, 9, 0), flw_ex=s(410, 1, 7, 9, 6, 9, 0)))
        self.simple(AIR, "FluidPressure", 4, "fluid_pressure", s(620000 + 24000 * (2 * np.mod(t / 95 + self.su("ai"), 1) - 1), 100, 1500, 4000, 1200, 9))
        self.simple("/amb", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.04)), self.simple("/hum", "RelativeHumidity", 1, "relative_humidity", s(0.46 + 0.04 * self.su("rh") + 0.02 * lp((E("ppl") > 0) * 1.0, 90), 0.001, 0.0015, 0, 0.01, 150))
        self.pub(DSK, "lin_msgs/msg/Dsk", 2, dict(use=s(61 + 0.25 * self.idx + np.cumsum(E("on")) * DT * 2e-4, 0.01), wrt=s(self.net("wr", 8, 4, 5), 0.5), fil=40000 + 900 * self.idx + self.once(E("kv")) * 2 + self.once(E("on"))))
        self.pub(NET, "lin_msgs/msg/Net", 3, dict(rsp_ms=s(self.net("rs", 6, 2, 3), 0.5), lss=s(self.net("ls", 0, 0.5, 0.3), 0.1)))
        self.pub("/sft", "lin_msgs/msg/Sft", 2, dict(es_ok=1, dr_cl=E("ppl") < 0.5, ppl=E("ppl")))
        self.pub("/job", "lin_msgs/msg/Job", 4, dict(stp=self.st, tec=E("tec"), pat=E("pat"), pln=E("pln"), fld=E("fld"), mu_rq=s(E("mu"), 0.1), dr_rq=s(E("dro"), 1), pnd=E("man")))
        ver = self.version("lin", "7.0", "7.1", "7.3")
        self.computer(PC, "lin_msgs/msg/Tpc", 8, 11, 1500, ("cyc_av", "cyc_mx", "mem_us", "tmp_pu", "rel"), 4 * lp(on, 30) + 0.6 * self.hot, ver, 0.7)
        self.end("/deliver/_action/status", [("s_bm", "bm", ["interlock 0x204, dose rate out of window", "interlock cleared, beam ready"], "BM"), ("s_lf", "mlc", ["leaf a1 position error, reinit", "leaf a1 initialised"], "MLC"), ("s_arc", "wgd", "arc detected, pulse inhibited", "WG"), ("s_brk", "cch", "brake lining of vrt near limit", "CC")],
                 [(10, "I", "job", "fraction done, {} min", 4, 11), (8, "W", "rsp", "breath out of window for {} s", 2, 9), (6, "W", "cch", "shift applied, {} mm", 1, 6), (5, "I", "ion", "leakage taken, {} pa", 0.2, 1.5), (4, "W", "net", "record server slow {} ms", 400, 900)], [("bm", "dosimetry self test passed"), ("mlc", "reference 12 days old"), ("sft", "door switch ok")], ver)  # fmt: skip
