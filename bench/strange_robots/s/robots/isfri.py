"""De-icing vehicle of an airport: diesel chassis, boom that swings, lifts and extends with a nozzle, heated fluid and thick fluid with their pumps, mixing by a refractometer; outdoors in winter; fields in Danish."""

import numpy as np
from base import DT, Robot, Track, hyst, lp, mdef, ring, s
from base import kind as k

ODO, GPS, IMU, LED, LID, POS = "/odometri", "/gps/fix", "/imu", "/bom/led", "/laser", "/gps/position"
MOT, DRV, HJU, BRM, HYD, BOM, KED, VA1, VA4, DYS, RFR, RAD, KAM, VND, ELA, KAB, LYS, NET, STY, SMR, ADB, VIB = "/motor", "/fremdrift", "/hjul", "/bremse", "/hydraulik", "/bom/drev", "/kedel", "/vaeske1", "/vaeske4", "/dyse", "/refraktometer", "/radar", "/kamera", "/vejr", "/elanlaeg", "/kabine", "/lygter", "/radio", "/styring", "/smoering", "/udstoedning", "/rystelser"  # fmt: skip
ACC, GYR = "linear_acceleration.", "angular_velocity."
DR, SP, BM = dict(where="when driving"), dict(where="when spraying", need=12), dict(where="when the boom moves", need=12)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Isfri(Robot):
    NAME = "isfri"
    FLAGS = [(KED, "fejlkode"), (BOM, "overlast"), (RFR, "linse_snavset"), (SMR, "fedt_lavt")]
    COMES = ("s_linse",)
    RETRY = [("gps", "GPS", "korrektion udeblev i {} s", 3, 2, 6), ("kedel", "KED", "flamme taendt i andet forsoeg, {} s", 2.5, 2, 5)]
    DEFS = {
        "isfri_msgs/msg/Motor": mdef("float32 omdrejninger olietryk koelevand ladetryk braendstof forbrug luftfilter; uint32 driftsminutter"),
        "isfri_msgs/msg/Fremdrift": mdef("float32 pumpetryk motortryk hydrostat_temperatur pedal"),
        "isfri_msgs/msg/Hjul": mdef("float32[4] hjulhastighed daektryk"),
        "isfri_msgs/msg/Bremse": mdef("float32[2] bremsetryk skivetemperatur"),
        "isfri_msgs/msg/Hydraulik": mdef("float32 tryk olietemperatur oliestand filtertryk gennemloeb"),
        "isfri_msgs/msg/BomDrev": mdef("float32[3] ventilstroem cylindertryk; float32 kurvlast haeldning; bool overlast"),
        "isfri_msgs/msg/Kedel": mdef("float32 kedeltemperatur roeggas flammestroem braendertryk blaeser; uint16 fejlkode; uint8 trin"),
        "isfri_msgs/msg/Vaeske": mdef("float32 tanktemperatur niveau pumpetryk gennemloeb pumpestroem pumpevibration; float32 liter_i_alt"),
        "isfri_msgs/msg/Dyse": mdef("float32 dysetryk dysetemperatur spredning ventilaabning; uint8 straale"),
        "isfri_msgs/msg/Refraktometer": mdef("float32 brydning koncentration blandeventil proevetemperatur; bool linse_snavset"),
        "isfri_msgs/msg/Radar": mdef("float32[4] flyafstand; float32 ekko radarstroem"),
        "isfri_msgs/msg/Kamera": mdef("float32 skarphed belysning billedalder isdaekning"),
        "isfri_msgs/msg/Vejr": mdef("float32 vindhastighed vindretning sigtbarhed nedboer banetemperatur"),
        "isfri_msgs/msg/Elanlaeg": mdef("float32 spaending generatorstroem batteristroem styrespaending styrestroem"),
        "isfri_msgs/msg/Kabine": mdef("float32 kabinetemperatur varmestroem fugtighed glasvarme; uint8 personer"),
        "isfri_msgs/msg/Lygter": mdef("float32[2] lampestroem; float32 blinkstroem"),
        "isfri_msgs/msg/Radio": mdef("float32 signal svartid pakketab"),
        "isfri_msgs/msg/Styring": mdef("float32 middeltid laengste_tid hukommelse kernetemperatur; string udgave"),
        "isfri_msgs/msg/Smoering": mdef("float32 fedttryk fedtstand; bool fedt_lavt"),
        "isfri_msgs/msg/Udstoedning": mdef("float32 udstoedningstemperatur modtryk nox adblue"),
        "isfri_msgs/msg/Rystelser": mdef("float32[2] rystelse"),
        "isfri_msgs/msg/Sikkerhed": mdef("bool noedstop_ok doer_lukket; uint8 folk_naer"),
        "isfri_msgs/msg/Opgave": mdef("uint8 trin flytype vaesketype; uint16 opgavenummer; float32 oensket_koncentration oensket_gennemloeb; bool handstyret"),
    }
    KINDS = dict(
        koeler=k("radiator blocked by snow: coolant and hydraulic oil get hot", [MOT, HYD], "koelevand olietemperatur", "radiator|motor|hydraulik", cons="hydrostat temperatur", tail=400, step=False),
        luft=k("air filter iced: less boost, more consumption, hotter exhaust", [MOT, ADB], "luftfilter ladetryk forbrug udstoedningstemperatur", "air filter|motor|udstoedning", cons="nox|braendstof", step=False, tail=200),
        pump1=k("pump of the heated fluid cavitates: pressure and flow fall, it shakes", [VA1, DYS], "pumpetryk gennemloeb pumpevibration", "pump 1|vaeske1", cons="dysetryk|spredning|pumpestroem", **SP),
        dyse=k("nozzle partly iced: more pressure, less flow, narrower jet", [DYS, VA1], "dysetryk spredning gennemloeb", "nozzle|dyse", cons="pumpetryk|pumpestroem", **SP),
        hydp=k("hydraulic pump worn: pressure falls under load, oil gets hot", HYD, "tryk olietemperatur gennemloeb", "hydraulic pump|hydraulik", cons="cylindertryk|/bom/drev", tail=400, step=False),
        brems=k("rear brake drags: disc hot, more pressure in the drive", [BRM, DRV], "skivetemperatur[1] pumpetryk", "rear brake|bremse", cons="forbrug|/motor|/fremdrift", tail=400, **DR),
        kedel=k("burner of the heater sooted: water rises slowly, flue gas hot", [KED, VA1], "kedeltemperatur roeggas", "burner|heater|kedel", cons="tanktemperatur|dysetemperatur|flammestroem", step=False, tail=400),
        gen=k("generator gives too little: voltage falls, battery discharges", ELA, "spaending generatorstroem batteristroem", "generator|elanlaeg", cons="/elanlaeg|varmestroem|/kabine"),
        synk=k("lift cylinder sinks: lifted again and again", [LED, BOM], "position[1] cylindertryk[1]", "lift cylinder|bom led|bom drev", tail=30),
        bland=k("mixing valve sticks: concentration swings about what is asked", RFR, "koncentration blandeventil brydning", "mixing valve|refraktometer"),
        daek=k("front left tyre loses air: wheel turns faster", HJU, "daektryk[0] hjulhastighed[0]", "front left tyre|hjul|tyre", step=False),
        oliet=k("oil pressure reads uneasy: plug", MOT, "olietryk", "oil pressure|motor|plug", "~noise .4"),
        omdr=k("engine speed hunts: injection", MOT, "omdrejninger", "engine|motor|injection", "swing 90 2.5", also="/motor forbrug swing 1.2 2.5"),
        koel_f=k("coolant sensor frozen", MOT, "koelevand", "coolant|motor", "frz", need=60),
        lade=k("boost falls when the speed of the engine is above a number: hose", MOT, "ladetryk", "boost|motor|hose", "off -.24 .1", where="**engine speed above a number**", **NU),
        braend=k("fuel gauge jumps: float", MOT, "braendstof", "fuel|motor|float", "walk 7 8 25"),
        dr_m=k("drive pressure reads too little: sensor", DRV, "motortryk", "drive|fremdrift", "mul -.4 .03"),
        dr_v=k("drive pressure pulses when faster than a number: valve plate", DRV, "pumpetryk", "drive|fremdrift|valve plate", "flut 40", where="**speed above a number**", **NU),
        dr_t=k("hydrostat gets hot: bypass", DRV, "hydrostat_temperatur", "hydrostat|fremdrift", "heat 12 80", step=False, tail=400),
        ped=k("pedal drops out: potentiometer", DRV, "pedal", "pedal|fremdrift", "cut 0 .25", **DR),
        hj3=k("speed of the rear left wheel drops out: ring dirty", HJU, "hjulhastighed[2]", "rear left wheel|hjul|ring", "cut 0 .3", **DR),
        hj_sk=k("speed of the rear right wheel reads with wrong span", HJU, "hjulhastighed[3]", "rear right wheel|hjul", "mul .2 .02", **DR),
        dt3=k("tyre pressure rear right frozen: battery of the sensor", HJU, "daektryk[3]", "rear right tyre|hjul", "frz", need=60),
        br_f=k("front brake pressure stays after braking: valve", BRM, "bremsetryk[0]", "front brake|bremse|valve", "floor 3.5"),
        glat=k("vehicle slips at one place: glazed ice", HJU, "hjulhastighed[2] hjulhastighed[3]", "wheels|hjul|ice", "flut .55 1", **PL),
        hy_f=k("hydraulic filter clogs: more pressure across it", HYD, "filtertryk", "hydraulic filter|hydraulik", "mul .8 .06", step=False),
        hy_n=k("oil level low: leak", HYD, "oliestand", "oil level|hydraulik", "off -8 .03", step=False),
        hy_b=k("hydraulic pressure with a bit that hangs", HYD, "tryk", "hydraulic pressure|hydraulik|converter", "bit 64"),
        sv_ply=k("swing of the boom has play: crown worn", LED, "position[0]", "swing|boom|bom led", "play .1|noise .008"),
        lf_v=k("lift moves jerkily: counterbalance valve", LED, "velocity[1]", "lift|boom|bom led", "swing .05 .9", **BM),
        ts_c=k("extension measured in coarse steps: draw wire", LED, "position[2]", "extension|boom|bom led", "coarse .9"),
        dv_s=k("angle of the nozzle sticks: gear iced", LED, "position[3]", "nozzle angle|bom led|gear", "stick .3"),
        led_a=k("joint states of the boom late: slip ring", LED, "header.stamp", "boom|bom led|slip ring", "age .6", step=False),
        vs0=k("swing valve draws uneasy current: coil", BOM, "ventilstroem[0]", "swing valve|bom drev|coil", "noise 90", **BM),
        ct_u=k("pressure of the extension flutters when the boom is longer than a number: pads worn", BOM, "cylindertryk[2]", "extension|bom drev|pads", "flut 9 .4", where="**extension above a number**", **NU),
        ct0=k("swing pressure reads too much: zero", BOM, "cylindertryk[0]", "swing|bom drev", "off 16 .05"),
        kurv=k("load cell of the basket walks: moisture", BOM, "kurvlast", "basket|bom drev", "walk 45 6 20"),
        hld=k("tilt of the basket stands off: sensor loose", BOM, "haeldning", "basket tilt|bom drev", "off 1.5 .05"),
        rog=k("flue gas probe reads spikes", KED, "roeggas", "flue gas|kedel", "spk 110 .07"),
        flam=k("flame current weak: electrode dirty", KED, "flammestroem", "flame|kedel|electrode", "mul -.6 .05", step=False),
        brt=k("burner pressure pulses: nozzle of the burner", KED, "braendertryk", "burner|kedel", "swing 2.2 1.7", where="when the burner runs", need=20),
        blas=k("fan of the burner turns slower: snow sucked in", KED, "blaeser", "burner fan|kedel", "mul -.28 .02"),
        v1_t=k("temperature of tank 1 lags: probe in sludge", VA1, "tanktemperatur", "tank 1|vaeske1|probe", "off -5 .05", step=False),
        v1_n=k("level of tank 1 uneasy: radar foams", VA1, "niveau", "tank 1|vaeske1", "noise 5"),
        v1_s=k("pump 1 draws more when its flow is above a number: bearing", VA1, "pumpestroem", "pump 1|vaeske1|bearing", "off 15 .2", where="**flow above a number**", **NU),
        v1_g=k("flow meter 1 counts too little: liner", VA1, "gennemloeb", "flow meter 1|vaeske1", "mul -.2 .02", **SP),
        v4_p=k("pressure of fluid 4 flutters: membrane", VA4, "pumpetryk", "pump 4|vaeske4|membrane", "noise .7"),
        v4_t=k("tank 4 too warm: heating does not switch off", VA4, "tanktemperatur", "tank 4|vaeske4", "heat 6 90", step=False, tail=400),
        v4_n=k("tank 4 empties too fast: drain dribbles", VA4, "niveau", "tank 4|vaeske4|drain", "off -7 .03", step=False),
        v4_v=k("pump 4 shakes: coupling", VA4, "pumpevibration", "pump 4|vaeske4|coupling", "off .45 .2"),
        v4_l=k("messages of fluid 4 get lost", VA4, "header.stamp", "vaeske4|fluid 4", "lost .5"),
        dy_t=k("fluid at the nozzle colder when the wind is above a number: lagging torn", DYS, "dysetemperatur", "nozzle|dyse|lagging", "off -5 .1", where="**wind above a number**", **NU),
        dy_v=k("valve of the nozzle hunts", DYS, "ventilaabning", "nozzle valve|dyse", "hunt 20 2.5", **SP),
        dy_p=k("pressure at the nozzle frozen", DYS, "dysetryk", "nozzle|dyse", "frz"),
        rf_b=k("refraction reads too little: prism scratched", RFR, "brydning", "refraktometer|prism", "off -.006 .05", also="/refraktometer koncentration off -2.5 .05"),
        rf_t=k("temperature of the sample drifts", RFR, "proevetemperatur", "refraktometer|sample", "warm 7 60", step=False),
        rd1=k("radar 2 measures short: ice on the cover", RAD, "flyafstand[1]", "radar 2|radar", "short .4 .6"),
        rd3=k("radar 4 drops out: connector", RAD, "flyafstand[3]", "radar 4|radar|connector", "cut 0 .4"),
        rd_e=k("echo of the radars weak: covers dirty", RAD, "ekko", "radar|echo", "off -9 .06", step=False),
        rd_s=k("radars draw uneasy current", RAD, "radarstroem", "radar|supply", "burst 55 1 5"),
        rd_pl=k("echo of the radars falls at one place: drain cover steams", RAD, "ekko", "radar|drain cover", "off -10 .2", **PL),
        km_s=k("camera loses sharpness: frost on the glass", KAM, "skarphed", "camera|kamera|frost", "off -12 .06", step=False, also="/kamera isdaekning off 6 .1"),
        km_a=k("pictures late: converter", KAM, "billedalder", "camera|kamera", "late 25 90"),
        km_b=k("light of the picture flickers", KAM, "belysning", "camera|kamera|light", "~noise 14"),
        vi_h=k("wind reads too little: bearing of the cups stiff", VND, "vindhastighed", "wind|vejr|cups", "mul -.5 .05"),
        vi_r=k("wind direction sticks: vane iced", VND, "vindretning", "wind vane|vejr", "stick 70"),
        sigt=k("visibility drops: spider web in the sensor", VND, "sigtbarhed", "visibility|vejr", "~mul -.45 .1"),
        bane=k("surface temperature frozen", VND, "banetemperatur", "surface temperature|vejr", "frz", need=60),
        st_u=k("control voltage falls when its current is above a number: fuse holder", ELA, "styrespaending", "control voltage|elanlaeg|fuse", "off -.8 .2", where="**control current above a number**", **NU),
        gn=k("voltage ripples: diode of the generator", ELA, "spaending", "generator|elanlaeg|diode", "noise .3"),
        ka_v=k("heater of the cabin draws too little", KAB, "varmestroem", "cabin|kabine|heater", "mul -.35 .03", also="/kabine kabinetemperatur heat -3 120"),
        ka_f=k("humidity of the cabin high: door seal", KAB, "fugtighed", "cabin|kabine|door seal", "off 14 .05", step=False),
        ka_g=k("heated glass flickers: relay", KAB, "glasvarme", "heated glass|kabine|relay", "cut 0 .35"),
        la1=k("right lamp draws too little", LYS, "lampestroem[1]", "right lamp|lygter", "mul -.4 .03"),
        bl=k("beacon draws spikes", LYS, "blinkstroem", "beacon|lygter", "spk 3 .1"),
        ra_pl=k("radio weak at one place: shadow of the hangar's new crane", NET, "signal", "radio|hangar", "off -16 .15", also="/radio pakketab off 8 .4", **PL),
        ra_t=k("radio answers late", NET, "svartid", "radio", "late 22 80"),
        cyk=k("controller has far longer worst cycles", STY, "laengste_tid middeltid", "controller|styring", "late 3 11"),
        huk=k("memory of the controller fills", STY, "hukommelse", "controller|styring|memory", "leak 90", step=False),
        sm=k("lubrication builds less pressure", SMR, "fedttryk", "lubrication|smoering", "mul -.4 .05", where="when lubricating", need=12),
        nox=k("nox probe reads too much", ADB, "nox", "nox|udstoedning", "off 90 .1"),
        modt=k("exhaust backpressure rises when the speed of the engine is above a number: filter full of soot", ADB, "modtryk", "particle filter|udstoedning", "mul .7 .1", where="**engine speed above a number**", **NU),
        rys=k("basket shakes: bolt of the jib", VIB, "rystelse[1]", "basket|rystelser|jib", "mul 1.0 .15"),
        odo=k("odometry counts too much: tyres of another size", ODO, "twist.twist.linear.x", "odometry|odometri|tyres", "mul .2 .02", **DR),
        pos_f=k("position jumps: reflections", GPS, "latitude longitude", "receiver|gps fix", "walk .0001 3 12"),
        pos_pl=k("position scatters at one place: below the bridge of the terminal", POS, "pose.position.x pose.position.y", "receiver|gps position|bridge", "flut 2.5 .5", **PL),
        gyr=k("yaw gyro has a bias", IMU, GYR + "z", "imu|gyro", "off .05 .05"),
        im_pl=k("vehicle is shaken at one place: slab broken", IMU, " ".join(ACC + c for c in "xyz"), "imu|slab", "noise 1.1", **PL),
        im_l=k("imu sends half", IMU, "header.stamp", "imu", "lost .5"),
        lid=k("beams 3 and 4 of the laser read short: snow on the cover", LID, "ranges[3] ranges[4]", "laser|scanner|snow", "short .35 .7"),
        s_kedel=k("heater locks out", [KED, "/rosout", "/diagnostics"], "fejlkode flammestroem", "heater|kedel", silent=False),
        s_bom=k("boom reports overload", [BOM, "/rosout", "/diagnostics"], "overlast kurvlast", "boom|bom drev", silent=False),
        s_linse=k("refractometer warns for seconds again and again that its lens is dirty", [RFR, "/rosout", "/diagnostics"], "linse_snavset", "refractometer|refraktometer", silent=False),
        s_fedt=k("lubrication warns that grease is low", [SMR, "/rosout", "/diagnostics"], "fedt_lavt", "lubrication|smoering", silent=False),
    )

    def life(self):
        self.day(-6 + self.season(0.7), 2.5, 2.0)
        r = self.rng("jobs")
        self.site = 1 if self.is_life(2, 7) else 2 if self.is_life(8, 10) else 0
        pads = ((60.0, 20.0), (60.0, 75.0), (130.0, 20.0), (130.0, 75.0)) if self.site != 1 else ((50.0, 25.0), (50.0, 90.0), (120.0, 25.0))
        T, no = Track(self, x=0.0, y=0.0, h=0.0, sv=0.0, lf=0.05, ts=0.0, dy=0.0), 0
        T.set(q1=0, q4=0, ppl=0, man=0, no=0, fly=0, vt=0, kc=50, fq=0, fyld=0, halt=0, pers=1, jet=0), T.wait(r.uniform(20, 60), 0)
        slow = 0.75 if self.is_life(6) else 1.0
        kc = float(r.choice((30, 40, 50, 60)))
        while T.more:
            no, a0 = no + 1, T.i
            px, py = pads[int(r.integers(len(pads)))]
            fly = int(r.integers(1, 6)) if not (self.new(3) and r.random() < 0.3) else 6  # a wide body is new
            span = (13, 16, 17, 22, 26, 34)[fly - 1]
            if r.random() < 0.4:
                kc = float(np.clip(kc + r.choice((-10, 10, 15, -15)), 25, 70))  # set by hand with the weather
            fq = float(np.round(r.uniform(90, 210), -1))
            T.spd = 0.85 if r.random() < 0.15 else 1.0
            T.set(no=no, fly=fly, kc=kc, fq=fq)
            v = r.uniform(3.5, 6) * slow
            side = [-1, 1] if r.random() < 0.5 else [1, -1]
            T.drive([(T.pos["x"], 45.0 if T.pos["y"] > 10 else 8.0), (px, 8.0 if py < 50 else 62.0), (px, py)], v, 1, [(r.uniform(0.2, 0.8), r.uniform(4, 15))] if r.random() < 0.3 else [], a=0.6, cut=6.0)
            thick = r.random() < 0.55
            for sd in side:
                T.drive([(px + r.uniform(3, 5), py + sd * r.uniform(4, 6))], 1.2 * slow, 2, a=0.4, cut=2.0)
                T.go(3, v=0.25, a=0.2, sv=sd * r.uniform(0.7, 1.1), lf=r.uniform(0.5, 0.9), ts=r.uniform(1, 3))
                for vt in (1, 4) if thick else (1,):
                    T.set(vt=vt, jet=int(r.integers(1, 3)))
                    if vt == 1 and self.new(8) and r.random() < 0.4:
                        T.set(jet=3)  # air first: new
                        T.go(7, v=0.25, sv=T.pos["sv"] + 0.5 * sd), T.go(7, v=0.25, sv=T.pos["sv"] - 0.5 * sd)
                    T.set(**{"q1" if vt == 1 else "q4": fq if vt == 1 else fq * 0.45})
                    for _ in range(max(2, int(span / (3 if vt == 1 else 5)))):
                        T.go(4 if vt == 1 else 5, v=0.22, a=0.25, sv=T.pos["sv"] + r.uniform(-0.35, 0.35), ts=float(np.clip(T.pos["ts"] + r.uniform(-2, 2.5), 0.2, 7)), lf=float(np.clip(T.pos["lf"] + r.uniform(-0.15, 0.15), 0.3, 1.1)), dy=r.uniform(-0.7, 0.7))
                        T.wait(r.uniform(0.5, 2.5), 4 if vt == 1 else 5)
                    T.set(q1=0, q4=0), T.wait(r.uniform(2, 5), 3)
                if self.new(4) and r.random() < 0.3:
                    T.go(6, v=0.25, lf=0.2, ts=0.3), T.set(q1=60.0), T.wait(r.uniform(6, 14), 6), T.set(q1=0)  # wheels from below: new
                T.go(3, v=0.3, a=0.25, sv=0.0, lf=0.05, ts=0.0, dy=0.0)
            T.set(vt=0, jet=0), T.task(a0)
            if r.random() < 0.25:
                T.set(ppl=1), T.wait(r.uniform(10, 50), 9), T.set(ppl=0)
            if r.random() < 0.2 or self.is_life(8) and r.random() < 0.3:  # boom moved by hand
                T.set(man=1), T.manual(r.uniform(20, 50), 8, dict(sv=-0.4, lf=0.0, ts=0.0), dict(sv=0.4, lf=0.5, ts=2.0)), T.set(man=0)
            if self.is_life(5, 9) and no == 3:
                T.go(10, v=0.25, lf=1.1), T.go(10, v=0.6, ts=7.0), T.go(10, v=0.6, ts=0.0), T.go(10, v=0.25, lf=0.05)
            if no % 3 == 0:
                T.drive([(T.pos["x"], 45.0), (10.0, 45.0), (0.0, 4.0)], v, 11, a=0.6, cut=6.0), T.set(fyld=1, pers=int(r.integers(1, 3))), T.wait(r.uniform(90, 180), 12), T.set(fyld=0)
        self.A, H, self.st, self.tasks = T.A, T.H, T.st, T.tasks
        self.E = lambda k_: H.get(k_, self.z0)
        self.vehicle(self.A)
        self.weather(40)

    def physics(self):
        A, E, W, h, v, t = self.A, self.E, self.wander, self.h, self.v, self.t
        self.wnd = self.wind + 2.5 * np.abs(W("wn", 1, 90))
        self.mv, self.drv = v > 0.15, np.tanh(4 * v)
        self.J = [ring(A[j], f, 0.5) for j, f in (("sv", 0.7), ("lf", 0.8), ("ts", 1.2), ("dy", 2.0))]
        self.d = [lp(np.gradient(j, DT), 0.1) for j in self.J]
        sink, saw = h("synk", 0.5), np.mod(t, 14) / 14
        self.sink = 0.05 * sink * saw
        self.bm = sum(np.abs(x) for x in self.d) > 0.05
        self.q1, self.q4 = lp(E("q1"), 0.6), lp(E("q4"), 0.6)
        cav, ice = h("pump1", 0.4), h("dyse", 1)
        self.f1 = self.q1 * (1 - 0.2 * cav * (1 + 0.4 * W("cv", 1, 0.8)) - 0.17 * ice)
        self.p1 = 0.3 + self.q1 / 26 * (1 + 0.03 * W("p1", 1, 4)) * (1 - 0.24 * cav + 0.2 * ice)
        self.i1 = 0.5 + 0.23 * self.q1 * (1 - 0.15 * cav + 0.08 * ice)
        self.vb1 = 0.08 + 0.004 * self.q1 + 0.55 * cav * (self.q1 > 20)
        self.pd = self.p1 * 0.82 * (1 - 0.05 * self.J[1]) + 0.25 * ice * self.p1
        # heater by hysteresis
        soot = h("kedel", 2)
        loss = 0.012 + 0.0016 * self.q1 + 0.003 * E("fyld") + 0.0008 * np.maximum(-self.amb, 0)
        self.tw, self.brn = hyst(loss, 0.42 - 0.19 * soot, 76.0, 84.0, (79 if not self.cold else 62) + 2 * np.tanh(self.su("tw")))
        self.brn = lp(self.brn, 2)
        self.tw = self.tw - 2.5 * soot
        self.rg = 40 + self.brn * (188 + 62 * soot) + 1.2 * (self.tw - 78)
        self.t1 = lp(self.tw - 9 - 0.012 * self.q1, 60)
        # engine
        self.hyd = lp(self.bm * 1.0, 0.4) * (1 + 4 * np.abs(self.d[1]).clip(0, 0.3))
        self.load = 0.14 + 0.028 * self.drv * v + 0.25 * np.abs(self.acc).clip(0, 1) + 0.16 * self.hyd + 0.0016 * self.q1 + 0.0016 * self.q4
        dirt, hot = h("luft", 2), h("koeler", 2)
        self.rpm = 820 + 620 * lp(np.maximum(self.drv * np.tanh(v / 3), np.maximum(0.75 * (self.q1 + self.q4 > 20), 0.5 * self.bm)), 1.2) + 25 * W("rp", 1, 2) * (0.4 + self.load)
        self.boost = 0.08 + 1.15 * lp(self.load, 1) * (self.rpm / 1400) - 0.13 * dirt
        self.use = (3.2 + 20 * self.load) * self.rpm / 1300 * (1 + 0.16 * dirt)
        self.cool = 84 + 5 * np.sin(t / 47) * (self.load > 0.2) * 0.4 + 8 * lp(self.load, 90) - 40 * self.cold * np.exp(-t / 320) + 10 * lp(hot, 120)
        wrn = h("hydp", 1)
        self.hp = 22 + 118 * lp(self.hyd.clip(0, 1), 0.3) * (1 - 0.2 * wrn) + 14 * self.hyd
        self.ot = 26 + 24 * lp(self.hyd.clip(0, 1), 260) + 7 * lp(hot, 200) + 7 * lp(wrn, 200) + 0.3 * (self.amb + 6)
        drag = h("brems", 0.5)
        self.dp = 18 + self.drv * (38 + 14 * v + 26 * drag) + 120 * np.maximum(self.acc, 0)
        brk = np.maximum(-self.acc - 0.05, 0)
        self.brk = brk
        self.dsk = [70 * lp(brk, 60), 55 * lp(brk, 60) + 34 * lp(drag * self.drv, 100)]
        stick = h("bland", 1)
        self.kc = lp(E("kc"), 12) + 0.4 * W("kc", 1, 15) + 5.5 * stick * np.sin(2 * np.pi * t / 34)
        self.bv = 50 + 0.45 * (E("kc") - 50) + 3 * W("bv", 1, 8) + 9 * stick * np.sign(np.sin(2 * np.pi * t / 34 + 1))
        gen = h("gen", 1)
        self.ie = lp(22 + 16 * (self.pieces("ka", 20, 90, 0, 1) < 0.5) + 0.9 * (E("jet") > 0) * 8 + 7 * self.hyd.clip(0, 1) + 14 * (self.lum() < 60), 0.5)
        self.ig = self.ie * (1 - 0.5 * gen) + 5 * np.exp(-t / 500)
        self.ib = self.ig - self.ie
        self.sty = lp(6.2 + 1.5 * self.bm + 1.2 * (E("q1") + E("q4") > 0) + 1.3 * (self.pieces("st", 7, 30, 0, 1) < 0.4), 0.3)
        self.leak = h("daek", 1)
        self.lubt = np.mod(t + 40 * self.u("lb", 0.5), 120)

    def lum(self):
        return np.maximum(260 * self.sunny * (0.05 if self.is_life(6) else 1) + 20 * np.sin(self.x / 30), 8)

    def where(self):
        E, v, mv, ones = self.E, self.v, self.mv, np.ones(self.n, bool)
        self.over("dr_v", v, ODO + ":twist.twist.linear.x", "speed|velocity|faster|hjulhastighed|twist|linear", mv, 0.5, 1, 0.4)
        rp = "omdrejninger|engine speed|rpm|load|speed of the engine"
        self.over("lade", self.rpm, MOT + ":omdrejninger", rp, ones, 0.6, -1, 0.3), self.over("modt", self.rpm, MOT + ":omdrejninger", rp, ones, 0.55, -1, 0.3)
        self.over("ct_u", self.J[2], LED + ":position[2]", "position|extension|longer|boom", self.J[2] > 0.3, 0.45, 1, 0.45), self.over("v1_s", self.f1, VA1 + ":gennemloeb", "gennemloeb|flow|spraying", self.q1 > 20, 0.4, -1, 0.4)
        self.over("dy_t", self.wnd, VND + ":vindhastighed", "vindhastighed|wind", ones, 0.6, 1, 0.45), self.over("st_u", self.sty, ELA + ":styrestroem", "styrestroem|control current|current|load", ones, 0.55, 1, 0.35)
        self.places(self.x, self.y, mv, glat=(12, 0.08), im_pl=(12, 0.08)), self.places(self.x, self.y, ones & (E("fyld") < 1), rd_pl=(6, 0.08), ra_pl=(9, 0.08), pos_pl=(7, 0.08))
        self.mode("brems ped hj3 hj_sk odo", v > 0.3, "driving", "moving", "speed", "velocity", "faster"), self.mode("pump1 dyse v1_g dy_v", self.q1 > 30, "spraying", "flow", "gennemloeb", "pump"), self.mode("lf_v vs0", self.bm, "boom", "moves", "velocity", "ventilstroem")
        self.mode("brt", self.brn > 0.7, "burner", "flame", "flammestroem"), self.mode("sm", self.lubt < 22, "lubricating", "fedttryk")

    def record(self):
        E, W, v, t = self.E, self.wander, self.v, self.t
        lk, ov, bl = self.shape("s_kedel", 0.4, 0.8, 5), self.shape("s_bom", 0.4, 0.6, 4), self.blink("s_linse")
        self.odometry(ODO, 15, "odom", self.x * 1.004 + 0.1 * W("ox", 1, 300), self.y * 1.004, self.fw, 0.01)
        self.pub(
            GPS,
            "sensor_msgs/msg/NavSatFix",
            4,
            {
                "latitude": s(55.62 + 0.01 * self.site + self.y / 111000, 1e-8, 1e-7, 0, 4e-7, 40),
                "longitude": s(12.65 + self.x / 62800, 1e-8, 1e-7, 0, 4e-7, 40),
                "altitude": s(5.2, 0.01, 0.03, 0, 0.2, 40),
                "status.status": 2,
                "status.service": 1,
                "position_covariance_type": 2,
                "position_covariance": [s(0.03, 1e-4, 0.002, 0, 0.004, 20, 0) if i in (0, 4, 8) else 0.0 for i in range(9)],
            },
            "gps",
        )
        self.pub(POS, "geometry_msgs/msg/PoseStamped", 6, {"pose.position.x": s(self.x, 0.001, 0.015, 0, 0.02, 30), "pose.position.y": s(self.y, 0.001, 0.015, 0, 0.02, 30), "pose.orientation.z": np.sin(self.yaw / 2), "pose.orientation.w": np.cos(self.yaw / 2)}, "map")
        rg = 0.05 + 0.06 * v * (1 + 0.4 * np.sin(self.x / 6)) + 0.1 * (self.q1 > 20)
        self.inertial(IMU, 15, (0.01 * np.sin(self.y / 20), 0.01 * np.sin(self.x / 25), self.yaw), (0.01 * v * self.white("gx"), 0.01 * v * self.white("gy"), self.yr), (self.acc + rg * self.white("ax"), v * self.yr + rg * self.white("ay"), 9.81 + 1.3 * rg * self.white("az")), "imu")
        J = [self.J[0], self.J[1] - self.sink, *self.J[2:]]
        self.jnt(LED, 12, ["sving", "loeft", "teleskop", "dyse"], [s(x, 1e-4, 8e-4) for x in J], [s(x, 1e-4, 3e-3) for x in self.d], [s(900 * np.abs(self.d[0]) + 60 * self.wnd, 5, 25, 10, 20, 4), s(4200 + 900 * self.J[2] * np.cos(self.J[1]), 10, 50, 30, 30, 4), s(300 + 500 * np.abs(self.d[2]), 5, 20, 10, 15, 4), 0.0])
        self.pub(MOT, "isfri_msgs/msg/Motor", 8, dict(omdrejninger=s(self.rpm, 1, 6, 4, 5, 3, lag=0.3), olietryk=s(2.1 + self.rpm / 620 - 0.01 * (self.cool - 85), 0.02, 0.05, 0.05, 0.04, 6), koelevand=s(self.cool, 0.5, 0.15, 0.5, 0.2, 20, lag=6), ladetryk=s(self.boost, 0.01, 0.02, 0.01, 0.02, 4, 0), braendstof=s(68 + 9 * np.tanh(self.su("fu")) - np.cumsum(self.use) * DT / 3600 / 2.2, 0.4, 0.5, 0, 0.5, 15), forbrug=s(self.use, 0.05, 0.2, 0.1, 0.25, 3, 0, lag=0.5), luftfilter=s(1.6 + 1.3 * self.boost + 0.02 * self.wear(1) + 1.4 * self.h("luft", 2), 0.05, 0.08, 0.1, 0.07, 6, 0), driftsminutter=182000 + 900 * self.idx + np.floor(t / 60)))  # fmt: skip
        self.pub(
            DRV,
            "isfri_msgs/msg/Fremdrift",
            8,
            dict(
                pumpetryk=s(self.dp, 0.5, 2, 2, 2.5, 3, 0),
                motortryk=s(self.dp * 0.86, 0.5, 2, 2, 2, 3, 0),
                hydrostat_temperatur=s(self.T("hy", 26 * lp(self.dp / 120, 200) + 4 * lp(self.h("koeler", 2), 200), 400, 34, 0.15), 0.5, 0.1),
                pedal=s(100 * np.tanh(v / 5) * self.drv + 18 * np.maximum(self.acc, 0), 0.5, 0.7, 0, 0.6, 3, 0, 100),
            ),
        )
        wt = v + 0.01 * np.abs(W("wt", 1, 2)) * v
        self.pub(
            HJU,
            "isfri_msgs/msg/Hjul",
            8,
            dict(
                hjulhastighed=[s(np.maximum(wt * (1 + (0.045 * self.leak if i == 0 else 0)) + (0.9, -0.9, 0.9, -0.9)[i] * self.yr * -1, 0), 0.01, 0.025, 0, 0.01, 3, 0) for i in range(4)],
                daektryk=[s(7.6 + 0.3 * (i > 1) + 0.012 * (self.amb + 6) + 0.05 * lp(v, 200) - (0.9 * self.leak if i == 0 else 0), 0.05, 0.02, 0.1, 0.02, 60) for i in range(4)],
            ),
        )
        self.pub(BRM, "isfri_msgs/msg/Bremse", 6, dict(bremsetryk=[s(0.4 + 34 * lp(self.brk, 0.1) * (1 - 0.2 * i), 0.1, 0.2, 0.1, 0.1, 4, 0) for i in (0, 1)], skivetemperatur=[s(self.T(f"ds{i}", x, 160, 6, 0.15), 0.5, 0.1, lag=5) for i, x in enumerate(self.dsk)]))
        self.pub(
            HYD,
            "isfri_msgs/msg/Hydraulik",
            6,
            dict(
                tryk=s(self.hp, 0.5, 1.6, 1, 1.5, 3, 0),
                olietemperatur=s(self.ot, 0.5, 0.15, 0.5, 0.1, 20, lag=5),
                oliestand=s(74 - 3 * self.J[1] - 0.6 * self.J[2] + 0.04 * (self.ot - 40), 0.5, 0.4, 1, 0.3, 9),
                filtertryk=s(0.5 + 0.9 * self.hyd.clip(0, 1) + 0.02 * self.wear(1), 0.02, 0.04, 0.04, 0.03, 6, 0),
                gennemloeb=s((9 + 46 * self.hyd.clip(0, 1.3)) * (1 - 0.2 * self.h("hydp", 1)), 0.2, 0.8, 0.4, 0.6, 4, 0),
            ),
        )
        reach = (6 + self.J[2]) * np.cos(self.J[1])
        self.pub(BOM, "isfri_msgs/msg/BomDrev", 8, dict(ventilstroem=[s(30 + 520 * np.tanh(3 * np.abs(x) / w), 2, 9, 4, 7, 3, 0) for x, w in zip(self.d, (0.3, 0.3, 1))], cylindertryk=[s(24 + 90 * np.abs(self.d[0]) + 1.6 * self.wnd, 0.5, 1.4, 1, 1.5, 3, 0), s(46 + 6.5 * reach + 24 * (self.h("synk", 0.5) * (np.mod(t, 14) < 1.5)) + 40 * np.maximum(self.d[1], 0), 0.5, 1.4, 1, 1.2, 3, 0), s(18 + 30 * np.sin(self.J[1]) + 25 * np.abs(self.d[2]), 0.5, 1.3, 1, 1.2, 3, 0)], kurvlast=s(85 + 78 * E("pers") + 6 * self.d[1] * 10 + 60 * ov, 1, 3, 3, 3, 8), haeldning=s(0.2 + 0.15 * W("hl", 1, 1.2) + 1.5 * self.d[1], 0.02, 0.08, 0.15, 0.06, 5), overlast=ov))  # fmt: skip
        b = self.brn
        self.pub(
            KED,
            "isfri_msgs/msg/Kedel",
            5,
            dict(
                kedeltemperatur=s(self.tw, 0.1, 0.2, 0.4, 0.15, 9, lag=3),
                roeggas=s(self.rg, 1, 2, 3, 1.8, 8, lag=4),
                flammestroem=s(0.3 + b * np.where(lk, 0.5, 11.5) * (1 - 0.1 * self.h("kedel", 2)), 0.1, 0.25, 0.3, 0.3, 4, 0),
                braendertryk=s(0.2 + 11.8 * b, 0.05, 0.12, 0.1, 0.1, 5, 0),
                blaeser=s(400 + 2700 * b, 5, 22, 20, 18, 6, 0),
                fejlkode=np.where(lk, 0x17, 0),
                trin=(b > 0.5) + (self.tw < 74),
            ),
        )
        vib4 = 0.07 + 0.006 * self.q4
        fill = E("fyld")
        n1 = hyst(self.f1 / 60 / 60, 0.9 * fill, 99.0, 99.5, 82 + 6 * np.tanh(self.su("n1")))[0].clip(4, 99.5)
        n4 = hyst(self.q4 / 60 / 20, 0.8 * fill, 99.0, 99.5, 78 + 8 * np.tanh(self.su("n4")))[0].clip(4, 99.5)
        self.pub(
            VA1,
            "isfri_msgs/msg/Vaeske",
            8,
            dict(
                tanktemperatur=s(self.t1, 0.1, 0.15, 0.4, 0.1, 15, lag=5),
                niveau=s(n1 + 0.5 * self.acc, 0.1, 0.35, 0.5, 0.4, 5, 0, 100),
                pumpetryk=s(self.p1, 0.02, 0.07, 0.05, 0.06, 3, 0),
                gennemloeb=s(self.f1, 0.5, 1.8, 0.5, 1.5, 3, 0),
                pumpestroem=s(self.i1, 0.1, 0.5, 0.3, 0.5, 3, 0),
                pumpevibration=s(self.vb1, 0.005, 0.02, 0.01, 0.02, 3, 0),
                liter_i_alt=np.floor(np.cumsum(self.f1) * DT / 60 / 5) * 5,
            ),
        )
        self.pub(
            VA4,
            "isfri_msgs/msg/Vaeske",
            6,
            dict(
                tanktemperatur=s(8 + 0.3 * (self.amb + 6) + 1.5 * np.sin(t / 260), 0.1, 0.1, 0.4, 0.1, 30, lag=5),
                niveau=s(n4, 0.1, 0.3, 0.5, 0.3, 6, 0, 100),
                pumpetryk=s(0.3 + self.q4 / 18, 0.02, 0.07, 0.05, 0.06, 3, 0),
                gennemloeb=s(self.q4, 0.5, 1.2, 0.5, 1, 3, 0),
                pumpestroem=s(0.4 + 0.3 * self.q4, 0.1, 0.4, 0.3, 0.4, 3, 0),
                pumpevibration=s(vib4, 0.005, 0.02, 0.01, 0.02, 3, 0),
                liter_i_alt=np.floor(np.cumsum(self.q4) * DT / 60 / 5) * 5,
            ),
        )
        on = lp((self.q1 + self.q4 > 15) * 1.0, 0.3)
        self.pub(
            DYS,
            "isfri_msgs/msg/Dyse",
            8,
            dict(
                dysetryk=s(self.pd + self.q4 / 26, 0.02, 0.06, 0.05, 0.05, 3, 0),
                dysetemperatur=s(lp(np.where(self.q1 > 20, self.t1 - 4 - 0.15 * self.wnd, self.amb + 6), 9), 0.1, 0.25, 0.4, 0.2, 6, lag=2),
                spredning=s(on * (26 + 8 * (E("jet") == 2) - 7 * self.h("dyse", 1)) + 1, 0.2, 0.6, 0.5, 0.6, 4, 0),
                ventilaabning=s(on * (38 + 0.16 * E("fq")) + 1, 0.5, 0.8, 0.5, 0.7, 4, 0, 100),
                straale=E("jet"),
            ),
        )
        self.pub(
            RFR,
            "isfri_msgs/msg/Refraktometer",
            4,
            dict(
                brydning=s(1.333 + 0.00108 * self.kc, 1e-4, 2e-4, 3e-4, 2e-4, 9, lag=2),
                koncentration=s(self.kc, 0.1, 0.25, 0.3, 0.25, 9, lag=2, out=(3, 0.003)),
                blandeventil=s(self.bv, 0.5, 0.8, 0.5, 0.6, 5, 0, 100),
                proevetemperatur=s(31 + 0.25 * (self.t1 - 70) + 6 * lp(on, 30), 0.1, 0.15, 0.4, 0.15, 15),
                linse_snavset=bl,
            ),
        )
        near = [np.clip((7.5 + 2.5 * i) * (1 + 0.4 * np.sin(self.x / 11 + i) * np.cos(self.y / 13)) - 2.5 * lp((self.st >= 3) & (self.st < 8), 2) - 0.3 * self.J[2], 0.8, 20) for i in range(4)]
        self.pub(RAD, "isfri_msgs/msg/Radar", 6, dict(flyafstand=[s(x, 0.02, 0.06, 0.05, 0.05, 4, 0, 20, out=(1.5, 0.006)) for x in near], ekko=s(48 - 0.5 * near[0] + 2 * np.sin(self.x / 9), 0.5, 1, 1, 1, 6), radarstroem=s(420 + 12 * np.sin(t / 3), 1, 6, 5, 5, 9, 0)))
        ice = 60 * lp((np.mod(np.cumsum(np.diff(E("no"), prepend=0)), 2) > -1) * 1.0, 1) * np.exp(-lp((self.q1 > 20) * 1.0, 25) * 2.5)
        self.pub(KAM, "isfri_msgs/msg/Kamera", 5, dict(skarphed=s(64 - 0.8 * v - 5 * on + 2 * np.sin(self.x / 13), 0.1, 1, 1.5, 1, 9, 0), belysning=s(60 + 0.3 * lp(self.lum(), 2) - 6 * on, 0.5, 1.5, 1, 1.5, 8, 0), billedalder=s(self.net("kd", 55, 8, 5), 1), isdaekning=s(4 + 0.4 * ice, 0.5, 0.9, 0.5, 0.8, 6, 0, 100)))
        self.pub(
            VND,
            "isfri_msgs/msg/Vejr",
            4,
            dict(
                vindhastighed=s(self.wnd, 0.1, 0.25, 0, 0.2, 3, 0, lag=1),
                vindretning=s(235 + 40 * self.su("wd") + 22 * W("wr", 1, 30), 1, 4, 0, 3, 4),
                sigtbarhed=s(2400 + 900 * W("sg", 1, 240) * 0.5 + 700 * self.sunny, 10, 35, 0, 60, 12, 200),
                nedboer=s(0.5 * np.maximum(W("nb", 1, 260), 0), 0.1, 0.03, 0, 0, 6, 0),
                banetemperatur=s(self.amb + 1.2 + 1.5 * lp(self.sunny, 300), 0.1, 0.05, 0.2, 0.08, 30),
            ),
        )
        self.pub(
            ELA,
            "isfri_msgs/msg/Elanlaeg",
            6,
            dict(
                spaending=s(27.9 - 0.012 * self.ie - 1.7 * self.h("gen", 4), 0.02, 0.04, 0.05, 0.05, 6),
                generatorstroem=s(self.ig, 0.2, 0.8, 0.3, 0.7, 4, 0),
                batteristroem=s(self.ib, 0.1, 0.4, 0.1, 0.4, 4),
                styrespaending=s(24.1 - 0.02 * self.sty, 0.01, 0.03, 0.03, 0.02, 6),
                styrestroem=s(self.sty, 0.05, 0.08, 0, 0.06, 5, 0),
            ),
        )
        hk = lp((self.pieces("kh", 40, 120, 0, 1) < 0.6) * 1.0, 2)
        self.pub(
            KAB,
            "isfri_msgs/msg/Kabine",
            3,
            dict(
                kabinetemperatur=s(20 + 1.4 * lp(hk - 0.5, 40) - 3 * self.cold * np.exp(-t / 200), 0.1, 0.08, 0.4, 0.1, 20),
                varmestroem=s(2 + 17 * hk + 0.3 * np.maximum(-self.amb, 0), 0.1, 0.3, 0.3, 0.3, 6, 0),
                fugtighed=s(38 + 3 * E("pers") + 3 * self.su("rh"), 0.5, 0.4, 0, 0.8, 60),
                glasvarme=s(8.4 + 0.05 * np.maximum(-self.amb, 0), 0.05, 0.1, 0.1, 0.1, 9, 0),
                personer=E("pers"),
            ),
        )
        dark = lp((self.lum() < 60) * 1.0, 1)
        self.pub(LYS, "isfri_msgs/msg/Lygter", 4, dict(lampestroem=[s(2.2 + 5.6 * dark, 0.05, 0.08, 0.08, 0.06, 9, 0) for _ in (0, 1)], blinkstroem=s(0.3 + 2.1 * (np.mod(t, 1) < 0.4), 0.02, 0.05, 0.04, 0.04, 9, 0)))
        self.pub(NET, "isfri_msgs/msg/Radio", 4, dict(signal=s(-52 - 0.13 * np.hypot(self.x - 60, self.y - 40), 1, 1.2, 1, 1.5, 6), svartid=s(self.net("nr", 14, 5, 8), 0.5), pakketab=s(self.net("nl", 0, 0.6, 0.6), 0.1)))
        lu = self.lubt
        self.pub(SMR, "isfri_msgs/msg/Smoering", 3, dict(fedttryk=s(2 + np.where(lu < 9, 130 * (1 - np.exp(-lu / 2)), 130 * np.exp(-(lu - 9) / 6)), 0.5, 1.2, 1, 0.8, 6, 0), fedtstand=s(57 + 10 * np.tanh(self.su("ll")) - 5e-4 * t, 0.1, 0.15), fedt_lavt=(self.f("s_fedt") > 0) & (t % 18 < 6)))
        self.pub(
            ADB,
            "isfri_msgs/msg/Udstoedning",
            4,
            dict(
                udstoedningstemperatur=s(150 + 330 * lp(self.load, 20) + 42 * lp(self.h("luft", 2), 20), 1, 2, 4, 2, 9, lag=3),
                modtryk=s(1.2 + 0.0042 * self.rpm * (0.5 + self.load) + 0.02 * self.wear(1), 0.05, 0.1, 0.1, 0.1, 5, 0),
                nox=s(190 + 260 * lp(self.load, 5), 1, 9, 8, 8, 5, 0, lag=2),
                adblue=s(61 + 9 * np.tanh(self.su("ad")) - 4e-4 * t, 0.5, 0.3),
            ),
        )
        kb = 0.04 + 0.05 * v + 0.35 * np.abs(self.d[1]) + 0.006 * self.wnd * (1 + 0.4 * self.J[2])
        self.pub(VIB, "isfri_msgs/msg/Rystelser", 6, dict(rystelse=[s(x * (1 + 0.15 * W(f"rs{i}", 1, 3)), 0.002, 0.012, 0.008, 0.01, 3, 0) for i, x in enumerate((0.05 + 0.09 * v + self.rpm / 16000, kb))]))
        per = np.maximum(E("halt") > 0, W("per", 1, 20) > 1.5) * 1.0
        self.lidar(LID, 5, [(6 + 14 * abs(np.cos(i * 0.7))) * (1 + 0.2 * np.sin(self.x * 0.07 * (1 + 0.1 * i) + 0.05 * self.y + i)) - 3.0 * per * (i in (6, 7)) for i in range(12)], 2.0, 30, 0.03)
        self.simple("/udeluft", "Temperature", 2, "temperature", s(self.amb, 0.1, 0.06, lag=10)), self.simple("/udefugt", "RelativeHumidity", 1, "relative_humidity", s(0.82 + 0.04 * self.su("uh"), 0.001, 0.002, 0, 0.01, 200))
        self.pub("/sikkerhed", "isfri_msgs/msg/Sikkerhed", 2, dict(noedstop_ok=1, doer_lukket=E("fyld") < 0.5, folk_naer=per + E("ppl")))
        self.pub("/opgave", "isfri_msgs/msg/Opgave", 4, dict(trin=self.st, flytype=E("fly"), vaesketype=E("vt"), opgavenummer=E("no") + 20 * self.idx, oensket_koncentration=s(E("kc"), 0.5), oensket_gennemloeb=s(E("fq"), 1), handstyret=E("man")))
        ver = self.version("isfri", "3.0", "3.1", "3.3")
        self.computer(STY, "isfri_msgs/msg/Styring", 10, 14, 880, ("middeltid", "laengste_tid", "hukommelse", "kernetemperatur", "udgave"), 5 * lp(self.mv * 1.0, 30), ver, 0.8)
        self.end(
            "/opgaver/_action/status",
            [("s_kedel", "kedel", ["braender afbrudt, fejl 0x17", "braender genstartet"], "KED"), ("s_bom", "bom", ["overlast i kurven", "last igen under graensen"], "BOM"), ("s_linse", "refraktometer", "linse snavset, maaling usikker", "RFR"), ("s_fedt", "smoering", "fedt snart tomt", "SMR")],
            [(12, "I", "opgave", "fly faerdigt paa {} min", 3, 9), (8, "W", "radar", "afstand kort, ventede {} s", 2, 8), (6, "W", "dyse", "straale justeret {} grader", 1, 6), (5, "I", "refraktometer", "nulpunkt taget, {} %", 0.1, 0.8), (4, "W", "radio", "svar langsomt, {} ms", 300, 900)],
            [("styring", "graenser laest"), ("refraktometer", "kalibreret for 23 dage siden"), ("sikkerhed", "dorkontakt ok")],
            ver,
        )
