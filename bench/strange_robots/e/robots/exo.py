"""Lower-limb exoskeleton for gait training in a hall of a clinic."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, quat, slew

JN = ('left_hip', 'left_knee', 'left_ankle', 'right_hip', 'right_knee', 'right_ankle')
JS, MOT = '/exo/joint_states', '/exo/motor_state'


class Exo(Sim):
    NAME = 'exo'
    FLAGS = [(MOT, 'fault_code'), ('/battery', 'power_supply_health'), ('/insole/right', 'link_ok')]
    DEFS = {
        'exo_msgs/msg/MotorState': mdef('float32[6] phase_current winding_temperature; float32 bus_voltage; uint16[6] fault_code'),
        'exo_msgs/msg/CuffForce': mdef('float32[4] cuff_force'),
        'exo_msgs/msg/Insole': mdef('float32[8] cell_load; float32 cop_x cop_y total_load; uint8 link_ok'),
        'exo_msgs/msg/GaitState': mdef('float32 gait_phase cadence stride_length; uint32 step_count; float32 assist_level; uint8 activity'),
        'exo_msgs/msg/Emg': mdef('float32[4] envelope contact_kohm'),
        'exo_msgs/msg/CanStat': mdef('float32 bus_load_pct cycle_ms; uint32 error_frames'),
        'exo_msgs/msg/Crutch': mdef('float32 axial_force cell_volt; int16 link_rssi'),
        'exo_msgs/msg/Heart': mdef('float32 heart_rate; uint8 belt_contact'),
        'exo_msgs/msg/Cooling': mdef('float32 fan_rpm sink_temperature'),
        'exo_msgs/msg/Computer': mdef('float32 cpu_load free_mem_mb board_temperature loop_latency_ms'),
        'exo_msgs/msg/Tablet': mdef('int16 wifi_rssi; float32 ping_ms; float32 tablet_soc'),
    }
    KINDS = dict(
        knee_fric=K('left knee motor needs more and more current: gear runs rough', [MOT], ['phase_current[1]'], ['left knee', 'left_knee', 'knee left'], step=False, where='when moving', cons=('winding_temperature[1]', 'winding temperature'), tail=300),
        hip_zero=K('right hip stands beside its command: wrong zero after service', [JS], ['position[3]'], ['right hip', 'right_hip', 'hip right']),
        ankle_play=K('left ankle lags and jumps at each reversal: coupling loose', [JS], ['position[2]', 'velocity[2]'], ['left ankle', 'left_ankle', 'ankle left'], where='when moving'),
        torque_drift=K('torque sensor of the right knee drifts', [JS], ['effort[4]'], ['right knee', 'right_knee', 'knee right'], step=False),
        hall_noise=K('velocity of the left hip noisy: hall cable', [JS], ['velocity[0]'], ['left hip', 'left_hip', 'hip left']),
        wind_hot=K('winding of the right knee motor gets far hotter at the same current: heat pad loose', [MOT], ['winding_temperature[4]'], ['right knee', 'right_knee', 'knee right'], step=False, tail=300),
        temp_stuck=K('winding temperature of the left ankle frozen', [MOT], ['winding_temperature[2]'], ['left ankle', 'left_ankle', 'ankle left']),
        hip_assist=K('left hip draws far more current at an assist level above 60 percent', [MOT], ['phase_current[0]'], ['left hip', 'left_hip', 'hip left'], where='**assist level above 60 %**, moving', cond=True, cons=('winding_temperature[0]', 'winding temperature'), tail=200),
        ankle_cad=K('right ankle does not follow at a cadence above 46 steps/min', [JS], ['position[5]'], ['right ankle', 'right_ankle', 'ankle right'], where='**cadence above 46**', cond=True),
        knee_flex=K('CAN error frames and long cycles while the right knee is bent above 0.8 rad: cable kinked', ['/can_bus'], ['error_frames', 'cycle_ms'], ['can bus', 'right knee cable'], where='**right knee above 0.8 rad**', cond=True),
        sit_weak=K('left knee effort low when standing up or sitting down: drive limits its torque', [JS, MOT], ['effort[1]', 'phase_current[1]'], ['left knee', 'left_knee', 'knee left'], where='in sit-to-stand'),
        cuff_loose=K('forces of the left thigh cuff small: strap loose', ['/exo/cuffs'], ['cuff_force[0]'], ['left thigh cuff', 'cuff', 'cuffs'], where='when moving'),
        cell_dead=K('cell 3 of the left insole reads nothing', ['/insole/left'], ['cell_load[3]', 'total_load', 'cop_x', 'cop_y'], ['left insole', 'insole left'], where='under load'),
        insole_fade=K('all cells of the right insole read less and less: amplifier', ['/insole/right'], ['cell_load', 'total_load'], ['right insole', 'insole right'], step=False, where='under load'),
        insole_old=K('right insole comes with old stamps', ['/insole/right'], ['header.stamp'], ['right insole', 'insole right']),
        trunk_tilt=K('trunk IMU pitch and acceleration shifted: holder slipped', ['/trunk/imu'], ['orientation.y', 'linear_acceleration.x'], ['trunk', 'trunk imu', 'imu']),
        gyro_swap=K('roll gyro of the trunk has the wrong sign after an exchange', ['/trunk/imu'], ['angular_velocity.x'], ['trunk', 'trunk imu', 'imu', 'gyro'], where='when moving'),
        emg_contact=K('EMG channel 2 noisy with high contact resistance: electrode dries', ['/emg'], ['envelope[2]', 'contact_kohm[2]'], ['emg', 'emg channel 2']),
        cell_sag=K('battery cell 4 sags when the current is above a number', ['/battery'], ['cell_voltage[4]'], ['battery', 'cell 4'], where='**battery current above a number**', cond=True, need=15),
        bus_loose=K('bus voltage of the motors drops in short moments: loose plug', [MOT], ['bus_voltage'], ['bus voltage', 'motor bus', 'power bus']),
        crutch_zero=K('left crutch force has an offset', ['/crutch/left'], ['axial_force'], ['left crutch', 'crutch left']),
        crutch_batt=K('battery of the right crutch loses voltage', ['/crutch/right'], ['cell_volt'], ['right crutch', 'crutch right'], step=False),
        crutch_heavy=K('right crutch force noisy above 140 N: sensor film cracked', ['/crutch/right'], ['axial_force'], ['right crutch', 'crutch right'], where='**axial force above 140 N**', cond=True, need=15),
        heart_stuck=K('heart rate frozen', ['/heart'], ['heart_rate'], ['heart', 'heart rate', 'chest belt']),
        fan_slow=K('fan slow, heat sink warmer', ['/cooling'], ['fan_rpm', 'sink_temperature'], ['cooling', 'fan', 'heat sink'], tail=400),
        js_lost=K('joint states get lost in part', [JS], ['header.stamp'], ['joint states', 'joint state']),
        late=K('all joints follow their command late', [JS], ['position[0]', 'position[1]', 'position[3]', 'position[4]'], ['joints', 'joint controller', 'joint states'], where='when moving'),
        odo_short=K('odometry counts strides too short: leg length entered wrong', ['/odom', '/gait'], ['twist.twist.linear.x', 'stride_length'], ['odometry', 'odom', 'stride'], where='when walking', cons=('/uwb/pose',), tail=1500),
        steps_miss=K('gait phase misses strides: step count and phase hang', ['/gait'], ['step_count', 'gait_phase'], ['gait', 'gait phase', 'step detection'], where='when walking'),
        uwb_spot=K('UWB position jumps at one place of the hall', ['/uwb/pose'], ['pose.pose.position.x', 'pose.pose.position.y', 'covariance'], ['uwb', 'uwb pose'], where='**at a place**', cond=True),
        wifi_spot=K('tablet Wi-Fi weak and slow at one place of the hall', ['/tablet'], ['wifi_rssi', 'ping_ms'], ['tablet', 'wifi'], where='**at a place**', cond=True),
        mem_leak=K('free memory of the computer falls', ['/computer'], ['free_mem_mb'], ['computer', 'memory'], step=False),
        loop_slow=K('control loop latency longer', ['/computer'], ['loop_latency_ms'], ['computer', 'control loop', 'loop']),
        s_joint=K('right hip drive reports overcurrent', [MOT, '/rosout', '/diagnostics'], ['fault_code[3]', 'phase_current[3]'], ['right hip', 'right_hip', 'hip right'], silent=False),
        s_batt=K('battery pack reports a bad state', ['/battery', '/rosout', '/diagnostics'], ['power_supply_health'], ['battery', 'battery pack'], silent=False),
        s_insole=K('right insole link lost again and again, and logged', ['/insole/right', '/rosout', '/diagnostics'], ['link_ok', 'cell_load'], ['right insole', 'insole right', 'insole'], silent=False),
        s_posture=K('posture monitor reports an implausible IMU', ['/trunk/imu', '/rosout', '/diagnostics'], ['orientation.x', 'orientation.y'], ['trunk', 'trunk imu', 'posture'], silent=False),
    )

    def plan(self):
        t, n = self.t, self.n
        r = self.rng('plan')
        head = [('don', r.uniform(60, 150))]
        T = self.tasks = self.segs('act', dict(walk=(4.5, 45, 170), stand=(1.1, 12, 40), sts=(1.6, 25, 55), balance=(1, 25, 60), rest=(.9, 25, 90), don=(.12, 60, 140), therapist=(.4, 20, 50)), head)
        self.walk = self.is_(T, 'walk')
        self.sit = self.is_(T, 'rest', 'don')
        # patients change when the device is put on
        self.pat = np.zeros(n, int); c = 0
        for a, b, k in T:
            if k == 'don': c += 1
            self.pat[int(a / DT):] = c
        rp = self.rng('patient'); P = rp.uniform(size=(12, 6))
        pv = lambda j, lo, hi: (lo + (hi - lo) * P[:, j])[self.pat % 12]
        self.mass, self.spast, self.asym, self.hr0 = pv(0, 52, 96), pv(1, 0, 1), pv(2, -.12, .12), pv(3, 68, 92)
        self.assist = q(np.clip(self.per('assist', T, dict(walk=(30, 88), sts=(50, 95), balance=(20, 50), stand=(20, 50), therapist=(0, 15))), 0, 100), 5)
        cad = self.per('cad', T, dict(walk=(34, 56))) * (1 + .03 * self.wander('cadw', 1, 12))
        self.cad = lp(np.where(self.walk, cad, 0), .8, 0.)
        self.amp = np.clip(lp(self.walk.astype(float), .7, 0.), 0, 1)
        self.ph = np.cumsum(self.cad / 120) * DT
        sts = self.is_(T, 'sts')
        cyc = self.per('stsT', T, dict(sts=(7, 11)))
        self.since = np.zeros(n)
        for a, b, k in T: self.since[int(a / DT):int(b / DT) + 1] = t[int(a / DT):int(b / DT) + 1] - a
        up = np.where(sts, ((self.since / np.maximum(cyc, 1)) % 1 > .5), ~self.sit).astype(float)
        self.stand = lp(slew(up, .55), .3)                               # 1 upright, 0 sitting
        self.ststorque = np.abs(np.gradient(self.stand, DT)) > .05
        th = self.is_(T, 'therapist')
        ang, shift = [], (0, 0, 0, .5, .5, .5)
        hk = [.0, .0]
        for j in range(6):
            p = 2 * np.pi * (self.ph + shift[j])
            s = self.amp * (1 + (self.asym if j > 2 else -self.asym)) * (.78 + .0045 * self.cad) * (1 - .2 * self.spast * (j % 3 == 1))
            if j % 3 == 0: g = .12 + .36 * np.cos(p) - .04 * np.cos(2 * p); sit = 1.45
            elif j % 3 == 1: g = .42 - .32 * np.cos(p - 1.2 + np.pi * .55) + .17 * np.cos(2 * p - .7); sit = 1.5
            else: g = .02 + .13 * np.sin(p + .6) + .09 * np.sin(2 * p - .9); sit = .05
            y = s * g + sit * (1 - self.stand) + .04 * (j % 3 == 1)
            y = y + lp(th * self.pieces(f'th{j}', 1, 4, -.1, .55 if j % 3 < 2 else .2), .5) * 1.0 + .035 * self.is_(T, 'balance') * self.wander(f'ba{j}', 1, 1.2)
            ang.append(y)
        self.cmd = ang
        self.ang = [lp(a, .045) for a in ang]
        self.vel = [np.gradient(a, DT) for a in self.ang]
        self.mov = lp(np.abs(self.vel[1]) + np.abs(self.vel[4]), .6) > .15
        # way through the hall: laps with turns, only while walking
        self.stride = np.where(self.cad > 5, .38 + .0085 * self.cad + self.u('leg', .02), 0) * self.amp
        self.v = self.stride * 2 * self.cad / 120
        s = np.cumsum(self.v) * DT
        L, Wd = 14.0 + self.su('hallL', 1), 3.2
        per = 2 * L + np.pi * Wd
        u = (s + per * r.random()) % per
        lat = .35 * self.wander('lane', 1, 90)
        turn = np.where(u < L, 0, np.where(u < L + np.pi * Wd / 2, (u - L) / (Wd / 2), np.where(u < 2 * L + np.pi * Wd / 2, np.pi, np.pi + (u - 2 * L - np.pi * Wd / 2) / (Wd / 2))))
        cx = np.where(u < L, u, np.where(u < L + np.pi * Wd / 2, L + Wd / 2 * np.sin(turn), np.where(u < 2 * L + np.pi * Wd / 2, 2 * L + np.pi * Wd / 2 - u, Wd / 2 * np.sin(turn))))
        cy = Wd / 2 - Wd / 2 * np.cos(turn)
        self.x, self.y, self.yaw = cx - lat * np.sin(turn), cy + lat * np.cos(turn), np.unwrap(turn)
        # torque and current without faults
        self.torq, cur = [], []
        for j in range(6):
            k = (11, 14, 9)[j % 3]
            p = 2 * np.pi * (self.ph + shift[j])
            wgt = self.mass / 75
            tq = self.assist / 100 * k * wgt * self.amp * (np.cos(p + (.5, -.6, 1.1)[j % 3]) + .35) + self.vel[j] * (2.2 + 1.6 * self.spast)
            tq = tq + (j % 3 < 2) * (self.assist / 100) * wgt * (26 if j % 3 == 1 else 18) * np.clip(4 * self.stand * (1 - self.stand), 0, 1) * sts + (1.2, 1.6, .6)[j % 3] * self.stand * wgt
            tq = tq + .6 * self.spast * self.wander(f'sp{j}', 1, .8) * self.amp
            self.torq.append(tq)
            cur.append(tq * .42 + (.75 + self.u(f'fr{j}', .05)) * np.tanh(self.vel[j] / .12) + .15 * np.gradient(self.vel[j], DT))
        self.cur0 = cur
        self.crf = []
        for side in (0, 1):
            p = 2 * np.pi * (self.ph + .5 * (1 - side))
            self.crf.append(lp(self.mass * 9.81 * (.08 + .1 * (1 - self.assist / 100)) * (self.amp * np.clip(np.cos(p) + .25, 0, 2) + .5 * self.is_(T, 'balance', 'stand') + .9 * self.ststorque), .1) * (1 + (.1, -.1)[side] * self.su('lean')) + np.abs(self.wander(f'cr{side}', 6, 1.5)) * ~self.sit)
        self.iba = 2.1 + .11 * sum(np.abs(c) ** 1.25 for c in cur) + .35 * lp(self.mov, 60) + self.ns('iba', .12)
        self.num('hip_assist', self.assist, '/gait:assist_level', ['assist', 'assist level'], above=60, and_=self.mov)
        self.num('ankle_cad', self.cad, '/gait:cadence', ['cadence', 'steps', 'fast', 'speed'], above=46)
        self.num('knee_flex', self.ang[4], '/exo/joint_states:position[4]', ['right knee', 'knee', 'position', 'bent', 'flexed', 'flexion'], above=.8)
        th = float(np.round(np.quantile(self.iba, .9), 1))
        self.num('cell_sag', self.iba, '/battery:current', ['current', 'load', 'battery current'], above=th)
        self.num('crutch_heavy', self.crf[1], '/crutch/right:axial_force', ['axial force', 'force', 'load', 'axial'], above=140)
        for k, rad in (('uwb_spot', 1.6), ('wifi_spot', 1.9)):
            px, py = self.spot(k, self.x, self.y, rad, self.walk, .11)
            self.at(k, self.x, self.y, px, py, rad)
        self.mode('knee_fric ankle_play cuff_loose late gyro_swap', self.mov, 'moving', 'moves', 'walking', 'velocity', 'motion', 'walk', 'cadence')
        self.mode('sit_weak', self.ststorque & sts, 'sit', 'standing up', 'sit to stand', 'activity', 'sts')
        self.mode('cell_dead insole_fade', ~self.sit, 'load', 'standing', 'walking', 'loaded')
        self.mode('odo_short steps_miss', self.walk & (self.cad > 20), 'walking', 'walk', 'cadence', 'moving')

    def build(self):
        t, f, w, T = self.t, self.f, self.ns, self.tasks
        sts = self.is_(T, 'sts')
        late = f('late')
        pos = [a + self.u(f'z{j}', .004) for j, a in enumerate(self.ang)]
        if late.any(): pos = [np.where(late > 0, delayed(p, .17 * late.max()), p) for p in pos]
        pos[3] = pos[3] + .065 * f('hip_zero')
        pl = f('ankle_play')
        if pl.any():
            b, y = .06 * pl.max(), []
            c = pos[2][0]
            for x in pos[2].tolist():
                c = x - b if x - c > b else x + b if c - x > b else c
                y.append(c)
            pos[2] = np.where(pl > 0, np.array(y), pos[2])
        ac = f('ankle_cad')
        pos[5] = pos[5] - ac * .38 * (pos[5] - lp(pos[5], 4.)) - .02 * ac
        vel = [np.gradient(lp(p, .03), DT) for p in pos]
        weak = f('sit_weak') * self.ststorque * sts
        eff = [q_ + w(f'tq{j}', .35) + self.u(f'tqo{j}', .25) for j, q_ in enumerate(self.torq)]
        eff[1] = eff[1] * (1 - .38 * weak)
        eff[4] = eff[4] + 3.4 * f('torque_drift')
        oc = f('s_joint')
        cur = [c + w(f'cu{j}', .12) for j, c in enumerate(self.cur0)]
        cur[1] = cur[1] * (1 - .36 * weak) + 1.15 * f('knee_fric') * np.tanh(vel[1] / .12)
        cur[0] = cur[0] + f('hip_assist') * (.9 * np.tanh(vel[0] / .12) + .35 * self.cur0[0])
        cur[3] = cur[3] * (1 + .5 * oc) + 2.5 * oc * self.spikes('oc', .05)
        self.joints(JS, 12, JN, [q(p + w(f'pn{j}', .0008), .0005) for j, p in enumerate(pos)], [q(v + w(f'vn{j}', .012) + (f('hall_noise') * .13 * self.white('hall') if j == 0 else 0), .002) for j, v in enumerate(vel)], [q(e, .05) for e in eff], drop=.45 * f('js_lost'))
        self.joints('/exo/joint_cmd', 10, JN, [q(c, .0005) for c in self.cmd])
        room = 22 + self.su('room', 1.2) + self.wander('room', .3, 800)
        tw = []
        for j in range(6):
            x = room + 6 + lp(1.35 * self.cur0[j]**2 * 1.0 + (3.2 * f('knee_fric') if j == 1 else 3.5 * f('hip_assist') if j == 0 else 0), 260, 1.5) + self.u(f'tw{j}', .5)
            if j == 4: x = x + lp(11 * f('wind_hot'), 60, 0.)
            tw.append(x + w(f'tw{j}', .12))
        tw[2] = hold(tw[2], self.on('temp_stuck'))
        bv = 48.6 + self.su('soc', .5) - 1.6 * t / 3600 - .055 * self.iba
        self.pub(MOT, 'exo_msgs/msg/MotorState', 8, dict(phase_current=[q(c, .02) for c in cur], winding_temperature=[q(x, .1) for x in tw], bus_voltage=q(bv - .25 + w('bv', .04) - f('bus_loose') * self.spikes('bl', .05) * (1.2 + np.abs(self.white('bla', .8))), .02),
                 fault_code=[0, 0, 0, np.where((oc > 0) & (t % 12 < 5), 0x2310, 0), 0, 0]))
        cf = []
        for j, (a, b) in enumerate(((0, 1), (1, 2), (3, 4), (4, 5))):
            x = 14 + 2.1 * np.abs(self.torq[a]) + 1.2 * np.abs(self.torq[b]) + 5 * self.spast * np.abs(vel[b] if not late.any() else self.vel[b]) + self.per(f'strap{j}', T, {k: (-4, 4) for k in ('walk', 'sts', 'balance', 'stand', 'rest', 'don', 'therapist')}) * .5
            cf.append(lp(x, .08) * (1 - .48 * f('cuff_loose') if j == 0 else 1) + w(f'cf{j}', .9))
        self.pub('/exo/cuffs', 'exo_msgs/msg/CuffForce', 8, dict(cuff_force=[q(np.maximum(x, 0), .2) for x in cf]))
        # feet
        for s, side in enumerate(('left', 'right')):
            p = (self.ph + .5 * s + .1) % 1
            st = np.clip(np.where(p < .62, np.minimum(p / .07, (.62 - p) / .07), 0), 0, 1)
            load = self.mass * 9.81 * (self.amp * st * (.94 + .12 * np.cos(4 * np.pi * p / .62)) + (1 - self.amp) * (.5 + .06 * self.wander(f'sway{s}', 1, 2.5) * (1 + self.is_(T, 'balance') * 1.6)) * (.15 + .85 * self.stand))
            load = lp(np.maximum(load - .6 * self.crf[s] * st, 0), .06)
            roll = np.clip(p / .62, 0, 1) * self.amp + .45 * (1 - self.amp) + .05 * self.wander(f'cop{s}', 1, 3)
            cx = np.array([.05, .05, .3, .3, .6, .6, .85, .95]); cyy = np.array([-1, 1, -.8, .8, -1, 1, .1, -.3])
            wt = np.array([np.exp(-((roll - c) / .26)**2) for c in cx]); wt = wt / wt.sum(0)
            cells = [wt[i] * load * (1 + self.u(f'ig{s}{i}', .05)) for i in range(8)]
            if s == 0: cells[3] = cells[3] * (1 - np.minimum(f('cell_dead') * 1.2, 1))
            else: cells = [c * (1 - .3 * f('insole_fade')) for c in cells]
            lost = f('s_insole') * (self.pieces('inl', .6, 3, 0, 1) < .35) if s else self.z0
            cells = [q(np.maximum(c * (1 - (lost > 0)) + w(f'ic{s}{i}', 1.5), 0), .5) for i, c in enumerate(cells)]
            tot = sum(cells)
            self.pub(f'/insole/{side}', 'exo_msgs/msg/Insole', 8, dict(cell_load=cells, cop_x=q(sum(c * (x - .5) * .22 for c, x in zip(cells, cx)) / (tot + 20), 5e-4), cop_y=q(sum(c * x * .03 for c, x in zip(cells, cyy)) / (tot + 20), 2e-4), total_load=tot, link_ok=lost == 0), side, age=.6 * f('insole_old') if s else None)
            self.pub(f'/crutch/{side}', 'exo_msgs/msg/Crutch', 5, dict(axial_force=q(np.maximum(self.crf[s] + w(f'crn{s}', 1.6) + (22 * f('crutch_zero') if s == 0 else f('crutch_heavy') * self.white('crh', 24)), -10), .5),
                     cell_volt=q(3.02 + self.su(f'cv{s}', .03) - .01 * t / 3600 + w(f'cv{s}', .006) - (.22 * f('crutch_batt') if s else 0), .005), link_rssi=np.rint(-58 + self.u(f'rs{s}', 2) + w(f'rs{s}', 2.2, 2))))
        # trunk
        p2 = 2 * np.pi * self.ph
        lean = .06 + .3 * np.clip(4 * self.stand * (1 - self.stand), 0, 1) + .08 * (1 - self.stand) + .02 * self.wander('lean', 1, 20) + self.su('lean2', .01)
        pit = lean + self.amp * .03 * np.cos(2 * p2 + .4) + .018 * self.wander('pb', 1, 1.5) * self.is_(T, 'balance', 'don', 'therapist')
        rol = self.amp * .05 * np.cos(p2 + .3) * (1 + self.asym) + .015 * self.wander('rb', 1, 1.5) * self.is_(T, 'balance', 'don', 'therapist')
        g = [np.gradient(rol, DT), np.gradient(pit, DT), np.gradient(lp(self.yaw, .3), DT) + self.amp * .18 * np.cos(p2)]
        tl = .085 * f('trunk_tilt')
        im = f('s_posture') * (self.pieces('imp', .5, 4, 0, 1) < .3) * .35
        az = 9.81 + self.amp * (1.5 * np.cos(2 * p2) + .5 * np.cos(4 * p2)) * (self.cad / 46)**2
        ax = -9.81 * np.sin(pit + tl) + self.amp * .7 * np.cos(2 * p2 + 1.3)
        g0 = g[0] * np.where(self.on('gyro_swap'), -1, 1)
        self.imu('/trunk/imu', 12, (rol + w('ro', .0015) + im, pit + tl + w('pi', .0015) + im * .7, self.yaw + self.wander('ydr', .04, 600)), (g0 + w('g0', .012) + self.u('g0', .003), g[1] + w('g1', .012), g[2] + w('g2', .012)),
                 (ax + w('ax', .09), 9.81 * np.sin(rol) + .6 * self.amp * np.cos(p2 + .8) + w('ay', .09), az * np.cos(pit) + w('az', .11)), 'trunk')
        # gait, position
        hang = f('steps_miss')
        ph = self.ph % 1
        if hang.any():
            miss = (self.rng('miss').random(int(self.ph[-1]) + 2) < .45)[np.floor(self.ph).astype(int)] & (hang > 0)
            ph = np.where(miss, .12, ph)
            cnt = np.cumsum((np.diff(np.floor(2 * self.ph), prepend=0) > 0) & ~miss)
        else: cnt = np.cumsum(np.diff(np.floor(2 * self.ph), prepend=0) > 0)
        sh = 1 - .13 * f('odo_short')
        act = sum(self.is_(T, k) * i for i, k in enumerate(('don', 'rest', 'stand', 'walk', 'sts', 'balance', 'therapist')))
        self.pub('/gait', 'exo_msgs/msg/GaitState', 8, dict(gait_phase=q(ph, .01), cadence=q(np.maximum(self.cad + w('cad', .25) * self.amp, 0), .1), stride_length=q(self.stride * sh * (1 + w('strn', .012)), .01), step_count=cnt, assist_level=self.assist, activity=act))
        vo = self.v * sh * (1 + .08 * np.cos(2 * p2)) + w('vo', .008) * self.amp
        ox, oy = q(self.x[0] + np.cumsum(vo * np.cos(self.yaw)) * DT, 1e-4), q(self.y[0] + np.cumsum(vo * np.sin(self.yaw)) * DT, 1e-4)
        self.pub('/odom', 'nav_msgs/msg/Odometry', 8, {'pose.pose.position.x': ox, 'pose.pose.position.y': oy, 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(vo, 1e-4), 'twist.twist.angular.z': g[2] + w('oz', .01)}, 'odom', strs=dict(child_frame_id='trunk'))
        us = f('uwb_spot')
        sig = .05 + .5 * us
        cov = [0.] * 36; cov[0] = cov[7] = np.maximum(.003 + .02 * us + w('cov', .0004), .001)
        self.pub('/uwb/pose', 'geometry_msgs/msg/PoseWithCovarianceStamped', 5, {'pose.pose.position.x': q(self.x + w('ux', 1.) * sig + .2 * us, .005), 'pose.pose.position.y': q(self.y + w('uy', 1.) * sig, .005), 'pose.pose.orientation.w': 1., 'pose.covariance': cov}, 'hall')
        # body signals
        work = lp(self.amp * self.cad / 50 * (1.3 - self.assist / 100) + .8 * sts, 70, 0.)
        hr = self.hr0 + 38 * work + 3 * self.wander('hrv', 1, 15)
        self.pub('/heart', 'exo_msgs/msg/Heart', 1, dict(heart_rate=q(hold(hr + w('hr', 1.), self.on('heart_stuck')), 1), belt_contact=1))
        en, ck = [], []
        for j in range(4):
            p = 2 * np.pi * (self.ph + .5 * (j > 1) + .13 * (j % 2))
            e = 6 + (1.25 - self.assist / 100) * 60 * (self.amp * np.clip(np.cos(p), 0, 1)**2 + .5 * self.ststorque + .2 * self.is_(T, 'balance')) * (1 + .3 * self.spast)
            e = lp(e, .1) * (1 + .18 * w(f'em{j}', 1, .3)) + w(f'en{j}', .6)
            c = 9 + self.pieces(f'ck{j}', 300, 1200, -2.5, 2.5) + .8 * self.wander(f'ck{j}', 1, 60) + w(f'ckn{j}', .2)
            if j == 2:
                x = f('emg_contact'); e, c = e + x * np.abs(self.white('emx', 11)), c + 9 * x + 2 * x * self.wander('ckx', 1, 3)
            en.append(q(np.maximum(e, 0), .1)); ck.append(q(np.maximum(c, 2), .1))
        self.pub('/emg', 'exo_msgs/msg/Emg', 8, dict(envelope=en, contact_kohm=ck))
        # power, computers
        cs = f('cell_sag')
        cells = [bv / 13 + self.u(f'cell{i}', .006) - (cs * (.09 + .012 * (self.iba - 6)) if i == 4 else 0) + w(f'cl{i}', .003) for i in range(13)]
        self.pub('/battery', 'sensor_msgs/msg/BatteryState', 4, dict(voltage=q(bv + w('bvb', .03), .01), current=q(-self.iba, .05), percentage=q(np.clip(.92 + self.su('soc', .02) - .33 * t / 3600, 0, 1), .01), temperature=q(room + 4 + lp(.5 * self.iba, 700, 1.) + w('bt', .06), .1), present=1, power_supply_status=2,
                 power_supply_health=np.where(self.on('s_batt'), 5, 1), cell_voltage=[q(c, .002) for c in cells]), lens=dict(cell_voltage=13))
        kf = f('knee_flex'); ef = self.spikes('efn', .0006) + kf * self.spikes('efk', .22) * np.rint(1 + 2 * self.rng('efx').random(self.n))
        self.pub('/can_bus', 'exo_msgs/msg/CanStat', 5, dict(bus_load_pct=q(46 + 2 * self.amp + w('bld', .7), .1), cycle_ms=q(1. + np.abs(w('cyc', .02)) + .3 * kf * self.rng('cyx').random(self.n), .01), error_frames=40 + np.cumsum(ef)))
        fs = f('fan_slow'); hs = lp(self.iba, 240)
        self.pub('/cooling', 'exo_msgs/msg/Cooling', 2, dict(fan_rpm=q(2600 + 90 * (hs - 4) - 650 * fs + w('fan', 18) + self.u('fan', 40), 10), sink_temperature=q(room + 5 + 2.1 * hs + lp(7 * fs, 140, 0.) + w('sink', .1), .1)))
        self.pub('/computer', 'exo_msgs/msg/Computer', 2, dict(cpu_load=q(38 + 7 * self.amp + w('cpu', 2.), .1), free_mem_mb=q(1830 - 58 * self.newver + self.su('mem', 8) + 5 * self.wander('mem', 1, 150) + w('memn', 1.5) - self.computer_leak('mem_leak', 260), 1), board_temperature=q(room + 21 + 4 * lp(self.amp, 300) + w('bdt', .15), .1),
                 loop_latency_ms=q(.42 + .05 * self.amp + np.abs(w('llm', .03)) + f('loop_slow') * (.22 + .25 * self.spikes('lls', .15)), .01)))
        ws = f('wifi_spot')
        rs = -48 - 1.1 * np.hypot(self.x - 4, self.y) + 2 * self.wander('shad', 1, 8) + w('wr', 1.2)
        self.pub('/tablet', 'exo_msgs/msg/Tablet', 2, dict(wifi_rssi=np.rint(rs - 13 * ws), ping_ms=q(7 + self.rng('ping').gamma(2, 2, self.n) + 45 * ws * self.rng('ping2').random(self.n), .1), tablet_soc=q(94 - 9 * t / 3600 + self.su('tb', 2), 1)))
        self.pub('/hall/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(room + w('rt', .04), .1)))
        self.goals('/training/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .06 else 4) for i, (a, b, k) in enumerate(T) if k in ('walk', 'sts', 'balance')])
        j = self.speak('s_joint', 'drive_right_hip', ['overcurrent trip on right hip drive (0x2310)', 'right hip drive derated'])
        b = self.speak('s_batt', 'bms', ['battery pack: balancing failed, cell check demanded', 'battery pack state of health low'])
        i = self.speak('s_insole', 'insole_right', ['right insole: radio link lost', 'right insole reconnecting'], 12)
        p = self.speak('s_posture', 'posture_monitor', ['trunk IMU implausible against joint angles', 'posture estimate rejected'])
        v = '3.6.0' if self.newver else '3.5.2'
        self.routine([(9, 'W', 'gait_estimator', 'phase uncertain at gait start, confidence {} %', 30, 60), (6, 'W', 'safety', 'therapist stop button pressed, hold for {} s', 2, 9), (18, 'I', 'trainer', 'bout finished, {} m', 8, 60), (5, 'W', 'tablet', 'reconnect after {} s', 1, 6), (8, 'I', 'emg', 'electrode check {} kohm', 6, 12)],
                     [('I', 'exo_core', f'exo_core {v} started'), ('W', 'bms', 'last charge not complete'), ('W', 'heart', 'belt not yet found'), ('I', 'exo_core', 'all joints referenced')])
        self.status('drives', 'EC-6', j, {2: 'right hip overcurrent'}, version=v)
        self.status('battery pack', 'BP-48', b, {2: 'cell check demanded'})
        self.status('insoles', 'IS-8', np.maximum(i, brief_warn(self, 'ins', 2)), {1: 'weak link for a moment', 2: 'right insole link lost'})
        self.status('posture', 'IMU-T', p, {2: 'IMU implausible'})
        self.status('recorder', 'sd', brief_warn(self, 'rec', 1), {1: 'write slow'}, free_gb=61 - t / 3600)
