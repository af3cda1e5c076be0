"""Feeding robot of a cow barn: loaded by a grab in the feed kitchen, mixes, doses to both sides of an alley, pushes feed; French fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, quat, slew

TRA, MEL, PES, DIS, JUP, GRA, CHA, USO, CAM, GUI, RAD, A24, ETA = '/traction', '/melangeur', '/pesage', '/distribution', '/jupe', '/grappin', '/chargeur', '/ultrasons', '/camera_auge', '/guidage', '/radio', '/alim24', '/etable'
PX, PY, PS = (2., 6.5, 10., 10.), (2., 2., 4.5, 27.), (0., 4.5, 8.8, 31.3)       # dock, kitchen, begin and end of the feeding alley


class Alim(Sim):
    NAME = 'alim'
    FLAGS = [(TRA, 'code_defaut'), (MEL, 'mot_etat'), (GRA, 'defaut_grappin'), ('/detecteur_metal', 'aimant_plein')]
    DEFS = {
        'etable_msgs/msg/Traction': mdef('float32[2] courant_roue vitesse_roue temp_moteur; float32 temp_variateur; uint16 code_defaut'),
        'etable_msgs/msg/Melangeur': mdef('float32 courant_vis regime_vis temp_reducteur; int16 couple_vis; uint16 mot_etat'),
        'etable_msgs/msg/Pesage': mdef('int32[4] cellule_dag; float32 masse_nette'),
        'etable_msgs/msg/Tapis': 'float32 courant_tapis\nfloat32 vitesse_tapis\nint16 ouverture_trappe\nfloat32 courant_trappe',
        'etable_msgs/msg/Distribution': mdef('etable_msgs/Tapis gauche droite; float32 debit_demande'),
        'etable_msgs/msg/Jupe': mdef('float32 courant_jupe regime_jupe pression_appui; int16 hauteur_mm'),
        'etable_msgs/msg/Grappin': mdef('float32[2] position_pont; float32 hauteur_griffe courant_levage courant_translation pression_griffe prise_kg; uint8 silo defaut_grappin'),
        'etable_msgs/msg/Chargeur': mdef('float32 courant_charge tension_charge ondulation_mv; float32[2] temp_contact; uint16 ventilateur_tr; bool a_quai'),
        'etable_msgs/msg/Ultrasons': mdef('uint16[6] distance_mm'),
        'etable_msgs/msg/ParcoursFil': mdef('float32 amplitude_mv ecart_mm; uint16 transpondeur'),
        'etable_msgs/msg/CameraAuge': mdef('float32[2] aliment_cm; float32 nettete luminosite temps_image_ms confiance'),
        'etable_msgs/msg/DetecteurMetal': mdef('float32 signal_mv bruit_mv; bool aimant_plein'),
        'etable_msgs/msg/Etable': mdef('float32 ammoniac_ppm gaz_carbonique vitesse_air; uint8 vaches_gauche vaches_droite'),
        'etable_msgs/msg/Radio': mdef('int16 niveau_dbm; float32 delai_ms pertes_pc'),
        'etable_msgs/msg/Alim24': mdef('float32 tension_24 courant_24 temp_coffret; float32[2] courant_lampe'),
        'etable_msgs/msg/Securite': mdef('bool arret_urgence pare_chocs_ok barriere_cuisine; float32[2] appui_pare_chocs'),
        'etable_msgs/msg/Mission': mdef('uint8 etat ration; uint16 numero_tour; float32 vitesse_consigne masse_consigne'),
        'etable_msgs/msg/Calculateur': mdef('float32 cycle_ms cycle_max_ms memoire_mo temp_processeur; string logiciel'),
    }
    KINDS = dict(
        roue_g=K('left wheel motor draws more and more current: gearbox', [TRA], ['courant_roue[0]'], ['left wheel', 'wheel motor', 'roue gauche'], step=False, where='when driving', cons=('/batterie', '/alim24')),
        roue_d_chaude=K('right wheel motor gets warm: brake drags', [TRA], ['temp_moteur[1]'], ['right wheel', 'roue droite'], step=False, tail=300),
        roue_d_lourde=K('right wheel motor draws more current when the load is above a number: bearing', [TRA], ['courant_roue[1]'], ['right wheel', 'roue droite', 'bearing'], where='**load above a number**', cond=True, need=12),
        vitesse_g=K('speed of the left wheel flickers: encoder', [TRA], ['vitesse_roue[0]'], ['left wheel', 'roue gauche', 'encoder'], where='when driving'),
        temp_g_fixe=K('temperature of the left wheel motor frozen', [TRA], ['temp_moteur[0]'], ['left wheel', 'roue gauche']),
        sol_lieu=K('wheels draw more current at one place: floor sunken', [TRA], ['courant_roue[0]', 'courant_roue[1]'], ['wheels', 'floor', 'wheel motors'], where='**at a place**', cond=True, need=10),
        variateur=K('drive inverter gets hot: dust in the heat sink', [TRA], ['temp_variateur'], ['inverter', 'variateur'], step=False, tail=300),
        odom_vieille=K('odometry comes with old stamps', ['/odom'], ['header.stamp'], ['odometry']),
        secousse_lieu=K('robot is shaken at one place: gutter cover loose', ['/imu'], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['imu', 'gutter cover'], where='**at a place**', cond=True, need=10),
        gyro=K('yaw gyro has a bias', ['/imu'], ['angular_velocity.z'], ['imu', 'gyro']),
        imu_perdus=K('messages of the IMU get lost', ['/imu'], ['header.stamp'], ['imu']),
        couteaux=K('mixing auger draws more and more current: knives blunt', [MEL], ['courant_vis'], ['mixer', 'auger', 'knives', 'vis'], step=False, where='when mixing', cons=('/batterie', '/alim24')),
        vis_pleine=K('current of the auger flutters when the load is above a number: lower bearing', [MEL], ['courant_vis'], ['mixer', 'auger', 'vis'], where='**load above a number**', cond=True, need=12),
        regime=K('speed of the auger uneven: belt slips', [MEL], ['regime_vis'], ['mixer', 'auger', 'vis'], where='when mixing'),
        reducteur=K('gear of the auger gets hot: oil low', [MEL], ['temp_reducteur'], ['mixer', 'auger gear', 'reducteur'], step=False, tail=300),
        couple=K('torque of the auger reads too low: strain gauge', [MEL], ['couple_vis'], ['mixer', 'auger', 'strain gauge'], where='when mixing'),
        cellule3=K('weighing cell 3 reads too little: foot bent', [PES], ['cellule_dag[2]', 'masse_nette'], ['weighing', 'weighing cell 3']),
        cellule1=K('weighing cell 1 noisy: moisture in the connector', [PES], ['cellule_dag[0]', 'masse_nette'], ['weighing', 'weighing cell 1']),
        tapis_g=K('left belt draws more and more current: roller full of straw', [DIS], ['gauche.courant_tapis'], ['left belt', 'dosing', 'tapis gauche'], step=False, where='when dosing'),
        tapis_d=K('right belt slips: slower', [DIS], ['droite.vitesse_tapis'], ['right belt', 'dosing', 'tapis droite'], where='when dosing'),
        tapis_vite=K('left belt current flutters when the belt is faster than a number: splice', [DIS], ['gauche.courant_tapis'], ['left belt', 'dosing', 'splice', 'tapis gauche'], where='**belt speed above a number**', cond=True, need=12),
        trappe_g=K('left hatch stands off: sensor arm bent', [DIS], ['gauche.ouverture_trappe'], ['left hatch', 'dosing', 'trappe gauche']),
        trappe_d=K('right hatch needs more current to move: spindle dry', [DIS], ['droite.courant_trappe'], ['right hatch', 'dosing', 'trappe droite'], where='when the hatch moves', need=5),
        jupe_usee=K('skirt motor draws more and more current: ring bearing', [JUP], ['courant_jupe'], ['skirt', 'jupe', 'skirt motor'], step=False, where='when pushing'),
        jupe_basse=K('skirt hangs low: chain stretched', [JUP], ['hauteur_mm'], ['skirt', 'jupe']),
        jupe_regime=K('speed of the skirt flickers: hall sensor', [JUP], ['regime_jupe'], ['skirt', 'jupe', 'hall sensor'], where='when pushing'),
        appui=K('pressure of the skirt uneasy: accumulator empty', [JUP], ['pression_appui'], ['skirt', 'jupe', 'accumulator']),
        levage=K('hoist of the grab draws more and more current: rope guide', [GRA], ['courant_levage'], ['grab', 'hoist', 'grappin'], step=False, where='when hoisting', need=12),
        levage_lourd=K('hoist draws more current when it holds more than a number: brake worn', [GRA], ['courant_levage'], ['grab', 'hoist', 'grappin'], where='**grabbed mass above a number**', cond=True, need=12),
        griffe=K('claw pressure low and uneasy: seal', [GRA], ['pression_griffe'], ['grab', 'claw', 'grappin']),
        pont_y=K('cross position of the bridge flickers: code strip dirty', [GRA], ['position_pont[1]'], ['grab', 'bridge', 'code strip', 'grappin']),
        prise=K('weigher of the grab noisy', [GRA], ['prise_kg'], ['grab', 'grappin', 'grab weigher']),
        translation=K('bridge needs more current: wheel flange rubs', [GRA], ['courant_translation'], ['grab', 'bridge', 'grappin'], where='when the bridge moves', need=8),
        accu6=K('cell 6 of the battery stands low and sags: ageing', ['/batterie'], ['cell_voltage[5]'], ['battery', 'cell 6']),
        accu_chaud=K('battery gets warm on one side: vent covered', ['/batterie'], ['cell_temperature[0]'], ['battery', 'vent'], step=False, tail=400),
        contact=K('charging contact 2 hotter when the current is above a number: spring weak', [CHA], ['temp_contact[1]'], ['charger', 'charging contact', 'contact 2'], where='**charging current above a number**', cond=True, tail=150),
        ondulation=K('ripple of the charger high: capacitor dry', [CHA], ['ondulation_mv'], ['charger', 'ripple'], where='when charging'),
        ventilo=K('fan of the charger slow: hay in the grid', [CHA], ['ventilateur_tr'], ['charger', 'charger fan', 'fan']),
        lidar_sale=K('beams 3 and 4 of the scanner read short: slurry on the window', ['/lidar'], ['ranges[2]', 'ranges[3]'], ['lidar', 'scanner']),
        lidar_perdu=K('scans get lost', ['/lidar'], ['header.stamp'], ['lidar', 'scanner']),
        sonar3=K('ultrasonic sensor 3 gives short echoes: cracked membrane', [USO], ['distance_mm[2]'], ['ultrasonic 3', 'ultrasonic']),
        sonar5_fixe=K('ultrasonic sensor 5 frozen', [USO], ['distance_mm[4]'], ['ultrasonic 5', 'ultrasonic']),
        vitre=K('camera of the trough gets less sharp: fly dirt', [CAM], ['nettete'], ['camera', 'trough camera', 'lens'], step=False),
        image_claire=K('image takes longer when the brightness is above a number: gain table lost', [CAM], ['temps_image_ms', 'confiance'], ['camera', 'trough camera', 'gain'], where='**brightness above a number**', cond=True),
        camera_lieu=K('camera unsure at one place: puddle mirrors', [CAM], ['confiance', 'nettete'], ['camera', 'trough camera', 'puddle'], where='**at a place**', cond=True, need=10),
        auge_d=K('feed height of the right side noisy: depth channel', [CAM], ['aliment_cm[1]'], ['camera', 'trough camera', 'depth']),
        fil_rapide=K('deviation from the wire uneasy when faster than a number: antenna loose', [GUI], ['ecart_mm'], ['guidance', 'antenna', 'guide wire'], where='**speed above a number**', cond=True, need=12),
        fil=K('amplitude of the guide wire falls: generator', [GUI], ['amplitude_mv'], ['guidance', 'guide wire', 'wire generator'], step=False),
        metal=K('metal detector noisy: coil cable', ['/detecteur_metal'], ['bruit_mv', 'signal_mv'], ['metal detector', 'coil']),
        ammoniac=K('ammonia sensor reads high: poisoned', [ETA], ['ammoniac_ppm'], ['ammonia sensor', 'barn air']),
        co2_fixe=K('carbon dioxide frozen', [ETA], ['gaz_carbonique'], ['carbon dioxide sensor', 'barn air']),
        radio_lieu=K('radio weak at one place: new steel gate', [RAD], ['niveau_dbm', 'delai_ms', 'pertes_pc'], ['radio', 'network'], where='**at a place**', cond=True, need=10),
        coffret=K('cabinet gets hot: filter mat full', [A24], ['temp_coffret'], ['cabinet', 'filter mat', '24 v supply'], step=False, tail=300),
        u24=K('24 V uneasy: terminal loose', [A24], ['tension_24'], ['24 v supply', 'terminal']),
        lampe2=K('lamp 2 flickers: water in the plug', [A24], ['courant_lampe[1]'], ['lamp 2', 'lamps', 'lights']),
        humidite=K('humidity frozen', ['/meteo/humidite'], ['relative_humidity'], ['humidity', 'humidity sensor']),
        cycle=K('computer has far longer worst cycles', ['/calculateur'], ['cycle_max_ms', 'cycle_ms'], ['computer', 'control loop']),
        memoire=K('memory of the computer fills', ['/calculateur'], ['memoire_mo'], ['computer', 'memory'], step=False),
        s_traction=K('drive reports overcurrent of the left wheel', [TRA, '/rosout', '/diagnostics'], ['code_defaut', 'vitesse_roue[0]'], ['left wheel', 'drive'], silent=False),
        s_vis=K('mixer reports blockages', [MEL, '/rosout', '/diagnostics'], ['mot_etat', 'regime_vis'], ['mixer', 'auger'], silent=False),
        s_grappin=K('grab reports slack rope again and again', [GRA, '/rosout', '/diagnostics'], ['defaut_grappin', 'courant_levage'], ['grab', 'hoist'], silent=False),
        s_aimant=K('metal detector warns that the magnet is full', ['/detecteur_metal', '/rosout', '/diagnostics'], ['aimant_plein'], ['metal detector', 'magnet'], silent=False),
    )

    def plan(self):
        n, r = self.n, self.rng('plan')
        S, hd, mass, vis, st, ra, num, vc, mc = [np.zeros(n) for _ in range(9)]; G = np.zeros((3, n)); gm = np.zeros(n); silo = np.zeros(n)
        E = {k: np.zeros(n, bool) for k in 'mix dos jup gra cha open'.split()}
        i, s, h, m_, spd, tour, self.tasks = 0, 0., 0., 0., 1., 0, []; gp = np.array([4., 1.2, 2.6]); ration = 0
        new3, new4 = (self.unit == 'life' and self.idx >= x for x in (3, 4)); big = self.unit == 'life' and self.idx == 2
        def wait(sec, code):
            nonlocal i
            j = min(n, i + max(1, int(sec * r.uniform(.95, 1.06) / DT))); S[i:j], hd[i:j], mass[i:j], st[i:j], ra[i:j] = s, h, m_, code, ration; G[:, i:j] = gp[:, None]; a, i = i, j
            return slice(a, i)
        def go(to, v, code, stop=True):
            nonlocal i, s
            if stop and r.random() < .22 and abs(to - s) > 12:                                # person or calf in the alley
                go(s + (to - s) * r.uniform(.3, .8), v, code, False); wait(r.uniform(3, 12), 9)
            d = abs(to - s); v = v * spd; a_ = .3
            if d < 1e-6: return slice(i, i)
            tr = min(v / a_, np.sqrt(d / a_)); T = d / (a_ * tr) + tr; k = max(3, int(T / DT)); w = np.clip(np.minimum((np.arange(k) + .5) * DT, (k - .5 - np.arange(k)) * DT) / tr, 0, 1); p = np.cumsum(w); p /= p[-1]
            j = min(n, i + k); S[i:j] = s + (to - s) * p[:j - i]; s = to; hd[i:j], mass[i:j], st[i:j], ra[i:j], vc[i:j] = h, m_, code, ration, v; G[:, i:j] = gp[:, None]; a, i = i, j
            return slice(a, i)
        def grab(to, sec):
            nonlocal i, gp
            to = np.array(to); k = max(2, int(sec * r.uniform(.95, 1.06) / DT)); j = min(n, i + k); u = ((np.arange(k) + 1) / k)[:j - i]; u = u * u * (3 - 2 * u)
            S[i:j], hd[i:j], mass[i:j], st[i:j], ra[i:j] = s, h, m_, 2, ration; G[:, i:j] = gp[:, None] + (to - gp)[:, None] * u; gp = to; a, i = i, j
            return slice(a, i)
        E['cha'][wait(r.uniform(12, 40), 1)] = True
        while i < n:
            x = r.random(); spd = .68 if x < .12 else 1.; a0 = i; tour += 1
            if r.random() < .66:
                ration = int(r.choice(3, p=(.5, .3, .2))) + 1 if not (new3 and r.random() < .35) else 4   # beets: for the first time in life/3
                go(4.5, .6, 3, False); l0 = i; tot = r.uniform(190, 340) * (1.25 if big else 1); mc[i:] = tot; k = int(r.integers(3, 5)); b = i
                for c in range(k):
                    sx = (1., 3., 5.2, 7.)[(ration - 1 + c) % 3 if ration < 4 else 3]; pk = tot / k * r.uniform(.85, 1.15); silo[i:] = int(sx)
                    grab((sx, 3.2, 2.6), 2.2); grab((sx, 3.2, .7 + .5 * r.random()), 1.8); wait(.8, 2); g0 = i; grab((sx, 3.2, 2.6), 2.6); grab((4., 1.2, 2.6), 2.2); gm[g0:i] = pk; E['open'][wait(.9, 2)] = True; m_ += pk
                E['gra'][l0:i] = True; vis[i - int(6 / DT) if i > 200 else i:] = 15.; wait(r.uniform(6, 12), 4); go(8.8, .55, 4, False)
                a = i; go(31.3, r.choice((.5, .62, .75)), 5); wait(3.5, 6); e0 = i; left = r.uniform(0, .25) * m_; mass[a:i] = m_ + (left - m_) * np.clip(np.interp(S[a:i], (8.8, 31), (0, 1)), 0, 1); m_ = left; E['dos'][a:i - 50] = True; vis[a:] = 22.
                h = 1.; E['jup'][i:] = True; vis[i:] = 12. if left > 20 else 0.; c = go(8.8, .8, 7); E['jup'][i:] = False; vis[i:] = 0; E['mix'][b:i] = True
                if left > 0: mass[c] = m_ * np.clip(np.interp(S[c], (8.8, 30), (0, 1)), 0, 1); m_ = 0.; E['dos'][c] |= mass[c] > 3
            else:
                h = 0.; a = i; go(8.8, .65, 3, False); E['jup'][i:] = True; go(31.3, .85, 8); wait(2.5, 6); h = 1.; go(8.8, .85, 8); E['jup'][i:] = False
            go(0., .65, 3, False); h = 0.; mc[i:] = 0
            if new4 and tour in (3, 9, 14): x = wait(16., 10); vis[x] = -9.                     # hopper emptied by turning back: for the first time in life/4
            E['cha'][wait(r.uniform(10, 38) if r.random() < .8 else r.uniform(45, 100), 1)] = True; num[min(i, n - 1):] = tour; self.tasks.append((a0 * DT, min(i, n) * DT, 'tour'))
        self.S, self.E, self.mass, self.st, self.ra, self.num_, self.vc, self.mc, self.G, self.silo = S, E, lp(mass, .5), st, ra, num, vc, mc, G, silo; self.gm = lp(gm, .25)
        self.auger = lp(slew(vis, 9), .3); v = lp(np.gradient(S, DT), .1); self.v = np.abs(v); self.mv = self.v > .06; self.acc = lp(np.gradient(v, DT), .15) * np.sign(v)
        ox, oy = (45., -14.) if self.unit == 'life' and self.idx == 5 else (0., 0.)            # second barn in life/5
        self.x = lp(np.interp(S, PS, PX), .5) + ox; self.y = lp(np.interp(S, PS, PY), .5) + oy
        dev = lp(self.wander('dev', .035, 6) * self.mv, .4); self.dev = dev; an = np.where(S < 4.5, 0., np.where(S < 8.8, .62, np.pi / 2)); self.yaw = lp(slew(lp(an, .6) + np.pi * hd, 1.1), .4) + .006 * lp(self.wander('ya', 1, 4), .8) * self.mv; self.yr = lp(np.gradient(self.yaw, DT), .12)
        self.x = self.x - dev * np.sin(an); self.y = self.y + dev * np.cos(an)
        self.dG = [lp(np.gradient(g, DT), .08) for g in G]; self.amb = 13 + 5 * self.su('amb') + self.wander('amb', .4, 900)
        self.lum = 112 + 9 * self.su('lu') + 16 * np.tanh(1.6 * self.wander('lum', 1, 45)) + 6 * np.sin(S / 3.1) + 2 * self.wander('lu2', 1, 5)
        self.cows = [np.clip(6 + 3 * big + 3 * lp(E['dos'].astype(float), 40) + 2.4 * self.wander(f'co{k}', 1, 70), 0, 20) for k in (0, 1)]
        self.bs = lp(slew(E['dos'] * np.where(mass > 3, 1., 0.) * self.pieces('bs', 6, 26, .35, .95), 1.2), .2); self.jup = lp(slew(E['jup'] * 1., .7), .2)
        self.cm = (10 + .085 * self.mass) * np.abs(self.auger) / 20 * (1 + .09 * (self.ra == 3) - .08 * (self.ra == 2) + .16 * (self.ra == 4)) * (1 + .035 * self.wander('cm', 1, 1.2))
        self.wi = [self.mv * (2.4 + .0085 * self.mass) * (.55 + .6 * self.v) + 16 * np.clip(self.acc, -.15, 1) * (1 + self.mass / 400) + 1.6 * np.abs(self.yr) + .3 * self.wander(f'wi{k}', 1, .9) * self.mv for k in (0, 1)]
        self.jc = self.jup * (4.4 + .07 * np.mean(self.cows, 0)) * (1 + .05 * self.wander('jc', 1, 1.2))
        self.ib = 3.2 + .42 * self.cm + np.clip(self.wi[0] + self.wi[1], -4, 60) + self.jc + 7 * self.bs + .3 * self.wander('ib', 1, 3)
        soc, so = [], float(r.uniform(.62, .8)); ib1, ch = self.ib[::20], E['cha'][::20]; ic = []
        for a, c in zip(ib1, ch):
            k = min(62., max(0., (.985 - so) * 330)) if c else 0.; so += (k - a) / 3600 / 120; soc.append(so); ic.append(k)
        k = np.arange(len(soc)) * 20; self.soc = np.interp(np.arange(n), k, soc); self.ic = lp(slew(np.where(E['cha'], np.interp(np.arange(n), k, ic), 0), 28, 150), .4) * (1 + .05 * np.tanh(1.5 * self.wander('ic', 1, 15)))
        ld = ['load', 'masse nette', 'mass', 'masse', 'weight', 'cellule dag', 'masse consigne']; self.quanm = self.quan(self.mass, self.mv, .68, 0)
        self.num('roue_d_lourde', self.mass, PES + ':masse_nette', ld, above=self.quanm, tol=.45, and_=self.mv)
        self.num('vis_pleine', self.mass, PES + ':masse_nette', ld, above=self.quan(self.mass, np.abs(self.auger) > 8, .5, 0), tol=.4, and_=np.abs(self.auger) > 8)
        self.num('tapis_vite', self.bs, DIS + ':gauche.vitesse_tapis', ['belt speed', 'vitesse tapis', 'speed', 'faster', 'debit demande'], above=self.quan(self.bs, self.bs > .3, .5, 2), tol=.35)
        self.num('levage_lourd', self.gm, GRA + ':prise_kg', ['prise kg', 'mass', 'grabbed', 'load', 'weight'], above=self.quan(self.gm, self.gm > 25, .35, 0), tol=.5)
        self.num('contact', self.ic, CHA + ':courant_charge', ['courant charge', 'charging current', 'current', 'charging'], above=self.quan(self.ic, self.ic > 20, .35, 0), tol=.35)
        self.num('image_claire', self.lum, CAM + ':luminosite', ['brightness', 'luminosite', 'light', 'brighter'], above=self.quan(self.lum, self.lum > 0, .62, 0), tol=.2)
        self.num('fil_rapide', self.v, '/odom:twist.twist.linear.x', ['speed', 'faster', 'linear', 'velocity', 'vitesse consigne', 'vitesse roue', 'twist'], above=self.quan(self.v, self.mv, .6, 2), tol=.35)
        for kd, rad, sh in (('sol_lieu', 1.7, .06), ('secousse_lieu', 1.7, .06), ('camera_lieu', 1.9, .07), ('radio_lieu', 1.9, .07)):
            a, b = self.spot(kd, self.x, self.y, rad, self.mv & (S > 9.5) & (S < 29.5), sh); self.at(kd, self.x, self.y, a, b, rad, self.mv)
        dw = ('driving', 'moving', 'speed', 'vitesse consigne', 'vitesse roue'); vi = np.abs(self.auger) > 6
        self.mode('roue_g vitesse_g', self.mv, *dw); self.mode('couteaux regime couple', vi, 'mixing', 'regime vis', 'auger', 'running', 'turning'); self.mode('tapis_g tapis_d', self.bs > .2, 'dosing', 'belt', 'vitesse tapis', 'debit demande', 'running')
        self.hat = lp(slew(E['dos'] * 420., 190), .2); self.dh = np.abs(np.gradient(self.hat, DT)) > 30; self.mode('trappe_d', self.dh, 'hatch', 'moves', 'moving', 'ouverture trappe'); self.mode('jupe_usee jupe_regime', self.jup > .3, 'pushing', 'skirt', 'regime jupe', 'running', 'turning')
        self.mode('levage', np.abs(self.dG[2]) > .15, 'hoisting', 'lifting', 'moving', 'hauteur griffe', 'grab'); self.mode('translation', np.hypot(self.dG[0], self.dG[1]) > .15, 'bridge', 'moving', 'moves', 'position pont'); self.mode('ondulation', self.ic > 12, 'charging', 'courant charge', 'dock', 'a quai')

    def build(self):
        t, n, f, w, mv, E = self.t, self.n, self.f, self.ns, self.mv, self.E
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.006, lag=.015), **k)); mvf = mv.astype(float); ms = self.mass
        # wheels, odometry, imu
        rg = 1.9 * f('roue_g') * lp(mvf, .2); so = lp(f('sol_lieu'), .3); lo = lp(f('roue_d_lourde'), .3); er = (f('s_traction') > 0) & mv & (self.pieces('er', .5, 4, 0, 1) < .3); ci, vs, tm = [], [], []
        for k in (0, 1):
            c = self.wi[k] * (1 + self.u(f'wk{k}', .02)) + .25 + w(f'wc{k}', .16) * (1 + mvf) + so * (2.3 + .7 * self.wander(f'so{k}', 1, .3)) + (rg if k == 0 else lo * (1.9 + .5 * self.wander('lo', 1, .3))); ci.append(q(c, .05))
            v = self.v + (.24 if k else -.24) * self.yr + w(f'wv{k}', .006) * (1 + mvf); v = v * np.where(er, .75, 1) if k == 0 else v
            if k == 0: v = v + f('vitesse_g') * mv * (.075 * self.white('vg') - .4 * self.spikes('vgs', .05))
            vs.append(q(v, .001)); x = self.warm(f'wt{k}', self.amb, 2.6 * lp(np.abs(self.wi[k]), 30) + (8.5 * f('roue_d_chaude') if k else 0), 240, 8, 11., .09); tm.append(q(hold(x, self.on('temp_g_fixe')) if k == 0 else x, .1))
        pub(TRA, 'etable_msgs/msg/Traction', 10, dict(courant_roue=ci, vitesse_roue=vs, temp_moteur=tm, temp_variateur=q(self.warm('tv', self.amb, 1.1 * lp(self.ib, 20) * .4 + 7.5 * f('variateur'), 150, 11, 5., .12), .5), code_defaut=np.where(er, 0x2310, 0)))
        qz, qw = quat(self.yaw)
        pub('/odom', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(self.x + w('ox', .006), 1e-3), 'pose.pose.position.y': q(self.y + w('oy', .006), 1e-3), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': q(self.v + w('ov', .006), 1e-3), 'twist.twist.angular.z': q(self.yr + w('ow', .003), 1e-3)}, 'etable', age=.55 * f('odom_vieille'))
        se = lp(f('secousse_lieu'), .1); sg = .05 + .22 * self.v + .006 * np.abs(self.auger) + .08 * self.jup
        self.imu('/imu', 15, (.006 * self.wander('ir', 1, 2) + w('irn', 4e-4), .006 * self.wander('ip', 1, 2) + w('ipn', 4e-4), self.yaw + w('iy', .0012)), (w('gx', .004) * (1 + 3 * mvf), w('gy', .004) * (1 + 3 * mvf), self.yr + w('gz', .0022) * (1 + 2 * mvf) + self.u('gz', .0004) + .023 * f('gyro')), (self.acc + sg * self.white('ax') + se * .85 * self.white('axv'), sg * self.white('ay') + se * .85 * self.white('ayv'), 9.81 + 1.4 * sg * self.white('az') + se * 1.1 * self.white('azv')), 'chassis', drop=.5 * f('imu_perdus'), lag=.004)
        # mixer, weighing
        vi = self.auger; on = np.clip(np.abs(vi) / 6, 0, 1); vp = lp(f('vis_pleine'), .2); bl = (f('s_vis') > 0) & (np.abs(vi) > 6) & (self.pieces('bl', .8, 5, 0, 1) < .3); kn = 4.4 * f('couteaux') * on
        cv = self.cm * (1 + self.u('cv', .015)) + .35 + w('cv_', .3) * on + np.abs(w('cvn', .08)) + kn + vp * (3.2 * self.white('vp') + 2.2); rv = vi + self.u('rv', .05) * on + .1 * self.wander('rv', 1, 1.2) * on + w('rvn', .05) - f('regime') * on * (.9 + .9 * self.wander('rvx', 1, .3)); rv = rv * np.where(bl, .45, 1)
        pub(MEL, 'etable_msgs/msg/Melangeur', 8, dict(courant_vis=q(cv, .1), regime_vis=q(rv, .05), temp_reducteur=q(self.warm('tr', self.amb, .75 * lp(self.cm, 30) + 8.5 * f('reducteur'), 320, 10, 10., .1), .1), couple_vis=q((40 * self.cm + 12 * self.wander('cp', 1, 2) + w('cpn', 14)) * (1 - .26 * f('couple')), 5), mot_etat=np.where(bl, 0x0105, 0x0001) + 2 * (np.abs(vi) > 1)))
        cg = [(ms + 95) * (.26, .25, .25, .24)[k] * (1 + .02 * self.u(f'cg{k}')) + .4 * self.wander(f'cg{k}', 1, 3) + w(f'cgn{k}', .45) * (1 + 1.4 * on + mvf) for k in range(4)]; cg[2] = cg[2] - 4.5 * f('cellule3'); cg[0] = cg[0] + f('cellule1') * (4.6 * self.white('c1x') - 11 * self.spikes('c1s', .03))
        pub(PES, 'etable_msgs/msg/Pesage', 8, dict(cellule_dag=[100 * x for x in cg], masse_nette=q(sum(cg) - 95 * (1 + .02 * self.u('tare')), .5)))
        # dosing belts and hatches, skirt
        tv = lp(f('tapis_vite'), .2); D = {}; dh = self.dh.astype(float); bo = (self.bs > .05).astype(float)
        for k, sd in enumerate(('gauche', 'droite')):
            b = self.bs * (1 - (.14 * f('tapis_d') if k else 0)) + w(f'tb{k}', .006) * (1 + bo)
            c = bo * (1.6 + 2.6 * self.bs + .0035 * ms) * (1 + .035 * self.wander(f'tc{k}', 1, .9)) + .12 + np.abs(w(f'tcn{k}', .06)) + ((1.05 * f('tapis_g') * bo + tv * (.9 + .9 * np.abs(self.white('tvx')))) if k == 0 else 0)
            D.update({f'{sd}.vitesse_tapis': q(b, .005), f'{sd}.courant_tapis': q(c, .02), f'{sd}.ouverture_trappe': self.hat * (1 + self.u(f'ou{k}', .004)) + w(f'ou{k}', 1.3) + (26 * f('trappe_g') if k == 0 else 0), f'{sd}.courant_trappe': q(lp(dh, .1) * (2.1 + .12 * self.wander(f'ct{k}', 1, .8) + (.75 * f('trappe_d') if k else 0)) + .05 + np.abs(w(f'ctn{k}', .03)), .02)})
        pub(DIS, 'etable_msgs/msg/Distribution', 8, dict(D, debit_demande=q(delayed(self.bs, -.2) * 7.5, .1)))
        jo = np.clip(self.jup * 2, 0, 1)
        pub(JUP, 'etable_msgs/msg/Jupe', 6, dict(courant_jupe=q(self.jc + .12 + np.abs(w('jn', .1)) + 1.25 * f('jupe_usee') * jo, .05), regime_jupe=q(np.maximum(34 * self.jup + .25 * self.wander('jr', 1, 1) * jo + w('jrn', .2) * jo + f('jupe_regime') * jo * (2.2 * self.white('jrx') - 11 * self.spikes('jrs', .05)), 0), .1), pression_appui=q(22 + self.u('pa', .2) + 9 * self.jup + .4 * self.wander('pa', 1, 4) + w('pan', .2) + f('appui') * .75 * self.wander('pax', 1, .35), .05), hauteur_mm=62 - 38 * self.jup + self.u('hj', 1) + w('hj', .8) + 2 * mvf * self.wander('hj2', 1, .6) - 7.5 * f('jupe_basse')))
        # grab of the kitchen
        dG = self.dG; up = np.clip(dG[2], 0, 2); hm = np.clip(np.abs(dG[2]) / .15, 0, 1); tr_ = np.hypot(dG[0], dG[1]); lg = lp(f('levage_lourd'), .15); sl = (f('s_grappin') > 0) & E['gra'] & (self.pieces('sl', .5, 4, 0, 1) < .35)
        clv = hm * 2.6 + 7.2 * up * (1 + self.gm / 130) + .018 * self.gm + .25 + .16 * self.wander('lv', 1, 1) * E['gra'] + np.abs(w('lvn', .1)) + 3.2 * f('levage') * hm + lg * (1.9 + .5 * self.wander('lgx', 1, .3)); clv = clv * np.where(sl, .4, 1)
        pub(GRA, 'etable_msgs/msg/Grappin', 8, dict(position_pont=[q(self.G[0] + w('px', .002), 1e-3), q(self.G[1] + w('py', .002) + f('pont_y') * (.05 * self.white('pyx') + .25 * self.spikes('pys', .05)), 1e-3)], hauteur_griffe=q(self.G[2] + w('hg', .004), 1e-3), courant_levage=q(clv, .05), courant_translation=q(.2 + np.clip(tr_ * 8, 0, 1) * (1.4 + .3 * tr_ + .002 * self.gm + .85 * f('translation')) + .1 * self.wander('ctr', 1, 1) * (tr_ > .1) + np.abs(w('ctn', .06)), .02),
            pression_griffe=q(np.maximum(58 + self.u('pg', .5) + 70 * lp((self.gm > 5).astype(float), .2) + .8 * self.wander('pg', 1, 6) + w('pgn', .6) - f('griffe') * (5.5 + 2.4 * np.abs(self.white('pgx'))), 0), .2), prise_kg=q(self.gm + w('pk', .7) + .5 * self.wander('pk2', 1, 2) + 1.1 * up * 3 + f('prise') * 6 * self.white('pkx'), .2), silo=self.silo, defaut_grappin=np.where(sl, 12, 0)))
        # battery, charger
        nb = self.ib + rg + .42 * kn - self.ic; vb = 49.6 + 5.2 * (self.soc - .6) - .022 * nb
        self.batt('/batterie', nb + w('nb', .35), vb + w('vb', .02), self.soc, [vb / 16 + self.u(f'ce{k}', .003) + w(f'ce{k}', .0025) - (f('accu6') * (.04 + .0006 * np.maximum(nb, 0)) if k == 5 else 0) for k in range(16)], [self.warm(f'bt{k}', self.amb, .11 * np.abs(lp(nb, 25)) + (5.5 * f('accu_chaud') if k == 0 else 0), 420, 5, 2.5, .06) for k in range(3)], rate=3)
        co = (self.ic > 3).astype(float); ii = lp((self.ic / 60)**2, 8)
        pub(CHA, 'etable_msgs/msg/Chargeur', 4, dict(courant_charge=q(self.ic + w('ic_', .2) * co, .1), tension_charge=q(np.where(E['cha'], vb + .35, 0) + w('tc', .02), .02), ondulation_mv=q(np.abs(18 + 1.1 * self.ic + 3 * self.wander('on', 1, 5) * co + w('onn', 3) + 34 * f('ondulation') * co), .5), temp_contact=[q(self.warm(f'tk{k}', self.amb, 19 * ii, 50, 3, 4., .15) + (lp(10 * f('contact'), 9) if k else 0), .1) for k in (0, 1)], ventilateur_tr=1480 + 640 * lp(co, 3) + 12 * self.wander('ve', 1, 6) + w('ven', 9) - 70 * f('ventilo'), a_quai=E['cha']))
        # sensors around
        R, ped = [], self.pieces('ped', 4, 20, 0, 1) < .12; lf = f('lidar_sale')
        for k in range(13):
            x = (1.9, 2.2, 2.8, 4, 7, 12, 16, 12, 7, 4, 2.8, 2.2, 1.9)[k] * np.exp(.04 * self.wander(f'rg{k}', 1, 20) + .1 * np.sin(self.S / (2 + .4 * k))) + w(f'rgn{k}', .015); x = np.where((st9 := self.st == 9) & (4 < k < 8), 1.1 + .2 * self.wander('pe', 1, 2), np.where(ped & (k in (8, 9)), np.minimum(x, 2.2), x))
            if k in (2, 3): x = np.where((lf > 0) & (self.rng(f'lf{k}').random(n) < .55), .35 + np.abs(w(f'lfn{k}', .06)), x)
            R.append(x)
        self.scan('/lidar', 6, R, 1.7, 25, drop=.5 * f('lidar_perdu'), lag=.02)
        us = [np.where(self.S < 1, 420, (880, 900, 1500, 1500, 890, 870)[k]) + 60 * self.wander(f'us{k}', 1, 4) + 90 * np.sin(self.S / (1.5 + .3 * k)) + w(f'usn{k}', 9) for k in range(6)]; us[2] = np.where((f('sonar3') > 0) & (self.rng('s3').random(n) < .45), 260 + 40 * self.white('s3x'), us[2]); us[4] = hold(us[4], self.on('sonar5_fixe'))
        pub(USO, 'etable_msgs/msg/Ultrasons', 6, dict(distance_mm=us))
        fr = lp(f('fil_rapide'), .2); al = .5 + .5 * np.tanh(3 * np.sin(self.S / 5))
        pub(GUI, 'etable_msgs/msg/ParcoursFil', 8, dict(amplitude_mv=q(412 + self.u('am', 4) - 900 * np.abs(self.dev) + 9 * al + 5 * self.wander('am', 1, 8) + w('amn', 4) - 36 * f('fil'), 1), ecart_mm=q(1000 * self.dev + w('ec', 2.2) + 2 * self.wander('ec2', 1, 1) * mvf + fr * 26 * self.wander('ecx', 1, .25), .5), transpondeur=np.floor(self.S / 3.2) + 100))
        ic_ = lp(f('image_claire'), .4); cl = lp(f('camera_lieu'), .3); al = [np.clip(18 + 14 * lp(self.E['dos'] * 1., 15) - 6 * np.sin(self.S / 4 + k) + 1.5 * self.wander(f'al{k}', 1, 4), 0, 60) for k in (0, 1)]
        pub(CAM, 'etable_msgs/msg/CameraAuge', 4, dict(aliment_cm=[q(np.maximum(a + w(f'aln{k}', .7) + (f('auge_d') * 4.6 * self.white('alx') if k else 0), 0), .1) for k, a in enumerate(al)], nettete=q(np.clip(74 + self.u('ne', .8) - 7 * self.v + 1.3 * self.wander('ne', 1, 8) + w('nen', .9) - 11 * f('vitre') - 9 * cl, 0, 100), .1), luminosite=q(self.lum + w('lun', .9), .5), temps_image_ms=q(44 + np.abs(w('ti', 2.4)) + 3 * mvf + ic_ * (10 + 5 * np.abs(self.white('tix'))), .5), confiance=q(np.clip(91 + self.u('cn', .5) - 2 * mvf + 1.2 * self.wander('cn', 1, 9) + w('cnn', .7) - 3 * ic_ - cl * (12 + 4 * np.abs(self.white('clx'))), 0, 100), .1)))
        me = f('metal')
        pub('/detecteur_metal', 'etable_msgs/msg/DetecteurMetal', 4, dict(signal_mv=q(np.abs(14 + 1.4 * np.abs(vi) + 2.2 * self.wander('sm', 1, 3) + w('smn', 1.5) + me * 5 * self.white('smx')), .1), bruit_mv=q(np.abs(3.1 + .12 * np.abs(vi) + .3 * self.wander('bm', 1, 5) + w('bmn', .25) + me * (1.1 + .5 * np.abs(self.white('bmx')))), .05), aimant_plein=(f('s_aimant') > 0) & (t % 18 < 6)))
        co2 = 1150 + 90 * self.su('co') + 28 * np.mean(self.cows, 0) + 45 * self.wander('co', 1, 60) + w('con', 9)
        pub(ETA, 'etable_msgs/msg/Etable', 2, dict(ammoniac_ppm=q(np.abs(7.5 + .8 * self.su('nh') + .5 * self.wander('nh', 1, 60) + .5 * np.sin(self.S / 7) + w('nhn', .25) + 1.7 * f('ammoniac')), .1), gaz_carbonique=q(hold(co2, self.on('co2_fixe')), 5), vitesse_air=q(np.abs(.5 + .16 * self.wander('va', 1, 8) + w('van', .04)), .01), vaches_gauche=self.cows[0], vaches_droite=self.cows[1]))
        rs = lp(f('radio_lieu'), .3); di = np.hypot(self.x - 8, self.y - 4)
        pub(RAD, 'etable_msgs/msg/Radio', 4, dict(niveau_dbm=-51 - .75 * di + self.su('rs', 1.2) + 1.5 * self.wander('rs', 1, 4) + w('rsn', .9) - 12 * rs, delai_ms=q(11 + np.abs(w('tn', 2)) + 24 * rs * self.rng('rst').random(n), .5), pertes_pc=q(self.rng('ls').gamma(.5, .15, n) + 2.6 * rs * self.rng('rsl').random(n), .1)))
        i24 = 6.4 + 1.2 * mvf + 1.9 * E['gra'] * 0 + 1.1 * self.jup + .9 * dh + .4 * self.wander('i24', 1, 5); lm = [2.1 + self.u(f'lm{k}', .02) + w(f'lm{k}', .015) for k in (0, 1)]; lm[1] = lm[1] * (1 - np.minimum(f('lampe2'), 1.25) * np.where(self.pieces('l2', .1, .9, 0, 1) < .4, .42, .08))
        pub(A24, 'etable_msgs/msg/Alim24', 4, dict(tension_24=q(24.3 + self.u('v24', .02) - .011 * i24 + w('v24', .012) - f('u24') * np.abs(.13 * self.white('u24x')), .01), courant_24=q(i24 + w('i24n', .12), .05), temp_coffret=q(self.warm('cf', self.amb, 1.2 * lp(i24, 20) + 6.8 * f('coffret'), 200, 9, 9., .1), .1), courant_lampe=[q(x, .01) for x in lm]))
        pub('/securite', 'etable_msgs/msg/Securite', 3, dict(arret_urgence=0, pare_chocs_ok=1, barriere_cuisine=E['gra'], appui_pare_chocs=[q(np.abs(w(f'ap{k}', .8) + 6 * (self.pieces(f'ap{k}', 1, 9, 0, 1) < .04) * mvf), .1) for k in (0, 1)]))
        pub('/mission', 'etable_msgs/msg/Mission', 4, dict(etat=self.st, ration=self.ra, numero_tour=self.num_, vitesse_consigne=q(self.vc * (self.v > .02), .01), masse_consigne=q(self.mc, 1)))
        rh = .74 + .04 * self.su('rh') + .012 * self.wander('rh', 1, 120) + .005 * self.wander('rh2', 1, 10)
        pub('/meteo/humidite', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(hold(rh + w('rhn', .0015), self.on('humidite')), .001)))
        pub('/meteo/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1)))
        cy = f('cycle')
        pub('/calculateur', 'etable_msgs/msg/Calculateur', 2, dict(cycle_ms=q(20 + np.abs(w('cy', .12)) + .9 * cy, .05), cycle_max_ms=q(23.5 + np.abs(w('cx', 1.4)) + cy * (9 + 4 * self.rng('cmx').random(n)), .1), memoire_mo=q(1210 + 62 * self.newver + 5 * self.su('me') + 2.5 * self.wander('me', 1, 110) + w('men', .8) + self.computer_leak('memoire', 90), 1), temp_processeur=q(self.warm('cpu', self.amb, 21 + 3. * mvf, 120, 18, 22., .25), .5)), strs=dict(logiciel='5.3.1' if self.newver else '5.3.0'))
        self.goals('/tour/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_traction', 'traction', ['surintensite roue gauche 0x2310', 'redemarrage roue gauche'])
        a2 = self.speak('s_vis', 'melangeur', ['vis bloquee, code 0105', 'vis inversee puis relancee'], 14)
        a3 = self.speak('s_grappin', 'grappin', ['cable mou, code 12', 'levage repris'])
        s = self.when('s_aimant'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 21): self.log(x, 'W', 'detecteur_metal', 'aimant plein, nettoyer', 'fault')
            a4 = np.where(self.on('s_aimant'), 1., 0.)
        self.routine([(18, 'I', 'mission', 'tour fini, {} kg distribues', 150, 360), (8, 'W', 'navigation', 'obstacle, attente {} s', 3, 12), (6, 'W', 'pesage', 'ecart de recette {} kg', 4, 15), (5, 'I', 'batterie', 'equilibrage {} mV', 2, 9), (4, 'W', 'radio', 'serveur lent {} ms', 400, 900)],
                     [('I', 'systeme', 'logiciel ' + ('5.3.1' if self.newver else '5.3.0')), ('W', 'camera_auge', 'calibrage ancien'), ('W', 'guidage', 'position reprise du transpondeur'), ('I', 'securite', 'pare-chocs essaye')])
        self.status('traction', 'TR2', a1, {2: 'surintensite roue gauche'}, i24=i24); self.status('melangeur', 'MV1', np.maximum(a2, brief_warn(self, 'mv', 1.2)), {1: 'charge inegale', 2: 'vis bloquee'})
        self.status('grappin', 'PG', a3, {2: 'cable mou'}); self.status('detecteur_metal', 'DM', a4, {1: 'aimant plein'}); self.status('serveur', 'SV', brief_warn(self, 'sv', 1.4), {1: 'reponse lente'})
