"""Floor scrubber in a supermarket."""
from core import *

register('scrub_msgs', """
MSG BrushState
std_msgs/Header header
uint16 rpm
float32 current_a
uint16 downforce_dn         # 0.1 N
uint16 downforce_set_dn
uint16 actuator_pos
uint8 program               # 0 off 1 eco 2 normal 3 heavy
uint16 error
MSG SqueegeeVacuum
std_msgs/Header header
uint16 rpm
float32 current_a
float32 suction_mbar
float32 motor_temp
bool squeegee_down
MSG TankState
builtin_interfaces/Time stamp
float32 clean_pct
float32 dirty_pct
float32 solution_flow       # l/min
bool valve_open
bool float_switch
MSG DockStatus
uint8 AWAY=0
uint8 SEARCH=1
uint8 APPROACH=2
uint8 DOCKED=3
uint8 FAILED=4
std_msgs/Header header
uint8 state
uint16 ir_left
uint16 ir_right
float32 contact_v
float32 contact_a
float32 contact_temp
MSG CameraStatus
std_msgs/Header header
string camera
float32 fps
uint32 exposure_us
uint32 dropped
float32 temp
bool streaming
MSG Cliff
std_msgs/Header header
uint16[4] range_mm
bool[4] triggered
bool bumper
MSG Behavior
std_msgs/Header header
uint8 state
string name
uint8 zone
uint16 error_code
MSG Coverage
builtin_interfaces/Time stamp
float32 area_m2
float32 fraction
float32 water_l_per_m2
""")
BR, VA, OD = ['/brush/state'], ['/vacuum/state'], ['/odom', '/wheel_states']
LIB = [
    K('brush_wrap', 'something is wound around the brush: more current, less speed', BR, ['current_a', 'rpm'], ['brush'], cond='scrub', need=40, grp='brush', mag=(6, 8.5), cons=['/battery_state']),
    K('brush_slip', 'the brush belt slips: speed and current fall', BR, ['rpm', 'current_a'], ['brush'], cond='scrub', need=40, grp='brush', mag=(.28, .36), cons=['/battery_state']),
    K('downforce_low', 'the brush actuator does not reach its down force', BR, ['downforce_dn', 'actuator_pos', 'current_a'], ['brush', 'downforce', 'actuator'], cond='scrub', need=40, grp='brush', mag=(.4, .5), cons=['/battery_state']),
    K('suction_leak', 'squeegee suction lost (hose off): under pressure and current fall, speed rises', VA, ['suction_mbar', 'current_a', 'rpm'], ['vacuum', 'squeegee', 'suction'], cond='scrub', need=40, grp='vac', mag=(.42, .55), cons=['/battery_state', '/tanks', 'dirty_pct']),
    K('hose_block', 'suction hose blocked: under pressure rises, motor gets warm', VA, ['suction_mbar', 'current_a', 'rpm', 'motor_temp'], ['vacuum', 'squeegee', 'suction', 'hose'], cond='scrub', need=40, grp='vac', mag=(.5, .65), cons=['/battery_state', '/tanks', 'dirty_pct']),
    K('valve_leak', 'solution valve leaks: flow although closed', ['/tanks'], ['solution_flow', 'clean_pct'], ['tank', 'solution', 'valve'], cond='offflow', need=25, grp='tank', mag=(.55, .8)),
    K('level_stuck', 'clean water level is stuck while water is used', ['/tanks'], ['clean_pct'], ['tank', 'clean', 'level'], cond='scrub', need=110, grp='tank', dur=(230, 350), cons=['/coverage']),
    K('left_drag', 'left wheel runs hard: more effort for the same speed', ['/wheel_states'], ['effort[0]', 'effort'], ['left_wheel_joint', 'left wheel', 'wheel'], cond='drive', need=50, grp='wheel', mag=(13, 18), cons=['/battery_state']),
    K('enc_scale', 'right wheel encoder counts too much: odometry turns while the gyro does not', OD, ['velocity[1]', 'velocity', 'twist.twist.angular.z', 'pose.pose.orientation.z', 'position[1]'], ['right_wheel_joint', 'right wheel', 'wheel', 'odom'], cond='drive', need=50, grp='wheel', mag=(.1, .14), cons=['/imu/data', '/amcl_pose']),
    K('gyro_bias', 'yaw gyro has a bias', ['/imu/data'], ['angular_velocity.z'], ['imu', 'gyro', 'imu_link'], grp='imu', mag=(.03, .045)),
    K('lidar_sector', 'part of the lidar sees something close all the time', ['/scan'], ['ranges'], ['scan', 'lidar', 'laser'], grp='lidar', mag=(.16, .24)),
    K('lidar_drop', 'many lidar beams return nothing', ['/scan'], ['ranges'], ['scan', 'lidar', 'laser'], grp='lidar', mag=(.35, .5)),
    K('cam_fps', 'frame rate of the front camera fell', ['/camera/front/status'], ['fps', 'dropped'], ['camera front', 'camera_front', 'camera/front', 'front camera', 'camera'], grp='cam', mag=(5.5, 7.5)),
    K('cam_silent', 'status of the rear camera is silent', ['/camera/rear/status'], ['rate'], ['camera rear', 'camera_rear', 'camera/rear', 'rear camera', 'camera'], timing=dict(topics=['/camera/rear/status'], mode='silent')),
    K('curr_offset', 'battery current sensor has an offset', ['/battery_state'], ['current'], ['battery', 'current sensor'], grp='batt', mag=(11, 15)),
    K('dock_contact', 'bad charging contact: less current, voltage drop, contact gets hot', ['/dock/status', '/battery_state'], ['contact_a', 'contact_v', 'contact_temp', 'current'], ['dock', 'contact', 'charger', 'charging'], cond='charge', need=60, grp='dock', mag=(.5, .62), cons=['voltage', 'cell_voltage']),
    K('floor_slip', 'wheels slip at the wet entrance', OD + ['/imu/data', '/amcl_pose'], ['velocity', 'velocity[0]', 'velocity[1]', 'twist.twist.linear.x', 'effort'], ['wheel', 'slip', 'odom', 'left_wheel_joint', 'right_wheel_joint'], cond='place', need=14, grp='wheel', mag=(.28, .38), dur=(300, 355), where='x 3..9 m'),
    K('cliff_spike', 'third cliff sensor gives wrong far readings', ['/cliff'], ['range_mm[2]', 'range_mm', 'triggered', 'triggered[2]'], ['cliff'], grp='cliff', mag=(.1, .15)),
    K('amcl_late', 'localization poses come late', ['/amcl_pose'], ['header.stamp', 'stamp'], ['amcl', 'localization'], timing=dict(topics=['/amcl_pose'], mode='age', by=1.), mag=(1., 1.5)),
    K('slow_loop', 'the control loop takes several times as long', ['/system'], ['loop_time_us', 'cpu_pct'], ['loop', 'cpu', 'loop_time_us'], grp='sys', mag=(26, 38)),
    K('cmd_half', 'velocity commands come at half their rate', ['/cmd_vel'], ['rate'], ['cmd_vel'], timing=dict(topics=['/cmd_vel'], mode='half')),
    K('brush_over', 'brush motor trips on over current and stands', ['/brush/state', '/rosout', '/diagnostics'], ['error', 'rpm', 'current_a'], ['brush'], silent=False, grp='brush', cond='scrub', need=40,
      say=[('brush_driver', 40, 'Brush motor overcurrent {31.0~38.5} A, output disabled'), ('brush_driver', 30, 'restart attempt {1~3} failed')], diag=('brush: motor', 2, 'overcurrent trip'), cons=['/battery_state']),
    K('loc_lost', 'localization lost', ['/amcl_pose', '/rosout', '/behavior/state'], ['pose.covariance', 'error_code', 'pose.pose.position.x', 'pose.pose.position.y'], ['amcl', 'localization', 'pose'], silent=False, grp='loc',
      say=[('amcl', 30, 'pose uncertain: sigma {0.61~1.4} m, {140~420} particles effective'), ('bt_navigator', 40, 'localization quality {0.11~0.29} too low, relocalizing')], diag=('localization', 1, 'uncertain')),
    K('dock_fail', 'docking fails again and again', ['/dock/status', '/dock/_action/status', '/rosout', '/behavior/state'], ['state', 'status_list', 'error_code'], ['dock'], silent=False, grp='dock', cond='docking', need=6, dur=(240, 350),
      say=[('dock_server', 40, 'docking failed: no contact voltage ({0.0~0.4} V) after {3~9} s'), ('dock_server', 30, 'retry docking, lateral error {18~41} mm')], every=(10, 25)),
    K('cam_usb', 'USB errors of the front camera', ['/camera/front/status', '/rosout', '/diagnostics'], ['dropped', 'fps', 'streaming'], ['camera front', 'camera_front', 'front camera', 'camera', 'usb', 'uvc'], silent=False, grp='cam', mag=(3, 5),
      say=[('camera_front', 40, 'uvc: transfer error -71 on endpoint 0x8{1~3}'), ('camera_front', 30, '{4~40} incomplete frames discarded')], diag=('camera front', 2, 'stream broken')),
]
FIRST = [['brush_wrap', 'lidar_sector', 'cam_usb', 'curr_offset', 'valve_leak', 'left_drag', 'amcl_late', 'cliff_spike'],
         ['suction_leak', 'gyro_bias', 'brush_over', 'cam_fps', 'slow_loop', 'floor_slip', 'cam_silent', 'dock_fail'],
         ['enc_scale', 'brush_slip', 'loc_lost', 'lidar_drop', 'level_stuck', 'hose_block', 'dock_contact', 'cmd_half', 'downforce_low']]
LIFE4 = ['hose_block', 'brush_over', 'lidar_sector', 'enc_scale', 'cam_silent', 'loc_lost', 'left_drag', 'curr_offset', 'brush_slip', 'floor_slip', 'dock_contact']
CTX = {1: dict(amb=17, warm=0, rough=.8, floor=1., soc=.95, busy=.05, prog=(1, 2), clean=96, site='store_n'), 2: dict(amb=25, warm=.8, rough=1.3, floor=1.2, soc=.7, busy=.2, prog=(2, 3), clean=70, site='store_s'), 3: dict(amb=21, warm=.4, rough=1., floor=1.05, soc=.85, busy=.12, prog=(1, 2, 3), clean=88, site='store_n'),
       4: dict(amb=20, warm=.4, rough=1., floor=1.1, soc=.9, busy=.1, prog=(1, 2, 3), clean=92, site='store_n'), 5: dict(amb=23, warm=.6, rough=1.1, floor=1.1, soc=.8, busy=.1, prog=(2, 3), clean=80, site='store_s')}


def plan(s):
    r, c = s.r, s.ctx
    tl = Timeline(s.dur, v=0., w=0., scrub=0, prog=0, mode=0, zone=0, dock=0, chg=0, fill=0, blocked=0, err=0)
    docks, rows = [], []
    tl.add(r.uniform(25, 50))
    x, hd, side = 0., 1, 1                       # hd: +1 going away from the dock
    nd = s.dur * .2 if s.dur < 1000 else r.uniform(420, 640)
    clean = c['clean']; prog = int(r.choice(c['prog'])); zone = 0
    inf = lambda k, t: any(f.a <= t < f.b for f in s.fs(k))
    def mv(d, vm, mode, ok=True):
        prof = trap(d, vm, .35)
        if ok and r.random() < c['busy'] * 1.2 and len(prof) > 200:
            k = int(len(prof) * r.uniform(.3, .7)); d1 = prof[:k].sum() * DT
            tl.add(0, v=trap(d1, vm, .35), mode=mode); sc = tl.cur['scrub']
            tl.add(r.uniform(3, 15), mode=6, blocked=1); tl.set(blocked=0, scrub=sc); tl.add(0, v=trap(d - d1, vm, .35), mode=mode)
        else: tl.add(0, v=prof, mode=mode)
    def turn(a): tl.add(0, w=trap(a, .6, .6), mode=3)
    while not tl.full():
        zone += 1; tl.set(zone=zone % 7)
        nrows = int(r.integers(3, 7)) * 2; L = r.uniform(14, 26)
        if r.random() < .4: prog = int(r.choice(c['prog']))
        mv(2.5, .9, 1); tl.add(2.5, scrub=1, prog=prog, mode=2)
        for k in range(nrows):
            a0 = tl.now(); mv(L, r.uniform(.68, .86) - .05 * (prog == 3), 2); rows.append((a0, tl.now(), zone, L))
            if r.random() < .15: mv(-.6, .25, 2); turn(r.choice([-.3, .3])); mv(.5, .3, 2)
            sg = 1 if k % 2 == 0 else -1
            turn(sg * np.pi / 2); mv(.65, .35, 2, False); turn(sg * np.pi / 2)
        clean -= nrows * L / .75 / 60 * (.9, 1.25, 1.6)[prog - 1] / .7
        tl.add(1.5, scrub=0, prog=0, mode=1)
        if tl.now() > nd or clean < 18:
            turn(np.pi); mv(2.5, .9, 1); turn(np.pi); d0 = tl.now()
            tl.add(r.uniform(3, 6), dock=1, mode=4); tl.set(dock=2); tl.add(0, v=trap(-1.3, .2, .2))
            k = 0
            while (inf('dock_fail', tl.now()) or r.random() < .06) and k < 9:
                tl.add(r.uniform(5, 9), dock=4, err=512, mode=4); docks.append((d0, tl.now(), 6)); tl.set(dock=2, err=0); tl.add(0, v=trap(1., .2, .2)); d0 = tl.now(); tl.add(0, v=trap(-1., .2, .2)); k += 1
            docks.append((d0, tl.now() + 2, 4)); tl.add(2.5, dock=3, mode=5)
            D = r.uniform(200, 330) * min(1, s.dur / 1500)
            tl.set(chg=1, fill=(96 - clean) / D * 1.2 if clean < 80 else 0); tl.add(D)
            if clean < 80: clean = 96
            tl.set(chg=0, fill=0, dock=0); mv(1.3, .3, 1); nd = tl.now() + r.uniform(800, 1100)
        elif r.random() < .2: tl.add(r.uniform(10, 40), mode=0)
    return tl.done(), docks, rows


def geo(P):
    v, w = lag(P['v'], .2), lag(P['w'], .15)
    return (v, w) + pose2d(v, w)


def conds(P):
    v, w, x, y, th = geo(P)
    mvg = np.abs(v) > .3
    return dict(scrub=(P['scrub'] > 0) & mvg, drive=mvg, offflow=(P['scrub'] == 0) | (np.abs(v) < .02), charge=P['chg'] > 0, place=mvg & place(x), docking=(P['dock'] == 2))


def place(x):
    return (x % 30 > 5) & (x % 30 < 12)


def run(s, kinds, begin, end):
    c, t, n = s.ctx, s.t, s.n
    st0 = s.r.bit_generator.state
    s.place(kinds, begin, end, conds(plan(s)[0]))
    s.r.bit_generator.state = st0
    P, docks, rows = plan(s); r = s.r; C = conds(P)
    for f in list(s.faults):                             # a failed docking moves what follows
        if f.spec.cond:
            seg = C[f.spec.cond][int(f.a / DT):int(f.b / DT)]
            if seg.sum() * DT < .5 * f.spec.need * min(1, s.dur / 3600 * 1.2) and f.spec.kind != 'dock_fail': s.faults.remove(f); s.dropped.append(f.spec.kind); continue
            f.seen = f.a + float(np.argmax(seg > 0)) * DT
    v, w, x, y, th = geo(P)
    mvg, scr = np.abs(v) > .05, lag(P['scrub'], .8); on = P['scrub'] > 0
    # --- brush, vacuum, water
    trip = s.on('brush_over'); bon = lag((on & ~trip).astype(float), .6)
    setf = np.array([0, 150., 200., 260.])[P['prog'].astype(int)] * on
    df = lag(setf * (1 - s.w('downforce_low')), 1.2) + (s.wn(2) + s.ou(.8, 5) * c['rough'] * mvg) * on
    fl = c['floor'] * (1 + .07 * s.ou(8, 1) + .12 * np.sin(x / 6))
    wrap, bs = s.w('brush_wrap'), s.w('brush_slip')
    bc = bon * (3.2 + .036 * df * fl + wrap * (1 + .15 * s.ou(1, 1))) * (1 - bs * 1.05) + np.abs(np.gradient(bon, DT)) * 8 + .12 + np.abs(s.wn(.15))
    rpm = bon * (212 - .9 * bc - 2.6 * wrap) * (1 - bs) + s.wn(1.2) * (bon > .1)
    leak, blk = s.w('suction_leak'), s.w('hose_block')
    von = lag((lag(P['scrub'], 2.) > .02).astype(float), .9)
    foul = 1 + .10 * (t / 3600) + s.ru.normal(0, .02)
    wet = np.array([.7, .9, 1., 1.12])[P['prog'].astype(int)]
    suc = von * (92 * foul + 6 * s.ou(1.5, 1) * (.4 + mvg) + 8 * wet) * (1 - leak) * (1 + blk)
    vr = von * (11400 - 16 * (suc - 95) * np.where(blk > 0, -1.2, 1) + 60 * s.ou(2, 1)); vr = np.clip(vr, 0, 16000)
    vc = von * (14.2 + .035 * (suc - 95) * np.where(blk > 0, -1.6, 1)) * (1 - .35 * leak) + .05 + np.abs(s.wn(.12))
    vt = lag(c['amb'] + 8 + 31 * von + 38 * lag((blk > 0) * von, 60), 300, c['amb'] + 25 * c['warm'])
    vlk = s.w('valve_leak')
    fset = np.array([0, .9, 1.25, 1.6])[P['prog'].astype(int)] * on * (mvg)
    flow = lag(fset, .8) * (1 + .03 * s.ou(2, 1)) + vlk * (lag(fset, .8) < .2) * (1 + .05 * s.ou(1, 1))
    clean = np.clip(c['clean'] - np.cumsum(flow) * DT / 60 / .7 + np.cumsum(P['fill']) * DT, 0, 100)
    dirty = np.clip(12 + c['warm'] * 20 + np.cumsum(flow * on * (1 - .5 * (leak > 0))) * DT / 60 / .75 * .86, 0, 300); dirty = np.clip(dirty, 0, 300)
    base = np.zeros(n); k0 = 0.
    for i in np.where(np.diff(P['fill'] > 0, prepend=False) & (P['fill'] == 0))[0]: base[i:] = dirty[i] - 4
    dirty = np.clip(dirty - lag(base, 20), 0, 98)
    cl = q(clean + .5 * s.ou(1, 1) * mvg + .15 * s.wn(1), .2)
    for f in s.fs('level_stuck'): i, j = int(f.a / DT), int(f.b / DT); cl[i:j] = cl[i]
    # --- wheels, battery
    slip = s.w('floor_slip') * place(x) * (np.abs(v) > .1)
    slip = lag(slip, .25) * (1 + .25 * s.ou(.4, 1)); es = s.w('enc_scale')
    wl = np.stack([v * (1 + slip) - w * .26, (v * (1 + slip * .8) + w * .26)], 1)
    drag = 7.5 * c['rough'] + .022 * df
    dg = s.w('left_drag')
    eff = np.stack([(drag + dg * (1 + .1 * s.ou(1, 1))) * np.tanh(wl[:, 0] * 12), drag * np.tanh(wl[:, 1] * 12)], 1) + (np.gradient(v, DT) * 24)[:, None] + np.array([-1., 1.]) * (np.gradient(w, DT) * 5)[:, None] + s.ou(.4, .7)[:, None] * mvg[:, None] + r.standard_normal((n, 2)) * .35
    eff = np.where(slip[:, None] > .02, eff * .75, eff)
    meas = wl / .1 * np.stack([np.ones(n), 1 + es], 1) * (1 + s.ru.normal(0, .0015, 2)) + r.standard_normal((n, 2)) * .02 * mvg[:, None]
    vo, wo = (meas[:, 0] + meas[:, 1]) * .05, (meas[:, 1] - meas[:, 0]) * .1 / .52
    ld = 2.6 + bc + vc + .22 * np.abs(eff * wl).sum(1) * 2 + .3 * s.ou(5, 1)
    ch = P['chg'] > 0; t_in = t - np.maximum.accumulate(np.where(np.diff(P['chg'], prepend=0) > 0, t, 0))
    dc = s.w('dock_contact')
    i = np.where(ch, 38 * (1 - np.exp(-t_in / 8)) * (1 - dc) - 2.6, -ld)
    soc = np.clip(c['soc'] + np.cumsum(i) * DT / 3600 / 120, .05, 1)
    cells = (3.18 + .14 * soc)[:, None] + s.ru.normal(0, .004, 8) + .0007 * i[:, None] + .0005 * lag(i, 60)[:, None]
    bt = lag(c['amb'] + 5 + .09 * np.abs(i), 1400, c['amb'] + 8 * c['warm'] + 1) + .1 * s.ou(60, 1)
    # --- topics
    s.pub('/cmd_vel', 'geometry_msgs/msg/Twist', 10, {'linear.x': P['v'], 'angular.z': P['w']})
    s.pub('/odom', 'nav_msgs/msg/Odometry', 10, odom_cols(*pose2d(vo, wo), vo, wo, s), dict(child_frame_id='base_footprint'), 'odom')
    s.pub('/wheel_states', 'sensor_msgs/msg/JointState', 10, dict(position=np.cumsum(meas, 0) * DT, velocity=meas, effort=eff), dict(name=['left_wheel_joint', 'right_wheel_joint']))
    s.pub('/imu/data', 'sensor_msgs/msg/Imu', 20, imu_cols(s, v, w, c['rough'] * .5 + .25 * bon, gz_bias=s.w('gyro_bias'), extra_z=(slip > .02) * s.wn(.12)), frame='imu_link')
    s.pub('/brush/state', 'scrub_msgs/msg/BrushState', 5, dict(rpm=np.clip(rpm, 0, None), current_a=q(np.clip(bc, 0, None), .05), downforce_dn=np.clip(df * 10, 0, None), downforce_set_dn=setf * 10, actuator_pos=300 + 900 * scr * (1 + .0004 * (df - 200)) - 260 * lag(s.on('downforce_low') * scr, 1), program=P['prog'], error=np.where(s.shown('brush_over'), 0xE12, 0)), frame='brush_deck')
    s.pub('/vacuum/state', 'scrub_msgs/msg/SqueegeeVacuum', 5, dict(rpm=vr, current_a=q(vc, .05), suction_mbar=q(np.clip(suc + s.wn(.6), 0, None), .5), motor_temp=q(vt, .5), squeegee_down=scr > .3), frame='squeegee')
    s.pub('/tanks', 'scrub_msgs/msg/TankState', 1, dict(clean_pct=cl, dirty_pct=q(dirty + .4 * s.ou(1, 1) * mvg, .2), solution_flow=q(np.clip(flow + s.wn(.01), 0, None), .01), valve_open=fset > 0, float_switch=dirty > 92))
    st = np.where(ch, 1, 2)
    s.pub('/battery_state', 'sensor_msgs/msg/BatteryState', 2, dict(voltage=q(cells.sum(1) + s.wn(.01), .01), current=q(i + s.wn(.15) + s.w('curr_offset'), .1), temperature=q(bt, .1), percentage=q(soc, .01), charge=soc * 120, power_supply_status=st, cell_voltage=q(cells + r.standard_normal((n, 8)) * .001, .001)),
          dict(capacity=120., design_capacity=120., power_supply_health=1, power_supply_technology=4, present=True, location='base', serial_number=f'S8-{220 + s.unit}'), 'battery')
    dk = P['dock']; near = lag((dk >= 2).astype(float), 1.5)
    s.pub('/dock/status', 'scrub_msgs/msg/DockStatus', 2, dict(state=dk, ir_left=40 + 700 * near + 8 * s.ou(1, 1) + s.wn(4), ir_right=38 + 720 * near + 8 * s.ou(1, 1) + s.wn(4), contact_v=q(np.where(dk == 3, cells.sum(1) + .35 + .012 * i + 2.8 * dc * ch, 0.), .01) , contact_a=q(np.where(ch, i + 2.6 + s.wn(.1), 0), .1), contact_temp=q(lag(c['amb'] + 3 + (9 + 42 * dc) * ch, 90), .5)), frame='dock_link')
    # lidar
    na = 72; ang = np.linspace(-np.pi, np.pi, na, endpoint=False); sec, dr = s.w('lidar_sector'), s.w('lidar_drop')
    def ranges(ts):
        k = np.minimum((ts / DT).astype(int), n - 1); g = th[k][:, None] + ang[None]
        sn, cs = np.abs(np.sin(g)) + .03, np.abs(np.cos(g)) + .03
        d = np.minimum((1.5 + .4 * np.sin(2 * x[k])[:, None] * np.sign(np.sin(g))) / sn, (14 + 9 * np.sin(x[k] / 9)[:, None] * np.sign(np.cos(g))) / cs)
        d = np.where(r.random(d.shape) < .12, d * r.uniform(.75, 1., d.shape), d) + r.normal(0, .01, d.shape)
        d = np.where((P['blocked'][k] > 0)[:, None] & (np.abs(ang) < .3)[None], np.minimum(d, .8), d)
        d = np.where(r.random(d.shape) < .02 + dr[k][:, None], np.inf, np.minimum(d, 18.))
        return np.where((sec[k] > 0)[:, None] & ((ang > 1.5) & (ang < 2.1))[None], sec[k][:, None] + r.normal(0, .004, d.shape), d)
    s.pub('/scan', 'sensor_msgs/msg/LaserScan', 4, dict(ranges=ranges), dict(angle_min=-np.pi, angle_max=np.pi - 2 * np.pi / na, angle_increment=2 * np.pi / na, range_min=.1, range_max=20., scan_time=.1), 'laser')
    lost = s.on('loc_lost'); pe = .02 + .55 * lag(lost, 5)
    ex, ey = s.ou(8, 1) * pe, s.ou(8, 1) * pe
    z, ww = quat(th)
    cov = np.zeros((n, 36)); cov[:, 0] = cov[:, 7] = (.05 + 1.1 * lag(lost, 5) + .4 * np.exp(-t / 12)) ** 2 * (1 + .2 * np.abs(s.ou(3, 1))); cov[:, 35] = cov[:, 0] * .3
    s.pub('/amcl_pose', 'geometry_msgs/msg/PoseWithCovarianceStamped', 2, {'pose.pose.position.x': x + ex, 'pose.pose.position.y': y + ey, 'pose.pose.orientation.z': z, 'pose.pose.orientation.w': ww, 'pose.covariance': cov}, frame='map')
    cs = s.w('cliff_spike'); cr = 46 + s.ru.normal(0, 2, 4) + r.standard_normal((n, 4)) * 1.1 + (s.ou(1, 1.2) * mvg)[:, None]
    sp = (cs > 0) & (np.repeat(r.random(n // 5 + 1), 5)[:n] < cs); cr[:, 2] = np.where(sp, r.choice([160., 205., 255.], n), cr[:, 2])
    bmp = np.zeros(n, bool)
    for _ in range(r.poisson(s.dur / 1500)): k = int(r.uniform(60, s.dur) / DT); bmp[k:k + 20] = mvg[min(k, n - 1)]
    s.pub('/cliff', 'scrub_msgs/msg/Cliff', 5, dict(range_mm=np.clip(cr, 0, 255), triggered=cr > 120, bumper=bmp), frame='base_footprint')
    fp, us = s.w('cam_fps'), s.w('cam_usb')
    for nm in ('front', 'rear'):
        f = nm == 'front'; loss = (fp + us * (1 + .3 * s.ou(2, 1))) if f else 0 * t
        s.pub(f'/camera/{nm}/status', 'scrub_msgs/msg/CameraStatus', 2, dict(fps=q(np.clip(15 + .12 * s.wn(1) - loss, 0, 30), .1), exposure_us=6000 + 2200 * np.sin(x / 7) + 900 * s.ou(4, 1) + (2500 if c['site'] == 'store_s' else 0), dropped=np.floor(np.cumsum((.004 + np.clip(loss, 0, None)) * DT)), temp=q(lag(c['amb'] + 21 + 0 * t, 500, c['amb'] + 3 + 16 * c['warm']) + (2 if f else 0), .5), streaming=(t > 8) & ~((us > 0) & (np.sin(t / 3) > .8)) if f else (t > 7)), dict(camera=nm), f'camera_{nm}')
    names = np.array(['idle', 'transit', 'scrub', 'turn', 'dock', 'charge', 'blocked'], object)
    s.pub('/behavior/state', 'scrub_msgs/msg/Behavior', 2, dict(state=P['mode'], name=names[P['mode'].astype(int)], zone=P['zone'], error_code=np.where(lost, 301, P['err'])))
    area = np.cumsum(np.clip(v, 0, None) * on) * DT * .62
    s.pub('/coverage', 'scrub_msgs/msg/Coverage', 1, dict(area_m2=area, fraction=np.clip(area / 1900, 0, 1), water_l_per_m2=lag(flow / np.maximum(np.abs(v) * 60 * .62, 6) * on, 5)))
    hc = host(s, 'system', load=10 * on + 14 * s.on('slow_loop'), loop_extra=s.w('slow_loop') * (1 + .2 * s.ou(.4, 1)), period_ms=20)
    s.pub('/system', 'robot_host/msg/HostStatus', 1, hc); s.pub('/net/link', 'robot_host/msg/LinkStatus', 1, wifi(s, x), dict(ssid=c['site']))
    goals(s, [d for d in docks if d[1] < s.dur], '/dock/_action/status')
    # --- texts
    s.startup([('camera_front', 30, 'waiting for first frame'), ('amcl', 30, 'No laser scan received yet, {1.1~2.9} s'), ('amcl', 20, 'initial pose from dock'), ('brush_driver', 20, 'deck homed at {298~303}'), ('tank_monitor', 20, 'clean {60~98} %'), ('bt_navigator', 20, 'plan ' + c['site'] + ' loaded'), ('rviz_bridge', 30, 'map to odom transform missing, {20~90} ms')])
    zz = None
    for a, b, zn, L in rows:
        if zn != zz: s.log(a, 20, 'coverage_planner', f'zone {zn % 7}: {int(r.integers(6, 12))} rows, {L:.1f} m'); zz = zn
    for a in t[np.diff(P['blocked'], prepend=0) > 0]: s.log(a + .3, 20 if r.random() < .6 else 30, 'bt_navigator', speaker(r, 'path blocked by person at {0.7~1.4} m, waiting'))
    for a, b, k in docks:
        if k == 4: s.log(b, 20, 'dock_server', speaker(r, 'docked, contact {24.8~26.9} V'))
        elif not any(f.a < b < f.b + 20 for f in s.fs('dock_fail')): s.log(b, 30, 'dock_server', speaker(r, 'docking attempt failed, trying again (offset {21~38} mm)'))
    for a in t[np.diff(bmp.astype(int), prepend=0) > 0]: s.log(a, 30, 'safety', 'bumper pressed, backing off')
    s.sometimes(1.2, 'controller_server', 30, 'Control loop missed its desired rate of 20.0000Hz, took {0.06~0.11} s'); s.sometimes(2, 'local_costmap', 30, 'sensor origin out of map bounds by {0.1~0.6} m')
    s.sometimes(2, 'map_sync', 20, 'uploaded {20~300} kB'); low = np.diff((clean < 25).astype(int), prepend=0) > 0
    for a in t[low][:3]: s.log(a, 30, 'tank_monitor', 'clean water low (25 %)')
    s.diag('brush: motor', 'brush-0', dict(current=(bc, '.1f'), hours=(612 + t / 3600, '.1f')), message='ok'); s.diag('camera front', 'cam-f', dict(exposure=(6000 + 0 * t, '.0f')), level=np.where(t < 9, 1, 0), message='streaming', extra={1: 'starting'})
    s.diag('localization', 'amcl', dict(particles=(900 + 200 * s.ou(20, 1), '.0f')), message='ok'); s.diag('battery', 'bms', dict(soc=(soc * 100, '.0f'), temp=(bt, '.1f')), message='ok')
