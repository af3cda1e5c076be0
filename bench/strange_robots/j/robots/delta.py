"""Delta robot of a packing cell for cheese: infeed belt with vision and X-ray, vacuum gripper, trays from a denester; English fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, slew

SRV, JNT, TCP, GBX, GRP, PMP, INF, OUT, VIS, LGT, DEN, CHW, REJ, AIR, CAB, BUS, MNS, XRY, RDR = '/delta/servos', '/delta/joint_states', '/delta/tcp', '/delta/gearboxes', '/gripper', '/vacuum_pump', '/infeed', '/outfeed', '/vision', '/lighting', '/denester', '/checkweigher', '/reject', '/air', '/cabinet', '/drive_bus', '/mains', '/xray', '/code_reader'
RB, RP, LU, LF = .25, .06, .40, .95                 # base, platform, upper arm, forearm


class Delta(Sim):
    NAME = 'delta'
    FLAGS = [(SRV, 'status_word'), (GRP, 'lost_parts'), (DEN, 'fault_code'), (RDR, 'window_dirty')]
    DEFS = {
        'packcell_msgs/msg/Axis': 'float32 current_a\nfloat32 following_error_deg\nfloat32 temperature_c\nint16 load_permille',
        'packcell_msgs/msg/Servos': mdef('packcell_msgs/Axis[4] axis; uint32 status_word'),
        'packcell_msgs/msg/Gearboxes': mdef('float32[3] vibration_mms oil_c'),
        'packcell_msgs/msg/Gripper': mdef('float32[2] cup_vacuum_kpa; float32 suction_flow_lpm blow_off_ms; bool part_held; uint16 lost_parts'),
        'packcell_msgs/msg/VacuumPump': mdef('float32 pump_amps pump_oil_c pump_rpm exhaust_kpa'),
        'packcell_msgs/msg/Belt': mdef('float32 belt_speed drive_amps tracking_mm motor_c; uint32 encoder_counts'),
        'packcell_msgs/msg/Vision': mdef('float32 match_score latency_ms exposure_ms scene_brightness object_angle_deg; uint8 objects'),
        'packcell_msgs/msg/Lighting': mdef('float32[4] led_amps; float32 heatsink_c'),
        'packcell_msgs/msg/Denester': mdef('float32 screw_amps stack_mm separation_ms; uint8 fault_code'),
        'packcell_msgs/msg/Checkweigher': mdef('float32 net_grams zero_grams; uint32 weighed'),
        'packcell_msgs/msg/Reject': mdef('float32 cylinder_ms reservoir_bar; uint16 rejected'),
        'packcell_msgs/msg/Air': mdef('float32 supply_bar consumption_lpm dewpoint_c'),
        'packcell_msgs/msg/Cabinet': mdef('float32 control_volts control_amps cabinet_c; uint16 cabinet_fan_rpm'),
        'packcell_msgs/msg/DriveBus': mdef('float32 dc_link_volts brake_resistor_c regen_kw'),
        'packcell_msgs/msg/Mains': mdef('float32[3] line_volts line_amps; float32 power_factor'),
        'packcell_msgs/msg/Guarding': mdef('bool estop_ok doors_locked muting; float32 curtain_level_pct'),
        'packcell_msgs/msg/Xray': mdef('float32 tube_ma tube_kv tube_c detector_noise'),
        'packcell_msgs/msg/CodeReader': mdef('float32 decode_ms read_rate_pct; bool window_dirty'),
        'packcell_msgs/msg/Order': mdef('uint8 recipe cell_state; float32 rate_ppm; uint32 parts_packed; uint16 trays'),
        'packcell_msgs/msg/Plc': mdef('uint32 scan_us scan_max_us; float32 heap_kb cpu_c; string project'),
    }
    KINDS = dict(
        axis1_gear=K('axis 1 draws more and more current: gear lubrication', [SRV], ['axis[0].current_a', 'axis[0].load_permille'], ['axis 1', 'servo 1'], step=False, where='when running', cons=(MNS,)),
        axis2_hot=K('servo of axis 2 gets hot: brake rubs', [SRV], ['axis[1].temperature_c'], ['axis 2', 'servo 2'], step=False, tail=300),
        axis3_frozen=K('temperature of servo 3 frozen', [SRV], ['axis[2].temperature_c'], ['axis 3', 'servo 3']),
        axis3_fast=K('axis 3 follows with larger error when the tool is faster than a number: coupling slips', [SRV], ['axis[2].following_error_deg'], ['axis 3', 'servo 3', 'coupling'], where='**speed above a number**', cond=True, need=12),
        axis2_heavy=K('axis 2 draws more current when the part weighs more than a number: forearm spring lost', [SRV], ['axis[1].current_a', 'axis[1].load_permille'], ['axis 2', 'servo 2', 'forearm spring'], where='**part weight above a number**', cond=True, need=12),
        axis4_belt=K('rotation follows with larger error: cardan shaft worn', [SRV], ['axis[3].following_error_deg'], ['axis 4', 'rotation', 'cardan shaft'], where='when running'),
        axis3_place=K('axis 3 draws more current at one place: hose clamp touches the arm', [SRV], ['axis[2].current_a', 'axis[2].load_permille'], ['axis 3', 'hose clamp'], where='**at a place**', cond=True, need=10),
        rotation_place=K('rotation jerks at one place: telescopic shaft catches', [SRV], ['axis[3].following_error_deg', 'axis[3].current_a'], ['axis 4', 'rotation', 'telescopic shaft'], where='**at a place**', cond=True, need=10),
        gear2=K('gearbox 2 vibrates: tooth', [GBX], ['vibration_mms[1]'], ['gearbox 2', 'gearboxes']),
        gear3_oil=K('gearbox 3 gets hot: oil lost', [GBX], ['oil_c[2]'], ['gearbox 3', 'gearboxes'], step=False, tail=300),
        gear1_fast=K('gearbox 1 vibrates more when the tool is faster than a number: input bearing', [GBX], ['vibration_mms[0]'], ['gearbox 1', 'gearboxes', 'input bearing'], where='**speed above a number**', cond=True, need=12),
        joints_old=K('joint states come with old stamps', [JNT], ['header.stamp'], ['joint states', 'joints']),
        joint2_speed=K('speed of joint 2 flickers: encoder', [JNT], ['velocity[1]'], ['joint 2', 'axis 2', 'encoder'], where='when running'),
        tcp_lost=K('tool poses get lost', [TCP], ['header.stamp'], ['tool pose', 'tcp']),
        frame_place=K('frame shakes at one place: strut resonates', ['/frame/imu'], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['frame', 'strut', 'imu'], where='**at a place**', cond=True, need=10),
        imu_lost=K('messages of the frame IMU get lost', ['/frame/imu'], ['header.stamp'], ['imu', 'frame']),
        imu_level=K('frame leans in the IMU: mount loose', ['/frame/imu'], ['linear_acceleration.x'], ['imu', 'frame', 'mount']),
        cup1=K('suction cup 1 holds with too little vacuum: lip torn', [GRP], ['cup_vacuum_kpa[0]'], ['gripper', 'suction cup 1', 'cup 1'], where='when holding', cons=(PMP,)),
        cup2_noise=K('vacuum of cup 2 flickers: sensor wet', [GRP], ['cup_vacuum_kpa[1]'], ['gripper', 'suction cup 2', 'cup 2']),
        hose_place=K('suction flow rises at one place: hose kinked and cracked', [GRP], ['suction_flow_lpm'], ['gripper', 'hose'], cons=(PMP,), where='**at a place**', cond=True, need=10),
        blow_off=K('blow-off takes longer: valve sticky', [GRP], ['blow_off_ms'], ['gripper', 'blow-off', 'valve']),
        pump_load=K('vacuum pump draws more and more current: vanes', [PMP], ['pump_amps'], ['vacuum pump', 'vanes'], step=False),
        pump_oil=K('oil of the vacuum pump gets hot: cooler dirty', [PMP], ['pump_oil_c'], ['vacuum pump', 'pump cooler'], step=False, tail=300),
        pump_rpm=K('vacuum pump turns unevenly: belt', [PMP], ['pump_rpm'], ['vacuum pump', 'pump belt']),
        exhaust=K('exhaust pressure of the vacuum pump high: filter', [PMP], ['exhaust_kpa'], ['vacuum pump', 'exhaust filter']),
        infeed_drive=K('infeed belt draws more and more current: bearing', [INF], ['drive_amps'], ['infeed', 'infeed belt'], step=False, where='when the belt runs'),
        infeed_slip=K('infeed belt runs unevenly: slips on the drum', [INF], ['belt_speed'], ['infeed', 'infeed belt', 'drum'], where='when the belt runs'),
        infeed_track=K('infeed belt wanders sideways: scraper', [INF], ['tracking_mm'], ['infeed', 'infeed belt', 'scraper'], step=False),
        infeed_fast=K('infeed drive current flutters when the belt is faster than a number: splice', [INF], ['drive_amps'], ['infeed', 'infeed belt', 'splice'], where='**belt speed above a number**', cond=True),
        outfeed_drive=K('outfeed belt draws more current: tray under the guide', [OUT], ['drive_amps'], ['outfeed', 'outfeed belt'], where='when the outfeed moves', need=10),
        outfeed_hot=K('outfeed motor gets hot: fan cover full', [OUT], ['motor_c'], ['outfeed', 'outfeed motor'], step=False, tail=300),
        lens=K('vision scores fall: lens greasy', [VIS], ['match_score'], ['vision', 'lens'], step=False),
        vision_many=K('vision slow when it sees more objects than a number: search region lost', [VIS], ['latency_ms'], ['vision', 'search region'], where='**objects above a number**', cond=True),
        exposure=K('exposure of the vision flickers: trigger line', [VIS], ['exposure_ms'], ['vision', 'trigger']),
        led3=K('lighting bar 3 weak: driver', [LGT], ['led_amps[2]'], ['lighting', 'lighting bar 3', 'led 3']),
        led_hot=K('heat sink of the lighting gets hot', [LGT], ['heatsink_c'], ['lighting', 'heat sink'], step=False, tail=300),
        denester=K('denester screws draw more current: tray splinters', [DEN], ['screw_amps'], ['denester', 'screws'], where='when a tray is parted', need=8),
        stack=K('tray stack reading noisy: ultrasonic sensor', [DEN], ['stack_mm'], ['denester', 'tray stack']),
        weigher=K('checkweigher noisy: draught shield open', [CHW], ['net_grams'], ['checkweigher', 'draught shield']),
        weigher_zero=K('zero of the checkweigher drifts: crumbs', [CHW], ['zero_grams'], ['checkweigher', 'weigher zero'], step=False),
        reject_slow=K('reject cylinder slow: flow control', [REJ], ['cylinder_ms'], ['reject', 'reject cylinder']),
        air_flow=K('supply pressure falls when the consumption is above a number: regulator', [AIR], ['supply_bar'], ['compressed air', 'regulator'], where='**air consumption above a number**', cond=True),
        dewpoint=K('dew point of the air rises: dryer', [AIR], ['dewpoint_c'], ['compressed air', 'dryer'], step=False),
        volts24=K('24 V uneasy: terminal', [CAB], ['control_volts'], ['cabinet', '24 v supply', 'terminal']),
        cabinet_fan=K('cabinet fan slow: bearing', [CAB], ['cabinet_fan_rpm', 'cabinet_c'], ['cabinet', 'cabinet fan'], tail=240),
        dc_link=K('drive bus uneasy: capacitor', [BUS], ['dc_link_volts'], ['drive bus', 'capacitor', 'dc link']),
        resistor=K('brake resistor gets hot: chopper leaks', [BUS], ['brake_resistor_c'], ['drive bus', 'brake resistor', 'chopper'], step=False, tail=300),
        phase2=K('current of phase 2 uneasy: fuse holder', [MNS], ['line_amps[1]'], ['mains', 'phase 2', 'fuse holder']),
        mains_load=K('voltage of phase 3 falls when its current is above a number: terminal', [MNS], ['line_volts[2]'], ['mains', 'phase 3'], where='**line current above a number**', cond=True),
        curtain=K('light curtain gets weak: film on the window', ['/guarding'], ['curtain_level_pct'], ['guarding', 'light curtain'], step=False),
        tube=K('tube current of the X-ray uneasy: filament', [XRY], ['tube_ma'], ['x-ray', 'xray', 'x-ray tube', 'filament']),
        detector=K('X-ray detector noisy: cooler weak', [XRY], ['detector_noise'], ['x-ray', 'xray', 'x-ray detector']),
        tube_frozen=K('temperature of the X-ray tube frozen', [XRY], ['tube_c'], ['x-ray', 'xray', 'x-ray tube']),
        reader=K('code reader takes longer: print faint', [RDR], ['decode_ms', 'read_rate_pct'], ['code reader', 'print']),
        humidity=K('humidity frozen', ['/room/humidity'], ['relative_humidity'], ['humidity', 'humidity sensor']),
        scan_time=K('controller has far longer worst scans', ['/plc'], ['scan_max_us', 'scan_us'], ['controller', 'plc scan']),
        heap=K('heap of the controller fills', ['/plc'], ['heap_kb'], ['controller', 'heap'], step=False),
        s_servo=K('servo of axis 3 reports excessive following error', [SRV, '/rosout', '/diagnostics'], ['status_word', 'axis[2].following_error_deg'], ['axis 3', 'servo 3'], silent=False),
        s_grip=K('gripper reports lost parts', [GRP, '/rosout', '/diagnostics'], ['lost_parts', 'cup_vacuum_kpa[0]'], ['gripper', 'suction cup'], silent=False),
        s_denester=K('denester reports a double tray again and again', [DEN, '/rosout', '/diagnostics'], ['fault_code', 'screw_amps'], ['denester'], silent=False),
        s_reader=K('code reader warns of a dirty window', [RDR, '/rosout', '/diagnostics'], ['window_dirty'], ['code reader'], silent=False),
    )

    def plan(self):
        n, r = self.n, self.rng('plan')
        P = np.zeros((3, n)); W = np.zeros(n); cur, cw = np.array([0., -.1, -.72]), 0.; st, rec, parts, trays, rate = [np.zeros(n) for _ in range(5)]; mass = np.zeros(n)
        E = {k: np.zeros(n, bool) for k in 'held blow out den rej door wash'.split()}; i, spd, m_, np_, tr_, self.tasks, self.rejt = 0, 1., 0., 0, 0, [], []
        new3, new4 = (self.unit == 'life' and self.idx >= x for x in (3, 4)); night = self.unit == 'life' and self.idx == 2; rc, until, per = int(r.integers(1, 4)), r.uniform(200, 500), 2.4
        WT = (0, .55, 1.1, 1.8, 2.4); washed = 0
        def wait(sec, code):
            nonlocal i
            j = min(n, i + max(1, int(round(sec / DT)))); P[:, i:j] = cur[:, None]; W[i:j], st[i:j], rec[i:j], mass[i:j], rate[i:j] = cw, code, rc, m_, 60 / per; a, i = i, j
            return slice(a, i)
        def go(tg, sec, code, w=None, h=.13):
            nonlocal i, cur, cw
            tg = np.array(tg, float); nw = cw if w is None else w; m = max(4, int(round(sec * r.uniform(.97, 1.04) / spd / DT))); j = min(n, i + m); u = ((np.arange(m) + 1) / m)[:j - i]; u = u**3 * (10 - 15 * u + 6 * u * u)
            P[:, i:j] = cur[:, None] + (tg - cur)[:, None] * u; P[2, i:j] += h * np.sin(np.pi * u)**.8; W[i:j] = cw + (nw - cw) * u; st[i:j], rec[i:j], mass[i:j], rate[i:j] = code, rc, m_, 60 / per; cur, cw = tg, nw; a, i = i, j
            return slice(a, i)
        wait(r.uniform(8, 25), 0); blk = 0.
        while i < n:
            if i * DT > until:                                                               # change of the recipe
                a = i; go((0, 0, -.7), 1.5, 7); E['door'][wait(r.uniform(20, 55), 7)] = True; rc = int(r.choice([k for k in (1, 2, 3) + ((4,) if new3 else ()) if k != rc])); until = i * DT + r.uniform(220, 560)      # goat cheese wheels (4): for the first time in life/3
                if new4 and washed < 3: E['wash'][wait(r.uniform(35, 60), 9)] = True; washed += 1      # wash-down: for the first time in life/4
                go((0, -.1, -.72), 1.2, 7)
            x = r.random()
            if x < .05: go((0, -.05, -.7), .9, 0); wait(r.uniform(6, 28), 0)                  # nothing comes on the belt
            elif x < .062: go((0, -.05, -.7), .9, 0); E['door'][wait(r.uniform(10, 35), 8)] = True   # operator opens the door
            if r.random() < .12 or blk == 0: per = r.uniform(2.1, 3.3) * (.9 if night else 1); spd = .62 if r.random() < .1 else 1.
            a0 = i; blk += 1
            for c in range(6):
                if i >= n: break
                b0 = i; go((r.uniform(-.36, .36), r.uniform(-.42, -.14), -.9), .85, 1, w=r.uniform(-1.4, 1.4)); h0 = i; wait(.2, 2); m_ = WT[rc] * r.uniform(.94, 1.06)
                if r.random() < .04: go((.42, -.02, -.78), .7, 5); E['held'][h0:i] = True; self.rejt.append(i); E['blow'][wait(.15, 5)] = True; m_ = 0.; E['rej'][i:min(n, i + 20)] = True
                else: go(((-.2, 0., .2)[c % 3], (.2, .34)[c // 3], -.86), .95, 3, w=0.); E['held'][h0:i] = True; E['blow'][wait(.2, 4)] = True; m_ = 0.; np_ += 1
                parts[min(i, n - 1):] = np_; left = per / spd - (i - b0) * DT
                if left > .05: wait(left, 1)
            E['out'][i:min(n, i + 34)] = True; E['den'][min(n, i + 30):min(n, i + 60)] = True; tr_ += 1; trays[min(i, n - 1):] = tr_; wait(r.uniform(.8, 1.6), 6); self.tasks.append((a0 * DT, min(i, n) * DT, 'tray'))
        self.P, self.W, self.E, self.st, self.rec, self.parts, self.trays, self.rate, self.mass = P, W, E, st, rec, parts, trays, rate, lp(mass, .06)
        self.x, self.y, z = P; Q = []
        for k in range(3):
            a_ = k * 2 * np.pi / 3; xr, yr = self.x * np.cos(a_) + self.y * np.sin(a_), -self.x * np.sin(a_) + self.y * np.cos(a_); a = xr + RP - RB; C = (a * a + yr * yr + z * z + LU * LU - LF * LF) / (2 * LU); Q.append(np.arctan2(-z, a) - np.arccos(np.clip(C / np.hypot(a, z), -1, 1)))
        self.Q = Q + [W]; self.dQ = [lp(np.gradient(x, DT), .04) for x in self.Q]; self.ddQ = [lp(np.gradient(x, DT), .06) for x in self.dQ]; self.v = lp(np.sqrt(sum(np.gradient(p, DT)**2 for p in P)), .05)
        self.run = (st >= 1) & (st <= 6); rn = self.run.astype(float); self.act = lp(self.v, 6)
        self.amb = 7.5 + .6 * self.su('amb') + self.wander('amb', .2, 600) + 2.5 * lp(E['wash'].astype(float), 60)
        self.bs = lp(slew(np.where(self.run, .006 + rate * .0088, 0.) * (1 + .09 * np.tanh(1.5 * self.wander('bs', 1, 12))), .35), .3); self.bo = self.bs > .05
        self.os = lp(slew(E['out'] * .34, 1.2), .15); self.obj = np.clip(np.rint((2.9 + .06 * rate * .5 + 1.7 * np.tanh(1.4 * self.wander('obj', 1, 9))) * lp(rn, 3)), 0, 9)
        self.lux = 640 + 30 * self.su('lux') + 60 * np.tanh(1.5 * self.wander('lux', 1, 60)) + 180 * lp(E['door'].astype(float), 1)
        self.cur = [rn * .35 + (1.5 + .35 * self.mass) * np.abs(np.cos(self.Q[k])) + np.abs(self.ddQ[k]) * (.05 + .018 * self.mass) + .2 * np.abs(self.dQ[k]) for k in range(3)] + [.25 + .035 * np.abs(self.ddQ[3]) + .12 * np.abs(self.dQ[3])]
        self.air = 46 + 165 * lp(E['blow'].astype(float), .3) + 120 * lp(E['den'].astype(float), .5) + 260 * lp(E['rej'].astype(float), .3) + 26 * (self.pieces('nei', 6, 40, 0, 1) < .4) + 4 * self.wander('ai', 1, 3); self.air = lp(self.air, .8)
        self.ip = 11 + 1.1 * lp(sum(self.cur), .5) + 3.2 * (self.pieces('ref', 20, 90, 0, 1) < .45) + 2.4 * self.bo + 3 * self.os + .4 * self.wander('ip', 1, 5); sp = ['speed', 'faster', 'tool speed', 'velocity', 'tcp', 'rate ppm', 'data']
        self.num('axis3_fast', self.v, '/delta/tool_speed:data', sp, above=self.quan(self.v, self.v > .15, .5, 2), tol=.45)
        self.num('gear1_fast', self.v, '/delta/tool_speed:data', sp, above=self.quan(self.v, self.v > .15, .45, 2), tol=.45)
        self.num('axis2_heavy', self.mass * 1000, CHW + ':net_grams', ['net grams', 'weight', 'weighs', 'grams', 'mass', 'part', 'recipe', 'heavy'], above=800., tol=.45, and_=E['held'])
        self.num('infeed_fast', self.bs, INF + ':belt_speed', ['belt speed', 'speed', 'faster', 'rate ppm', 'infeed'], above=self.quan(self.bs, self.bo, .55, 3), tol=.3)
        self.num('vision_many', self.obj, VIS + ':objects', ['objects', 'object'], above=3.5, tol=.35)
        self.num('air_flow', self.air, AIR + ':consumption_lpm', ['consumption lpm', 'consumption', 'flow', 'air'], above=self.quan(self.air, self.run, .62, 0), tol=.4)
        self.num('mains_load', self.ip, MNS + ':line_amps[2]', ['line amps', 'current', 'load', 'amps', 'line current'], above=self.quan(self.ip, self.ip > 0, .58, 1), tol=.35)
        for kd, rad, sh in (('axis3_place', .085, .09), ('rotation_place', .085, .09), ('frame_place', .09, .1), ('hose_place', .09, .1)):
            a, b = self.spot(kd, self.x, self.y, rad, self.run & (self.v > .12), sh); self.at(kd, self.x, self.y, a, b, rad, self.run)
        rw = ('running', 'moving', 'packing', 'run', 'cell state', 'speed'); self.mode('axis1_gear axis4_belt joint2_speed', self.run, *rw); self.mode('cup1', E['held'], 'holding', 'part held', 'held', 'gripping')
        self.mode('infeed_drive infeed_slip', self.bo, 'belt', 'running', 'moving', 'belt speed'); self.mode('outfeed_drive', self.os > .1, 'outfeed', 'moves', 'moving', 'belt speed'); self.mode('denester', E['den'], 'denester', 'tray', 'parted', 'separation ms')

    def build(self):
        t, n, f, w, E, P = self.t, self.n, self.f, self.ns, self.E, self.P
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.002, lag=.004), **k)); rn = self.run.astype(float); bo = self.bo.astype(float); hd = E['held'].astype(float)
        # servos
        sx = (f('s_servo') > 0) & self.run & (self.pieces('sx', .4, 4, 0, 1) < .25); V = {}; pl, hv, rpl, fa = lp(f('axis3_place'), .1), lp(f('axis2_heavy'), .1), lp(f('rotation_place'), .08), lp(f('axis3_fast'), .06); add = 2.3 * f('axis1_gear') * lp(rn, .3)
        for k in range(4):
            c = self.cur[k] * (1 + self.u(f'cu{k}', .015)) + .05 * self.wander(f'cu{k}', 1, .6) * rn + np.abs(w(f'cun{k}', .05)) + w(f'cum{k}', .05) * rn
            if k == 0: c = c + add
            if k == 1: c = c + hv * (1.7 + .4 * self.wander('hvx', 1, .2))
            if k == 2: c = c + pl * (2.4 + .6 * self.wander('plx', 1, .15))
            if k == 3: c = c + rpl * (.5 + .2 * np.abs(self.white('rpx')))
            e = .06 * self.dQ[k] + .0018 * self.ddQ[k] + w(f'fe{k}', .012) * (1 + rn)
            if k == 2: e = e + fa * (.34 * self.white('fax') + .1) + sx * .9
            if k == 3: e = e + f('axis4_belt') * rn * .3 * self.wander('a4x', 1, .12) + rpl * .42 * self.white('rpe')
            T = self.warm(f'st{k}', self.amb, (8.5, 8.5, 8.5, 14)[k] * lp(self.cur[k], 20) * .55 + (8.5 * f('axis2_hot') if k == 1 else 0), 260, 12, 9., .12); T = hold(T, self.on('axis3_frozen')) if k == 2 else T
            V.update({f'axis[{k}].current_a': q(np.maximum(c, 0), .01), f'axis[{k}].following_error_deg': q(e, .005), f'axis[{k}].temperature_c': q(T, .1), f'axis[{k}].load_permille': np.maximum(c, 0) * (95 if k < 3 else 210)})
        pub(SRV, 'packcell_msgs/msg/Servos', 12, dict(V, status_word=0x0637 + np.where(sx, 0x0008, 0) + 0x100000 * self.run))
        vel = [self.dQ[k] + w(f'v{k}', .01) for k in range(4)]; vel[1] = vel[1] + f('joint2_speed') * self.run * (.85 * self.white('jv') - 3.5 * self.spikes('jvs', .06))
        self.joints(JNT, 15, ['j1', 'j2', 'j3', 'rot'], [self.Q[k] + w(f'q{k}', 3e-5) for k in range(4)], vel, [np.abs(self.cur[k]) * 2.1 + w(f'ef{k}', .2) for k in range(4)], jit=.001, lag=.002, age=.45 * f('joints_old'))
        pub(TCP, 'geometry_msgs/msg/PoseStamped', 15, {'pose.position.x': q(self.x + w('px', 2e-4), 1e-4), 'pose.position.y': q(self.y + w('py', 2e-4), 1e-4), 'pose.position.z': q(P[2] + w('pz', 2e-4), 1e-4), 'pose.orientation.z': np.sin(self.W / 2), 'pose.orientation.w': np.cos(self.W / 2)}, 'cell', drop=.5 * f('tcp_lost'), jit=.001)
        pub('/delta/tool_speed', 'std_msgs/msg/Float32', 12, dict(data=q(np.maximum(self.v + w('tsp', .006), 0), .001)))
        gf = lp(f('gear1_fast'), .08); gv = [.3 + .55 * self.v + .02 * np.abs(self.ddQ[k]) + .06 * self.wander(f'gv{k}', 1, .8) * (.4 + rn) + np.abs(w(f'gvn{k}', .06)) for k in range(3)]; gv[0] = gv[0] + gf * (1. + .6 * np.abs(self.white('gfx'))); gv[1] = gv[1] + f('gear2') * (.25 + rn * (.75 + .5 * np.abs(self.white('g2x'))))
        pub(GBX, 'packcell_msgs/msg/Gearboxes', 8, dict(vibration_mms=[q(np.maximum(x, 0), .01) for x in gv], oil_c=[q(self.warm(f'go{k}', self.amb, 9 * self.act + (6.5 * f('gear3_oil') if k == 2 else 0), 420, 9, 6., .1), .1) for k in range(3)]))
        fp = lp(f('frame_place'), .08); sg = .03 + .16 * self.v; vx, vy = lp(np.gradient(lp(np.gradient(self.x, DT), .05), DT), .06), lp(np.gradient(lp(np.gradient(self.y, DT), .05), DT), .06)
        self.imu('/frame/imu', 14, (w('ir', 2e-4), w('ip_', 2e-4), w('iy', 2e-4)), (w('gx', .002) * (1 + 2 * rn), w('gy', .002) * (1 + 2 * rn), w('gz', .002) * (1 + 2 * rn)), (.008 * vx + .3 * f('imu_level') + sg * self.white('ax') + fp * .8 * self.white('axv'), .008 * vy + sg * self.white('ay') + fp * .8 * self.white('ayv'), 9.81 + 1.2 * sg * self.white('az') + fp * .9 * self.white('azv')), 'frame', drop=.5 * f('imu_lost'))
        # gripper, pump
        lo = (f('s_grip') > 0) & E['held'] & (self.pieces('lo', .6, 4, 0, 1) < .3); hp = lp(f('hose_place'), .08); vc = []; seal = 1 - .07 * (self.rec == 1) + .03 * self.pieces('seal', 1.8, 4, -1, 1)
        for k in (0, 1):
            x = -(4 + 58 * lp(hd, .07) * seal * (1 + self.u(f'vc{k}', .01))) + .9 * self.wander(f'vc{k}', 1, 1.5) + w(f'vcn{k}', .7); x = x + (16 * f('cup1') * hd if k == 0 else f('cup2_noise') * (12 * self.white('c2x') + 22 * self.spikes('c2s', .05))); vc.append(q(np.where(lo & (k == 0), x * .3, x), .1))
        fl = 62 * (1 - lp(hd, .07)) * rn + 15 + 2.4 * self.wander('fl', 1, 1.5) + w('fln', 1.1) + 12 * f('cup1') * hd + hp * (34 + 9 * np.abs(self.white('hpx'))); bt = hold(88 + 5 * self.pieces('bt', 1.5, 5, -1, 1) + w('btn', 2), ~E['blow']) + f('blow_off') * (26 + 8 * self.pieces('btx', 1.5, 5, -1, 1))
        pub(GRP, 'packcell_msgs/msg/Gripper', 12, dict(cup_vacuum_kpa=vc, suction_flow_lpm=q(np.maximum(fl, 0), .5), blow_off_ms=q(bt, .5), part_held=E['held'], lost_parts=np.cumsum(np.diff(lo.astype(int), prepend=0) > 0)))
        pub(PMP, 'packcell_msgs/msg/VacuumPump', 4, dict(pump_amps=q(6.6 + self.u('pa', .05) + .012 * lp(fl, 2) + .12 * self.wander('pa', 1, 8) + w('pan', .07) + .85 * f('pump_load'), .02), pump_oil_c=q(self.warm('po', self.amb, 46 + .05 * lp(fl, 30) + 7 * f('pump_oil'), 380, 12, 48., .1), .1), pump_rpm=q(1438 + self.u('pr', 2) - .05 * lp(fl, 1) + 1.8 * self.wander('pr', 1, 3) + w('prn', 1.5) + f('pump_rpm') * 6 * self.wander('prx', 1, .3), .5), exhaust_kpa=q(np.abs(3.2 + self.u('ex', .05) + .006 * lp(fl, 1) + .1 * self.wander('ex', 1, 6) + w('exn', .07) + .5 * f('exhaust')), .02)))
        # belts
        iff = lp(f('infeed_fast'), .3); enc = lambda v: np.cumsum(np.maximum(v, 0)) * DT * 8000
        pub(INF, 'packcell_msgs/msg/Belt', 8, dict(belt_speed=q(np.maximum(self.bs + w('bs', .0015) * (1 + bo) + f('infeed_slip') * bo * .017 * self.wander('bsx', 1, .25), 0), .001), drive_amps=q(bo * (2.2 + 3.4 * self.bs + .05 * self.obj) * (1 + .025 * self.wander('bd', 1, 1.5)) + .1 + np.abs(w('bdn', .07)) + bo * .95 * f('infeed_drive') + iff * (.42 + .42 * np.abs(self.white('ifx'))), .02), tracking_mm=q(self.u('bt', .5) + 1.3 * self.wander('btk', 1, 9) * (.2 + .8 * bo) + w('btkn', .35) + 7. * f('infeed_track'), .1), motor_c=q(self.warm('bm', self.amb, 17 * lp(bo, 20), 300, 6, 13., .12), .1), encoder_counts=enc(self.bs)))
        oo = (self.os > .04).astype(float)
        pub(OUT, 'packcell_msgs/msg/Belt', 8, dict(belt_speed=q(np.maximum(self.os + w('os', .002) * (1 + oo), 0), .001), drive_amps=q(lp(oo, .1) * (2.5 + .12 * self.wander('od', 1, 2) + 1.7 * f('outfeed_drive')) + 4 * np.abs(np.gradient(self.os, DT)) + .1 + np.abs(w('odn', .07)), .02), tracking_mm=q(self.u('ot', .5) + .8 * self.wander('ot', 1, 12) + w('otn', .3), .1), motor_c=q(self.warm('om', self.amb, 30 * lp(oo, 30) + 7.5 * f('outfeed_hot'), 300, 6, 3., .12), .1), encoder_counts=enc(self.os)))
        # vision, lighting
        lum = 128 + 3 * self.su('lm') + .05 * (self.lux - 640) + 4 * (self.rec == 2) - 5 * (self.rec == 3) + 1.4 * self.wander('lm', 1, 5) + w('lmn', .9); vm = f('vision_many')
        pub(VIS, 'packcell_msgs/msg/Vision', 6, dict(match_score=q(np.clip(93 + self.u('ms', .5) - 1.2 * (self.rec == 1) - .35 * self.obj + 1. * self.wander('ms', 1, 8) + w('msn', .8) - 8 * f('lens'), 0, 100), .1), latency_ms=q(46 + 4.6 * self.obj + np.abs(w('la', 2.2)) + vm * (13 + 6 * np.abs(self.white('vmx'))), .5), exposure_ms=q(np.maximum(3.2 - .006 * (lum - 128) + w('ex_', .012) + f('exposure') * .12 * self.white('exx'), .1), .01), scene_brightness=q(lum, .5), object_angle_deg=np.where(self.obj > 0, q(self.pieces('ang', .6, 2.4, -90, 90), .1), np.nan), objects=self.obj))
        la = [1.42 + self.u(f'la{k}', .01) + .006 * self.wander(f'la{k}', 1, 12) + w(f'lan{k}', .006) - (.04 * f('led3') if k == 2 else 0) for k in range(4)]
        pub(LGT, 'packcell_msgs/msg/Lighting', 4, dict(led_amps=[q(x, .005) for x in la], heatsink_c=q(self.warm('hs', self.amb, 24 + 3 * rn + 7 * f('led_hot'), 200, 8, 26., .1), .1)))
        # trays, weigher, reject
        de = lp(E['den'].astype(float), .12); dd = (f('s_denester') > 0) & E['den'] & (self.pieces('dd', 2, 8, 0, 1) < .4); stk, _ = hyst(np.gradient(self.trays, DT) * 6.2, 60., 150, 620, 380 + 120 * self.su('stk'))
        pub(DEN, 'packcell_msgs/msg/Denester', 6, dict(screw_amps=q(de * (1.9 + .1 * self.wander('sa', 1, 2) + .72 * f('denester')) * np.where(dd, 1.5, 1) + .06 + np.abs(w('sa_', .04)), .01), stack_mm=q(lp(stk, .5) + w('stn', 1.2) + f('stack') * (9 * self.white('stx') - 40 * self.spikes('sts', .03)), .5), separation_ms=q(hold(740 + 30 * self.pieces('se', 8, 20, -1, 1), ~E['den']) + 0, 1), fault_code=np.where(dd, 31, 0)))
        wgt = hold(lp(np.array((0, 550., 1100., 1800., 2400.))[self.rec.astype(int)], .01) * (1 + .03 * self.pieces('wg', 1.8, 3.5, -1, 1)), ~E['blow'])
        pub(CHW, 'packcell_msgs/msg/Checkweigher', 6, dict(net_grams=q(wgt + w('wgn', 1.6) + f('weigher') * (18 * self.white('wgx') + 16 * self.wander('wgw', 1, .6)), .5), zero_grams=q(.4 * self.su('zg') + .35 * self.wander('zg', 1, 40) + w('zgn', .2) + 1.7 * f('weigher_zero'), .1), weighed=self.parts))
        rt = np.full(n, 212.); rr = self.rng('rejtime')
        for a in self.rejt: rt[a:] = 212 + 6 * rr.standard_normal()
        pub(REJ, 'packcell_msgs/msg/Reject', 4, dict(cylinder_ms=q(rt + w('rtn', .8) + 28 * f('reject_slow'), 1), reservoir_bar=q(5.6 - .5 * lp(E['rej'].astype(float), 1.2) + .02 * self.wander('rb', 1, 6) + w('rbn', .012), .01), rejected=np.searchsorted(self.rejt, np.arange(n))))
        af = lp(f('air_flow'), .3)
        pub(AIR, 'packcell_msgs/msg/Air', 5, dict(supply_bar=q(6.1 + .02 * self.su('sb') - .0009 * self.air + .03 * self.wander('sb', 1, 12) + w('sbn', .012) - af * (.24 + .07 * np.abs(self.wander('afx', 1, .5))), .01), consumption_lpm=q(np.maximum(self.air + w('cl', 2), 0), 1), dewpoint_c=q(-24 + 1.1 * self.su('dw') + .5 * self.wander('dw', 1, 90) + w('dwn', .25) + 6.5 * f('dewpoint'), .1)))
        # electricity, guarding
        i24 = 11.5 + 1.4 * de + 1.1 * E['blow'] + .8 * bo + 1.1 * (self.pieces('i24', 15, 70, 0, 1) < .4) + .3 * self.wander('i24', 1, 5); cf = f('cabinet_fan')
        pub(CAB, 'packcell_msgs/msg/Cabinet', 4, dict(control_volts=q(24.05 + self.u('cv', .02) - .008 * i24 + w('cv', .012) - f('volts24') * np.abs(.12 * self.white('cvx')), .01), control_amps=q(i24 + w('i24n', .12), .05), cabinet_c=q(self.warm('cb', self.amb, .55 * lp(self.ip, 30) + 4.5 * cf, 240, 14, 8., .1), .1), cabinet_fan_rpm=2260 + 12 * self.wander('cf', 1, 8) + w('cfn', 10) - 150 * cf))
        rg = np.maximum(-sum(self.dQ[k] * self.ddQ[k] for k in range(3)), 0) * .006 * (1 + .4 * self.mass)
        pub(BUS, 'packcell_msgs/msg/DriveBus', 6, dict(dc_link_volts=q(565 + 1.5 * self.su('dc') + 9 * rg - .5 * lp(sum(self.cur), .2) + 1.1 * self.wander('dc', 1, 10) + w('dcn', .8) + f('dc_link') * 7 * self.white('dcx'), .5), brake_resistor_c=q(self.warm('br', self.amb, 60 * lp(rg, 30) + 11 * f('resistor'), 120, 14, 10., .2), .1), regen_kw=q(rg + np.abs(w('rg', .01)), .01)))
        il = [self.ip + .55 * add * .5 + .3 * self.wander(f'il{k}', 1, 3) + w(f'iln{k}', .25) + .2 * self.u(f'il{k}') for k in range(3)]; il[1] = il[1] - f('phase2') * np.where(self.pieces('ph2', .2, 1.4, 0, 1) < .45, 5.5, 1.); ml = lp(f('mains_load'), .3)
        pub(MNS, 'packcell_msgs/msg/Mains', 4, dict(line_volts=[q(231 + .6 * self.su('ug') + 1. * self.wander('ug', 1, 60) + .3 * self.wander(f'ul{k}', 1, 6) - .05 * self.ip + w(f'uln{k}', .18) - (ml * (2.6 + .6 * np.abs(self.wander('mlx', 1, .5))) if k == 2 else 0), .1) for k in range(3)], line_amps=[q(np.maximum(x, 0), .05) for x in il], power_factor=q(np.clip(.93 + .002 * self.ip + .004 * self.wander('pf', 1, 6) + w('pfn', .002), 0, 1), .001)))
        pub('/guarding', 'packcell_msgs/msg/Guarding', 3, dict(estop_ok=1, doors_locked=~E['door'], muting=self.os > .05, curtain_level_pct=q(np.clip(84 + self.u('cl', .5) + .7 * self.wander('cl', 1, 20) + w('cln', .5) - 4 * lp(E['wash'].astype(float), 8) - 5 * f('curtain'), 0, 100), .1)))
        xo = (~E['door']).astype(float); tc = self.warm('tc', self.amb, 21 * lp(xo * rn, 25), 160, 10, 18., .1)
        pub(XRY, 'packcell_msgs/msg/Xray', 4, dict(tube_ma=q(np.maximum(lp(xo, .5) * (2.4 + .004 * self.wander('tm', 1, 8)) + w('tmn', .004) + f('tube') * .085 * xo * self.wander('tmx', 1, .4), 0), .002), tube_kv=q(lp(xo, .5) * 42 + w('tkv', .04), .05), tube_c=q(hold(tc, self.on('tube_frozen')), .1), detector_noise=q(np.abs(12.5 + self.u('dn', .2) + .4 * self.wander('dn', 1, 15) + w('dnn', .4) + f('detector') * (3.2 + 1.5 * np.abs(self.white('dnx')))), .1)))
        rd = f('reader')
        pub(RDR, 'packcell_msgs/msg/CodeReader', 3, dict(decode_ms=q(24 + np.abs(w('dm', 2.4)) + 2 * (self.rec == 3) + rd * (10 + 5 * np.abs(self.white('dmx'))), .5), read_rate_pct=q(np.clip(99 - np.abs(w('rr', .35)) - 2.2 * rd, 0, 100), .1), window_dirty=(f('s_reader') > 0) & (t % 17 < 6)))
        pub('/line/order', 'packcell_msgs/msg/Order', 4, dict(recipe=self.rec, cell_state=self.st, rate_ppm=q(self.rate * rn, .1), parts_packed=self.parts, trays=self.trays))
        rh = .71 + .03 * self.su('rh') + .1 * lp(E['wash'].astype(float), 40) + .012 * self.wander('rh', 1, 120) + .005 * self.wander('rh2', 1, 10)
        pub('/room/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(hold(np.clip(rh, 0, 1) + w('rhn', .0015), self.on('humidity')), .001)))
        pub('/room/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .04), .1)))
        pub('/room/light', 'sensor_msgs/msg/Illuminance', 2, dict(illuminance=q(self.lux * (1 + w('lx', .005)), 1.)))
        sc = f('scan_time')
        pub('/plc', 'packcell_msgs/msg/Plc', 2, dict(scan_us=1000 + np.abs(w('sc', 6)) + 40 * sc, scan_max_us=1180 + np.abs(w('sm', 55)) + sc * (420 + 160 * self.rng('smx').random(n)), heap_kb=q(20600 + 700 * self.newver + 45 * self.su('he') + 20 * self.wander('he', 1, 110) + w('hen', 7) + self.computer_leak('heap', 900), 4), cpu_c=q(self.warm('cpu', self.amb, 24 + 3 * rn, 120, 16, 26., .25), .5)), strs=dict(project='CheesePack 12.3' if self.newver else 'CheesePack 12.2'))
        self.goals('/pack_tray/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .04 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_servo', 'servos', ['axis 3 following error too large, F7122', 'axis 3 acknowledged'])
        a2 = self.speak('s_grip', 'gripper', ['part lost on the way', 'pick repeated'], 14)
        a3 = self.speak('s_denester', 'denester', ['double tray, code 31', 'denester restarted'])
        s = self.when('s_reader'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 22): self.log(x, 'W', 'code_reader', 'window dirty, clean soon', 'fault')
            a4 = np.where(self.on('s_reader'), 1., 0.)
        self.routine([(26, 'I', 'line', 'batch of {} kg done', 20, 90), (7, 'W', 'vision', 'unknown object, score {}', 20, 55), (6, 'W', 'line', 'upstream empty {} s', 6, 28), (5, 'I', 'checkweigher', 'zeroed at {} g', .1, .9), (4, 'W', 'mes', 'reply took {} ms', 300, 900)],
                     [('I', 'core', 'project ' + ('CheesePack 12.3' if self.newver else 'CheesePack 12.2')), ('W', 'vision', 'belt calibration 21 days old'), ('W', 'servos', 'homed from absolute encoders'), ('I', 'guarding', 'door test ok')])
        self.status('servos', 'S120', a1, {2: 'following error axis 3'}, i24=i24); self.status('gripper', 'GR', np.maximum(a2, brief_warn(self, 'gr', 1.2)), {1: 'weak grip', 2: 'part lost'})
        self.status('denester', 'DN', a3, {2: 'double tray'}); self.status('code_reader', 'CR', a4, {1: 'window dirty'}); self.status('mes', 'MES', brief_warn(self, 'mes', 1.4), {1: 'reply slow'})
