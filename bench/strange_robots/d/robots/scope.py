"""Robotic telescope: equatorial mount, dome, camera, guider, weather (an observatory's own drivers, few units in names)."""
import numpy as np
from lib import *

S = 'std_msgs/Header header\n'
DEFS = {
 'obs_drv/msg/AxisDrive': S + '''int32[2] enc_cnt      # RA DE
int16[2] foll_err     # counts
int16[2] i_q          # mA
uint8[2] t_mot
uint16 flg
uint8 trip''',
 'obs_drv/msg/Focuser': S + 'int32 pos\nint32 tgt\nfloat32 t_tube\nint16 i_ma',
 'obs_drv/msg/FiltWheel': S + 'uint8 slot\nuint16 hall_mv\nbool moving',
 'obs_cam/msg/GuideStat': S + 'float32 err_ra\nfloat32 err_de\nint16 pulse_ra\nint16 pulse_de\nfloat32 snr\nfloat32 fwhm\nbool locked',
 'obs_cam/msg/CcdStat': S + 'float32 t_ccd\nfloat32 t_set\nfloat32 tec\nfloat32 exp_left\nuint16 dl_ms\nfloat32 bias\nuint32 frame_n\nuint8 err',
 'obs_dome/msg/DomeState': S + '''float32 az
float32 az_cmd
uint8 shutter
int16 mot_i
float32 v_shut
int8 link_rssi
uint8 flt''',
 'obs_dome/msg/MirrorCell': S + 'float32[3] t_m1\nfloat32 t_cell\nuint16[2] fan',
 'obs_wx/msg/Station': S + 'float32 wind\nfloat32 gust\nuint16 wdir\nfloat32 rh\nfloat32 t_air\nfloat32 dew\nfloat32 t_sky\nuint8 rain',
 'obs_time/msg/ClockStat': S + 'float32 off_us\nfloat32 jit_us\nuint8 sats\nuint8 stratum',
 'obs_drv/msg/PowerBox': S + 'float32[2] v_out     # 12V 48V\nfloat32[2] i_out\nuint16 relays',
 'obs_seq/msg/SeqState': S + '''uint8 PARK=0
uint8 SLEW=1
uint8 EXPOSE=2
uint8 FOCUS=3
uint8 CAL=4
uint8 MANUAL=5
uint8 mode
uint16 todo
float32 prog''',
}
AX, DR, GU, CC, DO, WX, PW, IM, FO = '/mount/axes', '/mount/drive', '/guider', '/cam/main', '/dome/state', '/wx/station', '/power', '/tube/imu', '/focuser'
KINDS = {
 'ra_fric': K('RA drive needs more and more current: bearing grease', [DR, AX], ['i_q[0]', 'effort[0]', 'i_q'], ['ra axis', 'ra drive', 'ra bearing'], step=False),
 'de_play': K('declination guiding errors swing: backlash in the gear', [GU, DR], ['err_de', 'pulse_de', 'foll_err[1]'], ['declination', 'dec gear', 'de axis', 'guider'], where='when guiding'),
 'ra_period': K('RA guiding error swings with the worm', [GU, DR], ['err_ra', 'pulse_ra', 'foll_err[0]'], ['ra worm', 'ra axis', 'guider'], where='when guiding'),
 'enc_slew': K('following error of RA far larger above 0.01 rad/s: encoder head dirty', [DR, AX], ['foll_err[0]', 'foll_err', 'enc_cnt[0]'], ['ra encoder', 'ra axis', 'ra drive'], where='axis speed above 0.01 rad/s', cond=True, need=14),
 'de_home': K('declination axis stands beside its target after a wrong home', [AX], ['position[1]', 'position'], ['declination', 'de axis']),
 'low_alt': K('declination drive current high below 42 degrees altitude: balance weight slipped', [DR, AX], ['i_q[1]', 'effort[1]', 'i_q'], ['declination', 'de drive', 'balance'], where='altitude below 42 deg', cond=True),
 'wind_shake': K('tube shakes in wind above a number: loose truss', [IM], ['linear_acceleration', 'linear_acceleration.x', 'linear_acceleration.y', 'angular_velocity'], ['tube', 'truss', 'tube imu'], cons=(GU,), where='wind above a number', cond=True),
 'foc_drift': K('star images get wider: focus drifts', [GU], ['fwhm'], ['focus', 'focuser', 'guider'], step=False, where='when guiding'),
 'ttube_stuck': K('tube temperature frozen', [FO], ['t_tube'], ['tube temperature', 'focuser']),
 'tec_load': K('camera cooler needs more power for the same temperature: fan clogged', [CC], ['tec'], ['camera cooler', 'cooler', 'ccd'], step=False),
 'bias_noise': K('bias level of the camera wanders: bad ground', [CC], ['bias'], ['camera', 'ccd']),
 'dl_slow': K('camera readout takes longer', [CC], ['dl_ms'], ['camera', 'ccd', 'readout']),
 'dome_slip': K('dome follows its command slowly: drive wheel slips', [DO], ['az', 'az_cmd'], ['dome', 'dome drive'], where='when the dome turns'),
 'shut_bat': K('shutter battery loses voltage', [DO], ['v_shut'], ['shutter', 'shutter battery'], step=False),
 'shut_link': K('radio link to the shutter weak between 120 and 230 degrees of dome azimuth', [DO], ['link_rssi'], ['shutter', 'shutter link', 'radio'], where='dome azimuth between 120 and 230', cond=True),
 'm1_fan': K('one fan of the mirror cell slow, mirror stays warm', ['/mirror'], ['fan[1]', 'fan', 't_m1'], ['mirror fan', 'mirror cell', 'fan'], tail=400),
 'm1_sensor': K('mirror sensor 3 drifts away from the other two', ['/mirror'], ['t_m1[2]', 't_m1'], ['mirror sensor', 'mirror temperature', 'mirror'], step=False),
 'anemo': K('anemometer frozen', [WX], ['wind', 'gust'], ['anemometer', 'wind', 'weather station']),
 'rh_shift': K('humidity sensor reads too much, dew point does not fit', [WX], ['rh'], ['humidity', 'weather station']),
 'clock_wander': K('clock offset wanders', ['/clock_stat'], ['off_us', 'jit_us'], ['clock', 'time']),
 'guide_old': K('guider messages come with old stamps', [GU], ['stamp', 'header.stamp'], ['guider']),
 'axes_gaps': K('axis states get lost in part', [AX], ['rate', 'header.stamp'], ['mount', 'axis states']),
 'v12_sag': K('12 V sags when its current is above 5 A', [PW], ['v_out[0]', 'v_out'], ['12 V', 'power box', 'power supply'], where='12 V current above 5 A', cond=True),
 'rot_stiff': K('rotator needs more effort when turning', ['/rotator'], ['effort[0]', 'effort'], ['rotator'], where='when the rotator turns', need=14),
 'hall3': K('hall signal of the filter wheel weak at slot 3: magnet loose', ['/filter'], ['hall_mv'], ['filter wheel', 'filter', 'hall'], where='slot 3', cond=True),
 'baro': K('barometer reads a step too low', ['/wx/pressure'], ['fluid_pressure'], ['barometer', 'pressure sensor']),
 's_ccd': K('camera reports a cooler error', [CC, '/rosout', '/diagnostics'], ['err', 't_ccd'], ['camera', 'ccd', 'cooler'], silent=False),
 's_dome': K('dome drive reports a fault', [DO, '/rosout', '/diagnostics'], ['flt', 'az'], ['dome'], silent=False),
 's_axis': K('RA drive reports trips of its encoder', [DR, '/rosout', '/diagnostics'], ['trip', 'flg'], ['ra drive', 'mount', 'encoder', 'ra axis'], silent=False),
 's_ups': K('UPS reports a bad battery', ['/ups', '/rosout', '/diagnostics'], ['power_supply_health'], ['ups', 'battery'], silent=False),
}
LAT = .83


class Scope(Sim):
    NAME, KINDS, DEFS = 'scope', KINDS, DEFS

    def plan(self):
        r, n, t = self.rng('mission'), self.n, self.t
        self.site = r.choice(['dome A', 'dome B'])
        HA, DE, MODE, GUI, SHUT, SLOT, ROT, FOC, EXP, PROG = (np.zeros(n) for _ in range(10))
        st = dict(i=0, ha=-1.4, de=.3, slot=1, rot=0.)
        self.spans, self.notes, self.reads = [], [], []
        SID = 7.2921e-5
        def put(sec, mode, track=True):
            i, j = st['i'], min(n, st['i'] + max(1, int(sec / DT)))
            k = np.arange(j - i) * DT
            HA[i:j] = st['ha'] + (SID * k if track else 0); DE[i:j] = st['de']; MODE[i:j] = mode; SLOT[i:j] = st['slot']; ROT[i:j] = st['rot']
            if track and j > i: st['ha'] += SID * (j - i) * DT
            st['i'] = j
            return i, j
        def slew_to(ha, de, mode=1):
            m = max(20, int((max(abs(ha - st['ha']), abs(de - st['de'])) * 1.875 / self.vmax + 2) / DT)); h0, d0 = st['ha'], st['de']
            i, j = put(m * DT, mode); k = np.arange(j - i) / m; k = k**3 * (10 - 15 * k + 6 * k * k)
            HA[i:j], DE[i:j] = h0 + (ha - h0) * k, d0 + (de - d0) * k
            st['ha'], st['de'] = ha, de
        alt_ = lambda h, d: np.degrees(np.arcsin(np.sin(LAT) * np.sin(d) + np.cos(LAT) * np.cos(d) * np.cos(h)))
        def target():
            for _ in range(99):
                h, d = r.uniform(-1.2, 1.2), r.uniform(-.35, 1.25)
                a = alt_(h, d)
                if (24 < a < 42) if r.random() < .5 else (42 < a < 82): return h, d
            return .2, .6
        def expose(sec):
            i, j = put(sec, 2); GUI[i:j] = 1; EXP[i:j] = sec - np.arange(j - i) * DT; self.reads.append((i, j))
            put(r.uniform(4, 7), 2)
            GUI[j:st['i']] = 1
        self.vmax = r.uniform(.03, .04)
        put(r.uniform(60, 160), 0, False); SHUT[st['i']:] = 100; put(r.uniform(75, 110), 0, False)
        while st['i'] < n:
            a = st['i'] * DT
            kind = r.choice(['imaging', 'survey', 'focus', 'calib', 'manual'], p=[.34, .36, .12, .1, .08])
            self.notes.append((a, kind))
            if kind == 'imaging':
                slew_to(*target()); st['rot'] = r.uniform(-1.5, 1.5); put(r.uniform(6, 15), 2)
                for _ in range(int(r.integers(3, 7))): st['slot'] = int(r.choice([1, 2, 3, 3, 4])); expose(r.choice([30., 45., 60., 90.]))
            elif kind == 'survey':
                for _ in range(int(r.integers(4, 9))):
                    slew_to(*target()); put(r.uniform(3, 7), 2)
                    if r.random() < .6: st['rot'] = r.uniform(-1.5, 1.5)
                    if r.random() < .5: st['slot'] = int(r.integers(1, 6))
                    expose(r.choice([10., 20., 30.]))
            elif kind == 'focus':
                slew_to(*target())
                for k in range(9): i, j = put(r.uniform(7, 10), 3); FOC[i:j] = (k - 4) * 120; GUI[i + 40:j] = 1
            elif kind == 'calib':
                slew_to(-.9, .5, 4)
                for k in range(int(r.integers(5, 12))): i, j = put(r.uniform(5, 20), 4, False); self.reads.append((i, j)); put(4, 4, False)
            else:
                for _ in range(int(r.integers(2, 5))): slew_to(*target(), 5); put(r.uniform(10, 50), 5)
            self.spans.append((a, st['i'] * DT, 4 if r.random() > .08 else 6))
            if r.random() < .2: put(r.uniform(30, 160), 0, False)          # clouds
        self.spans = self.spans[:-1]
        self.HA, self.DE, self.md, self.gui, self.shut, self.slot, self.rot, self.foc, self.expl = HA, DE, MODE, GUI, SHUT, SLOT, ROT, FOC, EXP
        self.alt = alt_(HA, DE)
        az = np.degrees(np.arctan2(-np.cos(DE) * np.sin(HA), np.cos(LAT) * np.sin(DE) - np.sin(LAT) * np.cos(DE) * np.cos(HA))) % 360
        self.az = az
        cmd = np.empty(n); c = az[0]                                   # dome moves in steps
        al = az[::20]
        cm = []
        for x in al:
            if abs((x - c + 180) % 360 - 180) > 4: c = x
            cm.append(c)
        self.dcmd = np.repeat(cm, 20)[:n]
        un = np.degrees(np.unwrap(np.radians(self.dcmd)))
        self.un = un
        dome = slew(un, 6.)
        self.vh, self.vd = lp(np.gradient(HA, DT), .1), lp(np.gradient(DE, DT), .1)
        fast = np.maximum(np.abs(self.vh), np.abs(self.vd)) > .001
        mw = np.clip(5.2 + self.su('wind', 1.3), 2, 8)
        gustx = self.wander('wnd1', 1.1, 120) + self.wander('wnd2', 1.2, 9)
        self.wind = np.maximum(.3, mw + gustx * mw / 5)
        th = float(np.round(np.percentile(lp(self.wind, 3)[int(1200 / DT):], 62), 1))
        self.i12 = 2.1 + 1.6 * lp((EXP > 0) * 1., 1) + 1.3 * (SHUT > 50) + 1.3 * (MODE == 3) + .9 * (np.repeat(self.rng('heat').random(n // 1200 + 1) < .5, 1200)[:n])
        ra_words = ['speed', 'velocity', 'slew', 'fast', 'moving', 'rate']
        self.num('enc_slew', np.abs(self.vh), AX + ':velocity[0]', ra_words, above=.01, tol=.6)
        self.num('low_alt', self.alt, '/mount/altaz:vector.y', ['altitude', 'alt', 'vector y', 'elevation'], below=42., tol=.25)
        self.num('wind_shake', lp(self.wind, 3), WX + ':wind', ['wind', 'gust'], above=th, tol=.3)
        self.num('shut_link', dome % 360, DO + ':az', ['azimuth', 'az'], between=[120., 230.], tol=.25)
        self.num('v12_sag', self.i12, PW + ':i_out[0]', ['current', 'i out', 'load'], above=5., tol=.25)
        self.num('hall3', SLOT, '/filter:slot', ['slot', 'filter'], value=3.0, tol=.01)
        g = GUI > 0
        self.mode('de_play ra_period foc_drift', g, 'guid', 'locked', 'expos', 'mode')
        self.mode('dome_slip', lp((np.abs(np.gradient(dome)) > 1e-6) * 1., 2) > .2, 'turn', 'moving', 'dome', 'az')
        self.mode('rot_stiff', np.abs(np.gradient(slew(ROT, .09))) > 1e-6, 'turn', 'moving', 'rotat')
        self.fast = fast

    def build(self):
        t, n, u, su, ns, w, f = self.t, self.n, self.u, self.su, self.ns, self.white, self.f
        pub, g = self.pub, self.gui > 0
        wob = 1 + .15 * self.wind
        es = f('enc_slew')
        fe = [ns('fe0', 1.1) * wob * .5 + 60 * self.vh / .01 * .05 + es * 55 * w('esn') * (self.spikes('esp', .6)), ns('fe1', 1.1) * wob * .5 + 60 * self.vd / .01 * .05]
        dp = f('de_play'); rp = f('ra_period')
        play = np.sign(np.sin(2 * np.pi * t / 11 + 2 * self.wander('dpw', 1, 30))) * 1.5 * dp
        fe[1] = fe[1] + 6 * dp * w('dpf')
        cpr = 2**22 / (2 * np.pi)
        a0, a1 = [lp(np.gradient(v, DT), .15) for v in (self.vh, self.vd)]
        track = (np.abs(self.vh) > 3e-5)
        coul = [np.tanh(self.vh / .0002), np.tanh(self.vd / .0002)]
        cold = 1 + .012 * (12 - (9 + su('amb', 3)))
        i0 = 330 * coul[0] * cold * (1 + u('c0', .04) + .04 * self.wander('c0w', 1, 25)) + 9500 * self.vh + 9000 * a0 + 60 * np.cos(self.HA) + (170 * f('ra_fric')) * np.sign(coul[0]) * track
        i1 = 260 * coul[1] * cold * (1 + u('c1', .04)) + 8000 * self.vd + 8500 * a1 + 120 * np.sin(self.DE - .4) + u('bal', 12) + 20 * self.wander('c1w', 1, 15) + 240 * f('low_alt')
        off = np.radians(.14) * f('de_home')
        ha, de = self.HA, self.DE + off
        pub(AX, 'sensor_msgs/msg/JointState', 10, {'position': [ha + ns('ph', 3e-6) + 1.2e-5 * self.wander('phw', 1, .6) * wob, de + ns('pd', 3e-6)], 'velocity': [self.vh + ns('vh', 6e-6), self.vd + ns('vd', 6e-6)], 'effort': [i0 / 50 + ns('e0', .18), i1 / 50 + ns('e1', .18)]}, lens=dict(name=2, position=2, velocity=2, effort=2), strs={'name[0]': 'ra', 'name[1]': 'de'}, drop=.4 * f('axes_gaps'))
        pub('/mount/target', 'sensor_msgs/msg/JointState', 8, {'position': [self.HA, self.DE]}, lens=dict(name=2, position=2), strs={'name[0]': 'ra', 'name[1]': 'de'})
        amb = 11 + su('amb', 3) - 1.1 * t / 3600 + .25 * self.wander('ambw', 1, 500)
        tr = f('s_axis') > 0
        pub(DR, 'obs_drv/msg/AxisDrive', 5, {'enc_cnt': [ha * cpr, de * cpr], 'foll_err': [x * 1.5 for x in fe], 'i_q': [i0 + ns('i0', 11), i1 + ns('i1', 11)], 't_mot': [amb + 8 + lp(np.abs(i0) * .012, 400) + w('tm0', .3), amb + 7 + lp(np.abs(i1) * .012, 400) + w('tm1', .3)], 'flg': np.where(self.fast, 0x13, 0x11), 'trip': np.where(tr, 5, 0)})
        pub('/mount/altaz', 'geometry_msgs/msg/Vector3Stamped', 5, {'vector.x': self.az + ns('azn', .002), 'vector.y': self.alt + ns('aln', .002)}, frame='site')
        sk = f('wind_shake')
        vb = .012 + .0014 * self.wind**1.3 + .05 * self.fast
        dr_ = np.radians(self.alt)
        pub(IM, 'sensor_msgs/msg/Imu', 12, {'orientation_covariance': [-1.] + [0.] * 8, 'angular_velocity_covariance': [4e-5, 0., 0., 0., 4e-5, 0., 0., 0., 4e-5], 'angular_velocity.x': ns('gx', .0012) + .0012 * sk * w('gxs'), 'angular_velocity.y': self.vd + ns('gy', .0012) + u('gby', .0006), 'angular_velocity.z': self.vh + ns('gz', .0012) + u('gbz', .0006), 'linear_acceleration.x': 9.806 * np.sin(dr_) + vb * ns('tx', 1) + .1 * sk * self.wander('skx', 1, .12), 'linear_acceleration.y': vb * ns('ty', 1) + u('ty', .03) + .1 * sk * self.wander('sky', 1, .12), 'linear_acceleration.z': 9.806 * np.cos(dr_) + vb * ns('tz', 1)}, frame='tube')
        see = 1.7 + su('see', .25) + .25 * self.wander('see', 1, 120) + .012 * self.wind**1.5 + .9 * (1 / np.sin(np.clip(dr_, .35, 1.6)) - 1)
        er = .34 * self.wander('er', 1, 4) * (1 + .05 * self.wind) + .25 * np.sin(2 * np.pi * t / 239 + u('ph', 3)) + rp * 1.5 * np.sin(2 * np.pi * t / 79.8 + .3) + .5 * sk * w('skg')
        ed = .3 * self.wander('ed', 1, 5) * (1 + .05 * self.wind) + play + .5 * sk * w('skh')
        fw = see * (1 + .00000042 * (self.foc * 1.) ** 2 * 5) + 1.3 * f('foc_drift')
        gg = lambda x: np.where(g, x, 0)
        pub(GU, 'obs_cam/msg/GuideStat', 2, {'err_ra': gg(er + ns('ern', .1)), 'err_de': gg(ed + ns('edn', .1)), 'pulse_ra': gg(-90 * er + ns('pra', 12)), 'pulse_de': gg(-90 * ed + ns('pde', 12)), 'snr': gg(np.maximum(5, 52 / see + 6 * self.wander('snr', 1, 60) + ns('sn', 2.0))), 'fwhm': gg(fw + ns('fw', .1)), 'locked': g}, age=.9 * f('guide_old') * (1 + .2 * self.wander('goa', 1, 3)))
        # camera
        ce = f('s_ccd') > 0
        tset = -20.
        cool = np.clip(t / 420, 0, 1)
        tccd = amb * (1 - cool) + tset * cool + .02 * self.wander('tc', 1, 20)
        tec = np.clip(cool * (52 + 1.5 * (amb - 11) + u('tec', 1.5) + 1.2 * self.wander('tecw', 1, 40) + 21 * f('tec_load')), 0, 100)
        fr = np.zeros(n); dl = np.full(n, 1450.)
        for i, j in self.reads:
            if j < n: fr[j:] += 1
        dl = 1450 + 20 * (self.unit == 'life' and self.idx > 2) + u('dl', 15) + 18 * self.wander('dlw', 1, 60) + np.repeat(self.rng('dlr').standard_normal(n // 400 + 1), 400)[:n] * 9 + 320 * f('dl_slow')
        pub(CC, 'obs_cam/msg/CcdStat', 1, {'t_ccd': np.where(ce, tset + 6, tccd) + ns('tcn', .02), 't_set': tset, 'tec': tec + ns('tecn', .5), 'exp_left': self.expl, 'dl_ms': dl, 'bias': 1012 + u('bi', 4) + 1.4 * self.wander('biw', 1, 200) + f('bias_noise') * 14 * self.wander('bix', 1, 3) + ns('bin', .7), 'frame_n': 41000 + fr, 'err': np.where(ce, 21, 0)})
        tube = lp(amb + .8, 700) + .12 * self.wander('tub', 1, 70) + u('tt', .15)
        fp = slew(20500 + u('fp', 200) + np.rint((tube - 11) * -38 / 20) * 20 + self.foc, 110.)
        fm = np.abs(np.gradient(fp)) > 1e-6
        pub(FO, 'obs_drv/msg/Focuser', 2, {'pos': fp + ns('fpn', .6), 'tgt': 20500 + u('fp', 200) + np.rint((tube - 11) * -38 / 20) * 20 + self.foc, 't_tube': q(hold(tube + ns('ttn', .03), f('ttube_stuck')), .01), 'i_ma': 40 + 210 * fm + ns('fi', 5)})
        mvf = np.zeros(n)
        ch = np.nonzero(np.diff(self.slot))[0]
        for i in ch: mvf[i:i + 50] = 1
        pub('/filter', 'obs_drv/msg/FiltWheel', 2, {'slot': self.slot, 'hall_mv': np.where(mvf > 0, 900, 2130 + 22 * self.slot + u('ha', 10) + su('has', 10)) - 330 * f('hall3') * (mvf < 1) * (1 + .08 * self.wander('hw', 1, 2)) + ns('hn', 9), 'moving': mvf})
        rot = slew(self.rot, .09); rm = np.abs(np.gradient(rot)) > 1e-6
        pub('/rotator', 'sensor_msgs/msg/JointState', 5, {'position': [rot + ns('rot', .0003)], 'velocity': [np.gradient(rot, DT) + ns('rotv', .0006)], 'effort': [.02 + .36 * rm * (1 + su('rote', .04)) * (1 + .06 * self.wander('rtw', 1, 2)) + .3 * f('rot_stiff') * rm + np.abs(ns('re', .012))]}, lens=dict(name=1, position=1, velocity=1, effort=1), strs={'name[0]': 'rot'})
        # dome
        dfl = f('s_dome') > 0
        ds = f('dome_slip')
        dome = slew(self.un, 6. / (1 + 2.4 * ds))
        dv = np.abs(np.gradient(dome, DT)) > .01
        sh = slew(self.shut, 1.6)
        pub(DO, 'obs_dome/msg/DomeState', 4, {'az': (dome + u('da', .4) + ns('da', .12)) % 360, 'az_cmd': self.dcmd, 'shutter': sh, 'mot_i': dv * (2400 + u('mi', 60) + 260 * np.sin(np.radians(dome)) + 120 * self.wander('miw', 1, 2)) + ns('mi', 18), 'v_shut': 25.6 + su('vs', .08) - .00003 * t + .02 * self.wander('vsw', 1, 30) - 1.25 * f('shut_bat') + ns('vsn', .02), 'link_rssi': -58 + u('ri', 2) + 4 * np.cos(np.radians(dome - 40)) + 1.2 * self.wander('rw', 1, 10) - 14 * f('shut_link') + ns('rn', 1), 'flt': np.where(dfl, 9, 0)})
        mf = f('m1_fan')
        m1 = lp(amb + 1.9, 1100) + lp(1.5 * mf, 120)
        pub('/mirror', 'obs_dome/msg/MirrorCell', 1, {'t_m1': [q(m1 + u(f'm{k}', .08) + .03 * self.wander(f'mw{k}', 1, 80) + (1.3 * f('m1_sensor') if k == 2 else 0) + ns(f'mn{k}', .02), .01) for k in range(3)], 't_cell': q(amb + 1 + .1 * self.wander('tce', 1, 60) + w('tcn2', .03), .01), 'fan': [1480 + u('f0', 15) + ns('f0', 7), (1490 + u('f1', 15)) * (1 - .35 * np.minimum(mf, 1.3)) + ns('f1', 7)]})
        rh = np.clip(52 + su('rh', 7) + 2.5 * t / 3600 + 1.5 * self.wander('rhw', 1, 200), 5, 99)
        td = amb - (100 - rh) / 5
        wm = hold(self.wind + ns('wdn', .15), f('anemo'))
        gu = np.maximum(wm * 1.25, hold(np.maximum.reduce([np.roll(self.wind, 100 * k) for k in range(5)]) * 1.12, f('anemo')))
        pub(WX, 'obs_wx/msg/Station', 1, {'wind': q(wm, .1), 'gust': q(gu, .1), 'wdir': (230 + su('wdi', 40) + 12 * self.wander('wdw', 1, 20)) % 360, 'rh': q(np.clip(rh + 15 * f('rh_shift'), 0, 100) + ns('rhn', .3), .1), 't_air': q(amb + ns('tan', .04), .01), 'dew': q(td + ns('dn', .08), .1), 't_sky': -24 + su('sk', 3) + 2 * self.wander('skw', 1, 300) + ns('skn', .3), 'rain': 0})
        pub('/wx/pressure', 'sensor_msgs/msg/FluidPressure', 1, {'fluid_pressure': 78100 + su('qn', 350) + 25 * self.wander('qw', 1, 700) + ns('qn2', 4) - 240 * f('baro'), 'variance': 16.}, frame='wx')
        ck = f('clock_wander')
        pub('/clock_stat', 'obs_time/msg/ClockStat', 2, {'off_us': 4 * self.wander('ck', 1, 40) + ns('ckn', 2) + 40 * ck * self.wander('ckx', 1, 8), 'jit_us': np.abs(3 + ns('cj', 1)) + ck * np.abs(9 + 4 * w('cjx')), 'sats': 11 + np.rint(1.2 * self.wander('sat', 1, 90)), 'stratum': 1})
        i12 = self.i12 * (1 + u('i12', .02)) + .15 * self.wander('i12w', 1, 6)
        i48 = (np.abs(i0) + np.abs(i1)) / 900 + .6
        pub(PW, 'obs_drv/msg/PowerBox', 4, {'v_out': [12.12 + u('v12', .02) - .025 * i12 - .42 * f('v12_sag') * (1 + .1 * self.wander('sg', 1, 1)) + ns('v12n', .01), 48.1 + u('v48', .04) - .05 * i48 + ns('v48n', .03)], 'i_out': [i12 + ns('i12n', .06), i48 + ns('i48n', .05)], 'relays': np.where(self.shut > 50, 0x3f, 0x0f)})
        ub = f('s_ups') > 0
        pub('/ups', 'sensor_msgs/msg/BatteryState', 1, {'voltage': 54.2 + u('upv', .05) + ns('upv', .02), 'current': .05 + ns('upi', .02), 'percentage': 1., 'temperature': 21 + su('upt', 1) + .2 * self.wander('upw', 1, 200), 'present': 1, 'power_supply_status': 4, 'power_supply_health': np.where(ub, 5, 1), 'power_supply_technology': 2}, strs={'location': 'pier', 'serial_number': 'UPS-3k-' + self.unit})
        pub('/gps', 'sensor_msgs/msg/NavSatFix', 1, {'status.status': 0, 'status.service': 1, 'latitude': 47.55 + 8e-6 * self.wander('la', 1, 60), 'longitude': 11.02 + 8e-6 * self.wander('lo', 1, 60), 'altitude': 2115 + 1.2 * self.wander('al', 1, 60)}, frame='gps')
        pub('/seq/state', 'obs_seq/msg/SeqState', 2, {'mode': self.md, 'todo': np.maximum(0, 120 - fr), 'prog': np.clip(t / self.dur, 0, 1)})
        ver = 'obsd 2.19' if self.unit != 'life' or self.idx < 3 else 'obsd 2.20'
        lg, r = self.log, self.rng('log')
        lg(.6, 'I', 'obsd', f'{ver} up, {self.site}'); lg(1.6, 'W', 'mount', 'park position assumed, no index yet'); lg(3.1, 'W', 'ccd', 'temperature not at set point'); lg(6, 'I', 'dome', 'opening')
        for a, k in self.notes:
            lg(a + .1, 'I', 'seq', f'block {k}')
            if k == 'manual': lg(a + .4, 'W', 'seq', 'operator took over, queue held')
        for _ in range(r.poisson(9)): lg(r.uniform(60, self.dur), 'W', 'guider', 'star lost for a frame, searching')
        for a in np.arange(25, self.dur, 260): lg(a, 'I', 'archive', 'upload ok')
        for kind, nm, msg in (('s_ccd', 'ccd', 'cooler error 21'), ('s_dome', 'dome', 'drive fault 9, slip detected'), ('s_axis', 'mount', 'RA encoder trip 5'), ('s_ups', 'ups', 'replace battery')):
            k = self.when(kind)
            if k:
                for a in np.arange(k['start'], k['end'], 45): lg(a + .3, 'E', nm, msg)
                lg(k['end'] + .2, 'I', nm, 'ok again')
        z2 = lambda m: np.where(m, 2, 0)
        self.status('mount', 'drv2', z2(tr), {2: 'trip 5'}); self.status('dome', 'plc', z2(dfl), {2: 'fault 9'}); self.status('ccd', 'usb', z2(ce), {2: 'cooler error'}); self.status('ups', 'snmp', z2(ub), {2: 'replace battery'})
        self.status('archive', 'nas', brief_warn(self, 'arch', 2), {1: 'slow link'}, version=ver)
        self.goals('/seq/_action/status', self.spans)
