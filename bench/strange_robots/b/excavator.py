"""Robot 2: 'excavator', a 2.7 t compact excavator with electro-hydraulic valves, diesel engine, payload weighing and a dig-cycle autopilot."""
from math import sin, cos, copysign
import numpy as np
from core import fault, q, qcols, vcols, S, hhmm, DT

FN = ['swing', 'boom', 'arm', 'bucket', 'track_l', 'track_r']
MSGS = {
'exc_msgs/CylinderPair': "uint16 head_dbar   # 0.1 bar\nuint16 rod_dbar",
'exc_msgs/Hydraulics': """std_msgs/Header header
uint16 pump_dbar         # 0.1 bar
float32 pump_flow_lpm
uint16 pilot_dbar
CylinderPair boom
CylinderPair arm
CylinderPair bucket
uint16 swing_a_dbar
uint16 swing_b_dbar""",
'exc_msgs/ValveCommand': "std_msgs/Header header\nstring[] function\nint16[6] current_ma\nbool lever_lock",
'exc_msgs/ValveFeedback': "std_msgs/Header header\nfloat32[6] spool_pct",
'exc_msgs/TankState': "std_msgs/Header header\nfloat32 oil_temp_c\nfloat32 level_mm\nuint16 return_filter_dp_mbar\nuint16 fan_rpm\nbool filter_switch",
'exc_msgs/EngineState': """std_msgs/Header header
float32 rpm
uint8 load_pct
int16 coolant_temp_c
uint16 oil_pressure_kpa
float32 fuel_rate_lph
float32 fuel_level_pct
float32 system_voltage
float32 alternator_current
uint8 lamp
uint32 active_spn
uint8 active_fmi""",
'exc_msgs/TrackState': "std_msgs/Header header\nfloat32 left_speed\nfloat32 right_speed\nuint16 left_motor_dbar\nuint16 right_motor_dbar",
'exc_msgs/CycleReport': """uint8 OK=0
uint8 PARTIAL=1
uint8 EMPTY=2
std_msgs/Header header
uint32 cycle_id
float32 payload_kg
float32 cycle_time_s
float32 dig_time_s
float32 fill_factor
uint8 outcome""",
'exc_msgs/CabState': "uint8 OFF=0\nuint8 IDLE=1\nuint8 DIG=2\nuint8 TRAVEL=3\nuint8 GRADE=4\nuint8 WAIT=5\nstd_msgs/Header header\nuint8 mode\nbool seat\nbool door_closed\nbool beacon\nuint16 inputs\nstring text",
'exc_msgs/CanStats': "std_msgs/Header header\nuint32 frames\nuint32 error_frames\nfloat32 bus_load_pct\nuint8 rx_err_cnt\nuint8 state",
'exc_msgs/HostStats': "std_msgs/Header header\nfloat32 cpu_pct\nuint32 rss_kb\nfloat32 board_temp\nfloat32 control_period_ms\nuint32 overruns",
}
H, V, J, E = '/hydraulics/pressures', '/hydraulics/valve_feedback', '/joint_states', '/engine/state'
MOT = ['/joint_states', '/hydraulics', '/engine', '/cycle', '/joy', 'boom', 'arm', 'bucket', 'swing', 'pump', '/imu']
dig = {'while': 'digging (mode DIG)'}
FAULTS = {
 'boom_cylinder_leak': fault('boom cylinder leaks internally: the boom sinks while it is held', [J, H], ['position[1]', 'velocity[1]', 'boom.head_dbar'], ['boom'], cons=MOT, group='boom', dur=(200, 320), cond={'while': 'boom held, valve closed'}),
 'pump_weak': fault('hydraulic pump worn: flow falls by half, all movements slower', [H, J, '/cycle/report'], ['pump_flow_lpm', 'velocity', 'cycle_time_s', 'pump_dbar'], ['pump', 'hydraulics'], cons=MOT, group='pump', step=0),
 'arm_spool_sticky': fault('arm valve spool sticks: it follows its command late and jerkily', [V], ['spool_pct', 'spool_pct[2]'], ['arm', 'valve', 'spool'], cons=MOT, group='arm', cond=dig),
 'boom_pressure_bias': fault('boom head pressure sensor reads 30 bar too much', [H], ['boom.head_dbar'], ['boom'], cons=['payload', '/cycle'], group='boom'),
 'pump_pressure_stuck': fault('pump pressure sensor stuck at one value', [H], ['pump_dbar'], ['pump'], group='pump'),
 'relief_low': fault('main relief valve set low: pressure never rises above 150 bar, digging under load stalls', [H], ['pump_dbar', 'boom.head_dbar', 'arm.head_dbar', 'bucket.head_dbar'], ['relief', 'pump', 'hydraulics'], cons=MOT, group='pump', cond={'variable': 'pump_dbar', 'above': 1500}),
 'oil_cooler_fan_dead': fault('oil cooler fan stands still, oil temperature rises', ['/hydraulics/tank'], ['fan_rpm', 'oil_temp_c'], ['fan', 'cooler', 'oil', 'tank'], cons=['pump_flow'], group='tank', tail=400, dur=(230, 330)),
 'filter_clogged': fault('return filter clogs: pressure drop three times normal', ['/hydraulics/tank'], ['return_filter_dp_mbar'], ['filter', 'tank'], group='tank', step=0),
 'engine_misfire': fault('one cylinder misfires: rpm hunts by 60-80 rpm, more fuel for the same load', [E], ['rpm', 'fuel_rate_lph'], ['engine'], cons=['/imu', 'pump_flow', 'load_pct', 'oil_pressure'], group='eng'),
 'alternator_dead': fault('alternator gives nothing: system voltage sinks from 14.1 to 12.3 V', [E], ['system_voltage', 'alternator_current'], ['alternator', 'engine', 'battery'], group='elec', tail=60),
 'left_track_weak': fault('left travel motor weak: left track 30 % slower than asked, the machine pulls to the left', ['/tracks/state', '/tracks/odom'], ['left_speed', 'left_motor_dbar', 'twist.twist.angular.z'], ['left track', 'track_l', 'left', 'tracks'], cons=['/imu', '/gnss', '/tracks', 'orientation'], group='track', dur=(300, 360), cond={'while': 'mode TRAVEL'}),
 'swing_brake_drag': fault('swing brake drags: swing pressure up by 45 bar, swinging slower', [H, J], ['swing_a_dbar', 'swing_b_dbar', 'velocity[0]'], ['swing'], cons=MOT, group='swing'),
 'swing_encoder_shift': fault('swing encoder slipped by 14 degrees: swing and the yaw of the cab IMU do not fit', [J], ['position[0]'], ['swing'], cons=['/imu'], group='swing'),
 'bucket_encoder_spikes': fault('bucket angle sensor has spikes (loose connector)', [J], ['position[3]', 'velocity[3]'], ['bucket'], group='bucket'),
 'cab_imu_loose': fault('cab IMU loose: vibration far above normal', ['/imu/cab'], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z', 'angular_velocity.z'], ['imu'], group='imu'),
 'payload_pounds': fault('weighing answers in pounds after a restart: payload 2.2 times too large', ['/cycle/report'], ['payload_kg'], ['payload', 'cycle', 'weigh'], group='payload', dur=(200, 320), cond=dig),
 'fuel_leak': fault('fuel is lost: level falls 5 % in minutes', [E], ['fuel_level_pct'], ['fuel', 'engine'], step=0, group='fuel', tail=60),
 'joy_offset': fault('left joystick does not return to zero: axis 0 stands 0.14 off', ['/joy'], ['axes', 'axes[0]'], ['joy', 'joystick'], group='joy', cons=['swing']),
 'engine_frozen': fault('engine topic repeats the same record', [E], ['rpm', 'load_pct', 'fuel_rate_lph', 'coolant_temp_c'], ['engine'], net=('frozen', [E], 0), group='eng'),
 'valve_fb_gaps': fault('valve feedback has gaps of 1.5 s every 8 s', [V], ['rate', 'spool_pct'], ['valve', 'spool'], net=('gaps', [V], (8, 1.5)), group='arm'),
 'joints_old': fault('joint states are 0.35 s old', [J], ['header.stamp', 'stamp', 'age'], ['joint_states', 'joint'], net=('age', [J], .35), group='swing'),
 'control_overruns': fault('control loop overruns: period 34 ms instead of 20', ['/host/stats'], ['control_period_ms', 'overruns', 'cpu_pct'], ['host', 'control', 'loop'], group='host'),
 'can_errors': fault('error frames on the CAN bus', ['/can/stats', '/rosout', '/diagnostics'], ['error_frames', 'rx_err_cnt', 'state'], ['can'], silent=0, group='can', say=dict(node='can_bridge', level='WARN', every=15, val=(40, 900), msgs=['can0: {:.0f} error frames in the last 10 s', 'can0 entered error-passive, rec={:.0f}'])),
 'coolant_hot': fault('coolant over temperature, DTC SPN 110 FMI 0 active', [E, '/rosout', '/diagnostics'], ['coolant_temp_c', 'lamp', 'active_spn', 'active_fmi'], ['coolant', 'engine'], silent=0, group='eng', step=0, tail=300, dur=(200, 320),
    say=dict(delay=40, node='engine_ecu', level='ERROR', every=28, val=(104, 112), msgs=['engine coolant {:.0f} degC, derate pending', 'DTC 110/0 active (T={:.0f})'], end='DTC 110/0 cleared')),
 'hose_leak': fault('hose leaks: tank level falls 40 mm', ['/hydraulics/tank', '/rosout', '/diagnostics'], ['level_mm'], ['tank', 'oil level', 'hose', 'oil'], silent=0, group='tank', step=0, tail=100, say=dict(delay=60, node='hydraulics', level='WARN', every=30, val=(88, 120), msgs=['oil level low: {:.0f} mm', 'check hoses, level {:.0f} mm and falling'])),
 'dig_abort': fault('dig action aborted again and again', ['/dig_cycle/_action/status', '/rosout'], ['status', 'status_list'], ['dig', 'dig_planner'], silent=0, group='plan', say=dict(node='dig_planner', level='ERROR', every=22, val=(2, 9), msgs=['no feasible dig trajectory, {:.0f} candidates rejected', 'cycle aborted: tool path deviates {:.0f} cm'])),
}


def cond(session):
    base = dict(dur=3600, air=14., oil=16., cool=18., soil=1., pay=125, fuel=86., site=0, lvl=182.)
    C = {'first/1': dict(t0=hhmm(2026, 3, 17, 7, 5)), 'first/2': dict(t0=hhmm(2026, 7, 8, 12, 30), air=27, oil=48, cool=74, soil=1.25, pay=140, fuel=55, site=1), 'first/3': dict(t0=hhmm(2026, 10, 6, 8, 0), air=9, oil=11, cool=12, soil=.85, pay=110, site=2, lvl=176),
         'life/1': dict(t0=hhmm(2026, 5, 11, 6, 58), dur=2280), 'life/2': dict(t0=hhmm(2026, 5, 12, 12, 45), dur=2100, air=24, oil=50, cool=80, soil=1.2, pay=142, fuel=61, site=1), 'life/3': dict(t0=hhmm(2026, 5, 18, 7, 2), dur=1800, air=11, oil=12, cool=13, soil=.85, pay=112, fuel=95, site=2),
         'life/4': dict(t0=hhmm(2026, 5, 20, 9, 30), air=19, oil=44, cool=70, soil=1.1, fuel=72), 'life/5': dict(t0=hhmm(2026, 5, 21, 13, 10), dur=2400, air=22, oil=40, cool=60, soil=.95, pay=132, fuel=58, site=1)}
    return {**base, **C[session]}


def simulate(s):
    c, t, N, F = s.cond, s.t, s.N, s.F
    r = s.rng('ops')
    pw = (1 - .48 * F('pump_weak')).tolist()
    leak, stick, drag = (.022 * F('boom_cylinder_leak')).tolist(), F('arm_spool_sticky').tolist(), F('swing_brake_drag').tolist()
    ltr, joy0 = (1 - .30 * F('left_track_weak')).tolist(), (.14 * F('joy_offset')).tolist()
    relo = s.on('relief_low').tolist()
    op_speed = s.u('opspeed', .88, 1.0, False)
    soil = np.clip(c['soil'] * (1 + s.ou('soil', .12, 40)), .5, 2).tolist()
    A = np.zeros((N, 24), np.float32)
    pos, sp, vel, cmd, tgt = [0., .55, -1.1, -.4], [0.] * 6, [0.] * 6, [0.] * 6, [0., .55, -1.1, -.4]
    VM = [.75, .45, .62, 1.05]
    QM = [26., 46., 38., 30., 30., 30.]
    px = py = pyaw = 0.
    ph, tp, mode, cyc, ncy, load, pay = 'warm', 0., 1, 0, 0, 0., 0.
    until, rpmt, quiet = r.uniform(50, 110), 1150., 99.
    reports, goals, t_cyc, t_dig, swd, hold = [], [], 0., 0., 1.2, 0
    trk = (0., 0.)
    script, tol = [], .06
    speed = op_speed
    rpm = 1150.
    for k in range(N):
        tk = k * DT
        # ------------ operator / autopilot
        done = all(abs(tgt[j] - pos[j]) < tol for j in range(4)) and tk - tp > .6
        if ph == 'warm':
            if tk > until:
                ph, tp = 'next', tk
        if ph in ('dig1', 'dig2', 'dig3', 'lift', 'dump', 'back') and (done or tk - tp > 9) and tk > hold:
            nx = dict(dig1='dig2', dig2='dig3', dig3='lift', lift='dump', dump='back', back='next')[ph]
            if nx == 'dig2':
                t_dig = tk
            if nx == 'lift':
                t_dig = tk - t_dig
                pay = max(15., r.normal(c['pay'], .13 * c['pay'])) if r.random() > .015 else r.uniform(8, 25)
                if r.random() < .22:
                    hold = tk + r.uniform(6, 12)         # waits with the bucket raised for the truck
            if nx == 'back':
                reports.append((tk, cyc, pay, tk - t_cyc, t_dig))
                goals.append((t_cyc, tk, 4))
                pay = 0.
            if nx == 'dump' and tk < hold - .1:
                nx = ph
            ph, tp = nx, tk
        if ph in ('grade', 'travel', 'idle') and tk > until:
            ph, tp = 'next', tk
        if ph == 'next':
            trk = (0., 0.)
            if ncy <= 0:
                z = r.random()
                ncy = int(r.integers(4, 8))
                ph = 'travel' if z < .70 else 'idle' if z < .86 else 'grade'
                until = tk + (r.uniform(16, 32) if ph == 'travel' else r.uniform(15, 70))
                if ph == 'travel':
                    q_ = r.uniform(-.12, .12)
                    d_ = 1 if r.random() < .7 else -1
                    trk = (d_ * (.75 - q_), d_ * (.75 + q_))
                    tgt = [pos[0], .75, -1.3, -.9]
                swd = r.uniform(1.0, 1.7) * (1 if r.random() < .7 else -1)
                ph0 = ph
            else:
                ncy -= 1
                cyc += 1
                ph, t_cyc, speed = 'dig1', tk, op_speed * r.uniform(.9, 1.03)
            tp = tk
        load = 0.
        if ph == 'dig1':
            tgt, mode, tol = [0. + .08 * sin(cyc), .12, -.75, .2], 2, .1
        elif ph == 'dig2':
            tgt, load = [tgt[0], .02, -1.65, -.3], soil[k]
        elif ph == 'dig3':
            tgt, load = [tgt[0], .12, -1.8, -1.5], soil[k] * .7
        elif ph == 'lift':
            tgt = [swd, .85, -1.25, -1.6]
        elif ph == 'dump':
            tgt = [swd, .85, -.8, .3]
        elif ph == 'back':
            tgt = [.3 * swd, .5, -.75, .1]
        elif ph == 'grade':
            mode = 4
            w = (tk - tp) * .55
            tgt = [pos[0], .22 + .12 * cos(w), -1.2 + .5 * cos(w), -.3 + .15 * cos(w)]
        elif ph == 'travel':
            mode = 3
        elif ph in ('idle', 'warm'):
            mode = 5 if ph == 'idle' else 1
        act = ph not in ('idle', 'warm')
        waiting = tk < hold and ph == 'lift' and done
        qd = 2.
        for j in range(4):
            e = tgt[j] - pos[j]
            u = max(-1., min(1., e * (2.2 if j else 1.8))) * speed if act else 0.
            if abs(e) < tol * .5 or waiting:
                u = 0.
            cmd[j] += max(-.2, min(.2, u - cmd[j]))
        tl = trk if ph == 'travel' and until - tk > 1.5 and tk - tp > 2.5 else (0., 0.)
        for j in (4, 5):
            cmd[j] += max(-.06, min(.06, tl[j - 4] - cmd[j]))
        jo = joy0[k] if act else joy0[k] * .0
        for j in range(6):
            want = cmd[j] + (jo * .35 if j == 0 and abs(cmd[j]) < .05 else 0)
            if j == 2 and stick[k]:
                if abs(want - sp[j]) > .22 * stick[k]:
                    sp[j] += (want - sp[j]) * .16
            else:
                sp[j] += (want - sp[j]) * .42
            qd += abs(sp[j]) * QM[j]
        quiet = 0. if any(abs(z) > .03 for z in cmd) else quiet + DT
        rpmt = 2200. if quiet < 5 and act else 1150.
        eload = min(1.1, qd * (1 + .5 * load) / 95)
        rpm += (rpmt - 90 * eload * (rpmt > 2000) - rpm) * .09
        qmax = 86. * rpm / 2200 * pw[k]
        ratio = min(1., qmax / qd)
        for j in range(4):
            f = ratio
            if load and j > 0:
                f *= max(.25, 1 - .38 * load - (.42 if relo[k] else 0))
            if j == 0 and drag[k]:
                f *= 1 - .28 * drag[k]
            if relo[k] and j == 1 and sp[1] > 0 and pay > 40:
                f *= .6
            v = sp[j] * VM[j] * f
            vel[j] += (v - vel[j]) * (.25 if j else .10)
            if j == 1 and abs(sp[1]) < .02 and pos[1] > .25:
                vel[1] = vel[1] - leak[k] * .25
            pos[j] += vel[j] * DT
        vl, vr = sp[4] * 1.05 * ltr[k] * min(1, ratio * 1.05), sp[5] * 1.05 * min(1, ratio * 1.05)
        vel[4], vel[5] = vl, vr
        pyaw += (vr - vl) / 1.2 * DT
        px += .5 * (vl + vr) * cos(pyaw) * DT
        py += .5 * (vl + vr) * sin(pyaw) * DT
        A[k] = (*pos, *vel, *cmd, min(qd, qmax), rpm, load, pay, px, py, pyaw, mode)
    P, Vv, C = A[:, 0:4].astype(float), A[:, 4:10].astype(float), A[:, 10:16].astype(float)
    flow, rpm, load, pay, px, py, pyaw, mode = (A[:, i].astype(float) for i in range(16, 24))
    mode = mode.astype(int)
    SP = np.stack([s.lag(C[:, j], .07) for j in range(6)], 1)
    tau2 = s.on('arm_spool_sticky')
    if tau2.any():   # the loop's stiction, repeated on the feedback
        x, xs, cm, on_, mg = 0., np.zeros(N), C[:, 2].tolist(), tau2.tolist(), stick
        for k in range(N):
            x += (cm[k] - x) * (.42 if not on_[k] else .16 if abs(cm[k] - x) > .22 * mg[k] else 0)
            xs[k] = x
        SP[:, 2] = xs
    swing, boom, arm, bucket = P.T
    digm, trav = mode == 2, mode == 3
    s.seen('arm_spool_sticky', digm)
    held = (np.abs(SP[:, 1]) < .02) & (boom > .27)
    s.seen('boom_cylinder_leak', s.lag(held, .5) > .9)
    s.seen('left_track_weak', trav & (np.abs(C[:, 4]) > .3))
    s.seen('relief_low', (load > .5))
    s.seen('payload_pounds', np.isin(np.arange(N), [s.i(z[0]) for z in reports]))
    for k in ('pump_weak', 'swing_brake_drag', 'swing_encoder_shift', 'boom_pressure_bias', 'pump_pressure_stuck', 'bucket_encoder_spikes'):
        s.seen(k, digm | trav)
    # ---------------- pressures, bar
    reach = 2.3 * np.cos(boom) + 1.2 * np.cos(boom + arm)
    grav = (290 * 1.15 * np.cos(boom) + (150 + pay) * reach) * 9.81 / 1000
    acc = np.gradient(Vv[:, 1], DT)
    bh = 22 + 12.0 * grav + 5 * s.lag(acc, .1) + 14 * np.tanh(Vv[:, 1] / .08) - 30 * load
    br = 8 + 60 * load + 16 * np.clip(-np.tanh(Vv[:, 1] / .08), 0, 1)
    ah = 12 + np.clip(-SP[:, 2], 0, 1) * (70 + 95 * load) + 18 * np.sin(arm + boom)
    ar = 12 + np.clip(SP[:, 2], 0, 1) * 85
    kh = 10 + np.clip(-SP[:, 3], 0, 1) * (60 + 110 * load) + .08 * pay
    kr = 9 + np.clip(SP[:, 3], 0, 1) * 75
    sacc = s.lag(np.gradient(Vv[:, 0], DT), .08)
    dg = 45 * F('swing_brake_drag') * np.tanh(Vv[:, 0] / .1)
    sa = 14 + np.clip(55 * sacc + 38 * np.tanh(Vv[:, 0] / .15) + dg, 0, 190)
    sb = 14 + np.clip(-55 * sacc - 38 * np.tanh(Vv[:, 0] / .15) - dg, 0, 190)
    slope = s.ou('slope', 12, 60)
    tl_ = [12 + np.abs(Vv[:, 4 + i]) / .8 * (95 + 14 * s.ou(f'tp{i}', 1, 4)) + np.sign(Vv[:, 4 + i]) * (np.abs(Vv[:, 4 + i]) > .05) * slope for i in (0, 1)]
    tl_[0] = tl_[0] - 26 * F('left_track_weak') * (np.abs(Vv[:, 4]) > .1)
    cap = np.where(s.on('relief_low'), 148 + s.n('relf', 1.5), 243)
    bh, ah, kh, br = (np.minimum(np.maximum(z, 4), cap) for z in (bh, ah, kh, br))
    a_ = np.abs(SP)
    need = np.max([np.where(a_[:, 1] > .05, bh, 0), np.where(SP[:, 2] < -.05, ah, 0), np.where(SP[:, 2] > .05, ar, 0), np.where(a_[:, 3] > .05, np.maximum(kh, kr), 0), np.where(a_[:, 0] > .05, np.maximum(sa, sb), 0),
                   np.where(a_[:, 4] > .05, np.maximum(*tl_), 0)], 0)
    pump = s.lag(np.minimum(need + 21, cap), .12) + 9
    pstuck = s.on('pump_pressure_stuck')
    if pstuck.any():
        pump_m = np.where(pstuck, pump[np.flatnonzero(pstuck & (a_.max(1) > .2))[0] if (pstuck & (a_.max(1) > .2)).any() else np.flatnonzero(pstuck)[0]], pump + s.n('pp', 1.3))
    else:
        pump_m = pump + s.n('pp', 1.3)
    T = c['oil'] + 0 * t
    power = pump * flow / 600
    fand = s.on('oil_cooler_fan_dead')
    oil = s.lag(c['air'] + 29 + 2.6 * s.lag(power, 30), 560, c['oil']) + s.lag(20. * fand, 150, 0)
    cold = np.clip((40 - oil) / 30, 0, 1)
    fq = lambda z, n, sd=.9: 10 * np.clip(z + s.n('pr' + n, sd), 0, 400)
    flm = flow + .5 * s.n('fl')
    s.pub(H, 'exc_msgs/Hydraulics', 10, {'pump_dbar': q(10 * pump_m, 1), 'pump_flow_lpm': q(flm * (1 - .04 * cold), .1), 'pilot_dbar': fq(35 + 2 * cold - 1.5 * (flow > 60), 'pi', .3), 'boom.head_dbar': fq(bh + 30 * F('boom_pressure_bias'), 'bh'), 'boom.rod_dbar': fq(br, 'br'),
          'arm.head_dbar': fq(ah, 'ah'), 'arm.rod_dbar': fq(ar, 'ar'), 'bucket.head_dbar': fq(kh, 'kh'), 'bucket.rod_dbar': fq(kr, 'kr'), 'swing_a_dbar': fq(sa, 'sa'), 'swing_b_dbar': fq(sb, 'sb')}, frame='valve_block')
    lock = mode == 1
    ma = np.where(np.abs(C) > .02, np.sign(C) * (280 + 420 * np.abs(C)), 0)
    s.pub('/hydraulics/valve_command', 'exc_msgs/ValveCommand', 10, {'current_ma': ma, 'lever_lock': lock}, frame='valve_block', base=dict(function=FN, current_ma=[0] * 6))
    s.pub(V, 'exc_msgs/ValveFeedback', 10, {'spool_pct': q(100 * SP + np.stack([s.n(f'sp{i}', .4) for i in range(6)], 1) + np.array([s.u(f'spo{i}', -.8, .8) for i in range(6)]), .1)}, frame='valve_block', base=dict(spool_pct=[0] * 6))
    jp = P + np.stack([s.n(f'jp{i}', .0012) for i in range(4)], 1)
    jv = Vv[:, :4] + np.stack([s.n(f'jv{i}', .006) for i in range(4)], 1)
    jp[:, 0] += np.radians(14) * F('swing_encoder_shift')
    spk = s.on('bucket_encoder_spikes') & (s.rng('spk').random(N) < .035)
    z = s.rng('spkz').uniform(.35, 1.1, N) * np.sign(s.rng('spks').standard_normal(N))
    jp[:, 3] += spk * z
    jv[:, 3] += spk * z * 6
    s.pub(J, 'sensor_msgs/JointState', 20, {'position': q(jp, .0008), 'velocity': q(jv, .001)}, base=dict(name=['swing', 'boom', 'arm', 'bucket'], position=[0] * 4, velocity=[0] * 4), frame='base')
    # ---------------- IMU on the cab, GNSS, tracks
    yaw = pyaw + swing + .2
    lo = F('cab_imu_loose')
    mis = F('engine_misfire')
    vb = (.12 + .16 * (rpm / 2200) ** 2 + .35 * load + .25 * trav * (np.abs(Vv[:, 4]) > .1)) * (1 + 3.0 * lo) + .12 * mis
    rollp = s.ou('rl', .012, 20) + .01 * np.sin(swing)
    pit = s.ou('pt', .012, 20) + .012 * np.cos(swing) * np.tanh(grav / 8) - .03 * load
    s.pub('/imu/cab', 'sensor_msgs/Imu', 10, {**qcols('orientation', rollp, pit, yaw + s.ou('yd', .008, 60)), **vcols('angular_velocity', s.n('gx', .01) * (1 + 4 * lo), s.n('gy', .01) * (1 + 4 * lo), Vv[:, 0] + np.gradient(pyaw, DT) + s.n('gz', .008) * (1 + 5 * lo)),
          **vcols('linear_acceleration', 9.81 * np.sin(pit) + s.n('ax') * vb - .4 * Vv[:, 0] ** 2, -9.81 * np.sin(rollp) + s.n('ay') * vb + .4 * sacc, 9.81 + s.n('az') * vb * 1.2)}, frame='cab_imu')
    lat0, lon0 = [(48.331, 14.321), (48.215, 13.489), (47.811, 13.055)][c['site']]
    s.pub('/gnss/fix', 'sensor_msgs/NavSatFix', 2, {'latitude': lat0 + (py + s.ou('gy', .02, 60)) / 111320, 'longitude': lon0 + (px + s.ou('gx', .02, 60)) / 74500, 'altitude': 288.4 + s.ou('ga', .04, 90), 'status.status': np.where(t < 35, 0, 2)}, frame='gnss', base=dict(position_covariance=[.0004, 0, 0, 0, .0004, 0, 0, 0, .001], position_covariance_type=2))
    s.pub('/tracks/state', 'exc_msgs/TrackState', 5, {'left_speed': q(Vv[:, 4] + s.n('ls', .008), .01), 'right_speed': q(Vv[:, 5] + s.n('rs', .008), .01), 'left_motor_dbar': fq(np.clip(tl_[0], 0, 240), 'lt'), 'right_motor_dbar': fq(np.clip(tl_[1], 0, 240), 'rt')}, frame='tracks')
    s.pub('/tracks/odom', 'nav_msgs/Odometry', 5, {'pose.pose.position.x': px, 'pose.pose.position.y': py, **qcols('pose.pose.orientation', 0 * t, 0 * t, pyaw), 'twist.twist.linear.x': .5 * (Vv[:, 4] + Vv[:, 5]) + s.n('ox', .006), 'twist.twist.angular.z': (Vv[:, 5] - Vv[:, 4]) / 1.2 + s.n('oz', .008)}, frame='odom', base=dict(child_frame_id='base'))
    # ---------------- engine, tank
    ld = np.clip(9 + 78 * s.lag(power, .5) / 22 + 7 * (rpm > 1800) + s.n('ld', 1.5) + 6 * mis, 5, 100)
    hunt = mis * (45 * np.sin(2 * np.pi * 1.1 * t + s.ou('hp', 1.2, 3)) + s.n('hu', 28))
    wk = s.lag(ld / 100, 40)
    therm = np.minimum(s.lag(c['air'] + 95 + 25 * wk, 330, c['cool']), 82 + 5 * wk + s.ou('th', .8, 25))
    cool = therm + 26 * F('coolant_hot')
    ahot = s.on('coolant_hot') & (cool > 103)
    fr = (.9 + 6.2 * ld / 100 * rpm / 2200) * (1 + .18 * mis)
    fuel = c['fuel'] - np.cumsum(fr) * DT / 3600 / 42 * 100 - 6 * F('fuel_leak')
    if 'fuel_leak' in s.faults:   # what ran out stays out
        fuel = np.where(t >= s.faults['fuel_leak'][1], fuel - 6 * s.faults['fuel_leak'][2], fuel)
    alt = s.on('alternator_dead')
    crank = t < 3
    ub = np.where(crank, 11.2, 14.12 - .0006 * (oil - 30) + s.ou('ub', .03, 20)) - s.lag(1.75 * alt, 25, 0)
    s.pub(E, 'exc_msgs/EngineState', 5, {'rpm': q(np.where(crank, 250, rpm + s.n('rpm', 6) + hunt), .5), 'load_pct': ld, 'coolant_temp_c': q(cool, 1), 'oil_pressure_kpa': 180 + 95 * rpm / 1000 - .9 * (np.minimum(cool, 95) - 60) + s.n('op', 4), 'fuel_rate_lph': q(fr * (1 + s.n('fr', .02)), .05),
          'fuel_level_pct': q(fuel + s.ou('fs', .25, 3), .4), 'system_voltage': q(ub + s.n('uv', .015), .05), 'alternator_current': q(np.where(alt, 0, np.clip(17 + 26 * np.exp(-t / 240) + 4 * (c['air'] < 12) + s.ou('ac', 1, 15), 0, 70)), .5), 'lamp': np.where(ahot, 2, np.where(t < 4, 1, 0)), 'active_spn': np.where(ahot, 110, 0), 'active_fmi': np.where(ahot, 0, 31)}, frame='engine')
    hl = s.lag(42 * F('hose_leak'), 20, 0)
    fdp = (9 + 150 * (flow / 80) ** 1.6) * (1 + .9 * cold) * (1 + 2.1 * F('filter_clogged')) + s.n('fdp', 5)
    stroke = 6 * (boom - .5) + 4 * arm / 1.5
    s.pub('/hydraulics/tank', 'exc_msgs/TankState', 1, {'oil_temp_c': q(oil + s.n('ot', .08), .5), 'level_mm': q(c['lvl'] - stroke + .22 * (oil - 40) - hl + s.n('lv', 1.0), 1), 'return_filter_dp_mbar': np.maximum(0, fdp),
          'fan_rpm': np.where(fand, 0, np.rint(np.clip(900 + 55 * (oil - 35), 700, 2900) * rpm.clip(1500) / 2200 + s.n('fan', 25))), 'filter_switch': cold > .97}, frame='tank')
    txt = S(mode, ['off', 'idle', 'auto dig', 'travel', 'grading', 'waiting for truck'])
    s.pub('/cab/state', 'exc_msgs/CabState', 1, {'mode': mode, 'seat': True, 'door_closed': ~((mode == 5) & (s.ou('door', 1, 40) > 1.2)), 'beacon': mode > 1, 'inputs': 0x1204 + 8 * (mode == 3) + 64 * (t < 30), 'text': txt}, frame='cab')
    joy = np.stack([C[:, 0], -C[:, 2], C[:, 3], C[:, 1], C[:, 4], C[:, 5]], 1) * .96 + np.stack([s.n(f'jo{i}', .004) for i in range(6)], 1)
    joy[:, 0] += .14 * F('joy_offset')
    s.pub('/joy', 'sensor_msgs/Joy', 10, {'axes': np.clip(q(joy, 1 / 256), -1, 1), 'buttons': np.zeros((N, 4))}, frame='cab', base=dict(axes=[0] * 6, buttons=[0] * 4))
    can = s.F('can_errors')
    ef = np.cumsum((s.rng('cane').random(N) < .0002) + (s.rng('cane2').random(N) < .5 * (can > 0)) * 3)
    s.pub('/can/stats', 'exc_msgs/CanStats', 1, {'frames': np.cumsum(np.full(N, 41.)), 'error_frames': ef, 'bus_load_pct': q(34 + 4 * (mode == 2) + s.ou('bl', .6, 10) + 6 * can, .1), 'rx_err_cnt': np.where(can > 0, 96 + 30 * s.ou('rec', 1, 5), 0), 'state': (can > 0) * 1}, frame='can0')
    co = F('control_overruns')
    ovr = np.cumsum((s.rng('ovr').random(N) < 1 / 36000) + (s.rng('ovr2').random(N) < .25 * (co > 0)))
    s.pub('/host/stats', 'exc_msgs/HostStats', .5, {'cpu_pct': np.clip(41 + 9 * digm + s.ou('cpu', 3, 12) + s.n('cpn', 2.5) + 30 * (co > 0), 0, 100), 'rss_kb': 812000 + s.u('rss', 0, 3e4, False) + s.ou('rss', 3000, 60) + 1.4 * t, 'board_temp': q(s.lag(c['air'] + 22, 500, c['air'] + 6) + s.ou('bt', .4, 60), .5), 'control_period_ms': 20 + np.abs(s.n('cpd', .25)) + 14 * co, 'overruns': ovr}, frame='')
    s.pub('/ambient/temperature', 'sensor_msgs/Temperature', .2, {'temperature': q(c['air'] + s.ou('at', .4, 600) + t / 3600, .1)}, frame='mast')
    # ---------------- cycles, action, diagnostics, log
    pf = 2.20462 * s.on('payload_pounds') + 1. * ~s.on('payload_pounds') if 'payload_pounds' in s.faults else np.ones(N)
    bb = F('boom_pressure_bias')
    rp = [(a, dict(cycle_id=i, payload_kg=float(round((p * r.normal(1, .03) + 55 * bb[s.i(a)]) * pf[s.i(a)], 1)), cycle_time_s=float(round(ct, 2)), dig_time_s=float(round(dt_, 2)), fill_factor=float(round(p / 150, 2)), outcome=2 if p < 30 else 0)) for a, i, p, ct, dt_ in reports]
    s.events('/cycle/report', 'exc_msgs/CycleReport', rp)
    s.cols['/cycle/report'] = (np.array([a for a, _ in rp]), np.array([a for a, _ in rp]), {k: np.array([z[k] for _, z in rp], float) for k in ('payload_kg', 'cycle_time_s', 'dig_time_s')})
    ab = s.on('dig_abort')
    g = [(a, b, 6 if ab[s.i(b)] and i % 3 else 4) for i, (a, b, _) in enumerate(goals)]
    s.seen('dig_abort', np.isin(np.arange(N), [s.i(b) for _, b, z in g if z == 6]))
    s.action('/dig_cycle/_action/status', g)
    on = lambda k: s.on(k).astype(int)
    s.diag('can: can0', 'pcan-usb', on('can_errors'), {0: 'OK', 1: 'Error passive'}, {'bitrate': (250000, '{}'), 'errors': (ef, '{:.0f}')})
    s.diag('engine: ecu', 'D1105', 2 * ahot, {0: 'OK', 2: 'Active trouble code'}, {'hours': (1873.4 + t / 3600, '{:.1f}')})
    s.diag('hydraulics: tank', 'tank', (hl > 14).astype(int), {0: 'OK', 1: 'Level low'}, {'strainer': ('ok', '{}')})
    s.diag('weighing: payload', 'ls-4', 0, {0: 'calibrated'}, {'cycles': (np.searchsorted([a for a, _ in rp], t), '{:.0f}')})
    s.chatter([(.8, 'INFO', 'bringup', 'machine control 4.0.7 up'), (2, 'WARN', 'engine_ecu', 'preheat active'), (5, 'INFO', 'engine_ecu', 'engine running'), (6, 'WARN', 'hydraulics', f'oil cold ({c["oil"]:.0f} degC), reduced speed advised') if c['oil'] < 25 else (6, 'INFO', 'hydraulics', 'oil warm'), (8, 'WARN', 'gnss', 'waiting for corrections'), (35, 'INFO', 'gnss', 'rtk fixed')],
              [(6, 'INFO', 'dig_planner', 'terrain map updated, {:.0f} cells', 300, 1400), (2, 'WARN', 'dig_planner', 'bucket stalled briefly, raising boom {:.0f} cm', 3, 9), (1.5, 'WARN', 'tf_monitor', 'transform late by {:.0f} ms', 20, 60), (2, 'INFO', 'weighing', 'zero check {:.1f} kg', -2, 2), (1, 'WARN', 'safety', 'person in outer zone at {:.1f} m, speed reduced', 6, 12)])
    for a, v in rp:
        s.log(a + .2, 'INFO', 'dig_planner', f'cycle {v["cycle_id"]} done: {v["cycle_time_s"]:.1f} s') if v['outcome'] == 0 else s.log(a + .2, 'WARN', 'dig_planner', f'cycle {v["cycle_id"]}: bucket nearly empty')
