"""Car body painting robot on a rail with a rotary bell, dosing pump and high voltage; abbreviated fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, slew

JD, BL, HV, DO, SA, CC, BT, PN = '/jnt/drv', '/bell/st', '/hv/st', '/dos/st', '/shp_air', '/ccv', '/bth/env', '/pnt/sup'


class Paint(Sim):
    NAME = 'paint'
    FLAGS = [(JD, 'drv_flt'), (HV, 'hv_flt'), (CC, 'ccv_flt'), ('/gas', 'sns_flt')]
    DEFS = {
        'pcell_msgs/msg/JntDrv': mdef('float32[7] i_act t_mot e_fol; float32 v_bus t_brk_res; uint16 drv_flt'),
        'pcell_msgs/msg/Bell': mdef('float32 n_act n_cmd p_brg p_trb t_trb vib_mms'),
        'pcell_msgs/msg/Hv': mdef('float32 kv_act kv_cmd ua_act t_csc; uint8 hv_flt; bool hv_on'),
        'pcell_msgs/msg/Dos': mdef('float32[2] p_out p_in i_pmp n_pmp; float32 q_cmd q_act'),
        'pcell_msgs/msg/ShpAir': mdef('float32[2] fl_act fl_cmd p_lin'),
        'pcell_msgs/msg/Ccv': mdef('bool[8] vo; float32[8] t_opn_ms; float32 p_sol q_sol; uint8 ccv_flt'),
        'pcell_msgs/msg/Bth': mdef('float32 t_air rh_air v_dwn dp_flt i_fan lv_sldg'),
        'pcell_msgs/msg/Pnt': mdef('float32 t_pnt p_rng; float32[3] lv_tnk n_agt'),
        'pcell_msgs/msg/Cnv': mdef('float32 x_cnv v_cnv i_cnv; bool bdy_prs; uint16 bdy_no'),
        'pcell_msgs/msg/Vis': mdef('float32 dx_mm dy_mm rz_mrad scr t_prc_ms'),
        'pcell_msgs/msg/Flm': mdef('float32[4] thk_um; float32 gls'),
        'pcell_msgs/msg/Prg': mdef('float32 p_arm_pa q_prg; bool prg_ok'),
        'pcell_msgs/msg/Air': mdef('float32 p_man dew_pt q_man'),
        'pcell_msgs/msg/Gas': mdef('float32[2] lel; bool sns_flt'),
        'pcell_msgs/msg/Cab': mdef('float32 t_cab n_fan v24 a24 cyc_us cyc_mx_us mem_kb; string ver; string recipe'),
        'pcell_msgs/msg/Saf': mdef('bool gate_cl lc_free es_ok tch_on'),
    }
    KINDS = dict(
        j2_fric=K('axis 2 draws more and more current: gearbox grease gone', [JD], ['i_act[1]'], ['axis 2', 'joint 2', 'j2'], step=False, where='when moving', cons=('t_mot[1]',)),
        j4_hot=K('motor of axis 4 gets hot: brake drags', [JD], ['t_mot[3]'], ['axis 4', 'joint 4', 'j4'], step=False, tail=300),
        j5_fol=K('following error of axis 5 larger: belt slack', [JD], ['e_fol[4]'], ['axis 5', 'joint 5', 'j5'], where='when moving'),
        j3_rch=K('axis 3 draws more when its angle is above a number: balancer spring broken', [JD], ['i_act[2]'], ['axis 3', 'joint 3', 'j3', 'balancer'], where='**angle of axis 3 above a number**', cond=True),
        j1_enc=K('position of axis 1 flickers: encoder cable', ['/jnt/st'], ['position[0]'], ['axis 1', 'joint 1', 'j1', 'encoder 1']),
        j6_tmp=K('temperature of axis 6 frozen', [JD], ['t_mot[5]'], ['axis 6', 'joint 6', 'j6']),
        rl_spot=K('rail axis runs hard at one place: overspray on the rack', [JD], ['i_act[6]', 'e_fol[6]'], ['rail', 'axis 7', 'j7'], where='**at a place**', cond=True, need=8),
        rl_hot=K('rail motor hot: cover filled with overspray', [JD], ['t_mot[6]'], ['rail', 'axis 7', 'j7'], step=False, tail=300),
        bus_rip=K('bus voltage uneasy: rectifier phase lost', [JD], ['v_bus'], ['bus', 'dc bus', 'rectifier']),
        bl_load=K('bell speed falls when the paint flow is above a number: turbine worn', [BL], ['n_act'], ['bell', 'turbine'], where='**paint flow above a number**', cond=True, need=12),
        bl_brg=K('bearing air of the bell low and uneasy: filter wet', [BL], ['p_brg'], ['bell', 'bearing air']),
        bl_vib=K('bell vibrates: cup out of balance after change', [BL], ['vib_mms'], ['bell', 'bell cup', 'cup'], where='when turning', cons=('/wrst/imu',)),
        bl_trb=K('turbine needs more and more air pressure for its speed: nozzle dirty', [BL], ['p_trb'], ['bell', 'turbine'], step=False, where='when turning'),
        bl_tmp=K('turbine air gets cold slowly: heater failed', [BL], ['t_trb'], ['bell', 'turbine heater', 'turbine'], step=False, tail=200),
        hv_kv=K('high voltage current rises when more than a number of kV is on: insulation of the cascade', [HV], ['ua_act'], ['hv', 'high voltage', 'cascade'], where='**voltage above a number**', cond=True, need=12),
        hv_spot=K('high voltage current jumps at one place: holder stands too near', [HV], ['ua_act'], ['hv', 'high voltage', 'holder'], where='**at a place**', cond=True, need=8),
        hv_csc=K('cascade gets hot', [HV], ['t_csc'], ['hv', 'cascade', 'high voltage'], step=False, tail=200),
        hv_sag=K('voltage stays below its command', [HV], ['kv_act'], ['hv', 'high voltage', 'cascade'], where='when on'),
        do_pls=K('outlet pressure of pump 1 pulses: gear tooth', [DO], ['p_out[0]'], ['dosing pump 1', 'pump 1', 'dosing'], where='when spraying'),
        do_wr=K('measured flow less than asked: pump slips inside', [DO], ['q_act'], ['dosing', 'dosing pump', 'flow cell'], where='when spraying', cons=('/flm',)),
        do_i2=K('pump 2 draws more current: hardener cures on the shaft', [DO], ['i_pmp[1]'], ['dosing pump 2', 'pump 2', 'dosing'], step=False, where='when spraying'),
        do_in=K('inlet pressure of pump 2 low and uneasy: regulator', [DO], ['p_in[1]'], ['dosing pump 2', 'pump 2', 'regulator']),
        do_cold=K('outlet pressure of pump 2 too high when the paint is colder than a number: mixer clogs', [DO], ['p_out[1]'], ['dosing pump 2', 'pump 2', 'mixer'], where='**paint temperature below a number**', cond=True, need=12),
        sa_hi=K('shaping air 2 stays short when more than a number is asked: hose kinked', [SA], ['fl_act[1]', 'p_lin[1]'], ['shaping air', 'shaping air 2'], where='**asked flow above a number**', cond=True, need=12),
        sa_slow=K('shaping air 1 follows slowly: proportional valve sticks', [SA], ['fl_act[0]'], ['shaping air', 'shaping air 1'], where='when it changes', need=10),
        sa_off=K('shaping air 1 reads too much: zero of the sensor', [SA], ['fl_act[0]'], ['shaping air', 'shaping air 1']),
        cc_v3=K('valve 3 of the colour changer opens late: needle sticks', [CC], ['t_opn_ms[2]'], ['colour changer', 'valve 3', 'ccv']),
        cc_sol=K('solvent pressure low while rinsing: pump diaphragm', [CC], ['p_sol', 'q_sol'], ['solvent', 'colour changer', 'ccv'], where='when rinsing', need=12),
        pn_tnk=K('tank 2 falls faster: recirculation leaks', [PN], ['lv_tnk[1]'], ['tank 2', 'paint supply'], step=False),
        pn_agt=K('agitator 1 turns uneven', [PN], ['n_agt[0]'], ['agitator 1', 'paint supply', 'agitator']),
        pn_rng=K('ring pressure of the paint supply uneasy: back pressure valve', [PN], ['p_rng'], ['ring', 'ring line', 'paint supply']),
        bt_flt=K('pressure drop of the booth filter grows', [BT], ['dp_flt'], ['booth', 'booth filter'], step=False),
        bt_dwn=K('down draft of the booth too slow: damper moved', [BT], ['v_dwn'], ['booth', 'down draft', 'damper']),
        bt_rh=K('humidity of the booth swings: nozzle valve leaks', [BT], ['rh_air'], ['booth', 'humidity', 'humidifier']),
        cv_spd=K('conveyor jerks when its speed is above a number: chain stretched', ['/cnv'], ['i_cnv', 'v_cnv'], ['conveyor', 'chain'], where='**conveyor speed above a number**', cond=True, need=12),
        vi_off=K('vision finds bodies beside: camera knocked', ['/vis'], ['dx_mm'], ['vision', 'camera']),
        vi_scr=K('vision score falls: paint mist on the window', ['/vis'], ['scr'], ['vision', 'camera window'], step=False),
        fl_thk=K('film gauge 3 reads thick and noisy: probe dirty', ['/flm'], ['thk_um[2]'], ['film gauge', 'film gauge 3']),
        pg_lk=K('purge pressure of the arm low: seal of the wrist', ['/prg'], ['p_arm_pa', 'q_prg'], ['purge', 'arm purge']),
        ar_dew=K('dew point of the air rises: dryer saturated', ['/air/man'], ['dew_pt'], ['air', 'dryer', 'dew point'], step=False),
        ar_rch=K('main pressure sags when more than a number of air is used: filter clogged', ['/air/man'], ['p_man'], ['air', 'main air', 'air filter'], where='**air use above a number**', cond=True, need=12),
        im_old=K('wrist IMU comes with old stamps', ['/wrst/imu'], ['header.stamp'], ['wrist', 'imu']),
        tc_los=K('TCP messages get lost', ['/tcp/pose'], ['header.stamp'], ['tcp']),
        ups_c=K('cell 3 of the UPS low', ['/ups'], ['cell_voltage[2]'], ['ups', 'cell 3']),
        cb_fan=K('cabinet warm, its fan slow', ['/cab'], ['t_cab', 'n_fan'], ['cabinet', 'cabinet fan'], tail=300),
        cb_cyc=K('longest control cycle far longer', ['/cab'], ['cyc_mx_us', 'cyc_us'], ['cabinet', 'controller', 'control cycle']),
        s_drv=K('drive of axis 3 reports undervoltage', [JD, '/rosout', '/diagnostics'], ['drv_flt', 'v_bus'], ['axis 3', 'drive'], silent=False),
        s_hv=K('high voltage trips again and again and is reported', [HV, '/rosout', '/diagnostics'], ['hv_flt', 'kv_act'], ['hv', 'high voltage'], silent=False),
        s_cc=K('colour changer warns of slow valves', [CC, '/rosout', '/diagnostics'], ['ccv_flt'], ['colour changer', 'ccv'], silent=False),
        s_gas=K('vapour sensor reports a failure', ['/gas', '/rosout', '/diagnostics'], ['sns_flt', 'lel[1]'], ['vapour sensor', 'gas'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        T = self.tasks = self.segs('op', dict(prod=(6, 500, 900), wait=(1.1, 20, 60), teach=(.6, 40, 90), clean=(.8, 40, 80)), [('wait', r.uniform(15, 45))])
        if not (self.unit == 'life' and self.idx >= 4): T = self.tasks = [(a, b, 'wait' if k == 'clean' and self.unit == 'life' else k) for a, b, k in T]     # cleaning by hand: in a life for the first time in life/4
        tx, ty, tz = (np.zeros(n) for _ in range(3)); spray = np.zeros(n, bool); rinse = np.zeros(n, bool); zone = np.zeros(n); body = np.zeros(n); prs = np.zeros(n, bool); vset = np.zeros(n)
        no, px, py, pz = 100, 0., 0., 1.
        zz = [(r.uniform(330, 380), 72, 300, 260), (r.uniform(230, 270), 58, 210, 190), (r.uniform(150, 180), 46, 150, 120)]       # roof, door, edge: flow, kV, shaping air 1, 2
        Q, KV, S1, S2 = (np.zeros(n) for _ in range(4))
        self.bodies = []
        for a, b, k in T:
            i, e = int(a / DT), int(b / DT)
            if k == 'prod':
                while i < e - 1400:
                    no += 1; g = int(r.uniform(9, 16) / DT); st = i; kind = r.choice(3); vs = r.choice([.09, .12, .15])
                    tx[i:i + g], ty[i:i + g], tz[i:i + g] = -1.4, 1.1, 1.3; rinse[i + 60:i + 60 + int(r.uniform(6, 8) / DT)] = True; vset[i:i + g] = .22; i += g
                    y0 = r.uniform(-.1, .1); s0 = i
                    for j in range(10):
                        z = (0, 1, 0, 2, 1, 1, 0, 2, 0, 1)[(j + kind) % 10]; d = int(r.uniform(4.4, 5.4) / DT); d = min(d, e - i)
                        x0, x1 = (-1.15, 1.15) if j % 2 == 0 else (1.15, -1.15)
                        f = np.clip(np.linspace(-.08, 1.08, d), 0, 1); f = f * f * (3 - 2 * f) * .35 + f * .65
                        tx[i:i + d] = x0 + (x1 - x0) * f; ty[i:i + d] = y0 - .85 + .19 * j; tz[i:i + d] = (1.35, .75, .9)[z] + .12 * np.cos(1.3 * (x0 + (x1 - x0) * f))
                        m = int(.3 / DT); spray[i + m:i + d - m] = True; Q[i:i + d], KV[i:i + d], S1[i:i + d], S2[i:i + d] = zz[z]; i += d
                    prs[s0:i] = True; vset[s0:i] = vs; body[st:] = no; self.bodies.append((st * DT, i * DT))
                tx[i:e], ty[i:e], tz[i:e] = -1.4, 1.1, 1.3
            elif k == 'teach':
                m = e - i; tx[i:e] = .8 * np.sin(np.arange(m) * DT * .25) * (np.sin(np.arange(m) * DT * .11) > -.4); ty[i:e], tz[i:e] = .3 * np.cos(np.arange(m) * DT * .17), 1.
            else: tx[i:e], ty[i:e], tz[i:e] = -1.4, 1.1, 1.3
        sm = lambda x, r_: lp(lp(slew(x, r_), .12), .12)
        self.X, self.Y, self.Z = sm(tx, 1.1), sm(ty, .8), sm(tz, .9)
        self.k = T; self.prod = self.is_(T, 'prod'); self.teach = self.is_(T, 'teach'); self.clean = self.is_(T, 'clean')
        self.spray, self.rinse, self.prs, self.body = spray, rinse, prs, body
        self.vc = lp(slew(vset * self.prod, .05), .5)
        X, Y, Z = self.X, self.Y, self.Z
        rl = .9 * lp(X, .35); xr = X - rl; rr = np.hypot(1.55 - .35 * Y, xr)
        self.J = [np.arctan2(xr, 1.55 - .35 * Y), -.5 + .55 * rr - .35 * Z, .9 - .5 * rr + .55 * Z, .6 * np.sin(1.7 * X) + .25 * Y, .55 + .5 * np.cos(1.2 * X) - .2 * Y, .9 * X - .4 * Y, rl]
        self.V = [lp(np.gradient(x, DT), .05) for x in self.J]; self.A = [lp(np.gradient(x, DT), .1) for x in self.V]
        ii = (9, 14, 8, 3, 2.2, 1.4, 26); fr = (1.1, 1.5, 1., .7, .55, .45, 3.4); gv = (0, 4.8, 3.2, .4, .5, 0, 0)
        gt = (0, np.cos(self.J[1]), np.cos(self.J[2] - .4), np.sin(self.J[3]), np.cos(self.J[4]), 0, 0)
        self.iq = [(ii[i] * .55 * self.A[i] + fr[i] * np.tanh(self.V[i] / .03) + .8 * fr[i] * self.V[i] + gv[i] * gt[i]) * (1 + self.u(f'iq{i}', .02)) + self.ns(f'iq{i}', .07 * fr[i] + .03) for i in range(7)]
        self.mov = np.abs(self.V[1]) + np.abs(self.V[6]) > .03
        rmp = lambda x, tau: lp(x, tau)
        self.onn = lp(spray.astype(float), .12)
        self.Qc, self.KVc, self.S1c, self.S2c = np.where(spray, Q, 0), np.where(spray, KV, 0.), np.where(self.prod, np.maximum(S1, 80), 40), np.where(self.prod, np.maximum(S2, 60), 30)
        self.amb = 23 + .6 * self.su('amb') + self.wander('amb', .2, 600); self.rh = 65 + 2 * self.su('rh') + 1.2 * self.wander('rh', 1, 300)
        ph = r.uniform(0, 6.28); per = r.uniform(62, 80)
        self.tp = 24 + .4 * self.su('tp') + 1.15 * np.sin(2 * np.pi * t / per + ph + .5 * self.wander('tpp', 1, 120)) + .15 * self.wander('tp', 1, 30)       # two point heater of the paint
        self.qair = 120 + .55 * self.S1c + .5 * self.S2c + 160 * self.prod + 25 * self.rinse + 4 * self.wander('qa', 1, 2)
        self.qair = lp(self.qair, .4)
        Qn = self.quan
        self.num('j3_rch', self.J[2], '/jnt/st:position[2]', ['position', 'axis 3', 'angle', 'joint 3', 'reach', 'j3'], above=Qn(self.J[2], self.prs, .66, 2), tol=.3, and_=self.prod)
        self.num('bl_load', lp(self.Qc, .15), DO + ':q_cmd', ['q cmd', 'q act', 'flow', 'paint flow', 'paint', 'load'], above=300., tol=.35)
        self.num('hv_kv', self.KVc, HV + ':kv_cmd', ['kv', 'kv cmd', 'kv act', 'voltage', 'high voltage'], above=65., tol=.25)
        self.num('do_cold', self.tp, PN + ':t_pnt', ['t pnt', 'temperature', 'paint temperature', 'cold', 'colder'], below=Qn(self.tp, np.ones(n, bool), .42, 1), tol=.08, and_=self.onn > .5)
        self.num('sa_hi', self.S2c, SA + ':fl_cmd[1]', ['fl cmd', 'fl act', 'flow', 'shaping air', 'asked flow', 'air'], above=225., tol=.3)
        self.num('cv_spd', self.vc, '/cnv:v_cnv', ['v cnv', 'speed', 'velocity', 'conveyor speed', 'fast', 'faster'], above=.18, tol=.3)
        self.num('ar_rch', self.qair, '/air/man:q_man', ['q man', 'flow', 'air use', 'air', 'use'], above=Qn(self.qair, self.prs, .64, 0), tol=.25)
        a, b = self.spot('rl', X, Y, .38, self.prs, .12); self.at('rl_spot', X, Y, a, b, .38, np.abs(self.V[6]) > .05)
        a, b = self.spot('hvs', X, Y, .35, spray, .12); self.at('hv_spot', X, Y, a, b, .35, spray)
        self.mode('j2_fric j5_fol', self.mov, 'moving', 'moves', 'motion', 'velocity', 'strokes', 'painting')
        self.mode('bl_vib bl_trb', self.prod, 'turns', 'turning', 'speed', 'n act', 'n cmd', 'running', 'production')
        self.mode('hv_sag do_pls do_wr do_i2', spray, 'spraying', 'sprays', 'on', 'hv on', 'flow', 'q cmd', 'painting')
        ch = np.zeros(n, bool)
        for i in np.flatnonzero(np.abs(np.diff(self.S1c)) > 20): ch[i:i + 40] = True
        self.mode('sa_slow', ch, 'changes', 'step', 'fl cmd', 'stroke')
        self.mode('cc_sol', rinse, 'rinsing', 'rinse', 'colour change', 'solvent', 'valve')

    def on_(self, k): return self.f(k) > 0

    def build(self):
        t, n, f, w = self.t, self.n, self.f, self.ns
        iq = [x.copy() for x in self.iq]
        iq[1] = iq[1] + 3.9 * f('j2_fric') * np.tanh(self.V[1] / .03)
        iq[2] = iq[2] + lp(f('j3_rch'), .1) * 2.6
        rs = lp(f('rl_spot'), .08); iq[6] = iq[6] + rs * (5.2 * np.tanh(self.V[6] / .03) + 1.6 * self.white('rs'))
        ef = [.35 * np.abs(self.V[i]) * (1, 1, 1, .8, .9, .7, 2.)[i] + .12 * np.abs(self.A[i]) + np.abs(w(f'ef{i}', .02)) for i in range(7)]
        ef[4] = ef[4] + f('j5_fol') * (np.abs(self.V[4]) > .02) * (.32 + .16 * np.abs(self.white('j5'))); ef[6] = ef[6] + rs * (.9 + .4 * np.abs(self.white('rse')))
        tm = [self.warm(f'tm{i}', self.amb, (.55, .35, .6, 1.6, 2., 2.4, .5)[i] * iq[i]**2 * 2 + (16 * f('j4_hot') if i == 3 else 15 * f('rl_hot') if i == 6 else 0), 180 if i != 5 else 60, 9, 6. if i != 5 else 3.) for i in range(7)]
        tm[5] = hold(tm[5], self.f('j6_tmp') > 0)
        sd = f('s_drv') * (self.pieces('sd', .3, 3, 0, 1) < .25)
        pw = sum(np.abs(iq[i] * self.V[i]) for i in range(7)); br = lp(np.clip(-sum(iq[i] * self.V[i] for i in range(7)), 0, None), .3)
        vb = 562 + 2 * self.su('vb') - .9 * lp(pw, .1) + 2.2 * br + w('vb', .7) + f('bus_rip') * 9 * self.white('vbr') - 60 * np.minimum(sd, 1)
        self.pub(JD, 'pcell_msgs/msg/JntDrv', 10, dict(i_act=[q(x, .01) for x in iq], t_mot=[q(x, .1) for x in tm], e_fol=[q(x, .005) for x in ef], v_bus=q(vb, .2), t_brk_res=q(self.amb + 9 + lp(7 * br, 60) + w('tbr', .15), .1), drv_flt=np.where(sd > 0, 0x2310, 0)))
        je = f('j1_enc') * (self.pieces('j1p', .2, 1.2, 0, 1) < .5) * .07 * self.white('j1e')
        nm = [f'ax{i}' for i in range(1, 7)] + ['rail']
        self.joints('/jnt/st', 12, nm, [x + (je if i == 0 else 0) + w(f'jp{i}', .00008) for i, x in enumerate(self.J)], [x + w(f'jv{i}', .002) for i, x in enumerate(self.V)])
        self.joints('/jnt/cmd', 8, nm, [delayed(x, -.08) for x in self.J])
        P = dict(zip(('x', 'y', 'z'), (self.X, self.Y, self.Z)))
        self.pub('/tcp/pose', 'geometry_msgs/msg/PoseStamped', 8, {**{f'pose.position.{c}': q(x + w('tp' + c, .0005), .0005) for c, x in P.items()}, 'pose.orientation.z': np.sin(self.J[5] / 2), 'pose.orientation.w': np.cos(self.J[5] / 2)}, 'cell', drop=.5 * f('tc_los'))
        vx, vy = np.gradient(self.X, DT), np.gradient(self.Y, DT)
        bt = lp(self.prod.astype(float), 2.5)
        bv = f('bl_vib') * bt
        self.imu('/wrst/imu', 14, (.3 * self.J[4], .2 * self.J[3], self.J[5]), (self.V[4] + w('gx', .004), self.V[3] + w('gy', .004), self.V[5] + w('gz', .004)), (lp(np.gradient(vx, DT), .06) + (.08 + .12 * bt) * self.white('ax') + .5 * bv * self.white('axb'), lp(np.gradient(vy, DT), .06) + (.08 + .12 * bt) * self.white('ay') + .5 * bv * self.white('ayb'), 9.81 + (.08 + .12 * bt) * self.white('az')), 'wrist', age=.6 * f('im_old'))
        # bell
        nc = 12 + 28 * lp(self.prod.astype(float), 1.5); nc = np.where(self.clean, 0, nc); nc = lp(slew(nc, 9), .2); Qa = lp(self.Qc, .25)
        blo = lp(f('bl_load'), .2)
        na = delayed(nc, .3) - .0012 * Qa * np.gradient(lp(Qa, .3), DT) * .002 + w('na', .09) - .0016 * Qa * .3 - blo * (3.1 + .6 * self.wander('bl', 1, .6))
        ld = Qa / 350
        pt = .35 + .062 * nc + .55 * ld + w('pt', .025) + self.u('pt', .03) + .55 * blo + .95 * f('bl_trb') * (nc > 30)
        bg = f('bl_brg')
        self.pub(BL, 'pcell_msgs/msg/Bell', 8, dict(n_act=q(na, .01), n_cmd=q(nc, .1), p_brg=q(6.05 + self.u('pb', .03) + w('pb', .02) - .08 * ld - bg * (.42 + .2 * np.abs(self.white('bgx'))), .01), p_trb=q(pt, .01), t_trb=q(self.warm('tt', 31 + 0 * t, 2.5 * bt - 9 * f('bl_tmp'), 70, 0, 2.), .1), vib_mms=q(np.abs(.35 + .022 * nc + w('vi', .06) + bv * (1.05 + .2 * self.white('vix'))), .01)))
        # high voltage
        kvc = lp(self.KVc, .15); sh = f('s_hv') * (self.pieces('sh', .5, 4, 0, 1) < .25) > 0
        kva = kvc * (1 + self.u('kv', .004)) * (1 - .19 * f('hv_sag')) + w('kv', .35) * (kvc > 5); kva = np.where(sh, kva * .1, kva)
        ua = 1.1 * kvc * (1 + .006 * (self.rh - 65)) + .00035 * kvc**2 * (1 + .3 * (self.Z - 1)) * 3 + w('ua', 1.8) * (kvc > 5) + lp(f('hv_kv'), .15) * (34 + 7 * self.wander('hk', 1, .5)) + lp(f('hv_spot'), .08) * (38 + 9 * self.wander('hs', 1, .5))
        self.pub(HV, 'pcell_msgs/msg/Hv', 8, dict(kv_act=q(np.maximum(kva, 0), .1), kv_cmd=q(self.KVc, 1), ua_act=q(np.maximum(ua, 0), .5), t_csc=q(self.warm('tc', self.amb, .09 * ua + 12 * f('hv_csc'), 130, 7, 4.), .1), hv_flt=np.where(sh, 5, 0), hv_on=self.KVc > 1))
        # dosing
        wr = f('do_wr'); rip = np.sin(2 * np.pi * np.cumsum(Qa / 350 * 1.3) * DT)
        vis = np.exp(-.055 * (self.tp - 24))
        po = [(1.1 + .0125 * Qa * (1, .3)[i]) * vis + .05 * self.wander(f'po{i}', 1, 1) + w(f'po{i}', .03) for i in range(2)]
        po[0] = po[0] + f('do_pls') * ld * 1.8 * rip; po[1] = po[1] + lp(f('do_cold'), .3) * (1.05 + .15 * self.wander('dc', 1, .7))
        pi = [3.2 + self.u(f'pi{i}', .03) - .0009 * Qa + w(f'pi{i}', .025) for i in range(2)]; pi[1] = pi[1] - f('do_in') * (.55 + .25 * np.abs(self.white('dix')))
        ip = [.6 * self.prod + .0058 * Qa * (1, .5)[i] * vis + w(f'ip{i}', .04) for i in range(2)]; ip[1] = ip[1] + .85 * f('do_i2') * self.onn
        self.pub(DO, 'pcell_msgs/msg/Dos', 8, dict(p_out=[q(x, .01) for x in po], p_in=[q(x, .01) for x in pi], i_pmp=[q(np.maximum(x, 0), .01) for x in ip], n_pmp=[q(Qa * (.25, .08)[i] + w(f'np{i}', .1) * (Qa > 5), .1) for i in range(2)], q_cmd=q(self.Qc, 1), q_act=q(np.maximum(Qa * (1 - .25 * wr) + w('qa', 2.5) * (Qa > 5), 0), .5)))
        # shaping air
        s1 = lp(self.S1c, .3); ss = f('sa_slow')
        if ss.any(): s1 = np.where(self.sev['sa_slow'] > 0, lp(self.S1c, 1.6), s1)
        hi = lp(f('sa_hi'), .2); s2 = lp(self.S2c, .3) * (1 - .19 * np.minimum(hi, 1.3))
        fl = [s1 + self.u('s1', 1.5) + w('s1', 2) + 62 * f('sa_off'), s2 + self.u('s2', 1.5) + w('s2', 2)]
        self.pub(SA, 'pcell_msgs/msg/ShpAir', 8, dict(fl_act=[q(x, .5) for x in fl], fl_cmd=[self.S1c, self.S2c], p_lin=[q(.5 + .0078 * s1 + w('pl1', .02), .01), q(.5 + .0085 * lp(self.S2c, .3) + w('pl2', .02) + .9 * np.minimum(hi, 1.3), .01)]))
        # colour changer, supply
        so = f('cc_sol'); rn = lp(self.rinse.astype(float), .2); sc = f('s_cc') > 0
        col = (self.body % 5).astype(int); vo = [(self.prod & (col == i)) for i in range(5)] + [self.rinse, self.rinse & (np.sin(t * 6) > 0), self.spray]
        to = [38 + self.u(f'to{i}', 1.5) + 1.2 * self.wander(f'to{i}', 1, 20) + w(f'ton{i}', .7) for i in range(8)]; to[2] = to[2] + f('cc_v3') * (17 + 4 * np.abs(self.white('v3')))
        self.pub(CC, 'pcell_msgs/msg/Ccv', 5, dict(vo=vo, t_opn_ms=[q(x, .5) for x in to], p_sol=q(6.9 - .9 * rn + self.u('ps', .05) + w('ps', .04) - 1.7 * so, .01), q_sol=q(np.maximum(rn * (2.3 + w('qs', .06)) * (1 - .36 * np.minimum(so, 1.3)), 0), .01), ccv_flt=np.where(sc & (t % 24 < 8), 2, 0)))
        use = np.cumsum(Qa) * DT / 60 / 1000
        lv = [72 + 6 * self.su(f'lv{i}') - use * (.5, .35, .2)[i] * .6 + .25 * self.wander(f'lv{i}', 1, 6) + w(f'lvn{i}', .15) for i in range(3)]; lv[1] = lv[1] - 8.5 * f('pn_tnk')
        na_ = [62 + self.u(f'ag{i}', .6) + w(f'ag{i}', .4) for i in range(3)]; na_[0] = na_[0] + f('pn_agt') * (4.2 * self.wander('agx', 1, 1.5) - 3)
        self.pub(PN, 'pcell_msgs/msg/Pnt', 4, dict(t_pnt=q(self.tp + w('tpn', .05), .02), p_rng=q(8.2 + self.u('pr', .05) - .0006 * Qa + w('pr', .03) + f('pn_rng') * .42 * self.wander('prx', 1, .8), .01), lv_tnk=[q(x, .1) for x in lv], n_agt=[q(x, .1) for x in na_]))
        # booth
        self.pub(BT, 'pcell_msgs/msg/Bth', 2, dict(t_air=q(self.amb + w('ta', .05), .02), rh_air=q(self.rh + w('rh', .25) + f('bt_rh') * 6.5 * np.sin(2 * np.pi * t / 34), .1), v_dwn=q(.42 + self.u('vd', .005) + .006 * self.wander('vd', 1, 20) + w('vdn', .006) - .105 * f('bt_dwn'), .001), dp_flt=q(182 + 6 * self.su('dp') + 1.5 * self.wander('dp', 1, 60) + w('dpn', 1.2) + 58 * f('bt_flt'), .5), i_fan=q(31 + self.u('if', .3) + w('if', .25) + .01 * 5 * self.wander('if2', 1, 60) + 1.6 * f('bt_dwn'), .1), lv_sldg=q(34 + 4 * self.su('sl') + .0009 * t + .4 * self.wander('sl', 1, 40) + w('sln', .2), .1)))
        cj = lp(f('cv_spd'), .1)
        self.pub('/cnv', 'pcell_msgs/msg/Cnv', 6, dict(x_cnv=q(np.cumsum(self.vc) * DT % 6.2, .001), v_cnv=q(self.vc + w('vc', .0015) * (self.vc > .01) + cj * .014 * self.white('cj'), .001), i_cnv=q(np.maximum(4.2 * np.tanh(self.vc / .02) + 14 * self.vc + w('ic', .2) + 18 * np.gradient(lp(self.vc, .3), DT) + cj * (1.6 + 1.3 * self.white('cji')), 0), .02), bdy_prs=self.prs, bdy_no=self.body))
        r = self.rng('vis'); dx = np.zeros(n); dy = np.zeros(n); rz = np.zeros(n)
        for a, b in self.bodies: dx[int(a / DT):], dy[int(a / DT):], rz[int(a / DT):] = r.normal(0, 1.6), r.normal(0, 1.3), r.normal(0, .9)
        self.pub('/vis', 'pcell_msgs/msg/Vis', 3, dict(dx_mm=q(dx + w('dx', .15) + 7.5 * f('vi_off'), .05), dy_mm=q(dy + w('dy', .15), .05), rz_mrad=q(rz + w('rz', .1), .02), scr=q(np.clip(93 + self.u('sc', .8) + w('sc', .8) - 13 * f('vi_scr'), 0, 100), .1), t_prc_ms=q(112 + np.abs(w('tv', 7)), 1)))
        th = 36 + 9 * (lp(self.Qc * (1 - .25 * wr), 25) / 200 - 1)
        fm = [th + self.u(f'th{i}', .7) + .9 * self.wander(f'th{i}', 1, 15) + w(f'thn{i}', .6) for i in range(4)]; fm[2] = fm[2] + f('fl_thk') * (7.5 + 3 * self.white('th3'))
        self.pub('/flm', 'pcell_msgs/msg/Flm', 3, dict(thk_um=[q(x, .1) for x in fm], gls=q(91 + w('gl', .4) + .5 * self.wander('gl', 1, 40), .1)))
        pl = f('pg_lk')
        self.pub('/prg', 'pcell_msgs/msg/Prg', 3, dict(p_arm_pa=q(412 + self.u('pa', 5) + 6 * self.wander('pa', 1, 6) + w('pan', 4) - 92 * pl, 1), q_prg=q(64 + self.u('qp', .6) + w('qp', .5) + 9 * pl, .1), prg_ok=1))
        ac = lp(f('ar_rch'), .3)
        self.pub('/air/man', 'pcell_msgs/msg/Air', 4, dict(p_man=q(7.1 + self.u('pm', .03) - .0004 * self.qair + .06 * self.wander('pm', 1, 9) + w('pmn', .02) - ac * (.38 + .06 * self.wander('acx', 1, 1)), .01), dew_pt=q(-41 + self.su('dw') + .6 * self.wander('dw', 1, 90) + w('dwn', .2) + 13 * f('ar_dew'), .1), q_man=q(self.qair + w('qm', 3), 1)))
        sg = f('s_gas') > 0
        le = [np.maximum(3.1 + 2.6 * lp(ld, 12) + self.u(f'le{i}', .3) + .3 * self.wander(f'le{i}', 1, 20) + w(f'len{i}', .12), 0) for i in range(2)]; le[1] = np.where(sg & (t % 16 < 8), 0, le[1])
        self.pub('/gas', 'pcell_msgs/msg/Gas', 2, dict(lel=[q(x, .1) for x in le], sns_flt=sg & (t % 16 < 8)))
        self.batt('/ups', -.3 + w('ui', .05), 27.2 + w('uv', .02), .99 + self.z0, [13.6 / 6 * 1. + self.u(f'uc{i}', .006) + w(f'uc{i}', .005) - (.085 * f('ups_c') if i == 2 else 0) for i in range(6)], [self.amb + 3 + w(f'ut{i}', .1) for i in range(2)], 1)
        cf, cy = f('cb_fan'), f('cb_cyc')
        ver = '11.4' if self.newver else '11.2'
        self.pub('/cab', 'pcell_msgs/msg/Cab', 2, dict(t_cab=q(self.warm('tcb', self.amb, 7 + 3 * bt + 10 * cf, 150, 2, 9.), .1), n_fan=q((2650 + self.u('nf', 20)) * (1 - .3 * cf) + w('nf', 14), 10), v24=q(24.2 + w('v24', .03), .01), a24=q(11 + 1.4 * bt + w('a24', .2), .1), cyc_us=q(812 + np.abs(w('cu', 12)) + 70 * cy, 1), cyc_mx_us=q(1240 + np.abs(w('cm', 130)) + cy * (1000 + 350 * self.rng('cyx').random(n)), 1), mem_kb=q(81200 + 1500 * self.newver + 150 * self.su('mk') + 80 * self.wander('mk', 1, 150) + w('mkn', 20), 1)), strs=dict(ver=ver, recipe='std'))
        self.pub('/saf', 'pcell_msgs/msg/Saf', 3, dict(gate_cl=~self.clean, lc_free=~self.prs, es_ok=1, tch_on=self.teach))
        self.goals('/job/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .03 else 4) for i, (a, b) in enumerate(self.bodies)])
        a1 = self.speak('s_drv', 'drv', ['axis 3 undervoltage 0x2310', 'axis 3 restart'])
        a2 = self.speak('s_hv', 'hv', ['HV trip, current limit', 'HV on again'], 12)
        a4 = self.speak('s_gas', 'gas', ['vapour sensor 2 failure', 'vapour sensor 2 no answer'])
        s = self.when('s_cc'); a3 = self.z0
        if s:
            for i, x in enumerate(np.arange(s['start'] + 1, s['end'], 20)): self.log(x, 'W', 'ccv', 'valve answer slow', 'fault')
            a3 = np.where(self.f('s_cc') > 0, 1., 0.)
        self.routine([(34, 'I', 'job', 'body done, {} l', .4, .9), (7, 'W', 'vis', 'body offset {} mm', 2, 5), (5, 'W', 'ccv', 'rinse repeated, {} s', 5, 8), (4, 'W', 'job', 'conveyor hold {} s', 5, 30), (5, 'I', 'bth', 'air balance {} Pa', 1, 6)],
                     [('I', 'core', f'ver {ver}'), ('W', 'hv', 'earth test older than 7 d'), ('W', 'bth', 'warm-up not finished'), ('I', 'drv', 'brakes tested')])
        self.status('drv', 'D7', a1, {2: 'axis 3 undervoltage'}); self.status('hv', 'CSC', a2, {2: 'trip'}); self.status('ccv', 'C8', a3, {1: 'valve slow'}); self.status('gas', 'G2', a4, {2: 'sensor 2 failure'})
        self.status('vis', 'V1', brief_warn(self, 'v', 1.4), {1: 'score low'}); self.status('bth', 'B', brief_warn(self, 'b', 1.2), {1: 'balance'}, t_air=self.amb)
