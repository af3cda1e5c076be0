"""Concrete 3D printer: mast with telescopic arm, silo, mixer, mortar pump, hose and nozzle; many plain standard messages."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, slew

MIX, DOS, PMP, HOS, NOZ, BEAD, ARM, JNT, POSE, TRK = '/mixer', '/dosing', '/mortar_pump', '/hose/pressures', '/nozzle/state', '/bead', '/arm/drives', '/arm/joint_states', '/nozzle/pose', '/tracker'


class Printer(Sim):
    NAME = 'printer'
    FLAGS = [(PMP, 'drive_trip'), (MIX, 'lid_alarm'), ('/zone_guard', 'guard_error'), ('/compressor', 'service_due')]
    DEFS = {
        'mortar_msgs/msg/Mixer': mdef('float32 fill_percent shaft_amps bearing_celsius mix_celsius water_share; bool lid_alarm'),
        'mortar_msgs/msg/Dosing': mdef('float32 screw_rpm screw_amps water_lpm; float32[2] additive_mlpm; bool batch_on'),
        'mortar_msgs/msg/MortarPump': mdef('float32 rotor_rpm motor_amps outlet_bar gearbox_celsius; float32 rpm_request; uint8 drive_trip'),
        'mortar_msgs/msg/NozzleState': mdef('float32 spin_deg spin_amps gate_percent gate_amps tip_celsius vibrator_amps; bool extruding'),
        'mortar_msgs/msg/Bead': mdef('float32 width_mm height_mm side_offset_mm roughness; uint8 grey'),
        'mortar_msgs/msg/ArmDrives': mdef('float32[5] drive_amps drive_celsius; int32[5] lag_counts'),
        'mortar_msgs/msg/Tracker': mdef('float32[3] deviation_mm; float32 beam_quality; uint8 prisms'),
        'mortar_msgs/msg/Layer': mdef('uint16 layer; float32 path_m speed_request; uint8 step'),
        'mortar_msgs/msg/Outriggers': mdef('float32[4] foot_kn; float32[2] bubble_mrad'),
        'mortar_msgs/msg/Compressor': mdef('float32 receiver_bar head_celsius motor_a; bool loading service_due'),
        'mortar_msgs/msg/WaterUnit': mdef('float32 tank_litres chilled_celsius line_bar; bool refilling'),
        'mortar_msgs/msg/Cabinet': mdef('float32[3] phase_a; float32 dc_volts dc_amps cabinet_celsius; uint16 blower_rpm'),
        'mortar_msgs/msg/ZoneGuard': mdef('float32[8] nearest_m; uint8 persons guard_error'),
        'mortar_msgs/msg/Thermo': mdef('float32 fresh_celsius aged_celsius; uint16 frame_ms'),
        'mortar_msgs/msg/Controller': mdef('float32 servo_us servo_peak_us heap_mb chip_celsius; string image'),
    }
    KINDS = dict(
        screw=K('dosing screw draws more and more current: lumps', [DOS], ['screw_amps'], ['dosing', 'dosing screw'], step=False, where='when dosing', need=15),
        screw_slow=K('dosing screw turns slower than usual: belt slips', [DOS], ['screw_rpm'], ['dosing', 'dosing screw'], where='when dosing', need=15),
        water_dose=K('water dosing uneasy: valve worn', [DOS], ['water_lpm'], ['dosing', 'water dosing', 'water valve'], where='when dosing', need=15),
        additive2=K('second additive doses too little: peristaltic hose', [DOS], ['additive_mlpm[1]'], ['dosing', 'additive 2', 'additive'], where='when dosing', need=15),
        paddle=K('mixer shaft draws more current when filled above a number: paddle bent', [MIX], ['shaft_amps'], ['mixer', 'paddle'], where='**mixer fill above a number**', cond=True),
        mixer_warm=K('bearing of the mixer gets hot', [MIX], ['bearing_celsius'], ['mixer', 'mixer bearing'], step=False, tail=300),
        wet=K('moisture reading of the mix too high: probe coated', [MIX], ['water_share'], ['mixer', 'moisture probe']),
        fill=K('fill reading of the mixer noisy: dust on the radar', [MIX], ['fill_percent'], ['mixer', 'fill sensor']),
        stator=K('mortar pump gives less and less pressure: stator worn', [PMP, HOS, '/nozzle/pressure'], ['outlet_bar', 'data[0]', 'data[1]', 'fluid_pressure'], ['mortar pump', 'stator'], step=False, where='when printing'),
        pump_fast=K('mortar pump draws more current when it turns faster than a number: rotor rubs', [PMP], ['motor_amps'], ['mortar pump', 'rotor'], where='**pump speed above a number**', cond=True),
        gearbox=K('gearbox of the mortar pump gets hot', [PMP], ['gearbox_celsius'], ['mortar pump', 'gearbox'], step=False, tail=300),
        rotor_rpm=K('speed of the mortar pump flickers: encoder', [PMP], ['rotor_rpm'], ['mortar pump', 'encoder'], where='when printing'),
        clog=K('pressure at the begin of the hose rises: hose clogs', [HOS, PMP], ['data[0]', 'outlet_bar'], ['hose', 'hose pressure'], step=False, where='when printing'),
        hose_kink=K('hose pressures rise at one place: hose kinks over the mast', [HOS, PMP], ['data[0]', 'data[1]', 'outlet_bar'], ['hose', 'hose pressure'], where='**at a place**', cond=True, need=12),
        hose3=K('third hose pressure frozen: membrane set', [HOS], ['data[2]'], ['hose', 'hose pressure']),
        pulses=K('pressure in the nozzle pulsates: air in the mix', ['/nozzle/pressure'], ['fluid_pressure'], ['nozzle', 'nozzle pressure'], where='when printing'),
        nozzle_zero=K('nozzle pressure stands too high: sensor zero', ['/nozzle/pressure'], ['fluid_pressure'], ['nozzle', 'nozzle pressure']),
        spin_amps=K('turning the nozzle needs more and more current: seal with mortar', [NOZ], ['spin_amps'], ['nozzle', 'nozzle turning'], step=False),
        gate=K('gate of the nozzle needs more current: crust', [NOZ], ['gate_amps'], ['nozzle', 'gate']),
        vibrator=K('vibrator of the nozzle weak: mass loose', [NOZ], ['vibrator_amps'], ['nozzle', 'vibrator'], where='when printing'),
        tip_hot=K('tip of the nozzle gets warm: mix sets', [NOZ], ['tip_celsius'], ['nozzle', 'nozzle tip'], step=False, tail=200),
        force=K('nozzle presses on the wall: height offset', ['/nozzle/force'], ['wrench.force.z'], ['nozzle force', 'nozzle']),
        narrow_spot=K('bead narrow at one place: foil under the wall', [BEAD], ['width_mm', 'height_mm'], ['bead', 'wall'], where='**at a place**', cond=True, need=12),
        rough=K('bead rough when moving faster than a number: tearing', [BEAD], ['roughness'], ['bead', 'bead surface'], where='**speed above a number**', cond=True),
        height_noise=K('height of the bead noisy: laser splashed', [BEAD], ['height_mm'], ['bead', 'bead laser']),
        sun=K('bead camera too bright when the sun is above a number: shade lost', [BEAD], ['grey'], ['bead', 'bead camera'], where='**illuminance above a number**', cond=True),
        side=K('bead lies to the side: nozzle bent', [BEAD], ['side_offset_mm'], ['bead', 'nozzle']),
        fresh=K('thermal camera reads the fresh bead too warm: window warm', ['/thermo'], ['fresh_celsius'], ['thermal camera', 'thermo']),
        shoulder=K('shoulder drive draws more and more current: gear dry', [ARM], ['drive_amps[1]'], ['shoulder', 'arm drive 2'], step=False, where='when moving'),
        elbow_lag=K('elbow lags more: coupling', [ARM], ['lag_counts[2]'], ['elbow', 'arm drive 3'], where='when moving'),
        tele_far=K('telescope draws more current when extended beyond a number: glide worn', [ARM], ['drive_amps[3]'], ['telescope', 'arm drive 4'], where='**telescope above a number**', cond=True),
        lift_warm=K('mast lift drive gets warm: brake drags', [ARM], ['drive_celsius[0]'], ['mast lift', 'arm drive 1'], step=False, tail=300),
        wrist_stuck=K('temperature of the wrist drive frozen', [ARM], ['drive_celsius[4]'], ['wrist', 'arm drive 5']),
        elbow_speed=K('speed of the elbow flickers: encoder cable', [JNT], ['velocity[2]'], ['elbow', 'encoder', 'joint 3'], where='when moving'),
        joint_lost=K('joint messages get lost', [JNT], ['header.stamp'], ['joint states', 'arm']),
        pose_old=K('nozzle pose comes with old stamps', [POSE], ['header.stamp'], ['nozzle pose', 'pose']),
        tracker_spot=K('tracker deviates at one place: beam grazes a scaffold tube', [TRK], ['beam_quality', 'deviation_mm[0]', 'deviation_mm[1]'], ['tracker', 'laser tracker', 'beam'], where='**at a place**', cond=True, need=12),
        tracker_z=K('tracker shows a height deviation: prism shifted', [TRK], ['deviation_mm[2]'], ['tracker', 'laser tracker', 'prism']),
        sway=K('mast shakes when the wind is above a number: guy wire loose', ['/mast/imu'], ['angular_velocity.x', 'angular_velocity.y', 'linear_acceleration.x', 'linear_acceleration.y'], ['mast', 'guy wire', 'imu'], where='**wind above a number**', cond=True),
        gyro=K('yaw gyro of the mast has a bias', ['/mast/imu'], ['angular_velocity.z'], ['mast', 'imu', 'gyro']),
        foot3=K('foot 3 loses load: soil gives way', ['/outriggers'], ['foot_kn[2]'], ['outriggers', 'foot 3'], step=False, cons=('bubble_mrad',)),
        bubble=K('level reads off: level knocked', ['/outriggers'], ['bubble_mrad[0]'], ['outriggers', 'level']),
        air_leak=K('compressor loads more: air leak', ['/compressor'], ['receiver_bar', 'loading', 'motor_a'], ['compressor', 'receiver', 'compressed air'], need=60, tail=300),
        head_hot=K('head of the compressor gets hot: valve plate', ['/compressor'], ['head_celsius'], ['compressor', 'compressor head'], step=False, tail=240),
        chiller=K('chilled water too warm', ['/water_unit'], ['chilled_celsius'], ['water unit', 'chiller'], tail=240),
        dc_load=K('DC supply falls when its current is above a number: terminal', ['/cabinet'], ['dc_volts'], ['cabinet', 'dc supply'], where='**DC current above a number**', cond=True),
        blower=K('cabinet warm and its blower slow', ['/cabinet'], ['cabinet_celsius', 'blower_rpm'], ['cabinet', 'blower'], tail=240),
        phase3=K('current of phase 3 uneasy: contactor burnt', ['/cabinet'], ['phase_a[2]'], ['cabinet', 'phase 3', 'contactor']),
        guard=K('beams 5 and 6 of the zone guard read short: splash', ['/zone_guard'], ['nearest_m[4]', 'nearest_m[5]'], ['zone guard', 'scanner']),
        silo=K('weight of the silo noisy: load cell wet', ['/silo/kilograms'], ['data'], ['silo', 'load cell']),
        humidity=K('humidity frozen', ['/weather/humidity'], ['relative_humidity'], ['weather', 'humidity']),
        servo=K('controller has far longer worst servo cycles', ['/controller'], ['servo_peak_us', 'servo_us'], ['controller', 'servo loop']),
        heap=K('heap of the controller fills', ['/controller'], ['heap_mb'], ['controller', 'heap'], step=False),
        s_pump=K('drive of the mortar pump trips again and again', [PMP, '/rosout', '/diagnostics'], ['drive_trip', 'rotor_rpm'], ['mortar pump', 'pump drive'], silent=False),
        s_lid=K('mixer reports its lid switch', [MIX, '/rosout', '/diagnostics'], ['lid_alarm'], ['mixer', 'lid'], silent=False),
        s_guard=K('zone guard reports errors of its self test', ['/zone_guard', '/rosout', '/diagnostics'], ['guard_error', 'nearest_m[0]'], ['zone guard', 'scanner'], silent=False),
        s_comp=K('compressor warns of service', ['/compressor', '/rosout', '/diagnostics'], ['service_due'], ['compressor'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        # one layer: outer wall, inner wall, ribs between; corners rounded
        a, b, cx = r.uniform(1.45, 1.75), r.uniform(1.25, 1.55), r.uniform(2.5, 2.8)
        def rr(a, b, R, m=40):
            P = []
            for sx, sy, p0 in ((1, 1, 0), (-1, 1, 1), (-1, -1, 2), (1, -1, 3)):
                for u in np.linspace(0, 1, m): ph = (p0 + u) * np.pi / 2; P.append((cx + sx * (a - R) + R * np.cos(ph), sy * (b - R) + R * np.sin(ph)))
            return np.array(P + P[:1])
        o, i_ = rr(a, b, .3), rr(a - .26, b - .26, .14)
        zig = np.array([(cx - a + .3 + k * (2 * a - .6) / 14, (-b + .26 if k % 2 else -b)) for k in range(15)])
        P = np.concatenate([o, i_, zig, o[-1:] + [(.05, -.05)]]); S = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(P, axis=0).T))]); ds = .01; m = int(S[-1] / ds); sg = np.arange(m) * ds
        X, Y = np.interp(sg, S, P[:, 0]), np.interp(sg, S, P[:, 1]); ker = np.ones(9) / 9
        X[4:-4], Y[4:-4] = np.convolve(X, ker, 'valid'), np.convolve(Y, ker, 'valid')
        hd = np.unwrap(np.arctan2(np.gradient(Y), np.gradient(X))); cur = np.abs(np.convolve(np.gradient(hd, ds), np.ones(7) / 7, 'same'))
        vn = r.uniform(.2, .235); vl = np.minimum(vn, np.sqrt(.05 / np.maximum(cur, .3))); ninner = sg > S[len(o) - 1]; vl = np.where(ninner, np.minimum(vl, vn * .86), vl)
        for k in range(m - 2, -1, -1): vl[k] = min(vl[k], np.sqrt(vl[k + 1]**2 + 2 * .25 * ds))
        T = self.tasks = self.segs('op', dict(print=(5, 260, 520), insert=(.9, 25, 60), jog=(.5, 40, 80), wash=(.5, 30, 60)), [('prime', r.uniform(30, 60))])
        kk = np.zeros(n, int); names = ('print', 'insert', 'jog', 'wash', 'prime')
        for a_, b_, k in T: kk[int(a_ / DT):int(b_ / DT)] = names.index(k)
        wait = np.zeros(n, bool); ob = self.rng('people')
        for x in ob.uniform(60, self.dur - 60, ob.poisson(5)): wait[int(x / DT):int((x + ob.uniform(6, 18)) / DT)] = True
        ovr = np.where(self.pieces('ovr', 60, 200, 0, 1) < .25, .88, 1.)                 # speed override by the operator
        s, v, lay, pz = 0., 0., int(r.integers(8, 30)), 0.; so, vo, la, st = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n, int)
        kl, wl, ol, vll, lr = kk.tolist(), wait.tolist(), ovr.tolist(), vl.tolist(), self.rng('lay'); jg = self.pieces('jogv', 3, 8, -.12, .12)
        for i in range(n):
            k = kl[i]; tg = 0.
            if k == 0 and not wl[i]:
                if pz > 0: pz -= DT; st[i] = 1
                else: tg = vll[min(int(s / ds), m - 1)] * ol[i]
            elif k == 2: tg = abs(jg[i])
            v += max(-.3 * DT, min(.22 * DT, tg - v)); s += v * DT
            if s >= (m - 2) * ds: s = 0.; v = 0.; lay += 1; pz = lr.uniform(2., 4.5)
            so[i], vo[i], la[i] = s, max(v, 0), lay
        jm = kk == 2
        self.s, self.v, self.lay, self.k, self.people = so, vo, la, kk, wait & (kk == 0)
        it = lambda tab: np.interp(so, sg, tab)
        turns = 2 * np.pi * round((hd[-1] - hd[0]) / (2 * np.pi))                                   # slip ring: the wrist goes on turning
        self.x, self.y, self.hd = lp(slew(it(X), .3), .15), lp(slew(it(Y), .3), .15), lp(slew(it(hd) + turns * (la - la[0]), 1.6), .1)
        self.z = .2 + .015 * (slew(la, .6) - la[0]) + .12 * lp((kk != 0).astype(float), 1.)
        self.ext = (kk == 0) & (vo > .02); self.ex = lp(slew(self.ext.astype(float), 1.6), .2)
        self.mv = vo > .02
        # joints: lift, shoulder, elbow, telescope, wrist
        R = np.hypot(self.x, self.y); el = .35 + .25 * np.sin(1.3 * self.y); self.J = [self.z, np.arctan2(self.y, self.x) - .3 * el, el, R - 1.1 * np.cos(.3 * el), self.hd - np.arctan2(self.y, self.x)]
        self.dJ = [lp(np.gradient(x, DT), .1) for x in self.J]; self.aJ = [lp(np.gradient(x, DT), .1) for x in self.dJ]
        # material
        self.req = np.where(kk == 4, 14., np.where(kk == 3, 22., 0)); self.req = np.where(self.ext, 95 * delayed(vo, -.1) + 1.5, self.req); self.req = lp(self.req, .25)
        self.fibre = self.unit == 'life' and self.idx >= 3                                         # mix with fibres: for the first time in life/3
        fl, on = hyst(self.req * .054 + .015, 4.6 + 0 * t, 47, 82, r.uniform(50, 80)); self.fil, self.batch = fl, on > .5
        wt, ro = hyst(.075 * on + .004 + .05 * (kk == 3), 1.1, 42, 88, r.uniform(45, 85)); self.wtank, self.refill = wt, ro > .5
        self.visc = (1 + .16 * self.fibre) * (1 + .05 * self.su('visc') + .06 * self.wander('visc', 1, 220) + .02 * self.wander('v2', 1, 20))
        self.amb = 17 + 5 * self.su('amb') + self.wander('amb', .4, 900)
        self.lux = np.clip(26000 + 9000 * self.su('lux') + 15000 * np.tanh(2 * self.wander('lux', 1, 45)), 1500, 90000)
        self.wind = np.clip(3.1 + .5 * self.su('wi') + 1.3 * self.wander('wi', 1, 35) + .9 * self.wander('gu', 1, 3.5), .1, 20)
        self.acc_on = (kk == 0) & (self.unit == 'life' and self.idx >= 4)                          # accelerator dosed at the nozzle: for the first time in life/4
        self.idc = 9.5 + 2.2 * self.mv + 1.8 * self.batch + 1.6 * self.ex + 2.3 * (self.pieces('lamp', 20, 90, 0, 1) < .35) + 1.2 * self.refill + .4 * self.wander('idc', 1, 4)
        self.num('paddle', self.fil, MIX + ':fill_percent', ['fill', 'fill percent', 'filled', 'level', 'mixer'], above=self.quan(self.fil, kk == 0, .55, 0), tol=.3)
        self.num('pump_fast', self.req, PMP + ':rotor_rpm', ['rotor rpm', 'rpm', 'rpm request', 'pump speed', 'speed', 'faster'], above=self.quan(self.req, self.ext, .5, 1), tol=.3)
        self.num('rough', vo, '/layer:speed_request', ['speed', 'velocity', 'speed request', 'moving', 'faster', 'rpm', 'rpm request'], above=self.quan(vo, self.ext, .55, 3), tol=.3, and_=self.ext)
        self.num('sun', self.lux, '/weather/sun:illuminance', ['illuminance', 'sun', 'light', 'weather'], above=float(np.round(np.quantile(self.lux, .58), -2)), tol=.5)
        self.num('tele_far', self.J[3], JNT + ':position[3]', ['telescope', 'position', 'extended', 'extension', 'reach', 'far'], above=self.quan(self.J[3], self.mv, .6, 2), tol=.35, and_=self.mv)
        self.num('sway', self.wind, '/weather/wind:vector.x', ['wind', 'vector', 'gust', 'weather'], above=self.quan(self.wind, np.ones(n, bool), .65, 1), tol=.4)
        self.num('dc_load', self.idc, '/cabinet:dc_amps', ['dc amps', 'current', 'load', 'dc current'], above=self.quan(self.idc, np.ones(n, bool), .64, 1), tol=.3)
        for kd, rad, sh in (('hose_kink', .45, .09), ('narrow_spot', .4, .09), ('tracker_spot', .5, .1)):
            ok = self.ext
            p, q_ = self.spot(kd, self.x, self.y, rad, ok, sh); self.at(kd, self.x, self.y, p, q_, rad, ok)
        self.mode('screw screw_slow water_dose additive2', self.batch, 'dosing', 'batch', 'batch on', 'filling', 'screw')
        self.mode('stator rotor_rpm clog pulses vibrator', self.ext, 'printing', 'extruding', 'pumping', 'rpm request', 'moving')
        self.mode('shoulder elbow_lag elbow_speed', self.mv, 'moving', 'printing', 'moves', 'speed', 'extruding')

    def build(self):
        t, n, f, w, ex, ext, mv = self.t, self.n, self.f, self.ns, self.ex, self.ext, self.mv
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.004, lag=.009), **k))
        bt = self.batch; ba = lp(bt.astype(float), .6); visc = self.visc
        fi = self.fil + .8 * self.wander('fi', 1, 1.) + w('fin', .5) + f('fill') * (4.2 * self.white('fix') - 14 * self.spikes('fis', .03))
        mc = self.warm('mc', self.amb, 4.5 + 2. * ex, 400, 5.5, 2., .05)
        pub(MIX, 'mortar_msgs/msg/Mixer', 6, dict(fill_percent=q(np.clip(fi, 0, 100), .5), shaft_amps=q(5.5 + .082 * self.fil * visc + 1.2 * ba + .4 * self.wander('sh', 1, .7) + np.abs(w('shn', .18)) + lp(f('paddle'), .4) * (1.7 + .5 * self.wander('pd', 1, .4)), .05), bearing_celsius=q(self.warm('be', self.amb, 10 + .08 * self.fil + 11 * f('mixer_warm'), 260, 14, 6.), .1), mix_celsius=q(mc, .1),
            water_share=q(15.6 + .25 * self.su('ws') + .35 * ba + .22 * self.wander('ws', 1, 12) + w('wsn', .09) + 1.15 * f('wet'), .02), lid_alarm=(f('s_lid') > 0) & (t % 14 < 4)))
        wd = f('water_dose')
        pub(DOS, 'mortar_msgs/msg/Dosing', 6, dict(screw_rpm=q(np.maximum(lp(slew(bt * 148., 300), .15) * (1 + self.u('sc', .004) - .13 * f('screw_slow')) + w('sc', .7) * bt, 0), .5), screw_amps=q(.15 + ba * (4.3 + self.u('sa', .1) + .35 * self.wander('sa', 1, 1) + 1.6 * f('screw')) + np.abs(w('san', .12)), .02),
            water_lpm=q(np.maximum(ba * (11.4 + self.u('wl', .1) + .12 * self.wander('wl', 1, 3) + wd * 1.25 * self.wander('wlx', 1, .4)) + w('wln', .07), 0), .02), additive_mlpm=[q(np.maximum(ba * ((86, 41)[k] + self.u(f'ad{k}', .8)) * (1 - (.24 * f('additive2') if k else 0)) + 22. * (k == 0) * self.acc_on + w(f'ad{k}', .7), 0), .5) for k in (0, 1)], batch_on=bt))
        tr = f('s_pump') * (self.pieces('tr', .8, 6, 0, 1) < .2)
        rpm = self.req * (1 - .9 * lp(np.minimum(tr, 1), .2)); act = lp(rpm, .15)
        puls = 1 + .035 * np.sin(2 * np.pi * np.cumsum(act / 60 * 2) * DT)
        flow = act * (1 - .22 * f('stator') * 0); kink = lp(f('hose_kink'), .4); clog = f('clog') * ex
        base = (1.1 + .52 * lp(flow, .6)**.8 * visc) * puls; gain = 1 - .27 * f('stator') * np.tanh(act)
        p0 = base * gain + clog * 1.5 + kink * (1.15 + .2 * self.wander('kn', 1, .6)); p1, p2 = base * gain * .66 + kink * .75, base * gain * .34
        pub(PMP, 'mortar_msgs/msg/MortarPump', 8, dict(rotor_rpm=q(np.maximum(act * (1 + self.u('rr', .003)) + w('rr', .12) * np.tanh(act) + f('rotor_rpm') * ext * (1. * self.white('rrx') - 5 * self.spikes('rrs', .05)), 0), .1), motor_amps=q(1.9 + .17 * act + .62 * base * gain * np.tanh(act) + .25 * self.wander('ma', 1, 1.2) + np.abs(w('man', .15)) + lp(f('pump_fast'), .2) * (1.3 + .35 * self.wander('pf', 1, .4)), .05),
            outlet_bar=q(base * gain * 1.06 + .3 + self.u('ob', .04) + clog * .9 + kink * .9 + .12 * self.wander('ob', 1, .8) + w('obn', .07), .02), gearbox_celsius=q(self.warm('gb', self.amb, .9 * lp(act, 30) + 11 * f('gearbox'), 280, 14, 8.), .1), rpm_request=q(self.req, .1), drive_trip=np.where(tr > 0, 7, 0)))
        h3 = self.on('hose3'); hp = [q(np.maximum(x + self.u(f'hp{k}', .03) + .1 * self.wander(f'hp{k}', 1, .8) + w(f'hpn{k}', .06), 0), .01) for k, x in enumerate((p0, p1, p2))]; hp[2] = hold(hp[2], h3)
        self.pub(HOS, 'std_msgs/msg/Float32MultiArray', 8, dict(data=hp), lens={'data': 3, 'layout.dim': 0}, jit=.004, lag=.009)
        npr = .18 + .9 * lp(base * gain * .34, .2) * .35 + .012 * self.wander('np', 1, .5) + w('npn', .008) + .075 * f('nozzle_zero') + f('pulses') * ex * (.07 * np.sin(2 * np.pi * 1.3 * t) + .05 * self.wander('nx', 1, .25))
        pub('/nozzle/pressure', 'sensor_msgs/msg/FluidPressure', 8, dict(fluid_pressure=q(1e5 * npr, 50.), variance=4e5), 'nozzle')
        sd = np.abs(self.dJ[4])
        pub(NOZ, 'mortar_msgs/msg/NozzleState', 8, dict(spin_deg=q((np.degrees(self.J[4]) + w('sp', .08)) % 360, .1), spin_amps=q(.55 + .5 * np.minimum(sd, 1.5) + .25 * ex * visc + .05 * self.wander('sn', 1, 1) + np.abs(w('snn', .035)) + .36 * f('spin_amps'), .01), gate_percent=q(100 * lp(slew(ext.astype(float), 3), .1) + w('gp', .3), .5), gate_amps=q(.32 + 1.1 * (np.abs(np.gradient(lp(slew(ext.astype(float), 3), .1), DT)) > .2) + .03 * self.wander('ga', 1, 1) + np.abs(w('gan', .025)) + .17 * f('gate'), .01),
            tip_celsius=q(mc + 1.4 * (1 - ex) + lp(5.2 * f('tip_hot'), 30) + w('tc', .08), .1), vibrator_amps=q(ex * (2.25 + self.u('vi', .03) - .42 * f('vibrator')) + .04 + np.abs(w('vi', .04)), .01), extruding=ext))
        fz = 7 + 16 * ex * visc + 1.6 * self.wander('fz', 1, .6) + w('fzn', .7) + 9 * f('force') * np.maximum(ex, .4)
        pub('/nozzle/force', 'geometry_msgs/msg/WrenchStamped', 8, {'wrench.force.x': q(5 * ex * np.cos(self.hd) + w('fx', .6), .1), 'wrench.force.y': q(5 * ex * np.sin(self.hd) + w('fy', .6), .1), 'wrench.force.z': q(fz, .1), 'wrench.torque.z': q(.4 * self.dJ[4] + w('tz', .03), .01)}, 'nozzle')
        ns = lp(f('narrow_spot'), .4); ro = lp(f('rough'), .15)
        wmm = 52 + self.u('wm', .4) - 20 * (self.v - .18) * ex + 1.1 * self.wander('wm', 1, 1.4) + w('wmn', .45) - ns * (6.5 + 1.2 * self.wander('nsx', 1, .6))
        hmm = 15 + self.u('hm', .1) + .35 * self.wander('hm', 1, 1.2) + w('hmn', .15) - 1.3 * ns + f('height_noise') * (1.15 * self.white('hx') + 3.5 * self.spikes('hxs', .03))
        pub(BEAD, 'mortar_msgs/msg/Bead', 8, dict(width_mm=q(hold(wmm, ~ext), .1), height_mm=q(hold(hmm, ~ext), .05), side_offset_mm=q(self.u('so', .2) + .7 * self.wander('so', 1, .9) + w('son', .25) + 2.7 * f('side'), .05), roughness=q(np.abs(1.6 + 2.2 * self.v + .28 * self.wander('ro', 1, .8) + .3 * self.fibre + w('ron', .12) + ro * (1.05 + .3 * np.abs(self.white('rox')))), .02), grey=np.clip(112 + 5 * self.su('gr') + .00045 * (self.lux - 26000) + 3 * self.wander('gr', 1, 3) + w('grn', 1.4) + 21 * lp(f('sun'), .5), 0, 255)))
        pub('/thermo', 'mortar_msgs/msg/Thermo', 3, dict(fresh_celsius=q(mc + .5 + .2 * self.wander('fr', 1, 4) + w('frn', .1) + 1.9 * f('fresh'), .1), aged_celsius=q(mc + 2.2 + .00003 * (self.lux - 26000) + .3 * self.wander('ag', 1, 8) + w('agn', .1), .1), frame_ms=33 + np.abs(w('fm', 2))))
        # arm
        amp0, ks, ka = (2.1, 1.1, .9, 1.0, .35), (9, 3.2, 2.4, 4.2, .4), (.6, 1.9, 1.5, 1., .15); am, at_, lg = [], [], []
        for k in range(5):
            a = amp0[k] + self.u(f'am{k}', .02) + ks[k] * np.abs(self.dJ[k]) + ka[k] * np.abs(self.aJ[k]) + .5 * np.tanh(np.abs(self.dJ[k]) / .02) + .07 * self.wander(f'aw{k}', 1, 1.5) + np.abs(w(f'am{k}', .05)) + (.03 * self.wind * self.wander(f'wa{k}', 1, .8) if k in (1, 2) else 0)
            if k == 1: a = a + .65 * f('shoulder') * mv
            if k == 3: a = a + lp(f('tele_far'), .2) * (.62 + .14 * self.wander('tf', 1, .4))
            te = self.warm(f'at{k}', self.amb, 5.2 * lp(a, 20) + (9.5 * f('lift_warm') if k == 0 else 0), 240, 10, 9., .08)
            at_.append(q(hold(te, self.on('wrist_stuck')) if k == 4 else te, .1)); am.append(a)
            e = 160 * self.dJ[k] + 40 * self.aJ[k] + w(f'lg{k}', 3.5) + 4 * self.wander(f'lgw{k}', 1, .5) * mv
            if k == 2: e = e + f('elbow_lag') * mv * (15 * np.sign(self.dJ[2]) + 6 * self.white('el'))
            lg.append(e)
        pub(ARM, 'mortar_msgs/msg/ArmDrives', 8, dict(drive_amps=[q(x, .02) for x in am], drive_celsius=at_, lag_counts=lg))
        vel = [x + w(f'jv{k}', .0015) for k, x in enumerate(self.dJ)]; vel[2] = vel[2] + f('elbow_speed') * mv * (.016 * self.white('ev') - .08 * self.spikes('evs', .05))
        self.joints(JNT, 12, ['lift', 'shoulder', 'elbow', 'telescope', 'wrist'], [(x if k < 4 else (x + np.pi) % (2 * np.pi) - np.pi) + w(f'jp{k}', 1.5e-4) for k, x in enumerate(self.J)], vel, jit=.002, lag=.004, drop=.5 * f('joint_lost'))
        sw = .0006 * self.wind * self.wander('sw', 1, .8)
        pub(POSE, 'geometry_msgs/msg/PoseStamped', 10, {'pose.position.x': q(self.x + sw + w('px', .0006), 1e-4), 'pose.position.y': q(self.y + sw + w('py', .0006), 1e-4), 'pose.position.z': q(self.z + w('pz', .0004), 1e-4), 'pose.orientation.z': np.sin(self.hd / 2), 'pose.orientation.w': np.cos(self.hd / 2)}, 'site', age=.6 * f('pose_old'), lag=.004)
        ts = lp(f('tracker_spot'), .4)
        pub(TRK, 'mortar_msgs/msg/Tracker', 5, dict(deviation_mm=[q(self.u(f'dv{k}', .2) + .6 * self.wander(f'dv{k}', 1, 5) + .12 * self.wind * self.wander(f'dw{k}', 1, .8) + w(f'dvn{k}', .15) + (ts * (1.6 + 1. * self.white(f'ts{k}')) if k < 2 else 2.1 * f('tracker_z')), .02) for k in range(3)], beam_quality=q(np.clip(93 + self.u('bq', 1) - 1.2 * np.hypot(self.x, self.y) + .8 * self.wander('bq', 1, 6) + w('bqn', .6) - 9 * ts, 0, 100), .5), prisms=6))
        pub('/layer', 'mortar_msgs/msg/Layer', 4, dict(layer=self.lay, path_m=q(self.s, .01), speed_request=q(np.where(self.k == 0, delayed(self.v, -.3), 0), .005), step=self.k + 1))
        ss = lp(f('sway'), .3); sg_ = .02 + .012 * self.wind
        self.imu('/mast/imu', 12, (.0008 * self.wind * self.wander('ir', 1, .9) + w('irn', .0002), .0008 * self.wind * self.wander('ip', 1, .9) + w('ipn', .0002), w('iy', .0004)), ((.0016 + .0006 * self.wind) * self.white('gx') + ss * .0115 * self.white('gxx'), (.0016 + .0006 * self.wind) * self.white('gy') + ss * .0115 * self.white('gyx'), w('gz', .0016) + .003 * self.dJ[1] + self.u('gz', .0003) + .0062 * f('gyro')),
                 (sg_ * self.white('ax') + .04 * self.aJ[1] + ss * .16 * self.white('axx'), sg_ * self.white('ay') + ss * .16 * self.white('ayx'), 9.81 + sg_ * self.white('az')), 'mast', lag=.006)
        f3 = f('foot3'); mx = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        ft = [24 + self.u(f'ft{k}', .6) + 1.1 * a * (self.x - 2.5) + 1.2 * b * self.y + .12 * self.wind * self.wander(f'fw{k}', 1, 2) + w(f'ftn{k}', .12) + (-2.9 * f3 if k == 2 else .8 * f3 if k == 3 else 0) for k, (a, b) in enumerate(mx)]
        pub('/outriggers', 'mortar_msgs/msg/Outriggers', 3, dict(foot_kn=[q(x, .05) for x in ft], bubble_mrad=[q(self.u(f'bu{k}', .1) + .12 * (self.x - 2.5 if k == 0 else self.y) + .05 * self.wander(f'bu{k}', 1, 8) + w(f'bun{k}', .05) + (.55 * f('bubble') + .3 * f3 if k == 0 else 0), .01) for k in (0, 1)]))
        use = .014 + .012 * self.ex + .05 * (self.k == 3); al = f('air_leak')
        pr, lo = hyst(use + .034 * al, .16, 6.4, 8.1, 7.3 + .3 * self.su('pr'))
        pub('/compressor', 'mortar_msgs/msg/Compressor', 4, dict(receiver_bar=q(pr + w('rb', .02), .02), head_celsius=q(self.warm('hc', self.amb, 26 + 26 * lp(lo if not al.any() else hyst(use, .16, 6.4, 8.1, 7.3 + .3 * self.su('pr'))[1], 60) + 14 * f('head_hot'), 110, 34, 6., .15), .5), motor_a=q(lp(lo, .3) * (12.5 + .5 * (pr - 7)) + .2 + np.abs(w('mo', .12)), .1), loading=lo, service_due=(f('s_comp') > 0) & (t % 20 < 6)))
        pub('/water_unit', 'mortar_msgs/msg/WaterUnit', 3, dict(tank_litres=q(self.wtank * 10 + 1.2 * self.wander('wt', 1, 2) + w('wtn', .6), 1), chilled_celsius=q(9.5 + .2 * self.su('ch') + lp(.9 * ba + 1.8 * f('chiller'), 45) + .12 * self.wander('ch', 1, 30) + w('chn', .06), .1), line_bar=q(4.2 - .5 * ba - .3 * self.refill + .05 * self.wander('lb', 1, 5) + w('lbn', .03), .02), refilling=self.refill))
        bl = f('blower'); load = .35 * sum(am) + .17 * act * .6 + 4 * ba + 3.5 * lo
        dcl = lp(f('dc_load'), .2); pa = [9 + load * .5 + self.u(f'pa{k}', .15) + .3 * self.wander(f'pa{k}', 1, 2) + w(f'pan{k}', .18) for k in range(3)]; pa[2] = pa[2] - f('phase3') * np.where(self.pieces('ph3', .2, 1.5, 0, 1) < .45, 2.6, .6)
        pub('/cabinet', 'mortar_msgs/msg/Cabinet', 4, dict(phase_a=[q(x, .1) for x in pa], dc_volts=q(24.3 + self.u('dv', .02) - .012 * self.idc + w('dv', .015) - dcl * (.27 + .06 * np.abs(self.white('dcx'))), .01), dc_amps=q(self.idc + w('da', .12), .05), cabinet_celsius=q(self.warm('ca', self.amb, .32 * lp(load, 20) + .00007 * self.lux + 7.5 * bl, 160, 10, 6., .1), .1), blower_rpm=(2450 + 30 * self.u('bl')) * (1 - .2 * bl) + w('bl', 14)))
        gd, ne = f('guard'), []; sgd = (f('s_guard') > 0) & (t % 16 < 4); walk = self.people | (self.pieces('walk', 3, 14, 0, 1) < .12)
        for k in range(8):
            x = 6.5 * np.exp(.12 * self.wander(f'ne{k}', 1, 12)) + (0, 3, 6, 2, 4, 1, 5, 3)[k] * .6 + w(f'nen{k}', .03)
            x = np.where(walk & (k in (2, 3)), np.minimum(x, 3.2), x)
            if k in (4, 5): x = np.where((gd > 0) & (self.rng(f'gd{k}').random(n) < .5), .8 + np.abs(w(f'gdn{k}', .1)), x)
            ne.append(q(np.where(sgd & (k == 0), 0, x), .01))
        pub('/zone_guard', 'mortar_msgs/msg/ZoneGuard', 5, dict(nearest_m=ne, persons=np.where(walk, 1, 0), guard_error=np.where(sgd, 12, 0)))
        si = f('silo')
        self.pub('/silo/kilograms', 'std_msgs/msg/Float32', 4, dict(data=q(9200 + 900 * self.su('si') - np.cumsum(bt) * DT * 1.1 + 3 * self.wander('si', 1, 3) + .6 * self.wind * self.wander('sw_', 1, 1.5) + w('sin', 1.6) + si * (19 * self.white('six')), 1)), jit=.01, lag=.01)
        pub('/weather/wind', 'geometry_msgs/msg/Vector3Stamped', 4, {'vector.x': q(self.wind + w('wx', .12), .1), 'vector.y': q(.8 * self.wander('wy', 1, 8) + w('wyn', .12), .1)}, 'site')
        pub('/weather/sun', 'sensor_msgs/msg/Illuminance', 2, dict(illuminance=q(self.lux * (1 + w('lx', .006)), 50.)))
        rh = .55 + .04 * self.su('rh') - .000001 * (self.lux - 26000) + .012 * self.wander('rh', 1, 150) + .004 * self.wander('rh2', 1, 12)
        pub('/weather/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(hold(rh + w('rhn', .0012), self.on('humidity')), .001)))
        pub('/weather/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .06), .1)))
        se = f('servo')
        pub('/controller', 'mortar_msgs/msg/Controller', 2, dict(servo_us=2000 + np.abs(w('se', 9)) + 55 * se, servo_peak_us=2260 + np.abs(w('sk', 85)) + se * (560 + 240 * self.rng('skx').random(n)), heap_mb=q(640 + 38 * self.newver + 3 * self.su('hp_') + 1.5 * self.wander('hpp', 1, 100) + w('hpq', .5) + self.computer_leak('heap', 62), .5), chip_celsius=q(self.warm('cc', self.amb, 15 + 3. * mv, 120, 16, 14., .2), .5)), strs=dict(image='v9.1' if self.newver else 'v9.0'))
        self.goals('/job/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if k in ('print', 'wash', 'prime')])
        a1 = self.speak('s_pump', 'pump', ['drive trip 7, motor overload', 'drive reset'])
        a2 = self.speak('s_lid', 'mixer', ['lid switch open while mixing', 'lid switch bounce'], 14)
        a3 = self.speak('s_guard', 'guard', ['self test failed, code 12', 'sector 1 blind'])
        s = self.when('s_comp'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 22): self.log(x, 'W', 'compressor', 'service interval reached', 'fault')
            a4 = np.where(self.on('s_comp'), 1., 0.)
        self.routine([(34, 'I', 'job', 'layer part done, {} m', 8, 20), (8, 'W', 'guard', 'person in outer zone for {} s', 4, 18), (6, 'W', 'mixer', 'batch took {} s', 12, 25), (5, 'I', 'tracker', 'station check {} mm', .1, .6), (4, 'W', 'weather', 'gust {} m/s', 6, 9)],
                     [('I', 'core', 'image ' + ('v9.1' if self.newver else 'v9.0')), ('W', 'tracker', 'prism list from yesterday'), ('W', 'mixer', 'moisture calibration old'), ('I', 'arm', 'homing done')])
        self.status('pump', 'MP', a1, {2: 'motor overload'}); self.status('mixer', 'MX', np.maximum(a2, brief_warn(self, 'mx', 1.3)), {1: 'batch late', 2: 'lid switch'}); self.status('guard', 'ZG', a3, {2: 'self test'})
        self.status('compressor', 'CO', a4, {1: 'service due'}); self.status('tracker', 'TR', brief_warn(self, 'tr', 1.3), {1: 'beam interrupted'}, wind=self.wind)
