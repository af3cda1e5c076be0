"""Fixed-wing survey drone with a two-cylinder petrol engine."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, slew

ENG, SRV, AIR, CAM, AP = '/engine', '/servos', '/air_data', '/camera/trigger', '/autopilot/state'


class Wing(Sim):
    NAME = 'wing'
    FLAGS = [(ENG, 'ecu_error'), ('/gnss/info', 'fix_lost'), ('/datalink', 'link_down'), (CAM, 'card_error')]
    DEFS = {
        'albatros_msgs/msg/AirData': mdef('float32 indicated_airspeed diff_pressure_pa static_pressure_hpa outside_temp angle_of_attack'),
        'albatros_msgs/msg/AttitudeTarget': mdef('float32 roll_target pitch_target altitude_target airspeed_target course_target'),
        'albatros_msgs/msg/Servos': mdef('float32[5] servo_command servo_position servo_current; float32 rail_voltage'),
        'albatros_msgs/msg/Engine': mdef('float32 rpm throttle_position fuel_flow_lph fuel_pressure_bar manifold_kpa vibration_g; float32[2] cylinder_head_temp exhaust_temp; uint16 ecu_error'),
        'albatros_msgs/msg/Fuel': mdef('float32 tank_litres used_litres'),
        'albatros_msgs/msg/Generator': mdef('float32 generator_volts generator_amps rectifier_temp'),
        'albatros_msgs/msg/GnssInfo': mdef('uint8 satellites fix_lost; float32 hdop vertical_accuracy noise_level correction_age'),
        'albatros_msgs/msg/CameraTrigger': mdef('uint32 image_count; float32 interval_s exposure_ms store_ms sharpness sensor_temp free_gb; uint8 card_error'),
        'albatros_msgs/msg/Datalink': mdef('float32 rssi_dbm snr_db lost_packets_pct uplink_kbps; uint8 link_down'),
        'albatros_msgs/msg/Autopilot': mdef('uint8 flight_mode; float32 heading_deg cpu_load loop_max_us heap_kb innovation_velocity innovation_height innovation_heading; string firmware'),
    }
    FLY = 'in flight'
    KINDS = dict(
        pitot_water=K('airspeed reads less and less: water in the pitot line, engine works harder', [AIR], ['indicated_airspeed', 'diff_pressure_pa'], ['pitot', 'airspeed', 'air data'], step=False, where='in flight', cons=(ENG, SRV, '/generator', '/avionics/battery')),
        static_port=K('static pressure falls too much above an airspeed: static line loose in the bay', [AIR], ['static_pressure_hpa'], ['static port', 'static pressure', 'air data'], where='**airspeed above a number**', cond=True, cons=('innovation_height',)),
        oat_hot=K('outside temperature reads too warm: probe shield lost', [AIR], ['outside_temp'], ['outside temperature', 'temperature probe', 'air data']),
        aoa_vane=K('angle of attack vane sticks and moves in jerks', [AIR], ['angle_of_attack'], ['aoa vane', 'angle of attack', 'vane'], where='in flight'),
        ail_l_play=K('left aileron stays behind its command at reversals: linkage play', [SRV], ['servo_position[0]'], ['left aileron', 'aileron', 'servo 0'], where='in flight'),
        ail_r_load=K('right aileron servo draws far more current above an airspeed: seal rubs under load', [SRV], ['servo_current[1]'], ['right aileron', 'aileron', 'servo 1'], where='**airspeed above a number**', cond=True),
        elev_fric=K('elevator servo draws more and more current: hinge dry', [SRV], ['servo_current[2]'], ['elevator', 'servo 2'], step=False),
        elev_pot=K('elevator position flickers: feedback potentiometer worn', [SRV], ['servo_position[2]'], ['elevator', 'servo 2']),
        thr_slow=K('throttle servo follows slowly', [SRV], ['servo_position[4]'], ['throttle', 'throttle servo', 'servo 4'], where='in flight', cons=(ENG, '/generator', '/avionics/battery')),
        rud_trim=K('rudder is held with an offset: fin bent by the landing net', [SRV], ['servo_command[3]', 'servo_position[3]'], ['rudder', 'servo 3'], where='in flight'),
        rail_sag=K('servo rail sags when the servos draw more than a number: converter weak', [SRV], ['rail_voltage'], ['servo rail', 'rail voltage', 'servos'], where='**sum of servo currents above a number**', cond=True, need=8),
        cyl2_lean=K('cylinder 2 runs lean, exhaust hotter: injector clogs', [ENG], ['exhaust_temp[1]', 'cylinder_head_temp[1]'], ['engine', 'cylinder 2', 'injector'], step=False, where='in flight', tail=200),
        cht1_jump=K('head temperature 1 jumps for moments: connector', [ENG], ['cylinder_head_temp[0]'], ['engine', 'cylinder 1']),
        cowl=K('both heads warmer: cooling duct partly covered', [ENG], ['cylinder_head_temp[0]', 'cylinder_head_temp[1]'], ['engine', 'engine cooling', 'cooling duct'], where='in flight', tail=300),
        prop_nick=K('engine and airframe shake above a speed of the engine: propeller nicked', [ENG, '/imu/data'], ['vibration_g', 'linear_acceleration.x', 'linear_acceleration.z'], ['propeller', 'engine'], where='**rpm above a number**', cond=True, cons=('sharpness',)),
        power_loss=K('engine needs more throttle and turns faster for the same flight: propeller pitch wrong after exchange', [ENG, SRV], ['throttle_position', 'rpm', 'servo_command[4]', 'servo_position[4]'], ['engine', 'propeller', 'throttle'], where='in flight', cons=('fuel_flow_lph', 'manifold_kpa', '/generator', '/avionics/battery')),
        fuel_filter=K('fuel pressure falls when the flow is above a number: filter', [ENG], ['fuel_pressure_bar'], ['engine', 'fuel pump', 'fuel filter'], where='**fuel flow above a number**', cond=True),
        fuel_leak=K('tank falls faster than the engine uses: leak', ['/fuel'], ['tank_litres'], ['fuel', 'fuel tank', 'tank']),
        fuel_float=K('tank level frozen', ['/fuel'], ['tank_litres'], ['fuel', 'fuel tank', 'tank', 'level sensor']),
        gen_low=K('generator gives too little below a speed of the engine: one winding open, battery discharges', ['/generator', '/avionics/battery'], ['generator_volts', 'generator_amps', 'current'], ['generator'], where='**rpm below a number**', cond=True, cons=('cell_voltage', 'voltage')),
        rectifier=K('rectifier gets hotter: fin lost its paste', ['/generator'], ['rectifier_temp'], ['generator', 'rectifier'], step=False, tail=200),
        bat_cell=K('battery cell 4 lower and uneasy: bad contact', ['/avionics/battery'], ['cell_voltage[3]'], ['battery', 'avionics battery', 'cell 4']),
        gnss_spot=K('satellites are lost and noise rises at one place: radio mast', ['/gnss/info'], ['satellites', 'hdop', 'vertical_accuracy', 'noise_level'], ['gnss', 'receiver'], where='**at a place**', cond=True),
        gnss_alt=K('GNSS altitude stands off the barometer: wrong antenna height after update', ['/gnss/fix'], ['altitude'], ['gnss', 'receiver'], cons=('innovation_height',)),
        mag_wire=K('magnetic field is disturbed by a new cable', ['/mag'], ['magnetic_field.x', 'magnetic_field.y'], ['magnetometer', 'mag', 'compass'], cons=('innovation_heading',)),
        gyro_pitch=K('pitch gyro has a bias', ['/imu/data'], ['angular_velocity.y'], ['gyro', 'imu'], cons=('innovation_velocity',)),
        imu_mount=K('IMU shakes far more with the engine: damper torn', ['/imu/data'], ['linear_acceleration.y', 'linear_acceleration.z', 'linear_acceleration.x'], ['imu', 'damper'], where='in flight'),
        imu_old=K('IMU messages come with old stamps', ['/imu/data'], ['header.stamp'], ['imu']),
        odom_lost=K('local position messages get lost', ['/local/odom'], ['header.stamp'], ['odom', 'local position']),
        laser_far=K('laser altimeter reads noisy and short higher than a number: lens dirty', ['/altimeter/range'], ['range'], ['altimeter', 'laser altimeter', 'rangefinder'], where='**range above a number**', cond=True),
        cam_store=K('storing a picture takes much longer: card worn', [CAM], ['store_ms'], ['camera', 'card'], where='when pictures are taken'),
        cam_dirt=K('pictures get less sharp: oil film on the lens', [CAM], ['sharpness'], ['camera', 'lens'], step=False, where='when pictures are taken'),
        cam_skip=K('some pictures are not taken: shutter sticks, interval doubles', [CAM], ['interval_s', 'image_count'], ['camera', 'shutter'], where='when pictures are taken'),
        gimbal_roll=K('gimbal roll does not follow the bank: belt slips', ['/gimbal/joint_states'], ['position[0]', 'velocity[0]'], ['gimbal', 'gimbal roll'], where='in turns'),
        gimbal_warm=K('gimbal pitch motor needs more effort: bearing', ['/gimbal/joint_states'], ['effort[1]'], ['gimbal', 'gimbal pitch']),
        link_dir=K('data link weak on some headings: antenna shaded by a new bracket', ['/datalink'], ['rssi_dbm', 'snr_db', 'lost_packets_pct', 'uplink_kbps'], ['datalink', 'data link', 'antenna'], where='**heading in a sector**', cond=True),
        bay_fan=K('avionics bay warmer: fan dead', ['/bay/temperature'], ['temperature'], ['bay', 'avionics bay', 'fan'], tail=400),
        loop_slow=K('longest control loop far longer', [AP], ['loop_max_us', 'cpu_load'], ['autopilot', 'control loop']),
        heap=K('heap of the autopilot fills', [AP], ['heap_kb'], ['autopilot', 'heap'], step=False),
        s_engine=K('engine control reports a sensor error', [ENG, '/rosout', '/diagnostics'], ['ecu_error', 'manifold_kpa'], ['engine', 'ecu'], silent=False),
        s_gnss=K('GNSS loses its fix again and again and reports it', ['/gnss/info', '/gnss/fix', '/rosout', '/diagnostics'], ['fix_lost', 'satellites'], ['gnss', 'receiver'], silent=False),
        s_link=K('data link breaks again and again and is reported', ['/datalink', '/rosout', '/diagnostics'], ['link_down', 'uplink_kbps', 'rssi_dbm'], ['datalink', 'data link'], silent=False),
        s_cam=K('camera reports card write errors', [CAM, '/rosout', '/diagnostics'], ['card_error', 'store_ms'], ['camera', 'card'], silent=False),
    )

    def legs(self, r):
        """Endless plan: (mode, kind, x0, y0, x1, y1, altitude, airspeed, seconds)."""
        a0, cx, cy = r.uniform(0, 3.1), r.uniform(380, 620), r.uniform(150, 420)
        vs, yield_land = r.uniform(20.5, 23), r.random() < .55
        c, s = np.cos(a0), np.sin(a0)
        P = lambda u, v: (cx + c * u - s * v, cy + s * u + c * v)
        yield 0, 'ground', 0, 0, 0, 0, 0, 0, r.uniform(40, 110)
        yield 1, 'leg', 0, 0, 330, 0, 70, 20, 0
        px, py, used, cross = 330., 0., 0, 0
        while True:
            k = r.choice(['lines', 'cross', 'loiter', 'transit', 'land'], p=[.5, .14, .18, .18, 0] if used < 4 or not yield_land else [.2, 0, 0, 0, .8])
            used += 1
            alt = q(r.uniform(62, 125), 5)
            if k in ('lines', 'cross'):
                L, n, sp = r.uniform(260, 400), int(r.integers(4, 8)), r.uniform(38, 60)
                vv, rot = vs + r.uniform(-.6, .6), k == 'cross'
                for i in range(n):
                    u = (-L, L) if i % 2 == 0 else (L, -L); v = (i - n / 2) * sp + r.uniform(-3, 3)
                    A, B = (P(u[0], v), P(u[1], v)) if not rot else (P(v, u[0] * .7), P(v, u[1] * .7))
                    yield 2, 'leg', px, py, *A, alt, vv, 0
                    yield 3, 'leg', *A, *B, alt, vv, 0
                    px, py = B
            elif k == 'loiter':
                A = P(r.uniform(-300, 300), r.uniform(-150, 150)); yield 4, 'circle', *A, r.uniform(75, 120), 0, alt, r.uniform(18.6, 20), r.uniform(25, 65)
                px, py = A
            elif k == 'transit':
                A = P(r.uniform(-600, 600), r.uniform(-420, 420)); yield 5, 'leg', px, py, *A, alt, r.uniform(25.2, 27.5), 0
                px, py = A
            else:
                yield 5, 'leg', px, py, -420, 0, 45, 22, 0
                yield 6, 'leg', -420, 0, -15, 0, 1, 16.8, 0
                yield 0, 'ground', 0, 0, 0, 0, 0, 0, r.uniform(70, 170)
                yield 1, 'leg', 0, 0, 330, 0, 70, 20, 0
                px, py, used, yield_land = 330., 0., 0, False

    def plan(self):
        r, n = self.rng('plan'), self.n
        self.turb = np.clip(.55 + .25 * self.su('turb'), .15, 1.3)
        wd, ws = r.uniform(0, 6.28), np.clip(3.6 + 1.5 * self.su('wind'), .4, 7)
        gx, gy = self.wander('gx', .9 * self.turb, 5), self.wander('gy', .9 * self.turb, 5)
        self.wx, self.wy = ws * np.cos(wd) + .5 * gx + self.wander('gx2', .5, 120), ws * np.sin(wd) + .5 * gy + self.wander('gy2', .5, 120)
        roll_d = self.wander('rd', .028 * self.turb, 1.1)
        wxl, wyl, rdl = self.wx.tolist(), self.wy.tolist(), roll_d.tolist()
        x = y = h = va = phi = 0.; psi = 0.
        plan = self.legs(r); self.tasks, leg, left, t0 = [], next(plan), None, 0.
        left = leg[8]; out = np.zeros((n, 10))
        import math
        for i in range(n):
            m, k, x0, y0, x1, y1, alt, vc, _ = leg
            done, pc = False, 0.
            if k == 'ground':
                vc, alt = 0., 0.; left -= DT; done = left <= 0; phi = 0.; x += (0 - x) * .02; y += (0 - y) * .02; psi += ((0 - psi + math.pi) % (2 * math.pi) - math.pi) * .01
            else:
                if k == 'circle':
                    dx, dy = x - x0, y - y0; d = math.hypot(dx, dy) + 1e-6
                    des = math.atan2(dy, dx) + math.pi / 2 + max(-1.3, min(1.3, (d - x1) * .02)); left -= DT * (d < x1 * 1.4); done = left <= 0; ff = math.atan(vc * vc / 9.81 / x1) * (d < x1 * 1.3)
                else:
                    L = math.hypot(x1 - x0, y1 - y0) + 1e-6; ux, uy = (x1 - x0) / L, (y1 - y0) / L
                    al = (x - x0) * ux + (y - y0) * uy
                    tx, ty = x0 + ux * (al + 75), y0 + uy * (al + 75)
                    des = math.atan2(ty - y, tx - x); done = al > L - (40 if m == 2 else 0); ff = 0.
                cs = math.atan2(va * math.sin(psi) + wyl[i], va * math.cos(psi) + wxl[i])
                e = (des - cs + math.pi) % (2 * math.pi) - math.pi
                pc = max(-.6, min(.6, 1.15 * e + ff)) if va > 12 and h > 4 else 0.
                phi += max(-.9, min(.9, (pc - phi) / .45)) * DT
                psi += 9.81 * math.tan(phi + rdl[i]) / max(va, 12) * DT
                x += (va * math.cos(psi) + wxl[i]) * DT; y += (va * math.sin(psi) + wyl[i]) * DT
            va += max(-2.4, min(7., (vc - va) * .55)) * DT
            hd = max(-2.3, min(3.1, (alt - h) * .3)) if va > 11 or h < .5 and alt == 0 else -1.5 * (h > .1)
            h = max(0., h + hd * DT)
            out[i] = x, y, h, psi, phi, va, m, pc, alt, vc
            if done:
                self.tasks.append((t0, i * DT, m)); t0 = i * DT
                leg = next(plan); left = leg[8]
        self.tasks.append((t0, self.dur, leg[0]))
        self.x, self.y, self.h, self.psi, self.phi0, self.va, self.m, self.pc, self.hc, self.vc = out.T
        self.phi = self.phi0 + roll_d * (self.va > 12)
        self.fly = (self.va > 13) & (self.h > 5)
        self.ias = np.maximum(self.va + (gx * .45 + self.wander('gst', .35 * self.turb, 1.5)) * (self.va > 10), 0)
        self.hd = np.gradient(lp(self.h, .5), DT)
        self.gsp = np.hypot(np.gradient(self.x, DT), np.gradient(self.y, DT))
        self.head = np.degrees(np.pi / 2 - self.psi) % 360
        g, run = self.m == 0, np.clip(self.wander('runup', 1, 6), 0, 2)
        pw = 120 + .045 * self.va**3 + 118 * np.maximum(self.hd, -2.2) + 60 * (np.abs(self.phi) > .25) + 90 * np.clip(self.vc - self.va, -1, 5)
        self.thc = np.clip(lp(np.where(g, 130 + 240 * run, pw) / 17 + self.wander('thw', 1.1 * self.turb, 2), .6) + 0, 5, 100)
        self.thr = lp(self.thc, .15)
        self.rpm = lp(1400 + 5600 * (self.thr / 100)**.45 + 9 * (self.va - 20) * (self.va > 5), .35) * (1 + self.u('rpm', .008))
        self.flow = lp(.22 + .0185 * self.thr + 2e-5 * self.rpm, .5) * (1 + self.u('flow', .02)) + self.wander('floww', .012, 4)
        rg = self.h * (1 + self.u('rg', .002)) + 7 * self.wander('terrain', 1, 6) * (self.h > 5) * .35 + .4
        self.rg = np.maximum(rg, .3) / np.maximum(np.cos(self.phi), .6)
        # servo commands and currents (without faults)
        pr, da = np.gradient(self.phi, DT), self.white('sj', .012)
        ail = np.where(self.fly, 1.1 * (self.pc - self.phi) + .1 * lp(pr, .1) - 6.5 * roll_d * .5, .25 * np.sin(2.2 * self.t) * (self.pieces('chk', 3, 12, 0, 1) < .15)) + da * .5
        self.aoa = np.where(self.va > 11, 2.1 + 2300 / np.maximum(self.ias, 13)**2 / np.maximum(np.cos(self.phi), .7) - 1.6 + .5 * self.wander('aoa', self.turb, 1.), 0.)
        ele = np.where(self.fly, -.016 * self.aoa + .04 * self.hd * .3 + .02 * self.wander('el', self.turb, 1.2), .2 * np.sin(1.7 * self.t) * (self.pieces('chk2', 3, 12, 0, 1) < .12))
        rud = np.where(self.fly, .18 * self.phi + .05 * self.wander('rud', self.turb, 2), ail * .6)
        self.cmd = [lp(np.clip(c, -.6, .6), .06) for c in (ail, -ail * 1.02, ele, rud)] + [self.thc / 100]
        self.sc = []
        for i, c in enumerate(self.cmd):
            rate = np.abs(np.gradient(lp(c, .12), DT))
            self.sc.append(.12 + .25 * np.minimum(rate, 2.5) + (.00075, .00075, .001, .0005, 0)[i] * self.ias**2 * (.35 + 1.6 * np.abs(c)) + np.abs(self.ns(f'sc{i}', .018)))
        self.sct = lp(sum(self.sc), .1)
        fl = self.fly[24000:] if self.fly[24000:].any() else self.fly
        qt = lambda s, p, d: float(np.round(np.quantile(s[self.fly], p), d))
        ws_ = ['airspeed', 'indicated airspeed', 'speed', 'fast', 'faster', 'diff pressure pa']
        self.num('static_port', self.ias, AIR + ':indicated_airspeed', ws_, above=qt(self.ias, .72, 1), tol=.1)
        self.num('ail_r_load', self.ias, AIR + ':indicated_airspeed', ws_, above=qt(self.ias, .65, 1), tol=.1)
        self.num('rail_sag', self.sct, SRV + ':servo_current', ['current', 'servo current', 'load', 'currents'], above=qt(self.sct, .8, 2), tol=.4)
        self.num('prop_nick', self.rpm, ENG + ':rpm', ['rpm', 'engine', 'speed', 'throttle', 'throttle position'], above=qt(self.rpm, .6, -1), tol=.06, and_=self.fly)
        self.num('fuel_filter', self.flow, ENG + ':fuel_flow_lph', ['flow', 'fuel flow', 'fuel flow lph', 'throttle', 'rpm'], above=qt(self.flow, .6, 2), tol=.15)
        self.num('gen_low', self.rpm, ENG + ':rpm', ['rpm', 'engine', 'speed', 'idle', 'throttle'], below=qt(self.rpm, .4, -1), tol=.06)
        self.num('laser_far', self.rg, '/altimeter/range:range', ['range', 'altitude', 'height', 'high', 'higher'], above=qt(self.rg, .5, 0), tol=.2)
        a = float(q(self.u('sector') * 80 % 260 + 20, 5)); hs = [a, a + 75]
        best = max(range(20, 281, 20), key=lambda z: -abs(((self.head > z) & (self.head < z + 75) & self.fly)[24000:].mean() - .22)); hs = [float(best), float(best + 75)]
        self.num('link_dir', self.head, AP + ':heading_deg', ['heading', 'heading deg', 'course', 'yaw'], between=hs, tol=.15, and_=self.fly)
        px, py = self.spot('gnss', self.x, self.y, 110, self.fly, .1)
        self.at('gnss_spot', self.x, self.y, px, py, 110, self.fly)
        self.shoot = self.m == 3
        fw = ('flight', 'flying', 'airspeed', 'flight mode', 'altitude')
        self.mode('pitot_water aoa_vane ail_l_play thr_slow rud_trim cyl2_lean cowl power_loss imu_mount', self.fly, *fw)
        self.mode('cam_store cam_dirt cam_skip', self.shoot, 'pictures', 'image count', 'survey', 'lines', 'flight mode', 'triggering')
        self.mode('gimbal_roll', np.abs(self.phi) > .15, 'turn', 'turns', 'turning', 'bank', 'banking', 'roll')

    def build(self):
        t, n, f, w, fly = self.t, self.n, self.f, self.ns, self.fly
        flz, tb = lp(fly.astype(float), 1), self.turb
        # engine
        pwt, pl = f('pitot_water') * fly, lp(f('power_loss') * fly, 2, 0.)
        ts = f('thr_slow')
        thc = np.clip(self.thc + 9.5 * pwt + 7. * pl, 5, 100)
        thp = thc / 100 if not ts.any() else np.where(ts > 0, lp(slew(thc / 100, .035 / np.maximum(ts, .8)), 1.6), thc / 100)
        rpm = self.rpm + (260 * pl + 230 * pwt) + (lp(thp * 100 - thc, .3, 0.) * 38 if ts.any() else 0)
        flow = self.flow + .10 * pl + .17 * pwt
        lean, cowl = f('cyl2_lean') * fly, f('cowl') * fly
        oat = 17 + self.su('oat', 5) - .0065 * self.h + self.wander('oatw', .25, 500)
        warm = 1 - .75 * np.exp(-t / 120) * (self.rng('cold').random() < .7)
        egt = [(410 + 3.1 * thp * 100 + self.u(f'egt{i}', 9) + (46 * lean if i else 0)) * (.6 + .4 * warm) for i in range(2)]
        cht = [oat + (52 + 1.05 * thp * 100 - 1.1 * (self.ias - 20) * flz + 22 * (1 - flz) + self.u(f'cht{i}', 3) + (9 * lean if i else 0) + 14 * cowl) for i in range(2)]
        cht = [lp(np.maximum(c, oat), 55, float(oat[0] + 12 + 30 * self.rng('pre').random())) + w(f'chtn{i}', .4) for i, c in enumerate(cht)]
        cht[0] = cht[0] + f('cht1_jump') * lp(self.spikes('cj', .012) * 240 * np.sign(self.white('cjs')), .12)
        se = f('s_engine')
        prop = f('prop_nick')
        vib = .18 + .5 * (rpm / 6000)**2 + self.u('vib', .03) + .3 * prop + .1 * (np.abs(rpm - 4350) < 180)
        self.pub(ENG, 'albatros_msgs/msg/Engine', 8, dict(rpm=q(rpm + w('rpmn', 14), 1), throttle_position=q(thp * 100 + w('thn', .15), .1), fuel_flow_lph=q(np.maximum(flow + w('fln', .012), 0), .005),
                 fuel_pressure_bar=q(3.02 + self.u('fp', .03) - .03 * flow + w('fpn', .012) - f('fuel_filter') * (.17 + .18 * (flow - 1)) * (1 + .2 * w('fpx', 1)), .01), manifold_kpa=q(34 + 62 * (thp)**.6 - .011 * self.h + w('map', .35) + se * (self.pieces('mp', .3, 3, 0, 1) < .3) * 30, .1),
                 vibration_g=q(np.abs(vib * (1 + w('vbm', .09))), .01), cylinder_head_temp=[q(c, .5) for c in cht], exhaust_temp=[q(lp(e, 4, 200.) + w(f'egn{i}', 3.), 1) for i, e in enumerate(egt)], ecu_error=np.where((se > 0) & (t % 16 < 7), 42, 0)))
        use = np.cumsum(flow) * DT / 3600
        leak = np.cumsum(f('fuel_leak')) * DT / 3600 * 3.4
        tank = 7.6 + self.su('tank', .5) - use - leak + .06 * self.wander('slosh', 1, 1.5) * (.3 + .7 * flz) + .05 * np.abs(self.phi) - .02 * self.hd + w('tk', .012)
        self.pub('/fuel', 'albatros_msgs/msg/Fuel', 2, dict(tank_litres=q(hold(tank, self.on('fuel_float')), .01), used_litres=q(use, .001)))
        # electric
        lowg = f('gen_low')
        load = 6.4 + 1.1 * lp(self.shoot.astype(float), 1) + .5 * self.sct + self.wander('ld', .2, 20)
        cap = np.clip((rpm - 2400) / 330, 0, 16) * (1 - .62 * np.minimum(lowg, 1.2))
        gi = lp(np.minimum(cap, load + 1.1), .4)
        bi = gi - load
        soc = np.clip(.93 + .03 * self.su('soc') + np.cumsum(bi) * DT / 3600 / 9, .3, .995)
        vb = 22.2 + 2.6 * (soc - .5) + .05 * bi
        gv = 25.6 + self.u('gv', .1) - .04 * gi + .1 * np.clip((rpm - 4500) / 1000, -2, 1) - 1.2 * lowg + w('gv', .05)
        self.pub('/generator', 'albatros_msgs/msg/Generator', 4, dict(generator_volts=q(gv, .02), generator_amps=q(np.maximum(gi + w('gi', .12), 0), .05), rectifier_temp=q(oat + 16 + lp(2.1 * gi, 150) - .35 * lp(self.ias, 60) + lp(13 * f('rectifier'), 60, 0.) + w('rt', .2), .5)))
        cl = [vb / 6 + self.u(f'cl{i}', .006) + w(f'cln{i}', .004) for i in range(6)]
        bc = f('bat_cell'); cl[3] = cl[3] - bc * (.032 + .03 * np.abs(self.white('bcw')) * (self.pieces('bcp', .3, 2, 0, 1) < .35))
        self.pub('/avionics/battery', 'sensor_msgs/msg/BatteryState', 4, dict(voltage=q(vb + w('vb', .012), .01), current=q(bi + w('bi', .08), .02), percentage=q(soc, .001), temperature=q(oat + 11 + lp(np.abs(bi), 300) + w('bt', .1), .1), present=1, power_supply_status=np.where(bi > 0, 1, 2), cell_voltage=[q(c, .002) for c in cl]), lens=dict(cell_voltage=6))
        # servos
        cmd = [c.copy() for c in self.cmd]; cmd[4] = thc / 100
        rt = lp(f('rud_trim') * fly, 1.5, 0.)
        cmd[3] = cmd[3] + .062 * rt
        pos = [lp(delayed(c, .05), .07) + self.u(f'so{i}', .004) + w(f'sp{i}', .0018) for i, c in enumerate(cmd)]
        pl_ = f('ail_l_play') * fly
        if pl_.any():
            b, y, bl = .034, 0., []
            for v in (pos[0]).tolist(): y = v - b if v - y > b else v + b if y - v > b else y; bl.append(y)
            pos[0] = np.where(pl_ > 0, np.array(bl) * np.minimum(pl_, 1.15) + pos[0] * (1 - np.minimum(pl_, 1.15)), pos[0])
        pos[2] = pos[2] + f('elev_pot') * (.011 * self.white('ep') + .05 * self.spikes('ep2', .02) * np.sign(self.white('ep3')))
        pos[4] = thp + w('sp4', .002)
        sc = [c.copy() for c in self.sc]
        sc[1] = sc[1] + f('ail_r_load') * (.17 + .05 * np.abs(self.white('ar')))
        sc[2] = sc[2] + f('elev_fric') * (.06 + .55 * np.minimum(np.abs(np.gradient(lp(cmd[2], .12), DT)), 1.2) + .22 * fly)
        rail = 7.42 + self.u('rail', .02) - .045 * lp(sum(sc), .1) + w('rl', .012) - f('rail_sag') * (.11 + .16 * np.maximum(self.sct - self.conds['rail_sag']['above'], 0)) * (1 + .2 * self.white('rlx'))
        self.pub(SRV, 'albatros_msgs/msg/Servos', 10, dict(servo_command=[q(c, .001) for c in cmd], servo_position=[q(p, .001) for p in pos], servo_current=[q(c, .01) for c in sc], rail_voltage=q(rail, .01)))
        # air data, altitude, positions
        mslp = 1013 + 6 * self.su('qnh') + .4 * self.wander('qnh', 1, 2000)
        ias = np.maximum(self.ias * (1 - .13 * pwt) + w('ias', .18) * (1 + .5 * (self.va > 5)), 0)
        stp = mslp * (1 - 2.2558e-5 * (self.h + 212))**5.2559
        sp_ = f('static_port')
        vane = self.aoa + self.u('aoa', .25) + w('aoan', .18)
        if self.on('aoa_vane').any():
            r, fr = self.rng('vane'), np.zeros(n, bool); i = 0
            while i < n: j = i + int(r.uniform(.8, 3.5) / DT); fr[i:j] = True; i = j + 2
            vane = np.where(self.on('aoa_vane'), hold(vane, fr & self.on('aoa_vane')), vane)
        oa = oat + 1.2 + w('oan', .06) + lp(2.9 * f('oat_hot') * (1 + .3 * self.wander('sun', 1, 60)), 15, 0.)
        self.pub(AIR, 'albatros_msgs/msg/AirData', 10, dict(indicated_airspeed=q(ias, .05), diff_pressure_pa=q(.6125 * ias**2 + w('dp', 1.2), .5), static_pressure_hpa=q(stp + w('stp', .035) - .0022 * .5 * (self.ias - 20) - sp_ * (.55 + .12 * w('spx', 1)), .01), outside_temp=q(oa, .1), angle_of_attack=q(vane, .05)))
        self.pub('/baro', 'sensor_msgs/msg/FluidPressure', 4, dict(fluid_pressure=q(stp * 100 + 22 * self.u('baro') + w('baro', 3.5) + 4 * (thp > .5), 1), variance=4.))
        rg = self.rg + w('rg', .05 + .0006 * self.rg); lf = f('laser_far')
        rg = rg - lf * (1.1 + np.abs(self.white('lf', 1.6)) + 14 * self.spikes('lf2', .04))
        self.pub('/altimeter/range', 'sensor_msgs/msg/Range', 5, dict(range=q(np.maximum(rg, .2), .01), radiation_type=1, field_of_view=.01, min_range=.2, max_range=180.))
        ga = f('gnss_alt')
        bad, lost = f('gnss_spot'), f('s_gnss') * (self.pieces('lost', 2, 9, 0, 1) < .35) > 0
        e, nn = self.x + w('ge', .35, 15) + bad * w('geb', .9, 2), self.y + w('gn', .35, 15) + bad * w('gnb', .9, 2)
        self.pub('/gnss/fix', 'sensor_msgs/msg/NavSatFix', 5, {'latitude': 39.472 + nn / 111030, 'longitude': -6.371 + e / 86050, 'altitude': q(self.h + 262.4 + w('gal', .6, 20) + 5.2 * ga + 1.5 * bad * w('gab', 1, 3), .01), 'status.status': np.where(lost, -1, 0), 'status.service': 3}, 'gnss')
        sat = np.clip(21 + 1.5 * self.su('sat') + 1.2 * self.wander('sat', 1, 120) - 3.5 * np.abs(self.phi) / .6 + w('satn', .4) - 6.5 * bad - 15 * lost, 0, 32)
        hd = .62 + 6 / np.maximum(sat, 4)**1.1 * .6 + w('hd', .012) + .28 * bad
        self.pub('/gnss/info', 'albatros_msgs/msg/GnssInfo', 3, dict(satellites=sat, fix_lost=lost, hdop=q(hd, .01), vertical_accuracy=q(1.1 * hd + .12 * np.abs(w('va', 1)) + .5 * bad, .01), noise_level=q(88 + w('nl', 1.3) + 14 * bad + self.su('nl', 2), 1), correction_age=q(.6 + (t * 1.003) % 1 + 3 * (self.pieces('ca', 4, 40, 0, 1) < .05), .1)))
        vx, vy = np.gradient(self.x, DT), np.gradient(self.y, DT)
        from lib import quat, rpy
        pit = np.radians(self.aoa - 2) * flz + np.arctan2(self.hd, np.maximum(self.va, 12)) + .02 * (1 - flz)
        yw = self.psi
        o = rpy(self.phi, -pit, yw)
        self.pub('/local/odom', 'nav_msgs/msg/Odometry', 8, {'pose.pose.position.x': q(self.x + w('lx', .15, 8), .01), 'pose.pose.position.y': q(self.y + w('ly', .15, 8), .01), 'pose.pose.position.z': q(self.h + w('lz', .2, 8), .01), **{f'pose.pose.orientation.{c}': q(v, 1e-5) for c, v in zip('xyzw', o)},
                 'twist.twist.linear.x': q(self.gsp + w('tvx', .05), .01), 'twist.twist.linear.z': q(self.hd + w('tvz', .06), .01), 'twist.twist.angular.z': q(np.gradient(np.unwrap(yw), DT) + w('twz', .004), .001)}, 'map', drop=.5 * f('odom_lost'))
        vbx = (.35 + .6 * (rpm / 6000)**2) * (1 + 1.1 * f('imu_mount') * fly) + .5 * prop
        yr = np.gradient(np.unwrap(yw), DT)
        gz = [np.gradient(self.phi, DT) + w('g0', .012) * (1 + tb), np.gradient(lp(pit, .15), DT) * -1 + yr * np.sin(self.phi) + w('g1', .012) * (1 + tb) + .019 * f('gyro_pitch') + self.u('gb', .001), yr * np.cos(self.phi) + w('g2', .008) * (1 + tb)]
        nz = 9.81 / np.maximum(np.cos(self.phi), .75) * np.where(fly, 1, 1) + 1.1 * self.wander('nz', tb, .8) * flz
        self.imu('/imu/data', 16, (self.phi + w('ar', .002), -pit + w('ap', .002), yw), gz, (np.gradient(lp(self.va, .3), DT) + 9.81 * np.sin(pit) + self.u('axo', .05) + vbx * self.white('vx', .6), .35 * self.wander('ny', tb, 1) * flz + vbx * self.white('vy', .5), nz + vbx * self.white('vz', .8)), 'imu', age=.45 * f('imu_old'))
        mw = f('mag_wire'); ca, sa = np.cos(yw), np.sin(yw)
        B = [2.6e-5 * sa + 1.1e-6 * self.u('mx') + 1.5e-7 * bi + 2.1e-6 * mw, 2.6e-5 * ca + 1.1e-6 * self.u('my') - 1.6e-6 * mw, -3.6e-5 + 0 * t]
        self.pub('/mag', 'sensor_msgs/msg/MagneticField', 6, {f'magnetic_field.{c}': q(b + w('mg' + c, 2.2e-7), 1e-8) for c, b in zip('xyz', B)})
        self.pub('/attitude_target', 'albatros_msgs/msg/AttitudeTarget', 6, dict(roll_target=q(self.pc, .001), pitch_target=q(lp(pit, .4), .001), altitude_target=self.hc, airspeed_target=q(self.vc, .1), course_target=q(np.degrees(np.pi / 2 - np.unwrap(yw)) % 360, 1)))
        # camera, gimbal
        cnt, itv, r, sk = np.zeros(n), np.zeros(n), self.rng('cam'), self.on('cam_skip').tolist()
        c, last, nxt, cur = 0, None, 0., 1.6
        sh, dist = self.shoot.tolist(), (lp(self.h, 2) * .42 / np.maximum(self.gsp, 12)).tolist()
        skr = r.random(n).tolist()
        for i in range(n):
            if sh[i] and t[i] >= nxt:
                nxt = t[i] + max(.9, dist[i])
                if not (sk[i] and skr[i] < .16):
                    if last is not None and t[i] - last < 12: cur = t[i] - last
                    last = t[i]; c += 1
            cnt[i], itv[i] = c, cur
        light = np.clip(self.wander('light', .3, 150) + .5 * self.su('light'), -1.2, 1.2)
        shk = 1 - .05 * tb * np.abs(self.wander('blur', 1, 4)) - .22 * f('cam_dirt') - .06 * prop
        scd = f('s_cam')
        self.pub(CAM, 'albatros_msgs/msg/CameraTrigger', 3, dict(image_count=cnt, interval_s=q(itv, .01), exposure_ms=q(np.exp(-.5 * light + w('ex', .02)) * .8, .01), store_ms=q(np.where(self.shoot, 410 + self.u('sto', 12) + np.abs(w('sto', 32)) + 250 * f('cam_store') * (.6 + .8 * self.rng('stx').random(n)) + 300 * scd, 410), 1),
                 sharpness=q(np.clip(np.where(self.shoot, .86 + self.su('shp', .012), .86) * shk + w('shp', .012), 0, 1), .001), sensor_temp=q(oat + 14 + lp(6. * self.shoot, 120) + w('cst', .1), .1), free_gb=q(212 + 9 * self.su('gb') - cnt * .045, .1), card_error=(scd > 0) & (self.pieces('ce', 1, 6, 0, 1) < .4)))
        gr, gp = f('gimbal_roll'), f('gimbal_warm')
        lim = lambda a: np.clip(a, -.52, .52)
        g0 = lim(-lp(self.phi, .06)) * (1 - .16 * np.minimum(gr, 1.3) * np.clip(np.abs(self.phi) / .2, 0, 1)); g1 = lim(lp(pit, .06)) + np.where(self.shoot, 0, 0)
        v0, v1 = np.gradient(g0, DT), np.gradient(g1, DT)
        self.joints('/gimbal/joint_states', 8, ('gimbal_roll', 'gimbal_pitch'), [g0 + w('g0p', .0015), g1 + w('g1p', .0015)], [v0 + w('g0v', .01), v1 + w('g1v', .01)], [.05 * np.tanh(v0 / .05) + .03 * v0 + .012 * self.u('ge0') + w('g0e', .012), (.05 + .07 * gp) * np.tanh(v1 / .03) + .03 * v1 + .02 + w('g1e', .012 + .012 * gp)])
        # link, autopilot, bay
        d = np.hypot(self.x, self.y) + 15
        sd, dn = f('link_dir'), f('s_link') * (self.pieces('dn', 1.5, 7, 0, 1) < .3) > 0
        rs = -38 - 20 * np.log10(d / 30) + self.su('rs', 1.6) - 4 * np.abs(np.sin(self.phi)) + 1.6 * self.wander('fade', 1, 5) + w('rsn', .9) - 8.5 * sd - 30 * dn
        self.pub('/datalink', 'albatros_msgs/msg/Datalink', 4, dict(rssi_dbm=q(rs, 1), snr_db=q(np.clip(rs + 97, 0, 40) * .62 + w('snr', .5), .5), lost_packets_pct=q(np.clip(self.rng('lp').gamma(1.1, .3, n) + 3.2 * sd * self.rng('lp2').random(n) + 90 * dn, 0, 100), .1), uplink_kbps=q(np.where(dn, 0, np.maximum(180 + 2.1 * (rs + 70) + w('up', 5), 20)), 1), link_down=dn))
        lo = f('loop_slow')
        iv = lambda nm, base: np.abs(base + w('iv' + nm, .05) + .05 * tb * self.wander('ivw' + nm, 1, 3))
        self.pub(AP, 'albatros_msgs/msg/Autopilot', 3, dict(flight_mode=self.m, heading_deg=q(self.head, .5), cpu_load=q(41 + 3.5 * self.shoot + w('cpu', 1.1) + 3.2 * lo, .1), loop_max_us=q(2650 + 120 * self.newver + np.abs(w('lm', 90)) + 1500 * lo * (.4 + self.rng('lx').random(n)), 10), heap_kb=q(612 + 9 * self.newver + self.su('hp', 4) + 3 * self.wander('hp', 1, 150) + w('hpn', .8) + self.computer_leak('heap', 95), 1),
                 innovation_velocity=q(iv('v', .16) + .05 * f('gyro_pitch'), .01), innovation_height=q(iv('h', .2) + .22 * ga + .07 * sp_, .01), innovation_heading=q(iv('m', .15) + .2 * mw, .01)), strs=dict(firmware='AB 4.6.1' if self.newver else 'AB 4.5.3'))
        self.pub('/wind_estimate', 'geometry_msgs/msg/Vector3Stamped', 2, {'vector.x': q(lp(self.wx, 8) + w('wxn', .12, 3), .01), 'vector.y': q(lp(self.wy, 8) + w('wyn', .12, 3), .01)}, 'map')
        self.pub('/bay/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(oat + 15 + lp(9 - .32 * self.ias, 150) + lp(8.5 * f('bay_fan'), 130, 0.) + w('bay', .1), .1)))
        goals = [(a, b, 5 if self.rng(f'gf{i}').random() < .03 else 4) for i, (a, b, k) in enumerate(self.tasks) if k in (1, 3, 4, 6)]
        self.goals('/mission/_action/status', goals)
        en = self.speak('s_engine', 'ecu', ['manifold sensor implausible, code 42', 'ECU runs on substitute value of manifold pressure'])
        gn = self.speak('s_gnss', 'gnss_driver', ['no fix, dead reckoning', 'fix regained, reset of ambiguity'], 12)
        li = self.speak('s_link', 'datalink', ['link to ground station lost', 'link restored, telemetry resent'], 12)
        ca_ = self.speak('s_cam', 'camera', ['write error on card 1, retry', 'card 1: write verification failed'])
        self.routine([(20, 'I', 'mission', 'line finished, cross track {} m', .2, 1.8), (7, 'W', 'camera', 'exposure at limit, {} ms', 1.2, 2), (5, 'W', 'gnss_driver', 'correction stream paused {} s', 1, 4), (6, 'W', 'guidance', 'gust, airspeed error {} m/s', 2, 4), (8, 'I', 'datalink', 'rate changed to {} Mbit', 1, 6)],
                     [('I', 'autopilot', 'firmware ' + ('AB 4.6.1' if self.newver else 'AB 4.5.3')), ('W', 'autopilot', 'compass not yet aligned'), ('W', 'ecu', 'engine cold, idle raised'), ('I', 'mission', 'plan loaded')])
        self.status('engine control', 'EFI-2', en, {2: 'manifold sensor'})
        self.status('gnss', 'M9', np.maximum(gn, brief_warn(self, 'gn', 1.2)), {1: 'few satellites', 2: 'no fix'}, elevation_mask='10')
        self.status('data link', 'P900', np.maximum(li, brief_warn(self, 'li', 1.5)), {1: 'weak', 2: 'link lost'})
        self.status('camera', 'A6', ca_, {2: 'card write error'})
        self.status('autopilot', 'fmu', brief_warn(self, 'fmu', .8), {1: 'log buffer full'}, load=41 + w('apl', 2))
