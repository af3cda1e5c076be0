"""Wiring harness cell: an arm of six joints with a hand of four fingers on tendons and feeling pads, six spools of wire, cutter, crimper, tester and a board with pegs; English, nested messages."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

HND, JNT, DRV, TCP, WRI, IMU, SPO, CUT, CRI, TST, BRD, PAL, FED, HOT, TAP, AIR, VAC, MNS, CAB, NET, CTL, SCN, STK = "/hand", "/arm/joint_states", "/arm/drives", "/arm/tool_pose", "/arm/wrench", "/arm/imu", "/spools", "/cutter", "/crimper", "/tester", "/board_camera", "/palm_camera", "/connector_feeder", "/hot_air", "/tape_head", "/compressed_air", "/vacuum_lift", "/mains", "/cabinet", "/network", "/controller", "/guard_scanner", "/board_sensors"  # fmt: skip
PL, NU, ACC, MOV, GRA = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), "linear_acceleration.", dict(where="when the arm moves"), dict(where="when a wire is held", need=12)


class Harness(Robot):
    NAME = "harness"
    FLAGS = [(DRV, "axis_fault"), (CRI, "crimp_rejected"), (SPO, "wire_tangled"), (FED, "bowl_empty")]
    DEFS = {
        "whc_msgs/msg/Pad": "float32 press_n\nfloat32 shear_n\nfloat32 pad_c",
        "whc_msgs/msg/Finger": "float32[3] knuckle_rad\nfloat32[3] tendon_n\nfloat32[3] tendon_ma\nwhc_msgs/Pad pad",
        "whc_msgs/msg/Hand": mdef("whc_msgs/Finger[4] finger; float32 palm_c hand_volts"),
        "whc_msgs/msg/Drives": mdef("float32[6] axis_amps axis_c; uint16 axis_fault"),
        "whc_msgs/msg/Spool": "float32 wire_n\nfloat32 left_m\nfloat32 spool_ma",
        "whc_msgs/msg/Spools": mdef("whc_msgs/Spool[6] spool; bool wire_tangled"),
        "whc_msgs/msg/Cutter": mdef("float32 blade_n strip_mm blade_ms; uint32 cuts"),
        "whc_msgs/msg/Crimper": mdef("float32 crimp_kn crimp_height_mm press_amps; bool crimp_rejected"),
        "whc_msgs/msg/Tester": mdef("float32 loop_mohm isolation_mohm probe_volts; uint32 tests"),
        "whc_msgs/msg/Camera": mdef("float32 sharpness_index exposure_us match_score frame_delay_ms"),
        "whc_msgs/msg/Feeder": mdef("float32 bowl_amplitude bowl_amps parts_left; bool bowl_empty"),
        "whc_msgs/msg/HotAir": mdef("float32 nozzle_c blower_rpm heater_amps"),
        "whc_msgs/msg/TapeHead": mdef("float32 tape_n roll_mm head_rpm"),
        "whc_msgs/msg/Air": mdef("float32 line_bar line_nlpm"),
        "whc_msgs/msg/VacuumLift": mdef("float32 cup_kpa lift_bar"),
        "whc_msgs/msg/Mains": mdef("float32[3] mains_volts mains_amps"),
        "whc_msgs/msg/Cabinet": mdef("float32 bus48_volts bus48_amps cabinet_c; uint16 fan_rpm"),
        "whc_msgs/msg/Network": mdef("float32 reply_ms dropped_pct"),
        "whc_msgs/msg/BoardSensors": mdef("float32[8] peg_n; float32 board_tilt_deg"),
        "whc_msgs/msg/Safety": mdef("bool estop_ok cell_door_closed; uint8 persons"),
        "whc_msgs/msg/Job": mdef("uint8 job_step variant; uint16 wire_no; float32 tool_speed; bool hand_guided"),
        "whc_msgs/msg/Controller": mdef("float32 tick_ms tick_longest_ms used_mb core_c; string build"),
    }
    KINDS = dict(
        f1_tend=k("tendon 2 of finger 1 slackens: anchor slips", HND, "finger[0].tendon_n[1]", "finger 1|hand|tendon|anchor", "off -3.6 .05", step=False),
        f2_amps=k("motor 1 of finger 2 draws more current: sheath dry", HND, "finger[1].tendon_ma[0]", "finger 2|hand|sheath", "off 85 .15", where="when the fingers move", need=10),
        f3_play=k("knuckle 2 of finger 3 has play: pulley worn", HND, "finger[2].knuckle_rad[1]", "finger 3|hand|knuckle|pulley", "play .16|noise .004"),
        f4_stick=k("knuckle 1 of finger 4 sticks and jumps: hall sensor", HND, "finger[3].knuckle_rad[0]", "finger 4|hand|knuckle|hall sensor", "stick .2"),
        f1_zone=k("pad of finger 1 does not feel light touch: skin hardened", HND, "finger[0].pad.press_n", "finger 1|hand|pad|skin", "zone 5.2"),
        f2_pad=k("pad of finger 2 creeps between zeroings: gel", HND, "finger[1].pad.press_n", "finger 2|hand|pad|gel", "creep 2.6 40"),
        f3_shear=k("shear of finger 3 loses its sign: bridge half open", HND, "finger[2].pad.shear_n", "finger 3|hand|pad|bridge", "abs|off .35 .1"),
        f4_pad=k("pad of finger 4 frozen: bus of the fingertip", HND, "finger[3].pad.press_n", "finger 4|hand|pad|fingertip", "frz"),
        f2_hot=k("pad of finger 2 gets hot: chip short", HND, "finger[1].pad.pad_c", "finger 2|hand|pad|chip", "heat 7 40", tail=200),
        f3_cross=k("tendon 1 of finger 3 sees the current of the arm: shield open", HND, "finger[2].tendon_n[0]", "finger 3|hand|tendon|shield", "mix .5 0"),
        f1_hold=k("tendon 3 of finger 1 flutters when finger 1 presses more than a number: strand broken", HND, "finger[0].tendon_n[2]", "finger 1|hand|tendon|strand", "flut 4.5", where="**press of finger 1 above a number**", **NU),
        f4_grip=k("motor 2 of finger 4 draws an uneasy current when finger 4 presses more than a number: gear", HND, "finger[3].tendon_ma[1]", "finger 4|hand|gear", "flut 75", where="**press of finger 4 above a number**", **NU),
        f2_tend=k("tendon 3 of finger 2 drops out: solder joint", HND, "finger[1].tendon_n[2]", "finger 2|hand|tendon|solder", "cut 0 .3 2"),
        f4_coarse=k("knuckle 3 of finger 4 measured in coarse steps: low bits lost", HND, "finger[3].knuckle_rad[2]", "finger 4|hand|knuckle", "coarse .12"),
        palm_hot=k("palm gets hot: vent closed", HND, "palm_c", "palm|hand|vent", "heat 8 70", step=False, tail=300),
        hand_v=k("supply of the hand falls when the 48 V current is above a number: cable broken in the wrist", HND, "hand_volts", "hand supply|hand|cable", "off -.55 .3", where="**current of 48 V above a number**", **NU),
        j1_place=k("speed of joint 1 jerks at one place: cable pack catches", JNT, "velocity[0]", "joint 1|arm|joint states|cable pack", "flut .24 -.4", **PL),
        j2_eff=k("joint 2 needs more and more effort: gear dry", JNT, "effort[1]", "joint 2|arm|joint states|gear", "off 21 .1", step=False, **MOV),
        j3_fast=k("effort of joint 3 flutters when it is faster than a number: bearing", JNT, "effort[2]", "joint 3|arm|joint states|bearing", "flut 15", where="**speed of joint 3 above a number**", **NU),
        j4_skip=k("encoder of joint 4 loses counts: disc cracked", JNT, "position[3]", "joint 4|arm|joint states|encoder", "skip .012 .03"),
        j5_over=k("joint 5 goes beyond at every stop: gain", JNT, "position[4]", "joint 5|arm|joint states|gain", "over .9 .5"),
        j_age=k("joint states come late: bus overloaded", JNT, "header.stamp", "joint states|arm|bus", "age .7", step=False),
        a3_amps=k("motor 3 draws more current: brake drags", DRV, "axis_amps[2]", "joint 3|arm drives|brake", "off .85 .2", **MOV),
        a5_hot=k("motor 5 gets hot: paste dry", DRV, "axis_c[4]", "joint 5|arm drives", "heat 10 80", step=False, tail=300),
        a1_frz=k("temperature of motor 1 frozen", DRV, "axis_c[0]", "joint 1|arm drives", "frz"),
        a6_span=k("current of motor 6 loses span: shunt", DRV, "axis_amps[5]", "joint 6|arm drives|shunt", "span -.42 .25", **MOV),
        tcp_z=k("tool stands off in z: hand exchanged without calibration", TCP, "pose.position.z", "tool pose|arm tool pose|arm", "off .008 .03"),
        tcp_place=k("tool is pushed off in y at one place: table foot sunk", TCP, "pose.position.y", "tool pose|arm tool pose|arm|table foot", "flut .011", **PL),
        tcp_lost=k("tool poses get lost", TCP, "header.stamp", "tool pose|arm tool pose", "lost .5"),
        ft_z=k("force at the wrist drifts: screw loose", WRI, "wrench.force.z", "force sensor|wrist|arm wrench|screw", "off 6.5 .05", step=False),
        ft_x=k("force in x at the wrist walks: cable pulls", WRI, "wrench.force.x", "force sensor|wrist|arm wrench|cable", "walk 4.5 3 12"),
        ft_mix=k("torque in z at the wrist sees the hand motors: shield", WRI, "wrench.torque.z", "force sensor|wrist|arm wrench|shield", "mix .0016 1"),
        imu_place=k("arm is shaken at one place: clamp of the table loose", IMU, " ".join(ACC + c for c in "xyz"), "imu|arm|clamp", "noise .7", **PL),
        imu_half=k("imu of the arm sends half of its messages", IMU, "header.stamp", "imu|arm imu", "lost .5"),
        s2_tens=k("wire of spool 2 pulls harder and harder: felt brake wet", SPO, "spool[1].wire_n", "spool 2|spools|brake", "off 1.7 .1", step=False),
        s4_hunt=k("tension of spool 4 hunts: dancer arm", SPO, "spool[3].wire_n", "spool 4|spools|dancer", "hunt 1.5 3.7"),
        s5_left=k("length left on spool 5 counts too much: wheel slips", SPO, "spool[4].left_m", "spool 5|spools|wheel", "skip 1.1 .06"),
        s6_amps=k("drive of spool 6 draws more current: bearing", SPO, "spool[5].spool_ma", "spool 6|spools|bearing", "off 95 .15"),
        s1_stall=k("tension of spool 1 stalls: node busy", SPO, "spool[0].wire_n", "spool 1|spools|node", "stall 6 25 .7"),
        s3_far=k("tension of spool 3 flutters when the hand is farther out in x than a number: wire rubs at the guide", SPO, "spool[2].wire_n", "spool 3|spools|wire", "flut 2.2", where="**x of the tool above a number**", **NU),
        blade=k("blade needs more force: blunt", CUT, "blade_n", "cutter|blade", "mul .5 .08", where="when cutting", need=8),
        strip=k("strip length scatters: gripper jaw worn", CUT, "strip_mm", "cutter|strip|jaw", "noise .5"),
        blade_ms=k("blade moves late: valve", CUT, "blade_ms", "cutter|valve", "late 12 45"),
        crimp=k("crimp force too low: toggle worn", CRI, "crimp_kn", "crimper|toggle", "mul -.22 .03", where="when crimping", need=10),
        crimp_h=k("crimp height creeps: anvil warm", CRI, "crimp_height_mm", "crimper|anvil", "off .09 .05", step=False),
        press=k("press draws a wrong current: phase lost", CRI, "press_amps", "crimper|press", "mul .5 .1", where="when crimping", need=10),
        loop=k("loop resistance too high: probe worn", TST, "loop_mohm", "tester|probe", "off 19 .1", step=False),
        isol=k("insulation reads beyond its range: range relay", TST, "isolation_mohm", "tester|relay", "bend .16 900"),
        probe_v=k("voltage of the probe uneasy: reference", TST, "probe_volts", "tester|reference", "burst .09 2 8"),
        bc_sharp=k("board camera loses sharpness: film on the lens", BRD, "sharpness_index", "board camera|lens", "off -13 .05", step=False),
        bc_score=k("board is matched badly when the exposure is above a number: noise of the sensor", BRD, "match_score", "board camera|sensor", "off -.16 .3", where="**exposure above a number**", **NU),
        bc_late=k("pictures of the board late: cable", BRD, "frame_delay_ms", "board camera|cable", "late 12 50"),
        pc_place=k("palm camera matches badly at one place: lamp reflects", PAL, "match_score", "palm camera|lamp", "off -.19 .25", **PL),
        pc_exp=k("exposure of the palm camera hunts: light of the finger", PAL, "exposure_us", "palm camera|light", "hunt 900 2.9"),
        bowl=k("bowl shakes with less amplitude: spring leaf cracked", FED, "bowl_amplitude", "connector feeder|feeder|spring", "mul -.27 .05"),
        bowl_amp=k("bowl draws uneasy current: coil gap", FED, "bowl_amps", "connector feeder|feeder|coil", "noise .3"),
        nozzle=k("nozzle of the hot air gets less hot: heater winding", HOT, "nozzle_c", "hot air|nozzle|heater", "heat -55 50", step=False, tail=200),
        blower=k("blower turns slower: filter", HOT, "blower_rpm", "hot air|blower|filter", "mul -.14 .03"),
        tape=k("tape pulls unevenly: roll sticky", TAP, "tape_n", "tape head|tape|roll", "burst 2.4 1 5", where="when taping", need=12),
        roll=k("diameter of the tape roll reads too large: lever bent", TAP, "roll_mm", "tape head|roll|lever", "span .3 60"),
        air=k("air pressure falls when the flow is above a number: filter", AIR, "line_bar", "compressed air|filter", "off -.5 .3", where="**air flow above a number**", **NU),
        cup=k("vacuum of the board lift weak: seal", VAC, "cup_kpa", "vacuum lift|seal", "mul -.3 .04"),
        peg3=k("peg 3 feels too much at one place of the tool: bent by the cable", STK, "peg_n[2]", "peg 3|board sensors|board", "flut 2.2 1", **PL),
        peg6=k("peg 6 has an offset: glue", STK, "peg_n[5]", "peg 6|board sensors|board", "off 2.4 .08"),
        tilt=k("tilt of the board creeps: gas spring", STK, "board_tilt_deg", "board|board sensors|gas spring", "off .8 .05", step=False),
        ph2=k("current of phase 2 reads too little: transformer open", MNS, "mains_amps[1]", "phase 2|mains|current transformer", "mul -.26 .02"),
        bus48=k("48 V falls when its current is above a number: terminal", CAB, "bus48_volts", "48 v|cabinet|terminal", "off -.8 .3", where="**current of 48 V above a number**", **NU),
        cab_hot=k("cabinet gets hot: filter mat", CAB, "cabinet_c", "cabinet|filter mat", "heat 7 90", step=False, tail=350),
        fan=k("fan of the cabinet slower: dust", CAB, "fan_rpm", "cabinet|fan", "mul -.16 .03"),
        scan_beam=k("beams 3 and 4 of the guard scanner read short: box left on the floor", SCN, "ranges[3] ranges[4]", "guard scanner|scanner", "short .4 .6"),
        drop=k("network loses packets: plug", NET, "dropped_pct", "network|plug", "late 2 8"),
        humid=k("humidity frozen", "/room/humidity", "relative_humidity", "humidity|room humidity", "frz"),
        light=k("light sensor dims: dust", "/room/light", "illuminance", "light sensor|room light", "mul -.36 .03"),
        tick=k("controller has far longer worst cycles", CTL, "tick_longest_ms tick_ms", "controller|cycle", "late 3 18"),
        used=k("memory of the controller fills", CTL, "used_mb", "controller|memory", "leak 60", step=False),
        s_axis=k("arm reports faults of axis 5", [DRV, "/rosout", "/diagnostics"], "axis_fault axis_amps[4]", "joint 5|arm drives", silent=False),
        s_crimp=k("crimper reports rejected crimps", [CRI, "/rosout", "/diagnostics"], "crimp_rejected crimp_kn", "crimper|crimps", silent=False),
        s_wire=k("spools report a tangled wire", [SPO, "/rosout", "/diagnostics"], "wire_tangled spool[0].wire_n", "spools|spool 1", silent=False),
        s_bowl=k("feeder warns that the bowl is nearly empty", [FED, "/rosout", "/diagnostics"], "bowl_empty", "connector feeder|feeder|bowl", silent=False),
    )

    def plan(self):
        self.day(22, 0.8, 3.0)
        r, z0, ones, t = self.rng("wires"), self.z0, np.ones(self.n, bool), self.t
        self.site, no, wires, var = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0, 0, 0, 1
        w0 = (0.0, 0.04, -0.03)[self.site]
        home = dict(x=0.35, y=0.0, z=0.35)
        T = Track(self, r=0.0, f=0.0, **home)
        T.set(hold=0, pull=0, kg=0, pr=0, cut=0, crimp=0, test=0, air=0, tape=0, ppl=0, no=0, var=1, vr=0, guide=0, sp=0, see=0, bowl=0, feed=0, grip=0, brd=0), T.wait(r.uniform(60, 120) if self.cold else r.uniform(10, 40), 0)

        def to(c, x, y, z, v, rot=None, low=True):
            T.go(c, v=v, a=1.8, x=x, y=y, z=max(z, 0.16), r=r.uniform(-0.9, 0.9) if rot is None else rot)
            if low:
                T.go(c, sec=0.8, z=z)

        while T.more:
            if wires == 0:
                wires, var = int(r.integers(4, 8)), int(r.integers(1, 13))  # another harness, one of twelve variants
                T.set(var=var, see=1, brd=1), T.go(11, sec=2.5, **home), T.wait(r.uniform(6, 14), 11), T.set(see=0, brd=0)
            a0, no, wires = T.i, no + 1, wires - 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.8 if self.is_life(6) else 1)
            thick = self.new(3) and r.random() < 0.22  # battery cables, stiff and heavy; new
            hot = self.new(4) and r.random() < 0.25  # sleeves shrunk with hot air, creeping along the wire; new
            v, i, q_ = r.uniform(0.5, 0.85) * (0.65 if thick else 1), int(r.integers(0, 6)), self.rng(f"variant{var}")
            T.set(no=no, vr=v, sp=i + 1)
            to(1, 0.3 + 0.08 * i + w0, -0.45, 0.08, v), T.go(1, sec=0.5, f=0.8 if thick else 0.95), T.set(hold=1, grip=1.5 if thick else 1.0, kg=r.uniform(0.5, 0.9) if thick else r.uniform(0.05, 0.15))
            T.set(pull=1), T.go(2, sec=r.uniform(2, 4.5), y=0.0, z=0.2), T.set(pull=0, cut=1), T.wait(r.uniform(1.6, 2.6), 3), T.set(cut=0)
            to(4, 0.25, 0.45 + w0, 0.12, v), T.set(crimp=1), T.wait(r.uniform(2.2, 3.5), 4), T.set(crimp=0)
            pts = [(0.35 + q_.uniform(0, 0.45), -0.2 + q_.uniform(0, 0.55)) for _ in range(12)]
            path = [pts[int(j)] for j in r.permutation(12)[: int(r.integers(3, 6))]]
            for x, y in path:
                to(5, x + w0, y, 0.09, 0.75 * v), T.wait(r.uniform(0.2, 0.7), 5)
            T.go(6, sec=1.0, z=0.06), T.set(pr=1.5 if thick else 1.0), T.wait(r.uniform(0.7, 1.3), 6), T.set(pr=0, hold=0, kg=0, grip=0), T.go(6, sec=0.5, f=0.0), T.go(6, sec=0.6, z=0.25)
            if hot:
                T.set(air=1), to(10, path[0][0], path[0][1], 0.14, v), T.go(10, v=0.045, a=0.2, x=path[-1][0], y=path[-1][1]), T.set(air=0), T.go(10, sec=0.6, z=0.25)
            elif r.random() < 0.3:
                T.set(tape=1), to(14, path[0][0], path[0][1], 0.1, v)
                for x, y in path[:2]:
                    T.go(14, v=0.12, a=0.5, x=x, y=y, r=T.pos["r"] + 1.5)
                T.set(tape=0), T.go(14, sec=0.8, z=0.25, r=0.0)
            if r.random() < 0.35:  # a connector from the bowl
                T.set(feed=no), to(13, 0.62, 0.42 + w0, 0.1, v), T.go(13, sec=0.4, f=0.6), T.set(hold=1, grip=0.5, kg=0.03), T.wait(0.5, 13), to(13, *pts[int(r.integers(0, 12))], 0.08, v), T.set(pr=0.8), T.wait(0.8, 13), T.set(pr=0, hold=0, grip=0, kg=0), T.go(13, sec=0.4, f=0.0)
            if wires == 0:
                T.go(7, sec=2, **home), T.set(test=1), T.wait(r.uniform(9, 16), 7), T.set(test=0)
            T.task(a0, "wire")
            if r.random() < 0.05:
                T.set(ppl=1)
                T.wait(r.uniform(10, 45), 8)  # spools changed, somebody in the cell
                T.set(ppl=0)
            if r.random() < 0.05 or self.is_life(8) and r.random() < 0.1:  # guided by hand to teach pegs
                T.go(9, sec=2.5, **home), T.set(guide=1), self.manual(T, r.uniform(25, 60), 9, "xyzrf", dict(x=0.0, y=-0.3, z=-0.25, r=-0.8, f=0), dict(x=0.45, y=0.35, z=0.1, r=0.8, f=0.9)), T.set(guide=0)
            if r.random() < 0.2:
                T.wait(r.uniform(2, 20), 0)
            if self.is_life(5, 9) and no == 12:  # weekly test of fingers and joints
                for a in (1.0, 0.0, 1.0, 0.0):
                    T.go(12, sec=2.5, f=a)
                for x, y in ((0.8, 0.4), (0.8, -0.4), (0.35, 0.0)):
                    T.go(12, v=0.9, a=1.5, x=x, y=y, z=0.4), T.go(12, sec=2, r=1.5 * y)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        x, y, z = (ring(A[c], 2.0, 0.65) for c in "xyz")
        self.x, self.y, self.z = x, y, z
        j1, rr = np.arctan2(y, x), np.hypot(x, y)
        hz, l1, l2 = z + 0.12, 0.55, 0.55
        dd = np.clip(np.hypot(rr, hz), 0.15, 1.08)
        el = np.arccos(np.clip((dd**2 - l1**2 - l2**2) / (2 * l1 * l2), -1, 1))
        j2 = np.arctan2(hz, rr) + np.arctan2(l2 * np.sin(el), l1 + l2 * np.cos(el))
        self.J = [j1, j2, -el, ring(A["r"], 2.4, 0.6) * 0.5, el - j2 - 1.2, ring(A["r"], 2.6, 0.6) * 0.5 - j1]
        self.dJ = [lp(np.gradient(a, DT), 0.06) for a in self.J]
        self.ddJ = [lp(np.gradient(a, DT), 0.1) for a in self.dJ]
        self.fc = lp(A["f"], 0.12)
        self.dfc = lp(np.gradient(self.fc, DT), 0.08)
        self.gm = sum(np.abs(a) for a in self.dJ) > 0.06
        self.kg, self.gr, self.pl, self.pr = lp(E("kg"), 0.3), lp(E("grip"), 0.15), lp(E("pull"), 0.3), lp(E("pr"), 0.2)
        self.press = [self.gr * (7.5 + (0, 0.6, -0.5, 2.2)[i] + 1.1 * W(f"pf{i}", 1, 1.2) + 3.5 * self.pl + 5 * self.pr) for i in range(4)]
        self.hma = sum(70 + 9 * p for p in self.press) + 260 * np.abs(self.dfc)
        nz = [np.tanh(12 * d) * (12, 14, 10, 3, 3, 1.5)[i] for i, d in enumerate(self.dJ)]
        grav = [0 * t, (44 + 6 * self.kg) * np.cos(j2), (19 + 5 * self.kg) * np.cos(j2 - el), 0.5 + 0 * t, 3 + 2 * self.kg, 0.4 + 0 * t]
        self.eff = [nz[i] + (14, 16, 10, 1.5, 1.5, 0.6)[i] * self.ddJ[i] + grav[i] for i in range(6)]
        self.amps = [np.abs(lp(np.abs(e) * (0.09, 0.05, 0.075, 0.15, 0.14, 0.25)[i], 0.1)) + 0.25 for i, e in enumerate(self.eff)]
        self.left = [210 - 70 * np.tanh(abs(self.u(f"lf{i}", 1))) - np.mod(np.cumsum(self.pl * (E("sp") == i + 1)) * DT * 4.2 + 25 * abs(self.su(f"lf{i}")), 95) for i in range(6)]
        self.expo = np.clip(lp(3000 + 1300 * np.sin(x * 5) * np.cos(y * 4) + 900 * np.tanh(W("lx", 1, 40)) + 500 * (1 - E("brd")), 0.6), 700, 8000)
        self.i48 = lp(4 + 0.9 * sum(self.amps) * 0.5 + self.hma / 400 + 2.5 * E("crimp") + 1.4 * (self.pieces("hx", 6, 40, 0, 1) < 0.4), 0.3) + 0.12 * self.pink("i48", 1)
        self.fa = lp(18 + 40 * E("cut") + 26 * E("crimp") + 30 * E("air") + 34 * (self.pieces("nb", 8, 40, 0, 1) < 0.4), 0.4) + self.pink("fa", 1)
        self.AUX = [sum(self.amps) * W("mx", 1, 0.4), self.hma - 400]
        pw = "press n|press|pressed|grip|tendon n|pad"
        held = self.gr > 0.4
        self.over("f1_hold", self.press[0], HND + ":finger[0].pad.press_n", pw, held, 0.45, 1, 0.3), self.over("f4_grip", self.press[3], HND + ":finger[3].pad.press_n", pw, held, 0.45, 1, 0.3)
        self.over("hand_v", self.i48, CAB + ":bus48_amps", "bus48 amps|current|load", ones, 0.58, 1, 0.3), self.over("bus48", self.i48, CAB + ":bus48_amps", "bus48 amps|current|load", ones, 0.6, 1, 0.3)
        self.over("j3_fast", np.abs(self.dJ[2]), JNT + ":velocity[2]", "velocity|speed|joint 3|faster|tool speed", np.abs(self.dJ[2]) > 0.05, 0.4, 2, 0.5), self.over("bc_score", self.expo, BRD + ":exposure_us", "exposure us|exposure", ones, 0.5, -2, 0.3)
        self.over("air", self.fa, AIR + ":line_nlpm", "line nlpm|air flow|flow|consumption", ones, 0.6, 0, 0.4)
        self.over("s3_far", x, TCP + ":pose.position.x", "position x|tool pose|x|farther|reach", ones, 0.6, 2, 0.2)
        self.places(x, y, np.abs(self.dJ[0]) > 0.05, j1_place=(0.17, 0.05)), self.places(x, y, self.gm, imu_place=(0.13, 0.06)), self.places(x, y, ones & (self.st != 0) & (self.st != 11), tcp_place=(0.13, 0.08), pc_place=(0.12, 0.06), peg3=(0.12, 0.06))
        self.mode("f2_amps", np.abs(self.dfc) > 0.1, "fingers", "moves", "closing", "knuckle rad"), self.mode("j2_eff a3_amps a6_span", self.gm, "arm", "moves", "moving", "velocity", "tool speed")
        self.mode("blade", E("cut") > 0, "cutting", "blade", "job step"), self.mode("crimp press", E("crimp") > 0, "crimping", "crimp", "job step", "press amps"), self.mode("tape", E("tape") > 0, "taping", "tape", "job step", "head rpm")

    def build(self):
        E, W, t, u_ = self.E, self.wander, self.t, self.u
        jf, cr, tg = self.shape("s_axis", 0.35, 0.6, 4) & self.gm, self.shape("s_crimp", 0.6, 1, 5), self.shape("s_wire", 0.5, 1, 4)
        V = {}
        for i in range(4):
            p, pr = f"finger[{i}].", self.press[i]
            kn = [s((0.12, 0.2, 0.1)[j] + self.fc * (0.85, 1.05, 0.7)[j] * (1 - 0.12 * (i == 3)) + 0.006 * lp(pr, 0.3), 0.001, 0.003, 0.01, 0.002, 5) for j in range(3)]
            tn = [s(6.5 + (9, 7, 5)[j] * self.fc * 0.3 + 1.25 * pr * (1, 0.8, 0.6)[j] + 14 * np.maximum(self.dfc, 0) * 0.3, 0.02, 0.35, 0.3, 0.25, 4, lo=0) for j in range(3)]
            ma = [s(38 + 8.5 * pr * (1, 0.8, 0.6)[j] + 150 * np.abs(self.dfc), 0.5, 5, 3, 4, 4, lo=0) for j in range(3)]
            V.update({p + "knuckle_rad": kn, p + "tendon_n": tn, p + "tendon_ma": ma, p + "pad.press_n": s(pr, 0.01, 0.12, 0.04, 0.08, 5), p + "pad.shear_n": s(self.gr * (2.2 * self.pl - 1.6 * self.pr + 1.1 * W(f"sh{i}", 1, 1)), 0.01, 0.08, 0.04, 0.06, 5), p + "pad.pad_c": s(self.T(f"pc{i}", 4 + 3 * lp(self.gr, 30), 90, 3, 0.08), 0.05)})  # fmt: skip
        self.pub(HND, "whc_msgs/msg/Hand", 12, dict(V, palm_c=s(self.T("pa", 9 * lp(self.hma / 700, 60), 200, 6, 0.1), 0.1), hand_volts=s(24.3 - 0.0009 * self.hma - 0.01 * self.i48, 0.005, 0.02, 0.03, 0.015, 9)))
        J, d, a = self.J, self.dJ, self.ddJ
        sd = (1.2, 1.2, 0.8, 0.3, 0.3, 0.15)
        self.jnt(JNT, 16, [f"joint_{i + 1}" for i in range(6)], [s(x, 1e-5, 2e-4) for x in J], [s(x, 1e-4, 4e-3) for x in d], [s(e, 0.02, sd[i], sd[i] / 2, sd[i] / 2, 4) for i, e in enumerate(self.eff)], jit=0.001)
        self.pub(DRV, "whc_msgs/msg/Drives", 10, dict(axis_amps=[s(x * np.where(jf & (i == 4), 2.4, 1), 0.01, 0.05, 0.02, 0.04, 3, lo=0) for i, x in enumerate(self.amps)], axis_c=[s(self.T(f"jc{i}", 9 * lp(x, 60), 300, 5, 0.12), 0.1) for i, x in enumerate(self.amps)], axis_fault=np.where(jf, 0x18, 0)))
        self.pub(TCP, "geometry_msgs/msg/PoseStamped", 14, {f"pose.position.{c}": s(x, 1e-4, 5e-4) for c, x in zip("xyz", (self.x, self.y, self.z))} | {"pose.orientation.w": 1.0}, "board")
        pr, pl, gd = self.pr, self.pl, lp(E("guide"), 0.3)
        self.wrench(WRI, 12, (1.0 * W("fx", 1, 2) - 2 * pl + 5 * gd * W("gx", 1, 1), -7 * pl * (1 + 0.1 * W("py", 1, 0.5)) + 1.0 * W("fy", 1, 2) + 5 * gd * W("gy", 1, 1), -9.81 * (1.3 + self.kg) + 19 * pr * (1 + 0.1 * W("pz", 1, 0.5)) + 6 * gd * W("gz", 1, 1)), (0.2 * W("tx", 1, 2) - 0.5 * pl, 0.12 + 0.45 * self.kg + 0.3 * pr, 0.1 * a[5] * 0.1 + 0.25 * lp(E("tape"), 0.3)))  # fmt: skip
        sg = 0.03 + 0.12 * sum(np.abs(x) for x in d[:4])
        self.inertial(IMU, 14, J[0], (0.02 * sg * self.white("gx"), 0.02 * sg * self.white("gy"), d[0]), (a[0] * 0.3 + sg * self.white("ax"), 0.4 * a[1] + sg * self.white("ay"), 9.81 + 0.3 * a[2] + 1.2 * sg * self.white("az")), "flange")
        V = {}
        for i in range(6):
            pu = pl * (E("sp") == i + 1)
            V.update({f"spool[{i}].wire_n": s(2.1 + 0.12 * i + pu * (5.5 + 2 * lp((E("grip") > 1.2) * 1.0, 0.4)) * (1 + 0.05 * W(f"sw{i}", 1, 0.7)) + 0.12 * np.sin(2 * np.pi * t / (17 + i)) + 7 * tg * (i == 0), 0.01, 0.1, 0.1, 0.08, 5, lo=0), f"spool[{i}].left_m": s(self.left[i], 0.1, 0.15, 0, 0.1, 9), f"spool[{i}].spool_ma": s(48 + 210 * pu + 0.12 * self.left[i], 1, 5, 4, 4, 5, lo=0)})  # fmt: skip
        self.pub(SPO, "whc_msgs/msg/Spools", 6, dict(V, wire_tangled=tg))
        cu, cm = lp(E("cut"), 0.15), lp(E("crimp"), 0.2)
        self.pub(CUT, "whc_msgs/msg/Cutter", 8, dict(blade_n=s(4 + cu * (165 + 70 * (self.gr > 1.2) + 8 * self.per_event("bl", E("cut") > 0)), 0.5, 2.5, 1, 2, 5, lo=0), strip_mm=s(5.5 + 0.08 * self.per_event("st", E("cut") > 0), 0.01, 0.03, 0.03, 0.02, 9), blade_ms=s(self.net("bm", 31, 1.6, 0.8), 0.2), cuts=self.once(E("cut") > 0)))  # fmt: skip
        self.pub(CRI, "whc_msgs/msg/Crimper", 8, dict(crimp_kn=s(0.1 + cm * (9.2 + 3.5 * (self.gr > 1.2) + 0.25 * self.per_event("ck", E("crimp") > 0)) * np.where(cr, 0.6, 1), 0.01, 0.08, 0.04, 0.06, 5, lo=0), crimp_height_mm=s(1.62 + 0.012 * self.per_event("ch", E("crimp") > 0) + 0.001 * (self.amb - 22), 0.002, 0.005, 0.006, 0.004, 9), press_amps=s(0.4 + cm * (6.5 + 0.25 * self.per_event("ca", E("crimp") > 0)), 0.02, 0.1, 0.05, 0.08, 5, lo=0), crimp_rejected=cr))  # fmt: skip
        te = E("test") > 0
        self.pub(TST, "whc_msgs/msg/Tester", 4, dict(loop_mohm=s(62 + 3 * self.per_event("lo", te) + 5 * np.cos(1.3 * E("var")), 0.2, 0.8, 1, 0.8, 12), isolation_mohm=s(820 + 40 * self.per_event("is", te), 1, 7, 12, 7, 12), probe_volts=s(4.98 - 0.04 * lp(te * 1.0, 0.4), 0.002, 0.006, 0.01, 0.005, 9), tests=self.once(te)))  # fmt: skip
        for nm, e in ((BRD, self.expo), (PAL, np.clip(2100 + 700 * np.sin(self.x * 6 + self.y * 3) - 2500 * (self.z - 0.2), 400, 6000))):
            self.pub(nm, "whc_msgs/msg/Camera", 6, dict(sharpness_index=s(72 - 5 * (nm == PAL) * sum(np.abs(x) for x in d[:2]) + 2 * np.sin(self.x * 4) + 1.5 * lp(E("see"), 1), 0.1, 1, 1, 1.1, 8, lo=0), exposure_us=s(e, 5, 18, 0, 18, 3), match_score=s(0.87 + 0.02 * np.sin(self.x * 5) * np.cos(self.y * 4) - 0.03 * self.fc - 0.04 * self.is_life(6), 0.002, 0.012, 0.01, 0.012, 6, lo=0, hi=1), frame_delay_ms=s(self.net("fd" + nm, 39 + 6 * E("see"), 1.6, 2), 0.5)))  # fmt: skip
        bw = lp((self.pieces("bw", 6, 25, 0, 1) < 0.5) * 1.0, 0.6)
        self.pub(FED, "whc_msgs/msg/Feeder", 5, dict(bowl_amplitude=s(0.1 + bw * (1.35 + 0.002 * (60 - 3)), 0.005, 0.02, 0.02, 0.015, 5, lo=0), bowl_amps=s(0.1 + 2.1 * bw, 0.02, 0.05, 0.03, 0.04, 6, lo=0), parts_left=s(340 - np.mod(np.cumsum(bw) * DT * 0.12 + 60 * abs(self.su("pl")), 240), 1, 2, 0, 2, 12), bowl_empty=(self.f("s_bowl") > 0) & (t % 18 < 6)))  # fmt: skip
        ha = lp(E("air"), 1.0)
        self.pub(HOT, "whc_msgs/msg/HotAir", 4, dict(nozzle_c=s(165 + 210 * lp(E("air"), 5) + 4 * np.sin(2 * np.pi * t / 35) - 90 * self.cold * np.exp(-t / 90), 0.5, 1, 2, 1, 9), blower_rpm=s(2600 + 5200 * ha, 5, 25, 30, 20, 6), heater_amps=s(1.2 + 5.5 * ha + 0.6 * (np.sin(2 * np.pi * t / 35) < 0), 0.02, 0.06, 0.05, 0.05, 6, lo=0)))  # fmt: skip
        tp = lp(E("tape"), 0.3)
        self.pub(TAP, "whc_msgs/msg/TapeHead", 6, dict(tape_n=s(0.6 + tp * (8.5 + 0.8 * W("tp", 1, 0.8)), 0.02, 0.2, 0.1, 0.15, 4, lo=0), roll_mm=s(118 - np.mod(np.cumsum(tp) * DT * 0.03 + 14 * abs(self.su("rl")), 50), 0.1, 0.25, 0.4, 0.2, 9), head_rpm=s(tp * (145 + 5 * self.per_event("hr", E("tape") > 0)), 0.5, 1.6, 0, 1, 5, lo=0)))  # fmt: skip
        self.pub(AIR, "whc_msgs/msg/Air", 4, dict(line_bar=s(6.2 - 0.0013 * self.fa, 0.005, 0.018, 0.03, 0.02, 10), line_nlpm=s(self.fa, 0.2, 1.2, 1, 1, 6, lo=0)))
        self.pub(VAC, "whc_msgs/msg/VacuumLift", 3, dict(cup_kpa=s(58 + 2 * np.sin(2 * np.pi * t / 90) - 8 * lp(E("brd"), 2), 0.1, 0.5, 0.8, 0.5, 9, lo=0), lift_bar=s(4.1 + 0.6 * lp(E("brd"), 1.5), 0.01, 0.02, 0.04, 0.02, 9)))
        lay = (self.st == 5) | (self.st == 6)
        px = [(0.4 + 0.13 * (i % 4), -0.05 + 0.3 * (i // 4)) for i in range(8)]
        self.pub(STK, "whc_msgs/msg/BoardSensors", 6, dict(peg_n=[s(0.8 + 5 * lp(lay * self.gr * np.exp(-(((self.x - a_) ** 2 + (self.y - b_) ** 2) / 0.02)), 0.3) + 0.4 * lp(self.pr, 0.4), 0.01, 0.1, 0.15, 0.08, 8, lo=0) for a_, b_ in px], board_tilt_deg=s(12 + 14 * lp(E("brd"), 2.5) + 0.1 * self.pr, 0.01, 0.03, 0.08, 0.03, 12)))  # fmt: skip
        il = 6 + 0.35 * self.i48 + 5 * ha + 3.5 * cm + 2.5 * bw * 0.4 + 2.5 * (self.pieces("hz", 6, 30, 0, 1) < 0.45)
        self.pub(MNS, "whc_msgs/msg/Mains", 4, dict(mains_volts=[s(231 - 2.2 * (self.site == 1) + 0.7 * self.su("vl") - 0.05 * il, 0.1, 0.2, 0.4, 0.5, 30) for _ in range(3)], mains_amps=[s(lp(il, 0.3) * (1 + u_(f"ma{i}", 0.015)), 0.05, 0.15, 0, 0.12, 4, lo=0) for i in range(3)]))
        self.pub(CAB, "whc_msgs/msg/Cabinet", 4, dict(bus48_volts=s(48.3 - 0.03 * self.i48, 0.01, 0.03, 0.05, 0.02, 9), bus48_amps=s(self.i48, 0.02, 0.08, lo=0), cabinet_c=s(self.T("cb", 0.7 * lp(il, 60), 240, 5, 0.1), 0.1), fan_rpm=s(2350 + 16 * (self.amb - 22) + 25 * lp(il - 10, 60), 1, 10, 16, 10, 9)))
        self.pub(NET, "whc_msgs/msg/Network", 3, dict(reply_ms=s(self.net("rp", 6), 0.5), dropped_pct=s(self.net("dp", 0, 0.5, 0.3), 0.1)))
        op = lp(E("ppl"), 1)
        self.lidar(SCN, 6, [np.maximum((2.1 + 0.28 * abs(i - 5)) * (1 + 0.1 * np.sin(self.x * (2 + 0.4 * i) + self.y + i)) - 0.9 * op * (i in (5, 6, 7)), 0.4) for i in range(11)], 1.5, 10)
        self.simple("/room/temperature", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/room/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.46 + 0.03 * self.su("rh"), 0.001, 0.0013, 0, 0.009, 120))
        self.simple("/room/light", "Illuminance", 4, "illuminance", s((620 + 90 * np.tanh(W("lx", 1, 40))) * (0.6 if self.is_life(6) else 1) * (1 + 0.008 * self.white("li")), 1)), self.pub("/safety", "whc_msgs/msg/Safety", 2, dict(estop_ok=1, cell_door_closed=E("ppl") < 0.5, persons=E("ppl") + E("guide") + (W("pe", 1, 60) > 1.3)))  # fmt: skip
        self.pub("/job", "whc_msgs/msg/Job", 4, dict(job_step=self.st, variant=E("var"), wire_no=E("no"), tool_speed=s(E("vr"), 0.01), hand_guided=E("guide")))
        ver = self.version("whc", "1.7", "1.8", "2.0")
        self.computer(CTL, "whc_msgs/msg/Controller", 10, 14, 930, ("tick_ms", "tick_longest_ms", "used_mb", "core_c", "build"), 4 * lp(self.gm * 1.0, 20), ver, 0.5)
        self.end("/lay_wire/_action/status", [("s_axis", "arm_drives", ["axis 5 drive fault 0x18", "axis 5 drive started again"], "AD"), ("s_crimp", "crimper", ["crimp rejected", "crimp good again"], "CR"), ("s_wire", "spools", ["wire 1 tangled", "wire 1 free again"], "SP"), ("s_bowl", "feeder", "bowl nearly empty, fill soon", "FE")],  # fmt: skip
                 [(15, "I", "job", "wire laid in {} s", 20, 60), (7, "W", "job", "person in the cell, waited {} s", 10, 45), (6, "W", "palm_camera", "peg searched again after {} s", 1, 5), (5, "I", "tester", "reference {} mOhm", 1, 9), (4, "W", "network", "server slow {} ms", 400, 900)], [("arm", "limits read from the file"), ("board_camera", "calibration 15 days old"), ("safety", "door test ok")], ver)  # fmt: skip
