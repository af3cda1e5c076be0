"""Robot 3: 'gantry', a storage-and-retrieval gantry: x/y/z servo axes, pneumatic gripper, lift table, PLC."""
import numpy as np
from core import fault, q, S, hhmm, DT

AX = 'xyz'
MSGS = {
'gantry_msgs/DriveStatus': """std_msgs/Header header
uint16 status_word
int32 position_um
int32 velocity_um_s
int16 torque_permille
int32 following_error_um
int16 current_ma10       # 10 mA
uint16 dc_bus_v
int16 temp_dc            # 0.1 deg C
uint16 fault_code""",
'gantry_msgs/GripperState': """uint8 OPEN=0
uint8 CLOSING=1
uint8 CLAMPED=2
uint8 OPENING=3
std_msgs/Header header
uint8 state
float32 jaw_mm
float32 clamp_force_n
float32 line_pressure_kpa
bool part_present
bool jaw_open_sw
bool jaw_closed_sw
uint16 proximity_mv""",
'gantry_msgs/LiftTable': "std_msgs/Header header\nfloat32 height_mm\nfloat32 motor_current_a\nfloat32 hyd_pressure_bar\nbool top_switch\nbool bottom_switch\nint8 direction",
'gantry_msgs/PlcState': """uint8 INIT=0
uint8 HOMING=1
uint8 AUTO=2
uint8 PAUSE=3
uint8 IDLE=4
std_msgs/Header header
uint8 mode
uint16 step
uint32 cycle_count
uint16 heartbeat
uint16[4] inputs
uint32 alarm_word
float32 override_pct
float32 scan_ms
string text""",
'gantry_msgs/TransferResult': """std_msgs/Header header
uint32 job
string source
string target
float32 duration_s
uint8 retries
float32 weight_kg
float32 label_offset_mm  # label centre to gripper centre
int16 result_code""",
'gantry_msgs/SafetyState': "std_msgs/Header header\nbool estop_ok\nbool[3] door_closed\nbool curtain_clear\nbool sto_released\nuint16 zone_bits",
'gantry_msgs/PowerMeter': "std_msgs/Header header\nfloat32[3] phase_voltage\nfloat32[3] phase_current\nfloat32 active_power_w\nfloat32 power_factor\nfloat64 energy_kwh",
'gantry_msgs/AxisVibration': "string axis\nfloat32 rms_mm_s\nfloat32[4] bands",
'gantry_msgs/VibrationReport': "std_msgs/Header header\nAxisVibration[] axes",
'gantry_msgs/FieldbusStats': "std_msgs/Header header\nuint32 lost_frames\nuint32[5] wkc_errors\nfloat32 cycle_jitter_us\nuint32 sync_error_ns",
'gantry_msgs/Ambient': "std_msgs/Header header\nfloat32 temperature\nfloat32 humidity\nfloat32 cabinet_temp",
'gantry_msgs/HostStats': "std_msgs/Header header\nfloat32 cpu_pct\nfloat32 mem_mb\nuint32 threads\nfloat32 queue_depth",
}
D = {a: '/drives/' + a for a in AX}
JS, G, L, W, TR = '/joint_states', '/gripper/state', '/lift_table/state', '/load_cell/wrench', '/transfer/result'
mv = lambda a: {'while': f'axis {a} moves'}
ax = lambda a: [f'{a} axis', f'axis {a}', f'drive {a}', f'drives {a}', f'{a} drive', f'joint {a}', f'axis_{a}']
FAULTS = {
 'x_friction': fault('x axis runs heavily (dry guide): torque while moving up by 60 %', [D['x'], JS], ['torque_permille', 'current_ma10', 'effort[0]'], ax('x'), cons=['/power', '/drives/x', 'temp_dc', '/vibration', 'following_error'], group='x', cond=mv('x'), tail=120),
 'x_rail_bump': fault('damaged rail at x = 6.6-8.0 m: torque, vibration and following error rise whenever the axis passes there', [D['x'], JS, '/vibration'], ['torque_permille', 'following_error_um', 'current_ma10', 'effort[0]', 'axes[0].rms_mm_s', 'rms_mm_s'], ax('x') + ['rail'], group='x', dur=(280, 340), cond={'variable': 'x position', 'from': 6.6, 'to': 8.0}),
 'y_belt_loose': fault('loose belt on y: following error four times normal, oscillation after stops', [D['y'], '/vibration'], ['following_error_um', 'axes[1].rms_mm_s', 'rms_mm_s'], ax('y') + ['belt'], cons=['/joint_states', '/load_cell', 'torque'], group='y', cond=mv('y')),
 'z_counterweight_loss': fault('gas spring of z lost pressure: holding torque up by 25 %% points', [D['z'], JS], ['torque_permille', 'current_ma10', 'effort[2]'], ax('z'), cons=['/drives/z', 'temp_dc', '/power'], group='z', tail=200),
 'z_drive_hot': fault('fan of drive z failed: drive temperature climbs far above normal', [D['z']], ['temp_dc'], ax('z'), step=0, group='z', tail=400, dur=(230, 330)),
 'y_motor_torque_ripple': fault('y motor: strong torque ripple (damaged encoder cable)', [D['y'], JS], ['torque_permille', 'current_ma10', 'effort[1]'], ax('y'), cons=['/vibration', '/power'], group='y'),
 'x_encoder_shift': fault('reference of x shifted by 14 mm: labels sit off centre by that much', [TR], ['label_offset_mm'], ax('x') + ['label', 'transfer'], cons=['retries', 'duration', '/load_cell', 'inputs', '/plc/state'], group='xe', dur=(220, 320)),
 'gripper_air_leak': fault('gripper air line leaks: pressure sinks from 6 to 4.4 bar while clamped, less force', [G], ['line_pressure_kpa', 'clamp_force_n'], ['gripper', 'clamp', 'air'], cons=['/air/supply', 'fluid_pressure', '/plc', '/power'], group='air'),
 'gripper_slow': fault('gripper closes and opens three times slower', [G], ['jaw_mm', 'state', 'jaw_open_sw', 'jaw_closed_sw'], ['gripper', 'jaw'], group='grip', cons=['duration_s', '/transfer']),
 'part_sensor_stuck': fault('part-present sensor stuck on', [G, '/plc/state'], ['part_present', 'proximity_mv', 'inputs'], ['gripper', 'part present', 'proximity'], group='grip', dur=(200, 300)),
 'load_cell_bias': fault('load cell reads 45 N too much', [W, TR], ['wrench.force.z', 'weight_kg'], ['load cell', 'load_cell', 'wrench'], group='load'),
 'load_cell_noise': fault('load cell noisy (shield broken): noise eight times normal', [W], ['wrench.force.z', 'wrench.force.x', 'wrench.force.y'], ['load cell', 'load_cell', 'wrench'], cons=['weight_kg'], group='load'),
 'lift_sag': fault('lift table sinks 12 mm a minute while it stands at the top', [L], ['height_mm', 'hyd_pressure_bar', 'top_switch'], ['lift', 'table'], cons=['inputs', '/plc'], group='lift', dur=(240, 330), cond={'while': 'table at the top'}),
 'lift_motor_heavy': fault('lift table pump draws 70 % more current and lifts slower', [L], ['motor_current_a', 'hyd_pressure_bar'], ['lift', 'table'], cons=['/power', 'height'], group='lift', dur=(260, 340), cond={'while': 'table moves up'}),
 'compressor_weak': fault('air supply falls from 6.9 to 5.2 bar', ['/air/supply', G], ['fluid_pressure', 'line_pressure_kpa', 'clamp_force_n'], ['air', 'supply', 'compressor', 'gripper'], step=0, group='air', tail=60),
 'dc_bus_sag': fault('DC link of the x and y drives sags by 70 V under load', [D['x'], D['y']], ['dc_bus_v'], ['dc bus', 'dc_bus', 'dc link', 'drive', 'drives'], cons=['/drives', '/power'], group='pow', cond=mv('x')),
 'phase_l2_low': fault('mains phase L2 low (197 V) and its current up', ['/power/meter'], ['phase_voltage', 'phase_voltage[1]', 'phase_current[1]'], ['power', 'phase', 'mains', 'l2'], cons=['/drives', 'dc_bus', 'power_factor'], group='pow'),
 'cabinet_hot': fault('cabinet filter blocked: cabinet temperature up by 14 K', ['/ambient'], ['cabinet_temp'], ['cabinet', 'ambient'], step=0, group='cab', cons=['temp_dc', '/drives'], tail=400, dur=(230, 330)),
 'fieldbus_jitter': fault('fieldbus jitter of 60 us and lost frames', ['/fieldbus/stats'], ['cycle_jitter_us', 'lost_frames', 'wkc_errors', 'sync_error_ns'], ['fieldbus', 'ethercat'], group='bus'),
 'plc_scan_slow': fault('PLC scan 19 ms instead of 8', ['/plc/state'], ['scan_ms'], ['plc', 'scan'], group='plc'),
 'plc_heartbeat_stuck': fault('PLC heartbeat stands still, the record is frozen', ['/plc/state'], ['heartbeat', 'scan_ms', 'step', 'mode'], ['plc', 'heartbeat'], net=('frozen', ['/plc/state'], 0), group='plc'),
 'joints_half_rate': fault('joint states come at half their rate', [JS], ['rate'], ['joint_states', 'joint states'], net=('rate', [JS], 2), group='net'),
 'clock_step': fault('clock of the drive gateway 3.2 s ahead: stamps of the drives lie in the future', list(D.values()), ['header.stamp', 'stamp', 'age'], ['drive', 'drives', 'clock', 'gateway'], net=('step', list(D.values()), 3.2), group='net'),
 'queue_leak': fault('job manager: queue and memory grow', ['/host/stats'], ['mem_mb', 'queue_depth', 'threads'], ['host', 'memory', 'queue'], step=0, group='host', tail=30),
 'label_unreadable': fault('labels cannot be read at rack B: transfers end with result -7 and retries', [TR, '/rosout'], ['result_code', 'retries', 'duration_s'], ['label', 'transfer', 'scanner'], silent=0, group='xe', cons=['/transfer/_action/status'], dur=(200, 300), say=dict(node='label_reader', level='WARN', every=30, val=(1, 48), msgs=['no code read at B{:.0f}', 'decode failed, contrast {:.0f} %'])),
 'drive_y_fault': fault('drive y reports fault 0x7121 and is reset each time', [D['y'], '/rosout', '/diagnostics', '/plc/state'], ['fault_code', 'status_word', 'alarm_word'], ax('y'), silent=0, group='y', cons=['/plc', '/transfer'], say=dict(node='drive_gateway', level='ERROR', every=18, val=(110, 180), msgs=['axis Y: fault 0x7121 motor blocked (I={:.0f} %)', 'axis Y: reset after fault, load {:.0f} %'])),
 'curtain_flicker': fault('light curtain interrupted again and again', ['/safety/state', '/rosout', '/diagnostics'], ['curtain_clear', 'zone_bits', 'sto_released'], ['curtain', 'safety'], silent=0, group='saf', cons=['/plc'], say=dict(node='safety_plc', level='WARN', every=16, val=(40, 400), msgs=['muting fault at light curtain ({:.0f} ms)', 'curtain beam interrupted for {:.0f} ms without request'])),
 'grasp_fails': fault('grasps fail again and again (result 31)', [TR, '/transfer/_action/status', '/rosout'], ['result_code', 'retries', 'status'], ['gripper', 'grasp', 'transfer'], silent=0, group='grip', cons=['duration_s'], dur=(200, 300), say=dict(node='transfer_server', level='ERROR', every=30, val=(2, 30), msgs=['grasp not confirmed, jaw at {:.1f} mm', 'GRASP_FAILED (31) after {:.0f} s'], delay=8)),
}
FAULTS['z_counterweight_loss']['words'] = 'gas spring of z lost pressure: holding torque up by 22 % points'


def cond(session):
    base = dict(dur=3600, air=19., hum=48., warm=.1, ovr=100, wt=14., sup=690., job='store', busy=.9)
    C = {'first/1': dict(t0=hhmm(2026, 2, 9, 6, 2)), 'first/2': dict(t0=hhmm(2026, 6, 22, 13, 58), air=27, hum=55, warm=.9, wt=18, ovr=85, job='mixed'), 'first/3': dict(t0=hhmm(2026, 11, 12, 21, 55), air=16, warm=.6, wt=9, job='retrieve', sup=705),
         'life/1': dict(t0=hhmm(2026, 4, 7, 6, 1), dur=2400), 'life/2': dict(t0=hhmm(2026, 4, 8, 14, 3), dur=1980, air=24, warm=.9, wt=19, ovr=80, job='mixed'), 'life/3': dict(t0=hhmm(2026, 4, 13, 22, 0), dur=1800, air=16, warm=.5, wt=9, job='retrieve', sup=702, busy=.7),
         'life/4': dict(t0=hhmm(2026, 4, 16, 9, 20), air=21, warm=.8, wt=15, job='mixed'), 'life/5': dict(t0=hhmm(2026, 4, 20, 6, 0), dur=2400, air=18, warm=.1, wt=12, ovr=90, busy=.85)}
    return {**base, **C[session]}


def move(T, a, b, v, acc):
    """jerk-limited-looking profile of one move: returns duration"""
    d = abs(b - a)
    return max(.4, d / v + v / acc) if d > v * v / acc else max(.4, 2 * np.sqrt(d / acc))


def profile(n, a, b, v, acc):
    d, T = abs(b - a), n * DT
    tt = np.arange(n) * DT
    ta = min(v / acc, T / 2)
    vp = d / max(T - ta, 1e-6)
    p = np.where(tt < ta, .5 * vp / ta * tt ** 2, np.where(tt < T - ta, vp * (tt - ta / 2), d - .5 * vp / ta * (T - tt).clip(0) ** 2))
    return a + np.sign(b - a) * p


def simulate(s):
    c, t, N, F = s.cond, s.t, s.N, s.F
    r = s.rng('jobs')
    P = np.zeros((3, N))
    P[0], P[1], P[2] = .4, .3, 1.6
    clamp, load, jawt, mode, step, lift = np.zeros(N), np.zeros(N), np.full(N, 120.), np.zeros(N, int), np.zeros(N, int), np.zeros(N)
    ovr = np.full(N, float(c['ovr']))
    slow, gf, ufail, drf, cur = s.on('gripper_slow'), s.on('grasp_fails'), s.on('label_unreadable'), s.on('drive_y_fault'), s.on('curtain_flicker')
    heavy, rng2 = F('lift_motor_heavy'), s.rng('res')
    k, pos = 0, [.4, .3, 1.6]
    VA = [(2.2, 1.1), (1.1, .9), (.8, .9)]
    jobs, goals, cyc, lh = [], [], 0, 0.

    def fill(n, m, stp, p=None):
        nonlocal k
        e = min(k + max(1, n), N)
        if p is None:
            for j in range(3):
                P[j, k:e] = pos[j]
        mode[k:e], step[k:e] = m, stp
        load[k:e], clamp[k:e], jawt[k:e] = ld, cl, jw
        k = e

    def go(x=None, y=None, z=None, stp=0):
        nonlocal k
        tg, o = [x, y, z], ovr[min(k, N - 1)] / 100
        n = 0
        for j in range(3):
            if tg[j] is not None:
                n = max(n, int(np.ceil(move(0, pos[j], tg[j], VA[j][0] * o, VA[j][1]) / DT)))
        e = min(k + n, N)
        for j in range(3):
            if tg[j] is not None:
                nj = int(np.ceil(move(0, pos[j], tg[j], VA[j][0] * o, VA[j][1]) / DT))
                pr = np.append(profile(nj, pos[j], tg[j], VA[j][0] * o, VA[j][1]), np.full(max(0, n - nj), tg[j]))
                P[j, k:e] = pr[:e - k]
                pos[j] = tg[j]
            else:
                P[j, k:e] = pos[j]
        mode[k:e], step[k:e], load[k:e], clamp[k:e], jawt[k:e] = 2, stp, ld, cl, jw
        k = e
        fill(int(.25 / DT), 2, stp + 1)

    def raise_lift(to):
        nonlocal lh, k
        v = 55. / (1 + .35 * heavy[min(k, N - 1)] * (to > lh))
        n = int(abs(to - lh) / v / DT)
        e = min(k + n, N)
        lift[k:e] = np.linspace(lh, to, n)[:e - k]
        lift[e:] = to
        lh = to
        fill(n, 2, 90)
    ld, cl, jw = 0., 0., 120.
    fill(int(r.uniform(40, 80) * (1 - .4 * c['warm']) / DT), 0, 0)
    go(.05, .05, 1.7, 1)
    mode[int(50 / DT):k] = 1
    tableslot = (1.2, .5, .55)
    while k < N:
        if r.random() > c['busy']:
            fill(int(r.uniform(8, 45) / DT), 4, 5)
        if r.random() < .035:
            fill(int(r.uniform(15, 50) / DT), 3, 6)     # operator pause / door request
        if r.random() < .03:
            ovr[k:] = r.choice([60, 80, 90, 100]) if r.random() < .5 else c['ovr']
        if cyc % 3 == 0:
            raise_lift(400. if lh < 200 else 0.)
            if cyc % 6 == 0:
                fill(int(r.uniform(2, 6) / DT), 2, 92)
        st = c['job'] == 'store' and r.random() < .8 or c['job'] == 'mixed' and r.random() < .5 or r.random() < .15
        rack = (r.integers(2, 21) * .55, r.integers(0, 6) * .42 + .1, .3 + .1 * r.integers(0, 4))
        name = f'{"AB"[int(rack[0] > 6)]}{int(rack[0] / .55):02d}-{int(rack[1] / .42)}'
        tb = (tableslot[0], tableslot[1], .62 if lh > 200 else .42)
        a, b = (tb, rack) if st else (rack, tb)
        w = max(3., r.normal(c['wt'], 3.5))
        k0 = k
        go(a[0], a[1], None, 10)
        go(None, None, a[2], 20)
        cl, jw = 1., 64 + 6 * np.sin(w)
        fill(int((.7 + 1.4 * slow[min(k, N - 1)]) / DT), 2, 30)
        kk, retries, res = min(k, N - 1), 0, 0
        if gf[kk] and rng2.random() < .75:
            retries, res = 2, 31
        elif rng2.random() < .012:
            retries = 1
        if retries:
            for _ in range(retries):
                cl, jw = 0., 120.
                fill(int(1.0 / DT), 2, 31)
                cl, jw = 1., 64
                fill(int(1.2 / DT), 2, 30)
        if res == 31:
            cl, jw = 0., 120.
        else:
            ld = w
        go(None, None, 1.6, 40)
        go(b[0], b[1], None, 50)
        if ufail[min(k, N - 1)] and rack[0] > 6:
            retries, res = 3, -7
            fill(int(3.2 / DT), 2, 55)
        go(None, None, b[2] + .01, 60)
        cl, jw = 0., 120.
        fill(int((.6 + 1.2 * slow[min(k, N - 1)]) / DT), 2, 70)
        ld = 0.
        go(None, None, 1.6, 80)
        if k < N:
            cyc += 1
            jobs.append((k * DT, cyc, *((name, 'T1') if not st else ('T1', name)), (k - k0) * DT, retries, w, res))
            goals.append((k0 * DT, k * DT, 6 if res else 4))
    # ---------------- kinematics and torque
    V = np.gradient(P, DT, axis=1)
    A = np.stack([s.lag(z, .06) for z in np.gradient(V, DT, axis=1)])
    mov = np.abs(V) > .02
    bump = ((P[0] > 6.6) & (P[0] < 8.0) & mov[0]) * F('x_rail_bump')
    s.seen('x_rail_bump', (P[0] > 6.6) & (P[0] < 8.0) & mov[0])
    for kf, j in (('x_friction', 0), ('y_belt_loose', 1), ('y_motor_torque_ripple', 1), ('dc_bus_sag', 0)):
        s.seen(kf, mov[j])
    temp0 = np.exp(-t / 900) * (1 - c['warm'])
    m = 1 + load / 90
    fric = (1 + .35 * temp0)                          # cold grease
    tx = 120 * A[0] * m + np.tanh(V[0] / .03) * 95 * fric * (1 + .6 * F('x_friction')) + 30 * V[0] * (1 + .6 * F('x_friction')) + bump * (190 + 60 * np.sin(P[0] * 60)) * np.sign(V[0])
    rip = F('y_motor_torque_ripple') * (60 + 130 * np.minimum(1, np.abs(V[1]) / .3)) * np.sin(2 * np.pi * 3.7 * t + s.ou('rip', 1, .4) * 2)
    tbel = F('y_belt_loose')
    osc = s.lag(np.abs(A[1]) > .25, .8) * tbel * np.sin(2 * np.pi * 4.2 * t)
    ty = 150 * A[1] * m + np.tanh(V[1] / .03) * 80 * fric + 22 * V[1] + rip + 25 * osc
    tz = 185 + 7.5 * load + (150 + 4 * load) * A[2] + np.tanh(V[2] / .03) * 70 * fric + 220 * F('z_counterweight_loss')
    brake = (mode != 2) & (mode != 1)
    tz = np.where(brake, 4, tz)
    s.seen('z_counterweight_loss', ~brake)
    TQ = [z + s.n(f'tq{j}', 5) + s.ou(f'tw{j}', 4, 3) for j, z in enumerate((tx, ty, tz))]
    FE = [60 * V[0] * 9 + 190 * A[0], 60 * V[1] * 9 + 170 * A[1], 60 * V[2] * 8 + 150 * A[2]]
    FE[0] = FE[0] + bump * 900 * np.sin(P[0] * 45)
    FE[1] = FE[1] * (1 + 2.2 * tbel) + 900 * osc
    FE = [z + s.n(f'fe{j}', 12) for j, z in enumerate(FE)]
    low = F('dc_bus_sag')
    pw = sum(np.abs(TQ[j]) / 1000 * np.abs(V[j]) * (2800, 1900, 3000)[j] for j in range(3)) + 15 * (~brake)
    l2 = s.on('phase_l2_low')
    cabh = s.lag(F('cabinet_hot') * 17, 60, 0)
    air = c['air'] + s.ou('air', .5, 900) + .8 * t / 3600
    cab = air + 6 + 5 * c['warm'] + s.lag(5. * (1 - c['warm']) + .004 * pw, 800, 0) + cabh
    er = drf & ((t % 19) < 1.5)
    fz = F('z_drive_hot')
    names = list(AX)
    for j, a in enumerate(AX):
        heat = s.lag((TQ[j] / 100) ** 2, 40)
        td = cab + 5 + 6 * c['warm'] * np.exp(-t / 1500) + s.lag(heat * (1.6, 1.8, 1.2)[j], 500, heat[0] * 0 + c['warm'] * (4, 4, 5)[j]) + (s.lag(27 * fz, 50, 0) if j == 2 else 0)
        bus = 562 + s.ou('bus', 2.5, 8) - .004 * pw * (j < 3) + s.n('bus' + a, 1) - 12 * l2
        if j < 2:
            bus = bus - low * (25 + 65 * np.minimum(1, pw / 400) + s.ou('bl', 8, 1))
        en = ~brake
        sw = np.where(en, 0x0637, 0x0633) + np.where(en & ~mov[j], 0x400, 0)
        fc = np.zeros(N)
        if j == 1:
            sw, fc = np.where(er, 0x0618, sw), np.where(er, 0x7121, 0)
        s.pub(D[a], 'gantry_msgs/DriveStatus', 10, {'status_word': sw, 'position_um': P[j] * 1e6 - FE[j] * .3, 'velocity_um_s': V[j] * 1e6 + s.n('dv' + a, 900), 'torque_permille': TQ[j], 'following_error_um': FE[j], 'current_ma10': np.abs(TQ[j]) * (.82, .6, .7)[j] + np.abs(s.n('dc' + a, 3)),
              'dc_bus_v': bus, 'temp_dc': 10 * q(td + s.n('dt' + a, .1), .5), 'fault_code': fc}, frame='drive_' + a)
    s.seen('drive_y_fault', er)
    lc = 9.81 * load
    nz = 2.2 * (1 + 7 * F('load_cell_noise'))
    lb = 45 * F('load_cell_bias')
    fz_ = lc * (1 + A[2] / 9.81) + 9.81 * 6.4 + s.n('lc') * nz + lb + s.u('lcb', -2, 2) + s.ou('lcd', .8, 200)
    sway = s.lag(A[0], .3) * (6.4 + load)
    s.pub(W, 'geometry_msgs/WrenchStamped', 10, {'wrench.force.z': q(fz_, .05), 'wrench.force.x': -.6 * sway + s.n('lx') * nz * .6, 'wrench.force.y': -.6 * s.lag(A[1], .3) * (6.4 + load) + s.n('ly') * nz * .6 + 8 * osc, 'wrench.torque.x': .12 * s.lag(A[1], .3) * load + s.n('tx', .05), 'wrench.torque.y': -.12 * sway + s.n('ty', .05)}, frame='load_cell')
    s.pub(JS, 'sensor_msgs/JointState', 20, {'position': q((P - np.stack(FE) * 3e-7).T, 1e-6), 'velocity': (V + np.stack([s.n(f'jv{j}', .0012) for j in range(3)])).T, 'effort': np.stack(TQ).T * .031}, frame='', base=dict(name=['axis_x', 'axis_y', 'axis_z'], position=[0] * 3, velocity=[0] * 3, effort=[0] * 3))
    # ---------------- gripper and air
    draw = (np.abs(np.diff(clamp, prepend=0)) > 0).astype(float)
    comp = F('compressor_weak')
    cycl = 12 * np.sin(2 * np.pi * t / 140 + s.u('cph', 0, 6, False)) + s.ou('sup', 3, 60)
    leak = F('gripper_air_leak') * (clamp > 0)
    sup = c['sup'] + cycl - s.lag(draw * 240, 1.5) * 1.6 - 165 * comp - 22 * s.lag(leak, 2) - 90 * np.exp(-t / 25) * (1 - c['warm'])
    s.pub('/air/supply', 'sensor_msgs/FluidPressure', 2, {'fluid_pressure': q(1000 * (sup + s.n('sp', .8)), 500), 'variance': 4e5}, frame='air_service_unit')
    lp = np.minimum(sup, 600 + .02 * (sup - 690)) - 12 * s.lag(draw * 20, .6) - 155 * s.lag(leak, 3.)
    slo = s.on('gripper_slow')
    jaw = jawt.copy()
    fast, slw = s.lag(jawt, .14), s.lag(jawt, .55)
    jaw = np.where(slo, slw, fast)
    closed = jaw < 72
    force = np.where(clamp > 0, np.where(closed & (load > 0) | closed, .92 * lp, 0), 0) + s.n('cf', 3)
    st = np.where(clamp > 0, np.where(np.abs(jaw - jawt) < 2, 2, 1), np.where(jaw > 117, 0, 3))
    stuck = s.on('part_sensor_stuck')
    present = (load > 0) | stuck
    s.seen('part_sensor_stuck', load == 0)
    s.seen('gripper_air_leak', clamp > 0)
    s.seen('gripper_slow', np.abs(jaw - jawt) > 10)
    s.pub(G, 'gantry_msgs/GripperState', 10, {'state': st, 'jaw_mm': q(jaw + s.n('jw', .05), .1), 'clamp_force_n': q(np.maximum(force, 0), 2), 'line_pressure_kpa': q(lp + s.n('lp', 1.2), 1), 'part_present': present, 'jaw_open_sw': jaw > 116, 'jaw_closed_sw': closed, 'proximity_mv': np.where(present, 4180, 610) + s.n('px', 18)}, frame='gripper')
    # ---------------- lift table
    lv = np.gradient(lift, DT)
    top = lift > 399
    sag = F('lift_sag')
    s.seen('lift_sag', top)
    s.seen('lift_motor_heavy', lv > 5)
    run = np.cumsum(sag * top) * DT
    z0 = np.maximum.accumulate(np.where(~top | (sag == 0), run, 0))
    h = lift - (run - z0) * .2
    hv = F('lift_motor_heavy')
    hp = 22 + 48 * (lift > 2) + 26 * (lv > 5) - 12 * (lv < -5) + 24 * hv * (lv > 5) - 14 * np.minimum(1, sag) * top
    s.pub(L, 'gantry_msgs/LiftTable', 5, {'height_mm': q(h + s.n('lh', .15), .1), 'motor_current_a': q(np.where(lv > 5, 8.4 * (1 + .7 * hv) + s.ou('lm', .25, 1), .12) + np.abs(s.n('lmn', .05)), .01), 'hyd_pressure_bar': q(s.lag(hp, .3) + s.n('lhp', .4), .1), 'top_switch': top & (h > 394), 'bottom_switch': lift < 1, 'direction': np.sign(np.where(np.abs(lv) > 5, lv, 0))}, frame='lift_table')
    # ---------------- PLC, safety, power, vibration, bus, ambient, host
    curt = cur & (np.sin(t * 1.9) > .82)
    s.seen('curtain_flicker', curt)
    door = (mode == 3)
    inp = np.zeros((N, 4))
    inp[:, 0] = 0x8801 + 2 * present + 16 * (jaw > 116) + 32 * closed
    inp[:, 1] = 0x0040 + 1 * (top & (h > 394)) + 2 * (lift < 1) + 256 * mov[0]
    inp[:, 2] = 0x1300 + 4 * (~door) + 8 * (~curt)
    inp[:, 3] = 0x0010
    sc = 8.1 + .8 * (mode == 2) + s.ou('sc', .25, 15) + np.abs(s.n('scn', .2)) + 10.5 * F('plc_scan_slow')
    s.pub('/plc/state', 'gantry_msgs/PlcState', 5, {'mode': mode, 'step': step, 'cycle_count': np.searchsorted([z[0] for z in jobs], t) + 18233, 'heartbeat': (t * 10).astype(int) % 65536, 'inputs': inp, 'alarm_word': np.where(er, 0x20400, np.where(curt, 0x8, 0)), 'override_pct': ovr, 'scan_ms': q(sc, .1), 'text': S(mode, ['init', 'homing', 'automatic', 'pause: door request', 'idle, no job'])}, frame='plc')
    dc = np.ones((N, 3), bool)
    dc[:, 1] = ~door
    s.pub('/safety/state', 'gantry_msgs/SafetyState', 2, {'estop_ok': True, 'door_closed': dc, 'curtain_clear': ~curt, 'sto_released': ~brake, 'zone_bits': 0x11 + 2 * door + 4 * curt}, frame='')
    ptot = 380 + pw * 1.25 + np.where(lv > 5, 1900 * (1 + .5 * hv), 0) + 900 * (np.sin(2 * np.pi * t / 140 + s.u('cph', 0, 6, False)) > .55)
    pv = np.stack([230.5 + s.ou(f'pv{j}', .9, 60) - .0012 * ptot - (33 * F('phase_l2_low').clip(0, 1.05) if j == 1 else 0) for j in range(3)], 1)
    pi = np.stack([ptot / 3 / 225 * (1 + (.03, -.02, -.01)[j]) + s.n(f'pi{j}', .04) for j in range(3)], 1)
    pi[:, 1] *= 1 + .45 * F('phase_l2_low')
    s.pub('/power/meter', 'gantry_msgs/PowerMeter', 1, {'phase_voltage': q(pv, .1), 'phase_current': q(np.maximum(pi, 0), .01), 'active_power_w': q(ptot + s.n('pt', 12), 1), 'power_factor': q(.86 + .05 * np.tanh(pw / 300) + s.n('pf', .004), .01), 'energy_kwh': q(4120.7 + np.cumsum(ptot) * DT / 3.6e6, .001)}, frame='', base=dict(phase_voltage=[0] * 3, phase_current=[0] * 3))
    vb = [.35 + .9 * s.lag(np.abs(V[j]), .3) + .5 * s.lag(np.abs(A[j]), .3) for j in range(3)]
    vb[0] = vb[0] + 2.6 * s.lag(bump, .25) + .25 * F('x_friction') * s.lag(np.abs(V[0]), .3)
    vb[1] = vb[1] + 1.7 * s.lag(np.abs(osc), .3) + .35 * s.lag(np.abs(rip) / 100, .3)
    vc = {}
    for j in range(3):
        w = vb[j] * np.exp(s.n(f'vb{j}', .12))
        vc[f'axes[{j}].rms_mm_s'] = w
        vc[f'axes[{j}].bands'] = np.stack([w * f * np.exp(s.n(f'vb{j}{i}', .15)) for i, f in enumerate((.7, .5, .3, .15))], 1)
    s.pub('/vibration', 'gantry_msgs/VibrationReport', 2, vc, frame='', base=dict(axes=[dict(axis=a, bands=[0] * 4) for a in AX]))
    fj = F('fieldbus_jitter')
    lost = np.cumsum((s.rng('lf').random(N) < 1 / 50000) + (s.rng('lf2').random(N) < .05 * fj))
    s.pub('/fieldbus/stats', 'gantry_msgs/FieldbusStats', 1, {'lost_frames': lost + 2, 'wkc_errors': np.stack([np.cumsum((s.rng(f'wk{j}').random(N) < 1 / 150000) + (s.rng(f'wk2{j}').random(N) < .02 * fj * (j == 3))) for j in range(5)], 1), 'cycle_jitter_us': q(5.5 + np.abs(s.ou('cj', 1.2, 4)) + np.abs(s.n('cjn', .8)) + fj * (54 + s.ou('cjf', 10, 3)), .1), 'sync_error_ns': 220 + 60 * np.abs(s.n('se')) + 1900 * fj}, frame='')
    s.pub('/ambient', 'gantry_msgs/Ambient', .5, {'temperature': q(air + s.n('am', .05), .1), 'humidity': q(c['hum'] + s.ou('hu', 1.2, 600), .5), 'cabinet_temp': q(cab + s.n('cb', .1), .1)}, frame='')
    ql = F('queue_leak')
    s.pub('/host/stats', 'gantry_msgs/HostStats', .5, {'cpu_pct': np.clip(22 + 6 * (mode == 2) + s.ou('cpu', 2.5, 12) + s.n('cpn', 2) + 7 * ql, 0, 100), 'mem_mb': 1480 + s.u('mem', 0, 90, False) + s.ou('mem', 10, 60) + .006 * t + 720 * ql, 'threads': 61 + np.rint(40 * ql), 'queue_depth': np.maximum(0, np.rint(3 + s.ou('qd', 1.4, 40) + 46 * ql))}, frame='')
    # ---------------- events, diagnostics, log
    sh = 14 * F('x_encoder_shift')
    ro = s.rng('lab')
    ev = [(a, dict(job=i + 7000, source=so, target=ta, duration_s=float(round(du, 2)), retries=int(re_), weight_kg=float(round(w + lb[s.i(a - 3)] / 9.81 + ro.normal(0, .08) + (.5 * ro.normal() if s.on('load_cell_noise')[s.i(a - 3)] else 0), 2)), label_offset_mm=float(round(ro.normal(s.u('lo', -.6, .6), 1.4) + sh[s.i(a - 5)], 1)), result_code=int(res))) for a, i, so, ta, du, re_, w, res in jobs]
    s.events(TR, 'gantry_msgs/TransferResult', ev)
    at = np.isin(np.arange(N), [s.i(a) for a, _ in ev])
    s.seen('x_encoder_shift', at)
    for kf, code in (('label_unreadable', -7), ('grasp_fails', 31)):
        s.seen(kf, np.isin(np.arange(N), [s.i(a) for a, v in ev if v['result_code'] == code]))
    s.cols[TR] = (np.array([a for a, _ in ev]), np.array([a for a, _ in ev]), {kk: np.array([z[kk] for _, z in ev], float) for kk in ('weight_kg', 'label_offset_mm', 'duration_s', 'retries', 'result_code')})
    s.action('/transfer/_action/status', goals)
    s.diag('drive y: inverter', 'AX5206-y', 2 * er, {0: 'OK', 2: 'Fault 7121'}, {'state': (np.where(er, 8, 4), '{:.0f}')})
    s.diag('safety: curtain', 'C4000', curt.astype(int), {0: 'clear', 1: 'interrupted'}, {'muting': ('off', '{}')})
    s.diag('plc: connection', 'CX2040', 0, {0: 'OK'}, {'ads port': (851, '{}')})
    s.diag('label_reader', 'cam-3', 0, {0: 'running'}, {'reads': (np.searchsorted([z[0] for z in jobs], t), '{:.0f}')})
    s.chatter([(.6, 'INFO', 'gantry_bringup', 'start, config rack_2x21'), (1.8, 'WARN', 'plc_bridge', 'no answer from PLC yet, retry 1'), (3.9, 'INFO', 'plc_bridge', 'connected'), (6, 'WARN', 'drive_gateway', 'axes not homed'), (48, 'INFO', 'drive_gateway', 'homing done')],
              [(6, 'INFO', 'job_manager', 'order batch of {:.0f} lines received', 4, 30), (2, 'WARN', 'label_reader', 'low contrast {:.0f} %, second try', 31, 44), (1.5, 'WARN', 'plc_bridge', 'read took {:.0f} ms', 45, 120), (1, 'INFO', 'safety_plc', 'door 2 requested by operator ({:.0f})', 1, 5), (.8, 'WARN', 'transfer_server', 'loop rate missed by {:.0f} ms', 3, 14)])
    for a, i, so, ta, du, re_, w, res in jobs:
        if res == 0:
            s.log(a + .1, 'INFO', 'transfer_server', f'job {i + 7000}: {so} -> {ta} done in {du:.1f} s')
            if re_:
                s.log(a - du * .5, 'WARN', 'transfer_server', f'grasp repeated at {so}')
        else:
            s.log(a + .1, 'ERROR', 'transfer_server', f'job {i + 7000} ended with result {res}')
