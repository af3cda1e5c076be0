"""Robot coffee bar: six-axis arm, espresso machine with two groups, grinder, milk, ice, syrups, turntable; Italian fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, slew

MAC, MAN, LAT, GHI, BRA, GIU, PIN, BIC, ACQ, SCI, TAV = '/macchina', '/macinino', '/latte', '/ghiaccio', '/braccio/motori', '/braccio/giunti', '/pinza', '/bicchieri', '/acqua', '/sciroppi', '/tavola'
QUA, CAM, PAG, IMU = '/quadro', '/telecamera', '/pagamento', '/basamento/imu'
ST = dict(casa=(.30, 0., .45), bicch=(.38, -.46, .30), macin=(.60, -.17, .34), gr1=(.58, .12, .36), gr2=(.50, .32, .36), latte=(.24, .55, .28), ghiac=(-.10, .56, .30),
          scir=(-.36, .42, .28), acqua=(.06, .60, .28), tav=(.52, -.36, .26), fondi=(-.34, -.40, .22), lavaggio=(-.50, -.12, .24))
L1, L2 = .46, .44


class Barista(Sim):
    NAME = 'barista'
    FLAGS = [(MAC, 'macchina_allarme'), (BRA, 'codice_errore'), (LAT, 'latte_allarme'), ('/fondi', 'cassetto_pieno')]
    DEFS = {
        'caffe_msgs/msg/Macchina': mdef('float32[2] gruppo_bar gruppo_gradi portata_mls; float32 caldaia_bar caldaia_gradi pompa_bar pompa_ampere vapore_gradi; bool riscalda; uint8 macchina_allarme'),
        'caffe_msgs/msg/Macinino': mdef('float32 motore_ampere macine_gradi dose_grammi tramoggia_kg; uint16 giri_minuto; bool macina'),
        'caffe_msgs/msg/Latte': mdef('float32 frigo_gradi linea_bar pompa_latte_ampere schiuma_gradi tanica_litri; float32 compressore_watt; bool monta; uint8 latte_allarme'),
        'caffe_msgs/msg/Ghiaccio': mdef('float32 evaporatore_gradi condensatore_gradi compressore_ampere coclea_ampere vasca_kg; bool produce'),
        'caffe_msgs/msg/Motori': mdef('float32[6] assorbimento calore; int16[6] scarto; uint16 codice_errore'),
        'caffe_msgs/msg/Pinza': mdef('float32 apertura_mm presa_newton pinza_ampere; bool chiusa'),
        'caffe_msgs/msg/Bicchieri': mdef('uint16[3] pila; float32 separatore_ampere; uint16 caduta_ms; uint8 formato'),
        'caffe_msgs/msg/Acqua': mdef('float32 rete_bar filtro_delta_bar conducibilita serbatoio_litri; bool carica'),
        'caffe_msgs/msg/Sciroppi': mdef('float32[3] flacone_ml; float32 dosatore_ampere linea_sciroppo_bar'),
        'caffe_msgs/msg/Tavola': mdef('float32 angolo_tavola corrente_tavola; uint8 posti_occupati'),
        'caffe_msgs/msg/Fondi': mdef('float32 cassetto_kg; bool cassetto_pieno'),
        'caffe_msgs/msg/Quadro': mdef('float32[3] fase_ampere; float32 tensione_24 corrente_24 armadio_gradi; uint16 ventola_giri'),
        'caffe_msgs/msg/Telecamera': mdef('float32 nitidezza luminosita analisi_ms affidabilita; uint8 clienti'),
        'caffe_msgs/msg/Pagamento': mdef('float32 risposta_ms; int16 campo_dbm; uint8 esito'),
        'caffe_msgs/msg/Ordine': mdef('uint16 numero; uint8 in_coda bevanda fase; float32 velocita_richiesta'),
        'caffe_msgs/msg/Calcolatore': mdef('float32 ciclo_ms ciclo_massimo_ms processore_gradi memoria_mb; string versione'),
    }
    KINDS = dict(
        pompa=K('brew pump draws more and more current: vanes worn', [MAC], ['pompa_ampere'], ['espresso machine', 'brew pump', 'pump'], step=False, where='when brewing'),
        pompa_alta=K('pump pressure flutters when above a number: bypass valve chatters', [MAC], ['pompa_bar'], ['espresso machine', 'pump', 'bypass valve'], where='**pump pressure above a number**', cond=True),
        gruppo1_freddo=K('group 1 gets colder: heater band fails', [MAC], ['gruppo_gradi[0]'], ['espresso machine', 'group 1'], step=False, tail=240),
        gruppo2_sonda=K('temperature of group 2 flickers: probe', [MAC], ['gruppo_gradi[1]'], ['espresso machine', 'group 2', 'group probe']),
        doccetta2=K('flow of group 2 low: shower screen full of oil', [MAC], ['portata_mls[1]'], ['espresso machine', 'group 2', 'shower screen'], where='when brewing', need=15),
        gruppo1_perde=K('group 1 keeps residual pressure: three-way valve leaks', [MAC], ['gruppo_bar[0]'], ['espresso machine', 'group 1', 'three way valve']),
        caldaia_perde=K('boiler heats more often: safety valve weeps', [MAC], ['caldaia_bar', 'caldaia_gradi', 'riscalda'], ['espresso machine', 'boiler', 'safety valve'], need=60, tail=120, cons=(QUA,)),
        calcare=K('boiler probe reads too low: scale', [MAC], ['caldaia_gradi'], ['espresso machine', 'boiler', 'boiler probe']),
        vapore_fermo=K('steam temperature frozen', [MAC], ['vapore_gradi'], ['espresso machine', 'steam wand']),
        macine=K('grinder motor draws more and more current: burrs blunt', [MAN], ['motore_ampere'], ['grinder', 'burrs'], step=False, where='when grinding', need=15),
        macine_calde=K('grinder gets hot: fan dead', [MAN], ['macine_gradi'], ['grinder', 'burrs'], step=False, tail=300),
        giri=K('speed of the grinder uneven: capacitor', [MAN], ['giri_minuto'], ['grinder', 'grinder motor'], where='when grinding', need=15),
        dose=K('dose of the grinder too small: chute sticky', [MAN], ['dose_grammi'], ['grinder', 'dose', 'chute']),
        tramoggia_poca=K('grinder draws less current when the hopper is below a number: beans bridge', [MAN], ['motore_ampere', 'giri_minuto'], ['grinder', 'hopper'], where='**hopper below a number**', cond=True, need=12),
        frigo=K('milk fridge gets warm: door gasket', [LAT], ['frigo_gradi'], ['milk', 'milk fridge', 'fridge'], step=False, tail=400),
        frigo_watt=K('compressor of the milk fridge takes more power: condenser dusty', [LAT], ['compressore_watt'], ['milk fridge', 'fridge', 'fridge compressor'], where='when cooling'),
        latte_pompa=K('milk pump draws more current: peristaltic hose swollen', [LAT], ['pompa_latte_ampere'], ['milk', 'milk pump'], where='when foaming', need=12),
        latte_aria=K('milk line pressure uneasy: sucks air', [LAT], ['linea_bar'], ['milk', 'milk line'], where='when foaming', need=12),
        schiuma=K('foam too cold: steam nozzle half blocked', [LAT], ['schiuma_gradi'], ['milk', 'foam', 'steam nozzle'], where='when foaming', need=12),
        condensatore=K('condenser of the ice maker gets hot: filter dusty', [GHI], ['condensatore_gradi'], ['ice maker', 'condenser'], step=False, tail=300),
        coclea=K('auger of the ice maker draws more current: bearing', [GHI], ['coclea_ampere'], ['ice maker', 'auger']),
        gas_caldo=K('ice maker compressor draws more current when warmer in the condenser than a number: gas overfilled', [GHI], ['compressore_ampere'], ['ice maker', 'ice compressor'], where='**condenser temperature above a number**', cond=True),
        vasca=K('weight of the ice bin noisy: load cell iced', [GHI], ['vasca_kg'], ['ice maker', 'ice bin', 'load cell']),
        spalla=K('shoulder motor draws more and more current: gear dry', [BRA], ['assorbimento[1]'], ['arm', 'shoulder', 'joint 2'], step=False, where='when moving'),
        gomito_lontano=K('elbow motor draws more current when reaching farther than a number: bearing', [BRA], ['assorbimento[2]'], ['arm', 'elbow', 'joint 3'], where='**reach above a number**', cond=True),
        base_svelta=K('base joint follows with larger error when turning faster than a number: backlash', [BRA], ['scarto[0]'], ['arm', 'base joint', 'joint 1'], where='**speed above a number**', cond=True, need=12),
        polso_caldo=K('wrist motor gets warm: brake drags', [BRA], ['calore[4]'], ['arm', 'wrist', 'joint 5'], step=False, tail=300),
        gomito_fermo=K('temperature of the elbow motor frozen', [BRA], ['calore[2]'], ['arm', 'elbow', 'joint 3']),
        flangia=K('flange motor draws more current: coffee in the seal', [BRA], ['assorbimento[5]'], ['arm', 'flange', 'joint 6']),
        cavo_luogo=K('base motor draws more current at one place: cable loop catches', [BRA], ['assorbimento[0]'], ['arm', 'cable loop', 'base joint', 'joint 1'], where='**at a place**', cond=True, need=12),
        vibra_luogo=K('base shakes at one place: panel touches the arm', [IMU], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['base', 'panel', 'imu'], where='**at a place**', cond=True, need=12),
        encoder3=K('speed of joint 4 flickers: encoder', [GIU], ['velocity[3]'], ['arm', 'joint 4', 'encoder'], where='when moving'),
        giunti_persi=K('joint messages get lost', [GIU], ['header.stamp'], ['joint states', 'arm']),
        punta_vecchia=K('tool pose comes with old stamps', ['/braccio/punta'], ['header.stamp'], ['tool pose', 'pose']),
        presa=K('gripper holds weakly: finger pad greasy', [PIN], ['presa_newton'], ['gripper', 'finger pad'], where='when holding'),
        pinza_dura=K('gripper motor draws more current: spindle sticky', [PIN], ['pinza_ampere'], ['gripper', 'gripper spindle']),
        caduta=K('cups fall late: separator worn', [BIC], ['caduta_ms'], ['cup dispenser', 'separator']),
        separatore=K('cup separator draws more current', [BIC], ['separatore_ampere'], ['cup dispenser', 'separator'], where='when a cup is taken', need=6),
        bilancia=K('scale noisy: cup rest touches', ['/bilancia/grammi'], ['data'], ['scale', 'weighing cell']),
        filtro=K('water filter clogs: difference of pressure rises', [ACQ], ['filtro_delta_bar'], ['water', 'water filter', 'filter'], step=False),
        tubo_luogo=K('wrist motor draws more current at one place: water hose rubs', [BRA], ['assorbimento[3]'], ['arm', 'water hose', 'joint 4'], where='**at a place**', cond=True, need=12),
        conduc=K('conductivity of the water high: resin exhausted', [ACQ], ['conducibilita'], ['water', 'water softener', 'conductivity']),
        sciroppo=K('syrup line pressure low and uneasy: check valve', [SCI], ['linea_sciroppo_bar'], ['syrups', 'syrup line', 'check valve']),
        tavola_piena=K('turntable needs more current when more places than a number are taken: bearing', [TAV], ['corrente_tavola'], ['turntable', 'turntable bearing'], where='**places above a number**', cond=True),
        fase2=K('current of phase 2 uneasy: contactor', [QUA], ['fase_ampere[1]'], ['cabinet', 'phase 2', 'contactor']),
        carico24=K('24 V falls when its current is above a number: terminal', [QUA], ['tensione_24'], ['cabinet', '24 v supply', 'power supply'], where='**24 V current above a number**', cond=True),
        armadio=K('cabinet warm and its fan slow', [QUA], ['armadio_gradi', 'ventola_giri'], ['cabinet', 'cabinet fan', 'fan'], tail=240),
        appannata=K('camera gets less sharp: steam film on the lens', [CAM], ['nitidezza'], ['camera', 'lens'], step=False),
        analisi_luce=K('image analysis slow when the brightness is above a number: exposure table lost', [CAM], ['analisi_ms', 'affidabilita'], ['camera', 'image analysis'], where='**brightness above a number**', cond=True),
        camera_luogo=K('camera glared at one place: lamp mirrored in the machine', [CAM], ['affidabilita', 'nitidezza'], ['camera', 'mirror'], where='**at a place**', cond=True, need=12),
        barriera=K('beams 6 and 7 of the barrier scanner read short: sugar on the window', ['/barriera'], ['ranges[5]', 'ranges[6]'], ['barrier', 'scanner']),
        giro=K('yaw gyro of the base has a bias', [IMU], ['angular_velocity.z'], ['imu', 'gyro']),
        pagamento=K('payment terminal answers slowly', [PAG], ['risposta_ms'], ['payment', 'terminal']),
        umidita=K('humidity frozen', ['/ambiente/umidita'], ['relative_humidity'], ['humidity', 'humidity sensor']),
        ciclo=K('computer has far longer worst cycles', ['/calcolatore'], ['ciclo_massimo_ms', 'ciclo_ms'], ['computer', 'control loop']),
        memoria=K('memory of the computer fills', ['/calcolatore'], ['memoria_mb'], ['computer', 'memory'], step=False),
        s_macchina=K('espresso machine reports low flow again and again', [MAC, '/rosout', '/diagnostics'], ['macchina_allarme', 'portata_mls[0]'], ['espresso machine', 'group 1'], silent=False),
        s_braccio=K('arm reports protective stops of joint 2', [BRA, '/rosout', '/diagnostics'], ['codice_errore', 'scarto[1]'], ['arm', 'joint 2'], silent=False),
        s_latte=K('milk unit reports an empty line', [LAT, '/rosout', '/diagnostics'], ['latte_allarme', 'linea_bar'], ['milk', 'milk line'], silent=False),
        s_fondi=K('knock box warns that it is full', ['/fondi', '/rosout', '/diagnostics'], ['cassetto_pieno'], ['knock box', 'grounds'], silent=False),
    )

    def plan(self):
        n, r = self.n, self.rng('plan')
        P = np.zeros((3, n)); W = np.zeros(n); cur, cw = np.array(ST['casa']), 0.
        B = [np.zeros(n, bool), np.zeros(n, bool)]; G = {k: np.zeros(n, bool) for k in 'macina monta ghiac scir acqua tamp presa bicch lava gira'.split()}
        ph, bev, mass, num, cup = np.zeros(n, int), np.zeros(n, int), np.zeros(n), np.zeros(n), np.zeros(n); i, spd, self.tasks = 0, 1., []; taken, pos_t = np.zeros(n), 0
        def pad(sec, code):
            nonlocal i
            j = min(n, i + max(1, int(sec * r.uniform(.95, 1.06) / DT))); P[:, i:j] = cur[:, None]; W[i:j] = cw; ph[i:j] = code; a, i = i, j
            return slice(a, i)
        def go(s, code=1, dz=0., w=None, f=1.):
            nonlocal i, cur, cw
            tg = np.array(ST[s] if isinstance(s, str) else s) + [0, 0, dz]; nw = cw if w is None else w
            d = np.linalg.norm(np.r_[tg - cur, .25 * (np.arctan2(tg[1], tg[0]) - np.arctan2(cur[1], cur[0])), .12 * (nw - cw)])
            m = max(2, int((.4 + 1.15 * d**.7) * f / spd * r.uniform(.95, 1.06) / DT)); j = min(n, i + m); u = ((np.arange(m) + 1) / m)[:j - i]; u = u**3 * (10 - 15 * u + 6 * u * u)
            a0, a1, r0, r1 = np.arctan2(cur[1], cur[0]), np.arctan2(tg[1], tg[0]), np.hypot(*cur[:2]), np.hypot(*tg[:2])
            an, rr = a0 + (a1 - a0) * u, r0 + (r1 - r0) * u - .14 * np.sin(np.pi * u) * min(1, abs(a1 - a0)); P[0, i:j], P[1, i:j] = rr * np.cos(an), rr * np.sin(an); P[2, i:j] = cur[2] + (tg[2] - cur[2]) * u + .05 * np.sin(np.pi * u)
            W[i:j] = cw + (nw - cw) * u; ph[i:j] = code; cur, cw = tg, nw; a, i = i, j
            return slice(a, i)
        pad(r.uniform(8, 20), 0); k = nd = 0; fair = self.unit == 'life' and self.idx == 2; new3, new4 = (self.unit == 'life' and self.idx >= x for x in (3, 4))
        while i < n:
            x = r.random()
            if x < (.05 if fair else .17): pad(r.uniform(15, 75), 0); [go((r.uniform(.25, .45), r.uniform(-.3, .3), r.uniform(.4, .6)), 7, w=r.uniform(-1, 1)) for _ in range(r.integers(2, 7))]; go('casa', 7, w=0.)
            elif x < .24: spd = .55
            elif x < .5: spd = 1.
            if new4 and nd in (3, 9, 15):                                                    # brush for the groups: for the first time in life/4
                for s in ('gr1', 'gr2'): [go(s, 8, dz=-.1 + .02 * (c % 2), w=1.5 * (c % 2)) for c in range(6)]
            a0 = i; d = int(r.choice(5, p=(.3, .3, .2, .2, 0.) if not new3 else (.25, .25, .15, .15, .2))); nd += 1; g = k % 2; k += 1; gs = ('gr1', 'gr2')[g]        # shaken coffee (4): for the first time in life/3
            go('bicch'); G['bicch'][pad(1.3, 2)] = True; c0 = i; go(gs, dz=-.12); pad(.5, 2); c1 = i; G['presa'][c0:c1] = True; mass[c0:c1] = .012; cup[i:] = 0
            h0 = i; go('macin'); s = pad(r.uniform(5.2, 8.), 3); G['macina'][s] = True; G['tamp'][pad(1.6, 3)] = True; go(gs); go(gs, 4, dz=.012, w=.85, f=2.); G['presa'][h0:i] = True; mass[h0:i] = .55
            b0 = i; b1 = min(n, i + int(r.uniform(23, 30) / DT)); B[g][b0:b1] = True; cup[b0:] = np.minimum(36., np.maximum(0, np.arange(n - b0) * DT - 4.5) * 1.55); go('casa', w=0.)
            if d in (1, 3): h = i; go('latte', w=.4); G['monta'][pad(r.uniform(11, 16), 5)] = True; G['presa'][h:i] = True; mass[h:i] = .45; go(gs, dz=-.1, w=0.)
            if d in (3, 4): h = i; go('ghiac'); G['ghiac'][pad(2.6, 5)] = True; G['presa'][h:i] = True; mass[h:i] = .2
            if r.random() < .35: h = i; go('scir'); G['scir'][pad(2.2, 5)] = True; G['presa'][h:i] = True; mass[h:i] = .2
            if d == 2: go('acqua'); G['acqua'][pad(4.5, 5)] = True
            if i < b1: pad((b1 - i) * DT / 1.0 + .5, 6)
            h = i; go(gs, dz=-.12)
            if d == 4: go((.35, 0, .5)); [go((.35, .06 * (-1)**c, .5 + .05 * (c % 2)), 9, w=.5 * (-1)**c, f=.55) for c in range(14)]; go('casa', w=0.)
            go('tav'); pad(.4, 2); G['presa'][h:i] = True; mass[h:i] = .06 + .15 * (d in (1, 3, 4)); cup[h:] = 0; G['gira'][i:min(n, i + int(2.2 / DT))] = True; pos_t = min(7, pos_t + 1); taken[i:] = pos_t
            if r.random() < .85 * pos_t / 3: pos_t = max(0, pos_t - int(r.integers(1, 4))); taken[min(n, i + int(r.uniform(3, 12) / DT)):] = pos_t
            h = i; go(gs); go(gs, 4, w=-.85, f=2.); go('fondi'); pad(.5, 2); go('fondi', 2, dz=-.03, f=.4); go('lavaggio'); s = pad(2.4, 2); G['lava'][s] = True; go('casa', w=0.); G['presa'][h:i] = True; mass[h:i] = .55
            num[min(i, n - 1):] = nd; bev[a0:i] = d + 1; self.tasks.append((a0 * DT, min(i, n) * DT, 'bevanda'))
            if r.random() < .55: pad(r.uniform(2, 20), 0)
        self.P, self.W, self.B, self.G, self.ph, self.bev, self.mass, self.num_, self.cup, self.taken = P, W, B, G, ph, bev, mass, num, lp(cup, .4), taken
        self.x, self.y = P[0], P[1]; z = P[2] - .35; R = np.hypot(P[0], P[1]); D = np.clip(np.hypot(R, z), .2, L1 + L2 - .02)
        q2 = -np.arccos(np.clip((D * D - L1 * L1 - L2 * L2) / (2 * L1 * L2), -1, 1)); q1 = np.arctan2(z, R) - np.arctan2(L2 * np.sin(q2), L1 + L2 * np.cos(q2))
        self.Q = [np.arctan2(P[1], P[0]), q1, q2, -q1 - q2, .15 * np.sin(2 * self.x), W]; self.R = R
        self.dQ = [lp(np.gradient(x, DT), .05) for x in self.Q]; self.ddQ = [lp(np.gradient(x, DT), .08) for x in self.dQ]
        self.mv = np.max(np.abs(self.dQ), 0) > .06
        self.brew = B[0] | B[1]
        age = []                                                                             # seconds since the begin of the brewing
        for b in B:
            idx = np.arange(n); st = np.where(b & ~np.r_[False, b[:-1]], idx, -1); age.append(np.where(b, (idx - np.maximum.accumulate(st)) * DT, 0))
        self.age = age; self.set = [np.where(b, np.where(a < 4, 3., 9.1 - .012 * a), 0) for b, a in zip(B, age)]
        self.gb = [lp(slew(s, 3.2, 9), .25) for s in self.set]; self.pb = np.maximum(self.gb[0], self.gb[1])
        self.amb = 23 + 1.5 * self.su('amb') + self.wander('amb', .3, 900)
        self.cli = np.clip(np.rint(3 + 2 * fair + 1.5 * self.su('cl') + 2.2 * self.wander('cli', 1, 60)), 0, 12)
        self.lux = 118 + 9 * self.su('lu') + 13 * np.tanh(1.5 * self.wander('lux', 1, 50)) + 2.5 * self.wander('lx2', 1, 6)
        ho, _ = hyst(G['macina'] * .0028 + 1e-5, .09, .85, 1.15, r.uniform(.87, 1.12)); self.hop = ho
        self.use = .0011 + .0145 * G['monta'] + .003 * G['lava'] + .004 * G['acqua']
        self.i24 = 5.1 + 1.9 * self.mv + 1.3 * G['macina'] * .6 + 1.6 * G['scir'] + 1.2 * G['gira'] + 1.5 * (self.pieces('luci', 20, 80, 0, 1) < .35) + .3 * self.wander('i24', 1, 4)
        self.ice, pr = hyst(G['ghiac'] * .045 + .0003, .0025, 2.22, 2.35, 2.3 + .02 * self.su('ice')); self.prod = pr > .5
        self.tcon0 = lp(self.amb + 5 + 15 * pr, 38)
        self.num('pompa_alta', self.pb, MAC + ':pompa_bar', ['pressure', 'pompa bar', 'pump pressure', 'bar', 'gruppo bar'], above=8.2, tol=.6, and_=self.brew)
        self.num('tramoggia_poca', self.hop, MAN + ':tramoggia_kg', ['hopper', 'tramoggia kg', 'tramoggia', 'beans', 'weight'], below=self.quan(self.hop, G['macina'], .52, 2), tol=.25, and_=G['macina'])
        self.num('gas_caldo', self.tcon0, GHI + ':condensatore_gradi', ['condenser', 'condensatore gradi', 'temperature', 'warmer', 'hot'], above=self.quan(self.tcon0, self.prod, .5, 1) if self.prod.any() else 40., tol=.15, and_=self.prod)
        self.num('gomito_lontano', R, '/braccio/punta:pose.position.x', ['reach', 'reaching', 'position', 'farther', 'far', 'extended', 'distance'], above=self.quan(R, self.mv, .62, 2), tol=.3, and_=self.mv)
        c = self.conds['gomito_lontano']; e = float(np.median(np.abs(q2[np.abs(R - c['above']) < .02]))); c['accept'].append([round(.7 * e, 3), round(1.3 * e, 3)])          # the same as the angle of the elbow
        self.num('base_svelta', np.abs(self.dQ[0]), GIU + ':velocity[0]', ['speed', 'velocity', 'turning', 'faster'], above=round(float(np.quantile(np.abs(self.dQ[0])[np.abs(self.dQ[0]) > .1], .5)), 2), tol=.5)
        self.num('tavola_piena', taken, TAV + ':posti_occupati', ['posti occupati', 'places', 'occupied', 'taken', 'posti', 'load'], above=1.5, tol=.7)
        self.num('carico24', self.i24, QUA + ':corrente_24', ['corrente 24', 'current', 'load', '24 v current'], above=self.quan(self.i24, np.ones(n, bool), .64, 1), tol=.3)
        self.num('analisi_luce', self.lux, CAM + ':luminosita', ['luminosita', 'brightness', 'light', 'bright', 'brighter'], above=self.quan(self.lux, np.ones(n, bool), .6, 0), tol=.2)
        for kd, rad, sh in (('cavo_luogo', .13, .08), ('tubo_luogo', .13, .08), ('vibra_luogo', .13, .1), ('camera_luogo', .13, .1)):
            ok = self.mv if kd in ('cavo_luogo', 'tubo_luogo') else ph > 0
            a, b = self.spot(kd, self.x, self.y, rad, ok, sh); self.at(kd, self.x, self.y, a, b, rad, ok)
        self.mode('pompa', self.brew, 'brewing', 'extraction', 'pumping', 'pump', 'pompa'); self.mode('doccetta2', B[1], 'brewing', 'extraction', 'gruppo', 'pump')
        self.mode('macine giri', G['macina'], 'grinding', 'macina', 'grinds', 'running')
        self.mode('latte_pompa latte_aria schiuma', G['monta'], 'foaming', 'monta', 'milk', 'frothing', 'pumping'); self.mode('presa', G['presa'], 'holding', 'gripping', 'chiusa', 'closed', 'carrying')
        self.mode('spalla', np.abs(self.dQ[1]) > .05, 'moving', 'moves', 'motion', 'speed', 'velocity'); self.mode('encoder3', np.abs(self.dQ[3]) > .05, 'moving', 'moves', 'motion', 'speed', 'velocity')
        self.mode('separatore', G['bicch'], 'cup', 'dispensing', 'taken', 'separating')
        self.cold, self.fk = hyst(.0045 + .012 * G['monta'], .021, -4.9, -3.1, -4. + .3 * self.su('fr')); self.mode('frigo_watt', self.fk > .5, 'cooling', 'running', 'compressor', 'compressore')

    def build(self):
        t, n, f, w, G, B, mv, dQ = self.t, self.n, self.f, self.ns, self.G, self.B, self.mv, self.dQ
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.003, lag=.006), **k))
        F = {k: v.astype(float) for k, v in G.items()}
        # machine
        cp = f('caldaia_perde'); bar, heat = hyst(self.use + .0045 * cp, .031, 1.06, 1.24, 1.15 + .03 * self.su('cb')); bar = lp(bar, .8)
        br = self.brew.astype(float); chat = lp(f('pompa_alta'), .3)
        pbar = self.pb * (1 + .012 * self.wander('pb', 1, .5)) + chat * (.55 * self.white('ch') - .25)
        res = 1 + .06 * self.wander('res', 1, 90); sm = f('s_macchina') * B[0] * (self.pieces('sm', 1, 5, 0, 1) < .45)
        fl = []
        for k in (0, 1):
            x = lp(np.where(B[k], np.where(self.age[k] < 4, 3.1, 1.55 * self.gb[k] / 9 / res), 0), .35) * (1 + .04 * self.wander(f'fl{k}', 1, .8)) + B[k] * w(f'fln{k}', .06)
            x = x * (1 - .27 * f('doccetta2')) if k else x * (1 - .75 * lp(np.minimum(sm, 1), .4))
            fl.append(q(np.maximum(x, 0), .01))
        gg = [92.8 + self.u(f'gg{k}', .3) - lp(1.5 * B[k], 9) + .35 * np.sin(2 * np.pi * t / (41 + 6 * k) + self.u(f'gp{k}', 2)) + .1 * self.wander(f'gw{k}', 1, 15) + w(f'gn{k}', .07) for k in (0, 1)]
        gg[0] = gg[0] - 3.2 * f('gruppo1_freddo'); gg[1] = gg[1] + f('gruppo2_sonda') * (1.1 * self.white('g2') - 6 * self.spikes('g2s', .04))
        gp = [np.maximum(self.gb[k] * (1 + .01 * self.wander(f'gq{k}', 1, .6)) + w(f'gbn{k}', .05) + .02, 0) for k in (0, 1)]; gp[0] = np.where((f('gruppo1_perde') > 0), np.maximum(gp[0], .62 * f('gruppo1_perde') * (1 + .1 * self.wander('gper', 1, 2))), gp[0])
        vt = lp(np.where(G['monta'], 122., 96 + 4 * (bar - 1.15)), 6) + w('vt', .35)
        pub(MAC, 'caffe_msgs/msg/Macchina', 8, dict(gruppo_bar=[q(x, .02) for x in gp], gruppo_gradi=[q(x, .1) for x in gg], portata_mls=fl, caldaia_bar=q(bar + w('cb', .005), .005), caldaia_gradi=q(104.5 + 15.6 * bar + .25 * self.wander('cg', 1, 20) + w('cgn', .12) - 2.6 * f('calcare'), .1), pompa_bar=q(np.maximum(pbar + w('pbn', .06), 0), .02),
            pompa_ampere=q(lp(br, .1) * (1.35 + .115 * self.pb + self.u('pa', .03) + .06 * self.wander('pa', 1, 2) + .46 * f('pompa')) + .04 + np.abs(w('pan', .035)), .01), vapore_gradi=q(hold(vt, self.on('vapore_fermo')), .5), riscalda=heat, macchina_allarme=np.where(sm > 0, 14, 0)))
        # grinder
        mg = F['macina']; tp = f('tramoggia_poca')
        rp = lp(slew(mg * 1380., 4200, 1800), .1); dg = hold(18.1 + .28 * self.pieces('dose', 20, 40, -1, 1), G['macina'])
        ma = lp(mg, .08) * (3.9 + self.u('ma', .06) + .3 * self.wander('ma', 1, .6) + 2.6 * np.exp(-self.since(G['macina']) / .25) + 1.25 * f('macine') - 1.15 * lp(tp, .3) * (1 + .35 * self.wander('tp', 1, .4))) + .05 + np.abs(w('man', .07))
        pub(MAN, 'caffe_msgs/msg/Macinino', 6, dict(motore_ampere=q(np.maximum(ma, 0), .02), macine_gradi=q(self.warm('mc', self.amb, 95 * lp(mg, 150) + 9.5 * f('macine_calde'), 160, 6, 9.), .1), dose_grammi=q(dg + w('dg', .06) - 1.5 * f('dose'), .05), tramoggia_kg=q(self.hop + w('hp', .006) + .01 * mg * self.white('hpm'), .005),
            giri_minuto=np.maximum(rp + (rp > 200) * (w('gi', 6) - 9 * self.wander('giw', 1, 1) + f('giri') * 75 * self.wander('gix', 1, .25) + 75 * lp(tp, .3)), 0), macina=G['macina']))
        # milk
        mo = F['monta']; fw = f('frigo'); sl = (f('s_latte') > 0) & G['monta'] & (self.pieces('sl', 1, 5, 0, 1) < .5)
        pub(LAT, 'caffe_msgs/msg/Latte', 5, dict(frigo_gradi=q(-self.cold + lp(3.4 * fw, 60) + w('fg', .07), .1), linea_bar=q(np.maximum(lp(mo, .5) * (1.32 + self.u('lb', .02) + .06 * self.wander('lb', 1, 1) - f('latte_aria') * np.abs(.42 * self.wander('la', 1, .35)) - .8 * sl) + w('lbn', .02) + .03, 0), .01),
            pompa_latte_ampere=q(lp(mo, .15) * (.86 + self.u('pl', .01) + .04 * self.wander('pl', 1, .7) + .24 * f('latte_pompa')) + .02 + np.abs(w('pln', .02)), .01), schiuma_gradi=q(lp(np.where(G['monta'], 66 - 9 * f('schiuma'), self.amb + 8), 3.5) + .5 * self.wander('sg', 1, 4) * mo + w('sgn', .25), .5),
            tanica_litri=q(6.2 + .8 * self.su('tn') - np.cumsum(G['monta']) * DT * .0042 + .02 * self.wander('tn', 1, 3) + w('tnn', .012), .01), compressore_watt=q(lp(self.fk, 1.2) * (118 + self.u('cw', 1.5) + .9 * (self.amb - 23) + 26 * f('frigo_watt')) + 2 + np.abs(w('cw', 1.3)), 1), monta=G['monta'], latte_allarme=np.where(sl, 5, 0)))
        # ice
        pr = self.prod.astype(float); vp = lp(f('gas_caldo'), 1.)
        pub(GHI, 'caffe_msgs/msg/Ghiaccio', 3, dict(evaporatore_gradi=q(lp(np.where(self.prod, -15.5, 2.), 40) + .2 * self.wander('ev', 1, 20) + w('evn', .12), .1), condensatore_gradi=q(self.tcon0 + lp(7.5 * f('condensatore'), 50) + w('cd', .2), .1), compressore_ampere=q(lp(pr, .5) * (2.9 + self.u('gc', .04) + .035 * (self.tcon0 - 35) + .05 * self.wander('gc', 1, 4) + .38 * vp) + .03 + np.abs(w('gcn', .03)), .01),
            coclea_ampere=q(.34 + 1.1 * F['ghiac'] + .38 * pr + .04 * self.wander('co', 1, 1.5) + np.abs(w('con', .03)) + .19 * f('coclea'), .01), vasca_kg=q(self.ice + .008 * self.wander('va', 1, 3) + w('van', .008) + f('vasca') * .065 * self.white('vax'), .005), produce=self.prod))
        # arm
        sb = f('s_braccio') * (self.pieces('sb', .4, 4, 0, 1) < .25); e1 = np.minimum(sb, 1); load = 1 + .9 * self.mass
        gr = [0, 1.25 * np.cos(self.Q[1]) * load, .75 * np.cos(self.Q[1] + self.Q[2]) * load, .18 * load, .1 * load, 0]; kv, ka, k0 = (.85, .8, .7, .4, .35, .3), (.42, .5, .35, .12, .1, .08), (.35, .4, .32, .2, .18, .15)
        am, ca, sc = [], [], []; tool = .5 * F['tamp'] + .3 * (self.ph == 4)
        for k in range(6):
            a = k0[k] + self.u(f'am{k}', .01) + np.abs(gr[k] + kv[k] * dQ[k] + ka[k] * self.ddQ[k] * load + .22 * np.tanh(dQ[k] / .03)) + tool * (0, .6, .5, .3, .3, 1.6)[k] + .035 * self.wander(f'aw{k}', 1, 1.5) + np.abs(w(f'am{k}', .03))
            if k == 0: a = a + lp(f('cavo_luogo'), .1) * (1. + .18 * self.wander('cl', 1, .3))
            if k == 1: a = a + .85 * f('spalla') * np.tanh(np.abs(dQ[1]) / .05) + .9 * e1 * np.abs(self.white('sbx'))
            if k == 2: a = a + lp(f('gomito_lontano'), .1) * (.7 + .12 * self.wander('gl', 1, .4))
            if k == 3: a = a + lp(f('tubo_luogo'), .1) * (.6 + .12 * self.wander('tl', 1, .3))
            if k == 5: a = a + .13 * f('flangia')
            te = self.warm(f'ca{k}', self.amb, 6.5 * lp(a, 20) + (7.5 * f('polso_caldo') if k == 4 else 0), 260, 8, 6., .08)
            ca.append(q(hold(te, self.on('gomito_fermo')) if k == 2 else te, .1)); am.append(a)
            e = 26 * dQ[k] + 5 * self.ddQ[k] + w(f'sc{k}', 1.6) * (1 + mv)
            if k == 0: e = e + f('base_svelta') * 34 * self.white('bs')
            if k == 1: e = e + 120 * e1 * self.white('sbs')
            sc.append(e)
        pub(BRA, 'caffe_msgs/msg/Motori', 10, dict(assorbimento=[q(x, .01) for x in am], calore=ca, scarto=sc, codice_errore=np.where(sb > 0, 217, 0)))
        ve = [x + w(f'jv{k}', .003) for k, x in enumerate(dQ)]; ve[3] = ve[3] + f('encoder3') * (np.abs(dQ[3]) > .05) * (.14 * self.white('e3') - .45 * self.spikes('e3s', .06))
        self.joints(GIU, 15, [f'giunto_{k + 1}' for k in range(6)], [x + w(f'jp{k}', 4e-5) for k, x in enumerate(self.Q)], ve, jit=.001, lag=.002, drop=.5 * f('giunti_persi'))
        pub('/braccio/punta', 'geometry_msgs/msg/PoseStamped', 10, {'pose.position.x': q(self.x + w('px', 2e-4), 1e-4), 'pose.position.y': q(self.y + w('py', 2e-4), 1e-4), 'pose.position.z': q(self.P[2] + w('pz', 2e-4), 1e-4), 'pose.orientation.z': np.sin(self.W / 2), 'pose.orientation.w': np.cos(self.W / 2)}, 'banco', age=.55 * f('punta_vecchia'))
        gp_ = lp(slew(np.where(G['presa'], np.where(self.mass > .3, 32., 61.), 88.), 120), .06); mo_ = np.abs(np.gradient(gp_, DT)) > 12
        pub(PIN, 'caffe_msgs/msg/Pinza', 8, dict(apertura_mm=q(gp_ + self.u('ap', .1) + w('ap', .07), .1), presa_newton=q(np.maximum(lp(F['presa'], .2) * (np.where(self.mass > .3, 46., 14.) + self.u('pn', .3) + .5 * self.wander('pn', 1, 2)) * (1 - .2 * f('presa')) + w('pnn', .35), 0), .1), pinza_ampere=q(.13 + .7 * mo_ + .12 * F['presa'] + .01 * self.wander('pi', 1, 1) + np.abs(w('pin', .012)) + .1 * f('pinza_dura'), .005), chiusa=G['presa']))
        pile = [np.maximum(0, 46 + 6 * self.su(f'pl{k}') - np.cumsum(np.diff(F['bicch'], prepend=0) > 0) * (.5, .3, .2)[k]) for k in range(3)]
        pub(BIC, 'caffe_msgs/msg/Bicchieri', 4, dict(pila=pile, separatore_ampere=q(lp(F['bicch'], .15) * (1.15 + .05 * self.wander('se', 1, .6) + .42 * f('separatore')) + .06 + np.abs(w('sen', .025)), .01), caduta_ms=hold(415 + 22 * self.pieces('cad', 15, 40, -1, 1), G['bicch']) + w('cdm', 4) + 85 * f('caduta'), formato=1 + (self.bev > 1)))
        self.pub('/bilancia/grammi', 'std_msgs/msg/Float32', 8, dict(data=q(self.cup + .12 * self.wander('bi', 1, 3) + .08 * w('bim', 1) * (1 + 3 * mv) + f('bilancia') * 1.1 * self.white('bix'), .1)), jit=.004, lag=.008)
        # water, syrups, table
        wt, ca_ = hyst(br * .0016 + F['acqua'] * .02 + F['lava'] * .03 + .0002, .06, 3.2, 4.7, 4.1 + .3 * self.su('wt'))
        pub(ACQ, 'caffe_msgs/msg/Acqua', 3, dict(rete_bar=q(3.4 + .12 * self.su('rb') + .1 * self.wander('rb', 1, 40) - .18 * ca_ - .12 * br + w('rbn', .025), .01), filtro_delta_bar=q(.36 + self.u('fd', .01) + .09 * ca_ + .05 * br + .012 * self.wander('fd', 1, 30) + w('fdn', .007) + .13 * f('filtro'), .005),
            conducibilita=q(182 + 4 * self.su('cn') + 2.2 * self.wander('cn', 1, 120) + w('cnn', 1.1) + 34 * f('conduc'), 1), serbatoio_litri=q(wt + w('wt', .015), .01), carica=ca_))
        sy = f('sciroppo')
        pub(SCI, 'caffe_msgs/msg/Sciroppi', 3, dict(flacone_ml=[q(690 + 30 * self.su(f'fm{k}') - np.cumsum(F['scir']) * DT * (3, 2, 1)[k] + w(f'fm{k}', .8), 1) for k in range(3)], dosatore_ampere=q(lp(F['scir'], .15) * 1.4 + .05 + np.abs(w('do', .03)), .01), linea_sciroppo_bar=q(.92 + self.u('ls', .01) + 1.1 * lp(F['scir'], .3) + .015 * self.wander('ls', 1, 10) + w('lsn', .012) - sy * (.11 + .06 * np.abs(self.white('lsx'))), .01)))
        gi = lp(F['gira'], .2); tv = lp(f('tavola_piena'), .4)
        pub(TAV, 'caffe_msgs/msg/Tavola', 5, dict(angolo_tavola=q((np.cumsum(gi) * DT * 22 + w('an', .05)) % 360, .1), corrente_tavola=q(.42 + gi * (1.15 + .05 * self.taken) + .014 * self.taken + .02 * self.wander('ct', 1, 2) + np.abs(w('ctn', .02)) + tv * (.15 + .04 * np.abs(self.white('tvx'))), .01), posti_occupati=self.taken))
        pub('/fondi', 'caffe_msgs/msg/Fondi', 1, dict(cassetto_kg=q(.6 + .3 * self.su('ck')**2 + self.num_ * .021 + w('ck', .004), .005), cassetto_pieno=(f('s_fondi') > 0) & (t % 20 < 6)))
        # cabinet
        pas = [2.2 + self.u(f'fa{k}', .05) + (heat * 11.5 * (k == 0) + (lp(br, .1) * 1.8 + mg * 3.6) * (k == 1) + (pr * 2.9 + self.fk * .6 + .25 * sum(am)) * (k == 2)) + .12 * self.wander(f'fa{k}', 1, 3) + w(f'fan{k}', .09) for k in range(3)]
        pas[1] = pas[1] - f('fase2') * np.where(self.pieces('f2', .2, 1.5, 0, 1) < .45, 1.25, .35); c24, arm = lp(f('carico24'), .2), f('armadio')
        pub(QUA, 'caffe_msgs/msg/Quadro', 4, dict(fase_ampere=[q(np.maximum(x, 0), .05) for x in pas], tensione_24=q(24.1 + self.u('v24', .02) - .01 * self.i24 + w('v24', .012) - c24 * (.16 + .04 * np.abs(self.white('c24'))), .01), corrente_24=q(self.i24 + w('i24n', .1), .05), armadio_gradi=q(self.warm('ar', self.amb, 5 + 1.1 * lp(self.i24, 15) + 5.5 * arm, 140, 6, 10., .1), .1), ventola_giri=(2150 + 25 * self.u('ve')) * (1 - .17 * arm) + w('ve', 13)))
        af, cl = lp(f('analisi_luce'), .5), lp(f('camera_luogo'), .2)
        pub(CAM, 'caffe_msgs/msg/Telecamera', 4, dict(nitidezza=q(np.clip(78 + self.u('ni', .8) - 2.2 * lp(mo, 4) + 1.1 * self.wander('ni', 1, 9) + w('nin', .8) - 9.5 * f('appannata') - 6 * cl, 0, 100), .1), luminosita=q(self.lux + w('lum', .9), .5), analisi_ms=q(36 + .9 * self.cli + np.abs(w('as', 2.2)) + af * (9 + 4 * np.abs(self.white('afx'))), .5), affidabilita=q(np.clip(.91 + .015 * self.wander('aff', 1, 5) + w('afn', .008) - .05 * af - cl * (.09 + .03 * self.white('clx')), 0, 1), .005), clienti=self.cli))
        pay = f('pagamento')
        pub(PAG, 'caffe_msgs/msg/Pagamento', 2, dict(risposta_ms=q(142 + np.abs(w('rm', 16)) + 5 * self.wander('rm', 1, 20) + 300 * self.spikes('rms', .01) + pay * (85 + 40 * self.rng('payx').random(n)), 1), campo_dbm=-61 + self.su('cp', 2) + 1.5 * self.wander('cp', 1, 12) + w('cpn', .8), esito=np.where(self.pieces('es', 10, 60, 0, 1) < .1, 2, 1)))
        bf, rg = f('barriera'), []
        for k in range(9):
            x = 2.4 * np.exp(.22 * self.wander(f'rg{k}', 1, 14)) + (0, 1, 2, 1, 0, 2, 1, 0, 2)[k] * .4 + w(f'rgn{k}', .015); x = np.where((self.cli > 2 + k % 4) & (2 <= k <= 6), np.minimum(x, .9 + .1 * k), x)
            if k in (5, 6): x = np.where((bf > 0) & (self.rng(f'bf{k}').random(n) < .5), .22 + np.abs(w(f'bfn{k}', .05)), x)
            rg.append(x)
        self.scan('/barriera', 5, rg, 1.3, 8, lag=.02)
        vb = lp(f('vibra_luogo'), .08); sg = .012 + .03 * np.minimum(np.max(np.abs(self.ddQ), 0), 3) / 3 + .035 * mg
        self.imu(IMU, 14, (.002 * self.wander('ir', 1, 20) + w('irn', 2e-4), w('ip', 3e-4), w('iy', 3e-4)), (w('gx', .0012) + .002 * self.ddQ[1], w('gy', .0012), w('gz', .0012) + .0022 * self.ddQ[0] + self.u('gz', .0002) + .0052 * f('giro')), (sg * self.white('ax') + .02 * self.ddQ[0] + vb * .1 * self.white('axv'), sg * self.white('ay') + vb * .1 * self.white('ayv'), 9.81 + sg * self.white('az') + vb * .1 * self.white('azv')), 'base', lag=.004)
        rh = .44 + .03 * self.su('rh') + .03 * lp(mo, 12) + .01 * self.wander('rh', 1, 150) + .003 * self.wander('rh2', 1, 10)
        pub('/ambiente/umidita', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(hold(rh + w('rhn', .0012), self.on('umidita')), .001)))
        pub('/ambiente/temperatura', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .05), .1)))
        pub('/ordine', 'caffe_msgs/msg/Ordine', 4, dict(numero=self.num_, in_coda=np.clip(self.cli / 2, 0, 9), bevanda=self.bev, fase=self.ph, velocita_richiesta=q(delayed(np.max(np.abs(dQ), 0), -.08), .01)))
        ci = f('ciclo')
        pub('/calcolatore', 'caffe_msgs/msg/Calcolatore', 2, dict(ciclo_ms=q(7.9 + np.abs(w('ci', .12)) + .8 * ci, .05), ciclo_massimo_ms=q(11 + np.abs(w('cm', 1.3)) + ci * (7 + 3 * self.rng('cmx').random(n)), .1), processore_gradi=q(self.warm('pg', self.amb, 20 + 3. * mv, 110, 16, 19., .25), .5), memoria_mb=q(1180 + 62 * self.newver + 5 * self.su('me') + 3 * self.wander('me', 1, 110) + w('men', .9) + self.computer_leak('memoria', 105), 1)), strs=dict(versione='3.12' if self.newver else '3.11'))
        self.goals('/bevanda/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_macchina', 'macchina', ['gruppo 1: portata troppo bassa, codice 14', 'gruppo 1: erogazione ripetuta'])
        a2 = self.speak('s_braccio', 'braccio', ['arresto di protezione giunto 2, codice 217', 'giunto 2: ripresa del movimento'])
        a3 = self.speak('s_latte', 'latte', ['linea latte vuota, codice 5', 'linea latte: nuovo tentativo'], 14)
        s = self.when('s_fondi'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 22): self.log(x, 'W', 'fondi', 'cassetto fondi pieno', 'fault')
            a4 = np.where(self.on('s_fondi'), 1., 0.)
        self.routine([(36, 'I', 'ordini', 'bevanda consegnata in {} s', 60, 95), (7, 'W', 'bilancia', 'peso tazza corretto di {} g', .5, 2), (6, 'W', 'ordini', 'cliente in attesa da {} s', 60, 180), (5, 'I', 'pagamento', 'conto {} euro', 1.5, 9), (4, 'W', 'telecamera', 'tazza vista dopo {} ms', 160, 300)],
                     [('I', 'nucleo', 'versione ' + ('3.12' if self.newver else '3.11')), ('W', 'bilancia', 'tara di ieri'), ('W', 'macinino', 'calibrazione dose vecchia'), ('I', 'braccio', 'freni provati')])
        self.status('macchina', 'EM2', a1, {2: 'portata bassa gruppo 1'}, corrente=self.i24); self.status('braccio', 'B6', a2, {2: 'arresto di protezione'}); self.status('latte', 'ML', np.maximum(a3, brief_warn(self, 'la', 1.2)), {1: 'lavaggio dovuto', 2: 'linea vuota'})
        self.status('fondi', 'KB', a4, {1: 'cassetto pieno'}); self.status('pagamento', 'POS', brief_warn(self, 'po', 1.3), {1: 'rete lenta'})

    def since(self, on):
        """Seconds since the last rise of on (large before the first)."""
        idx = np.arange(self.n); st = np.where(on & ~np.r_[False, on[:-1]], idx, -10**6)
        return (idx - np.maximum.accumulate(st)) * DT
