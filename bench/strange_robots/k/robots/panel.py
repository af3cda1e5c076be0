"""Cleaning robot of a solar roof beside a cement works: two tracks, two brushes, water, down-force fans, safety rope; English, mostly standard messages."""
import numpy as np
from base import DT, Robot, Track
from lib import K, brief_warn, hold, hyst, lp, mdef, q, quat, slew

MOT, JNT, BRU, WAT, DWN, WIN, CAM, CHG, PWR, SLP, RAD, CPU = '/motors', '/joint_states', '/brushes', '/water', '/downforce', '/rope_winch', '/soil_camera', '/charger', '/power_board', '/slip', '/radio', '/onboard_computer'
EDG = ['/edge/front_left', '/edge/front_right', '/edge/rear_left', '/edge/rear_right']


class Panel(Robot):
    NAME = 'panel'
    FLAGS = [(MOT, 'fault_bits'), (WAT, 'dry_events'), (WIN, 'slack_alarm'), (BRU, 'replace_soon')]
    DEFS = {
        'solarclean_msgs/msg/Motors': mdef('float32[4] amps celsius; uint16 fault_bits'),
        'solarclean_msgs/msg/Brushes': mdef('float32[2] height_mm; float32 pressure_n wear_mm; bool replace_soon'),
        'solarclean_msgs/msg/Water': mdef('float32 tank_litres flow_lpm line_kpa pump_amps conductivity_us; uint16 dry_events'),
        'solarclean_msgs/msg/Downforce': mdef('float32[2] fan_amps; uint16[2] fan_rpm; float32 skirt_pa'),
        'solarclean_msgs/msg/RopeWinch': mdef('float32 tension_n payout_m winch_amps; bool slack_alarm'),
        'solarclean_msgs/msg/SoilCamera': mdef('float32 soil_pct sharpness frame_ms brightness tracking_pct'),
        'solarclean_msgs/msg/Charger': mdef('float32 charge_amps charge_volts ripple_mv; float32[2] contact_c; uint16 fan_rpm; bool docked'),
        'solarclean_msgs/msg/PowerBoard': mdef('float32 bus_volts bus_amps rail_12 board_c'),
        'solarclean_msgs/msg/Slip': mdef('float32[2] slip_pct; float32 sideways_mm_s'),
        'solarclean_msgs/msg/Wind': mdef('float32 wind_speed wind_from; float32 gust'),
        'solarclean_msgs/msg/Radio': mdef('int16 rssi_dbm; float32 latency_ms loss_pct'),
        'solarclean_msgs/msg/Safety': mdef('bool estop_ok rope_hooked; uint8 people'),
        'solarclean_msgs/msg/Mission': mdef('uint8 phase programme lane; uint16 round; float32 speed_request'),
        'solarclean_msgs/msg/Computer': mdef('float32 loop_ms loop_max_ms ram_mb cpu_c; string image'),
    }
    k = lambda w, t, f, p, **kw: K(w, [t] if isinstance(t, str) else t, f.split(), p.split('|'), **kw)
    KINDS = dict(
        left_drive=k('left track motor draws more and more current: bearing full of cement', MOT, 'amps[0]', 'left track|left motor|left drive', step=False, where='when driving', cons=('/battery', PWR)),
        right_hot=k('right track motor gets hot: gear oil lost', MOT, 'celsius[1]', 'right track|right motor', step=False, tail=300),
        right_climb=k('right track motor draws more current when the incline is above a number: belt tooth jumps', MOT, 'amps[1]', 'right track|right motor|track belt', where='**incline above a number**', cond=True, need=8),
        front_brush=k('front brush draws more and more current: twine wound up', MOT, 'amps[2]', 'front brush|brush motor', step=False, where='when brushing', cons=('/battery', PWR)),
        rear_fast=k('current of the rear brush flutters when the brush is faster than a number: out of balance', MOT, 'amps[3]', 'rear brush|brush motor', where='**brush speed above a number**', cond=True, need=12),
        front_frozen=k('temperature of the front brush motor frozen', MOT, 'celsius[2]', 'front brush|brush motor'),
        drag_place=k('both tracks draw more current at one place: frame stands up', MOT, 'amps[0] amps[1]', 'tracks|module frame|track motors', where='**at a place**', cond=True, need=8),
        rear_speed=k('speed of the rear brush flickers: hall sensor', JNT, 'velocity[3]', 'rear brush|brush|hall sensor', where='when brushing'),
        left_effort=k('effort of the left track reads too low: torque estimate', JNT, 'effort[0]', 'left track|left motor|torque estimate', where='when driving'),
        joints_old=k('joint states come with old stamps', JNT, 'header.stamp', 'joint states'),
        brush_low=k('front brush hangs low: spring', BRU, 'height_mm[0]', 'front brush|brush height|spring'),
        brush_height=k('height of the rear brush noisy: sensor wet', BRU, 'height_mm[1]', 'rear brush|brush height'),
        press=k('brush pressure uneasy: damper lost', BRU, 'pressure_n', 'brush pressure|brushes|damper', where='when brushing'),
        pump=k('water pump draws more and more current: impeller limed', WAT, 'pump_amps', 'water pump|water|impeller', step=False, where='when spraying'),
        nozzles=k('flow of the water low: nozzles clogged', WAT, 'flow_lpm', 'nozzles|water|spray bar', where='when spraying'),
        tank=k('level of the tank noisy: float rubs', WAT, 'tank_litres', 'water tank|water|float'),
        line_flow=k('line pressure flutters when the flow is above a number: regulator', WAT, 'line_kpa', 'water line|water|regulator', where='**flow above a number**', cond=True, need=12),
        resin=k('conductivity of the water rises: resin spent', WAT, 'conductivity_us', 'resin|water|conductivity', step=False),
        shake_place=k('robot is shaken at one place: module clamp loose', '/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'imu|module clamp', where='**at a place**', cond=True, need=8),
        gyro=k('yaw gyro has a bias', '/imu', 'angular_velocity.z', 'imu|gyro'),
        imu_lost=k('messages of the imu get lost', '/imu', 'header.stamp', 'imu'),
        incline_off=k('inclinometer stands off: bracket bent', '/incline', 'data', 'inclinometer|incline|bracket'),
        odometry_old=k('odometry comes with old stamps', '/odometry', 'header.stamp', 'odometry'),
        gps_noise=k('position of the satellite receiver noisy: antenna foot', '/gps/fix', 'latitude longitude', 'gps|satellite receiver|antenna'),
        edge_fl=k('edge sensor front left noisy: lens scratched', EDG[0], 'range', 'edge sensor front left|edge front left'),
        edge_rr=k('edge sensor rear right reads too far: holder bent', EDG[3], 'range', 'edge sensor rear right|edge rear right'),
        edge_fr=k('edge sensor front right frozen', EDG[1], 'range', 'edge sensor front right|edge front right'),
        scan_dirt=k('beams 4 and 5 of the scanner read short: splash', '/scan', 'ranges[3] ranges[4]', 'lidar|scanner|scan'),
        scan_lost=k('scans get lost', '/scan', 'header.stamp', 'lidar|scanner|scan'),
        lens=k('soil camera loses sharpness: cement film', CAM, 'sharpness', 'soil camera|camera|lens', step=False),
        bright=k('frames late when the picture is brighter than a number: exposure loop', CAM, 'frame_ms', 'soil camera|camera|exposure', where='**brightness above a number**', cond=True),
        glare_place=k('soil camera loses track at one place: sky mirror', CAM, 'tracking_pct sharpness', 'soil camera|camera|mirror', where='**at a place**', cond=True, need=8),
        soil_off=k('soil reads too high: led of the camera dim', CAM, 'soil_pct', 'soil camera|camera|led'),
        cell5=k('cell 5 of the battery stands low and sags: ageing', '/battery', 'cell_voltage[4]', 'battery|cell 5'),
        battery_hot=k('battery gets warm on one side: pad', '/battery', 'cell_temperature[0]', 'battery|pad', step=False, tail=300),
        contact=k('charging contact 2 gets hotter when the current is above a number: burnt', CHG, 'contact_c[1]', 'charging contact|charger|contact 2', where='**charging current above a number**', cond=True, tail=120),
        ripple=k('ripple of the charger high: capacitor', CHG, 'ripple_mv', 'charger|capacitor', where='when charging'),
        charger_fan=k('fan of the charger slow: dust', CHG, 'fan_rpm', 'charger|charger fan'),
        rail12=k('12 V rail uneasy: plug', PWR, 'rail_12', '12 v rail|power board|plug'),
        bus_load=k('bus voltage falls when its current is above a number: fuse holder', PWR, 'bus_volts', 'bus|power board|fuse holder', where='**bus current above a number**', cond=True),
        board_hot=k('power board gets hot: heat pad', PWR, 'board_c', 'power board|heat pad', step=False, tail=250),
        fan1=k('down-force fan 1 draws more and more current: dust cake', DWN, 'fan_amps[0]', 'down force fan 1|downforce|fan 1', step=False),
        fan2=k('down-force fan 2 slow: driver', DWN, 'fan_rpm[1]', 'down force fan 2|downforce|fan 2'),
        skirt=k('down force low: skirt worn', DWN, 'skirt_pa', 'skirt|downforce'),
        skirt_fast=k('down force flutters when driving faster than a number: skirt corner torn', DWN, 'skirt_pa', 'skirt|downforce|skirt corner', where='**speed above a number**', cond=True, need=12),
        tension=k('tension of the rope reads too high: load pin', WIN, 'tension_n', 'rope|winch|load pin'),
        winch=k('winch draws more and more current: guide roller stuck', WIN, 'winch_amps', 'winch|rope|guide roller', step=False, where='when the winch turns'),
        payout=k('length of the rope flickers: encoder', WIN, 'payout_m', 'winch|rope|rope encoder'),
        sun=k('sun sensor reads too little: dust on the dome', '/sun', 'illuminance', 'sun sensor|sun'),
        module_frozen=k('module temperature frozen', '/module_temperature', 'temperature', 'module temperature|infrared sensor'),
        humidity=k('humidity frozen', '/air/humidity', 'relative_humidity', 'humidity|humidity sensor'),
        vane=k('wind direction frozen: vane jammed', '/wind', 'wind_from', 'wind sensor|vane'),
        magnet=k('magnetometer stands off: bolt magnetised', '/magnetometer', 'magnetic_field.x magnetic_field.y', 'magnetometer|compass'),
        slip_left=k('left track slips: belt polished', SLP, 'slip_pct[0]', 'left track|slip', where='when driving'),
        slip_fast=k('right track slips when faster than a number: belt tension', SLP, 'slip_pct[1]', 'right track|slip|track belt', where='**speed above a number**', cond=True, need=12),
        radio_place=k('radio weak at one place: new steel hopper', RAD, 'rssi_dbm latency_ms loss_pct', 'radio|network', where='**at a place**', cond=True, need=8),
        loop=k('computer has far longer worst loops', CPU, 'loop_max_ms loop_ms', 'onboard computer|computer'),
        cpu_hot=k('processor gets hot: fan dead', CPU, 'cpu_c', 'onboard computer|computer|processor', step=False, tail=250),
        ram=k('memory of the computer fills', CPU, 'ram_mb', 'onboard computer|computer|memory', step=False),
        s_motor=k('left track reports overcurrent', [MOT, '/rosout', '/diagnostics'], 'fault_bits amps[0]', 'left track|left motor', silent=False),
        s_water=k('water pump reports running dry', [WAT, '/rosout', '/diagnostics'], 'dry_events flow_lpm', 'water pump|water', silent=False),
        s_rope=k('winch reports slack rope again and again', [WIN, '/rosout', '/diagnostics'], 'slack_alarm tension_n', 'winch|rope', silent=False),
        s_brush=k('brushes warn that they should be replaced soon', [BRU, '/rosout', '/diagnostics'], 'replace_soon', 'brushes|brush', silent=False),
    )

    def plan(self):
        self.day(22, 5., 9.); T = Track(self, x=.6, y=.5, yaw=0.); r, n, z0 = T.r, self.n, self.z0; new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0
        L, lanes = (24., 20., 27.)[self.site], (4, 4, 3)[self.site]; self.tilt = np.radians((16., 11., 20.)[self.site]); rnd = 0
        def turn(to):
            d = (to - T.pos['yaw'] + np.pi) % (2 * np.pi) - np.pi
            if abs(d) > .02: T.go(3, v=.75, a=1.2, yaw=T.pos['yaw'] + d)
        def drive(code, x, y, v, back=False):
            dx, dy = x - T.pos['x'], y - T.pos['y']
            if np.hypot(dx, dy) < .02: return
            turn(np.arctan2(dy, dx) + (np.pi if back else 0)); vv = v * max(abs(dx), abs(dy)) / np.hypot(dx, dy)
            if r.random() < .12 and np.hypot(dx, dy) > 8:                                                                         # worker at the edge, bird, hose
                u = r.uniform(.25, .75); T.go(code, v=vv, a=.35, x=T.pos['x'] + dx * u, y=T.pos['y'] + dy * u); sp = {k_: T.H[k_][min(T.i, n - 1)] for k_ in ('br', 'wt') if k_ in T.H}; T.set(br=0, wt=0, ppl=1); T.wait(r.uniform(4, 22), 9); T.set(ppl=0, **sp)
            T.go(code, v=vv, a=.35, x=x, y=y)
        T.set(prog=1); T.wait(r.uniform(20, 60), 6)
        while T.more:
            a0 = T.i; rnd += 1; T.spd = .66 if r.random() < .12 else 1.; prog = int(r.choice((1, 2), p=(.62, .38))) if not (new3 and r.random() < .25) else 3     # 1 wet, 2 dry, 3 detergent: for the first time in life/3
            v, rpm, fl = r.uniform(.36, .6), r.uniform(95, 150), (r.uniform(3.4, 6.2) if prog != 2 else 0) * (.7 if prog == 3 else 1); T.set(prog=prog, rnd=rnd, vreq=v * T.spd); ln = 0
            up = r.random() < .8; order = range(lanes) if up else range(lanes - 1, -1, -1)
            drive(4, 1.6, .8 + 1.45 * order[0], .5)
            for k_ in order:
                ln = k_; xx = 1.6 if ln != order[0] and T.pos['x'] < 5 else 1.6; y = .8 + 1.45 * ln; drive(4, T.pos['x'], y, .4); end = L if T.pos['x'] < L / 2 else 1.6
                back = new4 and r.random() < .14                                                                                   # a lane backwards: for the first time in life/4
                turn((np.pi if end < L / 2 else 0.) + (np.pi if back else 0)); T.set(lane=ln + 1, br=rpm * r.uniform(.84, 1.16), wt=fl * r.uniform(.84, 1.16)); lv = v * r.uniform(.76, 1.18); T.set(vreq=lv * T.spd); drive(1 if prog != 2 else 2, end, y, lv, back); T.set(br=0, wt=0)
                if r.random() < .12: T.set(br=rpm); drive(10, end + (3.5 if end < L / 2 else -3.5), y, v); drive(10, end, y, v); T.set(br=0)   # dirty corner again
            T.set(lane=0); drive(5, 1.6, .5, .5); drive(5, .6, .5, .3); turn(0.); T.set(dock=1, fill=1); T.wait(r.uniform(40, 80) if r.random() < .8 else r.uniform(90, 190), 6); T.set(dock=0, fill=0); T.task(a0, 'round')
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0); E('dock')
        self.dock = (self.st == 6) * 1.; ox, oy = ((0., 0.), (38., -21.), (-44., 17.))[self.site]; dev = lp(lp(.06 * self.wander('dev', 1, 7), 1.), .5) * lp((self.dock < .5) * 1., 3)
        vx, vy = np.gradient(lp(A['x'], .12), DT), np.gradient(lp(A['y'], .12), DT); self.yaw = lp(A['yaw'], .15) + lp(.02 * self.wander('ya', 1, 4), .6) * (self.dock < .5); self.v = lp(vx * np.cos(self.yaw) + vy * np.sin(self.yaw), .1); self.yr = lp(np.gradient(self.yaw, DT), .12)
        self.x, self.y = lp(A['x'], .15) + ox, lp(A['y'], .15) + dev + oy; self.va = np.abs(self.v); self.mv = (self.va > .05) | (np.abs(self.yr) > .08); self.acc = lp(np.gradient(self.v, DT), .15); self.inc = self.tilt * np.sin(self.yaw)                        # pitch along the robot, rad
        self.br = lp(slew(E('br'), 90), .25); self.bo = self.br > 30; self.fl = lp(slew(E('wt'), 4), .4) * (1 + .012 * self.wander('fl', 1, 2)); self.wet = lp((self.fl > 1) * 1., 4.); self.spray = self.fl > 1
        self.soil = np.clip(34 + 8 * self.su('soil') + 6 * self.wander('soil', 1, 12) + 6 * np.sin(self.x / 3.3 + .8 * self.y) + 8 * self.hotday, 4, 90); cloud = lp(np.tanh(2.2 * self.wander('cl', 1, 70)), 3.); self.sun = (64000 + 9000 * self.su('sun') + 9000 * self.hotday) * (1 + .28 * cloud) + 200
        self.lum = 96 + .00055 * self.sun + 7 * np.sin(self.x / 4.2) + 10 * np.cos(self.yaw - 1) + 2 * self.wander('lum', 1, 5); dirt = 1 + .004 * (self.soil - 34)
        side = .9 * self.tilt * np.cos(self.yaw); mvf = self.mv * 1.; base = (2.1 + 2.6 * self.va) * mvf; cl = 15 * self.inc * np.sign(self.v) * np.clip(self.va * 6, 0, 1)
        self.im = [np.maximum(base * (1 - (.9 * side if k_ else -.9 * side)) + cl + 2.2 * np.clip(self.acc * np.sign(self.v), -.4, 1) + 2.4 * np.abs(self.yr) + .12 * self.bo + .25 * self.wander(f'im{k_}', 1, .9) * mvf, .15 * mvf) for k_ in (0, 1)]
        self.ibr = [self.bo * (1.1 + .021 * self.br * dirt * (1 - .1 * self.wet) * (1. if k_ == 0 else .94)) * (1 + .035 * self.wander(f'ib{k_}', 1, 1.)) for k_ in (0, 1)]; self.fan = lp((self.dock < .5) * 1., 1.5)
        self.ib = 1.9 + sum(self.im) + sum(self.ibr) + 5.4 * self.fan + .55 * self.fl + .15 * self.wander('ib', 1, 3)
        soc, so, ic = [], float(r.uniform(.62, .82)), []; fac = (1 + .16 * cloud)[::20]
        for a, c, f_ in zip(self.ib[::20], self.dock[::20], fac): k_ = min(38., max(0., (.985 - so) * 300)) * f_ if c else 0.; so += (k_ - a) / 3600 / 42; soc.append(so); ic.append(k_)
        kk = np.arange(len(soc)) * 20; self.soc = np.interp(np.arange(n), kk, soc); self.ic = lp(slew(np.where(self.dock > 0, np.interp(np.arange(n), kk, ic), 0), 18, 120), .4) * (1 + .07 * np.tanh(1.5 * self.wander('ic', 1, 9)))
        self.pay = np.hypot(self.x - ox + .5, self.y - oy + 1.2) + 2.; self.dpay = lp(np.gradient(self.pay, DT), .2); self.inc_deg = np.degrees(self.inc)
        sp = ['speed', 'faster', 'velocity', 'linear', 'twist', 'speed request']; qv = self.quan(self.va, self.va > .1, .5, 2)
        self.num('right_climb', self.inc_deg, '/incline:data', ['incline', 'data', 'slope', 'climb', 'climbing'], above=round(np.degrees(self.tilt) * .55, 1), tol=.5, and_=self.mv); self.num('rear_fast', self.br, JNT + ':velocity[3]', ['velocity', 'brush speed', 'brush', 'speed', 'faster', 'rpm'], above=self.quan(self.br, self.bo, .5, 0), tol=.35)
        c = self.conds['rear_fast']; c['above'] = round(c['above'] * .10472, 2); c['accept'] = c['accept'] + [[x * .10472 for x in a] for a in c['accept']]              # the field is in rad/s; rpm is right too
        self.num('line_flow', self.fl, WAT + ':flow_lpm', ['flow lpm', 'flow', 'water'], above=self.quan(self.fl, self.spray, .5, 1), tol=.35); self.num('bright', self.lum, CAM + ':brightness', ['brightness', 'brighter', 'light', 'illuminance'], above=self.quan(self.lum, self.lum > 0, .6, 0), tol=.2)
        self.num('contact', self.ic, CHG + ':charge_amps', ['charge amps', 'charging current', 'current', 'charging'], above=self.quan(self.ic, self.ic > 10, .35, 0), tol=.4); self.num('bus_load', self.ib, PWR + ':bus_amps', ['bus amps', 'bus current', 'current', 'load'], above=self.quan(self.ib, self.ib > 6, .5, 1), tol=.35)
        self.num('skirt_fast', self.va, '/odometry:twist.twist.linear.x', sp, above=qv, tol=.4); self.num('slip_fast', self.va, '/odometry:twist.twist.linear.x', sp, above=qv, tol=.4)
        self.places(self.x, self.y, self.mv & (self.va > .1), drag_place=(1.9, .08), shake_place=(1.9, .08), glare_place=(2., .09), radio_place=(2., .09))
        dw = ('driving', 'moving', 'speed', 'velocity', 'speed request'); bw = ('brushing', 'brush', 'cleaning', 'running', 'turning', 'velocity'); self.mode('left_drive left_effort slip_left', self.va > .08, *dw); self.mode('front_brush rear_speed press', self.bo, *bw); self.mode('pump nozzles', self.spray, 'spraying', 'flow lpm', 'water', 'wet', 'pump')
        self.mode('ripple', self.ic > 8, 'charging', 'charge amps', 'docked'); self.mode('winch', np.abs(self.dpay) > .08, 'winch', 'turns', 'moving', 'payout m', 'driving')

    def build(self):
        t, n, f, w, E, h, W, S, H, fz = self.t, self.n, self.f, self.ns, self.E, self.h, self.wander, self.white, self.H, self.fz; pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.005, lag=.011), **k)); mv, va, bo = self.mv * 1., self.va, self.bo * 1.; u = self.u
        er = self.shape('s_motor', .35, .6, 4) & (va > .08); dm = lp((va > .08) * 1., .2); x0, xb = 1.55 * f('left_drive') * dm, 1.05 * f('front_brush') * bo; pl, rc, rf = h('drag_place', .25), h('right_climb', .2), h('rear_fast', .25)
        am = [self.im[0] * (1 + u('m0', .015)) * np.where(er, 1.8, 1) + x0 + pl * (1.7 + .5 * W('pl0', 1, .3)), self.im[1] * (1 + u('m1', .015)) + pl * (1.7 + .5 * W('pl1', 1, .3)) + rc * (2.6 + .8 * W('rcx', 1, .25)), self.ibr[0] * (1 + u('m2', .015)) + xb, self.ibr[1] * (1 + u('m3', .015)) + rf * (.75 * S('rfx') + .35)]
        am = [a + .1 + np.abs(w(f'an{k}', .07)) + w(f'am{k}', .08) * (mv if k < 2 else bo) for k, a in enumerate(am)]; sunh = 9 * (self.sun / 7e4)
        tc = [self.T(f'mt{k}', (4.2 if k < 2 else 3.6) * lp((self.im + self.ibr)[k], 15) + sunh + (9 * f('right_hot') if k == 1 else 0), 210, 3) for k in range(4)]; tc[2] = fz(tc[2], 'front_frozen')
        pub(MOT, 'solarclean_msgs/msg/Motors', 10, dict(amps=[q(np.maximum(a, 0), .02) for a in am], celsius=[q(x, .1) for x in tc], fault_bits=np.where(er, 0x10, 0)))
        om = [self.v / .09 + (2.6 if k else -2.6) * self.yr + w(f'om{k}', .03) * (1 + mv) for k in (0, 1)] + [self.br * .10472 * (1 + .01 * W(f'ob{k}', 1, .8)) + w(f'obn{k}', .05) * bo for k in (0, 1)]; om[3] = om[3] + f('rear_speed') * self.bo * (.55 * S('rsx') - 3.2 * self.spikes('rss', .06))
        ef = [2.2 * (self.im + self.ibr)[k] + w(f'ef{k}', .25) * (.3 + (mv if k < 2 else bo)) for k in range(4)]; ef[0] = ef[0] * (1 - .27 * f('left_effort'))
        self.joints(JNT, 12, ['left_track', 'right_track', 'front_brush', 'rear_brush'], [np.cumsum(x) * DT for x in (self.v / .09 - 2.6 * self.yr, self.v / .09 + 2.6 * self.yr)] + [np.mod(np.cumsum(self.br * .10472) * DT, 2 * np.pi) for _ in (0, 1)], om, ef, jit=.002, lag=.004, age=.5 * f('joints_old'))
        bl = lp(bo, .6)
        pub(BRU, 'solarclean_msgs/msg/Brushes', 5, dict(height_mm=[q(46 - 22 * bl + u(f'bh{k}', .4) + .6 * W(f'bh{k}', 1, 1.5) * mv + w(f'bhn{k}', .35) - (4.6 * f('brush_low') if k == 0 else -f('brush_height') * (3.2 * S('bhx') + 9 * self.spikes('bhs', .03))), .1) for k in (0, 1)], pressure_n=q(bl * (58 + 3 * W('pn', 1, 2)) + w('pnn', 1.2) + f('press') * bl * 9 * W('pnx', 1, .3), .2), wear_mm=q(6.2 + .5 * self.su('wear') + t * 2e-5 + w('wr', .01), .05), replace_soon=(f('s_brush') > 0) & (t % 18 < 6)))
        dry = self.shape('s_water', .3, .7, 4) & self.spray; fl = self.fl; po = lp(self.spray * 1., .3); tk, _ = hyst(fl / 60, .42 * E('fill') * 1.6 + .001, 61, 66, 48 + 6 * np.tanh(self.su('tk'))); lf = h('line_flow', .3)
        pub(WAT, 'solarclean_msgs/msg/Water', 6, dict(tank_litres=q(np.clip(lp(tk, 2) + .25 * W('tk', 1, 1.2) * mv + w('tkn', .12) + f('tank') * (1.9 * S('tkx') + 6 * self.spikes('tks', .03)), 0, 90), .05), flow_lpm=q(np.maximum(fl * (1 - .17 * f('nozzles')) * np.where(dry, .3, 1) + w('fln', .05) * po, 0), .02), line_kpa=q(np.maximum(18 + 40 * fl * (1 + .02 * W('lk', 1, 2)) + w('lkn', 2.2) + lf * (25 * S('lfx') - 8), 0), .5), pump_amps=q(po * (1.2 + .34 * fl + .03 * W('pa', 1, 2) + .62 * f('pump')) + .05 + np.abs(w('pan', .03)), .01), conductivity_us=q(7.5 + .6 * self.su('cu') + .3 * W('cu', 1, 90) + 22 * (H['prog'] == 3) * self.wet + w('cun', .15) + 3.6 * f('resin'), .1), dry_events=np.cumsum(np.diff(dry.astype(int), prepend=0) > 0)))
        # attitude, position
        sg, sp = .05 + .32 * va + .05 * bo + .05 * self.fan, h('shake_place', .12); hx = self.yaw + 2.1 - 2.4 * (self.site == 1); cp = np.cos(self.inc); rl = self.tilt * np.cos(self.yaw)
        self.imu('/imu', 14, (rl + w('ir', 5e-4), -self.inc + w('ip', 5e-4), np.arctan2(np.sin(hx), np.cos(hx)) + w('iy', .0012)), (w('gx', .005) * (1 + 2 * mv), w('gy', .005) * (1 + 2 * mv), self.yr + w('gz', .0025) * (1 + 2 * mv) + u('gzb', .0004) + .036 * f('gyro')), (self.acc + 9.81 * np.sin(self.inc) + sg * S('ax') + sp * .95 * S('axx'), 9.81 * np.sin(rl) + sg * S('ay') + sp * .95 * S('ayx'), 9.81 * cp * np.cos(rl) + 1.3 * sg * S('az') + sp * 1.1 * S('azx')), 'base', drop=.5 * f('imu_lost'))
        pub('/incline', 'std_msgs/msg/Float32', 6, dict(data=q(self.inc_deg + u('ic', .08) + .12 * W('ic_', 1, 3) * mv + w('icn', .12) * (1 + mv) + 1.9 * f('incline_off'), .05)))
        qz, qw = quat(self.yaw)
        pub('/odometry', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(self.x + w('ox', .008), 1e-3), 'pose.pose.position.y': q(self.y + w('oy', .008), 1e-3), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': q(self.v + w('ov', .006), 1e-3), 'twist.twist.angular.z': q(self.yr + w('ow', .004), 1e-3)}, 'roof', age=.55 * f('odometry_old'))
        gn = f('gps_noise'); pub('/gps/fix', 'sensor_msgs/msg/NavSatFix', 3, {'status.status': np.full(n, 2), 'status.service': 1, 'latitude': q(50.07 + (self.x * .5 + self.y * .866 + .012 * W('ga', 1, 12) + w('gan', .008) + gn * .11 * S('gax')) / 111200, 1e-8), 'longitude': q(14.4 + (self.x * .866 - self.y * .5 + .012 * W('go', 1, 12) + w('gon', .008) + gn * .11 * S('gox')) / 71400, 1e-8), 'altitude': q(214 + self.y * np.tan(self.tilt) + .02 * W('gh', 1, 12) + w('ghn', .015), .001)})
        for k, tp in enumerate(EDG):
            x = .062 + u(f'ed{k}', .0008) + .0028 * lp(W(f'ed{k}', 1, 1.2), .3) * (.15 + mv) + .004 * (np.abs(np.mod(self.x + .1 * k, 1.05) - .5) > .49) + w(f'edn{k}', .0009); x = x + (f('edge_fl') * (.009 * S('efx') + .03 * self.spikes('efs', .03)) if k == 0 else .011 * f('edge_rr') if k == 3 else 0)
            pub(tp, 'sensor_msgs/msg/Range', 5, dict(range=q(np.maximum(fz(x, 'edge_fr') if k == 1 else x, .01), 1e-4), min_range=.01, max_range=.4, field_of_view=.12, radiation_type=1), 'edge%d' % k)
        R, sd = [], f('scan_dirt')
        for k in range(9):
            x = (3, 4, 6, 9, 12, 9, 6, 4, 3)[k] * np.exp(.03 * W(f'rg{k}', 1, 20) + .25 * np.sin(self.x / (4 + .3 * k) + self.yaw)) + w(f'rgn{k}', .015); x = np.where((E('ppl') > 0) & (k in (3, 4, 5)), 1.3 + .2 * W('pp', 1, 2), x); R.append(np.where((sd > 0) & (self.rng(f'sd{k}').random(n) < .5), .25 + np.abs(w(f'sdn{k}', .04)), x) if k in (3, 4) else x)
        self.scan('/scan', 6, R, 1.6, 20, drop=.5 * f('scan_lost'), lag=.02)
        g, bb = h('glare_place', .3), h('bright', .4)
        pub(CAM, 'solarclean_msgs/msg/SoilCamera', 5, dict(soil_pct=q(np.clip(self.soil * (1 - .5 * bl) + w('son', 1.1) + 11 * f('soil_off'), 0, 100), .1), sharpness=q(np.clip(76 + u('sh', .8) - 8 * va - 2.5 * self.wet + 1.3 * W('sh', 1, 8) + w('shn', .9) - 11 * f('lens') - 8 * g, 0, 100), .1), frame_ms=q(52 + np.abs(w('fm', 2.4)) + 3 * mv + bb * (12 + 5 * np.abs(S('fmx'))), .5), brightness=q(self.lum + w('lun', .9), .5), tracking_pct=q(np.clip(93 - 3 * va - 1.5 * self.wet + 1.2 * W('tk_', 1, 9) + w('tkk', .7) - g * (13 + 4 * np.abs(S('tkg'))), 0, 100), .1)))
        # power
        nb = self.ib + x0 + xb - self.ic; vb = 46.2 + 5. * (self.soc - .6) - .03 * nb
        self.batt('/battery', nb + w('nb', .2), vb + w('vb', .02), self.soc, [vb / 13 + u(f'ce{k}', .003) + w(f'cen{k}', .0028) - (f('cell5') * (.05 + .0013 * np.maximum(nb, 0)) if k == 4 else 0) for k in range(13)], [self.T(f'bt{k}', .2 * np.abs(lp(nb, 25)) + .5 * sunh + (5.5 * f('battery_hot') if k == 0 else 0), 380, 3, .06) for k in range(3)], rate=3)
        co, ii = (self.ic > 2) * 1., lp((self.ic / 36)**2, 8)
        pub(CHG, 'solarclean_msgs/msg/Charger', 4, dict(charge_amps=q(self.ic + w('icn2', .15) * co, .05), charge_volts=q(np.where(self.dock > 0, vb + .3, 0) + w('cv', .02), .02), ripple_mv=q(np.abs(14 + 1.2 * self.ic + 2.5 * W('ri', 1, 5) * co + w('rin', 2.5) + 28 * f('ripple') * co), .5), contact_c=[q(self.T(f'ct{k}', 17 * ii + .6 * sunh, 60, 1, .14) + (lp(9.5 * f('contact'), 9) if k else 0), .1) for k in (0, 1)], fan_rpm=1500 + 620 * lp(co, 3) + 11 * W('cf', 1, 6) + w('cfn', 9) - 75 * f('charger_fan'), docked=self.dock))
        ibm = self.ib + x0 + xb; bl_ = h('bus_load', .3)
        pub(PWR, 'solarclean_msgs/msg/PowerBoard', 5, dict(bus_volts=q(vb - .012 * self.ib + w('bv', .02) - bl_ * (.55 + .15 * np.abs(W('blx', 1, .5))), .01), bus_amps=q(ibm + w('ba', .18), .05), rail_12=q(12.08 + u('r12', .01) - .004 * self.ib + w('r12', .006) - f('rail12') * np.abs(.07 * S('r12x')), .005), board_c=q(self.T('pb', .55 * lp(self.ib, 20) + .8 * sunh + 7 * f('board_hot'), 170, 6), .1)))
        f1 = self.fan
        pub(DWN, 'solarclean_msgs/msg/Downforce', 6, dict(fan_amps=[q(f1 * (2.7 + u(f'fa{k}', .02) + .05 * W(f'fa{k}', 1, 4) + (.5 * f('fan1') if k == 0 else 0)) + np.abs(w(f'fan{k}', .03)), .01) for k in (0, 1)], fan_rpm=[f1 * (8650 + u(f'fr{k}', 25) + 40 * W(f'fr{k}', 1, 5) - (520 * f('fan2') if k else 0)) + np.abs(w(f'frn{k}', 35)) for k in (0, 1)], skirt_pa=q(np.maximum(f1 * (420 + u('sp', 4) - 34 * va - 14 * self.wet + 7 * W('sp', 1, 2)) + w('spn', 5) - f1 * 52 * f('skirt') + h('skirt_fast', .2) * (34 * S('sfx') - 30), 0), 1)))
        sl = self.shape('s_rope', .35, .8, 4); wd = np.clip(np.abs(self.dpay) * 8, 0, 1)
        pub(WIN, 'solarclean_msgs/msg/RopeWinch', 5, dict(tension_n=q(np.maximum((86 + 1.4 * self.pay + 16 * np.sign(self.dpay) * wd + 4 * W('tn', 1, 1.5)) * np.where(sl, .25, 1) + w('tnn', 1.8) + 21 * f('tension'), 0), .5), payout_m=q(self.pay + w('pm', .006) + f('payout') * (.07 * S('pmx') + .4 * self.spikes('pms', .04)), .005), winch_amps=q(.4 + wd * (1.5 + .8 * (self.dpay < 0) + .1 * W('wa', 1, 1) + .75 * f('winch')) + np.abs(w('wan', .05)), .02), slack_alarm=sl))
        pub(SLP, 'solarclean_msgs/msg/Slip', 5, dict(slip_pct=[q(np.maximum(dm * (2.6 + 2.2 * self.wet + 9 * np.abs(self.inc) * (k == 0 or 1) + .8 * W(f'sl{k}', 1, 1.5)) + w(f'sln{k}', .5) * dm + (5.2 * f('slip_left') * dm if k == 0 else h('slip_fast', .2) * (5 + 2.5 * np.abs(S('slx')))), 0), .1) for k in (0, 1)], sideways_mm_s=q(dm * (6 * np.sin(rl) * (1 + self.wet) + 2 * W('sw', 1, 2)) + w('swn', .8), .1)))
        # surroundings
        pub('/sun', 'sensor_msgs/msg/Illuminance', 3, dict(illuminance=q(self.sun * (1 + w('sun', .006)) * (1 - .24 * f('sun')), 10))); pub('/module_temperature', 'sensor_msgs/msg/Temperature', 2, dict(temperature=q(fz(self.amb + lp(24 * self.sun / 7e4, 90) - 7 * lp(self.wet, 3) + 1.5 * np.sin(self.x / 2.7) + w('mtn', .15), 'module_frozen'), .1)))
        pub('/air/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1))); pub('/air/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(fz(.48 + .05 * self.su('rh') - .08 * self.hotday + .012 * W('rh', 1, 120) + .005 * W('rh2', 1, 10) + w('rhn', .0015), 'humidity'), .001)))
        ws = np.abs(3.2 + self.su('ws') + .9 * W('ws', 1, 9) + .5 * W('ws2', 1, 1.5)); pub('/wind', 'solarclean_msgs/msg/Wind', 3, dict(wind_speed=q(ws + np.abs(w('wsn', .08)), .05), wind_from=q(fz(np.mod(352 + 50 * self.su('wd') + 16 * W('wd', 1, 40) + 7 * W('wd2', 1, 3) + w('wdn', 1.5), 360), 'vane'), 1), gust=q(ws * 1.3 + np.abs(.5 * W('gu', 1, 4)), .1)))
        pub('/magnetometer', 'sensor_msgs/msg/MagneticField', 5, {'magnetic_field.x': q(20e-6 * np.cos(hx) + u('mx', 3e-7) + 2.5e-8 * self.ib + 3e-7 * np.sin(self.x * 6) + w('mx', 1.8e-7) + 6e-6 * f('magnet'), 1e-8), 'magnetic_field.y': q(-20e-6 * np.sin(hx) + u('my', 3e-7) + 3e-7 * np.cos(self.x * 5) + w('my', 1.8e-7) - 4e-6 * f('magnet'), 1e-8), 'magnetic_field.z': q(44e-6 + 2e-8 * self.ib + w('mz', 1.8e-7), 1e-8)})
        rs = h('radio_place', .3); di = np.hypot(self.x - 2, self.y + 6)
        pub(RAD, 'solarclean_msgs/msg/Radio', 4, dict(rssi_dbm=-49 - .55 * np.minimum(di, 40) + self.su('rs', 1.2) + 1.4 * W('rs', 1, 4) + w('rsn', .9) - 12 * rs, latency_ms=q(10 + np.abs(w('la', 2)) + 24 * rs * self.rng('rst').random(n), .5), loss_pct=q(self.rng('ls').gamma(.5, .15, n) + 2.6 * rs * self.rng('rsl').random(n), .1)))
        pub('/safety', 'solarclean_msgs/msg/Safety', 2, dict(estop_ok=1, rope_hooked=1, people=E('ppl') + (W('pe', 1, 60) > 1.2))); pub('/mission', 'solarclean_msgs/msg/Mission', 4, dict(phase=self.st, programme=H['prog'], lane=E('lane'), round=E('rnd'), speed_request=q(E('vreq') * mv, .01)))
        lo = f('loop'); im = '7.4' if self.new(8) else '7.3' if self.newver else '7.2'
        pub(CPU, 'solarclean_msgs/msg/Computer', 2, dict(loop_ms=q(20 + np.abs(w('lo', .12)) + .9 * lo, .05), loop_max_ms=q(24 + np.abs(w('lx', 1.5)) + lo * (9.5 + 4 * self.rng('lmx').random(n)), .1), ram_mb=q(1480 + 66 * self.newver + 5 * self.su('me') + 2.5 * W('me', 1, 110) + w('men', .8) + self.computer_leak('ram', 95), 1), cpu_c=q(self.T('cpu', 4 * mv + .8 * sunh + 9 * f('cpu_hot'), 110, 26, .25), .5)), strs=dict(image='roofclean ' + im))
        self.goals('/clean_round/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .04 else 4) for i, (a, b, _) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_motor', 'motors', ['left track overcurrent, fault 0x10', 'left track restarted']); a2 = self.speak('s_water', 'water', ['pump runs dry', 'pump primed again'], 14); a3 = self.speak('s_rope', 'rope_winch', ['rope slack', 'rope tightened']); a4 = self.warn_only('s_brush', 'brushes', 'brush wear, replace soon')
        self.routine([(16, 'I', 'mission', 'round finished, {} m2', 60, 120), (8, 'W', 'navigation', 'obstacle, waited {} s', 4, 22), (6, 'W', 'soil_camera', 'spot left, {} pct', 8, 25), (5, 'I', 'battery', 'balancing {} mV', 2, 9), (4, 'W', 'radio', 'server slow {} ms', 400, 900)],
                     [('I', 'system', 'image roofclean ' + im), ('W', 'soil_camera', 'white reference 18 days old'), ('W', 'navigation', 'start position from the dock'), ('I', 'safety', 'rope test ok')])
        i24 = self.ib; self.status('motors', 'MD4', a1, {2: 'left track overcurrent'}, i24=i24); self.status('water', 'WP', np.maximum(a2, brief_warn(self, 'wp', 1.2)), {1: 'pressure swings', 2: 'pump runs dry'}); self.status('rope_winch', 'RW', a3, {2: 'rope slack'}); self.status('brushes', 'BR', a4, {1: 'replace soon'}); self.status('server', 'SV', brief_warn(self, 'sv', 1.4), {1: 'reply slow'})
