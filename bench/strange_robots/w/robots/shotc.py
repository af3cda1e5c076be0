"""Shotcrete robot in a tunnel: pumps concrete, doses accelerator and air, leads the nozzle in meanders along the profile. Vendor messages in plain English."""

# fmt: off
from math import tanh

from base import H, NUM, PLACE, Book, M, Rec, Rig, clip, k, lp, mdef, np

NZP, CAR, PUM, LIN, ACC, CMP, AIR, HYD, BOM, OSC, HOP, MAI, REL = "/nozzle_pose", "/carrier", "/concrete_pump", "/delivery_line", "/accelerator_dosing", "/compressor", "/nozzle_air", "/hydraulics", "/boom", "/nozzle_oscillator", "/hopper", "/mains_supply", "/cable_reel"
BAT, SCA, DUS, CAM, LAM, TUN, GAS, WAS, GRE, COM, RAD, WHE, OUT, IMU, JOB, SAF, CAB, WAT = "/drive_battery", "/profile_scanner", "/dust_monitor", "/nozzle_camera", "/work_lamps", "/tunnel_air", "/gas_monitor", "/washer", "/greasing", "/main_computer", "/remote_link", "/wheel_drive", "/outriggers", "/boom_motion", "/job", "/safety_chain", "/control_cabinet", "/mix_water"
SPR, DRV, OSZ = dict(where="when spraying"), dict(where="when the carrier drives", need=8), dict(where="when the boom moves")
P = "shotc_msgs/msg/"


class Shotc(Rig):
    NAME, MILD = "shotc", ("s_dust",)
    DEFS = {P + a: mdef(b) for a, b in dict(
        Nozzle="float64 nozzle_forward profile_position; float32 stand_off nozzle_speed nozzle_tilt", Carrier="float64 carrier_chainage; float32 travel_speed heading_degrees pitch_degrees position_error", Pump="float32 stroke_rate drive_pressure swing_pressure cylinder_temperature fill_degree; uint32 strokes_total",
        Line="float32 line_pressure concrete_flow concrete_temperature pulsation total_cubic_metres", Accelerator="float32 dosing_flow pump_speed dosing_pressure tank_level dosing_share", Compressor="float32 outlet_pressure motor_current oil_temperature cooler_fan_drive inlet_depression; bool loaded; uint32 load_cycles", NozzleAir="float32 air_flow valve_opening air_pressure",
        Hydraulics="float32 system_pressure oil_temperature oil_level filter_drop motor_current cooler_drive return_flow", Boom="float32[4] joint_angle joint_error cylinder_pressure valve_current", Oscillator="float32 oscillation_rate oscillation_width motor_pressure", Hopper="float32 concrete_level agitator_torque agitator_speed chute_angle",
        Mains="float32[3] phase_voltage phase_current; float32 active_power plug_temperature", Reel="float32 cable_out cable_tension motor_torque ring_temperature", Battery="float32 pack_voltage pack_current state_of_charge pack_temperature; float32[4] module_voltage", Scanner="float32 layer_thickness rebound_share point_count window_dirt; float32[5] range_to_wall",
        Dust="float32 fine_dust coarse_dust pump_flow", Camera="float32 contrast exposure_time image_delay; uint16 fibres_seen", Lamps="float32[3] lamp_current; float32 light_level", Tunnel="float32 air_temperature air_speed relative_humidity rock_temperature", Gas="float32 carbon_monoxide nitrogen_dioxide oxygen", Washer="float32 washer_pressure washer_current water_level",
        Greasing="float32 grease_pressure grease_level", Computer="float32 processor_load memory_used board_temperature cycle_time; string software", Link="float32 round_trip lost_share receive_level", Wheel="float32 motor_torque motor_current motor_temperature brake_pressure steering_angle", Outriggers="float32[4] leg_pressure leg_extension", Motion="float32[3] acceleration turn_rate",
        Job="uint8 job_step mix_number; uint16 section_number; float32 wanted_flow; bool by_hand", Safety="bool emergency_stop_released deadman_pressed legs_down; uint8 persons_near", Cabinet="float32 cabinet_temperature fan_speed supply_voltage humidity", Water="float32 added_water water_pressure").items()}
    KINDS = dict(
        piston=k("pistons of the concrete pump worn: fills badly, strokes faster for the same flow", PUM, "stroke_rate fill_degree", "pistons|concrete pump|pump", cons="layer thickness|line pressure|hydraulics|motor current|mains supply|cable reel|ring temperature|strokes total|swing pressure|drive pressure|oil temperature|pulsation", slow=True, **SPR),
        ring=k("wear ring of the swing tube leaks: line pressure pulses, strokes faster", [LIN, PUM], "pulsation stroke_rate", "wear ring|swing tube|concrete pump|delivery line", cons="layer thickness|line pressure|hydraulics|motor current|mains supply|cable reel|ring temperature|boom motion|line pressure|fill degree|drive pressure", **SPR),
        coat=k("delivery line coated inside: more pressure for the flow", [LIN, PUM, HYD], "line_pressure drive_pressure motor_current", "delivery line|line", cons="mains supply|cable reel|ring temperature|oil temperature|cooler drive|system pressure|return flow|fill degree|stroke rate|pulsation", slow=True, **SPR),
        swing=k("swing cylinder leaks: more swing pressure", PUM, "swing_pressure", "swing cylinder|swing tube|concrete pump", "off 16;sd 2", slow=True, **SPR),
        cyl=k("pump cylinder runs dry: hot", PUM, "cylinder_temperature drive_pressure", "pump cylinder|concrete pump", cons="hydraulics|motor current|mains supply|cable reel|ring temperature", slow=True, tail=500),
        fmet=k("flow meter reads low: more concrete is pumped", [PUM, ACC], "stroke_rate drive_pressure", "flow meter|concrete pump|delivery line", cons="line pressure|hydraulics|mains supply|cable reel|ring temperature|hopper|concrete level|layer thickness|fill degree|swing pressure|pulsation|strokes total", slow=True, **SPR),
        stat=k("stator of the accelerator pump worn: turns faster", ACC, "pump_speed", "accelerator dosing|accelerator pump|stator", cons="dosing flow", slow=True, **SPR),
        anoz=k("accelerator nozzle clogs: dosing pressure up", ACC, "dosing_pressure pump_speed", "accelerator dosing|accelerator nozzle", cons="dosing flow", slow=True, **SPR),
        amet=k("accelerator meter reads low: more is dosed", ACC, "pump_speed dosing_pressure", "accelerator meter|accelerator dosing", cons="tank level|rebound share", slow=True, **SPR),
        aair=k("accelerator pump draws air: flow uneasy", ACC, "dosing_flow", "accelerator dosing|accelerator pump", "part .4 .4 1.8", **SPR),
        leak=k("air hose leaks: compressor loaded longer", CMP, "motor_current loaded outlet_pressure", "air hose|compressor", cons="mains supply|cable reel|ring temperature|oil temperature|cooler fan drive|load cycles|inlet depression|nozzle air|valve opening|air pressure", slow=True, tail=300),
        inlet=k("inlet filter of the compressor full: long loading", CMP, "inlet_depression loaded", "inlet filter|compressor", cons="mains supply|cable reel|ring temperature|motor current|outlet pressure|oil temperature|cooler fan drive|load cycles|nozzle air|valve opening|air pressure", slow=True),
        ccool=k("oil cooler of the compressor dusty: fan works harder", CMP, "cooler_fan_drive oil_temperature", "oil cooler|compressor", cons="mains supply|cable reel|ring temperature|plug temperature", slow=True, tail=400),
        nair=k("air valve at the nozzle crusted: opens wider for the flow", AIR, "valve_opening", "nozzle air|air valve", cons="air flow|air pressure|compressor|mains supply|cable reel|ring temperature", slow=True, **SPR),
        amete=k("air flow meter drifts: less air", AIR, "valve_opening air_pressure", "air flow meter|nozzle air", cons="compressor|mains supply|cable reel|ring temperature|rebound share|dust monitor|loaded|fine dust", slow=True, **SPR),
        hpump=k("hydraulic pump leaks inside: more current, oil warm", HYD, "motor_current oil_temperature return_flow", "hydraulic pump|hydraulics", cons="mains supply|cable reel|ring temperature|cooler drive", slow=True, tail=500),
        hcool=k("hydraulic cooler covered with rebound: fan works harder", HYD, "cooler_drive oil_temperature", "hydraulic cooler|hydraulics|cooler", cons="mains supply|cable reel|ring temperature", slow=True, tail=500),
        hfilt=k("return filter clogs", HYD, "filter_drop", "return filter|hydraulics|filter", "gain .8", slow=True),
        relief=k("relief valve flutters", HYD, "system_pressure", "relief valve|hydraulics", "hum 6 1.3"),
        olev=k("oil is lost at a boom hose", HYD, "oil_level", "hydraulics|boom hose", "creep -7", slow=True, tail=900),
        jfric=k("pin of boom joint 2 dry: cylinder pressure and error", BOM, "cylinder_pressure[1] joint_error[1] valve_current[1]", "boom joint 2|boom|joint 2", slow=True, **OSZ),
        jleak=k("cylinder of boom joint 3 leaks: its valve holds against it", BOM, "valve_current[2] joint_error[2]", "boom joint 3|boom|joint 3", slow=True),
        jplay=k("play in the head joint: error swings at each turn", BOM, "joint_error[3]", "boom joint 4|head joint|boom|joint 4", cons="stand off", **OSZ),
        jgain=k("valve amplifier of joint 1 weak: lags", BOM, "joint_error[0]", "boom joint 1|boom|joint 1|amplifier", cons="valve current", **OSZ),
        jenc=k("encoder of joint 1 flickers: water in the plug", BOM, "joint_angle[0]", "boom joint 1|boom|joint 1|encoder", "tele 1.6 .5 4"),
        oscb=k("bearing of the oscillator stiff: slower, more pressure", OSC, "oscillation_rate motor_pressure", "nozzle oscillator|oscillator", slow=True, **SPR),
        oscw=k("oscillator eccentric worn: narrow circles", OSC, "oscillation_width", "nozzle oscillator|oscillator|eccentric", "gain -.2", slow=True, **SPR),
        agit=k("agitator blades worn: little torque", HOP, "agitator_torque", "agitator|hopper", "gain -.28", slow=True),
        hlev=k("hopper level: splash on the sensor, sees echoes", HOP, "concrete_level", "hopper|level sensor", "cut 88 .6 3"),
        ctemp=k("concrete thermometer coated: slow", LIN, "concrete_temperature", "concrete thermometer|delivery line", "lag 240;off 1.5", slow=True),
        plug=k("phase 2 of the mains plug loose: hot, voltage low", MAI, "plug_temperature phase_voltage[1]", "mains plug|mains supply|phase 2", slow=True, tail=500),
        ct3=k("current clamp of phase 3 reads small", MAI, "phase_current[2]", "mains supply|phase 3", "gain -.2"),
        reel=k("clutch of the cable reel drags: torque and tension up", REL, "motor_torque cable_tension", "cable reel|clutch", slow=True, cons="ring temperature"),
        ringt=k("slip ring of the reel burnt: hot", REL, "ring_temperature", "cable reel|slip ring", slow=True, tail=500),
        rint=k("drive battery: resistance risen", BAT, "pack_voltage", "drive battery|battery", cons="module voltage", slow=True),
        mod3=k("module 3 of the drive battery weak", BAT, "module_voltage[2]", "module 3|drive battery|battery", "off -.22", slow=True),
        wheelb=k("wheel brake drags: torque, heat", WHE, "motor_torque motor_current motor_temperature", "wheel brake|wheel drive", cons="drive battery|pack current", tail=600, **DRV),
        legp=k("leg 3 seeps: pressure falls and is pumped up again", OUT, "leg_pressure[2]", "leg 3|outriggers", "hum 9 40;off -8", slow=True),
        legs=k("leg 1 extension: cord skips", OUT, "leg_extension[0]", "leg 1|outriggers", "tele .12 1.5 8"),
        win=k("scanner window spattered: few points", SCA, "point_count window_dirt", "profile scanner|scanner window", slow=True),
        thick=k("layer thickness wrong: mirror shifted", SCA, "layer_thickness", "profile scanner|mirror", "off 13", **SPR),
        ray4=k("range 4 sees the hose", SCA, "range_to_wall[3]", "profile scanner|range 4", "part .4 .6 2.2"),
        dfan=k("sample pump of the dust monitor weak: reads low", DUS, "pump_flow fine_dust", "dust monitor|sample pump", "gain -.22", slow=True),
        contr=k("glass of the camera spattered: contrast low, long exposure", CAM, "contrast exposure_time", "nozzle camera|camera", slow=True),
        vdel=k("pictures late: encoder overloaded", CAM, "image_delay", "nozzle camera|camera", "off 26;sd 3"),
        lamp2=k("lamp 2 half dead", LAM, "lamp_current[1]", "lamp 2|work lamps", "gain -.2", cons="light level"),
        vane=k("tunnel anemometer caked: reads low", TUN, "air_speed", "anemometer|tunnel air", "gain -.35", slow=True),
        hygro=k("tunnel hygrometer wet", TUN, "relative_humidity", "hygrometer|tunnel air", "lag 300;off 7", slow=True, need=60),
        co=k("carbon monoxide cell drifts", GAS, "carbon_monoxide", "carbon monoxide|gas monitor", "creep 9", slow=True),
        no2=k("nitrogen dioxide cell noisy", GAS, "nitrogen_dioxide", "nitrogen dioxide|gas monitor", "sd 6"),
        wash=k("washer leaks by: pump runs up all the time", WAS, "washer_pressure washer_current", "washer|washer pump", "off 9;sd 2"),
        grea=k("grease line torn: pressure weak", GRE, "grease_pressure", "greasing|grease line", "gain -.4", need=40),
        load=k("a recording fills the computer", COM, "processor_load cycle_time", "main computer|computer", "gain .25"),
        mem=k("memory leaks", COM, "memory_used", "main computer|memory", "creep 240", slow=True),
        link=k("antenna of the remote link dusty: weak", RAD, "receive_level lost_share", "remote link|antenna", slow=True),
        cabf=k("cabinet fan clogged: warm inside", CAB, "fan_speed cabinet_temperature", "cabinet fan|control cabinet", slow=True, tail=500),
        v24=k("24 V supply dips: capacitor dry", CAB, "supply_voltage", "supply|control cabinet", "part .05 .4 2"),
        gyr=k("boom motion sensor: turn rate z has a bias", IMU, "turn_rate[2]", "boom motion|motion sensor", "off 1.1"),
        plate=k("nozzle pose late", NZP, "header.stamp", "nozzle pose|boom controller", "late .7"),
        pthin=k("pump messages at half rate", PUM, "header.stamp", "concrete pump|pump controller", "thin .5 .24"),
        bburst=k("boom messages in bursts", BOM, "header.stamp", "boom|boom controller", "burst 1.3"),
        lloss=k("line messages get lost", LIN, "header.stamp", "delivery line|line sensor", "loss .5"),
        p_vib=k("boom shakes at one place: head pin worn on one side", IMU, "acceleration[2] acceleration[1]", "boom motion|boom|head pin", "sd 13", **PLACE),
        p_off=k("stand off reading jumps at one place: echo off the own arm", NZP, "stand_off", "nozzle pose|own arm|stand off", "sd 9;off .12", **PLACE),
        p_j2=k("joint 2 works harder at one place: hose loop catches", BOM, "cylinder_pressure[1]", "boom joint 2|boom|hose loop|joint 2", "off 16", **PLACE),
        n_line=k("line pressure pulses when above a number: damper gas lost", LIN, "pulsation", "pulsation damper|delivery line", "off 3.5;sd 2", **NUM),
        n_acc=k("dosing flow falls short when the pump turns faster than a number: suction hose soft", ACC, "dosing_flow", "suction hose|accelerator dosing", "gain -.14", **NUM),
        n_oil=k("compressor oil temperature jumps when hotter than a number: probe loose", CMP, "oil_temperature", "compressor|probe", "tele 6 1 3", **NUM),
        n_pow=k("phase 1 sags when the power is above a number: clamp loose", MAI, "phase_voltage[0]", "mains supply|phase 1|clamp", "off -4.5", **NUM),
        n_dust=k("contrast falls when there is more dust than a number: wiper dead", CAM, "contrast", "nozzle camera|wiper|camera", "off -9;sd 1.5", **NUM),
        n_hyd=k("filter drop noisy when the motor current is above a number: bypass flutters", HYD, "filter_drop", "hydraulics|bypass|filter", "hum .25 1.1", **NUM),
        n_tilt=k("joint 4 error larger when tilted more than a number: hose pulls", BOM, "joint_error[3]", "boom joint 4|boom|joint 4|hose", "off .32", **NUM),
        s_acc=k("accelerator dosing reports an empty suction", [ACC, "/rosout", "/diagnostics"], "dosing_flow", "accelerator dosing", "cut 0 1 4", silent=False),
        s_boom=k("boom reports a following error", [BOM, "/rosout", "/diagnostics"], "joint_error", "boom", "tele 1.2 1 5", silent=False),
        s_cmp=k("compressor reports high temperature", [CMP, "/rosout", "/diagnostics"], "oil_temperature", "compressor", "off 22", silent=False),
        s_dust=k("dust monitor warns of high dust", [DUS, "/rosout", "/diagnostics"], "coarse_dust", "dust monitor", "gain .6", silent=False),
    )

    def jobs(self):
        base = self.rng("sec").uniform(5, 40)
        b = Book(self, x=base + 3, y=0.0, base=base, spray=0, want=0.0, cond=1.0, chute=0, step=0, mix=1, sect=0, man=0, ppl=0, tilt=0.0, wash=0, scan=0, legs=1, so=1.5)
        arc = (6.5, 5.2, 7.4)[self.site()]
        b.wait(b.u(20, 60))
        while b.more:
            t0, base = b.t, b.now("base")
            mix = int(b.r.integers(1, 3 + self.since(6)))                                                # new in life/6: a fibre mix
            b.set(mix=mix, sect=b.now("sect") + 1, cond=(1.0, 1.12, 1.3)[mix - 1] * b.u(0.93, 1.07))
            b.wait(b.u(15, 30), step=1, scan=1), b.set(scan=0)
            layers = 1 + int(b.chance(0.4))
            for lay in range(layers):
                b.set(step=5, legs=0), b.wait(3), b.move(b.u(9, 14), base=base + 1.4), b.move(b.u(5, 9), base=base + 0.6), b.move(4, base=base), b.set(legs=1)   # puts itself right
                if self.since(3) and b.chance(0.4): b.set(step=9), b.drive(0.5, base + 5.5, -1), b.set(tilt=35.0), b.wait(b.u(20, 40), spray=1, want=5.0), b.set(tilt=0.0, spray=0)   # new in life/3: the face
                b.set(step=2), b.drive(0.8, base + 2, -arc)
                b.wait(4), b.set(spray=1), b.move(5, want=b.u(9, 16) * (0.85 if self.life_is(6) else 1))
                v, rows, side = b.u(0.5, 0.85), int(b.u(6, 11)), 1
                for i in range(rows):
                    X = base + 2 + 0.32 * i
                    for Y in np.linspace(-arc, arc, 4)[1:] * side: b.set(tilt=12 * np.sign(Y) * b.u(0.2, 1.6), so=b.u(1.3, 1.8)), b.drive(v * b.u(0.9, 1.1), X, Y)
                    b.drive(0.3, X + 0.32, arc * side)
                    side = -side
                    if b.chance(0.10): b.set(spray=0, want=0.0), b.wait(b.u(25, 70), step=4, chute=1), b.set(chute=0, step=2, spray=1), b.move(4, want=b.u(9, 15))   # truck mixers change
                    elif b.chance(0.35): b.set(chute=1)
                    else: b.set(chute=0)
                    if b.chance(0.05): b.set(man=1, step=6), b.wait(b.u(5, 20)), b.set(man=0, step=2)
                b.move(3, want=0.0), b.set(spray=0, chute=0)
                b.wait(b.u(10, 25), step=3, scan=1), b.set(scan=0)
            if b.once(900): b.wait(35, step=8, wash=1), b.set(wash=0)                                    # washed through once a session
            if self.since(8) and b.chance(0.6): b.wait(b.u(15, 25), step=10, wash=1), b.set(wash=0)      # life/8: nozzle rinsed after each section
            b.job(t0, 5 if b.chance(0.04) else 4)
            if b.chance(0.3): b.wait(b.u(20, 60), ppl=1), b.set(ppl=0)
            b.set(step=5), b.drive(0.8, base + 1, 0), b.wait(4, legs=0)
            d = b.u(2.5, 5) if base < 120 else -b.u(60, 90)
            b.move(min(abs(d) / 0.25, 110), base=base + d, x=base + d + 1), b.wait(5, legs=1)
            b.wait(b.u(8, 60), step=7)
        return [b]

    def model(self):
        B, F, L, W = self.B, self.F, self.L, self.wander
        x, y, base = self.soft(B["x"], 0.5), self.soft(B["y"], 0.5), self.soft(B["base"], 1.0)
        self.x, self.y, self.cb = x, y, base
        self.nv, self.cv = np.hypot(self.diff(x), self.diff(y)), self.diff(base)
        self.amb = 17 + 0.35 * self.day(6, 5, 5) + 1.0 * np.sin(base / 33)
        self.tilt = self.soft(B["tilt"], 0.8)
        self.q = [self.soft(z, 0.3) for z in (4.2 * y + 2 * np.sin(x), 18 + 4.5 * np.cos(y / 4.2) + 1.2 * (x - base), 1.8 + 0.55 * (x - base) + 0.12 * np.abs(y), self.tilt)]
        self.qd = [self.diff(z) for z in self.q]
        o = Rec(self, "Q sr ph pl fill tcy tot ad as_ ap al cp lod icp coil cfan cyc aq av psup oil ht hcd hq lev agt tm soc vb ib pw tpl tb tring")
        names = "piston ring coat cyl fmet stat anoz amet leak inlet ccool nair amete hpump hcool plug rint wheelb ringt p_j2".split()
        pi, rg, ct, cy, fm, sa, an, am, lk, il, cc, na, ame, hp, hc, pg, ri, wb, rt, _ = (F(a) for a in names)
        A = [L(z) for z in (B["want"], B["spray"], B["cond"] * (1 + 0.05 * W("slump", 1, 40)), B["chute"], np.abs(self.cv), self.diff(lp(self.cv, 0.5)), self.amb, sum(np.abs(z) for z in self.qd) / 10, W("fl", 1, 1.0), B["wash"], B["scan"], 0.5 + 0.5 * self.pieces("aux", 20, 90, 0, 1), B["legs"], 0.006 * np.sin(base / 9))]
        Q = Ip = Ia = ad = aq = Iv = tot = cyc = v1 = 0.0
        a0 = float(self.amb[0])
        hs = self.rng("start")
        tcy, al, cp, lod, coil, Ic, oil, Ih, lev = a0 + 9, hs.uniform(60, 92), 7.6, False, a0 + 38, 0.3, a0 + 22, 0.3, 70.0
        soc, tm, tpl, tring, tb = hs.uniform(0.55, 0.9), a0 + 6, a0 + 9, a0 + 8, a0 + 5
        for i, (want, spray, cond, chute, cv, ca, amb, mv, fl, wash, scan, aux, legs, slope) in enumerate(zip(*A)):
            # concrete: flow loop sets the strokes
            fill = (0.86 - 0.05 * (cond - 1) + 0.015 * fl - 0.06 * max(0.0, (45 - lev) / 45)) * (1 - 0.19 * pi[i] - 0.10 * rg[i])
            Qm = Q * (1 - 0.15 * fm[i])
            e = want - Qm
            Ip = clip(Ip + 0.55 * e * H, 0, 45) if want > 0.5 else Ip * 0.7
            sr = clip(Ip + 0.5 * e, 0, 48) if want > 0.5 else 0.0
            Q += (sr * 0.66 * fill - Q) * 0.25
            pl = (6 + 2.1 * Q * cond * (1 + 0.42 * ct[i])) * tanh(Q) + 0.5
            ph = (28 + 3.4 * pl + 14 * cy[i]) * tanh(sr)
            tcy += H * (0.0011 * ph * tanh(sr) + 0.035 * cy[i] * tanh(sr) - (tcy - amb) * 0.0028)
            tot += Qm * H / 3600
            lev = clip(lev + H * (1.15 * (lev < (92 if chute else 55)) * (1.4 if lev < 30 else 1) - 0.055 * Q), 8, 98)
            agt = 140 + 1.7 * lev * cond
            # accelerator follows the flow
            ar = 0.062 * Qm * 1000 / 60 / 1.35 * tanh(want)
            e = ar - ad * (1 - 0.18 * am[i])
            Ia = clip(Ia + 0.9 * e * H * 10, 0, 900) if want > 0.5 else Ia * 0.6
            as_ = clip(Ia + 8 * e, 0, 950) if want > 0.5 else 0.0
            ad += (as_ * 0.0235 * (1 - 0.22 * sa[i]) - ad) * 0.3
            ap = 0.4 + 0.034 * ad * ad * (1 + 1.4 * an[i])
            al = al - ad * H / 60 / 9 if al > 8 else 95.0
            # compressor by pressure, nozzle air loop
            lod = cp < 8.2 if lod else cp < 7.0
            vmax = 19 * cp / 7.5 * (1 - 0.22 * na[i])
            e = 11.5 * spray - aq * (1 + 0.22 * ame[i])
            Iv = clip(Iv + 0.05 * e * H, 0, 1) if spray else Iv * 0.5
            av = clip(Iv + 0.03 * e, 0, 1) if spray else 0.0
            aq += (av * vmax - aq) * 0.35
            cp += H * (0.175 * lod * (1 - 0.22 * il[i]) - 0.0085 * aq - 0.006 - 0.038 * lk[i] - 0.02 * wash)
            cp = clip(cp, 3, 9)
            icp = 34 + lod * (38 + 6.0 * cp) * (1 - 0.05 * il[i])
            e = coil - 72
            Ic = clip(Ic + 0.0010 * e * H, 0, 0.95)
            cfan = clip(Ic + 0.03 * e, 0.04, 1)
            coil += H * (0.0038 * icp - (coil - amb) * (0.0016 + 0.0068 * cfan * (1 - 0.42 * cc[i])))
            cyc += lod and not (i and o.rows[-1][11])
            # hydraulics
            hq = 22 + 0.55 * sr * 6 + 26 * mv + 14 * hp[i]
            psup = 70 + 0.75 * ph + 30 * tanh(mv)
            ihm = 42 + 0.0042 * hq * psup + 13 * hp[i]
            e = oil - 46
            Ih = clip(Ih + 0.0011 * e * H, 0, 0.95)
            hcd = clip(Ih + 0.03 * e, 0.04, 1)
            oil += H * (0.00115 * ihm + 0.013 * hp[i] - (oil - amb) * (0.0006 + 0.0052 * hcd * (1 - 0.42 * hc[i])))
            # carrier on its battery; mains for the rest
            tq = (16500 * (1.05 * ca + 9.81 * (slope + 0.016)) * 0.045) * (cv > 0.03) + 190 * wb[i] * tanh(cv * 8)
            im = 4 + 0.30 * abs(tq)
            tm += H * (0.000021 * im * im + 0.03 * wb[i] * tanh(cv * 5) - (tm - amb) * 0.0016)
            pw = 1.2 + 0.62 * (icp * 0.8 + ihm * 0.9) + 4.2 * tanh(sr) + 6 * wash + 3 * aux + 2.2 * hcd + 1.4 * cfan
            chg = clip((0.95 - soc) * 60, 0, 14) if legs else 0.0
            ib = im * tanh(cv * 10) + 2 + 2 * aux - chg
            oc = 92 + 9 * soc
            v1 += H * (ib * 0.006 - v1) / 40
            vb = oc - (0.022 * (1 + 1.6 * ri[i])) * ib - v1
            soc = clip(soc - ib * H / 3600 / 90, 0.05, 1)
            tb += H * (ib * ib * 6e-6 - (tb - amb - 4) * 0.0005)
            it = pw * 1.55
            tpl += H * (1.6e-6 * it * it * (1 + 1.5 * pg[i]) - (tpl - amb) * 0.0022)
            tring += H * (1.2e-6 * it * it * (1 + 1.5 * rt[i]) - (tring - amb) * 0.0022)
            o.rows.append((Qm, sr, ph, pl, fill, tcy, tot, ad * (1 - 0.18 * am[i]), as_, ap, al, cp, lod, icp, coil, cfan, cyc, aq * (1 + 0.22 * ame[i]), av, psup, oil, ihm, hcd, hq, lev, agt, tm, soc, vb, ib, pw, tpl, tb, tring))
        o.give()
        self.spr = lp((B["want"] > 2) * 1.0, 0.6) > 0.5
        self.pulse = np.abs(np.sin(np.pi * np.cumsum(self.sr) * 0.05 / 60)) ** 6

    def dust(self): return lp((0.4 + 0.055 * self.Q * np.tanh(self.Q)) * (1 + 0.25 * self.wander("du", 1, 12)), 18) + 0.35 * self.wander("d2", 1, 120).clip(0)

    def conditions(self):
        sp, mv, drv = self.spr, sum(np.abs(z) for z in self.qd) > 0.8, np.abs(self.cv) > 0.05
        self.place("p_vib p_off p_j2", self.x - self.cb, self.y, 1.3, sp, 0.05)
        self.beyond("n_line", self.pl, LIN + ":line_pressure", "line pressure|pressure", 0.5, sp), self.beyond("n_acc", self.as_, ACC + ":pump_speed", "pump speed|speed|faster", 0.5, sp)
        self.beyond("n_oil", self.coil, CMP + ":oil_temperature", "oil temperature|temperature|hotter", 0.6), self.beyond("n_pow", self.pw, MAI + ":active_power", "power|active power|load", 0.62)
        self.beyond("n_dust", 10 * self.dust(), DUS + ":fine_dust", "dust|fine dust", 0.6), self.beyond("n_hyd", self.ht, HYD + ":motor_current", "motor current|current|load", 0.62), self.beyond("n_tilt", np.abs(self.tilt) * np.sign(self.tilt), NZP + ":nozzle_tilt", "tilt|nozzle tilt", 0.55, sp)
        for kinds, vis, w in (("piston ring coat swing fmet stat anoz amet aair nair amete oscb oscw thick", sp, "spray|flow|stroke|pump"), ("jfric jplay jgain", mv, "boom|moves|joint|moving"), ("wheelb", drv, "driv|travel|speed|moves")): self.mode(kinds, vis, *w.split("|"))

    def publish(self):
        B, W, t, amb, s, F = self.B, self.wander, self.t, self.amb, self.send, self.f
        sp = lp(self.spr * 1.0, 0.5)
        jp = F("jplay")
        head = 0.35 * jp * np.tanh(self.qd[3] / 2) + 0.25 * jp * W("jp", 1, 0.8)
        s(NZP, P + "Nozzle", 10, dict(nozzle_forward=M(self.x - self.cb, 1e-3, 0.01), profile_position=M(self.y, 1e-3, 0.01), stand_off=M(self.soft(B["so"], 0.6) + 0.05 * W("so", 1, 1.5) + 0.12 * head, 0.005, 0.015), nozzle_speed=M(self.nv, 0.01, 0.015), nozzle_tilt=M(self.tilt, 0.1, 0.2)))
        s(CAR, P + "Carrier", 3, dict(carrier_chainage=M(self.cb, 1e-3, 0.006), travel_speed=M(self.cv, 0.01, 0.008), heading_degrees=M(271 + 0.8 * np.sin(self.cb / 17), 0.01, 0.08), pitch_degrees=M(0.35 * np.sin(self.cb / 9), 0.01, 0.04), position_error=M(0.03 + 0.01 * np.abs(np.sin(self.cb / 21)) + 0.004 * W("pe", 1, 20), 0.001, 0.002, 0, 0.005)))
        s(PUM, P + "Pump", 8, dict(stroke_rate=M(self.sr, 0.1, 0.2, 0.2, 0), drive_pressure=M(self.ph * (1 - 0.12 * self.pulse), 0.5, 1.6), swing_pressure=M((self.sr > 1) * (62 + 0.5 * self.pl + 24 * self.pulse), 0.5, 2.0), cylinder_temperature=M(self.tcy, 0.5, 0.2, 6), fill_degree=M(np.where(self.sr > 1, 100 * self.fill, 0), 0.5, 1.0, 0.3, 0, 100), strokes_total=np.floor(np.cumsum(self.sr) * 0.05 / 60 + 9000 * self.idx)))
        pul = sp * (1.6 + 0.06 * self.pl + 3.2 * F("ring") + 0.4 * W("pu", 1, 2))
        s(LIN, P + "Line", 8, dict(line_pressure=M(self.pl - 0.5 * pul * self.pulse, 0.1, 0.35), concrete_flow=M(self.Q, 0.05, 0.15, 0.4, 0), concrete_temperature=M(19 + 0.15 * (amb - 17) + self.pieces("ct", 300, 700, -1.5, 1.5) + 0.6 * lp(sp, 60), 0.1, 0.1, 10), pulsation=M(pul, 0.05, 0.2, 0.4, 0), total_cubic_metres=M(self.tot + 800 * self.idx, 0.01, 0)))
        s(ACC, P + "Accelerator", 6, dict(dosing_flow=M(self.ad, 0.05, 0.12, 0.2, 0), pump_speed=M(self.as_, 1, 3, 0, 0), dosing_pressure=M(self.ap, 0.02, 0.06, 0.1, 0), tank_level=M(self.al, 0.2, 0.2, 2, 0, 100), dosing_share=M(np.where(self.Q > 2, 135 * self.ad * 0.06 / np.maximum(self.Q, 2), 0) * 1.0, 0.05, 0.08, 1, 0)))
        s(CMP, P + "Compressor", 4, dict(outlet_pressure=M(self.cp, 0.01, 0.02), motor_current=M(self.icp, 0.2, 0.8, 0.2, 0), oil_temperature=M(self.coil, 0.1, 0.15, 4), cooler_fan_drive=M(100 * self.cfan, 0.5, 0.4, 0, 0, 100), inlet_depression=M(0.8 + self.lod * (2.2 + 2.0 * F("inlet")) + 0.02 * self.idx, 0.05, 0.1, 0.5, 0), loaded=self.lod, load_cycles=np.floor(self.cyc + 700 * self.idx)))
        s(AIR, P + "NozzleAir", 5, dict(air_flow=M(self.aq, 0.05, 0.12, 0.2, 0), valve_opening=M(100 * self.av, 0.2, 0.4, 0, 0, 100), air_pressure=M(0.2 + 0.027 * self.aq ** 2 * (1 - 0.36 * F("amete")) + 0.02 * self.cp * sp, 0.02, 0.04)))
        s(HYD, P + "Hydraulics", 5, dict(system_pressure=M(self.psup - 9 * self.pulse * sp, 0.5, 1.6), oil_temperature=M(self.oil, 0.1, 0.12, 5), oil_level=M(76 + 0.08 * (self.oil - 45) - 1.5 * (B["legs"] > 0.5), 0.1, 0.25), filter_drop=M(0.25 + 0.010 * self.hq - 0.006 * (self.oil - 40), 0.01, 0.03, 0.3, 0), motor_current=M(self.ht, 0.5, 1.2), cooler_drive=M(100 * self.hcd, 0.5, 0.4, 0, 0, 100), return_flow=M(self.hq, 0.5, 1.5, 0.3)))
        mvj = [np.tanh(z * 2) for z in self.qd]
        fr, lk, jg = F("jfric"), F("jleak"), F("jgain")
        err = [self.qd[0] * 0.05 * (1 + 1.3 * jg), self.qd[1] * 0.06 + 0.16 * fr * mvj[1], self.qd[2] * 0.05 - 0.11 * lk, self.qd[3] * 0.04 + head]
        prs = [60 + 22 * np.abs(mvj[0]) + 0.4 * np.abs(self.q[0]), 95 + 26 * mvj[1] * (1 + 0.6 * fr) + 12 * fr * np.abs(mvj[1]) + 2.2 * (self.x - self.cb), 70 + 15 * np.abs(mvj[2]) + 6 * self.q[2], 40 + 8 * np.abs(mvj[3]) + 0.25 * self.tilt]
        cur = [8 + 30 * np.abs(np.tanh(z / 4)) + 12 * np.abs(e) for z, e in zip(self.qd, err)]
        cur[2], cur[1] = cur[2] + 5.5 * lk, cur[1] + 14 * fr * np.abs(mvj[1])
        s(BOM, P + "Boom", 10, dict(joint_angle=[M(z, 0.01, 0.03) for z in self.q], joint_error=[M(e, 0.005, 0.035) for e in err], cylinder_pressure=[M(z, 0.5, 1.8, 0.1) for z in prs], valve_current=[M(z, 0.2, 0.9, 0.1, 0) for z in cur]))
        ob, w3 = F("oscb"), 1 + 0.02 * W("os", 1, 6)
        s(OSC, P + "Oscillator", 5, dict(oscillation_rate=M(sp * 210 * (1 - 0.09 * ob) * w3, 1, 2.5), oscillation_width=M(11 * sp * (1 + 0.04 * W("ow", 1, 20)), 0.1, 0.25), motor_pressure=M(4 + sp * (52 + 17 * ob + 0.5 * np.abs(self.tilt)), 0.5, 1.5)))
        s(HOP, P + "Hopper", 3, dict(concrete_level=M(self.lev, 0.5, 0.8, 0.5, 0, 100), agitator_torque=M(self.agt * (1 + 0.05 * W("ag", 1, 1)), 1, 6), agitator_speed=M(22 - 0.006 * self.agt, 0.1, 0.15), chute_angle=M(4 + 30 * lp(B["chute"], 1.5), 0.2, 0.4)))
        pg, it = F("plug"), self.pw * 1.55
        s(MAI, P + "Mains", 3, dict(phase_voltage=[M(402 - 0.035 * it + 2.2 * W("mv", 1, 150) + self.u(f"pv{i}", 1) - (i == 1) * pg * (1.2 + 0.028 * it), 0.2, 0.5) for i in range(3)], phase_current=[M(it * c, 0.5, 1.5) for c in (1.01, 0.98, 1.02)], active_power=M(self.pw, 0.2, 0.5), plug_temperature=M(self.tpl, 0.5, 0.2, 8)))
        rl, cm = F("reel"), np.tanh(np.abs(self.cv) * 8)
        s(REL, P + "Reel", 3, dict(cable_out=M(18 + self.cb, 0.02, 0.02), cable_tension=M(180 + 70 * cm + 85 * rl * (0.35 + cm) + 8 * W("ten", 1, 6), 1, 5), motor_torque=M(24 + 18 * cm + 11 * rl * (0.4 + cm) + 0.05 * self.cb, 0.2, 0.8), ring_temperature=M(self.tring, 0.5, 0.2, 8)))
        s(BAT, P + "Battery", 3, dict(pack_voltage=M(self.vb, 0.05, 0.06), pack_current=M(self.ib, 0.1, 0.4), state_of_charge=M(100 * self.soc, 0.1, 0), pack_temperature=M(self.tb, 0.5, 0.15), module_voltage=[M(self.vb / 4 + self.u(f"mo{i}", 0.02), 0.01, 0.015) for i in range(4)]))
        s(WHE, P + "Wheel", 4, dict(motor_torque=M((16500 * (1.05 * self.diff(lp(self.cv, 0.5)) + 0.157 * np.sign(self.cv)) * 0.045 + 190 * F("wheelb") * np.sign(self.cv)) * (np.abs(self.cv) > 0.02), 1, 4), motor_current=M(np.clip(self.ib - 2, 0, None) * cm, 0.2, 0.8, 0, 0), motor_temperature=M(self.tm, 0.5, 0.2, 5), brake_pressure=M(14 * (np.abs(self.cv) < 0.02) + 1, 0.1, 0.2), steering_angle=M(4 * cm * W("st", 1, 4), 0.1, 0.15)))
        s(OUT, P + "Outriggers", 2, dict(leg_pressure=[M(8 + lp(B["legs"], 2) * (112 + 7 * i + 1.2 * self.q[0] * (-1) ** i), 0.5, 1.2) for i in range(4)], leg_extension=[M(lp(B["legs"], 2) * (0.62 + 0.05 * i + self.su(f"leg{i}", 0.02)), 0.002, 0.002) for i in range(4)]))
        th, rb = lp(6 + 85 * np.mod(np.cumsum(self.Q * sp) * 0.05 / 3600, 1.6) / 1.6, 2), 9 + 2.2 * np.abs(self.y) / 6 + 1.5 * W("rb", 1, 40) + 1.6 * F("amet") + 1.2 * F("amete")
        s(SCA, P + "Scanner", 4, dict(layer_thickness=M(th, 0.5, 1.2), rebound_share=M(rb, 0.1, 0.3, 2, 0), point_count=M(9400 * (1 - 0.12 * F("win")) - 900 * self.dust() + 120 * W("pc", 1, 3), 5, 60), window_dirt=M(12 + 0.3 * self.idx + 1.5 * np.mod(t / 1500 + self.su("wd"), 1) + 2.5 * F("win"), 0.2, 0.3), range_to_wall=[M(3.2 + 1.3 * np.cos(0.5 * i - self.y / 5) + 0.25 * np.sin(self.x * 1.7 + i), 0.01, 0.015, 0, 0.2) for i in range(5)]))
        s(DUS, P + "Dust", 2, dict(fine_dust=M(10 * self.dust(), 0.1, 0.25, 3, 0), coarse_dust=M(26 * self.dust() * (1 + 0.1 * W("cd", 1, 5)), 0.2, 0.8, 3, 0), pump_flow=M(2.2 + 0.02 * W("pf", 1, 100), 0.005, 0.012)))
        ds = self.dust()
        s(CAM, P + "Camera", 4, dict(contrast=M(72 - 11 * F("contr") - 9 * ds + 3 * np.cos(self.y / 3) + 2 * W("cn", 1, 3), 0.5, 1.0, 0, 0, 100), exposure_time=M(8 + 1.8 * F("contr") + 1.6 * ds + 0.8 * np.abs(self.y) / 6, 0.05, 0.15), image_delay=M(54 + 4 * np.abs(W("im", 1, 1)) + 3 * self.since(3), 1, 2), fibres_seen=M(40 * (B["mix"] == 3) * sp, 1, 2, 0, 0)))
        s(LAM, P + "Lamps", 2, dict(lamp_current=[M(3.4 + self.u(f"la{i}", 0.06) + 0.02 * W(f"lw{i}", 1, 60), 0.01, 0.02) for i in range(3)], light_level=M(310 - 35 * ds - 22 * F("lamp2") + 12 * np.cos(self.y / 3), 1, 4)))
        s(TUN, P + "Tunnel", 1, dict(air_temperature=M(amb, 0.05, 0.05, 15), air_speed=M(np.abs(0.9 + 0.25 * W("as", 1, 30) + 0.1 * self.site()), 0.01, 0.03, 1, 0), relative_humidity=M(71 + 3 * W("rh", 1, 300) + 6 * lp(sp, 150), 0.5, 0.4, 8), rock_temperature=M(14 + 0.03 * self.cb, 0.1, 0.08)))
        s(GAS, P + "Gas", 1, dict(carbon_monoxide=M(6 + 3 * lp(B["chute"], 40) + W("co", 1, 150), 0.2, 0.3, 10, 0), nitrogen_dioxide=M(0.5 + 0.3 * lp(B["chute"], 40) + 0.05 * W("no", 1, 150), 0.01, 0.02, 10, 0), oxygen=M(20.8, 0.02, 0.02)))
        wa = lp(B["wash"], 1)
        s(WAS, P + "Washer", 2, dict(washer_pressure=M(4 + 120 * wa, 0.5, 1.2), washer_current=M(0.4 + 13 * wa, 0.1, 0.15, 0, 0), water_level=M(82 - 3 * self.idx / 5 - 0.02 * np.cumsum(wa) * 0.05, 0.5, 0.4))), s(GRE, P + "Greasing", 2, dict(grease_pressure=M(3 + 88 * np.exp(-np.mod(t + 60 * self.su("gr"), 160) / 45), 0.5, 1.0, 0.5, 0), grease_level=M(58 - 0.4 * self.idx, 0.5, 0.4)))
        s(COM, P + "Computer", 2, dict(processor_load=M(44 + 7 * sp + 9 * lp(B["scan"], 2) + 4 * self.since(3), 0.5, 1.8, 0, 0, 100), memory_used=M(2900 + 70 * self.since(3) + 60 * self.since(8) + self.pieces("mem", 60, 200, -18, 18), 1, 5), board_temperature=M(amb + 22 + 3 * lp(sp, 100), 0.5, 0.3), cycle_time=M(15 + np.abs(W("cy", 0.7, 0.5)) + 1.5 * lp(B["scan"], 2), 0.1, 0.25)), strs=dict(software=self.ver("11.0", "11.2", "12.0")))
        s(RAD, P + "Link", 2, dict(round_trip=M(31 + 6 * np.abs(W("rt", 1, 1)) + 0.05 * self.cb, 1, 2, 0, 0), lost_share=M(1.1 * F("link") + 0.5 * np.abs(W("ls", 1, 5)), 0.05, 0.1, 0, 0), receive_level=M(-58 - 8 * F("link") - 0.08 * self.cb + 2 * W("re", 1, 8), 1, 1)))
        rate = np.maximum(0.15 + 0.5 * self.nv + 0.35 * sp + 0.5 * sp * self.pulse, 0.1)
        s(IMU, P + "Motion", 10, dict(acceleration=[M(9.81 * (i == 2) + 0.35 * rate * self.white(f"ac{i}"), 2e-3, 0.04) for i in range(3)], turn_rate=[M(0.5 * rate * self.white(f"tr{i}") + (self.qd[0] if i == 2 else 0), 0.01, 0.15) for i in range(3)]))
        cf = F("cabf")
        s(CAB, P + "Cabinet", 1, dict(cabinet_temperature=M(amb + 9 + 4 * lp(sp, 200) + 5 * lp(cf, 200), 0.1, 0.12, 10), fan_speed=M(2450 * (1 - 0.12 * cf), 5, 15), supply_voltage=M(24.1 - 0.2 * sp, 0.01, 0.02), humidity=M(41 + 2 * W("ch", 1, 200), 0.5, 0.4))), s(WAT, P + "Water", 2, dict(added_water=M(3.1 * lp(B["chute"], 3) * (1 + 0.03 * W("aw", 1, 10)), 0.02, 0.04, 0, 0), water_pressure=M(5.4 - 0.7 * lp(B["chute"], 3) + 0.1 * W("wp", 1, 60), 0.02, 0.03)))
        s(JOB, P + "Job", 2, dict(job_step=B["step"], mix_number=B["mix"], section_number=B["sect"] + 40 * self.idx, wanted_flow=M(B["want"], 0.1, 0), by_hand=B["man"])), s(SAF, P + "Safety", 2, dict(emergency_stop_released=1, deadman_pressed=B["spray"], legs_down=B["legs"], persons_near=B["ppl"]))
        self.say("s_acc", "accelerator_dosing", "ACC", "suction empty, no dosing flow", "no flow at the dosing meter"), self.say("s_boom", "boom", "BOM", "following error of the boom", "following error again, slowed down")
        self.say("s_cmp", "compressor", "CMP", "oil temperature above limit", "compressor too hot, check the cooler"), self.say("s_dust", "dust_monitor", "DUS", "dust above the limit", "dust still above the limit")
        self.talk(self.ver("11.0", "11.2", "12.0"), [("I", "concrete_pump", "pump ready"), ("W", "remote_link", "no operator yet"), ("I", "safety_chain", "closed")], [(8, "I", "spraying", "row done in {} s", 14, 30), (5, "W", "hopper", "low level, waited {} s", 3, 20), (5, "I", "accelerator_dosing", "share {} percent", 5.8, 6.6), (4, "W", "remote_link", "slow {} ms", 80, 200), (2, "W", "nozzle_camera", "glare, exposure {} ms", 12, 30)],
            [("remote_link", "RAD", 3), ("profile_scanner", "SCA", 2), ("gas_monitor", "GAS", 1)], "/spray/_action/status")
