"""Wafer handling robot (EFEM): four axes, vacuum end effector, aligner, load ports, load locks; abbreviated fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, slew

DRV, EE, ALN, LLA, LLB, FFU, JNT, UTL = '/rb/drv', '/ee', '/aln', '/ll/a', '/ll/b', '/ffu', '/rb/jnt', '/utl'
ST = dict(lp1=(-1.15, .70), lp2=(-.45, .70), aln=(.45, .52), lla=(1.35, .76), llb=(2.05, .76))
RR = .24


class Wafer(Sim):
    NAME = 'wafer'
    FLAGS = [(DRV, 'dr_er'), (ALN, 'ntc_er'), (LLB, 'gv_er'), ('/ion', 'ion_er'), ('/saf', 'ilk_ok')]
    DEFS = {
        'wtr_msgs/msg/Ax': 'float32 im\nint16 perr\nfloat32 tmp\nint16 trq',
        'wtr_msgs/msg/Drv': mdef('wtr_msgs/Ax[4] ax; uint16 dr_er'),
        'wtr_msgs/msg/Cmd': mdef('float64[4] qd; uint8 seg'),
        'wtr_msgs/msg/Ee': mdef('float32 vac_kpa flw; int16[2] wof_um; int16 tlt_ur; uint16 gap_um; bool wp'),
        'wtr_msgs/msg/Wfr': mdef('uint8 typ slt; float32 bow_um wt_c'),
        'wtr_msgs/msg/Aln': mdef('float32 ecc_um ntc_dg led_ma chk_kpa; int32 spn_rpm; uint16 ccd; uint8 ntc_er'),
        'wtr_msgs/msg/Lp': mdef('float32 clp_kpa prg_lpm rf_db dor_ma; int16 dor_mm; uint8 lot'),
        'wtr_msgs/msg/Ll': mdef('float32 p_mb pir_v pmp_a pmp_c n2_slm; uint8 vlv gv_er'),
        'wtr_msgs/msg/Ffu': mdef('uint16[4] rpm; float32[4] dp_pa im'),
        'wtr_msgs/msg/Ptc': mdef('uint32[3] cnt; float32 lsr_ma'),
        'wtr_msgs/msg/Ion': mdef('float32 bal_v emt_ua hv_kv; uint8 ion_er'),
        'wtr_msgs/msg/Utl': mdef('float32 cda_kpa vmn_kpa n2_kpa pcw_lpm pcw_c'),
        'wtr_msgs/msg/Vib': mdef('float32[3] rms_mg; float32 pk_mg'),
        'wtr_msgs/msg/Ocr': mdef('float32 cnf lum; uint16 t_ms'),
        'wtr_msgs/msg/Saf': mdef('bool ilk_ok emo_ok cov_cl lc_brk'),
        'wtr_msgs/msg/Psu': mdef('float32 v24 i24 v48 i48 tmp; uint16 fan'),
        'wtr_msgs/msg/Ctl': mdef('uint32 cyc_us cmx_us; float32 mem_mb cpu_c; string sw'),
    }
    KINDS = dict(
        th_brg=K('theta axis draws more and more current: bearing', [DRV], ['ax[0].im', 'ax[0].trq'], ['theta axis', 'axis 1'], step=False, where='when moving'),
        r_belt=K('arm follows with larger error: belt slack', [DRV], ['ax[1].perr'], ['r axis', 'arm', 'axis 2'], where='when moving'),
        z_top=K('z axis draws more current higher than a number: screw dry at the top', [DRV], ['ax[2].im', 'ax[2].trq'], ['z axis', 'axis 3'], where='**height above a number**', cond=True),
        th_fast=K('theta axis has larger error when turning faster than a number: scale dirty', [DRV], ['ax[0].perr'], ['theta axis', 'axis 1'], where='**theta speed above a number**', cond=True, need=12),
        r_tmp=K('arm motor gets warm: brake drags', [DRV], ['ax[1].tmp'], ['r axis', 'arm motor', 'axis 2'], step=False, tail=300),
        z_stk=K('temperature of the z motor frozen', [DRV], ['ax[2].tmp'], ['z axis', 'z motor', 'axis 3']),
        w_im=K('wrist motor draws more current: seal hardened', [DRV], ['ax[3].im'], ['wrist', 'axis 4'], where='when moving'),
        z_hld=K('z motor holds with more current: gravity spring broken', [DRV], ['ax[2].im', 'ax[2].trq'], ['z axis', 'axis 3']),
        drv_lost=K('drive messages get lost', [DRV], ['header.stamp'], ['drives', 'drv']),
        th_vel=K('speed of theta flickers: encoder strip', [JNT], ['velocity[0]'], ['theta axis', 'encoder', 'joint 1'], where='when moving'),
        jnt_old=K('joint states come with old stamps', [JNT], ['header.stamp'], ['joint states', 'joints']),
        arm_xy=K('arm motor draws more current at one place: hose of the frame touches', [DRV], ['ax[1].im', 'ax[1].trq'], ['r axis', 'arm', 'axis 2'], where='**at a place**', cond=True, need=12),
        vib_xy=K('robot shakes at one place: track plate loose', ['/vib'], ['rms_mg[0]', 'rms_mg[1]', 'rms_mg[2]', 'pk_mg'], ['vibration', 'track plate', 'vibration sensor'], where='**at a place**', cond=True, need=12),
        gap_xy=K('gap sensor reads wrong at one place: stray field of a new valve', [EE], ['gap_um'], ['end effector', 'gap sensor'], where='**at a place**', cond=True, need=12),
        sag=K('end effector hangs low when the arm is extended beyond a number: wrist screw loose', [EE], ['gap_um', 'tlt_ur'], ['end effector', 'wrist screw'], where='**extension above a number**', cond=True),
        vac_slow=K('vacuum builds up slowly: valve sticks', [EE], ['vac_kpa', 'flw'], ['end effector', 'vacuum', 'vacuum valve'], where='when gripping', need=10),
        vac_leak=K('vacuum of the end effector gets weak: pad worn', [EE], ['vac_kpa'], ['end effector', 'vacuum', 'pad'], step=False, where='when holding'),
        vac_hot=K('vacuum weak with wafers hotter than a number: pad softens', [EE], ['vac_kpa', 'flw'], ['end effector', 'vacuum', 'pad'], where='**wafer temperature above a number**', cond=True),
        flw_off=K('flow sensor reads too much and uneasy', [EE], ['flw'], ['end effector', 'flow sensor']),
        slip=K('wafer lies off to the side after picking: pad 2 glazed', [EE], ['wof_um[1]'], ['end effector', 'pad 2', 'wafer offset'], where='when holding'),
        tlt=K('tilt of the end effector is off: collision not noticed', [EE], ['tlt_ur'], ['end effector', 'tilt']),
        led=K('light of the aligner fades', [ALN], ['ccd', 'led_ma'], ['aligner', 'aligner light'], step=False),
        spn=K('aligner turns unevenly: bearing', [ALN], ['spn_rpm'], ['aligner', 'aligner spindle'], where='when aligning', need=12),
        ecc=K('eccentricity scatters: line sensor dusty', [ALN], ['ecc_um'], ['aligner', 'line sensor']),
        chk=K('aligner chuck holds weakly', [ALN], ['chk_kpa'], ['aligner', 'aligner chuck', 'chuck'], where='when aligning', need=12),
        clp=K('clamp pressure of load port 1 low and uneasy', ['/lp1'], ['clp_kpa'], ['load port 1', 'lp1', 'clamp']),
        prg=K('purge of load port 2 weak: nozzle blocked', ['/lp2'], ['prg_lpm'], ['load port 2', 'lp2', 'purge']),
        rfd=K('tag reader of load port 2 weak: antenna', ['/lp2'], ['rf_db'], ['load port 2', 'lp2', 'tag reader']),
        pmp_slow=K('lock A pumps down slowly: foreline clogged', [LLA], ['p_mb', 'pir_v'], ['load lock a', 'lock a', 'pump'], where='when pumping'),
        pmp_im=K('pump of lock A draws more and more current', [LLA], ['pmp_a'], ['load lock a', 'lock a', 'pump'], step=False),
        pir_low=K('gauge of lock A reads uneasy when the pressure is below a number: filament contaminated', [LLA], ['pir_v', 'p_mb'], ['load lock a', 'lock a', 'gauge'], where='**pressure below a number**', cond=True),
        vnt=K('lock B vents slowly: diffuser blocked', [LLB], ['p_mb', 'pir_v', 'n2_slm'], ['load lock b', 'lock b', 'vent'], where='when venting'),
        leak=K('base pressure of lock B high: door seal leaks', [LLB], ['p_mb', 'pir_v'], ['load lock b', 'lock b', 'door seal'], where='when evacuated'),
        pmp_tmp=K('pump of lock B gets hot: cooling water scale', [LLB], ['pmp_c'], ['load lock b', 'lock b', 'pump'], step=False, tail=300),
        ffu3=K('fan unit 3 turns unevenly: bearing', [FFU], ['rpm[2]', 'im[2]'], ['fan unit 3', 'fan filter']),
        flt2=K('filter of fan unit 2 clogs: pressure rises', [FFU], ['dp_pa[1]'], ['fan unit 2', 'fan filter', 'filter'], step=False),
        ptc=K('particle counts rise: belt sheds', ['/ptc'], ['cnt[0]', 'cnt[1]'], ['particle counter', 'particles']),
        bal=K('ionizer is out of balance: emitter tip dirty', ['/ion'], ['bal_v'], ['ionizer', 'ionizer balance']),
        emt=K('ionizer needs more and more emitter current', ['/ion'], ['emt_ua'], ['ionizer', 'emitter'], step=False),
        cda=K('compressed air low and uneasy', [UTL], ['cda_kpa'], ['utilities', 'compressed air']),
        pcw=K('cooling water flow low: strainer', [UTL], ['pcw_lpm'], ['utilities', 'cooling water']),
        ocr=K('reader of the wafer mark gets unsure: lens hazed', ['/ocr'], ['cnf'], ['mark reader', 'ocr'], step=False),
        v24_ld=K('24 V falls when its current is above a number: terminal loose', ['/psu'], ['v24'], ['power supply', '24 v'], where='**current above a number**', cond=True),
        psu_fan=K('power supply warm and its fan slow', ['/psu'], ['tmp', 'fan'], ['power supply', 'psu fan'], tail=240),
        rh_stk=K('humidity frozen', ['/env/rh'], ['relative_humidity'], ['humidity', 'humidity sensor']),
        cyc=K('controller has far longer worst cycles', ['/ctl'], ['cmx_us', 'cyc_us'], ['controller', 'control loop']),
        mem=K('memory of the controller fills', ['/ctl'], ['mem_mb'], ['controller', 'memory'], step=False),
        s_drv=K('drive of the arm reports following errors', [DRV, '/rosout', '/diagnostics'], ['dr_er', 'ax[1].perr'], ['r axis', 'arm', 'drive'], silent=False),
        s_ntc=K('aligner reports that it finds no notch', [ALN, '/rosout', '/diagnostics'], ['ntc_er', 'ntc_dg'], ['aligner', 'notch'], silent=False),
        s_gv=K('gate valve of lock B reports timeouts', [LLB, '/rosout', '/diagnostics'], ['gv_er', 'vlv'], ['load lock b', 'lock b', 'gate valve'], silent=False),
        s_ion=K('ionizer warns of cleaning', ['/ion', '/rosout', '/diagnostics'], ['ion_er'], ['ionizer'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        Q = np.zeros((4, n)); cur = np.array([-.8, RR, .12, 0.]); seg = np.zeros(n, int)
        wp, spin, wt, typ, slt, bow = np.zeros(n, bool), np.zeros(n, bool), np.full(n, 22.), np.zeros(n, int), np.zeros(n, int), np.zeros(n)
        lot = np.zeros((2, n)); door = np.zeros((2, n)); self.tasks = []; ll = [[], []]; ocr = np.zeros(n, bool)
        i = 0; spd = 1.
        def go(sec, code, **k):
            nonlocal i, cur
            m = max(2, int(sec / spd * r.uniform(.97, 1.03) / DT)); j = min(n, i + m); u = (np.arange(m) + 1) / m; u = (u**3 * (10 - 15 * u + 6 * u * u))[:j - i]
            nx = cur.copy()
            for a, v in k.items(): nx['trzw'.index(a)] = v
            Q[:, i:j] = cur[:, None] + (nx - cur)[:, None] * u; seg[i:j] = code; cur = nx; i = j
        def wait(sec):
            nonlocal i
            j = min(n, i + max(1, int(sec * r.uniform(.9, 1.1) / DT))); Q[:, i:j] = cur[:, None]; seg[i:j] = 0; i = j
        def turn(s, z):
            th, _ = ST[s]; d = abs(th - cur[0]); go(.5 + 1.05 * d**.6, 1, t=th, z=z, w=(.35 if s[:2] == 'll' else 0.) + .02 * (z - .12))
        def pick(s, z):
            turn(s, z); go(1.1, 2, r=ST[s][1]); go(.45, 3, z=z + .012); a = i; wait(.5); go(1.25, 4, r=RR); return a
        def place(s, z):
            turn(s, z + .012); go(1.25, 2, r=ST[s][1]); wait(.3); go(.45, 3, z=z); a = i; go(1.1, 4, r=RR); return a
        held, temp = None, 22.
        def mark(a, b, ty, sl, bw, T0):
            wp[a:b] = True; typ[a:b], slt[a:b], bow[a:b] = ty, sl, bw
            wt[a:b] = 22 + (T0 - 22) * np.exp(-np.arange(b - a) * DT / 26)
        wait(r.uniform(6, 15)); lots = 0; k = 0; inl = [None, None]
        while i < n:
            # new carrier: door, mapping; sometimes homing or teaching or a pause
            a0 = i; p = lots % 2; s = ('lp1', 'lp2')[p]; x = r.random()
            if x < .22: wait(r.uniform(20, 70))
            elif x < .36:
                spd = .3; [go(2.2, 5, t=r.uniform(-1.2, 2), r=r.uniform(.25, .6), z=r.uniform(.06, .3)) for _ in range(6)]; spd = 1.; go(1.5, 5, r=RR)
            if self.unit == 'life' and self.idx >= 4 and lots in (1, 3, 4):             # autocalibration with fixture: for the first time in life/4
                spd = .55
                for c in range(5): turn('aln', .2); go(1.2, 6, r=.45); go(.8, 6, z=.16); go(.8, 6, z=.2, w=.6); go(1.2, 6, r=RR)
                spd = 1.
            if i < n: door[p, i:min(n, i + int(5 / DT))] = 1
            wait(5.); turn(s, .06); go(.8, 6, r=.42); go(6.5, 6, z=.30); go(.8, 6, r=RR)
            self.tasks.append((a0 * DT, i * DT, 'map')); a0 = i
            ty = int(r.choice(3, p=(.6, .4, 0.) if not (self.unit == 'life' and self.idx >= 3) else (.45, .25, .3))); nw = int(r.integers(7, 13)); spd0 = (1., .97, .84)[ty]
            j0 = i
            for w_ in range(nw):
                if i >= n: break
                spd = spd0 * (1 + .01 * self.u('spd')); L = k % 2; sl = 1 + (w_ * 2 + lots * 3) % 25; z = .06 + .0095 * sl; bw = (18, 46, 92)[ty] * r.uniform(.75, 1.3)
                if inl[L] is not None:
                    T, ty2, sl2, b2, pa = inl[L]; ll[L][-1][1] = i
                    a = pick(('lla', 'llb')[L], .15); ll[L][-1][1] = a; b = place(s, .06 + .0095 * sl2); mark(a, min(b, n), ty2, sl2, b2, T)
                a = pick(s, z); b = place('aln', .2); mark(a, min(b, n), ty, sl, bw, 22.2)
                b2 = min(n, i + int(5.2 / DT)); spin[i:b2] = True; typ[i:b2], slt[i:b2], bow[i:b2] = ty, sl, bw; ocr[min(n, i + int(4 / DT)):b2] = True; wait(5.3)
                a = pick('aln', .2); b = place(('lla', 'llb')[L], .15); mark(a, min(b, n), ty, sl, bw, 22.2)
                ll[L].append([b, None]); inl[L] = (r.uniform(48, 92), ty, sl, bw, b); k += 1
                if r.random() < .1: wait(r.uniform(3, 12))
            lot[p, j0:i] = lots + 1; self.tasks.append((a0 * DT, min(i, n) * DT, 'lot')); lots += 1; spd = 1.
            if r.random() < .4: wait(r.uniform(5, 25))
        self.Q, self.seg, self.wp, self.spin, self.wt, self.typ, self.slt, self.ocr, self.lot, self.door = Q, seg, wp, spin, wt, typ, slt, ocr, lot, door
        self.bow = bow
        self.dQ = np.gradient(Q, DT, axis=1); self.ddQ = np.array([lp(np.gradient(x, DT), .06) for x in self.dQ])
        self.mv = np.any(np.abs(self.dQ) > np.array([[.02], [.01], [.004], [.01]]), 0)
        self.x, self.y = Q[1] * np.cos(Q[0]), Q[1] * np.sin(Q[0])
        # locks: log10 of the pressure
        self.tg, self.vac, self.ven = [], [], []
        for L in (0, 1):
            g, pu, ve = np.full(n, 3.005), np.zeros(n, bool), np.zeros(n, bool)
            for a, b in ll[L]:
                b = n + 400 if b is None else b
                g[min(n, a + 50):max(a + 60, b - 240)] = -2.1 + .02 * self.u(f'pb{L}'); pu[min(n, a + 50):max(0, min(n, b - 240))] = True; ve[max(0, b - 240):max(0, min(n, b - 60))] = True
            self.tg.append(g); self.vac.append(pu); self.ven.append(ve)
        self.lg0 = [lp(slew(self.tg[L], .9, .40), .5) for L in (0, 1)]
        self.amb = 21.6 + .25 * self.su('amb') + self.wander('amb', .08, 700)
        self.i24 = 6.2 + .5 * self.su('i24') * .3 + 2.4 * self.mv + 1.1 * self.wp + 2.6 * self.spin + 1.2 * (self.door[0] + self.door[1]) + .35 * self.wander('i24', 1, 3)
        self.num('z_top', Q[2], JNT + ':position[2]', ['height', 'z', 'position', 'higher', 'slt', 'slot'], above=self.quan(Q[2], self.mv, .66, 3), tol=.35)
        self.num('th_fast', np.abs(self.dQ[0]), JNT + ':velocity[0]', ['speed', 'velocity', 'theta', 'turning', 'faster'], above=round(float(np.quantile(np.abs(self.dQ[0])[np.abs(self.dQ[0]) > .05], .5)), 2), tol=.45)
        self.num('sag', Q[1], JNT + ':position[1]', ['extension', 'extended', 'position', 'arm', 'r', 'reach', 'qd'], above=.5, tol=.35)
        self.num('vac_hot', self.wt, '/wfr:wt_c', ['wt c', 'wafer temperature', 'temperature', 'hot', 'hotter', 'wafer'], above=round(float(np.quantile(self.wt[wp & (self.wt > 30)], .45)), 0) if (wp & (self.wt > 30)).any() else 45., tol=.35, and_=wp)
        self.num('pir_low', self.lg0[0], LLA + ':pir_v', ['pressure', 'p mb', 'pir v', 'vacuum'], below=-1.3, tol=.6)
        self.conds['pir_low'].update(below=.05, accept=[[.002, 1.0], [1.2, 3.6]], variable=LLA + ':p_mb')
        self.num('v24_ld', self.i24, '/psu:i24', ['i24', 'current', 'load'], above=self.quan(self.i24, np.ones(n, bool), .68, 1), tol=.3)
        for kd, rad, sh in (('arm_xy', .09, .08), ('vib_xy', .1, .12), ('gap_xy', .09, .1)):
            ok = self.mv if kd == 'arm_xy' else seg > 0
            a, b = self.spot(kd, self.x, self.y, rad, ok, sh); self.at(kd, self.x, self.y, a, b, rad, self.mv if kd == 'arm_xy' else True)
        mvw = ('moving', 'moves', 'motion', 'speed', 'velocity', 'turning')
        self.mode('th_brg th_vel', np.abs(self.dQ[0]) > .05, *mvw); self.mode('r_belt', np.abs(self.dQ[1]) > .03, *mvw); self.mode('w_im', np.abs(self.dQ[3]) > .02, *mvw)
        self.mode('vac_slow', self.ups(wp, 1.6), 'gripping', 'picking', 'grip', 'wp', 'pick'); self.mode('vac_leak slip', wp, 'holding', 'wafer', 'wp', 'carrying')
        self.mode('spn chk', spin, 'aligning', 'spinning', 'aligner', 'spn rpm', 'turning')
        self.mode('pmp_slow', self.ups(self.vac[0], 16), 'pumping', 'pump', 'evacuating', 'vlv'); self.mode('vnt', self.ups(self.ven[1], 9), 'venting', 'vent', 'n2', 'vlv')
        self.mode('leak', self.vac[1] & (self.lg0[1] < -1.5), 'evacuated', 'vacuum', 'pumping', 'vlv')

    def build(self):
        t, n, f, w, Q, dQ, mv, wp = self.t, self.n, self.f, self.ns, self.Q, self.dQ, self.mv, self.wp
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.0007, lag=.0012), **k))
        er = f('s_drv') * (self.pieces('sdr', .3, 3, 0, 1) < .25); e1 = np.minimum(er, 1)
        ms = (.10, .14, .55, .05); ac = (.55, 1.5, 4., .3); vi = (.42, 1.6, 5.5, .4); mvp = {}; ims = []
        hold_i = (0, 0, 1.35, 0)
        th, zt, axy = f('th_brg'), f('z_top'), lp(f('arm_xy'), .06)
        for k in range(4):
            im = ms[k] + self.u(f'ms{k}', .01) + hold_i[k] * (1 + .06 * wp) + ac[k] * np.abs(self.ddQ[k]) * .2 + vi[k] * np.abs(dQ[k]) * (1 + .05 * self.wander(f'iw{k}', 1, 2)) + np.abs(w(f'im{k}', .025))
            if k == 0: im = im + .36 * th * np.tanh(np.abs(dQ[0]) / .1)
            if k == 1: im = im + axy * (.55 + .12 * self.wander('axy', 1, .2)) + .8 * e1 * np.abs(self.white('sdx'))
            if k == 2: im = im + zt * (.24 + .07 * np.abs(self.white('ztx'))) + .22 * f('z_hld')
            if k == 3: im = im + .16 * f('w_im') * np.tanh(np.abs(dQ[3]) / .05)
            ims.append(im)
            pe = (900, 700, 160, 300)[k] * lp(dQ[k], .02) * .04 + 2.2 * self.ddQ[k] * (1, 3, 2, 1)[k] + w(f'pe{k}', 1.6) * (1 + 2 * mv)
            if k == 0: pe = pe + f('th_fast') * (34 * self.white('thf'))
            if k == 1: pe = pe * (1 + .8 * f('r_belt') * (np.abs(dQ[1]) > .03)) + f('r_belt') * (np.abs(dQ[1]) > .03) * 12 * self.wander('rb', 1, .15) + 130 * e1 * self.white('sdp')
            tm = self.warm(f'at{k}', self.amb, (9, 8, 4.5, 6)[k] * lp(im, 20) * (1 if k != 2 else 1.2) + (5 * f('r_tmp') if k == 1 else 0), 260, 9, 7., .06)
            if k == 2: tm = hold(tm, self.on('z_stk'))
            mvp.update({f'ax[{k}].im': q(im, .01), f'ax[{k}].perr': pe, f'ax[{k}].tmp': q(tm, .1), f'ax[{k}].trq': 100 * im * (.9 + .02 * k) + w(f'tq{k}', 1.5)})
        pub(DRV, 'wtr_msgs/msg/Drv', 10, dict(mvp, dr_er=np.where(er > 0, 0x2310, 0)), drop=.5 * f('drv_lost'))
        vel = [dQ[k] + w(f'v{k}', (.002, .001, .0005, .002)[k]) for k in range(4)]
        vel[0] = vel[0] + f('th_vel') * (np.abs(dQ[0]) > .05) * (.2 * self.white('tv') - .6 * self.spikes('tvs', .06))
        self.joints(JNT, 16, ['th', 'r', 'z', 'w'], [Q[k] + w(f'q{k}', (1e-5, 4e-6, 3e-6, 2e-5)[k]) for k in range(4)], vel, jit=.0007, lag=.0012, age=.5 * f('jnt_old'))
        pub('/rb/cmd', 'wtr_msgs/msg/Cmd', 10, dict(qd=[q(delayed(x, -.03), 1e-6) for x in Q], seg=self.seg))
        pub('/rb/tcp', 'geometry_msgs/msg/PoseStamped', 8, {'pose.position.x': q(self.x + w('tx', 8e-6), 1e-5), 'pose.position.y': q(self.y + w('ty', 8e-6), 1e-5), 'pose.position.z': q(Q[2] + w('tz', 8e-6), 1e-5), 'pose.orientation.z': np.sin((Q[0] + Q[3]) / 2), 'pose.orientation.w': np.cos((Q[0] + Q[3]) / 2)}, 'efem')
        # end effector
        vs = f('vac_slow'); fast = lp(slew(wp.astype(float), 9, 6), .08); grip = fast
        if vs.any() or 'vac_slow' in self.sev: grip = np.where(self.sev['vac_slow'] > 0, lp(slew(delayed(wp.astype(float), .25), 9, 6), .45), fast)
        lev = 71 - (0, 4.5, 10)[0] - .11 * self.bow + self.u('vl', .6)
        vh = lp(f('vac_hot'), .4)
        lev = lev - 13 * f('vac_leak') - vh * (9 + 2.5 * self.wander('vh', 1, .6)) - 1.2 * np.abs(self.ddQ[1]) * .3
        vac = -grip * lev - .6 + w('vac', .35)
        fl = .32 + .55 * grip * (1 + .006 * self.bow) + 1. * np.clip(np.gradient(grip, DT), 0, 2) + w('fl', .025) + .5 * vh + f('flw_off') * (.28 + .12 * np.abs(self.white('flx')))
        wo = [np.where(wp, self.per(f'wo{k}', self.spans(wp), dict(h=(-60, 60))) + 8 * self.wander(f'wow{k}', 1, .6), 0) + w(f'wo{k}', 4) for k in (0, 1)]; wo[1] = wo[1] + wp * f('slip') * 110
        ga = 900 + self.u('ga', 8) + 14 * self.wander('ga', 1, 6) - 55 * (Q[1] - RR) - 12 * wp + 18 * np.abs(self.ddQ[1]) * .1 * self.white('gaa') + w('gan', 4)
        ga = ga - lp(f('sag'), .1) * (46 + 8 * self.wander('sg', 1, .4)) + lp(f('gap_xy'), .08) * (38 + 24 * self.white('gxy'))
        tl = 120 + self.u('tl', 10) + 40 * (Q[1] - RR) + 9 * self.wander('tl', 1, 8) + w('tln', 5) * (1 + mv) + 85 * f('tlt') + 45 * lp(f('sag'), .1)
        pub(EE, 'wtr_msgs/msg/Ee', 10, dict(vac_kpa=q(vac, .1), flw=q(fl, .01), wof_um=wo, tlt_ur=tl, gap_um=ga, wp=vac < -25))
        pub('/wfr', 'wtr_msgs/msg/Wfr', 4, dict(typ=self.typ, slt=self.slt, bow_um=q(self.bow, 1), wt_c=q(self.wt + w('wt', .25), .1)))
        sp = lp(slew(self.spin * 60., 60), .1); sn = (f('s_ntc') > 0) & self.spin & (t % 2 < .5)
        occ = (self.spin | (sp > 1)).astype(float)
        pub(ALN, 'wtr_msgs/msg/Aln', 6, dict(ecc_um=q(hold(np.abs(140 + 85 * self.wander('ec', 1, 12)), ~self.spin & (sp < 1)) + np.abs(w('ecn', 5)) + f('ecc') * np.abs(70 * self.white('ecx')), 1), ntc_dg=q((np.cumsum(sp * 6 * DT) + w('nt', .02)) % 360, .01), led_ma=q(42 + self.u('le', .3) + w('le', .15) + .2 * self.wander('lew', 1, 60), .1),
            chk_kpa=q(-.5 - lp(occ, .2) * (64 + self.u('ck', .8) - .09 * self.bow - 15 * f('chk')) + w('ck', .4), .1), spn_rpm=sp + w('sp', .35) * (sp > 2) + f('spn') * (sp > 40) * (3.4 * self.wander('spx', 1, .2)), ccd=np.clip((2860 + 40 * self.u('cc') - 520 * f('led')) - 520 * lp(occ, .1) + w('cc', 14), 0, 4095), ntc_er=np.where(sn, 3, 0)))
        for p in (0, 1):
            cl, pr, rf = (f('clp') if p == 0 else self.z0), (f('prg') if p else self.z0), (f('rfd') if p else self.z0)
            dm = slew(self.door[p] * 320., 110); mo = np.abs(np.gradient(dm, DT)) > 8
            pub(f'/lp{p + 1}', 'wtr_msgs/msg/Lp', 3, dict(clp_kpa=q(412 + self.u(f'cl{p}', 2) + 2.5 * self.wander(f'cl{p}', 1, 20) + w(f'cln{p}', 1) - cl * (22 + 9 * np.abs(self.white('clx'))), .5), prg_lpm=q(18 + self.u(f'pr{p}', .2) + .25 * self.wander(f'pr{p}', 1, 15) + w(f'prn{p}', .12) - 2.3 * pr, .05),
                rf_db=q(-41 + self.u(f'rf{p}', .8) + w(f'rf{p}', .7) - 6 * rf, .5), dor_ma=q(mo * 640 + 20 + np.abs(w(f'do{p}', 6)), 5), dor_mm=dm + w(f'dm{p}', .3), lot=self.lot[p] % 200))
        pt, vn, lk = f('pmp_slow'), f('vnt'), f('leak'); gv = (f('s_gv') > 0) & (t % 22 < 7)
        for L in (0, 1):
            lg = self.lg0[L]
            if L == 0 and 'pmp_slow' in self.sev: lg = np.where(self.sev['pmp_slow'] > 0, lp(slew(self.tg[0], .9, .4 / (1 + .45 * self.sev['pmp_slow'])), .5), lg)
            if L == 1 and 'vnt' in self.sev: lg = np.where(self.sev['vnt'] > 0, lp(slew(self.tg[1], .9 / (1 + .75 * self.sev['vnt']), .4), .5), lg)
            if L == 1: lg = np.log10(10**lg + lp(lk, 2.) * .016)
            pl = f('pir_low') if L == 0 else self.z0
            ln = lg + w(f'lg{L}', .012) + pl * .16 * self.white('pl')
            on = self.vac[L].astype(float); pc = 3.1 + self.u(f'pa{L}', .05) + 4.2 * lp(on, 1.) * np.clip((lg + 2.6) / 5.6, .12, 1) + w(f'pa{L}', .06) + (1.15 * f('pmp_im') if L == 0 else 0)
            pub(('/ll/a', '/ll/b')[L], 'wtr_msgs/msg/Ll', 5, dict(p_mb=10**ln, pir_v=q(3.2 + .6 * ln, .005), pmp_a=q(pc, .05), pmp_c=q(self.warm(f'pc{L}', self.amb, 5.5 * pc + (6.5 * f('pmp_tmp') if L else 0), 240, 18, 10.), .1), n2_slm=q(np.maximum(lp(self.ven[L].astype(float), .4) * (1 - (.3 * vn if L else 0)) * (14 + self.u(f'n2{L}', .2)) + .05 + w(f'n2{L}', .08), 0), .05), vlv=1 * self.vac[L] + 2 * self.ven[L], gv_er=np.where(gv & (L == 1), 9, 0)))
        f3 = f('ffu3')
        pub(FFU, 'wtr_msgs/msg/Ffu', 2, dict(rpm=[1180 + self.u(f'fr{i}', 8) + 2.5 * self.wander(f'fr{i}', 1, 40) + w(f'frn{i}', 1.8) + (f3 * (17 * self.white('f3')) if i == 2 else 0) for i in range(4)], dp_pa=[q(96 + self.u(f'dp{i}', 1.5) + .6 * self.wander(f'dp{i}', 1, 30) + w(f'dpn{i}', .5) - 3 * lp(self.door[0] + self.door[1], 1.) + (9 * f('flt2') if i == 1 else 0), .5) for i in range(4)], im=[q(.82 + self.u(f'fi{i}', .01) + w(f'fi{i}', .006) + (.06 * f3 if i == 2 else 0), .005) for i in range(4)]))
        pn = self.rng('pois'); ra = 2.2 * (1 + 3 * lp(mv.astype(float), 6) + 6 * lp(self.door[0] + self.door[1], 5)) * np.exp(.2 * self.wander('pt', 1, 60)); mul = 1 + 1.4 * f('ptc')
        pub('/ptc', 'wtr_msgs/msg/Ptc', 1, dict(cnt=[ra * a * mul + np.sqrt(ra * a * mul) * pn.standard_normal(n) + .3 for a in (9., 2.6)] + [np.maximum(ra * .3 + .4 * w('c3', 1), 0)], lsr_ma=q(61 + w('lsr', .08), .1)))
        si = f('s_ion') > 0
        pub('/ion', 'wtr_msgs/msg/Ion', 2, dict(bal_v=q(1.2 + self.u('ba', .8) + 2.2 * self.wander('ba', 1, 12) + w('ban', 1.2) + 10 * f('bal'), .1), emt_ua=q(38 + self.u('em', .5) + .5 * self.wander('em', 1, 60) + w('emn', .35) + 5 * f('emt'), .1), hv_kv=q(6.1 + w('hv', .01), .01), ion_er=np.where(si & (t % 20 < 6), 1, 0)))
        cx = f('cda')
        pub(UTL, 'wtr_msgs/msg/Utl', 4, dict(cda_kpa=q(612 + 3 * self.su('cd') + 4 * self.wander('cd', 1, 25) - 6 * self.ups(wp, .6) + w('cdn', 1.3) - cx * (26 + 10 * np.abs(self.white('cdx'))), 1), vmn_kpa=q(-84 + 1.2 * wp + .6 * self.wander('vm', 1, 20) + w('vmn', .3), .1), n2_kpa=q(405 - 5 * (self.ven[0] | self.ven[1]) + w('n2k', 1), 1), pcw_lpm=q(7.4 + self.u('pw', .05) + .06 * self.wander('pw', 1, 30) + w('pwn', .05) - .7 * f('pcw'), .02), pcw_c=q(18.2 + .1 * self.wander('pcc', 1, 90) + w('pcc', .04), .05)))
        vx = lp(f('vib_xy'), .08); vr = [np.abs(.9 + .22 * np.abs(self.ddQ[0]) + .5 * np.abs(dQ[0]) + 1.2 * np.abs(dQ[1]) * (1 + .1 * self.wander(f'vw{i}', 1, 1)) + w(f'vr{i}', .12) + vx * (1. + .4 * np.abs(self.white(f'vx{i}')))) for i in range(3)]
        pub('/vib', 'wtr_msgs/msg/Vib', 8, dict(rms_mg=[q(x, .02) for x in vr], pk_mg=q(np.max(vr, 0) * 3.1 + np.abs(w('pk', .5)), .05)))
        pub('/ocr', 'wtr_msgs/msg/Ocr', 2, dict(cnf=q(np.clip(hold(91 + 2.2 * self.wander('cn', 1, 9), ~self.ocr) + self.u('cn', .6) - (0, 2)[0] + w('cnn', .5) - 9 * f('ocr'), 0, 100), .1), lum=q(148 + 6 * self.ocr + w('lu', 1.4), 1), t_ms=86 + 34 * self.ocr + np.abs(w('tms', 6))))
        lc = self.door[0] + self.door[1] > 0
        pub('/saf', 'wtr_msgs/msg/Saf', 3, dict(ilk_ok=1, emo_ok=1, cov_cl=1, lc_brk=lc & (t % 5 < 1)))
        i24 = self.i24; pf = f('psu_fan')
        pub('/psu', 'wtr_msgs/msg/Psu', 5, dict(v24=q(24.12 + self.u('v24', .02) - .008 * i24 + w('v24', .012) - lp(f('v24_ld'), .15) * (.12 + .03 * np.abs(self.white('vld'))), .01), i24=q(i24 + w('i24n', .12), .05), v48=q(48.2 + w('v48', .03) - .04 * sum(ims), .02), i48=q(sum(ims) * .8 + w('i48', .05), .05), tmp=q(self.warm('pst', self.amb, 1.9 * lp(i24, 10) + 5.5 * pf, 130, 14, 6., .1), .1), fan=(2900 + 40 * self.u('fa')) * (1 - .13 * pf) + w('fa', 16)))
        pub('/ups', 'sensor_msgs/msg/BatteryState', 1, dict(voltage=q(54.2 + w('up', .02), .02), current=q(.15 + w('uc', .03), .01), percentage=1., temperature=q(self.warm('ut', self.amb, self.z0 + 1.2, 800, 1.2, 3., .05), .1), present=1, power_supply_status=4))
        rh = 42 + 1.5 * self.su('rh') + .9 * self.wander('rh', 1, 200) + .25 * self.wander('rh2', 1, 8) - .4 * lp(self.door[0] + self.door[1], 20)
        pub('/env/rh', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(hold((rh + w('rhn', .06)) / 100, self.on('rh_stk')), 1e-4)))
        pub('/env/tmp', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .02), .01)))
        cy = f('cyc')
        pub('/ctl', 'wtr_msgs/msg/Ctl', 2, dict(cyc_us=1000 + np.abs(w('cy', 6)) + 40 * cy, cmx_us=1130 + np.abs(w('cm', 60)) + cy * (480 + 200 * self.rng('cmx').random(n)), mem_mb=q(812 + 44 * self.newver + 3 * self.su('me') + 1.6 * self.wander('me', 1, 100) + w('men', .5) + self.computer_leak('mem', 55), .5), cpu_c=q(self.warm('cpu', self.amb, 14 + 3. * mv, 90, 15, 12., .2), .5)), strs=dict(sw='5.02c' if self.newver else '5.02b'))
        self.goals('/job/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_drv', 'rb_drv', ['ax2 following error 0x2310', 'ax2 retry move'])
        a2 = self.speak('s_ntc', 'aln', ['notch not found, respin', 'notch search failed'])
        a3 = self.speak('s_gv', 'll_b', ['gate valve B close timeout', 'gate valve B retry'])
        s = self.when('s_ion'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 21): self.log(x, 'W', 'ion', 'emitter cleaning due', 'fault')
            a4 = np.where(self.on('s_ion'), 1., 0.)
        self.routine([(40, 'I', 'job', 'wafer done in {} s', 28, 44), (7, 'W', 'aln', 'offset {} um, corrected', 220, 400), (6, 'W', 'lp', 'carrier seated after {} s', 2, 6), (5, 'I', 'sched', 'queue {} lots', 1, 4), (4, 'W', 'ptc', 'counts {} in 10 s', 60, 120)],
                     [('I', 'core', 'sw ' + ('5.02c' if self.newver else '5.02b')), ('W', 'aln', 'calibration 31 d old'), ('W', 'rb_drv', 'encoder offsets from cache'), ('I', 'saf', 'interlock test ok')])
        self.status('rb_drv', 'MD4', a1, {2: 'following error ax2'}); self.status('aln', 'AL2', np.maximum(a2, brief_warn(self, 'al', 1.2)), {1: 'respin', 2: 'notch not found'})
        self.status('ll_b', 'LK', a3, {2: 'gate valve timeout'}); self.status('ion', 'IZ', a4, {1: 'cleaning due'}); self.status('host', 'HC', brief_warn(self, 'ho', 1.4), {1: 'reply slow'}, i24=self.i24)

    def spans(self, m):
        e = np.flatnonzero(np.diff(np.concatenate([[0], m.astype(int), [0]])))
        return [(a * DT, b * DT, 'h') for a, b in zip(e[::2], e[1::2])]
