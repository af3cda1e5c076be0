"""Laboratory liquid handler: gantry with eight channels, gripper, shaker, chiller (vendor with abbreviated field names)."""
import numpy as np
from lib import *

S = 'std_msgs/Header header\n'
DEFS = {
 'hydra_lh/msg/PipHead': S + '''int16[8] prs          # Pa against ambient
uint16[8] lld_cnt
uint16[8] plg_um
uint8 tip_bits
uint16 vol_nl10
uint8 act           # 0 none 1 asp 2 disp 3 mix''',
 'hydra_lh/msg/AxisDrv': 'int16 iq\nint32 enc\nuint8 tmp\nuint16 ferr_um\nuint8 err',
 'hydra_lh/msg/DrvBus': S + 'hydra_lh/AxisDrv[4] ax        # x y z plunger\nuint16 cyc_us',
 'hydra_lh/msg/Grip': S + 'uint16 w_um100\nint16 f_cn\nuint8 cmd\nint16 iq_ma',
 'hydra_lh/msg/HtShk': S + 'float32 t_act\nfloat32 t_set\nuint16 rpm\nuint16 rpm_set\nuint8 pwm\nfloat32 amp_g\nuint8 alm',
 'hydra_lh/msg/Chill': S + 'int16 t_c10\nint16 set_c10\nuint16 tec_ma\nuint16 fan\nint16 hs_c10',
 'hydra_lh/msg/VacStn': S + 'uint16 mbar\nuint8 pmp_duty\nuint8 vlv\nint16 tgt',
 'hydra_lh/msg/WashStn': S + 'uint16 lvl_cl\nuint16 wst_ml\nfloat32 flow_ml_s\nuint16 pmp_ma',
 'hydra_lh/msg/Hepa': S + 'uint16 rpm\nfloat32 dp\nuint16 i_ma',
 'hydra_lh/msg/DeckVis': S + 'float32 conf\nint16 dx_um\nint16 dy_um\nuint16 exp_us',
 'hydra_lh/msg/Bal': S + 'int32 m_mg\nbool stb',
 'hydra_lh/msg/Psu': S + 'uint16 v24\nuint16 v48\nuint16 i24\nuint16 i48\nuint8 t_psu',
 'hydra_lh/msg/DoorIo': S + 'uint8 bits\nuint8 lamp\nuint8 ilk',
 'hydra_lh/msg/Bcr': S + 'uint8 q\nuint16 reads\nuint8 tries',
 'hydra_lh/msg/Ctl': S + 'uint16 loop_us\nuint16 mem_mb\nuint8 cpu\nuint8 q_len',
}
JS, PH, DB, TP, HS, VC, PS = '/gantry/joint_states', '/pip/head', '/drv/bus', '/tool/pose', '/ht_shk', '/vac', '/psu'
KINDS = {
 'x_fric': K('gantry x axis needs more current when it moves: dry rail', [JS, DB], ['effort[0]', 'ax[0].iq', 'effort'], ['x axis', 'axis x', 'x rail'], step=False, where='when moving', need=19),
 'y_lost': K('gantry y axis stands beside its target: encoder lost steps', [JS, DB], ['position[1]', 'ax[1].ferr_um', 'ax[1].enc', 'ferr_um'], ['y axis', 'axis y']),
 'belt': K('y axis lags far behind above 0.2 m/s: belt slack', [JS, DB], ['ax[1].ferr_um', 'ferr_um', 'position[1]', 'velocity[1]'], ['y axis', 'y belt', 'axis y'], where='y speed above 0.2 m/s', cond=True, need=7),
 'z_noise': K('z drive current flickers: loose brush or connector', [JS, DB], ['effort[2]', 'ax[2].iq'], ['z axis', 'axis z', 'z drive']),
 'ch3_leak': K('channel 3 loses its pressure while liquid is held: o-ring leaks', [PH], ['prs[2]', 'prs'], ['channel 3', 'o ring', 'pip head'], where='with liquid in the tips'),
 'ch6_clog': K('channel 6 pressure far too deep above 200 ul: partly clogged', [PH], ['prs[5]', 'prs'], ['channel 6', 'pip head'], where='volume above 200 ul', cond=True),
 'ch8_drift': K('pressure sensor of channel 8 drifts', [PH], ['prs[7]', 'prs'], ['channel 8', 'pip head'], step=False),
 'lld2_noise': K('liquid level counter of channel 2 noisy', [PH], ['lld_cnt[1]', 'lld_cnt'], ['channel 2', 'liquid level', 'lld']),
 'plg_cold': K('plunger drive draws far more current while its motor is cold', [DB], ['ax[3].iq'], ['plunger', 'plunger drive', 'axis 3'], where='motor temperature below a number', cond=True),
 'plg_slow': K('plungers follow late: spindle worn', [PH, DB], ['plg_um', 'ax[3].ferr_um', 'ax[3].enc'], ['plunger', 'spindle'], where='when the plunger moves', need=19),
 'grip_fade': K('gripping force fades while a plate is held', ['/grip'], ['f_cn', 'iq_ma'], ['gripper', 'grip'], where='while a plate is held', need=14),
 'shk_unbal': K('shaker vibrates too much above 900 rpm', [HS], ['amp_g'], ['shaker', 'ht shk'], where='rpm above 900', cond=True),
 'ht_pad': K('heater needs far more power for the same temperature: pad comes off', [HS], ['pwm'], ['heater', 'ht shk'], step=False),
 'chill_fan': K('chiller fan slower, heat sink warmer', ['/chill'], ['fan', 'hs_c10', 'tec_ma'], ['chiller', 'chiller fan', 'heat sink'], tail=200),
 'vac_leak': K('vacuum pump works harder for its vacuum: leak', [VC], ['pmp_duty', 'mbar'], ['vacuum', 'vacuum pump', 'vac'], where='with vacuum on', need=15),
 'vlv_slow': K('vacuum comes late after the valve: valve sticks', [VC], ['mbar', 'vlv'], ['vacuum valve', 'vacuum', 'valve', 'vac'], where='when the valve opens', need=12),
 'wash_weak': K('wash flow weak at normal pump current: filter', ['/wash'], ['flow_ml_s'], ['wash', 'wash pump', 'wash filter'], where='while washing', need=12),
 'hepa': K('pressure over the HEPA filter rises: filter full', ['/hepa'], ['dp', 'rpm', 'i_ma'], ['hepa', 'filter'], step=False),
 'cam_cal': K('deck camera measures an offset in x after maintenance: wrong calibration', ['/deck_cam'], ['dx_um'], ['deck camera', 'deck cam', 'camera']),
 'bal_drift': K('balance drifts when nothing is weighed', ['/bal'], ['m_mg'], ['balance', 'bal'], step=False),
 'psu_sag': K('24 V sags when its current is above 3.5 A', [PS], ['v24'], ['power supply', 'psu', '24 V'], where='24 V current above 3.5 A', cond=True),
 'slot_loose': K('frame shakes and z drive works harder at one deck slot: plate loose', ['/frame/imu', JS, DB], ['linear_acceleration', 'linear_acceleration.z', 'effort[2]', 'ax[2].iq'], ['deck', 'slot', 'frame', 'z axis'], where='at a place', cond=True, need=15),
 'bcr_place': K('bar code reader reads badly at one deck slot: reflection', ['/bcr'], ['q', 'tries'], ['bar code', 'barcode', 'bcr'], where='at a place', cond=True, need=10),
 'pose_late': K('tool pose comes with old stamps', [TP], ['stamp', 'header.stamp'], ['tool pose', 'pose']),
 'head_drop': K('messages of the head get lost', [PH], ['rate', 'header.stamp'], ['pip head', 'head']),
 'loop_slow': K('control loop takes longer', ['/ctl'], ['loop_us', 'q_len'], ['controller', 'control loop', 'ctl']),
 'hum_stuck': K('humidity of the lab frozen', ['/lab/humidity'], ['relative_humidity'], ['humidity', 'humidity sensor']),
 's_crash': K('z drive reports a collision error', [DB, '/rosout', '/diagnostics'], ['ax[2].err', 'err'], ['z axis', 'z drive', 'drv'], silent=False, cons=(JS,)),
 's_tip': K('tip pick up fails and is logged', [PH, '/rosout', '/diagnostics'], ['tip_bits'], ['tip', 'pip head', 'tips'], silent=False),
 's_heat': K('heater reports over temperature', [HS, '/rosout', '/diagnostics'], ['alm'], ['heater', 'ht shk', 'shaker'], silent=False),
 's_door': K('door interlock flickers and is reported', ['/door', '/rosout', '/diagnostics'], ['bits', 'ilk'], ['door', 'interlock'], silent=False),
}
SLOT = [(.15 + .27 * i, .1 + .2 * j) for j in range(3) for i in range(4)]


class Pipet(Sim):
    NAME, KINDS, DEFS = 'pipet', KINDS, DEFS

    def plan(self):
        r, n, t = self.rng('mission'), self.n, self.t
        self.site = r.choice(['Lab 2.14', 'Lab 3.02'])
        X, Y, Z, FLOW, TIP, GR, VAC, WASH, SHK, HT, BAL, DOOR, READ, ACT = (np.zeros(n) for _ in range(14))
        st = dict(i=0, x=.1, y=.05, z=0.)
        self.spans, self.notes = [], []
        def put(sec):
            i, j = st['i'], min(n, st['i'] + max(1, int(sec / DT)))
            X[i:j], Y[i:j], Z[i:j] = st['x'], st['y'], st['z']
            st['i'] = j
            return i, j
        sm = lambda k: k * k * k * (10 - 15 * k + 6 * k * k)
        def zt(z):
            m = max(2, int((abs(z - st['z']) / .16 + .3) / DT)); z0 = st['z']
            i, j = put(m * DT); Z[i:j] = z0 + (z - z0) * sm(np.arange(j - i) / m); st['z'] = z
        def xy(k, dx=0., dy=0., slow=1.):
            x, y = SLOT[k][0] + dx, SLOT[k][1] + dy
            if abs(st['z']) > .001: zt(0.)
            vv = r.uniform(.85, 1.1) * self.vx * slow
            m = max(2, int((max(abs(x - st['x']), abs(y - st['y'])) * 1.875 / vv + .15) / DT)); x0, y0 = st['x'], st['y']
            i, j = put(m * DT); k_ = sm(np.arange(j - i) / m); X[i:j], Y[i:j] = x0 + (x - x0) * k_, y0 + (y - y0) * k_
            st['x'], st['y'] = x, y
        def flow(ul, sp, act):
            i, j = put(abs(ul) / sp); FLOW[i:j] = np.sign(ul) * sp; ACT[i:j] = act; put(.6)
        self.vx = r.uniform(.6, .75)
        jit = lambda: (r.uniform(-.03, .03), r.uniform(-.03, .03))
        used = [2, 3, 5, 6, 7, 9, 10]
        fav = [int(k) for k in r.permutation(used)[:2]]                    # reservoir and main plate
        pu = np.array([.3 if k in fav else .08 for k in used])
        def transfer():
            xy(0 if r.random() < .6 else 1, *jit()); zt(r.uniform(.09, .11)); i, j = put(1.2); TIP[i:] = 1; zt(0)
            for _ in range(int(r.integers(1, 4))):
                big = r.random() < .5
                ul = r.uniform(210, 290) if big else r.uniform(40, 160)
                sp = r.uniform(60, 110)
                xy(int(r.choice(used, p=pu)), *jit()); i, _ = put(.1); zt(r.uniform(.12, .15)); READ[i:st['i']] = 1; flow(ul, sp, 1); zt(0)
                k = int(r.integers(1, 3))
                for _ in range(k):
                    xy(int(r.choice(used, p=pu)), *jit()); i, _ = put(.1); zt(r.uniform(.1, .13)); READ[i:st['i']] = 1; flow(-ul / k, sp * 1.4, 2)
                    if r.random() < .3:
                        for _ in range(int(r.integers(2, 4))): flow(60, 100, 3); flow(-60, 100, 3)
                    zt(0)
            if r.random() < .5: xy(11, *jit()); zt(.06); i, j = put(r.uniform(7, 14)); WASH[i:j] = 1; zt(0)
            xy(8, *jit()); zt(.05); put(.8); TIP[st['i']:] = 0; zt(0)
        def plate():
            a, b = r.choice(used, 2, replace=False)
            xy(int(a)); zt(.14); i, _ = put(1.); put(.8); zt(0); zt(.02); xy(int(b), slow=.45); zt(.14); _, j = put(.5); GR[i:j] = 1; put(.8); zt(0)
        def scan():
            for k in r.permutation(used)[:5]: xy(int(k)); i, j = put(r.uniform(2.5, 5)); READ[i:j] = 1
        put(r.uniform(40, 130)); zt(.02); zt(0.); xy(0); xy(11)            # init, home all axes
        while st['i'] < n:
            a = st['i'] * DT
            kind = r.choice(['dilution', 'elisa', 'filter', 'qc'], p=[.36, .34, .18, .12])
            self.notes.append((a, kind))
            scan()
            for _ in range(int(r.integers(3, 7))):
                transfer()
                if st['i'] >= n: break
                if kind != 'elisa' and r.random() < .35: plate()
                if kind == 'elisa' and r.random() < .7:
                    plate(); i = st['i']; rp, tt = r.choice([600., 800., 1050., 1200.]), r.choice([25., 37., 37., 42.]); k = r.uniform(60, 200)
                    SHK[i:i + int(k / DT)] = rp; HT[i:i + int(r.uniform(250, 700) / DT)] = tt
                    if r.random() < .5: put(r.uniform(20, 90))
                elif kind == 'dilution' and r.random() < .5:
                    i = st['i']; SHK[i:i + int(r.uniform(40, 120) / DT)] = r.choice([700., 1000., 1150.])
                elif kind == 'filter':
                    plate(); i, j = put(r.uniform(12, 30)); VAC[i:j] = r.choice([250., 400., 550.])
                elif kind == 'qc':
                    xy(4, *jit()); zt(.1); i, _ = put(2); BAL[i:] += r.uniform(80, 280); zt(0); put(4)
                if r.random() < .5: i, j = put(r.uniform(8, 18)); VAC[i + 20:j] = 350.
            if kind == 'qc': BAL[st['i']:] = 0
            self.spans.append((a, st['i'] * DT, 4 if r.random() > .06 else 6))
            i, j = put(r.uniform(15, 150))
            if r.random() < .6: DOOR[i + (j - i) // 4:i + 3 * (j - i) // 4] = 1      # somebody loads plates
        self.spans = self.spans[:-1]
        self.X, self.Y, self.Z = X, Y, Z
        self.flow, self.tip, self.gr, self.vac, self.wash, self.shk, self.ht, self.balm, self.door, self.read, self.act = FLOW, TIP, GR, VAC, WASH, SHK, HT, BAL, DOOR, READ, ACT
        vol = np.cumsum(FLOW) * DT
        last = np.maximum.accumulate(np.where(TIP > 0, 0, np.arange(n)))      # empty with every new tip
        self.vol = np.clip(vol - vol[last], 0, 320) * (TIP > 0)
        g = lambda x: lp(np.gradient(x, DT), .06)
        self.vx_, self.vy_, self.vz_ = g(X), g(Y), g(Z)
        work = np.clip(np.abs(FLOW) / 60, 0, 1.5)
        self.amb = 21.8 + self.su('amb', .6) + .25 * self.wander('ambw', 1, 400)
        self.tpl = self.amb + 2 + lp(32 * work, 260, 0.)
        th = float(np.round(np.percentile(self.tpl[int(1200 / DT):], 55)))
        self.i24 = 1.6 + .9 * (np.abs(self.vz_) > .01) + 1.5 * (self.ht > 0) + 1.0 * (self.shk > 0) + .8 * (self.vac > 0) + .6 * (work > 0)
        self.num('belt', np.abs(self.vy_), JS + ':velocity[1]', ['speed', 'velocity', 'fast'], above=.2)
        self.num('ch6_clog', self.vol, PH + ':vol_nl10', ['volume', 'vol', 'ul'], above=200.)
        self.conds['ch6_clog']['accept'].append([1300., 2700.])     # vol_nl10 counts 0.1 ul
        self.num('plg_cold', self.tpl, DB + ':ax[3].tmp', ['temperature', 'tmp', 'cold'], below=th, tol=.15, and_=np.abs(FLOW) > 0)
        self.num('shk_unbal', lp(self.shk, .8), HS + ':rpm', ['rpm', 'speed', 'shak'], above=900., tol=.25)
        self.num('psu_sag', self.i24, PS + ':i24', ['current', 'i24', 'load'], above=3.5, tol=.35)
        self.conds['psu_sag']['accept'].append([2200., 4800.])      # i24 in mA
        sl, sb = fav
        self.at('slot_loose', X, Y, *SLOT[sl], .1, Z > .03)
        self.at('bcr_place', X, Y, *SLOT[sb], .1, READ > 0)
        mvx = np.abs(self.vx_) > .02
        self.mode('x_fric', mvx, 'moving', 'moves', 'velocity', 'speed', 'motion')
        self.mode('ch3_leak', (self.vol > 30) & (FLOW == 0), 'vol', 'liquid', 'hold')
        self.mode('plg_slow', work > 0, 'plunger', 'moving', 'moves', 'act')
        self.mode('grip_fade', GR > 0, 'plate', 'held', 'cmd', 'grip')
        self.mode('vac_leak', VAC > 0, 'vac', 'vlv', 'valve', 'tgt'); self.mode('vlv_slow', (VAC > 0) & (np.roll(VAC, 120) == 0), 'valve', 'vlv', 'vac', 'opens')
        self.mode('wash_weak', WASH > 0, 'wash', 'pmp', 'pump')

    def build(self):
        t, n, u, su, ns, w, f = self.t, self.n, self.u, self.su, self.ns, self.white, self.f
        pub = self.pub
        lo, vol, fl = f('slot_loose'), self.vol, self.flow
        P = [self.X, self.Y, self.Z]
        V = [self.vx_, self.vy_, self.vz_]
        cr = f('s_crash') > 0
        act = [lp(P[k], .07) for k in range(3)]
        fe = [np.abs(V[k]) * 1e6 * .00005 * (1 + .2 * self.wander(f'fe{k}', 1, 6)) + np.abs(ns(f'fen{k}', 5)) for k in range(3)]
        bs = f('belt')
        act[1] = act[1] - .0035 * bs * np.sign(V[1]); fe[1] = fe[1] + 3500 * bs * (1 + .2 * self.wander('bsn', 1, .3))
        yo = .0011 * f('y_lost'); act[1] = act[1] + yo
        acc = [lp(np.gradient(V[k], DT), .1) for k in range(3)]
        iq = []
        for k in range(3):
            mv = np.tanh(V[k] / .02)
            c = 40 * mv * (1 + u(f'fr{k}', .06) + .05 * self.wander(f'frw{k}', 1, 30)) + 190 * V[k] + 85 * acc[k] * (1 + .1 * (self.gr > 0)) + (95 + 9 * (self.gr > 0) if k == 2 else 0)
            if k == 0: c = c + 85 * f('x_fric') * mv
            if k == 2: c = c + 75 * f('z_noise') * w('znx') * (self.spikes('znp', .5)) + 90 * lo * np.abs(ns('lz', 1.2)) * (np.abs(V[2]) > .005) + 25 * lo
            if k == 2: c = c + 160 * cr
            iq.append(c + ns(f'iq{k}', 7))
        work = np.abs(fl) > 0
        ip = 30 + u('ip', 2) + work * (60 + 1.3 * np.abs(fl) * (1 + .35 * np.clip((34 - self.tpl) / 15, -.3, .6))) * (1 + .06 * self.wander('ipw', 1, 10)) + 150 * f('plg_cold')
        vel = [V[k] + ns(f'v{k}', .0015) for k in range(3)]
        pub(JS, 'sensor_msgs/msg/JointState', 10, {'position': [act[k] + ns(f'p{k}', .00004) for k in range(3)], 'velocity': vel, 'effort': [x / 40 for x in iq]}, lens=dict(name=3, position=3, velocity=3, effort=3), strs={'name[0]': 'gx', 'name[1]': 'gy', 'name[2]': 'gz'})
        pub('/gantry/target', 'sensor_msgs/msg/JointState', 10, {'position': P}, lens=dict(name=3, position=3), strs={'name[0]': 'gx', 'name[1]': 'gy', 'name[2]': 'gz'})
        pub(TP, 'geometry_msgs/msg/PoseStamped', 5, {'pose.position.x': act[0] + ns('tx', .0001), 'pose.position.y': act[1] + ns('ty', .0001), 'pose.position.z': .25 - act[2], 'pose.orientation.w': 1.}, frame='deck', age=.55 * f('pose_late') * (1 + .15 * self.wander('pla', 1, 2)))
        slow = f('plg_slow')
        plg = vol * 42 * 1.
        plm = np.where(slow > 0, lp(plg, .9), lp(plg, .05))
        tq = [self.amb + 3 + lp(np.abs(c) * .09, 300) for c in iq] + [self.tpl]
        d = {}
        for k in range(4):
            b = f'ax[{k}].'
            pos = act[k] * 40000 if k < 3 else plm * .9
            d.update({b + 'iq': iq[k] if k < 3 else ip + ns('ipn', 5), b + 'enc': pos + ns(f'en{k}', 1.5), b + 'tmp': tq[k] + w(f'tq{k}', .25), b + 'ferr_um': fe[k] if k < 3 else np.abs(plg - plm) * .3 + np.abs(ns('fe3', 4)), b + 'err': np.where(cr, 7, 0) if k == 2 else 0})
        d['ax[1].ferr_um'] = d['ax[1].ferr_um'] + 1e6 * np.abs(yo)
        d['cyc_us'] = 1000 + np.abs(w('cyc', 6))
        pub(DB, 'hydra_lh/msg/DrvBus', 8, d)
        # pressures: hydrostatic of the liquid, flow resistance, seal leak
        visc = np.repeat(self.rng('visc').uniform(.8, 1.35, n // 3000 + 1), 3000)[:n]
        prs = []
        for k in range(8):
            p = -.62 * vol * (1 + u(f'hy{k}', .03)) - 3.1 * fl * visc * (1 + u(f'rs{k}', .04))
            if k == 2:
                hold_ = (vol > 5) & (fl == 0)
                p = p * (1 - .72 * np.minimum(f('ch3_leak'), 1.25) * hold_ * (.85 + .15 * self.wander('c3', 1, 2)))
            if k == 5: p = p - f('ch6_clog') * (240 + 1.8 * np.maximum(fl, 0)) * (1 + .12 * self.wander('c6', 1, 1))
            p = lp(p, .12) + u(f'po{k}', 4) + 3 * self.wander(f'pw{k}', 1, 200) + (75 * f('ch8_drift') if k == 7 else 0)
            prs.append(p + ns(f'pr{k}', 5 + 0 * t))
        wet = lp((self.Z > .09) * 1., .1)
        l2 = f('lld2_noise')
        pub(PH, 'hydra_lh/msg/PipHead', 10, {'prs': prs, 'lld_cnt': [410 + u(f'll{k}', 8) + 30 * (self.tip > 0) + (160 + .3 * vol) * wet + ns(f'lln{k}', 5) + (85 * l2 * w('l2') if k == 1 else 0) for k in range(8)],
             'plg_um': [plm + ns(f'pg{k}', 6) for k in range(8)], 'tip_bits': np.where(f('s_tip') > 0, 0x5b, 0xff) * (self.tip > 0), 'vol_nl10': vol * 10, 'act': self.act}, drop=.45 * f('head_drop'))
        g = lp(self.gr, .15)
        hold2 = (self.gr > 0)
        fade = 1 - .5 * np.minimum(f('grip_fade'), 1.3) * lp(hold2 * 1., 1.2)
        pub('/grip', 'hydra_lh/msg/Grip', 5, {'w_um100': 1290 - 435 * g + ns('gw', 1.2), 'f_cn': 900 * g * fade * (1 + su('gf', .02)) + ns('gfn', 9), 'cmd': self.gr, 'iq_ma': 60 + 310 * g * fade + ns('gi', 6)})
        # heater shaker
        rpm = slew(self.shk, 260., 320.)
        tset = np.where(self.ht > 0, self.ht, 0)
        heat = np.where(self.ht > 0, self.ht, self.amb + 1)
        ta = lp(lp(heat, 35), 20)
        al = f('s_heat') > 0
        pw = np.clip((ta - self.amb) * 2.3 + np.maximum(heat - ta, 0) * 12, 0, 95) * (self.ht > 0)
        ba = ta
        pw = np.clip(pw * (1 + .62 * f('ht_pad')), 0, 100)
        pub(HS, 'hydra_lh/msg/HtShk', 2, {'t_act': q(ta + u('ta', .1) + .05 * self.wander('taw', 1, 20) + ns('tan', .03) + 9 * lp(al * 1., 20), .01), 't_set': tset, 'rpm': rpm + ns('rpm', 2.5) * (rpm > 5), 'rpm_set': self.shk, 'pwm': pw + ns('pw', 1.0) * (pw > 0), 'amp_g': .012 + (rpm / 1000) ** 2 * .34 * (1 + u('amp', .05) + su('ampl', .06)) * (1 + .05 * self.wander('ampw', 1, 5)) + .33 * f('shk_unbal') * (1 + .2 * self.wander('aun', 1, 1)) + np.abs(ns('am', .008)), 'alm': np.where(al, 3, 0)})
        cf = f('chill_fan')
        chs = self.amb + 8 + 2 * self.door + lp(7.5 * cf, 80)
        pub('/chill', 'hydra_lh/msg/Chill', 1, {'t_c10': 40 + 2 * self.wander('cht', 1, 30) + 4 * lp(self.door, 40) + ns('cht', .5), 'set_c10': 40, 'tec_ma': 2100 + 35 * (self.amb - 22) + 260 * lp(self.door, 60) + lp(330 * cf, 60) + 30 * self.wander('tec', 1, 20) + ns('tecn', 12), 'fan': (2650 + u('fan', 25) + 18 * self.wander('fan', 1, 10)) * (1 - .3 * np.minimum(cf, 1.3)) + ns('fann', 10), 'hs_c10': 10 * chs + ns('hs', 1.5)})
        # vacuum
        vs = f('vlv_slow')
        vt = np.where(vs > 0, lp(delayed(self.vac, 1.5 * np.minimum(vs, 1.2)), 1.6), lp(self.vac, .45))
        vl = f('vac_leak')
        pub(VC, 'hydra_lh/msg/VacStn', 4, {'mbar': np.maximum(vt * (1 - .06 * vl) * (1 + .015 * self.wander('vcw', 1, 2)) + ns('vc', 3), 0), 'pmp_duty': (self.vac > 0) * np.clip(20 + .055 * self.vac + 25 * lp((self.vac > 0) & (vt < .9 * self.vac), .3) + 24 * vl + 2 * self.wander('pd', 1, 3), 0, 100) + ns('pdn', .6) * (self.vac > 0), 'vlv': self.vac > 0, 'tgt': self.vac})
        wf = lp(self.wash * (6.2 + su('wf', .2)), .5) * (1 - .36 * np.minimum(f('wash_weak'), 1.3))
        pub('/wash', 'hydra_lh/msg/WashStn', 2, {'lvl_cl': 950 + su('lvl', 25) - np.cumsum(wf) * DT * .1 + ns('lv', .8), 'wst_ml': 1200 + su('wst', 90) + np.cumsum(wf) * DT * .97 + ns('ws', 3), 'flow_ml_s': np.maximum(wf + ns('wfn', .06) * (wf > .1), 0), 'pmp_ma': 12 + lp(self.wash * 640, .2) + ns('pm', 6)})
        hp = f('hepa')
        pub('/hepa', 'hydra_lh/msg/Hepa', 1, {'rpm': 1720 + u('hr', 12) - 90 * self.door + 130 * hp + ns('hrn', 6), 'dp': 96 + u('dp', 2) + 1.6 * self.wander('dpw', 1, 25) - 16 * self.door + 34 * hp + ns('dpn', 1.0), 'i_ma': 880 + 70 * hp + ns('him', 7)})
        pub('/deck_cam', 'hydra_lh/msg/DeckVis', 2, {'conf': np.clip(.93 + u('cc', .01) - .2 * self.door + .015 * self.wander('ccw', 1, 5) + ns('ccn', .008), 0, 1), 'dx_um': u('dx', 25) + su('dxs', 18) + 25 * self.wander('dxw', 1, 12) + 260 * f('cam_cal') + ns('dxn', 22), 'dy_um': u('dy', 25) + su('dys', 18) + 25 * self.wander('dyw', 1, 12) + ns('dyn', 22), 'exp_us': 4200 + 900 * self.door + ns('exp', 60)})
        bm = lp(self.balm, .8) + su('bm', .4) + .3 * self.wander('bw', 1, 100) + 32 * f('bal_drift') + ns('bn', .25 + .0 * t) + .8 * (np.abs(self.vz_) > .03) * w('bz')
        pub('/bal', 'hydra_lh/msg/Bal', 4, {'m_mg': bm, 'stb': np.abs(np.gradient(lp(self.balm, .8))) < .02})
        i24 = self.i24 * (1 + u('i24', .02)) + .12 * self.wander('i24w', 1, 4)
        pub(PS, 'hydra_lh/msg/Psu', 2, {'v24': 24080 + u('v24', 30) - 42 * i24 - 620 * f('psu_sag') * (1 + .15 * self.wander('sag', 1, 1)) + ns('v24n', 14), 'v48': 48120 + u('v48', 40) - 25 * (np.abs(iq[0]) + np.abs(iq[1])) / 80 + ns('v48n', 20), 'i24': 1000 * i24 + ns('i24n', 40), 'i48': 300 + 5.5 * (np.abs(iq[0]) + np.abs(iq[1]) + np.abs(iq[2])) + ns('i48n', 40), 't_psu': 33 + lp(2 * i24, 300) + w('tps', .3)})
        am = [np.abs(a) * .25 for a in acc]
        sh = (rpm / 1000) ** 2 * .2
        v_ = .035 + sh + .6 * lo
        pub('/frame/imu', 'sensor_msgs/msg/Imu', 14, {'orientation_covariance': [-1.] + [0.] * 8, 'angular_velocity_covariance': [4e-5, 0., 0., 0., 4e-5, 0., 0., 0., 4e-5], 'angular_velocity.x': ns('fgx', .003), 'angular_velocity.y': ns('fgy', .003), 'angular_velocity.z': ns('fgz', .003), 'linear_acceleration.x': u('fx', .03) + v_ * w('fax') - am[0] * np.sign(acc[0]) * .3, 'linear_acceleration.y': u('fy', .03) + v_ * w('fay') - am[1] * np.sign(acc[1]) * .3, 'linear_acceleration.z': 9.806 + v_ * w('faz') * .8 + .3 * am[2] * w('faz2')}, frame='frame')
        dr = (self.door > 0) | ((f('s_door') > 0) & (self.wander('dfl', 1, .5) > .6))
        pub('/door', 'hydra_lh/msg/DoorIo', 4, {'bits': np.where(dr, 0b10, 0b11), 'lamp': 1 + (self.door > 0), 'ilk': ~dr})
        bq = f('bcr_place')
        pub('/bcr', 'hydra_lh/msg/Bcr', 2, {'q': np.where(self.read > 0, np.clip(88 + u('bq', 2) + 4 * self.wander('bqw', 1, 3) - 46 * bq + ns('bqn', 2), 0, 100), 0), 'reads': np.cumsum((self.read > 0) & (np.roll(self.read, 1) == 0)), 'tries': np.where(self.read > 0, 1 + (w('tr') > 2) + np.rint(5 * bq), 0)})
        pub('/ctl', 'hydra_lh/msg/Ctl', 2, {'loop_us': 980 + 40 * (np.abs(V[0]) > .01) + 18 * self.wander('lpw', 1, 5) + np.abs(ns('lp', 14)) + f('loop_slow') * (240 + 90 * np.abs(w('lps'))), 'mem_mb': 812 + 22 * (self.unit == 'life' and self.idx > 2) + su('mem', 9) + 3 * self.wander('mw', 1, 60), 'cpu': 27 + 9 * (np.abs(V[0]) > .01) + ns('cpu', 2), 'q_len': np.maximum(0, 2 + ns('ql', .8) + 3 * f('loop_slow'))})
        pub('/lab/temperature', 'sensor_msgs/msg/Temperature', 1, {'temperature': q(self.amb + .3 * self.wander('lt', 1, 90) + w('ltn', .04), .02)})
        hum = .43 + su('hum', .03) + .012 * self.wander('hw', 1, 200) + .006 * self.wander('hw2', 1, 12) + ns('hn', .0012)
        pub('/lab/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, {'relative_humidity': q(hold(hum, f('hum_stuck')), .0005)})
        ver = 'HydraLH 8.1' if self.unit != 'life' or self.idx < 3 else 'HydraLH 8.2'
        lg, r = self.log, self.rng('log')
        lg(.6, 'I', 'sup', f'{ver} init, {self.site}'); lg(2.2, 'W', 'drv', 'axis z not referenced'); lg(4, 'W', 'chill', 'set point not reached yet'); lg(9, 'I', 'sup', 'ready')
        for a, k in self.notes: lg(a + .1, 'I', 'sched', f'method {k} started')
        for _ in range(r.poisson(8)): lg(r.uniform(60, self.dur), 'W', 'lims_client', 'answer slow, retry')
        for _ in range(r.poisson(3)): lg(r.uniform(60, self.dur), 'W', 'sched', 'step paused by user')
        for a in np.arange(20, self.dur, 200): lg(a, 'I', 'trace', 'chunk written')
        for kind, nm, msg in (('s_crash', 'drv', 'axis z collision, err 7'), ('s_tip', 'pip', 'tip pick up failed on channels 3 and 6'), ('s_heat', 'ht_shk', 'over temperature alarm 3'), ('s_door', 'safety', 'door interlock open during run')):
            k = self.when(kind)
            if k:
                for a in np.arange(k['start'], k['end'], 40): lg(a + .3, 'E', nm, msg)
                lg(k['end'] + .2, 'I', nm, 'cleared')
        z2 = lambda m: np.where(m, 2, 0)
        self.status('drv', 'can0', z2(cr), {2: 'axis z err 7'}); self.status('pip', 'can1', z2(f('s_tip') > 0), {2: 'tip pick up'}); self.status('ht_shk', 'rs485', z2(al), {2: 'alarm 3'}); self.status('safety', 'plc', z2(f('s_door') > 0), {2: 'interlock'})
        self.status('lims', 'net', brief_warn(self, 'lims', 2), {1: 'slow'}, version=ver)
        self.goals('/run/_action/status', self.spans)
