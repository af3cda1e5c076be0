"""Robotic drilling rig for geothermal probes: rotary head on a feed, mud pumps, rod arm, clamp, generator, downhole probe; Portuguese fields."""
import numpy as np
from base import DT, Robot, Track
from lib import K, brief_warn, delayed, hold, hyst, lp, mdef, q, slew

CAB, AVA, BOM, LAM, TAN, ARM, JNT, POS, GAR, MOR, HID, GER, FUN, GAS, CAM, RAD, PAI, VEN, OPE, CPU = ('/cabecote', '/avanco', '/bombas', '/linha_lama', '/tanque_lama', '/braco/hidraulica', '/braco/joint_states', '/braco/pose', '/garra', '/morsa', '/central_hidraulica', '/gerador',
    '/sonda_fundo', '/gases', '/camera_piso', '/radio', '/painel', '/vento', '/operacao', '/computador')


class Sonda(Robot):
    NAME = 'sonda'
    FLAGS = [(CAB, 'codigo_falha'), (BOM, 'palavra_estado'), (MOR, 'contador_patina'), (TAN, 'nivel_baixo')]
    DEFS = {
        'perfuratriz_msgs/msg/Cabecote': mdef('float32 rotacao_rpm corrente_motor temp_motor temp_redutor vibracao_mm_s; int32 torque_nm; uint16 codigo_falha'),
        'perfuratriz_msgs/msg/Avanco': mdef('float32 altura_m velocidade_m_min forca_kn pressao_avanco'),
        'perfuratriz_msgs/msg/Bomba': 'float32 cursos_min\nfloat32 corrente_a\nfloat32 temp_mancal\nfloat32 vibracao_g',
        'perfuratriz_msgs/msg/Bombas': mdef('perfuratriz_msgs/Bomba primeira segunda; uint16 palavra_estado'),
        'perfuratriz_msgs/msg/LinhaLama': mdef('float32 pressao_tubo vazao_entrada vazao_retorno'),
        'perfuratriz_msgs/msg/TanqueLama': mdef('float32 volume_m3 densidade_kg_l viscosidade_s temp_lama corrente_agitador vibracao_peneira; bool nivel_baixo'),
        'perfuratriz_msgs/msg/HidraulicaBraco': mdef('float32[3] pressao_cilindro; float32 vazao_braco velocidade_ponta'),
        'perfuratriz_msgs/msg/Garra': mdef('float32 pressao_garra abertura_mm tensao_sensor; bool haste_presa'),
        'perfuratriz_msgs/msg/Morsa': mdef('float32 pressao_morsa torque_aperto_nm tempo_quebra_ms; uint16 contador_patina; bool fechada'),
        'perfuratriz_msgs/msg/CentralHidraulica': mdef('float32 pressao_central temp_oleo nivel_oleo corrente_bomba filtro_bar; uint16 ventilador_rpm'),
        'perfuratriz_msgs/msg/Gerador': mdef('float32[3] tensao_fase corrente_fase; float32 rotacao_diesel temp_agua pressao_oleo combustivel_l'),
        'perfuratriz_msgs/msg/SondaFundo': mdef('float32 inclinacao_graus azimute_graus temp_fundo vibracao_fundo sinal_db profundidade_m'),
        'perfuratriz_msgs/msg/Gases': mdef('float32 metano_lie sulfidrico_ppm oxigenio_pc'),
        'perfuratriz_msgs/msg/CameraPiso': mdef('float32 nitidez luminosidade confianca tempo_quadro_ms; uint8 pessoas'),
        'perfuratriz_msgs/msg/Radio': mdef('int16 sinal_dbm; float32 atraso_ms perdas_pc'),
        'perfuratriz_msgs/msg/Painel': mdef('float32 tensao_24 corrente_24 temp_painel; uint16 exaustor_rpm'),
        'perfuratriz_msgs/msg/Vento': mdef('float32 velocidade_vento direcao_vento'),
        'perfuratriz_msgs/msg/Seguranca': mdef('bool emergencia_ok portao_fechado; float32 cortina_pc'),
        'perfuratriz_msgs/msg/Operacao': mdef('uint8 fase camada; uint16 numero_haste; float32 rotacao_pedida forca_pedida'),
        'perfuratriz_msgs/msg/Computador': mdef('float32 ciclo_ms ciclo_max_ms memoria_mb temp_cpu; string programa'),
    }
    k = lambda w, t, f, p, **kw: K(w, [t] if isinstance(t, str) else t, f.split(), p.split('|'), **kw)
    KINDS = dict(
        mancal_cab=k('rotary head draws more and more current: main bearing', CAB, 'corrente_motor', 'rotary head|cabecote|main bearing', step=False, where='when rotating', cons=(GER,)),
        motor_quente=k('motor of the rotary head gets hot: cooling fins full of mud', CAB, 'temp_motor', 'rotary head|cabecote|head motor', step=False, tail=300),
        redutor_fixo=k('temperature of the head gear frozen', CAB, 'temp_redutor', 'rotary head|cabecote|gear'),
        rotacao=k('speed of the head flickers: toothed wheel', CAB, 'rotacao_rpm', 'rotary head|cabecote|speed sensor', where='when rotating'),
        torque_cab=k('torque of the head reads too low: strain gauge', CAB, 'torque_nm', 'rotary head|cabecote|torque sensor', where='when rotating'),
        vib_rapida=k('head vibrates when it turns faster than a number: balance of the sub', CAB, 'vibracao_mm_s', 'rotary head|cabecote|sub', where='**rotation above a number**', cond=True, need=12),
        corrente_avanco=k('feed needs more and more pressure: chain and slides dry', AVA, 'pressao_avanco', 'feed|avanco|feed chain', step=False, where='when the feed moves fast', need=12),
        altura=k('height of the feed flickers: rope sensor', AVA, 'altura_m', 'feed|avanco|rope sensor'),
        forca=k('force of the feed reads too much: load pin', AVA, 'forca_kn', 'feed|avanco|load pin'),
        forca_alta=k('feed pressure flutters when the force is above a number: counterbalance valve', AVA, 'pressao_avanco', 'feed|avanco|counterbalance valve', where='**feed force above a number**', cond=True, need=12),
        bomba1=k('mud pump 1 draws more and more current: packing', BOM, 'primeira.corrente_a', 'mud pump 1|pump 1|bomba primeira|packing', step=False, where='when pumping', cons=(GER,)),
        bomba2_quente=k('bearing of mud pump 2 gets hot: grease gone', BOM, 'segunda.temp_mancal', 'mud pump 2|pump 2|bomba segunda', step=False, tail=300),
        bomba2_curso=k('strokes of mud pump 2 uneven: valve', BOM, 'segunda.cursos_min', 'mud pump 2|pump 2|bomba segunda|valve', where='when pumping'),
        bomba1_rapida=k('mud pump 1 shakes when it makes more strokes than a number: loose foot', BOM, 'primeira.vibracao_g', 'mud pump 1|pump 1|bomba primeira|foot', where='**strokes above a number**', cond=True, need=12),
        lavagem=k('standpipe pressure low: washed out joint', LAM, 'pressao_tubo', 'mud line|standpipe|linha lama|joint', where='when pumping'),
        entrada=k('inflow noisy: electrode of the flow meter', LAM, 'vazao_entrada', 'mud line|inflow meter|linha lama', where='when pumping'),
        retorno=k('return flow reads too low: paddle full of clay', LAM, 'vazao_retorno', 'mud line|return flow|linha lama|paddle', where='when pumping'),
        alivio=k('standpipe pressure flutters when the flow is above a number: relief valve', LAM, 'pressao_tubo', 'mud line|relief valve|standpipe|linha lama', where='**inflow above a number**', cond=True, need=12),
        volume=k('volume of the mud tank noisy: foam under the radar', TAN, 'volume_m3', 'mud tank|tanque lama|radar'),
        densidade=k('density drifts: balance arm scales up', TAN, 'densidade_kg_l', 'mud tank|tanque lama|density meter', step=False),
        agitador=k('agitator draws more and more current: shaft seal', TAN, 'corrente_agitador', 'agitator|mud tank|tanque lama', step=False),
        peneira=k('shaker vibrates too little: spring broken', TAN, 'vibracao_peneira', 'shaker|peneira|mud tank|tanque lama', where='when pumping'),
        lama_fixa=k('temperature of the mud frozen', TAN, 'temp_lama', 'mud tank|tanque lama|mud temperature'),
        braco1=k('cylinder 1 of the rod arm needs more and more pressure: pin dry', ARM, 'pressao_cilindro[0]', 'rod arm|braco|cylinder 1', step=False, where='when the arm moves', need=10),
        braco2_lugar=k('cylinder 2 of the rod arm needs more pressure at one place: hose pinched', ARM, 'pressao_cilindro[1]', 'rod arm|braco|cylinder 2|hose', where='**at a place**', cond=True, need=6),
        braco3_rapido=k('cylinder 3 flutters when the arm is faster than a number: throttle', ARM, 'pressao_cilindro[2]', 'rod arm|braco|cylinder 3|throttle', where='**arm speed above a number**', cond=True, need=8),
        junta2=k('speed of joint 2 of the rod arm flickers: encoder', JNT, 'velocity[1]', 'rod arm|joint 2|braco|encoder', where='when the arm moves', need=10),
        juntas_velhas=k('joint states come with old stamps', JNT, 'header.stamp', 'joint states|rod arm|braco'),
        pose_perdida=k('poses of the rod arm get lost', POS, 'header.stamp', 'rod arm|arm pose|braco'),
        treme_lugar=k('rod arm is shaken at one place: slewing ring', '/braco/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'arm imu|slewing ring|imu', where='**at a place**', cond=True, need=6),
        imu_gyro=k('yaw gyro of the arm has a bias', '/braco/imu', 'angular_velocity.z', 'arm imu|gyro|imu'),
        cabo_lugar=k('voltage of the gripper sensors falls at one place: cable breaks', GAR, 'tensao_sensor', 'gripper|garra|gripper cable', where='**at a place**', cond=True, need=6),
        garra=k('pressure of the gripper low: check valve leaks', GAR, 'pressao_garra', 'gripper|garra|check valve', where='when it holds a rod', need=12),
        abertura=k('opening of the gripper noisy: potentiometer', GAR, 'abertura_mm', 'gripper|garra|potentiometer'),
        morsa=k('clamp loses pressure: seal', MOR, 'pressao_morsa', 'clamp|morsa|seal', where='when clamped', need=10),
        quebra=k('breaking a joint takes longer: jaw worn', MOR, 'tempo_quebra_ms', 'clamp|morsa|jaw'),
        aperto=k('make-up torque scatters: pressure reducer', MOR, 'torque_aperto_nm', 'clamp|morsa|pressure reducer'),
        central=k('hydraulic pump draws more and more current: wear plate', HID, 'corrente_bomba', 'hydraulic unit|central hidraulica|hydraulic pump', step=False, cons=(GER,)),
        nivel_oleo=k('oil level of the hydraulic unit sinks: leak', HID, 'nivel_oleo', 'hydraulic unit|central hidraulica|oil level|leak', step=False),
        filtro=k('filter of the hydraulic unit clogs', HID, 'filtro_bar', 'hydraulic unit|central hidraulica|filter', step=False),
        ventilador=k('fan of the oil cooler slow: belt', HID, 'ventilador_rpm', 'oil cooler|hydraulic unit|central hidraulica|fan', where='when the fan runs'),
        oleo_quente=k('system pressure sags when the oil is hotter than a number: pump compensator', HID, 'pressao_central', 'hydraulic unit|central hidraulica|compensator', where='**oil temperature above a number**', cond=True),
        diesel=k('diesel hunts: governor', GER, 'rotacao_diesel', 'generator|gerador|governor|diesel'),
        agua=k('cooling water of the diesel gets hot: radiator', GER, 'temp_agua', 'generator|gerador|radiator|diesel', step=False, tail=300),
        oleo_diesel=k('oil pressure of the diesel low: relief spring', GER, 'pressao_oleo', 'generator|gerador|diesel'),
        fase2=k('voltage of phase 2 falls when its current is above a number: terminal', GER, 'tensao_fase[1]', 'generator|gerador|phase 2|terminal', where='**generator current above a number**', cond=True),
        combustivel=k('fuel gauge frozen', GER, 'combustivel_l', 'generator|gerador|fuel gauge'),
        inclinacao=k('inclination of the downhole probe noisy: accelerometer', FUN, 'inclinacao_graus', 'downhole probe|sonda fundo|inclination'),
        sinal=k('signal of the downhole probe fades: battery', FUN, 'sinal_db', 'downhole probe|sonda fundo', step=False),
        fundo_forca=k('bit bounces when the feed force is above a number: cutter lost', FUN, 'vibracao_fundo', 'downhole probe|sonda fundo|bit', where='**feed force above a number**', cond=True, need=12),
        azimute=k('azimuth of the downhole probe stands off: magnetised rod', FUN, 'azimute_graus', 'downhole probe|sonda fundo|azimuth'),
        metano=k('methane sensor drifts up: poisoned', GAS, 'metano_lie', 'gas sensors|methane sensor|gases', step=False),
        oxigenio=k('oxygen sensor noisy: electrolyte', GAS, 'oxigenio_pc', 'gas sensors|oxygen sensor|gases'),
        lente=k('camera of the rig floor loses sharpness: mud on the glass', CAM, 'nitidez', 'floor camera|camera|camera piso', step=False),
        lidar_barro=k('beams 5 and 6 of the scanner read short: mud drop', '/lidar_piso', 'ranges[4] ranges[5]', 'lidar|scanner|lidar piso'),
        lidar_perdas=k('scans get lost', '/lidar_piso', 'header.stamp', 'lidar|scanner|lidar piso'),
        antena=k('radio weak: antenna cable', RAD, 'sinal_dbm', 'radio|antenna'),
        tensao24=k('24 V uneasy: buffer module', PAI, 'tensao_24', 'panel|painel|24 v|buffer module'),
        exaustor=k('panel gets warm: exhaust mat full of dust', PAI, 'temp_painel', 'panel|painel|exhaust mat', step=False, tail=300),
        biruta=k('wind direction frozen: vane jammed', VEN, 'direcao_vento', 'wind sensor|vento|vane'),
        ciclo=k('computer has far longer worst cycles', CPU, 'ciclo_max_ms ciclo_ms', 'computer|computador'),
        memoria=k('memory of the computer fills', CPU, 'memoria_mb', 'computer|memory|computador', step=False),
        s_cabecote=k('rotary head reports overload', [CAB, '/rosout', '/diagnostics'], 'codigo_falha rotacao_rpm', 'rotary head|cabecote', silent=False),
        s_bomba=k('mud pumps report loss of suction', [BOM, '/rosout', '/diagnostics'], 'palavra_estado primeira.cursos_min', 'mud pump|mud pumps|bombas', silent=False),
        s_morsa=k('clamp reports slipping rods again and again', [MOR, '/rosout', '/diagnostics'], 'contador_patina pressao_morsa', 'clamp|morsa', silent=False),
        s_nivel=k('mud tank warns of a low level', [TAN, '/rosout', '/diagnostics'], 'nivel_baixo', 'mud tank|tanque lama', silent=False),
    )

    def plan(self):
        self.day(19, 4., 8.); T = Track(self, h=3.4, j1=-.9, j2=1.25, j3=.2); r, n, z = T.r, self.n, self.z0; new3, new4 = self.new(3), self.new(4); self.site = self.is_life(2, 7) * 1 + self.is_life(9) * 2
        d0 = r.uniform(12, 95); depth, no, row, surveyed = d0, int(d0 / 3), 0, 0
        def rack(): nonlocal row; row = (row + 1) % 8; return dict(j1=-1.35 + .09 * row, j2=1.35 - .05 * (row % 4), j3=-.35)
        def crew():
            if r.random() < .07: T.set(pess=1); T.wait(r.uniform(8, 40), 9); T.set(pess=0)
        T.set(depth=depth, no=no, lay=1, rpm=0, wob=0, spm=0); lay, until = 1, depth + r.uniform(2, 14)
        T.wait(r.uniform(20, 60) + (r.uniform(100, 200) if self.cold else 0), 0)
        while T.more:
            a0 = T.i; T.spd = .7 if r.random() < .12 else 1.; no += 1
            if depth > until: lay = int(r.choice([x for x in (1, 2, 3) + ((4,) if new3 else ()) if x != lay])); until = depth + r.uniform(3, 16)     # basalt (4): for the first time in life/3
            rop = {1: 2.0, 2: 1.45, 3: 1.1, 4: .8}[lay] * r.uniform(.85, 1.15); rpm = {1: 85, 2: 98, 3: 74, 4: 60}[lay] * r.uniform(.88, 1.14); wob = {1: 11, 2: 15, 3: 20, 4: 26}[lay] * r.uniform(.9, 1.1); spm = r.uniform(52, 84) * (1.1 if lay == 1 else 1)
            if T.spd < 1: rpm *= .8; spm *= .85
            T.set(no=no, lay=lay, spm=spm); T.wait(3.5, 7); T.set(rpm=rpm); T.go(7, sec=5, h=3.02); T.set(wob=wob); d1 = depth + 2.5
            sec = 2.5 / rop * 60; back, get = 11., 24.; hh = lambda tt: 3.02 - 2.5 * min(1, tt / sec); s0 = T.i
            T.go(1, sec=back, lin=dict(h=hh(back)), j1=-.7, j2=.9, j3=.4)                                                                     # the arm goes away while it drills
            rest = max(2., sec - back - get); T.go(1, sec=rest, lin=dict(h=hh(back + rest)))
            if r.random() < .12: T.set(rpm=rpm * .5, wob=wob * .3); T.wait(r.uniform(6, 15), 2); T.set(rpm=rpm, wob=wob)                   # hole is cleaned
            p = rack(); T.set(grip=0); T.go(1, sec=9, lin=dict(h=hh(back + rest + 9)), **p); T.set(grip=1); T.go(1, sec=15, lin=dict(h=.52), j1=-.35, j2=.75, j3=.55)
            depth = d1; T.ramp(slice(s0, T.i), depth=depth); T.set(wob=0); T.wait(r.uniform(4, 9), 2); T.set(rpm=0)
            if new4 and surveyed < 3 and r.random() < .4: surveyed += 1; T.set(spm=28); T.wait(r.uniform(25, 45), 10)                       # survey with slow pumps: for the first time in life/4
            T.set(spm=0); T.wait(2.2, 3); T.set(clamp=1); T.wait(1.5, 3); T.set(brk=1); T.wait(3.2, 3); T.set(brk=0); crew()
            T.go(4, v=.38, a=.5, h=3.4); T.go(5, sec=8, j1=0., j2=.18, j3=.78); T.wait(1.6, 5); T.set(brk=2); T.wait(3.5, 6); T.set(brk=0, clamp=0, grip=0); T.wait(1., 6); T.go(5, sec=5, j1=-.25, j2=.4, j3=.6)
            T.task(a0, 'haste')
            if r.random() < .06: T.wait(r.uniform(20, 70), 0)                                                                              # waits for rods or water
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z)
        self.hgt = lp(A['h'], .1); self.vh = lp(np.gradient(self.hgt, DT), .15); self.J = [lp(A[k_], .08) for k_ in ('j1', 'j2', 'j3')]; self.dJ = [lp(np.gradient(x, DT), .08) for x in self.J]
        ra = 1.5 + .9 * self.J[2]; self.x, self.y = ra * np.cos(self.J[0]) * np.cos(self.J[1] * .3), ra * np.sin(self.J[0]) + 1.2 * self.J[1]; self.va = lp(np.hypot(np.gradient(self.x, DT), np.gradient(self.y, DT)), .1); self.am = self.va > .04
        self.rpm = lp(slew(E('rpm') * (1 + .09 * self.pieces('rpmv', 12, 45, -1, 1)), 22, 30), .3); self.lay = H['lay']; wv = lp(self.wander('wob', 1, 3), .3); self.wob = np.maximum(lp(slew(E('wob') * (1 + .13 * self.pieces('wobv', 12, 45, -1, 1)), 3.), .8) * (1 + .07 * wv), 0); self.ron = np.clip(self.rpm / 20, 0, 1); self.rot = self.rpm > 15
        self.spm = lp(slew(E('spm') * (1 + .07 * self.pieces('spmv', 15, 60, -1, 1)), 14, 25), .4); self.pu = self.spm > 15; self.puf = np.clip(self.spm / 20, 0, 1); lay = np.array((0, .95, 1.1, 1.3, 1.55))[self.lay.astype(int)]
        self.tq = self.ron * (260 + 42 * self.wob * lay + .9 * H['depth'] + 60 * lp(self.wander('tq', 1, 1.2), .1) * self.ron * (1 + .5 * (self.lay == 3))); self.im = 9 + .016 * self.tq + .07 * self.rpm
        self.flow = 6.1 * self.spm * (1 + .012 * self.wander('fl', 1, 2)); self.press = (2.2 + 27 * (self.flow / 480)**1.8 + .03 * H['depth'] * self.puf) * (1 + .02 * self.su('mudp'))
        self.hq = 12 + 160 * np.abs(self.vh) + 32 * self.va + 14 * lp(E('brk') > 0, .4) + 5 * lp(E('clamp'), .5)                                    # oil flow
        oil, fan, c, on = np.zeros(n), np.zeros(n), (24. if self.cold else 55.), False
        for i, (hq, am) in enumerate(zip(lp(self.hq, 5).tolist(), self.amb.tolist())):
            on = (c > 51.5) if on else (c > 57.5); c += (.085 + .0016 * hq - .0021 * (c - am) - (.125 if on else 0)) * DT; oil[i], fan[i] = c, on
        self.oil, self.fan = lp(oil, 4), fan
        self.ig = 14 + .55 * self.im * self.ron + .34 * self.spm + .28 * lp(self.hq, .4) + 5 * self.fan + 3 * (self.pieces('cont', 20, 90, 0, 1) < .4) + .4 * self.wander('ig', 1, 4)
        ld = ['forca kn', 'feed force', 'force', 'forca pedida', 'forca']; self.num('vib_rapida', self.rpm, CAB + ':rotacao_rpm', ['rotacao rpm', 'rotation', 'rpm', 'rotacao pedida', 'turns', 'speed', 'faster'], above=self.quan(self.rpm, self.rot, .5, 0), tol=.35)
        self.num('forca_alta', self.wob, AVA + ':forca_kn', ld, above=self.quan(self.wob, self.wob > 6, .5, 1), tol=.4); self.num('fundo_forca', self.wob, AVA + ':forca_kn', ld, above=self.quan(self.wob, self.wob > 6, .45, 1), tol=.4)
        self.num('bomba1_rapida', self.spm, BOM + ':primeira.cursos_min', ['cursos min', 'strokes', 'speed', 'vazao entrada', 'faster'], above=self.quan(self.spm, self.spm > 30, .5, 0), tol=.35)
        self.num('alivio', self.flow, LAM + ':vazao_entrada', ['vazao entrada', 'inflow', 'flow', 'cursos min', 'vazao'], above=self.quan(self.flow, self.spm > 30, .5, 0), tol=.35)
        self.num('braco3_rapido', self.va, ARM + ':velocidade_ponta', ['velocidade ponta', 'arm speed', 'speed', 'faster', 'velocity'], above=self.quan(self.va, self.am, .5, 2), tol=.45)
        self.num('oleo_quente', self.oil, HID + ':temp_oleo', ['temp oleo', 'oil temperature', 'oil', 'hotter', 'temperature'], above=self.quan(self.oil, self.oil > 50, .5, 1), tol=.2); self.num('fase2', self.ig, GER + ':corrente_fase[1]', ['corrente fase', 'generator current', 'current', 'load'], above=self.quan(self.ig, self.ig > 0, .55, 1), tol=.4)
        self.places(self.x, self.y, self.am, braco2_lugar=(.28, .05), treme_lugar=(.28, .05), cabo_lugar=(.28, .05))
        self.mode('mancal_cab rotacao torque_cab', self.rot, 'rotating', 'rotacao rpm', 'drilling', 'turning', 'rotation', 'fase'); self.mode('corrente_avanco', np.abs(self.vh) > .15, 'feed', 'moves', 'fast', 'velocidade m min'); self.mode('bomba1 bomba2_curso lavagem entrada retorno peneira', self.pu, 'pumping', 'cursos min', 'flow', 'running', 'drilling', 'vazao entrada')
        self.mode('braco1 junta2', self.am, 'arm', 'moves', 'moving', 'velocidade ponta'); self.mode('garra', E('grip') > 0, 'holds', 'holding', 'haste presa', 'gripping'); self.mode('morsa', E('clamp') > 0, 'clamped', 'fechada', 'clamp', 'closed'); self.mode('ventilador', self.fan > 0, 'fan', 'runs', 'running')

    def build(self):
        t, n, f, w, E, h, W, S, H = self.t, self.n, self.f, self.ns, self.E, self.h, self.wander, self.white, self.H; pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.004, lag=.009), **k)); on, pf, am, rot = self.ron, self.puf, self.am.astype(float), self.rot
        # head and feed
        er = self.shape('s_cabecote', .35, .6, 4) & rot; mc = 6.2 * f('mancal_cab') * on; vr = h('vib_rapida', .3); rp = self.rpm * (1 + .012 * W('rp', 1, .9)) + w('rpn', .15) * on; fz = self.fz
        pub(CAB, 'perfuratriz_msgs/msg/Cabecote', 10, dict(rotacao_rpm=q(np.maximum(rp * np.where(er, .6, 1) + f('rotacao') * rot * (3.2 * S('rpx') - 16 * self.spikes('rps', .05)), 0), .1), corrente_motor=q(self.im * (1 + self.u('im', .01)) * np.clip(.25 + on, 0, 1) + w('imn', .35) * (.3 + on) + mc, .05),
            temp_motor=q(self.T('tm', 1.15 * lp(self.im * on, 25) + 9 * f('motor_quente'), 240, 9), .1), temp_redutor=q(fz(self.T('tr', .9 * lp(self.im * on, 12), 150, 13, .1), 'redutor_fixo'), .1), vibracao_mm_s=q(np.abs(.5 + .021 * self.rpm + .05 * self.wob * (1 + .3 * (self.lay == 3)) + .18 * W('vb', 1, .8) * (.3 + on) + w('vbn', .14) + vr * (1.5 + .5 * np.abs(S('vrx')))), .02), torque_nm=(self.tq + w('tqn', 14) * (.3 + on)) * (1 - .2 * f('torque_cab')), codigo_falha=np.where(er, 0x31, 0)))
        mo = np.clip(np.abs(self.vh) * 8, 0, 1); fa = h('forca_alta', .3); wobm = self.wob + w('wb', .25) + .15 * W('wb2', 1, 3)
        pub(AVA, 'perfuratriz_msgs/msg/Avanco', 10, dict(altura_m=q(self.hgt + w('hg', .0015) + f('altura') * (.022 * S('hgx') + .12 * self.spikes('hgs', .04)), .001), velocidade_m_min=q(60 * self.vh + w('vh', .05), .01), forca_kn=q(wobm + 2.4 * f('forca'), .05), pressao_avanco=q(18 + self.u('pa', .2) + 3.3 * self.wob + 34 * mo * np.clip(np.abs(self.vh) * 3, 0, 1) + .6 * W('pa', 1, 2) + w('pan', .5) + f('corrente_avanco') * 13 * np.clip(np.abs(self.vh) * 8 - .4, 0, 1) + fa * (5.5 * S('fax') + 3), .1)))
        # mud
        suc = self.shape('s_bomba', .3, .7, 4) & self.pu; V = {}; br = h('bomba1_rapida', .3); b1 = 3.6 * f('bomba1') * pf
        for k, nm in enumerate(('primeira', 'segunda')):
            s = self.spm * (1 + .012 * W(f'sp{k}', 1, 1.5)) * np.where(suc & (k == 0), .6, 1) + w(f'spn{k}', .15) * pf - (f('bomba2_curso') * self.pu * (2.8 + 2.2 * W('b2x', 1, .35)) if k else 0); c = .6 + pf * (3.5 + .06 * self.press * (self.spm / 60) * 5 + .06 * self.spm) * (1 + self.u(f'bc{k}', .01) + .02 * W(f'bc{k}', 1, 1.2)) + np.abs(w(f'bcn{k}', .12)) + (b1 if k == 0 else 0)
            V.update({f'{nm}.cursos_min': q(np.maximum(s, 0), .1), f'{nm}.corrente_a': q(c, .05), f'{nm}.temp_mancal': q(self.T(f'bt{k}', .34 * lp(self.spm, 20) + (8 * f('bomba2_quente') if k else 0), 300, 4), .1), f'{nm}.vibracao_g': q(np.abs(.08 + .006 * self.spm + .03 * W(f'bv{k}', 1, .7) * pf + w(f'bvn{k}', .022) + (br * (.3 + .16 * np.abs(S('brx'))) if k == 0 else 0)), .005)})
        pub(BOM, 'perfuratriz_msgs/msg/Bombas', 8, dict(V, palavra_estado=np.where(suc, 0x0108, 0x0100) + self.pu))
        pr = self.press * (1 + .012 * W('pr', 1, 1)) * (1 - .16 * h('lavagem', .5)) + w('prn', .14) * (.3 + pf) + h('alivio', .3) * (2.6 * S('alx') - 1.2); loss = .02 + .015 * (self.lay == 2)
        pub(LAM, 'perfuratriz_msgs/msg/LinhaLama', 8, dict(pressao_tubo=q(np.maximum(pr, 0), .05), vazao_entrada=q(np.maximum(self.flow + w('fe', 2.2) * pf + f('entrada') * pf * 24 * S('fex'), 0), .5), vazao_retorno=q(np.maximum(lp(delayed(self.flow, 4.), 3) * (1 - loss) + 5 * W('re', 1, 4) * pf + w('ren', 4) * pf - 52 * f('retorno') * pf, 0), 1)))
        vol, refill = hyst(self.flow / 60000 * (loss + .035), .012, 3.1, 5.4, 4.3 + .5 * np.tanh(self.su('vol'))); ag = 6.1 + self.u('ag', .05) + .12 * W('ag', 1, 9)
        pub(TAN, 'perfuratriz_msgs/msg/TanqueLama', 5, dict(volume_m3=q(lp(vol, 2) + .008 * W('vo', 1, 3) + w('von', .006) + f('volume') * (.055 * S('vox') + .2 * self.spikes('vos', .03)), .002), densidade_kg_l=q(1.082 + .006 * self.su('de') + .0035 * (self.lay == 1) - .003 * lp(refill, 120) + .0015 * W('de', 1, 80) + w('den', .0012) + .016 * f('densidade'), .0005), viscosidade_s=q(41 + 1.2 * self.su('vi') + .6 * W('vi', 1, 120) + w('vin', .2), .1), temp_lama=q(fz(self.T('tl', .09 * self.spm, 140, -2, .08), 'lama_fixa'), .1),
            corrente_agitador=q(ag + np.abs(w('agn', .07)) + .95 * f('agitador'), .02), vibracao_peneira=q(np.maximum(pf * (4.6 + .12 * W('pe', 1, 4)) + w('pen', .06) - .75 * f('peneira') * pf, 0), .02), nivel_baixo=(f('s_nivel') > 0) & (t % 18 < 6)))
        # arm, gripper, clamp
        P = []; gp = lp(E('grip'), .3)
        for k in range(3):
            mk = np.clip(np.abs(self.dJ[k]) * 12, 0, 1); x = (38, 52, 44)[k] + (5, 14, 11)[k] * gp + (9, 6, 5)[k] * self.J[k] + mk * (26, 31, 24)[k] * (.7 + 1.2 * np.abs(self.dJ[k])) + .8 * W(f'pc{k}', 1, 1.5) + w(f'pcn{k}', .7) * (1 + am); P.append(q(x + (13 * f('braco1') * mk if k == 0 else h('braco2_lugar', .12) * (26 + 6 * W('b2l', 1, .2)) if k == 1 else h('braco3_rapido', .12) * (9 * S('b3x') + 4)), .2))
        pub(ARM, 'perfuratriz_msgs/msg/HidraulicaBraco', 8, dict(pressao_cilindro=P, vazao_braco=q(32 * self.va + np.abs(w('vz', .25)), .1), velocidade_ponta=q(np.maximum(self.va + w('vp', .005), 0), .001)))
        vel = [self.dJ[k] + w(f'jv{k}', .003) for k in range(3)]; vel[1] = vel[1] + f('junta2') * self.am * (.055 * S('jvx') - .3 * self.spikes('jvs', .06))
        self.joints(JNT, 12, ['giro', 'lanca', 'extensao'], [self.J[k] + w(f'jp{k}', 2e-4) for k in range(3)], vel, jit=.002, lag=.004, age=.5 * f('juntas_velhas'))
        pub(POS, 'geometry_msgs/msg/PoseStamped', 10, {'pose.position.x': q(self.x + w('px', .001), 1e-3), 'pose.position.y': q(self.y + w('py', .001), 1e-3), 'pose.position.z': q(1.4 + .8 * self.J[2] + w('pz', .001), 1e-3), 'pose.orientation.z': np.sin(self.J[0] / 2), 'pose.orientation.w': np.cos(self.J[0] / 2)}, 'plataforma', drop=.5 * f('pose_perdida'))
        sg, sp = .04 + .05 * on + .04 * pf + .12 * self.va, h('treme_lugar', .1)
        self.imu('/braco/imu', 12, (w('ir', 3e-4), .02 * self.J[1] + w('ip', 3e-4), self.J[0] + w('iy', 5e-4)), (w('gx', .003) * (1 + am), w('gy', .003) * (1 + am), self.dJ[0] + w('gz', .003) * (1 + am) + self.u('gzb', .0004) + .018 * f('imu_gyro')), (sg * S('ax') + sp * .75 * S('axx'), sg * S('ay') + sp * .75 * S('ayx'), 9.81 + 1.3 * sg * S('az') + sp * .85 * S('azx')), 'braco')
        pub(GAR, 'perfuratriz_msgs/msg/Garra', 8, dict(pressao_garra=q(8 + 88 * gp * (1 + self.u('pg', .01)) + .9 * W('pg', 1, 4) + w('pgn', .6) - f('garra') * gp * 15, .2), abertura_mm=q(150 - 61 * gp + w('ab', .35) + f('abertura') * (3.4 * S('abx') + 14 * self.spikes('abs', .03)), .1), tensao_sensor=q(23.7 + self.u('ts', .03) + .02 * W('ts', 1, 8) + w('tsn', .015) - h('cabo_lugar', .06) * (.6 + .3 * np.abs(S('tsx'))), .01), haste_presa=E('grip')))
        cl = lp(E('clamp'), .3); bk = E('brk'); pat = self.shape('s_morsa', .4, .5, 4) & (E('clamp') > 0)
        pub(MOR, 'perfuratriz_msgs/msg/Morsa', 6, dict(pressao_morsa=q(6 + cl * 176 * (1 + self.u('pm', .006)) + 20 * lp(bk == 2, .4) * cl + 1. * W('pm', 1, 5) + w('pmn', .8) - 23 * f('morsa') * cl - 40 * pat, .5), torque_aperto_nm=q(hold(2850 + 70 * self.pieces('ta', 60, 170, -1, 1), bk != 2) + h('aperto', 1) * 330 * self.pieces('tax', 20, 60, -1, 1) + w('tan', 4), 5), tempo_quebra_ms=q(hold(1480 + 55 * self.pieces('tq_', 60, 170, -1, 1), bk != 1) + 260 * f('quebra') + w('tqq', 3), 1), contador_patina=np.cumsum(np.diff(pat.astype(int), prepend=0) > 0), fechada=E('clamp') > 0))
        # hydraulic unit, generator
        cx = 5.2 * f('central')
        pub(HID, 'perfuratriz_msgs/msg/CentralHidraulica', 5, dict(pressao_central=q(208 + self.u('ph', .5) - .16 * self.hq + 1.1 * W('ph', 1, 2) + w('phn', .6) - h('oleo_quente', 1.) * (7 + 2.5 * np.abs(W('oqx', 1, .6))), .2), temp_oleo=q(self.oil + w('to', .08), .1), nivel_oleo=q(76 + 1.5 * self.su('no') + .04 * (self.oil - 55) - .05 * self.va * 10 + .25 * W('no', 1, 4) + w('non', .15) - 5.2 * f('nivel_oleo'), .1), corrente_bomba=q(11 + .21 * lp(self.hq, .3) + .2 * W('cb', 1, 3) + w('cbn', .18) + cx, .05), filtro_bar=q(.85 + .009 * lp(self.hq, .5) + .05 * np.exp(-(self.oil - 25) / 12) * 8 + .02 * W('fb', 1, 12) + w('fbn', .012) + .42 * f('filtro'), .005), ventilador_rpm=lp(self.fan, 1.2) * (1390 + self.u('vt', 6) + 9 * W('vt', 1, 6) - 105 * f('ventilador')) + np.abs(w('vtn', 6))))
        i3 = self.ig + .5 * mc + .5 * b1 + .4 * cx; fu, _ = hyst(.0021 + .00007 * i3 * 0 + .00007 * self.ig, 2.5, 60, 385, 240 + 70 * np.tanh(self.su('fu'))); f2 = h('fase2', .4)
        pub(GER, 'perfuratriz_msgs/msg/Gerador', 5, dict(tensao_fase=[q(231 + .5 * self.su('ug') + .6 * W('ug', 1, 30) + .3 * W(f'ug{k}', 1, 5) - .05 * self.ig + w(f'ugn{k}', .2) - (f2 * (2.6 + .6 * np.abs(W('f2x', 1, .5))) if k == 1 else 0), .1) for k in range(3)], corrente_fase=[q(i3 * (1 + .01 * self.u(f'if{k}')) + .3 * W(f'if{k}', 1, 3) + w(f'ifn{k}', .2), .1) for k in range(3)], rotacao_diesel=q(1512 - .25 * self.ig + 1.5 * W('rd', 1, 2) + w('rdn', 1.2) + f('diesel') * 9 * np.sin(2 * np.pi * t / 1.9 + W('rdx', .6, 6)), .5), temp_agua=q(self.T('tw', 24 + .24 * lp(self.ig, 20) + 8 * f('agua'), 200, 30), .1), pressao_oleo=q(4.25 + self.u('po', .03) - .006 * lp(self.ig, 60) + .5 * self.cold * np.exp(-t / 300) + .03 * W('po', 1, 9) + w('pon', .025) - .5 * f('oleo_diesel'), .01), combustivel_l=q(fz(lp(fu, 2) + .9 * W('fn', 1, 3) + w('fnn', .5), 'combustivel'), .5)))
        # downhole, gases, environment
        dn = H['depth']; az = np.mod(8 * self.su('az0') + 356 + .09 * dn + 2.2 * W('az', 1, 40) + w('azn', .4) + 9 * f('azimute'), 360); ff = h('fundo_forca', .3)
        pub(FUN, 'perfuratriz_msgs/msg/SondaFundo', 4, dict(inclinacao_graus=q(np.abs(1.1 + .004 * dn + .05 * W('in', 1, 30) + w('inn', .03) * (1 + on) + f('inclinacao') * .32 * S('inx')), .01), azimute_graus=q(az, .1), temp_fundo=q(11.5 + .031 * dn + .03 * self.tq / 100 + .2 * W('tf', 1, 60) + w('tfn', .05), .05), vibracao_fundo=q(np.abs(.3 + .05 * self.wob * (1 + .4 * (self.lay >= 3)) + .012 * self.rpm + .2 * W('vf', 1, .7) * on + w('vfn', .12) + ff * (1.5 + .7 * np.abs(S('vfx')))), .02), sinal_db=q(34 - .06 * dn - .03 * self.rpm + .8 * W('sd', 1, 6) + w('sdn', .5) - 6.5 * f('sinal'), .1), profundidade_m=q(dn, .01)))
        pub(GAS, 'perfuratriz_msgs/msg/Gases', 2, dict(metano_lie=q(np.abs(1.1 + .2 * self.su('me') + .25 * W('me', 1, 70) + .25 * (self.lay == 1) + w('men', .08) + 1.7 * f('metano')), .05), sulfidrico_ppm=q(np.abs(.3 + .12 * W('hs', 1, 90) + w('hsn', .04)), .05), oxigenio_pc=q(20.8 + .03 * self.su('ox') + .02 * W('ox', 1, 100) + w('oxn', .02) + f('oxigenio') * .19 * S('oxx'), .01)))
        pe = E('pess'); lu = 118 + 14 * self.su('lu') + 18 * np.tanh(1.5 * W('lu', 1, 60)) + 2 * W('lu2', 1, 5)
        pub(CAM, 'perfuratriz_msgs/msg/CameraPiso', 4, dict(nitidez=q(np.clip(71 + self.u('ni', .8) - 2.5 * on - 1.5 * am + .05 * (lu - 118) + 1.2 * W('ni', 1, 8) + w('nin', .8) - 10 * f('lente'), 0, 100), .1), luminosidade=q(lu + w('lun', .8), .5), confianca=q(np.clip(92 - 2 * am + 1.2 * W('co', 1, 9) + w('con', .7), 0, 100), .1), tempo_quadro_ms=q(66 + np.abs(w('tq2', 2)), .5), pessoas=2 * pe + (W('pp', 1, 30) > 1.3)))
        R, lb = [], f('lidar_barro')
        for k in range(11):
            x = (2.4, 2.9, 3.6, 5, 8, 9, 8.5, 5, 3.4, 2.8, 2.3)[k] * np.exp(.03 * W(f'rg{k}', 1, 25)) + .5 * np.sin(self.J[0] * 2 + k) * (2 < k < 8) + w(f'rgn{k}', .015); x = np.where((pe > 0) & (k in (2, 3)), 1.6 + .2 * W('pex', 1, 2), x); R.append(np.where((lb > 0) & (self.rng(f'lb{k}').random(n) < .5), .3 + np.abs(w(f'lbn{k}', .05)), x) if k in (4, 5) else x)
        self.scan('/lidar_piso', 6, R, 1.8, 20, drop=.5 * f('lidar_perdas'), lag=.02)
        pub(RAD, 'perfuratriz_msgs/msg/Radio', 3, dict(sinal_dbm=-58 - 3 * self.site + self.su('rs', 1.2) + 1.6 * W('rs', 1, 5) - 2 * on * 0 + w('rsn', .8) - 8 * f('antena'), atraso_ms=q(14 + np.abs(w('at', 2.5)), .5), perdas_pc=q(self.rng('ls').gamma(.5, .15, n), .1)))
        i24 = 8.4 + .7 * am + .9 * (bk > 0) + .6 * on + .35 * W('i24', 1, 5)
        pub(PAI, 'perfuratriz_msgs/msg/Painel', 4, dict(tensao_24=q(24.2 + self.u('v24', .02) - .012 * i24 + w('v24', .012) - f('tensao24') * np.abs(.13 * S('v24x')), .01), corrente_24=q(i24 + w('i24n', .1), .05), temp_painel=q(self.T('tp', .9 * lp(i24, 30) + 6.5 * f('exaustor'), 230, 7), .1), exaustor_rpm=2180 + 10 * W('ex', 1, 8) + w('exn', 9)))
        pub(VEN, 'perfuratriz_msgs/msg/Vento', 3, dict(velocidade_vento=q(np.abs(3.6 + 1.2 * self.su('wv') + .9 * W('wv', 1, 9) + .4 * W('wv2', 1, 1.5) + w('wvn', .1)), .05), direcao_vento=q(fz(np.mod(340 + 60 * self.su('wd') + 18 * W('wd', 1, 40) + 8 * W('wd2', 1, 3) + w('wdn', 1.5), 360), 'biruta'), 1)))
        pub('/seguranca', 'perfuratriz_msgs/msg/Seguranca', 3, dict(emergencia_ok=1, portao_fechado=pe < .5, cortina_pc=q(np.clip(86 + .6 * W('cr', 1, 20) + w('crn', .4), 0, 100), .1)))
        pub(OPE, 'perfuratriz_msgs/msg/Operacao', 4, dict(fase=self.st, camada=self.lay, numero_haste=H['no'], rotacao_pedida=q(E('rpm'), 1), forca_pedida=q(E('wob'), .5)))
        pub('/clima/temperatura', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1))); pub('/clima/umidade', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(.6 + .06 * self.su('rh') + .012 * W('rh', 1, 120) + .005 * W('rh2', 1, 10) + w('rhn', .0015), .001)))
        cy = f('ciclo'); ver = '2.11' if self.new(8) else '2.10' if self.newver else '2.9'
        pub(CPU, 'perfuratriz_msgs/msg/Computador', 2, dict(ciclo_ms=q(10 + np.abs(w('cy', .08)) + .5 * cy, .02), ciclo_max_ms=q(12.4 + np.abs(w('cx', .8)) + cy * (5.5 + 2.2 * self.rng('cmx').random(n)), .1), memoria_mb=q(880 + 46 * self.newver + 4 * self.su('me_') + 2. * W('mm', 1, 110) + w('mmn', .8) + self.computer_leak('memoria', 72), 1), temp_cpu=q(self.T('cpu', 3. * on, 120, 24, .25), .5)), strs=dict(programa='Perfura ' + ver))
        self.goals('/haste/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .04 else 4) for i, (a, b, _) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_cabecote', 'cabecote', ['sobrecarga do cabecote, falha 0x31', 'cabecote rearmado']); a2 = self.speak('s_bomba', 'bombas', ['perda de succao na bomba 1', 'bomba 1 escorvada de novo'], 14); a3 = self.speak('s_morsa', 'morsa', ['haste patina na morsa', 'morsa reapertada']); a4 = self.warn_only('s_nivel', 'tanque_lama', 'nivel de lama baixo, completar')
        self.routine([(14, 'I', 'operacao', 'haste terminada em {} min', 2, 5), (7, 'W', 'avanco', 'taxa irregular {} m/h', 20, 70), (6, 'W', 'sonda_fundo', 'telegrama repetido, {} db', 18, 28), (5, 'I', 'gerador', 'carga media {} kw', 15, 32), (4, 'W', 'radio', 'servidor lento {} ms', 400, 900)],
                     [('I', 'sistema', 'programa Perfura ' + ver), ('W', 'gases', 'calibracao vence em 12 dias'), ('W', 'braco', 'limites lidos do arquivo'), ('I', 'seguranca', 'cortina testada')])
        self.status('cabecote', 'CB', a1, {2: 'sobrecarga'}, i24=i24); self.status('bombas', 'BL', np.maximum(a2, brief_warn(self, 'bl', 1.2)), {1: 'curso irregular', 2: 'perda de succao'}); self.status('morsa', 'MR', a3, {2: 'haste patina'}); self.status('tanque_lama', 'TL', a4, {1: 'nivel baixo'}); self.status('servidor', 'SV', brief_warn(self, 'sv', 1.4), {1: 'resposta lenta'})
