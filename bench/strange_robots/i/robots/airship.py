"""Unmanned airship for observation: helium envelope with two ballonets, four vectored propellers, tail fins, generator; English fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, slew

ENV, BLO, PRO, TAI, GEN, PWR, AIR, IMU, GIM, LNK, POS, MAST = '/envelope', '/ballonets', '/propulsion', '/tail', '/generator', '/power_bus', '/air_data', '/gondola/imu', '/gimbal', '/downlink', '/odometry', '/nose_mooring'


class Airship(Sim):
    NAME = 'airship'
    FLAGS = [(PRO, 'esc_alert'), (TAI, 'servo_fault'), (GEN, 'generator_code'), ('/ballast', 'ballast_low')]
    DEFS = {
        'aerostat_msgs/msg/Envelope': mdef('float32 hull_pascal gas_celsius skin_celsius purity_percent; float32[2] catenary_kn; float32 nose_load_n'),
        'aerostat_msgs/msg/Ballonets': mdef('float32[2] ballonet_pascal fill_percent blower_rpm blower_amps; bool[2] valve_open'),
        'aerostat_msgs/msg/Propulsion': mdef('float32[4] prop_rpm esc_amps motor_celsius vector_deg; float32 thrust_request; uint8 esc_alert'),
        'aerostat_msgs/msg/Tail': mdef('float32[4] fin_deg servo_amps; float32 rudder_request elevator_request; uint8 servo_fault'),
        'aerostat_msgs/msg/Generator': mdef('float32 shaft_rpm generator_amps head_celsius fuel_litres fuel_flow oil_bar; uint8 generator_code'),
        'aerostat_msgs/msg/PowerBus': mdef('float32 bus_volts bus_amps avionics_volts regulator_celsius'),
        'aerostat_msgs/msg/AirData': mdef('float32 airspeed static_hpa outside_celsius alpha_deg beta_deg'),
        'aerostat_msgs/msg/Gimbal': mdef('float32[3] axis_deg motor_current; float32 jitter_urad case_celsius'),
        'aerostat_msgs/msg/DayCamera': mdef('float32 focus_score brightness exposure_us frame_ms; float32 zoom_factor'),
        'aerostat_msgs/msg/ThermalCamera': mdef('float32 cooler_kelvin cooler_watts noise_mk scene_celsius'),
        'aerostat_msgs/msg/Downlink': mdef('int16 rssi_dbm; float32 snr_db latency_ms; uint32 kilobytes; float32 amplifier_celsius'),
        'aerostat_msgs/msg/Ballast': mdef('float32 water_kg line_kpa pump_amps; bool pumping ballast_low'),
        'aerostat_msgs/msg/Lights': mdef('float32[3] light_amps; bool strobe'),
        'aerostat_msgs/msg/Transponder': mdef('float32 reply_dbm; uint16 squawk; uint8 traffic'),
        'aerostat_msgs/msg/Lightning': mdef('float32 field_kv_m; uint8 strikes'),
        'aerostat_msgs/msg/FlightPlan': mdef('uint8 flight_phase waypoint; float32 altitude_target speed_command'),
        'aerostat_msgs/msg/NoseMooring': mdef('float32 latch_n winch_amps line_out; bool latched'),
        'aerostat_msgs/msg/FlightComputer': mdef('float32 task_ms task_worst_ms die_celsius heap_mb; string load'),
    }
    KINDS = dict(
        helium=K('helium gets impure: seam leaks air in', [ENV], ['purity_percent'], ['envelope', 'helium', 'purity'], step=False),
        hull_low=K('hull pressure low and uneasy: relief valve flutters', [ENV], ['hull_pascal'], ['envelope', 'hull pressure', 'relief valve']),
        skin=K('skin temperature frozen', [ENV], ['skin_celsius'], ['envelope', 'skin temperature']),
        gas_sun=K('gas temperature reads too high when the sun is above a number: sensor hangs on the skin', [ENV], ['gas_celsius'], ['envelope', 'gas temperature'], where='**sun above a number**', cond=True),
        catenary=K('catenary cable 2 loses tension: clamp slips', [ENV], ['catenary_kn[1]'], ['envelope', 'catenary 2', 'catenary']),
        blower1=K('blower 1 draws more and more current: bearing', [BLO], ['blower_amps[0]'], ['ballonets', 'blower 1', 'blower'], step=False, where='when blowing', need=12),
        blower2=K('blower 2 turns slower: belt of dust in the inlet', [BLO], ['blower_rpm[1]'], ['ballonets', 'blower 2', 'blower'], where='when blowing', need=12),
        ballonet1=K('ballonet 1 leaks: its blower runs more often', [BLO], ['fill_percent[0]', 'blower_rpm[0]', 'blower_amps[0]', 'ballonet_pascal[0]'], ['ballonets', 'ballonet 1', 'blower 1'], need=60, tail=200),
        fill2=K('fill reading of ballonet 2 noisy: string pot', [BLO], ['fill_percent[1]'], ['ballonets', 'ballonet 2', 'fill sensor']),
        ballonet_high=K('pressure of ballonet 2 reads too high when above an altitude: static line iced', [BLO], ['ballonet_pascal[1]'], ['ballonets', 'ballonet 2', 'static line'], where='**altitude above a number**', cond=True),
        motor2=K('motor 2 draws more and more current: bearing', [PRO], ['esc_amps[1]'], ['propulsion', 'motor 2'], step=False, cons=(PWR, '/battery'), where='when running'),
        motor3_hot=K('motor 3 gets hot: cooling slots covered', [PRO], ['motor_celsius[2]'], ['propulsion', 'motor 3'], step=False, tail=300),
        rpm4=K('speed of propeller 4 uneasy: blade chipped', [PRO], ['prop_rpm[3]'], ['propulsion', 'propeller 4', 'motor 4'], where='when running'),
        prop1_high=K('motor 1 draws more current when its speed is above a number: blade flutter', [PRO], ['esc_amps[0]'], ['propulsion', 'motor 1', 'propeller 1'], where='**propeller speed above a number**', cond=True),
        vector2=K('vector drive 2 stands off: gear skipped a tooth', [PRO], ['vector_deg[1]'], ['propulsion', 'vector drive 2', 'vector']),
        vector3=K('vector angle 3 flickers: potentiometer', [PRO], ['vector_deg[2]'], ['propulsion', 'vector drive 3', 'vector']),
        motor4_frozen=K('temperature of motor 4 frozen', [PRO], ['motor_celsius[3]'], ['propulsion', 'motor 4']),
        fin1=K('fin 1 lags behind: linkage play', [TAI], ['fin_deg[0]'], ['tail', 'fin 1', 'linkage'], where='when steering'),
        fin3_fast=K('servo of fin 3 draws more current when the airspeed is above a number: hinge binds', [TAI], ['servo_amps[2]'], ['tail', 'fin 3', 'hinge'], where='**airspeed above a number**', cond=True),
        fin2=K('servo of fin 2 draws more and more current: gear dry', [TAI], ['servo_amps[1]'], ['tail', 'fin 2'], step=False),
        fin4=K('fin 4 trembles: servo loop', [TAI], ['fin_deg[3]', 'servo_amps[3]'], ['tail', 'fin 4', 'servo']),
        head=K('cylinder head gets hot: baffle loose', [GEN], ['head_celsius'], ['generator', 'cylinder head'], step=False, tail=300),
        flow=K('generator burns more fuel: choke', [GEN], ['fuel_flow'], ['generator', 'fuel', 'choke'], where='when the generator runs'),
        oil=K('oil pressure of the generator low and uneasy', [GEN], ['oil_bar'], ['generator', 'oil pressure'], where='when the generator runs'),
        hunting=K('generator speed hunts: governor', [GEN], ['shaft_rpm'], ['generator', 'governor'], where='when the generator runs'),
        tank=K('fuel level noisy: float', [GEN], ['fuel_litres'], ['generator', 'fuel tank', 'float']),
        cell5=K('cell 5 of the battery stands low and sags: ageing', ['/battery'], ['cell_voltage[4]'], ['battery', 'cell 5']),
        cells_hot=K('battery pack gets warm on one side: fan dead', ['/battery'], ['cell_temperature[1]'], ['battery', 'battery fan'], step=False, tail=400),
        bus_load=K('bus voltage falls when its current is above a number: connector', [PWR], ['bus_volts'], ['power bus', 'connector'], where='**bus current above a number**', cond=True),
        regulator=K('regulator of the avionics gets hot', [PWR], ['regulator_celsius'], ['power bus', 'regulator'], step=False, tail=300),
        avionics=K('avionics voltage uneasy: capacitor dry', [PWR], ['avionics_volts'], ['power bus', 'avionics']),
        pitot=K('airspeed reads too low: pitot half blocked', [AIR], ['airspeed'], ['air data', 'pitot', 'airspeed'], where='when flying'),
        beta=K('sideslip vane noisy: bearing worn', [AIR], ['beta_deg'], ['air data', 'sideslip vane', 'vane']),
        outside=K('outside temperature reads too high: shield lost', [AIR], ['outside_celsius'], ['air data', 'outside temperature']),
        gyro=K('yaw gyro has a bias', [IMU], ['angular_velocity.z'], ['imu', 'gyro']),
        shake_fast=K('gondola shakes when faster than a number: strut loose', [IMU], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['gondola', 'strut', 'imu'], where='**airspeed above a number**', cond=True),
        imu_lost=K('messages of the IMU get lost', [IMU], ['header.stamp'], ['imu', 'gondola']),
        altimeter_spot=K('laser altimeter reads short at one place: steam of a chimney', ['/altimeter'], ['range'], ['altimeter', 'laser altimeter'], where='**at a place**', cond=True, need=12),
        odometry_old=K('odometry comes with old stamps', [POS], ['header.stamp'], ['odometry', 'navigation']),
        gnss_spot=K('position uncertain at one place: jammer', ['/gnss'], ['position_covariance[0]', 'position_covariance[4]', 'position_covariance[8]'], ['gnss', 'jammer'], where='**at a place**', cond=True, need=12),
        link_spot=K('downlink weak at one place: wind turbine in the path', [LNK], ['snr_db', 'rssi_dbm', 'latency_ms'], ['downlink', 'radio'], where='**at a place**', cond=True, need=12),
        field_spot=K('electric field jumps at one place: power line', ['/field_mill'], ['field_kv_m'], ['field mill', 'electric field'], where='**at a place**', cond=True, need=12),
        amplifier=K('amplifier of the downlink gets hot', [LNK], ['amplifier_celsius'], ['downlink', 'amplifier'], step=False, tail=300),
        gimbal_roll=K('roll motor of the gimbal draws more current: cable stiff', [GIM], ['motor_current[0]'], ['gimbal', 'gimbal roll', 'roll motor']),
        gimbal_jitter=K('picture trembles: gimbal damper torn', [GIM], ['jitter_urad'], ['gimbal', 'damper']),
        gimbal_pan=K('pan angle flickers: slip ring', [GIM], ['axis_deg[2]'], ['gimbal', 'gimbal pan', 'slip ring']),
        focus=K('day camera loses focus: lens drive creeps', ['/day_camera'], ['focus_score'], ['day camera', 'lens'], step=False),
        frame=K('frames of the day camera take longer', ['/day_camera'], ['frame_ms'], ['day camera']),
        cooler=K('cooler of the thermal camera needs more and more power: helium of the cooler', ['/thermal_camera'], ['cooler_watts'], ['thermal camera', 'cooler'], step=False),
        noise=K('thermal camera noisy: cold finger loose', ['/thermal_camera'], ['noise_mk'], ['thermal camera', 'cold finger']),
        ballast_line=K('pressure of the ballast line uneasy: air in the pump', ['/ballast'], ['line_kpa'], ['ballast', 'ballast line']),
        light2=K('current of light 2 flickers: connector wet', ['/lights'], ['light_amps[1]'], ['light 2', 'lights']),
        transponder=K('transponder replies weakly: antenna', ['/transponder'], ['reply_dbm'], ['transponder', 'antenna']),
        humidity=K('humidity frozen', ['/weather/humidity'], ['relative_humidity'], ['humidity', 'humidity sensor']),
        task=K('flight computer has far longer worst cycles', ['/flight_computer'], ['task_worst_ms', 'task_ms'], ['flight computer', 'control loop']),
        heap=K('heap of the flight computer fills', ['/flight_computer'], ['heap_mb'], ['flight computer', 'heap'], step=False),
        s_esc=K('controller of motor 3 reports desynchronisation', [PRO, '/rosout', '/diagnostics'], ['esc_alert', 'prop_rpm[2]'], ['propulsion', 'motor 3'], silent=False),
        s_fin=K('servo of fin 1 reports overload again and again', [TAI, '/rosout', '/diagnostics'], ['servo_fault', 'servo_amps[0]'], ['tail', 'fin 1'], silent=False),
        s_gen=K('generator reports misfires', [GEN, '/rosout', '/diagnostics'], ['generator_code', 'shaft_rpm'], ['generator'], silent=False),
        s_ballast=K('ballast unit warns of low water', ['/ballast', '/rosout', '/diagnostics'], ['ballast_low'], ['ballast'], silent=False),
    )

    def plan(self):
        n, r = self.n, self.rng('plan')
        new3, new4 = (self.unit == 'life' and self.idx >= x for x in (3, 4))
        # small oval over the ground; hovering and dashes between
        m0 = r.uniform(90, 150); tasks = [(0., m0, 'mast')]; u = m0 + 45; tasks.append((m0, u, 'climb'))
        while u < self.dur:
            d = r.uniform(230, 460); tasks.append((u, min(u + d, self.dur), 'patrol')); u += d
            x = r.random(); d = r.uniform(50, 130) if x < .7 else r.uniform(60, 110); tasks.append((u, min(u + d, self.dur), 'hover' if x < .7 else 'dash')); u += d
        self.tasks = [x for x in tasks if x[0] < self.dur]
        ph = np.zeros(n, int); nm = ('mast', 'climb', 'patrol', 'hover', 'dash')
        for a, b, k in self.tasks: ph[int(a / DT):int(b / DT)] = nm.index(k)
        fly = ph > 0; self.ph, self.fly = ph, fly
        self.amb = 15 + 5 * self.su('amb') + self.wander('amb', .3, 900)
        self.sun = np.clip(42000 + 9000 * self.su('sun') + 22000 * np.tanh(1.6 * self.wander('sun', 1, 40)), 2500, 105000)
        self.wind = np.clip(4.2 + .5 * self.su('wi') + 1.2 * self.wander('wi', 1, 50) + .8 * self.wander('gu', 1, 5), .2, 14); wd = r.uniform(0, 6.28) + .15 * self.wander('wd', 1, 120); self.wd = wd
        alt_t = np.where(ph == 0, 0, self.pieces('alt', 45, 110, 150, 330)); self.alt_t = slew(alt_t, 2.2, 1.9); self.alt = lp(lp(self.alt_t, 5), 4) + 4 * lp(lp(self.wander('altw', 1, 20), 4), 3) * lp(fly.astype(float), 20); self.alt = np.maximum(self.alt, 0) + 3
        self.cs = np.where(ph == 2, self.pieces('cs', 50, 140, 8.5, 13.5), np.where(ph == 4, 16.5, np.where(ph == 1, 6., np.where(ph == 3, np.maximum(self.wind, 1.5), self.wind * .9))))
        gv = np.where(ph == 2, self.cs - 2, np.where(ph == 4, 13., np.where(ph == 1, 3., 0.))) * fly; gv = lp(slew(gv, .45), 1.2); L = 720.
        s = np.cumsum(gv) * DT + r.uniform(0, L); w_ = 2 * np.pi * s / L; ax_, by = r.uniform(122, 136), r.uniform(88, 98); away = self.unit == 'life' and self.idx in (2, 5)                # another site
        self.cx, self.cy = self.u('cx', 50) + 210 * away, self.u('cy', 40) - 130 * away; self.x = self.cx + ax_ * np.cos(w_) + 3 * lp(self.wander('xw', 1, 25), 5); self.y = self.cy + by * np.sin(w_) + 3 * lp(self.wander('yw', 1, 25), 5); self.gv = gv
        hd = np.unwrap(np.arctan2(by * np.cos(w_), -ax_ * np.sin(w_))); turn = lp((ph == 3).astype(float), 12) + lp((ph == 0).astype(float), 4); dlt = (wd + np.pi - hd + np.pi) % (2 * np.pi) - np.pi
        dlt = np.unwrap(dlt); dlt -= 2 * np.pi * np.round(np.median(dlt) / 2 / np.pi); self.yaw = lp(slew(hd + lp(dlt, 6) * np.clip(turn, 0, 1), .2), 2.5) + .03 * lp(self.wander('ya', 1, 8), 2.)
        self.yr = lp(np.gradient(self.yaw, DT), .3); self.tas = np.abs(lp(np.hypot(gv * np.cos(hd) - self.wind * .8 * np.cos(wd), gv * np.sin(hd) - self.wind * .8 * np.sin(wd)), 1.5)) + .3 * self.wander('ta', 1, 1.5); self.tas = np.maximum(self.tas, .1)
        self.vz = lp(np.gradient(self.alt, DT), .4); self.pit = .05 * np.clip(lp(self.vz, 2), -2, 2) + .012 * self.wander('pi', 1, 5) * (.3 + fly); self.rol = .6 * self.yr + .01 * self.wander('ro', 1, 4)
        # thrust: drag of the hull, climbing, hovering by vectored propellers
        drag = lp(.0030 * self.tas**2 + .05, 2); self.vec = lp(slew(np.where(ph == 3, 62., np.where(ph == 1, 75., np.where(ph == 0, 90., 8 + 22 * np.clip(lp(self.vz, 4), -1, 1.5)))), 14), .4) + 2.5 * self.wander('ve', 1, 4) * fly
        self.thr = fly * np.clip(drag * .95 + .12 * np.abs(lp(self.vz, 3)) * .5 + .07 * np.abs(self.wander('th', 1, 3)) + .2 * (ph == 3) + .22 * (ph == 1) + .4 * np.abs(lp(np.gradient(self.tas, DT), 2)), .04, 1)
        self.rud = np.clip(lp(130 * np.gradient(lp(self.yr, .8), DT) + 85 * self.yr, .3) + 2.2 * self.wander('ru', 1, 1.5) * fly, -28, 28); self.ele = np.clip(6 * lp(self.vz, 1) + 2.4 * self.wander('el', 1, 1.4) * fly, -25, 25)
        # ballonets: blowers hold the fill; heat and height change it
        self.sup = lp(.00013 * self.sun, 90)
        tgt = 42 - .045 * self.alt - .9 * (self.sup - 5)
        dn = np.maximum(-np.gradient(lp(tgt, 5), DT), 0)
        self.leak = [.16 + .03 * self.u('lk0') ** 2 + .05 * (self.vz < -.3), .145 + .05 * (self.vz < -.3)]; self.fill0 = tgt; self.dn = dn
        self.gas = self.amb + self.sup - .0065 * self.alt + .4 * self.wander('gas', 1, 40)
        # electricity
        self.pld = .7 + .5 * (self.pieces('pld', 40, 160, 0, 1) < .5) + .25 * (self.pieces('pl2', 15, 60, 0, 1) < .4)
        self.rq = [np.clip(self.thr * (1 + (.22 if k % 2 else -.22) * np.clip(self.rud / 28, -1, 1)) * (1 + .03 * self.wander(f'rq{k}', 1, 2)), 0, 1) for k in range(4)]
        self.am = [30 * lp(x, .15)**1.5 for x in self.rq]; self.ib = 5.5 + sum(self.am) + 4 * self.pld + .5 * self.wander('ib', 1, 3)
        soc, g = hyst(self.ib / 3600 / 14, 85. / 3600 / 14, .72, .87, r.uniform(.76, .86)); self.soc, self.gon = soc, g > .5
        self.geni = 85. * lp(self.gon.astype(float), 1.5)
        self.bl = new3 & (ph > 0) & (self.pieces('bal', 12, 60, 0, 1) < .14)                    # ballast water pumped between the tanks: for the first time in life/3
        self.search = new4 & (ph == 3)                                                       # search light: for the first time in life/4
        self.panv = self.pieces('pan', 6, 25, -160, 160); self.tilt = self.pieces('til', 6, 25, -85, -15); self.zoom = self.pieces('zo', 10, 60, 0, 1)**2 * 20 + 1
        asw = ['airspeed', 'speed', 'velocity', 'faster', 'linear', 'twist', 'speed command']
        self.num('gas_sun', self.sun, '/weather/sun:illuminance', ['illuminance', 'sun', 'light'], above=float(np.round(np.quantile(self.sun, .58), -2)), tol=.45)
        self.num('ballonet_high', self.alt, '/altimeter:range', ['altitude', 'range', 'height', 'altitude target', 'static hpa', 'pose', 'higher'], above=self.quan(self.alt, fly, .55, 0), tol=.35)
        self.num('prop1_high', 2600 * lp(self.rq[0], .3)**.5, PRO + ':prop_rpm[0]', ['prop rpm', 'propeller speed', 'rpm', 'speed', 'thrust request'], above=self.quan(2600 * lp(self.rq[0], .3)**.5, fly, .6, 0), tol=.25, and_=fly)
        self.num('fin3_fast', self.tas, AIR + ':airspeed', asw, above=self.quan(self.tas, fly, .55, 1), tol=.35)
        self.num('shake_fast', self.tas, AIR + ':airspeed', asw, above=self.quan(self.tas, fly, .6, 1), tol=.35)
        self.num('bus_load', self.ib, PWR + ':bus_amps', ['bus amps', 'current', 'load', 'bus current'], above=self.quan(self.ib, fly, .62, 0), tol=.35)
        for kd, rad, sh in (('gnss_spot', 27., .1), ('link_spot', 30., .11), ('field_spot', 27., .1), ('altimeter_spot', 28., .1)):
            a, b = self.spot(kd, self.x, self.y, rad, fly & (gv > 3), sh); self.at(kd, self.x, self.y, a, b, rad, fly)
        bl = [self.blow(k) for k in (0, 1)]; self.bon = bl
        fw = ('flying', 'airborne', 'running', 'airspeed', 'patrol', 'flight phase', 'flight')
        self.mode('motor2 rpm4', fly, 'running', 'flying', 'thrust request', 'rpm', 'thrust'); self.mode('pitot', fly & (self.tas > 2.5), *fw)
        self.mode('blower1', bl[0][1], 'blowing', 'blower', 'running', 'rpm', 'blower rpm'); self.mode('blower2', bl[1][1], 'blowing', 'blower', 'running', 'rpm', 'blower rpm')
        self.mode('flow oil hunting', self.gon, 'generator', 'running', 'shaft rpm', 'charging'); self.mode('fin1', np.abs(np.gradient(self.rud, DT)) > 4, 'steering', 'rudder request', 'moving', 'turning')

    def blow(self, k, extra=0.):
        """Fill of a ballonet about its target and whether its blower runs."""
        x, on = hyst(np.asarray(self.leak[k] + 2.2 * np.clip(np.gradient(lp(self.fill0, 8), DT), 0, .4) + extra, float) + self.z0, .62, -2.2, 1.8, .5 * self.su(f'bl{k}'))
        return x, on > .5

    def build(self):
        t, n, f, w, fly, ph = self.t, self.n, self.f, self.ns, self.fly, self.ph
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.005, lag=.02), **k))
        fl = fly.astype(float); vib = sum(self.rq) / 4
        # envelope, ballonets
        b1x = f('ballonet1'); B = [self.blow(0, .15 * b1x) if b1x.any() else self.bon[0], self.bon[1]]; bo = [lp(b[1].astype(float), .5) for b in self.bon]; bq = [lp(b[1].astype(float), .5) for b in B]
        hp = 405 + 4 * self.su('hp') + 14 * bo[0] + 14 * bo[1] + 2.5 * (self.sup - 5) + 5 * lp(self.vz, 6) + .018 * self.tas**2 + 3 * self.wander('hp', 1, 8) + w('hpn', 2.2) - f('hull_low') * (26 + 11 * np.abs(self.white('hpx')))
        gas = self.gas + w('gan', .06) + lp(f('gas_sun'), 2.) * (1.9 + .3 * np.abs(self.wander('gs', 1, 2))); sk = self.amb + 2.1 * self.sup * .9 - .0065 * self.alt - .16 * self.tas + .5 * self.wander('sk', 1, 15) + w('skn', .15)
        pub(ENV, 'aerostat_msgs/msg/Envelope', 5, dict(hull_pascal=q(hp, 1), gas_celsius=q(gas, .1), skin_celsius=q(hold(sk, self.on('skin')), .1), purity_percent=q(97.3 + self.u('pu', .2) - .00001 * t + .03 * self.wander('pu', 1, 40) + w('pun', .025) - .62 * f('helium'), .01),
            catenary_kn=[q(3.6 + self.u(f'ca{k}', .05) + .9 * vib + .9 * self.pit * (1 if k else -1) + .04 * self.wander(f'ca{k}', 1, 2) + w(f'can{k}', .025) - (.42 * f('catenary') if k else 0), .01) for k in (0, 1)], nose_load_n=q(np.abs(11 * self.tas**2 * .2 + 5 * self.wander('nl', 1, 1.5) + w('nln', 2)), 1)))
        bh = lp(f('ballonet_high'), 1.)
        pub(BLO, 'aerostat_msgs/msg/Ballonets', 5, dict(ballonet_pascal=[q(432 + self.u(f'bp{k}', 3) + 46 * bq[k] + 2.5 * (self.sup - 5) + 3 * self.wander(f'bp{k}', 1, 6) + w(f'bpn{k}', 2) + (bh * (21 + 4 * self.wander('bh', 1, 1)) if k else 0), 1) for k in (0, 1)], fill_percent=[q(np.clip(self.fill0 + B[k][0] + w(f'fp{k}', .15) + (f('fill2') * (2.1 * self.white('f2') - 7 * self.spikes('f2s', .03)) if k else 0), 0, 100), .1) for k in (0, 1)],
            blower_rpm=[q(np.maximum(lp(slew(B[k][1] * 5200., 2600, 1500), .3) * (1 - (.13 * f('blower2') if k else 0)) + w(f'br{k}', 14) * B[k][1] + 22 * self.wander(f'br{k}', 1, 3) * B[k][1], 0), 1) for k in (0, 1)], blower_amps=[q(bq[k] * (7.1 + self.u(f'ba{k}', .08) + .12 * self.wander(f'ba{k}', 1, 2) + (1.8 * f('blower1') if k == 0 else 0)) + 5 * np.clip(np.gradient(bq[k], DT), 0, 1.5) + .05 + np.abs(w(f'ban{k}', .06)), .02) for k in (0, 1)], valve_open=[(lp(np.gradient(lp(self.fill0, 8), DT), 4) < -.12) & ~B[k][1] for k in (0, 1)]))
        # propulsion, tail
        se = f('s_esc') * fly * (self.pieces('se', .4, 4, 0, 1) < .25); rpm, am, tc, ve = [], [], [], []; m2 = 4.2 * f('motor2') * np.tanh(self.rq[1] * 8)
        for k in range(4):
            x = 2600 * lp(self.rq[k], .3)**.5 * (1 + self.u(f'rp{k}', .004)); x = x + (x > 50) * (9 * self.wander(f'rw{k}', 1, .6) + w(f'rp{k}', 6))
            if k == 3: x = x + f('rpm4') * fly * (70 * self.white('r4') + 30 * self.wander('r4w', 1, .3))
            if k == 2: x = x * (1 - .35 * lp(np.minimum(se, 1), .15))
            a = self.am[k] * (1 + self.u(f'ea{k}', .01)) + .25 + .3 * self.wander(f'ea{k}', 1, 1.2) * fl + np.abs(w(f'ean{k}', .12)); a = a + (m2 if k == 1 else 0) + (lp(f('prop1_high'), .3) * (3. + .6 * self.wander('p1', 1, .4)) if k == 0 else 0)
            c = self.warm(f'mc{k}', self.amb, 1.5 * lp(self.am[k], 20) + .1 * self.sup + (10 * f('motor3_hot') if k == 2 else 0), 200, 3, 2., .12); tc.append(q(hold(c, self.on('motor4_frozen')) if k == 3 else c, .1))
            v = self.vec + self.u(f've{k}', .3) + w(f've{k}', .2) + (4.2 * f('vector2') if k == 1 else 0) + (f('vector3') * (2.6 * self.white('v3') - 14 * self.spikes('v3s', .04)) if k == 2 else 0); rpm.append(q(np.maximum(x, 0), 1)); am.append(q(a, .05)); ve.append(q(v, .1))
        pub(PRO, 'aerostat_msgs/msg/Propulsion', 8, dict(prop_rpm=rpm, esc_amps=am, motor_celsius=tc, vector_deg=ve, thrust_request=q(100 * delayed(self.thr, -.2), .5), esc_alert=np.where(se > 0, 4, 0)))
        mix = [self.rud * .8 + self.ele * .6, self.rud * .8 - self.ele * .6, -self.rud * .8 - self.ele * .6, -self.rud * .8 + self.ele * .6]; sf = f('s_fin') * (self.pieces('sf', .5, 5, 0, 1) < .3); fd, sa = [], []; tr4 = f('fin4')
        for k in range(4):
            z = lp(delayed(mix[k], .1), .12)
            if k == 0 and 'fin1' in self.sev: z = np.where(self.sev['fin1'] > 0, lp(delayed(mix[k], .6), .5) + 1.1, z)
            if k == 3: z = z + tr4 * 1.5 * np.sin(2 * np.pi * 1.9 * t)
            g = np.abs(np.gradient(lp(z, .08), DT)); a = .32 + self.u(f'sa{k}', .01) + .0034 * self.tas**1.5 + .0016 * np.abs(z) * self.tas + .016 * g + .03 * self.wander(f'sa{k}', 1, 1) + np.abs(w(f'san{k}', .03))
            a = a + (lp(f('fin3_fast'), .3) * (.34 + .07 * self.wander('f3', 1, .5)) if k == 2 else 0) + (.3 * f('fin2') if k == 1 else 0) + (1.1 * np.minimum(sf, 1) if k == 0 else 0); fd.append(q(z + self.u(f'fd{k}', .2) + w(f'fd{k}', .12), .1)); sa.append(q(a, .01))
        pub(TAI, 'aerostat_msgs/msg/Tail', 8, dict(fin_deg=fd, servo_amps=sa, rudder_request=q(self.rud, .1), elevator_request=q(self.ele, .1), servo_fault=np.where(sf > 0, 18, 0)))
        # generator, electricity
        go = lp(self.gon.astype(float), .8); sg = (f('s_gen') > 0) & self.gon & (self.pieces('sg', 1, 5, 0, 1) < .35); hu = f('hunting') * self.gon
        sr = lp(slew(self.gon * 5400., 1800), .4) - 2.1 * (lp(self.ib, 1) - 30) * go + (12 * self.wander('sr', 1, 1) + w('sr', 6)) * go - 420 * lp(sg.astype(float), .4) + hu * 95 * np.sin(2 * np.pi * .45 * t + 2 * self.wander('hu', 1, 6))
        pub(GEN, 'aerostat_msgs/msg/Generator', 5, dict(shaft_rpm=q(np.maximum(sr, 0), 1), generator_amps=q(self.geni + .9 * self.wander('gi', 1, 2) * go + np.abs(w('gi_', .3)), .1), head_celsius=q(self.warm('hc', self.amb, 88 * lp(go, 40) + 13 * f('head'), 75, 4, 30., .4), .5), fuel_litres=q(17.5 + 1.2 * self.su('fl') - np.cumsum(go) * DT * 2.3 / 3600 + .05 * self.wander('fl', 1, 2) + w('fln', .03) + f('tank') * .38 * self.white('tkx'), .01), fuel_flow=q(np.maximum(go * (2.3 + .03 * self.wander('ff', 1, 3) + w('ffn', .03) + .36 * f('flow')), 0), .01),
            oil_bar=q(np.maximum(lp(go, 1.5) * (3.6 + self.u('ob', .03) + .05 * self.wander('ob', 1, 5) + w('obn', .03) - f('oil') * (.42 + .17 * np.abs(self.white('obx')))), 0), .01), generator_code=np.where(sg, 7, 0)))
        nb = self.ib + m2 - self.geni; vb = 46.6 + 4.6 * (self.soc - .7) * 1.6 - .021 * nb; cells = []
        for k in range(8):
            c = vb / 8 * .62 + self.u(f'ce{k}', .003) + w(f'ce{k}', .0025) - (f('cell5') * (.035 + .0011 * np.maximum(nb, 0)) if k == 4 else 0); cells.append(c)
        self.batt('/battery', nb + w('nb', .4), vb + w('vb', .02), self.soc, cells, [self.warm(f'bt{k}', self.amb, .13 * np.abs(lp(nb, 20)) + (6.2 * f('cells_hot') if k == 1 else 0), 420, 4, 4., .06) for k in range(4)], rate=3)
        bl = lp(f('bus_load'), .2)
        pub(PWR, 'aerostat_msgs/msg/PowerBus', 5, dict(bus_volts=q(vb - .006 * self.ib - .1 + w('bv', .02) - bl * (.72 + .16 * np.abs(self.wander('blx', 1, .5))), .01), bus_amps=q(self.ib + m2 + w('bi', .3), .1), avionics_volts=q(12.08 + self.u('av', .01) + w('av', .007) - .006 * self.pld + f('avionics') * .075 * self.white('avx'), .005), regulator_celsius=q(self.warm('rg', self.amb, 9 * self.pld + .15 * self.sup + 8 * f('regulator'), 210, 8, 14.), .1)))
        # air data, navigation
        pub(AIR, 'aerostat_msgs/msg/AirData', 8, dict(airspeed=q(np.maximum(self.tas * (1 - .19 * f('pitot') * (self.tas > 2.5)) + w('as', .14), 0), .05), static_hpa=q(1011 + 2 * self.su('hpa') - .12 * self.alt + w('sh', .06), .02), outside_celsius=q(self.amb - .0065 * self.alt + .00001 * self.sun + w('oc', .06) + 1.7 * f('outside'), .1), alpha_deg=q(np.degrees(self.pit) * .5 + 1.2 * self.wander('al', 1, 1.2) + w('aln', .3), .1), beta_deg=q(7 * self.yr * 10 * .4 + 1.5 * self.wander('be', 1, 1.6) + w('ben', .35) + f('beta') * 3.6 * self.white('bex'), .1)))
        pub(POS, 'nav_msgs/msg/Odometry', 8, {'pose.pose.position.x': q(self.x + w('ox', .3, 5), .01), 'pose.pose.position.y': q(self.y + w('oy', .3, 5), .01), 'pose.pose.position.z': q(self.alt + w('oz', .3, 5), .01), 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(self.gv + w('ov', .08), .01), 'twist.twist.linear.z': q(self.vz + w('ovz', .06), .01), 'twist.twist.angular.z': q(self.yr + w('owz', .002), .001)}, 'field', age=.9 * f('odometry_old'))
        gs = lp(f('gnss_spot'), .8); cov = 1.1 * np.exp(.2 * self.wander('gc', 1, 25)) * (1 + gs * (2.6 + 1. * np.abs(self.white('gcx')))); zz = self.z0
        pub('/gnss', 'sensor_msgs/msg/NavSatFix', 2, {'latitude': 47.63 + (self.y + w('ge', .5, 10)) / 111200, 'longitude': 9.48 + (self.x + w('gn', .5, 10)) / 75000, 'altitude': q(402 + self.alt + w('ga', .9, 12), .1), 'position_covariance': [q(cov, .01), zz, zz, zz, q(1.1 * cov, .01), zz, zz, zz, q(2.6 * cov, .01)], 'position_covariance_type': 2, 'status.status': 1, 'status.service': 1}, 'gondola')
        pub('/altimeter', 'sensor_msgs/msg/Range', 5, {'radiation_type': 1, 'field_of_view': .01, 'min_range': .5, 'max_range': 600., 'range': q(np.maximum(self.alt + 1.8 * self.wander('rg', 1, 8) * fl + w('rgn', .15) - f('altimeter_spot') * (14 + 10 * np.abs(self.white('rgx'))), .5), .01)}, 'gondola')
        sf_ = lp(f('shake_fast'), .3); sh = .018 + .11 * vib + .002 * self.tas
        self.imu(IMU, 14, (self.rol + w('ir', 8e-4), self.pit + w('ip', 8e-4), self.yaw + w('iy', .0015)), (lp(np.gradient(self.rol, DT), .2) + w('gx', .003), lp(np.gradient(self.pit, DT), .2) + w('gy', .003), self.yr + w('gz', .0028) + self.u('gz', .0004) + .0125 * f('gyro')),
                 tuple(g + sh * self.white(f'a{c}') + sf_ * m * .19 * self.white(f'ax{c}') for c, g, m in zip('xyz', (-9.81 * self.pit + lp(np.gradient(self.gv, DT), .5), 9.81 * self.rol * .3, self.z0 + 9.81), (.8, 1., 1.))), 'gondola', drop=.45 * f('imu_lost'), lag=.012)
        # payload
        pn = lp(slew(self.panv, 40), .3); tl = lp(slew(self.tilt, 25), .3); pr = np.abs(np.gradient(pn, DT))
        pub(GIM, 'aerostat_msgs/msg/Gimbal', 8, dict(axis_deg=[q(-np.degrees(self.rol) + w('g0', .04), .01), q(tl - np.degrees(self.pit) + w('g1', .04), .01), q(pn + w('g2', .04) + f('gimbal_pan') * (1.3 * self.white('gp') - 8 * self.spikes('gps', .04)), .01)], motor_current=[q(a + b + self.u(f'gm{k}', .01) + .04 * vib * 2 + .02 * self.wander(f'gm{k}', 1, 1) + np.abs(w(f'gmn{k}', .02)) + (.11 * f('gimbal_roll') if k == 0 else 0), .005) for k, (a, b) in enumerate(((.24, .3 * np.abs(np.gradient(self.rol, DT)) * 5), (.3, .006 * np.abs(np.gradient(tl, DT))), (.36, .009 * pr)))], jitter_urad=q(np.abs(17 + 46 * vib + .25 * pr + 2.5 * self.wander('ji', 1, 2) + w('jin', 2) + f('gimbal_jitter') * (19 + 8 * np.abs(self.white('jix')))), .5), case_celsius=q(self.warm('cs', self.amb, 6 * self.pld + .3 * self.sup, 260, 3, 8.), .1)))
        lux = self.sun / 1000
        pub('/day_camera', 'aerostat_msgs/msg/DayCamera', 4, dict(focus_score=q(np.clip(82 + self.u('fs', .8) - .45 * self.zoom - .06 * pr - 5 * vib + 1.4 * self.wander('fs', 1, 8) + w('fsn', .9) - 12 * f('focus'), 0, 100), .1), brightness=q(np.clip(106 + 7 * self.su('br') + .35 * (lux - 42) * .4 + 5 * self.wander('br', 1, 9) + w('brn', 1.3), 0, 255), .5), exposure_us=q(np.maximum(32000 / np.maximum(lux, 2) * (1 + .05 * self.wander('ex', 1, 5)) + w('exn', 12), 20), 1), frame_ms=q(33.3 + np.abs(w('fm', 1.5)) + f('frame') * (6.5 + 2.5 * np.abs(self.white('fmx'))), .1), zoom_factor=q(lp(self.zoom, .8), .1)))
        pub('/thermal_camera', 'aerostat_msgs/msg/ThermalCamera', 3, dict(cooler_kelvin=q(77 + .12 * self.wander('ck', 1, 20) + w('ckn', .04), .01), cooler_watts=q(7.4 + self.u('cw', .05) + .09 * (self.amb - 15) + .05 * self.sup + .12 * self.wander('cw', 1, 25) + w('cwn', .07) + 1.15 * f('cooler'), .02), noise_mk=q(np.abs(24 + self.u('nm', .4) + .5 * self.wander('nm', 1, 15) + w('nmn', .6) + f('noise') * (4.5 + 2.5 * np.abs(self.white('nmx')))), .1), scene_celsius=q(self.amb + .00014 * self.sun + 3.5 * self.wander('sc', 1, 5) + w('scn', .3), .1)))
        ls = lp(f('link_spot'), .6); dist = np.hypot(self.x - 450, self.y)
        pub(LNK, 'aerostat_msgs/msg/Downlink', 4, dict(rssi_dbm=-46 - 16 * np.log10(1 + dist / 90) + self.su('rs', 1) + 1.5 * self.wander('rs', 1, 4) + w('rsn', .9) - 8 * ls, snr_db=q(29 - 6 * np.log10(1 + dist / 90) + .9 * self.wander('sn', 1, 4) + w('snn', .6) - 7.5 * ls, .1), latency_ms=q(58 + np.abs(w('la', 6)) + 60 * ls * self.rng('lax').random(n), 1), kilobytes=np.cumsum(np.full(n, DT * 640.)), amplifier_celsius=q(self.warm('af', self.amb, 14 + .2 * self.sup + 3 * self.pld + 8.5 * f('amplifier'), 220, 5, 19.), .1)))
        bw = lp(self.bl.astype(float), .5)
        pub('/ballast', 'aerostat_msgs/msg/Ballast', 3, dict(water_kg=q(38 + 2 * self.su('wk') - np.cumsum(self.bl) * DT * .03 + .1 * self.wander('wk', 1, 3) + w('wkn', .05), .05), line_kpa=q(61 + self.u('lk', .5) + 150 * bw + .9 * self.wander('lk', 1, 8) + w('lkn', .5) + f('ballast_line') * (4.6 * self.white('lkx') - 3), .5), pump_amps=q(bw * 5.2 + .05 + np.abs(w('pa', .03)), .02), pumping=self.bl, ballast_low=(f('s_ballast') > 0) & (t % 18 < 6)))
        st = (t % 1.5 < .35); li = [1.15 + self.u('l0', .02), 1.15 + self.u('l1', .02), .2 + 3.1 * st + 6.5 * self.search]; li = [x + w(f'li{k}', .015) for k, x in enumerate(li)]; li[1] = li[1] * (1 - np.minimum(f('light2'), 1.25) * np.where(self.pieces('l2', .1, .9, 0, 1) < .4, .42, .08))
        pub('/lights', 'aerostat_msgs/msg/Lights', 4, dict(light_amps=[q(x, .01) for x in li], strobe=st))
        pub('/transponder', 'aerostat_msgs/msg/Transponder', 2, dict(reply_dbm=q(-54 + self.u('tp', .6) + 2.2 * np.cos(self.yaw) + 1.1 * self.wander('tp', 1, 6) + w('tpn', .7) - 6.5 * f('transponder'), .5), squawk=4721, traffic=np.clip(1.2 + 1.3 * self.wander('tr', 1, 60), 0, 9)))
        fs = lp(f('field_spot'), .6)
        pub('/field_mill', 'aerostat_msgs/msg/Lightning', 4, dict(field_kv_m=q(.14 + .03 * self.su('fk') + .0001 * self.alt + .022 * self.wander('fk', 1, 15) + w('fkn', .012) + fs * (.2 + .09 * np.abs(self.white('fkx'))), .005), strikes=0))
        pub('/flight_plan', 'aerostat_msgs/msg/FlightPlan', 2, dict(flight_phase=ph + 1, waypoint=np.clip((np.arctan2(self.y - self.cy, self.x - self.cx) + np.pi) / .79, 0, 8), altitude_target=q(self.alt_t, 1), speed_command=q(self.cs, .1)))
        la = ph == 0
        pub(MAST, 'aerostat_msgs/msg/NoseMooring', 4, dict(latch_n=q(np.abs(np.where(la, 60 + 14 * self.wind**2 * .3 + 22 * self.wander('ln', 1, 1.2), 0) + w('lnn', 2.5)), 1), winch_amps=q(.08 + np.abs(w('wa', .02)) + 3.5 * self.ups(ph > 0, 6), .02), line_out=q(np.where(la, 0., 1.2) + w('lo', .005), .01), latched=la))
        rh = .56 + .03 * self.su('rh') + .00016 * self.alt - .0000008 * self.sun + .012 * self.wander('rh', 1, 120) + .004 * self.wander('rh2', 1, 10)
        pub('/weather/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(hold(rh + w('rhn', .0012), self.on('humidity')), .001)))
        pub('/weather/sun', 'sensor_msgs/msg/Illuminance', 2, dict(illuminance=q(self.sun * (1 + w('lx', .006)), 50.)))
        pub('/weather/wind', 'geometry_msgs/msg/Vector3Stamped', 3, {'vector.x': q(self.wind * np.cos(self.wd) + w('wx', .2), .1), 'vector.y': q(self.wind * np.sin(self.wd) + w('wy', .2), .1)}, 'field')
        ts = f('task')
        pub('/flight_computer', 'aerostat_msgs/msg/FlightComputer', 2, dict(task_ms=q(9.8 + np.abs(w('ts', .15)) + 1. * ts, .05), task_worst_ms=q(13.5 + np.abs(w('tw', 1.5)) + ts * (9 + 4 * self.rng('twx').random(n)), .1), die_celsius=q(self.warm('dc', self.amb, 18 + 4 * self.pld, 150, 16, 20., .2), .5), heap_mb=q(860 + 48 * self.newver + 4 * self.su('he') + 2 * self.wander('he', 1, 110) + w('hen', .7) + self.computer_leak('heap', 75), .5)), strs=dict(load='4.8' if self.newver else '4.7'))
        self.goals('/mission/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .06 else 4) for i, (a, b, k) in enumerate(self.tasks) if k != 'mast'])
        a1 = self.speak('s_esc', 'propulsion', ['motor 3 lost synchronisation, code 4', 'motor 3 restarted in flight'])
        a2 = self.speak('s_fin', 'tail', ['fin 1 servo overload, code 18', 'fin 1 servo limited'], 14)
        a3 = self.speak('s_gen', 'generator', ['misfire cylinder 1, code 7', 'generator power reduced'])
        s = self.when('s_ballast'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 22): self.log(x, 'W', 'ballast', 'ballast water low', 'fault')
            a4 = np.where(self.on('s_ballast'), 1., 0.)
        self.routine([(26, 'I', 'mission', 'leg done, {} m', 120, 600), (7, 'W', 'traffic', 'aircraft at {} km', 2, 9), (6, 'W', 'guidance', 'gust {} m/s', 6, 11), (5, 'I', 'downlink', 'channel changed in {} ms', 40, 300), (4, 'W', 'envelope', 'superheat {} K', 6, 12)],
                     [('I', 'core', 'load ' + ('4.8' if self.newver else '4.7')), ('W', 'gnss', 'almanac old'), ('W', 'envelope', 'purity calibration old'), ('I', 'tail', 'fins travelled')])
        self.status('propulsion', 'PR', a1, {2: 'motor 3 synchronisation'}, payload=self.pld); self.status('tail', 'TA', a2, {2: 'fin 1 overload'}); self.status('generator', 'GE', np.maximum(a3, brief_warn(self, 'ge', 1.2)), {1: 'cold start', 2: 'misfire'})
        self.status('ballast', 'BA', a4, {1: 'water low'}); self.status('downlink', 'DL', brief_warn(self, 'dl', 1.4), {1: 'channel busy'})
