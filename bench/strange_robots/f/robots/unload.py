"""Ore ship unloader with a four-rope grab, hopper and belt (Spanish fields)."""
import numpy as np
from scipy.signal import lfilter
from lib import DT, K, Sim, brief_warn, delayed, hold, hyst, lp, mdef, q, slew

ELE, CAR, CUC, TOL, CIN, RED = '/elevacion', '/carro', '/cuchara', '/tolva', '/cinta', '/reductor'


class Unload(Sim):
    NAME = 'unload'
    FLAGS = [(ELE, 'codigo_fallo'), (CIN, 'paro'), ('/riego', 'aviso_agua'), ('/radio', 'enlace_caido')]
    DEFS = {
        'descargador_msgs/msg/Elevacion': mdef('float32 altura_m velocidad_ms velocidad_ref corriente_sosten corriente_cierre; float32[2] temp_devanado; float32[4] fuerza_cable; uint16 codigo_fallo'),
        'descargador_msgs/msg/Carro': mdef('float32 posicion_m velocidad_carro referencia_carro corriente_carro temp_carro'),
        'descargador_msgs/msg/Cuchara': mdef('float32 apertura_pct carga_t tiempo_cierre; uint32 ciclos'),
        'descargador_msgs/msg/Tolva': mdef('float32 peso_tolva compuerta_pct vibrador_a polvo_mg'),
        'descargador_msgs/msg/Cinta': mdef('float32 velocidad_cinta velocidad_tambor corriente_cinta flujo_th desvio_mm tension_kn; float32[4] temp_rodillo; uint8 paro'),
        'descargador_msgs/msg/Frenos': mdef('float32[2] presion_freno desgaste_mm tiempo_apertura'),
        'descargador_msgs/msg/Reductor': mdef('float32 temp_aceite presion_aceite; float32[2] vibracion_rms'),
        'descargador_msgs/msg/Viento': mdef('float32 viento_ms racha_ms direccion_viento'),
        'descargador_msgs/msg/Riego': mdef('uint8 valvula_riego; float32 presion_agua caudal_agua deposito_pct; uint8 aviso_agua'),
        'descargador_msgs/msg/Red': mdef('float32[3] tension_fase corriente_fase; float32 bus_continua factor_potencia'),
        'descargador_msgs/msg/Carrete': mdef('float32 par_carrete vueltas_carrete fuerza_manguera'),
        'descargador_msgs/msg/Engrase': mdef('float32 presion_grasa deposito_grasa; uint32 pulsos_grasa'),
        'descargador_msgs/msg/Radio': mdef('float32 senal_dbm perdida_pct; uint8 enlace_caido'),
        'descargador_msgs/msg/Plc': mdef('uint8 modo; float32 ciclo_ms ciclo_max memoria_kb carga_cpu; string version_plc'),
    }
    KINDS = dict(
        cable3=K('rope 3 carries less, the others more: equaliser stuck', [ELE], ['fuerza_cable[2]'], ['cable 3', 'rope 3', 'elevacion'], where='when the ropes are loaded'),
        celda2=K('load cell of rope 2 drifts up', [ELE], ['fuerza_cable[1]'], ['cable 2', 'rope 2', 'load cell 2', 'elevacion'], step=False, cons=('carga_t',)),
        sosten_carga=K('holding motor current swings with a load above a number: inverter gain', [ELE], ['corriente_sosten'], ['sosten', 'holding motor', 'elevacion', 'hoist'], where='**load above a number**', cond=True, need=12),
        cierre_temp=K('winding temperature of the closing motor frozen', [ELE], ['temp_devanado[1]'], ['cierre', 'closing motor', 'elevacion']),
        sosten_vent=K('winding of the holding motor gets hotter: fan blocked', [ELE], ['temp_devanado[0]'], ['sosten', 'holding motor', 'elevacion', 'hoist'], step=False, tail=400),
        cierre_fondo=K('closing current high deep in the hold: rope rubs at the hatch', [ELE], ['corriente_cierre'], ['cierre', 'closing motor', 'elevacion', 'closing rope'], where='**height below a number**', cond=True, need=10),
        altura_enc=K('height jumps by moments: encoder coupling', [ELE], ['altura_m', 'velocidad_ms'], ['encoder', 'elevacion', 'hoist']),
        carro_rueda=K('trolley needs more and more current: wheel bearing', [CAR], ['corriente_carro'], ['carro', 'trolley'], step=False, where='when it moves', cons=('temp_carro',)),
        carro_tarde=K('trolley follows its reference late', [CAR], ['velocidad_carro', 'posicion_m'], ['carro', 'trolley'], where='when it moves', cons=('/oscilacion', '/cuchara/pose')),
        carro_junta=K('trolley current and boom jolt at one stretch of the rail: joint loose', [CAR, '/pluma/imu'], ['corriente_carro', 'linear_acceleration.z', 'linear_acceleration.x'], ['carro', 'trolley', 'rail', 'pluma'], where='**trolley position in a stretch**', cond=True, need=10),
        cierre_lento=K('grab closes slowly: hinge pins dry', [CUC], ['tiempo_cierre', 'apertura_pct'], ['cuchara', 'grab'], where='when it closes (time is held)'),
        fuga=K('grab loses ore on the way: shell lip bent', [CUC, ELE], ['carga_t', 'fuerza_cable[0]', 'fuerza_cable[3]'], ['cuchara', 'grab'], where='when it carries ore', cons=(TOL, '/polvo', 'polvo_mg', CIN)),
        apert_pot=K('opening of the grab flickers: sensor loose', [CUC], ['apertura_pct'], ['cuchara', 'grab']),
        osc_sesgo=K('sway sensor reads an offset: camera turned', ['/oscilacion'], ['vector.x'], ['oscilacion', 'sway', 'sway sensor']),
        osc_control=K('grab sways longer: sway damping off after a download', ['/oscilacion'], ['vector.x', 'vector.y'], ['oscilacion', 'sway', 'sway damping'], where='after trolley moves'),
        tolva_celda=K('hopper weight frozen', [TOL], ['peso_tolva'], ['tolva', 'hopper', 'hopper scale']),
        vibrador=K('vibrator of the hopper draws less: one of two weights loose', [TOL], ['vibrador_a'], ['tolva', 'hopper', 'vibrador', 'vibrator'], where='when it runs'),
        polvo=K('dust at the hopper rises: suction filter full', [TOL], ['polvo_mg'], ['tolva', 'hopper', 'polvo', 'dust'], step=False),
        rodillo3=K('roller bearing 3 of the belt gets hot', [CIN], ['temp_rodillo[2]'], ['rodillo 3', 'roller 3', 'cinta', 'belt'], step=False, tail=300),
        patina=K('belt runs slower than its drum: slips', [CIN], ['velocidad_cinta', 'tension_kn'], ['cinta', 'belt', 'drum']),
        bascula=K('belt scale reads too much for what leaves the hopper: idler stuck', [CIN], ['flujo_th'], ['cinta', 'belt', 'belt scale'], where='when it carries'),
        desvio=K('belt wanders aside when the flow is above a number', [CIN], ['desvio_mm'], ['cinta', 'belt'], where='**flow above a number**', cond=True),
        freno1=K('brake 1 opens slowly with less pressure: thruster oil', ['/frenos'], ['presion_freno[0]', 'tiempo_apertura[0]'], ['freno 1', 'brake 1', 'frenos'], cons=(ELE,)),
        freno2=K('lining of brake 2 wears fast: drags', ['/frenos'], ['desgaste_mm[1]'], ['freno 2', 'brake 2', 'frenos'], step=False),
        aceite_cal=K('gear oil pressure falls when the oil is warmer than a number: pump worn', [RED], ['presion_aceite'], ['reductor', 'gearbox', 'oil pump'], where='**oil temperature above a number**', cond=True),
        engranaje=K('gearbox vibrates more: tooth broken', [RED], ['vibracion_rms[0]', 'vibracion_rms[1]'], ['reductor', 'gearbox'], where='when hoisting'),
        pluma_racha=K('boom shakes in gusts above a number: stay pin loose', ['/pluma/imu'], ['linear_acceleration.y', 'linear_acceleration.x', 'angular_velocity.x'], ['pluma', 'boom', 'stay'], where='**gusts above a number**', cond=True),
        imu_viejo=K('boom IMU comes with old stamps', ['/pluma/imu'], ['header.stamp'], ['pluma', 'boom', 'imu']),
        viento_fijo=K('anemometer frozen', ['/viento'], ['viento_ms', 'racha_ms'], ['viento', 'anemometer']),
        boquilla=K('water pressure up and flow down: nozzles clog', ['/riego'], ['presion_agua', 'caudal_agua'], ['riego', 'nozzles', 'dust water'], step=False, where='with water on'),
        riego_tarde=K('water comes late after its valve opens', ['/riego'], ['caudal_agua', 'presion_agua'], ['riego', 'water valve', 'dust water'], where='when the valve opens', need=5),
        fase1=K('phase 1 sags when its current is above a number: slip ring of the cable reel', ['/red'], ['tension_fase[0]', 'bus_continua'], ['red', 'phase 1', 'fase 1', 'mains'], where='**phase current above a number**', cond=True, need=12),
        filtro_red=K('power factor low: compensation step lost', ['/red'], ['factor_potencia'], ['red', 'compensation', 'mains']),
        carrete=K('cable reel pulls too little: magnetic clutch', ['/carrete'], ['par_carrete', 'fuerza_manguera'], ['carrete', 'cable reel']),
        grasa=K('pressure pulses of the greasing are weak: block leaks', ['/engrase'], ['presion_grasa'], ['engrase', 'grease', 'greasing'], where='in a pulse', need=12),
        rueda2=K('gantry wheel 2 works harder: brake drags', ['/portico/joint_states'], ['effort[1]'], ['rueda 2', 'rueda_2', 'wheel 2', 'portico', 'gantry'], where='when the gantry travels', need=8),
        laser_polvo=K('beams 3 to 5 of the hold laser read short: dust on the glass', ['/laser/bodega'], ['ranges'], ['laser', 'hold laser', 'laser bodega']),
        radio_lugar=K('radio of the grab weak at one place: hatch cover shades it', ['/radio'], ['senal_dbm', 'perdida_pct'], ['radio', 'grab radio'], where='**at a place**', cond=True),
        ups_celda=K('battery block 2 of the emergency supply low', ['/sai'], ['cell_voltage[1]'], ['sai', 'ups', 'battery block 2']),
        cabina=K('cabin gets warm: air conditioning lost gas', ['/cabina/temperatura'], ['temperature'], ['cabina', 'cabin', 'air conditioning'], tail=400),
        cinta_pierde=K('messages of the belt get lost', [CIN], ['header.stamp'], ['cinta', 'belt']),
        ciclo=K('longest PLC cycle far longer', ['/plc'], ['ciclo_max', 'ciclo_ms'], ['plc', 'control cycle']),
        memoria=K('memory of the PLC fills', ['/plc'], ['memoria_kb'], ['plc', 'memory'], step=False),
        s_elev=K('hoist inverter reports an overcurrent', [ELE, '/rosout', '/diagnostics'], ['codigo_fallo', 'corriente_sosten'], ['elevacion', 'hoist', 'inverter'], silent=False),
        s_cinta=K('belt pull cord switch flickers and is reported', [CIN, '/rosout', '/diagnostics'], ['paro'], ['cinta', 'belt', 'pull cord'], silent=False),
        s_agua=K('water supply reports low level', ['/riego', '/rosout', '/diagnostics'], ['aviso_agua', 'deposito_pct'], ['riego', 'dust water'], silent=False),
        s_radio=K('radio of the grab is lost again and again and reported', ['/radio', '/rosout', '/diagnostics'], ['enlace_caido', 'senal_dbm', 'perdida_pct'], ['radio', 'grab radio'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        T = self.tasks = self.segs('op', dict(espera=(.5, 20, 80), descarga=(4, 150, 420), traslado=(1.2, 35, 75), limpieza=(.9, 100, 240)), [('espera', r.uniform(15, 70))])
        hz, cz, ap, gp, dig = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n, bool)
        h0, c0, a0, g0 = 14., 6., 15., r.uniform(60, 120)
        depth, tide = r.uniform(-7, -1), 1.2 * self.su('tide')
        self.tgtload = np.zeros(n); self.cycles = []; self.gmid = g0
        rich = r.uniform(13., 15.5)
        def put(i, j, h, c, a, g):
            hz[i:j], cz[i:j], ap[i:j], gp[i:j] = h, c, a, g
        for a, b, k in T:
            i, e = int(a / DT), int(b / DT)
            if k in ('espera', 'traslado'):
                if k == 'traslado': g0 = float(np.clip(self.gmid + r.uniform(-32, 32), 40, 150)); depth = r.uniform(-8, 0)
                put(i, e, 14, 6 if k == 'traslado' else c0, 12, g0); c0 = 6 if k == 'traslado' else c0
            else:
                cl = k == 'limpieza'
                while i < e - 200:
                    c0 = r.uniform(21, 34); d = depth + r.uniform(-1.2, 1.2) - tide; depth -= r.uniform(.01, .07)
                    lo, hi = (2.5, 8.5) if cl else (rich - 2.6, rich + 1.3); m = r.uniform(lo, hi)
                    s = 1.5 if cl else 1.
                    seq = [(r.uniform(13, 16) * s, d, c0, 96, False), (r.uniform(6, 8) * s, d, c0, 4, True), (r.uniform(5, 6.5) * s, 13.5, c0, 3, False), (r.uniform(9, 12) * s, 13.5, 4.2, 3, False), (r.uniform(4.5, 6), 12.5, 4.2, 97, False)]
                    st = i
                    if r.random() < .3: g0 = float(np.clip(g0 + r.choice([-1, 1]) * r.uniform(3, 6.5), 40, 150))     # shifts along the quay for the next dig
                    for z, (dur, h, c, p, dg) in enumerate(seq):
                        j = min(e, i + int(dur / DT)); put(i, j, h, c, p, g0); dig[i:j] = dg
                        if z == 0: put(i, min(j, i + int(3.5 / DT)), 13.5, c, 97, g0)
                        if 1 <= z <= 4: self.tgtload[i:j] = m
                        i = j
                    self.cycles.append((st * DT, i * DT))
                put(i, e, 14, 6, 12, g0); c0 = 6
        self.trab = self.is_(T, 'descarga', 'limpieza')
        self.hz = lp(slew(hz, 1.9), .7); self.hv = np.gradient(self.hz, DT)
        self.cref = np.gradient(slew(cz, 2.9), DT); self.cref = lp(slew(self.cref, .75), .15)
        pos = np.cumsum(self.cref) * DT + 6.0; err = cz[0] - pos[0]
        self.cx = lp(lp(slew(cz, 2.7), .9), .5); self.cv = np.gradient(self.cx, DT); self.cref = delayed(self.cv, -.2)
        self.ca = lp(np.gradient(self.cv, DT), .15)
        self.ap = lp(slew(ap, 22, 15.), .3); self.dig = dig
        full = np.clip((45 - self.ap) / 40, 0, 1)
        self.load = np.where(self.tgtload > 0, self.tgtload * full, 0)
        self.load = np.where(np.diff(self.ap, prepend=self.ap[0]) > .05, self.load, lp(self.load, .3))
        self.gx = lp(slew(gp, .42), 1.2); self.gv = np.gradient(self.gx, DT)
        self.rest = dig & (self.ap > 8)          # grab stands on the ore
        self.fr = lp(np.where(self.rest, .18, 1.), .6)
        self.carry = (self.load > 3) & ~dig
        # hopper and belt
        gate, w0, out, ww = q(np.clip(self.pieces('comp', 40, 160, 45, 95), 0, 100), 5), r.uniform(6, 18), [], 0.
        bon = ~(self.pieces('bon', 60, 200, 0, 1) < .1)
        gate = lp(slew(np.where(bon, gate, 0), 12.), .4)
        drop = np.maximum(-np.diff(self.load, prepend=0), 0)
        drop = lp(drop, .8)
        x, op, ov = w0, False, []; fl = np.zeros(n)      # the operator starts the belt and opens the gate when the hopper is full
        gl, dl = gate.tolist(), drop.tolist()
        for i in range(n):
            op = x > 24 if op else x > 46
            ov.append(95. if op else 0.)
            o = min(x / 3., 1.) * max(gl[i], 95. if op else 0.) * .0062 if x > 0 else 0
            x += dl[i] - o * DT; out.append(x); fl[i] = o
        ov = lp(np.array(ov), 3.); gate, bon = np.maximum(gate, ov), bon | (ov > 5)
        self.peso, self.gate, self.bon = np.array(out), gate, bon
        self.flow = lp(delayed(fl * 3600, 4.), 1.2) * (1 + .05 * self.wander('grumo', 1, 2.5))
        self.vibr = (self.pieces('vib', 4, 16, 0, 1) < .45) & (gate > 20)
        self.wind = np.clip(6.5 + 2 * self.su('wind') + 1.4 * self.wander('wind', 1, 220), .6, 22)
        self.gust = self.wind * (1.16 + .2 * np.clip(self.wander('gust', 1, 8), -1, 4)) + .3
        self.amb = 19 + 5 * self.su('amb') + self.wander('amb', .5, 1200)
        acc = lp(np.gradient(self.hv, DT), .2)
        m = 10.6 + self.load
        self.is0 = lp(m * self.fr * (8.1 + 4.2 * acc * .35) * (np.abs(self.hv) > .03) * (.55 + .5 * np.clip(self.hv, -.4, 1.9) / 1.9) + 60 * self.trab + 18 * np.tanh(self.hv / .05), .25)
        self.ph = 70 + .62 * np.abs(self.is0) + 55 * np.abs(self.ca) + 22 * np.abs(self.cv) + .055 * self.flow + 90 * (np.abs(self.gv) > .03) + 4 * self.ns('ph', 1)
        self.toil = self.amb + 8 + lp(18 * lp((np.abs(self.hv) > .05).astype(float), 60), 400, 7 + 7 * r.random()) + self.wander('toil', .5, 120)
        qa = lambda x, mk, p, d: float(np.round(np.quantile(x[mk], p), d))
        wk = self.trab
        self.num('sosten_carga', self.load, CUC + ':carga_t', ['carga', 'carga t', 'load', 'ore', 'fuerza cable', 'full'], above=qa(self.load, self.carry & wk, .45, 1), tol=.25)
        low = (self.hz < 6) & (np.abs(self.hv) > .05) | dig
        self.num('cierre_fondo', self.hz, ELE + ':altura_m', ['altura', 'altura m', 'height', 'deep', 'depth', 'hold'], below=qa(self.hz, wk, .35, 1), tol=.6)
        a = qa(self.cx, np.abs(self.cv) > .8, .3 + .3 * r.random(), 1)
        self.num('carro_junta', self.cx, CAR + ':posicion_m', ['posicion', 'posicion m', 'position', 'trolley', 'carro'], between=[a, round(a + 6.5, 1)], tol=.3, and_=np.abs(self.cv) > .3)
        self.num('desvio', self.flow, CIN + ':flujo_th', ['flujo', 'flujo th', 'flow', 'load'], above=qa(self.flow, self.flow > 100, .6, 0), tol=.2)
        self.num('aceite_cal', self.toil, RED + ':temp_aceite', ['temp aceite', 'aceite', 'oil', 'oil temperature', 'warm', 'temperature'], above=qa(self.toil[24000:], np.ones(n - 24000, bool), .5, 1), tol=.12)
        self.num('pluma_racha', self.gust, '/viento:racha_ms', ['racha', 'racha ms', 'gust', 'gusts', 'wind', 'viento'], above=qa(self.gust, np.ones(n, bool), .7, 1))
        self.num('fase1', self.ph, '/red:corriente_fase[0]', ['corriente', 'corriente fase', 'current', 'load', 'phase current'], above=qa(self.ph, wk, .65, 0), tol=.25)
        px, py = self.spot('radio', self.gx, self.cx, 2.6, wk, .1)
        self.at('radio_lugar', self.gx, self.cx, px, py, 2.6, wk)
        self.mode('cable3', self.fr > .7, 'loaded', 'load', 'carga', 'hoisting', 'fuerza cable')
        self.mode('carro_rueda carro_tarde', np.abs(self.cv) > .1, 'moves', 'moving', 'velocidad carro', 'trolley', 'travels')
        self.mode('fuga', self.carry, 'carries', 'carrying', 'carga', 'load', 'ore')
        self.mode('osc_control', wk, 'trolley', 'moves', 'moving', 'carro', 'working')
        self.mode('vibrador', self.vibr, 'runs', 'running', 'vibrador', 'on')
        self.mode('bascula', self.flow > 100, 'carries', 'carrying', 'flujo', 'flow', 'loaded')
        self.mode('engranaje', np.abs(self.hv) > .2, 'hoisting', 'moves', 'moving', 'velocidad ms', 'lowering')
        self.vlv = (self.pieces('agua', 8, 40, 0, 1) < .5) & wk
        self.mode('boquilla', self.vlv, 'water', 'valvula riego', 'on', 'spraying', 'valve')
        ri = np.zeros(n, bool)
        for i in np.flatnonzero(np.diff(self.vlv.astype(int)) > 0): ri[i:i + 44] = True
        self.mode('riego_tarde', ri, 'valve', 'valvula riego', 'opens', 'on')
        self.pul = (t + 50 * r.random()) % 55 < 7
        self.mode('grasa', self.pul, 'pulse', 'presion grasa', 'pulsos grasa', 'cycle')
        self.mode('rueda2', np.abs(self.gv) > .04, 'travels', 'travel', 'moves', 'moving', 'velocity', 'gantry')
        self.mode('cierre_lento', np.isin(np.arange(n), np.flatnonzero(wk)), 'closes', 'closing', 'cierre')

    def build(self):
        t, n, f, w, T = self.t, self.n, self.f, self.ns, self.tasks
        fuga = f('fuga')
        age = np.zeros(n); c = 0.
        for i, x in enumerate(self.carry.tolist()):
            c = c + DT if x else 0.
            age[i] = c
        load = self.load * (1 - fuga * np.minimum(.016 * age, .25) * self.carry)
        m = 10.6 + load
        acc = lp(np.gradient(self.hv, DT), .2)
        # trolley and sway
        ct = f('carro_tarde')
        cx = self.cx if not ct.any() else np.where(ct > 0, lp(delayed(self.cx, .55 * np.maximum(ct, .85)), .5), self.cx)
        cv = np.gradient(cx, DT) if ct.any() else self.cv
        cv = np.clip(cv, -4, 4)
        ca = lp(np.gradient(cv, DT), .15)
        def swing(zeta, a, L=17.):
            om, dt = np.sqrt(9.81 / L), DT
            A = np.exp(-zeta * om * dt); cw = np.cos(om * np.sqrt(1 - zeta**2) * dt)
            return lfilter([0, -dt * dt / L], [1, -2 * A * cw, A * A], a)
        drv = .5 * ca + .0016 * self.wander('vs', 1, 3) * self.wind
        s1 = swing(.16, drv); sw_x = s1
        oc = f('osc_control')
        if oc.any(): sw_x = s1 + swing(.16, drv * np.minimum(oc, 1.2) * 0) + (swing(.035, drv * (oc > 0)) - swing(.16, drv * (oc > 0))) * np.minimum(lp(oc, 6, 0.), 1.2)
        sw_y = swing(.08, .012 * self.wander('vy', 1, 2) * self.wind / 7 + .25 * np.gradient(self.gv, DT)) + (swing(.03, .012 * self.wander('vy', 1, 2) * (oc > 0)) * lp(oc, 6, 0.) * .6 if oc.any() else 0)
        swd = lambda x, nm: q(np.degrees(x) + w(nm, .04), .01)
        self.pub('/oscilacion', 'geometry_msgs/msg/Vector3Stamped', 10, {'vector.x': swd(sw_x + np.radians(self.u('sx', .08) + .75 * f('osc_sesgo')), 'osx'), 'vector.y': swd(sw_y + np.radians(self.u('sy', .08)), 'osy')}, 'carro')
        ju = f('carro_junta') * (np.abs(self.cv) > .3)
        ic = 34 * np.tanh(cv / .06) * (1 + self.u('icf', .05)) + 13 * cv + 62 * ca + 1.3 * load * np.tanh(cv / .06) + 22 * sw_x + w('ic', 2.2) + 16 * f('carro_rueda') * np.tanh(cv / .06) + ju * (11 * self.white('ju') + 7 * np.tanh(cv / .06))
        self.pub(CAR, 'descargador_msgs/msg/Carro', 10, dict(posicion_m=q(cx + w('cx', .004), .01), velocidad_carro=q(cv + w('cv', .01), .005), referencia_carro=q(self.cref, .01), corriente_carro=q(ic, .5), temp_carro=q(self.amb + 14 + lp(np.abs(ic) * .35, 500, 8.) + w('tc', .1), .5)))
        # hoist
        enc = f('altura_enc') * lp(self.spikes('enc', .012) * np.sign(self.white('encs')) * 5, .15)
        h = self.hz + enc + w('hz', .006)
        se = f('s_elev')
        fn = f('freno1')
        stt = np.zeros(n)
        for i in np.flatnonzero(np.diff((np.abs(self.hv) > .06).astype(int)) > 0): stt[i:i + 14] = 1
        sc = f('sosten_carga')
        isd = self.is0 * (load + 10.6) / (self.load + 10.6) + w('is', 3.2) + self.u('iso', 2.5) + 34 * fn * lp(stt, .15) + sc * 24 * np.sin(2 * np.pi * t / .85 + 2 * self.wander('scp', 1, 4)) + 60 * se * (self.pieces('se', .4, 2, 0, 1) < .25) * (np.abs(self.hv) > .1)
        clo = lp(self.dig.astype(float), .4)
        icl = lp(.42 * m * self.fr * 8.1 * (np.abs(self.hv) > .03) * (.55 + .5 * np.clip(self.hv, -.4, 1.9) / 1.9) + 118 * clo * (1 + .02 * (self.tgtload - 13) * 2) + 52 * (np.abs(np.gradient(self.ap, DT)) > 3), .25) + 20 * self.trab + w('icl', 3.)
        cf = f('cierre_fondo') * (np.abs(self.hv) + clo > .08)
        icl = icl + cf * (26 + 9 * self.white('cf'))
        tw = [self.amb + 22 + self.u(f'tw{i}', 1.5) + lp(.0022 * x**2 * .62 * (1 + (.55 * f('sosten_vent') if i == 0 else 0)) + (14 * f('sosten_vent') if i == 0 else 0), 260) + w(f'tw{i}', .12) for i, x in enumerate((isd, icl))]
        tw[1] = hold(tw[1], self.on('cierre_temp'))
        k3 = f('cable3') * (self.fr > .5)
        sh = np.array([.25 + self.u(f'sh{i}', .004) for i in range(4)]); sh /= sh.sum()
        F = [9.81 * m * self.fr * sh[i] * (1 + .09 * acc) + 1.5 * np.gradient(sw_x, DT) * (1, 1, -1, -1)[i] * 8 + w(f'F{i}', .35) + .7 * self.wander(f'Fw{i}', 1, .7) * (np.abs(self.hv) > .1) for i in range(4)]
        z = .17 * F[2] * k3
        F[2] = F[2] - z; F = [F[i] + (z / 3 if i != 2 else 0) for i in range(4)]
        F[1] = F[1] + 6.5 * f('celda2')
        self.pub(ELE, 'descargador_msgs/msg/Elevacion', 10, dict(altura_m=q(h, .01), velocidad_ms=q(self.hv + np.gradient(enc, DT) * .25 + w('hv', .008), .005), velocidad_ref=q(delayed(self.hv, -.25), .01), corriente_sosten=q(isd, .5), corriente_cierre=q(np.maximum(icl, 0), .5), temp_devanado=[q(x, .1) for x in tw], fuerza_cable=[q(np.maximum(x, 0), .1) for x in F], codigo_fallo=np.where((se > 0) & (t % 17 < 6), 2310, 0)))
        # grab
        cl = f('cierre_lento'); ap = self.ap
        if cl.any(): ap = np.where(cl > 0, np.maximum(ap, lp(slew(np.where(self.dig | (self.ap < 60), np.where(self.dig, 4., self.ap), self.ap), 60, 15. * (1 - .36 * np.minimum(max(cl.max(), .5), 1.3))), .3)), ap)
        tci = np.zeros(n); rt = self.rng('tci'); base = 6.3 + self.u('tci', .15); cnt = np.zeros(n)
        cur = base
        clm = cl.tolist()
        ev = np.flatnonzero(np.diff(self.dig.astype(int)) < 0)
        last = 0
        tci[:] = base
        for i in ev:
            cur = base + .1 * rt.standard_normal() + .03 * (self.tgtload[i] - 13) + 2.2 * clm[i]
            tci[i:] = cur; cnt[i:] += 1
        kg = np.where(self.fr > .8, load, load * .2 + 0) * 1.
        cel = .6 * f('celda2')
        self.pub(CUC, 'descargador_msgs/msg/Cuchara', 6, dict(apertura_pct=q(np.clip(ap + w('ap', .25) + f('apert_pot') * (3.2 * self.white('app') + 14 * self.spikes('app2', .03) * np.sign(self.white('app3'))), 0, 100), .1), carga_t=q(np.maximum(lp(kg, .5) + w('kg', .07) + cel, 0), .05), tiempo_cierre=q(tci, .05), ciclos=41000 + cnt))
        self.pub('/cuchara/pose', 'geometry_msgs/msg/PoseStamped', 5, {'pose.position.x': q(self.gx + w('px', .01), .01), 'pose.position.y': q(cx + sw_x * 17 * .3 + w('py', .01), .01), 'pose.position.z': q(self.hz + w('pz', .01), .01), 'pose.orientation.w': 1.0}, 'muelle')
        # hopper, belt
        lossf = np.cumsum(np.maximum(-np.diff(load, prepend=0), 0) * 0)
        vb = f('vibrador')
        pw = self.peso + w('pw', .08) + .12 * self.vibr * self.white('pwv')
        dust = 2.1 + self.su('dust', .3) + 7 * lp(np.maximum(-np.diff(self.load, prepend=0), 0) / DT, 6) * .25 * (1 - .25 * lp(self.vlv.astype(float), 10)) + .25 * self.wander('dw', 1, 40) + 2.3 * f('polvo') + .5 * lp(fuga * self.carry, 10, 0.)
        self.pub(TOL, 'descargador_msgs/msg/Tolva', 4, dict(peso_tolva=q(hold(pw, self.on('tolva_celda')), .1), compuerta_pct=q(self.gate + w('gt', .15), .5), vibrador_a=q(np.maximum(lp(self.vibr * (5.6 + self.u('vba', .1) - 1.5 * vb), .3) + w('vba', .05) + .35 * vb * self.vibr * self.white('vbx'), 0), .02), polvo_mg=q(np.maximum(dust + w('dust', .12), 0), .05)))
        bv = lp(slew(np.where(self.bon, 2.6, 0.), .35), .5) * (1 + self.u('bv', .004)); run = bv > .5
        pt = f('patina')
        fl = np.maximum(self.flow, 0) * run
        ten = 38 + self.u('ten', .6) + .0035 * fl + w('ten', .25) - 4.2 * pt
        bs = f('bascula')
        ib = lp(run * (58 + self.u('ib', 2) + .052 * fl + 40 * np.clip(np.gradient(bv, DT), 0, 1)), .4) + w('ib', .9) * run
        rod = [self.amb + 9 + self.u(f'rd{i}', 1.2) + lp(run * (9 + .003 * fl), 500, 9.) + w(f'rd{i}', .1) + (lp(17 * f('rodillo3') * run, 60, 0.) if i == 2 else 0) for i in range(4)]
        ds = 6 * self.u('ds') * .3 + 4 * self.wander('ds', 1, 12) + .004 * (fl - 800) + w('dsn', .8) + f('desvio') * run * (17 + 3 * self.wander('dsx', 1, 3))
        self.pub(CIN, 'descargador_msgs/msg/Cinta', 6, dict(velocidad_cinta=q(np.maximum(bv * (1 - .032 * pt * (1 + .4 * self.wander('pt', 1, 4))) + w('bvn', .006) * run, 0), .005), velocidad_tambor=q(bv + w('bvd', .004) * run, .005), corriente_cinta=q(np.maximum(ib, 0), .5), flujo_th=q(np.maximum(fl * (1 + .095 * bs) + w('fl', 9) * (fl > 30), 0), 1), desvio_mm=q(ds, .5), tension_kn=q(ten, .1), temp_rodillo=[q(x, .1) for x in rod], paro=self.on('s_cinta') & (self.pieces('sp', .3, 3, 0, 1) < .3)), drop=.5 * f('cinta_pierde'))
        # brakes, gearbox
        opn = (np.abs(self.hv) > .04).astype(float)
        pf = [lp(opn * (96 + self.u(f'pf{i}', 1.5) - (21 * fn if i == 0 else 0)), .18 + (.2 * float(fn.max()) if i == 0 and fn.any() else 0)) + w(f'pf{i}', .6) for i in range(2)]
        to, tb = [], self.rng('to')
        for i in range(2):
            y = np.full(n, .31 + self.u(f'to{i}', .01))
            for j in np.flatnonzero(np.diff(opn) > 0): y[j + 8:] = .31 + self.u(f'to{i}', .01) + .008 * tb.standard_normal() + (.13 * fn[j] if i == 0 else 0)
            to.append(q(y, .005))
        cyc = np.cumsum(np.abs(np.diff(opn, prepend=0))) * 2.5e-4
        dg = [2.6 + .5 * self.u(f'dg{i}') + cyc + w(f'dgn{i}', .006) + (.42 * f('freno2') if i else 0) for i in range(2)]
        self.pub('/frenos', 'descargador_msgs/msg/Frenos', 6, dict(presion_freno=[q(np.maximum(x, 0), .5) for x in pf], desgaste_mm=[q(x, .005) for x in dg], tiempo_apertura=to))
        hs = np.abs(self.hv); eg = f('engranaje')
        vr = [(.35 + 1.25 * hs / 1.9 + .05 * load * hs / 1.9) * (1 + self.u(f'vr{i}', .05)) * (1 + (.62, .3)[i] * eg * (hs > .1)) * (1 + w(f'vrm{i}', .09)) + np.abs(w(f'vr{i}', .03)) for i in range(2)]
        oil = 2.35 + self.u('oil', .04) - .016 * (self.toil - 40) + .12 * hs + w('oil', .02) - f('aceite_cal') * (.3 + .04 * self.white('oilx'))
        self.pub(RED, 'descargador_msgs/msg/Reductor', 5, dict(temp_aceite=q(self.toil + w('toiln', .06), .1), presion_aceite=q(oil, .01), vibracion_rms=[q(x, .01) for x in vr]))
        # boom, wind, water
        pr = f('pluma_racha')
        bnc = swing(.05, .0 * t + .08 * (load - 8) * 0 + .25 * acc + .05 * self.gust * .02 * self.white('bw', 3), 2.2)
        vb_ = .03 + .05 * hs + .05 * np.abs(self.cv) + .004 * self.gust
        az = np.gradient(np.gradient(bnc, DT), DT) * 6
        self.imu('/pluma/imu', 14, (.004 * self.u('pr') + .0006 * (self.wind - 6) + w('pr', .0003), .006 * self.u('pp') + .0009 * load * self.cx / 30 + w('pp', .0003), self.z0 + .01), (w('pg0', .0025) + pr * self.white('pgx', .004), np.gradient(lp(.0009 * load * self.cx / 30, .4), DT) + w('pg1', .0025), w('pg2', .002)),
                 (self.u('pax', .04) + vb_ * self.white('pax', 1.) + .6 * ca * .2 + pr * self.white('prx', .07) + ju * self.white('jux', .12), self.u('pay', .04) + vb_ * self.white('pay', 1.2) + pr * self.white('pry', .13), 9.81 + vb_ * self.white('paz', 1.2) + az + ju * self.white('juz', .22)), 'pluma', age=.6 * f('imu_viejo'))
        fx = self.on('viento_fijo')
        self.pub('/viento', 'descargador_msgs/msg/Viento', 3, dict(viento_ms=q(hold(np.maximum(self.wind + w('vn', .35), 0), fx), .1), racha_ms=q(hold(np.maximum(self.gust + w('rn', .2), 0), fx), .1), direccion_viento=q((250 + 30 * self.su('wd') + 15 * self.wander('wd', 1, 150) + w('wdn', 3)) % 360, 1)))
        ta = f('riego_tarde'); vl = self.vlv.astype(float)
        ve = np.where(ta > 0, np.minimum(vl, delayed(vl, 1.7 * np.maximum(ta, .8))), vl) if ta.any() else vl
        bq = f('boquilla'); qf = lp(ve * (46 + self.u('qf', 1.2) + self.su('qf', 1.5)) * (1 - .23 * bq), .5)
        lk = f('s_agua')
        dep = 74 + 8 * self.su('dep') - np.cumsum(qf) * DT / 60 / 9000 * 100 + 22 * lp((t > self.rng('rell').uniform(300, 9000)).astype(float), 200) - 35 * lp(lk, 40, 0.)
        self.pub('/riego', 'descargador_msgs/msg/Riego', 4, dict(valvula_riego=self.vlv, presion_agua=q(np.maximum(lp(ve, .4) * (4.4 + self.u('pa', .08) + .75 * bq) + .25 + w('pa', .04), 0), .02), caudal_agua=q(np.maximum(qf + w('qfn', .5) * (ve > 0), 0), .1), deposito_pct=q(np.clip(dep + w('dep', .3), 0, 100), .1), aviso_agua=lk > 0))
        # mains, cable reel, grease
        ml = 398 + 1.6 * self.su('ml') + 1.1 * self.wander('ml', 1, 200)
        ip = [self.ph] + [self.ph * (1 + self.u(f'ip{i}', .012)) + w(f'ipn{i}', 3) for i in (1, 2)]
        uf = [ml + self.u(f'uf{i}', .6) - .011 * x + w(f'ufn{i}', .35) for i, x in enumerate(ip)]
        f1 = f('fase1'); dip = f1 * (3.6 + .02 * (self.ph - self.conds['fase1']['above'])) * (1 + .25 * self.white('f1x')); uf[0] = uf[0] - dip
        self.pub('/red', 'descargador_msgs/msg/Red', 5, dict(tension_fase=[q(x, .1) for x in uf], corriente_fase=[q(np.maximum(x, 0), 1) for x in ip], bus_continua=q(1.38 * sum(uf) / 3 + w('bc', .8) - 3 * np.clip(acc, -1, 2), .5), factor_potencia=q(np.clip(.945 + self.u('fp', .004) - .00007 * (self.ph - 200) + w('fp', .003) - .047 * f('filtro_red'), 0, 1), .001)))
        cr = f('carrete'); gm = np.tanh(self.gv / .05)
        self.pub('/carrete', 'descargador_msgs/msg/Carrete', 4, dict(par_carrete=q((142 + self.u('pc', 4) + 9 * gm) * (1 - .2 * cr) + w('pc', 1.8), .5), vueltas_carrete=q(18 + (self.gx - 80) / 5.1, .01), fuerza_manguera=q((2.6 + self.u('fm', .06) + .22 * gm + .0035 * np.abs(self.gx - 60)) * (1 - .22 * cr) + .12 * self.wander('fmw', 1, 2) * self.wind / 7 + w('fm', .04), .01)))
        pg = lp(np.where(self.pul, 84 + self.u('pg', 2) - 31 * f('grasa'), 4.), .9)
        self.pub('/engrase', 'descargador_msgs/msg/Engrase', 3, dict(presion_grasa=q(pg + w('pg', .6), .5), deposito_grasa=q(63 + 6 * self.su('dgr') - .4 * t / 3600 + w('dgr', .1), .1), pulsos_grasa=9200 + np.cumsum(np.diff(self.pul.astype(int), prepend=0) > 0)))
        ef = [gm * (21 + 1.2 * self.u(f'ef{i}')) + 30 * np.gradient(self.gv, DT) + .5 * (self.wind - 6) * (i % 2 * 2 - 1) * .4 + w(f'efn{i}', .8) for i in range(4)]
        ef[1] = ef[1] + 8.5 * f('rueda2') * gm
        self.joints('/portico/joint_states', 6, ('rueda_1', 'rueda_2', 'rueda_3', 'rueda_4'), [(self.gx - 80) / .4 + .3 * i + w(f'rp{i}', .002) for i in range(4)], [self.gv / .4 * (1 + self.u(f'rv{i}', .003)) + w(f'rvn{i}', .004) for i in range(4)], [q(x, .1) for x in ef])
        # hold laser, radio, supply
        lpz, r = f('laser_polvo'), self.rng('las'); rg = []
        surf = 22 + self.su('surf', 1) - lp(self.pieces('srf', 60, 200, -3, 3), 20) * .3
        for i in range(9):
            x = (surf + 1.2 * abs(i - 4) * .5 + .6 * self.wander(f'lz{i}', 1, 30)) * (1 + self.u(f'lz{i}', .004)) + w(f'lzn{i}', .06)
            x = np.where((np.abs(self.cx - 24 - 1.2 * (i - 4)) < 1.6) & (self.hz < 8), 18 - np.clip(self.hz, -8, 8) * .6, x)
            x = np.where(self.rng(f'dst{i}').random(n) < .012 + .02 * (self.hz < 2), x * .4, x)
            if 3 <= i <= 5: x = np.where((lpz > 0) & (self.rng(f'dp{i}').random(n) < .4), 1.4 + np.abs(w(f'dpn{i}', .5)), x)
            rg.append(q(x, .01))
        self.pub('/laser/bodega', 'sensor_msgs/msg/LaserScan', 4, dict(ranges=rg, angle_min=-.5, angle_max=.5, angle_increment=.125, range_min=.3, range_max=60., scan_time=.25), 'laser', lens=dict(ranges=9))
        rl, dn = f('radio_lugar'), f('s_radio') * (self.pieces('dn', 1, 7, 0, 1) < .3) > 0
        rs = -57 - .28 * np.abs(14 - self.hz) - .12 * self.cx + self.su('rs', 1.5) + 1.4 * self.wander('rs', 1, 6) + w('rsn', .9) - 8.5 * rl - 28 * dn
        self.pub('/radio', 'descargador_msgs/msg/Radio', 4, dict(senal_dbm=q(rs, 1), perdida_pct=q(np.clip(self.rng('pp').gamma(1.2, .25, n) + 4.5 * rl * self.rng('pp2').random(n) + 95 * dn, 0, 100), .1), enlace_caido=dn))
        cel = [13.55 + self.u(f'cl{i}', .04) + w(f'cln{i}', .012) for i in range(4)]; cel[1] = cel[1] - .42 * f('ups_celda')
        self.pub('/sai', 'sensor_msgs/msg/BatteryState', 2, dict(voltage=q(sum(cel), .02), current=q(.22 + self.u('sc', .02) + w('sc', .02), .01), percentage=q(np.clip(.985 + w('sp', .002), 0, 1), .001), temperature=q(self.amb + 6 + w('st', .06), .1), present=1, power_supply_status=4, cell_voltage=[q(c, .01) for c in cel]), lens=dict(cell_voltage=4))
        door = lp((self.pieces('puerta', 10, 120, 0, 1) < .06).astype(float), 30)
        self.pub('/cabina/temperatura', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(22.5 + self.su('cab', .5) + .3 * np.sin(2 * np.pi * t / 210) + 3 * door * (self.amb - 22) / 10 + lp(4.2 * f('cabina'), 160, 0.) + w('cab', .06), .1)))
        self.pub('/aire/presion', 'sensor_msgs/msg/FluidPressure', 1, dict(fluid_pressure=q(101500 + 500 * self.su('pat') + 30 * self.wander('pat', 1, 1500) + w('patn', 5), 10)))
        cc = f('ciclo'); v = '8.21' if self.newver else '8.20'
        md = sum(self.is_(T, k) * i for i, k in enumerate(('espera', 'descarga', 'traslado', 'limpieza')))
        self.pub('/plc', 'descargador_msgs/msg/Plc', 3, dict(modo=md, ciclo_ms=q(11.8 + .5 * self.trab + w('ci', .12) + .7 * cc, .1), ciclo_max=q(15.5 + .9 * self.newver + np.abs(w('cm', .8)) + 9 * cc * (.4 + self.rng('cmx').random(n)), .1), memoria_kb=q(3120 + 38 * self.newver + 9 * self.su('mk') + 6 * self.wander('mk', 1, 200) + w('mkn', 1.5) + self.computer_leak('memoria', 210), 1), carga_cpu=q(44 + 4 * self.trab + w('cpu', 1.2), .1)), strs=dict(version_plc=v))
        self.goals('/ciclo/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .03 else 4) for i, (a, b) in enumerate(self.cycles)])
        a1 = self.speak('s_elev', 'convertidor', ['sobrecorriente sosten, fallo 2310', 'convertidor elevacion limita par, fallo 2310'])
        a2 = self.speak('s_cinta', 'cinta', ['tiron de emergencia activado sin parada', 'contacto de tiron inestable'])
        a3 = self.speak('s_agua', 'riego', ['nivel bajo en deposito de agua', 'riego limitado por nivel bajo'])
        a4 = self.speak('s_radio', 'radio_cuchara', ['enlace con cuchara perdido', 'enlace con cuchara recuperado, datos atrasados'], 12)
        self.routine([(30, 'I', 'ciclo', 'ciclo terminado, {} t', 8, 16), (7, 'W', 'ciclo', 'carga baja en cuchara, {} t', 2, 6), (5, 'W', 'viento', 'racha {} m/s anotada', 10, 14), (5, 'W', 'laser', 'perfil incompleto, {} puntos', 20, 60), (6, 'I', 'operador', 'mando manual {} s', 3, 30)],
                     [('I', 'plc', f'programa {v} en marcha'), ('W', 'radio_cuchara', 'canal ocupado, cambio a 6'), ('W', 'carro', 'referencia no confirmada, busco cero'), ('I', 'tolva', 'tara aceptada')])
        self.status('elevacion', 'CV-630', a1, {2: 'fallo 2310'}, horas='18230')
        self.status('cinta', 'CT-2', a2, {2: 'tiron de emergencia'})
        self.status('riego', 'RG', a3, {2: 'nivel bajo'})
        self.status('radio cuchara', 'RC', np.maximum(a4, brief_warn(self, 'rc', 1.5)), {1: 'senal debil', 2: 'enlace perdido'})
        self.status('servidor', 'ipc', brief_warn(self, 'ipc', 1), {1: 'escritura lenta'}, disco_gb=310 - t / 1500)
