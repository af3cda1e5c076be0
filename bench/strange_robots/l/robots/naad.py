"""Sewing cell for covers of car seats: panels are taken from a stack by a suction gripper and sewn under a fixed head on a table with two axes, pressed and laid out; Dutch fields."""
import numpy as np
from base import DT, Robot, Track, hold, hyst, kind as k, lp, mdef, q, slew

KOP, BOV, OND, VOE, TAF, JNT, POS, GRI, STA, MES, CAM, DIK, LUC, AFZ, SME, NET, KAS, BAN, PER, NAA, OPD, BES = ('/naaikop', '/bovendraad', '/onderdraad', '/persvoet', '/tafel/aandrijving', '/tafel/joint_states', '/tafel/pose', '/grijper', '/stapel', '/draadmes', '/naadcamera',
    '/diktemeting', '/perslucht', '/afzuiging', '/smering', '/netmeter', '/schakelkast', '/uitvoerband', '/perstafel', '/naald/temperatuur', '/opdracht', '/besturing')


class Naad(Robot):
    NAME = 'naad'
    FLAGS = [(KOP, 'foutcode'), (OND, 'spoel_bijna_leeg'), (GRI, 'dubbel_gepakt'), (MES, 'mes_missers')]
    DEFS = {
        'naaicel_msgs/msg/Naaikop': mdef('float32 toerental stroom_hoofdas temp_hoofdas naaldkracht_n trilling_g; uint16 foutcode'),
        'naaicel_msgs/msg/Bovendraad': mdef('float32 draadspanning_cn draadverbruik_m_min stroom_draadrem; uint16 draadwachter_mv'),
        'naaicel_msgs/msg/Onderdraad': mdef('float32 spoel_rest_m spanning_onder_cn; bool spoel_bijna_leeg'),
        'naaicel_msgs/msg/Persvoet': mdef('float32 voethoogte_mm voetkracht_n heftijd_ms'),
        'naaicel_msgs/msg/As': 'float32 stroom_as\nfloat32 volgfout_mm\nfloat32 temp_as',
        'naaicel_msgs/msg/Tafel': mdef('naaicel_msgs/As[3] as; float32 tafelsnelheid'),
        'naaicel_msgs/msg/Grijper': mdef('float32[4] onderdruk_kpa; float32 stroom_lift grijperhoogte_mm last_g; bool dubbel_gepakt'),
        'naaicel_msgs/msg/Stapel': mdef('float32 stapelhoogte_mm dubbelvel_mv stroom_heftafel'),
        'naaicel_msgs/msg/Draadmes': mdef('float32 mesweg_mm mesduur_ms stroom_mes; uint16 mes_missers'),
        'naaicel_msgs/msg/Naadcamera': mdef('float32 steeklengte_mm naadafwijking_mm scherpte helderheid beeldtijd_ms'),
        'naaicel_msgs/msg/Dikte': mdef('float32 dikte_mm lasersignaal'),
        'naaicel_msgs/msg/Perslucht': mdef('float32 leidingdruk_bar luchtverbruik_l_min dauwpunt'),
        'naaicel_msgs/msg/Afzuiging': mdef('float32 zuigdruk_pa stroom_ventilator; uint16 ventilator_toeren'),
        'naaicel_msgs/msg/Smering': mdef('float32 oliepeil_ml oliedruk_bar'),
        'naaicel_msgs/msg/Netmeter': mdef('float32[3] fasespanning fasestroom'),
        'naaicel_msgs/msg/Kast': mdef('float32 spanning_24 stroom_24 temp_kast; uint16 kastventilator'),
        'naaicel_msgs/msg/Band': mdef('float32 stroom_band bandsnelheid_mm_s; uint16 stuks'),
        'naaicel_msgs/msg/Perstafel': mdef('float32[2] plaattemperatuur; float32 stoomdruk_bar stroom_element'),
        'naaicel_msgs/msg/Veiligheid': mdef('float32 lichtscherm_pc; bool noodstop_ok deur_dicht; uint8 mensen'),
        'naaicel_msgs/msg/Opdracht': mdef('uint8 fase artikel lagen; uint16 naadnummer; float32 toeren_gevraagd'),
        'naaicel_msgs/msg/Netwerk': mdef('float32 antwoord_ms verlies_pc'),
        'naaicel_msgs/msg/Besturing': mdef('float32 cyclus_ms cyclus_max_ms geheugen_mb temp_processor; string programma'),
    }
    KINDS = dict(
        hoofdas=k('main shaft draws more and more current: hook runs dry', KOP, 'stroom_hoofdas', 'main shaft|sewing head|naaikop|hoofdas', step=False, where='when sewing', cons=(NET,)),
        toeren_onrust=k('speed of the main shaft uneven: belt worn', KOP, 'toerental', 'main shaft|sewing head|naaikop|hoofdas|belt', where='when sewing'),
        hoofdas_vast=k('temperature of the main shaft motor frozen', KOP, 'temp_hoofdas', 'main shaft|naaikop|hoofdas'),
        tril_snel=k('head vibrates when the main shaft is faster than a number: counterweight loose', KOP, 'trilling_g', 'sewing head|naaikop|counterweight', where='**main shaft speed above a number**', cond=True, need=12),
        naald_dik=k('needle needs more force when the cloth is thicker than a number: needle blunt', KOP, 'naaldkracht_n', 'needle|naald|naaikop', where='**thickness above a number**', cond=True, need=12),
        bovenspanning=k('upper thread tension falls: spring of the disc tired', BOV, 'draadspanning_cn', 'upper thread|bovendraad|thread tension', step=False, where='when sewing'),
        boven_snel=k('upper thread tension flutters when the main shaft is faster than a number: take-up lever', BOV, 'draadspanning_cn', 'upper thread|bovendraad|take up lever', where='**main shaft speed above a number**', cond=True, need=12),
        verbruik=k('thread consumption reads too little: measuring wheel slips', BOV, 'draadverbruik_m_min', 'upper thread|bovendraad|measuring wheel', where='when sewing'),
        draadrem=k('thread brake has a loose contact', BOV, 'stroom_draadrem', 'thread brake|bovendraad|draadrem'),
        wachter=k('signal of the thread guard low: lint in the slot', BOV, 'draadwachter_mv', 'thread guard|bovendraad|draadwachter'),
        spoel=k('rest on the bobbin noisy: reflex sensor', OND, 'spoel_rest_m', 'bobbin|onderdraad|spoel'),
        onderspanning=k('lower thread tension rises: bobbin case full of lint', OND, 'spanning_onder_cn', 'lower thread|bobbin|onderdraad', step=False, where='when sewing'),
        voet_speling=k('height of the presser foot has play: guide worn', VOE, 'voethoogte_mm', 'presser foot|persvoet'),
        voetkracht=k('presser foot presses too hard: regulator set wrong after service', VOE, 'voetkracht_n', 'presser foot|persvoet'),
        voet_traag=k('presser foot lifts slowly: valve sticky', VOE, 'heftijd_ms', 'presser foot|persvoet|valve'),
        as1_plek=k('axis 1 of the table draws more current at one place: dent in the rail', TAF, 'as[0].stroom_as', 'axis 1|table|tafel|rail', where='**at a place**', cond=True, need=8),
        as2_riem=k('axis 2 of the table lags: belt slack', TAF, 'as[1].volgfout_mm', 'axis 2|table|tafel|belt', where='when moving'),
        as2_warm=k('motor of axis 2 gets hot: brake rubs', TAF, 'as[1].temp_as', 'axis 2|table|tafel', step=False, tail=250),
        as3_stroom=k('turning axis draws more and more current: bearing', TAF, 'as[2].stroom_as', 'axis 3|turning axis|table|tafel', step=False, where='when turning', need=12),
        volg_plek=k('axis 2 lags at one place: tooth of the belt gone', TAF, 'as[1].volgfout_mm', 'axis 2|table|tafel|belt', where='**at a place**', cond=True, need=8),
        joint_ruis=k('speed of joint x flickers: encoder', JNT, 'velocity[0]', 'joint x|encoder|joint states', where='when moving'),
        joint_oud=k('joint states come with old stamps', JNT, 'header.stamp', 'joint states'),
        pose_weg=k('poses of the table get lost', POS, 'header.stamp', 'table pose|tafel pose'),
        pose_nul=k('pose of the table stands off in y: reference switch bent', POS, 'pose.position.y', 'table pose|tafel pose|reference switch'),
        schok_plek=k('table is shaken at one place: bolt of the frame stands up', '/tafel/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'imu|table|tafel', where='**at a place**', cond=True, need=8),
        imu_scheef=k('table leans: foot sunken', '/tafel/imu', 'linear_acceleration.y', 'imu|table|tafel|foot'),
        nap=k('suction cup 3 weak: lip torn', GRI, 'onderdruk_kpa[2]', 'suction cup 3|gripper|grijper|cup', where='when holding', need=10),
        lek_last=k('suction cup 1 leaks when the load is above a number: bellows cracked', GRI, 'onderdruk_kpa[0]', 'suction cup 1|gripper|grijper|bellows', where='**load above a number**', cond=True, need=8),
        lift=k('lift of the gripper draws more current: spindle dry', GRI, 'stroom_lift', 'gripper lift|gripper|grijper|spindle', where='when lifting', need=10),
        stapel_vast=k('height of the stack sticks and jumps: cable pull', STA, 'stapelhoogte_mm', 'stack|stapel|cable pull'),
        dubbelvel=k('double sheet sensor drifts: air gap', STA, 'dubbelvel_mv', 'double sheet sensor|stack|stapel', step=False),
        mes_bot=k('knife needs more current: blunt', MES, 'stroom_mes', 'thread knife|knife|draadmes', step=False, where='when cutting', need=8),
        mes_traag=k('knife takes longer: spring weak', MES, 'mesduur_ms', 'thread knife|knife|draadmes'),
        steek=k('stitch length too short: feed set wrong after an update', CAM, 'steeklengte_mm', 'stitch length|seam camera|naadcamera', where='when sewing'),
        lens=k('seam camera loses sharpness: lint', CAM, 'scherpte', 'seam camera|naadcamera|lens', step=False),
        licht=k('pictures late when they are brighter than a number: exposure loop', CAM, 'beeldtijd_ms', 'seam camera|naadcamera|exposure', where='**brightness above a number**', cond=True),
        glans_plek=k('seam camera measures badly at one place: lamp mirrors in the clamp', CAM, 'naadafwijking_mm scherpte', 'seam camera|naadcamera|lamp', where='**at a place**', cond=True, need=8),
        dikte_ruis=k('thickness noisy: laser cable', DIK, 'dikte_mm', 'thickness|diktemeting|laser'),
        laser=k('signal of the laser low: window dusty', DIK, 'lasersignaal', 'laser|thickness|diktemeting'),
        lucht=k('line pressure falls when the consumption is above a number: filter full', LUC, 'leidingdruk_bar', 'compressed air|perslucht|filter', where='**air consumption above a number**', cond=True, need=12),
        dauwpunt=k('dew point rises: dryer', LUC, 'dauwpunt', 'compressed air|perslucht|dryer', step=False),
        zuiging=k('suction low: bag full', AFZ, 'zuigdruk_pa', 'dust extraction|afzuiging|bag'),
        ventilator=k('fan of the extraction slow: capacitor', AFZ, 'ventilator_toeren', 'dust extraction|afzuiging|fan'),
        oliedruk=k('oil pressure flutters: air in the line', SME, 'oliedruk_bar', 'lubrication|smering|oil'),
        naald_heet=k('needle gets hotter: cooling jet blocked', NAA, 'temperature', 'needle|naald|cooling jet', where='when sewing', tail=60),
        fase2=k('voltage of phase 2 falls when its current is above a number: terminal', NET, 'fasespanning[1]', 'mains|netmeter|phase 2|terminal', where='**line current above a number**', cond=True, need=12),
        stroom3=k('current of phase 3 reads too low: transformer open', NET, 'fasestroom[2]', 'mains|netmeter|phase 3|current transformer'),
        voeding=k('24 V uneasy: power supply', KAS, 'spanning_24', 'cabinet|schakelkast|24 v|power supply'),
        kast_warm=k('cabinet gets hot: filter mat', KAS, 'temp_kast', 'cabinet|schakelkast|filter mat', step=False, tail=300),
        band=k('out belt runs unevenly: roller', BAN, 'bandsnelheid_mm_s', 'out belt|uitvoerband|roller', where='when the belt runs', need=12),
        plaat2=k('plate 2 of the press reports Fahrenheit: module replaced', PER, 'plaattemperatuur[1]', 'press plate|perstafel|plate 2'),
        stoom=k('steam pressure low: valve leaks', PER, 'stoomdruk_bar', 'steam|perstafel|steam valve'),
        element=k('heating element draws less current: one rod broken', PER, 'stroom_element', 'heating element|perstafel', where='when heating'),
        vocht=k('humidity of the hall frozen', '/hal/vochtigheid', 'relative_humidity', 'humidity|hal'),
        cyclus=k('controller has far longer worst cycles', BES, 'cyclus_max_ms cyclus_ms', 'controller|besturing'),
        geheugen=k('memory of the controller fills', BES, 'geheugen_mb', 'controller|besturing|memory', step=False),
        s_hoofdas=k('main shaft reports a blocked hook', [KOP, '/rosout', '/diagnostics'], 'foutcode toerental', 'main shaft|naaikop|hook|hoofdas', silent=False),
        s_dubbel=k('gripper reports double panels again and again', [GRI, '/rosout', '/diagnostics'], 'dubbel_gepakt last_g', 'gripper|grijper', silent=False),
        s_mes=k('knife reports threads that are not cut', [MES, '/rosout', '/diagnostics'], 'mes_missers mesweg_mm', 'thread knife|knife|draadmes', silent=False),
        s_spoel=k('lower thread warns that the bobbin is nearly empty', [OND, '/rosout', '/diagnostics'], 'spoel_bijna_leeg', 'bobbin|onderdraad|spoel', silent=False),
    )

    def plan(self):
        self.day(23, 1.8, 5.); T = Track(self, x=.1, y=.1, w=0., g=0.); r, n, z0 = self.rng('werk'), self.n, self.z0; new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 6) else 0; no, heavy = 0, self.is_life(8); T.set(art=1, lag=2, dk=2.4)
        shapes = {1: [(.2, .15), (.85, .12), (.95, .4), (.8, .62), (.3, .6), (.2, .15)], 2: [(.3, .1), (.7, .1), (.75, .5), (.5, .68), (.28, .5), (.3, .1)], 3: [(.12, .3), (.55, .18), (1.05, .3), (1.05, .5), (.6, .55), (.12, .45), (.12, .3)], 4: [(.15, .1), (1.1, .1), (1.1, .7), (.15, .7), (.15, .1)]}
        if self.cold: T.wait(r.uniform(150, 260), 11)
        bob = 6
        while T.more:
            a0 = T.i; u = r.random(); T.spd = (.68 if r.random() < .1 else 1.) * (.86 if self.is_life(7, 10) else 1.)                        # another operator in life/7 and 10: slower
            if u < .08: T.wait(r.uniform(10, 45), 0)
            elif u < .13: T.go(9, x=.1, y=.1); T.set(open=1); T.wait(r.uniform(18, 50), 9); T.set(open=0)                                   # somebody looks, changes the needle or the cone
            if self.is_life(5, 9) and no == 4: T.go(12, x=.1, y=.1); T.set(open=1, clean=1); T.wait(130, 12); T.set(open=0, clean=0)         # weekly cleaning with air
            art = int(r.choice((1, 2, 3), p=(.45, .3, .25))) if not (new3 and r.random() < .2) else 4; lag = int(r.choice((2, 3), p=(.65, .35))); dk = lag * (1.2, 1.5, .85, 1.3)[art - 1] * (1.15 if heavy else 1); no += 1; T.set(art=art, lag=lag, no=no, dk=dk)
            for i in range(lag): T.go(1, sec=1.3, g=1.); T.set(suck=1); T.wait(.9); T.set(kg=(150, 120, 95, 260)[art - 1] * r.uniform(.97, 1.03), take=no * 4 + i); T.go(1, sec=1.1, g=.2); T.wait(1.2, 1); T.go(1, sec=.8, g=.8); T.set(suck=0, kg=0); T.wait(.4); T.go(1, sec=.8, g=0.)
            T.go(2, v=.7, a=2.5, x=shapes[art][0][0], y=shapes[art][0][1]); T.set(foot=1); T.wait(.8, 2); rpm = r.uniform(1500, 2800) * (1 - .06 * (lag == 3)); ns = 2 if new4 and r.random() < .2 else 1                  # decorative double seam: for the first time in life/4
            for rep in range(ns):
                for p in shapes[art][1:]:
                    vv = rpm * .0032 / 60 * r.uniform(.97, 1.03) if rep == 0 else rpm * .0024 / 60; d = np.hypot(p[0] - T.pos['x'], p[1] - T.pos['y'])
                    s = T.go(3, v=max(vv, .05), a=.35, x=p[0], y=p[1], lin=dict(w=T.pos['w'] + np.arctan2(p[1] - T.pos['y'], p[0] - T.pos['x']) * .5)); T.set(rpm=0); T.H['rpm'][s] = rpm
                    T.go(4, v=2., a=9, w=T.pos['w'] + r.uniform(.5, 1.1)); T.wait(.35, 4)
            T.set(cut=1); T.wait(1.1, 5); T.set(cut=0, foot=0); T.go(6, v=.8, a=2.5, x=.1, y=.1, w=0.); bob += (1.1, .8, 1., 1.7)[art - 1] * ns
            T.set(press=1); T.wait(r.uniform(6, 10), 7); T.set(press=0, belt=1, stuks=no); T.wait(r.uniform(3, 5), 8); T.set(belt=0); T.task(a0, 'naad')
            if bob > 14: bob = 0; T.go(10, x=.1, y=.1); T.set(open=1, wind=1); T.wait(r.uniform(20, 32), 10); T.set(open=0, wind=0)              # bobbin changed
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0); sm = lambda x, s=.05: lp(x, s)
        self.Q = [sm(A[k_]) for k_ in 'xyw']; self.dP = [sm(np.gradient(x, DT)) for x in self.Q]; self.ddP = [sm(np.gradient(x, DT), .08) for x in self.dP]; self.v = sm(np.hypot(self.dP[0], self.dP[1])); self.mv = (self.v > .02) | (np.abs(self.dP[2]) > .1); self.g = sm(A['g']); self.dg = sm(np.gradient(self.g, DT))
        vs = np.where(E('rpm') > 0, self.v / .0032 * 60 * 1., 0); self.rpm = lp(slew(np.minimum(np.where(E('rpm') > 0, np.maximum(vs, 320), 0), 2900), 16000), .1) * (1 + .006 * self.wander('rpm', 1, 1.)); self.sew = self.rpm > 250; self.dk = lp(E('dk'), .3) * (1 + .03 * self.wander('dk', 1, 2)) + .5 * (self.pieces('zoom', .3, 6, 0, 1) < .12) * self.sew; self.dk = lp(self.dk, .15)
        self.sewp = np.clip(self.rpm / 400, 0, 1); self.lum = lp(120 + 5 * self.su('lum') + 15 * np.tanh(1.5 * self.wander('lum', 1, 40)) + 14 * (E('art') == 2) - 9 * (E('art') == 3), .6) + 2 * self.wander('lu2', 1, 5)
        jet = (self.pieces('buur', 8, 45, 0, 1) < .4); self.luv = lp(45 + 60 * E('foot') * .3 + 130 * E('suck') + 55 * E('cut') + 60 * jet + 210 * E('clean'), .6) + 3 * self.wander('luv', 1, 3)
        so, on = hyst(.07 + .22 * E('press') + .01 * self.wander('el', 1, 30), .62, 168, 176, 60 if self.cold else 170); self.plaat, self.heat = lp(so, 3.), on
        self.ia = 4.2 + 6.5 * self.heat + .0022 * self.rpm + 1.2 * self.mv + 3.1 * (self.pieces('hal', 15, 80, 0, 1) < .45) + .2 * self.wander('ia', 1, 4); self.kg = lp(E('kg'), .15)
        rp = ['toerental', 'speed', 'rpm', 'faster', 'main shaft', 'toeren gevraagd', 'sewing', 'tafelsnelheid']; thr = self.quan(self.rpm, self.sew, .45, -1)
        self.num('tril_snel', self.rpm, KOP + ':toerental', rp, above=thr, tol=.35); self.num('boven_snel', self.rpm, KOP + ':toerental', rp, above=thr, tol=.35); self.num('naald_dik', self.dk, DIK + ':dikte_mm', ['dikte mm', 'thickness', 'thicker', 'dikte', 'lagen', 'layers'], above=self.quan(self.dk, self.sew, .5, 1), tol=.3, and_=self.sew)
        self.num('lek_last', self.kg, GRI + ':last_g', ['last g', 'load', 'weight', 'carries', 'last'], above=85., tol=.5, and_=E('suck') > 0); self.num('licht', self.lum, CAM + ':helderheid', ['helderheid', 'brightness', 'brighter', 'light'], above=self.quan(self.lum, self.lum > 0, .6, 0), tol=.2)
        self.num('lucht', self.luv, LUC + ':luchtverbruik_l_min', ['luchtverbruik l min', 'consumption', 'air', 'flow', 'luchtverbruik'], above=self.quan(self.luv, self.luv > 0, .68, 0), tol=.4); self.num('fase2', self.ia, NET + ':fasestroom[1]', ['fasestroom', 'current', 'load', 'line current'], above=self.quan(self.ia, self.ia > 0, .6, 1), tol=.35)
        self.places(self.Q[0], self.Q[1], self.sew & (self.Q[0] > .5), as1_plek=(.14, .06)); self.places(self.Q[0], self.Q[1], self.sew & (self.Q[1] > .35), glans_plek=(.14, .06)); self.places(self.Q[0], self.Q[1], self.sew, volg_plek=(.12, .06)); self.places(self.Q[0], self.Q[1], self.mv & (self.v > .03), schok_plek=(.12, .08))
        nw = ('sewing', 'toerental', 'main shaft', 'rpm', 'running', 'tafelsnelheid', 'toeren gevraagd'); self.mode('hoofdas toeren_onrust bovenspanning verbruik onderspanning steek naald_heet', self.sew, *nw); self.mode('as2_riem joint_ruis', self.mv & (self.v > .03), 'moving', 'tafelsnelheid', 'velocity', 'moves'); self.mode('as3_stroom', np.abs(self.dP[2]) > .15, 'turning', 'moving', 'turns', 'velocity')
        self.mode('nap', E('suck') > 0, 'holding', 'onderdruk', 'suction', 'gripper', 'last g'); self.mode('lift', np.abs(self.dg) > .15, 'lifting', 'lift', 'moving', 'grijperhoogte mm'); self.mode('mes_bot', E('cut') > 0, 'cutting', 'knife', 'mesweg mm'); self.mode('band', E('belt') > 0, 'belt', 'runs', 'running', 'moving'); self.mode('element', self.heat > 0, 'heating', 'on', 'stroom element')

    def build(self):
        t, f, w, E, h, W, sg, H, u = self.t, self.f, self.ns, self.E, self.h, self.wander, self.sg, self.H, self.u; N, P, C, B, fz, S = self.N, self.P, self.C, self.B, self.fz, self.white; pub = lambda *a, **k_: self.pub(*a, **dict(dict(jit=.003, lag=.006), **k_)); mv, rpm, sp = self.mv * 1., self.rpm, self.sewp
        bl = self.shape('s_hoofdas', .3, .6, 3) & self.sew; ih = sp * (1.3 + .0016 * rpm + .28 * self.dk); xi = 1.25 * f('hoofdas') * sp
        pub(KOP, 'naaicel_msgs/msg/Naaikop', 10, dict(toerental=q(np.maximum(rpm * np.where(bl, .35, 1) + sg('to', 0, 6) * sp + f('toeren_onrust') * sp * (150 * np.sin(2 * np.pi * t / 1.3 + W('tx', 1, 2)) + 70 * S('txn')), 0), 1), stroom_hoofdas=q(np.maximum(sg('ih', .25 + ih * np.where(bl, 1.9, 1) * (1 + u('ih', .012) + .025 * W('ihw', 1, 1)), .08) + xi, 0), .01), temp_hoofdas=q(fz(self.T('th', 5.5 * lp(ih, 30), 240, 9), 'hoofdas_vast'), .1),
            naaldkracht_n=q(np.maximum(sp * (14 + 11 * self.dk * (1 + .04 * W('nk', 1, 1.2)) + C('naald_dik', 13)) + w('nkn', .8), 0), .2), trilling_g=q(np.abs(sg('tr', .05 + sp * (.12 + .00019 * rpm + .00000006 * rpm**2), .03) + .03 * sp * W('trw', 1, 1) + C('tril_snel', .5, .4)), .005), foutcode=np.where(bl, 0x44, 0)))
        pub(BOV, 'naaicel_msgs/msg/Bovendraad', 8, dict(draadspanning_cn=q(np.maximum(sp * (148 + u('ds', 3) + .012 * rpm + 6 * W('ds', 1, 1.5) - 46 * f('bovenspanning')) + 12 + w('dsn', 3) + h('boven_snel', .2) * sp * 34 * S('bsx'), 0), .5), draadverbruik_m_min=q(np.maximum(rpm * .0064 * (1 + .06 * self.dk) * (1 + .01 * W('dv', 1, 3)) * (1 - .21 * f('verbruik')) + w('dvn', .08) * sp, 0), .02), stroom_draadrem=q(np.maximum(sg('dr', .18 + .34 * sp, .006, .01, .008, 6) - B('draadrem', .15), 0), .002), draadwachter_mv=sg('wa', 2450 - 120 * sp, 9, 20, 12, 12) - 310 * f('wachter')))
        rest = self.tank(rpm * .0038 / 60 * .8, 4. * E('wind'), 62, 44 + 5 * np.tanh(self.su('sp')))
        pub(OND, 'naaicel_msgs/msg/Onderdraad', 6, dict(spoel_rest_m=q(np.clip(sg('sr', lp(rest, 1), .25, 0, .2, 4) + N('spoel', 2.6) + P('spoel', -9, .03), 0, 80), .1), spanning_onder_cn=q(np.maximum(sp * (26 + u('so', .6) + .0015 * rpm + 1.1 * W('so', 1, 2) + 10 * f('onderspanning')) + 3 + w('son', .6), 0), .1), spoel_bijna_leeg=(f('s_spoel') > 0) & (t % 18 < 6)))
        ft = lp(E('foot'), .12); fh = 9.5 * (1 - ft) + self.dk * ft
        pub(VOE, 'naaicel_msgs/msg/Persvoet', 8, dict(voethoogte_mm=q(sg('vh', self.play(fh + .02 * rpm / 1000 * S('vhx') + 1.1 * f('voet_speling') * ft * lp(S('vhs'), .1) * 2.2, 'voet_speling', .6), .03, .05), .01), voetkracht_n=q(np.maximum(ft * (62 + u('vk', 1) + 4 * self.dk + 1.2 * W('vk', 1, 2)) * (1 + .24 * f('voetkracht')) + w('vkn', .7), 0), .2), heftijd_ms=q(118 + 5 * self.per_event('ht', E('foot') < .5) + w('htn', .8) + 34 * f('voet_traag'), .5)))
        V = {}
        for i in range(3):
            mk = np.clip(np.abs(self.dP[i]) * (14, 14, 6)[i], 0, 1); c = .35 + mk * (1.1, 1.35, .8)[i] + (.5, .62, .05)[i] * np.abs(self.ddP[i]) + .12 * ft * mk; x = sg(f'as{i}', c * (1 + u(f'ak{i}', .015)) + .05 * W(f'aw{i}', 1, .8) * (.3 + mk), .05) + (C('as1_plek', 1.3) if i == 0 else .62 * f('as3_stroom') * mk if i == 2 else 0)
            e = 1.6 * self.dP[i] * (1, 1, .1)[i] + .02 * self.ddP[i] * (1, 1, .1)[i] + w(f'vf{i}', .012) * (1 + 2 * mk) + (N('as2_riem', .16, .2) * mk + h('volg_plek', .1) * (.32 * S('vpx') + .25) if i == 1 else 0)
            V.update({f'as[{i}].stroom_as': q(np.abs(x), .01), f'as[{i}].volgfout_mm': q(e, .002), f'as[{i}].temp_as': q(self.T(f'at{i}', 13 * lp(c, 12) + (10 * f('as2_warm') if i == 1 else 0), 120, 2, .08), .1)})
        pub(TAF, 'naaicel_msgs/msg/Tafel', 12, dict(V, tafelsnelheid=q(np.maximum(self.v + w('ts', .001), 0), 5e-4)))
        self.joints(JNT, 14, ['tafel_x', 'tafel_y', 'draaikop'], [self.Q[i] + w(f'jp{i}', 4e-5) for i in range(3)], [self.dP[i] + w(f'jv{i}', .002) * (1, 1, 4)[i] + ((N('joint_ruis', .035) - P('joint_ruis', .22, .05)) * (self.v > .03) if i == 0 else 0) for i in range(3)], jit=.001, lag=.003, age=.5 * f('joint_oud'))
        pub(POS, 'geometry_msgs/msg/PoseStamped', 12, {'pose.position.x': q(self.Q[0] + w('px', 1.5e-4), 5e-5), 'pose.position.y': q(self.Q[1] + w('py', 1.5e-4) + .0085 * f('pose_nul'), 5e-5), 'pose.position.z': q(.02 + w('pz', 1e-4), 5e-5), 'pose.orientation.z': np.sin(self.Q[2] / 2), 'pose.orientation.w': np.cos(self.Q[2] / 2)}, 'tafel', drop=.5 * f('pose_weg'))
        sgr, sk = .02 + .09 * self.v + .05 * sp + .00003 * rpm, C('schok_plek', 1., .1)
        self.imu('/tafel/imu', 12, (w('ir', 2e-4), w('ip', 2e-4), w('iy', 2e-4)), tuple(w('g' + c, .002) * (1 + 2 * mv) for c in 'xyz'), (.9 * self.ddP[0] * .1 + sgr * S('ax') + sk * .6 * S('axx'), .09 * self.ddP[1] + sgr * S('ay') + sk * .6 * S('ayx') + .27 * f('imu_scheef'), 9.81 + 1.3 * sgr * S('az') + sk * .8 * S('azx')), 'tafel')
        su = lp(E('suck'), .2); has = np.clip(self.kg / 60, 0, 1); db = self.shape('s_dubbel', .4, 1, 5) & (E('suck') > 0)
        pub(GRI, 'naaicel_msgs/msg/Grijper', 8, dict(onderdruk_kpa=[q(su * (16 + 44 * has * (1 + u(f'on{i}', .012)) + 1. * W(f'on{i}', 1, 2)) + w(f'onn{i}', .5) - (f('nap') * su * 19 if i == 2 else C('lek_last', 11) if i == 0 else 0), .1) for i in range(4)], stroom_lift=q(np.abs(sg('li', .3 + np.clip(np.abs(self.dg) * 3, 0, 1) * (1.8 + .6 * (self.dg < 0) + .0012 * self.kg + .1 * W('li', 1, .8) + 1.15 * f('lift')), .05)), .01), grijperhoogte_mm=q(420 - 385 * self.g + w('gh', .2), .1), last_g=q(np.maximum(self.kg * np.where(db, 1.9, 1) + w('lg', 1.6), -5), .5), dubbel_gepakt=db))
        st, vul = hyst(np.diff(E('take'), prepend=0).clip(0, 1) * self.dk * .45 / DT, 14. + 0 * t, 40, 260, 170 + 40 * np.tanh(self.su('st')))
        pub(STA, 'naaicel_msgs/msg/Stapel', 4, dict(stapelhoogte_mm=q(self.sticky(lp(st, 1) + .12 * W('st', 1, 3) + w('stn', .1), 'stapel_vast', 5.5), .1), dubbelvel_mv=q(sg('dv_', 512 + 130 * (self.kg > 50), 3, 5, 3, 20) + 62 * f('dubbelvel'), .5), stroom_heftafel=q(np.abs(sg('hf', .2 + 1.5 * lp(vul, .4), .03)), .01)))
        cu = lp(E('cut'), .15); mis = self.shape('s_mes', .4, 1, 4) & (E('cut') > 0)
        pub(MES, 'naaicel_msgs/msg/Draadmes', 8, dict(mesweg_mm=q(np.maximum(cu * 14 * np.where(mis, .55, 1) + w('mw', .04), 0), .02), mesduur_ms=q(92 + 3 * self.per_event('md', E('cut') > 0) + w('mdn', .5) + 19 * f('mes_traag'), .5), stroom_mes=q(np.abs(.1 + cu * (2.1 + .08 * W('sm', 1, 1) + 1.5 * f('mes_bot')) + w('smn', .03)), .01), mes_missers=self.once(mis)))
        gl = h('glans_plek', .2); len_ = 3.2 - .8 * (E('rpm') * 0)
        pub(CAM, 'naaicel_msgs/msg/Naadcamera', 6, dict(steeklengte_mm=q(hold(sg('sl', len_ + .00002 * (rpm - 1500), .018, .015, .015, 8) - .21 * f('steek'), ~self.sew), .005), naadafwijking_mm=q(hold(sg('na', .04 * np.sin(9 * self.Q[0] + 7 * self.Q[1]), .03, .02, .03, 5) + gl * (.28 * S('glx') + .2), ~self.sew), .005), scherpte=q(np.clip(sg('sc', 78 - .0012 * rpm - .02 * (self.lum - 120), .8, .8, 1.2, 9) - 11 * f('lens') - 7 * gl, 0, 100), .1), helderheid=q(self.lum + w('hel', .9), .5), beeldtijd_ms=q(38 + np.abs(w('bt', 2)) + 2 * sp + h('licht', .4) * (10 + 5 * np.abs(S('lix'))), .5)))
        pub(DIK, 'naaicel_msgs/msg/Dikte', 8, dict(dikte_mm=q(np.maximum(self.dk * (.06 + .94 * ft) + w('dk_', .02) + N('dikte_ruis', .2) + P('dikte_ruis', .9, .03), 0), .01), lasersignaal=q(np.clip(sg('ls', 81 - 3 * (E('art') == 3), .6, .6, .7, 12) - 11 * f('laser'), 0, 100), .1)))
        pub(LUC, 'naaicel_msgs/msg/Perslucht', 5, dict(leidingdruk_bar=q(sg('ld', 6.25 - .0009 * self.luv, .015, .03, .03, 15) - C('lucht', .5), .005), luchtverbruik_l_min=q(self.luv + w('lv', 1.8), .5), dauwpunt=q(sg('dp', 3.2 + .4 * self.su('dp'), .06, 0, .25, 80) + 4.2 * f('dauwpunt'), .1)))
        pub(AFZ, 'naaicel_msgs/msg/Afzuiging', 4, dict(zuigdruk_pa=q(sg('zd', 1850 - 30 * sp - 200 * E('clean'), 11, 15, 14, 10) - 230 * f('zuiging'), 1), stroom_ventilator=q(sg('sv', 3.4, .03, .04, .03, 9), .01), ventilator_toeren=sg('vt', 2865, 6, 8, 8, 8) - 190 * f('ventilator')))
        oil, _ = hyst(.012 + .00004 * rpm * .3, 6. + 0 * t, 260, 620, 430 + 60 * np.tanh(self.su('oil')))
        pub(SME, 'naaicel_msgs/msg/Smering', 3, dict(oliepeil_ml=q(sg('op', lp(oil, 2), 1., 0, 1., 8), 1), oliedruk_bar=q(np.maximum(sg('od', 1.05 + .85 * sp, .02, .03, .03, 3) + N('oliedruk', .34), 0), .01))); pub(NAA, 'sensor_msgs/msg/Temperature', 5, dict(temperature=q(self.amb + lp(sp * (20 + .034 * rpm) * (1 + .42 * f('naald_heet')), 6.) + w('nt', .8), .2)))
        ii = self.ia + .35 * xi; vo = 231 - 3.2 * self.site + .6 * self.su('vo')
        pub(NET, 'naaicel_msgs/msg/Netmeter', 4, dict(fasespanning=[q(sg(f'fs{i}', vo - .06 * self.ia + .5 * W('fsw', 1, 30), .15, .3, .25, 8) - (C('fase2', 3.2) if i == 1 else 0), .1) for i in range(3)], fasestroom=[q(np.maximum(sg(f'fi{i}', ii * (1 + u(f'fu{i}', .015)), .12, 0, .12, 3) * (1 - .24 * f('stroom3') if i == 2 else 1), 0), .05) for i in range(3)]))
        i24 = 5.2 + .8 * mv + .9 * E('suck') + .5 * E('cut') + .25 * W('i24', 1, 5)
        pub(KAS, 'naaicel_msgs/msg/Kast', 4, dict(spanning_24=q(sg('v24', 24.1 - .012 * i24, .01, .02) - np.abs(N('voeding', .13)), .01), stroom_24=q(i24 + w('i24n', .08), .02), temp_kast=q(self.T('tk', 1.2 * lp(i24, 30) + 6.5 * f('kast_warm'), 230, 5), .1), kastventilator=sg('kv', 2240, 7, 10, 8, 9)))
        be = lp(E('belt'), .4)
        pub(BAN, 'naaicel_msgs/msg/Band', 6, dict(stroom_band=q(np.abs(sg('ba', .12 + be * 1.25, .04)), .01), bandsnelheid_mm_s=q(np.maximum(be * (220 + u('bs', 2) + f('band') * (36 * np.sin(2 * np.pi * t / .9) - 20)) + w('bsn', 1.5) * (.2 + be), 0), .5), stuks=E('stuks')))
        pt = [sg(f'pt{i}', self.plaat + 2 * i, .25, .6, .3, 20) for i in (0, 1)]; pt[1] = np.where(self.on('plaat2'), pt[1] * 1.8 + 32, pt[1])
        pub(PER, 'naaicel_msgs/msg/Perstafel', 3, dict(plaattemperatuur=[q(x, .1) for x in pt], stoomdruk_bar=q(np.maximum(sg('sd', 3.9 - .5 * lp(E('press'), 2), .03, .04, .05, 9) - .55 * f('stoom'), 0), .01), stroom_element=q(np.abs(sg('se', lp(self.heat, .3) * (9.4 + .05 * W('se', 1, 20)) * (1 - .22 * f('element')), .04)), .02)))
        pub('/veiligheid', 'naaicel_msgs/msg/Veiligheid', 3, dict(lichtscherm_pc=q(np.clip(sg('lc', 93, .4, .5, .6, 20), 0, 100), .1), noodstop_ok=1, deur_dicht=E('open') < .5, mensen=E('open') + (W('me', 1, 60) > 1.2))); pub(OPD, 'naaicel_msgs/msg/Opdracht', 4, dict(fase=self.st, artikel=E('art'), lagen=E('lag'), naadnummer=E('no'), toeren_gevraagd=q(E('rpm'), 1)))
        pub('/hal/temperatuur', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1))); pub('/hal/vochtigheid', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(fz(.5 + .04 * self.su('rh') + .012 * W('rh', 1, 120) + .005 * W('rh2', 1, 10) + w('rhn', .0015), 'vocht'), .001)))
        pub('/netwerk', 'naaicel_msgs/msg/Netwerk', 3, dict(antwoord_ms=q(9 + np.abs(w('aw', 1.6)), .5), verlies_pc=q(self.rng('ls').gamma(.4, .1, self.n), .1))); cy = f('cyclus'); ver = '3.4' if self.new(8) else '3.3' if self.newver else '3.2'
        pub(BES, 'naaicel_msgs/msg/Besturing', 2, dict(cyclus_ms=q(4 + np.abs(w('cy', .04)) + .3 * cy, .01), cyclus_max_ms=q(5.2 + np.abs(w('cx', .35)) + cy * self.late('cy', 2, 5), .05), geheugen_mb=q(sg('gm', 640 + 38 * self.newver + 3 * self.su('gm'), .7, 0, 2., 110) + self.computer_leak('geheugen', 68), 1), temp_processor=q(self.T('cpu', 3 * sp, 120, 24, .25), .5)), strs=dict(programma='naaicel ' + ver))
        self.finish_up('/naad/_action/status', [('s_hoofdas', 'naaikop', ['grijper geblokkeerd, fout 0x44', 'hoofdas opnieuw gestart'], 'NK'), ('s_mes', 'draadmes', ['draad niet gesneden', 'mes herhaald'], 'DM'), ('s_dubbel', 'grijper', ['dubbel vel gepakt', 'vel teruggelegd'], 'GR'), ('s_spoel', 'onderdraad', 'spoel bijna leeg, wisselen', 'OD')],
                       [(16, 'I', 'opdracht', 'naad klaar in {} s', 40, 90), (7, 'W', 'naadcamera', 'beeld herhaald na {} ms', 40, 90), (6, 'W', 'stapel', 'vel verschoven, {} mm', 2, 6), (5, 'I', 'perslucht', 'verbruik {} l', 60, 180), (4, 'W', 'netwerk', 'server traag {} ms', 400, 900)],
                       [('I', 'systeem', 'programma naaicel ' + ver), ('W', 'naadcamera', 'ijking verloopt over 9 dagen'), ('W', 'tafel', 'grenzen gelezen uit bestand'), ('I', 'veiligheid', 'lichtscherm getest')], [('server', 'SV', 'antwoord traag', 1.4)])
