"""Disinfection robot of a hospital: two driven wheels, a mast with eight ultraviolet lamps, rooms along a corridor, a lift, a dock; English, many standard messages."""
import numpy as np
from base import DT, Robot, Track, Way, brief_warn, delayed, hyst, kind as k, lp, mdef, q, quat, ring, turn_to

DRV, JNT, LMP, DOS, OZO, EXH, DEP, BMS, CHG, PIR, DOO, LIF, WIF, LOC, MST, V24, SPK, CPU = '/drives', '/joint_states', '/lamps', '/dosimeter', '/ozone', '/exhaust', '/depth_camera', '/bms', '/charger', '/motion_guard', '/doors', '/lift_link', '/wifi', '/localizer', '/mast', '/supply', '/speaker', '/onboard'


class Uvbot(Robot):
    NAME = 'uvbot'
    FLAGS = [(DRV, 'fault_word'), (LMP, 'ignition_faults'), (LIF, 'timeouts'), (EXH, 'filter_soon')]
    DEFS = {
        'ward_msgs/msg/Drives': mdef('float32[2] motor_amps motor_c; float32 controller_c; uint16 fault_word'),
        'ward_msgs/msg/Lamp': 'float32 ballast_amps\nfloat32 uv_w_m2\nfloat32 tube_c',
        'ward_msgs/msg/Lamps': mdef('ward_msgs/Lamp[8] lamp; float32 dim_pct; uint16 ignition_faults'),
        'ward_msgs/msg/Dosimeter': mdef('float32 dose_rate dose_j_m2'),
        'ward_msgs/msg/Ozone': mdef('float32 ozone_ppb'),
        'ward_msgs/msg/Exhaust': mdef('float32[2] fan_rpm fan_amps; float32 filter_pa; bool filter_soon'),
        'ward_msgs/msg/DepthCamera': mdef('float32 fill_pct floor_mm exposure_us frame_ms'),
        'ward_msgs/msg/Bms': mdef('float32 shunt_amps balance_ma insulation_kohm shunt_c'),
        'ward_msgs/msg/Charger': mdef('float32 charge_amps charge_volts; float32[2] contact_c; bool docked'),
        'ward_msgs/msg/MotionGuard': mdef('float32[4] pir_mv; float32 doppler_db; uint8 persons; bool tripped'),
        'ward_msgs/msg/Doors': mdef('float32 door_gap_m door_confidence'),
        'ward_msgs/msg/LiftLink': mdef('float32 reply_ms; int16 lift_rssi; uint8 floor; uint16 timeouts'),
        'ward_msgs/msg/Wifi': mdef('int16 rssi_dbm; float32 latency_ms loss_pct; uint8 access_point'),
        'ward_msgs/msg/Localizer': mdef('float32 match_pct spread_m; uint16 particles'),
        'ward_msgs/msg/Mast': mdef('float32 tilt_deg sway_mm cable_n'),
        'ward_msgs/msg/Supply': mdef('float32 volts_24 amps_24 volts_5'),
        'ward_msgs/msg/Speaker': mdef('float32 speaker_ma loudness_db'),
        'ward_msgs/msg/Safety': mdef('bool estop_ok; float32 bumper_kohm; uint8 zone'),
        'ward_msgs/msg/Task': mdef('uint8 phase room; uint16 job; float32 speed_limit dose_target'),
        'ward_msgs/msg/Onboard': mdef('float32 loop_ms loop_max_ms ram_mb cpu_c; string release'),
    }
    KINDS = dict(
        left_amps=k('left motor draws more and more current: hair round the axle', DRV, 'motor_amps[0]', 'left motor|left drive|axle', step=False, where='when driving', cons=('/battery', BMS)),
        right_hot=k('right motor gets hot: brake does not open fully', DRV, 'motor_c[1]', 'right motor|right drive|brake', step=False, tail=400),
        controller_frozen=k('temperature of the motor controller frozen', DRV, 'controller_c', 'motor controller|controller'),
        right_fast=k('right motor draws a fluttering current when it drives faster than a number: tyre loose', DRV, 'motor_amps[1]', 'right motor|right drive|tyre', where='**speed above a number**', cond=True, need=12),
        right_encoder=k('speed of the right wheel flickers: encoder disc dirty', JNT, 'velocity[1]', 'right wheel|encoder', where='when driving'),
        slip_place=k('left wheel slips at one place: wet floor', JNT, 'velocity[0]', 'left wheel|wheel slip', where='**at a place**', cond=True, need=8),
        joints_old=k('joint states come later and later: clock drifts', JNT, 'header.stamp', 'joint states', step=False),
        gyro=k('yaw gyro has a bias', '/imu', 'angular_velocity.z', 'imu|gyro'),
        imu_rate=k('imu sends half of its messages: bus speed fallen back', '/imu', 'header.stamp', 'imu'),
        bump_place=k('robot is shaken at one place: floor strip loose', '/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'imu|floor strip', where='**at a place**', cond=True, need=8),
        odom_scale=k('odometry reads too fast: wheel size set wrong after a change of tyres', '/odom', 'twist.twist.linear.x', 'odometry|odom|wheel size', where='when driving'),
        odom_lost=k('odometry gets lost: driver overloaded', '/odom', 'header.stamp', 'odometry|odom'),
        scan_strip=k('beams 9 and 10 of the scanner read short: tape on the window', '/scan', 'ranges[8] ranges[9]', 'scanner|scan|lidar'),
        scan_far=k('rear scanner reads too far: window replaced, not calibrated', '/scan_back', 'ranges', 'rear scanner|scan back'),
        back_rate=k('rear scanner sends half of its scans: motor', '/scan_back', 'header.stamp', 'rear scanner|scan back'),
        depth_fill=k('depth picture has more and more holes: projector fades', DEP, 'fill_pct', 'depth camera|projector', step=False),
        depth_floor=k('depth camera sees the floor at a wrong height: foot bent', DEP, 'floor_mm', 'depth camera|floor'),
        depth_late=k('depth frames late when the exposure is above a number: driver', DEP, 'frame_ms', 'depth camera|exposure', where='**exposure above a number**', cond=True),
        cell7=k('cell 7 stands low and sags: ageing', '/battery', 'cell_voltage[6]', 'battery|cell 7'),
        cell_load=k('cell 12 sags when the battery current is above a number: link rusty', '/battery', 'cell_voltage[11]', 'battery|cell 12|cell link', where='**battery current above a number**', cond=True, need=12),
        pack_hot=k('battery gets warm at sensor 3: screw loose', '/battery', 'cell_temperature[2]', 'battery|battery screw', step=False, tail=500),
        soc_frozen=k('charge state frozen: gauge hangs', '/battery', 'percentage', 'battery|charge state'),
        shunt=k('current of the shunt reads too little: amplifier', BMS, 'shunt_amps', 'bms|shunt'),
        balance=k('balancing current stays on: transistor', BMS, 'balance_ma', 'bms|balancing'),
        insulation=k('insulation falls: cleaning water in the base', BMS, 'insulation_kohm', 'bms|insulation', step=False),
        contact=k('charging contact 1 gets hotter: spring weak', CHG, 'contact_c[0]', 'charger|charging contact|dock', where='when charging', need=15, tail=200),
        lamp3_dim=k('lamp 3 gives less and less light: tube aged', LMP, 'lamp[2].uv_w_m2', 'lamp 3|lamps|tube', step=False, where='when the lamps are on'),
        lamp6_flicker=k('lamp 6 flickers: socket', LMP, 'lamp[5].uv_w_m2 lamp[5].ballast_amps', 'lamp 6|lamps|socket', where='when the lamps are on'),
        lamp2_amps=k('ballast of lamp 2 draws more current: choke', LMP, 'lamp[1].ballast_amps', 'lamp 2|lamps|ballast', where='when the lamps are on'),
        lamp8_hot=k('tube of lamp 8 gets hot: sleeve closed', LMP, 'lamp[7].tube_c', 'lamp 8|lamps|sleeve', step=False, tail=200),
        lamp5_warm=k('light of lamp 5 pulses when its tube is hotter than a number: filament', LMP, 'lamp[4].uv_w_m2', 'lamp 5|lamps|filament', where='**tube temperature above a number**', cond=True, need=12),
        lamp1_frozen=k('tube temperature of lamp 1 frozen', LMP, 'lamp[0].tube_c', 'lamp 1|lamps|tube temperature'),
        lamp4_slow=k('lamp 4 takes long to reach its light: mercury migrated', LMP, 'lamp[3].uv_w_m2', 'lamp 4|lamps', where='when the lamps are on'),
        dose_gain=k('dosimeter reads too much: diffuser lost', DOS, 'dose_rate', 'dosimeter|diffuser', where='when the lamps are on'),
        dose_noise=k('dosimeter noisy: cable', DOS, 'dose_rate', 'dosimeter|cable'),
        ozone=k('ozone sensor drifts upwards: poisoned', OZO, 'ozone_ppb', 'ozone|ozone sensor', step=False),
        fan1=k('exhaust fan 1 slow: bearing stiff', EXH, 'fan_rpm[0]', 'exhaust fan 1|exhaust|fan'),
        fan2_amps=k('exhaust fan 2 draws more and more current: bearing', EXH, 'fan_amps[1]', 'exhaust fan 2|exhaust|fan', step=False),
        filter_press=k('filter pressure too high: filter soaked', EXH, 'filter_pa', 'exhaust|exhaust filter'),
        pir2=k('motion sensor 2 noisy: spider in front', PIR, 'pir_mv[1]', 'motion sensor 2|motion guard|pir'),
        pir4=k('motion sensor 4 frozen', PIR, 'pir_mv[3]', 'motion sensor 4|motion guard|pir'),
        doppler=k('doppler radar weak: cover metallic', PIR, 'doppler_db', 'doppler radar|motion guard|radar'),
        door_place=k('door sensor is unsure at one place: glass door', DOO, 'door_confidence door_gap_m', 'doors|door sensor', where='**at a place**', cond=True, need=8),
        door_gap=k('door gap reads too wide: mounted anew, not calibrated', DOO, 'door_gap_m', 'doors|door sensor'),
        lift=k('lift answers slowly again and again: gateway', LIF, 'reply_ms', 'lift link|lift|gateway'),
        lift_radio=k('radio of the lift weak: antenna bent', LIF, 'lift_rssi', 'lift link|lift|antenna'),
        wifi_place=k('wifi weak at one place: access point out', WIF, 'rssi_dbm latency_ms loss_pct', 'wifi|network', where='**at a place**', cond=True, need=8),
        loss=k('wifi loses packets: channel crowded', WIF, 'loss_pct', 'wifi|network'),
        match_place=k('localization matches badly at one place: beds parked', LOC, 'match_pct spread_m', 'localization|localizer|map', where='**at a place**', cond=True, need=8),
        particles=k('localization uses far more particles: parameters lost', LOC, 'particles', 'localization|localizer'),
        tilt=k('mast leans: clamp slipped', MST, 'tilt_deg', 'mast|mast clamp'),
        sway_fast=k('mast sways when it drives faster than a number: damper worn', MST, 'sway_mm', 'mast|mast damper', where='**speed above a number**', cond=True, need=12),
        cable=k('force of the mast cable noisy: pulley chipped', MST, 'cable_n', 'mast|mast cable|pulley', where='when driving'),
        v24_load=k('24 V falls when its current is above a number: fuse holder', V24, 'volts_24', 'supply|24 v|fuse holder', where='**24 V current above a number**', cond=True, need=12),
        v5=k('5 V uneasy: capacitor', V24, 'volts_5', 'supply|5 v|capacitor'),
        cliff_left=k('left floor sensor rings: reads near again and again', '/cliff/left', 'range', 'left floor sensor|cliff left'),
        cliff_right=k('right floor sensor comes in centimetres: parameters lost', '/cliff/right', 'range', 'right floor sensor|cliff right'),
        speaker=k('speaker draws less current: coil', SPK, 'speaker_ma', 'speaker'),
        humid=k('humidity frozen', '/air/humidity', 'relative_humidity', 'humidity'),
        light_dim=k('light sensor reads too little: window yellow', '/light', 'illuminance', 'light sensor|illuminance'),
        loop=k('computer has far longer worst loops', CPU, 'loop_max_ms loop_ms', 'onboard computer|computer|onboard'),
        ram=k('memory of the computer fills', CPU, 'ram_mb', 'onboard computer|computer|memory|onboard', step=False),
        s_lamp=k('lamp 7 reports failed ignition', [LMP, '/rosout', '/diagnostics'], 'ignition_faults lamp[6].uv_w_m2 lamp[6].ballast_amps', 'lamp 7|lamps', silent=False),
        s_drive=k('left motor reports overcurrent', [DRV, '/rosout', '/diagnostics'], 'fault_word motor_amps[0]', 'left motor|left drive', silent=False),
        s_lift=k('lift link reports timeouts again and again', [LIF, '/rosout', '/diagnostics'], 'timeouts reply_ms', 'lift link|lift', silent=False),
        s_filter=k('exhaust warns that the filter should be changed', [EXH, '/rosout', '/diagnostics'], 'filter_soon', 'exhaust|exhaust filter', silent=False),
    )

    def plan(self):
        self.day(22.5, .9, 2.4, .25); n, z0 = self.n, self.z0; r = self.rng('rounds'); new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 8) else 2 if self.is_life(10) else 0
        dx = ((6., 13., 20., 27.), (5., 10.5, 19., 25.), (7., 14.5, 21., 29.))[self.site]; T = Track(self, x=-1.5, y=0., h=0.); T.set(floor=2 + self.site, v=0); job, tired = 0, 0; night = self.is_life(6)
        T.wait(r.uniform(15, 60), 0); last = -9
        W_ = lambda *p: Way(p, ds=.1)

        def ride(way, v, code, st=()):
            turn_to(T, way, r.uniform(.6, .95), code); T.set(v=v); way.drive(T, v, code, a=.32, lat=.35, stops=st); T.set(v=0)
        while T.more:
            a0 = T.i; job += 1; T.spd = (.72 if r.random() < .13 else 1.) * (.88 if self.is_life(7) else 1.); v = r.uniform(.62, 1.0); d = int(r.choice([x for x in range(4) if x != last])); last = d; s = 1 if r.random() < .5 else -1; x, far = dx[d], r.uniform(5.2, 6.4); T.set(job=job, room=2 * d + (s > 0))
            st = {}; x0 = T.pos['x']
            if abs(x - x0) > 5 and r.random() < (.12 if night else .4): st = {r.uniform(2, abs(x - x0) - 1.5): r.uniform(3, 15)}                    # people in the corridor
            g = np.sign(x - x0) or 1.; ride(W_((x0, 0), (x - .9 * g, 0), (x, .9 * s), (x, 3.2 * s)), v, 1, st); T.wait(r.uniform(2, 5), 2); T.set(room_in=1)
            spots = [(x, 3.2 * s)] + [(x + r.uniform(-1.9, 1.9), s * r.uniform(3., far)) for _ in range(int(r.integers(1, 4)))]; dose = r.uniform(14, 40)
            for i, (a, b) in enumerate(spots):
                if i and np.hypot(a - T.pos['x'], b - T.pos['y']) > .8: ride(W_((T.pos['x'], T.pos['y']), (.5 * (a + T.pos['x']), .5 * (b + T.pos['y'])), (a, b)), .38, 4)
                T.set(say=1); T.wait(3, 3); T.set(say=0, uv=1, dose=dose); w = dose * r.uniform(.85, 1.2)
                if r.random() < .12: T.wait(w * .4, 3); T.set(uv=0, trip=1); T.wait(r.uniform(8, 25), 9); T.set(trip=0, uv=1); T.wait(w * .6, 3)           # somebody opens the door
                else: T.wait(w, 3)
                if self.is_life(5, 9) and job == 4 and i == 0: [(T.set(uv=u_), T.wait(9, 12)) for u_ in (.4, .6, .8, 1., 0.)]                              # weekly test of the lamps
                T.set(uv=0)
            if new3 and r.random() < .3:                                                                                                              # sweep along the wall, lamps dimmed: for the first time in life/3
                T.set(uv=.55); y = T.pos['y']; ride(W_((T.pos['x'], y), (x + 1.2, .5 * (y + 3.2 * s)), (x, 3.1 * s)), .22, 8); T.set(uv=0)
            elif np.hypot(x - T.pos['x'], 3.1 * s - T.pos['y']) > .8: ride(W_((T.pos['x'], T.pos['y']), (.5 * (x + T.pos['x']), .5 * (3.1 * s + T.pos['y'])), (x, 3.1 * s)), .5, 4)
            T.set(room_in=0); ride(W_((x, T.pos['y']), (x, 1.2 * s), (x, 0.)), .45, 5); T.task(a0, 'room'); tired += 1
            if new4 and r.random() < .25:                                                                                                             # waits for beds to pass, creeping: for the first time in life/4
                T.set(crowd=1); ride(W_((x, 0.), (x + 1., 0.), (x + 2.2, 0.)), .14, 10); ride(W_((x + 2.2, 0.), (x + 1., 0.), (x, 0.)), .14, 10); T.set(crowd=0)
            if r.random() < .16: T.set(call=1); T.wait(r.uniform(10, 35), 7); T.set(call=0)                                                            # asks the lift for the next floor
            if tired >= 4 or r.random() < .1: tired = 0; last = -9; ride(W_((x, 0.), (.5 * x, 0.), (-1.5, 0.)), v, 1); T.wait(2, 6); T.set(dock=1); T.wait(r.uniform(60, 125), 6); T.set(dock=0)
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0); ox, oy = ((0, 0), (44, 12), (-38, 25))[self.site]
        self.yaw = ring(A['h'], 1.1, .75); xs, ys = lp(A['x'], .1), lp(A['y'], .1); self.v = np.abs(ring(np.hypot(np.gradient(xs, DT), np.gradient(ys, DT)), 1.3, .6)); self.yr = np.gradient(self.yaw, DT); self.mv = (self.v > .06) | (np.abs(self.yr) > .12); self.acc = lp(np.gradient(self.v, DT), .12)
        dev = .035 * lp(self.pink('dev', 1, 2, 20), .8) * np.clip(2 * self.v, 0, 1); self.x, self.y = xs + ox - dev * np.sin(self.yaw), ys + oy + dev * np.cos(self.yaw)
        self.uv = E('uv'); on = self.uv > .2; self.kick = self.ups(on, .7); self.heat = lp(self.uv * 1., 55.); self.tube = [self.amb + 26 * self.heat + 10 * lp(self.uv, 9) + self.u(f'tb{i}', 1.2) - 3 * (i in (0, 7)) * self.heat for i in range(8)]; warm = lp(on * 1., 7.) * on
        self.light = [self.uv * warm * (6.2 + self.u(f'lg{i}', .22)) * (1 - .00028 * (self.tube[i] - 47)**2) for i in range(8)]
        self.im = [np.abs(.35 * self.mv + 1.5 * np.clip(np.abs(self.v + s * .24 * self.yr) * 6, 0, 1) + 1.1 * np.abs(self.v + s * .24 * self.yr) + 2.9 * (self.acc + s * .22 * np.gradient(self.yr, DT))) * (1 + .04 * self.pink(f'im{s}', 1)) for s in (-1, 1)]
        talk = E('say') * (np.mod(self.t, 1.3) < .8) + .4 * self.mv * (np.mod(self.t, 2.4) < .5); self.talk = lp(talk, .1)
        self.i24 = 3.6 + .9 * self.mv + .8 * (self.uv > .2) + .7 * self.talk + 1.6 * (self.pieces('cpuload', 6, 35, 0, 1) < .4) + 1.1 * E('call') + .12 * self.pink('i24', 1); self.il = self.uv * (8 * .47 * 230 * .9) / 51.; self.load = 1.1 + .5 * self.i24 + (np.abs(self.v) * 26 + sum(self.im) * 9) / 51. * self.mv + self.il
        self.soc, self.ic = self.battery(self.load, E('dock'), 62, float(r.uniform(.6, .85)), imax=28.); self.ic = lp(self.ic, 2.5); self.nb = self.load - self.ic
        corr = np.abs(ys) < 1.3; day = .2 if night else 1.; self.lum = lp(np.where(corr, 240., 120 + 420 * day * np.clip(.5 + .35 * self.pieces('blind', 60, 200, -1, 1), .1, 1)) * (1 + .07 * np.sin(xs * 1.7)) * (.5 + .5 * day), .7) + 4 * self.uv; self.expo = np.clip(2.1e6 / (self.lum + 60) / (1 + .5 * corr), 2500, 16000) * (1 + .02 * self.wander('ex', 1, 3))
        sp = ['speed', 'faster', 'velocity', 'linear', 'twist', 'speed limit', 'driving']; od = '/odom:twist.twist.linear.x'; dr = self.v > .1
        self.num('right_fast', self.v, od, sp, above=self.quan(self.v, dr, .5, 2), tol=.45, and_=self.mv); self.num('sway_fast', self.v, od, sp, above=self.quan(self.v, dr, .55, 2), tol=.45); self.num('depth_late', self.expo, DEP + ':exposure_us', ['exposure us', 'exposure'], above=self.quan(self.expo, self.expo > 0, .5, -2), tol=.3)
        self.num('cell_load', self.nb, '/battery:current', ['current', 'load', 'shunt amps', 'lamps', 'discharg'], above=self.quan(self.nb, self.nb > 8, .25, 0), tol=.5); self.num('lamp5_warm', self.tube[4], LMP + ':lamp[4].tube_c', ['tube c', 'tube', 'temperature', 'hotter', 'warm'], above=self.quan(self.tube[4], on, .45, 1), tol=.18, and_=on); self.num('v24_load', self.i24, V24 + ':amps_24', ['amps 24', 'current', 'load'], above=self.quan(self.i24, self.i24 > 0, .62, 1), tol=.3)
        c = dr & corr; self.places(self.x, self.y, c & (xs > 4), slip_place=(1.6, .035), bump_place=(1.6, .035), match_place=(1.9, .04)); self.places(self.x, self.y, self.mv & (xs > 3), door_place=(1.9, .05), wifi_place=(2.3, .07))
        dw = ('driving', 'moving', 'speed', 'velocity', 'speed limit'); self.mode('left_amps right_encoder odom_scale cable', dr, *dw); self.mode('lamp3_dim lamp6_flicker lamp2_amps lamp4_slow dose_gain', on, 'lamps', 'on', 'dim pct', 'dose target', 'irradiating'); self.mode('contact', self.ic > 5, 'charging', 'charge amps', 'docked')

    def build(self):
        t, f, w, E, h, W, sg, H, u = self.t, self.f, self.ns, self.E, self.h, self.wander, self.sg, self.H, self.u; N, P, C, B, fz, S = self.N, self.P, self.C, self.B, self.fz, self.white; pub = lambda *a, **k_: self.pub(*a, **dict(dict(jit=.005, lag=.012), **k_)); v, mv = self.v, self.mv * 1.; dm = lp((v > .1) * 1., .2); on = (self.uv > .2) * 1.
        er = self.shape('s_drive', .35, .6, 4) & (v > .1); x0 = 1.7 * f('left_amps') * dm; am = [self.im[0] * np.where(er, 2., 1) + x0, self.im[1] + h('right_fast', .15) * (.85 * S('rfx') + .6)]; pw = [lp(i**2, 40) / 9 for i in self.im]
        pub(DRV, 'ward_msgs/msg/Drives', 10, dict(motor_amps=[q(np.maximum(sg(f'am{i}', a * (1 + u(f'm{i}', .02)), .09), .02), .04) for i, a in enumerate(am)], motor_c=[q(self.T(f'mt{i}', 7 * pw[i] + (9.5 * f('right_hot') if i else 0), 330, 4, .15), .5) for i in (0, 1)], controller_c=q(fz(self.own(self.T('ctl', 6 * (pw[0] + pw[1]), 90, 9, .12), 1, 'ctl'), 'controller_frozen'), .1), fault_word=np.where(er, 0x08, 0)))
        om = [(v + s * .24 * self.yr) / .095 + w(f'om{s}', .06) * (.25 + mv) for s in (-1, 1)]; om[0] = om[0] + C('slip_place', 2.8, .5, .3) * dm; om[1] = om[1] + (N('right_encoder', .75) - P('right_encoder', 5.5, .05)) * dm
        self.joints(JNT, 15, ['wheel_left', 'wheel_right'], [np.cumsum(v + s * .24 * self.yr) * DT / .095 for s in (-1, 1)], om, jit=.002, lag=.004, age=.8 * f('joints_old'))
        sgr, sp = .05 + .22 * v + .05 * np.abs(self.yr), C('bump_place', 1., .1)
        self.imu('/imu', 16, (w('ir', 5e-4), w('ip', 5e-4) + .004 * self.acc, np.arctan2(np.sin(self.yaw), np.cos(self.yaw)) + w('iy', .001)), (w('gx', .004) * (1 + v), w('gy', .004) * (1 + v), self.yr + w('gz', .0025) * (1 + mv) + u('gzb', .0006) + .028 * f('gyro')), (self.acc + sgr * S('ax') + sp * .7 * S('axx'), v * self.yr + sgr * S('ay') + sp * .7 * S('ayx'), 9.81 + 1.3 * sgr * S('az') + sp * 1.6 * S('azx')), 'base', drop=.5 * f('imu_rate'))
        qz, qw = quat(self.yaw); sc = 1 + .085 * f('odom_scale')
        pub('/odom', 'nav_msgs/msg/Odometry', 12, {'pose.pose.position.x': q(self.x + .01 * self.pink('ox', 1, 1, 30), 1e-3), 'pose.pose.position.y': q(self.y + .01 * self.pink('oy', 1, 1, 30), 1e-3), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': q(v * sc + w('ov', .006) * (.2 + mv), 1e-3), 'twist.twist.angular.z': q(self.yr + w('ow', .008) * (.2 + mv), 1e-3)}, 'ward', drop=.5 * f('odom_lost'))
        for nm, tp, rate_, m, base, dd in (('sf', '/scan', 7, 13, (1.2, 1.3, 1.6, 2.3, 4, 7, 9, 7, 4, 2.3, 1.6, 1.3, 1.2), 'scan_strip'), ('sb', '/scan_back', 5, 9, (1.2, 1.5, 2.4, 4, 6, 4, 2.4, 1.5, 1.2), 'scan_far')):
            R = []
            for i in range(m):
                x = base[i] * np.exp(.25 * np.sin(self.x / (1.9 + .3 * i) + .8 * self.y + i) + .05 * W(f'{nm}{i}', 1, 12)) * np.where(E('room_in') > 0, .75, 1); x = np.where((E('crowd') > 0) & (abs(i - m // 2) < 2), .9 + .1 * W('cr', 1, 3), x)
                if nm == 'sf' and i in (8, 9) and dd in self.sev: x = np.where((f(dd) > 0) & (self.rng(f'sd{i}').random(self.n) < .6), .22 + np.abs(w(f'sdn{i}', .02)), x)
                R.append(x + w(f'{nm}n{i}', .012) + (.26 * f('scan_far') if nm == 'sb' else 0))
            self.scan(tp, rate_, R, 2.1, 14, drop=.5 * f('back_rate') if nm == 'sb' else None, lag=.02)
        pub(DEP, 'ward_msgs/msg/DepthCamera', 6, dict(fill_pct=q(np.clip(sg('fi', 88 - 4 * v - .0006 * (self.expo - 5000) + 2 * np.sin(self.x * .9), .8, .8, 1., 6) - 15 * f('depth_fill'), 0, 100), .1), floor_mm=q(sg('fl', 1.2 * np.sin(self.x * .7), .8, 1.2) + 2 * self.acc + 10.5 * f('depth_floor'), .5), exposure_us=q(self.expo + w('exn', 30), 10), frame_ms=q(33.3 + np.abs(w('fm', 1.4)) + h('depth_late', .4) * (9 + 4 * np.abs(S('dlx'))), .1)))
        nb = self.nb + x0 * .5; ocv = 3.29 + .03 * (self.soc - .6) + .05 * np.maximum(self.soc - .93, 0) * 10; vc = ocv - .0011 * nb - .0007 * lp(nb, 30)
        cv = [vc + u(f'ce{i}', .003) + w(f'cen{i}', .0013) - (f('cell7') * (.022 + .0011 * np.maximum(nb, 0)) if i == 6 else C('cell_load', .042) if i == 11 else 0) for i in range(16)]
        self.batt('/battery', nb + w('nb', .12), 16 * vc + w('vb', .02), fz(self.soc, 'soc_frozen'), cv, [self.own(self.T(f'bt{i}', 2.3 * lp(np.abs(nb) / 20, 60) + (4.6 * f('pack_hot') if i == 2 else 0), 600, 3, .05), .5, f'bt{i}') for i in range(4)], rate=3)
        bal = lp((self.soc > .88) * 1., 5) * 60 + 4
        pub(BMS, 'ward_msgs/msg/Bms', 4, dict(shunt_amps=q(sg('sh', nb * (1 + u('shg', .008)) * (1 - .17 * f('shunt')), .15, .1), .05), balance_ma=q(np.abs(sg('ba', bal * .3, 1.2, .8, 1., 15)) + 27 * f('balance'), .5), insulation_kohm=q(np.maximum(sg('in', 1480 - 90 * on, 9, 40, 16, 70) - 420 * f('insulation'), 20), 5), shunt_c=q(self.T('sht', 1.6 * lp(np.abs(nb) / 20, 20), 70, 4, .08), .1)))
        ii = lp((self.ic / 26)**2, 6)
        pub(CHG, 'ward_msgs/msg/Charger', 4, dict(charge_amps=q(np.maximum(self.ic + w('icn', .1) * (self.ic > 1) + .3 * np.sin(2 * np.pi * t / 3.1) * (self.ic > 20), 0), .05), charge_volts=q(np.where(E('dock') > 0, 16 * vc + .3, 0) + w('cv', .02), .02), contact_c=[q(self.T(f'co{i}', 15 * ii * (1 + (1.1 * f('contact') if i == 0 else 0)), 45, 1, .12), .1) for i in (0, 1)], docked=E('dock')))
        ign = self.shape('s_lamp', .5, 2, 8) * on; fl6 = (self.pieces('lamp6', .15, 1.2, 0, 1) < .4) * f('lamp6_flicker') * on; V = {}
        for i in range(8):
            L, T_ = self.light[i], self.tube[i]; a = on * (.18 + .29 * self.uv) * (1 + u(f'ba{i}', .015)) + .33 * self.kick + self.hum(f'bl{i}', .006, .11 + .01 * i) * on
            if i == 2: L = L * (1 - .3 * f('lamp3_dim'))
            elif i == 5: L, a = L * (1 - .45 * fl6), a * (1 - .2 * fl6)
            elif i == 1: a = a + .115 * f('lamp2_amps') * on
            elif i == 4: L = L * (1 + h('lamp5_warm', .2) * (.16 * np.sin(2 * np.pi * t / 1.7 + W('l5x', 1, 3)) - .07))
            elif i == 3 and 'lamp4_slow' in self.sev: L = np.where(self.on('lamp4_slow'), L * np.minimum(1, lp(on, 16) / np.maximum(lp(on, 7), .05)), L)
            elif i == 6: L, a = L * (1 - .9 * ign), a * (1 + .6 * ign)
            tc = T_ + (11 * lp(f('lamp8_hot') * self.heat, 60) + 4.5 * lp(f('lamp8_hot'), 60) if i == 7 else 0) + w(f'tc{i}', .25)
            V.update({f'lamp[{i}].ballast_amps': q(np.maximum(a + w(f'ban{i}', .004), 0), .002), f'lamp[{i}].uv_w_m2': q(np.maximum(L * (1 + w(f'uvn{i}', .008)) + w(f'uvd{i}', .01), 0), .01), f'lamp[{i}].tube_c': q(fz(tc, 'lamp1_frozen') if i == 0 else tc, .5)})
        pub(LMP, 'ward_msgs/msg/Lamps', 6, dict(V, dim_pct=100 * self.uv, ignition_faults=self.once(ign)))
        room = E('room_in') * .12 * (1 + .5 * np.sin(self.x * 1.9) * np.cos(self.y * 1.3)) + .06; dr_ = sum(self.light) / 8 * room * 12
        pub(DOS, 'ward_msgs/msg/Dosimeter', 5, dict(dose_rate=q(np.maximum(dr_ * (1 + u('dg', .01)) * (1 + .27 * f('dose_gain')) * (1 + w('drn', .012)) + np.abs(w('drd', .02)) + np.abs(N('dose_noise', 1.5)), 0), .01), dose_j_m2=q(np.mod(np.cumsum(dr_) * DT, 5000), 1)))
        oz = lp(self.uv * 62, 40) * (1 - .25 * (E('room_in') < .5)) + 9; pub(OZO, 'ward_msgs/msg/Ozone', 3, dict(ozone_ppb=q(np.maximum(self.own(sg('oz', oz, 1.1, 1, 1.4, 50) + 33 * f('ozone'), 1, 'oz'), 0), .5)))
        fs = lp(on * 1., 4)
        pub(EXH, 'ward_msgs/msg/Exhaust', 4, dict(fan_rpm=[q(sg(f'fr{i}', 1320 + 980 * fs, 7, 14, 9, 8) * (1 - (.085 * f('fan1') if i == 0 else 0)), 15) for i in (0, 1)], fan_amps=[q(np.maximum(sg(f'fa{i}', .31 + .62 * fs, .012, .015, .01, 9) + (.26 * f('fan2_amps') if i else 0), 0), .01) for i in (0, 1)], filter_pa=q(np.maximum(sg('fp', 34 + 52 * fs + 6 * np.tanh(self.su('fp')), .8, 0, 1., 20) * (1 + .26 * f('filter_press')), 0), .2), filter_soon=(f('s_filter') > 0) & (t % 19 < 7)))
        tr = lp(E('trip'), .6); tk = E('room_in') * .3; pe = (W('pe', 1, 25) > .7) * (E('room_in') < .5); act = tr + .5 * lp(pe * 1., 1)
        pub(PIR, 'ward_msgs/msg/MotionGuard', 8, dict(pir_mv=[q((lambda y: fz(y, 'pir4') if i == 3 else y + N('pir2', 110) * (i == 1))(1650 + 140 * W(f'pi{i}', 1, .5) * (.12 + act) + 25 * mv * W(f'pj{i}', 1, .3) + w(f'pin{i}', 6) + u(f'pio{i}', 12)), 2) for i in range(4)], doppler_db=q(sg('do', -61 + 17 * act + 9 * dm + 3 * tk, .9, .7, 1.2, 3) - 7.5 * f('doppler'), .5), persons=np.rint(act), tripped=E('trip')))
        near = lp(((np.abs(np.mod(self.x - 6, 7.) - 3.5) > 2.6) | (np.abs(self.y) > 1.4)) * 1., .5); dp = h('door_place', .3)
        pub(DOO, 'ward_msgs/msg/Doors', 4, dict(door_gap_m=q(np.maximum(sg('dg_', 1.02 + .16 * near - .1 * E('trip'), .008, .01, .012, 5) + .085 * f('door_gap') + dp * (.16 * S('dpx')), 0), .005), door_confidence=q(np.clip(sg('dc', .86 + .06 * near, .012, .01, .015, 4) - C('door_place', .24), 0, 1), .005)))
        ca = E('call'); to = self.shape('s_lift', .35, 1, 5)
        pub(LIF, 'ward_msgs/msg/LiftLink', 4, dict(reply_ms=q(70 + 34 * ca + self.rng('lr').gamma(1.6, 9, self.n) + B('lift', 130, .4, 1, 6) + 420 * to, 1), lift_rssi=sg('lrs', -64 - .45 * np.abs(self.x - 44 * (self.site == 1) + 38 * (self.site == 2)), .9, 1, 1.6, 5) - 9.5 * f('lift_radio'), floor=E('floor'), timeouts=self.once(to)))
        wp = h('wifi_place', .4); ap = np.where(np.mod(self.x, 24) < 12, 1, 2); rs = -49 - 1.2 * np.abs(np.mod(self.x, 12) - 6) - 4 * (E('room_in') > 0)
        pub(WIF, 'ward_msgs/msg/Wifi', 4, dict(rssi_dbm=sg('rs_', lp(rs, .8), 1., 0, 1.5, 4) - 13 * wp, latency_ms=q(6 + self.rng('lt').gamma(1.5, 2.2, self.n) + wp * self.late('wp', 5, 45), .5), loss_pct=q(self.rng('ls').gamma(.5, .2, self.n) + wp * self.late('wpl', 0, 5) + f('loss') * (1.2 + self.rng('lsx').gamma(1.2, 1.3, self.n)), .1), access_point=ap))
        pub(LOC, 'ward_msgs/msg/Localizer', 5, dict(match_pct=q(np.clip(sg('ma', 90 - 2 * v - 5 * E('crowd') + 2.2 * np.sin(self.x / 3.1), .9, .6, 1.2, 7) - C('match_place', 18), 0, 100), .1), spread_m=q(np.abs(sg('sd', .035 + .012 * np.abs(self.yr), .005, 0, .005, 6)) + C('match_place', .1, .4), .001), particles=np.clip(lp(520 + 240 * np.abs(self.yr) + 60 * dm, 2) + 22 * W('pa', 1, 4) + w('pan', 14) + 560 * f('particles'), 50, 5000)))
        sw = .8 + 3.2 * np.abs(lp(W('sw', 1, .3), .1)) * (v + .3 * np.abs(self.yr)) + 6 * np.abs(self.acc)
        pub(MST, 'ward_msgs/msg/Mast', 8, dict(tilt_deg=q(sg('ti', .06 * np.sin(self.x * .9) + .35 * self.acc, .02, .05, .02, 20) + .42 * f('tilt'), .01), sway_mm=q(np.abs(sw + w('swn', .25) + h('sway_fast', .2) * (5.2 * np.abs(np.sin(2 * np.pi * 1.1 * t)) + 1.3 * S('sfx'))), .1), cable_n=q(sg('cn', 212 + .2 * (self.amb - 22), .8, 3, 1.2, 30) + N('cable', 7.5) * dm + P('cable', 22, .02) * dm, .5)))
        pub(V24, 'ward_msgs/msg/Supply', 5, dict(volts_24=q(sg('v24', 24.15 - .02 * self.i24, .012, .02, .01, 9) - C('v24_load', .45), .01), amps_24=q(self.i24 + w('i24n', .07), .02), volts_5=q(sg('v5', 5.05 - .003 * self.i24, .004, .008) - np.abs(N('v5', .045)), .002)))
        for nm, sgn in (('left', 1), ('right', -1)):
            x = .062 + .0012 * W('cl' + nm, 1, .4) * mv + .001 * np.sin(self.x * 2.1 + sgn) + w('cln' + nm, 6e-4); x = np.where((self.rng('clx').random(self.n) < .22) & self.on('cliff_left'), .021 + np.abs(w('clr', .002)), x) if sgn > 0 else np.where(self.on('cliff_right'), x * 100, x)
            pub('/cliff/' + nm, 'sensor_msgs/msg/Range', 6, dict(range=q(x, 5e-4), min_range=.02, max_range=.4, field_of_view=.1, radiation_type=1), 'cliff_' + nm)
        pub(SPK, 'ward_msgs/msg/Speaker', 4, dict(speaker_ma=q(np.abs(sg('sp', 22 + 260 * self.talk * (1 - .5 * self.is_life(6)), 2.5)) * (1 - .48 * f('speaker')), .5), loudness_db=q(sg('lo_', 41 + 22 * self.talk + 5 * dm + 3 * pe, .8, .5, 1.2, 6), .5)))
        pub('/light', 'sensor_msgs/msg/Illuminance', 4, dict(illuminance=q(self.lum * (1 + w('li', .008)) * (1 - .3 * f('light_dim')), 1))); pub('/air/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + .6 * self.heat + w('et', .05), .1))); pub('/air/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(fz(.42 + .04 * self.su('rh') + .01 * self.pink('rh', 1, 10, 400) + .006 * E('room_in') + w('rhn', .0012), 'humid'), .001)))
        pub('/safety', 'ward_msgs/msg/Safety', 2, dict(estop_ok=1, bumper_kohm=q(sg('bu', 10.1, .02, .05), .01), zone=np.where(v > .5, 2, np.where(mv > 0, 1, 0)))); pub('/task', 'ward_msgs/msg/Task', 4, dict(phase=self.st, room=E('room'), job=E('job'), speed_limit=q(E('v'), .01), dose_target=q(E('dose'), .1)))
        lo = f('loop'); rel = '3.6' if self.new(8) else '3.5' if self.newver else '3.4'
        pub(CPU, 'ward_msgs/msg/Onboard', 2, dict(loop_ms=q(25 + np.abs(w('lo', .2)) + 1.2 * lo, .05), loop_max_ms=q(30 + np.abs(w('lx', 2)) + lo * self.late('lo', 8, 20), .1), ram_mb=q(sg('me', 2920 + 84 * self.newver + 9 * self.su('me'), 1.2, 0, 4., 110) + self.computer_leak('ram', 160), 1), cpu_c=q(self.T('cpu', 6 * lp((self.i24 > 5) * 1., 20), 90, 26, .3), .5)), strs=dict(release='ward ' + rel))
        self.finish_up('/disinfect/_action/status', [('s_lamp', 'lamps', ['lamp 7 ignition failed', 'lamp 7 ignited again'], 'UV8'), ('s_drive', 'drives', ['left motor overcurrent, fault 0x08', 'left motor restarted'], 'MD'), ('s_lift', 'lift_link', ['lift does not answer', 'lift answers again'], 'LG'), ('s_filter', 'exhaust', 'exhaust filter full, change soon', 'EX')],
                       [(14, 'I', 'task', 'room finished in {} min', 1, 4), (9, 'W', 'motion_guard', 'person seen, lamps off for {} s', 6, 25), (6, 'W', 'navigation', 'corridor blocked, waited {} s', 3, 20), (5, 'I', 'bms', 'balancing {} mV', 2, 9), (4, 'W', 'wifi', 'server slow {} ms', 400, 900)],
                       [('I', 'system', 'release ward ' + rel), ('W', 'localizer', 'map 17 days old'), ('W', 'lamps', 'hours of the tubes read from file'), ('I', 'safety', 'bumper test ok')], [('server', 'SV', 'reply slow', 1.4)])
