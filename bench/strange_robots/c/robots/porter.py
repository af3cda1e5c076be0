"""Hotel delivery robot that rides the lifts."""
import numpy as np
from lib import *

S = 'std_msgs/Header header\n'
DEFS = {
 'porter_drivers/msg/WheelDrive': S + '''int32[2] enc_ticks      # left right, 4096 per rev
int16[2] rpm_x10
int16[2] current_ca     # 0.01 A
uint8[2] temp_c
uint16 status_word''',
 'porter_drivers/msg/UltrasonicRing': S + 'uint16[6] range_mm   # FL F FR R B L',
 'porter_drivers/msg/CliffArray': S + 'uint16[4] adc',
 'porter_drivers/msg/ChargerState': S + '''uint8 OFF=0
uint8 CC=1
uint8 CV=2
uint8 phase
uint16 pad_mv10
int16 current_ca
uint8 pad_temp''',
 'porter_lift_msgs/msg/LiftLink': S + '''string car_id
uint8 car_floor
uint8 door_permille_div10
uint8 ride_state      # 0 none 1 called 2 enter 3 riding 4 leave
int8 rssi
uint16 reply_ms''',
 'porter_drivers/msg/Bay': '''uint8 lock_bits      # b0 locked b1 closed
uint8 door_deg
uint16 motor_ma
int32 payload_g''',
 'porter_drivers/msg/Bays': S + 'porter_drivers/Bay[2] bays\nuint8 error_code',
 'porter_system/msg/Wifi': S + 'uint8[6] bssid\nint8 signal_dbm\nuint16 retries\nfloat32 ping_ms\nuint8 channel',
 'porter_system/msg/ComputeStats': S + '''float32[4] cpu_load
uint32 mem_used_mb
uint16 fan_rpm
uint8 cpu_temp
uint8 gpu_temp
float32 disk_pct''',
 'porter_safety/msg/SafetyIo': S + '''uint32 bits        # b0 estop ok, b1 bumper ok, b2 field free, b3 sto
uint8 window_dirt_pct
uint16 response_us''',
 'porter_drivers/msg/DepthCam': S + 'uint8 fps\nfloat32 valid_pct\nuint8 asic_temp\nuint16 laser_ma',
 'porter_nav/msg/LocQuality': S + 'float32 match_score\nuint16 particles\nuint8 floor',
}
WD, OD, IM = '/wheel_drive', '/odom', '/imu/data'
KINDS = {
 'gear_left': K('left wheel drive draws more current when driving: gearbox friction', [WD], ['current_ca[0]', 'current_ca'], ['left wheel', 'left drive', 'left gearbox'], step=False, where='when driving'),
 'slip_right': K('right wheel turns more than the robot moves: tyre slips', [WD, OD], ['rpm_x10[1]', 'enc_ticks[1]', 'rpm_x10', 'enc_ticks'], ['right wheel', 'right tyre'], where='when driving'),
 'odom_scale': K('odometry travels too far against localisation: wheel size calibration', [OD], ['twist.twist.linear.x', 'pose.pose.position.x', 'linear.x'], ['odometry', 'odom'], where='when driving'),
 'gyro_bias': K('gyro yaw rate has a bias', [IM], ['angular_velocity.z', 'angular_velocity'], ['imu', 'gyro']),
 'flat_spot': K('vibration above 0.6 m/s: flat spot on a wheel', [IM], ['linear_acceleration.z', 'linear_acceleration.x', 'linear_acceleration'], ['wheel', 'imu', 'accelerometer'], where='speed above 0.6 m/s'),
 'baro_stuck': K('barometer frozen while the lift moves', ['/baro'], ['fluid_pressure'], ['barometer', 'baro', 'pressure sensor'], where='when riding'),
 'baro_unit': K('barometer publishes hPa instead of Pa', ['/baro'], ['fluid_pressure'], ['barometer', 'baro', 'pressure sensor']),
 'cell5': K('cell 5 sags when battery current is above 5 A', ['/battery'], ['cell_voltage[4]', 'cell_voltage'], ['cell 5', 'battery', 'weak cell'], where='current above 5 A'),
 'bat_hot': K('battery gets warm without load reason', ['/battery'], ['temperature'], ['battery'], step=False, tail=400),
 'bat_sag': K('battery voltage falls too much with current: loose pole', ['/battery'], ['voltage'], ['battery', 'battery connector'], where='when driving'),
 'pad_contact': K('charge current low and pad hot at the dock: dirty contacts', ['/charger'], ['current_ca', 'pad_temp', 'pad_mv10'], ['charger', 'pad', 'charging contact', 'dock'], where='at the dock'),
 'us_cross': K('ultrasonic 3 jumps: crosstalk', ['/ultrasonic'], ['range_mm[2]', 'range_mm'], ['ultrasonic 3', 'ultrasonic', 'ultrasonic FR']),
 'us_stuck': K('ultrasonic 6 frozen', ['/ultrasonic'], ['range_mm[5]', 'range_mm'], ['ultrasonic 6', 'ultrasonic L', 'ultrasonic']),
 'cliff_drift': K('cliff sensor 2 signal falls: dirty', ['/cliff'], ['adc[1]', 'adc'], ['cliff sensor 2', 'cliff', 'cliff 2'], step=False),
 'scan_block': K('lidar sector blocked: short ranges in one direction', ['/scan'], ['ranges', 'ranges[20]'], ['lidar', 'laser', 'scanner']),
 'scan_noise': K('lidar ranges noisy', ['/scan'], ['ranges'], ['lidar', 'laser', 'scanner']),
 'window_dirt': K('safety scanner window gets dirty', ['/safety/io'], ['window_dirt_pct'], ['safety scanner', 'scanner window', 'window'], step=False),
 'lift_slow_reply': K('lift replies late', ['/lift/link'], ['reply_ms'], ['lift', 'lift link', 'elevator']),
 'lift_door': K('lift door opens slowly', ['/lift/link'], ['door_permille_div10'], ['lift', 'lift door', 'elevator'], where='at the lift'),
 'hinge': K('bay 1 door stiff: more motor current and slower', ['/bays'], ['bays[0].motor_ma', 'bays[0].door_deg', 'motor_ma', 'door_deg'], ['bay 1', 'bay 0', 'bays 0', 'hinge', 'bay door'], where='when the bay moves'),
 'payload_scale': K('payload cell of bay 2 reads too little above 2 kg', ['/bays'], ['bays[1].payload_g', 'payload_g'], ['bay 2', 'bay 1', 'bays 1', 'payload cell', 'load cell'], where='payload above 2000 g'),
 'payload_zero': K('payload cell of bay 1 wanders when nothing changes', ['/bays'], ['bays[0].payload_g', 'payload_g'], ['bay 1', 'bay 0', 'bays 0', 'payload cell', 'load cell']),
 'wifi_hole': K('wifi weak with many retries at one place', ['/wifi'], ['signal_dbm', 'retries', 'ping_ms'], ['wifi', 'wlan', 'access point'], where='at a place'),
 'loc_place': K('localisation match bad at one place (furniture moved)', ['/loc/quality'], ['match_score', 'particles'], ['localisation', 'localization', 'loc'], cons=('/amcl_pose',), where='at a place'),
 'carpet': K('drive current high at one place (rucked carpet)', [WD], ['current_ca', 'current_ca[0]', 'current_ca[1]'], ['wheel drive', 'carpet', 'floor'], where='at a place'),
 'mem_leak': K('memory use rises steadily', ['/compute'], ['mem_used_mb'], ['computer', 'compute', 'memory'], step=False),
 'fan': K('fan slower, computer hotter', ['/compute'], ['fan_rpm', 'cpu_temp', 'gpu_temp'], ['fan', 'computer', 'compute'], tail=200),
 'odom_gaps': K('odometry messages lost in part', [OD], ['header.stamp'], ['odometry', 'odom']),
 'amcl_late': K('pose comes late (old stamps)', ['/amcl_pose'], ['header.stamp', 'stamp'], ['amcl', 'localisation', 'localization']),
 'cam_weak': K('depth camera sees less: valid share and rate lower', ['/depth_cam/health'], ['valid_pct', 'fps'], ['depth camera', 'depth cam', 'camera']),
 'sluggish': K('robot does not reach the commanded speed: drive derated (effort without effect)', [OD, WD, '/cmd_vel'], ['twist.twist.linear.x', 'rpm_x10', 'linear.x'], ['wheel drive', 'drive'], where='when driving'),
 'joint_stuck': K('joint state position of the left wheel frozen', ['/joint_states'], ['position[0]'], ['left wheel', 'left encoder', 'joint states', 'wheel_left'], where='when driving'),
 's_bumper': K('bumper switch reported as pressed', ['/safety/io', '/rosout', '/diagnostics'], ['bits'], ['bumper', 'safety'], silent=False, cons=('/cmd_vel',)),
 's_lift': K('lift link timeouts are logged', ['/lift/link', '/rosout', '/diagnostics'], ['reply_ms', 'rssi'], ['lift', 'lift link', 'elevator'], silent=False),
 's_lock': K('bay lock jammed: error code', ['/bays', '/rosout', '/diagnostics'], ['error_code', 'lock_bits', 'bays[0].lock_bits'], ['bay', 'lock', 'bay lock'], silent=False),
 's_bms': K('battery management reports a bad health', ['/battery', '/rosout', '/diagnostics'], ['power_supply_health'], ['battery', 'bms'], silent=False),
}


class Porter(Sim):
    NAME, KINDS, DEFS = 'porter', KINDS, DEFS

    def plan(self):
        r, n, t = self.rng('mission'), self.n, self.t
        site = r.choice(['north', 'palace']); top = {'north': 6, 'palace': 9}[site]
        vm = r.uniform(.75, .9)
        speed, yawr, floor, ride, bay, dock, pay = [], [], np.zeros(n), np.zeros(n), np.zeros((2, n)), np.zeros(n), np.zeros((2, n))
        X, Y, YAW, V, WZ = (np.zeros(n) for _ in range(5))
        st = dict(i=0, x=0., y=0., yaw=0., fl=0.)
        self.spans, self.notes = [], []
        def wait(sec, rs=0, d=0):
            i, j = st['i'], min(n, st['i'] + int(sec / DT))
            X[i:j], Y[i:j], YAW[i:j], floor[i:j], ride[i:j], dock[i:j] = st['x'], st['y'], st['yaw'], st['fl'], rs, d
            st['i'] = j
        def drive(x, y):
            dx, dy = x - st['x'], y - st['y']
            L = np.hypot(dx, dy)
            if L < .05: return
            head = np.arctan2(dy, dx)
            da = (head - st['yaw'] + np.pi) % (2 * np.pi) - np.pi
            m = max(2, int((abs(da) / .9 + .6) / DT)); i, j = st['i'], min(n, st['i'] + m)
            k = np.arange(j - i) / m
            YAW[i:j] = st['yaw'] + da * (3 * k**2 - 2 * k**3); X[i:j], Y[i:j], floor[i:j] = st['x'], st['y'], st['fl']
            st['i'], st['yaw'] = j, st['yaw'] + da
            v, a = vm * r.uniform(.8, 1.08) if L > 4 else .45, .45
            T1 = min(v / a, np.sqrt(L / a)); vp = a * T1; Tc = (L - a * T1 * T1) / vp; T = 2 * T1 + Tc
            m = max(2, int(T / DT)); i, j = st['i'], min(n, st['i'] + m)
            k = np.arange(j - i) * DT
            s = np.where(k < T1, .5 * a * k**2, np.where(k < T1 + Tc, .5 * a * T1**2 + vp * (k - T1), L - .5 * a * np.maximum(T - k, 0)**2))
            X[i:j], Y[i:j], YAW[i:j], floor[i:j] = st['x'] + s * np.cos(head), st['y'] + s * np.sin(head), st['yaw'], st['fl']
            st['i'], st['x'], st['y'] = j, x, y
            if r.random() < .06: wait(r.uniform(3, 20))      # people in the way
        def lift(to):
            wait(r.uniform(6, 25), 1); drive(14, 3); 
            i0 = st['i']; wait(7, 2); drive(14, 5.2)
            m = max(int((abs(to - st['fl']) * 2.6 + 4) / DT), 4); i, j = st['i'], min(n, st['i'] + m)
            k = np.clip(np.arange(j - i) / m, 0, 1)
            floor[i:j] = st['fl'] + (to - st['fl']) * (3 * k**2 - 2 * k**3); X[i:j], Y[i:j], YAW[i:j], ride[i:j] = st['x'], st['y'], st['yaw'], 3
            st['i'], st['fl'] = j, float(to); wait(6, 4); drive(14, 3)
        def open_bay(b, g):
            i = st['i']; wait(r.uniform(15, 35)); j = st['i']; bay[b, i + 40:j - 80] = 1; pay[b, (i + j) // 2:] = g
        wait(r.uniform(60, 300), 0, 1)
        place = {'wifi': (float(r.uniform(5, 8)), 0.), 'loc': (float(r.uniform(17, 20)), 0.), 'carpet': (11., 0.)}
        while st['i'] < n:
            a = st['i'] * DT
            kind = r.choice(['room', 'lobby', 'patrol', 'charge'], p=[.6, .18, .1, .12])
            self.notes.append((a, kind))
            drive(2, 0)
            if kind == 'room':
                drive(3, -3); b = int(r.integers(0, 2)); open_bay(b, r.uniform(250, 5500)); drive(3, 0); drive(14, 0); drive(14, 1.5)
                lift(int(r.integers(1, top))); drive(14, 0)
                d = r.uniform(18, 34) if r.random() < .6 else r.uniform(0, 9); drive(d, 0); wait(r.uniform(5, 40)); open_bay(b, 0); drive(14, 0); drive(14, 1.5); lift(0); drive(14, 0)
            elif kind == 'lobby':
                drive(3, -3); b = int(r.integers(0, 2)); open_bay(b, r.uniform(500, 6000)); drive(3, 0); drive(r.uniform(21, 30), 0); open_bay(b, 0)
            elif kind == 'patrol':
                for _ in range(3): drive(r.uniform(20, 32), 0); wait(r.uniform(2, 15)); drive(r.uniform(3, 9), 0)
            else:
                drive(2, 0); drive(0, 0); wait(r.uniform(120, 260), 0, 1)
            if kind != 'charge' and r.random() < .5: drive(2, 0); drive(0, 0); wait(r.uniform(40, 130), 0, 1)
            self.spans.append((a, st['i'] * DT, 4 if r.random() > .06 else 6))
        self.spans = self.spans[:-1]
        self.x, self.y, self.yaw, self.fl, self.ride, self.bay, self.pay, self.dock, self.site = X, Y, YAW, floor, ride, bay, pay, dock > 0, site
        self.v = lp(np.hypot(np.gradient(X, DT), np.gradient(Y, DT)), .15)
        self.wz = lp(np.gradient(YAW, DT), .15)
        def at(p, k, rad):
            self.masks[k] = np.hypot(X - p[0], Y - p[1]) < rad
            self.conds[k] = dict(place=[round(p[0], 2), round(p[1], 2), rad])
        at(place['wifi'], 'wifi_hole', 2.5); at(place['loc'], 'loc_place', 2.5); at(place['carpet'], 'carpet', 3.0); at((0., 0.), 'pad_contact', .5)
        self.masks['carpet'] = self.masks['carpet'] & (self.v > .1); self.masks['pad_contact'] = self.masks['pad_contact'] & self.dock
        self.masks['flat_spot'] = self.v > .6; self.conds['flat_spot'] = dict(variable=OD + ':twist.twist.linear.x', above=.6)
        self.masks['payload_scale'] = self.pay[1] > 2000; self.conds['payload_scale'] = dict(variable='/bays:bays[1].payload_g', above=2000)
        self.amp0 = 2.3 + 4.2 * self.v + 1.1 * np.abs(self.wz) + 3 * np.abs(lp(np.gradient(self.v, DT), .3))
        self.masks['cell5'] = (self.amp0 > 5) & ~self.dock; self.conds['cell5'] = dict(variable='/battery:current', below=-5.0)
        mv = self.v > .1
        for k in ('gear_left', 'slip_right', 'odom_scale', 'bat_sag', 'sluggish', 'joint_stuck'): self.vis[k] = mv
        rb = lp((np.abs(np.gradient(floor)) > 1e-4) * 1., 2) > .3
        self.vis.update(baro_stuck=rb, lift_door=(ride == 2) | (ride == 4), hinge=lp(np.abs(np.gradient(bay[0])), 2) > .002, scan_block=None)

    def build(self):
        t, n, u, w, f = self.t, self.n, self.u, self.white, self.f
        bump = f('s_bumper') > 0
        v, wz = self.v, self.wz
        sl = f('sluggish')
        cmdv, cmdw = v * (1 + .36 * sl) + w('cv', .002) * (v > .01), wz   # the planner asks for more to get the same
        va = v
        self.pub('/cmd_vel', 'geometry_msgs/msg/Twist', 8, {'linear.x': np.roll(cmdv, -3), 'angular.z': np.roll(cmdw, -3)})
        sr = f('slip_right')
        half = .21
        vl, vr = va - wz * half, (va + wz * half) * (1 + .16 * sr)
        os_ = 1 + u('os', .004) + .17 * f('odom_scale')
        ovx, owz = (vl + vr) / 2 * os_, (vr - vl) / (2 * half)
        acc = lp(np.gradient(va, DT), .3)
        carp = np.where((self.x > 16) | (self.fl > .5), 1.18, 1.)      # corridors have carpet
        load = 1 + self.pay.sum(0) / 60000
        cl = (.28 + 1.35 * np.abs(vl) * carp * load + .9 * acc * load) * (np.abs(vl) > .02)
        cr = (.28 + 1.35 * np.abs(vr) * carp * load + .9 * acc * load) * (np.abs(vr) > .02)
        bumpc = 1.5 * f('carpet')
        cl = cl * (1 + u('cl', .03)) + self.wander('clw', .05, 5) * (v > .02) + .85 * f('gear_left') * (v > .05) + bumpc
        cr = cr * (1 + u('cr', .03)) + self.wander('crw', .05, 5) * (v > .02) + bumpc
        cl, cr = cl + .5 * sl * (v > .05), cr + .5 * sl * (v > .05)
        cln, crn = cl + w('cln', .06), cr + w('crn', .06)
        rpm = 60 / (2 * np.pi * .08)
        tk = 4096 / (2 * np.pi * .08)
        amb = self.rng('amb').uniform(20, 25)
        self.pub(WD, 'porter_drivers/msg/WheelDrive', 10, {'enc_ticks': [np.cumsum(vl) * DT * tk, np.cumsum(vr) * DT * tk], 'rpm_x10': [10 * rpm * vl + w('rl', 4) * (v > .01), 10 * rpm * vr + w('rr', 4) * (v > .01)], 'current_ca': [100 * cln, 100 * crn],
                 'temp_c': [amb + lp(9 * cl, 300) + w('tl', .2), amb + lp(9 * cr, 300) + w('tr', .2)], 'status_word': np.where(v > .01, 0x237, 0x233)}, frame='base_link')
        yaw_o = np.cumsum(owz) * DT
        c, s = np.cos(yaw_o), np.sin(yaw_o)
        qz, qw = quat(yaw_o)
        self.pub(OD, 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': np.cumsum(ovx * c) * DT, 'pose.pose.position.y': np.cumsum(ovx * s) * DT, 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw,
                 'twist.twist.linear.x': ovx + w('ov', .004) * (v > .01), 'twist.twist.angular.z': owz + w('ow', .004) * (v > .01)}, frame='odom', strs={'child_frame_id': 'base_link'}, drop=.5 * np.minimum(f('odom_gaps'), 1.2))
        flat = f('flat_spot')
        vib = .03 + .28 * v * (1 + .25 * (carp < 1.1)) * (1 + 1.9 * flat)
        iz, iw = quat(self.yaw)
        self.pub(IM, 'sensor_msgs/msg/Imu', 16, {'orientation.z': iz, 'orientation.w': iw, 'angular_velocity.x': w('gx', .004 + 0) * (1 + 3 * v), 'angular_velocity.y': w('gy', .004) * (1 + 3 * v), 'angular_velocity.z': wz + u('gb', .0006) + w('gz', .003) + .03 * f('gyro_bias'),
                 'linear_acceleration.x': acc + vib * .6 * w('ax') + u('axb', .03), 'linear_acceleration.y': va * wz + vib * .6 * w('ay'), 'linear_acceleration.z': 9.81 + vib * w('az') + lp(np.gradient(np.gradient(self.fl * 3.4, DT), DT), .5)}, frame='imu_link')
        cum = [np.cumsum(x) * DT / .08 for x in (vl, vr)]
        jp0 = hold(cum[0], f('joint_stuck'))
        self.pub('/joint_states', 'sensor_msgs/msg/JointState', 8, {'position': [jp0, cum[1]], 'velocity': [vl / .08 + w('jl', .05) * (v > .01), vr / .08 + w('jr', .05) * (v > .01)]}, lens={'name': 2, 'position': 2, 'velocity': 2}, strs={'name[0]': 'wheel_left', 'name[1]': 'wheel_right'})
        lq = f('loc_place')
        cov = np.zeros(36).tolist(); ps = .03 + .25 * lq
        cov[0] = .002 + .05 * lq; cov[7] = .002 + .05 * lq; cov[35] = .001
        self.pub('/amcl_pose', 'geometry_msgs/msg/PoseWithCovarianceStamped', 2, {'pose.pose.position.x': self.x + w('px') * ps, 'pose.pose.position.y': self.y + w('py') * ps, 'pose.pose.orientation.z': iz, 'pose.pose.orientation.w': iw, 'pose.covariance': cov}, frame='map', age=1.3 * f('amcl_late'), lag=.03)
        self.pub('/loc/quality', 'porter_nav/msg/LocQuality', 2, {'match_score': np.clip(.9 + u('ms', .01) + self.wander('msw', .02, 8) + w('msn', .008) - 2 * .1 * lq - .08 * (self.ride == 3), 0, 1), 'particles': 500 + 60 * np.abs(self.wander('pt', 1, 10)) + 550 * lq, 'floor': self.fl})
        # lidar of 60 beams in a corridor
        B = 60; ang = np.linspace(-np.pi, np.pi, B, endpoint=False)
        blk, nz = f('scan_block'), f('scan_noise')
        lat = np.where(self.ride > 2, .9, 1.15 + .25 * np.sin(self.x / 2.5))
        front, back = np.maximum(36 - self.x, .9), np.maximum(self.x + 2.5, .9)
        rel = ang[None, :] + 0
        gs = 10                                  # every half second is enough
        yw, la, fr, ba = self.yaw[::gs, None], lat[::gs, None], front[::gs, None], back[::gs, None]
        th = ang[None, :] + yw
        rr = np.minimum(la / np.maximum(np.abs(np.sin(th)), .02), np.where(np.cos(th) > 0, fr / np.maximum(np.cos(th), .02), ba / np.maximum(-np.cos(th), .02)))
        rr = np.minimum(rr, 25.); full = np.repeat(rr, gs, 0)[:n]
        if len(full) < n: full = np.vstack([full, full[-1:].repeat(n - len(full), 0)])
        rg = self.rng('scan')
        cols = []
        for k in range(B):
            x = full[:, k] + rg.standard_normal(n) * (.015 + .3 * nz)
            if 18 <= k <= 22: x = np.where(blk > 0, .22 + .01 * rg.standard_normal(n), x)
            cols.append(x)
        self.pub('/scan', 'sensor_msgs/msg/LaserScan', 2, {'angle_min': -np.pi, 'angle_max': np.pi, 'angle_increment': 2 * np.pi / B, 'range_min': .1, 'range_max': 25., 'ranges': cols}, frame='laser', lens={'ranges': B})
        us = [np.minimum(1000 * full[:, k], 4000) + w(f'us{i}', 9) for i, k in enumerate((37, 30, 23, 15, 0, 45))]
        us[2] = np.where(self.spikes('usx', .28 * np.minimum(f('us_cross'), 1.2)) > 0, 250 + 300 * self.rng('usv').random(n), us[2])
        us[5] = hold(us[5], f('us_stuck'))
        self.pub('/ultrasonic', 'porter_drivers/msg/UltrasonicRing', 5, {'range_mm': us})
        self.pub('/cliff', 'porter_drivers/msg/CliffArray', 5, {'adc': [1850 + u(f'cl{i}', 60) - 160 * (carp > 1.1) + w(f'clf{i}', 14) - (360 * f('cliff_drift') if i == 1 else 0) for i in range(4)]})
        pa = 101000 + self.rng('qnh').uniform(-900, 900) + self.wander('bw', 25, 600) - 40.8 * self.fl + w('bn', 2.2)
        pa = hold(pa, f('baro_stuck'))
        pa = np.where(f('baro_unit') > 0, pa / 100, pa)
        self.pub('/baro', 'sensor_msgs/msg/FluidPressure', 5, {'fluid_pressure': pa, 'variance': 5.}, frame='baro')
        # battery
        pc = f('pad_contact')
        soc0 = self.rng('soc').uniform(.45, .85)
        chg = np.where(self.dock, 9.5 * (1 + u('chg', .02)), 0) * lp(self.dock * 1., 3)
        chg = chg * (1 - .45 * np.minimum(pc, 1.25))
        amps = np.where(self.dock, 2.0, 2.3) + 1.9 * (cl + cr) + w('am', .08) - chg
        soc = np.clip(soc0 - np.cumsum(amps) * DT / 3600 / 40, .05, 1)
        ocv = 3.42 + .52 * soc
        cells = [ocv + u(f'ce{k}', .006) - amps * .0035 + w(f'cn{k}', .002) - (.012 * (amps - 3).clip(0) + .06 if k == 4 else 0) * (f('cell5') if k == 4 else 0) for k in range(7)]
        hot = lp(np.maximum(np.abs(amps) ** 1.5 * .12, 0), 500)
        bms = f('s_bms') > 0
        self.pub('/battery', 'sensor_msgs/msg/BatteryState', 2, {'voltage': sum(cells) - .10 * np.maximum(amps, 0) * f('bat_sag') + w('bv', .008), 'temperature': q(amb + 3 + hot + 5 * f('bat_hot') + w('bt', .05), .1), 'current': -amps, 'charge': soc * 40, 'capacity': 40., 'design_capacity': 42., 'percentage': q(soc, .01),
                 'power_supply_status': np.where(self.dock, 1, 2), 'power_supply_health': np.where(bms, 5, 1), 'power_supply_technology': 2, 'present': 1, 'cell_voltage': [q(c, .001) for c in cells], 'cell_temperature': [amb + 3 + hot + u(f'ct{k}', .3) for k in range(2)]}, lens={'cell_voltage': 7, 'cell_temperature': 2}, strs={'location': 'base', 'serial_number': 'PB40-' + self.unit})
        self.pub('/charger', 'porter_drivers/msg/ChargerState', 1, {'phase': self.dock, 'pad_mv10': np.where(self.dock, 2930 + 4 * chg + 60 * pc, 0) + w('pv', 2) * self.dock, 'current_ca': 100 * (chg + w('ci', .05) * self.dock), 'pad_temp': lp(amb + np.where(self.dock, 8, 0) + 20 * pc, 60) + w('pt', .3)})
        # lift
        at = (self.ride == 2) | (self.ride == 4)
        near = self.ride > 0
        lt = f('s_lift') > 0
        slow = f('lift_door')
        door = slew(lp(np.where(at, 100., 0), .2), 40 / (1 + 2.2 * slow), 40.)
        self.pub('/lift/link', 'porter_lift_msgs/msg/LiftLink', 2, {'car_floor': self.fl, 'door_permille_div10': door, 'ride_state': self.ride, 'rssi': -62 + u('lr', 2) + 6 * near + w('lrn', 1.5) - 25 * lt, 'reply_ms': np.where(lt, 5000, 120 + u('rp', 8) + 22 * np.abs(w('rpn')) + 150 * f('lift_slow_reply') * (1 + .4 * np.abs(w('rpx'))))}, strs={'car_id': 'KN-' + self.site[0].upper() + '2'})
        # bays
        jam = f('s_lock') > 0
        hg = f('hinge')
        b_ = {}
        for k in range(2):
            sp = 30 / (1 + (1.5 * hg if k == 0 else 0))
            want = self.bay[k] * 95
            ang_ = slew(np.where(jam & (k == 0), 0, want), sp, sp)
            mvn = np.abs(np.gradient(ang_, DT)) > 1
            pl = self.pay[k] + self.wander(f'pw{k}', 6, 200) + w(f'pn{k}', 5)
            if k == 1: pl = pl - .32 * np.maximum(self.pay[k] - 600, 0) * f('payload_scale')
            if k == 0: pl = pl + 420 * f('payload_zero') * np.sin(2 * np.pi * t / 47 + 1) + 160 * f('payload_zero') * self.wander('pzw', 1, 4)
            b = f'bays[{k}].'
            b_.update({b + 'lock_bits': np.where(ang_ < 1, 3, 0) * np.where(jam & (k == 0), 0, 1), b + 'door_deg': ang_, b + 'motor_ma': 12 + mvn * (340 + u(f'bm{k}', 12) + (290 * hg if k == 0 else 0)) + w(f'bmn{k}', 6), b + 'payload_g': q(pl, 5)})
        b_['error_code'] = np.where(jam, 31, 0)
        self.pub('/bays', 'porter_drivers/msg/Bays', 4, b_)
        # computer, wifi, safety
        wh = f('wifi_hole')
        sig = -52 + u('ws', 2) - 5 * np.cos(self.x / 6 + self.fl) - 14 * (self.ride == 3) + self.wander('wsw', 1.5, 6) - 13 * wh
        self.pub('/wifi', 'porter_system/msg/Wifi', 1, {'bssid': [0x3c, 0x28, 0x6d, 0x10, 4 + self.fl, np.where(self.x > 15, 2, 1)], 'signal_dbm': sig, 'retries': np.abs(w('wr', 4)) + 8 * (self.ride == 3) + 35 * wh, 'ping_ms': 9 + np.abs(w('wp', 4)) + 15 * (self.ride == 3) + 50 * wh, 'channel': np.where(self.x > 15, 44, 36)})
        drv = lp((v > .02) * 1., 4)
        cpu = [22 + 22 * drv + 3 * k + self.wander(f'cpu{k}', 4, 6) for k in range(4)]
        fan = f('fan')
        ct = 41 + lp(sum(cpu) / 4 * .45, 60) + lp(9 * fan, 40) + u('ct', .8)
        self.pub('/compute', 'porter_system/msg/ComputeStats', 1, {'cpu_load': cpu, 'mem_used_mb': 5200 + u('mm', 80) + 260 * drv + self.wander('mw', 60, 60) + 1300 * f('mem_leak'), 'fan_rpm': (2100 + 24 * (ct - 50 - 9 * fan)) * (1 - .3 * np.minimum(fan, 1.25)) + w('fr', 18), 'cpu_temp': ct + w('cpt', .4), 'gpu_temp': ct - 4 + w('gpt', .4), 'disk_pct': 41 + t / 3600})
        self.pub('/safety/io', 'porter_safety/msg/SafetyIo', 4, {'bits': np.where(bump, 0b1101, 0b1111) - 4 * (self.spikes('field', .0006) > 0), 'window_dirt_pct': 7 + u('wd', 1) + self.wander('wdw', .8, 30) + w('wdn', .5) + 15 * f('window_dirt'), 'response_us': 640 + np.abs(w('ru', 25))})
        cw = f('cam_weak')
        self.pub('/depth_cam/health', 'porter_drivers/msg/DepthCam', 2, {'fps': 30 - (w('fp') > 2) - 4 * cw - 1.5 * cw * np.abs(w('fp2')), 'valid_pct': np.clip(88 + u('vp', 1) + 3 * np.sin(self.x / 3) + self.wander('vpw', 1.5, 5) - 14 * cw, 0, 100), 'asic_temp': lp(38 + 9 * drv, 120) + w('ast', .3), 'laser_ma': 150 + w('lma', 1.5)})
        # words
        ver = 'porterOS 11.2' if self.unit != 'life' or self.idx < 3 else 'porterOS 11.4'
        lg, r = self.log, self.rng('log')
        lg(.8, 'I', 'bringup', f'{ver} starting at site {self.site}'); lg(2.5, 'W', 'amcl', 'no initial pose, using dock'); lg(3, 'I', 'lift_client', 'connected')
        for a, k in self.notes: lg(a + .1, 'I', 'task_manager', f'task {k} accepted')
        for _ in range(r.poisson(9)): lg(r.uniform(60, self.dur), 'W', 'local_planner', 'path blocked, waiting')
        for a in np.arange(30, self.dur, 300): lg(a, 'I', 'fleet_client', 'heartbeat ok')
        for kind, name, msg in (('s_bumper', 'safety_node', 'bumper pressed, check bumper'), ('s_lift', 'lift_client', 'timeout waiting for reply'), ('s_lock', 'bay_driver', 'lock jammed, code 31'), ('s_bms', 'bms_driver', 'health alarm from BMS')):
            k = self.when(kind)
            if k:
                for a in np.arange(k['start'], k['end'], 45): lg(a + .3, 'E', name, msg)
                lg(k['end'] + .1, 'I', name, 'recovered')
        z2 = lambda m: np.where(m, 2, 0)
        self.status('safety', 'sil2', z2(bump), {2: 'bumper pressed'}); self.status('lift_client', 'kn', z2(lt), {2: 'timeout'})
        self.status('bays', 'bay', z2(jam), {2: 'lock jammed'}); self.status('battery', 'pb40', z2(bms), {2: 'BMS alarm'}, soc=soc * 100)
        self.status('fleet', 'cloud', brief_warn(self, 'fleet', 2), {1: 'slow answer'}, version=ver)
        self.goals('/tasks/_action/status', self.spans)
