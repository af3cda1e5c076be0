"""Rotary tablet press: turret, feeder, two compression stations, ejection, eight groups of punches, dust extraction, metal detector, and an arm that carries samples to balance, tester and a tray; abbreviated fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s, slew
from base import kind as k

TRT, MCP, PCP, EJC, PUN, FED, HOP, FIL, SMP, TST, NIR, MDT, DDU, DEX, CND, LUB, HYD, GAT = "/trt", "/mcp", "/pcp", "/ejc", "/pun", "/fed", "/hop", "/fil", "/smp/jnt", "/tst", "/nir", "/mdt", "/ddu", "/dex", "/cnd", "/lub", "/hyd", "/gat"
DRM, MNS, CAB, AIR, CAM, VIB, CHL, PLC, NET, GRP = "/drm", "/mns", "/cab", "/air", "/cam", "/vib", "/chl", "/plc", "/net", "/smp/grp"
PL, NU, RUN, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when the turret turns"), "linear_acceleration."


class Tablet(Robot):
    NAME = "tablet"
    FLAGS = [(TRT, "flt_t"), (HOP, "no_pwd"), (GRP, "drop"), (DEX, "bag_due")]
    DEFS = {
        "rtp_msgs/msg/Trt": mdef("float32 rpm_t trq_t amp_t tmp_bg; uint16 flt_t"),
        "rtp_msgs/msg/Mcp": mdef("float32 frc_mc srl_mc gap_mc tmp_rl"),
        "rtp_msgs/msg/Pcp": mdef("float32 frc_pc gap_pc"),
        "rtp_msgs/msg/Ejc": mdef("float32 frc_ej frc_so"),
        "rtp_msgs/msg/Grp8": "float32 frc_pg\nfloat32 tig_pg",
        "rtp_msgs/msg/Pun": mdef("rtp_msgs/Grp8[8] pgr"),
        "rtp_msgs/msg/Fed": mdef("float32[2] rpm_fd; float32 amp_fd lvl_fd"),
        "rtp_msgs/msg/Hop": mdef("float32 mas_hp amp_vc vac_vc; bool no_pwd"),
        "rtp_msgs/msg/Fil": mdef("float32 dep_fl amp_fc err_fl"),
        "rtp_msgs/msg/Grp": mdef("float32[2] vac_sg; float32 prs_sg; bool drop"),
        "rtp_msgs/msg/Tst": mdef("float32 mas_tb hrd_tb thk_tb"),
        "rtp_msgs/msg/Nir": mdef("float32 abs_w res_n tmp_lm int_n"),
        "rtp_msgs/msg/Mdt": mdef("float32 sgn_x sgn_r; uint16 hits"),
        "rtp_msgs/msg/Ddu": mdef("float32 amp_vb frq_vb dp_du"),
        "rtp_msgs/msg/Dex": mdef("float32 dp_bg flw_dx rpm_dx; bool bag_due"),
        "rtp_msgs/msg/Cnd": mdef("float32 tmp_ca dew_ca flw_ca"),
        "rtp_msgs/msg/Lub": mdef("float32 prs_lb lvl_lb"),
        "rtp_msgs/msg/Hyd": mdef("float32 prs_hy tmp_hy lvl_hy"),
        "rtp_msgs/msg/Gat": mdef("float32 tms_gt prs_gt; uint32 rej"),
        "rtp_msgs/msg/Drm": mdef("float32 mas_dr pos_dr; uint8 n_dr"),
        "rtp_msgs/msg/Mns": mdef("float32[3] vlt_ln amp_ln"),
        "rtp_msgs/msg/Cab": mdef("float32 vlt_24 amp_24 tmp_cb; uint16 rpm_fn"),
        "rtp_msgs/msg/Air": mdef("float32 prs_ai flw_ai"),
        "rtp_msgs/msg/Cam": mdef("float32 foc brt dia_px tms_pc"),
        "rtp_msgs/msg/Vib": mdef("float32[3] acc_rms"),
        "rtp_msgs/msg/Chl": mdef("float32 tin_ch tout_ch flw_ch amp_cp; bool cmp_on"),
        "rtp_msgs/msg/Job": mdef("uint8 ph prd; uint32 n_tb; float32 rpm_rq"),
        "rtp_msgs/msg/Sft": mdef("bool es_ok drs_cl; uint8 ppl"),
        "rtp_msgs/msg/Net": mdef("float32 rsp_ms lss"),
        "rtp_msgs/msg/Plc": mdef("float32 cyc_av cyc_mx mem_us tmp_pu; string fw"),
    }
    KINDS = dict(
        trq=k("turret needs more and more torque: upper cam dry", TRT, "trq_t", "turret|trt|cam", "off 46 .1", step=False, **RUN),
        trq_fast=k("torque of the turret pulses when it turns faster than a number: gear tooth", TRT, "trq_t", "turret|trt|gear", "flut 34", where="**turret speed above a number**", **NU),
        rpm=k("speed of the turret hunts: loop badly tuned", TRT, "rpm_t", "turret|trt", "swing 1.1 2.4", **RUN),
        bearing=k("bearing of the turret gets hot: grease gone", TRT, "tmp_bg", "turret|trt|bearing", "heat 6.5 80", step=False, tail=300),
        amp_t=k("current of the turret drive reads too little: sensor", TRT, "amp_t", "turret drive|trt", "mul -.17 .02", **RUN),
        frc_sd=k("spread of the main force grows: tip worn", MCP, "srl_mc", "main compression|mcp|tip", "mul .75 .15", **RUN),
        gap=k("gap of the main roller creeps: lock loose", MCP, "gap_mc", "main compression|mcp|roller", "off .085 .05", step=False),
        frc_high=k("main force flutters when it is higher than a number: roller pin", MCP, "frc_mc", "main compression|mcp|roller pin", "flut 1.5", where="**main force above a number**", **NU),
        roller=k("temperature of the main roller frozen", MCP, "tmp_rl", "main compression|mcp|roller", "frz"),
        pre=k("precompression gives less force: roller flat", PCP, "frc_pc", "precompression|pcp|roller", "mul -.2 .05", **RUN),
        gap_pre=k("gap of the precompression sticks and jumps: spindle", PCP, "gap_pc", "precompression|pcp|spindle", "noise .03|spk .16 .03"),
        eject=k("ejection needs more force: die wall rough", EJC, "frc_ej", "ejection|ejc|die", "mul .34 .06", step=False, **RUN),
        scrape=k("scraper force uneasy: tablets stick", EJC, "frc_so", "scraper|ejection|ejc", "noise 1.7", **RUN),
        pg3=k("punches of group 3 press with less force: one too short", PUN, "pgr[2].frc_pg", "group 3|punches|pun", "mul -.085 .05", **RUN),
        pg6=k("punches of group 6 are tight: powder in the bore", PUN, "pgr[5].tig_pg", "group 6|punches|pun", "off 1.6 .15", step=False, **RUN),
        pg8=k("force of group 8 drops out: telemetry", PUN, "pgr[7].frc_pg", "group 8|punches|pun", "cut 0 .3 2", **RUN),
        pg1=k("punches of group 1 get tight when the turret is faster than a number: cam track", PUN, "pgr[0].tig_pg", "group 1|punches|pun", "flut 1.7", where="**turret speed above a number**", **NU),
        fed1=k("wheel 1 of the feeder turns slower: coupling", FED, "rpm_fd[0]", "feeder|fed|wheel 1", "mul -.1 .04", **RUN),
        fed_amp=k("feeder draws more and more current: powder caked", FED, "amp_fd", "feeder|fed", "off .8 .15", step=False, **RUN),
        fed_lvl=k("level in the feeder noisy: window dusty", FED, "lvl_fd", "feeder|fed", "noise 5"),
        fed_fast=k("current of the feeder flutters when it turns faster than a number: blade bent", FED, "amp_fd", "feeder|fed|blade", "flut .6", where="**feeder speed above a number**", **NU),
        hop=k("mass of the hopper drifts: bellows pull", HOP, "mas_hp", "hopper|hop|bellows", "off 6.5 .05", step=False),
        vac_hp=k("vacuum loader reaches less vacuum: seal", HOP, "vac_vc", "vacuum loader|hopper|hop|seal", "mul -.25 .05", where="when loading"),
        fill=k("fill depth follows slowly: motor weak", FIL, "dep_fl", "fill cam|fil", "slow 9|noise .016"),
        fill_amp=k("motor of the fill cam draws more current: spindle dry", FIL, "amp_fc", "fill cam|fil|spindle", "off .34 .2"),
        x_place=k("arm axis x lags at one place: rail dented", SMP, "velocity[0]", "axis x|arm|smp jnt|rail", "flut .2 -.5", **PL),
        z_eff=k("arm axis z needs more and more effort: spindle dry", SMP, "effort[2]", "axis z|arm|smp jnt|spindle", "off 15 .1", step=False, where="when axis z moves", need=12),
        y_fast=k("arm axis y needs a fluttering effort when faster than a number: belt", SMP, "effort[1]", "axis y|arm|smp jnt|belt", "flut 15", where="**speed of axis y above a number**", **NU),
        jnt_age=k("joint states of the arm come late: bus overloaded", SMP, "header.stamp", "joint states|arm|smp jnt", "age .7", step=False),
        pos_z=k("pose of the arm stands off in z: homed wrongly", "/smp/pos", "pose.position.z", "arm pose|smp pos", "off .009 .03"),
        pos_lost=k("poses of the arm get lost", "/smp/pos", "header.stamp", "arm pose|smp pos", "lost .5"),
        imu_place=k("arm is shaken at one place: bracket loose", "/smp/imu", " ".join(ACC + c for c in "xyz"), "imu|arm|bracket", "noise 1.1", **PL),
        imu_half=k("imu of the arm sends half of its messages", "/smp/imu", "header.stamp", "imu|arm imu", "lost .5"),
        cup1=k("suction cup 1 holds less vacuum: lip torn", GRP, "vac_sg[0]", "suction cup 1|gripper|smp grp", "mul -.27 .08", where="when holding", need=12),
        cup_place=k("suction cup 2 loses vacuum at one place: hose bent", GRP, "vac_sg[1]", "suction cup 2|gripper|smp grp|hose", "off -17 .3", **PL),
        prs_sg=k("gripper pressure uneasy: regulator", GRP, "prs_sg", "gripper|smp grp|regulator", "noise .16"),
        mas=k("mass of the samples scatters: draught at the balance", TST, "mas_tb", "balance|tst|sample mass", "noise 6.5"),
        hrd=k("hardness reads too low: jaw worn", TST, "hrd_tb", "hardness tester|tst|jaw", "mul -.16 .02"),
        thk=k("thickness of the samples frozen: probe stuck", TST, "thk_tb", "thickness probe|tst|probe", "frz"),
        lamp=k("light of the infrared probe fades: lamp aged", NIR, "int_n", "infrared probe|nir|lamp", "mul -.2 .03", step=False),
        nir_res=k("spectra fit badly: window coated", NIR, "res_n", "infrared probe|nir|window", "off .5 .2"),
        lamp_hot=k("water reads uneasy when the lamp is hotter than a number: loose lens", NIR, "abs_w", "infrared probe|nir|lens", "flut .16", where="**lamp temperature above a number**", **NU),
        mdt=k("metal detector hums: shield open", MDT, "sgn_x", "metal detector|mdt|shield", "swing 9 3.2|noise 2"),
        mdt_bal=k("balance of the metal detector drifts", MDT, "sgn_r", "metal detector|mdt", "off 8 .05", step=False),
        ddu_frq=k("deduster shakes slower: spring broken", DDU, "frq_vb", "deduster|ddu|spring", "off -1.6 .05", **RUN),
        ddu_amp=k("deduster shakes unevenly: screw loose", DDU, "amp_vb", "deduster|ddu|screw", "noise .14", **RUN),
        bag=k("pressure over the dust bag rises faster: blocked", DEX, "dp_bg", "dust extraction|dex|bag", "off 190 .05", step=False),
        dex_flow=k("dust extraction moves less air: hose pulled", DEX, "flw_dx", "dust extraction|dex|hose", "mul -.14 .03"),
        dew=k("dew point of the air rises: wheel stands", CND, "dew_ca", "conditioned air|cnd|wheel", "off 4.2 .05", step=False),
        tmp_ca=k("air temperature reported in Fahrenheit: module changed", CND, "tmp_ca", "conditioned air|cnd|module", "unit 1.8 32"),
        lub=k("punch lubrication builds less pressure: line open", LUB, "prs_lb", "lubrication|lub", "mul -.33 .05", where="when lubricating", need=12),
        hyd=k("hydraulic pressure flutters when the oil is hotter than a number: relief valve", HYD, "prs_hy", "hydraulic|hyd|relief valve", "flut 5", where="**oil temperature above a number**", **NU),
        hyd_hot=k("hydraulic oil gets hot: cooler choked", HYD, "tmp_hy", "hydraulic|hyd|oil cooler", "heat 6.5 90", step=False, tail=350),
        gate=k("reject gate slow: valve sticky", GAT, "tms_gt", "reject gate|gat|valve", "late 3 11"),
        drum=k("mass of the drum reads too much: foot jammed", DRM, "mas_dr", "drum|drm|foot", "off 1.7 .05"),
        ph2=k("voltage of phase 2 falls when the current is above a number: terminal", MNS, "vlt_ln[1]", "phase 2|mains|mns|terminal", "off -3.4 .3", where="**line current above a number**", **NU),
        ph3=k("current of phase 3 reads too little: transformer open", MNS, "amp_ln[2]", "phase 3|mains|mns|current transformer", "mul -.22 .02"),
        v24=k("24 V uneasy: capacitor", CAB, "vlt_24", "24 v|cabinet|cab|capacitor", "noise .13"),
        cab_hot=k("cabinet gets hot: filter mat", CAB, "tmp_cb", "cabinet|cab|filter mat", "heat 6 100", step=False, tail=350),
        air=k("air pressure falls when the flow is above a number: hose", AIR, "prs_ai", "compressed air|air|hose", "off -.46 .3", where="**air flow above a number**", **NU),
        foc=k("camera loses sharpness: dust on the lens", CAM, "foc", "camera|cam|lens", "off -11 .05", step=False),
        dia=k("diameter in the picture reads too large: camera moved", CAM, "dia_px", "camera|cam", "off 5.5 .05"),
        vib2=k("vibration at sensor 2 too high: foot of the press loose", VIB, "acc_rms[1]", "vibration|vib|foot", "mul .65 .1", **RUN),
        chl=k("compressor of the chiller draws more and more current: winding", CHL, "amp_cp", "chiller|chl|compressor", "off 1.7 .1", step=False, where="when the compressor runs"),
        chl_flow=k("water of the chiller flows less: strainer", CHL, "flw_ch", "chiller|chl|strainer", "mul -.19 .04"),
        hum=k("humidity frozen", "/hum", "relative_humidity", "humidity|hum", "frz"),
        cyc=k("controller has far longer worst cycles", PLC, "cyc_mx cyc_av", "controller|plc", "late .6 3.2"),
        mem=k("memory of the controller fills", PLC, "mem_us", "controller|plc|memory", "leak 40", step=False),
        lss=k("network loses packets: switch port", NET, "lss", "network|net|switch port", "late 1.5 7"),
        s_trt=k("turret reports an overloaded drive", [TRT, "/rosout", "/diagnostics"], "flt_t trq_t", "turret|trt", silent=False),
        s_pwd=k("loader reports that no powder comes", [HOP, "/rosout", "/diagnostics"], "no_pwd vac_vc", "hopper|hop|vacuum loader", silent=False),
        s_drop=k("gripper reports lost samples again and again", [GRP, "/rosout", "/diagnostics"], "drop vac_sg", "gripper|smp grp", silent=False),
        s_bag=k("dust extraction warns that the bag is due", [DEX, "/rosout", "/diagnostics"], "bag_due", "dust extraction|dex|bag", silent=False),
    )

    def plan(self):
        self.day(21, 0.8, 2.0)
        r, z0, ones = self.rng("batch"), self.z0, np.ones(self.n, bool)
        self.site = 1 if self.is_life(2, 7) else 0
        T = Track(self, x=0.15, y=0.1, z=0.05)
        prd, no, cell = int(r.choice((1, 2, 3))), 0, 0
        T.set(prd=prd, rq=0, fq=0, adj=0, bat=r.uniform(-1, 1)), T.wait(r.uniform(150, 260) if self.cold else r.uniform(10, 40), 11 if self.cold else 0)
        change, speed = r.uniform(900, 2200), r.uniform(0.9, 1.1)
        while T.more:
            a0, no = T.i, no + 1
            if T.sec > change:  # another product: emptied, punches wiped, started again
                change += r.uniform(1300, 2400)
                prd, speed = int(r.choice([p for p in (1, 2, 3) if p != prd])), r.uniform(0.9, 1.1)
                T.set(rq=0, fq=0), T.wait(r.uniform(15, 30), 9), T.set(dr=1, prd=prd, bat=r.uniform(-1, 1)), T.wait(r.uniform(25, 50), 9), T.set(dr=0)
            if r.random() < 0.05:
                T.set(rq=0, fq=0)
                T.wait(r.uniform(10, 40), 10)  # stopped by the operator, tablets looked at
            if self.is_life(5, 9) and no == 9:  # weekly: turret run empty at several speeds
                for x in (20, 45, 70):
                    T.set(rq=x, fq=0, empty=1), T.wait(22, 12)
                T.set(empty=0)
            sp = (46, 34, 58)[prd - 1] * speed * r.uniform(0.97, 1.03) * (0.75 if self.is_life(6) and no % 3 else 1)
            fast, soft = self.new(3) and no % 7 == 0, self.new(4) and no % 6 == 3  # high speed, and double compression of a soft lot; new
            T.set(rq=sp * (1.22 if fast else 1), fq=sp * r.uniform(0.55, 0.95), soft=soft, n=no, ph=3), T.wait(r.uniform(4, 13), 3)
            ii, jj, cell = cell % 5, (cell // 5) % 3, cell + 1
            T.go(4, v=0.9, a=2.5, x=0.3, y=0.45), T.go(4, sec=0.6, z=0.32), T.set(vac=1), T.wait(0.5, 4), T.set(hold=1), T.go(4, sec=0.6, z=0.05), T.go(4, v=1.0, a=2.5, x=0.75, y=r.uniform(0.28, 0.34)), T.go(4, sec=0.5, z=0.2), T.set(see=1), T.wait(r.uniform(2.0, 3.5), 5), T.set(see=0)
            T.go(5, sec=0.5, z=0.05), T.go(6, v=1.0, a=2.5, x=1.05, y=0.5), T.wait(r.uniform(1.5, 2.5), 6), T.go(6, v=0.9 if no % 2 else 1.2, a=2.5, x=0.95 + 0.13 * ii, y=0.1 + 0.16 * jj), T.go(6, sec=0.6, z=0.3), T.set(hold=0, vac=0), T.wait(0.4, 6), T.go(6, sec=0.6, z=0.05)
            T.go(3, v=1.0, a=2.5, x=0.15, y=0.1), T.task(a0, "sample")
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.J = [ring(A[a], fr, 0.6) for a, fr in (("x", 2.1), ("y", 2.5), ("z", 2.3))]
        self.dJ = [lp(np.gradient(a, DT), 0.06) for a in self.J]
        self.ddJ = [lp(np.gradient(a, DT), 0.08) for a in self.dJ]
        self.gm = sum(np.abs(a) for a in self.dJ) > 0.05
        self.rpm = ring(slew(E("rq") + z0, 4.0, 7.0), 0.6, 0.55)
        self.run = lp((self.rpm > 6) * 1.0, 0.4)
        self.fq = lp(E("fq"), 1.0)
        p = E("prd").astype(int)
        self.press = press = lp((E("empty") < 1) * 1.0, 2) * self.run
        self.dens = dens = 1 + 0.025 * E("bat") + 0.02 * np.sin(2 * np.pi * self.t / 640 + self.u("de", 3)) + 0.012 * W("de", 1, 60)
        self.depth = lp(np.array([0, 8.4, 11.2, 6.3])[p] / lp(dens, 25), 4)
        self.mass = np.array([0, 250, 420, 140])[p] * dens * self.depth / np.array([1, 8.4, 11.2, 6.3])[p]
        target = lp(np.array([0, 14, 21, 9.5])[p] * (1 - 0.25 * E("soft")), 3)
        self.frc = press * target * (1 + 2.2 * (self.mass / np.array([1, 250, 420, 140])[p] - 1)) * (1 + 0.0012 * (self.rpm - 40)) * (1 + 0.02 * self.pink("fr", 1, 0.3, 40))
        self.trq = (60 + 1.15 * self.rpm + 7.5 * self.frc) * self.run + 30 * lp(np.maximum(np.gradient(self.rpm, DT), 0), 0.3)
        self.load = (np.mod(self.t + 20 * self.u("ld", 1), 68) < 11) * 1.0 * (E("rq") > 0)
        hh = lp(self.frc * 0.55 + 0.04 * self.rpm, 200, 0.0 if self.cold else 8.5)
        self.thy = self.amb + 12 - 6 * self.cold * np.exp(-self.t / 500) + 1.1 * hh + 1.1 * np.sin(2 * np.pi * self.t / 230 + self.u("hy", 2)) + 0.5 * self.su("hy")
        self.tlm = self.amb + 31 + 3.2 * np.tanh(1.5 * W("lm", 1, 45)) + 2.0 * lp(self.run, 60)
        so, self.cmp = self.store(0.09 + 0.05 * lp(self.run, 40) + 0.003 * (self.amb - 21), 0.27, 10.0, 13.0, 11.5)
        self.tch = 24.5 - lp(so, 4)
        self.il = lp(7 + self.trq * self.rpm / 1500 + 6.5 * self.cmp + 4.2 * self.load + 4.5 * (self.pieces("hz", 5, 20, 0, 1) < 0.45) + 2 * self.gm, 0.4) + 0.25 * self.pink("il", 1)
        jet = self.ups(E("see") < 0.5, 1.5)
        self.fa = lp(18 + 52 * E("vac") + 70 * jet + 34 * (self.pieces("nb", 8, 45, 0, 1) < 0.4) + 25 * self.load, 0.4) + 1.8 * self.pink("fa", 1)
        self.over("trq_fast", self.rpm, TRT + ":rpm_t", "rpm t|turret speed|speed|faster|rpm rq|turns", self.rpm > 15, 0.5, 0, 0.25), self.over("pg1", self.rpm, TRT + ":rpm_t", "rpm t|turret speed|speed|faster|rpm rq|turns", self.rpm > 15, 0.4, 0, 0.25)
        self.over("frc_high", self.frc, MCP + ":frc_mc", "frc mc|main force|force|frc pg|frc pc", self.frc > 4, 0.5, 1, 0.3), self.over("fed_fast", self.fq, FED + ":rpm_fd[0]", "rpm fd|feeder speed|speed|faster|feeder", self.fq > 8, 0.5, 0, 0.3)
        self.over("y_fast", np.abs(self.dJ[1]), SMP + ":velocity[1]", "velocity|speed|axis y|faster", np.abs(self.dJ[1]) > 0.1, 0.35, 1, 0.55), self.over("lamp_hot", self.tlm, NIR + ":tmp_lm", "tmp lm|lamp temperature|hotter|temperature|lamp", ones, 0.5, 1, 0.08)
        self.over("hyd", self.thy, HYD + ":tmp_hy", "tmp hy|oil temperature|hotter|temperature|oil", ones, 0.5, 1, 0.1), self.over("ph2", self.il, MNS + ":amp_ln[1]", "amp ln|line current|current|load", ones, 0.58, 1, 0.35)
        self.over("air", self.fa, AIR + ":flw_ai", "flw ai|air flow|flow|consumption", ones, 0.6, 0, 0.4)
        X, Y = self.J[:2]
        self.places(X, Y, self.gm & (X > 0.25), x_place=(0.12, 0.04), imu_place=(0.12, 0.04)), self.places(X, Y, (E("hold") > 0) & (X > 0.3), cup_place=(0.14, 0.05))
        self.lubt = np.mod(self.t + 40 * self.u("lb", 0.5), 90)
        rn = ("turning", "running", "rpm t", "turret", "rpm rq", "speed", "pressing")
        self.mode("trq rpm amp_t frc_sd pre eject scrape pg3 pg6 pg8 fed1 fed_amp ddu_frq ddu_amp vib2", self.rpm > 12, *rn), self.mode("vac_hp", self.load > 0.5, "loading", "loader", "amp vc"), self.mode("z_eff", np.abs(self.dJ[2]) > 0.08, "axis z", "moving", "velocity", "moves")
        self.mode("cup1", E("hold") > 0, "holding", "hold", "gripper", "vac sg", "suction"), self.mode("lub", self.lubt < 20, "lubricating", "lubrication", "prs lb"), self.mode("chl", self.cmp > 0.5, "compressor", "cmp on", "runs", "running", "on")

    def build(self):
        E, W, t, run, pr, rpm = self.E, self.wander, self.t, self.run, self.press, self.rpm
        ft, npw, dp = self.shape("s_trt", 0.4, 0.6, 4) & (rpm > 12), self.shape("s_pwd", 0.5, 2, 7) & (self.load > 0.5), self.shape("s_drop", 0.4, 0.5, 3) & (E("hold") > 0)
        trq = self.trq * np.where(ft, 1.5, 1)
        self.pub(TRT, "rtp_msgs/msg/Trt", 10, dict(rpm_t=s(rpm, 0.05, 0.12, 0, 0.1, 2, lo=0), trq_t=s(trq, 0.5, 3, 0, 3, 1, lo=0), amp_t=s(1.4 + 0.075 * trq, 0.02, 0.2, 0.1, 0.15, 3, lo=0), tmp_bg=s(self.T("bg", 0.2 * lp(rpm, 60), 300, 6, 0.1), 0.1), flt_t=np.where(ft, 0x21, 0)))
        self.pub(MCP, "rtp_msgs/msg/Mcp", 10, dict(frc_mc=s(self.frc, 0.02, 0.12, 0.05, 0.08, 3, lo=0), srl_mc=s(pr * (1.6 + 0.045 * rpm * 0.5 + 0.15 * W("sr", 1, 8)), 0.02, 0.16, 0.1, 0, lo=0), gap_mc=s(3.4 - 0.03 * self.frc + 0.06 * (E("prd") == 2), 0.002, 0.006, 0.02, 0.008, 30), tmp_rl=s(self.T("rl", 0.45 * lp(self.frc, 40), 240, 5, 0.1), 0.1)))  # fmt: skip
        self.pub(PCP, "rtp_msgs/msg/Pcp", 8, dict(frc_pc=s(self.frc * (0.16 + 0.2 * E("soft")) + 0.3 * pr, 0.005, 0.06, 0.02, 0.05, 4, lo=0), gap_pc=s(5.1 + 0.1 * (E("prd") == 2) - 0.02 * self.frc * 0.16, 0.002, 0.006, 0.02, 0.008, 20)))
        self.pub(EJC, "rtp_msgs/msg/Ejc", 8, dict(frc_ej=s(pr * (90 + 8 * self.frc + 14 * np.sin(2 * np.pi * self.lubt / 90)), 1, 7, 4, 6, 6, lo=0), frc_so=s(pr * (4.2 + 0.12 * self.frc + 0.6 * W("so", 1, 5)), 0.05, 0.3, 0.2, 0, lo=0)))
        V = {}
        for i in range(8):
            V.update({f"pgr[{i}].frc_pg": s(self.frc * (1 + self.u(f"pg{i}", 0.006)) * (1 + 0.008 * W(f"pg{i}", 1, 5)), 0.02, 0.12, lo=0), f"pgr[{i}].tig_pg": s(run * (2.1 + 0.018 * rpm + 0.4 * np.exp(-self.lubt / 40) * -1), 0.02, 0.2, 0.15, 0.15, 12, lo=0)})
        self.pub(PUN, "rtp_msgs/msg/Pun", 6, V)
        self.pub(FED, "rtp_msgs/msg/Fed", 8, dict(rpm_fd=[s(self.fq * (1, 0.82)[i], 0.05, 0.2, 0.05, 0.15, 3, lo=0) for i in (0, 1)], amp_fd=s(0.2 * (self.fq > 2) + 0.028 * self.fq + 0.25 * pr, 0.01, 0.04, 0.03, 0.04, 5, lo=0), lvl_fd=s(72 - 6 * pr + 3 * np.sin(2 * np.pi * t / 23) * pr, 0.2, 0.8, 1, 1, 8, lo=0, hi=110)))  # fmt: skip
        ld = lp(self.load, 0.7)
        ms = self.tank(0.24 * pr, 1.5 * self.load, 62, 44)
        self.pub(HOP, "rtp_msgs/msg/Hop", 5, dict(mas_hp=s(lp(ms, 1), 0.05, 0.25, 0.5, 0.2, 9), amp_vc=s(0.1 + ld * (4.3 + 0.1 * W("vc", 1, 3)), 0.02, 0.06, lo=0), vac_vc=s(ld * (205 + 6 * W("vv", 1, 3)) * np.where(npw, 1.25, 1), 0.5, 2, lo=0), no_pwd=npw))
        dd = np.abs(lp(np.gradient(self.depth, DT), 0.3))
        self.pub(FIL, "rtp_msgs/msg/Fil", 6, dict(dep_fl=s(self.depth, 0.002, 0.005, 0.01), amp_fc=s(0.15 + 4 * np.minimum(dd, 0.4) + 0.02 * self.frc * 0.3, 0.01, 0.03, 0.02, 0.03, 5, lo=0), err_fl=s(0.4 * W("ef", 1, 6) * pr, 0.02, 0.1)))
        dz = np.clip(np.abs(self.dJ[2]) * 12, 0, 1)
        ef = [np.abs(6 * np.clip(np.abs(v) * 12, 0, 1) + (5, 4, 7)[i] * np.abs(a) + (0, 0, 9)[i] + 3 * np.abs(v)) for i, (v, a) in enumerate(zip(self.dJ, self.ddJ))]
        self.jnt(SMP, 15, ["x", "y", "z"], [s(x, 1e-4, 1.5e-4) for x in self.J], [s(x, 1e-3, 4e-3) for x in self.dJ], [s(e, 0.02, 0.5 + 0.2 * i, 0.3, 0.3, lo=0) for i, e in enumerate(ef)], jit=0.001)
        self.pub("/smp/pos", "geometry_msgs/msg/PoseStamped", 12, {"pose.position.x": s(self.J[0], 1e-4, 3e-4), "pose.position.y": s(self.J[1], 1e-4, 3e-4), "pose.position.z": s(1.2 - self.J[2], 1e-4, 3e-4), "pose.orientation.w": 1.0}, "press")
        sg = 0.04 + 0.13 * sum(np.abs(v) for v in self.dJ) + 0.0012 * rpm
        self.inertial("/smp/imu", 14, self.z0, (0.02 * dz * self.white("gx"), 0.02 * dz * self.white("gy"), self.z0), (self.ddJ[0] + sg * self.white("ax"), self.ddJ[1] + sg * self.white("ay"), 9.81 - self.ddJ[2] + 1.2 * sg * self.white("az")), "arm")
        vc, hd = lp(E("vac"), 0.15), lp(E("hold"), 0.1)
        self.pub(GRP, "rtp_msgs/msg/Grp", 8, dict(vac_sg=[s(vc * (12 + 49 * hd * (1 + self.u(f"vg{i}", 0.015))) * np.where(dp, 0.3, 1) + 0.9 * W(f"vw{i}", 1, 2) * vc, 0.1, 0.5, lo=0) for i in (0, 1)], prs_sg=s(4.6 - 0.2 * vc, 0.01, 0.02, 0.03, 0.02, 9), drop=dp))
        see = E("see") > 0
        m_ = lp(self.mass, 0.1) * (1 + 0.006 * self.per_event("mt", see))
        self.pub(TST, "rtp_msgs/msg/Tst", 4, dict(mas_tb=s(m_, 0.1, 0.4, 0, 0.5, 6, lo=0), hrd_tb=s(38 + 4.6 * lp(self.frc, 12) + 2 * self.per_event("hd", see), 0.2, 0.8, 1, 0.8, 12, lo=0), thk_tb=s(4.2 - 0.02 * lp(self.frc, 12) + 0.3 * (E("prd") == 2) + 0.015 * self.per_event("tk", see), 0.002, 0.006, 0.01, 0.006, 15)))  # fmt: skip
        self.pub(NIR, "rtp_msgs/msg/Nir", 5, dict(abs_w=s(1.32 + 0.12 * E("bat") + 0.05 * (self.dens - 1) * 10, 0.002, 0.02, 0.02, 0.02, 9), res_n=s(0.55 + 0.12 * (1 - pr), 0.005, 0.06, 0.05, 0.05, 7, lo=0), tmp_lm=s(self.tlm, 0.1, 0.15), int_n=s(4100 - 9 * (self.tlm - self.amb - 31), 1, 14, 40, 18, 30)))
        self.pub(MDT, "rtp_msgs/msg/Mdt", 8, dict(sgn_x=s(3.5 * W("mx", 1, 0.6) * (0.3 + 0.7 * pr), 0.1, 0.8, 0.5), sgn_r=s(0.04 * (self.amb - 21) * 10, 0.1, 0.9, 1.5, 1, 40), hits=self.once(W("mh", 1, 9) > 2.6)))
        self.pub(DDU, "rtp_msgs/msg/Ddu", 6, dict(amp_vb=s(1.05 * pr + 0.02, 0.005, 0.03, 0.03, 0.02, 6, lo=0), frq_vb=s(48.2 * lp(pr, 1), 0.05, 0.2, 0.1, 0.12, 9, lo=0), dp_du=s(140 * run + 12, 1, 3, 4, 3, 12)))
        pulse = np.mod(t + 30 * self.u("bg", 1), 75)
        self.pub(DEX, "rtp_msgs/msg/Dex", 5, dict(dp_bg=s(620 + 260 * lp(pr, 30) + 1.6 * pulse - 60 * np.exp(-pulse / 2), 2, 9, 20, 9, 20), flw_dx=s(410 - 0.4 * pulse - 20 * lp(pr, 30), 1, 4, 6, 3.5, 12), rpm_dx=s(2880 + 0.0 * t, 5, 7, 9, 6, 9), bag_due=(self.f("s_bag") > 0) & (t % 18 < 6)))
        self.pub(CND, "rtp_msgs/msg/Cnd", 3, dict(tmp_ca=s(21.6 + 0.15 * (self.amb - 21) + 0.3 * np.sin(2 * np.pi * t / 170), 0.1, 0.1, 0.3, 0.15, 40), dew_ca=s(4.5 + 0.5 * np.sin(2 * np.pi * t / 420 + 1) + 0.6 * self.su("dw"), 0.1, 0.12, 0, 0.25, 60, own=1), flw_ca=s(860 - 60 * E("dr"), 2, 6, 10, 6, 20)))
        lb = self.lubt
        self.pub(LUB, "rtp_msgs/msg/Lub", 3, dict(prs_lb=s(0.5 + np.where(lb < 8, 29 * (1 - np.exp(-lb / 2)), 29 * np.exp(-(lb - 8) / 6)), 0.1, 0.25, 0.2, lo=0), lvl_lb=s(55 + 12 * np.tanh(self.su("ll")) - 6e-4 * t, 0.1, 0.15)))
        self.pub(HYD, "rtp_msgs/msg/Hyd", 8, dict(prs_hy=s(64 + 2.6 * self.frc + 3 * np.sin(2 * np.pi * t / 13) * run, 0.2, 0.6, 0.5, 0.5, 3), tmp_hy=s(self.thy, 0.1, 0.1, own=1), lvl_hy=s(78 + 0.05 * (self.thy - 40), 0.1, 0.2, 1, 0.25, 30)))
        rj = self.once((self.pieces("rj", 1, 6, 0, 1) > 0.93) & (rpm > 12))
        self.pub(GAT, "rtp_msgs/msg/Gat", 5, dict(tms_gt=s(self.net("gt", 9, 2, 0.5), 0.1), prs_gt=s(5.6 - 0.0008 * self.fa, 0.005, 0.015, 0.03, 0.012, 9), rej=rj))
        dm = np.mod(np.cumsum(pr * rpm * 37 * self.mass) * DT / 60 / 1e6, 18.0)
        self.pub(DRM, "rtp_msgs/msg/Drm", 4, dict(mas_dr=s(6.5 + dm, 0.01, 0.03, 0.03, 0.02, 9), pos_dr=s(0.2 + 0.01 * dm, 0.001, 0.002), n_dr=self.once(np.diff(dm, prepend=0) < -5)))
        vl = 230 - 2.6 * self.site + 0.7 * self.su("vl")
        self.pub(MNS, "rtp_msgs/msg/Mns", 4, dict(vlt_ln=[s(vl - 0.06 * self.il, 0.1, 0.2, 0.4, 0.5, 30) for _ in range(3)], amp_ln=[s(self.il * (1 + self.u(f"ag{i}", 0.015)), 0.05, 0.18, 0, 0.1, 3, lo=0) for i in range(3)]))
        a24 = 5.2 + 0.8 * self.gm + 0.7 * E("vac") + 0.4 * run + 0.2 * W("a24", 1, 5)
        self.pub(CAB, "rtp_msgs/msg/Cab", 4, dict(vlt_24=s(24.1 - 0.012 * a24, 0.01, 0.015, 0.03, 0.01, 9), amp_24=s(a24, 0.02, 0.08), tmp_cb=s(self.T("cb", 2.6 * lp(self.il / 15, 60), 260, 7, 0.1), 0.1), rpm_fn=s(2250 + 14 * (self.amb - 21), 1, 9, 14, 9, 9)))
        self.pub(AIR, "rtp_msgs/msg/Air", 5, dict(prs_ai=s(6.4 - 0.0012 * self.fa, 0.01, 0.018, 0.03, 0.02, 12), flw_ai=s(self.fa, 0.5, 1.5, lo=0)))
        br = 131 + 9 * np.tanh(W("br", 1, 50)) + 7 * (E("prd") == 3)
        self.pub(CAM, "rtp_msgs/msg/Cam", 5, dict(foc=s(73 - 1.5 * run - 0.02 * rpm, 0.1, 0.9, 0.9, 1.0, 12, lo=0), brt=s(br, 0.5, 1), dia_px=s(np.array([0, 412, 505, 338])[E("prd").astype(int)] + 0.02 * (br - 131), 0.1, 0.6, 0.8, 0.5, 9), tms_pc=s(self.net("pc", 24, 1.6, 0.8), 0.2)))
        self.pub(VIB, "rtp_msgs/msg/Vib", 8, dict(acc_rms=[s(0.05 + run * (0.1 + (0.007 + 0.001 * i) * rpm) * (1 + 0.1 * np.sin(rpm / 5 + i)), 0.002, 0.03, 0.01, 0.02, 4, lo=0) for i in range(3)]))
        cm = lp(self.cmp, 0.7)
        self.pub(CHL, "rtp_msgs/msg/Chl", 4, dict(tin_ch=s(self.tch, 0.05, 0.07, 0.1), tout_ch=s(self.tch + 1.2 + 0.12 * lp(self.frc, 90), 0.05, 0.07, 0.1), flw_ch=s(14.2, 0.02, 0.1, 0.25, 0.12, 20), amp_cp=s(0.1 + cm * (6.9 + 0.1 * (self.amb - 21)), 0.05, 0.1, 0.04, 0.05, 9, lo=0), cmp_on=self.cmp))
        self.simple("/amb", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/hum", "RelativeHumidity", 1, "relative_humidity", s(0.36 + 0.03 * self.su("rh"), 0.001, 0.0013, 0, 0.01, 150))
        self.pub("/sft", "rtp_msgs/msg/Sft", 2, dict(es_ok=1, drs_cl=E("dr") < 0.5, ppl=E("dr") + (W("pe", 1, 60) > 1.2))), self.pub("/job", "rtp_msgs/msg/Job", 4, dict(ph=self.st, prd=E("prd"), n_tb=np.floor(np.cumsum(pr * rpm * 37 / 60) * DT), rpm_rq=s(E("rq"), 0.1)))
        self.pub(NET, "rtp_msgs/msg/Net", 3, dict(rsp_ms=s(self.net("rs", 6, 1.5, 1.4), 0.5), lss=s(self.net("ls", 0, 0.4, 0.15), 0.1)))
        ver = self.version("rtp", "7.3", "7.4", "7.6")
        self.computer(PLC, "rtp_msgs/msg/Plc", 4, 5.2, 640, ("cyc_av", "cyc_mx", "mem_us", "tmp_pu", "fw"), 3 * run, ver, 0.4)
        self.end("/sample/_action/status", [("s_trt", "trt", ["turret drive overloaded, fault 0x21", "turret drive started again"], "TD"), ("s_pwd", "hop", ["no powder at the loader", "powder comes again"], "HP"), ("s_drop", "smp", ["sample lost", "sample taken again"], "SG"), ("s_bag", "dex", "dust bag nearly full, change soon", "DX")],
                 [(15, "I", "job", "drum full after {} min", 12, 25), (8, "W", "fil", "mass corrected by {} mg", 1, 5), (6, "W", "cam", "tablet with a chipped edge, {} px", 3, 20), (5, "I", "tst", "sample of {} tablets stored", 5, 20), (4, "W", "net", "server slow {} ms", 400, 900)],
                 [("smp", "limits read from the file"), ("cam", "calibration 12 days old"), ("sft", "door test ok")], ver)  # fmt: skip
