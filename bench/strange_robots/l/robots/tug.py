"""Baggage tug of an airport: two driven wheels, steered front axle, trains of dollies, a ramp out of the baggage hall, charging; English, many standard messages."""
import numpy as np
from base import DT, Robot, Track, Way, delayed, kind as k, lp, mdef, q, quat

DRV, JNT, STE, BRK, HIT, TYR, CAM, LOC, CHG, DCD, COO, RAD, TAG, CPU = '/drives', '/joint_states', '/steering', '/brakes', '/hitch', '/tyres', '/front_camera', '/localization', '/charger', '/dcdc', '/cooling', '/radio', '/dolly_tags', '/onboard_computer'


class Tug(Robot):
    NAME = 'tug'
    FLAGS = [(DRV, 'fault_bits'), (HIT, 'lock_alarm'), (COO, 'low_flow_events'), (BRK, 'pads_soon')]
    DEFS = {
        'apron_msgs/msg/Drives': mdef('float32[2] amps celsius; float32 inverter_c; uint16 fault_bits'),
        'apron_msgs/msg/Steering': mdef('float32 request_deg angle_deg servo_amps'),
        'apron_msgs/msg/Brakes': mdef('float32 line_bar pedal_pct pad_mm disc_c; bool parked pads_soon'),
        'apron_msgs/msg/Hitch': mdef('float32 pull_kn pin_mm; bool coupled lock_alarm'),
        'apron_msgs/msg/Tyres': mdef('float32[4] tyre_kpa tyre_c'),
        'apron_msgs/msg/FrontCamera': mdef('float32 sharpness brightness frame_ms lane_offset_m; uint8 people_seen'),
        'apron_msgs/msg/Localization': mdef('float32 match_pct residual_m; uint16 landmarks'),
        'apron_msgs/msg/Charger': mdef('float32 charge_amps charge_volts; float32[2] plug_c; uint16 charger_fan_rpm; bool plugged'),
        'apron_msgs/msg/Dcdc': mdef('float32 volts_24 amps_24 converter_c'),
        'apron_msgs/msg/Cooling': mdef('float32 coolant_lpm coolant_c pump_amps; uint16 radiator_fan_rpm low_flow_events'),
        'apron_msgs/msg/Radio': mdef('int16 rssi_dbm; float32 latency_ms loss_pct'),
        'apron_msgs/msg/DollyTags': mdef('uint8 tags; float32 tag_rssi read_ms'),
        'apron_msgs/msg/Weather': mdef('float32 rain_mm_h wind_speed wind_from'),
        'apron_msgs/msg/Safety': mdef('bool estop_ok; float32 bumper_kohm; uint8 people'),
        'apron_msgs/msg/Mission': mdef('uint8 phase stand dollies; uint16 trip; float32 speed_request'),
        'apron_msgs/msg/Computer': mdef('float32 loop_ms loop_max_ms ram_mb cpu_c; string release'),
    }
    KINDS = dict(
        left_amps=k('left motor draws more and more current: wheel bearing', DRV, 'amps[0]', 'left motor|left drive|wheel bearing', step=False, where='when driving', cons=('/battery', COO)),
        right_hot=k('right motor gets hot: brake shoe drags', DRV, 'celsius[1]', 'right motor|right drive', step=False, tail=400),
        inverter_frozen=k('temperature of the inverter frozen', DRV, 'inverter_c', 'inverter'),
        right_pull=k('right motor draws more current when the pull is above a number: gear tooth', DRV, 'amps[1]', 'right motor|right drive|gear', where='**pull above a number**', cond=True, need=8),
        slip_place=k('left wheel spins at one place: oil on the ground', JNT, 'velocity[0]', 'left wheel|wheel slip|joint states', where='**at a place**', cond=True, need=8),
        right_speed=k('speed of the right wheel flickers: encoder gap', JNT, 'velocity[1]', 'right wheel|wheel encoder|encoder', where='when driving'),
        joints_old=k('joint states come later and later: clock drifts', JNT, 'header.stamp', 'joint states', step=False),
        steer_play=k('steering has play: tie rod end worn', STE, 'angle_deg', 'steering|tie rod', where='when driving'),
        steer_zero=k('steering angle stands off: sensor mounted anew and not calibrated', STE, 'angle_deg', 'steering|steering sensor'),
        steer_servo=k('steering servo draws more current: king pin dry', STE, 'servo_amps', 'steering servo|steering|king pin', step=False, where='when driving'),
        shimmy=k('steering angle flutters when faster than a number: damper lost', STE, 'angle_deg servo_amps', 'steering|steering damper', where='**speed above a number**', cond=True, need=12),
        line_leak=k('brake line stands under less pressure: seal leaks', BRK, 'line_bar', 'brakes|brake line', where='when braking'),
        pulsing=k('brake line pulses when the pedal is pressed more than a number: disc warped', BRK, 'line_bar', 'brakes|brake line|brake disc', where='**pedal above a number**', cond=True, need=8),
        disc_hot=k('brake disc gets hot: caliper seized', BRK, 'disc_c', 'brakes|brake disc|caliper', step=False, tail=300),
        pothole=k('tug is shaken at one place: drain cover broken', '/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'imu|drain cover', where='**at a place**', cond=True, need=8),
        gyro=k('yaw gyro has a bias', '/imu', 'angular_velocity.z', 'imu|gyro'),
        imu_lost=k('messages of the imu get lost: connector', '/imu', 'header.stamp', 'imu'),
        odo_scale=k('odometry reads too fast: wheel diameter set wrong after a tyre change', '/odometry', 'twist.twist.linear.x', 'odometry|wheel diameter', where='when driving'),
        gps_place=k('satellite position jumps at one place: mirror of a new facade', '/gps/fix', 'latitude longitude', 'gps|satellite receiver', where='**at a place**', cond=True, need=8),
        gps_alt=k('height of the satellite receiver drifts: wrong ionosphere model', '/gps/fix', 'altitude', 'gps|satellite receiver', step=False),
        scan_dirt=k('beams 6 and 7 of the front scanner read short: wet leaf', '/scan_front', 'ranges[5] ranges[6]', 'front scanner|scan front|lidar'),
        scan_bright=k('front scans get lost when it is brighter than a number: receiver blinded', '/scan_front', 'header.stamp', 'front scanner|scan front|lidar', where='**light above a number**', cond=True),
        rear_rate=k('rear scanner sends only half of its scans: motor speed fallen back', '/scan_rear', 'header.stamp', 'rear scanner|scan rear|lidar'),
        rear_bias=k('rear scanner reads too far: window replaced and not calibrated', '/scan_rear', 'ranges', 'rear scanner|scan rear|lidar'),
        cell11=k('cell 11 of the battery stands low and sags: ageing', '/battery', 'cell_voltage[10]', 'battery|cell 11'),
        pack_hot=k('battery gets warm at module 2: busbar screw loose', '/battery', 'cell_temperature[1]', 'battery|busbar', step=False, tail=400),
        soc_frozen=k('charge state frozen: gauge hangs', '/battery', 'percentage', 'battery|charge state|fuel gauge'),
        plug=k('plug contact 2 gets hotter when charging: burnt', CHG, 'plug_c[1]', 'charger|plug|plug contact', tail=150, where='when charging', need=15),
        charger_fan=k('fan of the charger slow: dust', CHG, 'charger_fan_rpm', 'charger|charger fan'),
        v24_load=k('24 V falls when its current is above a number: crimp', DCD, 'volts_24', 'dcdc|24 v|converter', where='**24 V current above a number**', cond=True, need=12),
        v24_noise=k('24 V uneasy: capacitor', DCD, 'volts_24', 'dcdc|24 v|capacitor'),
        pull_gain=k('pull of the hitch reads too much: amplifier set wrong after service', HIT, 'pull_kn', 'hitch|load pin', where='when driving'),
        pull_cut=k('load pin of the hitch drops out: cable chafed', HIT, 'pull_kn', 'hitch|load pin|cable', where='when driving'),
        pin=k('height of the hitch pin noisy: sensor bracket', HIT, 'pin_mm', 'hitch|hitch pin'),
        tyre3=k('tyre 3 loses air', TYR, 'tyre_kpa[2]', 'tyre 3|tyres', step=False),
        tyre_swap=k('tyre 2 reports in psi, not in kpa: sensor of another maker', TYR, 'tyre_kpa[1]', 'tyre 2|tyres|tyre sensor'),
        lens=k('front camera loses sharpness: salt film', CAM, 'sharpness', 'front camera|camera|lens', step=False),
        lane=k('lane offset noisy: camera foot loose', CAM, 'lane_offset_m', 'front camera|camera', where='when driving'),
        match_place=k('localization matches badly at one place: containers moved', LOC, 'match_pct residual_m', 'localization|landmarks', where='**at a place**', cond=True, need=8),
        landmarks=k('localization sees too few landmarks: map of the wrong day', LOC, 'landmarks', 'localization|landmarks|map'),
        radar_slow=k('radar speed noisy when slower than a number: threshold', '/radar_speed', 'data', 'radar|radar speed', where='**speed below a number**', cond=True, need=12),
        coolant=k('flow of the coolant low: hose kinked', COO, 'coolant_lpm', 'cooling|coolant|hose'),
        coolant_pump=k('coolant pump draws more and more current: bearing', COO, 'pump_amps', 'coolant pump|cooling', step=False),
        radio_place=k('radio weak at one place: antenna of the terminal out', RAD, 'rssi_dbm latency_ms loss_pct', 'radio|network', where='**at a place**', cond=True, need=8),
        latency=k('radio slow again and again: access point overloaded', RAD, 'latency_ms', 'radio|network|access point'),
        tag=k('dolly tags heard weakly: reader antenna wet', TAG, 'tag_rssi', 'dolly tags|tag reader'),
        sonar_left=k('left sonar rings: reads near again and again', '/sonar/left', 'range', 'left sonar|sonar left'),
        sonar_right=k('right sonar frozen', '/sonar/right', 'range', 'right sonar|sonar right'),
        vane=k('wind direction sticks and jumps: vane bearing', '/weather', 'wind_from', 'weather station|wind|vane'),
        loop=k('computer has far longer worst loops', CPU, 'loop_max_ms loop_ms', 'onboard computer|computer'),
        ram=k('memory of the computer fills', CPU, 'ram_mb', 'onboard computer|computer|memory', step=False),
        s_drive=k('left motor reports overcurrent', [DRV, '/rosout', '/diagnostics'], 'fault_bits amps[0]', 'left motor|left drive', silent=False),
        s_hitch=k('hitch reports an open lock again and again', [HIT, '/rosout', '/diagnostics'], 'lock_alarm pin_mm', 'hitch|hitch lock', silent=False),
        s_cool=k('cooling reports low flow', [COO, '/rosout', '/diagnostics'], 'low_flow_events coolant_lpm', 'cooling|coolant', silent=False),
        s_pads=k('brakes warn that the pads should be replaced soon', [BRK, '/rosout', '/diagnostics'], 'pads_soon', 'brakes|brake pads', silent=False),
    )

    def plan(self):
        self.day(14 - 12 * self.is_life(9), 4., 9.); self.weather(); n, z0 = self.n, self.z0; r = self.rng('route'); new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0
        T = Track(self, x=0., y=0., h=0.); T.set(kg=0, dol=0, stand=0); operator = .8 if self.is_life(6) else 1.; trip = 0
        stands = {0: ((78, 46), (112, 46), (104, -38)), 1: ((66, -44), (98, -44), (90, 40)), 2: ((84, 52), (122, -40), (84, -40))}[self.site]
        T.wait(r.uniform(10, 50), 0)
        while T.more:
            a0 = T.i; trip += 1; sx, sy = stands[k_ := int(r.integers(0, 3))]; g = np.sign(sy); T.set(trip=trip, stand=k_ + 1); T.spd = operator * (.7 if r.random() < .12 else 1.)
            m = int(r.integers(1, 5)); kg = m * r.uniform(420, 980); v = r.uniform(4.2, 5.6) * (1 - .00004 * kg)
            if new3 and r.random() < .18: m, kg = 2, r.uniform(2500, 3400)                                                              # cargo pallets: for the first time in life/3
            if trip % 2 == 0: T.set(plug=1); T.wait(r.uniform(45, 90), 5); T.set(plug=0)
            if self.is_life(5, 8) and trip == 3: T.wait(12, 9); [(T.set(test=p), T.wait(5, 9), T.set(test=0), T.wait(4, 9)) for p in (30, 55, 80, 95)]      # weekly brake test
            T.wait(r.uniform(7, 14), 7); T.set(cp=1, dol=m); T.wait(r.uniform(3, 6), 7); T.set(kg=kg); T.wait(r.uniform(8, 40), 3)
            st = lambda way: {r.uniform(15, way.s[-1] - 15): r.uniform(4, 22)} if r.random() < .35 else {}
            out = Way([(0, 0), (60, 0), (sx, 0), (sx, sy)]); T.set(vr=v); out.drive(T, np.where((out.s > 10) & (out.s < 40), min(v, 3.), v), 1, a=.34, stops=st(out)); T.set(vr=0); T.wait(r.uniform(12, 40), 4)
            if r.random() < .3: T.set(kg=0, dol=0, cp=0); T.wait(6, 7)
            else: T.set(kg=m * r.uniform(180, 800))
            back = Way([(sx, sy), (sx, sy + 11 * g), (sx - 9, sy + 11 * g), (sx - 9, 7), (56, 7), (0, 7)]); T.set(vr=v)
            slow = np.where(np.abs(back.s - .5 * back.s[-1]) < 30, 1.5, v) if new4 and r.random() < .25 else v                          # behind an aircraft at walking pace: for the first time in life/4
            back.drive(T, slow, 2, a=.38, stops=st(back)); T.set(vr=0); T.wait(r.uniform(8, 25), 4); T.set(kg=0, dol=0, cp=0); T.set(vr=1.5); Way([(0, 7), (-9, 7), (-9, 0), (0, 0)]).drive(T, 1.5, 6); T.set(vr=0); T.task(a0, 'trip')
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0); ox, oy = ((0, 0), (-210, 40), (160, -90))[self.site]
        self.yaw = lp(A['h'], .12); xs, ys = lp(A['x'], .12), lp(A['y'], .12); self.v = lp(np.hypot(np.gradient(xs, DT), np.gradient(ys, DT)), .1) * 1.; self.mv = self.v > .12; self.yr = lp(np.gradient(self.yaw, DT), .15); self.acc = lp(np.gradient(self.v, DT), .2)
        dev = lp(.06 * self.wander('dev', 1, 5), .8) * np.clip(self.v, 0, 1); self.x, self.y = xs + ox - dev * np.sin(self.yaw), ys + oy + dev * np.cos(self.yaw)
        ramp = np.where((xs > 12) & (xs < 40), .055, 0.); self.slope = lp(ramp, .4) * np.cos(self.yaw); self.alt = np.interp(xs, [12, 40], [-1.5, 0.])
        self.kg = lp(E('kg'), .8); m = 3300 + self.kg; wet = self.wet = (self.su('rain') > .9) * np.clip(.6 + .5 * self.wander('rain', 1, 300), 0, 2); self.pull = np.maximum(self.kg * (.018 * 9.81 * self.mv + 9.81 * self.slope + self.acc) / 1000 * (1 + .05 * self.wander('pu', 1, 1.5)), -2) * (self.kg > 50)
        self.F = m * (self.acc + 9.81 * self.slope) + (m * 9.81 * .016 + 30 * self.v**2 * .6 + 18 * self.wind * self.v / 4) * self.mv; self.pedal = np.clip(-(self.acc + .1) * 170, 0, 100) * (self.v > .03); self.pedal = lp(np.maximum(self.pedal, E('test')), .15); self.parked = (~self.mv) & (lp(self.mv * 1., 1.2) < .1)
        Fm = np.maximum(self.F, -1300); self.im = [np.abs(Fm / 2 / 34 * (1 + s * .25 * self.yr)) * (1 + .03 * self.wander(f'im{s}', 1, .8)) + 2.2 * self.mv for s in (-1, 1)]; p = Fm * self.v; self.i24 = 15 + 5 * self.mv + 4.5 * (self.sunny < .45) + 2.2 * wet + 3.5 * np.abs(self.yr) * 4 + 3.2 * (self.pieces('i24', 8, 40, 0, 1) < .35) + .3 * self.wander('i24', 1, 3)
        self.load = 6 + np.where(p > 0, p / .84, p * .55) / 80 + self.i24 * 24 / 80 / .9; self.soc, self.ic = self.battery(self.load, E('plug'), 360, float(r.uniform(.55, .8)), imax=120.); self.ic = lp(self.ic, 1.2); self.lum = (24000 + 62000 * self.sunny) * np.where(xs < 8, .02, 1) * (1 + .1 * np.cos(self.yaw)) + 40; self.lum = lp(self.lum, .5)
        spd = ['speed', 'faster', 'velocity', 'linear', 'twist', 'slower', 'speed request', 'driving']; od = '/odometry:twist.twist.linear.x'
        self.num('right_pull', self.pull, HIT + ':pull_kn', ['pull kn', 'pull', 'load', 'trailer', 'pulls'], above=self.quan(self.pull, self.mv & (self.pull > .2), .45, 1), tol=.5, and_=self.mv); self.num('shimmy', self.v, od, spd, above=self.quan(self.v, self.mv, .6, 1), tol=.4)
        self.num('pulsing', self.pedal, BRK + ':pedal_pct', ['pedal pct', 'pedal', 'braking', 'brake'], above=self.quan(self.pedal, self.pedal > 5, .3, 0), tol=.5); self.num('scan_bright', self.lum, '/light:illuminance', ['illuminance', 'light', 'brighter', 'brightness', 'sun'], above=self.quan(self.lum, self.lum > 5000, .5, -3), tol=.25)
        self.num('v24_load', self.i24, DCD + ':amps_24', ['amps 24', 'current', 'load'], above=self.quan(self.i24, self.i24 > 0, .62, 1), tol=.3); self.num('radar_slow', self.v, od, spd, below=self.quan(self.v, self.mv, .35, 1), tol=.5, and_=self.mv)
        c = self.mv & (xs > 12); self.places(self.x, self.y, c & (xs < 45), slip_place=(8., .04)); self.places(self.x, self.y, c & (xs > 45), pothole=(8., .04)); self.places(self.x, self.y, c & (xs > 60), gps_place=(9., .05)); self.places(self.x, self.y, c, match_place=(9., .05)); self.places(self.x, self.y, self.mv, radio_place=(9., .06))
        dw = ('driving', 'moving', 'speed', 'velocity', 'speed request'); self.mode('left_amps right_speed steer_play steer_servo odo_scale pull_gain pull_cut lane', self.v > .4, *dw); self.mode('line_leak', self.pedal > 8, 'braking', 'pedal', 'parked'); self.mode('plug', self.ic > 20, 'charging', 'charge amps', 'plugged')

    def build(self):
        t, f, w, E, h, W, sg, H, u = self.t, self.f, self.ns, self.E, self.h, self.wander, self.sg, self.H, self.u; N, P, C, B, fz, S = self.N, self.P, self.C, self.B, self.fz, self.white; pub = lambda *a, **k_: self.pub(*a, **dict(dict(jit=.004, lag=.009), **k_)); v, mv = self.v, self.mv * 1.; dm = lp((v > .4) * 1., .3)
        er = self.shape('s_drive', .35, .6, 4) & (v > .4); x0 = 21 * f('left_amps') * dm; pw = [lp(i**2, 30) / 1100 for i in self.im]
        am = [self.im[0] * np.where(er, 1.8, 1) + x0, self.im[1] + C('right_pull', 26)]
        pub(DRV, 'apron_msgs/msg/Drives', 10, dict(amps=[q(np.maximum(sg(f'am{k}', a * (1 + u(f'm{k}', .012)), .8) + np.abs(w(f'ab{k}', .5)), 0), .1) for k, a in enumerate(am)], celsius=[q(self.T(f'mt{k}', 11 * pw[k] + (14 * f('right_hot') if k else 0), 260, 5), .1) for k in (0, 1)], inverter_c=q(fz(self.T('inv', 8 * (pw[0] + pw[1]), 110, 7, .12), 'inverter_frozen'), .1), fault_bits=np.where(er, 0x20, 0)))
        om = [v / .31 + s * 1.7 * self.yr + sg(f'om{s}', 0, .03) * (.3 + mv) for s in (-1, 1)]; om[0] = om[0] + C('slip_place', 2.4, .5, .4) * (v > .2); om[1] = om[1] + (N('right_speed', .45) - P('right_speed', 3.5, .06)) * dm; self.kap = self.yr / np.maximum(v, .5); sr = np.degrees(np.arctan(1.9 * self.kap)); sa = delayed(lp(sr, .12), .1)
        self.joints(JNT, 12, ['wheel_left', 'wheel_right', 'steer'], [np.mod(np.cumsum(v / .31 + s * 1.7 * self.yr) * DT, 2 * np.pi) for s in (-1, 1)] + [np.radians(sa) + w('js', 8e-4)], om + [np.gradient(np.radians(sa), DT) + w('jv', .006)], jit=.002, lag=.004, age=.75 * f('joints_old'))
        shim = C('shimmy', 1., 0) * np.sin(2 * np.pi * 5.3 * t + W('shx', 1, 2)) * 2.6; ang = self.play(sa + .25 * W('rd', 1, .7) * dm, 'steer_play', 3.8) + shim + 2.1 * f('steer_zero'); rate = np.abs(lp(np.gradient(sr, DT), .2))
        pub(STE, 'apron_msgs/msg/Steering', 10, dict(request_deg=q(sr + .25 * W('rd', 1, .7) * dm, .05), angle_deg=q(sg('ang', ang, .12, .15), .05), servo_amps=q(np.abs(sg('sv', .6 + .28 * rate + (1.4 + .00018 * self.kg) * dm * (1 + .08 * W('svw', 1, 1.5)) + .9 * np.abs(shim) + 2.5 * f('steer_servo') * dm, .12)), .02)))
        pr = self.pedal; park = lp(self.parked * 1., .5); hb = 7 * lp(pr * v, 20) / 20
        pub(BRK, 'apron_msgs/msg/Brakes', 6, dict(line_bar=q(np.maximum(sg('lb', 1.2 + .82 * pr * (1 - .33 * f('line_leak')) + C('pulsing', 14.) * np.sin(2 * np.pi * 1.9 * t + W('plx', 1, 2)), .35, .1), 0), .1), pedal_pct=q(np.clip(pr + w('pe', .3), 0, 100), .5), pad_mm=q(9.4 + .4 * self.su('pad') - t * 4e-6 + w('pad', .02), .02), disc_c=q(self.T('di', hb + 17 * f('disc_hot'), 150, 6, .3), .5), parked=park > .5, pads_soon=(f('s_pads') > 0) & (t % 18 < 6)))
        sgr, sp = .09 + .13 * v, C('pothole', 1., .1); hd = self.yaw + (.3, 2.2, -1.1)[self.site]
        self.imu('/imu', 14, (w('ir', 6e-4) + .004 * lp(S('irs'), .3) * v, -self.slope + w('ip', 6e-4) + .006 * self.acc, np.arctan2(np.sin(hd), np.cos(hd)) + w('iy', .0012)), (w('gx', .005) * (1 + v), w('gy', .005) * (1 + v), self.yr + w('gz', .0025) * (1 + mv) + u('gzb', .0005) + .035 * f('gyro')), (self.acc + 9.81 * self.slope + sgr * S('ax') + sp * .9 * S('axx'), v * self.yr + sgr * S('ay') + sp * .9 * S('ayx'), 9.81 + 1.4 * sgr * S('az') + sp * 2.2 * S('azx')), 'base', drop=.5 * f('imu_lost'))
        qz, qw = quat(self.yaw); sc = 1 + .075 * f('odo_scale')
        pub('/odometry', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(sg('ox', self.x, .012), 1e-3), 'pose.pose.position.y': q(sg('oy', self.y, .012), 1e-3), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': q(sg('ov', v * sc, .012), 1e-3), 'twist.twist.angular.z': q(sg('ow', self.yr, .005), 1e-3)}, 'apron')
        hall = np.where(self.alt < -1.2, 4., 1.); gp = h('gps_place', .4)
        pub('/gps/fix', 'sensor_msgs/msg/NavSatFix', 4, {'status.status': np.full(self.n, 2), 'status.service': 1, 'latitude': q(52.31 + (self.x * .8 + self.y * .6 + (.02 * W('ga', 1, 15) + w('gan', .012)) * hall + gp * (1.8 + 1.1 * S('gax'))) / 111200, 1e-8), 'longitude': q(4.76 + (self.x * .6 - self.y * .8 + (.02 * W('go', 1, 15) + w('gon', .012)) * hall - gp * (1.2 + 1.1 * S('gox'))) / 68000, 1e-8), 'altitude': q(1.8 + self.alt + (.04 * W('gh', 1, 20) + w('ghn', .03)) * hall + .9 * f('gps_alt'), .001)})
        for nm, rate_, m, base in (('front', 6, 11, (4, 5, 7, 10, 14, 18, 15, 10, 7, 5, 4)), ('rear', 5, 9, (3, 3.4, 4, 5, 6, 5, 4, 3.4, 3))):
            R = []
            for k in range(m):
                x = base[k] * np.exp(.04 * W(f'{nm}{k}', 1, 15) + .3 * np.sin(self.x / (9 + k) + .4 * self.y / 9 + k)); x = np.where((self.st == 1) & (np.abs(lp(mv, 2) - .5) < .3) & (k in (4, 5)), 3.2, x)
                if nm == 'front' and k in (5, 6) and 'scan_dirt' in self.sev: x = np.where((f('scan_dirt') > 0) & (self.rng(f'sd{k}').random(self.n) < .5), .3 + np.abs(w(f'sdn{k}', .05)), x)
                R.append(x + w(f'{nm}n{k}', .02) + (.34 * f('rear_bias') if nm == 'rear' else 0))
            self.scan('/scan_' + nm, rate_, R, 1.9, 25, drop=.5 * f('rear_rate') if nm == 'rear' else .8 * f('scan_bright'), lag=.02)
        nb = self.load + x0 * 2 * v / 80 * .4 - self.ic; vb = 77.5 + 8. * (self.soc - .5) - .021 * nb - .5 * (self.amb < 5)
        self.batt('/battery', nb + w('nb', .3), vb + w('vb', .03), fz(self.soc, 'soc_frozen'), [vb / 24 + u(f'ce{k}', .002) + w(f'cen{k}', .0022) - (f('cell11') * (.045 + .00045 * np.maximum(nb, 0)) if k == 10 else 0) for k in range(24)], [self.T(f'bt{k}', 1.1 * lp(np.abs(nb) / 50, 40) + (5.5 * f('pack_hot') if k == 1 else 0), 400, 3, .06) for k in range(4)], rate=3)
        co, ii = (self.ic > 3) * 1., lp((self.ic / 110)**2, 8)
        pub(CHG, 'apron_msgs/msg/Charger', 4, dict(charge_amps=q(self.ic + w('icn', .25) * co, .1), charge_volts=q(np.where(E('plug') > 0, vb + .4, 0) + w('cv', .02), .02), plug_c=[q(self.T(f'pl{k}', 21 * ii * (1 + (.75 * f('plug') if k else 0)), 55, 2, .14), .1) for k in (0, 1)], charger_fan_rpm=1450 + 700 * lp(co, 3) + 12 * W('cf', 1, 6) + w('cfn', 10) - 170 * f('charger_fan'), plugged=E('plug')))
        pub(DCD, 'apron_msgs/msg/Dcdc', 5, dict(volts_24=q(sg('v24', 25.6 - .012 * self.i24, .012, .03, .02, 8) - C('v24_load', .55, .25) - np.abs(N('v24_noise', .14)), .01), amps_24=q(sg('i24n', self.i24, .15), .05), converter_c=q(self.T('dc', .55 * lp(self.i24, 20), 160, 6), .1)))
        cp = lp(E('cp'), .5); lk = self.shape('s_hitch', .3, .6, 4); cut = B('pull_cut', 1.) > 0
        pub(HIT, 'apron_msgs/msg/Hitch', 8, dict(pull_kn=q(np.where(cut, .05, sg('pl', self.pull * (1 + .36 * f('pull_gain')), .03, .01)), .01), pin_mm=q(sg('pin', 42 * cp + .5 * W('pnw', 1, 1.2) * mv, .15, .3) + N('pin', 1.6) + P('pin', 6, .03) - 6 * lk, .05), coupled=E('cp'), lock_alarm=lk))
        pub(TYR, 'apron_msgs/msg/Tyres', 2, dict(tyre_kpa=[q((sg(f'ty{k}', 760 + 1.5 * self.amb + 12 * lp(mv, 300) + (.004 * self.kg if k > 1 else 0), .9, 7, 1., 60) - (85 * f('tyre3') if k == 2 else 0)) * (np.where(self.on('tyre_swap'), .14504, 1) if k == 1 else 1), .5) for k in range(4)], tyre_c=[q(self.T(f'tc{k}', 9 * lp(mv, 60) + .0006 * self.kg, 300, 1), .1) for k in range(4)]))
        lumc = np.clip(34 + .0011 * self.lum + 8 * np.cos(self.yaw - .7), 12, 240); pp = (self.st == 1) * (mv < .5) + (self.st == 3) * (W('pp', 1, 30) > .3)
        pub(CAM, 'apron_msgs/msg/FrontCamera', 6, dict(sharpness=q(np.clip(sg('sh', 74 - 1.3 * v - 4 * self.wet, .9, .8, 1.2, 9) - 11 * f('lens'), 0, 100), .1), brightness=q(sg('lu', lumc, .9, 0, 2, 6), .5), frame_ms=q(46 + np.abs(w('fm', 2)) + 2 * mv, .5), lane_offset_m=q((sg('la', .6 * lp(.06 * W('dev', 1, 5), .8), .012) + N('lane', .075)) * (.1 + dm), .002), people_seen=pp))
        mp, li = h('match_place', .4), f('landmarks')
        pub(LOC, 'apron_msgs/msg/Localization', 5, dict(match_pct=q(np.clip(sg('ma', 91 - .7 * v + 2 * np.sin(self.x / 23), .9, .6, 1.2, 9) - C('match_place', 17), 0, 100), .1), residual_m=q(np.abs(sg('re', .03 + .003 * v, .006, 0, .004, 8)) + C('match_place', .11, .4), .001), landmarks=np.clip(17 + 3 * np.sin(self.x / 31 + 1) + 1.5 * W('lm', 1, 7) + w('lmn', .6) - 5.5 * li, 0, 40)))
        pub('/radar_speed', 'std_msgs/msg/Float32', 8, dict(data=q(np.maximum(sg('rs', v * (1 + u('rsg', .004)), .025) + h('radar_slow', .1) * .3 * S('rsx'), 0), .01)))
        lf = self.shape('s_cool', .3, .7, 4); cf = 11.5 - .02 * lp(pw[0], 30)
        pub(COO, 'apron_msgs/msg/Cooling', 4, dict(coolant_lpm=q(np.maximum(sg('cl', cf * np.where(lf, .35, 1), .08, .15, .12, 8) - 1.7 * f('coolant'), 0), .02), coolant_c=q(self.T('cc', 4.5 * (pw[0] + pw[1]), 200, 4), .1), pump_amps=q(sg('cpa', 3.1, .04, .05, .04, 10) + .75 * f('coolant_pump'), .01), radiator_fan_rpm=1180 + 260 * lp((pw[0] > 1.2) * 1., 5) + 9 * W('rf', 1, 6) + w('rfn', 8), low_flow_events=self.once(lf)))
        rp = h('radio_place', .4); di = np.hypot(self.x - 60, self.y)
        pub(RAD, 'apron_msgs/msg/Radio', 4, dict(rssi_dbm=sg('rs_', -52 - .11 * np.minimum(di, 150), .9, 0, 1.4, 5) - 13 * rp, latency_ms=q(14 + np.abs(w('lt', 2.5)) + rp * self.late('rp', 5, 40) + B('latency', 22, .4, 1, 5), .5), loss_pct=q(self.rng('ls').gamma(.5, .15, self.n) + rp * self.late('rpl', 0, 4), .1)))
        pub(TAG, 'apron_msgs/msg/DollyTags', 3, dict(tags=E('dol'), tag_rssi=q(sg('tr', -47 - 1.4 * E('dol'), .9, .8, .8, 6) - 8.5 * f('tag'), .5), read_ms=q(60 + 14 * E('dol') + np.abs(w('rm', 5)), 1)))
        for nm, sgn in (('left', 1), ('right', -1)):
            x = np.clip(2.1 + .7 * np.sin(self.x / 7 + 2 * sgn) * np.cos(self.y / 9) + .25 * W('so' + nm, 1, 6), .4, 4.5) + w('son' + nm, .012); x = np.where((self.rng('snl').random(self.n) < .3) & self.on('sonar_left'), .32 + np.abs(w('snx', .02)), x) if sgn > 0 else fz(x, 'sonar_right')
            pub('/sonar/' + nm, 'sensor_msgs/msg/Range', 5, dict(range=q(x, .005), min_range=.2, max_range=5., field_of_view=.5, radiation_type=0), 'sonar_' + nm)
        vd = 246 + 55 * self.su('wd') + 18 * W('wd', 1, 40) + 8 * W('wd2', 1, 3)
        pub('/weather', 'apron_msgs/msg/Weather', 3, dict(rain_mm_h=q(self.wet + np.abs(w('ra', .02)), .05), wind_speed=q(np.abs(self.wind + w('wsn', .1)), .05), wind_from=q(np.mod(self.sticky(vd, 'vane', 30) + w('wdn', 1.2), 360), 1)))
        pub('/light', 'sensor_msgs/msg/Illuminance', 4, dict(illuminance=q(self.lum * (1 + w('li', .006)), 10))); pub('/air/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1))); pub('/air/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(.62 + .05 * self.su('rh') + .08 * (self.wet > 0) + .012 * W('rh', 1, 120) + w('rhn', .0015), .001)))
        pub('/safety', 'apron_msgs/msg/Safety', 2, dict(estop_ok=1, bumper_kohm=q(sg('bu', 8.2, .02, .05), .01), people=pp)); pub('/mission', 'apron_msgs/msg/Mission', 4, dict(phase=self.st, stand=E('stand'), dollies=E('dol'), trip=E('trip'), speed_request=q(E('vr'), .01)))
        lo = f('loop'); rel = '5.2' if self.new(8) else '5.1' if self.newver else '5.0'
        pub(CPU, 'apron_msgs/msg/Computer', 2, dict(loop_ms=q(20 + np.abs(w('lo', .12)) + .9 * lo, .05), loop_max_ms=q(24 + np.abs(w('lx', 1.5)) + lo * self.late('lo', 6, 14), .1), ram_mb=q(sg('me', 1720 + 58 * self.newver + 5 * self.su('me'), .8, 0, 2.5, 110) + self.computer_leak('ram', 95), 1), cpu_c=q(self.T('cpu', 4 * mv, 110, 27, .25), .5)), strs=dict(release='apron ' + rel))
        self.finish_up('/haul/_action/status', [('s_drive', 'drives', ['left motor overcurrent, fault 0x20', 'left motor restarted'], 'MD2'), ('s_cool', 'cooling', ['coolant flow low', 'coolant flow back'], 'CW'), ('s_hitch', 'hitch', ['hitch lock open', 'hitch locked again'], 'HK'), ('s_pads', 'brakes', 'brake pads thin, replace soon', 'BR')],
                       [(16, 'I', 'mission', 'trip finished, {} min', 2, 5), (8, 'W', 'navigation', 'obstacle, waited {} s', 4, 22), (5, 'I', 'battery', 'balancing {} mV', 2, 9), (5, 'W', 'dolly_tags', 'tag read again after {} s', 2, 9), (4, 'W', 'radio', 'server slow {} ms', 400, 900)],
                       [('I', 'system', 'release apron ' + rel), ('W', 'localization', 'map 11 days old'), ('W', 'navigation', 'start position from the hall'), ('I', 'safety', 'bumper test ok')], [('server', 'SV', 'reply slow', 1.4)])
