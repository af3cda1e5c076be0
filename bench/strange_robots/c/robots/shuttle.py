"""Autonomous electric shuttle bus on a campus loop."""
import numpy as np
from lib import *

S = 'std_msgs/Header header\n'
DEFS = {
 'ezbus_can/msg/WheelSpeeds': S + 'uint16[4] wheel_ckmh   # FL FR RL RR, 0.01 km/h\nuint8 valid_bits',
 'ezbus_can/msg/EpsReport': S + '''float32 angle_cmd      # rad road wheel
float32 angle
float32 column_torque_nm
int16 motor_current_ca
bool engaged
uint8 fault''',
 'ezbus_can/msg/BrakeReport': S + '''uint8 pedal_pct
float32[2] circuit_bar   # front rear
int16[4] disc_temp_c
uint16[4] pad_um         # remaining, micrometre
bool park''',
 'ezbus_can/msg/InverterReport': S + '''int16 motor_rpm
int16 torque_cmd_dnm     # 0.1 Nm
int16 torque_dnm
uint16 dc_dv             # 0.1 V
int16 dc_da              # 0.1 A
uint8 igbt_temp
uint8 motor_temp
uint16 dtc''',
 'ezbus_can/msg/BmsReport': S + '''uint16 pack_dv
int16 current_da
uint8 soc_half_pct
uint16[16] group_mv
int8[4] module_temp
uint16 isolation_kohm
uint8 contactor_bits
uint8 alarm''',
 'ezbus_can/msg/Tyre': '''uint8 position
uint16 kpa
int8 temp
int8 rssi''',
 'ezbus_can/msg/Tpms': S + 'ezbus_can/Tyre[4] tyres',
 'ezbus_body/msg/Doors': S + '''uint8[2] position_pct
uint16[2] motor_ma
uint8 obstruct_bits
uint8 command''',
 'ezbus_body/msg/AirSuspension': S + 'int16[4] height_mm\nuint16[4] bag_kpa\nbool compressor_on\nuint16 reservoir_kpa',
 'ezbus_body/msg/Climate': S + '''float32 set_c
float32 cabin_c
float32 duct_c
uint8 blower_pct
uint16 blower_ma
uint16 hp_kpa
uint16 lp_kpa
uint16 compressor_rpm''',
 'ezbus_body/msg/Cooling': S + '''float32 inlet_c
float32 outlet_c
uint16 pump_rpm
uint16 pump_ma
float32 flow_lpm
uint8 fan_pct''',
 'ezbus_ad/msg/LidarHealth': S + 'uint32 points\nuint16 spin_cr\nfloat32 housing_c\nfloat32 mean_intensity\nuint8 rain_pct',
 'ezbus_ad/msg/PipelineStats': S + 'float32 perception_ms\nfloat32 planner_ms\nfloat32 localiser_err_m\nuint16 objects\nuint32 rss_mb',
 'ezbus_ad/msg/V2xStatus': S + 'uint16 rx_per_s\nuint8 loss_pct\nint8 rssi\nuint16 cam_age_ms',
 'ezbus_body/msg/Cabin': S + 'uint8 passengers\nuint16 co2_ppm\nint32 axle_load_kg_front\nint32 axle_load_kg_rear',
}
WS, EP, BR, IV, BM = '/can/wheel_speeds', '/can/eps', '/can/brake', '/can/inverter', '/can/bms'
KINDS = {
 'brake_drag': K('rear left brake drags: disc hot', [BR], ['disc_temp_c[2]', 'disc_temp_c'], ['brake RL', 'rear left brake', 'brake 3'], step=False, tail=300, cons=(IV,)),
 'brake_rear': K('rear brake circuit builds too little pressure', [BR], ['circuit_bar[1]', 'circuit_bar'], ['rear circuit', 'brake circuit 2', 'rear brake'], where='when braking'),
 'brake_late': K('front brake pressure comes late and lingers: valve delay', [BR], ['circuit_bar[0]', 'circuit_bar'], ['front circuit', 'brake circuit 1', 'front brake', 'brake valve'], where='when braking'),
 'steer_friction': K('steering motor needs more current when turning', [EP], ['motor_current_ca', 'column_torque_nm'], ['steering', 'eps'], step=False, where='in bends'),
 'steer_offset': K('steering angle sensor shifted against command and yaw rate', [EP], ['angle'], ['steering', 'steering angle', 'eps']),
 'steer_hunt': K('steering angle swings round its command while driving: play in the linkage', [EP], ['angle'], ['steering', 'eps', 'linkage'], where='when driving'),
 'ws_spikes': K('wheel speed FR drops out to zero', [WS], ['wheel_ckmh[1]', 'wheel_ckmh'], ['wheel speed FR', 'front right wheel', 'wheel FR'], where='when driving'),
 'ws_noise': K('wheel speed RL ripples above 14 km/h: damaged tone ring', [WS], ['wheel_ckmh[2]', 'wheel_ckmh'], ['wheel speed RL', 'rear left wheel', 'wheel RL'], where='speed above 14 km/h'),
 'tyre_leak': K('tyre RR loses pressure', ['/can/tpms'], ['tyres[3].kpa', 'kpa'], ['tyre RR', 'tyre 4', 'rear right tyre', 'tyres 3'], step=False, cons=(WS,)),
 'tyre_hot': K('tyre FL hot', ['/can/tpms'], ['tyres[0].temp'], ['tyre FL', 'front left tyre', 'tyre 1', 'tyres 0'], step=False, tail=300),
 'igbt_hot': K('inverter semiconductor hot at normal torque', [IV], ['igbt_temp'], ['inverter', 'igbt'], tail=200),
 'torque_slip': K('inverter gives less torque than asked above 60 Nm', [IV], ['torque_dnm'], ['inverter', 'drive', 'motor'], where='torque command above 60 Nm'),
 'pump_weak': K('coolant flow low at normal pump speed: pump worn or air', ['/can/cooling'], ['flow_lpm', 'pump_ma', 'outlet_c'], ['coolant pump', 'cooling', 'coolant']),
 'radiator': K('radiator blocked: coolant warm, fan runs high', ['/can/cooling'], ['inlet_c', 'outlet_c', 'fan_pct'], ['radiator', 'cooling', 'coolant'], step=False, tail=300),
 'group9': K('cell group 9 sags above 30 A', [BM], ['group_mv[8]', 'group_mv'], ['group 9', 'cell group', 'battery', 'cell'], where='current above 30 A'),
 'isolation': K('isolation resistance sinks', [BM], ['isolation_kohm'], ['isolation', 'battery'], step=False),
 'hv_current': K('pack current sensor off against inverter', [BM], ['current_da'], ['current sensor', 'battery', 'bms']),
 'module_hot': K('battery module 3 hotter than the others', [BM], ['module_temp[2]', 'module_temp'], ['module 3', 'battery module', 'battery'], step=False, tail=300),
 'contactor': K('voltage between pack and inverter falls with current: contactor contact', [IV, BM], ['dc_dv'], ['contactor', 'inverter', 'hv'], where='under current'),
 'door2': K('door leaf 2 slow with high current', ['/body/doors'], ['position_pct[1]', 'motor_ma[1]', 'motor_ma', 'position_pct'], ['door 2', 'door leaf 2', 'door'], where='at stops'),
 'door_zero': K('door leaf 1 position does not return to zero', ['/body/doors'], ['position_pct[0]', 'position_pct'], ['door 1', 'door leaf 1', 'door']),
 'bag_leak': K('front left air bag leaks: height sinks and compressor runs often', ['/body/air_suspension'], ['height_mm[0]', 'height_mm', 'bag_kpa[0]', 'reservoir_kpa'], ['air bag', 'suspension', 'bag FL', 'air suspension'], step=False),
 'height_noise': K('height sensor RR noisy', ['/body/air_suspension'], ['height_mm[3]', 'height_mm'], ['height sensor', 'height sensor RR', 'suspension']),
 'ac_gas': K('climate refrigerant low: high side pressure low, duct warm', ['/body/climate'], ['hp_kpa', 'lp_kpa', 'duct_c'], ['climate', 'refrigerant', 'air conditioning', 'hvac'], tail=300),
 'cabin_filter': K('blower draws less current at same setting: cabin filter blocked', ['/body/climate'], ['blower_ma'], ['blower', 'cabin filter', 'climate', 'hvac']),
 'gnss_place': K('GNSS jumps at one place (reflections)', ['/gnss/fix'], ['latitude', 'longitude', 'position_covariance'], ['gnss', 'gps'], where='at a place'),
 'gnss_late': K('GNSS fixes late (old stamps)', ['/gnss/fix'], ['header.stamp', 'stamp'], ['gnss', 'gps']),
 'gyro_bias': K('yaw gyro biased', ['/imu/data'], ['angular_velocity.z', 'angular_velocity'], ['imu', 'gyro']),
 'lidar_dirt': K('front lidar returns fewer points with less intensity', ['/lidar_front/health'], ['points', 'mean_intensity'], ['lidar', 'front lidar', 'lidar front'], step=False),
 'lidar_spin': K('lidar rotor speed unsteady: bearing', ['/lidar_front/health'], ['spin_cr'], ['lidar', 'front lidar', 'lidar front']),
 'percep_slow': K('perception takes longer', ['/ad/pipeline'], ['perception_ms'], ['perception', 'pipeline']),
 'rss_leak': K('memory of the driving software grows', ['/ad/pipeline'], ['rss_mb'], ['memory', 'pipeline'], step=False),
 'v2x_place': K('V2X loses packets at one place', ['/v2x/status'], ['rx_per_s', 'loss_pct', 'rssi'], ['v2x', 'radio'], where='at a place'),
 'road_hole': K('hard vertical shocks at one place: hole in the road', ['/imu/data'], ['linear_acceleration.z', 'linear_acceleration'], ['road', 'pothole', 'hole', 'imu'], where='at a place'),
 'dcdc': K('low voltage net droops when doors or climate draw', ['/lv_battery'], ['voltage'], ['dcdc', 'dc dc', 'low voltage', 'lv battery', 'converter']),
 'eps_gaps': K('steering reports get lost', [EP], ['header.stamp'], ['steering', 'eps', 'can bus', 'can']),
 's_abs': K('wheel speed RR invalid: flag', [WS, '/rosout', '/diagnostics'], ['valid_bits', 'wheel_ckmh[3]'], ['wheel speed RR', 'rear right wheel', 'wheel RR'], silent=False),
 's_inv': K('inverter stores a trouble code', [IV, '/rosout', '/diagnostics'], ['dtc'], ['inverter'], silent=False),
 's_bms': K('battery alarm', [BM, '/rosout', '/diagnostics'], ['alarm'], ['battery', 'bms'], silent=False),
 's_door': K('door obstruction reported again and again', ['/body/doors', '/rosout', '/diagnostics'], ['obstruct_bits'], ['door', 'doors', 'door 1'], silent=False),
 's_eps': K('steering fault code', [EP, '/rosout', '/diagnostics'], ['fault'], ['steering', 'eps'], silent=False),
}


class Shuttle(Sim):
    NAME, KINDS, DEFS = 'shuttle', KINDS, DEFS

    def plan(self):
        r, n, t = self.rng('mission'), self.n, self.t
        # loop of 1.5 km: rounded shape, five stops, one hill
        Lp = 1500.; sg = np.arange(0, Lp, 1.)
        ph = self.rng('site').choice([0., .7])
        th = 2 * np.pi * sg / Lp
        head = th + .55 * np.sin(2 * th + ph) + .4 * np.sin(3 * th)
        px, py = np.cumsum(np.cos(head)), np.cumsum(np.sin(head))
        px, py = px - sg / Lp * px[-1], py - sg / Lp * py[-1]
        stops = np.array([0, 290, 620, 910, 1230.])
        vlim = np.where(np.abs(np.gradient(head)) > .008, 3.6, 5.6)
        s, v = 0., 0.
        S_, V_, D_, pax, dwell = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), 0.
        wait = r.uniform(60, 240); nxt = 1; P = 0; lap = 0; k_stop = None; jam = 0.
        self.notes = [(0., 'depot')]; self.spans = []; door = 0; t_leg = 0
        vf = r.uniform(.9, 1.03)
        for i in range(n):
            if wait > 0:
                wait -= DT; v = 0.
                if wait < 5: door = 0
                D_[i] = door
                if wait <= 0: t_leg = i * DT
            else:
                target = (nxt // 5) * Lp + stops[nxt % 5]
                dist = target - s
                vl = vlim[int(s) % 1500] * vf
                if jam > 0: jam -= DT; vl = 0. if jam > 2 else 1.5
                elif r.random() < 1 / 20 / 150: jam = r.uniform(5, 25)
                vb = np.sqrt(max(0., 2 * .8 * (dist - .1)))
                a = np.clip((min(vl, vb) - v) * 1.2, -1.3, .8)
                v = max(0., v + a * DT); s += v * DT
                if dist < .35 or (dist < .8 and v < .05):
                    v = 0.; idle = r.random() < .06
                    wait = r.uniform(16, 40) if not idle else r.uniform(100, 260)
                    door = 1 if r.random() < .93 else 0
                    self.spans.append((t_leg, i * DT, 4)); self.notes.append((i * DT, f'stop {nxt % 5}'))
                    if door: P = int(np.clip(P - r.binomial(P, .45) + r.poisson(2.2), 0, 12))
                    nxt += 1
            S_[i], V_[i], pax[i] = s, v, P
        self.s, self.v, self.door, self.pax = S_, lp(V_, .2), D_, lp(pax, 8)
        ii = S_ % Lp
        self.px, self.py = np.interp(ii, sg, px, period=Lp), np.interp(ii, sg, py, period=Lp)
        dh = np.gradient(head); dh = np.convolve(np.concatenate([dh[-9:], dh, dh[:9]]), np.ones(19) / 19, 'valid')
        self.curv = np.interp(ii, sg, dh, period=Lp)
        self.head = np.interp(ii, sg, head) + 2 * np.pi * np.floor(S_ / Lp)
        self.grade = .055 * np.exp(-((ii - 450) / 70) ** 2) - .055 * np.exp(-((ii - 1080) / 70) ** 2)
        acc = lp(np.gradient(self.v, DT), .3)
        self.acc = acc
        mass = 2450 + 72 * self.pax
        F = mass * (acc + 9.81 * (self.grade + .013)) * (self.v > .02) + .5 * 1.2 * 4.5 * .6 * self.v**2
        self.trq0 = F * .34 / 9.5
        self.tcmd0 = np.maximum(self.trq0, -35.)
        self.brk0 = np.maximum(-self.trq0 - 35, 0) + np.where((self.v < .05), 18, 0)
        self.amp0 = self.tcmd0 * (self.v / .34 * 9.5) / 340 / np.where(self.tcmd0 > 0, .9, 1.15) + 6
        def at(pos, k, rad):
            c = (float(np.interp(pos, sg, px)), float(np.interp(pos, sg, py)))
            self.masks[k] = np.hypot(self.px - c[0], self.py - c[1]) < rad
            self.conds[k] = dict(place=[round(c[0], 1), round(c[1], 1), rad])
        at(r.uniform(130, 220), 'gnss_place', 65.); at(r.uniform(700, 830), 'v2x_place', 70.); at(r.uniform(1040, 1140), 'road_hole', 60.)
        self.masks['road_hole'] = self.masks['road_hole'] & (self.v > 1)
        self.masks['ws_noise'] = self.v > 14 / 3.6; self.conds['ws_noise'] = dict(variable=WS + ':wheel_ckmh', above=1400)
        self.masks['torque_slip'] = self.tcmd0 > 60; self.conds['torque_slip'] = dict(variable=IV + ':torque_cmd_dnm', above=600)
        self.masks['group9'] = self.amp0 > 30; self.conds['group9'] = dict(variable=BM + ':current_da', above=300)
        bend = (np.abs(self.curv) > .004) & (self.v > 1); mv = self.v > .5
        self.vis.update(brake_rear=self.brk0 > 5, brake_late=np.abs(np.gradient(lp(self.brk0, .5), DT)) > 4, steer_friction=bend, steer_hunt=mv, ws_spikes=mv, contactor=self.amp0 > 15,
                        door2=np.abs(np.gradient(lp(D_, 3), DT)) > .005, road_hole=None)

    def build(self):
        t, n, u, w, f = self.t, self.n, self.u, self.white, self.f
        v, acc = self.v, self.acc
        wz = v * self.curv
        amb = self.rng('amb').uniform(4, 29) + self.wander('ambw', .3, 900)
        rain = self.rng('rain').random() < .3
        run = v > .05
        # wheels
        inv = f('s_abs') > 0
        ws = []
        tl = f('tyre_leak')
        for k in range(4):
            x = (v + (-1 if k % 2 == 0 else 1) * wz * .8) * (1 + u(f'wr{k}', .002)) + (.0 if k < 3 else .012 * v * tl)
            x = x + w(f'wn{k}', .012) * run
            if k == 1: x = np.where(self.spikes('wsx', .16 * np.minimum(f('ws_spikes'), 1.25)) > 0, 0, x)
            if k == 2: x = x + f('ws_noise') * .32 * np.sin(2 * np.pi * np.cumsum(v) * DT / 2.1 * 1.37 + 2) + w('wsn', .12) * f('ws_noise')
            if k == 3: x = np.where(inv, 0, x)
            ws.append(360 * np.maximum(x, 0))
        self.pub(WS, 'ezbus_can/msg/WheelSpeeds', 10, {'wheel_ckmh': ws, 'valid_bits': np.where(inv, 7, 15)}, frame='base_link')
        vm = v + w('om', .01) * run
        qz, qw = quat(self.head)
        self.pub('/odom', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': self.px + self.wander('pxw', .04, 30), 'pose.pose.position.y': self.py + self.wander('pyw', .04, 30), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw,
                 'twist.twist.linear.x': vm, 'twist.twist.angular.z': wz + w('oz', .003)}, frame='map', strs={'child_frame_id': 'base_link'})
        hole = f('road_hole')
        rough = .08 + .075 * v
        shock = lp(self.spikes('hole', .05 * (hole > 0)) * (2.5 + self.rng('hv').standard_normal(n)), .06) * 2.6 * hole * 2
        self.pub('/imu/data', 'sensor_msgs/msg/Imu', 14, {'orientation.z': qz, 'orientation.w': qw, 'angular_velocity.x': w('gx', .004) * (1 + v), 'angular_velocity.y': w('gy', .004) * (1 + v), 'angular_velocity.z': wz + u('gb', .0008) + w('gz', .0035) + .022 * f('gyro_bias'),
                 'linear_acceleration.x': acc + 9.81 * self.grade + .4 * rough * w('ax') + u('axb', .02), 'linear_acceleration.y': v * wz + .4 * rough * w('ay'), 'linear_acceleration.z': 9.81 + rough * w('az') + shock}, frame='imu_link')
        # steering
        st = np.arctan(3.1 * self.curv) + self.wander('stw', .0025, 2) * run
        ang = lp(st, .12)
        lag = f('steer_hunt')
        ang = ang + .0085 * lag * np.sin(2 * np.pi * .45 * t) * lp(run * 1., .5) + u('so', .001) + .035 * f('steer_offset')
        ef = f('s_eps') > 0
        rate = np.gradient(lp(st, .2), DT)
        ct = 2.2 * np.tanh(rate / .02) * run + 30 * lp(st, .2) * (1 + .02 * v) + w('ct', .12)
        fr = f('steer_friction')
        ct = ct + (2.6 * np.tanh(rate / .01) * run + 14 * st) * fr
        self.pub(EP, 'ezbus_can/msg/EpsReport', 10, {'angle_cmd': st, 'angle': ang + w('an', .0009), 'column_torque_nm': ct, 'motor_current_ca': 100 * (ct * .9 + w('mc', .12)), 'engaged': 1, 'fault': np.where(ef, 5, 0)}, drop=.45 * np.minimum(f('eps_gaps'), 1.25))
        # drive
        drag = f('brake_drag')
        extra = 13 * drag * run
        tc = self.tcmd0 + extra
        tq = lp(tc, .1) * (1 - .26 * np.minimum(f('torque_slip'), 1.25)) + w('tq', .5)
        mot = v / .34 * 9.5
        idc = tq * mot / 340 / np.where(tq > 0, .9, 1.15) + .4
        hv = lambda a, b: lp(a, b)
        soc0 = self.rng('soc').uniform(.55, .95)
        clim_on = 1.0
        target = 21.5
        hot = (amb - 19).clip(-12, 14)
        need = np.abs(amb - 20) / 10
        aux = 3.2 + 2.2 * np.minimum(need, 1.4) + .5 * self.wander('auxw', 1, 40) * .3
        ibat = idc + aux + w('ib', .15)
        soc = soc0 - np.cumsum(ibat) * DT / 3600 / 90
        ocv = 3.55 + .55 * soc
        gm = [1000 * (ocv + u(f'g{k}', .004) - ibat * .0011 - (.0016 * (ibat - 15).clip(0) + .05 if k == 8 else 0) * (f('group9') if k == 8 else 0)) + w(f'gn{k}', 1.2) for k in range(16)]
        pack = sum(gm) * 6 / 1000 * 1.0
        cont = f('contactor')
        coolt = lp(.055 * tq**2 * .1 + 3, 240)
        rad, pw = f('radiator'), f('pump_weak')
        radh = lp(8 * rad, 40); pwh = lp(9 * pw, 60)
        inlet = amb + 7 + coolt * .35 + radh + self.wander('inl', .25, 60)
        igbt = inlet + 5 + lp(.0065 * tq**2 + .02 * np.abs(mot), 25) + pwh + lp(19 * f('igbt_hot'), 20)
        si = f('s_inv') > 0
        self.pub(IV, 'ezbus_can/msg/InverterReport', 10, {'motor_rpm': mot * 9.549 + w('mr', 3) * run, 'torque_cmd_dnm': 10 * tc, 'torque_dnm': 10 * tq, 'dc_dv': 10 * (pack - .012 * idc - .17 * np.abs(idc) * cont + w('dv', .25)), 'dc_da': 10 * (idc + w('di', .2)),
                 'igbt_temp': igbt + w('ig', .3), 'motor_temp': inlet + 8 + lp(.005 * tq**2, 200) + w('mt', .3), 'dtc': np.where(si, 0x0A3F, 0)})
        sb = f('s_bms') > 0
        mod = amb + 4 + lp(.004 * ibat**2 * .4, 600)
        self.pub(BM, 'ezbus_can/msg/BmsReport', 4, {'pack_dv': 10 * (pack + w('pv', .1)), 'current_da': 10 * (ibat + 11 * f('hv_current')), 'soc_half_pct': 200 * soc, 'group_mv': gm, 'module_temp': [mod + u(f'mo{k}', .7) + w(f'mon{k}', .25) + (lp(7 * f('module_hot'), 20) if k == 2 else 0) for k in range(4)],
                 'isolation_kohm': (4200 + u('iso', 300) - 500 * rain + self.wander('isow', 60, 90) + w('ison', 20)) * (1 - .2 * f('isolation')), 'contactor_bits': 7, 'alarm': np.where(sb, 12, 0)})
        # brakes
        b0 = lp(self.brk0, .15)
        late = f('brake_late')
        bf = np.where(late > 0, lp(delayed(b0, .5 * late), .55), lp(b0, .08)) * .62
        br = lp(b0, .1) * .42 * (1 - .42 * np.minimum(f('brake_rear'), 1.25))
        dk = []
        for k in range(4):
            h = 1.5 * b0 * v / 3 * (.62 if k < 2 else .42)
            dk.append(amb + 9 + lp(h * 2.6, 140) + u(f'dk{k}', 1) + w(f'dkn{k}', .5) + (lp(42 * drag * lp(run * 1., 60), 30) if k == 2 else 0))
        self.pub(BR, 'ezbus_can/msg/BrakeReport', 5, {'pedal_pct': b0 * .9, 'circuit_bar': [bf + np.abs(w('bf', .12)), br + np.abs(w('brn', .12))], 'disc_temp_c': dk, 'pad_um': [9000 + u(f'pad{k}', 800) - t * .002 for k in range(4)], 'park': (v < .02) & (self.door > 0)})
        ty = {}
        for k in range(4):
            tt = amb + 6 + lp(v * 2.2, 500) + u(f'tt{k}', .8) + (lp(21 * f('tyre_hot'), 30) if k == 0 else 0)
            b = f'tyres[{k}].'
            ty.update({b + 'position': k, b + 'kpa': q(425 + u(f'tp{k}', 6) + .9 * (tt - 25) + w(f'tpn{k}', .8) - (30 * tl if k == 3 else 0), 2.5), b + 'temp': tt + w(f'ttn{k}', .3), b + 'rssi': -61 + w(f'tr{k}', 3)})
        self.pub('/can/tpms', 'ezbus_can/msg/Tpms', 1, ty)
        # doors
        d2, ob = f('door2'), f('s_door') > 0
        want = self.door * 100
        p1 = slew(want, 33.); p2 = slew(want, 33 / (1 + 1.1 * d2), 33 / (1 + 1.1 * d2))
        m = [np.abs(np.gradient(p, DT)) > 2 for p in (p1, p2)]
        self.pub('/body/doors', 'ezbus_body/msg/Doors', 4, {'position_pct': [p1 + 9 * f('door_zero') + np.abs(w('p1', .3)), p2 + np.abs(w('p2', .3))], 'motor_ma': [30 + m[0] * (2100 + u('d1', 80)) + w('d1n', 25), 30 + m[1] * (2100 + u('d2', 80) + 1300 * d2) + w('d2n', 25)], 'obstruct_bits': np.where(ob & (np.sin(t / 3) > .4), 1, 0), 'command': self.door})
        # suspension
        bl = f('bag_leak')
        hgt, bag = [], []
        road = [self.wander(f'ro{k}', 1, .4) for k in range(4)]
        for k in range(4):
            x = 180 + u(f'h{k}', 2) - .7 * lp(np.gradient(self.pax) * 400, 4) + road[k] * .9 * v + acc * (3 if k < 2 else -3) + w(f'hn{k}', .5)
            if k == 0: x = x - 27 * bl + 9 * bl * np.sin(2 * np.pi * t / 38)
            if k == 3: x = x + w('hx', 11) * f('height_noise')
            hgt.append(x); bag.append(410 + u(f'b{k}', 9) + 9.5 * self.pax + road[k] * 3 * v - (70 * bl if k == 0 else 0) + w(f'bn{k}', 1.5))
        use = (.35 + .9 * (np.abs(np.gradient(self.pax, DT)) > .05) + 3.6 * bl).tolist()
        p, R, pr, rn = 950., 0, np.zeros(n), np.zeros(n)
        for i in range(n):
            p += ((8. if R else 0) - use[i]) * DT
            if p < 850: R = 1
            if p > 1000: R = 0
            pr[i], rn[i] = p, R
        self.pub('/body/air_suspension', 'ezbus_body/msg/AirSuspension', 4, {'height_mm': hgt, 'bag_kpa': bag, 'compressor_on': rn, 'reservoir_kpa': pr + w('rs', 2)})
        # climate and cooling
        g = f('ac_gas')
        warm = amb > 18
        cr = 1500 + 900 * np.minimum(need, 1.4) + self.wander('crw', 40, 60)
        duct = np.where(warm, 9 + lp(4.5 * g, 30), 36 - lp(5.5 * g, 30)) + self.wander('dw', .4, 30)
        cabin = lp(np.full(n, target), 240, x0=float(amb[0] * .4 + 13)) + .8 * lp(self.door, 40) * np.sign(amb - 20) + lp(1.8 * g * np.where(warm, 1, -1), 100)
        bp = 40 + 22 * np.minimum(need, 1.5) + 8 * lp(self.door, 60)
        self.pub('/body/climate', 'ezbus_body/msg/Climate', 1, {'set_c': target, 'cabin_c': cabin + w('cb', .08), 'duct_c': duct + w('dn', .2), 'blower_pct': bp, 'blower_ma': bp * 92 * (1 + u('bl', .02)) * (1 - .27 * np.minimum(f('cabin_filter'), 1.25)) + w('bln', 40), 'hp_kpa': 1250 + 18 * amb + .12 * (cr - 1500) - 180 * g + w('hp', 9), 'lp_kpa': 310 + 2 * amb - .03 * (cr - 1500) - 45 * g + w('lpk', 4), 'compressor_rpm': cr})
        prm = 3100 + 25 * (inlet - radh - 25)
        self.pub('/can/cooling', 'ezbus_body/msg/Cooling', 2, {'inlet_c': inlet + w('ic', .1), 'outlet_c': inlet + 1.5 + coolt * .12 + lp(4.2 * pw, 20) + w('oc', .1), 'pump_rpm': prm + w('pr', 12), 'pump_ma': 2300 * (prm / 3100) ** 2 * (1 - .22 * pw) + w('pma', 25), 'flow_lpm': 14.2 * prm / 3100 * (1 + u('fl', .02)) * (1 - .24 * np.minimum(pw, 1.25)) + w('fln', .15), 'fan_pct': np.clip(12 + 2.2 * (inlet - 26).clip(0) + 28 * rad, 0, 100)})
        # gnss
        gp = f('gnss_place')
        lat0, lon0 = 52.01, 4.36
        jx, jy = (self.wander('gx1', 5.5, 3) + 4) * gp, (self.wander('gy1', 5.5, 3) - 4) * gp
        cov = [.0004 + 2 * .1 * gp, 0, 0, 0, .0004 + 2 * .1 * gp, 0, 0, 0, .0012]
        self.pub('/gnss/fix', 'sensor_msgs/msg/NavSatFix', 5, {'status.status': 2, 'status.service': 15, 'latitude': lat0 + (self.py + self.wander('gny', .025, 20) + w('gnyn', .01) + jy) / 111320, 'longitude': lon0 + (self.px + self.wander('gnx', .025, 20) + w('gnxn', .01) + jx) / 68500, 'altitude': 3 + np.cumsum(self.grade * v) * DT + w('ga', .03), 'position_covariance': cov, 'position_covariance_type': 2}, frame='gnss', age=1.1 * f('gnss_late'), lag=.04)
        lw = (self.door != np.roll(self.door, 1)) * 1.
        lvload = lp(m[0] + m[1] + 0., .5) * .5 + bp / 100
        self.pub('/lv_battery', 'sensor_msgs/msg/BatteryState', 1, {'voltage': 27.6 + u('lv', .05) - .25 * lvload + w('lvn', .02) - (.35 + .8 * lvload) * f('dcdc'), 'current': -(4 + 9 * lvload), 'temperature': amb + 3, 'percentage': .98, 'power_supply_status': 3, 'present': 1})
        # software
        ld = f('lidar_dirt')
        self.pub('/lidar_front/health', 'ezbus_ad/msg/LidarHealth', 2, {'points': (61000 + u('lp', 700) + 3500 * np.sin(self.s / 1500 * 4 * np.pi) - 5000 * rain + self.wander('lw', 900, 5)) * (1 - .36 * ld), 'spin_cr': 1000 + w('sp', 1.2) + w('spx', 6) * f('lidar_spin') + 4 * np.sin(t * .9) * f('lidar_spin'), 'housing_c': amb + 14 + w('hc', .1), 'mean_intensity': (42 + u('mi', 1) + self.wander('miw', 1, 6)) * (1 - .3 * ld), 'rain_pct': (35 if rain else 1) + np.abs(w('rp', 2))})
        obj = np.maximum(8 + self.wander('ob', 5, 20), 0)
        self.pub('/ad/pipeline', 'ezbus_ad/msg/PipelineStats', 2, {'perception_ms': 46 + .8 * obj + np.abs(w('pm', 2.5)) + (18 + 6 * np.abs(w('pmx'))) * f('percep_slow'), 'planner_ms': 17 + .3 * obj + np.abs(w('pl', 1)), 'localiser_err_m': .03 + np.abs(w('le', .008)), 'objects': obj, 'rss_mb': 9100 + u('rss', 120) + 12 * obj + self.wander('rsw', 60, 60) + 1200 * f('rss_leak')})
        vp = f('v2x_place')
        self.pub('/v2x/status', 'ezbus_ad/msg/V2xStatus', 2, {'rx_per_s': np.maximum(22 + self.wander('rx', 3, 10) - 14 * vp, 0), 'loss_pct': np.clip(2 + np.abs(w('lo', 1)) + 44 * vp, 0, 100), 'rssi': -70 + 4 * np.sin(self.s / 180) - 14 * vp + w('vr', 1.5), 'cam_age_ms': 60 + np.abs(w('ca', 15)) + 150 * vp})
        self.pub('/body/cabin', 'ezbus_body/msg/Cabin', 1, {'passengers': self.pax, 'co2_ppm': 480 + lp(70 * self.pax, 300) + w('co', 6), 'axle_load_kg_front': 1180 + 32 * self.pax + w('al', 6), 'axle_load_kg_rear': 1270 + 40 * self.pax + w('ar', 6)})
        self.pub('/ambient', 'sensor_msgs/msg/Temperature', 1, {'temperature': q(amb + w('at', .06), .1)}, frame='ambient')
        self.pub('/ad/cmd', 'geometry_msgs/msg/TwistStamped', 8, {'twist.linear.x': np.roll(v, -4), 'twist.angular.z': np.roll(wz, -4)}, frame='base_link')
        # words
        ver = 'ad-stack 3.8.2' if self.unit != 'life' or self.idx < 3 else 'ad-stack 3.9.0'
        lg, r = self.log, self.rng('log')
        lg(1, 'I', 'mission_control', f'{ver} ready' + (', wipers on' if rain else '')); lg(2, 'W', 'localiser', 'initialising, low confidence'); lg(6, 'I', 'gnss_driver', 'RTK fixed')
        for a, x in self.notes: lg(a + .1, 'I', 'mission_control', f'arrived: {x}')
        for _ in range(r.poisson(8)): lg(r.uniform(60, self.dur), 'W', 'planner', 'slowing for object on path')
        for a in np.arange(90, self.dur, 300): lg(a, 'I', 'remote_link', 'supervision heartbeat')
        for kind, name, msg in (('s_abs', 'can_gateway', 'wheel speed RR invalid'), ('s_inv', 'can_gateway', 'inverter DTC 0x0A3F stored'), ('s_bms', 'can_gateway', 'BMS alarm 12'), ('s_door', 'body_node', 'door 1 obstruction, reopening'), ('s_eps', 'can_gateway', 'EPS fault 5')):
            k = self.when(kind)
            if k:
                for a in np.arange(k['start'], k['end'], 45): lg(a + .3, 'E', name, msg)
                lg(k['end'] + .1, 'I', name, 'cleared')
        z2 = lambda x: np.where(x, 2, 0)
        self.status('wheel_speed', 'abs', z2(inv), {2: 'RR invalid'}); self.status('inverter', 'inv', z2(si), {2: 'DTC stored'}, soc=soc * 100)
        self.status('bms', 'hv', z2(sb), {2: 'alarm 12'}); self.status('doors', 'body', z2(ob), {2: 'obstruction'}); self.status('steering', 'eps', z2(ef), {2: 'fault 5'})
        self.status('remote_link', 'lte', brief_warn(self, 'lte', 3), {1: 'weak link'}, version=ver)
        self.goals('/ad/route/_action/status', self.spans)
