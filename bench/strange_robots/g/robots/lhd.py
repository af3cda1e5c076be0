"""Battery-electric underground loader (load, haul, dump) between a face and an ore pass; Polish fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, quat, slew

NAP, KOL, HYD, LYZ, SKR, HAM, CHL = '/naped', '/kola', '/hydraulika', '/lyzka', '/skret', '/hamulce', '/chlodzenie'


class Lhd(Sim):
    NAME = 'lhd'
    FLAGS = [(NAP, 'kod_bledu'), (HYD, 'alarm_filtra'), ('/gazy', 'awaria_czujnika'), ('/lacznosc', 'zerwane')]
    DEFS = {
        'ladowarka_msgs/msg/Naped': mdef('float32[2] obroty_silnika moment_silnika prad_silnika temp_uzwojenia temp_falownika; float32 moment_zadany; uint8 kod_bledu'),
        'ladowarka_msgs/msg/Kola': mdef('float32[4] predkosc_kola poslizg_proc cisnienie_opony temp_opony; float32[2] drgania_mostu temp_mostu'),
        'ladowarka_msgs/msg/Hydraulika': mdef('float32 cisnienie_pompy cisnienie_wysiegnika cisnienie_lyzki przeplyw_pompy temp_oleju poziom_oleju spadek_filtra prad_pompy; uint8 alarm_filtra'),
        'ladowarka_msgs/msg/Lyzka': mdef('float32 masa_ladunku kat_wysiegnika kat_lyzki zadany_wysiegnik zadana_lyzka'),
        'ladowarka_msgs/msg/Skret': mdef('float32 kat_przegubu kat_zadany cisnienie_skretu'),
        'ladowarka_msgs/msg/Hamulce': mdef('float32 nacisk_pedalu cisnienie_akumulatora; float32[2] cisnienie_hamulca; float32[4] temp_tarczy; bool postojowy_zwolniony'),
        'ladowarka_msgs/msg/Chlodzenie': mdef('float32 temp_plynu przeplyw_plynu obroty_wentylatora poziom_plynu'),
        'ladowarka_msgs/msg/Gazy': mdef('float32 metan_proc tlenek_wegla_ppm tlen_proc zapylenie; bool awaria_czujnika'),
        'ladowarka_msgs/msg/Lacznosc': mdef('float32 sygnal_dbm opoznienie_ms utracone_pakiety; uint8 nadajnik; bool zerwane'),
        'ladowarka_msgs/msg/Smarowanie': mdef('float32 cisnienie_smaru poziom_smaru; bool pompa_pracuje'),
        'ladowarka_msgs/msg/Kamera': mdef('float32 ostrosc jasnosc czas_klatki_ms; float32[4] prad_lampy'),
        'ladowarka_msgs/msg/Instalacja': mdef('float32 napiecie_24v prad_24v temp_przetwornicy opor_izolacji'),
        'ladowarka_msgs/msg/Gaszenie': mdef('float32[2] cisnienie_butli; bool[2] butla_gotowa'),
        'ladowarka_msgs/msg/Sterownik': mdef('float32 cykl_ms najdluzszy_cykl_ms temp_plytki pamiec_kb; string wersja; string tryb_pracy'),
    }
    KINDS = dict(
        silnik1_lozysko=K('motor 1 draws more and more current for its torque: bearing', [NAP], ['prad_silnika[0]'], ['silnik 1', 'motor 1', 'front motor'], step=False, where='when driving', cons=('temp_uzwojenia[0]', '/bateria', '/chlodzenie')),
        silnik2_grzanie=K('winding of motor 2 hotter: cooling jacket silted', [NAP], ['temp_uzwojenia[1]'], ['silnik 2', 'motor 2', 'rear motor'], step=False, tail=300),
        silnik2_moment=K('motor 2 gives too little torque when more than a number is asked: phase weak', [NAP], ['moment_silnika[1]', 'prad_silnika[1]'], ['silnik 2', 'motor 2', 'rear motor'], where='**asked torque above a number**', cond=True, need=12),
        falownik1=K('inverter 1 hotter: paste dried', [NAP], ['temp_falownika[0]'], ['falownik 1', 'inverter 1'], step=False, tail=200),
        temp_stoi=K('winding temperature of motor 1 frozen', [NAP], ['temp_uzwojenia[0]'], ['silnik 1', 'motor 1', 'front motor']),
        kolo3_czujnik=K('speed of wheel 3 flickers: sensor ring full of ore', [KOL], ['predkosc_kola[2]', 'poslizg_proc[2]'], ['kolo 3', 'wheel 3'], where='when driving'),
        opona2=K('tyre 2 loses air', [KOL], ['cisnienie_opony[1]'], ['opona 2', 'kolo 2', 'tyre 2', 'wheel 2'], step=False),
        opona4_grzanie=K('tyre 4 gets hot: rubs at the mudguard', [KOL], ['temp_opony[3]'], ['opona 4', 'kolo 4', 'tyre 4', 'wheel 4'], step=False, tail=300),
        most2_ladunek=K('rear axle vibrates when the load is above a number: pinion bearing', [KOL], ['drgania_mostu[1]'], ['most 2', 'most tylny', 'rear axle', 'axle 2'], where='**load above a number**', cond=True),
        most1_olej=K('front axle gets hot: oil low', [KOL], ['temp_mostu[0]'], ['most 1', 'front axle', 'axle 1'], step=False, tail=300),
        kola_poslizg=K('wheels 1 and 2 slip at one place: mud from a leaking pipe', [KOL, NAP], ['poslizg_proc[0]', 'poslizg_proc[1]', 'predkosc_kola[0]', 'predkosc_kola[1]', 'obroty_silnika[0]'], ['kolo 1', 'kolo 2', 'wheels', 'front wheels'], where='**at a place**', cond=True, need=10),
        dziura=K('machine is shaken at one place: floor broken out', ['/imu/dane', KOL], ['linear_acceleration.z', 'angular_velocity.y', 'drgania_mostu[0]', 'drgania_mostu[1]'], ['imu', 'floor', 'most'], where='**at a place**', cond=True, need=10),
        pompa_zuzyta=K('pump flow falls when its pressure is above a number: pump worn', [HYD], ['przeplyw_pompy'], ['pompa', 'hydraulika', 'hydraulic pump'], where='**pump pressure above a number**', cond=True, need=10),
        pompa_szum=K('pump pressure uneasy: air in the suction hose', [HYD], ['cisnienie_pompy'], ['pompa', 'hydraulika', 'hydraulic pump']),
        filtr=K('pressure drop over the return filter grows: filter full', [HYD], ['spadek_filtra'], ['filtr', 'hydraulika', 'filter'], step=False),
        olej_ubywa=K('oil level falls: hose leaks', [HYD], ['poziom_oleju'], ['olej', 'hydraulika', 'oil level', 'oil tank'], step=False),
        olej_cieply=K('oil warmer: cooler fan stopped', [HYD], ['temp_oleju'], ['olej', 'hydraulika', 'oil', 'oil cooler'], tail=300),
        lyzka_czujnik=K('pressure of the bucket cylinder stands off: sensor', [HYD], ['cisnienie_lyzki'], ['cylinder lyzki', 'lyzka', 'bucket cylinder', 'bucket pressure']),
        wysiegnik_opada=K('boom sinks while carrying: seal of the cylinder', [LYZ], ['kat_wysiegnika'], ['wysiegnik', 'boom'], where='when loaded'),
        waga=K('weighed load too high: weighing calibration lost', [LYZ], ['masa_ladunku'], ['waga', 'lyzka', 'load weighing', 'bucket load'], where='when loaded'),
        lyzka_wolna=K('bucket follows its command late: spool sticks', [LYZ], ['kat_lyzki'], ['lyzka', 'bucket'], where='when the bucket moves', need=10),
        kat_szum=K('boom angle flickers: wire of the sensor broken in the loom', [LYZ], ['kat_wysiegnika'], ['wysiegnik', 'boom', 'boom sensor']),
        skret_duzy=K('steering pressure far higher when the joint is bent more than a number: joint bearing', [SKR], ['cisnienie_skretu'], ['skret', 'przegub', 'steering', 'joint'], where='**joint angle above a number**', cond=True, need=10),
        skret_luz=K('joint angle stands beside its request: sensor arm bent', [SKR], ['kat_przegubu'], ['skret', 'przegub', 'steering', 'joint']),
        hamulec_zjazd=K('disc 2 heats and front brake pressure is higher on a descent steeper than a number: retarder missing', [HAM], ['cisnienie_hamulca[0]', 'temp_tarczy[1]'], ['hamulec', 'hamulce', 'brake', 'disc 2'], where='**pitch below a number**', cond=True, need=12),
        tarcza3=K('brake disc 3 hot: piston does not return', [HAM], ['temp_tarczy[2]'], ['tarcza 3', 'hamulec 3', 'disc 3', 'brake 3'], step=False, tail=250),
        akumulator=K('brake accumulator pressure low and uneasy: gas lost', [HAM], ['cisnienie_akumulatora'], ['akumulator', 'hamulce', 'accumulator']),
        pompa_plynu=K('coolant flows slower and is warmer: pump impeller worn', [CHL], ['przeplyw_plynu', 'temp_plynu'], ['chlodzenie', 'coolant', 'coolant pump'], cons=('/naped',)),
        plyn_ubywa=K('coolant level falls: clamp leaks', [CHL], ['poziom_plynu'], ['chlodzenie', 'coolant'], step=False),
        wentylator=K('cooling fan turns slower: bearing', [CHL], ['obroty_wentylatora'], ['chlodzenie', 'wentylator', 'cooling fan']),
        bat_prad=K('cell 4 sags when the battery current is above a number: busbar loose', ['/bateria'], ['cell_voltage[3]'], ['bateria', 'battery', 'cell 4'], where='**battery current above a number**', cond=True, need=12),
        bat_modul=K('module 5 warmer than the others: plate channel blocked', ['/bateria'], ['cell_temperature[4]'], ['bateria', 'battery', 'module 5'], step=False, tail=300),
        lidar_pyl=K('beams 4 to 7 of the front lidar read short: mud on the glass', ['/lidar/przod'], ['ranges'], ['lidar przod', 'lidar', 'front lidar']),
        lidar_tyl_gubi=K('messages of the rear lidar get lost', ['/lidar/tyl'], ['header.stamp'], ['lidar tyl', 'rear lidar']),
        imu_stare=K('IMU comes with old stamps', ['/imu/dane'], ['header.stamp'], ['imu']),
        zyro=K('yaw gyro has a bias', ['/imu/dane'], ['angular_velocity.z'], ['imu', 'gyro']),
        radio_miejsce=K('radio weak at one place: leaky feeder cut', ['/lacznosc'], ['sygnal_dbm', 'utracone_pakiety', 'opoznienie_ms'], ['lacznosc', 'radio'], where='**at a place**', cond=True, need=12),
        kamera_miejsce=K('camera is blinded at one place: new lamp of the crusher station', ['/kamera'], ['jasnosc', 'ostrosc'], ['kamera', 'camera'], where='**at a place**', cond=True, need=12),
        lampa2=K('work lamp 2 draws less and flickers', ['/kamera'], ['prad_lampy[1]'], ['lampa 2', 'lamp 2', 'work lamp']),
        obiektyw=K('camera gets less sharp: dust film', ['/kamera'], ['ostrosc'], ['kamera', 'camera'], step=False),
        smar=K('pressure pulses of the greasing are weak: line torn', ['/smarowanie'], ['cisnienie_smaru'], ['smarowanie', 'smar', 'greasing'], where='in a pulse', need=12),
        izolacja=K('insulation resistance falls: wet cable', ['/instalacja'], ['opor_izolacji'], ['instalacja', 'izolacja', 'insulation'], step=False),
        siec24=K('24 V low and uneasy: converter', ['/instalacja'], ['napiecie_24v'], ['instalacja', 'przetwornica', '24 v', 'converter']),
        butla=K('extinguisher bottle 2 loses pressure', ['/gaszenie'], ['cisnienie_butli[1]'], ['gaszenie', 'butla 2', 'bottle 2', 'extinguisher'], step=False),
        metan=K('methane reading drifts upward: sensor poisoned', ['/gazy'], ['metan_proc'], ['gazy', 'metan', 'methane', 'gas sensor'], step=False),
        cykl=K('controller cycle has far longer worst times', ['/sterownik'], ['najdluzszy_cykl_ms', 'cykl_ms'], ['sterownik', 'controller', 'control cycle']),
        s_naped=K('drive inverter reports overcurrent again and again', [NAP, '/rosout', '/diagnostics'], ['kod_bledu', 'moment_silnika[0]'], ['naped', 'drive', 'inverter 1'], silent=False),
        s_gaz=K('gas sensor reports a failure', ['/gazy', '/rosout', '/diagnostics'], ['awaria_czujnika', 'tlenek_wegla_ppm'], ['gazy', 'gas sensor'], silent=False),
        s_radio=K('radio link breaks again and again and is reported', ['/lacznosc', '/rosout', '/diagnostics'], ['zerwane', 'sygnal_dbm', 'utracone_pakiety'], ['lacznosc', 'radio'], silent=False),
        s_filtr=K('filter switch warns, with warnings only', [HYD, '/rosout', '/diagnostics'], ['alarm_filtra'], ['filtr', 'hydraulika', 'filter'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        L = self.L = r.uniform(95, 120); m = int(L * 2) + 40
        sg = np.arange(m) * .5 - 10
        cur = np.zeros(m)
        for c0 in (r.uniform(18, 32), r.uniform(50, 62), r.uniform(76, 88)): cur += r.choice([-1, 1]) * r.uniform(.06, .1) * np.exp(-.5 * ((sg - c0) / 5.)**2)
        gr = sum(r.uniform(.03, .055) * r.choice([-1, 1]) * np.exp(-.5 * ((sg - c0) / 11)**2) for c0 in (25, 55, 82))
        yw = np.cumsum(cur) * .5 + r.uniform(0, 6); tx, ty = np.cumsum(np.cos(yw)) * .5, np.cumsum(np.sin(yw)) * .5
        T = self.tasks = self.segs('op', dict(urobek=(6, 500, 900), postoj=(1.2, 20, 60), przejazd=(.7, 60, 120), reczny=(.6, 40, 90)), [('postoj', r.uniform(15, 45))])
        if self.unit == 'life' and self.idx >= 4: T = self.tasks = [(a, b, k) if k != 'przejazd' else (a, b, 'ladowanie') for a, b, k in T]        # charging: for the first time in life/4
        ks = ('urobek', 'postoj', 'przejazd', 'reczny', 'ladowanie')
        kk = np.zeros(n, int)
        for a, b, k in T: kk[int(a / DT):int(b / DT)] = ks.index(k)
        sl = kk.tolist()
        s, v, ph, tp = 3., 0., 'dig', 0.; pd = r.uniform(12, 18); mass = 0.; mt = r.uniform(8, 13.5)
        so, vo, po, mo, tpo = np.zeros(n), np.zeros(n), np.zeros(n, int), np.zeros(n), np.zeros(n)
        P = dict(dig=0, haul=1, dump=2, back=3); ob = self.rng('obst'); stop = np.zeros(n, bool)
        for x in ob.uniform(60, self.dur - 60, ob.poisson(4)): stop[int(x / DT):int((x + ob.uniform(6, 18)) / DT)] = True
        st = stop.tolist(); cl, jm = np.abs(cur).tolist(), self.pieces('rm', 2, 7, .3, .8).tolist(); ve, vl = r.uniform(3.6, 4.3), r.uniform(2.9, 3.5)
        for i in range(n):
            k = sl[i]; act = k in (0, 2, 3) and not st[i]; tgt = 0.; tp += DT
            if act:
                c = cl[min(m - 1, max(0, int((s + 10) * 2)))]; lim = 9. if c < .02 else 2.6
                if ph == 'dig':
                    tgt = .35 * np.cos(tp * .9) if k != 2 else 0
                    if k != 2: mass = mt * min(1., max(0., (tp - 3) / (pd - 5)))
                    if tp > pd: ph, tp = 'haul', 0.
                elif ph == 'haul':
                    d = L - 4 - s; tgt = min(vl * (1 if k != 3 else jm[i]), lim, np.sqrt(2 * .7 * max(d, 0)) + .05)
                    if d < .4: ph, tp, pd = 'dump', 0., r.uniform(7, 11)
                elif ph == 'dump':
                    mass = mass if tp < 2.5 else max(0., mass - mt * DT / 3)
                    if tp > pd: ph, tp, mass = 'back', 0., 0.
                else:
                    d = s - 3; tgt = -min(ve * (1 if k != 3 else jm[i]), lim, np.sqrt(2 * .7 * max(d, 0)) + .05)
                    if d < .4: ph, tp, pd, mt = 'dig', 0., r.uniform(12, 18), r.uniform(7, 13.5)
            e = (tgt - v) * 1.5; v += max(-1., min(.9, e)) * DT; s += v * DT
            so[i], vo[i], po[i], mo[i], tpo[i] = s, v, P[ph], mass, tp
        it = lambda tab: np.interp(so, sg, tab)
        self.s, self.v, self.ph, self.mass, self.k = so, vo, po, mo, kk
        self.x, self.y, self.yaw, self.cur = it(tx), it(ty), it(yw), it(cur)
        self.act = np.isin(kk, (0, 3)) & ~stop; self.dig = (po == 0) & self.act; self.dump = (po == 2) & self.act
        self.grd = it(gr)                                   # rise towards the ore pass
        self.gr = self.grd
        self.yr, self.acc = self.cur * self.v, lp(np.gradient(self.v, DT), .2)
        self.drv = np.abs(self.v) > .5
        self.chg = kk == 4
        self.amb = 27 + 2.5 * self.su('amb') + self.wander('amb', .3, 900)
        M = 29 + self.mass; dirn = np.tanh(self.v / .1)
        self.push = self.dig * np.clip(np.sin(np.pi * np.clip(tpo / 14, 0, 1)), 0, 1)
        self.F = M * self.acc + M * 9.81 * self.gr * (1) + dirn * M * .22 - 62 * lp(self.push, .5) * (1 + .15 * self.wander('pu', 1, .7))
        self.req = -np.where(self.v * self.F > 0, np.abs(self.F), np.clip(np.abs(self.F), 0, 45)) * -np.sign(self.F)
        self.tq = [self.req * 3.4 * (1 + self.u(f'tq{i}', .02)) + self.ns(f'tq{i}', 2.5) * (.2 + np.minimum(np.abs(self.v) + self.push, 1)) for i in range(2)]
        bt = np.where(self.push > .02, -38 - 9 * np.sin(tpo * 2.2) * 0, 0)
        boom = np.where(self.dig, -40 + 8 * np.clip((tpo - 6) / 6, 0, 1), np.where(self.dump, 32., -24.)); buck = np.where(self.dig, -4 + 44 * np.clip((tpo - 5) / 6, 0, 1) * (.85 + .15 * np.sin(tpo * 2.4)), np.where(self.dump & (tpo > 2.5) & (tpo < 6.5), -42., 38.))
        self.zb, self.zl = lp(slew(boom, 16, 18), .2), lp(slew(buck, 26, 34), .15)
        self.boom, self.buck = lp(delayed(self.zb, .2), .35), lp(delayed(self.zl, .2), .3)
        db, dl = np.gradient(self.boom, DT), np.gradient(self.buck, DT)
        self.joint = np.degrees(2 * np.arctan(1.75 * self.cur)) + .8 * self.wander('jw', 1, 1.5) * self.drv + 7 * self.push * np.sin(tpo * .8); self.joint = lp(self.joint, .2)
        dj = np.gradient(lp(self.joint, .3), DT)
        self.flow0 = 18 + 5.2 * np.abs(db) + 3.6 * np.abs(dl) + 5.5 * np.abs(dj)
        self.pp = lp(38 + 70 * np.minimum(np.abs(db) / 8, 1) * (1 + self.mass / 18) + 80 * np.minimum(np.abs(dl) / 10, 1) * (.6 + self.push) + 55 * np.minimum(np.abs(dj) / 6, 1) + 28 * self.push, .2)
        pm = np.abs(self.F * self.v) * 1.12 * np.where(self.v * self.F > 0, 1, -.6) + 40 * np.abs(self.push) + .0017 * self.pp * self.flow0
        self.ib = np.where(self.chg, -120., 14 + pm / .62) + self.ns('ib', 2)
        self.pitch = -np.degrees(np.arctan(self.gr))
        Q = self.quan; wk = self.act
        a_ = np.abs(self.tq[1])
        self.num('silnik2_moment', lp(np.abs(self.req), .3) * 3.4, NAP + ':moment_zadany', ['moment', 'moment zadany', 'torque', 'load', 'moment silnika', 'prad silnika', 'current'], above=Q(np.abs(self.req) * 3.4, wk, .68, 0), tol=.3)
        self.num('most2_ladunek', self.mass, LYZ + ':masa_ladunku', ['masa', 'masa ladunku', 'load', 'loaded', 'mass', 'full', 'weight', 'bucket'], above=4., tol=.6, and_=self.drv)
        self.num('pompa_zuzyta', self.pp, HYD + ':cisnienie_pompy', ['cisnienie', 'cisnienie pompy', 'pressure', 'load'], above=Q(self.pp, wk, .7, 0), tol=.3)
        self.num('skret_duzy', np.abs(self.joint), SKR + ':kat_przegubu', ['kat przegubu', 'kat', 'joint', 'angle', 'steering', 'bend', 'curve', 'kat zadany'], above=9., tol=.45)
        self.pt = np.degrees(np.arctan(self.gr * np.sign(self.v)))
        self.desc = self.grd * np.sign(self.v)
        self.num('hamulec_zjazd', self.pt * self.drv, '/naped_pochylenie:vector.y', ['pitch', 'pochylenie', 'descent', 'downhill', 'slope', 'vector y', 'grade', 'gradient'], below=-1.3, tol=.6, and_=self.drv)
        self.num('bat_prad', lp(self.ib, .3), '/bateria:current', ['current', 'prad', 'discharge', 'load', 'battery'], above=Q(self.ib, wk, .68, 0), tol=.3)
        for kd, rad in (('kola_poslizg', 5.), ('dziura', 3.5), ('radio_miejsce', 7.), ('kamera_miejsce', 6.)):
            px, py = self.spot(kd, self.x, self.y, rad, self.drv & (self.s > 14) & (self.s < L - 14), .1); self.at(kd, self.x, self.y, px, py, rad, self.drv)
        self.mode('silnik1_lozysko kolo3_czujnik', self.drv, 'driving', 'drives', 'moving', 'speed', 'predkosc', 'obroty')
        self.mode('wysiegnik_opada waga', (self.mass > 4) & (po == 1), 'loaded', 'carries', 'carrying', 'load', 'masa ladunku', 'haul')
        self.mode('lyzka_wolna', np.abs(dl) > 3, 'moves', 'moving', 'bucket', 'digging', 'dumping', 'zadana lyzka')
        self.pul = (t + 60 * r.random()) % 45 < 8
        self.mode('smar', self.pul, 'pulse', 'pompa pracuje', 'running', 'runs')

    def build(self):
        t, n, f, w, v, drv = self.t, self.n, self.f, self.ns, self.v, self.drv
        sp = np.abs(v)
        slip = lp(f('kola_poslizg'), .25) * (.2 + .09 * np.abs(self.wander('sl', 1, .5)))
        tq = [x.copy() for x in self.tq]; g = f('silnik2_moment')
        lose = lp(np.where(g > 0, .58 * np.minimum(g, 1.2), 0), .1) * tq[1]; tq[1] = tq[1] - lose; tq[0] = tq[0] + lose
        sn = f('s_naped') * (self.pieces('sn', .4, 3, 0, 1) < .25); tq[0] = tq[0] * (1 - .6 * np.minimum(sn, 1))
        ob = [v / (np.pi * 1.55) * 60 * 22 * (1 + self.u(f'ob{i}', .001)) * (1 + (slip if i == 0 else 0)) + w(f'ob{i}', 3) * np.minimum(sp * 2, 1) for i in range(2)]
        pr = [np.abs(x) * 1.15 + 6 * np.minimum(sp, 1) + w(f'pr{i}', 1.6) * (.2 + np.minimum(sp, 1)) for i, x in enumerate(tq)]; pr[0] = pr[0] + 60 * f('silnik1_lozysko') * np.tanh(sp / .4)
        tc = lp(sum(pr) * .05, 200, 7.) + self.amb + 5
        pf, pu = f('pompa_plynu'), None
        tc = tc + lp(9 * pf, 60, 0.)
        tu = [tc + 10 + self.u(f'tu{i}', 1) + lp(.0011 * pr[i]**2 + (17 * f('silnik2_grzanie') if i else 0), 150, 12.) + w(f'tu{i}', .15) for i in range(2)]
        tu[0] = hold(tu[0], self.on('temp_stoi'))
        tf = [tc + 3 + self.u(f'tf{i}', .5) + lp(.05 * pr[i] + (12 * f('falownik1') if i == 0 else 0), 50, 5.) + w(f'tf{i}', .15) for i in range(2)]
        self.pub(NAP, 'ladowarka_msgs/msg/Naped', 10, dict(obroty_silnika=[q(x, 1) for x in ob], moment_silnika=[q(x, .5) for x in tq], prad_silnika=[q(x, .5) for x in pr], temp_uzwojenia=[q(x, .1) for x in tu], temp_falownika=[q(x, .1) for x in tf], moment_zadany=q(self.req * 3.4, 1), kod_bledu=np.where(sn > 0, 31, 0)))
        off = np.array([-1, 1, -1, 1]) * 1.1
        vk = [(v - off[i] * self.yr) * (1 + self.u(f'vk{i}', .002)) * (1 + (slip if i < 2 else 0)) + w(f'vk{i}', .012) * np.minimum(sp * 2, 1) for i in range(4)]
        vk[2] = vk[2] + f('kolo3_czujnik') * drv * (.35 * self.white('k3') - 1.6 * np.sign(v) * self.spikes('k3s', .06))
        tt = [self.warm(f'tt{i}', self.amb, 3.2 * sp * (1 + .03 * self.mass) + (16 * f('opona4_grzanie') if i == 3 else 0), 260, 9, 5.) for i in range(4)]
        pt = [5.8 + self.u(f'pt{i}', .06) + .012 * (tt[i] - self.amb - 9) + .012 * self.mass * (1 if i < 2 else .4) + w(f'pt{i}', .012) for i in range(4)]; pt[1] = pt[1] - .75 * f('opona2')
        hole = lp(f('dziura'), .1)
        dr = [np.abs(.15 + .42 * sp * (1 + .1 * self.wander(f'dr{i}', 1, 1)) + w(f'dr{i}', .09) + hole * np.abs(1.6 + .7 * self.white(f'drh{i}')) + .5 * self.push) for i in range(2)]
        dr[1] = dr[1] + lp(f('most2_ladunek'), .2) * (1.5 + .4 * np.abs(self.white('m2')))
        tm = [self.warm(f'tm{i}', self.amb, 5.2 * sp * (1 + .02 * self.mass) + (15 * f('most1_olej') if i == 0 else 0), 280, 12, 8.) for i in range(2)]
        self.pub(KOL, 'ladowarka_msgs/msg/Kola', 10, dict(predkosc_kola=[q(x, .01) for x in vk], poslizg_proc=[q(np.clip(100 * (np.abs(x / (np.where(sp > .4, v, 1) * (1 - off[i] * self.cur))) - 1) * (sp > .4) + w(f'pz{i}', .25) * (sp > .4), -60, 60), .1) for i, x in enumerate(vk)], cisnienie_opony=[q(x, .01) for x in pt], temp_opony=[q(x, .1) for x in tt], drgania_mostu=[q(x, .02) for x in dr], temp_mostu=[q(x, .1) for x in tm]))
        # hydraulics
        sz = f('pompa_szum'); pp = self.pp + w('pp', 1.2) + sz * 26 * self.white('ppz')
        pz = lp(f('pompa_zuzyta'), .15)
        fl = self.flow0 * (1 + self.u('fl', .01)) * (1 - .0004 * self.pp) * (1 - .5 * np.minimum(pz, 1.3)) + w('fl', .9)
        to = self.warm('to', self.amb, .022 * self.pp * 6 + 13 * f('olej_cieply') * 1, 180, 9, 8.)
        boom, buck = self.boom.copy(), self.buck.copy()
        bw = f('wysiegnik_opada')
        ld = (self.mass > 4) & (self.ph == 1); age = np.zeros(n); c = 0.
        for i, x in enumerate(ld.tolist()): c = c + DT if x else 0.; age[i] = c
        boom = boom - lp(bw * np.minimum(.26 * age, 6.), .3)
        kbk = f('lyzka_wolna')
        if kbk.any(): buck = np.where(self.sev['lyzka_wolna'] > 0, lp(delayed(self.zl, .9 * np.maximum(kbk, .85)), .5), buck)
        pw = 45 + 6.2 * self.mass + 24 * self.push + 16 * np.abs(np.gradient(self.boom, DT)) / 8 + w('pw', 1.3) + self.u('pw', 1)
        pl = 32 + 4.5 * self.mass + 90 * self.push * (1 + .2 * self.wander('pl', 1, .6)) + 12 * np.minimum(np.abs(np.gradient(self.buck, DT)) / 10, 1) + w('pl', 1.4) + 27 * f('lyzka_czujnik')
        fs = f('s_filtr') > 0
        self.pub(HYD, 'ladowarka_msgs/msg/Hydraulika', 8, dict(cisnienie_pompy=q(pp, .5), cisnienie_wysiegnika=q(pw, .5), cisnienie_lyzki=q(pl, .5), przeplyw_pompy=q(np.maximum(fl, 0), .2), temp_oleju=q(to, .1), poziom_oleju=q(78 + 2 * self.su('po') - .05 * (self.boom + 24) + .15 * self.wander('po', 1, 2) + w('po', .15) - 11 * f('olej_ubywa'), .1), spadek_filtra=q(.55 + self.u('sf', .03) + .008 * fl + w('sf', .02) + 1.3 * f('filtr'), .01), prad_pompy=q(8 + .0105 * self.pp * fl * .5 / 6 + w('prp', .3), .1), alarm_filtra=np.where(fs & (t % 25 < 8), 1, 0)))
        self.pub(LYZ, 'ladowarka_msgs/msg/Lyzka', 8, dict(masa_ladunku=q(np.maximum(self.mass * (1 + .27 * f('waga') * (self.ph == 1)) + w('ma', .12) + .25 * self.acc * (self.mass > 1), 0), .05), kat_wysiegnika=q(boom + w('kw', .12) + f('kat_szum') * (5 * self.white('ks') * (self.pieces('ksp', .2, 1.5, 0, 1) < .6)), .1), kat_lyzki=q(buck + w('kl', .15), .1), zadany_wysiegnik=q(self.zb, .5), zadana_lyzka=q(self.zl, .5)))
        j = self.joint; dj = np.gradient(lp(j, .3), DT)
        self.pub(SKR, 'ladowarka_msgs/msg/Skret', 10, dict(kat_przegubu=q(delayed(j, .15) + w('kp', .1) + self.u('kp', .15) + 3.4 * f('skret_luz'), .05), kat_zadany=q(j, .1), cisnienie_skretu=q(24 + 6.5 * np.abs(dj) + .35 * np.abs(j) + np.abs(w('cs', 1.5)) + lp(f('skret_duzy'), .15) * (48 + 10 * self.wander('sd', 1, .4)), .5)))
        hz = lp(f('hamulec_zjazd'), .3); br = lp(np.clip(-self.acc * np.sign(v) - .25, 0, None) * 42 * drv + 26 * ((sp < .05)), .15)
        cb = [np.maximum(br * (.9 + self.u(f'cb{i}', .01)) + 1.2 + w(f'cb{i}', .25) + (13 * hz if i == 0 else 0), 0) for i in range(2)]
        td = [self.warm(f'td{i}', self.amb, br * sp * 2.6 + 2. * sp + (17 * f('tarcza3') if i == 2 else 0), 110, 15, 9., .2) + (lp(60 * hz, 60, 0.) if i == 1 else 0) for i in range(4)]
        ak = f('akumulator')
        self.pub(HAM, 'ladowarka_msgs/msg/Hamulce', 8, dict(nacisk_pedalu=q(br, .5), cisnienie_akumulatora=q(148 + self.u('ca', 1) - .12 * br + 3 * self.wander('ca', 1, 9) + w('ca', .4) - ak * (16 + 5 * np.abs(self.white('cax'))), .5), cisnienie_hamulca=[q(x, .2) for x in cb], temp_tarczy=[q(x, .5) for x in td], postojowy_zwolniony=sp > .03))
        pb = np.degrees(self.gr)
        self.pub('/naped_pochylenie', 'geometry_msgs/msg/Vector3Stamped', 6, {'vector.y': q(np.where(drv, self.pt, 0) + w('py', .08), .01), 'vector.x': q(1.5 * self.wander('px', 1, 3) * np.minimum(sp, 1) + w('pxx', .08), .01)}, 'podloze')
        vf = f('wentylator')
        self.pub(CHL, 'ladowarka_msgs/msg/Chlodzenie', 4, dict(temp_plynu=q(tc + w('tc', .12), .1), przeplyw_plynu=q(31 + self.u('pz', .3) + w('pz', .25) - 7.5 * pf, .1), obroty_wentylatora=q((1500 + 32 * (tc - self.amb)) * (1 - .27 * vf) + w('ow', 14), 10), poziom_plynu=q(84 + 2 * self.su('pp') + .12 * self.wander('ppl', 1, 3) + w('ppl', .12) + .1 * (tc - self.amb) - 9 * f('plyn_ubywa'), .1)))
        # battery
        ib = self.ib + .12 * 60 * f('silnik1_lozysko') * np.tanh(sp / .4)
        soc = np.clip(.86 + .05 * self.su('soc') - np.cumsum(ib) * DT / 3600 / 420, .1, 1)
        vb = 640 + 60 * (soc - .5) - .11 * ib
        cl = [vb / 176 + self.u(f'cl{i}', .006) + w(f'cl{i}', .004) for i in range(10)]; cl[3] = cl[3] - .1 * lp(f('bat_prad'), .2)
        ct = [self.warm(f'ct{i}', self.amb, .00016 * ib**2, 700, 6, 3., .05) + (5.5 * f('bat_modul') if i == 4 else 0) for i in range(6)]
        self.batt('/bateria', ib, vb + w('vb', .2), soc, cl, ct)
        # sensors
        self.pub('/odom', 'nav_msgs/msg/Odometry', 10, {'pose.pose.position.x': q(self.x + w('ox', .04, 8), .01), 'pose.pose.position.y': q(self.y + w('oy', .04, 8), .01), 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(v + w('ov', .015), .001), 'twist.twist.angular.z': q(self.yr + w('oz', .004), .001)}, 'chodnik')
        vbn = .15 + .45 * sp
        self.imu('/imu/dane', 16, (.015 * self.wander('ir', 1, 2) + w('irn', .002), -self.gr + w('ip', .002), self.yaw + w('iy', .002)), (w('gx', .01 + .02 * sp), w('gy', .01 + .02 * sp) + hole * .22 * self.white('gyh'), self.yr + w('gz', .004 + .004 * sp) + .045 * f('zyro') + self.u('gz', .001)),
                 (self.acc + 9.81 * self.gr + vbn * self.white('ax', .5) + .8 * self.push * self.white('axp'), self.yr * v + vbn * self.white('ay', .5), 9.81 + vbn * self.white('az') + hole * 4.2 * self.white('azh')), 'imu', age=.7 * f('imu_stare'))
        lm, rg, rt = f('lidar_pyl'), [], []
        dust = lp(self.dump | self.dig, 1.5)
        for i in range(13):
            wall = np.array([2.6, 3, 3.8, 5.2, 8, 15, 24, 15, 8, 5.2, 3.8, 3, 2.6])[i]
            x = np.minimum(wall * np.exp(.12 * np.interp(self.s, np.arange(0, 140, 2.), np.cumsum(self.rng(f'lw{i}').standard_normal(70)) * .5 % 2 - 1)), 3 + (self.s if 3 < i < 9 else 99)) + w(f'ln{i}', .04) * (1 + 3 * dust)
            y = np.minimum(wall * np.exp(.1 * np.interp(self.s, np.arange(0, 140, 2.), np.cumsum(self.rng(f'lt{i}').standard_normal(70)) * .5 % 2 - 1)), 5 + (self.L - self.s if 3 < i < 9 else 99)) + w(f'ltn{i}', .04)
            if 3 <= i <= 6: x = np.where((lm > 0) & (self.rng(f'lm{i}').random(n) < .6), .45 + np.abs(w(f'lmn{i}', .12)), x)
            rg.append(x); rt.append(y)
        self.scan('/lidar/przod', 5, rg, 1.2, 30); self.scan('/lidar/tyl', 5, rt, 1.2, 30, drop=.5 * f('lidar_tyl_gubi'))
        rs, br_ = lp(f('radio_miejsce'), .4), (f('s_radio') * (self.pieces('sr', .8, 5, 0, 1) < .3)) > 0
        db = -58 - 9 * np.abs(np.sin(self.s * .045 + 1)) + self.su('db', 2) + 1.5 * self.wander('db', 1, 3) + w('dbn', .8) - 15 * rs - 25 * br_
        self.pub('/lacznosc', 'ladowarka_msgs/msg/Lacznosc', 4, dict(sygnal_dbm=q(db, 1), opoznienie_ms=q(26 + np.abs(w('op', 4)) + 40 * rs * self.rng('op2').random(n), 1), utracone_pakiety=q(self.rng('ut').gamma(.5, .3, n) + 4 * rs * self.rng('ut2').random(n) + 12 * br_, .1), nadajnik=1 + (self.s > self.L * .52), zerwane=br_))
        km = lp(f('kamera_miejsce'), .3); l2 = f('lampa2')
        la = [3.4 + self.u(f'la{i}', .05) + w(f'la{i}', .03) for i in range(4)]; la[1] = la[1] * (1 - l2 * np.where(self.pieces('l2', .1, .8, 0, 1) < .4, .4, .13))
        self.pub('/kamera', 'ladowarka_msgs/msg/Kamera', 5, dict(ostrosc=q(np.clip(66 + self.u('os', 1) - 2.4 * sp - 9 * dust + w('os', 1.4) - 16 * km - 24 * f('obiektyw'), 3, 99), .1), jasnosc=q(np.clip(84 + 5 * self.su('ja') + 7 * np.sin(self.s * .3) + 6 * dust + w('ja', 1.5) + 62 * km, 0, 255), .5), czas_klatki_ms=q(33.4 + np.abs(w('ck', .4)), .1), prad_lampy=[q(x, .02) for x in la]))
        sm = f('smar'); gl = lp(self.pul.astype(float), .8)
        self.pub('/smarowanie', 'ladowarka_msgs/msg/Smarowanie', 4, dict(cisnienie_smaru=q(np.maximum(gl * (92 + self.u('sm', 2)) * (1 - .45 * np.minimum(sm, 1.3)) + 1 + w('smn', .7), 0), .5), poziom_smaru=q(71 + 5 * self.su('ps') - .0012 * t + w('psn', .1), .1), pompa_pracuje=self.pul))
        s24 = f('siec24')
        self.pub('/instalacja', 'ladowarka_msgs/msg/Instalacja', 4, dict(napiecie_24v=q(27.1 + self.u('n24', .05) + w('n24', .03) - s24 * (.75 + .3 * np.abs(self.white('n24x'))), .01), prad_24v=q(22 + 3 * drv + w('p24', .4), .1), temp_przetwornicy=q(self.warm('tp', self.amb, 8 + 2. * drv, 300, 6, 8.), .1), opor_izolacji=q(940 + self.u('iz', 20) + 11 * self.wander('iz', 1, 30) + w('izn', 5) - 380 * f('izolacja'), 1)))
        self.pub('/gaszenie', 'ladowarka_msgs/msg/Gaszenie', 1, dict(cisnienie_butli=[q(15.1 + self.u(f'bu{i}', .1) + .03 * (self.amb - 27) + w(f'bu{i}', .03) - (2.1 * f('butla') if i else 0), .01) for i in range(2)], butla_gotowa=[1, 1]))
        sg_ = f('s_gaz') > 0
        self.pub('/gazy', 'ladowarka_msgs/msg/Gazy', 2, dict(metan_proc=q(np.maximum(.12 + .02 * self.su('me') + .015 * self.wander('me', 1, 60) + w('men', .006) + .22 * f('metan'), 0), .005), tlenek_wegla_ppm=q(np.maximum(4 + self.su('co', .5) + .5 * self.wander('co', 1, 40) + w('con', .2) - 4 * (sg_ & (t % 15 < 8)), 0), .1), tlen_proc=q(20.6 + .04 * self.wander('tl', 1, 60) + w('tln', .02), .01), zapylenie=q(np.abs(2.2 + 5.5 * lp(dust, 4) + w('za', .3)), .1), awaria_czujnika=sg_ & (t % 15 < 8)))
        cy = f('cykl')
        self.pub('/sterownik', 'ladowarka_msgs/msg/Sterownik', 2, dict(cykl_ms=q(8.2 + np.abs(w('cy', .2)) + 1.4 * cy, .05), najdluzszy_cykl_ms=q(14 + np.abs(w('nc', 2)) + cy * (17 + 7 * self.rng('cyx').random(n)), .1), temp_plytki=q(self.warm('tpl', self.amb, 14 + 3. * drv, 200, 4, 15.), .1), pamiec_kb=q(30500 + 900 * self.newver + 70 * self.su('pk') + 40 * self.wander('pk', 1, 150) + w('pkn', 12), 1)), strs=dict(wersja='4.12' if self.newver else '4.11', tryb_pracy='AUTO'))
        self.pub('/powietrze/temperatura', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .06), .1)))
        self.pub('/cmd_vel', 'geometry_msgs/msg/TwistStamped', 5, {'twist.linear.x': q(delayed(lp(v, .2), -.4), .05)}, 'base')
        self.goals('/zlecenia/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .05 else 4) for i, (a, b, k) in enumerate(self.tasks) if k in ('urobek', 'przejazd', 'ladowanie')])
        a1 = self.speak('s_naped', 'naped', ['falownik 1: przetezenie, kod 31', 'falownik 1: ponowny start'])
        a2 = self.speak('s_gaz', 'gazy', ['czujnik CO: awaria elektroniki', 'czujnik CO nie odpowiada'])
        a3 = self.speak('s_radio', 'lacznosc', ['utrata polaczenia', 'polaczenie przywrocone'], 12)
        s = self.when('s_filtr'); a4 = self.z0
        if s:
            for i, x in enumerate(np.arange(s['start'] + 1, s['end'], 21)): self.log(x, 'W', 'hydraulika', 'wylacznik filtra zadzialal', 'fault')
            a4 = np.where(self.on('s_filtr'), 1., 0.)
        self.routine([(22, 'I', 'zlecenia', 'kurs zakonczony, {} t', 7, 13), (8, 'W', 'lyzka', 'poslizg kol przy napelnianiu {} s', .5, 2), (5, 'W', 'ochrona', 'przeszkoda w chodniku, {} m', 4, 12), (5, 'I', 'lacznosc', 'zmiana nadajnika {} ms', 60, 300), (3, 'W', 'gazy', 'zapylenie {} mg', 8, 12)],
                     [('I', 'rdzen', 'wersja ' + ('4.12' if self.newver else '4.11')), ('W', 'bateria', 'balansowanie nie zakonczone'), ('W', 'lidar', 'mapa sprzed 9 dni'), ('I', 'hamulce', 'proba hamulca poprawna')])
        self.status('naped', 'F2', a1, {2: 'przetezenie'}); self.status('gazy', 'G3', a2, {2: 'awaria czujnika CO'}); self.status('lacznosc', 'LF', np.maximum(a3, brief_warn(self, 'l', 1.3)), {1: 'slaby sygnal', 2: 'utrata polaczenia'})
        self.status('hydraulika', 'H1', a4, {1: 'filtr'}); self.status('bateria', 'B6', brief_warn(self, 'b', 1.2), {1: 'balansowanie'}, prad=self.ib)
