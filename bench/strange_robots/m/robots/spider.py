"""Cable robot over a field of trials: a platform on eight ropes from four masts carries cameras over the plots; many like parts (eight winches, four masts); English, nested messages."""
import numpy as np
from base import DT, Robot, Track, brief_warn, delayed, hold, hyst, kind as k, lp, mdef, q, quat, ring

WIN, DRM, POS, IMU, MSP, THE, SPC, GIM, CAN, LNK, MAS, WEA, CAB, BRK, DOC, TEN, MRK, REL, CTL = ('/winches', '/drums/joint_states', '/platform/pose', '/platform/imu', '/multispectral', '/thermal_camera', '/spectrometer', '/gimbal', '/canopy_scanner', '/link', '/masts', '/weather', '/drive_cabinet', '/brakes', '/dock', '/rope_guides', '/ground_markers', '/relay_box', '/controller')
MX = np.array([(-2., -2., 14.), (38., -2., 14.), (38., 26., 14.), (-2., 26., 14.)])


class Spider(Robot):
    NAME = 'spider'
    FLAGS = [(WIN, 'drive_fault'), (GIM, 'stall_count'), (DOC, 'latch_failed'), (REL, 'desiccant_due')]
    DEFS = {
        'ropebot_msgs/msg/Winch': 'float32 rope_m\nfloat32 rope_n\nfloat32 motor_amps\nfloat32 motor_c',
        'ropebot_msgs/msg/Winches': mdef('ropebot_msgs/Winch[8] winch; uint16 drive_fault'),
        'ropebot_msgs/msg/Multispectral': mdef('float32[5] band_mean; float32 exposure_ms focus_score store_ms; uint32 pictures'),
        'ropebot_msgs/msg/Thermal': mdef('float32 canopy_c housing_c noise_mk; uint16 shutter_count'),
        'ropebot_msgs/msg/Spectrometer': mdef('float32 dark_counts integration_ms cooler_amps detector_c white_ratio'),
        'ropebot_msgs/msg/Gimbal': mdef('float32[3] axis_deg axis_amps; uint16 stall_count'),
        'ropebot_msgs/msg/Link': mdef('int16 rssi_dbm; float32 latency_ms loss_pct'),
        'ropebot_msgs/msg/Mast': 'float32 lean_deg\nfloat32 guy_n\nfloat32 head_c',
        'ropebot_msgs/msg/Masts': mdef('ropebot_msgs/Mast[4] mast'),
        'ropebot_msgs/msg/Weather': mdef('float32 wind_speed wind_from rain_mm_h'),
        'ropebot_msgs/msg/Cabinet': mdef('float32 bus_volts bus_amps brake_resistor_c cabinet_c; float32[2] cooling_rpm'),
        'ropebot_msgs/msg/Brakes': mdef('float32[8] coil_ma'),
        'ropebot_msgs/msg/Dock': mdef('float32 dock_amps dock_volts seat_mm; bool latched latch_failed'),
        'ropebot_msgs/msg/Guides': mdef('float32[8] spool_mm'),
        'ropebot_msgs/msg/Markers': mdef('float32 fit_mm; uint8 markers_seen'),
        'ropebot_msgs/msg/Relay': mdef('float32 relay_volts box_humidity_pct; bool desiccant_due'),
        'ropebot_msgs/msg/Safety': mdef('bool estop_ok fence_closed; uint8 people'),
        'ropebot_msgs/msg/Survey': mdef('uint8 phase plan; uint16 plot; float32 speed_request height_request'),
        'ropebot_msgs/msg/Controller': mdef('float32 cycle_us cycle_max_us ram_mb cpu_c; string firmware'),
    }
    KINDS = dict(
        w2_amps=k('winch 2 draws more and more current: bearing of the drum', WIN, 'winch[1].motor_amps', 'winch 2|winches|drum', step=False, where='when moving', cons=(CAB,)),
        w5_hot=k('motor of winch 5 gets hot: fan stands', WIN, 'winch[4].motor_c', 'winch 5|winches', step=False, tail=500),
        w7_frozen=k('temperature of winch 7 frozen', WIN, 'winch[6].motor_c', 'winch 7|winches'),
        w4_cell=k('load cell of rope 4 noisy: cable chafed', WIN, 'winch[3].rope_n', 'rope 4|winch 4|winches|load cell'),
        w8_gain=k('load cell of rope 8 reads too much: amplifier replaced', WIN, 'winch[7].rope_n', 'rope 8|winch 8|winches|load cell'),
        w3_slack=k('rope 3 loses tension: rope stretched', WIN, 'winch[2].rope_n', 'rope 3|winch 3|winches', step=False),
        w1_length=k('length of rope 1 stands off: zero lost', WIN, 'winch[0].rope_m', 'rope 1|winch 1|winches'),
        w6_cut=k('load cell of rope 6 drops out: plug', WIN, 'winch[5].rope_n', 'rope 6|winch 6|winches|plug'),
        w2_swap=k('load cells of ropes 1 and 3 exchanged: plugs swapped', WIN, 'winch[0].rope_n winch[2].rope_n', 'rope 1|rope 3|winch 1|winch 3|winches|plug'),
        w5_friction=k('force of rope 5 depends on the direction: pulley dry', WIN, 'winch[4].rope_n', 'rope 5|winch 5|winches|pulley', where='when moving'),
        w6_pull=k('winch 6 draws a fluttering current when its rope pulls more than a number: gear tooth', WIN, 'winch[5].motor_amps', 'winch 6|winches|gear', where='**rope force above a number**', cond=True, need=12),
        w4_fast=k('winch 4 draws more current when the platform is faster than a number: brake drags', WIN, 'winch[3].motor_amps', 'winch 4|winches|brake', where='**speed above a number**', cond=True, need=12),
        rope_place=k('rope 7 jerks at one place: kink in the rope', WIN, 'winch[6].rope_n', 'rope 7|winch 7|winches|kink', where='**at a place**', cond=True, need=8),
        drum3_flick=k('speed of drum 3 flickers: encoder', DRM, 'velocity[2]', 'drum 3|encoder|drums', where='when moving'),
        drum8_play=k('drum 8 has play: key worn', DRM, 'position[7]', 'drum 8|drums', where='when moving'),
        drums_late=k('joint states of the drums come later and later: clock drifts', DRM, 'header.stamp', 'drums|joint states', step=False),
        pose_lost=k('poses of the platform get lost', POS, 'header.stamp', 'platform pose|pose'),
        pose_z=k('height of the platform stands off: geometry file of another field', POS, 'pose.position.z', 'platform pose|pose|geometry'),
        sway_place=k('platform is shaken at one place: gust behind the barn', IMU, 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'platform imu|imu|platform', where='**at a place**', cond=True, need=8),
        gyro=k('yaw gyro of the platform has a bias', IMU, 'angular_velocity.z', 'platform imu|imu|gyro'),
        imu_rate=k('imu of the platform sends half of its messages: mode fallen back', IMU, 'header.stamp', 'platform imu|imu'),
        lean=k('platform leans: load shifted', IMU, 'linear_acceleration.y', 'platform imu|imu|platform'),
        rtk_noise=k('satellite position noisy: antenna plug', '/rtk/fix', 'latitude longitude', 'rtk|satellite receiver|antenna'),
        rtk_place=k('satellite height jumps at one place: mast mirrors', '/rtk/fix', 'altitude', 'rtk|satellite receiver', where='**at a place**', cond=True, need=8),
        band4=k('band 4 of the camera too dark: filter peels', MSP, 'band_mean[3]', 'multispectral|camera|band 4|filter'),
        focus=k('camera loses focus: lens loosens', MSP, 'focus_score', 'multispectral|camera|lens', step=False),
        store_late=k('pictures are stored late when the exposure is above a number: buffer', MSP, 'store_ms', 'multispectral|camera|buffer', where='**exposure above a number**', cond=True),
        th_drift=k('temperature of the canopy drifts: shutter of the thermal camera sticks', THE, 'canopy_c', 'thermal camera|shutter', step=False),
        th_noise=k('thermal camera noisy: detector', THE, 'noise_mk', 'thermal camera|detector'),
        dark=k('dark counts of the spectrometer rise: light leak', SPC, 'dark_counts', 'spectrometer|light leak'),
        cooler=k('cooler of the spectrometer draws more current: paste dry', SPC, 'cooler_amps', 'spectrometer|cooler', step=False),
        white=k('white ratio falls: fibre bent', SPC, 'white_ratio', 'spectrometer|fibre'),
        detector_warm=k('detector temperature swings when the cooler current is above a number: limiter', SPC, 'detector_c', 'spectrometer|detector|cooler', where='**cooler current above a number**', cond=True, need=12),
        g1_amps=k('roll axis of the gimbal draws more current: bearing gritty', GIM, 'axis_amps[0]', 'gimbal|roll axis'),
        g2_off=k('pitch axis of the gimbal stands off: horizon lost', GIM, 'axis_deg[1]', 'gimbal|pitch axis'),
        g3_noise=k('yaw axis of the gimbal noisy: sensor ring', GIM, 'axis_deg[2]', 'gimbal|yaw axis'),
        canopy_bias=k('canopy scanner reads too far: window replaced', CAN, 'ranges', 'canopy scanner|scanner'),
        canopy_beam=k('beams 5 and 6 of the canopy scanner read short: spider web', CAN, 'ranges[4] ranges[5]', 'canopy scanner|scanner|web'),
        canopy_wind=k('scans get lost when the wind is stronger than a number: plug shakes', CAN, 'header.stamp', 'canopy scanner|scanner|plug', where='**wind above a number**', cond=True),
        height=k('height sensor frozen', '/height', 'range', 'height sensor|height'),
        cell4=k('cell 4 of the platform battery stands low: ageing', '/platform/battery', 'cell_voltage[3]', 'platform battery|battery|cell 4'),
        pack_hot=k('platform battery gets warm: screw loose', '/platform/battery', 'cell_temperature[1]', 'platform battery|battery', step=False, tail=400),
        batt_load=k('cell 9 sags when the battery current is above a number: tab cracked', '/platform/battery', 'cell_voltage[8]', 'platform battery|battery|cell 9', where='**battery current above a number**', cond=True, need=12),
        dock_amps=k('dock charges with less current: contact burnt', DOC, 'dock_amps', 'dock|dock contact', where='when charging', need=15),
        link_place=k('radio link weak at one place: reflection from the glasshouse', LNK, 'rssi_dbm latency_ms loss_pct', 'link|radio', where='**at a place**', cond=True, need=8),
        latency=k('link slow again and again: channel shared', LNK, 'latency_ms', 'link|radio'),
        mast2_lean=k('mast 2 leans: anchor creeps', MAS, 'mast[1].lean_deg', 'mast 2|masts|anchor'),
        mast3_guy=k('guy of mast 3 loses force: turnbuckle', MAS, 'mast[2].guy_n', 'mast 3|masts|guy', step=False),
        mast4_head=k('pulley of mast 4 gets warm: bearing', MAS, 'mast[3].head_c', 'mast 4|masts|pulley', step=False, tail=300),
        mast1_place=k('mast 1 sways when the platform is at one place: base plate loose', MAS, 'mast[0].lean_deg mast[0].guy_n', 'mast 1|masts|base plate', where='**at a place**', cond=True, need=8),
        vane=k('wind direction sticks and jumps: vane', WEA, 'wind_from', 'weather|wind|vane'),
        wind_low=k('wind speed reads too little: bearing of the cups', WEA, 'wind_speed', 'weather|wind|cups'),
        bus_load=k('bus voltage falls when its current is above a number: contactor', CAB, 'bus_volts', 'drive cabinet|bus|contactor', where='**bus current above a number**', cond=True, need=12),
        resistor=k('brake resistor gets hotter: chopper leaks', CAB, 'brake_resistor_c', 'brake resistor|drive cabinet|chopper', tail=150),
        cool1=k('cooling fan 1 slow: dust', CAB, 'cooling_rpm[0]', 'cooling fan 1|drive cabinet'),
        coil6=k('coil of brake 6 draws less current: winding short of one layer', BRK, 'coil_ma[5]', 'brake 6|brakes|coil', where='when released'),
        coil2=k('coil of brake 2 has a loose contact', BRK, 'coil_ma[1]', 'brake 2|brakes|coil', where='when released'),
        spool7=k('spooling guide 7 flickers: potentiometer', TEN, 'spool_mm[6]', 'rope guide 7|rope guides|guide'),
        spool3=k('spooling guide 3 lags: belt slack', TEN, 'spool_mm[2]', 'rope guide 3|rope guides|guide', where='when moving'),
        markers=k('ground markers fit badly: one was moved by the tractor', MRK, 'fit_mm', 'ground markers|markers'),
        relay=k('supply of the relay box uneasy: terminal', REL, 'relay_volts', 'relay box|terminal'),
        humid=k('humidity frozen', '/air/humidity', 'relative_humidity', 'humidity'),
        cycle=k('controller has far longer worst cycles', CTL, 'cycle_max_us cycle_us', 'controller'),
        ram=k('memory of the controller fills', CTL, 'ram_mb', 'controller|memory', step=False),
        s_winch=k('winch 4 reports drive faults', [WIN, '/rosout', '/diagnostics'], 'drive_fault winch[3].motor_amps', 'winch 4|winches', silent=False),
        s_gimbal=k('gimbal reports stalls', [GIM, '/rosout', '/diagnostics'], 'stall_count axis_amps', 'gimbal', silent=False),
        s_dock=k('dock reports a latch that does not close', [DOC, '/rosout', '/diagnostics'], 'latch_failed seat_mm', 'dock|latch', silent=False),
        s_relay=k('relay box warns that the desiccant is due', [REL, '/rosout', '/diagnostics'], 'desiccant_due', 'relay box|desiccant', silent=False),
    )

    def plan(self):
        self.day(19 - 9 * self.is_life(9), 4., 8.); self.weather(45); n, z0 = self.n, self.z0; r = self.rng('survey'); new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0
        T = Track(self, x=1., y=1., z=1.6, h=0.); T.set(docked=1); no = 0; lanes = ((4., 9., 14., 19.), (5.5, 12., 18.5), (3.5, 8., 12.5, 17., 21.))[self.site]; lane, cap = 0, 0; slowop = self.is_life(6); night = self.is_life(8)
        T.wait(r.uniform(40, 90), 0)
        while T.more:
            a0 = T.i; no += 1; T.spd = (.7 if r.random() < .14 else 1.) * (.85 if slowop else 1.); T.set(plan=int(r.integers(1, 4)), docked=0, rel=1); v = r.uniform(.85, 1.55); hgt = r.uniform(3., 5.2); T.set(vr=v, zr=hgt)
            T.wait(2.5, 1); T.go(1, v=.5, a=.3, z=hgt); mode = r.choice((1, 2, 3), p=(.5, .3, .2))
            if new3 and r.random() < .3: mode = 4                                                                                                     # low over the crop: for the first time in life/3
            elif new4 and r.random() < .25: mode = 5                                                                                                  # hovers for the thermal camera: for the first time in life/4
            if r.random() < .5: T.go(2, v=v, a=.45, x=31., y=2.2); T.set(white=1); T.wait(r.uniform(5, 8), 3); T.set(white=0)                          # white panel
            for i in range(int(r.integers(2, 4))):
                lane = (lane + 1) % len(lanes); y = lanes[lane]; x0, x1 = (3., 33.) if T.pos['x'] < 18 else (33., 3.); T.go(2, v=v, a=.45, x=x0, y=y, z=1.9 if mode == 4 else hgt); T.go(2, sec=1.6, h=r.uniform(-.25, .25)); T.set(shoot=1)
                if mode == 1: T.go(4, v=v, a=.4, x=x1)
                elif mode == 4: T.go(8, v=.55, a=.25, x=x0 + .5 * (x1 - x0)); T.go(4, v=v, a=.4, x=x1, z=hgt)
                else:
                    for m in range(1, 6 if mode == 2 else 4): T.go(4, v=v, a=.5, x=x0 + (x1 - x0) * m / (5 if mode == 2 else 3)); T.set(plot=lane * 10 + m, meas=1); T.wait(r.uniform(2.5, 4.5) if mode != 5 else r.uniform(9, 14), 10 if mode == 5 else 5); T.set(meas=0)
                T.set(shoot=0)
                if r.random() < .1: T.wait(r.uniform(5, 30), 7)                                                                                       # waits for the gust
            if self.is_life(5, 9) and no == 4: [T.go(12, v=.8, a=.3, x=a, y=b, z=c) for a, b, c in ((4, 4, 7.5), (32, 4, 7.5), (32, 20, 7.5), (4, 20, 7.5), (18, 12, 3.))]          # weekly test of the ropes
            T.task(a0, 'survey'); cap += 1
            if r.random() < .12: T.set(ppl=1); T.wait(r.uniform(10, 40), 9); T.set(ppl=0)
            if cap >= 3 or r.random() < .12: cap = 0; T.go(6, v=v, a=.45, x=1., y=1.); T.go(6, v=.35, a=.2, z=1.6); T.set(docked=1, rel=0); T.wait(r.uniform(55, 110), 6)
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0); ox, oy = ((0, 0), (52, -8), (-40, 60))[self.site]
        dk = lp(E('docked'), .6); gust = self.wind / 4; sx, sy = .02 * ring(gust * self.wander('sx', 1, .5), .35, .12) * (1 - dk), .02 * ring(gust * self.wander('sy', 1, .5), .41, .12) * (1 - dk)
        self.fx, self.fy, self.fz_ = ring(A['x'], .55, .5) + sx, ring(A['y'], .5, .5) + sy, ring(A['z'], .9, .6) + .3 * sx; self.yaw = ring(A['h'], .5, .3) + .01 * self.wander('yw', 1, 1.5) * gust * (1 - dk)
        V3 = [lp(np.gradient(a, DT), .1) for a in (self.fx, self.fy, self.fz_)]; self.v3 = V3; self.v = np.sqrt(sum(a * a for a in V3)); self.mv = self.v > .12; self.acc = [lp(np.gradient(a, DT), .15) for a in V3]; self.x, self.y, self.z = self.fx + ox, self.fy + oy, self.fz_; self.dk = dk
        # forces of the ropes: least squares of gravity, inertia and wind at 4 Hz, plus pretension; two ropes to each mast
        i = np.arange(0, n, 5); p = np.stack([self.fx, self.fy, self.fz_], 1)[i]; d = MX[None] - p[:, None]; Lg = np.linalg.norm(d, axis=2); U = (d / Lg[..., None]).transpose(0, 2, 1); mass = 46.; wr = np.radians(250 + 50 * self.su('wd')); self.wr = wr
        F = np.stack([mass * a for a in self.acc], 1)[i] + np.stack([-1.1 * self.wind**2 * np.cos(wr), -1.1 * self.wind**2 * np.sin(wr), 0 * z0 + mass * 9.81], 1)[i] * (1 - dk[i, None]) + np.array([0, 0, 140.]) * dk[i, None]
        Tn = np.einsum('nij,nj->ni', np.linalg.pinv(U), F); lo = 105 - Tn.min(1); nul = np.linalg.svd(U)[2][:, -1, :]; nul *= np.sign(nul.sum(1))[:, None]; Tn = np.maximum(Tn + nul * np.maximum(lo, 0)[:, None] / np.maximum(np.abs(nul).min(1), .25)[:, None], 25); self.ten, self.len = [], []
        for m in range(4):
            for s in (1, -1): self.ten.append(lp(np.interp(np.arange(n), i, Tn[:, m]), .15) / 2 * (1 + .05 * s * np.sin(self.yaw * 2 + m)) + 6); self.len.append(np.interp(np.arange(n), i, Lg[:, m]) + .12 * s)
        self.dl = [lp(np.gradient(a, DT), .12) for a in self.len]; self.im = [np.abs(.6 * E('rel') + a * .011 + .35 * np.tanh(-b * 8) + 2.1 * np.abs(b) + .012 * a * -b) for a, b in zip(self.ten, self.dl)]; self.ib = lp(np.maximum(2.4 + sum(a * np.clip(-b, -.4, 2) for a, b in zip(self.ten, self.dl)) / 48 / 7 + .35 * sum(self.im) + 3.2 * (self.pieces('hx', 5, 25, 0, 1) < .4), .4), .15) + .15 * self.pink('ib', 1)
        self.gust = self.wind; lum = np.maximum((.12 if night else 1) * (900 + 52000 * self.sunny), 300); self.lum = lp(lum, .8); crop = .5 + .3 * np.sin(self.x / 2.9) * np.cos(self.y / 2.3); self.crop = crop; self.expo = np.clip(9.5e4 / (self.lum + 6000) * (1 - .2 * crop), .6, 14) * (1 + .02 * self.wander('exw', 1, 2))
        self.pl = lp(2.1 + 2.6 * E('shoot') + 1.5 * E('meas') + .9 * (self.pieces('pc', 4, 20, 0, 1) < .45) + .4 * self.v, .2) + .06 * self.pink('pl', 1); self.soc, self.ic = self.battery(self.pl, E('docked'), 11, float(r.uniform(.6, .85)), imax=9.); self.ic = lp(self.ic, 1.5); self.tec = lp(.55 + .035 * (self.amb - 12) + .28 * self.sunny * lp(1 - dk, 20) + .25 * lp(E('meas'), 12), 8) + .02 * self.pink('tec', 1)
        od = '/platform/speed:data'; sp = ['speed', 'speed request', 'faster', 'velocity', 'platform']
        self.num('w6_pull', self.ten[5], WIN + ':winch[5].rope_n', ['rope n', 'force', 'tension', 'pulls', 'rope', 'load'], above=self.quan(self.ten[5], dk < .1, .55, 0), tol=.35, and_=self.mv); self.num('w4_fast', self.v, od, sp, above=self.quan(self.v, self.mv, .5, 1), tol=.5); self.num('store_late', self.expo, MSP + ':exposure_ms', ['exposure ms', 'exposure'], above=self.quan(self.expo, self.expo > 0, .52, 2), tol=.3)
        self.num('detector_warm', self.tec, SPC + ':cooler_amps', ['cooler amps', 'cooler', 'current'], above=self.quan(self.tec, self.tec > 0, .5, 2), tol=.3); self.num('canopy_wind', self.wind, WEA + ':wind_speed', ['wind speed', 'wind', 'gust', 'stronger'], above=self.quan(self.wind, self.wind > 0, .58, 1), tol=.35); self.num('batt_load', self.pl - self.ic, '/platform/battery:current', ['current', 'load', 'discharg'], above=self.quan(self.pl - self.ic, self.pl > 0, .55, 1), tol=.35)
        self.num('bus_load', self.ib, CAB + ':bus_amps', ['bus amps', 'bus current', 'current', 'load'], above=self.quan(self.ib, self.mv, .5, 1), tol=.4); c = dk < .05; self.places(self.x, self.y, c & self.mv, rope_place=(3.2, .05), sway_place=(3.2, .05)); self.places(self.x, self.y, c, rtk_place=(3.4, .06), link_place=(3.4, .06), mast1_place=(3.4, .06))
        mw = ('moving', 'moves', 'speed', 'velocity', 'speed request', 'flying'); self.mode('w2_amps w5_friction drum3_flick drum8_play spool3', self.v > .2, *mw); self.mode('dock_amps', self.ic > 2, 'charging', 'docked', 'dock amps'); self.mode('coil6 coil2', E('rel') > 0, 'released', 'brakes', 'moving', 'coil ma')

    def build(self):
        t, f, w, E, h, W, sg, H, u = self.t, self.f, self.ns, self.E, self.h, self.wander, self.sg, self.H, self.u; N, P, C, B, fz, S = self.N, self.P, self.C, self.B, self.fz, self.white; pub = lambda *a, **k_: self.pub(*a, **dict(dict(jit=.003, lag=.008), **k_)); mv, dk, gu = self.mv * 1., self.dk, self.wind / 4; vm = lp((self.v > .2) * 1., .2)
        wf = self.shape('s_winch', .35, .6, 4) & self.mv; V = {}; rel = lp(E('rel'), .3); x2 = 1.15 * f('w2_amps') * vm; rp = h('rope_place', .12); tn = []
        for i in range(8):
            m = np.clip(np.abs(self.dl[i]) * 6, 0, 1); a = sg(f'rt{i}', self.ten[i] + 3.5 * np.tanh(-self.dl[i] * 8) + 1.6 * gu * W(f'rg{i}', 1, .35) * (1 - dk), 1. + .6 * m, 2.5, 1.6, 8)
            if i == 3: a = a + N('w4_cell', 13) + P('w4_cell', 60, .03)
            elif i == 7: a = a * (1 + .2 * f('w8_gain'))
            elif i == 2: a = a - 46 * f('w3_slack')
            elif i == 5: a = np.where(B('w6_cut', 1., lo=.4, hi=3.) > .1, -1.5, a)
            elif i == 4: a = a + 24 * f('w5_friction') * np.tanh(-self.dl[4] * 12) * vm
            elif i == 6: a = a + rp * (26 + 30 * S('rpx'))
            tn.append(a)
        if 'w2_swap' in self.sev: on = self.on('w2_swap'); tn[0], tn[2] = np.where(on, tn[2], tn[0]), np.where(on, tn[0], tn[2])
        for i in range(8):
            m = np.clip(np.abs(self.dl[i]) * 6, 0, 1); a = sg(f'ma{i}', self.im[i] * (1 + u(f'mg{i}', .015)), .035 + .03 * m, 0, .03, 2)
            if i == 1: a = a + x2
            elif i == 5: a = a + h('w6_pull', .2) * (.75 * S('wpx') + .4)
            elif i == 3: a = a * np.where(wf, 1.9, 1) + C('w4_fast', 1.25, .3)
            c = self.T(f'mc{i}', 7.5 * lp(self.im[i] * (.6 + .4 * m), 20) + (9 * f('w5_hot') if i == 4 else 0), 300, 4, .1) + 2.5 * lp(self.sunny, 120)
            V.update({f'winch[{i}].rope_m': q(self.len[i] + w(f'rl{i}', .0012) + (.16 * f('w1_length') if i == 0 else 0), .001), f'winch[{i}].rope_n': q(np.maximum(tn[i], -3), .5), f'winch[{i}].motor_amps': q(np.maximum(a, 0), .01), f'winch[{i}].motor_c': q(fz(c, 'w7_frozen') if i == 6 else c, .1)})
        pub(WIN, 'ropebot_msgs/msg/Winches', 10, dict(V, drive_fault=np.where(wf, 4, 0)))
        ps = [a / .11 + w(f'dp{i}', .004) for i, a in enumerate(self.len)]; ps[7] = self.play(self.len[7] / .11, 'drum8_play', .8) + w('dp7', .004); vs = [a / .11 + w(f'dv{i}', .02) * (.3 + mv) for i, a in enumerate(self.dl)]; vs[2] = vs[2] + (N('drum3_flick', .5) - P('drum3_flick', 3.5, .05)) * vm
        self.joints(DRM, 14, [f'drum_{i + 1}' for i in range(8)], ps, vs, jit=.001, lag=.003, age=.75 * f('drums_late'))
        qz, qw = quat(self.yaw)
        pub(POS, 'geometry_msgs/msg/PoseStamped', 12, {'pose.position.x': q(self.x + w('px', .004), .001), 'pose.position.y': q(self.y + w('py', .004), .001), 'pose.position.z': q(self.z + w('pz', .005) + .15 * f('pose_z'), .001), 'pose.orientation.z': qz, 'pose.orientation.w': qw}, 'field', drop=.5 * f('pose_lost'))
        pub('/platform/speed', 'std_msgs/msg/Float32', 8, dict(data=q(np.abs(self.v + w('spd', .012)), .005)))
        sgr, sp = .025 + .05 * self.v + .03 * gu * (1 - dk), C('sway_place', 1., .15); tilt = [.05 * a / 9.81 + .012 * ring(W(f'tl{i}', 1, .8), .6, .15) * gu * (1 - dk) for i, a in enumerate(self.acc[:2])]
        self.imu(IMU, 16, (tilt[1] + w('ir', 5e-4), -tilt[0] + w('ip', 5e-4), self.yaw + w('iy', .001)), (w('gx', .003) + np.gradient(tilt[1], DT), w('gy', .003) - np.gradient(tilt[0], DT), np.gradient(self.yaw, DT) + w('gz', .002) + u('gzb', .0005) + .04 * f('gyro')), (self.acc[0] + 9.81 * tilt[0] + sgr * S('ax') + sp * .45 * S('axx'), self.acc[1] + 9.81 * tilt[1] + sgr * S('ay') + sp * .45 * S('ayx') + .29 * f('lean'), 9.81 + self.acc[2] + 1.2 * sgr * S('az') + sp * .6 * S('azx')), 'platform', drop=.5 * f('imu_rate'))
        gn = f('rtk_noise') * 1.
        pub('/rtk/fix', 'sensor_msgs/msg/NavSatFix', 5, {'status.status': np.full(self.n, 2), 'status.service': 3, 'latitude': q(47.45 + (self.x * .42 + self.y * .91 + .006 * self.pink('ga', 1, 2, 60) + w('gan', .005) + gn * .11 * S('gax')) / 111150, 1e-9), 'longitude': q(8.68 + (self.x * .91 - self.y * .42 + .006 * self.pink('go', 1, 2, 60) + w('gon', .005) + gn * .11 * S('gox')) / 75300, 1e-9), 'altitude': q(552 + self.z + .012 * self.pink('gh', 1, 2, 60) + w('ghn', .01) + h('rtk_place', .3) * (.22 + .2 * S('rkx')), .001)})
        R_ = lp(self.sunny, 1.) * (.12 if self.is_life(8) else 1); bm = [(.11, .14, .1, .42, .5)[i] * (1 + (-.5, -.4, -.6, .5, .6)[i] * (self.crop - .5)) for i in range(5)]; sh = E('shoot')
        pub(MSP, 'ropebot_msgs/msg/Multispectral', 6, dict(band_mean=[q(np.clip(4095 * a * (1 + u(f'bg{i}', .02) + .012 * W(f'bw{i}', 1, 8)) * (1 + w(f'bn{i}', .01)) * (1 - (.26 * f('band4') if i == 3 else 0)), 0, 4095), 1) for i, a in enumerate(bm)], exposure_ms=q(self.expo * (1 + w('exn', .006)), .01), focus_score=q(np.clip(sg('fo', 70 - 2.2 * self.v - 1.1 * np.abs(self.z - 4) + 4 * (self.crop - .5), .9, .9, 1.2, 7) - 12 * f('focus'), 0, 100), .1), store_ms=q(62 + self.rng('sm').gamma(2, 3, self.n) + 14 * sh + h('store_late', .4) * (26 + 12 * np.abs(S('slx'))), .5), pictures=np.floor(np.cumsum(sh) * DT * 2)))
        can = self.amb + 1.5 + 5.5 * R_ - 4.2 * self.crop * R_ - .25 * self.wind + .3 * W('cc', 1, 30)
        pub(THE, 'ropebot_msgs/msg/Thermal', 5, dict(canopy_c=q(sg('ct', lp(can, .6), .06, .2, .1, 20) + 3.6 * f('th_drift'), .02), housing_c=q(self.T('hc', 6 + 5 * lp(R_, 60), 260, 5, .06), .05), noise_mk=q(np.abs(sg('nm', 41, .8, 1.5, 1.2, 40) + 11 * f('th_noise')), .2), shutter_count=np.floor(t / 47)))
        dt_ = -10 + .12 * self.pink('dt', 1, 2, 60) + h('detector_warm', .4) * 1.3 * np.sin(2 * np.pi * t / 9); wh = lp(E('white'), .8)
        pub(SPC, 'ropebot_msgs/msg/Spectrometer', 4, dict(dark_counts=q(np.maximum(sg('dc', 612 + 3.1 * (self.amb - 20), 3, 8, 4, 40) + 62 * f('dark'), 0), 1), integration_ms=q(np.clip(2.4e6 / (self.lum + 9000), 20, 300) * (1 + w('it', .006)), .5), cooler_amps=q(self.tec + w('ca', .008) + .3 * f('cooler'), .005), detector_c=q(dt_ + w('dtn', .02), .01), white_ratio=q(.94 - .02 * (1 - wh) + u('wr', .004) + .004 * W('wr', 1, 40) + w('wrn', .002) - .085 * f('white'), .001)))
        ga = [np.degrees(-tilt[0]) * .9, np.degrees(-tilt[1]) * .9 + 10 * E('meas') * 0, np.degrees(-.7 * (self.yaw - lp(self.yaw, 3.)))]; gi = [np.abs(np.gradient(lp(a, .1), DT)) for a in ga]; st = self.shape('s_gimbal', .35, .5, 4)
        pub(GIM, 'ropebot_msgs/msg/Gimbal', 10, dict(axis_deg=[q(a + w(f'ga{i}', .05) + (1.7 * f('g2_off') if i == 1 else N('g3_noise', .75) + P('g3_noise', 4, .02) if i == 2 else 0), .02) for i, a in enumerate(ga)], axis_amps=[q(np.abs(sg(f'gi{i}', .16 + .035 * gi[i] + .02 * gu, .012, .015, .012, 4) * np.where(st, 2.4, 1) + (.17 * f('g1_amps') * (1 + .3 * W('g1x', 1, .5)) if i == 0 else 0)), .005) for i in range(3)], stall_count=self.once(st)))
        R = []
        for i in range(9):
            x = (self.z - .35 - .55 * self.crop) / np.cos((i - 4) * .14) + .06 * np.sin(self.x * (1.1 + .1 * i) + i) + .02 * W(f'sc{i}', 1, 1.) * gu + w(f'scn{i}', .015) + .3 * f('canopy_bias'); R.append(np.where((f('canopy_beam') > 0) & (self.rng(f'cb{i}').random(self.n) < .5), .25 + np.abs(w(f'cbn{i}', .03)), x) if i in (4, 5) else x)
        self.scan(CAN, 7, R, .56, 12, drop=.7 * f('canopy_wind'), lag=.02)
        pub('/height', 'sensor_msgs/msg/Range', 6, dict(range=q(np.clip(fz(self.z - .2 - .5 * self.crop + .03 * W('he', 1, .5) * gu + w('hen', .012), 'height'), .2, 12), .005), min_range=.2, max_range=12., field_of_view=.2, radiation_type=0), 'platform')
        nb = self.pl - self.ic; vc = 3.62 + .42 * (self.soc - .5) - .006 * nb - .004 * lp(nb, 20)
        self.batt('/platform/battery', nb + w('nb', .05), 12 * vc + w('vb', .012), self.soc, [vc + u(f'ce{i}', .003) + w(f'cen{i}', .0015) - (.05 * f('cell4') if i == 3 else C('batt_load', .055) if i == 8 else 0) for i in range(12)], [self.T(f'bt{i}', 4.5 * lp(np.abs(nb) / 5, 40) + (5.2 * f('pack_hot') if i == 1 else 0), 420, 3, .06) for i in (0, 1, 2)], rate=3)
        lf = self.shape('s_dock', .4, 1, 5)
        pub(DOC, 'ropebot_msgs/msg/Dock', 4, dict(dock_amps=q(np.maximum(self.ic * (1 - .28 * f('dock_amps')) + w('da', .04) * (self.ic > .5), 0), .02), dock_volts=q(np.where(E('docked') > 0, 12 * vc + .2, 0) + w('dvn', .015), .01), seat_mm=q(np.abs(sg('se', .6 + 60 * (1 - dk), .05, .1)) + 2.5 * lf, .05), latched=dk > .5, latch_failed=lf))
        lpz = h('link_place', .4); di = np.hypot(self.fx - 18, self.fy + 6)
        pub(LNK, 'ropebot_msgs/msg/Link', 4, dict(rssi_dbm=sg('rs_', -50 - .35 * di + 3 * np.sin(self.x / 4.1) * np.cos(self.y / 3.7), .9, 1, 1.2, 5) - 13 * lpz, latency_ms=q(4 + self.rng('lt').gamma(1.6, 1.6, self.n) + lpz * self.late('lp', 4, 30) + B('latency', 19, .4, 1, 5), .2), loss_pct=q(self.rng('ls').gamma(.5, .12, self.n) + lpz * self.late('lpl', 0, 4), .1)))
        V = {}
        for m in range(4):
            pull = self.ten[2 * m] + self.ten[2 * m + 1]; mp = h('mast1_place', .3) * (m == 0); nat = ring(pull + 10 * gu * W(f'mw{m}', 1, .4), .7, .08)
            V.update({f'mast[{m}].lean_deg': q(sg(f'ml{m}', .12 + .0009 * nat + .006 * self.wind + u(f'mlo{m}', .03), .006, 0, .006, 30) + (.2 * f('mast2_lean') if m == 1 else 0) + mp * .09 * np.sin(2 * np.pi * .7 * t) + mp * .03 * S('mpx'), .002), f'mast[{m}].guy_n': q(sg(f'mg{m}', 1850 + 1.7 * nat - 5 * (self.amb - 19), 6, 40, 10, 60) - (240 * f('mast3_guy') if m == 2 else 0) + mp * 120 * np.sin(2 * np.pi * .7 * t + .5), 1), f'mast[{m}].head_c': q(self.T(f'mh{m}', 2.4 * lp(np.abs(self.dl[2 * m]), 40) + 4 * R_ + (6.5 * f('mast4_head') if m == 3 else 0), 180, 1, .12), .1)})
        pub(MAS, 'ropebot_msgs/msg/Masts', 4, V)
        vd = np.degrees(self.wr) + 20 * W('wd', 1, 40) + 9 * W('wd2', 1, 3)
        pub(WEA, 'ropebot_msgs/msg/Weather', 3, dict(wind_speed=q(np.abs(self.wind * (1 - .34 * f('wind_low')) + w('wsn', .08)), .05), wind_from=q(np.mod(self.sticky(vd, 'vane', 30) + w('wdn', 1.2), 360), 1), rain_mm_h=q(np.abs(w('ra', .01)), .05)))
        ibx = self.ib + 1.1 * x2 * .4; rg = lp(np.maximum(sum(a * np.maximum(b, 0) for a, b in zip(self.ten, self.dl)) / 90, 0), 8)
        pub(CAB, 'ropebot_msgs/msg/Cabinet', 5, dict(bus_volts=q(sg('bv', 49.5 - .05 * ibx + .3 * lp(rg, .5), .03, .06, .04, 8) - C('bus_load', 1.15), .02), bus_amps=q(ibx + w('ba', .12), .05), brake_resistor_c=q(self.T('br', 14 * lp(rg, 20) + 15 * f('resistor'), 75, 8, .4), .5), cabinet_c=q(self.T('cb', .8 * lp(self.ib, 60), 280, 6), .1), cooling_rpm=[sg(f'cf{i}', 2650 + 9 * (self.amb - 19), 9, 14, 10, 8) - (255 * f('cool1') if i == 0 else 0) for i in (0, 1)]))
        pub(BRK, 'ropebot_msgs/msg/Brakes', 4, dict(coil_ma=[q(np.maximum(rel * (640 * (1 + u(f'co{i}', .012)) - 1.1 * (self.amb - 19) + 190 * np.exp(-np.minimum(np.abs(rel - .5) * 8, 9)) * (rel < .9)) * (1 - (.13 * f('coil6') if i == 5 else 0)) + w(f'con{i}', 2.5) - (B('coil2', 210, .3, .2, 2.) * rel if i == 1 else 0), 0), 1) for i in range(8)]))
        tri = lambda a: 30 * np.abs(np.mod(a / 2.4, 2) - 1); sp3 = self.slow(tri(self.len[2]), 'spool3', 1.5)
        pub(TEN, 'ropebot_msgs/msg/Guides', 6, dict(spool_mm=[q((sp3 if i == 2 else tri(a)) + w(f'sp{i}', .06) + u(f'spo{i}', .3) + (N('spool7', 2.2) - P('spool7', 11, .04) if i == 6 else 0), .05) for i, a in enumerate(self.len)]))
        pub(MRK, 'ropebot_msgs/msg/Markers', 3, dict(fit_mm=q(np.abs(sg('fm', 6.2 + 1.5 * np.sin(self.x / 5) + .4 * gu, .4, .5, .5, 6)) + 5.8 * f('markers'), .1), markers_seen=np.clip(4 + 1.5 * np.sin(self.x / 4 + self.y / 5) + w('ms', .4), 1, 8)))
        pub(REL, 'ropebot_msgs/msg/Relay', 3, dict(relay_volts=q(sg('rv', 24.1, .01, .03, .012, 20) - np.abs(N('relay', .16)), .01), box_humidity_pct=q(sg('bh', 31 + 2 * self.su('bh'), .15, 0, .4, 120), .1), desiccant_due=(f('s_relay') > 0) & (t % 18 < 6)))
        pub('/sun', 'sensor_msgs/msg/Illuminance', 4, dict(illuminance=q(self.lum * (1 + w('su', .006)), 10))); pub('/air/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1))); pub('/air/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(fz(.58 + .06 * self.su('rh') - .05 * R_ + .012 * self.pink('rh', 1, 10, 400) + w('rhn', .0014), 'humid'), .001)))
        pub('/safety', 'ropebot_msgs/msg/Safety', 2, dict(estop_ok=1, fence_closed=E('ppl') < .5, people=E('ppl') + (W('pe', 1, 60) > 1.4))); pub('/survey', 'ropebot_msgs/msg/Survey', 4, dict(phase=self.st, plan=E('plan'), plot=E('plot'), speed_request=q(E('vr'), .01), height_request=q(E('zr'), .01)))
        cy = f('cycle'); fw = '9.4' if self.new(8) else '9.3' if self.newver else '9.1'
        pub(CTL, 'ropebot_msgs/msg/Controller', 2, dict(cycle_us=q(1000 + np.abs(w('cy', 12)) + 85 * cy, 1), cycle_max_us=q(1260 + np.abs(w('cx', 60)) + cy * self.late('cy', 350, 1100), 5), ram_mb=q(sg('me', 388 + 21 * self.newver + 3 * self.su('me'), .5, 0, 1.4, 110) + self.computer_leak('ram', 47), 1), cpu_c=q(self.T('cpu', 4 * lp(mv, 20), 120, 25, .25), .5)), strs=dict(firmware='ropebot ' + fw))
        self.finish_up('/fly/_action/status', [('s_winch', 'winches', ['winch 4 drive fault', 'winch 4 drive started again'], 'WD'), ('s_gimbal', 'gimbal', ['gimbal stalled', 'gimbal free again'], 'GB'), ('s_dock', 'dock', ['latch does not close', 'latch closed again'], 'DK'), ('s_relay', 'relay_box', 'desiccant due, replace soon', 'RB')],
                       [(14, 'I', 'survey', 'survey finished in {} s', 60, 190), (8, 'W', 'survey', 'gust, waited {} s', 5, 30), (6, 'W', 'ground_markers', 'marker hidden for {} s', 1, 6), (5, 'I', 'multispectral', 'stored {} gb', 1, 6), (4, 'W', 'link', 'server slow {} ms', 400, 900)],
                       [('I', 'system', 'firmware ropebot ' + fw), ('W', 'multispectral', 'calibration 24 days old'), ('W', 'winches', 'limits read from file'), ('I', 'safety', 'fence test ok')], [('server', 'SV', 'reply slow', 1.4)])
