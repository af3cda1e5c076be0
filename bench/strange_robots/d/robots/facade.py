"""Cable robot that cleans glass facades (vendor with French field names)."""
import numpy as np
from lib import *

S = 'std_msgs/Header header\n'
DEFS = {
 'facade_msgs/msg/Treuils': S + '''# ordre HG HD BG BD
float32[4] tension_dan
float32[4] longueur
int16[4] vitesse_mm_s
float32[4] courant
uint8[4] temp_moteur
uint8 defaut''',
 'facade_msgs/msg/Freins': S + 'uint8 etat\nuint16[4] delai_ms',
 'facade_msgs/msg/Brosse': S + 'int16 regime_tr_min\nfloat32 courant_a\nint16 appui_n\nuint8 marche',
 'facade_msgs/msg/CircuitEau': S + '''float32 debit_l_min
float32 pression_bar
float32 niveau_l
float32 conductivite
uint8 pompe_pct
uint8 vanne''',
 'facade_msgs/msg/Ventouse': S + 'float32[2] depression_mbar\nuint8 turbine_pct\nfloat32 i_turbine\nuint8 alarme',
 'facade_msgs/msg/Anemo': S + 'float32 vitesse\nuint16 direction\nfloat32 rafale\nuint8 code_err',
 'facade_msgs/msg/VueVitre': S + 'float32 proprete_pct\nfloat32 images_s\nuint16 exposition_us',
 'facade_msgs/msg/Radio': S + 'int8 rssi\nfloat32 perte_pct\nfloat32 latence_ms\nbool lien',
 'facade_msgs/msg/Calculateur': S + 'uint8 charge_cpu\nuint32 mem_libre_mo\nuint8 temp\nuint16 boucle_us',
 'facade_msgs/msg/Securite': S + 'uint16 bits\nuint8 mode        # 0 berceau 1 transit 2 lavage 3 plein 4 attente 5 manuel',
}
TR, PO, IM, BR, EA, VE, AN, BA, RA = '/treuils', '/plateforme/pose', '/plateforme/imu', '/brosse', '/eau', '/ventouse', '/anemo', '/batterie', '/radio'
KINDS = {
 'treuil2_reib': K('winch 2 (HD) draws more current when it turns: gearbox', [TR], ['courant[1]', 'courant'], ['winch 2', 'treuil 2', 'winch HD'], step=False, where='when moving'),
 'tension3': K('tension cell 3 (BG) drifts', [TR], ['tension_dan[2]', 'tension_dan'], ['tension cell 3', 'cell 3', 'treuil 3', 'winch 3'], step=False),
 'tension4_fige': K('tension cell 4 (BD) frozen', [TR], ['tension_dan[3]', 'tension_dan'], ['tension cell 4', 'cell 4', 'treuil 4', 'winch 4']),
 'codeur1': K('encoder of winch 1 loses counts above 0.15 m/s', [TR], ['vitesse_mm_s[0]', 'longueur[0]', 'vitesse_mm_s', 'longueur'], ['winch 1', 'treuil 1', 'encoder 1'], where='cable speed above 0.15 m/s', cond=True),
 'charge': K('winch 1 draws far more current with more than 20 l of water on board', [TR], ['courant[0]', 'courant'], ['winch 1', 'treuil 1', 'winch HG'], where='water above 20 l', cond=True),
 'temp4': K('motor of winch 4 gets hot', [TR], ['temp_moteur[3]', 'temp_moteur'], ['winch 4', 'treuil 4'], step=False),
 'frein_lent': K('brake 2 releases late', ['/freins'], ['delai_ms[1]', 'delai_ms'], ['brake 2', 'brake', 'frein']),
 'brosse_usee': K('brush draws little current at the same pressure: worn', [BR], ['courant_a'], ['brush', 'brosse'], where='when cleaning'),
 'brosse_palier': K('brush current rough above 260 rpm: bearing', [BR], ['courant_a', 'regime_tr_min'], ['brush', 'brosse', 'brush bearing'], where='brush above 260 rpm', cond=True),
 'fuite_eau': K('water flows out beside the nozzles: flow high, pressure low', [EA], ['debit_l_min', 'pression_bar'], ['water', 'water circuit', 'eau'], where='when cleaning'),
 'buse': K('nozzle blocked: flow low, pressure high', [EA], ['debit_l_min', 'pression_bar'], ['nozzle', 'water', 'buse', 'eau'], where='when cleaning'),
 'vanne_lente': K('water valve opens late', [EA], ['debit_l_min', 'vanne', 'pression_bar'], ['water valve', 'valve', 'vanne'], where='when the valve opens', need=14),
 'resine': K('conductivity of the water rises: resin used up', [EA], ['conductivite'], ['resin', 'conductivity', 'water'], step=False),
 'ventouse_zone': K('suction breaks down at one place of the facade: damaged joint', [VE], ['depression_mbar', 'i_turbine'], ['suction', 'ventouse'], where='at a place', cond=True),
 'ultra_ecart': K('right distance sensor differs from the left', ['/distance_d'], ['range'], ['right distance sensor', 'distance d', 'distance sensor'], step=False),
 'ultra_bruit': K('left distance sensor noisy', ['/distance_g'], ['range'], ['left distance sensor', 'distance g', 'distance sensor']),
 'acc_signe': K('lateral acceleration has the wrong sign after service', [IM], ['linear_acceleration.x', 'linear_acceleration'], ['imu', 'accelerometer']),
 'gyro_bruit': K('yaw gyro noisy', [IM], ['angular_velocity.z', 'angular_velocity'], ['imu', 'gyro']),
 'imu_lente': K('IMU gives half its messages', [IM], ['rate', 'header.stamp'], ['imu']),
 'anemo_fige': K('anemometer frozen', [AN], ['vitesse', 'rafale'], ['anemometer', 'anemo', 'wind']),
 'radio_zone': K('radio weak at one place of the facade', [RA], ['rssi', 'perte_pct', 'latence_ms'], ['radio', 'radio link'], where='at a place', cond=True),
 'choc_zone': K('platform shakes at one place: loose guide rail', [IM], ['linear_acceleration', 'linear_acceleration.z', 'angular_velocity'], ['platform', 'guide rail', 'imu'], cons=(TR,), where='at a place', cond=True),
 'cellule5': K('battery cell 5 sags when the current is above 14 A', [BA], ['cell_voltage[4]', 'cell_voltage', 'voltage'], ['battery', 'cell 5', 'batterie'], where='current above 14 A', cond=True),
 'pose_vieille': K('pose comes with old stamps', [PO], ['stamp', 'header.stamp'], ['pose', 'platform pose']),
 'treuils_perdus': K('winch messages get lost', [TR], ['rate', 'header.stamp'], ['winches', 'treuils']),
 'retard': K('platform answers its commands 0.7 s late', ['/consigne', TR, PO], ['twist.linear.x', 'twist.linear.y', 'vitesse_mm_s'], ['platform', 'command', 'consigne', 'winches'], where='when moving'),
 'camera_sale': K('window camera sees less: dirty', ['/vue_vitre'], ['proprete_pct', 'exposition_us'], ['window camera', 'camera', 'vue vitre'], step=False),
 'mem_fuite': K('free memory falls steadily', ['/calculateur'], ['mem_libre_mo'], ['computer', 'memory', 'calculateur'], step=False),
 's_treuil': K('winch 3 reports an overload', [TR, '/rosout', '/diagnostics'], ['defaut'], ['winch 3', 'winch', 'treuil'], silent=False),
 's_anemo': K('anemometer reports a fault', [AN, '/rosout', '/diagnostics'], ['code_err'], ['anemometer', 'anemo'], silent=False),
 's_ventouse': K('suction reports an alarm', [VE, '/rosout', '/diagnostics'], ['alarme'], ['suction', 'ventouse'], silent=False),
 's_radio': K('radio link is lost again and again and is logged', [RA, '/rosout', '/diagnostics'], ['lien', 'perte_pct'], ['radio', 'radio link'], silent=False),
}
A = np.array([[0., 34.], [26., 34.], [0., 0.], [26., 0.]])


class Facade(Sim):
    NAME, KINDS, DEFS = 'facade', KINDS, DEFS

    def plan(self):
        r, n, t = self.rng('mission'), self.n, self.t
        self.site = r.choice(['Tour Nord', 'Halle 4'])
        X, Y, MODE, ON, RPM = (np.zeros(n) for _ in range(5))
        st = dict(i=0, x=13., y=2.)
        self.spans, self.notes = [], []
        WAT = np.zeros(n)
        top, lvl = (30., 27.)[self.site == 'Halle 4'], r.uniform(24, 32)
        def put(sec, mode):
            i, j = st['i'], min(n, st['i'] + max(1, int(sec / DT)))
            X[i:j], Y[i:j], MODE[i:j] = st['x'], st['y'], mode
            st['i'] = j
            return i, j
        def go(x, y, v, mode):
            d = np.hypot(x - st['x'], y - st['y'])
            if d < .05: return st['i'], st['i']
            m = max(10, int((d / v + 1.2) / DT)); x0, y0 = st['x'], st['y']
            i, j = put(m * DT, mode)
            k = np.arange(j - i) * DT; T, a = m * DT, 1.2
            vp = 1 / (T - a)
            s = np.where(k < a, .5 * vp / a * k**2, np.where(k < T - a, vp * (k - a / 2), 1 - .5 * vp / a * (T - k)**2))
            X[i:j], Y[i:j] = x0 + (x - x0) * s, y0 + (y - y0) * s
            st['x'], st['y'] = x, y
            return i, j
        put(r.uniform(120, 260), 0)
        lane = r.uniform(5, 9)
        brush = r.choice([230., 290.])
        while st['i'] < n:
            a = st['i'] * DT
            kind = r.choice(['lavage', 'rincage', 'inspection', 'manuel'], p=[.56, .2, .14, .1])
            self.notes.append((a, kind))
            k = int(r.integers(2, 5))
            if kind == 'manuel':
                for _ in range(int(r.integers(3, 8))):
                    go(np.clip(st['x'] + r.uniform(-4, 4), 3, 23), np.clip(st['y'] + r.uniform(-6, 6), 3, top), r.uniform(.1, .3), 5); put(r.uniform(2, 15), 5)
            else:
                for _ in range(k):
                    go(lane, top - r.uniform(0, 1.5), .33 * r.uniform(.9, 1.05), 1)
                    put(r.uniform(2, 5), 1)
                    v = dict(lavage=.19, rincage=.24, inspection=.3)[kind] * r.uniform(.9, 1.1)
                    ylow = r.uniform(3, 6)
                    while st['y'] > ylow + .1 and st['i'] < n:
                        yb = max(ylow, st['y'] - r.uniform(6, 16))
                        i = st['i']
                        go(st['x'], yb, v, 2 if kind != 'inspection' else 1); j = st['i']
                        if kind != 'inspection': ON[i:j] = 1
                        if kind == 'lavage': RPM[i:j] = brush * r.uniform(.95, 1.05)
                        if r.random() < .35: put(r.uniform(5, 30), 4)         # people behind the glass, gusts
                    lane += 1.15
                    if lane > 19: lane = r.uniform(5, 8)
                    if r.random() < .8: brush = r.choice([230., 290., 310.])
            self.spans.append((a, st['i'] * DT, 4 if r.random() > .07 else 6))
            if kind in ('lavage', 'rincage') and r.random() < .75:
                go(13., 2., .33, 1); i, j = put(r.uniform(60, 130), 3); WAT[i:j] = 1
            else: put(r.uniform(5, 40), 4)
        self.spans = self.spans[:-1]
        self.x, self.y, self.md, self.on_, self.rpm, self.fill = X, Y, MODE, ON, RPM, WAT
        L = np.hypot(X[:, None] - A[:, 0], Y[:, None] - A[:, 1]).T
        self.len_ = L
        self.vc = np.array([lp(np.gradient(l, DT), .15) for l in L])
        self.mv = lp(np.hypot(np.gradient(X, DT), np.gradient(Y, DT)), .15)
        flow = 2.4 * ON
        net = (-flow / 60 + WAT * 18 / 60) * DT
        lev, out = lvl, []
        for x in net[::20].tolist():
            lev = min(34., max(5., lev + 20 * x)); out.append(lev)
        self.level = lp(np.repeat(out, 20)[:n], 1)
        self.amps = 4.2 + 9 * self.mv / .3 * (np.gradient(lp(Y, .2), DT) > .01) + 3 * (self.mv > .02) + 6.5 * lp(ON, .5) + 3.8 * lp((RPM > 0) * 1., .5)
        cand = [int(x / DT) for x in r.uniform(1300 if self.unit != 'life' else 500, self.dur - 300, 40)]
        late = t > (1200 if self.unit != 'life' else 300)
        def where(ok):
            best = max(cand, key=lambda i: ((np.hypot(X - X[i], Y - Y[i]) < 3.5) & late & ok).sum() * (1 if Y[i] > 5 else .2))
            cand.remove(best)
            return X[best], Y[best]
        on = ON > 0
        self.at('ventouse_zone', X, Y, *where(on), 3.5, on)
        self.at('radio_zone', X, Y, *where(late), 3.5)
        self.at('choc_zone', X, Y, *where(self.mv > .05), 3.5, self.mv > .05)
        self.num('codeur1', np.abs(self.vc[0]), TR + ':vitesse_mm_s[0]', ['speed', 'velocity', 'vitesse', 'fast'], above=.15)
        self.conds['codeur1']['accept'].append([95., 210.])          # vitesse_mm_s
        self.num('charge', self.level, EA + ':niveau_l', ['water', 'niveau', 'level', 'load', 'tank'], above=20., and_=self.mv > .03)
        self.num('brosse_palier', lp(RPM, .4), BR + ':regime_tr_min', ['rpm', 'regime', 'speed', 'brush', 'brosse'], above=260., tol=.2)
        self.num('cellule5', self.amps, BA + ':current', ['current', 'load', 'discharge'], above=14.)
        self.conds['cellule5']['accept'].append([-19., -9.])
        mvw = ('moving', 'moves', 'motion', 'speed', 'vitesse', 'mode', 'turns')
        self.mode('treuil2_reib', np.abs(self.vc[1]) > .02, *mvw); self.mode('retard', self.mv > .05, *mvw)
        self.mode('brosse_usee', RPM > 0, 'clean', 'brush', 'marche', 'regime', 'mode'); self.mode('fuite_eau buse', on, 'clean', 'vanne', 'valve', 'pompe', 'pump', 'mode')
        self.mode('vanne_lente', on & (np.roll(on, 140) == 0), 'valve', 'vanne', 'opens', 'clean')

    def build(self):
        t, n, u, su, ns, w, f = self.t, self.n, self.u, self.su, self.ns, self.white, self.f
        pub, mv, on = self.pub, self.mv, self.on_
        moving = mv > .02
        X, Y = self.x, self.y
        wind = np.maximum(.2, 3.2 + su('wind', .9) + .9 * self.wander('w1', 1, 150) + .8 * self.wander('w2', 1, 7) + .06 * Y)
        # statics of the four cables
        d = (A[None] - np.stack([X, Y], 1)[:, None]) / self.len_.T[:, :, None]
        low = [17 + su(f'pre{k}', .7) for k in (2, 3)]
        W = 62 * .981 + su('mass', .8) + self.level * .981
        rx = -(low[0] * d[:, 2, 0] + low[1] * d[:, 3, 0]); ry = W - (low[0] * d[:, 2, 1] + low[1] * d[:, 3, 1])
        det = d[:, 0, 0] * d[:, 1, 1] - d[:, 1, 0] * d[:, 0, 1]
        t1 = (rx * d[:, 1, 1] - d[:, 1, 0] * ry) / det; t2 = (d[:, 0, 0] * ry - d[:, 0, 1] * rx) / det
        sway = .35 + .16 * wind
        T = [t1, t2, np.full(n, low[0]), np.full(n, low[1])]
        T = [T[k] * (1 + u(f'tg{k}', .012)) + u(f'to{k}', .5) + sway * self.wander(f'tw{k}', 1, 1.2) for k in range(4)]
        Tm = list(T)
        Tm[2] = Tm[2] + 7.5 * f('tension3')
        Tm = [x + ns(f'tn{k}', .35) for k, x in enumerate(Tm)]
        Tm[3] = hold(Tm[3], f('tension4_fige'))
        tro = f('s_treuil') > 0
        rt = f('retard')
        vc = [np.where(rt > 0, delayed(v, .75 * np.minimum(rt, 1.2)), v) for v in self.vc]
        amb = 12 + su('amb', 3) + .8 * t / 3600
        cur, ver_, lon = [], [], []
        for k in range(4):
            mvk = np.abs(vc[k]) > .012
            c = .55 + .012 * np.abs(T[k]) + mvk * (.9 + 2.2 * np.abs(vc[k])) * (1 + u(f'cf{k}', .05)) - .16 * vc[k] * T[k] * 1.0 + .07 * self.wander(f'cw{k}', 1, 4)
            if k == 1: c = c + 1.25 * f('treuil2_reib') * mvk
            if k == 0: c = c + 1.3 * f('charge') * mvk
            cur.append(np.maximum(c, .2) + ns(f'cn{k}', .07))
            ve = vc[k]
            if k == 0: ve = ve * (1 - .26 * f('codeur1') * (1 + .25 * self.wander('cd', 1, .5)))
            ver_.append(1000 * ve + ns(f'vn{k}', 2.0) * mvk)
            l = delayed(self.len_[k], .75 * np.minimum(rt, 1.2)) if np.any(rt > 0) else self.len_[k]
            if k == 0: l = l - np.cumsum(vc[0] * .26 * f('codeur1')) * DT
            lon.append(l + u(f'lo{k}', .01) + ns(f'ln{k}', .002))
        heat = [lp(np.abs(c) * 5.2, 420) for c in cur]
        pub(TR, 'facade_msgs/msg/Treuils', 10, {'tension_dan': Tm, 'longueur': lon, 'vitesse_mm_s': ver_, 'courant': cur, 'temp_moteur': [amb + 5 + heat[k] + (17 * f('temp4') if k == 3 else 0) + w(f'tm{k}', .3) for k in range(4)], 'defaut': np.where(tro, 4, 0)}, drop=.4 * f('treuils_perdus'))
        pub('/freins', 'facade_msgs/msg/Freins', 4, {'etat': np.where(moving, 0, 15), 'delai_ms': [62 + u(f'fr{k}', 2) + .2 * (15 - amb) + 1.5 * self.wander(f'frw{k}', 1, 30) + (38 * f('frein_lent') * (1 + .15 * self.wander('frx', 1, 3)) if k == 1 else 0) + ns(f'frn{k}', 1.2) for k in range(4)]})
        dx, dy = X, Y
        if np.any(rt > 0): dx, dy = delayed(X, .75 * np.minimum(rt, 1.2)), delayed(Y, .75 * np.minimum(rt, 1.2))
        px, py = dx + .012 * sway * self.wander('px', 1, 1.5), dy + .006 * self.wander('py', 1, 1.5)
        tilt = .05 * (X - 13) / 10 + .01 * self.wander('ti', 1, 3) * sway + u('ti', .004)
        pub(PO, 'geometry_msgs/msg/PoseStamped', 10, {'pose.position.x': px + ns('pxn', .003), 'pose.position.y': py + ns('pyn', .003), 'pose.position.z': .32 + .004 * self.wander('pz', 1, 2) * sway, 'pose.orientation.z': np.sin(tilt / 2), 'pose.orientation.w': np.cos(tilt / 2)}, frame='facade', age=.5 * f('pose_vieille') * (1 + .2 * self.wander('pva', 1, 2)))
        vx, vy = lp(np.gradient(X, DT), .1), lp(np.gradient(Y, DT), .1)
        pub('/consigne', 'geometry_msgs/msg/TwistStamped', 10, {'twist.linear.x': vx, 'twist.linear.y': vy}, frame='facade')
        ch = f('choc_zone')
        vib = .04 + .25 * mv + .35 * (self.rpm > 0) * .3 + 1.0 * ch * np.abs(self.wander('chz', 1, .3))
        sg = np.where(f('acc_signe') > 0, -1., 1.)
        pub(IM, 'sensor_msgs/msg/Imu', 18, {'orientation_covariance': [-1.] + [0.] * 8, 'angular_velocity_covariance': [4e-5, 0., 0., 0., 4e-5, 0., 0., 0., 4e-5], 'angular_velocity.x': ns('gx', .006) * (1 + 3 * vib), 'angular_velocity.y': ns('gy', .006) * (1 + 3 * vib), 'angular_velocity.z': lp(np.gradient(tilt, DT), .3) + ns('gz', .006) + u('gb', .002) + .05 * f('gyro_bruit') * w('gzx'), 'linear_acceleration.x': sg * (9.806 * np.sin(tilt) + lp(np.gradient(vx, DT), .1)) + u('ax', .03) + vib * ns('axn', .6), 'linear_acceleration.y': 9.806 + lp(np.gradient(vy, DT), .1) + vib * ns('ayn', .6), 'linear_acceleration.z': u('az', .04) + vib * ns('azn', 1.)}, frame='plateforme', drop=.5 * (f('imu_lente') > 0))
        # brush, water, suction
        press = lp(on, .4)
        rpm = slew(self.rpm, 120., 200.)
        ap = press * (46 + su('ap', 1.5) + 3 * self.wander('apw', 1, 2)) * (self.rpm > 0)
        bc = .25 * (rpm > 5) + rpm / 300 * (.9 + .045 * ap) * (1 + u('bc', .03) + .03 * self.wander('bcw', 1, 6))
        bc = bc * (1 - .34 * np.minimum(f('brosse_usee'), 1.3))
        bp = f('brosse_palier')
        bc = bc + .75 * bp * w('bpx') * (rpm > 50) + .25 * bp
        pub(BR, 'facade_msgs/msg/Brosse', 5, {'regime_tr_min': rpm + ns('rp', 2.2) * (rpm > 5) + 6 * bp * w('bpr'), 'courant_a': np.maximum(bc + ns('bcn', .05), 0), 'appui_n': ap + ns('apn', 1), 'marche': self.rpm > 0})
        vl = f('vanne_lente')
        op = np.where(vl > 0, lp(delayed(on, 1.8 * np.minimum(vl, 1.2)), 1.7), lp(on, .35))
        fu, bu = f('fuite_eau'), f('buse')
        deb = op * (2.4 + su('deb', .05) + .04 * self.wander('dw', 1, 6)) * (1 + .24 * fu - .3 * np.minimum(bu, 1.3))
        pre = op * (3.1 + su('pre', .06) + .05 * self.wander('prw', 1, 6)) * (1 - .2 * fu + .26 * bu)
        pub(EA, 'facade_msgs/msg/CircuitEau', 4, {'debit_l_min': np.maximum(deb + ns('dn', .035), 0), 'pression_bar': np.maximum(pre + ns('pn', .03) + .05, 0), 'niveau_l': self.level + .25 * self.wander('nv', 1, 2) * moving + ns('nvn', .08), 'conductivite': 8 + su('co', .6) + .4 * self.wander('cow', 1, 120) + 7 * f('resine') + ns('con', .12), 'pompe_pct': on * 64 + ns('pp', .5) * (on > 0), 'vanne': on})
        vz = f('ventouse_zone')
        va = f('s_ventouse') > 0
        dep = press * (34 + u('vt', .6) + 1.2 * self.wander('vtw', 1, 3))
        pub(VE, 'facade_msgs/msg/Ventouse', 4, {'depression_mbar': [np.maximum(dep * (1 + u(f'vg{k}', .02)) * (1 - .5 * np.minimum(vz, 1.3) * (1 - .15 * k)) * np.where(va, .3, 1) + ns(f'vn_{k}', .5), 0) for k in range(2)], 'turbine_pct': press * 72 + ns('tu', .5) * (press > .1), 'i_turbine': press * (5.1 + .1 * self.wander('itw', 1, 4) - .7 * vz) + np.abs(ns('itn', .04)), 'alarme': np.where(va, 1, 0)})
        dist = .32 + .02 * np.sin(X * 1.7 + 1) * (np.sin(Y * .8) > 0) - .05 * press + .006 * sway * self.wander('di', 1, 1)
        pub('/distance_g', 'sensor_msgs/msg/Range', 5, {'range': dist + u('dg', .002) + ns('dgn', .0025) + .03 * f('ultra_bruit') * w('dgx') * (self.spikes('dgp', .55)), 'min_range': .05, 'max_range': 2., 'field_of_view': .3}, frame='g')
        pub('/distance_d', 'sensor_msgs/msg/Range', 5, {'range': dist + u('dd', .002) + ns('ddn', .0025) + .055 * f('ultra_ecart'), 'min_range': .05, 'max_range': 2., 'field_of_view': .3}, frame='d')
        ae = f('s_anemo') > 0
        wm = hold(wind + ns('wn', .1), f('anemo_fige')); wg = hold(np.maximum.reduce([np.roll(wind, 60 * k) for k in range(5)]) + .3, f('anemo_fige'))
        pub(AN, 'facade_msgs/msg/Anemo', 2, {'vitesse': np.where(ae, 0, q(wm, .05)), 'direction': (210 + su('wd', 60) + 14 * self.wander('wd', 1, 12) + ns('wdn', 3)) % 360, 'rafale': np.where(ae, 0, q(wg, .05)), 'code_err': np.where(ae, 6, 0)})
        amps = self.amps * (1 + u('am', .02)) + .4 * self.wander('amw', 1, 4)
        chg = (self.md == 3) | (self.md == 0)
        amps = np.where(chg, amps - 9, amps)
        soc = np.clip(.82 + su('soc', .05) - np.cumsum(amps) * DT / 3600 / 60, .1, 1)
        ce = [3.18 + .18 * soc + u(f'ce{k}', .004) - .0016 * amps + ns(f'cen{k}', .002) - (.075 * f('cellule5') * (1 + .1 * self.wander('c5', 1, 1)) if k == 4 else 0) for k in range(8)]
        pub(BA, 'sensor_msgs/msg/BatteryState', 2, {'voltage': sum(ce) + ns('bv', .006), 'current': -amps + ns('bi', .15), 'percentage': q(soc, .01), 'temperature': amb + 6 + lp(.35 * np.abs(amps), 700) + w('bt', .08), 'cell_voltage': [q(x, .001) for x in ce], 'present': 1, 'power_supply_status': np.where(chg, 1, 2), 'power_supply_health': 1, 'power_supply_technology': 4}, lens={'cell_voltage': 8}, strs={'location': 'plateforme', 'serial_number': 'B8-' + self.unit})
        rz = f('radio_zone')
        rl = (f('s_radio') > 0) & (self.wander('rlx', 1, 4) > -.2)
        pub(RA, 'facade_msgs/msg/Radio', 2, {'rssi': -55 + u('rs', 2) - .35 * Y - 3 * np.cos(X / 5) + 1.6 * self.wander('rsw', 1, 5) - 15 * rz - 20 * rl + ns('rsn', 1), 'perte_pct': np.maximum(0, .3 + .25 * w('pe') + 9 * rz * (1 + .4 * w('pe2'))) + 60 * rl, 'latence_ms': 8 + np.abs(ns('la', 1.5)) + 16 * rz * (1 + .3 * np.abs(w('la2'))), 'lien': ~rl})
        cs = f('camera_sale')
        sun = 20000 * (1 + .5 * self.wander('sun', 1, 300)).clip(.1)
        pub('/vue_vitre', 'facade_msgs/msg/VueVitre', 2, {'proprete_pct': np.clip(np.where(on > 0, 71, 63) + su('pr', 2) + 3 * self.wander('prv', 1, 6) - 18 * cs + ns('prn', 1.2), 0, 100), 'images_s': 20 - .3 * np.abs(w('im')), 'exposition_us': 3200 - .03 * sun + 900 * cs + ns('ex', 60)})
        cpu = 31 + 13 * moving + 8 * (on > 0) + 4 * self.wander('cpu', 1, 8)
        pub('/calculateur', 'facade_msgs/msg/Calculateur', 1, {'charge_cpu': cpu, 'mem_libre_mo': 2280 - 45 * (self.unit == 'life' and self.idx > 2) + su('mem', 40) - 90 * (1 - np.exp(-t / 900)) + 28 * self.wander('mw', 1, 40) - 700 * f('mem_fuite') + ns('mn', 3), 'temp': amb + 28 + lp(cpu * .25, 90) + w('ct', .4), 'boucle_us': 2000 + 60 * moving + np.abs(ns('bo', 25))})
        pub('/securite', 'facade_msgs/msg/Securite', 4, {'bits': 0x3f - 4 * (self.spikes('sec', .0004) > 0), 'mode': self.md})
        pub('/meteo/temperature', 'sensor_msgs/msg/Temperature', 1, {'temperature': q(amb + .2 * self.wander('mt', 1, 100) + w('mtn', .04), .02)})
        pub('/meteo/humidite', 'sensor_msgs/msg/RelativeHumidity', 1, {'relative_humidity': np.clip(.55 + su('hu', .07) + .015 * self.wander('hu', 1, 200) + ns('hun', .002), 0, 1)})
        pub('/luminosite', 'sensor_msgs/msg/Illuminance', 1, {'illuminance': sun * (1 + .02 * w('su')), 'variance': 100.})
        ver = 'lavfac 3.0.4' if self.unit != 'life' or self.idx < 3 else 'lavfac 3.1.0'
        lg, r = self.log, self.rng('log')
        lg(.5, 'I', 'demarrage', f'{ver} site {self.site}'); lg(1.8, 'W', 'treuils', 'longueurs reprises du dernier arret'); lg(3, 'W', 'radio', 'canal non optimal'); lg(7, 'I', 'mission', 'pret')
        for a, k in self.notes:
            lg(a + .1, 'I', 'mission', f'tache {k}')
            if k == 'manuel': lg(a + .5, 'W', 'mission', 'commande manuelle par operateur')
        for _ in range(r.poisson(9)): lg(r.uniform(60, self.dur), 'W', 'planificateur', 'personne derriere la vitre, attente')
        for _ in range(r.poisson(4)): lg(r.uniform(60, self.dur), 'W', 'vent', 'rafale, vitesse reduite')
        for a in np.arange(35, self.dur, 230): lg(a, 'I', 'journal', 'enregistre')
        for kind, nm, msg in (('s_treuil', 'treuils', 'treuil 3 surcharge, defaut 4'), ('s_anemo', 'anemo', 'capteur en defaut, code 6'), ('s_ventouse', 'ventouse', 'alarme depression'), ('s_radio', 'radio', 'lien perdu')):
            k = self.when(kind)
            if k:
                for a in np.arange(k['start'], k['end'], 45): lg(a + .3, 'E', nm, msg)
                lg(k['end'] + .2, 'I', nm, 'acquitte')
        z2 = lambda m: np.where(m, 2, 0)
        self.status('treuils', 'ethercat', z2(tro), {2: 'defaut 4'}); self.status('anemo', 'rs232', z2(ae), {2: 'code 6'}); self.status('ventouse', 'io', z2(va), {2: 'alarme'}); self.status('radio', 'rf', z2(rl), {2: 'lien perdu'})
        self.status('mission', 'app', brief_warn(self, 'mis', 2), {1: 'retard planning'}, version=ver)
        self.goals('/tache/_action/status', self.spans)
