"""Crawler that inspects and mends blades of wind turbines: holds by vacuum, hangs on a tether. Lithuanian fields without accents."""

# fmt: off
from math import sqrt, tanh

from base import H, NUM, PLACE, Book, M, Rec, Rig, clip, k, lp, mdef, np

POZ, VAK, VIK, LYN, ULT, SKY, SLI, DAN, SKE, KAM, APS, MAI, BAT, GEN = "/poza", "/vakuumas", "/vikstrai", "/lyno_gerve", "/ultragarsas", "/kontaktinis_skystis", "/slifuoklis", "/dengimas", "/profilio_skeneris", "/kamera", "/apsvietimas", "/maitinimas", "/atsargine_baterija", "/generatorius"
VEJ, MEN, INE, SIL, KOM, RAD, ZAI, DUL, UZD, SAU, DRE, GAR, SPA, RIT, NUO, RIN = "/vejas", "/mentes_judesys", "/inercija", "/korpuso_sildymas", "/kompiuteris", "/radijo_rysys", "/zaibolaidis", "/dulkiu_siurblys", "/uzduotis", "/sauga", "/korpuso_oras", "/garsas", "/spaudimo_rankena", "/kabelio_rite", "/nuolydis", "/zemes_stotis"
JUD, SLF, MAT, DEN, GER = dict(where="when it crawls"), dict(where="when it sands"), dict(where="when it measures"), dict(where="when it coats", need=12), dict(where="when the winch turns")
P = "mente_msgs/msg/"


class Mente(Rig):
    NAME, MILD = "mente", ("s_dulk",)
    DEFS = {P + a: mdef(b) for a, b in dict(
        Poza="float32 padetis_x padetis_y kryptis tikslumas", Vakuumas="float32[2] vakuumas; float32 apsukos variklio_srove variklio_temperatura siurbimo_virpesiai", Vikstrai="float32[2] greitis variklio_srove variklio_temperatura itempimas; float32 slydimas", Lynas="float32 itempimo_jega gerves_srove isleista gerves_greitis bugno_temperatura", Ultragarsas="float32 storis stiprinimas aido_amplitude triuksmas",
        Skystis="float32 slegis debitas siurblio_apkrova talpos_lygis", Slifuoklis="float32 apsukos variklio_srove prispaudimo_jega pavaros_srove virpesiai; float32 disko_temperatura", Danga="float32 dazu_temperatura sildymo_galia dazu_slegis dazu_debitas klampumas", Skeneris="float32[4] profilis; float32 linijos_ryskumas trukstami", Kamera="float32 astrumas ekspozicija vaizdo_velinimas; uint16 pazaidos", Sviesa="float32[2] lempos_srove; float32 lempos_temperatura sviesos_kiekis",
        Maitinimas="float32 linijos_itampa linijos_srove keitiklio_temperatura zemos_itampos; float32 izoliacija", Baterija="float32 itampa srove ikrova; float32[4] celes_itampa", Generatorius="float32 apsukos droselis kuro_lygis ausinimo_temperatura ismetimo_temperatura alyvos_slegis isejimo_itampa", Vejas="float32 vejo_greitis vejo_kryptis oro_temperatura", Mentes="float32[2] poslinkis; float32 daznis", Inercija="float32[3] pagreitis kampinis_greitis", Sildymas="float32 korpuso_temperatura sildymo_galia; float32 ventiliatorius",
        Kompiuteris="float32 apkrova atmintis plokstes_temperatura ciklo_laikas; string versija", Radijas="float32 signalas velinimas praradimai", Zaibas="float32 varza testo_srove; uint16 matavimai", Dulkes="float32 siurbimo_slegis siurbimo_srove dulkiu_kiekis; bool filtras_pilnas", Uzduotis="uint8 etapas darbo_rusis; uint16 juosta; float32 greicio_riba; bool rankinis", Sauga="bool stabdis_atleistas pakaba_tvarkoje; uint8 zmones_arti",
        Oras="float32 dregme rasos_taskas oro_slegis", Garsas="float32 triuksmo_lygis budingas_daznis", Rankena="float32 rankenos_padetis rankenos_jega", Rite="float32 rites_momentas kabelio_ilgis ziedo_temperatura", Nuolydis="float32 polinkis posvyris", Stotis="float32 apsukos_bugno stoties_srove lauko_temperatura; bool dangtis_uzdarytas").items()}
    KINDS = dict(
        sijon=k("skirt of the vacuum chamber worn: leaks, the fan turns faster", VAK, "apsukos variklio_srove", "vacuum skirt|skirt|vacuum|vakuumas", cons="maitinimas|linijos srove|variklio temperatura|siurbimo virpesiai|garsas|budingas daznis|vikstrai|keitiklio temperatura|generatorius", slow=True, tail=300),
        vfilt=k("filter of the vacuum fan clogs: the fan turns faster for the same vacuum", VAK, "apsukos", "vacuum filter|vacuum fan|vacuum|vakuumas", cons="variklio srove|maitinimas|garsas|budingas daznis|siurbimo virpesiai|variklio temperatura|keitiklio temperatura|generatorius", slow=True, tail=300),
        vguol=k("bearing of the vacuum fan: more current, shakes, warm", VAK, "siurbimo_virpesiai variklio_srove variklio_temperatura", "vacuum fan|fan bearing|vacuum|vakuumas", cons="maitinimas|linijos srove|garsas", slow=True, tail=500),
        vjut=k("vacuum sensor 1 reads low: the loop sucks harder", VAK, "apsukos variklio_srove vakuumas[1]", "vacuum sensor|vacuum|vakuumas", cons="maitinimas|linijos srove|variklio temperatura|vikstrai|garsas|budingas daznis|generatorius", slow=True, tail=300),
        vzarna=k("tube of vacuum sensor 2 blocked: slow", VAK, "vakuumas[1]", "vacuum sensor 2|vacuum tube|vakuumas", "lag 25"),
        vred=k("gear of the left track dry: more current, warm", VIK, "variklio_srove[0] variklio_temperatura[0]", "left track|tracks|vikstrai", cons="maitinimas|linijos srove|generatorius", slow=True, tail=500, **JUD),
        vtemp=k("right track belt has stretched: tension low, slips", VIK, "itempimas[1] slydimas", "right track|track belt|tracks|vikstrai", slow=True),
        vseg=k("right track motor: one phase weak, current swings", VIK, "variklio_srove[1]", "right track|track motor|vikstrai", "hum 1.4 .8", **JUD),
        vgr=k("left track encoder loses counts", VIK, "greitis[0]", "left track|track encoder|vikstrai", "part .45 .4 1.8", **JUD),
        gbug=k("drum bearing of the winch stiff: more current, warm", [LYN], "gerves_srove bugno_temperatura", "winch|drum|lyno gerve", cons="itempimo jega|generatorius|zemes stotis|stoties srove", slow=True, tail=500, **GER),
        gsv=k("load cell of the winch reads low: winch pulls harder", LYN, "gerves_srove", "winch load cell|winch|lyno gerve", cons="vikstrai|variklio srove|variklio temperatura|bugno temperatura|zemes stotis|stoties srove", slow=True),
        gsuk=k("tension control hunts: winch amplifier detuned", LYN, "itempimo_jega gerves_srove", "winch|tension control|lyno gerve", cons="vikstrai|variklio srove"),
        gilg=k("rope length counts too much: measuring wheel worn", LYN, "isleista", "rope length|measuring wheel|lyno gerve", "gain .05", slow=True),
        kabel=k("slip ring of the power cable: contact resistance", [MAI, RIT], "linijos_itampa ziedo_temperatura", "slip ring|power cable|maitinimas|kabelio rite", cons="linijos srove", slow=True, tail=400),
        keit=k("converter fan dead: converter hot", MAI, "keitiklio_temperatura", "converter|maitinimas", slow=True, tail=600, cons="zemos itampos"),
        zem=k("low voltage dips: capacitor dry", MAI, "zemos_itampos", "low voltage|converter|maitinimas", "part .03 .3 2"),
        izol=k("insulation of the cable falls: rain in a joint", MAI, "izoliacija", "insulation|power cable|maitinimas", "gain -.17;rw 25 30", slow=True),
        bcel=k("cell 3 of the spare battery weak", BAT, "celes_itampa[2]", "cell 3|spare battery|atsargine baterija", "off -.018", slow=True),
        bfl=k("spare battery is charged all the time: cell shorted", BAT, "srove", "spare battery|atsargine baterija", "off .3", slow=True),
        gfilt=k("air filter of the generator clogs: throttle opens, exhaust hot", GEN, "droselis ismetimo_temperatura", "generator|air filter|generatorius", cons="apsukos|ausinimo temperatura", slow=True, tail=300),
        gterm=k("thermostat of the generator stuck open: coolant cold", GEN, "ausinimo_temperatura", "generator|thermostat|generatorius", tail=900),
        gaplk=k("governor of the generator hunts", GEN, "apsukos droselis", "generator|governor|generatorius", cons="isejimo itampa|linijos itampa|maitinimas"),
        galyv=k("oil pressure of the generator low: relief valve", GEN, "alyvos_slegis", "generator|oil|generatorius", "gain -.1", slow=True),
        upjez=k("probe crystal aged: gain control goes up for the same echo", ULT, "stiprinimas", "ultrasonic probe|probe|ultragarsas", cons="triuksmas|aido amplitude", slow=True, **MAT),
        uoras=k("air bubbles in the couplant: echoes lost", ULT, "storis aido_amplitude", "ultrasonic probe|couplant|ultragarsas", "part .6 .3 1.5", cons="stiprinimas", **MAT),
        ugreit=k("sound speed set wrong: thickness wrong", ULT, "storis", "ultrasonic probe|thickness|ultragarsas", "gain .055", **MAT),
        spurk=k("couplant nozzle clogs: pump works less, flow falls", SKY, "debitas siurblio_apkrova", "couplant|nozzle|kontaktinis skystis", cons="ultragarsas|stiprinimas|slegis", slow=True, **MAT),
        snut=k("couplant hose leaks: pump works more, tank empties", SKY, "siurblio_apkrova talpos_lygis", "couplant|hose|kontaktinis skystis", cons="debitas|slegis", slow=True, tail=1500, **MAT),
        slgu=k("spindle of the sander: bearing, current, vibration, heat", SLI, "variklio_srove virpesiai disko_temperatura", "sander|spindle|slifuoklis", cons="inercija|garsas|maitinimas", slow=True, **SLF),
        sldisk=k("sanding disc worn smooth: little current for the same force", SLI, "variklio_srove", "sanding disc|sander|slifuoklis", cons="dulkiu kiekis|dulkiu siurblys|disko temperatura|maitinimas|linijos srove|generatorius|droselis", slow=True, **SLF),
        slspa=k("actuator of the sander stiff: more actuator current", SLI, "pavaros_srove", "sander actuator|sander|slifuoklis", cons="prispaudimo jega", slow=True, **SLF),
        sljeg=k("force sensor of the sander has an offset: presses less", SLI, "variklio_srove pavaros_srove", "force sensor|sander|slifuoklis", cons="dulkiu kiekis|dulkiu siurblys|disko temperatura|prispaudimo jega|maitinimas|virpesiai|linijos srove", **SLF),
        dulk=k("dust bag full: suction motor under load, little draught", DUL, "siurbimo_slegis siurbimo_srove", "dust suction|dust bag|dulkiu siurblys", cons="dulkiu kiekis", slow=True),
        dzsil=k("paint heater scaled: more power for the same temperature", DAN, "sildymo_galia", "paint heater|coating|dengimas", cons="dazu temperatura|klampumas|maitinimas", slow=True),
        dzpur=k("paint nozzle half closed: pressure up, flow down", DAN, "dazu_slegis dazu_debitas", "paint nozzle|coating|dengimas", slow=True, **DEN),
        skl=k("window of the laser scanner smeared: line dim, points missing", SKE, "linijos_ryskumas trukstami", "laser scanner|scanner|profilio skeneris", "gain -.14;sd 1.5", slow=True),
        sk3=k("channel 3 of the profile sticks", SKE, "profilis[2]", "laser scanner|channel 3|profilio skeneris", "hold 3 2"),
        kst=k("camera out of focus: heat moved the lens", KAM, "astrumas", "camera|lens|kamera", "gain -.2", slow=True),
        kvel=k("pictures late", KAM, "vaizdo_velinimas", "camera|kamera", "off 35;sd 4"),
        lemp=k("lamp 1 aged: control drives more current for the same light", APS, "lempos_srove[0] lempos_temperatura", "lamp 1|lamps|apsvietimas", cons="maitinimas|linijos srove|generatorius|droselis", slow=True, tail=400),
        sild=k("housing leaks cold air: heater works more", SIL, "sildymo_galia", "housing heater|housing|korpuso sildymas", cons="korpuso temperatura|maitinimas|linijos srove|generatorius|droselis|kompiuteris|plokstes temperatura|ventiliatorius", slow=True),
        sildt=k("housing thermometer reads low: heater works more", SIL, "sildymo_galia", "housing thermometer|housing heater|korpuso sildymas", cons="maitinimas|linijos srove|korpuso temperatura|plokstes temperatura|kompiuteris|korpuso oras|rasos taskas|generatorius|ventiliatorius", slow=True),
        ventl=k("housing fan: bearing slow", SIL, "ventiliatorius", "housing fan|korpuso sildymas", "gain -.08;sd 3"),
        dreg=k("housing wet: seal", DRE, "dregme rasos_taskas", "housing air|seal|korpuso oras", "off 4", slow=True),
        anem=k("anemometer iced: reads low and sticks", VEJ, "vejo_greitis", "anemometer|wind|vejas", "gain -.4;dead .8", slow=True),
        vkr=k("wind vane loose", VEJ, "vejo_kryptis", "wind vane|wind|vejas", "tele 75 2 6"),
        zaib=k("lightning cable contact corroded: resistance", ZAI, "varza", "lightning cable|contact|zaibolaidis", "tele 7 1 3"),
        giro=k("gyro z has a bias", INE, "kampinis_greitis[2]", "gyro|imu|inercija", "off .8"),
        akcel=k("accelerometer y reads bent", INE, "pagreitis[1]", "accelerometer|imu|inercija", "gain -.09"),
        nuol=k("inclinometer slow: damping oil thick", NUO, "polinkis", "inclinometer|nuolydis", "lag 40;off .8"),
        poz=k("position jumps: beacon reflection", POZ, "padetis_y", "position|beacon|poza", "tele 1.1 .8 7"),
        pozt=k("position late", POZ, "header.stamp", "position|poza", "late .9"),
        vretas=k("track messages halved", VIK, "header.stamp", "tracks|track bus|vikstrai", "thin .4 .19"),
        ipluos=k("imu messages come in bursts", INE, "header.stamp", "imu|inercija", "burst 1.2"),
        unuost=k("probe messages get lost", ULT, "header.stamp", "ultrasonic probe|ultragarsas", "loss .5"),
        rad=k("radio weak: antenna wet", RAD, "signalas praradimai", "radio|antenna|radijo rysys", "off -8", slow=True),
        komp=k("computer busy: a viewer left open", KOM, "apkrova ciklo_laikas", "computer|kompiuteris", "gain .2"),
        atm=k("memory grows", KOM, "atmintis", "computer|memory|kompiuteris", "creep 180", slow=True),
        garsa=k("loud: cover loose", GAR, "triuksmo_lygis", "sound|cover|garsas", "off 5;sd 2"),
        rank=k("handle position wanders", SPA, "rankenos_padetis", "handle|spaudimo rankena", "rw 3 8"),
        pl_l=k("winch pulls more at one place: rope rubs on the blade edge", LYN, "gerves_srove", "winch|rope|lyno gerve", "off 1.6", **PLACE),
        pl_v=k("vacuum weak at one place: crack lets air in", VAK, "vakuumas[0] vakuumas[1]", "vacuum|crack|vakuumas", "off -.4", **PLACE),
        pl_r=k("radio fades at one place: carbon spar", RAD, "signalas velinimas", "radio|radijo rysys", "gain .18", **PLACE),
        n_vir=k("fan vibrates when faster than a number: resonance of a cracked foot", VAK, "siurbimo_virpesiai", "vacuum fan|fan foot|vakuumas", "off 1.1;sd 3", **NUM),
        n_sl=k("slip reading high when the blade sways more than a number", VIK, "slydimas", "tracks|slip|vikstrai", "off 3.5", **NUM),
        n_sk=k("scanner profile noisy when it is windier than a number: mount loose", SKE, "profilis", "laser scanner|mount|profilio skeneris", "sd 7", **NUM),
        n_it=k("line voltage sags when the current is above a number: plug burnt", MAI, "linijos_itampa", "power plug|maitinimas", "off -3", **NUM),
        n_tr=k("left track current ripples when the rope tension is above a number", VIK, "variklio_srove[0]", "left track|vikstrai", "hum 1.3 .7", **NUM),
        n_ge=k("generator voltage unsteady when the throttle is above a number: regulator", GEN, "isejimo_itampa", "generator|regulator|generatorius", "hum 3 .9", **NUM),
        n_ul=k("echo noisy when the thickness is above a number: gate set wrong", ULT, "triuksmas", "ultrasonic probe|gate|ultragarsas", "off 3;sd 2", **NUM),
        s_vak=k("vacuum control reports low vacuum", [VAK, "/rosout", "/diagnostics"], "vakuumas", "vacuum|vakuumas", "tele -1.8 1 5", silent=False),
        s_dulk=k("dust suction warns that its filter is full", [DUL, "/rosout", "/diagnostics"], "filtras_pilnas", "dust suction|dulkiu siurblys", "off 1", silent=False),
        s_gen=k("generator reports low fuel", [GEN, "/rosout", "/diagnostics"], "kuro_lygis", "generator|generatorius", "off -40", silent=False),
        s_ult=k("probe reports that it lost contact", [ULT, "/rosout", "/diagnostics"], "aido_amplitude", "ultrasonic probe|ultragarsas", "cut 1 2 4", silent=False),
    )

    def jobs(self):
        b = Book(self, x=0.0, y=4.0, etap=0, mat=0, slif=0.0, deng=0, seg=0, rank=0, zmon=0, zaib=0, juos=0, rus=1, foto=0)
        step = (0.5, 0.35, 0.6)[self.site()]
        b.wait(b.u(30, 80))
        sec = b.u(5, 22)
        while b.more:
            t0 = b.t
            deck = ["mat", "mat", "slif", "foto"] + (["slif"] if self.since(3) else []) + (["deng"] if not self.unit == "life" or self.since(6) else [])
            for what in b.r.permutation(deck):
                v = b.u(0.10, 0.18) * (0.8 if self.life_is(6) else 1)
                lo, hi = sec, sec + b.u(5.5, 9)
                b.set(etap=1, rus=dict(mat=1, slif=2, foto=3, deng=4)[what]), b.drive(0.16, b.u(-1, 1), lo)
                for s in range(2 if what != "slif" else 1):
                    b.set(juos=b.now("juos") + 1, etap=2)
                    X, end = b.now("x"), hi if b.now("y") < (lo + hi) / 2 else lo
                    if what == "mat":
                        b.set(mat=1)
                        for y in np.linspace(b.now("y"), end, 4)[1:]: b.drive(v, X, y), b.wait(b.u(3, 7))
                        b.set(mat=0)
                    elif what == "slif":                                                                 # leading edge in short passes
                        b.wait(3, etap=3)
                        for i in range(int(b.u(3, 6))): b.set(slif=b.u(0.8, 1.2)), b.drive(0.06, X, b.now("y") + (1 if i % 2 else -1) * b.u(0.8, 1.6)), b.set(slif=0.0), b.wait(b.u(3, 8))
                    elif what == "foto":
                        for y in np.linspace(b.now("y"), end, 6)[1:]: b.drive(v * 1.2, X, y), b.wait(3.5, foto=1), b.set(foto=0)
                    else:
                        b.wait(8, etap=4, deng=1), b.drive(0.07, X, b.now("y") + b.u(1.5, 3.0)), b.wait(3), b.set(deng=0)
                    if b.chance(0.25): b.wait(b.u(5, 30))                                                # waits for a gust to pass
                    b.set(etap=1), b.drive(0.1, np.clip(X + step * (1 if X < 0 else -1), -1.2, 1.2), b.now("y"))
                if b.chance(0.10): b.set(rank=1, etap=6), b.drive(0.05, b.now("x"), b.now("y") + b.u(-1, 1)), b.wait(b.u(5, 20)), b.set(rank=0)
                if b.chance(0.12): b.wait(b.u(20, 60), zmon=1, etap=7), b.set(zmon=0)
                if b.once(700): b.wait(40, zaib=1, etap=8), b.set(zaib=0)      # lightning cable measured once a session
            if self.since(8): b.wait(b.u(30, 50), zaib=1, etap=9), b.set(zaib=0)                           # life/8: and after each section
            b.job(t0, 5 if b.chance(0.05) else 4)
            sec = float(np.clip(sec + b.u(-6, 9), 3, 30))
        return [b]

    def model(self):
        B, F, L, W = self.B, self.F, self.L, self.wander
        self.amb = self.day(9, 5, 4)
        x, y = self.soft(B["x"], 0.8), self.soft(B["y"], 0.8)
        vx, vy = self.diff(x), self.diff(y)
        self.x, self.y, self.v, self.vy = x, y, np.hypot(vx, vy), vy
        self.wind = np.abs(6.8 + self.su("wind", 1.2) + W("gust", 1.3, 12) + W("sq", 0.9, 150))
        self.sway = np.abs(0.02 * self.wind ** 1.3 * (1 + 0.04 * y) * (1 + 0.35 * W("sw", 1, 25)))
        ph = 2 * np.pi * np.cumsum(0.42 + 0.02 * W("fq", 1, 60)) * 0.05
        self.sw = self.sway * np.sin(ph)
        rough = 1 + 0.16 * np.sin(x * 4 + y * 0.9) + 0.1 * np.sin(y * 2.3) + 0.22 * (np.abs(x) > 0.85) + 0.05 * W("ro", 1, 0.7)
        self.th = 38 - 0.55 * y + 6 * np.exp(-((x / 0.5) ** 2)) + 0.6 * np.sin(3 * y)
        sun = np.clip(0.6 + self.su("sun", 0.25) + W("cl", 0.15, 240), 0.05, 1.2)
        self.sun = sun
        o = Rec(self, "p1 p2 rpm iv tv ml mr tl tr ten ig vg tb sli slf isf psl ptd dp dtm dht gr thr tc ex gain amp ul u2 itot skp skq hst hd lam lt tcv rt")
        f = {a: F(a) for a in "sijon vfilt vguol vjut vred vtemp gbug gsv gsuk kabel keit gfilt gterm gaplk upjez spurk snut slgu sldisk slspa sljeg dzsil dzpur lemp sild sildt".split()}
        sj, vf, vg, vj, vr, vt, gb, gs, gk, kb, kt, gf, gt, ga, uj, sp, sn, sg, sd, ss, sf, dz, dp_, lm, si, st = f.values()
        A = [L(z) for z in (self.v, vy, rough, self.wind, self.sw, B["slif"], B["mat"], B["deng"], self.amb, sun, W("bl", 1, 0.4), y, np.abs(vx), B["foto"], W("mt", 1, 3), self.load_aux())]
        p, rpm, Iv = 5.9, 8000.0, 0.55
        amb0 = float(self.amb[0])
        tv, tl, tr, tb, tcv, tc, ex, rt = amb0 + 22, amb0 + 9, amb0 + 9, amb0 + 7, amb0 + 16, 70.0, 330.0, amb0 + 4
        Ig = Is = Ip = If = ws = fsl = psl = 0.0
        Ith, gr, ten, gain, Ih, hst, lam, lt, disk, dt, Id = 0.35, 1500.0, 220.0, 32.0, 0.3, 21.0, 0.6, amb0 + 8, amb0, amb0, 0.2
        for i, (v, vy_, ro, wind, sw, sl, mat, den, amb, su, bl, yy, ax, foto, mt, aux) in enumerate(zip(*A)):
            # vacuum: fan speed holds 6 kPa, more in wind
            ref = 6.0 + 0.10 * max(0, wind - 5)
            e = ref - p * (1 - 0.08 * vj[i])
            Iv = clip(Iv + 0.05 * e * H, 0.1, 1)
            u = clip(Iv + 0.07 * e, 0.05, 1)
            rpm += (16000 * u - rpm) * 0.18
            qf, ql = 0.0072 * rpm * (1 - 0.10 * vf[i]) - 5.2 * p, 13.0 * ro * sqrt(max(p, 0)) * (1 + 0.22 * sj[i])
            p += H * (qf - ql) * 0.05
            iv = 0.6 + 6.4 * (rpm / 10000) ** 2.6 + 0.9 * vg[i] * rpm / 10000
            tv += H * (0.0042 * iv * iv + 0.015 * vg[i] - (tv - amb) * 0.0045)
            # winch: tension loop
            tr_, e = 220 + 20 * sw, 220 - ten * (1 - 0.10 * gs[i])
            kp, Ig = 0.010 * (1 + 1.6 * min(gk[i], 1.2)), clip(Ig + 0.012 * (1 + 5 * gk[i]) * e * H, -8, 12)
            ig = Ig + kp * e
            ten += H * (58 * (ig - (0.014 * ten + 0.4 * tanh(-vy_ * 30) + 0.6 * gb[i] * tanh(abs(vy_) * 40))) - 900 * vy_ * 0.25 + (tr_ - 220) * 1.2)
            ten = clip(ten, 20, 600)
            tb += H * (0.006 * ig * ig + 0.015 * gb[i] * tanh(abs(vy_) * 40) - (tb - amb) * 0.003)
            # tracks
            hold, mv = (48 * 9.81 - ten) * 0.010, tanh(v * 40)
            base = (1.0 + 0.22 * p + 0.25 * ro) * mv + 0.3
            ml = abs(base + hold * (0.5 * tanh(vy_ * 30) + 0.1) + 1.3 * vr[i] * mv + 5 * ax + 0.25 * bl * mv)
            mr = abs(base + hold * (0.5 * tanh(vy_ * 30) + 0.1) + 5 * ax - 0.25 * bl * mv)
            tl += H * (0.010 * ml * ml + 0.012 * vr[i] * mv - (tl - amb) * 0.003)
            tr += H * (0.010 * mr * mr - (tr - amb) * 0.003)
            slip = 1.4 + 14 * max(0, 0.55 - 0.09 * p) + 0.8 * ro * mv + 3.2 * vt[i] * mv
            # sander: speed and force loops
            e = 2800 * (sl > 0) - ws
            Is, fr = (clip(Is + 0.0035 * e * H, 0, 9) if sl > 0 else Is * 0.6), 62 * sl
            ef = fr - fsl - (14 * sf[i] if sl > 0 else 0)
            If = clip(If + 0.02 * ef * H, 0, 4) if sl > 0 else If * 0.6
            isf = If + 0.006 * ef if sl > 0 else 0.05
            fsl = max(0, fsl + H * (38 * isf / (1 + 0.55 * ss[i]) - 0.9 * fsl + 6 * sw) * 1.2) if sl > 0 else fsl * 0.5
            cut, isl = 0.045 * fsl * (1 - 0.42 * sd[i]), ((Is + 0.004 * e if sl > 0 else 0.1))
            ws = max(0, ws + H * (isl - 0.5 - 0.9 * sg[i] - cut) * 900) if sl > 0 else ws * 0.6
            disk += H * (0.09 * cut * ws / 2800 + 0.10 * sg[i] * ws / 2800 - (disk - amb) * 0.012)
            # couplant
            e = 1.8 * mat - psl
            Ip, q = (clip(Ip + 0.25 * e * H, 0, 1) if mat else Ip * 0.5), 1.25 * sqrt(max(psl, 0)) * (1 - 0.48 * sp[i])
            qleak = 0.38 * sn[i] * sqrt(max(psl, 0))
            psl = max(0, psl + H * 2.2 * (3.4 * Ip - 0.1 * psl - q - qleak))
            # probe: gain control keeps the echo at 60
            a = 60 * 10 ** ((gain - 32) / 20) * (1 - 0.3 * uj[i]) * (0.55 + 0.35 * q) * (1 + 0.10 * mt) if mat else 4
            gain = clip(gain + 0.03 * (60 - a) * H * 3, 20, 52) if mat else gain + (32 - gain) * 0.002
            # paint
            e = 38 * 1.0 - dt if den else 24 - dt
            Id = clip(Id + 0.0016 * e * H, 0, 1)
            dh = clip(Id + 0.05 * e, 0, 1)
            dt += H * (0.22 * dh * (1 - 0.4 * dz[i]) - (dt - amb) * 0.0038)
            dpr = den * (3.2 + 0.06 * (38 - dt)) * (1 + 0.42 * dp_[i])
            # housing heater, lamps
            e = 21 - (hst - 1.6 * st[i])
            Ih = clip(Ih + 0.0016 * e * H, 0, 1)
            hd = clip(Ih + 0.10 * e, 0, 1)
            hst += H * (0.052 * hd + 0.012 - (0.0024 + 0.0006 * si[i]) * (hst - amb))
            want = (0.62 - 0.25 * su) * (1 + 0.5 * foto)
            lam += (clip(want, 0.1, 1) - lam) * 0.2
            il1 = lam * (1 + 0.45 * lm[i])
            lt += H * (0.16 * il1 - (lt - amb) * 0.006)
            # power through the cable, generator
            P = 60 + 26 * iv + 24 * (ml + mr) * 0.6 + 24 * isl * 1.3 + 24 * isf + 130 * dh + 120 * hd + 60 * (il1 + lam) + 40 * Ip + 12 * aux
            ul, rc = 395 + 0.25 * (gr - 1500) * 0.3, 2.6 + 0.035 * yy + 5.5 * kb[i]
            it = P / (ul - 12)
            u2 = ul - rc * it
            rt += H * (0.0011 * (0.4 + 5.5 * kb[i]) * it * it * 3 - (rt - amb) * 0.005)
            tcv += H * (0.0125 * it + 0.02 - (tcv - amb) * 0.0030 * (1 - 0.42 * kt[i]))
            Pl, e = P / 1000 + 0.25 + 0.03 * abs(ig) + 0.15 * aux, 1500 - gr
            Ith = clip(Ith + 0.00018 * e * H * (1 + 6 * ga[i]), 0.05, 1)
            thr = clip(Ith + 0.0009 * (1 - 0.5 * min(ga[i], 1.2)) * e, 0.03, 1)
            gr += H * (2400 * thr * (1 - 0.15 * gf[i]) - 300 * Pl - 0.35 * (gr - 300)) * 0.6
            tc += H * (0.055 * Pl + 0.12 - (0.0005 + 0.0035 * clip((tc - 76 + 14 * gt[i]) / 10, 0, 1)) * (tc - amb))
            ex += H * (160 + 150 * thr * 1.4 + 9 * gf[i] - (ex - amb) * 0.9) * 0.08
            o.rows.append((p * (1 - 0.08 * vj[i]), p, rpm, iv, tv, ml, mr, tl, tr, ten * (1 - 0.10 * gs[i]), ig, vy_, tb, isl, fsl, isf, ws, disk, dpr, dt, dh, gr, thr, tc, ex, gain, a, ul, u2, it, psl, q, hst, hd, il1, lt, tcv, rt))
            if i == 0: slips = []
            slips.append((slip, Ip, cut, qleak))
        o.give()
        g = np.array(slips)
        self.slip, self.skd, self.cutf, self.leakq = (np.interp(self.t, np.arange(len(g)) * H, g[:, j]) for j in range(4))

    def load_aux(self): return self.pieces("aux", 25, 120, 0, 1)

    def conditions(self):
        B, mv = self.B, self.v > 0.02
        sl, ma = lp((self.slf > 5) * 1.0, 0.5) > 0.5, B["mat"] > 0.5
        self.place("pl_l pl_v pl_r", self.x, self.y, 1.7, np.ones(self.n, bool), 0.15)
        self.beyond("n_vir", self.rpm, VAK + ":apsukos", "fan speed|apsukos|rpm|speed|faster", 0.6), self.beyond("n_sl", np.abs(self.sway), MEN + ":poslinkis", "sway|poslinkis|blade", 0.6, mv), self.beyond("n_sk", self.wind, VEJ + ":vejo_greitis", "wind|vejo greitis|vejas", 0.62)
        self.beyond("n_it", self.itot, MAI + ":linijos_srove", "current|linijos srove|srove|load", 0.62), self.beyond("n_tr", self.ten, LYN + ":itempimo_jega", "tension|itempimo jega|rope|jega", 0.5, mv), self.beyond("n_ge", 100 * self.thr, GEN + ":droselis", "throttle|droselis|load", 0.6)
        self.beyond("n_ul", self.th, ULT + ":storis", "thickness|storis", 0.5, ma)
        for kinds, vis, w in (("vred vseg vgr", mv, "crawl|moves|moving|drives|speed|greitis"), ("gbug", np.abs(self.vy) > 0.03, "winch|turns|moves|moving|greitis|speed"), ("upjez uoras ugreit spurk snut", ma, "measur|couplant|debitas|slegis|matuo"), ("slgu sldisk slspa sljeg", sl, "sand|slif|apsukos|jega"), ("dzpur", B["deng"] > 0.5, "coat|paint|deng|dazu")): self.mode(kinds, vis, *w.split("|"))

    def publish(self):
        B, W, t, amb, s, F = self.B, self.wander, self.t, self.amb, self.send, self.f
        mv, sl, ma = np.tanh(self.v * 40), lp(B["slif"] > 0, 0.6), B["mat"]
        s(POZ, P + "Poza", 5, dict(padetis_x=M(self.x, 1e-3, 0.015), padetis_y=M(self.y, 1e-3, 0.025), kryptis=M(90 * np.sign(lp(self.vy, 2)) * np.tanh(np.abs(lp(self.vy, 2)) * 60), 0.1, 0.5), tikslumas=M(0.05 + 0.02 * np.abs(W("tk", 1, 30)), 1e-3, 0.004)))
        s(VAK, P + "Vakuumas", 8, dict(vakuumas=[M(self.p1, 0.01, 0.03), M(self.p2, 0.01, 0.03)], apsukos=M(self.rpm, 5, 25), variklio_srove=M(self.iv, 0.02, 0.08), variklio_temperatura=M(self.tv, 0.5, 0.2, 5), siurbimo_virpesiai=M(0.35 + 0.09 * (self.rpm / 1000) ** 1.2 * (1 + 0.1 * W("sv", 1, 1)) + 1.0 * F("vguol"), 0.02, 0.07, 0, 0)))
        slv = [self.vy * (1 + 0.01 * self.slip * 0.2), self.vy * (1 + 0.01 * self.slip * 0.2)]
        vt = F("vtemp")
        s(VIK, P + "Vikstrai", 10, dict(greitis=[M(z, 1e-3, 0.003) for z in slv], variklio_srove=[M(self.ml, 0.02, 0.12, 0, 0), M(self.mr, 0.02, 0.12, 0, 0)], variklio_temperatura=[M(self.tl, 0.5, 0.15, 5), M(self.tr, 0.5, 0.15, 5)], itempimas=[M((410 + 5 * W(f"it{i}", 1, 40)) * (1 - (0.1 * vt if i else 0)), 1, 4) for i in (0, 1)], slydimas=M(self.slip * (0.3 + 0.7 * mv), 0.1, 0.4, 0.5, 0)))
        s(LYN, P + "Lynas", 6, dict(itempimo_jega=M(self.ten, 1, 4), gerves_srove=M(self.ig, 0.02, 0.1), isleista=M(62 - self.y * 1.0 + 0.3, 0.01, 0.01), gerves_greitis=M(-self.vy, 1e-3, 0.004), bugno_temperatura=M(self.tb, 0.5, 0.15, 8)))
        s(ULT, P + "Ultragarsas", 8, dict(storis=M(np.where(ma > 0.5, self.th, 0), 0.02, 0.09, 0.2, 0), stiprinimas=M(self.gain, 0.1, 0.12), aido_amplitude=M(self.amp, 0.5, 1.8, 0, 0), triuksmas=M(3.5 + 0.09 * self.gain + 0.6 * np.abs(W("ut", 1, 1)), 0.05, 0.3, 0, 0)))
        s(SKY, P + "Skystis", 5, dict(slegis=M(self.skp, 0.01, 0.03), debitas=M(self.skq, 0.01, 0.025, 0, 0), siurblio_apkrova=M(100 * self.skd, 0.5, 0.5, 0, 0, 100), talpos_lygis=M(88 - (np.cumsum(self.skq + 1.5 * self.leakq) * 0.05 / 60 * 1.4), 0.2, 0.25, 2, 0, 100)))
        cut = self.cutf
        s(SLI, P + "Slifuoklis", 8, dict(apsukos=M(self.psl, 5, 12), variklio_srove=M(self.sli, 0.02, 0.1, 0, 0), prispaudimo_jega=M(self.slf, 0.2, 1.0), pavaros_srove=M(self.isf, 0.01, 0.04), virpesiai=M(0.1 + sl * (1.2 + 0.25 * cut * (1 + 0.3 * W("sl", 1, 0.6)) + 0.9 * F("slgu")), 0.02, 0.08, 0, 0), disko_temperatura=M(self.ptd, 0.5, 0.4, 3)))
        den = lp(B["deng"], 1)
        s(DAN, P + "Danga", 4, dict(dazu_temperatura=M(self.dtm, 0.1, 0.1, 4), sildymo_galia=M(100 * self.dht, 0.5, 0.4, 0, 0, 100), dazu_slegis=M(self.dp, 0.02, 0.04, 0.5), dazu_debitas=M(den * 42 * (1 - 0.4 * F("dzpur")), 0.2, 0.6, 0.5, 0), klampumas=M(95 - 1.4 * self.dtm, 0.2, 0.6, 3)))
        s(SKE, P + "Skeneris", 5, dict(profilis=[M(120 + 9 * np.sin(self.x * 2 + self.y * 0.4 + i) + 4 * np.sin(self.y * 1.9 + 2 * i) + 0.15 * self.sw, 0.02, 0.12) for i in range(4)], linijos_ryskumas=M(148 - 14 * self.sun + 3 * W("lr", 1, 5), 1, 1.5, 0, 0, 255), trukstami=M(2.5 + 1.4 * self.sun + 0.4 * np.abs(W("tr", 1, 3)), 0.1, 0.25, 0, 0)))
        s(KAM, P + "Kamera", 4, dict(astrumas=M(61 - 9 * np.tanh(self.v * 9) + 2 * W("as", 1, 6), 0.5, 1.0), ekspozicija=M(5.5 - 3 * self.sun + 0.2 * W("ek", 1, 4), 0.05, 0.08, 0, 0.2), vaizdo_velinimas=M(82 + 7 * np.abs(W("vv", 1, 1.2)) + 4 * self.since(3), 1, 3), pazaidos=M(np.floor(t / 300) + 40 * self.idx, 1, 0)))
        s(APS, P + "Sviesa", 3, dict(lempos_srove=[M(self.lam * 1.9, 0.01, 0.02), M(self.lam / (1 + 0.45 * F("lemp")) * 1.9, 0.01, 0.02)], lempos_temperatura=M(self.lt, 0.5, 0.2, 5), sviesos_kiekis=M(300 + 900 * lp(B["foto"], 0.4) + 500 * self.sun, 5, 12)))
        s(MAI, P + "Maitinimas", 6, dict(linijos_itampa=M(self.u2, 0.1, 0.4), linijos_srove=M(self.itot, 0.01, 0.03), keitiklio_temperatura=M(self.tcv, 0.5, 0.2, 6), zemos_itampos=M(24.3 - 0.12 * self.itot, 0.01, 0.02), izoliacija=M(640 - 6 * amb + 14 * W("iz", 1, 200), 5, 8, 0, 5)))
        s(BAT, P + "Baterija", 2, dict(itampa=M(26.9 + 0.02 * amb, 0.01, 0.01), srove=M(0.15 + 0.1 * np.abs(W("bs", 1, 90)), 0.01, 0.015), ikrova=M(99, 0.5, 0.2, 0, 0, 100), celes_itampa=[M(3.36 + 0.0025 * amb + self.u(f"ce{i}", 0.004), 0.001, 0.0015) for i in range(4)]))
        s(GEN, P + "Generatorius", 4, dict(apsukos=M(self.gr, 1, 2.5), droselis=M(100 * self.thr, 0.5, 0.5, 0.4, 0, 100), kuro_lygis=M(82 - 9 * np.mod(t / 3600 + self.su("fu", 0.3), 1), 0.5, 0.6, 10), ausinimo_temperatura=M(self.tc, 0.5, 0.25, 10), ismetimo_temperatura=M(self.ex, 1, 2, 4), alyvos_slegis=M(3.6 + 0.0012 * (self.gr - 1500) - 0.012 * (self.tc - 78), 0.01, 0.03), isejimo_itampa=M(self.ul, 0.2, 0.4)))
        s(VEJ, P + "Vejas", 2, dict(vejo_greitis=M(self.wind, 0.1, 0.25, 0.6, 0), vejo_kryptis=M(238 + 16 * W("wd", 1, 40), 1, 4), oro_temperatura=M(amb, 0.1, 0.07, 30)))
        s(MEN, P + "Mentes", 5, dict(poslinkis=[M(self.sway, 0.005, 0.02, 0, 0), M(0.4 * self.sway, 0.005, 0.012, 0, 0)], daznis=M(0.42 + 0.006 * W("dz", 1, 30), 1e-3, 0.003)))
        vib = 0.06 + 0.5 * self.v + 0.25 * sl * (1 + 0.5 * F("slgu"))
        tilt = np.clip(0.3 * self.sw, -9, 9) + 4 * np.sin(self.y / 9) + 2 * self.x
        s(INE, P + "Inercija", 10, dict(pagreitis=[M(9.81 * np.sin(np.radians(tilt)) + vib * self.white("ia"), 2e-3, 0.04), M(9.81 * np.cos(np.radians(tilt)) + vib * self.white("ib"), 2e-3, 0.04), M(0.3 * self.diff(self.sw) * 0.2 + vib * self.white("ic"), 2e-3, 0.04)], kampinis_greitis=[M(self.diff(lp(tilt, 0.2)) * 0.5 + 2 * vib * self.white(f"ig{i}"), 0.02, 0.2) for i in range(3)]))
        s(SIL, P + "Sildymas", 2, dict(korpuso_temperatura=M(self.hst - 1.6 * F("sildt"), 0.1, 0.06, 8), sildymo_galia=M(100 * self.hd, 0.5, 0.4, 0, 0, 100), ventiliatorius=M(2250 + 30 * self.hd, 5, 14)))
        s(KOM, P + "Kompiuteris", 2, dict(apkrova=M(36 + 11 * lp(B["foto"], 3) + 9 * ma + 5 * self.since(3), 0.5, 1.8, 0, 0, 100), atmintis=M(1930 + 60 * self.since(3) + 40 * self.since(8) + self.pieces("at", 60, 200, -14, 14), 1, 4), plokstes_temperatura=M(self.hst + 17 + 3 * lp(ma, 100), 0.5, 0.25), ciklo_laikas=M(18 + 0.9 * np.abs(W("ci", 1, 0.6)) + 1.2 * ma, 0.1, 0.25)), strs=dict(versija=self.ver("1.14", "1.15", "2.0")))
        s(RAD, P + "Radijas", 2, dict(signalas=M(-62 - 0.35 * self.y - 1.5 * W("rs", 1, 7), 1, 1), velinimas=M(36 + 8 * np.abs(W("rv", 1, 1)) + 0.3 * self.y, 1, 2.5), praradimai=M(0.5 * np.abs(W("rp", 1, 6)), 0.05, 0.1, 0, 0)))
        s(ZAI, P + "Zaibas", 2, dict(varza=M(11 + 0.1 * self.y + 0.3 * W("zv", 1, 60), 0.1, 0.15), testo_srove=M(0.02 + 0.98 * lp(B["zaib"], 0.5), 0.005, 0.006), matavimai=M(30 * self.idx + np.cumsum(np.diff(B["zaib"], prepend=0) > 0.5), 1, 0)))
        du = F("dulk")
        s(DUL, P + "Dulkes", 3, dict(siurbimo_slegis=M((0.5 + 4.2 * sl) * (1 - 0.34 * du), 0.02, 0.05, 0.4), siurbimo_srove=M((0.4 + 3.1 * sl) * (1 + 0.24 * du), 0.02, 0.05, 0.4), dulkiu_kiekis=M(2 + 5 * lp(cut * (self.psl > 500), 2) * (1 + 0.4 * du) + 0.5 * np.abs(W("du", 1, 8)), 0.1, 0.2, 0, 0), filtras_pilnas=0))
        s(UZD, P + "Uzduotis", 2, dict(etapas=B["etap"], darbo_rusis=B["rus"], juosta=B["juos"] + 200 * self.idx, greicio_riba=M(0.15 + 0.05 * (B["rus"] == 3), 0.01, 0), rankinis=B["rank"])), s(SAU, P + "Sauga", 2, dict(stabdis_atleistas=1, pakaba_tvarkoje=1, zmones_arti=B["zmon"]))
        hu = 38 + 0.9 * (14 - amb) + 3 * W("hu", 1, 300)
        s(DRE, P + "Oras", 1, dict(dregme=M(hu, 0.5, 0.4, 10, 0, 100), rasos_taskas=M(6 + 0.12 * (hu - 40) + 0.1 * self.hst, 0.1, 0.12, 10), oro_slegis=M(1004 + self.su("pr", 5) + W("pp", 0.4, 400), 0.1, 0.1)))
        s(GAR, P + "Garsas", 4, dict(triuksmo_lygis=M(61 + 1.1 * (self.rpm / 1000 - 8) + 9 * sl + 0.25 * self.wind + 1.5 * (mv - 0.5), 0.5, 0.9), budingas_daznis=M(self.rpm / 60 * 7, 2, 12)))
        s(SPA, P + "Rankena", 3, dict(rankenos_padetis=M(48 + 6 * np.sin(self.y / 2.1) + 2 * self.x, 0.1, 0.3), rankenos_jega=M(22 + 3 * W("rj", 1, 2) + 9 * sl, 0.2, 0.7)))
        s(RIT, P + "Rite", 3, dict(rites_momentas=M(14 + 9 * mv * np.sign(self.vy) * 0.5 + 2 * np.abs(W("rm", 1, 2)), 0.2, 0.5), kabelio_ilgis=M(80 - self.y + 0.2, 0.01, 0.02), ziedo_temperatura=M(self.rt, 0.5, 0.2, 8)))
        s(NUO, P + "Nuolydis", 4, dict(polinkis=M(tilt, 0.02, 0.07), posvyris=M(1.5 * self.x + 0.5 * np.sin(self.y / 4), 0.02, 0.06)))
        s(RIN, P + "Stotis", 2, dict(apsukos_bugno=M(np.abs(self.vy) * 210, 0.2, 0.6), stoties_srove=M(1.4 + 0.3 * np.abs(self.ig) + 0.6 * self.load_aux(), 0.02, 0.05), lauko_temperatura=M(amb - 0.6, 0.1, 0.08, 60), dangtis_uzdarytas=B["zmon"] < 0.5))
        self.say("s_vak", "vakuumo_valdymas", "VAK", "vacuum low, crawling stopped for a moment", "vacuum below limit"), self.say("s_dulk", "dulkiu_siurblys", "DUL", "dust filter full, change it", "dust filter difference high")
        self.say("s_gen", "generatorius", "GEN", "fuel low", "fuel below reserve"), self.say("s_ult", "ultragarsas", "ULT", "probe lost contact", "no echo, couplant missing")
        self.talk(self.ver("1.14", "1.15", "2.0"), [("I", "vakuumo_valdymas", "fan started"), ("W", "generatorius", "cold start, warming up"), ("I", "lyno_gerve", "rope zero taken")], [(9, "I", "uzduotis", "strip done in {} s", 40, 130), (7, "W", "vejas", "gust, waited {} s", 4, 30), (5, "I", "ultragarsas", "wedge checked, {} us", 5, 9), (4, "W", "radijo_rysys", "server slow {} ms", 400, 900), (2, "W", "kamera", "low sun, exposure {} ms", 1, 3)],
            [("kamera", "KAM", 3), ("profilio_skeneris", "SKE", 2), ("radijo_rysys", "RAD", 1)], "/mentes_darbas/_action/status")
