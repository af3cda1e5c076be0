"""Shelf scanning robot of a supermarket: two wheel drives, a mast with four cameras and two light bars, four radio tag antennas; standard messages and its own; English."""

import numpy as np
from base import DT, Robot, Track, Way, lp, mdef, quat, ring, s, turn_to
from base import kind as k

DRV, JNT, CAM, RFID, LED, MAST, BMS, CHG, LOC, SUP, COOL, PRC, DEP, WIF, BMP, ONB = "/wheel_drives", "/joint_states", "/shelf_cameras", "/tag_reader", "/light_bars", "/mast", "/bms", "/charger", "/localizer", "/supply", "/cooling", "/price_reader", "/depth_camera", "/wifi", "/bumper", "/onboard"
VEL, GYR, ACC = "velocity", "angular_velocity.", "linear_acceleration."
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Shelf(Robot):
    NAME = "shelf"
    FLAGS = [(DRV, "fault_bits"), (RFID, "antenna_faults"), (MAST, "mast_stalled"), (COOL, "filter_due")]
    DEFS = {
        "shelf_msgs/msg/WheelDrives": mdef("float32[2] motor_current motor_celsius; float32 inverter_celsius; uint16 fault_bits"),
        "shelf_msgs/msg/Camera": "float32 focus_score\nfloat32 exposure_us\nfloat32 frame_delay_ms\nfloat32 sensor_celsius",
        "shelf_msgs/msg/ShelfCameras": mdef("shelf_msgs/Camera[4] camera; uint32 frames_stored"),
        "shelf_msgs/msg/TagReader": mdef("float32[4] antenna_rssi reflected_mw; float32 reads_per_s reader_celsius; uint16 antenna_faults"),
        "shelf_msgs/msg/LightBars": mdef("float32[2] led_amps led_celsius; float32 dimming_pct"),
        "shelf_msgs/msg/Mast": mdef("float32 lift_current belt_newton sway_mm; bool mast_stalled"),
        "shelf_msgs/msg/Bms": mdef("float32 shunt_current balancing_ma insulation_kohm mosfet_celsius"),
        "shelf_msgs/msg/Charger": mdef("float32 charging_current contact_celsius charger_volts; bool on_charger"),
        "shelf_msgs/msg/Localizer": mdef("float32 scan_match_pct pose_spread_m; uint16 particle_count"),
        "shelf_msgs/msg/Supply": mdef("float32 rail24_volts rail24_current rail5_volts"),
        "shelf_msgs/msg/Cooling": mdef("float32[2] fan_speed; float32 duct_celsius filter_pa; bool filter_due"),
        "shelf_msgs/msg/PriceReader": mdef("float32 decoded_pct decode_ms contrast_pct"),
        "shelf_msgs/msg/DepthCamera": mdef("float32 filled_pct floor_offset_mm depth_delay_ms"),
        "shelf_msgs/msg/Wifi": mdef("float32 wifi_dbm ping_ms retries_pct; uint8 cell"),
        "shelf_msgs/msg/Bumper": mdef("float32[2] strip_kohm"),
        "shelf_msgs/msg/Safety": mdef("bool estop_ok; uint8 field_set people"),
        "shelf_msgs/msg/Task": mdef("uint8 activity; uint16 aisle; float32 speed_limit mast_request"),
        "shelf_msgs/msg/Onboard": mdef("float32 loop_ms loop_longest_ms ram_used_mb cpu_celsius; string release"),
    }
    KINDS = dict(
        left_amps=k("left wheel motor draws more and more current: bearing dry", DRV, "motor_current[0]", "left motor|left wheel|wheel drives", "off 1.1 .15", step=False, where="when driving"),
        right_hot=k("right wheel motor gets hot: brake rubs", DRV, "motor_celsius[1]", "right motor|wheel drives", "heat 7 90", step=False, tail=300),
        inverter=k("temperature of the inverter frozen", DRV, "inverter_celsius", "inverter|wheel drives", "frz"),
        right_fast=k("right motor draws a fluttering current when driven faster than a number: coupling loose", DRV, "motor_current[1]", "right motor|coupling|wheel drives", "flut .8", where="**speed above a number**", **NU),
        wheel_enc=k("speed of the left wheel flickers: encoder disc dirty", JNT, VEL + "[0]", "left wheel|encoder|joint states", "noise .35|spk 2.5 .04", where="when driving"),
        wheel_small=k("right wheel turns faster than the robot drives: tyre worn", JNT, VEL + "[1]", "right wheel|tyre|joint states", "mul .09 .05", where="when driving"),
        slip_place=k("left wheel slips at one place: wet floor before the fish counter", JNT, VEL + "[0]", "left wheel|floor|joint states", "flut 1.1", **PL),
        joints_age=k("joint states come later and later: clock drifts", JNT, "header.stamp", "joint states", "age .7", step=False),
        lift_eff=k("mast lift needs more and more effort: guide dry", JNT, "effort[2]", "lift|mast|joint states", "off 38 .1", step=False, where="when the mast moves", need=10),
        pan_play=k("camera pan has play: screw loose", JNT, "position[3]", "camera pan|pan|joint states", "play .07|noise .006"),
        gyro=k("yaw gyro has a bias", "/imu", GYR + "z", "imu|yaw gyro", "off .03 .02"),
        imu_half=k("imu sends half of its messages: bus fallen back", "/imu", "header.stamp", "imu", "lost .5"),
        bump_place=k("robot is shaken at one place: tile loose", "/imu", ACC + "x " + ACC + "y " + ACC + "z", "imu|floor|tile", "noise .55", **PL),
        odom_scale=k("odometry reads too fast: wheel size wrong", "/odom", "twist.twist.linear.x", "odometry|odom", "mul .11 .02", where="when driving"),
        odom_lost=k("odometry messages get lost: driver overloaded", "/odom", "header.stamp", "odometry|odom", "lost .5"),
        scan_beams=k("beams 3 and 4 of the front scanner read short: sticker on the window", "/scan", "ranges[3] ranges[4]", "front scanner|scan", "short .25 .55"),
        scan_far=k("rear scanner reads too far: not calibrated after change", "/scan_rear", " ".join(f"ranges[{i}]" for i in range(7)), "rear scanner|scan rear", "off .22 .05"),
        rear_lost=k("scans of the rear scanner get lost when the robot drives faster than a number: cable", "/scan_rear", "header.stamp", "rear scanner|scan rear|cable", "lost .75", where="**speed above a number**", **NU),
        pose_jump=k("pose of the localizer jumps: map old", "/amcl_pose", "pose.pose.position.x pose.pose.position.y", "amcl pose|pose|localization", "loose .22 .6 4"),
        focus2=k("camera 2 loses focus: lens ring turns", CAM, "camera[1].focus_score", "camera 2|shelf cameras|lens", "off -11 .1", step=False),
        cam3_late=k("frames of camera 3 come late: cable on slow mode", CAM, "camera[2].frame_delay_ms", "camera 3|shelf cameras", "late 6 24"),
        cam4_hot=k("camera 4 gets hot: heat sink loose", CAM, "camera[3].sensor_celsius", "camera 4|shelf cameras", "heat 7 60", step=False, tail=200),
        cam1_expo=k("exposure of camera 1 swings: loop badly set", CAM, "camera[0].exposure_us", "camera 1|exposure|shelf cameras", "swing 700 7"),
        cam2_bright=k("frames of camera 2 come late when its exposure is above a number: buffer", CAM, "camera[1].frame_delay_ms", "camera 2|buffer|shelf cameras", "late 6 26", where="**exposure above a number**", **NU),
        focus_place=k("camera 3 loses focus at one place: mist at the freezer", CAM, "camera[2].focus_score", "camera 3|shelf cameras|freezer", "off -13 .3", **PL),
        ant3=k("antenna 3 hears less: plug corroded", RFID, "antenna_rssi[2]", "antenna 3|tag reader|plug", "off -7 .1"),
        ant1_refl=k("antenna 1 reflects more power: cable bent", RFID, "reflected_mw[0]", "antenna 1|tag reader", "off 20 .1", step=False),
        ant_swap=k("level of antenna 4 drops out: switch", RFID, "antenna_rssi[3]", "antenna 4|tag reader|switch", "cut -95 .4 3"),
        reader_hot=k("fewer tags are read when the reader is hotter than a number: amplifier", RFID, "reads_per_s", "tag reader|amplifier", "mul -.45 .3", where="**reader temperature above a number**", **NU),
        led1=k("light bar 1 draws less current: string of diodes open", LED, "led_amps[0]", "light bar 1|light bars|diodes", "mul -.16 .02", where="when lit"),
        led2_hot=k("light bar 2 gets hot: paste dry", LED, "led_celsius[1]", "light bar 2|light bars", "heat 9 60", step=False, tail=200),
        led_flick=k("light bar 2 flickers: driver", LED, "led_amps[1]", "light bar 2|light bars|driver", "loose -.3 .2 1.5", where="when lit"),
        mast_amps=k("lift motor draws more current: spindle dirty", MAST, "lift_current", "lift|mast|spindle", "off 1.4 .25", where="when the mast moves", need=10),
        belt=k("belt of the mast loses tension: clamp slips", MAST, "belt_newton", "belt|mast", "off -19 .05", step=False),
        sway_high=k("mast sways when it is higher than a number: clamp loose", MAST, "sway_mm", "mast|clamp|sway", "flut 3.2", where="**mast height above a number**", **NU),
        cell6=k("cell 6 stands low: ageing", "/battery", "cell_voltage[5]", "cell 6|battery", "off -.035 .05"),
        cell_load=k("cell 2 sags when the current is above a number: link loose", "/battery", "cell_voltage[1]", "cell 2|battery|link", "off -.045 .3", where="**battery current above a number**", **NU),
        pack_hot=k("battery gets warm at sensor 2: screw loose", "/battery", "cell_temperature[1]", "battery|sensor 2", "heat 5 120", step=False, tail=400),
        soc=k("charge state frozen: gauge hangs", "/battery", "percentage", "battery|charge state|gauge", "frz"),
        shunt=k("current of the shunt reads too little: amplifier", BMS, "shunt_current", "shunt|bms|amplifier", "mul -.22 .02"),
        insul=k("insulation falls: damp plug", BMS, "insulation_kohm", "insulation|bms", "off -330 .05", step=False),
        balance=k("balancing current stays on: transistor", BMS, "balancing_ma", "balancing|bms", "off 24 .1"),
        contact=k("charging contact gets hotter: spring weak", CHG, "contact_celsius", "contact|charger", "heat 15 30", where="when charging", need=25),
        charge_low=k("charger gives less current: phase of its input lost", CHG, "charging_current", "charger", "mul -.3 .05", where="when charging"),
        match_place=k("scan matching is bad at one place: stand of an advertisement", LOC, "scan_match_pct", "localizer|scan matching", "off -15 .3", **PL),
        spread=k("pose of the localizer spreads: reflector gone", LOC, "pose_spread_m", "localizer|pose spread", "mul 1.1 .3"),
        v24_load=k("24 V falls when its current is above a number: terminal", SUP, "rail24_volts", "24 v|supply|terminal", "off -.5 .3", where="**current of the rail above a number**", **NU),
        v5=k("5 V uneasy: capacitor", SUP, "rail5_volts", "5 v|supply|capacitor", "noise .035"),
        fan2=k("fan 2 slow: dust", COOL, "fan_speed[1]", "fan 2|cooling", "off -260 .02"),
        filter=k("pressure over the filter rises: dust", COOL, "filter_pa", "filter|cooling", "off 11 .05", step=False),
        decode=k("fewer price labels are decoded: lens scratched", PRC, "decoded_pct", "price reader|lens", "off -15 .2", where="when scanning"),
        decode_ms=k("decoding slow: library without its fast path", PRC, "decode_ms", "price reader|decoder", "late 6 22"),
        holes=k("depth picture has more holes: projector fades", DEP, "filled_pct", "depth camera|projector", "off -13 .05", step=False),
        floor=k("depth camera sees the floor too low: foot bent", DEP, "floor_offset_mm", "depth camera|foot", "off 9 .05"),
        wifi_place=k("radio weak at one place: metal shelf moved", WIF, "wifi_dbm", "wifi|radio|shelf", "off -13 .2", **PL),
        retries=k("many retries on the radio: channel shared", WIF, "retries_pct", "wifi|radio", "late 3 11"),
        strip=k("left bumper strip resistance falls: damp", BMP, "strip_kohm[0]", "bumper|left strip", "off -.45 .05", step=False),
        cliff_l=k("left cliff sensor drops out: plug", "/cliff/left", "range", "left cliff|cliff left", "cut .3 .3 2"),
        cliff_r=k("right cliff sensor reports millimetres: module changed", "/cliff/right", "range", "right cliff|cliff right", "unit 1000"),
        shelf_l=k("left shelf distance stands off: bracket bent", "/shelf_distance/left", "range", "left shelf distance|shelf distance left", "off .075 .05"),
        light=k("light sensor dims: film on the window", "/light", "illuminance", "light sensor|light", "mul -.34 .03"),
        humid=k("humidity frozen", "/air/humidity", "relative_humidity", "humidity|air humidity", "frz"),
        loop=k("loop has far longer worst cases", ONB, "loop_longest_ms loop_ms", "onboard|computer|loop", "late 5 30"),
        ram=k("memory of the computer fills", ONB, "ram_used_mb", "onboard|computer|memory", "leak 150", step=False),
        s_drive=k("left wheel drive reports overcurrent", [DRV, "/rosout", "/diagnostics"], "fault_bits motor_current[0]", "left motor|wheel drives", silent=False),
        s_reader=k("tag reader reports antenna faults", [RFID, "/rosout", "/diagnostics"], "antenna_faults antenna_rssi[1]", "tag reader|antenna 2", silent=False),
        s_mast=k("mast reports that it is stalled", [MAST, "/rosout", "/diagnostics"], "mast_stalled lift_current", "mast|lift", silent=False),
        s_filter=k("cooling warns that the filter is due", [COOL, "/rosout", "/diagnostics"], "filter_due", "cooling|filter", silent=False),
    )

    def plan(self):
        self.day(20, 1.2, 3.0)
        r, n, z0 = self.rng("round"), self.n, self.z0
        self.site = 1 if self.is_life(2, 8) else 2 if self.is_life(7) else 0
        rows = (5, 4, 6)[self.site]
        T = Track(self, x=2.0, y=0.0, h=0.0, m=0.6, p=0.0)
        T.set(aisle=0, lim=0.5, mreq=0.6, dim=0), T.wait(r.uniform(15, 60), 0)
        row, right, no, slow = 0, True, 0, 0.8 if self.is_life(6) else 1.0
        while T.more:
            a0, no = T.i, no + 1
            job = r.choice((1, 2, 3), p=(0.5, 0.3, 0.2))  # pictures, tags, promotion check
            job = 4 if self.new(3) and r.random() < 0.25 else 5 if self.new(4) and r.random() < 0.25 else job  # 4: freezer mast high, 5: label by label; new
            T.spd = slow * (0.75 if r.random() < 0.15 else 1.0)
            v = r.uniform(0.45, 0.7) if job == 1 else r.uniform(0.7, 1.0) if job == 2 else r.uniform(0.3, 0.5)
            top = r.choice((0.6, 1.0, 1.4)) if job != 4 else 1.85
            T.set(aisle=row + 1, job=job, lim=v, mreq=top, dim=(0, 60, 0, 85, 100, 70)[job]), T.go(1, v=0.22, a=0.4, m=top, p=0.0), T.go(1, v=0.9, a=1.5, p=float(r.choice((-1.2, 1.2))))
            x0, x1 = (T.pos["x"], 26.0 if right else 2.0)
            y = row * 3.2
            stops = {}
            if job in (3, 5):
                stops = {abs(x1 - x0) * f: r.uniform(2.5, 6) for f in np.linspace(0.1, 0.9, 4 if job == 3 else 9)}
            if r.random() < 0.3:
                stops[abs(x1 - x0) * r.uniform(0.15, 0.85)] = r.uniform(5, 25)  # customers in the way
            way = Way([(x0, T.pos["y"]), (0.5 * (x0 + x1), y + r.uniform(-0.25, 0.25)), (x1, y + r.uniform(-0.15, 0.15))])
            turn_to(T, way, code=2)
            T.set(scan=1), way.drive(T, v, 3, stops=stops), T.set(scan=0, dim=0), T.task(a0, "aisle")
            if r.random() < 0.25:
                T.go(5, v=0.25, a=0.4, m=r.uniform(0.6, 1.8)), T.wait(r.uniform(2, 9), 5)
            if self.is_life(5, 9) and no == 5:  # weekly test of mast and lamps
                for z in (0.6, 1.9, 0.6, 1.9, 0.8):
                    T.set(dim=100 if z > 1 else 20), T.go(12, v=0.25, a=0.4, m=z), T.wait(4, 12)
                T.set(dim=0)
            nxt = int(r.choice([i for i in range(rows) if i != row]))
            if no % 5 == 0 and not right:  # to the charger
                w = Way([(T.pos["x"], T.pos["y"]), (0.6, T.pos["y"]), (0.6, -1.0), (2.0, -1.6)])
                turn_to(T, w, code=6)
                w.drive(T, 0.7, 6), T.set(dock=1), T.wait(r.uniform(120, 260), 7), T.set(dock=0)
                nxt = 0
            e = 27.6 if right else 0.4
            w = Way([(T.pos["x"], T.pos["y"]), (e, T.pos["y"]), (e, nxt * 3.2), (26.0 if right else 2.0, nxt * 3.2)])
            turn_to(T, w, code=4)
            T.set(lim=0.9), w.drive(T, r.uniform(0.7, 0.95), 4, stops={w.s[-1] * 0.5: r.uniform(3, 12)} if r.random() < 0.15 else {})
            row, right = nxt, not right
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.xl, self.yl = lp(A["x"], 0.25), lp(A["y"], 0.25)
        ox, oy = ((0, 0), (38, 6), (-45, 12))[self.site]
        self.x, self.y = self.xl + ox, self.yl + oy
        self.yaw = ring(A["h"], 0.9, 0.7)
        self.v = lp(np.hypot(np.gradient(self.xl, DT), np.gradient(self.yl, DT)), 0.2)
        self.yr = lp(np.gradient(self.yaw, DT), 0.15)
        self.acc = lp(np.gradient(self.v, DT), 0.2)
        self.m, self.p = ring(A["m"], 1.1, 0.6), ring(A["p"], 1.4, 0.6)
        self.dm = lp(np.gradient(self.m, DT), 0.1)
        mv = self.mv = (self.v > 0.08) | (np.abs(self.yr) > 0.1)
        self.cold_aisle = np.exp(-(((self.yl - 3.2) / 1.1) ** 2)) * lp((self.xl > 9) * 1.0, 4)
        self.rough = 1 + 0.6 * np.sin(self.x * 1.3) * np.cos(self.y * 0.9)
        self.cur = [np.abs(0.7 + 2.1 * (self.v + sg * 0.2 * self.yr) + 3.4 * self.acc + 0.35 * np.abs(self.yr)) * (1 + 0.12 * self.rough) * (mv * 1.0) + 0.25 for sg in (-1, 1)]
        self.dim = lp(E("dim"), 0.5)
        self.lum = lp(np.clip(520 + 140 * np.sin(self.x / 3.1) * np.cos(self.y / 2.1) - 190 * self.cold_aisle + 60 * W("lum", 1, 50), 60, None) * (0.25 if self.is_life(6) else 1), 1.2)
        self.expo = np.clip(2.4e6 / (self.lum + 6 * self.dim + 120), 400, 9000)
        self.reads = lp(np.maximum(90 * E("scan") * (1 + 0.5 * np.sin(self.x * 0.8 + self.y)) * (E("job") != 3) + 6, 0), 1)
        self.rheat = lp(lp(self.reads / 90, 30) * 9, 120)
        self.rtemp = self.amb + 9 + self.rheat - 5 * self.cold_aisle + 0.5 * W("rt", 1, 40)
        self.i24 = lp(2.2 + 0.035 * self.dim + 1.1 * E("scan") + 2.4 * (np.abs(self.dm) > 0.03) + 0.8 * (self.pieces("pc", 5, 30, 0, 1) < 0.4), 0.2) + 0.08 * self.pink("i24", 1)
        load = self.i24 + sum(self.cur) * 0.9
        self.soc, self.ic = self.battery(load, E("dock"), 24, float(r.uniform(0.5, 0.85)), imax=20.0)
        self.ic = lp(self.ic, 2)
        self.nb = load - self.ic
        ones = np.ones(n, bool)
        sp = "speed|velocity|faster|speed limit|twist"
        self.over("right_fast", self.v, "/odom:twist.twist.linear.x", sp, mv, 0.5, 2, 0.4), self.over("rear_lost", self.v, "/odom:twist.twist.linear.x", sp, mv, 0.35, 2, 0.4), self.over("cam2_bright", self.expo, CAM + ":camera[1].exposure_us", "exposure us|exposure", ones, 0.55, -2)
        self.over("reader_hot", self.rtemp, RFID + ":reader_celsius", "reader celsius|hotter|temperature|celsius", E("scan") > 0, 0.5, 1, 0.1), self.over("sway_high", self.m, JNT + ":position[2]", "mast|height|position|lift|higher|mast request", mv, 0.5, 1, 0.35)
        self.over("cell_load", self.nb, "/battery:current", "current|load|shunt current|discharg", ones, 0.55, 1, 0.35), self.over("v24_load", self.i24, SUP + ":rail24_current", "rail24 current|current|load", ones, 0.55, 1, 0.3)
        self.places(self.x, self.y, self.v > 0.1, slip_place=(2.4, 0.05), bump_place=(2.4, 0.05)), self.places(self.x, self.y, ones & (E("dock") < 1), focus_place=(2.6, 0.06), match_place=(2.6, 0.06), wifi_place=(2.8, 0.06))
        dw = ("driving", "moving", "speed", "velocity", "speed limit")
        self.mode("left_amps wheel_enc wheel_small odom_scale", self.v > 0.12, *dw), self.mode("lift_eff mast_amps", np.abs(self.dm) > 0.04, "mast", "lift", "moves", "lift current"), self.mode("led1 led_flick", self.dim > 15, "lit", "dimming pct", "light", "on", "scanning")
        self.mode("contact charge_low", self.ic > 3, "charging", "charging current", "on charger"), self.mode("decode", E("scan") > 0, "scanning", "activity", "driving", "lit")

    def build(self):
        E, W, v, mv, n = self.E, self.wander, self.v, self.mv * 1.0, self.n
        er = self.shape("s_drive", 0.35, 0.6, 4) & (v > 0.1)
        cur = [self.cur[0] * np.where(er, 2.1, 1), self.cur[1]]
        self.pub(DRV, "shelf_msgs/msg/WheelDrives", 10, dict(motor_current=[s(c, 0.03, 0.06 + 0.05 * i, 0.03, 0.06, 3, lo=0) for i, c in enumerate(cur)], motor_celsius=[s(self.T(f"mt{i}", 6 * lp(c**2 / 3, 60), 300, 4, 0.15), 0.2) for i, c in enumerate(cur)], inverter_celsius=s(self.T("inv", 3 * lp(sum(cur), 40), 120, 8, 0.15), 0.1), fault_bits=np.where(er, 0x12, 0)))  # fmt: skip
        om = [(v + sg * 0.2 * self.yr) / 0.085 for sg in (-1, 1)]
        eff = [c * 0.4 for c in cur] + [60 + 95 * self.dm + 14 * self.m + 12 * (np.abs(self.dm) > 0.03), 0.3 + 0.5 * np.abs(np.gradient(self.p, DT))]
        self.jnt(JNT, 15, ["wheel_left", "wheel_right", "mast_lift", "camera_pan"], [s(np.cumsum(o) * DT, 1e-5) for o in om] + [s(self.m, 1e-5, 3e-4), s(self.p, 1e-5, 8e-4)], [s(o, 1e-3, 0.06 * (0.3 + 1), 0, 0) for o in om] + [s(self.dm, 1e-4, 1e-3), s(np.gradient(self.p, DT), 1e-4, 4e-3)], [s(e, 0.01, a) for e, a in zip(eff, (0.06, 0.06, 1.5, 0.03))])  # fmt: skip
        sg = 0.04 + 0.2 * v * self.rough
        self.inertial("/imu", 16, self.yaw, (0.02 * v * self.white("gx"), 0.02 * v * self.white("gy"), self.yr), (self.acc + sg * self.white("ax"), v * self.yr + sg * self.white("ay"), 9.81 + 1.3 * sg * self.white("az")), "base")
        qz, qw = quat(self.yaw)
        pose = {"pose.pose.position.x": s(self.x, 1e-3, 0.004, 0, 0.012, 30), "pose.pose.position.y": s(self.y, 1e-3, 0.004, 0, 0.012, 30), "pose.pose.orientation.z": qz, "pose.pose.orientation.w": qw}
        self.pub("/odom", "nav_msgs/msg/Odometry", 12, {**pose, "twist.twist.linear.x": s(v, 1e-3, 0.006), "twist.twist.angular.z": s(self.yr, 1e-3, 0.006)}, "odom")
        self.pub("/amcl_pose", "geometry_msgs/msg/PoseWithCovarianceStamped", 5, {p: (s(a.x, 1e-3, 0.012, 0, 0.015, 9) if isinstance(a, s) else a) for p, a in pose.items()}, "map")
        wall = [np.minimum(1.5 / max(abs(np.sin(a)), 0.12), 12) for a in np.linspace(-2, 2, 13)]
        person = (W("per", 1, 6) > 1.3) * 1.0
        self.lidar("/scan", 7, [(b - (0.6 * person if abs(i - 6) < 2 else 0)) * (1 + 0.18 * np.sin(self.x * (0.7 + 0.1 * i) + self.y + i)) for i, b in enumerate(wall)], 2.0, 15)
        self.lidar("/scan_rear", 6, [b * (1 + 0.16 * np.sin(self.x * (0.9 + 0.1 * i) - self.y + 2 * i)) for i, b in enumerate(wall[3:10])], 1.2, 15)
        V, jit = {}, self.rng("cj").gamma(1.5, 1.2, n)
        for i in range(4):
            fo = 72 - 6 * v - 3.2 * self.cold_aisle - 2 * np.abs(self.p) + 3 * np.sin(self.x * 1.1 + i)
            V.update({f"camera[{i}].focus_score": s(fo, 0.1, 1.0, 1, 1.2, 7, lo=0), f"camera[{i}].exposure_us": s(self.expo * (1 + 0.06 * i), 5, 40, 30, 45, 3), f"camera[{i}].frame_delay_ms": s(24 + jit + 3 * (self.expo > 5000), 0.2, 0.6), f"camera[{i}].sensor_celsius": s(self.T(f"cc{i}", 6 + 4 * lp(E("scan"), 40), 200, 6, 0.12) - 2.2 * lp(self.cold_aisle, 30), 0.1)})  # fmt: skip
        self.pub(CAM, "shelf_msgs/msg/ShelfCameras", 6, dict(V, frames_stored=np.floor(np.cumsum(E("scan") * (E("job") != 2)) * DT * 8)))
        af = self.shape("s_reader", 0.4, 0.6, 4)
        rs = [-54 + 5 * np.sin(self.x * (0.5 + 0.1 * i) + self.y) + 6 * lp(E("scan"), 1) - 9 * np.where(af & (i == 1), 1, 0) for i in range(4)]
        self.pub(RFID, "shelf_msgs/msg/TagReader", 6, dict(antenna_rssi=[s(a, 0.5, 1.2, 1, 1.4, 5) for a in rs], reflected_mw=[s(34 + 5 * lp(E("scan"), 1) + 2 * np.sin(self.x + i), 0.2, 1.2, 2, 1.5, 9, lo=0) for i in range(4)], reads_per_s=s(self.reads, 0.5, 3 + 0.0 * v[0], 0, 2.5, 4, lo=0), reader_celsius=s(self.rtemp, 0.1, 0.1, own=1), antenna_faults=self.once(af)))  # fmt: skip
        self.pub(LED, "shelf_msgs/msg/LightBars", 8, dict(led_amps=[s(0.04 + 0.019 * self.dim * (1 - 0.0016 * i), 0.005, 0.012, 0.015, 0.01, 9, lo=0) for i in (0, 1)], led_celsius=[s(self.T(f"lt{i}", 0.24 * self.dim, 70, 4, 0.2), 0.2) for i in (0, 1)], dimming_pct=self.dim))
        st = self.shape("s_mast", 0.4, 0.6, 4)
        mm = lp((np.abs(self.dm) > 0.03) * 1.0, 0.2)
        self.pub(MAST, "shelf_msgs/msg/Mast", 8, dict(lift_current=s(0.3 + mm * (1.6 + 5 * np.maximum(self.dm, 0)) + np.where(st, 2.4, 0), 0.02, 0.05, 0.03, 0.05, lo=0), belt_newton=s(205 + 13 * self.dm - 0.3 * (self.amb - 20) - 1.5 * self.cold_aisle, 0.5, 1.4, 4, 1.6, 25), sway_mm=s(0.8 + self.m * (3.2 * np.abs(self.acc) * 2 + 1.4 * v * np.abs(W("sw", 1, 0.3))), 0.05, 0.25, lo=0), mast_stalled=st))  # fmt: skip
        ocv = 3.24 + 0.09 * self.soc - 0.0021 * self.nb - 0.0011 * lp(self.nb, 30)
        self.pack("/battery", self.nb, 8 * ocv, self.soc, [ocv] * 8, [self.T(f"bt{i}", 3 * lp(np.abs(self.nb) / 8, 60), 500, 3, 0.06) for i in range(3)])
        self.pub(BMS, "shelf_msgs/msg/Bms", 4, dict(shunt_current=s(self.nb, 0.05, 0.1, 0.05, 0.06), balancing_ma=s(3 + 40 * lp((self.soc > 0.9) * 1.0, 9), 0.5, 1.0, 1, 1, 15, lo=0), insulation_kohm=s(1320 - 60 * self.cold_aisle, 5, 12, 40, 18, 60), mosfet_celsius=s(self.T("mf", 2.6 * lp(np.abs(self.nb) / 5, 15), 80, 5, 0.15), 0.1)))  # fmt: skip
        self.pub(CHG, "shelf_msgs/msg/Charger", 4, dict(charging_current=s(self.ic, 0.05, 0.05 * (1 + 0), 0, 0, lo=0), contact_celsius=s(self.T("co", 13 * lp(self.ic / 20, 9), 45, 1, 0.15), 0.1), charger_volts=s(np.where(E("dock") > 0, 8 * ocv + 0.3, 0), 0.02, 0.02), on_charger=E("dock")))
        self.pub(LOC, "shelf_msgs/msg/Localizer", 5, dict(scan_match_pct=s(88 - 3 * v - 6 * person + 3 * np.sin(self.x / 2.7), 0.1, 1, 0.8, 1.2, 7, lo=0, hi=100), pose_spread_m=s(0.035 + 0.03 * np.abs(self.yr) + 0.012 * person, 0.001, 0.004, 0, 0.004, 6, lo=0.002), particle_count=np.clip(500 + 300 * lp(np.abs(self.yr) + 0.3 * person, 2) + 18 * W("pa", 1, 4), 100, 4000)))  # fmt: skip
        self.pub(SUP, "shelf_msgs/msg/Supply", 5, dict(rail24_volts=s(24.2 - 0.03 * self.i24, 0.01, 0.02, 0.03, 0.012, 9), rail24_current=s(self.i24, 0.02, 0.06, lo=0), rail5_volts=s(5.06 - 0.004 * self.i24, 0.002, 0.005, 0.008)))
        du = self.T("du", 4 + 0.05 * self.dim + 2 * E("scan"), 150, 3, 0.1)
        self.pub(COOL, "shelf_msgs/msg/Cooling", 4, dict(fan_speed=[s(1700 + 34 * (du - self.amb), 10, 14, 20, 14, 9) for i in (0, 1)], duct_celsius=s(du, 0.1), filter_pa=s(21 + 0.9 * (du - self.amb), 0.2, 0.6, 1.5, 0.7, 20, lo=0), filter_due=(self.f("s_filter") > 0) & (self.t % 19 < 6)))
        sc = lp(E("scan"), 0.6)
        self.pub(PRC, "shelf_msgs/msg/PriceReader", 5, dict(decoded_pct=s(sc * (91 - 9 * v - 5 * self.cold_aisle + 3 * np.sin(self.x * 1.4)), 0.5, 1.5, 0, 1.8, 5, lo=0, hi=100), decode_ms=s(self.net("dc", 18 + 9 * sc), 0.5), contrast_pct=s(61 + 0.05 * self.dim - 0.008 * (self.expo - 3000) / 3, 0.5, 1.2, 1, 1, 9)))
        self.pub(DEP, "shelf_msgs/msg/DepthCamera", 6, dict(filled_pct=s(89 - 4 * v - 4 * person + 2 * np.sin(self.x), 0.1, 0.9, 1, 1, 8, lo=0, hi=100), floor_offset_mm=s(1.4 * np.sin(self.x * 0.9) + 3 * self.acc, 0.2, 1.0, 1.0, 0.5), depth_delay_ms=s(self.net("dd", 31, 1.6, 0.9), 0.2)))
        self.pub(WIF, "shelf_msgs/msg/Wifi", 4, dict(wifi_dbm=s(-48 - 1.1 * np.abs(np.mod(self.x, 14) - 7) - 3 * self.cold_aisle, 1, 1.2, 0.8, 1.5, 5), ping_ms=s(self.net("pi", 6), 0.5), retries_pct=s(self.net("re", 0, 0.6, 0.7), 0.1), cell=np.where(np.mod(self.x, 28) < 14, 1, 2)))
        self.pub(BMP, "shelf_msgs/msg/Bumper", 3, dict(strip_kohm=[s(8.2 - 0.03 * self.cold_aisle, 0.01, 0.02, 0.06, 0.02, 30) for _ in (0, 1)]))
        for nm in ("left", "right"):
            self.simple("/cliff/" + nm, "Range", 6, "range", s(0.055 + 0.0012 * self.rough * np.sin(self.x * 9), 5e-4, 1e-3, lo=0), min_range=0.02, max_range=0.4, field_of_view=0.1)
            self.simple("/shelf_distance/" + nm, "Range", 6, "range", s(1.15 + 0.07 * np.sin(self.x * (1.7 if nm == "left" else 1.3)) + 0.04 * np.sin(self.yaw * 2), 0.002, 0.008, 0.01), min_range=0.05, max_range=4.0, field_of_view=0.2)
        self.simple("/light", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.01 * self.white("li")), 1)), self.simple("/air/temperature", "Temperature", 1, "temperature", s(self.amb - 6 * lp(self.cold_aisle, 25), 0.1, 0.06))
        self.simple("/air/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.44 + 0.04 * self.su("rh") + 0.07 * lp(self.cold_aisle, 25), 0.001, 0.0015, 0, 0.01, 200))
        self.pub("/safety", "shelf_msgs/msg/Safety", 2, dict(estop_ok=1, field_set=np.where(v > 0.5, 2, mv), people=person + (W("pe2", 1, 30) > 1.2)))
        self.pub("/task", "shelf_msgs/msg/Task", 4, dict(activity=self.st, aisle=E("aisle"), speed_limit=s(E("lim"), 0.01), mast_request=s(E("mreq"), 0.01)))
        ver = self.version("shelf", "2.8", "2.9", "3.0")
        self.computer(ONB, "shelf_msgs/msg/Onboard", 20, 26, 3100, ("loop_ms", "loop_longest_ms", "ram_used_mb", "cpu_celsius", "release"), 6 * lp(E("scan"), 30), ver, 1.5)
        self.end("/scan_aisle/_action/status", [("s_drive", "wheel_drives", ["left drive overcurrent, fault 0x12", "left drive started again"], "WD"), ("s_reader", "tag_reader", ["antenna 2 fault", "antenna 2 back"], "TR"), ("s_mast", "mast", ["mast stalled", "mast free again"], "MA"), ("s_filter", "cooling", "cooling filter due, change soon", "CF")],
                 [(14, "I", "task", "aisle finished in {} s", 40, 160), (9, "W", "navigation", "customer in the way, waited {} s", 4, 25), (6, "W", "price_reader", "label not found at {} m", 2, 26), (5, "I", "bms", "balancing {} mV", 2, 9), (4, "W", "wifi", "server slow {} ms", 400, 900)],
                 [("localizer", "map of the store loaded"), ("shelf_cameras", "calibration 21 days old"), ("safety", "bumper test ok")], ver)  # fmt: skip
