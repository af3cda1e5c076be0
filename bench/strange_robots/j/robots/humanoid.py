"""Humanoid robot that carries totes from shelves to a conveyor in a warehouse; English fields, many standard messages."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, slew

JNT, ACT, LFT, RFT, FEET, IMU, ODO, LHD, RHD, BAT, POW, COO, CAM, DEP, LOC, GAI, NET, MIC = '/joint_states', '/actuators', '/left_foot/wrench', '/right_foot/wrench', '/feet', '/torso/imu', '/odometry', '/left_hand', '/right_hand', '/battery', '/power_board', '/leg_cooling', '/head_camera', '/depth_camera', '/map_matching', '/gait', '/wireless', '/microphones'
NM = [s + j for s in ('left_', 'right_') for j in ('hip_yaw', 'hip_roll', 'hip_pitch', 'knee', 'ankle_pitch', 'ankle_roll')] + ['waist', 'neck'] + [s + j for s in ('left_', 'right_') for j in ('shoulder', 'elbow', 'wrist')]
SH, CO, DK = ((0., 0.), (0., 2.4), (1.2, -1.6)), ((6.2, .2), (6.2, 2.2)), (3.2, 4.4)


class Humanoid(Sim):
    NAME = 'humanoid'
    FLAGS = [(ACT, 'error_mask'), (RHD, 'hand_error'), (LOC, 'lost'), (COO, 'coolant_low')]
    DEFS = {
        'biped_msgs/msg/Actuators': mdef('float32[20] phase_amps coil_celsius; uint32 error_mask'),
        'biped_msgs/msg/Foot': 'float32[2] cop_mm\nfloat32 slip_mm\nbool contact',
        'biped_msgs/msg/Feet': mdef('biped_msgs/Foot left right'),
        'biped_msgs/msg/Hand': mdef('float32[3] finger_newton; float32 opening_mm tendon_amps palm_celsius; uint8 hand_error'),
        'biped_msgs/msg/PowerBoard': mdef('float32 bus_volts bus_amps rail12_volts converter_celsius; uint32 charge_cycles'),
        'biped_msgs/msg/LegCooling': mdef('float32 flow_lpm coolant_celsius loop_kpa; uint16 pump_rpm radiator_rpm; bool coolant_low'),
        'biped_msgs/msg/HeadCamera': mdef('float32 sharpness_score luma frame_delay_ms exposure_us; uint16 tracked_features'),
        'biped_msgs/msg/DepthCamera': mdef('float32 valid_percent plane_residual_mm projector_ma; float32 tag_distance'),
        'biped_msgs/msg/MapMatching': mdef('float32 overlap_percent residual_mm solve_ms; bool lost'),
        'biped_msgs/msg/Gait': mdef('float32 step_seconds; float32[2] zmp_error_mm; float32 speed_request turn_request; uint32 steps; uint8 support'),
        'biped_msgs/msg/Microphones': mdef('float32[4] sound_db'),
        'biped_msgs/msg/Speaker': mdef('float32 amplifier_ma; bool talking'),
        'biped_msgs/msg/Wireless': mdef('int16 rssi_dbm; float32 ping_ms loss_percent'),
        'biped_msgs/msg/Guard': mdef('bool estop_pressed field_clear; float32 separation_m'),
        'biped_msgs/msg/Job': mdef('uint8 activity tote_kind; uint16 totes_moved; string site'),
        'biped_msgs/msg/Computer': mdef('float32 loop_us loop_worst_us gpu_celsius ram_mb; string build'),
    }
    KINDS = dict(
        knee_friction=K('left knee draws more and more current: gear', [ACT], ['phase_amps[3]'], ['left knee', 'left leg'], step=False, where='when walking', cons=(POW, BAT)),
        hip_hot=K('right hip pitch gets hot: coolant branch blocked', [ACT], ['coil_celsius[8]'], ['right hip', 'right hip pitch', 'right leg'], step=False, tail=300),
        ankle_frozen=K('temperature of the left ankle frozen', [ACT], ['coil_celsius[4]'], ['left ankle', 'left ankle pitch', 'left leg']),
        knee_load=K('right knee draws more current when it carries more than a number: spring lost', [ACT], ['phase_amps[9]'], ['right knee', 'right leg'], where='**payload above a number**', cond=True, need=12, cons=(POW, BAT)),
        hip_fast=K('left hip roll draws more current when walking faster than a number: bearing', [ACT], ['phase_amps[1]'], ['left hip', 'left hip roll', 'left leg'], where='**speed above a number**', cond=True, need=12),
        shoulder=K('right shoulder draws more and more current: belt tight', [ACT], ['phase_amps[17]'], ['right shoulder', 'right arm'], step=False),
        wrist_hot=K('right wrist gets hot: brake coil', [ACT], ['coil_celsius[19]'], ['right wrist', 'right arm'], step=False, tail=300),
        waist_turn=K('waist draws more current when it turns farther than a number: cable loop', [ACT], ['phase_amps[12]'], ['waist', 'cable loop'], where='**waist angle above a number**', cond=True, need=12),
        actuators_lost=K('actuator messages get lost', [ACT], ['header.stamp'], ['actuators']),
        ankle_play=K('right ankle shakes: play in the linkage', [JNT], ['velocity[10]', 'position[10]'], ['right ankle', 'right ankle pitch', 'linkage'], where='when walking'),
        elbow_encoder=K('speed of the left elbow flickers: encoder', [JNT], ['velocity[15]'], ['left elbow', 'left arm', 'encoder']),
        neck=K('neck trembles: servo loop', [JNT], ['position[13]', 'velocity[13]'], ['neck', 'head']),
        waist_effort=K('effort of the waist reads too high: torque sensor', [JNT], ['effort[12]'], ['waist', 'torque sensor']),
        joints_old=K('joint states come with old stamps', [JNT], ['header.stamp'], ['joint states', 'joints']),
        left_sole=K('force of the left foot reads too low: load cell', [LFT], ['wrench.force.z'], ['left foot', 'load cell'], where='when it carries'),
        right_sole=K('torque of the right foot noisy: cable', [RFT], ['wrench.torque.y'], ['right foot', 'foot cable']),
        slip_place=K('feet slip at one place: oil on the floor', [FEET], ['left.slip_mm', 'right.slip_mm'], ['feet', 'floor', 'left foot', 'right foot'], where='**at a place**', cond=True, need=10),
        sole_worn=K('pressure point of the left foot stands inward: sole worn', [FEET], ['left.cop_mm[1]'], ['left foot', 'feet', 'sole'], cons=(LFT,)),
        shake_place=K('body is shaken at one place: floor plate loose', [IMU], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['imu', 'torso', 'floor plate'], where='**at a place**', cond=True, need=10),
        gyro=K('yaw gyro has a bias', [IMU], ['angular_velocity.z'], ['imu', 'gyro', 'torso']),
        imu_lost=K('messages of the IMU get lost', [IMU], ['header.stamp'], ['imu', 'torso']),
        odometry_old=K('odometry comes with old stamps', [ODO], ['header.stamp'], ['odometry']),
        finger2=K('finger 2 of the left hand presses too little: tendon stretched', [LHD], ['finger_newton[1]'], ['left hand', 'finger 2', 'tendon'], where='when holding'),
        tendon=K('tendon motor of the right hand draws more and more current: sheath dry', [RHD], ['tendon_amps'], ['right hand', 'tendon'], step=False, where='when holding'),
        grip_heavy=K('finger 1 of the right hand flutters when it carries more than a number: pad slips', [RHD], ['finger_newton[0]'], ['right hand', 'finger 1', 'finger pad'], where='**payload above a number**', cond=True, need=12),
        opening=K('opening of the left hand noisy: potentiometer', [LHD], ['opening_mm'], ['left hand', 'potentiometer']),
        palm=K('palm of the right hand gets hot: motor stalls', [RHD], ['palm_celsius'], ['right hand', 'palm'], step=False, tail=300),
        cell9=K('cell 9 of the battery stands low and sags: ageing', [BAT], ['cell_voltage[8]'], ['battery', 'cell 9']),
        pack_hot=K('battery gets warm on one side: gap pad', [BAT], ['cell_temperature[2]'], ['battery', 'gap pad'], step=False, tail=400),
        bus_load=K('bus voltage falls when its current is above a number: connector', [POW], ['bus_volts'], ['power board', 'connector'], where='**bus current above a number**', cond=True),
        converter=K('12 V converter gets hot', [POW], ['converter_celsius'], ['power board', 'converter'], step=False, tail=300),
        rail12=K('12 V rail uneasy: capacitor', [POW], ['rail12_volts'], ['power board', '12 v rail', 'capacitor']),
        flow=K('coolant flow low: kinked hose', [COO], ['flow_lpm'], ['leg cooling', 'coolant', 'hose']),
        coolant_hot=K('coolant gets hot: radiator full of fluff', [COO], ['coolant_celsius'], ['leg cooling', 'coolant', 'radiator'], step=False, cons=(ACT,), tail=300),
        radiator=K('radiator fan slow: bearing', [COO], ['radiator_rpm'], ['leg cooling', 'radiator fan']),
        cavitation=K('loop pressure flutters when the coolant is warmer than a number: pump sucks air', [COO], ['loop_kpa'], ['leg cooling', 'coolant pump'], where='**coolant temperature above a number**', cond=True),
        lens=K('head camera loses sharpness: visor scratched and dusty', [CAM], ['sharpness_score'], ['head camera', 'visor', 'lens'], step=False),
        camera_bright=K('frames late when the picture is brighter than a number: auto exposure hunts', [CAM], ['frame_delay_ms'], ['head camera', 'auto exposure'], where='**luma above a number**', cond=True),
        glare_place=K('head camera loses features at one place: shiny wrap', [CAM], ['tracked_features', 'sharpness_score'], ['head camera', 'features', 'wrap'], where='**at a place**', cond=True, need=10),
        depth=K('depth camera sees less: infrared filter fogged', [DEP], ['valid_percent'], ['depth camera', 'infrared filter'], step=False),
        projector=K('projector current of the depth camera uneasy: laser driver', [DEP], ['projector_ma'], ['depth camera', 'projector']),
        residual=K('depth planes noisy: camera bracket loose', [DEP], ['plane_residual_mm'], ['depth camera', 'camera bracket']),
        lidar_dirt=K('beams 5 and 6 of the scanner read short: tape end hangs down', ['/scan'], ['ranges[4]', 'ranges[5]'], ['lidar', 'scanner']),
        scan_lost=K('scans get lost', ['/scan'], ['header.stamp'], ['lidar', 'scanner']),
        microphone3=K('microphone 3 rustles: seal', [MIC], ['sound_db[2]'], ['microphones', 'microphone 3']),
        speaker=K('speaker amplifier draws more current: voice coil', ['/speaker'], ['amplifier_ma'], ['speaker', 'amplifier']),
        map_place=K('map matching poor at one place: shelf moved', [LOC], ['overlap_percent', 'residual_mm'], ['map matching', 'localization', 'shelf'], where='**at a place**', cond=True, need=10),
        solve=K('map matching slow: index lost', [LOC], ['solve_ms'], ['map matching', 'localization']),
        zmp=K('balance error sideways: estimator calibration', [GAI], ['zmp_error_mm[1]'], ['gait', 'balance']),
        steps=K('steps uneven: timing of the gait', [GAI], ['step_seconds'], ['gait', 'steps'], where='when walking'),
        compass=K('magnetometer stands off: speaker magnet moved', ['/magnetometer'], ['magnetic_field.y'], ['magnetometer', 'compass']),
        antenna=K('radio weak: antenna plug', [NET], ['rssi_dbm', 'ping_ms', 'loss_percent'], ['wireless', 'antenna']),
        guard_frozen=K('separation distance frozen', ['/guard'], ['separation_m'], ['guard', 'separation']),
        gpu=K('graphics processor gets hot: fan dead', ['/computer'], ['gpu_celsius'], ['computer', 'gpu'], step=False, tail=300),
        humidity=K('humidity frozen', ['/room/humidity'], ['relative_humidity'], ['humidity', 'humidity sensor']),
        loop=K('computer has far longer worst loops', ['/computer'], ['loop_worst_us', 'loop_us'], ['computer', 'control loop']),
        ram=K('memory of the computer fills', ['/computer'], ['ram_mb'], ['computer', 'memory', 'ram'], step=False),
        s_knee=K('right knee reports excess torque', [ACT, '/rosout', '/diagnostics'], ['error_mask', 'phase_amps[9]'], ['right knee', 'actuators'], silent=False),
        s_hand=K('right hand reports a slipping tote again and again', [RHD, '/rosout', '/diagnostics'], ['hand_error', 'finger_newton[0]'], ['right hand'], silent=False),
        s_map=K('localization reports that it is lost', [LOC, '/rosout', '/diagnostics'], ['lost', 'overlap_percent'], ['map matching', 'localization'], silent=False),
        s_coolant=K('leg cooling warns of low coolant', [COO, '/rosout', '/diagnostics'], ['coolant_low'], ['leg cooling', 'coolant'], silent=False),
    )

    def plan(self):
        n, r = self.n, self.rng('plan')
        P = np.zeros((2, n)); Y = np.zeros(n); V = np.zeros(n); sq, carry, reach, pay, st, tot, num, wa = [np.zeros(n) for _ in range(8)]; cur, h, c_, m_, k_, cnt, i, spd, self.tasks = np.array([3.2, 2.]), 0., 0., 0., 0, 0, 0, 1., []
        hold_ = np.zeros(n, bool); chg = np.zeros(n, bool); talk = np.zeros(n, bool); new3, new4 = (self.unit == 'life' and self.idx >= x for x in (3, 4)); ox, oy = (24., -9.) if self.unit == 'life' and self.idx in (2, 5) else (0., 0.)      # other hall in life/2 and life/5
        def put(j, code):
            nonlocal i
            Y[i:j], carry[i:j], pay[i:j], st[i:j], tot[i:j] = h, c_, m_, code, k_; a, i = i, j
            return slice(a, i)
        def wait(sec, code):
            j = min(n, i + max(1, int(sec * r.uniform(.95, 1.06) / DT))); P[:, i:j] = cur[:, None]
            return put(j, code)
        def turn(to, code):
            nonlocal h
            d = (to - h + np.pi) % (2 * np.pi) - np.pi; h0 = h; m = max(3, int((.6 + abs(d) / .9 / spd) / DT)); j = min(n, i + m); P[:, i:j] = cur[:, None]; u = ((np.arange(m) + 1) / m)[:j - i]; h = h0 + d; s = put(j, code); Y[s] = h0 + d * u * u * (3 - 2 * u); V[s] = .22 * (abs(d) > .2)
        def walk(tg, v, code):
            nonlocal i, cur
            tg = np.array(tg, float); d = np.hypot(*(tg - cur))
            if d < .05: return
            turn(np.arctan2(*(tg - cur)[::-1]), code)
            if r.random() < .13 and d > 3:                                                   # somebody crosses
                mid = cur + (tg - cur) * r.uniform(.3, .7); walk(mid, v, code); wait(r.uniform(2.5, 9), 8); walk(tg, v, code); return
            v = v * spd * (1 - .018 * m_); a_ = .4; tr = min(v / a_, np.sqrt(d / a_)); T = d / (a_ * tr) + tr; m = max(3, int(T / DT)); w = np.clip(np.minimum((np.arange(m) + .5) * DT, (m - .5 - np.arange(m)) * DT) / tr, 0, 1); p = np.cumsum(w); p /= p[-1]
            j = min(n, i + m); P[:, i:j] = cur[:, None] + (tg - cur)[:, None] * p[:j - i]; V[i:j] = (w * a_ * tr)[:j - i]; cur = tg; put(j, code)
        wait(r.uniform(8, 20), 0)
        while i < n:
            x = r.random(); a0 = i; spd = .62 if r.random() < .1 else 1.
            if x < .10: walk(np.array(DK) + r.uniform(-.1, .1, 2), .75, 7); turn(-np.pi / 2, 7); chg[wait(r.uniform(30, 85), 9)] = True
            elif x < .2: wait(r.uniform(10, 40), 0)
            elif x < .28: s = wait(r.uniform(5, 14), 6); talk[s] = True; reach[s] = .6 + .4 * np.sin(np.arange(s.stop - s.start) * DT * 3); wa[s] = .5 * np.sin(np.arange(s.stop - s.start) * DT * 1.1)
            for c in range(int(r.integers(1, 5))):
                if i >= n: break
                s_ = SH[int(r.choice(3, p=(.45, .35, .2)))]; walk(np.array(s_) + r.uniform(-.08, .08, 2), r.choice((.6, .75, .9)), 1); turn(np.pi if s_ is not SH[2] else -np.pi / 2, 1)
                k_ = int(r.choice(3, p=(.45, .35, .2))) + 1 if not (new3 and r.random() < .35) else 4; low = r.random() < .35; deep = (1.25 if new4 and r.random() < .3 else .85) if low else .25       # long crates (4): for the first time in life/3; kneeling to the floor: for the first time in life/4
                s = wait(3.2 + 1.5 * low, 2); u = np.linspace(0, np.pi, s.stop - s.start); sq[s] = deep * np.sin(u); reach[s] = np.sin(u); wa[s] = r.uniform(-.35, .35) * np.sin(u); mid = s.start + (s.stop - s.start) // 2; h0 = mid; m_ = (0, 3., 6.5, 10., 12.5)[k_] * r.uniform(.85, 1.15); pay[mid:s.stop] = m_; c_ = 1.; carry[mid:s.stop] = 1.; wait(r.uniform(.5, 1.5), 3)
                t_ = CO[int(r.random() < .4)]; walk(np.array(t_) + r.uniform(-.06, .06, 2), r.choice((.55, .65, .8)), 4); turn(0., 4); s = wait(2.8, 5); u = np.linspace(0, np.pi, s.stop - s.start); reach[s] = .8 * np.sin(u); sq[s] = .3 * np.sin(u); wa[s] = r.uniform(-.25, .25) * np.sin(u)
                mid = s.start + (s.stop - s.start) // 2; hold_[h0:mid] = True; pay[mid:s.stop] = 0; carry[mid:s.stop] = 0; m_ = c_ = 0.; k_ = 0; cnt += 1; num[min(i, n - 1):] = cnt
                if r.random() < .3: wait(r.uniform(1, 6), 0)
            self.tasks.append((a0 * DT, min(i, n) * DT, 'carry'))
        self.x, self.y = P[0] + ox, P[1] + oy; self.st, self.tot, self.num_, self.hold_, self.chg, self.talk = st, tot, num, hold_, chg, talk; self.pay = lp(pay, .35); self.v = lp(V, .15); self.mv = self.v > .08; self.wk = lp(self.mv.astype(float), .25)
        self.yaw = lp(Y, .12); self.yr = lp(np.gradient(self.yaw, DT), .1); self.sq, self.car, self.rea = lp(sq, .15), lp(carry, .35), lp(reach, .15); a = np.clip(self.v / .8, 0, 1.2)
        fr = .72 + .22 * self.v; self.ph = np.cumsum(2 * np.pi * fr * self.wk) * DT; s = np.sin(self.ph); c = np.cos(self.ph); self.fr = fr
        sway = .5 + .09 * np.tanh(self.wander('sway', 1, 4)); st_l = np.clip(sway * (1 - self.wk) + self.wk * (.5 + .5 * np.tanh(2.6 * s)), 0, 1); self.stance = [st_l, 1 - st_l]; Q = []
        for sg, ss, cc in ((1, s, c), (-1, -s, -c)):
            sw = np.maximum(-ss, 0) * a; Q += [.25 * np.clip(self.yr, -1, 1) * sg * ss * self.wk, .02 + .05 * s * self.wk * (.5 + .5 * a), -.28 - .5 * self.sq + .3 * a * cc, .55 + 1.0 * self.sq + .55 * sw, -.27 - .5 * self.sq - .22 * a * cc - .15 * sw, -.02 - .045 * s * self.wk * (.5 + .5 * a)]
        self.wst = lp(wa, .12) + .07 * a * s; self.nck = lp(slew(self.pieces('neck', 1.5, 7, -.55, .55), 1.5), .2) - .12 * self.sq
        Q += [self.wst, self.nck]
        for sg in (1, -1): Q += [-.15 - .55 * self.car - .9 * self.rea + .26 * a * s * sg * (1 - self.car), .35 + .95 * self.car - .25 * self.rea + .08 * a * s * sg, .1 * sg + .3 * self.rea + .15 * self.car]
        self.Q = [x + self.u(f'q0{k}', .01) for k, x in enumerate(Q)]; self.dQ = [lp(np.gradient(x, DT), .05) for x in Q]
        M = (66 + self.pay) * 9.81; Ef = []
        for b in (0, 1):
            w_ = self.stance[b]; Ef += [2 + 6 * np.abs(self.yr) * w_, 26 * w_ * (.3 + .7 * self.wk) + 4, -8 - M * .045 * w_ * (1 + 1.1 * self.sq) - .8 * self.pay, M * .078 * w_ * (.55 + 1.25 * self.sq) + 5 * a, -M * .05 * w_ * (.6 + .4 * a) + 6 * a, 9 * w_ * (.3 + .7 * self.wk)]
        Ef += [1.5 + 22 * np.abs(self.wst) + .5 * self.pay, .6 + .4 * np.abs(self.nck)]
        for b in (0, 1): Ef += [4 + 1.45 * self.pay + 6 * self.rea + 1.5 * a, 2.5 + 1.0 * self.pay + 2 * self.rea, .7 + .3 * self.pay + .5 * self.rea]
        self.Ef = [e * (1 + .035 * self.wander(f'ef{k}', 1, .5)) for k, e in enumerate(Ef)]; kt = [2.2, 3., 3.4, 3.4, 3., 2.6] * 2 + [2.6, 1.4] + [2.2, 2., 1.4] * 2; self.kt = kt
        self.am = [np.abs(e) / kt[k] * .62 + .35 * np.abs(self.dQ[k]) + .3 for k, e in enumerate(self.Ef)]
        self.ib = 4.2 + .21 * sum(self.am) + .9 * talk + .3 * self.wander('ib', 1, 3); self.ic = 34 * lp(chg.astype(float), 1.5); self.amb = 20 + 1.4 * self.su('amb') + self.wander('amb', .3, 900)
        self.soc = np.clip(.74 + .05 * self.su('soc') + np.cumsum(self.ic * .97 - self.ib) * DT / 3600 / 46, .1, .995)
        self.legs = lp(sum(self.am[k] for k in range(12)), 25); self.cool0 = lp(self.amb + 7 + .19 * self.legs * 2 + .6 * self.wander('co0', 1, 60), 30)
        self.luma = 118 + 5 * self.su('lu') + 13 * np.cos(self.yaw - 1) + 12 * np.tanh(1.5 * self.wander('luma', 1, 25)) + 2 * self.wander('lu2', 1, 3)
        pw = ['payload', 'carries', 'load', 'mass', 'weight', 'data', 'tote']; amoved = self.mv & (self.pay > 1)
        self.num('knee_load', self.pay, '/payload:data', pw, above=self.quan(self.pay, amoved, .4, 1), tol=.5, and_=self.mv)
        self.num('grip_heavy', self.pay, '/payload:data', pw, above=self.quan(self.pay, self.hold_ & (self.pay > 1), .4, 1), tol=.5, and_=hold_)
        self.num('hip_fast', self.v, ODO + ':twist.twist.linear.x', ['speed', 'faster', 'linear', 'velocity', 'twist', 'speed request'], above=self.quan(self.v, self.mv & (self.v > .3), .5, 2), tol=.3)
        self.num('waist_turn', np.abs(self.wst), JNT + ':position[12]', ['waist', 'angle', 'position', 'turns', 'farther'], above=.12, tol=.6)
        self.num('bus_load', self.ib, POW + ':bus_amps', ['bus amps', 'current', 'load', 'bus current', 'amps'], above=self.quan(self.ib, self.mv, .5, 1), tol=.35)
        self.num('cavitation', self.cool0, COO + ':coolant_celsius', ['coolant celsius', 'coolant', 'temperature', 'warmer', 'hot'], above=self.quan(self.cool0, self.cool0 > 0, .55, 1), tol=.15)
        self.num('camera_bright', self.luma, CAM + ':luma', ['luma', 'bright', 'brighter', 'brightness', 'light'], above=self.quan(self.luma, self.luma > 0, .6, 0), tol=.2)
        for kd, rad, sh in (('slip_place', .62, .06), ('shake_place', .62, .06), ('glare_place', .7, .07), ('map_place', .7, .07)):
            a_, b_ = self.spot(kd, self.x, self.y, rad, self.mv & (self.v > .35), sh); self.at(kd, self.x, self.y, a_, b_, rad, self.mv)
        ww = ('walking', 'moving', 'speed', 'steps', 'speed request', 'activity'); self.mode('knee_friction ankle_play steps', self.mv, *ww); self.mode('finger2 tendon', hold_, 'holding', 'carrying', 'payload', 'gripping', 'opening mm'); self.mode('left_sole', self.stance[0] > .4, 'stance', 'carries', 'support', 'standing', 'contact')

    def build(self):
        t, n, f, w, mv, wk, pay = self.t, self.n, self.f, self.ns, self.mv, self.wk, self.pay
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.003, lag=.006), **k)); hd = self.hold_.astype(float)
        # joints and actuators
        pos = [self.Q[k] + w(f'jp{k}', 4e-4) for k in range(20)]; vel = [self.dQ[k] + w(f'jv{k}', .012) * (1 + wk) for k in range(20)]; eff = [self.Ef[k] * (1, -1)[k % 2] + w(f'je{k}', .5) * (1 + .6 * wk) for k in range(20)]
        ap = f('ankle_play') * mv; pos[10] = pos[10] + .03 * ap * self.white('app'); vel[10] = vel[10] + 1.1 * ap * self.white('apv'); vel[15] = vel[15] + f('elbow_encoder') * (.16 * self.white('eev') - 1.3 * self.spikes('ees', .05))
        nk = f('neck') * np.sin(2 * np.pi * 2.7 * t + .5 * self.wander('nkp', 1, 3)); pos[13] = pos[13] + .05 * nk; vel[13] = vel[13] + .7 * nk; eff[12] = eff[12] + 3.6 * f('waist_effort')
        self.joints(JNT, 18, NM, pos, vel, eff, jit=.001, lag=.003, age=.45 * f('joints_old'))
        sk = (f('s_knee') > 0) & mv & (self.pieces('sk', .4, 4, 0, 1) < .28); kf = 4.4 * f('knee_friction') * wk; kl = lp(f('knee_load'), .25) * (4.6 + .9 * self.wander('klx', 1, .3)); A, T = [], []
        for k in range(20):
            x = self.am[k] * (1 + self.u(f'am{k}', .015)) + np.abs(w(f'amn{k}', .08)) + w(f'amm{k}', .07) * (1 + wk)
            if k == 1: x = x + lp(f('hip_fast'), .25) * (3.1 + .8 * np.abs(self.white('hfx')))
            if k == 3: x = x + kf
            if k == 9: x = x + kl + 3 * sk
            if k == 12: x = x + lp(f('waist_turn'), .12) * (1.5 + .5 * np.abs(self.white('wtx')))
            if k == 17: x = x + 1.15 * f('shoulder')
            c = self.warm(f'co{k}', self.amb, 4. * lp(self.am[k], 30) + (.3 * lp(5 * f('coolant_hot'), 60) if k < 12 else 0) + (8. if k == 8 else 6.5) * (f('hip_hot') if k == 8 else f('wrist_hot') if k == 19 else self.z0), 260, 7 if k < 12 else 4, 10., .12)
            A.append(q(np.maximum(x, 0), .02)); T.append(q(hold(c, self.on('ankle_frozen')) if k == 4 else c, .1))
        pub(ACT, 'biped_msgs/msg/Actuators', 10, dict(phase_amps=A, coil_celsius=T, error_mask=np.where(sk, 1 << 9, 0)), drop=.5 * f('actuators_lost'))
        # feet
        sp = lp(f('slip_place'), .2); F = {}
        for b, (tp, sd) in enumerate(((LFT, 'left'), (RFT, 'right'))):
            fz = (66 + pay) * 9.81 * self.stance[b] * (1 + .11 * wk * np.sin(2 * self.ph + .4)) + w(f'fz{b}', 5) + 6 * self.wander(f'fz{b}', 1, .5); co = (self.stance[b] > .1).astype(float)
            if b == 0: fz = fz * (1 - .21 * f('left_sole'))
            cx, cy = 14 * wk * np.cos(self.ph + np.pi * b) + 3 * self.wander(f'cx{b}', 1, 1) + 9 * self.sq, (6 if b else -6) * (.4 + .3 * wk) + 1.6 * self.wander(f'cy{b}', 1, 1); cy = cy + (6.5 * f('sole_worn') if b == 0 else 0); ty = -fz * cx / 1000
            pub(tp, 'geometry_msgs/msg/WrenchStamped', 15, {'wrench.force.x': q(22 * wk * np.sin(self.ph + np.pi * b) * co + w(f'fx{b}', 2), .1), 'wrench.force.y': q(9 * wk * np.cos(self.ph) * co + w(f'fy{b}', 2), .1), 'wrench.force.z': q(np.maximum(fz, -5), .5), 'wrench.torque.x': q(fz * cy / 1000 + w(f'tx{b}', .3), .01), 'wrench.torque.y': q(ty + w(f'ty{b}', .3) + (f('right_sole') * (4.2 * self.white('rsx') + 16 * self.spikes('rss', .05)) if b else 0), .01), 'wrench.torque.z': q(.8 * self.yr + w(f'tz{b}', .2), .01)}, sd + '_sole', jit=.001)
            F.update({f'{sd}.cop_mm': [q((cx + w(f'cpx{b}', .8)) * co, .1), q((cy + w(f'cpy{b}', .6)) * co, .1)], f'{sd}.slip_mm': q(np.abs(.4 + .9 * self.v + .3 * self.wander(f'sl{b}', 1, 2) + w(f'sln{b}', .25) + sp * (6.5 + 3.5 * np.abs(self.white(f'slx{b}')))), .1), f'{sd}.contact': self.stance[b] > .08})
        pub(FEET, 'biped_msgs/msg/Feet', 10, F)
        # body
        sh = lp(f('shake_place'), .12); sg = .05 + .55 * self.v + .25 * np.abs(self.yr) * wk; bob = np.sin(2 * self.ph)
        self.imu(IMU, 16, (.02 * wk * np.sin(self.ph) + w('ir', 6e-4), .04 + .16 * self.sq + .012 * wk * bob + w('ip', 6e-4), self.yaw + .02 * wk * np.sin(self.ph) + w('iy', .001)), (.1 * wk * np.cos(self.ph) + w('gx', .008) * (1 + wk), .12 * wk * np.cos(2 * self.ph) + w('gy', .008) * (1 + wk), self.yr + .02 * wk * np.cos(self.ph) + w('gz', .006) * (1 + wk) + self.u('gz', .0005) + .048 * f('gyro')), (-.4 + .5 * wk * bob + sg * self.white('ax') + sh * 1.7 * self.white('axv'), .6 * wk * np.sin(self.ph) + sg * self.white('ay') + sh * 1.7 * self.white('ayv'), 9.8 + 1.1 * wk * np.cos(2 * self.ph) + 1.3 * sg * self.white('az') + sh * 2.1 * self.white('azv')), 'torso', drop=.5 * f('imu_lost'), lag=.003)
        qz, qw = quat(self.yaw)
        pub(ODO, 'nav_msgs/msg/Odometry', 12, {'pose.pose.position.x': q(self.x + w('ox', .008, 3), 1e-3), 'pose.pose.position.y': q(self.y + w('oy', .008, 3), 1e-3), 'pose.pose.position.z': q(.92 - .32 * self.sq + .012 * wk * bob + w('oz', .002), 1e-3), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': q(self.v + .03 * wk * bob + w('ov', .012), 1e-3), 'twist.twist.angular.z': q(self.yr + w('ow', .006), 1e-3)}, 'hall', age=.55 * f('odometry_old'))
        # hands
        lost = (f('s_hand') > 0) & self.hold_ & (self.pieces('sl', .5, 4, 0, 1) < .3); gh = lp(f('grip_heavy'), .2); hs = lp(hd, .12)
        for b, (tp, sd) in enumerate(((LHD, 'left'), (RHD, 'right'))):
            fg = [hs * (9 + 1.9 * pay * (1.05, 1, .95)[k] + .5 * self.wander(f'fg{b}{k}', 1, .8)) + .25 + np.abs(w(f'fgn{b}{k}', .3)) + .8 * w(f'fgm{b}{k}', .4) * hs for k in range(3)]
            if b == 0: fg[1] = fg[1] - hs * f('finger2') * (4.5 + .45 * pay)
            else: fg[0] = np.where(lost, fg[0] * .4, fg[0]) + gh * (4.2 * self.white('ghx') - 3)
            op = 82 - 46 * hs + 3 * self.pieces(f'op{b}', 20, 60, -1, 1) * hs + .5 * self.wander(f'op{b}', 1, 2); ta = .22 + hs * (.75 + .055 * pay + .03 * self.wander(f'ta{b}', 1, 1)) + .02 * np.abs(np.gradient(lp(op, .1), DT)) + np.abs(w(f'tan{b}', .025)) + (.5 * f('tendon') * hs if b else 0)
            pub(tp, 'biped_msgs/msg/Hand', 10, dict(finger_newton=[q(np.maximum(x, 0), .1) for x in fg], opening_mm=q(op + w(f'opn{b}', .35) + (f('opening') * (3.4 * self.white('opx') - 14 * self.spikes('ops', .04)) if b == 0 else 0), .1), tendon_amps=q(ta, .01), palm_celsius=q(self.warm(f'pc{b}', self.amb, 7 * lp(hs, 30) + (6.5 * f('palm') if b else 0), 200, 5, 3., .12), .1), hand_error=(np.where(lost, 21, 0) if b else 0)), sd + '_hand')
        # battery, power, cooling
        nb = self.ib + .21 * (kf + kl) - self.ic; vb = 53.2 + 6.5 * (self.soc - .7) - .03 * nb
        self.batt(BAT, nb + w('nb', .3), vb + w('vb', .02), self.soc, [vb / 14 + self.u(f'ce{k}', .003) + w(f'ce{k}', .0025) - (f('cell9') * (.045 + .0009 * np.maximum(nb, 0)) if k == 8 else 0) for k in range(14)], [self.warm(f'bt{k}', self.amb, .2 * np.abs(lp(nb, 25)) + (5.2 * f('pack_hot') if k == 2 else 0), 420, 4, 3., .06) for k in range(4)], rate=3)
        bl = lp(f('bus_load'), .2)
        pub(POW, 'biped_msgs/msg/PowerBoard', 6, dict(bus_volts=q(vb - .012 * self.ib - .08 + w('bv', .02) - bl * (.62 + .14 * np.abs(self.wander('blx', 1, .4))), .01), bus_amps=q(self.ib + .21 * (kf + kl) + w('bi', .25), .1), rail12_volts=q(12.06 + self.u('r12', .01) - .02 * self.talk + w('r12', .007) + f('rail12') * .07 * self.white('r12x'), .005), converter_celsius=q(self.warm('cv', self.amb, 17 + 2 * self.talk + 7 * f('converter'), 220, 6, 17., .1), .1), charge_cycles=212))
        cav = lp(f('cavitation'), .5); co = self.cool0 + w('con', .05) + lp(5. * f('coolant_hot'), 60); rad = 1500 + 45 * (self.cool0 - self.amb)
        pub(COO, 'biped_msgs/msg/LegCooling', 4, dict(flow_lpm=q(2.9 + self.u('fl', .02) + .03 * self.wander('fl', 1, 15) + w('fln', .025) - .2 * f('flow'), .01), coolant_celsius=q(co, .1), loop_kpa=q(64 + self.u('lk', .5) + .9 * (self.cool0 - 30) * .3 + .7 * self.wander('lk', 1, 10) + w('lkn', .5) + cav * (4.6 * self.white('cvx') - 2), .1), pump_rpm=3380 + 9 * self.wander('pr', 1, 6) + w('prn', 9), radiator_rpm=rad + 14 * self.wander('rr', 1, 8) + w('rrn', 12) - 190 * f('radiator'), coolant_low=(f('s_coolant') > 0) & (t % 19 < 6)))
        # eyes, ears
        gp, cb = lp(f('glare_place'), .3), lp(f('camera_bright'), .4); shaky = self.v + .5 * np.abs(self.yr)
        pub(CAM, 'biped_msgs/msg/HeadCamera', 6, dict(sharpness_score=q(np.clip(77 + self.u('ss', .8) - 9 * shaky + 1.3 * self.wander('ss', 1, 6) + w('ssn', 1) - 11 * f('lens') - 7 * gp, 0, 100), .1), luma=q(np.clip(self.luma + w('lun', .9), 0, 255), .5), frame_delay_ms=q(38 + np.abs(w('fd', 2.2)) + 2 * mv + cb * (10 + 5 * np.abs(self.white('cbx'))), .5), exposure_us=q(np.maximum(9200 - 45 * (self.luma - 118) + 120 * self.wander('ex', 1, 4) + w('exn', 25), 100), 1), tracked_features=np.maximum(420 + 55 * np.sin(self.yaw * 1.3) - 60 * shaky + 22 * self.wander('tf', 1, 4) + w('tfn', 11) - gp * (190 + 50 * np.abs(self.white('gpx'))), 0)))
        near = (self.st == 2) | (self.st == 5)
        pub(DEP, 'biped_msgs/msg/DepthCamera', 5, dict(valid_percent=q(np.clip(88 + self.u('vp', .5) - 5 * near - 2 * shaky + 1.1 * self.wander('vp', 1, 7) + w('vpn', .8) - 9 * f('depth'), 0, 100), .1), plane_residual_mm=q(np.abs(3.1 + 1.4 * shaky + .25 * self.wander('pl', 1, 6) + w('pln', .25) + f('residual') * (.9 + .6 * np.abs(self.white('plx')))), .02), projector_ma=q(640 + self.u('pj', 4) + 3 * self.wander('pj', 1, 20) + w('pjn', 2) + f('projector') * 9 * self.wander('pjx', 1, .4), 1), tag_distance=np.where(near, q(.62 + w('td', .004), .001), np.nan)))
        R, lf, ped = [], f('lidar_dirt'), self.pieces('ped', 3, 16, 0, 1) < .14
        for k in range(13):
            x = (3, 3.5, 4.4, 5.5, 7, 8.5, 9, 8.5, 7, 5.5, 4.4, 3.5, 3)[k] * np.exp(.05 * self.wander(f'rg{k}', 1, 15) + .22 * np.sin(self.yaw + self.x / 3 + k / 3)) + w(f'rgn{k}', .015); x = np.where((self.st == 8) & (4 < k < 8), 1.4 + .2 * self.wander('pe', 1, 2), np.where(ped & (k in (8, 9, 10)), np.minimum(x, 2.4), x))
            if k in (4, 5): x = np.where((lf > 0) & (self.rng(f'lf{k}').random(n) < .55), .3 + np.abs(w(f'lfn{k}', .04)), x)
            R.append(x)
        self.scan('/scan', 7, R, 2.0, 25, drop=.5 * f('scan_lost'), lag=.012)
        hall = 58 + 2 * self.su('db') + 5 * np.tanh(self.wander('db', 1, 12)) + 4 * mv * np.abs(np.sin(self.ph)) + 9 * self.talk
        pub(MIC, 'biped_msgs/msg/Microphones', 5, dict(sound_db=[q(hall + self.u(f'mi{k}', .5) + 1.2 * self.wander(f'mi{k}', 1, .8) + w(f'min{k}', .7) + (f('microphone3') * (4.5 + 5 * np.abs(self.white('mix'))) if k == 2 else 0), .1) for k in range(4)]))
        pub('/speaker', 'biped_msgs/msg/Speaker', 4, dict(amplifier_ma=q(46 + self.u('sp', .6) + 420 * lp(self.talk.astype(float), .2) * np.abs(.6 + .4 * self.wander('sp', 1, .3)) + .9 * self.wander('sp2', 1, 8) + w('spn', .9) + 6 * f('speaker'), .5), talking=self.talk))
        # map, gait, radio
        lo = (f('s_map') > 0) & (self.pieces('lo', 1, 6, 0, 1) < .3); mp = lp(f('map_place'), .3)
        pub(LOC, 'biped_msgs/msg/MapMatching', 5, dict(overlap_percent=q(np.clip(84 + self.u('ov', .6) - 3 * shaky + 4 * np.sin(self.x / 2 + self.y) + 1.2 * self.wander('ovl', 1, 6) + w('ovn', .8) - mp * (14 + 4 * np.abs(self.white('mpx'))) - 45 * lo, 0, 100), .1), residual_mm=q(np.abs(11 + 3 * shaky + .9 * self.wander('re', 1, 5) + w('ren', .7) + mp * (9 + 4 * np.abs(self.white('mpy')))), .1), solve_ms=q(17 + np.abs(w('so', 1.6)) + 2 * mv + f('solve') * (8 + 4 * np.abs(self.white('sox'))), .1), lost=lo))
        ss = np.where(mv, .5 / self.fr, 0); zx = f('zmp')
        pub(GAI, 'biped_msgs/msg/Gait', 10, dict(step_seconds=q(ss + w('st', .004) * mv + f('steps') * mv * .08 * self.white('stx'), .001), zmp_error_mm=[q(5 * wk * bob + 2.2 * self.wander('z0', 1, .8) * (.5 + wk) + w('z0n', .6), .1), q(4 * wk * np.cos(self.ph) + 2.0 * self.wander('z1', 1, .8) * (.5 + wk) + w('z1n', .6) + 9.5 * zx, .1)], speed_request=q(delayed(self.v, -.25), .01), turn_request=q(delayed(self.yr, -.2), .01), steps=np.floor(self.ph / np.pi), support=np.where(mv, np.where(self.stance[0] > .6, 1, np.where(self.stance[0] < .4, 2, 3)), 3)))
        an = f('antenna'); di = np.hypot(self.x - np.mean(self.x) + 2, self.y - np.mean(self.y))
        pub(NET, 'biped_msgs/msg/Wireless', 4, dict(rssi_dbm=-47 - 1.6 * di + self.su('rs', 1.2) + 1.5 * self.wander('rs', 1, 4) + w('rsn', .9) - 5 * an, ping_ms=q(7 + np.abs(w('pi', 1.4)) + 9 * an * self.rng('pix').random(n), .1), loss_percent=q(self.rng('ls').gamma(.5, .15, n) + 1.7 * an * self.rng('lsx').random(n), .1)))
        mg = [2.1e-5 * np.cos(self.yaw) + 1.2e-6 * self.wander('m0', 1, 6) * (1 + .5 * wk), -2.1e-5 * np.sin(self.yaw) + 1.2e-6 * self.wander('m1', 1, 6) * (1 + .5 * wk) + 5e-6 * f('compass'), -4.1e-5 + 9e-7 * self.wander('m2', 1, 6)]
        pub('/magnetometer', 'sensor_msgs/msg/MagneticField', 5, {f'magnetic_field.{c}': q(mg[k] + w(f'mg{k}', 3e-7), 1e-7) for k, c in enumerate('xyz')}, 'torso')
        sep = np.clip(np.where(self.st == 8, 1.6, 4.2) + 1.1 * self.wander('sep', 1, 5) + w('sepn', .04), .5, 8)
        pub('/guard', 'biped_msgs/msg/Guard', 4, dict(estop_pressed=0, field_clear=self.st != 8, separation_m=q(hold(sep, self.on('guard_frozen')), .01)))
        pub('/payload', 'std_msgs/msg/Float32', 6, dict(data=q(np.maximum(pay + .12 * self.wander('pay', 1, 1) + w('payn', .12), 0), .01)))
        pub('/job', 'biped_msgs/msg/Job', 3, dict(activity=self.st, tote_kind=self.tot, totes_moved=self.num_), strs=dict(site='hall-B' if self.unit == 'life' and self.idx in (2, 5) else 'hall-A'))
        rh = .43 + .04 * self.su('rh') + .012 * self.wander('rh', 1, 120) + .005 * self.wander('rh2', 1, 10)
        pub('/room/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(hold(rh + w('rhn', .0012), self.on('humidity')), .001)))
        pub('/room/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1)))
        pub('/room/light', 'sensor_msgs/msg/Illuminance', 2, dict(illuminance=q((410 + 3 * (self.luma - 118)) * (1 + w('lx', .006)), 1.)))
        lp_ = f('loop')
        pub('/computer', 'biped_msgs/msg/Computer', 2, dict(loop_us=q(1000 + np.abs(w('cy', 5)) + 38 * lp_, 1), loop_worst_us=q(1130 + np.abs(w('cx', 50)) + lp_ * (380 + 150 * self.rng('cmx').random(n)), 1), gpu_celsius=q(self.warm('gpu', self.amb, 34 + 4 * wk + 2 * near + 8.5 * f('gpu'), 110, 16, 37., .25), .5), ram_mb=q(9300 + 260 * self.newver + 22 * self.su('me') + 9 * self.wander('me', 1, 110) + w('men', 3) + self.computer_leak('ram', 380), 1)), strs=dict(build='2026.7' if self.newver else '2026.5'))
        self.goals('/carry/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_knee', 'actuators', ['right knee torque limit, bit 9', 'right knee limited, continuing'])
        a2 = self.speak('s_hand', 'right_hand', ['tote slips, code 21', 'grip renewed'], 14)
        a3 = self.speak('s_map', 'map_matching', ['localization lost', 'relocalizing at the last pose'])
        s = self.when('s_coolant'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 22): self.log(x, 'W', 'leg_cooling', 'coolant low, top up', 'fault')
            a4 = np.where(self.on('s_coolant'), 1., 0.)
        self.routine([(26, 'I', 'job', 'tote placed in {} s', 25, 55), (8, 'W', 'guard', 'person close, waits {} s', 2, 9), (6, 'W', 'gait', 'step corrected {} mm', 15, 40), (5, 'I', 'map_matching', 'map updated, {} cells', 3, 40), (4, 'W', 'fleet', 'reply late {} ms', 300, 900)],
                     [('I', 'core', 'build ' + ('2026.7' if self.newver else '2026.5')), ('W', 'depth_camera', 'calibration 18 days old'), ('W', 'gait', 'sole height from last boot'), ('I', 'guard', 'estop tested')])
        self.status('actuators', 'AC20', a1, {2: 'torque limit right knee'}, bus=self.ib); self.status('right_hand', 'H3', np.maximum(a2, brief_warn(self, 'rh', 1.2)), {1: 'weak grip', 2: 'tote slips'})
        self.status('map_matching', 'MM', a3, {2: 'lost'}); self.status('leg_cooling', 'LC', a4, {1: 'coolant low'}); self.status('fleet', 'FL', brief_warn(self, 'fl', 1.4), {1: 'reply late'})
