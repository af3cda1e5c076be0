"""Tethered underwater inspection ROV at dams and quays."""
import numpy as np
from lib import *

S = 'std_msgs/Header header\n'
DEFS = {
 'kelpie_msgs/msg/ThrusterArray': S + '''uint8 COUNT=6
# order: FP FS AP AS VP VS
int16[6] demand_permille   # -1000..1000
int16[6] rpm
uint16[6] current_ca       # 0.01 A
int16[6] temp_dc           # 0.1 degC
uint16[6] fault_bits''',
 'kelpie_msgs/msg/DvlBeam': '''uint8 id
float32 vel        # m/s radial
float32 dist       # m
float32 fom
int16 rssi_db
bool valid''',
 'kelpie_msgs/msg/DvlReport': S + '''uint64 time_us
float32 vx
float32 vy
float32 vz
float32 fom
float32 altitude
kelpie_msgs/DvlBeam[4] transducers
bool velocity_valid
uint8 status''',
 'kelpie_msgs/msg/PowerNode': S + '''uint16 topside_dv   # 0.1 V
uint16 vehicle_dv   # 0.1 V at the end of the tether
uint16 bus_ca       # 0.01 A
uint32 insulation_kohm
uint8 flags         # bit0 on, bit1 precharge, bit2 gfi trip''',
 'kelpie_msgs/msg/TetherWinch': S + '''int32 payout_cm
int16 speed_mm_s
int16 tension_n
uint8 mode   # 0 hold 1 in 2 out 3 auto''',
 'kelpie_msgs/msg/Pod': '''string label
float32 temp
float32 rh
float32 pressure_mbar
bool leak''',
 'kelpie_msgs/msg/PodArray': S + 'kelpie_msgs/Pod[] pods',
 'kelpie_msgs/msg/Compensator': S + 'uint8[3] level_pct\nuint16[3] delta_mbar',
 'kelpie_msgs/msg/FiberLink': S + '''int16 rx_cdbm    # 0.01 dBm
int16 tx_cdbm
uint32 crc_errors
uint16 rtt_us''',
 'kelpie_msgs/msg/CameraHealth': S + 'float32 fps\nuint32 exposure_us\nuint8 gain\nfloat32 sensor_temp\nuint32 frames',
 'kelpie_msgs/msg/Lights': S + 'uint8[2] level_pct\nuint16[2] current_ma\nfloat32[2] led_temp',
 'kelpie_msgs/msg/Skid': S + '''uint8 TOOL_NONE=0
uint8 TOOL_BRUSH=1
uint8 TOOL_GRIPPER=2
uint8 tool
int16 brush_rpm
uint16 brush_ma
uint8 jaw_pct
uint16 jaw_ma''',
}
T = '/rov/thrusters'; D = '/rov/dvl'; P = '/rov/power'; WN = '/topside/tether_winch'
KINDS = {
 'thr_bearing': K('thruster 3 (AP) draws more current for the same rpm: worn bearing', [T], ['current_ca[2]', 'current_ca'], ['thruster 3', 'thruster AP', 'aft port thruster'], step=False, cons=(P,), where='when running'),
 'thr_line': K('thruster 1 (FP) turns slower than demanded: line round the propeller', [T], ['rpm[0]', 'rpm'], ['thruster 1', 'thruster FP', 'fore port thruster'], cons=(P,)),
 'prop_blade': K('vertical thrusters need far more rpm and demand for the same depth keeping: thrust lost (blade, effort without effect)', [T], ['demand_permille[4]', 'demand_permille[5]', 'rpm[4]', 'rpm[5]', 'demand_permille'], ['thruster 5', 'thruster 6', 'vertical thruster', 'vertical thrusters'], cons=(P, '/rov/cmd_vel')),
 'thr_hot': K('thruster 5 (VP) runs hot: cooling path blocked', [T], ['temp_dc[4]', 'temp_dc'], ['thruster 5', 'thruster VP'], step=False, tail=400),
 'thr_current_noise': K('current of thruster 4 (AS) flickers: loose phase connector', [T], ['current_ca[3]', 'current_ca'], ['thruster 4', 'thruster AS', 'aft starboard thruster']),
 'depth_drift': K('depth pressure sensor drifts away', ['/rov/depth/pressure'], ['fluid_pressure'], ['depth sensor', 'pressure sensor'], step=False, cons=('/rov/odom',)),
 'depth_stuck': K('depth pressure sensor frozen', ['/rov/depth/pressure'], ['fluid_pressure'], ['depth sensor', 'pressure sensor']),
 'dvl_beam2': K('DVL beam 2 noisy and weak', [D], ['transducers[1].vel', 'transducers[1].fom', 'transducers[1].rssi_db', 'rssi_db', 'fom'], ['dvl', 'beam 2', 'transducer 2', 'transducers 1'], cons=('/rov/odom',)),
 'dvl_scale': K('DVL reads velocities too large (wrong sound speed): does not agree with USBL and odometry', [D], ['vx', 'vy', 'transducers[0].vel'], ['dvl'], where='when moving'),
 'mag_gate': K('magnetic field disturbed near one place (steel gate)', ['/rov/imu/mag'], ['magnetic_field.x', 'magnetic_field.y', 'magnetic_field'], ['magnetometer', 'compass', 'mag'], where='at a place'),
 'gyro_bias': K('yaw gyro has a bias', ['/rov/imu/data'], ['angular_velocity.z', 'angular_velocity'], ['imu', 'gyro']),
 'imu_loose': K('accelerometer noise much higher while thrusters run hard (loose mount)', ['/rov/imu/data'], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z', 'linear_acceleration'], ['imu', 'accelerometer']),
 'alt_spikes': K('altimeter echoes jump', ['/rov/altimeter'], ['range'], ['altimeter', 'echo sounder']),
 'alt_unit': K('altimeter reads in other unit (feet as metres)', ['/rov/altimeter'], ['range'], ['altimeter', 'echo sounder']),
 'pod_seal': K('humidity and pressure in the camera pod rise: seal leaks slowly', ['/rov/pods'], ['pods[1].rh', 'pods[1].pressure_mbar', 'rh', 'pressure_mbar'], ['camera pod', 'pod 2', 'pods 1'], step=False, tail=300),
 'pod_fan': K('electronics pod heats up: circulation fan stopped', ['/rov/pods'], ['pods[0].temp'], ['electronics pod', 'main pod', 'pods 0', 'pod 1'], tail=500),
 'tether_contact': K('voltage at the vehicle falls too much when bus current is above 9 A: bad tether contact', [P], ['vehicle_dv'], ['tether', 'tether connector', 'power'], where='bus current above 9 A'),
 'insulation': K('insulation resistance sinks', [P], ['insulation_kohm'], ['insulation', 'tether', 'power'], step=False),
 'comp_oil': K('oil level of compensator 2 sinks', ['/rov/compensators'], ['level_pct[1]', 'level_pct', 'delta_mbar[1]'], ['compensator', 'compensator 2'], step=False),
 'payout_slip': K('winch payout sticks though the drum turns: encoder slips', [WN], ['payout_cm'], ['winch', 'winch encoder', 'payout'], where='while winding'),
 'tension_offset': K('tether tension cell reads an offset', [WN], ['tension_n'], ['tension', 'load cell', 'tension cell']),
 'fiber_deep': K('fibre loses light below 11 m: crc errors rise', ['/topside/fiber_link'], ['rx_cdbm', 'crc_errors', 'rtt_us'], ['fiber', 'fibre', 'fiber link', 'slip ring'], where='depth above 11 m'),
 'usbl_late': K('USBL fixes come late (old stamps)', ['/topside/usbl'], ['header.stamp', 'stamp'], ['usbl']),
 'odom_lost': K('odometry messages get lost in part', ['/rov/odom'], ['header.stamp'], ['odometry', 'odom']),
 'lamp_weak': K('lamp 2 draws less current than lamp 1 at the same level', ['/rov/lights'], ['current_ma[1]', 'current_ma', 'led_temp[1]'], ['lamp 2', 'light 2', 'lights'], where='with the light on'),
 'cam_slow': K('camera frame rate sinks and wavers', ['/rov/camera/health'], ['fps', 'frames'], ['camera']),
 'brush_worn': K('brush draws little current at full rpm: bristles gone (only when brushing)', ['/rov/skid'], ['brush_ma'], ['brush', 'skid'], where='in brushing mode'),
 'joy_centre': K('pilot stick surge axis has a false centre', ['/topside/joy'], ['axes[1]', 'axes'], ['joystick', 'joy', 'stick'], cons=('/rov/cmd_vel',)),
 'water_temp_noise': K('water temperature sensor gets noisy', ['/rov/water_temperature'], ['temperature'], ['water temperature', 'water temperature sensor', 'temperature sensor']),
 's_leak': K('leak alarm in the electronics pod', ['/rov/pods', '/rosout', '/diagnostics'], ['pods[0].leak', 'leak'], ['electronics pod', 'main pod', 'leak sensor', 'leak'], silent=False),
 's_dvl_lock': K('DVL loses bottom lock and says so', [D, '/rosout', '/diagnostics'], ['velocity_valid', 'valid'], ['dvl'], silent=False, cons=('/rov/odom',)),
 's_thr_fault': K('thruster 6 controller faults (fault bits)', [T, '/rosout', '/diagnostics'], ['fault_bits[5]', 'fault_bits', 'rpm[5]'], ['thruster 6', 'thruster VS'], silent=False, cons=(P,)),
 's_gfi': K('ground fault reported by the power unit', [P, '/rosout', '/diagnostics'], ['flags', 'insulation_kohm'], ['power unit', 'ground fault', 'insulation', 'tether', 'gfi'], silent=False),
}


class Rov(Sim):
    NAME, KINDS, DEFS = 'rov', KINDS, DEFS

    def plan(self):
        r, n, t = self.rng('mission'), self.n, self.t
        site = r.choice(['dam', 'quay', 'lock'])
        bottom = {'dam': 24., 'quay': 15., 'lock': 18.}[site] + r.uniform(-1, 1)
        wx = wy = np.zeros(n)
        wx, wy, wd, tool = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
        sp = np.full(n, .3); mode = np.zeros(n)   # 0 deck 1 fly 2 hold
        start = r.uniform(120, 260)
        T0, x, y, d = start, 0., 0., 0.
        gate = (r.uniform(8, 14), r.uniform(-1.5, 1.5))
        self.events = [(start, 'dive')]
        def put(a, b, X, Y, D, m, tl=0):
            i, j = int(a / DT), int(b / DT)
            wx[i:j], wy[i:j], wd[i:j], mode[i:j], tool[i:j] = X, Y, D, m, tl
        while T0 < self.dur:
            task = r.choice(['transect', 'gate', 'station', 'brush', 'grip', 'pause', 'surface'], p=[.28, .24, .1, .2, .06, .07, .05])
            self.events.append((T0, task))
            if task == 'transect':
                d = r.uniform(5, bottom - 3)
                for k in range(int(r.integers(2, 5))):
                    x, d = (r.uniform(12, 20) if k % 2 == 0 else r.uniform(0, 4)), min(bottom - 2, max(3, d + r.uniform(-2, 2.5)))
                    L = r.uniform(38, 60); put(T0, T0 + L, x, y, d, 1); T0 += L
            elif task == 'gate':
                d = r.uniform(9, bottom - 2.5); x, y = gate[0] + r.uniform(-.5, .5), gate[1] + r.uniform(-.5, .5)
                L = r.uniform(90, 130); put(T0, T0 + L, x, y, d, 1); T0 += L
                y = r.uniform(-3, 3); x = r.uniform(0, 5)
            elif task == 'surface':
                L = r.uniform(80, 140); put(T0, T0 + L, x, y, .4, 2); T0 += L
            else:
                if task != 'pause': d = r.uniform(6, bottom - 3)
                L = r.uniform(70, 150); put(T0, T0 + L, x, y, d, 2, {'brush': 1, 'grip': 2}.get(task, 0)); T0 += L
        self.mode, self.tool = mode, np.where(delayed(mode, 25) > 0, tool, 0)
        if True:  # tool only works after the way there
            self.tool = np.where((delayed(tool, 22) == tool), tool, 0)
        self.x, self.y = lp(lp(wx, 9), 5), lp(lp(wy, 9), 5)
        self.d = np.maximum(lp(lp(wd, 9), 5), 0) + np.abs(self.wander('wave', .04, 3)) * (1 + 0 * t)
        self.bottom = bottom + .5 * np.sin(self.x / 3) + .3 * np.cos(self.y / 2)
        self.yaw = lp(np.where(mode == 1, np.where(wx > 10, .25, -.3), 0) + r.uniform(-.2, .2), 6) + self.wander('yaw', .04, 8)
        vx, vy = np.gradient(self.x, DT), np.gradient(self.y, DT)
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        self.vu, self.vv, self.vw = c * vx + s * vy, -s * vx + c * vy, np.gradient(self.d, DT)
        self.deck = mode == 0
        wet = np.where(self.deck, 0, 1.)
        cur = lp(np.full(n, r.uniform(.02, .12)), 1) + self.wander('cur', .04, 240)
        self.X = (90 * (self.vu + cur) * np.abs(self.vu + cur) + 18 * self.vu + 40 * np.gradient(lp(self.vu, 1), DT)) * wet + self.white('tx', .4) * wet
        self.Y = (140 * self.vv * np.abs(self.vv) + 22 * self.vv + self.wander('ty', 1.2, 6)) * wet
        self.N = (self.wander('tn', 1.3, 4) + 8 * np.gradient(lp(self.yaw, 1), DT)) * wet
        self.Z = (6 + 130 * self.vw * np.abs(self.vw) + 25 * self.vw + self.wander('tz', 1.1, 4)) * wet
        brush = self.tool == 1
        self.X = self.X + np.where(brush, 9, 0)
        u = np.stack([self.X + self.Y + self.N, self.X - self.Y - self.N, self.X - self.Y + self.N, self.X + self.Y - self.N, 2 * self.Z, 2 * self.Z], 1) / 2.83
        self.u0 = lp(u[:, 0], .3), lp(u[:, 1], .3), lp(u[:, 2], .3), lp(u[:, 3], .3), lp(u[:, 4], .3), lp(u[:, 5], .3)
        light = np.where(self.deck, 0, np.where(self.d < 3, 20, np.where(tool > 0, 90, 65)))
        self.light = hold(light, 0 * t)
        amps0 = 1.9 + .4 * sum(.10 * np.abs(u) ** 1.4 for u in self.u0) + light / 100 * 2.6 + np.where(brush, 2.2, 0)
        # conditions
        self.I0 = lp(amps0, 1)
        self.masks['tether_contact'] = self.I0 > 9
        self.conds['tether_contact'] = dict(variable=P + ':bus_ca', above=900)
        self.masks['fiber_deep'] = self.d > 11
        self.conds['fiber_deep'] = dict(variable='/rov/depth/pressure:fluid_pressure', above=round(101325 + 11 * 9806))
        self.masks['mag_gate'] = np.hypot(self.x - gate[0], self.y - gate[1]) < 2.2
        self.conds['mag_gate'] = dict(place=[round(gate[0], 2), round(gate[1], 2), 2.2])
        sp = np.hypot(self.vu, self.vv)
        self.vis.update(thr_bearing=~self.deck, thr_line=~self.deck, prop_blade=~self.deck, thr_hot=~self.deck, dvl_scale=sp > .08, alt_spikes=self.d > .2,
                        imu_loose=~self.deck, thr_current_noise=~self.deck, lamp_weak=light > 10, brush_worn=self.tool == 1,
                        payout_slip=np.abs(np.gradient(lp(self.d + .7 * self.x, 6), DT)) > .05, depth_stuck=~self.deck)
        self.site, self.cur = site, cur

    def build(self):
        t, n, u, w, f = self.t, self.n, self.u, self.white, self.f
        wet = ~self.deck
        water = self.rng('water').uniform(6, 17) - .12 * self.d + self.wander('wt', .08, 300)
        # thrusters
        gain = 1 + np.where(True, .75, 0) * f('prop_blade')
        th = [a * (gain if i > 3 else 1) for i, a in enumerate(self.u0)]
        trip = f('s_thr_fault') > 0
        rpm, cur, dem, tmp = [], [], [], []
        for i in range(6):
            k = 1 + u(f'thr{i}', .03)
            dm = np.sign(th[i]) * np.sqrt(np.abs(th[i]) / 42)
            rp = 2900 * k * dm + w(f'rpm{i}', 9) * wet
            if i == 0: rp = rp * (1 - .3 * f('thr_line'))
            if i == 5: rp = np.where(trip, 0, rp)
            c = (.22 + .1 * np.abs(th[i]) ** 1.4 * (1 + u(f'ck{i}', .04))) * wet + .05
            if i == 0: c = c * (1 + .3 * f('thr_line'))
            if i == 2: c = c + wet * (.4 + .5 * (c - .2).clip(0)) * f('thr_bearing')
            if i == 3: c = c * (1 - .75 * f('thr_current_noise') * (lp(self.white('flick', 1), .1) > .1))
            if i == 5: c = np.where(trip, .02, c)
            c = np.maximum(c + w(f'cn{i}', .025), 0)
            air = 21 + 6 * u('air', .3)
            heat = 1.6 * c + np.where(wet, water, air)
            if i == 4: heat = heat + wet * 24 * f('thr_hot')
            tmp.append(lp(heat, 90) + w(f'tt{i}', .08)); rpm.append(rp); cur.append(c); dem.append(1000 * dm + w(f'dn{i}', 2) * wet)
        amps = 1.9 + .4 * sum(cur) + self.light / 100 * 2.6 + np.where(self.tool == 1, 2.2, 0) + w('bus', .06)
        self.pub(T, 'kelpie_msgs/msg/ThrusterArray', 10, {'demand_permille': dem, 'rpm': rpm, 'current_ca': [100 * c for c in cur], 'temp_dc': [10 * x for x in tmp],
                 'fault_bits': [0, 0, 0, 0, 0, np.where(trip, 0x14, 0)]}, frame='thrusters')
        # power
        ohm = 2.1 + u('ohm', .12)
        top = 400 + w('topv', .25) + self.wander('grid', .7, 200)
        veh = top - ohm * amps - 2.6 * (amps - 4).clip(0) * f('tether_contact') + w('vehv', .3)
        gfi = f('s_gfi') > 0
        ins = (5200 + u('ins', 500) + self.wander('insw', 90, 120) - 900 * wet) * (1 - .35 * f('insulation')) * np.where(gfi, .02, 1)
        self.pub(P, 'kelpie_msgs/msg/PowerNode', 5, {'topside_dv': 10 * top, 'vehicle_dv': 10 * veh, 'bus_ca': 100 * amps, 'insulation_kohm': ins,
                 'flags': 1 + np.where(t < 6, 2, 0) + np.where(gfi, 4, 0)})
        # inertial
        yaw, wr = self.yaw, np.gradient(self.yaw, DT)
        effort = lp(sum(np.abs(a) for a in self.u0), .5)
        vib = .035 + .0035 * effort
        vib = vib * (1 + 3.2 * f('imu_loose') * wet)
        roll, pit = self.wander('roll', .015, 3), self.wander('pitch', .02, 3) + .03 * self.vu
        qz, qw = quat(yaw)
        self.pub('/rov/imu/data', 'sensor_msgs/msg/Imu', 20, {'orientation.x': roll / 2, 'orientation.y': pit / 2, 'orientation.z': qz, 'orientation.w': qw,
                 'orientation_covariance': [1e-4, 0, 0, 0, 1e-4, 0, 0, 0, 4e-4], 'angular_velocity.x': np.gradient(roll, DT) * .2 + w('gx', .004), 'angular_velocity.y': np.gradient(pit, DT) * .2 + w('gy', .004),
                 'angular_velocity.z': lp(wr, .2) * .5 + u('gb', .001) + w('gz', .004) + .03 * f('gyro_bias'),
                 'linear_acceleration.x': -9.81 * pit + vib * w('ax') + u('ab', .03), 'linear_acceleration.y': 9.81 * roll + vib * w('ay'), 'linear_acceleration.z': 9.81 + vib * w('az') + u('azb', .03)}, frame='imu_link')
        B, mg = 21e-6, f('mag_gate')
        self.pub('/rov/imu/mag', 'sensor_msgs/msg/MagneticField', 5, {'magnetic_field.x': B * np.cos(yaw) + w('mx', 2e-7) + 5e-6 * mg, 'magnetic_field.y': -B * np.sin(yaw) + w('my', 2e-7) - 4e-6 * mg,
                 'magnetic_field.z': 42e-6 + w('mz', 2e-7)}, frame='imu_link')
        # depth, range, dvl
        pa = 101325 + self.wander('baro', 60, 900) + 9806 * self.d
        pa = hold(pa + w('pn', 40), f('depth_stuck')) + 9806 * 2.2 * f('depth_drift')
        self.pub('/rov/depth/pressure', 'sensor_msgs/msg/FluidPressure', 5, {'fluid_pressure': q(pa, 20), 'variance': 1600.}, frame='depth_link')
        alt = self.bottom - self.d
        rng_ = q(np.where(wet, alt, .3) * (1 + u('altk', .004)) + w('alt', .02), .01)
        sp = self.spikes('altsp', .22 * np.minimum(f('alt_spikes'), 1.2))
        rng_ = np.where(sp > 0, rng_ * (.25 + .5 * self.rng('altsv').random(n)), rng_)
        rng_ = np.where(f('alt_unit') > 0, rng_ * 3.28084, rng_)
        self.pub('/rov/altimeter', 'sensor_msgs/msg/Range', 4, {'radiation_type': 0, 'field_of_view': .17, 'min_range': .3, 'max_range': 100., 'range': rng_}, frame='altimeter_link')
        k = (1 + u('dvlk', .006)) * (1 + .32 * f('dvl_scale'))
        lost = (f('s_dvl_lock') > 0) & wet
        ok = wet & ~lost
        b2 = f('dvl_beam2')
        bx = [.38, -.38, -.38, .38]; by = [-.38, -.38, .38, .38]
        vals = {'time_us': (self.t0 * 1e6) + t * 1e6, 'vx': np.where(ok, k * self.vu + w('dx', .006) * (1 + 3 * b2), 0), 'vy': np.where(ok, k * self.vv + w('dy', .006) * (1 + 3 * b2), 0), 'vz': np.where(ok, -k * self.vw + w('dz', .004), 0),
                'fom': np.where(ok, .003 + .001 * np.abs(w('fo')) + .006 * b2, 9), 'altitude': np.where(ok, alt + w('da', .01), -1), 'velocity_valid': ok, 'status': np.where(lost, 3, 0)}
        for i in range(4):
            b = f'transducers[{i}].'
            vals.update({b + 'id': i, b + 'vel': np.where(ok, bx[i] * k * self.vu + by[i] * k * self.vv + w(f'bv{i}', .006) * (1 + (9 * b2 if i == 1 else 0)), 0), b + 'dist': np.where(ok, alt * 1.08 + w(f'bd{i}', .02), -1),
                         b + 'fom': np.where(ok, .004 + .001 * np.abs(w(f'bf{i}')) + (.02 * b2 if i == 1 else 0), 9), b + 'rssi_db': np.where(wet, -34 - alt - (12 * b2 if i == 1 else 0) + w(f'br{i}', .8), -90), b + 'valid': ok})
        self.pub(D, 'kelpie_msgs/msg/DvlReport', 5, vals, frame='dvl_link')
        pz = -self.d
        dvl_e = np.cumsum(lost * .02 * DT)
        self.pub('/rov/odom', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': self.x + self.wander('ox', .03, 60), 'pose.pose.position.y': self.y + self.wander('oy', .03, 60), 'pose.pose.position.z': pz - 2.2 * f('depth_drift') + w('oz', .01),
                 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': self.vu + w('ou', .006), 'twist.twist.linear.y': self.vv + w('ov', .006), 'twist.twist.linear.z': -self.vw + w('ow', .006),
                 'twist.twist.angular.z': lp(wr, .3) * .5}, frame='odom', strs={'child_frame_id': 'base_link'}, drop=.5 * np.minimum(f('odom_lost'), 1.3))
        c, s = np.cos(yaw), np.sin(yaw)
        cov = np.zeros(36); cov[[0, 7, 14]] = .09
        self.pub('/topside/usbl', 'geometry_msgs/msg/PoseWithCovarianceStamped', 1, {'pose.pose.position.x': self.x + w('ux', .12), 'pose.pose.position.y': self.y + w('uy', .12), 'pose.pose.position.z': -self.d + w('uz', .12),
                 'pose.pose.orientation.w': 1., 'pose.covariance': list(cov)}, frame='site', age=1.8 * f('usbl_late'), lag=.05)
        # pilot
        jo = .09 * f('joy_centre')
        ax = [np.clip(self.vv * 1.5, -1, 1) * wet, np.clip(lp(self.vu, .5) * 1.6, -1, 1) * wet, np.clip(wr * .8, -1, 1) * wet, np.clip(-self.vw * 2, -1, 1) * wet]
        ax = [q(a + w(f'j{i}', .003), 1 / 256) for i, a in enumerate(ax)]
        ax[1] = ax[1] + q(jo, 1 / 256)
        self.pub('/topside/joy', 'sensor_msgs/msg/Joy', 4, {'axes': ax, 'buttons': [wet, self.tool == 1, self.tool == 2, 0, self.light > 50, 0]}, frame='joy', lens={'axes': 4, 'buttons': 6})
        self.pub('/rov/cmd_vel', 'geometry_msgs/msg/TwistStamped', 10, {'twist.linear.x': ax[1] / 1.6, 'twist.linear.y': ax[0] / 1.5, 'twist.linear.z': ax[3] / 2, 'twist.angular.z': ax[2]}, frame='base_link')
        # tether
        need = lp(6 + self.d + .7 * self.x, 6)
        rate = np.gradient(need, DT)
        slip = rate * .8 * np.minimum(f('payout_slip'), 1.2)
        pay = need - np.cumsum(slip) * DT
        ten = 60 + 2.2 * self.d + 40 * rate * np.abs(rate) + 90 * self.cur + self.wander('ten', 5, 5) + w('tenn', 2) + 45 * f('tension_offset')
        self.pub(WN, 'kelpie_msgs/msg/TetherWinch', 4, {'payout_cm': 100 * pay, 'speed_mm_s': 1000 * rate + w('ws', 3), 'tension_n': ten, 'mode': np.where(wet, 3, 0)})
        # pods
        pw = lp(1.0 * self.I0 * 1.4 + np.where(wet, water, 22) + 8, 420, x0=float(water[0] + 8))
        fan = f('pod_fan') > 0
        heat = lp(np.where(fan, 9. * f('pod_fan'), 0), 60)
        leak = f('pod_seal')
        sl = f('s_leak') > 0
        lab = {'pods[0].label': 'main_electronics', 'pods[1].label': 'camera', 'pods[2].label': 'battery_ups'}
        pods = {}
        for i in range(3):
            tp = pw + u(f'pod{i}', .6) - 2.5 * i + (heat if i == 0 else 0)
            rh = 14 + u(f'rh{i}', 2) - .12 * (tp - 20) + self.wander(f'rhw{i}', .25, 200) + (9 * leak if i == 1 else 0) + (np.where(sl, 45, 0) if i == 0 else 0)
            pr = 1013 + u(f'pp{i}', 6) + .9 * (tp - 20) + (13 * leak if i == 1 else 0) + w(f'pr{i}', .3)
            b = f'pods[{i}].'
            pods.update({b + 'temp': q(tp + w(f'pt{i}', .05), .0625), b + 'rh': q(rh + w(f'ph{i}', .15), .1), b + 'pressure_mbar': pr, b + 'leak': sl if i == 0 else 0})
        self.pub('/rov/pods', 'kelpie_msgs/msg/PodArray', 1, pods, lens={'pods': 3}, strs=lab)
        lev = [78 + u(f'lv{i}', 3) - .12 * self.d + w(f'lvn{i}', .4) - (10 * f('comp_oil') if i == 1 else 0) for i in range(3)]
        self.pub('/rov/compensators', 'kelpie_msgs/msg/Compensator', 1, {'level_pct': lev, 'delta_mbar': [210 + 3 * (l - 78) + w(f'dm{i}', 3) for i, l in enumerate(lev)]})
        fd = f('fiber_deep')
        crc = np.cumsum(self.spikes('crc', .0004) + self.rng('crc2').poisson(.05 * fd))
        self.pub('/topside/fiber_link', 'kelpie_msgs/msg/FiberLink', 1, {'rx_cdbm': -840 + u('rx', 40) - 1.2 * self.d + w('rxn', 6) - 240 * fd, 'tx_cdbm': -310 + w('txn', 4), 'crc_errors': crc, 'rtt_us': 880 + 25 * np.abs(w('rtt')) + 160 * fd * np.abs(w('rt2'))})
        self.pub('/rov/water_temperature', 'sensor_msgs/msg/Temperature', 1, {'temperature': q(np.where(wet, water, water + 5) + w('wtn', .02) + w('wtx', .7) * f('water_temp_noise'), .01), 'variance': .0004})
        l = self.light
        cu = [l * 13.5 * (1 + u(f'lamp{i}', .02)) + w(f'ln{i}', 5) * (l > 0) for i in range(2)]
        cu[1] = cu[1] * (1 - .38 * f('lamp_weak'))
        self.pub('/rov/lights', 'kelpie_msgs/msg/Lights', 1, {'level_pct': [l, l], 'current_ma': cu, 'led_temp': [lp(np.where(wet, water, 22) + c / 60, 60) + w(f'ltn{i}', .1) for i, c in enumerate(cu)]})
        cs = f('cam_slow')
        fps = 25 + w('fps', .25) - (2.4 + np.abs(w('fps2', .9))) * cs
        self.pub('/rov/camera/health', 'kelpie_msgs/msg/CameraHealth', 1, {'fps': fps, 'exposure_us': 9000 + 180 * np.minimum(self.d, 15) * (100 - l) / 40 + w('exp', 120), 'gain': 10 + self.d, 'sensor_temp': lp(pw + 12, 100) + w('sct', .1), 'frames': np.cumsum(fps) * DT})
        br, gr = self.tool == 1, self.tool == 2
        brpm = lp(np.where(br, 420., 0), 1.2)
        bma = np.where(brpm > 5, 900 + 3.1 * brpm * (1 + self.wander('wall', .12, 2)), 20) + w('bma', 25)
        bma = np.where(brpm > 5, 20 + (bma - 20) * (1 - .5 * f('brush_worn')), bma)
        g2 = np.sin(2 * np.pi * t / 21) > 0
        jaw = slew(np.where(gr & g2, 100., self.rng('jaw').choice([0, 32])), 25)
        self.pub('/rov/skid', 'kelpie_msgs/msg/Skid', 2, {'tool': self.tool, 'brush_rpm': brpm + w('brn', 3) * (brpm > 5), 'brush_ma': bma, 'jaw_pct': jaw, 'jaw_ma': 30 + 14 * np.abs(np.gradient(jaw, DT)) + w('jma', 4)})
        # words
        ver = '4.2.1' if self.unit != 'life' or self.idx < 3 else '4.3.0'
        lg, r = self.log, self.rng('log')
        lg(1.2, 'I', 'kelpie_core', f'kelpie_core {ver} up, site {self.site}'); lg(3.4, 'W', 'dvl_driver', 'no bottom track yet, waiting for water'); lg(4.1, 'I', 'power_node', 'precharge finished')
        for a, task in self.events: lg(a + .1, 'I', 'mission', f'task: {task}')
        for a in np.arange(60, self.dur, 300): lg(a + 1, 'I', 'recorder', f'segment {int(a // 300)} closed')
        for _ in range(r.poisson(6)): lg(r.uniform(100, self.dur), 'W', 'sonar_fusion', 'discarded scan: too few points')
        bw, le = brief_warn(self, 'link', 2), np.zeros(n)
        for kind, name, msg in (('s_leak', 'pod_monitor', 'leak detector main_electronics WET'), ('s_dvl_lock', 'dvl_driver', 'bottom lock lost, velocity invalid'),
                                ('s_thr_fault', 'thruster_driver', 'thruster VS fault 0x14, output disabled'), ('s_gfi', 'power_node', 'ground fault detected, GFI bit set')):
            k = self.when(kind)
            if k:
                for a in np.arange(k['start'], k['end'], 60): lg(a + .3, 'E', name, msg)
                lg(k['end'] + .2, 'I', name, 'condition cleared')
        st = self.status
        st('power', 'psu-400', np.where(gfi, 2, 0), {2: 'ground fault'}, vehicle_v=veh, version=ver)
        st('dvl', 'a50', np.where(lost, 2, 0), {2: 'no bottom lock'}, altitude=alt)
        st('thrusters', 'esc-bank', np.where(trip, 2, 0), {2: 'thruster VS fault'}, bus_a=amps)
        st('pods', 'pod-mon', np.where(sl, 2, 0), {2: 'leak main_electronics'})
        st('recorder', 'topside', bw, {1: 'disk write slow'}, free_gb=400 - t / 60)
        self.goals('/rov/mission/_action/status', [(a, b, 4 if r.random() > .1 else 5) for (a, _), (b, _) in zip(self.events, self.events[1:])])
