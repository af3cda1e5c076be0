"""Self-driving vineyard tractor with diesel and hydrostatic drive: sprays with pump, fan and eight nozzles and mulches the grass between the rows; hills, wind and sun about it; Romanian fields."""

import numpy as np
from base import DT, Robot, Track, lp, mdef, ring, s
from base import kind as k

MOT, TRA, ROT, PRI, STR, VEN, TOC, RID, DIR, MET, ELE, RAC, COM, FRU, CAM, RAD, CAL, GPS, ODO, IMU, LID, UNG = "/motor", "/transmisie", "/roti", "/priza_de_putere", "/stropitoare", "/ventilator", "/tocator", "/ridicator", "/directie", "/meteo", "/electric", "/racire", "/combustibil", "/frunzis", "/camera_rand", "/radio", "/calculator", "/gps/pozitie", "/odometrie", "/imu", "/lidar", "/ungere"  # fmt: skip
ACC, GYR, DR, SP, MU = "linear_acceleration.", "angular_velocity.", dict(where="when driving"), dict(where="when spraying", need=15), dict(where="when mulching", need=15)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Vie(Robot):
    NAME = "vie"
    FLAGS = [(MOT, "cod_eroare"), (STR, "duze_infundate"), (TOC, "rotor_blocat"), (UNG, "vaselina_putina")]
    COMES = ("s_duze",)
    RETRY = [("gps", "GP", "corectii intarziate {} s", 3, 1, 6), ("rand", "RN", "rand pierdut {} s", 2, 1, 4)]
    DEFS = {
        "vie_msgs/msg/Motor": mdef("float32 turatie presiune_ulei temperatura_apa consum presiune_turbo temperatura_evacuare depresiune_filtru; uint16 cod_eroare"),
        "vie_msgs/msg/Transmisie": mdef("float32 presiune_hidrostat debit_hidrostat temperatura_ulei cadere_filtru nivel_ulei"),
        "vie_msgs/msg/Roata": "float32 viteza_roata\nfloat32 presiune_pneu\nfloat32 alunecare",
        "vie_msgs/msg/Roti": mdef("vie_msgs/Roata[4] roata"),
        "vie_msgs/msg/Priza": mdef("float32 turatie_priza cuplu_priza temperatura_ambreiaj"),
        "vie_msgs/msg/Stropitoare": mdef("float32 presiune_stropire debit_total deschidere_regulator nivel_rezervor presiune_agitator; float32[8] debit_duza; bool duze_infundate"),
        "vie_msgs/msg/Ventilator": mdef("float32 turatie_ventilator viteza_aer vibratie_ventilator"),
        "vie_msgs/msg/Tocator": mdef("float32 turatie_rotor presiune_tocator vibratie_tocator; float32[2] temperatura_rulment; bool rotor_blocat"),
        "vie_msgs/msg/Directie": mdef("float32 unghi_directie presiune_directie abatere_lateral"),
        "vie_msgs/msg/Meteo": mdef("float32 viteza_vant directie_vant"),
        "vie_msgs/msg/Electric": mdef("float32 tensiune_bord curent_alternator curent_consumatori temperatura_acumulator"),
        "vie_msgs/msg/Racire": mdef("float32 turatie_racire presiune_racire temperatura_intrare"),
        "vie_msgs/msg/Combustibil": mdef("float32 nivel_motorina nivel_adblue apa_separator"),
        "vie_msgs/msg/Frunzis": mdef("float32[2] inaltime_frunzis distanta_rand; float32 densitate_frunzis"),
        "vie_msgs/msg/Camera": mdef("float32 claritate expunere_us intarziere_ms recunoastere temperatura_camera"),
        "vie_msgs/msg/Radio": mdef("float32 semnal_dbm raspuns_ms pachete_pierdute"),
        "vie_msgs/msg/Ungere": mdef("float32 presiune_vaselina rezerva_vaselina; bool vaselina_putina"),
        "vie_msgs/msg/Siguranta": mdef("bool stop_urgenta_ok usa_inchisa; uint8 oameni"),
        "vie_msgs/msg/Lucrare": mdef("uint8 mod_lucru reteta; uint16 rand; float32 viteza_ceruta presiune_ceruta inaltime_ceruta; bool manual"),
        "vie_msgs/msg/Calculator": mdef("float32 ciclu_ms ciclu_maxim_ms memorie_mb temperatura_procesor; string versiune_program"),
    }
    KINDS = dict(
        filtru_aer=k("air filter full of dust: boost falls and exhaust gets hot", MOT, "depresiune_filtru presiune_turbo temperatura_evacuare", "air filter|motor", cons="consum", step=False, tail=120),
        radiator=k("radiator full of leaves: engine and oil get warm, the fan runs faster", [MOT, TRA, RAC], "temperatura_apa temperatura_ulei turatie_racire", "radiator|motor|racire", cons="presiune_racire|cadere_filtru|presiune_ulei|nivel_ulei", step=False, tail=500),
        pompa=k("spray pump worn: the regulator closes further and the pressure falls", STR, "presiune_stropire deschidere_regulator debit_total", "spray pump|stropitoare|pump", cons="debit_duza|cuplu priza|/priza_de_putere", step=False, **SP),
        duza3=k("nozzle 3 blocked: less flow, the pressure rises a little", STR, "debit_duza[2] debit_total", "nozzle 3|stropitoare|nozzle", cons="presiune stropire|debit_duza|deschidere regulator", **SP),
        curea=k("belt of the spray fan slips: slower and less air", VEN, "turatie_ventilator viteza_aer", "spray fan|ventilator|belt", cons="cuplu priza|/priza_de_putere|/motor|vibratie_ventilator", **SP),
        cutite=k("flails of the mulcher blunt: more pressure and fuel", [TOC, MOT], "presiune_tocator consum vibratie_tocator", "mulcher|tocator|flails", cons="/transmisie|/racire|temperatura_evacuare|presiune_turbo|temperatura_rulment|turatie|temperatura_apa|depresiune_filtru|/priza_de_putere", step=False, tail=200, **MU),
        pneu=k("rear left tyre loses air: rolls slower radius, leans", [ROT, IMU], "roata[2].presiune_pneu roata[2].viteza_roata " + ACC + "y", "rear left tyre|roti|tyre", cons="presiune hidrostat|/transmisie|/racire", step=False),
        hidrostat=k("hydrostatic pump leaks inside: more flow for the same speed and hotter oil", TRA, "debit_hidrostat temperatura_ulei", "hydrostatic pump|transmisie", cons="consum|/racire|turatie racire|/motor|cadere filtru|nivel_ulei", tail=500, **DR),
        alternator=k("alternator belt slips: too little current and voltage", ELE, "curent_alternator tensiune_bord", "alternator|electric", cons="/radio"),
        frana=k("parking brake drags: more pressure and fuel when driving", [TRA, MOT], "presiune_hidrostat consum", "parking brake|transmisie|brake", cons="/racire|/roti|temperatura_ulei|temperatura_evacuare|presiune_turbo|turatie|temperatura_apa|depresiune_filtru|presiune_ulei", tail=200, **DR),
        ulei_m=k("oil pressure of the engine too low: bearing clearance", MOT, "presiune_ulei", "oil pressure|motor", "off -.7 .05", step=False),
        tur=k("speed of the engine flickers: sensor gap", MOT, "turatie", "engine speed|motor", "spk 180 .06|noise 22"),
        apa_frz=k("temperature of the coolant frozen: plug", MOT, "temperatura_apa", "coolant|motor", "frz"),
        turbo=k("boost hunts when the fuel rate is above a number: actuator", MOT, "presiune_turbo", "boost|motor|turbo", "flut .3", where="**fuel rate above a number**", **NU),
        consum_s=k("fuel rate reads too little: injector map", MOT, "consum", "fuel rate|motor", "mul -.25 .03"),
        p_hid=k("drive pressure reads too little: sensor membrane", TRA, "presiune_hidrostat", "drive pressure|transmisie", "mul -.27 .04", **DR),
        p_cald=k("drive pressure uneasy when the oil is hotter than a number: control valve", TRA, "presiune_hidrostat", "drive pressure|transmisie|control valve", "flut 30", where="**oil temperature above a number**", **NU),
        filtru_h=k("hydraulic filter clogs", TRA, "cadere_filtru", "hydraulic filter|transmisie|filter", "mul .6 .04", step=False),
        nivel_h=k("oil level falls: hose sweats", TRA, "nivel_ulei", "oil level|transmisie|hose", "off -9 .03", step=False),
        enc4=k("speed of the rear right wheel flickers: sensor ring", ROT, "roata[3].viteza_roata", "rear right wheel|roti|sensor ring", "spk .9 .06|noise .12", **DR),
        pneu_s=k("pressure sensor of the front right tyre reads too little", ROT, "roata[1].presiune_pneu", "front right tyre|roti|pressure sensor", "off -.17 .03"),
        noroi=k("front left wheel slips at one place: spring in the slope", ROT, "roata[0].alunecare", "front left wheel|roti|slope", "flut 9 1.2", also="/roti roata[0].viteza_roata flut .25 1", **PL),
        al_panta=k("rear right wheel slips when the load of the drive is above a number: differential lock loose", ROT, "roata[3].alunecare", "rear right wheel|roti|differential", "flut 7 1.3", where="**drive pressure above a number**", **NU),
        cuplu=k("torque of the shaft swings: joint of the shaft worn", PRI, "cuplu_priza", "shaft|priza de putere|joint", "swing 45 1.8", where="when the shaft turns", need=15),
        ambreiaj=k("clutch of the shaft gets hot: slips", PRI, "temperatura_ambreiaj", "clutch|priza de putere", "heat 10 60", step=False, tail=300),
        p_zero=k("spray pressure reads too much: sensor bent by frost", STR, "presiune_stropire", "spray pressure|stropitoare", "off 2.1 .04"),
        duza6=k("flow of nozzle 6 pulses: membrane torn", STR, "debit_duza[5]", "nozzle 6|stropitoare|membrane", "swing .35 1.5", **SP),
        duza8=k("nozzle 8 worn out: too much flow", STR, "debit_duza[7]", "nozzle 8|stropitoare|nozzle", "mul .34 .03", **SP),
        duza1_p=k("nozzle 1 flutters when the spray pressure is above a number: seat cracked", STR, "debit_duza[0]", "nozzle 1|stropitoare|seat", "flut .5", where="**spray pressure above a number**", **NU),
        regulator=k("regulator valve sticks and jumps", STR, "deschidere_regulator", "regulator|stropitoare|valve", "stick 7", **SP),
        rezervor=k("level of the tank frozen: float hangs", STR, "nivel_rezervor", "tank|stropitoare|float", "frz", need=60),
        agitator=k("agitator weak: its nozzle blocked", STR, "presiune_agitator", "agitator|stropitoare", "mul -.4 .05"),
        v_aer=k("air speed measured unevenly: leaves in the tube", VEN, "viteza_aer", "spray fan|ventilator|air speed", "burst 3 1 5", **SP),
        vent_vib=k("spray fan shakes: blade chipped", VEN, "vibratie_ventilator", "spray fan|ventilator|blade", "mul .9 .1", **SP),
        vent_rap=k("spray fan shakes when it is faster than a number: bearing", VEN, "vibratie_ventilator", "spray fan|ventilator|bearing", "flut 1.4 1.2", where="**speed of the fan above a number**", **NU),
        rulment2=k("right bearing of the mulcher gets hot: grass wound about it", TOC, "temperatura_rulment[1]", "right bearing|tocator|mulcher", "heat 14 80", step=False, tail=400),
        rotor=k("speed of the mulcher measured in coarse steps: teeth lost", TOC, "turatie_rotor", "mulcher|tocator|rotor", "coarse 300"),
        toc_p=k("pressure of the mulcher swings: relief valve", TOC, "presiune_tocator", "mulcher|tocator|relief valve", "swing 28 2.4", **MU),
        toc_vib=k("mulcher shakes: a flail is lost", TOC, "vibratie_tocator", "mulcher|tocator|flail", "off 1.6 .12", **MU),
        ciot=k("mulcher hits at one place: stump of a post", TOC, "presiune_tocator", "mulcher|tocator|stump", "flut 45 .9", also="/tocator vibratie_tocator flut 2.2 1", **PL),
        ridicat=k("height of the mulcher stands off: sensor arm bent", RID, "position[0]", "mulcher lift|ridicator|sensor arm", "off .055 .03"),
        brat_st=k("left spray arm sags: cylinder leaks", RID, "position[1]", "left spray arm|ridicator|cylinder", "creep -.22 30"),
        brat_dr=k("right spray arm has play: pin worn", RID, "position[2]", "right spray arm|ridicator|pin", "play .06|noise .02"),
        ef_rid=k("mulcher lift needs more and more effort: pin dry", RID, "effort[0]", "mulcher lift|ridicator|pin", "mul .5 .05", step=False),
        dir_zero=k("steer angle stands off: sensor turned", DIR, "unghi_directie", "steering|directie|steer angle", "off 3.4 .03"),
        dir_p=k("steering pressure flutters: orbit valve", DIR, "presiune_directie", "steering|directie|orbit valve", "flut 20 .5", **DR),
        abatere=k("tractor leaves its line to one side: row detection off", DIR, "abatere_lateral", "steering|directie|row", "off .11 .1", also="/frunzis distanta_rand[0] off -.11 .1|/frunzis distanta_rand[1] off .11 .1", **DR),
        giro=k("yaw gyro has a bias", IMU, GYR + "z", "imu|yaw gyro", "off .03 .04"),
        acc_x=k("forward acceleration walks: foot of the imu loose", IMU, ACC + "x", "imu|foot", "walk 1.6 3 14"),
        imu_l=k("imu sends half of its messages", IMU, "header.stamp", "imu", "lost .5"),
        sant=k("tractor is shaken at one place: rut washed out", IMU, " ".join(ACC + c for c in "xyz"), "imu|rut", "noise 1.7", **PL),
        odo_s=k("odometry too slow: wheel radius set wrongly", ODO, "twist.twist.linear.x", "odometry|odometrie", "mul -.2 .02", **DR),
        odo_v=k("odometry comes late: gateway overloaded", ODO, "header.stamp", "odometry|odometrie|gateway", "age .6", step=False),
        gps_loc=k("position of the receiver jumps at one place: power line", GPS, "latitude longitude", "gps|receiver|power line", "flut 5e-6 1", **PL),
        gps_z=k("height of the receiver walks: antenna cable wet", GPS, "altitude", "gps|receiver|antenna", "walk 1.2 5 20"),
        gps_l=k("receiver sends half of its positions", GPS, "header.stamp", "gps|receiver", "lost .5"),
        lid_sc=k("beams 3 and 4 of the lidar read short: spray on the window", LID, "ranges[3] ranges[4]", "lidar|window", "short .3 .7"),
        lid_prf=k("beams 7 and 8 of the lidar scatter when the tractor is faster than a number: bracket cracked", LID, "ranges[7] ranges[8]", "lidar|bracket", "noise 1.4", where="**speed above a number**", **NU),
        fr_st=k("height of the foliage on the left reads too little: leaf on the sensor", FRU, "inaltime_frunzis[0]", "foliage|frunzis|left sensor", "mul -.3 .05"),
        fr_dr=k("distance to the right row drops out: plug", FRU, "distanta_rand[1]", "right row|frunzis|plug", "cut .1 .4"),
        fr_dens=k("density of the foliage is too low: sensor window milky", FRU, "densitate_frunzis", "foliage|frunzis|window", "mul -.35 .05", step=False),
        vant=k("wind speed reads too little: bearing of the cups", MET, "viteza_vant", "wind|meteo|cups", "mul -.45 .05"),
        vane=k("wind direction sticks: vane bent", MET, "directie_vant", "wind direction|meteo|vane", "stick 50"),
        v_bord=k("supply falls when the current is above a number: ground strap", ELE, "tensiune_bord", "supply|electric|ground strap", "off -.5 .3", where="**current of the consumers above a number**", **NU),
        acumulator=k("battery gets hot: cell shorted", ELE, "temperatura_acumulator", "battery|electric|cell", "heat 9 100", step=False, tail=400),
        intrare=k("temperature of the cooling air frozen: sensor", RAC, "temperatura_intrare", "cooling air|racire|sensor", "frz", need=60),
        racire_p=k("cooling circuit builds no pressure: cap leaks", RAC, "presiune_racire", "cooling|racire|cap", "off -.32 .05"),
        motorina=k("diesel level sloshes: baffle loose", COM, "nivel_motorina", "diesel level|combustibil|baffle", "swing 3 4"),
        apa_sep=k("water in the fuel separator rises", COM, "apa_separator", "separator|combustibil", "off 14 .05", step=False),
        cam_cl=k("row camera loses sharpness: spray on the lens", CAM, "claritate", "row camera|camera rand|lens", "off -13 .06", step=False, also="/camera_rand recunoastere off -.07 .06"),
        cam_exp=k("rows are recognised badly when the exposure is above a number: blur", CAM, "recunoastere", "row camera|camera rand|recognition", "off -.16 .3", where="**exposure above a number**", **NU),
        cam_int=k("images of the row camera late: cable", CAM, "intarziere_ms", "row camera|camera rand|cable", "late 12 50"),
        cam_cald=k("row camera gets hot: fan stands", CAM, "temperatura_camera", "row camera|camera rand", "heat 10 90", step=False, tail=300),
        radio_loc=k("radio weak at one place: behind the hill", RAD, "semnal_dbm", "radio|hill", "off -16 .15", also="/radio pachete_pierdute off 7 .4|/radio raspuns_ms off 40 .4", **PL),
        pachete=k("radio loses packets: antenna plug", RAD, "pachete_pierdute", "radio|antenna", "late 4 12", also="/radio semnal_dbm off -5 .1"),
        lumina=k("light sensor dims: dust", "/lumina", "illuminance", "light sensor|lumina", "mul -.4 .03"),
        umid=k("humidity frozen", "/aer/umiditate", "relative_humidity", "humidity|umiditate", "frz", need=60),
        ciclu=k("computer has far longer worst cycles", CAL, "ciclu_maxim_ms ciclu_ms", "computer|calculator", "late 6 24"),
        memorie=k("memory of the computer fills", CAL, "memorie_mb", "computer|calculator|memory", "leak 130", step=False),
        ungere=k("greasing builds less pressure: line open", UNG, "presiune_vaselina", "greasing|ungere|line", "mul -.4 .05", where="when greasing", need=12),
        s_motor=k("engine reports faults and loses speed", [MOT, "/rosout", "/diagnostics"], "cod_eroare turatie", "engine|motor", silent=False),
        s_duze=k("sprayer warns for seconds again and again that nozzles are blocked though they flow", [STR, "/rosout", "/diagnostics"], "duze_infundate", "nozzles|stropitoare", silent=False),
        s_rotor=k("mulcher reports that its rotor is blocked", [TOC, "/rosout", "/diagnostics"], "rotor_blocat turatie_rotor", "mulcher|tocator|rotor", silent=False),
        s_vas=k("greasing warns that the grease is low", [UNG, "/rosout", "/diagnostics"], "vaselina_putina", "greasing|ungere", silent=False),
    )

    def life(self):
        self.day(18 + self.season(0.8) - 7 * self.is_life(9), 2.5, 8.0), self.weather(60)
        r = self.rng("rows")
        self.site = 1 if self.is_life(2, 8) else 2 if self.is_life(7, 10) else 0
        L, pitch, n = ((58.0, 2.6, 8), (46.0, 2.3, 10), (70.0, 2.8, 6))[self.site]
        T, no, way, rec = Track(self, x=-4.0, y=-6.0, h=0.0, m=0.36, b=0.15, c=0.15), 0, 1, 1
        T.set(no=0, cap=0, air=0, spr=0, mul=0, pr=8.0, ht=0.36, ppl=0, man=0, rec=1, fill=0, halt=0, dens=1.0, one=0), T.wait(r.uniform(90, 200) if self.cold else r.uniform(15, 50), 10 if self.cold else 0)
        block = int(r.integers(0, 2))
        while T.more:
            a0, no = T.i, no + 1
            if (no - 1) % 2 == 0:  # another tank and recipe, or grass
                block, rec = 1 - block, int(r.integers(1, 8))
            q_ = self.rng(f"recipe{rec}")
            pr, v0 = round(float(q_.uniform(5.5, 13)), 1), q_.uniform(1.15, 1.75)
            young = self.new(3) and no % 5 == 0  # young vines: low pressure, arms close, slowly; new
            both = self.new(4) and no % 4 == 1  # sprayed and mulched in one pass; new
            herb = self.new(6) and no % 6 == 2  # strips below the vines with the lower nozzles only; new
            leaf = self.new(8) and no % 5 == 3  # air without liquid against hoarfrost and leaves; new
            spray, mulch = block == 0 or both or young or herb, block == 1 and not (young or herb) or both
            v = v0 * (0.75 if young or both else 1) * (0.8 if self.is_life(6) else 1) * (0.85 if mulch else 1)
            T.spd = 0.85 if r.random() < 0.15 else 1.0
            row = (no - 1) % n
            y = pitch * row
            x0, x1 = (0.0, L) if T.pos["x"] < L / 2 else (L, 0.0)
            sg = 1 if x1 > x0 else -1
            out = -5.0 if sg > 0 else L + 5.0
            T.set(no=row + 1, cap=1.2, rec=9 if young else 10 if both else 11 if herb else 12 if leaf else rec)
            T.drive([(out, T.pos["y"]), (out, y), (x0 - 1.5 * sg, y)], 1.2, 1, cut=2.2, wmax=0.6)
            op = 0.45 if young else 1.0
            T.set(pr=3.5 if young or herb else pr), T.go(2, sec=r.uniform(3, 5), m=0.07 if mulch else 0.36, b=op if spray or leaf else 0.15, c=op if spray or leaf else 0.15)
            T.set(ht=0.07 if mulch else 0.36, spr=(0 if leaf else 0.5 if herb else 1) if spray or leaf else 0, air=1 if (spray and not herb) or leaf else 0, mul=1 if mulch else 0, dens=0.5 if young else 1.0), T.wait(r.uniform(2, 4), 2)
            parts = sorted(r.uniform(0.15, 0.9, int(r.integers(1, 4))))
            for f in [*parts, 1.0]:
                T.set(cap=v)
                T.drive([(x0 + sg * f * L, y)], v, 5 if both else 4 if mulch else 3, [(r.uniform(0.3, 0.7), r.uniform(4, 14))] if r.random() < 0.08 else [], wmax=0.5)
                u = r.random()
                if u < 0.25:
                    v = float(np.clip(v + r.choice((-0.15, 0.15)), 0.8, 1.9))  # speed set by hand
                elif u < 0.4:
                    pr = round(float(np.clip(pr + r.choice((-1, 1)), 4, 14)), 1)  # pressure set by hand
                    T.set(pr=3.5 if young or herb else pr)
                elif u < 0.5 and mulch:
                    T.go(5 if both else 4, sec=2, m=float(np.clip(T.pos["m"] + r.uniform(-0.03, 0.05), 0.05, 0.15))), T.set(ht=round(T.pos["m"], 2))
            T.set(spr=0, air=0, mul=0, ht=0.36), T.go(6, sec=r.uniform(3, 5), m=0.36, b=0.15, c=0.15), T.task(a0)
            if no % 4 == 0 and sg < 0 or T.pos["x"] < 0 and r.random() < 0.15:  # filled at the well
                T.set(cap=1.6), T.drive([(-5.0, T.pos["y"]), (-5.0, -4.0), (-9.0, -6.0)], 1.6, 7, cut=2.0), T.set(fill=1), T.wait(r.uniform(60, 110), 8), T.set(fill=0)
            if r.random() < 0.1:
                T.set(ppl=1), T.wait(r.uniform(15, 60), 9), T.set(ppl=0)  # nozzles cleaned, shaft looked at
            if r.random() < 0.15 or self.is_life(8) and r.random() < 0.2:  # driven by hand
                T.set(man=1)
                for _ in range(int(r.integers(2, 5))):
                    T.drive([(T.pos["x"] + r.uniform(-4, 4), T.pos["y"] + r.uniform(-4, 4))], r.uniform(0.5, 1.2), 11, a=0.6), T.wait(r.uniform(0.5, 3), 11)
                T.set(man=0)
            if self.is_life(5, 9) and no == 4:  # weekly test of arms, fan and rotor
                T.set(air=1, mul=1), T.go(12, sec=4, b=1.1, c=1.1, m=0.25), T.wait(25, 12), T.set(air=0, mul=0), T.go(12, sec=4, b=0.15, c=0.15, m=0.36)
        self.A, H, self.st = T.A, T.H, T.st
        self.tasks, self.E = T.tasks, lambda k_: H.get(k_, self.z0)
        self.vehicle(self.A)
        self.px, self.py = self.x + (0, 150, -120)[self.site], self.y + (0, 30, -60)[self.site]
        self.grass = np.maximum(0.6 + 0.4 * np.sin(self.px / 5.3) * np.cos(self.py / 3.1) + 0.2 * np.sin(self.px * 0.8 + self.py), 0.05)
        self.leafs = np.maximum(0.75 + 0.25 * np.sin(self.px / 3.7 + self.site) * np.cos(self.py / 2.2) + 0.1 * np.sin(self.px * 1.3), 0.1)

    def physics(self):
        A, E, W, h, t, v = self.A, self.E, self.wander, self.h, self.t, self.v
        self.J = [ring(A[c], 1.0, 0.6) for c in "mbc"]
        self.dJ = [lp(np.gradient(a, DT), 0.15) for a in self.J]
        self.jm = sum(np.abs(a) for a in self.dJ)
        self.wnd = lp(self.wind, 0.6)
        self.wdir = 210 + 40 * self.su("wd") + 25 * W("wd", 1, 40)
        self.slope = 0.09 * np.sin(self.px / 21 + 0.4) * np.cos(self.yaw) + 0.05 * np.sin(self.py / 9) * np.sin(self.yaw)
        self.roll = 0.05 * np.cos(self.px / 17) * np.cos(self.yaw) + 0.01 * W("rl", 1, 1) * np.tanh(4 * v)
        self.rough = 1 + 0.5 * np.sin(self.px * 1.1) * np.cos(self.py * 1.7)
        self.air, self.mul, self.spr = lp(E("air"), 1.5), lp(E("mul"), 1.2), lp(E("spr"), 0.8)
        self.sprs, self.muls = self.spr > 0.35, self.mul > 0.6
        d = np.tanh(5 * v)
        blunt, drag, leak, brk = 1 + 0.012 * self.wear(1) + 0.4 * h("cutite", 1), h("frana", 0.5), h("hidrostat", 0.5), h("curea", 0.5)
        lv, x, f = [], 60.0 + 30 * abs(np.tanh(self.su("tk"))), E("fill").tolist()
        for o, i in zip((0.055 * self.spr * np.sqrt(np.maximum(E("pr"), 1) / 8)).tolist(), f):
            x = min(max(x + (0.9 * i - o) * DT, 4.0), 97.0)
            lv.append(x)
        self.tank = np.array(lv)
        mass = 3.6 + 0.01 * self.tank
        self.flat = h("pneu", 2)
        self.om = [np.maximum(np.abs(self.fw + sg * 0.55 * self.yr), 0) / (0.42 if i < 2 else 0.55) * (1 + (0.09 * self.flat if i == 2 else 0)) for i, sg in enumerate((-1, 1, -1, 1))]
        self.pd = lp(22 + d * (48 + 14 * self.rough) + mass * (9.5 * self.acc * 2 + 320 * np.maximum(self.slope * np.sign(self.fw), -0.08) * 0.9) + 10 * self.mul * self.grass + 46 * drag * d + 8 * self.flat * d, 0.25)
        self.pd = np.maximum(self.pd + 5 * W("pd", 1, 1) * d, 8)
        self.slipw = [np.maximum(0.8 + 2 * d + 0.035 * (self.pd - 60) * d + 0.5 * W(f"sw{i}", 1, 2), 0) for i in range(4)]
        self.fd = (4 + 62 * v) * (1 + 0.14 * leak)
        self.pto = lp(np.maximum(self.air, self.mul), 0.6)
        self.rpm0 = np.where(self.st == 0, 850, 1450) + 500 * self.pto
        slipb = 1 - 0.17 * brk
        self.vent = lp(self.air, 1.0) * (1780 + 45 * E("pr") + 60 * W("vn", 1, 9)) * slipb
        self.aer = 0.0175 * self.vent + 0.4 * self.wnd * np.cos(self.yaw - np.radians(self.wdir))
        self.rot = lp(self.mul, 0.8) * (2080 - 170 * self.grass * self.mul)
        self.pt = lp(self.mul * (70 + 260 * (0.11 - np.minimum(self.J[0], 0.11)) + 62 * self.grass * np.minimum(v, 1.5) * blunt * (1 + 0.1 * W("pt", 1, 1.2)) + 30 * (blunt - 1)), 0.35)
        worn, block = h("pompa", 0.5), h("duza3", 0.5)
        self.ps = lp(self.spr > 0.2, 0.8) * E("pr") * (1 - 0.16 * worn) * (1 + 0.025 * block) + 0.15 * W("ps", 1, 2) * (self.spr > 0.2)
        part = np.where(E("spr") == 0.5, 0.35, 1.0)
        self.nz = [np.sqrt(np.maximum(self.ps, 0) / 8) * 1.9 * (part if 1 < i < 6 else 1.0) * np.tanh(4 * self.spr) * (1 + 0.012 * self.wear(0.3) + self.u(f"nz{i}", 0.02)) * (1 - (0.6 * block if i == 2 else 0)) for i in range(8)]
        self.reg = 38 + 30 * lp(self.spr, 1) - 2.2 * E("pr") - 11 * worn + 1.5 * block + 0.8 * W("rg", 1, 3)
        self.torq = lp(15 * self.pto + 165 * self.air * slipb**2.5 + 26 * self.spr * E("pr") / 8 + 2.1 * self.pt * 0.3, 0.3)
        self.load = lp(0.06 + 0.0011 * self.torq + 0.0021 * self.pt + self.pd * self.fd / 52000 * (1 + 0.3 * leak) + 0.2 * self.jm, 0.4) + 0.006 * self.pink("ld", 1)
        dirty, leafy = h("filtru_aer", 0.6), h("radiator", 2)
        self.suck = 1.2 + 4.8 * self.load + 0.12 * self.wear(1) + 2.6 * dirty
        self.fuel = (2.4 + 24 * self.load) * (1 + 0.05 * dirty)
        self.boost = np.maximum(0.06 + 1.5 * lp(self.load, 0.6) * (1 - 0.22 * dirty), 0)
        self.exh = 460 * lp(self.load, 12) + 60 * lp(dirty, 15)
        self.oil = self.amb + 28 - 14 * self.cold * np.exp(-t / 450) + lp(self.pd * self.fd / 420 * (1 + 0.5 * leak), 240, 0.0 if self.cold else 8.0) + 9 * lp(leafy, 150) + 6 * lp(leak, 150) + 1.2 * np.sin(2 * np.pi * t / 280 + self.u("ol", 2))
        self.cool = 26 + 34 * lp(self.load, 90) + 11 * lp(leafy, 120)
        self.fanr = np.clip(900 + 40 * lp(self.oil - self.amb - 24, 15) + 500 * lp(leafy, 40), 800, 2900)
        self.lum = lp(np.maximum((0.05 if self.is_life(6) else 1) * (1800 + 52000 * self.sunny * (0.75 + 0.25 * np.sin(self.px / 2.1))), 200), 0.6)
        self.expo = np.clip(4.5e7 / (self.lum + 4000), 250, 12000)
        self.cons = lp(19 + 7 * (self.pieces("lt", 9, 60, 0, 1) < 0.5) + 9 * (self.pieces("ac", 25, 50, 0, 1) < 0.45) + 4 * self.pto + 5 * E("fill") + 18 * self.is_life(6), 0.6) + 0.4 * self.pink("al", 1)
        bad = h("alternator", 0.5)
        self.gen, self.volt = lp(self.cons + 3, 4) * (1 - 0.36 * bad), 14.3 - 0.012 * self.cons - 0.8 * lp(bad, 25)
        self.steer = np.degrees(lp(np.arctan2(1.9 * self.yr, np.maximum(v, 0.25)), 0.3))
        self.pst = 14 + 1.1 * np.abs(self.steer) + 2.6 * np.abs(lp(np.gradient(self.steer, DT), 0.2)) + 6 * np.tanh(4 * v) * self.rough
        self.dev = (0.025 * W("dv", 1, 5) + 0.25 * self.roll) * d
        self.dens = np.where(np.isin(self.st, (3, 4, 5)), self.leafs * np.maximum(E("dens"), 0.4), 0.12)
        self.grs = np.mod(t + 30 * self.u("gr", 1), 130)

    def where(self):
        E, ones, v, mv = self.E, np.ones(self.n, bool), self.v, self.v > 0.1
        self.over("turbo", self.fuel, MOT + ":consum", "consum|fuel|load", ones, 0.55, 1, 0.35), self.over("p_cald", self.oil, TRA + ":temperatura_ulei", "temperatura ulei|oil temperature|hotter|temperature|oil", mv, 0.5, 1, 0.12)
        self.over("al_panta", self.pd, TRA + ":presiune_hidrostat", "presiune hidrostat|drive pressure|pressure|load", mv, 0.55, 0, 0.35), self.over("duza1_p", self.ps, STR + ":presiune_stropire", "presiune stropire|spray pressure|pressure|presiune ceruta", self.sprs, 0.45, 1, 0.35)
        self.over("vent_rap", self.vent, VEN + ":turatie_ventilator", "turatie ventilator|speed|faster|fan speed", self.air > 0.9, 0.45, -1, 0.2)
        self.over("lid_prf", v, ODO + ":twist.twist.linear.x", "speed|velocity|faster|viteza ceruta|twist|viteza roata", mv, 0.5, 2, 0.4), self.over("v_bord", self.cons, ELE + ":curent_consumatori", "curent consumatori|current|consumers|load", ones, 0.55, 0, 0.3)
        self.over("cam_exp", self.expo, CAM + ":expunere_us", "expunere us|exposure|darker", ones, 0.6, -1, 0.4)
        self.places(self.px, self.py, mv, noroi=(5, 0.07), sant=(5, 0.07)), self.places(self.px, self.py, self.muls & mv, ciot=(5, 0.09)), self.places(self.px, self.py, ones & (self.st != 8), gps_loc=(6, 0.09), radio_loc=(6, 0.09))
        self.mode("hidrostat dir_p frana p_hid enc4 odo_s abatere", mv, "driving", "moving", "speed", "velocity", "faster", "viteza ceruta"), self.mode("pompa duza3 curea duza6 duza8 regulator v_aer vent_vib", self.sprs & (self.air > 0.6), "spraying", "sprays", "spray", "mod lucru", "presiune stropire", "fan", "runs")
        self.mode("cutite toc_p toc_vib", self.muls & mv, "mulching", "mulcher", "mod lucru", "turatie rotor", "runs"), self.mode("cuplu", self.pto > 0.6, "shaft", "turatie priza", "runs", "spraying", "mulching"), self.mode("ungere", self.grs < 24, "greasing", "presiune vaselina"), self.mode("rezervor", self.sprs | (E("fill") > 0), "spraying", "filled", "filling")

    def record(self):
        E, W, v, t = self.E, self.wander, self.v, self.t
        er, rb, bl = self.shape("s_motor", 0.35, 0.6, 4), self.shape("s_rotor", 0.4, 0.6, 4), self.blink("s_duze")
        rpm = ring(lp(self.rpm0, 0.6), 0.5, 0.6) - 190 * (lp(self.load, 0.3) - 0.2) - 240 * lp(er * 1.0, 0.4)
        d = np.tanh(5 * v)
        self.pub(MOT, "vie_msgs/msg/Motor", 8, dict(turatie=s(rpm, 1, 5, 4, 3, 3), presiune_ulei=s(2.2 + 1.1e-3 * rpm - 0.013 * (self.oil - 45), 0.02, 0.03, 0.05, 0.03, 20), temperatura_apa=s(self.T("tv", self.cool, 60, 40, 0.12), 0.1, 0.04), consum=s(self.fuel, 0.05, 0.15, 0.05, 0.1, 3), presiune_turbo=s(self.boost, 0.005, 0.012, 0.01, 0.012, 4), temperatura_evacuare=s(self.T("vf", self.exh, 6, 160, 0.8), 0.5, 0.8), depresiune_filtru=s(self.suck, 0.02, 0.05, 0.1, 0.05, 9, 0), cod_eroare=np.where(er, 0x2C, 0)))  # fmt: skip
        self.pub(TRA, "vie_msgs/msg/Transmisie", 10, dict(presiune_hidrostat=s(self.pd, 0.5, 2.2, 1.5, 1.5, 2, 0), debit_hidrostat=s(self.fd, 0.1, 0.6, 0.3, 0.5, 3, 0), temperatura_ulei=s(self.oil, 0.1, 0.08, 0.4), cadere_filtru=s(0.3 + 0.006 * self.fd + 0.25 * np.exp((38 - self.oil) / 12) + 0.02 * self.wear(1), 0.005, 0.02, 0.03, 0.02, 9, 0), nivel_ulei=s(78 - 3 * self.J[1] + 0.06 * (self.oil - 45) + 30 * self.slope, 0.1, 0.3, 1, 0.3, 8)))  # fmt: skip
        V, bar = {}, 1.6 + 0.004 * (self.amb - 18) - 0.01 * self.wear(1)
        for i in range(4):
            V.update({f"roata[{i}].viteza_roata": s(self.om[i] * (1 + self.slipw[i] / 100), 0.01, 0.03, 0, 0.02, 2, 0), f"roata[{i}].presiune_pneu": s(bar + 0.0008 * self.tank * (i > 1) - (0.42 * self.flat if i == 2 else 0), 0.005, 0.008, 0.04, 0.006, 12), f"roata[{i}].alunecare": s(self.slipw[i], 0.1, 0.5, 0, 0.3, 2, 0)})
        self.pub(ROT, "vie_msgs/msg/Roti", 10, V)
        self.pub(PRI, "vie_msgs/msg/Priza", 8, dict(turatie_priza=s(self.pto * rpm * 0.284, 0.5, 2, 0, 1.5, 3, 0), cuplu_priza=s(self.torq, 0.5, 3, 1, 2.5, 2, 0), temperatura_ambreiaj=s(self.T("ta", 0.06 * lp(self.torq, 120), 300, 8, 0.12), 0.1, 0.05)))
        self.pub(STR, "vie_msgs/msg/Stropitoare", 8, dict(presiune_stropire=s(self.ps, 0.02, 0.09, 0.04, 0.07, 3, 0), debit_total=s(sum(self.nz), 0.05, 0.12, 0.05, 0.1, 4, 0), deschidere_regulator=s(self.reg, 0.2, 0.5, 0.6, 0.4, 4, 0, 100), nivel_rezervor=s(self.tank + 30 * self.slope, 0.2, 0.4, 0.4, 0.3, 3, 0, 100), presiune_agitator=s(2.4 + 0.6 * self.pto + 0.1 * W("pg", 1, 6), 0.01, 0.04, 0.05, 0.03), debit_duza=[s(x, 0.005, 0.02, 0.01, 0.015, 4, 0) for x in self.nz], duze_infundate=bl))  # fmt: skip
        self.pub(VEN, "vie_msgs/msg/Ventilator", 8, dict(turatie_ventilator=s(self.vent, 1, 7, 5, 6, 3, 0), viteza_aer=s(self.aer, 0.1, 0.5, 0.2, 0.4, 2, 0), vibratie_ventilator=s(0.1 + 0.8e-3 * self.vent + 0.1 * v, 0.01, 0.06, 0.05, 0.05, 3, 0)))
        blk = np.where(rb, 0.3, 1)
        self.pub(TOC, "vie_msgs/msg/Tocator", 8, dict(turatie_rotor=s(self.rot * blk, 1, 9, 5, 7, 3, 0), presiune_tocator=s(3 + self.pt, 0.2, 2, 1, 1.5, 2, 0), vibratie_tocator=s(0.2 + self.mul * (1.5 + 0.6 * self.grass + 0.5 * self.h("cutite", 1)) + 0.15 * v * self.rough, 0.01, 0.09, 0.05, 0.07, 2, 0), temperatura_rulment=[s(self.T(f"tr{i}", (19 + i) * lp(self.mul, 200), 300, 5, 0.12), 0.1, 0.05) for i in (0, 1)], rotor_blocat=rb))  # fmt: skip
        eff = [s(8 + 30 * np.tanh(30 * np.abs(dj)) + e, 0.05, 0.5, 0.4, 0.3, 4) for dj, e in zip(self.dJ, (14 * (self.J[0] > 0.3) + 3 * self.rough * v, 5 * self.J[1], 5 * self.J[2]))]
        self.jnt(RID, 12, ["tocator", "brat_stanga", "brat_dreapta"], [s(a + 0.004 * v * W(f"jw{i}", 1, 0.5) * self.rough, 1e-4, 9e-4, 2e-3, 5e-4, 5) for i, a in enumerate(self.J)], [s(x, 1e-3, 3e-3) for x in self.dJ], eff)
        self.pub(DIR, "vie_msgs/msg/Directie", 10, dict(unghi_directie=s(self.steer, 0.05, 0.2, 0.15, 0.15, 3), presiune_directie=s(self.pst, 0.2, 1.2, 0.5, 1, 2, 0), abatere_lateral=s(self.dev, 1e-3, 0.008, 0.004, 0.006)))
        sg = 0.06 + 0.28 * v * self.rough + 0.15 * self.mul + 0.06 * self.pto
        self.inertial(IMU, 16, (self.roll, np.arctan(self.slope), self.yaw), (lp(np.gradient(self.roll, DT), 0.2) + 0.03 * v * self.white("gx"), lp(np.gradient(self.slope, DT), 0.2) + 0.03 * v * self.white("gy"), self.yr), (self.acc + 9.81 * self.slope + sg * self.white("ax"), v * self.yr + 9.81 * self.roll + sg * self.white("ay") - 1.1 * self.flat, 9.81 + 1.3 * sg * self.white("az")), "tractor")
        self.odometry(ODO, 12, "odom", self.px, self.py, self.fw)
        self.pub(GPS, "sensor_msgs/msg/NavSatFix", 5, {"status.status": np.full(self.n, 2), "status.service": 3, "latitude": s(45.18 + self.py / 111400, 1e-9, 1.3e-7), "longitude": s(26.71 + self.px / 78500, 1e-9, 1.7e-7), "altitude": s(212 + 1.9 * np.sin(self.px / 21) + 0.02 * W("al", 1, 3), 0.001, 0.016, 0, 0.02, 20)}, "gps")
        inr = np.isin(self.st, (3, 4, 5))
        self.lidar(LID, 6, [np.where(inr, 1.15 / max(abs(np.sin((i - 5.5) / 5.5 * 1.6)), 0.12) * (1 + 0.12 * self.leafs), 4 + 6 * abs(np.cos(i * 0.6))) * (1 + 0.15 * np.sin(self.px * (0.5 + 0.05 * i) + self.py + i)) - 1.2 * (E("halt") > 0) * (i in (5, 6)) for i in range(12)], 1.6, 30, 0.02)
        self.pub(MET, "vie_msgs/msg/Meteo", 3, dict(viteza_vant=s(self.wnd, 0.05, 0.1, 0, 0, 6, 0), directie_vant=s(np.mod(self.wdir + 6 * W("wg", 1, 2), 360), 1, 2)))
        self.pub(ELE, "vie_msgs/msg/Electric", 4, dict(tensiune_bord=s(self.volt, 0.01, 0.025, 0.04, 0.02, 9), curent_alternator=s(self.gen, 0.1, 0.4, 0.3, 0.3, 5, 0), curent_consumatori=s(self.cons, 0.1, 0.35, 0.3, 0.3, 5, 0), temperatura_acumulator=s(self.T("ak", 3 + self.z0, 400, 3, 0.08), 0.1, 0.04)))
        self.pub(RAC, "vie_msgs/msg/Racire", 4, dict(turatie_racire=s(self.fanr, 5, 14, 0, 12, 6), presiune_racire=s(0.85 + 0.3 * lp(self.load, 120) + 0.004 * (self.cool - 38), 0.005, 0.012, 0.03, 0.012, 30), temperatura_intrare=s(self.amb + 6 * lp(self.sunny, 120) + 8 * lp(self.load, 60), 0.1, 0.1, 0.4)))
        self.pub(COM, "vie_msgs/msg/Combustibil", 2, dict(nivel_motorina=s(66 + 14 * np.tanh(self.su("yk")) - np.cumsum(self.fuel) * DT / 3600 / 1.1, 0.1, 0.4, 0, 0.4, 6), nivel_adblue=s(58 + 14 * np.tanh(self.su("ad")) - np.cumsum(self.fuel) * DT / 3600 / 9, 0.1, 0.2, 0, 0.3, 6), apa_separator=s(11 + 4 * np.tanh(self.su("vl")) + 5e-4 * t, 0.1, 0.3, 0, 0.2, 20, 0)))
        hf = 1.05 + 0.55 * self.leafs * np.maximum(E("dens"), 0.4)
        self.pub(FRU, "vie_msgs/msg/Frunzis", 6, dict(inaltime_frunzis=[s(np.where(inr, hf * (1 + 0.03 * W(f"hf{i}", 1, 2)), 0.3), 0.01, 0.02, 0.02, 0.02, 2, 0) for i in (0, 1)], distanta_rand=[s(np.where(inr, 1.2 - 0.25 * self.leafs + sg_ * self.dev, 3.0) + 0.03 * W(f"dr{sg_}", 1, 1), 0.01, 0.015, 0.02, 0.015, 2, 0) for sg_ in (1, -1)], densitate_frunzis=s(self.dens, 0.005, 0.02, 0.01, 0.02, 2, 0)))  # fmt: skip
        self.pub(CAM, "vie_msgs/msg/Camera", 6, dict(claritate=s(66 - 3 * v - 0.4 * self.wnd + 3 * np.sin(self.px * 0.9), 0.1, 1, 1, 1.0, 7, 0), expunere_us=s(self.expo, 5, 20, 0, 15, 3), intarziere_ms=s(self.net("kv", 36, 3, 2), 0.5), recunoastere=s(0.88 - 0.04 * v - 0.04 * self.is_life(6) + 0.04 * self.leafs, 0.005, 0.014, 0.01, 0.012, 6, 0, 1), temperatura_camera=s(self.T("tc", 13 + 6 * lp(self.sunny, 100), 240, 5, 0.1), 0.1, 0.05)))  # fmt: skip
        self.pub(RAD, "vie_msgs/msg/Radio", 4, dict(semnal_dbm=s(-56 - 0.25 * np.hypot(self.x, self.y) + 2 * np.sin(self.px / 3), 1, 1.2, 1, 1.5, 6), raspuns_ms=s(self.net("va", 24, 4, 6), 1), pachete_pierdute=s(self.net("ha", 0, 0.7, 0.6), 0.1)))
        self.simple("/lumina", "Illuminance", 4, "illuminance", s(self.lum * (1 + 0.008 * self.white("li")), 10)), self.simple("/aer/temperatura", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05))
        self.simple("/aer/umiditate", "RelativeHumidity", 1, "relative_humidity", s(0.6 + 0.07 * self.su("rh") - 0.06 * lp(self.sunny, 60) + 0.05 * lp(self.spr, 20), 0.001, 0.0016, 0, 0.012, 200))
        q_ = self.grs
        self.pub(UNG, "vie_msgs/msg/Ungere", 3, dict(presiune_vaselina=s(3 + np.where(q_ < 10, 105 * (1 - np.exp(-q_ / 2.5)), 105 * np.exp(-(q_ - 10) / 7)), 0.5, 1, 0.5, 0.5, 9, 0), rezerva_vaselina=s(56 + 11 * np.tanh(self.su("gr")) - 9e-4 * t, 0.1, 0.2), vaselina_putina=(self.f("s_vas") > 0) & (t % 18 < 6)))
        self.pub("/siguranta", "vie_msgs/msg/Siguranta", 2, dict(stop_urgenta_ok=1, usa_inchisa=E("ppl") < 0.5, oameni=E("ppl") + (W("pe", 1, 60) > 1.5) + (E("halt") > 0)))
        self.pub("/lucrare", "vie_msgs/msg/Lucrare", 4, dict(mod_lucru=self.st, reteta=E("rec"), rand=E("no"), viteza_ceruta=s(E("cap"), 0.01), presiune_ceruta=s(E("pr"), 0.1), inaltime_ceruta=s(E("ht"), 0.01), manual=E("man")))
        ver = self.version("vie", "2.2", "2.3", "2.5")
        self.computer(CAL, "vie_msgs/msg/Calculator", 20, 25, 1350, ("ciclu_ms", "ciclu_maxim_ms", "memorie_mb", "temperatura_procesor", "versiune_program"), 7 * lp(d, 40), ver, 1.2)
        self.end("/lucrare/_action/status", [("s_motor", "motor", ["eroare motor 0x2C", "motor repornit"], "MT"), ("s_duze", "stropitoare", "duze infundate", "ST"), ("s_rotor", "tocator", ["rotor blocat", "rotor liber"], "TC"), ("s_vas", "ungere", "vaselina putina, completati", "UG")],  # fmt: skip
                 [(14, "I", "lucrare", "rand terminat, {} m", 40, 75), (8, "W", "siguranta", "om in fata, asteptat {} s", 4, 14), (6, "W", "camera_rand", "rand acoperit {} s", 1, 6), (5, "I", "stropitoare", "{} l stropiti", 40, 300), (4, "W", "radio", "server lent {} ms", 400, 900)], [("sistem", "setari incarcate"), ("camera_rand", "calibrare veche de 35 de zile"), ("siguranta", "oprire de urgenta verificata")], ver)  # fmt: skip
