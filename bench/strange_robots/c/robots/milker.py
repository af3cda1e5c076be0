"""Automatic milking box in a dairy barn."""
import numpy as np
from lib import *

S = 'std_msgs/Header header\n'
DEFS = {
 'lactobot_interfaces/msg/VacuumUnit': S + '''float32 system_kpa
float32 regulator_open_pct
uint16 vfd_freq_chz     # 0.01 Hz
uint16 pump_rpm
uint16 pump_current_da  # 0.1 A
int16 oil_temp_dc
uint16 vfd_fault''',
 'lactobot_interfaces/msg/Pulsation': S + '''float32[4] chamber_kpa   # LF RF LR RR
uint8[4] ratio_pct
uint16[4] b_phase_ms
uint8 rate_ppm''',
 'lactobot_interfaces/msg/QuarterMilk': '''uint16 flow_g_min
uint16 ec_us10      # conductivity, 10 uS/cm
int16 temp_cc
uint16 yield_g
uint8 blood_idx
bool air''',
 'lactobot_interfaces/msg/MilkMeter': S + 'lactobot_interfaces/QuarterMilk[4] quarter\nuint32 visit_total_g',
 'lactobot_interfaces/msg/CupVacuum': S + 'float32[4] claw_kpa\nuint8 attached_bits',
 'lactobot_interfaces/msg/TeatCam': S + '''uint8 n_teats
uint8[4] conf_pct
int16[12] xyz_mm
uint16 proc_ms''',
 'lactobot_interfaces/msg/FloorScale': S + 'int32[4] cell_hg   # 0.1 kg\nint32 total_hg\nbool stable',
 'lactobot_interfaces/msg/Gates': S + '''uint8 entry_pct
uint8 exit_pct
uint8 valve_bits     # b0 entry open, b1 exit open
uint8 error_code''',
 'lactobot_interfaces/msg/Compressor': S + 'bool running\nuint16 current_ca\nuint16 starts\nint16 head_temp_dc',
 'lactobot_interfaces/msg/Wash': S + '''uint8 IDLE=0
uint8 RINSE=1
uint8 HOT=2
uint8 phase
uint16 water_dc
uint16 flow_cl_min
uint16 dosed_ml
uint16 ec_us10
bool valve_cmd''',
 'lactobot_interfaces/msg/MilkJar': S + 'uint16 level_mm\nint16 pump_rpm\nuint16 pump_ma\nfloat32 line_kpa',
 'lactobot_interfaces/msg/BulkTank': S + 'uint16 level_mm\nfloat32 milk_temp\nbool agitator\nuint16 cooler_ca',
 'lactobot_interfaces/msg/Feeder': S + 'uint16 dispensed_g\nuint16 auger_ma\nuint32 hopper_g',
 'lactobot_interfaces/msg/TagReader': S + 'uint64 tag\nint8 rssi_dbm\nuint8 reads_per_s',
 'lactobot_interfaces/msg/PlcState': S + '''uint32 cycle_us
uint32 free_kb
uint32 inputs
uint8 visit_step
uint32 alarm_word''',
}
V, PU, MM, CV = '/box1/vacuum', '/box1/pulsation', '/box1/milk_meter', '/box1/cup_vacuum'
JS, FS, GA, CO, WA = '/box1/arm/joint_states', '/box1/floor_scale', '/box1/gates', '/air/compressor', '/box1/wash'
KINDS = {
 'vac_leak': K('vacuum pump works harder for the same vacuum: air leak', [V], ['vfd_freq_chz', 'pump_rpm', 'pump_current_da'], ['vacuum pump', 'vacuum', 'air leak'], step=False),
 'vac_hunting': K('vacuum swings slowly: regulator sticks', [V], ['system_kpa', 'regulator_open_pct'], ['regulator', 'vacuum regulator'], cons=(CV, PU)),
 'belt_slip': K('pump turns slower than the inverter frequency says: belt slips above 41 Hz', [V], ['pump_rpm'], ['belt', 'vacuum pump', 'pump belt'], where='VFD frequency above 41 Hz'),
 'vac_sensor': K('system vacuum sensor shifted against the cups', [V], ['system_kpa'], ['vacuum sensor'], step=False),
 'puls_slow': K('pulsator of quarter 2 (RF): ratio and b phase fall', [PU], ['ratio_pct[1]', 'b_phase_ms[1]', 'ratio_pct', 'b_phase_ms'], ['pulsator 2', 'pulsator RF', 'quarter 2', 'quarter RF'], where='when milking'),
 'puls_leak': K('pulsation chamber 3 (LR) does not reach its vacuum: torn hose', [PU], ['chamber_kpa[2]', 'chamber_kpa'], ['pulsator 3', 'chamber 3', 'pulsator LR'], where='when milking'),
 'liner_slip': K('vacuum at cup 4 (RR) breaks in again and again: liner slips', [CV], ['claw_kpa[3]', 'claw_kpa'], ['cup 4', 'liner', 'cup RR', 'teat cup'], where='when milking'),
 'meter_scale': K('milk meter quarter 1 reads too little above 700 g/min', [MM], ['quarter[0].flow_g_min', 'flow_g_min', 'yield_g'], ['milk meter', 'meter 1', 'quarter 1', 'quarter 0', 'quarter LF'], where='flow above 700 g/min'),
 'ec_drift': K('conductivity electrode of quarter 3 drifts', [MM], ['quarter[2].ec_us10', 'ec_us10'], ['conductivity', 'electrode', 'quarter 3', 'quarter 2', 'quarter LR'], step=False),
 'milk_temp': K('milk temperature sensor of quarter 2 is off', [MM], ['quarter[1].temp_cc', 'temp_cc'], ['milk temperature sensor', 'quarter 2', 'quarter 1', 'quarter RF']),
 'meter_gaps': K('milk meter messages get lost', [MM], ['header.stamp'], ['milk meter']),
 'jar_pump': K('milk pump runs but empties the jar slowly: impeller worn (effort without effect)', ['/box1/milk_jar'], ['level_mm', 'pump_rpm'], ['milk pump', 'jar', 'milk jar'], where='when pumping'),
 'arm_friction': K('arm joint shoulder needs more effort when moving', [JS], ['effort[1]', 'effort'], ['shoulder', 'arm', 'joint 2', 'arm_shoulder'], step=False, where='when the arm moves'),
 'arm_offset': K('arm base joint stands beside its set point: encoder slipped', [JS], ['position[0]'], ['arm', 'arm_base', 'base joint', 'joint 1', 'encoder']),
 'arm_slow': K('arm follows its set points late: sluggish valve', [JS], ['position[2]', 'velocity[2]'], ['arm', 'arm_wrist', 'joint 3', 'wrist'], where='when the arm moves'),
 'tof_noise': K('teat distance sensor noisy', ['/box1/arm/teat_range'], ['range'], ['teat range', 'distance sensor', 'range sensor', 'tof']),
 'cam_dirty': K('teat camera confidence sinks: dirty glass', ['/box1/arm/teat_camera'], ['conf_pct[0]', 'conf_pct', 'n_teats'], ['teat camera', 'camera'], step=False, where='when searching or milking'),
 'cam_late': K('teat camera messages come late', ['/box1/arm/teat_camera'], ['header.stamp', 'proc_ms'], ['teat camera', 'camera']),
 'cell3': K('load cell 3 hardly reacts', [FS], ['cell_hg[2]', 'cell_hg', 'total_hg'], ['cell 3', 'load cell 3', 'scale', 'floor scale'], where='with a cow in the box'),
 'scale_zero': K('scale does not return to zero when empty (dirt under the floor)', [FS], ['total_hg', 'cell_hg[0]'], ['scale', 'floor scale', 'cell 1'], where='total below 50 kg'),
 'gate_slow': K('exit gate moves slowly', [GA], ['exit_pct'], ['exit gate', 'gate'], where='when the gate moves'),
 'gate_delay': K('entry gate starts late after its valve: valve delay', [GA], ['entry_pct', 'valve_bits'], ['entry gate', 'gate', 'entry valve'], where='when the gate moves'),
 'air_leak': K('compressed air falls fast, compressor starts often', ['/air/line', CO], ['fluid_pressure', 'starts', 'running'], ['compressed air', 'compressor', 'air line']),
 'comp_hot': K('compressor head hot: cooling fins blocked', [CO], ['head_temp_dc'], ['compressor'], step=False, tail=300),
 'rinse_cold': K('rinse water stays cold: heater', [WA], ['water_dc'], ['heater', 'rinse water', 'water heater', 'wash'], where='while rinsing'),
 'rinse_weak': K('rinse flow late and weak: filter blocked', [WA], ['flow_cl_min'], ['water filter', 'wash', 'water valve', 'rinse'], where='while rinsing'),
 'tank_warm': K('bulk tank milk warms: cooler draws less', ['/tank/bulk'], ['milk_temp', 'cooler_ca'], ['bulk tank', 'tank', 'cooler'], step=False, tail=500),
 'auger': K('feed auger draws more current and delivers less', ['/box1/feeder'], ['auger_ma', 'hopper_g'], ['auger', 'feeder'], where='while feeding'),
 'tag_weak': K('tag reader signal weak', ['/box1/tag_reader'], ['rssi_dbm', 'reads_per_s'], ['tag reader', 'antenna'], where='with a cow in the box'),
 'plc_mem': K('PLC free memory falls steadily', ['/box1/plc'], ['free_kb'], ['plc'], step=False),
 'plc_cycle': K('PLC cycle time higher and unsteady', ['/box1/plc'], ['cycle_us'], ['plc']),
 's_vfd': K('vacuum inverter reports overtemperature', [V, '/rosout', '/diagnostics'], ['vfd_fault'], ['inverter', 'vfd', 'vacuum pump', 'vacuum'], silent=False),
 's_attach': K('attach fails again and again and is logged', ['/rosout', '/box1/plc', '/diagnostics'], ['alarm_word'], ['attach', 'arm', 'plc'], silent=False, cons=(MM, CV, '/box1/visit/_action/status')),
 's_chem': K('detergent empty is reported', [WA, '/rosout', '/diagnostics'], ['dosed_ml'], ['detergent', 'wash'], silent=False),
 's_gate': K('gate blocked: error code', [GA, '/rosout', '/diagnostics'], ['error_code', 'entry_pct'], ['entry gate', 'gate'], silent=False),
}


class Milker(Sim):
    NAME, KINDS, DEFS = 'milker', KINDS, DEFS

    def plan(self):
        r, n, t = self.rng('visits'), self.n, self.t
        z = lambda: np.zeros(n)
        self.step, self.cow, self.flow = z(), z(), np.zeros((4, n))
        self.milking = np.zeros((4, n)); self.entry, self.exit_, self.feed, self.phase = z(), z(), z(), z()
        self.arm = np.zeros((3, n)); self.arm[0], self.arm[1], self.arm[2] = -.9, .4, -.2
        self.tag, self.ecq, self.visits, self.failed = np.zeros(n, np.uint64), np.zeros((4, n)) + 480., [], []
        def I(x): return int(max(0, min(x, self.dur)) / DT)
        T0 = r.uniform(40, 200)
        hot_at = r.uniform(900, 3300) if r.random() < .55 else 1e9
        while T0 < self.dur - 60:
            if T0 > hot_at:
                self.phase[I(T0):I(T0 + 60)] = 1; self.phase[I(T0 + 60):I(T0 + 420)] = 2; self.phase[I(T0 + 420):I(T0 + 500)] = 1
                self.step[I(T0):I(T0 + 500)] = 9; T0 += 520; hot_at = 1e9; continue
            kg, a = r.uniform(520, 760), T0
            tag = int(r.integers(1, 140)) + 528000000012000
            self.entry[I(a):I(a + 14)] = 1; self.step[I(a):I(a + 14)] = 1
            b = a + 14
            refuse = r.random() < .1
            milk = r.uniform(150, 330) if not refuse else 0
            L = (60 + milk + 25) if not refuse else 12
            self.cow[I(a + 8):I(b + L)] = kg; self.tag[I(a + 6):I(b + L)] = tag
            self.step[I(b):I(b + 30)] = 2; self.feed[I(b + 2):I(b + r.uniform(20, 50))] = 0 if refuse else 1
            if not refuse:
                self.step[I(b + 30):I(b + 60)] = 3; self.step[I(b + 60):I(b + 60 + milk)] = 4; self.step[I(b + 60 + milk):I(b + L)] = 5
                self.arm[:, I(b + 3):I(b + L - 5)] = np.array([[.1], [-.2], [.5]]) + r.uniform(-.1, .1, (3, 1))
                for k in range(8):     # teat cleaning and attaching
                    i, j = I(b + 6 + 6.5 * k), I(b + 12.5 + 6.5 * k)
                    self.arm[:, i:j] = np.array([[.1], [-.2], [.5]]) + r.uniform(-.28, .28, (3, 1))
                empty = r.random() < .05
                ec = 480 + r.normal(0, 14) + r.normal(0, 7, 4)
                for k in range(4):
                    s = b + 36 + 6 * k
                    e = s + milk * r.uniform(.75, 1.0)
                    i, j = I(s), I(e)
                    x = t[i:j] - s
                    pk = r.uniform(650, 1350)
                    self.flow[k, i:j] = pk * np.clip(x / 35, 0, 1) * np.clip((e - s - x) / (.45 * (e - s)), .12, 1) * (0 if empty and k == 2 else 1)
                    self.milking[k, i:j] = 1; self.ecq[k, I(a):I(b + L + 20)] = ec[k]
            self.exit_[I(b + L):I(b + L + 16)] = 1; self.step[I(b + L):I(b + L + 16)] = 6
            self.phase[I(b + L + 4):I(b + L + 29)] = 1
            self.visits.append((a, b + L, 5 if refuse else 4, tag))
            T0 = b + L + 16 + (r.uniform(15, 40) if r.random() < .8 else r.uniform(90, 260))
        nmilk = lp(self.milking.sum(0), 2)
        self.load0 = 33 + 1.7 * nmilk + np.where(self.phase > 0, 9, 0) + self.wander('air', .5, 30) + self.u('vacbase', .7)
        self.fl = np.stack([lp(x * (1 + .05 * self.wander(f'fl{k}', 1, 4)), 1.5) for k, x in enumerate(self.flow)])
        self.masks['belt_slip'] = lp(self.load0, 2) > 41
        self.conds['belt_slip'] = dict(variable=V + ':vfd_freq_chz', above=4100)
        self.masks['meter_scale'] = self.fl[0] > 700
        self.conds['meter_scale'] = dict(variable=MM + ':quarter[0].flow_g_min', above=700)
        self.masks['scale_zero'] = lp(self.cow, .8) < 50
        self.conds['scale_zero'] = dict(variable=FS + ':total_hg', below=500)
        am = np.abs(np.gradient(lp(self.arm[1], .8), DT)) > .03
        mv = lp(am.astype(float), 5) > .1
        any_m = self.milking.sum(0) > 0
        self.vis.update(puls_slow=self.milking[1] > 0, puls_leak=self.milking[2] > 0, liner_slip=self.milking[3] > 0, jar_pump=any_m, arm_friction=mv, arm_slow=mv,
                        cam_dirty=(self.step >= 2) & (self.step <= 5), cell3=self.cow > 0, gate_slow=lp(self.exit_, 4) > .02, gate_delay=lp(self.entry, 4) > .02,
                        rinse_cold=self.phase > 0, rinse_weak=self.phase > 0, auger=self.feed > 0, tag_weak=self.tag > 0, milk_temp=self.flow[1] > 100, ec_drift=any_m,
                        s_attach=any_m, s_chem=None)
        self.any_m = any_m

    def build(self):
        t, n, u, w, f = self.t, self.n, self.u, self.white, self.f
        # vacuum
        att = f('s_attach') > 0
        mk = self.milking * np.where(att, 0, 1)
        vacl = f('vac_leak')
        hz = lp(self.load0 + 7 * vacl, 2) + w('hz', .12)
        hunt = f('vac_hunting')
        swing = np.sin(2 * np.pi * np.cumsum(1 / 17 + self.wander('hw', .006, 30)) * DT) * 2.3 * hunt
        kpa = 43.5 + u('kpa', .25) + self.wander('kw', .15, 8) - .25 * lp(np.abs(np.gradient(mk.sum(0))), .5) * 10 + swing
        rpm = hz * 29.2 * (1 + u('slipu', .004)) * (1 - .14 * f('belt_slip')) + w('rpm', 4)
        vf = f('s_vfd') > 0
        self.pub(V, 'lactobot_interfaces/msg/VacuumUnit', 10, {'system_kpa': kpa + 1.9 * f('vac_sensor') + w('kn', .1), 'regulator_open_pct': 38 + u('reg', 2) + 1.1 * (lp(self.load0, 5) - 33) * -.9 - swing * 4 + w('regn', .4) - 9 * vacl,
                 'vfd_freq_chz': 100 * hz, 'pump_rpm': rpm, 'pump_current_da': 10 * (3.1 + .105 * (hz - 20) + .1 * u('pa') + w('pan', .06)), 'oil_temp_dc': 10 * (lp(hz * 1.5, 500, 30.) + 12 + np.where(vf, 6, 0)) + w('ot', 1), 'vfd_fault': np.where(vf, 0x2310, 0)})
        # pulsation
        ph = (t * 1.0) % 1.0
        cham, ratio, bph = [], [], []
        for k in range(4):
            rt = .62 + u(f'rt{k}', .005) - (.13 * f('puls_slow') if k == 1 else 0)
            on = mk[k]
            c = lp(np.where((((ph + .25 * (k % 2) * 2) % 1) < rt) & (on > 0), 1., 0), .05) * kpa * (1 - (.3 * f('puls_leak') if k == 2 else 0))
            cham.append(c + w(f'ch{k}', .25)); ratio.append(on * (100 * rt + w(f'rr{k}', .5))); bph.append(on * (1000 * (rt - .16) + w(f'bp{k}', 5)))
        self.pub(PU, 'lactobot_interfaces/msg/Pulsation', 10, {'chamber_kpa': cham, 'ratio_pct': ratio, 'b_phase_ms': bph, 'rate_ppm': 60 * (mk.sum(0) > 0)})
        cv = []
        for k in range(4):
            c = mk[k] * (kpa - 1.4 - .0021 * self.fl[k]) * 1.0
            if k == 3: c = c * (1 - np.minimum(1, lp(self.spikes('slip', .012 * f('liner_slip')), .35) * 5.5))
            cv.append(lp(c, .3) + w(f'cvn{k}', .25) + mk[k] * self.wander(f'cvw{k}', .35, 2))
        self.pub(CV, 'lactobot_interfaces/msg/CupVacuum', 5, {'claw_kpa': cv, 'attached_bits': sum(mk[k] * 2 ** k for k in range(4))})
        # milk
        vals, tot = {}, np.zeros(n)
        true = [self.fl[k] * np.where(att, 0, 1) for k in range(4)]
        vis_id = np.concatenate([[0], np.cumsum(np.diff(self.step == 1) > 0)])
        bounds = np.concatenate([[0], np.nonzero(np.diff(vis_id))[0] + 1])
        def since(x):
            c = np.cumsum(x) * DT
            base = np.zeros(n); base[bounds] = np.diff(np.concatenate([[0], c[bounds]])); return c - np.cumsum(base)
        for k in range(4):
            fl = true[k] * (1 + u(f'mm{k}', .012)) + w(f'mf{k}', 9) * (true[k] > 5)
            if k == 0: fl = fl * (1 - .36 * f('meter_scale'))
            y = since(fl / 60); tot = tot + y
            wetk = lp((true[k] > 20).astype(float), 20)
            b = f'quarter[{k}].'
            vals.update({b + 'flow_g_min': q(np.maximum(fl, 0), 10), b + 'ec_us10': self.ecq[k] + w(f'ec{k}', 1.5) + (48 * f('ec_drift') if k == 2 else 0),
                         b + 'temp_cc': 100 * (20 + 17.8 * wetk + w(f'mt{k}', .08) + self.wander(f'mtw{k}', .15, 60) + (4.2 * f('milk_temp') if k == 1 else 0)), b + 'yield_g': y, b + 'blood_idx': np.abs(w(f'bl{k}', .8)), b + 'air': (true[k] < 60) & (mk[k] > 0)})
        vals['visit_total_g'] = tot
        self.pub(MM, 'lactobot_interfaces/msg/MilkMeter', 5, vals, drop=.5 * np.minimum(f('meter_gaps'), 1.2))
        ft = sum(true) / 60 * 1.0                      # g/s into the jar
        lev, run, L, R = np.zeros(n), np.zeros(n), 60., 0
        worn = 1 - .62 * np.minimum(f('jar_pump'), 1.25); jl = worn.tolist(); fl_ = ft.tolist()
        for i in range(n):
            L += (fl_[i] * .045 - (4.6 * jl[i] if R else 0)) * DT
            if R and L < 45: R = 0
            elif not R and L > 130: R = 1
            lev[i], run[i] = L, R
        jr = lp(run * 1450, .6)
        self.pub('/box1/milk_jar', 'lactobot_interfaces/msg/MilkJar', 4, {'level_mm': lev + w('jl', 1.2), 'pump_rpm': jr + w('jr', 5) * run, 'pump_ma': 40 + jr * .85 + w('jm', 12), 'line_kpa': 4 + jr * .021 * worn + w('jk', .3)})
        # arm
        cmd = np.stack([lp(lp(a, .5), .35) for a in self.arm])
        pos = np.stack([lp(c, .18) for c in cmd])
        pos[2] = np.where(f('arm_slow') > 0, lp(delayed(cmd[2], .35 * f('arm_slow')), .55), pos[2])
        vel = np.stack([np.gradient(p, DT) for p in pos])
        eff = [(26 + 5 * u(f'ef{k}', .3)) * np.tanh(vel[k] / .03) + 22 * vel[k] + (45 * np.cos(pos[1]) if k == 1 else 8 * np.sin(pos[k])) + w(f'efn{k}', 1.6) + self.wander(f'efw{k}', 1.2, 30) for k in range(3)]
        eff[1] = eff[1] + 24 * np.tanh(vel[1] / .03) * f('arm_friction')
        pos[0] = pos[0] + .09 * f('arm_offset')
        nm = {f'name[{i}]': x for i, x in enumerate(('arm_base', 'arm_shoulder', 'arm_wrist'))}
        L3 = {'name': 3, 'position': 3, 'velocity': 3, 'effort': 3}
        self.pub(JS, 'sensor_msgs/msg/JointState', 10, {'position': [p + w(f'jp{k}', .0008) for k, p in enumerate(pos)], 'velocity': [v + w(f'jv{k}', .004) for k, v in enumerate(vel)], 'effort': eff}, lens=L3, strs=nm)
        self.pub('/box1/arm/setpoint', 'sensor_msgs/msg/JointState', 10, {'position': list(cmd)}, lens={'name': 3, 'position': 3}, strs=nm)
        look = (self.step >= 2) & (self.step <= 5)
        dist = np.where(look, .24 + .12 * pos[1] + .02 * self.wander('cowmove', 1, 3), 1.2)
        self.pub('/box1/arm/teat_range', 'sensor_msgs/msg/Range', 5, {'radiation_type': 1, 'field_of_view': .03, 'min_range': .05, 'max_range': 1.3, 'range': lp(dist, .3) + w('tofn', .003) + w('tofx', .07) * f('tof_noise')}, frame='tof')
        dirt = f('cam_dirty')
        conf = [np.where(look, 91 + u(f'cf{k}', 1.5) + self.wander(f'cfw{k}', 2.2, 5) - 34 * dirt, 4 + np.abs(w(f'cfn{k}', 2))) for k in range(4)]
        xyz = [np.where(look, v + self.wander(f'xyz{i}', 5, 4) + w(f'xyn{i}', 1), 0) for i, v in enumerate([-60, 60, 300, 60, 60, 300, -40, -70, 310, 40, -70, 310])]
        self.pub('/box1/arm/teat_camera', 'lactobot_interfaces/msg/TeatCam', 5, {'n_teats': np.where(look, 4 - (w('nt') > 2.4) - (w('nt2') + 1.3 * dirt > 2.2), 0), 'conf_pct': conf, 'xyz_mm': xyz, 'proc_ms': 62 + np.abs(w('pm', 4)) + 400 * f('cam_late')}, age=.55 * f('cam_late'), lag=.06)
        # scale
        cow = lp(self.cow, .8)
        sway = [self.wander(f'sw{k}', .03, 2) for k in range(4)]
        cells = []
        for k in range(4):
            c = cow * (.25 + .02 * (1 if k < 2 else -1) + sway[k] - np.mean(sway, 0)) * (1 + u(f'cl{k}', .004)) + w(f'cn{k}', .12) + self.wander(f'cw{k}', .25, 300)
            if k == 2: c = c * (1 - .7 * np.minimum(f('cell3'), 1.25))
            if k == 0: c = c + 14 * f('scale_zero')
            cells.append(10 * c)
        self.pub(FS, 'lactobot_interfaces/msg/FloorScale', 5, {'cell_hg': cells, 'total_hg': sum(cells), 'stable': np.abs(np.gradient(cow)) < .01})
        # gates, air
        bl = f('s_gate') > 0
        en = delayed(self.entry, 2.6 * f('gate_delay'))
        ep = slew(np.where(bl, np.minimum(en * 100, 35), en * 100), 55.)
        xs = 55 / (1 + 1.9 * f('gate_slow'))
        xp = slew(self.exit_ * 100, xs, xs)
        self.pub(GA, 'lactobot_interfaces/msg/Gates', 4, {'entry_pct': ep, 'exit_pct': xp, 'valve_bits': self.entry + 2 * self.exit_, 'error_code': np.where(bl, 17, 0)})
        use = (.0016 + .012 * (np.abs(np.gradient(ep, DT)) > 1) + .012 * (np.abs(np.gradient(xp, DT)) > 1) + .004 * np.abs(vel).sum(0) + .013 * f('air_leak')).tolist()
        p, R, pr, rn, st = 7.2, 0, np.zeros(n), np.zeros(n), np.zeros(n); ns = 410
        for i in range(n):
            p += ((.045 if R else 0) - use[i]) * DT
            if p < 6.5 and not R: R, ns = 1, ns + 1
            if p > 7.6: R = 0
            pr[i], rn[i], st[i] = p, R, ns
        self.pub('/air/line', 'sensor_msgs/msg/FluidPressure', 4, {'fluid_pressure': q(1e5 * pr + w('pr', 500), 100), 'variance': 2.5e5}, frame='air_line')
        amb = 12 + 7 * np.sin(self.rng('amb').uniform(0, 6)) + self.wander('ambw', .5, 900)
        self.pub(CO, 'lactobot_interfaces/msg/Compressor', 2, {'running': rn, 'current_ca': 100 * (rn * (8.2 + .5 * (pr - 6.5)) + w('cc', .08) * rn), 'starts': st, 'head_temp_dc': 10 * (amb + lp(34 * rn, 150) + lp(13 * f('comp_hot'), 40) + w('ht', .25))})
        # wash
        cmdv = self.phase > 0
        weak = f('rinse_weak')
        fl = lp(delayed(cmdv.astype(float), .6 + 3.5 * weak), 1.) * (11.5 + u('rf', .4)) * (1 - .42 * np.minimum(weak, 1.25))
        hotw = np.where(self.phase == 2, 74., 39.)
        wt = lp(np.where(cmdv, hotw - np.where(self.phase > 0, 15 * f('rinse_cold'), 0), 21.), 6)
        wt = np.where(cmdv, wt, lp(wt, 40))
        wet = lp(cmdv * 1., 3)
        ch = f('s_chem') > 0
        hot = self.phase == 2
        self.pub(WA, 'lactobot_interfaces/msg/Wash', 2, {'phase': self.phase, 'water_dc': 10 * (wt + w('wt', .15)), 'flow_cl_min': 100 * np.maximum(fl + w('wf', .12) * cmdv, 0), 'dosed_ml': np.where(ch, 0, np.where(hot, 180, 0)), 'ec_us10': 40 + 12 * wet + np.where(hot & ~ch, 300, 0) + w('we', 2), 'valve_cmd': cmdv})
        cool = 1 - .55 * f('tank_warm')
        duty = (np.sin(2 * np.pi * t / self.rng('cool').uniform(500, 700)) > .1) * 1.
        self.pub('/tank/bulk', 'lactobot_interfaces/msg/BulkTank', 1, {'level_mm': self.rng('lvl').uniform(300, 1200) + np.cumsum(ft) * DT * .00035 + w('bl', .8), 'milk_temp': q(3.7 + u('bt', .15) + .35 * lp(1 - duty, 120) + lp(1.0 * f('tank_warm'), 30) + w('btn', .02), .02), 'agitator': np.sin(2 * np.pi * t / 900) > .6, 'cooler_ca': 100 * (duty * 11.4 * cool + .3 + w('cla', .08))})
        # feed, tag, barn, plc
        fd = self.feed; au = f('auger')
        gone = np.cumsum(fd * 9 * (1 - .5 * np.minimum(au, 1.25))) * DT
        self.pub('/box1/feeder', 'lactobot_interfaces/msg/Feeder', 4, {'dispensed_g': since(fd * 9), 'auger_ma': 25 + fd * (1150 + u('aug', 50) + 550 * au) * (1 + self.wander('augw', .06, 1)) + w('agn', 10), 'hopper_g': 60000 + self.rng('hop').uniform(0, 40000) - gone + w('hg', 12)})
        tg = self.tag > 0
        self.pub('/box1/tag_reader', 'lactobot_interfaces/msg/TagReader', 2, {'tag': self.tag, 'rssi_dbm': np.where(tg, -58 + u('rs', 2) + self.wander('rsw', 2.2, 4) - 15 * f('tag_weak'), -98 + w('rn', 1)), 'reads_per_s': np.where(tg, np.clip(18 + w('rp', 1.2) - 11 * f('tag_weak'), 0, 20), 0)})
        self.pub('/barn/temperature', 'sensor_msgs/msg/Temperature', 1, {'temperature': q(amb + w('at', .05), .1)}, frame='barn')
        self.pub('/barn/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, {'relative_humidity': .72 + self.wander('rh', .03, 600) + .04 * wet}, frame='barn')
        ver = 'LB-OS 7.14' if self.unit != 'life' or self.idx < 3 else 'LB-OS 7.15'
        self.pub('/box1/plc', 'lactobot_interfaces/msg/PlcState', 2, {'cycle_us': 4200 + 250 * (self.step > 1) + np.abs(w('cy', 60)) + (800 + np.abs(w('cy2', 500))) * f('plc_cycle'), 'free_kb': 183000 + u('mem', 2500) + self.wander('memw', 500, 60) - 13000 * f('plc_mem'),
                 'inputs': 0x100 + self.entry + 2 * self.exit_ + 4 * fd + 8 * cmdv + 16 * rn + 32 * self.any_m, 'visit_step': self.step, 'alarm_word': np.where(att, 0x40, 0)})
        # words
        lg, r = self.log, self.rng('log')
        lg(1., 'I', 'box_controller', f'start {ver}'); lg(2.2, 'W', 'vacuum_node', 'vacuum below set point, starting pump'); lg(5, 'I', 'arm_controller', 'homing finished')
        for a, b, st_, tag in self.visits:
            lg(a + .2, 'I', 'visit_manager', f'animal {tag} enters'); lg(b, 'I', 'visit_manager', 'refused: milking not due' if st_ == 5 else 'milking finished')
            if r.random() < .15: lg(a + 50, 'W', 'teat_finder', 'retry, cow moved')
        for a in np.arange(100, self.dur, 240): lg(a, 'I', 'herd_sync', 'records uploaded')
        for kind, name, msg in (('s_vfd', 'vacuum_node', 'VFD fault 0x2310 overtemperature'), ('s_attach', 'arm_controller', 'attach failed, no cup attached'), ('s_chem', 'wash_node', 'detergent empty'), ('s_gate', 'gate_node', 'entry gate blocked, code 17')):
            k = self.when(kind)
            if k:
                for a in np.arange(k['start'], k['end'], 50): lg(a + .4, 'E', name, msg)
                lg(k['end'] + .2, 'I', name, 'back to normal')
        z2 = lambda m: np.where(m, 2, 0)
        self.status('vacuum', 'vac1', z2(vf), {2: 'VFD overtemperature'}, kpa=kpa, firmware=ver)
        self.status('arm', 'arm1', z2(att), {2: 'attach failed'}, base=pos[0] * 57.3 - 5.2 * f('arm_offset'))
        self.status('wash', 'wash1', z2(ch), {2: 'detergent empty'}, water=wt)
        self.status('gates', 'gate1', z2(bl), {2: 'entry blocked'})
        self.status('herd_link', 'net', brief_warn(self, 'herd', 2), {1: 'slow upload'})
        self.goals('/box1/visit/_action/status', [(a, b, s) for a, b, s, _ in self.visits])
