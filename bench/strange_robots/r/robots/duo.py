"""Bench robot for laboratory samples: two arms of six joints with grippers, decapper, centrifuge, pipette, shaker, cold store, hood and camera; nested messages, many like parts; English."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

LJ, RJ, DRV, LT, RT, LW, RW, LI, RI, GRP, DEC, CEN, PIP, RCK, COO, SHK, RDR, SCL, CAM, HOD, LIQ, PWR, NET, CTL, LIT = "/left/joint_states", "/right/joint_states", "/arm_drives", "/left/tool_pose", "/right/tool_pose", "/left/wrench", "/right/wrench", "/left/imu", "/right/imu", "/grippers", "/decapper", "/centrifuge", "/pipette", "/racks", "/cold_store", "/shaker", "/tube_reader", "/balance", "/bench_camera", "/hood", "/liquids", "/power", "/network", "/controller", "/bench/light"  # fmt: skip
ACC, GYR, MV, SPIN = "linear_acceleration.", "angular_velocity.", dict(where="when the arm moves"), dict(where="when the rotor turns", need=15)
PL, NU, GR = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when a tube is held", need=12)


class Duo(Robot):
    NAME = "duo"
    FLAGS = [(DRV, "drive_fault"), (DEC, "cap_lost"), (PIP, "clot_seen"), (LIQ, "waste_nearly_full")]
    COMES = ("s_pipette",)
    RETRY = [("left_gripper", "LG", "grip tried again after {} s", 3, 0.5, 3), ("bench_camera", "BC", "picture taken again, exposure {} ms", 2.5, 4, 18)]
    DEFS = {
        "duo_msgs/msg/Joint": "float32 amps\nfloat32 motor_c",
        "duo_msgs/msg/Arm": "duo_msgs/Joint[6] joint\nfloat32 arm_volts",
        "duo_msgs/msg/ArmDrives": mdef("duo_msgs/Arm[2] arm; uint16 drive_fault"),
        "duo_msgs/msg/Gripper": "float32 opening_mm\nfloat32 grip_n\nfloat32 finger_amps\nfloat32 finger_c",
        "duo_msgs/msg/Grippers": mdef("duo_msgs/Gripper[2] gripper"),
        "duo_msgs/msg/Decapper": mdef("float32 chuck_turns chuck_ncm chuck_amps jaw_n; bool cap_lost"),
        "duo_msgs/msg/Centrifuge": mdef("float32 rotor_rpm imbalance_um rotor_amps bearing_c chamber_c lid_amps; bool lid_locked"),
        "duo_msgs/msg/Pipette": mdef("float32 plunger_ul plunger_amps line_kpa tip_pf; bool clot_seen"),
        "duo_msgs/msg/Rack": "float32 tray_c\nfloat32 eye_mv\nuint8 tubes",
        "duo_msgs/msg/Racks": mdef("duo_msgs/Rack[6] rack"),
        "duo_msgs/msg/ColdStore": mdef("float32 compressor_amps condenser_c high_bar store_c store_fan_rpm"),
        "duo_msgs/msg/Shaker": mdef("float32 shaker_rpm shaker_amps stroke_mm plate_c"),
        "duo_msgs/msg/Reader": mdef("float32 read_rate code_contrast laser_ma reader_c"),
        "duo_msgs/msg/Balance": mdef("float32 sample_g zero_mg"),
        "duo_msgs/msg/Camera": mdef("float32 find_score sharpness exposure_ms image_delay_ms lamp_ma"),
        "duo_msgs/msg/Hood": mdef("float32 filter_pa air_speed hood_fan_rpm hood_fan_amps sash_mm"),
        "duo_msgs/msg/Liquids": mdef("float32 wash_bar wash_pump_amps water_pct waste_pct; bool waste_nearly_full"),
        "duo_msgs/msg/Power": mdef("float32 rail48_volts rail48_amps rail24_volts supply_c supply_fan_rpm"),
        "duo_msgs/msg/Network": mdef("float32 answer_ms dropped_pct"),
        "duo_msgs/msg/Controller": mdef("float32 tick_ms tick_longest_ms used_mb cpu_c; string firmware"),
        "duo_msgs/msg/Safety": mdef("bool estop_ok door_closed; uint8 persons"),
        "duo_msgs/msg/Job": mdef("uint8 job_phase assay; uint16 sample_no; float32 volume_asked rpm_asked shaker_asked arm_speed; bool hand_guided"),
    }
    KINDS = dict(
        l2_dry=k("gear of joint 2 of the left arm dry: more current, hotter, more effort", [DRV, LJ], "arm[0].joint[1].amps arm[0].joint[1].motor_c effort[1]", "left joint 2|left arm|arm drives|left joint states", cons="/power|/left/imu|arm_volts", step=False, tail=300, **MV),
        r3_brk=k("brake of joint 3 of the right arm drags", [DRV, RJ], "arm[1].joint[2].amps arm[1].joint[2].motor_c effort[2]", "right joint 3|right arm|arm drives|right joint states", cons="/power|arm_volts", tail=300, **MV),
        g1_belt=k("belt of the left gripper slips: less force for more current", GRP, "gripper[0].grip_n gripper[0].finger_amps gripper[0].finger_c", "left gripper|grippers|belt", cons="/power", tail=200, **GR),
        cf_brg=k("bearing of the centrifuge worn: shakes, draws more and gets hot", CEN, "imbalance_um rotor_amps bearing_c", "centrifuge|bearing", cons="/power|chamber_c", step=False, tail=400, **SPIN),
        clog=k("tip cone of the pipette partly blocked: more pressure and current at each stroke", PIP, "line_kpa plunger_amps", "pipette|tip cone", cons="/power", where="when pipetting", need=10),
        hepa=k("filter of the hood clogged: more pressure, less air, the fan turns faster", HOD, "filter_pa air_speed hood_fan_rpm hood_fan_amps", "hood|filter", cons="/power", step=False),
        cond=k("condenser of the cold store dusty: hotter, more pressure and current, store warms up", COO, "condenser_c high_bar compressor_amps store_c", "cold store|condenser", cons="tray_c|/racks", step=False, tail=400),
        psu_fan=k("fan of the power supply stands: supply and controller get hot", [PWR, CTL], "supply_fan_rpm supply_c cpu_c", "fan|power|controller", tail=500),
        chuck=k("chuck of the decapper slips: less torque, turns on, jaws press weakly", DEC, "chuck_ncm jaw_n chuck_turns", "decapper|chuck", cons="chuck_amps", where="when uncapping", need=10),
        wash=k("wash pump worn: less pressure, more current", LIQ, "wash_bar wash_pump_amps", "wash pump|liquids|pump", cons="/power", where="when washing", need=8),
        l1_pl=k("speed of joint 1 of the left arm jerks at one place: cable pack catches", LJ, "velocity[0]", "left joint 1|left arm|left joint states|cable pack", "flut .5 -.4", also="/left/joint_states effort[0] flut 16 .6", **PL),
        l4_enc=k("encoder of joint 4 of the left arm flickers: disc dirty", LJ, "velocity[3]", "left joint 4|left arm|left joint states|encoder", "spk .5 .05|noise .06"),
        l5_fast=k("effort of joint 5 of the left arm flutters when it is faster than a number: bearing", LJ, "effort[4]", "left joint 5|left arm|left joint states|bearing", "flut 3.6 .5", where="**speed of joint 5 above a number**", **NU),
        l6_zero=k("joint 6 of the left arm stands off: zero mark lost", LJ, "position[5]", "left joint 6|left arm|left joint states|zero mark", "off .16 .02"),
        l_age=k("joint states of the left arm come late: bus overloaded", LJ, "header.stamp", "left joint states|left arm|bus", "age .6", step=False),
        r1_fast=k("joint 1 of the right arm draws an uneasy current when it is faster than a number: belt tooth", DRV, "arm[1].joint[0].amps", "right joint 1|right arm|arm drives|belt tooth", "flut 2.4 .7", where="**speed of joint 1 above a number**", **NU),
        r2_amp=k("current of joint 2 of the right arm loses span: shunt", DRV, "arm[1].joint[1].amps", "right joint 2|right arm|arm drives|shunt", "mul -.48 .03"),
        r4_frz=k("temperature of joint 4 of the right arm frozen: sensor", DRV, "arm[1].joint[3].motor_c", "right joint 4|right arm|arm drives", "frz"),
        r5_hot=k("joint 5 of the right arm gets hot: seal rubs", DRV, "arm[1].joint[4].motor_c", "right joint 5|right arm|arm drives|seal", "heat 9 80", step=False, tail=300),
        r6_play=k("joint 6 of the right arm has play: gear worn", RJ, "position[5]", "right joint 6|right arm|right joint states|gear", "play .09|noise .006"),
        r3_vel=k("speed of joint 3 of the right arm measured in coarse steps: resolver", RJ, "velocity[2]", "right joint 3|right arm|right joint states|resolver", "coarse .6"),
        av=k("supply of the left arm drops out for moments: slip ring", DRV, "arm[0].arm_volts", "left arm|arm drives|slip ring", "spk 3.5 .04"),
        lt_off=k("tool of the left arm stands off in x: gripper bumped", LT, "pose.position.x", "left tool|left tool pose|left arm", "off .022 .03"),
        lt_los=k("tool poses of the left arm get lost", LT, "header.stamp", "left tool|left tool pose", "lost .5"),
        rt_pl=k("tool of the right arm sinks in at one place: bench plate loose", RT, "pose.position.z", "right tool|right tool pose|right arm|bench plate", "off -.035 .1", **PL),
        rt_walk=k("tool of the right arm walks in y: base loose", RT, "pose.position.y", "right tool|right tool pose|right arm|base", "walk .05 4 14"),
        lw_drift=k("force at the left wrist creeps between its zeroings: glue", LW, "wrench.force.z", "left wrist|left wrench|force", "creep 11 40"),
        lw_tor=k("torque in y at the left wrist walks: hose pulls", LW, "wrench.torque.y", "left wrist|left wrench|torque|hose", "walk .6 4 14"),
        rw_x=k("force in x at the right wrist uneasy: amplifier", RW, "wrench.force.x", "right wrist|right wrench|force|amplifier", "burst 4.5 1 5"),
        rw_old=k("forces of the right wrist come late: gateway", RW, "header.stamp", "right wrist|right wrench|gateway", "age .6", step=False),
        li_pl=k("left arm is shaken at one place: bolt of the foot loose", LI, " ".join(ACC + c for c in "xyz"), "left imu|left arm|bolt|foot", "noise 1.1", **PL),
        li_los=k("imu of the left arm sends half of its messages", LI, "header.stamp", "left imu", "lost .5"),
        ri_gyro=k("gyro z of the right arm has a bias", RI, GYR + "z", "right imu|gyro", "off .13 .04"),
        ri_acc=k("acceleration in x of the right arm walks: bracket cracked", RI, ACC + "x", "right imu|bracket", "walk .9 3 12"),
        g1_pl=k("left gripper loses force at one place: cable is bent", GRP, "gripper[0].grip_n", "left gripper|grippers|cable", "off -3.4 .2", **PL),
        g2_open=k("opening of the right gripper walks: magnet loose", GRP, "gripper[1].opening_mm", "right gripper|grippers|magnet", "walk 3 3 12"),
        g2_force=k("force of the right gripper reads too much: strain gauge", GRP, "gripper[1].grip_n", "right gripper|grippers|strain gauge", "off 2.6 .05"),
        g1_hot=k("motor of the left gripper gets hot: heat pad off", GRP, "gripper[0].finger_c", "left gripper|grippers|heat pad", "heat 9 80", step=False, tail=300),
        dc_amp=k("motor of the decapper draws more and more: gear dry", DEC, "chuck_amps", "decapper|motor", "mul .8 .06", step=False, where="when uncapping", need=10),
        dc_turn=k("turns of the decapper lose counts: encoder", DEC, "chuck_turns", "decapper|encoder", "skip .35 .04"),
        dc_jaw=k("jaws of the decapper press unevenly: valve", DEC, "jaw_n", "decapper|jaws|valve", "noise 10"),
        cf_fast=k("rotor shakes when it is faster than a number: bucket worn", CEN, "imbalance_um", "centrifuge|rotor|bucket", "flut 16 1.1", where="**speed of the rotor above a number**", **NU),
        cf_rpm=k("speed of the rotor flickers: magnet of the sensor loose", CEN, "rotor_rpm", "centrifuge|rotor|sensor", "spk 420 .06"),
        cf_cold=k("chamber of the centrifuge warm: cooling weak", CEN, "chamber_c", "centrifuge|chamber|cooling", "heat 7 70", step=False, tail=300),
        cf_lid=k("lid of the centrifuge moves hard: hinge", CEN, "lid_amps", "centrifuge|lid|hinge", "mul 1.3 .1", where="when the lid moves", need=4),
        pp_zero=k("plunger of the pipette stands off: home switch", PIP, "plunger_ul", "pipette|plunger|home switch", "off 26 .03"),
        pp_vol=k("plunger draws a fluttering current when its volume is above a number: spindle", PIP, "plunger_amps", "pipette|plunger|spindle", "flut .5 1.2", where="**volume of the pipette above a number**", **NU),
        pp_leak=k("pressure in the pipette creeps away: o-ring", PIP, "line_kpa", "pipette|o-ring", "creep -2.2 9"),
        pp_tip=k("tips are felt badly: contact wet", PIP, "tip_pf", "pipette|tip|contact", "burst 5 1 5"),
        rk2_c=k("tray 2 of the racks gets warm: peltier weak", RCK, "rack[1].tray_c", "rack 2|racks|tray|peltier", "heat 4.5 60", step=False, tail=300),
        rk4_eye=k("eye of rack 4 dim: splashed", RCK, "rack[3].eye_mv", "rack 4|racks|eye", "mul -.3 .04"),
        rk5_c=k("temperature of tray 5 frozen: converter", RCK, "rack[4].tray_c", "rack 5|racks|tray", "frz", need=60),
        rk6_eye=k("eye of rack 6 drops out: plug", RCK, "rack[5].eye_mv", "rack 6|racks|eye|plug", "cut 90 .35"),
        co_hot=k("current of the compressor flutters when its condenser is hotter than a number: capacitor", COO, "compressor_amps", "cold store|compressor|capacitor", "flut .9", where="**condenser temperature above a number**", **NU),
        co_fan=k("fan in the cold store slows down: ice", COO, "store_fan_rpm", "cold store|store fan|ice", "mul -.25 .04", step=False, also="/cold_store store_c heat 1.6 60", tail=200),
        co_door=k("temperature of the cold store uneasy: seal of the flap torn", COO, "store_c", "cold store|flap|seal", "swing 1.3 14"),
        sh_fast=k("shaker draws an uneasy current when it is faster than a number: eccentric worn", SHK, "shaker_amps", "shaker|eccentric", "flut .5 .7", where="**speed of the shaker above a number**", **NU),
        sh_stroke=k("stroke of the shaker too small: belt stretched", SHK, "stroke_mm", "shaker|stroke|belt", "mul -.35 .05", where="when shaking"),
        sh_c=k("plate of the shaker too hot: thermostat", SHK, "plate_c", "shaker|plate|thermostat", "heat 5 40", tail=250),
        rd=k("tube reader reads less: mirror dusty", RDR, "read_rate", "tube reader|reader|mirror", "off -.07 .08", step=False, also="/tube_reader code_contrast off -8 .06"),
        rd_ls=k("laser of the tube reader draws more: ageing", RDR, "laser_ma", "tube reader|reader|laser", "mul .3 .03"),
        rd_hot=k("tube reader gets hot: vent taped over", RDR, "reader_c", "tube reader|reader|vent", "heat 7 80", step=False, tail=300),
        sc_walk=k("balance walks: draught", SCL, "sample_g", "balance|draught", "walk 1.1 3 12"),
        sc_zero=k("zero of the balance drifts: foot uneven", SCL, "zero_mg", "balance|zero|foot", "off 42 .1", step=False),
        cam_sh=k("bench camera loses sharpness: film of dust", CAM, "sharpness", "bench camera|camera|lens", "off -10 .06", step=False, also="/bench_camera find_score off -.05 .05"),
        cam_exp=k("tubes are found badly when the exposure is above a number: noise", CAM, "find_score", "bench camera|camera", "off -.14 .25", where="**exposure above a number**", **NU),
        cam_late=k("images of the bench camera late: cable", CAM, "image_delay_ms", "bench camera|camera|cable", "late 12 50"),
        cam_pl=k("bench camera is dazzled at one place of the right tool: steel lid", CAM, "find_score", "bench camera|camera|steel lid", "flut -.16 1.1", **PL),
        lamp=k("lamp of the bench camera flickers: driver", CAM, "lamp_ma", "lamp|bench camera|driver", "noise 45"),
        sash=k("sash of the hood reads too high: wire stretched", HOD, "sash_mm", "hood|sash|wire", "off 34 .04"),
        air_n=k("air speed of the hood uneasy: probe dusty", HOD, "air_speed", "hood|air speed|probe", "burst .07 1 5"),
        water=k("level of the water sticks and jumps: float", LIQ, "water_pct", "water|liquids|float", "hunt 4 14"),
        v48_i=k("48 V falls when its current is above a number: terminal", PWR, "rail48_volts", "48 v|power|terminal", "off -.5 .3", where="**current of the rail above a number**", **NU),
        v24=k("24 V uneasy: capacitor", PWR, "rail24_volts", "24 v|power|capacitor", "noise .08"),
        drop=k("network loses packets: plug", NET, "dropped_pct", "network|plug", "late 3 10", also="/network answer_ms off 5 .4"),
        light=k("light sensor dims: dust", LIT, "illuminance", "light sensor|bench light", "mul -.38 .03"),
        humid=k("humidity frozen", "/bench/humidity", "relative_humidity", "humidity|bench humidity", "frz", need=60),
        curt=k("beams 5 and 6 of the hand scanner read short: bag hangs before it", "/hand_scanner", "ranges[5] ranges[6]", "hand scanner|bag", "short .4 .7"),
        tick=k("controller has far longer worst cycles", CTL, "tick_longest_ms tick_ms", "controller|cycle", "late 4 16"),
        used=k("memory of the controller fills", CTL, "used_mb", "controller|memory", "leak 110", step=False),
        s_arm=k("right arm reports faults of joint 5", [DRV, "/rosout", "/diagnostics"], "drive_fault arm[1].joint[4].amps", "right joint 5|right arm|arm drives", silent=False),
        s_cap=k("decapper reports that the cap is lost", [DEC, "/rosout", "/diagnostics"], "cap_lost jaw_n", "decapper|cap", silent=False),
        s_pipette=k("pipette warns for seconds again and again of clots that are not there", [PIP, "/rosout", "/diagnostics"], "clot_seen", "pipette|clot", silent=False),
        s_waste=k("liquids warn that the waste is nearly full", [LIQ, "/rosout", "/diagnostics"], "waste_nearly_full", "waste|liquids", silent=False),
    )

    def life(self):
        self.day(22 - self.season(0.3), 0.8, 2.5)
        r = self.rng("samples")
        self.site, no, left, assay = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0, 0, 0, 1
        w = (0.0, 0.03, -0.025)[self.site]
        T, self.spins, busy = Track(self, lx=0.42, ly=0.3, lz=0.3, lr=0.0, rx=0.42, ry=-0.3, rz=0.3, rr=0.0, lg=30.0, rg=30.0, dc=0.0, pl=0.0), [], 0.0
        L0, R0 = dict(lx=0.42, ly=0.3, lz=0.3), dict(rx=0.42, ry=-0.3, rz=0.3)
        T.set(lh=0, rh=0, tip=0, wash=0, shk=0, scan=0, wgh=0, ppl=0, guide=0, no=0, assay=1, vol=100, rpm=0, srpm=0, vr=0, lid=0, visc=1.0, cap=0), T.wait(r.uniform(60, 120) if self.cold else r.uniform(8, 40), 0)

        def go(c, v, down=(), **to):
            """Over the bench and down; both arms at once if both are named."""
            T.go(c, v=v, a=1.6, **{**to, **{z: 0.26 for z in ("lz", "rz") if z[0] + "x" in to}}), down and T.go(c, sec=0.7, **dict(down))

        while T.more:
            if left == 0:
                left, assay = int(r.integers(7, 16)), int(r.integers(1, 11))  # another assay, one of ten
                q_ = self.rng(f"assay{assay}")
                vol, rpm, srpm = float(np.round(q_.uniform(60, 280), -1)), float(np.round(q_.uniform(1800, 3900), -2)), float(np.round(q_.uniform(350, 1100), -1))
                T.set(assay=assay, vol=vol, rpm=rpm, srpm=srpm), T.go(1, sec=2.0, **L0, **R0), T.set(wash=1), T.wait(r.uniform(4, 12), 1), T.set(wash=0)
            a0, no, left = T.i, no + 1, left - 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.8 if self.is_life(6) else 1)
            child = self.new(3) and r.random() < 0.25  # small tubes for children, gripped softly; new
            thick = self.new(4) and r.random() < 0.25  # thick samples, drawn up slowly; new
            mix = self.new(6) and r.random() < 0.2  # mixed by drawing up three times; new
            hand = self.new(8) and r.random() < 0.2  # tube handed from arm to arm; new
            v, wd = r.uniform(0.5, 0.85) * (0.7 if thick else 1), 9.0 if child else 13.0 + 3 * (assay % 2)
            vo = vol if r.random() < 0.8 else round(float(vol * r.uniform(0.7, 1.3)), -1)  # volume changed by hand
            T.set(no=no, vr=v, vol=vo, visc=2.2 if thick else 1.0)
            sx, sy = 0.3 + 0.05 * int(r.integers(0, 4)) + w, 0.34 + 0.04 * int(r.integers(0, 4))
            go(2, v, dict(lz=0.1), lx=sx, ly=sy, lr=r.uniform(-0.8, 0.8), lg=30.0), T.go(2, sec=0.5, lg=wd), T.set(lh=0.4 if child else 1), T.wait(r.uniform(0.1, 0.4), 2), T.go(2, sec=0.6, lz=0.26)
            go(3, v, lx=0.52 + w, ly=0.22, rx=0.36 + w, ry=-0.42, rr=r.uniform(-0.5, 0.5)), T.set(scan=1), T.go(3, sec=r.uniform(0.8, 1.4), lr=T.pos["lr"] + 2.2), T.set(scan=0)
            if hand:
                T.go(4, v=v, a=1.6, lx=0.5, ly=0.03, lz=0.3, rx=0.5, ry=-0.03, rz=0.3), T.go(4, sec=0.5, rg=wd), T.set(rh=1), T.wait(0.5, 4), T.set(rh=0), T.go(4, sec=0.5, rg=30.0), go(4, v, rx=0.36 + w, ry=-0.42)
            if r.random() < 0.3:
                go(5, v, dict(lz=0.14), lx=0.58 + w, ly=0.34), T.set(wgh=1, lh=0), T.go(5, sec=0.4, lg=30.0), T.wait(r.uniform(1, 2.2), 5), T.go(5, sec=0.4, lg=wd), T.set(wgh=0, lh=0.4 if child else 1), T.go(5, sec=0.5, lz=0.26)
            go(6, v, dict(lz=0.12, rz=0.12), lx=0.44 + w, ly=0.06, rx=0.36 + w, ry=-0.42), T.set(tip=1, cap=1), T.go(6, sec=0.6, rz=0.26), T.go(6, sec=r.uniform(2.2, 3.2), dc=T.pos["dc"] + 2.5 + 0.5 * (assay % 3), lz=0.14), T.set(cap=0), T.wait(0.3, 6)
            T.go(7, v=v, a=1.6, lx=0.34, ly=0.24, lz=0.26), go(7, v, dict(rz=0.1), rx=0.44 + w, ry=0.03)
            for _ in range(3 if mix else 1):
                T.go(7, sec=vo / (55 if thick else 120) + 0.4, pl=vo), T.wait(0.3, 7)
                if mix:
                    T.go(7, sec=vo / 120 + 0.4, pl=0.2 * vo)
            T.go(7, sec=0.6, rz=0.26), go(8, v, dict(rz=0.12), rx=0.5 + 0.02 * int(r.integers(0, 6)) + w, ry=-0.28 - 0.02 * int(r.integers(0, 5))), T.go(8, sec=vo / (60 if thick else 150) + 0.3, pl=0.0), T.go(8, sec=0.5, rz=0.26)
            go(9, v, rx=0.3 + w, ry=-0.25), T.set(tip=0), T.wait(0.4, 9)
            go(9, v, dict(lz=0.12), lx=0.44 + w, ly=0.06), T.set(cap=1, wash=1), T.go(9, sec=r.uniform(2.2, 3.0), dc=T.pos["dc"] - 2.5 - 0.5 * (assay % 3)), T.set(cap=0, wash=0), T.go(9, sec=0.6, lz=0.26)
            go(10, v, dict(lz=0.1), lx=0.28 + 0.05 * int(r.integers(0, 4)) + w, ly=0.42 + 0.03 * int(r.integers(0, 3))), T.set(lh=0), T.go(10, sec=0.4, lg=30.0), T.go(10, sec=0.5, lz=0.26), T.task(a0)
            if no % 4 == 2:
                T.set(shk=1)
            if no % 4 == 0:
                T.set(shk=0)
            if T.sec > busy and no % 3 == 1:  # four tubes into the centrifuge by the right arm; it spins while the work goes on
                T.set(lid=1), T.wait(2.5, 11)
                for j in range(4):
                    go(11, v, dict(rz=0.14), rx=0.34 + 0.04 * j + w, ry=-0.34), T.go(11, sec=0.4, rg=wd), T.set(rh=1), go(11, v, dict(rz=0.12), rx=0.58 + 0.03 * (j % 2), ry=-0.36 - 0.03 * (j // 2)), T.set(rh=0), T.go(11, sec=0.4, rg=30.0)
                go(11, v, **{k_: R0[k_] for k_ in ("rx", "ry")}), T.set(lid=0), T.wait(2.5, 11)
                d = r.uniform(110, 200)
                self.spins.append((T.sec, d, rpm if r.random() < 0.8 else round(rpm * r.uniform(0.85, 1.1), -2), r.uniform(0.3, 1.0)))
                busy = T.sec + d + 25
            if r.random() < 0.08:
                T.set(ppl=1), T.wait(r.uniform(10, 40), 12), T.set(ppl=0)  # racks changed through the door
            if r.random() < 0.05 or self.is_life(8) and r.random() < 0.06:  # one arm guided by hand
                a = "l" if r.random() < 0.5 else "r"
                T.go(13, sec=2, **L0, **R0), T.set(guide=1), T.manual(r.uniform(20, 40), 13, {a + "x": -0.08, a + "y": -0.15, a + "z": -0.15}, {a + "x": 0.15, a + "y": 0.15, a + "z": 0.08}), T.set(guide=0)
            if r.random() < 0.12:
                T.wait(r.uniform(4, 25), 0)  # no samples come
            if self.is_life(5, 9) and no == 12:  # weekly test of joints and grippers
                for x, y in ((0.6, 0.35), (0.35, 0.15), (0.5, 0.3)):
                    T.go(14, v=0.8, a=1.5, lx=x, ly=y, rx=x, ry=-y, lz=0.35, rz=0.35), T.go(14, sec=2, lr=2 * y, rr=-2 * y, lg=6.0, rg=6.0), T.go(14, sec=1, lg=30.0, rg=30.0)
        self.A, H, self.st = T.A, T.H, T.st
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, self.z0)

    def arm(self, p, kg, wear, f2, f3):
        """Joints, speeds, efforts, currents and heat of an arm by its tool."""
        A = self.A
        x, y, z = (ring(A[p + c], 2.2, 0.65) for c in "xyz")
        yb = y - (0.3 if p == "l" else -0.3)
        j1, rr, hz, l1, l2 = np.arctan2(yb, x), np.hypot(x, yb), z + 0.05, 0.4, 0.38
        dd = np.clip(np.hypot(rr, hz), 0.12, 0.77)
        el = np.arccos(np.clip((dd**2 - l1**2 - l2**2) / (2 * l1 * l2), -1, 1))
        j2 = np.arctan2(hz, rr) + np.arctan2(l2 * np.sin(el), l1 + l2 * np.cos(el))
        J = [j1, j2, -el, 0.3 * np.sin(j1), el - j2 - 1.2, ring(A[p + "r"], 2.6, 0.6) - j1]
        d = [lp(np.gradient(a, DT), 0.06) for a in J]
        dd_ = [lp(np.gradient(a, DT), 0.1) for a in d]
        fr = [np.tanh(10 * a) for a in d]
        fric = [a * c for a, c in zip(fr, (5, 6.5 * (1 + 1.2 * f2), 4.2 * (1 + 1.5 * f3), 1.3, 1.3, 0.7))]
        grav = [self.z0, (15 + 4 * kg) * np.cos(j2), (6.5 + 3 * kg) * np.cos(j2 - el), 0.3, 1 + 1.2 * kg, 0.2]
        e = [fric[i] * wear + (4, 5, 2.6, 0.5, 0.5, 0.25)[i] * dd_[i] + grav[i] for i in range(6)]
        amps = [lp(np.abs(q_) * (0.22, 0.13, 0.19, 0.4, 0.36, 0.6)[i], 0.1) + 0.2 for i, q_ in enumerate(e)]
        heat = [3.4 * lp(a, 120) for a in amps]
        heat[1], heat[2] = heat[1] + 6 * lp(f2 * np.abs(fr[1]), 100), heat[2] + 7 * lp(f3 * (0.4 + np.abs(fr[2])), 100)
        ac = [lp(np.gradient(lp(np.gradient(a, DT), 0.1), DT), 0.1) for a in (x, y, z)]
        return dict(x=x, y=y, z=z, J=J, d=d, e=e, amps=amps, heat=heat, ac=ac, mv=sum(np.abs(a) for a in d) > 0.06)

    def physics(self):
        E, W, h, t, n = self.E, self.wander, self.h, self.t, self.n
        wear = 1 + 0.006 * self.wear(1)
        self.lh, self.rh = lp(E("lh"), 0.15), lp(E("rh"), 0.15)
        self.a = [self.arm("l", 0.1 * self.lh, wear, h("l2_dry", 0.5), self.z0), self.arm("r", 0.1 * self.rh + 0.3, wear, self.z0, h("r3_brk", 0.5))]
        slip = h("g1_belt", 0.3)
        self.grip = [g * (12 - 0.9 * slip * 6 * (i == 0)) for i, g in enumerate((self.lh, self.rh))]
        mvf = [np.abs(lp(np.gradient(self.A[c], DT), 0.1)) for c in ("lg", "rg")]
        self.ifn = [0.08 + 0.035 * lp(m, 0.1) * (np.abs(m) > 0.5) + g * (0.55 + (0.42 * slip if i == 0 else 0)) for i, (m, g) in enumerate(zip(mvf, (self.lh, self.rh)))]
        self.tfn = [9 * lp(a, 70) for a in self.ifn]
        ch = h("chuck", 0.3)
        self.dct, cap = self.A["dc"], lp(E("cap"), 0.2)
        self.dcv = np.abs(lp(np.gradient(self.dct, DT), 0.1))
        self.cap, brk = cap, np.tanh(3 * self.dcv) * (24 + 16 * np.exp(-np.mod(np.abs(self.dct), 3) * 2.2) + 5 * np.sin(E("no") * 1.7))
        self.nc = brk * (1 - 0.38 * ch)
        self.ndc = self.dct + 0.9 * ch * np.tanh(3 * self.dcv) * np.sign(np.gradient(self.dct) + 1e-12)
        self.idc = 0.1 + 0.042 * brk * (1 - 0.2 * ch) + 0.2 * np.tanh(3 * self.dcv)
        self.jaw = cap * (62 - 19 * ch) + 1.5
        tgt, imb, on = np.zeros(n), np.zeros(n), np.zeros(n)
        for t0, d, rp, ib in self.spins:
            a, b = int(t0 / DT), min(n, int((t0 + d) / DT))
            tgt[a:b], imb[a : min(n, b + 400)], on[a:b] = rp, ib, 1
        w, ws = 0.0, []
        for g in tgt.tolist():
            w += np.clip(g - w, -190 * DT, 130 * DT) if abs(g - w) > 30 else (g - w) * DT * 2
            ws.append(w)
        self.rpm = np.array(ws)
        worn = h("cf_brg", 1)
        self.spin = self.rpm > 300
        x = self.rpm / 3000
        self.imb = x**2 * (9 + 14 * imb) + 10 * np.exp(-(((self.rpm - 900) / 220) ** 2)) * imb + worn * 17 * x
        self.icf = 0.15 + 1.3 * x + 1.1 * x**2 + 0.014 * np.maximum(lp(np.gradient(self.rpm, DT), 0.5), 0) + 1.4 * worn * np.tanh(3 * x)
        self.tcf = 13 * lp(x, 150) + 12 * lp(worn * np.tanh(3 * x), 110)
        self.tch = 7 + 3 * lp(x**2, 120) + 4 * lp(E("lid"), 20)
        self.lidv = np.abs(lp(np.gradient(lp(E("lid"), 0.8), DT), 0.3))
        pl = self.A["pl"]
        self.pl, dpl = pl, lp(np.gradient(pl, DT), 0.12)
        vis, block = E("visc") * (1 + 0.03 * W("vi", 1, 20)), h("clog", 0.2)
        self.pip = np.abs(dpl) > 8
        self.kpa = -0.014 * dpl * vis * (1 + 1.3 * block) + 0.25 * W("kp", 1, 3)
        self.ipl = 0.12 + np.tanh(np.abs(dpl) / 20) * (0.42 + 0.001 * pl) + 0.045 * np.abs(self.kpa) + 0.35 * block * np.tanh(np.abs(dpl) / 20)
        full, dust = h("hepa", 1), h("cond", 1)
        fan0 = 1180 + 30 * (E("ppl") > 0) + 6 * W("hf", 1, 20)
        self.hfan = lp(fan0, 3) + 190 * full
        self.hpa = 118 + 1.4 * self.wear(1) + 0.1 * (self.hfan - 1180) + 48 * full
        self.hair = 0.46 * (1 - 0.19 * full) + 0.015 * W("ha", 1, 6) - 0.06 * lp(E("ppl"), 2)
        self.hia = 2.1 + 0.0022 * (self.hfan - 1180) + 0.15 * full
        x_, on_, xs, os_ = 4.6, False, [], []
        for u, q_ in zip((0.012 + 0.03 * lp(E("ppl"), 5) + 0.0004 * (self.amb - 22)).tolist(), (0.062 * (1 - 0.33 * dust)).tolist()):
            on_ = x_ > 4.0 if on_ else x_ > 5.4
            x_ += DT * (u - q_ * on_)
            xs.append(x_), os_.append(on_)
        self.cmp, self.store = np.array(os_, float), np.array(xs) + 1.5 * lp(dust, 90)
        cm = lp(self.cmp, 1)
        self.cnd = self.amb + 4 + 13 * lp(self.cmp, 30) + 10 * lp(dust, 60)
        self.hbar = 6.2 + cm * (5.5 + 0.14 * (self.cnd - 36)) + 1.1 * dust * cm
        self.icm = 0.15 + cm * (3.1 + 0.04 * (self.cnd - 36)) + 0.5 * dust * cm
        self.shk = lp(lp(E("shk") * E("srpm"), 2), 1)
        self.shon = self.shk > 150
        self.wash, wp = lp(E("wash"), 0.5), h("wash", 0.5)
        dead = h("psu_fan", 3).clip(0, 1)
        self.pfan, self.hot = (2500 + 14 * (self.amb - 22)) * (1 - 0.96 * dead), 9 * lp(h("psu_fan", 3), 120)
        self.wb, self.iw = 0.1 + self.wash * 1.8 * (1 - 0.33 * wp), 0.1 + self.wash * 1.4 * (1 + 0.4 * wp)
        self.i48 = lp(3.5 + 0.4 * sum(sum(a["amps"]) for a in self.a) + 0.8 * self.icf + 0.9 * self.iw + 0.5 * self.idc + 0.5 * sum(self.ifn) + 0.8 * self.shk / 700 + 0.6 * (E("scan") > 0) + 1.6 * (self.pieces("pc", 5, 30, 0, 1) < 0.4), 0.2) + 0.1 * self.pink("i48", 1)
        self.v48 = 48.3 - 0.02 * self.i48
        self.lum = lp(np.maximum((420 + 50 * np.sin(2 * np.pi * t / 800) + 140 * (self.pieces("sky", 20, 90, 0, 1) < 0.4)) * (0.5 if self.is_life(6) else 1), 20), 2)
        self.expo = np.clip(2900 / (self.lum + 80) * (1 + 0.25 * np.sin(3 * E("no"))), 2, 25)

    def where(self):
        E, ones, (L, R) = self.E, np.ones(self.n, bool), self.a
        sp = "velocity|speed|faster|joint"
        self.over("l5_fast", np.abs(L["d"][4]), LJ + ":velocity[4]", sp, np.abs(L["d"][4]) > 0.08, 0.45, 2, 0.4), self.over("r1_fast", np.abs(R["d"][0]), RJ + ":velocity[0]", sp, np.abs(R["d"][0]) > 0.08, 0.45, 2, 0.4)
        self.over("cf_fast", self.rpm, CEN + ":rotor_rpm", "rotor rpm|rpm|speed|faster|rotor", self.spin, 0.45, -2, 0.35), self.over("pp_vol", self.pl, PIP + ":plunger_ul", "plunger ul|volume|volume asked|plunger", self.pl > 8, 0.45, 0, 0.45)
        self.over("co_hot", self.cnd, COO + ":condenser_c", "condenser c|condenser|hotter|temperature|compressor", self.cmp > 0.5, 0.45, 1, 0.15), self.over("sh_fast", self.shk, SHK + ":shaker_rpm", "shaker rpm|speed|faster|shaker", self.shon, 0.35, -1, 0.35)
        self.over("cam_exp", self.expo, CAM + ":exposure_ms", "exposure ms|exposure|darker", ones, 0.55, 1, 0.4), self.over("v48_i", self.i48, PWR + ":rail48_amps", "rail48 amps|current|load|amps", ones, 0.55, 1, 0.35)
        self.places(L["x"], L["y"], L["mv"], l1_pl=(0.07, 0.08), li_pl=(0.07, 0.08)), self.places(R["x"], R["y"], ones, rt_pl=(0.07, 0.1), cam_pl=(0.07, 0.1)), self.places(L["x"], L["y"], self.lh > 0.3, g1_pl=(0.07, 0.1))
        mv = ("moving", "moves", "arm", "velocity", "arm speed")
        self.mode("l2_dry", L["mv"], *mv), self.mode("r3_brk", R["mv"], *mv), self.mode("g1_belt", self.lh > 0.3, "held", "holding", "grip", "tube", "grip n")
        self.mode("cf_brg cf_rpm", self.spin, "turns", "rotor", "spinning", "centrifuge", "rotor rpm"), self.mode("clog", self.pip, "pipetting", "plunger", "drawing", "stroke", "plunger ul"), self.mode("chuck dc_amp", self.dcv > 0.15, "uncapping", "decapper", "turns", "cap"), self.mode("wash", self.wash > 0.6, "washing", "wash", "pump")
        self.mode("cf_lid", self.lidv > 0.05, "lid", "moves", "opens"), self.mode("sh_stroke", self.shon, "shaking", "shaker", "runs", "shaker rpm")

    def record(self):
        E, W, t, (L, R) = self.E, self.wander, self.t, self.a
        er, cl, bl = self.shape("s_arm", 0.35, 0.5, 3), self.shape("s_cap", 0.45, 0.6, 4), self.blink("s_pipette")
        for a, jt, tp, wr, im, kg, hold_ in ((L, LJ, LT, LW, LI, 0.9 + 0.1 * self.lh, self.lh), (R, RJ, RT, RW, RI, 1.2 + 0.1 * self.rh, self.rh)):
            self.jnt(jt, 15, [f"{jt[1]}_joint_{i + 1}" for i in range(6)], [s(x, 1e-5, 2e-4) for x in a["J"]], [s(x, 1e-4, 4e-3) for x in a["d"]], [s(e, 0.01, (0.25, 0.3, 0.2, 0.06, 0.06, 0.04)[i], 0.15, 0.1, 4) for i, e in enumerate(a["e"])])
            yaw = lp(self.A[jt[1] + "r"], 0.1)
            self.pub(tp, "geometry_msgs/msg/PoseStamped", 12, {"pose.position.x": s(a["x"], 1e-4, 5e-4), "pose.position.y": s(a["y"], 1e-4, 5e-4), "pose.position.z": s(a["z"] - 3e-4 * kg, 1e-4, 5e-4), "pose.orientation.z": np.sin(yaw / 2), "pose.orientation.w": np.cos(yaw / 2)}, "bench")
            ax, ay, az = a["ac"]
            touch = 5 * lp((a["z"] < 0.13) * 1.0, 0.1)
            F, M = (kg * ax, kg * ay, -kg * (9.81 + az) + touch), (0.06 * kg * ay + 0.02 * hold_, 0.06 * kg * ax + 0.1 * hold_, 0.02 * kg * a["d"][5])
            self.pub(wr, "geometry_msgs/msg/WrenchStamped", 10, {**{f"wrench.force.{c}": s(x, 0.01, 0.25, 0.2, 0.1, 8) for c, x in zip("xyz", F)}, **{f"wrench.torque.{c}": s(x, 1e-3, 0.012, 0.01, 0.005, 8) for c, x in zip("xyz", M)}}, "wrist")
            sg = 0.04 + 0.12 * np.hypot(a["d"][0], a["d"][1])
            self.inertial(im, 12, (self.z0, self.z0, yaw), (0.02 * sg * self.white("gx"), 0.02 * sg * self.white("gy"), a["d"][0] + 0.0 * t), (ax + sg * self.white("ax" + im), ay + sg * self.white("ay" + im), 9.81 + az + 1.2 * sg * self.white("az" + im)), "wrist")
        V = {}
        for i, a in enumerate(self.a):
            V[f"arm[{i}].arm_volts"] = s(self.v48 - 0.15 - 0.03 * sum(a["amps"]), 0.01, 0.03, 0.03, 0.02)
            for j in range(6):
                V[f"arm[{i}].joint[{j}].amps"] = s(a["amps"][j] * np.where(er & (i == 1) & (j == 4), 2.4, 1), 0.01, 0.05, 0.03, 0.04, 2, 0)
                V[f"arm[{i}].joint[{j}].motor_c"] = s(self.T(f"jc{i}{j}", a["heat"][j], 260, 6, 0.12), 0.1, 0.05)
        self.pub(DRV, "duo_msgs/msg/ArmDrives", 8, dict(V, drive_fault=np.where(er, 0x35, 0)))
        V = {}
        for i, (g, c) in enumerate(((self.grip[0], "lg"), (self.grip[1], "rg"))):
            V.update({f"gripper[{i}].opening_mm": s(lp(self.A[c], 0.08), 0.01, 0.05, 0.1, 0.04), f"gripper[{i}].grip_n": s(g * (1 + 0.03 * self.per_event(f"gn{i}", E("lh" if i == 0 else "rh"))), 0.02, 0.25, 0.1, 0.15, 4, 0), f"gripper[{i}].finger_amps": s(self.ifn[i], 0.005, 0.025, 0.01, 0.02, 3, 0), f"gripper[{i}].finger_c": s(self.T(f"gf{i}", self.tfn[i], 150, 4, 0.1), 0.1, 0.05)})  # fmt: skip
        self.pub(GRP, "duo_msgs/msg/Grippers", 10, V)
        self.pub(DEC, "duo_msgs/msg/Decapper", 8, dict(chuck_turns=s(self.ndc, 0.005, 0.008), chuck_ncm=s(self.nc, 0.1, 0.9, 0.3, 0.6, 2, 0), chuck_amps=s(self.idc, 0.01, 0.04, 0.02, 0.03, 3, 0), jaw_n=s(self.jaw * np.where(cl, 0.15, 1), 0.1, 0.9, 0.6, 0.5, 4, 0), cap_lost=cl))
        self.pub(CEN, "duo_msgs/msg/Centrifuge", 6, dict(rotor_rpm=s(self.rpm, 1, 4, 0, 4, 4, 0), imbalance_um=s(0.6 + self.imb, 0.1, 0.5, 0.2, 0.5, 3, 0), rotor_amps=s(self.icf, 0.01, 0.06, 0.03, 0.05, 4, 0), bearing_c=s(self.T("cb", self.tcf, 260, 4, 0.1), 0.1, 0.05), chamber_c=s(self.tch + 0.1 * (self.amb - 22), 0.1, 0.12, 0.4, 0.1, 20), lid_amps=s(0.05 + 3.2 * self.lidv, 0.01, 0.04, 0.02, 0.03, 4, 0), lid_locked=lp(E("lid"), 0.8) < 0.1))  # fmt: skip
        self.pub(PIP, "duo_msgs/msg/Pipette", 10, dict(plunger_ul=s(self.pl, 0.1, 0.4, 0.3, 0.2), plunger_amps=s(self.ipl, 0.005, 0.025, 0.01, 0.02, 3, 0), line_kpa=s(self.kpa, 0.01, 0.06, 0.08, 0.05), tip_pf=s(11 + 9 * lp(E("tip"), 0.1) + 5 * lp(E("tip") * (R["z"] < 0.13), 0.1), 0.05, 0.3, 0.3, 0.2, 6, 0), clot_seen=bl))
        V = {}
        for i in range(6):
            tub = np.mod(E("no") + 3 * i, 20)
            V.update({f"rack[{i}].tray_c": s(5.5 + 0.6 * i + 0.08 * (self.amb - 22) + 0.5 * np.sin(2 * np.pi * t / (240 + 20 * i) + i), 0.05, 0.06, 0.3, 0.06, 30), f"rack[{i}].eye_mv": s(820 - 14 * tub, 1, 7, 15, 5, 9, 0), f"rack[{i}].tubes": tub})
        self.pub(RCK, "duo_msgs/msg/Racks", 4, V)
        self.pub(COO, "duo_msgs/msg/ColdStore", 4, dict(compressor_amps=s(self.icm, 0.01, 0.05, 0.04, 0.04, 5, 0), condenser_c=s(self.cnd, 0.1, 0.15, 0.4, 0.15, 20), high_bar=s(self.hbar, 0.02, 0.05, 0.05, 0.04, 9), store_c=s(self.store, 0.05, 0.06, 0.15, 0.05, 20), store_fan_rpm=s(1650 - 60 * lp(E("ppl"), 3), 5, 12, 20, 10, 9, 0)))
        self.pub(SHK, "duo_msgs/msg/Shaker", 6, dict(shaker_rpm=s(self.shk, 1, 4, 0, 4, 3, 0), shaker_amps=s(0.1 + np.tanh(self.shk / 100) * 0.5 + 1.1e-3 * self.shk, 0.01, 0.035, 0.02, 0.03, 3, 0), stroke_mm=s(3.0 * np.tanh(self.shk / 100), 0.01, 0.05, 0.04, 0.03, 4, 0), plate_c=s(37 - 12 * self.cold * np.exp(-t / 300) + 0.35 * np.sin(2 * np.pi * t / 210), 0.05, 0.08, 0.15, 0.06, 20)))
        sc = E("scan") > 0
        self.pub(RDR, "duo_msgs/msg/Reader", 4, dict(read_rate=s(0.975 + 0.006 * self.per_event("rr", sc), 0.001, 0.004, 0.003, 0.003, 9, 0, 1), code_contrast=s(63 + 4 * self.per_event("cc", sc), 0.1, 0.8, 1, 0.8, 6, 0), laser_ma=s(45 + 11 * lp(E("scan"), 0.3), 0.1, 0.4, 0.5, 0.3, 9, 0), reader_c=s(self.T("rc", 10 + 3 * lp(E("scan"), 60), 200, 3, 0.1), 0.1, 0.05)))
        self.pub(SCL, "duo_msgs/msg/Balance", 5, dict(sample_g=s(lp(E("wgh"), 0.3) * (9 + 1.6 * self.per_event("wg", E("wgh"))), 0.01, 0.03, 0.02, 0.02), zero_mg=s(6 * np.sin(2 * np.pi * t / 1100 + self.u("sd", 2)), 0.5, 1.2, 3, 1.5, 20)))
        self.pub(CAM, "duo_msgs/msg/Camera", 6, dict(find_score=s(0.91 - 0.015 * np.sin(E("assay")) + 0.015 * self.per_event("fs", sc), 0.002, 0.009, 0.008, 0.008, 6, 0, 1), sharpness=s(71 - 2 * L["mv"] + 1.5 * np.sin(E("assay")), 0.1, 0.9, 0.9, 0.8, 9, 0), exposure_ms=s(self.expo, 0.05, 0.1, 0, 0.06, 4), image_delay_ms=s(self.net("im", 32, 3, 2), 0.5), lamp_ma=s(500 + 70 * (self.lum < 420), 1, 5, 6, 4, 8)))  # fmt: skip
        self.pub(HOD, "duo_msgs/msg/Hood", 4, dict(filter_pa=s(self.hpa, 0.5, 1.2, 2, 1, 9, 0), air_speed=s(self.hair, 0.002, 0.006, 0.006, 0.005, 6, 0), hood_fan_rpm=s(self.hfan, 1, 6, 8, 5, 9, 0), hood_fan_amps=s(self.hia, 0.01, 0.03, 0.05, 0.02, 9, 0), sash_mm=s(180 + 220 * lp(E("ppl"), 1.5), 0.5, 1, 1, 0.5, 9, 0)))
        self.pub(LIQ, "duo_msgs/msg/Liquids", 5, dict(wash_bar=s(self.wb, 0.01, 0.03, 0.02, 0.02, 5, 0), wash_pump_amps=s(self.iw, 0.01, 0.03, 0.02, 0.02, 5, 0), water_pct=s(62 + 14 * np.tanh(self.su("wa")) - np.cumsum(self.wash) * DT * 0.06, 0.1, 0.25, 0.5, 0.2, 9, 0), waste_pct=s(24 + 12 * np.tanh(self.su("ws")) + np.cumsum(self.wash) * DT * 0.07, 0.1, 0.25, 0.5, 0.2, 9, 0), waste_nearly_full=(self.f("s_waste") > 0) & (t % 18 < 6)))  # fmt: skip
        self.pub(PWR, "duo_msgs/msg/Power", 5, dict(rail48_volts=s(self.v48, 0.01, 0.025, 0.05, 0.02, 9), rail48_amps=s(self.i48, 0.05, 0.12, 0, 0.1, 3, 0), rail24_volts=s(24.1 - 0.004 * self.i48, 0.01, 0.013, 0.03, 0.01, 9), supply_c=s(self.T("ps", 0.7 * lp(self.i48, 60) + self.hot, 220, 6, 0.1), 0.1, 0.05), supply_fan_rpm=s(self.pfan, 5, 12, 20, 10, 9, 0)))
        self.pub(NET, "duo_msgs/msg/Network", 3, dict(answer_ms=s(self.net("rs", 6, 2, 3), 0.5), dropped_pct=s(self.net("ls", 0, 0.5, 0.3), 0.1)))
        per = E("ppl") + (W("pe", 1, 60) > 1.2)
        self.lidar("/hand_scanner", 6, [(1.1 + 0.5 * abs(np.cos(i * 0.7))) * (1 + 0.01 * np.sin(t / 9 + i)) - 0.5 * lp(per * (1 if i in (2, 3) else 0) * 1.0, 0.5) for i in range(9)], 1.4, 4, 0.008)
        self.simple("/bench/temperature", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/bench/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.46 + 0.05 * self.su("rh"), 0.001, 0.0013, 0, 0.01, 150)), self.simple(LIT, "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.01 * self.white("li")), 1))
        self.pub("/safety", "duo_msgs/msg/Safety", 2, dict(estop_ok=1, door_closed=E("ppl") < 0.5, persons=per))
        self.pub("/job", "duo_msgs/msg/Job", 4, dict(job_phase=self.st, assay=E("assay"), sample_no=E("no"), volume_asked=s(E("vol"), 1), rpm_asked=s(E("rpm"), 10), shaker_asked=s(E("srpm") * E("shk"), 1), arm_speed=s(E("vr"), 0.01), hand_guided=E("guide")))
        ver = self.version("duo", "3.0", "3.1", "3.3")
        self.computer(CTL, "duo_msgs/msg/Controller", 8, 10.5, 1150, ("tick_ms", "tick_longest_ms", "used_mb", "cpu_c", "firmware"), 6 * lp(L["mv"] * 1.0, 30) + 0.7 * self.hot, ver, 0.8)
        self.end("/run_sample/_action/status", [("s_arm", "arm_drives", ["right joint 5 fault 0x35", "right joint 5 started again"], "AD"), ("s_cap", "decapper", ["cap lost", "cap found again"], "DC"), ("s_pipette", "pipette", "clot in the tip", "PP"), ("s_waste", "liquids", "waste nearly full, empty soon", "LQ")],
                 [(15, "I", "job", "sample done in {} s", 30, 80), (8, "W", "tube_reader", "code read on second try after {} s", 1, 4), (6, "W", "pipette", "level found on second try after {} s", 1, 4), (5, "I", "balance", "zeroed, {} mg", 0.5, 9), (4, "W", "network", "server slow {} ms", 400, 900)], [("arms", "limits read from the file"), ("bench_camera", "calibration 16 days old"), ("safety", "door test ok")], ver)  # fmt: skip
