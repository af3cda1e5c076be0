"""Snake arm of twelve segments that inspects and seals inside the bays of wings: tendons, feed, rail along the wing, sealant, camera, scanner; English, nested messages."""
import numpy as np
from base import DT, Robot, Track, kind as k, lp, mdef, q, slew

SEG, JNT, CAR, SEA, CAM, SCN, TOO, FIB, PUR, VAP, POW, MRK, OVR, UMB, CPU = '/segments', '/joint_states', '/carriage', '/sealant', '/tip/camera', '/tip/scanner', '/tool_changer', '/spine_fibre', '/purge', '/vapour', '/power_pack', '/wing_markers', '/overview_camera', '/umbilical', '/computer'
PRX = ['/proximity/%d' % i for i in (1, 2, 3, 4)]; L = .185


class Snake(Robot):
    NAME = 'snake'
    FLAGS = [(SEG, 'tendon_fault'), (SEA, 'clog_events'), (TOO, 'latch_open'), (VAP, 'filter_due')]
    DEFS = {
        'wingsnake_msgs/msg/Segment': 'float32 tension_a\nfloat32 tension_b\nfloat32 motor_amps\nfloat32 motor_c',
        'wingsnake_msgs/msg/Segments': mdef('wingsnake_msgs/Segment[12] segment; uint16 tendon_fault'),
        'wingsnake_msgs/msg/Carriage': mdef('float32 rail_m rail_amps feed_amps lift_amps brake_volts'),
        'wingsnake_msgs/msg/Sealant': mdef('float32 cartridge_ml piston_amps nozzle_kpa bead_mm sealant_c; uint16 clog_events'),
        'wingsnake_msgs/msg/TipCamera': mdef('float32 focus_score image_gain frame_ms; float32[2] led_ma'),
        'wingsnake_msgs/msg/TipScanner': mdef('float32 gap_mm quality_pct laser_mw'),
        'wingsnake_msgs/msg/ToolChanger': mdef('float32 lock_bar seat_mm contact_ohm; uint8 tool; bool latch_open'),
        'wingsnake_msgs/msg/SpineFibre': mdef('float32[6] strain; float32 light_loss_db'),
        'wingsnake_msgs/msg/Purge': mdef('float32 purge_lpm supply_kpa dewpoint_c'),
        'wingsnake_msgs/msg/Vapour': mdef('float32 solvent_ppm oxygen_pct; bool filter_due'),
        'wingsnake_msgs/msg/PowerPack': mdef('float32 bus_volts bus_amps pack_c; uint16[2] pack_fan_rpm'),
        'wingsnake_msgs/msg/WingMarkers': mdef('float32 residual_mm; uint8 markers'),
        'wingsnake_msgs/msg/Overview': mdef('float32 brightness sharpness; uint8 people'),
        'wingsnake_msgs/msg/Umbilical': mdef('float32 crc_per_s latency_ms tension_n'),
        'wingsnake_msgs/msg/Guards': mdef('bool estop_ok; uint8 people; float32 mat_kohm'),
        'wingsnake_msgs/msg/Task': mdef('uint8 phase bay target tool; uint16 job'),
        'wingsnake_msgs/msg/Computer': mdef('float32 loop_ms loop_max_ms ram_mb cpu_c; string build'),
    }
    KINDS = dict(
        seg3_amps=k('motor of segment 3 draws more and more current: grease hard', SEG, 'segment[2].motor_amps', 'segment 3|segments|motor 3', step=False, where='when moving', cons=(POW,)),
        seg9_hot=k('motor of segment 9 gets hot: winding', SEG, 'segment[8].motor_c', 'segment 9|segments|motor 9', step=False, tail=250),
        seg8_frozen=k('temperature of motor 8 frozen', SEG, 'segment[7].motor_c', 'segment 8|segments|motor 8'),
        seg5_slack=k('tendon b of segment 5 loses tension: stretched', SEG, 'segment[4].tension_b', 'segment 5|segments|tendon', step=False),
        seg11_cell=k('load cell of tendon a of segment 11 noisy: glue', SEG, 'segment[10].tension_a', 'segment 11|segments|load cell|tendon'),
        seg2_gain=k('tendon a of segment 2 reads too much: amplifier replaced, old factor', SEG, 'segment[1].tension_a', 'segment 2|segments|load cell|tendon'),
        seg6_sheath=k('tendon a of segment 6 rubs in its sheath: tension depends on the direction', SEG, 'segment[5].tension_a', 'segment 6|segments|sheath|tendon', where='when moving', need=15),
        seg12_cut=k('load cell of tendon b of segment 12 drops out: cable breaks', SEG, 'segment[11].tension_b', 'segment 12|segments|load cell|tendon'),
        seg4_swap=k('tendons a and b of segment 4 exchanged: plugs swapped', SEG, 'segment[3].tension_a segment[3].tension_b', 'segment 4|segments|tendon|plugs'),
        seg7_angle=k('tendon b of segment 7 flutters when joint 7 is bent more than a number: strand broken', SEG, 'segment[6].tension_b', 'segment 7|segments|tendon|strand', where='**joint angle above a number**', cond=True, need=12),
        seg1_force=k('motor of segment 1 draws more current when the tip is pressed harder than a number: gear slips', SEG, 'segment[0].motor_amps', 'segment 1|segments|motor 1|gear', where='**tip force above a number**', cond=True, need=8),
        snag_place=k('tendon a of segment 10 pulls more at one place: hose snags on a stringer', SEG, 'segment[9].tension_a', 'segment 10|segments|stringer|tendon', where='**at a place**', cond=True, need=8),
        joint4_play=k('joint 4 has play: pin worn', JNT, 'position[3]', 'joint 4|joint states|pin', where='when moving'),
        joint10_off=k('joint 10 stands off: homed wrongly', JNT, 'position[9]', 'joint 10|joint states|encoder'),
        joint6_flick=k('speed of joint 6 flickers: encoder disc dirty', JNT, 'velocity[5]', 'joint 6|joint states|encoder'),
        joints_late=k('joint states come later and later: clock drifts', JNT, 'header.stamp', 'joint states', step=False),
        pose_lost=k('poses of the tip get lost', '/tip/pose', 'header.stamp', 'tip pose'),
        pose_z=k('height of the tip stands off: wrong file of the kinematics', '/tip/pose', 'pose.position.z', 'tip pose|kinematics'),
        shake_place=k('tip is shaken at one place: rib edge scrapes', '/tip/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'tip imu|imu|rib', where='**at a place**', cond=True, need=8),
        gyro=k('gyro of the tip has a bias', '/tip/imu', 'angular_velocity.x', 'tip imu|imu|gyro'),
        imu_rate=k('imu of the tip sends half of its messages: bus mode fallen back', '/tip/imu', 'header.stamp', 'tip imu|imu'),
        force_drift=k('force of the tip drifts: strain gauge damp', '/tip/wrench', 'wrench.force.y', 'tip force|wrench|strain gauge', step=False),
        torque_noise=k('torque of the tip noisy: shield open', '/tip/wrench', 'wrench.torque.z', 'tip torque|wrench|shield'),
        rail_amps=k('drive of the rail draws more and more current: wheel flat', CAR, 'rail_amps', 'carriage|rail', step=False, where='when the carriage moves', need=10),
        rail_stick=k('place on the rail sticks and jumps: tape head', CAR, 'rail_m', 'carriage|rail|tape head', where='when the carriage moves', need=10),
        feed_fast=k('feed draws a fluttering current when it is faster than a number: chain skips', CAR, 'feed_amps', 'feed|carriage|chain', where='**feed speed above a number**', cond=True, need=8),
        brake=k('voltage of the brake low: supply wire', CAR, 'brake_volts', 'brake|carriage'),
        piston=k('piston of the sealant draws more and more current: seal swollen', SEA, 'piston_amps', 'sealant|piston', step=False, where='when sealing', need=10),
        nozzle=k('pressure of the nozzle low: cartridge leaks', SEA, 'nozzle_kpa', 'sealant|nozzle|cartridge', where='when sealing', need=10),
        bead=k('bead too thin: nozzle of the wrong size fitted', SEA, 'bead_mm', 'sealant|bead|nozzle', where='when sealing', need=10),
        piston_high=k('current of the piston flutters when the nozzle pressure is above a number: spindle nut', SEA, 'piston_amps', 'sealant|piston|spindle', where='**nozzle pressure above a number**', cond=True, need=8),
        sealant_c=k('sealant too cold: heating sleeve', SEA, 'sealant_c', 'sealant|heating sleeve', tail=200),
        focus=k('tip camera loses focus: solvent film', CAM, 'focus_score', 'tip camera|camera|lens', step=False),
        led2=k('lamp 2 of the tip has a loose contact', CAM, 'led_ma[1]', 'lamp 2|tip camera|camera|led'),
        gain_late=k('frames late when the gain of the picture is above a number: denoiser', CAM, 'frame_ms', 'tip camera|camera|denoiser', where='**image gain above a number**', cond=True),
        gap_off=k('gap of the scanner reads too much: window replaced', SCN, 'gap_mm', 'tip scanner|scanner'),
        gap_far=k('gap of the scanner noisy when it is above a number: receiver blind', SCN, 'gap_mm', 'tip scanner|scanner|receiver', where='**gap above a number**', cond=True),
        laser=k('laser of the scanner fades: diode', SCN, 'laser_mw', 'laser|tip scanner|scanner', step=False),
        mirror_place=k('scanner has bad quality at one place: primer shines', SCN, 'quality_pct gap_mm', 'tip scanner|scanner|primer', where='**at a place**', cond=True, need=8),
        contact=k('contact of the tool changer has more resistance again and again: pin burnt', TOO, 'contact_ohm', 'tool changer|contact'),
        lock=k('lock of the tool changer has less pressure: leak', TOO, 'lock_bar', 'tool changer|lock'),
        prox1=k('proximity sensor 1 rings: sees things near', PRX[0], 'range', 'proximity 1|proximity sensor 1'),
        prox3=k('proximity sensor 3 frozen', PRX[2], 'range', 'proximity 3|proximity sensor 3'),
        prox4_unit=k('proximity sensor 4 sends centimetres, not metres: parameters lost', PRX[3], 'range', 'proximity 4|proximity sensor 4'),
        strain2=k('strain 2 of the fibre noisy: grating', FIB, 'strain[1]', 'fibre|spine fibre|strain'),
        fibre_loss=k('fibre loses light: plug dirty', FIB, 'light_loss_db', 'fibre|spine fibre|plug', step=False),
        fibre_place=k('fibre loses light at one place: pinched there', FIB, 'light_loss_db', 'fibre|spine fibre', where='**at a place**', cond=True, need=8),
        purge=k('purge flow low: hose kinked', PUR, 'purge_lpm', 'purge|hose'),
        supply=k('pressure of the supply uneasy: regulator', PUR, 'supply_kpa', 'purge|air supply|regulator'),
        solvent=k('solvent sensor drifts: poisoned', VAP, 'solvent_ppm', 'vapour|solvent sensor', step=False),
        bus_load=k('bus voltage falls when its current is above a number: crimp', POW, 'bus_volts', 'bus|power pack|crimp', where='**bus current above a number**', cond=True),
        pack_fan=k('fan 2 of the power pack slow: bearing', POW, 'pack_fan_rpm[1]', 'fan 2|power pack'),
        pack_hot=k('power pack gets hot: filter mat', POW, 'pack_c', 'power pack|filter mat', step=False, tail=300),
        cell3=k('cell 3 of the ups stands low: ageing', '/ups', 'cell_voltage[2]', 'ups|battery|cell 3'),
        residual=k('residual of the wing markers high: marker peeled off', MRK, 'residual_mm', 'wing markers|marker'),
        crc_place=k('umbilical has errors at one place: screen broken where it bends', UMB, 'crc_per_s latency_ms', 'umbilical|cable', where='**at a place**', cond=True, need=8),
        umb_pull=k('tension of the umbilical high: reel stiff', UMB, 'tension_n', 'umbilical|reel'),
        humid=k('humidity of the hangar frozen', '/hangar/humidity', 'relative_humidity', 'humidity|hangar'),
        loop=k('computer has far longer worst loops', CPU, 'loop_max_ms loop_ms', 'computer'),
        ram=k('memory of the computer fills', CPU, 'ram_mb', 'computer|memory', step=False),
        s_tendon=k('segment 5 reports a tendon fault', [SEG, '/rosout', '/diagnostics'], 'tendon_fault segment[4].tension_a', 'segment 5|segments|tendon', silent=False),
        s_clog=k('sealant reports clogging', [SEA, '/rosout', '/diagnostics'], 'clog_events bead_mm', 'sealant|nozzle', silent=False),
        s_latch=k('tool changer reports an open latch again and again', [TOO, '/rosout', '/diagnostics'], 'latch_open seat_mm', 'tool changer|latch', silent=False),
        s_filter=k('vapour monitor warns that its filter is due', [VAP, '/rosout', '/diagnostics'], 'filter_due', 'vapour|filter', silent=False),
    )

    def plan(self):
        self.day(21, 2., 5.); T = Track(self, c=.3, f=0., l=1.2, **{f'q{i}': 0. for i in range(12)}); r, n, z0 = self.rng('work'), self.n, self.z0; new3, new4 = self.new(3), self.new(4); self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(10) else 0
        g = np.random.default_rng(9000 + 17 * self.site + self.seed); bays = [.6 + .85 * i for i in range(5)]; job, cart, tool = 0, 0., 1
        shape = lambda a, ph, fr, b: {f'q{i}': float(np.clip(a * np.sin(fr * i * np.pi / 11 + ph) * (.5 + i / 14) if i % 2 == 0 else b * np.cos(i / 5 + ph), -.42, .42)) for i in range(12)}
        tg = [[shape(g.uniform(.12, .34) * s, g.uniform(0, 2), g.uniform(.6, 1.6), g.uniform(-.12, .16)) for s in (1, -1, 1, -1, 1)] for _ in bays]; T.set(tool=1)
        if self.cold: T.wait(r.uniform(120, 200), 11)
        else: T.wait(r.uniform(10, 40), 0)
        while T.more:
            a0 = T.i; job += 1; T.spd = .72 if r.random() < .12 or self.is_life(8) and job % 2 else 1.; b = int(r.integers(0, 5)); T.set(bay=b + 1, job=job)
            if r.random() < .12: T.wait(r.uniform(8, 35), 0)
            if r.random() < .07: T.set(ppl=1); T.wait(r.uniform(15, 45), 9); T.set(ppl=0)
            if self.is_life(5, 9) and job == 5: [(T.go(10, sec=4, **{f'q{i}': .12}), T.go(10, sec=4, **{f'q{i}': -.12}), T.go(10, sec=3, **{f'q{i}': 0.})) for i in range(12)]        # weekly test of the tendons
            T.go(1, v=r.uniform(.18, .3), a=.25, c=bays[b] + r.uniform(-.02, .02)); T.wait(1.5, 1); T.go(1, v=.1, a=.2, l=1.15 + .08 * b); want = int(r.choice((1, 2, 3), p=(.33, .45, .22)))
            if want != tool: T.wait(3, 2); T.set(chg=1); T.wait(4, 2); T.set(chg=0, tool=want); tool = want; T.wait(2, 2)
            order = r.permutation(5)[:int(r.integers(3, 6))]; T.go(3, sec=r.uniform(7, 10), f=r.uniform(1.1, 1.4), **{a: .5 * x for a, x in tg[b][order[0]].items()}); T.set(inn=1)
            for o in order:
                x = tg[b][o]; T.set(tgt=o + 1, near=0); T.go(4, sec=r.uniform(3, 5), f=r.uniform(1.55, 1.95), **x); T.set(near=1)
                if tool == 1: T.set(look=1); [T.go(5, sec=r.uniform(2, 3), q10=x['q10'] + r.uniform(-.14, .14), q11=x['q11'] + r.uniform(-.14, .14), q9=x['q9'] + r.uniform(-.06, .06)) for _ in range(3)]; T.set(look=0)
                elif tool == 2: T.go(6, sec=1.5, f=T.pos['f'] + .03); T.set(seal=r.uniform(.7, 1.3)); [T.go(6, sec=r.uniform(2, 3), q8=x['q8'] + r.uniform(-.1, .1), q10=x['q10'] + r.uniform(-.1, .1)) for _ in range(3)]; T.set(seal=0); cart += 7
                else: T.go(7, sec=1.5, f=T.pos['f'] + .03); T.set(push=r.uniform(6, 26)); T.wait(r.uniform(4, 7), 7); T.set(push=0); T.go(7, sec=1., f=T.pos['f'] - .03)
                if new3 and r.random() < .12: T.set(near=0); T.go(8, sec=4, **{a: -.8 * y for a, y in x.items()}); T.wait(r.uniform(3, 6), 8)                  # looks behind a rib: for the first time in life/3
                if new4 and r.random() < .08: T.set(near=0, vac=1); T.wait(r.uniform(10, 18), 12); T.set(vac=0)                                                # sucks up a chip: for the first time in life/4
            T.set(near=0, inn=0); T.go(3, sec=r.uniform(6, 9), f=0., **{f'q{i}': 0. for i in range(12)})
            if cart > 150: cart = 0.; T.set(load=1, ppl=1); T.wait(r.uniform(30, 50), 13); T.set(load=0, ppl=0)                                          # new cartridge
            T.task(a0, 'job')
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0)
        self.Q = [lp(A[f'q{i}'], .08) + lp(.002 * self.wander(f'q{i}', 1, 3), .3) for i in range(12)]; self.dQ = [lp(np.gradient(x, DT), .08) for x in self.Q]; self.c, self.fd, self.l = (lp(A[a], .08) for a in 'cfl'); self.dc, self.df, self.dl = (lp(np.gradient(x, DT), .08) for x in (self.c, self.fd, self.l))
        psi = np.cumsum([self.Q[i] if i % 2 == 0 else z0 for i in range(12)], axis=0); th = np.cumsum([self.Q[i] if i % 2 else z0 for i in range(12)], axis=0); self.psi, self.th = psi[-1], th[-1]
        ox, oy = ((0, 0), (12.4, 1.5), (-8.2, .8))[self.site]; self.tx = ox + self.c + L * np.sum(np.sin(psi) * np.cos(th), axis=0); self.ty = oy + self.fd - 12 * L + L * np.sum(np.cos(psi) * np.cos(th), axis=0); self.tz = self.l + L * np.sum(np.sin(th), axis=0); tv = np.sqrt(sum(np.gradient(lp(x, .1), DT)**2 for x in (self.tx, self.ty, self.tz))); self.tv = lp(tv, .1)
        self.act = sum(np.abs(x) for x in self.dQ); self.mv = self.act > .06; self.near = lp(E('near'), .6); self.push = lp(E('push'), .4) * (1 + .03 * self.wander('pu', 1, 1)); inside = np.clip(self.fd / 1.4, 0, 1); self.inside = inside; self.seal = lp(E('seal'), .35) * (1 + .02 * self.wander('se', 1, 2))
        self.gap = np.maximum(lp(34 - 19 * self.near + 46 * (1 - inside) + 6 * np.sin(self.tx * 9) * np.cos(self.ty * 7), .4) + 2.2 * self.wander('gap', 1, 3), 4); self.kpa = self.seal * 330 * (1 + .05 * self.su('vis')); self.ig = lp(9 + 13 * inside - 5 * self.near + 3.5 * np.sin(self.ty * 4 + self.tx * 3) + 2 * self.su('ig'), .5) + 1.2 * self.wander('ig', 1, 6)
        self.grav = [(12 - i) * (1.3 if i % 2 else .25) * np.clip(self.fd / 1.8, .1, 1.1) * (1 + .012 * self.push) for i in range(12)]; self.ten = [(58 + 150 * s * self.Q[i] + 1.3 * self.grav[i] * (1 if s > 0 else .6) + (1.1 - .04 * i) * self.push * (s > 0)) for i in range(12) for s in (1, -1)]
        self.im = [.22 + .0028 * (self.ten[2 * i] + self.ten[2 * i + 1]) + .03 * self.grav[i] + 3.4 * np.abs(self.dQ[i]) + .45 * np.clip(np.abs(self.dQ[i]) * 20, 0, 1) + .012 * self.push for i in range(12)]
        self.ib = 3.1 + .5 * sum(self.im) + 5 * np.abs(self.dc) * 8 + 4 * np.abs(self.df) * 4 + 1.6 * self.seal + 1.1 * E('look') + 2.4 * E('vac') + .2 * self.wander('ib', 1, 4)
        self.num('seg7_angle', self.Q[6], JNT + ':position[6]', ['position', 'angle', 'bent', 'joint 7', 'joint'], above=max(.03, self.quan(self.Q[6], self.Q[6] > .02, .35, 2)), tol=.6); self.num('seg1_force', self.push, '/tip/wrench:wrench.force.y', ['wrench force y', 'force', 'pressed', 'push', 'wrench'], above=self.quan(self.push, self.push > 4, .3, 0), tol=.45)
        self.num('feed_fast', np.abs(self.df), JNT + ':velocity[13]', ['velocity', 'feed', 'speed', 'faster'], above=self.quan(np.abs(self.df), np.abs(self.df) > .03, .35, 2), tol=.5); self.num('piston_high', self.kpa, SEA + ':nozzle_kpa', ['nozzle kpa', 'pressure', 'nozzle'], above=self.quan(self.kpa, self.kpa > 100, .35, -1), tol=.35)
        self.num('gain_late', self.ig, CAM + ':image_gain', ['image gain', 'gain'], above=self.quan(self.ig, self.ig > 0, .5, 1), tol=.3); self.num('gap_far', self.gap, SCN + ':gap_mm', ['gap mm', 'gap', 'distance', 'far'], above=self.quan(self.gap, self.gap > 0, .5, 0), tol=.4); self.num('bus_load', self.ib, POW + ':bus_amps', ['bus amps', 'current', 'load', 'bus current'], above=self.quan(self.ib, self.ib > 0, .6, 1), tol=.35)
        ok = (E('inn') > 0) & (self.fd > 1.); m = np.median(self.tx[ok]); self.places(self.tx, self.ty, ok & (self.tx > m), snag_place=(.22, .09), mirror_place=(.22, .09)); self.places(self.tx, self.ty, ok & (self.tx < m), shake_place=(.22, .09), fibre_place=(.22, .09)); self.places(self.tx, self.ty, ok, crc_place=(.24, .09))
        mw = ('moving', 'moves', 'velocity', 'speed', 'running'); self.mode('seg3_amps', np.abs(self.dQ[2]) > .015, *mw); self.mode('seg6_sheath', np.abs(self.dQ[5]) > .006, *mw); self.mode('joint4_play', np.abs(self.dQ[3]) > .004, *mw); self.mode('rail_amps rail_stick', np.abs(self.dc) > .02, 'carriage', 'rail', *mw); self.mode('piston nozzle bead', self.seal > .3, 'sealing', 'nozzle', 'nozzle kpa', 'running')

    def build(self):
        t, f, w, E, h, W, sg, H, u = self.t, self.f, self.ns, self.E, self.h, self.wander, self.sg, self.H, self.u; N, P, C, B, fz, S = self.N, self.P, self.C, self.B, self.fz, self.white; pub = lambda *a, **k_: self.pub(*a, **dict(dict(jit=.003, lag=.007), **k_)); mv = self.mv * 1.; ins = self.inside
        tf = self.shape('s_tendon', .35, .8, 4); V = {}; x3 = .8 * f('seg3_amps') * np.clip(np.abs(self.dQ[2]) * 30, 0, 1)
        for i in range(12):
            m = np.clip(np.abs(self.dQ[i]) * 25, 0, 1); ta, tb = (sg(f't{i}{a}', np.maximum(self.ten[2 * i + j] + 4 * np.tanh(self.dQ[i] * (1 - 2 * j) * 20), 9), .5 + .3 * m, .8, .7, 5) for j, a in enumerate('ab')); a = sg(f'ma{i}', self.im[i] * (1 + u(f'mu{i}', .012)), .02 + .02 * m, 0, .012, 2)
            if i == 1: ta = ta * (1 + .3 * f('seg2_gain'))
            elif i == 2: a = a + x3
            elif i == 3 and 'seg4_swap' in self.sev: on = self.on('seg4_swap'); ta, tb = np.where(on, tb, ta), np.where(on, ta, tb)
            elif i == 4: tb = np.maximum(tb - 19 * f('seg5_slack'), 3); ta = ta * np.where(tf, .45, 1)
            elif i == 5: ta = ta + 17 * f('seg6_sheath') * np.tanh(self.dQ[5] * 60)
            elif i == 6: tb = tb + C('seg7_angle', 1., .1) * 9 * S('s7x')
            elif i == 9: ta = ta + C('snag_place', 27)
            elif i == 10: ta = ta + N('seg11_cell', 4.2) + P('seg11_cell', 19, .03)
            elif i == 11: tb = np.where(B('seg12_cut', 1.) > 0, .4, tb)
            if i == 0: a = a + C('seg1_force', .45, .4)
            c = self.T(f'mc{i}', 14 * lp(self.im[i], 15) + (9 * f('seg9_hot') if i == 8 else 0), 160, 2, .07)
            V.update({f'segment[{i}].tension_a': q(np.maximum(ta, 0), .1), f'segment[{i}].tension_b': q(np.maximum(tb, 0), .1), f'segment[{i}].motor_amps': q(np.maximum(a, 0), .005), f'segment[{i}].motor_c': q(fz(c, 'seg8_frozen') if i == 7 else c, .1)})
        pub(SEG, 'wingsnake_msgs/msg/Segments', 10, dict(V, tendon_fault=np.where(tf, 5, 0)))
        ps = [x + w(f'jp{i}', 2e-4) for i, x in enumerate(self.Q + [self.c, self.fd, self.l])]; ps[3] = self.play(self.Q[3], 'joint4_play', .042) + w('jp3', 2e-4); ps[9] = ps[9] + .032 * f('joint10_off'); vs = [x + w(f'jv{i}', .003) for i, x in enumerate(self.dQ + [self.dc, self.df, self.dl])]; vs[5] = vs[5] + N('joint6_flick', .03) - P('joint6_flick', .2, .05)
        self.joints(JNT, 14, [f'joint_{i + 1}' for i in range(12)] + ['rail', 'feed', 'lift'], ps, vs, jit=.001, lag=.003, age=.7 * f('joints_late'))
        hy, hp = self.psi / 2, -self.th / 2
        pub('/tip/pose', 'geometry_msgs/msg/PoseStamped', 12, {'pose.position.x': q(self.tx + w('px', 5e-4), 1e-4), 'pose.position.y': q(self.ty + w('py', 5e-4), 1e-4), 'pose.position.z': q(self.tz + w('pz', 5e-4) + .024 * f('pose_z'), 1e-4), 'pose.orientation.y': np.cos(hy) * np.sin(hp), 'pose.orientation.z': np.sin(hy) * np.cos(hp), 'pose.orientation.x': -np.sin(hy) * np.sin(hp), 'pose.orientation.w': np.cos(hy) * np.cos(hp)}, 'wing', drop=.5 * f('pose_lost'))
        sgr, sp = .03 + .16 * np.minimum(self.tv, 1) + .02 * E('seal'), C('shake_place', 1., .1); cr = [lp(np.gradient(x, DT), .1) for x in (self.th, self.psi)]
        self.imu('/tip/imu', 12, (w('ir', 8e-4), -self.th + w('ip', 8e-4), self.psi + w('iy', .001)), (w('gx', .003) * (1 + mv) + u('gxb', .0004) + .021 * f('gyro'), -cr[0] + w('gy', .003) * (1 + mv), cr[1] + w('gz', .003) * (1 + mv)), (9.81 * np.sin(self.th) + sgr * S('ax') + sp * .5 * S('axx'), sgr * S('ay') + sp * .5 * S('ayx'), 9.81 * np.cos(self.th) + 1.2 * sgr * S('az') + sp * .6 * S('azx')), 'tip', drop=.5 * f('imu_rate'))
        pub('/tip/wrench', 'geometry_msgs/msg/WrenchStamped', 12, {'wrench.force.x': q(sg('fx', .8 * np.sin(self.psi) + .05 * self.push, .12, .1), .01), 'wrench.force.y': q(sg('fy', self.push + 1.1 * self.seal + .4 * self.th, .12, .15, .08, 20) + 2.1 * f('force_drift'), .01), 'wrench.force.z': q(sg('fz', -2.6 * np.cos(self.th), .12, .1), .01), 'wrench.torque.x': q(sg('qx', .05 * self.push * .3, .008, .01), .001), 'wrench.torque.y': q(sg('qy', .02 * self.psi, .008, .01), .001), 'wrench.torque.z': q(sg('qz', .01 * self.push, .008, .01) + N('torque_noise', .06), .001)}, 'tip')
        mc, mf, ml = (np.clip(np.abs(x) * 20, 0, 1) for x in (self.dc, self.df, self.dl)); rm = self.sticky(self.c, 'rail_stick', .045)
        pub(CAR, 'wingsnake_msgs/msg/Carriage', 8, dict(rail_m=q(rm + w('rm', 4e-4), 1e-3), rail_amps=q(np.abs(sg('ra', .3 + mc * (2.6 + 4 * np.abs(self.dc) + .12 * W('ra', 1, .8) + 1.15 * f('rail_amps')), .05)), .01), feed_amps=q(np.abs(sg('fa', .4 + mf * (1.9 + 3.5 * np.abs(self.df) + .1 * W('fa', 1, .8)) + h('feed_fast', .12) * (.75 * S('ffx') + .3), .05)), .01), lift_amps=q(np.abs(sg('la', .5 + ml * (2.2 + .9 * (self.dl > 0)), .05)), .01), brake_volts=q(sg('bv', 23.6 - .12 * mc, .02, .04, .03, 10) - 1.3 * f('brake'), .01)))
        cl = self.shape('s_clog', .35, .6, 3) & (self.seal > .3); on = np.clip(self.seal * 3, 0, 1); ml_ = self.tank(self.seal * .95, 9 * E('load'), 305, 230 + 30 * np.tanh(self.su('ml')))
        pub(SEA, 'wingsnake_msgs/msg/Sealant', 8, dict(cartridge_ml=q(sg('cm', ml_, .25), .1), piston_amps=q(np.abs(sg('pi', .15 + on * (.5 + .0042 * self.kpa + .04 * W('pi', 1, .8) + .75 * f('piston')), .02) + h('piston_high', .15) * (.3 * S('phx') + .12)), .005), nozzle_kpa=q(np.maximum(self.kpa * (1 - .22 * f('nozzle')) * np.where(cl, 1.5, 1) + w('nk', 2.5), 0), .5), bead_mm=q(np.maximum(on * (4.2 * np.sqrt(np.maximum(self.seal, .05)) * (1 + .02 * W('be', 1, 1)) - .75 * f('bead')) * np.where(cl, .4, 1) + w('ben', .04), 0), .02), sealant_c=q(sg('sc', 34 + .4 * self.su('sc') + .08 * (self.amb - 21), .08, .3, .2, 60) - 5.5 * lp(f('sealant_c'), 45), .1), clog_events=self.once(cl)))
        lo2 = B('led2', 1.)
        pub(CAM, 'wingsnake_msgs/msg/TipCamera', 6, dict(focus_score=q(np.clip(sg('fo', 63 + 14 * self.near - 9 * np.minimum(self.tv * 3, 1), .9, .8, 1.1, 8) - 12 * f('focus'), 0, 100), .1), image_gain=q(np.maximum(self.ig + w('ign', .2), 0), .1), frame_ms=q(33 + np.abs(w('fm', 2)) + h('gain_late', .4) * (9 + 4 * np.abs(S('glx'))), .5), led_ma=[q(np.maximum(sg(f'le{i}', 40 + 210 * np.clip(ins * 1.5, 0, 1) * (1 - .25 * self.near), 1.2, 2, 1., 9) * (1 - .45 * lo2 if i else 1), 0), .5) for i in (0, 1)]))
        gq = h('mirror_place', .3)
        pub(SCN, 'wingsnake_msgs/msg/TipScanner', 8, dict(gap_mm=q(np.maximum(sg('ga', self.gap, .25, .3) + 5.2 * f('gap_off') + h('gap_far', .2) * 4.5 * S('gfx') + gq * 4. * S('gqx'), 0), .05), quality_pct=q(np.clip(sg('qu', 90 - .22 * self.gap, .8, .6, 1, 8) - C('mirror_place', 23), 0, 100), .5), laser_mw=q(sg('lm', 4.8, .02, .05, .02, 30) - .75 * f('laser'), .01)))
        chg = lp(E('chg'), .5); lt = self.shape('s_latch', .3, .6, 4)
        pub(TOO, 'wingsnake_msgs/msg/ToolChanger', 4, dict(lock_bar=q(np.maximum(sg('lb', 6.1 * (1 - chg), .03, .04, .03, 10) - .85 * f('lock') * (1 - chg), 0), .01), seat_mm=q(sg('sm', .08 + 5 * chg, .01, .01) + .6 * lt, .005), contact_ohm=q(np.abs(sg('co', .21 + 40 * chg, .008, .01)) + B('contact', .35, .5), .002), tool=E('tool'), latch_open=lt))
        for i, tp in enumerate(PRX):
            x = .9 - .72 * ins + .06 * np.sin(self.ty * 6 + i * 1.6) * ins + .05 * np.sin(self.tx * 8 + i) + .02 * W(f'pr{i}', 1, 4) + w(f'prn{i}', .004); x = np.clip(x, .03, 1.5)
            if i == 0: x = np.where(self.on('prox1') & (self.rng('p1').random(self.n) < .3), .05 + np.abs(w('p1x', .01)), x)
            elif i == 2: x = fz(x, 'prox3')
            elif i == 3: x = np.where(self.on('prox4_unit'), x * 100, x)
            pub(tp, 'sensor_msgs/msg/Range', 5, dict(range=q(x, .001), min_range=.02, max_range=1.6, field_of_view=.4, radiation_type=1), 'prox%d' % (i + 1))
        fp = C('fibre_place', 1.9)
        pub(FIB, 'wingsnake_msgs/msg/SpineFibre', 6, dict(strain=[q(sg(f'st{i}', 820 * (self.Q[2 * i] + .6 * self.Q[2 * i + 1]), 5, 6, 5, 12) + (N('strain2', 42) if i == 1 else 0), 1) for i in range(6)], light_loss_db=q(np.abs(sg('ll', 1.3 + .5 * np.sqrt(sum(x * x for x in self.Q)), .03, .05, .03, 20) + 1.25 * f('fibre_loss') + fp), .01)))
        pub(PUR, 'wingsnake_msgs/msg/Purge', 4, dict(purge_lpm=q(np.maximum(sg('pu_', 18 + 14 * ins, .25, .3, .3, 6) * (1 - .19 * f('purge')), 0), .05), supply_kpa=q(sg('su', 612 - 1.1 * (18 + 14 * ins) - 18 * E('vac'), 1., 2, 1.4, 10) + N('supply', 9, .4), .2), dewpoint_c=q(sg('dp', -21 + .6 * self.su('dp'), .08, 0, .3, 90), .1)))
        sv = lp(lp(self.seal * 52, 25) + 6 + 4 * ins, 8); pub(VAP, 'wingsnake_msgs/msg/Vapour', 3, dict(solvent_ppm=q(np.abs(sg('so', sv, .4, .8, .9, 60) + 23 * f('solvent')), .1), oxygen_pct=q(20.8 + .03 * self.su('ox') + .02 * W('ox', 1, 100) + w('oxn', .015), .01), filter_due=(f('s_filter') > 0) & (t % 18 < 6)))
        pub(POW, 'wingsnake_msgs/msg/PowerPack', 5, dict(bus_volts=q(sg('bu', 48.2 - .035 * self.ib, .02, .04, .02, 8) - C('bus_load', .75), .01), bus_amps=q(self.ib + .5 * x3 + w('ba', .1), .02), pack_c=q(self.T('pc', .9 * lp(self.ib, 20) + 7 * f('pack_hot'), 200, 6), .1), pack_fan_rpm=[sg(f'pf{i}', 2950 + 30 * lp(self.ib - 10, 20), 9, 12, 10, 8) - (240 * f('pack_fan') if i else 0) for i in (0, 1)]))
        self.batt('/ups', .6 + .02 * W('ui', 1, 20) + w('uin', .02), 51.6 + .02 * W('uv', 1, 60) + w('uvn', .01), .985 + .002 * W('us', 1, 200), [3.44 + u(f'uc{i}', .003) + .002 * W(f'uc{i}', 1, 60) + w(f'ucn{i}', .0015) - (.05 * f('cell3') if i == 2 else 0) for i in range(15)], [self.T(f'ut{i}', 1.5, 400, 2, .06) for i in (0, 1)], rate=2)
        pub(MRK, 'wingsnake_msgs/msg/WingMarkers', 4, dict(residual_mm=q(np.abs(sg('re', .35 + .06 * np.sin(self.c * 3), .03, .03, .03, 10)) + .36 * f('residual'), .01), markers=np.clip(11 + 2 * np.sin(self.c * 2.2) + w('mk', .4) - f('residual') * .8, 0, 20)))
        pp = E('ppl') * 2 + (W('pe', 1, 60) > 1.2); lum = 118 + 6 * self.su('lum') + 12 * np.tanh(1.5 * W('lum', 1, 60))
        pub(OVR, 'wingsnake_msgs/msg/Overview', 3, dict(brightness=q(lum + w('lun', .9), .5), sharpness=q(np.clip(sg('os', 72 + .03 * (lum - 118), .8, .8, .8, 10), 0, 100), .1), people=pp))
        cp = h('crc_place', .3); um = 36 + 4.2 * self.c + 7 * self.fd
        pub(UMB, 'wingsnake_msgs/msg/Umbilical', 4, dict(crc_per_s=q(self.rng('crc').gamma(.4, .12, self.n) + cp * self.late('crc', 4, 14), .1), latency_ms=q(2.2 + np.abs(w('ul', .2)) + cp * self.late('crl', .5, 4), .05), tension_n=q(sg('ut_', um + 9 * np.clip(np.abs(self.dc) * 10, 0, 1), .8, 1, .8, 5) + 14 * f('umb_pull'), .1)))
        pub('/hangar/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1))); pub('/hangar/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(fz(.46 + .05 * self.su('rh') + .012 * W('rh', 1, 120) + .005 * W('rh2', 1, 10) + w('rhn', .0015), 'humid'), .001))); pub('/bay/temperature', 'sensor_msgs/msg/Temperature', 2, dict(temperature=q(self.amb + 2.2 * lp(ins, 30) + .15 * W('bt', 1, 30) + w('btn', .06), .1)))
        pub('/guards', 'wingsnake_msgs/msg/Guards', 2, dict(estop_ok=1, people=pp, mat_kohm=q(sg('ma_', 10.1, .02, .05), .01))); pub('/task', 'wingsnake_msgs/msg/Task', 4, dict(phase=self.st, bay=E('bay'), target=E('tgt'), tool=E('tool'), job=E('job')))
        lo = f('loop'); bd = '1.9' if self.new(8) else '1.8' if self.newver else '1.7'
        pub(CPU, 'wingsnake_msgs/msg/Computer', 2, dict(loop_ms=q(4 + np.abs(w('lo', .05)) + .35 * lo, .01), loop_max_ms=q(5.4 + np.abs(w('lx', .4)) + lo * self.late('lo', 2, 6), .05), ram_mb=q(sg('me', 2140 + 72 * self.newver + 6 * self.su('me'), 1., 0, 3., 110) + self.computer_leak('ram', 110), 1), cpu_c=q(self.T('cpu', 5 * mv, 110, 29, .25), .5)), strs=dict(build='wingsnake ' + bd))
        self.finish_up('/work/_action/status', [('s_tendon', 'segments', ['segment 5 tendon fault', 'segment 5 tendon tensioned'], 'SG'), ('s_clog', 'sealant', ['nozzle clogged', 'nozzle free again'], 'SE'), ('s_latch', 'tool_changer', ['latch open', 'latch closed again'], 'TC'), ('s_filter', 'vapour', 'filter due, replace soon', 'VP')],
                       [(16, 'I', 'task', 'job finished in {} s', 50, 110), (7, 'W', 'tip_scanner', 'spot repeated, quality {}', 40, 70), (6, 'W', 'wing_markers', 'marker hidden for {} s', 1, 6), (5, 'I', 'sealant', 'used {} ml', 4, 30), (4, 'W', 'umbilical', 'server slow {} ms', 400, 900)],
                       [('I', 'system', 'build wingsnake ' + bd), ('W', 'tip_scanner', 'calibration 20 days old'), ('W', 'segments', 'limits read from file'), ('I', 'guards', 'mat test ok')], [('server', 'SV', 'reply slow', 1.4)])
