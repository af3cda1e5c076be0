"""Autonomous tram on a short loop of a trade fair: four motors, three bogies, pantograph, doors, passengers; German fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, slew, stream

MOT, LAG, PAN, BRE, TUE, FED, KLI, NET = '/fahrmotoren', '/achslager', '/stromabnehmer', '/bremse', '/tueren', '/federung', '/klima', '/bordnetz'


class Tram(Sim):
    NAME = 'tram'
    FLAGS = [('/fahrmotoren', 'umrichter_meldung'), (BRE, 'bremsstoerung'), (TUE, 'tuerstoerung'), ('/sand_schmierung', 'sand_leer')]
    DEFS = {
        'strab_msgs/msg/Fahrmotor': 'float32 strom\nfloat32 drehzahl\nfloat32 wicklung_grad\nint16 soll_moment',
        'strab_msgs/msg/Fahrmotoren': mdef('strab_msgs/Fahrmotor[4] motor; uint8 umrichter_meldung'),
        'strab_msgs/msg/Achslager': mdef('float32[6] lager_grad schwingung'),
        'strab_msgs/msg/Stromabnehmer': mdef('float32 fahrdraht_volt netzstrom anpresskraft_n schleifleiste_mm; int16 hub_mm'),
        'strab_msgs/msg/Bremse': mdef('float32 speicher_bar; float32[3] brems_bar belag_grad; float32 pumpenstrom magnetschiene_ampere bremsanforderung; bool pumpe_laeuft gehemmt_frei; uint8 bremsstoerung'),
        'strab_msgs/msg/Tueren': mdef('int16[4] spalt_mm; float32[4] tuerstrom; bool[4] tuer_zu; bool freigabe; uint8 tuerstoerung'),
        'strab_msgs/msg/Federung': mdef('float32[6] balg_bar; float32[3] niveau_mm'),
        'strab_msgs/msg/Fahrgaeste': mdef('uint16 an_bord; uint16 einstiege'),
        'strab_msgs/msg/Klima': mdef('float32 innen_grad zuluft_grad kompressor_strom kaeltemittel_bar co2_ppm; uint16 geblaese_drehzahl'),
        'strab_msgs/msg/Bordnetz': mdef('float32 batterie_volt batterie_strom umrichter_grad hilfsnetz_volt; uint16 isolation_kohm'),
        'strab_msgs/msg/Radar': mdef('float32 abstand_m naeherung_ms rausch_db; uint8 ziele'),
        'strab_msgs/msg/SandSchmierung': mdef('float32[2] sandvorrat_kg; float32 duese_grad schmierdruck; bool sand_aktiv schmiert sand_leer'),
        'strab_msgs/msg/Bake': mdef('uint16 bake_nr; float32 empfang_db antwort_ms'),
        'strab_msgs/msg/Funk': mdef('int16 pegel_dbm; float32 laufzeit_ms verlust_prozent; uint8 zelle'),
        'strab_msgs/msg/Frontkamera': mdef('float32 schaerfe helligkeit bildzeit_ms; uint8 personen'),
        'strab_msgs/msg/Fahrvorgabe': mdef('float32 soll_kmh zugkraft_prozent; uint8 haltestelle fahrart'),
        'strab_msgs/msg/Rechner': mdef('float32 zyklus_ms zyklus_max_ms kern_grad speicher_mb; string stand'),
    }
    KINDS = dict(
        m1_lager=K('traction motor 1 draws more and more current: bearing dry', [MOT], ['motor[0].strom'], ['traction motor 1', 'motor 1'], step=False, where='when driving', cons=('/stromabnehmer',)),
        m2_warm=K('winding of motor 2 gets hotter: cooling air duct blocked by leaves', [MOT], ['motor[1].wicklung_grad'], ['traction motor 2', 'motor 2'], step=False, tail=300),
        m3_last=K('motor 3 spins faster than the others when its torque request is above a number: wheel tyre worn smooth', [MOT], ['motor[2].drehzahl'], ['traction motor 3', 'motor 3', 'wheel slip'], where='**torque request above a number**', cond=True, need=15),
        m4_geber=K('speed of motor 4 flickers: sensor gap', [MOT], ['motor[3].drehzahl'], ['traction motor 4', 'motor 4', 'speed sensor'], where='when driving'),
        m3_fest=K('winding temperature of motor 3 frozen', [MOT], ['motor[2].wicklung_grad'], ['traction motor 3', 'motor 3']),
        m4_schwach=K('motor 4 takes less current for the same request: phase module weak', [MOT], ['motor[3].strom'], ['traction motor 4', 'motor 4'], where='when driving'),
        lager2_warm=K('axle bearing 2 gets hot: grease gone', [LAG], ['lager_grad[1]'], ['axle bearing 2', 'axle bearing'], step=False, tail=300),
        lager5_schnell=K('axle bearing 5 shakes when faster than a number: cage broken', [LAG], ['schwingung[4]'], ['axle bearing 5', 'axle bearing'], where='**speed above a number**', cond=True),
        flachstelle=K('axle 1 shakes: flat spot on the wheel', [LAG], ['schwingung[0]'], ['axle 1', 'axle bearing 1', 'wheel flat'], where='when driving'),
        schiene_ort=K('all axles shake at one place: broken rail weld', [LAG, '/fahrzeug/imu'], ['schwingung', 'linear_acceleration.z'], ['axles', 'axle bearing', 'rail', 'track'], where='**at a place**', cond=True, need=12),
        leiste=K('carbon strip of the pantograph wears away fast', [PAN], ['schleifleiste_mm'], ['pantograph', 'carbon strip'], step=False),
        anpress=K('contact force of the pantograph low and uneasy: spring', [PAN], ['anpresskraft_n'], ['pantograph', 'contact force']),
        draht_ort=K('pantograph rises and presses badly at one place: contact wire dropper torn', [PAN], ['hub_mm', 'anpresskraft_n'], ['pantograph', 'contact wire', 'overhead line'], where='**at a place**', cond=True, need=12),
        netz_last=K('line voltage falls when the line current is above a number: roof cable terminal corroded', [PAN], ['fahrdraht_volt'], ['pantograph', 'roof cable', 'line voltage'], where='**line current above a number**', cond=True),
        speicher_druck=K('pressure of the brake accumulator low and uneasy: gas gone', [BRE], ['speicher_bar'], ['brake', 'brake accumulator', 'accumulator']),
        belag2=K('brake pad 2 gets hot: caliper drags', [BRE], ['belag_grad[1]'], ['brake', 'brake pad 2', 'bogie 2'], step=False, tail=300),
        brems3=K('brake pressure of bogie 3 follows late: proportional valve dirty', [BRE], ['brems_bar[2]'], ['brake', 'brake 3', 'bogie 3'], where='when braking', need=15),
        brems1=K('brake of bogie 1 keeps residual pressure while running', [BRE], ['brems_bar[0]'], ['brake', 'brake 1', 'bogie 1'], where='when driving'),
        pumpe=K('brake pump draws more current: bearing', [BRE], ['pumpenstrom'], ['brake', 'brake pump'], where='when pumping', need=12),
        tuer3=K('door 3 moves slowly: guide dry', [TUE], ['spalt_mm[2]', 'tuerstrom[2]'], ['door 3', 'doors'], where='when doors move', need=10),
        tuer1=K('door 1 needs more current: threshold full of grit', [TUE], ['tuerstrom[0]'], ['door 1', 'doors'], where='when doors move', need=10),
        tuer4=K('door 4 does not close quite: seal rolled up', [TUE], ['spalt_mm[3]'], ['door 4', 'doors'], where='when closed'),
        tuer2_voll=K('door 2 needs more current when more passengers than a number are on board: frame bends', [TUE], ['tuerstrom[1]'], ['door 2', 'doors'], where='**passengers above a number**', cond=True, need=10),
        balg2=K('air spring 2 loses pressure', [FED], ['balg_bar[1]'], ['air spring 2', 'air spring', 'suspension'], step=False, cons=('niveau_mm',)),
        niveau3_voll=K('section 3 hangs low when more passengers than a number are on board: levelling valve', [FED], ['niveau_mm[2]'], ['section 3', 'suspension', 'levelling'], where='**passengers above a number**', cond=True),
        niveau1=K('level sensor 1 noisy: linkage worn', [FED], ['niveau_mm[0]'], ['level sensor 1', 'suspension'], where='when driving'),
        kaelte=K('refrigerant escapes', [KLI], ['kaeltemittel_bar'], ['air conditioning', 'refrigerant'], step=False),
        kompressor=K('air conditioning compressor draws more current', [KLI], ['kompressor_strom'], ['air conditioning', 'compressor'], where='when cooling'),
        zuluft=K('supply air warm and fan slow: belt slips', [KLI], ['zuluft_grad', 'geblaese_drehzahl'], ['air conditioning', 'supply air', 'fan'], tail=240),
        co2=K('air quality sensor reads high: poisoned', [KLI], ['co2_ppm'], ['air conditioning', 'air quality sensor']),
        batterie=K('on-board battery voltage low and uneasy: cell connector', [NET], ['batterie_volt'], ['on board supply', 'battery']),
        hilfs_warm=K('auxiliary converter gets hot: filter mat', [NET], ['umrichter_grad'], ['on board supply', 'auxiliary converter'], step=False, tail=300),
        isolation=K('insulation of the supply falls', [NET], ['isolation_kohm'], ['on board supply', 'insulation'], step=False),
        gier=K('yaw gyro has a bias', ['/fahrzeug/imu'], ['angular_velocity.z'], ['imu', 'gyro', 'yaw gyro']),
        imu_verlust=K('messages of the IMU get lost', ['/fahrzeug/imu'], ['header.stamp'], ['imu']),
        odom_alt=K('odometry comes with old stamps', ['/odom'], ['header.stamp'], ['odom', 'odometry']),
        lidar_folie=K('beams 3 to 5 of the front lidar read short: sticker on the window', ['/lidar/vorne'], ['ranges'], ['lidar', 'front lidar']),
        radar_tempo=K('radar noisy when faster than a number: bracket hums', ['/radar'], ['rausch_db', 'abstand_m'], ['radar', 'front radar'], where='**speed above a number**', cond=True),
        beschlag=K('front camera gets less sharp: window mists', ['/kamera/vorne'], ['schaerfe'], ['front camera', 'camera'], step=False),
        bild_lang=K('pictures of the front camera take longer', ['/kamera/vorne'], ['bildzeit_ms'], ['front camera', 'camera']),
        duese=K('sander nozzle cold: heater dead', ['/sand_schmierung'], ['duese_grad'], ['sander', 'sander nozzle'], tail=200),
        schmier=K('flange lubrication weak: line leaks', ['/sand_schmierung'], ['schmierdruck'], ['flange lubrication', 'lubrication'], where='when lubricating', need=8),
        bake=K('beacon reader receives weakly: antenna hit by ballast', ['/bake'], ['empfang_db', 'antwort_ms'], ['beacon', 'beacon reader']),
        funk_ort=K('radio weak at one place: new hall', ['/funk'], ['pegel_dbm', 'laufzeit_ms', 'verlust_prozent'], ['radio', 'radio link'], where='**at a place**', cond=True, need=12),
        zyklus=K('computer has far longer worst cycles', ['/rechner'], ['zyklus_max_ms', 'zyklus_ms'], ['computer', 'control loop']),
        leck=K('memory of the computer fills', ['/rechner'], ['speicher_mb'], ['computer', 'memory'], step=False),
        s_umrichter=K('converter of motor 2 reports overcurrent trips', [MOT, '/rosout', '/diagnostics'], ['umrichter_meldung', 'motor[1].strom'], ['traction converter', 'motor 2'], silent=False),
        s_tuer=K('door 2 reports obstruction again and again', [TUE, '/rosout', '/diagnostics'], ['tuerstoerung', 'spalt_mm[1]'], ['door 2', 'doors'], silent=False),
        s_bremse=K('brake control reports a valve fault of bogie 2', [BRE, '/rosout', '/diagnostics'], ['bremsstoerung', 'brems_bar[1]'], ['brake', 'bogie 2'], silent=False),
        s_sand=K('sander warns of an empty box', ['/sand_schmierung', '/rosout', '/diagnostics'], ['sand_leer'], ['sander', 'sand box'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        g = stream(self.seed, self.NAME, 'line', self.unit)
        th = np.linspace(0, 2 * np.pi, 6001); p = g.uniform(0, 6.28, 6)
        R = g.uniform(70, 79) * (1 + .2 * np.cos(2 * th + p[0]) + .06 * np.cos(3 * th + p[1]))
        X, Y = R * np.cos(th), R * np.sin(th); S = np.concatenate([[0], np.cumsum(np.hypot(np.diff(X), np.diff(Y)))]); L = self.L = S[-1]
        ds = .5; m = int(L / ds); sg = np.arange(m) * ds
        px, py = np.interp(sg, S, X), np.interp(sg, S, Y)
        yaw = np.unwrap(np.arctan2(np.roll(py, -1) - py, np.roll(px, -1) - px)); yaw[-1] = yaw[-2]
        cur = np.gradient(yaw, ds); cur[:2] = cur[2]; cur[-3:] = cur[-4]
        grd = .02 * np.sin(2 * np.pi * sg / L + p[2]) + .011 * np.sin(4 * np.pi * sg / L + p[3])
        st = L * (np.array([.07, .41, .73]) + g.uniform(-.03, .03, 3))
        vl = np.minimum(g.uniform(10, 11.2), np.sqrt(.8 / np.maximum(np.abs(cur), 1e-3)))
        for c in L * g.uniform(.1, .9, 1): vl[np.abs(sg - c) < 14] = 5.
        vl = np.tile(vl, 2)
        for i in range(2 * m - 2, -1, -1): vl[i] = min(vl[i], np.sqrt(vl[i + 1]**2 + 2 * .8 * ds))
        vr = vl[:m].tolist()
        T = self.tasks = self.segs('op', dict(linie=(5, 300, 700), hand=(.7, 60, 140), pause=(.8, 40, 90)), [('pause', r.uniform(20, 50))])
        pau, hand = self.is_(T, 'pause'), self.is_(T, 'hand'); ob = self.rng('obst'); stop = np.zeros(n, bool)
        for x in ob.uniform(60, self.dur - 60, ob.poisson(7)): stop[int(x / DT):int((x + ob.uniform(4, 11)) / DT)] = True
        fac = np.where(hand, self.pieces('hand', 5, 15, .65, .95), 1 - .04 * (self.unit == 'life' and self.idx == 2))
        s, v, a, dw, j = st[0], 0., 0., 25., 1
        so, vo, dwl = np.zeros(n), np.zeros(n), np.zeros(n, int); nst = []
        pl, fl, ol = pau.tolist(), fac.tolist(), stop.tolist(); i0 = 0; nd = 1; dr = self.rng('dwell')
        for i in range(n):
            if dw > 0:
                dw -= DT; v = a = 0.; dwl[i] = nd
                if pl[i]: dw = max(dw, 5.)
                if dw <= 0: nst.append((i0, i)); nd += 1
            else:
                d = st[j % 3] + L * (j // 3) - s
                tg = min(vr[int((s % L) / ds) % m] * fl[i], (2 * .85 * max(d - .25, 0))**.5 if d < 120 else 99.)
                if ol[i]: tg = 0.
                w = max(-1.5 if not ol[i] else -2.2, min(1.0 - .055 * v, (tg - v) * 1.6)); a += max(-1.6 * DT * 1.6, min(1.1 * DT, w - a)); v = max(0., v + a * DT); s += v * DT
                if d < .8 and v < .35: dw = dr.uniform(13, 21); j += 1; i0 = i
            so[i], vo[i] = s, v
        if dw > 0: nst.append((i0, n))
        self.s, self.v, self.stop = so % L, vo, stop
        it = lambda tab: np.interp(self.s, sg, tab)
        self.x, self.y, self.cur, self.gr = it(px), it(py), it(cur), lp(it(grd), .5)
        self.yaw, self.hand = it(yaw), hand
        self.yr = self.cur * vo; self.acc = lp(np.gradient(vo, DT), .25); self.drv = vo > .4
        self.stand = dwl > 0; self.next = np.maximum.accumulate(dwl) % 3
        # doors, passengers
        dt_ = [np.zeros(n) for _ in range(4)]; self.free = np.zeros(n, bool); d2 = self.rng('tuer'); pg = self.rng('pax')
        pax, cnt = np.zeros(n), np.zeros(n); P, C = pg.uniform(20, 60), 0; load = 1 + .15 * self.su('pax')
        pax[:] = P; last = 0
        for a_, b_ in nst:
            o, c = a_ + int(1.3 / DT), b_ - int(d2.uniform(4.2, 5.2) / DT); u = d2.random(4); lag = d2.uniform(0, .8, 4)
            if c - o < 60: continue
            self.free[o:c] = True
            for k in range(4):
                if u[k] < .93: dt_[k][o + int(lag[k] / DT):c + int(.3 * lag[k] / DT)] = 1
            pn = float(np.clip(load * pg.gamma(3, 24), 4, 160)); ein = max(0, pn - P * pg.uniform(.3, .8))
            pax[o:c] = np.linspace(P, pn, c - o); pax[c:] = pn; cnt[o:c] = C + np.linspace(0, ein, c - o); C += ein; cnt[c:] = C; P = pn
        self.dtar = dt_; self.gap = [slew(x * 1300, 520) for x in dt_]; self.pax, self.ein = np.rint(pax), cnt
        self.move = [np.abs(np.gradient(x, DT)) > 60 for x in self.gap]; anym = np.any(self.move, 0)
        rain = self.z0
        if self.unit == 'life' and self.idx >= 3: a = self.rng('rain').uniform(400, 2300); rain = np.clip(np.minimum((t - a) / 40, (a + 900 - t) / 40), 0, 1)
        self.rain = rain; self.amb = 19 + 5 * self.su('amb') + self.wander('amb', .4, 900) - 2.5 * lp(rain, 120)
        self.mass = 38500 + 74 * pax
        self.F = self.mass * (1.08 * self.acc + 9.81 * self.gr) + (2600 + 22 * vo**2 + 52000 * np.abs(self.cur)) * np.tanh(vo / .1)
        self.dyn = np.clip((vo - .6) / 1.2, 0, 1)                                   # motors brake down to walking speed
        self.Fm = np.where(self.F > 0, self.F * np.tanh(vo / .05 + (self.acc > .02)), self.F * self.dyn) * (vo + self.acc > .01)
        self.Ff = np.where((self.F < 0) & (vo > .05), -self.F * (1 - self.dyn), 0)
        self.req = delayed(lp(self.Fm, .3), -.15) / 38500 * 55
        self.ac = self.pieces('ac', 60, 150, 0, 1) < np.clip(.45 + .05 * (self.amb - 19), .2, .9)
        self.inet = self.Fm * vo * np.where(self.Fm > 0, 1.12, .55) / 740 + 38 + 22 * self.ac + 6 * self.wander('in', 1, 20) + np.where(self.Fm > 0, 12, 0)
        self.inet = lp(self.inet, .15) * np.where(np.abs(self.s - L * .9) < 5, .04, 1)          # insulated gap of the wire
        self.brk = lp(self.Ff / 38500 * 62 + 46 * (vo < .05), .12)
        self.lub = self.ups(np.abs(self.cur) > np.quantile(np.abs(cur), .8), 2.2)
        spw = ['speed', 'velocity', 'twist', 'faster', 'soll kmh', 'linear', 'drehzahl']; pxw = ['an bord', 'passengers', 'passenger', 'people', 'fahrgaeste', 'load']
        self.num('m3_last', self.req, MOT + ':motor[2].soll_moment', ['soll moment', 'torque', 'request', 'torque request', 'zugkraft prozent'], above=self.quan(self.req, self.drv, .72, 0), tol=.35, and_=self.drv)
        self.num('lager5_schnell', vo, '/odom:twist.twist.linear.x', spw, above=self.quan(vo, self.drv, .6, 1), tol=.25)
        self.num('radar_tempo', vo, '/odom:twist.twist.linear.x', spw, above=self.quan(vo, self.drv, .5, 1), tol=.3)
        self.num('netz_last', self.inet, PAN + ':netzstrom', ['netzstrom', 'current', 'line current', 'load', 'traction'], above=self.quan(self.inet, self.drv, .7, 0), tol=.35)
        self.num('tuer2_voll', self.pax, '/fahrgaeste:an_bord', pxw, above=self.quan(self.pax, self.stand, .42, 0), tol=.3, and_=self.move[1])
        self.num('niveau3_voll', self.pax, '/fahrgaeste:an_bord', pxw, above=self.quan(self.pax, self.stand, .55, 0), tol=.3)
        for kd, rad in (('schiene_ort', 18.), ('draht_ort', 22.), ('funk_ort', 26.)):
            a, b = self.spot(kd, self.x, self.y, rad, self.drv & (vo > 3), .1); self.at(kd, self.x, self.y, a, b, rad, self.drv if kd != 'funk_ort' else True)
        self.mode('m1_lager m4_geber m4_schwach flachstelle brems1 niveau1', self.drv, 'driving', 'drives', 'moving', 'running', 'speed', 'velocity')
        self.mode('brems3', self.ups(self.brk > 12, 1.6) | self.ups(self.brk < 12, 1.6), 'braking', 'brakes', 'brake', 'bremsanforderung', 'stopping', 'standing')
        self.mode('tuer3', self.move[2], 'doors', 'door', 'opening', 'closing', 'stop', 'freigabe'); self.mode('tuer1', self.move[0], 'doors', 'door', 'opening', 'closing', 'stop', 'freigabe')
        self.mode('tuer4', (self.gap[3] < 20), 'closed', 'driving', 'tuer zu', 'moving')
        self.mode('kompressor', self.ac, 'cooling', 'compressor', 'kompressor', 'running')
        self.mode('schmier', self.lub, 'lubricating', 'schmiert', 'curve', 'curves')
        use = np.abs(np.gradient(self.brk, DT)) * .016 + .012
        acl, self.pump = hyst(use, 1.15, 131, 150, 146 + self.su('ac', 2)); self.acl = acl
        self.mode('pumpe', self.pump > .5, 'pumping', 'pump', 'pumpe laeuft', 'running')

    def build(self):
        t, n, f, w, v, drv = self.t, self.n, self.f, self.ns, self.v, self.drv
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.006, lag=.018), **k))
        rail = lp(f('schiene_ort'), .15); sl = lp(f('m3_last'), .25) * (.055 + .02 * np.abs(self.wander('m3', 1, .5)))
        wheel = v / (np.pi * .6) * 60 * 6.4
        su = f('s_umrichter') * (self.pieces('su', .3, 3, 0, 1) < .22); sw = np.minimum(su, 1)
        wet = lp(self.rain, 60) * np.clip(self.req / 60, 0, 1) * np.maximum(self.wander('wet', 1, 1.2) - .9, 0) * .05
        mv = {}
        for i in range(4):
            im = np.abs(self.Fm) / 38500 * 88 * (1 + self.u(f'im{i}', .02)) + 21 * (np.abs(self.req) > 1) + 4
            im = im * (1 + .03 * self.wander(f'imw{i}', 1, 3)) + w(f'im{i}', 2.2)
            if i == 0: im = im + 26 * f('m1_lager') * np.tanh(v)
            if i == 3: im = im * (1 - .2 * f('m4_schwach') * drv)
            if i == 1: im = im * (1 - .85 * sw)
            rp = wheel * (1 + self.u(f'D{i}', .003)) * (1 + wet * (i < 2)) + w(f'rp{i}', 1.6) * np.minimum(v, 1)
            if i == 2: rp = rp * (1 + sl)
            if i == 3: rp = rp + f('m4_geber') * drv * (26 * self.white('m4') - 150 * self.spikes('m4s', .05))
            wk = self.warm(f'wk{i}', self.amb, .0034 * im**2 + (15 * f('m2_warm') if i == 1 else 0), 260, 16, 22.)
            if i == 2: wk = hold(wk, self.on('m3_fest'))
            mv.update({f'motor[{i}].strom': q(np.maximum(im, 0), .5), f'motor[{i}].drehzahl': q(rp, 1), f'motor[{i}].wicklung_grad': q(wk, .5), f'motor[{i}].soll_moment': self.req + w('rq', .3)})
        pub(MOT, 'strab_msgs/msg/Fahrmotoren', 8, dict(mv, umrichter_meldung=np.where(su > 0, 42, 0)))
        sc = [np.abs(.12 + (.085 * v + .9 * np.abs(self.cur) * v) * (1 + .12 * self.wander(f'sc{i}', 1, 2)) + w(f'sc{i}', .07) + rail * np.abs(1.1 + .5 * self.white(f'scr{i}'))) for i in range(6)]
        sc[4] = sc[4] + f('lager5_schnell') * np.abs(.75 + .2 * self.white('l5')); sc[0] = sc[0] + f('flachstelle') * np.tanh(v / 2) * np.abs(.55 + .25 * self.white('fl'))
        lg = [self.warm(f'lg{i}', self.amb, 2.1 * v * (1 + .002 * self.pax) + (9 * f('lager2_warm') if i == 1 else 0), 420, 11, 8.) for i in range(6)]
        pub(LAG, 'strab_msgs/msg/Achslager', 5, dict(lager_grad=[q(x, .1) for x in lg], schwingung=[q(x, .01) for x in sc]))
        ino = self.inet + .1 * 26 * f('m1_lager') * np.tanh(v) + w('in', 3)
        nl, dro = lp(f('netz_last'), .2), lp(f('draht_ort'), .3)
        vd = 752 + 6 * self.su('vd') + 11 * self.wander('vd', 1, 45) + 5 * self.wander('vd2', 1, 4) - .055 * self.inet + w('vdn', 1.5) - nl * (20 + 5 * np.abs(self.wander('nl', 1, .5)))
        hub = 1250 + 90 * np.sin(2 * np.pi * self.s / self.L + 1) + 45 * np.sin(2 * np.pi * self.s / 38) + w('hub', 5) + dro * (118 + 22 * self.wander('dro', 1, .5))
        ap = 84 + self.u('ap', 1.2) + .9 * v * self.wander('ap', 1, .7) + w('apn', 1.6) - dro * (17 + 9 * np.abs(self.wander('dra', 1, .4))) - f('anpress') * (10 + 5 * np.abs(self.white('apx')))
        pub(PAN, 'strab_msgs/msg/Stromabnehmer', 10, dict(fahrdraht_volt=q(vd, 1), netzstrom=q(ino, 1), anpresskraft_n=q(ap, .5), schleifleiste_mm=q(17.5 + self.su('sl', .8) - .00001 * t + w('sl', .06) - .9 * f('leiste'), .05), hub_mm=hub))
        b3 = f('brems3'); brq = self.brk
        bb = [np.maximum(brq * (1 + self.u(f'bb{i}', .01)) + .6 + w(f'bb{i}', .3), 0) for i in range(3)]
        if b3.any(): bb[2] = np.where(self.sev['brems3'] > 0, np.maximum(lp(delayed(brq, .5), .55) + .6 + w('bb2', .3), 0), bb[2])
        bb[0] = bb[0] + 4.6 * f('brems1') * (brq < 6)
        sb = f('s_bremse') * (self.pieces('sb', .5, 4, 0, 1) < .3); bb[1] = bb[1] * (1 - .5 * np.minimum(sb, 1)) + 3 * (sb > 0)
        mag = np.zeros(n)
        if self.unit == 'life' and self.idx >= 4:                                    # track brake tested on the line: for the first time in life/4
            for x in self.rng('mag').uniform(400, self.dur - 300, 4): mag[int(x / DT):int((x + 6) / DT)] = 38
        bg = [self.warm(f'bg{i}', self.amb, self.Ff * v * .0011 + 2.4 * v + (12 * f('belag2') if i == 1 else 0), 150, 9, 5., .15) for i in range(3)]
        pub(BRE, 'strab_msgs/msg/Bremse', 8, dict(speicher_bar=q(self.acl + w('sp', .25) - f('speicher_druck') * (10 + 3 * np.abs(self.white('spx'))), .2), brems_bar=[q(x, .2) for x in bb], belag_grad=[q(x, .5) for x in bg],
            pumpenstrom=q(lp(self.pump, .15) * (17.5 + self.u('pu', .3) + .05 * (self.acl - 140) + 4.4 * f('pumpe') + w('pu', .35)) + .1 + np.abs(w('pu0', .05)), .1), magnetschiene_ampere=q(mag + np.abs(w('ms', .1)), .5), bremsanforderung=q(np.minimum(brq / .75, 150), 1), pumpe_laeuft=self.pump, gehemmt_frei=v > .03, bremsstoerung=np.where(sb > 0, 6, 0)))
        gp = [x.copy() for x in self.gap]; t3 = f('tuer3')
        if t3.any(): gp[2] = np.where(self.sev['tuer3'] > 0, slew(self.dtar[2] * 1300, 265), gp[2])
        std = f('s_tuer') * self.move[1] * (self.pieces('std', .5, 3, 0, 1) < .4); gp[1] = np.where(std > 0, np.maximum(gp[1], 380), gp[1])
        ti = []
        for i in range(4):
            mo = np.abs(np.gradient(gp[i], DT)) > 60; up = np.clip(np.gradient(lp(mo.astype(float), .2), DT), 0, 3)
            ti.append(lp(mo * (2.6 + self.u(f'ti{i}', .08)), .1) + 1.1 * up + .12 + w(f'ti{i}', .05) * (1 + 3 * mo))
        ti[0] = ti[0] + 1.1 * f('tuer1') * self.move[0]; ti[2] = ti[2] + .9 * t3 * (np.abs(np.gradient(gp[2], DT)) > 60); ti[1] = ti[1] + 1.05 * f('tuer2_voll') * self.move[1]
        sp = [gp[i] + 3 + self.u(f'sp{i}', .6) + w(f'sp{i}', 1.) + (13 * f('tuer4') * (gp[3] < 20) if i == 3 else 0) for i in range(4)]
        pub(TUE, 'strab_msgs/msg/Tueren', 8, dict(spalt_mm=sp, tuerstrom=[q(np.maximum(x, 0), .02) for x in ti], tuer_zu=[x < 25 for x in gp], freigabe=self.free, tuerstoerung=np.where(std > 0, 2, 0)))
        bal = [3.9 + self.u(f'ba{i}', .05) + .0085 * self.pax + .09 * self.wander(f'ba{i}', 1, 1.2) * np.minimum(v / 4, 1) + w(f'ban{i}', .025) + .4 * self.yr * v * .3 * (1 if i % 2 else -1) - (.5 * f('balg2') if i == 1 else 0) for i in range(6)]
        niv = [300 + self.u(f'ni{i}', 1) - .03 * self.pax + 1.6 * self.wander(f'ni{i}', 1, .9) * np.minimum(v / 3, 1) + w(f'nin{i}', .4) for i in range(3)]
        niv[2] = niv[2] - lp(f('niveau3_voll'), 3) * 11; niv[0] = niv[0] + f('niveau1') * drv * (7 * self.white('n1') + 16 * self.spikes('n1s', .04)); niv[0] = niv[0] - 2.5 * f('balg2')
        pub(FED, 'strab_msgs/msg/Federung', 6, dict(balg_bar=[q(x, .01) for x in bal], niveau_mm=[q(x, .5) for x in niv]))
        pub('/fahrgaeste', 'strab_msgs/msg/Fahrgaeste', 1, dict(an_bord=self.pax, einstiege=self.ein))
        inn = 22.5 + .3 * self.su('inn') + lp(.012 * self.pax - 1.2 * self.ac - 1.0 * np.max(self.dtar, 0) * (20 - self.amb) / 6 + .08 * (self.amb - 19), 120)
        zl = f('zuluft')
        pub(KLI, 'strab_msgs/msg/Klima', 2, dict(innen_grad=q(inn + w('inn', .06), .1), zuluft_grad=q(inn - lp(7.5 * self.ac * (1 - .3 * zl), 25) + 1.5 + 1.6 * lp(zl, 20) + w('zu', .15), .1), kompressor_strom=q(lp(self.ac.astype(float), 1.) * (11.5 + .12 * (self.amb - 19) + self.u('ks', .2) + 2.3 * f('kompressor')) + .1 + np.abs(w('ks', .12)), .1),
            kaeltemittel_bar=q(8.1 + self.u('km', .1) + 7.4 * lp(self.ac.astype(float), 8) + .12 * (self.amb - 19) + w('km', .09) - 2.4 * f('kaelte'), .05), co2_ppm=q(440 + lp(5.2 * self.pax, 150) + w('co', 8) + 12 * self.wander('co', 1, 40) + 230 * f('co2'), 5), geblaese_drehzahl=(1350 + 260 * lp(self.ac.astype(float), 5)) * (1 - .15 * zl) + w('gd', 10)))
        bx = f('batterie')
        pub(NET, 'strab_msgs/msg/Bordnetz', 4, dict(batterie_volt=q(27.3 + self.u('bv', .05) - .02 * (self.ac * 5) + .06 * self.wander('bv', 1, 60) + w('bvn', .025) - bx * (.42 + .18 * np.abs(self.white('bvx'))), .01), batterie_strom=q(3 + 9 * np.max(self.move, 0) + 2.5 * self.pump + w('bs', .5) - 8, .1),
            umrichter_grad=q(self.warm('um', self.amb, 9 + 9 * lp(self.ac.astype(float), 60) + 10 * f('hilfs_warm'), 240, 16, 8.), .5), hilfsnetz_volt=q(400 + .04 * (vd - 750) + w('hn', .6), .5), isolation_kohm=610 + self.u('is', 15) - 70 * lp(self.rain, 120) + 7 * self.wander('is', 1, 40) + w('isn', 4) - 150 * f('isolation')))
        pub('/odom', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(self.x + w('ox', .06, 6), .01), 'pose.pose.position.y': q(self.y + w('oy', .06, 6), .01), 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(v + w('ov', .02) * np.minimum(v, 1), .01), 'twist.twist.angular.z': q(self.yr + w('oz', .003), .001)}, 'strecke', age=.8 * f('odom_alt'))
        vb = .06 + .035 * v
        self.imu('/fahrzeug/imu', 16, (.3 * self.yr * v * .1 + w('ir', .001), -self.gr + w('ip', .001), self.yaw + w('iy', .002)), (w('gx', .004 + .001 * v), w('gy', .004 + .001 * v), self.yr + w('gz', .003 + .0006 * v) + self.u('gz', .0006) + .024 * f('gier')),
                 (self.acc + 9.81 * self.gr + vb * self.white('ax', .5), self.yr * v + vb * self.white('ay', .7), 9.81 + vb * self.white('az') + rail * 1.5 * self.white('azr')), 'wagen', drop=.45 * f('imu_verlust'), lag=.012)
        rt = lp(f('radar_tempo'), .3); ped = self.stop | (self.pieces('ped', 3, 12, 0, 1) < .12)
        ab = np.where(self.stop, 9 + 2 * v, np.clip(30 + 45 * np.exp(.35 * self.wander('ab', 1, 5)), 8, 150))
        pub('/radar', 'strab_msgs/msg/Radar', 8, dict(abstand_m=q(np.clip(ab + w('ab', .25) - 6 * rt * self.white('abx') , .5, 180), .1), naeherung_ms=q(v + w('na', .12), .1), rausch_db=q(-88 + self.u('ra', .5) + .35 * v + 1.2 * self.wander('ra', 1, 4) + w("ran", .6) + 4.5 * rt, .5), ziele=np.clip(3 + 1.6 * self.wander('zi', 1, 6) + 2 * ped, 0, 20)))
        lf, rg = f('lidar_folie'), []
        for i in range(11):
            x = np.full(n, (3, 4, 6, 10, 22, 45, 22, 10, 6, 4, 3)[i]) * np.exp(.16 * np.interp(self.s, np.arange(0, 900, 4.), stream(self.seed, self.NAME, self.unit, f'wall{i}').standard_normal(225))) * (1 + .02 * self.wander(f'lw{i}', 1, 3))
            x = np.where(ped & (4 <= i <= 6), np.minimum(x, 9. + i), x) + w(f'ln{i}', .04)
            if 2 <= i <= 4: x = np.where((lf > 0) & (self.rng(f'lf{i}').random(n) < .6), .55 + np.abs(w(f'lfn{i}', .08)), x)
            rg.append(x)
        self.scan('/lidar/vorne', 4, rg, .8, 60, lag=.03)
        pub('/gnss/fix', 'sensor_msgs/msg/NavSatFix', 2, {'latitude': 50.112 + (self.y + w('ge', .6, 12)) / 111200, 'longitude': 8.648 + (self.x + w('gn', .6, 12)) / 71400, 'altitude': q(99 + w('ga', 1.2, 15), .1), 'status.status': 1, 'status.service': 1}, 'dach')
        sand = (wet > .012) | (self.ups(self.stop & drv, 2.) & (self.rain > .3)); used = np.cumsum(sand) * DT * .02; se = f('s_sand') > 0
        pub('/sand_schmierung', 'strab_msgs/msg/SandSchmierung', 4, dict(sandvorrat_kg=[q(24 + self.su(f'sk{i}', 2) - used + w(f'sk{i}', .05), .1) for i in range(2)], duese_grad=q(self.warm('dg', self.amb, 21 - 9 * np.minimum(f('duese'), 1.25), 45, 9, 21., .25), .5), schmierdruck=q(lp(self.lub.astype(float), .12) * (6.4 + self.u('sd', .1)) * (1 - .4 * np.minimum(f('schmier'), 1.3)) + .1 + np.abs(w('sd', .05)), .05), sand_aktiv=sand, schmiert=self.lub, sand_leer=se & (t % 18 < 6)))
        bk = f('bake'); nr = (self.s / (self.L / 12)).astype(int); near = np.exp(-((self.s % (self.L / 12)) / 20 - 1.5)**2)
        pub('/bake', 'strab_msgs/msg/Bake', 4, dict(bake_nr=300 + nr, empfang_db=q(-52 + 17 * near + self.u('em', .5) + w('em', .9) - 9 * bk, .5), antwort_ms=q(12 + np.abs(w('an', 2.)) + 9 * bk * self.rng('bk').random(n), .5)))
        fo = lp(f('funk_ort'), .5)
        pub('/funk', 'strab_msgs/msg/Funk', 3, dict(pegel_dbm=-68 - 7 * np.sin(2 * np.pi * self.s / self.L) + self.su('pg', 1.5) + 1.6 * self.wander('pg', 1, 4) + w('pgn', .8) - 14 * fo, laufzeit_ms=q(31 + np.abs(w('lz', 5)) + 55 * fo * self.rng('fo').random(n), 1), verlust_prozent=q(self.rng('vl').gamma(.5, .25, n) + 4 * fo * self.rng('fo2').random(n), .1), zelle=1 + (self.s > self.L / 2)))
        pub('/kamera/vorne', 'strab_msgs/msg/Frontkamera', 4, dict(schaerfe=q(np.clip(74 + self.u('sh', 1) - .9 * v - 6 * self.rain + w('sh', 1.2) - 15 * f('beschlag'), 5, 99), .1), helligkeit=q(np.clip(121 + 8 * self.su('he') + 9 * np.cos(self.yaw) + 5 * self.wander('he', 1, 20) - 18 * self.rain + w('hen', 1.3), 0, 255), 1), bildzeit_ms=q(24 + np.abs(w('bz', 1.8)) + f('bild_lang') * (7 + 2.5 * np.abs(self.white('bzx'))), .5), personen=np.clip(np.where(self.stand, 6, 1) + 2 * ped + 1.5 * self.wander('pe', 1, 5), 0, 40)))
        pub('/fahrvorgabe', 'strab_msgs/msg/Fahrvorgabe', 5, dict(soll_kmh=q(3.6 * np.maximum(delayed(lp(v, .3), -.6), 0), 1), zugkraft_prozent=q(self.req, 1), haltestelle=self.next + 1, fahrart=np.where(self.hand, 2, 1)))
        zy = f('zyklus')
        pub('/rechner', 'strab_msgs/msg/Rechner', 2, dict(zyklus_ms=q(9.6 + np.abs(w('zy', .2)) + 1.4 * zy, .1), zyklus_max_ms=q(15 + np.abs(w('zm', 2)) + zy * (10 + 5 * self.rng('zmx').random(n)), .1), kern_grad=q(self.warm('kg', self.amb, 22 + 3. * drv, 180, 24, 6.), .5), speicher_mb=q(2210 + 120 * self.newver + 9 * self.su('sm') + 5 * self.wander('sm', 1, 120) + w('smn', 1.5) + self.computer_leak('leck', 150), 1)), strs=dict(stand='R24.2' if self.newver else 'R24.1'))
        pub('/aussen/temperatur', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .06), .1)))
        self.goals('/fahrplan/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if k != 'pause'])
        a1 = self.speak('s_umrichter', 'antrieb', ['Umrichter 2: Ueberstrom, Code 42', 'Umrichter 2: Wiedereinschaltung'])
        a2 = self.speak('s_tuer', 'tueren', ['Tuer 2: Hindernis erkannt', 'Tuer 2: Schliessversuch wiederholt'], 14)
        a3 = self.speak('s_bremse', 'bremse', ['Drehgestell 2: Ventil antwortet nicht', 'Drehgestell 2: Ersatzbremse aktiv'])
        s = self.when('s_sand'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 22): self.log(x, 'W', 'sander', 'Sandkasten links leer', 'fault')
            a4 = np.where(self.on('s_sand'), 1., 0.)
        self.routine([(20, 'I', 'fahrplan', 'Halt beendet nach {} s', 13, 21), (8, 'W', 'hindernis', 'Person am Gleis, {} m', 6, 25), (6, 'W', 'fahrplan', 'Verspaetung {} s', 20, 70), (5, 'I', 'funk', 'Zellwechsel {} ms', 60, 300), (4, 'W', 'fahrdraht', 'Netzspannung kurz bei {} V', 690, 705)],
                     [('I', 'kern', 'Softwarestand ' + ('R24.2' if self.newver else 'R24.1')), ('W', 'gnss', 'Almanach veraltet'), ('W', 'tueren', 'Endlage wird gelernt'), ('I', 'bremse', 'Bremsprobe bestanden')])
        self.status('antrieb', 'TCU', a1, {2: 'Ueberstrom Umrichter 2'}, netzstrom=self.inet); self.status('tueren', 'TSG', np.maximum(a2, brief_warn(self, 'tu', 1.3)), {1: 'Lichtgitter kurz verdeckt', 2: 'Tuer 2 gestoert'})
        self.status('bremse', 'BCU', a3, {2: 'Ventil Drehgestell 2'}); self.status('sander', 'SA', a4, {1: 'Vorrat'}); self.status('funk', 'FG', brief_warn(self, 'fu', 1.2), {1: 'schwacher Empfang'})
