"""Self-driving wheelchair of an airport: two driven wheels with brakes, two swivel casters, a seat that is lifted and tilted, a leg rest; takes passengers to their gates; standard messages and its own; English."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, s
from base import kind as k

WHL, JNT, SEA, BMS, DOK, CAM, STK, CAS, DCD, EDG, APN, PNL, CTL, MAG, POSE, CMD, BRK, BEA, TYR, LUG, ODO = "/wheels", "/joint_states", "/seat", "/bms", "/dock", "/depth_camera", "/stick", "/casters", "/dcdc", "/edge", "/access_point", "/panel", "/controller", "/mag", "/pose", "/cmd_vel", "/brakes", "/beacons", "/tyres", "/luggage_rack", "/odom"  # fmt: skip
ACC, GYR, DR = "linear_acceleration.", "angular_velocity.", dict(where="when driving")
PL, NU, SM = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when the seat moves", need=12)


class Chair(Robot):
    NAME = "chair"
    FLAGS = [(WHL, "wheel_fault"), (SEA, "belt_warning"), (PNL, "screen_restarted"), (DOK, "plug_worn")]
    COMES = ("s_belt",)
    RETRY = [("localization", "LO", "few landmarks for {} s", 2.5, 1, 6), ("loop", "LP", "missed loop rate {} Hz", 2, 31, 44)]
    DEFS = {
        "chair_msgs/msg/Wheels": mdef("float32[2] wheel_amps winding_c bridge_c; uint16 wheel_fault"),
        "chair_msgs/msg/Brakes": mdef("float32[2] coil_volts release_ms shoe_c"),
        "chair_msgs/msg/Tyres": mdef("float32[2] tyre_bar"),
        "chair_msgs/msg/Casters": mdef("float32[2] swivel_deg fork_g"),
        "chair_msgs/msg/Seat": mdef("float32[4] cushion_kg; float32 lift_amps tilt_amps leg_amps lift_c buckle_kohm; bool belt_warning"),
        "chair_msgs/msg/Bms": mdef("float32 shunt_amps insulation_kohm balance_ma"),
        "chair_msgs/msg/Dock": mdef("float32 dock_amps plug_c; bool docked plug_worn"),
        "chair_msgs/msg/Depth": mdef("float32 fill_pct sharp exposure_ms frame_delay_ms projector_c; uint8 faces"),
        "chair_msgs/msg/Stick": mdef("float32 stick_x stick_y stick_volts"),
        "chair_msgs/msg/Dcdc": mdef("float32 bus24_volts bus24_amps bus5_volts dcdc_c bay_fan_rpm"),
        "chair_msgs/msg/Edge": mdef("float32[4] edge_mm"),
        "chair_msgs/msg/AccessPoint": mdef("float32 ap_dbm ping_ms resend_pct; uint8 ap_channel"),
        "chair_msgs/msg/Beacons": mdef("float32[4] beacon_m; float32 beacon_residual"),
        "chair_msgs/msg/Panel": mdef("float32 backlight_ma screen_c voice_ma; uint16 touches; bool screen_restarted"),
        "chair_msgs/msg/Luggage": mdef("float32 rack_kg clamp_amps"),
        "chair_msgs/msg/Safety": mdef("bool estop_ok footplate_free; uint8 field_set bystanders"),
        "chair_msgs/msg/Trip": mdef("uint8 trip_phase comfort; uint16 gate trip_no; float32 speed_limit; bool by_stick pushed"),
        "chair_msgs/msg/Controller": mdef("float32 loop_ms loop_worst_ms ram_mb cpu_c; string image"),
    }
    KINDS = dict(
        drag=k("brake of the left wheel drags: shoe does not let go", [WHL, BRK], "wheel_amps[0] winding_c[0] shoe_c[0]", "left wheel|wheels|brakes|brake", cons="/battery|/bms|effort", step=False, tail=400, **DR),
        axle=k("axle bearing of the right wheel runs hard", WHL, "wheel_amps[1] winding_c[1]", "right wheel|wheels|bearing", cons="/battery|/bms|effort", step=False, tail=300, **DR),
        tyre=k("right tyre loses air", [TYR, WHL], "tyre_bar[1] wheel_amps[1]", "right tyre|tyres|right wheel", cons="/joint_states|/odom|/battery", step=False),
        tyre_sens=k("pressure sensor of the left tyre reads too little: membrane tired", TYR, "tyre_bar[0]", "left tyre|tyres|pressure sensor", "off -.19 .03"),
        m1_shunt=k("current of the left motor loses span: shunt corroded", WHL, "wheel_amps[0]", "left wheel|wheels|shunt", "mul -.24 .05", **DR),
        m2_slope=k("right motor draws a fluttering current when its wheel turns faster than a number: brush worn", WHL, "wheel_amps[1]", "right wheel|wheels|brush", "flut 1.1", where="**speed above a number**", **NU),
        br2_frz=k("temperature of the right bridge frozen: converter hangs", WHL, "bridge_c[1]", "right bridge|wheels", "frz"),
        br1_hot=k("left bridge gets hot: paste dry", WHL, "bridge_c[0]", "left bridge|wheels|paste", "heat 8 60", step=False, tail=250),
        coil=k("coil of the right brake gets too little voltage: plug oxidised", BRK, "coil_volts[1]", "right brake|brakes|plug", "off -2.1 .1", also="/brakes release_ms[1] off 17 .1", **DR),
        release=k("left brake lets go late: spring gummed", BRK, "release_ms[0]", "left brake|brakes|spring", "off 13 .12|noise 1.5", step=False),
        floor_pl=k("left wheel slips at one place: floor polish", JNT, "velocity[0]", "left wheel|joint states|floor", "flut .9", also="/wheels wheel_amps[0] flut -.7", **PL),
        enc=k("encoder of the right wheel flickers: cable", JNT, "velocity[1]", "right wheel|joint states|encoder", "spk 1.4 .05|noise .15", **DR),
        lift_eff=k("seat lift needs more effort: spindle dry", [JNT, SEA], "effort[2] lift_amps lift_c", "seat lift|seat|joint states|spindle", cons="/battery|/dcdc", tail=250, **SM),
        lift_slip=k("seat lift sinks when the passenger is heavier than a number: nut worn", JNT, "position[2]", "seat lift|seat|joint states|nut", "creep -.022 35", where="**weight on the cushion above a number**", **NU),
        tilt_play=k("tilt of the seat has play: bolt worn", JNT, "position[3]", "seat tilt|tilt|joint states|bolt", "play .03|noise .0016"),
        leg=k("leg rest stands off: homed against a shoe", JNT, "position[4]", "leg rest|joint states", "off .09 .03"),
        leg_amps=k("leg rest draws more and more current: hair in the joint", SEA, "leg_amps", "leg rest|seat|joint", "off 1.1 .1", step=False, **SM),
        jnt_age=k("joint states come later and later: bus overloaded", JNT, "header.stamp", "joint states|bus", "age .6", step=False),
        gyro_z=k("yaw gyro has a bias: warm", "/imu", GYR + "z", "imu|yaw gyro", "off .028 .04", also="/odom twist.twist.angular.z off .028 .04"),
        gyro_scale=k("pitch gyro has a bias: solder cracked", "/imu", GYR + "y", "imu|pitch gyro", "off .026 .04"),
        acc_walk=k("forward acceleration walks: mount cracked", "/imu", ACC + "x", "imu|mount", "walk .5 3 14"),
        imu_lost=k("imu sends half of its messages", "/imu", "header.stamp", "imu", "lost .5"),
        seam_pl=k("chair is shaken at one place: expansion joint broken", "/imu", " ".join(ACC + c for c in "xyz"), "imu|expansion joint|floor", "noise .5", also="/casters fork_g[0] flut .12|/casters fork_g[1] flut .12", **PL),
        odo_turn=k("odometry turns too little: track width set wrongly", ODO, "twist.twist.angular.z", "odometry|odom", "mul -.17 .03", where="when turning", need=12),
        odo_lost=k("odometry messages get lost", ODO, "header.stamp", "odometry|odom", "lost .45"),
        odo_lag=k("odometry follows late: filter set too slow", ODO, "twist.twist.linear.x", "odometry|odom|filter", "slow 1.3|noise .01", **DR),
        pose_walk=k("pose walks: shop front rebuilt", POSE, "pose.pose.position.x pose.pose.position.y", "pose|localization", "walk .4 6 25", also="/beacons beacon_residual off .09 .2"),
        pose_pl=k("pose jumps at one place: mirror", POSE, "pose.pose.position.x pose.pose.position.y", "pose|localization|mirror", "flut .28 1", **PL),
        front_beam=k("beams 5 and 6 of the front scanner read short: chewing gum", "/scan_front", "ranges[5] ranges[6]", "front scanner|scan front|window", "short .25 .6"),
        back_dim=k("back scanner measures nothing far: window cloudy", "/scan_back", " ".join(f"ranges[{i}]" for i in range(9)), "back scanner|scan back|window", "sat 4.2"),
        back_fast=k("scans of the back scanner get lost when the chair is faster than a number: plug loose", "/scan_back", "header.stamp", "back scanner|scan back|plug", "lost .7", where="**speed above a number**", **NU),
        cmd_late=k("speed commands come late: planner overloaded", CMD, "header.stamp", "speed command|cmd vel|planner", "age .55", step=False),
        mag_off=k("magnetometer has an offset: hearing aid charger in the pocket", MAG, "magnetic_field.y", "magnetometer|mag", "off 1.1e-5 .05"),
        mag_amps=k("magnetometer sees the motor current: cable laid anew", MAG, "magnetic_field.z", "magnetometer|mag|cable", "mix 6e-7 0"),
        mag_pl=k("magnetometer is disturbed at one place: steel gate put in", MAG, "magnetic_field.x", "magnetometer|mag|gate", "flut 1.4e-5 .6", **PL),
        swivel=k("left caster sticks in its swivel: hair in the bearing", CAS, "swivel_deg[0]", "left caster|casters|swivel", "stick 20"),
        fork=k("right caster shimmies when the chair is faster than a number: stem loose", CAS, "fork_g[1]", "right caster|casters|stem", "flut .24 .8", where="**speed above a number**", **NU),
        cushion2=k("load cell 2 of the cushion creeps: glue warm", SEA, "cushion_kg[1]", "cushion|seat|load cell 2", "creep 7 70"),
        cushion3=k("load cell 3 of the cushion loses span: drink spilt", SEA, "cushion_kg[2]", "cushion|seat|load cell 3", "mul -.3 .03", where="when somebody sits"),
        cushion4=k("load cell 4 of the cushion frozen: amplifier", SEA, "cushion_kg[3]", "cushion|seat|load cell 4", "frz"),
        buckle=k("resistance of the buckle uneasy: contact worn", SEA, "buckle_kohm", "buckle|seat|contact", "burst .5 1 5"),
        tilt_amps=k("tilt of the seat draws an uneasy current when the passenger is heavier than a number: gear tooth", SEA, "tilt_amps", "seat tilt|tilt|seat|gear", "flut 1.0 .7", where="**weight on the cushion above a number**", **NU),
        cell5=k("cell 5 of the battery stands low: ageing", "/battery", "cell_voltage[4]", "cell 5|battery", "off -.03 .06", also="/bms balance_ma off 14 .1"),
        cell_load=k("cell 3 sags when the current is above a number: weld", "/battery", "cell_voltage[2]", "cell 3|battery|weld", "off -.05 .3", also="/battery voltage off -.05 .3", where="**battery current above a number**", **NU),
        pack_fan=k("fan of the battery bay stands: battery and converter get warm", [DCD, "/battery"], "bay_fan_rpm cell_temperature[0] cell_temperature[1] cell_temperature[2] dcdc_c", "bay fan|dcdc|battery|fan", tail=400),
        gauge=k("charge state jumps: gauge loses its count", "/battery", "percentage", "battery|charge state|gauge", "walk .09 12 40"),
        shunt=k("current of the battery reads too much: amplifier", BMS, "shunt_amps", "bms|battery current|amplifier", "mul .22 .03|off .5 .1"),
        insul=k("insulation falls: moisture in the plug", BMS, "insulation_kohm", "insulation|bms|plug", "off -480 .05", step=False),
        plug=k("plug of the dock gets hot: spring weak", DOK, "plug_c", "dock|plug", "heat 14 25", where="when charging", need=25),
        dock_low=k("charger gives too little: one stage dead", [DOK, "/battery"], "dock_amps current", "dock|charger", cons="/bms|/battery|plug c", where="when charging", need=25),
        depth_fill=k("depth picture has holes: projector weak", CAM, "fill_pct", "depth camera|projector", "off -8 .08", step=False, also="/depth_camera projector_c heat -4 60"),
        depth_sharp=k("depth camera loses sharpness: fingerprint", CAM, "sharp", "depth camera|lens", "off -10 .06"),
        depth_sun=k("depth picture has holes when the exposure is below a number: filter scratched", CAM, "fill_pct", "depth camera|filter", "flut -13 1", where="**exposure below a number**", **NU),
        frame_late=k("pictures of the depth camera late: hub", CAM, "frame_delay_ms", "depth camera|hub", "late 9 48"),
        proj_hot=k("projector of the depth camera gets hot: pad off", CAM, "projector_c", "projector|depth camera|pad", "heat 9 70", step=False, tail=300),
        stick_x=k("stick creeps sideways: spring tired", STK, "stick_x", "stick|spring", "off .07 .1"),
        stick_zone=k("stick does not feel small moves: dead zone of the potentiometer", STK, "stick_y", "stick|potentiometer", "zone .4", where="when driven by stick", need=10),
        stick_v=k("supply of the stick uneasy: cable broken", STK, "stick_volts", "stick|cable", "noise .07"),
        bus24=k("24 V falls when its current is above a number: terminal", DCD, "bus24_volts", "24 v|dcdc|terminal", "off -.45 .3", where="**current of 24 V above a number**", **NU),
        bus5=k("5 V uneasy: capacitor", DCD, "bus5_volts", "5 v|dcdc|capacitor", "noise .05"),
        bay_dust=k("fan of the battery bay slows down: dust", DCD, "bay_fan_rpm", "bay fan|dcdc|dust", "mul -.16 .03", also="/dcdc dcdc_c heat 3 90", tail=250),
        edge1=k("edge sensor 1 reads too deep: lens dusty", EDG, "edge_mm[0]", "edge 1|edge|lens", "mul .13 .06"),
        edge3=k("edge sensor 3 drops out: solder joint", EDG, "edge_mm[2]", "edge 3|edge|solder", "cut .15 .3 2"),
        edge_light=k("edge sensor 4 flutters when it is brighter than a number: filter fallen off", EDG, "edge_mm[3]", "edge 4|edge|filter", "flut 7", where="**illuminance above a number**", **NU),
        ap_pl=k("radio weak at one place: access point off", APN, "ap_dbm", "access point|radio", "off -14 .2", also="/access_point resend_pct off 6 .5|/access_point ping_ms off 25 .4", **PL),
        resend=k("radio sends much again: channel shared", APN, "resend_pct", "access point|radio|channel", "late 4 13"),
        beacon2=k("beacon 2 measures too far: battery low", BEA, "beacon_m[1]", "beacon 2|beacons", "off 1.1 .1", also="/beacons beacon_residual off .16 .2"),
        beacon4=k("beacon 4 scatters: antenna covered", BEA, "beacon_m[3]", "beacon 4|beacons|antenna", "noise .4"),
        back_light=k("backlight of the screen draws less: half of its diodes dead", PNL, "backlight_ma", "screen|panel|backlight", "mul -.38 .03"),
        screen_hot=k("screen gets hot: vent covered by a coat", PNL, "screen_c", "screen|panel|vent", "heat 7 100", step=False, tail=300),
        voice=k("loudspeaker draws too much: voice coil rubs", PNL, "voice_ma", "loudspeaker|panel|voice coil", "mul .5 .1", where="when it speaks", need=10),
        rack=k("scale of the luggage rack walks: strap rubs", LUG, "rack_kg", "luggage rack|scale", "walk 2.4 6 25"),
        clamp=k("clamp of the luggage rack holds with uneasy current: gear", LUG, "clamp_amps", "luggage rack|clamp|gear", "noise .3"),
        sonar_l=k("left sonar drops out: cable", "/sonar/left", "range", "left sonar|sonar left|cable", "cut .2 .3 2"),
        sonar_r=k("right sonar rings: nothing near is measured", "/sonar/right", "range", "right sonar|sonar right", "floor 1.4"),
        light=k("light sensor dims: film", "/light", "illuminance", "light sensor|light", "mul -.34 .03"),
        humid=k("humidity frozen", "/hall/humidity", "relative_humidity", "humidity|hall humidity", "frz"),
        loop=k("loop has far longer worst cases", CTL, "loop_worst_ms loop_ms", "controller|loop", "late 5 30"),
        ram=k("memory of the computer fills", CTL, "ram_mb", "controller|computer|memory", "leak 140", step=False),
        s_wheel=k("right wheel reports faults of its drive", [WHL, "/rosout", "/diagnostics"], "wheel_fault wheel_amps[1]", "right wheel|wheels", silent=False),
        s_belt=k("seat warns again and again for seconds that the belt is open though it is closed: switch worn", [SEA, "/rosout", "/diagnostics"], "belt_warning buckle_kohm", "belt|buckle|seat", silent=False),
        s_panel=k("screen restarts again and again and says so", [PNL, "/rosout", "/diagnostics"], "screen_restarted backlight_ma", "screen|panel", silent=False),
        s_plug=k("dock warns that its plug is worn", [DOK, "/rosout", "/diagnostics"], "plug_worn", "dock|plug", silent=False),
    )

    def life(self):
        self.day(22, 1.0, 3.0)
        r = self.rng("trips")
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(8) else 0
        L, D = ((48, 12), (56, 15), (40, 10))[self.site]
        T, no = Track(self, x=0.0, y=0.0, h=0.0, z=0.02, tl=0.0, lg=0.0), 0
        T.set(cap=0.6, dock=0, ppl=0, gate=0, stick=0, push=0, kg=0, sx=0, rack=0, say=0, no=0, soft=2, belt=0), T.wait(r.uniform(15, 60), 0)

        def drive(x, y, v, code, p=0.2):
            a, b = T.pos["x"], T.pos["y"]
            mid = [(a, b)] if abs(b - y) < 1 else [(a, b), (1.5, b), (1.5, y)] if a + x < L else [(a, b), (L, b), (L, y)]
            st = {float(r.uniform(2, 8)): r.uniform(3, 16)} if r.random() < p else {}  # somebody in the way
            T.set(cap=v), self.wheel_way(T, mid + [(x, y)], v, code, st)

        def seat(code, **to):
            T.go(code, sec=r.uniform(4, 7), **to)

        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.85 if self.is_life(6) else 1)
            kg, soft = r.uniform(48, 108), int(r.choice((1, 2, 2, 3)))  # comfort asked by the passenger: gentle, normal, quick
            case, nap, child = self.new(3) and r.random() < 0.35, self.new(4) and r.random() < 0.3, self.new(8) and r.random() < 0.3  # suitcases on the rack; laid back with the leg rest up; children, slowly; new
            queue = self.new(6) and r.random() < 0.3  # inches forward in a queue; new
            kg = r.uniform(22, 38) if child else kg
            v = min(r.uniform(0.75, 1.05) + 0.12 * (soft - 2), 0.6 if child else 2)
            T.set(no=no, soft=soft, gate=0)
            drive(r.uniform(2, 6), D * int(r.integers(0, 2)), min(v + 0.1, 1.15), 1)
            T.wait(r.uniform(3, 9), 2), seat(2, z=0.16), T.set(say=1), T.wait(r.uniform(2, 5), 2), T.set(kg=kg, sx=r.uniform(-0.06, 0.06), say=0), T.wait(r.uniform(2, 6), 2), T.set(belt=1)
            if case:
                T.wait(4, 2), T.set(rack=r.uniform(7, 26))
            seat(2, z=0.06, lg=r.uniform(0.1, 0.35))
            if nap:
                seat(3, tl=0.42, lg=0.95)
            elif r.random() < 0.5:
                seat(3, tl=r.uniform(0.05, 0.16))
            for c in range(int(r.integers(1, 4))):
                gx, gy = r.uniform(12, L - 3), D * int(r.integers(0, 2))
                T.set(gate=int(gx) + 60 * (gy > 0)), drive(gx, gy, v, 4, 0.3)
                if queue:
                    for _ in range(int(r.integers(4, 9))):
                        x0 = T.pos["x"]
                        T.go(5, v=0.18, a=0.25, x=min(x0 + r.uniform(0.3, 0.8), L)), T.wait(r.uniform(2, 7), 5)
                elif r.random() < 0.5:
                    T.set(say=1), T.wait(r.uniform(3, 8), 6), T.set(say=0), T.wait(r.uniform(4, 24), 6)  # a shop, a call, the board of departures
                if r.random() < 0.3:
                    seat(3, tl=r.uniform(0.0, 0.2), lg=r.uniform(0.05, 0.6))  # the passenger sits otherwise
            if r.random() < 0.3 or self.is_life(8) and r.random() < 0.3:  # the passenger drives by the stick
                T.set(stick=1), self.manual(T, r.uniform(25, 60), 7, "xyh", dict(x=-1.5, y=-1.2, h=-0.8), dict(x=1.5, y=1.2, h=0.8)), T.set(stick=0)
            seat(8, z=0.14, tl=0.0, lg=0.0), T.set(belt=0), T.wait(r.uniform(3, 8), 8), T.set(kg=0, sx=0, rack=0), T.wait(r.uniform(2, 5), 8), seat(8, z=0.02), T.task(a0, "trip")
            if r.random() < 0.12:  # pushed by an attendant
                T.set(push=1), drive(r.uniform(4, L - 4), T.pos["y"], 0.7, 9, 0), T.set(push=0)
            if r.random() < 0.08:
                T.set(ppl=1)
                T.wait(r.uniform(10, 45), 10)  # seat cleaned, questions
                T.set(ppl=0)
            if self.is_life(5, 9) and no == 4:  # weekly test of seat and wheels
                for a in (0.4, 0.0):
                    T.go(12, sec=5, z=0.2, tl=a), T.go(12, sec=5, z=0.02, lg=2 * a), T.go(12, v=0.8, a=1, h=T.pos["h"] + 3.1416)
            if no % 4 == 0:
                drive(4.0, 0, v, 11), self.wheel_way(T, [(4.0, 0), (4.0, -1.6)], 0.3, 11), T.set(dock=1), T.wait(r.uniform(120, 240), 13), T.set(dock=0), T.go(11, v=0.3, a=0.3, y=0.0)
        self.A, H, self.st = T.close()
        self.tasks, self.E, A = T.tasks, lambda k_: H.get(k_, self.z0), self.A
        self.vehicle(A)
        self.px, self.py = self.x + (0, 90, -70)[self.site], self.y + (0, 12, -25)[self.site]

    def physics(self):
        A, E, W, h, v = self.A, self.E, self.wander, self.h, self.v
        self.J = [lp(A["z"], 0.2), lp(A["tl"], 0.2), lp(A["lg"], 0.2)]
        self.dJ = [lp(np.gradient(a, DT), 0.1) for a in self.J]
        self.sm = sum(np.abs(a) for a in self.dJ) > 0.004
        self.kg = lp(E("kg") * (1 + 0.02 * W("kg", 1, 3)), 0.7)
        self.mass = 88 + self.kg + E("rack")
        self.soft = 0.5 + 0.5 * np.tanh(2 * np.sin(self.px / 5 + 0.4 * self.py))  # carpet
        self.rough = 1 + 0.6 * np.sin(self.px * 1.2) * np.cos(self.py * 0.8)
        self.slope = 0.045 * (np.exp(-(((self.x - 18) / 3.5) ** 2)) - np.exp(-(((self.x - 31) / 3.5) ** 2))) * np.cos(self.yaw)  # ramps between the halls
        self.mv = (v > 0.06) | (np.abs(self.yr) > 0.08)
        flat = h("tyre", 2)
        self.bar = [2.5 + 0.004 * (self.amb - 22) - 0.015 * self.wear(1) + self.u(f"bar{i}", 0.05) - (0.75 * flat if i else 0) for i in (0, 1)]
        self.om = [(self.fw + sg * 0.27 * self.yr) / (0.16 * (1 - 0.03 * flat * (i == 1))) for i, sg in enumerate((-1, 1))]
        hard = [1.9 * h("drag", 0.5), 1.3 * h("axle", 0.5) + 0.8 * flat]
        roll = 0.9 + 0.6 * self.soft
        tq = [lp((self.mass / 150) * (roll * np.tanh(3 * o) + 0.05 * o + 26 * self.slope * (0.3 + 0.7 * np.tanh(4 * np.abs(o))) + 3.4 * self.acc) + 0.8 * sg * self.yr + d * np.tanh(3 * o), 0.15) for o, sg, d in zip(self.om, (-1, 1), hard)]
        hand = 1 - 0.85 * E("push")
        self.amps = [(0.35 + np.abs(x) * (1 + 0.01 * self.wear(1))) * hand for x in tq]
        self.tq = tq
        self.shoe = [4 * lp(v, 60) + (16 * lp(hard[0] * np.tanh(3 * v), 70) if i == 0 else 0) for i in (0, 1)]
        dry = h("lift_eff", 0.3)
        self.lift = np.tanh(60 * np.abs(self.dJ[0])) * (1.4 + 0.022 * self.kg * (self.dJ[0] > 0) + 1.5 * dry)
        self.tilt = np.tanh(40 * np.abs(self.dJ[1])) * (1.1 + 0.011 * self.kg)
        self.legi = np.tanh(40 * np.abs(self.dJ[2])) * 0.9
        self.lum = lp(np.maximum((260 + 120 * np.sin(self.px / 3.4) * np.cos(self.py / 2.8) + 900 * lp((np.abs(self.x - 24) < 5) * 1.0, 0.4)) * (0.45 if self.is_life(6) else 1), 8), 0.6)
        self.expo = np.clip(3600 / (self.lum + 70), 2.2, 32)
        self.spoken = lp(E("say"), 0.2) * np.abs(W("say", 1, 0.4))
        self.i24 = lp(3.1 + 1.3 * E("say") + 0.9 * self.sm + 0.8 * (E("ppl") + (self.st == 2)) + 1.5 * (self.pieces("pc", 5, 30, 0, 1) < 0.4), 0.25) + 0.1 * self.pink("i24", 1)
        use = self.i24 * 0.9 + sum(self.amps) * 0.9 + self.lift + self.tilt + self.legi
        self.soc, self.ic = self.battery(use, E("dock"), 50, 0.62 + 0.15 * np.tanh(self.su("soc")), imax=32.0)
        self.ic = lp(self.ic, 2) * (1 - 0.38 * np.clip(h("dock_low", 0.5), 0, 2))
        self.nb = use - self.ic
        self.fan = (2600 - 6 * (self.amb - 22)) * (1 - np.clip(h("pack_fan", 3), 0, 1) * 0.94)
        self.warm = 6 * np.clip(lp(h("pack_fan", 5), 110), 0, 2)
        self.AUX = [sum(self.amps) * W("mx", 1, 0.3), self.nb]
        self.person = (W("per", 1, 7) > 1.25) * 1.0
        self.rack = lp(E("rack"), 0.5)

    def where(self):
        E, ones, v, mv = self.E, np.ones(self.n, bool), self.v, self.mv
        sp, od, kg = "speed|velocity|faster|speed limit|twist", ODO + ":twist.twist.linear.x", "cushion kg|weight|heavier|passenger|load"
        fast = mv & (np.abs(self.fw) > 0.1)
        self.over("m2_slope", np.abs(self.fw), od, sp, fast, 0.45, 2, 0.4), self.over("back_fast", np.abs(self.fw), od, sp, fast, 0.4, 2, 0.4), self.over("fork", np.abs(self.fw), od, sp, fast, 0.5, 2, 0.4)
        self.over("lift_slip", self.kg, SEA + ":cushion_kg", kg, self.kg > 15, 0.45, 0, 0.4), self.over("tilt_amps", self.kg, SEA + ":cushion_kg", kg, (self.kg > 15) & self.sm, 0.4, 0, 0.4)
        self.over("cell_load", self.nb, "/battery:current", "current|load|shunt amps|discharg", ones, 0.6, 1, 0.4), self.over("bus24", self.i24, DCD + ":bus24_amps", "bus24 amps|current|load", ones, 0.55, 1, 0.3)
        t = self.quan(self.expo, ones, 0.4, 1)
        self.num("depth_sun", self.expo, CAM + ":exposure_ms", "exposure ms|exposure|brighter".split("|"), below=t, tol=0.4), self.over("edge_light", self.lum, "/light:illuminance", "illuminance|light|brighter", ones, 0.55, 0, 0.4)
        self.places(self.px, self.py, v > 0.1, floor_pl=(2.6, 0.06), seam_pl=(2.6, 0.06)), self.places(self.px, self.py, ones & (E("dock") < 1), pose_pl=(2.8, 0.08), mag_pl=(2.8, 0.08), ap_pl=(3.0, 0.08))
        self.mode("drag axle m1_shunt enc coil odo_lag", v > 0.1, "driving", "moving", "speed", "velocity", "speed limit"), self.mode("odo_turn", np.abs(self.yr) > 0.12, "turning", "angular z", "turns", "velocity"), self.mode("lift_eff", np.abs(self.dJ[0]) > 0.004, "seat", "moves", "moving", "velocity", "lift amps")
        self.mode("leg_amps", np.abs(self.dJ[2]) > 0.01, "leg", "moves", "moving", "velocity"), self.mode("cushion3", self.kg > 20, "sits", "passenger", "cushion kg"), self.mode("plug dock_low", self.ic > 3, "charging", "dock amps", "docked")
        self.mode("stick_zone", E("stick") > 0, "stick", "by stick", "driven"), self.mode("voice", E("say") > 0, "speaks", "voice ma", "speaking")

    def record(self):
        E, W, v, t, per, u_ = self.E, self.wander, self.v, self.t, self.person, self.u
        er, rs = self.shape("s_wheel", 0.35, 0.6, 4) & (v > 0.1), self.shape("s_panel", 0.4, 1, 5)
        bl = self.blink("s_belt")
        am = [x * np.where(er & (i == 1), 1.9, 1) for i, x in enumerate(self.amps)]
        self.pub(WHL, "chair_msgs/msg/Wheels", 10, dict(wheel_amps=[s(x, 0.02, 0.1, 0.04, 0.1, 2, lo=0) for x in am], winding_c=[s(self.T(f"wc{i}", 0.5 * lp(x**2, 60) + 2.6 * lp(x, 90), 300, 6, 0.15), 0.2) for i, x in enumerate(self.amps)], bridge_c=[s(self.T(f"bc{i}", 3.2 * lp(x, 20), 90, 9, 0.12) + 0.5 * self.warm, 0.1) for i, x in enumerate(self.amps)], wheel_fault=np.where(er, 0x17, 0)))  # fmt: skip
        on = lp(self.mv * 1.0, 0.1)
        self.pub(BRK, "chair_msgs/msg/Brakes", 6, dict(coil_volts=[s(on * (18.6 + 0.25 * u_(f"co{i}")), 0.05, 0.12, 0, 0.1, 6, lo=0) for i in (0, 1)], release_ms=[s(64 + 4 * self.per_event(f"rl{i}", self.mv) - 0.2 * (self.amb - 22), 0.5, 0.8, 2) for i in (0, 1)], shoe_c=[s(self.T(f"sh{i}", x, 160, 3, 0.12), 0.1) for i, x in enumerate(self.shoe)]))  # fmt: skip
        self.pub(TYR, "chair_msgs/msg/Tyres", 2, dict(tyre_bar=[s(b + 0.0009 * self.kg, 0.005, 0.012, 0, 0.012, 12) for b in self.bar]))
        vel = [s(o, 1e-3, 0.08) for o in self.om] + [s(self.dJ[0], 1e-4, 5e-4), s(self.dJ[1], 1e-3, 4e-3), s(self.dJ[2], 1e-3, 4e-3)]
        eff = [s(x * 1.9 * (1 - 0.85 * E("push")), 0.02, 0.25) for x in self.tq] + [s(310 * self.lift, 1, 12, 5), s(22 * self.tilt, 0.1, 0.8, 0.4), s(14 * self.legi, 0.1, 0.5, 0.3)]
        self.jnt(JNT, 15, ["wheel_left", "wheel_right", "seat_lift", "seat_tilt", "leg_rest"], [s(np.cumsum(o) * DT, 1e-4) for o in self.om] + [s(self.J[0], 1e-4, 3e-4), s(self.J[1], 1e-4, 1e-3), s(self.J[2], 1e-4, 1e-3)], vel, eff)
        sg = 0.05 + 0.2 * v * self.rough * (1 - 0.3 * self.soft)
        self.inertial("/imu", 16, self.yaw, (0.02 * v * self.white("gx"), np.gradient(lp(self.slope, 0.4), DT) + 0.02 * v * self.white("gy"), self.yr), (self.acc + 9.81 * self.slope + sg * self.white("ax"), v * self.yr + sg * self.white("ay"), 9.81 + 1.3 * sg * self.white("az")), "base")
        pose = self.odometry(ODO, 12, "odom", self.px, self.py)
        self.pub(POSE, "geometry_msgs/msg/PoseWithCovarianceStamped", 5, {p: s(x.x, 1e-3, 0.012, 0, 0.015, 9) if isinstance(x, s) else x for p, x in pose.items()}, "map")
        hand = 1 - E("push")
        self.pub(CMD, "geometry_msgs/msg/TwistStamped", 10, {"twist.linear.x": s(np.roll(self.fw, -6) * hand, 0.01, 0.004), "twist.angular.z": s(np.roll(self.yr, -6) * hand, 0.01, 0.004)}, "base")
        for nm, a, b in (("/scan_front", 0.7, 1), ("/scan_back", 0.9, -1)):
            self.lidar(nm, 6, [(2.6 + 7 * abs(np.cos(i * 0.6))) * (1 + 0.22 * np.sin(self.px * (a + 0.08 * i) + b * self.py + i)) - (1.3 * per if 3 < i < 6 else 0) for i in range(9)], 1.9, 25)
        mx = 1.9e-5 * np.cos(self.yaw) + 4e-6 * np.sin(self.px * 0.8), -1.9e-5 * np.sin(self.yaw) + 4e-6 * np.cos(self.py + self.px * 0.4), -4.3e-5 + 3e-6 * np.sin(self.px * 0.6)
        self.pub(MAG, "sensor_msgs/msg/MagneticField", 8, {f"magnetic_field.{c}": s(x, 1e-7, 4e-7, 3e-7, 3e-7, 9) for c, x in zip("xyz", mx)}, "base")
        sw = lp(np.degrees(np.arctan2(0.42 * self.yr, np.where(np.abs(self.fw) > 0.05, self.fw, 0.05 * np.sign(self.fw + 1e-6)))), 0.4)
        self.pub(CAS, "chair_msgs/msg/Casters", 8, dict(swivel_deg=[s(sw * (1 + 0.05 * i) + 5 * v * W(f"sw{i}", 1, 0.7), 0.1, 0.7, 0.6, 0.4, 3, lo=-180, hi=180) for i in (0, 1)], fork_g=[s(0.03 + 0.16 * v**1.4 * self.rough * (1 + 0.1 * i) * (1 - 0.4 * self.soft), 0.002, 0.012, 0.004, 0.01, 3, lo=0) for i in (0, 1)]))  # fmt: skip
        sx, ax = E("sx"), 0.1 * self.acc
        q4 = [0.25 + sa * (0.03 + 0.12 * self.J[1] + 0.25 * ax) + sb * (lp(sx, 1) + 0.03 * v * self.yr) + 0.012 * W(f"q{sa}{sb}", 1, 4) for sa, sb in ((-1, 1), (-1, -1), (1, 1), (1, -1))]
        self.pub(SEA, "chair_msgs/msg/Seat", 8, dict(cushion_kg=[s(2.1 + self.kg * q, 0.05, 0.25, 0.25, 0.2, 6, lo=0) for q in q4], lift_amps=s(0.1 + self.lift, 0.02, 0.07, 0.02, 0.05, 2, lo=0), tilt_amps=s(0.1 + self.tilt, 0.02, 0.06, 0.02, 0.05, 2, lo=0), leg_amps=s(0.1 + self.legi, 0.02, 0.05, 0.02, 0.04, 2, lo=0), lift_c=s(self.T("lc", 11 * lp(self.lift, 60), 200, 3, 0.1), 0.1), buckle_kohm=s(10 - 8.8 * lp(E("belt"), 0.1) * (1 - 0.9 * bl), 0.02, 0.05, 0.1, 0.05, 9, lo=0), belt_warning=bl))  # fmt: skip
        ocv = 3.24 + 0.1 * self.soc - 0.0012 * self.nb - 0.0006 * lp(self.nb, 30)
        self.pack("/battery", self.nb, 8 * ocv, self.soc, [ocv] * 8, [self.T(f"bt{i}", 3 * lp(np.abs(self.nb) / 14, 60), 500, 3, 0.06) + self.warm for i in range(3)])
        self.pub(BMS, "chair_msgs/msg/Bms", 4, dict(shunt_amps=s(self.nb, 0.05, 0.15, 0.05, 0.1), insulation_kohm=s(1800 - 100 * lp(W("wet", 1, 200), 20), 5, 16, 50, 20, 60), balance_ma=s(4 + 42 * lp((self.soc > 0.85) * 1.0, 5), 0.5, 0.8, 0, 0.6, 9, lo=0)))
        self.pub(DOK, "chair_msgs/msg/Dock", 4, dict(dock_amps=s(self.ic, 0.02, 0.07, 0, 0.05, 4, lo=0), plug_c=s(self.T("pn", 14 * lp(self.ic / 32, 9), 40, 1, 0.15), 0.1), docked=E("dock"), plug_worn=(self.f("s_plug") > 0) & (t % 18 < 6)))
        self.pub(CAM, "chair_msgs/msg/Depth", 6, dict(fill_pct=s(93 - 5 * np.abs(np.sin(self.px / 3)) - 6 * lp((self.lum > 700) * 1.0, 0.3), 0.1, 0.8, 0.6, 0.7, 6, lo=0, hi=100), sharp=s(71 - 5 * v + 2 * np.sin(self.px * 0.8), 0.1, 1, 1, 1.2, 7, lo=0), exposure_ms=s(self.expo, 0.05, 0.1, 0, 0.1, 3), frame_delay_ms=s(self.net("fd", 34, 1.6, 2), 0.5), projector_c=s(self.T("pj", 14 + 4 * lp(self.mv * 1.0, 60), 110, 7, 0.1), 0.1), faces=per + E("ppl")))  # fmt: skip
        sk = lp(E("stick"), 0.1)
        self.pub(STK, "chair_msgs/msg/Stick", 8, dict(stick_x=s(np.clip(sk * 1.1 * lp(self.yr, 0.2), -1, 1), 2e-3, 5e-3, 8e-3, 4e-3, 9), stick_y=s(np.clip(sk * 1.2 * lp(self.fw, 0.2), -1, 1), 2e-3, 5e-3, 8e-3, 4e-3, 9), stick_volts=s(4.98 - 0.002 * self.i24, 0.005, 0.008, 0.02, 0.006, 9)))
        self.pub(DCD, "chair_msgs/msg/Dcdc", 5, dict(bus24_volts=s(24.2 - 0.02 * self.i24, 0.01, 0.018, 0.03, 0.015, 9), bus24_amps=s(self.i24, 0.02, 0.06, lo=0), bus5_volts=s(5.06 - 0.003 * self.i24, 0.002, 0.006, 0.01, 0.004, 9), dcdc_c=s(self.T("dc", 1.9 * lp(self.i24, 60), 150, 6, 0.12) + 1.4 * self.warm, 0.1), bay_fan_rpm=s(self.fan, 5, 14, 25, 14, 9, lo=0)))  # fmt: skip
        self.pub(EDG, "chair_msgs/msg/Edge", 8, dict(edge_mm=[s(42 + 2.2 * self.soft + 0.8 * self.rough * v * W(f"cl{i}", 1, 0.3) - 0.02 * self.kg - 1.4 * self.acc * (1 if i < 2 else -1), 0.2, 0.5, 0.8, 0.4, 8, lo=0) for i in range(4)]))
        dist = [np.hypot(self.x - ax_, self.y - ay_) for ax_, ay_ in ((0, -3), (50, -3), (0, 16), (50, 16))]
        self.pub(BEA, "chair_msgs/msg/Beacons", 5, dict(beacon_m=[s(d + 0.06 * np.sin(self.px + i), 0.01, 0.05, 0.03, 0.04, 6, lo=0) for i, d in enumerate(dist)], beacon_residual=s(0.07 + 0.05 * per + 0.03 * v, 0.001, 0.012, 0, 0.01, 6, lo=0)))
        self.pub(APN, "chair_msgs/msg/AccessPoint", 4, dict(ap_dbm=s(-48 - 0.9 * np.abs(np.mod(self.px, 24) - 12), 1, 1.2, 0.8, 1.5, 5), ping_ms=s(self.net("pi", 6), 0.5), resend_pct=s(self.net("re", 0, 0.6, 0.8), 0.1), ap_channel=1 + (np.mod(self.px, 48) > 24)))
        self.pub(PNL, "chair_msgs/msg/Panel", 5, dict(backlight_ma=s((210 + 70 * np.tanh(self.lum / 500)) * np.where(rs, 0.1, 1), 1, 3, 3, 2.5, 8, lo=0), screen_c=s(self.T("sc", 9 + 5 * np.tanh(self.lum / 500), 240, 4, 0.1), 0.1), voice_ma=s(12 + 240 * self.spoken, 1, 3, 1, 1, 5, lo=0), touches=self.once(E("say") > 0) * 3, screen_restarted=rs))  # fmt: skip
        self.pub(LUG, "chair_msgs/msg/Luggage", 4, dict(rack_kg=s(0.3 + self.rack + 0.03 * self.rack * self.acc * self.rough, 0.05, 0.12, 0.1, 0.1, 8, lo=0), clamp_amps=s(0.08 + 0.9 * lp(self.rack > 1, 0.2) * (1 + 0.02 * W("cla", 1, 3)), 0.01, 0.02, 0.01, 0.02, 5, lo=0)))
        for i, nm in enumerate(("left", "right")):
            self.simple("/sonar/" + nm, "Range", 6, "range", s(np.clip(1.5 + 0.8 * np.sin(self.px * (1.1 + 0.2 * i) + i) - 0.5 * (self.st == 2), 0.25, 4), 0.005, 0.012, 0.01), min_range=0.2, max_range=4.0, field_of_view=0.4)
        (
            self.simple("/light", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.01 * self.white("li")), 1)),
            self.simple("/hall/temperature", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)),
            self.simple("/hall/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.45 + 0.05 * self.su("rh"), 0.001, 0.0015, 0, 0.012, 150)),
        )
        self.pub("/safety", "chair_msgs/msg/Safety", 2, dict(estop_ok=1, footplate_free=1, field_set=np.where(v > 0.8, 3, np.where(v > 0.3, 2, self.mv)), bystanders=per + 2 * E("ppl") + (self.st == 2)))
        self.pub("/trip", "chair_msgs/msg/Trip", 4, dict(trip_phase=self.st, comfort=E("soft"), gate=E("gate"), trip_no=E("no"), speed_limit=s(E("cap"), 0.01), by_stick=E("stick"), pushed=E("push")))
        ver = self.version("chair", "2.7", "2.8", "3.0")
        self.computer(CTL, "chair_msgs/msg/Controller", 20, 26, 1900, ("loop_ms", "loop_worst_ms", "ram_mb", "cpu_c", "image"), 6 * lp(self.mv * 1.0, 30), ver, 1.5)
        self.end("/ride/_action/status", [("s_wheel", "wheels", ["right wheel drive fault 0x17", "right wheel drive started again"], "WH"), ("s_belt", "seat", "belt open", "SE"), ("s_panel", "panel", ["screen does not answer", "screen restarted"], "PN"), ("s_plug", "dock", "plug of the dock worn, change soon", "DO")],  # fmt: skip
                 [(14, "I", "trip", "passenger at the gate after {} s", 40, 180), (8, "W", "navigation", "person in the way, waited {} s", 3, 16), (5, "W", "depth_camera", "frames dropped, {} ms", 90, 240), (5, "I", "bms", "balancing {} mV", 2, 9), (4, "W", "access_point", "server slow {} ms", 400, 900)], [("localizer", "map of the terminal loaded"), ("depth_camera", "calibration 33 days old"), ("safety", "footplate test ok")], ver)  # fmt: skip
