"""Autonomous fairway mower: three electric reels, three driven wheels, rear steering, RTK; English fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, quat, slew

TR, RE, LI, RTK, ST = '/traction', '/reels', '/reel_lift', '/rtk', '/steering'


class Mower(Sim):
    NAME = 'mower'
    FLAGS = [(TR, 'drive_fault'), (RE, 'reel_fault'), ('/safety', 'sensor_alarm'), ('/charge_port', 'port_error')]
    DEFS = {
        'fairway_msgs/msg/Traction': mdef('float32[3] wheel_speed_rpm motor_amps winding_temp; float32 drive_request; uint8 drive_fault'),
        'fairway_msgs/msg/Reels': mdef('float32[3] reel_rpm reel_amps reel_motor_temp cut_height_mm; float32 reel_setpoint; bool[3] reel_engaged; uint8 reel_fault'),
        'fairway_msgs/msg/ReelLift': mdef('float32[3] lift_percent lift_amps; bool lift_down_request'),
        'fairway_msgs/msg/Steering': mdef('float32 steer_request_deg steer_deg steer_motor_amps steer_motor_temp'),
        'fairway_msgs/msg/Rtk': mdef('uint8 satellites_used; uint8 fix_kind; float32 correction_age_s horizontal_sigma_m baseline_m; float32[6] snr_db'),
        'fairway_msgs/msg/Attitude': mdef('float32 pitch_deg roll_deg'),
        'fairway_msgs/msg/Sound': mdef('float32[3] bedknife_db; float32 chassis_rms'),
        'fairway_msgs/msg/TurfCamera': mdef('float32 sharpness mean_brightness cut_edge_offset_m processing_ms; uint16 objects_seen'),
        'fairway_msgs/msg/Safety': mdef('bool bumper_ok guard_closed stop_loop_ok rain_detected people_near; uint8 sensor_alarm'),
        'fairway_msgs/msg/Inverter': mdef('float32 dc_link_volts heatsink_temp aux_volts aux_amps fan_speed'),
        'fairway_msgs/msg/ChargePort': mdef('float32 insulation_kohm contact_temp; uint8 port_error'),
        'fairway_msgs/msg/Modem': mdef('float32 signal_dbm round_trip_ms lost_packets; uint8 band'),
        'fairway_msgs/msg/Controller': mdef('float32 loop_ms loop_worst_ms board_temp heap_kb; string release'),
        'fairway_msgs/msg/Turf': mdef('float32 moisture canopy_mm'),
    }
    KINDS = dict(
        left_drag=K('left drive motor draws more and more current: wheel bearing dry', [TR], ['motor_amps[0]'], ['left wheel', 'left drive', 'drive motor 1'], step=False, where='when driving', cons=('winding_temp[0]', '/battery', '/inverter')),
        right_hot=K('right drive motor gets hotter at the same current: clippings in the cooling duct', [TR], ['winding_temp[1]'], ['right wheel', 'right drive', 'drive motor 2'], step=False, tail=300),
        rear_grade=K('rear wheel motor gives too little on a climb steeper than a number: current limit', [TR], ['motor_amps[2]', 'motor_amps[0]', 'motor_amps[1]'], ['rear wheel', 'rear drive', 'drive motor 3'], where='**pitch above a number**', cond=True),
        left_pulses=K('left wheel speed flickers: encoder gap too large', [TR], ['wheel_speed_rpm[0]'], ['left wheel', 'wheel encoder'], where='when driving', cons=('/odom',)),
        winding_stuck=K('winding temperature of the rear motor frozen', [TR], ['winding_temp[2]'], ['rear wheel', 'rear drive', 'drive motor 3']),
        bog=K('wheels slip and draw more at one place: burst irrigation pipe', [TR], ['wheel_speed_rpm[0]', 'wheel_speed_rpm[1]', 'motor_amps[0]', 'motor_amps[1]'], ['wheels', 'drive', 'wet spot'], where='**at a place**', cond=True, need=12, cons=('/battery', '/imu/data')),
        reel2_belt=K('reel 2 falls in speed when its current is above a number: belt slips', [RE], ['reel_rpm[1]'], ['reel 2', 'centre reel'], where='**reel current above a number**', cond=True),
        reel1_dull=K('reel 1 draws more current: blades dull', [RE], ['reel_amps[0]'], ['reel 1', 'left reel'], step=False, where='when mowing', cons=('reel_motor_temp[0]', '/battery', '/inverter')),
        reel3_bearing=K('motor of reel 3 gets hot: bearing', [RE], ['reel_motor_temp[2]'], ['reel 3', 'right reel'], step=False, tail=300),
        reel1_height=K('cut of reel 1 higher: adjuster slipped', [RE], ['cut_height_mm[0]'], ['reel 1', 'left reel', 'height of cut']),
        reel3_height=K('height sensor of reel 3 noisy: roller clogged', [RE], ['cut_height_mm[2]'], ['reel 3', 'right reel', 'height of cut'], where='when driving'),
        knife2=K('bedknife of reel 2 screams when driving faster than a number: contact too tight', ['/sound'], ['bedknife_db[1]'], ['bedknife', 'bedknife 2', 'reel 2'], where='**speed above a number**', cond=True),
        knife3=K('bedknife of reel 3 loud: stone nick', ['/sound'], ['bedknife_db[2]'], ['bedknife', 'bedknife 3', 'reel 3'], where='when mowing'),
        chassis=K('chassis shakes more: reel out of balance', ['/sound', '/imu/data'], ['chassis_rms', 'linear_acceleration.z'], ['chassis', 'reel balance'], where='when mowing'),
        lift2_slow=K('lift 2 rises and falls slowly: spindle dirty', [LI], ['lift_percent[1]', 'lift_amps[1]'], ['lift 2', 'reel lift'], where='when lifting', need=10),
        lift1_amps=K('lift 1 needs more current: bush seized', [LI], ['lift_amps[0]'], ['lift 1', 'reel lift'], where='when lifting', need=10),
        lift3_sink=K('lift 3 does not reach the top: end switch bent', [LI], ['lift_percent[2]'], ['lift 3', 'reel lift'], where='when lifted', need=12),
        steer_far=K('steering motor draws much more at angles above a number: cable harness wedged', [ST], ['steer_motor_amps'], ['steering', 'steering motor'], where='**steering angle above a number**', cond=True),
        steer_offset=K('steering angle stands beside its request: sensor magnet turned', [ST], ['steer_deg'], ['steering', 'steering sensor']),
        steer_lag=K('steering follows late: chain slack', [ST], ['steer_deg'], ['steering', 'steering chain'], where='in turns', need=12),
        steer_hot=K('steering motor gets warm: brake not quite released', [ST], ['steer_motor_temp'], ['steering', 'steering motor'], step=False, tail=300),
        trees=K('position solution floats at one place: new scaffold beside the fairway', [RTK], ['horizontal_sigma_m', 'satellites_used', 'fix_kind'], ['rtk', 'receiver', 'satellites'], where='**at a place**', cond=True, need=12, cons=('/gnss/fix',)),
        corr_old=K('corrections come late: base radio weak', [RTK], ['correction_age_s'], ['rtk', 'corrections', 'base']),
        antenna2=K('second antenna loses signal on two bands: cable pinched', [RTK], ['snr_db[3]', 'snr_db[4]'], ['rtk', 'antenna 2', 'second antenna']),
        baseline=K('antenna distance wrong: mast bent by a branch', [RTK], ['baseline_m'], ['rtk', 'antenna mast', 'baseline']),
        modem_spot=K('modem weak at one place: repeater of the clubhouse off', ['/modem'], ['signal_dbm', 'round_trip_ms', 'lost_packets'], ['modem', 'mobile link'], where='**at a place**', cond=True, need=12),
        gyro_bias=K('yaw gyro has a bias', ['/imu/data'], ['angular_velocity.z'], ['imu', 'gyro', 'yaw gyro']),
        imu_loss=K('messages of the IMU get lost', ['/imu/data'], ['header.stamp'], ['imu']),
        odom_late=K('odometry comes with old stamps', ['/odom'], ['header.stamp'], ['odom', 'odometry']),
        lidar_grass=K('beams 6 to 8 of the front lidar read short: clippings on the window', ['/lidar/front'], ['ranges'], ['lidar', 'front lidar']),
        sonar_left=K('left sonar reads noisy: membrane wet', ['/sonar/left'], ['range'], ['sonar', 'left sonar']),
        cam_sun=K('turf camera is glared when rolled to the side more than a number: sun shade lost', ['/turf_camera'], ['mean_brightness', 'sharpness'], ['turf camera', 'camera'], where='**roll above a number**', cond=True),
        cam_juice=K('turf camera gets less sharp: grass juice on the lens', ['/turf_camera'], ['sharpness'], ['turf camera', 'camera lens'], step=False),
        cam_slow=K('picture processing takes longer: accelerator throttled', ['/turf_camera'], ['processing_ms'], ['turf camera', 'processing']),
        bat_load=K('cell 9 sags when the battery current is above a number: cell connector', ['/battery'], ['cell_voltage[8]'], ['battery', 'cell 9'], where='**battery current above a number**', cond=True),
        mod3_warm=K('battery module 3 warmer than the others: vent covered by grass', ['/battery'], ['cell_temperature[2]'], ['battery', 'module 3'], step=False, tail=300),
        inv_fan=K('inverter heatsink hotter and fan slow', ['/inverter'], ['heatsink_temp', 'fan_speed'], ['inverter', 'inverter fan'], tail=300),
        aux=K('auxiliary supply low and uneasy: fuse holder corroded', ['/inverter'], ['aux_volts'], ['inverter', 'auxiliary supply']),
        insulation=K('insulation of the charge port falls: water in the plug', ['/charge_port'], ['insulation_kohm'], ['charge port', 'insulation'], step=False),
        loop=K('control loop has far longer worst times', ['/controller'], ['loop_worst_ms', 'loop_ms'], ['controller', 'control loop']),
        heap=K('heap of the controller fills', ['/controller'], ['heap_kb'], ['controller', 'heap'], step=False),
        s_drive=K('drive controller reports a hall sensor error', [TR, '/rosout', '/diagnostics'], ['drive_fault', 'wheel_speed_rpm[1]'], ['drive', 'right wheel', 'hall sensor'], silent=False),
        s_reel=K('reel controller reports a blocked reel again and again', [RE, '/rosout', '/diagnostics'], ['reel_fault', 'reel_rpm[0]'], ['reel 1', 'reel controller'], silent=False),
        s_bump=K('bumper circuit flickers and is reported', ['/safety', '/rosout', '/diagnostics'], ['sensor_alarm', 'bumper_ok'], ['safety', 'bumper'], silent=False),
        s_port=K('charge port lock is warned of', ['/charge_port', '/rosout', '/diagnostics'], ['port_error'], ['charge port', 'port lock'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        L, Wd, nl = r.uniform(50, 64), 1.7, int(r.integers(11, 15))
        ds, P, tn = .25, [], []
        j, up, dx, xa = 0, 1, 1, 0.
        steps = [3, -2]; c = 0
        while len(P) * ds < 3. * 3700:
            m = int(L / ds)
            for i in range(m): P.append((xa + dx * i * ds, j * Wd)); tn.append(0)
            xe = xa + dx * L
            k = j + up * steps[c % 2]; c += 1
            if k >= nl or k < 0: up = -up; k = j + up * 3; c = 1
            ya, yb = j * Wd, k * Wd; R, yc = abs(yb - ya) / 2, (ya + yb) / 2
            for i in range(int(np.pi * R / ds)):
                ph = i * ds / R; P.append((xe + dx * R * np.sin(ph), yc + (ya - yc) * np.cos(ph))); tn.append(1)
            j, xa, dx = k, xe, -dx
        P = np.array(P); tn = np.array(tn); sg = np.arange(len(P)) * ds
        yaw = np.unwrap(np.arctan2(np.gradient(P[:, 1]), np.gradient(P[:, 0])))
        cur = np.convolve(np.gradient(yaw, ds), np.ones(7) / 7, 'same')
        vm = r.uniform(2.1, 2.5)
        T = self.tasks = self.segs('op', dict(mow=(5, 200, 420), transit=(.8, 40, 80), pause=(1., 15, 45), manual=(.5, 30, 60)), [('pause', r.uniform(12, 40)), ('transit', r.uniform(30, 70))])
        kk = np.zeros(n, int)
        for a, b, k in T: kk[int(a / DT):int(b / DT)] = ('mow', 'transit', 'pause', 'manual').index(k)
        ob = self.rng('obst'); stop = np.zeros(n, bool)
        for x in ob.uniform(60, self.dur - 60, ob.poisson(5)): stop[int(x / DT):int((x + ob.uniform(7, 20)) / DT)] = True
        s, v = 5., 0.; so, vo = np.zeros(n), np.zeros(n)
        sk, stp, tl, nt = kk.tolist(), stop.tolist(), tn.tolist(), len(tn)
        jit = self.pieces('man', 2, 6, .3, 1.)
        for i in range(n):
            a0 = int(s / ds); ahead = tl[min(a0 + 10, nt - 1)] or tl[min(a0 + 4, nt - 1)] or tl[min(a0, nt - 1)]
            k = sk[i]; tgt = 0. if (k == 2 or stp[i]) else (2.9 if k == 1 else vm if k == 0 else 1.4 * jit[i])
            if ahead: tgt = min(tgt, 1.25)
            v = max(0., v + max(-1.3, min(.7, (tgt - v) * 1.2)) * DT); s += v * DT; so[i], vo[i] = s, v
        it = lambda tab: np.interp(so, sg, tab)
        self.s, self.v, self.k, self.stop = so, vo, kk, stop & (kk != 2)
        self.x, self.y, self.yaw, self.cur = it(P[:, 0]), it(P[:, 1]), it(yaw), it(cur)
        self.turn = it(tn.astype(float)) > .5
        self.yr, self.acc = self.cur * self.v, lp(np.gradient(self.v, DT), .2)
        ph, kx, ky = r.uniform(0, 6.28, 3), r.uniform(.07, .12, 3), r.uniform(-.09, .09, 3)
        gx = sum(.024 * np.cos(kx[i] * self.x + ky[i] * self.y + ph[i]) for i in range(3)); gy = sum(.018 * np.cos(ky[i] * self.x + kx[i] * self.y * 1.6 + ph[i] + 1) for i in range(3))
        cy, sy = np.cos(self.yaw), np.sin(self.yaw)
        self.gr, self.ro = lp(gx * cy + gy * sy, .3), lp(-gx * sy + gy * cy, .3)
        self.mow = (kk == 0) & ~self.turn & (self.v > .3)
        self.down = lp(slew(self.mow.astype(float), .9), .15)
        self.drv = self.v > .3
        rain = np.zeros(n)
        if self.unit == 'life' and self.idx >= 3: a = self.rng('rain').uniform(500, 2500); rain = np.clip(np.minimum((t - a) / 30, (a + 700 - t) / 30), 0, 1)
        self.rain = rain; self.wet = np.clip(.35 + .12 * self.su('wet') + .3 * lp(rain, 200), 0, 1)
        self.back = (kk == 2) & (self.unit == 'life' and self.idx >= 4)        # reels cleaned backwards: for the first time in life/4
        gd = .5 + .3 * np.sin(.19 * self.x + ph[0]) * np.cos(.4 * self.y + ph[1]) + .12 * self.wander('gd', 1, 1.5); self.grass = np.clip(gd, .05, 1.4)
        self.amb = 18 + 5 * self.su('amb') + self.wander('amb', .4, 900) - 2 * rain
        self.F = 820 * self.acc + 820 * 9.81 * self.gr + (390 + 260 * self.wet) * np.tanh(self.v / .08)
        self.im = [(self.F * .0135 * (1.1, 1.1, .8)[i] + (-1, 1, 0)[i] * 5 * self.yr) * (1 + self.u(f'im{i}', .02)) + self.ns(f'im{i}', .35) * np.minimum(self.v + .2, 1) for i in range(3)]
        self.ron = lp(((kk == 0) & (self.v > .05) | self.back).astype(float), .8)
        self.ri = [self.ron * (5.2 + self.u(f'ri{i}', .15)) + self.down * (6.5 + 4 * self.wet) * self.v / 2.2 * delayed(self.grass, (0, .35, .1)[i]) * (1 + .15 * self.wander(f'rig{i}', 1, .9)) + 7 * np.clip(np.gradient(self.ron, DT), 0, 2) + self.ns(f'rin{i}', .22) for i in range(3)]
        self.ib = 4.5 + self.F * self.v / .8 / 48 * np.where(self.F > 0, 1, .5) + 1. * sum(self.ri) * .8 + self.ns('ib', .5)
        self.steer = np.degrees(np.arctan(1.5 * self.cur)) + .6 * self.wander('st', 1, 1.2) * self.drv
        self.steer = lp(self.steer, .15)
        sp = ['speed', 'velocity', 'twist', 'faster', 'wheel speed', 'linear', 'drive request']
        self.pd, self.rd = np.degrees(np.arctan(self.gr)), np.degrees(np.arctan(self.ro))
        self.num('rear_grade', self.pd, '/attitude:pitch_deg', ['pitch', 'pitch deg', 'grade', 'slope', 'climb', 'uphill'], above=self.quan(self.pd, self.drv, .7, 1), tol=.6, and_=self.drv & (self.im[2] > 2))
        self.num('reel2_belt', lp(self.ri[1], .4), RE + ':reel_amps[1]', ['reel amps', 'reel current', 'current', 'load', 'amps'], above=self.quan(self.ri[1], self.mow, .62, 1), tol=.25)
        self.num('knife2', self.v, '/odom:twist.twist.linear.x', sp, above=round(vm * .82, 2), tol=.25, and_=self.mow)
        self.num('steer_far', np.abs(self.steer), ST + ':steer_deg', ['steer', 'steer deg', 'steer request deg', 'steering angle', 'angle', 'turning'], above=14., tol=.5)
        self.num('bat_load', lp(self.ib, .3), '/battery:current', ['current', 'load', 'discharge', 'battery'], above=self.quan(self.ib, self.mow, .6, 0), tol=.3)
        self.num('cam_sun', self.rd, '/attitude:roll_deg', ['roll', 'roll deg', 'side slope', 'tilt', 'bank'], above=self.quan(self.rd, self.drv, .68, 1), tol=.8, and_=self.drv)
        ok = self.drv
        for kd, rad in (('bog', 5.), ('trees', 8.), ('modem_spot', 8.)):
            px, py = self.spot(kd, self.x, self.y, rad, ok, .13 if rad > 6 else .1); self.at(kd, self.x, self.y, px, py, rad, self.drv)
        self.mode('left_drag left_pulses reel3_height', self.drv, 'driving', 'drives', 'moving', 'speed', 'velocity')
        self.mode('reel1_dull knife3 chassis', self.mow, 'mowing', 'mows', 'cutting', 'reel', 'reels', 'reel engaged')
        lm = np.abs(np.gradient(self.down, DT)) > .05
        self.mode('lift2_slow lift1_amps', lm, 'lifting', 'lift', 'lifts', 'moves', 'lift down request', 'lowering')
        self.mode('lift3_sink', self.down < .05, 'lifted', 'up', 'lift', 'turning', 'transit')
        self.mode('steer_lag', self.turn & self.drv, 'turn', 'turns', 'turning', 'steer request deg', 'steering')

    def build(self):
        t, n, f, w, v, drv, mow = self.t, self.n, self.f, self.ns, self.v, self.drv, self.mow
        bog = f('bog'); slip = lp(bog, .3) * (.16 + .07 * np.abs(self.wander('bog', 1, .6)))
        off = np.array([-.55, .55, 0])
        rpm = [(v - off[i] * self.yr) / (np.pi * .5) * 60 * (1 + self.u(f'D{i}', .002)) * (1 + (slip if i < 2 else 0)) + w(f'rp{i}', .25) * np.minimum(v * 3, 1) for i in range(3)]
        rpm[0] = rpm[0] + f('left_pulses') * drv * (6 * self.white('lp') - 34 * self.spikes('lps', .06))
        sd = f('s_drive') * (self.pieces('sd', .3, 2, 0, 1) < .3); rpm[1] = rpm[1] * (1 - .5 * np.minimum(sd, 1))
        im = [x.copy() for x in self.im]
        im[0] = im[0] + 5.5 * f('left_drag') * np.tanh(v / .3)
        for i in (0, 1): im[i] = im[i] + lp(bog, .3) * (5 + 1.5 * self.wander('bogc', 1, .5))
        g = f('rear_grade'); cut = np.where(g > 0, .62 * np.minimum(g, 1.2) * np.clip(im[2], 0, None), 0); im[2] = im[2] - cut; im[0] = im[0] + cut / 2; im[1] = im[1] + cut / 2
        wt = [self.warm(f'wt{i}', self.amb, .22 * im[i]**2 + (.08 * im[i]**2 * f('right_hot') + 15 * f('right_hot') if i == 1 else 0), 120 if i < 2 else 70, 9, 9.) for i in range(3)]
        wt[2] = hold(wt[2], self.on('winding_stuck'))
        self.pub(TR, 'fairway_msgs/msg/Traction', 10, dict(wheel_speed_rpm=[q(x, .1) for x in rpm], motor_amps=[q(x, .05) for x in im], winding_temp=[q(x, .1) for x in wt], drive_request=q(np.maximum(delayed(lp(v, .2), -.5), 0), .01), drive_fault=np.where(sd > 0, 17, 0)))
        sr = f('s_reel') * (self.pieces('sr', .6, 4, 0, 1) < .25)
        sgn = np.where(self.back, -.35, 1.)
        rr, ra = [], [x.copy() for x in self.ri]
        ra[0] = ra[0] + 3.6 * f('reel1_dull') * self.down
        for i in range(3):
            b = f('reel2_belt') if i == 1 else self.z0
            z = self.ron * sgn * 1850 * (1 + self.u(f'rr{i}', .004)) - 3.2 * (ra[i] - 5) * (self.ron > .3) + w(f'rr{i}', 7) * self.ron - lp(b, .2) * (190 + 70 * np.abs(self.wander('rb', 1, .5)))
            rr.append(q(z * (1 - .8 * (np.minimum(sr, 1) if i == 0 else 0)), 1))
        rt = [self.warm(f'rt{i}', self.amb, .085 * ra[i]**2 + (19 * f('reel3_bearing') if i == 2 else 0), 220, 10, 5.) for i in range(3)]
        ch = [10.2 + self.u(f'ch{i}', .12) + .35 * self.wander(f'ch{i}', 1, 1.5) * mow + w(f'chn{i}', .12) for i in range(3)]
        ch[0] = ch[0] + 1.9 * f('reel1_height'); ch[2] = ch[2] + f('reel3_height') * drv * (1.1 * self.white('ch3') + 3 * self.spikes('ch3s', .05))
        self.pub(RE, 'fairway_msgs/msg/Reels', 10, dict(reel_rpm=rr, reel_amps=[q(x, .05) for x in ra], reel_motor_temp=[q(x, .1) for x in rt], cut_height_mm=[q(x, .05) for x in ch], reel_setpoint=q(1850 * sgn * (self.ron > .2), 1), reel_engaged=[self.down > .9] * 3, reel_fault=np.where(sr > 0, 4, 0)))
        dn, sl = self.down, f('lift2_slow'); md = np.abs(np.gradient(dn, DT))
        lf = [dn.copy() for _ in range(3)]
        if sl.any(): lf[1] = np.where(self.sev['lift2_slow'] > 0, lp(slew(self.mow.astype(float), .38), .15), dn)
        l3 = f('lift3_sink'); lf[2] = np.maximum(dn, .16 * np.minimum(l3, 1.25))
        la = [np.where(np.abs(np.gradient(lf[i], DT)) > .04, 4.2 + self.u(f'la{i}', .1) + 1.4 * (np.gradient(lf[i], DT) < 0) + w(f'la{i}', .2), .15 + w(f'la0{i}', .03)) for i in range(3)]
        la[0] = la[0] + 2.6 * f('lift1_amps') * (md > .04); la[1] = la[1] + 1.2 * (sl > 0) * (np.abs(np.gradient(lf[1], DT)) > .04)
        self.pub(LI, 'fairway_msgs/msg/ReelLift', 8, dict(lift_percent=[q(100 * (1 - x) + w(f'lp{i}', .25), .1) for i, x in enumerate(lf)], lift_amps=[q(lp(x, .1), .05) for x in la], lift_down_request=self.mow))
        st = self.steer; sg = st if not self.on('steer_lag').any() else np.where(self.sev['steer_lag'] > 0, lp(delayed(st, .5), .35), st)
        sa = .6 + .11 * np.abs(np.gradient(lp(st, .2), DT)) + .035 * np.abs(st) + np.abs(w('sa', .12)) + lp(f('steer_far'), .15) * (2.6 + .5 * self.wander('sf', 1, .4))
        self.pub(ST, 'fairway_msgs/msg/Steering', 10, dict(steer_request_deg=q(st, .1), steer_deg=q(delayed(sg, .1) + self.u('so', .15) + w('sd', .12) + 4.2 * f('steer_offset'), .05), steer_motor_amps=q(sa, .02), steer_motor_temp=q(self.warm('smt', self.amb, lp(5 * sa, 5) + 15 * f('steer_hot'), 160, 6, 4.), .1)))
        vo = (rpm[0] + rpm[1]) / 2 / 60 * np.pi * .5
        gb = f('gyro_bias')
        self.pub('/odom', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(self.x + w('ox', .015, 5), .01), 'pose.pose.position.y': q(self.y + w('oy', .015, 5), .01), 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(vo * (1 - slip / (1 + slip)), .001), 'twist.twist.angular.z': q(self.yr + w('oz', .004), .001)}, 'field', age=.7 * f('odom_late'))
        chs = f('chassis') * self.down; vb = .12 + .22 * v / 2 + .3 * self.ron
        self.imu('/imu/data', 16, (self.ro + w('ir', .002), -self.gr + w('ip', .002), self.yaw + w('iy', .002)), (w('gx', .01 + .01 * v), w('gy', .01 + .01 * v), self.yr + w('gz', .004 + .003 * v) + self.u('gz', .001) + .055 * gb),
                 (self.acc + 9.81 * self.gr + vb * self.white('ax', .6), self.yr * v - 9.81 * self.ro + vb * self.white('ay', .6), 9.81 + vb * self.white('az') + 1.5 * chs * self.white('azc')), 'imu', drop=.5 * f('imu_loss'))
        self.pub('/attitude', 'fairway_msgs/msg/Attitude', 6, dict(pitch_deg=q(self.pd + w('pd', .08), .01), roll_deg=q(self.rd + w('rd', .08), .01)))
        self.pub('/cmd_vel', 'geometry_msgs/msg/TwistStamped', 6, {'twist.linear.x': q(np.maximum(delayed(lp(v, .2), -.5), 0), .02), 'twist.angular.z': q(delayed(self.yr, -.3), .01)}, 'base')
        kd = [58 + self.u(f'kd{i}', .5) + 11 * self.ron + 4 * self.down * v / 2.2 + 2. * self.grass * self.down + w(f'kd{i}', .7) for i in range(3)]
        kd[1] = kd[1] + f('knife2') * (6.5 + 1.5 * self.white('k2')); kd[2] = kd[2] + f('knife3') * self.down * (6 + 1.2 * self.white('k3'))
        self.pub('/sound', 'fairway_msgs/msg/Sound', 6, dict(bedknife_db=[q(x, .1) for x in kd], chassis_rms=q(np.abs(.15 + .3 * v / 2 + .55 * self.ron + w('crm', .05) + chs * (.75 + .2 * self.white('crmx'))), .01)))
        # positioning
        tr, a2 = f('trees'), f('antenna2')
        sat = np.clip(22 + self.su('sat') + 1.3 * self.wander('sat', 1, 40) - 9 * lp(tr, .6), 4, 40)
        sig = .011 + .001 * self.u('sg') + .0012 * np.abs(self.wander('sgw', 1, 6)) + lp(tr, .6) * (.09 + .04 * np.abs(self.wander('trs', 1, 2)))
        snr = [46 - i * .8 + self.u(f'snr{i}', .6) + .8 * self.wander(f'snr{i}', 1, 12) + w(f'snrn{i}', .5) - (8.5 * np.minimum(a2, 1.3) if i in (3, 4) else 0) - 3 * lp(tr, .6) for i in range(6)]
        self.pub(RTK, 'fairway_msgs/msg/Rtk', 3, dict(satellites_used=sat, fix_kind=np.where(tr > 0, 5, 4), correction_age_s=q(.9 + .25 * np.abs(w('ca', 1)) + .5 * self.spikes('cas', .02) + f('corr_old') * (2.4 + 1.4 * np.abs(self.wander('co', 1, 3))), .1), horizontal_sigma_m=q(sig, .001), baseline_m=q(.842 + self.u('bl', .001) + w('bl', .003) + .031 * f('baseline'), .001), snr_db=[q(x, .1) for x in snr]))
        self.pub('/gnss/fix', 'sensor_msgs/msg/NavSatFix', 4, {'latitude': 52.31 + (self.y + w('ge', .012, 3) * (1 + 9 * lp(tr, .6))) / 111200, 'longitude': 8.11 + (self.x + w('gn', .012, 3) * (1 + 9 * lp(tr, .6))) / 68100, 'altitude': q(74 + 20 * self.gr * 0 + w('ga', .03, 4), .01), 'status.status': 2, 'status.service': 3}, 'gnss')
        ms = lp(f('modem_spot'), .5)
        db = -71 + self.su('db', 2) - .05 * self.x + 1.8 * self.wander('db', 1, 5) + w('dbn', .8) - 15 * ms
        self.pub('/modem', 'fairway_msgs/msg/Modem', 3, dict(signal_dbm=q(db, 1), round_trip_ms=q(44 + np.abs(w('rtt', 6)) + 60 * ms * self.rng('rt2').random(n), 1), lost_packets=q(self.rng('lo').gamma(.5, .3, n) + 4 * ms * self.rng('lo2').random(n), .1), band=20))
        # perception
        ped = self.stop | (self.pieces('ped', 3, 12, 0, 1) < .05); rg = []
        lg = f('lidar_grass')
        for i in range(13):
            x = np.full(n, (7, 10, 14, 20, 24, 28, 30, 28, 24, 20, 14, 10, 7)[i]) * (1 + self.u(f'lb{i}', .01)) * np.exp(.1 * self.wander(f'lw{i}', 1, 2.5) * np.minimum(v, 1))
            x = np.where(ped & (i in (5, 6, 7)), np.minimum(x, 4.5 + .3 * i), x) + w(f'ln{i}', .05)
            if 5 <= i <= 7: x = np.where((lg > 0) & (self.rng(f'lg{i}').random(n) < .55), .35 + np.abs(w(f'lgn{i}', .1)), x)
            rg.append(x)
        self.scan('/lidar/front', 5, rg, .9, 30)
        for sd_ in ('left', 'right'):
            x = np.where(ped & (sd_ == 'left'), 1.6, 2.4 + .25 * self.wander('so' + sd_, 1, 2)) + w('sn' + sd_, .03)
            if sd_ == 'left': x = x + f('sonar_left') * (.55 * self.white('sl') - 1.2 * self.spikes('sls', .12))
            self.pub('/sonar/' + sd_, 'sensor_msgs/msg/Range', 5, dict(range=q(np.clip(x, .2, 4), .01), min_range=.2, max_range=4., field_of_view=.5), 'sonar_' + sd_)
        cs = lp(f('cam_sun'), .2)
        br = 118 + 10 * self.su('br') + 5 * self.wander('br', 1, 30) - 14 * self.rain + 3 * np.cos(self.yaw) + w('brn', 1.5) + 46 * cs
        self.pub('/turf_camera', 'fairway_msgs/msg/TurfCamera', 4, dict(sharpness=q(np.clip(71 + self.u('sh', 1) - 3.5 * v + 2 * self.grass + w('sh', 1.3) - 17 * cs - 24 * f('cam_juice'), 5, 99), .1), mean_brightness=q(np.clip(br, 0, 255), .5), cut_edge_offset_m=q(.02 + .025 * self.wander('ce', 1, 1) + w('cen', .006), .001), processing_ms=q(38 + np.abs(w('pm', 2.5)) + 3 * self.drv + f('cam_slow') * (21 + 6 * np.abs(self.white('cs'))), .5), objects_seen=np.where(ped, 2, 0)))
        sbm = (f('s_bump') * (self.pieces('sb', .2, 1.5, 0, 1) < .25)) > 0
        self.pub('/safety', 'fairway_msgs/msg/Safety', 5, dict(bumper_ok=~sbm, guard_closed=1, stop_loop_ok=1, rain_detected=self.rain > .3, people_near=ped, sensor_alarm=np.where(sbm, 2, 0)))
        # power
        ib = self.ib + .9 * f('left_drag') * np.minimum(v, 2) + 2.6 * f('reel1_dull') * self.down + 3 * lp(bog, .3)
        soc = np.clip(.9 + .04 * self.su('soc') - np.cumsum(ib) * DT / 3600 / 150, .1, 1)
        vb = 48.5 + 5 * (soc - .5) - .022 * ib
        cl = [vb / 14 + self.u(f'cl{i}', .006) + w(f'cl{i}', .004) for i in range(14)]; cl[8] = cl[8] - .075 * lp(f('bat_load'), .2)
        ct = [self.warm(f'ct{i}', self.amb, .0022 * ib**2, 700, 5, 2., .05) + (5.2 * f('mod3_warm') if i == 2 else 0) for i in range(4)]
        self.batt('/battery', ib, vb + w('vb', .03), soc, cl, ct)
        fa = f('inv_fan')
        self.pub('/inverter', 'fairway_msgs/msg/Inverter', 4, dict(dc_link_volts=q(vb - .004 * ib + w('dl', .05), .02), heatsink_temp=q(self.warm('hs', self.amb, .22 * ib + 13 * fa, 150, 9, 8., .12), .1), aux_volts=q(12.35 + self.u('av', .03) - .02 * 3 + w('av', .02) - f('aux') * (.42 + .2 * np.abs(self.white('avx'))), .01), aux_amps=q(3.2 + .9 * self.drv + w('aa', .1), .05), fan_speed=q((2400 + 14 * lp(ib, 60)) * (1 - .32 * fa) + w('fs', 15), 10)))
        sp = f('s_port') > 0
        self.pub('/charge_port', 'fairway_msgs/msg/ChargePort', 1, dict(insulation_kohm=q(820 + self.u('ik', 20) - 160 * self.wet + 9 * self.wander('ik', 1, 30) + w('ikn', 4) - 330 * f('insulation'), 1), contact_temp=q(self.amb + 1.5 + w('cot', .1), .1), port_error=np.where(sp & (t % 20 < 6), 3, 0)))
        lo = f('loop')
        self.pub('/controller', 'fairway_msgs/msg/Controller', 2, dict(loop_ms=q(6.1 + np.abs(w('lm', .2)) + 1.1 * lo, .05), loop_worst_ms=q(11 + np.abs(w('lwm', 2)) + lo * (15 + 6 * self.rng('lw').random(n)), .1), board_temp=q(self.warm('bt', self.amb, 3. * self.ron, 200, 17, 3.), .1), heap_kb=q(18400 + 700 * self.newver + 60 * self.su('hp') + 35 * self.wander('hp', 1, 120) + w('hpn', 10) + self.computer_leak('heap', 1900), 1)), strs=dict(release='7.3.0' if self.newver else '7.2.4'))
        self.pub('/turf', 'fairway_msgs/msg/Turf', 2, dict(moisture=q(100 * self.wet + 4 * self.grass + w('mo', .8), .1), canopy_mm=q(12 + 8 * self.grass + w('cm', .5), .1)))
        self.pub('/air/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .06), .1)))
        self.goals('/mission/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .06 else 4) for i, (a, b, k) in enumerate(self.tasks) if k in ('mow', 'transit')])
        a1 = self.speak('s_drive', 'drive', ['hall sensor sequence wrong, right wheel', 'drive runs on estimated angle'])
        a2 = self.speak('s_reel', 'reels', ['reel 1 blocked, reversing', 'reel 1 restart'])
        a3 = self.speak('s_bump', 'safety', ['bumper circuit open for 40 ms', 'bumper circuit implausible'], 12)
        s = self.when('s_port'); a4 = self.z0
        if s:
            for i, x in enumerate(np.arange(s['start'] + 1, s['end'], 22)): self.log(x, 'W', 'charge_port', 'port lock position unclear', 'fault')
            a4 = np.where(self.on('s_port'), 1., 0.)
        self.routine([(12, 'I', 'mission', 'lane done, {} m', 50, 65), (8, 'W', 'reels', 'reel load high for {} s', .5, 2), (6, 'W', 'guard', 'person near, wait {} s', 6, 20), (5, 'I', 'rtk', 'base {} km', 1, 2), (5, 'W', 'planner', 'lane overlap {} cm', 4, 12)],
                     [('I', 'core', 'release ' + ('7.3.0' if self.newver else '7.2.4')), ('W', 'rtk', 'waiting for corrections'), ('W', 'turf', 'moisture table old'), ('I', 'drive', 'brakes released')])
        self.status('drive', 'DC-3', a1, {2: 'hall sensor error'})
        self.status('reels', 'RC-3', a2, {2: 'reel 1 blocked'})
        self.status('safety', 'SL2', a3, {2: 'bumper circuit'})
        self.status('charge port', 'CP', a4, {1: 'lock position unclear'})
        self.status('rtk', 'R6', brief_warn(self, 'rt', 1.4), {1: 'corrections late'})
        self.status('modem', 'M4', brief_warn(self, 'mo', 1.2), {1: 'weak signal'})
