"""Rail inspection vehicle: four driven wheels, track geometry, ultrasonic and eddy current probes."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, slew

WH, AXB, GEO, UT, BRK, CAM = '/wheels', '/axlebox', '/track/geometry', '/ultrasonic', '/brake', '/line_camera'


class Rail(Sim):
    NAME = 'rail'
    FLAGS = [(BRK, 'fault_bits'), (UT, 'probe_error'), ('/gnss/quality', 'no_fix'), (CAM, 'frame_error')]
    DEFS = {
        'trackbee_msgs/msg/Wheels': mdef('float32[4] wheel_rpm motor_current motor_temp; float32 demand_pct'),
        'trackbee_msgs/msg/Axlebox': mdef('float32[4] accel_rms bearing_temp'),
        'trackbee_msgs/msg/TrackGeometry': mdef('float32 gauge_mm cant_mm twist_mm alignment_left alignment_right level_left level_right curvature gradient kilometre'),
        'trackbee_msgs/msg/RailProfile': mdef('float32[2] head_wear side_wear laser_temp; uint16[2] valid_points'),
        'trackbee_msgs/msg/Ultrasonic': mdef('float32[4] coupling_pct echo_noise gain_db; float32[2] water_flow; uint8 probe_error'),
        'trackbee_msgs/msg/WaterTank': mdef('float32 tank_pct pump_amps pump_bar'),
        'trackbee_msgs/msg/EddyProbe': mdef('float32[2] liftoff_mm eddy_amplitude eddy_phase'),
        'trackbee_msgs/msg/ContactWire': mdef('float32 wire_height wire_stagger wire_quality'),
        'trackbee_msgs/msg/Brake': mdef('float32 brake_demand pipe_bar reservoir_bar compressor_amps; float32[2] cylinder_bar; float32[4] pad_temp; uint8 fault_bits'),
        'trackbee_msgs/msg/LineCamera': mdef('float32 line_rate exposure_us camera_temp dropped_lines; float32[2] led_current led_temp; uint8 frame_error'),
        'trackbee_msgs/msg/Converter': mdef('float32 bus24_volts bus24_amps converter_temp'),
        'trackbee_msgs/msg/GnssQuality': mdef('uint8 satellites no_fix; float32 hdop'),
        'trackbee_msgs/msg/TrainRadio': mdef('float32 radio_dbm bit_errors latency_ms; uint8 cell_id'),
        'trackbee_msgs/msg/Computer': mdef('float32 cpu_pct cpu_temp memory_mb write_mbps max_delay_ms; string build'),
    }
    KINDS = dict(
        motor3_drag=K('motor 3 draws more and more current: bearing runs dry', [WH], ['motor_current[2]'], ['motor 3', 'wheel 3'], step=False, where='when driving', cons=('motor_temp[2]', '/battery')),
        motor1_hot=K('motor 1 gets hotter at the same current: cooling fins packed', [WH], ['motor_temp[0]'], ['motor 1', 'wheel 1'], step=False, tail=400),
        motor4_stuck=K('temperature of motor 4 frozen', [WH], ['motor_temp[3]'], ['motor 4', 'wheel 4']),
        motor2_grade=K('motor 2 gives too little on a grade above a number, the others more: current limit set wrong', [WH], ['motor_current[1]'], ['motor 2', 'wheel 2'], where='**gradient above a number**', cond=True),
        enc1_fast=K('wheel 1 loses encoder pulses above a speed', [WH], ['wheel_rpm[0]'], ['wheel 1', 'encoder 1', 'motor 1'], where='**speed above a number**', cond=True),
        slip_spot=K('front wheels slip at one place: rail lubricator leaks', [WH, '/odom'], ['wheel_rpm[0]', 'wheel_rpm[1]', 'twist.twist.linear.x'], ['front wheels', 'wheel 1', 'wheel 2'], where='**at a place**', cond=True, cons=('motor_current',), need=15),
        flat2=K('wheel 2 runs hard: flat spot', [AXB], ['accel_rms[1]'], ['wheel 2', 'axlebox 2', 'axle box 2'], where='when driving', cons=('/imu/data',)),
        bearing4=K('axle bearing 4 gets hot', [AXB], ['bearing_temp[3]'], ['axlebox 4', 'axle bearing 4', 'axle box 4'], step=False, tail=300),
        axb1_cable=K('acceleration of axle box 1 drops out for moments: cable', [AXB], ['accel_rms[0]'], ['axlebox 1', 'axle box 1'], where='when driving'),
        gauge_shift=K('gauge reads too wide after a knock on its frame', [GEO], ['gauge_mm'], ['gauge', 'track gauge', 'geometry']),
        cant_curve=K('cant reads too small in curves tighter than a number: inclinometer compensation off', [GEO], ['cant_mm', 'twist_mm'], ['cant', 'inclinometer', 'geometry'], where='**curvature above a number**', cond=True),
        align_wet=K('left alignment noisy: water on the lens', [GEO], ['alignment_left'], ['alignment', 'alignment left', 'geometry'], where='when driving'),
        level_drift=K('right level drifts: chord sensor', [GEO], ['level_right'], ['level right', 'chord sensor', 'geometry'], step=False),
        prof_dirt=K('right rail profile has fewer and fewer valid points: window dirty', ['/rail_profile'], ['valid_points[1]'], ['rail profile', 'profile right'], step=False),
        prof_wear=K('left head wear jumps up: profile calibration lost', ['/rail_profile'], ['head_wear[0]'], ['rail profile', 'profile left']),
        laser_warm=K('laser of the left profile gets warm: heat sink loose', ['/rail_profile'], ['laser_temp[0]'], ['rail profile', 'profile left', 'profile laser'], tail=300),
        ut2_nozzle=K('probe 2 loses coupling: nozzle clogs, right water flow falls', [UT], ['coupling_pct[1]', 'water_flow[1]'], ['probe 2', 'ultrasonic probe 2', 'nozzle'], step=False, where='in inspection'),
        ut3_fast=K('echo noise of probe 3 high above a speed: probe shoe loose', [UT], ['echo_noise[2]'], ['probe 3', 'ultrasonic probe 3'], where='**speed above a number**', cond=True),
        ut1_gain=K('probe 1 needs more gain: crystal cracked', [UT], ['gain_db[0]'], ['probe 1', 'ultrasonic probe 1'], where='in inspection'),
        tank_leak=K('water tank empties too fast: hose coupling leaks', ['/water'], ['tank_pct'], ['water', 'water tank']),
        tank_stuck=K('tank level frozen', ['/water'], ['tank_pct'], ['water', 'water tank', 'level sensor'], where='in inspection'),
        pump_air=K('water pump runs uneven with less pressure: sucks air', ['/water'], ['pump_bar', 'pump_amps'], ['water', 'water pump'], where='in inspection'),
        eddy_sag=K('right eddy probe hangs lower: holder worn', ['/eddy'], ['liftoff_mm[1]'], ['eddy', 'eddy probe', 'eddy probe 2'], cons=('eddy_amplitude[1]',)),
        eddy_phase=K('phase of the left eddy probe turns: coil warms', ['/eddy'], ['eddy_phase[0]'], ['eddy', 'eddy probe', 'eddy probe 1'], step=False),
        wire_turn=K('stagger of the contact wire reads beside: camera turned', ['/contact_wire'], ['wire_stagger'], ['contact wire', 'wire camera']),
        cyl2_hang=K('brake cylinder 2 empties slowly after braking', [BRK], ['cylinder_bar[1]'], ['brake cylinder 2', 'cylinder 2', 'brake 2'], where='after braking', need=6, cons=('motor_current',)),
        brake_late=K('both brake cylinders fill late after the demand: valve dirty', [BRK], ['cylinder_bar[0]', 'cylinder_bar[1]'], ['brake', 'brake valve'], where='when braking begins', need=5),
        pad3_drag=K('brake pad 3 gets hot: drags', [BRK], ['pad_temp[2]'], ['brake pad 3', 'pad 3'], step=False, where='when driving', tail=300),
        air_leak=K('reservoir loses air faster, compressor runs more often', [BRK], ['reservoir_bar', 'compressor_amps'], ['reservoir', 'brake air', 'compressor']),
        comp_weak=K('compressor needs more current: valve plate', [BRK], ['compressor_amps'], ['compressor'], where='when the compressor runs', need=12),
        bat_sag=K('battery cell 6 sags when the current is above a number', ['/battery'], ['cell_voltage[5]'], ['battery', 'cell 6'], where='**discharge above a number**', cond=True, need=15),
        mod2_warm=K('battery module 2 gets warmer than the others: pad of the cold plate', ['/battery'], ['cell_temperature[1]'], ['battery', 'module 2'], step=False, tail=300),
        bus24=K('24 V bus uneasy and lower: converter capacitor', ['/converter'], ['bus24_volts'], ['converter', '24 v bus', 'bus24']),
        led2=K('LED bar 2 flickers with less current', [CAM], ['led_current[1]'], ['led bar 2', 'led 2', 'line camera'], where='when lit'),
        cam_fast=K('line camera drops lines above a speed: trigger divider', [CAM], ['dropped_lines', 'line_rate'], ['line camera', 'camera trigger'], where='**speed above a number**', cond=True),
        lidar_dew=K('beams 2 to 4 of the front lidar read short: dew', ['/lidar/front'], ['ranges'], ['lidar', 'front lidar']),
        imu_lat=K('lateral acceleration stands off: IMU plate bent', ['/imu/data'], ['linear_acceleration.y', 'orientation.x'], ['imu']),
        gyro_yaw=K('yaw gyro reads too little', ['/imu/data'], ['angular_velocity.z'], ['imu', 'yaw gyro'], where='in curves'),
        imu_lost=K('IMU messages get lost', ['/imu/data'], ['header.stamp'], ['imu']),
        odom_old=K('odometry comes with old stamps', ['/odom'], ['header.stamp'], ['odom', 'odometry']),
        odo_diam=K('odometry too fast: wheel diameter wrong after turning the wheels', ['/odom'], ['twist.twist.linear.x'], ['odom', 'odometry'], where='when driving'),
        radar_low=K('speed radar reads low and noisy: horn icy', ['/speed_radar'], ['twist.linear.x'], ['speed radar', 'radar'], where='when driving'),
        radio_spot=K('train radio weak at one place: new wall beside the track', ['/train_radio'], ['radio_dbm', 'bit_errors', 'latency_ms'], ['train radio', 'radio'], where='**at a place**', cond=True),
        cpu_fan=K('computer gets hot: fan slow', ['/computer'], ['cpu_temp'], ['computer', 'computer fan'], tail=300),
        memory=K('memory of the computer fills', ['/computer'], ['memory_mb'], ['computer', 'memory'], step=False),
        s_brake=K('brake control reports a pressure sensor fault', [BRK, '/rosout', '/diagnostics'], ['fault_bits', 'pipe_bar'], ['brake', 'brake control'], silent=False),
        s_ut=K('ultrasonic unit reports a lost probe', [UT, '/rosout', '/diagnostics'], ['probe_error', 'coupling_pct[3]'], ['ultrasonic', 'probe 4'], silent=False),
        s_gnss=K('GNSS loses its fix again and again and reports it', ['/gnss/quality', '/gnss/fix', '/rosout', '/diagnostics'], ['no_fix', 'satellites'], ['gnss', 'receiver'], silent=False),
        s_cam=K('line camera reports bad frames', [CAM, '/rosout', '/diagnostics'], ['frame_error', 'dropped_lines'], ['line camera', 'camera'], silent=False),
    )

    def track(self):
        """Tables over the line of this session (0.5 m)."""
        r = self.rng('track'); L = r.uniform(1900, 2600); m = int(L * 2) + 800
        self.L, self.sg = L, np.arange(m) * .5 - 200
        cur, i = np.zeros(m), 0
        while i < m:
            n1 = int(r.uniform(120, 420) * 2); cur[i:i + n1] = 0 if r.random() < .5 else r.choice([-1, 1]) / r.uniform(300, 1100); i += n1
        k = np.ones(90) / 90; sm = lambda x, n_: np.convolve(x, np.ones(n_) / n_, 'same')
        self.cur_t = sm(cur, 90)
        gr, i = np.zeros(m), 0
        while i < m: n1 = int(r.uniform(150, 500) * 2); gr[i:i + n1] = r.uniform(-.018, .02); i += n1
        self.gr_t = sm(gr, 120)
        rough = lambda s, n_: sm(r.standard_normal(m) * np.sqrt(n_), n_) * s
        self.tab = dict(gauge=1435.6 + rough(1.1, 24) + .9 * np.abs(self.cur_t) * 700, al=rough(1.6, 14), ar=rough(1.6, 14), ll=rough(1.9, 12), lr=rough(1.9, 12), tw=rough(1.3, 8),
                        wear=2.2 + rough(.5, 200) + 500 * np.abs(self.cur_t), side=1. + rough(.3, 200) + 1300 * np.abs(self.cur_t), qual=.5 + .5 * np.clip(rough(1., 120), -1, 1.5))
        y = np.zeros(m)
        for x in np.cumsum(r.uniform(18, 75, 400)):
            if x * 2 < m: y[int(x * 2):int(x * 2) + 2] = r.uniform(.5, 1.6)
        self.tab['joint'] = y
        tn = np.zeros(m); a = r.uniform(200, L - 500); tn[int((a + 200) * 2):int((a + 200 + r.uniform(120, 300)) * 2)] = 1
        self.tab['tunnel'] = sm(tn, 40) * (r.random() < .7)
        hd = np.cumsum(self.cur_t) * .5 + r.uniform(0, 6.28)
        self.hd_t, self.tx, self.ty = hd, np.cumsum(np.cos(hd)) * .5, np.cumsum(np.sin(hd)) * .5

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        self.track()
        s, v, d = r.uniform(50, self.L - 50), 0., float(r.choice([-1, 1]))
        ins = r.uniform(3.2, 4.4)
        k, left, vt = 'station', r.uniform(15, 70), 0.
        so, vo, ko, do = np.zeros(n), np.zeros(n), np.zeros(n, int), np.zeros(n)
        names = dict(station=0, inspect=1, transit=2, creep=3, turn=4, obstacle=5, manual=6)
        self.tasks, t0, keep = [], 0., None
        obst = self.rng('obst').uniform(100, self.dur, self.rng('obst').poisson(4)).tolist(); obst = sorted(obst); oi = 0
        for i in range(n):
            stop = v * v / 2 / .55 + 4
            room = (self.L - s) if d > 0 else s
            tgt = vt if k != 'manual' else vt * (1 if int(i * DT / 4) % 2 else .4)
            if room < stop and k not in ('turn', 'station'): tgt = 0.
            if oi < len(obst) and i * DT > obst[oi] and v > 1.5:
                keep = (k, left, vt); self.tasks.append((t0, i * DT, k)); t0 = i * DT; k, left, vt = 'obstacle', r.uniform(9, 22), 0.; oi += 1; tgt = 0.
            a = max(-.62, min(.48, (tgt - v) * .8)); v = max(0., v + a * DT); s += d * v * DT
            left -= DT
            so[i], vo[i], ko[i], do[i] = s, v, names[k], d
            new = None
            if room < 6 and v < .05 and k not in ('turn',): new = ('turn', r.uniform(12, 26), 0.)
            elif left <= 0:
                if k == 'turn': d = -d; new = ('inspect', r.uniform(70, 220), ins * r.uniform(.9, 1.1))
                elif k == 'obstacle': new = keep
                else:
                    z = str(r.choice(['inspect', 'transit', 'creep', 'station', 'manual'], p=[.5, .19, .12, .12, .07]))
                    if z == k: z = 'inspect' if k != 'inspect' else 'transit'
                    new = (z, dict(inspect=r.uniform(80, 260), transit=r.uniform(40, 110), creep=r.uniform(15, 35), station=r.uniform(15, 55), manual=r.uniform(25, 60))[z], dict(inspect=ins * r.uniform(.88, 1.14), transit=r.uniform(7.5, 10), creep=r.uniform(.9, 1.4), station=0., manual=r.uniform(1.5, 3))[z])
            if new: self.tasks.append((t0, i * DT, k)); t0 = i * DT; k, left, vt = new
        self.tasks.append((t0, self.dur, k))
        self.s, self.v, self.k, self.d = so, vo, ko, do
        it = lambda tab: np.interp(self.s, self.sg, tab)
        self.cur, self.gr = it(self.cur_t) * self.d, it(self.gr_t) * self.d
        self.x, self.y, self.yaw = it(self.tx), it(self.ty), it(self.hd_t)      # it drives both ways, it does not turn around
        self.it = lambda nm: it(self.tab[nm])
        self.acc = lp(np.gradient(self.v, DT), .15)
        self.drv, self.insp = self.v > .3, (self.k == 1) & (self.v > 1)
        self.wind = 3 + self.su('wind') + .8 * self.wander('wind', 1, 60)
        self.amb = 14 + 6 * self.su('amb') + self.wander('amb', .5, 900) - 3 * self.it('tunnel') * np.sign(self.su('amb'))
        force = 1480 * self.acc + 1480 * 9.81 * self.gr * .9 + (95 + 1.7 * self.v + .9 * self.v**2 + 60000 * np.abs(self.cur) * .9) * np.tanh(self.v / .1)
        self.fb = np.clip(-(force), 0, None) * (self.acc < -.15)
        self.bdem = np.where((self.acc < -.38) & (self.v > .1) | (self.v < .05), np.where(self.v < .05, 45., np.clip(-self.acc * 70, 0, 80)), 0)
        self.bdem = np.where(self.bdem > 3, self.bdem, 0); self.bdem = lp(slew(self.bdem, 90), .1)
        fm = np.where(self.bdem > 3, np.maximum(force, -150) * .3, force)
        self.im = [fm * .0165 * (1 + self.u(f'im{i}', .02)) + self.ns(f'im{i}', .35) * (.3 + np.minimum(self.v, 3) / 3) for i in range(4)]
        self.ib = 9 + 4.5 * self.insp + .021 * sum(self.im) * self.v * 1.0 + .05 * sum(i * i for i in self.im) / 20 + self.ns('ib', .3)
        self.pumpon = self.insp
        self.resv, self.comp = hyst(.0035 + .0009 * self.bdem * .4 + .004 * (np.abs(np.gradient(self.bdem, DT)) > 20), .062, 7.2, 9., r.uniform(7.4, 8.8))
        qv = lambda x, m, p, dd: float(np.round(np.quantile(x[m], p), dd))
        sp = ['speed', 'velocity', 'twist', 'wheel rpm', 'rpm', 'fast', 'faster', 'transit', 'line rate']
        self.num('enc1_fast', self.v, '/speed_radar:twist.linear.x', sp, above=6.0)
        self.num('ut3_fast', self.v, '/speed_radar:twist.linear.x', sp, above=qv(self.v, self.insp, .5, 2), tol=.15, and_=self.insp)
        self.num('cam_fast', self.v, '/speed_radar:twist.linear.x', sp, above=5.5)
        self.num('motor2_grade', self.gr, GEO + ':gradient', ['gradient', 'grade', 'slope', 'uphill', 'climb'], above=qv(self.gr, self.drv, .66, 4), tol=.6, and_=self.drv)
        self.num('cant_curve', np.abs(self.cur), GEO + ':curvature', ['curvature', 'curve', 'curves'], above=max(.0005, qv(np.abs(self.cur), self.drv, .62, 5)), tol=.6, and_=self.drv)
        self.num('bat_sag', self.ib, '/battery:current', ['current', 'discharge', 'load', 'battery'], above=qv(self.ib, self.drv, .72, 0), tol=.35)
        px, py = self.spot('slip', self.x, self.y, 60, self.drv & (np.abs(self.gr) > .002), .11)
        self.at('slip_spot', self.x, self.y, px, py, 60, self.drv)
        px, py = self.spot('radio', self.x, self.y, 75, self.drv, .12)
        self.at('radio_spot', self.x, self.y, px, py, 75)
        self.mode('motor3_drag flat2 axb1_cable align_wet pad3_drag odo_diam radar_low', self.drv, 'driving', 'drives', 'moving', 'speed', 'velocity', 'motion')
        self.mode('ut2_nozzle ut1_gain tank_stuck pump_air', self.insp, 'inspection', 'inspecting', 'water', 'pump', 'coupling')
        self.mode('gyro_yaw', self.drv & (np.abs(self.cur) > .0008), 'curve', 'curves', 'turning', 'curvature')
        rel, beg = np.zeros(n, bool), np.zeros(n, bool)
        on = (self.bdem > 8).astype(int)
        for i in np.flatnonzero(np.diff(on) < 0): rel[i:i + 80] = True
        for i in np.flatnonzero(np.diff(on) > 0): beg[i:i + 30] = True
        self.mode('cyl2_hang', rel & (self.bdem < 8), 'after braking', 'braking', 'release', 'released', 'brake demand', 'brakes')
        self.mode('brake_late', beg, 'braking', 'brakes', 'brake demand', 'demand')
        self.mode('comp_weak', self.comp > 0, 'compressor', 'runs', 'running', 'compressor amps')
        self.lit = lp((self.k == 1).astype(float), .5) + .25
        self.mode('led2', self.k == 1, 'lit', 'inspection', 'led', 'line rate', 'on')

    def build(self):
        t, n, f, w, v, drv, insp, it = self.t, self.n, self.f, self.ns, self.v, self.drv, self.insp, self.it
        sp = v / 5
        # wheels
        sl = f('slip_spot') * (np.abs(self.im[0]) > .5)
        slip = sl * (.028 + .035 * np.abs(self.wander('slip', 1, .8)) + .004 * np.abs(self.im[0]))
        enc = f('enc1_fast')
        D = [.40 * (1 + self.u(f'D{i}', .0012)) for i in range(4)]
        rpm = [v / (np.pi * D[i]) * 60 * (1 + (.75 * self.cur * (-1, 1, -1, 1)[i])) * (1 + w(f'rs{i}', .0012)) + w(f'rp{i}', .12) * drv for i in range(4)]
        rpm[0] = rpm[0] * (1 + slip) * (1 - enc * (.012 + .02 * np.abs(self.white('enc')))); rpm[1] = rpm[1] * (1 + slip * .9)
        im = [x.copy() for x in self.im]
        im[2] = im[2] + 3.1 * f('motor3_drag') * np.tanh(v / .3)
        im[0] = im[0] * (1 - .25 * np.minimum(sl, 1)); im[1] = im[1] * (1 - .25 * np.minimum(sl, 1))
        g2 = f('motor2_grade') * (im[1] > 0)
        cutd = .32 * g2 * im[1]; im = [im[i] - cutd if i == 1 else im[i] + cutd / 3 for i in range(4)]
        hang, bl = f('cyl2_hang'), f('brake_late')
        dem = self.bdem if not bl.any() else np.where(bl > 0, np.minimum(self.bdem, delayed(self.bdem, .75 * np.maximum(bl, .85))), self.bdem)
        cyl = [lp(dem * .045, .28 + .02 * self.u(f'cy{i}')) for i in range(2)]
        if hang.any(): cyl[1] = np.where(hang > 0, slew(cyl[1], 40, .42 / max(hang.max(), .8)), cyl[1])
        dmd = lp(np.where(self.bdem > 3, 0, sum(self.im) / 4), .1)
        tm = [self.amb + 12 + self.u(f'tm{i}', 1.2) + lp(.13 * im[i]**2 * .6 + .5 * v + (9 * f('motor1_hot') + .12 * im[0]**2 * f('motor1_hot') * .5 if i == 0 else 0), 240, 4.) + w(f'tmn{i}', .15) for i in range(4)]
        tm[3] = hold(tm[3], self.on('motor4_stuck'))
        im = [x + (1.3 * np.maximum(cyl[1] - .05, 0) * (self.bdem < 5) * np.tanh(v / .3) * (hang > 0) if i > 1 else 0) for i, x in enumerate(im)]
        self.pub(WH, 'trackbee_msgs/msg/Wheels', 10, dict(wheel_rpm=[q(np.maximum(x, 0), .1) for x in rpm], motor_current=[q(x, .05) for x in im], motor_temp=[q(x, .1) for x in tm], demand_pct=q(np.clip(dmd * 2.6, -100, 100), .5)))
        jt = lp(it('joint'), .06); rgh = .5 + it('qual')
        ab, flat = [], f('flat2') * drv
        for i in range(4):
            a = (.12 + .85 * sp**1.4 * rgh) * (1 + self.u(f'ab{i}', .05)) + delayed(jt, .35 * (i > 1)) * 5.5 * sp * (1 + .2 * w(f'abj{i}', 1))
            if i == 1: a = a + flat * (.25 + .62 * sp)
            a = np.abs(a * (1 + w(f'abm{i}', .11)) + w(f'abn{i}', .01))
            if i == 0: a = np.where((self.on('axb1_cable')) & (self.pieces('axb', .15, 1.6, 0, 1) < .22), .02, a)
            ab.append(q(a, .01))
        bt = [self.amb + 6 + self.u(f'bt{i}', .8) + lp(1.9 * v + (13 * f('bearing4') if i == 3 else 0), 300, 5. if i != 3 else 5.) * 1 + (lp(5 * f('bearing4'), 40, 0.) if i == 3 else 0) + w(f'btn{i}', .1) for i in range(4)]
        self.pub(AXB, 'trackbee_msgs/msg/Axlebox', 8, dict(accel_rms=ab, bearing_temp=[q(x, .1) for x in bt]))
        ds = f('odo_diam')
        vo = (rpm[0] + rpm[1] + rpm[2] + rpm[3]) / 4 / 60 * np.pi * .4 * (1 + .026 * ds)
        yr = self.cur * v
        self.pub('/odom', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(self.x + w('ox', .02, 10), .01), 'pose.pose.position.y': q(self.y + w('oy', .02, 10), .01), 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(vo * self.d, .001), 'twist.twist.angular.z': q(yr + w('oyr', .0006), .0001)}, 'map', age=.6 * f('odom_old'))
        rl = f('radar_low') * drv
        self.pub('/speed_radar', 'geometry_msgs/msg/TwistStamped', 6, {'twist.linear.x': q(np.maximum(v * (1 - .055 * rl) * (1 + self.u('rd', .003)) + w('rd', .018) * drv + rl * self.white('rdx', .09), 0), .01)}, 'radar')
        self.pub('/cmd_vel', 'geometry_msgs/msg/TwistStamped', 5, {'twist.linear.x': q(self.d * np.maximum(delayed(lp(v, .2), -.7), 0), .05)}, 'base')
        # IMU
        cant_t, d = np.clip(self.cur * 9.0e4 * .6, -130, 130), self.d
        roll = np.arctan(cant_t / 1500) + .0016 * (it('ll') - it('lr')) * .5
        lat = yr * v - 9.81 * np.sin(roll); vb = .03 + .22 * sp * rgh * .6
        il, gy = f('imu_lat'), f('gyro_yaw')
        self.imu('/imu/data', 16, (roll * d + .012 * il + w('ir', .0005), -d * np.arctan(self.gr) + .006 * d * self.acc + w('ip', .0005), self.yaw + w('iy', .0005)),
                 (np.gradient(lp(roll * d, .3), DT) + w('gx', .002 + .004 * sp), w('gy', .002 + .004 * sp), yr * (1 - .3 * gy) + w('gz', .0012 + .0008 * sp) + self.u('gz', .0002)),
                 (d * (self.acc + 9.81 * self.gr) + self.u('ax', .02) + vb * self.white('ax'), lat * d + .13 * il + self.u('ay', .02) + vb * self.white('ay', 1.1), 9.81 + vb * self.white('az', 1.7) + jt * .9 * sp * self.white('azj') + .12 * flat * self.white('azf')), 'imu', drop=.5 * f('imu_lost'))
        # geometry
        mv = np.minimum(v / 1., 1)
        ga, cc, aw = f('gauge_shift'), f('cant_curve'), f('align_wet') * drv
        cm = cant_t * (1 - .17 * cc) + 1.6 * (it('ll') - it('lr')) * .4 + 6 * lat * 0 + self.u('cm', .4)
        self.pub(GEO, 'trackbee_msgs/msg/TrackGeometry', 8, dict(gauge_mm=q(it('gauge') + self.u('ga', .12) + w('ga', .10 + .05 * sp) + 1.35 * ga, .02), cant_mm=q(cm + w('cm', .35), .1), twist_mm=q(it('tw') * mv + w('tw', .12) + .15 * (cm - delayed(cm, .7)) * mv, .05), alignment_left=q(it('al') + w('al', .15) + aw * self.white('alx', .75) + aw * 2.2 * self.spikes('als', .04), .05), alignment_right=q(it('ar') + w('ar', .15), .05),
                 level_left=q(it('ll') + w('ll', .18), .05), level_right=q(it('lr') + w('lr', .18) + 2.6 * f('level_drift'), .05), curvature=q(self.cur + w('cu', 1.2e-5), 1e-6), gradient=q(self.gr + w('gr', .0003), .0001), kilometre=q(31 + self.s / 1000, .001)))
        pw = f('prof_wear')
        pv = [980 + self.su(f'pv{i}', 8) - 45 * it('qual') - 30 * (self.pieces(f'pvd{i}', 4, 40, 0, 1) < .06) + w(f'pv{i}', 9) for i in range(2)]; pv[1] = pv[1] - 175 * f('prof_dirt')
        lt = [self.amb + 11 + self.u(f'lt{i}', .5) + lp(5.5 * (self.k == 1) - .12 * v, 200, 2.) + w(f'lt{i}', .1) + (lp(7.5 * f('laser_warm'), 90, 0.) if i == 0 else 0) for i in range(2)]
        hw = [it('wear') + self.u(f'hw{i}', .06) + w(f'hw{i}', .06) + (.62 * pw if i == 0 else 0) for i in range(2)]
        self.pub('/rail_profile', 'trackbee_msgs/msg/RailProfile', 5, dict(head_wear=[q(x, .01) for x in hw], side_wear=[q(np.maximum(it('side') * (1 + .4 * np.sign(self.cur) * (1, -1)[i]) + w(f'sw{i}', .07), 0), .01) for i in range(2)], laser_temp=[q(x, .1) for x in lt], valid_points=pv))
        # ultrasonic, water, eddy
        nz, u3, lost = f('ut2_nozzle'), f('ut3_fast'), f('s_ut') * (self.pieces('su', .6, 4, 0, 1) < .4) > 0
        fl = [lp(self.pumpon * (2.1 + self.u(f'wf{i}', .04)), .6) * (1 - (.33 * nz if i else 0)) for i in range(2)]
        cp, en, gn = [], [], []
        for i in range(4):
            c = 94 - 3.2 * np.maximum(v - 3, 0) - 22 * jt - 2.5 * it('qual') + self.u(f'cp{i}', .8) + 1.1 * self.wander(f'cpw{i}', 1, 2)
            if i == 1: c = c - 13 * nz * (.7 + .5 * self.rng('cpz').random(n))
            if i == 3: c = np.where(lost, 6, c)
            cp.append(q(np.clip(np.where(insp, c + w(f'cpn{i}', 1.3), 4 + np.abs(w(f'cp0{i}', 1))), 0, 100), .5))
            e = 3.1 + self.u(f'en{i}', .15) + .55 * v * insp + 3 * jt + (u3 * (1.9 + .6 * self.white('u3')) if i == 2 else 0)
            en.append(q(np.abs(e + w(f'en{i}', .22)), .05))
            gn.append(q(np.where(insp, 42 + self.u(f'gn{i}', .8) + .03 * (94 - 90) + .6 * self.wander(f'gnw{i}', 1, 8) + .5 * it('qual') + (5.2 * f('ut1_gain') if i == 0 else 0), 40 + self.u(f'gn{i}', .8)), .5))
        self.pub(UT, 'trackbee_msgs/msg/Ultrasonic', 8, dict(coupling_pct=cp, echo_noise=en, gain_db=gn, water_flow=[q(np.maximum(x + w(f'wf{i}', .03) * (x > .1), 0), .01) for i, x in enumerate(fl)], probe_error=lost))
        use = np.cumsum(fl[0] + fl[1]) * DT / 60 / 420 * 100
        lk = np.cumsum(f('tank_leak')) * DT * .0125
        tk = 78 + 9 * self.su('tk') - use - lk - .8 * self.acc + .35 * self.wander('tk', 1, 1.8) * mv - 12 * self.gr
        pa = f('pump_air') * self.pumpon; pon = lp(self.pumpon.astype(float), .3)
        self.pub('/water', 'trackbee_msgs/msg/WaterTank', 4, dict(tank_pct=q(np.clip(hold(tk + w('tkn', .12), self.on('tank_stuck') & (self.sev.get('tank_stuck', self.z0) > 0)), 0, 100), .1), pump_amps=q(np.maximum(pon * (4.6 + self.u('pa', .1)) - pa * (.55 + .5 * np.abs(self.wander('paw', 1, .6))) + w('pa', .06), 0), .02), pump_bar=q(np.maximum(pon * (2.4 + self.u('pb', .04) + .12 * nz) - pa * (.3 + .22 * np.abs(self.wander('paw', 1, .6))) + w('pb', .025), 0), .01)))
        es = f('eddy_sag')
        lo = [1.55 + self.u(f'lo{i}', .08) + .05 * it('ll' if i == 0 else 'lr') * .5 + .12 * sp * w(f'lo{i}', 1) + w(f'lon{i}', .02) - (.42 * es if i else 0) for i in range(2)]
        self.pub('/eddy', 'trackbee_msgs/msg/EddyProbe', 8, dict(liftoff_mm=[q(np.maximum(x, .1), .01) for x in lo], eddy_amplitude=[q(np.abs((1 + 6 * jt + .3 * it('qual')) * 12 / np.maximum(lo[i], .3) * mv * (1 + w(f'ea{i}', .06)) + .4 + w(f'ean{i}', .08)), .1) for i in range(2)], eddy_phase=[q(31 + self.u(f'ep{i}', 1) + .09 * (self.amb - 14) + w(f'ep{i}', .5) + (6.5 * f('eddy_phase') if i == 0 else 0), .1) for i in range(2)]))
        mast = 55.; zz = (np.abs(((self.s / mast) % 2) - 1) * 2 - 1)
        self.pub('/contact_wire', 'trackbee_msgs/msg/ContactWire', 5, dict(wire_height=q(5.32 + .04 * np.cos(2 * np.pi * self.s / mast) - .25 * it('tunnel') + .003 * it('lr') + w('wh', .004), .001), wire_stagger=q(205 * zz + 8 * roll * 180 / 3.1 * .5 + 14 * self.wander('ws', .3, 8) + w('ws', 4) + 42 * f('wire_turn'), 1), wire_quality=q(np.clip(92 - 12 * it('tunnel') + 2 * self.su('wq') + w('wq', 1.4), 0, 100), .5)))
        # brakes
        leak = f('air_leak')
        rv, comp = (self.resv, self.comp) if not leak.any() else hyst(.0035 + .0009 * self.bdem * .4 + .004 * (np.abs(np.gradient(self.bdem, DT)) > 20) + .019 * leak, .062, 7.2, 9., self.resv[0])
        sb = f('s_brake')
        pd = [self.amb + 7 + self.u(f'pd{i}', .7) + lp(self.bdem * v * .32 + (4.2 * v * f('pad3_drag') if i == 2 else 0), 110, 2.) + w(f'pd{i}', .25) for i in range(4)]
        self.pub(BRK, 'trackbee_msgs/msg/Brake', 8, dict(brake_demand=q(self.bdem, .5), pipe_bar=q(5.05 - self.bdem * .018 + w('pi', .015) - 1.2 * sb * (self.pieces('sb', .3, 3, 0, 1) < .25), .01), reservoir_bar=q(rv + w('rv', .012), .01), compressor_amps=q(np.maximum(lp(comp, .25) * (14.5 + self.u('ca', .3) + 1.1 * (rv - 8) + 3.2 * f('comp_weak')) + w('ca', .12), 0), .05),
                 cylinder_bar=[q(np.maximum(x + w(f'cyn{i}', .012), 0), .01) for i, x in enumerate(cyl)], pad_temp=[q(x, .5) for x in pd], fault_bits=np.where((sb > 0) & (t % 15 < 6), 8, 0)))
        # battery, converter
        ib = self.ib + .06 * f('motor3_drag') * v * 3.1 * .3
        soc = np.clip(.86 + .05 * self.su('soc') - np.cumsum(ib) * DT / 3600 / 260, .15, .99)
        vb = 91 + 12 * (soc - .5) - .045 * ib
        cl = [vb / 8 + self.u(f'cl{i}', .03) + w(f'cln{i}', .008) for i in range(8)]; cl[5] = cl[5] - f('bat_sag') * (.14 + .0045 * np.clip(self.ib - self.conds['bat_sag']['above'], 0, 40))
        ct = [self.amb + 6 + self.u(f'ct{i}', .4) + lp(.0017 * ib**2 + .02 * ib, 700, 1.) + w(f'ctn{i}', .05) for i in range(4)]; ct[1] = ct[1] + 4.4 * f('mod2_warm')
        self.pub('/battery', 'sensor_msgs/msg/BatteryState', 4, dict(voltage=q(vb + w('vb', .04), .02), current=q(-ib, .1), percentage=q(soc, .001), temperature=q(sum(ct) / 4, .1), present=1, power_supply_status=np.where(ib < 0, 1, 2), cell_voltage=[q(c, .005) for c in cl], cell_temperature=[q(x, .1) for x in ct]), lens=dict(cell_voltage=8, cell_temperature=4))
        b24 = f('bus24'); i24 = 14 + 5.5 * self.insp + 2.5 * lp((self.k == 1).astype(float), 1) + w('i24', .25)
        self.pub('/converter', 'trackbee_msgs/msg/Converter', 4, dict(bus24_volts=q(24.35 + self.u('b24', .05) - .012 * i24 + w('b24', .015) - b24 * (.16 + .12 * np.abs(self.white('b24x'))), .01), bus24_amps=q(i24, .1), converter_temp=q(self.amb + 14 + lp(.7 * i24, 400) + w('cvt', .1), .1)))
        # cameras, lidar, gnss, radio
        cf, sc = f('cam_fast'), f('s_cam') * (self.pieces('sc', .3, 3, 0, 1) < .35) > 0
        rate = v * 1000 / .8 / 10
        dl = self.rng('dl').gamma(.6, .5, n) * (v > .5) + cf * (3.5 + 7 * self.rng('dl2').random(n)) + 20 * sc
        l2 = f('led2'); lc = [self.lit * (3.1 + self.u(f'lc{i}', .05)) + w(f'lc{i}', .025) for i in range(2)]
        lc[1] = lc[1] * (1 - l2 * np.where(self.pieces('l2', .1, .8, 0, 1) < .4, .32, .1))
        self.pub(CAM, 'trackbee_msgs/msg/LineCamera', 5, dict(line_rate=q(np.maximum(rate * (1 - .006 * cf) + w('lr', 1.5), 0), 1), exposure_us=q(np.clip(48 - 6 * self.su('sun') + 9 * it('tunnel') + w('ex', .6) - 1.2 * v, 8, 80), .5), camera_temp=q(self.amb + 13 + lp(4. * self.insp, 200) + w('cmt', .1), .1), dropped_lines=q(dl, 1), led_current=[q(np.maximum(x, 0), .01) for x in lc], led_temp=[q(self.amb + 8 + lp(lc[i] * 5.5, 120) + w(f'ldt{i}', .15), .5) for i in range(2)], frame_error=sc))
        ob = self.k == 5; lw, rg = f('lidar_dew'), []
        ped = (self.pieces('ped', 2, 14, 0, 1) < .07)
        for i in range(11):
            x = np.full(n, (4.2, 6.5, 11, 22, 38, 40, 38, 22, 11, 6.5, 4.2)[i]) * (1 + self.u(f'lb{i}', .01)) * (1 - .45 * it('tunnel') * (abs(i - 5) > 1)) * np.exp(.12 * self.wander(f'lw{i}', 1, 3) * np.minimum(v, 1))
            x = np.where(ob & (abs(i - 5) <= 1), np.minimum(x, 7.5 + self.rng('od').uniform(-2, 3)), x)
            x = np.where(ped & (i in (1, 2, 8)), np.minimum(x, 3.2 + .02 * i), x) + w(f'ln{i}', .04)
            if 2 <= i <= 4: x = np.where((lw > 0) & (self.rng(f'dw{i}').random(n) < .5), .6 + np.abs(w(f'dwn{i}', .25)), x)
            rg.append(q(np.clip(x, .1, 40), .01))
        self.pub('/lidar/front', 'sensor_msgs/msg/LaserScan', 5, dict(ranges=rg, angle_min=-.5, angle_max=.5, angle_increment=.1, range_min=.1, range_max=40., scan_time=.2), 'lidar', lens=dict(ranges=11))
        nf = (f('s_gnss') * (self.pieces('nf', 2, 9, 0, 1) < .35) > 0)
        tn = it('tunnel') > .5
        e, nn = self.x + w('ge', .5, 12) * (1 + 4 * tn), self.y + w('gn', .5, 12) * (1 + 4 * tn)
        self.pub('/gnss/fix', 'sensor_msgs/msg/NavSatFix', 4, {'latitude': 45.11 + nn / 111140, 'longitude': 7.62 + e / 78600, 'altitude': q(268 + np.interp(self.s, self.sg, np.cumsum(self.gr_t) * .5) + w('gal', .7, 15), .01), 'status.status': np.where(nf | tn, -1, 0), 'status.service': 3}, 'gnss')
        self.pub('/gnss/quality', 'trackbee_msgs/msg/GnssQuality', 2, dict(satellites=np.clip(19 + self.su('st') + 1.5 * self.wander('st', 1, 60) - 14 * it('tunnel') - 12 * nf, 0, 40), no_fix=nf, hdop=q(.7 + .9 * it('tunnel') + .4 * nf + np.abs(w('hd', .03)), .01)))
        rs = f('radio_spot')
        cell = 3 + (self.s > self.L * .55)
        dd = np.abs(self.s - np.where(cell == 3, .2, .85) * self.L)
        db = -62 - .016 * dd + self.su('db', 2) - 7 * it('tunnel') + 2 * self.wander('db', 1, 3) + w('dbn', 1) - 9.5 * rs
        self.pub('/train_radio', 'trackbee_msgs/msg/TrainRadio', 3, dict(radio_dbm=q(db, 1), bit_errors=q(np.clip(self.rng('be').gamma(1, .12, n) * (1 + .06 * np.clip(-80 - db, 0, 30)) + 1.5 * rs * self.rng('be2').random(n), 0, 100), .01), latency_ms=q(48 + np.abs(w('la', 6)) + 24 * rs * self.rng('la2').random(n), 1), cell_id=cell))
        # computer, air
        b = '25.11' if self.newver else '25.9'
        self.pub('/computer', 'trackbee_msgs/msg/Computer', 2, dict(cpu_pct=q(36 + 14 * lp(self.insp.astype(float), 2) + w('cpu', 1.5), .1), cpu_temp=q(self.amb + 29 + lp(6. * self.insp, 40) + lp(11 * f('cpu_fan'), 70, 0.) + w('cput', .3), .1), memory_mb=q(5210 + 85 * self.newver + 12 * self.su('mem') + 9 * self.wander('mem', 1, 200) + w('memn', 2) + self.computer_leak('memory', 420), 1), write_mbps=q(np.maximum(12 + 9.5 * v * insp + w('wr', 2), 0), .1), max_delay_ms=q(9 + np.abs(w('md', 2.5)) + 4 * insp, .1)), strs=dict(build=b))
        self.pub('/air/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .06), .1)))
        self.pub('/air/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(np.clip(.62 + .08 * self.su('rh') + .12 * it('tunnel') + w('rh', .004), 0, 1), .001)))
        self.goals('/mission/_action/status', [(a, b_, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b_, k) in enumerate(self.tasks) if k in ('inspect', 'transit', 'creep')])
        a1 = self.speak('s_brake', 'brake_ctrl', ['pipe pressure sensor implausible, bit 3', 'brake control uses second channel'])
        a2 = self.speak('s_ut', 'ultrasonic', ['probe 4 no back wall echo', 'probe 4 lost, channel muted'])
        a3 = self.speak('s_gnss', 'gnss', ['fix lost outside of tunnel', 'fix regained after {} s'.format(5)], 12)
        a4 = self.speak('s_cam', 'line_camera', ['bad frame, checksum', 'frame grabber resynchronised'])
        self.routine([(14, 'I', 'mission', 'section done, {} m', 150, 800), (9, 'W', 'geometry', 'limit touched: twist {} mm', 3, 5), (6, 'W', 'ultrasonic', 'indication near joint, depth {} mm', 8, 60), (4, 'W', 'guard', 'object on track, stop at {} m', 5, 12), (6, 'I', 'radio', 'handover in {} ms', 90, 400)],
                     [('I', 'core', f'build {b}'), ('W', 'gnss', 'almanac old'), ('I', 'brake_ctrl', 'brake test passed'), ('W', 'ultrasonic', 'water cold, gain table B')])
        self.status('brake', 'BC-3', a1, {2: 'pressure sensor implausible'})
        self.status('ultrasonic', 'UT-4', a2, {2: 'probe 4 lost'}, gate='12')
        self.status('gnss', 'G5', np.maximum(a3, brief_warn(self, 'g', 1.2)), {1: 'few satellites', 2: 'fix lost'})
        self.status('line camera', 'LC-8k', a4, {2: 'bad frames'})
        self.status('storage', 'raid', brief_warn(self, 'ra', 1.3), {1: 'write queue long'}, free_gb=1810 - t / 40)
