"""Fish feeding barge with four feeding lines (Norwegian fields)."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, slew

BL, DO, GEN = '/foring/blaasere', '/foring/doserere', '/generator'


class Barge(Sim):
    NAME = 'barge'
    FLAGS = [(BL, 'feilkode'), (GEN, 'alarm'), ('/lense', 'alarm'), ('/radiolenke', 'oppe')]
    DEFS = {
        'lekter_msgs/msg/Blaasere': mdef('float32[4] turtall turtall_ref blaaser_strom linjetrykk_mbar lufttemp; uint16[4] feilkode'),
        'lekter_msgs/msg/Doserere': mdef('float32[4] skrue_turtall skrue_strom mengde_kg_min'),
        'lekter_msgs/msg/Silo': mdef('float32[4] vekt_kg; float32 silo_fukt'),
        'lekter_msgs/msg/Velger': mdef('uint8[4] stilling maal; float32[4] skiftetid velger_strom'),
        'lekter_msgs/msg/Miljo': mdef('float32[4] oksygen_pst sjotemp; float32 salinitet siktedyp'),
        'lekter_msgs/msg/PelletKamera': mdef('float32[4] pellet_per_s klarhet'),
        'lekter_msgs/msg/Stromning': mdef('float32 stromfart stromretning vanntemp'),
        'lekter_msgs/msg/Vaer': mdef('float32 vindfart vindkast vindretning luftfukt'),
        'lekter_msgs/msg/Fortoyning': mdef('float32[4] linekraft_kn'),
        'lekter_msgs/msg/Generator': mdef('uint8 gaar; float32 motorturtall frekvens oljetrykk kjolevann drivstoff; float32[3] fasespenning fasestrom; uint8 alarm'),
        'lekter_msgs/msg/Lense': mdef('float32 lensenivaa_mm pumpestrom; uint32 starter; uint8 alarm'),
        'lekter_msgs/msg/Radiolenke': mdef('float32 signal_dbm pakketap mbit; uint8 oppe'),
        'lekter_msgs/msg/Lys': mdef('float32 lysnivaa; float32[4] lysstrom'),
        'lekter_msgs/msg/Datamaskin': mdef('float32 prosessor minne_mb syklus_ms; string versjon'),
    }
    KINDS = dict(
        blaaser2_lager=K('blower 2 draws more and more current and heats its air: bearing', [BL], ['blaaser_strom[1]', 'lufttemp[1]'], ['blaaser 2', 'blower 2'], step=False, where='when it runs', tail=300),
        linje3_tett=K('pressure of line 3 rises at the same blower speed: pellet dust clogs the pipe', [BL], ['linjetrykk_mbar[2]'], ['linje 3', 'line 3'], step=False, where='when it runs', cons=('blaaser_strom[2]',)),
        linje1_lekk=K('pressure of line 1 low: hose coupling leaks, fewer pellets arrive', [BL, '/merd/pellet'], ['linjetrykk_mbar[0]', 'pellet_per_s[0]'], ['linje 1', 'line 1', 'pellet 1'], where='when it runs'),
        blaaser4_hoy=K('air of line 4 far warmer above 3150 rpm: cooler has a valve stuck', [BL], ['lufttemp[3]'], ['blaaser 4', 'blower 4', 'linje 4', 'line 4'], where='**blower 4 above 3150 rpm**', cond=True, tail=60),
        doser4_slitt=K('feeder 4 gives less feed for its speed: screw worn', [DO, '/merd/pellet', '/silo'], ['mengde_kg_min[3]', 'pellet_per_s[3]', 'vekt_kg[3]'], ['doserer 4', 'feeder 4'], where='when feeding'),
        doser1_rykk=K('current of feeder 1 jerks: screw rubs', [DO], ['skrue_strom[0]'], ['doserer 1', 'feeder 1'], where='when feeding'),
        velger2_stilling=K('line 2 has high pressure and loses pellets with its selector at 3: hose kinked', [BL, '/merd/pellet'], ['linjetrykk_mbar[1]', 'pellet_per_s[1]'], ['linje 2', 'line 2', 'velger 2', 'pellet 2'], where='**selector 2 at position 3**', cond=True),
        velger3_treg=K('selector 3 takes too long: gear sticks', ['/velger'], ['skiftetid[2]'], ['velger 3', 'selector 3'], where='always (value is held between changes)'),
        silo2_drift=K('weight of silo 2 drifts up', ['/silo'], ['vekt_kg[1]'], ['silo 2'], step=False),
        silo3_frys=K('weight of silo 3 frozen', ['/silo'], ['vekt_kg[2]'], ['silo 3']),
        o2_groe=K('oxygen sensor 2 drifts down: growth', ['/merd/miljo'], ['oksygen_pst[1]'], ['oksygen 2', 'oxygen 2', 'merd 2'], step=False),
        o2_stoy=K('oxygen sensor 4 noisy', ['/merd/miljo'], ['oksygen_pst[3]'], ['oksygen 4', 'oxygen 4', 'merd 4']),
        sjotemp3=K('water temperature 3 beside the other three', ['/merd/miljo'], ['sjotemp[2]'], ['sjotemp 3', 'merd 3', 'water temperature 3']),
        salt=K('salinity jumps down: cell fouled', ['/merd/miljo'], ['salinitet'], ['salinitet', 'salinity', 'merd miljo']),
        kamera1_groe=K('picture of camera 1 gets unclear: growth on the dome', ['/merd/pellet'], ['klarhet[0]'], ['kamera 1', 'camera 1'], step=False),
        pellet3_dobbel=K('camera 3 counts pellets twice after a new threshold', ['/merd/pellet'], ['pellet_per_s[2]'], ['kamera 3', 'camera 3', 'pellet 3'], where='when feeding'),
        vinsj2_treg=K('camera winch 2 needs more effort: bearing salty', ['/vinsj/joint_states'], ['effort[1]'], ['vinsj 2', 'winch 2', 'vinsj_2'], where='when it moves', need=10),
        vinsj4_dyp=K('camera winch 4 needs far more effort deeper than 7 m: cable fouled', ['/vinsj/joint_states'], ['effort[3]'], ['vinsj 4', 'winch 4', 'vinsj_4'], where='**depth above 7 m**', cond=True),
        gyro_fortegn=K('roll gyro has the wrong sign after an exchange', ['/lekter/imu'], ['angular_velocity.x'], ['imu', 'lekter imu', 'gyro']),
        gps_gammel=K('position comes with old stamps', ['/lekter/pos'], ['header.stamp'], ['gps', 'gnss', 'lekter pos']),
        fort2_slakk=K('mooring line 2 has lost its tension: anchor drags, line 4 carries more', ['/fortoyning'], ['linekraft_kn[1]', 'linekraft_kn[3]'], ['fortoyning', 'mooring', 'mooring line 2'], cons=('/lekter/pos',)),
        fort1_vind=K('force of mooring line 1 jerks in gusts above a number: shackle loose', ['/fortoyning'], ['linekraft_kn[0]'], ['fortoyning', 'mooring', 'mooring line 1'], where='**gusts above a number**', cond=True),
        gen_pendler=K('generator speed and frequency hunt: governor', [GEN], ['motorturtall', 'frekvens'], ['generator', 'governor', 'genset'], where='when it runs'),
        gen_olje=K('oil pressure of the generator sinks', [GEN], ['oljetrykk'], ['generator', 'genset'], step=False, where='when it runs'),
        gen_fase2=K('phase 2 sags above a current: winding terminal', [GEN], ['fasespenning[1]'], ['generator', 'genset', 'phase 2', 'fase 2'], where='**phase current above a number**', cond=True),
        gen_kjol=K('cooling water of the generator warmer: sea water filter', [GEN], ['kjolevann'], ['generator', 'genset', 'cooling water'], step=False, where='when it runs', tail=300),
        bat_celle=K('battery cell 3 sags when discharged with more than 75 A', ['/batteri'], ['cell_voltage[3]'], ['batteri', 'battery', 'cell 3'], where='**discharge above 75 A**', cond=True),
        lense_lekk=K('bilge fills faster: shaft seal leaks', ['/lense'], ['lensenivaa_mm', 'pumpestrom', 'starter'], ['lense', 'bilge', 'bilge pump']),
        trykkluft=K('compressed air refills far more often: leak', ['/trykkluft'], ['fluid_pressure'], ['trykkluft', 'compressed air', 'air']),
        lys_radio=K('radio link loses packets with lights above 60 percent: disturbance of a driver', ['/radiolenke'], ['signal_dbm', 'pakketap', 'mbit'], ['radio', 'radiolenke', 'radio link'], where='**light level above 60**', cond=True),
        lys2=K('light string 2 draws too little: a group of lamps is dead', ['/lys'], ['lysstrom[1]'], ['lys 2', 'light 2', 'lights'], where='when lit'),
        vind_frys=K('anemometer frozen', ['/vaer'], ['vindfart', 'vindkast'], ['vaer', 'anemometer']),
        strom_retning=K('current direction turned by a large angle: meter twisted on its bar', ['/stromning'], ['stromretning'], ['stromning', 'current meter', 'stromretning']),
        minne=K('memory of the computer grows', ['/datamaskin'], ['minne_mb'], ['datamaskin', 'computer', 'memory'], step=False),
        blaas_tap=K('messages of the blowers get lost', [BL], ['header.stamp'], ['blaasere', 'blowers']),
        barometer=K('barometer reads a step too high', ['/luft/trykk'], ['fluid_pressure'], ['barometer', 'luft trykk', 'air pressure']),
        s_blaaser=K('drive of blower 1 reports an earth fault', [BL, '/rosout', '/diagnostics'], ['feilkode[0]', 'turtall[0]'], ['blaaser 1', 'blower 1'], silent=False),
        s_gen=K('generator reports a charging alarm', [GEN, '/rosout', '/diagnostics'], ['alarm'], ['generator', 'genset'], silent=False),
        s_lense=K('bilge high level switch flickers and is reported', ['/lense', '/rosout', '/diagnostics'], ['alarm'], ['lense', 'bilge', 'bilge pump'], silent=False),
        s_radio=K('radio link down again and again, and logged', ['/radiolenke', '/rosout', '/diagnostics'], ['oppe', 'mbit', 'signal_dbm'], ['radio', 'radiolenke', 'radio link'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        self.L, self.on_, self.ref, self.rpm, self.dose, self.sel = [], [], [], [], [], []
        for i in range(4):
            s = self.segs(f'linje{i}', dict(foring=(3, 70, 220), pause=(1.5, 25, 110), blaas=(.5, 20, 40), manuell=(.3, 30, 90)), [('pause', r.uniform(15, 140))])
            fo, man = self.is_(s, 'foring'), self.is_(s, 'manuell')
            run = fo | self.is_(s, 'blaas') | man
            since, left = np.zeros(n), np.zeros(n)
            sel, c = np.ones(n), int(r.integers(1, 5))
            for a, b, k in s:
                ia, ib = int(a / DT), int(b / DT) + 1
                since[ia:ib], left[ia:ib] = t[ia:ib] - a, b - t[ia:ib]
                if k == 'foring': c = int(r.integers(1, 5))
                sel[ia:] = c
            ref = q(self.per(f'ref{i}', s, dict(foring=(2500, 3500), blaas=(3100, 3500), manuell=(2200, 3300))), 20)
            d = self.per(f'dose{i}', s, dict(foring=(20, 75), manuell=(10, 50))) * (1 + .25 * (self.pieces(f'puls{i}', 4, 15, 0, 1) < .3) * -1)
            d = np.where((fo & (since > 12) & (left > 10)) | (man & (since > 6) & (self.pieces(f'man{i}', 3, 9, 0, 1) < .6)), d, 0)
            self.L.append(s); self.on_.append(run); self.ref.append(ref * run)
            self.rpm.append(lp(slew(ref * run, 320, 260), .4)); self.dose.append(lp(slew(d, 60), .5)); self.sel.append(sel)
        hour = 9 + 6 * r.random()
        self.amb = 8 + self.su('amb', 3) + self.wander('amb', .4, 900)
        # sea, wind, motion
        self.sea = max(.15, .55 + .3 * self.su('sea')) * np.exp(.18 * self.wander('seav', 1, 400))
        wv = []
        for j in range(3):
            y = np.zeros(n)
            for fr in r.uniform(.1, .28, 9): y += np.sin(2 * np.pi * fr * t + r.uniform(0, 6.28)) * r.uniform(.4, 1)
            wv.append(y / 2.4 * self.sea)
        self.wv = wv
        self.wind = np.clip(6 + 2.2 * self.su('wind') + 1.5 * self.wander('wind', 1, 250), .5, 25)
        self.gust = self.wind * (1.15 + .22 * np.clip(self.wander('gust', 1, 9), -1, 4)) + .3
        # lights, winches, load of the grid
        self.light = lp(q(np.where(self.pieces('lyson', 100, 350, 0, 1) < .68, self.pieces('lys', 60, 240, 25, 100), 0), 5), 1.5)
        self.dep, self.dv = [], []
        for i in range(4):
            d = lp(slew(self.pieces(f'dyp{i}', 14, 60, 1.5, 11.5), .28), .5)
            self.dep.append(d); self.dv.append(np.gradient(d, DT))
        g = self.segs('gen', dict(gen=(1.3, 150, 420), bat=(1, 110, 280)))
        self.gen = self.is_(g, 'gen')
        # line pressures and loads (without faults)
        self.lenf = [np.array([1., .92, 1.06, 1.13, .98])[s.astype(int) % 5] * (1 + self.u(f'len{i}', .02)) for i, s in enumerate(self.sel)]
        self.pr = [(self.rpm[i] / 3000)**2 * 230 * self.lenf[i] * (1 + .0065 * self.dose[i]) for i in range(4)]
        self.bc = [np.where(self.rpm[i] > 30, 3.2, 0) + 17 * (self.rpm[i] / 3000)**2.6 * (.7 + .3 * self.pr[i] / 230 / np.maximum((self.rpm[i] / 3000)**2, .01) * (self.rpm[i] > 300)) for i in range(4)]
        kw = 6.5 + .9 * self.wander('hotell', 1, 60) + 1.6 * (self.pieces('kran', 10, 60, 0, 1) < .12) * 5 + .55 * sum(self.bc) + .06 * self.light + sum(2.2 * (np.abs(v) > .02) for v in self.dv)
        self.kw = np.maximum(kw, 2)
        self.gkw = np.clip(lp(np.where(self.gen, self.kw * 1.0 + 9, 0), 1.2), 0, 75)
        self.ig = [self.gkw * 1.55 * (1 + self.u(f'ig{i}', .02)) + self.ns(f'ig{i}', .5) * (self.gkw > 1) for i in range(3)]
        self.ib = (self.kw - self.gkw * .96) / .4 + self.ns('ib', .6)
        self.num('blaaser4_hoy', self.rpm[3], BL + ':turtall[3]', ['turtall', 'blower', 'blaaser', 'rpm', 'speed'], above=3150, tol=.12)
        self.num('velger2_stilling', self.sel[1], '/velger:stilling[1]', ['stilling', 'velger', 'selector', 'maal', 'position'], value=3, tol=.1, and_=self.rpm[1] > 600)
        self.num('vinsj4_dyp', self.dep[3], '/vinsj/joint_states:position[3]', ['dyp', 'depth', 'position', 'vinsj', 'winch'], above=7)
        self.num('fort1_vind', self.gust, '/vaer:vindkast', ['vindkast', 'gust', 'gusts', 'wind', 'vind', 'vindfart'], above=float(np.round(np.quantile(self.gust, .72), 1)))
        self.num('gen_fase2', self.ig[1], GEN + ':fasestrom[1]', ['fasestrom', 'current', 'load', 'phase'], above=float(np.round(np.quantile(self.ig[1][self.gen], .55), 0)))
        self.num('bat_celle', self.ib, '/batteri:current', ['current', 'discharge', 'load', 'batteri'], above=75, tol=.4)
        self.num('lys_radio', self.light, '/lys:lysnivaa', ['lysnivaa', 'light', 'lights', 'lys'], above=60)
        R = [x > 600 for x in self.rpm]
        for k, i in (('blaaser2_lager', 1), ('linje3_tett', 2), ('linje1_lekk', 0)): self.mode(k, R[i], 'runs', 'running', 'turtall', 'blower', 'feeding', 'blaaser')
        for k, i in (('doser4_slitt', 3), ('doser1_rykk', 0), ('pellet3_dobbel', 2)): self.mode(k, self.dose[i] > 3, 'feeding', 'dosing', 'mengde', 'skrue turtall', 'runs', 'running')
        self.mode('vinsj2_treg', np.abs(self.dv[1]) > .05, 'moves', 'moving', 'velocity', 'winch')
        self.mode('gen_pendler gen_olje gen_kjol', self.gen, 'runs', 'running', 'gaar', 'generator')
        self.mode('lys2', self.light > 10, 'lit', 'light', 'lysnivaa', 'on')

    def build(self):
        t, n, f, w = self.t, self.n, self.f, self.ns
        rpm, dose = [x.copy() for x in self.rpm], self.dose
        sb = f('s_blaaser')
        rpm[0] = rpm[0] * (1 - .25 * np.minimum(sb, 1) * lp((self.pieces('sbl', 3, 12, 0, 1) < .4).astype(float), 1))
        pr, bc = [x.copy() for x in self.pr], [x.copy() for x in self.bc]
        run = [x > 600 for x in self.rpm]
        tett, lekk, knekk = f('linje3_tett'), f('linje1_lekk'), f('velger2_stilling')
        pr[2] = pr[2] * (1 + .19 * tett); bc[2] = bc[2] * (1 + .05 * tett)
        pr[0] = pr[0] * (1 - .15 * lekk) * (rpm[0] / np.maximum(self.rpm[0], 1))**2
        pr[1] = pr[1] * (1 + .2 * knekk)
        lag = f('blaaser2_lager') * run[1]
        bc[1] = bc[1] + 4.6 * lag
        at = []
        for i in range(4):
            h = 11 * (self.rpm[i] / 3000)**2.2 * (1 + self.u(f'kj{i}', .05))
            if i == 1: h = h + 6 * lag
            if i == 3: h = h + 9 * f('blaaser4_hoy')
            at.append(self.amb + 5 + lp(h, 28, 0.) + 4 * np.log1p(t / 300) * .3 + w(f'at{i}', .12))
        self.pub(BL, 'lekter_msgs/msg/Blaasere', 8, dict(turtall=[q(np.maximum(rpm[i] + w(f'rp{i}', 5) * run[i], 0), 1) for i in range(4)], turtall_ref=self.ref, blaaser_strom=[q(np.maximum(bc[i] * (1 + w(f'bcm{i}', .012)) + w(f'bc{i}', .08), 0), .1) for i in range(4)],
                 linjetrykk_mbar=[q(pr[i] * (1 + .012 * self.wander(f'pv{i}', 1, 2) + .012 * (dose[i] > 2) * w(f'pd{i}', 1)) + w(f'pr{i}', .6), .5) for i in range(4)], lufttemp=[q(x, .1) for x in at], feilkode=[np.where((sb > 0) & (t % 14 < 6), 17, 0), 0, 0, 0]), drop=.5 * f('blaas_tap'))
        # feeders, silos, selectors
        yld = [1 + self.u(f'yld{i}', .02) + self.su(f'pel{i}', .015) for i in range(4)]
        mg = [dose[i] * yld[i] * ((1 - .2 * f('doser4_slitt')) if i == 3 else 1) for i in range(4)]
        sc = [np.where(dose[i] > .5, 1.1 + .024 * dose[i] + .12 * np.sin(2 * np.pi * np.cumsum(dose[i]) * DT * .02), 0) + (f('doser1_rykk') * (dose[0] > 3) * np.abs(self.white('ryk', .6)) * (self.pieces('ryk2', .3, 1.5, 0, 1) < .5) if i == 0 else 0) for i in range(4)]
        self.pub(DO, 'lekter_msgs/msg/Doserere', 6, dict(skrue_turtall=[q(np.maximum(d * 1.9 + w(f'st{i}', .25) * (d > .5), 0), .1) for i, d in enumerate(dose)], skrue_strom=[q(np.maximum(x + w(f'sc{i}', .035), 0), .01) for i, x in enumerate(sc)], mengde_kg_min=[q(np.maximum(m * (1 + w(f'mgm{i}', .02)) + w(f'mg{i}', .15), 0), .1) for i, m in enumerate(mg)]))
        vk, rf = [], self.rng('fyll')
        for i in range(4):
            x = rf.uniform(7000, 21000) - np.cumsum(mg[i]) * DT / 60
            if rf.random() < .3:
                a = rf.uniform(300, 3000); x = x + np.clip((t - a) * 14, 0, 3500)
            x = x + 3 * self.wv[0] + w(f'vk{i}', 3.5) + self.wander(f'vkw{i}', 4, 200)
            if i == 1: x = x + 420 * f('silo2_drift')
            if i == 2: x = hold(x, self.on('silo3_frys'))
            vk.append(q(x, 1))
        self.pub('/silo', 'lekter_msgs/msg/Silo', 2, dict(vekt_kg=vk, silo_fukt=q(8.6 + self.su('sf', .4) + w('sf', .05), .05)))
        chg = []; rc = self.rng('chg')
        for i in range(4):
            y = np.full(n, 3.4 + .2 * i + self.u(f'vt{i}', .1)); s = self.sel[i]
            for a in np.flatnonzero(np.diff(s)): y[a + 70:] = 3.2 + .2 * i + self.u(f'vt{i}', .1) + .28 * abs(s[a + 1] - s[a]) + .1 * rc.standard_normal()
            chg.append(y)
        chg[2] = chg[2] + .65 * f('velger3_treg')
        stl = [delayed(s, 3.5) for s in self.sel]
        self.pub('/velger', 'lekter_msgs/msg/Velger', 4, dict(stilling=stl, maal=self.sel, skiftetid=[q(c, .01) for c in chg], velger_strom=[q(np.abs(np.where(stl[i] != self.sel[i], 2.2, .05) + w(f'vs{i}', .03)), .01) for i in range(4)]))
        # cages
        pc, kl = [], []
        for i in range(4):
            c = delayed(mg[i], 11.) * (1 - .16 * (delayed(lekk, 11.) if i == 0 else 0) - .34 * (delayed(knekk, 11.) if i == 1 else 0)) * 2.1 * (1 + .12 * self.wander(f'pc{i}', 1, 4))
            if i == 2: c = c * (1 + .8 * f('pellet3_dobbel'))
            pc.append(q(np.maximum(c + w(f'pcn{i}', 1.6) * (c > .5), 0), .5))
            k = .82 + self.su(f'kl{i}', .02) - .012 * self.sea - .0008 * lp(dose[i], 30) + .012 * self.wander(f'kl{i}', 1, 90) + w(f'kln{i}', .006)
            if i == 0: k = k - .11 * f('kamera1_groe')
            kl.append(q(k, .002))
        self.pub('/merd/pellet', 'lekter_msgs/msg/PelletKamera', 3, dict(pellet_per_s=pc, klarhet=kl))
        tide = np.sin(2 * np.pi * (t / 44700 + self.rng('tide').random()))
        o2 = [93 + self.su('o2', 2.5) + self.u(f'o2{i}', .6) + 1.5 * tide - 3.2 * lp(dose[i] / 40, 160) + .7 * self.wander(f'o2w{i}', 1, 150) + w(f'o2n{i}', .12) for i in range(4)]
        o2[1] = o2[1] - 4.2 * f('o2_groe')
        o2[3] = o2[3] + f('o2_stoy') * self.white('o2x', 1.3)
        st0 = 9.2 + self.su('st', 1.2) + .25 * self.wander('st', 1, 700)
        stt = [st0 + self.u(f'st{i}', .06) + .05 * self.wander(f'stw{i}', 1, 200) + w(f'stn{i}', .012) for i in range(4)]
        stt[2] = stt[2] + .3 * f('sjotemp3')
        self.pub('/merd/miljo', 'lekter_msgs/msg/Miljo', 2, dict(oksygen_pst=[q(x, .1) for x in o2], sjotemp=[q(x, .01) for x in stt], salinitet=q(32.4 + self.su('sal', .5) + .1 * self.wander('sal', 1, 400) + w('saln', .015) - .55 * f('salt'), .01), siktedyp=q(7.5 + self.su('sd', 1) + .2 * self.wander('sd', 1, 300) + w('sdn', .05), .1)))
        sf = np.clip(.22 + .1 * self.su('sf2') + .14 * np.abs(np.cos(2 * np.pi * t / 44700)) + .03 * self.wander('sfw', 1, 120), .02, 1)
        sr = 140 + 25 * self.su('sr') + 9 * self.wander('srw', 1, 200)
        self.pub('/stromning', 'lekter_msgs/msg/Stromning', 2, dict(stromfart=q(np.maximum(sf + w('sfn', .008), 0), .002), stromretning=q((sr + 38 * f('strom_retning') + w('srn', 2.2)) % 360, .5), vanntemp=q(st0 + self.u('vt', .1) + w('vtn', .012), .01)))
        # weather, motion, moorings
        fr = self.on('vind_frys')
        wd = 230 + 30 * self.su('wd') + 14 * self.wander('wdw', 1, 200)
        self.pub('/vaer', 'lekter_msgs/msg/Vaer', 2, dict(vindfart=q(hold(np.maximum(self.wind + w('vf', .35), 0), fr), .1), vindkast=q(hold(np.maximum(self.gust + w('vk', .2), 0), fr), .1), vindretning=q((wd + w('wdn', 3)) % 360, 1), luftfukt=q(np.clip(74 + 6 * self.su('lf') + 2 * self.wander('lf', 1, 500) + w('lfn', .3), 5, 100), .1)))
        roll, pit, hv = .022 * self.wv[0] + .004 * self.su('list') + .0006 * (self.wind - 6), .014 * self.wv[1], .25 * self.wv[2]
        vibb = .012 + .03 * lp(self.gen.astype(float), 1) + .006 * sum(self.rpm) / 3000
        gx = np.gradient(roll, DT) * np.where(self.on('gyro_fortegn'), -1, 1)
        ywr = .004 * self.wander('yw', 1, 12)
        self.imu('/lekter/imu', 14, (roll + w('ro', .0004), pit + w('pi', .0004), np.cumsum(ywr) * DT * .2), (gx + w('gx', .0012) + self.u('gx', .0004), np.gradient(pit, DT) + w('gy', .0012), ywr + w('gz', .0012)),
                 (-9.81 * np.sin(pit) + w('ax', 1.) * vibb, 9.81 * np.sin(roll) + w('ay', 1.) * vibb, 9.81 + np.gradient(np.gradient(hv, DT), DT) + w('az', 1.) * vibb), 'lekter')
        slack = f('fort2_slakk'); e = 1.4 * self.wander('sway', 1, 60) + .16 * (self.wind - 6); nn = 1.1 * self.wander('surge', 1, 70) + 3 * sf * np.cos(np.radians(sr))
        e2 = e + lp(2.0 * slack, 20, 0.)
        self.pub('/lekter/pos', 'sensor_msgs/msg/NavSatFix', 3, {'latitude': 63.71 + (nn + w('la', .35, 20)) / 111200, 'longitude': 8.62 + (e2 + w('lo', .35, 20)) / 49300, 'altitude': q(44 + tide * .9 + hv + w('al', .5, 20), .01), 'status.service': 1}, 'gnss', age=.9 * f('gps_gammel'))
        dirs = ((-1, 1), (-1, -1), (1, 1), (1, -1)); fk = []
        for i, (dx, dy) in enumerate(dirs):
            x = 19 + self.u(f'fk{i}', 1.) + self.su(f'fk{i}', .6) + 1.7 * np.maximum(-(dx * -e + dy * -nn), -4) * .7 + 1.2 * self.wv[1] * dx + 1. * self.wv[0] * dy + 1.1 * self.wv[2]
            if i == 1: x = x - 4.4 * slack
            if i == 3: x = x + 2.4 * slack
            if i == 0:
                v = f('fort1_vind'); x = x + v * np.where(self.rng('ryk').random(n) < .25, 5.5, 0) * (.4 + self.rng('ryk3').random(n))
            fk.append(q(np.maximum(x + w(f'fkn{i}', .18), 0), .05))
        self.pub('/fortoyning', 'lekter_msgs/msg/Fortoyning', 4, dict(linekraft_kn=fk))
        # generator, battery
        gon = lp(self.gen.astype(float), .9); hu = f('gen_pendler') * self.gen * np.sin(2 * np.pi * t / 3.1 + .8 * self.wander('hu', 1, 5))
        fq = gon * (50.35 - .008 * self.gkw - .25 * np.clip(np.gradient(lp(self.gkw, .3), DT) / 20, -1, 1) + .42 * hu)
        ph = f('gen_fase2'); U = [gon * (231.5 + self.u(f'ug{i}', .4) - .022 * self.ig[i]) + w(f'ug{i}', .25) * gon for i in range(3)]
        U[1] = U[1] - ph * (2.4 + .03 * (self.ig[1] - 40)) * (1 + .15 * w('ugx', 1))
        wt = st0 + 48 + lp(np.where(self.gen, 22 + .12 * self.gkw, -2), 140, 0.) + lp(8.5 * f('gen_kjol') * self.gen, 45, 0.) + w('wt', .12)
        oil = gon * (4.3 + self.u('oil', .06) - .012 * (wt - 75) + .02 * (fq - 50)) * (1 - .24 * f('gen_olje')) + w('oil', .025)
        ga = f('s_gen')
        self.pub(GEN, 'lekter_msgs/msg/Generator', 5, dict(gaar=self.gen, motorturtall=q(np.maximum(fq * 30 + w('mt', 2.2) * gon, 0), 1), frekvens=q(np.maximum(fq + w('fq', .02) * gon, 0), .01), oljetrykk=q(np.maximum(oil, 0), .02), kjolevann=q(wt, .1), drivstoff=q(71 + self.su('ds', 8) - .0009 * t + .4 * self.wv[0] + w('ds', .15), .1),
                 fasespenning=[q(np.maximum(x, 0), .1) for x in U], fasestrom=[q(np.maximum(x * gon, 0), .1) for x in self.ig], alarm=(ga > 0) & (t % 20 < 12)))
        soc = np.clip(.72 + .06 * self.su('soc') - np.cumsum(self.ib) * DT / 3600 / 900, .2, .98)
        vb = 394 + 40 * (soc - .7) - .065 * self.ib
        cl = [vb / 12 + self.u(f'cl{i}', .05) + w(f'cln{i}', .02) for i in range(12)]
        cl[3] = cl[3] - f('bat_celle') * (.3 + .005 * (self.ib - 75))
        self.pub('/batteri', 'sensor_msgs/msg/BatteryState', 3, dict(voltage=q(vb + w('vb', .12), .1), current=q(-self.ib, .1), percentage=q(soc, .001), temperature=q(16 + self.su('bt', 1) + lp(np.abs(self.ib) * .03, 800) + w('bt', .05), .1), present=1, power_supply_status=np.where(self.ib < 0, 1, 2), cell_voltage=[q(x, .005) for x in cl]), lens=dict(cell_voltage=12))
        # bilge, air, winches, lights, radio
        lk = f('lense_lekk')
        s, pump = hyst(.55 + .25 * self.sea + 1.35 * lk, 9.5, 0., 120., self.rng('len').uniform(20, 110))
        self.pub('/lense', 'lekter_msgs/msg/Lense', 3, dict(lensenivaa_mm=q(180 - s + 3.2 * self.wv[0] + w('ln', .8), 1), pumpestrom=q(np.maximum(lp(pump * (7.2 + self.u('ps', .1)), .15) + w('ps', .07), 0), .05), starter=220 + np.cumsum(np.diff(pump, prepend=0) > 0), alarm=self.on('s_lense') & (self.pieces('sl', .8, 4, 0, 1) < .4)))
        ap, _ = hyst(.0042 + .006 * sum((stl[i] != self.sel[i]) for i in range(4)) + .009 * f('trykkluft'), .05, 6.6, 7.7, self.rng('ap').uniform(6.8, 7.6))
        self.pub('/trykkluft', 'sensor_msgs/msg/FluidPressure', 2, dict(fluid_pressure=q((ap + w('apn', .008)) * 1e5, 500)))
        ef = [np.tanh(self.dv[i] / .03) * (24 + 3 * i) + 62 + 2.6 * self.dep[i] + 14 * self.wv[2] * .5 + w(f'ef{i}', 2.4) for i in range(4)]
        ef[1] = ef[1] + 18 * f('vinsj2_treg') * np.tanh(self.dv[1] / .03)
        ef[3] = ef[3] + f('vinsj4_dyp') * (22 + 6 * w('vd', 1))
        self.joints('/vinsj/joint_states', 6, ('vinsj_1', 'vinsj_2', 'vinsj_3', 'vinsj_4'), [q(d + w(f'dp{i}', .004), .005) for i, d in enumerate(self.dep)], [v + w(f'dv{i}', .004) for i, v in enumerate(self.dv)], [q(x, .5) for x in ef])
        self.pub('/lys', 'lekter_msgs/msg/Lys', 2, dict(lysnivaa=q(self.light, 1), lysstrom=[q(np.maximum(self.light * .092 * (1 + self.u(f'ls{i}', .02)) * (1 - (.24 * f('lys2') if i == 1 else 0)) + w(f'ls{i}', .03), 0), .02) for i in range(4)]))
        rl, dn = f('lys_radio'), f('s_radio') * (self.pieces('dn', 1, 8, 0, 1) < .3) > 0
        rs = -61 + self.su('rs', 2) - 1.1 * np.abs(self.wv[0]) + 1.2 * self.wander('rs', 1, 40) + w('rsn', .8, 1) - 7 * rl - 25 * dn
        self.pub('/radiolenke', 'lekter_msgs/msg/Radiolenke', 2, dict(signal_dbm=q(rs, 1), pakketap=q(np.clip(self.rng('pt').gamma(1.2, .25, n) + 5.5 * rl * self.rng('pt2').random(n) + 100 * dn, 0, 100), .1), mbit=q(np.where(dn, 0, np.clip(38 + .5 * (rs + 61) - 7 * rl + w('mb', 1.2), 0, 60)), .1), oppe=~dn))
        self.pub('/luft/temperatur', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('lt', .05), .1)))
        self.pub('/luft/trykk', 'sensor_msgs/msg/FluidPressure', 1, dict(fluid_pressure=q(101200 + 600 * self.su('lt') + 40 * self.wander('ltr', 1, 1500) + w('ltn', 6) + 130 * f('barometer'), 10)))
        v = '2026.2' if self.newver else '2026.1'
        na = sum(x.astype(float) for x in self.on_)
        self.pub('/datamaskin', 'lekter_msgs/msg/Datamaskin', 2, dict(prosessor=q(28 + 4 * na + w('cp', 1.8), .1), minne_mb=q(2310 + self.su('mm', 9) + 6 * self.wander('mm', 1, 200) + w('mmn', 1.5) + self.computer_leak('minne', 240), 1), syklus_ms=q(20.2 + 1.6 * self.newver + .25 * na + np.abs(w('sy', .25)), .1)), strs=dict(versjon=v))
        self.goals('/foring/_action/status', sorted([(a, b, 5 if self.rng(f'gf{i}{j}').random() < .05 else 4) for i in range(4) for j, (a, b, k) in enumerate(self.L[i]) if k == 'foring']))
        b = self.speak('s_blaaser', 'frekvensomformer_1', ['jordfeil blaaser 1, feilkode 17', 'blaaser 1 redusert turtall'])
        g = self.speak('s_gen', 'generator', ['alarm: ladedynamo gir ikke spenning', 'generator: ladefeil staar'])
        le = self.speak('s_lense', 'lense', ['hoynivaa i lensebronn', 'hoynivaabryter ustabil'])
        ra = self.speak('s_radio', 'radiolenke', ['radiolenke nede', 'radiolenke kobler opp igjen'], 12)
        self.routine([(8, 'W', 'foring', 'linje spyles ekstra, resttrykk {} mbar', 5, 30), (25, 'I', 'foring', 'maaltid ferdig, {} kg', 20, 160), (5, 'W', 'kamera', 'bilde hoppet over, {} ms', 80, 300), (4, 'W', 'vaer', 'vindkast {} m/s notert', 8, 14), (8, 'I', 'batteri', 'bytter kilde ved {} kW', 15, 50)],
                     [('I', 'foring', f'foringssystem {v} startet'), ('W', 'kamera', 'venter paa kamera 3'), ('W', 'radiolenke', 'kanal byttet etter stoy'), ('I', 'silo', 'vekter nullstilt mot logg')])
        self.status('blaasere', 'FO-4', b, {2: 'jordfeil blaaser 1'}, versjon=v)
        self.status('generator', 'DG-80', g, {2: 'ladefeil'})
        self.status('lense', 'LB', le, {2: 'hoynivaa'})
        self.status('radiolenke', 'RL-5', np.maximum(ra, brief_warn(self, 'rl', 1.5)), {1: 'kort svak', 2: 'nede'})
        self.status('lagring', 'nvme', brief_warn(self, 'lag', 1), {1: 'treg skriving'}, ledig_gb=212 - t / 1800)
