"""Container straddle carrier on a quay: diesel-electric, hoist with four ropes, spreader, eight steered wheels; English fields."""
import numpy as np
from scipy.signal import lfilter
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, slew, stream

ENG, TRA, HOI, SPR, STE, TYR, BUS, COO, ELE, IMU, POS, LNK = '/genset', '/traction', '/hoist', '/spreader', '/steering', '/tyre_monitor', '/dc_link', '/radiator', '/low_voltage', '/frame/imu', '/odometry', '/terminal_link'
TX, RX = (10., 62.), (20., 28., 36., 44., 52.)


class Straddle(Sim):
    NAME = 'straddle'
    FLAGS = [(ENG, 'engine_warning'), (SPR, 'spreader_code'), (STE, 'steer_fault'), ('/greasing', 'refill_soon')]
    DEFS = {
        'quay_msgs/msg/Genset': mdef('uint16 engine_rpm; float32 output_kw fuel_lph coolant_temp oil_kpa boost_kpa exhaust_temp; uint8 engine_warning'),
        'quay_msgs/msg/Traction': mdef('float32[4] motor_amps motor_rpm winding_temp; int16 torque_request'),
        'quay_msgs/msg/Hoist': mdef('float32[2] hoist_amps brake_temp; float32[4] rope_kn; float32 lift_height lift_speed gear_shake'),
        'quay_msgs/msg/Spreader': mdef('float32[4] lock_angle; float32 frame_length circuit_bar oil_temp; bool[4] landed; uint8 spreader_code'),
        'quay_msgs/msg/Sway': mdef('float32 sway_mrad trim_mrad spot_quality'),
        'quay_msgs/msg/Steering': mdef('float32[8] wheel_angle; float32 pump_bar accumulator_bar; float32[2] ram_bar; float32 steer_request; bool pumping; uint8 steer_fault'),
        'quay_msgs/msg/TyreMonitor': mdef('float32[8] inflation_bar tread_temp'),
        'quay_msgs/msg/DcLink': mdef('float32 link_volts link_amps resistor_temp capacitor_volts insulation_kohm'),
        'quay_msgs/msg/Radiator': mdef('float32 fan_speed inlet_temp outlet_temp screen_pa'),
        'quay_msgs/msg/LowVoltage': mdef('float32 battery_volts converter_amps converter_temp; float32[4] lamp_amps'),
        'quay_msgs/msg/Transponder': mdef('uint16 tag; float32 reader_db lateral_mm'),
        'quay_msgs/msg/Clearance': mdef('float32[6] gap_m; uint8 persons'),
        'quay_msgs/msg/SpreaderCamera': mdef('float32 sharpness_index mean_grey detect_ms; float32[2] corner_px'),
        'quay_msgs/msg/Radar': mdef('float32 target_m closing_mps noise_floor; uint8 echoes'),
        'quay_msgs/msg/Greasing': mdef('float32 line_bar grease_kg; bool stroke refill_soon'),
        'quay_msgs/msg/Link': mdef('int16 signal_dbm; float32 round_trip_ms lost_percent; uint8 access_point'),
        'quay_msgs/msg/Move': mdef('uint16 moves_done; uint8 move_phase box_type; float32 speed_target; float32 box_tonnes'),
        'quay_msgs/msg/Computer': mdef('float32 cycle_ms cycle_worst_ms board_temp used_mb; string release'),
    }
    KINDS = dict(
        drive2=K('traction motor 2 draws more and more current: bearing dry', [TRA], ['motor_amps[1]'], ['traction motor 2', 'motor 2'], step=False, where='when driving', cons=(BUS, ENG)),
        winding3=K('winding of traction motor 3 gets hot: air duct blocked', [TRA], ['winding_temp[2]'], ['traction motor 3', 'motor 3'], step=False, tail=300),
        rpm4=K('speed of motor 4 flickers: sensor gap', [TRA], ['motor_rpm[3]'], ['traction motor 4', 'motor 4', 'speed sensor'], where='when driving'),
        slip1=K('motor 1 spins faster than the others when the torque request is above a number: tyre worn', [TRA], ['motor_rpm[0]'], ['traction motor 1', 'motor 1', 'wheel slip'], where='**torque request above a number**', cond=True, need=10),
        weak3=K('motor 3 takes less current for the same request: inverter phase', [TRA], ['motor_amps[2]'], ['traction motor 3', 'motor 3', 'inverter'], where='when driving'),
        stuck1=K('winding temperature of motor 1 frozen', [TRA], ['winding_temp[0]'], ['traction motor 1', 'motor 1']),
        hoist_heavy=K('hoist motor 1 draws more current when the box is heavier than a number: drum bearing', [HOI], ['hoist_amps[0]'], ['hoist', 'hoist motor 1', 'drum'], where='**box weight above a number**', cond=True, need=15),
        brake2=K('brake of hoist 2 gets hot: air gap too small', [HOI], ['brake_temp[1]'], ['hoist', 'hoist brake 2', 'brake'], step=False, tail=300),
        rope2=K('rope 2 carries less: it has lengthened', [HOI], ['rope_kn[1]'], ['hoist', 'rope 2', 'ropes']),
        cell4=K('load cell of rope 4 noisy: water in the plug', [HOI], ['rope_kn[3]'], ['hoist', 'rope 4', 'load cell']),
        height=K('lift height reads off: encoder coupling slipped', [HOI], ['lift_height'], ['hoist', 'height encoder']),
        gear_fast=K('hoist gear shakes when lifting or lowering faster than a number: tooth pitted', [HOI], ['gear_shake'], ['hoist', 'hoist gear'], where='**lift speed above a number**', cond=True, need=15),
        lock3=K('twist lock 3 does not reach its end: shaft bent', [SPR], ['lock_angle[2]'], ['spreader', 'twist lock 3', 'twist lock'], where='when locked'),
        spreader_bar=K('pressure of the spreader uneasy: accumulator gas gone', [SPR], ['circuit_bar'], ['spreader', 'spreader hydraulics']),
        spreader_oil=K('oil of the spreader gets hot: valve leaks inside', [SPR], ['oil_temp'], ['spreader', 'spreader oil'], step=False, tail=300),
        length=K('length of the spreader flickers: sensor magnet', [SPR], ['frame_length'], ['spreader', 'spreader length']),
        sway_wind=K('box sways more when the wind is above a number: sway damping off', ['/sway'], ['sway_mrad', 'trim_mrad'], ['sway', 'sway damping'], where='**wind above a number**', cond=True),
        spot=K('sway camera sees its spots badly: lens wet', ['/sway'], ['spot_quality'], ['sway camera', 'sway']),
        wheel5=K('wheel 5 lags when steering: valve spool sticks', [STE], ['wheel_angle[4]'], ['steering', 'wheel 5'], where='when steering', need=12),
        pump_low=K('steering accumulator low and uneasy', [STE], ['accumulator_bar'], ['steering', 'steering accumulator']),
        ram1=K('steering ram 1 needs more and more pressure: king pins dry', [STE], ['ram_bar[0]'], ['steering', 'steering ram 1', 'king pin'], step=False),
        rail_spot=K('machine shakes at one place: crane rail cover loose', [IMU, STE], ['linear_acceleration.z', 'linear_acceleration.x', 'ram_bar[1]'], ['frame', 'crane rail', 'imu'], where='**at a place**', cond=True, need=10),
        tyre6=K('tyre 6 loses air', [TYR], ['inflation_bar[5]'], ['tyre 6', 'tyres'], step=False),
        tread3=K('tyre 3 gets hot: wheel misaligned', [TYR], ['tread_temp[2]'], ['tyre 3', 'tyres'], step=False, tail=300),
        coolant=K('coolant gets hot: water pump impeller', [ENG], ['coolant_temp'], ['engine', 'coolant', 'water pump'], step=False, tail=300, cons=(COO,)),
        boost=K('boost too low when the output is above a number: charge air pipe cracked', [ENG], ['boost_kpa'], ['engine', 'boost', 'charge air'], where='**output above a number**', cond=True),
        oil=K('engine oil pressure low and uneasy', [ENG], ['oil_kpa'], ['engine', 'engine oil']),
        fuel=K('engine burns more and more fuel: injector drips', [ENG], ['fuel_lph'], ['engine', 'injector'], step=False),
        exhaust=K('exhaust temperature frozen', [ENG], ['exhaust_temp'], ['engine', 'exhaust']),
        hunting=K('engine speed hunts: fuel rack', [ENG], ['engine_rpm'], ['engine', 'governor']),
        link_load=K('DC link voltage falls when its current is above a number: rectifier diode', [BUS], ['link_volts'], ['dc link', 'rectifier'], where='**link current above a number**', cond=True),
        resistor=K('brake resistor gets hot: blower dead', [BUS], ['resistor_temp'], ['dc link', 'brake resistor'], step=False, tail=240),
        insulation=K('insulation of the DC link falls', [BUS], ['insulation_kohm'], ['dc link', 'insulation'], step=False),
        capacitor=K('capacitor voltage uneasy: balancing lost', [BUS], ['capacitor_volts'], ['dc link', 'capacitors']),
        fan=K('radiator fan slow: motor leaks', [COO], ['fan_speed'], ['radiator', 'radiator fan']),
        screen=K('radiator screen fills with dust', [COO], ['screen_pa'], ['radiator', 'radiator screen'], step=False),
        battery=K('battery voltage low and uneasy: pole corroded', [ELE], ['battery_volts'], ['low voltage', 'battery']),
        converter=K('24 V converter gets hot', [ELE], ['converter_temp'], ['low voltage', 'converter'], step=False, tail=300),
        lamp3=K('current of lamp 3 flickers: plug', [ELE], ['lamp_amps[2]'], ['lamp 3', 'lamps']),
        gnss_spot=K('position uncertain at one place: shadow of a quay crane', ['/gnss'], ['position_covariance[0]', 'position_covariance[4]', 'altitude'], ['gnss', 'antenna'], where='**at a place**', cond=True, need=12),
        link_spot=K('terminal link weak at one place: access point turned', [LNK], ['signal_dbm', 'round_trip_ms', 'lost_percent'], ['terminal link', 'radio'], where='**at a place**', cond=True, need=12),
        odometry_old=K('odometry comes with old stamps', [POS], ['header.stamp'], ['odometry', 'localisation']),
        imu_lost=K('messages of the IMU get lost', [IMU], ['header.stamp'], ['imu', 'frame']),
        gyro=K('yaw gyro has a bias', [IMU], ['angular_velocity.z'], ['imu', 'gyro']),
        transponder_spot=K('transponder reader receives weakly at one place: ground settled, tags deep', ['/transponder'], ['reader_db', 'lateral_mm'], ['transponder', 'transponder reader'], where='**at a place**', cond=True, need=12),
        lidar=K('beams 4 to 6 of the front scanner read short: bird dirt', ['/front_scan'], ['ranges[3]', 'ranges[4]', 'ranges[5]'], ['front scanner', 'scanner']),
        gap2=K('side distance 2 noisy: ultrasonic membrane', ['/clearance'], ['gap_m[1]'], ['clearance', 'side distance 2', 'ultrasonic sensor']),
        lens=K('spreader camera gets less sharp: grease on the lens', ['/spreader_camera'], ['sharpness_index'], ['spreader camera', 'lens'], step=False),
        detect=K('detection of corner castings takes longer', ['/spreader_camera'], ['detect_ms'], ['spreader camera', 'corner detection']),
        radar_fast=K('radar noisy when faster than a number: bracket hums', ['/front_radar'], ['noise_floor', 'target_m'], ['front radar', 'radar'], where='**speed above a number**', cond=True),
        grease=K('grease line pressure weak: distributor leaks', ['/greasing'], ['line_bar'], ['greasing', 'grease line'], where='when greasing', need=8),
        vane=K('cross wind frozen: vane stuck', ['/wind'], ['vector.y'], ['wind', 'wind vane']),
        cycle=K('computer has far longer worst cycles', ['/vehicle_computer'], ['cycle_worst_ms', 'cycle_ms'], ['vehicle computer', 'control loop']),
        memory=K('memory of the computer fills', ['/vehicle_computer'], ['used_mb'], ['vehicle computer', 'memory'], step=False),
        s_engine=K('engine reports a derate again and again', [ENG, '/rosout', '/diagnostics'], ['engine_warning', 'engine_rpm'], ['engine', 'engine control'], silent=False),
        s_spreader=K('spreader reports that lock 1 is not confirmed', [SPR, '/rosout', '/diagnostics'], ['spreader_code', 'lock_angle[0]'], ['spreader', 'twist lock 1'], silent=False),
        s_steer=K('steering reports a sensor of wheel 7', [STE, '/rosout', '/diagnostics'], ['steer_fault', 'wheel_angle[6]'], ['steering', 'wheel 7'], silent=False),
        s_grease=K('greasing warns of an almost empty barrel', ['/greasing', '/rosout', '/diagnostics'], ['refill_soon'], ['greasing', 'grease barrel'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        X, Y, YAW, V, H, PH = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n, int); box, typ, lock, mv_n, ln = np.zeros(n), np.zeros(n), np.zeros(n, bool), np.zeros(n), np.full(n, 6.1)
        i, pos, yaw, h, self.tasks = 0, np.array([TX[0], 0.]), 0., 8., []; tele = 6.1; kg, ty = 0., 0
        new3, new4 = (self.unit == 'life' and self.idx >= x for x in (3, 4)); rain = self.z0
        if new3: a = self.rng('rain').uniform(400, 2300); rain = np.clip(np.minimum((t - a) / 40, (a + 900 - t) / 40), 0, 1)
        self.rain = rain; spd = 1.
        def put(m, code, x=None, y=None, w=None, v=0., hh=None):
            nonlocal i
            j = min(n, i + m); c = j - i
            X[i:j], Y[i:j] = pos if x is None else (x[:c], y[:c]); YAW[i:j] = yaw if w is None else w[:c]; V[i:j] = v if np.ndim(v) == 0 else v[:c]; H[i:j] = h if hh is None else hh[:c]
            PH[i:j], box[i:j], typ[i:j], lock[i:j], ln[i:j] = code, kg, ty, kg > 0, tele; a, i = i, j
            return slice(a, i)
        def wait(sec, code=0): return put(max(1, int(sec * r.uniform(.95, 1.06) / DT)), code)
        def lift(z, code):
            nonlocal h
            d = abs(z - h); vm = (.62 if kg == 0 else .62 - .0095 * kg) * (.97 + .06 * r.random()); am = .22; tr = min(vm / am, np.sqrt(max(d, .01) / am)); vp = am * tr; T = d / vp + tr
            m = max(3, int(T / DT)); u = (np.arange(m) + .5) * DT; v = np.clip(np.minimum(u, T - u) / tr, 0, 1); p = np.cumsum(v); p /= p[-1]; put(m, code, hh=h + (z - h) * p); h = z
        def drive(*pts, code=1, vm=None):
            nonlocal pos, yaw
            P = np.array([pos, *pts], float); S = np.r_[0, np.cumsum(np.hypot(*np.diff(P, axis=0).T))]; ds = .2; L = S[-1]
            if L < 1: return
            sg = np.arange(0, L, ds); px, py = np.interp(sg, S, P[:, 0]), np.interp(sg, S, P[:, 1]); kn = min(71, (len(sg) // 4) * 2 - 1)
            if kn > 3:
                ker = np.hanning(kn + 2)[1:-1]; ker /= ker.sum(); e = kn // 2
                px = np.convolve(np.r_[np.linspace(2 * px[0] - px[e], px[0], e, False), px, px[-1] + (px[-1] - px[-e - 1]) * np.arange(1, e + 1) / e], ker, 'valid'); py = np.convolve(np.r_[np.linspace(2 * py[0] - py[e], py[0], e, False), py, py[-1] + (py[-1] - py[-e - 1]) * np.arange(1, e + 1) / e], ker, 'valid')
            tx, ty_ = np.gradient(px), np.gradient(py); an = np.unwrap(np.arctan2(ty_, tx)); s0 = 1. if np.cos(an[0] - yaw) > 0 else -1.
            if s0 < 0: an = an + np.pi
            an += 2 * np.pi * np.round((yaw - an[0]) / 2 / np.pi); cur = np.abs(np.gradient(an, ds)); vl = np.minimum((vm or (6.6 if kg == 0 else 5.6 - .02 * kg)) * spd, np.sqrt(.55 / np.maximum(cur, 1e-3)))
            vl = np.where(py > 9, np.minimum(vl, 4.6 * spd), vl); vl[0] = vl[-1] = .12
            for k in range(len(vl) - 2, -1, -1): vl[k] = min(vl[k], np.sqrt(vl[k + 1]**2 + 2 * .55 * ds))
            for k in range(1, len(vl)): vl[k] = min(vl[k], np.sqrt(vl[k - 1]**2 + 2 * .5 * ds))
            T = np.r_[0, np.cumsum(ds / (.5 * (vl[1:] + vl[:-1])))]; m = int(T[-1] / DT); u = np.arange(m) * DT; it = lambda a: np.interp(u, T, a)
            put(m, code, it(px), it(py), it(an), s0 * it(vl)); pos, yaw = np.array([px[-1], py[-1]]), an[-1]
        def route(x, y):
            if abs(pos[1]) < 1 and y == 0: drive((x, 0)) if abs(x - pos[0]) > 2 else None
            elif abs(pos[1]) < 1: drive((x, 0), (x, y))
            elif y == 0: drive((pos[0], 0), (x, 0))
            elif abs(pos[0] - x) < 1: drive((x, y))
            else: xm = x + np.sign(x - pos[0]) * 10; drive((pos[0], 0), (xm, 0)); drive((x, 0), (x, y))        # past the row, then back into it
        def grab(z, code):
            nonlocal kg, ty, tele
            t_ = (6.1, 12.2, 13.7)[int(r.choice(3, p=(.4, .6, 0.) if not new3 else (.3, .5, .2)))]                       # 45 foot boxes: for the first time in life/3
            if t_ != tele:
                m = int(abs(t_ - tele) / .62 / DT); u = np.linspace(tele, t_, m); s = put(m, 3); ln[s] = u[:s.stop - s.start]; tele = t_
            lift(z + .05, 2); wait(1.2, 3); kg, ty = r.uniform(4, 16) if t_ < 7 else r.uniform(8, 30), 1 + (t_ > 7) + (t_ > 13); wait(2.2, 3); lift(r.uniform(4.8, 6.2), 4)
        def drop(z):
            nonlocal kg
            lift(z, 5); wait(1.5, 6); kg = 0.; wait(1.4, 6); lift(r.uniform(7.2, 8.6), 7)
        wait(r.uniform(15, 40)); done = 0
        while i < n:
            x, a0 = r.random(), i
            spd = .7 if x < .12 else 1.
            if new4 and done in (4, 5, 13):                                                  # brake test on the lane: for the first time in life/4
                route(TX[0], 0.)
                for k in range(4): drive((46. if k % 2 == 0 else 10., 0), code=8, vm=6.8); wait(1.5, 8)
            xq, xr, y = TX[int(r.integers(0, 2))], RX[int(r.integers(0, 5))], float(r.choice(np.arange(14, 45, 5)))
            if x > .86:                                                                      # housekeeping between rows
                route(xr, y); grab(2.6 * int(r.integers(1, 3)), 2); x2 = float(r.choice([v for v in RX if abs(v - xr) > 12 or v == xr])); y2 = float(r.choice([v for v in np.arange(14, 45, 5) if abs(v - y) > 6])); route(x2, y2); drop(2.6)
            else:
                out = r.random() < .5; A, B = ((xq, 0.), (xr, y)) if out else ((xr, y), (xq, 0.)); route(*A); wait(r.uniform(1, 14) if r.random() < .8 else r.uniform(20, 80), 0); grab(2.6 * (1 if out else int(r.integers(1, 3))), 2); route(*B); wait(r.uniform(.5, 5), 0); drop(2.6 * (1 if not out else int(r.integers(1, 3))))
            done += 1; mv_n[min(i, n - 1):] = done; self.tasks.append((a0 * DT, min(i, n) * DT, 'move'))
            if r.random() < .1: wait(r.uniform(20, 70), 0)
        self.x, self.y, self.yaw, self.v, self.h, self.ph, self.box, self.typ, self.lockd, self.moves, self.ln = X, Y, YAW, lp(V, .2), H, PH, lp(box, .6), typ, lock, mv_n, ln
        v = self.v; self.av = np.abs(v); self.drv = self.av > .3; self.yr = lp(np.gradient(YAW, DT), .25); self.acc = lp(np.gradient(v, DT), .3); self.hv = lp(np.gradient(H, DT), .15); self.kap = self.yr / np.where(self.av > .3, v, np.sign(v + 1e-9) * .3 * 10)
        self.amb = 13 + 6 * self.su('amb') + self.wander('amb', .4, 900) - 2 * lp(rain, 120)
        self.wind = np.clip(6 + 1.2 * self.su('wi') + 1.9 * self.wander('wi', 1, 40) + 1. * self.wander('gu', 1, 4), .2, 25)
        m = 66. + self.box
        self.req = lp(m * (1.08 * np.sign(v) * self.acc + .15 * np.tanh(self.av / .1)) + .02 * self.wind * self.av, .2) * .83
        pt = m * (1.05 * self.acc * v + .15 * self.av) * 1.02; ph = (11. + self.box) * 9.81 * self.hv; ph = np.where(ph > 0, ph * 1.18, ph * .78)
        self.pn = pt + ph
        self.acu, pump = hyst(np.abs(self.yr) * .55 + .05 * self.drv + .04, 2.1, 128, 152, 143 + 2 * self.su('ac')); self.pump = pump > .5
        self.aux = 18 + 9 * self.pump + 5 * self.wander('aux', .3, 20) + 12 * (self.pieces('ac', 60, 200, 0, 1) < .4)
        self.kw = np.clip(lp(self.pn, .35), 0, 330) + self.aux; self.idc = self.kw / .66 + 4 * self.wander('idc', 1, 4)
        self.rpm = slew(np.where(lp(self.kw, 4.) > 42, 1320 + 2.1 * lp(self.kw, 2), 950.), 170)
        night = self.unit == 'life' and self.idx in (3, 5); self.lamps = 1. if night else (.3 if self.su('night') > .4 else 0.)
        self.sway = self.pend(-self.acc, 7.5)
        self.strk = np.zeros(n, bool); g0 = r.uniform(0, 60)
        for a in np.arange(g0, self.dur, 62.): self.strk[int(a / DT):int((a + 7) / DT)] = True
        on = np.ones(n, bool); spw = ['speed', 'velocity', 'twist', 'faster', 'speed target', 'linear', 'motor rpm', 'rpm']
        self.num('slip1', self.req, TRA + ':torque_request', ['torque request', 'torque', 'request', 'acceleration'], above=self.quan(self.req, self.drv, .7, 0), tol=.5, and_=self.drv)
        self.num('hoist_heavy', self.box, '/move:box_tonnes', ['box tonnes', 'weight', 'load', 'heavy', 'heavier', 'rope kn', 'box', 'tonnes'], above=self.quan(self.box, box > 1, .42, 0), tol=.35, and_=np.abs(self.hv) > .05)
        c = self.conds['hoist_heavy']; c['accept'].append([round((11 + c['above'] * .65) * 9.81 / 4, 1), round((11 + c['above'] * 1.35) * 9.81 / 4, 1)])           # the same as the force of a rope
        self.num('gear_fast', np.abs(self.hv), HOI + ':lift_speed', ['lift speed', 'speed', 'hoist speed', 'faster', 'lifting', 'lowering'], above=round(float(np.quantile(np.abs(self.hv)[np.abs(self.hv) > .05], .4)), 2), tol=.35)
        self.num('sway_wind', self.wind, '/wind:vector.x', ['wind', 'vector', 'gust'], above=self.quan(self.wind, on, .62, 1), tol=.35)
        self.num('boost', self.kw, ENG + ':output_kw', ['output kw', 'output', 'load', 'power', 'kw', 'link amps'], above=self.quan(self.kw, self.kw > 40, .6, 0), tol=.4)
        self.num('link_load', self.idc, BUS + ':link_amps', ['link amps', 'current', 'load', 'link current', 'output kw'], above=self.quan(self.idc, on, .68, 0), tol=.35)
        self.num('radar_fast', self.av, POS + ':twist.twist.linear.x', spw, above=self.quan(self.av, self.drv, .5, 1), tol=.3)
        for kd, rad, sh in (('rail_spot', 5.5, .07), ('gnss_spot', 6., .1), ('link_spot', 6.5, .1), ('transponder_spot', 6., .1)):
            ok = self.drv & (self.av > 1)
            a, b = self.spot(kd, X, Y, rad, ok, sh); self.at(kd, X, Y, a, b, rad, self.drv if kd == 'rail_spot' else True)
        self.mode('drive2 rpm4 weak3', self.drv, 'driving', 'drives', 'moving', 'speed', 'velocity', 'torque request'); self.mode('lock3', lock, 'locked', 'lock', 'carrying', 'loaded', 'box')
        self.mode('wheel5', np.abs(np.gradient(lp(self.kap, .3), DT)) > .02, 'steering', 'turning', 'curves', 'steer request', 'steer'); self.mode('grease', self.strk, 'greasing', 'stroke', 'pumping')

    def pend(self, a, L):
        """Swing angle (mrad) of a load that is driven with acceleration a."""
        w2, z = 9.81 / L, .35; b = [DT * DT / L]; c = [1 + 2 * z * np.sqrt(w2) * DT + w2 * DT * DT, -2 - 2 * z * np.sqrt(w2) * DT, 1]
        return 1000 * lfilter(b, c, a)

    def build(self):
        t, n, f, w, v, drv, av = self.t, self.n, self.f, self.ns, self.v, self.drv, self.av
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.005, lag=.014), **k))
        base = v / (np.pi * 1.45) * 60 * 14.5; sl = lp(f('slip1'), .25) * (.07 + .025 * np.abs(self.wander('sl', 1, .5))); ma, mr, wt = [], [], []
        d2 = f('drive2') * np.tanh(av)
        for k in range(4):
            a = 6 + np.abs(self.req) * 2.35 * (1 + self.u(f'ma{k}', .015)) * (1 + .03 * self.wander(f'mw{k}', 1, 2)) + 1.4 * av + w(f'ma{k}', 1.6)
            if k == 1: a = a + 22 * d2
            if k == 2: a = a * (1 - .2 * f('weak3') * drv)
            p = base * (1 + self.u(f'mr{k}', .002) + .02 * self.kap * (1 if k % 2 else -1)) + w(f'mr{k}', 1.6) * np.minimum(av, 1)
            if k == 0: p = p * (1 + sl)
            if k == 3: p = p + f('rpm4') * drv * (30 * self.white('r4') - 190 * self.spikes('r4s', .05))
            e = self.warm(f'wt{k}', self.amb, .0028 * (np.abs(self.req) * 2.35 + 6)**2 + 2 * av + (15 * f('winding3') if k == 2 else 0), 280, 15, 20.); wt.append(q(hold(e, self.on('stuck1')) if k == 0 else e, .5)); ma.append(q(np.maximum(a, 0), .5)); mr.append(q(p, 1))
        pub(TRA, 'quay_msgs/msg/Traction', 8, dict(motor_amps=ma, motor_rpm=mr, winding_temp=wt, torque_request=delayed(self.req, -.12) * 2 + w('tr', .4)))
        # hoist, spreader
        hv, ah = self.hv, np.abs(self.hv); fl = (11 + self.box) * 9.81; hl = hv > .01; mo = np.tanh(ah / .03); ac = np.gradient(hv, DT)
        hc = lp(f('hoist_heavy'), .2); land = lp((self.ph == 3).astype(float) + (self.ph == 6), .3)
        hi = [np.abs(5 + mo * fl * np.where(hl, .62, .41) * (1 + self.u(f'hi{k}', .01)) * (1 + .02 * self.wander(f'hw{k}', 1, 1.5)) + 90 * np.maximum(ac, 0) + w(f'hi{k}', 2.2) * (1 + mo) + (hc * (24 + 5 * np.abs(self.wander('hh', 1, .5))) if k == 0 else 0)) for k in (0, 1)]
        bt = [self.warm(f'bt{k}', self.amb, 24 * lp(mo, 120) + (12 * f('brake2') if k else 0), 240, 8, 16., .15) for k in (0, 1)]
        rp = [(fl * (1 - .9 * land) / 4) * (1 + self.u(f'rp{k}', .012) + .02 * self.wander(f'rq{k}', 1, 3)) + .0025 * fl * self.sway / 10 * (1 if k < 2 else -1) * .3 + 6 * ac * (1 + self.box / 11) + (.25 * av + .2) * w(f'rpn{k}', 1.2) for k in range(4)]
        r2 = f('rope2'); rp[1] = rp[1] * (1 - .15 * r2); rp[0] = rp[0] * (1 + .05 * r2); rp[2] = rp[2] * (1 + .05 * r2); rp[3] = rp[3] * (1 + .05 * r2) + f('cell4') * 5.5 * self.white('c4')
        gf = lp(f('gear_fast'), .15)
        pub(HOI, 'quay_msgs/msg/Hoist', 8, dict(hoist_amps=[q(x, .5) for x in hi], brake_temp=[q(x, .5) for x in bt], rope_kn=[q(np.maximum(x, 0), .1) for x in rp], lift_height=q(self.h + self.u('lh', .01) + w('lh', .006) + .16 * f('height'), .01), lift_speed=q(hv + w('lv', .004), .005), gear_shake=q(np.abs(.22 + 1.5 * ah * (1 + .008 * self.box) * (1 + .1 * self.wander('gs', 1, 1)) + w('gsn', .08) + gf * (.62 + .2 * np.abs(self.white('gsx')))), .01)))
        ss = (f('s_spreader') > 0) & self.lockd & (self.pieces('ss', 1, 6, 0, 1) < .4); la = lp(slew(self.lockd * 90., 70), .1)
        lk = [la * (1 - .4 * ss * (k == 0)) + self.u(f'lk{k}', .3) + w(f'lk{k}', .25) - (5.5 * f('lock3') * (la > 60) if k == 2 else 0) for k in range(4)]; tl = np.abs(np.gradient(self.ln, DT)) > .1; act = tl | (np.abs(np.gradient(la, DT)) > 8)
        pub(SPR, 'quay_msgs/msg/Spreader', 6, dict(lock_angle=[q(x, .1) for x in lk], frame_length=q(self.ln + self.u('fl', .003) + w('fl', .0015) + f('length') * (.02 * self.white('flx') + .12 * self.spikes('fls', .04)), .001), circuit_bar=q(112 + self.u('cb', 1) - 22 * lp(act.astype(float), .3) + 2.2 * self.wander('cb', 1, 6) + w('cbn', 1) + f('spreader_bar') * (8 * self.wander('cbx', 1, .4) - 4), .5), oil_temp=q(self.warm('ot', self.amb, 11 + 60 * lp(act.astype(float), 120) + 9.5 * f('spreader_oil'), 260, 6, 16.), .1), landed=[(self.ph == 3) | (self.ph == 6)] * 4, spreader_code=np.where(ss, 31, 0)))
        sw = lp(f('sway_wind'), .4)
        pub('/sway', 'quay_msgs/msg/Sway', 8, dict(sway_mrad=q(self.sway * .45 + .35 * self.wind * self.wander('sw', 1, .9) + w('swn', .5) + sw * 9 * self.wander('swx', 1, .5), .1), trim_mrad=q(self.u('tm', .5) + .25 * self.wind * self.wander('tm', 1, 1.2) + w('tmn', .4) + sw * 5 * self.wander('tmx', 1, .5), .1), spot_quality=q(np.clip(95 - .9 * self.h - 6 * self.rain + 1.2 * self.wander('sq', 1, 6) + w('sqn', .7) - 8 * f('spot'), 0, 100), .5)))
        # steering
        kp = lp(self.kap, .3); pa = [(4.2, 1.4, -1.4, -4.2)[k // 2] for k in range(8)]; wa = []; dk = np.gradient(kp, DT)
        for k in range(8):
            z = kp
            if k == 4 and 'wheel5' in self.sev: z = np.where(self.sev['wheel5'] > 0, lp(delayed(kp, .55), .5), kp)
            y = np.degrees(np.arctan(z * pa[k])) + self.u(f'wa{k}', .12) + .12 * self.wander(f'wa{k}', 1, 2) * drv + w(f'wan{k}', .08); wa.append(y)
        st = f('s_steer') * (self.pieces('st', .5, 5, 0, 1) < .3); wa[6] = wa[6] * (1 - .8 * np.minimum(st, 1)); rs = lp(f('rail_spot'), .15)
        rb = [14 + 36 * np.clip(np.abs(dk) / .08, 0, 1.6) * (1 + .006 * self.box) + 22 * np.abs(kp) * 4 + 2.5 * self.wander(f'rb{k}', 1, .8) * np.minimum(av, 1.5) + w(f'rbn{k}', .9) + (12 * f('ram1') * (.4 + .6 * drv) if k == 0 else rs * np.abs(9 + 6 * self.white('rsx'))) for k in (0, 1)]
        pl = f('pump_low')
        pub(STE, 'quay_msgs/msg/Steering', 8, dict(wheel_angle=[q(x, .05) for x in wa], pump_bar=q(np.where(self.pump, lp(self.acu + 12., .3), 9.) + w('pb', .9), .5), accumulator_bar=q(self.acu + w('ab', .5) - pl * (8 + 3.5 * np.abs(self.white('abx'))), .5), ram_bar=[q(np.maximum(x, 0), .5) for x in rb], steer_request=q(np.degrees(np.arctan(delayed(kp, -.2) * 4.2)), .1), pumping=self.pump, steer_fault=np.where(st > 0, 27, 0)))
        pub(TYR, 'quay_msgs/msg/TyreMonitor', 1, dict(inflation_bar=[q(9.6 + self.u(f'ib{k}', .08) + .004 * (self.amb - 13) + .02 * self.wander(f'ib{k}', 1, 30) + .002 * self.box + w(f'ibn{k}', .012) - (.72 * f('tyre6') if k == 5 else 0), .01) for k in range(8)], tread_temp=[q(self.warm(f'tt{k}', self.amb, 4.6 * lp(av, 60) * (1 + .004 * self.box) + (8.5 * f('tread3') if k == 2 else 0), 400, 3, 9., .15), .5) for k in range(8)]))
        # genset, DC link
        se = f('s_engine') * (self.pieces('se', 1, 6, 0, 1) < .3); kw = self.kw + .66 * 1.6 * d2; bo = lp(f('boost'), .4); ct = self.warm('ct', 75 + .25 * self.amb, .045 * lp(kw, 30) + 8 * f('coolant'), 170, 2.5, 6., .15)
        pub(ENG, 'quay_msgs/msg/Genset', 6, dict(engine_rpm=self.rpm + 7 * self.wander('er', 1, 1.5) + w('ern', 3) - 140 * lp(np.minimum(se, 1), .5) + f('hunting') * 34 * np.sin(2 * np.pi * .55 * t + 2 * self.wander('hu', 1, 6)), output_kw=q(kw + w('ok', 1.2), .5), fuel_lph=q(np.maximum(5 + .235 * lp(kw, .8) * (1 + .02 * self.wander('fu', 1, 5)) + w('fun', .35) + 8.5 * f('fuel'), 0), .1), coolant_temp=q(ct, .1), oil_kpa=q(205 + .115 * self.rpm + 3 * self.wander('oi', 1, 8) + w('oin', 2) - f('oil') * (52 + 22 * np.abs(self.white('oix'))), 1),
            boost_kpa=q(np.maximum(8 + .62 * lp(kw, 1.2) + 2 * self.wander('bo', 1, 2) + w('bon', 1.2) - bo * (30 + 4 * self.wander('box', 1, .6)), 0), .5), exhaust_temp=q(hold(self.warm('ex', 175, 1.05 * lp(kw, 10), 14, 0., 60., 1.2), self.on('exhaust')), 1), engine_warning=np.where(se > 0, 3, 0)))
        ll = lp(f('link_load'), .2); idc = self.idc + 1.6 * d2; brk = np.maximum(-lp(self.pn, .3) - 15, 0)
        pub(BUS, 'quay_msgs/msg/DcLink', 8, dict(link_volts=q(662 + self.u('lv_', .8) - .035 * self.idc + .3 * np.minimum(brk, 60) + 1.3 * self.wander('lv', 1, 3) + w('lvn', .8) - ll * (15 + 3 * np.abs(self.wander('llx', 1, .5))), .5), link_amps=q(idc - 1.2 * brk + w('li', 1.5), .5), resistor_temp=q(self.warm('re', self.amb, 1.9 * lp(brk, 20) + 26 * f('resistor'), 75, 14, 45., .4), 1), capacitor_volts=q(331 + .15 * np.minimum(brk, 60) - .0175 * self.idc + .65 * self.wander('lv', 1, 3) + w('cvn', .5) + f('capacitor') * 4.2 * self.white('cvx'), .1), insulation_kohm=q(840 + 20 * self.u('ik') - 90 * lp(self.rain, 120) + 9 * self.wander('ik', 1, 40) + w('ikn', 5) - 210 * f('insulation'), 1)))
        fs = 640 + 26 * np.clip(ct - 79, 0, 20) + 6 * self.wander('fs', 1, 10) + w('fsn', 8)
        pub(COO, 'quay_msgs/msg/Radiator', 3, dict(fan_speed=q(fs * (1 - .17 * f('fan')), 5), inlet_temp=q(ct - .6 + w('in', .15), .1), outlet_temp=q(ct - 6.5 - .006 * (fs - 640) - .012 * lp(kw, 20) + w('ou', .2), .1), screen_pa=q(74 + .06 * (fs - 640) + self.u('sp', 1.5) + 3 * self.wander('sp', 1, 60) + w('spn', 1.3) + 38 * f('screen'), .5)))
        bx, la_ = f('battery'), [self.lamps * (3.6 + self.u(f'lm{k}', .05)) + .3 + w(f'lm{k}', .02) for k in range(4)]; la_[2] = la_[2] * (1 - np.minimum(f('lamp3'), 1.25) * np.where(self.pieces('l3', .1, .9, 0, 1) < .4, .42, .12)); ci = 21 + sum(la_) + 3 * self.rain + 5 * (self.pieces('ci', 20, 80, 0, 1) < .4) + 1. * self.wander('ci', 1, 6)
        pub(ELE, 'quay_msgs/msg/LowVoltage', 4, dict(battery_volts=q(27.6 + self.u('bv', .04) - .006 * ci + .03 * self.wander('bv', 1, 40) + w('bvn', .02) - bx * (.36 + .16 * np.abs(self.white('bvx'))), .01), converter_amps=q(ci + w('cin', .25), .1), converter_temp=q(self.warm('cv', self.amb, .45 * lp(ci, 30) + 8.5 * f('converter'), 230, 10, 18.), .1), lamp_amps=[q(x, .01) for x in la_]))
        # place
        pub(POS, 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(self.x + w('ox', .012, 4), .001), 'pose.pose.position.y': q(self.y + w('oy', .012, 4), .001), 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(v + w('ov', .012) * (.2 + drv), .001), 'twist.twist.angular.z': q(self.yr + w('oz', .002), .001)}, 'terminal', age=.7 * f('odometry_old'))
        gs = lp(f('gnss_spot'), .6); cov = np.maximum(.00035 * np.exp(.25 * self.wander('gc', 1, 20)) * (1 + 1.2 * (self.y > 9)), 1e-5) * (1 + gs * (7 + 3 * np.abs(self.white('gcx')))); ns_ = [q(cov * (1 + .1 * k) + np.abs(w(f'cv{k}', 1e-5)), 1e-6) for k in (0, 1)]; zz = self.z0
        pub('/gnss', 'sensor_msgs/msg/NavSatFix', 4, {'latitude': 53.536 + (self.y + w('ge', .015, 8)) / 111200, 'longitude': 9.912 + (self.x + w('gn', .015, 8)) / 66100, 'altitude': q(18.2 + .02 * self.wander('ga', 1, 20) + w('gan', .008) + gs * .09 * self.white('gax'), .001), 'position_covariance': [ns_[0], zz, zz, zz, ns_[1], zz, zz, zz, 4 * cov], 'position_covariance_type': 2, 'status.status': 2, 'status.service': 1}, 'mast')
        sh = .05 + .035 * av + .01 * lp(np.abs(np.gradient(lp(self.box, .2), DT)), .3)
        self.imu(IMU, 14, (.004 * self.wander('ir', 1, 1.5) * np.minimum(av, 2) * .5 + w('irn', 8e-4), .002 * self.acc + w('ip', 8e-4), self.yaw + w('iy', .0015)), (w('gx', .003 + .0012 * av), w('gy', .003 + .0012 * av), self.yr + w('gz', .0025 + .0008 * av) + self.u('gz', .0005) + .018 * f('gyro')),
                 (self.acc + sh * self.white('ax') + rs * .5 * self.white('axr'), self.yr * v + sh * self.white('ay'), 9.81 + 1.4 * sh * self.white('az') + rs * 1.25 * self.white('azr')), 'frame', drop=.45 * f('imu_lost'), lag=.01)
        tg = (np.floor(self.x / 6) + 20 * np.floor(self.y / 6) + 40).astype(int); nr = np.exp(-((((self.x + self.y) % 6) - 3) / 1.6)**2)
        ts = lp(f('transponder_spot'), .3)
        pub('/transponder', 'quay_msgs/msg/Transponder', 5, dict(tag=tg, reader_db=q(-66 + 15 * nr + self.u('rd', .4) + w('rd', 1) - 10 * ts, .5), lateral_mm=q(9 * self.wander('lt', 1, 3) + w('ltn', 2) + 11 * ts * self.white('ltx'), 1)))
        gp, pe = [], self.pieces('pe', 3, 12, 0, 1) < .1
        for k in range(6):
            g = stream(self.seed, self.NAME, self.unit, f'gap{k}').standard_normal(60); inr = self.y > 9
            x = np.where(inr, .75 + .12 * np.interp(self.y + 3 * k, np.arange(60), g) * .6 + .05 * self.wander(f'gp{k}', 1, 2), 3.2 + .6 * np.interp(self.x % 58, np.arange(60), g)) + w(f'gpn{k}', .02)
            gp.append(q(np.clip(x + (f('gap2') * (.3 * self.white('g2')) if k == 1 else 0), .1, 5), .01))
        pub('/clearance', 'quay_msgs/msg/Clearance', 5, dict(gap_m=gp, persons=pe))
        lf, rg = f('lidar'), []
        for k in range(9):
            x = (6, 9, 14, 22, 34, 22, 14, 9, 6)[k] * np.exp(.18 * np.interp(self.x + 1.3 * self.y, np.arange(0, 200, 4.), stream(self.seed, self.NAME, self.unit, f'wall{k}').standard_normal(50))) * (1 + .02 * self.wander(f'fw{k}', 1, 3)); x = np.where(pe & (k in (3, 4)), np.minimum(x, 11.), x) + w(f'fl{k}', .03)
            if 3 <= k <= 5: x = np.where((lf > 0) & (self.rng(f'lf{k}').random(n) < .55), .7 + np.abs(w(f'lfn{k}', .1)), x)
            rg.append(x)
        self.scan('/front_scan', 4, rg, 1.1, 60, lag=.02)
        pub('/spreader_camera', 'quay_msgs/msg/SpreaderCamera', 4, dict(sharpness_index=q(np.clip(71 + self.u('si', .8) - .6 * self.h - 5 * self.rain - .5 * av + 1.5 * self.wander('si', 1, 8) + w('sin', .9) - 12 * f('lens'), 5, 99), .1), mean_grey=q(np.clip(112 + 8 * self.su('mg') - 55 * (self.lamps > .9) + 6 * self.wander('mg', 1, 15) + 6 * np.sin(self.yaw) + w('mgn', 1.4), 0, 255), 1), detect_ms=q(31 + np.abs(w('dm', 2)) + 4 * np.isin(self.ph, (2, 3)) + f('detect') * (9 + 3 * np.abs(self.white('dmx'))), .5), corner_px=[q(6 * self.wander(f'cp{k}', 1, 2) + .8 * self.sway * .2 + w(f'cpn{k}', 1), .5) for k in (0, 1)]))
        rf = lp(f('radar_fast'), .3)
        pub('/front_radar', 'quay_msgs/msg/Radar', 6, dict(target_m=q(np.clip(26 * np.exp(.4 * self.wander('ta', 1, 5)) + w('tan', .2) - 4 * rf * np.abs(self.white('tax')), .5, 120), .1), closing_mps=q(av + w('cl', .1), .05), noise_floor=q(-91 + self.u('nf', .4) + .45 * av + .9 * self.wander('nf', 1, 5) + w('nfn', .6) + 4.6 * rf, .5), echoes=np.clip(4 + 2 * self.wander('ec', 1, 6), 0, 30)))
        sk = lp(self.strk.astype(float), .6)
        pub('/greasing', 'quay_msgs/msg/Greasing', 2, dict(line_bar=q(2 + 148 * sk * (1 - .28 * f('grease')) + np.abs(w('gl', 1.2)), 1), grease_kg=q(3.9 + .5 * self.su('gk') - np.cumsum(self.strk) * DT * .0004 + w('gk', .008), .01), stroke=self.strk, refill_soon=(f('s_grease') > 0) & (t % 20 < 6)))
        lk_ = lp(f('link_spot'), .5)
        pub(LNK, 'quay_msgs/msg/Link', 3, dict(signal_dbm=-62 - .22 * np.hypot(self.x - 36, self.y - 10) + self.su('sg', 1.2) + 1.6 * self.wander('sg', 1, 4) + w('sgn', .9) - 12 * lk_, round_trip_ms=q(22 + np.abs(w('rt', 4)) + 45 * lk_ * self.rng('rtx').random(n), 1), lost_percent=q(self.rng('lo').gamma(.5, .2, n) + 3.5 * lk_ * self.rng('lox').random(n), .1), access_point=1 + (self.x > 36)))
        vy = self.wander('vy', 2.2, 12) + w('vyn', .15)
        pub('/wind', 'geometry_msgs/msg/Vector3Stamped', 4, {'vector.x': q(self.wind + w('wx', .15), .1), 'vector.y': q(hold(vy, self.on('vane')), .1)}, 'mast')
        pub('/move', 'quay_msgs/msg/Move', 4, dict(moves_done=self.moves, move_phase=self.ph, box_type=self.typ, speed_target=q(delayed(av, -.3), .05), box_tonnes=q(self.box + w('bx', .05) * (self.box > .5), .1)))
        pub('/ambient', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .06), .1)))
        cy = f('cycle')
        pub('/vehicle_computer', 'quay_msgs/msg/Computer', 2, dict(cycle_ms=q(19.6 + np.abs(w('cy', .3)) + 1.8 * cy, .1), cycle_worst_ms=q(26 + np.abs(w('cw', 3)) + cy * (17 + 7 * self.rng('cwx').random(n)), .1), board_temp=q(self.warm('bd', self.amb, 20 + 2. * drv, 180, 20, 19., .2), .5), used_mb=q(2040 + 95 * self.newver + 8 * self.su('um') + 4 * self.wander('um', 1, 110) + w('umn', 1.2) + self.computer_leak('memory', 150), 1)), strs=dict(release='7.4' if self.newver else '7.3'))
        self.goals('/job/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_engine', 'genset', ['derate active, code 3', 'rail pressure below set value'])
        a2 = self.speak('s_spreader', 'spreader', ['lock 1 not confirmed, code 31', 'lock 1 second try'], 14)
        a3 = self.speak('s_steer', 'steering', ['angle sensor of wheel 7 implausible, code 27', 'wheel 7 on substitute value'])
        s = self.when('s_grease'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 23): self.log(x, 'W', 'greasing', 'barrel almost empty', 'fault')
            a4 = np.where(self.on('s_grease'), 1., 0.)
        self.routine([(34, 'I', 'job', 'move done in {} s', 70, 130), (8, 'W', 'guard', 'person at {} m, slowed', 8, 30), (6, 'W', 'job', 'crane not ready, wait {} s', 10, 70), (5, 'I', 'link', 'roamed in {} ms', 40, 250), (4, 'W', 'spreader', 'landing corrected by {} mm', 20, 70)],
                     [('I', 'core', 'release ' + ('7.4' if self.newver else '7.3')), ('W', 'gnss', 'correction age high'), ('W', 'sway', 'zero from last shift'), ('I', 'steering', 'wheels aligned')])
        self.status('genset', 'GS', a1, {2: 'derate'}, aux=self.aux); self.status('spreader', 'SP', np.maximum(a2, brief_warn(self, 'sp', 1.2)), {1: 'landing repeated', 2: 'lock 1 not confirmed'})
        self.status('steering', 'ST', a3, {2: 'sensor of wheel 7'}); self.status('greasing', 'GR', a4, {1: 'barrel low'}); self.status('terminal link', 'TL', brief_warn(self, 'tl', 1.4), {1: 'weak signal'})
