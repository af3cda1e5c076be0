"""Palletizing cell: four-axis arm, four-zone vacuum gripper, infeed conveyor, pneumatics."""
from core import *

register('palletizer_msgs', """
MSG ControllerState
std_msgs/Header header
float64[] desired
float64[] actual
float64[] error
uint8 mode
MSG Drive
string name
int32 current_ma
float32 motor_temp
uint16 status_word
int16 torque_permille
MSG DriveBus
std_msgs/Header header
palletizer_msgs/Drive[] drives
uint16 dc_bus_dv            # 0.1 V
float32 cabinet_temp
MSG Vacuum
std_msgs/Header header
float32[4] zone_kpa         # gauge, negative
float32 setpoint_kpa
bool ejector
bool blow_off
bool part_present
uint8 di
MSG Supply
builtin_interfaces/Time stamp
float32 supply_bar
float32 flow_nl_min
uint16 filter_dp_mbar
float32 dew_point
uint16 valve_bits
uint16 err_code
MSG Conveyor
std_msgs/Header header
uint16 speed_set_mm_s
uint16 speed_act_mm_s
int32 motor_ma
bool[3] eyes
uint32 box_count
MSG CellState
uint8 IDLE=0
uint8 WAIT_BOX=1
uint8 APPROACH=2
uint8 GRIP=3
uint8 TRANSFER=4
uint8 PLACE=5
uint8 RETURN=6
uint8 PALLET_CHANGE=7
std_msgs/Header header
uint8 state
string state_name
uint32 cycle_id
uint8 layer
uint8 slot
uint8 override_pct
MSG CycleReport
std_msgs/Header header
uint32 cycle_id
string product
uint32 cycle_ms
uint32[5] phase_ms          # wait approach grip transfer return
uint32 evac_ms
float32 peak_vacuum_kpa
float32 weight_kg
int16 result                # 0 ok
MSG Detection
std_msgs/Header header
geometry_msgs/Pose pose
float32 confidence
uint16 points
MSG PlcStatus
builtin_interfaces/Time stamp
uint32 scan_us
uint32 comm_errors
uint16 safety_bits
bool guard_closed
float32 power_kw
""")
NAMES = ['J1', 'J2', 'J3', 'J4']
V, HS = ['/gripper/vacuum'], ['/cell/cycle_report', '/cell/state']
LIB = [
    K('leak_z2', 'zone 2 of the gripper leaks: its vacuum is much weaker while gripping', V, ['zone_kpa[1]', 'zone_kpa'], ['zone', 'gripper', 'vacuum'], cond='hold', need=20, grp='vac', mag=(.3, .4), cons=['/pneumatics/supply', 'peak_vacuum_kpa']),
    K('ejector_weak', 'the ejector evacuates slowly and not as deep in all zones', V + ['/cell/cycle_report'], ['zone_kpa', 'evac_ms', 'peak_vacuum_kpa', 'phase_ms[2]'], ['ejector', 'gripper', 'vacuum', 'zone'], cond='hold', need=20, grp='vac', mag=(.2, .26), cons=HS),
    K('supply_low', 'air supply pressure fell (regulator)', ['/pneumatics/supply'], ['supply_bar'], ['supply', 'pneumatics', 'air'], grp='air', mag=(1.3, 1.8), cons=V + HS),
    K('air_leak', 'air is lost all the time: the flow at rest is much higher', ['/pneumatics/supply'], ['flow_nl_min'], ['flow', 'pneumatics', 'air', 'supply'], grp='air', mag=(40, 60)),
    K('filter_dp', 'the pressure loss of the air filter rises', ['/pneumatics/supply'], ['filter_dp_mbar'], ['filter', 'pneumatics'], step=False, grp='air', mag=(240, 330), dur=(220, 340)),
    K('j2_friction', 'friction in joint 2: more torque for the same motion', ['/joint_states', '/arm/drives'], ['effort[1]', 'drives[1].current_ma', 'drives[1].torque_permille', 'effort', 'current_ma'], ['J2', 'joint 2'], cond='move', need=40, grp='j2', mag=(190, 260), cons=['drives[1].motor_temp', 'dc_bus_dv', 'power_kw']),
    K('j3_track', 'joint 3 follows late: large following error', ['/arm/controller_state', '/joint_states'], ['error[2]', 'error', 'actual[2]', 'position[2]', 'velocity[2]'], ['J3', 'joint 3'], cond='move', need=40, grp='j3', mag=(.14, .19)),
    K('j1_offset', 'joint 1 stands off its target by a constant (encoder offset)', ['/arm/controller_state', '/joint_states'], ['error[0]', 'error', 'actual[0]', 'position[0]'], ['J1', 'joint 1'], grp='j1', mag=(.03, .045)),
    K('j4_noise', 'velocity and effort of joint 4 are noisy (encoder)', ['/joint_states', '/arm/drives'], ['velocity[3]', 'effort[3]', 'drives[3].current_ma', 'velocity', 'effort', 'current_ma'], ['J4', 'joint 4'], grp='j4', mag=(.09, .13)),
    K('j3_hot', 'motor of joint 3 heats up (fan)', ['/arm/drives'], ['drives[2].motor_temp', 'motor_temp', 'drives[].motor_temp'], ['J3', 'joint 3', 'drives[2]'], step=False, grp='j3', mag=(30, 38), dur=(220, 340)),
    K('belt_slip', 'the conveyor runs slower than set (belt slips)', ['/conveyor/status'], ['speed_act_mm_s'], ['conveyor', 'belt'], cond='belt', need=25, grp='conv', mag=(.25, .35)),
    K('eye_flicker', 'the middle photo eye flickers', ['/conveyor/status'], ['eyes[1]', 'eyes'], ['eye', 'conveyor'], grp='conv', mag=(.35, .45)),
    K('plc_slow', 'scan time of the PLC doubled', ['/plc/status'], ['scan_us'], ['plc', 'scan'], grp='plc', mag=(4200, 6000)),
    K('wrench_bias', 'the force sensor shows a constant extra load', ['/tool/wrench'], ['wrench.force.z'], ['wrench', 'force', 'tool', 'ft_sensor'], grp='ft', mag=(45, 65)),
    K('vision_late', 'box poses come with old stamps', ['/vision/box'], ['header.stamp', 'stamp'], ['vision', 'camera'], grp='vis', cond='vis', need=.2, mag=(.9, 1.4), cons=[]),
    K('vision_conf', 'confidence of the box detector drops (dirty lens)', ['/vision/box'], ['confidence', 'points'], ['vision', 'camera'], grp='vis', cond='vis', need=.2, mag=(.28, .36)),
    K('drops', 'many grasps are lost, boxes fall', ['/cell/cycle_report', '/gripper/vacuum', '/rosout', '/pick/_action/status'], ['result', 'part_present', 'zone_kpa', 'status_list'], ['gripper', 'vacuum', 'grasp', 'pick'], silent=False, grp='vac', cond='hold', need=20,
      say=[('gripper_node', 30, 'part lost during transfer, vacuum {-21~-9} kPa'), ('cell_controller', 40, 'cycle aborted: result 12 after {2.1~5.6} s')], every=(15, 35)),
    K('plc_comm', 'communication with the PLC is disturbed', ['/plc/status', '/rosout', '/diagnostics'], ['comm_errors'], ['plc', 'profinet', 'comm'], silent=False, grp='plc', mag=(2.5, 5),
      say=[('plc_bridge', 40, 'PROFINET IO: watchdog expired, {3~18} telegrams missing'), ('plc_bridge', 30, 'reconnect #{1~9} to 192.168.10.21')], diag=('plc: link', 2, 'connection unstable')),
    K('servo_over', 'drive of joint 1 is overloaded', ['/arm/drives', '/rosout', '/diagnostics'], ['drives[0].status_word', 'drives[0].current_ma', 'drives[0].torque_permille', 'status_word', 'current_ma'], ['J1', 'joint 1', 'servo'], silent=False, grp='j1', cond='move', need=40, mag=(260, 340),
      say=[('servo_driver', 30, 'axis J1: load {108~137} % (A.710)'), ('servo_driver', 40, 'J1 overload alarm pending, I2t {81~97} %')], diag=('arm: drives', 1, 'overload warning J1'), cons=['/joint_states', 'effort']),
    K('bus_sag', 'DC bus voltage of the drives is lower (one phase missing)', ['/arm/drives'], ['dc_bus_dv'], ['dc bus', 'dc_bus', 'dc_bus_dv', 'dc'], grp='bus', mag=(48, 65)),
    K('drives_third', 'the drive topic comes at a third of its rate', ['/arm/drives'], ['rate'], ['drives'], timing=dict(topics=['/arm/drives'], mode='third')),
    K('wrench_burst', 'the force sensor topic comes in bursts', ['/tool/wrench'], ['header.stamp', 'rate', 'stamp'], ['wrench', 'ft_sensor'], timing=dict(topics=['/tool/wrench'], mode='burst', by=.8)),
    K('valve_y3', 'blow-off valve reports an error code', ['/pneumatics/supply', '/rosout'], ['err_code', 'valve_bits'], ['valve', 'blow', 'Y3', 'pneumatics'], silent=False, grp='air',
      say=[('valve_terminal', 40, 'Y3 (blow off): coil current {0.00~0.02} A, code 0x031'), ('valve_terminal', 30, 'diagnosis pending on terminal VT1, slot {3~3}')]),
    K('cycle_slow', 'each cycle waits some seconds before the transfer (slow handshake)', ['/cell/cycle_report', '/cell/state'], ['cycle_ms', 'phase_ms[2]', 'phase_ms', 'state'], ['cycle', 'cell_controller', 'cycle_report'], grp='cyc', cond='move', need=40, mag=(3., 4.2)),
]
FIRST = [['leak_z2', 'j2_friction', 'plc_slow', 'drops', 'filter_dp', 'belt_slip', 'vision_conf', 'drives_third'],
         ['supply_low', 'j3_track', 'wrench_bias', 'servo_over', 'eye_flicker', 'j3_hot', 'cycle_slow', 'valve_y3'],
         ['ejector_weak', 'air_leak', 'j1_offset', 'j4_noise', 'plc_comm', 'bus_sag', 'vision_late', 'wrench_burst']]
LIFE4 = ['air_leak', 'leak_z2', 'j3_track', 'servo_over', 'wrench_bias', 'plc_slow', 'belt_slip', 'drops', 'j3_hot', 'drives_third', 'bus_sag']
CTX = {1: dict(amb=14, warm=0, ovr=(80, 100), prods=('A24', 'C10'), comp=6.3), 2: dict(amb=30, warm=.9, ovr=(60, 80), prods=('B18', 'C10'), comp=6.1), 3: dict(amb=21, warm=.5, ovr=(70, 100), prods=('A24', 'B18'), comp=6.4),
       4: dict(amb=19, warm=.4, ovr=(70, 100), prods=('A24', 'B18'), comp=6.3), 5: dict(amb=24, warm=.6, ovr=(80, 100), prods=('C10', 'A24'), comp=6.2)}
PROD = {'A24': (7.5, 1.0, .25), 'B18': (14., .9, .45), 'C10': (4.2, .8, .15)}      # kg, seal, spread
HOME, PICK_UP, PICK = (0., -.4, .9, 0.), (-1.2, .05, 1.05, .3), (-1.2, .28, 1.22, .3)


def plan(s):
    r, c = s.r, s.ctx
    tl = Timeline(s.dur, q0=HOME[0], q1=HOME[1], q2=HOME[2], q3=HOME[3], st=0, ej=0, blow=0, kg=0., held=0, seal=0., belt=0., ovr=80., cyc=int(s.ru.integers(1000, 90000)), layer=0, slot=0, eye=0, guard=1, lost=0, vis=0)
    reps, dets, acts, chg = [], [], [], []
    qq = np.array(HOME)
    def mv(tgt, T, **kw):
        nonlocal qq
        tgt = np.array(tgt); T = max(T * 88 / tl.cur['ovr'], .12); m = max(3, int(T / DT)); u = (np.arange(m) + 1) / m
        p = u ** 3 * (10 - 15 * u + 6 * u * u)
        a = {f'q{j}': qq[j] + (tgt[j] - qq[j]) * p for j in range(4)}
        tl.add(0, **a, **kw); tl.set(**{f'q{j}': float(tgt[j]) for j in range(4)}); qq = tgt
    inf = lambda k, x: next((f for f in s.fs(k) if f.a <= x < f.b), None)
    tl.add(r.uniform(25, 55), st=0)
    prod = c['prods'][0]; slot = int(r.integers(0, 8)); layer = int(r.integers(0, 3)); nxt = r.uniform(500, 900)
    tl.set(ovr=float(r.choice([c['ovr'][0], np.mean(c['ovr']), c['ovr'][1]])))
    while not tl.full():
        kg, seal, sp = PROD[prod]; kg = kg + r.normal(0, sp)
        T0 = tl.now(); cyc = tl.cur['cyc'] + 1
        tl.set(layer=layer, slot=slot, cyc=cyc)
        d = r.uniform(.6, 1.8) if r.random() > .05 else r.uniform(6, 35)
        tl.add(d, st=1, belt=350., eye=0); tl.add(.7, eye=1); tl.set(belt=0.)
        t1 = tl.now(); dets.append((t1 - .15, prod)); tl.set(vis=1)
        mv(PICK_UP, .7, st=2); tl.set(vis=0); mv(PICK, .55)
        t2 = tl.now(); ev = .45 / seal * r.uniform(.92, 1.12)
        f = inf('ejector_weak', t2)
        if f: ev *= 2.1 * r.uniform(.95, 1.1)
        if inf('supply_low', t2): ev *= 1.3
        tl.set(ej=1, held=1, seal=seal * r.uniform(.97, 1.02), st=3); tl.add(ev + .25)
        f = inf('cycle_slow', t2)
        if f: tl.add(f.mag * r.uniform(.85, 1.15))
        t3 = tl.now(); tl.set(kg=kg)
        bad = r.random() < (.33 if inf('drops', t2) else .009)
        tgt = (.5 + .1 * (slot % 4) + .35 * (slot // 4), .32 - .055 * layer + .05 * (slot // 4), 1.12 - .09 * layer, -.2 + 1.57 * (slot % 2))
        up = (tgt[0], tgt[1] - .28, tgt[2] - .18, tgt[3])
        mv(PICK_UP, .7, st=4, eye=0)
        mid = tuple((np.array(PICK_UP) + up) / 2 - np.array([0, .12, .05, 0]))
        if bad:
            mv(mid, .9); tl.set(lost=1, kg=0., seal=.06); mv(up, .9); tl.set(ej=0, held=0, lost=0); tl.add(r.uniform(3, 9)); res = 12
        else:
            mv(up, 1.7); mv(tgt, .8, st=5); tl.set(ej=0, blow=1, held=0, kg=0.); tl.add(.35); tl.set(blow=0); mv(up, .5); res = 0
        t4 = tl.now(); mv(PICK_UP if r.random() > .02 else HOME, 1.6, st=6)
        t5 = tl.now()
        if t5 < s.dur:
            reps.append((t5, dict(cycle_id=cyc, product=prod, cycle_ms=int((t5 - T0) * 1000), phase_ms=[int(1000 * z) for z in (t1 - T0, t2 - t1, t3 - t2, t4 - t3, t5 - t4)], evac_ms=int(ev * 1000 + r.normal(0, 8)), weight_kg=float(kg + r.normal(0, .06)) if not bad else 0., result=res), t2, t3))
            acts.append((t1, t4, 6 if bad else 4))
        if not bad: slot += 1
        if slot >= 8:
            slot, layer = 0, layer + 1
            if layer >= 5:
                layer = 0; chg.append(tl.now()); mv(HOME, 1.2); tl.add(r.uniform(25, 50), st=7)
                if r.random() < .5: tl.set(ovr=float(r.choice([c['ovr'][0], np.mean(c['ovr']), c['ovr'][1]])))
                if tl.now() > nxt:
                    prod = c['prods'][1] if prod == c['prods'][0] else c['prods'][0]; nxt = tl.now() + r.uniform(600, 1000)
        if r.random() < .006:
            tl.set(guard=0); tl.add(r.uniform(20, 90), st=0); tl.set(guard=1); tl.add(4)
    return tl.done(), reps, dets, acts, chg


def conds(P):
    mv = np.abs(np.gradient(P['q0'], DT)) > .1
    return dict(hold=(P['ej'] > 0) & (P['st'] >= 4), move=mv, belt=P['belt'] > 0, vis=(np.diff(P['vis'], prepend=0) > 0))


def run(s, kinds, begin, end):
    c, t, n = s.ctx, s.t, s.n
    st0 = s.r.bit_generator.state
    P = plan(s)[0]
    s.place(kinds, begin, end, conds(P))
    s.r.bit_generator.state = st0
    P, reps, dets, acts, chg = plan(s); r = s.r
    for f in s.faults:                                   # the faults may have moved the cycle
        if f.spec.cond:
            seg = conds(P)[f.spec.cond][int(f.a / DT):int(f.b / DT)]; f.seen = f.a + float(np.argmax(seg > 0)) * DT
    Q = np.stack([P[f'q{j}'] for j in range(4)], 1)
    tau = np.full((n, 4), .035)
    act = np.stack([lag(Q[:, j], .035) for j in range(4)], 1)
    j3 = s.w('j3_track'); act[:, 2] = np.where(j3 > 0, lag(Q[:, 2], .15), act[:, 2])
    qv = np.gradient(act, DT, axis=0); qa = np.gradient(qv, DT, axis=0); qa = np.stack([lag(qa[:, j], .03) for j in range(4)], 1)
    j4 = s.w('j4_noise')
    kg = P['kg'] + 18.
    warmth = 1 - .22 * (1 - np.exp(-t / 900)) * (1 - c['warm']) - .22 * c['warm']       # grease gets thin
    fr = np.array([55., 60., 42., 8.]) * (1 + .0 * t)[:, None] * warmth[:, None] * (1.15 if c['amb'] < 16 else 1)
    fr[:, 1] += s.w('j2_friction')
    reach = 1.1 + .6 * np.sin(act[:, 1])
    grav = np.stack([0 * t, -9.81 * (kg * .9 + 35) * np.sin(act[:, 1] + .5) * .6 - 60, -9.81 * (kg + 20) * .5 * np.cos(act[:, 2] - .6), 0 * t], 1)
    iner = np.stack([(kg + 40) * reach ** 2, (kg + 45) * 1.1, (kg + 18) * .7, .5 + kg * .05], 1)
    eff = iner * qa + grav + fr * np.tanh(qv * 25) + np.array([26., 28., 18., 3.]) * qv + r.standard_normal((n, 4)) * np.array([2.5, 3, 2, .5])
    eff[:, 0] += s.w('servo_over') * np.tanh(qv[:, 0] * 25)
    eff[:, 3] += j4 * 130 * r.standard_normal(n)
    cur = eff / np.array([38., 42, 34, 12])
    off = np.zeros((n, 4)); off[:, 0] = s.w('j1_offset')
    pos = act + off + r.standard_normal((n, 4)) * 8e-5; vel = qv + r.standard_normal((n, 4)) * .002; vel[:, 3] += j4 * r.standard_normal(n)
    temps = np.stack([lag(c['amb'] + 9 + .55 * lag(np.abs(cur[:, j]), 30) ** 2 + 1.1 * np.abs(cur[:, j]), 700 + 80 * j, c['amb'] + 22 * c['warm'] + 1) for j in range(4)], 1) + s.ou(90, .25)[:, None]
    temps[:, 2] += lag(s.w('j3_hot', ramp=.6), 15)
    s.pub('/joint_states', 'sensor_msgs/msg/JointState', 20, dict(position=pos, velocity=vel, effort=eff), dict(name=NAMES))
    s.pub('/arm/controller_state', 'palletizer_msgs/msg/ControllerState', 10, dict(desired=Q, actual=pos, error=Q - pos, mode=np.where(P['st'] > 0, 3, 1)), frame='arm_base')
    absc = lag(np.abs(cur).sum(1), .15)
    pwr = .55 + .06 * absc + .4 * (P['belt'] > 0) + .12 * np.abs(qv).sum(1) + .04 * s.ou(2, 1)
    bus = 5650 - 2.1 * absc + 12 * s.ou(40, 1) + s.wn(5) - s.w('bus_sag') * 4.2 - lag(absc, .3) * 2.2 * s.on('bus_sag')
    sw = np.full((n, 4), 0x0237); sw[:, 0] = np.where(s.shown('servo_over'), 0x02B7, 0x0237); sw[P['guard'] == 0] = 0x0233
    s.pub('/arm/drives', 'palletizer_msgs/msg/DriveBus', 5, {'drives[].current_ma': cur * 1000, 'drives[].motor_temp': q(temps, .5), 'drives[].status_word': sw, 'drives[].torque_permille': cur / np.array([.022, .022, .018, .014]) , 'dc_bus_dv': bus, 'cabinet_temp': q(lag(c['amb'] + 7 + pwr * 1.5, 900, c['amb'] + 7 * c['warm']), .1)},
          dict(drives=[dict(name=k) for k in NAMES]), 'cabinet')
    # --- air
    tc = s.ru.uniform(75, 110); comp = c['comp'] + .22 * (1 - 2 * ((t / tc + .03 * s.ou(60, 1)) % 1)) + .03 * s.ou(4, 1)
    low = s.w('supply_low', ramp=3)
    sup = comp - low - .16 * lag(P['ej'], .4) - .3 * lag(P['blow'], .1) - .0016 * s.w('air_leak')
    ejf = lag(P['ej'], .12)
    flow = 17 + 2 * s.ou(15, 1) + 88 * ejf * (sup / 6) + 160 * lag(P['blow'], .08) * (s.ou(1, .05) + 1) + s.w('air_leak') + 40 * ejf * s.w('leak_z2') / .35 * .4 + s.wn(1.2)
    dp = 42 + s.ru.normal(0, 5) + .0022 * flow ** 2 * .4 + 3 * s.ou(60, 1) + lag(s.w('filter_dp', ramp=.6), 5)
    ew = s.w('ejector_weak')
    lvl = 66 * np.clip((sup - 1.2) / 4.9, .3, 1.06) * (1 - ew) * np.where(P['held'] > 0, P['seal'], .12) * (P['ej'] > 0)
    k2 = np.array([1., 1., .97, 1.02]); z = []
    for j in range(4):
        tg = lvl * k2[j] * (1 - (s.w('leak_z2') if j == 1 else 0)) * (1 + .012 * s.ou(.5, 1))
        sl = np.where(ew > 0, 75, 190)
        z.append(-slew(tg, sl, np.where(P['blow'] > 0, 700, 260)) + s.wn(.22) + s.ru.normal(0, .4) + 3.2 * lag(P['blow'], .05))
    z = np.stack(z, 1)
    present = (z.mean(1) < -28)
    s.pub('/gripper/vacuum', 'palletizer_msgs/msg/Vacuum', 20, dict(zone_kpa=q(z, .1), setpoint_kpa=np.where(P['ej'] > 0, -55., 0), ejector=P['ej'] > 0, blow_off=P['blow'] > 0, part_present=present, di=3 + 8 * present), frame='gripper')
    ye = s.on('valve_y3')
    s.pub('/pneumatics/supply', 'palletizer_msgs/msg/Supply', 5, dict(supply_bar=q(sup, .01), flow_nl_min=q(np.clip(flow, 0, None), .5), filter_dp_mbar=dp, dew_point=q(3.2 + .2 * s.ou(300, 1), .1), valve_bits=(P['ej'] > 0) + 2 * (P['blow'] > 0) + 256, err_code=0x31 * ye))
    # --- conveyor
    act_b = lag(P['belt'] * (1 - s.w('belt_slip')), .15) + s.wn(2.5) * (P['belt'] > 0)
    eyes = np.stack([((t * .37 + .2 * s.ou(9, 1)) % 1 > .6) & (P['belt'] > 0), P['eye'] > 0, (P['eye'] > 0) & (P['st'] >= 2)], 1)
    fl = s.w('eye_flicker'); tog = (np.repeat(r.random(n // 4 + 1), 4)[:n] < fl); eyes[:, 1] ^= tog
    s.pub('/conveyor/status', 'palletizer_msgs/msg/Conveyor', 10, dict(speed_set_mm_s=P['belt'], speed_act_mm_s=np.clip(act_b, 0, None), motor_ma=140 + 900 * lag((P['belt'] > 0), .1) + 700 * np.clip(np.gradient(act_b, DT) / 2000, 0, 1) + s.wn(18) + 30 * s.ou(5, 1), eyes=eyes, box_count=np.cumsum(np.diff(P['eye'], prepend=0) > 0)), frame='infeed')
    sn = np.array(['IDLE', 'WAIT_BOX', 'APPROACH', 'GRIP', 'TRANSFER', 'PLACE', 'RETURN', 'PALLET_CHANGE'], object)[P['st'].astype(int)]
    s.pub('/cell/state', 'palletizer_msgs/msg/CellState', 5, dict(state=P['st'], state_name=sn, cycle_id=P['cyc'], layer=P['layer'], slot=P['slot'], override_pct=P['ovr']))
    s.event('/cell/cycle_report', 'palletizer_msgs/msg/CycleReport', [(a, dict(d, peak_vacuum_kpa=float(z[int(t2 / DT):int(min(a, s.dur - 1) / DT)].mean(1).min()))) for a, d, t2, t3 in reps])
    # --- force sensor at the flange: z points down
    m = P['kg'] + 6.2
    fz = lag(m * (9.81 + 1.1 * qa[:, 1]), .04) + s.wn(1.4) + s.ru.normal(0, 2) + s.ou(500, .6) + 65 * lag((P['st'] == 3), .15) * -1
    wr = {'wrench.force.x': m * .5 * qa[:, 0] + s.wn(1.2) + s.ru.normal(0, 1), 'wrench.force.y': m * .35 * qv[:, 0] ** 2 + s.wn(1.2), 'wrench.force.z': q(fz + s.w('wrench_bias'), .05),
          'wrench.torque.x': .05 * fz + s.wn(.15), 'wrench.torque.y': m * .06 * qa[:, 0] + s.wn(.15), 'wrench.torque.z': .7 * qa[:, 3] + s.wn(.1)}
    s.pub('/tool/wrench', 'geometry_msgs/msg/WrenchStamped', 20, wr, frame='ft_sensor')
    vl, vc = s.w('vision_late'), s.w('vision_conf')
    it = []
    for a, prod in dets:
        i = min(int(a / DT), n - 1); lat = .11 + abs(r.normal(0, .02)) + vl[i] * (1 + .1 * r.normal())
        T = int(s.ns(a - lat)); cf = float(np.clip((.93 if prod != 'C10' else .89) + r.normal(0, .02) - vc[i] * (1 + .15 * r.normal()), .2, .995))
        ya = r.normal(0, .04)
        it.append((a, dict(pose=dict(position=dict(x=1.42 + r.normal(0, .012), y=-.3 + r.normal(0, .015), z=.62), orientation=dict(z=np.sin(ya / 2), w=np.cos(ya / 2))), confidence=cf, points=int(9000 * cf + r.normal(0, 300)), _st=(T // 10**9, T % 10**9))))
    s.topic('/vision/box', 'palletizer_msgs/msg/Detection')
    it = [(a, d) for a, d in it if 0 < a < s.dur]
    s.msgs.append(('/vision/box', s.ns([a for a, _ in it]), [encode('palletizer_msgs/msg/Detection', dict(d, header=dict(frame_id='camera_optical', stamp=dict(sec=d['_st'][0], nanosec=d['_st'][1])))) for a, d in it]))
    ce = np.cumsum(r.random(n) < DT * (1 / 900 + s.w('plc_comm')))
    s.pub('/plc/status', 'palletizer_msgs/msg/PlcStatus', 2, dict(scan_us=4100 + 180 * s.ou(5, 1) + 250 * (P['st'] >= 2) + s.wn(60) + s.w('plc_slow') * (1 + .08 * s.ou(.5, 1)), comm_errors=ce, safety_bits=np.where(P['guard'] > 0, 0x1F, 0x1D), guard_closed=P['guard'] > 0, power_kw=q(pwr, .01)))
    s.pub('/system', 'robot_host/msg/HostStatus', 1, host(s, 'system', load=4 * (P['st'] >= 2), period_ms=10))
    goals(s, [a for a in acts if a[1] < s.dur], '/pick/_action/status')
    # --- texts
    s.startup([('servo_driver', 20, 'EtherCAT OP, {4~4} slaves'), ('plc_bridge', 20, 'connected to 192.168.10.21, cycle 4 ms'), ('gripper_node', 20, 'vacuum zero {-0.4~0.5} kPa'), ('vision_node', 30, 'no frame yet, retrying'), ('vision_node', 20, 'camera serial {40012~40990} streaming at 10 fps'), ('cell_controller', 20, 'homing done, ready')])
    for a in chg: s.log(a, 20, 'cell_controller', 'pallet complete, changing')
    for a, d, *_ in reps:
        if d['result'] and not any(f.a < a < f.b + 5 for f in s.fs('drops')): s.log(a - 4, 30, 'gripper_node', speaker(r, 'part lost during transfer, vacuum {-21~-9} kPa'))
    for a in t[np.diff(P['guard'], prepend=1) < 0]: s.log(a, 30, 'safety_plc', 'guard door opened by operator')
    for a in t[np.diff(P['guard'], prepend=1) > 0]: s.log(a, 20, 'safety_plc', 'guard door closed, reset')
    s.sometimes(1, 'arm_controller', 30, 'Overrun detected: loop took {12.1~16.9} ms'); s.sometimes(2, 'vision_node', 20, 'exposure set to {4100~9000} us'); s.sometimes(3, 'cell_controller', 30, 'waiting for box for more than {8~20} s', cond=(P['st'] == 1))
    s.diag('arm: drives', 'servo-x4', dict(max_temp=(temps.max(1), '.1f'), bus=(bus / 10, '.1f')), message='enabled'); s.diag('plc: link', 'plc-1', dict(errors=(ce * 0, '.0f')), message='connected')
    s.diag('gripper', 'vac-4z', dict(cycles=(P['cyc'], '.0f')), message='ok'); s.diag('vision', 'cam-3', dict(fps=(10 + s.ou(5, .05), '.2f')), level=np.where(t < 7, 1, 0), message='streaming', extra={1: 'waiting for frames'})
