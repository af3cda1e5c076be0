"""Tracked reconnaissance robot of a plant's fire brigade: two tracks, two pairs of flippers, arm of four joints with a gripper, gas sensors, thermal camera; overpressure in its housing; standard messages of ROS with control_msgs and tf2; abbreviated vendor fields."""

import numpy as np
from base import CTRL, DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

ODO, CMD, IMU, MAG, FIX, JNT, ARM, BAT, SCN = "/odom", "/cmd_vel_stamped", "/imu/data", "/imu/mag", "/gnss/fix", "/joint_states", "/arm_controller/state", "/battery_state", "/scan"
TRK, FLP, ADR, GRP, GAS, RAD, THM, PTZ, LED, RDO, PWR, DCK, EXH, SLM, CPU = "/tracks", "/flippers", "/arm_drives", "/gripper", "/gas", "/dose", "/thermal", "/ptz", "/lamps", "/radio", "/power", "/dock", "/purge", "/slam", "/payload_pc"
ACC, GYR = "linear_acceleration.", "angular_velocity."
DR, AM = dict(where="when driving"), dict(where="when the arm moves", need=12)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)
JN = ["flipper_front", "flipper_rear", "arm_yaw", "arm_shoulder", "arm_elbow", "arm_wrist", "gripper"]


class Tracker(Robot):
    NAME = "tracker"
    FLAGS = [(TRK, "flt"), (GAS, "pmp_blk"), (ADR, "stall"), (DCK, "ctc_worn")]
    COMES = ("s_gas",)
    RETRY = [("slam_toolbox", "SLM", "scan match poor, took {} ms", 3, 60, 140), ("radio", "RDO", "roamed to next node after {} s", 3, 0.3, 2)]
    DEFS = {
        "control_msgs/msg/JointTrajectoryControllerState": CTRL,
        "trk_msgs/msg/Tracks": mdef("float32[2] mot_a mot_tmp tens_kn; float32 bus_v esc_tmp slip; uint16 flt; uint32 odo_m"),
        "trk_msgs/msg/Flippers": mdef("float32[2] cur tmp clutch_pct"),
        "trk_msgs/msg/ArmDrives": mdef("float32[4] cur tmp; float32 brk_v; bool stall"),
        "trk_msgs/msg/Gripper": mdef("float32 force_n wid_mm cur; uint32 cyc_cnt"),
        "trk_msgs/msg/Gas": mdef("float32 o2 co_ppm h2s_ppm lel voc_ppm smp_flow inl_dp cell_tmp; uint16 smp_id; bool pmp_blk"),
        "trk_msgs/msg/Dose": mdef("float32 rate_nsv hv_v; uint32 puls"),
        "trk_msgs/msg/Thermal": mdef("float32 hot_c mean_c fpa_c nuc_age cool_ma"),
        "trk_msgs/msg/Ptz": mdef("float32 pan tilt zoom shrp expo_ms dly_ms motor_ma"),
        "trk_msgs/msg/Lamps": mdef("float32[2] led_ma led_tmp; float32 ir_ma; uint8 dim"),
        "trk_msgs/msg/Radio": mdef("float32 rssi noise_dbm mbit rtt_ms loss_pct pa_tmp; uint8 node"),
        "trk_msgs/msg/Power": mdef("float32 v24 a24 v12 v5 a12 iso_kohm reg_tmp"),
        "trk_msgs/msg/Dock": mdef("float32 chg_a ctc_tmp; bool docked ctc_worn"),
        "trk_msgs/msg/Purge": mdef("float32 hsg_pa bot_bar fan_rpm hsg_tmp hsg_rh dew"),
        "trk_msgs/msg/Slam": mdef("float32 match_score resid_cm solve_ms map_mb; uint32 keyfr loops"),
        "trk_msgs/msg/Pc": mdef("float32 cyc_ms cyc_max ram_mb core_tmp; string sw"),
        "trk_msgs/msg/Safe": mdef("bool estop_ok link_ok; uint8 people"),
        "trk_msgs/msg/Task": mdef("uint8 step tool; uint16 round_no point_id; float32 spd_lim; bool tele"),
    }
    KINDS = dict(
        bear=k("bearing of the left track drive runs hard: more current, hotter", TRK, "mot_a[0] mot_tmp[0]", "left track|tracks|bearing", cons="/battery_state|/power|esc tmp|bus v|mot_a|effort", step=False, tail=400, **DR),
        tens=k("right track loose: tension low, slips", [TRK, ODO], "tens_kn[1] slip", "right track|tracks|tension", cons="/slam|/odom", **DR),
        fan=k("fan of the housing stands: inside and controllers get hot", [EXH, TRK], "fan_rpm hsg_tmp esc_tmp", "fan|purge|housing", cons="/payload_pc|core tmp|reg tmp|hsg rh", tail=500),
        leak=k("housing leaks at a gland: overpressure falls and the bottle empties", EXH, "hsg_pa bot_bar", "gland|purge|housing", cons="hsg rh|dew", step=False),
        elb=k("elbow gear dry: more current, follows late", [ADR, ARM], "cur[2] tmp[2] error.positions[2]", "elbow|arm drives|arm controller", cons="/power|/joint_states|/battery_state", step=False, tail=400, **AM),
        pump=k("sampling pump weak: flow falls, gases follow late", GAS, "smp_flow inl_dp voc_ppm", "sampling pump|gas", cons="co ppm|h2s ppm|lel"),
        chg=k("charger gives too little: one module dead", [DCK, BAT], "chg_a current", "charger|dock|battery", cons="/battery_state|ctc tmp|cell_voltage|voltage|/power|/tracks", where="when charging", need=20),
        sand=k("sand in the right track: both current and vibration grow", [TRK, IMU], "mot_a[1] " + ACC + "z", "right track|tracks|sand", cons="mot tmp|/battery_state|bus v|/imu/data|/power", **DR),
        yaw=k("yaw gyro has a bias: heading of the odometry walks away", [IMU, ODO], GYR + "z twist.twist.angular.z", "imu|gyro", "off .06 .05"),
        m_frz=k("motor temperature left frozen: bus node hangs", TRK, "mot_tmp[0]", "left motor|tracks|temperature", "frz"),
        m_sh=k("current of the right track reads too little: shunt", TRK, "mot_a[1]", "right track|tracks|shunt", "mul -.33 .03", **DR),
        m_fast=k("left track motor flutters when faster than a number: hall sensor", TRK, "mot_a[0]", "left track|tracks|hall sensor", "flut 6 .6", where="**speed above a number**", **NU),
        busv=k("supply of the tracks sags when the current is above a number: contactor", TRK, "bus_v", "contactor|tracks|supply", "off -1.4 .25", where="**current above a number**", **NU),
        slp_pl=k("tracks slip at one place: oil on the floor", TRK, "slip", "tracks|floor|oil", "flut .14 1.2", also="/tracks mot_a[0] flut 3 -.8", **PL),
        ten_l=k("left tension uneasy: spring broken", TRK, "tens_kn[0]", "left track|tracks|spring", "noise .5"),
        odo_st=k("counter of metres stands", TRK, "odo_m", "counter|tracks", "frz", **DR),
        esc=k("controllers of the tracks get hot: paste dry", TRK, "esc_tmp", "esc|track controller|tracks", "heat 11 80", step=False, tail=300),
        f_cur=k("front flipper needs more current: mud in the joint", FLP, "cur[0]", "front flipper|flippers", "mul 1.0 .06", step=False, where="when a flipper moves", need=5),
        f_cl=k("clutch of the rear flipper slips: reads uneasy", FLP, "clutch_pct[1]", "rear flipper|flippers|clutch", "burst 6 1 5"),
        f_zero=k("front flipper stands off: encoder slipped", JNT, "position[0]", "front flipper|joint states|encoder", "off .25 .03"),
        f_tmp=k("rear flipper motor gets hot: brake closed", FLP, "tmp[1]", "rear flipper|flippers", "heat 12 90", step=False, tail=300),
        a_yaw=k("arm yaw has play: gear worn", JNT, "position[2]", "arm yaw|joint states|gear", "play .05|noise .006"),
        a_vel=k("shoulder moves jerkily: chain", JNT, "velocity[3]", "shoulder|joint states|chain", "swing .12 .7", **AM),
        a_eff=k("effort of the wrist reads with wrong span: gauge", JNT, "effort[5]", "wrist|joint states|gauge", "mul -.45 .04"),
        a_age=k("joint states come late: bridge overloaded", JNT, "header.stamp", "joint states|bridge", "age .6", step=False),
        a_lag=k("arm controller follows late: gains lost after the restart", ARM, "error.positions[0]", "arm controller|arm", "swing .035 1.4", **AM),
        a_ld=k("shoulder current flutters when the arm carries more than a number", ADR, "cur[1]", "shoulder|arm drives", "flut 1.8 1", where="**gripper force above a number**", **NU),
        a_hot=k("yaw drive of the arm gets hot: seal drags", ADR, "tmp[0]", "arm yaw|arm drives|seal", "heat 10 90", step=False, tail=300),
        a_brk=k("voltage of the arm brakes too low: cable in the wrist", ADR, "brk_v", "arm brakes|arm drives|cable", "~off -3.2 .1"),
        g_frc=k("gripper force reads too much: zero not taken", GRP, "force_n", "gripper", "off 16 .06"),
        g_wid=k("gripper width in coarse steps: tracks of the potentiometer worn", GRP, "wid_mm", "gripper|potentiometer", "coarse 32"),
        g_cur=k("gripper motor draws spikes: brushes", GRP, "cur", "gripper|brushes", "spk 1.3 .06"),
        o2=k("oxygen cell ages: reads less and less", GAS, "o2", "oxygen|gas", "off -.75 .03", step=False),
        co=k("co cell uneasy: electrolyte dry", GAS, "co_ppm", "co cell|gas", "noise 2.6"),
        h2s=k("h2s cell reads spikes: interference by the radio", GAS, "h2s_ppm", "h2s|gas", "peak 2 .08"),
        lel=k("lel sensor drifts when the cell is warmer than a number", GAS, "lel", "lel sensor|gas", "off 3.2 .15", where="**cell temperature above a number**", **NU),
        voc=k("voc lamp frozen", GAS, "voc_ppm", "voc|gas|lamp", "frz"),
        g_los=k("messages of the gas sensors get lost: connector", GAS, "header.stamp", "gas|connector", "lost .5"),
        dose=k("dose rate counts too much: tube in continuous discharge", RAD, "rate_nsv", "dose|tube", "~off 46 .2"),
        hv=k("high voltage of the counter tube pulses", RAD, "hv_v", "high voltage|dose|tube", "swing 9 3"),
        t_hot=k("thermal camera reads too hot: window warm", THM, "hot_c", "thermal camera|thermal", "off 11 .05", also="/thermal mean_c off 6 .05", step=False),
        t_fpa=k("thermal detector unstable: cooler", THM, "fpa_c", "thermal camera|thermal|cooler", "swing 1.2 25", also="/thermal cool_ma swing 30 25"),
        t_nuc=k("cooler of the thermal camera draws more: fan blocked", THM, "cool_ma", "thermal camera|thermal|cooler", "mul .35 .04"),
        p_shr=k("ptz camera loses sharpness when zoomed above a number: lens group loose", PTZ, "shrp", "ptz|camera|lens", "off -11 .2", where="**zoom above a number**", **NU),
        p_dly=k("pictures of the ptz late: encoder overloaded", PTZ, "dly_ms", "ptz|camera", "late 25 90"),
        p_pan=k("pan of the ptz sticks and jumps: ring dirty", PTZ, "pan", "ptz|pan", "stick .6"),
        p_mot=k("tilt motor of the ptz draws uneasy current", PTZ, "motor_ma", "ptz|tilt motor", "burst 55 1 4"),
        p_exp=k("exposure of the ptz hunts: iris", PTZ, "expo_ms", "ptz|camera|iris", "swing 6 4"),
        l_led=k("left lamp draws too little: string dead", LED, "led_ma[0]", "left lamp|lamps", "mul -.35 .03"),
        l_tmp=k("right lamp gets hot: fins full of dust", LED, "led_tmp[1]", "right lamp|lamps", "heat 12 60", step=False, tail=300),
        l_fl=k("ir lamp flickers: driver", LED, "ir_ma", "ir lamp|lamps|driver", "noise 45"),
        r_pl=k("radio weak at one place: node of the plant without supply", RDO, "rssi", "radio|node", "off -17 .15", also="/radio loss_pct off 8 .4|/radio rtt_ms off 40 .4", **PL),
        r_rtt=k("radio link slow: mesh takes a detour", RDO, "rtt_ms", "radio|mesh", "late 22 80"),
        r_noi=k("noise of the radio band high: jammer near the antenna", RDO, "noise_dbm", "radio|antenna", "~off 9 .1", also="/radio mbit ~mul -.4 .1"),
        r_pa=k("amplifier of the radio hot: load mismatch", RDO, "pa_tmp", "radio|amplifier", "heat 11 70", step=False, tail=300),
        v24=k("24 v falls when its current is above a number: terminal", PWR, "v24", "24 v|power|terminal", "off -.5 .2", where="**24 v current above a number**", **NU),
        v12=k("12 v uneasy: capacitor dry", PWR, "v12", "12 v|power|capacitor", "noise .11"),
        v5=k("5 v low: regulator limits", PWR, "v5", "5 v|power|regulator", "~off -.16 .1"),
        iso=k("insulation falls: wet plug", PWR, "iso_kohm", "insulation|power|plug", "off -700 .05", step=False),
        cell=k("cell 4 low: ageing", BAT, "cell_voltage[3]", "cell 4|battery", "off -.045 .05"),
        cel_a=k("cell 9 sags when the battery current is above a number: weld", BAT, "cell_voltage[8]", "cell 9|battery|weld", "off -.07 .2", where="**battery current above a number**", **NU),
        soc=k("charge state jumps: gauge restarts", BAT, "percentage", "battery|charge state|gauge", "walk .11 10 30"),
        b_hot=k("battery block 2 gets hot: link loose", BAT, "cell_temperature[1]", "battery|block 2", "heat 8 80", step=False, tail=300),
        ctc=k("charging contact gets hot: spring", DCK, "ctc_tmp", "contact|dock|spring", "heat 18 25", where="when charging", need=20, tail=60),
        rh=k("humidity in the housing rises: bag of desiccant full", EXH, "hsg_rh", "purge|housing|desiccant", "off 13 .05", also="/purge dew off 5 .05", step=False),
        bot=k("gauge of the bottle frozen", EXH, "bot_bar", "bottle|purge", "frz", need=60),
        bit=k("overpressure reads with a bit that hangs", EXH, "hsg_pa", "purge|overpressure|converter", "bit 64"),
        s_res=k("scan match leaves more residual: wall moved", SLM, "resid_cm", "slam|scan match", "mul .9 .1", also="/slam match_score off -.12 .1"),
        s_sol=k("solver of the map slow: too many loops", SLM, "solve_ms", "slam|solver", "late 40 150", step=False),
        s_pl=k("scan match poor at one place: glass wall", SLM, "match_score", "slam|scan match|glass", "off -.2 .2", **PL),
        l_sh=k("beams 6 and 7 of the scan read short: drop on the window", SCN, "ranges[6] ranges[7]", "scan|laser scanner|window", "short .35 .7"),
        l_far=k("scan sees nothing far: window sooty", SCN, " ".join(f"ranges[{i}]" for i in (0, 1, 4, 5, 8, 9, 10, 13, 14, 15)), "scan|laser scanner|window", "sat 3.2"),
        l_los=k("scans get lost: slip ring", SCN, "header.stamp", "scan|laser scanner", "lost .5"),
        mag=k("magnetometer magnetised: x stands off", MAG, "magnetic_field.x", "magnetometer|imu mag", "off 1.1e-5 .05"),
        mag_pl=k("magnetometer swings at one place: cable with current", MAG, "magnetic_field.y magnetic_field.z", "magnetometer|imu mag|cable", "flut 1.4e-5 .6", **PL),
        im_x=k("acceleration x walks: rubber of the imu torn", IMU, ACC + "x", "imu|rubber", "walk .9 3 12"),
        im_los=k("imu sends half", IMU, "header.stamp", "imu", "lost .5"),
        im_pl=k("robot is shaken at one place: grid of the floor loose", IMU, " ".join(ACC + c for c in "xyz"), "imu|floor|grid", "noise 1.2", **PL),
        gps=k("receiver of the position scatters: antenna cracked", FIX, "latitude longitude", "gnss|receiver|antenna", "noise 3e-5"),
        od_sc=k("odometry counts too much: sprocket of another size", ODO, "twist.twist.linear.x", "odometry|odom|sprocket", "mul .22 .02", **DR),
        cm_c=k("commands arrive in holds: link buffer", CMD, "twist.linear.x twist.angular.z", "command|cmd vel|link", "hold 2.4", **DR),
        cyc=k("payload computer has far longer worst cycles", CPU, "cyc_max cyc_ms", "payload pc|computer", "late 7 30"),
        ram=k("memory of the payload computer fills", CPU, "ram_mb", "payload pc|computer|memory", "leak 300", step=False),
        us=k("front range drops out: membrane frozen", "/range/front", "range", "front range|range front", "cut .25 .4"),
        baro=k("air pressure walks: port full of water", "/baro", "fluid_pressure", "air pressure|baro", "walk 160 6 20"),
        s_trk=k("track controller reports overcurrent and limits", [TRK, "/rosout", "/diagnostics"], "flt mot_a[0]", "track controller|tracks", silent=False),
        s_gas=k("gas sampler warns for seconds again and again that its pump is blocked", [GAS, "/rosout", "/diagnostics"], "pmp_blk", "gas sampler|gas", silent=False),
        s_arm=k("arm reports a stall", [ADR, "/rosout", "/diagnostics"], "stall cur[1]", "arm|arm drives", silent=False),
        s_ctc=k("dock warns that the contact is worn", [DCK, "/rosout", "/diagnostics"], "ctc_worn", "dock|contact", silent=False),
    )

    def life(self):
        self.day(15 - self.season(0.8), 2.5, 3.0)
        r = self.rng("rounds")
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(8, 10) else 0
        gx, gy = ((0, 12, 24, 36), (0, 9, 18, 27)) if self.site == 0 else ((0, 15, 28, 40), (0, 8, 20, 30)) if self.site == 1 else ((0, 10, 22, 33), (0, 11, 19, 26))
        P0 = dict(ff=1.2, fr=1.2, a0=0.0, a1=-1.3, a2=2.3, a3=0.3, g=20.0, pan=0.0, tilt=0.0, zm=1.0)
        T, no = Track(self, x=0.0, y=0.0, h=0.0, **P0), 0
        T.set(dock=0, ppl=0, man=0, pt=0, no=0, kg=0, stair=0, lim=1.0, smp=0, halt=0, dim=40, tool=0), T.wait(r.uniform(15, 60), 0)
        fold, smp = dict(a0=0.0, a1=-1.3, a2=2.3, a3=0.3), 0
        while T.more:
            no, a0 = no + 1, T.i
            v = r.uniform(0.55, 1.0) * (0.8 if self.is_life(6) else 1)
            T.set(no=no, lim=round(v, 1), dim=90 if self.is_life(6) else int(r.choice((0, 40, 40, 70))), tool=int(r.integers(0, 3)) + 3 * self.new(6))
            pts = [(float(r.choice(gx)), float(r.choice(gy))) for _ in range(int(r.integers(3, 6)))]
            for p in pts:
                T.set(pt=int(10 * p[0] + p[1]))
                T.drive([(p[0], T.pos["y"]), p] if r.random() < 0.5 else [(T.pos["x"], p[1]), p], v, 1, [(r.uniform(0.2, 0.8), r.uniform(3, 12))] if r.random() < 0.2 else [], a=0.5)
                u = r.random()
                T.go(2, v=0.9, pan=r.uniform(-1.5, 1.5), tilt=r.uniform(-0.4, 0.3)), T.go(2, v=4, zm=r.uniform(1, 14)), T.wait(r.uniform(3, 10), 2), T.go(2, v=5, zm=1.0)
                if u < 0.35:  # obstacle: flippers
                    T.go(3, v=0.8, ff=-0.3, fr=0.2), T.set(stair=1), T.drive([(p[0] + r.uniform(1.5, 2.5), p[1])], 0.3, 3), T.go(3, v=0.8, ff=0.5, fr=-0.4), T.set(stair=0), T.go(3, v=0.9, ff=1.2, fr=1.2)
                elif u < 0.7 or (self.new(3) and u < 0.8):  # valve turned, or (new) a probe taken
                    T.go(4, v=0.5, a0=r.uniform(-1, 1), a1=r.uniform(-0.4, 0.3), a2=r.uniform(0.8, 1.6), a3=r.uniform(-0.6, 0.6)), T.go(4, v=30, g=90.0), T.go(4, v=30, g=r.uniform(30, 60)), T.set(kg=r.uniform(1, 6))
                    for _ in range(int(r.integers(1, 4))):
                        T.go(5, v=0.5, a3=T.pos["a3"] + r.choice((-1, 1)) * r.uniform(0.4, 0.9), a1=T.pos["a1"] + r.uniform(-0.1, 0.15)), T.wait(r.uniform(0.5, 2), 5)
                    T.set(kg=0), T.go(4, v=30, g=20.0), T.go(4, v=0.5, **fold)
                if r.random() < 0.4:
                    smp += 1
                    T.set(smp=smp), T.wait(r.uniform(6, 15), 6)  # gas looked at for longer
                if self.new(4) and r.random() < 0.25:
                    T.set(stair=1), T.go(7, v=0.6, ff=-0.7, fr=0.6), T.wait(r.uniform(4, 10), 7), T.go(7, v=0.6, ff=1.2, fr=1.2), T.set(stair=0)  # new: stretched over pipes
            T.task(a0)
            if r.random() < 0.25 or self.is_life(8) and r.random() < 0.4:
                T.set(man=1)
                for _ in range(int(r.integers(3, 7))):
                    T.drive([(float(np.clip(T.pos["x"] + r.uniform(-5, 5), 0, 36)), float(np.clip(T.pos["y"] + r.uniform(-4, 4), 0, 27)))], r.uniform(0.3, 1.0), 8, a=0.8)
                    T.go(8, v=0.6, a0=r.uniform(-0.6, 0.6), pan=r.uniform(-1, 1))
                T.go(8, v=0.6, a0=0.0), T.set(man=0)
            if r.random() < 0.2:
                T.set(ppl=2), T.wait(r.uniform(10, 50), 9), T.set(ppl=0)
            if self.is_life(5, 9) and no == 2:  # weekly test of all joints
                for e in ("ff", "fr", "a0"):
                    T.go(10, v=0.7, **{e: T.pos[e] - 1.0}), T.go(10, v=0.7, **{e: T.pos[e] + 1.0})
            if no % 2 == 0 or self.new(8):
                T.drive([(0.0, T.pos["y"]), (0.0, 0.0)], v, 11), T.set(dock=1), T.wait(r.uniform(90, 220), 12), T.set(dock=0)
        self.A, H, self.st, self.tasks = T.A, T.H, T.st, T.tasks
        self.E = lambda k_: H.get(k_, self.z0)
        self.vehicle(self.A)
        self.weather(60)

    def physics(self):
        A, E, W, h, v = self.A, self.E, self.wander, self.h, self.v
        self.mv, self.drv = v > 0.06, np.tanh(8 * v)
        self.rough = 1 + 0.5 * np.sin(self.x * 1.1) * np.cos(self.y * 0.8) + 1.5 * lp(E("stair"), 0.5)
        self.J = [ring(A[j], 2.0, 0.7) for j in ("ff", "fr", "a0", "a1", "a2", "a3")]
        self.d = [lp(np.gradient(j, DT), 0.08) for j in self.J]
        self.am, self.fl = sum(np.abs(x) for x in self.d[2:]) > 0.06, np.abs(self.d[0]) + np.abs(self.d[1]) > 0.06
        self.gw, self.kg = ring(A["g"], 1.5, 0.8), lp(E("kg"), 0.3)
        self.grade = 0.04 * np.sin(self.x / 9) * np.cos(self.y / 7 + self.site) + 0.3 * lp(E("stair") * self.mv, 0.6)
        hb, sd, lo = h("bear", 0.5), h("sand", 0.5), h("tens", 0.5)
        load = self.drv * (5 + 2.2 * self.rough + 60 * np.abs(self.grade) + 5 * v) + 10 * np.abs(self.acc)
        turn = 9 * np.abs(self.yr)
        self.ma = [lp(0.6 + load + turn + 0.02 * self.wear(3) + self.drv * (5.5 * hb if i == 0 else 5 * sd * (1 + 0.3 * W("sd", 1, 1))), 0.15) for i in (0, 1)]
        self.mt = [0.9 * lp(a, 130) + (9 * lp(hb * self.drv, 120) if i == 0 else 4 * lp(sd * self.drv, 120)) for i, a in enumerate(self.ma)]
        self.tn = [4.2 + 0.25 * np.sin(7 * self.x + i) * self.drv - (1.4 * lo if i else 0) + 0.3 * np.abs(self.acc) for i in (0, 1)]
        self.slip = 0.03 + 0.05 * np.abs(self.yr) + 0.03 * np.abs(self.grade) * 3 + 0.008 * np.abs(W("sp", 1, 2)) + 0.09 * lo * self.drv * (1 + 0.3 * W("lo", 1, 1))
        el = h("elb", 0.5)
        g = (3.2 * np.cos(self.J[3]) + 1.5 * np.cos(self.J[3] + self.J[4])) * (1 + 0.1 * self.kg)
        self.ef = [9 * np.abs(self.d[2]), 8 + 6 * np.abs(g), 4 + 3 * np.abs(np.cos(self.J[3] + self.J[4])) * (1 + 0.2 * self.kg), 1.2 + 0.6 * self.kg * np.abs(np.sin(self.J[5]))]
        self.ac = [0.4 + 0.16 * e + 1.8 * np.abs(x) * (1 + (1.6 * el if i == 2 else 0)) + (0.5 * el if i == 2 else 0) for i, (e, x) in enumerate(zip(self.ef, self.d[2:]))]
        self.amt = [4.5 * lp(a, 140) + (5 * lp(el, 140) if i == 2 else 0) for i, a in enumerate(self.ac)]
        self.al = [0.03 * x * (1 + (2.2 * el if i == 2 else 0)) + (0.012 * el * W("el", 1, 1) if i == 2 else 0) for i, x in enumerate(self.d[2:])]
        dead = h("fan", 3).clip(0, 1)
        self.rpm, self.hot = (3100 + 30 * (self.amb - 15)) * (1 - 0.96 * dead), 12 * lp(h("fan", 3), 130)
        lk = h("leak", 2)
        self.pa = 780 + 25 * np.sin(self.t / 70) - 8 * lp(self.mv * 1.0, 3) - 330 * lk
        self.bot = 178 + 14 * np.tanh(self.su("bot")) - np.cumsum(0.003 + 0.05 * lk) * DT
        wk = h("pump", 1)
        self.flow = (0.52 + 0.01 * W("sf", 1, 12)) * (1 - 0.42 * wk)
        cloud = [lp(np.exp(-(((self.x - cx) / 5) ** 2 + ((self.y - cy) / 5) ** 2)), 8) for cx, cy in ((24, 18), (12, 0), (36, 9), (0, 27))]
        self.gc = [c * (0.6 + 0.2 * W(f"gc{i}", 1, 30)).clip(0.1) for i, c in enumerate(cloud)]
        self.gc = [x + wk.clip(0, 1) * (lp(x, 14) - x) for x in self.gc]
        self.a24 = lp(4.2 + 0.02 * E("dim") + 0.35 * sum(self.ac) + 1.3 * (self.pieces("pl", 8, 40, 0, 1) < 0.35) + 0.9 * self.fl, 0.3)
        use = self.a24 * 0.55 + 0.62 * sum(self.ma)
        self.soc, ic = self.battery(use, E("dock"), 62, 0.66 + 0.15 * np.tanh(self.su("soc")), 40.0)
        self.ic = lp(ic, 2) * (1 - 0.4 * h("chg", 0.5))
        self.nb = use - self.ic
        self.zoom = lp(A["zm"], 0.3)

    def where(self):
        E, v, mv, ones = self.E, self.v, self.mv, np.ones(self.n, bool)
        self.over("m_fast", v, ODO + ":twist.twist.linear.x", "speed|velocity|faster|twist|linear|spd lim", mv, 0.5, 2, 0.4)
        self.over("busv", self.ma[0], TRK + ":mot_a[0]", "mot a|current|load", mv, 0.55, 0, 0.4)
        self.over("a_ld", 9 + 14 * self.kg, GRP + ":force_n", "force n|force|gripper|carries|load", self.kg > 0.5, 0.1, 0, 0.45)
        self.ct = 24 + 1.1 * (self.amb - 15) + 2.2 * np.sin(self.t / 90 + self.su("ctp"))
        self.over("lel", self.ct, GAS + ":cell_tmp", "cell tmp|temperature|warmer|hotter", ones, 0.55, 1, 0.35)
        self.over("p_shr", self.zoom, PTZ + ":zoom", "zoom|zoomed", self.zoom > 1.3, 0.35, 1, 0.5)
        self.over("v24", self.a24, PWR + ":a24", "a24|current|load", ones, 0.55, 1, 0.35), self.over("cel_a", self.nb, BAT + ":current", "current|load|discharg|mot a", ones, 0.6, 0, 0.45)
        self.places(self.x, self.y, mv, slp_pl=(2.2, 0.07), im_pl=(2.2, 0.07)), self.places(self.x, self.y, E("dock") < 1, r_pl=(3.0, 0.08), s_pl=(2.6, 0.08), mag_pl=(2.4, 0.08))
        self.mode("bear tens sand m_sh odo_st od_sc cm_c", v > 0.1, "driving", "moving", "speed", "velocity", "faster", "mot a"), self.mode("elb a_vel a_lag", self.am, "arm", "moves", "moving", "cur", "velocity")
        self.mode("f_cur", self.fl, "flipper", "moves", "moving", "velocity"), self.mode("chg ctc", self.ic > 4, "charging", "docked", "chg a")

    def record(self):
        E, W, v, t, A = self.E, self.wander, self.v, self.t, self.A
        er, st, bl = self.shape("s_trk", 0.35, 0.5, 3) & (v > 0.05), self.shape("s_arm", 0.4, 0.6, 4), self.blink("s_gas")
        cut = np.where(er, 0.3, 1)
        self.odometry(ODO, 15, "odom", self.x + 0.05 * W("ox", 1, 300), self.y + 0.05 * W("oy", 1, 300), self.fw * (1 + 0.5 * (self.slip - 0.03)))
        self.pub(CMD, "geometry_msgs/msg/TwistStamped", 10, {"twist.linear.x": s(np.roll(self.fw, -5), 0.01, 0.004), "twist.angular.z": s(np.roll(self.yr, -5), 0.01, 0.004)}, "base_link")
        sg = 0.08 + 0.5 * v * self.rough + 0.9 * v * self.h("sand", 0.3)
        self.inertial(IMU, 15, (0.02 * np.sin(self.y), -np.arctan(self.grade), self.yaw), (0.03 * v * self.white("gx"), 0.04 * v * self.white("gy"), self.yr), (self.acc - 9.81 * self.grade + sg * self.white("ax"), v * self.yr + sg * self.white("ay"), 9.81 + 1.4 * sg * self.white("az")), "imu_link")
        iron = 4e-6 * np.sin(self.x / 4) * np.cos(self.y / 5)
        self.pub(MAG, "sensor_msgs/msg/MagneticField", 8, {"magnetic_field.x": s(1.9e-5 * np.cos(self.yaw) + iron, 1e-8, 2e-7, 5e-7), "magnetic_field.y": s(-1.9e-5 * np.sin(self.yaw) - iron, 1e-8, 2e-7, 5e-7), "magnetic_field.z": s(-4.4e-5 + iron + 3e-8 * self.ma[0], 1e-8, 2e-7, 5e-7)}, "imu_link")
        self.pub(
            FIX,
            "sensor_msgs/msg/NavSatFix",
            4,
            {
                "latitude": s(51.03 + self.y / 111000 + 0.01 * self.site, 1e-8, 1.2e-7, 0, 1.2e-6, 40, out=(1.5e-5, 0.004)),
                "longitude": s(6.98 + self.x / 70000, 1e-8, 1.2e-7, 0, 1.5e-6, 40),
                "altitude": s(48.0, 0.01, 0.05, 0, 0.6, 40),
                "status.status": 1,
                "status.service": 1,
                "position_covariance_type": 2,
                "position_covariance": [s(0.8 + 0.3 * np.abs(W(f"cv{i}", 1, 30)), 0.01) if i in (0, 4, 8) else 0.0 for i in range(9)],
            },
            "gnss",
        )
        J = [*self.J, self.gw / 1000]
        self.jnt(
            JNT,
            12,
            JN,
            [s(x, 1e-4, 8e-4) for x in J],
            [s(x, 1e-3, 4e-3) for x in [*self.d, lp(np.gradient(self.gw / 1000, DT), 0.1)]],
            [s(4 + 30 * np.abs(self.d[0]) + 9 * E("stair"), 0.1, 0.5, 0.2, 0.3, 3), s(4 + 30 * np.abs(self.d[1]) + 9 * E("stair"), 0.1, 0.5, 0.2, 0.3, 3), *[s(e, 0.05, 0.3, 0.1, 0.2, 3) for e in self.ef], s(9 + 14 * self.kg, 0.1, 0.6)],
        )
        self.control(ARM, 8, JN[2:6], [A[j] for j in ("a0", "a1", "a2", "a3")], self.J[2:], self.d[2:], self.al)
        ocv = 3.32 + 0.32 * self.soc - 0.0016 * self.nb - 0.0008 * lp(self.nb, 30)
        self.pack(BAT, self.nb, 14 * ocv, self.soc, [ocv] * 14, [self.T(f"bt{i}", 7 * lp(np.abs(self.nb) / 30, 90), 500, 6, 0.06) for i in range(3)])
        self.pub(
            TRK,
            "trk_msgs/msg/Tracks",
            10,
            dict(
                mot_a=[s(a * cut if i == 0 else a, 0.1, 0.5, 0.2, 0.5, 2, 0, out=(3, 0.003)) for i, a in enumerate(self.ma)],
                mot_tmp=[s(self.T(f"mt{i}", x, 300, 7, 0.12), 0.5, 0.1, lag=8) for i, x in enumerate(self.mt)],
                tens_kn=[s(x, 0.02, 0.06, 0.1, 0.05, 5, 0) for x in self.tn],
                bus_v=s(14 * ocv - 0.012 * sum(self.ma), 0.05, 0.06, 0.05, 0.04),
                esc_tmp=s(self.T("et", 0.5 * lp(sum(self.ma), 50) + self.hot, 160, 9, 0.12), 0.5, 0.1),
                slip=s(self.slip, 0.002, 0.006, 0, 0.004, 3, 0),
                flt=np.where(er, 0x14, 0),
                odo_m=s(12000 + 900 * self.idx + np.cumsum(v) * DT, 1),
            ),
        )
        cl = 62 + 6 * lp(E("stair"), 1)
        self.pub(
            FLP,
            "trk_msgs/msg/Flippers",
            6,
            dict(
                cur=[s(0.5 + 7 * np.abs(x) + 1.2 * lp(E("stair"), 0.5), 0.05, 0.15, 0.05, 0.1, 3, 0) for x in self.d[:2]], tmp=[s(self.T(f"ft{i}", 14 * lp(np.abs(x), 120) + 3 * lp(E("stair"), 90), 260, 4, 0.1), 0.5, 0.1) for i, x in enumerate(self.d[:2])], clutch_pct=[s(cl, 0.5, 0.7, 1, 0.7, 8, 0, 100) for _ in (0, 1)]
            ),
        )
        self.pub(ADR, "trk_msgs/msg/ArmDrives", 8, dict(cur=[s(a + 4 * (st & (i == 1)), 0.02, 0.1, 0.05, 0.1, 3, 0) for i, a in enumerate(self.ac)], tmp=[s(self.T(f"at{i}", x, 260, 5, 0.1), 0.5, 0.1) for i, x in enumerate(self.amt)], brk_v=s(1.2 + 22.6 * lp(self.am * 1.0, 0.3), 0.05, 0.1, 0.1, 0.08), stall=st))
        self.pub(GRP, "trk_msgs/msg/Gripper", 6, dict(force_n=s(9 + 14 * self.kg, 0.5, 1.2, 1, 0.8, 4), wid_mm=s(self.gw, 0.1, 0.2), cur=s(0.2 + 0.02 * np.abs(np.gradient(self.gw, DT)) + 0.12 * self.kg, 0.01, 0.04, 0.02, 0.03, 4, 0), cyc_cnt=2100 + 40 * self.idx + self.once(E("kg"))))
        g = self.gc
        self.pub(GAS, "trk_msgs/msg/Gas", 4, dict(o2=s(20.85 - 0.3 * g[1], 0.05, 0.04, 0.08, 0.04, 30, lag=6), co_ppm=s(1.5 + 26 * g[0], 0.5, 0.4, 0.4, 0.3, 20, 0, lag=4), h2s_ppm=s(0.2 + 3 * g[2], 0.1, 0.1, 0.05, 0.08, 20, 0, lag=5), lel=s(0.8 + 4.5 * g[3], 0.1, 0.2, 0.2, 0.2, 20, 0, lag=3), voc_ppm=s(0.6 + 9 * g[1] + 4 * g[0], 0.01, 0.08, 0.1, 0.1, 15, 0, out=(1.5, 0.004)), smp_flow=s(self.flow, 0.005, 0.006, 0.01, 0.006, 9, 0), inl_dp=s(2.1 + 0.02 * self.wear(1) + 3 * (self.flow - 0.5) - 0.6 * self.h("pump", 1), 0.02, 0.06, 0.08, 0.05, 9, 0), cell_tmp=s(self.ct, 0.1, 0.1), smp_id=E("smp"), pmp_blk=bl))  # fmt: skip
        rate = 105 + 18 * np.sin(self.x / 8) * np.cos(self.y / 9) + 60 * np.exp(-(((self.x - 36) / 4) ** 2 + ((self.y - 27) / 4) ** 2))
        self.pub(RAD, "trk_msgs/msg/Dose", 2, dict(rate_nsv=s(rate, 1, 7, 3, 5, 15, 0, lag=10), hv_v=s(512, 0.5, 0.9, 2, 0.8, 20), puls=np.cumsum(self.rng("pu").poisson(rate * 0.011 * DT * 5))))
        hot = self.amb + 12 + 35 * np.abs(np.sin(self.x / 5 + A["pan"])) * np.abs(np.cos(self.y / 6))
        self.pub(
            THM, "trk_msgs/msg/Thermal", 5, dict(hot_c=s(hot, 0.1, 0.4, 0.5, 0.4, 5, lag=0.3), mean_c=s(self.amb + 3 + 0.1 * (hot - self.amb), 0.1, 0.1, 0.3, 0.15, 12), fpa_c=s(30 + 0.1 * (self.amb - 15), 0.02, 0.04, 0.1, 0.04, 20), nuc_age=np.mod(t + 60, 180), cool_ma=s(210 + 6 * (self.amb - 15), 1, 4, 5, 4, 20))
        )
        lum = np.maximum(40 + 300 * self.sunny * (0.3 if self.is_life(6) else 1) * (0.5 + 0.5 * np.sin(self.x / 7)) ** 2 + 2 * E("dim"), 5)
        self.pub(PTZ, "trk_msgs/msg/Ptz", 6, dict(pan=s(lp(A["pan"], 0.2), 1e-3, 2e-3), tilt=s(lp(A["tilt"], 0.2), 1e-3, 2e-3), zoom=s(self.zoom, 0.1), shrp=s(66 - 9 * v - 0.4 * self.zoom + 3 * np.sin(self.x / 3), 0.1, 1, 1.5, 1, 9, 0), expo_ms=s(np.clip(1500 / lp(lum, 1), 1, 25), 0.1, 0.15, 0, 0.1), dly_ms=s(self.net("pd", 60, 8, 5), 1), motor_ma=s(60 + 170 * np.abs(np.gradient(lp(A["pan"], 0.2), DT)), 1, 5, 3, 4, 5, 0)))  # fmt: skip
        dm = lp(E("dim"), 0.3)
        self.pub(LED, "trk_msgs/msg/Lamps", 4, dict(led_ma=[s(20 + 13 * dm, 1, 6, 8, 5, 9, 0) for _ in (0, 1)], led_tmp=[s(self.T(f"lt{i}", 0.28 * lp(dm, 90), 160, 3, 0.12), 0.5, 0.1) for i in (0, 1)], ir_ma=s(240 + 60 * (dm < 5), 1, 4, 5, 3, 9), dim=E("dim")))
        self.pub(
            RDO,
            "trk_msgs/msg/Radio",
            4,
            dict(
                rssi=s(-48 - 1.1 * np.abs(np.mod(self.x, 20) - 10) - 0.5 * np.abs(np.mod(self.y, 18) - 9), 1, 1.3, 0.8, 1.6, 5),
                noise_dbm=s(-96, 0.5, 0.8, 1, 0.8, 20),
                mbit=s(42 - 0.6 * np.abs(np.mod(self.x, 20) - 10), 0.5, 1.2, 1, 2, 6, 1),
                rtt_ms=s(self.net("rr", 9, 4, 6), 0.5),
                loss_pct=s(self.net("rl", 0, 0.6, 0.6), 0.1),
                pa_tmp=s(self.T("pa", 14, 200, 5, 0.15), 0.5, 0.1),
                node=1 + np.floor(self.x / 20) + 3 * np.floor(self.y / 18),
            ),
        )
        i = self.a24
        self.pub(
            PWR,
            "trk_msgs/msg/Power",
            4,
            dict(
                v24=s(24.2 - 0.025 * i, 0.02, 0.02, 0.03, 0.015),
                a24=s(i, 0.05, 0.1, 0, 0.06),
                v12=s(12.05, 0.01, 0.015, 0.02, 0.01),
                v5=s(5.08 - 0.002 * i, 0.005, 0.008, 0.01, 0.006),
                a12=s(2.1 + 0.6 * (self.pieces("a12", 9, 50, 0, 1) < 0.4), 0.02, 0.05),
                iso_kohm=s(2000 - 90 * lp(W("wet", 1, 200), 20), 10, 20, 60, 20, 60),
                reg_tmp=s(self.T("rg", 1.6 * lp(i, 60) + 0.5 * self.hot, 160, 8, 0.1), 0.5, 0.1),
            ),
        )
        self.pub(DCK, "trk_msgs/msg/Dock", 3, dict(chg_a=s(self.ic, 0.1, 0.25, 0, 0.15, 4, 0), ctc_tmp=s(self.T("cc", 16 * lp(self.ic / 40, 10), 40, 2, 0.15), 0.1, 0.05), docked=E("dock"), ctc_worn=(self.f("s_ctc") > 0) & (t % 18 < 6)))
        self.pub(
            EXH,
            "trk_msgs/msg/Purge",
            4,
            dict(
                hsg_pa=s(self.pa, 1, 6, 8, 5, 9, 0),
                bot_bar=s(self.bot, 0.5, 0.3),
                fan_rpm=s(self.rpm, 5, 16, 25, 12, 9, 0),
                hsg_tmp=s(self.T("ht", 3 * lp(i / 5, 120) + self.hot, 260, 9, 0.1), 0.1, 0.05),
                hsg_rh=s(22 + 1.5 * self.su("rh"), 0.5, 0.3, 1, 0.8, 120),
                dew=s(3.5 + 0.2 * (self.amb - 15), 0.1, 0.1, 0.3, 0.3, 90),
            ),
        )
        self.pub(
            SLM,
            "trk_msgs/msg/Slam",
            4,
            dict(
                match_score=s(0.86 - 0.04 * v + 0.02 * np.sin(self.x / 3), 0.005, 0.012, 0.01, 0.012, 6, 0, 1),
                resid_cm=s(2.2 + 0.7 * v + 4 * (self.slip - 0.03), 0.05, 0.15, 0.1, 0.2, 6, 0),
                solve_ms=s(self.net("sv", 22, 9, 12), 0.5),
                map_mb=s(180 + np.cumsum(v) * DT * 0.02, 1),
                keyfr=np.floor(np.cumsum(v) * DT / 0.8),
                loops=self.steps("lo", 45),
            ),
        )
        per = np.maximum(E("halt") > 0, W("per", 1, 9) > 1.4) * 1.0
        self.lidar(SCN, 6, [(1.4 + 5.5 * abs(np.cos(i * 0.8))) * (1 + 0.2 * np.sin(self.x * (0.5 + 0.05 * i) + 0.7 * self.y + i)) - 0.7 * per * (i in (11, 12)) for i in range(16)], 2.2, 15)
        for i, nm in enumerate(("front", "rear")):
            self.simple("/range/" + nm, "Range", 6, "range", s(np.clip(1.4 + 0.8 * np.sin(self.x * (0.9 + 0.2 * i) + self.y + i), 0.2, 4), 0.01, 0.012, 0.01, out=(0.5, 0.005)), min_range=0.2, max_range=4.0, field_of_view=0.4)
        self.simple("/baro", "FluidPressure", 4, "fluid_pressure", s(101200 + 500 * self.su("ba") + 60 * np.sin(t / 900), 1, 6, 0, 6, 20)), self.simple("/ambient", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05))
        self.tf(8, [("map", "odom", s(0.05 * W("mx", 1, 200), 1e-4), s(0.05 * W("my", 1, 200), 1e-4), 0.0, 0.01 * W("mh", 1, 200)), ("odom", "base_link", s(self.x, 1e-4, 2e-3), s(self.y, 1e-4, 2e-3), 0.0, self.yaw)])
        self.pub("/safe", "trk_msgs/msg/Safe", 2, dict(estop_ok=1, link_ok=1, people=per + E("ppl")))
        self.pub("/task", "trk_msgs/msg/Task", 4, dict(step=self.st, tool=E("tool"), round_no=E("no") + 10 * self.idx, point_id=E("pt"), spd_lim=s(E("lim"), 0.1), tele=E("man")))
        ver = self.version("trk", "2.1", "2.2", "2.4")
        self.computer(CPU, "trk_msgs/msg/Pc", 25, 34, 2900, ("cyc_ms", "cyc_max", "ram_mb", "core_tmp", "sw"), 6 * lp(self.mv * 1.0, 30) + 0.5 * self.hot, ver, 1.5)
        self.end(
            "/follow_waypoints/_action/status",
            [
                ("s_trk", "track_driver", ["overcurrent on motor 0 (0x14), limiting torque", "motor 0: derating cleared"], "TRK"),
                ("s_arm", "arm_driver", ["joint 1 stalled, following error too large", "joint 1 enabled again"], "ARM"),
                ("s_gas", "gas_sampler", "sample pump blocked, purging inlet", "GAS"),
                ("s_ctc", "dock", "charge contact resistance high, inspect pads", "DCK"),
            ],
            [(14, "I", "waypoint_follower", "reached point, {} s", 10, 60), (8, "W", "collision_monitor", "obstacle, waited {} s", 3, 12), (6, "W", "thermal", "shutter slow, {} ms", 200, 500), (5, "I", "gas_sampler", "zero taken, {} ppm", 0.1, 0.9), (4, "W", "telemetry", "server slow {} ms", 400, 900)],
            [("imu", "calibration loaded"), ("gas_sampler", "cells last calibrated 37 days ago"), ("lifecycle_manager", "managed nodes are active")],
            ver,
        )
