"""Robot 1: 'usv', a 3.5 m survey catamaran: two thrusters, rudder, two 7S packs, GNSS/IMU, echo sounder, CTD winch."""
import numpy as np
from core import fault, q, quat, qcols, vcols, S, hhmm, smooth01, DT

MSGS = {
'usv_msgs/EscStatus': """std_msgs/Header header
int32 rpm
int16 duty_permille
int16 motor_current_da   # 0.1 A
uint16 input_voltage_cv  # 0.01 V
float32 temperature      # deg C
uint16 flags
uint32 err_cnt""",
'usv_msgs/ThrusterCmd': "std_msgs/Header header\nfloat32 port\nfloat32 stbd\nbool armed",
'usv_msgs/RudderCmd': "std_msgs/Header header\nfloat32 angle_deg\nfloat32 rate_limit",
'usv_msgs/EchoSounding': """std_msgs/Header header
float32 depth_m
uint8 quality_pct
int16 water_temp_dc      # 0.1 deg C
uint16 echo_amplitude
float32 gain_db""",
'usv_msgs/WinchState': """uint8 STOWED=0
uint8 PAYOUT=1
uint8 HOLD=2
uint8 HAUL=3
std_msgs/Header header
uint8 mode
int32 payout_cm
int32 drum_counts
float32 line_speed       # m/s
float32 line_tension     # N
uint16 motor_current_ma
bool brake""",
'usv_msgs/Satellite': "uint8 constellation\nuint8 used\nfloat32 cn0_mean",
'usv_msgs/GnssStatus': """uint8 NO_FIX=0
uint8 FIX_3D=3
uint8 RTK_FLOAT=5
uint8 RTK_FIXED=6
std_msgs/Header header
uint8 fix_type
uint8 sats_used
float32 hdop
float32 diff_age
Satellite[3] constellations""",
'usv_msgs/Weather': "std_msgs/Header header\nfloat32 wind_speed\nfloat32 wind_dir_deg\nfloat32 air_temp\nfloat32 humidity\nfloat32 pressure_hpa",
'usv_msgs/HullStatus': """std_msgs/Header header
uint16 bilge_port_mm
uint16 bilge_stbd_mm
bool bilge_pump_on
float32 bay_temp
float32 bay_humidity
uint16 fan_rpm
uint8 st""",
'usv_msgs/MissionState': """uint8 IDLE=0
uint8 TRANSIT=1
uint8 SURVEY=2
uint8 STATION=3
uint8 PAUSED=4
std_msgs/Header header
uint8 mode
uint16 line_no
float32 cross_track_m
float32 speed_setpoint
float32 dist_to_go
string text""",
'usv_msgs/HostStats': "std_msgs/Header header\nfloat32 cpu_pct\nuint32 mem_used_mb\nfloat32 soc_temp\nfloat32 disk_pct\nfloat32 nav_loop_ms",
'usv_msgs/LinkStatus': "std_msgs/Header header\nint8 rssi_dbm\nfloat32 rtt_ms\nfloat32 loss_pct\nuint64 tx_bytes\nstring bearer",
}

FAULTS = {
 'port_prop_fouled': fault('weed on the port propeller: more motor current at the same rpm, less thrust', ['/thruster/port/status'], ['motor_current_da'], ['thruster port', 'port thruster', 'port'],
    cons=['/thruster/cmd', '/battery', 'battery', '/rudder', 'rudder', '/mission/state', 'cross_track', '/thruster/stbd/status', 'temperature', '/odometry', '/gnss/vel', '/imu'], step=1, group='prop', tail=240),
 'stbd_thruster_weak': fault('starboard ESC lost a phase: rpm stays 35 % below what the duty asks for', ['/thruster/stbd/status'], ['rpm', 'duty_permille'], ['thruster stbd', 'stbd thruster', 'stbd', 'starboard'],
    cons=['/thruster', 'thruster', '/rudder', 'rudder', '/mission/state', '/odometry', '/gnss/vel', '/battery', '/imu', 'cross_track'], group='prop', tail=120),
 'esc_port_cooling': fault('cooling of the port ESC is blocked: its temperature climbs far above normal', ['/thruster/port/status'], ['temperature'], ['thruster port', 'port thruster', 'port', 'esc port'], step=0, group='esc', dur=(260, 340), tail=400),
 'rudder_stuck': fault('rudder stands still whatever the command', ['/rudder/state', '/rudder/cmd'], ['position', 'angle_deg', 'effort', 'velocity'], ['rudder'],
    cons=['/thruster', 'thruster', '/imu', '/odometry', '/mission', 'cross_track', '/gnss/vel', '/battery'], group='rud', tail=60),
 'rudder_horn_slipped': fault('rudder horn slipped on its shaft: a standing rudder angle of some 9 deg is needed to go straight', ['/rudder/state', '/rudder/cmd'], ['position', 'angle_deg'], ['rudder'],
    cons=['/thruster', 'thruster', '/imu', '/odometry', '/mission', 'cross_track', '/battery'], group='rud', tail=60, cond={'while': 'under way (modes TRANSIT, SURVEY)'}),
 'rudder_servo_friction': fault('rudder servo runs heavily: effort doubled and slow', ['/rudder/state'], ['effort', 'velocity'], ['rudder'], group='rud'),
 'gnss_multipath': fault('GNSS position noise of metres, fewer satellites, poor hdop (antenna cable)', ['/gnss/fix', '/gnss/status'], ['latitude', 'longitude', 'sats_used', 'hdop', 'cn0_mean', 'position_covariance'], ['gnss', 'gps', 'antenna'],
    cons=['/odometry', '/gnss/vel', '/mission', '/rudder', 'rudder', '/thruster', 'thruster', '/imu', 'cross_track'], group='gnss', tail=30),
 'gyro_z_bias': fault('yaw gyro bias of 0.035 rad/s', ['/imu/data'], ['angular_velocity.z'], ['imu', 'gyro'], cons=['/odometry', '/rudder', 'rudder', '/thruster', '/mission'], group='imu'),
 'imu_accel_noise': fault('loose IMU mount: vibration of 1.2 m/s2 on the accelerometer', ['/imu/data'], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['imu', 'accel'], group='imu'),
 'heading_offset': fault('compass heading off by 20 deg after a restart of the compass: heading and course differ', ['/imu/data'], ['orientation', 'orientation.z', 'orientation.w'], ['imu', 'compass', 'heading', 'yaw'],
    cons=['/mission', 'cross_track', '/rudder', 'rudder', '/thruster', '/gnss/vel', '/odometry'], group='gnss', tail=30),
 'battery_b_cell': fault('cell 4 of battery b is weak: it lies 0.25 V below its neighbours, more under load', ['/battery/b'], ['cell_voltage', 'cell_voltage[3]', 'voltage'], ['battery b', 'battery_b', 'pack b', 'cell 4', 'cell 3'], cons=['/battery'], group='bat'),
 'battery_a_off': fault('contactor of battery a open: a gives no current, b carries all', ['/battery/a', '/battery/b'], ['current', 'voltage'], ['battery a', 'battery b', 'battery'], cons=['/thruster', 'input_voltage'], group='bat', tail=60),
 'echo_dropouts': fault('echo sounder loses a third of its pings (air bubbles at the transducer): depth 0 and low quality', ['/sonar/echo'], ['depth_m', 'quality_pct', 'echo_amplitude'], ['sonar', 'echo'], group='echo'),
 'echo_feet': fault('echo sounder answers in feet after a restart: depth is 3.28 times too large', ['/sonar/echo'], ['depth_m'], ['sonar', 'echo', 'depth'], group='echo'),
 'water_temp_stuck': fault('echo sounder record frozen (same message again and again)', ['/sonar/echo'], ['depth_m', 'water_temp_dc', 'echo_amplitude', 'quality_pct'], ['sonar', 'echo', 'depth'], net=('frozen', ['/sonar/echo'], 0), group='echo'),
 'winch_slip': fault('winch line slips: the payed-out line falls short of what the drum turns', ['/winch/state'], ['payout_cm', 'drum_counts', 'line_speed'], ['winch', 'line', 'drum'], group='winch', dur=(290, 350), cond={'while': 'winch mode PAYOUT or HAUL'}),
 'winch_brake_drag': fault('winch brake drags: motor current up by 70 % while it moves', ['/winch/state'], ['motor_current_ma'], ['winch', 'brake'], group='winch', dur=(290, 350), cond={'while': 'winch mode PAYOUT or HAUL'}, cons=['/battery']),
 'leak_stbd': fault('water comes into the starboard hull: the bilge level rises 40-60 mm', ['/hull/status'], ['bilge_stbd_mm'], ['bilge', 'hull', 'stbd hull'], step=0, group='hull', cons=['bay_humidity'], tail=200, dur=(240, 330)),
 'bay_fan_dead': fault('fan of the electronics bay stands still; bay and computer get warmer', ['/hull/status', '/host/stats'], ['fan_rpm', 'bay_temp', 'soc_temp'], ['fan', 'bay', 'hull', 'host'], group='hull', cons=['/host/stats', '/thruster'], tail=400, dur=(240, 330)),
 'anemometer_stuck': fault('anemometer cups seized: wind speed is zero while the wind blows', ['/weather'], ['wind_speed'], ['wind', 'anemometer', 'weather'], group='wx'),
 'link_loss': fault('radio link: round trip of 400 ms and packet loss of 20 %', ['/comms/link'], ['rtt_ms', 'loss_pct', 'rssi_dbm'], ['link', 'comms', 'radio'], group='link'),
 'imu_half_rate': fault('IMU topic comes at half its rate', ['/imu/data'], ['rate'], ['imu'], net=('rate', ['/imu/data'], 2), group='imu'),
 'odom_old': fault('filter output is 0.5 s old when it comes (stamps lag)', ['/odometry/filtered'], ['header.stamp', 'stamp', 'age', 'latency'], ['odometry', 'odom', 'ekf'], net=('age', ['/odometry/filtered'], .5), group='odom'),
 'nav_leak': fault('navigation process leaks memory, its loop gets slower', ['/host/stats'], ['mem_used_mb', 'nav_loop_ms'], ['host', 'memory', 'nav'], step=0, group='host', tail=60, dur=(240, 330)),
 # spoken
 'rtk_lost': fault('RTK corrections lost, fix falls to 3D', ['/gnss/status', '/gnss/fix', '/rosout', '/diagnostics'], ['fix_type', 'diff_age', 'status.status', 'position_covariance'], ['gnss', 'rtk', 'ntrip'], silent=0, group='gnss',
    cons=['/odometry', '/mission', 'latitude', 'longitude', 'cross_track'], tail=30, say=dict(node='ntrip_client', level='WARN', every=25, val=(5, 60), msgs=['correction stream stalled, last RTCM {:.0f} s ago', 'reconnect to caster failed (attempt {:.0f})'], end='correction stream resumed')),
 'esc_stbd_error': fault('starboard ESC reports desync errors and restarts', ['/thruster/stbd/status', '/rosout', '/diagnostics'], ['flags', 'err_cnt', 'rpm'], ['thruster stbd', 'stbd', 'esc'], silent=0, group='prop',
    cons=['/thruster', '/rudder', 'rudder', '/odometry', '/imu', '/mission', '/battery', '/gnss/vel'], tail=60, say=dict(node='esc_driver_stbd', level='ERROR', every=18, val=(40, 900), msgs=['ESC 2: desync detected at {:.0f} eRPM/10', 'ESC 2 restart, code 0x{:.0f}']) ),
 'bms_overtemp': fault('battery a too warm, BMS warns', ['/battery/a', '/rosout', '/diagnostics'], ['temperature', 'cell_temperature', 'power_supply_health'], ['battery a', 'battery', 'bms'], silent=0, group='bat', tail=400,
    say=dict(node='bms_a', level='WARN', every=30, val=(52, 58), msgs=['pack temperature {:.1f} C above limit 50.0', 'TEMP_HI asserted ({:.0f})'])),
 'mission_abort': fault('survey action aborted again and again: line cannot be started', ['/survey/_action/status', '/rosout'], ['status', 'status_list'], ['survey', 'mission', 'mission_server'], silent=0, group='mission',
    say=dict(node='mission_server', level='ERROR', every=35, val=(1, 40), msgs=['goal aborted: line {:.0f} start not reached in time', 'Survey action finished with ABORTED (line {:.0f})'])),
}
GEAR = dict(line_len=(110, 190))


def cond(session):
    base = dict(dur=3600, wind=4., wdir=210., sea=.5, cur=.15, air=16., water=12., soc=.93, site=0, warm=0., speed=1.8, depth=9., hour=None)
    C = {'first/1': dict(t0=hhmm(2026, 4, 14, 7, 12)), 'first/2': dict(t0=hhmm(2026, 5, 6, 13, 40), wind=6, sea=.8, air=21, water=15, soc=.97, site=1),
         'first/3': dict(t0=hhmm(2026, 9, 3, 9, 5), wind=2.5, sea=.3, air=12, water=14, site=2, warm=.6, soc=.85, speed=1.6),
         'life/1': dict(t0=hhmm(2026, 6, 1, 6, 50), dur=2100), 'life/2': dict(t0=hhmm(2026, 6, 3, 13, 20), dur=2400, wind=6.5, wdir=300, sea=.9, air=23, water=15, soc=.8, site=1, warm=.7, speed=1.5),
         'life/3': dict(t0=hhmm(2026, 6, 9, 10, 0), dur=1680, wind=3, wdir=120, sea=.4, air=19, water=14, soc=.99, site=0, speed=2.0, cur=.3),
         'life/4': dict(t0=hhmm(2026, 6, 11, 8, 30), wind=5, sea=.6, air=18, water=14, site=0), 'life/5': dict(t0=hhmm(2026, 6, 15, 15, 15), dur=2400, wind=5.5, wdir=250, sea=.7, air=22, water=15, site=1, soc=.9, warm=.4)}
    return {**base, **C[session]}


def bathy(x, y, site, d):
    return d + 2.2 * np.sin(x / 90 + site) * np.cos(y / 130 + 2 * site) + 1.1 * np.sin(x / 37 + y / 51) + .25 * np.sin(x / 9 + y / 13)


def simulate(s):
    c, t, N = s.cond, s.t, s.N
    F = s.F
    r = s.rng('mission')
    wind = np.maximum(.2, c['wind'] + s.ou('wind', .22 * c['wind'], 25) + s.ou('wind2', .15 * c['wind'], 600))
    wdir = np.radians(c['wdir']) + s.ou('wdir', .18, 60)
    mp = F('gnss_multipath')
    rtk = s.on('rtk_lost')
    gfix0 = t < r.uniform(25, 70) * (1 - .5 * c['warm'])      # no fix yet
    gerr = lambda a: s.ou('ge' + a, .012, 30) + s.n('gn' + a, .006) + rtk * s.ou('gr' + a, .7, 40) + mp * (s.ou('gm' + a, 1.8, 6) + s.n('gm2' + a, .5)) + gfix0 * s.ou('g0' + a, .5, 30)
    ex, ey = gerr('x'), gerr('y')
    # ---------------- closed loop at 10 Hz in plain Python
    M = N // 2
    eP, lP = (1 - .38 * F('port_prop_fouled'))[::2].tolist(), (1 + .65 * F('port_prop_fouled'))[::2]
    wS = np.where(F('stbd_thruster_weak') > 0, 1 - .35 * F('stbd_thruster_weak'), 1.)
    er = s.on('esc_stbd_error') & ((t % 17) < 2.2)
    wS = (wS * np.where(er, .15, 1))[::2].tolist()
    stuck, horn = s.on('rudder_stuck')[::2].tolist(), np.radians(9.5 * F('rudder_horn_slipped'))[::2].tolist()
    fric, hoff = F('rudder_servo_friction')[::2].tolist(), np.radians(20 * F('heading_offset'))[::2].tolist()
    gb = (.035 * F('gyro_z_bias'))[::2].tolist()
    exl, eyl, wl, wdl = ex[::2].tolist(), ey[::2].tolist(), wind[::2].tolist(), wdir[::2].tolist()
    yawd = (s.ou('yawd', .03 * (0.4 + c['sea']), 2.5))[::2].tolist()
    rudoff0, dthr = np.radians(s.u('rud0', -1.2, 1.2)), s.u('asym', -.03, .03)
    x = y = 0.0
    psi, u, v, rr, rpP, rpS, de, Is, Ir = r.uniform(-2, 2), 0., 0., 0., 0., 0., 0., 0., .0
    kern = np.zeros((M, 16), np.float32)
    mode, line, timer, casts, ls = 0, 0, r.uniform(70, 130) * (1 - .5 * c['warm']), [], []
    wp, org, spd = (60 * np.cos(psi), 60 * np.sin(psi)), (0, 0), 0.
    cx, cy = c['cur'] * np.cos(c['site'] + .7), c['cur'] * np.sin(c['site'] + .7)
    head, base = r.uniform(-1, 1), None
    paused, goals, since = 0., [], 0
    from math import sin, cos, atan2, hypot, pi, copysign
    pause_at = r.uniform(0, 1, 6) * s.dur
    for k in range(M):
        tk = k * .1
        mx, my = x + exl[k], y + eyl[k]
        mh = psi + hoff[k]
        wl0, wl1 = cos(head), sin(head)
        sp, xte, dist = 0., 0., 0.
        if mode == 0 or mode == 3 or mode == 4:
            timer -= .1
            if timer <= 0:
                if mode == 3 or mode == 0:
                    mode, org = 1 if mode == 0 else 2, (mx, my)
                    if mode == 2:
                        goals.append([tk, None])
                        line += 1
                        L = r.uniform(*GEAR['line_len'])
                        head += pi + r.uniform(-.02, .02)
                        wp = (mx + L * cos(head), my + L * sin(head))
                    else:
                        head = psi
                else:
                    mode = 2
        if mode in (1, 2):
            dx, dy = wp[0] - org[0], wp[1] - org[1]
            L = hypot(dx, dy)
            ex_, ey_ = dx / L, dy / L
            xte = -(mx - org[0]) * ey_ + (my - org[1]) * ex_
            dist = (wp[0] - mx) * ex_ + (wp[1] - my) * ey_
            sp = c['speed'] * (1.15 if mode == 1 else 1.)
            want = atan2(ey_, ex_) - atan2(xte, 9.)
            if dist < 2:
                since += 1
                if goals and goals[-1][1] is None:
                    goals[-1][1] = tk
                if mode == 1 or since % 2 == 0:
                    mode, timer = 3, r.uniform(62, 85)
                    if mode == 3:
                        casts.append((tk + 5, timer - 10, r.uniform(4.5, min(9, c['depth'] - 1.5))))
                else:
                    line += 1
                    goals.append([tk, None])
                    org = (mx + 12 * -sin(head), my + 12 * cos(head)) if line % 2 else (mx - 12 * -sin(head), my - 12 * cos(head))
                    L = r.uniform(*GEAR['line_len'])
                    head += pi
                    wp = (org[0] + L * cos(head), org[1] + L * sin(head))
            if mode == 2 and any(abs(tk - p) < .05 for p in pause_at) and r.random() < .5:
                mode, timer = 4, r.uniform(15, 50)
        if mode in (0, 3, 4):
            want = wdl[k] if mode == 3 else mh       # station keeping into the wind
        eh = (want - mh + pi) % (2 * pi) - pi
        rm = rr + gb[k] + yawd[k] * .3
        Ir = max(-.35, min(.35, Ir + .0025 * eh)) if sp and abs(eh) < .5 else Ir
        turn = .9 * eh - 1.1 * rm + Ir / .9
        Is = max(-.6, min(.6, Is + (sp - u) * .1 * .06)) if sp else 0.
        T = (.30 * sp + .5 * (sp - u) + Is) if sp else (.06 if mode == 3 else 0.)
        T = max(0., min(.8, T))
        armed = mode != 0
        dc = max(-.55, min(.55, turn * .9)) if sp else 0.
        df = max(-.25, min(.25, (turn - Ir / .9) * .22)) if armed and mode != 4 else 0.
        cp, cs = max(-1, min(1, T - df)), max(-1, min(1, T + df))
        rpP += (cp * 3400 - rpP) * .22
        rpS += (cs * 3400 * wS[k] - rpS) * .22
        rate = (.9 / (1 + 1.6 * fric[k])) * .1
        if not stuck[k]:
            de += max(-rate, min(rate, dc - de))
        TP, TS = 75 * (rpP / 3400) * abs(rpP / 3400) * eP[k], 75 * (rpS / 3400) * abs(rpS / 3400) * (1 + dthr)
        wa = wdl[k] - psi
        fw, fl = -.9 * wl[k] ** 2 * .12 * cos(wa), .9 * wl[k] ** 2 * .22 * sin(wa)
        du = (TP + TS + fw - 5 * u - 9.5 * u * abs(u)) / 140
        dv = (-fl - 60 * v - 120 * v * abs(v)) / 200
        deff = de + rudoff0 + horn[k]
        dr = ((TS - TP) * .55 + 11 * deff * (u * abs(u) + .008 * (TP + TS)) - 75 * rr - .8 * fl * .12) / 70 + yawd[k] * .5
        u += du * .1
        v += dv * .1
        rr += dr * .1
        psi += rr * .1
        vx, vy = u * cos(psi) - v * sin(psi) + cx, u * sin(psi) + v * cos(psi) + cy
        x += vx * .1
        y += vy * .1
        kern[k] = (x, y, psi, u, v, rr, rpP, rpS, de, cp, cs, dc, mode, xte if mode in (1, 2) else 0, sp, dist)
        ls.append(line)
    ti = np.arange(M) * .1
    col = lambda i: np.interp(t, ti, kern[:, i].astype(float))
    hold = lambda i: np.repeat(kern[:, i], 2)[:N] if 2 * M >= N else np.append(np.repeat(kern[:, i], 2), kern[-1, i])[:N]
    x, y, psi, u, v, rr, rpP, rpS, de, cp, cs, dc = (col(i) for i in range(12))
    mode, sp = hold(12).astype(int), hold(14).astype(float)
    lineno = np.interp(t, ti, ls).astype(int)
    moving = (mode == 1) | (mode == 2)
    under = moving & (u > .8)
    for k in ('rudder_horn_slipped', 'stbd_thruster_weak', 'port_prop_fouled', 'rudder_stuck', 'rudder_servo_friction', 'heading_offset', 'esc_port_cooling'):
        s.seen(k, under)
    # ---------------- waves and IMU
    rw = s.rng('wave')
    wv = lambda sd, n=9: sum(np.sin(2 * np.pi * f * t + p) * a for f, p, a in zip(rw.uniform(.25, .6, n), rw.uniform(0, 6.3, n), rw.rayleigh(sd / 3, n)))
    roll, pitch = np.radians(wv(1.6 * c['sea'])), np.radians(wv(1.1 * c['sea']) - .8 * np.clip(u, 0, 3))
    heave = wv(.35 * c['sea'])
    vib = s.F('imu_accel_noise') * 1.2 * (.5 + .5 * (rpP + rpS) / 3000)
    vb0 = .04 + .05 * np.abs(rpP + rpS) / 4000
    ax = np.gradient(u, DT) + 9.81 * np.sin(pitch) + s.n('ax') * (vb0 + vib) + s.u('bax', -.04, .04)
    ay = u * rr - 9.81 * np.sin(roll) + s.n('ay') * (vb0 + vib) + s.u('bay', -.04, .04)
    az = 9.81 + heave + s.n('az') * (vb0 + 1.3 * vib) + s.u('baz', -.05, .05)
    gz = rr + s.n('gz', .004) + .035 * F('gyro_z_bias') + s.u('bgz', -.001, .001)
    mh = psi + np.radians(20 * F('heading_offset')) + s.ou('hd', .01, 20) + s.n('hdn', .002)
    s.pub('/imu/data', 'sensor_msgs/Imu', 20, {**qcols('orientation', roll, pitch, mh), **vcols('linear_acceleration', ax, ay, az),
          **vcols('angular_velocity', np.gradient(roll, DT) + s.n('gx', .004), np.gradient(pitch, DT) + s.n('gy', .004), gz)}, frame='imu_link',
          base=dict(orientation_covariance=[1e-4, 0, 0, 0, 1e-4, 0, 0, 0, 4e-4], angular_velocity_covariance=[2e-5, 0, 0, 0, 2e-5, 0, 0, 0, 2e-5]))
    # ---------------- GNSS
    lat0, lon0 = [(54.182, 12.087), (53.561, 9.935), (54.404, 10.223)][c['site']]
    lat, lon = lat0 + (y + ey) / 111320, lon0 + (x + ex) / (111320 * np.cos(np.radians(lat0)))
    ft = np.where(gfix0, 0, np.where(t < 150 * (1 - .6 * c['warm']), 5, 6))
    fl = s.ou('rtkfl', 1, 25) > 2.75                                     # short float phases are normal
    ft = np.where((ft == 6) & fl, 5, ft)
    ft = np.where(rtk, 3, ft)
    sats = np.clip(np.rint(21 + s.ou('sat', 1.6, 90) - 9 * mp - 14 * gfix0), 4, 32)
    hd = .62 + .02 * (21 - sats) + s.ou('hdop', .03, 60) + .9 * mp + 3 * gfix0
    var = np.where(ft == 6, .0004, np.where(ft == 5, .04, 2.5)) * (1 + 30 * mp)
    cov = np.zeros((N, 9))
    cov[:, 0] = cov[:, 4] = var
    cov[:, 8] = 3 * var
    s.pub('/gnss/fix', 'sensor_msgs/NavSatFix', 5, {'latitude': lat, 'longitude': lon, 'altitude': 2.1 + .3 * heave + s.n('alt', .02) + mp * s.ou('altm', 3, 6),
          'position_covariance': cov, 'status.status': np.where(ft == 0, -1, np.where(ft >= 5, 2, 0))}, frame='gnss_antenna', base=dict(position_covariance_type=2))
    cn = lambda n: 41 + s.ou('cn' + n, .8, 60) - 7 * mp - 6 * gfix0
    s.pub('/gnss/status', 'usv_msgs/GnssStatus', 1, {'fix_type': ft, 'sats_used': sats, 'hdop': q(hd, .01), 'diff_age': np.where(rtk, 1 + t - (s.faults.get('rtk_lost', (0,))[0]), 1 + (t % 1.0) * .6 + s.n('da', .1)),
          **{f'constellations[{i}].cn0_mean': cn(str(i)) for i in range(3)}, **{f'constellations[{i}].used': sats // 3 for i in range(3)}}, frame='gnss_antenna',
          base=dict(constellations=[dict(constellation=i) for i in range(3)]))
    vx, vy = np.gradient(x, DT), np.gradient(y, DT)
    sm = lambda z: s.lag(z, .4)
    vn = .02 + .35 * mp
    s.pub('/gnss/vel', 'geometry_msgs/TwistStamped', 5, {'twist.linear.x': sm(vx) + s.n('vx') * vn, 'twist.linear.y': sm(vy) + s.n('vy') * vn}, frame='enu')
    s.pub('/odometry/filtered', 'nav_msgs/Odometry', 10, {'pose.pose.position.x': x + s.lag(ex, 1.2), 'pose.pose.position.y': y + s.lag(ey, 1.2), **qcols('pose.pose.orientation', 0 * t, 0 * t, mh),
          'twist.twist.linear.x': u + s.n('ou', .015), 'twist.twist.linear.y': v + s.n('ov', .01), 'twist.twist.angular.z': gz}, frame='odom', base=dict(child_frame_id='base_link'))
    # ---------------- thrusters
    armed = mode != 0
    Iw = lambda rp, ld, n: 58 * np.abs(rp / 3400) ** 2.6 * ld * (1 + s.ou('il' + n, .04, 8)) + .25 * (np.abs(rp) > 60)
    lPf = np.interp(t, ti, lP)
    IP, IS = Iw(rpP, lPf, 'p'), Iw(rpS, np.where(s.on('stbd_thruster_weak'), 1.25, 1.), 's')
    # ---------------- winch
    po, wm, drum, wcur = np.zeros(N), np.zeros(N, int), np.zeros(N), np.zeros(N)
    vsp = .3
    for a, b, dep in casts:
        tr = dep / vsp
        hd_ = max(2, min(r.uniform(4, 12), b - 2 * tr - 1))
        i0, i1, i2, i3 = (s.i(z) for z in (a, a + tr, a + tr + hd_, a + 2 * tr + hd_))
        po[i0:i1] = dep * np.linspace(0, 1, i1 - i0)
        po[i1:i2] = dep
        po[i2:i3] = dep * np.linspace(1, 0, i3 - i2)
        wm[i0:i1], wm[i1:i2], wm[i2:i3] = 1, 2, 3
    po = s.lag(po, .5)
    drum = po / .35 * 2048                                       # counts; 0.35 m a turn
    wmove = (wm == 1) | (wm == 3)
    for k in ('winch_slip', 'winch_brake_drag'):
        s.seen(k, wmove)
    slip = np.clip(.28 * F('winch_slip'), 0, .5)
    vel = np.gradient(po, DT)
    cs_ = np.cumsum(vel * (1 - slip)) * DT
    pom = np.zeros(N)
    for a, b, dep in casts:                          # the counter is zeroed at each start
        i0, i1 = s.i(a - .5), s.i(a + b + 12)
        pom[i0:i1] = np.maximum(cs_[i0:i1] - cs_[i0], 0)
    ten = np.where(wm > 0, 36 + 9 * np.sign(-vel) * (np.abs(vel) > .05) + 3 * heave + 1.2 * po + s.n('ten', 1.2), 4 + s.n('ten', .5)) * (1 - slip * .25)
    wcur = np.where(wmove, np.where(wm == 3, 3900 + 38 * ten, 1300 + 6 * ten) * (1 + .7 * F('winch_brake_drag')) + s.n('wc', 120), np.where(wm == 2, 90, 35) + s.n('wc', 6))
    s.pub('/winch/state', 'usv_msgs/WinchState', 5, {'mode': wm, 'payout_cm': pom * 100, 'drum_counts': drum, 'line_speed': q(vel * (1 - slip), .01) + q(s.n('lsp', .01), .01),
          'line_tension': q(np.maximum(ten, 0), .5), 'motor_current_ma': wcur, 'brake': ~wmove}, frame='winch')
    # ---------------- batteries
    hotel = 5.2 + s.ou('hot', .25, 40) + .6 * (mode == 2)
    tot = (IP * np.abs(cp) * .8 + IS * np.abs(cs) * .8 + .15 * (IP + IS)) + hotel + wcur / 1000
    off = s.on('battery_a_off')
    share = np.clip(.5 + s.u('share', -.03, .03), 0, 1) * ~off
    ocv7 = lambda so: 7 * (3.42 + .62 * so + .1 * so ** 4)
    fanf = s.on('bay_fan_dead')
    V = {}
    for nm, sh in (('a', share), ('b', 1 - share)):
        I = tot * sh
        so = c['soc'] - np.cumsum(I) * DT / 3600 / 62 - s.u('dsoc' + nm, 0, .02)
        R = .021 * s.u('R' + nm, .9, 1.15)
        cells = np.empty((N, 7))
        for j in range(7):
            w = .012 * s.rng(f'cell{nm}{j}', True).standard_normal()
            cells[:, j] = (ocv7(so) / 7) + w - I * R / 7 * (1 + 3 * abs(w)) + s.n(f'cv{nm}{j}', .0015)
        if nm == 'b':
            cells[:, 3] -= F('battery_b_cell') * (.22 + .006 * I)
        vb = cells.sum(1)
        hot = s.lag(F('bms_overtemp') * 27, 45) if nm == 'a' else 0.
        tb = c['air'] + 4 + 5 * c['warm'] + s.lag(.004 * I * I, 500, 0) + hot + s.u('tb' + nm, -.8, .8)
        V[nm] = vb
        ht = np.where(s.on('bms_overtemp') & (tb > 46), 2, 1) if nm == 'a' else 1
        s.pub('/battery/' + nm, 'sensor_msgs/BatteryState', 1, {'voltage': q(vb, .01), 'current': q(-I + s.n('bi' + nm, .08), .02), 'charge': so * 62, 'percentage': q(so, .01), 'cell_voltage': q(cells, .001),
              'temperature': q(tb + s.n('tb' + nm, .1), .1), 'power_supply_health': ht, 'cell_temperature': q(np.stack([tb, tb + .7, tb - .4], 1), 1)}, frame='battery_' + nm,
              base=dict(cell_voltage=[0] * 7, cell_temperature=[0] * 3, capacity=62., design_capacity=62., power_supply_status=2, power_supply_technology=2, present=True, location='bay_' + nm, serial_number=f'LI7S-62-{s.rng("sn" + nm, True).integers(1000, 9999)}'))
    vbus = np.maximum(V['a'] * ~off, V['b'])
    for nm, rp, du, I, cool in (('port', rpP, cp, IP, 1 + 6. * F('esc_port_cooling')), ('stbd', rpS, cs, IS, 1.)):
        te = c['air'] * .4 + c['water'] * .6 + 8 + 8 * c['warm'] * np.exp(-t / 600) + s.lag(.16 * I ** 1.5 * cool, 110, 0)
        if nm == 'port':
            te = te + s.lag(24 * F('esc_port_cooling'), 40, 0)
        fg = np.where(armed, 1, 0) + (np.where(er, 64, 0) if nm == 'stbd' else 0)
        ec = np.cumsum((s.rng('ec' + nm).random(N) < 2 / 72000) + 0.) + (np.cumsum(np.diff(er.astype(int), prepend=0) > 0) * 3 if nm == 'stbd' else 0)
        s.pub(f'/thruster/{nm}/status', 'usv_msgs/EscStatus', 5, {'rpm': q(rp + s.n('rp' + nm, 6) * (np.abs(rp) > 30), 10), 'duty_permille': du * 1000, 'motor_current_da': 10 * np.maximum(0, I + s.n('ic' + nm, .25)), 'input_voltage_cv': 100 * (vbus - .004 * I) + s.n('iv' + nm, 2),
              'temperature': q(te + s.n('te' + nm, .2), .5), 'flags': fg, 'err_cnt': ec + 3}, frame='thruster_' + nm)
    s.pub('/thruster/cmd', 'usv_msgs/ThrusterCmd', 10, {'port': q(cp, .005), 'stbd': q(cs, .005), 'armed': armed}, frame='base_link')
    ddv = np.gradient(de, DT)
    eff = np.where(s.on('rudder_stuck'), .06 * np.sign(dc - de) * (np.abs(dc - de) > .03), .35 * np.sign(ddv) * (np.abs(ddv) > .02) * (1 + 1.5 * F('rudder_servo_friction')) + 1.6 * de * np.clip(u, 0, 3) ** 2 * .35) + s.n('re', .05)
    s.pub('/rudder/state', 'sensor_msgs/JointState', 5, {'position[0]': q(de + s.n('rd', .002), .0015), 'velocity[0]': ddv + s.n('rdv', .01), 'effort[0]': eff}, frame='stern', base=dict(name=['rudder_joint'], position=[0], velocity=[0], effort=[0]))
    s.pub('/rudder/cmd', 'usv_msgs/RudderCmd', 5, {'angle_deg': np.degrees(dc), 'rate_limit': 50.}, frame='stern')
    # ---------------- echo sounder
    tide = .35 * np.sin(2 * np.pi * (s.t0 % 44714 + t) / 44714)
    dep = bathy(x, y, c['site'], c['depth']) + tide
    qual = np.clip(93 - .6 * dep - 40 * np.abs(roll) - 5 * np.abs(rr) * 10 + s.ou('ql', 3, 5) + s.n('qn', 2), 5, 100)
    pd = s.rng('drop').random(N) < .004 + .33 * np.minimum(1.2, F('echo_dropouts'))
    dm = np.where(pd, 0, dep + .03 * s.n('dn') + heave * .05) * np.where(s.on('echo_feet'), 3.2808, 1)
    s.pub('/sonar/echo', 'usv_msgs/EchoSounding', 5, {'depth_m': q(dm, .01), 'quality_pct': np.where(pd, 12 + 6 * s.n('qd'), qual), 'water_temp_dc': 10 * (c['water'] + s.ou('wt', .25, 300) - .04 * dep),
          'echo_amplitude': np.where(pd, 300, 2900 - 60 * dep) + s.n('ea', 90), 'gain_db': q(20 + .8 * dep, .5)}, frame='sonar_link')
    # ---------------- weather, hull, mission, host, link
    day = 3 * np.sin(2 * np.pi * ((s.t0 + t) % 86400 / 86400 - .35))
    air = c['air'] + day + s.ou('air', .15, 200)
    s.pub('/weather', 'usv_msgs/Weather', 1, {'wind_speed': np.where(s.on('anemometer_stuck'), 0, q(wind + s.n('wn', .25), .1).clip(0)), 'wind_dir_deg': np.degrees(wdir + s.n('wdn', .08)) % 360, 'air_temp': q(air, .1), 'humidity': q(72 - 2 * day + s.ou('hum', 1.5, 300), 1),
          'pressure_hpa': q(1014 + s.u('prs', -8, 8, False) + s.ou('prs', .3, 1500), .1)}, frame='mast')
    bay = air + 9 * c['warm'] * np.exp(-t / 900) + s.lag(9 + .12 * tot, 420, 2) + s.lag(16. * fanf, 110, 0)
    bp = np.zeros(N)
    lk = F('leak_stbd') * 52
    base_b = 6 + np.cumsum(c['sea'] * 2e-6 + 0 * t) * 20 * DT * 20
    bs = base_b + s.u('bs', 0, 4) + s.lag(lk, 12, 0)
    pump = (s.ou('pump', 1, 60) > 2.6) & ~s.on('leak_stbd')
    s.pub('/hull/status', 'usv_msgs/HullStatus', 1, {'bilge_port_mm': base_b + s.u('bp', 0, 4) + 25 * np.abs(roll) + s.n('bpn', .8), 'bilge_stbd_mm': bs + 25 * np.abs(roll) + s.n('bsn', .8), 'bilge_pump_on': pump,
          'bay_temp': q(bay + s.n('bt', .1), .25), 'bay_humidity': q(44 - .5 * (bay - air) + s.ou('bh', .8, 200) + .2 * s.lag(lk, 60, 0), .5), 'fan_rpm': np.where(fanf, 0, np.rint((1450 + 28 * (bay - 20)).clip(1200, 2600) + s.n('fan', 25))), 'st': np.where(pump, 3, 1)}, frame='bay')
    txt = S(mode, ['idle', 'transit to area', 'survey line', 'station keeping, cast', 'paused by operator'])
    xt = np.where(moving, hold(13), 0.)
    s.pub('/mission/state', 'usv_msgs/MissionState', 1, {'mode': mode, 'line_no': lineno, 'cross_track_m': q(xt, .01), 'speed_setpoint': sp, 'dist_to_go': q(np.maximum(hold(15), 0), .1), 'text': txt}, frame='map')
    lk2 = F('nav_leak')
    cpu = np.clip(34 + 14 * (mode == 2) + 8 * moving + s.ou('cpu', 3, 10) + s.n('cpun', 3) + 25 * (t < 40), 5, 100)
    soc_t = bay + 12 + s.lag(.25 * cpu, 60)
    s.pub('/host/stats', 'usv_msgs/HostStats', .5, {'cpu_pct': q(cpu, .1), 'mem_used_mb': 2110 + s.u('mem', 0, 200, False) + s.ou('mem', 14, 30) + 90 * (mode == 2) + t * .008 + 1500 * lk2, 'soc_temp': q(soc_t, .5), 'disk_pct': 41 + s.u('dsk', 0, 20, False) + t * .0006,
          'nav_loop_ms': np.maximum(7, 11.5 + s.ou('lp', .9, 20) + s.n('lpn', .8) + 24 * lk2)}, frame='')
    dist = np.hypot(x, y)
    ll = F('link_loss')
    rssi = -56 - 8 * np.log10(1 + dist / 40) + s.ou('rs', 2, 20) - 9 * ll
    s.pub('/comms/link', 'usv_msgs/LinkStatus', 1, {'rssi_dbm': rssi, 'rtt_ms': q(38 + np.abs(s.ou('rtt', 9, 5)) + np.abs(s.n('rttn', 6)) + ll * (330 + s.ou('rttl', 90, 4)), 1), 'loss_pct': q(np.clip(.4 + s.ou('los', .5, 15) + ll * (20 + s.ou('losl', 5, 6)), 0, 100), .1), 'tx_bytes': np.cumsum(9000 + 2000 * (mode == 2) + 0 * t) * DT,
          'bearer': S((dist > 260).astype(int), ['wifi', 'lte'])}, frame='')
    for k in ('battery_b_cell', 'anemometer_stuck'):
        s.seen(k, t >= 0)
    # ---------------- action, diagnostics, log
    g = [(a, b if b else s.dur + 9, 4) for a, b in goals]
    if 'mission_abort' in s.faults:
        a0, b0, _ = s.faults['mission_abort']
        g = [z for z in g if z[1] < a0 or z[0] > b0] + [(z, z + 9, 6) for z in np.arange(a0 + 1, b0 - 10, 32)]
    s.action('/survey/_action/status', sorted(g))
    on = lambda k: s.on(k).astype(int)
    s.diag('gnss: receiver', 'mosaic-x5', np.where(rtk, 1, np.where(gfix0, 1, 0)), {0: 'OK', 1: 'No RTK solution' if rtk.any() else 'Waiting for fix'}, {'satellites': (sats, '{:.0f}'), 'fix': (ft, '{:.0f}')})
    s.diag('esc_driver: stbd', 'esc2', 2 * on('esc_stbd_error'), {0: 'running', 2: 'Fault word set'}, {'restarts': (np.cumsum(np.diff(er.astype(int), prepend=0) > 0), '{:.0f}')})
    s.diag('bms_a: pack', 'LI7S-62', on('bms_overtemp'), {0: 'OK', 1: 'Temperature high'}, {'balance': (0, '{}'), 'cycles': (87, '{}')})
    s.diag('winch: controller', 'wx-20', 0, {0: 'OK'}, {'casts today': (np.searchsorted([a for a, *_ in casts], t), '{:.0f}')})
    tf = float(t[~gfix0][0])
    s.chatter([(1.2, 'INFO', 'bringup', 'usv bringup 2.3.1 started'), (2.5, 'WARN', 'gnss_driver', 'no fix yet, waiting'), (4, 'INFO', 'sonar_driver', 'echo sounder connected, fw 1.18'), (5.1, 'WARN', 'ekf_filter', 'no pose source yet, output held'),
               (9, 'INFO', 'bms_a', 'pack online'), (9.4, 'INFO', 'bms_b', 'pack online'), (tf, 'INFO', 'gnss_driver', 'fix acquired'), (tf + 20, 'INFO', 'ntrip_client', 'connected to caster')],
              [(5, 'INFO', 'mission_server', 'checkpoint saved, {:.0f} soundings', 900, 9000), (2, 'WARN', 'gnss_driver', 'RTK float for {:.1f} s', 1, 5), (3, 'INFO', 'ntrip_client', 'received {:.0f} kB of corrections', 80, 300),
               (1.2, 'WARN', 'sonar_driver', 'ping without echo ({:.0f} in a row)', 2, 4), (1, 'WARN', 'ekf_filter', 'measurement delayed by {:.0f} ms, fused late', 60, 140), (2, 'INFO', 'comms', 'bearer check: rtt {:.0f} ms', 30, 70), (.7, 'WARN', 'path_follower', 'control loop missed its deadline by {:.0f} ms', 3, 20)])
    for a, b, d in casts:
        s.log(a, 'INFO', 'winch', f'cast to {d:.1f} m started')
    for i, (a, b, st) in enumerate(sorted(g)):
        if st == 4 and b < s.dur:
            s.log(a + .1, 'INFO', 'mission_server', f'line {i + 1} started')
            s.log(b + .1, 'INFO', 'mission_server', f'line {i + 1} done, {r.uniform(.05, .4):.2f} m rms cross track')
