"""Bottle filler block: rinser, carousel of twelve filling valves, eight capping heads, labeller, check weigher, cleaning in place by steps, and a gantry that packs crates; abbreviated fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

BWL, FVL, CAP, RNS, CNV, CRS, LBL, WGH, INS, CIP, STM, GLY, GSS, AIR, VCP, PJN, PDR, PPS, PGR, IMU, MNS, CAB, PLC, NET, VIB, LUB, SCR, UPS = "/bwl", "/fvl", "/cap", "/rns", "/cnv", "/crs", "/lbl", "/wgh", "/ins", "/cip", "/stm", "/gly", "/gss", "/air", "/vcp", "/pck/jnt", "/pck/drv", "/pck/pos", "/pck/grp", "/pck/imu", "/mns", "/cab", "/plc", "/net", "/vib", "/lub", "/scr", "/ups"  # fmt: skip
PL, NU, FI, CP, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when filling", need=15), dict(where="when cleaning", need=15), "linear_acceleration."


class Filler(Robot):
    NAME = "filler"
    FLAGS = [(CRS, "flt_cr"), (CAP, "no_cp"), (LBL, "brk_lb"), (LUB, "low_lb")]
    DEFS = {
        "bfl_msgs/msg/Bwl": mdef("float32 lvl_bw prs_bw tmp_pr flw_pr brx co2_gl vlv_in"),
        "bfl_msgs/msg/Fvl": mdef("float32[12] tms_fv vol_fv"),
        "bfl_msgs/msg/Hed": "float32 trq_hd\nfloat32 ang_hd\nfloat32 tmp_hd",
        "bfl_msgs/msg/Cap": mdef("bfl_msgs/Hed[8] hed; float32 lvl_ht; bool no_cp"),
        "bfl_msgs/msg/Rns": mdef("float32 prs_rn flw_rn ozn_rn"),
        "bfl_msgs/msg/Cnv": mdef("float32[5] amp_cv spd_cv; float32 lvl_tb"),
        "bfl_msgs/msg/Crs": mdef("float32 rpm_cr trq_cr hgt_cr tmp_gb; uint16 flt_cr"),
        "bfl_msgs/msg/Lbl": mdef("float32 tns_lb dia_rl tmp_gl off_lb; bool brk_lb"),
        "bfl_msgs/msg/Wgh": mdef("float32 mas_bt dev_bt; uint32 n_bt n_rj"),
        "bfl_msgs/msg/Ins": mdef("float32 sco_cp sco_lv brt_in foc_in tms_in"),
        "bfl_msgs/msg/Cip": mdef("float32 cnd_cp tmp_cp flw_cp ph_cp; float32[3] lvl_tk"),
        "bfl_msgs/msg/Stm": mdef("float32 prs_st tmp_cd pos_sv"),
        "bfl_msgs/msg/Gly": mdef("float32 tmp_gy flw_gy amp_gy; bool cmp_on"),
        "bfl_msgs/msg/Gss": mdef("float32 prs_co prs_n2 flw_co"),
        "bfl_msgs/msg/Air": mdef("float32 prs_ai flw_ai dew_ai"),
        "bfl_msgs/msg/Vcp": mdef("float32 prs_vc amp_vp tmp_vp"),
        "bfl_msgs/msg/Pdr": mdef("float32[3] amp_ax tmp_ax"),
        "bfl_msgs/msg/Pgr": mdef("float32[6] vac_cu; float32 frc_gr"),
        "bfl_msgs/msg/Mns": mdef("float32[3] vlt_ln amp_ln; float32 pf_ln"),
        "bfl_msgs/msg/Cab": mdef("float32 vlt_24 amp_24 tmp_cb; uint16 rpm_fn"),
        "bfl_msgs/msg/Vib": mdef("float32[2] acc_rms"),
        "bfl_msgs/msg/Lub": mdef("float32 prs_lu lvl_lu; bool low_lb"),
        "bfl_msgs/msg/Scr": mdef("float32 trq_sc gap_sc"),
        "bfl_msgs/msg/Ups": mdef("float32 vlt_up tmp_up"),
        "bfl_msgs/msg/Job": mdef("uint8 ph rcp; float32 spd_rq vol_rq trq_rq; bool man"),
        "bfl_msgs/msg/Sft": mdef("bool es_ok drs_cl; uint8 ppl"),
        "bfl_msgs/msg/Net": mdef("float32 rsp_ms lss"),
        "bfl_msgs/msg/Plc": mdef("float32 cyc_av cyc_mx mem_us tmp_pu; string fw"),
    }
    KINDS = dict(
        lvl_wlk=k("level of the bowl walks: foam on the probe", BWL, "lvl_bw", "bowl|bwl|level probe", "walk 6.5 2 9"),
        prs_hnt=k("pressure of the bowl hunts: relief valve sticks", BWL, "prs_bw", "bowl|bwl|relief valve", "hunt .16 9"),
        tmp_lag=k("temperature of the product lags: probe in a dead corner", BWL, "tmp_pr", "product temperature|bowl|bwl|probe", "slow 45|off .9 .1"),
        flw_bnd=k("flow of the product reads too little when it is much: meter worn", BWL, "flw_pr", "product flow|bowl|bwl|flow meter", "bend -.3 8", **FI),
        brx=k("sugar reads too low: film on the prism", BWL, "brx", "sugar|bowl|bwl|prism", "span -.22 1", step=False),
        co2_mix=k("carbon dioxide of the product sees the speed: sampling loop too short", BWL, "co2_gl", "carbon dioxide|bowl|bwl|sampling", "mix .55 0"),
        vlv_in=k("inlet valve goes beyond at every change: positioner", BWL, "vlv_in", "inlet valve|bowl|bwl|positioner", "over 1.3 2.5|noise 1.4"),
        fv3_tms=k("valve 3 fills slower and slower: sieve clogged", FVL, "tms_fv[2]", "valve 3|filling valves|fvl|sieve", "mul .16 .03", step=False, **FI),
        fv7_vol=k("valve 7 fills scattered volumes: seal of the piston", FVL, "vol_fv[6]", "valve 7|filling valves|fvl|seal", "noise 3.4", **FI),
        fv10_frz=k("time of valve 10 frozen: module hangs", FVL, "tms_fv[9]", "valve 10|filling valves|fvl|module", "frz"),
        fv5_prs=k("valve 5 fills too much when the pressure of the bowl is above a number: spring", FVL, "vol_fv[4]", "valve 5|filling valves|fvl|spring", "flut 5 1", where="**pressure of the bowl above a number**", **NU),
        fv1_cold=k("valve 1 fills scattered times when the product is warmer than a number: gas breaks out", FVL, "tms_fv[0]", "valve 1|filling valves|fvl|gas", "flut 260 .7", where="**temperature of the product above a number**", **NU),
        fv12_step=k("volume of valve 12 measured in coarse steps: pulse divider set wrongly", FVL, "vol_fv[11]", "valve 12|filling valves|fvl|divider", "coarse 12"),
        hd2_trq=k("capping head 2 turns with less torque: magnet clutch tired", CAP, "hed[1].trq_hd", "head 2|capper|cap|clutch", "mul -.18 .04", step=False, **FI),
        hd5_ang=k("angle of capping head 5 scatters: cone worn", CAP, "hed[4].ang_hd", "head 5|capper|cap|cone", "noise 15", **FI),
        hd8_hot=k("bearing of capping head 8 gets hot", CAP, "hed[7].tmp_hd", "head 8|capper|cap|bearing", "heat 9 60", step=False, tail=250),
        hd3_fast=k("torque of capping head 3 flutters when the line is faster than a number: cam", CAP, "hed[2].trq_hd", "head 3|capper|cap|cam", "flut .3", where="**speed of the line above a number**", **NU),
        hd6_sat=k("torque of capping head 6 saturates: amplifier", CAP, "hed[5].trq_hd", "head 6|capper|cap|amplifier", "sat 1.2", **FI),
        ht_lvl=k("level of the cap hopper sticks and jumps: flap", CAP, "lvl_ht", "cap hopper|capper|cap|flap", "stick 9"),
        rn_prs=k("pressure of the rinser falls: pump seal", RNS, "prs_rn", "rinser|rns|pump", "off -.5 .06", step=False, **FI),
        rn_flw=k("rinser takes more water: nozzle lost", RNS, "flw_rn", "rinser|rns|nozzle", "mul .22 .05", **FI),
        ozn=k("ozone of the rinse water stalls: cell", RNS, "ozn_rn", "ozone|rinser|rns|cell", "stall 15 60 .75"),
        cv2_amp=k("conveyor 2 draws more and more current: guide swollen", CNV, "amp_cv[1]", "conveyor 2|conveyors|cnv|guide", "off .75 .1", step=False, **FI),
        cv4_spd=k("conveyor 4 turns unevenly: chain wheel", CNV, "spd_cv[3]", "conveyor 4|conveyors|cnv|chain wheel", "swing .055 1.7", **FI),
        cv5_tbl=k("conveyor 5 draws an uneasy current when the table is fuller than a number: gear", CNV, "amp_cv[4]", "conveyor 5|conveyors|cnv|gear", "flut .75", where="**filling of the table above a number**", **NU),
        tbl_lvl=k("filling of the table loses span: ultrasonic sensor turned", CNV, "lvl_tb", "table|conveyors|cnv", "span -.4 20"),
        cr_trq=k("carousel needs more torque: bearing ring dry", CRS, "trq_cr", "carousel|crs|bearing ring", "off 26 .1", **FI),
        cr_rpm=k("speed of the carousel flickers: encoder cable", CRS, "rpm_cr", "carousel|crs|encoder", "spk 1.6 .05|noise .12", **FI),
        gb_hot=k("gearbox of the carousel gets hot: oil old", CRS, "tmp_gb", "gearbox|carousel|crs", "heat 8 100", step=False, tail=350),
        hgt=k("height of the carousel stands off: spindle nut", CRS, "hgt_cr", "height|carousel|crs|spindle nut", "off 2.6 .04"),
        lb_tns=k("tension of the labels swings: dancer sticks", LBL, "tns_lb", "labeller|lbl|dancer", "swing 3.4 3.1", **FI),
        lb_dia=k("diameter of the label roll creeps between rolls: sensor warm", LBL, "dia_rl", "label roll|labeller|lbl", "creep 42 80"),
        lb_glue=k("glue gets colder: heater weak", LBL, "tmp_gl", "glue|labeller|lbl|heater", "heat -11 70", step=False, tail=250),
        lb_off=k("labels stand off: knife late", LBL, "off_lb", "labels|labeller|lbl|knife", "off 1.3 .15", **FI),
        wg_zero=k("weigher creeps between its zeroings: drops below the belt", WGH, "mas_bt", "weigher|wgh|belt", "creep 16 60", **FI),
        wg_fast=k("weigher scatters when the line is faster than a number: damping lost", WGH, "dev_bt", "weigher|wgh|damping", "flut 2.3 1", where="**speed of the line above a number**", **NU),
        in_foc=k("camera of the inspection loses sharpness: water on the glass", INS, "foc_in", "inspection|ins|camera|glass", "off -13 .05", step=False),
        in_brt=k("lamp of the inspection flickers: driver", INS, "brt_in", "inspection|ins|lamp", "burst 15 1 6"),
        in_tms=k("pictures of the inspection late: switch", INS, "tms_in", "inspection|ins|switch", "late 4 22"),
        in_sco=k("caps are judged worse: light aged", INS, "sco_cp", "inspection|ins|caps", "off -.1 .08", **FI),
        cp_cnd=k("conductivity of the cleaning reads too low: electrode coated", CIP, "cnd_cp", "conductivity|cleaning|cip|electrode", "span -.24 .5", **CP),
        cp_flw=k("cleaning flows less: pump impeller", CIP, "flw_cp", "cleaning|cip|impeller", "mul -.19 .04", **CP),
        cp_tmp=k("temperature of the cleaning follows late: exchanger scaled", CIP, "tmp_cp", "cleaning|cip|exchanger", "rate .9|off -1.5 .1", **CP),
        cp_ph=k("acidity of the cleaning drifts: electrode dry", CIP, "ph_cp", "acidity|cleaning|cip|electrode", "off .9 .05", step=False),
        tk2=k("level of the lye tank falls: valve leaks", CIP, "lvl_tk[1]", "lye tank|cleaning|cip|valve", "off -9 .03", step=False),
        st_hnt=k("steam pressure hunts: reducer", STM, "prs_st", "steam|stm|reducer", "hunt .32 13"),
        st_cd=k("condensate gets cold: trap blocked", STM, "tmp_cd", "condensate|stm|steam|trap", "heat -16 60", step=False, tail=200),
        gy_tmp=k("temperature of the glycol swings: valve", GLY, "tmp_gy", "glycol|gly|valve", "swing 1.2 19"),
        gy_flw=k("glycol flows less: strainer", GLY, "flw_gy", "glycol|gly|strainer", "mul -.2 .04"),
        gy_amp=k("compressor of the glycol draws more and more current: winding", GLY, "amp_gy", "compressor|glycol|gly", "off 2 .1", step=False, where="when the compressor runs"),
        co_flw=k("supply of carbon dioxide falls when its flow is above a number: vaporiser iced", GSS, "prs_co", "carbon dioxide supply|gss|vaporiser", "off -.75 .3", where="**flow of carbon dioxide above a number**", **NU),
        n2=k("pressure of the nitrogen uneasy: regulator", GSS, "prs_n2", "nitrogen|gss|regulator", "noise .13"),
        air_flw=k("air pressure falls when the flow is above a number: hose", AIR, "prs_ai", "compressed air|air|hose", "off -.5 .3", where="**air flow above a number**", **NU),
        dew=k("dew point of the air rises: dryer", AIR, "dew_ai", "dew point|air|dryer", "off 8 .05", step=False),
        vc_prs=k("vacuum of the filler weak: ring liquid warm", VCP, "prs_vc", "vacuum pump|vcp", "off .075 .1"),
        vc_amp=k("current of the vacuum pump reads too little: transformer", VCP, "amp_vp", "vacuum pump|vcp|transformer", "mul -.25 .03"),
        px_pl=k("speed of the packer jerks at one place: rail dented", PJN, "velocity[0]", "packer|pck jnt|rail", "flut .24 -.4", **PL),
        py_eff=k("axis y of the packer needs more and more effort: carriage dry", PJN, "effort[1]", "axis y|packer|pck jnt|carriage", "off 32 .1", step=False),
        pz_skip=k("axis z of the packer loses counts: encoder loose", PJN, "position[2]", "axis z|packer|pck jnt|encoder", "skip .0012 .08"),
        pj_age=k("joint states of the packer come late: bus overloaded", PJN, "header.stamp", "joint states|packer|pck jnt", "age .7", step=False),
        pz_hot=k("motor z of the packer gets hot: brake drags", PDR, "tmp_ax[2]", "axis z|packer|pck drv|brake", "heat 10 80", step=False, tail=300),
        px_amp=k("motor x of the packer draws more current: belt too tight", PDR, "amp_ax[0]", "axis x|packer|pck drv|belt", "off 1.3 .2", where="when the packer moves"),
        pp_lost=k("poses of the packer get lost", PPS, "header.stamp", "packer|pck pos", "lost .5"),
        pp_z=k("packer is pushed off in z at one place: bracket of the rail gives", PPS, "pose.position.z", "packer|pck pos|bracket", "flut .009", **PL),
        cu2=k("suction cup 2 holds less vacuum: lip torn", PGR, "vac_cu[1]", "cup 2|packer|pck grp|lip", "mul -.28 .06", where="when bottles are held", need=10),
        cu5_pl=k("suction cup 5 loses vacuum at one place: hose is bent", PGR, "vac_cu[4]", "cup 5|packer|pck grp|hose", "flut 13 -1", **PL),
        im_pl=k("packer is shaken at one place: stop loose", IMU, " ".join(ACC + c for c in "xyz"), "imu|packer|stop", "noise .8", **PL),
        ph1=k("current of phase 1 reads too little: transformer open", MNS, "amp_ln[0]", "phase 1|mains|mns|current transformer", "mul -.26 .02"),
        ph3=k("voltage of phase 3 falls when the current is above a number: terminal", MNS, "vlt_ln[2]", "phase 3|mains|mns|terminal", "off -4.5 .3", where="**line current above a number**", **NU),
        v24=k("24 V uneasy: capacitor", CAB, "vlt_24", "24 v|cabinet|cab|capacitor", "noise .12"),
        cb_hot=k("cabinet gets hot: filter mat", CAB, "tmp_cb", "cabinet|cab|filter mat", "heat 7 100", step=False, tail=350),
        vb1=k("vibration of the frame too high: foot loose", VIB, "acc_rms[0]", "vibration|vib|foot", "mul .75 .12", **FI),
        lu=k("lubrication builds less pressure: line open", LUB, "prs_lu", "lubrication|lub|line", "mul -.35 .05", where="when lubricating", need=12),
        sc_trq=k("infeed screw needs more torque: bottle guide bent", SCR, "trq_sc", "infeed screw|scr|guide", "off 1.4 .15", **FI),
        up=k("battery of the supply falls: cell aged", UPS, "vlt_up", "ups|battery", "off -.7 .06", step=False),
        hum=k("humidity frozen", "/hum", "relative_humidity", "humidity|hum", "frz"),
        cyc=k("controller has far longer worst cycles", PLC, "cyc_mx cyc_av", "controller|plc", "late .6 3.2"),
        mem=k("memory of the controller fills", PLC, "mem_us", "controller|plc|memory", "leak 40", step=False),
        lss=k("network loses packets: switch port", NET, "lss", "network|net|switch port", "late 1.5 7"),
        s_crs=k("carousel reports a fault of the drive", [CRS, "/rosout", "/diagnostics"], "flt_cr rpm_cr", "carousel|crs", silent=False),
        s_cap=k("capper reports missing caps", [CAP, "/rosout", "/diagnostics"], "no_cp hed[0].trq_hd", "capper|cap", silent=False),
        s_lbl=k("labeller reports that the band is torn", [LBL, "/rosout", "/diagnostics"], "brk_lb tns_lb", "labeller|lbl", silent=False),
        s_lub=k("lubrication warns that the oil is low", [LUB, "/rosout", "/diagnostics"], "low_lb", "lubrication|lub", silent=False),
    )

    def plan(self):
        self.day(21, 0.9, 4.0)
        r, z0, ones, t = self.rng("batches"), self.z0, np.ones(self.n, bool), self.t
        self.site, no = 1 if self.is_life(2, 7) else 0, 0
        T = Track(self, w=0.0, hz=210.0)
        slow = 0.8 if self.is_life(6) else 1.0
        T.set(rcp=1, vol=500, prs=2.5, tp=8.0, bx=10.0, co=5.0, tq=1.5, ppl=0, cip=0, man=0, vr=0, fill=0, st=0), T.wait(r.uniform(90, 200) if self.cold else r.uniform(10, 40), 1 if self.cold else 0)
        while T.more:
            a0, no = T.i, no + 1
            rc = int(r.integers(1, 13))
            big, warm = self.new(3) and no % 3 == 2, self.new(4) and no % 4 == 3  # bottles of 1.5 l; still juice filled warm; new
            rc = 13 if big else 14 if warm else rc
            vol = 1500 if big else (330, 500, 750, 1000)[rc % 4]
            q_ = self.rng(f"recipe{rc}")
            bx, co, prs = (12.5, 0.2, 1.4) if warm else (round(q_.uniform(0, 12), 1), round(q_.uniform(2.5, 7.5), 1), round(q_.uniform(1.8, 3.2), 1))
            T.set(rcp=rc, vol=vol, prs=prs, bx=bx, co=co, tp=38.0 if warm else round(q_.uniform(5, 11), 1), tq=1.2 + 0.2 * (rc % 4))
            T.go(5, sec=r.uniform(8, 14), hz=160 + 0.09 * vol)
            T.set(st=1), T.wait(r.uniform(8, 15), 2), T.set(fill=1)  # bowl is filled, gas is given
            top = (0.9 - 0.3 * (vol / 1500)) * slow * r.uniform(0.9, 1.05)
            for _ in range(int(r.integers(4, 8))):
                vr = float(np.round(top * r.choice((1, 1, 0.85, 0.7)), 2))  # the speed is set by hand
                T.set(vr=vr), T.go(3, sec=3.5, w=vr)
                if r.random() < 0.2:
                    T.set(tq=round(1.2 + 0.2 * (rc % 4) + r.uniform(-0.15, 0.15), 2))  # torque by hand
                T.wait(r.uniform(18, 55), 3)
                if r.random() < 0.35:
                    T.go(4, sec=1.2, w=0.0), T.wait(r.uniform(4, 22), 4)  # a bottle fell, or no bottles come
            T.set(vr=0), T.go(4, sec=3, w=0.0), T.set(fill=0, st=0), T.task(a0, "batch")
            if r.random() < 0.12:
                T.set(ppl=1)
                T.wait(r.uniform(15, 60), 14)  # labels and caps brought
                T.set(ppl=0)
            if r.random() < 0.22:  # turned by hand with the jog key
                T.set(man=1)
                for _ in range(int(r.integers(3, 7))):
                    T.go(13, sec=0.8, w=0.12), T.wait(r.uniform(0.5, 3), 13), T.go(13, sec=0.5, w=0.0), T.wait(r.uniform(0.5, 4), 13)
                T.set(man=0)
            if r.random() < 0.75:  # cleaning: rinse, lye, rinse, acid, rinse, hot water
                for i, sec in enumerate((12, 34, 14, 26, 12, 24)):
                    T.set(cip=i + 1), T.wait(sec * r.uniform(0.9, 1.15), 6 + i)
                T.set(cip=0), T.wait(5, 0)
            if self.is_life(5, 9) and no == 4:  # weekly test of valves and heads
                T.set(vr=0.3, fill=1), T.go(12, sec=3, w=0.3), T.wait(50, 12), T.go(12, sec=3, w=0.0), T.set(vr=0, fill=0)
            if r.random() < 0.3:
                T.wait(r.uniform(5, 30), 0)
        A, H, self.st = T.close()
        G = Track(self, x=0.3, y=0.3, z=0.0)
        G.r = g = self.rng("packer")
        G.set(hd=0, kg=0), G.wait(g.uniform(5, 30))
        idle, n0, crate = A["w"], 0, 0
        while G.more:
            if idle[min(G.i, self.n - 1)] < 0.02 and g.random() < 0.8:
                G.wait(4)
                continue
            n0 += 1
            crate = int(g.integers(0, 6)) if self.is_life(8) else (crate + 1) % 6
            vv = g.uniform(0.9, 1.5) * slow
            G.go(v=vv, a=2, x=0.35 + g.uniform(-0.03, 0.03), y=0.3), G.go(sec=1.2, z=0.3), G.set(hd=1, kg=1), G.wait(0.5), G.go(sec=1.2, z=0.02)
            G.go(v=0.8 * vv, a=1.6, x=1.0 + 0.45 * (crate % 3), y=0.5 + 0.5 * (crate // 3)), G.go(sec=1.3, z=0.34), G.set(hd=0, kg=0), G.wait(0.4), G.go(sec=1.1, z=0.02)
            if g.random() < 0.1:
                G.go(v=1, a=2, x=2.3, y=1.2), G.wait(g.uniform(2, 6))  # an empty crate is set
        B, HG, _ = G.close()
        H.update({k_: v_ for k_, v_ in HG.items()})
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.v, self.hz = lp(A["w"], 0.5), A["hz"]
        self.acc = lp(np.gradient(self.v, DT), 0.3)
        self.fl = lp(E("fill"), 1.0)
        self.J = [ring(B[a], f, 0.6) for a, f in (("x", 2.2), ("y", 2.5), ("z", 2.4))]
        self.dJ = [lp(np.gradient(a, DT), 0.06) for a in self.J]
        self.ddJ = [lp(np.gradient(a, DT), 0.08) for a in self.dJ]
        self.gm = sum(np.abs(a) for a in self.dJ) > 0.05
        vol = lp(E("vol"), 3)
        self.fp = self.v * 8 * vol / 1000 * (E("fill") > 0)  # l/s
        self.tpr = lp(E("tp") + z0, 25) + 0.5 * (1 - self.fl) + 0.35 * W("tp", 1, 25) + 0.6 * (1 - np.tanh(2 * self.v)) * self.fl + 0.03 * (self.amb - 21)
        self.pbw = lp(E("st") * E("prs"), 2.5) + 0.05 * W("pb", 1, 3) * self.fl - 0.012 * self.fp + 0.02
        self.run = (self.v > 0.05) & (E("fill") > 0.5)
        self.tab = np.clip(45 + 30 * W("tb", 1, 30), 4, 98)
        self.cip = E("cip")
        self.cf = lp((self.cip > 0) * (9.5 + 1.2 * np.sin(self.cip)), 1.2)
        self.hx = np.choose(self.cip.astype(int), [0, 0, 1, 0.3, 0.8, 0, 1.2])
        so, self.cmp = self.store(0.08 + 0.02 * self.fp / 4 + 0.003 * (self.amb - 21), 0.3, 8.0, 11.0, 9.5)
        self.gly = 9.5 - lp(so, 4)
        self.fco = lp(0.4 + 0.5 * self.fp * np.maximum(E("co"), 0.5) + 9 * lp(np.maximum(np.gradient(self.pbw, DT), 0), 0.5), 0.5) * (1 + 0.05 * W("fc", 1, 4))
        self.fa = lp(24 + 40 * self.v + 42 * (np.mod(t + 30 * self.u("dx", 1), 55) < 4) + 30 * (self.pieces("nb", 8, 45, 0, 1) < 0.4), 0.4) + 1.2 * self.pink("fa", 1)
        self.il = lp(12 + 17 * self.v + 7.5 * self.cmp + 5 * (self.cip > 0) + 3 * self.gm + 9 * self.fl * 0.4 + 4 * (self.pieces("hz", 5, 20, 0, 1) < 0.45), 0.4) + 0.25 * self.pink("il", 1)
        self.lubt = np.mod(t + 40 * self.u("lb", 0.5), 110)
        self.AUX = [self.v]
        sp = "speed|line|faster|spd rq|rpm cr|spd cv"
        self.over("fv5_prs", self.pbw, BWL + ":prs_bw", "prs bw|pressure|bowl", self.run, 0.5, 2, 0.3), self.over("fv1_cold", self.tpr, BWL + ":tmp_pr", "tmp pr|temperature|warmer|product", self.run, 0.5, 1, 0.25)
        self.over("hd3_fast", self.v * 40, CRS + ":rpm_cr", sp, self.run, 0.5, 1, 0.3), self.over("wg_fast", self.v * 40, CRS + ":rpm_cr", sp, self.run, 0.5, 1, 0.3)
        self.over("cv5_tbl", self.tab, CNV + ":lvl_tb", "lvl tb|table|fuller|filling", self.v > 0.05, 0.5, 0), self.over("co_flw", self.fco, GSS + ":flw_co", "flw co|flow|consumption", ones, 0.58, 1, 0.4)
        self.over("air_flw", self.fa, AIR + ":flw_ai", "flw ai|air flow|flow|consumption", ones, 0.62, 0, 0.4), self.over("ph3", self.il, MNS + ":amp_ln[2]", "amp ln|line current|current|load", ones, 0.55, 1, 0.35)
        X, Y = self.J[:2]
        self.places(X, Y, self.gm & (X > 0.5), px_pl=(0.3, 0.07), im_pl=(0.3, 0.07)), self.places(X, Y, ones & (X > 0.6), pp_z=(0.25, 0.07)), self.places(X, Y, (E("hd") > 0) & (X > 0.5), cu5_pl=(0.3, 0.05))
        self.mode("flw_bnd fv3_tms fv7_vol hd2_trq hd5_ang hd6_sat rn_prs rn_flw cv2_amp cv4_spd cr_trq cr_rpm lb_tns lb_off wg_zero in_sco vb1 sc_trq", self.run, "filling", "running", "runs", "spd rq", "rpm cr", "ph", "line", "speed")
        self.mode("cp_cnd cp_flw cp_tmp", self.cf > 3, "cleaning", "flw cp", "cip", "ph"), self.mode("gy_amp", self.cmp > 0.5, "compressor", "cmp on", "runs", "running", "on"), self.mode("px_amp", self.gm, "moving", "moves", "velocity", "packer")
        self.mode("cu2", E("hd") > 0, "held", "holding", "bottles", "vac cu"), self.mode("lu", self.lubt < 22, "lubricating", "lubrication", "prs lu")

    def build(self):
        E, W, t, v, fl, u_, run = self.E, self.wander, self.t, self.v, self.fl, self.u, self.run
        fc, nc, bl = self.shape("s_crs", 0.35, 0.5, 3) & (v > 0.05), self.shape("s_cap", 0.6, 1, 5) & run, self.shape("s_lbl", 0.5, 1, 4)
        bx, co, vol = lp(E("bx"), 15), lp(E("co"), 15), E("vol")
        lb = 62 * fl + 2.2 * W("lv", 1, 4) * fl - 9 * self.acc * fl
        self.pub(BWL, "bfl_msgs/msg/Bwl", 8, dict(lvl_bw=s(lb, 0.1, 0.4, 0.4, 0.3, 4, lo=0), prs_bw=s(self.pbw, 0.005, 0.012, 0.01, 0.008, 4, lo=0), tmp_pr=s(self.tpr, 0.02, 0.04, 0.1, 0.03, 12), flw_pr=s(self.fp * (1 + 0.03 * W("fp", 1, 2)), 0.01, 0.04, 0, 0.02, 3, lo=0), brx=s(0.3 + bx * fl + 0.06 * W("bx", 1, 15), 0.01, 0.03, 0.03, 0.03, 9), co2_gl=s((0.2 + co * fl) * (1 - 0.006 * (self.tpr - 8)), 0.01, 0.03, 0.03, 0.03, 9, lo=0), vlv_in=s(fl * (12 + 9 * self.fp + 3 * W("vi", 1, 2) - 4 * (lb - 62) / 9), 0.2, 0.5, 0.5, 0.4, 3, lo=0, hi=100)))  # fmt: skip
        tms = run * vol * (5.6 - 0.5 * self.pbw) * (1 + 0.004 * (self.tpr - 8) + 0.006 * bx)
        self.pub(FVL, "bfl_msgs/msg/Fvl", 6, dict(tms_fv=[s(tms * (1 + u_(f"fv{i}", 0.012) + 0.004 * W(f"ft{i}", 1, 9)), 1, 16 * run, 0, 9 * run, 5, lo=0) for i in range(12)], vol_fv=[s(run * (vol + u_(f"fo{i}", 0.6)), 0.1, 0.6 * run, 0, 0.4 * run, 6, lo=0) for i in range(12)]))
        V, wk = {}, lp(v, 0.3)
        for i in range(8):
            V.update({f"hed[{i}].trq_hd": s(run * (lp(E("tq"), 1) * (1 + u_(f"ht{i}", 0.012))) * np.where(nc & (i == 0), 0.2, 1), 0.005, 0.028 * run, 0, 0.02 * run, 4, lo=0), f"hed[{i}].ang_hd": s(run * (262 - 26 * (lp(E("tq"), 1) - 1.5) + u_(f"ha{i}", 2.5)), 0.5, 3.2 * run, 0, 2 * run, 5, lo=0), f"hed[{i}].tmp_hd": s(self.T(f"hh{i}", 16 * lp(wk, 60), 240, 4, 0.1), 0.1)})  # fmt: skip
        ht, _ = self.store(1.1 * v, 3.2, 35.0, 85.0, 60.0)
        self.pub(CAP, "bfl_msgs/msg/Cap", 6, dict(V, lvl_ht=s(ht, 0.2, 0.8, 1, 0.6, 7), no_cp=nc))
        rr = lp(run * 1.0, 0.8)
        self.pub(RNS, "bfl_msgs/msg/Rns", 5, dict(prs_rn=s(0.2 + rr * (3.1 - 0.35 * v), 0.01, 0.03, 0.03, 0.03, 6, lo=0), flw_rn=s(rr * (4 + 9 * v), 0.05, 0.15, 0, 0.12, 5, lo=0), ozn_rn=s(0.22 + 0.03 * np.sin(2 * np.pi * t / 210) + 0.03 * rr, 0.002, 0.005, 0.01, 0.006, 15, lo=0)))
        cs = [v * (0.9 + 0.05 * i) for i in range(5)]
        self.pub(CNV, "bfl_msgs/msg/Cnv", 6, dict(amp_cv=[s(0.2 + np.tanh(9 * v) * (1.6 + 0.15 * i + 0.009 * self.tab) + 0.9 * v + 1.5 * np.abs(self.acc), 0.01, 0.06, 0.04, 0.05, 4, lo=0) for i in range(5)], spd_cv=[s(x, 0.002, 0.006, 0, 0.005, 3, lo=0) for x in cs], lvl_tb=s(self.tab, 0.5, 1.2, 1, 0.8, 6, lo=0, hi=100)))  # fmt: skip
        rpm = v * 40 * np.where(fc, 0.6, 1)
        self.pub(CRS, "bfl_msgs/msg/Crs", 10, dict(rpm_cr=s(rpm, 0.02, 0.06, 0, 0.05, 2, lo=0), trq_cr=s(4 + np.tanh(9 * v) * (48 + 0.012 * vol * fl) + 45 * v + 110 * np.maximum(self.acc, 0), 0.5, 2, 1, 1.6, 3, lo=0), hgt_cr=s(self.hz, 0.05, 0.08, 0.2), tmp_gb=s(self.T("gb", 24 * lp(v, 90), 380, 7, 0.1), 0.1), flt_cr=np.where(fc, 0x61, 0)))  # fmt: skip
        used = np.cumsum(v) * DT / 900
        self.pub(LBL, "bfl_msgs/msg/Lbl", 6, dict(tns_lb=s(rr * (19 + 4 * v + 0.8 * W("tn", 1, 1.5)) * np.where(bl, 0.1, 1) + 4, 0.05, 0.4, 0.3, 0.3, 3, lo=0), dia_rl=s(420 - 260 * np.mod(abs(u_("rl", 0.3)) + used, 1), 0.5, 1, 1, 0.8, 9), tmp_gl=s(self.T("lg", 118 + 3 * np.sin(2 * np.pi * t / 70), 20, 20, 0.25), 0.1), off_lb=s(0.4 * self.per_event("ol", E("fill") > 0.5) + 0.15 * W("lo", 1, 4), 0.02, 0.12, 0.1, 0.08, 6), brk_lb=bl))  # fmt: skip
        self.pub(WGH, "bfl_msgs/msg/Wgh", 6, dict(mas_bt=s(run * (vol * (1 + 0.0042 * bx) + 22 + 0.014 * vol), 0.1, 1.3 * run, 0, 0.6 * run, 4, lo=0), dev_bt=s(np.abs(1.1 + 0.2 * W("db", 1, 5) + 0.5 * v), 0.02, 0.08, 0.05, 0.05, 5, lo=0), n_bt=np.floor(np.cumsum(v * 8 * run) * DT), n_rj=np.floor(np.cumsum(v * 8 * run) * DT / 430)))  # fmt: skip
        self.pub(INS, "bfl_msgs/msg/Ins", 5, dict(sco_cp=s(0.93 - 0.03 * v + 0.008 * np.cos(E("rcp")), 0.002, 0.008, 0.006, 0.007, 6, lo=0, hi=1), sco_lv=s(0.95 - 0.02 * v, 0.002, 0.007, 0.006, 0.006, 6, lo=0, hi=1), brt_in=s(134 + 4 * np.cos(1.7 * E("rcp")), 0.5, 1.2, 1.5, 1.4, 9), foc_in=s(75 - 4 * v + 2 * np.sin(E("rcp")), 0.1, 0.9, 0.9, 1, 12, lo=0), tms_in=s(self.net("in", 14, 1.6, 0.7), 0.2)))  # fmt: skip
        ci = self.cip.astype(int)
        cnd = lp(np.choose(ci, [0.6, 0.7, 62.0, 3.0, 34.0, 2.0, 0.7]), 3.5)
        self.pub(CIP, "bfl_msgs/msg/Cip", 5, dict(cnd_cp=s(cnd * (1 + 0.004 * (self.amb - 21)), 0.05, 0.2, 0.05, 0.15, 8, lo=0), tmp_cp=s(self.amb + 2 + lp(self.hx * 42, 8), 0.1, 0.15, 0.2, 0.2, 9), flw_cp=s(self.cf, 0.02, 0.08, 0, 0.08, 5, lo=0), ph_cp=s(lp(np.choose(ci, [7, 7.1, 12.6, 8.6, 2.0, 6.2, 7.0]), 3) + 0.04 * W("pc", 1, 30), 0.01, 0.03, 0.04, 0.03, 20), lvl_tk=[s(72 + 6 * np.tanh(self.su(f"tk{i}")) - 5 * lp((ci == c) * 1.0, 12), 0.1, 0.25, 0.6, 0.25, 15) for i, c in enumerate((1, 2, 4))]))  # fmt: skip
        hx = lp(self.hx, 3)
        self.pub(STM, "bfl_msgs/msg/Stm", 4, dict(prs_st=s(3.1 - 0.25 * hx + 0.07 * np.sin(2 * np.pi * t / 44), 0.005, 0.02, 0.04, 0.02, 10), tmp_cd=s(96 + 14 * lp(hx, 20), 0.1, 0.35, 1.0, 0.4, 25), pos_sv=s(4 + 58 * hx, 0.2, 0.7, 0.6, 0.6, 6, lo=0)))
        cm = lp(self.cmp, 0.7)
        self.pub(GLY, "bfl_msgs/msg/Gly", 4, dict(tmp_gy=s(self.gly, 0.05, 0.06, 0.15, 0.05, 20), flw_gy=s(3.4 + 0.5 * fl, 0.01, 0.03, 0.06, 0.03, 15), amp_gy=s(0.1 + cm * (8 + 0.14 * (self.amb - 21)), 0.05, 0.12, 0.05, 0.06, 9, lo=0), cmp_on=self.cmp))
        self.pub(GSS, "bfl_msgs/msg/Gss", 4, dict(prs_co=s(6.1 - 0.012 * self.fco, 0.005, 0.02, 0.04, 0.02, 12), prs_n2=s(5.3 - 0.1 * (E("rcp") == 14) * fl, 0.005, 0.02, 0.04, 0.02, 12), flw_co=s(self.fco, 0.05, 0.2, 0, 0.15, 4, lo=0)))
        self.pub(AIR, "bfl_msgs/msg/Air", 4, dict(prs_ai=s(6.6 - 0.0012 * self.fa, 0.01, 0.018, 0.03, 0.02, 12), flw_ai=s(self.fa, 0.5, 2, 1, 1.5, 6, lo=0), dew_ai=s(3.2 + 0.6 * np.sin(2 * np.pi * t / 330) + 0.1 * (self.amb - 21), 0.1, 0.2, 0.5, 0.25, 30)))
        self.pub(VCP, "bfl_msgs/msg/Vcp", 4, dict(prs_vc=s(0.92 - 0.74 * fl + 0.03 * v, 0.002, 0.006, 0.01, 0.006, 8, lo=0), amp_vp=s(0.2 + 6.8 * fl, 0.02, 0.07, 0.05, 0.06, 8, lo=0), tmp_vp=s(self.T("vp", 17 * lp(fl, 60), 150, 6, 0.1), 0.1)))
        J, d, dd = self.J, self.dJ, self.ddJ
        kg = lp(E("kg") * vol * 6 / 1000, 0.3)
        ef = [s(np.abs(24 * np.tanh(18 * w_) + ((44, 36, 30)[i] + 3 * kg) * a) + (4, 4, 30 + 4 * kg)[i], 0.1, (2.5, 2, 1.6)[i], 0.8, 0.9, 4, lo=0) for i, (w_, a) in enumerate(zip(d, dd))]
        self.jnt(PJN, 14, ["x", "y", "z"], [s(x, 1e-5, 8e-5) for x in J], [s(x, 1e-4, 3e-3) for x in d], ef, jit=0.001)
        am = [np.abs(lp(0.5 + 1.5 * np.tanh(18 * np.abs(d[i])) + (1.6 + 0.1 * kg) * np.abs(dd[i]) + 1.2 * np.abs(d[i]) + (i == 2) * (0.9 + 0.1 * kg), 0.1)) for i in range(3)]
        self.pub(PDR, "bfl_msgs/msg/Pdr", 8, dict(amp_ax=[s(x, 0.02, 0.12, 0.05, 0.1, 2, lo=0) for x in am], tmp_ax=[s(self.T(f"ta{i}", 5 * lp(x, 60), 280, 6, 0.12), 0.1) for i, x in enumerate(am)]))
        self.pub(PPS, "geometry_msgs/msg/PoseStamped", 12, {"pose.position.x": s(J[0], 1e-4, 4e-4), "pose.position.y": s(J[1], 1e-4, 4e-4), "pose.position.z": s(1.2 - J[2], 1e-4, 4e-4), "pose.orientation.w": 1.0}, "frame")
        hd = lp(E("hd"), 0.2)
        self.pub(PGR, "bfl_msgs/msg/Pgr", 6, dict(vac_cu=[s(hd * (52 + 1.5 * self.per_event(f"cu{i}", E("hd") > 0)), 0.1, 0.7, 0.1, 0.5, 4, lo=0) for i in range(6)], frc_gr=s(9.81 * kg + 14 + 3 * dd[2], 0.2, 0.9, 0.6, 0.7, 5)))
        sg = 0.05 + 0.25 * np.hypot(d[0], d[1]) + 0.05 * v
        self.inertial(IMU, 14, self.z0, tuple(0.01 * sg * self.white(f"g{c}") for c in "xyz"), (dd[0] + sg * self.white("ax"), dd[1] + sg * self.white("ay"), 9.81 - dd[2] + 1.2 * sg * self.white("az")), "packer")
        vl = 231 - 2.8 * self.site + 0.7 * self.su("vl")
        self.pub(MNS, "bfl_msgs/msg/Mns", 4, dict(vlt_ln=[s(vl - 0.07 * self.il, 0.1, 0.2, 0.4, 0.5, 30) for _ in range(3)], amp_ln=[s(self.il * (1 + u_(f"ag{i}", 0.015)), 0.05, 0.18, 0, 0.1, 3, lo=0) for i in range(3)], pf_ln=s(0.82 + 0.08 * np.tanh(self.il / 25), 0.002, 0.004, 0.004, 0.004, 9)))
        a24 = 6.4 + 2.2 * rr + 0.9 * self.gm + 0.8 * (ci > 0) + 0.2 * W("a24", 1, 5)
        self.pub(CAB, "bfl_msgs/msg/Cab", 4, dict(vlt_24=s(24.1 - 0.012 * a24, 0.01, 0.015, 0.03, 0.01, 9), amp_24=s(a24, 0.02, 0.08), tmp_cb=s(self.T("cb", 2.4 * lp(self.il / 15, 60), 260, 7, 0.1), 0.1), rpm_fn=s(2250 + 14 * (self.amb - 21), 1, 9, 14, 9, 9)))
        self.pub(VIB, "bfl_msgs/msg/Vib", 8, dict(acc_rms=[s(0.04 + 0.5 * v**1.5 * (1 + 0.3 * i) + 0.05 * np.hypot(dd[0], dd[1]), 0.002, 0.015, 0.01, 0.012, 3, lo=0) for i in (0, 1)]))
        lu = self.lubt
        self.pub(LUB, "bfl_msgs/msg/Lub", 3, dict(prs_lu=s(0.5 + np.where(lu < 9, 24 * (1 - np.exp(-lu / 2)), 24 * np.exp(-(lu - 9) / 6)), 0.1, 0.25, 0.2, lo=0), lvl_lu=s(55 + 12 * np.tanh(self.su("ll")) - 6e-4 * t, 0.1, 0.15), low_lb=(self.f("s_lub") > 0) & (t % 18 < 6)))
        self.pub(SCR, "bfl_msgs/msg/Scr", 6, dict(trq_sc=s(0.4 + np.tanh(9 * v) * (2.6 + 0.0006 * vol) + 1.4 * v + 1.2 * np.maximum(self.acc, 0), 0.02, 0.14, 0.06, 0.12, 3, lo=0), gap_sc=s(64 + 0.018 * vol + 0.4 * W("gp", 1, 5), 0.1, 0.25, 0.3, 0.2, 6)))
        self.pub(UPS, "bfl_msgs/msg/Ups", 2, dict(vlt_up=s(27.2 - 0.02 * (self.amb - 21), 0.01, 0.02, 0.06, 0.02, 30), tmp_up=s(self.T("up", 3 + self.z0, 300, 4, 0.08), 0.1)))
        self.simple("/amb", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/hum", "RelativeHumidity", 1, "relative_humidity", s(0.56 + 0.05 * self.su("rh") + 0.03 * lp((ci > 0) * 1.0, 60), 0.001, 0.0013, 0, 0.01, 150))
        self.pub("/sft", "bfl_msgs/msg/Sft", 2, dict(es_ok=1, drs_cl=E("ppl") < 0.5, ppl=E("ppl") + (W("pe", 1, 60) > 1.2))), self.pub("/job", "bfl_msgs/msg/Job", 4, dict(ph=self.st, rcp=E("rcp"), spd_rq=s(E("vr"), 0.01), vol_rq=s(vol, 1), trq_rq=s(E("tq"), 0.01), man=E("man")))
        self.pub(NET, "bfl_msgs/msg/Net", 3, dict(rsp_ms=s(self.net("rs", 6, 1.5, 1.4), 0.5), lss=s(self.net("ls", 0, 0.4, 0.15), 0.1)))
        ver = self.version("bfl", "8.1", "8.2", "8.4")
        self.computer(PLC, "bfl_msgs/msg/Plc", 4, 5.2, 610, ("cyc_av", "cyc_mx", "mem_us", "tmp_pu", "fw"), 3 * lp(v, 20), ver, 0.4)
        self.end("/fill/_action/status", [("s_crs", "crs", ["carousel drive fault 0x61", "carousel ready again"], "CR"), ("s_cap", "cap", ["caps missing", "caps there again"], "CP"), ("s_lbl", "lbl", ["label band torn", "label band threaded again"], "LB"), ("s_lub", "lub", "lubricant low, fill soon", "LU")],
                 [(15, "I", "job", "pallet layer done in {} s", 60, 220), (8, "W", "scr", "bottle fell, stopped {} s", 3, 20), (6, "W", "ins", "bottle taken out, score {}", 0.2, 0.6), (5, "I", "wgh", "zeroed, {} g", 0.1, 2), (4, "W", "net", "server slow {} ms", 400, 900)], [("pck", "limits read from the file"), ("wgh", "calibration 9 days old"), ("sft", "door test ok")], ver)  # fmt: skip
