"""Tethered crawler that inspects sewer pipes (vendor with German field names)."""
import numpy as np
from lib import *

S = 'std_msgs/Header header\n'
DEFS = {
 'kanal_msgs/msg/Fahrwerk': S + '''# Reihenfolge VL VR HL HR
float32[4] motorstrom      # A
int32[4] drehgeber         # 1024 je Umdrehung
int16[4] drehzahl_upm10
uint8[4] temp_motor
uint16 status_wort
uint8 stoerung''',
 'kanal_msgs/msg/Kabeltrommel': S + '''float32 laenge_m
float32 zugkraft            # N
int16 trommel_upm10
uint16 motor_ma
uint8 betriebsart           # 0 aus 1 nachgeben 2 aufrollen''',
 'kanal_msgs/msg/Versorgung': S + 'float32 u_wagen\nfloat32 u_haupt\nfloat32 i_kabel\nfloat32 riso_kohm',
 'kanal_msgs/msg/KameraKopf': S + '''float32 schwenk_grad
float32 schwenk_soll
float32 dreh_grad
float32 dreh_soll
uint16 licht_promille
uint16[2] led_ma
uint8 led_temp
uint16 innendruck_mbar''',
 'kanal_msgs/msg/BildGuete': S + 'float32 bildrate\nfloat32 schaerfe\nuint8 helligkeit\nuint32 verworfen',
 'kanal_msgs/msg/GasWarner': S + 'float32 h2s\nfloat32 ch4_ueg\nfloat32 o2_vol\nuint16 co\nuint8 alarm_bits',
 'kanal_msgs/msg/Neigung': S + 'int16 laengs_promille\nint16 roll_zehntel',
 'kanal_msgs/msg/KabelModem': S + 'float32 snr_rand_db\nuint16 crc_s\nfloat32 laufzeit_ms\nuint16 kbit_ab',
 'kanal_msgs/msg/WagenRechner': S + 'uint8 cpu_last\nuint32 ram_mb\nuint8 temp\nfloat32 platte_frei_gb',
}
FW, KT, VS, KK, OD, IM = '/fahrwerk/status', '/kabeltrommel', '/versorgung', '/kamera/kopf', '/odom', '/imu/data'
RG = '/wagen/rechner'
KINDS = {
 'motor_reib': K('wheel motor 3 (HL) draws more current for the same speed: bearing friction grows', [FW], ['motorstrom[2]', 'motorstrom'], ['wheel motor 3', 'motor HL', 'rear left motor'], step=False, where='when driving'),
 'geber_verlust': K('encoder of wheel 2 (VR) loses ticks above 0.17 m/s', [FW], ['drehgeber[1]', 'drehzahl_upm10[1]', 'drehgeber', 'drehzahl_upm10'], ['wheel 2 encoder', 'encoder VR', 'front right encoder'], where='speed above 0.17 m/s', cond=True),
 'rad_schlupf': K('all wheels slip at one place in the pipe (grease)', [FW, '/fahrwerk/soll'], ['drehzahl_upm10', 'drehgeber', 'motorstrom'], ['wheels', 'wheel slip', 'fahrwerk'], cons=(OD, KT), where='at a place', cond=True),
 'zug_schwer': K('motor currents high above 24 m of cable (cable guide roller jammed)', [FW, KT], ['motorstrom', 'zugkraft'], ['cable', 'cable guide', 'fahrwerk'], where='cable length above 24 m, moving forward', cond=True),
 'kabel_geber': K('cable length counts too little when winding: measuring roller slips', [KT], ['laenge_m'], ['cable drum', 'cable length', 'measuring roller', 'kabeltrommel'], where='when moving'),
 'zug_offset': K('tension cell of the drum reads too much', [KT], ['zugkraft'], ['tension', 'cable drum', 'kabeltrommel']),
 'schleifring': K('voltage at the vehicle breaks in for moments while the drum turns: slip ring contact', [VS], ['u_wagen'], ['slip ring', 'supply', 'versorgung'], where='when the drum turns'),
 'ader': K('voltage at the vehicle too low when cable current is above 4.2 A: a conductor is broken', [VS], ['u_wagen'], ['cable conductor', 'supply', 'versorgung'], where='cable current above 4.2 A', cond=True),
 'riso': K('insulation resistance sinks', [VS], ['riso_kohm'], ['insulation', 'isolation', 'versorgung'], step=False),
 'druck_leck': K('nitrogen pressure of the vehicle housing sinks: seal', ['/innendruck'], ['fluid_pressure'], ['housing pressure', 'inner pressure', 'innendruck'], step=False),
 'kopf_druck': K('inner pressure of the camera head gets noisy: sensor contact', [KK], ['innendruck_mbar'], ['camera head pressure', 'innendruck']),
 'schwenk_lose': K('pan of the camera head follows its set point slowly: worn gear', [KK], ['schwenk_grad', 'schwenk_soll'], ['camera pan', 'pan gear', 'schwenk'], where='when the head moves'),
 'led_schwach': K('LED 2 draws too little current at a light level above 600', [KK], ['led_ma[1]', 'led_ma'], ['LED 2', 'led', 'lamp'], where='light level above 600', cond=True),
 'glas_schmutz': K('sharpness of the picture sinks: dirty glass', ['/kamera/guete'], ['schaerfe'], ['camera glass', 'picture', 'camera'], step=False),
 'laser_sektor': K('beams 10 to 15 of the profile laser read short', ['/laserprofil'], ['ranges', 'ranges[12]'], ['profile laser', 'laserprofil', 'laser']),
 'laser_takt': K('profile laser gives half its scans', ['/laserprofil'], ['rate', 'header.stamp'], ['profile laser', 'laserprofil', 'laser']),
 'neigung_vz': K('longitudinal inclination has the wrong sign after a swap of the sensor', ['/neigung'], ['laengs_promille'], ['inclinometer', 'inclination', 'neigung']),
 'gyro_bias': K('yaw gyro has a bias', [IM], ['angular_velocity.z', 'angular_velocity'], ['imu', 'gyro']),
 'stoss_ort': K('hard shocks at one place of the pipe (a wheel guard drags over an offset joint)', [IM], ['linear_acceleration.z', 'linear_acceleration', 'linear_acceleration.x'], ['imu', 'wheel guard', 'shock'], where='at a place', cond=True),
 'hub_reib': K('lift of the camera needs far more effort when it moves', ['/hubarm'], ['effort[0]', 'effort'], ['camera lift', 'hubarm', 'hub'], where='when the lift moves', need=10),
 'o2_drift': K('oxygen cell drifts down', ['/gas'], ['o2_vol'], ['oxygen', 'o2 cell', 'gas sensor', 'gas'], step=False),
 'odom_luecken': K('odometry messages get lost in part', [OD], ['rate', 'header.stamp'], ['odometry', 'odom']),
 'bild_alt': K('picture quality messages come with old stamps', ['/kamera/guete'], ['stamp', 'header.stamp'], ['camera', 'video']),
 'modem_fern': K('cable modem loses margin and gets errors above 20 m of cable', ['/kabelmodem'], ['snr_rand_db', 'crc_s', 'laufzeit_ms'], ['cable modem', 'modem', 'kabelmodem'], where='cable length above 20 m', cond=True),
 'ram_leck': K('memory of the van computer grows', [RG], ['ram_mb'], ['van computer', 'memory', 'rechner'], step=False),
 'wasser_fest': K('water level sensor frozen', ['/wasserstand'], ['range'], ['water level', 'wasserstand']),
 's_gas': K('gas warner raises an alarm of its H2S cell', ['/gas', '/rosout', '/diagnostics'], ['alarm_bits', 'h2s'], ['gas warner', 'gas', 'h2s'], silent=False),
 's_motor': K('wheel motor 1 controller reports a fault', [FW, '/rosout', '/diagnostics'], ['stoerung', 'status_wort'], ['wheel motor', 'fahrwerk', 'motor VL'], silent=False),
 's_druck': K('pressure monitor reports loss of housing pressure', ['/innendruck', '/rosout', '/diagnostics'], ['fluid_pressure'], ['housing pressure', 'pressure monitor', 'innendruck'], silent=False),
 's_kabel': K('cable drum reports a jam of the laying device', [KT, '/rosout', '/diagnostics'], ['motor_ma', 'betriebsart'], ['cable drum', 'laying device', 'kabeltrommel'], silent=False),
}


class Sewer(Sim):
    NAME, KINDS, DEFS = 'sewer', KINDS, DEFS

    def plan(self):
        r, n, t = self.rng('mission'), self.n, self.t
        self.site = r.choice(['Muehlgasse', 'Hafenstrasse', 'Klaeranlage Ost'])
        L = r.uniform(36, 52); b = r.uniform(-3, 3)
        base = r.uniform(.17, .21)
        V, PAN, ROT, LIGHT, LIFT, MODE = (np.zeros(n) for _ in range(6))
        st = dict(i=0, x=0.)
        self.spans, self.notes = [], []
        def seg(sec, v=0., mode=0, pan=0., rot=0., light=300., lift=None):
            i, j = st['i'], min(n, st['i'] + max(1, int(sec / DT)))
            V[i:j], MODE[i:j], LIGHT[i:j] = v, mode, light
            PAN[i:j], ROT[i:j] = pan, rot
            if lift is not None: LIFT[i:] = lift
            st['x'] += v * (j - i) * DT; st['i'] = j
            return i, j
        def go(x, v, mode=1, light=700.):
            d = x - st['x']
            if abs(d) > .02: seg(abs(d) / v, np.sign(d) * v, mode, light=light)
        def look():
            for _ in range(int(r.integers(2, 5))): seg(r.uniform(3, 7), 0, 2, pan=r.choice([-60, -30, 0, 35, 70]), rot=r.choice([-90, 0, 90, 160]), light=r.choice([500., 750, 900]))
            seg(2.5, 0, 2, light=700)
        seg(r.uniform(100, 260), light=0)                       # at the van, then lowered into the shaft
        seg(r.uniform(30, 70), 0, 6, light=300, lift=r.uniform(.04, .12))
        while st['i'] < n:
            a = st['i'] * DT
            kind = r.choice(['inspektion', 'profil', 'nachschau', 'hand'], p=[.5, .2, .18, .12])
            self.notes.append((a, kind))
            far = L * r.uniform(.82, 1)
            sp, li = base * r.uniform(.85, 1.12), 700.
            if kind == 'profil': sp, li = .11 * r.uniform(.9, 1.1), 250.
            if kind == 'nachschau': far = L * r.uniform(.45, .9); sp *= 1.15
            if kind == 'hand':                                   # operator drives by hand: uneven speeds
                far = L * r.uniform(.3, .7)
                while st['x'] < far and st['i'] < n: seg(r.uniform(3, 12), r.uniform(.05, .24), 5, pan=r.uniform(-40, 40), light=600.); seg(r.uniform(1, 7), 0, 5, light=600.)
            else:
                while st['x'] < far - .1 and st['i'] < n:
                    go(min(far, st['x'] + r.uniform(5, 16)), sp, 1, li)
                    if kind != 'profil' and r.random() < .6: look()
                    elif r.random() < .3: seg(r.uniform(2, 9), 0, 2, light=li)
                    if r.random() < .45: seg(8, 0, 2, light=li, lift=r.uniform(.03, .13))
            look()
            while st['x'] > 1.1 and st['i'] < n:
                go(max(1.0, st['x'] - r.uniform(8, 30)), .26 * r.uniform(.92, 1.08), 4, 300.)
                if r.random() < .2: seg(r.uniform(4, 25), 0, 4, light=300.)
            self.spans.append((a, st['i'] * DT, 4 if r.random() > .07 else 6))
            seg(r.uniform(20, 110), 0, 0, light=r.choice([0., 300.]), lift=r.uniform(.03, .13) if r.random() < .5 else None)
        self.spans = self.spans[:-1]
        self.cmd = V
        self.v = lp(slew(V, .25), .25)
        self.s = np.clip(np.cumsum(self.v) * DT, 0, None)
        self.X, self.Y = self.s * np.cos(b) + 0 * t, self.s * np.sin(b)
        self.b, self.L = b, L
        self.pan, self.rot, self.light, self.lift, self.md = PAN, ROT, lp(LIGHT, .3), slew(LIFT, .012), MODE
        mv = np.abs(self.v) > .03
        p1 = r.uniform(9, 26)
        self.at('rad_schlupf', self.X, self.Y, p1 * np.cos(b), p1 * np.sin(b), 3.0, mv)
        p2 = r.uniform(7, 24)
        self.at('stoss_ort', self.X, self.Y, p2 * np.cos(b), p2 * np.sin(b), 2.5, mv)
        self.num('geber_verlust', np.abs(self.v), OD + ':twist.twist.linear.x', ['speed', 'velocity', 'linear x', 'drehzahl', 'fast'], above=.17)
        cab = ['cable', 'laenge', 'length', 'distance', 'far', 'position x', 'position y']
        self.num('zug_schwer', self.s, KT + ':laenge_m', cab, above=24., and_=self.v > .03)
        self.num('modem_fern', self.s, KT + ':laenge_m', cab, above=20.)
        self.num('led_schwach', self.light, KK + ':licht_promille', ['light', 'licht', 'lamp'], above=600.)
        self.load = 1.9 + 17 * np.abs(self.v) * (1 + .006 * self.s) + .0021 * self.light + 1.1 * (lp(np.abs(np.gradient(PAN)) + np.abs(np.gradient(ROT)), 2) > .01)
        self.num('ader', self.load, VS + ':i_kabel', ['current', 'i kabel', 'load'], above=4.2, tol=.3)
        self.mode('motor_reib kabel_geber schleifring', mv, 'driv', 'moving', 'moves', 'drehzahl', 'speed', 'turns')
        self.mode('schwenk_lose', lp(np.abs(np.gradient(PAN)), 3) > .003, 'pan', 'head', 'schwenk')
        self.mode('hub_reib', np.abs(np.gradient(self.lift)) > 1e-6, 'lift', 'moves', 'moving')

    def build(self):
        t, n, u, su, ns, w, f = self.t, self.n, self.u, self.su, self.ns, self.white, self.f
        v, s = self.v, self.s
        mv = np.abs(v) > .02
        slope = 9 + 5 * np.sin(s / 9.0 + u('sl', 1)) + 4 * np.sin(s / 3.1 + su('sl2'))           # permille
        slip0 = .012 + .006 * np.abs(self.wander('slipw', 1, 6))
        sl = f('rad_schlupf')
        pub = self.pub
        pub('/fahrwerk/soll', 'geometry_msgs/msg/TwistStamped', 8, {'twist.linear.x': self.cmd, 'twist.angular.z': .02 * self.wander('steer', 1, 2) * mv}, frame='wagen')
        rpm10 = 60 / (2 * np.pi * .055) * 10
        st = f('s_motor') > 0
        cur, rp, enc, tm = [], [], [], []
        amb = 9.5 + su('amb', 1.6)
        for k in range(4):
            wv = v * (1 + slip0 * (1 + .3 * u(f'sp{k}'))) * (1 + .38 * sl * (1 + .25 * self.wander(f'slk{k}', 1, .8)))
            wv = wv + .004 * self.wander(f'wv{k}', 1, .3) * mv
            c = .16 + u(f'c0{k}', .012) + (np.abs(v) * 4.1 * (1 + u(f'cg{k}', .05)) + .42 + .012 * slope * np.sign(v) + .009 * s * (v > 0) + .05 * self.wander(f'cw{k}', 1, 3) + .05 * self.wander(f'cx{k}', 1, .4)) * mv
            c = c + 3.2 * np.maximum(np.gradient(v, DT) * np.sign(v), 0) * mv
            if k == 2: c = c + (.48 * f('motor_reib')) * mv
            c = c * (1 - .28 * np.minimum(sl, 1.2)) + .42 * f('zug_schwer')
            m = wv
            if k == 1: m = wv * (1 - .24 * f('geber_verlust') * (1 + .3 * self.wander('gv', 1, .5)))
            if k == 0: m, c = np.where(st, 0, m), np.where(st, .05, c)
            cur.append(c + ns(f'cn{k}', .035)); rp.append(m * rpm10 + ns(f'rn{k}', 1.2) * mv); enc.append(np.cumsum(m) * DT * 1024 / (2 * np.pi * .055))
            tm.append(amb + 4 + lp(7.5 * c, 350) + w(f'tm{k}', .3))
        pub(FW, 'kanal_msgs/msg/Fahrwerk', 10, {'motorstrom': cur, 'drehgeber': enc, 'drehzahl_upm10': rp, 'temp_motor': tm, 'status_wort': np.where(mv, 0x27, 0x21), 'stoerung': np.where(st, 14, 0)}, frame='wagen')
        yaw = self.b + lp(.04 * self.wander('yaw', 1, 8), 1.2)
        lat = .04 * self.wander('lat', 1, 12)
        qz, qw = quat(yaw)
        pub(OD, 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': self.X - lat * np.sin(self.b) + .004 * self.wander('ox', 1, 5), 'pose.pose.position.y': self.Y + lat * np.cos(self.b), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw,
            'twist.twist.linear.x': v * (1 + u('od', .004)) + ns('ov', .002) * mv, 'twist.twist.angular.z': np.gradient(yaw, DT) * mv}, frame='odom', strs={'child_frame_id': 'wagen'}, drop=.42 * f('odom_luecken'))
        roll = .03 * self.wander('roll', 1, 9) + u('roll', .01)
        vib = .03 + 1.1 * np.abs(v) + 2.2 * f('stoss_ort') * np.abs(self.wander('sto', 1, .3))
        pub(IM, 'sensor_msgs/msg/Imu', 16, {'orientation_covariance': [-1.] + [0.] * 8, 'angular_velocity_covariance': [4e-5, 0., 0., 0., 4e-5, 0., 0., 0., 4e-5], 'angular_velocity.x': ns('gx', .004 + .02 * np.abs(v).mean()) + u('gbx', .002), 'angular_velocity.y': ns('gy', .006) + u('gby', .002), 'angular_velocity.z': np.gradient(yaw, DT) * mv + ns('gz', .004) + u('gbz', .002) + .0004 * self.wander('gbw', 1, 300) + .03 * f('gyro_bias'),
            'linear_acceleration.x': 9.81 * slope / 1000 + np.gradient(v, DT) + vib * ns('ax', .3), 'linear_acceleration.y': 9.81 * roll + vib * ns('ay', .3), 'linear_acceleration.z': 9.8 + u('az', .02) + vib * ns('az', .5)}, frame='imu')
        inv = np.where(f('neigung_vz') > 0, -1., 1.)
        pub('/neigung', 'kanal_msgs/msg/Neigung', 5, {'laengs_promille': inv * (slope + u('nl', .8)) + ns('nl', .8 + 2 * np.abs(v)), 'roll_zehntel': roll * 573 + ns('nr', 1.5)})
        # drum
        kg = f('kabel_geber')
        jam = f('s_kabel') > 0
        dl = np.gradient(s, DT)
        pay = 1.3 + np.cumsum(dl * (1 - .3 * np.minimum(kg, 1.2) * (1 + .25 * self.wander('kgw', 1, 2)))) * DT
        ten = 28 + su('ten', 2) + (.55 * s + 60 * np.abs(v)) * (v > .02) + (46 + .3 * s + 70 * np.abs(v)) * (v < -.02) + 3 * self.wander('tw', 1, 4) + 45 * f('zug_offset') + 55 * f('zug_schwer')
        pub(KT, 'kanal_msgs/msg/Kabeltrommel', 5, {'laenge_m': q(pay + ns('pl', .004), .01), 'zugkraft': lp(ten, .3) + ns('ten', 1.8), 'trommel_upm10': dl * 60 / (np.pi * .42) * 10 + ns('tu', .8) * mv, 'motor_ma': np.where(jam, 40, 130 + 2100 * np.maximum(-v, 0) * (1 + .01 * ten) + 500 * np.maximum(v, 0)) + ns('tma', 12), 'betriebsart': np.where(jam, 0, np.where(v > .02, 1, np.where(v < -.02, 2, 0)))})
        ik = self.load * (1 + u('ik', .02)) + .1 * self.wander('ikw', 1, 5) + .18 * (sum(cur) - sum(cur).mean()) * 0 + .3 * f('motor_reib') * mv
        uh = 96 + u('uh', .3) + .25 * self.wander('uhw', 1, 40)
        br = lp((self.spikes('srs', .02) > 0) * 1., .15) * 9 * np.minimum(f('schleifring'), 1.3) * mv
        uw = uh - 1.25 * ik - 4.2 * br - 5.5 * f('ader') * (ik / 5) + ns('uw', .12)
        ri = 2200 * np.exp(.04 * su('ri') + .05 * self.wander('riw', 1, 90)) * (1 - .55 * np.minimum(f('riso'), 1.3))
        pub(VS, 'kanal_msgs/msg/Versorgung', 5, {'u_wagen': uw, 'u_haupt': uh + ns('uhn', .05), 'i_kabel': ik + ns('ikn', .06), 'riso_kohm': q(ri * (1 + ns('rin', .015)), 5)})
        wt = 1 - np.exp(-t / 900)
        pd = f('s_druck') > 0
        pin = 101325 + 30000 + su('pin', 400) + 1400 * wt + 120 * self.wander('piw', 1, 60) - 6500 * f('druck_leck')
        pub('/innendruck', 'sensor_msgs/msg/FluidPressure', 2, {'fluid_pressure': np.where(pd, 104500, pin) + ns('pi', 60), 'variance': 3600.}, frame='wagen')
        # head
        slow = 1 + 2.6 * f('schwenk_lose')
        pan = slew(lp(self.pan, .15), 28 / slow); rot = slew(lp(self.rot, .15), 60.)
        led = [self.light * .72 * (1 + u(f'led{k}', .015)) * (1 - (.24 * f('led_schwach') if k else 0)) for k in range(2)]
        hp = 1310 + su('hp', 6) + 22 * wt + 1.2 * self.wander('hpw', 1, 30) + f('kopf_druck') * (24 * w('hpx') * (self.spikes('hps', .45)))
        pub(KK, 'kanal_msgs/msg/KameraKopf', 5, {'schwenk_grad': pan + u('pan', .3) + ns('pn', .12), 'schwenk_soll': self.pan, 'dreh_grad': rot + u('rot', .4) + ns('rtn', .15), 'dreh_soll': self.rot, 'licht_promille': self.light, 'led_ma': [x + ns(f'ledn{i}', 3) for i, x in enumerate(led)], 'led_temp': amb + 8 + lp(self.light * .022, 120) + w('ledt', .3), 'innendruck_mbar': hp + ns('hpn', 1.0)})
        gl = 62 + su('gl', 2) - 8 * mv + 2.5 * self.wander('glw', 1, 5) - 4 * (self.light < 100) - 17 * f('glas_schmutz')
        pub('/kamera/guete', 'kanal_msgs/msg/BildGuete', 2, {'bildrate': 25 - .3 * np.abs(w('fr')) - 4 * (self.spikes('frs', .004)), 'schaerfe': gl + ns('gln', 1.3), 'helligkeit': np.clip(20 + .12 * self.light + 5 * self.wander('hw', 1, 3), 0, 255), 'verworfen': np.cumsum(self.spikes('ver', .004))}, age=1.1 * f('bild_alt') * (1 + .2 * self.wander('bal', 1, 3)))
        # profile laser: pipe of 150 mm radius with deposits and joints
        rg = self.rng('laser')
        B = 36
        d0 = .15 + u('dn', .0) * 0
        cols = []
        for k in range(B):
            a = 2 * np.pi * k / B
            x = d0 + .006 * np.cos(a + 1) + .004 * np.sin(s * 2 + 5 * np.cos(a)) * (np.cos(a) < 0) + .0015 * rg.standard_normal(n)
            if 10 <= k <= 15: x = np.where(f('laser_sektor') > 0, x - .033 * f('laser_sektor'), x)
            cols.append(np.maximum(x, .02))
        pub('/laserprofil', 'sensor_msgs/msg/LaserScan', 2, {'angle_min': -np.pi, 'angle_max': np.pi, 'angle_increment': 2 * np.pi / B, 'range_min': .02, 'range_max': 1.5, 'ranges': cols}, frame='laser', lens={'ranges': B}, drop=.52 * (f('laser_takt') > 0))
        lv = np.gradient(self.lift, DT)
        lm = np.abs(lv) > 1e-5
        pub('/hubarm', 'sensor_msgs/msg/JointState', 5, {'position': [self.lift + ns('lft', .0003)], 'velocity': [lv + ns('lfv', .0004)], 'effort': [6 + u('lfe', .4) + lm * (24 + su('lf', 1)) + 26 * f('hub_reib') * lm + ns('len', .6)]}, lens={'name': 1, 'position': 1, 'velocity': 1, 'effort': 1}, strs={'name[0]': 'hub'})
        ga = f('s_gas') > 0
        gasb = np.maximum(0, .6 + su('gas', .3) + .35 * self.wander('gw', 1, 40) + .5 * np.exp(-((s - 15) / 3) ** 2))
        pub('/gas', 'kanal_msgs/msg/GasWarner', 1, {'h2s': gasb + np.where(ga, 21, 0) + .05 * np.abs(w('h2')), 'ch4_ueg': np.maximum(0, .3 + .2 * self.wander('ch4', 1, 50)), 'o2_vol': q(20.75 + su('o2', .06) - .03 * gasb + .03 * self.wander('o2w', 1, 60) - 1.3 * f('o2_drift') + ns('o2n', .02), .01), 'co': np.maximum(0, 2 + w('co', .7)), 'alarm_bits': np.where(ga, 2, 0)})
        wl = .036 + su('wl', .003) + .006 * np.sin(s / 4) + .003 * self.wander('wlw', 1, 8)
        pub('/wasserstand', 'sensor_msgs/msg/Range', 4, {'range': q(hold(wl + ns('wl', .0012), f('wasser_fest')), .0005), 'min_range': .0, 'max_range': .3, 'field_of_view': .1}, frame='wagen')
        mf = f('modem_fern')
        pub('/kabelmodem', 'kanal_msgs/msg/KabelModem', 1, {'snr_rand_db': 14 + u('snr', .5) - .06 * s + .5 * self.wander('snw', 1, 20) - 4.5 * mf + ns('sn', .2), 'crc_s': np.maximum(0, w('crc', 1.2)) + np.abs(38 * mf * (1 + .4 * w('crc2'))), 'laufzeit_ms': 6 + np.abs(w('lz', .8)) + 9 * mf, 'kbit_ab': 22000 + 120 * w('kb') - 2600 * mf})
        cpu = 34 + 14 * mv + 12 * (self.md == 2) + 5 * self.wander('cpu', 1, 8)
        pub(RG, 'kanal_msgs/msg/WagenRechner', 1, {'cpu_last': cpu, 'ram_mb': 3900 + 130 * (self.unit == 'life' and self.idx > 2) + su('ram', 60) + 120 * wt + 45 * self.wander('rw', 1, 40) + 950 * f('ram_leck') + ns('rn', 4), 'temp': 48 + lp(cpu * .3, 90) + w('ct', .5), 'platte_frei_gb': 410 + su('pf', 30) - .004 * t})
        pub('/umgebung/temperature', 'sensor_msgs/msg/Temperature', 1, {'temperature': q(amb + 1.4 * (self.md == 0) * np.exp(-s) + .15 * self.wander('ambw', 1, 120) + w('an', .04), .05)}, frame='wagen')
        pub('/wagen/batterie', 'sensor_msgs/msg/BatteryState', 1, {'voltage': 25.9 + su('bv', .12) - .00012 * t - .012 * ik + ns('bv', .02), 'current': -(4.4 * ik + 6 + ns('bi', .3)), 'percentage': np.clip(.93 + su('bp', .03) - t / 26000, .1, 1), 'temperature': 17 + su('bt', 2) + t / 1400, 'present': 1, 'power_supply_status': 2, 'power_supply_health': 1, 'power_supply_technology': 4}, strs={'location': 'Wagen', 'serial_number': 'LFP-77'})
        # words
        ver = 'kanalOS 5.3.1' if self.unit != 'life' or self.idx < 3 else 'kanalOS 5.4.0'
        lg, r = self.log, self.rng('log')
        lg(.7, 'I', 'start', f'{ver} Standort {self.site}'); lg(1.9, 'W', 'kabeltrommel', 'keine Referenzfahrt, Laenge auf null gesetzt'); lg(3.3, 'W', 'kamera_kopf', 'Fokus nicht kalibriert, nutze letzte Werte'); lg(5, 'I', 'fahrwerk', 'bereit')
        for a, k in self.notes:
            lg(a + .1, 'I', 'auftrag', f'Auftrag {k} begonnen')
            if k == 'hand': lg(a + .6, 'W', 'fahrwerk', 'Handbetrieb durch Bediener')
        for _ in range(r.poisson(10)): lg(r.uniform(60, self.dur), 'W', 'video_encoder', 'frame dropped, buffer late')
        for a in np.arange(45, self.dur, 240): lg(a, 'I', 'logger', 'Protokoll gespeichert')
        for kind, nm, msg in (('s_gas', 'gas_warner', 'H2S Alarm Stufe 2'), ('s_motor', 'fahrwerk', 'Motor VL Stoerung 14, Endstufe abgeschaltet'), ('s_druck', 'druckwaechter', 'Innendruck zu klein'), ('s_kabel', 'kabeltrommel', 'Verlegung klemmt')):
            k = self.when(kind)
            if k:
                for a in np.arange(k['start'], k['end'], 50): lg(a + .3, 'E', nm, msg)
                lg(k['end'] + .2, 'I', nm, 'Stoerung quittiert')
        z2 = lambda m: np.where(m, 2, 0)
        self.status('fahrwerk', 'fw4', z2(st), {2: 'Stoerung 14'}); self.status('gas', 'gw2', z2(ga), {2: 'Alarm'}); self.status('druck', 'n2', z2(pd), {2: 'Innendruck zu klein'}); self.status('kabeltrommel', 'kt300', z2(jam), {2: 'Verlegung klemmt'})
        self.status('video', 'enc', brief_warn(self, 'video', 2), {1: 'Puffer knapp'}, version=ver)
        self.goals('/auftrag/_action/status', self.spans)
