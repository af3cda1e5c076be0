"""Road marking machine with hot plastic: diesel, hydraulic drive, boiler with a gas burner, pump, two guns, glass beads, boom, cones; abbreviated fields of its vendor."""
import numpy as np
from base import DT, Robot, Track, Way, delayed, kind as k, lp, mdef, q, quat, slew

ENG, HYD, DRV, STC, BLR, PMP, GUN, BDS, CMP, LPG, LNC, RTK, PRL, PWR, ARW, RAD, CNS, CPU = '/eng', '/hyd', '/drv', '/stc', '/blr', '/pmp', '/gun', '/bds', '/cmp', '/lpg', '/lnc', '/rtk', '/prl', '/pwr', '/arw', '/rad', '/cns', '/cpu'


class Liner(Robot):
    NAME = 'liner'
    FLAGS = [(BLR, 'flt_b'), (PMP, 'cav_cnt'), (CNS, 'jam'), (LPG, 'gas_lo')]
    DEFS = {
        'rdmk_msgs/msg/Eng': mdef('float32 n_e p_o t_cw fl_pc'),
        'rdmk_msgs/msg/Hyd': mdef('float32 p_hy t_hy lv_hy dp_hf; bool fn_on'),
        'rdmk_msgs/msg/Drv': mdef('float32 p_dr v_dr n_wl'),
        'rdmk_msgs/msg/Stc': mdef('float32 st_cmd st_act p_st'),
        'rdmk_msgs/msg/Blr': mdef('float32[3] t_mt; float32 t_ol lv_mt tq_ag; bool b_on; uint8 flt_b'),
        'rdmk_msgs/msg/Pmp': mdef('float32 n_pm p_pm q_pm t_hs; uint16 cav_cnt'),
        'rdmk_msgs/msg/Gn': 'float32 p_at\nfloat32 t_gn\nfloat32 t_op\nuint16 n_op',
        'rdmk_msgs/msg/Gun': mdef('rdmk_msgs/Gn[2] gn; float32 h_gn'),
        'rdmk_msgs/msg/Bds': mdef('float32 p_bd; float32[2] m_bd; float32 q_bd'),
        'rdmk_msgs/msg/Cmp': mdef('float32 p_ar t_ar i_cl; uint8 ld'),
        'rdmk_msgs/msg/Lpg': mdef('float32 p_gs m_gs; bool gas_lo'),
        'rdmk_msgs/msg/Lnc': mdef('float32 w_ln th_um o_ln shp brt t_fr'),
        'rdmk_msgs/msg/Rtk': mdef('uint8 n_sv fx; float32 s_mm age_s'),
        'rdmk_msgs/msg/Prl': mdef('float32 e_lat q_pr'),
        'rdmk_msgs/msg/Pwr': mdef('float32 u_bt i_al u_5 t_pb'),
        'rdmk_msgs/msg/Arw': mdef('float32 i_ar u_ar; uint8 pat'),
        'rdmk_msgs/msg/Wnd': mdef('float32 w_sp w_dr'),
        'rdmk_msgs/msg/Rad': mdef('int16 rssi; float32 lat_ms ls_pc'),
        'rdmk_msgs/msg/Cns': mdef('uint8 n_st; float32 i_cn t_cn; bool jam'),
        'rdmk_msgs/msg/Sft': mdef('bool es_ok gd_ok; uint8 n_pp'),
        'rdmk_msgs/msg/Msn': mdef('uint8 ph ln ly; uint16 n_ps; float32 v_cmd'),
        'rdmk_msgs/msg/Cpu': mdef('float32 cyc cyc_mx mem t_cpu; string fw'),
    }
    KINDS = dict(
        idle=k('speed of the engine hunts: governor', ENG, 'n_e', 'engine|eng|governor'),
        oil=k('oil pressure of the engine falls: pump worn', ENG, 'p_o', 'engine|eng|oil pressure', step=False),
        coolant=k('coolant gets hot: radiator full of dust', ENG, 't_cw', 'engine|eng|coolant|radiator', step=False, tail=400),
        fuel=k('fuel level sticks and jumps: float', ENG, 'fl_pc', 'engine|eng|fuel|float'),
        hyd_hot=k('hydraulic pressure flutters when the oil is hotter than a number: relief valve', HYD, 'p_hy', 'hydraulics|hyd|relief valve', where='**oil temperature above a number**', cond=True),
        hyd_leak=k('level of the hydraulic oil falls: leak', HYD, 'lv_hy', 'hydraulics|hyd|oil level', step=False),
        hyd_filter=k('pressure over the hydraulic filter too high: clogged', HYD, 'dp_hf', 'hydraulics|hyd|filter'),
        drive_fast=k('drive pressure pulses when faster than a number: wheel motor', DRV, 'p_dr', 'drive|drv|wheel motor', where='**speed above a number**', cond=True, need=12),
        drive_drag=k('drive needs more pressure: parking brake drags', DRV, 'p_dr', 'drive|drv|parking brake', step=False, where='when driving', cons=(HYD,)),
        drag_place=k('drive needs more pressure at one place: soft asphalt', DRV, 'p_dr', 'drive|drv|asphalt', where='**at a place**', cond=True, need=8, cons=(HYD,)),
        wheel=k('speed of the wheel flickers: gap of the pickup', DRV, 'n_wl', 'wheel speed|drv|pickup', where='when driving'),
        v_unit=k('speed of the drive comes in km/h, not in m/s: parameters lost', DRV, 'v_dr', 'drive|drv|speed', where='when driving'),
        steer_lag=k('steering follows late: air in the cylinder', STC, 'st_act', 'steering|stc|cylinder', where='when turning', need=12, cons=('/jnt',)),
        steer_off=k('steering stands off: link bent', STC, 'st_act', 'steering|stc|link'),
        t_mt2=k('temperature 2 of the material noisy: terminal', BLR, 't_mt[1]', 'boiler|material temperature|blr'),
        t_mt3=k('temperature 3 of the material reads too low: crust on the probe', BLR, 't_mt[2]', 'boiler|material temperature|blr|probe'),
        t_ol=k('temperature of the thermal oil frozen', BLR, 't_ol', 'boiler|thermal oil|blr'),
        agitator=k('agitator needs more and more torque: paddle caked', BLR, 'tq_ag', 'agitator|boiler|blr|paddle', step=False),
        ag_hot=k('agitator torque swings when the thermal oil is hotter than a number: gland binds', BLR, 'tq_ag', 'agitator|boiler|blr|gland', where='**oil temperature above a number**', cond=True),
        pump_flow=k('pump pressure flutters when the flow is above a number: bypass', PMP, 'p_pm', 'pump|pmp|bypass', where='**flow above a number**', cond=True, need=12),
        pump_wear=k('pump has to turn faster for the same flow: rotor worn', PMP, 'n_pm', 'pump|pmp|rotor', step=False, where='when marking'),
        flow=k('flow reads too low: gear of the meter sticks', PMP, 'q_pm', 'flow meter|pump|pmp', where='when marking'),
        hose=k('hose cold: heating conductor broken', PMP, 't_hs', 'hose|pump|pmp|heating conductor', step=False, tail=300),
        gun1_air=k('atomizing air of gun 1 low: needle seat', GUN, 'gn[0].p_at', 'gun 1|guns|needle seat', where='when marking'),
        gun2_slow=k('gun 2 opens slowly: plunger sticky', GUN, 'gn[1].t_op', 'gun 2|guns|plunger'),
        gun1_cold=k('gun 1 colder: cartridge', GUN, 'gn[0].t_gn', 'gun 1|guns|cartridge', tail=200),
        h_place=k('height of the guns jumps at one place: loose manhole cover', GUN, 'h_gn', 'gun height|guns|manhole cover', where='**at a place**', cond=True, need=8),
        h_noise=k('height of the guns noisy: ultrasonic cone dirty', GUN, 'h_gn', 'gun height|guns'),
        beads=k('bead flow low: beads damp', BDS, 'q_bd', 'beads|bds|bead gun', where='when marking'),
        bead_fast=k('bead flow swings when faster than a number: feeder starves', BDS, 'q_bd', 'beads|bds|feeder', where='**speed above a number**', cond=True, need=12),
        bead_scale=k('scale of bead hopper 2 drifts: cell overloaded', BDS, 'm_bd[1]', 'bead hopper 2|beads|bds', step=False),
        air_leak=k('air pressure low: belt slips', CMP, 'p_ar', 'compressor|cmp|air pressure'),
        clutch=k('clutch of the compressor draws less current: coil', CMP, 'i_cl', 'compressor|clutch|cmp'),
        gas=k('gas pressure uneasy: regulator ices up', LPG, 'p_gs', 'gas|lpg|regulator'),
        width=k('line too narrow: nozzle edge clogged', LNC, 'w_ln', 'line camera|lnc|line width|nozzle', where='when marking'),
        thick=k('thickness of the line scatters: screed shoe loose', LNC, 'th_um', 'line camera|lnc|thickness|screed', where='when marking'),
        lens=k('line camera loses sharpness: bead dust', LNC, 'shp', 'line camera|lnc|lens', step=False),
        bright=k('pictures late when it is brighter than a number: exposure loop', LNC, 't_fr', 'line camera|lnc|exposure', where='**brightness above a number**', cond=True),
        fix_noise=k('position noisy: antenna cable', '/fix', 'latitude longitude', 'satellite receiver|fix|antenna'),
        rtk_place=k('position uncertain at one place: new bridge', RTK, 's_mm n_sv', 'rtk|satellite receiver|bridge', where='**at a place**', cond=True, need=8),
        age=k('age of the corrections high: modem loses the caster', RTK, 'age_s', 'rtk|corrections|modem'),
        shake_place=k('machine is shaken at one place: expansion joint', '/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'imu|expansion joint', where='**at a place**', cond=True, need=8),
        gyro=k('yaw gyro has a bias', '/imu', 'angular_velocity.z', 'imu|gyro'),
        imu_old=k('messages of the imu come with old stamps', '/imu', 'header.stamp', 'imu'),
        odo_lost=k('odometry gets lost: bus error', '/odo', 'header.stamp', 'odometry|odo'),
        boom=k('boom flickers: potentiometer', '/jnt', 'position[0]', 'boom|joint states|jnt|potentiometer'),
        prl_place=k('preline tracker loses the line at one place: paint rubbed off', PRL, 'e_lat q_pr', 'preline tracker|prl', where='**at a place**', cond=True, need=8),
        prl_off=k('preline tracker stands off: mounted anew, not calibrated', PRL, 'e_lat', 'preline tracker|prl', where='when marking'),
        scan=k('beams 3 and 4 of the scanner read short: splash of paint', '/scn', 'ranges[2] ranges[3]', 'scanner|scn|lidar'),
        road_t=k('road temperature frozen', '/rdt', 'temperature', 'road temperature|rdt'),
        alt=k('battery voltage falls when the current of the alternator is above a number: belt', PWR, 'u_bt', 'alternator|pwr|battery', where='**alternator current above a number**', cond=True, need=12),
        u5=k('5 V of the sensors uneasy: regulator', PWR, 'u_5', '5 v|pwr|sensor supply'),
        arrow=k('light arrow draws less current: row of lamps dead', ARW, 'i_ar', 'light arrow|arw|lamps'),
        vane=k('wind direction frozen: vane jammed', '/wnd', 'w_dr', 'wind|wnd|vane'),
        radio=k('radio weak: plug wet', RAD, 'rssi', 'radio|rad'),
        cone=k('cone arm takes longer: chain slack', CNS, 't_cn', 'cone setter|cns|cone arm'),
        cyc=k('computer has far longer worst cycles', CPU, 'cyc_mx cyc', 'computer|cpu'),
        mem=k('memory of the computer fills', CPU, 'mem', 'computer|cpu|memory', step=False),
        s_burner=k('boiler reports burner faults', [BLR, '/rosout', '/diagnostics'], 'flt_b t_ol', 'burner|boiler|blr', silent=False),
        s_pump=k('pump reports cavitation', [PMP, '/rosout', '/diagnostics'], 'cav_cnt q_pm', 'pump|pmp', silent=False),
        s_cone=k('cone setter reports jams again and again', [CNS, '/rosout', '/diagnostics'], 'jam i_cn', 'cone setter|cns', silent=False),
        s_gas=k('gas warns that the bottle is nearly empty', [LPG, '/rosout', '/diagnostics'], 'gas_lo', 'gas|lpg|bottle', silent=False),
    )

    def plan(self):
        self.day(19 - 9 * self.is_life(9), 4., 8.); self.weather(60); n, z0 = self.n, self.z0; r = self.rng('job'); new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0
        L, W3 = (72., 58., 84.)[self.site], (3.6, 3.3, 3.75)[self.site]; T = Track(self, x=0., y=0., h=0., bm=.1, hg=.35); lane, d, no, pain, bead = 0, 1, 0, 0., 0.; night = self.is_life(6); T.set(ly=1)
        if self.cold: T.wait(r.uniform(200, 300), 11)
        else: T.wait(r.uniform(10, 40), 0)
        while T.more:
            a0 = T.i; no += 1; T.spd = .75 if r.random() < .12 or self.is_life(8) and no % 3 == 0 else 1.; ly = int(r.choice((1, 2, 3), p=(.5, .35, .15))); v = {1: r.uniform(1.2, 1.75), 2: r.uniform(1., 1.35), 3: r.uniform(1.5, 1.9)}[ly]; T.set(ln=lane, ly=ly, n_ps=no)
            if new3 and r.random() < .16: ly = 4; v = r.uniform(.62, .8); T.set(ly=4)                                                          # rumble line, thick and slow: for the first time in life/3
            T.go(1, v=.3, a=.5, bm=r.uniform(.05, .5), hg=.14); T.wait(r.uniform(2, 7), 1); T.set(vc=v, job=(1 if ly != 3 else 0), dash=(lane == 1), dir=d)
            x0, x1 = (0., L) if d > 0 else (L, 0.); way = Way([(x0, lane * W3), (.5 * (x0 + x1), lane * W3), (x1, lane * W3)]); way.drive(T, v, 2, a=.4, stops={r.uniform(10, L - 10): r.uniform(4, 18)} if r.random() < .12 else {}); T.set(job=0, vc=0)
            pain += L * .15 * (.0016, .0016, 0, .004)[ly - 1] * 1e3 * 1.9; bead += L * .05 * (ly != 3); T.go(3, v=.3, a=.5, hg=.35); nl = int(r.choice([x for x in (0, 1, 2) if x != lane])); b = x1 + 11 * d
            if new4 and r.random() < .2: T.go(8, sec=3, hg=.14); [(T.set(job=1), T.go(8, sec=2.4, bm=.6), T.set(job=0), T.go(8, sec=1.8, bm=.05), T.wait(1.5, 8)) for _ in range(4)]; T.go(8, sec=3, hg=.35)      # arrows by the boom: for the first time in life/4
            if r.random() < .35: T.wait(r.uniform(4, 22), 0)                                                                                # traffic
            s_ = 1 if nl > lane else -1; Way([(x1, lane * W3), (x1 + 6 * d, lane * W3), (b + 1 * d, lane * W3 - 3.5 * s_), (b + 8 * d, .5 * (lane + nl) * W3), (b + 1 * d, nl * W3 + 3.5 * s_), (x1 + 6 * d, nl * W3), (x1, nl * W3)]).drive(T, 2.1, 3, lat=.6)
            lane, d = nl, -d; T.task(a0, 'pass')
            if pain > 170: pain = 0.; T.set(fill=1, ppl=1); T.wait(r.uniform(45, 75), 5); T.set(fill=0, ppl=0)                                 # bags of plastic
            if bead > 22: bead = 0.; T.set(bfill=1, ppl=1); T.wait(r.uniform(28, 45), 6); T.set(bfill=0, ppl=0)
            if no % 9 == 4: T.set(clean=1); T.wait(r.uniform(14, 24), 7); T.set(clean=0)
            if self.is_life(5, 9) and no == 6: T.set(clean=1, ppl=1); T.wait(150, 9); T.set(clean=0, ppl=0)                                     # weekly: filters flushed
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0); self.L = L; ox, oy = ((0, 0), (310, -40), (-180, 120))[self.site]
        xs, ys = lp(A['x'], .15), lp(A['y'], .15); self.yaw = lp(A['h'], .15); vx, vy = np.gradient(xs, DT), np.gradient(ys, DT); self.v = lp(np.hypot(vx, vy), .12); self.mv = self.v > .1; self.yr = lp(np.gradient(self.yaw, DT), .2); self.acc = lp(np.gradient(self.v, DT), .25)
        self.dev = lp(.02 * self.wander('dev', 1, 6), .8) * np.clip(self.v, 0, 1); self.x, self.y = xs + ox, ys + oy + self.dev; self.slope = .014 * np.cos(self.yaw) + .004 * np.sin(xs / 17)
        on = (E('job') > 0) & ((self.v > .35) | (self.st == 8)) & ((E('dash') < .5) | (np.mod(xs, 9) < 3.6)); self.g2 = on & (E('ly') == 4); self.mark = on; self.gon = lp(on * 1., .12); self.bm, self.hg = lp(A['bm'], .1), lp(A['hg'], .1)
        vv = np.maximum(self.v, (self.st == 8) * .5); self.flow = lp(vv * (.15 * .0016 + .15 * .0016 * 1.2 * self.g2) * 6e4 * self.gon * (1 + .02 * self.wander('fl', 1, 2)), .25); rate = self.flow / 60
        self.lv = self.tank(rate * 2.1, 5.2 * E('fill'), 560, 400 + 50 * np.tanh(self.su('lv'))); self.brp, self.b_on = self.store(.16 + .02 * self.flow / 17 + .35 * E('fill') + .006 * (22 - self.amb) + .01 * self.wander('bo', 1, 40), .62, 205, 216, 150 if self.cold else 208)
        self.t_m = lp(self.brp, 45, 130. if self.cold else 207.) - 18 - 2.4 * lp(E('fill'), 25); fan = .085 + .05 * self.v + .06 * self.gon + .004 * (self.amb - 19); cool, self.fan = self.store(fan, .42, 42, 51, 70 if self.cold else 47); self.t_hy = 100 - lp(cool, 3)
        self.p_ar, self.ld = self.store(.012 + .055 * self.gon + .06 * E('clean'), .16, 6.6, 8.1, 7.4); self.p_dr = lp(np.clip(38 * np.tanh(self.v * 5) + 1150 * self.slope * np.tanh(self.v * 5) + 62 * self.acc + 30 * np.abs(self.yr), 4, 260), .25) * (1 + .025 * self.wander('pd', 1, 1.2)); self.n_e = 1480 + 620 * lp(((self.st != 0) & (self.st != 5) & (self.st != 6)) * 1., 1.5)
        self.i_al = 18 + 9 * self.b_on + 7 * self.ld + 6 * self.gon + 8 * (night) + 6 * self.fan + 5 * (self.pieces('ia', 8, 45, 0, 1) < .35) + .3 * self.wander('ia', 1, 4); self.lum = lp((92 + 58 * self.sunny) * (.55 if night else 1) + 9 * np.cos(self.yaw - 1.1) + 16 * self.gon, .3) + 2 * self.wander('lum', 1, 5)
        sp = ['v dr', 'speed', 'faster', 'velocity', 'linear', 'twist', 'v cmd', 'n wl', 'driving']; qv = self.quan(self.v, self.mv, .5, 1)
        self.num('drive_fast', self.v, DRV + ':v_dr', sp, above=qv, tol=.4); self.num('bead_fast', self.v, DRV + ':v_dr', sp, above=self.quan(self.v, self.mark, .4, 1), tol=.4, and_=self.mark); self.num('hyd_hot', self.t_hy, HYD + ':t_hy', ['t hy', 'oil temperature', 'hotter', 'temperature', 'oil'], above=self.quan(self.t_hy, self.t_hy > 0, .5, 1), tol=.12)
        self.num('ag_hot', self.brp, BLR + ':t_ol', ['t ol', 'oil temperature', 'hotter', 'thermal oil', 'temperature'], above=self.quan(self.brp, self.brp > 0, .5, 1), tol=.06); self.num('pump_flow', self.flow, PMP + ':q_pm', ['q pm', 'flow', 'pump', 'n pm'], above=self.quan(self.flow, self.mark, .45, 1), tol=.4); self.num('bright', self.lum, LNC + ':brt', ['brt', 'brightness', 'brighter', 'light'], above=self.quan(self.lum, self.lum > 0, .55, 0), tol=.2)
        self.num('alt', self.i_al, PWR + ':i_al', ['i al', 'current', 'load', 'alternator'], above=self.quan(self.i_al, self.i_al > 0, .6, 1), tol=.35); c = self.mv & (self.st == 2)
        self.places(self.x, self.y, c, drag_place=(4.5, .05), h_place=(4.5, .05), shake_place=(4.5, .05), prl_place=(4.5, .05)); self.places(self.x, self.y, self.mv, rtk_place=(5., .06))
        dw = ('driving', 'moving', 'speed', 'v dr', 'velocity', 'v cmd'); mw = ('marking', 'flow', 'q pm', 'n pm', 'pump', 'guns', 'running'); self.mode('drive_drag wheel v_unit', self.v > .25, *dw); self.mode('pump_wear flow gun1_air beads width thick', self.mark, *mw); self.mode('prl_off', self.st == 2, *(mw + dw)); self.mode('steer_lag', np.abs(self.yr) > .06, 'turning', 'st cmd', 'steering', 'angular')

    def build(self):
        t, f, w, E, h, W, sg, H, u = self.t, self.f, self.ns, self.E, self.h, self.wander, self.sg, self.H, self.u; N, P, C, B, fz, S = self.N, self.P, self.C, self.B, self.fz, self.white; pub = lambda *a, **k_: self.pub(*a, **dict(dict(jit=.004, lag=.008), **k_)); v, mv, g = self.v, self.mv * 1., self.gon; mk = self.mark * 1.; dm = lp((v > .25) * 1., .2)
        fl, _ = self.store(.0042 + .0016 * (self.n_e > 1700) + 0 * t, 0., 5, 90, 68 + 9 * np.tanh(self.su('fl'))); dd = 21 * f('drive_drag') * dm + C('drag_place', 42, .2)
        pub(ENG, 'rdmk_msgs/msg/Eng', 6, dict(n_e=q(sg('ne', self.n_e - .16 * self.p_dr, 3, 4, 5, 2) + f('idle') * (46 * np.sin(2 * np.pi * t / 2.1 + W('idx', .6, 6)) + 12 * S('idn')), 1), p_o=q(sg('po', 3.1 + .0007 * (self.n_e - 1480) + .5 * self.cold * np.exp(-t / 300), .025, .04, .03, 9) - .55 * f('oil'), .01), t_cw=q(self.T('cw', .006 * (self.n_e - 1000) + .02 * lp(self.p_dr, 30) + 9 * f('coolant'), 220, 55), .1), fl_pc=q(self.sticky(fl + .25 * W('flw', 1, 2) * (.3 + mv) + w('fln', .12), 'fuel', 2.2), .1)))
        pub(HYD, 'rdmk_msgs/msg/Hyd', 6, dict(p_hy=q(np.maximum(sg('ph', 34 + .92 * self.p_dr + 26 * g + 12 * self.fan + .85 * dd, .9, 1, 1.2, 2) + h('hyd_hot', .4) * (8 * S('hhx') - 6), 0), .2), t_hy=q(self.t_hy + w('th', .12), .1), lv_hy=q(sg('lh', 82 + 1.5 * self.su('lh') + .05 * (self.t_hy - 53), .2, 0, .3, 6) - 6.5 * f('hyd_leak'), .1), dp_hf=q(sg('df', .7 + .0032 * self.p_dr + .25 * g + .05 * np.exp((53 - self.t_hy) / 12), .02, .02, .02, 9) + .42 * f('hyd_filter'), .005), fn_on=self.fan))
        vd = np.maximum(v + w('vd', .008), 0); pud = h('drive_fast', .2) * 8.5 * np.sin(2 * np.pi * 1.7 * t + W('pdx', 1.5, 2))
        pub(DRV, 'rdmk_msgs/msg/Drv', 10, dict(p_dr=q(np.maximum(sg('pd', self.p_dr, .9, .6) + dd + pud, 0), .2), v_dr=q(vd * np.where(self.on('v_unit'), 3.6, 1), .005), n_wl=q(np.maximum(v * 60 / 1.9 * (1 + u('nw', .004)) + w('nw', .15) * (.3 + mv) + (N('wheel', 2.6) - P('wheel', 16, .06)) * dm, 0), .1)))
        sr = np.degrees(np.arctan(1.6 * self.yr / np.maximum(v, .4))) + .3 * W('st', 1, .8) * mv; sa = self.slow(lp(sr, .18), 'steer_lag', .95)
        pub(STC, 'rdmk_msgs/msg/Stc', 8, dict(st_cmd=q(sr, .05), st_act=q(sg('sa', sa, .1, .12) + 1.7 * f('steer_off'), .05), p_st=q(np.maximum(sg('ps', 12 + 1.3 * np.abs(lp(np.gradient(sr, DT), .2)) + 9 * dm, .8, .5), 0), .2)))
        fb = self.shape('s_burner', .35, 2, 8); tm = [self.t_m + (0, 1.2, -1.4)[i] for i in range(3)]
        pub(BLR, 'rdmk_msgs/msg/Blr', 4, dict(t_mt=[q(sg(f'tm{i}', tm[i], .15, .6, .25, 15) + (N('t_mt2', 2.6) if i == 1 else -7.5 * f('t_mt3') if i == 2 else 0), .1) for i in range(3)], t_ol=q(fz(sg('to', lp(self.brp, 4) + 6, .25, .8) - 4 * lp(fb * 1., 3), 't_ol'), .1), lv_mt=q(sg('lv', self.lv + 2.5 * W('slosh', 1, 1.2) * mv, 1.2, 2), 1), tq_ag=q(np.maximum(sg('ta', 96 + .13 * self.lv - 1.6 * (self.t_m - 190) + 22 * E('fill'), 1.4, 2, 1.5, 3) + 31 * f('agitator') + h('ag_hot', .4) * (16 * np.sin(2 * np.pi * t / 1.9) + 6 * S('agx')), 0), .2), b_on=self.b_on, flt_b=np.where(fb, 3, 0)))
        cav = self.shape('s_pump', .3, .6, 4) & self.mark; pn = self.flow * 11.5 * (1 + .004 * (190 - self.t_m))
        pub(PMP, 'rdmk_msgs/msg/Pmp', 8, dict(n_pm=q(np.maximum(pn * (1 + u('np', .01)) * (1 + .19 * f('pump_wear')) + w('np', .9) * (.2 + mk), 0), .2), p_pm=q(np.maximum(sg('pp', 4 + 2.3 * self.flow * (1 - .012 * (self.t_m - 190)) + 7 * g, .4, .3, .3, 2) + h('pump_flow', .2) * 7.5 * S('pfx'), 0), .1), q_pm=q(np.maximum(self.flow * np.where(cav, .5, 1) * (1 - .19 * f('flow')) + w('qp', .12) * (.2 + mk), 0), .02), t_hs=q(sg('hs', 182 + .25 * (self.t_m - 190) + 2.5 * lp(g, 30) - 16 * lp(f('hose'), 60), .2, .8, .5, 25), .1), cav_cnt=self.once(cav)))
        V = {}
        for i, on in enumerate((self.mark, self.g2)):
            o = lp(on * 1., .15); V.update({f'gn[{i}].p_at': q(np.maximum(o * (3.4 + u(f'pa{i}', .03) + .07 * W(f'pa{i}', 1, 1.5) - (.62 * f('gun1_air') if i == 0 else 0)) + w(f'pan{i}', .03), 0), .01), f'gn[{i}].t_gn': q(sg(f'tg{i}', 178 + .3 * (self.t_m - 190) + 7 * lp(o, 12) - (15 * lp(f('gun1_cold'), 40) if i == 0 else 0), .25, .8, .5, 20), .1), f'gn[{i}].t_op': q(46 + u(f'op{i}', .8) + 2 * self.per_event(f'op{i}', on) + w(f'opn{i}', .5) + (11 * f('gun2_slow') if i else 0), .2), f'gn[{i}].n_op': self.once(on)})
        pub(GUN, 'rdmk_msgs/msg/Gun', 8, dict(V, h_gn=q(np.maximum(sg('hg', self.hg * 1000 + 2.2 * lp(W('road', 1, .5), .2) * mv, 1., 1.2) + N('h_noise', 7) + P('h_noise', 45, .03) + h('h_place', .15) * (13 + 15 * S('hpx')), 0), .5)))
        bq = lp(self.mark * v * 88., .3); m = [self.tank(bq / 2000, 1.6 * E('bfill'), 118 - 3 * i, 78 + 12 * np.tanh(self.su(f'mb{i}'))) for i in (0, 1)]
        pub(BDS, 'rdmk_msgs/msg/Bds', 6, dict(p_bd=q(np.maximum(sg('pb', 1.9 + .55 * g, .015, .02, .02, 6), 0), .01), m_bd=[q(sg(f'mb{i}', m[i] + .5 * W(f'mbs{i}', 1, 1.5) * mv, .2, .4) + (7.5 * f('bead_scale') if i else 0), .1) for i in (0, 1)], q_bd=q(np.maximum(bq * (1 + .03 * W('bq', 1, 1.5)) * (1 - .21 * f('beads')) + w('bqn', 1.2) * (.2 + mk) + h('bead_fast', .2) * (26 * W('bfx', 1, .3) - 12), 0), .5)))
        pub(CMP, 'rdmk_msgs/msg/Cmp', 5, dict(p_ar=q(sg('pr', self.p_ar, .02, .03) - .75 * f('air_leak'), .01), t_ar=q(self.T('tar', 9 + 9 * lp(self.ld, 20), 90, 15, .2), .1), i_cl=q(np.abs(sg('icl', .05 + 3.6 * lp(self.ld, .1) * (1 - .3 * f('clutch')), .03)), .01), ld=self.ld))
        mg, _ = self.store(.0011 * self.b_on, 0., 0, 1, 21 + 3 * np.tanh(self.su('mg')))
        pub(LPG, 'rdmk_msgs/msg/Lpg', 3, dict(p_gs=q(np.maximum(sg('pg', 1.5 - .16 * lp(self.b_on, .4), .008, .01, .008, 6) + N('gas', .11, .25), 0), .002), m_gs=q(sg('mgs', mg, .02, .05), .02), gas_lo=(f('s_gas') > 0) & (t % 18 < 6)))
        wi = 150 + 150 * 0 + u('wl', .8) + 1.4 * W('wl', 1, 3) - 2.4 * (self.v - 1.3); keep = self.mark
        pub(LNC, 'rdmk_msgs/msg/Lnc', 6, dict(w_ln=q(np.where(keep, wi - 15 * f('width'), 0) + w('wln', .7) * keep, .2), th_um=q(np.where(keep, 1600 * (1 + 1.2 * self.g2) + 35 * W('th', 1, 2) - .8 * (self.t_m - 190) * 10 + N('thick', 310, .3), 0) + w('thn', 16) * keep, 1), o_ln=q(np.where(keep, 1000 * self.dev + 1.5 * W('ol', 1, 3), 0) + w('oln', .8), .2), shp=q(np.clip(sg('sh', 74 - 1.5 * v, .9, .8, 1.2, 9) - 11 * f('lens'), 0, 100), .1), brt=q(self.lum + w('brt', .9), .5), t_fr=q(41 + np.abs(w('tf', 2.2)) + 2 * mk + h('bright', .4) * (11 + 5 * np.abs(S('brx'))), .5)))
        # position
        gn, rp = f('fix_noise') * 1., h('rtk_place', .4); sd = .006 + .02 * rp
        pub('/fix', 'sensor_msgs/msg/NavSatFix', 5, {'status.status': np.full(self.n, 2), 'status.service': 1, 'latitude': q(60.17 + (self.x * .94 - self.y * .34 + .007 * W('ga', 1, 12) + sd * S('gan') + gn * .13 * S('gax')) / 111300, 1e-9), 'longitude': q(24.9 + (self.x * .34 + self.y * .94 + .007 * W('go', 1, 12) + sd * S('gon') + gn * .13 * S('gox')) / 55500, 1e-9), 'altitude': q(31 + .014 * (self.x) + .012 * W('gh', 1, 12) + w('ghn', .01), .001)})
        pub(RTK, 'rdmk_msgs/msg/Rtk', 3, dict(n_sv=np.clip(19 + 1.3 * W('ns', 1, 40) + w('nsn', .3) - 6.5 * rp, 3, 30), fx=4, s_mm=q(np.abs(sg('sm', 9, .5, .4, .6, 20)) + rp * (19 + 6 * np.abs(S('rpx'))), .1), age_s=q(.8 + .35 * np.abs(np.mod(t, 1.) - .5) + np.abs(w('ag', .05)) + f('age') * (1.4 + np.mod(t, 3.)), .05)))
        sgr, sp = .06 + .11 * v + .02 * (self.n_e > 1700), C('shake_place', 1., .1); hd = self.yaw + (1.2, 2.4, -.6)[self.site]
        self.imu('/imu', 14, (w('ir', 6e-4), -self.slope + w('ip', 6e-4), np.arctan2(np.sin(hd), np.cos(hd)) + w('iy', .0012)), (w('gx', .004) * (1 + v), w('gy', .004) * (1 + v), self.yr + w('gz', .002) * (1 + mv) + u('gzb', .0004) + .022 * f('gyro')), (self.acc + 9.81 * self.slope + sgr * S('ax') + sp * .7 * S('axx'), v * self.yr + sgr * S('ay') + sp * .7 * S('ayx'), 9.81 + 1.4 * sgr * S('az') + sp * 1.4 * S('azx')), 'base', age=.5 * f('imu_old'))
        qz, qw = quat(self.yaw); pub('/odo', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(sg('ox', self.x, .008), 1e-3), 'pose.pose.position.y': q(sg('oy', self.y, .008), 1e-3), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': q(sg('ov', v, .006), 1e-3), 'twist.twist.angular.z': q(sg('ow', self.yr, .004), 1e-3)}, 'site', drop=.5 * f('odo_lost'))
        js = [self.bm + N('boom', .012) + P('boom', .07, .04), self.hg, np.radians(sa)]; self.joints('/jnt', 12, ['boom', 'gun_lift', 'steer'], [x + w(f'jp{i}', (3e-4, 2e-4, 1e-3)[i]) for i, x in enumerate(js)], [np.gradient(x, DT) + w(f'jv{i}', .004) for i, x in enumerate((self.bm, self.hg, np.radians(lp(sr, .18))))], jit=.002, lag=.004)
        pp = h('prl_place', .3); pl = (self.st == 2) * 1.
        pub(PRL, 'rdmk_msgs/msg/Prl', 8, dict(e_lat=q(pl * (sg('el', 1000 * self.dev, 1.2, 1., 1.2, 4) + 18 * f('prl_off') + pp * (9 + 12 * S('ppx'))), .2), q_pr=q(np.clip(pl * (sg('qp_', 88 - 2 * v, .9, .8, 1.2, 8) - C('prl_place', 21)), 0, 100), .5)))
        R, sc = [], f('scan')
        for i in range(9):
            x = (3, 4, 6, 10, 16, 10, 6, 4, 3)[i] * np.exp(.04 * W(f'rg{i}', 1, 18) + .22 * np.sin(self.x / (8 + i) + self.yaw)) + w(f'rgn{i}', .02); x = np.where((E('ppl') > 0) & (i in (6, 7)), 1.6 + .2 * W('ppx_', 1, 2), x); R.append(np.where((sc > 0) & (self.rng(f'sc{i}').random(self.n) < .5), .3 + np.abs(w(f'scn{i}', .05)), x) if i in (2, 3) else x)
        self.scan('/scn', 6, R, 1.6, 25, lag=.02)
        pub('/rdt', 'sensor_msgs/msg/Temperature', 2, dict(temperature=q(fz(self.amb + 14 * lp(self.sunny, 120) + 1.1 * np.sin(self.x / 9) + w('rdt', .12), 'road_t'), .1))); pub('/amb', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1))); pub('/hum', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(.52 + .05 * self.su('rh') - .06 * self.hotday + .012 * W('rh', 1, 120) + .005 * W('rh2', 1, 10) + w('rhn', .0015), .001)))
        pub('/wnd', 'rdmk_msgs/msg/Wnd', 3, dict(w_sp=q(np.abs(self.wind + w('wsn', .08)), .05), w_dr=q(fz(np.mod(340 + 60 * self.su('wd') + 18 * W('wd', 1, 40) + 8 * W('wd2', 1, 3) + w('wdn', 1.5), 360), 'vane'), 1)))
        pub(PWR, 'rdmk_msgs/msg/Pwr', 5, dict(u_bt=q(sg('ub', 28.1 - .006 * self.i_al + .0003 * (self.n_e - 2000), .015, .03, .015, 8) - C('alt', .42), .01), i_al=q(self.i_al + w('ial', .25), .05), u_5=q(sg('u5', 5.02, .003, .006) - np.abs(N('u5', .03)), .001), t_pb=q(self.T('pb', .3 * lp(self.i_al, 30), 200, 4), .1)))
        am = 3.1 * (np.mod(t, 1.4) < .7); pub(ARW, 'rdmk_msgs/msg/Arw', 4, dict(i_ar=q(np.abs(sg('iar', .2 + am * (1 - .36 * f('arrow')), .03)), .01), u_ar=q(sg('uar', 27.4 - .1 * am, .015, .02), .01), pat=np.where(E('job') > 0, 2, 1)))
        pub(RAD, 'rdmk_msgs/msg/Rad', 3, dict(rssi=sg('rs', -58 - 3 * self.site - .05 * np.abs(self.x - 20 - 0), .9, .8, 1.4, 5) - 8.5 * f('radio'), lat_ms=q(16 + np.abs(w('lt', 2.5)), .5), ls_pc=q(self.rng('ls').gamma(.5, .15, self.n), .1)))
        ev = (np.mod(np.abs(self.x), 12) < 1.1) & (self.st == 2) & (v > .3); jm = self.shape('s_cone', .4, 1, 5) & lp(ev * 1., 1.).astype(bool)
        pub(CNS, 'rdmk_msgs/msg/Cns', 5, dict(n_st=np.clip(44 + 6 * np.tanh(self.su('nc')) - np.mod(self.once(ev), 40), 0, 60), i_cn=q(np.abs(sg('icn', .2 + lp(ev * 1., .2) * 2.7 * np.where(jm, 2., 1), .05)), .01), t_cn=q(1.62 + .06 * self.per_event('cn', ev) + w('tcn', .008) + .33 * f('cone'), .005), jam=jm))
        pub('/sft', 'rdmk_msgs/msg/Sft', 2, dict(es_ok=1, gd_ok=1, n_pp=E('ppl') * 2 + (W('pe', 1, 60) > 1.1))); pub('/msn', 'rdmk_msgs/msg/Msn', 4, dict(ph=self.st, ln=E('ln'), ly=E('ly'), n_ps=E('n_ps'), v_cmd=q(E('vc'), .01)))
        cy = f('cyc'); fw = '4.08' if self.new(8) else '4.07' if self.newver else '4.05'
        pub(CPU, 'rdmk_msgs/msg/Cpu', 2, dict(cyc=q(10 + np.abs(w('cy', .08)) + .5 * cy, .02), cyc_mx=q(12.2 + np.abs(w('cx', .8)) + cy * self.late('cy', 4, 9), .1), mem=q(sg('me', 910 + 44 * self.newver + 4 * self.su('me'), .8, 0, 2.2, 110) + self.computer_leak('mem', 76), 1), t_cpu=q(self.T('cpu', 3 * mv, 120, 25, .25), .5)), strs=dict(fw='rdmk ' + fw))
        self.finish_up('/mark/_action/status', [('s_burner', 'blr', ['burner flame lost, fault 3', 'burner lit again'], 'BL'), ('s_pump', 'pmp', ['pump cavitates', 'pump primed again'], 'PM'), ('s_cone', 'cns', ['cone jammed', 'cone arm free again'], 'CN'), ('s_gas', 'lpg', 'gas bottle nearly empty, change soon', 'LP')],
                       [(18, 'I', 'msn', 'pass done, {} m', 55, 90), (7, 'W', 'scn', 'vehicle near, waited {} s', 4, 20), (6, 'W', 'lnc', 'line seen late, {} ms', 60, 120), (5, 'I', 'blr', 'heat {} kw', 12, 30), (4, 'W', 'rad', 'server slow {} ms', 400, 900)],
                       [('I', 'sys', 'fw rdmk ' + fw), ('W', 'rtk', 'almanac 3 days old'), ('W', 'prl', 'start point from the file'), ('I', 'sft', 'guard test ok')], [('server', 'SV', 'reply slow', 1.4)])
