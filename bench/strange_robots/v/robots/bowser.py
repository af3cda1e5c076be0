"""Aircraft refuelling robot: a hydrant dispenser that drives to the stands, lifts an arm to the wing and fuels. Vendor messages in plain English."""

# fmt: off
from math import sqrt, tanh

from base import H, NUM, PLACE, Book, M, Rec, Rig, clip, k, lp, mdef, np

POS, DRV, BRK, STE, BAT, CHG, CVT = "/pose", "/drive_motor", "/service_brakes", "/steering", "/traction_battery", "/charger", "/low_voltage_converter"
FUE, VAL, FIL, MET, WAT, NOZ, BON, HYD, AIR = "/fuel_line", "/pressure_control_valve", "/filter_vessel", "/flow_meter", "/water_detector", "/nozzle_coupling", "/bonding", "/hydraulics", "/compressed_air"
REE, LFT, ARM, VIS, VAP, COO, WEA, RAD, COM, TYR, LID, JOB, SAF, PIT, SMP = "/hose_reel", "/lift_platform", "/fuelling_arm", "/coupling_vision", "/vapour_detector", "/coolant", "/weather_mast", "/data_radio", "/main_computer", "/tyre_sensors", "/apron_lidar", "/job", "/safety_chain", "/hydrant_pit", "/fuel_sampler"
MOV, FUEL, ARMS, REEL = dict(where="when driving"), dict(where="when fuelling"), dict(where="when the arm moves", need=8), dict(where="when the reel turns", need=8)
P = "bowser_msgs/msg/"


class Bowser(Rig):
    NAME, MILD = "bowser", ("s_filter",)
    DEFS = {P + a: mdef(b) for a, b in dict(
        Pose="float64 east north; float32 heading_degrees speed yaw_rate position_error", Drive="float32 motor_speed motor_torque phase_current motor_temperature inverter_temperature", Brake="float32[4] brake_pressure disc_temperature", Steering="float32 wheel_angle motor_current commanded_angle",
        Battery="float32 pack_voltage pack_current state_of_charge coolant_inlet insulation_kiloohm; float32[6] module_voltage module_temperature", Charger="float32 charge_current contact_temperature; bool plugged", Converter="float32 output_voltage output_current heat_sink",
        Fuel="float32 hydrant_pressure inlet_pressure nozzle_pressure fuel_temperature density", Valve="float32 valve_opening pilot_pressure pressure_setpoint", Filter="float32 differential_pressure sump_level vessel_temperature", Meter="float32 volume_rate total_litres pulse_quality", Water="float32 water_ppm sensor_voltage",
        Nozzle="float32 latch_force seal_drip_rate contact_gap; bool latched", Bond="float32 loop_resistance clamp_force", Hyd="float32 system_pressure oil_temperature oil_level pump_current filter_drop; bool pump_running; uint32 pump_starts", Air="float32 line_pressure compressor_current head_temperature dew_point; bool dryer_alarm",
        Reel="float32 hose_out reel_torque reel_speed hose_tension", Lift="float32 platform_height lift_pressure platform_tilt", Arm="float32[3] joint_angle joint_velocity joint_current joint_temperature; float32 wrist_force", Vision="float32 port_offset match_score exposure_time image_delay", Vapour="float32[2] hydrocarbon_ppm; float32 sample_flow",
        Coolant="float32 coolant_flow coolant_temperature fan_drive pump_drive", Weather="float32 wind_speed wind_direction air_temperature", Radio="float32 round_trip lost_share receive_level", Computer="float32 processor_load memory_used board_temperature cycle_time; string software", Tyres="float32[4] tyre_pressure tyre_temperature",
        Lidar="float32[6] nearest; float32 returned_points window_dirt", Job="uint8 job_step aircraft_kind; uint16 stand_number; float32 litres_wanted; bool by_hand", Safety="bool emergency_stop_released deadman_pressed chocks_set; uint8 persons_near", Pit="float32 coupler_pressure lanyard_tension; bool coupled", Sampler="float32 colour_index conductivity sample_pressure").items()}
    KINDS = dict(
        clog=k("filter elements clog: more differential pressure, the valve opens more", [FIL, VAL], "differential_pressure valve_opening", "filter vessel|filter|elements", cons="fuel line|inlet pressure|flow meter", slow=True, **FUEL),
        stick=k("control valve sticks in its seat: nozzle pressure hunts", [FUE, VAL, MET], "nozzle_pressure valve_opening volume_rate", "control valve|pressure control valve|valve", cons="filter vessel|differential pressure|inlet pressure|hydrant pit", **FUEL),
        ptn=k("nozzle pressure sensor reads low: the loop pushes more fuel", [VAL, MET], "valve_opening volume_rate", "nozzle pressure sensor|fuel line|pressure control valve", cons="filter vessel|differential pressure|inlet pressure|hydrant pit|nozzle pressure|nozzle coupling|latch force", slow=True, **FUEL),
        meter=k("rotor bearing of the meter worn: counts too little", MET, "volume_rate", "flow meter|meter|rotor", cons="total litres|pulse quality", slow=True, **FUEL),
        liner=k("liner of the hose has come off: more drop in the hose, the valve opens more", VAL, "valve_opening", "hose|pressure control valve|fuel line", cons="inlet pressure|nozzle pressure|flow meter", **FUEL),
        pit=k("strainer in the hydrant pit clogs: inlet pressure low at flow", [FUE, PIT, VAL], "inlet_pressure coupler_pressure valve_opening", "hydrant pit|strainer|inlet", cons="hydrant pressure|flow meter", slow=True, **FUEL),
        accu=k("accumulator lost its gas: pump starts far more often", HYD, "pump_starts system_pressure pump_running pump_current", "accumulator|hydraulics", cons="low voltage converter|oil temperature|traction battery|state of charge", slow=True),
        hleak=k("hydraulic valve leaks inside: pump runs more, oil warm", HYD, "pump_running pump_current oil_temperature system_pressure pump_starts", "hydraulics|hydraulic valve", cons="low voltage converter|output current|traction battery|state of charge", slow=True, tail=500),
        hpump=k("hydraulic pump worn: fills slowly, runs longer", HYD, "pump_running pump_current system_pressure", "hydraulic pump|hydraulics", cons="oil temperature|low voltage converter|output current|pump starts|traction battery|state of charge", slow=True),
        aleak=k("air line leaks: compressor runs longer and gets hot", AIR, "compressor_current head_temperature line_pressure", "air line|compressed air|compressor", cons="low voltage converter|output current|traction battery|state of charge", slow=True, tail=300),
        hub=k("wheel bearing dry: drive needs more torque", DRV, "motor_torque phase_current", "drive motor|wheel bearing", cons="motor temperature|inverter temperature|pack current|coolant|fan drive|coolant inlet|coolant temperature|low voltage converter|state of charge|traction battery", slow=True, **MOV),
        drag=k("rear left brake drags: hot disc, more torque", [BRK, DRV], "disc_temperature[2] motor_torque", "rear left brake|service brakes|brake 3", cons="phase current|motor temperature|inverter temperature|tyre temperature|pack current|coolant|fan drive|coolant inlet|coolant temperature|low voltage converter|state of charge|traction battery", slow=True, tail=600, **MOV),
        demag=k("drive motor weak: more current for the same torque", DRV, "phase_current motor_temperature", "drive motor", cons="inverter temperature|coolant|fan drive|coolant inlet|coolant temperature|low voltage converter|state of charge|traction battery", tail=500, **MOV),
        cool=k("coolant pump cavitates: little flow, inverter hot, fan full", [COO, DRV], "coolant_flow fan_drive inverter_temperature", "coolant|coolant pump|fan", cons="motor temperature|pump drive|coolant|fan drive|coolant inlet|coolant temperature|low voltage converter|state of charge|traction battery", tail=500),
        rad=k("radiator full of dust: fan works harder for the same temperature", COO, "fan_drive coolant_temperature", "radiator|coolant|fan", cons="inverter temperature|motor temperature|coolant|fan drive|coolant inlet|coolant temperature|low voltage converter|state of charge|traction battery", slow=True, tail=400),
        rint=k("battery: internal resistance risen", BAT, "pack_voltage", "traction battery|battery", cons="module voltage", slow=True),
        modul=k("busbar of module 4 loose", BAT, "module_voltage[3] module_temperature[3]", "module 4|traction battery|busbar", slow=True, tail=400),
        isol=k("insulation falls: water in a plug", BAT, "insulation_kiloohm", "insulation|traction battery|plug", "gain -.17;rw 40 40", slow=True),
        chg=k("charging contact worn: hot, less current", CHG, "contact_temperature charge_current", "charger|charging contact", cons="pack current|traction battery|pack voltage", where="when charging", need=15, tail=300),
        reel=k("reel brake drags: more torque", REE, "reel_torque hose_tension", "hose reel|reel brake", cons="hydraulics|reel speed|system pressure|traction battery|low voltage converter", slow=True, **REEL),
        jear=k("gear of arm joint 2 dry: more current, warm", ARM, "joint_current[1] joint_temperature[1]", "arm joint 2|fuelling arm|joint 2", cons="low voltage converter", slow=True, tail=500),
        jbrk=k("brake of arm joint 1 does not open fully: current and lag", ARM, "joint_current[0]", "arm joint 1|fuelling arm|joint 1", cons="joint temperature|low voltage converter", **ARMS),
        spring=k("balancing spring of the arm broke: joint 2 holds more weight", ARM, "joint_current[1]", "balancing spring|fuelling arm|joint 2", cons="joint temperature|low voltage converter|output current"),
        tyre=k("front right tyre loses air", TYR, "tyre_pressure[1] tyre_temperature[1]", "front right tyre|tyre sensors|tyre 2", cons="drive motor|motor torque", slow=True),
        seal=k("seal of the nozzle weeps: drops, vapour", [NOZ, VAP], "seal_drip_rate hydrocarbon_ppm[0]", "nozzle seal|nozzle coupling|nozzle", slow=True, **FUEL),
        clamp=k("bonding clamp corroded: resistance comes and goes", BON, "loop_resistance", "bonding|bonding clamp|clamp", "tele 6 .7 2.5", where="when bonded"),
        water=k("water detector lens coated", WAT, "sensor_voltage water_ppm", "water detector", "off .2;lag 30", slow=True, **FUEL),
        dens=k("densitometer: gum on the fork", FUE, "density", "densitometer|fuel line", "off 3.2", slow=True),
        ftemp=k("fuel thermometer: well dry, slow", FUE, "fuel_temperature", "fuel thermometer|fuel line", "lag 180;off .9", slow=True),
        dptx=k("differential pressure: impulse line gassed, slow and soft", FIL, "differential_pressure", "filter vessel|impulse line", "lag 14", **FUEL),
        pilot=k("pilot line pulses: orifice worn", VAL, "pilot_pressure", "pilot line|pressure control valve", "hum .22 2.3", **FUEL),
        sump=k("sump level float hangs", FIL, "sump_level", "sump|filter vessel|float", "dead 9", need=60),
        spd=k("speed pick-up loses teeth", DRV, "motor_speed", "drive motor|speed pick up", "part .35 .3 1.2", **MOV),
        steer=k("steering angle sensor twisted on its shaft", STE, "wheel_angle", "steering|steering sensor", "off 3.4"),
        sback=k("steering motor works against a stiff kingpin", STE, "motor_current", "steering|kingpin|steering motor", "gain .55", slow=True, **MOV),
        bval=k("brake pressure front left: valve slow", BRK, "brake_pressure[0]", "front left brake|service brakes|brake 1", "lag 2.2", **MOV),
        tilt=k("platform tilt sensor: bracket bent", LFT, "platform_tilt", "lift platform|tilt sensor", "off .9"),
        lifth=k("platform height: cord transducer skips", LFT, "platform_height", "lift platform|cord transducer", "tele -.35 1 4"),
        rhose=k("hose counter slips: too little hose", REE, "hose_out", "hose reel|hose counter", "gain -.16", where="when hose is out"),
        force=k("wrist force sensor drifts with a wet cable", ARM, "wrist_force", "wrist force|fuelling arm|wrist", "rw 26 12", slow=True),
        venc=k("joint 3 velocity noisy: encoder disc dirty", ARM, "joint_velocity[2]", "joint 3|fuelling arm|encoder", "sd 6"),
        score=k("vision window dirty: matches poor, long exposure", VIS, "match_score exposure_time", "coupling vision|vision window|camera", "gain -.22", slow=True),
        vlate=k("vision pictures late", VIS, "image_delay", "coupling vision|camera", "off 55;sd 6"),
        vap2=k("vapour head 2 poisoned by silicone", VAP, "hydrocarbon_ppm[1]", "vapour head 2|vapour detector", "gain -.7;lag 40", slow=True, need=60),
        sflow=k("sample pump of the vapour detector weak", VAP, "sample_flow", "sample pump|vapour detector", "gain -.12;sd 3", slow=True),
        wind=k("anemometer bearing stiff: reads low", WEA, "wind_speed", "anemometer|weather mast|wind", "gain -.45;floor .3", slow=True),
        swap=k("brake pressure senders 2 and 3 swapped after a repair", BRK, "brake_pressure[1] brake_pressure[2]", "service brakes|brake senders", "off 0", **MOV),
        gap=k("coupling gap sensor: target worn", NOZ, "contact_gap", "nozzle coupling|gap sensor", "off .5;sd 3"),
        radio=k("data radio: antenna cable wet", RAD, "receive_level lost_share", "data radio|antenna", "off -9", slow=True),
        load=k("a log process fills the computer", COM, "processor_load cycle_time", "main computer|computer|processor", "gain .25"),
        mem=k("memory of the computer leaks", COM, "memory_used", "main computer|computer|memory", "creep 260", slow=True),
        plate=k("pose comes late: receiver busy", POS, "header.stamp", "pose|receiver", "late .8"),
        hthin=k("hydraulic messages come at half rate", HYD, "header.stamp", "hydraulics|hydraulic controller", "thin .5 .26"),
        dburst=k("drive messages come in bursts", DRV, "header.stamp", "drive motor|drive bus", "burst 1.3"),
        mloss=k("meter messages get lost", MET, "header.stamp", "flow meter|meter", "loss .5"),
        dew=k("air dryer saturated: dew point rises", AIR, "dew_point", "air dryer|compressed air|dryer", "off 8", slow=True),
        lnoise=k("lidar sectors 2 and 3 dazzled", LID, "nearest[1] nearest[2]", "apron lidar|lidar", "part .5 .5 2"),
        pl_pos=k("position worse at one place: hangar wall reflects", POS, "position_error", "pose|receiver|hangar", "off .13", **PLACE),
        pl_rad=k("radio fades at one place", RAD, "round_trip receive_level", "data radio", "gain .15", **PLACE),
        pl_tor=k("drive pulls more at one place: soft asphalt", DRV, "motor_torque phase_current", "drive motor|asphalt", "off 75", **PLACE),
        n_dp=k("pressure behind the filter flutters when the flow is above a number: check flap loose", FUE, "inlet_pressure", "check flap|fuel line|filter", "hum .35 1.1", **NUM),
        n_met=k("meter pulses bad when the flow is above a number", MET, "pulse_quality", "flow meter|meter", "off -9", **NUM),
        n_mod=k("module 2 sags when the pack current is above a number", BAT, "module_voltage[1]", "module 2|traction battery", "off -.9", **NUM),
        n_inv=k("phase current ripples when the speed is above a number: resolver loose", DRV, "phase_current", "drive motor|resolver", "hum 28 .7", **NUM),
        n_arm=k("arm joint 3 draws more when the platform is higher than a number: cable too short", ARM, "joint_current[2]", "joint 3|fuelling arm|cable", "off .7", **NUM),
        n_cvt=k("low voltage sags when its current is above a number", CVT, "output_voltage", "low voltage converter|converter", "off -.2", **NUM),
        n_tilt=k("tilt swings when the wind is above a number: guide pads worn", LFT, "platform_tilt", "lift platform|guide pads", "hum .5 2.5", **NUM),
        s_water=k("water detector reports water in fuel", [WAT, "/rosout", "/diagnostics"], "water_ppm", "water detector", "tele 18 1.5 4", silent=False),
        s_filter=k("filter vessel warns of a full sump", [FIL, "/rosout", "/diagnostics"], "sump_level", "filter vessel|sump", "off 30", silent=False),
        s_dryer=k("air dryer reports an alarm", [AIR, "/rosout", "/diagnostics"], "dryer_alarm", "air dryer|compressed air", "off 1", silent=False),
        s_vision=k("vision reports that it lost its calibration", [VIS, "/rosout", "/diagnostics"], "port_offset", "coupling vision|vision|camera", "tele 14 2 4", silent=False),
    )

    def jobs(self):
        b = Book(self, x=0.0, y=0.0, step=0, fuel=0.0, cond=1.0, pb=0.4, hose=0.0, lift=0.0, a0=0.0, a1=0.0, a2=0.0, bond=0, pit=0, kind=1, stand=0, want=0, man=0, ppl=0, dock=0, samp=0)
        pitch = (46.0, 60.0, 38.0)[self.site()]
        ring = lambda s: (30 + pitch * (s % 6), 42.0 if s < 6 else -42.0)  # noqa: E731
        b.wait(b.u(20, 60))
        n = 0
        while b.more:
            t0, s = b.t, int(b.r.integers(12))
            big = self.since(3) and b.chance(0.3)
            X, Y = ring(s)
            v = b.u(3.0, 4.2) * (0.75 if self.life_is(6) else 1)
            b.set(stand=s + 1 + 20 * self.site(), kind=3 if big else 1 + int(b.chance(0.4)), step=1, dock=0)
            b.drive(v, b.now("x"), 0), b.drive(v, X - 14, 0), b.drive(v * 0.8, X, Y * 0.7)
            if b.chance(0.3): b.wait(b.u(4, 25), ppl=1)                                                 # crossing traffic
            b.drive(0.8, X, Y)
            b.wait(b.u(8, 14), step=2, bond=1, ppl=1)
            b.set(step=3), b.move(b.u(10, 14), hose=b.u(6, 16)), b.wait(4, pit=1)
            b.set(step=4), b.move(9, lift=b.u(1.2, 3.2)), b.move(8, a0=b.u(-50, 50), a1=b.u(35, 70), a2=b.u(-60, -20)), b.wait(b.u(4, 9), step=5, ppl=0)
            litres = 0
            full, tanks = (1.0, 3) if not big else (1.5, 4)
            b.set(cond=full * b.u(0.85, 1.1), pb=b.u(0.3, 0.7)), b.move(5, fuel=1.0)
            if self.since(6) and b.chance(0.25): b.wait(b.u(25, 40), step=9, fuel=0.35), b.set(fuel=1.0)    # new in life/6: metered slow start
            for i in range(tanks):
                b.set(step=6)
                d = b.u(28, 75)
                b.move(d, pb=b.now("pb") + b.u(0.1, 0.35))
                b.set(cond=b.now("cond") * b.u(0.62, 0.8))
                litres += d * 22
                if b.once(900): b.wait(25, samp=1, step=8), b.set(samp=0)   # once a session
            b.set(want=round(litres, -2)), b.move(3, fuel=0.0), b.wait(b.u(3, 6), step=7, pb=0.4)
            b.move(8, a0=0.0, a1=0.0, a2=0.0), b.move(8, lift=0.0), b.set(pit=0), b.move(10, hose=0.0), b.wait(b.u(3, 6), bond=0)
            b.job(t0, 5 if b.chance(0.04) else 4)
            n += 1
            if b.chance(0.15): b.set(man=1), b.drive(1.5, X + 8, Y), b.wait(b.u(8, 25)), b.set(man=0)       # an operator
            if n % (3 if not self.since(8) else 2) == 0:                                                  # life/8: charges more often
                b.set(step=1), b.drive(v, X, 0), b.drive(v, -6, 0), b.drive(0.6, -12, 0), b.wait(b.u(100, 260), dock=1, step=10)
            elif b.chance(0.6):
                b.set(step=11), b.drive(v, X, 0), b.drive(v * 0.7, 30 + pitch * 5.6, 0), b.drive(v * 0.7, 30 + pitch * 5.6, -20), b.drive(v, 20, -20)    # looks at the pits
        return [b]

    def model(self):
        B, F, L = self.B, self.F, self.L
        x, y = self.soft(B["x"], 1.8), self.soft(B["y"], 1.8)
        vx, vy = self.diff(x), self.diff(y)
        sp = np.hypot(vx, vy)
        raw = np.unwrap(np.arctan2(vy, vx))[np.maximum.accumulate(np.where(sp > 0.15, np.arange(self.n), 0))]
        self.yaw = self.soft(raw, 2.5)
        self.x, self.y, self.yr, self.v = x, y, self.diff(self.yaw), sp
        self.a = self.diff(lp(sp, 0.6))
        self.amb = self.day(14, 6, 5)
        self.wind = np.abs(4.5 + self.su("wd", 2) + self.wander("gust", 1.5, 9) + self.wander("gs", 1.0, 120))
        self.ang = np.clip(np.degrees(np.arctan(3.1 * self.yr / np.maximum(sp, 0.8))), -38, 38)
        self.fang = [self.soft(B[c], 1.2) for c in ("a0", "a1", "a2")]
        self.fw = [self.diff(z) for z in self.fang]
        self.lift, self.hose = self.soft(B["lift"], 1), self.soft(B["hose"], 1)
        slope = 0.006 * np.sin(x / 37) + 0.005 * np.cos(y / 23)
        o = Rec(self, "Q ph pin pn op dp hp hon oil hst ipu ap icp hd tq iph tm ti tw fan cq soc oc vp ib tb ich dsc il vlow tc mv3")
        f = {a: F(a) for a in "clog stick ptn liner pit accu hleak hpump aleak hub drag demag cool rad rint chg reel jear jbrk spring modul".split()}
        cl, st, pt, li, pi, ac, hl, hq, al, hu, dg, dm, co, ra, ri, ch, re = list(f.values())[:17]
        A = [L(z) for z in (B["fuel"], B["cond"], B["pb"], 8.1 + self.wander("hyp", 0.25, 25) + self.wander("hy2", 0.15, 3), sp, self.a, slope, self.amb, np.abs(self.diff(self.lift)), self.diff(self.hose), np.abs(self.fw[1]), B["dock"], B["bond"], self.ang, lp(self.white("rl"), 0.3), self.pieces("aux", 20, 90, 0, 1), self.wind)]
        Q = s = hst = duty = ich = 0.0
        sv, hon, con, hp, ap, oil, hd = 0.0, False, False, 160.0, 7.6, float(self.amb[0]) + 12, 30.0
        tm = ti = float(self.amb[0]) + 14
        tw, fan, If, soc, v1, tb, dsc, tc = tm - 3, 0.1, 0.1, self.rng("soc").uniform(0.5, 0.9), 0.0, tm, tm, tm
        for i, (fu, cd, pb, ph0, v, a, sl, amb, dl, dh, aw, dock, bond, ang, rl, aux, wind) in enumerate(zip(*A)):
            # fuel: pressure control at the nozzle
            ph, kv = ph0 - 0.5 * (Q / 1000) ** 2, 900 * max(s, 0.004)
            R = 1 / kv ** 2 + (2.6e-7 * (1 + 1.1 * cl[i])) + 5.0e-7 * (1 + 2.4 * li[i]) + 2e-7 * (1 + 4.5 * pi[i]) + 1 / (620 * cd) ** 2
            Qt = sqrt(max(ph - pb, 0) / R) if fu > 0.01 else 0.0
            Q += (Qt - Q) * 0.22
            pn, pin = pb + (Q / (620 * cd)) ** 2, ph - (2e-7 * (1 + 4.5 * pi[i])) * Q * Q
            e = 3.1 * fu - (pn * (1 - 0.17 * pt[i])) if fu > 0.01 else -3
            sv = clip(sv + 0.055 * e * H, 0, 1) if fu > 0.01 else max(0, sv - 0.1)
            cmd = clip(sv + 0.02 * e, 0, 1)
            if abs(cmd - s) > 0.045 * st[i] * 1.4: s += clip(cmd - s, -0.06, 0.06)
            # hydraulics: pump by hysteresis, accumulator
            hon = hp < 178 if hon else hp < 142
            use = 5.5 * dl + 0.9 * abs(dh) * (1 + 0.6 * re[i]) + 0.02 * abs(aw) + 0.055 + 0.26 * hl[i]
            hp += H * ((1.75 * (1 - 0.42 * hq[i]) * hon) - use) * hp / 165 * 8.0 / (1 - 0.68 * min(ac[i], 1.2))
            hp = max(hp, 60)
            ipu = (14 + 0.12 * hp + 2 * rl) * hon
            hst += hon and duty == 0
            duty = hon
            oil += H * (0.011 * hon + 0.012 * hl[i] * hp / 160 + 0.004 * use - (oil - amb) * 0.0009)
            # air
            con, au = (ap < 8.4 if con else ap < 6.9), 0.004 + 0.05 * (abs(a) > 0.4) + 0.012 * bond + 0.028 * al[i]
            ap += H * (0.062 * con - au)
            icp = con * (9 + 0.9 * ap)
            hd += H * (0.42 * con - (hd - amb) * 0.006)
            # drive
            tq = (8600 * (a * 1.05 + 9.81 * (sl + 0.011 * (1 + 0.15 * rl))) + 4 * abs(ang) * 9) * 0.031 * (v > 0.05) + (34 * hu[i] + 42 * dg[i]) * tanh(v * 2)
            iph = (8 + 0.92 * abs(tq)) * (1 + 0.22 * dm[i])
            loss, flow = 0.00003 * iph * iph + 0.004 * v, 15.5 * (1 - 0.4 * co[i])
            tm += H * (loss * 0.5 - (tm - tw) * 0.0028 * flow / 15)
            ti += H * (loss * 0.35 + 0.012 - (ti - tw) * 0.006 * flow / 15)
            e = tw - amb - 12
            If = clip(If + 0.0012 * e * H, 0, 0.9)
            fan = clip(If + 0.03 * e, 0.05, 1.0)
            tw += H * ((tm - tw) * 0.0028 * flow / 15 * 0.5 + (ti - tw) * 0.006 * flow / 15 * 0.7 + 0.006 - (tw - amb) * (0.0006 + 0.0055 * fan * (1 - 0.5 * ra[i]) * (0.4 + 0.6 * flow / 15)))
            dsc += H * (0.02 * max(-a, 0) * v + 0.11 * dg[i] * tanh(v) - (dsc - amb) * 0.0035)
            # power
            il = 22 + 6 * aux + 0.12 * ipu + 0.1 * icp + 9 * fan + 0.05 * aw
            P = tq / 0.031 * v * 1.1 / 1000 + 0.03 * il + 0.026 * ipu * 10 + 0.03 * icp * 6
            oc = 338 + 26 * soc - 9 * tanh((0.15 - soc) * 10)
            if dock: ich += (clip((372 - oc) * 3.2, 0, 92) * (1 - 0.4 * ch[i]) - ich) * 0.05
            else: ich *= 0.6
            r0, ib = 0.11 * (1 + 0.01 * max(0, 22 - tb)) * (1 + 1.5 * ri[i]), P * 1000 / oc - ich
            v1 += H * (ib * 0.05 - v1) / 35
            vp, soc = oc - r0 * ib - v1, clip(soc - ib * H / 3600 / 190, 0.05, 1)
            tb += H * (ib * ib * 4e-7 - (tb - amb) * 0.0004)
            tc += H * (0.00003 * ich * ich * (1 + 2.2 * ch[i]) - (tc - amb) * 0.006)
            o.rows.append((Q, ph, pin, pn, s, 0.02 + (2.6e-7 * (1 + 1.1 * cl[i])) * Q * Q, hp, hon, oil, hst, ipu, ap, icp, hd, tq, iph, tm, ti, tw, fan, flow, soc, oc, vp, ib, tb, ich, dsc, il, 27.6 - 0.011 * il, tc, If))
        o.give()
        g, cat = self.fang, np.cos
        up = np.radians(g[1])
        bal, w = 1.6 + 2.9 * cat(up) * (1 + 0.35 * self.f("spring")), [np.tanh(z) for z in self.fw]
        self.jc = [0.3 + np.abs(1.3 * w[0] * (1 + 0.7 * self.f("jbrk")) + 0.02 * self.diff(self.fw[0])), np.abs(bal + 1.6 * w[1] * (1 + 1.7 * self.f("jear")) + 0.6 * self.f("jear")), 0.9 + np.abs(1.1 * w[2] + 0.4 * np.sin(np.radians(g[2])))]
        self.jt = [self.amb + 6 + lp(9 * c * c / (3 + c) + 6 * np.abs(z), 220) for c, z in zip(self.jc, w)]

    def conditions(self):
        B, v = self.B, self.v
        mv, fu = v > 0.3, self.Q > 60
        self.place("pl_pos pl_rad pl_tor", self.x, self.y, 30.0, mv, 0.11)
        self.beyond("n_dp", self.Q, MET + ":volume_rate", "flow|volume rate|rate|litres", 0.5, fu), self.beyond("n_met", self.Q, MET + ":volume_rate", "flow|volume rate|rate|litres", 0.4, fu)
        self.beyond("n_mod", self.ib, BAT + ":pack_current", "current|load|discharg", 0.75), self.beyond("n_inv", v, POS + ":speed", "speed|velocity|faster", 0.5, mv)
        self.beyond("n_arm", self.lift, LFT + ":platform_height", "platform height|height|platform|higher", 0.45, self.lift > 0.3), self.beyond("n_cvt", self.il, CVT + ":output_current", "output current|current|load", 0.6)
        self.beyond("n_tilt", self.wind, WEA + ":wind_speed", "wind|wind speed|gust", 0.65)
        for kinds, vis, w in (("clog stick ptn meter liner pit seal water dptx pilot", fu, "fuelling|flow|volume rate|fuel"), ("hub drag demag spd sback bval swap", mv, "driving|drives|speed|velocity|moving"), ("chg", B["dock"] > 0.5, "charg|plugged"), ("reel", np.abs(self.diff(self.hose)) > 0.2, "reel|hose"), ("jbrk", np.abs(self.fw[0]) > 1, "arm|moves|velocity|joint"), ("clamp", B["bond"] > 0.5, "bond|clamp|stand"), ("rhose", self.hose > 3, "hose")): self.mode(kinds, vis, *w.split("|"))

    def publish(self):
        B, W, amb, v = self.B, self.wander, self.amb, self.v
        s, fu = self.send, lp((self.Q > 60) * 1.0, 0.5)
        s(POS, P + "Pose", 6, dict(east=M(self.x, 1e-3, 0.012), north=M(self.y, 1e-3, 0.012), heading_degrees=M(np.mod(np.degrees(self.yaw) + 180, 360) - 180, 0.01, 0.12), speed=M(v, 0.01, 0.02), yaw_rate=M(self.yr, 1e-3, 0.003), position_error=M(0.12 + 0.05 * np.abs(np.sin(self.x / 31)) + 0.02 * W("pe", 1, 15), 0.001, 0.008, 0, 0.01)))
        rpm = v / 0.36 / 6.283 * 60 * 11.2
        s(DRV, P + "Drive", 8, dict(motor_speed=M(rpm, 1, 4), motor_torque=M(self.tq, 0.5, 4), phase_current=M(self.iph, 0.5, 2.0, 0, 0), motor_temperature=M(self.tm, 0.5, 0.25), inverter_temperature=M(self.ti, 0.5, 0.25)))
        bp = np.clip(-self.a, 0, 3) * 17 + 9 * (v < 0.05)
        bps = [M(lp(bp * c, 0.25), 0.1, 0.25, 0, 0) for c in (1.0, 1.0, 0.72, 0.72)]
        if (g := self.f("swap")).any(): bps[1].x, bps[2].x = bps[1].x + (g > 0) * (bps[2].x - bps[1].x), bps[2].x + (g > 0) * (bps[1].x - bps[2].x)
        dd = self.dsc - self.dragheat()
        s(BRK, P + "Brake", 5, dict(brake_pressure=bps, disc_temperature=[M(self.dsc if i == 2 else dd * (1.0 if i < 2 else 0.93) + 2, 0.5, 0.5, 4) for i in range(4)]))
        s(STE, P + "Steering", 6, dict(wheel_angle=M(self.ang, 0.1, 0.15), motor_current=M(1.2 + 0.12 * np.abs(self.ang) + 0.25 * np.abs(self.diff(lp(self.ang, 0.3))), 0.05, 0.25, 0, 0), commanded_angle=M(np.roll(self.ang, -6), 0.1, 0)))
        mvs = [M(self.vp / 6 + self.u(f"m{i}", 0.05) - (i == 3) * self.f("modul") * (0.1 + 0.011 * self.ib), 0.01, 0.02) for i in range(6)]
        s(BAT, P + "Battery", 4, dict(pack_voltage=M(self.vp, 0.1, 0.15), pack_current=M(self.ib, 0.2, 0.4), state_of_charge=M(100 * self.soc, 0.1, 0), coolant_inlet=M(self.tw - 2, 0.5, 0.2), insulation_kiloohm=M(820 - 25 * W("iso", 1, 200), 5, 9, lo=0), module_voltage=mvs, module_temperature=[M(self.tb + self.u(f"mt{i}") + (i == 3) * 6 * lp(self.f("modul"), 150), 0.5, 0.15) for i in range(6)]))
        s(CHG, P + "Charger", 2, dict(charge_current=M(self.ich, 0.1, 0.3, 0, 0), contact_temperature=M(self.tc, 0.5, 0.2), plugged=B["dock"])), s(CVT, P + "Converter", 4, dict(output_voltage=M(self.vlow, 0.01, 0.03), output_current=M(self.il, 0.1, 0.4), heat_sink=M(amb + 9 + lp(self.il, 150) * 0.5, 0.5, 0.2)))
        Tf = amb * 0.4 + 9 + 0.8 * W("tf", 1, 300) + lp(0.8 * fu, 60)
        s(FUE, P + "Fuel", 8, dict(hydrant_pressure=M(self.ph, 0.01, 0.02), inlet_pressure=M(self.pin - self.dp, 0.01, 0.03), nozzle_pressure=M(self.pn * (1 - 0.17 * self.f("ptn")), 0.01, 0.025), fuel_temperature=M(Tf, 0.05, 0.04, 10), density=M(803 - 0.72 * (Tf - 15) + self.su("den", 2), 0.1, 0.15)))
        s(VAL, P + "Valve", 6, dict(valve_opening=M(100 * self.op, 0.1, 0.3, 0, 0, 100), pilot_pressure=M(0.4 + 0.9 * self.pn + 0.3 * self.op, 0.01, 0.02), pressure_setpoint=M(3.1 * B["fuel"], 0.01, 0)))
        s(FIL, P + "Filter", 3, dict(differential_pressure=M(self.dp, 0.005, 0.008, 0.8), sump_level=M(12 + 5 * lp(fu, 120) + 2 * W("sl", 1, 60), 0.5, 0.6, 0, 0, 100), vessel_temperature=M(Tf + 0.1, 0.1, 0.08, 40)))
        qm = self.Q * (1 - 0.13 * self.f("meter"))
        s(MET, P + "Meter", 8, dict(volume_rate=M(qm, 1, 5, 0.3, 0), total_litres=M(np.cumsum(qm) * 0.05 / 60 + 31000 * self.idx, 1, 0), pulse_quality=M(97 - 1.5 * np.abs(W("pq", 1, 3)) - 1.2 * fu, 0.5, 0.5, 0, 0, 100)))
        s(WAT, P + "Water", 3, dict(water_ppm=M(6 + 2.5 * fu * np.abs(W("wa", 1, 25)), 0.5, 0.5, 1, 0), sensor_voltage=M(2.1 + 0.12 * fu + 0.03 * W("wv", 1, 40), 0.005, 0.012)))
        sl = self.f("seal")
        s(NOZ, P + "Nozzle", 4, dict(latch_force=M(30 + 310 * lp(B["step"] >= 5, 1) * (B["step"] <= 8) + 9 * self.pn, 1, 4), seal_drip_rate=M(0.3 + fu * (0.6 + 0.4 * np.abs(W("dr", 1, 8)) + 1.9 * sl), 0.1, 0.15, 1, 0), contact_gap=M(1.2 + 0.25 * W("cg", 1, 20) + 3.0 * (self.lift < 0.3), 0.01, 0.04), latched=(B["step"] >= 5) & (B["step"] <= 9)))
        s(BON, P + "Bond", 3, dict(loop_resistance=M(np.where(B["bond"] > 0.5, 2.4 + 0.5 * np.abs(W("bo", 1, 30)), 99.0), 0.1, 0.15, 0, 0, 99), clamp_force=M(3 + 85 * lp(B["bond"], 0.5), 0.5, 1.2)))
        s(HYD, P + "Hyd", 6, dict(system_pressure=M(self.hp, 0.5, 0.8), oil_temperature=M(self.oil, 0.5, 0.2, 8), oil_level=M(74 - 2.4 * self.lift - 0.2 * self.hose + 0.05 * self.oil, 0.2, 0.25), pump_current=M(self.ipu, 0.2, 0.7, 0.2, 0), filter_drop=M(0.15 + 0.9 * lp(self.hon, 0.4) - 0.004 * (self.oil - 25), 0.01, 0.03, 0, 0), pump_running=self.hon, pump_starts=np.floor(self.hst + 4000 + 60 * self.idx)))
        s(AIR, P + "Air", 4, dict(line_pressure=M(self.ap, 0.01, 0.025), compressor_current=M(self.icp, 0.1, 0.3, 0.2, 0), head_temperature=M(self.hd, 0.5, 0.4, 5), dew_point=M(-31 + 0.2 * amb + 1.2 * W("dw", 1, 120), 0.5, 0.4), dryer_alarm=0))
        dh = self.diff(self.hose)
        s(REE, P + "Reel", 6, dict(hose_out=M(self.hose, 0.01, 0.02), reel_torque=M(14 + 52 * np.abs(np.tanh(dh * 2)) * (1 + 0.55 * self.f("reel")) + 2.2 * self.hose * (dh < -0.1), 0.5, 2.5), reel_speed=M(dh / 0.4, 0.01, 0.03), hose_tension=M(40 + 9 * self.hose + 120 * np.tanh(np.abs(dh)) * (1 + 0.6 * self.f("reel")) + 9 * W("ht", 1, 2), 1, 6, 0, 0)))
        dl = self.diff(self.lift)
        s(LFT, P + "Lift", 5, dict(platform_height=M(self.lift, 0.005, 0.006), lift_pressure=M(6 + (58 + 9 * self.lift + 12 * (dl > 0.02)) * (self.lift > 0.02), 0.5, 1.0), platform_tilt=M(0.05 * self.wind * self.lift / 2 * W("ti", 0.4, 1.2) + 0.2 * np.sin(self.x / 40), 0.01, 0.03)))
        s(ARM, P + "Arm", 8, dict(joint_angle=[M(z, 0.01, 0.02) for z in self.fang], joint_velocity=[M(z, 0.02, 0.12) for z in self.fw], joint_current=[M(z, 0.02, 0.09, 0, 0) for z in self.jc], joint_temperature=[M(z, 0.5, 0.15, 5) for z in self.jt], wrist_force=M(22 + 60 * lp((B["step"] >= 5) & (B["step"] <= 8), 0.6) + 2 * self.wind * W("wf", 0.5, 1.5), 0.5, 2)))
        see = lp((B["step"] >= 4) & (B["step"] <= 5), 1)
        day = 0.3 + 0.7 * np.clip(0.6 + self.su("sun", 0.3) + W("sn", 0.15, 200), 0.05, 1)
        s(VIS, P + "Vision", 5, dict(port_offset=M(see * 18 * W("po", 0.6, 4) + 2, 0.1, 0.8), match_score=M(0.58 + 0.3 * see + 0.05 * day, 0.005, 0.012, 0, 0, 1), exposure_time=M(9 / day, 0.1, 0.2), image_delay=M(62 + 5 * np.abs(W("vd", 1, 1.5)), 1, 2.0)))
        hc = 5 + 3.5 * fu * np.exp(-self.wind / 6) * (1 + 0.6 * W("hc", 1, 6)) + 1.5 * np.abs(W("h2", 1, 90))
        s(VAP, P + "Vapour", 3, dict(hydrocarbon_ppm=[M(hc + (i == 0) * 4 * lp(sl * fu, 5), 0.1, 0.25, 3, 0) for i in range(2)], sample_flow=M(1.02, 0.005, 0.012)))
        s(COO, P + "Coolant", 3, dict(coolant_flow=M(self.cq, 0.1, 0.12), coolant_temperature=M(self.tw, 0.1, 0.1, 4), fan_drive=M(100 * self.fan, 0.5, 0.2, 0, 0, 100), pump_drive=M(62 + 5 * self.since(8), 0.5, 0.2)))
        s(WEA, P + "Weather", 2, dict(wind_speed=M(self.wind, 0.1, 0.2, 0.5, 0), wind_direction=M(215 + 22 * W("wr", 1, 60), 1, 4), air_temperature=M(amb, 0.1, 0.06, 30)))
        s(RAD, P + "Radio", 2, dict(round_trip=M(48 + 10 * np.abs(W("rt", 1, 1)) + 6 * (self.x > 120), 1, 3, 0, 0), lost_share=M(0.6 * np.abs(W("ls", 1, 5)), 0.05, 0.1, 0, 0), receive_level=M(-71 - 6 * np.sin(self.x / 55) + 1.5 * W("rl2", 1, 8), 1, 1)))
        s(COM, P + "Computer", 2, dict(processor_load=M(38 + 9 * see + 5 * lp(v > 0.3, 4) + 4 * self.since(3), 0.5, 1.8, 0, 0, 100), memory_used=M(3150 + 90 * self.since(3) + 40 * self.since(8) + self.pieces("mem", 60, 200, -20, 20), 1, 5), board_temperature=M(amb + 24 + 3 * lp(see, 100), 0.5, 0.3), cycle_time=M(20 + np.abs(W("cy", 0.9, 0.5)) + 2 * see, 0.1, 0.3)), strs=dict(software=self.ver("7.2", "7.3", "7.5")))
        s(TYR, P + "Tyres", 1, dict(tyre_pressure=[M(8.0 + 0.026 * (amb - 14) + 0.05 * lp(v, 400) + self.u(f"ty{i}", 0.1) - (i == 1) * 0.35 * self.f("tyre"), 0.05, 0.02) for i in range(4)], tyre_temperature=[M(amb + 4 + 2.4 * lp(v, 300) + (i == 1) * 5 * lp(self.f("tyre") * np.tanh(v), 120) + (i == 2) * 2 * lp(self.f("drag"), 200), 1, 0.2) for i in range(4)]))
        s(LID, P + "Lidar", 5, dict(nearest=[M(6 + 9 * np.abs(np.sin(self.x / (19 + i) + self.y / 14 + i)) - 3 * B["ppl"] * (i in (1, 4)), 0.01, 0.03, 0, 0.3) for i in range(6)], returned_points=M(8600 + 700 * np.sin(self.x / 33) + 90 * W("pt", 1, 2), 1, 60), window_dirt=M(4 + 0.15 * self.idx, 0.5, 0.4, 0, 0)))
        s(JOB, P + "Job", 2, dict(job_step=B["step"], aircraft_kind=B["kind"], stand_number=B["stand"], litres_wanted=B["want"], by_hand=B["man"])), s(SAF, P + "Safety", 2, dict(emergency_stop_released=1, deadman_pressed=B["fuel"] > 0.3, chocks_set=B["bond"], persons_near=B["ppl"]))
        s(PIT, P + "Pit", 3, dict(coupler_pressure=M(np.where(B["pit"] > 0.5, self.pin, 0.3), 0.01, 0.025, 0.2), lanyard_tension=M(9 + 26 * lp(B["pit"], 0.5) + 2 * W("la", 1, 2), 0.5, 0.8), coupled=B["pit"]))
        s(SMP, P + "Sampler", 2, dict(colour_index=M(17 + 1.5 * B["samp"] + 0.3 * W("ci", 1, 100), 0.1, 0.12), conductivity=M(205 + 3 * (Tf - 15) + 9 * W("cn", 1, 300), 1, 3), sample_pressure=M(0.1 + 1.9 * lp(B["samp"], 0.6) + 0.05 * self.pn, 0.01, 0.02)))
        self.say("s_water", "water_detector", "WAT", "free water in fuel", "free water again, drain the vessel"), self.say("s_filter", "filter_vessel", "FIL", "sump nearly full, drain it", "sump level above mark")
        self.say("s_dryer", "air_dryer", "AIR", "dryer cartridge exhausted", "dryer valve does not switch"), self.say("s_vision", "coupling_vision", "VIS", "calibration lost, port position jumps", "calibration check failed")
        self.talk(self.ver("7.2", "7.3", "7.5"), [("I", "drive_motor", "precharge done"), ("W", "data_radio", "no server yet, trying"), ("I", "safety_chain", "closed")], [(8, "I", "fuelling", "tank valve closed after {} s", 25, 80), (6, "W", "apron_lidar", "vehicle crossing, waited {} s", 3, 25), (5, "I", "hydraulics", "platform up in {} s", 8, 10), (4, "W", "data_radio", "server slow {} ms", 400, 900), (2, "W", "coupling_vision", "glare, exposure {} ms", 12, 30)],
            [("apron_lidar", "LID", 3), ("data_radio", "RAD", 2), ("weather_mast", "WEA", 1)], "/refuel/_action/status")

    def dragheat(self):
        """What the dragging brake adds to its own disc."""
        y, out = 0.0, []
        for g, v in zip(self.F("drag"), self.L(self.v)):
            y += H * (0.11 * g * tanh(v) - y * 0.0035)
            out.append(y)
        return np.interp(self.t, np.arange(len(out)) * H, out)
