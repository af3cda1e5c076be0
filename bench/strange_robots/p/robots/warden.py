"""Guard robot of an office building: two driven wheels, four sprung casters, a mast with a turning head (colour and thermal picture), rides in the lift; standard messages and its own; English."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

DRV, JNT, CAS, BMS, DOK, THC, RGB, TAG, MIC, GAS, DCD, CLF, WIF, LNK, CTL, SPK, MAG, POSE, BAR, CMD = "/drive", "/joint_states", "/casters", "/bms", "/dock", "/thermal", "/colour_camera", "/tag_reader", "/microphones", "/nose", "/dcdc", "/cliff", "/wifi", "/lift_link", "/controller", "/speaker", "/mag", "/pose", "/barometer", "/cmd_vel"  # fmt: skip
ACC, GYR, DR, HD = "linear_acceleration.", "angular_velocity.", dict(where="when driving"), dict(where="when the head moves", need=12)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Warden(Robot):
    NAME = "warden"
    FLAGS = [(DRV, "drive_error"), (DOK, "pins_dirty"), (SPK, "amplifier_hot"), (TAG, "reader_fault")]
    DEFS = {
        "warden_msgs/msg/Drive": mdef("float32[2] motor_amps motor_c bridge_c; uint16 drive_error"),
        "warden_msgs/msg/Casters": mdef("float32[4] spring_mm"),
        "warden_msgs/msg/Bms": mdef("float32 fuse_mv leak_kohm balance_ma"),
        "warden_msgs/msg/Dock": mdef("float32 dock_amps pin_c alignment_mm; bool docked pins_dirty"),
        "warden_msgs/msg/Thermal": mdef("float32 scene_c hottest_c sensor_c shutter_s; uint16 frames_lost"),
        "warden_msgs/msg/Colour": mdef("float32 sharpness exposure_ms picture_delay_ms infrared_ma; uint8 persons_seen"),
        "warden_msgs/msg/Tags": mdef("float32 field_ma tag_rssi; uint32 tags_read; bool reader_fault"),
        "warden_msgs/msg/Microphones": mdef("float32[4] level_db; float32 direction_deg"),
        "warden_msgs/msg/Nose": mdef("float32 smoke_pct co2_ppm gas_pct nose_fan_rpm"),
        "warden_msgs/msg/Dcdc": mdef("float32 rail12_volts rail12_amps rail5_volts dcdc_c"),
        "warden_msgs/msg/Cliff": mdef("float32[4] drop_mm"),
        "warden_msgs/msg/Wifi": mdef("float32 wifi_dbm ping_ms retry_pct; uint8 cell"),
        "warden_msgs/msg/LiftLink": mdef("float32 link_db answer_ms; uint8 cabin_floor"),
        "warden_msgs/msg/Speaker": mdef("float32 coil_ma amplifier_c; bool amplifier_hot"),
        "warden_msgs/msg/Safety": mdef("bool estop_ok bumper_free; uint8 field_set visitors"),
        "warden_msgs/msg/Mission": mdef("uint8 mission_phase floor; uint16 checkpoint; float32 speed_cap; bool by_hand"),
        "warden_msgs/msg/Controller": mdef("float32 loop_ms loop_worst_ms ram_mb cpu_c; string image"),
    }
    KINDS = dict(
        m1_amps=k("left motor draws more and more current: hair in the axle", DRV, "motor_amps[0]", "left motor|drive|axle", "off 1.5 .15", step=False, **DR),
        m2_hot=k("right motor gets hot: bearing", DRV, "motor_c[1]", "right motor|drive|bearing", "heat 10 80", step=False, tail=300),
        m2_shunt=k("current of the right motor loses span: shunt corroded", DRV, "motor_amps[1]", "right motor|drive|shunt", "span -.38 .4", **DR),
        b1_frz=k("temperature of the left bridge frozen: node hangs", DRV, "bridge_c[0]", "left bridge|drive", "frz"),
        m1_fast=k("left motor draws a fluttering current when faster than a number: brush worn", DRV, "motor_amps[0]", "left motor|drive|brush", "flut 1.5", where="**speed above a number**", **NU),
        carpet=k("right wheel slips at one place: carpet loose", JNT, "velocity[1]", "right wheel|joint states|carpet", "flut 2.4", **PL),
        enc_abs=k("direction of the left wheel is lost: channel of the encoder broken", JNT, "velocity[0]", "left wheel|joint states|encoder", "abs|noise .12", where="when turning", need=12),
        pan_play=k("head has play in pan: worm gear worn", JNT, "position[2]", "head|pan|joint states|worm gear", "play .14|noise .004"),
        tilt_eff=k("tilt of the head needs more and more effort: cable stiff", JNT, "effort[3]", "head|tilt|joint states|cable", "off 1.1 .1", step=False, **HD),
        pan_slow=k("pan of the head is slow: driver limits", JNT, "velocity[2]", "head|pan|joint states|driver", "rate .38|noise .02", **HD),
        tilt_zero=k("tilt of the head stands off: homed against the bag", JNT, "position[3]", "head|tilt|joint states", "off .11 .03"),
        jnt_age=k("joint states come later and later: bridge overloaded", JNT, "header.stamp", "joint states|bridge", "age .7", step=False),
        gyro_mix=k("yaw gyro sees the motor current: shield open", "/imu", GYR + "z", "imu|yaw gyro|shield", "mix .007 0|noise .004"),
        gyro_x=k("roll gyro has a bias: solder crack", "/imu", GYR + "x", "imu|roll gyro", "off .024 .03"),
        imu_half=k("imu sends half of its messages", "/imu", "header.stamp", "imu", "lost .5"),
        sill_place=k("robot is shaken at one place: door sill loose", "/imu", " ".join(ACC + c for c in "xyz"), "imu|door sill|floor", "noise .6", **PL),
        odo_span=k("odometry turns too little: wheel distance set wrongly", "/odom", "twist.twist.angular.z", "odometry|odom", "mul -.2 .03", where="when turning", need=12),
        odo_lost=k("odometry messages get lost", "/odom", "header.stamp", "odometry|odom", "lost .5"),
        odo_zone=k("odometry does not see slow driving: filter set too hard", "/odom", "twist.twist.linear.x", "odometry|odom", "zone .34"),
        pose_walk=k("pose walks: map of the floor is old", POSE, "pose.pose.position.x pose.pose.position.y", "pose|localization|map", "walk .5 6 25"),
        pose_place=k("pose jumps at one place: glass wall", POSE, "pose.pose.position.x pose.pose.position.y", "pose|localization|glass wall", "flut .3 1.1", **PL),
        scan_beam=k("beams 4 and 5 of the scanner read short: sticker on the window", "/scan", "ranges[4] ranges[5]", "scanner|scan|window", "short .25 .6"),
        scan_stall=k("low scanner stands still for seconds: belt of the mirror", "/scan_low", " ".join(f"ranges[{i}]" for i in range(8)), "low scanner|scan low|mirror", "stall 2 9"),
        scan_fast=k("scans of the low scanner get lost when the robot is faster than a number: plug loose", "/scan_low", "header.stamp", "low scanner|scan low|plug", "lost .75", where="**speed above a number**", **NU),
        cmd_late=k("speed commands come late: planner on the wrong core", CMD, "header.stamp", "speed command|cmd vel|planner", "age .6", step=False),
        mag=k("magnetometer has an offset: magnet of a badge", MAG, "magnetic_field.x", "magnetometer|mag", "off 1.3e-5 .05"),
        mag_amps=k("magnetometer sees the battery current: cable laid anew", MAG, "magnetic_field.z", "magnetometer|mag|cable", "mix 4e-7 1"),
        mag_place=k("magnetometer is disturbed at one place: safe put in", MAG, "magnetic_field.y", "magnetometer|mag|safe", "flut 1.5e-5", **PL),
        caster3=k("spring of caster 3 sticks: rod bent", CAS, "spring_mm[2]", "caster 3|casters|rod", "stick 2.3"),
        caster1=k("caster 1 stands lower: spring broken", CAS, "spring_mm[0]", "caster 1|casters|spring", "off -4.5 .08"),
        baro_drift=k("barometer sees its own heat: vent closed", BAR, "fluid_pressure", "barometer|vent", "creep 34 70"),
        cell7=k("cell 7 stands low: ageing", "/battery", "cell_voltage[6]", "cell 7|battery", "off -.035 .05"),
        cell_load=k("cell 2 sags when the current is above a number: weld", "/battery", "cell_voltage[1]", "cell 2|battery|weld", "off -.05 .3", where="**battery current above a number**", **NU),
        pack_hot=k("battery gets warm at sensor 3: fan of the bay", "/battery", "cell_temperature[2]", "battery|sensor 3|fan", "heat 6 100", step=False, tail=400),
        soc_jump=k("charge state jumps: gauge loses its count", "/battery", "percentage", "battery|charge state|gauge", "walk .12 12 40"),
        fuse=k("voltage over the fuse rises: clip burnt", BMS, "fuse_mv", "fuse|bms|clip", "mul 1.4 .1"),
        leak=k("insulation falls: cleaning water", BMS, "leak_kohm", "insulation|bms", "off -520 .05", step=False),
        pins=k("pins of the dock get hot: spring weak", DOK, "pin_c", "dock|pins", "heat 15 25", where="when charging", need=25),
        dock_low=k("charging current too little: one pin without contact", DOK, "dock_amps", "dock|pins", "mul -.35 .05", where="when charging", need=25),
        therm_off=k("thermal picture reads too warm: shutter hangs", THC, "scene_c", "thermal camera|thermal|shutter", "creep 3 90"),
        therm_bend=k("hottest point read too hot: calibration lost", THC, "hottest_c", "thermal camera|thermal|calibration", "span .35 20"),
        therm_hot=k("sensor of the thermal camera gets hot: pad off", THC, "sensor_c", "thermal camera|thermal|pad", "heat 7 60", step=False, tail=250),
        sharp=k("camera loses sharpness: fingerprints", RGB, "sharpness", "colour camera|camera|dome", "off -13 .05", step=False),
        sharp_tilt=k("camera loses sharpness when the exposure is above a number: image stabiliser", RGB, "sharpness", "colour camera|camera|stabiliser", "off -10 .3", where="**exposure above a number**", **NU),
        pic_late=k("pictures late: encoder busy", RGB, "picture_delay_ms", "colour camera|camera|encoder", "late 12 60"),
        infra=k("infrared lamp draws less: half of its diodes dead", RGB, "infrared_ma", "infrared lamp|camera|colour camera", "mul -.42 .03", where="when the lamp is on"),
        tag_weak=k("tags answer weakly: coil of the reader cracked", TAG, "tag_rssi", "tag reader|coil", "off -7 .1", where="when reading", need=10),
        tag_field=k("field of the tag reader draws more current: tuning lost", TAG, "field_ma", "tag reader|tuning", "mul .3 .08"),
        mic2=k("microphone 2 is deaf for soft sounds: membrane wet", MIC, "level_db[1]", "microphone 2|microphones", "floor 46"),
        mic_dir=k("direction of sounds is read coarsely: one channel late", MIC, "direction_deg", "microphones|direction", "coarse 45"),
        co2=k("carbon dioxide drifts: lamp of the cell aged", GAS, "co2_ppm", "carbon dioxide|nose", "off 190 .05", step=False),
        smoke=k("smoke reads uneasy: spider in the chamber", GAS, "smoke_pct", "smoke|nose|chamber", "burst .11 2 9"),
        nose_fan=k("fan of the nose slows: dust", GAS, "nose_fan_rpm", "nose|fan", "mul -.15 .03"),
        r12_load=k("12 V falls when its current is above a number: terminal", DCD, "rail12_volts", "12 v|dcdc|terminal", "off -.35 .3", where="**current of 12 V above a number**", **NU),
        r5=k("5 V uneasy: capacitor", DCD, "rail5_volts", "5 v|dcdc|capacitor", "noise .045"),
        dcdc_hot=k("converter gets hot: screw loose", DCD, "dcdc_c", "dcdc|converter", "heat 11 70", step=False, tail=300),
        cliff2=k("cliff sensor 2 reads too deep: lens dusty", CLF, "drop_mm[1]", "cliff 2|cliff|lens", "bend .28 50"),
        cliff_bright=k("cliff sensor 4 flutters when the room is brighter than a number: filter fallen off", CLF, "drop_mm[3]", "cliff 4|cliff|filter", "flut 8", where="**illuminance above a number**", **NU),
        wifi_place=k("radio weak at one place: access point off", WIF, "wifi_dbm", "wifi|radio|access point", "off -14 .2", **PL),
        retry=k("many retries on the radio: neighbour on the channel", WIF, "retry_pct", "wifi|radio", "late 4 13"),
        lift_db=k("link to the lift weak: antenna of the shaft", LNK, "link_db", "lift link|antenna", "off -9 .1", step=False),
        us_left=k("left sonar drops out: cable", "/sonar/left", "range", "left sonar|sonar left|cable", "cut .2 .3 2"),
        us_right=k("right sonar rings: nothing near is measured", "/sonar/right", "range", "right sonar|sonar right", "floor 1.5"),
        light=k("light sensor dims: film", "/light", "illuminance", "light sensor|light", "mul -.36 .03"),
        humid=k("humidity frozen", "/room/humidity", "relative_humidity", "humidity|room humidity", "frz"),
        loop=k("loop has far longer worst cases", CTL, "loop_worst_ms loop_ms", "controller|loop", "late 5 30"),
        ram=k("memory of the computer fills", CTL, "ram_mb", "controller|computer|memory", "leak 140", step=False),
        s_drive=k("left drive reports faults", [DRV, "/rosout", "/diagnostics"], "drive_error motor_amps[0]", "left motor|drive", silent=False),
        s_spk=k("speaker reports that its amplifier is hot", [SPK, "/rosout", "/diagnostics"], "amplifier_hot amplifier_c", "speaker|amplifier", silent=False),
        s_tag=k("tag reader reports faults", [TAG, "/rosout", "/diagnostics"], "reader_fault field_ma", "tag reader", silent=False),
        s_pins=k("dock warns that its pins are dirty", [DOK, "/rosout", "/diagnostics"], "pins_dirty", "dock|pins", silent=False),
    )

    def plan(self):
        self.day(21, 1.0, 3.0)
        r, z0, ones = self.rng("rounds"), self.z0, np.ones(self.n, bool)
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(8) else 0
        L, D = ((36, 11), (42, 14), (30, 9))[self.site]
        T, no, fl = Track(self, x=0.0, y=0.0, h=0.0, p=0.0, q=0.1, z=0.0), 0, 0
        T.set(cap=0.5, dock=0, ppl=0, cp=0, look=0, read=0, hand=0, fl=0, say=0, ir=0), T.wait(r.uniform(15, 60), 0)

        def drive(x, y, v, code):
            a, b = T.pos["x"], T.pos["y"]
            mid = [(a, b)] if abs(b - y) < 1 else [(a, b), (1.5, b), (1.5, y)] if a + x < L else [(a, b), (L, b), (L, y)]
            st = {float(r.uniform(2, 8)): r.uniform(4, 18)} if r.random() < 0.15 else {}  # somebody in the way
            T.set(cap=v), self.wheel_way(T, mid + [(x, y)], v, code, st)

        def look(n):
            T.set(look=1)
            for _ in range(n):
                T.go(4, sec=r.uniform(1.6, 3), p=r.uniform(-2.2, 2.2), q=r.uniform(-0.25, 0.45)), T.wait(r.uniform(1.5, 4), 4)
            T.set(look=0), T.go(4, sec=1.8, p=0.0, q=0.1)

        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.8 if self.is_life(6) else 1)
            v = r.uniform(0.7, 1.2)
            escort, dark = self.new(3) and r.random() < 0.3, self.new(4) and r.random() < 0.3  # visitors are led and talked to; rooms searched creeping with the lamp; new
            for c in range(int(r.integers(3, 6))):
                x, y = r.uniform(2.5, L - 2), D * int(r.integers(0, 2))
                T.set(cp=int(x) + 50 * (y > 0) + 100 * fl)
                if escort:
                    T.set(say=1)
                drive(x, y, 0.45 if escort else v, 1)
                T.set(say=0)
                if dark or r.random() < 0.4:  # into a room, through its door
                    sg = 1 if y else -1
                    T.set(ir=1 if dark or r.random() < 0.4 else 0, cap=0.15 if dark else 0.5)
                    self.wheel_way(T, [(x, y), (x, y + sg * 5)], 0.15 if dark else 0.5, 2), look(int(r.integers(2, 4))), T.set(ir=0), self.wheel_way(T, [(x, y + sg * 5), (x, y)], 0.5, 2)
                else:
                    T.set(read=1), T.wait(r.uniform(3, 6), 3), T.set(read=0)
                    if r.random() < 0.6:
                        look(int(r.integers(1, 3)))
            T.task(a0, "round")
            if r.random() < 0.5:  # the lift
                drive(L, 0.5 * D, v, 5), T.wait(r.uniform(5, 30), 5)
                fl = (fl + 1) % 3
                self.wheel_way(T, [(L, 0.5 * D), (L + 2.6, 0.5 * D)], 0.4, 6), T.go(7, sec=r.uniform(7, 12), z=3.6 * fl), T.set(fl=fl), T.wait(3, 7), self.wheel_way(T, [(L + 2.6, 0.5 * D), (L, 0.5 * D)], 0.4, 6)
            if r.random() < 0.08:
                T.set(ppl=1)
                T.wait(r.uniform(10, 45), 8)  # questions of visitors
                T.set(ppl=0)
            if r.random() < 0.16 or self.is_life(8) and r.random() < 0.3:  # driven by hand with a joystick
                T.set(hand=1), self.manual(T, r.uniform(25, 60), 9, "xyhpq", dict(x=-1.4, y=-1.2, h=-0.8, p=-1, q=-0.2), dict(x=1.4, y=1.2, h=0.8, p=1, q=0.3)), T.set(hand=0)
            if self.is_life(5, 9) and no == 4:  # weekly test of head and wheels
                for p in (2.4, -2.4, 0.0):
                    T.go(12, sec=4, p=p, q=0.5), T.go(12, sec=3, p=p, q=-0.3), T.go(12, v=0.9, a=1, h=T.pos["h"] + 3.1416)
                T.go(12, sec=2, p=0.0, q=0.1)
            if no % 4 == 0:
                drive(4.0, 0, v, 10), self.wheel_way(T, [(4.0, 0), (4.0, -1.6)], 0.3, 10), T.set(dock=1), T.wait(r.uniform(120, 240), 11), T.set(dock=0), T.go(10, v=0.3, a=0.3, y=0.0)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.vehicle(A)
        self.px, self.py, self.zf = self.x + (0, 90, -70)[self.site], self.y + (0, 12, -25)[self.site], lp(A["z"], 0.3)
        self.J = [ring(A["p"], 1.3, 0.6), ring(A["q"], 1.5, 0.6)]
        self.dJ = [lp(np.gradient(a, DT), 0.08) for a in self.J]
        self.hm = sum(np.abs(a) for a in self.dJ) > 0.06
        self.soft = 0.5 + 0.5 * np.tanh(2 * np.sin(self.px / 6 + 0.7 * E("fl")))  # carpet
        self.rough = 1 + 0.6 * np.sin(self.px * 1.3) * np.cos(self.py * 0.8)
        mv = self.mv = (self.v > 0.06) | (np.abs(self.yr) > 0.08)
        self.om = [(self.fw + sg * 0.22 * self.yr) / 0.095 for sg in (-1, 1)]
        self.amps = [lp(0.3 + (0.9 + 0.7 * self.soft) * np.tanh(np.abs(o)) + 0.12 * np.abs(o) + 3.5 * np.abs(self.acc) + 0.7 * np.abs(self.yr), 0.15) for o in self.om]
        self.lum = np.maximum((210 + 90 * np.sin(self.px / 3.1) * np.cos(self.py / 2.6) + 25 * E("fl")) * (0.35 if self.is_life(6) else 1) * np.where(E("ir") > 0, 0.12, 1), 4)
        self.lum = lp(self.lum, 0.8)
        self.expo = np.clip(3200 / (self.lum + 60), 2, 45)
        self.i12 = lp(3.2 + 1.4 * E("look") + 1.5 * self.hm + 1.1 * E("read") + 1.7 * E("say") + 1.3 * E("ir") + 1.4 * (self.pieces("pc", 5, 30, 0, 1) < 0.4), 0.25) + 0.1 * self.pink("i12", 1)
        use = self.i12 * 0.55 + sum(self.amps) * 1.05
        self.soc, self.ic = self.battery(use, E("dock"), 40, float(r.uniform(0.5, 0.85)), imax=28.0)
        self.ic = lp(self.ic, 2)
        self.nb = use - self.ic
        self.AUX = [sum(self.amps) * W("mx", 1, 0.3), self.nb]
        sp, od = "speed|velocity|faster|speed cap|twist", "/odom:twist.twist.linear.x"
        self.over("m1_fast", np.abs(self.fw), od, sp, mv & (np.abs(self.fw) > 0.1), 0.45, 2, 0.4), self.over("scan_fast", np.abs(self.fw), od, sp, mv & (np.abs(self.fw) > 0.1), 0.4, 2, 0.4)
        self.over("cell_load", self.nb, "/battery:current", "current|load|discharg", ones, 0.6, 1, 0.35), self.over("r12_load", self.i12, DCD + ":rail12_amps", "rail12 amps|current|load", ones, 0.58, 1, 0.3)
        self.over("sharp_tilt", self.expo, RGB + ":exposure_ms", "exposure ms|exposure|darker", ones, 0.58, 1, 0.35), self.over("cliff_bright", self.lum, "/light:illuminance", "illuminance|light|brighter", ones, 0.55, 0, 0.35)
        self.places(self.px, self.py, self.v > 0.1, carpet=(2.6, 0.06), sill_place=(2.6, 0.06)), self.places(self.px, self.py, ones & (E("dock") < 1), pose_place=(2.8, 0.08), mag_place=(2.8, 0.08), wifi_place=(3.0, 0.08))
        self.mode("m1_amps m2_shunt", self.v > 0.1, "driving", "moving", "speed", "velocity", "speed cap"), self.mode("enc_abs odo_span", np.abs(self.yr) > 0.12, "turning", "angular z", "turns", "velocity"), self.mode("tilt_eff pan_slow", self.hm, "head", "moves", "moving", "velocity")
        self.mode("pins dock_low", self.ic > 3, "charging", "dock amps", "docked"), self.mode("infra", E("ir") > 0, "lamp", "dark", "infrared ma", "on"), self.mode("tag_weak", E("read") > 0, "reading", "tag", "mission phase", "field ma")
        self.person = (W("per", 1, 7) > 1.35) * 1.0

    def build(self):
        E, W, v, t, per = self.E, self.wander, self.v, self.t, self.person
        er, ho, rf = self.shape("s_drive", 0.35, 0.6, 4) & (v > 0.1), self.shape("s_spk", 0.5, 1, 5), self.shape("s_tag", 0.5, 1, 4)
        self.pub(DRV, "warden_msgs/msg/Drive", 10, dict(motor_amps=[s(x * np.where(er & (i == 0), 2.0, 1), 0.02, 0.1, 0.04, 0.1, 2, lo=0) for i, x in enumerate(self.amps)], motor_c=[s(self.T(f"mc{i}", 6 * lp(x, 90), 300, 6, 0.15), 0.2) for i, x in enumerate(self.amps)], bridge_c=[s(self.T(f"bc{i}", 4 * lp(x, 20), 90, 9, 0.12), 0.1) for i, x in enumerate(self.amps)], drive_error=np.where(er, 0x52, 0)))  # fmt: skip
        vel = [s(o, 1e-3, 0.1) for o in self.om] + [s(x, 1e-3, 6e-3) for x in self.dJ]
        eff = [s(x * 1.4, 0.02, 0.2) for x in self.amps] + [s(0.15 + 1.2 * np.tanh(9 * np.abs(self.dJ[0])) + 0.5 * np.abs(self.dJ[0]), 0.01, 0.06, 0.03, 0.04), s(0.5 + 0.8 * np.sin(self.J[1]) + 0.9 * np.tanh(9 * np.abs(self.dJ[1])), 0.01, 0.06, 0.03, 0.04)]
        self.jnt(JNT, 15, ["wheel_left", "wheel_right", "head_pan", "head_tilt"], [s(np.cumsum(o) * DT, 1e-4) for o in self.om] + [s(x, 1e-4, 8e-4) for x in self.J], vel, eff)
        sg = 0.05 + 0.22 * v * self.rough
        self.inertial("/imu", 16, self.yaw, (0.02 * v * self.white("gx"), 0.02 * v * self.white("gy"), self.yr), (self.acc + sg * self.white("ax"), v * self.yr + sg * self.white("ay"), 9.81 + np.gradient(lp(np.gradient(self.zf, DT), 0.4), DT) + 1.3 * sg * self.white("az")), "base")
        pose = self.odometry("/odom", 12, "odom", self.px, self.py)
        self.pub(POSE, "geometry_msgs/msg/PoseWithCovarianceStamped", 5, {p: s(x.x, 1e-3, 0.012, 0, 0.015, 9) if isinstance(x, s) else x for p, x in pose.items()} | {"pose.pose.position.z": s(3.6 * E("fl"), 0.01)}, "map")
        self.pub(CMD, "geometry_msgs/msg/TwistStamped", 10, {"twist.linear.x": s(np.roll(self.fw, -6), 0.01, 0.004), "twist.angular.z": s(np.roll(self.yr, -6), 0.01, 0.004)}, "base")
        for nm, m, a in (("/scan", 12, 0.7), ("/scan_low", 8, 0.95)):
            self.lidar(nm, 6, [(2.2 + 7 * abs(np.cos(i * 0.55))) * (1 + 0.22 * np.sin(self.px * (a + 0.08 * i) + self.py + i + 0.9 * E("fl"))) - (1.3 * per if 3 < i < 6 else 0) for i in range(m)], 2.2, 25)
        mx = 1.9e-5 * np.cos(self.yaw) + 4e-6 * np.sin(self.px * 0.8), -1.9e-5 * np.sin(self.yaw) + 4e-6 * np.cos(self.py + self.px * 0.4), -4.3e-5 + 3e-6 * np.sin(self.px * 0.6)
        self.pub(MAG, "sensor_msgs/msg/MagneticField", 8, {f"magnetic_field.{c}": s(x, 1e-7, 4e-7, 3e-7, 3e-7, 9) for c, x in zip("xyz", mx)}, "base")
        self.pub(CAS, "warden_msgs/msg/Casters", 8, dict(spring_mm=[s(14 + sx * 4.5 * self.acc + sy * 5 * v * self.yr + (0.5 + 1.5 * self.soft * v) * W(f"sp{i}", 1, 0.25), 0.05, 0.12, 0.5, 0.15, 8) for i, (sx, sy) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1)))]))
        self.simple(BAR, "FluidPressure", 5, "fluid_pressure", s(100450 + 700 * self.su("hp") - 11.9 * self.zf + 9 * np.sin(2 * np.pi * t / 900) - 4 * (self.mv * v), 0.5, 1.4, 2, 1.5, 30))
        ocv = 3.24 + 0.1 * self.soc - 0.0013 * self.nb - 0.0006 * lp(self.nb, 30)
        self.pack("/battery", self.nb, 8 * ocv, self.soc, [ocv] * 8, [self.T(f"bt{i}", 3 * lp(np.abs(self.nb) / 14, 60), 500, 3, 0.06) for i in range(3)])
        self.pub(BMS, "warden_msgs/msg/Bms", 4, dict(fuse_mv=s(8 + 0.9 * np.abs(self.nb), 0.1, 0.6, 0.4, 0.4, 9, lo=0), leak_kohm=s(1900 - 100 * lp(W("wet", 1, 200), 20), 5, 16, 50, 20, 60), balance_ma=s(4 + 46 * lp((self.soc > 0.85) * 1.0, 5), 0.5, 0.8, 0, 0.6, 9, lo=0)))
        self.pub(DOK, "warden_msgs/msg/Dock", 4, dict(dock_amps=s(self.ic, 0.02, 0.07, 0, 0.05, 4, lo=0), pin_c=s(self.T("pn", 14 * lp(self.ic / 28, 9), 40, 1, 0.15), 0.1), alignment_mm=s(lp(E("dock"), 0.4) * (2.5 + 1.1 * self.per_event("al", E("dock") > 0)), 0.1, 0.15, 0, 0.1, 8), docked=E("dock"), pins_dirty=(self.f("s_pins") > 0) & (t % 18 < 6)))  # fmt: skip
        sc = 21.5 + 0.6 * (self.amb - 21) + 1.1 * np.sin(self.px / 4 + 0.6 * self.J[0]) + 0.7 * np.sin(2 * self.J[0] + self.py / 5)
        hot = sc + 9 + 5 * np.abs(np.sin(self.px / 5 + self.J[0])) + 6 * lp(per, 0.5)
        self.pub(THC, "warden_msgs/msg/Thermal", 6, dict(scene_c=s(sc, 0.05, 0.08, 0.1, 0.12, 15), hottest_c=s(hot, 0.1, 0.3, 0.2, 0.3, 6), sensor_c=s(self.T("ts", 4 + 3 * E("look"), 120, 9, 0.08), 0.05), shutter_s=s(np.mod(t + 40 * abs(self.su("sh")), 90), 0.1), frames_lost=np.floor(t / 400)))
        self.pub(RGB, "warden_msgs/msg/Colour", 6, dict(sharpness=s(74 - 5 * v - 6 * np.abs(self.dJ[0]) + 2 * np.sin(self.px * 0.8), 0.1, 1, 1, 1.2, 7, lo=0), exposure_ms=s(self.expo, 0.05, 0.1, 0, 0.1, 3), picture_delay_ms=s(self.net("pd", 36 + 7 * E("look"), 1.6, 2), 0.5), infrared_ma=s(lp(E("ir"), 0.3) * (640 + 15 * self.per_event("ir", E("ir") > 0)), 1, 4, 0, 3, 9, lo=0), persons_seen=per + E("ppl")))  # fmt: skip
        rd = lp(E("read"), 0.3)
        self.pub(TAG, "warden_msgs/msg/Tags", 5, dict(field_ma=s((38 + 150 * rd + 0.25 * (self.amb - 21)) * np.where(rf, 0.4, 1), 0.5, 2, 1, 1.5, 6, lo=0), tag_rssi=s(-92 + rd * (38 + 2 * self.per_event("tr", E("read") > 0)), 0.5, 0.9, 0.5, 0.8, 6), tags_read=self.once(E("read") > 0), reader_fault=rf))
        nz = 40 + 13 * lp(v, 0.5) + 10 * per + 16 * E("say") + 5 * lp(self.hm * 1.0, 0.3)
        self.pub(MIC, "warden_msgs/msg/Microphones", 8, dict(level_db=[s(nz + 1.8 * W(f"mi{i}", 1, 1), 0.1, 0.8, 0.5, 0.6, 4) for i in range(4)], direction_deg=s(np.clip(70 * W("di", 1, 6), -179, 179), 1, 4)))
        self.pub(GAS, "warden_msgs/msg/Nose", 3, dict(smoke_pct=s(0.12 + 0.02 * np.abs(W("sm", 1, 20)), 0.005, 0.012, 0.01, 0.01, 20, lo=0), co2_ppm=s(520 + 130 * np.sin(self.px / 9 + E("fl")) + 60 * lp(per, 8), 1, 6, 12, 8, 20), gas_pct=s(0.3, 0.01, 0.02, 0.03, 0.02, 30, lo=0), nose_fan_rpm=s(2900 - 5 * (self.amb - 21), 5, 14, 30, 14, 9)))  # fmt: skip
        self.pub(DCD, "warden_msgs/msg/Dcdc", 5, dict(rail12_volts=s(12.15 - 0.015 * self.i12, 0.005, 0.012, 0.02, 0.01, 9), rail12_amps=s(self.i12, 0.02, 0.06, lo=0), rail5_volts=s(5.06 - 0.003 * self.i12, 0.002, 0.006, 0.01, 0.004, 9), dcdc_c=s(self.T("dc", 1.9 * lp(self.i12, 60), 150, 6, 0.12), 0.1)))
        self.pub(CLF, "warden_msgs/msg/Cliff", 8, dict(drop_mm=[s(46 + 2.5 * self.soft + 0.8 * self.rough * v * W(f"cl{i}", 1, 0.3) - 1.6 * self.acc * (1 if i < 2 else -1), 0.2, 0.5, 0.8, 0.4, 8, lo=0) for i in range(4)]))
        self.pub(WIF, "warden_msgs/msg/Wifi", 4, dict(wifi_dbm=s(-48 - 0.9 * np.abs(np.mod(self.px, 22) - 11) - 9 * lp((self.x > (36, 42, 30)[self.site] + 1.5) * 1.0, 0.5), 1, 1.2, 0.8, 1.5, 5), ping_ms=s(self.net("pi", 6), 0.5), retry_pct=s(self.net("re", 0, 0.6, 0.8), 0.1), cell=1 + (np.mod(self.px, 44) > 22) + 2 * E("fl")))  # fmt: skip
        self.pub(LNK, "warden_msgs/msg/LiftLink", 3, dict(link_db=s(34 - 0.35 * np.abs((36, 42, 30)[self.site] - self.x) + 1.5 * np.sin(self.px), 0.5, 0.9, 0.8, 0.9, 8), answer_ms=s(self.net("li", 40, 1.5, 9), 1), cabin_floor=np.floor(self.pieces("cf", 15, 70, 0, 2.99))))
        sy = lp(E("say"), 0.3)
        self.pub(SPK, "warden_msgs/msg/Speaker", 5, dict(coil_ma=s(14 + sy * 260 * np.abs(W("sy", 1, 0.4)), 1, 3, 1, 1, 5, lo=0), amplifier_c=s(self.T("am", 6 * lp(sy, 20), 80, 7, 0.1) + 16 * lp(ho * 1.0, 5), 0.1), amplifier_hot=ho))
        for i, nm in enumerate(("left", "right")):
            self.simple("/sonar/" + nm, "Range", 6, "range", s(np.clip(1.5 + 0.8 * np.sin(self.px * (1.1 + 0.2 * i) + i) - 0.5 * (self.st == 2), 0.25, 4), 0.005, 0.012, 0.01), min_range=0.2, max_range=4.0, field_of_view=0.4)
        self.simple("/light", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.01 * self.white("li")), 1)), self.simple("/room/temperature", "Temperature", 1, "temperature", s(self.amb + 0.3 * E("fl"), 0.1, 0.05))
        self.simple("/room/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.45 + 0.05 * self.su("rh"), 0.001, 0.0015, 0, 0.012, 150)), self.pub("/safety", "warden_msgs/msg/Safety", 2, dict(estop_ok=1, bumper_free=1, field_set=np.where(v > 0.8, 3, np.where(v > 0.3, 2, self.mv)), visitors=per + 2 * E("ppl") + E("say")))  # fmt: skip
        self.pub("/mission", "warden_msgs/msg/Mission", 4, dict(mission_phase=self.st, floor=E("fl"), checkpoint=E("cp"), speed_cap=s(E("cap"), 0.01), by_hand=E("hand")))
        ver = self.version("warden", "6.0", "6.1", "6.3")
        self.computer(CTL, "warden_msgs/msg/Controller", 20, 26, 2100, ("loop_ms", "loop_worst_ms", "ram_mb", "cpu_c", "image"), 6 * lp(self.mv * 1.0, 30), ver, 1.5)
        self.end("/patrol/_action/status", [("s_drive", "drive", ["left drive fault 0x52", "left drive started again"], "DR"), ("s_spk", "speaker", ["amplifier too hot", "amplifier cooled down"], "SP"), ("s_tag", "tag_reader", ["reader does not answer", "reader started again"], "TR"), ("s_pins", "dock", "pins of the dock dirty, clean soon", "DO")],  # fmt: skip
                 [(12, "I", "mission", "checkpoint done in {} s", 20, 90), (8, "W", "navigation", "person in the way, waited {} s", 4, 18), (6, "W", "tag_reader", "tag read again after {} s", 1, 6), (5, "I", "bms", "balancing {} mV", 2, 9), (4, "W", "wifi", "server slow {} ms", 400, 900)], [("localizer", "map of the floor loaded"), ("thermal", "calibration 21 days old"), ("safety", "bumper test ok")], ver)  # fmt: skip
