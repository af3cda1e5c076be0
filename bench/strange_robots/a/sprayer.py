"""Crop sprayer on a tractor-like carrier: six boom sections of four nozzles, 12 m."""
from core import *

register('sprayer_msgs', """
MSG PumpState
std_msgs/Header header
float32 rpm
float32 pressure_kpa
float32 suction_kpa         # relative, negative is under pressure
float32 flow_lpm
float32 setpoint_lpm
float32 regulator_pct
uint8 status
MSG Section
uint8 NORMAL=0
uint8 FORCED_OFF=1
bool commanded
bool feedback
float32 flow_lpm
uint16 err
MSG BoomState
std_msgs/Header header
sprayer_msgs/Section[] sections
float32[3] height_cm        # left centre right
int16 roll_mrad
int16 tilt_cyl_mm
bool locked
MSG NozzleFlows
builtin_interfaces/Time stamp
uint16[] ml_min
MSG TankState
std_msgs/Header header
float32 level_l
uint16 agitator_rpm
bool agitator_cmd
float32 mix_temp
float32 rinse_level_l
MSG RateState
std_msgs/Header header
float32 target_l_ha
float32 actual_l_ha
float32 area_m2
uint8 mode
MSG EngineState
std_msgs/Header header
uint16 rpm
uint8 load_pct
float32 coolant_temp
uint16 oil_kpa
float32 fuel_lph
float32 fuel_pct
float32 alternator_v
float32 intake_temp
MSG RtkStatus
builtin_interfaces/Time stamp
uint8 quality               # 0 none 1 single 4 fixed 5 float
uint8 sats
float32 hdop
float32 corr_age
string base
MSG Guidance
std_msgs/Header header
int16 xte_mm
int16 steer_set_cdeg
int16 steer_act_cdeg
uint16 heading_cdeg         # from the two antennas
bool engaged
uint16 swath
MSG Weather
std_msgs/Header header
float32 wind_ms
float32 wind_dir
float32 temp
float32 humidity
MSG CanStats
builtin_interfaces/Time stamp
float32 bus_load
uint32 frames
uint32 err_frames
uint8[2] err_counters
""")

B = ['boom']
LIB = [
    K('nozzle_clog', 'nozzle 14 partly clogged: its flow is much lower than that of the others', ['/sprayer/nozzles', '/sprayer/boom'], ['ml_min[13]', 'ml_min', 'sections[3].flow_lpm'], ['nozzle', 'section'], cond='spray', need=50, grp='noz', mag=(.42, .55)),
    K('section_leak', 'valve of section 2 does not close: it flows while commanded off', ['/sprayer/boom', '/sprayer/nozzles', '/sprayer/pump'], ['sections[1].flow_lpm', 'ml_min', 'flow_lpm', 'sections[].flow_lpm'], ['section', 'valve', 'boom'], cond='idleflow', need=12, grp='noz', mag=(.5, .7), cons=['/sprayer/tank']),
    K('pressure_bias', 'the pressure sensor reads a constant extra pressure', ['/sprayer/pump'], ['pressure_kpa'], ['pump', 'pressure'], grp='pump', mag=(130, 180)),
    K('flow_scale', 'the flow meter reads too little, so the controller sprays more: pressure and nozzle flows rise for the same set point', ['/sprayer/pump', '/sprayer/nozzles', '/sprayer/boom'], ['pressure_kpa', 'flow_lpm', 'ml_min', 'sections[].flow_lpm', 'regulator_pct'], ['flow', 'pump', 'pressure', 'nozzle'], cond='spray', need=50, grp='pump', mag=(.18, .24), cons=['/sprayer/tank']),
    K('pump_weak', 'worn pump: the regulator must open much further for the same flow, suction is weaker', ['/sprayer/pump'], ['regulator_pct', 'suction_kpa', 'rpm'], ['pump', 'regulator'], cond='spray', need=50, grp='pump', mag=(24, 32)),
    K('level_stuck', 'the tank level sensor is stuck while spraying empties the tank', ['/sprayer/tank'], ['level_l'], ['tank', 'level'], cond='spray', need=90, grp='tank', dur=(200, 340)),
    K('boom_us', 'left ultrasonic height sensor: spikes and noise', ['/sprayer/boom'], ['height_cm[0]', 'height_cm'], ['boom', 'height', 'ultrasonic'], grp='boom', mag=(1, 1)),
    K('boom_sway', 'the boom swings (roll damper broken)', ['/sprayer/boom'], ['roll_mrad', 'height_cm[0]', 'height_cm[2]', 'height_cm', 'tilt_cyl_mm'], ['boom', 'roll'], cond='drive', need=50, grp='boom', mag=(42, 60)),
    K('corr_age', 'RTK corrections become old while the solution stays fixed', ['/gps/rtk_status'], ['corr_age'], ['rtk', 'corr', 'gnss', 'gps'], grp='gps', mag=(14, 25)),
    K('rtk_lost', 'RTK fix lost: float solution, positions scatter', ['/gps/rtk_status', '/gps/fix', '/guidance', '/rosout', '/diagnostics'], ['quality', 'hdop', 'sats', 'position_covariance', 'xte_mm', 'status.status'], ['rtk', 'gnss', 'gps', 'fix'], silent=False, grp='gps', mag=(1, 1),
      say=[('gnss_driver', 30, 'RTK fix lost, solution FLOAT, hdop {1.7~2.9}'), ('guidance', 30, 'lateral accuracy {0.21~0.48} m insufficient for section control'), ('gnss_driver', 30, 'ntrip: mount point answered {408~504}')], diag=('gnss: solution', 1, 'float solution')),
    K('heading_bias', 'two-antenna heading is off by some degrees against the course', ['/guidance'], ['heading_cdeg'], ['heading', 'guidance', 'gnss'], cond='drive', need=40, grp='head', mag=(4.5, 6.5)),
    K('wet_slip', 'wheels slip at a wet spot of the field', ['/wheel_states', '/odom', '/engine/state', '/gps/vel'], ['velocity', 'twist.twist.linear.x', 'velocity[2]', 'velocity[3]', 'velocity[0]', 'velocity[1]', 'load_pct'], ['wheel', 'slip', 'rear_left_wheel', 'rear_right_wheel'], cond='place', need=14, grp='drive', mag=(.2, .28), dur=(300, 360), where='x 110..160 m of each swath'),
    K('coolant_hot', 'coolant temperature climbs (radiator clogged)', ['/engine/state'], ['coolant_temp'], ['engine', 'coolant'], step=False, grp='eng', mag=(17, 23), dur=(220, 340)),
    K('alternator', 'alternator does not charge: voltage drops to that of the battery', ['/engine/state'], ['alternator_v'], ['engine', 'alternator', 'voltage'], grp='eng', mag=(1.7, 2.1)),
    K('gyro_bias', 'yaw gyro has a bias', ['/imu/data'], ['angular_velocity.z'], ['imu', 'gyro', 'imu_link'], grp='imu', mag=(.035, .05)),
    K('boom_rate', 'the boom topic comes at half its rate', ['/sprayer/boom'], ['rate'], ['boom'], timing=dict(topics=['/sprayer/boom'], mode='half')),
    K('weather_stale', 'the weather station repeats the same values', ['/weather'], ['wind_ms', 'wind_dir', 'temp', 'humidity'], ['weather', 'wind'], timing=dict(topics=['/weather'], mode='stale'), dur=(200, 340)),
    K('gps_clock', 'stamps of the fix step (clock of the receiver)', ['/gps/fix'], ['header.stamp', 'stamp'], ['gps', 'gnss'], timing=dict(topics=['/gps/fix'], mode='clock', by=-1.), mag=(1.3, 2.2)),
    K('filter_block', 'the suction filter is blocked', ['/sprayer/pump', '/rosout', '/diagnostics'], ['suction_kpa', 'status'], ['filter', 'pump', 'suction'], silent=False, cond='spray', need=30, grp='pump', mag=(26, 36),
      say=[('pump_controller', 30, 'suction {@suc:.0f} kPa below limit, check filter'), ('pump_controller', 30, 'W207 suction side restricted')], diag=('sprayer: pump', 1, 'suction filter restricted')),
    K('can_err', 'error frames on the implement bus', ['/can/stats', '/rosout'], ['err_frames', 'err_counters', 'bus_load'], ['can bus', 'can/stats', 'isobus', 'bus'], silent=False, grp='can', mag=(5, 9),
      say=[('isobus_gateway', 40, 'bus error: {12~60} error frames in last second, TEC={96~120}'), ('isobus_gateway', 30, 'ECU 0x{26~29} address claim repeated')]),
    K('steer_slow', 'steering follows its set point slowly and tracks worse', ['/guidance'], ['steer_act_cdeg', 'xte_mm', 'steer_set_cdeg'], ['steer', 'guidance'], cond='drive', need=40, grp='steer', mag=(1, 1)),
    K('agitator_stop', 'the agitator stands still although commanded', ['/sprayer/tank'], ['agitator_rpm'], ['agitator', 'tank'], cond='agit', need=40, grp='tank', mag=(1, 1)),
    K('valve_err', 'valve of section 4 gives no feedback', ['/sprayer/boom', '/rosout', '/diagnostics'], ['sections[3].err', 'sections[3].feedback', 'sections[3].flow_lpm', 'sections[].err'], ['section', 'valve', 'boom'], silent=False, cond='spray', need=30, grp='noz', mag=(.6, .7),
      say=[('boom_controller', 40, 'section 4: no position feedback within {400~900} ms (err 0x0021)'), ('boom_controller', 30, 'S4 valve retry {1~5}')], diag=('sprayer: boom', 2, 'section valve fault')),
]
FIRST = [['flow_scale', 'corr_age', 'boom_us', 'can_err', 'agitator_stop', 'alternator', 'weather_stale'],
         ['pressure_bias', 'nozzle_clog', 'rtk_lost', 'coolant_hot', 'steer_slow', 'boom_rate', 'valve_err', 'gyro_bias'],
         ['pump_weak', 'level_stuck', 'heading_bias', 'boom_sway', 'gps_clock', 'filter_block', 'section_leak', 'wet_slip']]
LIFE4 = ['nozzle_clog', 'pressure_bias', 'rtk_lost', 'boom_sway', 'alternator', 'wet_slip', 'gps_clock', 'filter_block', 'gyro_bias', 'agitator_stop']
CTX = {1: dict(amb=8, warm=0, rough=.8, rate=(150, 200), speed=2.3, wind=2.2, lat=52.1131, lon=10.4512, level=1150, L=260, field='F12'), 2: dict(amb=27, warm=.8, rough=1.4, rate=(200, 260), speed=2.0, wind=4.2, lat=52.0873, lon=10.5127, level=800, L=330, field='F03'),
       3: dict(amb=17, warm=.3, rough=1., rate=(150, 250), speed=2.6, wind=3.1, lat=52.1131, lon=10.4512, level=1000, L=220, field='F12'), 4: dict(amb=15, warm=.4, rough=1.1, rate=(160, 240), speed=2.3, wind=3., lat=52.1131, lon=10.4512, level=1050, L=260, field='F12'),
       5: dict(amb=22, warm=.6, rough=1.2, rate=(170, 230), speed=2.2, wind=2.7, lat=52.0873, lon=10.5127, level=950, L=300, field='F03')}


def plan(s):
    r, c = s.r, s.ctx
    tl = Timeline(s.dur, v=0., w=0., spray=0, mask=63, rate=round(r.uniform(*c['rate']), -1), refill=0, mode=0, eng=900., agit=0, swath=0)
    lv, sw, side, jobs = c['level'], 0, 1, []
    tl.add(r.uniform(35, 60), mode=0); tl.add(12, eng=1750., agit=1)
    k = .3 if s.dur < 600 else 1
    while not tl.full():
        sw += 1; a0 = tl.now(); L = c['L'] * r.uniform(.85, 1.1) * k
        vm = c['speed'] * r.choice([.85, 1., 1., 1.15])
        tl.set(swath=sw)
        if r.random() < .3: tl.set(rate=round(r.uniform(*c['rate']), -1))
        prof = trap(L, vm, .4); n = len(prof)
        cut = r.random() < .4; a, b = int(.05 * n), int(.95 * n); m = int(r.uniform(.6, .9) * n)
        pos = [(0, a, 0, 63), (a, m, 1, 63), (m, b, 1, int(r.choice([15, 31, 60])) if cut else 63), (b, n, 0, 63)]
        for i, j, sp, ma in pos: tl.add(0, v=prof[i:j], spray=sp, mask=ma, mode=2)
        lv -= tl.cur['rate'] * L * 12 / 1e4
        jobs.append((a0, tl.now()))
        vt = 1.5; T = np.pi * 6 / vt
        tl.add(0, v=trap(2., vt, .5), mode=3)
        tl.add(T, v=np.full(int(T / DT), vt), w=np.full(int(T / DT), side * np.pi / T)); side = -side
        tl.add(0, v=trap(2., vt, .5))
        if r.random() < .12: tl.add(r.uniform(8, 40), mode=1)
        if lv < 260 or (k < 1 and r.random() < .2):
            tl.add(0, v=trap(25., 2.4, .4), mode=4); tl.add(6, eng=1100.)
            d = r.uniform(150, 220) * k; tl.add(d, refill=(1120 - lv) / d, mode=5); lv = 1120
            tl.set(refill=0, eng=1750.); tl.add(5); tl.add(0, v=trap(-25., 1.6, .4), mode=4)
    return tl.done(), jobs


def run(s, kinds, begin, end):
    r, c, t, n = s.r, s.ctx, s.t, s.n
    P, jobs = plan(s)
    v = lag(P['v'], .5); w = lag(P['w'], .35)
    x, y, th = pose2d(v, w)
    bits = np.stack([((P['mask'].astype(int) >> j) & 1) * P['spray'] for j in range(6)], 1)
    moving = np.abs(v) > .6
    s.place(kinds, begin, end, dict(spray=(P['spray'] > 0) & moving, idleflow=(P['spray'] == 0) & (P['eng'] > 1500), drive=moving & (P['mode'] == 2), place=(x > 110) & (x < 160) & moving, agit=P['agit'] > 0))
    rough, gust = c['rough'], s.ou(25, .5) + s.ou(3, .35)
    # --- spray circuit
    A = lag(bits, .0); Al = np.stack([lag(bits[:, j].astype(float), .35) for j in range(6)], 1)
    sl = s.w('section_leak'); Al[:, 1] = np.maximum(Al[:, 1], sl * lag((P['eng'] > 1500).astype(float), 1))
    ve = s.w('valve_err'); Al[:, 3] *= 1 - ve
    clog = s.w('nozzle_clog')
    nz = np.repeat(Al, 4, axis=1) * (1 + s.ru.normal(0, .012, 24)); nz[:, 13] *= 1 - clog
    conduct = nz.sum(1)
    wid = 2. * bits.sum(1)
    setp = P['rate'] * np.clip(v, 0, None) * 3.6 * wid / 600
    sc = s.w('flow_scale'); fscale = (1 - sc) * (1 + s.ru.normal(0, .004))
    true = lag(np.where(bits.sum(1) > 0, setp / (1 - sc), 0), .9)
    want = np.where(bits.sum(1) > 0, true, 0)
    pw = s.w('pump_weak'); fb = s.w('filter_block')
    p = np.where(conduct > .3, (true / np.maximum(conduct, .3) / 1.2) ** 2 * 300, 0)
    p = np.where((conduct < 2) | (bits.sum(1) == 0), 0, p)
    idle_p = np.where(P['eng'] > 1500, 215, 25)
    p = lag(np.where(bits.sum(1) > 0, np.clip(p, 60, 900), idle_p - 60 * (sl > 0)), .5)
    per = nz * 1.2 * np.sqrt(np.clip(p, 0, None) / 300)[:, None]
    flow_true = per.sum(1)
    pr = lag(P['eng'], 1.5) * .30; on = (P['eng'] > 1500)
    reg = 21 + .85 * flow_true + pw * (.45 + flow_true / 55) + .7 * s.ou(6, 1) - .03 * (p - 300)
    suction = -6 - .0065 * flow_true ** 2 - fb * np.clip(flow_true / 30, 0, 1.2) + .22 * pw * np.clip(flow_true / 30, 0, 1.2) + s.ou(2, .5) + s.wn(.3)
    s.vals['suc'] = suction
    pm = p * (1 + .012 * s.ou(.3, 1)) + s.wn(2.5) + s.ru.normal(0, 3) + s.w('pressure_bias')
    fm = flow_true * fscale * (1 + .006 * s.ou(.5, 1))
    level = np.clip(c['level'] - np.cumsum(flow_true) / 60 * DT + np.cumsum(P['refill']) * DT, 8, 1180)
    lvl = q(level + (4 * s.ou(.8, 1) + 1.5 * s.wn(1)) * (.3 + moving), .5)
    for f in s.fs('level_stuck'):
        i, j = int(f.a / DT), int(f.b / DT); lvl[i:j] = lvl[i]
    ag = lag(P['agit'] * 180., 2) * ~s.on('agitator_stop'); ag = lag(ag, .6) + s.wn(2) * (ag > 5)
    area = np.cumsum(np.clip(v, 0, None) * wid) * DT
    act = np.where((wid > 0) & (v > .3), fm * 600 / np.maximum(v * 3.6 * wid, .5), 0); act = lag(act, .6)
    # --- boom
    ter = s.ou(2.2, 2.2 * rough); roll = 12 * rough * s.ou(1.5, 1) * (moving + .1) + s.ru.normal(0, 3)
    sway = s.w('boom_sway') * np.sin(2 * np.pi * .55 * t + .4 * np.cumsum(s.wn(1)) * DT) * lag(moving.astype(float), 2)
    rl = roll + sway
    h = np.stack([52 + ter - .28 * rl, 52 + .6 * ter + s.ou(2, .8), 52 + s.ou(2.2, 2.2 * rough) + .28 * rl], 1) + s.wn(.5)[:, None] + 22 * (P['mode'] == 4)[:, None] + s.ru.normal(0, .8, 3)
    us = s.on('boom_us'); spk = us & (r.random(n) < .14)
    h[:, 0] = np.where(us, h[:, 0] + s.wn(5), h[:, 0]); h[:, 0] = np.where(spk, r.choice([12., 145., 180.], n), h[:, 0])
    crop = r.random(n) < DT / 200; h[:, 2] = np.where(crop, h[:, 2] - 14, h[:, 2])
    # --- vehicle
    slip = (.03 + .008 * s.ou(3, 1) * rough) * moving + s.w('wet_slip') * ((x > 110) & (x < 160) & moving)
    slip = lag(slip, .4); vw = v / (1 - np.clip(slip, 0, .6))
    pull = np.abs(np.gradient(v, DT)) * 30 + 11 * np.abs(v) * rough + 26 * lag((x > 110) & (x < 160) & moving & s.on('wet_slip'), .5)
    rpm = lag(P['eng'], 2) + s.ou(.6, 6) - .8 * pull * .5
    ldp = np.clip(10 + 9 * (P['eng'] > 1500) + pull + .45 * flow_true * .5 + s.ou(2, 1.5), 3, 100)
    cool = lag(np.minimum(86, c['amb'] + 70) + .09 * (lag(ldp, 60) - 35) + 1.2 * s.ou(80, 1), 260, c['amb'] + (80 - c['amb']) * c['warm']) + s.w('coolant_hot', ramp=.5)
    wl = np.stack([vw * (1 + .002 * s.ru.normal()) - w * .9, vw + w * .9, vw - w * .9, vw + w * .9], 1) / .7 + (s.wn(.012) * moving)[:, None]
    wl[:, 0] *= 1.33; wl[:, 1] *= 1.33
    s.pub('/cmd_vel', 'geometry_msgs/msg/TwistStamped', 5, {'twist.linear.x': P['v'], 'twist.angular.z': P['w']}, frame='base_link')
    ox, oy, oth = pose2d(vw, w * 1.003)
    s.pub('/odom', 'nav_msgs/msg/Odometry', 10, odom_cols(ox, oy, oth, vw, w, s), dict(child_frame_id='base_link'), 'odom')
    s.pub('/wheel_states', 'sensor_msgs/msg/JointState', 10, dict(position=np.cumsum(wl, 0) * DT, velocity=wl, effort=np.stack([pull * 4, pull * 4, pull * 9, pull * 9], 1) + s.wn(4)[:, None]), dict(name=['front_left_wheel', 'front_right_wheel', 'rear_left_wheel', 'rear_right_wheel']))
    gb = s.w('gyro_bias')
    s.pub('/imu/data', 'sensor_msgs/msg/Imu', 20, imu_cols(s, v, w, rough * 1.2 + .3 * (P['eng'] > 1500), gz_bias=gb, roll=np.radians(1.5 * s.ou(6, 1)), pitch=np.radians(1.2 * s.ou(8, 1))), frame='imu_link')
    s.pub('/engine/state', 'sprayer_msgs/msg/EngineState', 5, dict(rpm=rpm, load_pct=ldp, coolant_temp=q(cool, .5), oil_kpa=q(180 + .14 * rpm - .7 * (cool - 80) + s.wn(3), 4), fuel_lph=q(1.6 + .0012 * rpm + .12 * ldp + s.wn(.1), .05),
          fuel_pct=q(c.get('fuel', 74) - t / 3600 * 6 + .5 * s.ou(3, 1), .4), alternator_v=q(14.15 + .0002 * (rpm - 900) - .15 * (P['spray'] > 0) + .05 * s.ou(5, 1) + s.wn(.02) - s.w('alternator', ramp=4), .05), intake_temp=q(c['amb'] + 6 + .1 * lag(ldp, 30), .5)), frame='engine')
    # --- spraying topics
    s.pub('/sprayer/pump', 'sprayer_msgs/msg/PumpState', 10, dict(rpm=q(pr + s.wn(1.2), 1), pressure_kpa=q(np.clip(pm, 0, None), 1), suction_kpa=q(suction, .1), flow_lpm=q(fm, .05), setpoint_lpm=setp, regulator_pct=q(np.clip(np.where(on, reg, 8), 0, 100), .5), status=1 * on + 4 * s.shown('filter_block')), frame='pump')
    fbk = np.stack([lag(bits[:, j].astype(float), .25) > .5 for j in range(6)], 1); fbk[:, 3] &= ~(ve > 0)
    secf = per.reshape(n, 6, 4).sum(2)
    er = np.zeros((n, 6)); er[:, 3] = 0x21 * s.shown('valve_err')
    s.pub('/sprayer/boom', 'sprayer_msgs/msg/BoomState', 5, {'sections[].commanded': bits > 0, 'sections[].feedback': fbk, 'sections[].flow_lpm': q(secf * (1 + .01 * s.wn(1))[:, None], .02), 'sections[].err': er, 'height_cm': q(h, .5),
          'roll_mrad': rl + s.wn(1.5), 'tilt_cyl_mm': 140 + .6 * lag(rl, .4) + s.wn(.6), 'locked': P['mode'] == 4}, frame='boom_center')
    s.pub('/sprayer/nozzles', 'sprayer_msgs/msg/NozzleFlows', 2, dict(ml_min=np.clip(per * 1000 * (1 + s.wn(.008)[:, None] + r.standard_normal((n, 24)) * .008), 0, 65000)))
    s.pub('/sprayer/tank', 'sprayer_msgs/msg/TankState', 1, dict(level_l=lvl, agitator_rpm=np.clip(ag, 0, None), agitator_cmd=P['agit'] > 0, mix_temp=q(lag(c['amb'] + 2 + 0 * t, 3000, c['amb'] - 1) - .8 * lag((P['refill'] > 0), 200), .1), rinse_level_l=np.full(n, 96.)), frame='tank')
    s.pub('/sprayer/rate', 'sprayer_msgs/msg/RateState', 2, dict(target_l_ha=P['rate'], actual_l_ha=q(act, .1), area_m2=area, mode=P['mode']))
    # --- position
    acq = r.uniform(25, 50); fl = (t < acq)
    for _ in range(r.poisson(s.dur / 900)): k = r.uniform(0, s.dur); fl |= (t > k) & (t < k + r.uniform(3, 9))
    lost = s.on('rtk_lost'); fl2 = fl | lost
    ql = np.where(t < 8, 0, np.where(t < acq * .6, 1, np.where(fl2, 5, 4)))
    pe = np.where(fl2, .30, .008); ex, ey = s.ou(20, 1) * pe + s.wn(.004), s.ou(20, 1) * pe + s.wn(.004)
    lat, lon = c['lat'] + (y + ey) / 111320, c['lon'] + (x + ex) / (111320 * np.cos(np.radians(c['lat'])))
    cv = np.zeros((n, 9)); cv[:, 0] = cv[:, 4] = (pe * 1.2) ** 2; cv[:, 8] = (pe * 2) ** 2
    s.pub('/gps/fix', 'sensor_msgs/msg/NavSatFix', 5, {'latitude': lat, 'longitude': lon, 'altitude': 91 + .8 * np.sin(x / 80) + pe * s.ou(15, 1), 'position_covariance': cv, 'status.status': np.where(ql == 0, -1, np.where(ql == 4, 2, 0))}, dict(position_covariance_type=2, status=dict(service=11)), 'gnss_antenna')
    s.pub('/gps/vel', 'geometry_msgs/msg/TwistStamped', 5, {'twist.linear.x': v * np.cos(th) + s.wn(.015), 'twist.linear.y': v * np.sin(th) + s.wn(.015)}, frame='gnss_antenna')
    saw = (t * 1.0) % 1 + .3 + np.abs(s.ou(30, .25)) + np.where(lag(r.random(n) < DT / 150, 2.5) > .006, 2., 0)
    s.pub('/gps/rtk_status', 'sprayer_msgs/msg/RtkStatus', 1, dict(quality=ql, sats=np.clip(np.rint(19 + 2.2 * s.ou(120, 1) - 5 * lost - 9 * np.exp(-t / 15)), 4, 40), hdop=q(.72 + .06 * s.ou(100, 1) + 1.1 * lost + 2 * np.exp(-t / 12), .01), corr_age=q(saw + lag(s.w('corr_age'), 6) + 8 * lost, .1)), dict(base='NTRIP:VRS3'))
    slow = s.on('steer_slow')
    xt = (s.ou(5, 16 * rough) + 4 * s.wn(1)) * np.where(slow, 2.7, 1) * (1 + 5 * (fl2 & (t > 60))) + 220 * lag((P['mode'] == 3), 1.5) * s.ou(20, 1)
    st = np.degrees(np.arctan2(P['w'] * 2.6, np.maximum(v, .4))) * (P['w'] != 0) + moving * (s.ou(1.2, 1.3 * rough) + .02 * -lag(xt, .5) * .4)
    sa = np.where(slow, slew(lag(st, 1.1), 6, 6), slew(lag(st, .22), 25, 25)) + s.wn(.06) + s.ru.normal(0, .12)
    cog = (90 - np.degrees(th)) % 360
    s.pub('/guidance', 'sprayer_msgs/msg/Guidance', 5, dict(xte_mm=np.clip(xt, -3000, 3000), steer_set_cdeg=st * 100, steer_act_cdeg=sa * 100, heading_cdeg=((cog + .15 * s.ou(4, 1) + s.ru.normal(0, .3) + .08 * s.wn(1) + s.w('heading_bias')) % 360) * 100, engaged=P['mode'] == 2, swath=P['swath']), frame='base_link')
    wd = np.clip(c['wind'] + 1.1 * gust, .1, None)
    s.pub('/weather', 'sprayer_msgs/msg/Weather', .5, dict(wind_ms=q(wd, .1), wind_dir=q((220 + 14 * s.ou(20, 1) + 20 * s.ou(900, 1)) % 360, 1), temp=q(c['amb'] + t / 3600 * 1.5 + .2 * s.ou(40, 1), .1), humidity=q(72 - c['amb'] + .9 * s.ou(60, 1), .1)), frame='mast')
    ce = s.w('can_err'); errc = np.cumsum(r.random(n) < DT * (1 / 600 + ce)); ld = 31 + 2 * s.ou(4, 1) + 1.8 * ce
    s.pub('/can/stats', 'sprayer_msgs/msg/CanStats', 1, dict(bus_load=q(ld, .1), frames=np.cumsum(ld * 25) * DT, err_frames=errc, err_counters=np.stack([np.clip(np.rint(lag(ce * 12, 2)), 0, 127), 0 * t], 1)))
    s.pub('/system', 'robot_host/msg/HostStatus', 1, host(s, 'system', load=5 * (P['mode'] == 2), period_ms=50))
    # --- texts
    s.startup([('gnss_driver', 30, 'no fix yet ({0~4} satellites)'), ('gnss_driver', 20, 'ntrip connected to mount VRS3'), ('isobus_gateway', 20, 'address claimed, VT pool version 4.{1~9}'), ('pump_controller', 20, 'self test passed, zero offset {-1.2~1.4} kPa'),
               ('guidance', 30, 'waiting for heading'), ('rate_controller', 20, 'task ' + c['field'] + ' loaded, {3.1~9.8} ha')])
    s.log(acq + .4, 20, 'gnss_driver', 'RTK fixed')
    for a, b in jobs:
        s.log(a, 20, 'guidance', speaker(r, 'line engaged, offset {-0.04~0.05} m')); s.log(b, 20, 'rate_controller', speaker(r, 'swath complete, mean rate {148.0~251.0} l/ha'))
    for a in t[np.diff(P['refill'] > 0, prepend=False)]: s.log(a, 20, 'tank_monitor', 'filling' if P['refill'][min(int(a / DT) + 2, n - 1)] > 0 else 'filling done')
    low = np.diff((level < 280).astype(int), prepend=0) > 0
    for a in t[low][:6]: s.log(a, 30, 'tank_monitor', f'tank level low ({level[int(a / DT)]:.0f} l)')
    s.sometimes(1, 'controller_server', 30, 'Control loop missed its desired rate of 10.0000Hz, took {0.12~0.2} s'); s.sometimes(2, 'rate_controller', 30, 'section overlap {6~14} %, switching early')
    s.sometimes(1.5, 'gnss_driver', 20, 'ntrip reconnect after {2~5} s', after=60)
    s.diag('sprayer: pump', 'pmp-2', dict(pressure=(pm, '.0f'), rpm=(pr, '.0f')), message='ok'); s.diag('sprayer: boom', 'bm-12', dict(sections=(bits.sum(1), '.0f')), message='ok')
    s.diag('gnss: solution', 'gnss-0', dict(sats=(18 + s.ou(120, 1), '.0f')), level=np.where(fl & ~lost, 1, 0), message='fixed', extra={1: 'not fixed'})
    s.diag('engine', 'ecu', dict(coolant=(q(cool, .5), '.1f'), hours=(1893 + t / 3600, '.1f')), message='running')
