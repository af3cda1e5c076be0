"""Parking robot of a garage: four mecanum wheels, a lift, four pairs of swinging arms that take a car by its tyres; standard messages and its own; English."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

WHL, JNT, LFT, ARM, TYR, BMS, PAD, UWB, DCD, BRK, STR, WIF, GAS, CTL, MAG, POSE = "/wheels", "/joint_states", "/lift", "/arms", "/tyre_finder", "/bms", "/charge_pad", "/uwb", "/dcdc", "/brakes", "/bumper_strips", "/wifi", "/garage_air", "/controller", "/mag", "/pose"
ACC, GYR, DR = "linear_acceleration.", "angular_velocity.", dict(where="when driving")
PL, NU, LIF = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when the lift moves", need=12)


class Valet(Robot):
    NAME = "valet"
    FLAGS = [(WHL, "drive_error"), (LFT, "lift_overload"), (ARM, "arm_jammed"), (PAD, "pad_dirty")]
    DEFS = {
        "valet_msgs/msg/Wheels": mdef("float32[4] wheel_amps winding_c; uint16 drive_error"),
        "valet_msgs/msg/Lift": mdef("float32 lift_bar lift_pump_amps lift_oil_c; float32[4] corner_kg; bool lift_overload"),
        "valet_msgs/msg/Arm": "float32 arm_amps\nfloat32 arm_gap_mm\nfloat32 arm_gear_c",
        "valet_msgs/msg/Arms": mdef("valet_msgs/Arm[4] arm; bool arm_jammed"),
        "valet_msgs/msg/TyreFinder": mdef("float32 tyre_score tyre_delay_ms wheelbase_m; uint32 tyres_seen"),
        "valet_msgs/msg/Bms": mdef("float32 shunt_amps insulation_kohm contactor_mv"),
        "valet_msgs/msg/ChargePad": mdef("float32 pad_amps pad_c coupling_pct; bool on_pad pad_dirty"),
        "valet_msgs/msg/Uwb": mdef("float32[4] anchor_m anchor_snr; float32 uwb_residual_m"),
        "valet_msgs/msg/Dcdc": mdef("float32 out24_volts out24_amps out12_volts dcdc_c"),
        "valet_msgs/msg/Brakes": mdef("float32[4] coil_amps; float32 release_ms"),
        "valet_msgs/msg/Strips": mdef("float32[4] strip_kohm"),
        "valet_msgs/msg/Wifi": mdef("float32 wifi_dbm ping_ms retry_pct; uint8 cell"),
        "valet_msgs/msg/GarageAir": mdef("float32 co_ppm fan_pct dust_ug"),
        "valet_msgs/msg/Safety": mdef("bool estop_ok box_gate_closed; uint8 field_set persons"),
        "valet_msgs/msg/Mission": mdef("uint8 mission_phase; uint16 bay; uint32 ticket; float32 speed_cap"),
        "valet_msgs/msg/Controller": mdef("float32 loop_ms loop_worst_ms ram_mb cpu_c; string image"),
    }
    KINDS = dict(
        w1_amps=k("wheel 1 draws more and more current: roller bearings dry", WHL, "wheel_amps[0]", "wheel 1|wheels|bearing", "off 2.6 .15", step=False, **DR),
        w3_hot=k("motor of wheel 3 gets hot: brake drags", WHL, "winding_c[2]", "wheel 3|wheels|brake", "heat 11 80", step=False, tail=300),
        w4_frz=k("temperature of motor 4 frozen: bus node hangs", WHL, "winding_c[3]", "wheel 4|wheels", "frz"),
        w2_fast=k("wheel 2 draws a fluttering current when faster than a number: roller loose", WHL, "wheel_amps[1]", "wheel 2|wheels|roller", "flut 2.6", where="**speed above a number**", **NU),
        w4_low=k("current of wheel 4 reads too little: shunt", WHL, "wheel_amps[3]", "wheel 4|wheels|shunt", "mul -.4 .03", **DR),
        enc1=k("speed of wheel 1 flickers: encoder disc dirty", JNT, "velocity[0]", "wheel 1|joint states|encoder", "noise .55|spk 4 .04", **DR),
        slip_place=k("wheel 3 slips at one place: oil on the floor", JNT, "velocity[2]", "wheel 3|joint states|floor|oil", "flut 2.6", **PL),
        lift_pos=k("lift position sticks and jumps: string sensor", JNT, "position[4]", "lift|joint states|string sensor", "stick .022"),
        arm_play=k("front arms have play: key worn", JNT, "position[5]", "front arms|joint states|key", "play .12|noise .006"),
        arm_eff=k("rear arms need more and more effort: hinge dry", JNT, "effort[6]", "rear arms|joint states|hinge", "off 75 .1", step=False, where="when the arms move", need=10),
        jnt_age=k("joint states come later and later: gateway overloaded", JNT, "header.stamp", "joint states|gateway", "age .7", step=False),
        gyro=k("yaw gyro has a bias", "/imu", GYR + "z", "imu|yaw gyro", "off .03 .02"),
        imu_half=k("imu sends half of its messages", "/imu", "header.stamp", "imu", "lost .5"),
        bump_place=k("robot is shaken at one place: joint cover of the floor loose", "/imu", ACC + "x " + ACC + "y " + ACC + "z", "imu|floor|cover", "noise .7", **PL),
        odo_slow=k("odometry reads too slow: radius of the wheels set wrongly", "/odom", "twist.twist.linear.x", "odometry|odom", "mul -.13 .02", **DR),
        odo_lost=k("odometry messages get lost", "/odom", "header.stamp", "odometry|odom", "lost .5"),
        pose_jump=k("pose jumps: reflector moved", POSE, "pose.pose.position.x pose.pose.position.y", "pose|localization|reflector", "loose .35 .6 4"),
        scan_beam=k("beams 2 and 3 of the front scanner read short: drop on the window", "/scan_front", "ranges[2] ranges[3]", "front scanner|scan front|window", "short .2 .55"),
        scan_far=k("rear scanner reads too near: shock moved its zero", "/scan_rear", " ".join(f"ranges[{i}]" for i in range(9)), "rear scanner|scan rear", "off -.3 .05"),
        scan_fast=k("scans of the rear scanner get lost when faster than a number: plug loose", "/scan_rear", "header.stamp", "rear scanner|scan rear|plug", "lost .75", where="**speed above a number**", **NU),
        mag=k("magnetometer has an offset: magnet picked up", MAG, "magnetic_field.y", "magnetometer|mag", "off 1.4e-5 .05"),
        mag_place=k("magnetometer is disturbed at one place: reader of a loop put in", MAG, "magnetic_field.x", "magnetometer|mag|loop", "flut 1.5e-5", **PL),
        lift_heavy=k("pump of the lift draws an uneasy current when the pressure is above a number: coupling", LFT, "lift_pump_amps", "lift|pump|coupling", "flut 9", where="**pressure of the lift above a number**", **NU),
        lift_leak=k("pressure of the lift sinks: seal", LFT, "lift_bar", "lift|seal|cylinder", "mul -.16 .05", step=False, where="when a car is lifted"),
        lift_pump=k("pump of the lift draws more current: strainer clogged", LFT, "lift_pump_amps", "lift|pump|strainer", "off 8 .2", **LIF),
        lift_oil=k("oil of the lift gets hot: relief valve passes", LFT, "lift_oil_c", "lift|oil|relief valve", "heat 9 90", step=False, tail=350),
        corner2=k("load cell of corner 2 drifts: water in the cable", LFT, "corner_kg[1]", "corner 2|lift|load cell", "off 75 .04", step=False),
        corner4=k("load cell of corner 4 drops out: plug", LFT, "corner_kg[3]", "corner 4|lift|load cell|plug", "cut 0 .3 2", where="when a car is lifted"),
        arm1_amps=k("arm pair 1 draws more current: spindle dirty", ARM, "arm[0].arm_amps", "arm 1|arms|spindle", "off 2.9 .2", where="when the arms move", need=10),
        arm3_gap=k("distance of arm pair 3 to the tyre reads too large: bracket bent", ARM, "arm[2].arm_gap_mm", "arm 3|arms|bracket", "off 21 .04"),
        arm2_gap=k("distance of arm pair 2 noisy: sensor wet", ARM, "arm[1].arm_gap_mm", "arm 2|arms", "noise 8|spk 50 .02"),
        arm4_unit=k("gear temperature of arm pair 4 in Fahrenheit: module changed", ARM, "arm[3].arm_gear_c", "arm 4|arms|module", "unit 1.8 32"),
        tyre=k("tyres are found with less certainty: lens dusty", TYR, "tyre_score", "tyre finder|lens", "off -.17 .05", step=False),
        tyre_ms=k("pictures of the tyre finder late: cable on slow mode", TYR, "tyre_delay_ms", "tyre finder|cable", "late 10 45"),
        base_frz=k("wheelbase frozen: process hangs", TYR, "wheelbase_m", "tyre finder|wheelbase", "frz"),
        cell5=k("cell 5 stands low: ageing", "/battery", "cell_voltage[4]", "cell 5|battery", "off -.04 .05"),
        cell_load=k("cell 3 sags when the current is above a number: link loose", "/battery", "cell_voltage[2]", "cell 3|battery|link", "off -.05 .3", where="**battery current above a number**", **NU),
        pack_hot=k("battery gets warm at sensor 1: screw loose", "/battery", "cell_temperature[0]", "battery|sensor 1|screw", "heat 6 110", step=False, tail=400),
        soc=k("charge state frozen: gauge hangs", "/battery", "percentage", "battery|charge state|gauge", "frz"),
        insul=k("insulation falls: water in the connector", BMS, "insulation_kohm", "insulation|bms|connector", "off -420 .05", step=False),
        contactor=k("voltage over the contactor rises: contacts burnt", BMS, "contactor_mv", "contactor|bms", "mul 1.6 .1"),
        pad_hot=k("charging pad gets hot: coil layer short", PAD, "pad_c", "charging pad|charge pad|coil", "heat 17 30", where="when charging", need=25),
        pad_low=k("charging current too little: phase of the pad lost", PAD, "pad_amps", "charging pad|charge pad", "mul -.33 .04", where="when charging", need=25),
        anchor2=k("distance to anchor 2 too long: antenna cable changed", UWB, "anchor_m[1]", "anchor 2|uwb|antenna", "off .55 .05"),
        anchor4=k("anchor 4 is heard badly: battery of the anchor low", UWB, "anchor_snr[3]", "anchor 4|uwb", "off -8 .1", step=False),
        uwb_place=k("radio position bad at one place: steel door", UWB, "uwb_residual_m", "uwb|radio position|steel door", "flut .3 1.2", **PL),
        v24_load=k("24 V falls when its current is above a number: terminal", DCD, "out24_volts", "24 v|dcdc|terminal", "off -.6 .3", where="**current of 24 V above a number**", **NU),
        v12=k("12 V uneasy: capacitor", DCD, "out12_volts", "12 v|dcdc|capacitor", "noise .09"),
        v12_load=k("12 V flutters when the current of 24 V is above a number: coil of the converter", DCD, "out12_volts", "12 v|dcdc|coil", "flut .14 -.6", where="**current of 24 V above a number**", **NU),
        dcdc_hot=k("converter gets hot: fan stands", DCD, "dcdc_c", "dcdc|converter|fan", "heat 12 70", step=False, tail=300),
        brake2=k("coil of brake 2 draws less current: layer short", BRK, "coil_amps[1]", "brake 2|brakes|coil", "mul -.18 .03", **DR),
        brake_ms=k("brakes release slowly: air gap worn", BRK, "release_ms", "brakes|air gap", "off 26 .1"),
        strip3=k("resistance of strip 3 falls: damp", STR, "strip_kohm[2]", "strip 3|bumper strips", "off -.6 .05", step=False),
        wifi_place=k("radio weak at one place: access point covered by a van", WIF, "wifi_dbm", "wifi|radio|access point", "off -14 .2", **PL),
        retry=k("many retries on the radio: channel shared", WIF, "retry_pct", "wifi|radio", "late 4 13"),
        co_drift=k("carbon monoxide reads too high: cell aged", GAS, "co_ppm", "carbon monoxide|garage air", "off 7 .1", step=False),
        dust=k("dust sensor saturates: chamber dirty", GAS, "dust_ug", "dust sensor|garage air", "off 55 .1|sat 90"),
        us_left=k("left ultrasonic distance drops out: cable", "/ultrasonic/left", "range", "left ultrasonic|ultrasonic left|cable", "cut .2 .3 2"),
        us_right=k("right ultrasonic reports centimetres: module changed", "/ultrasonic/right", "range", "right ultrasonic|ultrasonic right|module", "unit 100"),
        light=k("light sensor dims: dust", "/light", "illuminance", "light sensor|light", "mul -.36 .03"),
        humid=k("humidity frozen", "/garage/humidity", "relative_humidity", "humidity|garage humidity", "frz"),
        loop=k("loop has far longer worst cases", CTL, "loop_worst_ms loop_ms", "controller|loop", "late 5 30"),
        ram=k("memory of the computer fills", CTL, "ram_mb", "controller|computer|memory", "leak 130", step=False),
        s_drive=k("wheel 2 drive reports faults", [WHL, "/rosout", "/diagnostics"], "drive_error wheel_amps[1]", "wheel 2|wheels", silent=False),
        s_lift=k("lift reports an overload", [LFT, "/rosout", "/diagnostics"], "lift_overload lift_bar", "lift", silent=False),
        s_arm=k("arm pair reports that it is jammed", [ARM, "/rosout", "/diagnostics"], "arm_jammed arm[1].arm_amps", "arms|arm 2", silent=False),
        s_pad=k("charger warns that the pad is dirty", [PAD, "/rosout", "/diagnostics"], "pad_dirty", "charging pad|charge pad", silent=False),
    )

    def plan(self):
        self.day(16, 2.0, 5.0)
        r, z0, ones = self.rng("cars"), self.z0, np.ones(self.n, bool)
        self.site = 1 if self.is_life(2, 8) else 2 if self.is_life(7) else 0
        bays, pitch = (12, 9, 15)[self.site], (2.7, 3.0, 2.6)[self.site]
        T, no = Track(self, x=2.0, y=0.0, h=0.0, l=0.0, w=0.0), 0
        T.set(bay=0, cap=0.5, kg=0, dock=0, ppl=0, tick=0), T.wait(r.uniform(15, 60), 0)

        def drive(x, row, v, code):
            c, y = (T.pos["x"], T.pos["y"]), 14.0 * row
            mid = [(c[0], c[1])] if abs(c[1] - y) < 1 else [(c[0], c[1]), (3.0, c[1]), (3.0, y)]
            st = {float(r.uniform(2, 8)): r.uniform(4, 18)} if r.random() < 0.14 else {}  # somebody in the way
            T.set(cap=v), self.wheel_way(T, mid + [(x, y)], v, code, st)

        def take(on):
            T.set(see=1), T.wait(r.uniform(2.5, 5), 4), T.set(see=0)
            if on:
                T.go(5, sec=r.uniform(4.5, 6), w=1.45), T.set(kg=kg), T.go(6, sec=r.uniform(6, 8), l=0.11)
            else:
                T.go(6, sec=r.uniform(5, 6.5), l=0.0), T.set(kg=0), T.go(5, sec=r.uniform(4.5, 6), w=0.0)

        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.8 if self.is_life(6) else 1)
            van, tight = self.new(3) and r.random() < 0.22, self.new(4) and r.random() < 0.22  # vans, and narrow bays entered creeping; new
            kg, bay, row = r.uniform(2200, 2900) if van else r.uniform(850, 2000), int(r.integers(0, bays)), int(r.integers(0, 2))
            bx, side, ve, vl = 7 + pitch * bay, (1, -1)[int(r.integers(0, 2))], r.uniform(1.1, 1.7), r.uniform(0.7, 1.05) * (0.75 if van else 1)
            T.set(bay=bay + 1 + 20 * row, tick=1000 + no)
            stops = [(2.0, 0, -1), (bx, row, side)]
            for i, (x, rw, sd) in enumerate(stops if r.random() < 0.5 else stops[::-1]):
                drive(x, rw, vl if i else ve, 1 + i)
                v, y = 0.12 if tight and x > 3 else r.uniform(0.28, 0.42), 14.0 * rw
                T.set(cap=v), T.go(3, v=v, a=0.3, y=y + sd * 5.2), take(i == 0), T.go(3, v=v, a=0.3, y=y)
            T.task(a0, "car")
            if r.random() < 0.07:
                T.set(ppl=1)
                T.wait(r.uniform(10, 40), 8)  # somebody in the box
                T.set(ppl=0)
            if r.random() < 0.3:
                T.wait(r.uniform(3, 30), 0)
            if self.is_life(5, 9) and no == 6:  # weekly test of lift and arms
                for _ in range(4):
                    T.go(12, sec=4, w=1.45), T.go(12, sec=6, l=0.11), T.go(12, sec=6, l=0.0), T.go(12, sec=4, w=0.0)
            if no % 6 == 0:
                drive(4.0, 1, 1.2, 7), T.go(7, v=0.3, a=0.3, y=18.0), T.set(dock=1), T.wait(r.uniform(120, 240), 9), T.set(dock=0), T.go(7, v=0.3, a=0.3, y=14.0)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.vehicle(A)
        self.px, self.py = self.x + (0, 80, -60)[self.site], self.y + (0, 11, -23)[self.site]
        self.lf, self.a = lp(A["l"], 0.2), ring(A["w"], 1.1, 0.6)
        self.dl, self.da, self.kg = lp(np.gradient(self.lf, DT), 0.1), lp(np.gradient(self.a, DT), 0.08), lp(E("kg"), 0.5)
        self.up = E("kg") * (self.lf > 0.02)
        self.load = lp(self.up, 0.8)
        self.rough = 1 + 0.6 * np.sin(self.px * 1.1) * np.cos(self.py * 0.7)
        mv = self.mv = (self.v > 0.06) | (np.abs(self.yr) > 0.08)
        self.om = [(self.fw + sa * self.sd + sb * 0.75 * self.yr) / 0.1 for sa, sb in ((-1, -1), (1, 1), (1, -1), (-1, 1))]
        mass = 0.55 + self.load / 2400
        self.amps = [lp(0.35 + mass * (1.1 * np.tanh(np.abs(o)) + 0.26 * np.abs(o)) * (1 + 0.1 * self.rough) + mass * 4.2 * np.abs(self.acc) + 0.9 * np.abs(self.yr), 0.15) for o in self.om]
        self.lbar = lp(8 + 150 * self.load / 2900 + 34 * (self.dl > 0.002) + 14 * np.abs(self.dl) * 40, 0.25)
        self.pump = lp(0.4 + (self.dl > 0.002) * (11 + 0.24 * self.lbar), 0.2)
        self.i24 = lp(5 + 1.6 * E("see") + 3.2 * (np.abs(self.da) > 0.03) + 2.4 * (mv * 1.0) + 1.8 * (self.pieces("pc", 5, 30, 0, 1) < 0.4), 0.25) + 0.1 * self.pink("i24", 1)
        use = self.i24 * 0.6 + sum(self.amps) * 1.1 + self.pump
        self.soc, self.ic = self.battery(use, E("dock"), 60, float(r.uniform(0.5, 0.85)), imax=45.0)
        self.ic = lp(self.ic, 2)
        self.nb = use - self.ic
        sp, od = "speed|velocity|faster|speed cap|twist", "/odom:twist.twist.linear.x"
        self.over("w2_fast", np.abs(self.fw), od, sp, mv & (np.abs(self.fw) > 0.1), 0.45, 2, 0.4), self.over("scan_fast", np.abs(self.fw), od, sp, mv & (np.abs(self.fw) > 0.1), 0.4, 2, 0.4)
        self.over("lift_heavy", self.lbar, LFT + ":lift_bar", "lift bar|pressure|load|heavier|corner kg", self.lbar > 30, 0.35, 0, 0.35), self.over("cell_load", self.nb, "/battery:current", "current|load|shunt amps|discharg", ones, 0.55, 1, 0.35)
        self.over("v24_load", self.i24, DCD + ":out24_amps", "out24 amps|current|load", ones, 0.55, 1, 0.3), self.places(self.px, self.py, self.v > 0.1, slip_place=(2.6, 0.05), bump_place=(2.6, 0.05))
        self.places(self.px, self.py, ones & (E("dock") < 1), uwb_place=(3.0, 0.07), wifi_place=(3.0, 0.07), mag_place=(3.0, 0.07)), self.over("v12_load", self.i24, DCD + ":out24_amps", "out24 amps|current|load", ones, 0.6, 1, 0.3)
        self.mode("w1_amps w4_low enc1 odo_slow brake2", self.v > 0.12, "driving", "moving", "speed", "velocity", "speed cap"), self.mode("lift_leak corner4", self.load > 300, "lifted", "car", "loaded", "corner kg", "lift bar")
        self.mode("lift_pump", self.dl > 0.003, "lift", "moves", "lifting", "lift pump amps"), self.mode("arm_eff arm1_amps", np.abs(self.da) > 0.05, "arms", "moves", "moving", "velocity"), self.mode("pad_hot pad_low", self.ic > 4, "charging", "pad amps", "on pad")
        self.person = (W("per", 1, 7) > 1.35) * 1.0

    def build(self):
        E, W, v, t, per = self.E, self.wander, self.v, self.t, self.person
        er, ov, jm = self.shape("s_drive", 0.35, 0.6, 4) & (v > 0.1), self.shape("s_lift", 0.5, 1, 5) & (self.lbar > 25), self.shape("s_arm", 0.5, 0.5, 3)
        am = [x * np.where(er & (i == 1), 2.0, 1) for i, x in enumerate(self.amps)]
        self.pub(WHL, "valet_msgs/msg/Wheels", 10, dict(wheel_amps=[s(x, 0.05, 0.16, 0.05, 0.12, 2, lo=0) for x in am], winding_c=[s(self.T(f"wc{i}", 4.5 * lp(x, 90), 320, 5, 0.15), 0.2) for i, x in enumerate(self.amps)], drive_error=np.where(er, 0x31, 0)))
        vel = [s(o, 1e-3, 0.12) for o in self.om] + [s(self.dl, 1e-4, 4e-4), s(self.da, 1e-3, 5e-3), s(0.98 * self.da, 1e-3, 5e-3)]
        eff = [s(x * 1.9, 0.05, 0.3) for x in self.amps] + [s(self.lbar * 62, 5, 30)] + [s(22 + 130 * np.abs(self.da) + 55 * np.tanh(12 * np.abs(self.da)) + 0.03 * self.load, 0.5, 4, 2, 3, 4) for _ in (0, 1)]
        self.jnt(JNT, 15, ["wheel_1", "wheel_2", "wheel_3", "wheel_4", "lift", "arms_front", "arms_rear"], [s(np.cumsum(o) * DT, 1e-4) for o in self.om] + [s(self.lf, 1e-4, 4e-4), s(self.a, 1e-4, 1e-3), s(0.985 * self.a, 1e-4, 1e-3)], vel, eff)
        sg = 0.05 + 0.24 * v * self.rough
        self.inertial("/imu", 16, self.yaw, (0.02 * v * self.white("gx"), 0.02 * v * self.white("gy"), self.yr), (self.acc + sg * self.white("ax"), self.v * self.yr + sg * self.white("ay"), 9.81 + 1.3 * sg * self.white("az")), "base")
        pose = self.odometry("/odom", 12, "odom", self.px, self.py)
        self.pub(POSE, "geometry_msgs/msg/PoseWithCovarianceStamped", 5, {p: s(x.x, 1e-3, 0.012, 0, 0.015, 9) if isinstance(x, s) else x for p, x in pose.items()}, "map")
        for nm, a, b in (("/scan_front", 0.7, 1), ("/scan_rear", 0.9, -1)):
            self.lidar(nm, 6, [(3.5 + 6 * abs(np.cos(i * 0.6))) * (1 + 0.22 * np.sin(self.px * (a + 0.09 * i) + b * self.py + i)) - (1.5 * per if 3 < i < 6 else 0) for i in range(9)], 1.7, 25)
        mx = 2.1e-5 * np.cos(self.yaw) + 4e-6 * np.sin(self.px * 0.9), 2.1e-5 * np.sin(self.yaw) * -1 + 4e-6 * np.cos(self.py * 1.1 + self.px * 0.4), -4.1e-5 + 3e-6 * np.sin(self.px * 0.6) + 2e-9 * self.load
        self.pub(MAG, "sensor_msgs/msg/MagneticField", 8, {f"magnetic_field.{c}": s(x, 1e-7, 4e-7, 3e-7, 3e-7, 9) for c, x in zip("xyz", mx)}, "base")
        tilt = [0.25 + 0.03 * sg_ + 0.02 * W(f"ck{i}", 1, 0.6) * np.minimum(v * 2, 1) for i, sg_ in enumerate((1, -1, 1, -1))]
        self.pub(LFT, "valet_msgs/msg/Lift", 8, dict(lift_bar=s(self.lbar + 25 * ov, 0.2, 0.9, 0.5, 0.6, 5, lo=0), lift_pump_amps=s(self.pump, 0.1, 0.35, 0.1, 0.2, 3, lo=0), lift_oil_c=s(self.T("lo", 0.9 * lp(self.pump, 200), 300, 4, 0.1), 0.1), corner_kg=[s(self.load * b + 22, 1, 4, 6, 3, 9, lo=0) for b in tilt], lift_overload=ov))  # fmt: skip
        mm, V = np.tanh(14 * np.abs(self.da)), {}
        for i in range(4):
            V.update({f"arm[{i}].arm_amps": s(0.15 + mm * (3.4 + 0.3 * i + 0.5 * W(f"aa{i}", 1, 1)) * np.where(jm & (i == 1), 2, 1) + 1.6 * jm * (i == 1), 0.02, 0.1, 0.04, lo=0), f"arm[{i}].arm_gap_mm": s(12 + 210 * np.maximum(1 - self.a / 1.45, 0) + 3 * self.per_event(f"ag{i}", self.a > 0.7), 0.5, 0.9, 1, 0.7, 6), f"arm[{i}].arm_gear_c": s(self.T(f"ac{i}", 12 * lp(mm, 90), 300, 3, 0.1), 0.1)})  # fmt: skip
        self.pub(ARM, "valet_msgs/msg/Arms", 8, dict(V, arm_jammed=jm))
        see = E("see") > 0
        self.pub(TYR, "valet_msgs/msg/TyreFinder", 5, dict(tyre_score=s(0.86 + 0.05 * lp(E("see"), 0.6) - 0.06 * v - 0.04 * self.is_life(6) + 0.02 * np.sin(self.px), 0.002, 0.012, 0.01, 0.012, 6, lo=0, hi=1), tyre_delay_ms=s(self.net("td", 33 + 9 * E("see"), 1.6, 2), 0.5), wheelbase_m=s(2.66 + 0.2 * self.per_event("wb", see), 0.002, 0.006, 0.004, 0.003, 9), tyres_seen=np.floor(np.cumsum(see) * DT)))  # fmt: skip
        ocv = 3.23 + 0.1 * self.soc - 0.0009 * self.nb - 0.0005 * lp(self.nb, 30)
        self.pack("/battery", self.nb, 16 * ocv, self.soc, [ocv] * 8, [self.T(f"bt{i}", 3 * lp(np.abs(self.nb) / 20, 60), 500, 3, 0.06) for i in range(3)])
        self.pub(BMS, "valet_msgs/msg/Bms", 4, dict(shunt_amps=s(self.nb, 0.05, 0.15, 0.05, 0.1), insulation_kohm=s(1650 - 90 * lp(W("wet", 1, 200), 20), 5, 14, 40, 18, 60), contactor_mv=s(11 + 0.55 * np.abs(self.nb), 0.1, 0.7, 0.5, 0.5, 9, lo=0)))
        self.pub(PAD, "valet_msgs/msg/ChargePad", 4, dict(pad_amps=s(self.ic, 0.05, 0.08, 0, 0.05, 4, lo=0), pad_c=s(self.T("pd", 15 * lp(self.ic / 45, 9), 45, 1, 0.15), 0.1), coupling_pct=s(lp(E("dock"), 0.5) * (87 + 2 * self.per_event("cp", E("dock") > 0)), 0.1, 0.4, 0, 0.3, 8, lo=0), on_pad=E("dock"), pad_dirty=(self.f("s_pad") > 0) & (t % 18 < 6)))  # fmt: skip
        dist = [np.hypot(self.px - (0, 80, -60)[self.site] - ax, self.y - ay) for ax, ay in ((0, -6), (45, -6), (0, 21), (45, 21))]
        self.pub(UWB, "valet_msgs/msg/Uwb", 6, dict(anchor_m=[s(d + 0.05 * np.sin(self.px + i), 0.01, 0.03, 0.02, 0.03, 6, lo=0) for i, d in enumerate(dist)], anchor_snr=[s(31 - 0.32 * d + 2 * np.sin(self.px * 0.7 + i), 0.5, 0.9, 0.6, 1, 6) for i, d in enumerate(dist)], uwb_residual_m=s(0.06 + 0.03 * per + 0.02 * v, 0.001, 0.01, 0, 0.008, 6, lo=0)))  # fmt: skip
        self.pub(DCD, "valet_msgs/msg/Dcdc", 5, dict(out24_volts=s(24.3 - 0.025 * self.i24, 0.01, 0.02, 0.03, 0.015, 9), out24_amps=s(self.i24, 0.02, 0.08, lo=0), out12_volts=s(12.08 - 0.004 * self.i24, 0.005, 0.01, 0.02, 0.008, 9), dcdc_c=s(self.T("dc", 1.3 * lp(self.i24, 60), 150, 6, 0.12), 0.1)))
        self.pub(BRK, "valet_msgs/msg/Brakes", 5, dict(coil_amps=[s(lp(self.mv * 1.0, 0.1) * (1.42 - 0.004 * (self.amb - 16)), 0.005, 0.012, 0.02, 0.01, 8, lo=0) for _ in range(4)], release_ms=s(78 + 5 * self.per_event("rl", self.mv), 0.5, 0.8, 1.5)))
        self.pub(STR, "valet_msgs/msg/Strips", 3, dict(strip_kohm=[s(8.2 - 0.01 * (self.amb - 16), 0.01, 0.02, 0.06, 0.025, 30) for _ in range(4)]))
        self.pub(WIF, "valet_msgs/msg/Wifi", 4, dict(wifi_dbm=s(-47 - 0.9 * np.abs(np.mod(self.px, 26) - 13) - 4 * (np.abs(self.y) > 3) * (np.abs(self.y - 14) > 3), 1, 1.2, 0.8, 1.5, 5), ping_ms=s(self.net("pi", 6), 0.5), retry_pct=s(self.net("re", 0, 0.6, 0.8), 0.1), cell=np.where(np.mod(self.px, 52) < 26, 1, 2)))
        ex = lp((self.pieces("ex", 20, 90, 0, 1) < 0.3) * 1.0, 25)
        self.pub(GAS, "valet_msgs/msg/GarageAir", 3, dict(co_ppm=s(3.2 + 5 * ex, 0.1, 0.25, 0.3, 0.3, 20, lo=0), fan_pct=s(30 + 45 * lp((ex > 0.35) * 1.0, 5), 0.5, 0.6), dust_ug=s(24 + 14 * lp(v, 6) + 6 * ex, 0.5, 1.5, 2, 1.6, 15, lo=0)))
        for i, nm in enumerate(("left", "right")):
            self.simple("/ultrasonic/" + nm, "Range", 6, "range", s(np.clip(1.9 + 0.9 * np.sin(self.px * (1.16 + 0.2 * i) + i) - 1.1 * lp((E("see") > 0) * 1.0, 0.6), 0.25, 4), 0.005, 0.012, 0.01), min_range=0.2, max_range=4.0, field_of_view=0.4)
        self.simple("/light", "Illuminance", 4, "illuminance", s((150 + 60 * np.sin(self.px / 2.7) * np.cos(self.py / 3) + 90 * lp((self.x < 5) * 1.0, 1.5)) * (0.4 if self.is_life(6) else 1) * (1 + 0.01 * self.white("li")), 1)), self.simple("/garage/temperature", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05))
        self.simple("/garage/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.58 + 0.05 * self.su("rh"), 0.001, 0.0015, 0, 0.012, 150)), self.pub("/safety", "valet_msgs/msg/Safety", 2, dict(estop_ok=1, box_gate_closed=E("ppl") < 0.5, field_set=np.where(self.load > 300, 3, np.where(v > 0.5, 2, self.mv)), persons=per + E("ppl")))  # fmt: skip
        self.pub("/mission", "valet_msgs/msg/Mission", 4, dict(mission_phase=self.st, bay=E("bay"), ticket=E("tick"), speed_cap=s(E("cap"), 0.01)))
        ver = self.version("valet", "3.1", "3.2", "3.4")
        self.computer(CTL, "valet_msgs/msg/Controller", 20, 26, 2700, ("loop_ms", "loop_worst_ms", "ram_mb", "cpu_c", "image"), 6 * lp(self.mv * 1.0, 30), ver, 1.5)
        self.end("/park/_action/status", [("s_drive", "wheels", ["wheel 2 drive fault 0x31", "wheel 2 drive started again"], "WH"), ("s_lift", "lift", ["lift overloaded", "lift within limits again"], "LI"), ("s_arm", "arms", ["arm 2 jammed", "arm 2 free again"], "AR"), ("s_pad", "charge_pad", "charging pad dirty, clean soon", "CP")],  # fmt: skip
                 [(12, "I", "mission", "car stored in {} s", 70, 190), (8, "W", "navigation", "person in the way, waited {} s", 4, 18), (6, "W", "tyre_finder", "tyre searched again after {} s", 1, 6), (5, "I", "bms", "balancing {} mV", 2, 9), (4, "W", "wifi", "server slow {} ms", 400, 900)], [("localizer", "map of the garage loaded"), ("tyre_finder", "calibration 17 days old"), ("safety", "bumper test ok")], ver)  # fmt: skip
