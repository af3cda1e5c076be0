"""CNC milling cell with a tool magazine and a gantry loader (abbreviated fields)."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, slew

AX = ('x', 'y', 'z', 'b')
DRV, AXT, SPD, VIB = '/cnc/drv', '/cnc/axes', '/cnc/spindle', '/cnc/vib'


class Mill(Sim):
    NAME = 'mill'
    FLAGS = [(SPD, 'err_code'), ('/toolmag', 'err_code'), ('/lube', 'low_lvl'), ('/door', 'ilk_err')]
    DEFS = {
        'hmc_msgs/msg/Spindle': mdef('float32 n_act n_cmd load_pct trq_nm t_fbrg t_rbrg vib_rms cool_lpm clamp_kn; uint16 err_code'),
        'hmc_msgs/msg/AxisDrv': mdef('float32[4] iq_a foll_um t_mot; float32 dc_bus_v'),
        'hmc_msgs/msg/Coolant': mdef('uint8 vlv; float32 p_cool q_cool lvl_cool t_cool conc_brix filt_dp pump_a'),
        'hmc_msgs/msg/HydUnit': mdef('float32 p_hyd t_oil pump_i; uint8 pump_on; uint32 chg_cnt'),
        'hmc_msgs/msg/Lube': mdef('float32 p_lube res_ml; uint32 cyc_cnt; uint8 low_lvl'),
        'hmc_msgs/msg/ToolMag': mdef('uint8 pot tool_no; float32 arm_deg arm_i chg_s; uint16 err_code'),
        'hmc_msgs/msg/LdGrip': mdef('float32 grip_n width_mm; uint8 part_ok'),
        'hmc_msgs/msg/Probe': mdef('float32 dev_um batt_v rssi_dbm; uint32 trig_cnt'),
        'hmc_msgs/msg/DoorIo': mdef('float32 opn_pct mot_a; uint8 lck ilk_err'),
        'hmc_msgs/msg/ChipConv': mdef('float32 conv_a belt_mps'),
        'hmc_msgs/msg/MistExt': mdef('float32 mist_dp mist_rpm mist_a'),
        'hmc_msgs/msg/ElCab': mdef('float32[3] u_ph i_ph; float32 t_cab cab_rpm'),
        'hmc_msgs/msg/Ctl': mdef('float32 ipo_ms ipo_max cpu_pct mem_mb; uint16 blk_buf; uint8 opmode; string ver'),
    }
    KINDS = dict(
        x_fric=K('x drive needs more and more current when it moves: guide way dry', [DRV, AXT], ['iq_a[0]', 'effort[0]'], ['x axis', 'x drive', 'axis x'], step=False, where='when moving', cons=('t_mot', '/elcab')),
        y_backl=K('y following error jumps at each reversal: play in the ball screw nut', [DRV], ['foll_um[1]'], ['y axis', 'y drive', 'axis y'], where='when moving'),
        z_bal=K('z drive holds with far more current: counterbalance lost its gas', [DRV, AXT], ['iq_a[2]', 'effort[2]'], ['z axis', 'z drive', 'axis z'], cons=('t_mot',), tail=300),
        b_enc=K('position of the rotary table flickers: encoder connector', [AXT], ['position[3]', 'velocity[3]'], ['b axis', 'rotary table', 'axis b'], cons=('foll_um',)),
        rapid_err=K('x following error far larger above 0.25 m/s: drive current limit', [DRV], ['foll_um[0]'], ['x axis', 'x drive', 'axis x'], where='**x speed above 0.25 m/s**', cond=True, need=8),
        tbl_spot=K('x drive works harder and the head shakes at one table position: screw damaged there', [DRV, AXT, VIB], ['iq_a[0]', 'effort[0]', 'linear_acceleration.x', 'linear_acceleration.y'], ['x axis', 'x drive', 'axis x', 'spindle head'], where='**at a place**', cond=True, cons=('foll_um',)),
        spd_brg=K('front spindle bearing gets hot and the spindle vibrates: bearing', [SPD], ['t_fbrg', 'vib_rms'], ['spindle', 'front bearing', 'spindle bearing'], step=False, where='when the spindle runs', cons=(VIB, 'load_pct', 't_rbrg'), tail=400),
        spd_unbal=K('spindle vibrates above 8000 rpm: holder out of balance', [SPD, VIB], ['vib_rms', 'linear_acceleration.x', 'linear_acceleration.y'], ['spindle', 'spindle head'], where='**spindle above 8000 rpm**', cond=True),
        clamp=K('clamping force of the tool too low: springs broken', [SPD], ['clamp_kn'], ['spindle', 'tool clamp', 'drawbar']),
        spd_cool=K('cooling flow of the spindle fades: pump strainer', [SPD], ['cool_lpm'], ['spindle', 'spindle cooling'], step=False, cons=('t_fbrg', 't_rbrg'), tail=400),
        clnt_filt=K('pressure over the coolant filter rises, flow falls', ['/coolant'], ['filt_dp', 'q_cool'], ['coolant', 'coolant filter'], step=False, where='with coolant on'),
        clnt_late=K('coolant comes late after its valve is switched', ['/coolant'], ['q_cool', 'p_cool'], ['coolant', 'coolant valve'], where='when the valve opens', need=7),
        clnt_lvl=K('coolant level frozen', ['/coolant'], ['lvl_cool'], ['coolant', 'coolant level', 'level sensor']),
        conc=K('coolant concentration reading drifts up', ['/coolant'], ['conc_brix'], ['coolant', 'refractometer'], step=False),
        hyd_leak=K('hydraulic pressure falls faster, pump charges far more often: leak', ['/hyd'], ['p_hyd', 'pump_on', 'pump_i', 'chg_cnt'], ['hydraulic', 'hydraulics', 'hydraulic unit'], cons=('t_oil',), tail=300),
        hyd_warm=K('hydraulic pump draws too much current when the oil is warmer than a number', ['/hyd'], ['pump_i'], ['hydraulic', 'hydraulics', 'hydraulic pump'], where='**oil temperature above a number**, pump on', cond=True, need=10),
        air_low=K('compressed air pressure dips whenever the loader or the door moves: leaking line', ['/air'], ['fluid_pressure'], ['air', 'compressed air'], where='when loader or door move'),
        lube_weak=K('pressure pulses of the way lubrication are weak: air in the line', ['/lube'], ['p_lube'], ['lube', 'lubrication'], where='in a pulse', need=12),
        mag_arm=K('tool change arm needs more current', ['/toolmag'], ['arm_i'], ['toolmag', 'tool magazine', 'tool changer', 'tool change arm'], where='when the arm turns', need=6),
        mag_pot=K('tool change takes too long for pots above 18', ['/toolmag'], ['chg_s'], ['toolmag', 'tool magazine', 'tool changer'], where='**pot above 18**', cond=True),
        ld_fade=K('grip force of the loader fades while a part is held', ['/loader/grip'], ['grip_n'], ['loader', 'gripper', 'loader gripper'], where='while a part is held'),
        ld_far=K('loader drive needs far more effort beyond 1.6 m: rail bent', ['/loader/joint_states'], ['effort[0]'], ['loader', 'loader drive', 'ld_x'], where='**loader position above 1.6 m**', cond=True),
        prb_cal=K('probe measures an offset after service: wrong calibration', ['/probe'], ['dev_um'], ['probe', 'touch probe'], where='always (value is held between probings)'),
        prb_batt=K('battery of the probe loses voltage', ['/probe'], ['batt_v'], ['probe', 'touch probe'], step=False),
        door_slow=K('door moves slowly with more current: rail dirty', ['/door'], ['opn_pct', 'mot_a'], ['door', 'door drive'], where='when the door moves', need=5),
        chip=K('chip conveyor needs more current: chips under the belt', ['/chip'], ['conv_a'], ['chip', 'chip conveyor', 'conveyor'], where='when the conveyor runs'),
        mist=K('pressure over the mist filter rises', ['/mist'], ['mist_dp'], ['mist', 'mist extractor', 'mist filter'], step=False),
        ph2=K('voltage of phase 2 sags when its current is above 28 A: loose terminal', ['/elcab'], ['u_ph[1]'], ['elcab', 'phase 2', 'mains'], where='**phase current above 28 A**', cond=True),
        cab_fan=K('fan of the electric cabinet slow, cabinet warmer', ['/elcab'], ['cab_rpm', 't_cab'], ['elcab', 'cabinet', 'cabinet fan'], tail=400),
        ipo=K('longest interpolation cycle far longer', ['/ctl'], ['ipo_max', 'ipo_ms'], ['ctl', 'controller', 'interpolation']),
        vib_lost=K('messages of the head accelerometer get lost', [VIB], ['header.stamp'], ['accelerometer', 'spindle head']),
        tcp_old=K('tool point pose comes with old stamps', ['/tcp/pose'], ['header.stamp'], ['tcp', 'tool point']),
        s_spd=K('spindle drive reports an overload', [SPD, '/rosout', '/diagnostics'], ['err_code', 'load_pct'], ['spindle', 'spindle drive'], silent=False),
        s_lube=K('lubrication reports low oil', ['/lube', '/rosout', '/diagnostics'], ['low_lvl', 'res_ml'], ['lube', 'lubrication'], silent=False),
        s_tool=K('tool changer reports sensor timeouts', ['/toolmag', '/rosout', '/diagnostics'], ['err_code'], ['toolmag', 'tool magazine', 'tool changer'], silent=False),
        s_door=K('door interlock flickers and is reported', ['/door', '/rosout', '/diagnostics'], ['ilk_err', 'lck'], ['door', 'interlock'], silent=False),
    )

    def plan(self):
        r = self.rng('plan')
        head = [('warm', r.uniform(90, 200))] if r.random() < .6 else [('idle', r.uniform(10, 60))]
        T = self.tasks = self.segs('op', dict(idle=(.5, 15, 70), load=(2.6, 24, 36), rough=(2.4, 40, 100), finish=(2.2, 35, 80), drill=(2, 30, 65), probe=(1.1, 18, 32), jog=(.35, 25, 80)), head)
        cutting = self.cutseg = self.is_(T, 'rough', 'finish', 'drill')
        t, n = self.t, self.n
        self.tc, self.arm, self.pot = np.zeros(n, bool), np.zeros(n, bool), np.zeros(n)
        for a, b, k in T:                       # tool change at the begin of each cut
            i = int(a / DT)
            if k in ('rough', 'finish', 'drill'):
                self.tc[i:i + 110] = True; self.arm[i + 30:i + 78] = True
                self.pot[i:] = r.integers(1, 31)
        self.pot[self.pot == 0] = 4
        self.since = np.zeros(n)
        for a, b, k in T: self.since[int(a / DT):int(b / DT) + 1] = t[int(a / DT):int(b / DT) + 1] - a
        run = cutting & (self.since > 5.5)
        nc = self.per('n', T, dict(rough=(3000, 6500), finish=(8200, 11800), drill=(2000, 5200), jog=(0, 1200)))
        nc = np.where(self.is_(T, 'warm'), 1500 + 1500 * np.floor(self.since / 25), nc)
        self.ncmd = q(np.where(run | self.is_(T, 'warm', 'jog'), nc, 0), 50)
        self.nact = lp(slew(self.ncmd, 3000), .15)
        self.cut = ((self.pieces('cut', 1.5, 7, 0, 1) < .72) & run & (self.since > 9)).astype(float)
        self.doc = self.per('doc', T, dict(rough=(.45, 1), finish=(.08, .22), drill=(.2, .5)))
        feed = np.where(self.is_(T, 'rough'), .05, np.where(self.is_(T, 'finish'), .11, .02))
        rate = np.where(cutting, np.where(self.cut > 0, feed, .42), 0) + .42 * self.is_(T, 'load') + .12 * self.is_(T, 'probe', 'warm') + .05 * self.is_(T, 'jog')
        rate = np.where(self.tc, .42, rate)
        gx, gy = self.pieces('gx', 1.2, 5, -.4, .4), self.pieces('gy', 1.2, 5, -.28, .28)
        gz = np.where(self.cut > 0, self.pieces('gz', .8, 3, -.22, -.1), self.pieces('gz2', 1, 4, -.14, -.02))
        ld = self.is_(T, 'load')
        gx, gy, gz = np.where(ld, 0, gx), np.where(ld, .25, gy), np.where(ld | self.tc, 0, gz)
        gb = np.rint(self.per('gb', T, dict(rough=(0, 4), finish=(0, 4), drill=(0, 4)))) * np.pi / 2
        self.cmd = [slew(gx, rate), slew(gy, rate), slew(gz, rate * .7), slew(gb, np.where(cutting | ld, .9, .0))]
        self.pos = [lp(c, .12) for c in self.cmd]
        self.vel = [np.gradient(p, DT) for p in self.pos]
        self.mov = [np.abs(v) > .004 for v in self.vel]
        # loader: fetches a part in the load task, waits or stacks parts at other times
        g = np.where(ld, np.where(self.since < 8, 2.2, np.where(self.since < 18, .2, 2.2)), self.pieces('lx', 9, 28, .1, 2.4))
        self.lpos = lp(slew(g, .42), .25)
        self.lift = lp(slew(np.where(np.abs(np.gradient(self.lpos, DT)) < .02, self.pieces('lz', 4, 12, .1, .6), .6), .2), .2)
        self.lvx, self.lvz = np.gradient(self.lpos, DT), np.gradient(self.lift, DT)
        self.held = (self.pieces('held', 12, 35, 0, 1) < .55) | (ld & (self.since > 4) & (self.since < 20))
        self.door = slew(np.where(ld | self.is_(T, 'jog') & (self.since < 20), 100., 0.), 34.)
        self.doormov = np.abs(np.gradient(self.door, DT)) > .5
        self.vlv = (run & (self.since > 7) & (self.pieces('cl', 8, 25, 0, 1) < .8)).astype(float)
        self.conv = self.pieces('conv', 20, 60, 0, 1) < .6
        self.amb = 22.5 + self.su('amb', 1.6) + self.wander('amb', .35, 900)
        # load of the mains and oil temperature (without faults)
        self.load = np.clip(4 + 9 * self.nact / 12000 + 62 * self.cut * self.doc * (1 + .12 * self.pieces('hard', 30, 90, -1, 1)) + 24 * np.clip(np.gradient(self.nact, DT) / 3000, -.4, 1), 0, 130)
        self.load = lp(self.load, .15)
        self.ibase = 11 + .24 * self.load + 9 * (np.abs(self.vel[0]) + np.abs(self.vel[1])) + 2.2 * self.vlv + 1.2 * self.conv
        self.iph2 = self.ibase * (1 + self.u('i2', .015)) + self.ns('iph1', .35)
        self.hydheat = lp(1 + .9 * (self.tc | ld) + .5 * self.cutseg, 420)
        self.toil = self.amb + 11 + 7.5 * self.hydheat * (1 - .6 * np.exp(-t / 500)) + self.wander('toil', .8, 300)
        self.hp, self.hon = hyst(.28 + .5 * (self.tc | ld | self.doormov) + .03 * self.pieces('hl', 20, 50, -1, 1), 1.9, 58, 66, 62)
        rot = np.hypot(self.vel[0], self.vel[1]) > .004
        self.num('rapid_err', np.abs(self.vel[0]), '/cnc/axes:velocity[0]', ['x speed', 'speed', 'velocity', 'vel', 'fast', 'rapid', 'x axis'], above=.25)
        self.num('spd_unbal', self.nact, '/cnc/spindle:n_act', ['n act', 'spindle', 'rpm', 'speed', 'n cmd'], above=8000)
        self.num('mag_pot', self.pot, '/toolmag:pot', ['pot'], above=18, tol=.3)
        self.num('ld_far', self.lpos, '/loader/joint_states:position[0]', ['position', 'loader', 'ld x', 'pos'], above=1.6)
        self.num('ph2', self.iph2, '/elcab:i_ph[1]', ['i ph', 'current', 'load', 'phase current'], above=28)
        th = float(np.round(np.quantile(self.toil[24000:], .5), 1))
        self.num('hyd_warm', self.toil, '/hyd:t_oil', ['t oil', 'oil', 'oil temperature', 'temperature', 'warm', 'hot'], above=th, tol=.12)
        self.vis['hyd_warm'] = self.hon > 0
        px, py = self.spot('tbl', self.pos[0], self.pos[1], .11, rot)
        self.at('tbl_spot', self.pos[0], self.pos[1], px, py, .11)
        self.vis['tbl_spot'] = rot
        self.mode('x_fric', self.mov[0], 'moving', 'moves', 'motion', 'velocity', 'speed')
        self.mode('y_backl', self.mov[1], 'moving', 'moves', 'motion', 'velocity', 'reversal', 'speed')
        self.mode('spd_brg', self.nact > 500, 'spindle', 'running', 'n act', 'rpm')
        self.mode('clnt_filt', self.vlv > 0, 'vlv', 'coolant', 'on')
        rise = np.zeros(n); up = np.flatnonzero(np.diff(self.vlv) > 0)
        for i in up: rise[i:i + 50] = 1
        self.mode('clnt_late', rise > 0, 'vlv', 'valve', 'opens')
        self.pulse = (t + 11 + 20 * r.random()) % 48 < 6
        self.mode('lube_weak', self.pulse, 'pulse', 'p lube', 'cycle')
        self.mode('mag_arm', self.arm, 'arm', 'tool change', 'change', 'turns')
        self.mode('ld_fade', self.held, 'held', 'part ok', 'holding', 'gripping')
        self.mode('door_slow', self.doormov, 'door', 'opens', 'moving', 'moves')
        self.mode('chip', self.conv, 'conveyor', 'runs', 'running', 'belt mps')
        self.mode('air_low', self.doormov | (np.abs(self.lvx) > .1), 'loader', 'door', 'moves', 'moving')

    def build(self):
        t, f, w, T = self.t, self.f, self.ns, self.tasks
        v, mov, spot = self.vel, self.mov, f('tbl_spot') * (np.hypot(self.vel[0], self.vel[1]) > .004)
        acc = [np.gradient(x, DT) for x in v]
        ch = self.cut * self.doc
        # axis drives
        fr = [(1.1 + self.u(f'fr{i}', .06)) for i in range(4)]
        iq = []
        for i in range(4):
            c = fr[i] * np.tanh(v[i] / .004) + (3.4, 3.0, 4.0, 1.5)[i] * v[i] + (1.6, 1.4, 1.2, .5)[i] * acc[i] + 1.6 * ch * np.tanh(v[i] / .01)
            iq.append(c + w(f'iq{i}', .09 + .22 * ch) + 3.1 * (i == 2))
        iq[0] = iq[0] + (1.5 * f('x_fric') + 1.9 * spot * (1 + .3 * w('sp', 1))) * np.tanh(v[0] / .004)
        iq[2] = iq[2] + 1.7 * f('z_bal')
        rev = np.zeros(self.n); idx = np.flatnonzero(np.diff(np.sign(np.where(mov[1], v[1], 0))) != 0)
        for i in idx: rev[i:i + 7] = np.sign(v[1][min(i + 4, self.n - 1)])
        fe = [self.vel[i] * (160, 160, 150, 40)[i] + acc[i] * 14 + w(f'fe{i}', .7 + 1.2 * ch) for i in range(4)]
        fe[0] = fe[0] + f('rapid_err') * np.abs(v[0]) * 110 * np.sign(v[0]) + 4 * spot * w('fsp', 1)
        fe[1] = fe[1] + f('y_backl') * rev * 30
        tm = [self.amb + 9 + 1.5 * i + lp(1.9 * np.abs(iq[i]), 400) + w(f'tm{i}', .08) for i in range(4)]
        dcb = 602 - .09 * self.load + self.u('dcb', 2) + w('dcb', .8)
        be = f('b_enc') * (.0022 * self.white('be') + .006 * self.spikes('bes', .03) * np.sign(self.white('bes2')))
        pos = [self.pos[i] + w(f'ps{i}', 2e-6) + (be if i == 3 else 0) for i in range(4)]
        nv = [v[i] + w(f'vs{i}', 3e-4) + (np.gradient(be, DT) * .3 if i == 3 else 0) for i in range(4)]
        self.joints(AXT, 10, AX, [q(p, 1e-6) for p in pos], nv, [q(1.35 * c, .01) for c in iq])
        self.joints('/cnc/cmd', 10, AX, self.cmd)
        self.pub(DRV, 'hmc_msgs/msg/AxisDrv', 6, dict(iq_a=[q(c, .01) for c in iq], foll_um=[q(x, .1) for x in fe], t_mot=[q(x, .1) for x in tm], dc_bus_v=q(dcb, .5)), 'base')
        self.pub('/tcp/pose', 'geometry_msgs/msg/PoseStamped', 6, {'pose.position.x': q(self.pos[0], 1e-6), 'pose.position.y': q(self.pos[1], 1e-6), 'pose.position.z': q(self.pos[2], 1e-6), 'pose.orientation.z': quat(self.pos[3])[0], 'pose.orientation.w': quat(self.pos[3])[1]}, 'table', age=.8 * f('tcp_old'))
        # spindle
        nn = self.nact / 12000
        ub, br = f('spd_unbal'), f('spd_brg') * (self.nact > 500)
        vib = .25 + 1.1 * nn**2 * (1 + self.per('hold', T, dict(rough=(-.2, .3), finish=(-.2, .3), drill=(-.2, .3)))) + 1.7 * ch
        vib = vib + 1.5 * ub + .75 * br * (.4 + nn)
        vib = np.abs(vib * (1 + w('vibm', .07)) + w('vib', .03))
        cool = 6.2 + self.u('cool', .15) + w('cool', .05) - 2.6 * f('spd_cool')
        heat = lp((9 * nn + 12 * nn**2 + .05 * self.load) * (1 + .45 * np.clip(6.2 - cool, 0, 4) / 6.2 * 2) + 15 * br, 170, 2.)
        tf, tr = self.amb + 3 + heat + w('tf', .08), self.amb + 3 + .8 * lp(heat - 9 * lp(br, 170, 0.), 60) + w('tr', .08)
        ov = f('s_spd')
        load = self.load * (1 + w('ldm', .03)) + w('ld', .5) + 2.0 * br + 38 * ov * (self.nact > 500) * (self.spikes('ovs', .3) * .6 + .6)
        clk = np.where(self.tc & (self.since > 1) & (self.since < 4.2), 0, 14.2 + self.u('clk', .25) + .12 * self.pieces('tclk', 60, 200, -1, 1)) * (1 - .16 * f('clamp'))
        self.pub(SPD, 'hmc_msgs/msg/Spindle', 10, dict(n_act=q(np.maximum(self.nact + w('na', 3.) * (self.nact > 1), 0), 1), n_cmd=self.ncmd, load_pct=q(np.clip(load, 0, 200), .1), trq_nm=q(load * .42, .1), t_fbrg=q(tf, .1), t_rbrg=q(tr, .1),
                 vib_rms=q(vib, .01), cool_lpm=q(cool, .02), clamp_kn=q(np.maximum(clk + w('clkn', .06), 0), .02), err_code=np.where((ov > 0) & (t % 20 < 9), 3021, 0)), 'spindle')
        am = .15 * vib
        ax = [w(f'ax{i}', 1) * am * (1.25 if i < 2 else .8) + (acc[i] if i < 3 else 0) * .9 + 1.1 * spot * w(f'as{i}', 1) * (i < 2) for i in range(3)]
        self.imu(VIB, 16, (self.z0 + .002, self.z0 - .001, self.z0), [w(f'gy{i}', .004) + .002 * am * w(f'gz{i}', 1) for i in range(3)], (ax[0] + self.u('axo', .04), ax[1] + self.u('ayo', .04), ax[2] + 9.81), 'head', drop=.5 * f('vib_lost'))
        # media
        vd = self.vlv if not self.on('clnt_late').any() else np.where(self.on('clnt_late'), np.minimum(self.vlv, delayed(self.vlv, 2.3)), self.vlv)
        flow = lp(vd * (24 + self.per('noz', T, dict(rough=(0, 5), finish=(-4, 0), drill=(4, 8)))), .35)
        clog = f('clnt_filt')
        flow = flow * (1 - .22 * clog)
        cp = lp(vd * 20, .3) * (flow / 26 + .2) + .4
        top = ((t > self.rng('top').uniform(200, 3400)) if self.rng('topup').random() < .45 else self.z0) * 1.0     # coolant topped up by hand
        lvl = 78 + self.su('lvl', 6) - t / 3600 * 5 + 7 * lp(top, 15) + .9 * np.sin(t / 47) * lp(self.vlv, 20) + w('lvl', .25)
        dp = .12 + (.42 + self.su('fdp', .05)) * (flow / 25)**2 + .55 * clog * (flow > 2) + w('dp', .012)
        tcl = self.amb + 2 + lp(5 * self.vlv + .05 * self.load, 600, 1.5)
        self.pub('/coolant', 'hmc_msgs/msg/Coolant', 5, dict(vlv=self.vlv, p_cool=q(cp + w('cp', .12), .05), q_cool=q(np.maximum(flow + w('cq', .2), 0), .1), lvl_cool=q(hold(lvl, self.on('clnt_lvl')), .1), t_cool=q(tcl + w('tcl', .06), .1),
                 conc_brix=q(7.6 + self.su('conc', .25) - .14 * lp(top, 120) + w('conc', .06) + 1.0 * f('conc'), .02), filt_dp=q(dp, .005), pump_a=q(.3 + 8.2 * lp(self.vlv, .2) * (1 + .02 * w('pa', 1)) + .6 * clog * self.vlv + w('pa2', .05), .05)))
        lk = f('hyd_leak')
        if lk.any():
            hp, hon = hyst(.28 + .5 * (self.tc | self.is_(T, 'load') | self.doormov) + .03 * self.pieces('hl', 20, 50, -1, 1) + .55 * lk, 1.9, 58, 66, 62)
        else: hp, hon = self.hp, self.hon
        self.pub('/hyd', 'hmc_msgs/msg/HydUnit', 5, dict(p_hyd=q(hp + w('hp', .12), .1), t_oil=q(self.toil + lp(2.5 * lk, 300, 0.) + w('to', .05), .1), pump_on=hon, chg_cnt=4000 + np.cumsum(np.diff(hon, prepend=0) > 0),
                 pump_i=q(.15 + hon * (6.1 + .05 * (hp - 58) - .02 * (self.toil - 35) + self.u('hpi', .1) + 1.7 * f('hyd_warm')) + w('hpi', .09), .02)))
        act = lp((self.doormov | (np.abs(self.lvx) > .1)).astype(float), .6)
        air = 6.15 + self.su('air', .06) + .12 * np.sin(2 * np.pi * t / 64 + 3 * self.u('airp')) - .14 * act - .36 * act * f('air_low') + w('air', .015)
        self.pub('/air', 'sensor_msgs/msg/FluidPressure', 4, dict(fluid_pressure=q(air * 1e5, 500)))
        pl = lp(np.where(self.pulse, 18. + self.u('lub', .4) - 6.5 * f('lube_weak'), .3), .8)
        self.pub('/lube', 'hmc_msgs/msg/Lube', 4, dict(p_lube=q(pl + w('lub', .12), .1), res_ml=q(2100 + self.su('res', 150) - .12 * t * .2 - 900 * f('s_lube') + w('res', 3), 5), cyc_cnt=np.cumsum(np.diff(self.pulse.astype(int), prepend=0) > 0), low_lvl=self.on('s_lube')))
        # tool changer, loader, door, probe
        st = np.zeros(self.n); r = self.rng('chg'); cs = 4.6 + self.u('chg', .1)
        for a, b, k in T:
            if k in ('rough', 'finish', 'drill'): st[int(a / DT) + 80:] = cs + .09 * r.standard_normal() + .011 * self.pot[int(a / DT)]
        st[st == 0] = cs
        ad = slew(np.where(self.arm, 180., 0.), 90., 400.)
        ai = .1 + np.where(self.arm & (ad < 179), 3.2 + self.u('armi', .1) + .8 * np.sin(np.radians(ad)) + 1.5 * f('mag_arm'), 0) + np.where(self.arm, .4, 0)
        self.pub('/toolmag', 'hmc_msgs/msg/ToolMag', 6, dict(pot=self.pot, tool_no=(self.pot * 7) % 61 + 1, arm_deg=q(ad + w('ad', .05), .1), arm_i=q(np.maximum(lp(ai, .1) + w('ai', .07), 0), .01), chg_s=q(st + f('mag_pot') * .7, .01),
                 err_code=np.where(self.on('s_tool') & (t % 15 < 6), 714, 0)))
        lx, lz = self.lvx, self.lvz
        pay = lp(self.held * self.pieces('part', 150, 500, 8, 24), .3)
        e0 = 14 * np.tanh(lx / .02) + 26 * lx + (20 + pay) * np.gradient(lx, DT) * .5 + w('le0', 1.1) + 15 * f('ld_far') * np.tanh(lx / .02) + 3.5 * f('ld_far') * w('lef', 1)
        e1 = 9.8 * (9 + pay) + 12 * np.tanh(lz / .02) + w('le1', 2.)
        gf = np.where(self.held, 320. + self.u('gf', 6), 8.)
        ons = np.zeros(self.n); c = 0.
        hl = self.held.tolist()
        for i in range(self.n):
            c = c + DT if hl[i] else 0.
            ons[i] = c
        gf = lp(gf, .25) * (1 - f('ld_fade') * (.12 + .02 * np.minimum(ons, 14)) * self.held)
        self.joints('/loader/joint_states', 8, ('ld_x', 'ld_z'), [q(self.lpos + w('lp0', 1e-4), 1e-4), q(self.lift + w('lp1', 1e-4), 1e-4)], [lx + w('lv0', .002), lz + w('lv1', .002)], [q(e0, .1), q(e1, .1)])
        self.pub('/loader/grip', 'hmc_msgs/msg/LdGrip', 5, dict(grip_n=q(gf + w('gf', 2.2), .5), width_mm=q(lp(np.where(self.held, self.pieces('part', 150, 500, 62, 88), 110.), .3) + w('gw', .04), .05), part_ok=self.held))
        ds = f('door_slow'); od = self.door if not ds.any() else slew(np.where(np.diff(self.door, prepend=0) > 0, 100., np.where(np.diff(self.door, prepend=0) < 0, 0., self.door)), 34 * (1 - .42 * np.minimum(ds, 1.3)))
        dm = np.abs(np.gradient(od, DT)) > .5
        self.pub('/door', 'hmc_msgs/msg/DoorIo', 6, dict(opn_pct=q(od + w('od', .1), .5), mot_a=q(lp(.08 + dm * (1.9 + self.u('dm', .06) + .9 * ds), .12) + w('dma', .04), .01), lck=(od < 1) & ~(self.on('s_door') & (self.spikes('dl', .05) > 0)), ilk_err=self.on('s_door') & (t % 9 < 4)))
        prb, dev, cnt, cur, c = self.is_(T, 'probe') & (self.since > 4), np.zeros(self.n), np.zeros(self.n), self.u('dev0', 2), 0
        rp = self.rng('prb'); nxt = 0.; o = f('prb_cal')
        last = self.rng('prb0').normal(0, 3.)
        for i in range(0, self.n):
            if prb[i] and t[i] > nxt: last = rp.normal(0, 3.2); c += 1; nxt = t[i] + rp.uniform(1.2, 2.5)
            dev[i], cnt[i] = last, c
        self.pub('/probe', 'hmc_msgs/msg/Probe', 2, dict(dev_um=q(dev + self.u('dev', 1.5) + 13 * o, .1), batt_v=q(3.55 + self.su('pb', .03) + w('pb', .008) - .01 * t / 3600 - .28 * f('prb_batt'), .005), rssi_dbm=q(-52 + 4 * self.su('rssi') - .06 * self.door + w('rssi', 1.5), 1), trig_cnt=cnt))
        lo = lp(np.where(self.conv, 1., 0.), .5)
        self.pub('/chip', 'hmc_msgs/msg/ChipConv', 3, dict(conv_a=q(np.maximum(lo * (2.1 + self.u('cv', .08) + .8 * lp(self.load / 60, 60) + .95 * f('chip') * (1 + .25 * w('cvf', 1))) + w('cv', .06), 0), .01), belt_mps=q(np.maximum(lo * .031 + w('bm', .0003), 0), .0005)))
        self.pub('/mist', 'hmc_msgs/msg/MistExt', 2, dict(mist_dp=q(310 + self.su('mdp', 18) + 35 * lp(self.vlv, 15) + w('mdp', 5) + 170 * f('mist'), 1), mist_rpm=q(2840 + w('mr', 6) + self.u('mr', 12), 5), mist_a=q(3.1 - .05 * f('mist') + w('ma', .04), .02)))
        iph = [self.ibase * (1 + self.u('i1', .015)) + w('iph0', .35), self.iph2, self.ibase * (1 + self.u('i3', .015)) + w('iph2', .35)]
        ml = 230.5 + self.wander('mains', 1.1, 240) + self.su('mains', .8)
        uph = [ml + self.u(f'up{i}', .4) - .05 * iph[i] + w(f'uph{i}', .18) for i in range(3)]
        uph[1] = uph[1] - f('ph2') * (2.4 + .2 * (iph[1] - 28)) * (1 + .15 * w('ph2n', 1))
        cf = f('cab_fan')
        self.pub('/elcab', 'hmc_msgs/msg/ElCab', 4, dict(u_ph=[q(x, .1) for x in uph], i_ph=[q(x, .1) for x in iph], t_cab=q(self.amb + 8 + lp(.06 * self.load, 500) + lp(6.5 * cf, 150, 0.) + w('tcb', .08), .1), cab_rpm=q(2450 + self.u('cr', 25) + w('cr', 9) - 620 * cf, 10)))
        # controller, surroundings
        op = sum(self.is_(T, k) * i for i, k in enumerate(('idle', 'load', 'rough', 'finish', 'drill', 'probe', 'jog', 'warm')))
        ip = f('ipo')
        self.pub('/ctl', 'hmc_msgs/msg/Ctl', 2, dict(ipo_ms=q(1.02 + .1 * self.cut + .22 * ip + w('ip', .02), .01), ipo_max=q(1.5 + .25 * self.cut + np.abs(w('ipm', .12)) + 1.9 * ip * (.5 + self.rng('ipx').random(self.n)), .01), cpu_pct=q(31 + 9 * self.cut + w('cpu', 1.6), .1),
                 mem_mb=q(1412 + 66 * self.newver + self.su('mem', 6) + 12 * self.wander('memw', .4, 200) + w('mem', 1.5), 1), blk_buf=np.clip(220 - 60 * self.cut + w('bb', 14), 0, 256), opmode=op), strs=dict(ver='v7.14.0' if self.newver else 'v7.13.2'))
        self.pub('/encl/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + 1.5 + lp(.05 * self.load + 1.2 * self.vlv - .03 * self.door, 200) + w('et', .05), .1)))
        self.pub('/encl/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(np.clip(.44 + self.su('rh', .04) + .2 * lp(self.vlv, 60) - .0008 * self.door + w('rh', .004), 0, 1), .001)))
        self.goals('/job/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(T) if k not in ('idle', 'jog')])
        lub = self.speak('s_lube', 'lube', ['way lubrication: oil reservoir low (code 221)', 'lube reservoir below minimum, refill'])
        spd = self.speak('s_spd', 'spindle_drv', ['spindle drive overload, alarm 3021', 'spindle load above limit, feed reduced'])
        tl = self.speak('s_tool', 'toolmag', ['arm sensor timeout, error 714', 'tool changer: retry of arm move'])
        dr = self.speak('s_door', 'safety', ['door interlock channel mismatch', 'door interlock signal not stable'])
        self.routine([(7, 'W', 'cnc_kernel', 'block buffer low, look-ahead {} %', 12, 30), (22, 'I', 'job', 'block group done in {} s', 20, 90), (4, 'W', 'probe', 'retry of measurement, first touch at {} mm', 1, 9), (3, 'W', 'loader', 'part presence late by {} s', .2, .9), (9, 'I', 'chip', 'conveyor interval {} s', 20, 60)],
                     [('I', 'cnc_kernel', 'kernel ' + ('v7.14.0' if self.newver else 'v7.13.2') + ' up'), ('W', 'lube', 'last lube cycle time unknown, start one'), ('W', 'probe', 'radio channel 4 busy, use 7'), ('I', 'loader', 'homed')])
        self.status('spindle drive', 'SD-40', spd, {2: 'overload alarm 3021'}, firmware='2.08')
        self.status('way lubrication', 'LB-3', lub, {2: 'oil low'})
        self.status('tool magazine', 'TM-30', np.maximum(tl, brief_warn(self, 'tm', 1.5)), {1: 'pot position slow to settle', 2: 'arm sensor timeout 714'})
        self.status('door interlock', 'DI', dr, {2: 'channel mismatch'})
        self.status('network', 'eth0', brief_warn(self, 'net', 1.2), {1: 'retransmits'}, load=31 + w('nl', 3))
