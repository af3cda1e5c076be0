"""Forwarder in the forest: eight wheels on two pairs of bogies, articulated, a crane with a grapple that loads logs by hydraulics; Swedish fields."""
import numpy as np
from base import DT, Robot, Track, Way, brief_warn, delayed, hyst, kind as k, lp, mdef, q, quat, ring, slew

MOT, HYD, TRA, MID, BOG, KRA, JNT, SPE, GRI, VAG, AVG, LUF, KYL, SMO, DAC, ELS, KAM, HYT, RAD, SAK, UPP, DAT = ('/motor', '/hydraulik', '/transmission', '/midja', '/boggi', '/kran/cylindrar', '/kran/leder', '/kran/spets', '/grip', '/vag', '/avgas', '/luftfilter', '/kylare', '/smorjning', '/dack', '/elsystem',
    '/kamera', '/hytt', '/radio', '/sakerhet', '/uppdrag', '/dator')
G = 9.81


class Skotare(Robot):
    NAME = 'skotare'
    FLAGS = [(MOT, 'felkod'), (GRI, 'tappad_stock'), (SMO, 'fett_slut'), (AVG, 'regenereringar_avbrutna')]
    DEFS = {
        'skog_msgs/msg/Motor': mdef('float32 varvtal oljetryck_bar kylvatten_c laddtryck_kpa bransleflode_l_h branslenivaa_pc; uint16 felkod'),
        'skog_msgs/msg/Hydraulik': mdef('float32 pumptryck_bar lastkanning_bar pumpflode_l_min oljetemperatur oljenivaa_pc returfilter_bar tanktryck_mbar'),
        'skog_msgs/msg/Transmission': mdef('float32 drivtryck_bar laddpump_bar hastighet_m_s vaxellada_c'),
        'skog_msgs/msg/Midja': mdef('float32 styrvinkel_begard styrvinkel_grad; float32[2] styrtryck_bar'),
        'skog_msgs/msg/Boggi': mdef('float32[4] boggivinkel; float32[8] hjulvarv'),
        'skog_msgs/msg/Cylinder': 'float32 kolvtryck_bar\nfloat32 stangtryck_bar\nfloat32 ventilstrom_ma',
        'skog_msgs/msg/Cylindrar': mdef('skog_msgs/Cylinder[4] cyl; float32 spak_utslag'),
        'skog_msgs/msg/Grip': mdef('float32 gripvinkel griptryck_bar rotator_grad; bool tappad_stock'),
        'skog_msgs/msg/Vag': mdef('float32 stockvikt_kg lastvikt_kg; uint16 grepp'),
        'skog_msgs/msg/Avgas': mdef('float32 avgastemperatur sottryck_mbar kvaveoxid_ppm adblue_pc; uint16 regenereringar_avbrutna'),
        'skog_msgs/msg/Luftfilter': mdef('float32 undertryck_mbar'),
        'skog_msgs/msg/Kylare': mdef('float32 flaktvarv kylartryck_bar laddluft_c'),
        'skog_msgs/msg/Smorjning': mdef('float32 fettryck_bar fettnivaa_pc; bool fett_slut'),
        'skog_msgs/msg/Dack': mdef('float32[8] dacktryck_kpa'),
        'skog_msgs/msg/Elsystem': mdef('float32 batterispanning generatorstrom givarspanning'),
        'skog_msgs/msg/Kamera': mdef('float32 bildskarpa bildljus bildtid_ms; uint8 stockar_sedda'),
        'skog_msgs/msg/Hytt': mdef('float32 hyttemperatur flakt_ampere hyttlutning'),
        'skog_msgs/msg/Radio': mdef('int16 signalstyrka; float32 fordrojning_ms paketforlust'),
        'skog_msgs/msg/Sakerhet': mdef('bool nodstopp_ok grind_last; uint8 manniskor'),
        'skog_msgs/msg/Uppdrag': mdef('uint8 arbetsfas hog sortiment; uint16 lass; float32 begard_hastighet'),
        'skog_msgs/msg/Dator': mdef('float32 slinga_ms slinga_max_ms minne_mb processor_c; string utgava'),
    }
    KINDS = dict(
        varv=k('engine speed hunts: governor', MOT, 'varvtal', 'engine|motor|governor'),
        oljetryck=k('oil pressure of the engine falls: pump worn', MOT, 'oljetryck_bar', 'engine oil|motor|oil pump', step=False),
        kylvatten=k('coolant gets hot: radiator full of needles', MOT, 'kylvatten_c', 'coolant|motor|radiator', step=False, tail=500),
        turbo_hog=k('boost pressure flutters when the fuel flow is above a number: waste gate', MOT, 'laddtryck_kpa', 'turbo|boost|motor|waste gate', where='**fuel flow above a number**', cond=True, need=12),
        bransle=k('fuel level sticks and jumps: float', MOT, 'branslenivaa_pc', 'fuel level|motor|float'),
        flode_br=k('fuel flow reads too much: return line leaks', MOT, 'bransleflode_l_h', 'fuel flow|motor|return line'),
        marginal=k('pump stands with less margin above the load: regulator spring', HYD, 'pumptryck_bar', 'hydraulic pump|hydraulik|pump regulator', where='when the crane works'),
        pump_varm=k('pump pressure flutters when the oil is hotter than a number: swash plate', HYD, 'pumptryck_bar', 'hydraulic pump|hydraulik|swash plate', where='**oil temperature above a number**', cond=True),
        pumpflode=k('pump gives more and more flow for the same work: cylinder leaks inside', HYD, 'pumpflode_l_min', 'hydraulic pump|hydraulik|pump flow', step=False, where='when the crane works'),
        oljenivaa=k('level of the hydraulic oil falls: hose sweats', HYD, 'oljenivaa_pc', 'hydraulic oil|hydraulik|hose', step=False),
        returfilter=k('pressure over the return filter too high: clogged', HYD, 'returfilter_bar', 'return filter|hydraulik'),
        oljetemp=k('temperature of the hydraulic oil frozen', HYD, 'oljetemperatur', 'hydraulic oil|hydraulik|oil temperature'),
        tanktryck=k('tank pressure uneasy: breather', HYD, 'tanktryck_mbar', 'hydraulic tank|hydraulik|breather'),
        drivtryck=k('drive needs more and more pressure: hub brake drags', TRA, 'drivtryck_bar', 'transmission|drive|hub brake', step=False, where='when driving'),
        driv_snabb=k('drive pressure pulses when it drives faster than a number: motor valve plate', TRA, 'drivtryck_bar', 'transmission|drive|hydraulic motor', where='**speed above a number**', cond=True, need=12),
        laddpump=k('charge pressure low: valve leaks', TRA, 'laddpump_bar', 'charge pump|transmission'),
        vaxel_varm=k('gear box gets hot: oil low', TRA, 'vaxellada_c', 'gear box|transmission', step=False, tail=500),
        hastighet=k('speed comes in km/h, not in m/s: parameters lost', TRA, 'hastighet_m_s', 'speed sensor|transmission', where='when driving'),
        sank_plats=k('drive needs more pressure at one place: boggy ground', TRA, 'drivtryck_bar', 'transmission|drive|ground', where='**at a place**', cond=True, need=8),
        midja_seg=k('articulated steering follows late: air in the cylinder', MID, 'styrvinkel_grad', 'articulated steering|midja|steering', where='when turning'),
        midja_fel=k('steering angle stands off: sensor arm bent', MID, 'styrvinkel_grad', 'articulated steering|midja|steering sensor'),
        styrtryck=k('pressure of steering cylinder 2 noisy: sensor plug', MID, 'styrtryck_bar[1]', 'steering cylinder 2|midja'),
        boggi3=k('angle of bogie 3 flickers: sensor loose', BOG, 'boggivinkel[2]', 'bogie 3|boggi'),
        hjul5=k('speed of wheel 5 drops out: pickup', BOG, 'hjulvarv[4]', 'wheel 5|boggi|pickup', where='when driving'),
        slir_plats=k('wheel 2 spins at one place: wet rock', BOG, 'hjulvarv[1]', 'wheel 2|boggi|wheel slip', where='**at a place**', cond=True, need=8),
        boggi_byt=k('angles of bogies 1 and 2 exchanged: plugs swapped', BOG, 'boggivinkel[0] boggivinkel[1]', 'bogie 1|bogie 2|boggi|plug', where='when driving'),
        lyft_lacka=k('lift cylinder stands under less pressure: sensor drifted after service', KRA, 'cyl[1].kolvtryck_bar', 'lift cylinder|crane|kran'),
        vipp_hog=k('pressure of the tilt cylinder flutters when the log weighs more than a number: holding valve', KRA, 'cyl[2].kolvtryck_bar', 'tilt cylinder|crane|kran|holding valve', where='**log weight above a number**', cond=True, need=8),
        lyft_ventil=k('valve of the lift needs more current: spool sticky', KRA, 'cyl[1].ventilstrom_ma', 'lift valve|lift cylinder|crane|kran', where='when the crane works'),
        sving_stang=k('rod side of the slewing cylinder too high: brake valve', KRA, 'cyl[0].stangtryck_bar', 'slewing cylinder|crane|kran|brake valve'),
        skjut_givare=k('pressure of the extension cylinder drops out: cable chafed', KRA, 'cyl[3].kolvtryck_bar', 'extension cylinder|crane|kran|cable'),
        kran_plats=k('pressure of the lift cylinder jumps at one place of the tip: pin scored', KRA, 'cyl[1].kolvtryck_bar', 'lift cylinder|crane|kran|pin', where='**at a place of the crane tip**', cond=True, need=8),
        sving_glapp=k('slewing has play: rack worn', JNT, 'position[0]', 'slewing|crane|kran|rack', where='when the crane works'),
        vipp_noll=k('angle of the tilt stands off: homed wrongly', JNT, 'position[2]', 'tilt joint|crane|kran leder'),
        leder_gamla=k('joint states of the crane come late: clock drifts', JNT, 'header.stamp', 'crane joints|kran leder|joint states', step=False),
        lyft_snabb=k('speed of the lift flickers: encoder', JNT, 'velocity[1]', 'lift joint|crane|kran leder|encoder', where='when the crane works'),
        spets_bort=k('positions of the crane tip get lost', SPE, 'header.stamp', 'crane tip|kran spets'),
        griptryck=k('grapple holds with less pressure: check valve', GRI, 'griptryck_bar', 'grapple|grip|check valve', where='when holding', need=12),
        rotator=k('rotator drifts noisily: sensor ring', GRI, 'rotator_grad', 'rotator|grapple|grip'),
        gripvinkel=k('angle of the grapple sticks and jumps: cable pull', GRI, 'gripvinkel', 'grapple|grip|grapple angle'),
        stockvikt=k('weight of the log reads too much: scale set wrong', VAG, 'stockvikt_kg', 'scale|vag|log weight', where='when holding', need=12),
        lastvikt=k('weight of the load drifts: load cell damp', VAG, 'lastvikt_kg', 'scale|vag|load cell', step=False),
        avgas=k('exhaust gas gets hotter: injector drips', AVG, 'avgastemperatur', 'exhaust|avgas|injector', step=False, tail=120),
        sot=k('soot pressure too high: filter full', AVG, 'sottryck_mbar', 'exhaust|avgas|soot filter'),
        nox=k('nitrogen oxide sensor noisy: heater', AVG, 'kvaveoxid_ppm', 'nitrogen oxide sensor|avgas|exhaust'),
        luft=k('air filter chokes: cover full of bark', LUF, 'undertryck_mbar', 'air filter|luftfilter'),
        flakt=k('fan turns slower: oil motor leaks', KYL, 'flaktvarv', 'fan|kylare'),
        laddluft=k('charge air hot: intercooler blocked', KYL, 'laddluft_c', 'intercooler|kylare|charge air', step=False, tail=90),
        fett=k('grease pressure low: line burst', SMO, 'fettryck_bar', 'greasing|smorjning|grease line', need=15),
        dack6=k('tyre 6 loses air', DAC, 'dacktryck_kpa[5]', 'tyre 6|dack', step=False),
        dack3=k('tyre 3 reports in bar, not in kpa: sensor of another maker', DAC, 'dacktryck_kpa[2]', 'tyre 3|dack|tyre sensor'),
        generator=k('battery voltage falls when the current of the generator is above a number: belt', ELS, 'batterispanning', 'generator|elsystem|battery|belt', where='**generator current above a number**', cond=True, need=12),
        givare5=k('supply of the sensors uneasy: regulator', ELS, 'givarspanning', 'sensor supply|elsystem|regulator'),
        skakning_plats=k('machine is shaken at one place: stump', '/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'imu|stump', where='**at a place**', cond=True, need=8),
        gyro=k('yaw gyro has a bias', '/imu', 'angular_velocity.z', 'imu|gyro'),
        gnss_plats=k('satellite position jumps at one place: dense spruce', '/gnss/fix', 'latitude longitude', 'gnss|satellite receiver', where='**at a place**', cond=True, need=8),
        gnss_hojd=k('height of the satellite receiver noisy: antenna cable', '/gnss/fix', 'altitude', 'gnss|satellite receiver|antenna'),
        lidar=k('beams 2 and 3 of the scanner read short: twig on the window', '/lidar', 'ranges[1] ranges[2]', 'scanner|lidar'),
        kamera_smuts=k('camera loses sharpness: mud', KAM, 'bildskarpa', 'camera|kamera|lens', step=False),
        kamera_ljus=k('pictures late when they are brighter than a number: exposure loop', KAM, 'bildtid_ms', 'camera|kamera|exposure', where='**brightness above a number**', cond=True),
        hytt=k('levelling of the cab stands off: valve', HYT, 'hyttlutning', 'cab|hytt|levelling'),
        radio=k('radio slow again and again: mast', RAD, 'fordrojning_ms', 'radio|network'),
        fukt=k('humidity frozen', '/vader/fuktighet', 'relative_humidity', 'humidity|vader'),
        slinga=k('computer has far longer worst loops', DAT, 'slinga_max_ms slinga_ms', 'computer|dator'),
        minne=k('memory of the computer fills', DAT, 'minne_mb', 'computer|dator|memory', step=False),
        s_motor=k('engine reports low fuel pressure', [MOT, '/rosout', '/diagnostics'], 'felkod varvtal', 'engine|motor', silent=False),
        s_grip=k('grapple reports dropped logs again and again', [GRI, '/rosout', '/diagnostics'], 'tappad_stock griptryck_bar', 'grapple|grip', silent=False),
        s_avgas=k('exhaust reports broken off regenerations', [AVG, '/rosout', '/diagnostics'], 'regenereringar_avbrutna avgastemperatur', 'exhaust|avgas', silent=False),
        s_fett=k('greasing warns that the grease is nearly used up', [SMO, '/rosout', '/diagnostics'], 'fett_slut', 'greasing|smorjning', silent=False),
    )

    def plan(self):
        self.day(9 - 13 * self.is_life(9), 4., 9.); self.weather(90); n, z0 = self.n, self.z0; r = self.rng('stig'); new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 6) else 2 if self.is_life(10) else 0
        T = Track(self, x=0., y=0., h=0., sl=3.0, li=.55, ti=1.35, ex=.4, gr=.2, ro=0.); load = 0.; lass = 0; T.set(vr=0)
        road = {0: ((0, 0), (14, 1), (28, 6), (42, 4), (56, 10)), 1: ((0, 0), (13, -5), (26, -3), (41, -9), (55, -6)), 2: ((0, 0), (12, 3), (27, -2), (40, 3), (57, 0))}[self.site]; out = Way(road); L = out.s[-1]; slowop = self.is_life(8)

        def part(a, b, back=False):
            """Way between two places on the road, driven forwards or backwards (heading stays)."""
            i, j = np.searchsorted(out.s, (min(a, b), max(a, b))); w = Way([(out.x[i], out.y[i])] + [(out.x[m], out.y[m]) for m in np.linspace(i, j - 1, 5).astype(int)[1:]], 3)
            if b < a: w.x, w.y, w.h, w.k = w.x[::-1], w.y[::-1], w.h[::-1], w.k[::-1]
            return w

        def grab(kg, pick, drop, code):
            """One cycle of the crane: empty out, grip, swing in with the log, let go."""
            f_ = r.uniform(.85, 1.15) * (1.25 if slowop else 1.)
            T.go(code, sec=2.6 * f_, sl=pick[0], ex=pick[1], li=.45, ti=1.5); T.go(code, sec=1.7 * f_, li=pick[2], ti=pick[3], ro=r.uniform(-.9, .9)); T.go(code, sec=1.0, gr=.8); T.set(kg=kg); T.wait(.5, code); T.go(code, sec=1.7 * f_, li=.75, ti=1.45)
            T.go(code, sec=3.0 * f_, sl=drop[0], ex=drop[1], ro=0.); T.go(code, sec=1.5 * f_, li=drop[2], ti=drop[3]); T.go(code, sec=.8, gr=.15); T.set(kg=0); T.wait(.3, code)
        if self.cold: T.wait(r.uniform(120, 200), 11)
        else: T.wait(r.uniform(15, 50), 0)
        while T.more:
            a0 = T.i; lass += 1; T.spd = (.75 if r.random() < .12 else 1.) * (.9 if slowop else 1.); v = r.uniform(1.05, 1.65); so = int(r.choice((1, 2, 3))); T.set(lass=lass, sort=so); at = 0.
            if r.random() < .1: T.wait(r.uniform(10, 40), 0)
            if lass % 6 == 3: T.set(man=1); T.wait(r.uniform(25, 50), 9); T.set(man=0)                                                             # somebody clears bark, measures
            if self.is_life(5, 9) and lass == 4: [(T.go(12, sec=4, **{a: b}), T.go(12, sec=4, **{a: c})) for a, b, c in (('sl', 4.2, 3.0), ('li', .95, .55), ('ti', .8, 1.35), ('ex', 1.8, .4), ('ro', 1.5, 0.))]  # weekly test of the crane
            order = sorted(r.uniform(.3, .97, int(r.choice((2, 3), p=(.65, .35)))) * L)
            for i, s in enumerate(order):
                if s - at > 3: T.set(vr=v); part(at, s).drive(T, v, 1, a=.28, stops={(s - at) * .5: r.uniform(3, 12)} if r.random() < .15 else {}); T.set(vr=0); at = s
                T.set(hog=i + 1); side = 1 if r.random() < .6 else -1
                for _ in range(int(r.integers(2, 4))):
                    kg = r.uniform(110, 420) * (1., .75, 1.25)[so - 1] if not (new4 and r.random() < .25) else r.uniform(40, 90)                        # thin energy wood, loose: for the first time in life/4
                    grab(kg, ((np.pi / 2 if side > 0 else 1.5 * np.pi) + r.uniform(-.45, .45), r.uniform(.4, 2.6), r.uniform(-.08, .2), r.uniform(1.0, 1.4)), (np.pi + r.uniform(-.12, .12), r.uniform(.5, 1.2), .5, 1.5 + r.uniform(-.1, .1)), 2); load += kg; T.set(load=load)
                if r.random() < .2: T.go(3, sec=3, li=.6); T.wait(r.uniform(3, 15), 3)
            T.go(3, sec=2, sl=3.0, li=.55, ti=1.35, ex=.4)
            T.set(vr=v * .85); w = part(at, 0.)
            if new3 and r.random() < .3: w.drive(T, .55, 8, a=.25)                                                                                    # creeps with tracks on soft ground: for the first time in life/3
            else: w.drive(T, v * .85, 4, a=.28)
            T.set(vr=0); T.set(hog=0)
            m = int(np.ceil(load / r.uniform(700, 950)))
            for i in range(m):
                grab(load / m, (np.pi + r.uniform(-.1, .1), r.uniform(.5, 1.2), .45, 1.5), (np.pi * .45 + r.uniform(-.3, .3), r.uniform(.8, 2.4), .15, 1.2), 5); T.set(load=load * (m - 1 - i) / m)
            load = 0.; T.go(3, sec=2, sl=3.0, li=.55, ti=1.35, ex=.4); T.task(a0, 'lass')
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0); ox, oy = ((0, 0), (310, -120), (-240, 80))[self.site]
        xs, ys = lp(A['x'], .15), lp(A['y'], .15); self.yaw = lp(A['h'], .3); vx, vy = np.gradient(xs, DT), np.gradient(ys, DT); sg_ = np.where(np.isin(self.st, (4, 8)), -1., 1.); self.v = lp(np.hypot(vx, vy), .1); self.mv = self.v > .1; self.yr = lp(np.gradient(self.yaw, DT), .3); self.acc = lp(np.gradient(self.v, DT), .25); self.dir = sg_
        dev = .08 * lp(self.pink('dev', 1, 4, 40), 1.) * np.clip(self.v, 0, 1); self.x, self.y = xs + ox, ys + oy + dev
        rough = lambda a, b, c: np.sin(self.x / a + b) + .7 * np.sin(self.x / (a * .37) + self.y / 3 + 2 * b) + .4 * np.sin(self.x / (a * .17) + c)
        self.roll = lp(.035 * rough(6.1, 1., 2.), .25); self.pit = lp(.028 * rough(7.3, 2.5, .4), .25) + .02 * np.sin(self.x / 15); self.bog = [.06 * np.sin(self.x / (1.1 + .1 * i) + 1.7 * i) + .05 * np.sin(self.x / 2.9 + i * 2.2) for i in range(4)]
        # crane: four cylinders against gravity, valves with a loop of second order
        J = [ring(A[a], f0, z) for a, f0, z in (('sl', .9, .55), ('li', 1.2, .5), ('ti', 1.3, .55), ('ex', 1.5, .7))]; self.J = J; self.dJ = [lp(np.gradient(x, DT), .06) for x in J]; self.ro = ring(A['ro'], .7, .45); self.gr = lp(A['gr'], .1); self.kg = lp(E('kg'), .2)
        self.swing = .05 * np.gradient(lp(self.dJ[0], .2), DT); sl, li, ti, ex = J; arm = 3.7 * np.cos(li); reach = arm + (1.7 + ex) * np.cos(li - ti + .35); self.reach = np.maximum(reach, .9); self.cx, self.cy = self.reach * np.cos(sl) , self.reach * np.sin(sl); self.cz = 2.4 + 3.7 * np.sin(li) + (1.7 + ex) * np.sin(li - ti + .35)
        self.work = lp((sum(np.abs(x) for x in self.dJ) > .05) * 1., .15); load_ = 1. + .2 * np.abs(self.pit); m = self.kg + 260
        self.p = [np.abs(14 + 46 * np.abs(self.dJ[0]) + 90 * np.abs(np.gradient(self.dJ[0], DT)) * .3 + 60 * np.abs(self.roll) * self.reach), 42 + (m * self.reach + 420 * (.5 * self.reach + .6)) * G * np.cos(li) / 430 * load_ + 22 * self.dJ[1], 26 + (m * np.maximum(self.reach - arm, .15) + 120) * G / 260 + 18 * np.abs(self.dJ[2]), 20 + .07 * m * np.abs(np.sin(li - ti)) + 38 * np.abs(self.dJ[3])]
        self.p = [np.maximum(x, 4) for x in self.p]; dem = [np.clip(np.abs(d) * 12, 0, 1) for d in self.dJ]; self.ls = lp(np.maximum.reduce([18 + z0] + [self.p[i] * 1.12 * dem[i] for i in range(4)] + [150 * lp((np.abs(np.gradient(self.gr, DT)) > .1) * 1., .1)]), .12); self.flow = lp(4 + 62 * np.abs(self.dJ[0]) + 110 * np.abs(self.dJ[1]) + 75 * np.abs(self.dJ[2]) + 42 * np.abs(self.dJ[3]) + 45 * np.abs(self.yr), .15); self.flow = np.minimum(self.flow, 260)
        self.pp = ring(self.ls + 23, 2., .6)
        self.load = lp(E('load'), .5); M = 14200 + self.load; self.F = M * (G * (self.pit * self.dir + (.055 + .02 * np.sin(self.x / 4)) * self.mv) + self.acc); self.pd = lp(np.clip(24 + np.abs(self.F) * self.mv / 190, 18, 390), .2) * (1 + .03 * self.pink('pd', 1)); P = np.abs(self.F * self.v) / 1000 / .7 + self.pp * self.flow / 600 / .8
        self.Pw = P = 9 + P; idle = (self.st == 0) | (self.st == 9); self.fuel = lp(2.4 + .27 * P, .6); self.ne = lp(np.where(idle, 900., np.where(self.mv, 1650., 1500.)), 1.2) - 1.9 * ring(P, .5, .35)
        self.oil = lp(.5 * P + 6 * (self.site == 2), 260, 0. if self.cold else float((.5 * P)[:9000].mean())); self.toil = self.amb + 22 * (1 - self.cold * np.exp(-self.t / 420)) + 1.1 * self.oil + 1.2 * self.su('oil') + 1.5 * lp(np.sin(2 * np.pi * self.t / 170 + self.u('of', 2)), 10)
        self.ig = 24 + 12 * (self.is_life(6) or self.lowlight()) + 7 * self.work + 9 * (self.pieces('ac', 20, 90, 0, 1) < .4) + 4 * lp(self.mv * 1., 2) + 5 * (self.pieces('fl', 8, 40, 0, 1) < .35) + .4 * self.pink('ig', 1)
        self.lum = lp((70 + 95 * self.sunny) * (.5 if self.is_life(6) else 1) * (1 + .1 * np.sin(self.yaw + sl * .2)) + 14 * np.sin(self.x / 5), .4) + 2 * self.pink('lum', 1)
        sp = ['hastighet m s', 'speed', 'faster', 'velocity', 'twist', 'linear', 'begard hastighet', 'driving']
        self.num('turbo_hog', self.fuel, MOT + ':bransleflode_l_h', ['bransleflode l h', 'fuel flow', 'fuel', 'consumption'], above=self.quan(self.fuel, ~idle, .6, 1), tol=.4); self.num('pump_varm', self.toil, HYD + ':oljetemperatur', ['oljetemperatur', 'oil temperature', 'hotter', 'temperature', 'oil'], above=self.quan(self.toil, self.toil > 0, .5, 1), tol=.15); self.num('driv_snabb', self.v, TRA + ':hastighet_m_s', sp, above=self.quan(self.v, self.mv, .5, 1), tol=.45)
        self.num('vipp_hog', self.kg, VAG + ':stockvikt_kg', ['stockvikt kg', 'weight', 'log', 'load', 'weighs'], above=self.quan(self.kg, self.kg > 30, .4, -1), tol=.45); self.num('generator', self.ig, ELS + ':generatorstrom', ['generatorstrom', 'current', 'load', 'generator'], above=self.quan(self.ig, self.ig > 0, .6, 1), tol=.3); self.num('kamera_ljus', self.lum, KAM + ':bildljus', ['bildljus', 'brightness', 'brighter', 'light'], above=self.quan(self.lum, self.lum > 0, .58, 0), tol=.25)
        c = self.mv; self.places(self.x, self.y, c & (xs > 6), sank_plats=(3.5, .04), slir_plats=(3.5, .04), skakning_plats=(3.5, .04)); self.places(self.x, self.y, c & (xs > 4), gnss_plats=(4., .045)); self.places(self.cx, self.cy, (self.work > .5) & (self.reach > 1.5), kran_plats=(.7, .06))
        dw = ('driving', 'moving', 'speed', 'hastighet m s', 'velocity', 'begard hastighet'); cw = ('crane', 'works', 'moving', 'spak utslag', 'velocity', 'arbetsfas', 'pumpflode l min'); hw = ('holding', 'stockvikt kg', 'log', 'weight', 'gripvinkel', 'grapple')
        self.mode('drivtryck hastighet hjul5 boggi_byt', self.v > .3, *dw); self.mode('marginal pumpflode lyft_ventil sving_glapp lyft_snabb', self.work > .6, *cw); self.mode('griptryck stockvikt', self.kg > 30, *hw); self.mode('midja_seg', np.abs(self.yr) > .02, 'turning', 'styrvinkel begard', 'steering', 'driving'); self.vis['fett'] = np.mod(self.t, 95) < 22

    def lowlight(self): return self.su('morgon') > 1.

    def build(self):
        t, f, w, E, h, W, sg, H, u = self.t, self.f, self.ns, self.E, self.h, self.wander, self.sg, self.H, self.u; N, P, C, B, fz, S = self.N, self.P, self.C, self.B, self.fz, self.white; pub = lambda *a, **k_: self.pub(*a, **dict(dict(jit=.004, lag=.01), **k_)); v, mv, wk = self.v, self.mv * 1., self.work; dm = lp((v > .3) * 1., .25); ne = self.ne
        lf = self.shape('s_motor', .35, .6, 4); fu = self.tank(self.fuel / 3600 * .55, 0 * t, 100, 62 + 12 * np.tanh(self.su('fu')))
        pub(MOT, 'skog_msgs/msg/Motor', 8, dict(varvtal=q(sg('ne', ne - 190 * lp(lf * 1., .3), 3, 0, 4, 1.5) + f('varv') * (50 * np.sin(2 * np.pi * t / 1.9 + W('vax', .8, 5)) + 13 * S('van')), .5), oljetryck_bar=q(sg('op', 2.0 + .0013 * (ne - 900) + .7 * self.cold * np.exp(-t / 350), .03, .05, .03, 8) - .62 * f('oljetryck'), .02), kylvatten_c=q(self.own(self.T('kv', 52 + .16 * lp(self.Pw, 60) + 8.5 * f('kylvatten'), 260, 14, .12), 1, 'kv'), .5),
            laddtryck_kpa=q(np.maximum(sg('lt', 4 + .0016 * lp(self.Pw, .9) * ne, 1.2, .5) + h('turbo_hog', .2) * (24 * np.sin(2 * np.pi * 1.4 * t + W('tux', 1, 2)) + 11 * S('tun')), 0), .5), bransleflode_l_h=q(np.maximum(sg('bf', self.fuel * (1 + u('bf', .015)), .12, .05) * (1 + .24 * f('flode_br')) + .6 * f('flode_br'), 0), .05), branslenivaa_pc=q(self.sticky(fu + .5 * W('flw', 1, 2) * (.3 + mv) + 14 * (self.pit + .3 * self.roll) + w('fln', .15), 'bransle', 2.6), .1), felkod=np.where(lf, 0x157, 0)))
        oil = sg('on', 86 + 1.4 * self.su('on') - 4.5 * np.clip(self.J[3], 0, 3) / 3 - 2 * self.J[1] + .06 * (self.toil - 45), .25, 0, .3, 6)
        pub(HYD, 'skog_msgs/msg/Hydraulik', 10, dict(pumptryck_bar=q(np.maximum(sg('pp', self.pp - 12 * f('marginal') * wk, .8, .6) + h('pump_varm', .4) * (15 * S('pvx') + 6 * np.sin(2 * np.pi * 2.3 * t)), 0), .5), lastkanning_bar=q(np.maximum(sg('ls', self.ls, .8, .6), 0), .5), pumpflode_l_min=q(np.maximum(self.flow * (1 + .04 * self.pink('fl', 1)) + 30 * f('pumpflode') * wk + w('fln_', .8), 0), .5), oljetemperatur=q(fz(self.own(self.toil + w('to', .12), 2, 'to'), 'oljetemp'), .1), oljenivaa_pc=q(oil - 8.5 * f('oljenivaa'), .2),
            returfilter_bar=q(np.maximum(sg('rf', .35 + .0072 * self.flow + .25 * np.exp((30 - self.toil) / 14), .02, .02, .02, 7) + .55 * f('returfilter'), 0), .01), tanktryck_mbar=q(sg('tt', 62 + .09 * self.flow - 9 * np.gradient(lp(self.J[3], .4), DT), 1., 2, 1.5, 9) + N('tanktryck', 15, .5), .5)))
        dd = 34 * f('drivtryck') * dm + C('sank_plats', 78, .2) * dm
        pub(TRA, 'skog_msgs/msg/Transmission', 10, dict(drivtryck_bar=q(np.maximum(sg('pd', self.pd, 1.2) + dd + h('driv_snabb', .2) * (21 * np.sin(2 * np.pi * 1.6 * t + W('dsx', 1.5, 2)) + 8 * S('dsn')), 0), .5), laddpump_bar=q(sg('lp', 24 + .002 * (ne - 1500) - .01 * self.pd, .15, .2, .2, 6) - 2.9 * f('laddpump'), .1), hastighet_m_s=q(np.maximum(v + w('vn', .012) * (.1 + mv), 0) * np.where(self.on('hastighet'), 3.6, 1), .01), vaxellada_c=q(self.T('vl', 15 * lp(dm * self.pd / 120, 60) + 7.5 * f('vaxel_varm'), 380, 18, .15), .5)))
        sr = np.degrees(np.clip(3.9 * self.yr / np.maximum(v, .35) * self.dir, -.7, .7)) * mv; sr = lp(sr, .4) + 1.1 * W('sr', 1, 2) * dm; sa = ring(sr, .8, .5); sa = self.slow(sa, 'midja_seg', 1.5); ds = np.gradient(lp(sr, .2), DT)
        pub(MID, 'skog_msgs/msg/Midja', 8, dict(styrvinkel_begard=q(sr, .1), styrvinkel_grad=q(sg('sa', sa, .12, .2) + 2.9 * f('midja_fel'), .1), styrtryck_bar=[q(np.maximum(sg(f'st{i}', 28 + 1.6 * np.abs(sr) + (2.6 if i else -2.6) * ds + 60 * np.abs(self.roll), 1.2, 1.) + (N('styrtryck', 13) + P('styrtryck', 45, .02) if i else 0), 0), .5) for i in (0, 1)]))
        bo = [np.degrees(b) + w(f'bo{i}', .1) + u(f'bou{i}', .2) for i, b in enumerate(self.bog)]
        if 'boggi_byt' in self.sev: on = self.on('boggi_byt'); bo[0], bo[1] = np.where(on, bo[1], bo[0]), np.where(on, bo[0], bo[1])
        bo[2] = bo[2] + N('boggi3', 1.9) + P('boggi3', 9, .03); hv = [np.maximum(v / .68 * 9.55 * (1 + u(f'hg{i}', .004) + .012 * W(f'hv{i}', 1, .6)) + w(f'hv{i}n', .1) * (.1 + mv), 0) for i in range(8)]; hv[4] = np.where(B('hjul5', 1., lo=.3, hi=2.) * dm > .1, 0., hv[4]); hv[1] = hv[1] + C('slir_plats', 11., .4) * dm
        pub(BOG, 'skog_msgs/msg/Boggi', 8, dict(boggivinkel=[q(x, .1) for x in bo], hjulvarv=[q(x, .1) for x in hv]))
        V = {}; kb = h('kran_plats', .15)
        for i in range(4):
            dd_ = np.clip(np.abs(self.dJ[i]) * 12, 0, 1); kt = self.p[i] + 3 * w(f'kt{i}', .4) + (6 * np.exp(-.5) * np.gradient(self.dJ[i], DT) if i else 0); rt = 9 + .12 * self.p[i] + 15 * dd_; iv = 210 * (dd_ > .02) + (330 * np.abs(self.dJ[i]) * (1.2, 2.2, 1.6, .9)[i])
            iv = lp(iv, .08) * (1 + u(f'iv{i}', .02))
            if i == 0: rt = rt + 15 * f('sving_stang')
            elif i == 1: kt = kt - 19 * f('lyft_lacka') + kb * (21 + 11 * S('kpx')); iv = iv + 115 * f('lyft_ventil') * lp((dd_ > .02) * 1., .08)
            elif i == 2: kt = kt + h('vipp_hog', .2) * 21 * S('vhx')
            else: kt = np.where(B('skjut_givare', 1., lo=.4, hi=2.5) > .1, -.5, kt)
            V.update({f'cyl[{i}].kolvtryck_bar': q(np.maximum(kt, -1), .5), f'cyl[{i}].stangtryck_bar': q(np.maximum(rt + w(f'rt{i}', .6), 0), .5), f'cyl[{i}].ventilstrom_ma': q(np.maximum(np.minimum(iv, 900) + w(f'ivn{i}', 2.5), 0), 1)})
        pub(KRA, 'skog_msgs/msg/Cylindrar', 10, dict(V, spak_utslag=q(np.clip(sum(np.abs(x) for x in self.dJ) * 30, 0, 100), .5)))
        ps = [x + w(f'jp{i}', 6e-4) for i, x in enumerate(self.J)] + [self.ro + w('jp4', .002)]; ps[0] = self.play(self.J[0], 'sving_glapp', .12) + w('jp0', 6e-4); ps[2] = ps[2] + .055 * f('vipp_noll'); vs = [x + w(f'jv{i}', .006) for i, x in enumerate(self.dJ)] + [np.gradient(self.ro, DT) + w('jv4', .01)]; vs[1] = vs[1] + (N('lyft_snabb', .08) - P('lyft_snabb', .5, .04)) * wk
        self.joints(JNT, 14, ['sving', 'lyft', 'vipp', 'utskjut', 'rotator'], ps, vs, jit=.002, lag=.004, age=.8 * f('leder_gamla'))
        pub(SPE, 'geometry_msgs/msg/PoseStamped', 12, {'pose.position.x': q(self.cx + w('px', .006), 1e-3), 'pose.position.y': q(self.cy + w('py', .006), 1e-3), 'pose.position.z': q(self.cz + w('pz', .006), 1e-3), 'pose.orientation.z': np.sin(self.J[0] / 2), 'pose.orientation.w': np.cos(self.J[0] / 2)}, 'kranfot', drop=.5 * f('spets_bort'))
        hold_ = lp((self.kg > 30) * 1., .2); tp = self.shape('s_grip', .35, .8, 4) & (self.kg > 30)
        pub(GRI, 'skog_msgs/msg/Grip', 8, dict(gripvinkel=q(self.sticky(np.degrees(self.gr) + .25 * W('gv', 1, .5) * hold_, 'gripvinkel', 5.) + w('gvn', .1), .1), griptryck_bar=q(np.maximum(sg('gt', 8 + hold_ * (128 + .07 * self.kg - 33 * f('griptryck')) * np.where(tp, .4, 1) + 30 * np.clip(np.abs(np.gradient(self.gr, DT)), 0, 1), 1.5, .5), 0), .5), rotator_grad=q(np.degrees(self.ro) + w('ro_', .3) + N('rotator', 5.5) + P('rotator', 28, .02), .5), tappad_stock=tp))
        wob = 9 * np.abs(np.gradient(self.dJ[1], DT)) * hold_; sv = self.kg * (1 + u('sv', .01)) + wob
        pub(VAG, 'skog_msgs/msg/Vag', 6, dict(stockvikt_kg=q(np.maximum(self.own(sv * (1 + .25 * f('stockvikt')), 3, 'sv') + w('svn', 2.5), -5), 1), lastvikt_kg=q(np.maximum(self.load * (1 + u('lv', .006)) + 8 * self.su('tara') + 120 * np.abs(self.roll) * self.load / 1500 + w('lvn', 7) * (1 + 2 * mv) + 260 * f('lastvikt'), -50), 5), grepp=self.once(self.kg > 30)))
        rg = self.shape('s_avgas', .4, 3, 9); et = 150 + 3.6 * lp(self.Pw, 12) + 4 * self.su('et') + 55 * f('avgas') - 40 * lp(rg * 1., 6)
        pub(AVG, 'skog_msgs/msg/Avgas', 4, dict(avgastemperatur=q(sg('et', et, 1.2, 3, 2, 20), 1), sottryck_mbar=q(np.maximum(sg('so', 18 + .00055 * ne * lp(self.Pw, 2) ** .5 * 3 + t * .0006, .6, .8, .6, 6) * (1 + .32 * f('sot')), 0), .2), kvaveoxid_ppm=q(np.maximum(self.own(sg('no', 38 + .9 * lp(self.Pw, 3), 2, 2, 3, 10), 2, 'no') + N('nox', 24), 0), 1), adblue_pc=q(71 + 9 * np.tanh(self.su('ad')) - t * 4e-4 + w('ad', .1), .2), regenereringar_avbrutna=self.once(rg)))
        pub(LUF, 'skog_msgs/msg/Luftfilter', 4, dict(undertryck_mbar=q(np.maximum(sg('lu', 9 + .0105 * ne + .06 * lp(self.Pw, 1), .3, .5, .4, 9) * (1 + .3 * f('luft')), 0), .1)))
        cool = lp(np.clip((self.toil - 32) * 22 + 4 * self.Pw, 0, 900), 6)
        pub(KYL, 'skog_msgs/msg/Kylare', 4, dict(flaktvarv=q(sg('fv', 820 + cool, 6, 10, 10, 6) * (1 - .14 * f('flakt')), 5), kylartryck_bar=q(sg('kt_', .62 + .004 * (self.toil - 40), .008, .015, .01, 30), .01), laddluft_c=q(self.amb + 7 + .28 * lp(self.Pw, 10) + 9.5 * lp(f('laddluft'), 20) + w('ll', .25), .2)))
        shot = np.mod(t + 11 * self.u('fe0', 1), 95); fp = np.where(shot < 8, 95 * (1 - np.exp(-shot / 2.)), 95 * np.exp(-(shot - 8) / 14.))
        pub(SMO, 'skog_msgs/msg/Smorjning', 3, dict(fettryck_bar=q(np.maximum(sg('fp', 6 + fp * (1 - .36 * f('fett')), .7, .8), 0), .5), fettnivaa_pc=q(56 + 14 * np.tanh(self.su('fe')) - t * 9e-4 + w('fen', .15), .2), fett_slut=(f('s_fett') > 0) & (t % 18 < 6)))
        pub(DAC, 'skog_msgs/msg/Dack', 2, dict(dacktryck_kpa=[q((sg(f'da{i}', 395 + 1.1 * self.amb + 9 * lp(mv, 300) + (.006 * self.load if i > 3 else 0) + 40 * np.abs(self.roll), 1.2, 5, 1., 60) - (52 * f('dack6') if i == 5 else 0)) * (np.where(self.on('dack3'), .01, 1) if i == 2 else 1), .02 if i == 2 else .5) for i in range(8)]))
        pub(ELS, 'skog_msgs/msg/Elsystem', 5, dict(batterispanning=q(sg('bs', 28.2 - .007 * self.ig + .0002 * (ne - 1500), .015, .03, .015, 8) - C('generator', .48), .01), generatorstrom=q(self.ig + w('ign', .25), .1), givarspanning=q(sg('gs', 5.01, .003, .006) - np.abs(N('givare5', .034)), .002)))
        sgr, spk = .05 + .3 * v + .06 * wk + .02 * (ne > 1300), C('skakning_plats', 1., .1); dw_ = np.gradient(lp(self.dJ[0], .2), DT) * .06
        self.imu('/imu', 14, (self.roll + .006 * self.reach * np.sin(self.J[0]) * (1 + self.kg / 400) + w('ir', 8e-4), -self.pit + w('ip', 8e-4), self.yaw + w('iy', .0015)), (lp(np.gradient(self.roll, DT), .1) + w('gx', .006) * (1 + v), -lp(np.gradient(self.pit, DT), .1) + w('gy', .006) * (1 + v), self.yr + .05 * dw_ + w('gz', .003) * (1 + mv) + u('gzb', .0006) + .031 * f('gyro')), (self.acc + G * self.pit + sgr * S('ax') + spk * 1. * S('axx'), G * self.roll + dw_ + sgr * S('ay') + spk * 1.1 * S('ayx'), G + 1.4 * sgr * S('az') + spk * 2.1 * S('azx')), 'ram')
        gp = h('gnss_plats', .4); can = 1 + .8 * (np.sin(self.x / 9) > .3)
        pub('/gnss/fix', 'sensor_msgs/msg/NavSatFix', 4, {'status.status': np.full(self.n, 1), 'status.service': 3, 'latitude': q(63.82 + (self.x * .3 + self.y * .95 + can * (.09 * self.pink('ga', 1, 2, 90) + w('gan', .02)) + gp * (3.1 + 1.8 * S('gax'))) / 111500, 1e-8), 'longitude': q(20.26 + (self.x * .95 - self.y * .3 + can * (.09 * self.pink('go', 1, 2, 90) + w('gon', .02)) - gp * (2.2 + 1.8 * S('gox'))) / 49200, 1e-8), 'altitude': q(118 + .02 * self.x + can * (.2 * self.pink('gh', 1, 4, 120) + w('ghn', .05)) + N('gnss_hojd', .75), .001)})
        qz, qw = quat(self.yaw)
        pub('/odometri', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(self.x + w('ox', .02), 1e-3), 'pose.pose.position.y': q(self.y + w('oy', .02), 1e-3), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': q(self.dir * v + w('ov', .014) * (.2 + mv), 1e-3), 'twist.twist.angular.z': q(self.yr + w('ow', .004), 1e-3)}, 'bestand')
        R = []
        for i in range(9):
            x = (3, 4, 6, 9, 12, 9, 6, 4, 3)[i] * np.exp(.35 * np.sin(self.x / (1.3 + .23 * i) + i) + .05 * W(f'rg{i}', 1, 10)) + w(f'rgn{i}', .03); x = np.where((E('man') > 0) & (i in (6, 7)), 1.7 + .2 * W('mx', 1, 2), x); R.append(np.where((f('lidar') > 0) & (self.rng(f'li{i}').random(self.n) < .55), .4 + np.abs(w(f'lin{i}', .06)), x) if i in (1, 2) else x)
        self.scan('/lidar', 6, R, 1.7, 25, lag=.02)
        pub(KAM, 'skog_msgs/msg/Kamera', 6, dict(bildskarpa=q(np.clip(sg('bs_', 69 - 2.2 * v - 3 * wk - 5 * (self.lum < 80), .9, .8, 1.3, 7) - 12 * f('kamera_smuts'), 0, 100), .1), bildljus=q(np.clip(self.lum + w('bl', .9), 1, 255), .5), bildtid_ms=q(50 + np.abs(w('bt', 2.2)) + h('kamera_ljus', .4) * (13 + 6 * np.abs(S('klx'))), .5), stockar_sedda=np.where(np.isin(self.st, (2, 5)), 3 + 2 * W('ss', 1, 6), 0.)))
        pub(HYT, 'skog_msgs/msg/Hytt', 4, dict(hyttemperatur=q(21.5 + .12 * (self.amb - 9) * np.exp(-t / 900) + .3 * W('ht', 1, 80) + w('htn', .06), .1), flakt_ampere=q(np.abs(sg('fa', 4.6 + .12 * np.abs(self.amb - 15), .06, .1, .1, 20)), .05), hyttlutning=q(np.degrees(.22 * (self.roll - lp(self.roll, 1.4))) + w('hl', .06) + 1.9 * f('hytt'), .05)))
        pub(RAD, 'skog_msgs/msg/Radio', 3, dict(signalstyrka=sg('rs', -79 - .1 * self.x * (self.site == 0) - 4 * self.wet_(), 1.2, 1, 2, 8), fordrojning_ms=q(58 + self.rng('fd').gamma(1.6, 9, self.n) + B('radio', 95, .4, 1, 6), 1), paketforlust=q(self.rng('pl').gamma(.5, .3, self.n), .1)))
        pub('/vader/temperatur', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et_', .05), .1))); pub('/vader/fuktighet', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(fz(.68 + .07 * self.su('rh') + .014 * self.pink('rh', 1, 10, 400) + w('rhn', .0015), 'fukt'), .001))); pub('/ljus', 'sensor_msgs/msg/Illuminance', 3, dict(illuminance=q(np.maximum(900 + 21000 * self.sunny * (.06 if self.is_life(6) else 1) * (.7 + .3 * np.sin(self.x / 6)), 5) * (1 + w('il', .008)), 10)))
        pub(SAK, 'skog_msgs/msg/Sakerhet', 2, dict(nodstopp_ok=1, grind_last=1, manniskor=E('man') + (W('me', 1, 60) > 1.3))); pub(UPP, 'skog_msgs/msg/Uppdrag', 4, dict(arbetsfas=self.st, hog=E('hog'), sortiment=E('sort'), lass=E('lass'), begard_hastighet=q(E('vr'), .01)))
        lo = f('slinga'); ut = '7.3' if self.new(8) else '7.2' if self.newver else '7.0'
        pub(DAT, 'skog_msgs/msg/Dator', 2, dict(slinga_ms=q(20 + np.abs(w('lo', .12)) + .9 * lo, .05), slinga_max_ms=q(24 + np.abs(w('lx', 1.4)) + lo * self.late('lo', 6, 14), .1), minne_mb=q(sg('me_', 1340 + 52 * self.newver + 5 * self.su('me'), .8, 0, 2.5, 110) + self.computer_leak('minne', 92), 1), processor_c=q(self.T('cpu', 4 * wk, 120, 27, .25), .5)), strs=dict(utgava='skog ' + ut))
        self.finish_up('/skota/_action/status', [('s_motor', 'motor', ['lagt bransletryck, fel 0x157', 'bransletryck normalt igen'], 'MO'), ('s_avgas', 'avgas', ['regenerering avbruten', 'regenerering startar om'], 'AG'), ('s_grip', 'grip', ['stock tappad', 'stock gripen igen'], 'GR'), ('s_fett', 'smorjning', 'fett snart slut, fyll pa', 'SM')],
                       [(14, 'I', 'uppdrag', 'lass klart, {} ton', 1, 4), (7, 'W', 'kamera', 'stock skymd i {} s', 1, 8), (6, 'W', 'transmission', 'hjulslirning {} procent', 6, 18), (5, 'I', 'vag', 'nollpunkt {} kg', -9, 9), (4, 'W', 'radio', 'server seg {} ms', 400, 900)],
                       [('I', 'system', 'utgava skog ' + ut), ('W', 'kamera', 'kalibrering 21 dagar gammal'), ('W', 'gnss', 'start utan korrektion'), ('I', 'sakerhet', 'nodstopp provat')], [('server', 'SV', 'svar segt', 1.4)])

    def wet_(self): return 1. if self.su('regn') > .8 else 0.
