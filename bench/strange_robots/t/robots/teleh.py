"""Telehandler of a building site: diesel with hydrostatic drive, four steered wheels, telescopic boom with forks, stabilisers; a mixture: standard messages of ROS (odometry, IMU, GNSS, joints, scan, ranges), long names of the body builder and abbreviated ones of the engine."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

ODO, IMU, FIX, BJ, SCN, RFR, RRE, CHP = "/odom", "/chassis/imu", "/gnss/fix", "/boom/joint_states", "/scan", "/range/front", "/range/rear", "/chassis/tilt"
ENG, AFT, FUE, COO, HST, TRN, STR, BRK, TYR, BHY, PRP, LMI, FRK, STB, ELE, ALT, CAB, CAM, TLM, RMT, ECU, HOI, PTO, LUB, AXL = "/ecm/eng", "/ecm/aft", "/ecm/fuel", "/ecm/cool", "/hst", "/trn", "/steering", "/brakes", "/tpms", "/boom_hydraulics", "/prop_valves", "/load_moment", "/fork_carriage", "/stabilisers", "/elec", "/alternator", "/cabin", "/boom_camera", "/telematics", "/remote", "/ctrl_pc", "/oil_cond", "/aux_pump", "/grease", "/axles"  # fmt: skip
LA, AV = "linear_acceleration.", "angular_velocity."
DR, BM, LD, ON = dict(where="when driving"), dict(where="when the boom moves", need=10), dict(where="when a load is carried"), dict(where="when stabilisers stand", need=10)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)
AX = ("lift", "tele", "tilt")


class Teleh(Robot):
    NAME = "teleh"
    FLAGS = [(ENG, "dtc"), (AFT, "regen_req"), (LMI, "overload"), (LUB, "low")]
    COMES = ("s_lmi",)
    RETRY = [("boom_camera", "CAM", "load edge not found, tried again after {} s", 3, 0.4, 3), ("remote", "RMT", "weak link, repeated {} frames", 2.5, 2, 12)]
    DEFS = {
        "tlh_msgs/msg/Eng": mdef("float32 rpm trq_pct load_pct oil_kpa boost_kpa iat_c fuel_lph egt_c; float32 crank_kpa; uint16 dtc"),
        "tlh_msgs/msg/Aft": mdef("float32 dpf_dp soot_pct nox_in nox_out def_lvl scr_c; bool regen_req"),
        "tlh_msgs/msg/Fuel": mdef("float32 rail_mpa sup_kpa lvl_pct tmp_c wif"),
        "tlh_msgs/msg/Cool": mdef("float32 clnt_c clnt_kpa fan_rpm rad_out_c chg_c"),
        "tlh_msgs/msg/Hst": mdef("float32 hp_a hp_b chg_bar swash_pct mot_rpm oil_c case_kpa"),
        "tlh_msgs/msg/Trn": mdef("float32 oil_c oil_kpa out_rpm slip_pct; uint8 gear"),
        "tlh_msgs/msg/Steering": mdef("float32 front_angle rear_angle pressure wheel_torque; uint8 steer_mode"),
        "tlh_msgs/msg/Brakes": mdef("float32 accumulator_bar pedal_pct park_bar; float32[4] lining_mm disc_temp"),
        "tlh_msgs/msg/Tpms": mdef("float32[4] tyre_bar tyre_temp"),
        "tlh_msgs/msg/BoomHydraulics": mdef("float32[3] bore_bar rod_bar; float32 pump_bar pump_flow ls_bar tank_temp return_dp"),
        "tlh_msgs/msg/Prop": mdef("float32[3] spool_ma spool_mm; float32 pilot_bar"),
        "tlh_msgs/msg/Lmi": mdef("float32 moment_pct load_kg radius_m axle_kn sensor_diff; bool overload"),
        "tlh_msgs/msg/Fork": mdef("float32[2] heel_wear; float32 side_shift hook_force vib_g; uint8 attachment"),
        "tlh_msgs/msg/Stab": mdef("float32[2] leg_bar leg_mm; float32 pad_kn"),
        "tlh_msgs/msg/Elec": mdef("float32 ubat a_load u5v u12v ecu_c"),
        "tlh_msgs/msg/Alternator": mdef("float32 amps field_a case_c rpm"),
        "tlh_msgs/msg/Cabin": mdef("float32 temp humidity blower_a noise_db seat_mm"),
        "tlh_msgs/msg/BoomCamera": mdef("float32 sharpness brightness latency_ms edge_conf bitrate"),
        "tlh_msgs/msg/Telematics": mdef("float32 rssi rtt_ms lost_pct sat_cn0"),
        "tlh_msgs/msg/Remote": mdef("float32 rf_dbm lag_ms battery_v stick_x stick_y"),
        "tlh_msgs/msg/CtrlPc": mdef("float32 loop_ms loop_max mem_mb core_c; string build"),
        "tlh_msgs/msg/OilCond": mdef("float32 water_pct iso_code visc_cst diel"),
        "tlh_msgs/msg/Aux": mdef("float32 bar lpm motor_a temp"),
        "tlh_msgs/msg/Grease": mdef("float32 bar level_pct; uint32 shots; bool low"),
        "tlh_msgs/msg/Axles": mdef("float32[2] oil_c diff_vib; float32 prop_rpm"),
        "tlh_msgs/msg/Safe": mdef("bool estop_ok seat_ok; uint8 people"),
        "tlh_msgs/msg/Task": mdef("uint8 phase mode; uint16 job_no load_id; float32 target_kg; bool remote"),
    }
    KINDS = dict(
        inj=k("injector 3 drips: less torque for more fuel, exhaust hot, soot grows", [ENG, AFT], "fuel_lph egt_c soot_pct", "injector|engine|ecm eng|aftertreatment", cons="nox out|boost kpa|trq pct", step=False, tail=300),
        tur=k("hose of the charge air torn: boost low, engine labours", [ENG, COO], "boost_kpa load_pct chg_c", "charge air hose|engine|turbo|ecm eng", cons="egt c|fuel lph|trq pct|iat c|fan rpm|/ecm/aft|/ecm/fuel|/elec", step=False),
        thm=k("thermostat stays open: coolant cold, fan slow, more fuel", [COO, ENG], "clnt_c fan_rpm fuel_lph", "thermostat|coolant|ecm cool", cons="rad out c|oil kpa", step=False, tail=300),
        hpm=k("hydrostatic pump worn: pressure and speed fall, case pressure rises", [HST, TRN], "hp_a case_kpa out_rpm", "hydrostatic pump|hst|transmission", cons="oil c|mot rpm|/odom", step=False, tail=200, **DR),
        lsv=k("load sensing valve sticks: pump pressure high, oil hot", BHY, "pump_bar ls_bar tank_temp", "load sensing valve|boom hydraulics|pump", cons="/oil_cond|visc cst|/ecm/eng|/ecm/aft|/ecm/fuel|/ecm/cool|/elec", step=False, tail=400),
        tel=k("pads of the telescope worn: extends with jerks, more pressure, boom swings", [BHY, BJ], "bore_bar[1] velocity[1]", "telescope pads|boom|telescope|boom hydraulics", cons="rod bar|pump bar|/prop_valves|/ecm/eng|/ecm/aft|/ecm/cool", step=False, **BM),
        lif=k("lift cylinder leaks inside: boom sinks, rod side fills", [BJ, BHY], "position[0] rod_bar[0]", "lift cylinder|boom|boom hydraulics", cons="/load_moment|tilt", step=False, **LD),
        hub=k("hub of the rear left axle runs hot: bearing, axle vibrates", [AXL, TYR], "oil_c[1] diff_vib[1] tyre_temp[2]", "rear axle|axles|hub|bearing", cons="/hst|hp a|/ecm/aft|/ecm/cool|/ecm/eng", step=False, tail=400, **DR),
        rad=k("radiator full of dust: coolant hot, fan fast, charge air warm", COO, "clnt_c fan_rpm chg_c", "radiator|coolant|ecm cool", cons="rad out c|clnt kpa|iat c|/ecm/eng|oil kpa", step=False, tail=300),
        alt=k("alternator regulator fails: voltage low, current falls", [ALT, ELE], "amps field_a ubat", "alternator|regulator|elec", cons="a load|u12v|case c", step=False),
        stk=k("steering pump leaks: pressure low, wheels follow late", STR, "pressure front_angle", "steering|steering pump", cons="rear angle", step=False, **DR),
        acc=k("brake accumulator has lost gas: pressure falls with each braking", BRK, "accumulator_bar", "brake accumulator|brakes", "mul -.22 .05", also="/brakes park_bar mul -.2 .05", **DR),
        gly=k("gyro of the chassis has a bias", [IMU, ODO], AV + "z twist.twist.angular.z", "chassis imu|gyro|odometry", "off .05 .05"),
        e_rpm=k("engine speed hunts: governor", ENG, "rpm", "engine|ecm eng|governor", "swing 85 3"),
        e_oil=k("oil pressure low: pump pick-up", ENG, "oil_kpa", "engine oil|ecm eng|oil pump", "mul -.28 .04"),
        e_hot=k("exhaust gas hotter when the load is above a number: turbine blade", ENG, "egt_c", "engine|ecm eng|exhaust gas", "off 70 .06", where="**engine load above a number**", **NU),
        e_crk=k("crankcase pressure pulses: ring", ENG, "crank_kpa", "crankcase|engine|ecm eng", "swing .8 5"),
        e_iat=k("intake temperature frozen", ENG, "iat_c", "engine|ecm eng", "frz", need=60),
        d_dpf=k("filter of the exhaust clogs: difference grows", AFT, "dpf_dp", "exhaust filter|dpf|ecm aft", "mul .9 .05", step=False),
        d_nox=k("nox sensor behind the catalyst drifts", AFT, "nox_out", "nox sensor|ecm aft", "drift 60 25"),
        d_def=k("urea level stuck: float", AFT, "def_lvl", "urea|def|ecm aft", "frz", need=90),
        f_rai=k("rail pressure unsteady: metering valve", FUE, "rail_mpa", "fuel rail|ecm fuel|metering valve", "noise 6"),
        f_sup=k("fuel filter clogs: supply pressure falls", FUE, "sup_kpa", "fuel filter|ecm fuel", "mul -.32 .04", step=False),
        f_wif=k("water in the fuel", FUE, "wif", "fuel|ecm fuel|water", "off 14 .1", step=False),
        c_kpa=k("cap of the coolant leaks: no pressure", COO, "clnt_kpa", "coolant|ecm cool|cap", "mul -.55 .03", step=False),
        h_chg=k("charge pressure of the drive beats: relief valve", HST, "chg_bar", "hydrostatic drive|hst|charge pump", "beat 2.6 .8 7"),
        h_oil=k("oil of the drive hot: cooler bypass open", HST, "oil_c", "hydrostatic drive|hst|oil", "heat 12 90", step=False, tail=300),
        h_swa=k("swash plate reads too small: sensor turned", HST, "swash_pct", "hydrostatic drive|hst|swash plate", "mul -.35 .03", **DR),
        h_up=k("pressure b flutters when the slope is above a number: valve", HST, "hp_b", "hydrostatic drive|hst", "flut 34 .8", where="**slope above a number**", **NU),
        t_slp=k("transmission slips: clutch pack worn", TRN, "slip_pct", "transmission|trn|clutch", "off 5 .4", step=False, **DR),
        t_oil=k("gearbox oil pressure noisy: filter cracked", TRN, "oil_kpa", "transmission|trn|filter", "noise 110"),
        t_tmp=k("gearbox oil too hot", TRN, "oil_c", "transmission|trn|oil", "heat 12 90", step=False, tail=300),
        s_rear=k("rear steering angle stands off: sensor plate moved", STR, "rear_angle", "rear steering|steering", "off 3.2 .03"),
        s_tq=k("steering wheel heavy: bearing", STR, "wheel_torque", "steering wheel|steering", "mul 1.1 .05", step=False, **DR),
        b_lin=k("lining of the front right wheel reads too thin: wire rubbed", BRK, "lining_mm[1]", "front right brake|brakes", "off -3.1 .02"),
        b_dsc=k("disc of the rear right wheel hot: caliper drags", BRK, "disc_temp[3]", "rear right brake|brakes|caliper", "heat 34 60", step=False, tail=300),
        b_ped=k("brake pedal reads jumps: potentiometer", BRK, "pedal_pct", "brake pedal|brakes", "spk 30 .05"),
        b_prk=k("parking brake releases slowly", BRK, "park_bar", "parking brake|brakes", "slow 4", need=8, where="when it is released or set"),
        y_bar=k("front left tyre loses air", TYR, "tyre_bar[0]", "front left tyre|tpms", "off -.75 .03", step=False),
        y_tmp=k("rear right tyre gets hot", TYR, "tyre_temp[3]", "rear right tyre|tpms", "heat 9 120", step=False, tail=500, **DR),
        y_los=k("tyre messages get lost: receiver", TYR, "header.stamp", "tpms|tyres", "lost .5"),
        v_flw=k("boom pump gives less flow: swash worn", BHY, "pump_flow", "boom pump|boom hydraulics", "mul -.38 .04", **BM),
        v_ret=k("return filter of the boom clogs", BHY, "return_dp", "return filter|boom hydraulics", "mul .9 .06", step=False),
        v_ls=k("ls line has air: pressure uneasy", BHY, "ls_bar", "ls line|boom hydraulics", "flut 9 .3"),
        v_hvy=k("bore pressure of the tilt cylinder flutters when the load is above a number: check valve", BHY, "bore_bar[2]", "tilt cylinder|boom hydraulics|check valve", "flut 17 .6", where="**load above a number**", **NU),
        p_spl=k("lift spool sticks", PRP, "spool_mm[0]", "lift spool|prop valves", "stick 1.6", **BM),
        p_ma=k("current of the tilt valve too high: coil warm", PRP, "spool_ma[2]", "tilt valve|prop valves|coil", "off 95 .05"),
        l_kg=k("load reads too much: mud in the weighing pin", LMI, "load_kg", "load moment|weighing pin", "off 380 .04"),
        l_dif=k("two channels of the load moment differ: cable", LMI, "sensor_diff", "load moment|channel|cable", "noise 3.4"),
        l_far=k("radius reads too short when the boom is out more than a number: rope drum", LMI, "radius_m", "load moment|radius|rope drum", "off -.8 .05", where="**telescope above a number**", **NU),
        k_shf=k("side shift creeps: valve leaks", FRK, "side_shift", "side shift|fork carriage", "creep 55 45"),
        k_vib=k("forks rattle: hook worn", FRK, "vib_g", "forks|fork carriage|hook", "mul 1.3 .15", **DR),
        k_hk=k("hook force in coarse steps: amplifier", FRK, "hook_force", "fork carriage|hook|amplifier", "coarse 5"),
        st_leg=k("left stabiliser sinks: pilot check valve", STB, "leg_bar[0]", "left stabiliser|stabilisers", "mul -.3 .05", also="/stabilisers leg_mm[0] off -38 .05", **ON),
        st_mm=k("right leg reads frozen", STB, "leg_mm[1]", "right stabiliser|stabilisers", "frz", need=20, where="when it moves"),
        u_load=k("12 v falls when its current is above a number: fuse holder", ELE, "u12v", "12 v|elec|fuse holder", "off -.7 .1", where="**electrical load above a number**", **NU),
        u_5=k("5 v supply uneasy: sensor rubbed through", ELE, "u5v", "5 v|elec|sensor supply", "noise .07"),
        u_ecu=k("ecu gets hot", ELE, "ecu_c", "ecu|elec", "heat 11 80", step=False, tail=300),
        a_fld=k("field current of the alternator pulses: brush", ALT, "field_a", "alternator|brush", "swing .5 2.5"),
        a_cas=k("alternator case hot: bearing", ALT, "case_c", "alternator|bearing", "heat 14 80", step=False, tail=300),
        q_hum=k("humidity in the cabin high: heater core leaks", CAB, "humidity", "cabin|heater core", "off 16 .04", step=False),
        q_blw=k("blower of the cabin draws more: bearing", CAB, "blower_a", "cabin blower|cabin", "mul .6 .06"),
        q_noi=k("cabin loud: window open or seal", CAB, "noise_db", "cabin|seal", "off 7 .15"),
        m_shp=k("boom camera dirty", CAM, "sharpness", "boom camera|camera", "off -11 .06", also="/boom_camera edge_conf off -.14 .06", step=False),
        m_lat=k("pictures of the boom camera late", CAM, "latency_ms", "boom camera|camera", "late 40 130"),
        m_sun=k("edges badly seen when the picture is brighter than a number: coating", CAM, "edge_conf", "boom camera|camera|coating", "off -.2 .1", where="**brightness above a number**", **NU),
        o_scn=k("beams 8 and 9 of the scan short: mud on the window", SCN, "ranges[8] ranges[9]", "scan|scanner", "short .35 .75"),
        o_far=k("scan sees nothing far", SCN, " ".join(f"ranges[{i}]" for i in (0, 1, 3, 4, 5, 6, 8, 9, 10, 12, 13)), "scan|scanner", "sat 4.2"),
        o_rng=k("front range drops out: ice on the sensor", RFR, "range", "front range|range front", "cut .3 .3"),
        o_re=k("rear range noisy: connector", RRE, "range", "rear range|range rear|connector", "noise .16"),
        i_los=k("imu of the chassis sends half", IMU, "header.stamp", "chassis imu|imu", "lost .5"),
        i_x=k("acceleration x of the chassis stands off", IMU, LA + "x", "chassis imu|accelerometer", "off .75 .04"),
        i_pl=k("machine is shaken at one place: trench badly filled", IMU, f"{LA}x {LA}y {LA}z", "chassis imu|trench", "noise 1.7", **PL),
        t_til=k("level sensor leans: bracket", CHP, "vector.y", "tilt|chassis tilt", "off 1.3 .05"),
        g_noi=k("position scatters: antenna cable", FIX, "latitude longitude", "gnss|antenna", "noise 3e-5"),
        g_pl=k("position weak at one place: crane above", FIX, "position_covariance[0]", "gnss|crane", "off 3.5 .4", also="/gnss/fix altitude flut 2.2 .5", **PL),
        j_tlt=k("tilt of the forks stands off: sensor lever", BJ, "position[2]", "fork tilt|boom|joint states|sensor lever", "off .08 .03"),
        j_age=k("states of the boom come late", BJ, "header.stamp", "boom|joint states|bus", "age .6", step=False),
        od_sc=k("odometry counts too much: wrong tyres set", ODO, "twist.twist.linear.x", "odometry|odom|tyres", "mul .19 .02", **DR),
        sl_pl=k("wheels slip at one place: wet clay", TRN, "slip_pct", "transmission|trn|clay", "flut 5 1.4", **PL),
        te_rtt=k("telematics slow", TLM, "rtt_ms", "telematics", "late 60 200"),
        te_pl=k("telematics weak at one place: concrete core", TLM, "rssi", "telematics|concrete core", "off -17 .12", also="/telematics lost_pct off 8 .4", **PL),
        rm_lag=k("remote lags: frames repeated", RMT, "lag_ms", "remote", "late 30 110"),
        rm_bat=k("battery of the remote weak", RMT, "battery_v", "remote|battery", "off -.6 .04", step=False),
        rc_pl=k("remote badly received at one place: steel shed", RMT, "rf_dbm", "remote|steel shed", "off -15 .12", **PL),
        n_max=k("control computer has far longer worst loops", ECU, "loop_max loop_ms", "ctrl pc|control computer", "late 5 24"),
        n_mem=k("memory of the control computer fills", ECU, "mem_mb", "ctrl pc|control computer|memory", "leak 300", step=False),
        x_fst=k("propeller shaft shakes the front axle when faster than a number: joint worn", AXL, "diff_vib[0]", "propeller shaft|front axle|axles|joint", "flut .45 1.3", where="**speed above a number**", **NU),
        w_wat=k("water in the hydraulic oil", HOI, "water_pct", "oil cond|oil|water", "off .16 .1", step=False),
        w_iso=k("particles in the oil in bursts", HOI, "iso_code", "oil cond|oil|particles", "burst 3 2 8"),
        s_dtc=k("engine reports a code and limits its torque", [ENG, "/rosout", "/diagnostics"], "dtc trq_pct", "engine|ecm", silent=False),
        s_dpf=k("aftertreatment asks for a regeneration", [AFT, "/rosout", "/diagnostics"], "regen_req", "aftertreatment|ecm aft", silent=False),
        s_lmi=k("load moment warns for seconds again and again of overload", [LMI, "/rosout", "/diagnostics"], "overload", "load moment", silent=False),
        s_lub=k("greasing reports a low level", [LUB, "/rosout", "/diagnostics"], "low", "greasing|grease", silent=False),
    )

    def life(self):
        self.day(12 + self.season(0.8), 4.0, 4.0)
        r = self.rng("site")
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(8, 10) else 0
        yard = (((0, 0), (8, 4), (3, 9)), ((1, 0), (9, 6), (2, 11)), ((0, 1), (7, 7), (5, 0)))[self.site]  # store, wagons, silo
        wall = (((30, 6), (34, 14), (28, 20), (20, 18)), ((26, 4), (32, 10), (30, 18), (18, 20)), ((28, 10), (34, 18), (22, 22), (30, 2)))[self.site]
        T, no = Track(self, x=0.0, y=0.0, h=0.0, lift=0.15, tele=0.0, tilt=0.0, leg=0.0), 0
        T.set(kg=0, att=1, mode=1, gear=1, ppl=0, man=0, no=0, lid=0, tg=0, halt=0, idle=0, stab=0, pto=0, eco=0, start=0), T.wait(r.uniform(20, 70), 0)
        while T.more:
            no, a0 = no + 1, T.i
            att = 2 if self.new(6) and r.random() < 0.35 else 3 if self.new(3) and r.random() < 0.25 else 1  # bucket, hook
            src, dst = yard[int(r.integers(0, 3))], wall[int(r.integers(0, 4))]
            v = r.uniform(1.6, 2.8) * (0.75 if self.is_life(6) else 1)
            T.spd = 1.0 if r.random() < 0.8 else 0.8
            T.set(no=no, att=att, lid=int(r.integers(10, 99)), mode=int(r.choice((1, 1, 2, 3))), eco=int(r.random() < 0.3 or self.new(8)), gear=int(r.choice((1, 2))))
            T.drive([(src[0], T.pos["y"]), src] if r.random() < 0.5 else [src], v, 1, [(r.uniform(0.3, 0.7), r.uniform(4, 14))] if r.random() < 0.25 else [], a=0.5, cut=2.2)
            T.go(2, v=0.25, a=0.2, lift=0.05, tele=r.uniform(0, 0.8), tilt=-0.05), T.drive([(src[0] + 0.9 * np.cos(T.pos["h"]), src[1] + 0.9 * np.sin(T.pos["h"]))], 0.4, 2)
            m = r.uniform(300, 3000) if att == 1 else r.uniform(400, 1600)
            T.set(kg=m, tg=m), T.go(3, v=0.2, a=0.15, lift=0.28, tilt=0.16, tele=0.3), T.wait(r.uniform(1, 4), 3)
            T.drive([dst], v * 0.85, 4, [(r.uniform(0.2, 0.8), r.uniform(3, 10))] if r.random() < 0.2 else [], a=0.4, cut=2.2)
            high = r.random() < 0.55
            if high or self.new(4) and r.random() < 0.5:  # new: stabilisers also for low loads
                T.set(stab=1), T.go(5, v=0.14, a=0.1, leg=1.0)
            lf, te = (r.uniform(0.5, 0.95), r.uniform(1.2, 4.2)) if high else (r.uniform(0.2, 0.5), r.uniform(0.2, 1.8))
            T.go(6, v=0.12, a=0.08, lift=lf), T.go(6, v=0.35, a=0.25, tele=te), T.go(6, v=0.2, a=0.1, tilt=-lf), T.wait(r.uniform(2, 8), 6)
            if att == 3:
                T.go(7, sec=4, tele=te - 0.3), T.go(7, sec=4, tele=te), T.wait(r.uniform(3, 12), 7)
            T.set(kg=0, ppl=int(r.random() < 0.3)), T.wait(r.uniform(2, 8), 7), T.set(ppl=0)
            T.go(8, v=0.45, a=0.3, tele=0.0), T.go(8, v=0.16, a=0.1, lift=0.2, tilt=0.0)
            if T.pos["leg"] > 0.5:
                T.go(8, v=0.2, a=0.1, leg=0.0), T.set(stab=0)
            T.task(a0)
            if r.random() < 0.18 or self.is_life(8) and r.random() < 0.4:
                T.set(man=1)
                for _ in range(int(r.integers(2, 6))):
                    T.drive([(float(np.clip(T.pos["x"] + r.uniform(-9, 9), 0, 36)), float(np.clip(T.pos["y"] + r.uniform(-7, 7), 0, 22)))], r.uniform(0.6, 2.2), 9, a=0.8, cut=1.8)
                    T.go(9, v=0.15, a=0.1, lift=r.uniform(0.15, 0.6)), T.go(9, v=0.4, a=0.3, tele=r.uniform(0, 1.2))
                T.go(9, v=0.4, a=0.3, tele=0.0), T.set(man=0)
            if r.random() < 0.3:
                T.set(idle=1, pto=int(r.random() < 0.4)), T.wait(r.uniform(15, 90), 10), T.set(idle=0, pto=0)
            if self.is_life(5, 9) and no == 2:
                T.go(11, v=0.12, a=0.08, lift=0.95), T.go(11, v=0.35, tele=4.2), T.go(11, v=0.35, tele=0.0), T.go(11, v=0.12, a=0.08, lift=0.15), T.go(11, v=0.2, tilt=0.2), T.go(11, v=0.2, tilt=0.0)
        self.A, H, self.st, self.tasks = T.A, T.H, T.st, T.tasks
        self.E = lambda k_: H.get(k_, self.z0)
        self.vehicle(self.A)
        self.weather(60)

    def physics(self):
        A, E, h, v, t = self.A, self.E, self.h, self.v, self.t
        self.mv, dr = v > 0.15, np.tanh(3 * v)
        self.wet = 0.25 * abs(self.su("wet"))
        self.slope = 0.035 * np.sin(self.x / 7 + self.site) * np.cos(self.y / 6) + 0.02 * np.sin(self.x / 3 + self.y / 4)
        self.pitch, self.roll = self.slope * np.cos(self.yaw), self.slope * np.sin(self.yaw)
        rough = 1 + 0.5 * np.sin(self.x * 1.2) * np.cos(self.y * 0.9)
        self.rough, self.kg = rough, lp(E("kg"), 0.8)
        self.ld = self.kg > 150
        sk, pads = h("lif", 1), h("tel", 0.3)
        sink = 0.02 * sk * np.mod(t, 24) / 24 * self.ld * 6
        self.B = [ring(A[a], 0.9, 0.7) for a in AX]
        self.dB = [lp(np.gradient(b, DT), 0.12) for b in self.B]
        self.B[0] = self.B[0] - sink
        self.dB[1] = self.dB[1] * (1 + 0.55 * pads * np.sin(2 * np.pi * t / 0.8))
        self.bm = np.abs(self.dB[0]) + np.abs(self.dB[1]) + np.abs(self.dB[2]) > 0.03
        self.up = self.dB[0] > 0.02
        self.out = self.B[1]
        self.rad = (4.2 + self.out) * np.cos(self.B[0]) - 1.4
        mom = (self.kg + 700) * np.maximum(self.rad, 0.3) / 1000
        self.mom = mom
        self.sway = self.waves("sway", 1.0, 1.6, 4) * (0.2 + v + 2 * np.abs(self.dB[0])) * self.kg / 2000
        # hydraulics of the boom
        dem = lp(np.minimum(9 * np.maximum(self.dB[0], 0) + 0.3 * np.maximum(-self.dB[0], 0) + 1.7 * np.abs(self.dB[1]) + 3.5 * np.abs(self.dB[2]) + 0.8 * (np.abs(np.gradient(A["leg"], DT)) > 0.01), 2.2), 0.3)
        ls = h("lsv", 1)
        self.bore = [60 + 9 * mom + 60 * np.maximum(self.dB[0], 0) / 0.12 + 6 * self.sway, 28 + 0.003 * self.kg * np.sin(self.B[0]) * 9 + 55 * np.tanh(5 * np.abs(self.dB[1])) * (1 + 0.55 * pads), 45 + 0.018 * self.kg + 40 * np.tanh(6 * np.abs(self.dB[2]))]
        self.rod = [14 + 38 * np.maximum(-self.dB[0], 0) / 0.12 + 26 * sk * self.ld, 22 + 30 * np.tanh(5 * np.maximum(-self.dB[1], 0)), 20 + 18 * np.tanh(6 * np.abs(self.dB[2]))]
        act = np.tanh(3 * dem)
        self.lsp = 8 + act * np.maximum(self.bore[0] * (np.abs(self.dB[0]) > 0.02), np.maximum(self.bore[1] * (np.abs(self.dB[1]) > 0.05), 60 * (dem > 0.1))) + 14 * ls
        self.lsp = lp(self.lsp, 0.2)
        self.pb = self.lsp + 22 + 30 * ls
        self.pq = 6 + 58 * dem
        # drive
        wh, ho = h("hpm", 0.5), h("hub", 0.5)
        pull = dr * np.sign(self.fw) * (26 + 18 * rough + 500 * self.pitch * (1 + self.kg / 9000) + 6 * v) * (1 + self.kg / 9000) + 70 * self.acc * (1 + self.kg / 9000)
        pull = pull + 12 * ho * dr
        self.pull = lp(pull, 0.2)
        self.hpa = 22 + np.maximum(self.pull, 0) * 1.4 * (1 - 0.34 * wh)
        self.hpb = 22 + np.maximum(-self.pull, 0) * 1.4 + 4 * np.abs(self.yr)
        self.case = 60 + 0.25 * self.hpa + 75 * wh * (0.4 + 0.6 * dr) + 0.4 * self.wear(3)
        self.orp = v * 165 * (1 - 0.09 * wh)
        # engine
        ij, tu, th, ra, al = h("inj", 1), h("tur", 1), h("thm", 2), h("rad", 2), h("alt", 1)
        want = 0.1 + 0.55 * np.minimum(np.abs(self.pull) / 160, 1) * np.tanh(v) + 0.0042 * self.pq * self.pb / 45 + 0.08 * E("pto") + 0.03 * (self.amb > 22)
        self.el = lp(np.clip(want, 0.08, 0.98), 0.4) * (1 + 0.25 * tu)
        base = np.where(E("idle") > 0, 870, 1250 + 330 * (E("mode") > 1) + 380 * lp(np.minimum(dem + v / 2.5, 1.2), 0.8)) - 90 * E("eco")
        self.rpm = lp(base, 0.7) - 55 * lp(np.maximum(np.gradient(self.el, DT), 0), 0.3)
        self.boost = 8 + 130 * lp(self.el * self.rpm / 1900, 0.6) * (1 - 0.34 * tu)
        self.fuel = (1.4 + 15 * self.el * self.rpm / 1900) * (1 + 0.2 * ij + 0.17 * th)
        self.egt = 150 + 330 * lp(self.el, 6) + 60 * lp(ij * self.el * 2, 20) + 15 * tu
        self.warm = 1 - 0.85 * self.cold * np.exp(-t / 420)
        self.fan = lp(np.clip(700 + 1500 * lp(self.el, 40) + 20 * (self.amb - 12) - 460 * th + 780 * ra, 600, 2700), 6)
        self.clnt = (84 + 7 * lp(self.el, 60) + 0.1 * (self.amb - 12)) * (0.35 + 0.65 * self.warm) - 15 * lp(th, 90) + 8.5 * lp(ra, 90)
        self.chg = self.amb + 22 + 26 * lp(self.el, 20) + 10 * lp(ra, 60) + 9 * tu
        self.soot = 34 + 9 * abs(self.su("so")) + 6 * t / 3600 + 16 * lp(ij, 120)
        self.dpf = 2.6 + 0.055 * self.fuel * (1 + self.soot / 120)
        self.nin = 320 + 520 * lp(self.el, 3)
        self.scr = 170 + 180 * lp(self.el, 40)
        self.nout = 22 + 0.05 * self.nin * (1.3 - 0.002 * self.scr)
        self.oilh = self.amb + 24 * self.warm + 18 * lp(np.abs(self.pull) / 80, 150) + 6 * lp(dem, 120)
        self.tankt = self.amb + 21 * self.warm + 9 * lp(dem, 150) + 11 * lp(ls, 130)
        self.ax = [self.amb + 13 + 12 * lp(v / 2, 200) + 9 * self.slope for _ in (0, 1)]
        self.ax[1] = self.ax[1] + 13 * lp(ho * self.mv * 1.6, 130)
        self.axv = [0.4 + 0.5 * v * rough * 0.4 for _ in (0, 1)]
        self.axv[1] = self.axv[1] + 1.0 * ho * v * 0.6
        self.al_a = (34 + 18 * (self.pieces("al", 20, 90, 0, 1) < 0.4) + 6 * E("pto")) * (1 - 0.4 * al)
        self.ubat = 27.6 - 0.006 * self.al_a - 1.7 * lp(al, 20)
        sp = h("stk", 1)
        self.ang = np.degrees(np.arctan(2.6 * self.yr / np.maximum(v, 0.35))) * 0.5
        self.ang = lp(self.ang, 0.15) + sp.clip(0, 1.2) * (lp(self.ang, 1.3) - lp(self.ang, 0.15))
        self.sp = (38 + 75 * np.tanh(np.abs(np.gradient(self.ang, DT)) / 9) + 0.012 * self.kg) * (1 - 0.3 * sp)

    def where(self):
        E, v, ones = self.E, self.v, np.ones(self.n, bool)
        self.over("e_hot", 100 * self.el, ENG + ":load_pct", "load pct|load|engine|torque", ones, 0.55, 0, 0.4)
        self.over("x_fst", v, ODO + ":twist.twist.linear.x", "speed|velocity|faster|twist|linear|prop rpm", self.mv, 0.45, 2, 0.4)
        self.over("h_up", np.degrees(self.pitch), CHP + ":vector.x", "vector|slope|pitch|tilt|uphill", self.mv, 0.76, 1, 0.5)
        self.over("v_hvy", self.kg, LMI + ":load_kg", "load kg|load|mass|heavier|weight|carries", self.ld, 0.35, 0, 0.4)
        self.over("l_far", self.out, BJ + ":position[1]", "position|telescope|radius|boom|out", self.out > 0.45, 0.4, 2, 0.5)
        self.ald = lp(26 + 9 * (self.pieces("ea", 9, 45, 0, 1) < 0.45) + 7 * E("pto") + 5 * (E("mode") > 2), 0.4)
        self.over("u_load", self.ald, ELE + ":a_load", "a load|current|load", ones, 0.6, 0, 0.4)
        self.bri = 108 + 26 * self.sunny * (0.4 + 0.6 * np.abs(np.sin(0.5 * self.yaw + self.x / 11))) - 9 * self.B[0]
        self.over("m_sun", self.bri, CAM + ":brightness", "brightness|brighter|light|sun", ones, 0.6, 0, 0.3)
        self.places(self.x, self.y, self.mv, i_pl=(3.4, 0.07), sl_pl=(3.4, 0.07)), self.places(self.x, self.y, ones, g_pl=(3.6, 0.1), te_pl=(3.6, 0.1), rc_pl=(3.6, 0.1))
        self.mode("hpm hub stk acc h_swa t_slp s_tq y_tmp k_vib od_sc", self.mv, "driving", "moving", "speed", "velocity", "faster", "hp a")
        self.mode("tel v_flw p_spl", self.bm, "boom", "moves", "moving", "velocity", "flow"), self.mode("lif", self.ld, "load", "carried", "carries", "load kg")
        self.mode("st_leg", (self.A["leg"] > 0.8), "stabiliser", "stand", "leg"), self.mode("st_mm", np.abs(np.gradient(lp(self.A["leg"], 0.3), DT)) > 0.01, "stabiliser", "moves", "leg"), self.mode("b_prk", self.ups(self.mv, 8) | self.ups(~self.mv, 8), "release", "set", "parking", "park bar")

    def record(self):
        E, W, v, t = self.E, self.wander, self.v, self.t
        dt, bl = self.shape("s_dtc", 0.4, 1, 5), self.blink("s_lmi")
        lat0 = (52.38, 52.45, 52.31)[self.site]
        self.odometry(ODO, 12, "odom", self.x + 0.05 * W("ox", 1, 300), self.y + 0.05 * W("oy", 1, 300), self.fw, 0.012)
        sg = 0.1 + 0.3 * v * self.rough + 0.02 * self.rpm / 1000
        self.inertial(IMU, 15, (self.roll, -self.pitch, self.yaw), (0.02 * v * self.white("gx"), 0.02 * v * self.white("gy"), self.yr), (self.acc + 9.81 * self.pitch + sg * self.white("ax"), self.fw * self.yr + sg * self.white("ay"), 9.81 + 1.3 * sg * self.white("az")), "chassis")
        cov = [s(0.8 + 0.3 * np.abs(W(f"cv{i}", 1, 30)), 0.01) if i in (0, 4, 8) else 0.0 for i in range(9)]
        self.pub(
            FIX,
            "sensor_msgs/msg/NavSatFix",
            4,
            {
                "latitude": s(lat0 + self.y / 111000, 1e-8, 1.2e-7, 0, 1.2e-6, 40),
                "longitude": s(4.9 + self.x / 68000, 1e-8, 1.2e-7, 0, 1.5e-6, 40, out=(1.5e-5, 0.004)),
                "altitude": s(2.0 + 8 * self.slope, 0.01, 0.05, 0, 0.5, 40),
                "status.status": 1,
                "status.service": 1,
                "position_covariance_type": 2,
                "position_covariance": cov,
            },
            "gnss",
        )
        ef = [20 + 3 * self.mom + 2 * self.sway, 5 + 12 * np.tanh(5 * self.dB[1]), 3 + 0.006 * self.kg]
        self.jnt(BJ, 12, ["lift", "telescope", "fork_tilt"], [s(b, 1e-4, 8e-4, 0.002) for b in self.B], [s(d, 1e-3, 4e-3) for d in self.dB], [s(e, 0.05, 0.3, 0.2, 0.25, 4) for e in ef])
        per = np.maximum(E("halt") > 0, W("per", 1, 9) > 1.5) * 1.0
        self.lidar(SCN, 6, [(2.0 + 7 * np.abs(np.cos(i * 0.7))) * (1 + 0.2 * np.sin(self.x * (0.3 + 0.03 * i) + 0.4 * self.y + i)) - 0.8 * per * (i in (6, 7)) for i in range(14)], 1.9, 20, 0.02)
        for i, tp in enumerate((RFR, RRE)):
            self.simple(tp, "Range", 6, "range", s(np.clip(2.2 + 1.2 * np.sin(0.6 * self.x + 0.5 * self.y + 2 * i), 0.3, 5), 0.01, 0.015, 0.015, lo=0.2, hi=5.0, out=(0.6, 0.005)), min_range=0.2, max_range=5.0, field_of_view=0.4)
        self.pub(CHP, "geometry_msgs/msg/Vector3Stamped", 6, {"vector.x": s(np.degrees(self.pitch), 0.01, 0.04, 0.08, 0.04, 6), "vector.y": s(np.degrees(self.roll) - 0.00002 * self.kg, 0.01, 0.04, 0.08, 0.04, 6)}, "chassis")
        el = self.el * (1 - 0.35 * dt)
        self.pub(
            ENG,
            "tlh_msgs/msg/Eng",
            8,
            dict(
                rpm=s(self.rpm, 1, 7, 5, 6, 4, 0),
                trq_pct=s(100 * el * 0.9, 0.5, 0.9, 0.6, 0.8, 4, 0),
                load_pct=s(100 * self.el, 0.5, 0.9, 0.6, 0.8, 4, 0),
                oil_kpa=s(150 + 0.17 * self.rpm - 1.1 * (self.clnt - 85), 2, 5, 5, 4, 6, 0),
                boost_kpa=s(self.boost, 0.5, 1.6, 1, 1.4, 4, 0, out=(8, 0.003)),
                iat_c=s(self.T("ia", 4 * lp(self.el, 60), 200, 3, 0.15), 0.1, 0.12, lag=4),
                fuel_lph=s(self.fuel, 0.05, 0.14, 0.1, 0.12, 3, 0),
                egt_c=s(self.egt, 1, 3, 4, 3, 8, lag=3),
                crank_kpa=s(0.55 + 0.4 * self.el + 0.004 * self.wear(3), 0.01, 0.05, 0.05, 0.04, 6, 0),
                dtc=np.where(dt, 0x1F2, 0),
            ),
        )
        self.pub(
            AFT,
            "tlh_msgs/msg/Aft",
            3,
            dict(
                dpf_dp=s(self.dpf, 0.05, 0.12, 0.1, 0.1, 8, 0),
                soot_pct=s(self.soot, 0.5, 0.5, 0.8, 0.4, 30, 0, 100, lag=8),
                nox_in=s(self.nin, 2, 9, 8, 7, 8, 0),
                nox_out=s(self.nout, 1, 3.5, 4, 3, 12, 0),
                def_lvl=s(71 - 0.3 * self.wear(1) - np.cumsum(self.fuel) * DT / 3600 * 1.2, 0.2, 0.25, 1.2, 0.3, 20, 0, 100),
                scr_c=s(self.scr, 1, 1.5, 3, 1.5, 20, lag=5),
                regen_req=(self.f("s_dpf") > 0) & (t % 18 < 6),
            ),
        )
        self.pub(
            FUE,
            "tlh_msgs/msg/Fuel",
            6,
            dict(
                rail_mpa=s(42 + 95 * self.el, 0.2, 1.2, 0.8, 1.0, 3, 0),
                sup_kpa=s(430 - 30 * self.el, 1, 4, 5, 3, 8, 0),
                lvl_pct=s(76 - 0.5 * self.wear(1) - np.cumsum(self.fuel) * DT / 3600 * 0.7, 0.5, 0.4 + 0.6 * v, 1, 0.3, 12, 0, 100),
                tmp_c=s(self.T("fu", 6 * lp(self.el, 200), 400, 5, 0.12), 0.1, 0.1, lag=6),
                wif=s(6, 0.2, 0.5, 0.8, 0.4, 30, 0),
            ),
        )
        self.pub(
            COO,
            "tlh_msgs/msg/Cool",
            4,
            dict(clnt_c=s(self.clnt, 0.2, 0.15, 0.6, 0.2, 15, lag=6), clnt_kpa=s(38 + 0.9 * (self.clnt - 80), 0.5, 1.0, 1.5, 0.8, 15, 0), fan_rpm=s(self.fan, 5, 22, 20, 18, 9, 0), rad_out_c=s(self.clnt - 12 - 0.004 * self.fan, 0.2, 0.2, 0.6, 0.2, 15, lag=8), chg_c=s(self.chg, 0.2, 0.2, 0.5, 0.2, 12, lag=4)),
        )
        self.pub(
            HST,
            "tlh_msgs/msg/Hst",
            8,
            dict(
                hp_a=s(self.hpa, 0.5, 2.2, 1.5, 2, 3, 0, out=(14, 0.003)),
                hp_b=s(self.hpb, 0.5, 2.2, 1.5, 2, 3, 0),
                chg_bar=s(23.5 - 0.01 * self.hpa + 0.001 * self.rpm, 0.05, 0.25, 0.25, 0.2, 5, 0),
                swash_pct=s(100 * np.clip(self.fw / 3.0 * 1800 / np.maximum(self.rpm, 700), -1, 1), 0.5, 0.8, 0.5, 0.6, 4),
                mot_rpm=s(v * 410, 2, 6, 4, 5, 4, 0),
                oil_c=s(self.oilh, 0.2, 0.12, 0.6, 0.15, 20, lag=6),
                case_kpa=s(self.case, 0.5, 2.5, 2.5, 2, 5, 0),
            ),
        )
        slip = 1.2 + 2.2 * self.wet * v + 1.2 * np.abs(self.yr) + 14 * np.abs(self.pitch) * np.tanh(v)
        self.pub(TRN, "tlh_msgs/msg/Trn", 6, dict(oil_c=s(self.T("to", 12 * lp(v / 2, 200), 400, 18, 0.15), 0.2, 0.12, lag=6), oil_kpa=s(1850 + 0.12 * self.rpm - 40 * (E("gear") == 2), 5, 14, 15, 12, 6, 0), out_rpm=s(self.orp, 0.5, 2.0, 1, 1.6, 4, 0), slip_pct=s(slip, 0.05, 0.18, 0.12, 0.15, 4, 0), gear=E("gear")))
        self.pub(
            STR,
            "tlh_msgs/msg/Steering",
            8,
            dict(
                front_angle=s(self.ang, 0.1, 0.15, 0.2, 0.1, 6),
                rear_angle=s(-self.ang * (E("mode") == 2) + self.ang * (E("mode") == 3), 0.1, 0.15, 0.2, 0.1, 6),
                pressure=s(self.sp, 0.5, 1.5, 1.2, 1.3, 4, 0),
                wheel_torque=s(1.1 + 0.06 * np.abs(self.ang) + 0.5 * np.abs(np.gradient(self.ang, DT)) * 0.03 + 0.3 * self.mv, 0.01, 0.1, 0.08, 0.08, 4, 0),
                steer_mode=E("mode"),
            ),
        )
        brk = np.maximum(-self.acc * np.sign(self.fw), 0) * (v > 0.05)
        park = lp((~self.mv) * 1.0, 0.5)
        self.pub(
            BRK,
            "tlh_msgs/msg/Brakes",
            6,
            dict(
                accumulator_bar=s(148 + 7 * (2 * np.mod(t / 70 + 0.2 * W("ac", 1, 60), 1) - 1) - 3 * lp(brk, 3), 0.2, 0.7, 1.0, 0.5, 9, 0),
                pedal_pct=s(90 * np.minimum(lp(brk, 0.2), 1), 0.5, 0.7, 0.4, 0.4, 4, 0, 100),
                park_bar=s(24 - 22 * park, 0.1, 0.25, 0.3, 0.2, 6, 0),
                lining_mm=[s(9.1 - 0.6 * i + 0.2 * np.cos(i) - 0.02 * self.wear(1), 0.05, 0.05, 0.3, 0.04, 20, 0) for i in range(4)],
                disc_temp=[s(self.T(f"ds{i}", 55 * lp(brk, 60) + 6 * lp(v / 2, 90), 120, 8, 0.3), 0.5, 0.3, lag=3) for i in range(4)],
            ),
        )
        self.pub(
            TYR,
            "tlh_msgs/msg/Tpms",
            2,
            dict(tyre_bar=[s(5.4 - 0.2 * (i > 1) + 0.012 * (self.amb - 12) + 3e-5 * self.kg * (i < 2), 0.02, 0.02, 0.06, 0.015, 30) for i in range(4)], tyre_temp=[s(self.T(f"ty{i}", 8 * lp(v / 2, 300) + (5.5 * lp(self.h("hub", 0.5) * self.mv, 200) if i == 2 else 0), 400, 3, 0.15), 0.5, 0.15, lag=8) for i in range(4)]),
        )
        self.pub(
            BHY,
            "tlh_msgs/msg/BoomHydraulics",
            8,
            dict(
                bore_bar=[s(x, 0.2, 1.4, 1.2, 1.2, 4, 0) for x in self.bore],
                rod_bar=[s(x, 0.2, 1.0, 0.8, 0.8, 4, 0) for x in self.rod],
                pump_bar=s(self.pb, 0.5, 1.8, 1.2, 1.5, 4, 0),
                pump_flow=s(self.pq, 0.2, 0.9, 0.6, 0.8, 4, 0),
                ls_bar=s(self.lsp, 0.2, 1.1, 0.8, 0.9, 4, 0),
                tank_temp=s(self.tankt, 0.2, 0.12, 0.5, 0.15, 20, lag=6),
                return_dp=s(0.5 + 0.012 * self.pq + 0.02 * self.wear(1), 0.01, 0.03, 0.04, 0.03, 6, 0),
            ),
        )
        sp = [np.tanh(4 * d / c) for d, c in zip(self.dB, (0.12, 0.4, 0.2))]
        self.pub(PRP, "tlh_msgs/msg/Prop", 8, dict(spool_ma=[s(180 + 420 * np.abs(x), 1, 5, 6, 5, 4, 0) for x in sp], spool_mm=[s(5 * x, 0.01, 0.05, 0.06, 0.04, 4) for x in sp], pilot_bar=s(31 + 0.001 * self.rpm, 0.1, 0.35, 0.4, 0.3, 6, 0)))
        self.pub(
            LMI,
            "tlh_msgs/msg/Lmi",
            8,
            dict(
                moment_pct=s(6 * self.mom + 2 * self.sway, 0.2, 0.7, 0.6, 0.6, 4, 0),
                load_kg=s(self.kg + 55 * self.sway + 90 * v * self.white("lk") * 0.3, 5, 16, 15, 12, 4),
                radius_m=s(self.rad, 0.01, 0.015, 0.03, 0.012, 6),
                axle_kn=s(62 - 1.9 * self.mom + 3 * self.pitch * 10, 0.1, 0.6, 0.8, 0.5, 6),
                sensor_diff=s(0.3 + 0.1 * self.sway, 0.05, 0.2, 0.2, 0.15, 6),
                overload=bl,
            ),
        )
        self.pub(
            FRK,
            "tlh_msgs/msg/Fork",
            6,
            dict(
                heel_wear=[s(4.1 + 0.3 * i + 0.02 * self.wear(1), 0.05, 0.05, 0.3, 0.04, 30, 0) for i in (0, 1)],
                side_shift=s(12 * np.sin(0.4 * E("no")) * (self.ld * 1.0), 0.5, 0.8, 2, 0.6, 9),
                hook_force=s(2.4 + 0.0098 * self.kg * 1.1 + 0.5 * self.sway, 0.1, 0.3, 0.4, 0.25, 4),
                vib_g=s(0.1 + 0.32 * v * self.rough * 0.6 + 0.01 * self.rpm / 1000, 0.005, 0.03, 0.02, 0.03, 3, 0),
                attachment=E("att"),
            ),
        )
        lg = lp(self.A["leg"], 0.3)
        self.pub(
            STB, "tlh_msgs/msg/Stab", 5, dict(leg_bar=[s(6 + 115 * lp((lg > 0.9) * 1.0, 1) + 2 * self.mom * (lg > 0.9), 0.2, 1.1, 1, 0.9, 5, 0) for _ in (0, 1)], leg_mm=[s(640 * lg + 6 * i, 0.5, 1.2, 1, 0.8, 6) for i in (0, 1)], pad_kn=s(lp((lg > 0.9) * 38.0, 1) + 0.8 * self.mom * (lg > 0.9), 0.1, 0.4, 0.4, 0.3, 5))
        )
        i = self.ald
        self.pub(ELE, "tlh_msgs/msg/Elec", 5, dict(ubat=s(self.ubat, 0.01, 0.03, 0.05, 0.03, 8), a_load=s(i, 0.1, 0.35, 0.2, 0.25, 4, 0), u5v=s(5.03, 0.002, 0.006, 0.01, 0.004, 15), u12v=s(13.1 - 0.008 * i, 0.01, 0.025, 0.03, 0.02, 8), ecu_c=s(self.T("ec", 8 * lp(self.el, 200), 300, 14, 0.15), 0.5, 0.15)))
        self.pub(
            ALT,
            "tlh_msgs/msg/Alternator",
            4,
            dict(amps=s(self.al_a, 0.2, 0.7, 0.5, 0.6, 5, 0), field_a=s(1.1 + 0.022 * self.al_a + 0.9 * lp(self.h("alt", 1), 5), 0.01, 0.05, 0.04, 0.04, 5, 0), case_c=s(self.T("ac", 0.35 * lp(self.al_a, 200) + 12 * lp(self.el, 120), 400, 20, 0.2), 0.5, 0.2, lag=6), rpm=s(self.rpm * 2.9, 5, 14, 12, 12, 5, 0)),
        )
        occ = 3 * E("man")
        self.pub(
            CAB,
            "tlh_msgs/msg/Cabin",
            2,
            dict(
                temp=s(21 + 0.2 * (self.amb - 12) + 0.6 * self.sunny * 3, 0.1, 0.12, 0.4, 0.2, 60, lag=8),
                humidity=s(46 + 4 * self.su("rh") - 0.3 * (self.amb - 12), 0.5, 0.5, 1.2, 0.6, 60, 5, 98),
                blower_a=s(3.4 + 1.1 * (self.pieces("bl", 60, 300, 0, 1) < 0.5), 0.02, 0.07, 0.08, 0.06, 8, 0),
                noise_db=s(66 + 0.005 * self.rpm + 1.2 * v, 0.5, 0.8, 0.8, 0.7, 6, 0),
                seat_mm=s(42 + occ + 6 * v * self.white("se") * 0.4, 0.5, 0.8, 1, 0.6, 6),
            ),
        )
        self.pub(
            CAM,
            "tlh_msgs/msg/BoomCamera",
            5,
            dict(
                sharpness=s(60 - 6 * np.tanh(v) - 3 * np.tanh(4 * np.abs(self.dB[0])), 0.5, 1.0, 1.3, 1.0, 6, 0),
                brightness=s(self.bri, 0.5, 1.5, 1.5, 1.2, 5, 0, 255),
                latency_ms=s(self.net("cl", 85, 12, 9), 1),
                edge_conf=s(0.84 - 0.05 * np.tanh(v) - 0.02 * self.sunny, 0.002, 0.014, 0.012, 0.012, 6, 0, 1),
                bitrate=s(6.2 + 1.6 * np.tanh(v) + 0.4 * W("br", 1, 20), 0.05, 0.25, 0.15, 0.2, 5, 0),
            ),
        )
        self.pub(TLM, "tlh_msgs/msg/Telematics", 2, dict(rssi=s(-78 - 3 * np.sin(self.x / 9) - 2 * np.cos(self.y / 6), 1, 1.3, 1, 1.5, 6), rtt_ms=s(self.net("tr", 62, 22, 25), 1), lost_pct=s(self.net("tl", 0, 0.7, 0.6), 0.1), sat_cn0=s(43 + 1.2 * np.sin(self.x / 12), 0.5, 0.8, 0.8, 0.8, 9)))
        rx = np.where(E("man") > 0, self.fw / 3, 0)
        self.pub(RMT, "tlh_msgs/msg/Remote", 5, dict(rf_dbm=s(-58 - 0.5 * np.hypot(self.x - 14, self.y - 9), 1, 1.2, 1, 1.4, 6), lag_ms=s(self.net("rl", 24, 6, 6), 1), battery_v=s(7.8 - t / 40000, 0.01, 0.02, 0.08, 0.015, 30), stick_x=s(rx, 0.01, 0.008), stick_y=s(np.where(E("man") > 0, 4 * self.yr, 0), 0.01, 0.008)))
        ver = self.version("tlh", "3.4", "3.5", "3.7")
        self.computer(ECU, "tlh_msgs/msg/CtrlPc", 9, 13, 1350, ("loop_ms", "loop_max", "mem_mb", "core_c", "build"), 5 * lp(self.mv * 1.0, 60), ver, 0.8)
        self.pub(
            HOI,
            "tlh_msgs/msg/OilCond",
            2,
            dict(water_pct=s(0.06, 0.002, 0.006, 0.01, 0.005, 40, 0), iso_code=s(17 + 0.3 * np.abs(W("iso", 1, 60)) + 0.02 * self.wear(1), 0.1, 0.2, 0.4, 0.2, 20, 0), visc_cst=s(46 - 0.5 * (self.tankt - 40), 0.1, 0.4, 0.8, 0.3, 20, 5), diel=s(2.3 + 0.002 * (self.tankt - 40), 0.002, 0.005, 0.01, 0.004, 30)),
        )
        pt = lp(E("pto"), 1.5)
        self.pub(PTO, "tlh_msgs/msg/Aux", 4, dict(bar=s(5 + 145 * pt + 12 * lp((E("pto") > 0.5) * 1.0, 1), 0.5, 1.4, 1.2, 1.1, 5, 0), lpm=s(1 + 34 * pt, 0.2, 0.6, 0.5, 0.5, 5, 0), motor_a=s(1.5 + 9 * pt, 0.05, 0.2, 0.15, 0.15, 5, 0), temp=s(self.T("ax", 9 * lp(pt, 160), 300, 8, 0.15), 0.1, 0.12)))
        self.pub(LUB, "tlh_msgs/msg/Grease", 2, dict(bar=s(12 + 60 * lp((np.mod(t, 130) < 12) * 1.0, 3), 0.2, 0.8, 0.8, 0.6, 6, 0), level_pct=s(68 - 0.4 * self.wear(1) - t / 12000, 0.1, 0.15, 1.2, 0.12, 60, 0, 100), shots=self.once(np.mod(t, 130) < 12) + 800 * self.idx, low=(self.f("s_lub") > 0) & (t % 18 < 6)))
        self.pub(AXL, "tlh_msgs/msg/Axles", 5, dict(oil_c=[s(x, 0.2, 0.12, 0.5, 0.15, 20, lag=6) for x in self.ax], diff_vib=[s(x, 0.01, 0.05, 0.03, 0.04, 4, 0) for x in self.axv], prop_rpm=s(v * 205, 1, 3, 2, 2.5, 4, 0)))
        self.simple("/ambient", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/wind_pressure", "FluidPressure", 2, "fluid_pressure", s(100900 + 500 * self.su("wp") + 8 * self.wind, 1, 6, 0, 6, 30))
        self.pub("/safe", "tlh_msgs/msg/Safe", 2, dict(estop_ok=1, seat_ok=1, people=per + E("ppl")))
        self.pub("/task", "tlh_msgs/msg/Task", 4, dict(phase=self.st, mode=E("mode"), job_no=E("no") + 12 * self.idx, load_id=E("lid"), target_kg=s(E("tg"), 1), remote=E("man")))
        self.end(
            "/move_load/_action/status",
            [
                ("s_dtc", "ecm", ["code 0x1F2, torque limited", "code cleared"], "ECM"),
                ("s_dpf", "ecm_aft", "regeneration requested, soot near limit", "AFT"),
                ("s_lmi", "load_moment", "moment near limit, outreach stopped", "LMI"),
                ("s_lub", "grease", ["grease level low, cycle skipped", "grease cycle done"], "LUB"),
            ],
            [(12, "I", "job_planner", "load placed in {} s", 20, 120), (8, "W", "collision_monitor", "person near, waited {} s", 3, 14), (6, "W", "boom_camera", "glare, {} pictures skipped", 1, 6), (5, "I", "load_moment", "zero taken, {} kg", 5, 60), (4, "W", "telematics", "server slow {} ms", 500, 1200)],
            [("ecm", "ready, glow done"), ("load_moment", "calibrated 25 days ago"), ("lifecycle_manager", "managed nodes are active")],
            ver,
        )
