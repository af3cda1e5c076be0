"""Olive harvester: a diesel vehicle with hydrostatic wheels, a boom with a trunk shaker of two eccentrics, an umbrella of four wings, belt, blower and a tank on load cells; Turkish fields."""

import numpy as np
from base import DT, Robot, Track, Way, lp, mdef, quat, ring, s, slew, turn_to
from base import kind as k

MOT, HID, TEK, DIR, BOM, EKL, SAL, CEN, SEM, KON, UFL, DEP = "/motor", "/hidrolik", "/tekerlekler", "/direksiyon", "/bom", "/bom/eklemler", "/sallayici", "/cene", "/semsiye", "/konveyor", "/ufleyici", "/depo"
GOV, AKU, KAB, SOG, GRE, TLS, HAV, LAS, URU, YAK, BIL = "/govde_kamera", "/aku", "/kabin", "/sogutma", "/gres", "/telsiz", "/hava", "/lastikler", "/urun_kamera", "/yakit", "/bilgisayar"
PL, NU, SH, ACC = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12), dict(where="when shaking", need=12), "linear_acceleration."


class Zeytin(Robot):
    NAME = "zeytin"
    FLAGS = [(MOT, "ariza_kodu"), (SAL, "kilitlendi"), (CEN, "kayma_uyarisi"), (GRE, "gres_bitti")]
    DEFS = {
        "zeytin_msgs/msg/Motor": mdef("float32 devir yag_basinci su_sicakligi yakit_debisi turbo_basinci egzoz_sicakligi; uint16 ariza_kodu"),
        "zeytin_msgs/msg/Hidrolik": mdef("float32 pompa_basinci pompa_debisi yag_sicakligi filtre_farki yag_seviyesi"),
        "zeytin_msgs/msg/Tekerlek": "float32 tekerlek_devri\nfloat32 surus_basinci\nfloat32 gobek_sicakligi",
        "zeytin_msgs/msg/Tekerlekler": mdef("zeytin_msgs/Tekerlek[4] teker"),
        "zeytin_msgs/msg/Direksiyon": mdef("float32 direksiyon_acisi istenen_aci direksiyon_basinci"),
        "zeytin_msgs/msg/Bom": mdef("float32 kaldirma_basinci uzatma_basinci bom_uzamasi"),
        "zeytin_msgs/msg/Sallayici": mdef("float32[2] eksantrik_devri yatak_sicakligi; float32 govde_ivmesi faz_farki sallama_basinci; bool kilitlendi"),
        "zeytin_msgs/msg/Cene": mdef("float32 sikma_kuvveti cene_acikligi yastik_basinci; bool kayma_uyarisi"),
        "zeytin_msgs/msg/Semsiye": mdef("float32[4] kanat_acisi; float32 kanat_basinci"),
        "zeytin_msgs/msg/Konveyor": mdef("float32 bant_hizi bant_akimi bant_gerginligi"),
        "zeytin_msgs/msg/Ufleyici": mdef("float32 pervane_devri titresim hava_akisi"),
        "zeytin_msgs/msg/Depo": mdef("float32[4] ayak_agirligi; float32 doluluk"),
        "zeytin_msgs/msg/GovdeKamera": mdef("float32 netlik pozlama_us bulma_guveni gecikme_ms; uint32 govde_sayisi"),
        "zeytin_msgs/msg/Aku": mdef("float32 aku_gerilimi aku_akimi alternator_akimi"),
        "zeytin_msgs/msg/Kabin": mdef("float32 kabin_sicakligi klima_basinci hava_filtresi_pa"),
        "zeytin_msgs/msg/Sogutma": mdef("float32 fan_devri radyator_sicakligi sogutma_basinci"),
        "zeytin_msgs/msg/Gres": mdef("float32 gres_basinci gres_seviyesi; bool gres_bitti"),
        "zeytin_msgs/msg/Telsiz": mdef("float32 sinyal_gucu yanit_ms paket_kaybi"),
        "zeytin_msgs/msg/Hava": mdef("float32 ruzgar_hizi ruzgar_yonu"),
        "zeytin_msgs/msg/Lastikler": mdef("float32[4] lastik_basinci lastik_sicakligi"),
        "zeytin_msgs/msg/UrunKamera": mdef("float32 yaprak_orani tane_capi isleme_ms"),
        "zeytin_msgs/msg/Yakit": mdef("float32 yakit_seviyesi katki_seviyesi"),
        "zeytin_msgs/msg/Guvenlik": mdef("bool acil_durum_tamam kapi_kapali; uint8 insan_sayisi"),
        "zeytin_msgs/msg/Gorev": mdef("uint8 is_asamasi; uint16 agac_no; float32 hiz_istegi sallama_istegi"),
        "zeytin_msgs/msg/Bilgisayar": mdef("float32 dongu_ms dongu_enuzun_ms bellek_mb islemci_sicakligi; string surum"),
    }
    KINDS = dict(
        yag_bas=k("oil pressure of the engine falls: pump worn", MOT, "yag_basinci", "engine|motor|oil pressure", "off -.75 .05", step=False),
        su_sicak=k("cooling water gets hot: thermostat", MOT, "su_sicakligi", "engine|motor|cooling water|thermostat", "heat 9 60", step=False, tail=250),
        yakit=k("engine burns more fuel for the same work: injector drips", MOT, "yakit_debisi", "engine|motor|injector", "mul .27 .05"),
        turbo_yuk=k("boost falls when the engine is loaded more than a number: hose split", MOT, "turbo_basinci", "turbo|motor|hose", "off -.36 .3", where="**fuel rate above a number**", **NU),
        devir=k("engine speed hunts: governor", MOT, "devir", "engine|motor|governor", "swing 80 2.6"),
        egzoz=k("temperature of the exhaust frozen", MOT, "egzoz_sicakligi", "exhaust|motor", "frz"),
        pompa=k("pump pressure flutters when the oil is hotter than a number: regulator", HID, "pompa_basinci", "pump|hidrolik|regulator", "flut 26", where="**oil temperature above a number**", **NU),
        debi=k("pump delivers less than its swash says: worn", HID, "pompa_debisi", "pump|hidrolik", "mul -.22 .04"),
        yag_sicak=k("hydraulic oil gets hot: cooler choked", HID, "yag_sicakligi", "hydraulic oil|hidrolik|cooler", "heat 8 90", step=False, tail=350),
        filtre=k("pressure over the oil filter too high: full", HID, "filtre_farki", "oil filter|hidrolik", "off .4 .05"),
        yag_sev=k("level of the hydraulic oil falls: hose sweats", HID, "yag_seviyesi", "hydraulic oil|hidrolik|hose", "off -7 .03", step=False),
        t2_basinc=k("wheel 2 needs more and more pressure: hub bearing", TEK, "teker[1].surus_basinci", "wheel 2|tekerlekler|hub", "off 28 .2", step=False, where="when driving"),
        t3_devir=k("speed of wheel 3 flickers: tooth ring", TEK, "teker[2].tekerlek_devri", "wheel 3|tekerlekler|tooth ring", "noise 2.8|spk 15 .06", where="when driving"),
        t4_sicak=k("hub of wheel 4 gets hot: brake drags", TEK, "teker[3].gobek_sicakligi", "wheel 4|tekerlekler|brake", "heat 9 80", step=False, tail=300),
        t1_patinaj=k("wheel 1 slips at one place: wet clay", TEK, "teker[0].tekerlek_devri", "wheel 1|tekerlekler", "flut 5.5", **PL),
        t2_hizli=k("wheel 2 pulses when it turns faster than a number: joint", TEK, "teker[1].surus_basinci", "wheel 2|tekerlekler|joint", "flut 32", where="**speed above a number**", **NU),
        dir_bosluk=k("steering lags behind the request: play in the linkage", DIR, "direksiyon_acisi", "steering|direksiyon|linkage", "play 5|slow .8", where="when driving"),
        dir_bas=k("steering pressure uneasy: orbitrol", DIR, "direksiyon_basinci", "steering|direksiyon|orbitrol", "noise 7"),
        bom_bas=k("lift cylinder of the boom needs more pressure: bush dry", BOM, "kaldirma_basinci", "lift cylinder|boom|bom", "off 17 .2"),
        bom_uz=k("extension of the boom reads too long: wire slack", BOM, "bom_uzamasi", "extension|boom|bom|wire", "off .075 .05"),
        bom_yer=k("extension cylinder jerks at one place: slope twists the boom", BOM, "uzatma_basinci", "extension cylinder|boom|bom", "flut 24", **PL),
        ekl_gec=k("joint states of the boom come late: bus overloaded", EKL, "header.stamp", "joint states|boom|bom eklemler", "age .7", step=False),
        ekl_don=k("joint of the turn has a loose contact", EKL, "position[2]", "turn joint|boom|bom eklemler", "loose .09 .3 2"),
        ekl_guc=k("lifting joint needs more and more effort: pin dry", EKL, "effort[0]", "lifting joint|boom|bom eklemler|pin", "off 3.1 .2", step=False),
        sal_d2=k("eccentric 2 turns slower: motor leaks", SAL, "eksantrik_devri[1]", "eccentric 2|shaker|sallayici", "mul -.13 .03", **SH),
        sal_y1=k("bearing of eccentric 1 gets hot: grease gone", SAL, "yatak_sicakligi[0]", "eccentric 1|shaker|sallayici|bearing", "heat 13 70", step=False, tail=250),
        sal_y2=k("temperature of bearing 2 frozen", SAL, "yatak_sicakligi[1]", "eccentric 2|shaker|sallayici|bearing", "frz"),
        sal_ivme=k("trunk is shaken less: rubber of the head torn", SAL, "govde_ivmesi", "shaker|sallayici|rubber", "mul -.36 .1", **SH),
        sal_faz=k("phase between the eccentrics wanders: valve", SAL, "faz_farki", "phase|shaker|sallayici|valve", "swing 13 5", **SH),
        sal_hizli=k("shaking pressure flutters when the eccentric is faster than a number: hose loose", SAL, "sallama_basinci", "shaker|sallayici|hose", "flut 26", where="**eccentric speed above a number**", **NU),
        cene_kuv=k("jaw holds with less force: accumulator empty", CEN, "sikma_kuvveti", "jaw|cene|accumulator", "mul -.19 .05", where="when clamped"),
        cene_ac=k("opening of the jaw sticks and jumps: sensor wet", CEN, "cene_acikligi", "jaw|cene", "stick 26"),
        yastik=k("cushion of the jaw loses pressure: valve", CEN, "yastik_basinci", "cushion|jaw|cene", "off -.42 .05", step=False),
        kanat3=k("wing 3 of the umbrella hangs: cylinder leaks", SEM, "kanat_acisi[2]", "wing 3|umbrella|semsiye", "off -6.5 .15"),
        kanat1=k("angle of wing 1 drops out: cable", SEM, "kanat_acisi[0]", "wing 1|umbrella|semsiye|cable", "cut -5 .3 2"),
        kanat_ruz=k("pressure of the wings flutters when the wind is stronger than a number: check valve", SEM, "kanat_basinci", "umbrella|semsiye|check valve", "flut 8", where="**wind above a number**", **NU),
        bant_ak=k("belt draws more and more current: roller dry", KON, "bant_akimi", "belt|konveyor|roller", "off 2.9 .15", step=False, where="when the belt runs"),
        bant_hiz=k("belt runs unevenly: slips on the drum", KON, "bant_hizi", "belt|konveyor|drum", "noise .17", where="when the belt runs"),
        bant_ger=k("belt loses tension: tensioner", KON, "bant_gerginligi", "belt|konveyor|tensioner", "off -52 .05"),
        ufl_tit=k("blower shakes: leaves on the blade", UFL, "titresim", "blower|ufleyici|blade", "mul .8 .15"),
        ufl_hava=k("blower gives less air: screen full", UFL, "hava_akisi", "blower|ufleyici|screen", "mul -.22 .05", where="when the belt runs"),
        ayak2=k("load cell 2 of the tank drifts: water", DEP, "ayak_agirligi[1]", "load cell 2|tank|depo", "off 38 .03", step=False),
        ayak4=k("load cell 4 of the tank noisy: plug", DEP, "ayak_agirligi[3]", "load cell 4|tank|depo|plug", "noise 17"),
        doluluk=k("level of the tank frozen: camera hangs", DEP, "doluluk", "tank level|tank|depo", "frz"),
        imu_yer=k("vehicle is shaken at one place: root", "/imu", " ".join(ACC + c for c in "xyz"), "imu|root", "noise .95", **PL),
        imu_yarim=k("imu sends half of its messages", "/imu", "header.stamp", "imu", "lost .5"),
        egim=k("roll rate has a bias: imu mount loose", "/imu", "angular_velocity.x", "imu|roll rate", "off .035 .03"),
        uydu=k("satellite height noisy: antenna plug", "/uydu/fix", "altitude", "satellite|antenna|uydu", "noise .11"),
        uydu_yer=k("satellite height jumps at one place: power line", "/uydu/fix", "altitude", "satellite|power line|uydu", "flut .3", **PL),
        odo_kayip=k("odometry messages get lost", "/odometri", "header.stamp", "odometry|odometri", "lost .5"),
        odo_olcek=k("odometry reads too slow: radar tilted", "/odometri", "twist.twist.linear.x", "odometry|odometri|radar", "mul -.13 .03", where="when driving"),
        lidar_dal=k("beams 5 and 6 of the lidar read short: twig on the housing", "/lidar", "ranges[5] ranges[6]", "lidar|twig", "short .35 .5"),
        netlik=k("trunk camera loses sharpness: dust", GOV, "netlik", "trunk camera|govde kamera", "off -12 .05", step=False),
        guven=k("trunks are found badly when the exposure is above a number: sensor noise", GOV, "bulma_guveni", "trunk camera|govde kamera", "off -.17 .3", where="**exposure above a number**", **NU),
        gecikme=k("pictures of the trunk late: network cable", GOV, "gecikme_ms", "trunk camera|govde kamera|cable", "late 9 45"),
        alternator=k("alternator gives less current: diode", AKU, "alternator_akimi", "alternator|aku|diode", "mul -.24 .05"),
        aku_yuk=k("supply falls when the current is above a number: ground strap", AKU, "aku_gerilimi", "battery|aku|ground strap", "off -.42 .3", where="**current above a number**", **NU),
        kabin=k("pressure over the cabin filter rises", KAB, "hava_filtresi_pa", "cabin|kabin|filter", "off 26 .05", step=False),
        klima=k("air conditioner has too little pressure: gas lost", KAB, "klima_basinci", "air conditioner|kabin", "off -2.6 .05"),
        fan=k("cooling fan turns slower: belt", SOG, "fan_devri", "cooling fan|sogutma|belt", "mul -.13 .02"),
        sog_bas=k("cooling pressure low: cap leaks", SOG, "sogutma_basinci", "cooling|sogutma|cap", "off -.2 .05"),
        gres=k("greasing builds less pressure: line open", GRE, "gres_basinci", "greasing|gres|line", "mul -.32 .05", where="when greasing", need=12),
        telsiz_yer=k("radio weak at one place: hollow", TLS, "sinyal_gucu", "radio|telsiz", "off -12 .2", **PL),
        paket=k("radio loses packets: antenna foot", TLS, "paket_kaybi", "radio|telsiz|antenna", "late 2 8"),
        ruzgar=k("wind sensor reads too little: bearing", HAV, "ruzgar_hizi", "wind sensor|hava", "mul -.42 .05"),
        lastik3=k("tyre 3 loses air", LAS, "lastik_basinci[2]", "tyre 3|lastikler", "off -.3 .02", step=False),
        yaprak=k("more leaves in the crop: blower nozzle bent", URU, "yaprak_orani", "crop camera|urun kamera|leaves", "off 3.6 .2"),
        isik=k("light sensor dims: dust", "/isik", "illuminance", "light sensor|isik", "mul -.33 .03"),
        nem=k("humidity frozen", "/nem", "relative_humidity", "humidity|nem", "frz"),
        dongu=k("controller has far longer worst cycles", BIL, "dongu_enuzun_ms dongu_ms", "computer|bilgisayar|cycle", "late 5 30"),
        bellek=k("memory of the computer fills", BIL, "bellek_mb", "computer|bilgisayar|memory", "leak 90", step=False),
        s_motor=k("engine reports a fault of the injection", [MOT, "/rosout", "/diagnostics"], "ariza_kodu devir", "engine|motor", silent=False),
        s_sal=k("shaker reports that it is blocked", [SAL, "/rosout", "/diagnostics"], "kilitlendi sallama_basinci", "shaker|sallayici", silent=False),
        s_cene=k("jaw reports that it slips", [CEN, "/rosout", "/diagnostics"], "kayma_uyarisi sikma_kuvveti", "jaw|cene", silent=False),
        s_gres=k("greasing warns that the grease is used up", [GRE, "/rosout", "/diagnostics"], "gres_bitti", "greasing|gres", silent=False),
    )

    def plan(self):
        self.day(17 - 7 * self.is_life(9), 4.0, 9.0), self.weather(60)
        r, z0, ones = self.rng("orchard"), self.z0, np.ones(self.n, bool)
        self.site, no, side, full, row = 1 if self.is_life(2, 8) else 2 if self.is_life(7, 10) else 0, 0, 1, 0.0, 0
        gap = (6.0, 7.0, 5.0)[self.site]
        T = Track(self, x=0.0, y=0.0, h=0.0, b=0.1, e=0.0, c=300.0, w=8.0, f=0.0)
        T.set(tree=0, vr=0, fr=0, dia=140), T.wait(r.uniform(40, 120) if self.cold else r.uniform(10, 40), 0)
        while T.more:
            a0, no = T.i, no + 1
            T.spd = (0.75 if r.random() < 0.15 else 1.0) * (0.85 if self.is_life(6) else 1)
            v, dia, x1 = r.uniform(0.8, 1.7), r.uniform(90, 240), T.pos["x"] + side * gap
            mode = 2 if self.new(3) and no % 4 == 0 else 3 if self.new(4) and no % 5 == 0 else 1  # 2: young trees, gently; 3: single branches, high; new
            T.set(tree=no, vr=v, dia=dia * (0.5 if mode == 2 else 1))
            w = Way([(T.pos["x"], T.pos["y"]), (0.5 * (T.pos["x"] + x1), row * 7 + r.uniform(-0.5, 0.5)), (x1, row * 7 + r.uniform(-0.2, 0.2))])
            turn_to(T, w, 0.4, 1)
            w.drive(T, v, 1), T.set(vr=0), T.go(2, v=0.4, a=0.4, b=0.75 if mode == 3 else 0.35 + r.uniform(-0.06, 0.06), e=r.uniform(0.7, 1.5)), T.go(2, sec=2.0, c=dia * (0.5 if mode == 2 else 1)), T.set(clamp=1), T.go(2, sec=2.6, w=82.0), T.set(belt=1)
            for _ in range(int(r.integers(2, 4)) if mode != 3 else 5):
                fr = r.uniform(1250, 1750) * (0.75 if mode == 2 else 1)
                T.set(fr=fr, shake=1), T.go(3, sec=0.9, f=fr), T.wait(r.uniform(2.5, 5.5), 3), T.go(3, sec=1.0, f=0.0), T.set(fr=0, shake=0), T.wait(r.uniform(0.8, 2.5), 3)
            full += r.uniform(14, 34) * (0.4 if mode == 2 else 1)
            T.set(gain=full, clamp=0), T.go(4, sec=1.6, c=300.0), T.go(4, sec=2.4, w=8.0), T.go(4, v=0.4, a=0.4, b=0.1, e=0.0), T.wait(r.uniform(1, 5), 4), T.set(belt=0), T.task(a0, "tree")
            if r.random() < 0.1:
                T.set(ppl=1)
                T.wait(r.uniform(8, 50), 8)  # branches are taken off by hand
                T.set(ppl=0)
            if self.is_life(5, 9) and no == 6:  # weekly test of the shaker in the air
                for fr in (800, 1200, 1600, 1850):
                    T.set(fr=fr, shake=1), T.go(12, sec=2, f=float(fr)), T.wait(6, 12)
                T.go(12, sec=3, f=0.0), T.set(fr=0, shake=0)
            if no % 9 == 0 or abs(T.pos["x"]) > 48:  # end of the row: unload into the trailer, next row
                row, side, e = (row + 1) % 4, -side, T.pos["x"] + 4 * side
                if full > 150:
                    T.set(unl=1, belt=1), T.wait(r.uniform(20, 35), 6)
                    full = 0.0
                    T.set(unl=0, belt=0, gain=0)
                w = Way([(T.pos["x"], T.pos["y"]), (e, T.pos["y"]), (e + 2 * -side, row * 7 / 2 + T.pos["y"] / 2), (e, row * 7), (e + 5 * side, row * 7)])
                turn_to(T, w, 0.4, 5)
                T.set(vr=1.8), w.drive(T, r.uniform(1.4, 2.1), 5)
        A, H, self.st = T.close()
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, z0)
        E = self.E
        self.x, self.y, self.yaw = lp(A["x"], 0.3) + (0, 160, -120)[self.site], lp(A["y"], 0.3) + (0, 40, -70)[self.site], ring(A["h"], 0.6, 0.7)
        self.v, self.yr = lp(np.hypot(np.gradient(lp(A["x"], 0.3), DT), np.gradient(lp(A["y"], 0.3), DT)), 0.3), lp(np.gradient(self.yaw, DT), 0.2)
        self.acc, self.mv = lp(np.gradient(self.v, DT), 0.3), self.v > 0.12
        self.b, self.e, self.c, self.w = ring(A["b"], 0.8, 0.5), ring(A["e"], 0.9, 0.6), lp(A["c"], 0.3), ring(A["w"], 0.7, 0.6)
        self.db, self.de, self.dw = (lp(np.gradient(a, DT), 0.15) for a in (self.b, self.e, self.w))
        self.ecc, self.clamp, self.belt, self.dia = ring(A["f"], 0.9, 0.55), lp(E("clamp"), 0.4), lp(E("belt"), 0.6), np.maximum(E("dia"), 60)
        self.slope = 0.05 * np.sin(self.x / 17 + (self.site + 1)) * np.cos(self.y / 9)
        self.rough = 1 + 0.7 * np.sin(self.x * 0.9) * np.sin(self.y * 0.4 + self.x * 0.21) + 0.5 * self.is_life(9)
        self.pshake = 42 * (self.ecc / 1000) ** 2 * (0.7 + 0.3 * self.clamp) + 12 * (self.ecc > 60)
        pw = np.maximum.reduce([18 + z0, 40 + 75 * self.v + 190 * np.abs(self.slope) * self.v, 95 * (np.abs(self.db) > 0.03) + 60 * (np.abs(self.de) > 0.03), 40 + self.pshake * (self.ecc > 60), 70 * (np.abs(self.dw) > 2)])
        self.pres = ring(np.maximum(pw, 0), 1.6, 0.5)
        self.flow = lp(6 + 24 * self.v + 0.021 * self.ecc + 22 * np.abs(self.db) + 14 * np.abs(self.de) + 0.25 * np.abs(self.dw) + 7 * self.belt, 0.2)
        self.load = lp(0.1 + self.pres * self.flow / 5200 + 0.06 * self.belt, 0.3) + 0.01 * self.pink("ld", 1)
        self.fuel = 3.2 + 21 * self.load
        heat = lp(self.pres * self.flow / 260, 240, 0.0 if self.cold else 11.0)
        self.oil = self.amb + 22 - 11 * self.cold * np.exp(-self.t / 450) + 1.5 * heat + 1.2 * np.sin(2 * np.pi * self.t / 260 + self.u("ol", 2))
        self.lum = lp(np.maximum((0.05 if self.is_life(6) else 1) * (1200 + 46000 * self.sunny), 200), 1.0)
        self.expo = np.clip(5.5e7 / (self.lum + 4000) * (1 + 0.25 * np.sin(self.x / 5)), 300, 12000)
        self.ia = lp(21 + 9 * self.belt + 6 * (self.pieces("lt", 9, 60, 0, 1) < 0.5) + 14 * (self.pieces("ac", 25, 50, 0, 1) < 0.45) + 18 * self.is_life(6), 0.6) + 0.4 * self.pink("ia", 1)
        self.wind2, self.grs = lp(self.wind, 0.5), np.mod(self.t + 30 * self.u("gr", 1), 110)
        self.over("turbo_yuk", self.fuel, MOT + ":yakit_debisi", "yakit debisi|fuel|load|loaded", ones, 0.5, 1), self.over("pompa", self.oil, HID + ":yag_sicakligi", "yag sicakligi|oil temperature|hotter|temperature|oil", ones, 0.5, 1, 0.12)
        self.over("t2_hizli", self.v, "/odometri:twist.twist.linear.x", "speed|velocity|hiz istegi|faster|tekerlek devri", self.mv, 0.45, 2, 0.4), self.over("sal_hizli", self.ecc, SAL + ":eksantrik_devri[0]", "eksantrik devri|eccentric|speed|faster|sallama istegi", self.ecc > 300, 0.45, -1, 0.3)
        self.over("kanat_ruz", self.wind2, HAV + ":ruzgar_hizi", "ruzgar hizi|wind|stronger", ones, 0.55, 1, 0.35), self.over("guven", self.expo, GOV + ":pozlama_us", "pozlama us|exposure", ones, 0.55, -1, 0.35)
        self.over("aku_yuk", self.ia, AKU + ":alternator_akimi", "alternator akimi|current|load|aku akimi", ones, 0.55, 0, 0.3), self.places(self.x, self.y, self.v > 0.15, t1_patinaj=(4.5, 0.05), imu_yer=(4.5, 0.05))
        self.places(self.x, self.y, ones, bom_yer=(5.0, 0.08), uydu_yer=(5.0, 0.08), telsiz_yer=(5.0, 0.08)), self.mode("t2_basinc t3_devir dir_bosluk odo_olcek", self.v > 0.2, "driving", "moving", "speed", "velocity", "hiz istegi")
        self.mode("sal_d2 sal_ivme sal_faz", self.ecc > 500, "shaking", "eksantrik devri", "sallama istegi", "sallama basinci"), self.mode("cene_kuv", self.clamp > 0.6, "clamped", "closed", "sikma kuvveti", "cene acikligi", "shaking")
        self.mode("bant_ak bant_hiz ufl_hava", self.belt > 0.5, "belt", "runs", "running", "bant hizi", "bant akimi"), self.mode("gres", self.grs < 22, "greasing", "gres basinci")

    def build(self):
        E, W, v, t, ecc = self.E, self.wander, self.v, self.t, self.ecc
        er, st, sl = self.shape("s_motor", 0.35, 0.6, 4), self.shape("s_sal", 0.4, 0.5, 3) & (ecc > 300), self.shape("s_cene", 0.4, 0.5, 3) & (self.clamp > 0.5)
        rpm = ring(np.where(self.st == 0, 950, np.where(self.st == 3, 1900, 1750)) + self.z0, 0.5, 0.5) - 210 * (lp(self.load, 0.3) - 0.2) - 240 * lp(er * 1.0, 0.4)
        self.pub(MOT, "zeytin_msgs/msg/Motor", 8, dict(devir=s(rpm, 1, 4, 4, 3, 3), yag_basinci=s(2.3 + 1.1e-3 * rpm - 0.012 * (self.oil - 45), 0.02, 0.03, 0.05, 0.03, 20), su_sicakligi=s(self.T("su", 24 + 40 * lp(self.load, 90), 160, 42, 0.12), 0.1), yakit_debisi=s(self.fuel, 0.05, 0.15, 0.05, 0.1, 3), turbo_basinci=s(0.12 + 1.25 * lp(self.load, 0.6), 0.005, 0.012, 0.01, 0.012, 4), egzoz_sicakligi=s(self.T("eg", 420 * lp(self.load, 12), 14, 170, 0.8), 0.5, 1), ariza_kodu=np.where(er, 0x52, 0)))  # fmt: skip
        self.pub(HID, "zeytin_msgs/msg/Hidrolik", 10, dict(pompa_basinci=s(self.pres, 0.5, 1.6, 1, 1.2, 2, lo=0), pompa_debisi=s(self.flow, 0.1, 0.5, 0.2, 0.4, 3, lo=0), yag_sicakligi=s(self.oil, 0.1, 0.1, 0.4, own=1), filtre_farki=s(0.25 + 0.011 * self.flow + 0.25 * np.exp((38 - self.oil) / 10), 0.005, 0.02, 0.03, 0.02, 9, lo=0), yag_seviyesi=s(81 - 6 * self.e - 20 * self.slope + 0.06 * (self.oil - 50), 0.1, 0.3, 1, 0.3, 8)))  # fmt: skip
        V, ter = {}, 34 * v + 40 * self.acc + 900 * self.slope * np.tanh(4 * v) + 11 * (v > 0.1)
        for i in range(4):
            sg, p = (-1, 1, -1, 1)[i], np.abs(ter * (1.12 if i > 1 else 0.9) + 8 * self.rough * v * W(f"tp{i}", 1, 0.6)) + 14
            V.update({f"teker[{i}].tekerlek_devri": s((v + sg * 0.9 * self.yr) * 16.2, 0.05, 0.15 + 0.25, 0.0, 0.2, 1.5), f"teker[{i}].surus_basinci": s(p, 0.5, 1.8, 1.5, 1.2, 3, lo=0), f"teker[{i}].gobek_sicakligi": s(self.T(f"tg{i}", 13 * lp(v, 120), 400, 6, 0.12), 0.2)})
        self.pub(TEK, "zeytin_msgs/msg/Tekerlekler", 10, V)
        ang = np.clip(np.degrees(np.arctan(2.6 * self.yr / np.maximum(v, 0.35))), -38, 38)
        self.pub(DIR, "zeytin_msgs/msg/Direksiyon", 8, dict(direksiyon_acisi=s(slew(lp(ang, 0.2), 40), 0.1, 0.25, 0.4), istenen_aci=s(ang, 0.1), direksiyon_basinci=s(24 + 0.9 * np.abs(np.gradient(lp(ang, 0.3), DT)) + 7 * v, 0.5, 1.2, 1, 1, 4, lo=0)))
        gw = (0.6 + 0.55 * self.e) * np.cos(self.b)
        self.pub(BOM, "zeytin_msgs/msg/Bom", 10, dict(kaldirma_basinci=s(52 + 38 * gw + 45 * self.db + 3 * self.rough * v * W("bk", 1, 0.5) + 9 * (ecc / 1500) ** 2 * W("bk2", 1, 0.2), 0.5, 1.0, 1, 0.9, 5, lo=0), uzatma_basinci=s(31 + 42 * np.tanh(6 * self.de) + 15 * np.sin(self.b) + 6 * (ecc / 1500) ** 2 * W("bu", 1, 0.2), 0.5, 1.1, 1, 0.9, 5), bom_uzamasi=s(self.e, 0.001, 0.003, 0.002)))  # fmt: skip
        self.jnt(EKL, 14, ["kaldirma", "uzatma", "donus"], [s(self.b, 1e-4, 8e-4), s(self.e, 1e-4, 1e-3), s(0.12 * np.sin(self.x / 3) * self.clamp, 1e-4, 2e-3, 0.002)], [s(self.db, 1e-3, 4e-3), s(self.de, 1e-3, 4e-3), s(0, 1e-3, 3e-3)], [s(6.5 * gw + 3 * self.db, 0.02, 0.12, 0.1, 0.1), s(4 * np.tanh(5 * self.de), 0.02, 0.1), s(0.3, 0.01, 0.05)])  # fmt: skip
        acc = (ecc / 1000) ** 2 * (9 + 26 * np.exp(-(((ecc - 1450 + 1.2 * (self.dia - 150)) / 420) ** 2))) * (0.25 + 0.75 * self.clamp) * (150 / self.dia) ** 0.4
        self.pub(SAL, "zeytin_msgs/msg/Sallayici", 12, dict(eksantrik_devri=[s(ecc * (1 - 0.004 * i) * np.where(st, 0.4, 1), 1, 5, 0, 5, 1, lo=0) for i in (0, 1)], yatak_sicakligi=[s(self.T(f"ey{i}", 26 * lp((ecc / 1500) ** 2, 60), 200, 9, 0.2), 0.2) for i in (0, 1)], govde_ivmesi=s(acc * (1 + 0.05 * W("ga", 1, 0.6)), 0.1, 0.5, 0, 0.3, 2, lo=0), faz_farki=s(np.where(ecc > 200, 178 + 3 * W("ff", 1, 2), 178), 0.2, 1, 1), sallama_basinci=s(self.pshake * (1 + 0.25 * (self.dia - 150) / 150) + 45 * np.where(st, 1, 0), 0.5, 1.5, 1, 1, 1, lo=0), kilitlendi=st))  # fmt: skip
        self.pub(CEN, "zeytin_msgs/msg/Cene", 8, dict(sikma_kuvveti=s(self.clamp * (15.5 + 0.012 * (self.dia - 150)) * np.where(sl, 0.6, 1) + 0.6 * (ecc / 1500) ** 2 * W("cs", 1, 0.3) * self.clamp, 0.05, 0.15, 0.1, 0.15, 6, lo=0), cene_acikligi=s(self.c, 0.5, 1.2, 1.5), yastik_basinci=s(2.6 + 0.3 * self.clamp + 0.006 * (self.amb - 17), 0.01, 0.02, 0.05, 0.02, 30), kayma_uyarisi=sl))  # fmt: skip
        self.pub(SEM, "zeytin_msgs/msg/Semsiye", 6, dict(kanat_acisi=[s(self.w + 0.25 * self.wind2 * W(f"kw{i}", 1, 0.7) * (self.w / 80), 0.1, 0.35, 0.8, 0.3, 6) for i in range(4)], kanat_basinci=s(26 + 30 * np.tanh(self.dw / 20) + 0.12 * self.w + 0.7 * self.wind2, 0.2, 0.8, 1, 0.8, 5, lo=0)))
        self.pub(KON, "zeytin_msgs/msg/Konveyor", 6, dict(bant_hizi=s(self.belt * 1.35, 0.005, 0.02, 0.0, 0.015, 5, lo=0), bant_akimi=s(0.3 + self.belt * (7.5 + 2.2 * lp(E("shake"), 3) + 3 * E("unl")), 0.05, 0.2, 0.1, 0.2, 4, lo=0), bant_gerginligi=s(410 + 14 * self.belt - 0.5 * (self.amb - 17), 1, 4, 12, 5, 20)))
        bl = lp(E("belt"), 3)
        self.pub(UFL, "zeytin_msgs/msg/Ufleyici", 6, dict(pervane_devri=s(2250 * bl, 5, 12, 0, 12, 6, lo=0), titresim=s(0.4 + 1.9 * bl + 0.3 * self.rough * v, 0.02, 0.12, 0.1, 0.12, 5, lo=0), hava_akisi=s(46 * bl, 0.2, 0.7, 0.0, 0.7, 6, lo=0)))
        kg = lp(E("gain"), 4)
        self.pub(DEP, "zeytin_msgs/msg/Depo", 5, dict(ayak_agirligi=[s(118 + kg / 4 + 60 * self.slope * (-1) ** i + 5 * self.rough * v * W(f"aa{i}", 1, 0.5), 0.5, 1.2, 2, 1, 9) for i in range(4)], doluluk=s(kg / 3.2, 0.1, 0.5, 0, 0.4, 6, lo=0, hi=105)))
        sg = 0.07 + 0.5 * v * self.rough + 0.35 * (ecc / 1500) ** 2
        self.inertial("/imu", 16, self.yaw, (0.08 * v * self.rough * W("gx", 1, 0.3), 0.08 * v * self.rough * W("gy", 1, 0.3), self.yr), (self.acc + 9.81 * self.slope + sg * self.white("ax"), v * self.yr + sg * self.white("ay"), 9.81 + 1.2 * sg * self.white("az")), "govde", (0.005, 0.06))
        self.pub("/uydu/fix", "sensor_msgs/msg/NavSatFix", 5, {"status.status": np.full(self.n, 2), "status.service": 3, "latitude": s(38.92 + self.y / 111150, 1e-9, 9e-8), "longitude": s(27.05 + self.x / 86500, 1e-9, 1.1e-7), "altitude": s(86 + 9 * self.slope, 0.001, 0.014, 0, 0.015, 20)})
        qz, qw = quat(self.yaw)
        self.pub("/odometri", "nav_msgs/msg/Odometry", 12, {"pose.pose.position.x": s(self.x, 1e-3, 0.01, 0, 0.02, 20), "pose.pose.position.y": s(self.y, 1e-3, 0.01, 0, 0.02, 20), "pose.pose.orientation.z": qz, "pose.pose.orientation.w": qw, "twist.twist.linear.x": s(v, 1e-3, 0.012), "twist.twist.angular.z": s(self.yr, 1e-3, 0.008)}, "bahce")  # fmt: skip
        self.lidar("/lidar", 6, [(2.4 + 1.1 * abs(i - 5)) * (1 + 0.25 * np.sin(self.x * (0.8 + 0.05 * i) + self.y + i)) for i in range(11)], 1.6, 25, 0.02)
        self.pub(GOV, "zeytin_msgs/msg/GovdeKamera", 6, dict(netlik=s(68 - 5 * v - 7 * lp(E("shake"), 0.4) + 3 * np.sin(self.x * 0.6), 0.1, 1, 1, 1.2, 7, lo=0), pozlama_us=s(self.expo, 5, 25, 0, 25, 3), bulma_guveni=s(0.86 - 0.05 * v - 0.06 * self.is_life(6) + 0.02 * np.sin(self.x * 0.8), 0.005, 0.014, 0.01, 0.015, 6, lo=0, hi=1), gecikme_ms=s(self.net("gk", 38, 1.6, 2), 0.5), govde_sayisi=E("tree")))  # fmt: skip
        self.pub(AKU, "zeytin_msgs/msg/Aku", 4, dict(aku_gerilimi=s(14.2 - 0.012 * self.ia - 0.3 * (rpm < 1100), 0.01, 0.02, 0.03, 0.015, 9), aku_akimi=s(2.2 + 9 * self.cold * np.exp(-t / 240), 0.1, 0.3, 0.2, 0.3, 9), alternator_akimi=s(self.ia + 2, 0.1, 0.4, 0.3, 0.3, 5)))
        ac = lp(1.0 * (self.pieces("ac", 25, 50, 0, 1) < 0.45), 3)
        self.pub(KAB, "zeytin_msgs/msg/Kabin", 3, dict(kabin_sicakligi=s(21.5 + 0.12 * (self.amb - 17) + 1.6 * (1 - lp(ac, 30)) - 5 * self.cold * np.exp(-t / 300), 0.1, 0.1, 0.5, 0.2, 60), klima_basinci=s(7.2 + 6.2 * ac + 0.1 * (self.amb - 17), 0.05, 0.12, 0.2, 0.12, 9), hava_filtresi_pa=s(88 + 1.5 * self.rough * v, 0.5, 1.6, 4, 1.8, 30)))  # fmt: skip
        fan = np.clip(900 + 42 * lp(self.oil - self.amb - 20, 15), 700, 2600)
        self.pub(SOG, "zeytin_msgs/msg/Sogutma", 4, dict(fan_devri=s(fan, 5, 12, 0, 12, 6), radyator_sicakligi=s(self.T("ra", 12 + 26 * lp(self.load, 120), 120, 38, 0.15), 0.1), sogutma_basinci=s(0.95 + 0.25 * lp(self.load, 120), 0.005, 0.012, 0.03, 0.012, 30)))
        g = self.grs
        self.pub(GRE, "zeytin_msgs/msg/Gres", 3, dict(gres_basinci=s(3 + np.where(g < 9, 92 * (1 - np.exp(-g / 2.5)), 92 * np.exp(-(g - 9) / 6.5)), 0.5, 1, 0.5, 0.5, 9, lo=0), gres_seviyesi=s(63 + 11 * np.tanh(self.su("gr")) - 9e-4 * t, 0.1, 0.2), gres_bitti=(self.f("s_gres") > 0) & (t % 18 < 6)))
        self.pub(TLS, "zeytin_msgs/msg/Telsiz", 4, dict(sinyal_gucu=s(-58 - 0.12 * np.hypot(self.x - 20, self.y) + 2.5 * np.sin(self.x / 6), 1, 1.2, 1, 1.5, 6), yanit_ms=s(self.net("ya", 22, 1.5, 5), 1), paket_kaybi=s(self.net("pk", 0, 0.5, 0.5), 0.1)))
        self.pub(HAV, "zeytin_msgs/msg/Hava", 3, dict(ruzgar_hizi=s(self.wind2, 0.05, 0.1, lo=0), ruzgar_yonu=s(np.mod(210 + 40 * self.su("wd") + 25 * W("wd", 1, 40), 360), 1, 2)))
        self.pub(LAS, "zeytin_msgs/msg/Lastikler", 2, dict(lastik_basinci=[s(2.4 + 0.008 * (self.amb - 17) + 0.05 * lp(v, 200) + kg / 6000, 0.01, 0.008, 0.05, 0.006, 30) for _ in range(4)], lastik_sicakligi=[s(self.T(f"ls{i}", 8 * lp(v, 120) + 4 * self.sunny, 500, 4, 0.15), 0.5) for i in range(4)]))
        self.pub(URU, "zeytin_msgs/msg/UrunKamera", 4, dict(yaprak_orani=s(4.2 + 3.2 * lp(E("shake"), 4) + 1.2 * (self.site == 2), 0.1, 0.5, 0.4, 0.5, 9, lo=0), tane_capi=s(17.6 + 0.5 * np.sin(self.x / 9 + self.y), 0.05, 0.2, 0.1, 0.2, 12), isleme_ms=s(self.net("is", 31 + 8 * self.belt), 0.5)))
        self.pub(YAK, "zeytin_msgs/msg/Yakit", 2, dict(yakit_seviyesi=s(66 + 14 * np.tanh(self.su("yk")) - np.cumsum(self.fuel) * DT / 3600 / 1.6 + 30 * self.slope, 0.1, 0.4, 0, 0.4, 6), katki_seviyesi=s(58 + 10 * np.tanh(self.su("kt")) - 4e-4 * t, 0.1, 0.3)))
        self.simple("/isik", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.008 * self.white("li")), 10)), self.simple("/nem", "RelativeHumidity", 1, "relative_humidity", s(0.55 + 0.07 * self.su("rh") - 0.06 * lp(self.sunny, 60), 0.001, 0.0016, 0, 0.012, 200))
        self.simple("/dis_sicaklik", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.pub("/guvenlik", "zeytin_msgs/msg/Guvenlik", 2, dict(acil_durum_tamam=1, kapi_kapali=E("ppl") < 0.5, insan_sayisi=E("ppl") + (W("pe", 1, 60) > 1.3)))
        self.pub("/gorev", "zeytin_msgs/msg/Gorev", 4, dict(is_asamasi=self.st, agac_no=E("tree"), hiz_istegi=s(E("vr"), 0.01), sallama_istegi=s(E("fr"), 1)))
        ver = self.version("zeytin", "5.1", "5.2", "5.4")
        self.computer(BIL, "zeytin_msgs/msg/Bilgisayar", 20, 25, 1850, ("dongu_ms", "dongu_enuzun_ms", "bellek_mb", "islemci_sicakligi", "surum"), 7 * lp(self.belt, 40), ver, 1.0)
        self.end("/hasat/_action/status", [("s_motor", "motor", ["motor arizasi 0x52", "motor normale dondu"], "MT"), ("s_sal", "sallayici", ["sallayici kilitlendi", "sallayici serbest"], "SL"), ("s_cene", "cene", ["cene kayiyor", "cene tuttu"], "CN"), ("s_gres", "gres", "gres bitmek uzere, doldurun", "GR")],
                 [(14, "I", "gorev", "agac bitti, {} kg", 14, 34), (8, "W", "gorev", "dal elle alindi, {} s", 8, 50), (6, "W", "govde_kamera", "govde {} s gorunmedi", 1, 6), (5, "I", "depo", "depo {} kg", 50, 280), (4, "W", "telsiz", "sunucu yavas {} ms", 400, 900)],
                 [("sistem", "ayarlar dosyadan okundu"), ("govde_kamera", "kalibrasyon 30 gunluk"), ("guvenlik", "acil durum denendi")], ver)  # fmt: skip
