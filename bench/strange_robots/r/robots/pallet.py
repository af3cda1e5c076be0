"""Autonomous pallet truck of a warehouse: drive and steer wheel under the mast, two casters, two load wheels, forks that lift to a rack; navigates with Nav2 and publishes its standard messages, with vendor messages for lift, forks, scanner and drives; English."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

ODO, CMD, AMC, SCN, IMU, BAT, JNT = "/odom", "/cmd_vel", "/amcl_pose", "/scan", "/imu/data", "/battery_state", "/joint_states"
DRV, STE, BRK, LIF, FRK, SAF, GND, CAM, CHG, BMS, DCD, WHL, WIF, CTL, CPU, LMP = "/drive_controller/state", "/steer_controller/state", "/brake/state", "/lift/state", "/forks/state", "/safety_scanner/state", "/ground_camera/state", "/pallet_camera/state", "/charger/state", "/bms/state", "/dcdc/state", "/wheels/state", "/wifi/state", "/controller_server/stats", "/computer/state", "/signals/state"  # fmt: skip
ACC, GYR, DR, LI = "linear_acceleration.", "angular_velocity.", dict(where="when driving"), dict(where="when lifting", need=12)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Pallet(Robot):
    NAME = "pallet"
    FLAGS = [(DRV, "error_code"), (LIF, "overload"), (SAF, "device_error"), (CHG, "contact_worn")]
    COMES = ("s_scanner",)
    RETRY = [("amcl", "LOC", "few particles agree for {} s", 3, 1, 5), ("controller_server", "NAV", "control loop missed its rate, {} Hz", 2.5, 11, 17)]
    DEFS = {
        "pallet_msgs/msg/Drive": mdef("float32 motor_current bus_voltage motor_temperature inverter_temperature; uint16 error_code"),
        "pallet_msgs/msg/Steer": mdef("float32 steer_current steer_temperature steer_lag_deg"),
        "pallet_msgs/msg/Brake": mdef("float32 coil_current air_gap_mm disc_temperature"),
        "pallet_msgs/msg/Lift": mdef("float32 mast_height pump_current oil_pressure oil_temperature valve_voltage; float32[2] chain_force; bool overload"),
        "pallet_msgs/msg/Forks": mdef("float32[2] tip_distance; float32 load_kg fork_tilt; bool[2] pallet_contact"),
        "pallet_msgs/msg/SafetyScanner": mdef("uint8 active_field; float32 contamination_pct nearest_m ossd_voltage; bool device_error"),
        "pallet_msgs/msg/GroundCamera": mdef("float32 sharpness tracked_features exposure_ms image_delay_ms"),
        "pallet_msgs/msg/PalletCamera": mdef("float32 detection_score pocket_offset_mm projector_ma camera_temperature"),
        "pallet_msgs/msg/Charger": mdef("float32 charge_current contact_temperature; bool docked contact_worn"),
        "pallet_msgs/msg/Bms": mdef("float32 insulation_kohm shunt_current balance_ma"),
        "pallet_msgs/msg/Dcdc": mdef("float32 supply24_voltage supply24_current supply12_voltage converter_temperature fan_rpm"),
        "pallet_msgs/msg/Wheels": mdef("float32[2] caster_vibration; float32 tread_temperature slip_ratio"),
        "pallet_msgs/msg/Wifi": mdef("float32 signal_dbm latency_ms retry_pct; uint8 channel"),
        "pallet_msgs/msg/ControllerStats": mdef("float32 cross_track_error heading_error compute_ms compute_worst_ms"),
        "pallet_msgs/msg/Computer": mdef("float32 loop_ms loop_worst_ms memory_mb cpu_temperature; string release"),
        "pallet_msgs/msg/Signals": mdef("float32 beacon_ma horn_ma floor_spot_ma"),
        "pallet_msgs/msg/Safety": mdef("bool estop_ok key_on; uint8 people_near"),
        "pallet_msgs/msg/Mission": mdef("uint8 phase shift; uint16 mission_no pallet_type; float32 target_height speed_limit; bool manual"),
    }
    KINDS = dict(
        drag=k("bearing of the drive wheel runs hard: more current, hotter", [DRV, JNT], "motor_current motor_temperature effort[0]", "drive wheel|drive controller|bearing", cons="/battery_state|/bms/state|inverter_temperature|bus_voltage", step=False, tail=400, **DR),
        brake_drag=k("brake does not open fully: drags and gets hot", [BRK, DRV], "disc_temperature motor_current", "brake|drive controller", cons="/battery_state|/joint_states|/bms/state|motor_temperature|inverter_temperature|bus_voltage", tail=400, **DR),
        tread=k("piece of the tread of the drive wheel is gone: shakes with the wheel", [WHL, IMU], "caster_vibration " + ACC + "z", "tread|drive wheel|wheels", cons="tread_temperature", **DR),
        caster=k("left caster hangs: steering needs more current and lags, path is missed", [STE, CTL], "steer_current steer_lag_deg cross_track_error", "left caster|caster|steering", cons="/drive_controller/state|/wheels/state|heading_error|steer_temperature|/battery_state|/joint_states|/dcdc/state|/bms/state", tail=200, **DR),
        pump=k("lift pump worn: more current for the same load, oil gets warm", LIF, "pump_current oil_temperature", "lift pump|lift|pump", cons="/battery_state|/dcdc/state|/bms/state", step=False, tail=400, **LI),
        sink=k("lift valve leaks: the mast sinks and is lifted again and again", [LIF, JNT], "mast_height pump_current position[2]", "lift valve|lift|mast", cons="/battery_state|oil_pressure|oil_temperature|/bms/state|/drive_controller/state", tail=60),
        fan=k("fan of the electronics stands: converter and inverter get hot", [DCD, DRV], "fan_rpm converter_temperature inverter_temperature", "fan|dcdc|drive controller", tail=500),
        charger=k("charger gives too little: module dead", [CHG, BAT], "charge_current current", "charger|battery", cons="/bms/state|contact_temperature|voltage|/drive_controller/state|cell_voltage|cell_temperature", where="when charging", need=25),
        slip=k("drive wheel slips: film of oil on the tread", [WHL, JNT], "slip_ratio velocity[0]", "drive wheel|wheels|tread", cons="/odom|cross_track_error", **DR),
        m_shunt=k("current of the drive motor loses span: shunt", DRV, "motor_current", "drive motor|drive controller|shunt", "mul -.42 .04", **DR),
        m_fast=k("drive motor draws a fluttering current when it is faster than a number: encoder of the motor eccentric", DRV, "motor_current", "drive motor|drive controller|encoder", "flut 14", where="**speed above a number**", **NU),
        inv_frz=k("temperature of the inverter frozen: sensor", DRV, "inverter_temperature", "inverter|drive controller", "frz"),
        bus=k("supply of the drive falls when its current is above a number: contactor burnt", DRV, "bus_voltage", "drive controller|contactor|supply", "off -1.6 .3", where="**drive current above a number**", **NU),
        steer_hot=k("steer motor gets hot: cooling plate loose", STE, "steer_temperature", "steer motor|steering|steer controller", "heat 11 80", step=False, tail=300),
        steer_lag=k("steering follows unevenly: chain of the steering slack", STE, "steer_lag_deg", "steering|steer controller|chain", "swing 1.6 3"),
        steer_zero=k("steer angle stands off: sensor slipped on its shaft", JNT, "position[1]", "steering|joint states|steer", "off .085 .03"),
        coil=k("coil of the brake draws too little: connector", BRK, "coil_current", "brake|coil|connector", "mul -.32 .04", also="/brake/state air_gap_mm off -.09 .05", **DR),
        gap=k("air gap of the brake grows: lining worn", BRK, "air_gap_mm", "brake|lining", "off .16 .04", step=False),
        oil_low=k("oil pressure reads too little: sensor membrane", LIF, "oil_pressure", "lift|oil pressure", "mul -.24 .03"),
        chain_l=k("left lift chain carries too little: stretched", LIF, "chain_force[0]", "left chain|lift chain|lift", "mul -.3 .05", also="/lift/state chain_force[1] mul .25 .05"),
        lift_heavy=k("oil pressure pulses when the load is heavier than a number: seal of the cylinder", LIF, "oil_pressure", "lift|cylinder|seal", "flut 14", where="**load above a number**", **NU),
        mast_scale=k("height of the mast measured in coarse steps: teeth of the draw wire lost", LIF, "mast_height", "mast|lift|draw wire", "coarse .12"),
        valve=k("lowering valve gets uneasy voltage: wire chafed", LIF, "valve_voltage", "lowering valve|lift|valve", "noise 1.9"),
        mast_vel=k("mast lifts jerkily: rail dry", JNT, "velocity[2]", "mast|joint states|rail", "swing .035 .8", also="/joint_states effort[2] swing 400 .8", **LI),
        tip_r=k("right fork tip measures short: tape on the window", FRK, "tip_distance[1]", "right fork|forks|fork tip", "short .35 .75"),
        tip_l=k("left fork tip drops out: cable in the fork", FRK, "tip_distance[0]", "left fork|forks|fork tip", "cut 0 .4"),
        load_walk=k("load cell of the forks walks: moisture", FRK, "load_kg", "load cell|forks", "walk 70 6 20"),
        load_span=k("load cell of the forks loses span: glue", FRK, "load_kg", "load cell|forks", "mul -.3 .03", where="when loaded"),
        tilt_heavy=k("forks bend when the load is heavier than a number: heel cracked", FRK, "fork_tilt", "forks|fork heel", "off -1.4 .15", where="**load above a number**", **NU),
        dirt=k("window of the safety scanner gets dirty", SAF, "contamination_pct", "safety scanner|window", "off 26 .05", step=False),
        ossd=k("output of the safety scanner uneasy: plug", SAF, "ossd_voltage", "safety scanner|plug", "burst .8 1 5"),
        near=k("safety scanner sees something near that is not there: strap hangs before it", SAF, "nearest_m", "safety scanner|strap", "cut .35 .45"),
        scan_short=k("beams 8 and 9 of the scan read short: scratch in the window", SCN, "ranges[8] ranges[9]", "scan|laser scanner|window", "short .3 .7"),
        scan_far=k("scan measures nothing far: window cloudy", SCN, " ".join(f"ranges[{i}]" for i in range(24) if i not in (2, 7, 11, 16, 20)), "scan|laser scanner|window", "sat 4.5"),
        scan_lost=k("scans get lost: cable to the laser scanner", SCN, "header.stamp", "scan|laser scanner|cable", "lost .5"),
        scan_fast=k("beams 3 and 4 of the scan scatter when the truck is faster than a number: bracket loose", SCN, "ranges[3] ranges[4]", "scan|laser scanner|bracket", "noise .9", where="**speed above a number**", **NU),
        amcl_walk=k("amcl pose walks: racks moved", AMC, "pose.pose.position.x pose.pose.position.y", "amcl|pose|localization", "walk .8 6 20", also="/amcl_pose pose.covariance[0] off .05 .2|/amcl_pose pose.covariance[7] off .05 .2"),
        amcl_pl=k("amcl pose jumps at one place: shiny foil on the pallets", AMC, "pose.pose.position.x pose.pose.position.y", "amcl|pose|localization|foil", "flut .35 1", **PL),
        amcl_cov=k("spread of the amcl heading grows: particles scatter", AMC, "pose.covariance[35]", "amcl|particles|heading", "off .03 .2", step=False),
        odom_scale=k("odometry too slow: wheel radius set wrongly after the change of the tread", ODO, "twist.twist.linear.x", "odometry|odom|wheel radius", "mul -.2 .02", **DR),
        odom_turn=k("odometry turns to one side: steer zero", ODO, "twist.twist.angular.z", "odometry|odom", "off .045 .05"),
        odom_old=k("odometry comes late: bus overloaded", ODO, "header.stamp", "odometry|odom|bus", "age .6", step=False),
        cmd_hunt=k("speed commands hunt: controller tuned badly", CMD, "linear.x", "speed command|cmd vel|controller", "swing .11 2.2", also="/controller_server/stats heading_error swing .05 2.2", **DR),
        cmd_lost=k("speed commands come in coarse steps: smoother fallen out", CMD, "linear.x angular.z", "speed command|cmd vel|smoother", "coarse .2", also="/controller_server/stats compute_worst_ms off 30 .3"),
        gyro=k("yaw gyro has a bias", IMU, GYR + "z", "imu|yaw gyro", "off .03 .04"),
        imu_x=k("forward acceleration walks: bracket of the imu cracked", IMU, ACC + "x", "imu|bracket", "walk 1.0 3 14"),
        imu_lost=k("imu sends half of its messages", IMU, "header.stamp", "imu", "lost .5"),
        joint_pl=k("truck is shaken at one place: floor joint broken", IMU, " ".join(ACC + c for c in "xyz"), "imu|floor joint|floor", "noise 1.2", also="/wheels/state caster_vibration[0] off .35 .3|/wheels/state caster_vibration[1] off .35 .3", **PL),
        caster_r=k("right caster shimmies: pivot worn", WHL, "caster_vibration[1]", "right caster|wheels|pivot", "mul .9 .15", **DR),
        tread_hot=k("tread gets hot: core loosens", WHL, "tread_temperature", "tread|wheels|core", "heat 12 60", step=False, tail=300),
        slip_pl=k("drive wheel slips at one place: water below the gate", WHL, "slip_ratio", "drive wheel|wheels|floor", "flut .1 1.2", also="/drive_controller/state motor_current flut 12 -.8", **PL),
        cell=k("cell 6 of the battery stands low: ageing", BAT, "cell_voltage[5]", "cell 6|battery", "off -.035 .06", also="/bms/state balance_ma off 16 .1"),
        cell_load=k("cell 2 sags when the battery current is above a number: weld", BAT, "cell_voltage[1]", "cell 2|battery|weld", "off -.06 .25", where="**battery current above a number**", **NU),
        soc=k("charge state jumps: gauge restarted", BAT, "percentage", "battery|charge state|gauge", "walk .1 10 30"),
        bat_hot=k("battery module 2 gets hot: busbar loose", BAT, "cell_temperature[1]", "battery|module 2|busbar", "heat 7 80", step=False, tail=300),
        insul=k("insulation falls: moisture in the charging contact", BMS, "insulation_kohm", "insulation|bms", "off -620 .05", step=False),
        shunt=k("current of the bms reads too much: amplifier", BMS, "shunt_current", "bms|shunt", "mul .3 .03"),
        contact=k("charging contact gets hot: spring weak", CHG, "contact_temperature", "charging contact|charger|spring", "heat 18 25", where="when charging", need=25),
        v24=k("24 V falls when its current is above a number: terminal", DCD, "supply24_voltage", "24 v|dcdc|terminal", "off -.35 .3", where="**current of 24 V above a number**", **NU),
        v12=k("12 V uneasy: capacitor", DCD, "supply12_voltage", "12 v|dcdc|capacitor", "noise .08"),
        fan_slow=k("fan of the electronics slows down: foil sucked in", DCD, "fan_rpm", "fan|dcdc|foil", "mul -.17 .03", also="/dcdc/state converter_temperature heat 5 90", tail=300),
        ground=k("ground camera loses features: lens oily", GND, "tracked_features", "ground camera|lens", "mul -.35 .06", also="/ground_camera/state sharpness off -9 .06", step=False),
        ground_pl=k("ground camera loses features at one place: floor newly painted", GND, "tracked_features", "ground camera|floor", "off -90 .2", **PL),
        ground_late=k("images of the ground camera late: hub", GND, "image_delay_ms", "ground camera|hub", "late 12 50"),
        blur=k("images of the ground camera blur when the exposure is above a number: lamp dead", GND, "sharpness", "ground camera|lamp", "flut -14 1", also="/ground_camera/state tracked_features flut -45 1", where="**exposure above a number**", **NU),
        score=k("pallets are recognised worse: projector dusty", CAM, "detection_score", "pallet camera|projector", "off -.16 .06", step=False),
        offset=k("pallet camera sees pockets aside: camera bumped", CAM, "pocket_offset_mm", "pallet camera|pockets", "off 17 .06"),
        projector=k("projector of the pallet camera flickers: driver", CAM, "projector_ma", "pallet camera|projector", "noise 40"),
        cam_hot=k("pallet camera gets hot: vent blocked", CAM, "camera_temperature", "pallet camera|vent", "heat 10 90", step=False, tail=300),
        track=k("path is missed to one side: footprint of the controller set wrongly", CTL, "cross_track_error", "controller server|path|controller", "off .09 .1", **DR),
        compute=k("controller needs far longer: costmap too large", CTL, "compute_worst_ms compute_ms", "controller server|costmap|controller", "late 9 34"),
        wifi_pl=k("wifi weak at one place: antenna of the hall broken off", WIF, "signal_dbm", "wifi|antenna", "off -17 .15", also="/wifi/state retry_pct off 9 .4|/wifi/state latency_ms off 35 .4", **PL),
        retry=k("wifi sends much again: channel shared with a new scanner", WIF, "retry_pct", "wifi|channel", "late 4 13"),
        loop=k("computer has far longer worst loops", CPU, "loop_worst_ms loop_ms", "computer|loop", "late 6 30"),
        memory=k("memory of the computer fills", CPU, "memory_mb", "computer|memory", "leak 260", step=False),
        beacon=k("beacon draws too little: half of its diodes dead", LMP, "beacon_ma", "beacon|signals", "mul -.4 .03"),
        spot=k("floor spot flickers: driver", LMP, "floor_spot_ma", "floor spot|signals", "noise 60", **DR),
        us_l=k("left ultrasonic rings: nothing near is measured", "/ultrasonic/left", "range", "left ultrasonic|ultrasonic left", "floor 1.4"),
        us_r=k("right ultrasonic drops out: plug", "/ultrasonic/right", "range", "right ultrasonic|ultrasonic right", "cut .2 .4"),
        light=k("light sensor dims: dust", "/hall/light", "illuminance", "light sensor|hall light", "mul -.38 .03"),
        humid=k("humidity frozen", "/hall/humidity", "relative_humidity", "humidity|hall humidity", "frz", need=60),
        s_drive=k("drive controller reports faults and cuts its current", [DRV, "/rosout", "/diagnostics"], "error_code motor_current", "drive controller|drive", silent=False),
        s_lift=k("lift reports overload though the load is light", [LIF, "/rosout", "/diagnostics"], "overload oil_pressure", "lift", silent=False),
        s_scanner=k("safety scanner warns for seconds again and again of its own error", [SAF, "/rosout", "/diagnostics"], "device_error", "safety scanner", silent=False),
        s_contact=k("charger warns that the contact is worn", [CHG, "/rosout", "/diagnostics"], "contact_worn", "charger|contact", silent=False),
    )

    def life(self):
        self.day(19 - self.season(0.4), 1.5, 3.0)
        r = self.rng("missions")
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(8, 10) else 0
        AX, L = ((6, 14, 24, 32), (5, 12, 26, 34), (8, 16, 24, 30))[self.site], (24, 28, 20)[self.site]
        T, no = Track(self, x=0.0, y=0.0, h=0.0, z=0.08), 0
        change, early = self.dur * r.uniform(0.35, 0.7), r.random() < 0.5
        T.set(cap=1.4, kg=0, dock=0, ppl=0, man=0, typ=0, no=0, zt=0.08, shift=1, halt=0, horn=0), T.wait(r.uniform(15, 60), 0)

        def to(pts, v, code, **kw):
            v = min(v, 0.8) if self.is_life(6) else v
            T.set(cap=v), T.drive(pts, v, code, [(r.uniform(0.2, 0.8), r.uniform(3, 14))] if r.random() < 0.22 and not kw else [], **kw)  # somebody in the way

        while T.more:
            a0, no = T.i, no + 1
            sh = 1 if (T.sec < change) == early else 2  # two shifts: drinks by day, light parcels and slower driving in the evening
            typ = int(r.integers(1, 7)) + 6 * (sh == 2)
            kg = float(np.clip(self.rng(f"type{typ}").uniform(350, 1050) * (0.45 if sh == 2 else 1) * r.uniform(0.85, 1.15), 70, 1250))
            dbl = self.new(3) and r.random() < 0.25  # two pallets stacked, carried slowly; new
            cold = self.new(4) and r.random() < 0.25  # a stop in the cooling chamber; new
            v = r.uniform(1.15, 1.6) * (0.85 if sh == 2 else 1)
            T.spd = 0.85 if r.random() < 0.15 else 1.0
            T.set(no=no, typ=13 if dbl else typ, shift=sh)
            ins = r.random() < 0.5
            ax, ry, side = float(r.choice(AX)), float(np.round(r.uniform(6, L - 2) / 1.4) * 1.4), 1 if r.random() < 0.5 else -1
            high = r.random() < 0.7 and not dbl
            gate = (float(r.choice((-3.0, 38.0))), float(r.choice((-3.0, -5.0))))

            def rack(load, x=ax, y=ry, sd=side, zt=r.uniform(0.9, 1.7) if high else 0.12, kg_=kg * (1.5 if dbl else 1), v_=v):
                to([(T.pos["x"], 2.0), (x, 2.0), (x, y)] if abs(T.pos["x"] - x) > 1 else [(x, y)], v_ * (0.7 if dbl and not load else 1), 2 if load else 5)
                low = 0.08 if load else 0.18
                T.set(zt=zt if load else zt + 0.1), T.go(3, v=0.08, a=0.2, z=max(zt - 0.04, low) if load else zt + 0.1)
                to([(x + 1.3 * sd, y)], 0.3, 3, back=True), T.wait(r.uniform(0.5, 2), 3)
                if load:
                    T.set(kg=kg_), T.go(3, v=0.05, a=0.2, z=T.pos["z"] + 0.15)
                else:
                    T.go(6, v=0.12, a=0.3, z=zt), T.set(kg=0)
                T.wait(1, 3), to([(x, y)], 0.35, 3, cut=0.2), T.set(zt=0.18 if load else 0.08), T.go(3, v=0.2, a=0.3, z=0.18 if load else 0.08), T.wait(0.2, 3)

            def floor_(load, g=gate, kg_=kg * (1.5 if dbl else 1), v_=v):
                to([(T.pos["x"], 2.0), (g[0], 2.0), (g[0], g[1] + 3)] if T.pos["y"] > 3 else [(g[0], 2.0), (g[0], g[1] + 3)], v_, 2 if load else 5)
                T.set(zt=0.08 if load else 0.18), T.go(3, v=0.1, a=0.3, z=0.08 if load else 0.18), to([(g[0], g[1])], 0.4, 3, back=True)
                T.set(kg=kg_ if load else 0, zt=0.18 if load else 0.08), T.go(3, v=0.04, a=0.2, z=0.2 if load else 0.08), T.wait(r.uniform(1, 5), 3), to([(g[0], g[1] + 3)], 0.5, 3, cut=0.2)

            (floor_ if ins else rack)(True)
            if cold:
                to([(T.pos["x"], 2.0), (19.0, 2.0), (19.0, -6.0)], v * 0.8, 7), T.wait(r.uniform(8, 20), 7), to([(19.0, 2.0)], v * 0.8, 7)
            if self.new(6) and r.random() < 0.3:
                to([(T.pos["x"], 2.0), (10.0, 2.0), (10.0, 0.0)], v * 0.8, 8), T.wait(r.uniform(6, 14), 8)  # weighed and wrapped; new
            (rack if ins else floor_)(False)
            T.task(a0)
            if r.random() < 0.15:
                T.set(ppl=2), T.wait(r.uniform(10, 50), 9), T.set(ppl=0)  # foil taken off, people
            if r.random() < 0.2 or self.is_life(8) and r.random() < 0.3:  # driven by the tiller
                T.set(man=1)
                for _ in range(int(r.integers(2, 5))):
                    T.drive([(float(np.clip(T.pos["x"] + r.uniform(-5, 5), -3, 38)), float(np.clip(T.pos["y"] + r.uniform(-3, 3), 0, L)))], r.uniform(0.4, 0.9), 10, a=0.6)
                    T.wait(r.uniform(0.5, 3), 10)
                T.set(man=0)
            if self.is_life(5, 9) and no == 6:  # weekly test of lift, horn and brake
                T.set(horn=1), T.go(11, v=0.2, a=0.3, z=1.6), T.go(11, v=0.2, a=0.3, z=0.08), T.set(horn=0), T.drive([(T.pos["x"] + 4, T.pos["y"])], 1.2, 11, a=1.0)
            if no % 4 == 0 or self.new(8) and no % 3 == 0:  # from life/8 on short charges in between
                to([(T.pos["x"], 2.0), (0.0, 2.0), (0.0, 8.0)], v, 12), T.set(dock=1), T.wait(r.uniform(100, 220), 13), T.set(dock=0)
        self.A, H, self.st = T.A, T.H, T.st
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, self.z0)
        self.vehicle(self.A)
        self.px, self.py = self.x + (0, 60, -80)[self.site], self.y + (0, -20, 15)[self.site]

    def physics(self):
        A, E, W, h, v = self.A, self.E, self.wander, self.h, self.v
        sink = h("sink", 0.5)
        saw = np.mod(self.t + 9 * self.u("saw", 1), 16) / 16
        self.up = ring(A["z"], 1.6, 0.7)
        self.z = self.up - 0.07 * sink * saw
        self.dz = lp(np.gradient(self.up, DT), 0.1)
        self.lifting, self.kg = self.dz > 0.015, lp(E("kg") * (1 + 0.01 * W("kg", 1, 3)), 0.4)
        self.mass = 820 + self.kg
        self.mv = v > 0.06
        self.drv = np.tanh(8 * v)
        self.slope = 0.06 / np.cosh((self.x - 20) / 2.2) ** 2 * np.cos(self.yaw)  # ramp between two halls
        self.rough = 1 + 0.5 * np.sin(self.px * 1.3) * np.cos(self.py * 0.9)
        self.joint = np.exp(-(((np.mod(self.px, 7.5) - 3.7) / 0.12) ** 2)) * v  # floor joints
        self.steer = lp(np.arctan2(1.35 * self.yr, np.maximum(v, 0.12)), 0.25)
        self.dst = lp(np.gradient(self.steer, DT), 0.1)
        slip = h("slip", 0.3) * (0.05 + 0.04 * np.abs(W("slp", 1, 0.8))) * self.drv
        self.slip = 0.012 + 0.02 * np.abs(self.acc) * self.mass / 1500 + 0.006 * np.abs(W("sl", 1, 2)) + slip
        self.om = self.fw / np.cos(self.steer).clip(0.3, 1) / 0.115 * (1 + slip)
        hard, brake, cast = h("drag", 0.5), h("brake_drag", 0.5), h("caster", 0.5)
        roll = 1 + 0.25 * self.rough + 0.012 * self.wear(1)
        self.tq = lp((self.mass / 1000) * (9 * roll * np.tanh(6 * self.fw) + 22 * self.fw * 0.2 + 260 * self.slope * 1.0 + 62 * self.acc) + np.tanh(6 * self.fw) * (9 * hard + 11 * brake + 3 * cast + 2 * np.abs(self.steer)), 0.15)
        self.amps = 1.6 * self.drv + 1.45 * np.abs(self.tq)
        self.mot = 0.34 * lp(self.amps, 90) + 0.006 * lp(self.amps**2, 200) + 9 * lp(hard * self.drv, 120)
        self.disc = 3 * lp(np.abs(self.acc) * 5, 60) + 20 * lp(brake * self.drv, 90)
        wornp = h("pump", 0.5)
        relift = sink * (saw < 0.09)
        self.pump = (self.lifting | (relift > 0.3)) * (42 + 0.085 * self.kg + 160 * np.clip(self.dz, 0, 0.3) + 20 * relift) * (1 + 0.38 * wornp)
        self.pump = lp(self.pump, 0.25)
        self.oilp = 18 + 0.092 * self.kg * (1 + 0.06 * ring(lp(np.gradient(self.dz, DT), 0.1), 1.2, 0.2)) + 12 * lp(self.lifting * 1.0, 0.2) + 14 * relift
        self.oil = 0.09 * lp(self.pump, 150) * 3.2 + 11 * lp(wornp, 150) + 4 * lp(sink, 200)
        self.chain = 0.5 * 9.81 * (95 + self.kg) * (1 + 0.3 * lp(np.gradient(self.dz, DT), 0.1))
        self.ste = 0.8 + 5 * np.abs(self.dst) + 1.8 * np.abs(self.steer) * self.drv + (3.0 + 3 * np.abs(self.steer)) * cast * self.drv
        self.lag = 1.1 * self.dst + 0.15 * W("lg", 1, 1) + 2.1 * cast * self.drv * np.sign(np.sin(self.px))
        self.cte = 0.02 * W("ct", 1, 4) * self.drv + 0.05 * self.yr + 0.1 * cast * self.drv
        dead = h("fan", 3).clip(0, 1)
        self.fan, self.hot = (2700 + 25 * (self.amb - 19)) * (1 - 0.96 * dead), 12 * lp(h("fan", 3), 130)
        self.i24 = lp(5.5 + 0.8 * E("ppl") + 0.9 * self.ste * 0.4 + 2.2 * (self.pieces("pc", 5, 30, 0, 1) < 0.4) + 1.3 * self.mv + 1.4 * (E("halt") > 0), 0.25) + 0.12 * self.pink("i24", 1)
        use = self.i24 * 0.5 + self.amps * 0.75 + self.pump * 0.8
        self.soc, ic = self.battery(use, E("dock"), 210, 0.58 + 0.2 * np.tanh(self.su("soc")), 95.0)
        self.ic = lp(ic, 2) * (1 - 0.4 * h("charger", 0.5))
        self.nb = use - self.ic
        self.lum = lp(np.maximum((310 + 120 * np.sin(self.px / 4) * np.cos(self.py / 3.2) + 700 * (self.y < -2)) * (0.5 if self.is_life(6) else 1), 8), 0.5)
        self.expo = np.clip(2400 / (self.lum + 90), 1.2, 18)
        self.person = np.maximum(E("halt") > 0, W("per", 1, 9) > 1.35) * 1.0

    def where(self):
        E, ones, v, mv = self.E, np.ones(self.n, bool), self.v, self.mv
        sp, ld = "speed|velocity|faster|speed limit|twist|linear", "load kg|load|weight|heavier|heavy|kg|chain force"
        for kd in ("m_fast", "scan_fast"):
            self.over(kd, v, ODO + ":twist.twist.linear.x", sp, mv, 0.5, 2, 0.4)
        for kd in ("lift_heavy", "tilt_heavy"):
            self.over(kd, self.kg, FRK + ":load_kg", ld, self.kg > 40, 0.45, -1, 0.4)
        self.over("bus", self.amps, DRV + ":motor_current", "motor current|current|load", mv, 0.6, 0, 0.4)
        self.over("cell_load", self.nb, BAT + ":current", "current|load|discharg|shunt current", ones, 0.65, 0, 0.4)
        self.over("v24", self.i24, DCD + ":supply24_current", "supply24 current|current|load", ones, 0.55, 1, 0.3)
        self.over("blur", self.expo, GND + ":exposure_ms", "exposure ms|exposure|darker", ones, 0.55, 1, 0.4)
        self.places(self.px, self.py, mv, joint_pl=(2.2, 0.06), slip_pl=(2.2, 0.06), ground_pl=(2.4, 0.07))
        self.places(self.px, self.py, ones & (E("dock") < 1), amcl_pl=(2.8, 0.08), wifi_pl=(3.0, 0.08))
        self.mode("drag brake_drag tread caster slip m_shunt coil odom_scale cmd_hunt caster_r track spot", v > 0.1, "driving", "moving", "speed", "velocity", "faster", "motor current", "speed limit")
        self.mode("pump mast_vel", self.lifting, "lifting", "lifts", "mast", "moves", "pump current"), self.mode("load_span", self.kg > 60, "loaded", "load", "load kg", "carrying"), self.mode("charger contact", self.ic > 6, "charging", "docked", "charge current")

    def record(self):
        E, W, v, t, per = self.E, self.wander, self.v, self.t, self.person
        er, ov, bl = self.shape("s_drive", 0.35, 0.5, 3) & (v > 0.1), self.shape("s_lift", 0.45, 0.6, 4), self.blink("s_scanner")
        cut = np.where(er, 0.3, 1)
        self.odometry(ODO, 20, "odom", self.x * 1.003 + 0.02 * W("ox", 1, 300), self.y * 1.003, self.fw)
        nav = 1 - E("man")
        self.pub(CMD, "geometry_msgs/msg/Twist", 10, {"linear.x": s(np.roll(self.fw, -6) * nav, 0.005, 0.004), "angular.z": s(np.roll(self.yr, -6) * nav, 0.005, 0.004)})
        cov = [s(0.02 + 0.015 * np.abs(W(f"cv{i}", 1, 20)) + 0.01 * self.drv, 1e-5, 0.001, 0, 0, 6, 0) if i in (0, 7) else s(0.006 + 0.004 * np.abs(W("cv35", 1, 20)), 1e-5, 4e-4, 0, 0, 6, 0) if i == 35 else 0.0 for i in range(36)]
        self.pub(AMC, "geometry_msgs/msg/PoseWithCovarianceStamped", 4, {**self.pose(self.px, self.py, self.yaw, 0.015, 0.02), "pose.covariance": cov}, "map")
        free = [(1.6 + 6.5 * abs(np.cos(i * 0.7))) * (1 + 0.2 * np.sin(self.px * (0.5 + 0.05 * i) + 0.8 * self.py + i)) - 1.1 * per * (i in (11, 12)) for i in range(24)]
        self.lidar(SCN, 6, free, 2.1, 20)
        sg = 0.06 + 0.3 * v * self.rough + 2.2 * self.joint
        td = self.h("tread", 0.3) * self.drv
        self.inertial(IMU, 20, (self.z0, np.arctan(self.slope), self.yaw), (0.02 * v * self.white("gx"), np.gradient(lp(self.slope, 0.4), DT) + 0.02 * v * self.white("gy"), self.yr), (self.acc + 9.81 * self.slope + sg * self.white("ax"), v * self.yr + sg * self.white("ay"), 9.81 + 1.4 * sg * self.white("az") + 1.5 * td * np.sin(np.cumsum(self.om) * DT)), "imu_link")
        ocv = 3.24 + 0.1 * self.soc - 0.00035 * self.nb - 0.0002 * lp(self.nb, 30)
        self.pack(BAT, self.nb, 8 * ocv, self.soc, [ocv] * 8, [self.T(f"bt{i}", 4 * lp(np.abs(self.nb) / 40, 90), 500, 4, 0.06) for i in range(3)])
        om = self.om
        self.jnt(JNT, 15, ["drive_wheel", "steer", "mast", "caster_left", "caster_right"], [s(np.cumsum(om) * DT, 1e-3, 1e-3), s(self.steer, 1e-3, 2e-3, 4e-3, 1e-3), s(self.z, 1e-4, 6e-4), s(lp(self.steer, 0.5) * 0.8, 1e-3, 0.01), s(lp(self.steer, 0.5) * 0.8, 1e-3, 0.01)],
                 [s(om, 1e-3, 0.06), s(self.dst, 1e-3, 0.01), s(self.dz, 1e-4, 1e-3), s(lp(self.dst, 0.5), 1e-3, 0.02), s(lp(self.dst, 0.5), 1e-3, 0.02)], [s(self.tq * 1.3, 0.05, 0.7), s(self.ste * 2 * np.sign(self.dst), 0.05, 0.2), s((self.chain * 2) * (1 + 0.1 * np.tanh(20 * self.dz)), 1, 30), 0.0, 0.0])  # fmt: skip
        self.pub(DRV, "pallet_msgs/msg/Drive", 10, dict(motor_current=s(self.amps * cut, 0.1, 0.6, 0.2, 0.5, 2, 0), bus_voltage=s(8 * ocv - 0.006 * self.amps, 0.02, 0.04, 0.04, 0.03), motor_temperature=s(self.T("mt", self.mot, 300, 9, 0.15), 0.2, 0.05), inverter_temperature=s(self.T("it", 0.22 * lp(self.amps, 40) + self.hot, 150, 10, 0.12), 0.2, 0.05), error_code=np.where(er, 0x21, 0)))  # fmt: skip
        self.pub(STE, "pallet_msgs/msg/Steer", 8, dict(steer_current=s(self.ste, 0.05, 0.25, 0.1, 0.2, 2, 0), steer_temperature=s(self.T("st", 1.6 * lp(self.ste, 90), 240, 6, 0.12), 0.1, 0.05), steer_lag_deg=s(self.lag, 0.02, 0.12, 0.1, 0.08)))
        on = lp(self.mv * 1.0, 0.1)
        self.pub(BRK, "pallet_msgs/msg/Brake", 5, dict(coil_current=s(on * (1.9 - 0.004 * (self.amb - 19)) + 0.6 * (np.gradient(on, DT) > 0.2), 0.01, 0.03, 0.03, 0.02, 6, 0), air_gap_mm=s(0.34 + 0.006 * self.wear(1) + 0.015 * self.per_event("ag", self.mv), 0.005, 0.006, 0.01, 0.004), disc_temperature=s(self.T("dt", self.disc, 160, 4, 0.12), 0.2, 0.05)))  # fmt: skip
        low = lp((self.dz < -0.02) * 1.0, 0.1)
        self.pub(LIF, "pallet_msgs/msg/Lift", 10, dict(mast_height=s(self.z, 1e-3, 0.0012), pump_current=s(self.pump, 0.5, 1.6, 0.3, 1, 2, 0), oil_pressure=s(self.oilp + 30 * ov, 0.2, 0.7, 0.5, 0.5, 3, 0), oil_temperature=s(self.T("ot", self.oil, 400, 6, 0.1), 0.1, 0.05), valve_voltage=s(0.1 + 21.5 * low, 0.05, 0.15, 0, 0.1, 6, 0), chain_force=[s(self.chain * (1 + 0.02 * W(f"cf{i}", 1, 20)), 5, 25, 15, 15, 5, 0) for i in (0, 1)], overload=ov))  # fmt: skip
        tip = np.clip(2.2 + 1.2 * np.sin(self.px * 0.9 + self.yaw) - 1.6 * lp((self.kg > 30) * 1.0, 0.5), 0.15, 4)
        self.pub(FRK, "pallet_msgs/msg/Forks", 8, dict(tip_distance=[s(tip * (1 + 0.03 * W(f"tp{i}", 1, 2)), 0.01, 0.015, 0.01, 0, 6, 0) for i in (0, 1)], load_kg=s(self.kg * (1 + 0.01 * self.rough * v), 1, 5, 5, 4, 6), fork_tilt=s(0.6 - 0.0011 * self.kg - 0.3 * self.z, 0.01, 0.04, 0.06, 0.03), pallet_contact=[self.kg > 30] * 2))
        self.pub(SAF, "pallet_msgs/msg/SafetyScanner", 5, dict(active_field=np.where(v > 0.9, 3, np.where(v > 0.35, 2, self.mv)), contamination_pct=s(8 + 0.5 * self.wear(1) + 2.5 * np.abs(W("cn", 1, 200)), 1, 0.5, 1.5, 0.5, 60, 0), nearest_m=s(np.clip(np.min(free[6:18], 0), 0.2, 9), 0.01, 0.02), ossd_voltage=s(23.6 - 0.01 * self.i24, 0.05, 0.05, 0.05, 0.03), device_error=bl))  # fmt: skip
        ft = 210 - 45 * v + 30 * np.sin(self.px * 0.8) * np.cos(self.py * 0.6) + 20 * np.tanh(self.lum / 400)
        self.pub(GND, "pallet_msgs/msg/GroundCamera", 6, dict(sharpness=s(64 - 5 * v + 2 * np.sin(self.px), 0.1, 1, 1.5, 0.8, 9, 0), tracked_features=s(ft, 1, 6, 4, 5, 4, 0), exposure_ms=s(self.expo, 0.02, 0.05, 0, 0.04), image_delay_ms=s(self.net("gd", 28, 3, 2), 0.5)))
        ap = self.st == 3
        self.pub(CAM, "pallet_msgs/msg/PalletCamera", 5, dict(detection_score=s(0.82 + 0.05 * lp(ap * 1.0, 1) + 0.02 * self.per_event("ds", ap), 0.005, 0.012, 0.01, 0.01, 6, 0, 1), pocket_offset_mm=s(5 * self.per_event("po", ap), 0.5, 0.8, 1, 0.6), projector_ma=s(180 + 260 * lp(ap * 1.0, 0.3), 1, 5, 4, 3, 6, 0), camera_temperature=s(self.T("ct", 14 + 5 * lp(ap * 1.0, 60), 150, 6, 0.1), 0.1, 0.05)))  # fmt: skip
        self.pub(CHG, "pallet_msgs/msg/Charger", 4, dict(charge_current=s(self.ic, 0.1, 0.3, 0, 0.2, 4, 0), contact_temperature=s(self.T("cc", 20 * lp(self.ic / 95, 10), 40, 2, 0.15), 0.1, 0.05), docked=E("dock"), contact_worn=(self.f("s_contact") > 0) & (t % 18 < 6)))
        self.pub(BMS, "pallet_msgs/msg/Bms", 4, dict(insulation_kohm=s(2100 - 110 * lp(W("wet", 1, 200), 20), 5, 20, 60, 20, 60), shunt_current=s(self.nb, 0.1, 0.4, 0.1, 0.3), balance_ma=s(5 + 40 * lp((self.soc > 0.88) * 1.0, 5), 0.5, 0.9, 0, 0.6, 9, 0)))
        self.pub(DCD, "pallet_msgs/msg/Dcdc", 4, dict(supply24_voltage=s(24.3 - 0.02 * self.i24, 0.01, 0.02, 0.03, 0.015), supply24_current=s(self.i24, 0.05, 0.08, 0, 0.05, 6, 0), supply12_voltage=s(12.1 - 0.004 * self.i24, 0.01, 0.015, 0.02, 0.01), converter_temperature=s(self.T("dc", 1.5 * lp(self.i24, 60) + self.hot, 160, 7, 0.12), 0.1, 0.05), fan_rpm=s(self.fan, 5, 15, 25, 12, 9, 0)))  # fmt: skip
        self.pub(WHL, "pallet_msgs/msg/Wheels", 8, dict(caster_vibration=[s(0.03 + 0.16 * v * self.rough * (1 + 0.1 * i) + 0.9 * self.joint + 0.35 * td, 0.002, 0.012, 0.01, 0.01, 3, 0) for i in (0, 1)], tread_temperature=s(self.T("tt", 11 * lp(v * self.mass / 1500, 120) + 4 * lp(td, 100), 260, 4, 0.12), 0.1, 0.05), slip_ratio=s(self.slip, 1e-3, 0.004, 0, 0.003, 3, 0)))  # fmt: skip
        self.pub(WIF, "pallet_msgs/msg/Wifi", 4, dict(signal_dbm=s(-47 - 0.9 * np.abs(np.mod(self.px, 22) - 11) - 0.3 * np.abs(self.y), 1, 1.2, 0.8, 1.5, 5), latency_ms=s(self.net("wl", 6, 3, 6), 0.5), retry_pct=s(self.net("wr", 0, 0.8, 0.8), 0.1), channel=1 + 5 * (np.mod(self.px, 44) > 22)))
        self.pub(CTL, "pallet_msgs/msg/ControllerStats", 6, dict(cross_track_error=s(self.cte, 1e-3, 0.006), heading_error=s(0.02 * W("he", 1, 2) * self.drv + 0.08 * self.dst, 1e-3, 0.005), compute_ms=s(self.net("cm", 8, 3, 2), 0.1), compute_worst_ms=s(self.net("cw", 17, 6, 5), 0.1)))
        hn = lp(np.maximum(E("horn"), (E("halt") > 0) & (np.mod(t, 4) < 0.5)), 0.1)
        self.pub(LMP, "pallet_msgs/msg/Signals", 4, dict(beacon_ma=s(310 + 150 * (np.mod(t, 1) < 0.5), 1, 8, 6, 5, 6, 0), horn_ma=s(2 + 840 * hn, 1, 3, 1, 0, 6, 0), floor_spot_ma=s(15 + 480 * on, 1, 6, 5, 5, 6, 0)))
        for i, nm in enumerate(("left", "right")):
            self.simple("/ultrasonic/" + nm, "Range", 6, "range", s(np.clip(1.3 + 0.8 * np.sin(self.px * (1.0 + 0.2 * i) + self.py + i) - 0.4 * (self.st == 3), 0.22, 4), 0.005, 0.012, 0.01), min_range=0.2, max_range=4.0, field_of_view=0.5)
        self.simple("/hall/light", "Illuminance", 4, "illuminance", s(self.lum, 1, 4)), self.simple("/hall/temperature", "Temperature", 1, "temperature", s(self.amb - 9 * lp((self.st == 7) * 1.0, 12), 0.1, 0.05))
        self.simple("/hall/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.5 + 0.05 * self.su("rh") + 0.12 * lp((self.st == 7) * 1.0, 20), 0.001, 0.002, 0, 0.012, 150))
        self.pub("/safety", "pallet_msgs/msg/Safety", 2, dict(estop_ok=1, key_on=1, people_near=per + E("ppl")))
        self.pub("/mission", "pallet_msgs/msg/Mission", 4, dict(phase=self.st, shift=E("shift"), mission_no=E("no"), pallet_type=E("typ"), target_height=s(E("zt"), 0.01), speed_limit=s(E("cap"), 0.01), manual=E("man")))
        ver = self.version("truck", "4.1", "4.2", "4.4")
        self.computer(CPU, "pallet_msgs/msg/Computer", 20, 28, 3100, ("loop_ms", "loop_worst_ms", "memory_mb", "cpu_temperature", "release"), 6 * lp(self.mv * 1.0, 30), ver, 1.5)
        self.end("/navigate_to_pose/_action/status", [("s_drive", "drive_controller", ["drive fault 0x21, current limited", "drive restarted"], "DRV"), ("s_lift", "lift", ["lift overload", "lift within limits again"], "LFT"), ("s_scanner", "safety_scanner", "internal error of the scanner, restarting", "SCN"), ("s_contact", "charger", "charging contact worn, change soon", "CHG")],  # fmt: skip
                 [(16, "I", "bt_navigator", "goal succeeded after {} s", 30, 150), (9, "W", "controller_server", "person in the way, waited {} s", 3, 14), (6, "W", "pallet_camera", "pocket found on second try, {} mm", 4, 22), (5, "I", "bms", "balancing {} mV", 2, 9), (4, "W", "fleet_client", "server slow {} ms", 400, 900), (3, "I", "local_costmap", "cleared {} cells", 40, 400)], [("amcl", "map of the warehouse loaded"), ("pallet_camera", "calibration 41 days old"), ("lifecycle_manager", "managed nodes are active")], ver)  # fmt: skip
