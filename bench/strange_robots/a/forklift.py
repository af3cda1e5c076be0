"""Counterbalance forklift AMR."""
from core import *

register('forklift_msgs', """
MSG TractionStatus
std_msgs/Header header
int16 motor_rpm
int16 motor_current_da      # 0.1 A
float32 motor_temp          # degC
float32 controller_temp     # degC
int16 steer_cmd_cdeg        # 0.01 deg
int16 steer_act_cdeg
int16 steer_current_da
bool brake_released
uint8 throttle              # 0..255
uint16 fault_word
MSG HydraulicState
std_msgs/Header header
uint16 pump_rpm
float32 pump_current        # A
float32 lift_pressure       # bar
float32 tilt_pressure_psi
float32 oil_temp_f
int16 lift_speed_mm_s
uint8[4] valve_pct          # lift, lower, tilt, shift
uint8 di_bits
MSG LoadCell
std_msgs/Header header
float32 gross_kg
float32 raw_mv_v
bool stable
MSG BmsPack
builtin_interfaces/Time stamp
uint16[] cell_mv
int16[4] temp_dc            # 0.1 degC
float32 leak_ma
uint16 cycles
bool f_a                    # contactor
bool f_b                    # balancing
bool f_c
MSG FieldInfo
string name
uint8 id
bool violated
MSG ScannerStatus
builtin_interfaces/Time stamp
float32 contamination       # percent
uint16 min_dist_mm
float32 temp
uint32 scan_period_us
forklift_msgs/FieldInfo protective
forklift_msgs/FieldInfo warning
MSG LocQuality
std_msgs/Header header
float32 match_score
uint16 inliers
float32 odom_correction_mm
MSG MissionState
uint8 IDLE=0
uint8 DRIVE=1
uint8 TURN=2
uint8 APPROACH=3
uint8 HANDLING=4
uint8 CHARGING=5
uint8 PROTECTIVE_STOP=6
std_msgs/Header header
uint8 state
uint32 task_id
string target
float32 speed_override
uint16 error_code
uint32 tasks_done
""")

LIB = [
    K('pump_worn', 'lift pump lost efficiency: the mast rises slower at the same pump speed and current is up', ['/hydraulics/state', '/joint_states'],
      ['lift_speed_mm_s', 'pump_current', 'velocity[2]', 'position[2]'], ['pump', 'lift', 'mast_lift_joint', 'hydraulics', 'mast'], cond='lift', need=15, grp='hyd', mag=(.30, .38), cons=['/battery_state', '/bms/pack', 'mast_tilt_joint']),
    K('lift_creep', 'mast sinks while a load is held (leaking cylinder)', ['/joint_states', '/hydraulics/state'], ['position[2]', 'lift_speed_mm_s', 'velocity[2]'],
      ['mast_lift_joint', 'lift', 'mast', 'hydraulics'], cond='hold', need=40, grp='hyd', mag=(5, 7.5)),
    K('oil_hot', 'hydraulic oil temperature climbs far above its normal range', ['/hydraulics/state'], ['oil_temp_f'], ['oil', 'hydraulics'], step=False, grp='hyd', mag=(40, 55), dur=(220, 350)),
    K('steer_offset', 'steering encoder offset: a constant steer angle is needed to drive straight', ['/traction/status', '/joint_states'],
      ['steer_cmd_cdeg', 'steer_act_cdeg', 'position[1]'], ['steer_joint', 'steer', 'traction'], cond='drive', need=40, grp='steer', mag=(3.5, 5.)),
    K('steer_slow', 'steer axle answers slowly (friction in the gear), current up', ['/traction/status', '/joint_states'], ['steer_act_cdeg', 'steer_current_da', 'position[1]', 'velocity[1]'],
      ['steer_joint', 'steer', 'traction'], cond='turn', need=15, grp='steer', mag=(1, 1), cons=['/odom', '/imu/data']),
    K('loadcell_bias', 'load cell reads a constant extra weight', ['/load_cell'], ['gross_kg', 'raw_mv_v'], ['load cell', 'load_cell', 'fork'], grp='load', mag=(190, 260)),
    K('loadcell_unit', 'load cell node restarted in pounds: weights 2.2 times as large', ['/load_cell'], ['gross_kg'], ['load cell', 'load_cell', 'fork'], grp='load', cond='loaded', need=30, mag=(2.2046, 2.2046)),
    K('floor_slip', 'the drive wheel slips on a wet part of the main aisle', ['/localization/quality', '/localization/pose', '/odom', '/imu/data', '/traction/status'], ['odom_correction_mm', 'pose.pose.position.x', 'motor_current_da'],
      ['slip', 'drive_wheel_joint', 'drive wheel', 'localization', 'odom'], cond='place', need=12, grp='loc', mag=(.13, .18), dur=(300, 360), where='x 22..34 m on the main aisle, driving'),
    K('scanner_dirty', 'the window of the front scanner gets dirty', ['/scanner_front/status', '/diagnostics', '/rosout'], ['contamination'], ['scanner_front', 'front scanner', 'contamination'], silent=False, step=False, mag=(48, 60),
      say=[('scanner_front_driver', 30, 'Window contamination {@dirt:.0f} % exceeds service level 40 %'), ('scanner_front_driver', 30, 'optics: please clean front cover (attenuation {1.8~3.1} dB)')],
      hush=.38, diag=('scanner_front: optics', 1, 'contamination warning'), grp='scan'),
    K('cell_weak', 'one battery cell sags far more than the others under load', ['/bms/pack', '/battery_state'], ['cell_mv[6]', 'cell_mv', 'cell_voltage[6]', 'cell_voltage'], ['cell_mv', 'cell_voltage', 'battery cell', 'battery', 'bms'], cond='drive', need=30, grp='batt', mag=(110, 150)),
    K('motor_hot', 'traction motor overheats and the drive derates', ['/traction/status', '/diagnostics', '/rosout'], ['motor_temp', 'fault_word', 'controller_temp'], ['traction', 'motor', 'drive'], silent=False, step=False, mag=(60, 70), grp='trac', dur=(220, 340),
      say=[('traction_driver', 30, 'Motor temperature {@mt:.0f} degC above limit, derating to {40~70} %'), ('traction_driver', 40, 'E-4512 MOTOR OVERTEMP T={@mt}')], hush=.5,
      diag=('traction: drive', 1, 'motor temperature high')),
    K('wheel_flat', 'vibration that follows the speed (flat spot on the drive wheel)', ['/imu/data'], ['linear_acceleration.z', 'linear_acceleration'], ['imu', 'imu_link', 'vibration'], cond='drive', need=40, grp='imu', mag=(2.6, 3.4)),
    K('brake_drag', 'the parking brake drags: more drive current for the same speed', ['/traction/status', '/joint_states'], ['motor_current_da', 'effort[0]', 'motor_temp'], ['traction', 'drive_wheel_joint', 'brake', 'drive', 'motor'], cond='drive', need=40, grp='trac', mag=(26, 34),
      cons=['/battery_state', '/bms/pack']),
    K('wifi_slow', 'round trip time of the wireless link much longer', ['/net/link'], ['rtt_us', 'tx_retries'], ['wifi', 'wireless', 'network', 'net/link'], grp='net', mag=(150, 240)),
    K('loc_late', 'poses of the localization arrive late (old stamps)', ['/localization/pose'], ['header.stamp', 'stamp'], ['localization'], timing=dict(topics=['/localization/pose'], mode='age', by=.9), mag=(.8, 1.1)),
    K('hyd_rate', 'the hydraulics topic comes at half its rate', ['/hydraulics/state'], ['rate'], ['hydraulics'], timing=dict(topics=['/hydraulics/state'], mode='half')),
    K('bms_can', 'CAN frames of the BMS are lost, the pack topic stops for its time', ['/bms/pack', '/rosout', '/diagnostics'], ['rate'], ['bms', 'battery', 'can bus', 'can frames'], silent=False, timing=dict(topics=['/bms/pack'], mode='drop', p=.7),
      say=[('bms_bridge', 40, 'CAN timeout node 0x1A: {11~48} frames lost'), ('bms_bridge', 30, 'rx queue empty for {1200~4100} ms')], diag=('bms: can', 2, 'no communication')),
    K('mem_leak', 'a process leaks memory', ['/system'], ['mem_used_mb'], ['memory', 'mem', 'host'], step=False, grp='sys', mag=(1500, 2200), dur=(240, 350)),
    K('tilt_slack', 'the tilt cylinder stops short of its target (slack)', ['/joint_states'], ['position[3]'], ['mast_tilt_joint', 'tilt'], cond='loaded', need=40, grp='tilt', mag=(.022, .03)),
    K('insul_leak', 'leak current to the chassis, neutral flag f_c set', ['/bms/pack'], ['leak_ma', 'f_c'], ['bms', 'battery', 'leak'], grp='batt', mag=(6, 10)),
    K('pick_fail', 'pallet picks fail: pocket not found, action aborts', ['/mission/state', '/pallet/_action/status', '/rosout'], ['error_code', 'status_list[].status', 'status_list'], ['pallet', 'mission', 'mission_executor', 'pick'], silent=False, cond='handling', need=15, grp='mission',
      say=[('pallet_detector', 30, 'pocket not found: best score {0.21~0.44}'), ('mission_executor', 40, 'Task aborted, code 3107 (pallet pose invalid), retry {1~3}')], every=(15, 40)),
    K('scan_blocked', 'some beams of the front scanner see a thing stuck to the cover', ['/scanner_front/scan', '/scanner_front/status'], ['ranges', 'min_dist_mm'], ['scanner_front', 'front scanner', 'scan'], grp='scan', mag=(.28, .4)),
]
FIRST = [['oil_hot', 'loadcell_bias', 'brake_drag', 'scanner_dirty', 'cell_weak', 'hyd_rate', 'wifi_slow'],
         ['steer_offset', 'pump_worn', 'insul_leak', 'motor_hot', 'loc_late', 'loadcell_unit', 'mem_leak'],
         ['wheel_flat', 'lift_creep', 'bms_can', 'steer_slow', 'floor_slip', 'scan_blocked', 'pick_fail', 'tilt_slack']]
LIFE4 = ['steer_offset', 'loadcell_bias', 'bms_can', 'pump_worn', 'floor_slip', 'cell_weak', 'motor_hot', 'wheel_flat', 'loc_late', 'brake_drag']
CTX = {1: dict(amb=9, warm=0, soc=.92, rough=.8, loads=(300, 700), ovr=1., site='hall_a'), 2: dict(amb=29, warm=.9, soc=.55, rough=1.3, loads=(500, 1150), ovr=.8, site='hall_b'),
       3: dict(amb=20, warm=.4, soc=.75, rough=1., loads=(250, 1000), ovr=1., site='hall_a'), 4: dict(amb=17, warm=.3, soc=.85, rough=1.1, loads=(300, 1000), ovr=.9, site='hall_a'),
       5: dict(amb=24, warm=.7, soc=.65, rough=.9, loads=(400, 900), ovr=1., site='hall_b')}


def plan(s):
    r, c = s.r, s.ctx
    tl = Timeline(s.dur, v=0., w=0., lift=.08, tilt=0., load=0., mode=0, chg=0, ovr=c['ovr'], stop=0, task=0, tgt=0)
    acts, picks = [], []
    tl.add(r.uniform(20, 50), mode=0)
    x, task, nchg = 0., int(r.integers(100, 900)), s.dur * .15 if s.dur < 1000 else r.uniform(400, 620)
    def wait(d, mode=0): tl.add(d, mode=mode)
    def go(dx):
        nonlocal x
        vm = 1.9 * tl.cur['ovr'] * (.85 if tl.cur['load'] > 600 else 1)
        parts = [dx]
        if abs(dx) > 8 and r.random() < .16:
            k = r.uniform(.3, .7); parts = [dx * k, dx * (1 - k)]
        for i, p in enumerate(parts):
            if i:
                tl.add(r.uniform(3, 14), mode=6, stop=1); tl.set(stop=0)
            tl.add(0, v=trap(p, vm, .55), mode=1)
        x += dx
    def turn(a): tl.add(0, w=trap(a, .5, .5), mode=2)
    def lift_to(h):
        d = abs(h - tl.cur['lift']); tl.add(d / .23 * (1.45 if h > tl.cur['lift'] else 1.1) + 1.2, lift=h, mode=4)
    while not tl.full():
        if tl.now() > nchg:
            go(-x); turn(np.pi / 2); tl.add(0, v=trap(1.2, .3, .3), mode=3); tl.add(r.uniform(2, 4), mode=0)
            tl.add(r.uniform(170, 330) * min(1, s.dur / 1500), mode=5, chg=1); tl.set(chg=0)
            tl.add(0, v=trap(-1.2, .3, .3), mode=3); turn(-np.pi / 2)
            nchg = tl.now() + r.uniform(700, 1100)
        task += 1; a0 = tl.now(); tl.set(task=task)
        if r.random() < .25: tl.set(ovr=c['ovr'] * r.choice([.6, .8, 1.]))
        kg = r.uniform(*c['loads'])
        for leg in (0, 1):
            xi = r.uniform(5, 56); tl.set(tgt=int(xi // 3) + (100 if leg else 0))
            go(xi - x); side = r.choice([-1, 1]); turn(side * np.pi / 2)
            h = float(r.choice([.12, 1.35, 2.5], p=[.4, .35, .25]))
            tl.add(0, v=trap(1.4, .5, .3), mode=3)
            p0 = tl.now()
            if leg == 0:
                tl.add(2.2, tilt=-.01, mode=4); lift_to(h); tl.add(0, v=trap(1.1, .22, .2), mode=3)
                lift_to(h + .15); tl.set(load=kg); tl.add(2.5, tilt=.06, mode=4)
                tl.add(0, v=trap(-1.1, .25, .2), mode=3); lift_to(.35)
            else:
                lift_to(h + .15); tl.add(0, v=trap(1.1, .22, .2), mode=3); tl.add(2.2, tilt=-.01, mode=4)
                lift_to(h); tl.set(load=0.); tl.add(1., mode=4); tl.add(0, v=trap(-1.1, .25, .2), mode=3); lift_to(.2)
                tl.add(1.5, tilt=0.)
            picks.append((p0, tl.now(), leg))
            tl.add(0, v=trap(-1.4, .5, .3), mode=3); turn(-side * np.pi / 2)
        acts.append((a0, tl.now()))
        if r.random() < .22: wait(r.uniform(15, 60))
    return tl.done(), acts, picks


def run(s, kinds, begin, end):
    r, c, t, n = s.r, s.ctx, s.t, s.n
    P, acts, picks = plan(s)
    load, mode = P['load'], P['mode']
    v = lag(P['v'], .18); w = lag(P['w'], .12)
    x, y, th = pose2d(v, w)
    lt = lag(P['lift'], .1)
    drive = (np.abs(v) > .3) & (mode == 1)
    healthy_up = np.gradient(slew(lt, .25, .30), DT) > .05
    s.place(kinds, begin, end, dict(lift=healthy_up, drive=drive, turn=(mode == 2), loaded=load > 0, hold=(load > 0) & drive, handling=mode == 4,
                                    place=drive & (x > 22) & (x < 34)))
    # --- mast
    worn = s.w('pump_worn')
    chg_idx = np.maximum.accumulate(np.where(np.diff(P['lift'], prepend=P['lift'][0]) != 0, np.arange(n), 0))
    cr = np.cumsum((.00008 + s.w('lift_creep') / 1000) * (load > 0)) * DT
    vmax = .26 - .05 * load / 1200
    lift = slew(lt - (cr - cr[chg_idx]), vmax * (1 - worn), .30, x0=.08)
    lv = lag(np.gradient(lift, DT), .08); up = np.clip(lv, 0, None)
    moving_up = lt - lift > .02
    cmd_up = np.where(moving_up, vmax / .26, 0)
    rpm = lag(cmd_up * 2250, .15) + s.wn(9) * (cmd_up > 0)
    press = 21 + .083 * load + 26 * (lag(moving_up.astype(float), .15)) + 4 * np.clip(-lv, 0, 1) + s.ou(1, .5) + s.wn(.25)
    amps_p = lag(rpm / 2250 * (38 + .75 * press) * (1 + .45 * worn), .1) + 1.1 + s.wn(.35)
    tilt_t = P['tilt'] - s.w('tilt_slack') * np.sign(P['tilt'] - .02)
    tilt = slew(lag(tilt_t, .2), .03, .03) + s.wn(.00015)
    tv = np.gradient(tilt, DT)
    oil = lag(c['amb'] + 14 + 10 * c['warm'] + .19 * amps_p, 500, c['amb'] + 4 + 16 * c['warm']) + lag(s.w('oil_hot', ramp=.6), 20) / 1.8 + s.ou(100, .3)
    # --- drive and steering
    M = 2900 + load; drag = s.w('brake_drag')
    slope = .006 * np.sin(x / 9.) * c['rough']
    acc = np.gradient(v, DT)
    slip = s.w('floor_slip') * ((x > 22) & (x < 34) & (np.abs(v) > .2))
    amp = 2.2 + M * (acc + 9.81 * (.011 * c['rough'] + slope) * np.sign(v) * (np.abs(v) > .02)) * .021 * np.sign(v + 1e-9) + drag * np.tanh(np.abs(v) * 6) + s.ou(.3, .8) * (np.abs(v) > .02) + 9 * np.abs(w)
    amp = lag(amp - 11 * (slip > 0) * np.abs(v) / 1.9, .08) + s.wn(.25)
    mt = lag(c['amb'] + 8 + .022 * amp ** 2 + .9 * np.abs(amp), 420, c['amb'] + 30 * c['warm']) + s.w('motor_hot', ramp=.55) + s.ou(60, .3)
    ct = lag(c['amb'] + 12 + .45 * np.abs(amp), 200, c['amb'] + 18 * c['warm']) + .3 * s.w('motor_hot', ramp=.55)
    steer = np.where(np.abs(w) > .02, np.arctan2(P['w'] * 1.45, np.where(np.abs(P['v']) > .05, P['v'], .0001 * np.sign(P['v'] + 1e-9))), .0) * 180 / np.pi
    steer = np.where(mode == 2, np.sign(P['w']) * 85 * (P['w'] != 0), np.clip(steer, -85, 85)) + (np.abs(v) > .05) * (s.ou(1.5, .6) + s.w('steer_offset'))
    slow = s.on('steer_slow')
    sact = slew(lag(steer, .12), np.where(slow, 38, 95), np.where(slow, 38, 95)) + s.wn(.03)
    sv = np.gradient(sact, DT)
    scur = 1.2 + .09 * np.abs(lag(sv, .1)) * np.where(slow, 3.6, 1) + 1.5 * slow * (np.abs(steer - sact) > 1) + np.abs(s.wn(.25))
    # --- battery
    lead = s.unit == 1
    nc = 24 if lead else 16
    itot = 6.5 + .8 * np.clip(np.abs(amp), 0, None) * .55 + amps_p * 1.05 + scur * .3
    bal = P['chg'] > 0
    ichg = bal * 95 * (1 - np.exp(-((t - np.maximum.accumulate(np.where(np.diff(P['chg'], prepend=0) > 0, t, 0)))) / 6))
    cap = 420.
    soc = np.clip(c['soc'] + np.cumsum(ichg - itot) * DT / 3600 / cap, .05, .99)
    i = ichg - itot
    ocv = (1.96 + .16 * soc) if lead else (3.19 + .13 * soc + .05 * np.clip(soc - .9, 0, 1))
    R = .00012 if lead else .00024
    weak = np.zeros((1, nc)); weak[0, 6] = 1
    wk = s.w('cell_weak')
    cells = ocv[:, None] + s.ru.normal(0, .004, nc) + R * i[:, None] * (1 + s.ru.normal(0, .06, nc)) - weak * (wk / 1000 * (.25 + np.clip(itot, 0, 200) / 75))[:, None]
    vb = cells.sum(1) + lag(i, 40) * .004
    bt = lag(c['amb'] + 4 + .05 * np.abs(i), 1500, c['amb'] + 6 * c['warm'] + 2) + s.ou(300, .1)
    # --- topics
    cv = P['v'] * (1 + 0 * t)
    s.pub('/cmd_vel', 'geometry_msgs/msg/Twist', 8, {'linear.x': cv, 'angular.z': P['w']})
    od = 1 + s.ru.normal(0, .002)
    ox, oy, oth = pose2d(v * od * (1 + slip), w * (1 + .001), 0, 0)
    s.pub('/odom', 'nav_msgs/msg/Odometry', 10, odom_cols(ox, oy, oth, v * od * (1 + slip), w, s), dict(child_frame_id='base_link'), 'odom')
    fl = s.w('wheel_flat'); ph = np.cumsum(v) / .785 * DT * 2 * np.pi
    s.pub('/imu/data', 'sensor_msgs/msg/Imu', 20, imu_cols(s, v, w, c['rough'] * .7, extra_z=fl * np.clip(np.abs(v), 0, 2) * .55 * (np.sin(ph * 3) + s.wn(.6)) + (slip > 0) * s.wn(.15)), frame='imu_link')
    pos = np.stack([np.cumsum(v * (1 + slip)) * DT / .125, np.radians(sact), lift + s.wn(.0006), tilt], 1)
    vel = np.stack([v * (1 + slip) / .125, np.radians(sv), lv + s.wn(.002), tv], 1)
    eff = np.stack([amp * 3.1, scur * 4, press * 1.9, 12 + 9 * np.abs(np.sign(tv)) * (np.abs(tv) > .004) + s.wn(.4)], 1)
    s.pub('/joint_states', 'sensor_msgs/msg/JointState', 10, dict(position=pos, velocity=vel, effort=eff), dict(name=['drive_wheel_joint', 'steer_joint', 'mast_lift_joint', 'mast_tilt_joint']))
    s.pub('/traction/status', 'forklift_msgs/msg/TractionStatus', 10, dict(motor_rpm=v * (1 + slip) * 1833 + s.wn(3) * (np.abs(v) > .01), motor_current_da=amp * 10, motor_temp=q(mt, .5), controller_temp=q(ct, .5),
          steer_cmd_cdeg=steer * 100, steer_act_cdeg=sact * 100, steer_current_da=scur * 10, brake_released=(np.abs(P['v']) + np.abs(P['w'])) > 0,
          throttle=np.clip(np.abs(P['v']) / 1.9 * 200, 0, 255), fault_word=np.where(s.w('motor_hot', ramp=.55) > 45, 0x0040, 0)), frame='drive_unit')
    tv_on = np.abs(tv) > .004
    s.pub('/hydraulics/state', 'forklift_msgs/msg/HydraulicState', 10, dict(pump_rpm=np.clip(rpm + 900 * lag(tv_on.astype(float), .1), 0, None), pump_current=q(amps_p + 14 * lag(tv_on.astype(float), .1), .1), lift_pressure=q(press, .1),
          tilt_pressure_psi=q(430 + 380 * lag(tv_on.astype(float), .1) + .18 * load + s.ou(2, 6), 1), oil_temp_f=q(oil * 1.8 + 32, .5), lift_speed_mm_s=lv * 1000 + s.wn(1.5),
          valve_pct=np.stack([cmd_up * 90, (lt - lift < -.02) * 75, tv_on * 60, 0 * t], 1), di_bits=1 + 2 * (load > 0) + 4 * (lift > .3)), frame='hydraulic_unit')
    kg = lag(load + s.wn(3) + (np.abs(v) > .05) * s.wn(14) * c['rough'] + 60 * np.clip(np.gradient(lv, DT), -1, 1), .25) + s.ru.normal(0, 6) + s.ou(400, 2) + s.w('loadcell_bias')
    unit = np.where(s.on('loadcell_unit'), s.w('loadcell_unit'), 1)
    s.pub('/load_cell', 'forklift_msgs/msg/LoadCell', 5, dict(gross_kg=q(kg * unit, .5), raw_mv_v=.12 + kg * .00139, stable=(np.abs(v) < .03) & (np.abs(lv) < .01)), frame='fork_carriage')
    s.pub('/battery_state', 'sensor_msgs/msg/BatteryState', 2, dict(voltage=q(vb + s.wn(.015), .01), current=q(i + s.wn(.2), .1), temperature=q(bt, .1), percentage=q(soc, .005), charge=soc * cap,
          power_supply_status=np.where(bal, 1, 2), cell_voltage=q(cells + s.wn(.0015)[:, None], .001)),
          dict(capacity=cap, design_capacity=420., power_supply_health=1, power_supply_technology=0 if lead else 4, present=True, location='traction', serial_number=f'TB-{4410 + s.unit}'), 'battery')
    s.pub('/bms/pack', 'forklift_msgs/msg/BmsPack', 2, dict(cell_mv=cells * 1000 + s.wn(1.)[:, None], temp_dc=(bt[:, None] + s.ru.normal(0, .6, 4)) * 10, leak_ma=q(np.clip(1.2 + s.ru.normal(0, .2) + s.ou(20, .15) + s.w('insul_leak'), 0, None), .1),
          cycles=np.full(n, 311 + s.unit), f_a=np.ones(n), f_b=bal & (soc > .7), f_c=s.on('insul_leak')))
    # scanners
    na = 61; ang = np.linspace(-2.2, 2.2, na)
    blk = s.w('scan_blocked')
    def ranges(ts):
        k = np.minimum((ts / DT).astype(int), n - 1)
        g = th[k][:, None] + ang[None]
        d = np.minimum(np.abs((2.4 + .5 * np.sin(x[k][:, None] / 2 + 4 * np.sign(np.sin(g)))) - y[k][:, None] * np.sign(np.sin(g))) / np.maximum(np.abs(np.sin(g)), .05), 24.)
        d = np.maximum(d, .35) + r.normal(0, .012, d.shape)
        near = (P['stop'][k] > 0)[:, None] & (np.abs(ang) < .25)[None]
        d = np.where(near, np.minimum(d, .9 + r.normal(0, .05, (len(k), 1))), d)
        b = (blk[k] > 0)[:, None] & ((ang > .5) & (ang < .95))[None]
        return np.where(b, blk[k][:, None] + r.normal(0, .006, d.shape), np.where(r.random(d.shape) < .003, np.inf, d)).astype(np.float32)
    mind = lag(np.where(P['stop'] > 0, 880, np.where(mode == 3, 640, 1750)), .4) + s.ou(3, 90) + s.wn(8)
    s.pub('/scanner_front/scan', 'sensor_msgs/msg/LaserScan', 2.5, dict(ranges=ranges), dict(angle_min=-2.2, angle_max=2.2, angle_increment=4.4 / (na - 1), range_min=.05, range_max=25., scan_time=.04), 'scanner_front_link')
    for nm in ('front', 'rear'):
        f = nm == 'front'
        dirt = s.ru.uniform(6, 14) + s.ou(600, 1.5) + (s.w('scanner_dirty', ramp=.4) if f else 0)
        if f: s.vals.update(dirt=dirt, mt=mt)
        md = np.where(blk > 0, blk * 1000 + s.wn(6), mind) if f else lag(1900 - 500 * (mode == 3), .4) + s.ou(3, 80) + s.wn(8)
        s.pub(f'/scanner_{nm}/status', 'forklift_msgs/msg/ScannerStatus', 2, {'contamination': q(np.clip(dirt, 0, 100), .5), 'min_dist_mm': np.clip(md, 60, 60000), 'temp': q(lag(c['amb'] + 14 + 0 * t, 600, c['amb'] + 12 * c['warm']), .5),
              'scan_period_us': 40000 + s.wn(18), 'protective.violated': (P['stop'] > 0) & f, 'protective.id': 1 + (np.abs(v) > 1), 'warning.violated': ((P['stop'] > 0) | (mode == 3)) & f, 'warning.id': 1 + (np.abs(v) > 1)},
              dict(protective=dict(name='PF'), warning=dict(name='WF')))
    # localization
    le = s.ou(6, .012); jump = lag(slip, 1.2) * 900 * np.clip(np.abs(v), 0, 2) / 1.9
    s.pub('/localization/pose', 'geometry_msgs/msg/PoseWithCovarianceStamped', 5, {'pose.pose.position.x': x + le - lag(slip, .8) * 1.2, 'pose.pose.position.y': y + s.ou(6, .012), 'pose.pose.orientation.z': np.sin(th / 2), 'pose.pose.orientation.w': np.cos(th / 2),
          'pose.covariance': (lambda ts: np.eye(6).ravel()[None] * (2e-4 * (1 + r.random((len(ts), 1)))))}, frame='map')
    s.pub('/localization/quality', 'forklift_msgs/msg/LocQuality', 2, dict(match_score=np.clip(.86 + s.ou(5, .025) + .03 * np.sin(x / 5) - .2 * np.exp(-t / 8), 0, 1), inliers=np.clip(410 + s.ou(4, 25) + 60 * np.sin(x / 5), 0, None),
          odom_correction_mm=np.abs(s.ou(2, 4) + 3) + 5 * np.abs(v) + jump * (1 + .2 * s.wn(1))), frame='map')
    done = np.zeros(n)
    for a, b in acts:
        if b < s.dur: done[int(b / DT):] += 1
    pf = s.fs('pick_fail'); err = np.zeros(n); gp = []
    for a, b, leg in picks:
        st = 4
        if leg == 0 and (any(f.a - 5 < (a + b) / 2 < f.b for f in pf) or r.random() < .012):
            st = 6; m = int((a + b) / 2 / DT); err[m:m + int(12 / DT)] = 3107
        gp.append((a, b, st))
    for f in pf:
        err[int(f.seen / DT):int(f.b / DT)] = np.where(mode[int(f.seen / DT):int(f.b / DT)] == 4, 3107, err[int(f.seen / DT):int(f.b / DT)])
    goals(s, gp, '/pallet/_action/status'); goals(s, [(a, b, 4) for a, b in acts])
    tg = np.array([f"{'R' if k >= 100 else 'S'}{int(k) % 100:02d}" for k in P['tgt']], object)
    s.pub('/mission/state', 'forklift_msgs/msg/MissionState', 2, dict(state=mode, task_id=P['task'], target=tg, speed_override=P['ovr'], error_code=err, tasks_done=done + 1200), frame='')
    hc = host(s, 'system', load=8 * drive, mem_extra=s.w('mem_leak', ramp=.9), period_ms=50)
    s.pub('/system', 'robot_host/msg/HostStatus', 1, hc)
    wf = wifi(s, x, s.w('wifi_slow') * (1 + .3 * s.ou(1, 1)), 2.5 * s.on('wifi_slow'))
    s.pub('/net/link', 'robot_host/msg/LinkStatus', 1, wf, dict(ssid=c['site'] + '-ops'))
    # --- texts
    s.startup([('traction_driver', 20, 'CANopen node 4 operational, firmware 3.18'), ('bms_bridge', 20, 'BMS online, SOC {55~95} %'), ('localization', 30, 'no initial pose yet, waiting'), ('scanner_front_driver', 20, 'field set 1 active'),
               ('localization', 20, 'pose initialised from last stop, score {0.61~0.83}'), ('mission_executor', 20, 'ready, fleet manager connected'), ('tf_listener', 30, 'Lookup would require extrapolation into the past, {12~80} ms')])
    for a, b in acts:
        s.log(a + .1, 20, 'mission_executor', f'task {int(P["task"][min(int(a / DT) + 1, n - 1)])} started'); s.log(b, 20, 'mission_executor', speaker(r, f'task finished in {b - a:.1f} s'))
    for a in t[np.diff(P['stop'], prepend=0) > 0]: s.log(a + .2, 30, 'safety_monitor', speaker(r, 'protective field violated at {0.6~1.1} m, stopping'))
    for a in t[np.diff(P['chg'], prepend=0) > 0]: s.log(a + 1, 20, 'charger_node', 'contact made, charging')
    s.sometimes(1.2, 'controller_server', 30, 'Control loop missed its desired rate of 20.0000Hz, took {0.061~0.12} s')
    s.sometimes(2, 'fleet_client', 20, 'map tile {3~40} refreshed'); s.sometimes(1, 'fleet_client', 30, 'heartbeat late by {300~900} ms')
    s.diag('traction: drive', 'drive-4', dict(motor_temp=(q(mt, .5), '.1f'), current=(amp, '.1f')), message='running')
    s.diag('bms: can', 'bms-1a', dict(soc=(soc * 100, '.0f'), bus_load=(18 + s.ou(3, 1), '.1f')), level=np.where(t < 9, 1, 0), message='communication ok', extra={1: 'starting'})
    s.diag('scanner_front: optics', 'sc-front', dict(temperature=(ct * 0 + c['amb'] + 14, '.1f')), message='clean')
    s.diag('hydraulics: unit', 'hyd-0', dict(oil_level=(88 + s.ou(60, .4), '.1f')), message='ok')
