"""Hexacopter that inspects a power line with camera, thermal camera and lidar; English fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, quat, slew

MO, ES, GI, CA, TH, AP, IM = '/motors', '/esc', '/gimbal/status', '/camera/still', '/camera/thermal', '/autopilot', '/imu/data'


class Hexa(Sim):
    NAME = 'hexa'
    FLAGS = [(ES, 'esc_error'), (CA, 'card_error'), ('/parachute', 'parachute_error'), ('/gnss/info', 'no_fix')]
    DEFS = {
        'heron_msgs/msg/Motors': mdef('float32[6] motor_rpm motor_current motor_temp throttle'),
        'heron_msgs/msg/Esc': mdef('float32[6] esc_volts esc_temp; uint16[6] missed_steps; uint8 esc_error'),
        'heron_msgs/msg/GimbalStatus': mdef('float32[3] axis_current axis_error_deg; float32 board_temp'),
        'heron_msgs/msg/Still': mdef('float32 focus_score shutter_us zoom store_ms sensor_temp; uint32 pictures; uint8 card_error'),
        'heron_msgs/msg/Thermal': mdef('float32 scene_min scene_max core_temp shutter_age_s pixel_noise; bool shutter_open'),
        'heron_msgs/msg/GnssInfo': mdef('uint8 satellites no_fix jamming; float32 hacc vacc; float32[4] snr'),
        'heron_msgs/msg/Autopilot': mdef('float32[4] innovation; float32 loop_us loop_max_us cpu_load heap_kb board_temp; string firmware'),
        'heron_msgs/msg/AttitudeTarget': mdef('float32 roll_deg pitch_deg yaw_deg thrust climb_mps'),
        'heron_msgs/msg/Link': mdef('float32[2] antenna_dbm; float32 downlink_mbps latency_ms loss_percent'),
        'heron_msgs/msg/Parachute': mdef('float32 cartridge_bar capacitor_volts; bool armed ready; uint8 parachute_error'),
        'heron_msgs/msg/Gear': mdef('float32[2] leg_angle leg_current; bool[2] leg_locked'),
        'heron_msgs/msg/Payload': mdef('float32 rail12_volts rail12_amps converter_temp fan_rpm'),
        'heron_msgs/msg/LineScan': mdef('float32 points_per_s spin_hz window_percent line_distance head_temp'),
    }
    KINDS = dict(
        m3_load=K('motor 3 falls behind in speed when its throttle is above a number: winding short', [MO], ['motor_rpm[2]'], ['motor 3'], where='**throttle above a number**', cond=True),
        m5_bearing=K('motor 5 draws more and more current: bearing', [MO], ['motor_current[4]'], ['motor 5'], step=False, where='in flight', cons=('/battery', '/esc')),
        m1_hot=K('motor 1 gets hot: bell vents clogged', [MO], ['motor_temp[0]'], ['motor 1'], step=False, where='in flight', tail=200),
        m2_prop=K('propeller 2 chipped: turns faster for the same thrust, airframe shakes', [MO, IM], ['motor_rpm[1]', 'linear_acceleration.z', 'throttle[1]'], ['propeller 2', 'motor 2'], where='in flight', cons=('/esc', '/battery')),
        m6_temp=K('temperature of motor 6 frozen', [MO], ['motor_temp[5]'], ['motor 6'], where='in flight'),
        m4_rpm=K('speed signal of motor 4 flickers: telemetry wire', [MO], ['motor_rpm[3]'], ['motor 4'], where='in flight'),
        e2_climb=K('ESC 2 misses steps when climbing faster than a number', [ES], ['missed_steps[1]', 'esc_volts[1]'], ['esc 2'], where='**climb above a number**', cond=True, need=12),
        e5_hot=K('ESC 5 gets hot: heat sink loose', [ES], ['esc_temp[4]'], ['esc 5'], step=False, where='in flight', tail=200),
        e1_volt=K('supply of ESC 1 low and uneasy: solder joint', [ES], ['esc_volts[0]'], ['esc 1'], where='in flight'),
        bat_load=K('cell 7 sags when the battery current is above a number: tab weld', ['/battery'], ['cell_voltage[6]'], ['battery', 'cell 7'], where='**battery current above a number**', cond=True),
        bat_warm=K('battery sensor 2 warmer: cell ages', ['/battery'], ['cell_temperature[1]'], ['battery', 'battery sensor 2'], step=False, tail=200),
        bat_soc=K('charge indication frozen', ['/battery'], ['percentage'], ['battery', 'fuel gauge'], where='in flight'),
        vib_fast=K('airframe shakes when flying faster than a number: arm clamp loose', [IM], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['imu', 'airframe', 'arm clamp'], where='**speed above a number**', cond=True),
        gyro_roll=K('roll gyro has a bias', [IM], ['angular_velocity.x'], ['imu', 'gyro', 'roll gyro']),
        acc_y=K('lateral acceleration stands off: damper plate bent', [IM], ['linear_acceleration.y'], ['imu', 'accelerometer']),
        imu2_loss=K('messages of the second IMU get lost', ['/imu2/data'], ['header.stamp'], ['imu2', 'second imu']),
        imu_old=K('first IMU comes with old stamps', [IM], ['header.stamp'], ['imu']),
        mag_cable=K('magnetic field turned by a cable that moved', ['/mag'], ['magnetic_field.x', 'magnetic_field.y', 'magnetic_field.z'], ['mag', 'compass', 'magnetometer'], cons=('/autopilot',)),
        mag_spot=K('magnetic field disturbed at one place: new cable joint', ['/mag'], ['magnetic_field.x', 'magnetic_field.y'], ['mag', 'compass', 'magnetometer'], where='**at a place**', cond=True, need=12, cons=('/autopilot',)),
        baro_light=K('barometer noisy: foam lost', ['/baro'], ['fluid_pressure'], ['baro', 'barometer']),
        gnss_spot=K('GNSS noise and fewer satellites at one place: relay station', ['/gnss/info'], ['satellites', 'hacc', 'jamming'], ['gnss', 'receiver'], where='**at a place**', cond=True, need=12, cons=('/autopilot',)),
        gnss_snr=K('two bands of GNSS weak: antenna plug', ['/gnss/info'], ['snr[1]', 'snr[2]'], ['gnss', 'gnss antenna']),
        odom_loss=K('local position messages get lost', ['/local/odom'], ['header.stamp'], ['odom', 'local position']),
        range_high=K('rangefinder noisy and short higher than a number: lens dirty', ['/rangefinder'], ['range'], ['rangefinder', 'laser altimeter'], where='**height above a number**', cond=True),
        gim_low=K('gimbal pitch motor draws more when looking down more than a number: flex cable', [GI], ['axis_current[1]', 'axis_error_deg[1]'], ['gimbal', 'gimbal pitch'], where='**gimbal angle below a number**', cond=True),
        gim_roll=K('gimbal roll error larger: bearing play', [GI], ['axis_error_deg[0]'], ['gimbal', 'gimbal roll'], where='in flight'),
        gim_yaw=K('gimbal yaw motor needs more current', [GI], ['axis_current[2]'], ['gimbal', 'gimbal yaw'], step=False),
        cam_focus=K('pictures less and less sharp: film on the lens', [CA], ['focus_score'], ['still camera', 'camera lens', 'camera'], step=False, where='in flight'),
        cam_store=K('storing a picture takes longer: card', [CA], ['store_ms'], ['still camera', 'camera card', 'camera']),
        th_noise=K('thermal picture noisy: core supply', [TH], ['pixel_noise'], ['thermal camera', 'thermal core']),
        th_shut=K('thermal camera corrects too seldom: shutter sticks', [TH], ['shutter_age_s'], ['thermal camera', 'thermal shutter']),
        th_core=K('thermal core gets warm', [TH], ['core_temp'], ['thermal camera', 'thermal core'], step=False, tail=200),
        ls_pts=K('line scanner gives fewer points: window dusty', ['/line_scanner'], ['points_per_s', 'window_percent'], ['line scanner', 'scanner'], step=False, where='in flight'),
        ls_spin=K('scanner mirror turns uneven', ['/line_scanner'], ['spin_hz'], ['line scanner', 'scanner mirror']),
        obst=K('beams 1 to 3 of the obstacle lidar read short: drop of oil', ['/obstacle/scan'], ['ranges'], ['obstacle lidar', 'obstacle', 'lidar']),
        link_spot=K('link weak at one place: behind the new roof', ['/link'], ['antenna_dbm[0]', 'antenna_dbm[1]', 'loss_percent', 'latency_ms'], ['link', 'datalink'], where='**at a place**', cond=True, need=12),
        link_ant=K('antenna 2 of the link weak: plug loose', ['/link'], ['antenna_dbm[1]'], ['link', 'datalink', 'antenna 2']),
        chute=K('cartridge of the parachute loses pressure', ['/parachute'], ['cartridge_bar'], ['parachute', 'cartridge'], step=False),
        gear2=K('leg 2 stands not quite up: spindle', ['/gear'], ['leg_angle[1]'], ['landing gear', 'leg 2', 'gear'], where='in flight'),
        rail12=K('12 V of the payload low and uneasy', ['/payload'], ['rail12_volts'], ['payload', 'payload supply', 'converter']),
        pay_fan=K('payload converter warm and its fan slow', ['/payload'], ['converter_temp', 'fan_rpm'], ['payload', 'payload fan', 'converter'], tail=200),
        loop=K('longest control loop far longer', [AP], ['loop_max_us', 'loop_us'], ['autopilot', 'control loop']),
        heap=K('heap of the autopilot fills', [AP], ['heap_kb'], ['autopilot', 'heap'], step=False),
        s_esc=K('ESC 4 reports a desync again and again', [ES, '/rosout', '/diagnostics'], ['esc_error', 'missed_steps[3]'], ['esc 4'], silent=False),
        s_cam=K('camera reports card errors', [CA, '/rosout', '/diagnostics'], ['card_error', 'store_ms'], ['still camera', 'camera'], silent=False),
        s_chute=K('parachute warns of its capacitor', ['/parachute', '/rosout', '/diagnostics'], ['parachute_error', 'capacitor_volts'], ['parachute'], silent=False),
        s_gnss=K('GNSS loses its fix again and again and reports it', ['/gnss/info', '/gnss/fix', '/rosout', '/diagnostics'], ['no_fix', 'satellites'], ['gnss', 'receiver'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        nx, sp = 3, r.uniform(34, 42); base = r.uniform(17, 22); hd = r.uniform(-.6, .6)
        X, Y, Z, YW, GP, VM = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.full(n, 3.)
        kd = np.zeros(n, int); self.tasks = []
        i, soc0 = 0, []
        swap = []
        def seg(sec, x, y, z, yw, gp, vm, k):
            nonlocal i
            j = min(n, i + int(sec / DT)); X[i:j], Y[i:j], Z[i:j], YW[i:j], GP[i:j], VM[i:j], kd[i:j] = x, y, z, yw, gp, vm, k
            if self.tasks and self.tasks[-1][2] == k: self.tasks[-1] = (self.tasks[-1][0], j * DT, k)
            else: self.tasks.append((i * DT, j * DT, k))
            i = j
        orbit = self.unit == 'life' and self.idx >= 4                # flying around a pylon: for the first time in life/4
        seg(r.uniform(40, 90), 0, 0, 0, 0, 0, 2, 0)
        while i < n:
            f0 = i * DT; lim = r.uniform(760, 900)
            seg(8, 0, 0, 0, 0, 0, 2, 1); seg(base / 2.4 + 3, 0, 0, base, 0, -.2, 2, 1)
            x, side, dirn, npass = 0., 1, 1, 0
            while i < n and i * DT - f0 < lim:
                vm = r.choice([3., 4.6, 6.6]); y = 7. * side + 4; yw = -side * 1.57
                for p in range(nx):
                    tx = (p if dirn > 0 else nx - 1 - p) * sp
                    d = abs(tx - x) + 4; z = base + r.uniform(-2.5, 5)
                    seg(d / vm + 2.2, tx, y, z, yw, r.uniform(-.5, -.1), vm, 2); x = tx
                    h = r.uniform(5, 8); dz = r.uniform(2.5, 6)
                    if orbit and r.random() < .25: seg(14, tx, y, z + 2, yw + .9 * side, -.7, 2.5, 4)
                    seg(h / 2, tx, y, z + dz, yw, r.uniform(-.95, -.55), 2.5, 3); seg(h / 2, tx, y, z - 1.5, yw, r.uniform(-.5, -.2), 2.5, 3)
                    if r.random() < .05: seg(r.uniform(8, 25), tx, y, z, yw, -.3, 2, 5)        # pilot holds
                dirn = -dirn; npass += 1
                if npass % 4: continue                                # upper and lower wires of one side, then the other side
                side = -side
                seg(17. / 4 + 3.5, x, 7. * side + 4, base + 9, -side * 1.57, -.1, 4.5, 2)
            seg((np.hypot(x, 12) / 6) + 5, 0, 0, base, 0, 0, 6., 6); seg(base / 1.7 + 4, 0, 0, 0, 0, 0, 2, 6); swap.append(i)
            seg(r.uniform(70, 120), 0, 0, 0, 0, 0, 2, 0)
        def go(tg, vmax):
            y, v, o, vo = float(tg[0]), 0., np.zeros(n), np.zeros(n)
            tl, vl = tg.tolist(), vmax.tolist()
            for k in range(n):
                e = tl[k] - y; w_ = min(vl[k], 1.0 * abs(e), np.sqrt(2 * 1.6 * abs(e))) * (1 if e > 0 else -1)
                v += max(-2.2, min(2.2, (w_ - v) * 2.)) * DT; y += v * DT; o[k], vo[k] = y, v
            return o, vo
        self.x, self.vx = go(X, VM); self.y, self.vy = go(Y, np.minimum(VM, 4.5)); self.z, self.vz = go(Z, np.where(Z < 1, 1.7, 2.4))
        self.z = np.maximum(self.z, 0); self.kd = kd
        self.fly = lp((self.z > .3).astype(float), .1) > .5
        self.spin = lp((np.isin(kd, (1, 2, 3, 4, 5, 6)) & ~((kd == 6) & (self.z < .05))).astype(float), .6); self.spin = np.clip(self.spin, 0, 1)
        self.yaw = hd + lp(slew(YW, .9), .4); self.yr = np.gradient(self.yaw, DT)
        self.gp = lp(slew(GP, .8), .15)
        self.spd = np.hypot(self.vx, self.vy)
        wd, ws = r.uniform(0, 6.28), 3.5 + 1.2 * self.su('wind')
        gu = 1 + .22 * self.wander('gust', 1, 5) + .12 * self.wander('gust2', 1, 1.2)
        self.wx, self.wy = ws * gu * np.cos(wd), ws * gu * np.sin(wd)
        self.wind = np.hypot(self.wx, self.wy)
        ax, ay, az = (lp(np.gradient(v_, DT), .15) for v_ in (self.vx, self.vy, self.vz))
        m = self.m = 13.5 + (self.rng('pay').choice([0, 1.4]))
        rx, ry = self.vx - self.wx * np.minimum(self.z / 3, 1), self.vy - self.wy * np.minimum(self.z / 3, 1); rv = np.hypot(rx, ry)
        fx, fy = m * ax + .42 * rv * rx, m * ay + .42 * rv * ry
        self.ax, self.ay, self.az = ax, ay, az
        cy, sy = np.cos(self.yaw), np.sin(self.yaw)
        fl = self.fly
        self.pit = lp(np.where(fl, (fx * cy + fy * sy) / (m * 9.81), 0), .1); self.rol = lp(np.where(fl, (fx * sy - fy * cy) / (m * 9.81), 0), .1)
        self.T = np.where(fl, np.sqrt((m * (9.81 + az) + 1.1 * self.vz * np.abs(self.vz))**2 + fx**2 + fy**2) - .55 * rv * 1.6, 12.) * self.spin
        ang = np.radians(np.array([30, 90, 150, 210, 270, 330]))
        pr, rr = np.gradient(self.pit, DT), np.gradient(self.rol, DT)
        pa, ra = lp(np.gradient(pr, DT), .1), lp(np.gradient(rr, DT), .1); ya = lp(np.gradient(self.yr, DT), .2)
        jit = lambda k: .7 * self.wander(f'mx{k}', 1, .35) * (.5 + .18 * self.wind)
        mp, mr, mw = .55 * pa + jit('p') + 1.3 * self.pit * 3, .5 * ra + jit('r') + 1.3 * self.rol * 3, 1.2 * ya + .4 * jit('y')
        self.th = [np.maximum(self.T / 6 + (mp * np.cos(ang[k]) * -1 + mr * np.sin(ang[k]) + mw * (-1)**k) * self.spin, .5 * self.spin) * (1 + self.u(f'th{k}', .015)) for k in range(6)]
        self.thr = [np.sqrt(np.maximum(x, 0) / 52) for x in self.th]
        self.rpm = [5900 * x for x in self.thr]
        self.im = [.118 * np.maximum(x, 0)**1.5 + .5 * self.spin for x in self.th]
        self.ib = sum(self.im) + 2.8 + self.ns('ib', .5)
        use, c, k = np.zeros(n), .97, 0
        sw = set(swap); cap = 26 * 3600.
        ibl = self.ib.tolist()
        for a in range(n):
            if a in sw: c = r.uniform(.94, .99)
            c -= ibl[a] * DT / cap / 1.15; use[a] = c
        self.soc = np.clip(use, .05, 1)
        self.amb = 15 + 6 * self.su('amb') + self.wander('amb', .3, 900) - .03 * self.z
        Q = self.quan
        self.num('m3_load', lp(self.thr[2], .2), MO + ':throttle[2]', ['throttle', 'load', 'thrust', 'motor current', 'current'], above=Q(lp(self.thr[2], .2), fl, .66, 3), tol=.2, and_=fl)
        self.num('e2_climb', self.vz, '/local/odom:twist.twist.linear.z', ['climb', 'climbing', 'climb mps', 'vertical', 'twist', 'linear z', 'climb rate'], above=.5, tol=.8, and_=fl)
        self.num('bat_load', lp(self.ib, .3), '/battery:current', ['current', 'load', 'discharge', 'battery'], above=Q(lp(self.ib, .3), fl, .66, 0), tol=.25)
        self.num('vib_fast', self.spd, '/local/odom:twist.twist.linear.x', ['speed', 'velocity', 'faster', 'fast', 'twist', 'linear'], above=2.4, tol=.45, and_=fl)
        self.num('range_high', self.z, '/rangefinder:range', ['range', 'height', 'altitude', 'high', 'higher', 'z', 'position z'], above=Q(self.z, fl & (self.z > base * .6), .6, 1), tol=.25)
        self.num('gim_low', self.gp, '/gimbal/joint_states:position[1]', ['position', 'gimbal angle', 'gimbal pitch', 'pitch', 'angle', 'down'], below=-.52, tol=.4, and_=fl)
        for k_, c in (('mag_spot', .5), ('gnss_spot', 1.), ('link_spot', 1.5)):          # places on the line, seen from both sides
            self.at(k_, self.x, self.y, sp * (c + r.uniform(-.18, .18)), 4. + r.uniform(-1, 1), 11., fl)
        self.mode('m5_bearing m1_hot m2_prop m6_temp m4_rpm e5_hot e1_volt bat_soc gim_roll cam_focus ls_pts gear2', fl, 'flight', 'flying', 'flies', 'throttle', 'motor', 'in the air', 'airborne', 'running')

    def build(self):
        t, n, f, w, fl = self.t, self.n, self.f, self.ns, self.fly
        spin = self.spin
        rpm = [x + w(f'rp{i}', 9) * spin for i, x in enumerate(self.rpm)]; im = [x + w(f'im{i}', .12) * spin for i, x in enumerate(self.im)]; thr = [x + w(f'tr{i}', .002) * spin for i, x in enumerate(self.thr)]
        m3 = lp(f('m3_load'), .2); rpm[2] = rpm[2] - m3 * (290 + 80 * np.abs(self.wander('m3', 1, .5)))
        im[4] = im[4] + 5.2 * f('m5_bearing') * spin
        ch = f('m2_prop') * spin; rpm[1] = rpm[1] * (1 + .105 * ch); thr[1] = thr[1] * (1 + .105 * ch); im[1] = im[1] * (1 + .12 * ch)
        rpm[3] = rpm[3] + f('m4_rpm') * spin * (260 * self.white('m4') - 1500 * self.spikes('m4s', .06))
        tm = [self.warm(f'tm{i}', self.amb, .22 * im[i]**2 + (15 * f('m1_hot') if i == 0 else 0), 70 if i != 5 else 25, 3, 2.) for i in range(6)]
        tm[5] = hold(tm[5], f('m6_temp') * 0 + (self.sev.get('m6_temp', self.z0) > 0))
        self.pub(MO, 'heron_msgs/msg/Motors', 10, dict(motor_rpm=[q(np.maximum(x, 0), 1) for x in rpm], motor_current=[q(np.maximum(x, 0), .05) for x in im], motor_temp=[q(x, .1) for x in tm], throttle=[q(np.clip(x, 0, 1), .001) for x in thr]))
        ib = self.ib + (im[4] - self.im[4]) * (f('m5_bearing') > 0) + (im[1] - self.im[1]) * (ch > 0)
        vb = 12 * (3.55 + .62 * self.soc) - .0155 * ib
        ec = lp(f('e2_climb'), .1); se = f('s_esc') * spin * (self.pieces('se', .4, 3, 0, 1) < .25)
        ms = [self.rng(f'ms{i}').poisson(.12, n) * (spin > .5) for i in range(6)]; ms[1] = ms[1] + (ec > 0) * self.rng('msx').poisson(9 * np.maximum(ec, 0), n); ms[3] = ms[3] + (se > 0) * 40
        ev = [vb - .006 * im[i] + self.u(f'ev{i}', .03) + w(f'ev{i}', .04) for i in range(6)]; ev[1] = ev[1] - ec * (.45 + .3 * np.abs(self.white('ecx'))); ev[0] = ev[0] - f('e1_volt') * spin * (.75 + .35 * np.abs(self.white('e1')))
        et = [self.warm(f'et{i}', self.amb, .9 * im[i] + .05 * im[i]**2 + (15 * f('e5_hot') if i == 4 else 0), 50, 4, 2.) for i in range(6)]
        self.pub(ES, 'heron_msgs/msg/Esc', 8, dict(esc_volts=[q(x, .02) for x in ev], esc_temp=[q(x, .1) for x in et], missed_steps=ms, esc_error=np.where(se > 0, 4, 0)))
        cl = [vb / 12 + self.u(f'cl{i}', .006) + w(f'cl{i}', .004) for i in range(12)]; cl[6] = cl[6] - .08 * lp(f('bat_load'), .25)
        ct = [self.warm(f'ct{i}', self.amb, .0042 * ib**2, 280, 5, 2., .05) + (5.2 * f('bat_warm') if i == 1 else 0) for i in range(4)]
        self.batt('/battery', ib, vb + w('vb', .03), hold(self.soc, self.sev.get('bat_soc', self.z0) > 0), cl, ct)
        vf, va = lp(f('vib_fast'), .2), (.12 + 1.0 * spin + .12 * self.spd)
        gr = f('gyro_roll')
        cy, sy = np.cos(self.yaw), np.sin(self.yaw)
        bx, by = .42 / self.m * ((self.vx - self.wx) * cy + (self.vy - self.wy) * sy) * -2 * (self.z > .3), .42 / self.m * ((self.vy - self.wy) * cy - (self.vx - self.wx) * sy) * -2 * (self.z > .3)
        v3 = [va * self.white(f'va{k}', g) + vf * 3.2 * self.white(f'vf{k}', g2) + ch * 2.2 * self.white(f'vc{k}', g3) for k, g, g2, g3 in (('x', .7, .8, .5), ('y', .7, 1, .5), ('z', 1, .7, 1.2))]
        gyr = lambda s: (np.gradient(self.rol, DT) + w('gx' + s, .012 + 0 * t) + .01 * spin * self.white('gxw' + s), np.gradient(self.pit, DT) + w('gy' + s, .012) + .01 * spin * self.white('gyw' + s), self.yr + w('gz' + s, .008))
        g1 = gyr('a')
        self.imu(IM, 16, (self.rol + w('ir', .003), self.pit + w('ip', .003), self.yaw + w('iy', .004)), (g1[0] + .09 * gr + self.u('gx', .002), g1[1], g1[2]), (bx + v3[0] + self.u('ax', .03), by + v3[1] + 1.8 * f('acc_y') + self.u('ay', .03), 9.81 + self.az + v3[2]), 'imu', age=.6 * f('imu_old'))
        g2 = gyr('b')
        self.imu('/imu2/data', 12, (self.rol + w('ir2', .003), self.pit + w('ip2', .003), self.yaw + w('iy2', .004)), g2, (bx + va * self.white('v2x', .7), by + va * self.white('v2y', .7), 9.81 + self.az + va * self.white('v2z')), 'imu2', drop=.5 * f('imu2_loss'))
        ms_, mc = lp(f('mag_spot'), .3), f('mag_cable')
        ln = .9 * np.exp(-np.abs(self.y - 4) / 7) * np.minimum(self.z / 10, 1)
        mx, my, mz = 19.5 * cy + ln + .012 * self.ib, -19.5 * sy + .6 * ln - .008 * self.ib, 44.5 - .5 * ln + .01 * self.ib
        self.pub('/mag', 'sensor_msgs/msg/MagneticField', 6, {'magnetic_field.x': (mx + w('mx', .12) + 13.5 * ms_ * (1 + .2 * self.wander('ms', 1, 1)) + 7 * mc) * 1e-6, 'magnetic_field.y': (my + w('my', .12) - 11 * ms_ - 8.5 * mc) * 1e-6, 'magnetic_field.z': (mz + w('mz', .12) + 4 * mc) * 1e-6}, 'mag')
        self.pub('/baro', 'sensor_msgs/msg/FluidPressure', 5, dict(fluid_pressure=q(99400 + 250 * self.su('qnh') + 6 * self.wander('qnh', 1, 900) - 11.7 * self.z + w('ba', 2.2) + f('baro_light') * 40 * self.white('bax') - .15 * self.wind**2 * (self.z > 1), .5)), 'baro')
        gs, nf = lp(f('gnss_spot'), .5), f('s_gnss') * (self.pieces('nf', 2, 9, 0, 1) < .35) > 0
        sn = f('gnss_snr')
        self.pub('/gnss/info', 'heron_msgs/msg/GnssInfo', 3, dict(satellites=np.clip(20 + self.su('sa') + 1.2 * self.wander('sa', 1, 60) - 7.5 * gs - 12 * nf, 0, 40), no_fix=nf, jamming=np.clip(12 + 2 * self.wander('ja', 1, 8) + 60 * gs, 0, 255), hacc=q(.45 + .03 * np.abs(self.wander('ha', 1, 10)) + .9 * gs * (1 + .2 * self.wander('gsx', 1, 2)), .01), vacc=q(.7 + .04 * np.abs(self.wander('vac', 1, 10)) + 1.2 * gs, .01), snr=[q(45 - i + self.u(f'sn{i}', .5) + .8 * self.wander(f'sn{i}', 1, 15) + w(f'snn{i}', .4) - 4 * gs - (8 * sn if i in (1, 2) else 0), .1) for i in range(4)]))
        self.pub('/gnss/fix', 'sensor_msgs/msg/NavSatFix', 4, {'latitude': 47.62 + (self.y + w('ge', .25, 15)) / 111180, 'longitude': 9.31 + (self.x + w('gn', .25, 15)) / 75100, 'altitude': q(431 + self.z + w('ga', .4, 15), .01), 'status.status': np.where(nf, -1, 0), 'status.service': 3}, 'gnss')
        self.pub('/local/odom', 'nav_msgs/msg/Odometry', 8, {'pose.pose.position.x': q(self.x + w('ox', .03, 8), .01), 'pose.pose.position.y': q(self.y + w('oy', .03, 8), .01), 'pose.pose.position.z': q(self.z + w('oz', .04, 8), .01), 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(self.vx * cy + self.vy * sy + w('ovx', .02), .01), 'twist.twist.linear.y': q(self.vy * cy - self.vx * sy + w('ovy', .02), .01), 'twist.twist.linear.z': q(self.vz + w('ovz', .02), .01), 'twist.twist.angular.z': q(self.yr + w('oyr', .005), .001)}, 'map', drop=.5 * f('odom_loss'))
        rh = lp(f('range_high'), .2)
        grd = .5 * np.sin(self.x * .09 + 1) + .3 * np.sin(self.y * .3)
        self.pub('/rangefinder', 'sensor_msgs/msg/Range', 6, dict(range=q(np.clip(self.z + grd * (self.z > 2) + .12 + w('rf', .04) - rh * (2.6 + 1.6 * np.abs(self.white('rfx'))), .1, 60), .01), min_range=.1, max_range=60., field_of_view=.05), 'rf')
        gd = np.degrees
        self.pub('/attitude_target', 'heron_msgs/msg/AttitudeTarget', 6, dict(roll_deg=q(gd(delayed(self.rol, -.08)), .1), pitch_deg=q(gd(delayed(self.pit, -.08)), .1), yaw_deg=q(gd(self.yaw), .1), thrust=q(self.T / 312, .001), climb_mps=q(delayed(self.vz, -.2), .05)))
        # gimbal
        gl, gro = lp(f('gim_low'), .2), f('gim_roll') * fl
        gv = np.gradient(self.gp, DT); wob = .25 + .9 * spin + .08 * self.wind
        gc = [.42 + self.u(f'gc{i}', .02) + .14 * np.abs(x) + .08 * wob * np.abs(self.wander(f'gcw{i}', 1, .3)) + w(f'gc{i}', .02) for i, x in enumerate((np.gradient(self.rol, DT) * 2, gv, self.yr * 2))]
        gc[1] = gc[1] + gl * (.62 + .1 * self.wander('gl', 1, .4)); gc[2] = gc[2] + .5 * f('gim_yaw')
        ge = [np.abs(.05 * wob * np.abs(self.wander(f'ge{i}', 1, .3)) + .3 * np.abs(x) + w(f'gen{i}', .01)) for i, x in enumerate((np.gradient(self.rol, DT), gv * .4, self.yr * .3))]
        ge[0] = ge[0] + gro * np.abs(.42 * self.white('gr') + .3); ge[1] = ge[1] + gl * .35
        self.joints('/gimbal/joint_states', 8, ['roll', 'pitch', 'yaw'], [self.rol * -1 + w('g0', .001), self.gp + w('g1', .001), w('g2', .001)], [np.gradient(-self.rol, DT), gv, 0 * t])
        self.pub(GI, 'heron_msgs/msg/GimbalStatus', 6, dict(axis_current=[q(x, .01) for x in gc], axis_error_deg=[q(x, .005) for x in ge], board_temp=q(self.warm('gb', self.amb, 9 + 3 * spin, 200, 3, 6.), .1)))
        # cameras
        shot = ((t % 2.5) < DT) & np.isin(self.kd, (2, 3, 4)); sc = f('s_cam') * (self.pieces('scm', .5, 4, 0, 1) < .3) > 0
        cs = f('cam_store')
        sun = 1 + .12 * self.su('sun') + .1 * self.wander('sun', 1, 90)
        self.pub(CA, 'heron_msgs/msg/Still', 4, dict(focus_score=q(np.clip(81 + self.u('fs', 1) - 1.1 * self.spd + w('fs', 1.3) - 20 * f('cam_focus') * 1., 3, 99), .1), shutter_us=q(900 / sun + w('su', 12), 5), zoom=q(1 + 2.2 * lp((self.kd == 3).astype(float), .5), .01), store_ms=q(235 + self.u('st', 6) + np.abs(w('st', 14)) + cs * (125 + 35 * np.abs(self.white('cs'))) + 300 * sc, 1), sensor_temp=q(self.warm('cst', self.amb, 14 + 4 * spin, 150, 0, 10.), .1), pictures=np.cumsum(shot), card_error=sc))
        tn = f('th_noise'); th_per = np.where(f('th_shut') > 0, 62., 20.)
        age = np.zeros(n); c = 0.
        pl = th_per.tolist(); jt = self.pieces('tsj', 15, 25, -2, 2).tolist()
        for i in range(n):
            c += DT
            if c > pl[i] + jt[i]: c = 0.
            age[i] = c
        smx = self.amb + 11 + 4 * self.wander('smx', 1, 4) + 9 * (self.pieces('hot', 3, 12, 0, 1) < .1)
        self.pub(TH, 'heron_msgs/msg/Thermal', 4, dict(scene_min=q(self.amb - 6 + 1.2 * self.wander('smn', 1, 6) + w('smn', .15) + .01 * age, .1), scene_max=q(smx + w('smxn', .2) + .01 * age, .1), core_temp=q(self.warm('thc', self.amb, 11 + 2 * spin + 9.5 * f('th_core'), 90, 0, 9.), .1), shutter_age_s=q(age, .1), pixel_noise=q(np.abs(42 + self.u('pn', 1) + .09 * age + w('pn', 1.1) + tn * (21 + 5 * self.white('pnx'))), .1), shutter_open=age > .3))
        ld = f('ls_pts')
        dist = np.where(fl, np.hypot(self.y - 4, np.maximum(21 - self.z, 0) * .5) + .3, 0)
        self.pub('/line_scanner', 'heron_msgs/msg/LineScan', 5, dict(points_per_s=q(np.where(fl, 61000 - 380 * dist + 500 * self.wander('pps', 1, 5), 22000) * (1 - .23 * ld) + w('pps', 350), 10), spin_hz=q(20 + w('sh', .02) + f('ls_spin') * .32 * self.wander('shx', 1, .7), .01), window_percent=q(np.clip(97 + self.u('wp', .6) + w('wp', .5) - 21 * ld, 0, 100), .1), line_distance=q(dist + w('ld', .05) * fl, .01), head_temp=q(self.warm('lht', self.amb, 16 - .4 * self.spd, 200, 0, 11.), .1)))
        ob, rg = f('obst'), []
        for i in range(12):
            a = self.yaw + i * np.pi / 6
            dl = np.where(np.abs(np.sin(a)) > .3, np.abs((self.y - 4) / np.where(np.abs(np.sin(a)) > .3, np.sin(a), 1)), 40); dl = np.where((self.z > 12) & (np.sin(a) * (4 - self.y) > 0), dl, 40)
            x = np.minimum(40, dl) * (1 + self.u(f'ob{i}', .005)) + w(f'ob{i}', .06) + np.where(self.z < 2, -34 + 4 * np.cos(i), 0)
            if i < 3: x = np.where((ob > 0) & (self.rng(f'ox{i}').random(n) < .55), .5 + np.abs(w(f'oxn{i}', .12)), x)
            rg.append(x)
        self.scan('/obstacle/scan', 5, rg, 3.1, 40)
        ls, la = lp(f('link_spot'), .4), f('link_ant'); rr = np.hypot(self.x, self.y)
        db = [-54 - .11 * rr - 2.5 * np.abs(np.cos(self.yaw + k * 1.57)) + self.su(f'db{k}', 1) + 1.4 * self.wander(f'db{k}', 1, 3) + w(f'dbn{k}', .8) - 14 * ls - (12.5 * la if k else 0) for k in range(2)]
        best = np.maximum(*db)
        self.pub('/link', 'heron_msgs/msg/Link', 4, dict(antenna_dbm=[q(x, 1) for x in db], downlink_mbps=q(np.clip(14 + .08 * (best + 65) + w('dm', .4) - 4 * ls, 0, 30), .1), latency_ms=q(31 + np.abs(w('la', 3)) + 38 * ls * self.rng('la2').random(n), 1), loss_percent=q(self.rng('lo').gamma(.5, .25, n) + 4 * ls * self.rng('lo2').random(n), .1)))
        sch = f('s_chute') > 0
        self.pub('/parachute', 'heron_msgs/msg/Parachute', 2, dict(cartridge_bar=q(61.5 + self.u('cb', .4) + .12 * (self.amb - 15) + w('cb', .12) - 7.5 * f('chute'), .1), capacitor_volts=q(24.6 + w('cv', .04) - 3.2 * (sch & (t % 20 < 9)), .05), armed=fl, ready=~sch, parachute_error=np.where(sch & (t % 20 < 9), 1, 0)))
        up = lp(slew((self.z > 4).astype(float), .35), .2)
        lc = np.abs(np.gradient(up, DT)) > .05
        self.pub('/gear', 'heron_msgs/msg/Gear', 4, dict(leg_angle=[q(88 * up + self.u(f'lg{i}', .3) + w(f'lg{i}', .15) - (6.5 * f('gear2') * up if i else 0), .1) for i in range(2)], leg_current=[q(.05 + 1.8 * lc + np.abs(w(f'lc{i}', .03)), .01) for i in range(2)], leg_locked=[(up < .02) | (up > .97)] * 2))
        r12, pf = f('rail12'), f('pay_fan'); i12 = 3.1 + 1.2 * spin + .5 * (self.kd == 3) + w('i12', .06)
        self.pub('/payload', 'heron_msgs/msg/Payload', 4, dict(rail12_volts=q(12.12 + self.u('r12', .02) - .02 * i12 + w('r12', .02) - r12 * (.42 + .2 * np.abs(self.white('r12x'))), .01), rail12_amps=q(i12, .02), converter_temp=q(self.warm('cvt', self.amb, 4.2 * i12 + 10 * pf, 110, 4, 14.), .1), fan_rpm=q((5200 + self.u('fr', 40)) * (1 - .3 * pf) + w('fr', 30), 10)))
        self.pub('/wind_estimate', 'geometry_msgs/msg/Vector3Stamped', 2, {'vector.x': q(lp(self.wx, 2) * fl + w('wx', .15), .05), 'vector.y': q(lp(self.wy, 2) * fl + w('wy', .15), .05)}, 'map')
        lo = f('loop')
        fw = '5.2.0' if self.newver else '5.1.7'
        self.pub(AP, 'heron_msgs/msg/Autopilot', 3, dict(innovation=[q(np.abs(.08 + .05 * self.wander(f'in{i}', 1, 2) + w(f'inn{i}', .02) + .05 * self.spd / 5 + (.25 * gs if i == 0 else 0) + (.3 * (ms_ + mc * .5) if i == 2 else 0)), .001) for i in range(4)], loop_us=q(1120 + np.abs(w('lu', 14)) + 110 * lo, 1), loop_max_us=q(1900 + np.abs(w('lx', 190)) + lo * (1450 + 500 * self.rng('lox').random(n)), 1), cpu_load=q(41 + 5 * spin + w('cp', .8), .1), heap_kb=q(212 + 9 * self.newver + 2 * self.su('hk') + 1.5 * self.wander('hk', 1, 150) + w('hkn', .5) + self.computer_leak('heap', 74), .5), board_temp=q(self.warm('bdt', self.amb, 15 + 3 * spin - .3 * self.spd, 150, 0, 10.), .1)), strs=dict(firmware=fw))
        self.pub('/bay/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.warm('bay', self.amb, 7 + 2 * spin, 200, 0, 4.), .1)))
        self.goals('/mission/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .04 else 4) for i, (a, b, k) in enumerate(self.tasks) if k in (2, 3, 4) and b - a > 8])
        a1 = self.speak('s_esc', 'esc', ['ESC 4 desync', 'ESC 4 resynchronised after {} ms'.format(40)])
        a2 = self.speak('s_cam', 'camera', ['card write error', 'card write repeated'])
        a4 = self.speak('s_gnss', 'gnss', ['fix lost', 'fix regained'], 12)
        s = self.when('s_chute'); a3 = self.z0
        if s:
            for i, x in enumerate(np.arange(s['start'] + 1, s['end'], 23)): self.log(x, 'W', 'parachute', 'capacitor low, charging', 'fault')
            a3 = np.where(self.on('s_chute'), 1., 0.)
        self.routine([(24, 'I', 'mission', 'span done, {} pictures', 8, 30), (8, 'W', 'planner', 'gust, speed cut to {} m/s', 2, 4), (5, 'W', 'obstacle', 'distance to line {} m', 5, 7), (5, 'I', 'link', 'rate changed {} Mbit', 8, 16), (4, 'W', 'camera', 'picture blurred, score {}', 40, 60)],
                     [('I', 'core', f'firmware {fw}'), ('W', 'gnss', 'almanac old'), ('W', 'battery', 'cells not balanced'), ('I', 'parachute', 'self test passed')])
        self.status('esc', 'E6', a1, {2: 'ESC 4 desync'}); self.status('camera', 'C61', a2, {2: 'card write error'}); self.status('parachute', 'P1', a3, {1: 'capacitor low'})
        self.status('gnss', 'G', np.maximum(a4, brief_warn(self, 'g', 1.2)), {1: 'accuracy low', 2: 'fix lost'}); self.status('link', 'L2', brief_warn(self, 'l', 1.4), {1: 'rate low'}, height=self.z); self.status('battery', 'B12', brief_warn(self, 'b', 1.), {1: 'cells not balanced'})
