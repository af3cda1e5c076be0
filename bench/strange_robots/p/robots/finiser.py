"""Asphalt paver for yards and car parks: tracked diesel machine with hopper, conveyors, augers and a heated screed on two tow arms; Czech fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

MOT, HYD, PAS, NAS, DOP, SNE, DES, HUT, NIV, RAM, SME, TLO, GEN, KAM, MAZ, RAD, POC, PAL, PCT, IMU, GPS, OBR, CHL = "/motor", "/hydraulika", "/pasy", "/nasypka", "/dopravniky", "/sneky", "/deska", "/hutneni", "/nivelace", "/ramena", "/smes", "/tloustka", "/generator", "/kamera", "/mazani", "/radio", "/pocasi", "/palivo", "/pocitac", "/imu", "/druzice/poloha", "/obruba", "/chlazeni"  # fmt: skip
PL, NU, PO, JI, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when paving", need=12), dict(where="when driving"), "linear_acceleration."


class Finiser(Robot):
    NAME = "finiser"
    FLAGS = [(MOT, "chybovy_kod"), (SNE, "zablokovano"), (GEN, "izolacni_porucha"), (MAZ, "mazivo_dochazi")]
    DEFS = {
        "finiser_msgs/msg/Motor": mdef("float32 otacky tlak_oleje teplota_vody spotreba plnici_tlak vyfuk; uint16 chybovy_kod"),
        "finiser_msgs/msg/Hydraulika": mdef("float32 tlak_cerpadla prutok_cerpadla teplota_hydrauliky spad_filtru hladina_oleje"),
        "finiser_msgs/msg/Pas": "float32 rychlost_pasu\nfloat32 tlak_pojezdu\nfloat32 teplota_prevodovky",
        "finiser_msgs/msg/Pasy": mdef("finiser_msgs/Pas[2] pas; float32 napinaci_tlak"),
        "finiser_msgs/msg/Nasypka": mdef("float32 naplneni tlak_kridel naraznik_kn teplota_nasypky"),
        "finiser_msgs/msg/Dopravniky": mdef("float32[2] rychlost_dopravniku tlak_dopravniku vyska_materialu"),
        "finiser_msgs/msg/Snek": "float32 otacky_sneku\nfloat32 tlak_sneku\nfloat32 odstup_smesi",
        "finiser_msgs/msg/Sneky": mdef("finiser_msgs/Snek[2] snek; bool zablokovano"),
        "finiser_msgs/msg/Deska": mdef("float32[6] teplota_topeni proud_topeni; float32 pritlak"),
        "finiser_msgs/msg/Hutneni": mdef("float32 kmitocet_pechu kmitocet_vibrace tlak_pechu zrychleni_desky"),
        "finiser_msgs/msg/Nivelace": mdef("float32[2] valec_mm snimac_mm; float32 pricny_sklon"),
        "finiser_msgs/msg/Smes": mdef("float32[8] teplota_povrchu; float32 teplota_smesi"),
        "finiser_msgs/msg/Tloustka": mdef("float32 vrstva_mm vrstva_pozadavek zhutneni_pct"),
        "finiser_msgs/msg/Generator": mdef("float32[3] napeti_faze proud_faze; float32 teplota_vinuti; bool izolacni_porucha"),
        "finiser_msgs/msg/Kamera": mdef("float32 ostrost expozice_us jistota_okraje zpozdeni_ms"),
        "finiser_msgs/msg/Obruba": mdef("float32 vzdalenost_obruby sila_signalu"),
        "finiser_msgs/msg/Mazani": mdef("float32 tlak_maziva zasoba_maziva; bool mazivo_dochazi"),
        "finiser_msgs/msg/Chlazeni": mdef("float32 otacky_vetraku teplota_chladice tlak_chlazeni"),
        "finiser_msgs/msg/Radio": mdef("float32 sila_radia odezva_ms ztraty"),
        "finiser_msgs/msg/Pocasi": mdef("float32 rychlost_vetru smer_vetru"),
        "finiser_msgs/msg/Palivo": mdef("float32 nadrz adblue napeti_site proud_alternatoru"),
        "finiser_msgs/msg/Bezpecnost": mdef("bool nouzove_tlacitko_ok zabrana_zavrena; uint8 lide"),
        "finiser_msgs/msg/Ukol": mdef("uint8 faze smes_cislo; uint16 pruh; float32 rychlost_pozadavek; bool rucne"),
        "finiser_msgs/msg/Pocitac": mdef("float32 cyklus_ms cyklus_nejdelsi_ms pamet_mb teplota_procesoru; string verze_programu"),
    }
    KINDS = dict(
        olej=k("oil pressure of the engine falls: pump worn", MOT, "tlak_oleje", "engine|motor|oil pressure", "off -.8 .05", step=False),
        voda=k("cooling water gets hot: radiator full of bitumen", MOT, "teplota_vody", "engine|motor|cooling water|radiator", "heat 9 60", step=False, tail=250),
        spotreba=k("engine burns more fuel for the same work: injector drips", MOT, "spotreba", "engine|motor|injector", "mul .3 .05"),
        plneni=k("boost falls when the fuel rate is above a number: hose split", MOT, "plnici_tlak", "turbo|motor|hose", "off -.32 .3", where="**fuel rate above a number**", **NU),
        otacky=k("engine speed goes beyond at every change: governor", MOT, "otacky", "engine|motor|governor", "swing 65 2.3|over 1.1 1.5"),
        vyfuk=k("temperature of the exhaust stalls: probe loose", MOT, "vyfuk", "exhaust|motor|probe", "stall 8 30"),
        cerp_horky=k("pump pressure flutters when the oil is hotter than a number: regulator", HYD, "tlak_cerpadla", "pump|hydraulika|regulator", "flut 24", where="**oil temperature above a number**", **NU),
        prutok=k("pump delivers less at much flow: swash plate worn", HYD, "prutok_cerpadla", "pump|hydraulika", "bend -.3 190"),
        hyd_hot=k("hydraulic oil gets hot: cooler choked", HYD, "teplota_hydrauliky", "hydraulic oil|hydraulika|cooler", "heat 9 90", step=False, tail=350),
        filtr=k("pressure over the oil filter too high: full", HYD, "spad_filtru", "oil filter|hydraulika", "off .45 .05"),
        hladina=k("level of the hydraulic oil falls: hose sweats", HYD, "hladina_oleje", "hydraulic oil|hydraulika|hose", "off -8 .03", step=False),
        p1_tlak=k("left track needs more and more pressure: asphalt in the idler", PAS, "pas[0].tlak_pojezdu", "left track|pasy|idler", "off 30 .2", step=False, **JI),
        p2_rych=k("speed of the right track is not seen when slow: sensor too far", PAS, "pas[1].rychlost_pasu", "right track|pasy|speed sensor", "zone .2"),
        p2_hot=k("gear of the right track gets hot: oil lost", PAS, "pas[1].teplota_prevodovky", "right track|pasy|gear", "heat 11 80", step=False, tail=300),
        p1_misto=k("left track slips at one place: emulsion on the base", PAS, "pas[0].rychlost_pasu", "left track|pasy|emulsion", "flut .16", **PL),
        napinak=k("tension of the tracks lost: valve of the tensioner", PAS, "napinaci_tlak", "pasy|tension|tensioner", "off -18 .05", step=False),
        napl=k("level of the hopper sticks and jumps: paddle caked", NAS, "naplneni", "hopper|nasypka|paddle", "stick 13"),
        kridla=k("wings of the hopper need more pressure: hinge caked", NAS, "tlak_kridel", "wings|hopper|nasypka|hinge", "off 22 .15", where="when the wings move", need=8),
        narazn=k("force of the push roller loses span: load pin bent", NAS, "naraznik_kn", "push roller|nasypka|load pin", "span -.45 .5", where="when a truck is pushed", need=12),
        d1_slow=k("left conveyor slower: motor leaks", DOP, "rychlost_dopravniku[0]", "left conveyor|dopravniky", "mul -.2 .05", **PO),
        d2_tlak=k("right conveyor needs more and more pressure: chain dry", DOP, "tlak_dopravniku[1]", "right conveyor|dopravniky|chain", "off 24 .1", step=False, **PO),
        d1_vyska=k("material height left is not measured when low: echo lost", DOP, "vyska_materialu[0]", "left conveyor|dopravniky|height", "floor 43"),
        d2_plna=k("pressure of the right conveyor flutters when the hopper is fuller than a number: bar bent", DOP, "tlak_dopravniku[1]", "right conveyor|dopravniky|bar", "flut 17", where="**level of the hopper above a number**", **NU),
        s1_tlak=k("left auger needs more pressure: bearing", SNE, "snek[0].tlak_sneku", "left auger|sneky|bearing", "off 22 .15", **PO),
        s2_ot=k("speed of the right auger hunts: valve", SNE, "snek[1].otacky_sneku", "right auger|sneky|valve", "hunt 12 7", **PO),
        s1_odst=k("distance of the mix at the left auger walks: sonic sensor in steam", SNE, "snek[0].odstup_smesi", "left auger|sneky|sonic sensor", "walk 55 2 9"),
        s2_odst=k("distance of the mix at the right auger frozen: sensor hangs", SNE, "snek[1].odstup_smesi", "right auger|sneky|sonic sensor", "frz"),
        t3_proud=k("heating of section 3 draws less current: rod broken", DES, "proud_topeni[2]", "section 3|screed|deska|rod", "mul -.36 .03", where="when heating", need=12),
        t5_tepl=k("section 5 of the screed gets colder: relay sticks open", DES, "teplota_topeni[4]", "section 5|screed|deska|relay", "heat -13 70", step=False, tail=250),
        t1_unit=k("temperature of section 1 in Fahrenheit: module changed", DES, "teplota_topeni[0]", "section 1|screed|deska|module", "unit 1.8 32"),
        t6_sum=k("temperature of section 6 sees the current of the heating: shield open", DES, "teplota_topeni[5]", "section 6|screed|deska|shield", "mix .35 0"),
        pritlak=k("relief of the screed swings: accumulator empty", DES, "pritlak", "screed|deska|accumulator", "swing 6 5"),
        pech=k("tamper slower when its pressure is above a number: eccentric", HUT, "kmitocet_pechu", "tamper|hutneni|eccentric", "off -3.2 .3", where="**tamper pressure above a number**", **NU),
        vibr=k("vibration uneven: shaft bearing", HUT, "kmitocet_vibrace", "vibration|hutneni|shaft", "burst 3.6 2 8", **PO),
        pech_tlak=k("tamper needs more and more pressure: knife worn", HUT, "tlak_pechu", "tamper|hutneni|knife", "off 19 .1", step=False, **PO),
        zrychl=k("acceleration of the screed saturates: amplifier", HUT, "zrychleni_desky", "screed|hutneni|amplifier", "sat 14", **PO),
        niv1=k("left levelling cylinder creeps: check valve", NIV, "valec_mm[0]", "left cylinder|levelling|nivelace|check valve", "creep -16 45"),
        niv2=k("right levelling cylinder has play: pin", NIV, "valec_mm[1]", "right cylinder|levelling|nivelace|pin", "play 15|noise .4"),
        niv_vitr=k("right sonic levelling sensor flutters when the wind is stronger than a number: shield lost", NIV, "snimac_mm[1]", "right sensor|levelling|nivelace|shield", "flut 5.5", where="**wind above a number**", **NU),
        sklon=k("cross slope reads with an offset: bracket bent", NIV, "pricny_sklon", "cross slope|levelling|nivelace|bracket", "off .75 .05"),
        sklon_misto=k("cross slope jumps at one place: edge of the old road", NIV, "pricny_sklon", "cross slope|levelling|nivelace|edge", "flut .8", **PL),
        ram_vule=k("right tow arm has play: bush worn", RAM, "position[1]", "right tow arm|tow arms|ramena|bush", "play .018|noise .0009"),
        ram_sila=k("left tow arm pulls with more and more effort: screed drags", RAM, "effort[0]", "left tow arm|tow arms|ramena", "off 9 .1", step=False, **PO),
        vysuv=k("right extension stands off: magnet of the encoder slipped", RAM, "position[3]", "right extension|ramena|encoder", "off .06 .03"),
        ram_stari=k("joint states of the arms come late: bus overloaded", RAM, "header.stamp", "joint states|ramena|bus", "age .7", step=False),
        sm4=k("spot 4 of the surface read too cold: lens oily", SME, "teplota_povrchu[3]", "spot 4|surface scanner|smes|lens", "span -.25 20"),
        sm_misto=k("spots 6 and 7 of the surface colder at one place: puddle", SME, "teplota_povrchu[5] teplota_povrchu[6]", "surface scanner|smes|puddle", "off -24 .2", **PL),
        sm_teplo=k("temperature of the mix measured in coarse steps: amplifier", SME, "teplota_smesi", "mix temperature|smes|amplifier", "coarse 16"),
        vrstva=k("layer measured too thick: skid worn", TLO, "vrstva_mm", "layer|tloustka|skid", "off 7 .06"),
        zhut=k("compaction reads low when the layer is thicker than a number: gauge out of range", TLO, "zhutneni_pct", "compaction|tloustka|gauge", "off -4.2 .3", where="**layer above a number**", **NU),
        f2=k("voltage of phase 2 falls when its current is above a number: terminal", GEN, "napeti_faze[1]", "phase 2|generator|terminal", "off -9 .3", where="**current of the heating above a number**", **NU),
        f3=k("current of phase 3 reads too little: transformer open", GEN, "proud_faze[2]", "phase 3|generator|current transformer", "mul -.26 .02", where="when heating", need=12),
        vinuti=k("winding of the generator gets hot: fan", GEN, "teplota_vinuti", "generator|winding|fan", "heat 12 80", step=False, tail=300),
        ostrost=k("camera loses sharpness: bitumen haze", KAM, "ostrost", "camera|kamera|haze", "off -13 .05", step=False),
        okraj=k("edge is found badly when the exposure is above a number: sensor noise", KAM, "jistota_okraje", "camera|kamera|edge", "off -.17 .3", where="**exposure above a number**", **NU),
        zpozd=k("pictures late: network cable", KAM, "zpozdeni_ms", "camera|kamera|network cable", "late 9 45"),
        obruba=k("distance to the kerb drops out: wire of the feeler", OBR, "vzdalenost_obruby", "kerb|obruba|feeler", "cut 0 .3 2"),
        obr_sig=k("signal of the kerb laser weak: dust", OBR, "sila_signalu", "kerb|obruba|laser", "off -17 .05", step=False),
        mazani=k("greasing builds less pressure: line open", MAZ, "tlak_maziva", "greasing|mazani|line", "mul -.33 .05", where="when greasing", need=12),
        vetrak=k("cooling fan turns slower: motor leaks", CHL, "otacky_vetraku", "cooling fan|chlazeni", "mul -.14 .02"),
        chl_tlak=k("cooling pressure low: cap leaks", CHL, "tlak_chlazeni", "cooling|chlazeni|cap", "off -.22 .05"),
        imu_misto=k("machine is shaken at one place: manhole cover", IMU, " ".join(ACC + c for c in "xyz"), "imu|manhole", "noise .55", **PL),
        imu_pul=k("imu sends half of its messages", IMU, "header.stamp", "imu", "lost .5"),
        naklon=k("roll rate has a bias: imu warm up fails", IMU, "angular_velocity.x", "imu|roll rate", "off .03 .03"),
        gps_vys=k("satellite height creeps and is set back: corrections old", GPS, "altitude", "satellite|corrections|druzice", "creep .5 50"),
        gps_misto=k("satellite height jumps at one place: wall beside", GPS, "altitude", "satellite|wall|druzice", "flut .35", **PL),
        odo_ztr=k("odometry messages get lost", "/odometrie", "header.stamp", "odometry|odometrie", "lost .5"),
        odo_met=k("odometry reads too fast: tracks slip under the truck", "/odometrie", "twist.twist.linear.x", "odometry|odometrie", "mul .18 .04", **JI),
        rad_ztr=k("radio loses packets: antenna foot", RAD, "ztraty", "radio|antenna", "late 2 8"),
        vitr=k("wind sensor reads too little: bearing", POC, "rychlost_vetru", "wind sensor|pocasi", "mul -.45 .05"),
        altern=k("alternator gives less current: diode", PAL, "proud_alternatoru", "alternator|palivo|diode", "mul -.27 .05"),
        sit=k("supply falls when the current is above a number: ground strap", PAL, "napeti_site", "supply|palivo|ground strap", "off -.7 .3", where="**current of the alternator above a number**", **NU),
        svetlo=k("light sensor dims: dust", "/svetlo", "illuminance", "light sensor|svetlo", "mul -.35 .03"),
        vlhkost=k("humidity frozen", "/vlhkost_vzduchu", "relative_humidity", "humidity|vlhkost vzduchu", "frz"),
        cyklus=k("controller has far longer worst cycles", PCT, "cyklus_nejdelsi_ms cyklus_ms", "computer|pocitac|cycle", "late 5 30"),
        pamet=k("memory of the computer fills", PCT, "pamet_mb", "computer|pocitac|memory", "leak 90", step=False),
        s_mot=k("engine reports a fault of the injection", [MOT, "/rosout", "/diagnostics"], "chybovy_kod otacky", "engine|motor", silent=False),
        s_snek=k("left auger reports that it is blocked", [SNE, "/rosout", "/diagnostics"], "zablokovano snek[0].tlak_sneku", "left auger|sneky", silent=False),
        s_gen=k("generator reports a fault of the insulation", [GEN, "/rosout", "/diagnostics"], "izolacni_porucha proud_faze[0]", "generator|insulation", silent=False),
        s_maz=k("greasing warns that the grease is nearly used up", [MAZ, "/rosout", "/diagnostics"], "mazivo_dochazi", "greasing|mazani", silent=False),
    )

    def plan(self):
        self.day(17 - 9 * self.is_life(9) - self.season(0.8), 3.0, 8.0), self.weather(60)
        r, z0, ones = self.rng("lanes"), self.z0, np.ones(self.n, bool)
        self.site, no, layer = 1 if self.is_life(2, 8) else 2 if self.is_life(7, 10) else 0, 0, 0
        L, pitch = ((13.0, 3.2), (16.0, 2.9), (11.0, 3.6))[self.site]
        T = Track(self, x=0.0, y=0.0, h=0.0, e1=0.1, e2=0.1, sc=0.3, wg=0.0)
        T.set(no=0, vr=0, pave=0, th=50, mix=1, ppl=0, hand=0, stiff=1.0, test=0), T.wait(r.uniform(90, 200) if self.cold else r.uniform(15, 50), 10 if self.cold else 0)
        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.85 if r.random() < 0.15 else 1.0) * (0.85 if self.is_life(6) else 1)
            if (no - 1) % 3 == 0:
                layer, mix, th = layer + 1, int(r.integers(1, 12)), float(r.choice((40, 50, 60, 80)))  # recipe of the mix and layer of the next three lanes
            stiff = self.new(3) and no % 4 == 0  # mastic mix, stiff and hot; new
            wide = self.new(4) and no % 3 == 1  # extensions driven out while paving; new
            lane, v = (no - 1) % 3, r.uniform(0.09, 0.15) * (0.8 if stiff else 1)
            T.set(no=no, mix=12 if stiff else mix, th=th, stiff=1.3 if stiff else 1 + 0.02 * mix), T.go(1, sec=3, e1=r.uniform(0, 0.25), e2=r.uniform(0, 0.25), sc=0.0)
            T.wait(r.uniform(5, 14), 2), T.set(vr=v, pave=1)
            at, end = T.pos["x"], T.pos["x"] + L
            while T.pos["x"] < end - 0.05 and T.more:
                nx = min(end, T.pos["x"] + r.uniform(1.5, 5))
                T.go(3, v=v, a=0.05, x=nx, **(dict(e1=r.uniform(0.3, 0.6), e2=r.uniform(0.3, 0.6)) if wide else {}))
                if r.random() < 0.15:  # set point changed by hand
                    th = float(np.clip(th + r.choice((-5, 5)), 35, 90))
                    T.set(th=th)
                if r.random() < 0.12:
                    T.set(vr=0), T.wait(r.uniform(8, 30), 4), T.set(vr=v)  # waits for the next truck
            T.set(pave=0, vr=0), T.wait(r.uniform(2, 6), 5), T.go(5, sec=3.5, sc=0.3)
            if r.random() < 0.6:
                T.go(6, sec=5, wg=1.0), T.wait(2, 6), T.go(6, sec=5, wg=0.0)
            T.task(a0, "lane")
            if r.random() < 0.1:
                T.set(ppl=1)
                T.wait(r.uniform(15, 60), 8)  # screed plates scraped clean
                T.set(ppl=0)
            if r.random() < 0.2:  # moved by hand from the side panel
                T.set(hand=1), self.manual(T, r.uniform(20, 40), 9, ("sc", "e1", "e2", "wg"), dict(sc=-0.15, e1=-0.05, e2=-0.05, wg=0), dict(sc=0.1, e1=0.3, e2=0.3, wg=0.6)), T.set(hand=0)
            if self.is_life(5, 9) and no == 4:  # weekly: tamper and vibration with the screed in the air
                T.set(test=1), T.wait(40, 12), T.set(test=0), T.wait(6, 12), T.go(12, sec=8, e1=0.6, e2=0.6), T.go(12, sec=8, e1=0.1, e2=0.1)
            T.set(vr=0.8), T.go(7, v=0.8, a=0.3, x=at, y=pitch * ((lane + 1) % 3)), T.set(vr=0)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E, W = self.E, self.wander
        self.x, self.y = lp(A["x"], 0.3), lp(A["y"], 0.3)
        self.fw = lp(np.gradient(self.x, DT), 0.3)
        self.sw = lp(np.gradient(self.y, DT), 0.3)
        self.v, self.acc = np.abs(self.fw), lp(np.gradient(self.fw, DT), 0.4)
        self.yaw = 0.02 * W("yw", 1, 9) * np.minimum(self.v * 8, 1) + self.u("yaw", 0.3)
        self.yr = np.gradient(self.yaw, DT) * 0.3
        self.px = self.x + (0, 110, -80)[self.site]
        self.pv, th = lp(E("pave"), 0.8), lp(E("th"), 12)
        self.J = [ring(A["e1"], 0.8, 0.6), ring(A["e2"], 0.8, 0.6), lp(A["sc"], 0.3)]
        self.dJ = [lp(np.gradient(a, DT), 0.15) for a in self.J]
        self.dwg = np.abs(lp(np.gradient(A["wg"], DT), 0.2))
        self.ground = 5 * np.sin(self.px / 2.6 + self.site) * np.cos(self.y / 3) + 2 * np.sin(self.px * 1.7 + self.y)  # mm
        self.layer = th + 0.35 * lp(self.ground, 4) + 1.2 * W("ly", 1, 8)
        width = 2.5 + self.J[0] + self.J[1]
        self.use = self.pv * self.v * width * self.layer / 50  # relative
        self.hop, self.truck = self.store(0.25 + 4.2 * self.use, 4.5, 30.0, 88.0, 60.0)
        self.trk = lp(self.truck, 1.0)
        st = lp(E("stiff"), 5)
        self.con = lp(self.pv * (5 + 120 * self.use) * (1 + 0.06 * W("cn", 1, 4)), 1.0)  # m/min
        self.aug = lp(self.pv * (12 + 240 * self.use) * (1 + 0.07 * W("au", 1, 3)), 0.8)
        run = np.maximum(self.pv * (self.v > 0.03), E("test"))
        self.run = lp(run, 0.6)
        self.tamp = self.run * (15 + 60 * np.minimum(self.v, 0.2))
        self.tpr = lp(16 + self.run * (62 + 0.35 * self.layer * st) + 6 * self.run * W("tp", 1, 5), 0.4)
        self.heat = [(np.mod(self.t + 40 * self.u(f"hp{i}", 1), 84 + 3 * i) < (38 + 1.1 * (17 - self.amb)) + 20 * self.cold * (self.t < 500)) * 1.0 for i in range(6)]
        self.ia = lp(sum(self.heat) * 9.5 + 1.0, 0.3)
        self.flow = lp(9 + 160 * self.v * (self.v > 0.25) + 0.5 * self.aug + 1.1 * self.con + 16 * self.run + 18 * (self.dwg > 0.02) + 14 * (np.abs(self.dJ[2]) > 0.01), 0.4)
        self.pres = ring(np.maximum.reduce([22 + z0, 60 + 120 * self.v + 30 * self.trk * (self.v > 0.02), self.pv * (75 + 0.9 * self.aug * st), 90 * (self.dwg > 0.02)]), 1.2, 0.6)
        self.load = lp(0.1 + self.pres * self.flow / 16000 + self.ia / 260, 0.4) + 0.01 * self.pink("ld", 1)
        self.fuel = 3.2 + 21 * self.load
        self.oil = self.amb + 27 - 13 * self.cold * np.exp(-self.t / 450) + lp(self.pres * self.flow / 620, 240, 0.0 if self.cold else 7.0) + 1.3 * np.sin(2 * np.pi * self.t / 250 + self.u("ol", 2))
        self.lum = lp(np.maximum((0.04 if self.is_life(6) else 1) * (1200 + 42000 * self.sunny), 200), 1.0)
        self.expo = np.clip(5e7 / (self.lum + 4000) * (1 + 0.25 * np.sin(self.px / 2)), 300, 12000)
        self.alt = lp(26 + 8 * (self.pieces("lt", 9, 60, 0, 1) < 0.5) + 12 * (self.pieces("ac", 25, 50, 0, 1) < 0.45) + 6 * self.pv + 16 * self.is_life(6), 0.6) + 0.4 * self.pink("al", 1)
        self.wind2, self.grs = lp(self.wind, 0.5), np.mod(self.t + 30 * self.u("gr", 1), 130)
        self.AUX = [self.ia]
        self.over("plneni", self.fuel, MOT + ":spotreba", "spotreba|fuel|load|loaded", ones, 0.5, 1), self.over("cerp_horky", self.oil, HYD + ":teplota_hydrauliky", "teplota hydrauliky|oil temperature|hotter|temperature|oil", ones, 0.5, 1, 0.12)
        self.over("niv_vitr", self.wind2, POC + ":rychlost_vetru", "rychlost vetru|wind|stronger", ones, 0.55, 1), self.over("pech", self.tpr, HUT + ":tlak_pechu", "tlak pechu|tamper pressure|pressure", self.run > 0.6, 0.5, 0, 0.25)
        self.over("d2_plna", self.hop, NAS + ":naplneni", "naplneni|hopper|level|fuller", self.pv > 0.5, 0.5, 0, 0.3), self.over("zhut", self.layer, TLO + ":vrstva_mm", "vrstva mm|layer|thicker|vrstva pozadavek", ones, 0.5, 0, 0.25)
        self.over("f2", self.ia, GEN + ":proud_faze[1]", "proud faze|current|heating|load", ones, 0.55, 0, 0.35), self.over("okraj", self.expo, KAM + ":expozice_us", "expozice us|exposure", ones, 0.55, -1)
        self.over("sit", self.alt, PAL + ":proud_alternatoru", "proud alternatoru|current|load", ones, 0.55, 0, 0.3)
        self.places(self.px, self.y, self.v > 0.03, p1_misto=(2.6, 0.1), imu_misto=(2.6, 0.1), sm_misto=(2.6, 0.1)), self.places(self.px, self.y, ones, gps_misto=(2.6, 0.12), sklon_misto=(2.6, 0.12))
        self.mode("p1_tlak odo_met", self.v > 0.03, "driving", "moving", "speed", "rychlost pozadavek", "velocity"), self.mode("d1_slow d2_tlak s1_tlak s2_ot vibr pech_tlak zrychl ram_sila", (self.pv > 0.6) & (self.v > 0.03), "paving", "rychlost pozadavek", "kmitocet pechu", "faze", "otacky sneku")
        self.mode("kridla", self.dwg > 0.02, "wings", "moves", "tlak kridel"), self.mode("narazn", self.truck > 0.5, "truck", "pushed", "naraznik kn", "naplneni"), self.mode("t3_proud", self.heat[2] > 0.5, "heating", "proud topeni", "on"), self.mode("f3", self.ia > 8, "heating", "proud faze", "on"), self.mode("mazani", self.grs < 24, "greasing", "tlak maziva")  # fmt: skip

    def build(self):
        E, W, v, t, pv, u_ = self.E, self.wander, self.v, self.t, self.pv, self.u
        er, zb, iz = self.shape("s_mot", 0.35, 0.6, 4), self.shape("s_snek", 0.45, 0.5, 3) & (pv > 0.5), self.shape("s_gen", 0.5, 1, 5)
        rpm = ring(np.where(self.st == 0, 950, np.where(pv > 0.1, 1850, 1650)) + self.z0, 0.5, 0.5) - 210 * (lp(self.load, 0.3) - 0.2) - 240 * lp(er * 1.0, 0.4)
        self.pub(MOT, "finiser_msgs/msg/Motor", 8, dict(otacky=s(rpm, 1, 4, 4, 3, 3), tlak_oleje=s(2.2 + 1.1e-3 * rpm - 0.012 * (self.oil - 45), 0.02, 0.03, 0.05, 0.03, 20), teplota_vody=s(self.T("tv", 26 + 38 * lp(self.load, 90), 160, 42, 0.12), 0.1), spotreba=s(self.fuel, 0.05, 0.15, 0.05, 0.1, 3), plnici_tlak=s(0.1 + 1.2 * lp(self.load, 0.6), 0.005, 0.012, 0.01, 0.012, 4), vyfuk=s(self.T("vf", 420 * lp(self.load, 12), 14, 160, 0.8), 0.5, 1), chybovy_kod=np.where(er, 0x33, 0)))  # fmt: skip
        self.pub(HYD, "finiser_msgs/msg/Hydraulika", 10, dict(tlak_cerpadla=s(self.pres, 0.5, 1.6, 1, 1.2, 2, lo=0), prutok_cerpadla=s(self.flow, 0.1, 0.5, 0.2, 0.4, 3, lo=0), teplota_hydrauliky=s(self.oil, 0.1, 0.1, 0.4, own=1), spad_filtru=s(0.3 + 0.01 * self.flow + 0.25 * np.exp((36 - self.oil) / 12), 0.005, 0.02, 0.03, 0.02, 9, lo=0), hladina_oleje=s(81 - 5 * self.J[2] + 0.06 * (self.oil - 45), 0.1, 0.3, 1, 0.3, 8)))  # fmt: skip
        V, tr = {}, (44 + 0.25 * self.layer * pv) * np.tanh(40 * v) + 34 * v + 26 * self.trk * np.tanh(40 * v) + 0.6 * self.ground * np.tanh(40 * v)
        for i, sg in enumerate((-1, 1)):
            V.update({f"pas[{i}].rychlost_pasu": s(self.fw + sg * 1.1 * self.yr, 0.002, 0.005, 0, 0.004, 1.5), f"pas[{i}].tlak_pojezdu": s(tr + 4 * np.tanh(40 * v) * W(f"tp{i}", 1, 0.6) + 12, 0.5, 1.6, 1.5, 1.2, 3, lo=0), f"pas[{i}].teplota_prevodovky": s(self.T(f"pg{i}", 60 * lp(v, 120), 400, 9, 0.12), 0.2)})  # fmt: skip
        self.pub(PAS, "finiser_msgs/msg/Pasy", 10, dict(V, napinaci_tlak=s(98 + 12 * v + 0.2 * (self.amb - 17), 0.2, 0.8, 2, 0.8, 15)))
        self.pub(NAS, "finiser_msgs/msg/Nasypka", 6, dict(naplneni=s(self.hop, 0.5, 1.2, 1, 0.8, 8, lo=0, hi=100), tlak_kridel=s(9 + 78 * np.tanh(9 * self.dwg) + 0.08 * self.hop * (self.dwg > 0.02), 0.5, 1.1, 0.8, 0.8, 5, lo=0), naraznik_kn=s(0.5 + self.trk * (11 + 3 * np.tanh(20 * v) + 2 * self.per_event("nz", self.truck > 0.5)) * (1 + 0.08 * W("nk", 1, 2)), 0.05, 0.3, 0.1, 0.2, 4, lo=0), teplota_nasypky=s(138 + 8 * self.trk + 1.3 * np.minimum(E("mix"), 9), 0.2, 0.6, 1, 0.8, 20)))  # fmt: skip
        mh = [46 + 7 * W(f"mh{i}", 1, 6) * pv - 5 * (1 - pv) - 0.06 * self.con for i in (0, 1)]
        self.pub(DOP, "finiser_msgs/msg/Dopravniky", 8, dict(rychlost_dopravniku=[s(self.con * (1 + u_(f"dk{i}", 0.02)), 0.05, 0.25, 0, 0.2, 3, lo=0) for i in (0, 1)], tlak_dopravniku=[s(14 + pv * (36 + 0.35 * self.hop + 0.9 * self.con), 0.5, 1.5, 1, 1.2, 4, lo=0) for _ in (0, 1)], vyska_materialu=[s(np.clip(m, 5, 90), 0.5, 0.9, 1, 0.6, 5) for m in mh]))  # fmt: skip
        V, stf = {}, lp(E("stiff"), 5)
        for i in (0, 1):
            V.update({f"snek[{i}].otacky_sneku": s(self.aug * (1 + 0.06 * W(f"ak{i}", 1, 4)), 0.1, 0.5, 0, 0.4, 3, lo=0), f"snek[{i}].tlak_sneku": s(13 + pv * (42 + 0.85 * self.aug) * stf + 35 * zb * (i == 0), 0.5, 1.5, 1, 1.2, 4, lo=0), f"snek[{i}].odstup_smesi": s(240 - 60 * pv + 26 * pv * W(f"od{i}", 1, 5) + 25 * (self.J[i] - 0.1), 1, 3, 4, 2.5, 5, lo=20)})  # fmt: skip
        self.pub(SNE, "finiser_msgs/msg/Sneky", 8, dict(V, zablokovano=zb))
        cur = [lp(h, 0.15) * 9.4 * (1 + u_(f"hc{i}", 0.015)) for i, h in enumerate(self.heat)]
        base = 128 - 60 * self.cold * np.exp(-t / 260)
        self.pub(DES, "finiser_msgs/msg/Deska", 4, dict(teplota_topeni=[s(base + 9 * lp(h, 45) - 4 + 6 * lp(pv, 60) - 0.4 * (17 - self.amb), 0.2, 0.4, 1.5, 0.5, 20) for h in self.heat], proud_topeni=[s(c, 0.05, 0.09, 0, 0.08, 4, lo=0) for c in cur], pritlak=s(34 + 8 * pv + 3 * lp(stf - 1, 1), 0.1, 0.7, 0.8, 0.7, 5)))  # fmt: skip
        self.pub(HUT, "finiser_msgs/msg/Hutneni", 10, dict(kmitocet_pechu=s(self.tamp, 0.1, 0.25, 0, 0.25, 3, lo=0), kmitocet_vibrace=s(self.run * (42 + 2 * (stf - 1) * 10), 0.1, 0.4, 0, 0.35, 4, lo=0), tlak_pechu=s(self.tpr, 0.5, 1.2, 0, 1, 3, lo=0), zrychleni_desky=s(0.4 + self.run * (15 + 0.06 * (60 - self.layer) * 4 + 2.2 * W("zr", 1, 0.8)), 0.05, 0.5, 0.1, 0.3, 2, lo=0)))  # fmt: skip
        self.pub(NIV, "finiser_msgs/msg/Nivelace", 8, dict(valec_mm=[s(130 + 0.9 * (E("th") - 50) * 0.4 - 0.9 * lp(self.ground, 1.5) * (1 if i else 0.8) + 3 * W(f"vl{i}", 1, 12) * pv, 0.1, 0.3, 3, 0.3, 8) for i in (0, 1)], snimac_mm=[s(352 + 0.25 * (self.ground - lp(self.ground, 1.5)) * 2 + 60 * self.J[2] * 3, 0.1, 0.9, 2, 0.8, 5) for _ in (0, 1)], pricny_sklon=s(1.9 + 0.14 * np.sin(self.px / 3.3) + 0.06 * W("ps", 1, 6), 0.01, 0.03, 0.05, 0.025, 8)))  # fmt: skip
        lo = 0.06 * self.J[2] + 0.0008 * (lp(E("th"), 12) - 50)
        self.jnt(RAM, 12, ["rameno_leve", "rameno_prave", "vysuv_levy", "vysuv_pravy"], [s(0.1 + lo + 6e-4 * lp(self.ground, 2), 1e-4, 3e-4, 2e-3, 4e-4, 5), s(0.1 + lo + 6e-4 * lp(self.ground, 2.5), 1e-4, 3e-4, 2e-3, 4e-4, 5), s(self.J[0], 1e-4, 6e-4), s(self.J[1], 1e-4, 6e-4)], [s(np.gradient(lo, DT), 1e-3, 2e-3)] * 2 + [s(self.dJ[0], 1e-3, 3e-3), s(self.dJ[1], 1e-3, 3e-3)],  # fmt: skip
                 [s(4 + pv * (26 + 0.2 * self.layer) * stf * np.tanh(40 * v) + 2 * pv * W(f"rm{i}", 1, 2), 0.1, 0.7, 0.5, 0.5, 4) for i in (0, 1)] + [s(1 + 9 * np.tanh(30 * np.abs(self.dJ[i])), 0.05, 0.3, 0.1) for i in (0, 1)])  # fmt: skip
        mt = 146 + 1.6 * np.minimum(E("mix"), 9) + 5 * W("mt", 1, 50) + 14 * lp((E("mix") == 12) * 1.0, 20) - 0.3 * (17 - self.amb)
        self.pub(SME, "finiser_msgs/msg/Smes", 4, dict(teplota_povrchu=[s(self.amb + 8 + (lp(mt, 9) - 16 - self.amb) * (0.25 + 0.75 * lp(pv, 14)) - 4 * abs(i - 3.5) + 2.5 * W(f"sp{i}", 1, 7), 0.5, 0.9, 1, 0.9, 9) for i in range(8)], teplota_smesi=s(mt, 0.5, 0.6, 1, 0.5, 12)))  # fmt: skip
        self.pub(TLO, "finiser_msgs/msg/Tloustka", 4, dict(vrstva_mm=s(self.layer, 0.5, 0.9, 0.8, 0.6, 6), vrstva_pozadavek=s(E("th"), 1), zhutneni_pct=s(86.5 + 3 * lp(self.run, 6) - 0.02 * (self.layer - 50) + 0.5 * W("zh", 1, 9), 0.1, 0.5, 0.3, 0.4, 6, hi=100)))
        self.pub(GEN, "finiser_msgs/msg/Generator", 5, dict(napeti_faze=[s(231 - 0.07 * self.ia + 0.006 * (rpm - 1700), 0.1, 0.4, 0.8, 0.4, 9) for _ in range(3)], proud_faze=[s(self.ia * (1 + u_(f"pf{i}", 0.015)) * np.where(iz & (i == 0), 1.5, 1), 0.05, 0.25, 0, 0.2, 4, lo=0) for i in range(3)], teplota_vinuti=s(self.T("vi", 30 * lp(self.ia / 50, 60), 220, 12, 0.15), 0.1), izolacni_porucha=iz))  # fmt: skip
        sg = 0.06 + 0.12 * self.run + 0.25 * v
        self.inertial(IMU, 16, self.yaw, (0.012 * sg * self.white("gx"), 0.012 * sg * self.white("gy"), self.yr), (self.acc + sg * self.white("ax"), sg * self.white("ay"), 9.81 + 1.3 * sg * self.white("az")), "ram_stroje", (0.004, 0.05))
        self.pub(GPS, "sensor_msgs/msg/NavSatFix", 5, {"status.status": np.full(self.n, 2), "status.service": 3, "latitude": s(49.19 + self.y / 111400, 1e-9, 9e-8), "longitude": s(16.61 + self.px / 72900, 1e-9, 1.4e-7), "altitude": s(231 + 0.02 * self.px + 0.002 * self.ground, 0.001, 0.014, 0, 0.015, 20)})
        self.sd = self.sw
        self.odometry("/odometrie", 12, "staveniste", self.px, self.y, 0.005)
        self.pub(KAM, "finiser_msgs/msg/Kamera", 6, dict(ostrost=s(68 - 4 * v - 3 * self.run + 3 * np.sin(self.px * 0.9), 0.1, 1, 1, 1.2, 7, lo=0), expozice_us=s(self.expo, 5, 25, 0, 25, 3), jistota_okraje=s(0.86 - 0.05 * v - 0.06 * self.is_life(6) + 0.02 * np.sin(self.px), 0.005, 0.014, 0.01, 0.015, 6, lo=0, hi=1), zpozdeni_ms=s(self.net("kv", 38, 1.6, 2), 0.5)))  # fmt: skip
        self.pub(OBR, "finiser_msgs/msg/Obruba", 6, dict(vzdalenost_obruby=s(0.42 + 0.05 * np.sin(self.px / 1.9) + 0.03 * W("ob", 1, 6), 0.001, 0.004, 0.01, 0.004, 6, lo=0), sila_signalu=s(76 - 5 * np.abs(np.sin(self.px / 3)), 0.2, 0.9, 1, 0.9, 9, lo=0)))
        q_ = self.grs
        self.pub(MAZ, "finiser_msgs/msg/Mazani", 3, dict(tlak_maziva=s(3 + np.where(q_ < 10, 105 * (1 - np.exp(-q_ / 2.5)), 105 * np.exp(-(q_ - 10) / 7)), 0.5, 1, 0.5, 0.5, 9, lo=0), zasoba_maziva=s(61 + 11 * np.tanh(self.su("gr")) - 9e-4 * t, 0.1, 0.2), mazivo_dochazi=(self.f("s_maz") > 0) & (t % 18 < 6)))
        self.pub(CHL, "finiser_msgs/msg/Chlazeni", 4, dict(otacky_vetraku=s(np.clip(900 + 40 * lp(self.oil - self.amb - 22, 15), 700, 2600), 5, 12, 0, 12, 6), teplota_chladice=s(self.T("kl", 12 + 26 * lp(self.load, 120), 120, 34, 0.15), 0.1), tlak_chlazeni=s(0.95 + 0.25 * lp(self.load, 120), 0.005, 0.012, 0.03, 0.012, 30)))  # fmt: skip
        self.pub(RAD, "finiser_msgs/msg/Radio", 4, dict(sila_radia=s(-56 - 0.3 * np.hypot(self.x, self.y) + 2 * np.sin(self.px / 3), 1, 1.2, 1, 1.5, 6), odezva_ms=s(self.net("va", 22, 1.5, 5), 1), ztraty=s(self.net("ha", 0, 0.5, 0.5), 0.1)))
        self.pub(POC, "finiser_msgs/msg/Pocasi", 3, dict(rychlost_vetru=s(self.wind2, 0.05, 0.1, lo=0), smer_vetru=s(np.mod(210 + 40 * self.su("wd") + 25 * W("wd", 1, 40), 360), 1, 2)))
        self.pub(PAL, "finiser_msgs/msg/Palivo", 3, dict(nadrz=s(66 + 14 * np.tanh(self.su("yk")) - np.cumsum(self.fuel) * DT / 3600 / 1.6, 0.1, 0.4, 0, 0.4, 6), adblue=s(58 + 10 * np.tanh(self.su("kt")) - 4e-4 * t, 0.1, 0.3), napeti_site=s(28.2 - 0.018 * self.alt, 0.01, 0.03, 0.05, 0.02, 9), proud_alternatoru=s(self.alt, 0.1, 0.4, 0.3, 0.3, 5)))  # fmt: skip
        self.simple("/svetlo", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.008 * self.white("li")), 10)), self.simple("/vlhkost_vzduchu", "RelativeHumidity", 1, "relative_humidity", s(0.62 + 0.07 * self.su("rh") - 0.06 * lp(self.sunny, 60), 0.001, 0.0016, 0, 0.012, 200))
        self.simple("/teplota_vzduchu", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.pub("/bezpecnost", "finiser_msgs/msg/Bezpecnost", 2, dict(nouzove_tlacitko_ok=1, zabrana_zavrena=E("ppl") < 0.5, lide=E("ppl") + (W("pe", 1, 60) > 1.3)))
        self.pub("/ukol", "finiser_msgs/msg/Ukol", 4, dict(faze=self.st, smes_cislo=E("mix"), pruh=E("no"), rychlost_pozadavek=s(E("vr"), 0.001), rucne=E("hand")))
        ver = self.version("finiser", "4.4", "4.5", "4.7")
        self.computer(PCT, "finiser_msgs/msg/Pocitac", 20, 25, 1450, ("cyklus_ms", "cyklus_nejdelsi_ms", "pamet_mb", "teplota_procesoru", "verze_programu"), 7 * lp(pv, 40), ver, 1.0)
        self.end("/pokladka/_action/status", [("s_mot", "motor", ["porucha motoru 0x33", "motor opet v poradku"], "MO"), ("s_snek", "sneky", ["levy snek zablokovan", "levy snek volny"], "SN"), ("s_gen", "generator", ["porucha izolace topeni", "izolace v poradku"], "GE"), ("s_maz", "mazani", "mazivo dochazi, dopln brzy", "MA")],  # fmt: skip
                 [(14, "I", "ukol", "pruh hotov, {} mm", 1, 9), (8, "W", "nivelace", "sklon upraven, {} procent", 0.2, 1.5), (6, "W", "kamera", "okraj nenalezen {} s", 1, 6), (5, "I", "smes", "{} mereni ulozeno", 5, 40), (4, "W", "radio", "server pomaly {} ms", 400, 900)], [("system", "nastaveni nacteno"), ("kamera", "kalibrace stara 30 dni"), ("bezpecnost", "nouzove tlacitko vyzkouseno")], ver)  # fmt: skip
