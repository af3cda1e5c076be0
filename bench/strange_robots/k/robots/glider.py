"""Shallow-water glider with a small thruster: yo-yo dives by a buoyancy engine and a moving mass, surfaces for satellite calls; abbreviated fields."""
import numpy as np
from base import DT, Robot, Track
from lib import K, brief_warn, delayed, hold, lp, mdef, q, quat, slew

VBD, MMS, RUD, ATT, CTD, ALT, FLB, OXY, ADC, HYD, PWR, HUL, IRD, THR, FLW, ACM, CPU = '/vbd', '/mms', '/rud', '/att', '/ctd', '/alt', '/flb', '/oxy', '/adcp', '/hyd', '/pwr', '/hul', '/ird', '/thr', '/flw', '/acm', '/cpu'


class Glider(Robot):
    NAME = 'glider'
    FLAGS = [(VBD, 'flt'), (HUL, 'lk_alm'), (ADC, 'err_cnt'), (CPU, 'fls_lo')]
    DEFS = {
        'gldr_msgs/msg/Vbd': mdef('int16 v_cc; float32 i_pmp p_oil t_pmp p_bld; uint8 flt vlv'),
        'gldr_msgs/msg/Mms': mdef('float32 mm_pos; int16 i_mm'),
        'gldr_msgs/msg/Rud': mdef('float32 rd_ang; int16 i_rd'),
        'gldr_msgs/msg/Att': mdef('float32 hdg pit rol'),
        'gldr_msgs/msg/Ctd': mdef('float32 t_w cnd p_c i_cp'),
        'gldr_msgs/msg/Alt': mdef('float32 r_alt; int16 e_amp; uint8 n_ok'),
        'gldr_msgs/msg/Flb': mdef('uint16 chl bsc cdm'),
        'gldr_msgs/msg/Oxy': mdef('float32 phs o2 t_o'),
        'gldr_msgs/msg/Bm': 'float32 v_bm\nuint8 a_bm\nuint8 c_bm',
        'gldr_msgs/msg/Adcp': mdef('gldr_msgs/Bm[4] bm; uint16 err_cnt'),
        'gldr_msgs/msg/Hyd': mdef('float32[4] lvl_db; uint16 n_clk'),
        'gldr_msgs/msg/Pwr': mdef('float32 v_12 v_5 i_pl i_ah; int16 i_mn'),
        'gldr_msgs/msg/Hul': mdef('float32 vac_mb rh_in t_in; int16[2] lk_mv; bool lk_alm'),
        'gldr_msgs/msg/Ird': mdef('int8 rssi; uint16 n_byt; bool lnk'),
        'gldr_msgs/msg/Thr': mdef('int16 n_thr; float32 i_thr t_thr'),
        'gldr_msgs/msg/Flw': mdef('float32 u_w w_z'),
        'gldr_msgs/msg/Acm': mdef('float32 snr_db rtt_ms; uint8 n_rx'),
        'gldr_msgs/msg/Msn': mdef('uint8 ph wp; uint16 n_yo; float32 z_cmd hdg_cmd'),
        'gldr_msgs/msg/Cpu': mdef('float32 cyc cyc_mx mem_mb wr_ms; uint32 fls_mb; bool fls_lo; string fw'),
    }
    k = lambda w, t, f, p, **kw: K(w, [t] if isinstance(t, str) else t, f.split(), p.split('|'), **kw)
    KINDS = dict(
        pmp=k('buoyancy pump draws more and more current: gear worn', VBD, 'i_pmp', 'buoyancy pump|buoyancy engine|vbd', step=False, where='when pumping', need=12, cons=(PWR,)),
        pmp_deep=k('buoyancy pump labours when deeper than a number: boost stage', VBD, 'i_pmp', 'buoyancy pump|buoyancy engine|vbd|boost stage', where='**depth above a number**', cond=True, need=8),
        v_pot=k('oil volume noisy: potentiometer track', VBD, 'v_cc', 'buoyancy engine|vbd|potentiometer'),
        oil=k('oil pressure reads too low: sensor membrane', VBD, 'p_oil', 'oil pressure|buoyancy engine|vbd'),
        tp_frz=k('temperature of the buoyancy pump frozen', VBD, 't_pmp', 'buoyancy pump|buoyancy engine|vbd'),
        bld=k('air bladder does not reach its pressure: leak', VBD, 'p_bld', 'air bladder|bladder|vbd', where='when at the surface'),
        mm_i=k('pitch mass motor draws more and more current: spindle corroded', MMS, 'i_mm', 'pitch mass|moving mass|mms|spindle', step=False, where='when the mass moves', need=10),
        mm_pos=k('position of the pitch mass flickers: potentiometer', MMS, 'mm_pos', 'pitch mass|moving mass|mms|potentiometer'),
        rd_i=k('rudder motor draws more and more current: shaft seal swollen', RUD, 'i_rd', 'rudder|rud|shaft seal', step=False),
        rd_off=k('rudder stands off: fin bent', RUD, 'rd_ang', 'rudder|rud|fin'),
        rd_fast=k('rudder current flutters when faster than a number: fin loose', RUD, 'i_rd', 'rudder|rud|fin', where='**speed above a number**', cond=True, need=12),
        rol=k('glider leans: battery tray slipped', ATT, 'rol', 'attitude|roll|att|battery tray'),
        cmp=k('heading noisy: compass plug', ATT, 'hdg', 'attitude|compass|att'),
        mag=k('magnetometer stands off: steel clip left', '/mag', 'magnetic_field.x magnetic_field.y', 'magnetometer|mag'),
        gyro=k('yaw gyro has a bias', '/imu', 'angular_velocity.z', 'imu|gyro'),
        imu_lost=k('messages of the imu get lost', '/imu', 'header.stamp', 'imu'),
        pr_zero=k('depth sensor drifts: zero', '/pr', 'fluid_pressure', 'depth sensor|pressure sensor|pr', step=False),
        pr_noise=k('depth sensor noisy: bubble in the port', '/pr', 'fluid_pressure', 'depth sensor|pressure sensor|pr'),
        cnd=k('conductivity falls: cell fouled', CTD, 'cnd', 'ctd|conductivity cell|conductivity', step=False),
        tw_frz=k('water temperature frozen', CTD, 't_w', 'ctd|thermistor|water temperature'),
        cnd_deep=k('conductivity noisy when deeper than a number: cracked cell', CTD, 'cnd', 'ctd|conductivity cell|conductivity', where='**depth above a number**', cond=True),
        ctd_pmp=k('pump of the ctd draws more current: sand', CTD, 'i_cp', 'ctd|ctd pump'),
        alt_amp=k('echo of the altimeter weak: growth on the face', ALT, 'e_amp', 'altimeter|alt', step=False),
        alt_false=k('altimeter gives false ranges: transducer cracked', ALT, 'r_alt', 'altimeter|alt|transducer'),
        alt_near=k('altimeter loses pings when nearer to the bottom than a number: ringing', ALT, 'n_ok', 'altimeter|alt', where='**altitude below a number**', cond=True),
        chl=k('chlorophyll rises: growth on the window', FLB, 'chl', 'fluorometer|flb|chlorophyll', step=False),
        bsc=k('backscatter noisy: led driver', FLB, 'bsc', 'fluorometer|flb|backscatter'),
        cdm_frz=k('dissolved matter channel frozen', FLB, 'cdm', 'fluorometer|flb|dissolved matter'),
        chl_light=k('chlorophyll noisy when it is brighter than a number: light shield lost', FLB, 'chl', 'fluorometer|flb|chlorophyll|light shield', where='**light above a number**', cond=True),
        phs=k('phase of the oxygen optode stands off: foil scratched', OXY, 'phs o2', 'oxygen|optode|oxy'),
        oxy_cold=k('oxygen uneasy when the water is colder than a number: temperature bridge', OXY, 'o2 phs', 'oxygen|optode|oxy', where='**water temperature below a number**', cond=True),
        bm3=k('beam 3 of the current profiler weak: growth', ADC, 'bm[2].a_bm', 'current profiler|adcp|beam 3'),
        bm2=k('beam 2 of the current profiler correlates badly: element', ADC, 'bm[1].c_bm', 'current profiler|adcp|beam 2'),
        adc_fast=k('beam 1 noisy when faster than a number: flow noise at a lost fairing', ADC, 'bm[0].v_bm', 'current profiler|adcp|beam 1|fairing', where='**speed above a number**', cond=True),
        adc_lost=k('messages of the current profiler get lost', ADC, 'header.stamp', 'current profiler|adcp'),
        hyd2=k('hydrophone band 2 noisy: preamplifier', HYD, 'lvl_db[1]', 'hydrophone|hyd|preamplifier'),
        hyd_deep=k('hydrophone clicks when deeper than a number: feedthrough', HYD, 'lvl_db[3] n_clk', 'hydrophone|hyd|feedthrough', where='**depth above a number**', cond=True),
        cell4=k('cell 4 of the battery stands low and sags: ageing', '/bat', 'cell_voltage[3]', 'battery|cell 4|bat'),
        bat_hot=k('battery gets warm at one end: contact', '/bat', 'cell_temperature[1]', 'battery|bat', step=False, tail=300),
        v5=k('5 V uneasy: regulator', PWR, 'v_5', '5 v|regulator|power board|pwr'),
        pl=k('payload draws more and more current: moisture', PWR, 'i_pl', 'payload|power board|pwr', step=False),
        v12=k('12 V falls when the main current is above a number: connector', PWR, 'v_12', '12 v|connector|power board|pwr', where='**main current above a number**', cond=True, need=12),
        vac=k('hull loses its vacuum: o-ring', HUL, 'vac_mb', 'hull|vacuum|hul|o ring', step=False),
        rh=k('humidity in the hull rises: desiccant spent', HUL, 'rh_in', 'hull|humidity|hul|desiccant', step=False),
        lk2=k('leak detector 2 noisy: wire chafed', HUL, 'lk_mv[1]', 'leak detector 2|leak detector|hull|hul'),
        lk_deep=k('leak detector 1 reads more when deeper than a number: plug weeps', HUL, 'lk_mv[0]', 'leak detector 1|leak detector|hull|hul', where='**depth above a number**', cond=True),
        dr_old=k('dead reckoning comes with old stamps', '/dr', 'header.stamp', 'dead reckoning|dr|navigation'),
        ird=k('satellite modem hears badly: antenna plug', IRD, 'rssi', 'satellite modem|modem|ird|antenna', where='when at the surface'),
        thr_i=k('thruster draws more and more current: weed', THR, 'i_thr', 'thruster|thr', step=False, where='when the thruster runs', cons=(PWR, '/bat')),
        thr_n=k('thruster runs unevenly: hall sensor', THR, 'n_thr', 'thruster|thr|hall sensor', where='when the thruster runs'),
        thr_fast=k('thruster current flutters when it turns faster than a number: blade chipped', THR, 'i_thr', 'thruster|thr|blade', where='**thruster speed above a number**', cond=True, need=12),
        flw=k('flow meter reads too low: thread of weed', FLW, 'u_w', 'flow meter|flw', where='when gliding'),
        wz=k('vertical speed noisy: differentiator', FLW, 'w_z', 'flow meter|flw|vertical speed'),
        acm=k('acoustic modem hears badly: transducer cap', ACM, 'snr_db', 'acoustic modem|acm'),
        par=k('light sensor reads too little: diffuser overgrown', '/par', 'illuminance', 'light sensor|par|diffuser'),
        wr=k('writing to the flash takes longer: worn blocks', CPU, 'wr_ms', 'flash|computer|cpu'),
        cyc=k('computer has far longer worst cycles', CPU, 'cyc_mx cyc', 'computer|cpu'),
        mem=k('memory of the computer fills', CPU, 'mem_mb', 'computer|memory|cpu', step=False),
        s_pmp=k('buoyancy pump reports overcurrent', [VBD, '/rosout', '/diagnostics'], 'flt i_pmp', 'buoyancy pump|buoyancy engine|vbd', silent=False),
        s_lk=k('hull reports a leak alarm again and again', [HUL, '/rosout', '/diagnostics'], 'lk_alm lk_mv[0]', 'leak detector|hull|hul', silent=False),
        s_adc=k('current profiler reports lost ensembles', [ADC, '/rosout', '/diagnostics'], 'err_cnt bm[0].c_bm', 'current profiler|adcp', silent=False),
        s_fls=k('computer warns that the flash is nearly full', [CPU, '/rosout', '/diagnostics'], 'fls_lo', 'flash|computer|cpu', silent=False),
    )

    def plan(self):
        self.day(17, 3., 6., .1); T = Track(self, z=.3, cc=230., pit=8., sp=0.); r, n, z0 = T.r, self.n, self.z0; new3, new4 = self.new(3), self.new(4)
        self.site = 1 if self.is_life(2, 6) else 2 if self.is_life(9) else 0; self.bot0 = (31., 38., 27.)[self.site]; yo = 0; hdg = float(r.uniform(300, 420)); hs = []; T.set(wp=1); wp = 1
        deep = self.bot0 - 5
        def turn(code=None):
            nonlocal hdg, wp; est = sum(.42 * (b - a) * DT * np.exp(1j * np.radians(90 - x)) for (a, x), (b, _) in zip(hs, hs[1:] + [(T.i, 0)]))          # about where it is
            if abs(est) > 280: to = 90 - np.degrees(np.angle(-est)); hdg += (to - hdg + 180) % 360 - 180 + r.normal(0, 12); wp += 1; T.set(wp=wp)                # back into the box
            elif r.random() < .3: hdg += float(r.choice((90, 60, -90, 120, -45))) + r.normal(0, 4); wp += 1; T.set(wp=wp)
            hs.append((T.i, hdg))
        def climb(to, v):
            T.set(zc=to, th=r.uniform(420, 900) * (r.random() < .78)); T.go(3, sec=r.uniform(10, 14), lin=dict(z=T.pos['z'] + 1.0), cc=185., pit=r.uniform(21, 27)); T.set(th=0); T.go(2, v=v, a=.12, z=to)
        def dive(to, v):
            T.set(zc=to); T.go(4, sec=r.uniform(7, 10), lin=dict(z=max(.5, T.pos['z'] - .4)), cc=-180., pit=-r.uniform(21, 27)); T.go(1, v=v, a=.12, z=to)
        hs.append((0, hdg)); T.wait(r.uniform(30, 90), 0)
        while T.more:
            a0 = T.i; slow = r.random() < .15; T.spd = .72 if slow else 1.
            for c in range(int(r.integers(3, 6))):
                yo += 1; T.set(n_yo=yo); v = r.uniform(.31, .44); to = min(deep + r.uniform(-2, 1), r.choice((deep, deep, 14.) if r.random() < .8 else (19.,)) * r.uniform(.9, 1.05)); turn()
                if new4 and r.random() < .12: T.set(spin=1); dive(to, v); T.set(spin=0); hs.append((T.i, hdg))       # spiral down: for the first time in life/4
                else: dive(to, v)
                if new3 and r.random() < .14: T.go(6, sec=8, cc=0., pit=0.); T.wait(r.uniform(40, 80), 6)                         # hovers at depth: for the first time in life/3
                climb(r.uniform(2.6, 4.6), v)
                if r.random() < .36: T.go(5, sec=9, cc=5., pit=-2., sp=r.uniform(480, 900), z=r.uniform(5, 9)); T.wait(r.uniform(40, 95), 5); T.go(5, sec=4, sp=0.)
            T.set(zc=0); T.go(2, v=.35, a=.12, z=1.2); T.go(7, sec=14, cc=230., z=.3, pit=8.); T.set(air=1); T.wait(r.uniform(12, 20), 7); T.set(up=1)
            if r.random() < .15: T.wait(r.uniform(40, 110), 0)                                                                    # call drops, again
            T.wait(r.uniform(45, 85), 0); T.set(up=0, air=0); turn(); T.task(a0, 'segment')
        A, H, self.st = T.close(); self.H, self.tasks = H, T.tasks; self.E = E = lambda k_: H.get(k_, z0)
        self.sea = .09 + .04 * abs(self.su('sea')); tt = self.t; wave = self.sea * (np.sin(2 * np.pi * tt / 3.6 + self.wander('wv', 1, 6)) + .5 * np.sin(2 * np.pi * tt / 2.3)); self.att = lambda z_: np.exp(-z_ / 2.6)
        self.z = np.maximum(lp(A['z'], 1.) + lp(.1 * self.wander('z', 1, 5), 1.5), .05); self.wave = wave * self.att(self.z); self.w = lp(np.gradient(self.z, DT), .4); self.cc, self.pit = lp(A['cc'], .5), lp(A['pit'], 2.) + lp(1.1 * self.wander('pit', 1, 7), 1.5); self.thr = lp(slew(np.maximum(A['sp'], E('th')), 260), .3)
        self.surf = self.z < .9; self.dcc = np.gradient(lp(A['cc'], .2), DT); self.pump = self.dcc > 3; self.dpit = np.gradient(lp(A['pit'], .3), DT); self.mm = np.abs(self.dpit) > .8
        hc = np.zeros(n)
        for a, x in hs: hc[min(a, n):] = x
        self.hc = hc + np.cumsum(E('spin')) * DT * 4.2; self.hd = lp(slew(self.hc, 4.5), 3.) + lp(lp(3 * self.wander('hd', 1, 9) + 32 * lp(self.surf * 1., 3) * self.wander('hds', 1, 15), 2.), 1.); self.yr = lp(np.gradient(np.radians(self.hd), DT), .3)
        glide = np.clip(np.abs(self.w) / np.tan(np.radians(np.clip(np.abs(self.pit), 12, 40))) * .62, 0, .75); self.us = lp(np.hypot(glide, .00075 * self.thr) * (1 + .03 * self.wander('us', 1, 6)) + np.abs(self.w) * .2, .8)
        cu = .12 * self.su('cu') + .03 * self.wander('cu', 1, 300); self.cu, self.cv = cu, .12 * self.su('cv') + .03 * self.wander('cv', 1, 300)
        self.x = np.cumsum(self.us * np.sin(np.radians(self.hd)) + self.cu) * DT; self.y = np.cumsum(self.us * np.cos(np.radians(self.hd)) + self.cv) * DT
        self.bot = self.bot0 + 2.2 * np.sin(self.x / 140 + 1) + 1.6 * np.sin(self.y / 95) + .25 * np.sin(self.x / 9); self.alt_ = np.maximum(self.bot - self.z, 1.2)
        zt = 9 + 1.2 * self.su('zt') + .5 * self.wander('zt', 1, 90); sg = 1 / (1 + np.exp(-(self.z - zt) / 1.6)); ts = self.amb[0] * .6 + 8 + .4 * self.hotday; self.tw = lp(ts - (5.2 + .6 * self.su('dt')) * sg - .03 * self.z + .07 * self.wander('tw', 1, 12), .8); self.sal = (29.2, 33.5, 24.)[self.site] + (1.6 + .2 * self.su('ds')) * sg + .03 * self.wander('sl', 1, 15)
        self.lux = (21000 * np.exp(.25 * self.su('lx')) * (1 + .3 * self.hotday)) * np.exp(-.17 * self.z) * np.exp(.1 * self.wander('lux', 1, 70)) * (1 + .05 * self.wander('lux2', 1, .6) * self.att(self.z))
        self.ip = self.pump * (1.6 + .075 * self.z + .005 * np.maximum(self.dcc, 0)) ; self.it = (self.thr / 600)**2 * 1.7 + .25 * (self.thr > 30); self.im = .62 + lp(self.ip, .3) + self.it + .5 * E('up') + .35 * E('air') * (self.st == 7) + .3 * (np.abs(self.dpit) > .8) + .16 * (self.pieces('pl', 20, 70, 0, 1) < .45) + .03 * self.wander('im', 1, 4)
        dp = ['depth', 'deeper', 'p c', 'fluid pressure', 'pressure', 'z cmd', 'r alt']; pd = self.z * 1.01
        self.num('pmp_deep', self.z, CTD + ':p_c', dp, above=self.quan(self.z, self.pump & (self.z > 6), .3, 1), tol=.45, and_=self.pump)
        self.num('cnd_deep', pd, CTD + ':p_c', dp, above=self.quan(pd, pd > 2, .55, 1), tol=.45); self.num('hyd_deep', pd, CTD + ':p_c', dp, above=self.quan(pd, pd > 2, .5, 1), tol=.45); self.num('lk_deep', pd, CTD + ':p_c', dp, above=self.quan(pd, pd > 2, .6, 1), tol=.45)
        sp = ['u w', 'speed', 'faster', 'flow']; self.num('rd_fast', self.us, FLW + ':u_w', sp, above=self.quan(self.us, self.us > .15, .5, 2), tol=.4); self.num('adc_fast', self.us, FLW + ':u_w', sp, above=self.quan(self.us, self.us > .15, .45, 2), tol=.4)
        self.num('alt_near', self.alt_, ALT + ':r_alt', ['r alt', 'altitude', 'bottom', 'nearer', 'depth', 'range'], below=self.quan(self.alt_, self.z > 3, .3, 1), tol=.45); self.num('chl_light', self.lux, '/par:illuminance', ['illuminance', 'light', 'brighter', 'par'], above=self.quan(self.lux, self.z > 2, .65, -2), tol=.5)
        self.num('oxy_cold', self.tw, CTD + ':t_w', ['t w', 'water temperature', 'temperature', 'colder', 't o'], below=self.quan(self.tw, self.z > 2, .4, 1), tol=.25); self.num('v12', self.im, PWR + ':i_mn', ['i mn', 'main current', 'current', 'load'], above=self.quan(self.im, self.im > 1, .5, 1), tol=.5)
        c = self.conds['v12']; c['above'] = round(c['above'] * 1000); c['accept'] = [[x * 1000 for x in a] for a in c['accept']] + c['accept']                # the field is in mA; both units are right
        self.num('thr_fast', self.thr, THR + ':n_thr', ['n thr', 'thruster speed', 'speed', 'faster', 'rpm'], above=self.quan(self.thr, self.thr > 200, .35, 0), tol=.4)
        self.mode('pmp', self.pump, 'pumping', 'pump', 'v cc', 'runs'); self.mode('bld ird', self.surf & (E('air') > 0), 'surface', 'lnk', 'depth', 'p bld', 'ph'); self.mode('mm_i', self.mm, 'mass', 'moves', 'moving', 'mm pos', 'pit'); self.mode('thr_i thr_n', self.thr > 200, 'thruster', 'runs', 'running', 'n thr'); self.mode('flw', self.us > .2, 'gliding', 'moving', 'u w', 'w z', 'diving')

    def build(self):
        t, n, f, w, E, h, W, S, H, fz = self.t, self.n, self.f, self.ns, self.E, self.h, self.wander, self.white, self.H, self.fz; pub = lambda *a, **k: self.pub(*a, **dict(dict(jit=.006, lag=.012), **k)); z, us = self.z, self.us; U = lambda nm, sd: Robot.u(self, nm, sd); sf = lp(self.surf * 1., 1.)
        oc = self.shape('s_pmp', .5, .5, 3) & self.pump; pf = lp(self.pump * 1., .2); pa = 1.05 * f('pmp') * pf; ip = lp(self.ip, .15) * (1 + U('ip', .012) + .02 * W('ip', 1, .8)) + pa + h('pmp_deep', .15) * (.75 + .28 * np.abs(S('pdx'))) + np.abs(w('ipn', .03)) * (.4 + pf); ip = ip * np.where(oc, 1.7, 1)
        pub(VBD, 'gldr_msgs/msg/Vbd', 6, dict(v_cc=self.cc * (1 + U('cc', .003)) + w('cc', .9) + f('v_pot') * (11 * S('ccx') + 45 * self.spikes('ccs', .04)), i_pmp=q(ip, .01), p_oil=q(1.1 + .101 * z + .0012 * (self.cc + 200) + .9 * pf + .03 * W('po', 1, 5) + w('pon', .015) - .62 * f('oil'), .01), t_pmp=q(fz(.25 * self.T('tp', 7 + 9 * lp(self.ip, 20), 150, 0, .06) + .75 * lp(self.tw, 60), 'tp_frz'), .05),
            p_bld=q(np.maximum(.02 + lp(E('air') * (.72 + .02 * self.su('pb')), 4.) - .18 * lp(f('bld'), 3) * lp(E('air'), 4) + w('pb', .004), 0), .005), flt=np.where(oc, 3, 0), vlv=self.dcc < -3))
        mi = lp(self.mm * 1., .15)
        pub(MMS, 'gldr_msgs/msg/Mms', 6, dict(mm_pos=q(-1.15 * self.pit + .08 * self.cc * .05 + w('mp', .09) + f('mm_pos') * (1.1 * S('mpx') + 5 * self.spikes('mps', .04)), .02), i_mm=12 + mi * (215 + 24 * np.abs(self.dpit) + 12 * W('mi', 1, 1)) + np.abs(w('min', 5)) + 85 * f('mm_i') * mi))
        ra = np.clip(9 * np.tanh((self.hc - self.hd) / 14), -9, 9) * (1 - sf) + lp(1.1 * W('ra', 1, 2), .8); dr = np.abs(np.gradient(lp(ra, .3), DT)); rf = h('rd_fast', .3)
        pub(RUD, 'gldr_msgs/msg/Rud', 6, dict(rd_ang=q(ra + U('ra', .15) + w('ran', .08) + 2.6 * f('rd_off'), .05), i_rd=24 + 22 * dr + 26 * us * np.abs(ra) / 9 + 14 * us + 2.5 * W('ri', 1, 2) + np.abs(w('rin', 3)) + 24 * f('rd_i') + rf * (15 + 8 * np.abs(S('rfx')))))
        wr = self.sea * 24 * self.att(z) * lp(1.8 * W('wr', 1, .6), .4); rol = .8 * self.su('rol') + U('rol', .4) + 26 * self.yr * us + lp(1.4 * W('rol', 1, 6), 1.) + 1.2 * wr; pit = self.pit + wr * .6
        pub(ATT, 'gldr_msgs/msg/Att', 6, dict(hdg=q(np.mod(self.hd + w('hdn', .5) + f('cmp') * 4.5 * S('hdx'), 360), .1), pit=q(pit + w('pin', .15), .1), rol=q(rol + w('rln', .2) + 5.2 * f('rol'), .1)))
        hr = np.radians(self.hd); pr_ = np.radians(pit); sg = .012 + .05 * self.sea * self.att(z) * 4 + .012 * pf + .02 * (self.thr > 100)
        self.imu('/imu', 10, (np.radians(rol), pr_, np.arctan2(np.sin(hr), np.cos(hr))), (w('gx', .002) + .1 * np.radians(wr), w('gy', .002) + .05 * np.radians(wr), self.yr + w('gz', .0022) + U('gz', .0003) + .014 * f('gyro')), (-9.81 * np.sin(pr_) + sg * S('ax'), 9.81 * np.sin(np.radians(rol)) * np.cos(pr_) + sg * S('ay'), 9.81 * np.cos(pr_) * np.cos(np.radians(rol)) + sg * S('az')), 'hull', drop=.5 * f('imu_lost'))
        pub('/mag', 'sensor_msgs/msg/MagneticField', 5, {'magnetic_field.x': q(19e-6 * np.cos(hr) * np.cos(pr_) + 44e-6 * np.sin(pr_) + U('mx', 3e-7) + 3e-7 * pf + w('mx', 1.5e-7) + 5.5e-6 * f('mag'), 1e-8), 'magnetic_field.y': q(-19e-6 * np.sin(hr) + U('my', 3e-7) + w('my', 1.5e-7) - 3e-6 * f('mag'), 1e-8), 'magnetic_field.z': q(44e-6 * np.cos(pr_) + w('mz', 1.5e-7), 1e-8)})
        pd = z * 1.01 + self.wave
        pub('/pr', 'sensor_msgs/msg/FluidPressure', 6, dict(fluid_pressure=q(101300 + 1e4 * (pd + .03 * self.su('pz') + w('pdn', .008) + .42 * f('pr_zero') + f('pr_noise') * (.16 * S('pdx') + .5 * self.spikes('pds', .03))), 10)))
        cnd = (self.sal * 1.07 + .92 * (self.tw - 10)) * .9 + .02 * w('cnn', 1); cd = h('cnd_deep', .4)
        pub(CTD, 'gldr_msgs/msg/Ctd', 5, dict(t_w=q(fz(self.tw + w('twn', .006), 'tw_frz'), .001), cnd=q(cnd - 1.9 * f('cnd') + cd * .38 * S('cdx'), .005), p_c=q(pd + w('pcn', .006), .005), i_cp=q(.082 + U('icp', .001) + .0012 * W('icp', 1, 12) + np.abs(w('icn', .001)) + .014 * f('ctd_pmp'), .0005)))
        an = h('alt_near', .3); al = self.alt_ / np.maximum(np.cos(pr_), .7); ok = 9.6 - .5 * np.abs(W('ok', 1, 2)) - np.clip((al - 25) * .1, 0, 2) - 3.6 * an * self.rng('anx').random(n)
        pub(ALT, 'gldr_msgs/msg/Alt', 4, dict(r_alt=q(np.where((f('alt_false') > 0) & (self.rng('alf').random(n) < .3), al * self.rng('alg').uniform(.3, .8, n), al + w('aln', .05)), .01), e_amp=84 + U('ea', 1) - .9 * al + 3 * np.sin(self.x / 31) + 1.6 * W('ea', 1, 5) + w('ean', 1.4) - 17 * f('alt_amp'), n_ok=np.clip(ok, 0, 10)))
        cm = np.exp(-((z - 8) / 4.5)**2); cl = h('chl_light', .4)
        pub(FLB, 'gldr_msgs/msg/Flb', 4, dict(chl=np.maximum(95 + 12 * self.su('ch') + (150 + 18 * self.su('chm')) * cm * (1 + .07 * W('ch', 1, 10)) + w('chn', 4) + 52 * f('chl') + cl * (30 * S('clx') + 22), 0), bsc=210 + 10 * self.su('bs') + 90 * np.exp(-self.alt_ / 4) + 30 * cm + 7 * W('bs', 1, 12) + w('bsn', 5) + f('bsc') * 34 * S('bsx'), cdm=fz(160 + 6 * self.su('cm') - .9 * z + 4 * W('cdm', 1, 20) + w('cdn', 2.2), 'cdm_frz')))
        oc_ = h('oxy_cold', .5) * (1 + 0 * z); o2 = 268 - 70 / (1 + np.exp(-(z - 11) / 2.5)) + 3 * self.su('o2') + 2.2 * W('o2', 1, 25) ; o2 = lp(o2, 4); ph = 28 + (300 - o2) * .045
        pub(OXY, 'gldr_msgs/msg/Oxy', 3, dict(phs=q(ph + w('phn', .03) + .95 * f('phs') + oc_ * .3 * W('ocx', 1, .5), .01), o2=q(o2 + w('o2n', .6) - 19 * f('phs') - oc_ * 7 * W('ocx', 1, .5), .1), t_o=q(lp(self.tw, 5) + w('ton', .01), .01)))
        e = self.shape('s_adc', .35, .6, 4); V = {}; af = h('adc_fast', .3); rg = np.clip(1 - 0 * z, 0, 1)
        for k in range(4):
            v = .42 * us * (1, -1, .8, -.8)[k] + .3 * self.cu * (1, -1, -1, 1)[k] + .05 * W(f'av{k}', 1, 3) + w(f'avn{k}', .012); a = 112 + U(f'aa{k}', 1) + 22 * np.exp(-self.alt_ / 6) - 8 * (z < 2) + 2. * W(f'aa{k}', 1, 8) + w(f'aan{k}', 1.6); c = 108 - 10 * sf + 1.2 * W(f'ac{k}', 1, 7) + w(f'acn{k}', 1.6)
            V.update({f'bm[{k}].v_bm': q(v + (af * .09 * S('afx') if k == 0 else 0), .001), f'bm[{k}].a_bm': a - (15 * f('bm3') if k == 2 else 0), f'bm[{k}].c_bm': np.where(e & (k == 0), 30, c - (f('bm2') * (11 + 5 * np.abs(S('b2x'))) if k == 1 else 0))})
        pub(ADC, 'gldr_msgs/msg/Adcp', 4, dict(V, err_cnt=np.cumsum(np.diff(e.astype(int), prepend=0) > 0)), drop=.5 * f('adc_lost'))
        hdp = h('hyd_deep', .3); shp = 6 * np.maximum(W('shp', 1, 60), 0); lv = [(88, 81, 74, 66)[k] + U(f'lv{k}', .5) + 6 * sf * (k < 2) + 13 * (self.thr / 700) * (k < 3) + 7 * pf + shp * (1, .8, .5, .3)[k] + .9 * W(f'lv{k}', 1, 3) + w(f'lvn{k}', .8) for k in range(4)]; lv[1] = lv[1] + f('hyd2') * np.abs(6 * S('h2x')); lv[3] = lv[3] + hdp * np.where(self.rng('hdx').random(n) < .35, 9, 1.)
        pub(HYD, 'gldr_msgs/msg/Hyd', 5, dict(lvl_db=[q(x, .1) for x in lv], n_clk=np.maximum(1.5 + 1.5 * W('nc', 1, 4) + 7 * hdp, 0)))
        ta = .55 * f('thr_i') * lp((self.thr > 100) * 1., .3); ib = self.im + .5 * pa + ta; soc = .86 + .04 * self.su('soc') - np.cumsum(self.im) * DT / 3600 / 62; vb = 25.2 + 3.2 * (soc - .6) - .075 * ib
        self.batt('/bat', ib + w('ibn', .02), vb + w('vbn', .012), soc, [vb / 7 + U(f'ce{k}', .004) + w(f'cen{k}', .003) - (f('cell4') * (.045 + .011 * ib) if k == 3 else 0) for k in range(7)], [.3 * self.T(f'bt{k}', 6 + 2.2 * lp(self.im, 30), 400, 2, .06) + .7 * lp(self.tw, 300) + (4.2 * lp(f('bat_hot'), 20) if k == 1 else 0) for k in range(3)], rate=2)
        vl = h('v12', .2)
        pub(PWR, 'gldr_msgs/msg/Pwr', 5, dict(v_12=q(12.06 + U('v12', .01) - .012 * self.im + .004 * W('v12', 1, 8) + w('v12n', .005) - vl * (.19 + .06 * np.abs(W('vlx', 1, .4))), .005), v_5=q(5.02 + U('v5', .004) + w('v5n', .003) - f('v5') * np.abs(.035 * S('v5x')), .001), i_pl=q(.41 + .006 * self.su('ipl') + .09 * (self.pieces('pl', 20, 70, 0, 1) < .45) + .006 * W('ipl', 1, 6) + w('ipn2', .003) + .085 * f('pl'), .002), i_ah=q(np.cumsum(self.im) * DT / 3600, .001), i_mn=1000 * (ib + w('imn', .012))))
        tin = .45 * self.T('ti', 8 + 1.5 * lp(self.im, 60), 300, 3, .04) + .55 * lp(self.tw, 120); la = self.shape('s_lk', .35, 1, 5)
        pub(HUL, 'gldr_msgs/msg/Hul', 2, dict(vac_mb=q(745 + 5 * self.su('vac') + 2.5 * (tin - 17) - .12 * self.cc * .06 + .3 * W('vac', 1, 20) + w('van', .25) + 11 * f('vac'), .1), rh_in=q(27 + 1.5 * self.su('rh') - .6 * (tin - 17) + .3 * W('rh', 1, 60) + w('rhn', .12) + 4.6 * f('rh'), .1), t_in=q(tin, .05), lk_mv=[2480 + 6 * W('lk0', 1, 15) + w('lkn0', 4) - h('lk_deep', 1.) * (48 + 9 * W('ldx', 1, 2)) - 700 * la, 2484 + 6 * W('lk1', 1, 15) + w('lkn1', 4) + f('lk2') * 38 * S('lkx')], lk_alm=la))
        qz, qw = quat(np.pi / 2 - hr)
        pub('/dr', 'nav_msgs/msg/Odometry', 4, {'pose.pose.position.x': q(self.x + .4 * W('dx', 1, 200), .01), 'pose.pose.position.y': q(self.y + .4 * W('dy', 1, 200), .01), 'pose.pose.position.z': q(-z, .01), 'pose.pose.orientation.z': qz, 'pose.pose.orientation.w': qw, 'twist.twist.linear.x': q(us + w('ov', .004), .001), 'twist.twist.angular.z': q(self.yr + w('ow', .002), .001)}, 'utm', age=.6 * f('dr_old'))
        fixed = self.surf & (lp(self.surf * 1., 8.) > .7); lat0, lon0 = (54.35, 36.8, 43.5)[self.site], (10.2, -121.9, 16.2)[self.site]
        pub('/gps', 'sensor_msgs/msg/NavSatFix', 1, {'status.status': np.where(fixed, 0, -1), 'status.service': 1, 'latitude': q(hold(lat0 + (self.y + 1.2 * W('gy', 1, 8)) / 111200, ~fixed), 1e-7), 'longitude': q(hold(lon0 + (self.x + 1.2 * W('gx_', 1, 8)) / (111200 * np.cos(np.radians(lat0))), ~fixed), 1e-7), 'altitude': q(hold(1.5 * W('gz_', 1, 9), ~fixed), .1)})
        up = E('up'); pub(IRD, 'gldr_msgs/msg/Ird', 3, dict(rssi=np.where(self.surf & (E('air') > 0), -94 + self.su('ird', 1.) + 2. * W('ird', 1, 12) + w('irn', .9) - 9 * f('ird'), -127), n_byt=up * (190 + 30 * W('nb', 1, 4)), lnk=up))
        tr = self.thr > 100; tf_ = h('thr_fast', .25)
        pub(THR, 'gldr_msgs/msg/Thr', 6, dict(n_thr=np.maximum(self.thr * (1 + .008 * W('nt', 1, 1.5)) + w('ntn', 1.5) * tr + f('thr_n') * tr * 30 * W('ntx', 1, .25), 0), i_thr=q(lp(self.it, .1) * (1 + U('it', .01) + .02 * W('it', 1, 1)) + ta + tf_ * (.36 * np.abs(S('tfx')) + .16) + np.abs(w('itn', .02)), .01), t_thr=q(lp(self.tw + 6.5 * self.it, 50) + U('tt', .3) + w('ttn', .06), .1)))
        pub(FLW, 'gldr_msgs/msg/Flw', 5, dict(u_w=q(np.maximum(us * (1 - .17 * h('flw', .3)) + .02 * np.abs(wr) * self.att(z) + w('uwn', .006), 0), .002), w_z=q(-self.w + w('wzn', .008) + .3 * np.gradient(self.wave, DT) + f('wz') * .1 * S('wzx'), .002)))
        ds = np.hypot(self.x - 150, self.y + 80); pub(ACM, 'gldr_msgs/msg/Acm', 2, dict(snr_db=q(24 - .006 * ds - 6 * sf - 2.5 * self.thr / 700 + 1.2 * W('sn', 1, 8) + w('snn', .6) - 6.5 * f('acm'), .1), rtt_ms=q(410 + 1.35 * ds + w('rtn', 4), 1), n_rx=np.mod(t // 20, 256)))
        pub('/par', 'sensor_msgs/msg/Illuminance', 4, dict(illuminance=q(self.lux * (1 + w('luxn', .015)) * (1 - .33 * f('par')) + np.abs(w('lxd', 4)), 1)))
        pub('/msn', 'gldr_msgs/msg/Msn', 2, dict(ph=self.st, wp=H['wp'], n_yo=E('n_yo'), z_cmd=q(E('zc'), .1), hdg_cmd=q(np.mod(self.hc, 360), .1)))
        cy = f('cyc'); fw = 'gw-3.21' if self.new(7) else 'gw-3.20' if self.newver else 'gw-3.19'
        pub(CPU, 'gldr_msgs/msg/Cpu', 2, dict(cyc=q(50 + np.abs(w('cy', .3)) + 2.2 * cy, .1), cyc_mx=q(58 + np.abs(w('cx', 3)) + cy * (21 + 8 * self.rng('cmx').random(n)), .1), mem_mb=q(128 + 7 * self.newver + .8 * self.su('me') + .3 * W('me', 1, 110) + w('men', .15) + self.computer_leak('mem', 13), .1), wr_ms=q(5.5 + np.abs(w('wr', .8)) + 1.2 * (self.pieces('pl', 20, 70, 0, 1) < .45) + f('wr') * (4.5 + 2.2 * np.abs(S('wrx'))), .1), fls_mb=900 + t * .11, fls_lo=(f('s_fls') > 0) & (t % 18 < 6)), strs=dict(fw=fw))
        self.goals('/segment/_action/status', [(a, b, 5 if self.rng(f'gf{i}').random() < .04 else 4) for i, (a, b, _) in enumerate(self.tasks) if b > a])
        a1 = self.speak('s_pmp', 'vbd', ['pump overcurrent, flt 3', 'pump restarted']); a2 = self.speak('s_lk', 'hul', ['leak alarm detector 1', 'leak alarm cleared'], 14); a3 = self.speak('s_adc', 'adcp', ['ensemble lost', 'profiler resynchronised']); a4 = self.warn_only('s_fls', 'cpu', 'flash 92 % full')
        self.routine([(16, 'I', 'msn', 'yo done, {} m', 9, 28), (7, 'W', 'alt', 'no bottom for {} s', 3, 12), (6, 'W', 'ird', 'call dropped after {} s', 8, 40), (5, 'I', 'msn', 'drift {} m', 10, 90), (4, 'W', 'acm', 'no answer for {} s', 15, 60)],
                     [('I', 'sys', 'firmware ' + fw), ('W', 'att', 'compass calibration 64 days old'), ('W', 'ctd', 'pump not primed'), ('I', 'hul', 'leak test ok')])
        ih = self.im; self.status('vbd', 'VB', a1, {2: 'pump overcurrent'}, i24=ih); self.status('hul', 'HL', a2, {2: 'leak alarm'}); self.status('adcp', 'AD', np.maximum(a3, brief_warn(self, 'ad', 1.2)), {1: 'range short', 2: 'ensemble lost'}); self.status('cpu', 'CP', a4, {1: 'flash nearly full'}); self.status('ird', 'IR', brief_warn(self, 'ir', 1.4), {1: 'call retry'})
