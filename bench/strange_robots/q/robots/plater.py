"""Zinc-nickel plating line: eight baths, two rectifiers with drums, filters, heaters, chiller, exhaust, rinses, dosing, dryer, waste water, and a hoist of three axes that carries the drums; abbreviated fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

BTH, RCT, CHM, FLT, HTR, EXH, CHL, RNS, DRY, DOS, DRM, HJN, HDR, HPS, HLD, IMU, XRF, CAM, AIR, WWT, MNS, CAB, PLC, NET, VIB, LUB, AGT, GAS = "/bth", "/rct", "/chm", "/flt", "/htr", "/exh", "/chl", "/rns", "/dry", "/dos", "/drm", "/hst/jnt", "/hst/drv", "/hst/pos", "/hst/ld", "/hst/imu", "/xrf", "/cam", "/air", "/wwt", "/mns", "/cab", "/plc", "/net", "/vib", "/lub", "/agt", "/gas"  # fmt: skip
PL, NU, ON, MV, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when plating", need=15), dict(where="when the hoist moves", need=12), "linear_acceleration."


class Plater(Robot):
    NAME = "plater"
    FLAGS = [(RCT, "flt_rc"), (HLD, "ovl_hs"), (DOS, "no_fl"), (LUB, "low_gr")]
    RETRY = [("xrf", "XR", "measured again, spread {}", 3, 0.3, 0.9), ("chm", "CH", "reading repeated after {} s", 2, 1, 5)]
    DEFS = {
        "znl_msgs/msg/Bth": mdef("float32[8] tmp_bt lvl_bt"),
        "znl_msgs/msg/Rc": "float32 amp_rc\nfloat32 vlt_rc\nfloat32 rip_rc\nfloat32 tmp_rc",
        "znl_msgs/msg/Rct": mdef("znl_msgs/Rc[2] rc; uint16 flt_rc"),
        "znl_msgs/msg/Chm": mdef("float32 ph_zn cnd_zn con_zn con_ni brt_ad"),
        "znl_msgs/msg/Flt": mdef("float32[2] prs_fl flw_fl amp_fp"),
        "znl_msgs/msg/Htr": mdef("float32[3] amp_ht"),
        "znl_msgs/msg/Exh": mdef("float32 rpm_ex prs_ex amp_ex vap_ex"),
        "znl_msgs/msg/Chl": mdef("float32 tmp_cl flw_cl amp_cl hpr_cl; bool cmp_on"),
        "znl_msgs/msg/Rns": mdef("float32[3] cnd_rn flw_rn"),
        "znl_msgs/msg/Dry": mdef("float32 tmp_dr flw_dr amp_dr"),
        "znl_msgs/msg/Dos": mdef("float32[3] stk_ds lvl_ds; bool no_fl"),
        "znl_msgs/msg/Drm": mdef("float32[2] rpm_dm amp_dm"),
        "znl_msgs/msg/Hdr": mdef("float32[3] amp_hs tmp_hs"),
        "znl_msgs/msg/Hld": mdef("float32 mas_hs swg_hs rop_hs; bool ovl_hs"),
        "znl_msgs/msg/Xrf": mdef("float32 thk_xr pct_ni sco_xr tub_xr"),
        "znl_msgs/msg/Cam": mdef("float32 foc_cm lum_cm tms_cm"),
        "znl_msgs/msg/Air": mdef("float32 prs_ai flw_ai dew_ai"),
        "znl_msgs/msg/Wwt": mdef("float32 ph_ww flw_ww lvl_ww amp_ag"),
        "znl_msgs/msg/Mns": mdef("float32[3] vlt_ln amp_ln; float32 pf_ln"),
        "znl_msgs/msg/Cab": mdef("float32 vlt_24 amp_24 tmp_cb; uint16 rpm_fn"),
        "znl_msgs/msg/Vib": mdef("float32[2] acc_rms"),
        "znl_msgs/msg/Lub": mdef("float32 prs_lu lvl_lu; bool low_gr"),
        "znl_msgs/msg/Agt": mdef("float32 prs_bl flw_bl amp_bl"),
        "znl_msgs/msg/Gas": mdef("float32 hyd_ga hcl_ga"),
        "znl_msgs/msg/Job": mdef("uint8 stp rcp; uint16 chg; float32 amp_rq thk_rq rpm_rq; bool man"),
        "znl_msgs/msg/Sft": mdef("bool es_ok gat_cl; uint8 ppl"),
        "znl_msgs/msg/Net": mdef("float32 rsp_ms lss"),
        "znl_msgs/msg/Plc": mdef("float32 cyc_av cyc_mx mem_us tmp_pu; string fw"),
    }
    KINDS = dict(
        an_a=k("anodes of bath A passive: more voltage, the rectifier and the bath get warm", [RCT, BTH], "rc[0].vlt_rc rc[0].tmp_rc tmp_bt[4]", "anodes|rectifier 1|bath 5|rct", cons="/chl|/mns", step=False, tail=300, **ON),
        bus_b=k("bus bar of bath B loose: more voltage and ripple", RCT, "rc[1].vlt_rc rc[1].rip_rc", "bus bar|rectifier 2|rct", "off .9 .2", cons="/mns", **ON),
        rc1_amp=k("current of rectifier 1 reads too little: shunt", RCT, "rc[0].amp_rc", "rectifier 1|rct|shunt", "mul -.13 .02", **ON),
        rc2_rip=k("ripple of rectifier 2 too high: thyristor", RCT, "rc[1].rip_rc", "rectifier 2|rct|thyristor", "mul .9 .1", **ON),
        rc1_hi=k("voltage of rectifier 1 flutters when its current is above a number: clamp", RCT, "rc[0].vlt_rc", "rectifier 1|rct|clamp", "flut .8", where="**current of rectifier 1 above a number**", **NU),
        rc2_hot=k("rectifier 2 gets hot: its water filter", RCT, "rc[1].tmp_rc", "rectifier 2|rct|water filter", "heat 9 80", step=False, tail=300),
        ht1=k("one of three elements of heater 1 is dead: less current, bath 1 colder", [HTR, BTH], "amp_ht[0] tmp_bt[0]", "heater 1|htr|bath 1", cons="/mns", tail=400),
        ht3=k("current of heater 3 uneasy: contactor burnt", HTR, "amp_ht[2]", "heater 3|htr|contactor", "flut 5", where="when heater 3 is on", need=15),
        b3_frz=k("temperature of bath 3 frozen: transmitter", BTH, "tmp_bt[2]", "bath 3|bth|transmitter", "frz"),
        b8_tmp=k("temperature of bath 8 reads too low: probe coated", BTH, "tmp_bt[7]", "bath 8|bth|probe", "off -2.2 .05", step=False),
        b6_wlk=k("temperature of bath 6 walks: cable at the bus bar", BTH, "tmp_bt[5]", "bath 6|bth|cable", "walk 1.1 4 20"),
        b2_lvl=k("level of bath 2 falls: weld leaks", BTH, "lvl_bt[1]", "bath 2|bth|weld", "off -7 .04", step=False, also="/wwt flw_ww off .35 .05"),
        b7_lvl=k("level of bath 7 sticks: float crusted", BTH, "lvl_bt[6]", "bath 7|bth|float", "stick 3.6"),
        ph_wlk=k("acidity of the plating bath walks: electrode cracked", CHM, "ph_zn", "acidity|chm|electrode", "walk .5 4 16"),
        cnd_zn=k("conductivity of the plating bath reads too low: cell coated", CHM, "cnd_zn", "conductivity|chm|cell", "mul -.14 .03", step=False),
        con_zn=k("zinc of the plating bath read in coarse steps: analyser range", CHM, "con_zn", "zinc|chm|analyser", "coarse .9"),
        con_ni=k("nickel of the plating bath creeps between its calibrations: lamp", CHM, "con_ni", "nickel|chm|lamp", "creep .35 70"),
        brt=k("brightener reads uneasy: bubble in the cuvette", CHM, "brt_ad", "brightener|chm|cuvette", "burst .5 1 6"),
        fl1=k("filter 1 clogs: more pressure, less flow, less current", FLT, "prs_fl[0] flw_fl[0]", "filter 1|flt", step=False, cons="amp fp"),
        fl2_air=k("pump 2 sucks air: flow and current uneasy", FLT, "flw_fl[1]", "pump 2|flt", "noise .45", also="/flt amp_fp[1] noise .35|/flt prs_fl[1] noise .12"),
        fp1=k("pump 1 draws more and more current: seal rubs", FLT, "amp_fp[0]", "pump 1|flt|seal", "off 1.1 .1", step=False, cons="/mns"),
        fl2_hot=k("pressure of filter 2 flutters when bath 6 is warmer than a number: membrane soft", FLT, "prs_fl[1]", "filter 2|flt|membrane", "flut .2", where="**temperature of bath 6 above a number**", **NU),
        ex_belt=k("belt of the exhaust slips: less suction, less current, more vapour", EXH, "rpm_ex prs_ex amp_ex vap_ex", "exhaust|exh|belt", cons="/gas"),
        ex_vib=k("fan of the exhaust out of balance: crust", [VIB], "acc_rms[1]", "exhaust|vibration|vib|fan", "mul .5 .12", also="/exh amp_ex noise .2"),
        vap=k("vapour of the exhaust drops out: sampling pump", EXH, "vap_ex", "vapour|exhaust|exh|sampling pump", "cut .2 .5 3"),
        cl_foul=k("condenser of the chiller dirty: more pressure and current, warmer water and baths", CHL, "hpr_cl amp_cl tmp_cl", "chiller|chl|condenser", cons="/bth|/mns|/rct", step=False, tail=400),
        cl_flw=k("chilled water flows less: strainer", CHL, "flw_cl", "chilled water|chiller|chl|strainer", "mul -.2 .04"),
        cl_hot=k("current of the compressor uneasy when its pressure is above a number: valve plate", CHL, "amp_cl", "compressor|chiller|chl|valve plate", "flut 1.6", where="**pressure of the compressor above a number**", **NU),
        rn_vlv=k("valve of rinse 2 leaks: more water, cleaner rinse, more waste water", [RNS, WWT], "flw_rn[1] cnd_rn[1] flw_ww", "rinse 2|rns|valve"),
        rn3_cnd=k("conductivity of rinse 3 rises: resin of the ion exchanger spent", RNS, "cnd_rn[2]", "rinse 3|rns|ion exchanger", "mul .7 .06", step=False),
        rn1_flw=k("flow of rinse 1 stalls: impeller of the meter", RNS, "flw_rn[0]", "rinse 1|rns|meter", "stall 5 20 .65"),
        dr_flt=k("filter of the dryer clogged: less air, hotter, less current", DRY, "flw_dr tmp_dr amp_dr", "dryer|dry|filter", tail=300),
        dr_tmp=k("temperature of the dryer hunts: solid state relay", DRY, "tmp_dr", "dryer|dry|relay", "swing 3.2 24"),
        ds1=k("dosing pump 1 strokes too seldom: pulse lost", DOS, "stk_ds[0]", "dosing pump 1|dos", "mul -.35 .06"),
        ds2_lvl=k("canister 2 empties faster: hose leaks", DOS, "lvl_ds[1]", "canister 2|dos|hose", "off -8 .03", step=False),
        ds3=k("dosing pump 3 strokes unevenly: spring", DOS, "stk_ds[2]", "dosing pump 3|dos|spring", "noise 5"),
        dm1=k("drum 1 turns hard: pinion with burr", DRM, "amp_dm[0]", "drum 1|drm|pinion", "off .55 .15", also="/drm rpm_dm[0] off -.25 .1", step=False, **ON),
        dm2=k("drum 2 slips again and again: clutch", DRM, "rpm_dm[1]", "drum 2|drm|clutch", "spk 2 .06|noise .15", **ON),
        dm2_hvy=k("drum 2 draws a fluttering current when it turns faster than a number: gear", DRM, "amp_dm[1]", "drum 2|drm|gear", "flut .6", where="**speed of drum 2 above a number**", **NU),
        hz_brk=k("brake of the hoist drags: axis z needs more current and gets hot", [HDR, HJN], "amp_hs[2] tmp_hs[2] effort[2]", "hoist|axis z|brake|hst", cons="/cab|/mns", tail=300, **MV),
        hx_eff=k("axis x of the hoist needs more and more effort: wheel flange rubs", HJN, "effort[0]", "hoist|axis x|hst jnt|flange", "off 45 .12", also="/hst/drv amp_hs[0] off 1.2 .12", step=False, **MV),
        hx_pl=k("speed of axis x jerks at one place: rail joint", HJN, "velocity[0]", "hoist|axis x|hst jnt|rail", "flut .2 -.4", also="/hst/imu linear_acceleration.x noise .5", **PL),
        hy_ply=k("axis y of the hoist has play: pinion", HJN, "position[1]", "hoist|axis y|hst jnt|pinion", "play .022|noise .0008"),
        hz_skp=k("axis z of the hoist loses counts: encoder loose", HJN, "position[2]", "hoist|axis z|hst jnt|encoder", "skip .0014 .08"),
        hj_age=k("joint states of the hoist come late: radio modem", HJN, "header.stamp", "joint states|hoist|hst jnt", "age .65", step=False),
        hy_amp=k("motor y of the hoist draws a fluttering current when the load is heavier than a number: bearing", HDR, "amp_hs[1]", "hoist|axis y|hst drv|bearing", "flut .9", where="**load of the hoist above a number**", **NU),
        hx_frz=k("temperature of motor x frozen: sensor", HDR, "tmp_hs[0]", "axis x|hoist|hst drv", "frz"),
        hp_los=k("poses of the hoist get lost", HPS, "header.stamp", "hoist|hst pos", "lost .5"),
        hp_pl=k("hoist sinks in at one place: beam corroded", HPS, "pose.position.z", "hoist|hst pos|beam", "flut .04 -1", **PL),
        ld_crp=k("load cell of the hoist creeps: acid in the plug", HLD, "mas_hs", "load cell|hoist|hst ld", "creep 14 70"),
        ld_spn=k("swing of the hoist reads uneasy: damper of the sensor", HLD, "swg_hs", "swing|hoist|hst ld|damper", "noise .8"),
        rope=k("rope of the hoist slackens at one place: drum groove worn", HLD, "rop_hs", "rope|hoist|hst ld", "flut -.55 .9", **PL),
        im_pl=k("hoist is shaken at one place: stop loose", IMU, " ".join(ACC + c for c in "xyz"), "imu|hoist|stop", "noise .7", **PL),
        xr_thk=k("thickness reads too little: tube aged", XRF, "thk_xr", "thickness|xrf|tube", "mul -.16 .04", also="/xrf tub_xr off 4 .1"),
        xr_sco=k("measurements are judged worse: window splashed", XRF, "sco_xr", "xrf|window", "off -.1 .08", step=False),
        xr_ni=k("nickel of the layer scatters: collimator loose", XRF, "pct_ni", "nickel of the layer|xrf|collimator", "noise .9"),
        cm_foc=k("camera loses sharpness: mist on the lens", CAM, "foc_cm", "camera|cam|lens", "off -12 .06", step=False),
        cm_pl=k("camera dazzled at one place of the hoist: skylight", CAM, "lum_cm", "camera|cam|skylight", "flut 26 .8", **PL),
        cm_tms=k("pictures late: switch", CAM, "tms_cm", "camera|cam|switch", "late 5 24"),
        ai_flw=k("air pressure falls when the flow is above a number: hose", AIR, "prs_ai", "compressed air|air|hose", "off -.5 .3", where="**air flow above a number**", **NU),
        dew=k("dew point of the air rises: dryer wet", AIR, "dew_ai", "dew point|air", "off 8 .05", step=False),
        bl=k("blower of the agitation weak: filter", AGT, "prs_bl flw_bl", "blower|agitation|agt|filter", "mul -.2 .03", also="/agt amp_bl off .4 .1"),
        ww_ph=k("acidity of the waste water swings: dosing valve", WWT, "ph_ww", "waste water|wwt|valve", "swing .6 40"),
        ww_ag=k("agitator of the waste water draws more current: sludge", WWT, "amp_ag", "agitator|waste water|wwt", "off .7 .1", step=False),
        hyd=k("hydrogen reads too much: sensor poisoned", GAS, "hyd_ga", "hydrogen|gas|sensor", "off .16 .05", step=False),
        hcl=k("acid vapour reads nothing below a value: zero", GAS, "hcl_ga", "acid vapour|gas|zero", "floor 1.9"),
        ph1=k("current of phase 1 reads too little: transformer", MNS, "amp_ln[0]", "phase 1|mains|mns|transformer", "mul -.24 .02"),
        ph3=k("voltage of phase 3 falls when the current is above a number: terminal", MNS, "vlt_ln[2]", "phase 3|mains|mns|terminal", "off -4.5 .3", where="**line current above a number**", **NU),
        v24=k("24 V uneasy: capacitor", CAB, "vlt_24", "24 v|cabinet|cab|capacitor", "noise .12"),
        cb_hot=k("fan of the cabinet slows down: the cabinet gets hot", CAB, "rpm_fn", "cabinet|cab|fan", "mul -.2 .03", also="/cab tmp_cb heat 6 120", tail=350),
        lu=k("lubrication builds less pressure: line open", LUB, "prs_lu", "lubrication|lub|line", "mul -.35 .05", where="when lubricating", need=12),
        vb1=k("vibration of the hoist rail too high: bolts", VIB, "acc_rms[0]", "vibration|vib|rail", "mul .7 .12", **MV),
        hum=k("humidity frozen", "/hum", "relative_humidity", "humidity|hum", "frz"),
        cyc=k("controller has far longer worst cycles", PLC, "cyc_mx cyc_av", "controller|plc", "late .6 3.2"),
        mem=k("memory of the controller fills", PLC, "mem_us", "controller|plc|memory", "leak 40", step=False),
        lss=k("network loses packets: switch port", NET, "lss", "network|net|switch port", "late 1.5 7", also="/net rsp_ms off 3 .4"),
        s_rct=k("rectifier 1 reports faults", [RCT, "/rosout", "/diagnostics"], "flt_rc rc[0].amp_rc", "rectifier 1|rct", silent=False),
        s_hld=k("hoist reports overload", [HLD, "/rosout", "/diagnostics"], "ovl_hs mas_hs", "hoist|hst ld", silent=False),
        s_dos=k("dosing reports that no liquid flows", [DOS, "/rosout", "/diagnostics"], "no_fl stk_ds[1]", "dosing|dos", silent=False),
        s_lub=k("lubrication warns that the grease is low", [LUB, "/rosout", "/diagnostics"], "low_gr", "lubrication|lub", silent=False),
    )

    def life(self):
        self.day(22, 0.9, 4.0)
        r = self.rng("charges")
        self.site, no = 1 if self.is_life(2, 7) else 0, 0
        at = [(0.35 + 0.9 * (i % 6), 0.3 + 1.5 * (i // 6)) for i in range(12)]  # load, five stations, the way back, unload
        T = Track(self, x=0.35, y=0.3, z=0.0)
        T.set(rcp=1, amp=500, thk=8, rpm=5, ia=0, ib=0, kg=0, da=0, db=0, dry=0, ppl=0, man=0, wsh=0, pas=0, pls=0, no=0, rk=0), T.wait(r.uniform(90, 200) if self.cold else r.uniform(10, 40), 1 if self.cold else 0)
        slow = 0.8 if self.is_life(6) else 1.0
        inb = {"a": None, "b": None}

        def to(i, code):
            T.go(code, v=r.uniform(0.55, 0.75) * slow, a=0.5, x=at[i][0], y=at[i][1])

        def dip(i, code, sec, leave=False):
            to(i, code), T.go(code, sec=2.6, z=0.9), T.wait(sec, code)
            if leave:
                T.set(kg=0)
            T.go(code, sec=2.6, z=0.0)

        while T.more:
            a0, no = T.i, no + 1
            rc = int(r.integers(1, 13))
            rack, pulse, black = self.new(3) and no % 4 == 2, self.new(4) and no % 5 == 3, self.new(6) and no % 4 == 0  # racks without drum; pulse plating; black passivation; new
            rc = 13 if rack else 14 if pulse else rc
            q_ = self.rng(f"recipe{rc}")
            amp, thk, rpm = float(round(q_.uniform(320, 820), -1)), round(q_.uniform(6, 14), 1), round(q_.uniform(3.5, 7.5), 1)
            if r.random() < 0.25:
                amp += float(r.choice((-40, 40)))  # current changed by hand
            kg = r.uniform(45, 85) if rack else r.uniform(70, 150)
            line = "a" if no % 2 else "b"
            T.set(rcp=rc, amp=amp, thk=thk, rpm=0 if rack else rpm, no=no)
            to(0, 2), T.go(2, sec=2.6, z=0.6), T.set(kg=kg), T.wait(r.uniform(2, 5), 2), T.go(2, sec=2.6, z=0.0)
            dip(1, 3, r.uniform(7, 12)), dip(2, 4, 2), dip(3, 5, r.uniform(5, 9))
            if self.new(8) and r.random() < 0.4:
                dip(2, 4, 2), dip(3, 5, r.uniform(3, 5))  # etched twice; new
            dip(2, 4, 2)
            i, old = (4, inb["a"]) if line == "a" else (5, inb["b"])
            if old:  # the drum that lies there is lifted out by its own arm
                T.set(**{"i" + line: 0, "d" + line: 0})
            dip(i, 6, 1.5, True)
            T.set(pls=1 if pulse else 0, **{"i" + line: amp, "d" + line: 0 if rack else rpm})
            if old:
                T.wait(1.5, 7), T.go(7, sec=1.5, z=0.5), T.set(kg=old), T.go(7, sec=1.6, z=0.0)
                dip(6, 8, r.uniform(3, 5)), T.set(pas=2 if black else 1), dip(7, 9, r.uniform(8, 13) * (1.6 if black else 1)), T.set(pas=0), dip(8, 10, 2.5), T.set(dry=1), dip(10, 11, r.uniform(3, 6), True)
                if r.random() < 0.7:
                    T.wait(r.uniform(12, 25), 11)
                T.set(dry=0), T.go(11, sec=2, z=0.6), T.set(kg=old), T.go(11, sec=2, z=0.0), to(11, 12), T.go(12, sec=2.5, z=0.6), T.set(kg=0), T.go(12, sec=2.5, z=0.0)
            inb[line] = kg
            T.task(a0, "charge")
            if r.random() < 0.12:
                T.set(ppl=1)
                T.wait(r.uniform(15, 60), 14)  # titration, parts brought
                T.set(ppl=0)
            if r.random() < 0.2:  # hoist moved by the pendant
                T.set(man=1), self.manual(T, r.uniform(20, 40), 13, "xyz", dict(x=-0.3, y=-0.2, z=0.0), dict(x=1.5, y=0.6, z=0.5)), T.set(man=0)
            if r.random() < 0.3:
                T.set(wsh=1), T.wait(r.uniform(15, 25), 15), T.set(wsh=0)  # a filter is washed back
            if self.is_life(5, 9) and no == 5:  # weekly test of the hoist
                T.set(kg=160), T.go(16, sec=4, z=0.8), T.go(16, v=0.7, a=0.5, x=4.8), T.go(16, v=0.7, a=0.5, x=0.35), T.go(16, sec=4, z=0.0), T.set(kg=0)
            if r.random() < 0.25:
                T.wait(r.uniform(5, 40), 0)
        self.A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, self.z0)

    def bath(self, sp, amb, cold, duty, cap):
        """Temperature and switch of a bath that is heated on and off; duty: share of the heater that works."""
        x, on, xs, ons = (amb[0] + 14 if cold else sp - 0.5 + 0.5 * np.tanh(self.su(f"sp{sp}"))), False, [], []
        for a, d in zip((amb + self.z0).tolist(), (duty + self.z0).tolist()):
            on = x < sp + 0.6 if on else x < sp - 0.6
            x += DT * (cap * d * on - 0.00042 * (x - a) - 0.0004 * (sp - a) * 0.4)
            xs.append(x)
            ons.append(on)
        return np.array(xs), np.array(ons, float)

    def physics(self):
        A, E, W, h, t = self.A, self.E, self.wander, self.h, self.t
        self.J = [ring(A[a], f, 0.6) for a, f in (("x", 1.3), ("y", 1.4), ("z", 1.6))]
        self.dJ = [lp(np.gradient(a, DT), 0.06) for a in self.J]
        self.ddJ = [lp(np.gradient(a, DT), 0.08) for a in self.dJ]
        self.gm = sum(np.abs(a) for a in self.dJ) > 0.04
        self.kg = lp(E("kg"), 0.4)
        self.swing = ring(0.9 * lp(self.ddJ[0], 0.3), 0.45, 0.18) * 5
        self.ia = [lp(slewed, 1.5) for slewed in (E("ia"), E("ib"))]
        self.onp = [a > 60 for a in self.ia]
        foul = np.clip(h("cl_foul", 2), 0, 2)
        anode = np.clip(h("an_a", 1), 0, 2)
        drain, cmpo = self.store(0.045 + 0.00009 * sum(self.ia), 0.26, 4.0, 7.0, 5.6)
        self.cmp = cmpo
        self.tcl = 14.5 - 0.8 * lp(drain, 4) + 1.9 * lp(foul, 100) + 0.05 * (self.amb - 22)
        self.con = 9.4 + 0.25 * np.sin(2 * np.pi * t / 900 + self.u("cz", 2)) - 2e-5 * np.cumsum(sum(self.ia)) * DT / 90 + 0.08 * W("zn", 1, 60)
        self.vlt, self.pw, self.tb = [], [], []
        for i, a in enumerate(self.ia):
            res = 0.0072 * (1 + 0.05 * self.u(f"r{i}")) * (9.4 / self.con) * (1 + 0.004 * self.wear(1)) * (1 + 0.02 * W(f"rs{i}", 1, 20))
            v = lp(self.onp[i] * 1.0, 0.4) * 1.5 + a * res * (1 + (0.26 * anode if i == 0 else 0))
            p = v * a / 1000
            self.vlt.append(v), self.pw.append(p)
            self.tb.append(23.6 + 0.42 * (self.tcl - 9) + 0.85 * lp(p, 240, 0.0 if self.cold else 3.4) + 0.25 * W(f"tb{i}", 1, 50))
        dead = np.clip(h("ht1", 1), 0, 1.5)
        wet = [lp((self.st == c) * 1.0, 3) for c in (3, 5, 9)]
        amb = self.amb + self.z0
        b1, o1 = self.bath(58.0, amb, self.cold, 1 - 0.34 * dead, 0.062)
        b3, o3 = self.bath(36.0, amb, False, 1.0, 0.03)
        b8, o8 = self.bath(44.0, amb, self.cold, 1.0, 0.04)
        self.b = [b1 - 1.3 * lp(dead, 120), amb + 1.5, b3, amb + 1, *self.tb, amb + 1.2, b8]
        self.ho = [o1, o3, o8]
        self.hi = [lp(o, 0.2) * c for o, c in zip(self.ho, (33.0 * (1 - 0.33 * dead), 15.0, 20.0))]
        clog, slip, dust, leak = np.clip(h("fl1", 2), 0, 2), np.clip(h("ex_belt", 1), 0, 2), np.clip(h("dr_flt", 1), 0, 2), np.clip(h("rn_vlv", 1), 0, 2)
        wash = lp(E("wsh"), 1)
        self.pf = [1.25 + 0.02 * self.wear(1) - 0.6 * wash * (i == 0) + (0.42 * clog if i == 0 else 0) for i in (0, 1)]
        self.ff = [11.5 - 3 * (p - 1.25) + 3 * wash * (i == 0) for i, p in enumerate(self.pf)]
        self.fa = [5.1 + 0.16 * (f - 11.5) for f in self.ff]
        self.vapw = lp(E("pas") * 0.5 + wet[1], 4)
        self.rex = (1440 + 12 * np.sin(2 * np.pi * t / 400)) * (1 - 0.16 * slip)
        self.pex = 410 * (self.rex / 1440) ** 2 - 18 * self.vapw
        self.aex = 9.2 * (self.rex / 1440) ** 2.4
        self.vap = 1.6 + 2.6 * self.vapw + 1.6 * lp(slip, 20) + 0.12 * W("vp", 1, 10)
        dr = lp(E("dry"), 2)
        self.fdr = 620 + 380 * dr - 190 * dust
        self.tdr = 62 + 20 * lp(dr, 15) + 7 * lp(dust, 60)
        self.adr = 3.6 + 3.4 * dr - 0.7 * dust
        use = [lp((self.st == c) * 1.0, 2) for c in (4, 8, 10)]
        self.frn = [2.2 + 7 * u for u in use]
        self.frn[1] = self.frn[1] + 2.6 * leak
        self.crn = [190 + 320 * lp(u, 9 + 4 * i) * (0.5 if i == 2 else 1) - (60 * lp(leak, 60) if i == 1 else 0) - 100 * (i == 2) for i, u in enumerate(use)]
        self.wwf = 3.1 + 0.42 * lp(sum(self.frn), 15)
        brake = np.clip(h("hz_brk", 0.5), 0, 2)
        fric = [np.tanh(18 * np.abs(d)) for d in self.dJ]
        self.eff = [np.abs(70 * f + (62 + 0.5 * self.kg) * a) for f, a in zip(fric, self.ddJ)]
        self.eff[2] = np.abs(9.81 * (42 + self.kg) * (0.9 + 0.1 * np.tanh(20 * self.dJ[2])) * 0.4 + 120 * fric[2] * (1 + 0.55 * brake) + 60 * self.ddJ[2])
        self.ah = [0.6 + 0.019 * e * (0.6 + 0.4 * np.tanh(20 * np.abs(d))) * (0.25 if i == 2 else 1) + 1.6 * f for i, (e, d, f) in enumerate(zip(self.eff, self.dJ, fric))]
        self.ah[2] = self.ah[2] + 1.7 * brake * fric[2]
        self.th = [6 * lp(a, 120) for a in self.ah]
        self.th[2] = self.th[2] + 7 * lp(brake, 120)
        self.hpr = 11.5 + lp(self.cmp, 3) * (5.2 + 0.1 * (self.amb - 22) + 2.6 * foul + 0.35 * W("hp", 1, 15))
        self.acl = 0.2 + lp(self.cmp, 0.7) * (11.5 + 1.5 * foul + 0.15 * (self.amb - 22))
        self.fair = lp(22 + 30 * self.vapw + 40 * (np.mod(t + 30 * self.u("dx", 1), 55) < 4) + 28 * (self.pieces("nb", 8, 45, 0, 1) < 0.4), 0.4) + 1.2 * self.pink("fa", 1)
        self.il = lp(14 + 0.9 * sum(self.pw) * 1.7 + sum(self.hi) * 0.6 + self.acl * 0.8 + self.adr + self.aex + sum(self.fa) * 0.5 + 0.3 * sum(self.ah), 0.4) + 0.25 * self.pink("il", 1)
        self.rpm = [lp(E(c), 1.2) for c in ("da", "db")]
        self.lubt = np.mod(t + 40 * self.u("lb", 0.5), 120)
        self.AUX = [self.gm * 1.0]

    def where(self):
        ones = np.ones(self.n, bool)
        self.over("rc1_hi", self.ia[0], RCT + ":rc[0].amp_rc", "amp rc|current|amp rq|load", self.onp[0], 0.45, -1, 0.35), self.over("fl2_hot", self.tb[1], BTH + ":tmp_bt[5]", "tmp bt|temperature|warmer|bath 6|bath", ones, 0.5, 1, 0.2)
        self.over("cl_hot", self.hpr, CHL + ":hpr_cl", "hpr cl|pressure|compressor|cmp on", self.cmp > 0.5, 0.4, 1, 0.35), self.over("dm2_hvy", self.rpm[1], DRM + ":rpm_dm[1]", "rpm dm|speed|faster|rpm rq|turns", self.rpm[1] > 1, 0.4, 1, 0.4)
        (
            self.over("hy_amp", self.kg, HLD + ":mas_hs", "mas hs|load|heavier|weight", (self.kg > 20) & self.gm, 0.4, -1, 0.45),
            self.over("ai_flw", self.fair, AIR + ":flw_ai", "flw ai|air flow|flow|consumption", ones, 0.6, 0, 0.4),
            self.over("ph3", self.il, MNS + ":amp_ln[2]", "amp ln|line current|current|load", ones, 0.55, 0, 0.35),
        )
        X, Y = self.J[:2]
        self.places(X, Y, self.gm & (X > 0.6), hx_pl=(0.4, 0.05), im_pl=(0.4, 0.05)), self.places(X, Y, ones & (X > 0.6), hp_pl=(0.35, 0.07), rope=(0.35, 0.07), cm_pl=(0.35, 0.07))
        on = ("plating", "amp rc", "amp rq", "on", "rectifier", "stp", "runs")
        self.mode("an_a rc1_amp dm1", self.onp[0], *on), self.mode("bus_b rc2_rip dm2", self.onp[1], *on), self.mode("ht3", self.ho[2] > 0.5, "heater", "on", "heating", "amp ht"), self.mode("hz_brk", np.abs(self.dJ[2]) > 0.03, "moves", "moving", "hoist", "velocity", "axis z")
        self.mode("hx_eff", np.abs(self.dJ[0]) > 0.04, "moves", "moving", "hoist", "velocity"), self.mode("vb1", self.gm, "moves", "moving", "hoist", "velocity"), self.mode("lu", self.lubt < 22, "lubricating", "lubrication", "prs lu")

    def record(self):
        E, W, t, u_ = self.E, self.wander, self.t, self.u
        fr, ov, nf = self.shape("s_rct", 0.35, 0.5, 3) & self.onp[0], self.shape("s_hld", 0.5, 0.6, 4), self.shape("s_dos", 0.5, 1, 5)
        self.pub(BTH, "znl_msgs/msg/Bth", 4, dict(tmp_bt=[s(b, 0.05, 0.08, 0.15, 0.06, 20) for b in self.b], lvl_bt=[s(82 + 4 * np.tanh(self.su(f"lv{i}")) - 1.1 * lp((self.J[2] > 0.5) * (np.abs(self.J[0] - 0.35 - 0.9 * (i % 6)) < 0.3), 0.6) - 4e-4 * t * (i in (0, 7)), 0.1, 0.25, 1, 0.25, 8) for i in range(8)]))
        V = {}
        for i in (0, 1):
            cut = np.where(fr & (i == 0), 0.35, 1)
            V.update({f"rc[{i}].amp_rc": s(self.ia[i] * cut, 0.5, 2.5, 0, 2, 3, lo=0), f"rc[{i}].vlt_rc": s(self.vlt[i] * cut, 0.005, 0.025, 0.01, 0.02, 4, lo=0), f"rc[{i}].rip_rc": s(0.2 + 0.0024 * self.ia[i] + 1.6 * E("pls") * self.onp[i], 0.01, 0.05, 0.02, 0.04, 4, lo=0), f"rc[{i}].tmp_rc": s(self.T(f"rc{i}", 3.1 * lp(self.pw[i], 60), 120, 6, 0.12), 0.1)})  # fmt: skip
        self.pub(RCT, "znl_msgs/msg/Rct", 8, dict(V, flt_rc=np.where(fr, 0x44, 0)))
        self.pub(CHM, "znl_msgs/msg/Chm", 3, dict(ph_zn=s(12.6 + 0.04 * np.sin(2 * np.pi * t / 700) + 0.02 * W("ph", 1, 30), 0.01, 0.02, 0.04, 0.02, 20), cnd_zn=s(188 + 5 * (self.con - 9.4) + 0.6 * (self.tb[0] - 26), 0.1, 0.5, 1, 0.4, 15), con_zn=s(self.con, 0.01, 0.04, 0.05, 0.04, 25), con_ni=s(1.15 + 0.03 * (self.con - 9.4) + 0.02 * W("cn", 1, 50), 0.005, 0.012, 0.02, 0.01, 25), brt_ad=s(2.4 - 0.15 * np.mod(t + 300 * abs(self.su("ba")), 900) / 900, 0.01, 0.03, 0.05, 0.03, 20)))  # fmt: skip
        self.pub(FLT, "znl_msgs/msg/Flt", 5, dict(prs_fl=[s(p, 0.005, 0.02, 0.03, 0.02, 6, lo=0) for p in self.pf], flw_fl=[s(f, 0.05, 0.12, 0.2, 0.1, 5, lo=0) for f in self.ff], amp_fp=[s(a, 0.02, 0.05, 0.08, 0.04, 6, lo=0) for a in self.fa]))
        self.pub(HTR, "znl_msgs/msg/Htr", 4, dict(amp_ht=[s(x * (1 + u_(f"hx{i}", 0.01)), 0.05, 0.15, 0, 0.1, 5, lo=0) for i, x in enumerate(self.hi)]))
        self.pub(EXH, "znl_msgs/msg/Exh", 4, dict(rpm_ex=s(self.rex, 1, 4, 8, 4, 8), prs_ex=s(self.pex, 1, 4, 6, 4, 6, lo=0), amp_ex=s(self.aex, 0.02, 0.06, 0.1, 0.05, 8, lo=0), vap_ex=s(self.vap, 0.05, 0.12, 0.1, 0.1, 8, lo=0)))
        self.pub(CHL, "znl_msgs/msg/Chl", 4, dict(tmp_cl=s(self.tcl, 0.05, 0.06, 0.15, 0.05, 20), flw_cl=s(4.3 + 0.2 * W("fc", 1, 30), 0.01, 0.03, 0.06, 0.03, 15), amp_cl=s(self.acl, 0.05, 0.12, 0.05, 0.08, 9, lo=0), hpr_cl=s(self.hpr, 0.05, 0.1, 0.1, 0.08, 6), cmp_on=self.cmp))
        self.pub(RNS, "znl_msgs/msg/Rns", 4, dict(cnd_rn=[s(c, 1, 4, 3, 3, 8, lo=0) for c in self.crn], flw_rn=[s(f, 0.05, 0.1, 0.1, 0.08, 5, lo=0) for f in self.frn]))
        self.pub(DRY, "znl_msgs/msg/Dry", 4, dict(tmp_dr=s(self.tdr - 25 * self.cold * np.exp(-t / 240), 0.1, 0.3, 0.5, 0.3, 9), flw_dr=s(self.fdr, 1, 6, 8, 5, 5, lo=0), amp_dr=s(self.adr, 0.02, 0.06, 0.05, 0.05, 6, lo=0)))
        dz = [lp((0.5 + 0.5 * np.tanh(3 * np.sin(2 * np.pi * t / (70 + 20 * i) + i))) * (22 + 0.02 * sum(self.ia)), 1.5) for i in range(3)]
        self.pub(DOS, "znl_msgs/msg/Dos", 4, dict(stk_ds=[s(x * np.where(nf & (i == 1), 0.1, 1), 0.1, 0.5, 0, 0.4, 4, lo=0) for i, x in enumerate(dz)], lvl_ds=[s(60 + 14 * np.tanh(self.su(f"dl{i}")) - np.cumsum(x) * DT * 6e-5, 0.1, 0.25, 1, 0.2, 15) for i, x in enumerate(dz)], no_fl=nf))
        self.pub(DRM, "znl_msgs/msg/Drm", 6, dict(rpm_dm=[s(x, 0.01, 0.04, 0, 0.03, 3, lo=0) for x in self.rpm], amp_dm=[s(0.1 + np.tanh(2 * x) * (1.1 + 0.06 * x + 0.12 * np.sin(2 * np.pi * np.cumsum(x) * DT / 60)), 0.01, 0.05, 0.03, 0.04, 3, lo=0) for x in self.rpm]))
        J, d, dd = self.J, self.dJ, self.ddJ
        self.jnt(HJN, 12, ["x", "y", "z"], [s(x, 1e-5, 3e-4) for x in J], [s(x, 1e-4, 3e-3) for x in d], [s(e, 0.1, 3, 2, 2, 4, lo=0) for e in self.eff])
        self.pub(HDR, "znl_msgs/msg/Hdr", 8, dict(amp_hs=[s(np.abs(a), 0.02, 0.1, 0.05, 0.08, 2, lo=0) for a in self.ah], tmp_hs=[s(self.T(f"th{i}", x, 260, 4, 0.12), 0.1) for i, x in enumerate(self.th)]))
        self.pub(HPS, "geometry_msgs/msg/PoseStamped", 10, {"pose.position.x": s(J[0], 1e-4, 6e-4), "pose.position.y": s(J[1], 1e-4, 6e-4), "pose.position.z": s(2.4 - J[2] - 3e-5 * self.kg, 1e-4, 6e-4), "pose.orientation.w": 1.0}, "hall")
        self.pub(HLD, "znl_msgs/msg/Hld", 8, dict(mas_hs=s(12 + self.kg * (1 + 0.09 * dd[2]) - 9 * lp((J[2] > 0.5) * (self.kg > 5) * 1.0, 0.5) + 34 * ov, 0.1, 0.7, 0.6, 0.5, 5, lo=0), swg_hs=s(self.swing + 0.06 * W("sw", 1, 1), 0.01, 0.06, 0.05, 0.04, 3), rop_hs=s(1.1 + 0.0045 * self.kg + 0.05 * dd[2], 0.005, 0.02, 0.02, 0.015, 4, lo=0), ovl_hs=ov))  # fmt: skip
        sg = 0.05 + 0.25 * np.hypot(d[0], d[1])
        self.inertial(IMU, 12, self.z0, tuple(0.01 * sg * self.white(f"g{c}") for c in "xyz"), (dd[0] + sg * self.white("ax"), dd[1] + sg * self.white("ay"), 9.81 - dd[2] + 1.2 * sg * self.white("az")), "hoist")
        new = self.st == 12
        self.pub(XRF, "znl_msgs/msg/Xrf", 3, dict(thk_xr=s(lp(E("thk"), 5) * (1 + 0.04 * self.per_event("tx", new)), 0.05, 0.12, 0.1, 0.1, 8, lo=0), pct_ni=s(13.4 + 0.5 * self.per_event("ni", new) + 2 * (self.con - 9.4) * -0.4, 0.05, 0.12, 0.1, 0.1, 12), sco_xr=s(0.93 + 0.01 * np.cos(E("rcp")), 0.002, 0.008, 0.006, 0.007, 6, lo=0, hi=1), tub_xr=s(self.T("xt", 14 + self.z0, 240, 3, 0.1), 0.1)))  # fmt: skip
        self.pub(CAM, "znl_msgs/msg/Cam", 5, dict(foc_cm=s(73 - 3 * np.hypot(d[0], d[1]) - 2 * self.vapw, 0.1, 0.9, 0.9, 1, 12, lo=0), lum_cm=s(128 + 9 * np.sin(J[0]) + 5 * np.cos(2 * J[1]) - 6 * self.vapw, 0.5, 1.2, 1.5, 1.4, 9), tms_cm=s(self.net("cm", 16, 1.6, 0.8), 0.2)))
        self.pub(AIR, "znl_msgs/msg/Air", 4, dict(prs_ai=s(6.5 - 0.0012 * self.fair, 0.01, 0.018, 0.03, 0.02, 12), flw_ai=s(self.fair, 0.5, 2, 1, 1.5, 6, lo=0), dew_ai=s(3.2 + 0.6 * np.sin(2 * np.pi * t / 330) + 0.1 * (self.amb - 22), 0.1, 0.2, 0.5, 0.25, 30)))
        bl = 0.6 + 0.4 * lp((self.pieces("ag", 30, 120, 0, 1) < 0.75) * 1.0, 1.5)
        self.pub(AGT, "znl_msgs/msg/Agt", 4, dict(prs_bl=s(210 * bl, 0.5, 2, 3, 1.6, 6, lo=0), flw_bl=s(96 * bl, 0.5, 1.2, 1.5, 1, 6, lo=0), amp_bl=s(4.4 * bl + 0.3, 0.02, 0.05, 0.05, 0.04, 8, lo=0)))
        lw, _ = self.store(0.16 + 0.02 * self.wwf, 0.9, 30.0, 72.0, 50.0)
        self.pub(WWT, "znl_msgs/msg/Wwt", 3, dict(ph_ww=s(8.9 + 0.25 * np.sin(2 * np.pi * t / 180) + 0.1 * W("pw", 1, 20), 0.01, 0.03, 0.04, 0.03, 15), flw_ww=s(self.wwf, 0.02, 0.07, 0.05, 0.06, 8, lo=0), lvl_ww=s(100 - lw, 0.2, 0.4, 0.5, 0.4, 8), amp_ag=s(2.6 + 0.05 * W("aa", 1, 6), 0.02, 0.04, 0.05, 0.04, 6, lo=0)))
        self.pub(GAS, "znl_msgs/msg/Gas", 3, dict(hyd_ga=s(0.12 + 0.00013 * sum(self.ia), 0.005, 0.012, 0.02, 0.01, 20, lo=0), hcl_ga=s(0.4 + 0.55 * self.vap, 0.02, 0.06, 0.05, 0.05, 12, lo=0)))
        vl = 231 - 2.8 * self.site + 0.7 * self.su("vl")
        self.pub(MNS, "znl_msgs/msg/Mns", 4, dict(vlt_ln=[s(vl - 0.05 * self.il, 0.1, 0.2, 0.4, 0.5, 30) for _ in range(3)], amp_ln=[s(self.il * (1 + u_(f"ag{i}", 0.015)), 0.05, 0.2, 0, 0.12, 3, lo=0) for i in range(3)], pf_ln=s(0.82 + 0.08 * np.tanh(self.il / 60), 0.002, 0.004, 0.004, 0.004, 9)))
        a24 = 6.4 + 1.2 * self.gm + 0.8 * self.vapw + 0.9 * (E("man") > 0) + 0.2 * W("a24", 1, 5)
        self.pub(CAB, "znl_msgs/msg/Cab", 4, dict(vlt_24=s(24.1 - 0.012 * a24, 0.01, 0.015, 0.03, 0.01, 9), amp_24=s(a24, 0.02, 0.08), tmp_cb=s(self.T("cb", 2.4 * lp(self.il / 30, 60), 260, 7, 0.1), 0.1), rpm_fn=s(2250 + 14 * (self.amb - 22), 1, 9, 14, 9, 9)))
        self.pub(VIB, "znl_msgs/msg/Vib", 6, dict(acc_rms=[s(0.04 + 0.5 * np.hypot(d[0], d[1]) + 0.05 * np.hypot(dd[0], dd[1]), 0.002, 0.015, 0.01, 0.012, 3, lo=0), s(0.3 + 0.03 * self.vapw, 0.002, 0.015, 0.02, 0.012, 4, lo=0)]))
        lu = self.lubt
        self.pub(LUB, "znl_msgs/msg/Lub", 3, dict(prs_lu=s(0.5 + np.where(lu < 9, 24 * (1 - np.exp(-lu / 2)), 24 * np.exp(-(lu - 9) / 6)), 0.1, 0.25, 0.2, lo=0), lvl_lu=s(55 + 12 * np.tanh(self.su("ll")) - 6e-4 * t, 0.1, 0.15), low_gr=(self.f("s_lub") > 0) & (t % 18 < 6)))
        self.simple("/amb", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/hum", "RelativeHumidity", 1, "relative_humidity", s(0.58 + 0.05 * self.su("rh") + 0.02 * self.vapw, 0.001, 0.0013, 0, 0.01, 150))
        self.pub("/sft", "znl_msgs/msg/Sft", 2, dict(es_ok=1, gat_cl=E("ppl") < 0.5, ppl=E("ppl") + (W("pe", 1, 60) > 1.2))), self.pub("/job", "znl_msgs/msg/Job", 4, dict(stp=self.st, rcp=E("rcp"), chg=E("no"), amp_rq=s(E("amp"), 1), thk_rq=s(E("thk"), 0.1), rpm_rq=s(E("rpm"), 0.1), man=E("man")))
        self.pub(NET, "znl_msgs/msg/Net", 3, dict(rsp_ms=s(self.net("rs", 6, 1.5, 1.4), 0.5), lss=s(self.net("ls", 0, 0.4, 0.15), 0.1)))
        ver = self.version("znl", "3.3", "3.4", "3.6")
        self.computer(PLC, "znl_msgs/msg/Plc", 4, 5.2, 610, ("cyc_av", "cyc_mx", "mem_us", "tmp_pu", "fw"), 3 * lp(self.gm * 1.0, 20), ver, 0.4)
        self.end("/plate/_action/status", [("s_rct", "rct", ["rectifier 1 fault 0x44", "rectifier 1 on again"], "RC"), ("s_hld", "hst", ["hoist overload", "hoist within limits again"], "HS"), ("s_dos", "dos", ["no liquid at dosing pump 2", "liquid flows again"], "DP"), ("s_lub", "lub", "grease low, fill soon", "LU")],
                 [(15, "I", "job", "charge done in {} s", 90, 220), (8, "W", "hst", "swing damped, waited {} s", 2, 8), (6, "W", "chm", "sample taken again after {} s", 2, 9), (5, "I", "flt", "backwash done, {} l", 20, 60), (4, "W", "net", "server slow {} ms", 400, 900)], [("hst", "limits read from the file"), ("xrf", "calibration 9 days old"), ("sft", "gate test ok")], ver)  # fmt: skip
