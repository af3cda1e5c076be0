"""Cell culture laboratory: six stirred vessels with gas, pumps, probes and jackets, and an arm of six joints on a rail that takes samples to an analyser, fetches bottles and couples them; English, nested messages."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

VES, GAS, FED, JNT, DRV, TCP, WRI, GRP, IMU, CAM, ANA, SMP, STM, CHW, HOOD, FRG, WST, SUP, SCL = "/vessels", "/gas_mixers", "/feed_pumps", "/arm/joint_states", "/arm/drives", "/arm/tool_pose", "/arm/wrench", "/arm/gripper", "/arm/imu", "/arm/camera", "/analyser", "/sampler", "/steam", "/chilled_water", "/hood", "/fridge", "/waste_tank", "/gas_supply", "/bottle_scales"  # fmt: skip
OFF, MNS, CAB, AIR, NET, CTL, SCN = "/off_gas", "/mains", "/cabinet", "/compressed_air", "/network", "/controller", "/guard_scanner"
PL, NU, ACC, MOV = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), "linear_acceleration.", dict(where="when the arm moves")


class Reactor(Robot):
    NAME = "reactor"
    FLAGS = [(DRV, "joint_fault"), (SMP, "line_clogged"), (GRP, "bottle_lost"), (HOOD, "filter_due")]
    DEFS = {
        "cellab_msgs/msg/Vessel": "float32 broth_c\nfloat32 acidity_ph\nfloat32 oxygen_pct\nfloat32 stirrer_rpm\nfloat32 stirrer_ncm\nfloat32 foam_mm\nfloat32 jacket_c\nfloat32 head_mbar",
        "cellab_msgs/msg/Vessels": mdef("cellab_msgs/Vessel[6] vessel"),
        "cellab_msgs/msg/Mixer": "float32 air_mlpm\nfloat32 o2_mlpm\nfloat32 co2_mlpm",
        "cellab_msgs/msg/GasMixers": mdef("cellab_msgs/Mixer[6] mixer"),
        "cellab_msgs/msg/FeedPumps": mdef("float32[6] feed_rpm feed_ma base_ml"),
        "cellab_msgs/msg/BottleScales": mdef("float32[6] bottle_g"),
        "cellab_msgs/msg/OffGas": mdef("float32[6] exit_co2_pct condenser_c"),
        "cellab_msgs/msg/ArmDrives": mdef("float32[7] joint_amps joint_c; uint16 joint_fault"),
        "cellab_msgs/msg/Gripper": mdef("float32 finger_mm grip_newton grip_ma; bool bottle_lost"),
        "cellab_msgs/msg/ArmCamera": mdef("float32 sharpness_score code_quality exposure_us image_delay_ms"),
        "cellab_msgs/msg/Analyser": mdef("float32 glucose_gl lactate_gl viability_pct cell_density lamp_mv; uint32 samples"),
        "cellab_msgs/msg/Sampler": mdef("float32 syringe_kpa volume_ml rinse_ml; bool line_clogged"),
        "cellab_msgs/msg/Steam": mdef("float32 steam_bar trap_c"),
        "cellab_msgs/msg/ChilledWater": mdef("float32 flow_lpm supply_c compressor_amps pump_bar; bool compressor_on"),
        "cellab_msgs/msg/Hood": mdef("float32 down_mps filter_pa blower_rpm particles; bool filter_due"),
        "cellab_msgs/msg/Fridge": mdef("float32[3] shelf_c; float32 evaporator_c fridge_amps"),
        "cellab_msgs/msg/WasteTank": mdef("float32 waste_litres waste_pump_amps"),
        "cellab_msgs/msg/GasSupply": mdef("float32 o2_bar co2_bar n2_bar"),
        "cellab_msgs/msg/Mains": mdef("float32[3] mains_volts mains_amps"),
        "cellab_msgs/msg/Cabinet": mdef("float32 bus24_volts bus24_amps cabinet_c"),
        "cellab_msgs/msg/CompressedAir": mdef("float32 line_bar line_nlpm"),
        "cellab_msgs/msg/Network": mdef("float32 reply_ms dropped_pct"),
        "cellab_msgs/msg/Safety": mdef("bool estop_ok cell_door_closed; uint8 persons"),
        "cellab_msgs/msg/Job": mdef("uint8 job_step target_vessel; uint32 sample_id; float32 arm_speed"),
        "cellab_msgs/msg/Controller": mdef("float32 tick_ms tick_longest_ms used_mb core_c; string build"),
    }
    KINDS = dict(
        v1_temp=k("temperature of vessel 1 drifts: probe not fully in its well", VES, "vessel[0].broth_c", "vessel 1|vessels|temperature probe", "off -.9 .05", step=False),
        v3_ph=k("acidity of vessel 3 drifts: electrode aged", VES, "vessel[2].acidity_ph", "vessel 3|vessels|electrode", "off .34 .04", step=False),
        v5_ph=k("acidity of vessel 5 noisy: glass cracked", VES, "vessel[4].acidity_ph", "vessel 5|vessels|electrode", "burst .11 2 8"),
        v2_oxy=k("oxygen of vessel 2 lags: membrane fouled", VES, "vessel[1].oxygen_pct", "vessel 2|vessels|oxygen probe|membrane", "slow 40|off -2.8 .1"),
        v4_oxy=k("oxygen of vessel 4 swings: sparger half blocked", VES, "vessel[3].oxygen_pct", "vessel 4|vessels|oxygen|sparger", "swing 7 11"),
        v6_oxy=k("oxygen of vessel 6 frozen: transmitter hangs", VES, "vessel[5].oxygen_pct", "vessel 6|vessels|oxygen probe|transmitter", "frz"),
        v1_stir=k("stirrer of vessel 1 slips: magnetic coupling", VES, "vessel[0].stirrer_rpm", "stirrer 1|vessel 1|vessels|magnetic coupling", "burst 24 1 5|off -14 .2"),
        v4_torq=k("stirrer of vessel 4 needs more and more torque: shaft seal", VES, "vessel[3].stirrer_ncm", "stirrer 4|vessel 4|vessels|shaft seal", "off 5.5 .1", step=False),
        v2_fast=k("torque of stirrer 2 flutters when it turns faster than a number: blade bent", VES, "vessel[1].stirrer_ncm", "stirrer 2|vessel 2|vessels|blade", "flut 4.4", where="**stirrer speed above a number**", **NU),
        v5_flow=k("pressure in the head of vessel 5 flutters when its oxygen flow is above a number: exit valve", VES, "vessel[4].head_mbar", "vessel 5|vessels|exit valve", "flut 9", where="**oxygen flow above a number**", **NU),
        v6_fast=k("oxygen of vessel 6 uneasy when the stirrer turns faster than a number: bubbles on the membrane", VES, "vessel[5].oxygen_pct", "vessel 6|vessels|oxygen probe|membrane", "flut 4.5 -.4", where="**stirrer speed above a number**", **NU),
        v5_foam=k("foam sensor of vessel 5 dirty: reads too high", VES, "vessel[4].foam_mm", "foam sensor 5|vessel 5|vessels", "off 13 .1"),
        v3_jack=k("jacket of vessel 3 swings: valve sticks", VES, "vessel[2].jacket_c", "jacket 3|vessel 3|vessels|valve", "hunt 3.4 26"),
        v6_jack=k("jacket temperature of vessel 6 in Fahrenheit: module changed", VES, "vessel[5].jacket_c", "jacket 6|vessel 6|vessels|module", "unit 1.8 32"),
        v1_head=k("pressure in the head of vessel 1 rises: exit filter wet", VES, "vessel[0].head_mbar", "vessel 1|vessels|exit filter", "off 26 .06", step=False),
        g2_air=k("air of vessel 2 reads too little: flow controller drifts", GAS, "mixer[1].air_mlpm", "mixer 2|vessel 2|gas mixers|flow controller", "mul -.2 .03"),
        g4_o2=k("oxygen valve of vessel 4 leaks: seat dirty", GAS, "mixer[3].o2_mlpm", "mixer 4|vessel 4|gas mixers|oxygen valve", "off 26 .1"),
        g6_co2=k("carbon dioxide of vessel 6 sticks and jumps: valve", GAS, "mixer[5].co2_mlpm", "mixer 6|vessel 6|gas mixers|valve", "stick 13"),
        g3_frz=k("air flow of vessel 3 frozen: bus node hangs", GAS, "mixer[2].air_mlpm", "mixer 3|vessel 3|gas mixers", "frz"),
        f1_slow=k("feed pump 1 turns slower: head tight", FED, "feed_rpm[0]", "feed pump 1|feed pumps", "mul -.2 .05", where="when fed", need=12),
        f4_amps=k("feed pump 4 draws more current: rollers worn", FED, "feed_ma[3]", "feed pump 4|feed pumps|rollers", "off 72 .15", where="when fed", need=12),
        f6_cut=k("current of feed pump 6 drops out: driver", FED, "feed_ma[5]", "feed pump 6|feed pumps|driver", "cut 0 .3 2", where="when fed", need=12),
        b2_base=k("base pump 2 counts too much: tube widened", FED, "base_ml[1]", "base pump 2|feed pumps|tube", "mul .22 .02", step=False),
        s3_bottle=k("scale of bottle 3 drifts: tube pulls", SCL, "bottle_g[2]", "scale 3|bottle scales|tube", "off 85 .04", step=False),
        s5_bottle=k("scale of bottle 5 noisy: foot loose", SCL, "bottle_g[4]", "scale 5|bottle scales|foot", "noise 14|spk 70 .02"),
        o4_exit=k("carbon dioxide at the exit of vessel 4 reads too low: cell wet", OFF, "exit_co2_pct[3]", "vessel 4|off gas|exit", "mul -.2 .03"),
        o1_cond=k("condenser of vessel 1 gets warm: valve shut", OFF, "condenser_c[0]", "condenser 1|off gas|valve", "heat 6 40", tail=160),
        rail_place=k("speed of the rail jerks at one place: rack dented", JNT, "velocity[0]", "rail|arm|joint states|rack", "flut .22 -.5", **PL),
        j2_eff=k("joint 2 needs more and more effort: gear dry", JNT, "effort[2]", "joint 2|arm|joint states|gear", "off 21 .1", step=False, **MOV),
        j3_fast=k("effort of joint 3 flutters when it is faster than a number: bearing", JNT, "effort[3]", "joint 3|arm|joint states|bearing", "flut 15", where="**speed of joint 3 above a number**", **NU),
        j5_play=k("joint 5 has play: belt loose", JNT, "position[5]", "joint 5|arm|joint states|belt", "play .05|noise .003"),
        j1_enc=k("encoder of joint 1 loses bits: cable", JNT, "position[1]", "joint 1|arm|joint states|encoder|cable", "bit .0245 .12"),
        j_age=k("joint states come late: bus overloaded", JNT, "header.stamp", "joint states|arm|bus", "age .7", step=False),
        a2_amps=k("motor 2 draws more current: brake drags", DRV, "joint_amps[2]", "joint 2|arm drives|brake", "off .85 .2", **MOV),
        a4_hot=k("motor 4 gets hot: paste dry", DRV, "joint_c[4]", "joint 4|arm drives", "heat 10 80", step=False, tail=300),
        a6_frz=k("temperature of motor 6 frozen", DRV, "joint_c[6]", "joint 6|arm drives", "frz"),
        tcp_z=k("tool stands off in z: homed wrongly", TCP, "pose.position.z", "tool pose|arm tool pose|arm", "off .008 .03"),
        tcp_place=k("tool is pushed off in z at one place: rail sunk", TCP, "pose.position.z", "tool pose|arm tool pose|arm|rail", "flut .011", **PL),
        tcp_lost=k("tool poses get lost", TCP, "header.stamp", "tool pose|arm tool pose", "lost .5"),
        ft_z=k("force at the wrist drifts: strain gauge", WRI, "wrench.force.z", "force sensor|wrist|arm wrench|strain gauge", "off 6.5 .05", step=False),
        ft_sat=k("torque at the wrist saturates: amplifier", WRI, "wrench.torque.y", "force sensor|wrist|arm wrench|amplifier", "sat .25", where="when holding or pressing", need=12),
        grip=k("gripper holds with less force: spindle nut", GRP, "grip_newton", "gripper|spindle nut|arm gripper", "mul -.3 .06", where="when holding", need=12),
        grip_ma=k("gripper draws uneasy current: brush", GRP, "grip_ma", "gripper|brush|arm gripper", "noise 26"),
        imu_place=k("arm is shaken at one place: rail bolt loose", IMU, " ".join(ACC + c for c in "xyz"), "imu|arm|rail bolt", "noise .7", **PL),
        imu_half=k("imu of the arm sends half of its messages", IMU, "header.stamp", "imu|arm imu", "lost .5"),
        sharp=k("camera loses sharpness: film on the lens", CAM, "sharpness_score", "camera|arm camera|lens", "off -13 .05", step=False),
        code_place=k("codes are read badly at one place: lamp reflects", CAM, "code_quality", "camera|arm camera|lamp", "off -21 .25", **PL),
        img_bright=k("images late when the exposure is above a number: buffer", CAM, "image_delay_ms", "camera|arm camera|buffer", "late 15 55", where="**exposure above a number**", **NU),
        gluc=k("glucose reads too low: enzyme used up", ANA, "glucose_gl", "glucose|analyser|enzyme", "mul -.24 .03", step=False),
        viab=k("viability scatters: flow cell dirty", ANA, "viability_pct", "viability|analyser|flow cell", "noise 4"),
        lamp=k("lamp of the analyser flickers", ANA, "lamp_mv", "lamp|analyser", "burst 34 1 6"),
        syr=k("syringe needs more pressure: tube narrow", SMP, "syringe_kpa", "syringe|sampler|tube", "mul .45 .08", where="when sampling", need=12),
        steam=k("steam pressure hunts: reducer", STM, "steam_bar", "steam|reducer", "hunt .34 14"),
        trap=k("steam trap gets cold: blocked", STM, "trap_c", "steam trap|steam", "heat -17 60", step=False, tail=200),
        chw_flow=k("chilled water flows less: strainer", CHW, "flow_lpm", "chilled water|strainer", "mul -.19 .04"),
        chw_comp=k("compressor draws more and more current: winding", CHW, "compressor_amps", "compressor|chilled water", "off 1.8 .1", step=False, where="when the compressor runs"),
        hood=k("air of the hood too slow: blower belt", HOOD, "down_mps", "hood|blower", "mul -.2 .03"),
        hood_p=k("pressure over the filter of the hood rises", HOOD, "filter_pa", "hood|filter", "off 34 .05", step=False),
        fridge2=k("shelf 2 of the fridge gets warm: fan iced", FRG, "shelf_c[1]", "shelf 2|fridge|fan", "heat 4.2 60", step=False, tail=200),
        waste=k("level of the waste tank sticks and jumps: float", WST, "waste_litres", "waste tank|float", "stick 4.5"),
        o2_flow=k("oxygen supply falls when vessel 4 draws more oxygen than a number: regulator", SUP, "o2_bar", "oxygen supply|gas supply|regulator", "off -.85 .3", where="**oxygen flow above a number**", **NU),
        co2_sup=k("pressure of the carbon dioxide falls: bottle leaks", SUP, "co2_bar", "carbon dioxide|gas supply|bottle", "off -.9 .04", step=False),
        ph1=k("current of phase 1 reads too little: transformer open", MNS, "mains_amps[0]", "phase 1|mains|current transformer", "mul -.26 .02"),
        bus24=k("24 V falls when its current is above a number: terminal", CAB, "bus24_volts", "24 v|cabinet|terminal", "off -.6 .3", where="**current of 24 V above a number**", **NU),
        cab_hot=k("cabinet gets hot: filter mat", CAB, "cabinet_c", "cabinet|filter mat", "heat 7 90", step=False, tail=350),
        air=k("air pressure uneasy: regulator", AIR, "line_bar", "compressed air|regulator", "noise .15"),
        scan_beam=k("beams 6 and 7 of the guard scanner read short: bottle left on the floor", SCN, "ranges[6] ranges[7]", "guard scanner|scanner", "short .3 .6"),
        drop=k("network loses packets: plug", NET, "dropped_pct", "network|plug", "late 2 8"),
        humid=k("humidity frozen", "/room/humidity", "relative_humidity", "humidity|room humidity", "frz"),
        room_p=k("pressure of the clean room falls: door seal", "/room/pressure", "fluid_pressure", "room pressure|door seal", "off -9 .06"),
        tick=k("controller has far longer worst cycles", CTL, "tick_longest_ms tick_ms", "controller|cycle", "late 3 18"),
        used=k("memory of the controller fills", CTL, "used_mb", "controller|memory", "leak 60", step=False),
        s_joint=k("arm reports faults of joint 4", [DRV, "/rosout", "/diagnostics"], "joint_fault joint_amps[4]", "joint 4|arm drives", silent=False),
        s_line=k("sampler reports a clogged line", [SMP, "/rosout", "/diagnostics"], "line_clogged syringe_kpa", "sampler|syringe", silent=False),
        s_lost=k("gripper reports lost bottles", [GRP, "/rosout", "/diagnostics"], "bottle_lost grip_newton", "gripper|arm gripper", silent=False),
        s_hood=k("hood warns that its filter is due", [HOOD, "/rosout", "/diagnostics"], "filter_due", "hood|filter", silent=False),
    )

    def plan(self):
        self.day(21, 0.6, 2.0)
        r, z0, ones, t = self.rng("jobs"), self.z0, np.ones(self.n, bool), self.t
        self.site, no = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0, 0
        nv, pitch = (6, 6, 5)[self.site], (0.7, 0.78, 0.66)[self.site]
        home = dict(j1=0.0, j2=-0.6, j3=1.5, j4=0.0, j5=0.7, j6=0.0)
        T = Track(self, u=0.2, **home)
        T.set(ves=0, hold=0, kg=0, smp=0, ana=0, see=0, ppl=0, no=0, vr=0, grip=0, press=0), T.wait(r.uniform(10, 50), 0)

        def reach(c, v, low, side):
            T.go(c, v=v, a=2.0, j1=side * r.uniform(1.2, 1.5), j2=-0.2 + r.uniform(-0.1, 0.1), j3=1.1 + r.uniform(-0.1, 0.1), j4=r.uniform(-0.3, 0.3), j5=0.9 + r.uniform(-0.2, 0.2), j6=r.uniform(-1, 1))
            T.go(c, sec=1.1 if v > 0.5 else 2.5, j2=0.1 + low, j3=1.25)

        def back(c, v):
            T.go(c, sec=1.0 if v > 0.5 else 2.2, j2=-0.3, j3=1.2), T.go(c, v=v, a=2.0, **home)

        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.8 if self.is_life(6) else 1)
            job = int(r.choice((1, 2, 3), p=(0.5, 0.25, 0.25)))  # sample, bottle, inspection
            job = 4 if self.new(3) and r.random() < 0.22 else 5 if self.new(4) and r.random() < 0.22 else job  # 4: heavy ten litre bottles; 5: codes of all bottles read creeping along; new
            v, i = r.uniform(0.9, 1.5) * (0.6 if job == 4 else 1), int(r.integers(0, nv))
            T.set(ves=i + 1, no=no, vr=v)
            rail, side = 0.5 + pitch * i, 1 if i % 2 else -1
            if job == 1:
                T.go(1, v=0.7 * v, a=0.8, u=rail), reach(2, v, 0.2, side), T.set(smp=1, press=1), T.wait(r.uniform(6, 11), 3), T.set(smp=0, press=0), back(2, v)
                T.go(1, v=0.7 * v, a=0.8, u=4.9), reach(4, v, 0.1, -1), T.set(ana=1), T.wait(r.uniform(4, 8), 5), T.set(ana=0), back(4, v)
            elif job in (2, 4):
                T.go(1, v=0.7 * v, a=0.8, u=5.3), reach(6, v, 0.15, 1), T.set(grip=1), T.wait(0.8, 6), T.set(hold=1, kg=r.uniform(0.8, 1.6) * (2.2 if job == 4 else 1)), back(6, v)
                T.set(see=1), T.wait(r.uniform(1, 2.5), 6), T.set(see=0), T.go(1, v=0.6 * v, a=0.6, u=rail), reach(7, 0.8 * v, 0.15, -side), T.set(press=1), T.wait(1.5, 7), T.set(press=0, hold=0, kg=0, grip=0, swap=no), T.wait(0.6, 7), back(7, v)
            elif job == 3:
                T.set(see=1)
                for m in range(3):
                    T.go(8, v=0.6 * v, a=0.8, u=0.5 + pitch * ((i + m) % nv), j1=side * 1.0, j4=r.uniform(-0.4, 0.4), j6=r.uniform(-1, 1)), T.wait(r.uniform(1.5, 3), 8)
                T.set(see=0), T.go(8, v=v, a=2, **home)
            else:
                T.set(see=1), T.go(8, v=0.5, a=0.8, u=0.4, j1=1.3), T.go(8, v=0.16, a=0.3, u=0.5 + pitch * nv), T.set(see=0), T.go(8, v=v, a=2, **home)
            T.task(a0, "job")
            if r.random() < 0.08:
                T.set(ppl=1)
                T.wait(r.uniform(10, 45), 9)  # somebody in the cell
                T.set(ppl=0)
            if r.random() < 0.35:
                T.wait(r.uniform(2, 18), 0)
            if self.is_life(5, 9) and no == 8:  # weekly test of the joints
                for sg in (1, -1, 1, 0):
                    T.go(12, v=1.0, a=1.5, u=2.5 + 2 * sg, j1=1.2 * sg, j2=-0.6 + 0.3 * sg, j3=1.5 - 0.3 * sg, j4=sg, j5=0.7 + 0.4 * sg, j6=1.5 * sg)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.J = [ring(A[a], f, 0.6) for a, f in (("u", 1.5), ("j1", 1.9), ("j2", 2.1), ("j3", 2.2), ("j4", 2.4), ("j5", 2.5), ("j6", 2.6))]
        self.dJ = [lp(np.gradient(a, DT), 0.06) for a in self.J]
        self.ddJ = [lp(np.gradient(a, DT), 0.1) for a in self.dJ]
        u, j1, j2, j3 = self.J[:4]
        rr = 0.12 + 0.45 * np.sin(j2 + 0.9) + 0.4 * np.sin(j2 + j3)
        self.x, self.y, self.z = u + rr * np.cos(j1), rr * np.sin(j1), 0.55 + 0.45 * np.cos(j2 + 0.9) + 0.4 * np.cos(j2 + j3)
        self.gm = sum(np.abs(a) for a in self.dJ) > 0.05
        self.kg = lp(E("kg"), 0.3)
        # cultures: age, feeding, oxygen demand; stirrer and oxygen follow, each vessel at another stage
        self.age = [abs(self.u(f"age{i}", 1)) + 0.3 + 0.15 * t / 3600 for i in range(6)]
        self.fed = [self.pulse(f"fd{i}", 150 + 17 * i, 0.22, 0.6) for i in range(6)]
        self.dem = [0.55 + 0.2 * np.tanh(self.age[i] - 1) + 0.12 * lp(self.fed[i], 30) + 0.08 * W(f"dm{i}", 1, 70) + 0.05 * np.sin(2 * np.pi * t / (420 + 50 * i) + i) for i in range(6)]
        self.rpm = [lp(150 + 170 * np.clip(d, 0.2, 1.3) * (1 - 0.15 * (self.is_life(8))), 3) for d in self.dem]
        self.o2f = [lp(np.maximum(0, 240 * (d - 0.5)) + 30 * (self.new(4)) * self.pulse(f"px{i}", 200 + 11 * i, 0.15, 1), 2) for i, d in enumerate(self.dem)]
        self.o2 = sum(self.o2f)
        so, self.cmp = self.store(0.07 + 0.02 * sum(self.dem) / 6 + 0.003 * (self.amb - 21), 0.27, 8.0, 11.0, 9.5)
        self.chw = 15.5 - lp(so, 4) * 0.8
        self.expo = np.clip(lp(3200 + 1500 * np.sin(u * 2.3) * np.cos(j1) + 1100 * np.tanh(W("lx", 1, 40)), 0.6), 800, 8000)
        self.i24 = lp(5.5 + 2.3 * self.gm + 1.4 * E("see") + 1.6 * E("smp") + 0.35 * sum(self.fed) + 1.1 * (self.pieces("hx", 6, 40, 0, 1) < 0.4), 0.3) + 0.12 * self.pink("i24", 1)
        self.over("v2_fast", self.rpm[1], VES + ":vessel[1].stirrer_rpm", "stirrer rpm|stirrer speed|speed|faster|stirrer", ones, 0.5, 0, 0.2), self.over("j3_fast", np.abs(self.dJ[3]), JNT + ":velocity[3]", "velocity|speed|joint 3|faster|arm speed", np.abs(self.dJ[3]) > 0.05, 0.35, 2, 0.5)
        self.over("img_bright", self.expo, CAM + ":exposure_us", "exposure us|exposure", ones, 0.5, -2, 0.3), self.over("o2_flow", self.o2f[3], GAS + ":mixer[3].o2_mlpm", "o2 mlpm|oxygen flow|flow|o2|oxygen", ones, 0.5, 0, 0.5)
        self.over("bus24", self.i24, CAB + ":bus24_amps", "bus24 amps|current|load", ones, 0.58, 1, 0.3)
        self.places(self.x, self.y, np.abs(self.dJ[0]) > 0.05, rail_place=(0.45, 0.03)), self.places(self.x, self.y, self.gm, imu_place=(0.4, 0.07)), self.places(self.x, self.y, ones & (np.abs(self.y) > 0.2), code_place=(0.35, 0.06), tcp_place=(0.35, 0.06))
        self.over("v5_flow", self.o2f[4], GAS + ":mixer[4].o2_mlpm", "o2 mlpm|oxygen flow|flow|o2|oxygen", ones, 0.5, 0, 0.5), self.over("v6_fast", self.rpm[5], VES + ":vessel[5].stirrer_rpm", "stirrer rpm|stirrer speed|speed|faster|stirrer", ones, 0.5, 0, 0.2)
        for kd, i in (("f1_slow", 0), ("f4_amps", 3), ("f6_cut", 5)):
            self.mode(kd, self.fed[i] > 0.5, "fed", "feeding", "feed pump", "feed rpm", "feed ma")
        self.mode("j2_eff a2_amps", self.gm, "arm", "moves", "moving", "velocity", "arm speed"), self.mode("ft_sat", (E("hold") > 0) | (E("press") > 0), "holding", "pressing", "bottle", "gripped", "job step", "load"), self.mode("grip", E("grip") > 0, "holding", "gripped", "finger mm", "grip newton", "bottle"), self.mode("syr", E("smp") > 0, "sampling", "sample", "syringe", "job step"), self.mode("chw_comp", self.cmp > 0.5, "compressor", "compressor on", "runs", "running", "on")  # fmt: skip

    def build(self):
        E, W, t, u_ = self.E, self.wander, self.t, self.u
        jf, lc, bl = self.shape("s_joint", 0.35, 0.6, 4) & self.gm, self.shape("s_line", 0.6, 1, 5) & (E("smp") > 0), self.shape("s_lost", 0.5, 0.5, 3) & (E("grip") > 0)
        cool, smp = -2.5 * self.is_life(8), lp(E("smp"), 0.4)
        V, M, base = {}, {}, []
        for i in range(6):
            d, f, p, a_ = self.dem[i], self.fed[i], f"vessel[{i}].", self.age[i]
            bp = self.pulse(f"ba{i}", 95 + 9 * i, 0.12, 1)
            base.append(np.cumsum(bp) * DT * 0.12)
            here = smp * (E("ves") == i + 1)
            jk = 37.0 + cool + 3.2 * np.sin(2 * np.pi * t / (85 + 6 * i) + i) * 0.4 + 1.2 * (1 - d)
            V.update({p + "broth_c": s(36.9 + cool + 0.06 * np.sin(2 * np.pi * t / (85 + 6 * i) + i - 1) - 0.15 * lp(f, 20) * -1, 0.01, 0.02, 0.04, 0.02, 40), p + "acidity_ph": s(7.02 - 0.05 * lp(f, 25) + 0.04 * lp(bp, 12) + 0.02 * np.tanh(a_ - 1), 0.002, 0.008, 0.015, 0.008, 40), p + "oxygen_pct": s(41 - 7 * (lp(d, 0.5) - lp(d, 14)) * 8 - 3 * here + 0.6 * W(f"ox{i}", 1, 12), 0.05, 0.3, 0.6, 0.3, 20, lo=0), p + "stirrer_rpm": s(self.rpm[i], 0.5, 1.6, 0, 1.0, 4, lo=0), p + "stirrer_ncm": s(4.2 + 0.052 * self.rpm[i] + 1.6 * np.tanh(a_ - 1), 0.05, 0.4, 0.3, 0.3, 5, lo=0), p + "foam_mm": s(9 + 4 * d + 3.5 * np.mod(t / (210 + 20 * i) + i * 0.3, 1), 0.2, 0.6, 0.8, 0.6, 20, lo=0), p + "jacket_c": s(jk, 0.02, 0.06, 0.1, 0.06, 15), p + "head_mbar": s(31 + 0.02 * self.o2f[i] + 4 * np.sin(2 * np.pi * t / 33 + i) * 0.4 - 5 * here, 0.1, 0.7, 1, 0.7, 8)})  # fmt: skip
            M.update({f"mixer[{i}].air_mlpm": s(420 + 60 * np.sin(2 * np.pi * t / (300 + 20 * i) + 2 * i) * 0.5 - 0.4 * self.o2f[i], 1, 3, 5, 3, 8, lo=0), f"mixer[{i}].o2_mlpm": s(self.o2f[i], 0.5, 1.6, 0, 1, 6, lo=0), f"mixer[{i}].co2_mlpm": s(28 + 9 * lp(1 - bp, 9) + 6 * np.sin(2 * np.pi * t / (130 + 8 * i) + i), 0.2, 0.6, 0.8, 0.6, 9, lo=0)})  # fmt: skip
        self.pub(VES, "cellab_msgs/msg/Vessels", 5, V), self.pub(GAS, "cellab_msgs/msg/GasMixers", 5, M)
        fr = [lp(f, 0.4) * (74 + 5 * self.per_event(f"fr{i}", f > 0.5)) for i, f in enumerate(self.fed)]
        self.pub(FED, "cellab_msgs/msg/FeedPumps", 6, dict(feed_rpm=[s(x, 0.1, 0.5, 0, 0.4, 4, lo=0) for x in fr], feed_ma=[s(9 + 2.6 * x, 0.5, 4, 2, 3, 4, lo=0) for x in fr], base_ml=[s(6 + abs(u_(f"bm{i}", 3)) + b, 0.01, 0.02) for i, b in enumerate(base)]))
        sw = E("swap")
        self.pub(SCL, "cellab_msgs/msg/BottleScales", 4, dict(bottle_g=[s(1650 + 120 * np.sin(sw * (0.6 + 0.1 * i)) * lp(np.ones(self.n), 1) - 0.03 * np.cumsum(x) * DT * 0.5, 0.2, 1.5, 12, 1.2, 9) for i, x in enumerate(fr)]))
        self.pub(OFF, "cellab_msgs/msg/OffGas", 3, dict(exit_co2_pct=[s(3.4 + 2.4 * lp(d, 20), 0.01, 0.04, 0.08, 0.05, 20) for d in self.dem], condenser_c=[s(self.chw + 2.1 + 0.3 * i + 0.4 * lp(d, 30), 0.05, 0.08, 0.2, 0.08, 20) for i, d in enumerate(self.dem)]))
        J, d, a = self.J, self.dJ, self.ddJ
        grav = [0, 0, 46 * np.sin(J[2] + 0.9) + 14 * self.kg, 24 * np.sin(J[2] + J[3]) + 8 * self.kg, 2, 5 + 2 * self.kg, 1]
        eff = [np.tanh(12 * d[i]) * (38, 9, 11, 8, 3, 3, 1.5)[i] + (22, 7, 9, 6, 1.5, 1.5, 0.6)[i] * a[i] + grav[i] + 0 * t for i in range(7)]
        sd = (1.5, 0.8, 1.2, 0.8, 0.3, 0.3, 0.15)
        self.jnt(JNT, 16, ["rail", "joint_1", "joint_2", "joint_3", "joint_4", "joint_5", "joint_6"], [s(x, 1e-5, 2e-4) for x in J], [s(x, 1e-4, 4e-3) for x in d], [s(e, 0.02, sd[i], sd[i] / 2, sd[i] / 2, 4) for i, e in enumerate(eff)], jit=0.001)
        am = [np.abs(lp(np.abs(e) * (0.06, 0.08, 0.045, 0.06, 0.14, 0.13, 0.25)[i], 0.1)) + 0.25 for i, e in enumerate(eff)]
        self.pub(DRV, "cellab_msgs/msg/ArmDrives", 10, dict(joint_amps=[s(x * np.where(jf & (i == 4), 2.4, 1), 0.01, 0.05, 0.02, 0.04, 3, lo=0) for i, x in enumerate(am)], joint_c=[s(self.T(f"jc{i}", 9 * lp(x, 60), 300, 5, 0.12), 0.1) for i, x in enumerate(am)], joint_fault=np.where(jf, 0x24, 0)))
        self.pub(TCP, "geometry_msgs/msg/PoseStamped", 14, {f"pose.position.{c}": s(x, 1e-4, 5e-4) for c, x in zip("xyz", (self.x, self.y, self.z))} | {"pose.orientation.w": 1.0}, "lab")
        pr = lp(E("press"), 0.2)
        self.wrench(WRI, 12, (3 * a[1] * 0.4 + 1.2 * W("fx", 1, 2), 2 * a[0] + 1.0 * W("fy", 1, 2), -9.81 * (0.9 + self.kg) - 16 * pr * (1 + 0.1 * W("pz", 1, 0.5))), (0.2 * W("tx", 1, 2), 0.12 + 0.55 * self.kg + 0.5 * pr + 0.15 * a[5] * 0.1, 0.3 * a[6] * 0.1))
        gp = lp(E("grip"), 0.2)
        self.pub(GRP, "cellab_msgs/msg/Gripper", 8, dict(finger_mm=s(86 - 34 * gp + 0.5 * self.per_event("fi", E("grip") > 0), 0.05, 0.15, 0.1), grip_newton=s(gp * (38 + 5 * self.kg) * np.where(bl, 0.3, 1), 0.1, 0.6, 0.2, 0.4, 5, lo=0), grip_ma=s(35 + 210 * gp + 160 * np.abs(lp(np.gradient(gp, DT), 0.1)), 1, 5, 4, 4, 5, lo=0), bottle_lost=bl))  # fmt: skip
        sg = 0.03 + 0.12 * sum(np.abs(x) for x in d[:4])
        self.inertial(IMU, 14, self.J[1], (0.02 * sg * self.white("gx"), 0.02 * sg * self.white("gy"), d[1]), (a[0] + 0.4 * a[1] + sg * self.white("ax"), 0.3 * a[2] + sg * self.white("ay"), 9.81 + 0.4 * a[3] + 1.2 * sg * self.white("az")), "flange")
        self.pub(CAM, "cellab_msgs/msg/ArmCamera", 6, dict(sharpness_score=s(73 - 5 * np.hypot(d[0], d[1]) + 2 * np.sin(self.x * 2), 0.1, 1, 1, 1.1, 8, lo=0), code_quality=s(82 - 6 * np.abs(d[0]) + 4 * np.sin(self.x * 3.1) * np.cos(self.y * 2), 0.2, 1.6, 1, 1.4, 6, lo=0, hi=100), exposure_us=s(self.expo, 5, 18, 0, 18, 3), image_delay_ms=s(self.net("im", 41 + 6 * E("see"), 1.6, 2), 0.5)))  # fmt: skip
        ev = E("ana") > 0
        self.pub(ANA, "cellab_msgs/msg/Analyser", 3, dict(glucose_gl=s(4.1 + 0.7 * self.per_event("gl", ev) * 0.6, 0.01, 0.04, 0.05, 0.04, 12), lactate_gl=s(1.3 + 0.2 * self.per_event("la", ev), 0.01, 0.02, 0.03, 0.02, 12), viability_pct=s(95.5 + 0.8 * self.per_event("vi", ev), 0.05, 0.3, 0.3, 0.25, 12, hi=100), cell_density=s(11.5 + 2.5 * self.per_event("ce", ev), 0.05, 0.15, 0.2, 0.12, 12), lamp_mv=s(842 + 0.9 * (self.amb - 21), 0.5, 3, 9, 3, 25), samples=self.once(ev)))  # fmt: skip
        self.pub(SMP, "cellab_msgs/msg/Sampler", 6, dict(syringe_kpa=s(2 + smp * (46 + 3 * self.per_event("sk", E("smp") > 0)) * np.where(lc, 2, 1), 0.2, 0.8, 0.5, 0.6, 4, lo=0), volume_ml=s(np.minimum(smp, 1) * 4.0, 0.01, 0.03, 0, 0.02, 5, lo=0), rinse_ml=s(lp(E("ana"), 0.5) * 12, 0.05, 0.12, 0, 0.1, 5, lo=0), line_clogged=lc))  # fmt: skip
        self.pub(STM, "cellab_msgs/msg/Steam", 4, dict(steam_bar=s(2.6 + 0.08 * np.sin(2 * np.pi * t / 47) - 0.15 * self.pulse("sip", 400, 0.15, 3), 0.005, 0.02, 0.04, 0.02, 10), trap_c=s(118 + 6 * self.pulse("sip", 400, 0.15, 9), 0.1, 0.35, 1.0, 0.4, 25)))
        cm = lp(self.cmp, 0.7)
        self.pub(CHW, "cellab_msgs/msg/ChilledWater", 4, dict(flow_lpm=s(21 + 1.5 * lp(sum(self.dem) / 6, 30), 0.05, 0.15, 0.4, 0.15, 15), supply_c=s(self.chw, 0.05, 0.06, 0.15, 0.05, 20), compressor_amps=s(0.1 + cm * (7.4 + 0.14 * (self.amb - 21)), 0.05, 0.12, 0.05, 0.06, 9, lo=0), pump_bar=s(2.3, 0.005, 0.02, 0.04, 0.02, 12), compressor_on=self.cmp))  # fmt: skip
        op = lp(E("ppl"), 2)
        self.pub(HOOD, "cellab_msgs/msg/Hood", 4, dict(down_mps=s(0.42 - 0.03 * op, 0.001, 0.006, 0.006, 0.005, 8, lo=0), filter_pa=s(118 + 5 * op, 0.5, 1.8, 5, 1.8, 20), blower_rpm=s(1320, 2, 6, 9, 5, 9), particles=s(lp(self.rng("pt").gamma(1.2, 6, self.n), 2) + 40 * op, 1, 0, lo=0), filter_due=(self.f("s_hood") > 0) & (t % 18 < 6)))  # fmt: skip
        dr = lp((self.st == 6) * 1.0, 6)
        self.pub(FRG, "cellab_msgs/msg/Fridge", 3, dict(shelf_c=[s(4.2 + 0.3 * i + 0.9 * dr + 0.35 * np.sin(2 * np.pi * t / 190 + u_("fp", 2)), 0.05, 0.07, 0.2, 0.06, 30) for i in range(3)], evaporator_c=s(-6 + 2.5 * np.sin(2 * np.pi * t / 190 + u_("fp", 2) - 0.7) + 0.8 * dr, 0.1, 0.2, 0.4, 0.2, 20), fridge_amps=s(1.1 + 0.8 * (np.sin(2 * np.pi * t / 190 + u_("fp", 2)) > 0), 0.01, 0.03, 0.03, 0.03, 9)))  # fmt: skip
        ws = self.tank(0.06 * sum(self.fed) / 6 + 0.02, 1.4 * (np.mod(t + 90 * abs(self.su("wk")), 460) > 425), 60, 31)
        self.pub(WST, "cellab_msgs/msg/WasteTank", 3, dict(waste_litres=s(62 - ws, 0.1, 0.3, 0.5, 0.2, 12), waste_pump_amps=s(0.1 + 3.1 * lp((np.mod(t + 90 * abs(self.su("wk")), 460) > 425) * 1.0, 1), 0.02, 0.06, 0.03, 0.05, 6, lo=0)))
        self.pub(SUP, "cellab_msgs/msg/GasSupply", 4, dict(o2_bar=s(5.1 - 0.0006 * self.o2, 0.005, 0.02, 0.04, 0.02, 12), co2_bar=s(4.6 + 0.06 * np.sin(2 * np.pi * t / 220), 0.005, 0.02, 0.04, 0.02, 12), n2_bar=s(5.4, 0.005, 0.02, 0.04, 0.02, 12)))
        il = 9 + 5.2 * self.cmp + 1.1 * sum(am) + 0.05 * sum(fr) / 6 + 2.5 * (self.pieces("hz", 6, 30, 0, 1) < 0.45)
        self.pub(MNS, "cellab_msgs/msg/Mains", 4, dict(mains_volts=[s(231 - 2.2 * (self.site == 1) + 0.7 * self.su("vl") - 0.05 * il, 0.1, 0.2, 0.4, 0.5, 30) for _ in range(3)], mains_amps=[s(lp(il, 0.3) * (1 + u_(f"ma{i}", 0.015)), 0.05, 0.15, 0, 0.12, 4, lo=0) for i in range(3)]))
        self.pub(CAB, "cellab_msgs/msg/Cabinet", 4, dict(bus24_volts=s(24.2 - 0.014 * self.i24, 0.01, 0.015, 0.03, 0.012, 9), bus24_amps=s(self.i24, 0.02, 0.08, lo=0), cabinet_c=s(self.T("cb", 0.5 * lp(il, 60), 240, 5, 0.1), 0.1)))
        self.pub(AIR, "cellab_msgs/msg/CompressedAir", 4, dict(line_bar=s(6.2 - 0.05 * E("smp"), 0.005, 0.018, 0.03, 0.02, 10), line_nlpm=s(14 + 26 * lp(E("smp") + E("ana"), 0.5), 0.2, 1.2, 1, 1, 6, lo=0)))
        self.pub(NET, "cellab_msgs/msg/Network", 3, dict(reply_ms=s(self.net("rp", 6), 0.5), dropped_pct=s(self.net("dp", 0, 0.5, 0.3), 0.1)))
        self.lidar(SCN, 6, [np.maximum((2.2 + 0.25 * abs(i - 5)) * (1 + 0.1 * np.sin(self.x * (0.7 + 0.1 * i) + i)) - 0.9 * op * (i in (3, 4, 5)), 0.4) for i in range(11)], 1.5, 10)
        self.simple("/room/temperature", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/room/humidity", "RelativeHumidity", 1, "relative_humidity", s(0.47 + 0.02 * self.su("rh"), 0.001, 0.0013, 0, 0.008, 120))
        self.simple("/room/pressure", "FluidPressure", 3, "fluid_pressure", s(101325 + 300 * self.su("hp") + 24 - 11 * op, 0.1, 0.8, 1, 0.8, 25)), self.pub("/safety", "cellab_msgs/msg/Safety", 2, dict(estop_ok=1, cell_door_closed=E("ppl") < 0.5, persons=E("ppl") + (W("pe", 1, 60) > 1.3)))
        self.pub("/job", "cellab_msgs/msg/Job", 4, dict(job_step=self.st, target_vessel=E("ves"), sample_id=E("no"), arm_speed=s(E("vr"), 0.01)))
        ver = self.version("cellab", "4.0", "4.1", "4.3")
        self.computer(CTL, "cellab_msgs/msg/Controller", 10, 14, 880, ("tick_ms", "tick_longest_ms", "used_mb", "core_c", "build"), 4 * lp(self.gm * 1.0, 20), ver, 0.5)
        self.end("/serve_vessel/_action/status", [("s_joint", "arm_drives", ["joint 4 drive fault 0x24", "joint 4 drive started again"], "AD"), ("s_line", "sampler", ["sample line clogged", "sample line free again"], "SA"), ("s_lost", "gripper", ["bottle lost", "bottle taken again"], "GR"), ("s_hood", "hood", "hood filter due, change soon", "HO")],  # fmt: skip
                 [(15, "I", "job", "sample stored after {} s", 25, 70), (7, "W", "job", "person in the cell, waited {} s", 10, 45), (6, "W", "vessels", "antifoam given, {} ml", 0.2, 2), (5, "I", "analyser", "calibration point {} mV", 40, 200), (4, "W", "network", "server slow {} ms", 400, 900)], [("arm", "limits read from the file"), ("analyser", "calibration 8 days old"), ("safety", "door test ok")], ver)  # fmt: skip
