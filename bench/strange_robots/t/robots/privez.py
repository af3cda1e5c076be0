"""Mooring robot of a ferry port: two vacuum plates on an arm that reaches out and moves with tide and ship, carriage along the quay, hydraulics, vacuum pumps, radar and lasers for the approach; Croatian fields."""

import numpy as np
from base import DT, Robot, Track, hyst, lp, mdef, ring, s
from base import kind as k

VAK, PMP, HID, CIL, PLO, SIL, BRO, VJE, MOR, KOL, RAD, LAS, KAM, NAP, ORM, RAS, PDM, MRE, RAC, ULJ, AKU, POZ, BOK, GRI, UPS, DOC, STU, ISP, HLD = (
    "/vakuum", "/vakuum_pumpe", "/hidraulika", "/cilindri", "/ploce", "/sile", "/brod", "/vjetar", "/stanje_mora", "/kolica", "/radar", "/laseri", "/kamera", "/napajanje", "/ormar", "/rasvjeta", "/podmazivanje", "/mreza", "/racunalo", "/ulje", "/akumulator", "/ploca/polozaj", "/bokobran", "/grijaci", "/baterija_ups", "/doseg", "/stup", "/ispiranje", "/hladnjak")  # fmt: skip
MV, HO, RN, CR = dict(where="when the arm moves", need=8), dict(where="when a ship is held"), dict(where="when the vacuum pumps run", need=12), dict(where="when the carriage moves", need=8)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Privez(Robot):
    NAME = "privez"
    FLAGS = [(VAK, "pad_vakuuma"), (HID, "zacepljen_filtar"), (KOL, "blokada"), (PDM, "malo_masti")]
    COMES = ("s_vak",)
    RETRY = [("kamera", "KAM", "oznaka nije vidljiva {} s", 3, 0.5, 4), ("radar", "RAD", "nesiguran odjek, razmak {} m", 2.5, 2, 9)]
    DEFS = {
        "prv_msgs/msg/Vakuum": mdef("float32[2] podtlak curenje ventil_otvor; float32 spremnik_podtlak; bool pad_vakuuma"),
        "prv_msgs/msg/Pumpe": mdef("float32[2] struja_pumpe toplina_pumpe okretaji; float32 tlak_ispuha razina_ulja"),
        "prv_msgs/msg/Hidraulika": mdef("float32 radni_tlak povratni_tlak protok struja_crpke okretaji_crpke razlika_filtra; bool zacepljen_filtar"),
        "prv_msgs/msg/Cilindri": mdef("float32[3] hod brzina_hoda tlak_dno tlak_klip struja_ventila greska_hoda"),
        "prv_msgs/msg/Ploce": mdef("float32[2] nagib pritisak_brtve toplina_brtve titranje"),
        "prv_msgs/msg/Sile": mdef("float32 uzduzna bocna okomita; float32[4] svornjak"),
        "prv_msgs/msg/Brod": mdef("float32 odmak_x odmak_y dizanje valjanje skretanje razmak; uint8 tip; uint16 putovanje"),
        "prv_msgs/msg/Vjetar": mdef("float32 brzina_vjetra smjer udar"),
        "prv_msgs/msg/More": mdef("float32 plima visina_vala period_vala struja_mora temperatura_mora slanost"),
        "prv_msgs/msg/Kolica": mdef("float32 put brzina struja_pogona toplina_pogona sila_kocnice; bool blokada"),
        "prv_msgs/msg/Radar": mdef("float32 udaljenost prilaz jacina_odjeka toplina_glave"),
        "prv_msgs/msg/Laseri": mdef("float32[3] razmak; float32[3] jakost; float32 kut"),
        "prv_msgs/msg/Kamera": mdef("float32 ostrina svjetlina kasnjenje_slike pouzdanost_oznake ekspozicija"),
        "prv_msgs/msg/Napajanje": mdef("float32 napon_mreze struja_mreze napon24 struja24 izolacija faktor_snage frekvencija"),
        "prv_msgs/msg/Ormar": mdef("float32 toplina_ormara vlaga_ormara okretaji_ventilatora toplina_pretvaraca"),
        "prv_msgs/msg/Rasvjeta": mdef("float32[2] struja_svjetiljke; float32 struja_bljeska osvijetljenost"),
        "prv_msgs/msg/Podmazivanje": mdef("float32 tlak_masti razina_masti; uint32 takt; bool malo_masti"),
        "prv_msgs/msg/Mreza": mdef("float32 odziv_ms izgubljeno signal_veze"),
        "prv_msgs/msg/Racunalo": mdef("float32 petlja_ms petlja_najvise memorija toplina_jezgre; string izdanje"),
        "prv_msgs/msg/Ulje": mdef("float32 toplina_ulja razina_ulja vlaznost_ulja cestice viskoznost"),
        "prv_msgs/msg/Akumulator": mdef("float32 tlak_dusika tlak_ulja punjenje"),
        "prv_msgs/msg/Bokobran": mdef("float32[2] stlacenost; float32[2] sila_bokobrana"),
        "prv_msgs/msg/Grijaci": mdef("float32[3] struja_grijaca; float32 toplina_cijevi"),
        "prv_msgs/msg/Ups": mdef("float32 napon_baterije struja_punjenja punjenost toplina_baterije"),
        "prv_msgs/msg/Doseg": mdef("float32 otklon_stupa naprezanje vibracija"),
        "prv_msgs/msg/Ispiranje": mdef("float32 tlak_vode protok_vode razina_vode"),
        "prv_msgs/msg/Hladnjak": mdef("float32 ulaz izlaz okretaji_vent pad_tlaka"),
        "prv_msgs/msg/Sigurnost": mdef("bool nuzni_stop_ok ograda_zatvorena; uint8 ljudi"),
        "prv_msgs/msg/Nalog": mdef("uint8 korak nacin; uint16 broj_priveza dolazak_id; float32 zadana_sila; bool rucno"),
    }
    KINDS = dict(
        brt=k("seal of plate 1 is torn: leaks, vacuum lower, pumps run harder", [VAK, PMP], "curenje[0] podtlak[0] struja_pumpe[0]", "brtva|ploca 1|vakuum|vakuum pumpe", cons="spremnik podtlak|toplina pumpe|okretaji|tlak ispuha|/napajanje", step=False, **HO),
        pum=k("vacuum pump 2 worn: draws more, hot, runs longer", PMP, "struja_pumpe[1] toplina_pumpe[1]", "vakuum pumpa 2|vakuum pumpe|pumpa", cons="/vakuum|spremnik podtlak", step=False, tail=300, **RN),
        crp=k("hydraulic pump worn inside: less flow and pressure, oil warmer", [HID, ULJ], "protok radni_tlak toplina_ulja", "crpka|hidraulika|ulje", cons="/cilindri|/akumulator|struja crpke|viskoznost|izlaz|ulaz|/hladnjak|/ormar", step=False, tail=400),
        fil=k("return filter clogs: difference and return pressure grow", HID, "razlika_filtra povratni_tlak", "filtar|hidraulika", cons="struja crpke|/ormar", step=False),
        hla=k("cooler full of salt: oil hot, thin, particles", [HLD, ULJ], "izlaz pad_tlaka toplina_ulja viskoznost", "hladnjak|ulje", cons="/hidraulika|ulaz", step=False, tail=500),
        dus=k("accumulator has lost nitrogen: pressure swings with every move", [AKU, HID], "tlak_dusika tlak_ulja radni_tlak", "akumulator|dusik|hidraulika", cons="punjenje", step=False),
        ven=k("fan of the cabinet stands: cabinet and converter hot", ORM, "okretaji_ventilatora toplina_ormara toplina_pretvaraca", "ventilator|ormar", cons="toplina jezgre|vlaga ormara|/racunalo", tail=500),
        svo=k("pin 2 of the arm worn: force jumps over, post vibrates", [SIL, DOC], "svornjak[1] vibracija", "svornjak 2|sile|stup|doseg", step=False, **HO),
        kot=k("wheel of the carriage runs hard: more current, hotter", KOL, "struja_pogona toplina_pogona", "kolica|kotac|pogon", cons="struja mreze", step=False, tail=300, **CR),
        cur=k("cylinder 2 leaks inside: creeps, pressures come together", CIL, "greska_hoda[1] tlak_klip[1]", "cilindar 2|cilindri", cons="/sile", step=False, **HO),
        isp_d=k("nozzles of the rinse clog: pressure up, flow down", ISP, "tlak_vode protok_vode", "ispiranje|mlaznice", step=False, where="when it rinses", need=8),
        v_pod=k("vacuum gauge of plate 2 reads too little: hose kinked", VAK, "podtlak[1]", "ploca 2|vakuum|crijevo", "mul -.13 .03", **HO),
        v_frz=k("gauge of the vacuum tank frozen", VAK, "spremnik_podtlak", "spremnik|vakuum", "frz"),
        v_ven=k("vacuum valve 2 opens slowly", VAK, "ventil_otvor[1]", "ventil 2|vakuum|ventil", "asym 9 14", need=8, where="when it opens or closes"),
        v_hi=k("plate 2 leaks when the pull is above a number", VAK, "curenje[1]", "ploca 2|vakuum|brtva", "flut 3.2 1.4", where="**lateral force above a number**", **NU),
        v_los=k("vacuum messages get lost: bus plug salty", VAK, "header.stamp", "vakuum|sabirnica", "lost .45"),
        p_okr=k("speed of vacuum pump 1 hunts: inverter", PMP, "okretaji[0]", "vakuum pumpa 1|vakuum pumpe|pretvarac", "swing 130 7", **RN),
        p_isp=k("exhaust filter of the vacuum pumps oily", PMP, "tlak_ispuha", "ispuh|vakuum pumpe|filtar", "mul 1.1 .06", step=False, **RN),
        p_ulj=k("vacuum pumps lose oil", PMP, "razina_ulja", "vakuum pumpe|ulje pumpe", "off -10 .05", step=False),
        h_str=k("motor of the hydraulic pump draws more: coupling out of line", HID, "struja_crpke", "crpka|hidraulika|spojka", "mul .22 .03"),
        h_okr=k("speed of the hydraulic pump drops at times: contactor", HID, "okretaji_crpke", "crpka|hidraulika|sklopnik", "~mul -.12 .1"),
        h_tl=k("hydraulic pressure has pulses: damper empty", HID, "radni_tlak", "hidraulika|prigusivac", "beat 9 .7 9"),
        h_hot=k("return pressure unsteady when the oil is warmer than a number", HID, "povratni_tlak", "hidraulika|povrat", "flut 1.1 1", where="**oil temperature above a number**", **NU),
        c_hod=k("stroke of cylinder 1 reads too much: magnet of the sensor moved", CIL, "hod[0]", "cilindar 1|cilindri|davac hoda", "off .14 .02"),
        c_stp=k("stroke of cylinder 3 has steps: bit of the encoder", CIL, "hod[2]", "cilindar 3|cilindri|davac hoda", "coarse .09"),
        c_ven=k("valve 1 sticks: current hunts", CIL, "struja_ventila[0]", "ventil cilindra 1|cilindri|ventil", "swing 55 1.8"),
        c_v3=k("valve 3 needs more current: coil warm", CIL, "struja_ventila[2]", "ventil cilindra 3|cilindri|svitak", "off 70 .05", step=False),
        c_dno=k("bottom pressure of cylinder 3 drops out: cable", CIL, "tlak_dno[2]", "cilindar 3|cilindri|kabel", "cut 4 .18"),
        c_kl=k("rod pressure of cylinder 1 drifts: gauge", CIL, "tlak_klip[0]", "cilindar 1|cilindri", "drift 9 40"),
        c_brz=k("speed of cylinder 3 jerky: stick and slip", CIL, "brzina_hoda[2]", "cilindar 3|cilindri", "tick .15 2.6 .4", **HO),
        c_far=k("error of cylinder 2 flutters when it is out more than a number: rod bent", CIL, "greska_hoda[1]", "cilindar 2|cilindri|klipnjaca", "flut .035 .6", where="**stroke above a number**", **NU),
        c_age=k("states of the cylinders come late", CIL, "header.stamp", "cilindri|sabirnica", "age .7", step=False),
        pl_nag=k("plate 1 hangs: joint worn", PLO, "nagib[0]", "ploca 1|ploce|zglob", "off 1.6 .08", step=False),
        pl_pri=k("seal pressure of plate 2 uneven", PLO, "pritisak_brtve[1]", "ploca 2|ploce|brtva", "walk 11 2 8", **HO),
        pl_top=k("heater of seal 1 does not switch off", PLO, "toplina_brtve[0]", "ploca 1|ploce|grijac brtve", "heat 12 80", step=False, tail=400),
        pl_tit=k("plate 2 trembles at one place: guide of the arm worn there", PLO, "titranje[1]", "ploca 2|ploce|vodilica", "flut .35 1.6", **PL),
        s_uzd=k("longitudinal force has an offset: zero after the test", SIL, "uzduzna", "sile|uzduzna sila", "off 21 .05"),
        s_bo=k("lateral force reads too little: strain gauge loose", SIL, "bocna", "sile|bocna sila", "mul -.32 .03", **HO),
        s_ok=k("vertical force noisy: amplifier wet", SIL, "okomita", "sile|okomita sila|pojacalo", "noise 7"),
        s_pl=k("pin 3 jumps at one place: rail joint", SIL, "svornjak[2]", "svornjak 3|sile|tracnica", "walk 15 .8 3", **PL),
        b_odx=k("offset of the ship along the quay reads in holds: tracker overloaded", BRO, "odmak_x", "brod", "hold 4", **HO),
        b_val=k("roll of the ship reads with a wrong span", BRO, "valjanje", "brod|valjanje", "mul .8 .05", **HO),
        b_diz=k("heave of the ship comes late: filter", BRO, "dizanje", "brod|dizanje", "dead 2.5", **HO),
        b_skr=k("heading of the ship drifts: gyro", BRO, "skretanje", "brod|skretanje|ziroskop", "drift 1.1 30"),
        vj_br=k("wind gauge turns hard: reads too little", VJE, "brzina_vjetra", "vjetar|anemometar", "mul -.42 .03", also="/vjetar udar mul -.42 .03", step=False),
        vj_sm=k("wind vane loose", VJE, "smjer", "vjetar|vjetrulja", "noise 24"),
        m_pli=k("tide gauge blocked by mussels: follows slowly and reads high", MOR, "plima", "plima|plimograf", "off .28 .05", step=False),
        m_val=k("wave height reads spikes: foam", MOR, "visina_vala", "davac vala", "peak .5 .1"),
        m_str=k("current meter overgrown: reads too little", MOR, "struja_mora", "struja mora", "mul -.6 .03", step=False),
        m_sal=k("salinity cell coated", MOR, "slanost", "slanost|celija", "off -4 .03", step=False),
        k_put=k("way of the carriage stands off: measuring wheel slipped", KOL, "put", "kolica|mjerni kotac", "off .5 .02"),
        k_koc=k("brake of the carriage drags", KOL, "sila_kocnice", "kolica|kocnica", "off 1.7 .08", step=False),
        k_pl=k("carriage draws more at one place: rail dented", KOL, "struja_pogona", "kolica|tracnica", "flut 4 1.4", **PL),
        k_brz=k("carriage speed swings: belt of the encoder", KOL, "brzina", "kolica|davac brzine", "swing .06 1.3", **CR),
        r_odj=k("radar echo weak: antenna salty", RAD, "jacina_odjeka", "radar|antena", "off -9 .08", step=False),
        r_udl=k("radar distance jumps: second echo", RAD, "udaljenost", "radar|odjek", "jumpy 4 5"),
        r_pri=k("approach speed of the radar noisy", RAD, "prilaz", "radar|prilaz", "noise .3"),
        r_gl=k("head of the radar hot", RAD, "toplina_glave", "radar|glava", "heat 11 80", step=False, tail=400),
        l_jak=k("window of laser 2 dirty: weak", LAS, "jakost[1]", "laser 2|laseri|prozor", "mul -.42 .03", step=False),
        l_raz=k("laser 1 drops out in the spray", LAS, "razmak[0]", "laser 1|laseri", "cut .3 .25"),
        l_vis=k("laser 3 reads wrong when waves are higher than a number: bracket soft", LAS, "razmak[2]", "laser 3|laseri|nosac", "flut .16 .8", where="**wave height above a number**", **NU),
        l_kut=k("angle of the lasers off: mount hit", LAS, "kut", "laseri|nosac", "off 1.5 .04"),
        ka_os=k("camera fogged", KAM, "ostrina", "kamera|objektiv", "off -12 .06", also="/kamera pouzdanost_oznake off -.15 .05", step=False),
        ka_eks=k("exposure of the camera hunts", KAM, "ekspozicija", "kamera|ekspozicija", "hunt 3 5"),
        ka_kas=k("pictures late: encoder", KAM, "kasnjenje_slike", "kamera", "late 45 140"),
        ka_pl=k("marks badly seen at one place: lamp post shades", KAM, "pouzdanost_oznake", "kamera|oznake", "off -.22 .2", **PL),
        n_24=k("24 v falls when its current is above a number", NAP, "napon24", "24 v|napajanje|stezaljka", "off -.55 .15", where="**24 v current above a number**", **NU),
        n_mr=k("mains voltage dips: loose terminal", NAP, "napon_mreze", "mreza|napajanje|stezaljka", "~off -19 .1"),
        n_izo=k("insulation falls: salt water in a socket", NAP, "izolacija", "izolacija|napajanje|uticnica", "off -460 .05", step=False),
        n_fak=k("power factor low: capacitor of the compensation dead", NAP, "faktor_snage", "kompenzacija|napajanje", "off -.14 .05"),
        o_vla=k("humidity of the cabinet rises: door seal", ORM, "vlaga_ormara", "ormar|brtva vrata", "off 9 .05", step=False),
        o_prt=k("converter hot when the pump draws more than a number: contact paste", ORM, "toplina_pretvaraca", "pretvarac|ormar", "off 9 .08", where="**pump current above a number**", **NU),
        ra_sv=k("lamp 1 draws less: row of diodes dead", RAS, "struja_svjetiljke[0]", "svjetiljka 1|rasvjeta", "mul -.34 .03"),
        ra_bl=k("flash beacon irregular", RAS, "struja_bljeska", "bljesak|rasvjeta", "noise .7"),
        pd_tl=k("grease line leaks: pressure falls off", PDM, "tlak_masti", "podmazivanje|vod masti", "mul -.45 .04"),
        mr_od=k("network slow", MRE, "odziv_ms", "mreza", "late 18 70"),
        mr_pl=k("radio link weak at one place: crane between", MRE, "signal_veze", "mreza|antena", "off -13 .15", also="/mreza izgubljeno off 6 .4", **PL),
        rc_pet=k("computer has far longer worst loops", RAC, "petlja_najvise petlja_ms", "racunalo|petlja", "late 6 26"),
        rc_mem=k("memory of the computer fills", RAC, "memorija", "racunalo|memorija", "leak 420", step=False),
        u_vod=k("water in the oil", ULJ, "vlaznost_ulja", "ulje|voda", "off 14 .05", step=False),
        u_raz=k("oil level falls: hose sweats", ULJ, "razina_ulja", "ulje|crijevo", "off -6 .03", step=False),
        u_ces=k("particles in the oil in bursts", ULJ, "cestice", "ulje|cestice", "burst 6 2 8"),
        bo_st=k("fender 1 compression sticks", BOK, "stlacenost[0]", "bokobran 1|bokobran", "stick .13", **HO),
        bo_si=k("fender 2 force reads too much", BOK, "sila_bokobrana[1]", "bokobran 2|bokobran", "mul .5 .04", **HO),
        g_gr=k("heater 2 is dead", GRI, "struja_grijaca[1]", "grijac 2|grijaci", "mul -.97 .003", need=30, where="when it heats"),
        g_cij=k("pipe temperature reads with spikes", GRI, "toplina_cijevi", "grijaci|cijev|davac", "spk 6 .06"),
        up_nap=k("battery of the ups weak: voltage low", UPS, "napon_baterije", "ups|baterija", "off -.8 .03"),
        d_otk=k("post leans more when the lateral force is above a number: anchor loose", DOC, "otklon_stupa", "stup|doseg|sidro", "off 2.4 .1", where="**lateral force above a number**", **NU),
        hl_vn=k("fan of the oil cooler slow: bearing", HLD, "okretaji_vent", "ventilator hladnjaka|hladnjak", "mul -.24 .04", where="when the fan runs"),
        po_z=k("height of the plate stands off: rope sensor", POZ, "pose.position.z", "ploca|polozaj|davac", "off .16 .02"),
        s_vak=k("vacuum control warns for seconds again and again that vacuum falls", [VAK, "/rosout", "/diagnostics"], "pad_vakuuma", "vakuum", silent=False),
        s_fil=k("hydraulics warn of a clogged filter", [HID, "/rosout", "/diagnostics"], "zacepljen_filtar", "hidraulika|filtar", silent=False),
        s_kol=k("carriage reports a blocked drive", [KOL, "/rosout", "/diagnostics"], "blokada struja_pogona", "kolica", silent=False),
        s_mas=k("lubrication reports too little grease", [PDM, "/rosout", "/diagnostics"], "malo_masti", "podmazivanje", silent=False),
    )

    def life(self):
        self.day(16 + self.season(0.7), 3.0, 3.0)
        r = self.rng("lines")
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(8, 10) else 0  # another berth
        rough = (1.0, 1.4, 0.7)[self.site]
        T, no = Track(self, x=12.0, r=0.4, c1=0.0), 0
        T.set(vac=0, hold=0, tip=0, no=0, put=0, mass=0, ppl=0, man=0, dist=80, free=1.6, pull=0, isp=0, gust=0, load=0, hid=1, zs=120, nac=1), T.wait(r.uniform(15, 50), 0)
        slots = ((6.0, 12.0, 18.0), (5.0, 10.0, 20.0), (8.0, 14.0, 22.0))[self.site]
        while T.more:
            no, a0 = no + 1, T.i
            tip = int(r.choice((1, 2, 3, 3, 4)))
            tip = 5 if self.new(3) and r.random() < 0.3 else 6 if self.new(6) and r.random() < 0.25 else tip
            nac = 2 if self.new(4) and r.random() < 0.35 else 1  # new: held softly
            T.spd = 1.0 if r.random() < 0.8 else 0.75
            mass, free = (0, 1.2, 2.6, 4.5, 7.0, 11.0, 0.7)[tip], (0, 1.1, 1.5, 2.0, 2.4, 3.0, 0.8)[tip] + r.uniform(-0.1, 0.1)
            T.set(no=no, tip=tip, put=int(r.integers(100, 999)), mass=mass, nac=nac, zs=int(r.choice((100, 120, 140))), ppl=int(r.random() < 0.5), free=free)
            T.set(hid=2), T.go(1, v=0.32, a=0.2, x=float(r.choice(slots)) + r.uniform(-0.35, 0.35))
            m = int(r.uniform(50, 85) / DT)  # the ship comes
            T.adv(m, 2, dict(dist=80 * (1 - np.linspace(0, 1, m)) ** 1.6 + 1.6)), T.set(dist=1.6)
            T.go(3, v=0.12, a=0.1, r=r.uniform(1.3, 2.1)), T.set(vac=1), T.wait(r.uniform(4, 8), 4), T.set(hold=1, dist=0, ppl=0)
            for _ in range(int(r.integers(2, 5))):
                T.set(load=int(r.integers(0, 3))), T.wait(r.uniform(25, 65), 5)
                u = r.random()
                if u < 0.3:  # taken anew after the tide or the load
                    T.set(hold=0.5), T.go(6, v=0.1, a=0.1, r=T.pos["r"] + r.uniform(-0.12, 0.12)), T.wait(r.uniform(1, 3), 6), T.set(hold=1)
                elif u < 0.5:  # moved along for the ramp
                    T.go(7, v=0.05, a=0.04, x=T.pos["x"] + r.uniform(-0.9, 0.9))
            T.set(load=0, hold=0), T.wait(r.uniform(2, 5), 8), T.set(vac=0), T.go(9, v=0.16, a=0.1, r=0.4)
            m = int(r.uniform(45, 70) / DT)
            T.adv(m, 10, dict(dist=1.6 + 78.4 * np.linspace(0, 1, m) ** 1.8)), T.set(dist=80, mass=0, tip=0)
            T.task(a0)
            if r.random() < 0.4:
                T.set(isp=1), T.wait(r.uniform(14, 30), 11), T.set(isp=0)  # plates rinsed
            if r.random() < 0.25 or self.is_life(8) and r.random() < 0.5:
                T.set(man=1, ppl=1), T.manual(r.uniform(20, 45), 12, dict(r=-0.05, x=-0.45), dict(r=0.4, x=0.45)), T.set(man=0, ppl=0)
            if self.is_life(5, 9) and no == 2:
                T.go(13, v=0.15, r=2.4), T.set(vac=1), T.wait(5, 13), T.set(vac=0), T.go(13, v=0.15, r=0.4), T.go(13, v=0.3, x=2.0), T.go(13, v=0.3, x=24.0)
            T.set(hid=1), T.wait(r.uniform(15, 60), 0)
        self.A, H, self.st, self.tasks = T.A, T.H, T.st, T.tasks
        self.E = lambda k_: H.get(k_, self.z0)
        self.weather(70)
        self.wind = self.wind * (1.5 if self.is_life(6) else 1)
        self.sea = rough * (0.14 + 0.05 * abs(self.su("sea")) + 0.012 * lp(self.wind, 120))

    def physics(self):
        A, E, W, h, t = self.A, self.E, self.wander, self.h, self.t
        self.px = ring(A["x"], 0.8, 0.8)
        self.vx = lp(np.gradient(self.px, DT), 0.15)
        self.cm = np.abs(self.vx) > 0.02
        hold = lp(E("hold"), 1.2)
        self.hd, self.hold = hold, E("hold") > 0.7
        mass = lp(E("mass"), 3)
        soft = 1 / (1 + 0.13 * mass)
        self.wav = self.waves("w", 1.0, 5.2, 5) * self.sea * (1 + 0.3 * W("grp", 1, 40)).clip(0.2)
        swell = self.waves("sw", 0.05, 13.0, 6)
        self.tide = 0.35 * np.sin(2 * np.pi * (t / 20000 + 0.3 * self.su("tide"))) + 0.1 * self.su("ti2")
        wash = lp((self.pieces("pass", 30, 150, 0, 1) < 0.12) * 1.0, 6)  # ships that pass
        self.hv = hold * soft * (0.5 * self.wav + swell + 0.10 * wash * np.sin(t / 1.4)) + hold * (-0.04 * lp(E("load"), 8))
        self.sy = hold * soft * (0.22 * self.waves("sy", 1.0, 6.5, 5) * self.sea + 0.03 * W("sy2", 1, 9) + 0.05 * wash * np.sin(t / 2.2))
        self.sx = hold * soft * (0.35 * self.waves("sx", 1.0, 11, 6) * self.sea + 0.04 * W("sx2", 1, 12) + 0.16 * wash)
        self.rol = hold * (1.6 * soft * self.waves("ro", 1.0, 7.0, 7) * self.sea * 2 + 0.3 * lp(E("load"), 10))
        off = self.wind * np.cos(0.4 * W("wdd", 1, 120) + 0.6)
        self.fy = hold * (22 + 0.06 * E("zs") + 0.35 * mass * np.abs(off) * 0.9 + 60 * self.sy / soft * 0.35 + 9 * wash) * np.where(E("nac") == 2, 0.8, 1)
        self.fx = hold * (90 * self.sx * 0.5 / soft + 0.6 * mass * np.tanh(0.2 * off) + 3)
        self.fz = 11 + hold * (30 * self.hv / soft * 0.6 + 2)
        to, ps = h("brt", 1), h("pum", 1)
        self.vac = lp(E("vac"), 1.8)
        tear = to * np.tanh(3 * self.vac)
        need = self.vac * (0.35 + 0.25 * (E("hold") < 0.6)) + 0.1 * E("isp")
        self.prun = lp((np.mod(t / 26 + 0.2 * W("pr", 1, 60), 1) < 0.28 + 0.5 * need + 0.2 * tear) * 1.0, 1.2)
        self.pr = self.prun > 0.5
        self.pod = [self.vac * (82 - 0.05 * self.fy + 0.8 * W(f"po{i}", 1, 8)) * (1 - (0.11 * tear if i == 0 else 0)) for i in (0, 1)]
        self.lek = [self.vac * (1.3 + 0.012 * self.fy + 0.25 * np.abs(W(f"lk{i}", 1, 6))) + (4.2 * tear * (1 + 0.2 * W("tr", 1, 2)) if i == 0 else 0) for i in (0, 1)]
        self.ipv = [0.4 + self.prun * (9.4 + 0.6 * self.vac + (2.6 * tear if i == 0 else 3.4 * ps)) for i in (0, 1)]
        self.tpv = [13 * lp(self.prun, 150) + (8 * lp(ps * self.prun, 120) if i else 2.5 * lp(tear, 120)) for i in (0, 1)]
        self.spr = 84 - 6 * (1 - self.prun) - 4 * tear
        self.R = ring(A["r"], 0.9, 0.8) + self.sy
        self.Z = 1.2 + E("free") * 0.5 * lp((E("tip") > 0) * 1.0, 9) + self.tide * 0.6 * hold + self.hv
        self.Z = lp(self.Z, 0.2)
        self.S = [self.R, self.Z, 0.6 + self.sx]
        self.dS = [lp(np.gradient(x, DT), 0.2) for x in self.S]
        self.am = np.abs(lp(np.gradient(A["r"], DT), 0.15)) > 0.02
        wp, cl, hl, ds = h("crp", 1), h("fil", 1), h("hla", 2), h("dus", 1)
        dem = np.minimum(sum(np.abs(x) for x in self.dS) * 4 + 6 * np.abs(self.vx), 3)
        on = lp(0.25 + 0.75 * (E("hid") > 1.5), 2)
        self.qh = on * (24 + 11 * lp(dem, 0.4)) * (1 - 0.26 * wp)
        self.ph = 60 + 95 * on - 7 * lp(dem, 0.3) * (1 + 2.2 * ds) - 24 * wp * on + 5 * ds * W("ds", 1, 0.8)
        self.rf = 0.5 + 0.022 * self.qh * (1 + 2.4 * cl) + 0.5 * cl
        self.rt = 2.1 + 0.02 * self.qh + 1.6 * cl
        self.ic = 4 + on * (13 + 0.045 * self.ph) * (1 + 0.05 * cl)
        heat = 10 * lp(on, 200) + 0.25 * lp(self.qh, 150)
        self.to = self.amb + 9 + heat + 5 * lp(wp, 160) + 9 * lp(hl, 160) + 2.2 * np.sin(t / 50 + self.su("tp"))
        self.cfan = lp((self.to > self.amb + 21) * 1.0, 8)
        self.vis_ = 58 - 0.75 * (self.to - 30)
        self.nit = 92 + 0.25 * (self.amb - 16) - 17 * ds
        self.akp = self.ph - 3 - 2 * lp(dem, 1) * (1 + 3 * ds)
        ci = h("cur", 1)
        self.err = [0.006 * self.dS[i] / 0.05 + (0.055 * ci * hold * np.mod(t, 9) / 9 if i == 1 else 0) for i in range(3)]
        base = [34 + 0.4 * self.fy, 30 + 1.2 * self.fz, 32 + 0.35 * np.abs(self.fx)]
        self.pa = [b + 30 * np.tanh(9 * d) for b, d in zip(base, self.dS)]
        self.pb = [28 + 0.2 * b - 9 * np.tanh(9 * d) + (16 * ci * hold if i == 1 else 0) for i, (b, d) in enumerate(zip(base, self.dS))]
        self.iv = [90 + 620 * np.tanh(3 * np.abs(d)) for d in self.dS]
        sv = h("svo", 1)
        self.sv = [0.25 * self.fy + 0.2 * self.fz * c + 0.1 * self.fx * d for c, d in ((1, 1), (1, -1), (-1, 1), (-1, -1))]
        self.sv[1] = self.sv[1] + 9 * sv * hold * np.sign(self.dS[0]) * np.tanh(40 * np.abs(self.dS[0]))
        self.vib = 0.3 + 0.012 * self.fy + 2.5 * np.abs(self.dS[0]) + 2.0 * np.abs(self.vx) + 0.75 * sv * hold
        ko = h("kot", 0.5)
        self.ik = 0.6 + np.tanh(12 * np.abs(self.vx)) * (6.5 + 1.2 * np.sin(self.px * 2.2) + 0.04 * self.wear(3) + 4.5 * ko) + 12 * np.abs(lp(np.gradient(self.vx, DT), 0.2))
        self.tk = 10 * lp(self.ik / 8, 120) + 9 * lp(ko * (self.cm + 0.25), 90)
        dead = h("ven", 2).clip(0, 1)
        self.vr, self.hot = (2400 + 25 * (self.amb - 16)) * (1 - 0.97 * dead), 11 * lp(dead, 140)
        self.rin, ng = lp(E("isp"), 0.8), h("isp_d", 1)
        self.wp, self.wq = 0.4 + self.rin * (4.2 + 1.9 * ng), self.rin * 16 * (1 - 0.42 * ng)
        self.a24 = lp(6 + 2.2 * lp((E("hid") > 1.5) * 1.0, 0.5) + 1.4 * self.vac + 1.3 * (self.pieces("a24", 9, 45, 0, 1) < 0.4), 0.3)
        self.hmt = hyst(0.02 + 0.001 * (25 - self.amb) + self.z0, 0.06, 20.0, 26.0, 23.0)

    def where(self):
        E, ones = self.E, np.ones(self.n, bool)
        fw = "bocna|force|pull|load|lateral"
        self.over("v_hi", self.fy, SIL + ":bocna", fw, self.hold, 0.5, 0, 0.4), self.over("d_otk", self.fy, SIL + ":bocna", fw, self.hold, 0.55, 0, 0.4)
        self.over("h_hot", self.to, ULJ + ":toplina_ulja", "toplina ulja|temperature|warmer|hotter|toplina", ones, 0.55, 1, 0.35)
        self.over("c_far", self.Z, CIL + ":hod[1]", "hod|stroke|height|position|further", ones, 0.6, 2, 0.4)
        self.hs = 0.9 * self.sea * (1 + 0.3 * self.wander("grp", 1, 40)).clip(0.2) + 0.5 * self.sea
        self.over("l_vis", self.hs, MOR + ":visina_vala", "visina vala|wave|waves|val", ones, 0.55, 2, 0.4)
        self.over("n_24", self.a24, NAP + ":struja24", "struja24|current|load", ones, 0.6, 1, 0.35)
        self.over("o_prt", self.ic, HID + ":struja_crpke", "struja crpke|current|load|pump", ones, 0.5, 1, 0.4)
        self.places(self.px, self.R, self.hold, pl_tit=(0.8, 0.13), s_pl=(0.8, 0.13)), self.places(self.px, self.R, ones, mr_pl=(0.7, 0.12), ka_pl=(0.7, 0.12))
        self.places(self.px, self.R, self.cm, k_pl=(1.2, 0.05))
        self.mode("brt svo cur v_pod s_bo b_odx b_val b_diz pl_pri c_brz bo_st bo_si", self.hold, "held", "hold", "vacuum", "podtlak", "bocna", "moored")
        self.mode("pum p_okr p_isp", self.pr, "pump", "runs", "running", "okretaji", "struja pumpe"), self.mode("kot k_brz", self.cm, "carriage", "moves", "moving", "brzina"), self.mode("isp_d", self.rin > 0.5, "rinse", "rinses", "tlak vode", "protok vode")
        self.mode("v_ven", self.ups(E("vac") > 0, 9) | self.ups(E("vac") < 1, 9), "vacuum", "opens", "closes", "ventil"), self.mode("g_gr", self.hmt[1] > 0.5, "heat", "struja grijaca"), self.mode("hl_vn", self.cfan > 0.5, "fan", "runs", "okretaji")

    def record(self):
        E, W, t = self.E, self.wander, self.t
        bk = self.shape("s_kol", 0.4, 0.8, 5)
        hold = self.hd
        self.pub(
            VAK,
            "prv_msgs/msg/Vakuum",
            10,
            dict(
                podtlak=[s(x, 0.1, 0.25, 0.5, 0.2, 6, 0, lag=0.2) for x in self.pod],
                curenje=[s(x, 0.02, 0.12, 0.06, 0.1, 5, 0, out=(0.9, 0.003)) for x in self.lek],
                ventil_otvor=[s(3 + 94 * lp(E("vac"), 0.25), 0.5, 0.5, 0.6, 0.4, 9, 0, 100) for _ in (0, 1)],
                spremnik_podtlak=s(self.spr, 0.1, 0.25, 0.5, 0.3, 8, lag=1.5),
                pad_vakuuma=self.blink("s_vak"),
            ),
        )
        self.pub(
            PMP,
            "prv_msgs/msg/Pumpe",
            5,
            dict(
                struja_pumpe=[s(x, 0.05, 0.16, 0.12, 0.12, 4, 0, out=(1.2, 0.003)) for x in self.ipv],
                toplina_pumpe=[s(self.T(f"vp{i}", x, 260, 11, 0.12), 0.1, 0.1, lag=5) for i, x in enumerate(self.tpv)],
                okretaji=[s(20 + 1440 * self.prun, 2, 6, 6, 5, 6, 0) for _ in (0, 1)],
                tlak_ispuha=s(4 + 21 * self.prun + 0.3 * self.wear(1), 0.2, 0.9, 0.8, 0.7, 6, 0),
                razina_ulja=s(72 - 0.3 * self.wear(1) + 2 * self.prun, 0.2, 0.4, 1.5, 0.3, 15, 0, 100),
            ),
        )
        self.pub(
            HID,
            "prv_msgs/msg/Hidraulika",
            8,
            dict(
                radni_tlak=s(self.ph, 0.2, 1.0, 0.8, 0.8, 4, 0),
                povratni_tlak=s(self.rt, 0.02, 0.09, 0.08, 0.07, 5, 0),
                protok=s(self.qh, 0.1, 0.5, 0.4, 0.4, 4, 0),
                struja_crpke=s(self.ic, 0.05, 0.25, 0.2, 0.2, 5, 0),
                okretaji_crpke=s(40 + 1410 * lp(0.3 + 0.7 * (E("hid") > 1.5), 2), 2, 7, 5, 6, 6, 0),
                razlika_filtra=s(self.rf + 0.03 * self.wear(1), 0.01, 0.04, 0.05, 0.03, 8, 0),
                zacepljen_filtar=(self.f("s_fil") > 0) & (t % 18 < 6),
            ),
        )
        self.pub(
            CIL,
            "prv_msgs/msg/Cilindri",
            10,
            dict(
                hod=[s(x, 1e-3, 2e-3, 0.006, 0.001, 9) for x in self.S],
                brzina_hoda=[s(d, 1e-3, 5e-3) for d in self.dS],
                tlak_dno=[s(x, 0.1, 0.8, 0.8, 0.7, 4, 0) for x in self.pa],
                tlak_klip=[s(x, 0.1, 0.7, 0.7, 0.6, 4, 0) for x in self.pb],
                struja_ventila=[s(x, 1, 7, 6, 6, 3, 0) for x in self.iv],
                greska_hoda=[s(x, 1e-4, 2e-3, 0.001, 0.001, 3) for x in self.err],
            ),
        )
        self.pub(
            PLO,
            "prv_msgs/msg/Ploce",
            8,
            dict(
                nagib=[s(0.4 + 0.3 * self.rol + 0.6 * np.sin(self.px / 4) * hold, 0.01, 0.09, 0.1, 0.08, 5) for _ in (0, 1)],
                pritisak_brtve=[s(4 + 46 * self.vac + 0.12 * self.fy, 0.2, 0.9, 1.0, 0.8, 5, 0) for _ in (0, 1)],
                toplina_brtve=[s(self.T(f"br{i}", 3 * hold, 260, 4 + 0.4 * max(0.0, 18 - self.amb0), 0.12), 0.1, 0.1, lag=6) for i in (0, 1)],
                titranje=[s(0.12 + 0.9 * np.abs(self.dS[0]) + 0.8 * np.abs(self.dS[1]) + 0.6 * np.abs(self.vx), 0.005, 0.03, 0.02, 0.025, 3, 0) for _ in (0, 1)],
            ),
        )
        self.pub(SIL, "prv_msgs/msg/Sile", 12, dict(uzduzna=s(self.fx, 0.1, 0.8, 1.5, 0.8, 4), bocna=s(self.fy, 0.1, 0.9, 1.5, 0.9, 4), okomita=s(self.fz, 0.1, 0.5, 0.8, 0.5, 4), svornjak=[s(x, 0.1, 0.5, 0.8, 0.4, 4) for x in self.sv]))
        sh = lp((E("tip") > 0) * (E("dist") < 40) * 1.0, 2)
        self.pub(
            BRO,
            "prv_msgs/msg/Brod",
            6,
            dict(
                odmak_x=s(self.sx, 1e-3, 4e-3, 0.01, 0.003, 6),
                odmak_y=s(self.sy, 1e-3, 4e-3, 0.01, 0.003, 6),
                dizanje=s(self.hv, 1e-3, 4e-3, 0.01, 0.003, 6),
                valjanje=s(self.rol, 0.01, 0.03, 0.05, 0.03, 6),
                skretanje=s(hold * 0.25 * W("sk", 1, 14), 0.01, 0.03, 0.05, 0.03, 9),
                razmak=s(E("dist"), 0.1, 0.1),
                tip=E("tip"),
                putovanje=E("put"),
            ),
        )
        self.pub(VJE, "prv_msgs/msg/Vjetar", 4, dict(brzina_vjetra=s(self.wind, 0.1, 0.25, 0.1, 0.1, 5, 0), smjer=s(np.mod(205 + 24 * W("wdd", 1, 120) + 10 * self.su("wd"), 360), 1, 4, 2, 3, 6), udar=s(self.wind + 0.9 + 0.7 * np.abs(W("ud", 1, 12)), 0.1, 0.2, 0.1, 0.1, 9, 0)))
        self.pub(
            MOR,
            "prv_msgs/msg/More",
            3,
            dict(
                plima=s(self.tide + 0.1 * self.wav, 0.005, 0.012, 0.02, 0.01, 30, lag=3),
                visina_vala=s(self.hs, 0.01, 0.02, 0.01, 0.012, 6, 0, lag=1),
                period_vala=s(5.2 + 0.3 * self.su("pw") + 0.2 * W("pw", 1, 90), 0.05, 0.12, 0, 0.08, 30, 1),
                struja_mora=s(0.18 + 0.08 * np.abs(self.su("cm")) + 0.02 * W("cmr", 1, 200), 0.005, 0.012, 0.01, 0.008, 30, 0),
                temperatura_mora=s(14.5 + 0.3 * (self.amb0 - 16), 0.05, 0.04, 0.2, 0.05, 200),
                slanost=s(37.2 + 0.3 * self.su("sal") + 0.08 * W("sal", 1, 300), 0.02, 0.05, 0.1, 0.03, 60),
            ),
        )
        self.pub(
            KOL,
            "prv_msgs/msg/Kolica",
            8,
            dict(
                put=s(self.px, 1e-3, 2e-3, 0.004, 0.001, 12),
                brzina=s(self.vx, 1e-3, 5e-3),
                struja_pogona=s(self.ik + 5 * bk, 0.05, 0.2, 0.1, 0.15, 3, 0, out=(1.2, 0.003)),
                toplina_pogona=s(self.T("kp", self.tk, 260, 5, 0.12), 0.1, 0.12, lag=5),
                sila_kocnice=s(9.2 - 8.6 * lp(self.cm * 1.0, 0.4), 0.05, 0.12, 0.15, 0.1, 6, 0),
                blokada=bk,
            ),
        )
        dist = np.maximum(lp(E("dist"), 2.0), 0)
        self.pub(
            RAD,
            "prv_msgs/msg/Radar",
            6,
            dict(udaljenost=s(dist, 0.05, 0.12, 0.08, 0.1, 6, 0), prilaz=s(-np.gradient(dist, DT) * (dist < 79), 0.005, 0.02, 0.01, 0.015, 5), jacina_odjeka=s(-42 - 0.16 * dist + 3 * sh, 0.5, 0.9, 1.0, 0.9, 5), toplina_glave=s(self.T("rg", 9, 260, 6, 0.12), 0.5, 0.15)),
        )
        lz = [0.6 + 0.06 * dist + (0.9 - 0.3 * self.R) * (dist < 10) + 0.25 * self.sy + 0.01 * i for i in range(3)]
        self.pub(LAS, "prv_msgs/msg/Laseri", 6, dict(razmak=[s(x, 0.005, 0.015, 0.02, 0.01, 6, 0.2, 12, out=(0.4, 0.004)) for x in lz], jakost=[s(66 - 0.35 * dist + 4 * self.sunny, 0.5, 1.2, 1.6, 1.2, 6, 0, 100) for _ in range(3)], kut=s(0.6 + 0.4 * hold * W("ku", 1, 30), 0.02, 0.06, 0.08, 0.05, 9)))
        lum = np.maximum(60 + 340 * self.sunny * (0.15 if self.is_life(6) else 1), 8)
        self.pub(
            KAM,
            "prv_msgs/msg/Kamera",
            5,
            dict(
                ostrina=s(61 - 5 * np.abs(self.vx) * 8 - 1.5 * self.sea * 8, 0.5, 1.0, 1.5, 1.1, 9, 0),
                svjetlina=s(94 + 14 * self.sunny + 3 * np.sin(self.px / 2), 0.5, 1.2, 1.5, 1.0, 6, 0, 255),
                kasnjenje_slike=s(self.net("kk", 74, 9, 8), 1),
                pouzdanost_oznake=s(0.87 - 0.03 * self.sunny - 0.02 * np.sin(self.px), 0.005, 0.014, 0.012, 0.012, 6, 0, 1),
                ekspozicija=s(np.clip(1500 / lp(lum, 2), 1, 30), 0.1, 0.2, 0.1, 0.15, 9),
            ),
        )
        i = self.a24
        ild = lp(8 + 1.7 * self.ic + 1.2 * self.ik + sum(self.ipv) + 1.5 * (self.pieces("il", 20, 90, 0, 1) < 0.5), 0.4)
        self.pub(
            NAP,
            "prv_msgs/msg/Napajanje",
            4,
            dict(
                napon_mreze=s(398 - 0.1 * ild + 2 * np.sin(t / 400), 0.2, 0.7, 1.2, 0.8, 20),
                struja_mreze=s(ild, 0.1, 0.35, 0.3, 0.3, 4, 0),
                napon24=s(24.25 - 0.02 * i, 0.01, 0.02, 0.03, 0.015, 9),
                struja24=s(i, 0.05, 0.1, 0.05, 0.08, 4, 0),
                izolacija=s(1250 - 90 * lp(np.maximum(W("iz", 1, 200), -2), 20) - 0.8 * self.wind, 5, 16, 40, 16, 60, 20),
                faktor_snage=s(0.88 + 0.004 * ild / 10, 0.002, 0.006, 0.008, 0.005, 9, 0, 1),
                frekvencija=s(50 + 0.01 * W("fr", 1, 60), 0.005, 0.004, 0, 0.004, 20),
            ),
        )
        self.pub(
            ORM,
            "prv_msgs/msg/Ormar",
            3,
            dict(
                toplina_ormara=s(self.T("or", 4 * lp(E("hid") > 1.5, 200) + self.hot, 300, 8, 0.12), 0.1, 0.1),
                vlaga_ormara=s(38 + 6 * self.su("vl") - 0.3 * (self.amb - 16), 0.5, 0.5, 1.2, 0.5, 120, 5, 98),
                okretaji_ventilatora=s(self.vr, 5, 15, 20, 12, 9, 0),
                toplina_pretvaraca=s(self.T("pt", 0.55 * lp(self.ic, 90) + 0.6 * self.hot, 260, 10, 0.12), 0.1, 0.12, lag=4),
            ),
        )
        day = 0.25 if self.is_life(6) else 0.15 + 0.85 * self.sunny
        self.pub(
            RAS,
            "prv_msgs/msg/Rasvjeta",
            3,
            dict(struja_svjetiljke=[s(0.15 + 2.1 * (lp(1.0 * day + self.z0, 30) < 0.5) * (t > 20), 0.01, 0.05, 0.04, 0.03, 9, 0) for _ in (0, 1)], struja_bljeska=s(0.1 + 1.3 * (np.mod(t, 1.4) < 0.4) * (E("hid") > 1.5), 0.01, 0.06, 0.03, 0.04, 6, 0), osvijetljenost=s(150 + 9000 * day, 20, 90, 60, 120, 20, 0)),
        )
        self.pub(
            PDM,
            "prv_msgs/msg/Podmazivanje",
            2,
            dict(tlak_masti=s(8 + 46 * lp((np.mod(t, 70) < 9) * 1.0, 2), 0.1, 0.5, 0.5, 0.4, 6, 0), razina_masti=s(81 - 0.4 * self.wear(1) - t / 9000, 0.1, 0.2, 1.5, 0.15, 60, 0, 100), takt=self.once(np.mod(t, 70) < 9) + 1100 * self.idx, malo_masti=(self.f("s_mas") > 0) & (t % 18 < 6)),
        )
        self.pub(MRE, "prv_msgs/msg/Mreza", 3, dict(odziv_ms=s(self.net("mo", 9, 3, 5), 0.5), izgubljeno=s(self.net("ml", 0, 0.5, 0.4), 0.1), signal_veze=s(-52 - 0.4 * np.abs(self.px - 12), 1, 1.2, 1.0, 1.4, 6)))
        ver = self.version("privez", "4.1", "4.2", "4.5")
        self.computer(RAC, "prv_msgs/msg/Racunalo", 12, 17, 2100, ("petlja_ms", "petlja_najvise", "memorija", "toplina_jezgre", "izdanje"), 5 * lp(hold, 40) + 0.6 * self.hot, ver, 0.9)
        self.pub(
            ULJ,
            "prv_msgs/msg/Ulje",
            3,
            dict(
                toplina_ulja=s(self.to, 0.1, 0.1, 0.4, 0.1, 20, lag=6),
                razina_ulja=s(84 - 0.05 * self.qh - 0.3 * self.wear(1), 0.2, 0.25, 1.2, 0.25, 20, 0, 100),
                vlaznost_ulja=s(31 + 4 * self.su("vu"), 0.5, 0.7, 1.5, 0.6, 60, 0, 100),
                cestice=s(15 + 0.4 * self.wear(1) + 1.2 * np.abs(W("cs", 1, 40)), 0.2, 0.6, 0.8, 0.5, 20, 0),
                viskoznost=s(self.vis_, 0.1, 0.5, 1.0, 0.4, 15, 5),
            ),
        )
        self.pub(AKU, "prv_msgs/msg/Akumulator", 5, dict(tlak_dusika=s(self.nit, 0.1, 0.4, 0.8, 0.3, 12, 0), tlak_ulja=s(self.akp, 0.2, 0.8, 0.6, 0.6, 4, 0), punjenje=s(48 + 26 * (self.akp - 60) / 95, 0.2, 0.8, 1.0, 0.6, 8, 0, 100)))
        bk1 = np.clip(0.2 + self.sy * 1.5 + 0.03 * hold, 0, 1.5)
        self.pub(BOK, "prv_msgs/msg/Bokobran", 6, dict(stlacenost=[s(x, 0.005, 0.012, 0.015, 0.01, 5, 0) for x in (bk1, bk1 * 0.9)], sila_bokobrana=[s(np.maximum(90 * x**1.3 + 14 * hold, 0), 0.5, 1.8, 2.0, 1.5, 5, 0) for x in (bk1, bk1 * 0.9)]))
        hx, hon = self.hmt
        self.pub(GRI, "prv_msgs/msg/Grijaci", 3, dict(struja_grijaca=[s(0.05 + 3.2 * hon, 0.02, 0.07, 0.06, 0.05, 6, 0) for _ in range(3)], toplina_cijevi=s(hx, 0.1, 0.12, 0.3, 0.1, 20)))
        self.pub(UPS, "prv_msgs/msg/Ups", 2, dict(napon_baterije=s(27.3 + 0.05 * W("ub", 1, 200), 0.02, 0.04, 0.06, 0.03, 20), struja_punjenja=s(0.35 + 0.05 * W("uc", 1, 60), 0.01, 0.03, 0.03, 0.02, 9, 0), punjenost=s(97.5, 0.1, 0.15, 0.6, 0.1, 90, 0, 100), toplina_baterije=s(self.T("ub2", 1, 400, 3, 0.1), 0.1, 0.1)))
        self.pub(DOC, "prv_msgs/msg/Doseg", 8, dict(otklon_stupa=s(0.06 * self.fy + 0.4 * np.abs(self.dS[0]), 0.02, 0.08, 0.08, 0.06, 5, 0), naprezanje=s(40 + 2.1 * self.fy + 0.9 * self.fz, 0.5, 2.0, 3.0, 1.8, 5), vibracija=s(self.vib, 0.01, 0.05, 0.03, 0.05, 3, 0, out=(0.3, 0.004))))
        self.pub(ISP, "prv_msgs/msg/Ispiranje", 4, dict(tlak_vode=s(self.wp, 0.02, 0.09, 0.08, 0.07, 6, 0), protok_vode=s(self.wq, 0.1, 0.25, 0.15, 0.2, 5, 0), razina_vode=s(88 - np.cumsum(self.rin) * DT * 0.03, 0.2, 0.2, 1.5, 0.2, 30, 0, 100)))
        hl = self.h("hla", 2)
        self.pub(
            HLD,
            "prv_msgs/msg/Hladnjak",
            3,
            dict(ulaz=s(self.to + 2, 0.1, 0.15, 0.4, 0.12, 15, lag=3), izlaz=s(self.to - 7 * self.cfan + 4.5 * hl * self.cfan + 1, 0.1, 0.15, 0.4, 0.12, 15, lag=4), okretaji_vent=s(30 + 1750 * self.cfan, 5, 14, 15, 11, 8, 0), pad_tlaka=s(38 + 30 * self.cfan + 24 * hl + 0.5 * self.wear(1), 0.5, 1.4, 1.6, 1.2, 9, 0)),
        )
        self.pub(POZ, "geometry_msgs/msg/PoseStamped", 8, {"pose.position.x": s(self.px, 1e-3, 3e-3, 0.005), "pose.position.y": s(self.R, 1e-3, 3e-3, 0.005), "pose.position.z": s(self.Z, 1e-3, 3e-3, 0.005), "pose.orientation.x": np.sin(self.rol / 120), "pose.orientation.w": np.cos(self.rol / 120)}, "obala")
        (
            self.simple("/temperatura", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)),
            self.simple("/vlaga", "RelativeHumidity", 1, "relative_humidity", s(0.66 + 0.05 * self.su("rh") - 0.05 * lp(self.sunny, 200), 0.001, 0.003, 0.01, 0.008, 120, 0, 1)),
            self.simple("/tlak_zraka", "FluidPressure", 2, "fluid_pressure", s(101500 + 600 * self.su("tz") + 50 * np.sin(t / 1100), 1, 6, 0, 8, 40)),
        )
        self.pub("/sigurnost", "prv_msgs/msg/Sigurnost", 2, dict(nuzni_stop_ok=1, ograda_zatvorena=E("ppl") < 0.5, ljudi=E("ppl")))
        self.pub("/nalog", "prv_msgs/msg/Nalog", 4, dict(korak=self.st, nacin=E("nac"), broj_priveza=E("no") + 12 * self.idx, dolazak_id=E("put"), zadana_sila=s(E("zs"), 1), rucno=E("man")))
        self.end(
            "/privezi/_action/status",
            [
                ("s_kol", "kolica", ["blokada pogona kolica, pokusaj ponovo", "pogon kolica slobodan"], "KOL"),
                ("s_mas", "podmazivanje", ["razina masti niska, mazanje preskoceno", "mazanje ponovljeno"], "PDM"),
                ("s_vak", "vakuum", "pad vakuuma na ploci, pumpa pojacana", "VAK"),
                ("s_fil", "hidraulika", "filtar povrata zacepljen, zamijeniti uskoro", "HID"),
            ],
            [(10, "I", "nalog", "brod privezan za {} s", 20, 70), (8, "W", "brod", "prolazni val {} m", 0.2, 0.9), (6, "W", "laseri", "prskanje, {} ocitanja odbaceno", 2, 9), (5, "I", "sile", "nula uzeta, {} kn", 0.1, 1.4), (4, "W", "mreza", "posluzitelj spor {} ms", 400, 900)],
            [("hidraulika", "spremno, tlak postignut"), ("vakuum", "brtve pregledane prije 19 dana"), ("sigurnost", "lanac stopa zatvoren")],
            ver,
        )
