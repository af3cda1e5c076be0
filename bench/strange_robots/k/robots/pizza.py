"""Pizza robot of a take-away shop: dough press, sauce, topping hoppers, a gantry arm with a peel, belt oven, cutter, boxer, warm lockers; English, nested messages."""
import numpy as np
from base import DT, Robot, Track
from lib import K, brief_warn, hold, hyst, lp, mdef, q, slew

PRS, SAU, TOP, DRV, JNT, POS, PEEL, OVN, CUT, BOX, CLD, SCL, VIS, AIR, OUT, MNS, CAB, LCK, CPU = ('/press', '/sauce', '/toppings', '/gantry/drives', '/gantry/joint_states', '/gantry/pose', '/peel', '/oven', '/cutter', '/boxer', '/cold_room', '/scale',
    '/pizza_camera', '/air_supply', '/out_belt', '/mains_meter', '/cabinet', '/lockers', '/controller')
ST = dict(home=(.7, 0.), press=(0., 0.), sauce=(.95, .35), tops=(1.55, .45), ovin=(2.25, .15), ovout=(2.3, -.85), cut=(1.5, -.8), box=(.85, -.75), lock=(.1, -1.05))


class Pizza(Robot):
    NAME = 'pizza'
    FLAGS = [(PRS, 'press_fault'), (SAU, 'state_word'), (CUT, 'jam_count'), (BOX, 'magazine_low')]
    DEFS = {
        'pizzeria_msgs/msg/Press': mdef('float32 press_force_kn press_stroke_mm press_amps; float32[2] platen_c; uint32 discs; uint8 press_fault'),
        'pizzeria_msgs/msg/Sauce': mdef('float32 pump_rpm pump_amps line_bar sauce_kg sauce_c portion_g; uint16 state_word'),
        'pizzeria_msgs/msg/Hopper': 'float32 auger_amps\nfloat32 fill_pct\nint16 dose_g',
        'pizzeria_msgs/msg/Toppings': mdef('pizzeria_msgs/Hopper[4] hopper; float32 turntable_amps index_ms'),
        'pizzeria_msgs/msg/Axis': 'float32 amps\nfloat32 motor_c\nfloat32 lag_mm',
        'pizzeria_msgs/msg/Drives': mdef('pizzeria_msgs/Axis[4] axis; uint16 enable_word'),
        'pizzeria_msgs/msg/Peel': mdef('float32 peel_belt_amps tool_volts payload_kg tool_speed; bool loaded'),
        'pizzeria_msgs/msg/Oven': mdef('float32[3] zone_c element_amps; float32 belt_mm_s belt_amps exhaust_c surface_c; uint16 exhaust_rpm; uint8 inside'),
        'pizzeria_msgs/msg/Cutter': mdef('float32 blade_amps blade_rpm stroke_ms; uint16 jam_count'),
        'pizzeria_msgs/msg/Boxer': mdef('float32 suction_kpa fold_ms magazine_mm; uint32 boxes; bool magazine_low'),
        'pizzeria_msgs/msg/ColdRoom': mdef('float32 cold_c compressor_amps head_bar suction_bar; uint16 evaporator_rpm; bool defrost door_open'),
        'pizzeria_msgs/msg/Scale': mdef('float32 net_g drift_g'),
        'pizzeria_msgs/msg/PizzaCamera': mdef('float32 match_pct latency_ms brightness diameter_mm'),
        'pizzeria_msgs/msg/AirSupply': mdef('float32 supply_bar consumption_lpm dewpoint_c'),
        'pizzeria_msgs/msg/OutBelt': mdef('float32 belt_speed belt_amps; uint32 encoder'),
        'pizzeria_msgs/msg/MainsMeter': mdef('float32[3] volts amps; float32 power_kw'),
        'pizzeria_msgs/msg/Cabinet': mdef('float32 volts_24 amps_24 inside_c; uint16 fan_rpm'),
        'pizzeria_msgs/msg/Lockers': mdef('float32[4] locker_c; uint8 occupied; float32 lock_amps'),
        'pizzeria_msgs/msg/Guards': mdef('bool estop_ok hatch_closed; float32 curtain_pct'),
        'pizzeria_msgs/msg/Order': mdef('uint8 recipe phase queue; uint32 order_no'),
        'pizzeria_msgs/msg/Controller': mdef('float32 scan_ms scan_max_ms memory_mb cpu_c; string release'),
    }
    k = lambda w, t, f, p, **kw: K(w, [t] if isinstance(t, str) else t, f.split(), p.split('|'), **kw)
    KINDS = dict(
        press_spindle=k('press draws more and more current: spindle dry', PRS, 'press_amps', 'press|dough press|spindle', step=False, where='when pressing'),
        press_heavy=k('press needs more current when the force is above a number: thrust bearing', PRS, 'press_amps', 'press|dough press|thrust bearing', where='**press force above a number**', cond=True, need=10),
        press_stroke=k('stroke of the press flickers: scale dirty with flour', PRS, 'press_stroke_mm', 'press|dough press|stroke sensor'),
        platen_low=k('lower platen of the press colder: heating cartridge', PRS, 'platen_c[1]', 'press|lower platen|platen'),
        platen_frozen=k('temperature of the upper platen frozen', PRS, 'platen_c[0]', 'press|upper platen|platen'),
        sauce_pump=k('sauce pump draws more and more current: rotor swollen', SAU, 'pump_amps', 'sauce pump|sauce', step=False, where='when pumping', need=12),
        sauce_uneven=k('speed of the sauce pump uneven: coupling', SAU, 'pump_rpm', 'sauce pump|sauce|coupling', where='when pumping', need=12),
        nozzle=k('pressure of the sauce line high: nozzle half clogged', SAU, 'line_bar', 'sauce nozzle|sauce line|sauce', where='when pumping', need=12),
        sauce_fast=k('line pressure flutters when the pump is faster than a number: valve seat', SAU, 'line_bar', 'sauce line|sauce|valve', where='**pump speed above a number**', cond=True, need=10),
        sauce_warm=k('sauce gets warm: cooling jacket', SAU, 'sauce_c', 'sauce|cooling jacket', step=False, tail=300),
        sauce_level=k('sauce level noisy: radar horn splashed', SAU, 'sauce_kg', 'sauce|sauce tank|radar'),
        hopper2=k('auger of hopper 2 draws more and more current: cheese clots', TOP, 'hopper[1].auger_amps', 'hopper 2|toppings|auger', step=False, where='when dosing', need=6),
        hopper3=k('fill of hopper 3 reads too low: window greasy', TOP, 'hopper[2].fill_pct', 'hopper 3|toppings'),
        dose1=k('doses of hopper 1 scatter: vane bent', TOP, 'hopper[0].dose_g', 'hopper 1|toppings'),
        turntable=k('turntable indexes slowly: brake drags', TOP, 'index_ms turntable_amps', 'turntable|toppings'),
        axis1_rail=k('axis 1 of the gantry draws more and more current: rail dry', DRV, 'axis[0].amps', 'axis 1|gantry|rail', step=False, where='when moving'),
        axis2_heavy=k('axis 2 draws more current when it carries more than a number: carriage bearing', DRV, 'axis[1].amps', 'axis 2|gantry|carriage', where='**payload above a number**', cond=True, need=12),
        axis3_place=k('axis 3 draws more current at one place: rail bent there', DRV, 'axis[2].amps', 'axis 3|gantry|rail', where='**at a place**', cond=True, need=8),
        axis4_belt=k('axis 4 lags: belt loose', DRV, 'axis[3].lag_mm', 'axis 4|gantry|axis 4 belt', where='when moving'),
        axis2_hot=k('motor of axis 2 gets hot: brake half closed', DRV, 'axis[1].motor_c', 'axis 2|gantry|brake', step=False, tail=300),
        axis1_frozen=k('motor temperature of axis 1 frozen', DRV, 'axis[0].motor_c', 'axis 1|gantry'),
        lag_fast=k('axis 1 lags when the tool is faster than a number: gain lost', DRV, 'axis[0].lag_mm', 'axis 1|gantry', where='**tool speed above a number**', cond=True, need=12),
        joint3=k('speed of joint 3 flickers: encoder', JNT, 'velocity[2]', 'joint 3|gantry|encoder', where='when moving'),
        joints_old=k('joint states come with old stamps', JNT, 'header.stamp', 'joint states|gantry'),
        pose_lost=k('poses of the tool get lost', POS, 'header.stamp', 'tool pose|gantry'),
        shake_place=k('gantry is shaken at one place: rail joint', '/gantry/imu', 'linear_acceleration.x linear_acceleration.y linear_acceleration.z', 'gantry imu|rail joint|imu', where='**at a place**', cond=True, need=8),
        frame_tilt=k('frame leans: foot sunken', '/gantry/imu', 'linear_acceleration.y', 'gantry imu|frame|imu'),
        imu_lost=k('messages of the gantry imu get lost', '/gantry/imu', 'header.stamp', 'gantry imu|imu'),
        cable_place=k('supply of the tool falls at one place: cable breaks in the chain', PEEL, 'tool_volts', 'peel|tool cable|cable chain', where='**at a place**', cond=True, need=8),
        peel_belt=k('belt of the peel draws more current: flour in the roller', PEEL, 'peel_belt_amps', 'peel|peel belt', where='when the peel runs', need=8),
        payload_off=k('payload of the peel reads too much: cell bent', PEEL, 'payload_kg', 'peel|load cell'),
        element2=k('heating element 2 draws less and less current: ageing', OVN, 'element_amps[1]', 'element 2|oven|heating element', step=False, where='when heating'),
        zone3=k('thermocouple of zone 3 reads too low: junction corroded', OVN, 'zone_c[2]', 'zone 3|oven|thermocouple'),
        zone1=k('temperature of zone 1 noisy: terminal', OVN, 'zone_c[0]', 'zone 1|oven|terminal'),
        oven_belt=k('belt of the oven draws more and more current: chain stretched', OVN, 'belt_amps', 'oven belt|oven|chain', step=False),
        oven_speed=k('belt of the oven runs unevenly: sprocket tooth', OVN, 'belt_mm_s', 'oven belt|oven|sprocket'),
        belt_hot=k('current of the oven belt flutters when zone 2 is hotter than a number: chain oil burnt', OVN, 'belt_amps', 'oven belt|oven|chain', where='**zone temperature above a number**', cond=True),
        exhaust_fan=k('exhaust fan slow: grease on the wheel', OVN, 'exhaust_rpm', 'exhaust fan|oven'),
        exhaust_hot=k('exhaust gets hot: duct clogging', OVN, 'exhaust_c', 'exhaust|oven|duct', step=False, tail=250),
        pyrometer=k('pyrometer reads too low: lens greasy', OVN, 'surface_c', 'pyrometer|oven'),
        blade=k('cutter draws more and more current: blade blunt', CUT, 'blade_amps', 'cutter|blade', step=False, where='when cutting', need=8),
        blade_speed=k('speed of the blade flickers: hall sensor', CUT, 'blade_rpm', 'cutter|blade|hall sensor', where='when cutting', need=8),
        stroke_slow=k('stroke of the cutter slow: cylinder seal', CUT, 'stroke_ms', 'cutter|cylinder'),
        cup=k('vacuum of the boxer weak: cup torn', BOX, 'suction_kpa', 'boxer|cup', where='when it holds a box', need=8),
        fold=k('folding of the box slow: hinge sticky', BOX, 'fold_ms', 'boxer|folder'),
        magazine=k('height of the box magazine noisy: sensor loose', BOX, 'magazine_mm', 'boxer|magazine'),
        compressor=k('compressor of the cold room draws more and more current: winding', CLD, 'compressor_amps', 'compressor|cold room', step=False, where='when the compressor runs'),
        condenser=k('head pressure high: condenser full of flour', CLD, 'head_bar', 'condenser|cold room', where='when the compressor runs'),
        cold_frozen=k('temperature of the cold room frozen', CLD, 'cold_c', 'cold room|cold probe'),
        evaporator=k('evaporator fan slow: ice', CLD, 'evaporator_rpm', 'evaporator|cold room'),
        scale_noise=k('scale noisy: draught under the plate', SCL, 'net_g', 'scale|weighing'),
        scale_zero=k('zero of the scale drifts: crumbs', SCL, 'drift_g', 'scale|weighing', step=False),
        camera_lens=k('pizza camera matches less and less: steam film', VIS, 'match_pct', 'pizza camera|camera|lens', step=False),
        camera_bright=k('camera slow when the picture is brighter than a number: exposure hunts', VIS, 'latency_ms', 'pizza camera|camera', where='**brightness above a number**', cond=True),
        air_flow=k('supply pressure falls when the consumption is above a number: filter', AIR, 'supply_bar', 'air supply|filter', where='**air consumption above a number**', cond=True),
        dewpoint=k('dew point of the air rises: dryer', AIR, 'dewpoint_c', 'air supply|dryer', step=False),
        out_belt=k('out belt draws more current: crumbs under the belt', OUT, 'belt_amps', 'out belt', where='when the belt runs', need=10),
        phase3=k('voltage of phase 3 falls when its current is above a number: terminal', MNS, 'volts[2]', 'mains|phase 3|terminal', where='**line current above a number**', cond=True),
        volts24=k('24 V uneasy: power supply capacitor', CAB, 'volts_24', 'cabinet|24 v|power supply'),
        locker3=k('locker 3 cools down: heating foil', LCK, 'locker_c[2]', 'locker 3|lockers|heating foil', tail=200),
        scan_time=k('controller has far longer worst scans', CPU, 'scan_max_ms scan_ms', 'controller'),
        memory=k('memory of the controller fills', CPU, 'memory_mb', 'controller|memory', step=False),
        s_press=k('press reports that it does not reach its force', [PRS, '/rosout', '/diagnostics'], 'press_fault press_force_kn', 'press|dough press', silent=False),
        s_sauce=k('sauce station reports dry running', [SAU, '/rosout', '/diagnostics'], 'state_word pump_amps', 'sauce|sauce pump', silent=False),
        s_cutter=k('cutter reports jams again and again', [CUT, '/rosout', '/diagnostics'], 'jam_count blade_rpm', 'cutter|blade', silent=False),
        s_magazine=k('boxer warns that the magazine is nearly empty', [BOX, '/rosout', '/diagnostics'], 'magazine_low', 'boxer|magazine', silent=False),
    )

    def plan(self):
        self.day(23, 1.8, 5.); self.site = self.is_life(2, 6, 9); T = Track(self, x=.7, y=0., z=.5, w=0.); r, n = T.r, self.n
        self.evening = self.is_life(4, 8) or r.random() < .25; due, no = [], 0; T.set(recipe=1, dough=260)
        new3, new4 = self.new(3), self.new(4); washed = 0
        def at(p, sec, code, z=.18, w=0., **on):
            d = np.hypot(ST[p][0] - T.pos['x'], ST[p][1] - T.pos['y']); T.go(code, v=1.1, a=1.5, x=ST[p][0], y=ST[p][1], z=.5, w=w); T.go(code, v=.6, a=1.5, z=z)
            T.set(**on); T.wait(sec, code); T.set(**{k: 0 for k in on}); T.go(code, v=.6, a=1.5, z=.5)
        if self.cold: T.wait(r.uniform(180, 290), 11)
        else: T.wait(r.uniform(8, 30), 0)
        while T.more:
            a0 = T.i; u = r.random(); T.spd = .62 if r.random() < .1 else 1.
            if u < (.03 if self.evening else .1): T.go(0, x=.7, y=0.); T.wait(r.uniform(10, 55), 0)
            elif u < .135: T.go(9, x=.7, y=0.); T.set(hatch=1); T.wait(r.uniform(15, 50), 9); T.set(hatch=0)           # somebody fills hoppers or wipes
            if new4 and washed < 2 and r.random() < .08: washed += 1; T.go(10, x=.95, y=.35); T.set(pump=1.35, wash=1); T.wait(r.uniform(30, 50), 10); T.set(pump=0, wash=0)     # sauce line rinsed: for the first time in life/4
            if len(due) < 4 and (not due or due[0] > T.sec - 30 or r.random() < .4):
                rec = int(r.choice((1, 2, 3), p=(.45, .33, .22))) if not (new3 and r.random() < .22) else 4               # family size: for the first time in life/3
                g = {1: 255, 2: 262, 3: 280, 4: 430}[rec] * r.uniform(.94, 1.06); no += 1; T.set(recipe=rec, dough=g, no=no)
                T.go(1, v=1.1, a=1.5, x=0., y=0.); T.set(pr=1); T.wait(4.2 + .006 * g, 1); T.set(pr=0, discs=no); T.go(1, v=.6, a=1.5, z=.16); T.set(peel=1); T.wait(1.6); T.set(peel=0, kg=.35 + g / 1000); T.go(1, v=.6, a=1.5, z=.5)
                at('sauce', 4.5 + .008 * g, 2, w=2.8, pump=r.uniform(.7, 1.2)); T.set(kg=.35 + g / 1000 + .09)
                T.go(3, v=1.1, a=1.5, x=ST['tops'][0], y=ST['tops'][1], z=.3, w=0.); kg = .44 + g / 1000
                for k in {1: (0, 1), 2: (0, 1, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}[rec]:
                    T.set(index=1); T.wait(1.1); T.set(index=0); T.set(**{f'd{k}': 1}); T.wait(2.6 + (1.3 if rec == 4 else 0)); T.set(**{f'd{k}': 0}); kg += .06; T.set(kg=kg)
                at('ovin', 1.8, 4, .25, peel=1); T.set(kg=.35); due.append(T.sec + r.uniform(185, 215))
            if due and due[0] <= T.sec:
                due.pop(0); T.go(5, v=1.1, a=1.5, x=ST['ovout'][0], y=ST['ovout'][1], z=.5); T.go(v=.6, z=.22); T.set(peel=1, look=1); T.wait(2.); T.set(peel=0, look=0, kg=.35 + T.H['dough'][T.i - 1] / 1000 + .2); T.go(v=.6, z=.5)
                at('cut', 6.5, 6, .3, cut=1); T.go(7, v=1.1, a=1.5, x=ST['box'][0], y=ST['box'][1]); T.set(hold=1); T.wait(3.2, 7); T.set(peel=1); T.wait(1.5); T.set(peel=0, hold=0, kg=.35, boxes=no); T.wait(1.4); T.set(belt=1); at('lock', 2.2, 8, .3, lock=1); T.set(belt=0)
            else: T.go(0, v=1., a=1.2, x=.7, y=0.); T.wait(r.uniform(2, 9), 0)
            T.task(a0, 'pizza')
        A, H, self.st = T.close(); self.H = H; z = self.z0; E = lambda k_: H.get(k_, z); self.E = E; self.tasks = T.tasks
        self.P = [lp(A[k_], .05) for k_ in 'xyzw']; self.dP = [lp(np.gradient(x, DT), .05) for x in self.P]; self.ddP = [lp(np.gradient(x, DT), .08) for x in self.dP]
        self.v = lp(np.hypot(self.dP[0], self.dP[1]), .05); self.mv = (np.abs(self.dP[0]) + np.abs(self.dP[1]) + np.abs(self.dP[2]) + .3 * np.abs(self.dP[3])) > .06; self.kg = lp(np.maximum(E('kg'), .35), .1)
        self.force = lp(E('pr') * (5.5 + .016 * E('dough')), .45); self.pump = lp(slew(E('pump') * 92., 130), .2) * (1 + .02 * self.wander('pump', 1, .8))
        self.rate_air = lp(28 + 120 * E('cut') + 90 * E('hold') + 210 * (np.abs(np.gradient(lp(E('pr'), .2), DT)) > .1) + 45 * (self.pieces('nei', 8, 45, 0, 1) < .4), .7) + 3 * self.wander('ra', 1, 3)
        self.inside = np.clip(np.cumsum((np.diff(self.st, prepend=0) != 0) & (self.st == 4)) - np.cumsum((np.diff(self.st, prepend=0) != 0) & (self.st == 5)), 0, 4)
        self.zone, self.heat = [], []
        for k in range(3):
            a, b = hyst(.34 + .05 * self.inside * (1.3, 1., .7)[k] + .02 * self.wander(f'z{k}', 1, 30), 1.15 if not self.site else 1.02, 314 + 3 * k, 321 + 3 * k, (95 if self.cold else 317) + 6 * k); self.zone.append(lp(a, 3.)); self.heat.append(b)
        self.lum = 118 + 6 * self.su('lum') + 14 * np.tanh(1.5 * self.wander('lum', 1, 40)) + 10 * (self.st == 9) + 2 * self.wander('lu2', 1, 5)
        df = np.zeros(n); d0 = r.uniform(300, self.dur - 500); df[int(d0 / DT):int((d0 + 240) / DT)] = 1; self.defrost = df                       # once an hour
        on = np.zeros(n); c, s = 3.6, False; out = np.zeros(n)                                                                              # cold room: cools with hysteresis, warms by its door
        for i, (wi, d) in enumerate(zip((.006 + .03 * E('hatch') + .0015 * self.hotday + z).tolist(), df.tolist())):
            s = (c > 2.4) if s else (c > 4.4)
            if d: s = False
            c += (wi - (.021 if s else 0) + (.004 if d else 0)) * DT; out[i] = c; on[i] = s
        self.cold_c, self.comp = lp(out, 4.), on
        self.ia = 6 + 3.2 * self.heat[0] * 3.1 + 9. * self.comp * .5 + 1.2 * lp(self.force, .2) * .4 + 2.5 * (self.pieces('shop', 15, 80, 0, 1) < .45) + .3 * self.wander('ia', 1, 4)
        ln = ['line current', 'amps', 'current', 'load', 'power']; sp = ['tool speed', 'speed', 'faster', 'velocity']
        self.num('press_heavy', self.force, PRS + ':press_force_kn', ['press force kn', 'press force', 'force', 'dough'], above=self.quan(self.force, self.force > 5, .35, 1), tol=.4)
        self.num('sauce_fast', self.pump, SAU + ':pump_rpm', ['pump rpm', 'speed', 'rpm', 'faster', 'pump'], above=self.quan(self.pump, self.pump > 40, .35, 0), tol=.4, and_=self.pump > 30)
        self.num('axis2_heavy', self.kg, PEEL + ':payload_kg', ['payload kg', 'payload', 'carries', 'load', 'weight', 'loaded'], above=.5, tol=.45, and_=self.mv)
        self.num('lag_fast', self.v, PEEL + ':tool_speed', sp, above=self.quan(self.v, self.v > .1, .4, 2), tol=.45)
        self.num('belt_hot', self.zone[1], OVN + ':zone_c[1]', ['zone c', 'zone', 'temperature', 'hotter', 'element amps'], above=self.quan(self.zone[1], self.zone[1] > 300, .5, 1), tol=.08)
        self.num('camera_bright', self.lum, VIS + ':brightness', ['brightness', 'brighter', 'light'], above=self.quan(self.lum, self.lum > 0, .62, 0), tol=.2)
        self.num('air_flow', self.rate_air, AIR + ':consumption_lpm', ['consumption lpm', 'consumption', 'flow', 'air'], above=self.quan(self.rate_air, self.rate_air > 0, .7, 0), tol=.45)
        self.num('phase3', self.ia, MNS + ':amps[2]', ln, above=self.quan(self.ia, self.ia > 0, .58, 1), tol=.35)
        self.places(self.P[0], self.P[1], self.mv, axis3_place=(.2, .09), shake_place=(.2, .09), cable_place=(.2, .09))
        mo = ('moving', 'tool speed', 'running', 'moves', 'velocity'); self.mode('axis1_rail axis4_belt joint3', self.mv, *mo); self.mode('press_spindle', self.force > 2, 'pressing', 'press force', 'force', 'press'); self.mode('sauce_pump sauce_uneven nozzle', self.pump > 30, 'pumping', 'pump rpm', 'pump', 'running')
        self.mode('hopper2', E('d1') > 0, 'dosing', 'hopper', 'auger', 'running'); self.mode('peel_belt', E('peel') > 0, 'peel', 'runs', 'running', 'loaded'); self.mode('element2', self.heat[1] > 0, 'heating', 'element', 'on'); self.mode('blade blade_speed', E('cut') > 0, 'cutting', 'cutter', 'blade', 'running')
        self.mode('cup', E('hold') > 0, 'holds', 'holding', 'box', 'suction'); self.mode('compressor condenser', self.comp > 0, 'compressor', 'runs', 'running', 'cooling'); self.mode('out_belt', lp(E('belt'), .2) > .5, 'belt', 'runs', 'running', 'moving')

    def build(self):
        t, n, f, w, E, h = self.t, self.n, self.f, self.ns, self.E, self.h; pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.003, lag=.006), **k)); mv = self.mv.astype(float); W, S = self.wander, self.white
        fo = self.force; bad = self.shape('s_press', .4, 1, 6) & (fo > 3); pn = np.clip(fo / 4, 0, 1)
        pc = []
        for k in (0, 1):
            a, b = hyst(.05 + .08 * pn + z if (z := self.z0) is not None else 0, .3 - .06 * self.site, 148, 153, (60 if self.cold else 150) + k); x = lp(a, 2.) + 2 * k + w(f'pc{k}', .12) - (5.2 * h('platen_low', 25) if k else 0); pc.append(q(self.fz(x, 'platen_frozen') if k == 0 else x, .1))
        pub(PRS, 'pizzeria_msgs/msg/Press', 10, dict(press_force_kn=q(np.where(bad, .7, 1) * fo * (1 + self.u('pf', .01)) + w('pfn', .05), .02), press_stroke_mm=q(lp(E('pr'), .5) * (88 - .02 * E('dough')) + w('ps', .12) + f('press_stroke') * (1.5 * S('psx') + 9 * self.spikes('pss', .03)), .05),
            press_amps=q(.5 + 1.25 * fo * (1 + .03 * W('pa', 1, 1.)) + np.abs(w('pan', .12)) + 2.7 * f('press_spindle') * pn + h('press_heavy') * (2.4 + .6 * W('phx', 1, .3)), .02), platen_c=pc, discs=E('discs'), press_fault=np.where(bad, 4, 0)))
        pu = self.pump; po = np.clip(pu / 40, 0, 1); dry = self.shape('s_sauce', .3, .8, 5) & (pu > 30); sk, _ = hyst(.0011 * pu * (1 - E('wash')) * .3, .9, 3.2, 19.5, 10 + 4 * np.tanh(self.su('sk'))); vis = 1 + .03 * self.su('visc') - .01 * (self.amb - 23) * .3
        pub(SAU, 'pizzeria_msgs/msg/Sauce', 8, dict(pump_rpm=q(np.maximum(pu + w('pr', .4) * po - f('sauce_uneven') * po * (5 + 5 * W('sux', 1, .3)), 0), .2), pump_amps=q((.2 + (.3 + .012 * pu) * po * vis * np.where(dry, .5, 1) * (1 + .03 * W('sa', 1, 1)) + np.abs(w('san', .02)) + .42 * f('sauce_pump') * po), .005),
            line_bar=q(np.maximum(.15 + .021 * pu * vis * (1 + .03 * W('lb', 1, .8)) + w('lbn', .02) + po * .62 * f('nozzle') + h('sauce_fast') * .36 * S('sfx'), 0), .01), sauce_kg=q(sk + w('sk', .03) + f('sauce_level') * (.32 * S('skx') - 1.4 * self.spikes('sks', .03)), .01), sauce_c=q(self.T('sc', 4.5 * f('sauce_warm') + .4 * po, 260, -16.5 - .6 * self.hotday * 0, .08, amb=23 + .25 * (self.amb - 23)), .1),
            portion_g=q(hold(88 + 5 * self.pieces('pg', 20, 60, -1, 1), pu < 30), .5), state_word=np.where(dry, 0x0204, 0x0200) + (pu > 5)))
        V = {}; fills = []; tt = lp(E('index'), .1)
        for k in range(4):
            d = E(f'd{k}'); fl, _ = hyst(d * (.62, .8, .55, .5)[k], 4.5, 18 + 2 * k, 94, 55 + 18 * np.tanh(self.su(f'fl{k}'))); dm = np.maximum.accumulate(np.where(np.diff(d, prepend=0) < 0, np.arange(n), 0)); ds = (62, 85, 44, 38)[k] + 3.2 * self.rng(f'ds{k}').standard_normal(n)[dm]
            V.update({f'hopper[{k}].auger_amps': q(.15 + lp(d, .12) * ((1.5, 1.9, 1.2, 1.1)[k] + .004 * fl + .07 * W(f'ha{k}', 1, .8) + (.9 * f('hopper2') if k == 1 else 0)) + np.abs(w(f'han{k}', .03)), .01), f'hopper[{k}].fill_pct': q(np.clip(lp(fl, 1) + .6 * W(f'hf{k}', 1, 6) + w(f'hfn{k}', .35) - (6.5 * f('hopper3') if k == 2 else 0), 0, 100), .1),
                      f'hopper[{k}].dose_g': ds + (h('dose1', 1) * 13 * self.rng('dsx').standard_normal(n)[np.maximum(dm, (self.t // 9 * 180).astype(int).clip(0, n - 1))] if k == 0 else 0)})
        pub(TOP, 'pizzeria_msgs/msg/Toppings', 8, dict(V, turntable_amps=q(.2 + tt * (1.7 + .1 * W('ta', 1, 1) + .45 * f('turntable')) + np.abs(w('tan', .04)), .01), index_ms=q(hold(880 + 22 * self.pieces('im', 4, 16, -1, 1), E('index') < .5) + 95 * f('turntable') + w('imn', 2), 1)))
        # gantry
        V = {}; pl, hv, lf = h('axis3_place', .12), h('axis2_heavy', .12), h('lag_fast', .1)
        for k in range(4):
            c = .4 + (1.1, 1.3, 1.6, .5)[k] * np.clip(np.abs(self.dP[k]) * 8, 0, 1) + (.32, .35, .2, .1)[k] * np.abs(self.ddP[k]) * (.8 + .5 * self.kg) + (1.1 * self.kg + .6 if k == 2 else 0); V0 = c; mk = np.clip(np.abs(self.dP[k]) * 10, 0, 1)
            c = c * (1 + self.u(f'ca{k}', .015)) + .05 * W(f'ca{k}', 1, .7) * (.4 + mv) + np.abs(w(f'can{k}', .05)) + (1.4 * f('axis1_rail') * mk if k == 0 else hv * (1.2 + .3 * W('hvx', 1, .3)) if k == 1 else pl * (1.5 + .4 * W('plx', 1, .2)) if k == 2 else 0)
            lag = .9 * self.dP[k] + .05 * self.ddP[k] + w(f'lg{k}', .04) * (1 + mv) + (lf * (.9 * S('lfx') + .5) if k == 0 else f('axis4_belt') * mv * .75 * W('a4x', 1, .15) if k == 3 else 0); x = self.T(f'mc{k}', 11 * lp(V0, 8) + (8.5 * f('axis2_hot') if k == 1 else 0), 75, 3, .08)
            V.update({f'axis[{k}].amps': q(c, .01), f'axis[{k}].motor_c': q(self.fz(x, 'axis1_frozen') if k == 0 else x, .1), f'axis[{k}].lag_mm': q(lag, .005)})
        pub(DRV, 'pizzeria_msgs/msg/Drives', 12, dict(V, enable_word=0x0027 + 0x100 * self.mv))
        vel = [self.dP[k] + w(f'jv{k}', .004) for k in range(4)]; vel[2] = vel[2] + f('joint3') * self.mv * (.09 * S('jvx') - .5 * self.spikes('jvs', .06))
        self.joints(JNT, 14, ['rail_x', 'rail_y', 'lift', 'turn'], [self.P[k] + w(f'jp{k}', 5e-5) for k in range(4)], vel, jit=.001, lag=.003, age=.5 * f('joints_old'))
        pub(POS, 'geometry_msgs/msg/PoseStamped', 12, {'pose.position.x': q(self.P[0] + w('px', 3e-4), 1e-4), 'pose.position.y': q(self.P[1] + w('py', 3e-4), 1e-4), 'pose.position.z': q(self.P[2] + w('pz', 3e-4), 1e-4), 'pose.orientation.z': np.sin(self.P[3] / 2), 'pose.orientation.w': np.cos(self.P[3] / 2)}, 'shop', drop=.5 * f('pose_lost'))
        sp, sg = h('shake_place', .1), .025 + .11 * self.v + .05 * E('cut')
        self.imu('/gantry/imu', 13, (w('ir', 2e-4), w('ip', 2e-4), w('iy', 2e-4)), tuple(w('g' + c, .002) * (1 + 2 * mv) for c in 'xyz'), (.03 * self.ddP[0] + sg * S('ax') + sp * .55 * S('axx'), .03 * self.ddP[1] + sg * S('ay') + sp * .55 * S('ayx') + .21 * f('frame_tilt'), 9.81 + 1.2 * sg * S('az') + sp * .65 * S('azx')), 'gantry', drop=.5 * f('imu_lost'))
        pb = lp(E('peel'), .1)
        pub(PEEL, 'pizzeria_msgs/msg/Peel', 10, dict(peel_belt_amps=q(.12 + pb * (1.3 + .5 * self.kg + .07 * W('pb', 1, .7) + .55 * f('peel_belt')) + np.abs(w('pbn', .03)), .01), tool_volts=q(23.8 + self.u('tv', .03) - .25 * pb + .02 * W('tv', 1, 8) + w('tvn', .015) - h('cable_place', .06) * (.5 + .3 * np.abs(S('tvx'))), .01), payload_kg=q(self.kg + w('pk', .004) * (1 + 2 * mv) + .012 * self.ddP[2] + .045 * f('payload_off'), .002), tool_speed=q(np.maximum(self.v + w('ts', .004), 0), .001), loaded=self.kg > .45))
        # oven
        zc = [q(self.zone[k] + self.u(f'zc{k}', .6) + w(f'zcn{k}', .25) + (f('zone1') * 3.2 * S('z1x') if k == 0 else -13 * f('zone3') if k == 2 else 0), .1) for k in range(3)]; vo = 1 + .004 * self.su('uo') - .02 * self.site
        ea = [q(lp(self.heat[k], .15) * (13.6 * vo * (1 + self.u(f'ea{k}', .01)) + .05 * W(f'ea{k}', 1, 20) - (1.3 * f('element2') if k == 1 else 0)) + np.abs(w(f'ean{k}', .04)), .02) for k in range(3)]; bh = h('belt_hot', .4); bs = 6.4 - .6 * (self.H['recipe'] == 4) + .1 * self.u('bs')
        pub(OVN, 'pizzeria_msgs/msg/Oven', 6, dict(zone_c=zc, element_amps=ea, belt_mm_s=q(lp(bs, 4) + .02 * W('bs', 1, 4) + w('bsn', .015) - f('oven_speed') * np.where(np.sin(2 * np.pi * t / 7.3) > .8, .32, 0), .005), belt_amps=q(.92 + .03 * self.inside + self.u('ba', .01) + .02 * W('ba', 1, 6) + np.abs(w('ban', .015)) + .2 * f('oven_belt') + bh * (.12 + .1 * np.abs(S('bhx'))), .005),
            exhaust_c=q(self.T('ex', 62 * (1 - .6 * self.cold * np.exp(-t / 400)) + 3 * lp(self.inside, 30) + 2.2 * lp(self.heat[1], 20) + 9.5 * f('exhaust_hot'), 90, 8, .3), .1), surface_c=q(hold(lp(176 + 7 * self.pieces('sf', 60, 160, -1, 1) - 9 * (self.H['recipe'] == 4), .5) + 2 * W('sf', 1, 10), E('look') < .5) + w('sfn', .3) - 12 * f('pyrometer'), .5), exhaust_rpm=1880 + self.u('er', 8) + 9 * W('er', 1, 8) + w('ern', 8) - 120 * f('exhaust_fan'), inside=self.inside))
        # cutter, boxer
        cu = lp(E('cut'), .25); jam = self.shape('s_cutter', .3, .6, 4) & (E('cut') > 0)
        pub(CUT, 'pizzeria_msgs/msg/Cutter', 8, dict(blade_amps=q(.15 + cu * (2.3 + .5 * np.abs(np.sin(2.6 * t)) + .25 * (self.H['recipe'] == 4) + .1 * W('bl', 1, .6) + 1. * f('blade')) * np.where(jam, 1.8, 1) + np.abs(w('bln', .04)), .01), blade_rpm=q(np.maximum(cu * (620 - 14 * np.abs(np.sin(2.6 * t)) + 3 * W('br', 1, .8)) * np.where(jam, .4, 1) + w('brn', 1.5) * cu + f('blade_speed') * (cu > .8) * (34 * S('brx') - 210 * self.spikes('brs', .08)), 0), 1), stroke_ms=q(hold(410 + 12 * self.pieces('stm', 25, 70, -1, 1), E('cut') < .5) + w('stn', 1) + 52 * f('stroke_slow'), 1), jam_count=np.cumsum(np.diff(jam.astype(int), prepend=0) > 0)))
        hd = lp(E('hold'), .2); mg, _ = hyst(np.gradient(lp(E('boxes'), .3), DT) * 4.2, 25., 60, 480, 240 + 90 * np.tanh(self.su('mg')))
        pub(BOX, 'pizzeria_msgs/msg/Boxer', 8, dict(suction_kpa=q(-(1.5 + 46 * hd * (1 + self.u('sk_', .01)) + 1.1 * W('sk_', 1, 1.5) * hd + w('skn', .5) - 11 * f('cup') * hd), .1), fold_ms=q(hold(690 + 24 * self.pieces('fo', 25, 80, -1, 1), E('hold') < .5) + w('fon', 1.5) + 88 * f('fold'), 1), magazine_mm=q(lp(mg, .5) + w('mg', .9) + f('magazine') * (8 * S('mgx') - 35 * self.spikes('mgs', .03)), .5), boxes=E('boxes'), magazine_low=(f('s_magazine') > 0) & (t % 19 < 7)))
        co = lp(self.comp, .6); cc = self.cold_c + w('cc', .05) + .3 * lp(E('hatch'), 5)
        pub(CLD, 'pizzeria_msgs/msg/ColdRoom', 3, dict(cold_c=q(self.fz(cc, 'cold_frozen'), .1), compressor_amps=q(co * (4.9 + .03 * (self.amb - 23) + 1.6 * np.exp(-8 * np.abs(co - .5)) + .06 * W('ca', 1, 9) + .75 * f('compressor')) + np.abs(w('cam', .04)), .02), head_bar=q(6.4 + co * (7.1 + .12 * (self.amb - 23) + 1.35 * f('condenser')) + .12 * W('hb', 1, 12) + w('hbn', .05), .05), suction_bar=q(3.6 - 1.5 * co + .04 * W('sb', 1, 9) + w('sbn', .02), .02), evaporator_rpm=1320 * (1 - self.defrost) + (8 * W('ev', 1, 8) + w('evn', 7) - 85 * f('evaporator')) * (1 - self.defrost), defrost=self.defrost, door_open=E('hatch')))
        wg = hold(340 + 60 * (self.H['recipe'] == 2) + 45 * (self.H['recipe'] == 3) + 330 * (self.H['recipe'] == 4) + 12 * self.pieces('wg', 20, 60, -1, 1), E('lock') < .5)
        pub(SCL, 'pizzeria_msgs/msg/Scale', 5, dict(net_g=q(lp(wg, .3) + w('wgn', 1.2) + f('scale_noise') * (7 * S('wgx') + 6 * W('wgw', 1, .6)), .5), drift_g=q(.5 * self.su('dg') + .4 * W('dg', 1, 50) + w('dgn', .2) + 2.2 * f('scale_zero'), .1)))
        cb = h('camera_bright', .3)
        pub(VIS, 'pizzeria_msgs/msg/PizzaCamera', 5, dict(match_pct=q(np.clip(90 + self.u('ma', .6) - 2 * (self.H['recipe'] == 3) - 3 * (self.H['recipe'] == 4) + 1.2 * W('ma', 1, 8) + w('man', .8) - 9 * f('camera_lens'), 0, 100), .1), latency_ms=q(38 + 3 * self.inside + np.abs(w('la', 2)) + cb * (12 + 5 * np.abs(S('lax'))), .5), brightness=q(self.lum + w('lun', .8), .5), diameter_mm=q(hold(302 + 4 * self.pieces('di', 20, 60, -1, 1) + 95 * (self.H['recipe'] == 4), E('peel') < .5) + w('din', .4), .5)))
        pub(AIR, 'pizzeria_msgs/msg/AirSupply', 5, dict(supply_bar=q(6.3 + .03 * self.su('sb') - .0012 * self.rate_air + .03 * W('sbr', 1, 12) + w('sbrn', .012) - h('air_flow', .3) * (.26 + .08 * np.abs(W('afx', 1, .5))), .01), consumption_lpm=q(np.maximum(self.rate_air + w('cl', 2), 0), 1), dewpoint_c=q(2.5 + .8 * self.su('dw') + .3 * W('dw', 1, 90) + w('dwn', .2) + 4. * f('dewpoint'), .1)))
        bo = lp(E('belt'), .3)
        pub(OUT, 'pizzeria_msgs/msg/OutBelt', 5, dict(belt_speed=q(np.maximum(.22 * bo + w('ob', .001) * bo, 0), .001), belt_amps=q(.08 + bo * (.82 + .04 * W('oba', 1, 2) + .26 * f('out_belt')) + np.abs(w('obn', .02)), .005), encoder=np.cumsum(bo) * DT * 1800))
        p3 = h('phase3', .4); il = [self.ia + 3 * (self.heat[k] - self.heat[0]) + .25 * W(f'il{k}', 1, 3) + w(f'iln{k}', .15) for k in range(3)]; il[2] = self.ia + .2 * W('il2x', 1, 3) + w('il2n', .15)
        pub(MNS, 'pizzeria_msgs/msg/MainsMeter', 4, dict(volts=[q(231 - 4 * self.site + .7 * self.su('ug') + .9 * W('ug', 1, 70) + .25 * W(f'ul{k}', 1, 6) - .06 * self.ia + w(f'uln{k}', .15) - (p3 * (2.3 + .5 * np.abs(W('p3x', 1, .5))) if k == 2 else 0), .1) for k in range(3)], amps=[q(np.maximum(x, 0), .05) for x in il], power_kw=q(self.ia * .66 + w('kw', .04), .01)))
        i24 = 7.5 + 1.1 * mv + .8 * pb + .9 * E('cut') + .3 * W('i24', 1, 5)
        pub(CAB, 'pizzeria_msgs/msg/Cabinet', 4, dict(volts_24=q(24.1 + self.u('v24', .02) - .01 * i24 + w('v24', .01) - f('volts24') * np.abs(.12 * S('v24x')), .01), amps_24=q(i24 + w('i24n', .1), .05), inside_c=q(self.T('cab', .9 * lp(i24, 30), 240, 5, .1), .1), fan_rpm=2350 + 10 * W('fr', 1, 8) + w('frn', 9)))
        lc = [q(61 + .8 * self.u(f'lc{k}') + 1.6 * np.sin(2 * np.pi * t / (150 + 13 * k) + 2 * self.u(f'lp{k}')) - 30 * self.cold * np.exp(-t / 200) + w(f'lc{k}', .12) - (7 * h('locker3', 60) if k == 2 else 0), .1) for k in range(4)]
        pub(LCK, 'pizzeria_msgs/msg/Lockers', 2, dict(locker_c=lc, occupied=np.clip(2 + 1.5 * W('oc', 1, 120), 0, 4), lock_amps=q(.05 + .8 * E('lock') + np.abs(w('lk', .01)), .01)))
        pub('/guards', 'pizzeria_msgs/msg/Guards', 3, dict(estop_ok=1, hatch_closed=E('hatch') < .5, curtain_pct=q(np.clip(88 + .6 * W('cu', 1, 20) + w('cun', .4), 0, 100), .1)))
        pub('/order', 'pizzeria_msgs/msg/Order', 4, dict(recipe=self.H['recipe'], phase=self.st, queue=np.clip((4 if self.evening else 2) + 1.6 * W('qu', 1, 90), 0, 12), order_no=E('no')))
        pub('/shop/humidity', 'sensor_msgs/msg/RelativeHumidity', 1, dict(relative_humidity=q(.46 + .03 * self.su('rh') + .01 * W('rh', 1, 120) + .004 * W('rh2', 1, 10) + w('rhn', .0015), .001))); pub('/shop/temperature', 'sensor_msgs/msg/Temperature', 1, dict(temperature=q(self.amb + w('et', .05), .1)))
        sc = f('scan_time'); rel = 'Forno 4.8' if self.new(7) else 'Forno 4.7' if self.newver else 'Forno 4.6'
        pub(CPU, 'pizzeria_msgs/msg/Controller', 2, dict(scan_ms=q(4 + np.abs(w('sc', .05)) + .3 * sc, .01), scan_max_ms=q(5.2 + np.abs(w('sm', .35)) + sc * (2.6 + 1. * self.rng('smx').random(n)), .05), memory_mb=q(402 + 21 * self.newver + 4 * self.new(7) + 1.5 * self.su('me') + .9 * W('me', 1, 110) + w('men', .4) + self.computer_leak('memory', 34), .5), cpu_c=q(self.T('cpu', 3 * mv, 120, 24, .25), .5)), strs=dict(release=rel))
        self.goals('/make_pizza/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .04 else 4) for i, (a, b, _) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_press', 'press', ['force not reached, code 4', 'press homed again']); a2 = self.speak('s_sauce', 'sauce', ['dry running detected', 'pump stopped and restarted'], 14); a3 = self.speak('s_cutter', 'cutter', ['blade jammed', 'blade reversed']); a4 = self.warn_only('s_magazine', 'boxer', 'magazine nearly empty, refill')
        self.routine([(22, 'I', 'orders', 'order finished in {} min', 5, 12), (7, 'W', 'pizza_camera', 'disc off centre by {} mm', 4, 15), (5, 'W', 'orders', 'payment slow {} s', 2, 8), (5, 'I', 'cold_room', 'door was open {} s', 8, 40), (4, 'W', 'lockers', 'pizza not fetched for {} min', 10, 25)],
                     [('I', 'core', 'release ' + rel), ('W', 'scale', 'last calibration 40 days ago'), ('W', 'gantry', 'soft limits from file'), ('I', 'guards', 'light curtain tested')])
        self.status('press', 'PR', a1, {2: 'force not reached'}, i24=i24); self.status('sauce', 'SA', np.maximum(a2, brief_warn(self, 'sa', 1.2)), {1: 'portion off', 2: 'dry running'}); self.status('cutter', 'CT', a3, {2: 'jam'}); self.status('boxer', 'BX', a4, {1: 'magazine low'}); self.status('cloud', 'CL', brief_warn(self, 'cl', 1.4), {1: 'reply slow'})
