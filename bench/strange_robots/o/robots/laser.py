"""Laser cutter for sheets: source of eight diode groups, cutting head, gantry of three axes, gases, two-circuit chiller, dust extraction, exchange table and a loader with suction cups; abbreviated fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

LSR, DIO, HDC, PRC, JNT, DRV, POS, IMU, GAS, CHL, DEX, TBL, LDR, KRF, MNS, CAB, AIR, LUB, VIB, CAM, PLC, NET, NZC, N2G = "/lsr", "/dio", "/hdc", "/prc", "/axs/jnt", "/axs/drv", "/axs/pos", "/axs/imu", "/gas", "/chl", "/dex", "/tbl", "/ldr", "/krf", "/mns", "/cab", "/air", "/lub", "/vib", "/cam", "/plc", "/net", "/nzc", "/n2g"  # fmt: skip
PL, NU, ON, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when the beam is on", need=12), "linear_acceleration."


class Laser(Robot):
    NAME = "laser"
    FLAGS = [(LSR, "flt_ls"), (LDR, "lost_sh"), (TBL, "blk_tb"), (DEX, "bin_full")]
    DEFS = {
        "lcm_msgs/msg/Lsr": mdef("float32 pwr_fb pwr_st brf_ls tmp_fb hum_ls; uint16 flt_ls"),
        "lcm_msgs/msg/Grp": "float32 cur_dd\nfloat32 tmp_dd\nfloat32 opt_dd",
        "lcm_msgs/msg/Dio": mdef("lcm_msgs/Grp[8] grp"),
        "lcm_msgs/msg/Hdc": mdef("float32 dst_nz cap_nz tmp_ln tmp_cg sct_ln foc_ps"),
        "lcm_msgs/msg/Prc": mdef("float32 pht_pr tms_pr uv_pr; uint32 n_pr"),
        "lcm_msgs/msg/Drv": mdef("float32[4] amp_ax tmp_ax; float32 vdc_dr"),
        "lcm_msgs/msg/Gas": mdef("float32 prs_nz prs_su flw_gs vlv_gs; uint8 gas_id"),
        "lcm_msgs/msg/N2g": mdef("float32 o2_ppm prs_tk dew_n2"),
        "lcm_msgs/msg/Chl": mdef("float32[2] tmp_ch flw_ch; float32 amp_cp cnd_us lvl_ch; bool cmp_on"),
        "lcm_msgs/msg/Dex": mdef("float32 dp_fl flw_dx amp_dx; bool bin_full"),
        "lcm_msgs/msg/Tbl": mdef("float32 pos_tb amp_tb prs_cl; bool blk_tb"),
        "lcm_msgs/msg/Ldr": mdef("float32[6] vac_cp; float32 mas_sh thk_sh; bool lost_sh"),
        "lcm_msgs/msg/Krf": mdef("float32 wid_kf brr_kf ang_kf"),
        "lcm_msgs/msg/Mns": mdef("float32[3] vlt_ln amp_ln"),
        "lcm_msgs/msg/Cab": mdef("float32 vlt_24 amp_24 tmp_cb; uint16 rpm_fn"),
        "lcm_msgs/msg/Air": mdef("float32 prs_ai flw_ai"),
        "lcm_msgs/msg/Lub": mdef("float32 prs_lb lvl_lb"),
        "lcm_msgs/msg/Vib": mdef("float32[2] acc_rms"),
        "lcm_msgs/msg/Cam": mdef("float32 foc brt off_sh tms_pc"),
        "lcm_msgs/msg/Nzc": mdef("float32 trq_nc cen_nz; uint8 id_nz"),
        "lcm_msgs/msg/Job": mdef("uint8 ph mat; uint32 n_ct; float32 spd_rq pwr_rq"),
        "lcm_msgs/msg/Sft": mdef("bool es_ok drs_cl; uint8 ppl"),
        "lcm_msgs/msg/Net": mdef("float32 rsp_ms lss"),
        "lcm_msgs/msg/Plc": mdef("float32 cyc_av cyc_mx mem_us tmp_pu; string fw"),
    }
    KINDS = dict(
        pwr=k("source gives less power than is set: fibre aged", LSR, "pwr_fb", "source|lsr|fibre", "mul -.22 .03", step=False, **ON),
        pwr_osc=k("power swings: loop of the source badly tuned", LSR, "pwr_fb", "source|lsr|power", "swing 800 3.4", **ON),
        brf=k("back reflection too high: protective layer burnt", LSR, "brf_ls", "back reflection|source|lsr", "mul .95 .15", **ON),
        fib_hot=k("fibre plug gets hot: dust", LSR, "tmp_fb", "fibre plug|source|lsr", "heat 8 50", step=False, tail=200),
        hum_ls=k("humidity in the source rises: dryer used up", LSR, "hum_ls", "dryer|source|lsr", "off 9 .05", step=False),
        d3_cur=k("diode group 3 draws less current: bar dead", DIO, "grp[2].cur_dd", "group 3|diodes|dio", "mul -.15 .03", **ON),
        d5_opt=k("diode group 5 gives less light: facet burnt", DIO, "grp[4].opt_dd", "group 5|diodes|dio", "mul -.24 .03", step=False, **ON),
        d7_hot=k("diode group 7 gets hot: solder void", DIO, "grp[6].tmp_dd", "group 7|diodes|dio", "heat 7 25", tail=120),
        d2_frz=k("temperature of diode group 2 frozen", DIO, "grp[1].tmp_dd", "group 2|diodes|dio", "frz"),
        d8_cut=k("current of diode group 8 drops out: plug", DIO, "grp[7].cur_dd", "group 8|diodes|dio|plug", "cut 0 .3 2", **ON),
        d4_high=k("light of diode group 4 flutters when its current is above a number: bond wire", DIO, "grp[3].opt_dd", "group 4|diodes|dio|bond wire", "flut 130", where="**current of the group above a number**", **NU),
        dst=k("distance of the nozzle uneasy: cable of the sensor", HDC, "dst_nz", "distance|head|hdc", "noise .28", **ON),
        cap=k("capacity of the nozzle drifts: spatter on the ceramic", HDC, "cap_nz", "capacity|head|hdc|ceramic", "off 24 .05", step=False),
        lens=k("lens gets hot: dirt burnt in", HDC, "tmp_ln", "lens|head|hdc", "heat 11 60", step=False, tail=250),
        sct=k("stray light at the lens too high: scratched", HDC, "sct_ln", "stray light|lens|head|hdc", "mul .8 .15", **ON),
        foc_lag=k("focus follows late: motor of the lens slow", HDC, "foc_ps", "focus|head|hdc", "rate .35|noise .05"),
        glass_hot=k("stray light pulses when the protective glass is hotter than a number: seal loose", HDC, "sct_ln", "protective glass|head|hdc|seal", "flut 3.4", where="**temperature of the protective glass above a number**", **NU),
        pht=k("photodiode of the process drops bits: converter", PRC, "pht_pr", "photodiode|process|prc", "bit 256 .12|bit -128 .1"),
        pht_high=k("photodiode flutters when the power is above a number: damping lost", PRC, "pht_pr", "photodiode|process|prc", "flut 210", where="**power above a number**", **NU),
        tms=k("piercing takes longer: nozzle worn", PRC, "tms_pr", "piercing|process|prc", "mul .5 .1"),
        uv=k("ultraviolet sensor dims: window coated", PRC, "uv_pr", "ultraviolet|process|prc|window", "mul -.38 .04", **ON),
        x_place=k("speed of axis x jerks at one place: rack dirty", JNT, "velocity[0]", "axis x|axs jnt|rack", "flut .3 -.5", **PL),
        y_fast=k("effort of axis y flutters when it is faster than a number: belt tooth", JNT, "effort[1]", "axis y|axs jnt|belt", "flut 95", where="**speed of axis y above a number**", **NU),
        z_eff=k("axis z needs more and more effort: spindle dry", JNT, "effort[2]", "axis z|axs jnt|spindle", "off 26 .1", step=False),
        z_play=k("axis z has play: nut worn", JNT, "position[2]", "axis z|axs jnt|nut", "play .006|noise .0006"),
        jnt_age=k("joint states come late: bus overloaded", JNT, "header.stamp", "joint states|axs jnt|bus", "age .7", step=False),
        x2_amp=k("second motor of axis x draws more current: gantry skewed", DRV, "amp_ax[1]", "axis x|drives|axs drv|gantry", "off 2.3 .2", where="when the axes move"),
        y_hot=k("motor of axis y gets hot: fan stands", DRV, "tmp_ax[2]", "axis y|drives|axs drv|fan", "heat 11 80", step=False, tail=300),
        vdc=k("intermediate voltage uneasy: capacitor dry", DRV, "vdc_dr", "drives|axs drv|capacitor|intermediate voltage", "burst 9 2 9"),
        pos_x=k("pose stands off in x: reference cam moved", POS, "pose.position.x", "pose|axs pos|reference cam", "off .012 .02"),
        pos_lost=k("poses get lost", POS, "header.stamp", "pose|axs pos", "lost .5"),
        imu_place=k("head is shaken at one place: rail joint", IMU, " ".join(ACC + c for c in "xyz"), "imu|head|rail", "noise 1.5", **PL),
        imu_half=k("imu of the head sends half of its messages", IMU, "header.stamp", "imu", "lost .5"),
        prs_nz=k("pressure at the nozzle hunts: proportional valve sticks", GAS, "prs_nz", "nozzle pressure|gas|proportional valve", "hunt 1.7 4.2", **ON),
        flw_gs=k("gas flows more: nozzle burnt open", GAS, "flw_gs", "gas|nozzle", "mul .32 .05", **ON),
        su_flow=k("supply pressure falls when the gas flow is above a number: filter clogged", GAS, "prs_su", "gas supply|gas|filter", "off -2.4 .3", where="**gas flow above a number**", **NU),
        o2=k("oxygen in the nitrogen rises: membrane aged", N2G, "o2_ppm", "nitrogen|n2g|membrane", "off 65 .05", step=False),
        dew=k("dew point of the nitrogen frozen", N2G, "dew_n2", "nitrogen|n2g|dew point", "frz"),
        chl_tmp=k("temperature of the water of circuit 2 swings: mixing valve", CHL, "tmp_ch[1]", "circuit 2|chiller|chl|mixing valve", "swing 1.4 21"),
        chl_flw=k("circuit 1 flows less: strainer", CHL, "flw_ch[0]", "circuit 1|chiller|chl|strainer", "mul -.2 .04"),
        chl_amp=k("compressor draws more and more current: winding", CHL, "amp_cp", "compressor|chiller|chl", "off 2.1 .1", step=False, where="when the compressor runs"),
        cnd=k("conductivity of the water rises: cartridge used up", CHL, "cnd_us", "conductivity|chiller|chl|cartridge", "off 1.5 .05", step=False),
        dp_fl=k("pressure over the filter too high: cleaning valve stands", DEX, "dp_fl", "filter|dust extraction|dex|cleaning valve", "off 240 .05"),
        flw_dx=k("extraction moves less air: flap stuck", DEX, "flw_dx", "dust extraction|dex|flap", "mul -.19 .03"),
        tbl_amp=k("table draws more current: chain dry", TBL, "amp_tb", "table|tbl|chain", "off 3 .2", where="when the table moves", need=10),
        clamp=k("clamps of the table hold with less pressure: leak", TBL, "prs_cl", "clamps|table|tbl|leak", "off -.8 .06"),
        cup2=k("suction cup 2 holds less vacuum: lip torn", LDR, "vac_cp[1]", "suction cup 2|loader|ldr", "mul -.3 .06", where="when a sheet is held", need=10),
        cup5=k("vacuum of cup 5 noisy: filter wet", LDR, "vac_cp[4]", "suction cup 5|loader|ldr|filter", "noise 5.5", where="when a sheet is held", need=10),
        thk=k("thickness of the sheet measured in coarse steps: converter", LDR, "thk_sh", "thickness|loader|ldr|converter", "coarse 1.6"),
        kerf=k("kerf too wide: focus shifted in the head", KRF, "wid_kf", "kerf|krf|focus", "off .06 .08", **ON),
        burr=k("burr grows: nozzle not centred", KRF, "brr_kf", "burr|krf|nozzle", "mul .9 .15", step=False, **ON),
        ph2=k("voltage of phase 2 falls when the current is above a number: terminal", MNS, "vlt_ln[1]", "phase 2|mains|mns|terminal", "off -4 .3", where="**line current above a number**", **NU),
        ph3=k("current of phase 3 reads too little: transformer open", MNS, "amp_ln[2]", "phase 3|mains|mns|current transformer", "mul -.26 .02"),
        v24=k("24 V uneasy: capacitor", CAB, "vlt_24", "24 v|cabinet|cab|capacitor", "noise .13"),
        cab_hot=k("cabinet gets hot: filter mat", CAB, "tmp_cb", "cabinet|cab|filter mat", "heat 7 100", step=False, tail=350),
        air=k("air pressure falls: compressor tired", AIR, "prs_ai", "compressed air|air|compressor", "off -.55 .08", step=False),
        air_flow=k("air pressure falls when the flow is above a number: hose", AIR, "prs_ai", "compressed air|air|hose", "off -.5 .3", where="**air flow above a number**", **NU),
        lub=k("lubrication builds less pressure: line open", LUB, "prs_lb", "lubrication|lub", "mul -.35 .05", where="when lubricating", need=12),
        vib2=k("vibration of the gantry too high: foot loose", VIB, "acc_rms[1]", "vibration|vib|foot|gantry", "mul .8 .12", where="when the axes move"),
        foc=k("camera loses sharpness: soot on the glass", CAM, "foc", "camera|cam|glass", "off -12 .05", step=False),
        foc_place=k("camera loses sharpness at one place: cable drags the mount", CAM, "foc", "camera|cam|mount|cable", "off -13 .3", **PL),
        brt_place=k("picture too bright at one place: slat bent up reflects", CAM, "brt", "camera|cam|slat", "off 21 .2", **PL),
        off_sh=k("place of the sheet reads wrongly: camera moved", CAM, "off_sh", "camera|cam|sheet", "off 3.4 .05"),
        cen=k("nozzle stands out of the centre: screw", NZC, "cen_nz", "nozzle changer|nzc|nozzle|screw", "off .07 .06"),
        hum=k("humidity frozen", "/hum", "relative_humidity", "humidity|hum", "frz"),
        cyc=k("controller has far longer worst cycles", PLC, "cyc_mx cyc_av", "controller|plc", "late .6 3.2"),
        mem=k("memory of the controller fills", PLC, "mem_us", "controller|plc|memory", "leak 40", step=False),
        lss=k("network loses packets: switch port", NET, "lss", "network|net|switch port", "late 1.5 7"),
        s_lsr=k("source reports a fault of the interlock", [LSR, "/rosout", "/diagnostics"], "flt_ls pwr_fb", "source|lsr", silent=False),
        s_ldr=k("loader reports lost sheets", [LDR, "/rosout", "/diagnostics"], "lost_sh vac_cp[0]", "loader|ldr", silent=False),
        s_tbl=k("table reports that it is blocked", [TBL, "/rosout", "/diagnostics"], "blk_tb amp_tb", "table|tbl", silent=False),
        s_bin=k("dust extraction warns that the bin is full", [DEX, "/rosout", "/diagnostics"], "bin_full", "dust extraction|dex|bin", silent=False),
    )

    def plan(self):
        self.day(22, 0.8, 3.0)
        r, z0, ones = self.rng("sheets"), self.z0, np.ones(self.n, bool)
        self.site, no, nc = 1 if self.is_life(2, 7) else 0, 0, 0
        T = Track(self, x=0.1, y=0.1, z=0.0, f=0.0, tb=0.0)
        T.set(mat=1, beam=0, pw=0, sp=0, gas=0, gp=0, held=0, vac=0, dr=0, prc=0, nc=0), T.wait(r.uniform(120, 240) if self.cold else r.uniform(10, 40), 11 if self.cold else 0)
        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.8 if r.random() < 0.12 else 1.0) * (0.75 if self.is_life(6) else 1)
            mat = int(r.choice((1, 2, 3), p=(0.45, 0.35, 0.2)))  # mild steel with oxygen, stainless with nitrogen, aluminium with nitrogen
            fly, film = self.new(3) and no % 4 == 2, self.new(4) and no % 3 == 0  # thin sheets cut in flight; a film burnt off at low power first; new
            th = 0.8 if fly else float(r.choice(((3, 6, 10), (1.5, 3, 5), (2, 3, 4))[mat - 1]))
            pw, sp = 1600 + 380 * th * (1.2 if mat > 1 else 0.8) + 200 * (mat == 3), np.clip(0.62 / th**0.6, 0.08, 0.42) * r.uniform(0.9, 1.1)
            T.set(mat=mat, th=th), T.go(1, sec=2, x=0.1, y=0.1, z=0.0)
            T.set(vac=1), T.wait(2, 1), T.set(held=1, kg=12 + 9 * th), T.wait(r.uniform(4, 7), 1), T.set(held=0, vac=0), T.go(1, sec=r.uniform(7, 9), tb=float(no % 2)), T.set(clp=1)
            T.set(gas=1 if mat == 1 else 2, gp=0.9 if mat == 1 else 12 + 0.6 * th), T.go(2, v=1.0, a=2, x=0.3, y=0.2, z=0.12, f=-0.4 * th if mat > 1 else 0.3 * th), T.set(look=1), T.wait(r.uniform(2, 4), 2), T.set(look=0)
            for pa in (0, 1) if film else (1,):
                for _ in range(int(r.integers(5, 9)) * (2 if fly else 1)):
                    cx, cy, w, h = r.uniform(0.3, 2.4), r.uniform(0.2, 1.2), r.uniform(0.08, 0.3), r.uniform(0.05, 0.22)
                    T.go(3, v=1.3, a=3, x=cx, y=cy)
                    nc += 1
                    T.go(4, sec=0.4, z=0.15), T.set(nc=nc, beam=1, pw=pw * (0.25 if not pa else 0.6), prc=1), T.wait(0.15 if fly or not pa else 0.2 + 0.09 * th, 4), T.set(prc=0, pw=pw * (0.25 if not pa else 1), sp=sp * (2.2 if not pa else 1))
                    vv = min(0.9, sp * (2.2 if not pa else 1) * (1.7 if fly else 1))
                    for x, y in ((cx + w, cy), (cx + w, cy + h), (cx, cy + h), (cx, cy)):
                        T.go(5, v=vv, a=2.5, x=x, y=y)
                    T.set(beam=0, pw=0, sp=0, prc=0)
                    if not fly:
                        T.go(4, sec=0.35, z=0.11)
            T.set(gp=0, gas=0, clp=0), T.go(6, sec=2.5, x=0.1, y=0.1, z=0.0), T.task(a0, "sheet")
            if r.random() < 0.12:
                T.set(dr=1)
                T.wait(r.uniform(20, 70), 9)  # slats cleaned, parts looked at
                T.set(dr=0)
            if r.random() < 0.25:
                T.set(nzl=no), T.go(8, v=1, a=2, x=0.05, y=1.45), T.set(chg=1), T.wait(r.uniform(5, 9), 8), T.set(chg=0)
            if self.is_life(5, 9) and no == 4:  # weekly: power measured in steps on the absorber
                T.go(12, v=0.8, a=2, x=0.05, y=1.2)
                for p in (1500, 3000, 4500, 6000):
                    T.set(beam=1, pw=p), T.wait(9, 12), T.set(beam=0, pw=0), T.wait(3, 12)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.J = [ring(A[a], fr, 0.6) for a, fr in (("x", 2.2), ("y", 2.6), ("z", 2.3))]
        self.dJ = [lp(np.gradient(a, DT), 0.06) for a in self.J]
        self.ddJ = [lp(np.gradient(a, DT), 0.08) for a in self.dJ]
        self.foc, self.tb = ring(A["f"], 0.9, 0.6), A["tb"]
        self.dtb = np.abs(lp(np.gradient(self.tb, DT), 0.1))
        self.gm = sum(np.abs(a) for a in self.dJ[:2]) > 0.03
        self.beam = lp(E("beam"), 0.08)
        self.pw = lp(E("pw") + z0, 0.1)
        self.cur = 2.5 * (self.beam > 0.02) + self.pw / 6000 * 21 * (1 + 0.03 * W("wp", 1, 45))
        self.tcg = self.amb + 4 + lp(self.pw / 300, 22) + 0.8 * W("cg", 1, 30)
        self.gp = lp(E("gp"), 0.4)
        self.gf = lp(self.gp * (1.4 * (E("prc") + E("beam") > 0.5) + 0.55) * 3.1, 0.3) + 0.25 * self.pink("gf", 1)
        so, self.cmp = self.store(0.05 + 0.00004 * lp(self.pw, 30) + 0.003 * (self.amb - 22), 0.33, 10.0, 13.0, 11.5)
        self.tch = 25.5 - lp(so, 4)
        self.il = lp(11 + self.pw / 300 + 7.5 * self.cmp + 6 * self.dtb * 9 + 3.5 * self.gm + 4 * (self.pieces("hz", 5, 20, 0, 1) < 0.45), 0.4) + 0.25 * self.pink("il", 1)
        self.over("d4_high", self.cur, DIO + ":grp[3].cur_dd", "cur dd|current|group 4|stronger", self.beam > 0.5, 0.45, 1, 0.3), self.over("glass_hot", self.tcg, HDC + ":tmp_cg", "tmp cg|protective glass|hotter|temperature", self.beam > 0.5, 0.4, 1, 0.12)
        self.over("y_fast", np.abs(self.dJ[1]), JNT + ":velocity[1]", "velocity|speed|axis y|faster|spd rq", np.abs(self.dJ[1]) > 0.04, 0.4, 2, 0.5), self.over("su_flow", self.gf, GAS + ":flw_gs", "flw gs|gas flow|flow|consumption", self.gf > 5, 0.3, 0, 0.4)
        self.over("ph2", self.il, MNS + ":amp_ln[1]", "amp ln|line current|current|load", ones, 0.55, 1, 0.35)
        self.fa = lp(26 + 60 * E("vac") + 45 * (np.mod(self.t + 30 * self.u("dx", 1), 65) < 3) + 30 * (self.pieces("nb", 8, 45, 0, 1) < 0.4), 0.4) + 1.2 * self.pink("fa", 1)
        self.over("air_flow", self.fa, AIR + ":flw_ai", "flw ai|air flow|flow|consumption", ones, 0.62, 0, 0.4), self.over("pht_high", self.pw, LSR + ":pwr_st", "pwr st|power|pwr rq|pwr fb", self.beam > 0.5, 0.45, -1, 0.3)
        X, Y = self.J[:2]
        self.places(X, Y, self.gm & (X > 0.25), x_place=(0.3, 0.07), imu_place=(0.3, 0.07)), self.places(X, Y, ones & (X > 0.25), brt_place=(0.28, 0.08), foc_place=(0.28, 0.08))
        self.lubt = np.mod(self.t + 40 * self.u("lb", 0.5), 100)
        self.mode("pwr pwr_osc brf dst d3_cur d5_opt d8_cut sct uv prs_nz flw_gs kerf burr", self.beam > 0.5, "beam", "cutting", "pwr st", "pwr rq", "power", "cur dd", "on"), self.mode("x2_amp vib2", self.gm, "moving", "moves", "velocity", "axes", "spd rq")
        self.mode("chl_amp", self.cmp > 0.5, "compressor", "cmp on", "runs", "running", "on"), self.mode("tbl_amp", self.dtb > 0.02, "table", "moves", "moving", "pos tb"), self.mode("cup2 cup5", E("held") > 0, "held", "holding", "sheet", "loading", "vac cp", "mas sh"), self.mode("lub", self.lubt < 22, "lubricating", "lubrication", "prs lb")  # fmt: skip

    def build(self):
        E, W, t, beam, pw = self.E, self.wander, self.t, self.beam, self.pw
        fl, ls, bl = self.shape("s_lsr", 0.35, 0.5, 3) & (E("beam") > 0), self.shape("s_ldr", 0.6, 1, 5) & (E("vac") > 0), self.shape("s_tbl", 0.5, 1, 4)
        self.pub(LSR, "lcm_msgs/msg/Lsr", 10, dict(pwr_fb=s(pw * (1 - 0.6 * fl) * (1 + 0.006 * W("pf", 1, 3)), 1, 14, 6, 0, lo=0), pwr_st=s(E("pw"), 1), brf_ls=s(0.4 + 0.0016 * pw * (1 + 0.9 * (E("mat") == 3)) * (1 + 0.1 * W("br", 1, 1.5)) + 2.4 * E("prc"), 0.02, 0.25, 0.05, 0, lo=0), tmp_fb=s(self.T("fb", 0.0022 * lp(pw, 30), 90, 5, 0.1), 0.1), hum_ls=s(11 + 1.2 * self.su("hl") + 0.6 * np.sin(2 * np.pi * t / 700), 0.1, 0.15, 0.4, 0.2, 60), flt_ls=np.where(fl, 0x42, 0)))  # fmt: skip
        V = {}
        for i in range(8):
            c = self.cur * (1 + self.u(f"dc{i}", 0.01))
            V.update({f"grp[{i}].cur_dd": s(c, 0.02, 0.12, 0, 0.08, 2, lo=0), f"grp[{i}].tmp_dd": s(self.T(f"dt{i}", 0.55 * lp(self.cur, 12), 40, 4, 0.1), 0.05), f"grp[{i}].opt_dd": s(31 * np.maximum(c - 2.2, 0) * (1 - 0.003 * (lp(self.cur, 40) - 8)), 1, 6, 0, 3, 3, lo=0)})
        self.pub(DIO, "lcm_msgs/msg/Dio", 6, V)
        stand = 8 * np.clip((0.15 - self.J[2]) / 0.05, 0, 3)
        self.pub(HDC, "lcm_msgs/msg/Hdc", 10, dict(dst_nz=s(np.minimum(0.9 + stand + 0.05 * beam * W("dn", 1, 0.4), 10), 0.005, 0.02, 0.01, 0.012, 3, lo=0), cap_nz=s(310 + 160 / (1.2 + stand) - 0.2 * (self.amb - 22), 0.5, 1.5, 4, 1.6, 20), tmp_ln=s(self.T("ln", 0.0026 * lp(pw, 25), 60, 4, 0.1), 0.1), tmp_cg=s(self.tcg, 0.1, 0.12), sct_ln=s(0.6 + 0.0017 * pw * (1 + 0.08 * W("sc", 1, 2)) + 0.8 * E("prc"), 0.02, 0.2, 0.1, 0, lo=0), foc_ps=s(self.foc, 0.01, 0.015, 0.02)))  # fmt: skip
        self.pub(PRC, "lcm_msgs/msg/Prc", 10, dict(pht_pr=s(90 + 0.11 * pw * (1 + 0.25 * (E("mat") == 1)) * (1 + 0.12 * W("ph", 1, 0.4)) + 260 * E("prc"), 1, 12, 8, lo=0), tms_pr=s(180 + 95 * E("th") + 25 * self.per_event("tp", E("prc") > 0), 1, 3, 6), uv_pr=s(2 + 0.014 * pw * (1 + 0.08 * W("uv", 1, 1)), 0.1, 1.2, 0.5, 0.9, 4, lo=0), n_pr=E("nc")))  # fmt: skip
        J, d, dd = self.J, self.dJ, self.ddJ
        ef = [s(np.abs(24 * np.tanh(18 * v) + (70, 48, 30)[i] * a + (20, 18, 25)[i] * v) + (4, 4, 42)[i], 0.1, (2.5, 2, 1.6)[i], 0.8, 0.9, 4, lo=0) for i, (v, a) in enumerate(zip(d, dd))]
        self.jnt(JNT, 16, ["x", "y", "z"], [s(x, 1e-5, 8e-5) for x in J], [s(x, 1e-4, 3e-3) for x in d], ef, jit=0.001)
        am = [np.abs(lp(0.6 + 1.7 * np.tanh(18 * np.abs(d[i])) + (2.6, 2.5, 2.0, 1.1)[j] * np.abs(dd[i]) + 1.4 * np.abs(d[i]) + (j == 3) * 1.1, 0.1)) for j, i in enumerate((0, 0, 1, 2))]
        self.pub(DRV, "lcm_msgs/msg/Drv", 8, dict(amp_ax=[s(x, 0.02, 0.14, 0.05, 0.1, 2, lo=0) for x in am], tmp_ax=[s(self.T(f"ta{i}", 4 * lp(x, 60), 280, 6, 0.12), 0.1) for i, x in enumerate(am)], vdc_dr=s(562 - 0.35 * self.il + 3.5 * lp(np.abs(dd[0]) > 1, 0.2), 0.2, 1, 2, 0.8, 8)))
        self.pub(POS, "geometry_msgs/msg/PoseStamped", 14, {"pose.position.x": s(J[0], 1e-4, 4e-4), "pose.position.y": s(J[1], 1e-4, 4e-4), "pose.position.z": s(0.4 - J[2], 1e-4, 4e-4), "pose.orientation.w": 1.0}, "bed")
        sg = 0.05 + 0.3 * np.hypot(d[0], d[1]) + 0.05 * beam
        self.inertial(IMU, 16, self.z0, tuple(0.01 * sg * self.white(f"g{c}") for c in "xyz"), (dd[0] + sg * self.white("ax"), dd[1] + sg * self.white("ay"), 9.81 - dd[2] + 1.2 * sg * self.white("az")), "head")
        self.pub(GAS, "lcm_msgs/msg/Gas", 8, dict(prs_nz=s(self.gp * (1 + 0.012 * W("pn", 1, 1.5)), 0.01, 0.04, 0.01, 0.02, 3, lo=0), prs_su=s(19.5 - 0.022 * self.gf + 0.4 * np.sin(2 * np.pi * t / 140 + self.u("su", 2)), 0.02, 0.06, 0.15, 0.06, 9), flw_gs=s(self.gf, 0.1, 0.5, 0, 0.3, 3, lo=0), vlv_gs=s(self.gp * 4.6 + 8 * (self.gp > 0.2), 0.2, 0.5, 0.4, lo=0), gas_id=E("gas")))  # fmt: skip
        self.pub(N2G, "lcm_msgs/msg/N2g", 3, dict(o2_ppm=s(74 + 0.25 * lp(self.gf, 30) + 4 * np.sin(2 * np.pi * t / 310), 0.5, 1.5, 4, 1.8, 20, lo=0), prs_tk=s(23 + 1.5 * np.sin(2 * np.pi * t / 140 + self.u("su", 2)) - 0.006 * self.gf, 0.02, 0.06, 0.2), dew_n2=s(-52 + 2 * self.su("dn") + 0.8 * np.sin(2 * np.pi * t / 400), 0.1, 0.25, 0, 0.3, 30)))  # fmt: skip
        cm = lp(self.cmp, 0.7)
        self.pub(CHL, "lcm_msgs/msg/Chl", 4, dict(tmp_ch=[s(self.tch + 2.5 * i + 0.25 * np.sin(2 * np.pi * t / 57 + i), 0.05, 0.07, 0.1) for i in (0, 1)], flw_ch=[s((38, 9.5)[i], 0.05, (0.25, 0.08)[i], 0.5, 0.2 / (1 + 2 * i), 15) for i in (0, 1)], amp_cp=s(0.1 + cm * (8.4 + 0.12 * (self.amb - 22)), 0.05, 0.12, 0.04, 0.06, 9, lo=0), cnd_us=s(0.9 + 0.15 * self.su("cn") + 0.004 * (self.tch - 14), 0.01, 0.02, 0, 0.03, 60, lo=0), lvl_ch=s(83 + 0.2 * (self.tch - 14), 0.1, 0.25, 1, 0.2, 30), cmp_on=self.cmp))  # fmt: skip
        pl = np.mod(t + 30 * self.u("dx", 1), 65)
        self.pub(DEX, "lcm_msgs/msg/Dex", 5, dict(dp_fl=s(690 + 180 * lp(beam, 20) + 1.9 * pl - 70 * np.exp(-pl / 2), 2, 9, 20, 9, 20), flw_dx=s(1920 - 1.1 * pl - 60 * lp(beam, 20), 2, 14, 25, 12, 12), amp_dx=s(13.2 - 0.003 * pl, 0.05, 0.12, 0.2, 0.12, 12), bin_full=(self.f("s_bin") > 0) & (t % 18 < 6)))
        self.pub(TBL, "lcm_msgs/msg/Tbl", 5, dict(pos_tb=s(self.tb * 3.4, 0.001, 0.002), amp_tb=s(0.2 + 4.5 * np.tanh(20 * self.dtb) + 6 * self.dtb + 3 * bl, 0.02, 0.12, 0.04, 0.1, 3, lo=0), prs_cl=s(0.3 + 5.4 * lp(E("clp"), 0.5), 0.01, 0.03, 0.05, 0.03, 8, lo=0), blk_tb=bl))
        vc, hd = lp(E("vac"), 0.2), lp(E("held"), 0.3)
        self.pub(LDR, "lcm_msgs/msg/Ldr", 5, dict(vac_cp=[s(vc * (14 + 48 * hd * (1 + self.u(f"vc{i}", 0.015))) * np.where(ls, 0.4, 1), 0.1, 0.6, 0.1, 0.4, 4, lo=0) for i in range(6)], mas_sh=s(hd * E("kg"), 0.05, 0.25, 0.1, 0.15, 6, lo=0), thk_sh=s(E("th") + 0.02 * self.per_event("th", E("held") > 0), 0.01, 0.012, 0.01), lost_sh=ls))  # fmt: skip
        self.pub(KRF, "lcm_msgs/msg/Krf", 4, dict(wid_kf=s(0.18 + 0.012 * E("th") + 0.004 * W("kf", 1, 9), 0.002, 0.005, 0.004, 0.004, 9, lo=0), brr_kf=s(0.05 + 0.006 * E("th") + 0.012 * np.abs(W("bu", 1, 7)), 0.002, 0.005, 0.004, 0, lo=0), ang_kf=s(0.4 + 0.05 * E("th"), 0.02, 0.05, 0.04, 0.04, 12)))
        vl = 231 - 2.8 * self.site + 0.7 * self.su("vl")
        self.pub(MNS, "lcm_msgs/msg/Mns", 4, dict(vlt_ln=[s(vl - 0.07 * self.il, 0.1, 0.2, 0.4, 0.5, 30) for _ in range(3)], amp_ln=[s(self.il * (1 + self.u(f"ag{i}", 0.015)), 0.05, 0.18, 0, 0.1, 3, lo=0) for i in range(3)]))
        a24 = 6.4 + 0.9 * self.gm + 0.8 * E("vac") + 0.6 * (self.gp > 0.3) + 0.2 * W("a24", 1, 5)
        self.pub(CAB, "lcm_msgs/msg/Cab", 4, dict(vlt_24=s(24.1 - 0.012 * a24, 0.01, 0.015, 0.03, 0.01, 9), amp_24=s(a24, 0.02, 0.08), tmp_cb=s(self.T("cb", 2.4 * lp(self.il / 15, 60), 260, 7, 0.1), 0.1), rpm_fn=s(2250 + 14 * (self.amb - 22), 1, 9, 14, 9, 9)))
        fa = self.fa
        self.pub(AIR, "lcm_msgs/msg/Air", 4, dict(prs_ai=s(6.6 - 0.0012 * fa, 0.01, 0.018, 0.03, 0.02, 12), flw_ai=s(fa, 0.5, 2, 1, 1.5, 6, lo=0))), self.pub(VIB, "lcm_msgs/msg/Vib", 8, dict(acc_rms=[s(0.04 + 0.3 * np.hypot(d[0], d[1]) * (1 + 0.3 * i) + 0.12 * np.hypot(dd[0], dd[1]), 0.002, 0.02, 0.01, 0.015, 3, lo=0) for i in (0, 1)]))  # fmt: skip
        lb = self.lubt
        self.pub(LUB, "lcm_msgs/msg/Lub", 3, dict(prs_lb=s(0.5 + np.where(lb < 9, 24 * (1 - np.exp(-lb / 2)), 24 * np.exp(-(lb - 9) / 6)), 0.1, 0.25, 0.2, lo=0), lvl_lb=s(55 + 12 * np.tanh(self.su("ll")) - 6e-4 * t, 0.1, 0.15)))
        self.pub(CAM, "lcm_msgs/msg/Cam", 5, dict(foc=s(72 - 4 * beam + 2 * np.sin(J[0] * 3), 0.1, 0.9, 0.9, 1.0, 12, lo=0), brt=s(118 + 32 * beam * (0.6 + pw / 9000) + 8 * np.sin(J[0] * 2.2) * np.cos(J[1] * 3), 0.5, 1.2, 1.5, 1.5, 9), off_sh=s(0.7 * self.per_event("os", E("look") > 0), 0.02, 0.12, 0.1, 0.08, 12), tms_pc=s(self.net("pc", 24, 1.6, 0.8), 0.2)))  # fmt: skip
        self.pub(NZC, "lcm_msgs/msg/Nzc", 3, dict(trq_nc=s(0.05 + 1.8 * lp(E("chg"), 0.5), 0.01, 0.03, lo=0), cen_nz=s(0.03 + 0.012 * self.per_event("cz", E("chg") > 0), 0.002, 0.004, 0.003, 0.003, 9), id_nz=np.mod(E("nzl"), 5) + 1))
        self.simple("/amb", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/hum", "RelativeHumidity", 1, "relative_humidity", s(0.42 + 0.04 * self.su("rh"), 0.001, 0.0013, 0, 0.01, 150))
        self.pub("/sft", "lcm_msgs/msg/Sft", 2, dict(es_ok=1, drs_cl=E("dr") < 0.5, ppl=E("dr") + (W("pe", 1, 60) > 1.2))), self.pub("/job", "lcm_msgs/msg/Job", 4, dict(ph=self.st, mat=E("mat"), n_ct=E("nc"), spd_rq=s(E("sp"), 0.001), pwr_rq=s(E("pw"), 1)))
        self.pub(NET, "lcm_msgs/msg/Net", 3, dict(rsp_ms=s(self.net("rs", 6, 1.5, 1.4), 0.5), lss=s(self.net("ls", 0, 0.4, 0.15), 0.1)))
        ver = self.version("lcm", "11.2", "11.3", "11.5")
        self.computer(PLC, "lcm_msgs/msg/Plc", 4, 5.2, 690, ("cyc_av", "cyc_mx", "mem_us", "tmp_pu", "fw"), 3 * lp(beam, 20), ver, 0.4)
        self.end("/cut/_action/status", [("s_lsr", "lsr", ["source interlock fault 0x42", "source ready again"], "LS"), ("s_ldr", "ldr", ["sheet lost", "sheet taken again"], "LD"), ("s_tbl", "tbl", ["table blocked", "table free again"], "TB"), ("s_bin", "dex", "dust bin nearly full, empty soon", "DX")],
                 [(15, "I", "job", "sheet cut in {} s", 60, 220), (8, "W", "hdc", "pierced again after {} s", 0.3, 2), (6, "W", "cam", "sheet stands aslant, {} mm", 2, 9), (5, "I", "krf", "{} contours measured", 5, 40), (4, "W", "net", "server slow {} ms", 400, 900)], [("axs", "limits read from the file"), ("cam", "calibration 12 days old"), ("sft", "door test ok")], ver)  # fmt: skip
