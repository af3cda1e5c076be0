"""Vertical farm: a rack of eight levels, each with lamps, fan, water valve, scale and leaf sensor; a shuttle that carries trays between the levels, a seeder, a harvester and a camera; climate and water plant; English, nested messages."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

LEV, DRV, SCL, NUT, PMP, AHU, CO2, SHJ, SHD, FRK, CAM, SCN, SEED, HRV = "/levels", "/lamp_drivers", "/level_scales", "/nutrients", "/water_pumps", "/air_handler", "/co2", "/shuttle/joint_states", "/shuttle/drives", "/shuttle/fork", "/plant_camera", "/plant_scanner", "/seeder", "/harvester"
UVS, OSM, MNS, CAB, AIR, LNK, RAIL, VLV, CTL, POS, IMU = "/uv_steriliser", "/reverse_osmosis", "/mains", "/cabinet", "/compressed_air", "/shuttle/link", "/shuttle/rail", "/level_valves", "/controller", "/shuttle/pose", "/shuttle/imu"
PL, NU, ACC, LIT = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), "linear_acceleration.", dict(where="when lit")


class Farm(Robot):
    NAME = "farm"
    FLAGS = [(SHD, "drive_fault"), (SEED, "needle_blocked"), (PMP, "dry_run"), (OSM, "cartridge_due")]
    DEFS = {
        "vfarm_msgs/msg/Level": "float32 led_amps\nfloat32 light_umol\nfloat32 leaf_c\nfloat32 fan_rpm\nfloat32 flow_lpm\nfloat32 moisture_pct",
        "vfarm_msgs/msg/Levels": mdef("vfarm_msgs/Level[8] level"),
        "vfarm_msgs/msg/LampDrivers": mdef("float32[8] driver_c driver_volts"),
        "vfarm_msgs/msg/LevelScales": mdef("float32[8] level_kg"),
        "vfarm_msgs/msg/LevelValves": mdef("float32[8] coil_ma"),
        "vfarm_msgs/msg/Nutrients": mdef("float32 ph_value ec_ms tank_litres tank_c; float32[3] dosing_ma"),
        "vfarm_msgs/msg/WaterPumps": mdef("float32[2] pump_amps pump_rpm; float32 line_bar line_lpm; bool dry_run"),
        "vfarm_msgs/msg/AirHandler": mdef("float32 supply_c return_c coil_c compressor_amps filter_pa blower_rpm drain_lph; bool compressor_on"),
        "vfarm_msgs/msg/Co2": mdef("float32 co2_ppm co2_valve_pct bottle_bar"),
        "vfarm_msgs/msg/ShuttleDrives": mdef("float32[3] axis_amps axis_c; uint16 drive_fault"),
        "vfarm_msgs/msg/Fork": mdef("float32 tray_kg fork_gap_mm"),
        "vfarm_msgs/msg/Rail": mdef("float32 rail_volts rail_amps"),
        "vfarm_msgs/msg/PlantCamera": mdef("float32 green_pct camera_focus exposure_ms store_ms"),
        "vfarm_msgs/msg/Seeder": mdef("float32 needle_kpa drum_rpm tray_gap_mm; uint32 seeds; bool needle_blocked"),
        "vfarm_msgs/msg/Harvester": mdef("float32 blade_amps blade_hz band_mps cut_mm"),
        "vfarm_msgs/msg/UvSteriliser": mdef("float32 uv_mw uv_ballast_amps sleeve_c"),
        "vfarm_msgs/msg/ReverseOsmosis": mdef("float32 permeate_lpm membrane_bar permeate_us; bool cartridge_due"),
        "vfarm_msgs/msg/Mains": mdef("float32[3] mains_volts mains_amps"),
        "vfarm_msgs/msg/Cabinet": mdef("float32 bus24_volts bus24_amps cabinet_c; uint16 cabinet_fan"),
        "vfarm_msgs/msg/CompressedAir": mdef("float32 air_bar air_nlpm"),
        "vfarm_msgs/msg/Link": mdef("float32 link_dbm link_ms link_loss"),
        "vfarm_msgs/msg/Safety": mdef("bool estop_ok door_closed; uint8 persons"),
        "vfarm_msgs/msg/Job": mdef("uint8 step_code; uint8 from_level to_level; uint32 tray_id; float32 speed_request"),
        "vfarm_msgs/msg/Controller": mdef("float32 scan_ms scan_longest_ms heap_mb core_c; string firmware"),
    }
    KINDS = dict(
        l3_amps=k("lamps of level 3 draw less current: a string is open", LEV, "level[2].led_amps", "level 3|lamps|levels", "mul -.14 .03", **LIT),
        l6_dim=k("lamps of level 6 give less and less light: lenses brown", LEV, "level[5].light_umol", "level 6|lamps|levels", "mul -.26 .03", step=False, **LIT),
        l2_flick=k("lamps of level 2 flicker: driver dying", LEV, "level[1].light_umol", "level 2|lamps|levels", "loose -58 .2 2", **LIT),
        l5_bright=k("lamps of level 5 pulse when their current is above a number: plug", LEV, "level[4].light_umol", "level 5|lamps|levels|plug", "flut 34", where="**current of the lamps above a number**", **NU),
        l4_leaf=k("leaf sensor of level 4 reads too warm: touches the lamp holder", LEV, "level[3].leaf_c", "leaf sensor 4|level 4|levels", "heat 3.4 25", tail=120),
        l8_leaf=k("leaf sensor of level 8 frozen", LEV, "level[7].leaf_c", "leaf sensor 8|level 8|levels", "frz"),
        l1_fan=k("fan of level 1 slow: hair of roots", LEV, "level[0].fan_rpm", "fan 1|level 1|levels", "off -190 .05"),
        l7_fan=k("fan of level 7 hunts: bearing", LEV, "level[6].fan_rpm", "fan 7|level 7|levels|bearing", "swing 95 4"),
        l5_flow=k("level 5 gets less water: nozzle clogged", LEV, "level[4].flow_lpm", "level 5|nozzle|levels", "mul -.28 .06", where="when watered", need=12),
        l3_moist=k("moisture of level 3 drifts: probe salted", LEV, "level[2].moisture_pct", "moisture probe 3|level 3|levels", "off -7.5 .03", step=False),
        l6_moist=k("moisture of level 6 noisy: cable", LEV, "level[5].moisture_pct", "moisture probe 6|level 6|levels|cable", "noise 2.6"),
        l28_swap=k("flow meter of level 8 counts too much: other meter put in", LEV, "level[7].flow_lpm", "level 8|flow meter|levels", "mul .32 .03", where="when watered", need=12),
        d4_hot=k("driver of level 4 gets hot: paste dry", DRV, "driver_c[3]", "driver 4|lamp drivers", "heat 9 70", step=False, tail=250),
        d7_volts=k("output of driver 7 uneasy: capacitor", DRV, "driver_volts[6]", "driver 7|lamp drivers|capacitor", "noise .55"),
        d1_frozen=k("temperature of driver 1 frozen", DRV, "driver_c[0]", "driver 1|lamp drivers", "frz"),
        d2_unit=k("temperature of driver 2 in Fahrenheit: driver changed", DRV, "driver_c[1]", "driver 2|lamp drivers", "unit 1.8 32"),
        s2_drift=k("scale of level 2 drifts: water in the cell", SCL, "level_kg[1]", "scale 2|level scales", "off 4.2 .03", step=False),
        s5_noise=k("scale of level 5 noisy: plug", SCL, "level_kg[4]", "scale 5|level scales|plug", "noise 1.6|spk 7 .03"),
        s7_stick=k("scale of level 7 sticks and jumps: tray rubs on the post", SCL, "level_kg[6]", "scale 7|level scales", "stick 4.5"),
        v6_coil=k("coil of valve 6 draws less current: layer short", VLV, "coil_ma[5]", "valve 6|level valves|coil", "mul -.15 .03", where="when watered", need=12),
        v3_loose=k("coil of valve 3 has a loose contact", VLV, "coil_ma[2]", "valve 3|level valves|coil", "loose -190 .3 2", where="when watered", need=12),
        ph=k("acidity drifts: electrode aged", NUT, "ph_value", "acidity|nutrients|electrode", "off .38 .04", step=False),
        ec=k("conductivity reads too low: cell scaled", NUT, "ec_ms", "conductivity|nutrients", "mul -.13 .02"),
        dose2=k("dosing pump 2 draws more current: hose worn", NUT, "dosing_ma[1]", "dosing pump 2|nutrients|hose", "off 58 .15"),
        tank=k("level of the tank noisy: foam", NUT, "tank_litres", "tank|nutrients|foam", "noise 11"),
        p1_amps=k("pump 1 draws more and more current: bearing", PMP, "pump_amps[0]", "pump 1|water pumps|bearing", "off 1.15 .12", step=False, where="when pumping"),
        p2_slow=k("pump 2 turns slower: inverter limits", PMP, "pump_rpm[1]", "pump 2|water pumps|inverter", "mul -.085 .03", where="when pumping"),
        p_flow=k("line pressure flutters when the flow is above a number: air in the line", PMP, "line_bar", "water line|water pumps", "flut .32", where="**flow in the line above a number**", **NU),
        supply=k("supply air swings: valve of the coil sticks", AHU, "supply_c", "supply air|air handler|valve", "swing 1.5 19"),
        comp=k("compressor draws more and more current: winding", AHU, "compressor_amps", "compressor|air handler", "off 2.4 .1", step=False, where="when the compressor runs"),
        coil=k("coil gets too cold: refrigerant lost", AHU, "coil_c", "coil|air handler|refrigerant", "off -3.1 .1", where="when the compressor runs"),
        ahu_filter=k("pressure over the air filter too high: pollen", AHU, "filter_pa", "air filter|air handler", "off 34 .05"),
        blower=k("blower slow: belt slips", AHU, "blower_rpm", "blower|air handler|belt", "mul -.11 .03"),
        drain=k("drain runs unevenly: trap dirty", AHU, "drain_lph", "drain|air handler|trap", "noise 1.6"),
        co2=k("carbon dioxide reads too high: sensor not calibrated", CO2, "co2_ppm", "carbon dioxide|co2", "off 145 .06"),
        co2_valve=k("carbon dioxide valve sticks and jumps", CO2, "co2_valve_pct", "carbon dioxide valve|co2", "stick 22"),
        bottle=k("pressure of the bottle falls too fast: leak", CO2, "bottle_bar", "bottle|co2|leak", "off -5.5 .03", step=False),
        x_place=k("speed of the shuttle jerks at one place: rail joint", SHJ, "velocity[0]", "axis x|shuttle|rail joint", "flut .3 -.5", **PL),
        lift_eff=k("lift needs more and more effort: chain dry", SHJ, "effort[1]", "lift|shuttle|chain", "off 46 .1", step=False, where="when the lift moves"),
        lift_fast=k("effort of the lift flutters when it is faster than a number: guide roller", SHJ, "effort[1]", "lift|shuttle|guide roller", "flut 85", where="**speed of the lift above a number**", **NU),
        fork_play=k("fork has play: key worn", SHJ, "position[2]", "fork|shuttle|key", "play .03|noise .0025"),
        j_age=k("joint states of the shuttle come late: radio bridge full", SHJ, "header.stamp", "joint states|shuttle", "age .7", step=False),
        x_amps=k("motor of axis x draws more current: wheel flat", SHD, "axis_amps[0]", "axis x|shuttle drives|wheel", "off 1.5 .25", where="when the shuttle moves"),
        lift_hot=k("motor of the lift gets hot: brake drags", SHD, "axis_c[1]", "lift|shuttle drives|brake", "heat 9 80", step=False, tail=300),
        fork_frozen=k("temperature of the fork motor frozen", SHD, "axis_c[2]", "fork|shuttle drives", "frz"),
        tray=k("mass of the tray reads too much: cell bent", FRK, "tray_kg", "tray scale|shuttle fork", "off 1.6 .04"),
        gap_place=k("gap of the fork jumps at one place: upright bent", FRK, "fork_gap_mm", "fork|shuttle fork|upright", "flut 4.2", **PL),
        rail_load=k("voltage of the rail falls when its current is above a number: brush worn", RAIL, "rail_volts", "rail|shuttle rail|brush", "off -2.3 .3", where="**current of the rail above a number**", **NU),
        pose_y=k("height in the pose stands off: reference lost", POS, "pose.position.y", "shuttle pose|shuttle", "off .022 .03"),
        pose_lost=k("poses of the shuttle get lost", POS, "header.stamp", "shuttle pose|shuttle", "lost .5"),
        imu_place=k("shuttle is shaken at one place: bolt of the rail loose", IMU, " ".join(ACC + c for c in "xyz"), "imu|shuttle imu|rail", "noise .6", **PL),
        imu_half=k("imu of the shuttle sends half of its messages", IMU, "header.stamp", "imu|shuttle imu", "lost .5"),
        focus=k("plant camera loses sharpness: algae on the window", CAM, "camera_focus", "plant camera|camera", "off -12 .05", step=False),
        green_place=k("greenness reads too low at one place: reflex of a holder", CAM, "green_pct", "plant camera|camera|holder", "off -14 .3", **PL),
        store_bright=k("pictures are stored late when the exposure is above a number: buffer", CAM, "store_ms", "plant camera|camera|buffer", "late 18 60", where="**exposure above a number**", **NU),
        scan_beam=k("beams 4 and 5 of the scanner read short: leaf on the window", SCN, "ranges[4] ranges[5]", "plant scanner|scanner|leaf", "short .2 .5"),
        scan_lost=k("scans get lost: driver restarts", SCN, "header.stamp", "plant scanner|scanner|driver", "lost .5"),
        needle=k("needles of the seeder hold less vacuum: filter wet", SEED, "needle_kpa", "seeder|needles", "mul -.22 .05", where="when seeding", need=12),
        drum=k("drum of the seeder runs unevenly: coupling", SEED, "drum_rpm", "seeder|drum|coupling", "noise 3.2", where="when seeding", need=12),
        blade=k("blade of the harvester draws more current: blunt", HRV, "blade_amps", "harvester|blade", "off 1.6 .2", where="when cutting", need=12),
        cut=k("height of the cut stands off: slide worn", HRV, "cut_mm", "harvester|slide", "off 4.4 .05"),
        uv=k("steriliser gives less light: sleeve scaled", UVS, "uv_mw", "steriliser|uv steriliser|sleeve", "mul -.2 .02", step=False),
        uv_amps=k("ballast of the steriliser draws uneasy current", UVS, "uv_ballast_amps", "steriliser|uv steriliser|ballast", "noise .09"),
        osm=k("membrane needs more pressure: scaled", OSM, "membrane_bar", "membrane|reverse osmosis", "off 1.4 .05"),
        osm_us=k("conductivity of the permeate rises: seal", OSM, "permeate_us", "membrane|reverse osmosis|seal", "off 9 .05", step=False),
        ph1=k("current of phase 1 reads too little: transformer open", MNS, "mains_amps[0]", "phase 1|mains|current transformer", "mul -.23 .02"),
        bus24=k("24 V falls when its current is above a number: terminal", CAB, "bus24_volts", "24 v|cabinet|terminal", "off -.48 .3", where="**current of 24 V above a number**", **NU),
        cab_hot=k("cabinet gets hot: filter mat", CAB, "cabinet_c", "cabinet|filter mat", "heat 6.5 90", step=False, tail=350),
        air=k("air pressure uneasy: regulator", AIR, "air_bar", "compressed air|regulator", "noise .14"),
        link_place=k("radio of the shuttle weak at one place: behind the water tank", LNK, "link_dbm", "radio|shuttle link", "off -13 .2", **PL),
        link_loss=k("radio loses packets: channel shared", LNK, "link_loss", "radio|shuttle link", "late 2 8"),
        light=k("light sensor of the hall dims: dust", "/hall/light", "illuminance", "hall light|light sensor", "mul -.33 .03"),
        humid=k("humidity frozen", "/hall/humidity", "relative_humidity", "humidity|hall humidity", "frz"),
        scan=k("controller has far longer worst cycles", CTL, "scan_longest_ms scan_ms", "controller|cycle", "late 3 18"),
        heap=k("memory of the controller fills", CTL, "heap_mb", "controller|memory", "leak 42", step=False),
        s_drive=k("lift drive reports faults", [SHD, "/rosout", "/diagnostics"], "drive_fault axis_amps[1]", "lift|shuttle drives", silent=False),
        s_needle=k("seeder reports blocked needles", [SEED, "/rosout", "/diagnostics"], "needle_blocked needle_kpa", "seeder|needles", silent=False),
        s_dry=k("pump reports that it runs dry", [PMP, "/rosout", "/diagnostics"], "dry_run line_bar", "water pumps|pump 1", silent=False),
        s_osm=k("reverse osmosis warns that the cartridge is due", [OSM, "/rosout", "/diagnostics"], "cartridge_due", "reverse osmosis|cartridge", silent=False),
    )

    def plan(self):
        self.day(22, 0.9, 3.0)
        r, z0, ones, t = self.rng("jobs"), self.z0, np.ones(self.n, bool), self.t
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0
        T = Track(self, x=0.5, y=0.3, f=0.0)
        T.set(tray=0, vr=0, seed=0, cut=0, see=0, fl=0, tl=0), T.wait(r.uniform(10, 50), 0)
        no = 0
        slot = lambda: (1.6 + 1.2 * int(r.integers(0, 8 - self.site)), 0.55 + 0.62 * int(r.integers(0, 8)))  # noqa: E731
        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.8 if self.is_life(6) else 1)
            job = int(r.choice((1, 2, 3, 4), p=(0.35, 0.2, 0.2, 0.25)))  # move, seed, harvest, inspect
            job = 5 if self.new(3) and r.random() < 0.25 else 6 if self.new(4) and r.random() < 0.2 else job  # 5: two trays of microgreens, heavy and slow; 6: pictures creeping along a level; new
            v = r.uniform(1.2, 1.8) * (0.65 if job == 5 else 1)
            T.set(vr=v, no=no, fl=int(r.integers(1, 9)), tl=int(r.integers(1, 9)))
            (xa, ya), (xb, yb) = (0.5, 1.2) if job == 2 else slot(), slot()
            if job == 2:
                T.go(1, v=v, a=0.9, x=0.5, y=1.2), T.set(seed=1), T.wait(r.uniform(12, 20), 2), T.set(seed=0)
            T.go(1, v=v, a=0.9, x=xa, y=ya)
            if job in (4, 6):
                T.set(see=1)
                for i in range(3 if job == 4 else 1):
                    T.go(4, v=0.8 if job == 4 else 0.22, a=0.4, x=float(np.clip(xa + 0.6 * (i + 1) * (2 if job == 6 else 1), 0.5, 10.5))), T.wait(r.uniform(1.5, 3), 4)
                T.set(see=0)
            else:
                T.go(3, v=0.6, a=0.8, f=0.62)
                T.set(tray=r.uniform(5, 14) * (1.7 if job == 5 else 1)), T.go(3, v=0.4, a=0.5, f=0.0)
                if job == 3:
                    T.go(1, v=v, a=0.7, x=11.2, y=1.0), T.set(cut=1), T.wait(r.uniform(12, 22), 5), T.set(cut=0, tray=2.2)
                T.go(1, v=v, a=0.8, x=xb, y=yb), T.go(3, v=0.4, a=0.5, f=0.62), T.set(tray=0), T.go(3, v=0.6, a=0.8, f=0.0)
            T.task(a0, "job")
            if r.random() < 0.07:
                T.set(ppl=1)
                T.wait(r.uniform(10, 45), 8)  # somebody in the aisle
                T.set(ppl=0)
            if r.random() < 0.3:
                T.wait(r.uniform(2, 15), 0)
            if self.is_life(5, 9) and no == 8:  # weekly test of the axes
                for x, y in ((0.5, 0.3), (11.2, 0.3), (11.2, 4.9), (0.5, 4.9), (0.5, 0.3)):
                    T.go(12, v=1.9, a=0.9, x=x, y=y)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E = self.E
        self.J = [ring(A[a], fr, 0.6) for a, fr in (("x", 1.5), ("y", 1.7), ("f", 2.2))]
        self.dJ = [lp(np.gradient(a, DT), 0.08) for a in self.J]
        self.ddJ, self.x, self.y, self.mv = [lp(np.gradient(a, DT), 0.12) for a in self.dJ], self.J[0], self.J[1], np.hypot(self.dJ[0], self.dJ[1]) > 0.08
        # lamps: each level has its share of a day of 30 minutes, dusk and dawn as ramps, dimmed by a plan
        self.lit, self.wat = [], []
        for i in range(8):
            ph = np.mod(t / 1800 + i * 0.137 + r.uniform(0, 0.1), 1)
            on = np.clip(np.minimum(ph / 0.04, (0.8 - ph) / 0.04), 0, 1)
            self.lit.append(on * (0.72 + 0.12 * np.sin(i * 1.7) + 0.16 * lp(1.0 * (self.pieces(f"dm{i}", 60, 200, 0, 1) < 0.5), 8)) * (0.55 if self.is_life(8) else 1))
            self.wat.append(lp((np.mod(t + 31 * i + r.uniform(0, 9), 240 if self.is_life(9) else 190) < 24) * 1.0, 0.8))
        heat, self.line = sum(self.lit) / 8, 7.5 * sum(self.wat) * (1 - 0.06 * np.maximum(sum(self.wat) - 1, 0)) + 0.2
        so, self.cmp = self.store(0.012 + 0.11 * lp(heat, 90) + 0.004 * (self.amb - 22), 0.26, 8.0, 12.0, 10.5)
        self.sup = 17.5 + 0.42 * (12 - lp(so, 6))
        self.room = 21.5 + 2.6 * lp(heat, 150) + 0.3 * (self.sup - 18) + 0.25 * (self.amb - 22)
        self.am = [np.abs(lp(a, 0.12)) + 0.3 for a in (3.1 * np.clip(np.abs(self.dJ[0]) * 8, 0, 1) + 3.6 * np.abs(self.ddJ[0]) + 1.2 * np.abs(self.dJ[0]), 2.2 * (self.mv * 1.0) + np.maximum(4.5 * self.dJ[1], -1.2) * (1 + E("tray") / 22) + 2.1 * np.abs(self.ddJ[1]), 1.4 * np.clip(np.abs(self.dJ[2]) * 9, 0, 1) + 0.05 * E("tray") * (np.abs(self.dJ[2]) > 0.03))]  # fmt: skip
        self.ir = lp(1.2 + 1.1 * sum(self.am) * 0.55 + 1.4 * (self.pieces("rl", 5, 30, 0, 1) < 0.4), 0.15) + 0.1 * self.pink("ir", 1)
        self.i24 = lp(6 + 2.1 * sum(self.wat) * 0.8 + 1.5 * E("seed") + 1.3 * (self.pieces("hx", 6, 40, 0, 1) < 0.4) + 0.8 * E("cut"), 0.3) + 0.12 * self.pink("i24", 1)
        near = sum(self.lit[i] * np.exp(-(((self.y - 0.55 - 0.62 * i) / 0.45) ** 2)) for i in range(8))
        self.expo = np.clip(9.5 / (0.35 + near) * (1 + 0.12 * np.sin(self.x * 2.1)), 2, 34)
        self.over("l5_bright", 3.6 * self.lit[4], LEV + ":level[4].led_amps", "led amps|current|lamps|brighter", self.lit[4] > 0.17, 0.5, 2, 0.35), self.over("p_flow", self.line, PMP + ":line_lpm", "line lpm|flow|flow lpm", self.line > 1, 0.3, 1, 0.45)
        self.over("lift_fast", np.abs(self.dJ[1]), SHJ + ":velocity[1]", "velocity|speed|lift|faster", np.abs(self.dJ[1]) > 0.08, 0.4, 2, 0.5), self.over("rail_load", self.ir, RAIL + ":rail_amps", "rail amps|current|load", ones, 0.6, 1, 0.35)
        self.over("store_bright", self.expo, CAM + ":exposure_ms", "exposure ms|exposure", ones, 0.55, 1, 0.4), self.over("bus24", self.i24, CAB + ":bus24_amps", "bus24 amps|current|load", ones, 0.58, 1, 0.3), self.places(self.x, self.y, self.mv, x_place=(1.3, 0.06), imu_place=(1.3, 0.06))
        self.places(self.x, self.y, ones & (self.x > 1.2), gap_place=(0.9, 0.07), green_place=(0.9, 0.07), link_place=(1.0, 0.07))
        [self.mode(kd, self.lit[i] > 0.3, "lit", "led amps", "on", "lamps", "light umol") for kd, i in (("l3_amps", 2), ("l6_dim", 5), ("l2_flick", 1))]
        for kd, i in (("l5_flow", 4), ("l28_swap", 7), ("v6_coil", 5), ("v3_loose", 2)):
            self.mode(kd, self.wat[i] > 0.5, "watered", "flow lpm", "watering", "valve", "coil ma", "flow", "line lpm")
        self.mode("p1_amps p2_slow", self.line > 2, "pumping", "running", "flow", "line lpm", "watered", "pump rpm"), self.mode("comp coil", self.cmp > 0.5, "compressor", "compressor on", "runs", "running", "on")
        self.mode("lift_eff", np.abs(self.dJ[1]) > 0.06, "lift", "moves", "moving", "velocity"), self.mode("x_amps", np.abs(self.dJ[0]) > 0.1, "moves", "moving", "velocity", "speed request", "shuttle"), self.mode("needle drum", E("seed") > 0, "seeding", "seeder", "seeds", "step code")
        self.mode("blade", E("cut") > 0, "cutting", "harvester", "step code", "blade hz")

    def build(self):
        E, W, t, am = self.E, self.wander, self.t, list(self.am)
        df, nb, dry = self.shape("s_drive", 0.35, 0.5, 3), self.shape("s_needle", 0.45, 1, 5) & (E("seed") > 0), self.shape("s_dry", 0.4, 1, 5) & (self.line > 2)
        V = {}
        for i in range(8):
            L, wt, p = self.lit[i], self.wat[i], f"level[{i}]."
            led = 3.6 * L * (1 + self.u(f"la{i}", 0.012))
            flow = wt * self.line / np.maximum(sum(self.wat), 0.6) * (1 + self.u(f"lf{i}", 0.02))
            dryout = 62 + 9 * lp(wt * 22, 60) / 3 - 1.2 * lp(L, 200) + self.u(f"mo{i}", 2)
            V.update({p + "led_amps": s(led, 0.01, 0.02, 0, 0.012, 6, lo=0), p + "light_umol": s(74 * led * (1 - 0.004 * (self.room - 22)) * (1 + self.u(f"lu{i}", 0.015)), 0.5, 2.2, 0, 1.6, 9, lo=0), p + "leaf_c": s(self.room + 1.9 * lp(L, 90) - 0.9 * lp(wt, 40), 0.05, 0.1, 0.3, 0.12, 40), p + "fan_rpm": s(1180 + 420 * lp(L, 20), 5, 9, 14, 9, 7), p + "flow_lpm": s(flow, 0.02, 0.08, 0, 0.06, 4, lo=0), p + "moisture_pct": s(dryout, 0.1, 0.25, 0, 0.3, 30)})  # fmt: skip
        self.pub(LEV, "vfarm_msgs/msg/Levels", 5, V)
        self.pub(DRV, "vfarm_msgs/msg/LampDrivers", 4, dict(driver_c=[s(self.T(f"dc{i}", 17 * lp(self.lit[i], 30), 150, 6, 0.12), 0.1) for i in range(8)], driver_volts=[s(np.where(self.lit[i] > 0.01, 44 + 3.4 * self.lit[i], 0), 0.02, 0.06, 0.1, 0.06, 8, lo=0) for i in range(8)]))
        moved = self.once(np.diff(E("tray"), prepend=0) != 0)
        self.pub(SCL, "vfarm_msgs/msg/LevelScales", 4, dict(level_kg=[s(82 + 4 * np.sin(i) + 3.2 * np.sin(moved * (0.7 + 0.13 * i)) + 5 * lp(self.wat[i], 25) - 0.8 * lp(self.lit[i], 200), 0.05, 0.2, 1, 0.2, 12) for i in range(8)]))
        self.pub(VLV, "vfarm_msgs/msg/LevelValves", 5, dict(coil_ma=[s(w_ * (410 - 0.9 * (self.amb - 22)) * (1 + self.u(f"cm{i}", 0.012)), 1, 3, 0, 2, 6, lo=0) for i, w_ in enumerate(self.wat)]))
        ds = [lp((np.mod(t + 40 * i + 20 * self.u(f"do{i}", 1), 120 + 15 * i) < 14) * 1.0, 0.4) for i in range(3)]
        self.pub(NUT, "vfarm_msgs/msg/Nutrients", 4, dict(ph_value=s(5.9 + 0.07 * np.sin(2 * np.pi * t / 330 + 1) + 0.03 * lp(ds[2], 40) * -3 + 0.05 * self.su("ph"), 0.005, 0.012, 0.02, 0.012, 30), ec_ms=s(2.1 + 0.03 * np.sin(2 * np.pi * t / 410) + 0.05 * lp(ds[0], 60) + 0.05 * self.su("ec"), 0.005, 0.01, 0.01, 0.01, 40), tank_litres=s(620 - 0.6 * lp(self.line, 60) + 30 * np.sin(2 * np.pi * t / 900), 0.5, 2.2, 6, 2, 8), tank_c=s(19.4 + 0.1 * (self.amb - 22) + 0.3 * np.sin(2 * np.pi * t / 280), 0.05, 0.06, 0.2), dosing_ma=[s(18 + 240 * d, 1, 4, 2, 3, 6, lo=0) for d in ds]))  # fmt: skip
        pm = lp((self.line > 1) * 1.0, 0.5)
        self.pub(PMP, "vfarm_msgs/msg/WaterPumps", 8, dict(pump_amps=[s(0.15 + pm * (2.6 + 0.11 * self.line), 0.02, 0.07, 0.04, 0.06, 5, lo=0) for _ in (0, 1)], pump_rpm=[s(pm * (2150 + 24 * self.line), 2, 9, 6, 9, 5, lo=0) for _ in (0, 1)], line_bar=s(0.6 + pm * 3.1 - 0.028 * self.line - 1.4 * dry, 0.01, 0.035, 0.05, 0.03, 5, lo=0), line_lpm=s(self.line * (1 - 0.6 * dry), 0.05, 0.15, 0.05, 0.12, 4, lo=0), dry_run=dry))  # fmt: skip
        cm = lp(self.cmp, 0.8)
        self.pub(AHU, "vfarm_msgs/msg/AirHandler", 4, dict(supply_c=s(self.sup, 0.05, 0.07, 0.15, 0.06, 30), return_c=s(self.room, 0.05, 0.06, 0.15), coil_c=s(13 - 6.5 * lp(self.cmp, 12) + 0.1 * (self.amb - 22), 0.05, 0.12, 0.2, 0.12, 12), compressor_amps=s(0.2 + cm * (8.8 + 0.16 * (self.amb - 22)), 0.05, 0.14, 0.06, 0.08, 9, lo=0), filter_pa=s(96 + 12 * lp(sum(self.lit) / 8, 60), 0.5, 1.8, 5, 1.8, 20), blower_rpm=s(1180 + 260 * lp(sum(self.lit) / 8, 60), 2, 7, 8, 6, 9), drain_lph=s(3.2 + 5 * lp(self.cmp, 40), 0.05, 0.3, 0.2, 0.25, 15, lo=0), compressor_on=self.cmp))  # fmt: skip
        vp = np.clip(32 + 22 * sum(self.lit) / 8 + 14 * np.sin(2 * np.pi * t / 95 + self.u("cv", 2)), 0, 100)
        self.pub(CO2, "vfarm_msgs/msg/Co2", 3, dict(co2_ppm=s(890 + 45 * np.sin(2 * np.pi * t / 95 + self.u("cv", 2) - 1) - 60 * lp(E("ppl"), 8) * -1, 1, 9, 14, 9, 20), co2_valve_pct=s(vp, 0.5, 0.8), bottle_bar=s(47 + 4 * np.tanh(self.su("bo")) - 5e-4 * t + 0.15 * (self.amb - 22), 0.05, 0.12)))
        eff = [22 * np.tanh(6 * self.dJ[0]) + 30 * self.ddJ[0], 190 + 9 * E("tray") + 60 * self.dJ[1] + 55 * self.ddJ[1], 5 * np.tanh(9 * self.dJ[2]) + 0.2 * E("tray")]
        self.jnt(SHJ, 15, ["axis_x", "lift", "fork"], [s(a, 1e-4, 4e-4) for a in self.J], [s(a, 1e-3, 5e-3) for a in self.dJ], [s(e, 0.05, (1.2, 4, 0.3)[i], 0.5, 0.6 * (i < 2) + 0.01, 4) for i, e in enumerate(eff)])
        am[1] = am[1] * np.where(df, 1.9, 1)
        self.pub(SHD, "vfarm_msgs/msg/ShuttleDrives", 10, dict(axis_amps=[s(a, 0.02, 0.12, 0.05, 0.08, 2, lo=0) for a in am], axis_c=[s(self.T(f"ac{i}", (6, 6, 24)[i] * lp(a, 60), 280, 5, 0.12), 0.1) for i, a in enumerate(self.am)], drive_fault=np.where(df, 0x14, 0)))
        self.pub(FRK, "vfarm_msgs/msg/Fork", 6, dict(tray_kg=s(lp(E("tray"), 0.5) + 1.1 * self.ddJ[1], 0.02, 0.12, 0.1, 0.08, 9), fork_gap_mm=s(14 + 2 * np.sin(self.x * 1.9) * np.cos(self.y * 2) + 0.6 * E("tray") / 8, 0.1, 0.4, 0.5, 0.3, 6)))
        self.pub(RAIL, "vfarm_msgs/msg/Rail", 8, dict(rail_volts=s(48.6 - 0.09 * self.ir, 0.02, 0.06, 0.1, 0.05, 8), rail_amps=s(self.ir, 0.05, 0.12, lo=0)))
        self.pub(POS, "geometry_msgs/msg/PoseStamped", 12, {"pose.position.x": s(self.x, 1e-3, 0.002), "pose.position.y": s(self.y, 1e-3, 0.002), "pose.position.z": s(self.J[2], 1e-3, 0.002), "pose.orientation.w": 1.0}, "rack")
        sg = 0.03 + 0.12 * np.hypot(self.dJ[0], self.dJ[1])
        self.inertial(IMU, 16, self.z0, (0.03 * sg * self.white("gx"), 0.03 * sg * self.white("gy"), 0.03 * sg * self.white("gz")), (self.ddJ[0] + sg * self.white("ax"), sg * self.white("ay"), 9.81 + self.ddJ[1] + 1.2 * sg * self.white("az")), "shuttle")
        crop = 58 + 14 * np.sin(self.x * 1.3 + np.round(self.y / 0.62)) * np.cos(np.round(self.y / 0.62) * 2.2)
        self.pub(CAM, "vfarm_msgs/msg/PlantCamera", 6, dict(green_pct=s(lp(crop, 0.5), 0.1, 0.9, 0.8, 0.8, 6, lo=0, hi=100), camera_focus=s(71 - 4 * np.hypot(self.dJ[0], self.dJ[1]) + 2 * np.sin(self.x * 2), 0.1, 1, 1, 1.1, 8, lo=0), exposure_ms=s(lp(self.expo, 0.4), 0.05, 0.15, 0, 0.15, 3), store_ms=s(self.net("st", 55 + 12 * E("see"), 2, 3), 0.5)))  # fmt: skip
        self.lidar(SCN, 6, [(0.75 - 0.004 * (crop - 58)) / np.cos((i - 4) * 0.16) + 0.05 * np.sin(self.x * (1.5 + 0.2 * i) + self.y + i) for i in range(9)], 0.64, 5, 0.01)
        sd = lp(E("seed"), 0.5)
        self.pub(SEED, "vfarm_msgs/msg/Seeder", 6, dict(needle_kpa=s(sd * (31 + 0.8 * W("nk", 1, 3)) * np.where(nb, 1.4, 1), 0.1, 0.4, 0, 0.3, 5, lo=0), drum_rpm=s(sd * 24, 0.05, 0.25, 0, 0.2, 4, lo=0), tray_gap_mm=s(6.2 + 0.3 * self.per_event("tg", sd > 0.5), 0.02, 0.06, 0.1), seeds=np.floor(np.cumsum(E("seed")) * DT * 14), needle_blocked=nb))  # fmt: skip
        ct = lp(E("cut"), 0.6)
        self.pub(HRV, "vfarm_msgs/msg/Harvester", 6, dict(blade_amps=s(0.2 + ct * (4.1 + 0.5 * W("ba", 1, 1.5)), 0.02, 0.1, 0.05, lo=0), blade_hz=s(38 * ct, 0.1, 0.3, lo=0), band_mps=s(0.42 * ct, 0.002, 0.006, lo=0), cut_mm=s(31 + 0.6 * self.per_event("cu", ct > 0.5), 0.05, 0.15, 0.3, 0.12, 12)))
        self.pub(UVS, "vfarm_msgs/msg/UvSteriliser", 3, dict(uv_mw=s(182 - 0.5 * self.line + 0.4 * (self.amb - 22), 0.2, 0.8, 3, 1, 30), uv_ballast_amps=s(1.32, 0.005, 0.012, 0.02, 0.012, 15), sleeve_c=s(self.T("sl", 11 - 0.15 * lp(self.line, 20), 120, 4, 0.1), 0.1)))
        ro = lp((np.mod(t + 100 * self.u("ro", 1), 420) < 190) * 1.0, 4)
        self.pub(OSM, "vfarm_msgs/msg/ReverseOsmosis", 4, dict(permeate_lpm=s(2.4 * ro, 0.01, 0.03, 0, 0.02, 6, lo=0), membrane_bar=s(1.1 + 7.6 * ro, 0.02, 0.06, 0.1, 0.05, 9), permeate_us=s(14 + 5 * np.exp(-np.mod(t + 100 * self.u("ro", 1), 420) / 25), 0.1, 0.3, 0.6, 0.3, 20), cartridge_due=(self.f("s_osm") > 0) & (t % 18 < 6)))  # fmt: skip
        il = 6 + 2.9 * sum(self.lit) + 5 * self.cmp + 1.6 * pm + 0.4 * self.ir
        self.pub(MNS, "vfarm_msgs/msg/Mains", 4, dict(mains_volts=[s(231 - 2.2 * (self.site == 1) + 0.7 * self.su("vl") - 0.05 * il, 0.1, 0.2, 0.4, 0.5, 30) for _ in range(3)], mains_amps=[s(lp(il, 0.3) * (1 + self.u(f"ma{i}", 0.015)), 0.05, 0.15, 0, 0.12, 4, lo=0) for i in range(3)]))
        self.pub(CAB, "vfarm_msgs/msg/Cabinet", 4, dict(bus24_volts=s(24.2 - 0.014 * self.i24, 0.01, 0.015, 0.03, 0.012, 9), bus24_amps=s(self.i24, 0.02, 0.08, lo=0), cabinet_c=s(self.T("cb", 0.5 * lp(il, 60), 240, 5, 0.1), 0.1), cabinet_fan=s(2100 + 15 * (self.amb - 22), 1, 9, 12, 9, 9)))
        self.pub(AIR, "vfarm_msgs/msg/CompressedAir", 4, dict(air_bar=s(6.1 - 0.06 * sd - 0.05 * ct, 0.005, 0.018, 0.03, 0.02, 10), air_nlpm=s(12 + 45 * sd + 24 * ct, 0.2, 1.2, 1, 1, 6, lo=0)))
        self.pub(LNK, "vfarm_msgs/msg/Link", 4, dict(link_dbm=s(-49 - 0.8 * self.x - 1.6 * np.abs(self.y - 2.5) + 2 * np.sin(self.x * 1.7), 1, 1.1, 0.8, 1.3, 5), link_ms=s(self.net("lk", 5), 0.5), link_loss=s(self.net("ll", 0, 0.5, 0.5), 0.1)))
        self.simple("/hall/light", "Illuminance", 4, "illuminance", s(900 + 4200 * sum(self.lit) / 8 * (1 + 0.006 * self.white("hl")), 5, 12)), self.simple("/hall/temperature", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05))
        self.simple("/hall/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.63 + 0.03 * self.su("rh") - 0.04 * lp(self.cmp, 90), 0.001, 0.0014, 0, 0.008, 120))
        self.pub("/safety", "vfarm_msgs/msg/Safety", 2, dict(estop_ok=1, door_closed=E("ppl") < 0.5, persons=E("ppl") + (W("pe", 1, 60) > 1.3))), self.pub("/job", "vfarm_msgs/msg/Job", 4, dict(step_code=self.st, from_level=E("fl"), to_level=E("tl"), tray_id=E("no"), speed_request=s(E("vr"), 0.01)))
        ver = self.version("vfarm", "1.18", "1.19", "1.21")
        self.computer(CTL, "vfarm_msgs/msg/Controller", 10, 14, 720, ("scan_ms", "scan_longest_ms", "heap_mb", "core_c", "firmware"), 4 * lp(self.mv * 1.0, 20), ver, 0.5)
        self.end("/move_tray/_action/status", [("s_drive", "shuttle_drives", ["lift drive fault 0x14", "lift drive started again"], "SD"), ("s_needle", "seeder", ["needles blocked", "needles free again"], "SE"), ("s_dry", "water_pumps", ["pump runs dry", "water is back"], "WP"), ("s_osm", "reverse_osmosis", "cartridge due, change soon", "RO")],
                 [(15, "I", "job", "tray stored in {} s", 25, 70), (7, "W", "job", "person in the aisle, waited {} s", 10, 45), (6, "W", "nutrients", "acidity corrected by {} ml", 2, 20), (5, "I", "plant_camera", "{} pictures stored", 40, 200), (4, "W", "link", "server slow {} ms", 400, 900)],
                 [("shuttle", "limits read from the file"), ("plant_camera", "calibration 18 days old"), ("safety", "door test ok")], ver)  # fmt: skip
