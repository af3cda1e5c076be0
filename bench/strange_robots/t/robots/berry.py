"""Strawberry picking robot in tunnels: four wheels, mast with lift, two arms with fingers and knives, stereo cameras with strobe, cooled trays; standard messages of ROS with control_msgs, wrenches and wheel states; plain English vendor fields."""

import numpy as np
from base import CTRL, DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

ODO, CMD, IMU, UWB, JNT, WHL, LAC, RAC, LFT, RFT, BAT, SCN, RGL, RGR, TMP, HUM, LUX = "/wheel_odom", "/nav_cmd", "/imu", "/uwb_pose", "/joint_states", "/wheel_states", "/left_arm_controller/state", "/right_arm_controller/state", "/left_wrist/wrench", "/right_wrist/wrench", "/battery", "/front_scan", "/row_range/left", "/row_range/right", "/tunnel/temperature", "/tunnel/humidity", "/tunnel/illuminance"  # fmt: skip
CAM, DET, FNG, CUT, COL, TRY, SCL, PWR, DCK, STB, MSH, EPC, BLW, RNS, BLT = "/stereo", "/berries", "/fingers", "/knives", "/tray_cooler", "/trays", "/scale", "/power", "/dock", "/strobe", "/mesh", "/edge_pc", "/leaf_blower", "/knife_rinse", "/tray_belt"
WDR = "/wheel_drives"
ACC, GYR, FR, TQ = "linear_acceleration.", "angular_velocity.", "wrench.force.", "wrench.torque."
DR, AM, CT, CH = dict(where="when driving"), dict(where="when the arms move", need=12), dict(where="when it cuts", need=6), dict(where="when charging", need=20)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)
JN = ["lift", "left_slide", "left_shoulder", "left_elbow", "left_wrist", "right_slide", "right_shoulder", "right_elbow", "right_wrist"]
AX = ("lf", "la0", "la1", "la2", "la3", "ra0", "ra1", "ra2", "ra3")


class Berry(Robot):
    NAME = "berry"
    FLAGS = [(CUT, "jammed"), (COL, "icing"), (TRY, "blocked"), (BLW, "filter_full")]
    COMES = ("s_ice",)
    RETRY = [("berry_detector", "DET", "low contrast, exposure raised to {} ms", 3, 2, 9), ("uwb", "UWB", "anchor out of sight for {} s", 3, 0.5, 3)]
    DEFS = {
        "control_msgs/msg/JointTrajectoryControllerState": CTRL,
        "bry_msgs/msg/Stereo": mdef("float32 brightness sharpness exposure_ms disparity_noise rectify_error sensor_temp latency_ms"),
        "bry_msgs/msg/Berries": mdef("float32 confidence ripeness diameter_mm infer_ms depth_spread; uint16 seen; uint32 picked missed"),
        "bry_msgs/msg/Fingers": mdef("float32[2] width_mm grip_n motor_current pad_temp"),
        "bry_msgs/msg/Knives": mdef("float32[2] current stroke_ms force_n; uint32 cuts; bool jammed"),
        "bry_msgs/msg/Cooler": mdef("float32 supply_temp return_temp suction_bar head_bar compressor_current fan_rpm berry_temp; bool icing"),
        "bry_msgs/msg/Trays": mdef("uint8 full_trays slot; float32 lift_current height_mm; bool blocked"),
        "bry_msgs/msg/Scale": mdef("float32 net_g raw_mv bridge_temp"),
        "bry_msgs/msg/Power": mdef("float32 bus_48 current_48 rail_24 rail_12 current_12 isolation_kohm converter_temp"),
        "bry_msgs/msg/Dock": mdef("float32 charge_current contact_temp; bool docked"),
        "bry_msgs/msg/Strobe": mdef("float32[2] led_current led_temp; float32 cap_volts pulse_us"),
        "bry_msgs/msg/Mesh": mdef("float32 rssi noise_floor round_trip_ms lost_pct; uint8 access_point"),
        "bry_msgs/msg/EdgePc": mdef("float32 loop_ms loop_max_ms memory_mb gpu_temp; float32 fan_rpm; string software"),
        "bry_msgs/msg/Blower": mdef("float32 pressure_pa current rpm; bool filter_full"),
        "bry_msgs/msg/Rinse": mdef("float32 tank_pct pump_current line_bar dose_ml"),
        "bry_msgs/msg/Belt": mdef("float32 speed current slip_pct gear_temp"),
        "bry_msgs/msg/WheelDrives": mdef("float32[4] gear_temp drive_current; float32 steer_bias"),
        "bry_msgs/msg/Safe": mdef("bool estop_ok bumper_ok; uint8 people"),
        "bry_msgs/msg/Task": mdef("uint8 step cultivar; uint16 row_id job_id; float32 speed_limit; bool by_hand"),
    }
    KINDS = dict(
        hub=k("bearing of the rear left wheel runs hard: more torque, gear hotter", [WHL, WDR], "effort[2] gear_temp[2]", "rear left wheel|wheel states|wheel drives|bearing", cons="/power|current 48|/battery|drive current", step=False, tail=300, **DR),
        tyre=k("front right tyre loses air: turns faster for the same way, rolls harder", WHL, "velocity[1] effort[1]", "front right tyre|front right wheel|wheel states", cons="/wheel_odom|/uwb_pose|/power|/wheel_drives", step=False, **DR),
        screw=k("lift screw runs dry: more effort, slower", JNT, "effort[0] velocity[0]", "lift|joint states|screw", cons="/power", step=False, where="when the lift moves", need=8),
        gas=k("refrigerant leaks: suction pressure low, air and berries get warm", COL, "suction_bar supply_temp berry_temp compressor_current", "refrigerant|tray cooler|compressor", cons="return temp|head bar|/power", step=False, tail=400),
        cond=k("condenser full of leaves: head pressure and current rise", COL, "head_bar compressor_current", "condenser|tray cooler", cons="/power|supply temp|/battery", step=False, tail=200),
        lamp=k("left strobe has aged: pictures darker, berries less sure", [STB, CAM, DET], "led_current[0] brightness confidence", "left strobe|strobe|stereo|berry detector", cons="exposure ms|disparity noise|missed"),
        knife=k("left knife blunt: more force, longer stroke", CUT, "current[0] stroke_ms[0] force_n[0]", "left knife|knives", cons="/left_wrist/wrench", step=False, **CT),
        lens=k("lens of the stereo camera foggy: sharpness and confidence fall, depth spreads", [CAM, DET], "sharpness confidence depth_spread", "stereo|lens|berry detector", cons="disparity noise|missed|brightness", step=False),
        fan=k("fan of the edge computer stands: gpu throttles, detection slow", [EPC, DET], "fan_rpm gpu_temp infer_ms", "fan|edge pc|edge computer", cons="loop ms|latency ms", tail=400),
        clog=k("filter of the leaf blower clogs: pressure falls, turns faster", BLW, "pressure_pa rpm current", "leaf blower|filter", cons="/power", step=False),
        elb=k("gear of the left elbow has play: follows late and swings", [LAC, JNT], "error.positions[2] velocity[3]", "left elbow|left arm controller|joint states|gear", cons="/left_wrist/wrench", **AM),
        w_cur=k("front left wheel pulls uneasily: commutation", WHL, "effort[0]", "front left wheel|wheel states|commutation", "flut 5 .3", **DR),
        w_enc=k("rear right wheel encoder loses counts", WHL, "velocity[3]", "rear right wheel|wheel states|encoder", "~mul -.4 .1", **DR),
        w_fast=k("rear right wheel shakes when faster than a number: rim bent", WHL, "effort[3]", "rear right wheel|wheel states|rim", "swing 6.5 .8", where="**speed above a number**", **NU),
        o_sc=k("odometry counts too little: wheel diameter wrong after the change", ODO, "twist.twist.linear.x", "odometry|wheel odom", "mul -.22 .02", **DR),
        o_late=k("odometry comes late: driver waits for the bus", ODO, "header.stamp", "odometry|wheel odom|bus", "age .55", step=False),
        c_jit=k("drive commands arrive in steps: planner starves", CMD, "twist.linear.x", "nav cmd|command|planner", "hold 1.6", **DR),
        gyr=k("yaw gyro drifts", IMU, GYR + "z", "imu|gyro", "off .05 .05"),
        a_z=k("acceleration z rings: screw of the imu plate loose", IMU, ACC + "z", "imu|plate", "noise 1.1", **DR),
        a_y=k("acceleration y has an offset: shock", IMU, ACC + "y", "imu|accelerometer", "off .55 .02"),
        i_los=k("imu messages get lost", IMU, "header.stamp", "imu", "lost .45"),
        i_pl=k("robot rocks at one place: path washed out", IMU, f"{GYR}x {GYR}y", "imu", "swing .12 1.1", **PL),
        u_off=k("one anchor moved: position stands aside", UWB, "pose.pose.position.y", "uwb|anchor", "off .5 .05"),
        u_noi=k("position scatters: antenna of the tag", UWB, "pose.pose.position.x pose.pose.position.y", "uwb|antenna", "noise .13"),
        u_pl=k("position jumps at one place: reflections from a steel tank", UWB, "pose.pose.position.x", "uwb|reflections", "walk .6 1 4", **PL),
        l_zero=k("lift reads too high: reference switch moved", JNT, "position[0]", "lift|joint states|reference switch", "off .05 .02"),
        s_eff=k("left shoulder works harder: spring of the balance broken", JNT, "effort[2]", "left shoulder|joint states|spring", "off 7 .06"),
        r_wr=k("right wrist position in coarse steps: encoder disk dirty", JNT, "position[8]", "right wrist|joint states|encoder", "coarse .16"),
        r_el=k("right elbow velocity jerky: belt tooth gone", JNT, "velocity[7]", "right elbow|joint states|belt", "tick 1.6 1.4 .3", **AM),
        j_los=k("joint states get lost: gateway", JNT, "header.stamp", "joint states|gateway", "lost .5"),
        r_lag=k("right arm controller leaves a rest at the shoulder: integrator off", RAC, "error.positions[1]", "right arm controller|right shoulder", "off .03 .1"),
        r_osc=k("right slide oscillates about its target: gains", RAC, "error.positions[0]", "right arm controller|right slide", "swing .022 .9", **AM),
        r_hi=k("right arm error flutters when the lift is higher than a number: mast bends", RAC, "error.positions[3]", "right arm controller|right wrist|mast", "flut .03 .8", where="**lift above a number**", **NU),
        ft_b=k("left wrist force z drifts: gauge warm", LFT, FR + "z", "left wrist|wrench|gauge", "drift 3 25"),
        ft_x=k("left wrist force x reads too little: overload before", LFT, FR + "x", "left wrist|wrench", "mul -.85 .03", **AM),
        ft_n=k("right wrist torque noisy: cable shield", RFT, " ".join(TQ + c for c in "xyz"), "right wrist|wrench|cable", "noise .16"),
        cell=k("cell 6 low", BAT, "cell_voltage[5]", "cell 6|battery", "off -.05 .05"),
        cel_a=k("cell 11 sags when the battery current is above a number: weld", BAT, "cell_voltage[10]", "cell 11|battery|weld", "off -.06 .1", where="**battery current above a number**", **NU),
        soc=k("charge state counts only in coarse steps", BAT, "percentage", "battery|charge state", "coarse .06"),
        b_tmp=k("battery block 3 gets warm", BAT, "cell_temperature[2]", "battery|block 3", "heat 7 90", step=False, tail=300),
        b_cur=k("battery current reads with an offset: hall sensor", BAT, "current", "battery|current sensor", "off 6 .03"),
        sc_bl=k("beams 3 and 4 of the scan read short: leaf on the window", SCN, "ranges[3] ranges[4]", "front scan|scanner", "short .3 .7"),
        sc_noi=k("scan ranges noisy: laser weak", SCN, "ranges", "front scan|scanner|laser", "noise .14"),
        sc_los=k("scans come late: switch", SCN, "header.stamp", "front scan|scanner", "age .7"),
        rg_l=k("left row range drops out: dew on the membrane", RGL, "range", "left row range|row range left", "cut .12 .35"),
        rg_r=k("right row range reads too far: temperature compensation wrong", RGR, "range", "right row range|row range right", "mul .3 .03"),
        rg_pl=k("left row range flutters at one place: torn foil hangs", RGL, "range", "left row range|row range left|foil", "flut .14 -.5", **PL),
        t_air=k("tunnel temperature frozen", TMP, "temperature", "tunnel temperature", "frz", need=60),
        t_hum=k("tunnel humidity reads too high: sensor wet", HUM, "relative_humidity", "tunnel humidity", "off .16 .03", step=False),
        g_hot=k("gear of the front right wheel gets hot: oil lost", WDR, "gear_temp[1]", "front right wheel|wheel drives|gear", "heat 10 90", step=False, tail=300),
        t_lux=k("illuminance limited: amplifier saturated", LUX, "illuminance", "tunnel illuminance", "soft .9 9000"),
        c_exp=k("exposure hunts", CAM, "exposure_ms", "stereo|exposure", "hunt 1.6 5"),
        c_rect=k("stereo pair bent: rectification error grows", CAM, "rectify_error disparity_noise", "stereo|calibration", "mul 1.2 .08"),
        c_sun=k("pictures flare when the light is above a number: hood lost", CAM, "sharpness", "stereo|hood", "off -9 .15", where="**light above a number**", **NU),
        d_dia=k("diameters too large: scale of the depth wrong", DET, "diameter_mm", "berry detector|berries", "mul .24 .02"),
        d_rip=k("ripeness reads too low: white balance", DET, "ripeness", "berry detector|berries|white balance", "off -.15 .06", step=False),
        d_slow=k("detection has long runs: other process on the gpu", DET, "infer_ms", "berry detector|berries|gpu", "late 20 70"),
        d_pl=k("detection unsure at one place: red tape hangs there", DET, "confidence", "berry detector|berries", "off -.22 .2", **PL),
        f_wid=k("left fingers read too wide: potentiometer", FNG, "width_mm[0]", "left fingers|fingers|potentiometer", "off 5 .04"),
        f_stk=k("right fingers stick", FNG, "width_mm[1]", "right fingers|fingers", "stick 13", **AM),
        f_cur=k("right finger motor draws more: juice in the gear", FNG, "motor_current[1]", "right fingers|fingers|gear", "mul .8 .06", step=False),
        f_grp=k("left grip force unsteady: pad torn", FNG, "grip_n[0]", "left fingers|fingers|pad", "burst 1.4 1 4"),
        f_tmp=k("left finger pad heater on: pad hot", FNG, "pad_temp[0]", "left fingers|fingers|pad", "heat 11 60", step=False, tail=300),
        k_str=k("right knife strokes scatter: valve sticky", CUT, "stroke_ms[1]", "right knife|knives|valve", "noise 26"),
        k_cur=k("right knife draws current always: brake drags", CUT, "current[1]", "right knife|knives|brake", "off .8 .08"),
        k_big=k("left knife flutters when berries are bigger than a number: guide loose", CUT, "force_n[0]", "left knife|knives|guide", "flut 4.5 .8", where="**diameter above a number**", **NU),
        co_fan=k("cooler fan slow", COL, "fan_rpm", "tray cooler|cooler fan", "mul -.2 .02", also="/tray_cooler return_temp off 1.5 .05"),
        co_ret=k("return temperature of the cooler uneasy: sensor loose", COL, "return_temp", "tray cooler|sensor", "walk 2.2 2 9"),
        tr_lift=k("tray lift draws more: rail dirty", TRY, "lift_current", "trays|tray lift", "mul .9 .06", step=False),
        tr_hgt=k("tray height drifts: rope slips", TRY, "height_mm", "trays|tray lift|rope", "creep 60 35"),
        sc_zero=k("scale reads too much: berry under the plate", SCL, "net_g", "scale", "off 140 .02", also="/scale raw_mv off .16 .02"),
        sc_hot=k("scale drifts when its bridge is warmer than a number", SCL, "net_g", "scale|bridge", "off 160 .15", where="**bridge temperature above a number**", **NU),
        sc_vib=k("scale noisy: foot loose", SCL, "net_g raw_mv", "scale|foot", "mul .07 1.5"),
        p_48=k("48 v sags when its current is above a number: fuse holder", PWR, "bus_48", "48 v|fuse holder", "off -1.1 .15", where="**48 v current above a number**", **NU),
        p_24=k("24 v has ripple: capacitor", PWR, "rail_24", "24 v|capacitor", "swing .35 .6"),
        p_12=k("12 v low at times: terminal", PWR, "rail_12", "12 v|terminal", "~off -.5 .1"),
        p_iso=k("isolation falls: hose drips on a plug", PWR, "isolation_kohm", "isolation|plug", "off -420 .1", step=False),
        p_cnv=k("converter gets hot: fins dirty", PWR, "converter_temp", "converter", "heat 12 80", step=False, tail=300),
        dk_c=k("charging current uneven: contacts dirty", DCK, "charge_current", "dock|charger|contacts", "~mul -.5 .1", also="/battery current ~off -9 .1", **CH),
        dk_t=k("charging contact gets hot", DCK, "contact_temp", "dock|contact", "heat 16 20", tail=60, **CH),
        st_t=k("right strobe gets hot: paste dry", STB, "led_temp[1]", "right strobe|strobe", "heat 11 60", step=False, tail=300),
        st_cap=k("capacitor of the strobe charges too little", STB, "cap_volts", "strobe|capacitor", "off -9 .1"),
        st_pul=k("strobe pulses jump between two lengths", STB, "pulse_us", "strobe", "jumpy 60 8"),
        m_rtt=k("mesh slow: far node", MSH, "round_trip_ms", "mesh|radio", "late 18 60"),
        m_pl=k("radio weak at one place: wet film between", MSH, "rssi", "mesh|radio", "off -14 .15", also="/mesh lost_pct off 7 .4", **PL),
        m_noi=k("noise floor of the radio high", MSH, "noise_floor", "mesh|radio", "off 9 .1"),
        e_mem=k("memory of the edge computer fills", EPC, "memory_mb", "edge pc|edge computer|memory", "leak 900", step=False),
        e_max=k("edge computer has far longer worst loops", EPC, "loop_max_ms loop_ms", "edge pc|edge computer", "late 6 30"),
        r_pmp=k("rinse pump draws uneasy current: air", RNS, "pump_current", "knife rinse|rinse pump", "noise .32"),
        b_slp=k("tray belt slips: roller worn", BLT, "slip_pct", "tray belt|roller", "off 5 .4", also="/tray_belt speed mul -.12 .1"),
        s_knf=k("knife controller reports jams", [CUT, "/rosout", "/diagnostics"], "jammed current[0]", "knife controller|knives", silent=False),
        s_ice=k("cooler warns for seconds again and again of ice", [COL, "/rosout", "/diagnostics"], "icing", "tray cooler", silent=False),
        s_try=k("tray handler reports a blocked slot", [TRY, "/rosout", "/diagnostics"], "blocked lift_current", "tray handler|trays", silent=False),
        s_blw=k("leaf blower warns of a full filter", [BLW, "/rosout", "/diagnostics"], "filter_full", "leaf blower", silent=False),
    )

    def life(self):
        self.day(21 + self.season(0.6), 2.5, 4.0)
        r = self.rng("rows")
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(8, 10) else 0
        gap, long_ = ((2.0, 16.0), (2.3, 14.0), (1.8, 17.0))[self.site]
        H0 = dict(la0=0.0, la1=0.3, la2=1.6, la3=0.0, ra0=0.0, ra1=0.3, ra2=1.6, ra3=0.0)
        T, no = Track(self, x=-2.0, y=0.0, h=0.0, lf=0.6, gl=40.0, gr=40.0, th=300.0, **H0), 0
        T.set(dock=0, ppl=0, man=0, row=0, job=0, cut=0, fr=0, halt=0, cult=1, kg=0, full=0, slot=0, belt=0, blow=0, lim=0.5, rins=0, dens=3, dia=30, seen=0), T.wait(r.uniform(15, 50), 0)
        full, g = 0, 0.0
        while T.more:
            no, a0 = no + 1, T.i
            i = int(r.integers(0, 4))
            cult = 2 if self.new(3) and r.random() < 0.4 else 1
            v, dens, dia = r.uniform(0.4, 0.75) * (0.8 if self.is_life(6) else 1), r.uniform(1.2, 4.5), r.uniform(26, 33) + 5 * (cult == 2)
            T.spd = 1.0 if r.random() < 0.8 else 0.8
            T.set(row=i + 1, job=no, cult=cult, lim=round(v, 1), dens=dens)
            y, end = gap * i, long_ * r.uniform(0.72, 1.0)
            T.drive([(-2.0, y), (-0.6, y)], v, 1, [(r.uniform(0.3, 0.7), r.uniform(3, 9))] if r.random() < 0.2 else [])
            lev = r.uniform(0.4, 0.95)
            while T.more and T.pos["x"] < end:
                T.go(1, v=v, a=0.4, x=T.pos["x"] + r.uniform(0.9, 2.2))
                T.go(2, v=0.12, a=0.3, lf=float(np.clip(lev + r.uniform(-0.14, 0.14), 0.25, 1.1))), T.set(seen=int(r.poisson(dens * 2)), dia=dia + r.uniform(-5, 5)), T.wait(r.uniform(0.8, 2), 2)
                if self.new(6) and r.random() < 0.15:
                    T.set(blow=2), T.wait(r.uniform(3, 8), 11), T.set(blow=0)  # new: leaves taken off
                for _ in range(min(4, int(r.poisson(dens * 0.6)))):
                    T.set(blow=1)
                    T.go(3, sec=r.uniform(1.2, 2), la0=r.uniform(0.1, 0.5), la1=r.uniform(-0.6, 0.4), la2=r.uniform(0.4, 1.2), la3=r.uniform(-0.8, 0.8), ra0=r.uniform(0.1, 0.5), ra1=r.uniform(-0.6, 0.4), ra2=r.uniform(0.4, 1.2), ra3=r.uniform(-0.8, 0.8))
                    T.set(blow=0), T.go(4, v=60, a=200, gl=16.0 + r.uniform(0, 4), gr=16.0 + r.uniform(0, 4)), T.set(cut=1, fr=1), T.wait(0.6, 4), T.set(cut=0)
                    T.go(5, sec=r.uniform(1.0, 1.7), **H0)
                    if self.new(4) and r.random() < 0.4:
                        T.go(5, sec=1.2, la3=0.7, ra3=-0.7), T.wait(0.6, 5)  # new: sorted into punnets
                    T.go(5, v=90, a=300, gl=40.0, gr=40.0), T.set(fr=0)
                    g += dia**3 / 900 * r.uniform(0.6, 1.3)
                    T.set(kg=g)
                    if g > 900:
                        full, g = full + 1, 0.0
                        T.set(belt=1, slot=full % 8), T.go(6, v=110, a=200, th=300.0 - 32 * (full % 8)), T.wait(r.uniform(2, 4), 6), T.set(belt=0, full=full % 8, kg=0, rins=1), T.wait(2.5, 6), T.set(rins=0)
                if r.random() < 0.04:
                    T.set(ppl=1), T.wait(r.uniform(5, 25), 8), T.set(ppl=0)
            T.task(a0)
            T.go(1, v=v * 1.2, a=0.4, x=-2.0)
            if r.random() < 0.2 or self.is_life(8) and r.random() < 0.4:
                T.set(man=1, lim=1.0)
                for _ in range(int(r.integers(2, 6))):
                    T.drive([(r.uniform(-5, -2), r.uniform(0, gap * 3))], r.uniform(0.3, 0.9), 7, a=0.7)
                T.drive([(-2.0, T.pos["y"] + 0.5)], 0.5, 7), T.set(man=0)
            if self.is_life(5, 9) and no == 2:
                for e, d in (("lf", 0.35), ("la1", 0.7), ("ra1", 0.7), ("la3", 1.0), ("ra3", 1.0)):
                    T.go(9, sec=3, **{e: T.pos[e] + d}), T.go(9, sec=3, **{e: T.pos[e] - d})
            if no % 3 == 0 or self.new(8) and no % 2:
                T.drive([(-4.0, 0.5), (-5.0, 0.0)], v, 1), T.set(dock=1, ppl=1), T.wait(r.uniform(20, 50), 6), T.set(full=0, ppl=0), T.go(6, v=60, th=300.0), T.wait(r.uniform(60, 170), 10), T.set(dock=0)
        self.A, H, self.st, self.tasks = T.A, T.H, T.st, T.tasks
        self.E = lambda k_: H.get(k_, self.z0)
        self.vehicle(self.A)
        self.weather(80)

    def physics(self):
        A, E, W, h, v = self.A, self.E, self.wander, self.h, self.v
        self.mv, self.drv = v > 0.06, np.tanh(8 * v) * np.sign(self.fw)
        self.rough = 1 + 0.6 * np.sin(self.x * 0.9 + self.site) * np.cos(self.y * 0.7) + 0.4 * (self.x < -1)
        self.J = [ring(A[a], 2.2, 0.75) for a in AX]
        self.d = [lp(np.gradient(j, DT), 0.08) for j in self.J]
        dry, play = h("screw", 0.5), h("elb", 0.3)
        self.d[0] = self.d[0] * (1 - 0.25 * dry.clip(0, 1.2))
        self.d[3] = self.d[3] + 0.4 * play * np.sin(2 * np.pi * self.t / 0.7) * np.tanh(4 * np.abs(self.d[3]))
        self.am, self.lm = sum(np.abs(x) for x in self.d[1:]) > 0.08, np.abs(self.d[0]) > 0.015
        load = 1 + 0.006 * lp(E("full"), 5) * 12
        hb, ty = h("hub", 0.5), h("tyre", 0.5)
        base = self.drv * (5.5 + 2.4 * self.rough) * load + 9 * self.acc
        self.we = [base + s_ * 4 * self.yr + 0.03 * self.wear(2) * self.drv + self.drv * ((8 * hb * (1 + 0.2 * W("hb", 1, 1))) if i == 2 else 5.5 * ty if i == 1 else 0) for i, s_ in enumerate((-1, 1, -1, 1))]
        self.wv = [(self.fw + s_ * 0.4 * self.yr) / 0.21 * (1 + (0.12 * ty if i == 1 else 0)) for i, s_ in enumerate((-1, 1, -1, 1))]
        self.ef = [60 + 55 * np.tanh(12 * self.d[0]) + 42 * dry * np.tanh(12 * np.abs(self.d[0])) + 8 * dry]
        for b in (1, 5):
            g = 9 * np.cos(self.J[b + 1]) + 5 * np.cos(self.J[b + 1] + self.J[b + 2])
            self.ef += [4 * np.tanh(6 * self.d[b]), 6 + g + 4 * self.d[b + 1], 3 + 0.5 * g + 2.5 * self.d[b + 2], 0.8 * np.tanh(3 * self.d[b + 3])]
        self.lag = [[0.025 * x for x in self.d[b : b + 4]] for b in (1, 5)]
        self.lag[0][2] = self.lag[0][2] + 0.065 * play * np.tanh(6 * self.d[3]) + 0.012 * play * W("pl", 1, 0.3)
        self.cut, bl = lp(E("cut"), 0.12), h("knife", 0.3)
        self.kc, self.kf, self.ks = 0.15 + self.cut * (2.1 + 0.04 * (E("dia") - 30) + 1.6 * bl), self.cut * (7.5 + 0.12 * (E("dia") - 30) + 6.5 * bl), 142 + 55 * bl + 0.6 * (E("dia") - 30)
        lk, cl = h("gas", 3), h("cond", 3)
        dem = 1 + 0.3 * lp(E("full") / 8, 60) + 0.03 * (self.amb - 21)
        ph = np.mod(self.t / (150 + 8 * self.su("cyc")) + 0.25 * W("cyph", 1, 200), 1)
        self.con = lp((ph < np.clip(0.55 * dem + 0.35 * lk, 0.2, 0.97)) * 1.0, 3)
        self.suc = 3.4 - 0.9 * self.con - 0.85 * lk
        self.hed = 8.5 + 5.5 * self.con + 0.2 * (self.amb - 21) - 0.8 * lk + 3.4 * cl * (0.3 + 0.7 * self.con)
        self.ica = 0.3 + self.con * (6.4 + 0.1 * (self.amb - 21) + 1.7 * cl - 1.5 * lk)
        self.sup = 6.5 - 3.0 * lp(self.con, 30) + 3.2 * lp(lk, 90) + 0.08 * (self.amb - 21)
        self.bt = 9 + 0.25 * (lp(self.sup, 120) - 5) + 2.8 * lp(lk, 140) + 0.25 * lp(E("full"), 100) * 0.3
        ag, fg = h("lamp", 0.5), h("lens", 0.5)
        self.ag, self.fg = ag, fg
        self.sunl = self.sunny * (0.35 if self.is_life(6) else 1) * (0.8 + 0.2 * np.sin(self.x / 3 + self.y))
        self.bri = 92 + 16 * self.sunl - 17 * ag + 3 * np.sin(self.x / 2)
        self.conf = 0.86 - 0.03 * self.sunl - 0.05 * np.tanh(3 * v) - 0.1 * ag - 0.12 * fg + 0.012 * np.sin(self.x * 2 + self.y) - 0.02 * (E("cult") == 2)
        dead = h("fan", 2).clip(0, 1)
        self.gpu, self.frpm = 15 * lp(dead, 120), (2600 + 60 * (self.amb - 21)) * (1 - 0.97 * dead)
        self.thr = 22 * lp(dead, 120)
        bc, b1 = h("clog", 1), lp(E("blow"), 0.4)
        self.bon = b1 > 0.4
        self.bp, self.brpm, self.bi = 900 * b1 * (1 - 0.42 * bc) + 5, (4600 + 1900 * b1) * (1 + 0.09 * bc) * np.tanh(3 * b1), 0.2 + 3.4 * b1 * (1 - 0.22 * bc)
        i48 = 3.2 + 0.42 * sum(np.abs(w) for w in self.we) * v + 1.1 * sum(np.abs(x) for x in self.d[1:]) + 9 * np.abs(self.d[0]) * (1 + 0.6 * dry) * 4 + self.ica * 0.9 + self.bi + 2.2 * self.kc
        self.i48 = lp(i48 + 1.2 * (self.pieces("i48", 9, 50, 0, 1) < 0.4), 0.3)
        self.soc, ic = self.battery(self.i48, E("dock"), 90, 0.62 + 0.15 * np.tanh(self.su("soc")), 45.0)
        self.ic = lp(ic, 2)
        self.nb = self.i48 - self.ic

    def where(self):
        E, v, ones = self.E, self.v, np.ones(self.n, bool)
        self.over("w_fast", v, ODO + ":twist.twist.linear.x", "speed|velocity|faster|twist|linear|speed limit", self.mv, 0.5, 2, 0.4)
        self.over("r_hi", self.J[0], JNT + ":position[0]", "lift|position|height|higher|mast", ones, 0.6, 2, 0.4)
        self.over("cel_a", self.nb, BAT + ":current", "current|load|discharg", ones, 0.65, 0, 0.45)
        self.lux = 2500 + 21000 * self.sunl
        self.over("c_sun", self.lux, LUX + ":illuminance", "illuminance|light|sun|brighter|brightness", ones, 0.62, -2, 0.5)
        self.over("k_big", E("dia"), DET + ":diameter_mm", "diameter|bigger|larger|berr", E("dia") > 5, 0.5, 1, 0.3)
        self.sb = self.amb + 5 + 2.0 * np.sin(self.t / 42 + self.su("sbp")) + 1.2 * self.sunl
        self.over("sc_hot", self.sb, SCL + ":bridge_temp", "bridge temp|temperature|warmer|hotter", ones, 0.55, 1, 0.35)
        self.over("p_48", self.i48, PWR + ":current_48", "current 48|current|load", ones, 0.6, 1, 0.4)
        inr = self.x > -1
        self.places(self.x, self.y, inr, i_pl=(2.0, 0.09), u_pl=(2.0, 0.09), rg_pl=(2.0, 0.09), d_pl=(2.0, 0.09), m_pl=(2.2, 0.1))
        self.mode("hub tyre w_cur w_enc o_sc c_jit a_z", self.mv, "driving", "moving", "speed", "velocity", "faster", "effort")
        self.mode("screw", self.lm, "lift", "moves", "moving", "velocity"), self.mode("elb r_el r_osc ft_x f_stk", self.am, "arm", "moves", "moving", "velocity")
        self.mode("knife", self.cut > 0.4, "cut", "knife", "force n", "current"), self.mode("dk_c dk_t", self.ic > 4, "charging", "docked", "charge current"), self.mode("clog", self.bon, "blow", "pressure", "rpm")

    def record(self):
        E, W, v, t, A = self.E, self.wander, self.v, self.t, self.A
        jm, tb = self.shape("s_knf", 0.4, 0.5, 3), self.shape("s_try", 0.4, 0.8, 5)
        self.odometry(ODO, 15, "odom", self.x + 0.04 * W("ox", 1, 300), self.y + 0.04 * W("oy", 1, 300), self.fw)
        self.pub(CMD, "geometry_msgs/msg/TwistStamped", 10, {"twist.linear.x": s(np.roll(self.fw, -5), 0.01, 0.004), "twist.angular.z": s(np.roll(self.yr, -5), 0.01, 0.004)}, "base_link")
        hb_ = self.h("hub", 0.5) * self.mv
        sg = 0.07 + 0.45 * v * self.rough
        self.inertial(IMU, 15, (0.015 * np.sin(self.y), 0.02 * np.cos(self.x / 3), self.yaw), (0.03 * v * self.white("gx"), 0.03 * v * self.white("gy"), self.yr), (self.acc + sg * self.white("ax"), self.fw * self.yr + sg * self.white("ay"), 9.81 + 1.3 * sg * self.white("az")), "imu_link")
        self.posecov(UWB, 8, "map", self.x, self.y, self.yaw, 0.03, 0.03, 0.002)
        self.jnt(JNT, 12, JN, [s(x, 1e-4, 6e-4, 0.002) for x in self.J], [s(x, 1e-3, 4e-3) for x in self.d], [s(e, 0.05, 0.8 if i == 0 else 0.25, 0.8 if i == 0 else 0.2, 0.25, 3) for i, e in enumerate(self.ef)])
        self.jnt(WHL, 12, ["front_left", "front_right", "rear_left", "rear_right"], [s(np.cumsum(w) * DT, 1e-3, 2e-3) for w in self.wv], [s(w, 1e-3, 0.03) for w in self.wv], [s(e, 0.05, 0.6, 0.2, 0.5, 2, out=(4, 0.003)) for e in self.we])
        self.pub(
            WDR,
            "bry_msgs/msg/WheelDrives",
            4,
            dict(
                gear_temp=[s(self.T(f"gt{i}", 0.5 * lp(np.abs(e), 120) + (7 * lp(hb_, 120) if i == 2 else 0), 260, 4, 0.1), 0.5, 0.12) for i, e in enumerate(self.we)],
                drive_current=[s(0.4 + 0.42 * np.abs(lp(e, 0.2)), 0.05, 0.15, 0.1, 0.12, 3, 0) for e in self.we],
                steer_bias=s(0.4 + 0.02 * self.wear(1), 0.01, 0.04, 0.1, 0.05, 20),
            ),
        )
        for tp, b, nm in ((LAC, 1, "left"), (RAC, 5, "right")):
            self.control(tp, 8, JN[b : b + 4], [A[a] for a in AX[b : b + 4]], self.J[b : b + 4], self.d[b : b + 4], self.lag[b // 5])
        for tp, b, cf in ((LFT, 1, self.kf), (RFT, 5, self.cut * 7.5)):
            rd, fr = self.d[b : b + 4], lp(E("fr"), 0.2)
            self.wrench(tp, 10, "wrist", (6 * rd[0] + 2.5 * fr * np.sin(self.J[b + 3]) + 3.5 * np.tanh(4 * rd[1]), 1.2 * rd[3] + 0.4 * fr, -4.2 - 0.25 * fr - 0.6 * cf + 2 * rd[1]), (0.3 * rd[2], 0.2 * rd[1] + 0.05 * fr, 0.25 * rd[3]))
        ocv = 3.28 + 0.3 * self.soc - 0.0014 * self.nb - 0.0007 * lp(self.nb, 30)
        self.pack(BAT, self.nb, 15 * ocv, self.soc, [ocv] * 15, [self.T(f"bt{i}", 6 * lp(np.abs(self.nb) / 30, 90), 500, 5, 0.06) for i in range(4)])
        per = np.maximum(E("halt") > 0, W("per", 1, 9) > 1.5) * 1.0
        self.lidar(SCN, 6, [(1.2 + 5 * np.exp(-(((i - 6.5) / 2.2) ** 2))) * (1 + 0.15 * np.sin(self.x * (0.6 + 0.05 * i) + self.y + i)) - 0.5 * per * (i in (6, 7)) for i in range(14)], 1.6, 12)
        for tp, sg_ in ((RGL, 1), (RGR, -1)):
            self.simple(tp, "Range", 6, "range", s(np.clip(0.48 + sg_ * 0.05 * np.sin(self.x * 0.8 + self.y) + 0.03 * np.sin(self.x * 3.1) + 1.1 * lp((self.x < -0.8) * 1.0, 1), 0.1, 3), 0.01, 0.012, 0.01, 0.01, 4, out=(0.2, 0.006)), min_range=0.1, max_range=3.0, field_of_view=0.5)
        self.simple(TMP, "Temperature", 2, "temperature", s(self.amb + 4 * lp(self.sunl, 120), 0.05, 0.05, 0.3, 0.12, 40, lag=8))
        self.simple(HUM, "RelativeHumidity", 2, "relative_humidity", s(0.68 - 0.07 * lp(self.sunl, 120) + 0.05 * np.exp(-np.mod(t, 900) / 120), 0.001, 0.004, 0.015, 0.012, 90, 0, 1))
        self.simple(LUX, "Illuminance", 4, "illuminance", s(self.lux, 10, 120, 0, 250, 3, 0))
        self.pub(
            CAM,
            "bry_msgs/msg/Stereo",
            6,
            dict(
                brightness=s(self.bri, 0.5, 1.2, 2, 1.2, 6),
                sharpness=s(58 - 12 * np.tanh(2 * v) - 11 * self.fg + 2 * np.sin(self.x * 1.3), 0.1, 0.9, 1.2, 0.9, 8, 0),
                exposure_ms=s(np.clip(6.2 - 2.6 * lp(self.sunl, 2) + 0.8 * self.ag, 0.5, 20), 0.05, 0.08, 0.1, 0.08, 9),
                disparity_noise=s(0.42 + 0.12 * self.fg + 0.06 * self.ag + 0.05 * np.tanh(3 * v), 0.005, 0.02, 0.02, 0.02, 6, 0),
                rectify_error=s(0.31 + 0.004 * (self.amb - 21), 0.005, 0.012, 0.03, 0.01, 30, 0),
                sensor_temp=s(self.T("cs", 6, 260, 11, 0.1), 0.5, 0.1),
                latency_ms=s(self.net("cl", 48, 7, 6), 1),
            ),
        )
        self.pub(
            DET,
            "bry_msgs/msg/Berries",
            5,
            dict(
                confidence=s(self.conf, 0.001, 0.014, 0.01, 0.012, 5, 0, 1),
                ripeness=s(0.74 + 0.05 * self.per_event("rp", E("job")) * 0.4 - 0.03 * self.sunl, 0.001, 0.015, 0.02, 0.015, 12, 0, 1),
                diameter_mm=s(lp(E("dia"), 0.2), 0.1, 0.7, 0.4, 0.5, 4, 0),
                infer_ms=s(self.net("in", 31, 3.5, 4) + self.thr, 0.5),
                depth_spread=s(2.4 + 1.6 * self.fg + 0.8 * np.tanh(2 * v), 0.05, 0.2, 0.15, 0.2, 6, 0),
                seen=E("seen"),
                picked=self.once(E("fr")) * 2 + 9000 * self.idx,
                missed=self.steps("ms", 55, 1, 1, 700 * self.idx),
            ),
        )
        gw = [ring(A[g], 2.0, 0.8) for g in ("gl", "gr")]
        fr = lp(E("fr"), 0.15)
        self.pub(
            FNG,
            "bry_msgs/msg/Fingers",
            8,
            dict(
                width_mm=[s(x, 0.1, 0.25, 0.3) for x in gw],
                grip_n=[s(0.3 + 3.4 * fr, 0.05, 0.14, 0.1, 0.12, 4, 0) for _ in gw],
                motor_current=[s(0.18 + 0.012 * np.abs(np.gradient(x, DT)) + 0.45 * fr, 0.01, 0.03, 0.02, 0.02, 4, 0) for x in gw],
                pad_temp=[s(self.T(f"pd{i}", 2.5 * lp(fr, 90), 160, 2, 0.1), 0.1, 0.1) for i in (0, 1)],
            ),
        )
        kc, kf, ks = (self.kc, self.cut * (2.1 + 0.04 * (E("dia") - 30)) + 0.15), (self.kf, self.cut * (7.5 + 0.12 * (E("dia") - 30))), (self.ks, 142 + 0.6 * (E("dia") - 30))
        self.pub(CUT, "bry_msgs/msg/Knives", 10, dict(current=[s(x + 2.5 * (jm & (i == 0)), 0.02, 0.07, 0.04, 0.05, 3, 0) for i, x in enumerate(kc)], stroke_ms=[s(x, 1, 4, 3, 4, 8, 0) for x in ks], force_n=[s(x, 0.1, 0.35, 0.15, 0.25, 3, 0) for x in kf], cuts=self.once(E("cut")) + 20000 + 900 * self.idx, jammed=jm))
        self.pub(
            COL,
            "bry_msgs/msg/Cooler",
            4,
            dict(
                supply_temp=s(self.sup, 0.1, 0.1, 0.2, 0.12, 20, lag=4),
                return_temp=s(self.sup + 3.1 + 0.6 * lp(E("full") / 8, 90), 0.1, 0.12, 0.2, 0.15, 25, lag=5),
                suction_bar=s(self.suc, 0.01, 0.04, 0.06, 0.03, 12, 0),
                head_bar=s(self.hed, 0.05, 0.12, 0.15, 0.1, 15, 0),
                compressor_current=s(self.ica, 0.05, 0.12, 0.1, 0.1, 8, 0, out=(1.0, 0.003)),
                fan_rpm=s(2250 + 8 * (self.amb - 21), 5, 18, 25, 14, 10, 0),
                berry_temp=s(self.bt, 0.1, 0.06, 0.2, 0.08, 60, lag=20),
                icing=self.blink("s_ice"),
            ),
        )
        th = lp(A["th"], 0.2)
        self.pub(TRY, "bry_msgs/msg/Trays", 4, dict(full_trays=E("full"), slot=E("slot"), lift_current=s(0.5 + 0.014 * np.abs(np.gradient(th, DT)) + 0.06 * E("full") + 2 * tb, 0.02, 0.05, 0.04, 0.04, 5, 0), height_mm=s(th, 0.5, 0.6, 1), blocked=tb))
        net = lp(E("kg"), 0.6)
        self.pub(SCL, "bry_msgs/msg/Scale", 6, dict(net_g=s(net + 22 * v * self.white("wv"), 1, 2.5, 2, 1.5, 9), raw_mv=s(2.1 + net * 0.0011 + 0.02 * v * self.white("wr"), 0.001, 0.003, 0.01, 0.002, 20), bridge_temp=s(self.sb, 0.1, 0.08, 0.3, 0.06, 30)))
        i = self.i48
        self.pub(PWR, "bry_msgs/msg/Power", 5, dict(bus_48=s(15 * ocv - 0.01 * i, 0.02, 0.05, 0.05, 0.04, 6), current_48=s(i, 0.05, 0.15, 0, 0.1, 4), rail_24=s(24.1 - 0.008 * i, 0.01, 0.03, 0.04, 0.02, 12), rail_12=s(12.1, 0.01, 0.02, 0.03, 0.012, 15), current_12=s(3.2 + 0.9 * (self.pieces("a12", 9, 60, 0, 1) < 0.4) + 0.1 * E("belt"), 0.02, 0.06, 0.05, 0.05, 5), isolation_kohm=s(980 - 40 * W("wt", 1, 200), 5, 12, 40, 12, 60, 10), converter_temp=s(self.T("cv", 0.9 * lp(i, 60), 180, 8, 0.12), 0.5, 0.15)))  # fmt: skip
        self.pub(DCK, "bry_msgs/msg/Dock", 3, dict(charge_current=s(self.ic, 0.1, 0.3, 0, 0.2, 4, 0), contact_temp=s(self.T("cc", 14 * lp(self.ic / 45, 12), 40, 2, 0.15), 0.1, 0.1), docked=E("dock")))
        bon = 0.4 + 0.6 * lp((self.st == 2) * 1.0, 0.3)
        self.pub(
            STB,
            "bry_msgs/msg/Strobe",
            5,
            dict(led_current=[s(1150 * bon * (1 - (0.24 * self.ag if j == 0 else 0)), 2, 14, 18, 12, 9, 0) for j in (0, 1)], led_temp=[s(self.T(f"ld{j}", 9 * lp(bon, 80), 160, 6, 0.12), 0.5, 0.12) for j in (0, 1)], cap_volts=s(63 - 0.6 * bon, 0.1, 0.5, 0.6, 0.4, 8, 0), pulse_us=s(360, 1, 4, 6, 4, 12)),
        )
        self.pub(MSH, "bry_msgs/msg/Mesh", 4, dict(rssi=s(-46 - 0.9 * np.abs(self.x - 4) - 1.1 * np.abs(self.y - 3), 1, 1.2, 0.8, 1.6, 5), noise_floor=s(-95, 0.5, 0.8, 0.8, 0.7, 20), round_trip_ms=s(self.net("mr", 11, 4, 6), 0.5), lost_pct=s(self.net("ml", 0, 0.6, 0.5), 0.1), access_point=1 + (self.x > 6) * 1.0))
        self.pub(BLW, "bry_msgs/msg/Blower", 4, dict(pressure_pa=s(self.bp, 1, 12, 10, 10, 5, 0), current=s(self.bi, 0.02, 0.08, 0.05, 0.06, 5, 0), rpm=s(self.brpm, 10, 45, 40, 35, 6, 0), filter_full=(self.f("s_blw") > 0) & (t % 18 < 6)))
        rins = lp(E("rins"), 0.4)
        self.pub(
            RNS,
            "bry_msgs/msg/Rinse",
            3,
            dict(tank_pct=s(96 - 0.02 * self.wear(3) - np.cumsum(rins) * DT * 0.05, 0.2, 0.1, 1.5, 0.1, 40, 0, 100), pump_current=s(0.1 + 1.4 * rins, 0.02, 0.05, 0.05, 0.04, 5, 0), line_bar=s(1.1 + 1.9 * rins, 0.02, 0.05, 0.06, 0.05, 6, 0), dose_ml=s(2.4 * rins, 0.05, 0.06, 0.05, 0.04, 5, 0)),
        )
        belt = lp(E("belt"), 0.4)
        self.pub(
            BLT, "bry_msgs/msg/Belt", 4, dict(speed=s(0.02 + 0.24 * belt, 0.001, 0.004, 0.004, 0.003, 6, 0), current=s(0.4 + 1.8 * belt + 0.05 * E("full"), 0.02, 0.07, 0.05, 0.05, 5, 0), slip_pct=s(2.1 + 0.6 * belt, 0.05, 0.15, 0.15, 0.12, 9, 0), gear_temp=s(self.T("bg", 4 * lp(belt, 120), 200, 4, 0.1), 0.5, 0.12))
        )
        self.pub("/safe", "bry_msgs/msg/Safe", 2, dict(estop_ok=1, bumper_ok=1, people=per + E("ppl")))
        self.pub("/task", "bry_msgs/msg/Task", 4, dict(step=self.st, cultivar=E("cult"), row_id=E("row"), job_id=E("job") + 10 * self.idx, speed_limit=s(E("lim"), 0.1), by_hand=E("man")))
        self.tf(6, [("odom", "base_link", s(self.x, 1e-4, 2e-3), s(self.y, 1e-4, 2e-3), 0.0, self.yaw), ("base_link", "mast", 0.0, 0.0, s(self.J[0], 1e-4, 4e-4), 0.0)])
        ver = self.version("berry", "1.9", "2.0", "2.2")
        tm = ("loop_ms", "loop_max_ms", "memory_mb", "gpu_temp", "software")
        self.extra(EPC, ver, tm)
        self.end(
            "/pick_row/_action/status",
            [
                ("s_knf", "knife_controller", ["knife 0 jammed, reversing", "knife 0 free again"], "KNF"),
                ("s_try", "tray_handler", ["slot blocked, lift stopped", "slot free"], "TRY"),
                ("s_ice", "tray_cooler", "evaporator icing, defrost started", "COL"),
                ("s_blw", "leaf_blower", "intake filter full, clean soon", "BLW"),
            ],
            [(14, "I", "pick_planner", "row segment done in {} s", 20, 90), (8, "W", "collision_monitor", "person close, waited {} s", 3, 12), (6, "W", "grasp", "no stem found, {} tries", 1, 4), (5, "I", "scale", "tare taken, {} g", 1, 12), (4, "W", "telemetry", "server slow {} ms", 400, 900)],
            [("imu", "calibration loaded"), ("stereo", "calibration is 21 days old"), ("lifecycle_manager", "managed nodes are active")],
            ver,
        )

    def extra(self, tp, ver, nm):
        mb = 5200 * (1 + 0.04 * self.new(3) + 0.03 * self.new(8))
        self.pub(
            tp,
            "bry_msgs/msg/EdgePc",
            2,
            {
                nm[0]: s(self.net("c0", 18, 1.2, 0.4) + 0.3 * self.thr, 0.01),
                nm[1]: s(self.net("c1", 26, 2.5, 1.2) + 0.4 * self.thr, 0.01),
                nm[2]: s(mb + self.pieces("mb", 40, 200, -0.008, 0.008) * mb, 1, 0.002 * mb),
                nm[3]: s(self.T("cpu", 8 + self.gpu, 120, 24, 0.4), 0.5, 0.3),
                "fan_rpm": s(self.frpm, 10, 22, 30, 18, 10, 0),
            },
            strs={nm[4]: ver},
        )
