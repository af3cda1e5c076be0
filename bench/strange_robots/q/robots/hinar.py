"""Weed cutting boat for lakes and canals: diesel and hydraulics, two paddle wheels, a cutter bar that is lowered, three conveyor belts, a hold that is unloaded at the shore; wind, waves and current about it; Hungarian fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

MOT, HID, KER, KAS, SZA, RAK, TES, KAR, VIZ, IDO, VIL, HUT, UZE, KEN, KAM, RAD, PCT, GPS, ODO, LEZ, MLY = "/motor", "/hidraulika", "/lapatkerekek", "/kasza", "/szalagok", "/rakter", "/hajotest", "/karok", "/viz", "/idojaras", "/villamos", "/hutes", "/uzemanyag", "/kenes", "/kamera", "/radio", "/szamitogep", "/muhold/helyzet", "/odometria", "/lezer", "/melysegmero"  # fmt: skip
PL, NU, VA, ME, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when cutting", need=12), dict(where="when driving"), "linear_acceleration."


class Hinar(Robot):
    NAME = "hinar"
    FLAGS = [(MOT, "hibakod"), (KER, "feltekeredett"), (TES, "fenekviz_jelzes"), (KEN, "zsir_fogy")]
    COMES = ("s_viz",)
    RETRY = [("muhold", "MU", "javito adat kesik {} s", 3, 1, 6), ("utvonal", "UT", "sav ujratervezve {} s", 2, 1, 4)]
    DEFS = {
        "hinar_msgs/msg/Motor": mdef("float32 fordulatszam olajnyomas hutoviz fogyasztas toltonyomas kipufogo legszuro_szivas; uint16 hibakod"),
        "hinar_msgs/msg/Hidraulika": mdef("float32 szivattyu_nyomas szallitas olaj_homerseklet szuro_eses olajszint"),
        "hinar_msgs/msg/Kerek": "float32 kerek_fordulat\nfloat32 kerek_nyomas\nfloat32 csapagy_homerseklet",
        "hinar_msgs/msg/Kerekek": mdef("hinar_msgs/Kerek[2] kerek; bool feltekeredett"),
        "hinar_msgs/msg/Kasza": mdef("float32 kasza_utem kasza_nyomas kasza_melyseg kasza_rezges; float32[2] oldalkasza_nyomas"),
        "hinar_msgs/msg/Szalagok": mdef("float32[3] szalag_sebesseg szalag_nyomas"),
        "hinar_msgs/msg/Rakter": mdef("float32[4] merocella_kg; float32 rakomany_magassag"),
        "hinar_msgs/msg/Hajotest": mdef("float32 merules_orr merules_far oldaldoles fenekviz_mm fenekszivattyu_amper; bool fenekviz_jelzes"),
        "hinar_msgs/msg/Viz": mdef("float32 viz_homerseklet zavarossag aramlas oldott_oxigen"),
        "hinar_msgs/msg/Idojaras": mdef("float32 szelsebesseg szelirany"),
        "hinar_msgs/msg/Villamos": mdef("float32 fedelzeti_feszultseg generator_amper fogyasztok_amper akku_homerseklet"),
        "hinar_msgs/msg/Hutes": mdef("float32 ventilator_fordulat nyersviz_szallitas hutokor_nyomas"),
        "hinar_msgs/msg/Uzemanyag": mdef("float32 tartaly_szint vizlevalaszto_szint"),
        "hinar_msgs/msg/Kenes": mdef("float32 zsirnyomas zsirkeszlet; bool zsir_fogy"),
        "hinar_msgs/msg/Kamera": mdef("float32 kepelesseg zarido_us kepkeses_ms felismeres"),
        "hinar_msgs/msg/Radio": mdef("float32 jelerosseg valaszido_ms csomagvesztes"),
        "hinar_msgs/msg/Biztonsag": mdef("bool veszgomb_rendben korlat_zarva; uint8 emberek"),
        "hinar_msgs/msg/Feladat": mdef("uint8 uzemmod noveny; uint16 sav; float32 sebesseg_kert melyseg_kert; bool kezi"),
        "hinar_msgs/msg/Szamitogep": mdef("float32 ciklus_ms ciklus_leghosszabb memoria_mb processzor_homerseklet; string program_valtozat"),
    }
    KINDS = dict(
        tompa=k("blades of the cutter get blunt: stones", [KAS, HID, MOT], "kasza_nyomas szivattyu_nyomas fogyasztas", "cutter|kasza|blades", cons="/hutes|kipufogo|toltonyomas|olaj homerseklet", step=False, **VA),
        tekeres=k("weed winds about the shaft of the left wheel", KER, "kerek[0].kerek_nyomas kerek[0].csapagy_homerseklet", "left wheel|lapatkerekek|shaft", cons="/hidraulika|fogyasztas|/odometria", step=False, tail=350, **ME),
        jobb_lapat=k("a paddle of the right wheel is broken off: it turns faster and shakes", [KER, "/imu"], "kerek[1].kerek_fordulat kerek[1].kerek_nyomas linear_acceleration.z", "right wheel|lapatkerekek|paddle", cons="/odometria|/hidraulika", **ME),
        szivattyu=k("hydraulic pump leaks inside: less flow and hotter oil", HID, "szallitas olaj_homerseklet", "hydraulic pump|hidraulika", cons="/motor|/hutes|kerek nyomas", tail=500),
        huto=k("raw water strainer fills with weed: engine and oil get warm", [HUT, MOT], "nyersviz_szallitas hutoviz", "raw water|strainer|hutes", cons="/hidraulika|olaj homerseklet|ventilator fordulat", step=False, tail=400),
        legszuro=k("air filter full of seeds: boost falls and exhaust gets hot", MOT, "legszuro_szivas toltonyomas kipufogo", "air filter|motor", cons="fogyasztas", tail=120),
        lek=k("hull takes water: bilge rises, the pump runs more and the stern sinks", TES, "fenekviz_mm fenekszivattyu_amper merules_far", "bilge|hull|hajotest", cons="/villamos", step=False, tail=300),
        generator=k("alternator belt slips: too little current and voltage", VIL, "generator_amper fedelzeti_feszultseg", "alternator|belt|villamos", cons="/radio|/kamera"),
        ford=k("speed of the engine flickers: sensor gap", MOT, "fordulatszam", "engine speed|motor", "spk 130 .05|noise 14"),
        olajny=k("oil pressure of the engine too low: relief spring", MOT, "olajnyomas", "oil pressure|motor", "off -.55 .06", step=False),
        viz_frz=k("temperature of the coolant frozen: plug", MOT, "hutoviz", "coolant|motor", "frz"),
        boost=k("boost hunts when the fuel rate is above a number: waste gate", MOT, "toltonyomas", "boost|motor|waste gate", "flut .24", where="**fuel rate above a number**", **NU),
        fogy=k("fuel rate reads too little: return flow not counted", MOT, "fogyasztas", "fuel rate|motor", "mul -.17 .03"),
        p_hunt=k("hydraulic pressure hunts: load sensing line", HID, "szivattyu_nyomas", "hydraulic pressure|hidraulika", "hunt 10 5"),
        szuro=k("hydraulic filter clogs", HID, "szuro_eses", "hydraulic filter|hidraulika|filter", "mul .55 .04", step=False),
        olajsz=k("oil level falls: hose leaks", HID, "olajszint", "oil level|hidraulika|hose", "off -8 .03", step=False),
        p_meleg=k("hydraulic pressure uneasy when the oil is hotter than a number: seal", HID, "szivattyu_nyomas", "hydraulic pump|hidraulika|seal", "flut 11", where="**oil temperature above a number**", **NU),
        k1_ny=k("pressure of the left wheel reads too little: sensor membrane", KER, "kerek[0].kerek_nyomas", "left wheel|lapatkerekek|pressure sensor", "mul -.26 .04", **ME),
        k2_csap=k("bearing of the right wheel gets hot: water in the grease", KER, "kerek[1].csapagy_homerseklet", "right wheel|lapatkerekek|bearing", "heat 9 120", step=False, tail=400),
        k2_gyors=k("pressure of the right wheel flutters when the boat is faster than a number: motor block", KER, "kerek[1].kerek_nyomas", "right wheel|lapatkerekek|motor block", "flut 22", where="**speed above a number**", **NU),
        k1_hely=k("left wheel runs hard at one place: reed bed", KER, "kerek[0].kerek_nyomas", "left wheel|lapatkerekek|reed", "flut 34 .9", **PL),
        k1_ford=k("speed of the left wheel measured in coarse steps: teeth of the sensor ring lost", KER, "kerek[0].kerek_fordulat", "left wheel|lapatkerekek|sensor ring", "coarse 6"),
        utem=k("cutter strokes unevenly: flow divider", KAS, "kasza_utem", "cutter|kasza|flow divider", "swing .5 2.6", also="/kasza kasza_rezges swing .3 2.6", **VA),
        rezges=k("cutter vibrates: guide loose", KAS, "kasza_rezges", "cutter|kasza|guide", "mul .6 .12", **VA),
        suru=k("left side cutter labours when the cutter is deeper than a number: hose kinks", KAS, "oldalkasza_nyomas[0]", "left side cutter|side cutters|kasza|hose", "off 17 .25", where="**depth of the cutter above a number**", **NU),
        jobbkasza=k("right side cutter leaks: pressure too low", KAS, "oldalkasza_nyomas[1]", "right side cutter|side cutters|kasza", "mul -.28 .06", **VA),
        melyseg=k("depth of the cutter stands off: sensor arm bent", KAS, "kasza_melyseg", "depth of the cutter|kasza|sensor arm", "off .13 .03"),
        kasza_hely=k("cutter jams at one place: sunken net", KAS, "kasza_nyomas", "cutter|kasza|net", "flut 34 .9", also="/kasza kasza_rezges flut .8 .9", **PL),
        sz1=k("belt 1 slips: water on the drum", SZA, "szalag_sebesseg[0]", "belt 1|szalagok|drum", "mul -.18 .06", **VA),
        sz2=k("belt 2 labours: roller stands", SZA, "szalag_nyomas[1]", "belt 2|szalagok|roller", "off 17 .1", step=False, cons="/hidraulika", **VA),
        sz3=k("belt 3 jerks when unloading: link bent", SZA, "szalag_sebesseg[2]", "belt 3|szalagok|link", "swing .12 1.4", where="when unloading", need=12),
        sz2_tele=k("belt 1 labours when the load is heavier than a number: frame bends", SZA, "szalag_nyomas[0]", "belt 1|szalagok|frame", "flut 15 .7", where="**load above a number**", **NU),
        cella2=k("load cell 2 of the hold creeps: water in the plug", RAK, "merocella_kg[1]", "load cell 2|hold|rakter", "creep 55 80"),
        cella4=k("load cell 4 of the hold loses span: cable pinched", RAK, "merocella_kg[3]", "load cell 4|hold|rakter", "mul -.28 .03"),
        magas=k("height of the load reads uneasy: spray on the ultrasonic sensor", RAK, "rakomany_magassag", "height of the load|hold|rakter", "burst .14 1 6"),
        orr=k("draught of the bow sticks: float with algae", TES, "merules_orr", "bow|hull|hajotest|float", "stick .045"),
        doles=k("list of the boat reads off: sensor hit", TES, "oldaldoles", "list|hull|hajotest", "off 1.3 .05"),
        fszi=k("bilge pump draws more current: sand in the impeller", TES, "fenekszivattyu_amper", "bilge pump|hull|hajotest", "mul .45 .06", where="when the bilge pump runs", need=12),
        emelo=k("lift of the cutter needs more and more force: pin dry", KAR, "effort[0]", "lift of the cutter|karok|pin", "off 5 .15", step=False, where="when the cutter is moved", need=12),
        elso=k("joint of the front belt has play: bolt worn", KAR, "position[1]", "front belt|karok|bolt", "play .035|noise .0016"),
        hatso=k("joint of the rear belt creeps down: check valve", KAR, "position[2]", "rear belt|karok|check valve", "creep -.05 60"),
        kar_kesik=k("joint states come late: gateway", KAR, "header.stamp", "karok|joint states|gateway", "age .7", step=False),
        kar_utem=k("lift of the cutter flutters when the pump pressure is above a number: air in the cylinder", KAR, "velocity[0]", "lift of the cutter|karok|cylinder", "flut .012", where="**pump pressure above a number**", **NU),
        imu_fel=k("imu sends half of its messages", "/imu", "header.stamp", "imu", "lost .5"),
        giro=k("roll gyro has a bias", "/imu", "angular_velocity.x", "imu|roll gyro", "off .026 .04"),
        imu_hely=k("boat is shaken at one place: post under water", "/imu", " ".join(ACC + c for c in "xyz"), "imu|hull|post", "noise .4", **PL),
        odo=k("odometry reads too little speed: log fouled", ODO, "twist.twist.linear.x", "odometry|odometria|log", "mul -.2 .04", **ME),
        odo_el=k("odometry messages get lost", ODO, "header.stamp", "odometry|odometria", "lost .45"),
        gps_hely=k("position jumps at one place: trees at the shore", GPS, "latitude longitude", "satellite position|muhold|helyzet", "flut 1.2e-5 .6", **PL),
        gps_mag=k("height of the satellite receiver walks: antenna wet", GPS, "altitude", "satellite position|muhold|antenna", "walk .4 5 20"),
        lezer=k("beams 3 and 4 of the laser read short: spider web", LEZ, "ranges[3] ranges[4]", "laser|lezer", "short .3 .6"),
        lezer_all=k("laser stands still for seconds: motor of the mirror", LEZ, " ".join(f"ranges[{i}]" for i in range(10)), "laser|lezer|mirror", "stall 2 9"),
        melymero=k("echo sounder drops out: weed at the transducer", MLY, "range", "echo sounder|melysegmero", "cut .2 .3 2"),
        melymero_z=k("echo sounder finds false echoes when the water is more turbid than a number: gain", MLY, "range", "echo sounder|melysegmero|gain", "flut -.35 1", where="**turbidity above a number**", **NU),
        zavar=k("turbidity drifts: window grown over", VIZ, "zavarossag", "turbidity|viz|window", "off 7 .06", step=False),
        oxigen=k("oxygen of the water lags and reads low: membrane old", VIZ, "oldott_oxigen", "oxygen|viz|membrane", "mul -.15 .03"),
        viz_t=k("temperature of the water scatters: cable", VIZ, "viz_homerseklet", "water temperature|viz|cable", "noise .4"),
        aram=k("current meter sticks: weed in the impeller", VIZ, "aramlas", "current meter|viz|impeller", "stick .22"),
        szel=k("wind vane sticks: salt and dust", IDO, "szelirany", "wind vane|wind|idojaras", "stick 26"),
        szel_s=k("wind speed reads too little: cup lost", IDO, "szelsebesseg", "wind|idojaras|cup", "mul -.3 .04"),
        fesz=k("board voltage falls when the consumers draw more than a number: earth strap", VIL, "fedelzeti_feszultseg", "board voltage|villamos|earth strap", "off -.7 .3", where="**current of the consumers above a number**", **NU),
        akku=k("battery gets warm: cell shorted", VIL, "akku_homerseklet", "battery|villamos|cell", "heat 7 120", step=False, tail=400),
        fogyaszt=k("current of the consumers has an offset: hall sensor", VIL, "fogyasztok_amper", "consumers|villamos|hall sensor", "off 6 .05"),
        venti=k("fan of the oil cooler slips: coupling", [HUT, HID], "ventilator_fordulat olaj_homerseklet", "fan|oil cooler|hutes|coupling", tail=400),
        hutokor=k("pressure of the cooling circuit falls: cap leaks", HUT, "hutokor_nyomas", "cooling circuit|hutes|cap", "off -.22 .04", step=False),
        tartaly=k("level of the tank reads too low: float", UZE, "tartaly_szint", "tank|uzemanyag|float", "off -9 .05"),
        vizlev=k("water separator fills: condensation", UZE, "vizlevalaszto_szint", "water separator|uzemanyag", "off 9 .05", step=False),
        kenes=k("greasing builds less pressure: line open", KEN, "zsirnyomas", "greasing|kenes|line", "mul -.35 .05", where="when greasing", need=12),
        eles=k("camera loses sharpness: drops on the glass", KAM, "kepelesseg", "camera|kamera|glass", "off -12 .08"),
        zarido=k("weed is recognised badly when the exposure is above a number: blur", KAM, "felismeres", "camera|kamera|recognition", "off -.13 .3", where="**exposure above a number**", **NU),
        kepkes=k("pictures late: cable", KAM, "kepkeses_ms", "camera|kamera|cable", "late 10 50"),
        radio_hely=k("radio weak at one place: behind the reeds", RAD, "jelerosseg", "radio|reeds", "off -13 .2", also="/radio csomagvesztes off 5 .5|/radio valaszido_ms off 30 .4", **PL),
        csomag=k("radio loses packets: antenna plug", RAD, "csomagvesztes", "radio|antenna", "late 2 9", also="/radio jelerosseg off -4 .1"),
        feny=k("light sensor dims: bird droppings", "/feny", "illuminance", "light sensor|feny", "mul -.36 .03"),
        para=k("humidity frozen", "/levego/paratartalom", "relative_humidity", "humidity|paratartalom", "frz"),
        ciklus=k("computer has far longer worst cycles", PCT, "ciklus_leghosszabb ciklus_ms", "computer|szamitogep", "late 4 20"),
        memoria=k("memory of the computer fills", PCT, "memoria_mb", "computer|szamitogep|memory", "leak 80", step=False),
        s_mot=k("engine reports faults", [MOT, "/rosout", "/diagnostics"], "hibakod fordulatszam", "engine|motor", silent=False),
        s_kerek=k("left wheel reports that it is wound up", [KER, "/rosout", "/diagnostics"], "feltekeredett kerek[0].kerek_nyomas", "left wheel|lapatkerekek", silent=False),
        s_viz=k("bilge warns for seconds again and again: float of the switch rocks", [TES, "/rosout", "/diagnostics"], "fenekviz_jelzes", "bilge|fenekviz|hajotest", silent=False),
        s_zsir=k("greasing warns that the grease is nearly used up", [KEN, "/rosout", "/diagnostics"], "zsir_fogy", "greasing|kenes", silent=False),
    )

    def life(self):
        self.day(21 - 8 * self.is_life(9) - self.season(0.7), 3.0, 7.0), self.weather(70)
        r = self.rng("lanes")
        self.site, no = 1 if self.is_life(2, 8) else 2 if self.is_life(7, 10) else 0, 0
        L, pitch, n = ((30.0, 3.0, 4), (36.0, 2.8, 5), (24.0, 3.4, 4))[self.site]
        T = Track(self, x=0.0, y=0.0, h=0.0, k=0.0, f=0.1, b=0.2)
        T.set(no=0, vr=0, cut=0, dp=1.0, pl=1, ppl=0, hand=0, unl=0, dens=1.0, wash=0), T.wait(r.uniform(90, 200) if self.cold else r.uniform(15, 50), 10 if self.cold else 0)
        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.85 if r.random() < 0.15 else 1.0) * (0.85 if self.is_life(6) else 1)
            if (no - 1) % n == 0:
                pl = int(r.integers(1, 7))  # kind of plant of the next lanes
                dp = round(float(r.uniform(0.7, 1.5)), 1)
            lily = self.new(3) and no % 5 == 0  # water lilies: thick stems, cut slowly; new
            shallow = self.new(4) and no % 4 == 1  # along the bank, cutter high and the front belt flat; new
            v, y = r.uniform(0.38, 0.6) * (0.7 if lily else 1), pitch * ((no - 1) % n)
            at, to = (T.pos["x"], 3.0 + L) if T.pos["x"] < L / 2 else (T.pos["x"], 3.0)
            T.set(no=no, pl=9 if lily else pl, dens=1.5 if lily else 0.7 + 0.1 * pl), self.wheel_way(T, [(at, T.pos["y"]), (at, y)], 0.5, 1)
            T.go(1, v=0.35, a=0.5, h=0.0 if to > at else 3.1416)
            d = 0.45 if shallow else dp
            T.set(dp=d), T.go(2, sec=r.uniform(4, 6), k=d, f=0.1 if shallow else 0.34), T.set(vr=v, cut=1)
            sg = 1 if to > at else -1
            while abs(to - T.pos["x"]) > 0.1 and T.more:
                step = min(abs(to - T.pos["x"]), r.uniform(3, 9))
                T.go(3, v=v, a=0.15, x=T.pos["x"] + sg * step)
                if r.random() < 0.16:  # depth changed by hand
                    d = round(float(np.clip(d + r.choice((-0.2, 0.2)), 0.4, 1.6)), 1)
                    T.set(dp=d), T.go(3, sec=2, k=d)
                if r.random() < 0.1:
                    T.set(vr=0), T.wait(r.uniform(4, 15), 4), T.set(vr=v)  # swimmers or waterfowl
            T.set(cut=0, vr=0), T.go(5, sec=4, k=0.0, f=0.1), T.task(a0, "lane")
            if no % 2 == 0:  # to the shore and unloaded
                T.set(vr=1.1), self.wheel_way(T, [(T.pos["x"], T.pos["y"]), (2.0, T.pos["y"]), (0.0, -4.0)], 1.1, 6), T.set(vr=0), T.go(7, sec=4, b=0.55), T.set(unl=1), T.wait(r.uniform(35, 60), 7), T.set(unl=0), T.go(7, sec=4, b=0.2)
                if self.new(6) and r.random() < 0.5:
                    T.set(wash=1), T.wait(r.uniform(12, 25), 11), T.set(wash=0)  # belts rinsed with the pump; new
                T.set(vr=1.0), self.wheel_way(T, [(0.0, -4.0), (3.0, T.pos["y"] + 4)], 1.0, 6)
            if self.new(8) and r.random() < 0.2:  # floating branches collected without cutting; new
                T.set(vr=0.7), T.go(13, sec=3, f=0.3), self.wheel_way(T, [(T.pos["x"], T.pos["y"]), (12.0, T.pos["y"] + 3), (20.0, T.pos["y"])], 0.7, 13), T.go(13, sec=3, f=0.1)
            if r.random() < 0.1:
                T.set(ppl=1)
                T.wait(r.uniform(15, 60), 8)  # weed taken out by hand
                T.set(ppl=0)
            if r.random() < 0.18:  # steered by hand
                T.set(hand=1), self.manual(T, r.uniform(25, 45), 9, ("x", "y", "h", "f"), dict(x=-1.5, y=-1.2, h=-0.5, f=-0.05), dict(x=1.5, y=1.2, h=0.5, f=0.2)), T.set(hand=0)
            if self.is_life(5, 9) and no == 4:  # weekly test of cutter and belts in the air
                T.set(cut=1, unl=1), T.wait(35, 12), T.set(cut=0, unl=0), T.go(12, sec=6, f=0.4, b=0.55), T.go(12, sec=6, f=0.1, b=0.2)
        self.A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, self.z0)
        self.vehicle(self.A)
        self.px, self.py = self.x + (0, 120, -90)[self.site], self.y
        self.place = 0.55 + 0.45 * np.sin(self.px / 4.1 + self.site) * np.cos(self.y / 3.3) + 0.2 * np.sin(self.px * 0.9 + self.y)

    def physics(self):
        A, E, W, h, t, v = self.A, self.E, self.wander, self.h, self.t, self.v
        self.J = [ring(A["k"], 0.9, 0.6), ring(A["f"], 0.9, 0.6), ring(A["b"], 0.9, 0.6)]
        self.dJ = [lp(np.gradient(a, DT), 0.15) for a in self.J]
        self.jm = sum(np.abs(a) for a in self.dJ)
        self.wnd = lp(self.wind, 0.6)
        self.wdir = 220 + 40 * self.su("wd") + 25 * W("wd", 1, 40)
        self.cur = 0.08 + 0.05 * self.su("cu") + 0.03 * W("cu", 1, 30)
        self.pv, self.un, self.ws = lp(E("cut"), 0.8), lp(E("unl"), 0.8), lp(E("wash"), 0.8)
        dens = np.maximum(self.place, 0.08) * lp(E("dens"), 3)
        self.use = self.pv * np.minimum(v, 1) * dens * 2  # weed a second, relative
        m, x, lim = [], 260.0 + 60 * self.su("m0"), 2600.0
        for a, b in zip((self.use * 13).tolist(), (self.un * 62).tolist()):
            x = min(max(x + (a - b) * DT, 0.0), lim)
            m.append(x)
        self.mass = np.array(m)
        heavy = 1 + self.mass / 5200
        drv = np.tanh(9 * v)
        lost = np.clip(h("jobb_lapat", 0.4), 0, 2)
        wound = np.clip(h("tekeres", 0.5), 0, 2)
        stream = self.cur * np.cos(self.yaw) - 0.02 * self.wnd * np.cos(self.yaw - np.radians(self.wdir))
        self.om = [(self.fw + 0.4 * sg * self.yr + 0.35 * stream * drv + 0.1 * sg * W("sl", 1, 2) * drv) * 17.5 * (1.12 + 0.05 * heavy) * (1 + (0.17 * lost if i else 0)) for i, sg in enumerate((-1, 1))]
        self.pw = [np.abs(14 + drv * 22 + 46 * heavy * np.abs(o / 19) ** 1.5 + 60 * np.maximum(self.acc, 0) + 30 * np.abs(self.yr) + (1.6 * self.wnd + 5 * W(f"wv{i}", 1, 0.7) * (0.4 + 0.15 * self.wnd)) * drv + (30 * wound * drv if i == 0 else -13 * lost * drv)) for i, o in enumerate(self.om)]
        self.pw = [lp(a, 0.3) for a in self.pw]
        blunt = 1 + 0.012 * self.wear(1) + 0.42 * np.clip(h("tompa", 1), 0, 2)
        depth = self.J[0]
        self.pk = lp(self.pv * ((34 + 9 * depth) + 36 * self.use * blunt * (1 + 0.12 * W("pk", 1, 1.5)) + 22 * (blunt - 1)), 0.4)
        self.psd = [lp(self.pv * (24 + 7 * depth + 20 * self.use * (1 + 0.15 * W(f"ps{i}", 1, 2))), 0.4) for i in (0, 1)]
        belt = [np.maximum(self.pv, 0), np.maximum(self.pv, self.un), self.un]
        belt = [np.maximum(b, 0.8 * self.ws) for b in belt]
        self.vb = [lp(b * (0.42 + 0.03 * i), 0.5) for i, b in enumerate(belt)]
        self.pb = [lp(b * (18 + (34 * lp(self.use, 2 + 4 * i) if i < 2 else 0) + (26 * np.tanh(self.mass / 500) if i == 2 else 0)), 0.5) for i, b in enumerate(belt)]
        leak = np.clip(h("szivattyu", 0.5), 0, 2)
        self.need = lp(6 + 2.2 * sum(np.abs(o) for o in self.om) / 2 + 17 * self.pv + 9 * sum(self.vb) + 90 * self.jm + 11 * self.ws, 0.4)
        self.flow = self.need * (1 - 0.1 * leak)
        self.pres = ring(np.maximum.reduce([20 + self.z0, *self.pw, self.pk + 12, *self.pb, 85 * (self.jm > 0.02)]) * (1 - 0.05 * leak) + 8, 1.3, 0.6)
        self.rpm0 = np.where(self.st == 0, 900, np.where(self.pv > 0.1, 1900, 1650)) + self.z0
        self.load = lp(0.1 + self.pres * self.need * (1 + 0.14 * leak) / 13500, 0.4) + 0.008 * self.pink("ld", 1)
        dirty = np.clip(h("legszuro", 0.6), 0, 2)
        self.suck = 1.1 + 4.5 * self.load + 0.1 * self.wear(1) + 2.2 * dirty
        self.fuel = (2.8 + 22 * self.load) * (1 + 0.05 * dirty)
        self.boost = 0.08 + 1.25 * lp(self.load, 0.6) * (1 - 0.19 * dirty)
        self.exh = 420 * lp(self.load, 12) + 55 * lp(dirty, 15)
        weed, slip = np.clip(h("huto", 2), 0, 2), np.clip(h("venti", 2), 0, 2)
        self.rawf = 62 * (1 - 0.35 * weed) + 6 * lp(self.load, 3)
        twat = self.amb - 2
        self.oil = self.amb + 25 - 12 * self.cold * np.exp(-t / 450) + lp(self.pres * self.need / 560 * (1 + 0.3 * leak), 240, 0.0 if self.cold else 7.0) + 8 * lp(weed, 150) + 7 * lp(slip, 150) + 5 * lp(leak, 150) + 1.1 * np.sin(2 * np.pi * t / 260 + self.u("ol", 2))
        self.fanr = np.clip(850 + 38 * lp(self.oil - self.amb - 22, 15), 700, 2600) * (1 - 0.33 * slip)
        self.cool = 24 + 36 * lp(self.load, 90) + 9 * lp(weed, 100)
        self.twat = twat
        hole = np.clip(h("lek", 1), 0, 2)
        inflow = 0.028 + 0.05 * (self.wnd / 8) + 0.06 * self.ws + 0.34 * hole
        lv, on, lvs, ons = 35.0 + 8 * abs(self.su("bw")), False, [], []
        for a in inflow.tolist():
            on = lv > 30 if on else lv > 55
            lv += (a - 0.9 * on) * DT
            lvs.append(lv)
            ons.append(on)
        self.bil, self.bp = np.array(lvs) + 26 * lp(hole, 60), lp(np.array(ons, float), 0.3)
        self.lum = lp(np.maximum((0.06 if self.is_life(6) else 1) * (1500 + 46000 * self.sunny), 300), 1.0)
        self.expo = np.clip(5e7 / (self.lum + 4500) * (1 + 0.2 * np.sin(self.px / 2)), 300, 12000)
        self.cons = lp(22 + 7 * (self.pieces("lt", 9, 60, 0, 1) < 0.5) + 9 * (self.pieces("ac", 25, 50, 0, 1) < 0.45) + 5 * self.pv + 6.5 * self.bp + 14 * self.is_life(6), 0.6) + 0.4 * self.pink("al", 1)
        bad = np.clip(h("generator", 0.5), 0, 2)
        self.gen = lp(self.cons + 3, 4) * (1 - 0.34 * bad)
        self.volt = 28.2 - 0.018 * self.cons - 1.1 * lp(bad, 25)
        self.turb = np.maximum(9 + 5 * lp(self.pv, 6) + 2.5 * W("tb", 1, 25) + 4 * self.place + 0.35 * self.wnd + 2 * v, 1)
        self.grs = np.mod(t + 30 * self.u("gr", 1), 130)
        self.AUX = [self.cons]

    def where(self):
        ones, v, run = np.ones(self.n, bool), self.v, self.pv > 0.6
        self.over("boost", self.fuel, MOT + ":fogyasztas", "fogyasztas|fuel|load|loaded", ones, 0.55, 1, 0.35), self.over("p_meleg", self.oil, HID + ":olaj_homerseklet", "olaj homerseklet|oil temperature|hotter|temperature|oil", ones, 0.5, 1, 0.12)
        self.over("k2_gyors", np.abs(self.fw), ODO + ":twist.twist.linear.x", "speed|velocity|faster|sebesseg kert|twist", v > 0.1, 0.5, 2, 0.4), self.over("suru", self.J[0], KAS + ":kasza_melyseg", "kasza melyseg|depth|deeper|melyseg kert", run, 0.45, 2, 0.35)
        self.over("sz2_tele", self.mass, RAK + ":merocella_kg", "merocella kg|load|heavier|weight|hold|rakomany magassag", run, 0.45, -1, 0.5), self.over("kar_utem", self.pres, HID + ":szivattyu_nyomas", "szivattyu nyomas|pressure|pump", ones, 0.5, 0, 0.3)
        (
            self.over("melymero_z", self.turb, VIZ + ":zavarossag", "zavarossag|turbid|turbidity", ones, 0.55, 1, 0.35),
            self.over("fesz", self.cons, VIL + ":fogyasztok_amper", "fogyasztok amper|current|consumers|load", ones, 0.55, 0, 0.3),
            self.over("zarido", self.expo, KAM + ":zarido_us", "zarido us|exposure", ones, 0.55, -1, 0.4),
        )
        self.places(self.px, self.py, v > 0.03, k1_hely=(2.6, 0.08), imu_hely=(2.6, 0.08)), self.places(self.px, self.py, run, kasza_hely=(2.6, 0.08)), self.places(self.px, self.py, ones, gps_hely=(2.6, 0.1), radio_hely=(2.8, 0.1))
        self.mode("tekeres jobb_lapat k1_ny odo", v > 0.08, "driving", "moving", "speed", "sebesseg kert", "velocity", "faster"), self.mode("tompa utem rezges jobbkasza sz1 sz2", run & (v > 0.03), "cutting", "kasza utem", "uzemmod", "cutter", "sebesseg kert")
        self.mode("sz3", self.un > 0.6, "unloading", "unloads", "shore", "uzemmod"), self.mode("fszi", self.bp > 0.5, "pump", "runs", "bilge", "on"), self.mode("emelo", np.abs(self.dJ[0]) > 0.02, "moves", "moved", "lift", "velocity"), self.mode("kenes", self.grs < 24, "greasing", "zsirnyomas")

    def record(self):
        E, W, v, t, pv = self.E, self.wander, self.v, self.t, self.pv
        er, wd, bl = self.shape("s_mot", 0.35, 0.6, 4), self.shape("s_kerek", 0.45, 0.5, 3) & (v > 0.08), self.blink("s_viz")
        rpm = ring(self.rpm0, 0.5, 0.5) - 210 * (lp(self.load, 0.3) - 0.2) - 230 * lp(er * 1.0, 0.4)
        self.pub(MOT, "hinar_msgs/msg/Motor", 8, dict(fordulatszam=s(rpm, 1, 4, 4, 3, 3), olajnyomas=s(2.1 + 1.1e-3 * rpm - 0.012 * (self.oil - 45), 0.02, 0.03, 0.05, 0.03, 20), hutoviz=s(self.T("tv", self.cool, 60, 41, 0.12), 0.1), fogyasztas=s(self.fuel, 0.05, 0.15, 0.05, 0.1, 3), toltonyomas=s(self.boost, 0.005, 0.012, 0.01, 0.012, 4), kipufogo=s(self.T("vf", self.exh, 6, 160, 0.8), 0.5, 1), legszuro_szivas=s(self.suck, 0.02, 0.05, 0.1, 0.05, 9, lo=0), hibakod=np.where(er, 0x29, 0)))  # fmt: skip
        self.pub(HID, "hinar_msgs/msg/Hidraulika", 10, dict(szivattyu_nyomas=s(self.pres, 0.5, 1.6, 1, 1.2, 2, lo=0), szallitas=s(self.flow, 0.1, 0.5, 0.2, 0.4, 3, lo=0), olaj_homerseklet=s(self.oil, 0.1, 0.1, 0.4, own=1), szuro_eses=s(0.3 + 0.012 * self.flow + 0.25 * np.exp((36 - self.oil) / 12) + 0.02 * self.wear(1), 0.005, 0.02, 0.03, 0.02, 9, lo=0), olajszint=s(80 - 4 * self.J[0] + 0.06 * (self.oil - 45), 0.1, 0.3, 1, 0.3, 8)))  # fmt: skip
        V, wn = {}, lp(np.clip(self.h("tekeres", 1), 0, 2) * np.tanh(9 * v), 90)
        for i in (0, 1):
            V.update({f"kerek[{i}].kerek_fordulat": s(self.om[i], 0.1, 0.3, 0, 0.25, 1.5), f"kerek[{i}].kerek_nyomas": s(self.pw[i] + 38 * wd * (i == 0), 0.5, 1.7, 1.5, 1.3, 3, lo=0), f"kerek[{i}].csapagy_homerseklet": s(self.T(f"pg{i}", 16 * lp(v, 120), 300, 6, 0.12) + (11 * wn if i == 0 else 0), 0.2)})  # fmt: skip
        self.pub(KER, "hinar_msgs/msg/Kerekek", 10, dict(V, feltekeredett=wd))
        self.pub(KAS, "hinar_msgs/msg/Kasza", 8, dict(kasza_utem=s(pv * (9.4 - 0.012 * self.pk), 0.02, 0.1, 0, 0.08, 3, lo=0), kasza_nyomas=s(3 + self.pk, 0.2, 1.3, 0.5, 1.1, 2, lo=0), kasza_melyseg=s(self.J[0] + 0.01 * W("wav", 1, 0.6) * (1 + 0.3 * self.wnd), 0.005, 0.008, 0.01, 0.006, 5), kasza_rezges=s(0.15 + pv * (1.1 + 0.5 * self.use) + 0.1 * v, 0.01, 0.07, 0.03, 0.06, 2, lo=0), oldalkasza_nyomas=[s(3 + p, 0.2, 1.2, 0.5, 1, 3, lo=0) for p in self.psd]))  # fmt: skip
        self.pub(SZA, "hinar_msgs/msg/Szalagok", 8, dict(szalag_sebesseg=[s(b, 0.002, 0.008, 0, 0.006, 3, lo=0) for b in self.vb], szalag_nyomas=[s(4 + p, 0.2, 1.1, 0.5, 0.9, 4, lo=0) for p in self.pb]))
        roll = 0.8 * W("ro", 1, 0.9) * (0.3 + 0.12 * self.wnd) + 0.4 * W("ld", 1, 60) * self.mass / 1000
        q4 = [0.25 + 0.012 * roll * sg + 0.02 * (1 if i < 2 else -1) for i, sg in enumerate((1, -1, 1, -1))]
        self.pub(RAK, "hinar_msgs/msg/Rakter", 5, dict(merocella_kg=[s(60 + self.mass * q, 0.5, 2.5, 3, 2, 6, lo=0) for q in q4], rakomany_magassag=s(0.1 + 0.00062 * self.mass, 0.005, 0.012, 0.01, 0.012, 6, lo=0)))
        full = np.clip(self.h("lek", 1), 0, 2)
        self.pub(TES, "hinar_msgs/msg/Hajotest", 5, dict(merules_orr=s(0.34 + 5.2e-5 * self.mass + 0.012 * self.J[0] + 0.012 * W("mo", 1, 0.7) * (0.4 + 0.12 * self.wnd), 0.001, 0.004, 0.006, 0.004, 6), merules_far=s(0.42 + 4.4e-5 * self.mass + 0.012 * W("mf", 1, 0.7) * (0.4 + 0.12 * self.wnd) + 0.045 * lp(full, 80), 0.001, 0.004, 0.006, 0.004, 6), oldaldoles=s(roll, 0.02, 0.06, 0.2, 0.05, 6), fenekviz_mm=s(self.bil, 0.5, 1.2, 1, 0.9, 5, lo=0), fenekszivattyu_amper=s(0.05 + self.bp * 6.4, 0.02, 0.08, 0.02, 0.06, 4, lo=0), fenekviz_jelzes=bl))  # fmt: skip
        eff = [s(6 + 14 * np.tanh(30 * np.abs(d)) + 3 * j + e, 0.05, 0.4, 0.3, 0.3, 4) for d, j, e in zip(self.dJ, self.J, (0.06 * self.pk, 0.05 * self.pb[0], 0.05 * self.pb[2]))]
        self.jnt(KAR, 12, ["kasza_emelo", "elso_szalag", "hatso_szalag"], [s(a, 1e-4, 9e-4, 2e-3, 5e-4, 5) for a in self.J], [s(d, 1e-3, 3e-3) for d in self.dJ], eff)
        sg = 0.05 + 0.1 * pv + 0.12 * v + 0.02 * self.wnd
        lost = np.clip(self.h("jobb_lapat", 0.4), 0, 2) * np.tanh(9 * v)
        self.inertial("/imu", 16, self.yaw, (0.02 * W("gx", 1, 0.5) * (0.3 + 0.12 * self.wnd), 0.02 * W("gy", 1, 0.5) * (0.3 + 0.12 * self.wnd), self.yr), (self.acc + sg * self.white("ax"), v * self.yr + sg * self.white("ay"), 9.81 + 1.3 * sg * self.white("az") + 0.32 * W("aw", 1, 0.6) * (0.3 + 0.1 * self.wnd) + 0.7 * lost * np.sin(np.cumsum(self.om[1]) * DT * 0.65)), "hajo")  # fmt: skip
        self.odometry(ODO, 12, "to", self.px, self.py)
        self.pub(GPS, "sensor_msgs/msg/NavSatFix", 5, {"status.status": np.full(self.n, 2), "status.service": 3, "latitude": s(46.86 + self.py / 111400, 1e-9, 1.2e-7), "longitude": s(17.82 + self.px / 76000, 1e-9, 1.7e-7), "altitude": s(104.6 - 5e-5 * self.mass + 0.01 * W("al", 1, 1), 0.001, 0.014, 0, 0.02, 20)})
        self.lidar(LEZ, 6, [(5 + 7 * abs(np.cos(i * 0.6))) * (1 + 0.22 * np.sin(self.px * (0.3 + 0.04 * i) + 0.4 * self.py + i)) for i in range(10)], 2.0, 40, 0.02)
        self.simple(MLY, "Range", 6, "range", s(np.clip(2.1 + 0.5 * np.sin(self.px / 6) * np.cos(self.py / 5) + 0.035 * self.y - 0.1 * self.place, 0.3, 9), 0.01, 0.02, 0.02, 0.02, 4), min_range=0.2, max_range=30.0, field_of_view=0.15)
        self.pub(
            VIZ,
            "hinar_msgs/msg/Viz",
            3,
            dict(
                viz_homerseklet=s(self.twat + 0.25 * np.sin(self.px / 9), 0.01, 0.04, 0.1, 0.05, 30),
                zavarossag=s(self.turb, 0.1, 0.3, 0.3, 0.3, 8, lo=0),
                aramlas=s(np.abs(self.cur + 0.9 * self.fw), 0.005, 0.012, 0.01, 0.01, 5, lo=0),
                oldott_oxigen=s(8.6 - 0.12 * (self.twat - 19) + 0.5 * lp(self.sunny, 60) - 0.5 * self.place, 0.01, 0.03, 0.08, 0.04, 30),
            ),
        )
        self.pub(IDO, "hinar_msgs/msg/Idojaras", 3, dict(szelsebesseg=s(self.wnd, 0.05, 0.1, lo=0), szelirany=s(np.mod(self.wdir + 6 * W("wg", 1, 2), 360), 1, 2)))
        self.pub(VIL, "hinar_msgs/msg/Villamos", 4, dict(fedelzeti_feszultseg=s(self.volt, 0.01, 0.03, 0.05, 0.02, 9), generator_amper=s(self.gen, 0.1, 0.4, 0.3, 0.3, 5, lo=0), fogyasztok_amper=s(self.cons, 0.1, 0.35, 0.3, 0.3, 5, lo=0), akku_homerseklet=s(self.T("ak", 3 + self.z0, 400, 3, 0.08), 0.1)))
        self.pub(HUT, "hinar_msgs/msg/Hutes", 4, dict(ventilator_fordulat=s(self.fanr, 5, 12, 0, 12, 6), nyersviz_szallitas=s(self.rawf, 0.2, 0.7, 1, 0.7, 8, lo=0), hutokor_nyomas=s(0.95 + 0.25 * lp(self.load, 120), 0.005, 0.012, 0.03, 0.012, 30)))
        self.pub(UZE, "hinar_msgs/msg/Uzemanyag", 2, dict(tartaly_szint=s(64 + 14 * np.tanh(self.su("yk")) - np.cumsum(self.fuel) * DT / 3600 / 1.4, 0.1, 0.4, 0, 0.4, 6), vizlevalaszto_szint=s(12 + 5 * np.tanh(self.su("vl")) + 6e-4 * t, 0.1, 0.3, 0, 0.2, 20, lo=0)))
        q_ = self.grs
        self.pub(KEN, "hinar_msgs/msg/Kenes", 3, dict(zsirnyomas=s(3 + np.where(q_ < 10, 98 * (1 - np.exp(-q_ / 2.5)), 98 * np.exp(-(q_ - 10) / 7)), 0.5, 1, 0.5, 0.5, 9, lo=0), zsirkeszlet=s(58 + 11 * np.tanh(self.su("gr")) - 9e-4 * t, 0.1, 0.2), zsir_fogy=(self.f("s_zsir") > 0) & (t % 18 < 6)))
        self.pub(KAM, "hinar_msgs/msg/Kamera", 6, dict(kepelesseg=s(67 - 4 * v - 0.5 * self.wnd + 3 * np.sin(self.px * 0.9), 0.1, 1, 1, 1.2, 7, lo=0), zarido_us=s(self.expo, 5, 25, 0, 25, 3), kepkeses_ms=s(self.net("kv", 38, 1.6, 2), 0.5), felismeres=s(0.84 - 0.05 * v - 0.05 * self.is_life(6) + 0.05 * self.place, 0.005, 0.014, 0.01, 0.015, 6, lo=0, hi=1)))  # fmt: skip
        self.pub(RAD, "hinar_msgs/msg/Radio", 4, dict(jelerosseg=s(-55 - 0.4 * np.hypot(self.x, self.y) + 2 * np.sin(self.px / 3), 1, 1.2, 1, 1.5, 6), valaszido_ms=s(self.net("va", 22, 1.5, 5), 1), csomagvesztes=s(self.net("ha", 0, 0.5, 0.5), 0.1)))
        (
            self.simple("/feny", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.008 * self.white("li")), 10)),
            self.simple("/levego/paratartalom", "RelativeHumidity", 1, "relative_humidity", s(0.64 + 0.07 * self.su("rh") - 0.06 * lp(self.sunny, 60), 0.001, 0.0016, 0, 0.012, 200)),
            self.simple("/levego/homerseklet", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)),
        )
        self.pub("/biztonsag", "hinar_msgs/msg/Biztonsag", 2, dict(veszgomb_rendben=1, korlat_zarva=E("ppl") < 0.5, emberek=E("ppl") + (W("pe", 1, 60) > 1.3)))
        self.pub("/feladat", "hinar_msgs/msg/Feladat", 4, dict(uzemmod=self.st, noveny=E("pl"), sav=E("no"), sebesseg_kert=s(E("vr"), 0.01), melyseg_kert=s(E("dp"), 0.1), kezi=E("hand")))
        ver = self.version("hinar", "5.2", "5.3", "5.5")
        self.computer(PCT, "hinar_msgs/msg/Szamitogep", 20, 25, 1250, ("ciklus_ms", "ciklus_leghosszabb", "memoria_mb", "processzor_homerseklet", "program_valtozat"), 7 * lp(pv, 40), ver, 1.0)
        self.end("/vagas/_action/status", [("s_mot", "motor", ["motorhiba 0x29", "motor ujra rendben"], "MO"), ("s_kerek", "lapatkerekek", ["bal kerek feltekeredett", "bal kerek szabad"], "KE"), ("s_viz", "hajotest", "fenekviz magas", "HT"), ("s_zsir", "kenes", "zsir fogyoban, toltse fel", "KN")],  # fmt: skip
                 [(14, "I", "feladat", "sav kesz, {} m", 20, 36), (8, "W", "utvonal", "vizimadar elottunk, vart {} s", 3, 15), (6, "W", "kamera", "part nem lathato {} s", 1, 6), (5, "I", "rakter", "{} kg kirakva", 400, 1400), (4, "W", "radio", "kiszolgalo lassu {} ms", 400, 900)], [("rendszer", "beallitasok betoltve"), ("kamera", "kalibralas 30 napos"), ("biztonsag", "veszgomb kiprobalva")], ver)  # fmt: skip
