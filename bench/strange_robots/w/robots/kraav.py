"""Trenching vehicle on the sea floor: tracks, chain cutter, jets, ejector, power through an umbilical from a ship with a heave compensated winch. Estonian fields without accents."""

# fmt: off
from math import sqrt, tanh

from base import H, NUM, PLACE, Book, M, Rec, Rig, clip, k, lp, mdef, np

ASE, ROO, KET, JOA, IMI, HUD, NOO, TOI, VIN, TRA, POT, TAS, KAB = "/asend", "/roomikud", "/loikekett", "/joapumbad", "/imitoru", "/hudraulika", "/nool", "/toitekaabel", "/vints", "/trafo", "/elektroonikapott", "/tasandaja", "/kaablileidja"
SON, KOR, VES, HOO, LII, KAA, LAM, ARV, AND, TOO, OHU, LAE, TOU, VIB, MAA, AKU, LEK, KIR = "/sonar", "/korgusmoodik", "/merevesi", "/hoovus", "/liikumisandur", "/kaamera", "/lambid", "/arvuti", "/andmeside", "/tookaik", "/ohutus", "/laev", "/tousukruvid", "/vibratsioon", "/maarimine", "/varuaku", "/lekkeandurid", "/koormusandur"
SOI, JUG, KETT, NOL = dict(where="when it drives"), dict(where="when it jets"), dict(where="when the chain cuts"), dict(where="when the boom moves", need=6)
P = "kraav_msgs/msg/"


class Kraav(Rig):
    NAME, MILD = "kraav", ("s_leke",)
    DEFS = {P + a: mdef(b) for a, b in dict(
        Asend="float64 asukoht_x asukoht_y; float32 suund vee_sugavus tapsus", Roomikud="float32[2] kiirus mootori_rohk pingsus; float32 libisemine lekkevool", Kett="float32 keti_kiirus mootori_rohk keti_pingsus laagri_temperatuur", Joapumbad="float32[2] poorded mootori_vool mootori_temperatuur; float32 joa_rohk joa_vooluhulk imemisrohk", Imitoru="float32 alarohk segu_tihedus segu_vooluhulk",
        Hudraulika="float32 susteemi_rohk pumba_nurk mootori_vool oli_temperatuur filtri_rohk vett_olis", Nool="float32[2] noole_nurk silindri_rohk klapi_avatus; float32 nurga_viga", Toitekaabel="float32 liini_pinge liini_vool isolatsioon kaabli_temperatuur ronga_temperatuur", Vints="float32 tombejoud mootori_vool valjas_pikkus trumli_temperatuur gaasi_rohk kolvi_kaik", Trafo="float32 mahise_temperatuur oli_tase madal_pinge",
        Pott="float32 sisetemperatuur niiskus siserohk toitepinge", Tasandaja="float32[2] oli_maht rohuvahe", Leidja="float32 signaali_tugevus kaabli_sugavus korvalekalle; float32[3] mahis", Sonar="float32[6] kaugus; float32 muratase", Korgus="float32 korgus", Vesi="float32 juhtivus soolsus vee_temperatuur hagusus", Hoovus="float32 hoovuse_kiirus hoovuse_suund",
        Liikumine="float32[3] kiirendus poordekiirus; float32 kreen kalle", Kaamera="float32 teravus sariaeg pildi_viide; uint16 leitud_kivid", Lambid="float32[2] lambi_vool; float32 lambi_temperatuur valgustihedus", Arvuti="float32 koormus malu plaadi_temperatuur tsukli_aeg; string tarkvara", Andmeside="float32 valguse_tase viide kadu", Tookaik="uint8 etapp too_liik; uint16 labim; float32 kiiruse_piir; bool kasitsi", Ohutus="bool seiskamine_vaba luuk_suletud; uint8 sukeldujaid",
        Laev="float32 laine_korgus tekivool laeva_kiirus", Tousukruvid="float32[2] kruvi_poorded kruvi_vool; float32 maapinna_surve", Vibratsioon="float32[2] vonke_tase; float32 pohisagedus", Maarimine="float32 maarde_rohk maarde_tase", Aku="float32 aku_pinge aku_vool laetus", Leke="float32[3] takistus", Koormus="float32 noole_koormus vaande_koormus").items()}
    KINDS = dict(
        hammas=k("teeth of the chain worn: more pressure for the same soil", KET, "mootori_rohk", "chain teeth|chain|loikekett", cons="nool|silindri rohk|noole koormus|hudraulika|mootori vool|pumba nurk|oli temperatuur|toitekaabel|liini vool|liini pinge|trafo|mahise temperatuur|koormusandur|keti kiirus", slow=True, **KETT),
        klaager=k("bearing of the chain wheel: hot, vibrates", [KET, VIB], "laagri_temperatuur vonke_tase[0]", "chain bearing|chain|loikekett|vibratsioon", cons="nool|silindri rohk|koormusandur|toitekaabel|mootori rohk|hudraulika", slow=True, tail=500, **KETT),
        klodv=k("chain slack: tension low and swinging", KET, "keti_pingsus keti_kiirus", "chain tension|chain|loikekett", cons="hudraulika", **KETT),
        otsik=k("jet nozzles worn wide: pumps turn faster, more flow", JOA, "poorded joa_vooluhulk mootori_vool", "jet nozzles|jets|joapumbad", cons="merevesi|hagusus|kaamera|lambid|valgustihedus|imitoru|tasandaja|laev|tekivool|vibratsioon|elektroonikapott|toitepinge|imemisrohk|toitekaabel|liini vool|liini pinge|trafo|mahise temperatuur|mootori temperatuur|joa rohk", slow=True, **JUG),
        umme=k("jet nozzles clogged: little flow", JOA, "joa_vooluhulk poorded", "jet nozzles|jets|joapumbad", cons="merevesi|hagusus|kaamera|lambid|valgustihedus|imitoru|tasandaja|laev|tekivool|vibratsioon|elektroonikapott|toitepinge|mootori vool|imemisrohk|toitekaabel|liini vool|trafo|imitoru|segu tihedus", slow=True, **JUG),
        tiivik=k("impeller of jet pump 1 worn: both pumps turn faster", JOA, "poorded[0] poorded[1]", "impeller|jet pump 1|joapumbad", cons="tasandaja|laev|tekivool|vibratsioon|elektroonikapott|toitepinge|mootori vool|toitekaabel|trafo|joa rohk|liini vool", slow=True, **JUG),
        jlaager=k("bearing of jet pump 2: current, heat, vibration", [JOA, VIB], "mootori_vool[1] mootori_temperatuur[1] vonke_tase[1]", "jet pump 2|pump bearing|joapumbad|vibratsioon", cons="tasandaja|laev|tekivool|vibratsioon|elektroonikapott|toitepinge|toitekaabel|trafo", slow=True, tail=500, **JUG),
        soel=k("strainer of the jet pumps full of weed: suction low, pumps turn faster", JOA, "imemisrohk poorded", "strainer|jet pumps|joapumbad", cons="tasandaja|laev|tekivool|vibratsioon|elektroonikapott|toitepinge|mootori vool|toitekaabel|trafo|joa rohk|liini vool|mootori temperatuur", slow=True, **JUG),
        joandur=k("jet pressure sensor reads low: pumps push more", JOA, "poorded mootori_vool joa_vooluhulk", "jet pressure sensor|joapumbad", cons="merevesi|hagusus|kaamera|lambid|valgustihedus|imitoru|tasandaja|laev|tekivool|vibratsioon|elektroonikapott|toitepinge|imemisrohk|toitekaabel|liini vool|liini pinge|trafo|mahise temperatuur|mootori temperatuur|imitoru|segu tihedus", slow=True, **JUG),
        ejek=k("throat of the ejector worn: little suction", IMI, "alarohk segu_vooluhulk", "ejector|imitoru", slow=True, cons="segu tihedus", **JUG),
        vroom=k("left track motor leaks inside: more pressure, leak flow", ROO, "lekkevool mootori_rohk[0]", "left track motor|left track|roomikud", cons="hudraulika|pumba nurk|mootori vool", slow=True, **SOI),
        proom=k("clay packed in the right track: runs hard", ROO, "mootori_rohk[1]", "right track|clay|roomikud", cons="hudraulika|pumba nurk|mootori vool", slow=True, **SOI),
        libis=k("grousers worn: tracks slip", ROO, "libisemine kiirus", "grousers|tracks|roomikud", slow=True, **SOI),
        pingr=k("tensioner of the right track leaks", ROO, "pingsus[1]", "right track tensioner|tensioner|roomikud", "off -16", slow=True, tail=300),
        hpump=k("hydraulic pump leaks inside: swash angle, current and heat up", HUD, "pumba_nurk mootori_vool oli_temperatuur", "hydraulic pump|hudraulika", cons="tasandaja|toitekaabel|liini vool|liini pinge|trafo", slow=True, tail=500),
        hfilt=k("hydraulic filter clogs", HUD, "filtri_rohk", "hydraulic filter|filter|hudraulika", "gain .7", slow=True),
        hvesi=k("sea water gets into the oil", [HUD, TAS], "vett_olis oli_maht[0]", "hydraulic oil|oil|hudraulika", slow=True, tail=900),
        hreg=k("pressure controller hunts: pilot orifice dirty", HUD, "susteemi_rohk pumba_nurk", "pressure controller|hydraulic pump|hudraulika", cons="mootori vool|roomikud|mootori rohk"),
        tleke=k("compensator 2 loses oil", TAS, "oli_maht[1] rohuvahe[1]", "compensator 2|tasandaja", slow=True, tail=900),
        nsil=k("boom cylinder 1 leaks: its valve works against it", NOO, "klapi_avatus[0] nurga_viga", "boom cylinder|boom|nool", cons="hudraulika", slow=True),
        npuks=k("boom bushing dry: pressure while moving", NOO, "silindri_rohk[0] silindri_rohk[1]", "boom bushing|boom|nool", **NOL),
        nandur=k("boom angle sensor 2 has a loose plug", NOO, "noole_nurk[1]", "boom angle sensor|boom|nool", "tele 2.5 .6 4"),
        kont=k("slip ring of the umbilical burnt: drop and heat", [TOI], "liini_pinge ronga_temperatuur", "slip ring|umbilical|toitekaabel", cons="trafo|madal pinge|liini vool|mahise temperatuur", slow=True, tail=500),
        isol=k("insulation of the umbilical falls", TOI, "isolatsioon", "insulation|umbilical|toitekaabel", "gain -.18;rw 4 40", slow=True),
        vgaas=k("heave compensator lost gas: rod moves more, tension swings", VIN, "gaasi_rohk kolvi_kaik tombejoud", "heave compensator|winch|vints", cons="mootori vool", slow=True),
        vlaager=k("drum bearing of the winch stiff: current and heat", VIN, "mootori_vool trumli_temperatuur", "drum bearing|winch|vints", slow=True, tail=500, cons="tombejoud"),
        vandur=k("load pin of the winch reads low: pulls harder", VIN, "mootori_vool", "load pin|winch|vints", cons="trumli temperatuur|kolvi kaik|tombejoud|gaasi rohk", slow=True),
        vpikk=k("length counter of the winch slips", VIN, "valjas_pikkus", "length counter|winch|vints", "gain .03", slow=True),
        tjah=k("transformer oil does not flow: winding hot", TRA, "mahise_temperatuur", "transformer|trafo", cons="tasandaja", slow=True, tail=600),
        tpinge=k("low voltage uneasy: tap changer contact", TRA, "madal_pinge", "tap changer|transformer|trafo", "part .02 .4 2"),
        pvent=k("fan of the pod stands: hot inside", POT, "sisetemperatuur", "pod fan|pod|elektroonikapott", slow=True, tail=600, cons="arvuti|plaadi temperatuur|niiskus|siserohk"),
        pniis=k("seal of the pod weeps: moist", POT, "niiskus", "pod seal|pod|elektroonikapott", "off 5", slow=True),
        p24=k("supply of the pod dips", POT, "toitepinge", "pod supply|pod|elektroonikapott", "part .04 .3 2"),
        kmah=k("coil 2 of the cable tracker weak: corroded", KAB, "mahis[1] signaali_tugevus", "coil 2|cable tracker|kaablileidja", slow=True),
        kmyra=k("cable tracker disturbed by a lamp driver", KAB, "korvalekalle", "cable tracker|kaablileidja", "sd 5;hum .12 3"),
        ksug=k("burial depth reads too deep: calibration lost", KAB, "kaabli_sugavus", "burial depth|cable tracker|kaablileidja", "off .14"),
        sonm=k("sonar membrane fouled: ranges short, loud", SON, "kaugus[2] kaugus[3]", "sonar|membrane", "part .4 .6 2", cons="muratase"),
        sonk=k("sonar ground loop: noise", SON, "muratase", "sonar|ground loop", "off 5;sd 2"),
        korg=k("altimeter sees the plume: drops out", KOR, "korgus", "altimeter|korgusmoodik", "cut .1 .5 2.5"),
        juht=k("conductivity cell grown over", VES, "juhtivus soolsus", "conductivity cell|sea water|merevesi", "gain -.025;lag 60", slow=True),
        hagu=k("turbidity window grown over", VES, "hagusus", "turbidity|sea water|merevesi", "off 9;gain .3", slow=True),
        vtemp=k("water thermometer slow: mud on it", VES, "vee_temperatuur", "water thermometer|sea water|merevesi", "lag 400;off .35", slow=True, need=60),
        hoov=k("current meter: rotor with weed", HOO, "hoovuse_kiirus", "current meter|hoovus", "gain -.4;dead .02", slow=True),
        giro=k("gyro z has a bias", LII, "poordekiirus[2]", "gyro|motion sensor|liikumisandur", "off 1.3"),
        kallt=k("pitch sensor stands off: bracket bent", LII, "kalle", "pitch sensor|motion sensor|liikumisandur", "off 1.6"),
        kter=k("camera window with mud film: unsharp, long exposure", KAA, "teravus sariaeg", "camera|camera window|kaamera", slow=True),
        kvii=k("pictures late", KAA, "pildi_viide", "camera|kaamera", "off 30;sd 3"),
        lamp=k("lamp 2 flickers: wet connector", LAM, "lambi_vool[1] valgustihedus", "lamp 2|lamps|lambid", "part .35 .3 1.5"),
        lkuum=k("lamp hot: driver aged", LAM, "lambi_temperatuur", "lamps|lamp driver|lambid", "off 4;lag 60", slow=True),
        arv=k("sonar display hangs: computer busy", ARV, "koormus tsukli_aeg", "computer|arvuti", "gain .24"),
        malu=k("memory grows", ARV, "malu", "computer|memory|arvuti", "creep 190", slow=True),
        kiud=k("fibre plug dirty: light falls", AND, "valguse_tase kadu", "fibre|data link|andmeside", slow=True),
        tkruvi=k("rope in lifting screw 1: more current for the speed", TOU, "kruvi_vool[0]", "lifting screw 1|screw 1|tousukruvid", cons="toitekaabel", slow=True),
        surve=k("ground pressure cell reads low: screws push down less", TOU, "kruvi_poorded kruvi_vool", "ground pressure cell|lifting screws|tousukruvid", cons="trafo|hudraulika|mahise temperatuur|oli temperatuur|tasandaja|roomikud|toitekaabel|libisemine|mootori rohk", slow=True),
        maare=k("grease line torn: little pressure", MAA, "maarde_rohk", "grease line|maarimine", "gain -.4", need=40),
        aku=k("spare battery draws all the time: a cell shorted", AKU, "aku_vool", "spare battery|varuaku", "off .35", slow=True),
        lekk=k("leak detector 2 sees moisture", LEK, "takistus[1]", "leak detector 2|leak detectors|lekkeandurid", "gain -.18;sd 2", slow=True),
        vaan=k("boom load cell: torsion gauge drifts", KIR, "vaande_koormus", "boom load cell|koormusandur", "rw 2 30;off 3", slow=True),
        avii=k("position late: acoustic modem busy", ASE, "header.stamp", "position|asend|acoustic modem", "late .9"),
        rharv=k("track messages halved", ROO, "header.stamp", "tracks|roomikud|track bus", "thin .4 .19"),
        lpuru=k("motion messages in bursts", LII, "header.stamp", "motion sensor|liikumisandur", "burst 1.2"),
        jkadu=k("jet pump messages get lost", JOA, "header.stamp", "jet pumps|joapumbad", "loss .5"),
        pl_r=k("right track pulls more at one place: boulders", ROO, "mootori_rohk[1]", "right track|boulders|roomikud", "off 19", **PLACE),
        pl_k=k("cable signal weak at one place: repeater", KAB, "signaali_tugevus", "cable tracker|repeater|kaablileidja", "gain -.3", **PLACE),
        pl_a=k("position jumps at one place: echo from a wreck", ASE, "tapsus", "position|wreck|asend", "off .11;sd 3", **PLACE),
        n_ket=k("chain bearing shakes when the chain pressure is above a number: key loose", VIB, "vonke_tase[0]", "chain bearing|vibratsioon|key", "off .8;sd 2", **NUM),
        n_joa=k("jet pressure pulses when the flow is above a number: check valve", JOA, "joa_rohk", "check valve|jets|joapumbad", "hum .3 1.1", **NUM),
        n_liin=k("insulation uneasy when the line current is above a number", TOI, "isolatsioon", "insulation|umbilical|toitekaabel", "rw 3 4;off -3", **NUM),
        n_laine=k("winch current ripples when the waves are higher than a number: brake drags", VIN, "mootori_vool", "winch brake|winch|vints", "hum 5 1.7", **NUM),
        n_hagu=k("sharpness falls when the water is more turbid than a number: wiper dead", KAA, "teravus", "wiper|camera|kaamera", "off -8;sd 1.5", **NUM),
        n_nurk=k("cylinder pressure 2 noisy when the swash angle is above a number", NOO, "silindri_rohk[1]", "boom cylinder 2|boom|nool", "sd 5", **NUM),
        n_hoov=k("roll uneasy when the current is above a number: side skid loose", LII, "kreen", "side skid|motion sensor|liikumisandur", "hum .7 2.3", **NUM),
        s_kett=k("chain drive reports a stall", [KET, "/rosout", "/diagnostics"], "keti_kiirus", "chain drive|chain|loikekett", "cut 0 1 6", silent=False),
        s_leke=k("leak detector warns of water in the pod", [LEK, "/rosout", "/diagnostics"], "takistus[0]", "leak detectors|lekkeandurid", "off -40", silent=False),
        s_side=k("data link reports lost frames", [AND, "/rosout", "/diagnostics"], "kadu", "data link|andmeside", "tele 9 1 4", silent=False),
        s_son=k("sonar reports an overtemperature", [SON, "/rosout", "/diagnostics"], "muratase", "sonar", "off 14", silent=False),
    )

    def jobs(self):
        x0 = self.rng("route").uniform(10, 30)
        b = Book(self, x=x0, y=0.0, etap=0, liik=1, joa=0.0, kett=0.0, nool=0.0, labi=0, kasi=0, suk=0, lamp=1.0, greas=0)
        step = (0.6, 0.45, 0.8)[self.site()]
        b.wait(b.u(20, 70))
        sec, deck = x0, []
        while b.more:
            t0 = b.t
            deck = deck or list(b.r.permutation(("joa", "kett", "joa", "moot", "kett") + (("mol",) if self.since(6) else ())))   # life/6: chain and jets together
            kind = str(deck.pop())
            v = dict(joa=0.26, kett=0.17, moot=0.4, mol=0.14)[kind] * b.u(0.85, 1.15) * (0.8 if self.life_is(6) else 1)
            b.set(liik=dict(joa=1, kett=2, moot=3, mol=4)[kind], etap=1)
            L_, n = b.u(11, 17), int(b.u(2, 4)) + (kind == "joa")
            b.drive(0.4, sec, b.u(-1, 1))
            for i in range(n):
                end = sec + L_ if b.now("x") < sec + L_ / 2 else sec
                b.set(labi=b.now("labi") + 1, etap=2)
                if kind != "moot": b.move(9, nool=b.u(24, 38) if kind != "joa" else b.u(14, 28))
                if kind in ("joa", "mol"): b.move(5, joa=b.u(0.85, 1.1))
                if kind in ("kett", "mol"): b.move(4, kett=1.0)
                b.set(etap=3)
                for s in np.linspace(b.now("x"), end, 4)[1:]:
                    b.drive(v * b.u(0.85, 1.15), s, b.now("y") + b.u(-0.15, 0.15))
                    if b.chance(0.08): b.wait(b.u(4, 18), etap=6)                                        # a stone, a look
                    if b.chance(0.03): b.set(kasi=1), b.drive(0.1, b.now("x") + 0.4, b.now("y")), b.wait(b.u(5, 15)), b.set(kasi=0)
                b.move(4, joa=0.0, kett=0.0), b.set(etap=4)
                b.move(8, nool=4.0)
                if self.since(3) and b.chance(0.4): b.set(etap=9), b.wait(b.u(15, 30), lamp=1.6), b.set(lamp=1.0)    # new in life/3: pictures of the trench
                b.drive(0.3, b.now("x"), np.clip(b.now("y") + step * (1 if b.chance(0.5) else -1), -2.5, 2.5))
            if b.once(900): b.set(etap=8), b.move(8, nool=40.0), b.wait(15), b.move(8, nool=4.0)          # boom proved once a session
            if b.chance(0.2) or (self.since(8) and b.chance(0.5)): b.wait(b.u(20, 60), etap=7, greas=1), b.set(greas=0)   # life/8: greases more often
            b.job(t0, 5 if b.chance(0.05) else 4)
            if b.chance(0.15): b.wait(b.u(30, 70), etap=10)                                              # the ship shifts
            sec += b.u(-4, 7)
            sec = float(np.clip(sec, x0 - 8, x0 + 30))
        return [b]

    def model(self):
        B, F, L, W = self.B, self.F, self.L, self.wander
        x, y = self.soft(B["x"], 1.2), self.soft(B["y"], 1.2)
        self.x, self.y, self.vx = x, y, self.diff(x)
        self.v = np.hypot(self.vx, self.diff(y))
        self.sea = 7.5 + 0.12 * self.day(9, 5, 4) + 0.15 * np.sin(x / 13)
        self.deep = 64 + self.su("tide", 1) + 0.9 * np.sin(2 * np.pi * self.t / 5200 + self.su("tp")) + 0.5 * np.sin(x / 11) + 0.05 * y
        self.soil = 1 + 0.22 * np.sin(x / 4.1 + 1) + 0.16 * np.sin(x / 1.7 + y) + self.su("soil", 0.08) + 0.07 * W("so", 1, 1.5)
        self.hs = np.clip(1.3 + self.su("hs", 0.3) + 0.25 * W("hs", 1, 300), 0.4, 3)
        ph = 2 * np.pi * np.cumsum(0.125 + 0.012 * W("wv", 1, 40)) * 0.05
        self.heave = self.hs * 0.42 * np.sin(ph) * (1 + 0.3 * W("wg", 1, 30))
        self.cur = np.abs(0.42 + self.su("cu", 0.08) + 0.14 * np.sin(2 * np.pi * self.t / 2600 + self.su("cp")) + 0.07 * W("ed", 1, 14))
        self.ang = self.soft(B["nool"], 1.5)
        self.av = self.diff(self.ang)
        o = Rec(self, "ck ph pk tk n1 n2 i1 i2 t1 t2 pj qj ps vac dens qs pr1 pr2 slip leak sw ihd oil fil lv lc tr trg ten iw tdr gas rod tt lvo tp tn1 sg kt0")
        K_ = "hammas klaager otsik umme tiivik jlaager soel joandur ejek vroom proom libis hpump hreg nsil npuks kont vgaas vlaager vandur tjah pvent tkruvi surve klodv"
        hm, kl, ot, um, ti, jl, so, ja, ej, vr, pr, li, hp, hr, ns_, npk, ko, vg, vl, va, tj, pv, tk, su, kd = (F(a) for a in K_.split())
        A = [L(z) for z in (self.vx, self.v, self.soil, B["joa"], B["kett"], self.ang, self.av, self.sea, self.diff(self.heave), self.cur, W("n1", 1, 0.5), W("n2", 1, 2), 0.4 + 0.6 * self.pieces("aux", 20, 100, 0, 1), B["lamp"], W("n3", 1, 8))]
        s0 = float(self.sea[0])
        ck = Ij = n = qj = 0.0
        tkk, t1, t2, oil, tr, trg, tdr, tt, tp = s0 + 5, s0 + 6, s0 + 6, s0 + 19, s0 + 12, 22.0, 16.0, s0 + 20, s0 + 14
        sw, ten, Iw, rod, sg, In = 0.3, 46.0, 20.0, 0.0, 38.0, 700.0
        psys = 210.0
        for i, (vx, v, soil, joa, kett, ang, av, sea, dh, cur, n1, n2, aux, lamp, n3) in enumerate(zip(*A)):
            # lifting screws hold the ground pressure
            deep = tanh(ang / 25)
            e = 38 - sg * (1 - 0.16 * su[i])
            In = clip(In - 9 * e * H, 200, 1450)
            ns = clip(In - 6 * e, 150, 1500)
            sg += (62 - 3.2e-5 * ns * ns + 3 * cur * n2 + 2.5 * deep * kett - sg) * 0.15
            ikr = 3 + 1.0e-5 * ns * ns * 0.9
            # chain
            load = kett * (52 + soil * (60 + 260 * v) * deep * (1 + 0.34 * hm[i]) * (1 + 0.05 * n1)) + 16 * kl[i] * kett
            ck += (2.4 * kett * (1 - 0.0007 * load) * (1 + 0.05 * kd[i] * n1) - ck) * 0.3
            tkk += H * (0.00075 * load * ck + 0.06 * kl[i] * ck - (tkk - sea) * 0.009)
            # jets: pressure loop, two pumps
            pset = 7.2 * joa
            pm = (qj / 560) ** 2 * 7.2 / (1 + 0.2 * ot[i]) ** 2 / (1 - 0.24 * um[i]) ** 2
            ps = 6.1 - 1.2 * (qj / 560) ** 2 * (1 + 1.1 * so[i])
            e = pset - pm * (1 - 0.15 * ja[i])
            Ij = clip(Ij + 70 * e * H, 0, 1780) if joa > 0.05 else Ij * 0.8
            n = clip(Ij + 30 * e, 0, 1800) if joa > 0.05 else n * 0.8
            head = 9.4 * (n / 1450) ** 2 * (1 - 0.13 * ti[i]) + (ps - 6.1) * 0.9 - 0.9e-6 * qj * qj
            qt = 560 * (1 + 0.20 * ot[i]) * (1 - 0.24 * um[i]) * sqrt(max(head, 0) / 7.2)
            qj += (qt - qj) * 0.25
            pw = pm * qj * 0.0024
            i1 = (9 + 3.2 * pw * (n / 1450) * 0.5 * 2 + 6e-6 * n * n) * tanh(n / 100)
            i2 = i1 * 1.02 + (7.5 * jl[i]) * tanh(n / 200)
            t1 += H * (0.000085 * i1 * i1 - (t1 - sea) * 0.004)
            t2 += H * (0.000085 * i2 * i2 + 0.055 * jl[i] * tanh(n / 200) - (t2 - sea) * 0.004)
            vac = 0.42 * (qj / 560) ** 2 * (1 - 0.38 * ej[i])
            dens = 1026 + (120 * soil * tanh(v * 6) * deep + 40 * kett) * tanh(vac * 4) * (1 + 0.06 * n2)
            # tracks
            drag = (26 + 1.05 * sg + 46 * soil * deep * (0.5 * (joa > 0.3) + 1.0 * kett) + 6 * n1) * tanh(v * 12)
            pr1 = drag + 12 * vr[i] * tanh(v * 12) + 6
            pr2 = drag * 1.03 + 24 * pr[i] * tanh(v * 12) + 6
            slip = (2.2 + 0.06 * drag * (45 / (sg + 7)) + 8.5 * li[i] * (0.5 + drag / 120)) * tanh(v * 10)
            leak = 1.1 + 0.012 * pr1 + 1.5 * vr[i]
            # hydraulics: swash holds the pressure
            use = 34 * ck + 95 * v + 1.4 * abs(av) * 4 + 9 * hp[i] + 2.2 * leak + 5 + 1.2 * ns_[i]
            g = min(hr[i], 1.2)
            e = 210 - psys
            sw = clip(sw + (0.0020 + 0.022 * g) * e * H, 0.02, 1)
            u = clip(sw + 0.010 * (1 - 0.6 * g) * e, 0.02, 1)
            psys += H * 3.0 * (210 * u - use - 0.05 * (psys - 210) + 2.5 * n1)
            psys = clip(psys, 120, 260)
            wload = load * ck * 0.22 + (pr1 + pr2) * v * 1.1 + use * 0.14
            ihd = 14 + 0.24 * wload + 5.5 * hp[i]
            oil += H * (0.0016 * ihd + 0.015 * hp[i] - (oil - sea - 4) * 0.0028)
            fil = 0.35 + 0.011 * use - 0.006 * (oil - 25)
            # power through the umbilical
            P = 9 + 3.2 * (i1 + i2) * 0.55 + 0.66 * ihd + 1.1 * ikr * 2 + 2.4 * lamp + 3 * aux
            lc = P / 2.9
            lv = 3050 - (3.4 + 2.0 * ko[i]) * lc + 12 * n3 * 0.3
            trg += H * (0.000035 * lc * lc * (1 + 1.2 * ko[i]) - (trg - 15) * 0.003)
            tr += H * (0.000025 * lc * lc - (tr - sea - 3) * 0.0025)
            tt += H * (0.000055 * lc * lc + 0.02 - (tt - sea) * 0.0036 * (1 - 0.42 * tj[i]))
            tp += H * (0.036 + 0.006 * aux + 0.004 * (lamp - 1) - (tp - sea) * 0.0032 * (1 - 0.40 * pv[i]))
            # winch: tension loop against heave, gas spring
            soft = 1 + 1.1 * min(vg[i], 1.2)
            tm_ = ten * (1 - 0.11 * va[i])
            e = 46 - tm_
            Iw = clip(Iw + 0.16 * e * H, 0, 70)
            iw = Iw + 0.35 * e
            rod += H * (0.72 * dh * (1 + 0.35 * min(vg[i], 1.2)) - 0.35 * rod)
            ten += H * (1.6 * (iw * 2.3 - ten) + 5.5 * soft * dh - 7 * vl[i] * tanh(dh * 8) * 0.5) + 0.15 * n1
            iw_ = iw + (2.2 + 3 * abs(dh)) * vl[i] + 3.2 * abs(dh)
            tdr += H * (0.0010 * iw_ * iw_ * 0.16 + 0.015 * vl[i] - (tdr - 14) * 0.004)
            gas = 118 - 22 * vg[i] + 9 * rod
            o.rows.append((ck, psys, load, tkk, n, n * 0.995, i1, i2, t1, t2, pm * (1 - 0.15 * ja[i]), qj, ps, vac, dens, 0.2 + qj * 0.55 * vac / 0.42, pr1, pr2, slip, leak, 100 * u, ihd, oil, fil, lv, lc, tr, trg, tm_, iw_, tdr, gas, rod, tt, lv / 6.6, tp, ns, sg * (1 - 0.16 * su[i]), ikr))
        o.give()

    def conditions(self):
        mv, jt, kt = self.v > 0.05, self.qj > 200, self.ck > 1.0
        self.place("pl_r pl_k pl_a", self.x, self.y, 2.2, mv, 0.1)
        self.beyond("n_ket", self.pk, KET + ":mootori_rohk", "chain pressure|pressure|mootori rohk|rohk", 0.45, kt), self.beyond("n_joa", self.qj, JOA + ":joa_vooluhulk", "flow|vooluhulk|joa vooluhulk", 0.5, jt), self.beyond("n_liin", self.lc, TOI + ":liini_vool", "current|vool|liini vool|load", 0.6)
        self.beyond("n_laine", self.hs, LAE + ":laine_korgus", "waves|wave|laine|laine korgus", 0.55), self.beyond("n_hagu", self.murk(), VES + ":hagusus", "turbid|hagusus|turbidity", 0.6), self.beyond("n_nurk", self.sw, HUD + ":pumba_nurk", "swash|pumba nurk|nurk|angle", 0.62), self.beyond("n_hoov", self.cur, HOO + ":hoovuse_kiirus", "current|hoovus|hoovuse kiirus", 0.6)
        for kinds, vis, w in (("vroom proom libis", mv, "driv|moves|tracks|kiirus|speed"), ("otsik umme tiivik jlaager soel joandur ejek", jt, "jet|joa|flow|poorded"), ("hammas klaager klodv", kt, "chain|cut|kett|keti"), ("npuks", np.abs(self.av) > 0.5, "boom|moves|nool|nurk")): self.mode(kinds, vis, *w.split("|"))

    def murk(self): return 6 + lp(26 * np.clip(self.qj / 560, 0, 2) * np.tanh(self.v * 5) + 16 * self.ck / 2.4, 25) * (1 + 0.2 * self.wander("mu", 1, 10)) + 2 * self.wander("m2", 1, 200)

    def publish(self):
        B, W, t, sea, s, F = self.B, self.wander, self.t, self.sea, self.send, self.f
        mv, jt, kt = np.tanh(self.v * 12), np.tanh(self.qj / 150), self.ck / 2.4
        s(ASE, P + "Asend", 4, dict(asukoht_x=M(self.x, 1e-3, 0.02), asukoht_y=M(self.y, 1e-3, 0.02), suund=M(118 + 3 * np.sin(self.x / 19) + 8 * np.tanh(self.diff(self.y) * 5), 0.05, 0.15), vee_sugavus=M(self.deep, 0.01, 0.015), tapsus=M(0.16 + 0.03 * np.abs(np.sin(self.x / 6)) + 0.012 * W("ta", 1, 20), 0.001, 0.005, 0, 0.02)))
        spd = [np.abs(self.vx) / np.clip(1 - 0.01 * self.slip, 0.4, 1) * c + 0.0 for c in (1.0, 1.0)]
        s(ROO, P + "Roomikud", 8, dict(kiirus=[M(z, 1e-3, 0.003) for z in spd], mootori_rohk=[M(self.pr1, 0.2, 1.5, 0.2, 0), M(self.pr2, 0.2, 1.5, 0.2, 0)], pingsus=[M(142 + 4 * W(f"pi{i}", 1, 40) + 3 * mv, 0.5, 1.2) for i in (0, 1)], libisemine=M(self.slip, 0.1, 0.3, 0.6, 0), lekkevool=M(self.leak, 0.02, 0.05, 0.5, 0)))
        kd = F("klodv")
        s(KET, P + "Kett", 8, dict(keti_kiirus=M(self.ck, 0.01, 0.02), mootori_rohk=M(self.pk * (1 + 0.05 * W("kp", 1, 0.3)), 0.5, 2.0, 0.1, 0), keti_pingsus=M(88 - 13 * kd + 0.05 * self.pk + (2 + 7 * kd) * W("kk", 1, 0.7) * kt, 0.2, 0.8), laagri_temperatuur=M(self.tk, 0.1, 0.12, 6)))
        s(JOA, P + "Joapumbad", 8, dict(poorded=[M(self.n1, 1, 4, 0.1, 0), M(self.n2, 1, 4, 0.1, 0)], mootori_vool=[M(self.i1, 0.1, 0.4, 0.1, 0), M(self.i2, 0.1, 0.4, 0.1, 0)], mootori_temperatuur=[M(self.t1, 0.1, 0.12, 5), M(self.t2, 0.1, 0.12, 5)], joa_rohk=M(self.pj * (1 + 0.012 * W("jp", 1, 0.4)), 0.01, 0.04), joa_vooluhulk=M(self.qj, 0.5, 3, 0.3, 0), imemisrohk=M(self.ps, 0.01, 0.02)))
        s(IMI, P + "Imitoru", 5, dict(alarohk=M(self.vac, 0.002, 0.006, 0.2, 0), segu_tihedus=M(self.dens, 0.5, 2.5, 1), segu_vooluhulk=M(self.qs, 0.5, 2, 0.3, 0)))
        hv = lp(F("hvesi"), 120)
        s(HUD, P + "Hudraulika", 6, dict(susteemi_rohk=M(self.ph, 0.2, 0.8), pumba_nurk=M(self.sw, 0.2, 0.5, 0, 0, 100), mootori_vool=M(self.ihd, 0.1, 0.35, 0.1), oli_temperatuur=M(self.oil, 0.1, 0.1, 6), filtri_rohk=M(self.fil, 0.01, 0.025, 0.3, 0), vett_olis=M(140 + 9 * W("vo", 1, 200) + 95 * hv, 1, 3, 10)))
        nf, npk = F("nsil"), F("npuks")
        bend = self.dens - 1026
        s(NOO, P + "Nool", 8, dict(noole_nurk=[M(self.ang, 0.02, 0.04), M(62 - 0.7 * self.ang, 0.02, 0.04)], silindri_rohk=[M(58 + 0.55 * self.ang + 0.06 * self.pk + 9 * np.tanh(self.av) + 15 * npk * np.abs(np.tanh(self.av)), 0.2, 1.0, 0.1), M(44 + 0.4 * self.ang + 0.05 * bend + 7 * np.tanh(self.av) + 15 * npk * np.abs(np.tanh(self.av)), 0.2, 1.0, 0.1)],
            klapi_avatus=[M(4 + 9 * np.abs(self.av) + 4.5 * nf + 0.8 * np.abs(W("kl", 1, 1)), 0.1, 0.3, 0, 0), M(4 + 8 * np.abs(self.av) + 0.8 * np.abs(W("km", 1, 1)), 0.1, 0.3, 0, 0)], nurga_viga=M(0.12 * self.av - 0.16 * nf + 0.03 * W("nv", 1, 0.6), 0.005, 0.03)))
        s(TOI, P + "Toitekaabel", 3, dict(liini_pinge=M(self.lv, 1, 2.5), liini_vool=M(self.lc, 0.1, 0.25), isolatsioon=M(74 + 2 * W("is", 1, 200), 0.2, 0.5), kaabli_temperatuur=M(self.tr, 0.1, 0.12, 8), ronga_temperatuur=M(self.trg, 0.1, 0.15, 8)))
        s(VIN, P + "Vints", 6, dict(tombejoud=M(self.ten, 0.1, 0.4), mootori_vool=M(self.iw, 0.1, 0.5, 0.1), valjas_pikkus=M(self.deep + 21 + 0.2 * np.abs(self.x - 30) + self.rod * 0.5, 0.01, 0.02), trumli_temperatuur=M(self.tdr, 0.1, 0.12, 8), gaasi_rohk=M(self.gas, 0.1, 0.4), kolvi_kaik=M(self.rod, 0.005, 0.01)))
        s(TRA, P + "Trafo", 2, dict(mahise_temperatuur=M(self.tt, 0.1, 0.15, 6), oli_tase=M(81 + 0.06 * (self.tt - 30), 0.1, 0.15), madal_pinge=M(self.lvo, 0.2, 0.6)))
        s(POT, P + "Pott", 2, dict(sisetemperatuur=M(self.tp, 0.05, 0.06, 6), niiskus=M(19 - 0.25 * (self.tp - 20) + 0.5 * W("ni", 1, 300), 0.1, 0.12, 5), siserohk=M(812 + 2.7 * (self.tp - 20), 0.2, 0.4), toitepinge=M(48.1 - 0.004 * self.lc, 0.01, 0.03)))
        tl = lp(F("tleke"), 60)
        s(TAS, P + "Tasandaja", 2, dict(oli_maht=[M(71 + 0.10 * (self.oil - 25) - 0.03 * self.ang + 3 * hv, 0.1, 0.15, 1), M(66 + 0.08 * (self.tt - 30) - 8 * tl, 0.1, 0.15, 1)], rohuvahe=[M(0.32 + 0.002 * (self.oil - 25), 0.002, 0.004), M(0.30 + 0.001 * (self.tt - 30) - 0.06 * tl, 0.002, 0.004)]))
        ch = 1.4 + 0.35 * np.sin(self.x / 7) + 0.015 * self.ang
        sig = 62 / ch ** 0.8 * (1 + 0.02 * W("sg", 1, 2)) * (1 - 0.15 * np.abs(self.y) / 2.5)
        km = F("kmah")
        s(KAB, P + "Leidja", 5, dict(signaali_tugevus=M(sig * (1 - 0.11 * km), 0.1, 0.4), kaabli_sugavus=M(ch, 0.005, 0.015), korvalekalle=M(self.y * 0.4 + 0.03 * W("kv", 1, 1), 0.005, 0.015), mahis=[M(sig * c * (1 - (0.3 * km if i == 1 else 0)) + (i - 1) * 4 * self.y, 0.1, 0.4) for i, c in enumerate((0.9, 1.0, 0.92))]))
        mu = self.murk()
        s(SON, P + "Sonar", 4, dict(kaugus=[M(4 + 5 * np.abs(np.sin(0.55 * i + self.x / 6.3)) + 0.3 * W(f"so{i}", 1, 2), 0.01, 0.03, 0, 0.3, 15) for i in range(6)], muratase=M(22 + 5 * jt + 6 * kt + 0.8 * W("mr", 1, 2), 0.1, 0.5)))
        s(KOR, P + "Korgus", 4, dict(korgus=M(0.62 + 0.03 * np.sin(self.x / 2.1) - 0.0012 * (self.sg - 38) + 0.004 * W("al", 1, 0.5), 0.001, 0.004, 0, 0)))
        s(VES, P + "Vesi", 2, dict(juhtivus=M(31.4 + 0.9 * (sea - 8) + 0.05 * W("ju", 1, 200), 0.005, 0.01, 2), soolsus=M(30.6 + 0.1 * W("sl", 1, 400), 0.005, 0.01, 2), vee_temperatuur=M(sea + 0.05 * W("vt", 1, 60), 0.005, 0.01, 4), hagusus=M(mu, 0.1, 0.5, 1, 0))), s(HOO, P + "Hoovus", 2, dict(hoovuse_kiirus=M(self.cur, 0.005, 0.012, 1, 0), hoovuse_suund=M(214 + 14 * W("hs2", 1, 120), 1, 2)))
        sh = 0.04 + 0.05 * mv + 0.10 * kt + 0.03 * jt
        s(LII, P + "Liikumine", 10, dict(kiirendus=[M(9.81 * (i == 2) + sh * self.white(f"ki{i}") + (i == 0) * self.diff(lp(self.vx, 0.3)), 1e-3, 0.015) for i in range(3)], poordekiirus=[M(6 * sh * self.white(f"po{i}") + (i == 2) * 8 * self.diff(np.tanh(self.diff(self.y) * 5)), 0.01, 0.08) for i in range(3)], kreen=M(1.2 + 1.4 * np.sin(self.x / 3.3) + 0.4 * self.y + 0.5 * self.cur * W("kr", 1, 3), 0.01, 0.05), kalle=M(2.1 * np.cos(self.x / 4.2) + 0.03 * self.ang, 0.01, 0.05)))
        kf = F("kter")
        s(KAA, P + "Kaamera", 4, dict(teravus=M(78 * np.exp(-mu / 130) * (1 - 0.16 * kf) + 2 * W("te", 1, 3), 0.2, 0.7, 0, 0), sariaeg=M((9 + 0.11 * mu + 1.8 * kf) / np.sqrt(B["lamp"]), 0.05, 0.12), pildi_viide=M(71 + 4 * np.abs(W("pv", 1, 1)) + 4 * self.since(3), 0.5, 1.5), leitud_kivid=M(np.clip(3 + 3 * W("kvd", 1, 6) * self.soil, 0, None), 1, 0.3, 0, 0)))
        s(LAM, P + "Lambid", 2, dict(lambi_vool=[M(B["lamp"] * (2.4 + 0.1 * i) + 0.02 * W(f"lm{i}", 1, 60), 0.01, 0.02) for i in range(2)], lambi_temperatuur=M(sea + 14 * lp(B["lamp"] ** 1.5, 90), 0.1, 0.15, 5), valgustihedus=M(520 * B["lamp"] * np.exp(-mu / 160), 1, 5)))
        s(ARV, P + "Arvuti", 2, dict(koormus=M(46 + 6 * mv + 9 * (B["lamp"] > 1.3) + 4 * self.since(3), 0.5, 1.8, 0, 0, 100), malu=M(2700 + 60 * self.since(3) + 70 * self.since(8) + self.pieces("ml", 60, 200, -16, 16), 1, 4), plaadi_temperatuur=M(self.tp + 17 + 3 * lp(mv, 90), 0.5, 0.3), tsukli_aeg=M(18 + np.abs(W("ts", 0.8, 0.5)) + 1.2 * mv, 0.1, 0.25)), strs=dict(tarkvara=self.ver("3.6", "3.7", "4.1")))
        kf = F("kiud")
        s(AND, P + "Andmeside", 3, dict(valguse_tase=M(-14.2 + 0.25 * W("va", 1, 100) + 0.12 * self.heave - 1.6 * kf, 0.05, 0.08), viide=M(8 + 1.2 * np.abs(W("vd", 1, 1)), 0.1, 0.4, 0, 0), kadu=M(0.3 * np.abs(W("ka", 1, 4)) + 1.0 * kf, 0.02, 0.05, 0, 0)))
        s(TOO, P + "Tookaik", 2, dict(etapp=B["etap"], too_liik=B["liik"], labim=B["labi"] + 60 * self.idx, kiiruse_piir=M(np.array((0.5, 0.35, 0.25, 0.5, 0.2))[np.clip(B["liik"].astype(int), 0, 4)], 0.01, 0), kasitsi=B["kasi"])), s(OHU, P + "Ohutus", 1, dict(seiskamine_vaba=1, luuk_suletud=1, sukeldujaid=0))
        s(LAE, P + "Laev", 2, dict(laine_korgus=M(self.hs, 0.01, 0.03, 2, 0), tekivool=M(64 + 0.5 * self.lc + 3 * W("tv", 1, 20), 0.2, 0.8), laeva_kiirus=M(np.abs(0.05 + 0.04 * W("lk", 1, 20)) + 0.25 * (B["etap"] == 10), 0.01, 0.01, 1, 0)))
        tkr = F("tkruvi")
        s(TOU, P + "Tousukruvid", 5, dict(kruvi_poorded=[M(self.tn1, 1, 5), M(self.tn1 * 1.004, 1, 5)], kruvi_vool=[M(self.kt0 * (1 + 0.34 * tkr) + 0.6 * tkr, 0.05, 0.15, 0.2, 0), M(self.kt0, 0.05, 0.15, 0.2, 0)], maapinna_surve=M(self.sg, 0.05, 0.25)))
        s(VIB, P + "Vibratsioon", 6, dict(vonke_tase=[M(0.3 + kt * (1.2 + 0.004 * self.pk * (1 + 0.2 * W("vk", 1, 0.6))) + 0.9 * F("klaager") * kt, 0.01, 0.06, 0, 0), M(0.3 + 0.0011 * self.n1 * (1 + 0.06 * W("vj", 1, 0.8)) + 0.8 * F("jlaager") * jt, 0.01, 0.05, 0, 0)], pohisagedus=M(8 + 16 * self.n1 / 1000 + 4 * kt, 0.1, 0.3)))
        s(MAA, P + "Maarimine", 2, dict(maarde_rohk=M(4 + 78 * np.exp(-np.mod(t + 50 * self.su("gr"), 150) / 40) + 20 * lp(B["greas"], 3), 0.2, 0.8, 0.5, 0), maarde_tase=M(66 - 0.5 * self.idx, 0.1, 0.2))), s(AKU, P + "Aku", 2, dict(aku_pinge=M(26.9 + 0.03 * W("ap", 1, 200), 0.005, 0.01), aku_vool=M(0.22 + 0.02 * W("av", 1, 60), 0.01, 0.015), laetus=M(98.5, 0.1, 0.05)))
        s(LEK, P + "Leke", 1, dict(takistus=[M(96 + self.u(f"le{i}", 1.5) + 0.8 * W(f"lw{i}", 1, 200), 0.5, 0.4) for i in range(3)]))
        s(KIR, P + "Koormus", 6, dict(noole_koormus=M(21 + 0.10 * self.ang + 0.055 * (self.pk - 52 * kt) * 1.0 + 14 * jt * np.tanh(self.v * 6) * self.soil, 0.1, 0.5, 0.1), vaande_koormus=M(2 * np.sin(self.x / 2.9) + 1.5 * W("vn", 1, 2) * (kt + 0.3 * mv), 0.05, 0.25)))
        self.say("s_kett", "loikekett", "KET", "chain stalled, reversing", "chain stalled again"), self.say("s_leke", "lekkeandurid", "LEK", "water in the electronics pod", "leak detector 1 below limit")
        self.say("s_side", "andmeside", "FIB", "frames lost on the fibre", "link retrained"), self.say("s_son", "sonar", "SON", "transceiver too hot", "sonar too hot, power reduced")
        self.talk(self.ver("3.6", "3.7", "4.1"), [("I", "hudraulika", "pressure built up"), ("W", "asend", "no beacon yet"), ("I", "ohutus", "chain closed")], [(8, "I", "tookaik", "pass done in {} s", 50, 110), (5, "W", "sonar", "stone ahead, {} m", 1.5, 4), (4, "W", "andmeside", "slow {} ms", 20, 60), (3, "I", "vints", "spooled {} m", 1, 6), (2, "W", "kaamera", "turbid, exposure {} ms", 14, 30)],
            [("asend", "USB", 3), ("sonar", "SON", 2), ("kaamera", "CAM", 1)], "/kraav/_action/status")
