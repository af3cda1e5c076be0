"""Snow groomer that prepares pistes at night by itself, with a winch and an operator at times."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, quat, slew

TR, ENG, HY, TIL = '/drive/tracks', '/engine', '/hydraulics', '/tiller'
BJ = ('blade_lift', 'blade_angle', 'blade_tilt')


class Groomer(Sim):
    NAME = 'groomer'
    FLAGS = [(ENG, 'spn'), (TIL, 'error_code'), ('/winch', 'rope_alarm'), ('/gnss/fix', 'status.status')]
    DEFS = {
        'pistenwolf_msgs/msg/TrackDrive': mdef('float32 speed_left speed_right drive_pressure_left drive_pressure_right case_drain_lpm motor_temperature'),
        'pistenwolf_msgs/msg/TrackTension': mdef('float32 tension_left_bar tension_right_bar'),
        'pistenwolf_msgs/msg/Engine': mdef('float32 engine_rpm torque_pct coolant_temperature oil_pressure boost_kpa fuel_rate exhaust_temperature fuel_level; uint32 spn'),
        'pistenwolf_msgs/msg/Hydraulics': mdef('float32 oil_temperature charge_pressure filter_dp oil_level'),
        'pistenwolf_msgs/msg/Tiller': mdef('float32 shaft_rpm tiller_pressure tiller_depth lift_cmd lift_position; uint16 error_code'),
        'pistenwolf_msgs/msg/Winch': mdef('float32 rope_length rope_tension drum_speed winch_pressure; uint8 active rope_alarm'),
        'pistenwolf_msgs/msg/SnowDepth': mdef('float32 depth_cm density_idx'),
        'pistenwolf_msgs/msg/GroundRadar': mdef('float32 ground_speed echo_quality'),
        'pistenwolf_msgs/msg/Lights': mdef('float32[6] lamp_current; uint8 stage'),
        'pistenwolf_msgs/msg/RadioLink': mdef('int16 rssi_dbm; float32 loss_pct correction_age'),
        'pistenwolf_msgs/msg/Ecu': mdef('float32 cycle_ms heap_kb ecu_temperature; string sw; uint8 drive_mode'),
    }
    KINDS = dict(
        track_l_drag=K('left track drive needs more and more pressure: roller bearing', [TR], ['drive_pressure_left'], ['left track', 'track left'], step=False, where='when driving', cons=('torque_pct', '/engine')),
        track_r_fast=K('right track falls behind above 3 m/s: pump swash plate worn, machine pulls aside', [TR], ['speed_right'], ['right track', 'track right'], where='**speed above 3 m/s**', cond=True),
        tension_r=K('tension of the right track sinks: cylinder leaks', ['/drive/tension'], ['tension_right_bar'], ['right track', 'track tension', 'tension'], step=False),
        case_warm=K('case drain flow of the drive motors far higher with oil warmer than a number: seal', [TR], ['case_drain_lpm'], ['case drain', 'drive motors', 'drive motor'], where='**oil temperature above a number**', cond=True),
        late=K('tracks answer commands 0.6 s late: proportional valve sticks', [TR, '/odom', '/ground_radar', '/imu/data', '/cmd_vel'], ['speed_left', 'speed_right', 'twist.twist.linear.x', 'twist.twist.angular.z'], ['tracks', 'track drive', 'odom'], where='when driving'),
        filter=K('pressure over the hydraulic filter rises', [HY], ['filter_dp'], ['hydraulics', 'hydraulic filter'], step=False),
        charge=K('charge pressure low and uneasy: relief valve', [HY], ['charge_pressure'], ['hydraulics', 'charge pump', 'charge pressure']),
        cooler=K('hydraulic oil gets warmer: cooler iced or dirty', [HY], ['oil_temperature'], ['hydraulics', 'oil cooler', 'cooler'], step=False, tail=400, cons=('case_drain_lpm', 'motor_temperature')),
        boost=K('boost far too low above 65 percent torque: charge air hose cracked', [ENG], ['boost_kpa', 'exhaust_temperature'], ['engine', 'turbo', 'boost'], where='**torque above 65 %**', cond=True),
        thermostat=K('coolant too cold: thermostat stays open', [ENG], ['coolant_temperature'], ['engine', 'thermostat', 'coolant'], tail=300),
        hunting=K('engine speed hunts', [ENG], ['engine_rpm'], ['engine', 'governor']),
        fuel_stuck=K('fuel level frozen', [ENG], ['fuel_level'], ['engine', 'fuel', 'fuel level', 'fuel sensor']),
        egt_noise=K('exhaust temperature noisy: connector', [ENG], ['exhaust_temperature'], ['engine', 'exhaust']),
        tiller_fast=K('tiller pressure rough above 900 rpm: shaft bearing', [TIL], ['tiller_pressure'], ['tiller', 'tiller shaft'], where='**tiller above 900 rpm**', cond=True),
        tiller_slow=K('tiller lift follows its command slowly', [TIL], ['lift_position'], ['tiller', 'tiller lift'], where='when the lift moves', need=12),
        tiller_cal=K('tiller depth reads too much after calibration', [TIL], ['tiller_depth'], ['tiller', 'tiller depth'], where='when tilling'),
        blade_creep=K('blade sinks while it should hold: cylinder leaks', ['/blade/joint_states'], ['position[0]'], ['blade', 'blade lift', 'blade_lift']),
        blade_play=K('blade angle stays behind its command: worn pins', ['/blade/joint_states'], ['position[1]'], ['blade', 'blade angle', 'blade_angle']),
        tilt_noise=K('blade tilt sensor noisy', ['/blade/joint_states'], ['position[2]'], ['blade', 'blade tilt', 'blade_tilt']),
        winch_cell=K('rope tension reads too little for its pressure: load pin shifted', ['/winch'], ['rope_tension'], ['winch', 'rope', 'load pin'], where='when the winch works'),
        winch_rope=K('drum speed and pressure jerk with more than 240 m of rope: layer damaged', ['/winch'], ['winch_pressure', 'drum_speed'], ['winch', 'rope', 'drum'], where='**rope length above 240 m**, winch active', cond=True),
        snow_drift=K('snow radar drifts', ['/snow'], ['depth_cm'], ['snow', 'snow radar', 'snow depth'], step=False),
        lidar_ice=K('beams 4 to 7 of the front lidar read short: ice on the window', ['/lidar/front'], ['ranges[4]', 'ranges[5]', 'ranges[6]', 'ranges[7]'], ['lidar', 'front lidar']),
        lidar_half=K('front lidar gives half its scans', ['/lidar/front'], ['header.stamp'], ['lidar', 'front lidar']),
        pitch_shift=K('IMU pitch shifted after service: holder bent', ['/imu/data'], ['linear_acceleration.x', 'orientation.y'], ['imu']),
        gyro_scale=K('yaw gyro reads a third too little', ['/imu/data'], ['angular_velocity.z'], ['imu', 'gyro', 'yaw gyro'], where='when turning'),
        gnss_place=K('position jumps at one place of the piste: multipath of a new mast', ['/gnss/fix', '/gnss/pose'], ['position_covariance', 'latitude', 'longitude', 'position.x', 'position.y'], ['gnss', 'gps'], where='**at a place**', cond=True),
        radio_place=K('radio link weak at one place of the piste: antenna cable', ['/radio'], ['rssi_dbm', 'loss_pct'], ['radio', 'radio link'], where='**at a place**', cond=True),
        rtk_age=K('age of the corrections grows again and again: base station uplink', ['/radio'], ['correction_age'], ['radio', 'rtk', 'corrections', 'correction']),
        odom_lost=K('odometry messages get lost', ['/odom'], ['header.stamp'], ['odom', 'odometry']),
        imu_old=K('IMU messages come with old stamps', ['/imu/data'], ['header.stamp'], ['imu']),
        lamp3=K('lamp 3 flickers: loose plug', ['/lights'], ['lamp_current[3]'], ['lights', 'lamp 3'], where='when lit'),
        alternator=K('24 V sags when the load is above 75 A: slipping belt', ['/battery'], ['voltage'], ['battery', 'alternator', 'supply'], where='**load current above 75 A**', cond=True),
        radar_ice=K('ground radar reads low: ice on the horn', ['/ground_radar'], ['ground_speed'], ['ground radar', 'ground_radar', 'radar'], where='when driving'),
        heap=K('heap of the control unit grows', ['/ecu'], ['heap_kb'], ['ecu', 'control unit', 'heap', 'memory'], step=False),
        s_engine=K('engine reports a coolant level fault', [ENG, '/rosout', '/diagnostics'], ['spn'], ['engine', 'coolant'], silent=False),
        s_tiller=K('tiller reports pressure overload', [TIL, '/rosout', '/diagnostics'], ['error_code', 'tiller_pressure'], ['tiller'], silent=False),
        s_winch=K('winch reports slack rope', ['/winch', '/rosout', '/diagnostics'], ['rope_alarm'], ['winch', 'rope'], silent=False),
        s_gnss=K('GNSS loses its fix again and again and reports it', ['/gnss/fix', '/gnss/pose', '/rosout', '/diagnostics'], ['status.status', 'position_covariance'], ['gnss', 'gps'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        T = self.tasks = self.segs('task', dict(groom=(4, 120, 380), winch=(1.7, 110, 260), push=(1.2, 40, 110), transfer=(1, 30, 80), idle=(.7, 20, 80), manual=(.6, 40, 110)), [('idle', r.uniform(50, 170))])
        self.groom, self.winch = self.is_(T, 'groom', 'winch'), self.is_(T, 'winch')
        vset = self.per('v', T, dict(groom=(2.5, 4.3), winch=(2, 3.2), push=(1.1, 2), transfer=(3.5, 5.6), manual=(1.5, 4.5)))
        code = np.zeros(n, int)
        names = dict(idle=0, groom=1, winch=1, push=2, transfer=3, manual=2)
        for a, b, k in T: code[int(a / DT):int(b / DT) + 1] = names[k]
        top = 400 + 25 * self.su('len'); lane, end = -30., 1
        gx, gy = top, lane
        x, y, yaw, v = 40., -32., .1, 0.
        X, Y, A, V, Wc, C = [], [], [], [], [], []
        vs, cl, wig = vset.tolist(), code.tolist(), (.03 * self.wander('wig', 1, 2)).tolist()
        prev = 0
        for i in range(n):
            c = cl[i]
            d = ((gx - x)**2 + (gy - y)**2)**.5
            if d < 9 or (c != prev and c):
                if c == 1:
                    if d < 9:
                        end = -end; lane += 5.5
                        if lane > 32: lane = -30.
                    gx, gy = (top if end > 0 else 22.) + r.uniform(-8, 8), lane
                else: gx, gy = (min(max(x + r.uniform(-55, 55), 20), top), min(max(y + r.uniform(-30, 30), -35), 35)) if c == 2 else (r.uniform(30, top), r.uniform(-30, 30))
            prev = c
            err = (np.arctan2(gy - y, gx - x) - yaw + np.pi) % (2 * np.pi) - np.pi
            vc = vs[i] * max(.28, 1 - abs(err)) if c else 0.
            w = (max(-.42, min(.42, .9 * err)) + wig[i]) if v > .2 else 0.
            v += max(-.05, min(.045, vc - v))
            yaw += w * DT
            x += v * np.cos(yaw) * DT; y += v * np.sin(yaw) * DT
            X.append(x); Y.append(y); A.append(yaw); V.append(v); Wc.append(w); C.append(vc)
        self.x, self.y, self.yaw, self.v, self.w = (np.array(a) for a in (X, Y, A, V, Wc))
        self.vcmd, self.wcmd = self.v + .25 * np.gradient(self.v, DT), self.w
        self.w = lp(self.w, .25)
        gr = .10 + .15 / (1 + np.exp(-(self.x - 210) / 45)) + .04 * np.sin(self.x / 37)
        self.pitch = np.arctan(gr * np.cos(self.yaw)); self.rollh = np.arctan(gr * np.sin(self.yaw))
        self.turn = np.abs(self.w) > .16
        self.drive = self.v > .3
        # tiller: down when working straight ahead
        self.lcmd = np.where(self.groom & ~self.turn & self.drive, 0., 1.)
        self.lcmd = slew(self.lcmd, 20.)
        self.lift = lp(slew(self.lcmd, .55), .15)
        self.tiller = self.groom & (self.lift < .4)
        self.trpm = lp(slew(np.where(self.groom, self.per('trpm', T, dict(groom=(720, 1080), winch=(780, 1080))), 0), 300), .3)
        self.tdep = self.per('tdep', T, dict(groom=(3, 9), winch=(2, 7)))
        self.hard = 1 + .12 * self.su('hard') + .16 * np.sin(self.x / 61 + 1) * np.cos(self.y / 23) + .1 * self.wander('hard', 1, 8)
        self.rope = np.hypot(self.x - (top + 70), self.y)
        self.push = lp(self.is_(T, 'push') * self.drive * self.pieces('push', 3, 10, 0, 1), .6)
        self.P = [75 + 330 * np.clip(np.sin(self.pitch), -.12, 1) * (self.v > .1) * (1 - .45 * self.winch) + 26 * (np.abs(self.v) > .1) + 10 * self.v + s * 55 * self.w * self.v + 70 * self.push + 32 * self.tiller * self.tdep / 6 * self.hard + 60 * np.clip(np.gradient(self.v, DT), -.3, 1) for s in (-1, 1)]
        self.P = [lp(np.maximum(p, 20), .2) for p in self.P]
        self.Pt = lp(20 + (self.trpm / 900) * (34 + (self.lift < .4) * 11 * self.tdep * self.hard) * (self.trpm > 50), .2)
        pw = (sum(self.P) / 2 * self.v * .19 + self.Pt * self.trpm / 900 * .42)
        self.erpm = lp(np.where(self.is_(T, 'idle'), 880., 1420 + self.per('er', T, dict(groom=(60, 260), winch=(60, 260), push=(0, 150), transfer=(100, 330), manual=(0, 250)))), .8)
        self.torq = np.clip(9 + pw * .37 * 1600 / self.erpm, 5, 100)
        self.amb = -6 + 3 * self.su('amb') - 1.2 * t / 3600 + .3 * self.wander('amb', 1, 500)
        self.toil = self.amb + 30 + lp(.31 * pw, 420, 4.) + 16 * (1 - np.exp(-t / 700)) + .6 * self.wander('oil', 1, 120)
        self.stage = np.rint(self.per('stage', T, dict(idle=(.5, 1.4), groom=(1.6, 3.4), winch=(2, 3.4), push=(1.6, 3.4), transfer=(.6, 2.4), manual=(.6, 3.4))))
        self.heat = (self.pieces('heat', 60, 260, 0, 1) < .5) * 1.
        self.il = 24 + 11.5 * self.stage + 18 * lp(self.heat, 1) + 6 * (self.pieces('wip', 5, 25, 0, 1) < .3) + self.ns('il', .6)
        self.num('track_r_fast', self.v, '/drive/tracks:speed_right', ['speed', 'velocity', 'speed right', 'speed left', 'fast', 'linear'], above=3.)
        self.num('case_warm', self.toil, HY + ':oil_temperature', ['oil temperature', 'oil', 'temperature', 'warm', 'hot'], above=float(np.round(np.quantile(self.toil[12000:], .45), 0)), tol=.15)
        self.vis['case_warm'] = self.drive
        self.num('boost', self.torq, ENG + ':torque_pct', ['torque', 'torque pct', 'load'], above=65, tol=.3)
        self.num('tiller_fast', self.trpm, TIL + ':shaft_rpm', ['shaft rpm', 'tiller', 'rpm', 'speed'], above=900, tol=.25)
        self.num('winch_rope', self.rope, '/winch:rope_length', ['rope', 'rope length', 'length'], above=240, and_=self.winch & self.drive)
        self.num('alternator', self.il, '/battery:current', ['current', 'load'], above=75)
        for k, rad in (('gnss_place', 32.), ('radio_place', 38.)):
            px, py = self.spot(k, self.x, self.y, rad, self.drive, .12)
            self.at(k, self.x, self.y, px, py, rad)
        self.mode('track_l_drag late radar_ice', self.drive, 'driving', 'drives', 'moving', 'speed', 'moves')
        up = np.abs(np.gradient(self.lift, DT)) > .03
        self.mode('tiller_slow', up, 'lift', 'moves', 'moving', 'lift cmd')
        self.mode('tiller_cal', self.tiller, 'tilling', 'tiller', 'down', 'grooming', 'shaft rpm')
        self.mode('winch_cell', self.winch, 'winch', 'active', 'rope')
        self.mode('gyro_scale', self.turn, 'turning', 'turns', 'yaw', 'angular')
        self.mode('lamp3', self.stage > 1, 'lit', 'stage', 'on')

    def build(self):
        t, n, f, w, T = self.t, self.n, self.f, self.ns, self.tasks
        v, om, dr = self.v, self.w, self.drive
        la = f('late')
        if la.any(): v, om = [np.where(la > 0, delayed(a, .6 * la.max()), a) for a in (v, om)]
        self.pub('/cmd_vel', 'geometry_msgs/msg/TwistStamped', 8, {'twist.linear.x': q(self.vcmd, .01), 'twist.angular.z': q(self.wcmd, .001)}, 'base')
        slip = .02 + .05 * np.clip(self.P[0] / 250, 0, 1) + .01 * self.wander('slip', 1, 6)
        sl, sr = (v - 1.9 * om) * (1 + slip), (v + 1.9 * om) * (1 + slip)
        sr = sr * (1 - .055 * f('track_r_fast'))
        P = [p + w(f'P{i}', 1.6 + 3.2 * (v > .1)) + self.u(f'P{i}', 1.5) for i, p in enumerate(self.P)]
        drag = f('track_l_drag') * dr
        P[0] = P[0] + 34 * drag
        tor = self.torq + lp(2.6 * drag, .3)
        cd = 2.6 + .02 * (self.P[0] + self.P[1]) * .5 + .035 * (self.toil - 40) + 2.6 * f('case_warm') * (v > .1) + self.u('cd', .1) + w('cd', .14)
        toil = self.toil + lp(10 * f('cooler'), 90, 0.)
        self.pub(TR, 'pistenwolf_msgs/msg/TrackDrive', 8, dict(speed_left=q(sl + w('sl', .012), .005), speed_right=q(sr + w('sr', .012), .005), drive_pressure_left=q(P[0], .5), drive_pressure_right=q(P[1], .5), case_drain_lpm=q(lp(cd, .3), .05), motor_temperature=q(toil * .8 + 18 + lp(.04 * self.P[0], 200) + w('mt', .1), .1)))
        self.pub('/drive/tension', 'pistenwolf_msgs/msg/TrackTension', 4, dict(tension_left_bar=q(118 + self.u('tl', 2) + .025 * self.P[0] - .08 * self.amb + w('tl', .7), .2), tension_right_bar=q(118 + self.u('tr', 2) + .025 * self.P[1] - .08 * self.amb + w('tr', .7) - 17 * f('tension_r'), .2)))
        # motion
        bump = v * (.6 + .7 * self.is_(T, 'transfer', 'push'))
        pit = self.pitch + .012 * self.wander('pb', 1, .5) * np.minimum(bump, 3) / 2
        rol = self.rollh + .012 * self.wander('rb', 1, .5) * np.minimum(bump, 3) / 2
        ps = .048 * f('pitch_shift')
        self.imu('/imu/data', 15, (rol + w('ro', .0012), -pit - ps + w('pi', .0012), self.yaw + .02 * self.wander('yd', 1, 500)), (np.gradient(rol, DT) + w('g0', .006), -np.gradient(pit, DT) + w('g1', .006), om * (1 - .33 * f('gyro_scale')) + w('g2', .006) + self.u('g2', .001)),
                 (9.81 * np.sin(pit + ps) + np.gradient(v, DT) + w('ax', .08 + .12 * bump), 9.81 * np.sin(rol) + v * om + w('ay', .08 + .1 * bump), 9.81 * np.cos(pit) + w('az', .1 + .22 * bump + .05 * self.erpm / 1000)), 'base', age=.5 * f('imu_old'))
        sy, cy = (q(x, 1e-5) for x in quat(self.yaw))
        self.pub('/odom', 'nav_msgs/msg/Odometry', 8, {'pose.pose.position.x': q(self.x + .3 * self.wander('ox', 1, 200), .001), 'pose.pose.position.y': q(self.y + .3 * self.wander('oy', 1, 200), .001), 'pose.pose.position.z': q(np.cumsum(v * np.sin(self.pitch)) * DT, .001), 'pose.pose.orientation.z': sy, 'pose.pose.orientation.w': cy,
                 'twist.twist.linear.x': q(v + w('ov', .012), .001), 'twist.twist.angular.z': q(om + w('ow', .006), .001)}, 'odom', strs=dict(child_frame_id='base'), drop=.45 * f('odom_lost'))
        gp = f('gnss_place'); lost = f('s_gnss') * (self.pieces('gl', 1, 6, 0, 1) < .35) > 0
        sg = .018 + .5 * gp + .6 * lost
        ex, ey = w('ex', 1., 3) * sg + .4 * gp, w('ey', 1., 3) * sg
        cov = [0.] * 9; cov[0] = cov[4] = .0004 + .09 * gp + .3 * lost + np.abs(w('cov', .00005)); cov[8] = .002
        self.pub('/gnss/fix', 'sensor_msgs/msg/NavSatFix', 4, {'latitude': 46.61 + (self.y + ey) / 111200, 'longitude': 7.93 + (self.x + ex) / 76400, 'altitude': 1830 + np.cumsum(v * np.sin(self.pitch)) * DT + w('al', .04), 'status.status': np.where(lost, -1, 2), 'status.service': 3, 'position_covariance': cov}, 'gnss')
        self.pub('/gnss/pose', 'geometry_msgs/msg/PoseStamped', 5, {'pose.position.x': q(self.x + ex, .001), 'pose.position.y': q(self.y + ey, .001), 'pose.orientation.z': sy, 'pose.orientation.w': cy}, 'odom')
        self.pub('/ground_radar', 'pistenwolf_msgs/msg/GroundRadar', 5, dict(ground_speed=q(np.maximum(v * (1 - .13 * f('radar_ice')) * (1 + w('grm', .008)) + w('gr', .03) * (v > .1), 0), .01), echo_quality=q(np.clip(84 + 3 * self.su('eq') - 4 * self.tiller + w('eq', 2.), 0, 100), 1)))
        # engine, hydraulics
        er = self.erpm - 1.1 * np.gradient(lp(tor, .4), DT) * .6 + w('er', 4) + f('hunting') * 22 * np.sin(2 * np.pi * t / 2.6 + self.wander('hu', 1, 4))
        tb = lp(tor, .5); bo = f('boost')
        boost = 101 + 1.35 * np.maximum(tb - 12, 0) * self.erpm / 1600 * (1 - .2 * bo) + w('bo', 1.)
        egt = 170 + lp(3.9 * tor + 16 * bo * 2, 6) + .04 * self.erpm + w('egt', 2.2) + f('egt_noise') * (14 * self.white('egx') + 70 * self.spikes('egs', .02))
        ct = self.amb * .06 + 84.5 - 52 * np.exp(-(t + 320 + 90 * self.su('warm')) / 260) + lp(.05 * tor, 90) + 1.1 * np.sin(2 * np.pi * t / 140 + self.u('ctp')) + self.u('ct', .5)
        th = f('thermostat'); ct = ct - lp(th * (10 - .08 * tor), 100, 0.) + w('ct', .12)
        fl = 82 + 9 * self.su('fl') - np.cumsum(.15 + .0042 * tor * self.erpm / 100) * DT / 1500 + 1.3 * np.sin(self.pitch) * 10 * .3 + .5 * self.wander('fl', 1, 4) * (v > .1)
        self.pub(ENG, 'pistenwolf_msgs/msg/Engine', 6, dict(engine_rpm=q(er, 1), torque_pct=q(np.clip(tor + w('to', 1.), 0, 100), .5), coolant_temperature=q(ct, .1), oil_pressure=q(1.6 + .0019 * self.erpm - .012 * (ct - 80) + w('op', .03), .02), boost_kpa=q(boost, .5), fuel_rate=q(2.5 + .0042 * tor * self.erpm / 10 + w('fr', .25), .1), exhaust_temperature=q(egt, 1),
                 fuel_level=q(hold(fl + w('fln', .15), self.on('fuel_stuck')), .1), spn=np.where(self.on('s_engine') & (t % 18 < 10), 111, 0)))
        cp = 27.5 + self.u('cp', .3) + .0012 * (self.erpm - 1500) - .02 * (self.toil - 50) + w('cp', .16) - f('charge') * (2.2 + .7 * np.abs(self.wander('cpx', 1, .6)))
        self.pub(HY, 'pistenwolf_msgs/msg/Hydraulics', 4, dict(oil_temperature=q(toil + w('oi', .1), .1), charge_pressure=q(cp, .05), filter_dp=q(.55 + self.su('fd', .03) + .0003 * (self.erpm - 900) - .004 * (self.toil - 50) + .5 * f('filter') * (.5 + self.erpm / 3000) + w('fd', .02), .01), oil_level=q(88 + self.su('ol', 2) + .06 * (self.toil - 50) + 10 * np.sin(rol) * .4 + w('ol', .3), .1)))
        # tiller, blade, winch
        ts = f('tiller_slow'); li = self.lift if not ts.any() else lp(slew(self.lcmd, .55 * (1 - .5 * np.minimum(ts, 1.25))), .15)
        so = f('s_tiller') * (self.pieces('so', 1.5, 6, 0, 1) < .35)
        tp = self.Pt + w('tp', 1.) * (1 + .03 * self.Pt) + f('tiller_fast') * 8.5 * self.white('tpx') + 6 * f('tiller_fast') + 60 * so * self.groom
        self.pub(TIL, 'pistenwolf_msgs/msg/Tiller', 8, dict(shaft_rpm=q(np.maximum(self.trpm - .5 * (self.Pt - 60) * (self.trpm > 100) * .3 + w('tr', 4) * (self.trpm > 5), 0), 1), tiller_pressure=q(np.maximum(tp, 0), .5), tiller_depth=q(np.where(self.tiller, self.tdep, 0) * 1. + w('td', .25) + lp(self.hard - 1, 1) * -1.5 * self.tiller + 2.2 * f('tiller_cal') * self.tiller, .1), lift_cmd=q(self.lcmd, .01), lift_position=q(li + w('li', .004), .005),
                 error_code=np.where(self.on('s_tiller') & (so > 0), 62, 0)))
        ac = ~self.is_(T, 'idle', 'transfer')
        bc = [lp(slew(np.where(ac, self.pieces('b0', 2, 9, -.1, .35), .55), .35), .2), lp(slew(np.where(ac, self.pieces('b1', 4, 14, -.35, .35), 0), .3), .2), lp(slew(np.where(ac, self.pieces('b2', 4, 14, -.12, .12), 0), .15), .2)]
        bp = [lp(c, .3) + w(f'bp{i}', .0015) for i, c in enumerate(bc)]
        cr = f('blade_creep')
        if cr.any():
            still = lp(np.abs(np.gradient(bc[0], DT)), .3) < .01
            sk, c, o = [], 0., still.tolist()
            for i in range(n):
                c = min(c + .016 * DT, .09) if o[i] else c * .93
                sk.append(c)
            bp[0] = bp[0] - cr * np.array(sk)
        pl = f('blade_play')
        if pl.any():
            y, c, b = [], bp[1][0], .05 * pl.max()
            for s in bp[1].tolist():
                c = s - b if s - c > b else s + b if c - s > b else c
                y.append(c)
            bp[1] = np.where(pl > 0, np.array(y), bp[1])
        bp[2] = bp[2] + f('tilt_noise') * (.014 * self.white('tn') + .05 * self.spikes('tns', .03))
        self.joints('/blade/cmd', 6, BJ, [q(c, .001) for c in bc])
        self.joints('/blade/joint_states', 8, BJ, [q(p, .001) for p in bp], [np.gradient(lp(c, .3), DT) + w(f'bv{i}', .006) for i, c in enumerate(bc)], [60 + 40 * np.clip(np.gradient(c, DT) * 4, -1, 1) + 75 * self.push * (i == 0) + w(f'be{i}', 2.5) for i, c in enumerate(bc)])
        wi = lp(self.winch.astype(float), 1.5); rj = f('winch_rope')
        ten = wi * (14 + 55 * np.clip(np.sin(self.pitch), 0, 1) + 10 * np.clip(-np.sin(self.pitch), 0, 1) * 3 + 1.2 * self.wander('ten', 1, 5))
        wp = 12 + 5.2 * ten * (1 + self.u('wp', .02)) + w('wp', 1.5) + rj * (16 * self.white('rj') + 14)
        al = f('s_winch') * (self.pieces('wa', 1, 6, 0, 1) < .3)
        ds = np.gradient(self.rope, DT) * wi
        self.pub('/winch', 'pistenwolf_msgs/msg/Winch', 6, dict(rope_length=q(np.where(self.winch, self.rope, 0) + w('rl', .05) * self.winch, .1), rope_tension=q(np.maximum(ten * (1 - .24 * f('winch_cell')) + w('rt', .5), 0), .1), drum_speed=q(ds + w('ds', .02) * self.winch + rj * self.white('rjd', .16), .01), winch_pressure=q(np.maximum(wp, 0), .5), active=self.winch, rope_alarm=al > 0))
        # surroundings
        dep = 70 + 8 * self.su('dep') + 14 * np.sin(self.x / 53 + self.su('d1')) * np.cos(self.y / 31 + self.su('d2')) + 5 * np.sin(self.x / 17)
        self.pub('/snow', 'pistenwolf_msgs/msg/SnowDepth', 4, dict(depth_cm=q(dep + w('dep', 1.1) + 17 * f('snow_drift'), .5), density_idx=q(.42 + .08 * (self.hard - 1) + self.su('den', .01) + w('den', .006), .005)))
        rg = []; ic = f('lidar_ice')
        fog = np.clip(.5 + .3 * self.su('fog') + .25 * self.wander('fog', 1, 300), 0, 1.5)
        for i in range(20):
            b = (i - 9.5) * .09
            d = 15 / np.cos(b) * (1 + .22 * np.sin(self.x / 29 + i) * .5) + 3.5 * np.sin(self.yaw * 2 + b * 3) + .6 * w(f'lr{i}', 1., 1)
            d = np.where(self.rng(f'fl{i}').random(n) < .02 + .02 * fog, d * .4, d)
            if 4 <= i <= 7: d = np.where(self.rng(f'ice{i}').random(n) < .7 * ic, .9 + .1 * self.rng(f'icd{i}').random(n), d)
            rg.append(q(np.clip(d, .4, 40), .02))
        self.pub('/lidar/front', 'sensor_msgs/msg/LaserScan', 4, dict(angle_min=-.855, angle_max=.855, angle_increment=.09, scan_time=.25, range_min=.4, range_max=40., ranges=rg), 'lidar', lens=dict(ranges=20), drop=.5 * f('lidar_half'))
        lc = []
        for i in range(6):
            x = np.where(self.stage > i // 2, 4.6 + .12 * i + self.u(f'lc{i}', .08), 0)
            if i == 3: x = x * (1 - (self.rng('l3').random(n) < .35 * f('lamp3')) * .8)
            lc.append(q(np.maximum(x + w(f'lcn{i}', .04), 0), .02))
        self.pub('/lights', 'pistenwolf_msgs/msg/Lights', 4, dict(lamp_current=lc, stage=self.stage))
        ag = f('alternator')
        self.pub('/battery', 'sensor_msgs/msg/BatteryState', 4, dict(voltage=q(28.1 + self.u('bv', .05) - .006 * self.il - .15 * self.is_(T, 'idle') + w('bv', .03) - ag * (.7 + .02 * (self.il - 75)) * (1 + .2 * w('bvx', 1)), .02), current=q(self.il, .1), temperature=q(self.amb * .4 + 14 + lp(.05 * self.il, 600) + w('btt', .06), .1), percentage=.97, present=1, power_supply_status=1))
        rp, ra = f('radio_place'), f('rtk_age')
        rs = -55 - .055 * np.hypot(self.x - 60, self.y + 90) + 2.2 * self.wander('rs', 1, 20) + w('rsn', 1., 1) - 9 * rp
        saw = (t % 1.0) + .4; stall = ra * ((t / 7.3) % 1) * 6.5
        self.pub('/radio', 'pistenwolf_msgs/msg/RadioLink', 3, dict(rssi_dbm=np.rint(rs), loss_pct=q(np.clip(self.rng('lo').gamma(1.2, .4, n) + 7 * rp * self.rng('lo2').random(n), 0, 100), .1), correction_age=q(saw + stall + .15 * self.rng('ca').random(n), .1)))
        self.pub('/weather/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .05), .1)))
        self.pub('/cab/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(12 + .25 * self.amb + lp(6 * self.heat + 3, 240) + w('cabt', .05), .1)))
        ver = 'PW 5.11.1' if self.newver else 'PW 5.10.4'
        mode = sum(self.is_(T, k) * i for i, k in enumerate(('idle', 'groom', 'winch', 'push', 'transfer', 'manual')))
        self.pub('/ecu', 'pistenwolf_msgs/msg/Ecu', 2, dict(cycle_ms=q(9.8 + .3 * (mode > 0) + np.abs(w('cy', .12)), .05), heap_kb=q(642 + 28 * self.newver + self.su('hp', 3) + 2 * self.wander('hp', 1, 100) + w('hpn', .7) + self.computer_leak('heap', 95), 1), ecu_temperature=q(self.amb * .5 + 31 + lp(3. * (mode > 0), 400) + w('ect', .1), .1), drive_mode=mode), strs=dict(sw=ver))
        self.goals('/mission/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(T) if k in ('groom', 'winch', 'transfer', 'push')])
        e = self.speak('s_engine', 'engine_ecu', ['SPN 111 coolant level below normal', 'engine coolant level warning active'])
        ti = self.speak('s_tiller', 'tiller_ctrl', ['tiller pressure overload, error 62', 'tiller shaft stopped for a moment by overload'])
        wn = self.speak('s_winch', 'winch_ctrl', ['slack rope detected', 'winch rope slack switch open'])
        g = self.speak('s_gnss', 'gnss', ['fix lost', 'GNSS fix regained, was lost'], 12)
        self.routine([(8, 'W', 'path', 'cross track error {} m at turn', .4, 1.2), (16, 'I', 'mission', 'lane done in {} s', 70, 160), (5, 'W', 'people_watch', 'person near piste, slow for {} s', 3, 15), (4, 'W', 'lidar', 'snow spray filtered {} %', 5, 25), (6, 'I', 'cab', 'operator input, {} s', 2, 40)],
                     [('I', 'ecu', f'{ver} boot'), ('W', 'hydraulics', 'oil cold, reduced flow'), ('W', 'gnss', 'waiting for corrections'), ('I', 'mission', 'piste map loaded')])
        self.status('engine', 'D-460', e, {2: 'SPN 111'}, sw=ver)
        self.status('tiller', 'TL-6', ti, {2: 'pressure overload'})
        self.status('winch', 'W-45', wn, {2: 'slack rope'})
        self.status('gnss', 'G-R8', np.maximum(g, brief_warn(self, 'gn', 2)), {1: 'float solution', 2: 'fix lost'})
        self.status('logger', 'ssd', brief_warn(self, 'lg', 1), {1: 'write slow'}, free_gb=340 - t / 900)
