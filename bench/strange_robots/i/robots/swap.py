"""Battery swapping station for cars: shuttle in an aisle, lifting deck with nutrunners, platform, charging bays; abbreviated fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, slew

DRV, JNT, POS, NUT, PLT, VEH, CHG, BAT, PLG, CLG, AIR, GRD, DOR, CAM = '/sht/drv', '/sht/jnt', '/sht/pos', '/nut', '/plt', '/veh', '/chg', '/bat', '/plg', '/clg', '/air', '/grd', '/dor', '/cam'
BX, BY = (3.1, 3.1, 5.0, 5.0, 6.9, 6.9, 8.7), (1.55, -1.55, 1.55, -1.55, 1.55, -1.55, 1.55)     # six bays with chargers, the seventh for exchange
UP, CAP, AMP = .36, (0, 75., 100., 150.), (0, 155., 205., 232.)            # kWh and charging current of the kinds of batteries


class Swap(Sim):
    NAME = 'swap'
    FLAGS = [(DRV, 'dv_er'), (NUT, 'nt_er'), (CHG, 'cg_er'), (AIR, 'fil_al')]
    DEFS = {
        'bss_msgs/msg/Ax': 'float32 im\nint16 perr\nfloat32 tmp',
        'bss_msgs/msg/Drv': mdef('bss_msgs/Ax[4] ax; uint16 dv_er'),
        'bss_msgs/msg/Nut': mdef('float32[6] tq an im; uint8 stp nt_er'),
        'bss_msgs/msg/Plt': mdef('float32[4] hmm pbr; float32 pma olt; bool upk'),
        'bss_msgs/msg/Veh': mdef('float32[4] wl_kg; float32[2] vr_im; float32 cx_mm; bool prs'),
        'bss_msgs/msg/Chg': mdef('float32[6] idc vdc tmd rpp; uint8[6] cst; uint8 cg_er'),
        'bss_msgs/msg/Bat': mdef('float32[6] soc tmx dvc; uint16[6] iso; uint8[6] typ'),
        'bss_msgs/msg/Plg': mdef('float32[6] ctc; float32 frc_n'),
        'bss_msgs/msg/Clg': mdef('float32 tsu tre flw pbr cma; uint16 fan; bool cmp'),
        'bss_msgs/msg/Air': mdef('float32 par cma dew; bool ld fil_al'),
        'bss_msgs/msg/Grd': mdef('float32[3] uln iln; float32 frq thd pf'),
        'bss_msgs/msg/Dor': mdef('int16[2] pmm; float32[2] im'),
        'bss_msgs/msg/Cam': mdef('float32 cnf lum tms; float32[2] off_mm'),
        'bss_msgs/msg/Gas': mdef('float32 h2p vcp smk'),
        'bss_msgs/msg/Saf': mdef('bool ilk emg grd_cl msk'),
        'bss_msgs/msg/Psu': mdef('float32 v24 i24 tmp; uint16 fan'),
        'bss_msgs/msg/Net': mdef('int16 rss; float32 tms lss'),
        'bss_msgs/msg/Swp': mdef('uint8 st bin bou typ; uint16 nsw; float32 vrq'),
        'bss_msgs/msg/Ctl': mdef('uint32 cyc_us cmx_us; float32 mem_mb cpu_c; string sw'),
    }
    KINDS = dict(
        x_brg=K('long travel draws more and more current: wheel bearing', [DRV], ['ax[0].im'], ['shuttle', 'long travel', 'axis 1'], step=False, where='when travelling'),
        x_pl=K('long travel draws more current at one place: rail joint bent', [DRV], ['ax[0].im', 'ax[0].perr'], ['shuttle', 'long travel', 'rail joint', 'axis 1'], where='**at a place**', cond=True, need=10),
        vib_pl=K('shuttle shakes at one place: rail clamp loose', ['/sht/imu'], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['shuttle', 'rail clamp', 'imu'], where='**at a place**', cond=True, need=12),
        rss_pl=K('radio of the shuttle weak at one place: new steel cabinet', ['/net'], ['rss', 'tms', 'lss'], ['radio', 'shuttle radio', 'network'], where='**at a place**', cond=True, need=12),
        y_lag=K('cross travel follows with larger error: chain slack', [DRV], ['ax[1].perr'], ['shuttle', 'cross travel', 'axis 2'], where='when travelling across', need=15),
        z_hld=K('deck lift holds with more current: brake does not engage', [DRV], ['ax[2].im'], ['deck lift', 'lift', 'axis 3']),
        z_top=K('deck lift draws more current higher than a number: scissor pin dry', [DRV], ['ax[2].im'], ['deck lift', 'scissor pin', 'axis 3'], where='**height above a number**', cond=True),
        x_fast=K('long travel has larger error when faster than a number: encoder wheel slips', [DRV], ['ax[0].perr'], ['shuttle', 'long travel', 'encoder wheel', 'axis 1'], where='**speed above a number**', cond=True, need=12),
        x_tmp=K('motor of the long travel gets warm: brake drags', [DRV], ['ax[0].tmp'], ['shuttle', 'long travel', 'axis 1'], step=False, tail=300),
        y_stk=K('temperature of the cross travel motor frozen', [DRV], ['ax[1].tmp'], ['shuttle', 'cross travel', 'axis 2']),
        sw_im=K('changing the wheel sets needs more current: cam dirty', [DRV], ['ax[3].im'], ['wheel change', 'cam', 'axis 4'], where='when changing wheels', need=8),
        jnt_old=K('joint states come with old stamps', [JNT], ['header.stamp'], ['joint states', 'joints']),
        drv_lost=K('drive messages get lost', [DRV], ['header.stamp'], ['drives', 'drv']),
        vel_x=K('speed of the long travel flickers: encoder cable', [JNT], ['velocity[0]'], ['shuttle', 'long travel', 'encoder'], where='when travelling'),
        pos_pl=K('cross position jumps at one place: code tape torn', [POS], ['pose.position.y'], ['shuttle', 'position', 'code tape'], where='**at a place**', cond=True, need=12),
        nt3=K('nutrunner 3 draws more and more current: gear', [NUT], ['im[2]'], ['nutrunner 3', 'nutrunner'], step=False, where='when screwing', need=10),
        nt5=K('torque of nutrunner 5 reads too low: transducer', [NUT], ['tq[4]'], ['nutrunner 5', 'nutrunner', 'transducer'], where='when screwing', need=10),
        nt2=K('angle of nutrunner 2 flickers: resolver', [NUT], ['an[1]'], ['nutrunner 2', 'nutrunner', 'resolver']),
        nt1_hi=K('current of nutrunner 1 flutters when its torque is above a number: clutch', [NUT], ['im[0]'], ['nutrunner 1', 'nutrunner', 'clutch'], where='**torque above a number**', cond=True, need=8),
        pl4=K('corner 4 of the platform hangs low: chain stretched', [PLT], ['hmm[3]'], ['platform', 'corner 4'], where='when up'),
        pl2=K('pressure of corner 2 of the platform falls: seal leaks', [PLT], ['pbr[1]'], ['platform', 'corner 2'], step=False),
        pl_pm=K('pump of the platform draws more current: coupling', [PLT], ['pma'], ['platform', 'platform pump'], where='when pumping', need=12),
        pl3_hv=K('pressure of corner 3 too high when the weight is above a number: guide jams', [PLT], ['pbr[2]'], ['platform', 'corner 3', 'guide'], where='**weight above a number**', cond=True),
        olt=K('hydraulic oil gets hot: relief valve leaks', [PLT], ['olt'], ['platform', 'hydraulic oil'], step=False, tail=300),
        vr1=K('centering roller 1 needs more current: stone', [VEH], ['vr_im[0]'], ['centering', 'roller 1'], where='when centering', need=6),
        wl2=K('weighing cell 2 reads too little: cable', [VEH], ['wl_kg[1]'], ['weighing', 'weighing cell 2'], where='when a car is there'),
        cg3_t=K('module of charger 3 gets hot: fan filter', [CHG], ['tmd[2]'], ['charger 3', 'charger'], step=False, tail=300),
        cg1_r=K('ripple of charger 1 high: capacitor dry', [CHG], ['rpp[0]'], ['charger 1', 'charger'], where='when charging'),
        cg5_v=K('voltage of charger 5 uneasy when its current is above a number: contactor', [CHG], ['vdc[4]'], ['charger 5', 'charger', 'contactor'], where='**current above a number**', cond=True),
        cg2_s=K('module temperature of charger 2 frozen', [CHG], ['tmd[1]'], ['charger 2', 'charger']),
        cg6_i=K('charger 6 gives too little current: one module dead', [CHG], ['idc[5]'], ['charger 6', 'charger'], where='when charging', cons=(BAT, PLG, GRD)),
        b4_dv=K('cells in bay 4 drift apart', [BAT], ['dvc[3]'], ['bay 4', 'battery', 'cells'], step=False),
        b2_is=K('insulation in bay 2 low and uneasy: moisture in the plug', [BAT], ['iso[1]'], ['bay 2', 'battery', 'insulation']),
        b1_t=K('battery temperature of bay 1 reads too high: sensor plug', [BAT], ['tmx[0]'], ['bay 1', 'battery']),
        ct3=K('plug contact 3 hotter when the current is above a number: contact blade worn', [PLG], ['ctc[2]'], ['plug 3', 'contact', 'plug'], where='**current above a number**', cond=True, tail=120),
        frc=K('plugs need more force: guide pin bent', [PLG], ['frc_n'], ['plug', 'guide pin'], where='when plugging', need=8),
        cl_f=K('coolant flow low: strainer', [CLG], ['flw'], ['cooling', 'coolant', 'strainer']),
        cl_w=K('coolant supply gets warm: condenser dirty', [CLG], ['tsu'], ['cooling', 'coolant', 'condenser'], step=False, tail=240),
        cl_c=K('compressor of the chiller draws more current', [CLG], ['cma'], ['cooling', 'chiller', 'compressor'], where='when cooling'),
        cl_p=K('coolant pressure uneasy: air in the loop', [CLG], ['pbr'], ['cooling', 'coolant', 'loop']),
        ar_lk=K('air compressor loads more: leak', [AIR], ['par', 'ld', 'cma'], ['compressed air', 'air compressor'], need=60, tail=200),
        dew=K('dew point of the air rises: dryer exhausted', [AIR], ['dew'], ['compressed air', 'dryer'], step=False),
        ph2=K('current of phase 2 uneasy: fuse holder burnt', [GRD], ['iln[1]'], ['grid', 'phase 2', 'fuse holder']),
        u_ld=K('grid voltage of phase 1 falls when its current is above a number: cable shoe', [GRD], ['uln[0]'], ['grid', 'phase 1', 'cable shoe'], where='**phase current above a number**', cond=True),
        thd=K('distortion of the grid high: filter choke', [GRD], ['thd'], ['grid', 'filter choke']),
        dr1=K('door 1 needs more current: guide frozen', [DOR], ['im[0]'], ['door 1', 'doors'], where='when doors move', need=8),
        dr2=K('door 2 stands a little open: stop worn', [DOR], ['pmm[1]'], ['door 2', 'doors'], where='when closed'),
        cam_h=K('camera gets unsure: lens hazed', [CAM], ['cnf'], ['camera', 'lens'], step=False),
        cam_s=K('camera slow when the light is above a number: exposure control hunts', [CAM], ['tms', 'cnf'], ['camera', 'exposure'], where='**illuminance above a number**', cond=True),
        lid=K('beams 3 and 4 of the scanner read short: leaf on the window', ['/lid'], ['ranges[2]', 'ranges[3]'], ['scanner', 'lidar']),
        h2=K('hydrogen sensor reads high: poisoned', ['/gas'], ['h2p'], ['gas detector', 'hydrogen sensor']),
        psu_f=K('power supply warm and its fan slow', ['/psu'], ['tmp', 'fan'], ['power supply', 'psu fan'], tail=240),
        gyr=K('yaw gyro of the shuttle has a bias', ['/sht/imu'], ['angular_velocity.z'], ['imu', 'gyro']),
        cyc=K('controller has far longer worst cycles', ['/ctl'], ['cmx_us', 'cyc_us'], ['controller', 'control loop']),
        mem=K('memory of the controller fills', ['/ctl'], ['mem_mb'], ['controller', 'memory'], step=False),
        s_drv=K('drive of the cross travel reports overcurrent', [DRV, '/rosout', '/diagnostics'], ['dv_er', 'ax[1].im'], ['shuttle', 'cross travel', 'axis 2'], silent=False),
        s_nut=K('nutrunner 4 reports that its bolt is not tight', [NUT, '/rosout', '/diagnostics'], ['nt_er', 'tq[3]'], ['nutrunner 4', 'nutrunner'], silent=False),
        s_chg=K('charger 2 reports insulation trips', [CHG, '/rosout', '/diagnostics'], ['cg_er', 'idc[1]'], ['charger 2', 'charger'], silent=False),
        s_fil=K('air unit warns of its filter', [AIR, '/rosout', '/diagnostics'], ['fil_al'], ['compressed air', 'air filter'], silent=False),
    )

    def plan(self):
        n, r = self.n, self.rng('plan')
        Q = np.zeros((4, n)); cur = np.array([3.1, 0., 0., 0.]); st, load, typ, nsw, bi, bo = [np.zeros(n) for _ in range(6)]; i, spd, self.tasks = 0, 1., []
        E = {k: np.zeros(n, bool) for k in 'car lift cent uns tig plug door cal'.split()}; veh = np.zeros(n); ln, ty_in = 0., 1
        new3, new4 = (self.unit == 'life' and self.idx >= x for x in (3, 4))
        soc = list(r.uniform(.45, .93, 6)); ty = [int(x) for x in r.choice((1, 2), 6)]; log = [[] for _ in range(6)]; here = [0] * 6; empty = int(r.integers(0, 6))
        def wait(sec, code=0):
            nonlocal i
            j = min(n, i + max(1, int(sec * r.uniform(.95, 1.06) / DT))); Q[:, i:j] = cur[:, None]; st[i:j] = code; a, i = i, j; load[a:i] = ln
            return slice(a, i)
        def ax(k, to, code):
            nonlocal i
            d = abs(to - cur[k]); vm, am = ((1.15, .6), (.7, .5), (.13, .25), (.55, 2.))[k]; vm, am = vm * spd * (1 - .12 * (ln > 0)), am * spd
            if d < 1e-6: return slice(i, i)
            tr = min(vm / am, np.sqrt(d / am)); vp = am * tr; T = d / vp + tr; m = max(3, int(T / DT)); v = np.clip(np.minimum((np.arange(m) + .5) * DT, (m - .5 - np.arange(m)) * DT) / tr, 0, 1); p = np.cumsum(v); p /= p[-1]
            j = min(n, i + m); Q[:, i:j] = cur[:, None]; Q[k, i:j] = cur[k] + (to - cur[k]) * p[:j - i]; cur[k] = to; st[i:j] = code; a, i = i, j; load[a:i] = ln
            return slice(a, i)
        def to(x, y, code):
            if abs(cur[0] - x) > .01:
                if abs(cur[1]) > .01: ax(1, 0., code)
                if cur[3] > .5: ax(3, 0., code)
                ax(0, x, code)
            if abs(cur[1] - y) > .01:
                if cur[3] < .5: ax(3, 1., code)
                ax(1, y, code)
            elif y == 0 and cur[3] > .5: ax(3, 0., code)
        def bay(k, put, code):
            nonlocal ln
            to(BX[k], BY[k], code)
            ax(2, .09 if not put else 0., code)
            if k < 6: E['plug'][wait(1.6, code)] = True
            ln = (0 if put else (0, 485, 555, 580)[ty_in])
        occ = [True] * 6; occ[empty] = False; wait(r.uniform(8, 20)); sw = 0; self.chg = []
        def grow(k, until):
            """State of charge of bay k until a sample."""
            a = here[k]; m = max(0, until - a); log[k].append((a, until, soc[k], ty[k])); x = soc[k]
            for _ in range(int(m * DT)): x += self.rate(x, ty[k])
            soc[k] = x
        while i < n:
            x = r.random(); a0 = i
            spd = .5 if x < .1 else 1.
            if x > .80:                                                                      # inspection run, rebalancing
                for k in r.permutation(7)[:r.integers(1, 4)]: to(BX[k], 0., 7); wait(r.uniform(1, 4), 7)
            if new4 and sw in (2, 7):                                                        # nutrunners checked at a fixture: for the first time in life/4
                to(0., 0., 8); ax(2, .25, 8)
                for _ in range(4): E['cal'][wait(6., 8)] = True; wait(2., 8)
                ax(2, 0., 8)
            wait(r.uniform(4, 28) if x < .75 else r.uniform(40, 110), 0)
            b = int(np.argmax([s if o else -1 for s, o in zip(soc, occ)])); ty_in = int(r.choice(3, p=(.55, .45, 0.) if not new3 else (.4, .3, .3))) + 1; tin = ty_in; car = r.uniform(1580, 2350); c0 = i
            E['door'][wait(5., 1)] = True; E['cent'][wait(4.6, 1)] = True; to(0., 0., 1); l0 = i; wait(7., 2); ax(2, UP, 2); E['uns'][wait(6.2, 3)] = True; ln = (0, 485, 555, 580)[tin]; veh[l0:] = car - ln; ax(2, .09, 3)
            e = empty; bi[c0:] = e + 1; bay(e, True, 4); ln = 0.; soc[e], ty[e], occ[e], here[e] = r.uniform(.16, .45), tin, True, i
            grow(b, i); ty_in = ty[b]; bo[i:] = b + 1; bay(b, False, 5); occ[b] = False; empty = b; to(0., 0., 5); ax(2, UP, 5); E['tig'][wait(9.6, 6)] = True; veh[i:] = car; ln = 0.; ax(2, 0., 6); l1 = i; wait(6., 6)
            E['lift'][l0:l1] = True; E['cent'][wait(3., 6)] = True; E['car'][c0 + 100:min(n, i)] = True; veh[c0 + 100:l0] = car; E['door'][wait(6., 1)] = True; veh[i:] = 0; typ[c0:i] = tin; sw += 1; nsw[min(i, n - 1):] = sw; self.tasks.append((a0 * DT, min(i, n) * DT, 'swap'))
        for k in range(6):
            if occ[k]: grow(k, n)
        veh[~E['car']] = 0; self.Q, self.st, self.load, self.typ, self.nsw, self.bi, self.bo, self.E, self.veh = Q, st, lp(load, .5), typ, nsw, bi, bo, E, lp(slew(veh, 1400), .3)
        self.x, self.y = Q[0], Q[1]; self.dQ = np.array([lp(np.gradient(x, DT), .06) for x in Q]); self.ddQ = np.array([lp(np.gradient(x, DT), .1) for x in self.dQ]); self.mv = (np.abs(self.dQ[0]) > .03) | (np.abs(self.dQ[1]) > .03)
        self.amb = 14 + 6 * self.su('amb') + self.wander('amb', .4, 900); self.lux = np.clip(9000 + 3000 * self.su('lux') + 6500 * np.tanh(1.6 * self.wander('lux', 1, 50)), 150, 40000)
        # charging of the bays
        self.soc, self.idc, self.btyp = np.full((6, n), 0.), np.zeros((6, n)), np.zeros((6, n))
        for k in range(6):
            for a, b, s0, ty_ in log[k]:
                m = b - a
                if m < 3: continue
                xs, x = [], s0
                for _ in range(int(m * DT) + 2): xs.append(x); x += self.rate(x, ty_)
                so = np.interp(np.arange(m) * DT, np.arange(len(xs)), xs); pause = min(m, int(7 / DT)); c = np.where(so > .94, 0, np.minimum(1, (1 - so) / .25) * AMP[ty_]); c[:pause] = 0; c[max(0, m - int(5 / DT)):] = 0
                self.soc[k, a:b], self.idc[k, a:b], self.btyp[k, a:b] = so, c, ty_
            self.idc[k] = lp(slew(self.idc[k], 45., 160.), .5) * (1 + .05 * np.tanh(1.5 * self.wander(f'ic{k}', 1, 25)))
        self.ton = self.idc.sum(0); self.chon = self.idc > 15
        heat = self.ton * .0011 + .6
        cold, cm = hyst(heat * .05, .14, -1.2, 1.2, .4 * self.su('cl')); self.cmp, self.ct = cm > .5, -cold
        self.up = lp(slew(E['lift'] * 420., 75, 85), .25); self.pmp = np.gradient(self.up, DT) > 4
        self.ip = 21 + self.ton * .236 + 17 * lp(self.cmp.astype(float), .6) + 11 * lp(self.pmp.astype(float), .3) + 4 * self.mv + 5 * (self.pieces('bld', 25, 120, 0, 1) < .35) + 1.2 * self.wander('ip', 1, 5)
        self.tqp = [self.nut(k) for k in range(6)]
        self.num('z_top', Q[2], JNT + ':position[2]', ['height', 'z', 'position', 'higher', 'deck', 'lift'], above=.2, tol=.5)
        self.num('x_fast', np.abs(self.dQ[0]), JNT + ':velocity[0]', ['speed', 'velocity', 'faster', 'vrq', 'travel'], above=round(float(np.quantile(np.abs(self.dQ[0])[np.abs(self.dQ[0]) > .05], .45)), 2), tol=.4)
        self.num('nt1_hi', self.tqp[0][0], NUT + ':tq[0]', ['torque', 'tq', 'tightening'], above=20., tol=.7)
        self.num('pl3_hv', self.veh, VEH + ':wl_kg', ['weight', 'wl kg', 'heavy', 'heavier', 'car', 'load'], above=self.quan(self.veh, self.veh > 800, .5, 0), tol=.3)
        self.conds['pl3_hv']['accept'].append([round(.17 * self.conds['pl3_hv']['above'], 1), round(.34 * self.conds['pl3_hv']['above'], 1)])       # of one cell
        for kd, k in (('cg5_v', 4), ('ct3', 2)): self.num(kd, self.idc[k], CHG + f':idc[{k}]', ['current', 'idc', 'charging', 'load'], above=self.quan(self.idc[k], self.chon[k], .45, 0) if self.chon[k].any() else 150., tol=.4)
        self.num('u_ld', self.ip, GRD + ':iln[0]', ['current', 'iln', 'load', 'phase current', 'grid'], above=self.quan(self.ip, np.ones(n, bool), .6, 0), tol=.3)
        self.num('cam_s', self.lux, '/env/lux:illuminance', ['illuminance', 'light', 'sun', 'lux', 'lum', 'brighter', 'bright'], above=float(np.round(np.quantile(self.lux, .6), -2)), tol=.5)
        self.conds['cam_s']['accept'].append([88., 150.])                                                   # the same as lum of the camera
        for kd, rad, sh in (('x_pl', .75, .09), ('vib_pl', .75, .1), ('rss_pl', .8, .1), ('pos_pl', .6, .1)):
            ok = self.mv if kd in ('x_pl', 'vib_pl') else Q[0] > 1.
            a, b = self.spot(kd, self.x, self.y, rad, ok & (self.x > .9), sh); self.at(kd, self.x, self.y, a, b, rad, self.mv if kd in ('x_pl', 'vib_pl') else True)
        tw = ('travelling', 'moving', 'moves', 'travel', 'speed', 'velocity', 'vrq'); ax_ = np.abs(self.dQ)
        self.mode('x_brg vel_x', ax_[0] > .05, *tw); self.mode('y_lag', ax_[1] > .04, *tw); self.mode('sw_im', ax_[3] > .1, 'changing', 'wheel', 'switching', 'moving')
        scr = E['uns'] | E['tig'] | E['cal']; self.mode('nt3 nt5', scr, 'screwing', 'tightening', 'running', 'stp', 'bolts'); self.scr = scr
        self.mode('pl4', self.up > 200, 'up', 'lifted', 'upk', 'high'); self.mode('pl_pm', self.pmp, 'pumping', 'lifting', 'pump'); self.mode('vr1', E['cent'], 'centering', 'rollers', 'prs')
        self.mode('wl2', self.veh > 700, 'car', 'vehicle', 'prs', 'loaded'); self.mode('cg1_r', self.chon[0], 'charging', 'cst', 'idc', 'current'); self.mode('cg6_i', self.chon[5], 'charging', 'cst', 'idc', 'current')
        self.mode('frc', E['plug'], 'plugging', 'plug', 'connecting', 'inserting'); self.mode('cl_c', self.cmp, 'cooling', 'compressor', 'cmp', 'running')
        self.dp = lp(slew(E['door'] * 2400., 900), .1); self.dmv = np.abs(np.gradient(self.dp, DT)) > 60; self.mode('dr1', self.dmv, 'doors', 'door', 'opening', 'closing', 'moving'); self.mode('dr2', self.dp < 40, 'closed', 'door', 'shut')

    @staticmethod
    def rate(x, kind):
        """Rise of the state of charge a second."""
        return 0 if x > .94 else min(1, (1 - x) / .25) * .031 * 75 / CAP[kind] * AMP[kind] / 205 / 60

    def nut(self, k):
        """Torque and speed of a nutrunner: unscrewing, tightening in two steps, calibration."""
        E, n, r = self.E, self.n, self.rng(f'nut{k}'); tq, sp = np.zeros(n), np.zeros(n)
        for key in ('uns', 'tig', 'cal'):
            e = np.flatnonzero(np.diff(np.r_[0, E[key].astype(int), 0]))
            for a, b in zip(e[::2], e[1::2]):
                u = np.arange(b - a) * DT - r.uniform(.2, .6); m = r.uniform(.97, 1.03)
                if key == 'uns': y, s = np.where(u < .25, 52 * np.clip(u / .2, 0, 1), 7.), np.where(u < .25, -60, -210.); s, y = np.where(u > 5, 0, s), np.where(u > 5, 0, y)
                elif key == 'tig': y, s = np.where(u < 3.6, 6.5, np.where(u < 4.6, 6.5 + 42 * (u - 3.6), np.where(u < 8.6, 62 + 1. * (k % 2), 0))), np.where(u < 3.6, 210., np.where(u < 4.6, 60., np.where(u < 8.6, 3, 0)))
                else: y, s = np.where(u < 5, 38., 0), np.where(u < 5, 90., 0)
                tq[a:b], sp[a:b] = np.where(u > 0, y * m, 0), np.where(u > 0, s, 0)
        return lp(tq, .08), lp(sp, .08)

    def build(self):
        t, n, f, w, Q, dQ, E, mv = self.t, self.n, self.f, self.ns, self.Q, self.dQ, self.E, self.mv
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.0015, lag=.003), **k))
        ld = 1 + self.load / 560; er = f('s_drv') * (self.pieces('sdr', .3, 3, 0, 1) < .25); e1 = np.minimum(er, 1); mvp = {}
        xp = lp(f('x_pl'), .15); yv = np.abs(dQ[1]) > .04; fr = (1.9, 1.6, 0., .9); vi = (2.2, 2.4, 22., 1.1); ac = (3.4, 2.9, 3., .25)
        for k in range(4):
            im = .35 + self.u(f'im{k}', .02) + (fr[k] * np.tanh(np.abs(dQ[k]) / .03) + vi[k] * np.abs(dQ[k])) * (ld if k < 2 else 1) + np.abs(ac[k] * self.ddQ[k] * ld) + .12 * self.wander(f'iw{k}', 1, 2) * (np.abs(dQ[k]) > .03) + np.abs(w(f'im{k}', .07))
            if k == 0: im = im + 1.1 * f('x_brg') * np.tanh(np.abs(dQ[0]) / .05) + xp * (1.5 + .3 * self.wander('xp', 1, .3))
            if k == 1: im = im + 3.5 * e1 * np.abs(self.white('sdx'))
            if k == 2: im = im + np.where(np.abs(dQ[2]) > .004, 2.6 * ld * np.where(dQ[2] > 0, 1, .35), .5 * (Q[2] > .02)) + .42 * f('z_hld') + lp(f('z_top'), .2) * (.62 + .12 * np.abs(self.white('ztx')))
            if k == 3: im = im + .55 * f('sw_im') * (np.abs(dQ[3]) > .1)
            pe = (30, 34, 160, 20)[k] * dQ[k] + (6, 6, 20, 3)[k] * self.ddQ[k] + w(f'pe{k}', 1.5) * (1 + mv)
            if k == 0: pe = pe + f('x_fast') * 13 * self.white('xf') + xp * 9 * self.wander('xpp', 1, .2)
            if k == 1: pe = pe * (1 + .75 * f('y_lag') * yv) + f('y_lag') * yv * 9 * self.wander('yl', 1, .2)
            tm = self.warm(f'at{k}', self.amb, (7, 7, 4.5, 6)[k] * lp(im, 25) + (8.5 * f('x_tmp') if k == 0 else 0), 280, 9, 10., .08)
            if k == 1: tm = hold(tm, self.on('y_stk'))
            mvp.update({f'ax[{k}].im': q(im, .02), f'ax[{k}].perr': pe, f'ax[{k}].tmp': q(tm, .1)})
        pub(DRV, 'bss_msgs/msg/Drv', 10, dict(mvp, dv_er=np.where(er > 0, 0x3210, 0)), drop=.5 * f('drv_lost'))
        ve = [dQ[k] + w(f'v{k}', (.002, .002, .0006, .004)[k]) for k in range(4)]; ve[0] = ve[0] + f('vel_x') * (np.abs(dQ[0]) > .05) * (.09 * self.white('vx') - .4 * self.spikes('vxs', .05))
        self.joints(JNT, 14, ['x', 'y', 'z', 'sw'], [Q[k] + w(f'q{k}', (2e-4, 2e-4, 5e-5, 5e-4)[k]) for k in range(4)], ve, jit=.001, lag=.002, age=.5 * f('jnt_old'))
        pub(POS, 'geometry_msgs/msg/PoseStamped', 8, {'pose.position.x': q(self.x + w('px', 6e-4), 1e-4), 'pose.position.y': q(self.y + w('py', 6e-4) + f('pos_pl') * (.012 * self.white('pyx') + .03 * self.spikes('pys', .06)), 1e-4), 'pose.position.z': q(Q[2] + w('pz', 3e-4), 1e-4), 'pose.orientation.w': 1.}, 'aisle')
        vb = lp(f('vib_pl'), .1); sg = .03 + .13 * np.abs(dQ[0]) + .12 * np.abs(dQ[1])
        self.imu('/sht/imu', 14, (w('ir', 3e-4), w('ip', 3e-4), .002 * self.wander('iy', 1, 2) + w('iyn', 3e-4)), (w('gx', .002) * (1 + 3 * mv), w('gy', .002) * (1 + 3 * mv), w('gz', .0016) * (1 + 2 * mv) + self.u('gz', .0003) + .0068 * f('gyr')), (self.ddQ[0] + sg * self.white('ax') + vb * .42 * self.white('axv'), self.ddQ[1] + sg * self.white('ay') + vb * .42 * self.white('ayv'), 9.81 + 1.3 * sg * self.white('az') + vb * .5 * self.white('azv')), 'sht', lag=.004)
        # nutrunners
        sn = (f('s_nut') > 0) & E['tig'] & (self.pieces('snt', 1, 5, 0, 1) < .6); tq, an, ni = [], [], []
        for k in range(6):
            a, s = self.tqp[k]
            x = a * (1 + .02 * self.wander(f'tw{k}', 1, .3)) + w(f'tq{k}', .25); x = x * (1 - .2 * f('nt5')) if k == 4 else x * np.where(sn & (k == 3), .55, 1)
            y = (np.cumsum(s) * 6 * DT * .5 + self.u(f'an{k}', 40)) % 360 + w(f'an{k}', .15); y = y + f('nt2') * (4. * self.white('n2') + 24 * self.spikes('n2s', .04)) if k == 1 else y
            z = .22 + .105 * a * (1 + .02 * self.u(f'ni{k}')) + .0035 * np.abs(s) + .04 * self.wander(f'nw{k}', 1, 1) * (a > 1) + np.abs(w(f'ni{k}', .045))
            if k == 2: z = z + .75 * f('nt3') * (np.abs(s) > 2)
            if k == 0: z = z + f('nt1_hi') * (.55 + 1. * np.abs(self.white('n1x')))
            tq.append(q(x, .1)); an.append(q(y, .1)); ni.append(q(z, .01))
        pub(NUT, 'bss_msgs/msg/Nut', 10, dict(tq=tq, an=an, im=ni, stp=1 * E['uns'] + 2 * E['tig'] + 3 * E['cal'], nt_er=np.where(sn, 44, 0)))
        # platform and car
        up, pm = self.up, self.pmp; hv = lp(f('pl3_hv'), .5); upk = up > 200; wt = self.veh
        hm = [up * (1 + self.u(f'hm{k}', .002)) + 1.2 * self.wander(f'hm{k}', 1, 2) * (up > 5) + w(f'hmn{k}', .4) - (7.5 * f('pl4') * upk if k == 3 else 0) for k in range(4)]
        pb = [4 + np.clip(up / 60, 0, 1) * (14 + .021 * wt * (.5 + (.02 if k < 2 else -.02))) + 9 * lp(pm.astype(float), .3) + .5 * self.wander(f'pb{k}', 1, 2) + w(f'pbn{k}', .35) - (5.5 * f('pl2') * np.clip(up / 60, .25, 1) if k == 1 else 0) + (hv * (5.5 + 1.2 * self.wander('hvx', 1, .6)) if k == 2 else 0) for k in range(4)]
        pub(PLT, 'bss_msgs/msg/Plt', 6, dict(hmm=[q(x, .5) for x in hm], pbr=[q(np.maximum(x, 0), .1) for x in pb], pma=q(lp(pm.astype(float), .15) * (13.5 + .0022 * wt + self.u('pm', .15) + .3 * self.wander('pm', 1, 1) + 2.6 * f('pl_pm')) + .1 + np.abs(w('pmn', .12)), .05), olt=q(self.warm('ol', self.amb, 95 * lp(pm.astype(float), 200) + 9 * f('olt'), 260, 9, 7.), .1), upk=upk))
        cw = [wt * (.265, .265, .235, .235)[k] * (1 + .03 * self.pieces(f'cw{k}', 90, 150, -1, 1)) + .8 * self.wander(f'wl{k}', 1, 3) + w(f'wln{k}', 1.6) for k in range(4)]; cw[1] = cw[1] - 42 * f('wl2') * (wt > 700)
        ce = lp(E['cent'].astype(float), .15)
        pub(VEH, 'bss_msgs/msg/Veh', 4, dict(wl_kg=[q(x, .5) for x in cw], vr_im=[q(ce * (2.3 + .0004 * wt + .15 * self.wander(f'vr{k}', 1, .6) + (.85 * f('vr1') if k == 0 else 0)) + .08 + np.abs(w(f'vr{k}', .04)), .01) for k in (0, 1)], cx_mm=q(hold(14 * self.pieces('cx', 20, 60, -1, 1), E['lift']) * (1 - .9 * lp(E['lift'].astype(float), 1)) + w('cx', .6), .1), prs=wt > 300))
        # chargers and batteries
        sc = (f('s_chg') > 0) & (self.idc[1] > 10) & (self.pieces('sc', 2, 8, 0, 1) < .3); ID, V, TM, RP, CT, BT = [], [], [], [], [], []
        for k in range(6):
            i_ = self.idc[k] * (1 - (.2 * f('cg6_i') if k == 5 else 0)) * np.where(sc & (k == 1), .1, 1); here = self.btyp[k] > 0; c = self.chon[k]
            v = np.where(here, 352 + 62 * self.soc[k] + .045 * i_, 0) + w(f'vd{k}', .35) + (lp(f('cg5_v'), .2) * (4.2 * self.white('c5') - 3) if k == 4 else 0)
            ID.append(q(np.maximum(i_ * (1 + self.u(f'id{k}', .003)) + w(f'id{k}', .5) * c, 0), .1)); V.append(q(np.maximum(v, 0), .1)); ii = lp(self.idc[k] / 205, 8)**2
            tm = self.warm(f'tm{k}', self.amb, 8 + 24 * ii + (10 * f('cg3_t') if k == 2 else 0), 170, 4, 16., .12); TM.append(q(hold(tm, self.on('cg2_s')) if k == 1 else tm, .1))
            RP.append(q(.25 + .005 * i_ + .1 * self.wander(f'rp{k}', 1, 5) * c + np.abs(w(f'rp{k}', .05)) + (.75 * f('cg1_r') * c if k == 0 else 0), .01))
            CT.append(q(self.warm(f'ct{k}', self.amb, 26 * ii, 60, 3, 14., .15) + (lp(f('ct3') * 8.5, 9) if k == 2 else 0), .1))
            BT.append(q(np.where(here, self.warm(f'bt{k}', self.amb, 6 + 11 * ii, 260, 8, 8., .1), self.amb + 2) + (3.8 * f('b1_t') if k == 0 else 0), .5))
        pub(CHG, 'bss_msgs/msg/Chg', 5, dict(idc=ID, vdc=V, tmd=TM, rpp=RP, cst=[1. * (self.btyp[k] > 0) + self.chon[k] for k in range(6)], cg_er=np.where(sc, 71, 0)))
        dv = [np.where(self.btyp[k] > 0, 9 + 2.2 * self.per_bay(k) + .025 * self.idc[k] + .6 * self.wander(f'dv{k}', 1, 30) + (9 * f('b4_dv') if k == 3 else 0), 0) + w(f'dvn{k}', .5) for k in range(6)]
        iso = [np.where(self.btyp[k] > 0, 2150 + 130 * self.per_bay(k), 4000) + 25 * self.wander(f'is{k}', 1, 30) + w(f'isn{k}', 18) - (f('b2_is') * (520 + 150 * np.abs(self.white('isx'))) if k == 1 else 0) for k in range(6)]
        s5 = self.soc[5] - np.cumsum(self.idc[5] * .2 * f('cg6_i')) * DT / 3600 / 205 * 1.86 * (self.btyp[5] > 0)
        pub(BAT, 'bss_msgs/msg/Bat', 2, dict(soc=[q(np.clip((self.soc[k] if k < 5 else s5) * 100 + w(f'so{k}', .04), 0, 100), .1) for k in range(6)], tmx=BT, dvc=[q(np.maximum(x, 0), .5) for x in dv], iso=iso, typ=[self.btyp[k] for k in range(6)]))
        pl = lp(E['plug'].astype(float), .1); pf = np.clip(np.gradient(pl, DT), 0, 6) * 45 + pl * 130
        pub(PLG, 'bss_msgs/msg/Plg', 5, dict(ctc=CT, frc_n=q(np.abs(8 + pf * (1 + .04 * self.wander('pf', 1, 20)) + w('pf', 2.5) + pl * 75 * f('frc')), 1)))
        # cooling, air, grid
        co = lp(self.cmp.astype(float), .8)
        pub(CLG, 'bss_msgs/msg/Clg', 4, dict(tsu=q(17.5 + .3 * self.su('ts') + 1.1 * lp(self.ct, 10) + .05 * (self.amb - 14) + lp(2.5 * f('cl_w'), 40) + w('ts', .06), .05), tre=q(19.2 + .3 * self.su('ts') + 1.1 * lp(self.ct, 20) + .0045 * lp(self.ton, 25) + .05 * (self.amb - 14) + lp(2.5 * f('cl_w'), 60) + w('tr', .06), .05), flw=q(46 + self.u('fl', .3) + .5 * self.wander('fl', 1, 20) + w('fln', .35) - 5 * f('cl_f'), .1), pbr=q(2.4 + .01 * self.u('pbc') + .012 * self.wander('pc', 1, 15) + w('pcn', .01) + f('cl_p') * .075 * self.wander('pcx', 1, .5), .005),
            cma=q(co * (15.5 + .16 * (self.amb - 14) + self.u('cm', .2) + .3 * self.wander('cm', 1, 5) + 2.6 * f('cl_c')) + .1 + np.abs(w('cmn', .12)), .05), fan=1150 + 480 * co + 12 * self.wander('fn', 1, 8) + w('fnn', 7), cmp=self.cmp))
        use = .006 + .05 * E['plug'] + .02 * (np.abs(dQ[3]) > .1) + .05 * E['cent']; pr, lo = hyst(use + .022 * f('ar_lk'), .14, 6.3, 7.8, 7.1 + .25 * self.su('ar'))
        pub(AIR, 'bss_msgs/msg/Air', 4, dict(par=q(pr + w('pr', .015), .01), cma=q(lp(lo, .4) * (7.6 + .4 * (pr - 7)) + .1 + np.abs(w('ac', .08)), .05), dew=q(-21 + 1.2 * self.su('dw') + .6 * self.wander('dw', 1, 90) + w('dwn', .25) + 7 * f('dew'), .1), ld=lo, fil_al=(f('s_fil') > 0) & (t % 20 < 6)))
        il = [self.ip + 2.5 * self.u(f'il{k}') * .4 + .8 * self.wander(f'il{k}', 1, 3) + w(f'iln{k}', .5) + 2.4 * lo - .047 * f('cg6_i') * self.idc[5] for k in range(3)]; il[1] = il[1] - f('ph2') * np.where(self.pieces('ph2', .2, 1.4, 0, 1) < .45, 11., 2.5)
        ul = lp(f('u_ld'), .3); uu = [230.5 + .6 * self.su('ug') + 1.1 * self.wander('ug', 1, 60) + .35 * self.wander(f'ul{k}', 1, 6) - .016 * self.ip + w(f'uln{k}', .18) - (ul * (2.9 + .6 * np.abs(self.wander('ulx', 1, .5))) if k == 0 else 0) for k in range(3)]
        pub(GRD, 'bss_msgs/msg/Grd', 4, dict(uln=[q(x, .1) for x in uu], iln=[q(np.maximum(x, 0), .1) for x in il], frq=q(50 + .012 * self.wander('fq', 1, 20) + w('fqn', .002), .001), thd=q(2.6 + .1 * self.u('th') + .0017 * self.ton + .12 * self.wander('th', 1, 15) + w('thn', .06) + 1.15 * f('thd'), .02), pf=q(np.clip(.982 + .00001 * self.ton + w('pfn', .002), 0, 1), .001)))
        dm = self.dmv.astype(float)
        pub(DOR, 'bss_msgs/msg/Dor', 5, dict(pmm=[self.dp + 2 + self.u(f'dp{k}', .5) + w(f'dp{k}', 1) + (14 * f('dr2') * (self.dp < 40) if k else 0) for k in (0, 1)], im=[q(lp(dm, .12) * (1.7 + .08 * self.wander(f'dm{k}', 1, 1) + self.u(f'dm{k}', .03) + (.62 * f('dr1') if k == 0 else 0)) + .09 + np.abs(w(f'dm{k}', .035)), .01) for k in (0, 1)]))
        cs = lp(f('cam_s'), .5); lum = 62 + 47 * np.log10(np.maximum(self.lux, 100) / 1000 + 1)
        pub(CAM, 'bss_msgs/msg/Cam', 4, dict(cnf=q(np.clip(92 + self.u('cf', .6) - .05 * np.abs(lum - 105) + 1.2 * self.wander('cf', 1, 10) + w('cfn', .6) - 8 * f('cam_h') - 2.6 * cs, 0, 100), .1), lum=q(lum + 2 * self.wander('lm', 1, 4) + w('lmn', .9), .5), tms=q(41 + np.abs(w('tm', 2.5)) + 4 * (wt > 300) + cs * (11 + 5 * np.abs(self.white('csx'))), .5), off_mm=[q(hold(3 * self.pieces(f'of{k}', 20, 60, -1, 1), E['lift']) + w(f'of{k}', .25), .05) for k in (0, 1)]))
        lf, rg = f('lid'), []; ped = self.pieces('ped', 4, 20, 0, 1) < .15
        for k in range(9):
            x = (4, 5, 7, 9, 9, 9, 7, 5, 4)[k] * np.exp(.05 * self.wander(f'rg{k}', 1, 30)) - 1.6 * (wt > 300) * (2 < k < 6) + w(f'rgn{k}', .02); x = np.where(ped & (k in (6, 7)), np.minimum(x, 2.6), x)
            if k in (2, 3): x = np.where((lf > 0) & (self.rng(f'lf{k}').random(n) < .5), .4 + np.abs(w(f'lfn{k}', .08)), x)
            rg.append(x)
        self.scan('/lid', 5, rg, 1.4, 20, lag=.015)
        pub('/gas', 'bss_msgs/msg/Gas', 2, dict(h2p=q(np.abs(6.5 + self.u('h2', .5) + .9 * self.wander('h2', 1, 60) + w('h2n', .6) + 7.5 * f('h2')), .1), vcp=q(np.abs(88 + 5 * self.su('vc') + 14 * lp(wt > 300, 25) + 5 * self.wander('vc', 1, 60) + w('vcn', 2)), 1), smk=q(np.abs(.04 + w('sm', .006)), .001)))
        pub('/saf', 'bss_msgs/msg/Saf', 3, dict(ilk=1, emg=0, grd_cl=1, msk=E['door']))
        i24 = 8.5 + 1.8 * mv + 1.2 * E['plug'] + 2.2 * E['cent'] + 1.6 * dm + .4 * self.wander('i24', 1, 5); px = f('psu_f')
        pub('/psu', 'bss_msgs/msg/Psu', 4, dict(v24=q(24.2 + self.u('v24', .02) - .009 * i24 + w('v24', .012), .01), i24=q(i24 + w('i24n', .12), .05), tmp=q(self.warm('ps', self.amb, 1.4 * lp(i24, 15) + 6 * px, 140, 12, 12., .1), .1), fan=(3150 + 40 * self.u('fa')) * (1 - .15 * px) + w('fa', 17)))
        pub('/ups', 'sensor_msgs/msg/BatteryState', 1, dict(voltage=q(54.4 + w('up', .02), .02), current=q(.18 + w('uc', .03), .01), percentage=1., temperature=q(self.warm('ut', self.amb, self.z0 + 1.4, 800, 3., 1.4, .05), .1), present=1, power_supply_status=4))
        rs = lp(f('rss_pl'), .4)
        pub('/net', 'bss_msgs/msg/Net', 4, dict(rss=-54 - 1.3 * self.x + self.su('rs', 1.2) + 1.5 * self.wander('rs', 1, 4) + w('rsn', .9) - 12 * rs, tms=q(9 + np.abs(w('tn', 1.6)) + 21 * rs * self.rng('rst').random(n), .5), lss=q(self.rng('ls').gamma(.5, .15, n) + 2.6 * rs * self.rng('rsl').random(n), .1)))
        pub('/swp', 'bss_msgs/msg/Swp', 4, dict(st=self.st, bin=self.bi, bou=self.bo, typ=self.typ, nsw=self.nsw, vrq=q(delayed(np.hypot(dQ[0], dQ[1]), -.1), .01)))
        pub('/env/lux', 'sensor_msgs/msg/Illuminance', 2, dict(illuminance=q(self.lux * (1 + w('lx', .006)), 10.)))
        pub('/env/tmp', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1)))
        cy = f('cyc')
        pub('/ctl', 'bss_msgs/msg/Ctl', 2, dict(cyc_us=2000 + np.abs(w('cy', 9)) + 70 * cy, cmx_us=2270 + np.abs(w('cx_', 90)) + cy * (640 + 260 * self.rng('cmx').random(n)), mem_mb=q(1640 + 70 * self.newver + 5 * self.su('me') + 3 * self.wander('me', 1, 110) + w('men', .9) + self.computer_leak('mem', 100), 1), cpu_c=q(self.warm('cpu', self.amb, 18 + 3. * mv, 120, 18, 20., .25), .5)), strs=dict(sw='2.7.1' if self.newver else '2.7.0'))
        self.goals('/swap/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_drv', 'sht_drv', ['ax2 overcurrent 0x3210', 'ax2 restart'])
        a2 = self.speak('s_nut', 'nut', ['bolt 4 not tight, code 44', 'bolt 4 second try'], 14)
        a3 = self.speak('s_chg', 'chg', ['charger 2 insulation trip, code 71', 'charger 2 reclose'])
        s = self.when('s_fil'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 21): self.log(x, 'W', 'air', 'filter due', 'fault')
            a4 = np.where(self.on('s_fil'), 1., 0.)
        self.routine([(22, 'I', 'swp', 'swap done in {} s', 95, 140), (7, 'W', 'veh', 'car off centre {} mm', 20, 60), (6, 'W', 'swp', 'driver asked to wait {} s', 10, 60), (5, 'I', 'chg', 'profile {} C', .8, 2), (4, 'W', 'net', 'cloud reply {} ms', 400, 900)],
                     [('I', 'core', 'sw ' + ('2.7.1' if self.newver else '2.7.0')), ('W', 'cam', 'calibration 40 d old'), ('W', 'sht_drv', 'position from code tape'), ('I', 'saf', 'interlock test ok')])
        self.status('sht_drv', 'SD', a1, {2: 'overcurrent ax2'}, i24=i24); self.status('nut', 'NR6', np.maximum(a2, brief_warn(self, 'nt', 1.2)), {1: 'bolt rerun', 2: 'bolt 4 not tight'})
        self.status('chg', 'CG', a3, {2: 'insulation trip charger 2'}); self.status('air', 'AU', a4, {1: 'filter due'}); self.status('cloud', 'CL', brief_warn(self, 'cl', 1.4), {1: 'reply slow'})

    def per_bay(self, k):
        """A number of the battery that stands in bay k, for each battery."""
        b = self.btyp[k] > 0; c = np.cumsum(np.diff(b.astype(int), prepend=0) > 0)
        return np.clip(self.rng(f'pb{k}').standard_normal(400), -2, 2)[c]
