"""Parcel sorting cell: an arm of six joints with a gripper of eight cups takes parcels from a belt and lays them on a loop of twelve carriers with belts of their own; scanner, scale, label printer, six chutes; English."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

JNT, DRV, TCP, WRE, GRP, LOP, CAR, CHU, INF, SCN, SCL, CAM, PRN, VAC, AIR, CUR, DIM, MNS, CAB, NET, CTL, TAB, LID = "/arm/joint_states", "/arm/drives", "/arm/tool_pose", "/arm/wrench", "/gripper", "/loop", "/carriers", "/chutes", "/infeed", "/code_reader", "/scale", "/pick_camera", "/label_printer", "/vacuum_pump", "/compressed_air", "/light_curtain", "/dimensioner", "/mains", "/cabinet", "/network", "/controller", "/lift_table", "/guard_scanner"  # fmt: skip
PL, NU, MV, HO, RU, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when the arm moves"), dict(where="when a parcel is held", need=12), dict(where="when the loop runs"), "linear_acceleration."


class Sorter(Robot):
    NAME = "sorter"
    FLAGS = [(DRV, "arm_fault"), (LOP, "carrier_jam"), (PRN, "ribbon_torn"), (CHU, "chute_dirty")]
    RETRY = [("code_reader", "CO", "read again, {} tries", 4, 2, 5), ("arm_planner", "AP", "missed loop rate {} Hz", 2, 80, 118)]
    DEFS = {
        "psc_msgs/msg/Drives": mdef("float32[6] joint_amps joint_c; uint16 arm_fault"),
        "psc_msgs/msg/Cup": "float32 cup_kpa\nfloat32 cup_flow",
        "psc_msgs/msg/Gripper": mdef("psc_msgs/Cup[8] cup; float32 bellows_mm valve_ms hose_c"),
        "psc_msgs/msg/Loop": mdef("float32 chain_speed chain_tension; float32[2] loop_amps loop_motor_c; float32 track_oil; bool carrier_jam"),
        "psc_msgs/msg/Carrier": "float32 belt_amps\nfloat32 offset_mm\nfloat32 supply_volts",
        "psc_msgs/msg/Carriers": mdef("psc_msgs/Carrier[12] carrier"),
        "psc_msgs/msg/Chutes": mdef("float32[6] fullness_pct beam_volts; bool chute_dirty"),
        "psc_msgs/msg/Infeed": mdef("float32[3] infeed_speed infeed_amps; float32 queue_m"),
        "psc_msgs/msg/CodeReader": mdef("float32 read_rate code_contrast laser_ma reader_c"),
        "psc_msgs/msg/Scale": mdef("float32 parcel_kg scale_drift"),
        "psc_msgs/msg/PickCamera": mdef("float32 pick_score sharpness exposure_ms image_delay_ms lamp_ma"),
        "psc_msgs/msg/Printer": mdef("float32 head_c ribbon_n roll_mm; uint32 labels; bool ribbon_torn"),
        "psc_msgs/msg/VacuumPump": mdef("float32 tank_kpa pump_amps pump_c filter_mbar"),
        "psc_msgs/msg/Air": mdef("float32 air_bar air_flow dew_c"),
        "psc_msgs/msg/Curtain": mdef("float32[4] ray_pct"),
        "psc_msgs/msg/Dimensioner": mdef("float32 length_mm height_mm profile_snr"),
        "psc_msgs/msg/Table": mdef("float32 table_mm table_amps table_oil_c"),
        "psc_msgs/msg/Mains": mdef("float32[3] phase_volts phase_amps"),
        "psc_msgs/msg/Cabinet": mdef("float32 rail48_volts rail48_amps cabinet_c fan_rpm"),
        "psc_msgs/msg/Network": mdef("float32 answer_ms dropped_pct"),
        "psc_msgs/msg/Safety": mdef("bool estop_ok gate_closed; uint8 persons"),
        "psc_msgs/msg/Job": mdef("uint8 job_phase wave; uint32 parcel_no; float32 arm_speed loop_speed; bool hand_guided"),
        "psc_msgs/msg/Controller": mdef("float32 tick_ms tick_longest_ms used_mb cpu_c; string firmware"),
    }
    KINDS = dict(
        j2_dry=k("gear of joint 2 dry: more current, hotter, more effort", [DRV, JNT], "joint_amps[1] joint_c[1] effort[1]", "joint 2|arm drives|arm joint states|gear", cons="/cabinet|/mains", step=False, tail=350, **MV),
        j3_brk=k("brake of joint 3 drags", [DRV, JNT], "joint_amps[2] joint_c[2] effort[2]", "joint 3|arm drives|arm joint states|brake", cons="/cabinet|/mains", tail=350, **MV),
        cups=k("lips of cup 4 torn: leaks, the pump works more and gets warm", [GRP, VAC], "cup[3].cup_kpa cup[3].cup_flow pump_amps pump_c", "cup 4|gripper|lips|vacuum pump", cons="/cabinet|tank kpa", tail=300, where="when a parcel is held", need=12),
        chain=k("chain of the loop runs dry: more current and hotter motors", LOP, "loop_amps[0] loop_amps[1] loop_motor_c[0] loop_motor_c[1]", "loop|chain", cons="/mains|chain tension", step=False, tail=350, **RU),
        vfilt=k("filter of the vacuum pump clogged: less vacuum at all cups", [VAC, GRP], "filter_mbar tank_kpa pump_amps", "vacuum pump|filter", cons="/gripper|cup kpa", step=False),
        fan=k("fan of the cabinet stands: cabinet and controller get warm", [CAB, CTL], "fan_rpm cabinet_c cpu_c", "cabinet|fan", tail=400),
        oil=k("hydraulics of the lift table leak: sinks, pumps more and gets warm", TAB, "table_mm table_amps table_oil_c", "lift table|table|hydraulics", tail=300),
        sag=k("supply of the rail 48 V weak: voltage falls with the arm, carriers get less", [CAB, CAR], "rail48_volts carrier[0].supply_volts carrier[5].supply_volts", "rail 48|48 v|supply|cabinet"),
        j1_pl=k("speed of joint 1 jerks at one place: cable pack catches", JNT, "velocity[0]", "joint 1|arm joint states|cable pack", "flut .4 -.3", also="/arm/drives joint_amps[0] flut .9 .5", **PL),
        j4_enc=k("encoder of joint 4 flickers: disc dirty", JNT, "position[3]", "joint 4|arm joint states|encoder", "spk .07 .05|noise .004"),
        j5_fast=k("effort of joint 5 flutters when it is faster than a number: bearing", JNT, "effort[4]", "joint 5|arm joint states|bearing", "flut 4", where="**speed of joint 5 above a number**", **NU),
        j6_zero=k("joint 6 stands off: zero mark lost", JNT, "position[5]", "joint 6|arm joint states", "off .09 .02"),
        j2_hvy=k("joint 2 draws an uneasy current when the parcel is heavier than a number: belt tooth", DRV, "joint_amps[1]", "joint 2|arm drives|belt", "flut 1.4 .6", where="**weight of the parcel above a number**", **NU),
        j1_frz=k("temperature of joint 1 frozen: sensor", DRV, "joint_c[0]", "joint 1|arm drives", "frz"),
        j6_amp=k("current of joint 6 loses span: shunt", DRV, "joint_amps[5]", "joint 6|arm drives|shunt", "span -.6 .5", **MV),
        j5_hot=k("joint 5 gets hot: seal rubs", DRV, "joint_c[4]", "joint 5|arm drives|seal", "heat 8 100", also="/arm/drives joint_amps[4] off .5 .1", step=False, tail=350),
        j_age=k("joint states of the arm come late: bus overloaded", JNT, "header.stamp", "arm joint states|bus", "age .6", step=False),
        tcp_off=k("tool stands off in x: gripper bumped", TCP, "pose.position.x", "tool pose|gripper|arm tool", "off .03 .03"),
        tcp_pl=k("tool sinks in at one place: foot of the arm loose", TCP, "pose.position.z", "tool pose|arm tool|foot", "flut .03 -1", also="/arm/wrench wrench.force.z flut 6 .4", **PL),
        tcp_los=k("tool poses get lost", TCP, "header.stamp", "tool pose|arm tool", "lost .5"),
        ft_drift=k("force at the wrist creeps between its zeroings: glue", WRE, "wrench.force.z", "wrist|arm wrench|force", "creep 14 60"),
        ft_x=k("force in x at the wrist walks: hose pulls", WRE, "wrench.force.x", "wrist|arm wrench|hose", "walk 8 4 15"),
        ft_sat=k("torque in y at the wrist saturates: amplifier", WRE, "wrench.torque.y", "wrist|arm wrench|amplifier", "sat 1.0", **HO),
        cup2=k("cup 2 reads too little vacuum: sensor hole clogged", GRP, "cup[1].cup_kpa", "cup 2|gripper", "mul -.24 .05", **HO),
        cup7=k("flow of cup 7 uneasy: dust in the nozzle", GRP, "cup[6].cup_flow", "cup 7|gripper|nozzle", "burst 1.4 1 5"),
        cup5_hvy=k("cup 5 lets go when the parcel is heavier than a number: bellows cracked", GRP, "cup[4].cup_kpa", "cup 5|gripper|bellows", "flut 16 -.8", also="/gripper cup[4].cup_flow flut 3 .8", where="**weight of the parcel above a number**", **NU),
        bell=k("stroke of the bellows reads coarse: converter", GRP, "bellows_mm", "bellows|gripper|converter", "coarse 4"),
        valve=k("valve of the gripper switches late: oil in the air", GRP, "valve_ms", "valve|gripper", "off 11 .12", step=False),
        hose=k("hose of the gripper gets warm: kinked at the wrist", GRP, "hose_c", "hose|gripper", "heat 7 80", step=False, tail=250),
        spd=k("speed of the chain reads uneasy: sensor wheel slips", LOP, "chain_speed", "chain|loop|sensor wheel", "noise .05", **RU),
        tens=k("chain is slack: tensioner at its end", LOP, "chain_tension", "chain|loop|tensioner", "off -210 .05", also="/carriers carrier[2].offset_mm noise 3"),
        trk=k("oiler of the track empties: pump sucks air", LOP, "track_oil", "oiler|loop|track", "off -13 .04", step=False),
        lm2=k("motor 2 of the loop flutters when the chain is faster than a number: coupling", LOP, "loop_amps[1]", "loop|motor 2|coupling", "flut .9", where="**speed of the chain above a number**", **NU),
        lm1_hot=k("motor 1 of the loop gets hot: winding", LOP, "loop_motor_c[0]", "loop|motor 1|winding", "heat 9 120", step=False, tail=400),
        c3_amp=k("belt of carrier 3 runs hard: roller", CAR, "carrier[2].belt_amps", "carrier 3|carriers|roller", "mul .5 .12", step=False, **RU),
        c7_off=k("carrier 7 lays parcels beside: belt off its track", CAR, "carrier[6].offset_mm", "carrier 7|carriers|belt", "off 12 .2"),
        c9_volt=k("supply of carrier 9 drops out: brush worn", CAR, "carrier[8].supply_volts", "carrier 9|carriers|brush", "cut 0 .3 2", also="/carriers carrier[8].offset_mm noise 5"),
        c11_amp=k("current of carrier 11 frozen: node hangs", CAR, "carrier[10].belt_amps", "carrier 11|carriers|node", "frz"),
        c5_fast=k("carrier 5 scatters when the chain is faster than a number: wheel flat", CAR, "carrier[4].offset_mm", "carrier 5|carriers|wheel", "flut 9 .3", where="**speed of the chain above a number**", **NU),
        c12_lost=k("messages of the carriers get lost: waveguide dirty", CAR, "header.stamp", "carriers|waveguide", "lost .5"),
        ch2=k("fullness of chute 2 reads too much: label sticks on the eye", CHU, "fullness_pct[1]", "chute 2|chutes|eye", "off 24 .06"),
        ch5=k("beam of chute 5 weak: dust", CHU, "beam_volts[4]", "chute 5|chutes|beam", "off -.8 .06", step=False),
        ch4=k("fullness of chute 4 sticks and jumps: flap", CHU, "fullness_pct[3]", "chute 4|chutes|flap", "stick 15"),
        in2=k("belt 2 of the infeed slips", INF, "infeed_speed[1]", "infeed|belt 2", "mul -.2 .04", where="when the infeed runs", need=12),
        in3=k("belt 3 of the infeed labours: tape wound about the roller", INF, "infeed_amps[2]", "infeed|belt 3|roller", "off 1.1 .15", step=False, where="when the infeed runs", need=12),
        in1_q=k("belt 1 of the infeed flutters when the queue is longer than a number: motor weak", INF, "infeed_amps[0]", "infeed|belt 1|motor", "flut .8 .6", where="**length of the queue above a number**", **NU),
        rd=k("code reader reads less: mirror dusty", SCN, "code_contrast read_rate", "code reader|mirror", "mul -.17 .04", step=False),
        rd_hot=k("code reader gets hot: vent taped over", SCN, "reader_c", "code reader|vent", "heat 9 90", step=False, tail=350),
        laser=k("laser of the code reader draws more: ageing", SCN, "laser_ma", "laser|code reader", "mul .25 .03"),
        sc_walk=k("scale walks: parcel rubs at the frame", SCL, "parcel_kg", "scale|frame", "walk .9 4 16"),
        sc_drift=k("zero of the scale drifts: draught", SCL, "scale_drift", "scale|zero", "off .12 .1", step=False),
        cm_sh=k("pick camera loses sharpness: film of dust", CAM, "sharpness", "pick camera|lens", "off -12 .06", step=False, also="/pick_camera pick_score off -.05 .1"),
        cm_exp=k("parcels are found badly when the exposure is above a number: gain noise", CAM, "pick_score", "pick camera|sensor", "off -.12 .3", where="**exposure above a number**", **NU),
        cm_late=k("images late: cable", CAM, "image_delay_ms", "pick camera|cable", "late 10 50"),
        lamp=k("lamp of the pick camera flickers: driver", CAM, "lamp_ma", "lamp|pick camera|driver", "burst 60 1 6"),
        pr_head=k("head of the label printer too cold: heater strip", PRN, "head_c", "label printer|head", "heat -11 60", step=False, tail=250),
        pr_rib=k("ribbon of the label printer pulls unevenly: clutch", PRN, "ribbon_n", "label printer|ribbon|clutch", "swing 1.1 2.7"),
        pr_roll=k("roll of the label printer reads too large: lever bent", PRN, "roll_mm", "label printer|roll|lever", "off 11 .03"),
        air_flw=k("air pressure falls when the flow is above a number: hose", AIR, "air_bar", "compressed air|hose", "off -.5 .3", where="**air flow above a number**", **NU),
        dew=k("dew point of the air rises: dryer", AIR, "dew_c", "dew point|compressed air|dryer", "off 8 .05", step=False),
        cur3=k("ray 3 of the light curtain weak: knocked", CUR, "ray_pct[2]", "light curtain|ray 3", "off -17 .06"),
        dim_h=k("dimensioner reads too high: rail sagged", DIM, "height_mm", "dimensioner|rail", "off 22 .05"),
        dim_snr=k("profile of the dimensioner noisy: window scratched", DIM, "profile_snr", "dimensioner|window", "off -5 .1", step=False, also="/dimensioner length_mm noise 6"),
        imu_pl=k("arm is shaken at one place: bolt of the foot loose", "/arm/imu", " ".join(ACC + c for c in "xyz"), "arm imu|bolt|foot", "noise .8", **PL),
        imu_los=k("imu of the arm sends half of its messages", "/arm/imu", "header.stamp", "arm imu", "lost .5"),
        cup3_pl=k("cup 3 loses vacuum at one place: hose is bent", GRP, "cup[2].cup_kpa", "cup 3|gripper|hose", "flut 14 -1", **PL),
        lid=k("beams 3 and 4 of the guard scanner read short: pallet left there", LID, "ranges[3] ranges[4]", "guard scanner|pallet", "short .3 .6"),
        lid_pl=k("pick camera is dazzled at one place of the tool: mirror finish", CAM, "pick_score", "pick camera|mirror finish", "flut -.16 1", **PL),
        ph2=k("current of phase 2 reads too little: transformer", MNS, "phase_amps[1]", "phase 2|mains|transformer", "mul -.25 .02"),
        ph1=k("voltage of phase 1 falls when the current is above a number: terminal", MNS, "phase_volts[0]", "phase 1|mains|terminal", "off -4.5 .3", where="**line current above a number**", **NU),
        drop=k("network loses packets: plug", NET, "dropped_pct", "network|plug", "late 1.5 7", also="/network answer_ms off 4 .4"),
        humid=k("humidity frozen", "/hall/humidity", "relative_humidity", "humidity|hall humidity", "frz"),
        light=k("light sensor dims: dust", "/hall/light", "illuminance", "light sensor|hall light", "mul -.34 .03"),
        tick=k("controller has far longer worst cycles", CTL, "tick_longest_ms tick_ms", "controller|cycle", "late 3 18"),
        used=k("memory of the controller fills", CTL, "used_mb", "controller|memory", "leak 60", step=False),
        s_arm=k("arm reports faults of joint 5", [DRV, "/rosout", "/diagnostics"], "arm_fault joint_amps[4]", "joint 5|arm drives", silent=False),
        s_jam=k("loop reports a jammed carrier", [LOP, "/rosout", "/diagnostics"], "carrier_jam loop_amps[0]", "loop|carrier", silent=False),
        s_prn=k("label printer reports that the ribbon is torn", [PRN, "/rosout", "/diagnostics"], "ribbon_torn ribbon_n", "label printer|ribbon", silent=False),
        s_chute=k("chutes warn that an eye is dirty", [CHU, "/rosout", "/diagnostics"], "chute_dirty", "chutes|chute", silent=False),
    )

    def life(self):
        self.day(21 - self.season(0.3), 0.9, 3.0)
        r = self.rng("parcels")
        self.site, no, wave, left = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0, 0, 1, 0
        w0 = (0.0, 0.04, -0.03)[self.site]
        home = dict(x=0.5, y=0.0, z=0.5)
        T = Track(self, r=0.0, **home)
        T.set(hold=0, kg=0, pr=0, loop=0, inf=0, scan=0, prn=0, dim=0, ppl=0, guide=0, no=0, wave=1, vr=0, vl=0, cup=8, tab=450), T.wait(r.uniform(60, 120) if self.cold else r.uniform(10, 40), 0)

        def to(c, x, y, z, v, rot=None):
            T.go(c, v=v, a=2.0, x=x, y=y, z=max(z, 0.28), r=r.uniform(-1.2, 1.2) if rot is None else rot), T.go(c, sec=0.7, z=z)

        while T.more:
            if left == 0:
                left, wave = int(r.integers(12, 30)), int(r.integers(1, 13))  # another wave, one of twelve mixes of parcels
                q_ = self.rng(f"wave{wave}")
                vl = float(np.round(q_.uniform(0.9, 1.5), 2)) * (0.8 if self.is_life(6) else 1)
                if r.random() < 0.3:
                    vl = round(vl * r.uniform(0.85, 1.05), 2)  # speed of the loop set by hand
                T.set(wave=wave, inf=0), T.go(1, sec=2.0, **home), T.wait(r.uniform(4, 15), 1), T.set(vl=vl, loop=1, inf=1, tab=float(round(q_.uniform(380, 560), -1)))
            a0, no, left = T.i, no + 1, left - 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.8 if self.is_life(6) else 1)
            bag = self.new(3) and r.random() < 0.2  # soft bags, taken slowly with four cups; new
            lng = self.new(4) and r.random() < 0.2  # long parcels, turned while carried; new
            over = self.new(6) and r.random() < 0.12  # second label; new
            twin = self.new(8) and r.random() < 0.15  # stacked on the parcel before; new
            kg = r.uniform(0.3, 2.5) if bag else float(np.clip(r.lognormal(0.5 + 0.06 * wave, 0.6), 0.2, 14))
            v = r.uniform(0.7, 1.1) * (0.6 if bag or lng else 1) * (1 - 0.02 * kg)
            T.set(no=no, vr=v, cup=4 if bag else 8)
            px, py, h = 0.45 + r.uniform(-0.06, 0.06) + w0, -0.62 + r.uniform(-0.1, 0.1), r.uniform(0.08, 0.26)
            to(2, px, py, h, v), T.set(pr=1), T.wait(r.uniform(0.2, 0.5), 2), T.set(hold=1, kg=kg, pr=0), T.go(3, sec=0.8, z=0.42)
            to(4, 0.72 + w0, -0.12, 0.3, v), T.set(scan=1, dim=1), T.wait(r.uniform(0.5, 1.4), 4), T.set(scan=0, dim=0)
            if r.random() < 0.35 or over:
                to(5, 0.62, 0.16, 0.3, v), T.set(prn=1), T.wait(r.uniform(0.9, 1.8) * (2 if over else 1), 5), T.set(prn=0)
            bx, by = 0.35 + 0.1 * int(r.integers(0, 4)) + w0, 0.55 + r.uniform(-0.05, 0.05)
            if lng:
                T.go(6, sec=3.0, x=0.6, y=0.4, z=0.5, r=T.pos["r"] + 1.57)
            to(6, bx, by, (0.3 if twin else 0.18) + 0.5 * h, v), T.wait(r.uniform(0.1, 0.6), 6), T.set(hold=0, kg=0), T.wait(0.2, 6), T.go(6, sec=0.5, z=0.4)
            T.task(a0, "parcel")
            if r.random() < 0.04:
                T.set(ppl=1, inf=0)
                T.wait(r.uniform(10, 45), 8)  # chutes emptied, somebody in the cell
                T.set(ppl=0, inf=1)
            if r.random() < 0.025 or self.is_life(8) and r.random() < 0.04:  # guided by hand
                T.go(9, sec=2, **home), T.set(guide=1), self.manual(T, r.uniform(25, 50), 9, "xyzr", dict(x=-0.1, y=-0.4, z=-0.25, r=-0.8), dict(x=0.3, y=0.4, z=0.1, r=0.8)), T.set(guide=0)
            if r.random() < 0.12:
                T.wait(r.uniform(2, 20), 0)  # no parcels come
            if r.random() < 0.02:
                T.set(loop=0, inf=0), T.wait(r.uniform(15, 40), 10), T.set(loop=1, inf=1)  # the hall stops the loop
            if self.is_life(5, 9) and no == 20:  # weekly test of joints and cups
                for x, y in ((0.8, 0.4), (0.8, -0.4), (0.5, 0.0)):
                    T.go(12, v=0.9, a=1.5, x=x, y=y, z=0.5), T.go(12, sec=2, r=2 * y), T.set(hold=1), T.wait(2, 12), T.set(hold=0)
        self.A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, self.z0)

    def physics(self):
        A, E, W, h, t = self.A, self.E, self.wander, self.h, self.t
        x, y, z = (ring(A[c], 2.0, 0.65) for c in "xyz")
        self.x, self.y, self.z = x, y, z
        j1, rr = np.arctan2(y, x), np.hypot(x, y)
        hz, l1, l2 = z + 0.1, 0.62, 0.6
        dd = np.clip(np.hypot(rr, hz), 0.2, 1.19)
        el = np.arccos(np.clip((dd**2 - l1**2 - l2**2) / (2 * l1 * l2), -1, 1))
        j2 = np.arctan2(hz, rr) + np.arctan2(l2 * np.sin(el), l1 + l2 * np.cos(el))
        self.J = [j1, j2, -el, 0.3 * np.sin(j1), el - j2 - 1.2, ring(A["r"], 2.6, 0.6) - j1]
        self.dJ = [lp(np.gradient(a, DT), 0.06) for a in self.J]
        self.ddJ = [lp(np.gradient(a, DT), 0.1) for a in self.dJ]
        self.gm = sum(np.abs(a) for a in self.dJ) > 0.06
        self.kg, self.hold, self.press = lp(E("kg"), 0.2), lp(E("hold"), 0.12), lp(E("pr"), 0.15)
        dry, brake = np.clip(h("j2_dry", 0.5), 0, 2), np.clip(h("j3_brk", 0.5), 0, 2)
        fr = [np.tanh(12 * d) for d in self.dJ]
        fric = [a * c for a, c in zip(fr, (16, 20 * (1 + 1.1 * dry), 13 * (1 + 1.4 * brake), 3.5, 3.5, 2))]
        wear = 1 + 0.006 * self.wear(1)
        grav = [0 * t, (58 + 8 * self.kg) * np.cos(j2), (24 + 6 * self.kg) * np.cos(j2 - el), 0.6 + 0 * t, 3 + 2.4 * self.kg, 0.5 + 0 * t]
        self.eff = [fric[i] * wear + (20 + 1.5 * self.kg, 24 + 1.5 * self.kg, 13 + self.kg, 1.8, 1.8, 0.9)[i] * self.ddJ[i] + grav[i] for i in range(6)]
        self.amps = [np.abs(lp(np.abs(e) * (0.09, 0.05, 0.075, 0.17, 0.15, 0.27)[i], 0.1)) + 0.3 for i, e in enumerate(self.eff)]
        self.ht = [2.6 * lp(a, 120) for a in self.amps]
        self.ht[1] = self.ht[1] + 5 * lp(dry * np.abs(fr[1]), 120)
        self.ht[2] = self.ht[2] + 6 * lp(brake * (0.4 + np.abs(fr[2])), 120)
        clog, torn = np.clip(h("vfilt", 1), 0, 2), np.clip(h("cups", 0.3), 0, 2)
        ncup = np.where(E("cup") > 5, 8, 4)
        self.vact = [self.hold * ((i < 4) | (E("cup") > 5)) for i in range(8)]
        self.leakq = torn * self.vact[3]
        self.tank = 84 - 4.5 * clog - 2.2 * lp(self.leakq, 2) - 3.5 * lp((self.press > 0.3) * 1.0, 0.8)
        self.filt = 14 + 1.5 * self.wear(1) ** 0.5 + 26 * clog
        self.pump = 5.6 + 0.9 * self.hold + 1.3 * lp(self.leakq, 1.5) + 0.45 * clog + 0.15 * W("pu", 1, 5)
        self.pumpc = 17 + 2.5 * lp(self.hold, 90) + 9 * lp(self.leakq, 60) + 3 * lp(clog, 100)
        self.kpa = [a * (self.tank - 16 - 0.9 * self.kg - 2.5 * (E("cup") < 5)) for a in self.vact]
        self.flw = [a * (1.2 + 0.5 * np.abs(W(f"cf{i}", 1, 2)) + 1.3 * (E("cup") < 5)) + 3 * self.press / ncup for i, a in enumerate(self.vact)]
        self.kpa[3] = self.kpa[3] - 17 * self.leakq
        self.flw[3] = self.flw[3] + 3.6 * self.leakq
        rough = np.clip(h("chain", 1), 0, 2)
        self.vl = lp(lp(E("vl") * E("loop"), 2.0), 1.0)
        self.run = self.vl > 0.2
        la = np.abs(np.gradient(self.vl, DT))
        self.lamp = [0.5 + np.tanh(4 * self.vl) * (3.6 + 0.7 * i * 0.2 + 1.5 * rough) + 2.6 * self.vl + 5 * la + 0.25 * W(f"la{i}", 1, 6) * np.tanh(4 * self.vl) for i in (0, 1)]
        self.lmc = [2.6 * lp(a, 150) + 4 * lp(rough, 150) for a in self.lamp]
        dead = np.clip(h("fan", 3), 0, 1)
        self.fanr = (2300 + 12 * (self.amb - 21)) * (1 - 0.95 * dead)
        self.hot = 8 * lp(np.clip(h("fan", 5), 0, 2), 120)
        seep = np.clip(h("oil", 1), 0, 2)
        self.tab = lp(E("tab"), 3) - seep * 16 * np.mod(t, 24) / 24
        self.taba = 0.2 + np.clip(np.abs(np.gradient(lp(E("tab"), 3), DT)) * 0.3, 0, 7) + 4.5 * (np.clip(seep, 0, 1.2)) * (np.mod(t, 24) < 2.5)
        self.tabc = 4 + 1.5 * lp(np.abs(np.gradient(E("tab"), DT)) > 1, 60) + 6 * lp(seep, 120)
        self.ron = lp(E("inf") * (self.pieces("in", 4, 14, 0, 1) < 0.8), 0.4)
        self.queue = np.clip(1.7 + 1.3 * W("qu", 1, 35), 0.1, 5.5)
        self.i48 = lp(4 + 0.28 * sum(self.amps) + 1.1 * self.ron + 0.35 * self.vl * 4 + 0.9 * E("scan") + 1.3 * E("prn") + 1.5 * (self.pieces("pc", 5, 30, 0, 1) < 0.4), 0.2) + 0.1 * self.pink("i48", 1)
        weak = np.clip(h("sag", 0.3), 0, 2)
        self.v48 = 48.3 - 0.02 * self.i48 - weak * (0.1 + 0.06 * self.i48)
        self.fair = lp(18 + 45 * self.press + 26 * (np.mod(t + 30 * self.u("dx", 1), 48) < 4) + 26 * (self.pieces("nb", 8, 45, 0, 1) < 0.4), 0.4) + 1.2 * self.pink("fa", 1)
        self.il = lp(5 + 0.75 * sum(self.lamp) + 0.5 * self.i48 + 0.9 * self.pump + 1.2 * self.ron + 4 * (self.pieces("hz", 5, 20, 0, 1) < 0.45), 0.4) + 0.2 * self.pink("il", 1)
        self.lum = lp(np.maximum((340 + 60 * np.sin(2 * np.pi * t / 800) + 120 * (self.pieces("sky", 20, 90, 0, 1) < 0.4)) * (0.5 if self.is_life(6) else 1), 20), 2)
        self.expo = np.clip(2600 / (self.lum + 80) * (1 + 0.25 * np.sin(3 * E("no"))), 2, 25)
        self.full = []
        for i in range(6):
            a, _ = self.store(0.012 * (1 + 0.2 * i) * self.vl + 0.004, 3.5, 15.0 + 3 * i, 80.0, 40.0 + 5 * i)
            self.full.append(100 - a)
        self.AUX = [sum(self.amps)]

    def where(self):
        ones, X, Y = np.ones(self.n, bool), self.x, self.y
        (
            self.over("j5_fast", np.abs(self.dJ[4]), JNT + ":velocity[4]", "velocity|speed|faster|joint 5", np.abs(self.dJ[4]) > 0.1, 0.45, 2, 0.4),
            self.over("j2_hvy", self.kg, SCL + ":parcel_kg", "parcel kg|weight|heavier|load", self.kg > 0.3, 0.45, 1, 0.45),
            self.over("cup5_hvy", self.kg, SCL + ":parcel_kg", "parcel kg|weight|heavier|load", (self.kg > 0.3) & (self.vact[4] > 0.5), 0.45, 1, 0.45),
        )
        sp = "chain speed|speed|faster|loop speed"
        self.over("lm2", self.vl, LOP + ":chain_speed", sp, self.run, 0.5, 2, 0.25), self.over("c5_fast", self.vl, LOP + ":chain_speed", sp, self.run, 0.5, 2, 0.25), self.over("in1_q", self.queue, INF + ":queue_m", "queue m|queue|longer|length", self.ron > 0.5, 0.5, 1, 0.4)
        (
            self.over("cm_exp", self.expo, CAM + ":exposure_ms", "exposure ms|exposure|darker", ones, 0.55, 1, 0.4),
            self.over("air_flw", self.fair, AIR + ":air_flow", "air flow|flow|consumption", ones, 0.6, 0, 0.4),
            self.over("ph1", self.il, MNS + ":phase_amps[0]", "phase amps|line current|current|load", ones, 0.55, 1, 0.35),
        )
        self.places(X, Y, self.gm, j1_pl=(0.16, 0.07), imu_pl=(0.16, 0.07)), self.places(X, Y, ones, tcp_pl=(0.15, 0.09), lid_pl=(0.15, 0.09)), self.places(X, Y, self.hold > 0.6, cup3_pl=(0.16, 0.08))
        (
            self.mode("j2_dry j3_brk j6_amp", self.gm, "moving", "moves", "arm", "velocity", "arm speed"),
            self.mode("cups cup2 ft_sat", self.hold > 0.6, "held", "holding", "parcel", "cup kpa", "parcel kg"),
            self.mode("chain spd c3_amp", self.run, "runs", "running", "loop", "chain speed", "loop speed"),
            self.mode("in2 in3", self.ron > 0.5, "infeed", "runs", "running", "infeed speed"),
        )

    def record(self):
        E, W, t, u_ = self.E, self.wander, self.t, self.u
        er, jm, rb = self.shape("s_arm", 0.35, 0.5, 3), self.shape("s_jam", 0.4, 0.6, 4) & self.run, self.shape("s_prn", 0.5, 1, 5)
        J, d, dd, kg = self.J, self.dJ, self.ddJ, self.kg
        self.jnt(JNT, 15, [f"joint_{i + 1}" for i in range(6)], [s(a, 1e-5, 2e-4) for a in J], [s(a, 1e-4, 4e-3) for a in d], [s(e, 0.01, (0.7, 0.8, 0.5, 0.15, 0.15, 0.1)[i], 0.4, 0.3, 4) for i, e in enumerate(self.eff)])
        self.pub(DRV, "psc_msgs/msg/Drives", 10, dict(joint_amps=[s(a * np.where(er & (i == 4), 2.2, 1), 0.01, 0.08, 0.04, 0.06, 2, lo=0) for i, a in enumerate(self.amps)], joint_c=[s(self.T(f"jc{i}", a, 260, 6, 0.12), 0.1) for i, a in enumerate(self.ht)], arm_fault=np.where(er, 0x35, 0)))
        self.pub(TCP, "geometry_msgs/msg/PoseStamped", 14, {"pose.position.x": s(self.x, 1e-4, 5e-4), "pose.position.y": s(self.y, 1e-4, 5e-4), "pose.position.z": s(self.z - 4e-4 * kg, 1e-4, 5e-4), "pose.orientation.z": np.sin(lp(self.A["r"], 0.1) / 2), "pose.orientation.w": np.cos(lp(self.A["r"], 0.1) / 2)}, "cell")
        az = lp(np.gradient(lp(np.gradient(self.z, DT), 0.1), DT), 0.1)
        ax, ay = (lp(np.gradient(lp(np.gradient(a, DT), 0.1), DT), 0.1) for a in (self.x, self.y))
        m = kg + 1.9
        self.wrench(WRE, 12, (m * ax, m * ay, -m * (9.81 + az) + 42 * self.press), (0.09 * m * ay + 0.1 * kg, 0.35 * kg + 0.09 * m * ax, 0.05 * m * dd[5] + 0.02 * kg), (0.6, 0.03))
        sg = 0.05 + 0.25 * np.hypot(d[0], d[1])
        self.inertial("/arm/imu", 14, self.z0, tuple(0.02 * sg * self.white(f"g{c}") + e for c, e in zip("xyz", (0 * t, 0 * t, d[0]))), (ax + sg * self.white("ax"), ay + sg * self.white("ay"), 9.81 + az + 1.2 * sg * self.white("az")), "wrist")
        V = {}
        for i in range(8):
            V.update({f"cup[{i}].cup_kpa": s(self.kpa[i] + 1.2 * self.per_event(f"cu{i}", E("hold") > 0) * self.vact[i], 0.1, 0.8, 0.1, 0.5, 4, lo=0), f"cup[{i}].cup_flow": s(self.flw[i], 0.02, 0.12, 0.02, 0.1, 3, lo=0)})
        self.pub(GRP, "psc_msgs/msg/Gripper", 8, dict(V, bellows_mm=s(22 - 9 * self.hold - 6 * self.press + 0.25 * kg, 0.1, 0.25, 0.3, 0.2, 4), valve_ms=s(24 + 1.5 * self.per_event("va", E("hold") > 0) - 0.1 * (self.amb - 21), 0.2, 0.4, 0.8, 0.3, 8), hose_c=s(self.T("hc", 4 * lp(self.hold, 60), 150, 2, 0.08), 0.1)))
        self.pub(LOP, "psc_msgs/msg/Loop", 8, dict(chain_speed=s(self.vl * np.where(jm, 0.7, 1), 0.002, 0.008, 0, 0.006, 3, lo=0), chain_tension=s(1850 - 90 * self.vl - 4 * self.wear(1) + 30 * W("ct", 1, 6) * np.tanh(self.vl), 1, 9, 20, 8, 6), loop_amps=[s(a + 2.8 * jm * (i == 0), 0.02, 0.1, 0.05, 0.08, 3, lo=0) for i, a in enumerate(self.lamp)], loop_motor_c=[s(self.T(f"lm{i}", a, 240, 7, 0.12), 0.1) for i, a in enumerate(self.lmc)], track_oil=s(66 + 12 * np.tanh(self.su("to")) - 4e-4 * t, 0.1, 0.25, 0, 0.2, 15), carrier_jam=jm))  # fmt: skip
        V, step = {}, np.cumsum(self.vl) * DT / 1.1
        for i in range(12):
            turn = (np.mod(step + i, 12) < 1.4) * np.tanh(4 * self.vl)
            V.update({f"carrier[{i}].belt_amps": s(np.tanh(4 * self.vl) * (0.35 + 0.02 * i) + lp(turn, 0.2) * (1.5 + 0.06 * np.mod(E("no") + i, 5)), 0.01, 0.05, 0.02, 0.04, 3, lo=0), f"carrier[{i}].offset_mm": s(2.5 * self.per_event(f"co{i}", turn > 0.5) + 1.2 * self.vl, 0.1, 0.5, 0.6, 0.4, 5), f"carrier[{i}].supply_volts": s(self.v48 - 0.6 - 0.35 * lp(turn, 0.2), 0.01, 0.04, 0.05, 0.03, 6, lo=0)})  # fmt: skip
        self.pub(CAR, "psc_msgs/msg/Carriers", 6, V)
        self.pub(CHU, "psc_msgs/msg/Chutes", 4, dict(fullness_pct=[s(a, 0.5, 1.2, 1, 0.8, 6, lo=0, hi=100) for a in self.full], beam_volts=[s(4.1 - 0.004 * a, 0.005, 0.02, 0.05, 0.02, 9) for a in self.full], chute_dirty=(self.f("s_chute") > 0) & (t % 18 < 6)))
        ld = 1 + 0.05 * self.queue
        self.pub(INF, "psc_msgs/msg/Infeed", 6, dict(infeed_speed=[s(self.ron * (0.5 + 0.05 * i), 0.002, 0.008, 0, 0.006, 3, lo=0) for i in range(3)], infeed_amps=[s(0.2 + self.ron * (1.9 + 0.2 * i) * ld, 0.01, 0.07, 0.04, 0.06, 3, lo=0) for i in range(3)], queue_m=s(self.queue, 0.02, 0.05, 0.03, 0.04, 5, lo=0)))
        sc = E("scan") > 0
        self.pub(SCN, "psc_msgs/msg/CodeReader", 5, dict(read_rate=s(0.985 - 0.01 * np.abs(W("rr", 1, 20)) - 0.004 * self.vl, 0.001, 0.003, 0.003, 0.003, 9, lo=0, hi=1), code_contrast=s(61 + 4 * self.per_event("cc", sc), 0.1, 0.8, 1, 0.8, 6, lo=0), laser_ma=s(47 + 9 * lp(E("scan"), 0.3) + 0.15 * (self.amb - 21), 0.1, 0.4, 0.5, 0.3, 9), reader_c=s(self.T("rc", 11 + 3 * lp(self.ron, 60), 200, 3, 0.1), 0.1)))  # fmt: skip
        self.pub(SCL, "psc_msgs/msg/Scale", 6, dict(parcel_kg=s(kg * (1 + 0.04 * az), 0.01, 0.03, 0.01, 0.02, 4), scale_drift=s(0.02 * np.sin(2 * np.pi * t / 1100 + self.u("sd", 2)), 0.001, 0.006, 0.01, 0.006, 20)))
        self.pub(CAM, "psc_msgs/msg/PickCamera", 6, dict(pick_score=s(0.9 - 0.05 * (E("cup") < 5) - 0.015 * np.sin(E("wave")) + 0.02 * self.per_event("ps", E("pr") > 0), 0.002, 0.01, 0.008, 0.01, 6, lo=0, hi=1), sharpness=s(72 - 2 * self.ron + 1.5 * np.sin(E("wave")), 0.1, 0.9, 0.9, 1, 9, lo=0), exposure_ms=s(self.expo, 0.05, 0.1, 0, 0.08, 4), image_delay_ms=s(self.net("im", 34, 1.6, 2), 0.5), lamp_ma=s(520 + 60 * (self.lum < 340), 1, 5, 6, 4, 8)))  # fmt: skip
        pr = lp(E("prn"), 0.3)
        self.pub(
            PRN,
            "psc_msgs/msg/Printer",
            5,
            dict(head_c=s(self.T("ph", 29 + 6 * lp(pr, 12), 30, 8, 0.2), 0.1), ribbon_n=s((3.4 + 1.6 * pr) * np.where(rb, 0.15, 1), 0.02, 0.12, 0.1, 0.1, 4, lo=0), roll_mm=s(128 - 48 * np.mod(abs(u_("ro", 0.3)) + np.cumsum(pr) * DT / 1500, 1), 0.1, 0.4, 0.5, 0.3, 12), labels=self.once(E("prn") > 0), ribbon_torn=rb),
        )
        self.pub(VAC, "psc_msgs/msg/VacuumPump", 5, dict(tank_kpa=s(self.tank, 0.1, 0.35, 0.4, 0.3, 5), pump_amps=s(self.pump, 0.02, 0.07, 0.06, 0.05, 5, lo=0), pump_c=s(self.T("pu", self.pumpc, 140, 5, 0.12), 0.1), filter_mbar=s(self.filt, 0.2, 0.7, 1.2, 0.6, 9, lo=0)))
        self.pub(AIR, "psc_msgs/msg/Air", 4, dict(air_bar=s(6.5 - 0.0012 * self.fair, 0.01, 0.018, 0.03, 0.02, 12), air_flow=s(self.fair, 0.5, 2, 1, 1.5, 6, lo=0), dew_c=s(3.2 + 0.6 * np.sin(2 * np.pi * t / 330) + 0.1 * (self.amb - 21), 0.1, 0.2, 0.5, 0.25, 30)))
        self.pub(CUR, "psc_msgs/msg/Curtain", 4, dict(ray_pct=[s(91 - 1.2 * i - 0.15 * (self.amb - 21), 0.1, 0.6, 1, 0.5, 15, lo=0) for i in range(4)]))
        dm = E("dim") > 0
        self.pub(DIM, "psc_msgs/msg/Dimensioner", 5, dict(length_mm=s(330 + 130 * self.per_event("dl", dm), 0.5, 1.6, 1.5, 1.2, 6), height_mm=s(165 + 80 * self.per_event("dh", dm), 0.5, 1.4, 1.5, 1, 6), profile_snr=s(27 + 1.2 * self.per_event("dp", dm), 0.1, 0.5, 0.5, 0.4, 8)))
        self.pub(TAB, "psc_msgs/msg/Table", 5, dict(table_mm=s(self.tab, 0.2, 0.5, 1, 0.4, 6), table_amps=s(self.taba, 0.02, 0.06, 0.03, 0.05, 5, lo=0), table_oil_c=s(self.T("to", self.tabc, 200, 2, 0.1), 0.1)))
        vl = 231 - 2.8 * self.site + 0.7 * self.su("vl")
        self.pub(MNS, "psc_msgs/msg/Mains", 4, dict(phase_volts=[s(vl - 0.09 * self.il, 0.1, 0.2, 0.4, 0.5, 30) for _ in range(3)], phase_amps=[s(self.il * (1 + u_(f"ag{i}", 0.015)), 0.05, 0.15, 0, 0.1, 3, lo=0) for i in range(3)]))
        self.pub(CAB, "psc_msgs/msg/Cabinet", 5, dict(rail48_volts=s(self.v48, 0.01, 0.025, 0.05, 0.02, 9), rail48_amps=s(self.i48, 0.05, 0.12, 0, 0.1, 3, lo=0), cabinet_c=s(self.T("cb", 0.5 * lp(self.i48, 60) + self.hot, 240, 6, 0.1), 0.1), fan_rpm=s(self.fanr, 5, 12, 20, 12, 9, lo=0)))
        self.pub(NET, "psc_msgs/msg/Network", 3, dict(answer_ms=s(self.net("rs", 6, 1.5, 1.4), 0.5), dropped_pct=s(self.net("ls", 0, 0.4, 0.15), 0.1)))
        per = E("ppl") + (W("pe", 1, 60) > 1.2)
        self.lidar(LID, 6, [(2.4 + 1.5 * abs(np.cos(i * 0.7))) * (1 + 0.01 * np.sin(t / 9 + i)) - 1.1 * lp(per * (1 if i in (5, 6) else 0) * 1.0, 0.5) for i in range(9)], 1.9, 12)
        (
            self.simple("/hall/temperature", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)),
            self.simple("/hall/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.47 + 0.05 * self.su("rh"), 0.001, 0.0013, 0, 0.01, 150)),
            self.simple("/hall/light", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.01 * self.white("li")), 1)),
        )
        self.pub("/safety", "psc_msgs/msg/Safety", 2, dict(estop_ok=1, gate_closed=E("ppl") < 0.5, persons=per)), self.pub("/job", "psc_msgs/msg/Job", 4, dict(job_phase=self.st, wave=E("wave"), parcel_no=E("no"), arm_speed=s(E("vr"), 0.01), loop_speed=s(E("vl") * E("loop"), 0.01), hand_guided=E("guide")))
        ver = self.version("psc", "7.0", "7.1", "7.3")
        self.computer(CTL, "psc_msgs/msg/Controller", 8, 10, 980, ("tick_ms", "tick_longest_ms", "used_mb", "cpu_c", "firmware"), 6 * lp(self.gm * 1.0, 30) + 0.7 * self.hot, ver, 0.8)
        self.end("/sort/_action/status", [("s_arm", "arm", ["joint 5 fault 0x35", "joint 5 started again"], "AR"), ("s_jam", "loop", ["carrier jammed", "carrier free again"], "LO"), ("s_prn", "label_printer", ["ribbon torn", "ribbon put in again"], "LP"), ("s_chute", "chutes", "eye of a chute dirty, clean soon", "CH")],
                 [(15, "I", "job", "bag of parcels closed after {} s", 60, 220), (8, "W", "infeed", "parcel skewed, waited {} s", 2, 9), (6, "W", "gripper", "grip tried again after {} s", 1, 4), (5, "I", "scale", "zeroed, {} g", 0.5, 6), (4, "W", "network", "server slow {} ms", 400, 900)], [("arm", "limits read from the file"), ("pick_camera", "calibration 12 days old"), ("safety", "gate test ok")], ver)  # fmt: skip
