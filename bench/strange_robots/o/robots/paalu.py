"""Pile driving rig for solar parks: a tracked diesel vehicle with a boom, a mast that is set plumb, a gripper that takes piles from a rack and a hydraulic hammer; Finnish fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

MOT, HYD, TEL, PUO, NIV, VAS, SYO, KOU, TOL, VIN, KAM, AKU, JAA, VOI = "/moottori", "/hydrauliikka", "/telat", "/puomi", "/puomi/nivelet", "/vasara", "/syotto", "/koura", "/torni", "/vinssi", "/kamera", "/akusto", "/jaahdytys", "/voitelu"
RAD, SAA, MEL, POL, OHJ, TIE, IMU, SAT, MIT = "/radio", "/saa", "/melu", "/polttoaine", "/ohjaamo", "/tietokone", "/imu", "/satelliitti/sijainti", "/paalumittaus"
PL, NU, LY, AJ, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when hammering", need=12), dict(where="when driving"), "linear_acceleration."


class Paalu(Robot):
    NAME = "paalu"
    FLAGS = [(MOT, "vikakoodi"), (VAS, "juuttunut"), (KOU, "lipsuu"), (VOI, "rasva_lopussa")]
    DEFS = {
        "paalu_msgs/msg/Moottori": mdef("float32 kierrosluku oljynpaine jaahdytysneste kulutus ahtopaine pakokaasu; uint16 vikakoodi"),
        "paalu_msgs/msg/Hydrauliikka": mdef("float32 pumpun_paine pumpun_virtaus oljyn_lampo suodattimen_paine_ero oljymaara"),
        "paalu_msgs/msg/Tela": "float32 telanopeus\nfloat32 ajopaine\nfloat32 vaihteiston_lampo",
        "paalu_msgs/msg/Telat": mdef("paalu_msgs/Tela[2] tela; float32 kiristyspaine"),
        "paalu_msgs/msg/Puomi": mdef("float32 nostopaine kallistuspaine liukupaine"),
        "paalu_msgs/msg/Vasara": mdef("float32 iskuenergia iskutaajuus iskukorkeus kaasupaine vasaran_lampo; uint32 iskut; bool juuttunut"),
        "paalu_msgs/msg/Syotto": mdef("float32 syottovoima syvyys ketjun_kireys"),
        "paalu_msgs/msg/Koura": mdef("float32 puristuspaine aukeama; bool lipsuu"),
        "paalu_msgs/msg/Torni": mdef("float32[2] kallistuskulma; float32 torsio tarina"),
        "paalu_msgs/msg/Vinssi": mdef("float32 vaijerivoima rummun_asento vinssin_paine"),
        "paalu_msgs/msg/Kamera": mdef("float32 teravyys valotus_us tunnistus kuvaviive_ms"),
        "paalu_msgs/msg/Paalumittaus": mdef("float32 korkeusvirhe_mm sivuvirhe_mm laserteho; uint16 paaluja"),
        "paalu_msgs/msg/Akusto": mdef("float32 akkujannite akkuvirta laturin_virta"),
        "paalu_msgs/msg/Jaahdytys": mdef("float32 tuulettimen_nopeus kennon_lampo jarjestelmapaine"),
        "paalu_msgs/msg/Voitelu": mdef("float32 voitelupaine rasvamaara; bool rasva_lopussa"),
        "paalu_msgs/msg/Radio": mdef("float32 kuuluvuus vasteaika_ms havikki"),
        "paalu_msgs/msg/Saa": mdef("float32 tuulennopeus tuulensuunta"),
        "paalu_msgs/msg/Melu": mdef("float32 aanitaso maatarina"),
        "paalu_msgs/msg/Polttoaine": mdef("float32 tankki urea"),
        "paalu_msgs/msg/Ohjaamo": mdef("float32 ohjaamon_lampo ilmansuodatin ilmastoinnin_paine"),
        "paalu_msgs/msg/Turva": mdef("bool hatapysaytys_kunnossa portti_kiinni; uint8 ihmisia"),
        "paalu_msgs/msg/Tehtava": mdef("uint8 vaihe; uint16 paalun_numero; float32 nopeuspyynto energiapyynto"),
        "paalu_msgs/msg/Tietokone": mdef("float32 kierto_ms kierto_pisin_ms muisti_mb suorittimen_lampo; string ohjelmaversio"),
    }
    KINDS = dict(
        oljyp=k("oil pressure of the engine falls: pump worn", MOT, "oljynpaine", "engine|moottori|oil pressure", "off -.8 .05", step=False),
        neste=k("cooling water gets hot: thermostat", MOT, "jaahdytysneste", "engine|moottori|cooling water|thermostat", "heat 9 60", step=False, tail=250),
        kulut=k("engine burns more fuel for the same work: injector drips", MOT, "kulutus", "engine|moottori|injector", "mul .3 .05"),
        ahto=k("boost falls when the fuel rate is above a number: hose split", MOT, "ahtopaine", "turbo|moottori|hose", "off -.4 .3", where="**fuel rate above a number**", **NU),
        kierros=k("engine speed hunts: governor", MOT, "kierrosluku", "engine|moottori|governor", "hunt 110 3.1"),
        pako=k("temperature of the exhaust measured in coarse steps: amplifier", MOT, "pakokaasu", "exhaust|moottori|amplifier", "coarse 64"),
        pumppu=k("pump pressure flutters when the oil is hotter than a number: regulator", HYD, "pumpun_paine", "pump|hydrauliikka|regulator", "flut 30", where="**oil temperature above a number**", **NU),
        virtaus=k("pump delivers less: worn", HYD, "pumpun_virtaus", "pump|hydrauliikka", "mul -.24 .04"),
        kuuma=k("hydraulic oil gets hot: cooler choked", HYD, "oljyn_lampo", "hydraulic oil|hydrauliikka|cooler", "heat 9 90", step=False, tail=350),
        suodatin=k("pressure over the oil filter too high: full", HYD, "suodattimen_paine_ero", "oil filter|hydrauliikka", "off .5 .05"),
        maara=k("level of the hydraulic oil falls: fitting sweats", HYD, "oljymaara", "hydraulic oil|hydrauliikka|fitting", "off -8 .03", step=False),
        t1_paine=k("left track needs more and more pressure: stones in the idler", TEL, "tela[0].ajopaine", "left track|telat|idler", "off 34 .2", step=False, **AJ),
        t2_nop=k("speed of the right track flickers: tooth ring", TEL, "tela[1].telanopeus", "right track|telat|tooth ring", "noise .11|spk .6 .05", **AJ),
        t2_kuuma=k("gear of the right track gets hot: oil lost", TEL, "tela[1].vaihteiston_lampo", "right track|telat|gear", "heat 11 80", step=False, tail=300),
        t1_luisto=k("left track slips at one place: wet clay", TEL, "tela[0].telanopeus", "left track|telat|clay", "flut .45", **PL),
        kirist=k("tension of the tracks lost: valve of the tensioner", TEL, "kiristyspaine", "telat|tension|tensioner", "off -19 .05", step=False),
        nosto=k("lift cylinder of the boom needs more pressure: bush dry", PUO, "nostopaine", "lift cylinder|boom|puomi", "off 19 .2"),
        kallis_tuuli=k("pressure of the tilt cylinder flutters when the wind is stronger than a number: check valve", PUO, "kallistuspaine", "tilt cylinder|puomi|check valve", "flut 17", where="**wind above a number**", **NU),
        liuku=k("pressure of the slide swings: valve sticks", PUO, "liukupaine", "slide|puomi|valve", "swing 11 6"),
        niv_valys=k("tilt joint has play: pin worn", NIV, "position[1]", "tilt joint|boom|puomi nivelet|pin", "play .035|noise .0025"),
        niv_voima=k("lifting joint needs more and more effort: grease line open", NIV, "effort[0]", "lifting joint|boom|puomi nivelet|grease", "off 4.5 .15", step=False),
        niv_hidas=k("joint of the slide follows slowly: motor weak", NIV, "position[3]", "slide joint|puomi nivelet", "rate .055|noise .003", where="when the slide moves"),
        niv_vanha=k("joint states of the boom come late: bus overloaded", NIV, "header.stamp", "joint states|boom|puomi nivelet", "age .7", step=False),
        energia=k("hammer strikes with less energy: gas cushion leaks", VAS, "iskuenergia", "hammer|vasara", "mul -.23 .06", **LY),
        taajuus=k("rate of the blows uneven: control valve worn", VAS, "iskutaajuus", "hammer|vasara|control valve", "noise 5.5", **LY),
        kaasu=k("gas pressure of the hammer falls: seal", VAS, "kaasupaine", "hammer|vasara|gas|seal", "off -6 .04", step=False),
        v_kuuma=k("hammer gets hot: bush dry", VAS, "vasaran_lampo", "hammer|vasara|bush", "heat 14 70", step=False, tail=250),
        korkeus=k("height of the stroke drops out when the energy is above a number: cable breaks under shock", VAS, "iskukorkeus", "hammer|vasara|stroke|cable", "flut .2 -1.2", where="**blow energy above a number**", **NU),
        syotto=k("feed pushes with less force: chain motor leaks", SYO, "syottovoima", "feed|syotto|chain motor", "mul -.24 .06", **LY),
        syvyys=k("depth has an offset: rope of the encoder slipped", SYO, "syvyys", "depth|syotto|encoder", "off .17 .03"),
        ketju=k("feed chain loses tension: link stretched", SYO, "ketjun_kireys", "feed chain|syotto|link", "off -5.5 .05", step=False),
        koura_p=k("gripper holds with less pressure: pilot valve", KOU, "puristuspaine", "gripper|koura|pilot valve", "mul -.21 .05", where="when gripping"),
        koura_a=k("opening of the gripper sticks and jumps: sensor muddy", KOU, "aukeama", "gripper|koura", "stick 42"),
        kulma2=k("inclinometer 2 has an offset: bracket bent", TOL, "kallistuskulma[1]", "inclinometer 2|mast|torni", "off .62 .05"),
        kulma1=k("inclinometer 1 lags: oil of the sensor thick", TOL, "kallistuskulma[0]", "inclinometer 1|mast|torni", "slow 4|noise .07"),
        torni_yer=k("mast twists at one place: ground gives way", TOL, "torsio", "mast|torni|ground", "flut .55", **PL),
        tarina=k("mast shakes more: guide of the hammer worn", TOL, "tarina", "mast|torni|guide", "mul .75 .15", **LY),
        vaijeri=k("force of the rope reads too little: load pin", VIN, "vaijerivoima", "rope|winch|vinssi|load pin", "mul -.3 .03", where="when the winch pulls", need=12),
        rumpu=k("bit of the drum encoder stands: encoder", VIN, "rummun_asento", "drum|winch|vinssi|encoder", "bit .64 .3"),
        imu_paikka=k("rig is shaken at one place: rock under the track", IMU, " ".join(ACC + c for c in "xyz"), "imu|rock", "noise 1.0", **PL),
        imu_puoli=k("imu sends half of its messages", IMU, "header.stamp", "imu", "lost .5"),
        pitch=k("pitch rate has a bias: imu warm up fails", IMU, "angular_velocity.y", "imu|pitch rate", "off .04 .03"),
        sat_kork=k("satellite height noisy: antenna plug", SAT, "altitude", "satellite|antenna|satelliitti", "noise .13"),
        sat_paikka=k("satellite height jumps at one place: line above", SAT, "altitude", "satellite|line|satelliitti", "flut .35", **PL),
        odo_kato=k("odometry messages get lost", "/odometria", "header.stamp", "odometry|odometria", "lost .5"),
        odo_mitta=k("odometry reads too fast: tracks slip on grass", "/odometria", "twist.twist.linear.x", "odometry|odometria", "mul .16 .04", **AJ),
        lidar=k("beams 4 and 5 of the lidar read short: mud", "/lidar", "ranges[4] ranges[5]", "lidar|mud", "short .35 .5"),
        terav=k("camera loses sharpness: mud on the lens", KAM, "teravyys", "camera|kamera|lens", "off -13 .05", step=False),
        tunnis=k("piles are found badly when the exposure is above a number: sensor noise", KAM, "tunnistus", "camera|kamera", "off -.18 .3", where="**exposure above a number**", **NU),
        viive=k("pictures late: network cable", KAM, "kuvaviive_ms", "camera|kamera|network cable", "late 9 45"),
        mitta=k("height of the piles measured wrongly: laser plane tilted", MIT, "korkeusvirhe_mm", "pile measurement|paalumittaus|laser", "off 12 .06"),
        laser=k("laser receiver gets less light: dirt", MIT, "laserteho", "laser receiver|paalumittaus", "mul -.27 .04", step=False),
        laturi=k("alternator gives less current: diode", AKU, "laturin_virta", "alternator|akusto|diode", "mul -.26 .05"),
        akku_kuorma=k("supply falls when the current is above a number: ground strap", AKU, "akkujannite", "battery|akusto|ground strap", "off -.75 .3", where="**current above a number**", **NU),
        tuuletin=k("cooling fan turns slower: motor leaks", JAA, "tuulettimen_nopeus", "cooling fan|jaahdytys", "mul -.14 .02"),
        kenno=k("temperature of the cooler frozen", JAA, "kennon_lampo", "cooler|jaahdytys", "frz"),
        jarj=k("cooling pressure low: cap leaks", JAA, "jarjestelmapaine", "cooling|jaahdytys|cap", "off -.22 .05"),
        voitelu=k("greasing builds less pressure: line open", VOI, "voitelupaine", "greasing|voitelu|line", "mul -.33 .05", where="when greasing", need=12),
        radio_paikka=k("radio weak at one place: behind the spoil heap", RAD, "kuuluvuus", "radio|spoil heap", "off -13 .2", **PL),
        havikki=k("radio loses packets: antenna foot", RAD, "havikki", "radio|antenna", "late 2 8"),
        tuuli=k("wind sensor reads too little: ice in the bearing", SAA, "tuulennopeus", "wind sensor|saa", "mul -.45 .05"),
        melu=k("sound level saturates: microphone wet", MEL, "aanitaso", "microphone|melu", "sat 92|off -3 .1", **LY),
        maa=k("ground vibration drops out: geophone cable", MEL, "maatarina", "geophone|melu|cable", "cut 0 .4 3", **LY),
        ohj=k("pressure over the cabin filter rises", OHJ, "ilmansuodatin", "cabin|ohjaamo|filter", "off 28 .05", step=False),
        ilmast=k("air conditioner has too little pressure: gas lost", OHJ, "ilmastoinnin_paine", "air conditioner|ohjaamo", "off -2.8 .05"),
        valo=k("light sensor dims: dust", "/valoisuus", "illuminance", "light sensor|valoisuus", "mul -.35 .03"),
        kosteus=k("humidity frozen", "/ilmankosteus", "relative_humidity", "humidity|ilmankosteus", "frz"),
        kierto=k("controller has far longer worst cycles", TIE, "kierto_pisin_ms kierto_ms", "computer|tietokone|cycle", "late 5 30"),
        muisti=k("memory of the computer fills", TIE, "muisti_mb", "computer|tietokone|memory", "leak 90", step=False),
        s_mot=k("engine reports a fault of the injection", [MOT, "/rosout", "/diagnostics"], "vikakoodi kierrosluku", "engine|moottori", silent=False),
        s_vas=k("hammer reports that it is jammed", [VAS, "/rosout", "/diagnostics"], "juuttunut iskutaajuus", "hammer|vasara", silent=False),
        s_kou=k("gripper reports that the pile slips", [KOU, "/rosout", "/diagnostics"], "lipsuu puristuspaine", "gripper|koura", silent=False),
        s_voi=k("greasing warns that the grease is used up", [VOI, "/rosout", "/diagnostics"], "rasva_lopussa", "greasing|voitelu", silent=False),
    )

    def plan(self):
        self.day(9 - 12 * self.is_life(9), 4.0, 9.0), self.weather(60)
        r, z0, ones = self.rng("piles"), self.z0, np.ones(self.n, bool)
        self.site, no, row, side, rack = 1 if self.is_life(2, 8) else 2 if self.is_life(7, 10) else 0, 0, 0, 1, 4
        gap, hard = (4.0, 4.6, 3.5)[self.site], (1.0, 1.25, 0.85)[self.site]
        T = Track(self, x=0.0, y=0.0, h=0.0, b=0.25, kx=0.9, ky=0.0, z=0.0, c=320.0, d=0.0, w=0.0)
        T.set(no=0, vr=0, er=0, grip=0, hit=0, ppl=0, pull=0), T.wait(r.uniform(60, 140) if self.cold else r.uniform(10, 40), 0)
        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.8 if r.random() < 0.15 else 1.0) * (0.85 if self.is_life(6) else 1)
            long, rake = self.new(3) and no % 4 == 0, self.new(4) and no % 5 == 2  # long piles with more energy; raked piles with the mast aslant; new
            x1, v = T.pos["x"] + side * gap, r.uniform(0.5, 1.0)
            T.set(no=no, vr=v), T.go(1, sec=2.5, b=0.25, kx=0.5)
            self.wheel_way(T, [(T.pos["x"], T.pos["y"]), (0.5 * (T.pos["x"] + x1), row * 6 + r.uniform(-0.4, 0.4)), (x1, row * 6 + r.uniform(-0.1, 0.1))], v, 1)
            T.set(vr=0, pull=1), T.go(2, sec=2.2, c=110.0), T.set(grip=1), T.go(2, sec=r.uniform(4, 6), w=3.2, z=0.2), T.set(pull=0)
            ax, ay = r.uniform(-0.05, 0.05), r.uniform(-0.04, 0.04)
            T.go(3, v=0.35, a=0.5, b=r.uniform(0.5, 0.62), kx=ax + 0.16 * rake, ky=ay), T.go(3, sec=r.uniform(2, 3.2), z=r.uniform(0.5, 0.75)), T.go(3, sec=1.5, kx=0.5 * ax + 0.14 * rake, ky=0.2 * ay)  # set plumb
            deep, er = r.uniform(1.3, 1.9) * (1.35 if long else 1), r.uniform(1.3, 2.4) * (1.3 if long else 1) * (0.7 if rake else 1)
            T.set(er=er), T.go(4, sec=2.5, d=0.2), T.set(hit=1)
            for i in range(4):
                T.go(5, sec=r.uniform(5, 9) * hard * (1.0 if i < 3 else 1.4) * (1.25 if long else 1), d=0.2 + (deep - 0.2) * (i + 1) / 4)
                if i == 1 and r.random() < 0.4:
                    T.set(hit=0)
                    T.wait(r.uniform(2, 5), 6), T.set(hit=1)  # plumb checked
            T.set(hit=0, er=0), T.wait(r.uniform(1.5, 3), 7), T.set(grip=0), T.go(7, sec=1.8, c=320.0), T.go(7, sec=3, d=0.0, w=0.0), T.go(7, sec=2, z=0.0)
            T.task(a0, "pile")
            if no % 7 == 0:
                row, side = (row + 1) % 3, -side
                self.wheel_way(T, [(T.pos["x"], T.pos["y"]), (T.pos["x"] - side * 3, T.pos["y"] + 3), (T.pos["x"], row * 6.0)], 0.8, 1)
            rack -= 1
            if rack == 0:  # back along the row to the depot, rack filled by people
                x0, y0, rack = T.pos["x"], T.pos["y"], int(r.integers(3, 6))
                T.set(vr=1.1), T.go(9, sec=2.5, b=0.25, kx=0.5), self.wheel_way(T, [(x0, y0), (max(0.4 * x0, 2), y0), (1.0, y0 - 2), (0.0, -7.0)], 1.1, 9)
                T.set(ppl=1, vr=0), T.wait(r.uniform(25, 60), 8), T.set(ppl=0, vr=1.1), self.wheel_way(T, [(0.0, -7.0), (1.0, y0 - 2), (max(0.4 * x0, 2), y0), (x0, y0)], 1.1, 9), T.set(vr=0)
            if r.random() < 0.2:
                T.wait(r.uniform(3, 20), 0)
            if self.is_life(5, 9) and no == 7:  # weekly: axes moved and blows in the air
                for b, x in ((0.7, 0.3), (0.2, -0.2), (0.45, 0.0)):
                    T.go(12, v=0.3, a=0.4, b=b, kx=x), T.set(hit=1, er=1.0), T.wait(8, 12), T.set(hit=0, er=0)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.vehicle(A)
        ox = (0, 120, -90)[self.site]
        self.px = self.x + ox
        mv = self.mv = self.v > 0.08
        self.J = [ring(A["b"], 0.9, 0.5), ring(A["kx"], 1.1, 0.6), ring(A["ky"], 1.1, 0.6), ring(A["z"], 0.8, 0.6)]
        self.dJ = [lp(np.gradient(a, DT), 0.15) for a in self.J]
        self.c, self.d, self.w = lp(A["c"], 0.3), lp(A["d"], 0.2), lp(A["w"], 0.3)
        self.dd, self.dw = lp(np.gradient(self.d, DT), 0.3), lp(np.gradient(self.w, DT), 0.2)
        self.slope = 0.045 * np.sin(self.px / 15 + self.site) * np.cos(self.y / 8)
        self.rough = 1 + 0.7 * np.sin(self.px * 0.9) * np.sin(self.y * 0.4 + self.px * 0.21) + 0.5 * self.is_life(9)
        self.soil = 1 + 0.3 * np.sin(self.px / 7 + 1) * np.cos(self.y / 5) + 0.35 * self.d
        self.hit = lp(E("hit"), 0.4)
        self.en = self.hit * lp(E("er"), 0.6) * (1 + 0.03 * W("en", 1, 1.5))
        self.rate = self.hit * (68 - 9 * (self.en - 1.5)) * (1 + 0.012 * W("ra", 1, 3))
        pw = np.maximum.reduce([16 + z0, 35 + 95 * self.v + 900 * np.abs(self.slope) * self.v, 90 * (np.abs(self.dJ[0]) > 0.02) + 60 * (np.abs(self.dJ[1]) > 0.02), self.hit * (95 + 24 * self.en + 9 * self.soil), 70 * (np.abs(self.dw) > 0.05), 55 * (np.abs(self.dJ[3]) > 0.02)])
        self.pres = ring(np.maximum(pw, 0), 1.5, 0.5)
        self.flow = lp(5 + 34 * self.v + 60 * np.abs(self.dJ[0]) + 45 * np.abs(self.dJ[1]) + self.hit * (38 + 8 * self.en) + 16 * np.abs(self.dw), 0.3)
        self.load = lp(0.08 + self.pres * self.flow / 8200, 0.3) + 0.01 * self.pink("ld", 1)
        self.fuel = 3.4 + 19 * self.load
        heat = lp(self.pres * self.flow / 420, 240, 0.0 if self.cold else 7.0)
        self.oil = self.amb + 26 - 13 * self.cold * np.exp(-self.t / 450) + 1.5 * heat + 1.3 * np.sin(2 * np.pi * self.t / 250 + self.u("ol", 2))
        self.lum = lp(np.maximum((0.05 if self.is_life(6) else 1) * (1000 + 38000 * self.sunny), 200), 1.0)
        self.expo = np.clip(5e7 / (self.lum + 4000) * (1 + 0.25 * np.sin(self.px / 4)), 300, 12000)
        self.ia = lp(24 + 7 * (self.pieces("lt", 9, 60, 0, 1) < 0.5) + 13 * (self.pieces("ac", 25, 50, 0, 1) < 0.45) + 8 * E("pull") + 18 * self.is_life(6), 0.6) + 0.4 * self.pink("ia", 1)
        self.wind2, self.grs = lp(self.wind, 0.5), np.mod(self.t + 30 * self.u("gr", 1), 120)
        self.over("ahto", self.fuel, MOT + ":kulutus", "kulutus|fuel|load|loaded", ones, 0.5, 1), self.over("pumppu", self.oil, HYD + ":oljyn_lampo", "oljyn lampo|oil temperature|hotter|temperature|oil", ones, 0.5, 1, 0.12)
        self.over("kallis_tuuli", self.wind2, SAA + ":tuulennopeus", "tuulennopeus|wind|stronger", ones, 0.55, 1, 0.35), self.over("korkeus", self.en, VAS + ":iskuenergia", "iskuenergia|energy|energiapyynto|stronger", self.en > 0.6, 0.45, 2, 0.3)
        self.over("tunnis", self.expo, KAM + ":valotus_us", "valotus us|exposure", ones, 0.55, -1, 0.35), self.over("akku_kuorma", self.ia, AKU + ":laturin_virta", "laturin virta|current|load|akkuvirta", ones, 0.55, 0, 0.3)
        self.places(self.px, self.y, mv, t1_luisto=(3.5, 0.04), imu_paikka=(3.5, 0.04)), self.places(self.px, self.y, ones, torni_yer=(3.5, 0.1), sat_paikka=(3.5, 0.1), radio_paikka=(3.5, 0.1))
        self.mode("t1_paine t2_nop odo_mitta", self.v > 0.15, "driving", "moving", "speed", "velocity", "nopeuspyynto"), self.mode("energia taajuus syotto tarina melu maa", self.hit > 0.6, "hammering", "iskuenergia", "energiapyynto", "iskutaajuus", "blows")
        self.mode("koura_p", lp(E("grip"), 0.4) > 0.7, "gripping", "closed", "puristuspaine", "aukeama"), self.mode("vaijeri", E("pull") > 0, "winch", "pulls", "vaijerivoima", "vinssin paine"), self.mode("niv_hidas", np.abs(self.dJ[3]) > 0.02, "slide", "moves", "velocity")
        self.mode("voitelu", self.grs < 24, "greasing", "voitelupaine")

    def build(self):
        E, W, v, t, hit = self.E, self.wander, self.v, self.t, self.hit
        er, st, sl = self.shape("s_mot", 0.35, 0.6, 4), self.shape("s_vas", 0.45, 0.5, 3) & (hit > 0.5), self.shape("s_kou", 0.4, 0.5, 3) & (E("grip") > 0.5)
        rpm = ring(np.where(self.st == 0, 950, np.where(self.st == 5, 1850, 1700)) + self.z0, 0.5, 0.5) - 200 * (lp(self.load, 0.3) - 0.2) - 240 * lp(er * 1.0, 0.4)
        self.pub(MOT, "paalu_msgs/msg/Moottori", 8, dict(kierrosluku=s(rpm, 1, 4, 4, 3, 3), oljynpaine=s(2.3 + 1.1e-3 * rpm - 0.012 * (self.oil - 45), 0.02, 0.03, 0.05, 0.03, 20), jaahdytysneste=s(self.T("jn", 26 + 38 * lp(self.load, 90), 160, 44, 0.12), 0.1), kulutus=s(self.fuel, 0.05, 0.15, 0.05, 0.1, 3), ahtopaine=s(0.12 + 1.2 * lp(self.load, 0.6), 0.005, 0.012, 0.01, 0.012, 4), pakokaasu=s(self.T("pk", 420 * lp(self.load, 12), 14, 170, 0.8), 0.5, 1), vikakoodi=np.where(er, 0x47, 0)))  # fmt: skip
        self.pub(HYD, "paalu_msgs/msg/Hydrauliikka", 10, dict(pumpun_paine=s(self.pres, 0.5, 1.6, 1, 1.2, 2, lo=0), pumpun_virtaus=s(self.flow, 0.1, 0.5, 0.2, 0.4, 3, lo=0), oljyn_lampo=s(self.oil, 0.1, 0.1, 0.4, own=1), suodattimen_paine_ero=s(0.3 + 0.01 * self.flow + 0.25 * np.exp((36 - self.oil) / 12), 0.005, 0.02, 0.03, 0.02, 9, lo=0), oljymaara=s(82 - 4 * self.J[3] - 20 * self.slope + 0.06 * (self.oil - 45), 0.1, 0.3, 1, 0.3, 8)))  # fmt: skip
        V, tr = {}, 60 * np.tanh(4 * v) + 34 * v + 900 * self.slope * np.tanh(4 * v)
        for i, sg in enumerate((-1, 1)):
            V.update({f"tela[{i}].telanopeus": s(self.fw + sg * 1.1 * self.yr, 0.005, 0.012, 0, 0.01, 1.5), f"tela[{i}].ajopaine": s(np.abs(tr + 45 * sg * self.yr + 9 * self.rough * v * W(f"tp{i}", 1, 0.6)) + 13, 0.5, 1.8, 1.5, 1.2, 3, lo=0), f"tela[{i}].vaihteiston_lampo": s(self.T(f"tg{i}", 24 * lp(v, 120), 400, 6, 0.12), 0.2)})  # fmt: skip
        self.pub(TEL, "paalu_msgs/msg/Telat", 10, dict(V, kiristyspaine=s(96 + 9 * v + 0.2 * (self.amb - 9), 0.2, 0.8, 2, 0.8, 15)))
        b, kx, ky, z = self.J
        gw = (0.8 + 0.3 * z) * np.cos(b)
        self.pub(PUO, "paalu_msgs/msg/Puomi", 10, dict(nostopaine=s(58 + 36 * gw + 70 * self.dJ[0] + 4 * hit * self.en * W("np", 1, 0.3), 0.5, 1.0, 1, 0.9, 5, lo=0), kallistuspaine=s(44 + 40 * np.sin(kx) + 60 * np.tanh(4 * self.dJ[1]) + 0.9 * self.wind2 * W("kt", 1, 1.2), 0.5, 1.1, 1, 0.9, 5, lo=0), liukupaine=s(31 + 26 * np.tanh(8 * self.dJ[3]) + 5 * hit, 0.5, 1.0, 1, 0.8, 6, lo=0)))  # fmt: skip
        self.jnt(NIV, 14, ["nosto", "kallistus_x", "kallistus_y", "liuku"], [s(a, 1e-4, 8e-4, 0, 3e-4 + 0.0 * t[0], 4) for a in (b, kx + 0.003 * hit * W("jx", 1, 0.3), ky + 0.002 * hit * W("jy", 1, 0.3), z)], [s(a, 1e-3, 4e-3) for a in self.dJ], [s(7.5 * gw + 4 * self.dJ[0], 0.02, 0.14, 0.1, 0.1), s(5 * np.sin(kx) + 6 * np.tanh(4 * self.dJ[1]), 0.02, 0.14, 0.1, 0.1), s(3 * np.tanh(4 * self.dJ[2]), 0.02, 0.1), s(2 + 4 * np.tanh(8 * self.dJ[3]), 0.02, 0.1)])  # fmt: skip
        rate = self.rate * np.where(st, 0.35, 1)
        self.pub(VAS, "paalu_msgs/msg/Vasara", 12, dict(iskuenergia=s(self.en * np.where(st, 0.5, 1), 0.005, 0.03, 0, 0.03, 1.5, lo=0), iskutaajuus=s(rate, 0.1, 0.7, 0, 0.6, 2, lo=0), iskukorkeus=s(0.42 * np.sqrt(np.maximum(self.en, 0) / 1.5), 0.002, 0.012, 0, 0.01, 1.5, lo=0), kaasupaine=s(41 + 0.12 * (self.T("vg", 13 * lp(hit, 60), 200, 9, 0.05) - 20), 0.05, 0.12, 0.4, 0.15, 15), vasaran_lampo=s(self.T("vl", 34 * lp(hit * self.en / 2, 60), 200, 9, 0.2), 0.2), iskut=np.floor(np.cumsum(rate) * DT / 60), juuttunut=st))  # fmt: skip
        self.pub(SYO, "paalu_msgs/msg/Syotto", 8, dict(syottovoima=s(1.2 + hit * (17 + 4 * self.soil) + 6 * np.tanh(9 * self.dd) * (hit < 0.3), 0.05, 0.35, 0.2, 0.35, 3), syvyys=s(self.d, 0.001, 0.003, 0.004), ketjun_kireys=s(31 + 0.6 * hit * W("kk", 1, 0.4) - 0.05 * (self.amb - 9) + 1.5 * np.tanh(6 * self.dJ[3]), 0.05, 0.2, 0.6, 0.25, 15)))  # fmt: skip
        g = lp(E("grip"), 0.4)
        self.pub(KOU, "paalu_msgs/msg/Koura", 8, dict(puristuspaine=s(9 + g * (121 + 4 * self.per_event("kp", g > 0.5)) * np.where(sl, 0.6, 1), 0.5, 1.2, 0.8, 1, 6, lo=0), aukeama=s(self.c, 0.5, 1.2, 1.5), lipsuu=sl))
        ti = np.degrees(kx) * 0.999 + 57 * self.slope * 0.2, np.degrees(ky) + 20 * self.slope * np.cos(self.px / 9)
        self.pub(TOL, "paalu_msgs/msg/Torni", 10, dict(kallistuskulma=[s(a + 0.05 * hit * self.en * W(f"ti{i}", 1, 0.2), 0.01, 0.03, 0.05, 0.02, 6) for i, a in enumerate(ti)], torsio=s(0.06 * self.soil * hit * W("to", 1, 0.8) + 0.02 * self.wind2, 0.005, 0.02, 0.03, 0.02, 6), tarina=s(0.15 + hit * self.en * (2.2 + 0.5 * self.soil) + 0.7 * v * self.rough, 0.01, 0.12, 0.02, 0.1, 2, lo=0)))  # fmt: skip
        pl = lp(E("pull"), 0.4)
        self.pub(VIN, "paalu_msgs/msg/Vinssi", 6, dict(vaijerivoima=s(0.3 + pl * (2.6 + 1.2 * np.tanh(3 * self.dw) + 0.25 * self.per_event("vf", E("pull") > 0)), 0.01, 0.05, 0.03, 0.04, 5, lo=0), rummun_asento=s(self.w, 0.005, 0.004), vinssin_paine=s(12 + 62 * np.tanh(4 * np.abs(self.dw)), 0.5, 1.2, 1, 1, 5, lo=0)))
        sg = 0.07 + 0.7 * v * self.rough + 0.22 * hit * self.en
        self.inertial(IMU, 16, self.yaw, (0.09 * v * self.rough * W("gx", 1, 0.3), 0.09 * v * self.rough * W("gy", 1, 0.3), self.yr), (self.acc + 9.81 * self.slope + sg * self.white("ax"), v * self.yr + sg * self.white("ay"), 9.81 + 1.3 * sg * self.white("az")), "runko", (0.005, 0.06))
        self.pub(SAT, "sensor_msgs/msg/NavSatFix", 5, {"status.status": np.full(self.n, 2), "status.service": 3, "latitude": s(61.48 + self.y / 111400, 1e-9, 9e-8), "longitude": s(23.79 + self.px / 53200, 1e-9, 1.8e-7), "altitude": s(104 + 9 * self.slope, 0.001, 0.014, 0, 0.015, 20)})
        self.odometry("/odometria", 12, "tyomaa", self.px, self.y, 0.008)
        self.lidar("/lidar", 6, [(3.4 + 1.3 * abs(i - 4)) * (1 + 0.25 * np.sin(self.px * (0.8 + 0.05 * i) + self.y + i)) for i in range(10)], 1.5, 30, 0.02)
        self.pub(KAM, "paalu_msgs/msg/Kamera", 6, dict(teravyys=s(67 - 5 * v - 7 * lp(hit, 0.4) + 3 * np.sin(self.px * 0.6), 0.1, 1, 1, 1.2, 7, lo=0), valotus_us=s(self.expo, 5, 25, 0, 25, 3), tunnistus=s(0.87 - 0.05 * v - 0.06 * self.is_life(6) + 0.02 * np.sin(self.px * 0.8), 0.005, 0.014, 0.01, 0.015, 6, lo=0, hi=1), kuvaviive_ms=s(self.net("kv", 38, 1.6, 2), 0.5)))  # fmt: skip
        self.pub(MIT, "paalu_msgs/msg/Paalumittaus", 4, dict(korkeusvirhe_mm=s(2.2 * self.per_event("kh", E("hit") > 0), 0.1, 0.8, 0.6, 0.5, 8), sivuvirhe_mm=s(6 * self.per_event("ks", E("hit") > 0), 0.1, 0.9, 0.8, 0.5, 8), laserteho=s(71 - 5 * lp(hit, 1) + 4 * np.sin(self.px / 9), 0.2, 0.9, 1, 0.9, 9, lo=0), paaluja=E("no")))  # fmt: skip
        self.pub(AKU, "paalu_msgs/msg/Akusto", 4, dict(akkujannite=s(28.3 - 0.018 * self.ia - 0.4 * (rpm < 1100), 0.01, 0.03, 0.05, 0.02, 9), akkuvirta=s(2.4 + 11 * self.cold * np.exp(-t / 240), 0.1, 0.3, 0.2, 0.3, 9), laturin_virta=s(self.ia, 0.1, 0.4, 0.3, 0.3, 5)))
        self.pub(JAA, "paalu_msgs/msg/Jaahdytys", 4, dict(tuulettimen_nopeus=s(np.clip(900 + 40 * lp(self.oil - self.amb - 22, 15), 700, 2600), 5, 12, 0, 12, 6), kennon_lampo=s(self.T("kl", 12 + 26 * lp(self.load, 120), 120, 34, 0.15), 0.1), jarjestelmapaine=s(0.95 + 0.25 * lp(self.load, 120), 0.005, 0.012, 0.03, 0.012, 30)))  # fmt: skip
        q_ = self.grs
        self.pub(VOI, "paalu_msgs/msg/Voitelu", 3, dict(voitelupaine=s(3 + np.where(q_ < 10, 105 * (1 - np.exp(-q_ / 2.5)), 105 * np.exp(-(q_ - 10) / 7)), 0.5, 1, 0.5, 0.5, 9, lo=0), rasvamaara=s(61 + 11 * np.tanh(self.su("gr")) - 9e-4 * t, 0.1, 0.2), rasva_lopussa=(self.f("s_voi") > 0) & (t % 18 < 6)))
        self.pub(RAD, "paalu_msgs/msg/Radio", 4, dict(kuuluvuus=s(-57 - 0.14 * np.hypot(self.x - 20, self.y) + 2.5 * np.sin(self.px / 6), 1, 1.2, 1, 1.5, 6), vasteaika_ms=s(self.net("va", 22, 1.5, 5), 1), havikki=s(self.net("ha", 0, 0.5, 0.5), 0.1)))
        self.pub(SAA, "paalu_msgs/msg/Saa", 3, dict(tuulennopeus=s(self.wind2, 0.05, 0.1, lo=0), tuulensuunta=s(np.mod(210 + 40 * self.su("wd") + 25 * W("wd", 1, 40), 360), 1, 2)))
        self.pub(MEL, "paalu_msgs/msg/Melu", 5, dict(aanitaso=s(71 + 4 * v + hit * (27 + 3 * (self.en - 1.5)), 0.1, 0.7, 0.5, 0.6, 4), maatarina=s(0.2 + hit * self.en * (2.6 + self.soil), 0.02, 0.15, 0.05, 0.15, 3, lo=0)))
        self.pub("/polttoaine", "paalu_msgs/msg/Polttoaine", 2, dict(tankki=s(66 + 14 * np.tanh(self.su("yk")) - np.cumsum(self.fuel) * DT / 3600 / 1.6 + 30 * self.slope, 0.1, 0.4, 0, 0.4, 6), urea=s(58 + 10 * np.tanh(self.su("kt")) - 4e-4 * t, 0.1, 0.3)))
        ac = lp(1.0 * (self.pieces("ac", 25, 50, 0, 1) < 0.45), 3)
        self.pub(OHJ, "paalu_msgs/msg/Ohjaamo", 3, dict(ohjaamon_lampo=s(20.5 + 0.12 * (self.amb - 9) + 1.6 * (1 - lp(ac, 30)) - 6 * self.cold * np.exp(-t / 300), 0.1, 0.1, 0.5, 0.2, 60), ilmansuodatin=s(84 + 1.5 * self.rough * v, 0.5, 1.6, 4, 1.8, 30), ilmastoinnin_paine=s(7 + 6.3 * ac + 0.1 * (self.amb - 9), 0.05, 0.12, 0.2, 0.12, 9)))  # fmt: skip
        self.simple("/valoisuus", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.008 * self.white("li")), 10)), self.simple("/ilmankosteus", "RelativeHumidity", 1, "relative_humidity", s(0.66 + 0.07 * self.su("rh") - 0.06 * lp(self.sunny, 60), 0.001, 0.0016, 0, 0.012, 200))
        self.simple("/ulkolampo", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.pub("/turva", "paalu_msgs/msg/Turva", 2, dict(hatapysaytys_kunnossa=1, portti_kiinni=E("ppl") < 0.5, ihmisia=E("ppl") + (W("pe", 1, 60) > 1.3)))
        self.pub("/tehtava", "paalu_msgs/msg/Tehtava", 4, dict(vaihe=self.st, paalun_numero=E("no"), nopeuspyynto=s(E("vr"), 0.01), energiapyynto=s(E("er"), 0.01)))
        ver = self.version("paalu", "2.6", "2.7", "2.9")
        self.computer(TIE, "paalu_msgs/msg/Tietokone", 20, 25, 1650, ("kierto_ms", "kierto_pisin_ms", "muisti_mb", "suorittimen_lampo", "ohjelmaversio"), 7 * lp(hit, 40), ver, 1.0)
        self.end("/paaluta/_action/status", [("s_mot", "moottori", ["moottorin vika 0x47", "moottori taas kunnossa"], "MO"), ("s_vas", "vasara", ["vasara juuttunut", "vasara vapaa"], "VA"), ("s_kou", "koura", ["paalu lipsuu", "koura pitaa"], "KO"), ("s_voi", "voitelu", "rasva loppumassa, tayta pian", "VO")],
                 [(16, "I", "tehtava", "paalu valmis, {} mm", 1, 9), (8, "W", "torni", "pystysuoruus korjattu, {} astetta", 0.2, 1.5), (6, "W", "kamera", "paalua ei loytynyt {} s", 1, 6), (5, "I", "paalumittaus", "{} mittausta tallennettu", 5, 40), (4, "W", "radio", "palvelin hidas {} ms", 400, 900)], [("jarjestelma", "asetukset luettu"), ("kamera", "kalibrointi 30 paivaa vanha"), ("turva", "hatapysaytys kokeiltu")], ver)  # fmt: skip
