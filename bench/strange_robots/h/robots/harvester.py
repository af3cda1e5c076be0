"""Autonomous log harvester: crane, felling and processing head, diesel and hydraulics, carrier on bogies; English fields."""
import numpy as np
from lib import DT, K, Sim, brief_warn, delayed, hold, lp, mdef, q, quat, slew

ENG, HYD, JNT, FEED, SAW, ATT, DRV, EL, IMU = '/engine', '/hydraulics', '/crane/joint_states', '/head/feed', '/head/saw', '/head/attitude', '/carrier/drive', '/electric', '/cab/imu'


class Harvester(Sim):
    NAME = 'harvester'
    FLAGS = [(ENG, 'derate_code'), (SAW, 'saw_fault'), ('/crane/health', 'sensor_lost'), ('/stump_treatment', 'urea_alarm')]
    DEFS = {
        'timber_msgs/msg/EngineState': mdef('uint16 crank_rpm; uint8 load_percent derate_code; float32 fuel_lph coolant_c oil_pressure_kpa boost_kpa exhaust_c'),
        'timber_msgs/msg/Hydraulics': mdef('float32 pump_bar load_sense_bar tank_c tank_level_percent return_filter_bar swash_percent'),
        'timber_msgs/msg/CraneHealth': mdef('float32[4] cylinder_bar; float32 slew_ring_c; bool sensor_lost'),
        'timber_msgs/msg/Feed': mdef('float32[2] roller_rpm roller_bar; float32 knife_bar stem_length_m stem_diameter_mm wheel_mps feed_request_mps; bool knives_closed'),
        'timber_msgs/msg/Saw': mdef('float32 bar_angle_deg chain_rpm saw_motor_bar tension_bar chain_oil_ml bar_tip_c; bool sawing; uint8 saw_fault'),
        'timber_msgs/msg/HeadAttitude': mdef('float32 head_tilt_deg rotator_deg rotator_bar'),
        'timber_msgs/msg/Drive': mdef('float32[4] wheel_rpm; float32[2] bogie_motor_c drive_bar; float32 speed_request_mps'),
        'timber_msgs/msg/CabLevel': mdef('float32 terrain_pitch_deg terrain_roll_deg; float32[4] cylinder_mm'),
        'timber_msgs/msg/Tyres': mdef('float32[4] inflation_kpa carcass_c'),
        'timber_msgs/msg/Cooling': mdef('float32 fan_rpm radiator_in_c radiator_out_c screen_delta_pa'),
        'timber_msgs/msg/Electric': mdef('float32 alternator_v alternator_a starter_battery_v; float32[6] lamp_a'),
        'timber_msgs/msg/StemCamera': mdef('uint8 stems; float32 contrast exposure_ms best_score inference_ms'),
        'timber_msgs/msg/StemScan': mdef('float32[9] distance_m; float32 spin_hz window_c'),
        'timber_msgs/msg/StumpTreatment': mdef('float32 urea_bar urea_litres; bool spraying urea_alarm'),
        'timber_msgs/msg/FireGuard': mdef('float32 bottle_bar engine_bay_c; uint16 wire_ohm'),
        'timber_msgs/msg/MachineLink': mdef('int8 rssi_dbm; float32 delay_ms; uint32 sent_kb'),
        'timber_msgs/msg/Production': mdef('uint16 logs_total; float32 volume_m3; uint8 species work_phase'),
        'timber_msgs/msg/Computer': mdef('float32 loop_ms loop_peak_ms core_c ram_mb; string build'),
        'timber_msgs/msg/CabClimate': mdef('float32 cab_c blower_a refrigerant_bar'),
    }
    KINDS = dict(
        coolant=K('coolant gets hot: thermostat sticks', [ENG], ['coolant_c'], ['engine', 'coolant', 'thermostat'], step=False, tail=300, cons=('/cooling',)),
        boost=K('boost too low when the engine load is above a number: charge air hose leaks', [ENG], ['boost_kpa'], ['engine', 'boost', 'charge air hose'], where='**engine load above a number**', cond=True),
        oil=K('engine oil pressure low and uneasy', [ENG], ['oil_pressure_kpa'], ['engine', 'engine oil']),
        fuel=K('engine burns more and more fuel: injector', [ENG], ['fuel_lph'], ['engine', 'injector', 'fuel'], step=False),
        exhaust=K('exhaust temperature frozen', [ENG], ['exhaust_c'], ['engine', 'exhaust']),
        hunting=K('engine speed hunts: rail pressure control', [ENG], ['crank_rpm'], ['engine', 'governor', 'engine speed']),
        oil_hot=K('hydraulic oil gets hot', [HYD], ['tank_c'], ['hydraulics', 'hydraulic oil', 'tank'], step=False, tail=300, cons=('/cooling', '/hydraulics')),
        ripple=K('pump pressure noisy: piston shoe', [HYD], ['pump_bar'], ['hydraulics', 'pump']),
        pump_heavy=K('pump pressure falls behind when the load sense pressure is above a number: compensator worn', [HYD], ['pump_bar'], ['hydraulics', 'pump', 'compensator'], where='**load sense above a number**', cond=True),
        oil_loss=K('hydraulic oil gets less', [HYD], ['tank_level_percent'], ['hydraulics', 'tank', 'tank level'], step=False),
        filter=K('return filter pressure high', [HYD], ['return_filter_bar'], ['hydraulics', 'return filter']),
        slew_drag=K('slewing needs more pressure: gear rack dry', ['/crane/health'], ['cylinder_bar[0]'], ['crane', 'slew', 'slewing'], where='when slewing', need=15),
        lift_far=K('lift cylinder pressure high when reaching out farther than a number: pin seizes', ['/crane/health'], ['cylinder_bar[1]'], ['crane', 'lift cylinder'], where='**reach above a number**', cond=True),
        slew_spot=K('slewing pressure jumps at one place: tooth of the ring damaged', ['/crane/health'], ['cylinder_bar[0]', 'cylinder_bar[2]'], ['crane', 'slew ring', 'slewing'], where='**at a place**', cond=True, need=12),
        stick_angle=K('angle of the stick flickers: sensor plug', [JNT], ['position[2]', 'velocity[2]'], ['crane', 'stick', 'stick angle']),
        extension=K('extension stands short of its usual: hose chain jumped', [JNT], ['position[3]'], ['crane', 'extension']),
        ring_warm=K('slew ring gets warm', ['/crane/health'], ['slew_ring_c'], ['crane', 'slew ring'], step=False, tail=300),
        joint_lost=K('joint messages get lost', [JNT], ['header.stamp'], ['crane', 'joint states']),
        lever=K('second lever stands beside its middle', ['/crane/lever'], ['axes[1]'], ['lever', 'lever 2']),
        roller1_thick=K('roller 1 spins when the stem is thicker than a number: spikes worn', [FEED], ['roller_rpm[0]'], ['feed roller 1', 'roller 1'], where='**stem diameter above a number**', cond=True, need=12),
        roller2=K('roller 2 needs more and more pressure: bearing', [FEED], ['roller_bar[1]'], ['feed roller 2', 'roller 2'], step=False, where='when feeding', need=15),
        knives=K('delimbing knives press weakly: valve leaks', [FEED], ['knife_bar'], ['knives', 'delimbing knives'], where='when closed'),
        knife_spot=K('knife pressure flutters at one place: hose kinks', [FEED], ['knife_bar'], ['knives', 'knife hose'], where='**at a place**', cond=True, need=12),
        wheel=K('measuring wheel flickers: bearing', [FEED], ['wheel_mps'], ['measuring wheel', 'length measurement'], where='when feeding', need=12),
        diameter=K('diameter reading noisy: potentiometer', [FEED], ['stem_diameter_mm'], ['diameter measurement', 'diameter sensor'], where='when closed'),
        chain_dull=K('saw motor needs more and more pressure: chain dull', [SAW], ['saw_motor_bar'], ['saw', 'saw chain', 'chain'], step=False, where='when sawing', need=6),
        chain_oil=K('chain oil too little: line blocked', [SAW], ['chain_oil_ml'], ['saw', 'chain oil']),
        tension=K('chain tension low and uneasy', [SAW], ['tension_bar'], ['saw', 'chain tension']),
        bar_hot=K('tip of the saw bar gets hot: nose bearing', [SAW], ['bar_tip_c'], ['saw', 'saw bar', 'bar tip'], step=False, tail=200),
        rotator=K('rotator needs more pressure when the head is tilted more than a number: bearing', [ATT], ['rotator_bar'], ['rotator', 'rotator bearing'], where='**head tilt above a number**', cond=True),
        tilt=K('head tilt stands off: sensor bracket bent', [ATT], ['head_tilt_deg'], ['head tilt', 'tilt sensor']),
        bogie2=K('motor of bogie 2 gets hot', [DRV], ['bogie_motor_c[1]'], ['bogie 2', 'bogie motor'], step=False, tail=300),
        wheel3=K('speed of wheel 3 flickers: sensor ring dented', [DRV], ['wheel_rpm[2]'], ['wheel 3', 'wheel speed'], where='when driving', need=15),
        drag1=K('bogie 1 needs more drive pressure: brake drags', [DRV], ['drive_bar[0]'], ['bogie 1', 'drive'], where='when driving', need=15),
        cab_cyl=K('levelling cylinder 2 of the cab sinks', ['/carrier/level'], ['cylinder_mm[1]'], ['cab levelling', 'cylinder 2'], step=False),
        tyre3=K('tyre 3 loses air', ['/tyres'], ['inflation_kpa[2]'], ['tyre 3', 'tyres'], step=False),
        cab_rpm=K('cab shakes when the engine turns faster than a number: engine mount torn', [IMU], ['linear_acceleration.x', 'linear_acceleration.y', 'linear_acceleration.z'], ['cab', 'engine mount', 'imu'], where='**engine speed above a number**', cond=True),
        gyro=K('pitch gyro of the cab has a bias', [IMU], ['angular_velocity.y'], ['imu', 'gyro', 'pitch gyro']),
        odom_old=K('odometry comes with old stamps', ['/odom'], ['header.stamp'], ['odom', 'odometry']),
        fan=K('cooling fan slow: fan motor leaks', ['/cooling'], ['fan_rpm'], ['cooling', 'cooling fan']),
        screen=K('cooling screen fills with needles', ['/cooling'], ['screen_delta_pa'], ['cooling', 'cooling screen'], step=False),
        alternator=K('alternator voltage falls when its current is above a number: belt slips', [EL], ['alternator_v'], ['alternator', 'alternator belt'], where='**alternator current above a number**', cond=True),
        lamp4=K('current of lamp 4 flickers: plug', [EL], ['lamp_a[3]'], ['lamp 4', 'lamps']),
        lens=K('stem camera loses contrast: resin on the lens', ['/stem_camera'], ['contrast'], ['stem camera', 'camera lens'], step=False),
        glare=K('stem camera glared at one place: mirror of the cab', ['/stem_camera'], ['exposure_ms', 'contrast'], ['stem camera', 'camera'], where='**at a place**', cond=True, need=12),
        infer=K('detection of stems takes longer', ['/stem_camera'], ['inference_ms'], ['stem camera', 'detection']),
        scan=K('beams 2 to 4 of the stem scanner read short: twig caught', ['/stem_scanner'], ['distance_m[1]', 'distance_m[2]', 'distance_m[3]'], ['stem scanner', 'scanner']),
        scan_spin=K('stem scanner turns uneven', ['/stem_scanner'], ['spin_hz'], ['stem scanner', 'scanner motor']),
        bottle=K('bottle of the fire guard loses pressure', ['/fire_guard'], ['bottle_bar'], ['fire guard', 'bottle'], step=False),
        loop=K('computer has far longer worst loops', ['/machine/computer'], ['loop_peak_ms', 'loop_ms'], ['computer', 'control loop']),
        ram=K('memory of the computer fills', ['/machine/computer'], ['ram_mb'], ['computer', 'memory'], step=False),
        s_engine=K('engine reports a derate again and again', [ENG, '/rosout', '/diagnostics'], ['derate_code', 'crank_rpm'], ['engine', 'engine control'], silent=False),
        s_saw=K('saw reports that the bar does not return', [SAW, '/rosout', '/diagnostics'], ['saw_fault', 'bar_angle_deg'], ['saw', 'saw bar'], silent=False),
        s_crane=K('crane loses its lift sensor and reports it', ['/crane/health', '/rosout', '/diagnostics'], ['sensor_lost', 'cylinder_bar[1]'], ['crane', 'lift sensor'], silent=False),
        s_urea=K('stump treatment warns of low urea', ['/stump_treatment', '/rosout', '/diagnostics'], ['urea_alarm'], ['stump treatment', 'urea'], silent=False),
    )

    def plan(self):
        t, n, r = self.t, self.n, self.rng('plan')
        A = dict(sl=np.zeros(n), re=np.full(n, 4.), z=np.full(n, 1.5), tl=np.full(n, 60.), ro=np.zeros(n)); cur = dict(sl=0., re=4., z=1.5, tl=60., ro=0.)
        D, fs, ln, saw, kn, load, vdr, ph, spc, spray = [np.zeros(n) for _ in range(10)]; logs = np.zeros(n); vol = np.zeros(n)
        i = 0; self.tasks = []; man = 1.
        def go(sec, code, **k):
            nonlocal i
            m = max(2, int(sec * man * r.uniform(.92, 1.1) / DT)); j = min(n, i + m); u = (np.arange(m) + 1) / m; u = (u**3 * (10 - 15 * u + 6 * u * u))[:j - i]
            for a in A: A[a][i:j] = cur[a] + (k.get(a, cur[a]) - cur[a]) * u
            cur.update(k); ph[i:j] = code; a, i = i, j
            return a
        trees = 0; quota = 1; L_, V_ = 0, 0.; go(r.uniform(12, 40), 0)
        birch = self.unit == 'life' and self.idx >= 3; treat = self.unit == 'life' and self.idx >= 4         # birch first in life/3, stumps sprayed first in life/4
        mx = r.uniform(255, 330)
        while i < n:
            if quota <= 0:
                a0 = i; x = r.random()
                if x < .05: go(r.uniform(30, 100), 0, re=3.5, z=2.)
                elif x < .09: man = 1.0; go(3, 8, sl=0., re=3.2, z=2.2); a = go(r.uniform(35, 70), 8); vdr[a:i] = 1.9 * np.clip(np.minimum(np.arange(i - a), np.arange(i - a)[::-1]) * DT / 2.5, 0, 1); man = 1.
                elif x < .14: man = 1.5
                else: man = 1.
                go(1.5, 7, sl=0., re=3.8, z=1.8, tl=60.); a = go(r.uniform(4, 8.5), 7); m = i - a; vdr[a:i] = 1.05 * np.clip(np.minimum(np.arange(m), np.arange(m)[::-1]) * DT / 1.3, 0, 1)
                quota = int(r.integers(2, 5)); self.tasks.append((a0 * DT, i * DT, 'move'))
            if i >= n: break
            a0 = i; d = float(np.clip(mx * r.gamma(9, 1 / 9), 130, 520)); H = 11 + d * .028; sp = 1 + int(r.random() < .35); sp = 3 if birch and r.random() < .3 else sp
            ts, tr = r.uniform(-1.9, 1.9), r.uniform(4.2, 9.4); ps, pr = np.clip(ts * .5 + r.normal() * .35, -1.2, 1.2), r.uniform(3.6, 6.4)
            b = i; go(3.1 + .15 * tr, 1, sl=ts, re=tr, z=.5, tl=84., ro=r.uniform(-50, 50)); go(1., 2, z=.25)
            k0 = i; a = go(.7 + (d / 420)**2 * .9, 3); saw[a:i] = 1; D[a:i] = d
            if treat: spray[a:i] = 1
            a = go(2.6, 4, tl=r.uniform(8, 40)); load[a:i] = d**2 * H * 5e-7
            load_b = i; go(3.2, 5, sl=ps, re=pr, z=1.3); pos = 0.; D[k0:i] = d
            lg = [float(x) for x in r.choice((4.3, 4.9, 5.5, 3.1), int(min(5, max(2, (H - 4) / 4.5))))]
            for q_ in lg:
                vm = 4.3 if sp < 3 else 3.5; T = q_ / vm + .55; m = int(T / DT); u = np.arange(m) * DT; v = np.clip(np.minimum(u, T - u) * 9, 0, vm); v *= q_ / max(v.sum() * DT, .1)
                j = min(n, i + m)
                for c in A: A[c][i:j] = cur[c]
                A['tl'][i:j] = cur['tl'] + 3 * np.sin(np.arange(j - i) * .12)
                fs[i:j] = v[:j - i]; ph[i:j] = 5; ln[i:j] = np.cumsum(v[:j - i]) * DT; D[i:j] = d * (1 - .6 * (pos + ln[i:j]) / H); i = j; pos += q_
                dd = d * (1 - .6 * pos / H); a = go(.4 + (dd / 420)**2 * .9, 6); saw[a:i] = 1; D[a:i] = dd; ln[a:i] = q_; L_ += 1; V_ += np.pi / 4 * dd**2 * q_ * 1e-6; logs[i:] = L_; vol[i:] = V_
            kn[k0:i] = 1; load[load_b:i] = np.linspace(d**2 * H * 5e-7, 20, max(i - load_b, 0)) if i > load_b else 0
            spc[a0:i] = sp; go(1., 5, z=1.6, tl=60.); self.tasks.append((a0 * DT, i * DT, 'tree')); quota -= 1; trees += 1
            if r.random() < .16: go(r.uniform(2, 12), 0)
        self.A, self.D, self.fs, self.ln, self.saw, self.kn, self.load, self.ph, self.spc, self.spray, self.nlog, self.vol = A, D, lp(fs, .08), ln, saw > 0, kn > 0, lp(load, .4), ph, spc, spray > 0, logs, vol
        self.v = lp(vdr, .3); self.drv = self.v > .15; self.s = np.cumsum(self.v) * DT
        cv = .01 * np.sin(self.s / 23 + r.uniform(0, 6)) + .008 * np.sin(self.s / 9 + 1); self.yaw = np.cumsum(cv * self.v) * DT; self.yr = cv * self.v
        self.px, self.py = np.cumsum(self.v * np.cos(self.yaw)) * DT, np.cumsum(self.v * np.sin(self.yaw)) * DT
        ta, tb = r.uniform(0, 6.28, 2); self.pit = 4.5 * np.sin(self.s / 31 + ta) + 2 * np.sin(self.s / 7.3 + tb); self.rol = 3.5 * np.sin(self.s / 17 + tb) + 1.5 * np.sin(self.s / 5.1 + ta)
        self.sld = np.gradient(A['sl'], DT); self.red = np.gradient(A['re'], DT); self.rod = np.gradient(A['ro'], DT)
        self.tx, self.ty = A['re'] * np.cos(A['sl']), A['re'] * np.sin(A['sl'])
        self.idle = lp((ph == 0).astype(float), 1.) ; self.work = self.pieces('none', 50, 60, 0, 1) >= 0
        hard = np.where(spc == 3, 1.25, 1.)
        self.ls = lp(26 + 95 * np.clip(np.abs(self.sld) / .9, 0, 1) + 60 * np.clip(np.abs(self.red) / 2, 0, 1) + self.fs / 4.3 * (92 + .18 * D) * hard + 165 * self.saw * (.6 + D / 900) + .07 * self.load + 130 * np.tanh(self.v / .3) * (1 + .05 * self.pit), .12) * (1 + .04 * self.wander('ls', 1, .8))
        self.flow = np.clip(.5 * np.abs(self.sld) + .3 * np.abs(self.red) / 2 + .75 * self.fs / 4.3 + .55 * self.saw + .7 * self.v, 0, 1.3)
        pw = self.ls * lp(self.flow, .15) * .34 + 9
        self.ld = np.clip(lp(pw, .35) + 2 * self.wander('ld', 1, 2), 4, 100)
        base = slew(np.where(delayed(lp((ph == 0).astype(float), 12), 0) > .75, 900., 1620.), 260)
        self.rpm = base - 1.15 * (lp(pw, .4) - 12) * (base > 1200) + 6 * self.wander('rp', 1, 2)
        lampn = .5 + .5 * (self.su('night') > .3); night = (self.unit == 'life' and self.idx >= 3 and self.idx != 4); self.lamps = 1. if night else (.35 if self.su('night') > 0 else 0.)
        self.wipe = self.pieces('wipe', 15, 70, 0, 1) < .3; self.blow = self.pieces('blow', 20, 90, 0, 1)
        self.ia = 34 + 34 * self.lamps + 13 * self.wipe + 15 * self.blow + 9 * self.saw + 5 * self.kn + 1.5 * self.wander('ia', 1, 6) - 12 * (self.rpm < 1100)
        self.amb = 8 + 6 * self.su('amb') + self.wander('amb', .4, 900); self.rain = np.clip(self.wander('rain', 1, 500) - 1.0, 0, 1) * (self.su('wet') > 0)
        self.num('boost', self.ld, ENG + ':load_percent', ['load', 'load percent', 'engine load', 'fuel lph', 'fuel'], above=self.quan(self.ld, ph > 0, .7, 0), tol=.35)
        self.num('pump_heavy', self.ls, HYD + ':load_sense_bar', ['load sense', 'load sense bar', 'pressure', 'load'], above=self.quan(self.ls, ph > 0, .68, 0), tol=.35)
        self.num('lift_far', A['re'], '/crane/tip:point.x', ['reach', 'reaching', 'extension', 'tip', 'position', 'outreach', 'far'], above=5.8, tol=.4)
        self.conds['lift_far']['accept'].append([.55, 1.45])               # the same as position[3] (extension = reach - 4.8)
        self.num('roller1_thick', D, FEED + ':stem_diameter_mm', ['diameter', 'stem diameter', 'stem diameter mm', 'thick', 'thicker', 'stem'], above=self.quan(D, fs > .5, .5, 0), tol=.35, and_=self.fs > .5)
        self.num('rotator', A['tl'], ATT + ':head_tilt_deg', ['tilt', 'head tilt', 'head tilt deg', 'upright', 'tilted'], above=55., tol=.4)
        self.num('cab_rpm', lp(self.rpm, .2), ENG + ':crank_rpm', ['rpm', 'crank rpm', 'engine speed', 'engine', 'speed'], above=self.quan(self.rpm, ph > 0, .55, 0), tol=.1)
        self.num('alternator', self.ia, EL + ':alternator_a', ['alternator a', 'current', 'alternator current', 'load', 'alternator'], above=self.quan(self.ia, np.ones(n, bool), .66, 0), tol=.35)
        for kd, rad, sh in (('slew_spot', 1.3, .1), ('knife_spot', 1.2, .09), ('glare', 1.4, .11)):
            ok = self.kn if kd == 'knife_spot' else ph > 0
            a, b = self.spot(kd, self.tx, self.ty, rad, ok, sh); self.at(kd, self.tx, self.ty, a, b, rad, self.kn if kd == 'knife_spot' else True)
        self.mode('slew_drag', np.abs(self.sld) > .12, 'slewing', 'slew', 'turning', 'moving', 'velocity'); self.mode('roller2 wheel', self.fs > .4, 'feeding', 'feed', 'feed request mps', 'rollers')
        self.mode('knives diameter', self.kn, 'closed', 'knives closed', 'gripping', 'processing', 'feeding'); self.mode('chain_dull', self.saw, 'sawing', 'saw', 'cutting')
        self.mode('wheel3 drag1', self.drv, 'driving', 'moving', 'drives', 'speed', 'velocity')

    def build(self):
        t, n, f, w, A, D, v, drv = self.t, self.n, self.f, self.ns, self.A, self.D, self.v, self.drv
        pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.009, lag=.028), **k))
        ld, rpm = self.ld, self.rpm + f('hunting') * (38 * np.sin(2 * np.pi * .5 * t) + 12 * self.wander('hu', 1, .4))
        de = f('s_engine') * (self.pieces('de', 1, 6, 0, 1) < .3); rpm = rpm * (1 - .16 * lp(np.minimum(de, 1), .5))
        bo = 12 + 1.55 * lp(ld, 1.1) * (self.rpm / 1600) + self.u('bo', 1) + w('bo', 1.4) - lp(f('boost'), .5) * (24 + 5 * np.abs(self.wander('box', 1, .6)))
        ct = self.warm('ct', self.z0 + 72 + .1 * self.amb, .11 * lp(ld, 60) + 8 * f('coolant'), 170, 6, 0., .12)
        ex = lp(170 + 3.4 * ld * (1 - .1 * (self.rpm < 1100)), 9) + self.u('ex', 4) + w('ex', 1.5)
        pub(ENG, 'timber_msgs/msg/EngineState', 8, dict(crank_rpm=rpm + w('rpn', 3.5), load_percent=ld + w('ldn', .8), fuel_lph=q(np.maximum(3.2 + .26 * ld * self.rpm / 1600 + w('fu', .35) + 4. * f('fuel'), 0), .05), coolant_c=q(ct, .5),
            oil_pressure_kpa=q(150 + .17 * self.rpm - 1.1 * (ct - 80) + self.u('op', 4) + w('op', 3) - f('oil') * (46 + 14 * np.abs(self.white('opx'))), 4), boost_kpa=q(np.maximum(bo, 0), 1), exhaust_c=q(hold(ex, self.on('exhaust')), 1), derate_code=np.where(de > 0, 3, 0)))
        ph_ = lp(f('pump_heavy'), .15); ls = self.ls
        pb = ls + 21 + self.u('pb', .5) + w('pb', 1.6) + f('ripple') * 17 * self.white('rip') - ph_ * (22 + 6 * np.abs(self.wander('phx', 1, .4)))
        tc = self.warm('tc', self.amb, .62 * lp(ld, 90) + 10 * f('oil_hot'), 260, 22, 22., .1)
        pub(HYD, 'timber_msgs/msg/Hydraulics', 8, dict(pump_bar=q(pb, .5), load_sense_bar=q(ls + w('lsn', 1.3), .5), tank_c=q(tc, .5), tank_level_percent=q(74 + 2 * self.su('tl') - .25 * (A['re'] - 4) + .08 * (tc - 45) + w('tln', .2) - .2 * self.pit * .3 - 5 * f('oil_loss'), .2), return_filter_bar=q(.35 + 1.15 * lp(self.flow, .3) * (1 + .004 * (45 - tc)) + self.u('rf', .02) + w('rf', .035) + .62 * f('filter'), .01), swash_percent=q(np.clip(100 * lp(self.flow, .12) + w('sw', 1), 0, 100), 1)))
        ssp, sdr = lp(f('slew_spot'), .1), f('slew_drag') * (np.abs(self.sld) > .12); lf = lp(f('lift_far'), .2); sc = f('s_crane') * (self.pieces('sc', .6, 4, 0, 1) < .25)
        cb = [18 + 105 * np.clip(np.abs(self.sld) / .9, 0, 1) * (1 + .06 * self.wander('c0', 1, .5)) + 1.1 * np.abs(self.rol) + w('c0', 2.) + 34 * sdr + ssp * (26 + 12 * np.abs(self.white('ssx'))),
              52 + 7.2 * A['re'] + .085 * self.load + 22 * np.abs(self.red) * .4 + 3.5 * self.wander('c1', 1, .8) + w('c1', 2) + lf * (27 + 5 * self.wander('lfx', 1, .4)),
              40 + 5 * (A['re'] - 4) + .05 * self.load + 30 * np.abs(self.red) * .5 + 3 * self.wander('c2', 1, .7) + w('c2', 2) + ssp * 12 * np.abs(self.white('ssy')),
              28 + 3 * np.clip(A['re'] - 5, 0, 4) + 18 * np.abs(self.red) * .5 + w('c3', 1.6)]
        cb[1] = cb[1] * (1 - .9 * np.minimum(sc, 1))
        pub('/crane/health', 'timber_msgs/msg/CraneHealth', 8, dict(cylinder_bar=[q(np.maximum(x, 0), .5) for x in cb], slew_ring_c=q(self.warm('src', self.amb, 22 * lp(np.abs(self.sld), 60) + 6 * f('ring_warm'), 300, 5, 4., .08), .1), sensor_lost=sc > 0))
        lift, stick, ext = .95 - .055 * A['re'] + .09 * A['z'], -1.9 + .16 * A['re'] - .05 * A['z'], np.clip(A['re'] - 4.8, 0, 4.2)
        sa = f('stick_angle'); J = [A['sl'], lift, stick, ext]
        P = [x + w(f'j{k}', (.0012, .0008, .001, .003)[k]) + .002 * self.wander(f'js{k}', 1, .25) * (1 + 2 * self.saw) for k, x in enumerate(J)]
        fl = sa * (.012 * self.white('sa') + .05 * self.spikes('sas', .05)); P[2] = P[2] + fl; P[3] = P[3] - .21 * f('extension')
        V = [np.gradient(x, DT) + w(f'jv{k}', .006) for k, x in enumerate(J)]; V[2] = V[2] + sa * .1 * self.white('sav')
        self.joints(JNT, 10, ['slew', 'lift', 'stick', 'extension'], P, V, jit=.009, lag=.028, drop=.5 * f('joint_lost'))
        pub('/crane/tip', 'geometry_msgs/msg/PointStamped', 8, {'point.x': q(self.tx + w('tx', .012), .01), 'point.y': q(self.ty + w('ty', .012), .01), 'point.z': q(A['z'] + .02 * self.wander('tz', 1, .3) + w('tzn', .01), .01)}, 'crane_base')
        lv = [np.clip(delayed(self.sld, -.2) / 1.6, -1, 1), np.clip(delayed(self.red, -.2) / 3.5, -1, 1), np.clip(delayed(np.gradient(A['z'], DT), -.2) / 2, -1, 1), np.clip(self.fs / 4.5, -1, 1)]
        self.pub('/crane/lever', 'sensor_msgs/msg/Joy', 8, dict(axes=[q(x + w(f'lv{k}', .004) + (.065 * f('lever') if k == 1 else 0), .005) for k, x in enumerate(lv)], buttons=[self.saw, self.kn, self.drv]), 'seat', lens=dict(axes=4, buttons=3), jit=.009, lag=.02)
        # head
        r1, fd = lp(f('roller1_thick'), .08), self.fs > .4; hard = np.where(self.spc == 3, 1.25, 1.)
        rr = [self.fs / (np.pi * .42) * 60 * (1 + self.u(f'rr{k}', .003)) * (1 + .02 * self.wander(f'rs{k}', 1, .3)) + w(f'rr{k}', .8) * (.1 + self.fs / 4) for k in (0, 1)]
        rr[0] = rr[0] * (1 + r1 * (.15 + .06 * np.abs(self.wander('r1x', 1, .25))))
        rb = [14 + self.fs / 4.3 * (88 + .2 * D) * hard * (1 + .08 * self.wander(f'rb{k}', 1, .4)) + w(f'rb{k}', 2) for k in (0, 1)]; rb[1] = rb[1] + 52 * f('roller2') * np.tanh(self.fs / 1.5)
        ks = lp(f('knife_spot'), .08)
        kb = 6 + lp(self.kn.astype(float), .2) * (62 + .09 * D + self.u('kb', 1) + 3 * self.wander('kb', 1, .6) - 15 * f('knives')) + w('kb', 1.) + ks * 12 * self.white('ksx')
        dia = np.where(self.kn, D, 560) ; dia = lp(dia, .12) + w('di', 1.6) + self.kn * (3 * self.wander('di', 1, .3) + f('diameter') * (18 * self.white('dix') + 45 * self.spikes('dis', .04)))
        pub(FEED, 'timber_msgs/msg/Feed', 10, dict(roller_rpm=[q(x, .5) for x in rr], roller_bar=[q(x, .5) for x in rb], knife_bar=q(np.maximum(kb, 0), .5), stem_length_m=q(self.ln, .01), stem_diameter_mm=q(dia, 1), wheel_mps=q(self.fs + w('wh', .02) * np.minimum(self.fs * 3 + .1, 1) + f('wheel') * fd * (.5 * self.white('whx') - 1.4 * self.spikes('whs', .06)), .01), feed_request_mps=q(delayed(self.fs, -.1), .1), knives_closed=self.kn))
        cd, sf = f('chain_dull') * self.saw, f('s_saw') * (self.pieces('sf', .5, 4, 0, 1) < .3)
        ang = slew(self.saw * 78., 95, 190); cr = lp(slew(self.saw * 9200., 26000, 14000), .08)
        pub(SAW, 'timber_msgs/msg/Saw', 10, dict(bar_angle_deg=q(ang + w('an', .3) + 14 * (sf > 0), .5), chain_rpm=q(np.maximum(cr * (1 + self.u('cr', .005)) - 1.6 * D * self.saw + w('cr', 45) * self.saw, 0), 10), saw_motor_bar=q(np.maximum(5 + lp(self.saw.astype(float), .1) * (128 + .13 * D) + w('sm', 2.5) + 46 * cd, 0), 1),
            tension_bar=q(41 + self.u('te', .6) + 1.2 * self.wander('te', 1, 15) - 3 * self.saw + w('ten', .5) - f('tension') * (7 + 3 * np.abs(self.white('tex'))), .2), chain_oil_ml=q(3.1 + self.u('co', .1) + .2 * self.wander('co', 1, 20) + .6 * self.saw + w('con', .09) - 1.15 * f('chain_oil'), .05), bar_tip_c=q(self.warm('btc', self.amb, 90 * lp(self.saw.astype(float), 20) + 13 * f('bar_hot'), 60, 12, 5., .3), .5), sawing=self.saw, saw_fault=np.where(sf > 0, 5, 0)))
        pub(ATT, 'timber_msgs/msg/HeadAttitude', 6, dict(head_tilt_deg=q(A['tl'] + self.u('ti', .3) + 1.2 * self.wander('ti', 1, .5) + w('tin', .25) + 7 * f('tilt'), .1), rotator_deg=q(A['ro'] + w('ro', .3), .1), rotator_bar=q(16 + 55 * np.clip(np.abs(self.rod) / 30, 0, 1) + .02 * self.load + 2.5 * self.wander('rt', 1, .6) + w('rtn', 1.2) + lp(f('rotator'), .15) * (15 + 4 * np.abs(self.wander('rtx', 1, .4))), .5)))
        # carrier
        wr = [(v + (.8 if k % 2 else -.8) * self.yr) / (np.pi * 1.34) * 60 * (1 + self.u(f'wr{k}', .003)) * (1 + .01 * self.wander(f'ws{k}', 1, .6)) + w(f'wr{k}', .06) * np.minimum(v * 2, 1) for k in range(4)]; wr[2] = wr[2] + f('wheel3') * drv * (1.5 * self.white('w3') - 7 * self.spikes('w3s', .07))
        db = [11 + 128 * np.tanh(v / .3) * (1 + .045 * self.pit) * (1 + .06 * self.wander(f'db{k}', 1, .6)) + w(f'db{k}', 1.8) for k in (0, 1)]; db[0] = db[0] + 36 * f('drag1') * drv
        pub(DRV, 'timber_msgs/msg/Drive', 7, dict(wheel_rpm=[q(x, .05) for x in wr], bogie_motor_c=[q(self.warm(f'bm{k}', self.amb, 60 * lp(v, 60) + (10 * f('bogie2') if k else 0), 300, 12, 10., .12), .5) for k in (0, 1)], drive_bar=[q(np.maximum(x, 0), .5) for x in db], speed_request_mps=q(delayed(v, -.3), .05)))
        cy = [210 + (38 * k_p * self.pit * .35 + 30 * k_r * self.rol * .35) + .5 * self.wander(f'cy{i}', 1, 2) + w(f'cy{i}', .4) for i, (k_p, k_r) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1)))]; cy[1] = cy[1] - 17 * f('cab_cyl')
        pub('/carrier/level', 'timber_msgs/msg/CabLevel', 5, dict(terrain_pitch_deg=q(self.pit + w('pi', .12), .05), terrain_roll_deg=q(self.rol + w('rl', .12), .05), cylinder_mm=[q(x, .5) for x in cy]))
        pub('/tyres', 'timber_msgs/msg/Tyres', 1, dict(inflation_kpa=[q(420 + self.u(f'ty{k}', 4) + .9 * (self.amb - 8) + 2 * self.wander(f'ty{k}', 1, 30) + w(f'tyn{k}', .8) - (34 * f('tyre3') if k == 2 else 0), 1) for k in range(4)], carcass_c=[q(self.warm(f'tc{k}', self.amb, 8 * lp(v, 100), 400, 3, 3., .1), .5) for k in range(4)]))
        sh = .1 + .09 * self.rpm / 1600 + .35 * v + .5 * self.saw * .4; cr_ = lp(f('cab_rpm'), .1); cw = self.sld * .01
        self.imu(IMU, 14, (np.radians(.2 * self.rol) + .003 * self.wander('ir', 1, 1) + w('irn', .001), np.radians(-.2 * self.pit) + .003 * self.wander('ip', 1, 1) + w('ipn', .001), self.yaw + w('iy', .002)), (w('gx', .008 + .03 * v), w('gy', .008 + .03 * v) + cw * .5 + .036 * f('gyro') + self.u('gy', .0006), self.yr + cw + w('gz', .006)),
                 tuple(g + sh * self.white(f'a{c}', k) + cr_ * k * .42 * self.white(f'ax{c}') for c, k, g in zip('xyz', (.7, .8, 1.), (np.gradient(v, DT), self.z0, self.z0 + 9.81))), 'cab', lag=.02, jit=.006)
        pub('/odom', 'nav_msgs/msg/Odometry', 6, {'pose.pose.position.x': q(self.px + w('ox', .08, 8), .01), 'pose.pose.position.y': q(self.py + w('oy', .08, 8), .01), 'pose.pose.orientation.z': quat(self.yaw)[0], 'pose.pose.orientation.w': quat(self.yaw)[1], 'twist.twist.linear.x': q(v + w('ov', .012) * (.2 + drv), .001), 'twist.twist.angular.z': q(self.yr + w('oz', .003), .001)}, 'stand', age=.9 * f('odom_old'))
        fr = 900 + 21 * np.clip(ct - 78, 0, 25) * 4 + 8 * np.clip(tc - 40, 0, 40) + w('fr', 14)
        pub('/cooling', 'timber_msgs/msg/Cooling', 3, dict(fan_rpm=q(fr * (1 - .2 * f('fan')), 10), radiator_in_c=q(ct - .5 + w('ri', .2), .5), radiator_out_c=q(ct - 7 - .004 * (fr - 900) + w('ro_', .25), .5), screen_delta_pa=q(88 + .05 * (fr - 900) + self.u('sd', 2) + 4 * self.wander('sd', 1, 60) + w('sdn', 1.6) + 46 * f('screen'), 1)))
        al = lp(f('alternator'), .3)
        la = [self.lamps * (4.1 + self.u(f'la{k}', .06)) + .35 + w(f'la{k}', .025) for k in range(6)]; la[3] = la[3] * (1 - np.minimum(f('lamp4'), 1.25) * np.where(self.pieces('l4', .1, .9, 0, 1) < .4, .38, .1))
        pub(EL, 'timber_msgs/msg/Electric', 4, dict(alternator_v=q(28.15 + self.u('av', .04) - .006 * self.ia + .0001 * (self.rpm - 1500) + w('av', .03) - al * (.55 + .15 * np.abs(self.wander('avx', 1, .5))), .01), alternator_a=q(self.ia + w('aa', .5), .5), starter_battery_v=q(27.9 + w('sbv', .02) - .004 * self.ia, .01), lamp_a=[q(x, .02) for x in la]))
        gl = lp(f('glare'), .2); dust = lp(self.saw.astype(float), 1.2)
        pub('/stem_camera', 'timber_msgs/msg/StemCamera', 4, dict(stems=np.clip(5 + 2 * self.wander('st', 1, 8), 0, 20), contrast=q(np.clip(63 + self.u('cn', 1) - 5 * dust + 3 * np.cos(A['sl']) + 2 * self.wander('cn', 1, 12) - 5 * self.rain + w('cnn', 1.) - 10 * gl - 17 * f('lens'), 3, 99), .1), exposure_ms=q(np.maximum(7.5 + .6 * self.su('ex') + 1.1 * np.sin(A['sl']) + .7 * self.wander('exw', 1, 10) + w('exn', .15) - 3.2 * gl, .2), .05), best_score=q(np.clip(.86 + .05 * self.wander('bs', 1, 2) + w('bsn', .015), 0, 1), .01), inference_ms=q(47 + np.abs(w('im', 3)) + 2 * dust + f('infer') * (15 + 5 * np.abs(self.white('imx'))), .5)))
        sn, dm = f('scan'), []
        for k in range(9):
            x = 9 * np.exp(.35 * np.interp(self.s + 4 * A['sl'] + 2 * k, np.arange(-20, 900, 1.5), self.rng(f'sc{k}').standard_normal(614))) + w(f'sc{k}', .03)
            if 1 <= k <= 3: x = np.where((sn > 0) & (self.rng(f'scx{k}').random(n) < .5), .9 + np.abs(w(f'scz{k}', .15)), x)
            dm.append(q(np.clip(x, .3, 40), .01))
        pub('/stem_scanner', 'timber_msgs/msg/StemScan', 4, dict(distance_m=dm, spin_hz=q(12 + self.u('sp', .01) + w('sp', .02) + f('scan_spin') * .11 * self.white('spx'), .01), window_c=q(self.warm('wc', self.amb, self.z0 + 9, 200, 9, 5.), .5)))
        ua = f('s_urea') > 0
        pub('/stump_treatment', 'timber_msgs/msg/StumpTreatment', 3, dict(urea_bar=q(.1 + lp(self.spray.astype(float), .15) * 5.1 + np.abs(w('ub', .03)), .05), urea_litres=q(118 + 8 * self.su('ul') - np.cumsum(self.spray) * DT * .03 + .4 * self.wander('ul', 1, 2) + w('uln', .15), .1), spraying=self.spray, urea_alarm=ua & (t % 18 < 6)))
        pub('/fire_guard', 'timber_msgs/msg/FireGuard', 1, dict(bottle_bar=q(14.9 + self.u('bb', .1) + .03 * (self.amb - 8) + w('bb', .025) - 1.15 * f('bottle'), .01), engine_bay_c=q(self.warm('eb', self.amb, .35 * lp(ld, 60), 180, 14, 18., .2), .5), wire_ohm=121 + w('wo', .6)))
        pub('/machine/link', 'timber_msgs/msg/MachineLink', 2, dict(rssi_dbm=-88 + self.su('rs', 3) + 3 * np.sin(self.s / 40) + 2.5 * self.wander('rs', 1, 5) + w('rsn', 1), delay_ms=q(95 + np.abs(w('dl', 18)) + 220 * self.spikes('dls', .01), 1), sent_kb=np.cumsum(np.full(n, DT * 11.))))
        pub('/production', 'timber_msgs/msg/Production', 1, dict(logs_total=self.nlog, volume_m3=q(self.vol, .001), species=self.spc, work_phase=self.ph))
        lo = f('loop')
        pub('/machine/computer', 'timber_msgs/msg/Computer', 2, dict(loop_ms=q(19.4 + np.abs(w('lo', .4)) + 2 * lo, .1), loop_peak_ms=q(27 + np.abs(w('lk', 3)) + lo * (19 + 8 * self.rng('lkx').random(n)), .1), core_c=q(self.warm('co_', self.amb, 19 + .04 * ld, 200, 20, 20., .2), .5), ram_mb=q(1490 + 85 * self.newver + 8 * self.su('rm') + 4 * self.wander('rm', 1, 110) + w('rmn', 1.2) + self.computer_leak('ram', 150), 1)), strs=dict(build='2026.2' if self.newver else '2026.1'))
        pub('/cab/climate', 'timber_msgs/msg/CabClimate', 1, dict(cab_c=q(20.5 + .4 * self.wander('cc', 1, 200) + w('cc', .06), .1), blower_a=q(2 + 7 * self.blow + w('ba', .1), .1), refrigerant_bar=q(6.5 + .1 * (self.amb - 8) + w('rfb', .08), .05)))
        pub('/ambient', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('at', .08), .1)))
        self.goals('/work/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .04 else 4) for i, (a, b, k) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_engine', 'engine', ['derate active, code 3', 'rail pressure below set value'])
        a2 = self.speak('s_saw', 'saw', ['bar not home after cut', 'bar home switch retry'], 14)
        a3 = self.speak('s_crane', 'crane', ['lift pressure sensor lost', 'crane in reduced mode'])
        s = self.when('s_urea'); a4 = self.z0
        if s:
            for x in np.arange(s['start'] + 1, s['end'], 23): self.log(x, 'W', 'stump', 'urea level low', 'fault')
            a4 = np.where(self.on('s_urea'), 1., 0.)
        self.routine([(60, 'I', 'bucking', 'stem done, {} dm3', 80, 900), (10, 'W', 'head', 'feed restarted after {} s', .5, 2), (6, 'W', 'planner', 'stand blocked, wait {} s', 3, 12), (5, 'I', 'forest', 'map tile {}', 10, 90), (4, 'W', 'measuring', 'diameter check differs {} mm', 3, 9)],
                     [('I', 'core', 'build ' + ('2026.2' if self.newver else '2026.1')), ('W', 'measuring', 'calibration older than 7 days'), ('W', 'hydraulics', 'oil cold, reduced speed'), ('I', 'crane', 'zero positions taken')])
        self.status('engine', 'ECU', a1, {2: 'derate'}, load=self.ld); self.status('saw', 'SW', a2, {2: 'bar not home'}); self.status('crane', 'CR', np.maximum(a3, brief_warn(self, 'cr', 1.2)), {1: 'end damping', 2: 'sensor lost'})
        self.status('stump treatment', 'ST', a4, {1: 'urea low'}); self.status('gnss', 'G2', brief_warn(self, 'gn', 1.6), {1: 'few satellites under canopy'})
