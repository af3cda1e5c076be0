"""Unmanned tower crane of a building site: slewing jib, trolley, hoist, hook block with camera and battery; abbreviated fields."""
import numpy as np
from scipy.signal import lfilter
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, slew

SLW, TRL, HST, ENC, LMI, ROP, BRK, VFD, GRD, IMU, INC, WND, SWY, CAM, RAD, ACO, LUB, CAB, FND = '/slw', '/trl', '/hst', '/enc', '/lmi', '/rop', '/brk', '/vfd', '/grd', '/twr/imu', '/twr/inc', '/wnd', '/swy', '/hk/cam', '/rad', '/aco', '/lub', '/cab', '/fnd'
PICK = ((.15, 24., 1.), (-.3, 30., 1.))
DROP = ((1.25, 18., 9.), (1.6, 27., 9.), (1.95, 22., 12.), (2.3, 30., 12.), (1.45, 35., 6.))


class Crane(Sim):
    NAME = 'crane'
    FLAGS = [(SLW, 'sl_er'), (HST, 'hs_er'), (LMI, 'wrn'), (LUB, 'lvl_lo')]
    DEFS = {
        'twc_msgs/msg/Mot': 'float32 im\nint16 rpm\nint16 tmp_d',
        'twc_msgs/msg/Slw': mdef('twc_msgs/Mot[2] mt; float32 brk_pc; uint16 sl_er'),
        'twc_msgs/msg/Trl': mdef('twc_msgs/Mot mt; float32 slk_mm'),
        'twc_msgs/msg/Hst': mdef('twc_msgs/Mot mt; float32 gtp olp; float32[2] vbr; uint16 hs_er'),
        'twc_msgs/msg/Lmi': mdef('float32 ld_t mom_tm utl_pc; float32[2] lc_kn; uint8 wrn'),
        'twc_msgs/msg/Rop': mdef('float32 mfl_mv dia_mm rvb'),
        'twc_msgs/msg/Brk': mdef('float32[3] gap_mm btm coil_a'),
        'twc_msgs/msg/Vfd': mdef('float32 vdc rgn_kw; float32[3] hts; uint16 fan_rpm'),
        'twc_msgs/msg/Grd': mdef('float32[3] uln iln; float32 thd frq'),
        'twc_msgs/msg/Inc': mdef('float32[2] mrad; float32 itp'),
        'twc_msgs/msg/Wnd': mdef('float32[2] ws; uint16[2] wdir; float32 gst'),
        'twc_msgs/msg/Swy': mdef('float32[2] sw_mrad; float32 cnf tms'),
        'twc_msgs/msg/Hcm': mdef('float32 shp lum tms zm'),
        'twc_msgs/msg/Rad': mdef('int16 rss; float32 tms lss'),
        'twc_msgs/msg/Aco': mdef('float32[3] dst_m; float32 ack_ms; uint8 npr'),
        'twc_msgs/msg/Lub': mdef('float32 lpr lvl_pc pma; bool on lvl_lo'),
        'twc_msgs/msg/Cab': mdef('float32 v24 i24 ctp hum; uint16 fan_rpm'),
        'twc_msgs/msg/Fnd': mdef('float32[4] fkn'),
        'twc_msgs/msg/Lgt': mdef('float32[3] lia'),
        'twc_msgs/msg/Saf': mdef('bool emg ilk dmn; uint8 lmt'),
        'twc_msgs/msg/Job': mdef('uint8 st zn knd; uint16 nlf; float32 vrq'),
        'twc_msgs/msg/Plc': mdef('uint32 cyc_us cmx_us; float32 mem_kb cpt; string fw'),
    }
    KINDS = dict(
        sl1=K('slewing motor 1 draws more and more current: pinion', [SLW], ['mt[0].im'], ['slewing', 'slewing motor 1', 'pinion'], step=False, where='when slewing', cons=(GRD,)),
        sl2_t=K('slewing motor 2 gets hot: eddy brake drags', [SLW], ['mt[1].tmp_d'], ['slewing', 'slewing motor 2'], step=False, tail=300),
        sl1_fz=K('temperature of slewing motor 1 frozen', [SLW], ['mt[0].tmp_d'], ['slewing', 'slewing motor 1']),
        sl_ws=K('slewing motor 2 draws more current when the wind is above a number: coupling pad worn', [SLW], ['mt[1].im'], ['slewing', 'slewing motor 2', 'coupling'], where='**wind above a number**', cond=True, need=12),
        sl_v=K('speed of slewing motor 1 flickers: encoder', [SLW], ['mt[0].rpm'], ['slewing', 'slewing motor 1', 'encoder'], where='when slewing'),
        sl_bk=K('slewing brake command sags: valve sticks', [SLW], ['brk_pc'], ['slewing', 'slewing brake']),
        trl_im=K('trolley motor draws more and more current: wheel bearing', [TRL], ['mt.im'], ['trolley', 'trolley motor'], step=False, where='when the trolley moves', need=12),
        trl_far=K('trolley motor draws more current farther out than a number: rail bent', [TRL], ['mt.im'], ['trolley', 'trolley motor', 'rail'], where='**radius above a number**', cond=True, need=12),
        trl_slk=K('trolley rope slack: clamp slips', [TRL], ['slk_mm'], ['trolley', 'trolley rope']),
        trl_fz=K('temperature of the trolley motor frozen', [TRL], ['mt.tmp_d'], ['trolley', 'trolley motor']),
        hst_hv=K('hoist motor draws more current when the load is above a number: brake drags', [HST], ['mt.im'], ['hoist', 'hoist motor'], where='**load above a number**', cond=True, need=12),
        hst_t=K('hoist motor gets hot: blower weak', [HST], ['mt.tmp_d'], ['hoist', 'hoist motor'], step=False, tail=300),
        hst_gt=K('hoist gear gets hot: oil old', [HST], ['gtp'], ['hoist', 'hoist gear'], step=False, tail=300),
        hst_op=K('oil pressure of the hoist gear low and uneasy', [HST], ['olp'], ['hoist', 'hoist gear', 'oil pressure'], where='when hoisting'),
        hst_vb=K('bearing 1 of the drum vibrates more when hoisting faster than a number', [HST], ['vbr[0]'], ['hoist', 'drum bearing 1', 'drum'], where='**hoisting speed above a number**', cond=True, need=12),
        hst_vb2=K('bearing 2 of the drum vibrates: grease lost', [HST], ['vbr[1]'], ['hoist', 'drum bearing 2', 'drum'], where='when hoisting'),
        hst_n=K('speed of the hoist motor uneasy: encoder shield', [HST], ['mt.rpm'], ['hoist', 'hoist motor', 'encoder'], where='when hoisting'),
        enc_old=K('axis encoders come with old stamps', [ENC], ['header.stamp'], ['encoders', 'joint states']),
        enc_r=K('trolley position flickers: string encoder', [ENC], ['position[1]'], ['encoders', 'trolley', 'string encoder']),
        pos_lost=K('hook positions get lost', ['/hk/pos'], ['header.stamp'], ['hook', 'hook position']),
        lc2=K('load cell 2 reads too little: pin bent', [LMI], ['lc_kn[1]', 'ld_t', 'mom_tm', 'utl_pc'], ['load moment indicator', 'load cell 2']),
        lc1=K('load cell 1 noisy: cable', [LMI], ['lc_kn[0]', 'ld_t', 'mom_tm', 'utl_pc'], ['load moment indicator', 'load cell 1']),
        rop=K('rope test shows peaks: broken wires', [ROP], ['mfl_mv'], ['rope', 'rope test', 'hoist rope']),
        rop_d=K('rope diameter shrinks: core', [ROP], ['dia_mm'], ['rope', 'hoist rope'], step=False),
        bk2=K('air gap of brake 2 grows: lining', [BRK], ['gap_mm[1]'], ['brakes', 'brake 2', 'lining'], step=False),
        bk3=K('brake 3 gets warm: does not free', [BRK], ['btm[2]'], ['brakes', 'brake 3'], step=False, tail=300),
        bk1=K('coil current of brake 1 uneasy: rectifier', [BRK], ['coil_a[0]'], ['brakes', 'brake 1', 'rectifier'], where='when freed'),
        vf1=K('inverter 1 gets hot: paste dry', [VFD], ['hts[0]'], ['inverters', 'inverter 1'], step=False, tail=240),
        vf_fan=K('fan of the inverters slow', [VFD], ['fan_rpm'], ['inverters', 'inverter fan']),
        vf_dc=K('intermediate voltage uneasy: capacitor', [VFD], ['vdc'], ['inverters', 'capacitor', 'intermediate circuit']),
        ph3=K('current of phase 3 uneasy: contactor burnt', [GRD], ['iln[2]'], ['grid', 'phase 3', 'contactor']),
        u_ld=K('voltage of phase 1 falls when its current is above a number: site cable', [GRD], ['uln[0]'], ['grid', 'phase 1', 'site cable'], where='**phase current above a number**', cond=True),
        thd=K('distortion of the grid high: filter open', [GRD], ['thd'], ['grid', 'filter']),
        gyr=K('yaw gyro of the tower top has a bias', [IMU], ['angular_velocity.z'], ['imu', 'gyro', 'tower top']),
        shk_pl=K('tower top shakes at one place: slewing ring bolt loose', [IMU], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['imu', 'slewing ring', 'tower top'], where='**at a place**', cond=True, need=10),
        inc_d=K('inclination drifts: sensor foot', [INC], ['mrad[0]'], ['inclinometer', 'tower'], step=False),
        inc_m=K('tower leans more when the moment is above a number: mast bolt loose', [INC], ['mrad[0]', 'mrad[1]'], ['inclinometer', 'tower', 'mast bolt'], where='**moment above a number**', cond=True),
        ws1=K('anemometer 1 reads too low: bearing', [WND], ['ws[0]'], ['anemometer 1', 'wind speed']),
        wd2=K('wind vane 2 frozen', [WND], ['wdir[1]'], ['wind vane 2', 'wind direction']),
        sw_c=K('sway camera gets unsure: marker dirty', [SWY], ['cnf'], ['sway camera', 'marker'], step=False),
        sw_n=K('sway angle noisy: camera mount loose', [SWY], ['sw_mrad[1]'], ['sway camera', 'camera mount']),
        cam_s=K('hook camera gets less sharp: cement dust', [CAM], ['shp'], ['hook camera', 'lens'], step=False),
        cam_l=K('picture takes longer when the light is above a number: exposure loop', [CAM], ['tms'], ['hook camera', 'exposure'], where='**brightness above a number**', cond=True),
        cam_pl=K('hook camera blurred at one place: steam of the concrete plant', [CAM], ['shp'], ['hook camera', 'steam'], where='**at a place**', cond=True, need=10),
        hb_c2=K('cell 2 of the hook battery stands low', ['/hk/bat'], ['cell_voltage[1]'], ['hook battery', 'cell 2']),
        hb_t=K('hook battery gets warm', ['/hk/bat'], ['temperature', 'cell_temperature[0]'], ['hook battery'], step=False, tail=300),
        rad_pl=K('radio of the hook weak at one place: lift shaft', [RAD], ['rss', 'tms', 'lss'], ['radio', 'hook radio'], where='**at a place**', cond=True, need=10),
        aco_pl=K('distance to crane 2 jumps at one place: reflection', [ACO], ['dst_m[1]'], ['anti-collision', 'crane 2', 'reflection'], where='**at a place**', cond=True, need=10),
        aco_a=K('anti-collision partner answers slowly', [ACO], ['ack_ms'], ['anti-collision']),
        lub_p=K('grease pressure low: line open', [LUB], ['lpr'], ['greasing', 'grease line'], where='when greasing', need=10),
        lub_l=K('grease falls fast: hose leaks', [LUB], ['lvl_pc'], ['greasing', 'grease hose'], step=False),
        cab_t=K('cabinet gets hot: cooler stopped', [CAB], ['ctp'], ['cabinet', 'cabinet cooler'], step=False, tail=300),
        v24=K('24 V uneasy: terminal', [CAB], ['v24'], ['cabinet', '24 v supply', 'terminal']),
        fd3=K('foundation force 3 reads too little: anchor nut loose', [FND], ['fkn[2]'], ['foundation', 'anchor 3']),
        lg2=K('obstacle light 2 flickers: water', ['/lgt'], ['lia[1]'], ['obstacle light 2', 'lights']),
        prs_fz=K('air pressure frozen', ['/env/prs'], ['fluid_pressure'], ['barometer', 'air pressure']),
        cyc=K('controller has far longer worst cycles', ['/plc'], ['cmx_us', 'cyc_us'], ['controller', 'control loop']),
        mem=K('memory of the controller fills', ['/plc'], ['mem_kb'], ['controller', 'memory'], step=False),
        s_slw=K('slewing reports overload of motor 2', [SLW, '/rosout', '/diagnostics'], ['sl_er', 'mt[1].rpm'], ['slewing', 'slewing motor 2'], silent=False),
        s_hst=K('hoist reports brake feedback missing', [HST, '/rosout', '/diagnostics'], ['hs_er', 'mt.im'], ['hoist', 'hoist brake'], silent=False),
        s_lmi=K('load moment indicator reports cell mismatch', [LMI, '/rosout', '/diagnostics'], ['wrn', 'lc_kn[1]'], ['load moment indicator', 'load cell'], silent=False),
        s_lub=K('greasing warns of low grease', [LUB, '/rosout', '/diagnostics'], ['lvl_lo'], ['greasing', 'grease'], silent=False),
    )

    def plan(self):
        n, r = self.n, self.rng('plan')
        Q = np.zeros((3, n)); cur = np.array([.15, 24., 14.]); st, zn, kd, nl = [np.zeros(n) for _ in range(4)]; ld = np.zeros(n); i, spd, L, z_, k_, cnt, self.tasks = 0, 1., 0., 0, 0, 0, []
        new3, new4 = (self.unit == 'life' and self.idx >= x for x in (3, 4)); off = .9 if self.unit == 'life' and self.idx in (2, 5) else 0.      # other building in life/2 and life/5
        VM, AM = (.072, 1.05, 1.25), (.011, .35, .5)
        def wait(sec, code):
            nonlocal i
            j = min(n, i + max(1, int(sec * r.uniform(.95, 1.06) / DT))); Q[:, i:j] = cur[:, None]; st[i:j], zn[i:j], kd[i:j], ld[i:j] = code, z_, k_, L; a, i = i, j
            return slice(a, i)
        def go(code, th=None, rr=None, z=None, fine=1.):
            nonlocal i
            tg = np.array([cur[0] if th is None else th, cur[1] if rr is None else rr, cur[2] if z is None else z]); P = []
            for k in range(3):
                d = abs(tg[k] - cur[k]); vm, am = VM[k] * spd * fine * (1 - .22 * (L > 1) - .14 * (L > 3)), AM[k] * spd
                if d < 1e-4: P.append(np.zeros(1) + cur[k]); continue
                tr = min(vm / am, np.sqrt(d / am)); T = d / (am * tr) + tr; m = max(3, int(T / DT)); w = np.clip(np.minimum((np.arange(m) + .5) * DT, (m - .5 - np.arange(m)) * DT) / tr, 0, 1); p = np.cumsum(w); P.append(cur[k] + (tg[k] - cur[k]) * p / p[-1])
            m = max(len(p) for p in P); j = min(n, i + m)
            for k in range(3):
                p = np.r_[P[k], np.full(m - len(P[k]), tg[k])]; Q[k, i:j] = p[:j - i]
            cur[:] = tg; st[i:j], zn[i:j], kd[i:j], ld[i:j] = code, z_, k_, L; a, i = i, j
            return slice(a, i)
        wait(r.uniform(8, 25), 0)
        while i < n:
            x = r.random(); spd = .6 if x < .1 else 1.; a0 = i
            if x > .86: wait(r.uniform(30, 90), 0)                                            # waits for the workers
            if new4 and cnt in (2, 9):                                                       # brakes tested with a weight: for the first time in life/4
                go(8, th=off, rr=12., z=12.); L = 4.4
                for _ in range(3): go(8, z=17.); wait(4, 8); go(8, z=12.); wait(3, 8)
                L = 0.
            p = PICK[int(r.random() < .35)]; cnt += 1; d = DROP[int(r.choice(5, p=(.25, .25, .2, .15, .15)))]; z_ = 6 + int(p is PICK[1]); k_ = 0
            go(1, th=off + p[0] + r.uniform(-.03, .03), rr=p[1] + r.uniform(-1, 1)); go(1, z=3.); go(1, z=1., fine=.4); k_ = int(r.choice(3, p=(.4, .35, .25))) + 1 if not (new3 and r.random() < .35) else 4          # precast walls: for the first time in life/3
            wait(r.uniform(5, 11), 2); go(3, z=1.4, fine=.25); full = (0, r.uniform(2.2, 2.7), r.uniform(1.2, 3.4), r.uniform(.7, 1.5), r.uniform(4., 4.9))[k_]; L = full; wait(r.uniform(1, 3), 3); z_ = DROP.index(d) + 1
            go(3, z=max(14., d[2] + 5)); go(4, th=off + d[0] + r.uniform(-.04, .04), rr=d[1] + r.uniform(-1.5, 1.5)); go(5, z=d[2] + 1.5)
            if k_ == 1:
                b0 = i; wait(r.uniform(3, 6), 6)
                for _ in range(int(r.integers(2, 4))): go(6, rr=cur[1] + r.uniform(-1.2, 1.2), fine=.3); wait(r.uniform(2, 4), 6)
                ld[b0:i] = full + (.55 - full) * np.linspace(0, 1, i - b0); L = .55            # concrete bucket goes back empty
            else: go(5, z=d[2], fine=.3); wait(r.uniform(4, 10), 6); L = 0.
            go(7, z=14.); nl[min(i, n - 1):] = cnt; self.tasks.append((a0 * DT, min(i, n) * DT, 'lift'))
        self.Q, self.st, self.zn, self.kd, self.nl = Q, st, zn, kd, nl; self.ld = lp(lp(ld, .3), .3) + .35
        self.dQ = [lp(np.gradient(x, DT), .1) for x in Q]; self.ddQ = [lp(np.gradient(x, DT), .25) for x in self.dQ]; self.x, self.y = Q[1] * np.cos(Q[0]), Q[1] * np.sin(Q[0])
        self.ms, self.mt, self.mh = np.abs(self.dQ[0]) > .006, np.abs(self.dQ[1]) > .06, np.abs(self.dQ[2]) > .06
        storm = self.unit == 'life' and self.idx == 3
        self.wind = np.abs(5.2 + .9 * self.su('wi') + 2.2 * storm + 1.9 * np.tanh(1.4 * self.wander('wi', 1, 50)) + .7 * self.wander('gu', 1, 4)); self.wd = (r.uniform(0, 360) + 14 * self.wander('wd', 1, 60))
        self.amb = 12 + 6 * self.su('amb') + self.wander('amb', .4, 900); self.lux = np.clip(21000 + 5000 * self.su('lux') + 13000 * np.tanh(1.6 * self.wander('lux', 1, 50)), 900, 80000)
        self.mom = (self.ld + .6) * Q[1] + 12; dt2 = DT * DT; w0, zt = 2 * np.pi / 8.2, .1; A = [1., -2 * np.exp(-zt * w0 * DT) * np.cos(w0 * DT), np.exp(-2 * zt * w0 * DT)]
        ex = [self.ddQ[0] * Q[1] + .012 * self.wander('sx', 1, 2) * self.wind / 5, self.ddQ[1] + .012 * self.wander('sy', 1, 2) * self.wind / 5]; self.sw = [-lfilter([dt2 * w0 * w0], A, e / 9.81 * 1000) for e in ex]
        ws = np.sin(np.radians(self.wd) - Q[0])
        self.isl = [np.abs(12 * self.dQ[0] / .07 + 900 * self.ddQ[0] * (1 + .02 * self.mom) + .055 * self.wind**2 * ws) * self.ms + 4 * self.ms + .4 * self.wander(f'is{k}', 1, .9) * self.ms for k in (0, 1)]
        self.itr = self.mt * (5.5 + 1.5 * self.ld + 2.2 * np.abs(self.dQ[1]) + .2 * self.wander('it', 1, 1)) + 7 * np.abs(self.ddQ[1])
        self.ih = self.mh * (16 + np.where(self.dQ[2] > 0, 15.5, 7.5) * self.ld + 7 * np.abs(self.dQ[2]) + .7 * self.wander('ih', 1, 1)) + 13 * np.abs(self.ddQ[2]) * (1 + .3 * self.ld)
        self.ip = 13 + .75 * (self.ih + self.itr) + .5 * sum(self.isl) + 5 * (self.pieces('heat', 25, 120, 0, 1) < .35) + .7 * self.wander('ip', 1, 5)
        lvl, on = hyst(np.full(n, .0014) + .0035 * self.ms, .05, .2, .75, r.uniform(.3, .6)); self.lon = on > .5; self.lum = 58 + 47 * np.log10(self.lux / 1000 + 1)
        self.num('sl_ws', self.wind, WND + ':ws[0]', ['wind', 'ws', 'gst', 'gust'], above=self.quan(self.wind, self.ms, .5, 1), tol=.35, and_=self.ms)
        self.num('trl_far', Q[1], ENC + ':position[1]', ['radius', 'position', 'farther', 'trolley', 'out', 'x'], above=self.quan(Q[1], self.mt, .55, 0), tol=.3, and_=self.mt)
        self.num('hst_hv', self.ld, LMI + ':ld_t', ['load', 'ld t', 'ld', 'lc kn', 'weight', 'moment', 'mom tm'], above=self.quan(self.ld, self.mh & (self.ld > .4), .45, 1), tol=.45, and_=self.mh)
        self.num('hst_vb', np.abs(self.dQ[2]), ENC + ':velocity[2]', ['speed', 'velocity', 'faster', 'rpm', 'hoisting', 'vrq'], above=self.quan(np.abs(self.dQ[2]), self.mh, .45, 2), tol=.4)
        self.num('u_ld', self.ip, GRD + ':iln[0]', ['current', 'iln', 'load', 'phase current'], above=self.quan(self.ip, self.ip > 0, .6, 0), tol=.4)
        self.num('inc_m', self.mom, LMI + ':mom_tm', ['moment', 'mom tm', 'load', 'ld t', 'utl pc'], above=self.quan(self.mom, self.ld > 0, .62, 0), tol=.35)
        self.num('cam_l', self.lum, CAM + ':lum', ['light', 'lum', 'brightness', 'illuminance', 'brighter'], above=self.quan(self.lum, self.lum > 0, .6, 0), tol=.2)
        for kd_, rad, sh in (('shk_pl', 3., .07), ('cam_pl', 3.3, .07), ('rad_pl', 3.3, .08), ('aco_pl', 3.2, .07)):
            a, b = self.spot(kd_, self.x, self.y, rad, (np.abs(self.dQ[0]) > .03) & (Q[1] > 14), sh); self.at(kd_, self.x, self.y, a, b, rad)
        hw = ('hoisting', 'lifting', 'hoist', 'rpm', 'velocity', 'moving', 'running'); sw = ('slewing', 'slew', 'rpm', 'velocity', 'moving', 'turning')
        self.mode('sl1 sl_v', self.ms, *sw); self.mode('trl_im', self.mt, 'trolley', 'moves', 'moving', 'rpm', 'velocity'); self.mode('hst_op hst_vb2 hst_n', self.mh, *hw); self.mode('bk1', self.mh, 'freed', *hw); self.mode('lub_p', self.lon, 'greasing', 'pump', 'on', 'pma')

    def build(self):
        t, n, f, w, Q, dQ = self.t, self.n, self.f, self.ns, self.Q, self.dQ
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.003, lag=.008), **k)); ms, mt, mh = (x.astype(float) for x in (self.ms, self.mt, self.mh)); ld = self.ld
        mot = lambda p, im, rpm, tm: {p + 'im': q(im, .05), p + 'rpm': rpm, p + 'tmp_d': 10 * q(tm, .1)}
        # slewing, trolley, hoist
        so = (f('s_slw') > 0) & self.ms & (self.pieces('so', .5, 4, 0, 1) < .3); d1 = 5.2 * f('sl1') * lp(ms, .2); sw = lp(f('sl_ws'), .3); V = {}
        for k in (0, 1):
            im = self.isl[k] * (1 + self.u(f'sl{k}', .02)) + .4 + w(f'sli{k}', .35) * (1 + ms) + (d1 if k == 0 else sw * (4.6 + 1.1 * self.wander('swx', 1, .3)))
            rp = 19000 * dQ[0] + w(f'slr{k}', 5) * (1 + ms) - (f('sl_v') * self.ms * (85 * self.white('svx') + 420 * self.spikes('svs', .05)) if k == 0 else 0); rp = rp * np.where(so, .7, 1) if k else rp
            tm = self.warm(f'slt{k}', self.amb, .8 * lp(self.isl[k], 30) + (8.5 * f('sl2_t') if k else 0), 260, 9, 8., .12); V.update(mot(f'mt[{k}].', np.abs(im), rp, tm if k else hold(tm, self.on('sl1_fz'))))
        pub(SLW, 'twc_msgs/msg/Slw', 10, dict(V, brk_pc=q(np.clip(88 * lp(ms, .6) * (1 - .03 * self.wander('bp', 1, 3)) + np.abs(w('bpn', .5)) * ms - ms * f('sl_bk') * (9 + 4 * self.wander('bpx', 1, .4)), 0, 100) + (1 - ms) * 2, .5), sl_er=np.where(so, 0x71, 0)))
        tf = lp(f('trl_far'), .25); ti = self.itr * (1 + self.u('ti', .02)) + .3 + np.abs(w('tin', .25)) + (3.6 * f('trl_im') * mt) + tf * (2.5 + .6 * self.wander('tfx', 1, .3))
        pub(TRL, 'twc_msgs/msg/Trl', 8, dict(mot('mt.', ti, 1320 * dQ[1] + w('tr', 6) * (1 + mt), hold(self.warm('tt', self.amb, 1.5 * lp(self.itr, 30), 200, 9, 3., .12), self.on('trl_fz'))), slk_mm=q(np.abs(22 + self.u('sk', .8) + .16 * Q[1] + 7 * np.abs(self.ddQ[1]) + 1.3 * self.wander('sk', 1, 4) + w('skn', .8) + 5 * f('trl_slk')), .5)))
        sh = (f('s_hst') > 0) & self.mh & (self.pieces('sh', .5, 4, 0, 1) < .3); hh = lp(f('hst_hv'), .25); hi = self.ih * (1 + self.u('hi', .015)) + .6 + np.abs(w('hin', .9)) + w('hi2', .7) * mh + hh * (11. + 2 * self.wander('hhx', 1, .3)); hi = hi * np.where(sh, 1.35, 1)
        hv = lp(f('hst_vb'), .2); av = np.abs(dQ[2]); vb = [.35 + 1.2 * av + .1 * ld * mh + .09 * self.wander(f'vb{k}', 1, 1) * (.3 + mh) + np.abs(w(f'vbn{k}', .07)) for k in (0, 1)]; vb[0] = vb[0] + hv * (.75 + .45 * np.abs(self.white('hvx'))); vb[1] = vb[1] + f('hst_vb2') * mh * (.55 + .3 * np.abs(self.white('hv2')))
        pub(HST, 'twc_msgs/msg/Hst', 10, dict(mot('mt.', hi, 1180 * dQ[2] + w('hr', 4) * (1 + mh) + f('hst_n') * mh * (60 * self.white('hnx') - 330 * self.spikes('hns', .05)), self.warm('ht', self.amb, .62 * lp(self.ih, 40) + 9 * f('hst_t'), 300, 9, 12., .12)), gtp=q(self.warm('hg', self.amb, .4 * lp(self.ih, 60) + 7.5 * f('hst_gt'), 520, 9, 9., .1), .1), olp=q(np.maximum(.4 + mh * (2.6 + .25 * av - .004 * (self.amb - 12) + .05 * self.wander('op', 1, 3)) + w('opn', .03) - f('hst_op') * mh * (.38 + .2 * np.abs(self.white('opx'))), 0), .01), vbr=[q(x, .02) for x in vb], hs_er=np.where(sh, 0x3A, 0)))
        er = f('enc_r')
        self.joints(ENC, 14, ['slew', 'trl', 'hst'], [Q[0] + w('q0', 8e-5), Q[1] + w('q1', .003) + er * (.035 * self.white('erx') + .3 * self.spikes('ers', .04)), Q[2] + w('q2', .004)], [dQ[0] + w('v0', .0004), dQ[1] + w('v1', .008), dQ[2] + w('v2', .01)], jit=.001, lag=.003, age=.5 * f('enc_old'))
        sx = [s / 1000 * (44 - Q[2]) * .5 for s in self.sw]; ct, sn = np.cos(Q[0]), np.sin(Q[0])
        pub('/hk/pos', 'geometry_msgs/msg/PoseStamped', 8, {'pose.position.x': q(self.x - sx[0] * sn + sx[1] * ct + w('px', .02), .01), 'pose.position.y': q(self.y + sx[0] * ct + sx[1] * sn + w('py', .02), .01), 'pose.position.z': q(Q[2] + w('pz', .02), .01), 'pose.orientation.z': np.sin(Q[0] / 2), 'pose.orientation.w': np.cos(Q[0] / 2)}, 'crane', drop=.5 * f('pos_lost'))
        # load, rope, brakes
        sl = (f('s_lmi') > 0) & (self.pieces('sl', .6, 5, 0, 1) < .25); lt = ld * (1 + .06 * self.ddQ[2] + .01 * self.wander('lt', 1, .8) * mh); lc = [lt * 9.81 * (.51, .49)[k] + .12 * self.wander(f'lc{k}', 1, 4) + w(f'lcn{k}', .14) for k in (0, 1)]
        lc[1] = lc[1] * (1 - .035 * f('lc2')) - .3 * f('lc2'); lc[0] = lc[0] + f('lc1') * (1.3 * self.white('l1x') - 4.5 * self.spikes('l1s', .03)); lc[1] = lc[1] - 3 * sl; ll = (lc[0] + lc[1]) / 9.81
        pub(LMI, 'twc_msgs/msg/Lmi', 8, dict(ld_t=q(ll, .01), mom_tm=q((ll + .6) * Q[1] + 12, .1), utl_pc=q(((ll + .6) * Q[1] + 12) / 2.2, .1), lc_kn=[q(x, .02) for x in lc], wrn=np.where(sl, 3, 0)))
        pub(ROP, 'twc_msgs/msg/Rop', 8, dict(mfl_mv=q(np.abs(12 + self.u('mf', .4) + 3.5 * av + .9 * self.wander('mf', 1, 3) + w('mfn', 1.2) + f('rop') * (7 + 34 * self.spikes('rox', .12))), .2), dia_mm=q(18.02 + self.u('dm', .01) - .012 * ld + .008 * self.wander('dm', 1, 5) + w('dmn', .008) - .045 * f('rop_d'), .005), rvb=q(np.abs(.12 + .5 * av + w('rvb', .05) * (1 + mh)), .01)))
        mv3 = (mh, ms, mt); coil, gap, bt = [], [], []
        for k in range(3):
            m = mv3[k]; coil.append(q(np.maximum(lp(m, .12) * (1.9 + self.u(f'co{k}', .02) + .02 * self.wander(f'co{k}', 1, 4)) + .02 + np.abs(w(f'con{k}', .015)) - (f('bk1') * m * np.abs(.32 * self.white('bkx')) if k == 0 else 0), 0), .01))
            gap.append(q(.55 + self.u(f'ga{k}', .02) + .32 * lp(m, .1) + .004 * self.wander(f'ga{k}', 1, 20) + w(f'gan{k}', .006) + (.085 * f('bk2') if k == 1 else 0), .005)); bt.append(q(self.warm(f'bt{k}', self.amb, 11 * lp(np.abs(self.ddQ[(2, 0, 1)[k]]) / AMX[k], 30) + (8 * f('bk3') if k == 2 else 0), 240, 6, 2., .12), .1))
        pub(BRK, 'twc_msgs/msg/Brk', 6, dict(gap_mm=gap, btm=bt, coil_a=coil))
        # electricity
        rg = np.clip(-dQ[2], 0, 2) * ld * 4.2
        hts = [q(self.warm(f'vh{k}', self.amb, c * lp(i_, 25) + (7. * f('vf1') if k == 0 else 0), 110, 12, 8., .15), .1) for k, (c, i_) in enumerate(((.5, self.ih), (1., self.isl[0]), (1.4, self.itr)))]
        pub(VFD, 'twc_msgs/msg/Vfd', 6, dict(vdc=q(562 + 1.5 * self.su('vd') - .07 * self.ip + 3.2 * rg + 1.5 * self.wander('vd', 1, 12) + w('vdn', .9) + f('vf_dc') * 7.5 * self.white('vdx'), .5), rgn_kw=q(np.maximum(rg + w('rg', .05), 0), .05), hts=hts, fan_rpm=2680 + 5 * lp(self.ih, 30) + 14 * self.wander('fa', 1, 8) + w('fan', 11) - 80 * f('vf_fan')))
        il = [self.ip * (1 + .01 * self.u(f'il{k}')) + .6 * self.wander(f'il{k}', 1, 3) + w(f'iln{k}', .45) + .5 * d1 * (k == 0) for k in range(3)]; il[2] = il[2] - f('ph3') * np.where(self.pieces('ph3', .2, 1.4, 0, 1) < .45, .25 * il[2] + 3, 1.5); ul = lp(f('u_ld'), .3)
        pub(GRD, 'twc_msgs/msg/Grd', 4, dict(uln=[q(229 + .7 * self.su('ug') + 1. * self.wander('ug', 1, 60) + .3 * self.wander(f'ul{k}', 1, 6) - .035 * self.ip + w(f'uln{k}', .18) - (ul * (3. + .6 * np.abs(self.wander('ulx', 1, .5))) if k == 0 else 0), .1) for k in range(3)], iln=[q(np.maximum(x, 0), .1) for x in il], thd=q(3.1 + .1 * self.u('th') + .012 * self.ip + .12 * self.wander('th', 1, 15) + w('thn', .07) + .5 * f('thd'), .02), frq=q(50 + .012 * self.wander('fq', 1, 20) + w('fqn', .002), .001)))
        # tower
        sp = lp(f('shk_pl'), .15); sg = .012 + .5 * np.abs(dQ[0]) + .012 * av + .006 * np.abs(dQ[1]) + .0016 * self.wind; ty = .002 * lp(self.wander('ty', 1, 2), .4)
        self.imu(IMU, 14, (.0006 * self.mom / 60 + .0003 * self.wander('ir', 1, 2) + w('irn', 1e-4), .0003 * self.wander('ip_', 1, 2) + w('ipn', 1e-4), Q[0] + ty + w('iy', 8e-4)), (w('gx', .0012) * (1 + 2 * ms), w('gy', .0012) * (1 + 2 * ms), dQ[0] + np.gradient(ty, DT) + w('gz', .0012) + self.u('gz', .0002) + .0058 * f('gyr')), tuple(b + sg * self.white(f'a{c}') + sp * .16 * self.white(f'ax{c}') for c, b in zip('xyz', (-dQ[0]**2 * 1.5, self.ddQ[0] * 1.5, self.z0 + 9.81))), 'top')
        im_ = lp(f('inc_m'), .6); pz = [self.mom * .052 * ct + .1 * self.wind * .3, self.mom * .052 * sn]
        pub(INC, 'twc_msgs/msg/Inc', 6, dict(mrad=[q(pz[k] + self.u(f'in{k}', .2) + .12 * self.wander(f'in{k}', 1, 1.6) * (1 + .1 * self.wind) + w(f'inn{k}', .06) + ((1.5 * f('inc_d')) if k == 0 else 0) + im_ * (1.25 + .4 * self.wander('imx', 1, .4)) * (ct if k == 0 else sn), .01) for k in (0, 1)], itp=q(self.amb + 2 + w('itp', .06), .1)))
        wv = [self.wind * (1 + .02 * self.u(f'ws{k}')) + .3 * self.wander(f'ws{k}', 1, 1) + w(f'wsn{k}', .12) for k in (0, 1)]; wv[0] = wv[0] * (1 - .23 * f('ws1')); wr = [(self.wd + 5 * self.wander(f'wr{k}', 1, 1.5) + w(f'wrn{k}', 1.5) + 3 * self.u(f'wr{k}')) for k in (0, 1)]; wr[1] = hold(wr[1], self.on('wd2'))
        pub(WND, 'twc_msgs/msg/Wnd', 3, dict(ws=[q(np.maximum(x, 0), .1) for x in wv], wdir=[np.mod(x, 360) for x in wr], gst=q(np.abs(self.wind + 1.1 + w('gs', .2)), .1)))
        sc = f('sw_c')
        pub(SWY, 'twc_msgs/msg/Swy', 8, dict(sw_mrad=[q(self.sw[k] + w(f'sy{k}', .35) + (f('sw_n') * 5. * self.white('snx') if k else 0), .05) for k in (0, 1)], cnf=q(np.clip(93 + self.u('cn', .5) - .05 * (44 - Q[2]) - .6 * np.abs(self.sw[0]) * .1 + 1. * self.wander('cn', 1, 9) + w('cnn', .7) - 8.5 * sc, 0, 100), .1), tms=q(33 + np.abs(w('st', 1.6)), .5)))
        cp, cl = lp(f('cam_pl'), .4), lp(f('cam_l'), .4)
        pub(CAM, 'twc_msgs/msg/Hcm', 4, dict(shp=q(np.clip(69 + self.u('sp', .8) - 30 * np.abs(dQ[0]) - 2 * av + 1.2 * self.wander('sp', 1, 8) + w('spn', .9) - 10 * f('cam_s') - cp * (11 + 4 * np.abs(self.white('cpx'))), 0, 100), .1), lum=q(np.clip(self.lum + 1.5 * self.wander('lm', 1, 4) + w('lmn', .8), 0, 255), .5), tms=q(40 + np.abs(w('ct', 2.2)) + cl * (9.5 + 4.5 * np.abs(self.white('clx'))), .5), zm=q(lp(self.pieces('zm', 8, 40, 1, 6), .5), .1)))
        hb = 2.1 + .9 * (self.st == 2) + 1.1 * (self.st == 6) + .1 * self.wander('hb', 1, 5); so_ = .93 - .012 * self.u('hs') - np.cumsum(hb) * DT / 3600 / 28; hvv = 25.2 + 2.6 * (so_ - .7) - .03 * hb
        self.batt('/hk/bat', hb + w('hbn', .05), hvv + w('hvn', .012), so_, [hvv / 7 + self.u(f'hc{k}', .003) + w(f'hc{k}', .003) - (f('hb_c2') * (.018 + .002 * hb) if k == 1 else 0) for k in range(7)], [self.warm('hbt', self.amb, 1.6 * hb + 6 * f('hb_t'), 380, 4, 3.5, .06)], rate=2)
        rp = lp(f('rad_pl'), .4); di = np.hypot(Q[1], 44 - Q[2])
        pub(RAD, 'twc_msgs/msg/Rad', 4, dict(rss=-43 - 13 * np.log10(1 + di / 6) + self.su('rs', 1.2) + 1.4 * self.wander('rs', 1, 4) + w('rsn', .9) - 10 * rp, tms=q(14 + np.abs(w('rt', 2)) + 24 * rp * self.rng('rtx').random(n), .5), lss=q(self.rng('ls').gamma(.5, .15, n) + 2.6 * rp * self.rng('lsx').random(n), .1)))
        oc = [(62, 10), (-15, 58), (40, -70)]; ap = lp(f('aco_pl'), .3)
        pub(ACO, 'twc_msgs/msg/Aco', 5, dict(dst_m=[q(np.abs(np.hypot(self.x - a, self.y - b) - 8 + 5 * lp(self.wander(f'ac{k}', 1, 30), 5) + w(f'acn{k}', .12) - (ap * (2 + 5 * np.abs(self.white('apx'))) if k == 1 else 0)), .05) for k, (a, b) in enumerate(oc)], ack_ms=q(58 + np.abs(w('ak', 6)) + f('aco_a') * (34 + 14 * np.abs(self.white('akx'))), 1), npr=3))
        lo = lp(self.lon.astype(float), .5)
        pub(LUB, 'twc_msgs/msg/Lub', 3, dict(lpr=q(np.abs(3 + lo * (92 + 2 * self.wander('lp', 1, 4) + self.u('lp', 1)) + w('lpn', 1) - 17 * f('lub_p') * lo), .5), lvl_pc=q(71 + 3 * self.su('lv') - .0011 * t - .0012 * np.cumsum(self.lon) * DT + w('lvn', .06) - 2.4 * f('lub_l') - 0, .05), pma=q(lo * (3.2 + .1 * self.wander('pm', 1, 3)) + .03 + np.abs(w('pmn', .03)), .02), on=self.lon, lvl_lo=(f('s_lub') > 0) & (t % 20 < 6)))
        i24 = 7.5 + 1.1 * mh + .8 * ms + .6 * mt + 1.3 * lo + .4 * self.wander('i24', 1, 5)
        pub(CAB, 'twc_msgs/msg/Cab', 4, dict(v24=q(24.1 + self.u('v24', .02) - .01 * i24 + w('v24', .012) - f('v24') * np.abs(.12 * self.white('v24x')), .01), i24=q(i24 + w('i24n', .12), .05), ctp=q(self.warm('cb', self.amb, .16 * lp(self.ip, 30) + 6.5 * f('cab_t'), 210, 9, 7., .1), .1), hum=q(47 + 3 * self.su('hu') + .8 * self.wander('hu', 1, 60) + w('hun', .2), .1), fan_rpm=1950 + 10 * self.wander('cfa', 1, 8) + w('cfn', 9)))
        pub(FND, 'twc_msgs/msg/Fnd', 4, dict(fkn=[q(310 + 4 * self.u(f'fk{k}') + 1.05 * self.mom * np.cos(Q[0] - np.pi / 4 - k * np.pi / 2) + 1.6 * self.wander(f'fk{k}', 1, 1.6) + w(f'fkn{k}', 1.1) - (8 * f('fd3') if k == 2 else 0), .5) for k in range(4)]))
        li = [.82 + self.u(f'li{k}', .01) + w(f'li{k}', .008) for k in range(3)]; li[1] = li[1] * (1 - np.minimum(f('lg2'), 1.25) * np.where(self.pieces('l2', .1, .9, 0, 1) < .4, .42, .08))
        pub('/lgt', 'twc_msgs/msg/Lgt', 3, dict(lia=[q(x, .01) for x in li]))
        pub('/saf', 'twc_msgs/msg/Saf', 3, dict(emg=0, ilk=1, dmn=1, lmt=1 * (Q[2] > 20) + 2 * (Q[1] > 34)))
        pub('/job', 'twc_msgs/msg/Job', 4, dict(st=self.st, zn=self.zn, knd=self.kd, nlf=self.nl, vrq=q(delayed(np.abs(dQ[2]), -.2), .05)))
        pz_ = 100900 + 300 * self.su('bp') + 25 * self.wander('baro', 1, 200) + 2.5 * self.wander('bar2', 1, 8) + w('barn', 1.2)
        pub('/env/prs', 'sensor_msgs/msg/FluidPressure', 2, dict(fluid_pressure=q(hold(pz_, self.on('prs_fz')), 1.), variance=4.))
        pub('/env/tmp', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1)))
        pub('/env/lux', 'sensor_msgs/msg/Illuminance', 2, dict(illuminance=q(self.lux * (1 + w('lx', .006)), 20.)))
        cy = f('cyc')
        pub('/plc', 'twc_msgs/msg/Plc', 2, dict(cyc_us=4000 + np.abs(w('cy', 14)) + 110 * cy, cmx_us=4500 + np.abs(w('cx', 130)) + cy * (950 + 380 * self.rng('cmx').random(n)), mem_kb=q(38400 + 900 * self.newver + 60 * self.su('me') + 25 * self.wander('me', 1, 110) + w('men', 9) + self.computer_leak('mem', 1150), 4), cpt=q(self.warm('cpu', self.amb, 17 + 2. * mh, 120, 16, 18., .25), .5)), strs=dict(fw='R14b' if self.newver else 'R14a'))
        self.goals('/lift/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_slw', 'slw', ['mt2 overload 0x71', 'mt2 restart'])
        a2 = self.speak('s_hst', 'hst', ['brake feedback missing, 0x3A', 'hoist re-enabled'], 14)
        a3 = self.speak('s_lmi', 'lmi', ['load cells differ, wrn 3', 'load cells compared again'])
        s = self.when('s_lub'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 22): self.log(x, 'W', 'lub', 'grease low', 'fault')
            a4 = np.where(self.on('s_lub'), 1., 0.)
        self.routine([(24, 'I', 'job', 'lift done in {} s', 90, 150), (7, 'W', 'wnd', 'gust {} m/s', 8, 13), (6, 'W', 'job', 'waits for signalman {} s', 10, 80), (5, 'I', 'aco', 'zone of crane 2 left after {} s', 4, 40), (4, 'W', 'rad', 'roaming {} ms', 100, 400)],
                     [('I', 'core', 'fw ' + ('R14b' if self.newver else 'R14a')), ('W', 'lmi', 'calibration 60 d old'), ('W', 'enc', 'slew zero from last run'), ('I', 'saf', 'limit switches ok')])
        self.status('slw', 'SL', a1, {2: 'overload mt2'}, i24=i24); self.status('hst', 'HS', np.maximum(a2, brief_warn(self, 'hs', 1.2)), {1: 'rope layer change', 2: 'brake feedback'})
        self.status('lmi', 'LM', a3, {2: 'cell mismatch'}); self.status('lub', 'LU', a4, {1: 'grease low'}); self.status('aco', 'AC', brief_warn(self, 'ac', 1.4), {1: 'partner slow'})


AMX = (.5, .011, .35)
