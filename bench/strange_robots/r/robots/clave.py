"""Line of three steam autoclaves with washer, steam generator, water treatment and a loading shuttle: fixed process machine, programs and phases; abbreviated fields."""

import numpy as np
from base import DT, Robot, Track, hyst, lp, mdef, ring, s
from base import kind as k

CH1, CH2, CH3, DOR, VAC, STG, WSH, WDR, WTR, DOS, CDN, FLT, REC, SJN, SDR, SPS, SLD, IMU, CAM, SCN, AIR, MNS, CAB, LUB, VIB, GAS, NET, PLC = "/ac1/chm", "/ac2/chm", "/ac3/chm", "/dor", "/vac", "/stg", "/wsh", "/wdr", "/wtr", "/dos", "/cdn", "/flt", "/rec", "/sht/jnt", "/sht/drv", "/sht/pos", "/sht/ld", "/sht/imu", "/cam", "/scn", "/air", "/mns", "/cab", "/lub", "/vib", "/gas", "/net", "/plc"  # fmt: skip
ACC, MV, WA, PL, NU = "linear_acceleration.", dict(where="when the shuttle moves", need=12), dict(where="when washing", need=12), dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)
PRES = lambda c: 101.3 * (c / 100.0) ** 4 * 0.96  # noqa: E731  pressure of steam in kPa


class Clave(Robot):
    NAME = "clave"
    FLAGS = [(STG, "flt_sg"), (DOR, "jam_dr"), (WSH, "no_dt"), (LUB, "low_gr")]
    COMES = ("s_wsh",)
    RETRY = [("rec", "RC", "printer of the records busy {} s", 3, 1, 5), ("scn", "SC", "code read on second try, {} %", 2.5, 55, 90)]
    DEFS = {
        "ccs_msgs/msg/Chm": mdef("float32 tmp_ch tmp_dn tmp_ld prs_ch tmp_jk prs_jk pct_sv"),
        "ccs_msgs/msg/Door": "float32 trq_dr\nfloat32 prs_gk",
        "ccs_msgs/msg/Dor": mdef("ccs_msgs/Door[3] dr; bool jam_dr"),
        "ccs_msgs/msg/Vpm": "float32 amp_vp\nfloat32 tmp_vp\nfloat32 flw_sw",
        "ccs_msgs/msg/Vac": mdef("ccs_msgs/Vpm[3] vp"),
        "ccs_msgs/msg/Stg": mdef("float32 prs_st flw_st lvl_st cnd_bl tmp_fw amp_fp; float32[3] amp_hs; uint16 flt_sg"),
        "ccs_msgs/msg/Wsh": mdef("float32 tmp_ws prs_ws rpm_ar cnd_ws amp_cp vol_dt; bool no_dt"),
        "ccs_msgs/msg/Wdr": mdef("float32 tmp_wd flw_wd prs_hf"),
        "ccs_msgs/msg/Wtr": mdef("float32 prs_md flw_pm flw_cn cnd_pm tmp_wt lvl_tk amp_ro hrd_sf"),
        "ccs_msgs/msg/Dos": mdef("float32[3] stk_ds lvl_ds"),
        "ccs_msgs/msg/Cdn": mdef("float32 tmp_cd flw_cw tmp_wo"),
        "ccs_msgs/msg/Flt": mdef("float32[3] dp_af"),
        "ccs_msgs/msg/Rec": mdef("float32[3] f0_ac"),
        "ccs_msgs/msg/Sdr": mdef("float32[3] amp_sh tmp_sh"),
        "ccs_msgs/msg/Sld": mdef("float32 mas_sh tlt_sh"),
        "ccs_msgs/msg/Cam": mdef("float32 foc_cm lum_cm tms_cm sco_cm"),
        "ccs_msgs/msg/Scn": mdef("float32 rat_sc amp_ls tmp_sc"),
        "ccs_msgs/msg/Air": mdef("float32 prs_ai flw_ai dew_ai"),
        "ccs_msgs/msg/Mns": mdef("float32[3] vlt_ln amp_ln; float32 pf_ln"),
        "ccs_msgs/msg/Cab": mdef("float32 vlt_24 amp_24 tmp_cb rpm_fn"),
        "ccs_msgs/msg/Lub": mdef("float32 prs_lu lvl_lu; bool low_gr"),
        "ccs_msgs/msg/Vib": mdef("float32[3] acc_vp"),
        "ccs_msgs/msg/Gas": mdef("float32 ncg_st dry_st"),
        "ccs_msgs/msg/Net": mdef("float32 rsp_ms lss"),
        "ccs_msgs/msg/Plc": mdef("float32 cyc_av cyc_mx mem_us tmp_pu; string fw"),
        "ccs_msgs/msg/Sft": mdef("bool es_ok gat_cl; uint8 ppl"),
        "ccs_msgs/msg/Job": mdef("uint8[3] prg phs; float32[3] tmp_rq; uint8 phs_ws prg_ws stp_sh; uint16 lot; bool man"),
    }
    KINDS = dict(
        vp2=k("vacuum pump 2 worn: chamber 2 is emptied slower and less, the pump gets warm", [CH2, VAC], "prs_ch vp[1].tmp_vp", "vacuum pump 2|vac|autoclave 2|ac2 chm", cons="tmp ch|tmp dn", tail=400, where="when evacuating", need=20),
        gk1=k("gasket of door 1 leaks: vacuum of chamber 1 rises, pump works more, gasket pressure falls", [CH1, DOR, VAC], "prs_ch dr[0].prs_gk vp[0].amp_vp", "gasket 1|door 1|dor|autoclave 1|ac1 chm", cons="/air|tmp ch|tmp vp", step=False),
        tr3=k("steam trap of chamber 3 blocked: drain gets cold and follows late", CH3, "tmp_dn tmp_ld", "steam trap|drain|autoclave 3|ac3 chm", cons="f0 ac", tail=120, where="when steaming", need=20),
        ht2=k("heater 2 of the steam generator dead: less current, steam pressure falls lower", [STG, CH1, CH2, CH3], "amp_hs[1] prs_st prs_jk", "heater 2|steam generator|stg", cons="/mns|/cab|amp_hs|tmp jk|prs ch|tmp ch"),
        ro=k("membrane of the water treatment blocked: more pressure, less permeate", WTR, "prs_md flw_pm amp_ro", "membrane|water treatment|wtr", cons="lvl tk|cnd pm|flw cn|tmp wt|/cab", step=False),
        ws_pmp=k("circulation pump of the washer draws foam: less pressure, arms slower, less current", WSH, "prs_ws rpm_ar amp_cp", "circulation pump|washer|wsh", cons="/mns", **WA),
        cw=k("cooling water throttled by scale: condensate and waste get hot", CDN, "tmp_cd flw_cw tmp_wo", "cooling water|condensate|cdn", cons="tmp vp|prs ch|/vac", step=False, tail=300),
        sx=k("drive x of the shuttle runs hard: wheel bearing", [SDR, SJN], "amp_sh[0] tmp_sh[0] effort[0]", "drive x|shuttle|sht drv|sht jnt", cons="/cab|/mns", step=False, tail=400, **MV),
        fn=k("fan of the cabinet stands: cabinet and controller get hot", [CAB, PLC], "rpm_fn tmp_cb tmp_pu", "fan|cabinet|cab", tail=500),
        af2=k("sterile air filter 2 clogged: chamber 2 is filled with air slowly", [FLT, CH2], "dp_af[1] prs_ch", "air filter 2|filter 2|flt|ac2 chm", where="when air comes in", need=10, step=False),
        wd=k("filter of the washer dryer clogged: less air, hotter", WDR, "flw_wd prs_hf tmp_wd", "washer dryer|wdr|filter", tail=150),
        c1_prs=k("pressure of chamber 1 reads too little: membrane of the sensor", CH1, "prs_ch", "autoclave 1|ac1 chm|pressure sensor", "mul -.09 .02"),
        c1_dn=k("drain temperature of chamber 1 flickers: connector", CH1, "tmp_dn", "autoclave 1|ac1 chm|drain|connector", "spk 5 .06"),
        c1_hi=k("chamber 1 flutters when its pressure is above a number: safety valve simmers", CH1, "prs_ch", "autoclave 1|ac1 chm|safety valve", "flut 9 -.6", where="**chamber pressure above a number**", **NU),
        c1_sv=k("steam valve of chamber 1 sticks and jumps", CH1, "pct_sv", "steam valve 1|autoclave 1|ac1 chm", "stick 24"),
        c2_ld=k("load probe of chamber 2 reads too little: cable pinched in the door", CH2, "tmp_ld", "load probe|autoclave 2|ac2 chm", "mul -.14 .02"),
        c2_jk=k("jacket of chamber 2 too cold: air in the jacket", CH2, "tmp_jk", "jacket 2|autoclave 2|ac2 chm", "off -6 .05", step=False),
        c2_frz=k("temperature of chamber 2 frozen: transmitter hangs", CH2, "tmp_ch", "autoclave 2|ac2 chm|transmitter", "frz"),
        c3_prs=k("pressure of chamber 3 swings: control tuned badly", CH3, "prs_ch", "autoclave 3|ac3 chm|control", "swing 8 5", also="/ac3/chm pct_sv swing 7 5", where="when steaming", need=20),
        c3_jkp=k("jacket pressure of chamber 3 pulses when the steam pressure is below a number: reducer", CH3, "prs_jk", "jacket 3|autoclave 3|ac3 chm|reducer", "flut 12", where="**steam pressure below a number**", **NU),
        c3_lag=k("temperature of chamber 3 follows late: well full of scale", CH3, "tmp_ch", "autoclave 3|ac3 chm|well", "slow 14", where="when steaming", need=20),
        c3_old=k("messages of autoclave 3 come late: gateway overloaded", CH3, "header.stamp", "autoclave 3|ac3 chm|gateway", "age .6", step=False),
        dr2=k("door 2 moves hard: guide dry", DOR, "dr[1].trq_dr", "door 2|dor|guide", "mul 1.1 .06", where="when a door moves", need=5),
        dr3=k("gasket pressure of door 3 uneasy: valve", DOR, "dr[2].prs_gk", "door 3|gasket 3|dor|valve", "noise 12"),
        vp1=k("vacuum pump 1 draws more and more: scale", VAC, "vp[0].amp_vp", "vacuum pump 1|vac|scale", "mul .4 .05", step=False, where="when evacuating", need=20),
        vp3_sw=k("seal water of pump 3 pulses: solenoid", VAC, "vp[2].flw_sw", "seal water|vacuum pump 3|vac|solenoid", "swing 1.6 2.5", where="when evacuating", need=20),
        vp3_hot=k("vacuum pump 3 gets hot: fan cover", VAC, "vp[2].tmp_vp", "vacuum pump 3|vac|fan", "heat 11 90", step=False, tail=400),
        vp2_vib=k("vacuum pump 2 shakes: coupling", VIB, "acc_vp[1]", "vacuum pump 2|vib|coupling", "mul 1.0 .1", where="when evacuating", need=20),
        vp3_vib=k("vibration of pump 3 frozen: sensor", VIB, "acc_vp[2]", "vacuum pump 3|vib|sensor", "frz"),
        st_flw=k("steam pressure pulses when the steam flow is above a number: water carried over", STG, "prs_st", "steam generator|stg|steam", "flut 28", also="/gas dry_st flut -.025 1.2", where="**steam flow above a number**", **NU),
        st_lvl=k("level of the steam generator foams: reads uneasy", STG, "lvl_st", "steam generator|stg|level", "noise 5"),
        st_h3=k("heater 3 of the steam generator flickers: relay", STG, "amp_hs[2]", "heater 3|steam generator|stg|relay", "cut 0 .35"),
        st_cnd=k("blow down too seldom: boiler water gets salty", STG, "cnd_bl", "steam generator|stg|blow down", "off 1100 .04", step=False),
        st_fp=k("feed pump draws uneasy current: bearing", STG, "amp_fp", "feed pump|steam generator|stg|bearing", "burst .9 1 5", where="when the feed pump runs"),
        fw_hot=k("feed water too cold: degasser heater", STG, "tmp_fw", "feed water|steam generator|stg|degasser", "off -7 .04", step=False, also="/gas ncg_st off .9 .06"),
        ncg=k("gas in the steam: sampler dribbles", GAS, "ncg_st", "gas|steam", "walk 1.4 6 20"),
        dry=k("dryness of the steam reads too little: orifice worn", GAS, "dry_st", "gas|steam|dryness", "off -.03 .06"),
        ws_tmp=k("temperature of the washer frozen: probe", WSH, "tmp_ws", "washer|wsh|probe", "frz"),
        ws_cnd=k("conductivity of the washer flutters when it is hotter than a number: electrode", WSH, "cnd_ws", "washer|wsh|electrode", "flut 160", where="**washer temperature above a number**", **NU),
        ws_arm=k("spray arm of the washer catches an instrument: turns unevenly", WSH, "rpm_ar", "spray arm|washer|wsh", "swing 9 2.8", **WA),
        ws_dt=k("detergent counted too little: flow meter", WSH, "vol_dt", "detergent|washer|wsh|flow meter", "mul -.35 .02"),
        wd_tmp=k("dryer of the washer too cold: heating element", WDR, "tmp_wd", "washer dryer|wdr|heating element", "off -13 .05", where="when drying", need=20),
        wt_cnd=k("conductivity of the permeate rises when its flow is above a number: o-ring", WTR, "cnd_pm", "water treatment|wtr|o-ring", "flut 3.5 1.4", where="**permeate flow above a number**", **NU),
        wt_hrd=k("softener exhausted: hardness rises", WTR, "hrd_sf", "softener|water treatment|wtr", "off .3 .05", step=False),
        wt_lvl=k("level of the tank sticks and jumps: float", WTR, "lvl_tk", "tank|water treatment|wtr|float", "stick 7"),
        wt_flw=k("flow of the concentrate uneasy: valve", WTR, "flw_cn", "concentrate|water treatment|wtr|valve", "hunt .8 6"),
        ds1=k("dosing pump 1 strokes unevenly: spring", DOS, "stk_ds[0]", "dosing pump 1|dos|spring", "noise 6", **WA),
        ds3=k("canister 3 empties too fast: leaks", DOS, "lvl_ds[2]", "canister 3|dos", "off -9 .03", step=False),
        cd_flw=k("cooling water meter flickers: magnet lost", CDN, "flw_cw", "cooling water|cdn|meter", "spk 3.5 .06"),
        af1=k("pressure over air filter 1 reads too much: tube wet", FLT, "dp_af[0]", "air filter 1|flt|tube", "off 1.3 .05"),
        f0=k("sum of the lethality of autoclave 3 counts too little: clock of the recorder", REC, "f0_ac[2]", "recorder|rec|autoclave 3", "mul -.3 .02"),
        x_pl=k("speed of axis x of the shuttle jerks at one place: rail joint", SJN, "velocity[0]", "axis x|shuttle|sht jnt|rail joint", "flut .45 -.4", also="/sht/jnt effort[0] flut 260 .8", **PL),
        y_ply=k("axis y of the shuttle has play: belt slack", SJN, "position[1]", "axis y|shuttle|sht jnt|belt", "play .03|noise .004"),
        f_skp=k("fork of the shuttle loses counts: encoder", SJN, "position[2]", "fork|shuttle|sht jnt|encoder", "skip .012 .06"),
        f_eff=k("fork of the shuttle needs more effort: rollers", SJN, "effort[2]", "fork|shuttle|sht jnt|rollers", "mul 1.4 .05", step=False, also="/sht/drv amp_sh[2] mul .9 .05", **MV),
        j_age=k("joint states of the shuttle come late: radio modem", SJN, "header.stamp", "shuttle|sht jnt|modem", "age .6", step=False),
        y_kg=k("drive y of the shuttle flutters when the load is heavier than a number: brake catches", SDR, "amp_sh[1]", "drive y|shuttle|sht drv|brake", "flut 2.2 .7", where="**load of the shuttle above a number**", **NU),
        f_hot=k("drive of the fork gets hot: fan", SDR, "tmp_sh[2]", "fork|shuttle|sht drv|fan", "heat 10 90", step=False, tail=400),
        p_los=k("poses of the shuttle get lost", SPS, "header.stamp", "shuttle|sht pos|pose", "lost .5"),
        p_pl=k("shuttle sinks at one place: rail support loose", SPS, "pose.position.z", "shuttle|sht pos|rail support", "off -.014 .05", **PL),
        ld_crp=k("load cell of the shuttle creeps: steam in the plug", SLD, "mas_sh", "load cell|shuttle|sht ld|plug", "creep 14 60"),
        ld_pl=k("shuttle tilts at one place: floor plate raised", SLD, "tlt_sh", "shuttle|sht ld|floor plate", "off 1.2 .1", **PL),
        im_pl=k("shuttle is shaken at one place: screw of the rail out", IMU, " ".join(ACC + c for c in "xyz"), "shuttle imu|sht imu|rail", "noise 1.1", **PL),
        im_off=k("acceleration in y of the shuttle has a bias: bracket bent", IMU, ACC + "y", "shuttle imu|sht imu|bracket", "off .42 .04"),
        cm_foc=k("camera loses sharpness: steam on the lens", CAM, "foc_cm", "camera|cam|lens", "off -9 .06", step=False, also="/cam sco_cm off -.06 .06"),
        cm_pl=k("camera dazzled at one place of the shuttle: window cleaned", CAM, "lum_cm", "camera|cam|window", "off 60 .15", also="/cam sco_cm off -.12 .3", **PL),
        cm_tms=k("pictures late: switch", CAM, "tms_cm", "camera|cam|switch", "late 9 40"),
        sc_rat=k("code reader reads less: window scratched", SCN, "rat_sc", "code reader|scn|window", "off -.07 .08", step=False),
        sc_ls=k("laser of the code reader draws more: ageing", SCN, "amp_ls", "code reader|scn|laser", "mul .4 .03"),
        ai_flw=k("air pressure falls when the flow is above a number: hose", AIR, "prs_ai", "compressed air|air|hose", "off -.3 .3", where="**air flow above a number**", **NU),
        ai_dew=k("dew point of the air rises: dryer wet", AIR, "dew_ai", "dew point|compressed air|air|dryer", "off 5 .05", step=False),
        ph1=k("current of phase 1 reads too little: transformer", MNS, "amp_ln[0]", "phase 1|mains|mns|transformer", "mul -.25 .02"),
        ph2=k("voltage of phase 2 falls when the current is above a number: terminal", MNS, "vlt_ln[1]", "phase 2|mains|mns|terminal", "off -5 .3", where="**line current above a number**", **NU),
        v24=k("24 V uneasy: capacitor", CAB, "vlt_24", "24 v|cabinet|cab|capacitor", "noise .1"),
        lu=k("lubrication of the shuttle builds less pressure: line open", LUB, "prs_lu", "lubrication|lub|line", "mul -.4 .05", where="when lubricating", need=12),
        hum=k("humidity frozen", "/hum", "relative_humidity", "humidity|hum", "frz", need=60),
        cyc=k("controller has far longer worst cycles", PLC, "cyc_mx cyc_av", "controller|plc", "late 1.5 5"),
        mem=k("memory of the controller fills", PLC, "mem_us", "controller|plc|memory", "leak 60", step=False),
        lss=k("network loses packets: switch port", NET, "lss", "network|net|switch port", "late 3 10", also="/net rsp_ms off 5 .4"),
        lid=k("beams 4 and 5 of the guard scanner read short: trolley left there", "/lid", "ranges[4] ranges[5]", "guard scanner|lid|trolley", "short .35 .7"),
        s_stg=k("steam generator reports faults", [STG, "/rosout", "/diagnostics"], "flt_sg amp_hs[0]", "steam generator|stg", silent=False),
        s_dor=k("door reports that it is jammed", [DOR, "/rosout", "/diagnostics"], "jam_dr dr[0].trq_dr", "door|dor", silent=False),
        s_wsh=k("washer warns for seconds again and again that no detergent flows", [WSH, "/rosout", "/diagnostics"], "no_dt", "washer|wsh|detergent", silent=False),
        s_lub=k("lubrication warns that the grease is low", [LUB, "/rosout", "/diagnostics"], "low_gr", "lubrication|lub", silent=False),
    )
    AT = ((0.5, 0.2), (2.1, 1.3), (3.7, 1.3), (5.3, 1.3), (6.9, 0.2), (4.5, 0.1))  # washer, three autoclaves, cooling, store

    def program(self, p):
        """Temperature, hold, pulses, drying, depth of the vacuum of a program."""
        q_ = self.rng("none") if p > 8 else np.random.default_rng(100 * self.seed + p)
        if p == 9:
            return 121.0, 60.0, 0, 20.0, 40.0  # liquids: slow exhaust
        if p == 10:
            return 134.0, 45.0, 2, 15.0, 12.0  # flash
        if p == 11:
            return 134.0, 70.0, 4, 15.0, 6.0  # steam test (Bowie-Dick)
        if p == 12:
            return 0.0, 150.0, 1, 0.0, 6.0  # leak test: holds the vacuum
        return (121.0, 134.0)[p % 2], round(q_.uniform(70, 160)), int(q_.integers(2, 5)), round(q_.uniform(60, 150)), round(q_.uniform(7, 14), 1)

    def life(self):
        self.day(23, 0.9, 3.0)
        r = self.rng("lots")
        self.site = 1 if self.is_life(2, 7) else 0
        T = Track(self, x=0.5, y=0.2, f=0.0)
        T.set(kg=0, d0=0, d1=0, d2=0, wz=0, wp=1, ppl=0, man=0, lot=0), T.wait(r.uniform(80, 160) if self.cold else r.uniform(5, 25), 1 if self.cold else 0)
        slow = 0.8 if self.is_life(6) else 1.0
        self.cyc, free, mass, lot = [[], [], []], [0.0, 0.0, 0.0], [0, 0, 0], 0
        ready, ws = T.sec + 20, []

        def to(i, code):
            T.go(code, v=r.uniform(0.5, 0.75) * slow, a=0.4, x=self.AT[i][0] + r.uniform(-0.004, 0.004), y=0.2 if abs(self.AT[i][0] - T.pos["x"]) > 0.5 else T.pos["y"]), T.go(code, v=0.4 * slow, a=0.4, y=self.AT[i][1])

        def fork(code, kg):
            T.go(code, sec=2.6, f=0.9), T.wait(r.uniform(0.5, 1.2), code), T.set(kg=kg), T.go(code, sec=2.8, f=0.0)

        if self.unit == "life" and self.idx != 1 or r.random() < 0.5:  # the night shift has left two running
            for i in (0, 1):
                self.cyc[i].append((-r.uniform(100, 300), int(r.integers(1, 9)), 40.0))
                mass[i], free[i] = 40.0, self.length(self.cyc[i][0][1]) + self.cyc[i][0][0]
        while T.more:
            a0 = T.i
            T.spd = 0.8 if r.random() < 0.15 else 1.0
            done = [i for i in range(3) if mass[i] and T.sec > free[i]]
            empty = [i for i in range(3) if not mass[i]]
            if done:
                i = done[0]
                to(i + 1, 4), T.set(**{f"d{i}": 1}), T.wait(4.5, 4), fork(5, mass[i]), T.set(**{f"d{i}": 0}), T.wait(4.0, 5), to(4, 6), fork(6, 0)
                mass[i] = 0
                T.task(a0)
            elif empty and T.sec > ready:
                i, lot = int(r.choice(empty)), lot + 1
                p = int(r.integers(1, 9))
                u = r.random()
                p = 9 if self.new(3) and u < 0.2 else 10 if self.new(4) and u < 0.4 else 11 if lot == 1 and self.idx % 2 else 12 if self.is_life(5, 9) and lot == 2 else p  # liquids and flash are new; steam test in the morning, leak test every week
                kg = r.uniform(4, 12) if p in (10, 11) else 0.5 if p == 12 else r.uniform(18, 75)
                T.set(lot=lot), to(0, 2), fork(2, kg), to(i + 1, 3), T.set(**{f"d{i}": 1}), T.wait(4.5, 3), fork(3, 0), T.set(**{f"d{i}": 0}), T.wait(4.0, 3)
                self.cyc[i].append((T.sec, p, kg))
                mass[i], free[i] = kg, T.sec + self.length(p) + r.uniform(2, 30)
                ready = T.sec + r.uniform(15, 60)
                T.set(wp=int(r.integers(1, 6)) if not (self.new(6) and r.random() < 0.3) else 6)  # washer program; shoes from life/6 on
                ws.append((T.sec + 5, T.cur["wp"]))
            else:
                u = r.random()
                if u < 0.5:  # racks are sorted between store and cooling
                    a, b = (5, 4) if r.random() < 0.5 else (4, 5)
                    to(a, 7), fork(7, r.uniform(6, 40)), to(b, 7), fork(7, 0)
                    if self.new(8) and r.random() < 0.5:
                        to(0, 7), T.wait(r.uniform(2, 6), 7)  # looked at with the camera; new
                else:
                    T.wait(r.uniform(3, 14), 0)
            if r.random() < 0.05:
                T.set(ppl=1), T.wait(r.uniform(10, 50), 8), T.set(ppl=0)
            if r.random() < 0.04 or self.is_life(8) and r.random() < 0.04:  # shuttle moved by the pendant
                T.set(man=1), T.manual(r.uniform(20, 40), 9, dict(x=-0.3, y=0.0, f=0.0), dict(x=0.9, y=0.4, f=0.4)), T.set(man=0)
        self.A, H, self.st, self.ws = T.A, T.H, T.st, ws
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, self.z0)

    def length(self, p):
        c, hd, n, dr, _ = self.program(p)
        return 15 + 48 * n + (50 if c else 0) + hd + 30 + dr + 14 + (60 if p == 9 else 0)

    def physics(self):
        A, E, W, h, t = self.A, self.E, self.wander, self.h, self.t
        n, old = self.n, h("fn", 3).clip(0, 1)
        self.J = [ring(A[a], f, 0.6) for a, f in (("x", 1.3), ("y", 1.4), ("f", 1.6))]
        self.dJ = [lp(np.gradient(a, DT), 0.06) for a in self.J]
        self.ddJ = [lp(np.gradient(a, DT), 0.08) for a in self.dJ]
        self.gm, self.kg = sum(np.abs(a) for a in self.dJ) > 0.04, lp(E("kg"), 0.4)
        vp2, gk1, af2, warm = h("vp2", 1), h("gk1", 1), h("af2", 1), 40 * h("cw", 60)
        self.phs, self.prg, self.rq, self.p, self.mas = [], [], [], [], []
        tgt_, tau_ = [], []
        for i in range(3):
            ph, pr, rq, tg, ta, ms = np.zeros(n, int), np.zeros(n), np.zeros(n), np.full(n, 100.0), np.full(n, 4.0), np.zeros(n)
            for t0, p, kg in self.cyc[i]:
                c, hd, m, dr, dp = self.program(p)
                a = t0
                top = PRES(c) if c else 100

                def put(sec, code, target, tau):
                    nonlocal a
                    x, y = max(0, int(a / DT)), max(0, min(n, int((a + sec) / DT)))
                    ph[x:y], pr[x:y], rq[x:y], tg[x:y], ta[x:y], ms[x:y] = code, p, c, target, tau, kg
                    a += sec

                put(15, 1, 100, 4)
                for j in range(m):
                    put(28, 2, dp, 6.5)
                    if c:
                        put(20, 3, 100 + 30 * (j + 1), 6)
                if not c:
                    put(hd, 9, dp, 400)
                else:
                    put(50, 4, top, 9 + 0.05 * kg), put(hd, 5, top, 9), put(30 + (60 if p == 9 else 0), 6, 104, 8 if p != 9 else 24), put(dr, 7, dp, 9)
                put(14, 8, 100, 3)
            self.phs.append(ph), self.prg.append(pr), self.rq.append(rq), self.mas.append(ms), tgt_.append(tg), tau_.append(ta)
        self.vac = [lp(np.isin(q_, (2, 7)) * 1.0, 0.5) for q_ in self.phs]
        self.stm = [lp(np.isin(q_, (3, 4, 5)) * 1.0, 0.8) for q_ in self.phs]
        dead = h("ht2", 0.5)
        # steam generator
        use = [np.zeros(n) for _ in range(3)]
        for i in range(3):
            heat = np.isin(self.phs[i], (3, 4)) * 1.0
            use[i] = lp(heat * (26 + 0.16 * self.mas[i]) + (self.phs[i] == 5) * (5 + 0.03 * self.mas[i]) + 3.5, 1.5)
        self.fst = np.maximum(sum(use) + 0.8 * W("fs", 1, 4), 2)
        p_, on, ps, ons = 520.0 if not self.cold else 360.0, 0, [], []
        for u, q_ in zip(self.fst.tolist(), (3 - 0.95 * dead).tolist()):
            on = 1 if p_ < 505 else 0 if p_ > 560 else on
            p_ += DT * (on * q_ * 3.6 - 0.115 * u - 0.0006 * (p_ - 100))
            p_ = max(p_, 250)
            ps.append(p_), ons.append(on)
        self.pst, self.hon = np.array(ps), lp(np.array(ons, float), 0.2)
        self.lv, fp = hyst(0.0054 * self.fst + 0.02, 0.9, 58.0, 72.0, 64.0)
        self.fpl = lp(fp, 0.4)
        full = np.clip(self.pst / 500, 0.6, 1.1)
        for i in range(3):
            leak = (gk1 if i == 0 else 0) * 1.0 + self.z0
            worn = vp2 if i == 1 else self.z0
            air = af2 if i == 1 else self.z0
            x, out = 100.0 if not self.cyc[i] or self.cyc[i][0][0] > 0 else 90.0, []
            seq = np.isin(self.phs[i], (2, 7, 9))
            tg = tgt_[i] + seq * (9 * worn + 5 * leak + 0.06 * warm)
            ta = tau_[i] * (1 + seq * 0.6 * worn + (self.phs[i] == 8) * 2.2 * air) / np.where(np.isin(self.phs[i], (3, 4)), full, 1)
            for g_, u, e in zip(tg.tolist(), ta.tolist(), ((self.phs[i] == 9) * 0.0025 * (1 + 30 * leak)).tolist()):
                x += (g_ - x) * DT / u + e * (100 - x) * DT
                out.append(x)
            p = np.array(out)
            self.p.append(p + (self.phs[i] == 5) * (1.6 * np.sin(2 * np.pi * t / (11 + 2 * i)) + 0.5 * W(f"p{i}", 1, 2)))
        self.jkp = [lp(np.clip(self.pst * 0.58, 0, 305 + 8 * i), 6) + 2 * W(f"jk{i}", 1, 8) - 4 * self.stm[i] for i in range(3)]
        self.tjk = [100 * (np.maximum(q_, 60) / 97.3) ** 0.25 - 45 * self.cold * np.exp(-t / 260) for q_ in self.jkp]
        blocked = h("tr3", 2)
        self.tch, self.tdn, self.tld, self.f0 = [], [], [], []
        for i in range(3):
            sat = 100 * (np.maximum(self.p[i], 3) / 97.3) ** 0.25
            wall = 62 + 0.3 * self.tjk[i] - 10 * lp(E(f"d{i}"), 20)
            w = lp(np.isin(self.phs[i], (3, 4, 5, 6)) * 1.0, 3)
            c = w * sat + (1 - w) * lp(wall, 20)
            self.tch.append(lp(c, 1.5))
            b = blocked if i == 2 else self.z0
            self.tdn.append(lp(c - w * (0.5 + 1.2 * lp((self.phs[i] == 4) * 1.0, 6)) - 7 * b * w, 3.5) - 2 * b * w)
            ld, x, m = [], float(c[0]), (6 + 0.35 * self.mas[i] + 8 * b).tolist()
            for a, tau in zip(c.tolist(), m):
                x += (a - x) * DT / tau
                ld.append(x)
            self.tld.append(np.array(ld))
            f, x = [], 0.0
            for a, z in zip((10 ** ((np.clip(self.tdn[i], 90, 136) - 121.1) / 10) * DT / 60).tolist(), (self.phs[i] == 1).tolist()):
                x = 0.0 if z else x + a
                f.append(x)
            self.f0.append(np.array(f))
        self.iv = [0.3 + v * (6.4 + 0.016 * q_ + (1.4 * gk1 if i == 0 else 0)) for i, (v, q_) in enumerate(zip(self.vac, self.p))]
        self.tv = [9 * lp(v, 150) + 0.3 * lp(warm, 60) * v + (10 * lp(vp2, 150) if i == 1 else 0) for i, v in enumerate(self.vac)]
        # washer: phases of the programs
        self.wph, self.wpr = np.zeros(n, int), np.zeros(n)
        self.wt = np.full(n, 0.0)
        for t0, p in self.ws:
            a, q_ = t0, np.random.default_rng(50 * self.seed + p)
            for c, sec, tt in ((1, 20, 20), (2, q_.uniform(30, 50), q_.uniform(45, 58)), (3, 18, 40), (4, q_.uniform(30, 60), 92), (5, q_.uniform(30, 60), 60)):
                x, y = int(a / DT), min(n, int((a + sec) / DT))
                self.wph[x:], self.wpr[x:y], self.wt[x:] = 0, p, 0
                self.wph[x:y], self.wt[x:y], a = c, tt, a + sec
            self.wt[min(n, int(a / DT)) :] = 0
        self.won = lp(np.isin(self.wph, (1, 2, 3, 4)) * 1.0, 1)
        self.wtc = lp(np.where(self.wt > 0, self.wt, 35), 9)
        foam = h("ws_pmp", 0.5)
        self.wpp = self.won * (46 + 3 * np.sin(self.wpr) + 0.05 * self.wtc) * (1 - 0.3 * foam * (1 + 0.3 * W("fo", 1, 0.8)))
        self.wrp = self.won * (34 + 0.25 * (self.wpp - 46)) * (1 - 0.2 * foam)
        self.wac = 0.2 + self.won * (7.6 + 0.03 * (self.wpp - 46)) * (1 - 0.22 * foam)
        self.wcn = 60 + 900 * lp((self.wph == 2) * 1.0, 6) + 240 * lp((self.wph == 3) * 1.0, 6)
        self.wdy = lp((self.wph == 5) * 1.0, 2)
        clog = h("wd", 1)
        # water treatment
        dirt = h("ro", 1)
        tk, run = hyst(0.035 + 0.09 * lp((np.isin(self.wph, (1, 3, 4))) * 1.0, 3) + 0.0014 * self.fst, 0.32 * (1 - 0.2 * dirt), 58.0, 86.0, 70 + 8 * np.tanh(self.su("tk")))
        self.tk, self.rn = tk, lp(run, 2)
        self.pmd = 0.4 + self.rn * (8.9 + 0.1 * self.wear(0.3) + 1.9 * dirt)
        self.fpm = self.rn * (5.4 + 0.3 * np.sin(t / 40) + 0.04 * (self.amb - 23)) * (1 - 0.24 * dirt)
        self.fcn = self.rn * (2.6 + 0.25 * dirt)
        self.iro = 0.2 + self.rn * (4.8 + 0.7 * dirt)
        scale = h("cw", 2)
        duty = lp(sum(np.isin(q_, (6, 2, 7)) * 1.0 for q_ in self.phs), 12)
        self.fcw = (4 + 5 * duty) * (1 - 0.32 * scale)
        self.tcd = 34 + 9 * lp(duty, 25) + 9 * lp(scale, 50)
        hard = h("sx", 0.5)
        fric = [np.tanh(18 * np.abs(d)) for d in self.dJ]
        mm = (90 + self.kg, 70 + self.kg, 20 + self.kg)
        self.eff = [np.abs((60 + 0.3 * self.kg) * f * (1 + (0.8 * hard if i == 0 else 0)) + m * a * 1.5) for i, (f, a, m) in enumerate(zip(fric, self.ddJ, mm))]
        self.ash = [0.5 + 0.024 * e + 0.9 * f for e, f in zip(self.eff, fric)]
        self.tsh = [7 * lp(a, 120) + (8 * lp(hard * fric[0], 120) if i == 0 else 0) for i, a in enumerate(self.ash)]
        self.rpm = (2300 + 12 * (self.amb - 23)) * (1 - 0.96 * old)
        self.hot = 10 * lp(h("fn", 3), 130)
        dm = [np.abs(lp(np.gradient(lp(E(f"d{i}"), 1.2), DT), 0.2)) for i in range(3)]
        self.dm = dm
        self.fair = lp(14 + 30 * sum(d > 0.05 for d in dm) + 26 * (np.mod(t + 30 * self.u("dx", 1), 50) < 4) + 24 * (self.pieces("nb", 8, 45, 0, 1) < 0.4), 0.4) + 1.2 * self.pink("fa", 1)
        self.ih = [self.hon * 22 * (1 - (0.95 * np.clip(dead, 0, 1) if i == 1 else 0)) for i in range(3)]
        self.il = lp(9 + 0.8 * sum(self.ih) + 0.7 * sum(self.iv) + 0.8 * self.wac + 14 * (self.wph == 4) + 10 * self.wdy + self.iro + 0.3 * sum(self.ash), 0.4) + 0.25 * self.pink("il", 1)
        self.lubt = np.mod(t + 40 * self.u("lb", 0.5), 120)

    def where(self):
        E, ones = self.E, np.ones(self.n, bool)
        hot = self.p[0] > 120
        self.over("c1_hi", self.p[0], CH1 + ":prs_ch", "prs ch|pressure|steam|hold|phs|tmp ch", hot, 0.4, -1, 0.4), self.over("c3_jkp", self.pst, STG + ":prs_st", "prs st|steam pressure|pressure", ones, 0.5, 0, 0.15, below=True)
        self.over("st_flw", self.fst, STG + ":flw_st", "flw st|steam flow|flow|load", ones, 0.6, 0, 0.4), self.over("ws_cnd", self.wtc, WSH + ":tmp_ws", "tmp ws|temperature|hotter|phs ws|washer", self.won > 0.5, 0.45, 0, 0.35)
        self.over("wt_cnd", self.fpm, WTR + ":flw_pm", "flw pm|permeate|flow", self.rn > 0.9, 0.4, 1, 0.3), self.over("y_kg", self.kg, SLD + ":mas_sh", "mas sh|load|heavier|weight", (self.kg > 3) & self.gm, 0.4, 0, 0.45)
        self.over("ai_flw", self.fair, AIR + ":flw_ai", "flw ai|air flow|flow|consumption", ones, 0.6, 0, 0.4), self.over("ph2", self.il, MNS + ":amp_ln[1]", "amp ln|line current|current|load", ones, 0.55, 0, 0.35)
        X, Y = self.J[:2]
        self.places(X, Y, self.gm, x_pl=(0.45, 0.07), im_pl=(0.45, 0.07)), self.places(X, Y, ones, p_pl=(0.45, 0.08), ld_pl=(0.45, 0.08), cm_pl=(0.5, 0.08))
        ev = ("evacuating", "vacuum", "phs", "amp vp", "pump runs", "runs", "prs ch")
        for i, kd in enumerate(("vp1", "vp2 vp2_vib", "vp3_sw")):
            self.mode(kd, self.vac[i] > 0.6, *ev)
        self.mode("tr3 c3_prs c3_lag", self.stm[2] > 0.6, "steaming", "steam", "phs", "hold", "prs ch", "heating"), self.mode("ws_pmp ws_arm ds1", self.won > 0.6, "washing", "washer", "phs ws", "runs", "rpm ar"), self.mode("wd_tmp", self.wdy > 0.6, "drying", "dries", "phs ws", "flw wd")
        self.mode("sx", np.abs(self.dJ[0]) > 0.04, "moves", "moving", "shuttle", "velocity", "axis x"), self.mode("f_eff", np.abs(self.dJ[2]) > 0.04, "moves", "moving", "fork", "velocity"), self.mode("af2", self.phs[1] == 8, "air", "phs", "filled"), self.mode("dr2", self.dm[1] > 0.05, "door", "moves", "opens", "trq dr")
        self.mode("st_fp", self.fpl > 0.6, "feed pump", "runs", "amp fp"), self.mode("lu", self.lubt < 22, "lubricating", "lubrication", "prs lu")

    def record(self):
        E, W, t, u_ = self.E, self.wander, self.t, self.u
        fs, jm, bl = self.shape("s_stg", 0.4, 0.6, 4), self.shape("s_dor", 0.4, 0.6, 4), self.blink("s_wsh")
        for i, tp in enumerate((CH1, CH2, CH3)):
            self.pub(tp, "ccs_msgs/msg/Chm", 6, dict(tmp_ch=s(self.tch[i], 0.01, 0.06, 0.1, 0.04, 9), tmp_dn=s(self.tdn[i], 0.01, 0.07, 0.1, 0.05, 9), tmp_ld=s(self.tld[i], 0.01, 0.07, 0.1, 0.05, 9), prs_ch=s(self.p[i], 0.1, 0.35, 0.3, 0.25, 5, 0), tmp_jk=s(self.tjk[i], 0.1, 0.1, 0.3, 0.1, 20), prs_jk=s(self.jkp[i], 0.5, 0.8, 1, 0.6, 9, 0), pct_sv=s(lp(4 + 62 * np.isin(self.phs[i], (3, 4)) + 20 * (self.phs[i] == 5) + 0.6 * np.maximum(540 - self.pst, 0) * 0.1, 0.8) + 2.5 * W(f"sv{i}", 1, 1.5) * (self.stm[i] > 0.5), 0.2, 0.5, 0.3, 0.3, 5, 0, 100)))  # fmt: skip
        V, vb = {}, []
        for i in range(3):
            V.update({f"dr[{i}].trq_dr": s(0.4 + 30 * self.dm[i] * (1 + 0.06 * self.per_event(f"dt{i}", E(f"d{i}"))) + 20 * (jm & (i == 0)), 0.05, 0.3, 0.1, 0.2, 3, 0), f"dr[{i}].prs_gk": s(lp((self.phs[i] > 0) * 1.0, 2) * (268 - (58 * self.h("gk1", 1) if i == 0 else 0)) + 12, 0.5, 2, 3, 1.5, 9, 0)})
        self.pub(DOR, "ccs_msgs/msg/Dor", 5, dict(V, jam_dr=jm))
        V = {}
        for i in range(3):
            V.update({f"vp[{i}].amp_vp": s(self.iv[i], 0.02, 0.09, 0.06, 0.07, 4, 0), f"vp[{i}].tmp_vp": s(self.T(f"vp{i}", self.tv[i], 260, 6, 0.12), 0.1, 0.05), f"vp[{i}].flw_sw": s(0.2 + self.vac[i] * (7.2 + 0.2 * W(f"sw{i}", 1, 8)), 0.02, 0.12, 0.1, 0.08, 5, 0)})
            vb.append(s(0.05 + self.vac[i] * (0.55 + 0.06 * i + 0.1 * np.exp(-self.p[i] / 30)), 0.002, 0.02, 0.01, 0.015, 3, 0))
        self.pub(VAC, "ccs_msgs/msg/Vac", 6, V), self.pub(VIB, "ccs_msgs/msg/Vib", 5, dict(acc_vp=vb))
        lv, fpl = self.lv, self.fpl
        cut = np.where(fs, 0.2, 1)
        bd = np.mod(t + 500 * abs(u_("bd", 1)), 900) / 900
        self.pub(STG, "ccs_msgs/msg/Stg", 6, dict(prs_st=s(self.pst, 0.5, 1.2, 1, 1, 5), flw_st=s(self.fst, 0.1, 0.5, 0.3, 0.3, 4, 0), lvl_st=s(lv, 0.1, 0.5, 0.8, 0.5, 4), cnd_bl=s(2100 + 700 * bd, 5, 14, 40, 12, 20), tmp_fw=s(86 - 1.6 * fpl + 1.2 * np.sin(2 * np.pi * t / 300), 0.1, 0.15, 0.5, 0.2, 20), amp_fp=s(0.1 + fpl * (2.7 + 0.001 * (self.pst - 500)), 0.01, 0.05, 0.03, 0.04, 4, 0), amp_hs=[s(x * cut if i == 0 else x, 0.05, 0.2, 0.1, 0.12, 5, 0) for i, x in enumerate(self.ih)], flt_sg=np.where(fs, 0x51, 0)))  # fmt: skip
        self.pub(GAS, "ccs_msgs/msg/Gas", 2, dict(ncg_st=s(1.3 + 0.25 * W("ng", 1, 60) + 0.1 * self.fst / 40, 0.02, 0.06, 0.1, 0.05, 12, 0), dry_st=s(0.972 - 0.0002 * self.fst + 0.002 * W("dy", 1, 30), 1e-3, 0.0015, 0.002, 0.001, 12, 0, 1)))
        vd = np.cumsum((self.wph == 2) * 0.9) * DT
        vd = vd - np.maximum.accumulate(np.where(self.wph == 1, vd, 0))
        self.pub(WSH, "ccs_msgs/msg/Wsh", 6, dict(tmp_ws=s(self.wtc, 0.05, 0.12, 0.2, 0.1, 9), prs_ws=s(self.wpp, 0.1, 0.6, 0.4, 0.5, 3, 0), rpm_ar=s(self.wrp, 0.1, 0.4, 0.3, 0.3, 4, 0), cnd_ws=s(self.wcn, 1, 7, 6, 5, 6, 0), amp_cp=s(self.wac, 0.02, 0.08, 0.05, 0.06, 4, 0), vol_dt=s(vd, 0.1, 0.1, 0, 0, 6, 0), no_dt=bl))  # fmt: skip
        clog = self.h("wd", 1)
        self.pub(WDR, "ccs_msgs/msg/Wdr", 4, dict(tmp_wd=s(38 + 62 * lp(self.wdy, 12) + 9 * lp(clog * (0.3 + self.wdy), 20), 0.1, 0.25, 0.5, 0.2, 9), flw_wd=s((40 + 330 * self.wdy) * (1 - 0.27 * clog), 1, 4, 4, 3, 5, 0), prs_hf=s(18 + 95 * self.wdy + 0.8 * self.wear(1) + clog * (14 + 55 * self.wdy), 0.5, 1.2, 2, 1, 9, 0)))
        self.pub(WTR, "ccs_msgs/msg/Wtr", 4, dict(prs_md=s(self.pmd, 0.02, 0.06, 0.08, 0.05, 9, 0), flw_pm=s(self.fpm, 0.02, 0.05, 0.05, 0.04, 9, 0), flw_cn=s(self.fcn, 0.02, 0.05, 0.05, 0.04, 9, 0), cnd_pm=s(4.2 + 5 * np.exp(-self.rn * 3) + 0.2 * W("cp", 1, 30), 0.05, 0.12, 0.2, 0.1, 12, 0), tmp_wt=s(14.5 + 0.1 * (self.amb - 23) + 1.2 * lp(self.rn, 60), 0.1, 0.08, 0.3, 0.05, 30), lvl_tk=s(self.tk, 0.1, 0.25, 0.5, 0.2, 8, 0, 100), amp_ro=s(self.iro, 0.02, 0.06, 0.05, 0.05, 6, 0), hrd_sf=s(0.12 + 0.03 * W("hd", 1, 90), 0.01, 0.015, 0.02, 0.01, 20, 0)))  # fmt: skip
        ds = [lp((self.wph == c) * 1.0, 1) * (34 + 4 * i) for i, c in enumerate((2, 3, 4))]
        self.pub(DOS, "ccs_msgs/msg/Dos", 4, dict(stk_ds=[s(x, 0.2, 0.8, 0, 0.6, 3, 0) for x in ds], lvl_ds=[s(58 + 12 * np.tanh(self.su(f"dl{i}")) - np.cumsum(x) * DT * 2e-4, 0.1, 0.2, 0.5, 0.15, 15, 0) for i, x in enumerate(ds)]))
        self.pub(CDN, "ccs_msgs/msg/Cdn", 4, dict(tmp_cd=s(self.tcd + 0.2 * (self.amb - 23), 0.1, 0.2, 0.5, 0.2, 9), flw_cw=s(self.fcw, 0.02, 0.1, 0.08, 0.08, 6, 0), tmp_wo=s(self.tcd - 7 + 4 * lp(self.won, 30), 0.1, 0.2, 0.5, 0.2, 9)))
        ai = [lp((q_ == 8) * 1.0, 1) for q_ in self.phs]
        self.pub(FLT, "ccs_msgs/msg/Flt", 4, dict(dp_af=[s(0.3 + a * (3.1 + 0.06 * self.wear(1)) + (self.h("af2", 1) * (0.5 + 4.5 * a) if i == 1 else 0), 0.02, 0.07, 0.06, 0.05, 6, 0) for i, a in enumerate(ai)]))
        self.pub(REC, "ccs_msgs/msg/Rec", 3, dict(f0_ac=[s(x, 0.01, 0.02, 0, 0, 6, 0) for x in self.f0]))
        J, d, dd = self.J, self.dJ, self.ddJ
        self.jnt(SJN, 14, ["x", "y", "fork"], [s(x, 1e-5, 3e-4) for x in J], [s(x, 1e-4, 3e-3) for x in d], [s(e, 0.1, 3, 2, 2, 4, 0) for e in self.eff])
        self.pub(SDR, "ccs_msgs/msg/Sdr", 8, dict(amp_sh=[s(a, 0.02, 0.09, 0.05, 0.07, 2, 0) for a in self.ash], tmp_sh=[s(self.T(f"th{i}", x, 260, 4, 0.12), 0.1, 0.05) for i, x in enumerate(self.tsh)]))
        self.pub(SPS, "geometry_msgs/msg/PoseStamped", 10, {"pose.position.x": s(J[0], 1e-4, 6e-4), "pose.position.y": s(J[1], 1e-4, 6e-4), "pose.position.z": s(0.84 - 6e-5 * self.kg + 0.001 * np.sin(J[0]), 1e-4, 6e-4), "pose.orientation.w": 1.0}, "hall")
        self.pub(SLD, "ccs_msgs/msg/Sld", 8, dict(mas_sh=s(11 + self.kg * (1 + 0.01 * W("ms", 1, 2)), 0.1, 0.4, 0.4, 0.3, 6, 0), tlt_sh=s(0.1 + 0.45 * dd[0] + 0.004 * self.kg * J[2], 0.01, 0.04, 0.05, 0.03, 5)))
        sg = 0.05 + 0.25 * np.hypot(d[0], d[1])
        self.inertial(IMU, 12, (self.z0,) * 3, tuple(0.01 * sg * self.white(f"g{c}") for c in "xyz"), (dd[0] + sg * self.white("ax"), dd[1] + sg * self.white("ay"), 9.81 + 1.2 * sg * self.white("az")), "shuttle")
        stw = lp(sum(E(f"d{i}") for i in range(3)), 4)
        self.pub(CAM, "ccs_msgs/msg/Cam", 5, dict(foc_cm=s(73 - 3 * np.hypot(d[0], d[1]) - 4 * stw, 0.1, 0.9, 0.9, 0.8, 12, 0), lum_cm=s((126 + 9 * np.sin(J[0]) + 5 * np.cos(2 * J[1]) - 5 * stw) * (0.75 if self.is_life(6) else 1), 0.5, 1.2, 1.5, 1.2, 9), tms_cm=s(self.net("cm", 18, 2, 0.8), 0.2), sco_cm=s(0.93 - 0.02 * stw + 0.01 * np.cos(E("lot")), 0.002, 0.008, 0.006, 0.007, 6, 0, 1)))  # fmt: skip
        rd = self.st == 2
        self.pub(SCN, "ccs_msgs/msg/Scn", 4, dict(rat_sc=s(0.95 + 0.015 * self.per_event("rt", rd), 0.002, 0.006, 0.006, 0.006, 8, 0, 1), amp_ls=s(44 + 10 * lp(rd * 1.0, 0.4), 0.1, 0.4, 0.5, 0.3, 8, 0), tmp_sc=s(self.T("sc", 9 + 2 * lp(rd * 1.0, 60), 200, 4, 0.1), 0.1, 0.05)))
        self.pub(AIR, "ccs_msgs/msg/Air", 4, dict(prs_ai=s(6.6 - 0.0012 * self.fair - 0.1 * lp(self.h("gk1", 1), 10), 0.01, 0.018, 0.03, 0.02, 12), flw_ai=s(self.fair, 0.5, 1.5, 1, 1.2, 6, 0), dew_ai=s(3.4 + 0.6 * np.sin(2 * np.pi * t / 330) + 0.1 * (self.amb - 23), 0.1, 0.2, 0.5, 0.25, 30)))
        vl = 231 - 2.8 * self.site + 0.7 * self.su("vl")
        self.pub(MNS, "ccs_msgs/msg/Mns", 4, dict(vlt_ln=[s(vl - 0.04 * self.il, 0.1, 0.2, 0.4, 0.4, 30) for _ in range(3)], amp_ln=[s(self.il * (1 + u_(f"ag{i}", 0.015)), 0.05, 0.2, 0, 0.12, 3, 0) for i in range(3)], pf_ln=s(0.84 + 0.07 * np.tanh(self.il / 60), 0.002, 0.004, 0.004, 0.004, 9)))
        a24 = 6.1 + 1.3 * self.gm + 0.9 * (E("man") > 0) + 0.2 * W("a24", 1, 5) + 0.6 * sum(self.vac)
        self.pub(CAB, "ccs_msgs/msg/Cab", 4, dict(vlt_24=s(24.1 - 0.012 * a24, 0.01, 0.015, 0.03, 0.01, 9), amp_24=s(a24, 0.02, 0.08), tmp_cb=s(self.T("cb", 2.4 * lp(self.il / 30, 60) + self.hot, 260, 7, 0.1), 0.1, 0.05), rpm_fn=s(self.rpm, 1, 9, 14, 9, 9, 0)))
        lu = self.lubt
        self.pub(LUB, "ccs_msgs/msg/Lub", 3, dict(prs_lu=s(0.5 + np.where(lu < 9, 24 * (1 - np.exp(-lu / 2)), 24 * np.exp(-(lu - 9) / 6)), 0.1, 0.25, 0.2, 0, 6, 0), lvl_lu=s(55 + 12 * np.tanh(self.su("ll")) - 6e-4 * t, 0.1, 0.15), low_gr=(self.f("s_lub") > 0) & (t % 18 < 6)))
        per = E("ppl") + (W("pe", 1, 60) > 1.2)
        self.lidar("/lid", 6, [(2.6 + 1.6 * abs(np.cos(i * 0.7))) * (1 + 0.01 * np.sin(t / 9 + i)) - 1.1 * lp(per * (1 if i in (6, 7) else 0) * 1.0, 0.5) for i in range(9)], 1.9, 12)
        self.simple("/amb", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/hum", "RelativeHumidity", 1, "relative_humidity", s(0.55 + 0.05 * self.su("rh") + 0.02 * stw, 0.001, 0.0013, 0, 0.01, 150))
        self.pub(NET, "ccs_msgs/msg/Net", 3, dict(rsp_ms=s(self.net("rs", 6, 2, 3), 0.5), lss=s(self.net("ls", 0, 0.5, 0.3), 0.1)))
        self.pub("/sft", "ccs_msgs/msg/Sft", 2, dict(es_ok=1, gat_cl=E("ppl") < 0.5, ppl=per))
        self.pub("/job", "ccs_msgs/msg/Job", 4, dict(prg=self.prg, phs=self.phs, tmp_rq=self.rq, phs_ws=self.wph, prg_ws=self.wpr, stp_sh=self.st, lot=E("lot"), man=E("man")))
        ver = self.version("ccs", "6.1", "6.2", "6.4")
        self.computer(PLC, "ccs_msgs/msg/Plc", 5, 6.6, 640, ("cyc_av", "cyc_mx", "mem_us", "tmp_pu", "fw"), 3 * lp(self.gm * 1.0, 20) + 0.7 * self.hot, ver, 0.4)
        self.end("/load/_action/status", [("s_stg", "stg", ["steam generator fault 0x51", "steam generator heats again"], "SG"), ("s_dor", "dor", ["door 1 jammed", "door 1 free again"], "DR"), ("s_wsh", "wsh", "no detergent", "WS"), ("s_lub", "lub", "grease low, fill soon", "LU")],
                 [(12, "I", "job", "lot released, {} min", 8, 16), (8, "W", "sht", "rack not seated, tried again after {} s", 2, 8), (6, "W", "wtr", "sample taken again after {} s", 2, 9), (5, "I", "stg", "blow down done, {} l", 2, 9), (4, "W", "net", "server slow {} ms", 400, 900)], [("sht", "limits read from the file"), ("rec", "calibration 19 days old"), ("sft", "gate test ok")], ver)  # fmt: skip
