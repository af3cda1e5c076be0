"""Injection moulding cell: hydraulic clamp and screw, barrel of five zones with pulsed heaters, mould water in four circuits, a gantry that takes parts out and stacks them in a box; abbreviated fields."""
import numpy as np
from base import DT, Robot, Track, brief_warn, delayed, hold, hyst, kind as k, lp, mdef, q, ring

BRL, SCR, CLM, CAV, HYP, WTR, CHL, DRY, LDR, JTK, GRP, EJT, CAM, WGT, BLT, MNS, CAB, LUB, AIR, NOZ, JOB, PLC = '/brl', '/scr', '/clm', '/cav', '/hyp', '/wtr', '/chl', '/dry', '/ldr', '/tko/jnt', '/grp', '/ejt', '/cam', '/wgt', '/blt', '/mns', '/cab', '/lub', '/air', '/noz', '/job', '/plc'


class Mould(Robot):
    NAME = 'mould'
    FLAGS = [(SCR, 'flt_s'), (GRP, 'lost'), (LDR, 'no_mat'), (LUB, 'lub_lo')]
    DEFS = {
        'imm_msgs/msg/Brl': mdef('float32[5] tmp_z dut_z'),
        'imm_msgs/msg/Scr': mdef('float32 pos_s vel_s rpm_s prs_in tq_s; uint16 flt_s'),
        'imm_msgs/msg/Clm': mdef('float32 pos_c frc_c; float32[4] str_tb'),
        'imm_msgs/msg/Cav': mdef('float32[4] prs_cv tmp_cv'),
        'imm_msgs/msg/Hyp': mdef('float32 prs_hp rpm_sv amp_sv tmp_ol lvl_ol dp_fl'),
        'imm_msgs/msg/Circ': 'float32 flw_w\nfloat32 tin_w\nfloat32 tout_w',
        'imm_msgs/msg/Wtr': mdef('imm_msgs/Circ[4] cir; float32 prs_w'),
        'imm_msgs/msg/Chl': mdef('float32 tmp_ch amp_cp prs_lo prs_hi; bool cmp_on'),
        'imm_msgs/msg/Dry': mdef('float32 tmp_dr dew_dr flw_dr; uint8 tower'),
        'imm_msgs/msg/Ldr': mdef('float32 vac_ld lvl_hp amp_bl; bool no_mat'),
        'imm_msgs/msg/Grp': mdef('float32[4] vac_gp; float32 prs_jw; bool lost'),
        'imm_msgs/msg/Ejt': mdef('float32 pos_e frc_e'),
        'imm_msgs/msg/Cam': mdef('float32 len_px foc brt tms_pc; uint16 rej'),
        'imm_msgs/msg/Wgt': mdef('float32 mas_pt mas_bx'),
        'imm_msgs/msg/Blt': mdef('float32 vel_bl amp_bt'),
        'imm_msgs/msg/Mns': mdef('float32[3] vlt_ln amp_ln'),
        'imm_msgs/msg/Cab': mdef('float32 vlt_24 amp_24 tmp_cb; uint16 rpm_fn'),
        'imm_msgs/msg/Lub': mdef('float32 prs_lb lvl_lb; bool lub_lo'),
        'imm_msgs/msg/Air': mdef('float32 prs_ai flw_ai'),
        'imm_msgs/msg/Noz': mdef('float32 tmp_nz frc_nz dut_nz'),
        'imm_msgs/msg/Sft': mdef('bool es_ok gd_cls; uint8 ppl'),
        'imm_msgs/msg/Job': mdef('uint8 ph rcp box; uint32 n_sh; float32 vel_rq'),
        'imm_msgs/msg/Net': mdef('float32 rsp_ms lss'),
        'imm_msgs/msg/Plc': mdef('float32 cyc cyc_mx mem tmp_cpu; string fw'),
    }
    KINDS = dict(
        z2_duty=k('heater of zone 2 works more and more: band half dead', BRL, 'dut_z[1]', 'zone 2|heater band|barrel|brl', step=False),
        z4_noise=k('temperature of zone 4 noisy: thermocouple loose', BRL, 'tmp_z[3]', 'zone 4|thermocouple|barrel|brl'),
        z3_off=k('temperature of zone 3 stands too low: controller set wrong', BRL, 'tmp_z[2]', 'zone 3|barrel|brl', tail=200),
        z5_frozen=k('temperature of zone 5 frozen', BRL, 'tmp_z[4]', 'zone 5|barrel|brl'),
        z1_swing=k('temperature of zone 1 swings: loop badly tuned', BRL, 'tmp_z[0]', 'zone 1|barrel|brl|heater loop', tail=60),
        screw_tq=k('screw needs more and more torque: ring worn', SCR, 'tq_s', 'screw|scr|torque', step=False, where='when plasticizing'),
        screw_fast=k('screw torque pulses when it turns faster than a number: coupling', SCR, 'tq_s', 'screw|scr|coupling', where='**screw speed above a number**', cond=True, need=12),
        check_ring=k('screw creeps forward under holding pressure: check ring leaks', SCR, 'pos_s', 'screw|scr|check ring', where='when holding', need=10),
        inj_slow=k('injection pressure too high: nozzle half frozen', SCR, 'prs_in', 'injection|screw|scr|nozzle', where='when injecting', need=7),
        inj_high=k('injection pressure flutters when it is higher than a number: servo valve', SCR, 'prs_in', 'injection|screw|scr|servo valve', where='**injection pressure above a number**', cond=True, need=12),
        pos_jump=k('screw position sticks and jumps: wiper of the scale', SCR, 'pos_s', 'screw|scr|scale'),
        rpm_lost=k('speed of the screw drops out: pickup', SCR, 'rpm_s', 'screw|scr|pickup', where='when plasticizing'),
        clamp_frc=k('clamp closes with less force: height set wrong after change of mould', CLM, 'frc_c', 'clamp|clm', where='when locked'),
        tb3=k('tie bar 3 stretches more: nut loose on the others', CLM, 'str_tb[2]', 'tie bar 3|clamp|clm', where='when locked'),
        tb1_gain=k('tie bar 1 drops out: cable', CLM, 'str_tb[0]', 'tie bar 1|clamp|clm|cable'),
        clamp_pos=k('position of the clamp flickers: magnet', CLM, 'pos_c', 'clamp|clm|magnet'),
        cav2=k('cavity 2 has less pressure: gate clogged', CAV, 'prs_cv[1]', 'cavity 2|cav|gate', where='when holding', need=12),
        cav4_hot=k('cavity 4 gets hot: cooling hole closed', CAV, 'tmp_cv[3]', 'cavity 4|cav', step=False, tail=150),
        cav1_drift=k('pressure sensor of cavity 1 drifts: zero', CAV, 'prs_cv[0]', 'cavity 1|cav|pressure sensor', step=False),
        cav3_noise=k('temperature of cavity 3 noisy: plug', CAV, 'tmp_cv[2]', 'cavity 3|cav|plug'),
        hp_pump=k('servo pump turns faster for the same work: rotor worn', HYP, 'rpm_sv', 'servo pump|hyp|hydraulic', step=False),
        hp_hot=k('hydraulic pressure flutters when the oil is hotter than a number: relief valve', HYP, 'prs_hp', 'hydraulic|hyp|relief valve', where='**oil temperature above a number**', cond=True),
        oil_hot=k('oil gets hot: cooler choked', HYP, 'tmp_ol', 'oil|hyp|oil cooler', step=False, tail=500),
        oil_lvl=k('level of the oil falls: seal leaks', HYP, 'lvl_ol', 'oil|hyp|seal', step=False),
        servo_amps=k('servo drive draws more current: bearing', HYP, 'amp_sv', 'servo drive|hyp|servo pump'),
        filt=k('pressure over the oil filter too high: full', HYP, 'dp_fl', 'oil filter|hyp'),
        w3_flow=k('water of circuit 3 flows less: lime', WTR, 'cir[2].flw_w', 'circuit 3|water|wtr'),
        w1_out=k('outlet of circuit 1 reads too warm: probe replaced, not calibrated', WTR, 'cir[0].tout_w', 'circuit 1|water|wtr|probe'),
        w4_sticky=k('flow of circuit 4 frozen: turbine stuck', WTR, 'cir[3].flw_w', 'circuit 4|water|wtr|turbine'),
        w_prs=k('water pressure pulses: pump draws air', WTR, 'prs_w', 'water pump|water|wtr'),
        chl_lo=k('suction pressure of the chiller low: refrigerant lost', CHL, 'prs_lo', 'chiller|chl|refrigerant', where='when the compressor runs'),
        chl_amp=k('compressor of the chiller draws more and more current: winding', CHL, 'amp_cp', 'chiller|chl|compressor', step=False, where='when the compressor runs'),
        dew=k('dew point of the dryer rises: desiccant spent', DRY, 'dew_dr', 'dryer|dry|desiccant', step=False),
        dry_flow=k('dryer has less air: filter', DRY, 'flw_dr', 'dryer|dry|dryer filter'),
        dry_unit=k('dryer reports Fahrenheit: module replaced', DRY, 'tmp_dr', 'dryer|dry'),
        vac=k('loader reaches less vacuum: lid leaks', LDR, 'vac_ld', 'loader|ldr|lid', where='when loading', need=12),
        hop=k('level of the hopper noisy: dust on the sensor', LDR, 'lvl_hp', 'hopper|loader|ldr'),
        x_place=k('take out axis x lags at one place: rack dented', JTK, 'velocity[0]', 'axis x|gantry|take out|rack', where='**at a place**', cond=True, need=8),
        z_amps=k('axis z needs more and more effort: spindle dry', JTK, 'effort[2]', 'axis z|gantry|take out|spindle', step=False, where='when axis z moves', need=12),
        y_fast=k('axis y needs a fluttering effort when it is faster than a number: belt', JTK, 'effort[1]', 'axis y|gantry|take out|belt', where='**speed of axis y above a number**', cond=True, need=8),
        jnt_old=k('joint states of the gantry come late: bus overloaded', JTK, 'header.stamp', 'joint states|gantry|take out', step=False),
        pose_off=k('pose of the gripper stands off in z: homed wrongly', '/tko/pos', 'pose.position.z', 'gantry pose|gripper pose|tko pos'),
        pose_lost=k('poses of the gripper get lost', '/tko/pos', 'header.stamp', 'gantry pose|gripper pose|tko pos'),
        shake_place=k('gantry is shaken at one place: bolt of the beam loose', '/tko/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'imu|gantry|take out|beam', where='**at a place**', cond=True, need=8),
        imu_rate=k('imu of the gantry sends half of its messages: battery saver', '/tko/imu', 'header.stamp', 'imu|gantry imu'),
        cup2=k('suction cup 2 holds less vacuum: lip torn', GRP, 'vac_gp[1]', 'suction cup 2|gripper|grp', where='when holding a part', need=12),
        cup_place=k('suction cup 4 loses vacuum at one place: hose pinched there', GRP, 'vac_gp[3]', 'suction cup 4|gripper|grp|hose', where='**at a place**', cond=True, need=6),
        jaw=k('jaw pressure uneasy: regulator', GRP, 'prs_jw', 'jaw|gripper|grp|regulator'),
        eject=k('ejector needs more force: pins dry', EJT, 'frc_e', 'ejector|ejt|pins', where='when ejecting', need=10),
        lens=k('camera loses sharpness: oil mist', CAM, 'foc', 'camera|cam|lens', step=False),
        bright=k('pictures late when they are brighter than a number: exposure loop', CAM, 'tms_pc', 'camera|cam|exposure', where='**brightness above a number**', cond=True),
        len_off=k('length of the part reads too long: lens moved', CAM, 'len_px', 'camera|cam|part length'),
        scale=k('mass of the part scatters: draught at the scale', WGT, 'mas_pt', 'scale|wgt|part mass'),
        belt=k('belt runs unevenly: joint of the belt', BLT, 'vel_bl', 'belt|blt', where='when the belt runs', need=12),
        ph3=k('voltage of phase 3 falls when the current is above a number: terminal', MNS, 'vlt_ln[2]', 'phase 3|mains|mns|terminal', where='**line current above a number**', cond=True, need=12),
        ph1_amp=k('current of phase 1 reads too little: transformer open', MNS, 'amp_ln[0]', 'phase 1|mains|mns|current transformer'),
        v24=k('24 V uneasy: capacitor', CAB, 'vlt_24', '24 v|cabinet|cab|capacitor'),
        cab_hot=k('cabinet gets hot: filter mat', CAB, 'tmp_cb', 'cabinet|cab|filter mat', step=False, tail=400),
        lub_prs=k('lubrication builds less pressure: line open', LUB, 'prs_lb', 'lubrication|lub', need=12, where='when lubricating'),
        air_load=k('air pressure falls when the flow is above a number: hose', AIR, 'prs_ai', 'compressed air|air|hose', where='**air flow above a number**', cond=True, need=12),
        noz_force=k('nozzle presses with less force: cylinder', NOZ, 'frc_nz', 'nozzle|noz|nozzle cylinder'),
        noz_cold=k('heater of the nozzle works more: draught', NOZ, 'dut_nz', 'nozzle|noz|nozzle heater'),
        hum=k('humidity frozen', '/hum', 'relative_humidity', 'humidity|hum'),
        cyc=k('controller has far longer worst cycles', PLC, 'cyc_mx cyc', 'controller|plc'),
        mem=k('memory of the controller fills', PLC, 'mem', 'controller|plc|memory', step=False),
        s_screw=k('screw reports a stalled drive', [SCR, '/rosout', '/diagnostics'], 'flt_s rpm_s', 'screw|scr', silent=False),
        s_part=k('gripper reports lost parts again and again', [GRP, '/rosout', '/diagnostics'], 'lost vac_gp', 'gripper|grp', silent=False),
        s_mat=k('loader reports that no material comes', [LDR, '/rosout', '/diagnostics'], 'no_mat vac_ld', 'loader|ldr', silent=False),
        s_lub=k('lubrication warns that the oil is nearly used up', [LUB, '/rosout', '/diagnostics'], 'lub_lo', 'lubrication|lub', silent=False),
    )

    def plan(self):
        self.day(24, 1.5, 4.); n, z0 = self.n, self.z0; r = self.rng('shift'); new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 7) else 0
        T = Track(self, c=400., s=60., e=0., x=.2, y=.15, z=.1); rc = int(r.choice((1, 2, 3))); no = 0; T.set(rcp=rc, cush=60, trq=0, vrq=0); cell = 0
        if self.cold: T.wait(r.uniform(200, 300), 11)
        else: T.wait(r.uniform(5, 30), 0)
        change = r.uniform(900, 2400)
        while T.more:
            a0 = T.i; no += 1; T.spd = .8 if self.is_life(6) and no % 2 else 1.; T.set(n=no)
            if T.sec > change: change += r.uniform(1300, 2600); rc = int(r.choice([x for x in (1, 2, 3) if x != rc])); T.set(rcp=rc); T.wait(r.uniform(30, 60), 9); T.set(gd=1); T.wait(20, 9); T.set(gd=0)      # another recipe: purged
            if r.random() < .045: T.set(gd=1); T.wait(r.uniform(10, 45), 10); T.set(gd=0)                                                            # somebody clears a part, wipes the mould
            if self.is_life(5, 9) and no == 12: [(T.go(12, v=60, a=120, s=s_), T.wait(3, 12)) for s_ in (10, 60, 10, 60, 10, 60)]; T.set(gd=1); T.wait(90, 12); T.set(gd=0)      # weekly: screw purged, vents cleaned
            big = new3 and no % 9 == 0; shot = (42, 52, 36)[rc - 1] * (1.25 if big else 1.); hp = (420, 520, 360)[rc - 1] * r.uniform(.985, 1.015); vin = (38, 30, 46)[rc - 1] * r.uniform(.96, 1.04); cool = (6.5, 8.5, 5.5)[rc - 1] * (1.5 if big else 1.)      # thick part: for the first time in life/3
            top = 8 + shot; T.set(dose=top); T.go(1, v=330, a=700, c=0.); T.set(lock=1); T.wait(.6, 1); T.set(inj=1, hp=hp, vrq=vin); T.go(2, v=vin, a=160, s=9.5); T.set(inj=0, hold=1); T.go(3, sec=2.6 + .4 * (rc == 2), s=6.2 + r.uniform(-.15, .15)); T.set(hold=0, vrq=0)
            if new4 and r.random() < .25: T.set(hold=.6); T.wait(2.2, 3); T.set(hold=0)                                                               # second holding stage: for the first time in life/4
            rpm = r.uniform(95, 150) * (1, .85, 1.15)[rc - 1]; T.set(trq=rpm); d = top / (rpm * .075); T.go(4, sec=d, s=top); T.set(trq=0); T.wait(max(.8, cool - d), 5)
            T.set(lock=0); T.go(6, v=380, a=800, c=400.); T.set(part=0); ii, jj = cell % 4, (cell // 4) % 3; cell += 1
            T.go(7, v=1.3, a=4., y=.62, z=.55); T.go(7, sec=.5, e=45.); T.set(gpv=1); T.wait(.6, 7); T.set(part=1); T.go(7, sec=.35, e=0.); T.go(7, v=1.4, a=4.5, y=.15, z=.1)
            T.go(8, v=1.5, a=3.5, x=.9); T.set(see=1); T.wait(.8, 8); T.set(see=0); T.go(8, v=1.5, a=3.5, x=1.15 + .22 * ii, y=.12 + .24 * jj); T.go(8, sec=.9, z=.75); T.set(gpv=0, part=0); T.wait(.3, 8); T.go(8, sec=.8, z=.1); T.set(put=no)
            if r.random() < .5: T.go(8, v=1.5, a=3.5, x=.2, y=.15)
            else: T.go(8, v=.9, a=3., x=.55, y=.5); T.go(8, v=1.5, a=3.5, x=.2, y=.15)
            if cell % 12 == 0: T.set(bt=1); T.wait(r.uniform(6, 10), 13); T.set(bt=0, bx=cell // 12)                                                  # full box driven away
            T.task(a0, 'shot')
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0); f = self.f
        self.c, self.s, self.e = (lp(A[a], .05) for a in 'cse'); self.dc, self.ds = (np.gradient(x, DT) for x in (self.c, self.s)); self.J = [ring(A[a], fr, .6) for a, fr in (('x', 2., ), ('y', 2.4), ('z', 2.2))]; self.dJ = [lp(np.gradient(x, DT), .05) for x in self.J]; self.ddJ = [lp(np.gradient(x, DT), .06) for x in self.dJ]; self.gmv = sum(np.abs(x) for x in self.dJ) > .05
        self.lock = lp(E('lock'), .25); inj, hl = E('inj'), E('hold'); visc = 1 + .0 * z0; self.visc = visc = (1 + .03 * self.su('mat') + .05 * np.sin(2 * np.pi * self.t / 700 + self.u('mt', 3))) * (1 + .04 * (E('rcp') == 2)); fill = np.clip((E('dose') - self.s) / np.maximum(E('dose') - 9, 1), 0, 1)
        self.pin = lp(np.maximum(inj * (180 + 9.5 * np.abs(self.ds) * (.4 + .9 * fill**2)) * visc, hl * E('hp')), .07) * (inj + hl + 1e-9 > .1); self.pin = lp(self.pin + 42 * (E('trq') > 0) * visc, .06)
        self.rpm = ring(E('trq'), 1.2, .6); self.plast = E('trq') > 0; self.tqs = (self.rpm / 120) * (330 + 30 * (E('rcp') == 2)) * visc * (1 + .05 * self.pink('tq', 1, .2, 20))
        self.pcv = lp(np.where(fill > .8, self.pin * .62, 0) * (self.lock > .5), .2); self.hot = (E('inj') + .4 * hl); cyc = lp(np.maximum(np.abs(self.dc) / 380, .2 * (self.gmv * 1.)), 30)
        self.php = ring(np.maximum.reduce([12 + z0, .22 * np.abs(self.dc), self.pin * .28, 95 * (E('lock') > 0) * (1 - .85 * self.lock), self.plast * (70 + .1 * self.tqs), 45 * (np.abs(np.gradient(self.e, DT)) > 5)]), 1.8, .5); self.php = np.maximum(self.php, 4)
        self.fl = np.abs(self.dc) * .19 + np.abs(self.ds) * (inj + hl) * .9 + self.rpm * .34 + .3 * np.abs(np.gradient(self.e, DT)); self.fl = lp(self.fl, .1); self.psv = self.php * self.fl / 600
        self.oilh = lp(self.psv * 9 + .07 * self.php, 300, 0. if self.cold else float((self.psv * 9 + .07 * self.php)[:9000].mean())); self.tol = 34 + .35 * (self.amb - 24) - 9 * self.cold * np.exp(-self.t / 500) + .45 * self.oilh + 1.3 * np.sin(2 * np.pi * self.t / 210 + self.u('cl', 2)) + .8 * self.su('ol')
        so, self.cmp = self.store(.11 + .05 * np.clip(lp(self.hot, 40), 0, 1) + .004 * (self.amb - 24), .3, 12., 15.5, 14.); self.tch = 27.5 - lp(so, 4)
        self.ldn = (np.mod(self.t + 9 * self.u('ld', 1), (62, 50, 74)[0]) < 9) * 1.; self.ldn = self.ldn * (self.st != 9); self.il = lp(9 + 4.2 * self.psv * .8 + 7.5 * self.cmp + 3.5 * self.ldn + 5.5 * (self.pieces('hz', 4, 14, 0, 1) < .45) + 4 * self.gmv, .4) + .3 * self.pink('il', 1)
        jet = self.ups(E('lock') < .5, 1.6); self.fa = lp(24 + 85 * jet + 48 * E('gpv') + 34 * (self.pieces('nb', 8, 50, 0, 1) < .35) + 120 * (self.st == 12), .4) + 2 * self.pink('fa', 1); self.lum = lp(128 + 5 * self.su('lum') + 18 * np.tanh(1.4 * self.wander('lum', 1, 55)) + 12 * (E('rcp') == 2), .6) + 1.6 * self.wander('lu2', 1, 4); self.zv = self.dJ
        self.num('screw_fast', self.rpm, SCR + ':rpm_s', ['rpm s', 'screw speed', 'speed', 'faster', 'turns', 'screw'], above=self.quan(self.rpm, self.rpm > 60, .4, 0), tol=.3); self.num('inj_high', self.pin, SCR + ':prs_in', ['prs in', 'injection pressure', 'pressure', 'prs cv', 'prs hp'], above=self.quan(self.pin, self.pin > 150, .35, -1), tol=.4)
        self.num('hp_hot', self.tol, HYP + ':tmp_ol', ['tmp ol', 'oil temperature', 'hotter', 'temperature', 'oil'], above=self.quan(self.tol, self.tol > 0, .5, 1), tol=.12); self.num('y_fast', np.abs(self.dJ[1]), JTK + ':velocity[1]', ['velocity', 'speed', 'axis y', 'faster'], above=self.quan(np.abs(self.dJ[1]), np.abs(self.dJ[1]) > .1, .35, 1), tol=.55)
        self.num('bright', self.lum, CAM + ':brt', ['brt', 'brightness', 'brighter', 'light'], above=self.quan(self.lum, self.lum > 0, .58, 0), tol=.18); self.num('ph3', self.il, MNS + ':amp_ln[2]', ['amp ln', 'line current', 'current', 'load'], above=self.quan(self.il, self.il > 0, .6, 1), tol=.35); self.num('air_load', self.fa, AIR + ':flw_ai', ['flw ai', 'air flow', 'flow', 'consumption'], above=self.quan(self.fa, self.fa > 0, .65, 0), tol=.4)
        X, Y = self.J[0], self.J[1]; g = self.gmv; self.places(X, Y, g & (X > .3), x_place=(.14, .035), shake_place=(.14, .035)); self.places(X, Y, (E('part') > 0) & (X > .35), cup_place=(.2, .045))
        pw = ('plasticizing', 'turning', 'rpm s', 'screw', 'running', 'velocity'); hw = ('holding', 'hold', 'injecting', 'prs in', 'pressure', 'prs cv', 'ph'); self.mode('screw_tq rpm_lost', self.plast, *pw); self.mode('check_ring cav2', (hl > 0), *hw); self.mode('inj_slow', inj > 0, 'injecting', 'injection', 'prs in', 'vel s'); self.mode('clamp_frc tb3', self.lock > .8, 'locked', 'clamp', 'frc c', 'closed', 'pos c'); self.mode('chl_lo chl_amp', self.cmp > .5, 'compressor', 'cmp on', 'runs', 'running', 'on')
        self.mode('vac', self.ldn > .5, 'loading', 'loader', 'amp bl'); self.mode('z_amps', np.abs(self.dJ[2]) > .1, 'axis z', 'moving', 'velocity', 'moves'); self.mode('cup2', E('part') > 0, 'holding', 'part', 'gripper', 'suction', 'vac gp'); self.mode('eject', np.abs(np.gradient(self.e, DT)) > 10, 'ejecting', 'pos e', 'ejector'); self.mode('belt', E('bt') > 0, 'belt', 'runs', 'running', 'amp bt'); self.lubt = np.mod(self.t + 60 * self.u('lb', .4), 120); self.mode('lub_prs', self.lubt < 24, 'lubricating', 'lubrication', 'prs lb')

    def build(self):
        t, f, w, E, h, W, sg, H, u = self.t, self.f, self.ns, self.E, self.h, self.wander, self.sg, self.H, self.u; N, P, C, B, fz, S = self.N, self.P, self.C, self.B, self.fz, self.white; pub = lambda *a, **k_: self.pub(*a, **dict(dict(jit=.002, lag=.005), **k_)); inj, hl, lk = E('inj'), E('hold'), self.lock; rc = E('rcp').astype(int); pl = self.plast * 1.; n = self.n
        st0 = [np.array([0, 205, 232, 190])[rc] + d for d in (0, 8, 14, 18, 15)]; cold = 60 * self.cold * np.exp(-t / 140); shear = lp(pl, 25); tz, dz = [], []
        for i in range(5):
            base = lp(st0[i], 70, float(st0[i][0])); y = base - cold - 1.1 * shear * (i < 2) + .9 * shear * (i > 2) + .45 * np.sin(2 * np.pi * t / (46 + 5 * i) + u(f'zp{i}', 3) + W(f'zq{i}', .6, 90)) * (1 + .3 * u(f'za{i}'))
            d = 26 + 4 * i * (i < 3) + .16 * (base - 200) + 6 * (i < 2) * shear - 12 * shear * (i > 2) + .3 * cold + 130 * np.maximum(np.gradient(base, DT), 0) - .35 * (self.amb - 24)
            if i == 0: y = y + f('z1_swing') * 3.4 * np.sin(2 * np.pi * t / 31)
            elif i == 1: d = d * (1 + .42 * f('z2_duty'))
            elif i == 2: y = y - 6.5 * lp(f('z3_off'), 25)
            elif i == 3: y = y + N('z4_noise', 2.6) - P('z4_noise', 14, .02)
            y = y + w(f'tz{i}', .12); tz.append(q(fz(y, 'z5_frozen') if i == 4 else y, .1)); dz.append(q(np.clip(d + 2.2 * W(f'dz{i}', 1, 8) + w(f'dzn{i}', 1.), 0, 100), .5))
        pub(BRL, 'imm_msgs/msg/Brl', 4, dict(tmp_z=tz, dut_z=dz))
        stl = self.shape('s_screw', .4, .6, 4) & self.plast; ps = self.s + w('ps', .012); leak = 2.1 * f('check_ring') * lp(hl, .5) * (hl > 0); pr = self.pin * (1 + .21 * f('inj_slow') * lp(inj, .06)) + h('inj_high', .08) * (34 * S('ihx') + 15 * np.sin(2 * np.pi * 3.1 * t))
        pub(SCR, 'imm_msgs/msg/Scr', 12, dict(pos_s=q(self.sticky(ps, 'pos_jump', 1.6) - leak, .01), vel_s=q(self.ds + w('vs', .12), .05), rpm_s=q(np.where((B('rpm_lost', 1., lo=.2, hi=1.5) > .1) & self.plast, 0, np.maximum(self.rpm * np.where(stl, .3, 1) + w('rs', .5) * (.1 + pl), 0)), .2), prs_in=q(np.maximum(pr + w('pr', 1.6), 0), .5), tq_s=q(np.maximum(self.tqs * (1 + .24 * f('screw_tq')) * np.where(stl, 1.5, 1) + h('screw_fast', .2) * (70 * np.sin(2 * np.pi * self.rpm / 60 * t) + 38 * S('sfx')) + w('tqn', 2.5), 0), .5), flt_s=np.where(stl, 0x31, 0)))
        fc = lk * (1320 + (0, 0, 120, -90)[0] + np.array([0, 0, 120, -90])[rc]) * (1 - .085 * f('clamp_frc')) + .25 * self.pcv; cut = B('tb1_gain', 1., lo=.3, hi=2.5) > .1
        pub(CLM, 'imm_msgs/msg/Clm', 10, dict(pos_c=q(self.c + w('pc', .06) + N('clamp_pos', 1.6) + P('clamp_pos', 11, .03), .05), frc_c=q(np.maximum(sg('fc', fc, 2.5, 3), 0), 1), str_tb=[q(np.where(cut, -2, 1) * np.maximum(sg(f'tb{i}', fc * .26 * (1 + u(f'tbg{i}', .012) + (.095 * f('tb3') * lk if i == 2 else 0)), .6, 1.2, .8, 40), 0) if i == 0 else np.maximum(sg(f'tb{i}', fc * .26 * (1 + u(f'tbg{i}', .012) + (.095 * f('tb3') * lk if i == 2 else 0)), .6, 1.2, .8, 40), 0), .2) for i in range(4)]))
        tm = np.array([0, 48, 62, 40])[rc]; tm = lp(tm, 120, float(tm[0])); pulse = lp(lp(inj * 90, .5), 2.6)
        pub(CAV, 'imm_msgs/msg/Cav', 10, dict(prs_cv=[q(np.maximum(self.pcv * (1 + u(f'cg{i}', .02) + .015 * W(f'cgw{i}', 1, 12) - (.22 * f('cav2') if i == 1 else 0)) + 2.5 * np.abs(u(f'co{i}')) + w(f'cn{i}', 1.1) + (17 * f('cav1_drift') if i == 0 else 0), 0), .5) for i in range(4)], tmp_cv=[q(sg(f'ct{i}', tm - 6 * self.cold * np.exp(-t / 200) + pulse * (1 + .1 * u(f'cpu{i}')), .25, .8, .3, 30) + (8.5 * lp(f('cav4_hot'), 50) if i == 3 else N('cav3_noise', 2.8) if i == 2 else 0), .1) for i in range(4)]))
        rv = (self.fl * 7.2 + .9 * self.php) * (1 + u('rv', .01)) * (1 + .25 * f('hp_pump')); pp = self.php + h('hp_hot', .4) * (9 * S('hhx') + 4 * np.sin(2 * np.pi * 2.2 * t))
        pub(HYP, 'imm_msgs/msg/Hyp', 10, dict(prs_hp=q(np.maximum(sg('hp', pp, .5, .4, .4, 3), 0), .2), rpm_sv=q(np.maximum(sg('rv', rv, 4, 3), 0), 1), amp_sv=q(np.abs(sg('as', 1.8 + .12 * self.php + 2.2 * self.psv + 4.2 * f('servo_amps'), .12, .1)), .05), tmp_ol=q(self.own(self.tol + w('to', .1) + 5.2 * lp(f('oil_hot'), 120), 1, 'to'), .1), lvl_ol=q(sg('lo', 84 + 1.2 * self.su('lo') - .006 * self.c + .05 * (self.tol - 42), .15, 0, .25, 6) - 6.5 * f('oil_lvl'), .1), dp_fl=q(np.maximum(sg('df', .4 + .0045 * self.fl + .2 * np.exp((38 - self.tol) / 9), .015, .02, .015, 9) + .36 * f('filt'), 0), .005)))
        V, load = {}, lp(inj * 26 + hl * 8, 14)
        for i in range(4):
            fw = (11.5, 9.8, 12.2, 8.6)[i] * (1 - (.22 * f('w3_flow') if i == 2 else 0)); fw = sg(f'fw{i}', fw, .07, .2, .1, 25); ti = self.tch + .8 * (i > 1) + np.clip(tm - 40, 0, 30) * .6; to = ti + load * 4.6 / (11.5, 9.8, 12.2, 8.6)[i] * (1 + .03 * u(f'wq{i}'))
            V.update({f'cir[{i}].flw_w': q(fz(fw, 'w4_sticky') if i == 3 else fw, .02), f'cir[{i}].tin_w': q(ti + w(f'ti{i}', .06) + u(f'tio{i}', .1), .05), f'cir[{i}].tout_w': q(to + w(f'tw{i}', .06) + u(f'two{i}', .1) + (1.7 * f('w1_out') if i == 0 else 0), .05)})
        pub(WTR, 'imm_msgs/msg/Wtr', 4, dict(V, prs_w=q(np.maximum(sg('pw', 4.2, .02, .05, .03, 25) + self.hum('pw', .03, .07) + N('w_prs', .17) + f('w_prs') * .22 * np.sin(2 * np.pi * t / 1.6), 0), .01)))
        cm = lp(self.cmp, .6)
        pub(CHL, 'imm_msgs/msg/Chl', 4, dict(tmp_ch=q(self.tch + w('tc', .08), .05), amp_cp=q(np.abs(sg('ac', .1 + cm * (8.6 + .1 * (self.amb - 24) + .9 * np.exp(-np.mod(t, 60) / 9)) + 2.1 * f('chl_amp') * cm, .06, .05)), .05), prs_lo=q(sg('pl', 6.2 - 2.3 * lp(cm, 5) - .75 * f('chl_lo') * lp(cm, 2), .03, .04), .02), prs_hi=q(sg('ph', 11 + 5.2 * lp(cm, 9) + .16 * (self.amb - 24), .05, .08), .02), cmp_on=self.cmp))
        tw = np.mod(np.floor((t + 300 * self.u('tw', .6)) / 480), 2); sw = np.mod(t + 300 * self.u('tw', .6), 480); td = 82 + 8 * (rc == 2) + 3.2 * np.exp(-sw / 40) + .5 * W('td', 1, 60); td = lp(td, 20) + w('tdn', .12)
        pub(DRY, 'imm_msgs/msg/Dry', 3, dict(tmp_dr=q(np.where(self.on('dry_unit'), td * 1.8 + 32, td), .1), dew_dr=q(self.own(sg('dd', -41 + 9 * np.exp(-sw / 55) + .014 * sw + .8 * self.su('dd'), .15, 0, .3, 60) + 9.5 * f('dew'), 1, 'dd'), .1), flw_dr=q(sg('fd', 62 - 4 * np.exp(-sw / 25), .35, .7, .4, 20) * (1 - .14 * f('dry_flow')), .1), tower=tw))
        ld = lp(self.ldn, .7); nm = self.shape('s_mat', .5, 2, 7) & (self.ldn > .5); lv = self.tank(.32 + 0 * t, 2.3 * self.ldn, 100, 70)
        pub(LDR, 'imm_msgs/msg/Ldr', 5, dict(vac_ld=q(np.maximum(ld * (228 + 7 * W('vl', 1, 3)) * (1 - .22 * f('vac')) * np.where(nm, 1.2, 1) + w('vln', 1.2), 0), .5), lvl_hp=q(np.clip(lp(lv, 2) + .8 * W('lh', 1, 3) + w('lhn', .4) + N('hop', 5.5) - P('hop', 22, .03), 0, 110), .2), amp_bl=q(np.abs(.1 + ld * (5.4 + .12 * W('ab', 1, 3)) + w('abn', .05)), .02), no_mat=nm))
        xp = h('x_place', .06); ef = [np.abs(9 * np.clip(np.abs(self.dJ[i]) * 12, 0, 1) + (6, 5, 9)[i] * np.abs(self.ddJ[i]) + (0, 0, 11)[i] + 3.5 * np.abs(self.dJ[i])) for i in range(3)]
        ef = [np.abs(sg(f'ef{i}', x * (1 + u(f'eg{i}', .015)), .5, .5)) for i, x in enumerate(ef)]; ef[2] = ef[2] + 9.5 * f('z_amps') * np.clip(np.abs(self.dJ[2]) * 12, 0, 1); ef[1] = np.maximum(ef[1] + h('y_fast', .06) * (10 * S('yfx') + 8), 0)
        vs = [x + w(f'jv{i}', .003) for i, x in enumerate(self.dJ)]; vs[0] = vs[0] * (1 - .3 * xp) + xp * .11 * S('xpx')
        self.joints(JTK, 15, ['x', 'y', 'z', 'clamp', 'ejector'], [x + w(f'jp{i}', 1e-4) for i, x in enumerate(self.J)] + [self.c / 1000, self.e / 1000], vs + [self.dc / 1000, np.gradient(self.e, DT) / 1000], ef + [self.fl * 0 + lk * 90, np.abs(np.gradient(self.e, DT)) * .4], jit=.001, lag=.003, age=.7 * f('jnt_old'))
        pub('/tko/pos', 'geometry_msgs/msg/PoseStamped', 12, {'pose.position.x': q(self.J[0] + w('px', 2e-4), 1e-4), 'pose.position.y': q(self.J[1] + w('py', 2e-4), 1e-4), 'pose.position.z': q(1.4 - self.J[2] + w('pz', 2e-4) + .011 * f('pose_off'), 1e-4), 'pose.orientation.w': 1.}, 'cell', drop=.5 * f('pose_lost'))
        sgr, sp = .03 + .14 * sum(np.abs(x) for x in self.dJ) + .06 * lp((np.abs(np.gradient(lk, DT)) > .5) * 1., .2), C('shake_place', 1., .06)
        self.imu('/tko/imu', 14, (w('ir', 3e-4), w('ip', 3e-4), w('iy', 3e-4)), tuple(w('g' + a, .003) * (1 + 2 * self.gmv) for a in 'xyz'), (self.ddJ[0] + sgr * S('ax') + sp * 1.3 * S('axx'), self.ddJ[1] + sgr * S('ay') + sp * 1.3 * S('ayx'), 9.81 - self.ddJ[2] + 1.2 * sgr * S('az') + sp * 1.6 * S('azx')), 'gripper', drop=.5 * f('imu_rate'))
        gv, pt = lp(E('gpv'), .15), lp(E('part'), .1); ls = self.shape('s_part', .35, .6, 4) & (E('part') > 0)
        pub(GRP, 'imm_msgs/msg/Grp', 8, dict(vac_gp=[q(np.maximum(gv * (14 + 52 * pt * (1 + u(f'vg{i}', .015))) * np.where(ls, .3, 1) + 1.1 * W(f'vgw{i}', 1, 2) * gv + w(f'vgn{i}', .4) - (15 * f('cup2') * pt if i == 1 else C('cup_place', 17, .3) * pt if i == 3 else 0), 0), .1) for i in range(4)], prs_jw=q(sg('pj', 5.1 - .25 * gv, .015, .03, .02, 9) + N('jaw', .19, .3), .01), lost=ls))
        ve = np.abs(np.gradient(self.e, DT)); me = lp((ve > 10) * 1., .06)
        pub(EJT, 'imm_msgs/msg/Ejt', 10, dict(pos_e=q(self.e + w('pe', .03), .02), frc_e=q(np.maximum(me * (6.2 + .012 * lp(E('hp'), 5) * (np.gradient(self.e, DT) > 0) + .3 * W('fe', 1, 6) + 4.1 * f('eject')) + w('fen', .08), 0), .02)))
        lenp = 812 + np.array([0, 0, 34, -51])[rc] + 1.1 * self.per_event('ln', E('see') > 0) - .8 * (self.visc - 1) * 10; rj = self.once((self.per_event('rj', E('see') > 0) > .96) & (E('see') > 0))
        pub(CAM, 'imm_msgs/msg/Cam', 5, dict(len_px=q(lenp + w('lnn', .3) + 6.5 * f('len_off'), .1), foc=q(np.clip(sg('fo', 71 - .015 * (self.lum - 128), .8, .9, 1.1, 12) - 11.5 * f('lens'), 0, 100), .1), brt=q(self.lum + w('br', .8), .5), tms_pc=q(29 + np.abs(w('tp', 1.4)) + h('bright', .4) * (9 + 4 * np.abs(S('brx'))), .5), rej=rj))
        mp = np.array([0, 38.2, 47.1, 32.8])[rc] * (1 + .004 * self.per_event('mp', E('put') > 0) + .01 * (self.visc - 1)); kbx = np.mod(self.once(np.diff(E('put'), prepend=0) > 0), 12)
        pub(WGT, 'imm_msgs/msg/Wgt', 4, dict(mas_pt=q(np.maximum(mp + .05 * W('mw', 1, 6) + w('mpn', .06) + N('scale', .95, .5), 0), .02), mas_bx=q(410 + kbx * mp + w('mb', .5), .5)))
        bt = lp(E('bt'), .4)
        pub(BLT, 'imm_msgs/msg/Blt', 6, dict(vel_bl=q(np.maximum(bt * (180 + u('vb', 2) + f('belt') * (31 * np.sin(2 * np.pi * t / .8) - 16)) + w('vbn', 1.2) * (.2 + bt), 0), .5), amp_bt=q(np.abs(.1 + 1.1 * bt + w('abt', .03)), .01)))
        vl = 231 - 2.4 * self.site + .7 * self.su('vl') + .6 * W('vlw', 1, 40)
        pub(MNS, 'imm_msgs/msg/Mns', 4, dict(vlt_ln=[q(sg(f'vl{i}', vl - .07 * self.il, .15, .3, .25, 8) - (C('ph3', 3.1) if i == 2 else 0), .1) for i in range(3)], amp_ln=[q(np.maximum(sg(f'al{i}', self.il * (1 + u(f'alg{i}', .015)), .15, 0, .12, 3) * (1 - .23 * f('ph1_amp') if i == 0 else 1), 0), .05) for i in range(3)]))
        a24 = 6.1 + .7 * self.gmv + .9 * E('gpv') + .4 * pl + .2 * W('a24', 1, 5)
        pub(CAB, 'imm_msgs/msg/Cab', 4, dict(vlt_24=q(sg('v24', 24.2 - .012 * a24, .01, .02) - np.abs(N('v24', .14)), .01), amp_24=q(a24 + w('a24n', .08), .02), tmp_cb=q(self.T('tk', 2.4 * lp(self.il / 20, 60) + 6.5 * f('cab_hot'), 260, 7), .1), rpm_fn=sg('rf', 2380 + 12 * (self.amb - 24), 8, 12, 9, 9)))
        lb = self.lubt; lp_ = np.where(lb < 9, 34 * (1 - np.exp(-lb / 2.2)), 34 * np.exp(-(lb - 9) / 7.))
        pub(LUB, 'imm_msgs/msg/Lub', 3, dict(prs_lb=q(np.maximum(sg('plb', .4 + lp_ * (1 - .35 * f('lub_prs')), .15, .2), 0), .1), lvl_lb=q(58 + 13 * np.tanh(self.su('lb')) - t * 7e-4 + w('llb', .15), .1), lub_lo=(f('s_lub') > 0) & (t % 17 < 6)))
        pub(AIR, 'imm_msgs/msg/Air', 5, dict(prs_ai=q(sg('pa', 6.3 - .0011 * self.fa, .015, .03, .02, 12) - C('air_load', .44), .01), flw_ai=q(np.maximum(self.fa + w('fan', 1.6), 0), .5)))
        tn = np.array([0, 212, 240, 198])[rc]; tn = lp(tn, 45, float(tn[0])) - cold
        pub(NOZ, 'imm_msgs/msg/Noz', 4, dict(tmp_nz=q(sg('tn', tn + 1.2 * lp(inj, 3) * 2, .2, .6, .5, 18), .1), frc_nz=q(np.maximum(sg('fn', 31 + 5 * lp(inj + hl, .2), .2, .4, .25, 12) - 5.2 * f('noz_force'), 0), .05), dut_nz=q(np.clip(34 + .12 * (tn - 200) + .2 * cold - 6 * lp(inj, 9) + 2.5 * W('dn', 1, 12) + w('dnn', 1) + 17 * lp(f('noz_cold'), 15), 0, 100), .5)))
        pub('/amb', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1))); pub('/hum', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(fz(.45 + .05 * self.su('rh') + .012 * self.pink('rh', 1, 10, 400) + w('rhn', .0012), 'hum'), .001)))
        pub('/sft', 'imm_msgs/msg/Sft', 2, dict(es_ok=1, gd_cls=E('gd') < .5, ppl=E('gd') + (W('pe', 1, 60) > 1.2))); pub(JOB, 'imm_msgs/msg/Job', 4, dict(ph=self.st, rcp=E('rcp'), box=E('bx'), n_sh=E('n'), vel_rq=q(E('vrq'), .1))); pub('/net', 'imm_msgs/msg/Net', 3, dict(rsp_ms=q(7 + self.rng('rs').gamma(1.5, 1.4, self.n), .5), lss=q(self.rng('ls').gamma(.4, .1, self.n), .1)))
        cy = f('cyc'); fw = '2.16' if self.new(8) else '2.15' if self.newver else '2.12'
        pub(PLC, 'imm_msgs/msg/Plc', 2, dict(cyc=q(2 + np.abs(w('cy', .03)) + .2 * cy, .01), cyc_mx=q(2.8 + np.abs(w('cx', .2)) + cy * self.late('cy', 1.2, 3.5), .02), mem=q(sg('me', 512 + 31 * self.newver + 3 * self.su('me'), .6, 0, 1.6, 110) + self.computer_leak('mem', 55), 1), tmp_cpu=q(self.T('cpu', 3 * lp(self.gmv * 1., 20), 130, 24, .25), .5)), strs=dict(fw='imm ' + fw))
        self.finish_up('/shot/_action/status', [('s_screw', 'scr', ['screw drive stalled, fault 0x31', 'screw drive started again'], 'SD'), ('s_mat', 'ldr', ['no material at the loader', 'material comes again'], 'LD'), ('s_part', 'grp', ['part lost', 'part taken again'], 'GP'), ('s_lub', 'lub', 'lubrication oil nearly empty, fill up soon', 'LU')],
                       [(15, 'I', 'job', 'box full after {} min', 4, 7), (7, 'W', 'cam', 'part rejected, length {} px', 800, 840), (6, 'W', 'brl', 'zone above set value by {}', 1, 3), (5, 'I', 'dry', 'tower changed after {} min', 7, 9), (4, 'W', 'net', 'server slow {} ms', 400, 900)],
                       [('I', 'sys', 'fw imm ' + fw), ('W', 'cam', 'calibration 12 days old'), ('W', 'tko', 'limits read from the file'), ('I', 'sft', 'guard test ok')], [('server', 'SV', 'reply slow', 1.4)])
