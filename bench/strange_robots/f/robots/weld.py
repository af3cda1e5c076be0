"""Welding cobot with positioner, wire feeder and power source (abbreviated fields)."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, quat, slew

JS, DRV, SRC, GAS, SEAM, PSN = '/jnt/state', '/jnt/drv', '/wps', '/gas', '/seam', '/psn/joint_states'
AX = tuple(f'j{i}' for i in range(1, 7))


class Weld(Sim):
    NAME = 'weld'
    FLAGS = [(SRC, 'err_no'), (GAS, 'lo_alm'), (SEAM, 'trk_err'), ('/clmp', 'clmp_err')]
    DEFS = {
        'wcell_msgs/msg/JntDrv': mdef('float32[6] i_mot t_drv foll_mrad; float32 v_bus'),
        'wcell_msgs/msg/Wps': mdef('uint8 arc_on; float32 u_arc i_arc i_set wfs_set wfs_act i_wf f_sc t_wps; uint16 err_no'),
        'wcell_msgs/msg/GasSup': mdef('uint8 gas_vlv; float32 q_gas p_cyl; uint8 lo_alm'),
        'wcell_msgs/msg/Chiller': mdef('float32 q_clr t_fwd t_ret lvl_clr n_pmp'),
        'wcell_msgs/msg/SeamTrk': mdef('float32 dv_y dv_z gap_mm wid_mm qual; uint8 trk_err'),
        'wcell_msgs/msg/Clmp': mdef('float32[2] p_clmp str_mm; uint8 clsd clmp_err'),
        'wcell_msgs/msg/FumeExt': mdef('float32 dp_flt n_fan i_fan'),
        'wcell_msgs/msg/TrchCln': mdef('float32 i_mill n_mill spr_ml; uint32 cln_cnt'),
        'wcell_msgs/msg/Spool': mdef('float32 m_spl f_wire'),
        'wcell_msgs/msg/GndCbl': mdef('float32 u_gnd t_gnd'),
        'wcell_msgs/msg/Mains': mdef('float32[3] u_ln i_ln'),
        'wcell_msgs/msg/CtlSt': mdef('uint8 op_md; float32 cyc_us cyc_mx cpu_ld mem_mb; uint32 prt_cnt; string sw_ver'),
    }
    KINDS = dict(
        j3_fric=K('joint 3 needs more and more current when it moves: gear grease', [DRV, JS], ['i_mot[2]', 'effort[2]'], ['j3', 'joint 3', 'axis 3'], step=False, where='when moving', cons=('t_drv',)),
        j5_play=K('joint 5 following error jumps at reversals: worn belt', [DRV], ['foll_mrad[4]'], ['j5', 'joint 5', 'axis 5'], where='when moving'),
        j2_low=K('joint 2 current ripples when the arm is stretched low: gear tooth damaged', [DRV, JS], ['i_mot[1]', 'effort[1]'], ['j2', 'joint 2', 'axis 2'], where='**joint 2 below an angle**', cond=True),
        j4_enc=K('position of joint 4 flickers: encoder track dirty', [JS], ['position[3]', 'velocity[3]'], ['j4', 'joint 4', 'axis 4'], cons=('foll_mrad',)),
        j6_hose=K('joint 6 works against the hose pack when turned beyond an angle', [DRV, JS], ['i_mot[5]', 'effort[5]'], ['j6', 'joint 6', 'axis 6', 'hose pack'], where='**joint 6 above an angle**', cond=True),
        j1_brk=K('brake of joint 1 opens late: current and error peak when it starts', [DRV], ['i_mot[0]', 'foll_mrad[0]'], ['j1', 'joint 1', 'axis 1', 'brake'], where='when it starts to move', need=6, cons=('effort[0]',)),
        j2_tmp=K('temperature of drive 2 frozen', [DRV], ['t_drv[1]'], ['j2', 'joint 2', 'axis 2', 'drive 2']),
        ft_drift=K('force sensor drifts in z', ['/tcp/ft'], ['wrench.force.z'], ['force sensor', 'ft', 'tcp ft'], step=False),
        ft_emi=K('force sensor noisy while the arc burns: shield open', ['/tcp/ft'], ['wrench.force.x', 'wrench.force.y', 'wrench.torque.z', 'wrench.force.z'], ['force sensor', 'ft', 'tcp ft'], where='while the arc burns'),
        tip=K('arc voltage gets unsteady: contact tip worn', [SRC], ['u_arc', 'i_arc', 'f_sc'], ['contact tip', 'torch', 'wps'], step=False, where='while the arc burns'),
        slip=K('wire comes slower than set again and again: drive rolls slip', [SRC], ['wfs_act'], ['wire feeder', 'drive rolls', 'wps'], where='while the arc burns', cons=('i_arc',)),
        liner=K('wire feeder motor draws more and more current: liner dirty', [SRC, '/spool'], ['i_wf'], ['wire feeder', 'liner', 'feeder motor'], step=False, where='when wire is fed'),
        liner_bnd=K('wire feeder current high with joint 5 bent: liner kinks', [SRC], ['i_wf'], ['wire feeder', 'liner', 'feeder motor'], where='**joint 5 above an angle**', cond=True, need=12),
        spl_brk=K('wire pull jerks: spool brake too tight', ['/spool'], ['f_wire'], ['spool', 'spool brake', 'wire spool'], where='when wire is fed'),
        spl_cell=K('spool weight frozen', ['/spool'], ['m_spl'], ['spool', 'spool scale', 'wire spool']),
        gas_low=K('gas flow too low at the open valve: hose leaks', [GAS], ['q_gas'], ['gas', 'shielding gas', 'gas hose'], where='with gas on'),
        gas_late=K('gas flow comes late after its valve opens', [GAS], ['q_gas'], ['gas', 'shielding gas', 'gas valve'], where='when the valve opens', need=6),
        gas_cyl=K('cylinder pressure falls too fast: fitting leaks', [GAS], ['p_cyl'], ['gas', 'gas cylinder', 'cylinder']),
        gnd=K('ground cable drops more and more voltage and gets warm: clamp loose', ['/gnd'], ['u_gnd', 't_gnd'], ['ground cable', 'gnd', 'ground clamp'], step=False, where='while the arc burns', tail=200),
        gnd_turn=K('ground voltage jumps when the table is turned beyond an angle: slip ring', ['/gnd'], ['u_gnd'], ['ground cable', 'gnd', 'slip ring'], where='**table turn above an angle**', cond=True, need=12),
        i_high=K('arc unsteady above a current: power module ages', [SRC], ['u_arc', 'i_arc', 'f_sc'], ['power source', 'wps', 'power module'], where='**current set above a number**', cond=True),
        i_cal=K('current reading too high for the wire speed: shunt replaced', [SRC], ['i_arc'], ['power source', 'wps', 'current sensor'], where='while the arc burns'),
        clr_flow=K('coolant flow fades: torch channel scales', ['/clr'], ['q_clr', 't_ret'], ['chiller', 'coolant', 'clr'], step=False, tail=200),
        clr_hot=K('coolant stays warm: chiller fan belt', ['/clr'], ['t_fwd', 't_ret'], ['chiller', 'coolant', 'clr'], tail=400),
        seam_ofs=K('seam tracker reads an offset after its bracket was hit', [SEAM], ['dv_y'], ['seam tracker', 'seam', 'tracker'], where='in a seam'),
        seam_dirt=K('quality of the seam tracker falls: spatter on the window', [SEAM], ['qual'], ['seam tracker', 'seam', 'tracker'], step=False, where='in a seam'),
        seam_spot=K('seam tracker confused at one place: lamp shines on the fixture', [SEAM], ['dv_y', 'dv_z', 'gap_mm', 'qual'], ['seam tracker', 'seam', 'tracker'], where='**at a place**', cond=True),
        psn_slow=K('positioner tilt lags behind: drive limit wrong', [PSN], ['position[0]', 'velocity[0]'], ['positioner', 'psn_tilt', 'psn'], where='when it tilts', need=8),
        psn_load=K('positioner turn drive works hard when tilted above an angle: bearing preload', [PSN], ['effort[1]'], ['positioner', 'psn_turn', 'psn'], where='**tilt above an angle**', cond=True, need=10),
        clmp2=K('pressure of clamp 2 falls while closed: piston seal', ['/clmp'], ['p_clmp[1]'], ['clamp 2', 'clamp', 'clmp'], where='while closed'),
        clmp1=K('clamp 1 strokes slowly', ['/clmp'], ['str_mm[0]'], ['clamp 1', 'clamp', 'clmp'], where='when it strokes', need=4),
        fume_flt=K('pressure over the fume filter rises', ['/fume'], ['dp_flt'], ['fume extractor', 'fume', 'fume filter'], step=False),
        fume_fan=K('fume fan runs uneven with more current: deposit on the wheel', ['/fume'], ['n_fan', 'i_fan'], ['fume extractor', 'fume', 'fume fan']),
        mill_blnt=K('reamer of the torch cleaner draws more current: blunt', ['/cln'], ['i_mill', 'n_mill'], ['torch cleaner', 'reamer', 'cln'], where='when cleaning', need=5),
        ln3=K('phase 3 sags under load above a current: fuse holder warm', ['/mains'], ['u_ln[2]'], ['mains', 'phase 3', 'line 3'], where='**line current above a number**', cond=True),
        air=K('compressed air lower and uneasy: regulator', ['/air'], ['fluid_pressure'], ['air', 'compressed air', 'regulator'], cons=('p_clmp',)),
        scan_spt=K('beams 6 and 7 of the area scanner read short: spatter on the glass', ['/scan'], ['ranges'], ['scanner', 'scan', 'area scanner']),
        wps_lost=K('messages of the power source get lost', [SRC], ['header.stamp'], ['power source', 'wps']),
        tcp_old=K('tool pose comes with old stamps', ['/tcp/pose'], ['header.stamp'], ['tcp', 'tool pose']),
        cyc=K('longest control cycle far longer', ['/ctl'], ['cyc_mx', 'cyc_us'], ['ctl', 'controller', 'control cycle']),
        mem=K('memory of the controller grows', ['/ctl'], ['mem_mb'], ['ctl', 'controller', 'memory'], step=False),
        s_wps=K('power source reports an inverter error', [SRC, '/rosout', '/diagnostics'], ['err_no', 'u_arc', 't_wps'], ['power source', 'wps'], silent=False),
        s_gas=K('gas supervision reports low flow', [GAS, '/rosout', '/diagnostics'], ['lo_alm', 'q_gas'], ['gas', 'shielding gas'], silent=False),
        s_seam=K('seam tracker loses its seam and reports it', [SEAM, '/rosout', '/diagnostics'], ['trk_err', 'qual'], ['seam tracker', 'seam', 'tracker'], silent=False),
        s_clmp=K('clamp switch flickers and is reported', ['/clmp', '/rosout', '/diagnostics'], ['clmp_err', 'clsd'], ['clamp', 'clmp'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        head = [('idle', r.uniform(15, 70))] + ([('teach', r.uniform(40, 110))] if r.random() < .5 else [])
        T = self.tasks = self.segs('op', dict(idle=(.5, 12, 60), load=(2.1, 18, 40), weld=(5.2, 45, 120), scan=(.8, 15, 30), clean=(1.1, 13, 19), teach=(.35, 30, 90)), head)
        home = np.array([0., 1.1, -1.5, .3, .2, 0.])
        stn = np.array([-1.75, .95, -1.2, .1, .9, 1.1])
        tgt, lin, arc, seam = np.zeros((6, n)), np.zeros(n), np.zeros(n, bool), np.zeros(n, bool)
        iset, tilt, turn, self.seams = np.zeros(n), np.zeros(n), np.zeros(n), []
        ptype = [r.uniform(135, 185), r.uniform(185, 225), r.uniform(225, 270)]     # three kinds of parts of the session
        parts = [dict(q0=np.array([r.uniform(-.5, .5), r.uniform(.45, .95), r.uniform(-1.5, -.85), 0, 0, 0])) for _ in range(3)]
        cur, ct, cr = home, 0., 0.
        for a, b, k in T:
            i, e = int(a / DT), int(b / DT)
            if k == 'load': cur, ct = home, r.choice([0., .15]); tgt[:, i:e] = cur[:, None]; p = int(r.integers(0, 3)); tilt[i:e], turn[i:e] = ct, cr
            elif k == 'clean': tgt[:, i:e] = stn[:, None]; tilt[i:e], turn[i:e] = ct, cr
            elif k == 'teach':
                while i < e:
                    j = min(e, i + int(r.uniform(3, 9) / DT)); cur = home + r.normal(0, 1, 6) * (.45, .25, .3, .4, .4, .6)
                    tgt[:, i:j], lin[i:j], tilt[i:j], turn[i:j] = cur[:, None], .16, ct, cr; i = j
            elif k in ('weld', 'scan'):
                p = int(r.integers(0, 3)) if k == 'scan' or r.random() < .3 else (p if 'p' in dir() else 0)
                amp = ptype[p] * r.uniform(.96, 1.04)
                while i < e - 100:
                    q0 = parts[p]['q0'] + r.normal(0, 1, 6) * (.35, .12, .14, .35, .45, .75)
                    q0[3] = .2 - q0[1] - q0[2] + r.normal(0, .25); q0[4] = abs(q0[4] + .45)
                    air = int(r.uniform(3.0, 4.6) / DT); s = int(r.uniform(6, 19) / DT); j, m = min(e, i + air), min(e, i + air + s)
                    ct, cr = float(np.clip(r.choice([0, .4, .75, 1.0]) + r.normal(0, .05), 0, 1.15)), float(r.uniform(-2.6, 2.6))
                    tgt[:, i:j] = q0[:, None]
                    d = r.normal(0, 1, 6) * (.10, .03, .04, .02, .04, .12) * s * DT / 10
                    tgt[:, j:m] = (q0[:, None] + d[:, None] * np.linspace(0, 1, m - j)) if m > j else 0
                    rot = r.uniform(-.08, .08) * (r.random() < .35)
                    tilt[i:m], turn[i:j] = ct, cr
                    turn[j:m] = cr + rot * np.arange(m - j) * DT
                    cr = float(turn[m - 1]); cur = tgt[:, m - 1]
                    if m - j > 40:
                        seam[j:m] = True
                        if k == 'weld': arc[j + 10:m - 8] = True
                        iset[i:m] = q(amp * r.choice([1, 1, .88]), 1); self.seams.append((j * DT, m * DT))
                    i = m
                tgt[:, i:e], tilt[i:e], turn[i:e] = cur[:, None], ct, cr
            else: tgt[:, i:e], tilt[i:e], turn[i:e] = cur[:, None], ct, cr
        rate = np.where(lin > 0, lin, 1.25)
        self.seam, self.arc, self.iset = seam, arc, iset
        wv = self.seam * .004 * np.sin(2 * np.pi * 1.7 * t + self.u('wv'))
        self.cmd = [lp(slew(x, rate * (1., .9, 1., 1.3, 1.3, 1.6)[i]), .1) + wv * (1., .2, .2, .4, .8, .5)[i] for i, x in enumerate(tgt)]
        self.pos = [lp(c, .06) for c in self.cmd]
        self.vel = [np.gradient(p_, DT) for p_ in self.pos]
        self.mov = [np.abs(v) > .006 for v in self.vel]
        self.tilt, self.turn = lp(slew(tilt, .35), .25), lp(slew(turn, .9), .25)
        self.dtl, self.dtn = np.gradient(self.tilt, DT), np.gradient(self.turn, DT)
        q1, q2, q3, q4 = self.pos[:4]
        rr = .61 * np.cos(q2) + .57 * np.cos(q2 + q3) + .34 * np.cos(q2 + q3 + q4 - .9) + .2
        self.tx, self.ty = rr * np.cos(q1) - .17 * np.sin(q1), rr * np.sin(q1) + .17 * np.cos(q1)
        self.tz = .18 + .61 * np.sin(q2) + .57 * np.sin(q2 + q3) + .34 * np.sin(q2 + q3 + q4 - .9)
        self.burn = lp(arc.astype(float), .12)
        self.teach = self.is_(T, 'teach')
        ld = self.is_(T, 'load')
        since = np.zeros(n)
        for a, b, k in T: since[int(a / DT):int(b / DT) + 1] = t[int(a / DT):int(b / DT) + 1] - a
        self.since = since
        self.closed = ~(ld & (since > 3) & (self.pieces('op', 30, 60, 0, 1) < 2) & (since < 15))
        self.strk = lp(slew(np.where(self.closed, 60., 0.), 55.), .1)
        self.clean = self.is_(T, 'clean') & (since > 3.5) & (since < 11)
        self.valve = (arc | delayed(arc, -.7).astype(bool) | delayed(arc, .9).astype(bool) | (self.teach & (self.pieces('purge', 2, 9, 0, 1) < .06))).astype(float)
        self.feed = arc | (self.is_(T, 'idle') & (self.pieces('inch', 2, 8, 0, 1) < .08))
        self.iln = 6 + self.burn * self.iset * (.094 + .0001 * self.iset) + .8 * sum(np.abs(v) for v in self.vel) + self.ns('iln', .35)
        qa = lambda x, m, p, d=2: float(np.round(np.quantile(x[m], p), d))
        act = seam | (np.abs(self.dtl) > .01)
        any_mov = np.any(self.mov, axis=0)
        self.num('j2_low', self.pos[1], JS + ':position[1]', ['j2', 'joint 2', 'axis 2', 'position', 'angle', 'pos', 'stretched', 'low'], below=qa(self.pos[1], any_mov, .3), tol=.2, and_=any_mov)
        self.num('j6_hose', self.pos[5], JS + ':position[5]', ['j6', 'joint 6', 'axis 6', 'position', 'angle', 'pos'], above=qa(self.pos[5], any_mov, .68), tol=.5)
        self.num('liner_bnd', self.pos[4], JS + ':position[4]', ['j5', 'joint 5', 'axis 5', 'position', 'angle', 'bent'], above=qa(self.pos[4], arc, .6), tol=.3, and_=self.feed)
        self.num('gnd_turn', self.turn, PSN + ':position[1]', ['turn', 'table', 'position', 'angle', 'psn turn'], above=qa(self.turn, arc, .6), tol=.6, and_=arc)
        self.num('i_high', self.iset, SRC + ':i_set', ['i set', 'i arc', 'current', 'wfs', 'wfs set', 'amps'], above=float(np.round(np.mean(sorted(ptype)[1:]) if r.random() < .5 else np.mean(sorted(ptype)[:2]), 0)), tol=.15, and_=arc)
        self.num('psn_load', self.tilt, PSN + ':position[0]', ['tilt', 'position', 'tilted', 'angle', 'psn tilt'], above=.6, tol=.4, and_=np.abs(self.dtn) > .01)
        self.num('ln3', self.iln, '/mains:i_ln[2]', ['i ln', 'current', 'load', 'line current', 'arc', 'i set'], above=qa(self.iln, arc, .5, 0), tol=.25)
        px, py = self.spot('fix', self.tx, self.ty, .16, seam, .10)
        self.at('seam_spot', self.tx, self.ty, px, py, .16, seam)
        self.mode('j3_fric', self.mov[2], 'moving', 'moves', 'motion', 'velocity', 'speed')
        self.mode('j5_play', self.mov[4], 'moving', 'moves', 'motion', 'velocity', 'reversal', 'weaving')
        st = np.zeros(n, bool)
        for i in np.flatnonzero(np.diff((np.abs(self.vel[0]) > .06).astype(int)) > 0): st[i:i + 9] = True
        self.start1 = st
        self.mode('j1_brk', st, 'starts', 'start', 'begins', 'moves', 'moving')
        self.mode('ft_emi tip slip i_cal gnd', arc, 'arc', 'arc on', 'welding', 'burns', 'weld', 'wfs set')
        self.mode('liner spl_brk', self.feed, 'fed', 'feeding', 'arc', 'arc on', 'welding', 'wfs act')
        self.mode('gas_low', self.valve > 0, 'gas', 'gas vlv', 'valve', 'open', 'welding', 'arc on')
        ri = np.zeros(n, bool)
        for i in np.flatnonzero(np.diff(self.valve) > 0): ri[i:i + 26] = True
        self.mode('gas_late', ri, 'gas vlv', 'valve', 'opens')
        self.mode('seam_ofs seam_dirt', seam, 'seam', 'welding', 'scanning', 'arc on')
        self.mode('psn_slow', np.abs(self.dtl) > .02, 'tilts', 'tilting', 'moves', 'moving')
        self.mode('clmp2', self.closed, 'closed', 'clsd', 'clamped')
        self.mode('clmp1', np.abs(np.gradient(self.strk, DT)) > 2, 'strokes', 'moves', 'opens', 'closes', 'moving')
        self.mode('mill_blnt', self.clean, 'cleaning', 'cln cnt', 'reaming', 'n mill')

    def build(self):
        t, n, f, w, T = self.t, self.n, self.f, self.ns, self.tasks
        v, arc, burn = self.vel, self.arc, self.burn
        acc = [np.gradient(lp(x, .08), DT) for x in v]
        amb = 21 + self.su('amb', 2) + self.wander('amb', .4, 1200)
        # joints
        q2, q3 = self.pos[1], self.pos[2]
        grav = [0 * t, 6.4 * np.cos(q2) + 2.9 * np.cos(q2 + q3), 2.9 * np.cos(q2 + q3), .35 * np.cos(q2 + q3 + self.pos[3]), .22 * np.sin(self.pos[4]), 0 * t]
        im = []
        for i in range(6):
            fr = (.85, .95, .7, .32, .3, .26)[i] * (1 + self.u(f'fr{i}', .06)) * (1 + .25 * np.exp(-t / 500))
            c = grav[i] + fr * np.tanh(v[i] / .01) + (.9, .8, .6, .3, .25, .2)[i] * v[i] + (.35, .3, .2, .05, .04, .03)[i] * acc[i]
            im.append(c * np.where(self.teach, .97, 1) + w(f'im{i}', .045 + .02 * (i < 3)))
        im[2] = im[2] + .62 * f('j3_fric') * np.tanh(v[2] / .01)
        jl = f('j2_low') * np.minimum(np.abs(v[1]) / .02, 1)
        im[1] = im[1] + jl * (.85 * np.sin(self.pos[1] * 160) + .3 * self.white('jl'))
        im[5] = im[5] + f('j6_hose') * (.16 + .22 * np.clip(self.pos[5] - self.conds['j6_hose']['above'], 0, 1.5) + .03 * self.white('jh'))
        pk = f('j1_brk') * self.start1
        im[0] = im[0] + 1.7 * pk * np.sign(v[0])
        fe = [v[i] * 9 + acc[i] * .35 + w(f'fe{i}', .06) for i in range(6)]
        rev = np.zeros(n); s5 = np.sign(np.where(self.mov[4], v[4], 0)); idx = np.flatnonzero(np.diff(s5) != 0)
        for i in idx: rev[i + 1:i + 5] = s5[min(i + 2, n - 1)]
        fe[4] = fe[4] + f('j5_play') * rev * .75
        fe[0] = fe[0] + 4.5 * pk * np.sign(v[0])
        tm = [amb + 11 + 1.1 * i + self.u(f'tm{i}', .8) + lp(1.25 * np.abs(im[i]), 420) + 4 * (1 - np.exp(-t / 900)) + w(f'tmn{i}', .07) for i in range(6)]
        tm[1] = hold(tm[1], self.on('j2_tmp'))
        je = f('j4_enc') * (.0011 * self.white('je') + .004 * self.spikes('je2', .03) * np.sign(self.white('je3')))
        self.joints(JS, 12, AX, [p + self.u(f'jo{i}', 4e-4) + w(f'jp{i}', 2e-5) + (je if i == 3 else 0) for i, p in enumerate(self.pos)], [x + w(f'jv{i}', .002) + (np.gradient(je, DT) * .3 if i == 3 else 0) for i, x in enumerate(v)], [q(c * (11, 11, 9, 5, 5, 5)[i], .05) for i, c in enumerate(im)])
        self.joints('/jnt/cmd', 8, AX, self.cmd)
        self.pub(DRV, 'wcell_msgs/msg/JntDrv', 8, dict(i_mot=[q(c, .01) for c in im], t_drv=[q(x, .1) for x in tm], foll_mrad=[q(x, .02) for x in fe], v_bus=q(48.1 + self.u('vb', .15) - .06 * sum(np.abs(c) for c in im[:3]) + .15 * np.clip(-acc[0], 0, 2) + w('vb', .04), .02)), 'base')
        sq = quat(self.pos[0] + .6 * self.pos[5])
        self.pub('/tcp/pose', 'geometry_msgs/msg/PoseStamped', 6, {'pose.position.x': q(self.tx + w('tx', 1e-4), 1e-5), 'pose.position.y': q(self.ty + w('ty', 1e-4), 1e-5), 'pose.position.z': q(self.tz + w('tz', 1e-4), 1e-5), 'pose.orientation.z': sq[0], 'pose.orientation.w': sq[1]}, 'base', age=.7 * f('tcp_old'))
        em = f('ft_emi') * burn
        hand = self.teach * (self.pieces('hand', 1, 4, 0, 1) < .6)
        hf = [hand * self.pieces(f'hf{i}', .7, 2.5, -18, 18) for i in range(3)]
        fz = -14.5 + self.u('fz', .5)
        F = [lp(hf[0], .2) + 1.9 * acc[0] + 1.2 * np.sin(self.pos[5]) + w('f0', .22), lp(hf[1], .2) + 1.4 * acc[1] + 1.2 * np.cos(self.pos[5]) + w('f1', .22), fz + lp(hf[2], .2) + 1.2 * acc[2] + .8 * self.clean + w('f2', .3)]
        F = [x + em * self.white(f'em{i}', 1.3) for i, x in enumerate(F)]; F[2] = F[2] + 5.5 * f('ft_drift')
        self.pub('/tcp/ft', 'geometry_msgs/msg/WrenchStamped', 10, {**{f'wrench.force.{c}': q(x, .02) for c, x in zip('xyz', F)}, **{f'wrench.torque.{c}': q(.09 * F[i] * (1, -1, .1)[i] + .06 * acc[5] * (i == 2) + w(f'tq{i}', .012) + em * self.white(f'emt{i}', .09), .002) for i, c in enumerate('xyz')}}, 'flange')
        # arc
        trk = lp(self.wander('stick', 1, 1.2), .2)
        tip, ih, slip = f('tip') * arc, f('i_high') * arc, f('slip') * arc
        wset = self.iset / 22.5 * self.feed + 3.0 * (self.feed & ~arc)
        wset = np.where(self.feed, wset, 0)
        drop = slip * np.where(self.pieces('sl', .3, 1.8, 0, 1) < .36, .2, .015)
        wact = lp(wset, .15) * (1 - drop) * (1 + w('wf', .006))
        ia = burn * (self.iset * lp(np.clip(wact / np.maximum(wset, .1), 0, 1.1), .25) ** .9 * (1 - .035 * trk + w('ia', .022) + self.u('ia', .008)))
        start = np.clip(burn - lp(burn, .35), 0, 1)
        u = burn * (15.3 + .041 * self.iset + .55 * trk + self.su('ua', .15) + w('ua', .28)) + 40 * start * (1 - burn)
        rough = (tip * (.55 + .5 * self.wander('tr', 1, 2)) + ih * .75)
        ia = ia + burn * rough * self.white('ri', 11.5)
        u = u + burn * (rough * self.white('ru', 1.15)) + 1.1 * tip * burn * (.5 + .5 * self.wander('tr2', 1, 5))
        ia = ia * (1 + .075 * f('i_cal') * arc)
        fsc = burn * np.maximum(96 - .19 * (self.iset - 200) - 6 * trk + w('fs', 4.5) + rough * (-14 + 11 * self.white('rf')), 0)
        bend = .12 * np.abs(self.pos[4]) + .05 * np.abs(self.pos[5])
        fd = lp((wact > .2).astype(float), .15)
        lb = f('liner_bnd')
        iwf = fd * (1.05 + self.u('iw', .05) + .085 * wact + bend + w('iwn', .05) + .95 * f('liner') + lb * (.5 + .2 * self.white('lb')) - .3 * drop * 4)
        sw = f('s_wps')
        twps = amb + 9 + lp(.00042 * (burn * self.iset)**2, 280) * .9 + w('tw', .1) + lp(5 * sw, 100, 0.)
        u = u - 4 * sw * burn * (self.pieces('su', .3, 1.5, 0, 1) < .25)
        self.pub(SRC, 'wcell_msgs/msg/Wps', 12, dict(arc_on=arc, u_arc=q(np.maximum(u + w('u0', .03), 0), .1), i_arc=q(np.maximum(ia, 0), 1), i_set=self.iset, wfs_set=q(wset, .1), wfs_act=q(np.maximum(wact, 0), .02), i_wf=q(np.maximum(iwf + w('iw0', .015), 0), .01), f_sc=q(fsc, 1), t_wps=q(twps, .1), err_no=np.where((sw > 0) & (t % 18 < 7), 517, 0)), 'wps', drop=.48 * f('wps_lost'))
        gu = burn * self.iset * (.0052 + self.u('gr', .0002)) * (1 + .0015 * lp(burn * self.iset, 200) * .2)
        gd, gt = f('gnd'), f('gnd_turn')
        gu = gu * (1 + .85 * gd) + burn * gt * self.rng('gtx').random(n) * .9 + w('gu', .012)
        self.pub('/gnd', 'wcell_msgs/msg/GndCbl', 5, dict(u_gnd=q(np.maximum(gu, 0), .01), t_gnd=q(amb + 2 + lp(burn * self.iset * .048 * (1 + .9 * gd), 160) + w('tg', .1), .1)))
        spl = 13.2 + 1.5 * self.su('spl') - np.cumsum(wact) * DT / 60 * .0089
        chg = self.rng('newspl')
        if chg.random() < .25:
            k = next((a for a, b, x in T if x in ('idle', 'load') and a > chg.uniform(400, 2800)), None)
            if k: spl = spl + (t > k + 8) * (15.6 - spl[int(k / DT)])
        fw = fd * (6.5 + .55 * wact + self.u('fw', .3) + w('fw', .4)) + f('spl_brk') * fd * (3 + 6 * (self.pieces('sb', .2, 1., 0, 1) < .35)) + 2.2 * f('liner') * fd * 0
        self.pub('/spool', 'wcell_msgs/msg/Spool', 4, dict(m_spl=q(hold(spl + w('sp', .004) + .003 * fd * self.white('spv'), self.on('spl_cell')), .002), f_wire=q(np.maximum(fw + w('fw0', .1), 0), .1)))
        # gas, chiller, tracker
        va = self.valve if not self.on('gas_late').any() else np.where(self.on('gas_late'), np.minimum(self.valve, delayed(self.valve, .85 * np.maximum(f('gas_late'), .8))), self.valve)
        flow = 13.5 + self.per('qg', T, dict(weld=(-.6, .6))) + self.u('qg', .3)
        surge = 1 + .35 * np.clip(va - lp(va, .5), 0, 1)
        sg = f('s_gas')
        qg = lp(va * flow * surge * (1 - .17 * f('gas_low') - .4 * sg * (self.pieces('sg', .5, 4, 0, 1) < .5)), .14)
        pc = 118 + 22 * self.su('pc') - np.cumsum(qg / 60 + .62 * f('gas_cyl') / 1.) * DT / 50 - .012 * qg
        self.pub(GAS, 'wcell_msgs/msg/GasSup', 6, dict(gas_vlv=self.valve, q_gas=q(np.maximum(qg + w('qg', .1), 0), .1), p_cyl=q(pc + w('pc', .06) + .1 * self.wander('pcw', 1, 300), .1), lo_alm=(sg > 0) & (self.valve > 0) & (self.pieces('sgl', .5, 4, 0, 1) < .5)))
        cf, chh = f('clr_flow'), f('clr_hot')
        qc = 1.92 + self.u('qc', .04) + w('qc', .015) - .55 * cf
        tf = amb + 3 + lp(5.5 * burn * self.iset / 200, 300) + lp(6.5 * chh, 120, 0.) + w('tfw', .06)
        self.pub('/clr', 'wcell_msgs/msg/Chiller', 3, dict(q_clr=q(qc, .01), t_fwd=q(tf, .1), t_ret=q(tf + lp(7.2 * burn * self.iset / 200 * 1.9 / np.maximum(qc, .5), 12) + w('trt', .08), .1), lvl_clr=q(81 + 4 * self.su('lv') + w('lvl', .25) - t / 3600, .1), n_pmp=q(2810 + self.u('np', 10) + w('np', 6) + 60 * cf, 5)))
        y0 = self.pieces('dy', 5, 16, -.7, .7) + .25 * self.wander('dyw', 1, 3); z0_ = self.pieces('dz', 5, 16, -.5, .5) + .2 * self.wander('dzw', 1, 3)
        so, sd, sp, ss = f('seam_ofs'), f('seam_dirt'), f('seam_spot'), f('s_seam')
        se = self.seam
        ls = ss * (self.pieces('ss', .5, 4, 0, 1) < .4) > 0
        ql = np.where(se, 92 - 5 * burn + self.su('ql', 1.2) + 2 * self.wander('qlw', 1, 8) - 13 * sd - 16 * sp - 50 * ls, 0)
        trkd = lambda nm, x, s: q(np.where(se, x + w(nm, .07 + .06 * burn) + sp * self.white(nm + 'p', s), 0), .01)
        self.pub(SEAM, 'wcell_msgs/msg/SeamTrk', 8, dict(dv_y=trkd('sy', y0 + .62 * so, .7), dv_z=trkd('sz', z0_, .5), gap_mm=q(np.where(se, np.abs(.5 + self.pieces('gap', 6, 18, -.3, .5) + w('gp', .05) + sp * self.white('gpp', .35)), 0), .01), wid_mm=q(np.where(se, 5.2 + .008 * (self.iset - 180) * burn + w('wd', .12), 0), .05), qual=q(np.clip(ql + w('qln', 1.1) * se, 0, 100), .5), trk_err=ls & se))
        # positioner, clamps
        ps = f('psn_slow'); tp = self.tilt if not ps.any() else np.where(ps > 0, lp(slew(self.tilt, .35 / (1 + .9 * np.minimum(ps, 1.3))), .35), self.tilt)
        if ps.any():
            e = np.flatnonzero(ps > 0); tp = np.where(ps > 0, lp(slew(np.where(np.arange(n) >= e[0], self.tilt, self.tilt), .19 / np.minimum(np.maximum(ps.max(), .8), 1.3)), .3), self.tilt)
        dtp = np.gradient(tp, DT); pay = 1 + .25 * self.pieces('pay', 60, 180, -1, 1)
        e0 = 190 * pay * np.sin(tp) + 22 * np.tanh(dtp / .01) + w('pe0', 2.2)
        e1 = 14 * np.tanh(self.dtn / .01) + 6 * self.dtn + 9 * pay * np.sin(tp) * np.sin(self.turn) + w('pe1', .9) + f('psn_load') * np.tanh(self.dtn / .01) * (9.5 + 3 * self.white('pel'))
        self.joints(PSN, 8, ('psn_tilt', 'psn_turn'), [tp + w('pp0', 2e-4), self.turn + w('pp1', 2e-4)], [dtp + w('pv0', .002), self.dtn + w('pv1', .002)], [q(e0, .5), q(e1, .1)])
        air = 6.25 + self.su('air', .05) - .22 * lp((np.abs(np.gradient(self.strk, DT)) > 2).astype(float), 1.5) - .12 * self.clean + .1 * np.sin(2 * np.pi * t / (71 + 8 * self.u('comp')) + 1) + w('air', .012) - f('air') * (.32 + .14 * self.wander('airf', 1, 2.5))
        self.pub('/air', 'sensor_msgs/msg/FluidPressure', 4, dict(fluid_pressure=q(air * 1e5, 500)))
        c1 = f('clmp1'); s1 = self.strk if not c1.any() else np.where(c1 > 0, slew(np.where(self.closed, 60., 0.), 55. * (1 - .5 * np.minimum(max(c1.max(), .1), 1.3))), self.strk)
        s2 = lp(delayed(self.strk, .12 + .03 * abs(self.u('c2'))), .05)
        hld = np.zeros(n); c = 0.
        for i, x in enumerate(self.closed.tolist()):
            c = c + DT if x else 0.
            hld[i] = c
        k2 = f('clmp2'); on2 = np.maximum(0, np.minimum(hld, np.cumsum(k2 > 0) * DT))
        pcl = [np.where(self.strk > 55, air - .25, .15) + self.u(f'pcl{i}', .03) + w(f'pcln{i}', .02) for i in range(2)]
        pcl[1] = pcl[1] - k2 * np.where(self.strk > 55, .25 + .9 * (1 - np.exp(-on2 / 35)), 0)
        cs = self.on('s_clmp') & (self.pieces('cs', .2, 2, 0, 1) < .3)
        self.pub('/clmp', 'wcell_msgs/msg/Clmp', 5, dict(p_clmp=[q(np.maximum(lp(x, .2), 0), .02) for x in pcl], str_mm=[q(s1 + w('st1', .06), .1), q(s2 + w('st2', .06), .1)], clsd=(s1 > 58) & ~cs, clmp_err=cs))
        ff = f('fume_fan'); run = lp((lp(burn, 12) > .03).astype(float), 4)
        nf = run * (2380 + self.u('nf', 18)) + run * (w('nfn', 6) + ff * (32 * self.wander('nff', 1, .8) - 60))
        self.pub('/fume', 'wcell_msgs/msg/FumeExt', 3, dict(dp_flt=q(np.maximum(run * (640 + self.su('dpf', 40) + 30 * t / 3600 + 230 * f('fume_flt')) + w('dpf', 7), 0), 2), n_fan=q(np.maximum(nf, 0), 5), i_fan=q(np.maximum(run * (4.4 - .25 * f('fume_flt') + .55 * ff) + w('if', .04), 0), .02)))
        mb = f('mill_blnt'); cl = lp(self.clean.astype(float), .3); eng = lp((self.clean & (self.since > 5.5) & (self.since < 8.5)).astype(float), .3)
        cc = np.cumsum(np.diff(self.clean.astype(int), prepend=0) > 0)
        self.pub('/cln', 'wcell_msgs/msg/TrchCln', 5, dict(i_mill=q(np.maximum(cl * (.9 + self.u('imi', .03)) + eng * (1.5 + .25 * self.per('spt', T, dict(clean=(-1, 1))) + 1.05 * mb + .3 * mb * self.white('mb')) + w('imi', .035), 0), .01), n_mill=q(np.maximum(cl * 720 - eng * (45 + 75 * mb) + w('nm', 3) * cl, 0), 1), spr_ml=q(480 + 60 * self.su('spr') - cc * 1.4 + w('spr', .5), 1), cln_cnt=cc + 3100))
        # safety scanner, mains, controller
        base = np.array([3.2, 2.6, 2.2, 1.9, 1.75, 1.7, 1.75, 1.9, 2.3, 2.8, 3.4, 4.1]); op = self.is_(T, 'load', 'teach') | (self.pieces('walk', 5, 40, 0, 1) < .12)
        ox = self.pieces('ox', 1, 6, 0, 12); rg = []
        oxs = lp(ox, .6)
        for i in range(12):
            x = base[i] * (1 + self.u(f'bm{i}', .01)) + w(f'bm{i}', .008)
            x = np.where(op & (np.abs(oxs - i) < 1.1), np.minimum(x, 1.1 + .25 * self.pieces('od', 2, 8, 0, 3)), x)
            if i in (6, 7): k = f('scan_spt'); x = x - k * np.where(self.rng(f'ss{i}').random(n) < .55, .42 * x, 0)
            rg.append(q(x, .01))
        self.pub('/scan', 'sensor_msgs/msg/LaserScan', 5, dict(ranges=rg, angle_min=-1.2, angle_max=1.2, angle_increment=.218, range_min=.05, range_max=8., scan_time=.2), 'scanner', lens=dict(ranges=12))
        ml = 231 + 1.2 * self.su('ml') + self.wander('ml', .9, 300)
        il = [self.iln * (1 + self.u(f'il{i}', .012)) + w(f'iln{i}', .3) for i in range(2)] + [self.iln]
        ul = [ml + self.u(f'ul{i}', .4) - .055 * x + w(f'uln{i}', .2) for i, x in enumerate(il)]
        ul[2] = ul[2] - f('ln3') * (1.9 + .12 * (self.iln - self.conds['ln3']['above'])) * (1 + .25 * self.white('ln3'))
        self.pub('/mains', 'wcell_msgs/msg/Mains', 4, dict(u_ln=[q(x, .1) for x in ul], i_ln=[q(x, .1) for x in il]))
        cy = f('cyc')
        md = sum(self.is_(T, k) * i for i, k in enumerate(('idle', 'load', 'weld', 'scan', 'clean', 'teach')))
        self.pub('/ctl', 'wcell_msgs/msg/CtlSt', 3, dict(op_md=md, cyc_us=q(1840 + 60 * self.seam + w('cyu', 22) + 160 * cy, 5), cyc_mx=q(2350 + 110 * self.newver + np.abs(w('cym', 120)) + 1500 * cy * (.4 + self.rng('cyx').random(n)), 10), cpu_ld=q(37 + 8 * self.seam + w('cpu', 1.3), .1), mem_mb=q(905 + 18 * self.newver + self.su('mem', 5) + 4 * self.wander('mem', 1, 250) + w('memn', .8) + self.computer_leak('mem', 120), 1), prt_cnt=2200 + np.cumsum(np.diff(self.is_(T, 'load').astype(int), prepend=0) > 0)), strs=dict(sw_ver='5.16.0' if self.newver else '5.15.2'))
        self.pub('/hall/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(amb + w('ht', .05), .1)))
        self.pub('/hall/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(np.clip(.46 + .05 * self.su('rh') + .01 * self.wander('rh', 1, 600) + w('rhn', .003), 0, 1), .001)))
        self.goals('/job/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(T) if k in ('weld', 'scan', 'clean')])
        a1 = self.speak('s_wps', 'wps', ['inverter temperature imbalance, error 517', 'power source: output limited by error 517'])
        a2 = self.speak('s_gas', 'gas_guard', ['shielding gas flow below limit', 'gas flow not reached 0.5 s after valve'])
        a3 = self.speak('s_seam', 'seam_tracker', ['seam lost, holding last offset', 'seam tracker: no joint found in profile'], 12)
        a4 = self.speak('s_clmp', 'clmp', ['clamp closed switch lost while clamped', 'clamp state not plausible'])
        self.routine([(26, 'I', 'job', 'part done in {} s', 60, 190), (8, 'W', 'job', 'arc start repeated after {} s', .3, 1.2), (5, 'W', 'safety', 'person in slow zone for {} s', 2, 12), (5, 'W', 'seam_tracker', 'gap above nominal {} mm', .9, 1.4), (8, 'I', 'cln', 'torch cleaned, next in {} min', 4, 9)],
                     [('I', 'ctl', 'controller ' + ('5.16.0' if self.newver else '5.15.2') + ' ready'), ('W', 'wps', 'job table differs from last backup'), ('I', 'psn', 'positioner referenced'), ('W', 'fume', 'filter hours above service hint')])
        self.status('power source', 'PS-400', a1, {2: 'error 517'}, rel='3.2')
        self.status('shielding gas', 'GS', a2, {2: 'low flow'})
        self.status('seam tracker', 'ST-2', np.maximum(a3, brief_warn(self, 'st', 1.5)), {1: 'exposure adapts', 2: 'seam lost'})
        self.status('clamps', 'CL', a4, {2: 'switch implausible'})
        self.status('safety scanner', 'SC', brief_warn(self, 'sc', 1.2), {1: 'window slightly dirty'}, zone='2')
        self.status('fieldbus', 'eth1', brief_warn(self, 'fb', .8), {1: 'retries'}, load=22 + w('fbl', 2))
