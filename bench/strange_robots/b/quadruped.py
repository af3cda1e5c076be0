"""Robot 4: 'quadruped', a 35 kg four-legged inspection robot: 12 joints, feet, battery, thermal camera, gas sensor, lidar localisation, dock."""
import numpy as np
from core import fault, q, qcols, vcols, S, hhmm, DT

LEG, JN = ['FL', 'FR', 'RL', 'RR'], ['hx', 'hy', 'kn']
NAMES = [f'{a}_{b}' for a in LEG for b in JN]
MSGS = {
'quad_msgs/FootState': "bool contact\nfloat32 force_n\nfloat32 slip_m_s",
'quad_msgs/FootContacts': "std_msgs/Header header\nFootState[4] feet   # FL FR RL RR",
'quad_msgs/MotorState': "string name\nint8 temp_c\nfloat32 current_a\nuint16 voltage_dv\nuint16 code",
'quad_msgs/MotorArray': "std_msgs/Header header\nMotorState[] motors",
'quad_msgs/Bms': "std_msgs/Header header\nuint16[13] cell_mv\nint16[4] ntc_dc   # 0.1 deg C\nuint16 cycles\nuint16 status_bits\nint32 balance_ma\nuint8 soh",
'quad_msgs/GaitState': """uint8 LIE=0
uint8 STAND=1
uint8 WALK=2
uint8 STAIRS=3
uint8 DOCKED=4
std_msgs/Header header
uint8 mode
float32 step_freq
float32 body_height
uint32 stumbles
float32 payload_kg
string text""",
'quad_msgs/ThermalCamStatus': "uint8 FFC_IDLE=0\nuint8 FFC_BUSY=1\nstd_msgs/Header header\nfloat32 fpa_temp_c\nuint8 ffc_state\nuint32 shutter_count\nuint16 scene_min_ck10   # 0.1 K\nuint16 scene_max_ck10\nfloat32 fps\nuint32 dropped",
'quad_msgs/GasReading': "std_msgs/Header header\nfloat32 ch4_ppm\nfloat32 co_ppm\nfloat32 h2s_ppm\nfloat32 o2_pct\nfloat32 pump_flow_ml_min\nuint16 heater_ma",
'quad_msgs/DockState': "std_msgs/Header header\nbool docked\nfloat32 pad_voltage\nfloat32 charge_current\nuint8 beacon_quality\nfloat32 pad_temp",
'quad_msgs/LidarStatus': "std_msgs/Header header\nuint32 points\nfloat32 motor_rpm\nfloat32 window_dirt_pct\nfloat32 temp_c\nuint16 st",
'quad_msgs/LinkStatus': "std_msgs/Header header\nstring ap\nint8 rssi_dbm\nfloat32 latency_ms\nuint16 tx_retries",
'quad_msgs/HostStats': "std_msgs/Header header\nfloat32[4] cpu_pct\nfloat32 mem_pct\nfloat32 gpu_temp\nfloat32 wbc_loop_us\nuint32 late_cycles",
'quad_msgs/InspectionResult': "std_msgs/Header header\nstring point\nfloat32 value\nstring unit\nfloat32 aim_error_deg\nint16 outcome",
}
JS, FT, MO, BA, TC, GA = '/joint_states', '/feet/contacts', '/motors/state', '/battery', '/thermal_cam/status', '/gas/reading'
walk = {'while': 'walking (modes WALK, STAIRS)'}
FAULTS = {
 'fl_knee_friction': fault('front left knee runs heavily: 9 Nm more effort against the motion', [JS, MO], ['effort[2]', 'motors[2].current_a', 'motors[2].temp_c'], ['fl_kn', 'fl kn', 'front left'], cons=['/motors', 'battery'], group='fl', cond=walk, tail=200),
 'rr_hip_weak': fault('rear right hip_y weak: follows only 60 % of its stride, less effort; the leg sags', [JS, MO], ['position[10]', 'velocity[10]', 'effort[10]', 'motors[10].current_a'], ['rr_hy', 'rr hy', 'rear right'], cons=['/feet', '/imu', 'rr', '/joint_states', '/motors', 'stumbles', '/gait'], group='rr', cond=walk),
 'rl_knee_encoder_offset': fault('encoder of the rear left knee shifted by 0.16 rad', [JS], ['position[8]'], ['rl_kn', 'rl kn', 'rear left'], cons=['/feet', '/imu'], group='rl'),
 'fr_hip_motor_hot': fault('front right hip_y motor gets hot without more load (bad thermal contact)', [MO], ['motors[4].temp_c', 'temp_c'], ['fr_hy', 'fr hy', 'front right'], step=0, group='fr', dur=(230, 330), tail=400),
 'fr_contact_stuck': fault('foot contact of the front right leg stuck on', [FT], ['feet[1].contact', 'contact'], ['fr', 'front right', 'foot'], group='fr', cond=walk),
 'rl_force_low': fault('rear left foot force sensor reads 45 % low', [FT], ['feet[2].force_n', 'force_n'], ['rl', 'rear left', 'foot'], group='rl', cond=walk),
 'slip_wet_zone': fault('floor slippery (oil) in the pump aisle x > 14 m: feet slip there', [FT, '/gait/state'], ['slip_m_s', 'stumbles', 'feet[0].slip_m_s'], ['foot', 'feet', 'slip'], cons=['/imu', '/odom', '/localization'], group='slip', dur=(300, 360), cond={'variable': 'x position', 'above': 14.0}),
 'imu_accel_bias': fault('IMU accelerometer x bias of 0.8 m/s2', ['/imu/data'], ['linear_acceleration.x'], ['imu', 'accel'], cons=['/odom'], group='imu'),
 'imu_gyro_noise': fault('gyro noise ten times normal', ['/imu/data'], ['angular_velocity.x', 'angular_velocity.y', 'angular_velocity.z'], ['imu', 'gyro'], group='imu'),
 'battery_cell_weak': fault('cell 7 weak: falls 180 mV under the others while walking', ['/bms/state', BA], ['cell_mv', 'cell_mv[6]', 'cell_voltage[6]', 'cell_voltage', 'voltage'], ['cell', 'bms', 'battery'], group='bat'),
 'battery_drain': fault('leak current: 4 A more are drawn whatever it does', [BA], ['current', 'percentage', 'voltage'], ['battery'], group='bat', cons=['/bms', 'charge'], tail=30),
 'thermal_shutter_stuck': fault('thermal camera: no flat-field correction any more, picture 14 K too warm', [TC], ['shutter_count', 'ffc_state', 'scene_max_ck10', 'scene_min_ck10'], ['thermal', 'camera'], cons=['/inspection'], group='tc', dur=(240, 330)),
 'thermal_fps_low': fault('thermal camera gives 5 frames/s instead of 9 and drops frames', [TC], ['fps', 'dropped'], ['thermal', 'camera'], group='tc'),
 'gas_pump_blocked': fault('gas pump blocked: flow 480 -> 190 ml/min', [GA], ['pump_flow_ml_min'], ['gas', 'pump'], group='gas'),
 'o2_cell_drift': fault('oxygen cell ages: reads 18.6 % instead of 20.9', [GA], ['o2_pct'], ['gas', 'o2', 'oxygen'], step=0, group='gas', tail=30),
 'ch4_leak': fault('methane leak at the valve group x < 5 m, y > 6 m: 90 ppm there, 2 ppm elsewhere', [GA], ['ch4_ppm'], ['gas', 'ch4', 'methane'], group='gas2', dur=(300, 360), cond={'variable': 'position', 'x below': 5.0, 'y above': 6.0}),
 'loc_jumps': fault('localisation jumps by half a metre and its covariance is ten times as large', ['/localization/pose'], ['pose.pose.position.x', 'pose.pose.position.y', 'pose.covariance'], ['localization', 'localisation', 'pose', 'map'], group='loc'),
 'odom_scale': fault('leg odometry too short: speed 25 % below the commanded one', ['/odom'], ['twist.twist.linear.x', 'pose.pose.position.x'], ['odom', 'odometry'], group='odom', cond=walk),
 'lidar_dirty': fault('lidar window dirty: 60 % fewer points', ['/lidar/status'], ['points', 'window_dirt_pct'], ['lidar'], group='lid', cons=['/localization', 'covariance']),
 'odom_old': fault('odometry 0.4 s old', ['/odom'], ['header.stamp', 'stamp', 'age'], ['odom', 'odometry'], net=('age', ['/odom'], .4), group='odom'),
 'feet_silent': fault('foot topic silent', [FT], ['rate'], ['feet', 'foot'], net=('silent', [FT], 0), group='fr', dur=(120, 180)),
 'gas_frozen': fault('gas record frozen', [GA], ['ch4_ppm', 'co_ppm', 'o2_pct', 'pump_flow_ml_min', 'h2s_ppm'], ['gas'], net=('frozen', [GA], 0), group='gas'),
 'joint_gaps': fault('joint states have gaps of 0.8 s every 5 s', [JS], ['rate'], ['joint_states', 'joint states'], net=('gaps', [JS], (5, .8)), group='net'),
 'wbc_slow': fault('body controller slow: 1450 us a cycle instead of 620, late cycles', ['/host/stats'], ['wbc_loop_us', 'late_cycles', 'cpu_pct'], ['host', 'wbc', 'controller'], group='host'),
 'dock_contact_bad': fault('dock pads dirty: 3 A charge current instead of 9, pads get warm', ['/dock/state', BA], ['charge_current', 'pad_voltage', 'pad_temp', 'current'], ['dock', 'pad', 'charge'], group='dock', dur=(330, 360), cond={'while': 'docked'}),
 'motor_rr_kn_error': fault('motor RR_kn reports code 0x21 (encoder crc) in bursts', [MO, '/rosout', '/diagnostics'], ['motors[11].code', 'code'], ['rr_kn', 'rr kn', 'motor', 'rear right'], silent=0, group='rr', say=dict(node='motor_bus', level='ERROR', every=14, val=(2, 60), msgs=['RR_kn: encoder CRC mismatch, {:.0f} in the last second', 'actuator 11 code 0x21 ({:.0f})'])),
 'nav_aborts': fault('inspection goals aborted: no path', ['/inspection/_action/status', '/inspection/result', '/rosout'], ['status', 'outcome'], ['inspection', 'navigator', 'planner', 'nav'], silent=0, group='nav', say=dict(node='navigator', level='ERROR', every=25, val=(2, 19), msgs=['planner found no path to point {:.0f}', 'goal aborted after {:.0f} s'])),
 'battery_hot': fault('battery pack too warm, BMS bits set', ['/bms/state', BA, '/rosout', '/diagnostics'], ['ntc_dc', 'status_bits', 'temperature'], ['battery', 'bms'], silent=0, group='bat', tail=400, say=dict(node='bms_driver', level='WARN', every=26, val=(56, 63), msgs=['cell temperature {:.1f} over limit', 'OT_DISCHARGE warning ({:.1f} C)'])),
 'wifi_lost': fault('radio link lost again and again', ['/wifi/link', '/rosout', '/diagnostics'], ['rssi_dbm', 'latency_ms', 'tx_retries'], ['wifi', 'link', 'radio'], silent=0, group='wifi', say=dict(node='wifi_monitor', level='WARN', every=18, val=(2, 14), msgs=['disassociated from AP, roaming ({:.0f} s)', 'link down for {:.0f} s'])),
}
# points of the round: name, x, y, kind (0 look, 1 gauge, 2 thermal), hot temperature
PTS = [('manifold', 3, 8, 2, 41), ('boiler', 9, 9, 2, 86), ('pump_P3', 17, 7.5, 2, 58), ('gauge_12', 18.5, 2, 1, 30), ('tank_T1', 10, 3, 0, 28), ('valve_40', 4, 3.5, 1, 33)]


def cond(session):
    base = dict(dur=3600, air=18., warm=.1, soc=.9, pay=2., rssi=-52, speed=.75, stairs=True, dock=(1500, 300))
    C = {'first/1': dict(t0=hhmm(2026, 3, 3, 8, 1)), 'first/2': dict(t0=hhmm(2026, 7, 21, 14, 11), air=29, warm=.7, soc=.95, pay=4.5, speed=.65), 'first/3': dict(t0=hhmm(2026, 12, 1, 5, 30), air=7, soc=.85, pay=2, stairs=False, speed=.85),
         'life/1': dict(t0=hhmm(2026, 8, 3, 7, 58), dur=2280), 'life/2': dict(t0=hhmm(2026, 8, 4, 15, 2), dur=2100, air=30, warm=.8, soc=.8, pay=4.5, speed=.65, rssi=-60), 'life/3': dict(t0=hhmm(2026, 8, 10, 4, 0), dur=1740, air=12, soc=.98, stairs=False, speed=.9),
         'life/4': dict(t0=hhmm(2026, 8, 12, 9, 30), air=22, warm=.5, soc=.93), 'life/5': dict(t0=hhmm(2026, 8, 13, 13, 0), dur=2400, air=26, warm=.6, soc=.9, pay=3, speed=.7)}
    return {**base, **C[session]}


def simulate(s):
    c, t, N, F = s.cond, s.t, s.N, s.F
    r = s.rng('round')
    # ---------------- the round: segments of (mode, n, v, w)
    mode, v, w, pt = np.zeros(N, int), np.zeros(N), np.zeros(N), np.full(N, -1)
    x = y = .6
    yaw, k = 0., 0
    X, Y, TH = np.zeros(N), np.zeros(N), np.zeros(N)
    visits = []

    def seg(m, T, vv=0., ww=0., p=-1):
        nonlocal k, x, y, yaw
        n = min(max(1, int(T / DT)), N - k)
        if n <= 0:
            return
        ramp = np.minimum(1, np.minimum(np.arange(n) * DT / .8 + .05, (n - np.arange(n)) * DT / .8))
        v[k:k + n], w[k:k + n], mode[k:k + n], pt[k:k + n] = vv * ramp, ww * ramp, m, p
        th = yaw + np.cumsum(w[k:k + n]) * DT
        TH[k:k + n] = th
        X[k:k + n] = x + np.cumsum(v[k:k + n] * np.cos(th)) * DT
        Y[k:k + n] = y + np.cumsum(v[k:k + n] * np.sin(th)) * DT
        x, y, yaw, k = X[k + n - 1], Y[k + n - 1], TH[k + n - 1], k + n

    def goto(tx, ty):
        for _ in range(2):
            d = np.hypot(tx - x, ty - y)
            if d < .3 or k >= N:
                return
            e = (np.arctan2(ty - y, tx - x) - yaw + np.pi) % (2 * np.pi) - np.pi
            if abs(e) > .08:
                seg(2, abs(e) / .7 + .8, 0, np.sign(e) * abs(e) / (abs(e) / .7 + .02))
            sp = c['speed'] * r.uniform(.88, 1.06)
            st = 3 if c['stairs'] and 8 < tx < 11 and ty > 8 else 2
            seg(st, d / (sp * (.6 if st == 3 else 1)) + .4, sp * (.6 if st == 3 else 1))
    seg(4, r.uniform(50, 90))
    dockt = [d for d in (c['dock'][0] * r.uniform(.9, 1.1), 2900 * r.uniform(.97, 1.03))]
    if 'dock_contact_bad' in s.faults:          # charging falls into the fault's hours: he is called home
        a = s.faults['dock_contact_bad'][0]
        dockt = sorted([d for d in dockt if abs(d - a) > 500] + [a + 20])
    while k < N:
        if dockt and k * DT > dockt[0]:
            dockt.pop(0)
            goto(.6, .6)
            seg(1, 3)
            seg(4, r.uniform(.9, 1.15) * c['dock'][1])
        seg(1, r.uniform(2, 5))
        order = range(6) if r.random() < .75 else range(5, -1, -1)
        for i in order:
            nm, px, py, kd, hot = PTS[i]
            goto(px + r.normal(0, .12), py + r.normal(0, .12))
            a = k * DT
            seg(1, r.uniform(7, 16), p=i)
            visits.append((a, k * DT, i))
            if r.random() < .05:
                seg(1, r.uniform(12, 40))          # a person in the way
            if dockt and k * DT > dockt[0]:
                break
        if r.random() < .12:
            seg(0, r.uniform(20, 45))
    st, wk = mode == 3, (mode == 2) | (mode == 3)
    moving = wk & (np.abs(v) + np.abs(w) > .1)
    # ---------------- gait
    f = np.where(moving, 1.35 + .65 * v + .25 * np.abs(w) + .1 * st, 0) * (1 + s.ou('gf', .015, 3))
    ph = np.cumsum(f) * DT
    low = s.lag((mode == 0) | (mode == 4), .8)
    amp = s.lag(np.where(moving, .10 + .28 * v / .8 + .06 * np.abs(w), 0), .3)
    lift = s.lag(moving * 1., .3) * (.32 + .15 * st)
    m = 34 + c['pay']
    pos, eff = np.zeros((N, 12)), np.zeros((N, 12))
    force, cont = np.zeros((N, 4)), np.zeros((N, 4), bool)
    pitch = s.lag(np.where(st, -.32, 0.), 1.2) + s.ou('pit', .006, 4)
    weak = F('rr_hip_weak')
    for L in range(4):
        p = (ph + (0 if L in (0, 3) else .5) + .02 * L) % 1
        sw_ = (p > .58) & (lift > .03)                       # swing phase
        swp = np.where(sw_, np.sin(np.pi * (p - .58) / .42), 0)
        side, front = (1 if L in (0, 2) else -1), (1 if L < 2 else -1)
        a_ = amp * ((1 - .4 * weak) if L == 3 else 1)
        pos[:, 3 * L] = side * (.06 + .05 * s.lag(w, .3)) + .03 * lift * np.sin(2 * np.pi * p) + .04 * low * side
        pos[:, 3 * L + 1] = .74 + .5 * low + a_ * np.cos(2 * np.pi * p) + .2 * pitch * front + (.06 * weak if L == 3 else 0)
        pos[:, 3 * L + 2] = -1.47 - 1.05 * low - lift * swp * 1.1 - .05 * np.cos(2 * np.pi * p) * (amp > .02)
        share = 1 + front * (-.10 + .9 * pitch) - (.12 * np.minimum(1, weak) if L == 3 else 0)
        force[:, L] = np.where(sw_, 0, m * 9.81 / 4 * share * np.where(moving, 1.65 * np.sin(np.pi * np.clip(p / .58, .12, .88)), 1)) * (1 - .75 * low)
        cont[:, L] = (force[:, L] > 15)
    vel = np.gradient(pos, DT, axis=0)
    cold = 1 + .45 * np.exp(-t / 500) * (1 - c['warm']) * (c['air'] < 15) + .15 * np.exp(-t / 500) * (1 - c['warm'])
    for L in range(4):
        side = 1 if L in (0, 2) else -1
        eff[:, 3 * L] = side * (2.5 + .028 * force[:, L]) + 1.2 * np.tanh(vel[:, 3 * L] * 4) * cold
        eff[:, 3 * L + 1] = -1.5 + .05 * force[:, L] * np.sin(pos[:, 3 * L + 1] - .5) + 1.8 * np.tanh(vel[:, 3 * L + 1] * 3) * cold + .012 * np.gradient(s.lag(vel[:, 3 * L + 1], .06), DT)
        eff[:, 3 * L + 2] = 1.5 + .155 * force[:, L] * (1 + .1 * st) + 2.0 * np.tanh(vel[:, 3 * L + 2] * 3) * cold
    eff[:, 2] += 9 * F('fl_knee_friction') * np.tanh(vel[:, 2] * 3)
    eff[:, 10] *= 1 - .35 * np.minimum(1.2, weak)
    for kf in ('fl_knee_friction', 'rr_hip_weak', 'fr_contact_stuck', 'rl_force_low', 'odom_scale'):
        s.seen(kf, moving)
    pm = pos + np.stack([s.n(f'jp{i}', .0015) for i in range(12)], 1)
    pm[:, 8] += .16 * F('rl_knee_encoder_offset')
    em = eff + np.stack([s.n(f'je{i}', .45) + s.ou(f'jf{i}', .3, 2) for i in range(12)], 1)
    s.pub(JS, 'sensor_msgs/JointState', 20, {'position': q(pm, .0005), 'velocity': vel + np.stack([s.n(f'jv{i}', .03) for i in range(12)], 1), 'effort': q(em, .05)}, frame='', base=dict(name=NAMES, position=[0] * 12, velocity=[0] * 12, effort=[0] * 12))
    # ---------------- feet
    wet = (X > 14) & moving
    slp = F('slip_wet_zone') * wet
    s.seen('slip_wet_zone', wet)
    cf, fm, fc = cont.copy(), force + np.stack([s.n(f'ff{i}', 3.5) + s.u(f'f0{i}', -3, 3) for i in range(4)], 1), {}
    cf[:, 1] |= s.on('fr_contact_stuck')
    fm[:, 2] *= 1 - .45 * np.minimum(1.15, F('rl_force_low'))
    for L in range(4):
        fc[f'feet[{L}].contact'] = cf[:, L]
        fc[f'feet[{L}].force_n'] = q(np.maximum(fm[:, L], 0), .5)
        fc[f'feet[{L}].slip_m_s'] = np.where(cont[:, L] & moving, np.abs(s.n(f'sl{L}', .012)) + .025 * v + slp * np.abs(s.n(f'sw{L}', .16) + .08), 0)
    s.pub(FT, 'quad_msgs/FootContacts', 10, fc, frame='base', base=dict(feet=[{}] * 4))
    stum = np.cumsum((s.rng('stu').random(N) < 3e-5 * moving * (1 + 3 * st)) + (s.rng('stu2').random(N) < .004 * slp) + (s.rng('stu3').random(N) < .0015 * weak * moving))
    # ---------------- motors
    air = c['air'] + s.ou('air', .6, 600) + 2.5 * (X > 8) * (Y > 7)
    cur = np.abs(em) / 2.1 + np.stack([np.abs(s.n(f'mc{i}', .15)) for i in range(12)], 1)
    code = s.on('motor_rr_kn_error') & ((t % 9) < 2)
    s.seen('motor_rr_kn_error', code)
    pwr = 62 + (mode != 4) * 25 + (cur * 2.1 * np.abs(vel)).sum(1) * 1.4 + (cur ** 2).sum(1) * .55 + 9 * s.ou('pw', 1, 10)
    drain = F('battery_drain') * 4
    chg = mode == 4
    bad = F('dock_contact_bad') > 0
    s.seen('dock_contact_bad', chg & (s.lag(chg, 2.) > .9))
    soc = c['soc']
    ci = np.zeros(N)
    dq = np.where(chg, 0, pwr / 48 + drain) * DT / 3600 / 20
    out = np.zeros(N)
    so = soc
    cl, dl, bl, drl = chg.tolist(), dq.tolist(), bad.tolist(), drain.tolist()
    for i in range(N):
        if cl[i]:
            I = min(9., (1.0 - so) * 90 + .3) * (.36 if bl[i] else 1)
            ci[i] = I
            so = min(1., so + (I - drl[i] - .9) * DT / 3600 / 20)
        else:
            so -= dl[i]
        out[i] = so
    cis = s.lag(ci, 1.5)
    I = np.where(chg, cis - 1.3 - drain, -(pwr / 48 + drain)) + s.n('bi', .06)
    ocv = 3.45 + .55 * out + .12 * out ** 5
    cells = np.stack([ocv + .006 * s.rng(f'c{j}', True).standard_normal() + I * .0016 * s.u(f'cr{j}', .9, 1.15) + s.n(f'cn{j}', .0012) for j in range(13)], 1)
    cells[:, 6] -= F('battery_cell_weak') * (.10 + .012 * np.clip(-I, 0, 20))
    vb = cells.sum(1)
    tb = c['air'] + 5 + 4 * c['warm'] + s.lag(.06 * I * I, 700, 0) + s.lag(30 * F('battery_hot'), 45, 0)
    full = chg & (out > .985)
    s.pub(BA, 'sensor_msgs/BatteryState', 1, {'voltage': q(vb, .01), 'current': q(I, .01), 'percentage': q(out, .01), 'charge': out * 20, 'temperature': q(tb + s.n('tb', .1), .1), 'cell_voltage': q(cells, .001), 'power_supply_status': np.where(full, 4, np.where(chg, 1, 2))}, frame='battery', base=dict(cell_voltage=[0] * 13, capacity=20., design_capacity=20., power_supply_health=1, power_supply_technology=2, present=True, location='belly', serial_number='QB-20-%d' % s.rng('sn', True).integers(100, 999)))
    bhot = s.on('battery_hot') & (tb > c['air'] + 24)
    s.pub('/bms/state', 'quad_msgs/Bms', 1, {'cell_mv': 1000 * cells, 'ntc_dc': 10 * np.stack([tb + d for d in (0, .6, 1.1, -.4)], 1) + np.stack([s.n(f'nt{i}', .8) for i in range(4)], 1), 'status_bits': 0x4 + 0x100 * chg + 0x20 * bhot, 'balance_ma': np.where(full, 45, 0), 'soh': 97, 'cycles': 212}, frame='battery')
    mt = {}
    for i in range(12):
        T = air + 9 + 10 * c['warm'] * np.exp(-t / 700) + s.lag(s.lag(cur[:, i] ** 2, 5) * .42, 420, 0) + s.u(f'mt{i}', -1, 1) + (s.lag(31 * F('fr_hip_motor_hot'), 25, 0) if i == 4 else 0)
        mt[f'motors[{i}].temp_c'] = T + s.n(f'mtn{i}', .2)
        mt[f'motors[{i}].current_a'] = cur[:, i]
        mt[f'motors[{i}].voltage_dv'] = 10 * (vb - .06 * cur[:, i])
    mt['motors[11].code'] = np.where(code, 0x21, 0)
    s.pub(MO, 'quad_msgs/MotorArray', 2, mt, frame='', base=dict(motors=[dict(name=n) for n in NAMES]))
    # ---------------- body
    heave = .05 * m / 36 * np.sin(4 * np.pi * ph) * (amp / .3)
    roll = .022 * np.sin(2 * np.pi * ph) * (amp / .3) + s.ou('rol', .004, 3) + .02 * weak * (amp / .3)
    pit2 = pitch + .012 * np.sin(4 * np.pi * ph) * (amp / .3) + .01 * weak
    imp = (.25 + 1.5 * amp + .5 * st * amp) * (1 + .4 * slp)
    gnx = .006 * (1 + 9 * F('imu_gyro_noise'))
    sc = s.n('gw') * .02 * moving
    s.pub('/imu/data', 'sensor_msgs/Imu', 20, {**qcols('orientation', roll, pit2, TH + s.ou('hd', .004, 60)), **vcols('angular_velocity', np.gradient(roll, DT) + s.n('gx') * (gnx + .06 * amp), np.gradient(pit2, DT) + s.n('gy') * (gnx + .06 * amp), w + sc + s.n('gz') * (gnx + .05 * amp)),
          **vcols('linear_acceleration', np.gradient(v, DT) - 9.81 * np.sin(pit2) + s.n('ax') * imp * .6 + .8 * F('imu_accel_bias') + s.u('ba', -.04, .04), 9.81 * np.sin(roll) + v * w + s.n('ay') * imp * .6, 9.81 + heave * 40 + s.n('az') * imp)}, frame='imu')
    vs = v * (1 - .25 * F('odom_scale'))
    vm = s.lag(vs, .15) * (1 - .02 - .12 * slp.clip(0, 1)) + s.n('ov', .015) * (.2 + moving)
    s.pub('/odom', 'nav_msgs/Odometry', 10, {'pose.pose.position.x': np.cumsum(vm * np.cos(TH)) * DT, 'pose.pose.position.y': np.cumsum(vm * np.sin(TH)) * DT, **qcols('pose.pose.orientation', 0 * t, 0 * t, TH), 'twist.twist.linear.x': vm, 'twist.twist.linear.y': s.n('oy', .012) * (.2 + moving), 'twist.twist.angular.z': w + sc}, frame='odom', base=dict(child_frame_id='base'))
    s.pub('/cmd_vel', 'geometry_msgs/TwistStamped', 10, {'twist.linear.x': np.roll(v, -2), 'twist.angular.z': np.roll(w, -2)}, frame='base')
    txt = S(mode, ['lying', 'standing', 'walking', 'stairs', 'docked'])
    s.pub('/gait/state', 'quad_msgs/GaitState', 2, {'mode': mode, 'step_freq': q(f, .01), 'body_height': .46 - .3 * low + heave * .1 + s.n('bh', .001), 'stumbles': stum, 'payload_kg': c['pay'] + s.ou('pl', .12, 60), 'text': txt}, frame='')
    # ---------------- localisation, lidar, thermal camera, gas
    lj = F('loc_jumps')
    hold = np.floor(t / 2.7).astype(int)
    jx, jy = (s.rng('lj' + a).normal(0, .42, hold[-1] + 1)[hold] * lj for a in 'xy')
    dirt = F('lidar_dirty')
    cv = np.zeros((N, 36))
    cv[:, 0] = cv[:, 7] = (.0009 + .0004 * (X > 12) + .0002 * np.abs(s.ou('cv', 1, 10))) * (1 + 11 * lj + 1.2 * dirt)
    cv[:, 35] = cv[:, 0] * .4
    boot = t < 30
    s.pub('/localization/pose', 'geometry_msgs/PoseWithCovarianceStamped', 5, {'pose.pose.position.x': X + jx + s.n('lx', .012), 'pose.pose.position.y': Y + jy + s.n('ly', .012), **qcols('pose.pose.orientation', 0 * t, 0 * t, TH + s.n('lt', .004)), 'pose.covariance': cv + boot[:, None] * .2 * (cv > 0)}, frame='map')
    openp = 26500 - 4200 * np.exp(-((X - 9) ** 2 + (Y - 9) ** 2) / 18) - 2500 * (X > 14)
    s.pub('/lidar/status', 'quad_msgs/LidarStatus', 1, {'points': openp * (1 - .58 * dirt.clip(0, 1.3)) + s.n('pts', 350), 'motor_rpm': 600 + s.n('lr', 1.2), 'window_dirt_pct': q(4 + s.u('wd', 0, 4, False) + t * .0004 + 34 * dirt, .5), 'temp_c': q(air + 14 - 6 * np.exp(-t / 500) * (1 - c['warm']) + s.n('ltc', .2), .5), 'st': 1}, frame='lidar')
    stuck = F('thermal_shutter_stuck')
    per = 175.
    nf = np.floor((t + s.u('ffc', 0, 170, False)) / per)
    busy = ((t + s.u('ffc', 0, 170, False)) % per) < 2
    fs = stuck > 0
    if fs.any():
        cnt = np.cumsum((np.diff(nf, prepend=nf[0]) > 0) & ~fs)
    else:
        cnt = nf - nf[0]
    hot = np.array([p_[4] for p_ in PTS] + [31.])[pt]
    hot = np.where(pt >= 0, np.where(hot > 35, hot + .25 * (c['air'] - 18), hot + .6 * (c['air'] - 18)), c['air'] + 14 + s.ou('hsc', 3, 6))
    fpa = air + 11 - 5 * np.exp(-t / 400) * (1 - c['warm']) + s.ou('fpa', .15, 30)
    smx = s.lag(hot, 1.0) + s.n('smx', .4) + s.ou('smo', .6, 20) + 14 * stuck
    fps = 8.7 + s.n('fps', .08) - 3.7 * F('thermal_fps_low').clip(0, 1.2)
    s.seen('thermal_shutter_stuck', t >= 0)
    s.pub(TC, 'quad_msgs/ThermalCamStatus', 1, {'fpa_temp_c': q(fpa, .05), 'ffc_state': busy & ~fs, 'shutter_count': 4410 + cnt, 'scene_min_ck10': 10 * (273.15 + air - 3 + s.n('smn', .5) + s.ou('smi', .8, 12) + 14 * stuck), 'scene_max_ck10': 10 * (273.15 + smx), 'fps': q(fps, .1), 'dropped': np.cumsum((s.rng('dr').random(N) < 1 / 20000) + (s.rng('dr2').random(N) < .1 * (F('thermal_fps_low') > 0)))}, frame='thermal_cam')
    vent = 14 * np.exp(-((X - 9) ** 2 + (Y - 3) ** 2) / 6)                 # a vent at tank T1 always smells a little
    zone = (X < 5) & (Y > 6)
    s.seen('ch4_leak', s.lag(zone, 3.) > .5)
    ch4 = s.lag(2.1 + vent * (1 + .3 * s.ou('ven', 1, 20)) + F('ch4_leak') * 95 * zone, 4.) + s.n('ch', .25) + s.ou('cho', .2, 60)
    o2d = F('o2_cell_drift')
    up = np.exp(-t / 60)
    pb = F('gas_pump_blocked')
    s.pub(GA, 'quad_msgs/GasReading', 2, {'ch4_ppm': q(np.maximum(ch4 + 5 * up, 0), .1), 'co_ppm': q(np.maximum(1.2 + s.ou('co', .25, 40) + 1.5 * np.exp(-((X - 9) ** 2 + (Y - 9) ** 2) / 8) + s.n('con', .15), 0), .1), 'h2s_ppm': q(np.maximum(.05 + s.n('h2', .05), 0), .1), 'o2_pct': q(20.9 - .004 * (c['air'] - 18) + s.ou('o2', .03, 90) + s.n('o2n', .02) - 2.2 * o2d - .3 * up, .01),
          'pump_flow_ml_min': q(482 - .8 * (18 - c['air']) + s.ou('pf', 4, 30) + s.n('pfn', 3) - 285 * pb.clip(0, 1.2) - 200 * up, 1), 'heater_ma': 52 + s.ou('he', .4, 60) - .15 * (c['air'] - 18)}, frame='gas_sensor')
    # ---------------- dock, link, host
    near = np.exp(-((X - .6) ** 2 + (Y - .6) ** 2) / 9)
    s.pub('/dock/state', 'quad_msgs/DockState', 1, {'docked': chg, 'pad_voltage': q(np.where(chg, 54.6 - .02 * cis - 2.6 * bad, .2) + s.n('pv', .03), .05), 'charge_current': q(np.maximum(cis * chg + s.n('cc', .03), 0), .05), 'beacon_quality': np.clip(100 * near + s.n('bq', 2), 0, 100), 'pad_temp': q(air + s.lag(np.where(chg, .1 * cis ** 2 + 26 * bad, 0), 60, 0) + s.n('pdt', .1), .5)}, frame='dock')
    wl = s.on('wifi_lost') & (np.sin(t * .45) > .1)
    s.seen('wifi_lost', wl)
    dap = np.minimum(np.hypot(X - 2, Y - 2), np.hypot(X - 16, Y - 6))
    rs = c['rssi'] - 1.5 * dap + s.ou('rs', 2, 10) + s.n('rsn', 1) - 24 * wl
    s.pub('/wifi/link', 'quad_msgs/LinkStatus', 1, {'ap': S((np.hypot(X - 2, Y - 2) > np.hypot(X - 16, Y - 6)).astype(int), ['plant-ap1', 'plant-ap4']), 'rssi_dbm': rs, 'latency_ms': q(6 + np.abs(s.ou('lat', 3, 4)) + np.abs(s.n('latn', 2)) + 700 * wl * np.abs(s.n('latw')), .1), 'tx_retries': np.maximum(0, 3 + .25 * (-50 - rs) + s.n('txr', 1.5))}, frame='')
    ws = F('wbc_slow')
    base_cpu = 30 + 18 * moving + 6 * st
    s.pub('/host/stats', 'quad_msgs/HostStats', 1, {'cpu_pct': np.clip(np.stack([base_cpu * g + s.ou(f'cpu{i}', 3, 8) + s.n(f'cpn{i}', 2.5) + (32 * ws if i == 2 else 0) for i, g in enumerate((1, .8, 1.1, .6))], 1), 0, 100), 'mem_pct': q(44 + s.u('mem', 0, 4, False) + s.ou('mem', .4, 60) + t * .0003, .1), 'gpu_temp': q(s.lag(air + 24 + .15 * base_cpu, 240, c['air'] + 12 + 20 * c['warm']), .5),
          'wbc_loop_us': 600 + 45 * moving + s.ou('wbc', 12, 10) + np.abs(s.n('wbn', 14)) + 830 * ws, 'late_cycles': np.cumsum((s.rng('lc').random(N) < 1 / 30000) + (s.rng('lc2').random(N) < .15 * (ws > 0)))}, frame='')
    # ---------------- inspection, diagnostics, log
    ab, ro = s.on('nav_aborts'), s.rng('insp')
    goals, res = [], []
    prev = 60.
    for a, b, i in visits:
        bad_ = ab[s.i(b)] and ro.random() < .8
        oc = -3 if bad_ else 1 if ro.random() < .012 else 0
        goals.append((prev, b, 6 if bad_ else 4))
        nm, _, _, kd, ht = PTS[i]
        val = float(smx[s.i(b - 1)]) if kd == 2 else float(round(ro.normal(4.2, .06), 2)) if kd == 1 else 1.0
        res.append((b, dict(point=nm, value=val, unit=('', 'bar', 'degC')[kd], aim_error_deg=float(abs(ro.normal(0, .7))), outcome=oc)))
        prev = b + .2
    s.seen('nav_aborts', np.isin(np.arange(N), [s.i(b) for _, b, z in goals if z == 6]))
    s.events('/inspection/result', 'quad_msgs/InspectionResult', res)
    s.action('/inspection/_action/status', goals)
    s.diag('motor_bus: RR', 'ec-drive', 2 * code, {0: 'OK', 2: 'Encoder CRC errors'}, {'nodes': (12, '{}')})
    s.diag('bms_driver: pack', 'QB-20', bhot.astype(int), {0: 'OK', 1: 'Temperature warning'}, {'cycles': (212, '{}')})
    s.diag('wifi: wlan0', 'ax210', np.where(wl, 1, 0), {0: 'associated', 1: 'not associated'}, {'channel': (44, '{}')})
    s.diag('thermal_cam: driver', 'boson-320', 0, {0: 'streaming'}, {'gain': ('high', '{}')})
    s.chatter([(.9, 'INFO', 'quad_bringup', 'robot up, release 25.11'), (2, 'WARN', 'localization', 'no scan yet'), (3.3, 'WARN', 'localization', 'initial pose uncertain, waiting'), (30, 'INFO', 'localization', 'converged'), (8, 'INFO', 'gas_driver', 'sensor warming up'), (61, 'INFO', 'gas_driver', 'sensor ready')],
              [(3, 'INFO', 'mission', 'progress report sent ({:.0f} kB)', 20, 90), (2, 'WARN', 'navigator', 'person ahead at {:.1f} m, waiting', 1, 3), (1.5, 'WARN', 'wbc', 'foot touchdown early by {:.0f} ms', 15, 40), (1, 'INFO', 'thermal_cam', 'flat field done, drift {:.2f} K', .05, .5), (.8, 'WARN', 'motor_bus', 'retransmit on bus 2 ({:.0f})', 1, 3), (.5, 'WARN', 'wifi_monitor', 'roamed in {:.0f} ms', 60, 300)])
    for b, z in res:
        if z['outcome'] == 0:
            s.log(b + .1, 'INFO', 'mission', f'point {z["point"]} done: {z["value"]:.2f} {z["unit"]}')
        elif z['outcome'] == 1:
            s.log(b + .1, 'WARN', 'mission', f'point {z["point"]}: picture blurred, will be repeated')
