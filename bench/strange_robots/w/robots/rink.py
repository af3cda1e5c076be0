"""Ice resurfacing robot: shaves the ice of a rink, takes up the snow, washes, spreads hot water. Standard messages only."""

# fmt: off
from math import sqrt, tanh

from base import H, NUM, PLACE, Book, M, Rec, Rig, clip, k, lp, np

ODO, IMU, CMD, POS, SCN, JNT, BAT, CUR, ISO = "/odom", "/imu/data", "/cmd_vel", "/localization/pose", "/scan", "/joint_states", "/battery_state", "/power/branch_currents", "/battery/insulation"
TMO, TIN, TAU, FAN, CPU, TCP, WIF = "/drive_motor/temperature", "/inverter/temperature", "/auger_gearbox/temperature", "/inverter/fan_drive", "/computer/load", "/computer/temperature", "/wifi/quality"
BLP, BLD, BLV, BLF, SNW = "/blade/pressure", "/blade/depth", "/blade/valve_drive", "/blade/wrench", "/snow_tank/weight"
WTP, WTF, WTD, WTT, WTL, SQV, SQD, WSF = "/hot_water/pressure", "/hot_water/flow", "/hot_water/pump_drive", "/hot_water/temperature", "/hot_water/tank_level", "/squeegee/vacuum", "/squeegee/fan_drive", "/wash_water/flow"
HYP, HYC, HYT, ICT, ICE, AIR, HUM, NH3, LUX, BRD, STP, MAN, CAM = "/hydraulics/pressure", "/hydraulics/pump_current", "/hydraulics/temperature", "/ice/temperature", "/ice/thickness", "/air/temperature", "/air/humidity", "/air/ammonia", "/hall/illuminance", "/board_range/left", "/mission/step", "/mission/by_hand", "/camera/sharpness"
MOV, SHV, WAT, SQU, DUMP, DOCK = dict(where="when driving"), dict(where="when it shaves"), dict(where="when it spreads water"), dict(where="when it washes"), dict(where="when it dumps", need=8), dict(where="when it charges", need=12)


class Rink(Rig):
    NAME, MILD = "rink", ("s_wifi",)
    DEFS = {}
    KINDS = dict(
        blunt=k("blade blunt: more down pressure and drag for the same depth", [BLP, BLF, JNT], "fluid_pressure wrench.force.x wrench.force.z effort[0]", "blade", cons="drive motor temperature|battery state|power branch currents|hydraulics|valve drive|inverter", slow=True, **SHV),
        bleak=k("blade cylinder leaks: its valve is open more to hold the depth", [BLV, HYC], "data", "blade cylinder|blade valve|blade", cons="drive motor temperature|auger gearbox|joint states|effort|snow tank|power branch currents|inverter|hydraulics|hydraulics pump current|blade depth|battery state|hydraulics temperature", slow=True, **SHV),
        chat=k("blade holder loose: blade chatters", [BLF, IMU], "wrench.force.z linear_acceleration.z", "blade holder|blade", "sd 5", cons="blade depth", **SHV),
        depth=k("depth sensor reads too deep: the blade is held too high, less snow", [BLP, BLF], "fluid_pressure wrench.force.z wrench.force.x", "depth sensor|blade", cons="battery state|hydraulics|drive motor temperature|inverter|snow tank|weight|joint states|effort|blade depth|valve drive|auger gearbox|power branch currents", slow=True, **SHV),
        stud=k("studs of the tyres worn: wheels slip", [ODO, JNT], "twist.twist.linear.x velocity[0]", "tyres|studs|drive wheel", cons="position", slow=True, **MOV),
        hubb=k("wheel bearing dry: drive needs more torque", [JNT, CUR, TMO], "effort[0] data[0] temperature", "wheel bearing|drive wheel|drive motor", cons="battery state|inverter|fan drive", slow=True, tail=600, **MOV),
        demag=k("drive motor weak: more current for the same torque", [CUR, TMO], "data[0] temperature", "drive motor", cons="battery state|inverter|fan drive", tail=600, **MOV),
        hunt=k("speed controller detuned: speed hunts", [JNT, CUR], "velocity[0] effort[0] data[0]", "speed controller|drive wheel|drive motor", cons="inverter|odom|twist|imu|battery state|blade", **MOV),
        auger=k("bearing of the horizontal auger dry: torque and heat", [JNT, TAU, CUR], "effort[2] temperature data[1]", "horizontal auger|auger|auger gearbox", cons="battery state", slow=True, tail=600, **SHV),
        vbelt=k("belt of the vertical auger slips: slow under load", JNT, "velocity[3] position[3]", "vertical auger|belt|auger", cons="snow tank|effort", slow=True, **SHV),
        ice2=k("vertical auger iced: draws more", [JNT, CUR], "effort[3] data[1]", "vertical auger|auger", cons="battery state|auger gearbox", slow=True, **SHV),
        brush=k("edge brush worn short: little torque", JNT, "effort[4]", "edge brush|brush", **SHV),
        nozz=k("holes of the water pipe blocked: pressure up", [WTP, WTD], "fluid_pressure data", "water pipe|hot water|nozzles", cons="battery state|power branch currents", slow=True, **WAT),
        wpump=k("impeller of the water pump worn: drive up for the same flow", WTD, "data", "water pump|hot water|pump drive", cons="battery state|power branch currents|hot water pressure|power branch currents", slow=True, **WAT),
        wleak=k("water hose leaks before the meter: tank falls faster, pump works more", [WTD, WTL], "data", "water hose|hot water|pump drive|tank", cons="battery state|power branch currents", slow=True, **WAT, tail=900),
        fmeter=k("flow meter reads low: more water is spread", [WTP, WTD], "fluid_pressure data", "flow meter|hot water|water flow", cons="battery state|power branch currents|hot water tank level|tank", slow=True, **WAT),
        wcold=k("lid of the water tank open: water cools", WTT, "temperature", "water tank|hot water|lid", slow=True, tail=900),
        skirt=k("lip of the squeegee torn: the fan works more for the vacuum", SQD, "data", "squeegee|squeegee lip|fan drive", cons="squeegee vacuum|power branch currents|battery state", slow=True, **SQU),
        sqfilt=k("squeegee strainer full: the fan works less, vacuum uneasy", [SQV, SQD], "fluid_pressure data", "squeegee|strainer", cons="battery state|power branch currents|wash water", **SQU),
        wash=k("wash pump takes air: flow unsteady", WSF, "data", "wash pump|wash water", "part .5 .5 1.5", **SQU),
        accu=k("accumulator lost its gas: pressure falls fast, pump starts often", [HYP, HYC], "fluid_pressure data", "accumulator|hydraulics", cons="battery state|power branch currents|hydraulics temperature", slow=True),
        hpump=k("hydraulic pump worn: runs longer", [HYC, HYP], "data fluid_pressure", "hydraulic pump|hydraulics", cons="battery state|power branch currents|hydraulics temperature", slow=True),
        hleak=k("hydraulic valve leaks: pump runs more, oil warm", [HYC, HYT], "data temperature", "hydraulic valve|hydraulics", cons="hydraulics pressure|battery state|power branch currents", slow=True, tail=600),
        tilt=k("pin of the snow tank stiff: dumping takes pressure", HYP, "fluid_pressure", "snow tank|pin|hydraulics", cons="hydraulics pump current|battery state", **DUMP),
        mat=k("heat sink of the inverter full of lint: fan works harder", FAN, "data", "inverter|inverter fan|heat sink", cons="battery state|power branch currents|inverter temperature", slow=True, tail=400),
        fanb=k("bearing of the inverter fan: inverter warm", [TIN, FAN], "temperature data", "inverter fan|inverter", cons="battery state|power branch currents", slow=True, tail=600),
        rint=k("battery: internal resistance risen", BAT, "voltage", "battery|battery state", cons="cell voltage", slow=True),
        cell=k("cell 4 has a loose link", BAT, "cell_voltage[3]", "cell 4|battery|battery state"),
        heat3=k("battery sensor 2 warm: link hot", BAT, "cell_temperature[1]", "battery|battery state", "off 5", slow=True),
        gauge=k("battery gauge counts too much", BAT, "percentage", "battery|battery state|gauge", slow=True, tail=2000),
        chrg=k("charging plug burnt: less current", BAT, "current", "charger|charging plug|battery|battery state", cons="voltage|percentage", **DOCK),
        iso=k("insulation falls: melt water in the motor plug", ISO, "data", "battery insulation|insulation|motor plug", "gain -.16;rw 20 40", slow=True),
        lamp=k("work lamps short to the frame heater: branch 4 draws more", CUR, "data[3]", "branch 4|work lamps|power branch currents", "off 1.1"),
        steer=k("steering angle sensor twisted", JNT, "position[1]", "steering|steering sensor", "off .05"),
        kingp=k("kingpin stiff: steering needs more effort", JNT, "effort[1]", "steering|kingpin", "gain .45", slow=True, **MOV),
        gyro=k("gyro has a bias", IMU, "angular_velocity.z", "imu|gyro", "off .02"),
        accx=k("accelerometer leans: bracket bent", IMU, "linear_acceleration.x", "imu|accelerometer", "off .35"),
        ireth=k("ice thermometer: lens fogged, slow and warm", ICT, "temperature", "ice thermometer|ice temperature", "off 1.3;lag 40", slow=True),
        thick=k("ice thickness: probe wet, drops out", ICE, "range", "ice thickness|probe", "part .35 .5 2.5"),
        tair=k("air thermometer warmed by the battery box", AIR, "temperature", "air thermometer|air temperature", "off 2;lag 80", slow=True),
        rh=k("humidity sensor iced: slow", HUM, "relative_humidity", "hygrometer|humidity", "lag 240;off .05", need=60),
        nh3=k("ammonia cell noisy: electrolyte low", NH3, "data", "ammonia|ammonia cell", "sd 5"),
        lux=k("light sensor: plug loose", LUX, "illuminance", "light sensor|illuminance|hall", "part .5 1.5 6"),
        weigh=k("load cell of the snow tank: knife edge iced, hangs", SNW, "data", "snow tank|load cell", "dead 70", need=60, **SHV),
        board=k("left board range sees ghosts: drop on the membrane", BRD, "range", "board range left|left range|board range", "cut .3 .5 2.5"),
        dust=k("scanner window misted: rays 5 to 6 fall short", SCN, "ranges[4] ranges[5]", "scanner|scan|window", "part .45 1 2.5"),
        tmot=k("motor thermometer hangs", TMO, "temperature", "drive motor|motor thermometer", "hold 90 6", need=60),
        blds=k("depth signal picks up the inverter", BLD, "data", "blade depth|depth sensor|blade", "hum .12 1.7", **SHV),
        lcov=k("localization unsure: boards repainted", POS, "pose.covariance[0] pose.covariance[7]", "localization|localization pose", "gain 1.1;rw .004 20", slow=True),
        ljump=k("localization jumps along the boards", POS, "pose.pose.position.x", "localization|localization pose", "tele .8 1.5 9"),
        oscale=k("odometry: tyre size wrong", ODO, "twist.twist.linear.x", "odometry|odom", "gain -.12", **MOV),
        cmdh=k("planner holds its commands", CMD, "twist.linear.x twist.angular.z", "planner|cmd vel", "hold 2 3", **MOV),
        focus=k("camera out of focus: drop on the dome", CAM, "data", "camera|camera sharpness", "gain -.28", slow=True),
        cpu=k("a process hangs in a loop", CPU, "data", "computer|computer load", "off 24", cons="computer temperature"),
        wifi=k("wifi antenna bent: weak", WIF, "data", "wifi|wifi quality|antenna", "off -14;sd 2", slow=True),
        jlate=k("joint states late: bus gateway overloaded", JNT, "header.stamp", "joint states|gateway", "late .7"),
        sthin=k("scanner halves its rate", SCN, "header.stamp", "scanner|scan", "thin .5 .24"),
        oburst=k("odometry in bursts", ODO, "header.stamp", "odometry|odom", "burst 1.5"),
        iloss=k("imu messages get lost", IMU, "header.stamp", "imu|imu plug", "loss .5"),
        p_bump=k("body shaken at one place: groove in the ice", IMU, "linear_acceleration.z angular_velocity.y", "imu|groove|ice", "sd 9", **PLACE),
        p_soft=k("drive pulls more at one place: soft wet ice", [JNT, CUR], "effort[0] data[0]", "drive wheel|soft ice|ice", cons="battery state", **PLACE),
        p_wifi=k("wifi weak at one place", WIF, "data", "wifi|wifi quality", "gain -.35", **PLACE),
        n_vib=k("drive torque ripples when faster than a number: shaft joint worn", JNT, "effort[0]", "shaft joint|drive wheel", "hum 75 .8", **NUM),
        n_cell=k("cell 7 sags when more current than a number is drawn", BAT, "cell_voltage[6]", "cell 7|battery|battery state", "off -.035", **NUM),
        n_aug=k("auger speed drops when its torque is above a number: drive limits", JNT, "velocity[2]", "horizontal auger|auger", "gain -.12", **NUM),
        n_fan=k("fan hunts when the inverter is warmer than a number", FAN, "data", "inverter fan|inverter", "hum .13 7", **NUM),
        n_hyp=k("hydraulic pressure flutters when above a number: relief valve", HYP, "fluid_pressure", "relief valve|hydraulics", "hum 450000 1.1", **NUM),
        n_hum=k("ray 2 noisy when the air is more humid than a number: mirror mists", SCN, "ranges[1]", "scanner|scan", "sd 45", **NUM),
        n_tank=k("roll rate uneasy when the snow is heavier than a number: rear spring broken", IMU, "angular_velocity.x", "rear spring|imu", "sd 7", **NUM),
        s_bat=k("battery manager reports a cell fault", [BAT, "/rosout", "/diagnostics"], "cell_voltage[1]", "battery manager|battery|battery state", "off -.12", silent=False),
        s_aug=k("auger drive reports a jam", [JNT, "/rosout", "/diagnostics"], "effort[2]", "horizontal auger|auger|auger drive", "tele 30 1 5", silent=False),
        s_nh3=k("ammonia detector reports a failure", [NH3, "/rosout", "/diagnostics"], "data", "ammonia|ammonia detector", "cut 0 2 5", silent=False),
        s_wifi=k("wifi warns that it roams", [WIF, "/rosout", "/diagnostics"], "data", "wifi|wifi quality", "tele -30 1 5", silent=False),
    )

    def jobs(self):
        b = Book(self, x=-4.0, y=3.0, shave=0.0, water=0, wash=0, dump=0.0, fill=0, dock=1, brush=0, step=0, hand=0, man=0, want=0.5, icek=1.0)
        LX, LY = ((60.0, 30.0), (61.0, 26.0), (56.0, 28.0))[self.site()]
        b.wait(b.u(30, 90))
        deck = []
        while b.more:
            t0, deck = b.t, deck or list(b.r.permutation(("full", "quick", "full", "deep")))
            kind = deck.pop()
            v = b.u(2.0, 2.7) * (0.82 if self.life_is(6) else 1)
            b.set(dock=0, step=1, want=dict(full=0.45, quick=0.25, deep=0.75)[kind] * b.u(0.9, 1.1))
            b.drive(1.0, 2.5, 3.0)
            b.set(step=2, shave=1, wash=int(kind != "quick"), brush=1), b.wait(3), b.set(water=1)
            d, laps = 1.6, int(b.u(3, 6)) if kind != "quick" else int(b.u(2, 4))
            if self.unit == "life" and self.idx == 5: laps += 1
            for i in range(laps):
                lo, hx, hy = d, LX - d, LY - d
                for X, Y in ((hx, lo), (hx, hy), (lo, hy), (lo, lo + 2.2)):
                    b.drive(v * b.u(0.93, 1.07), X, Y)
                    if b.chance(0.02): b.wait(b.u(4, 20), man=1), b.set(man=0)                           # someone on the ice
                if i == 0: b.set(brush=0)
                if b.chance(0.06): b.set(hand=1, step=6), b.drive(1.2, LX / 2, LY / 2), b.wait(b.u(5, 20)), b.set(hand=0, step=2)   # driven by hand
                d += 2.2
            if self.since(3) and b.chance(0.6):                                                          # new in life/3: crossings of the goal ends
                for X in (6.0, LX - 6.0): b.drive(v * 0.8, X, LY * 0.3), b.drive(v * 0.6, X, LY * 0.7)
            b.set(step=3)
            for Y in np.arange(LY * 0.35, LY * 0.65, 4.4): b.drive(v, d + 2, Y), b.drive(v, LX - d - 2, Y), b.drive(v * 0.8, LX - d - 2, Y + 2.2), b.drive(v, d + 2, Y + 2.2)
            b.set(shave=0, wash=0), b.wait(4), b.set(water=0)
            if self.since(6) and b.chance(0.5): b.set(step=8, brush=1), b.drive(1.0, LX - 1.4, 1.4), b.drive(1.0, LX - 1.4, LY - 1.4), b.set(brush=0)       # new in life/6: edges alone
            b.set(step=4), b.drive(1.8, 2.5, 3.0), b.drive(0.8, -4.0, 9.0), b.move(9, dump=1.0), b.wait(b.u(6, 10)), b.move(8, dump=0.0)
            b.set(step=5), b.drive(0.8, -4.0, 3.0), b.wait(b.u(60, 110), fill=1, dock=1 if self.since(8) else 0), b.set(fill=0)   # life/8: charges while it fills
            if b.once(900): b.wait(20, step=9, brush=1), b.move(5, dump=0.3), b.move(5, dump=0.0), b.set(brush=0)     # once a session: proved
            b.job(t0, 5 if b.chance(0.04) else 4)
            b.wait(b.u(40, 150), step=7, dock=1)
        return [b]

    def model(self):
        B, F, L, W = self.B, self.F, self.L, self.wander
        x, y = self.soft(B["x"], 1.1), self.soft(B["y"], 1.1)
        vx, vy = self.diff(x), self.diff(y)
        sp, raw = np.hypot(vx, vy), np.unwrap(np.arctan2(vy, vx))
        yaw = self.soft(raw[np.maximum.accumulate(np.where(sp > 0.15, np.arange(self.n), 0))], 1.0)
        self.x, self.y, self.yaw, self.yr, self.v = x, y, yaw, np.clip(self.diff(yaw), -0.9, 0.9), sp
        self.amb = 7 + 0.25 * self.day(6, 5, 5) + 0.6 * np.sin(x / 22)
        self.rh_ = 0.62 + self.su("rh", 0.04) + 0.03 * W("rh", 1, 200) + 0.05 * lp(B["water"], 120) + 0.015 * np.sin(x / 9)
        plant = np.sin(2 * np.pi * self.t / 520 + self.su("plant")) * 0.4                                # the plant of the hall cools by hysteresis
        self.ict = -5.2 + self.su("ice", 0.4) + plant + 0.5 * np.sin(x / 11) * np.cos(y / 7) + 0.03 * (self.amb - 8)
        ro = lp(self.white("rough"), 0.3) * 1.5 + 0.3 * np.sin(x / 3.1 + y)
        o = Rec(self, "vw fm slip iph tm ti fan pb dep bval fx fz flow snow ta tv ia ta_ wh wp wd wt wl sq sd hp ipu oil oc soc vb ib tb iaux tcp ws wlk sm")
        K_ = "blunt bleak depth stud hubb demag hunt auger vbelt ice2 brush nozz wpump wleak fmeter wcold skirt sqfilt accu hpump hleak tilt mat fanb rint gauge chrg cpu p_soft"
        bl, bk, dp, st, hu, dm, hn, au, vb_, i2, br, nz, wpm, wlk, fm_, wc, sk, sf, ac, hq, hl, tl, ma, fb, ri, ga, ch, cp, ps = (F(a) for a in K_.split())
        A = [L(z) for z in (sp, self.diff(lp(sp, 0.4)), self.yr, B["shave"] * B["want"], B["water"], B["wash"], B["dump"], B["fill"], B["dock"], B["brush"], ro, self.ict, self.amb, np.abs(self.diff(B["dump"])), W("sn", 1, 1.2), 0.6 + 0.4 * self.pieces("aux", 20, 100, 0, 1))]
        hs = self.rng("start")
        vw = Id = pb = dep = Iw = q = Is = v1 = 0.0
        snow, wl, wt, sq, hp, hon = 40.0, 90.0, 64.0, 0.0, 135.0, False
        tm = ti = float(self.amb[0]) + 12 + hs.uniform(0, 8)
        ta_, oil, tcp, If, soc, tb = tm - 5, float(self.amb[0]) + 14, 44.0, 0.2, hs.uniform(0.6, 0.9), 17.0
        for i, (v, a, yr, want, wat, wash, dump, fill, dock, brush, r_, ict, amb, ddu, sn, aux) in enumerate(zip(*A)):
            # blade: the valve holds the depth by pressure
            hard = 1 + 0.07 * (-ict - 5) + 0.03 * r_
            e = want - dep * (1 + 0.45 * dp[i])
            u = clip(1.1 * e + 0.07 * pb * bk[i] * 0.4, -1, 1) if want > 0 else -0.6
            pb = clip(pb + H * (14 * u - 0.3 * bk[i] * pb), 0, 60)
            bval = abs(u) if want > 0 or pb > 0.5 else 0.0
            dep += (pb / (26 * hard * (1 + 0.55 * bl[i])) - dep) * 0.35
            fz, fx = 95 * pb, dep * 1500 * hard * (1 + 0.5 * bl[i]) * tanh(2 * v)
            flow = dep * v * 1.05 * (1 + 0.08 * sn)
            snow = max(15.0, snow + flow * H * 0.75 - (95 * H if dump > 0.75 else 0))
            # drive: loop of speed
            m = 3300 + 7 * wl + snow
            load = m * 9.81 * 0.011 * (1 + 0.15 * r_) + fx + 900 * abs(yr) + 330 * hu[i] + 420 * ps[i]
            kh = min(hn[i], 1.2)
            e = v - vw
            Id = clip(Id + 2600 * (1 + 4.5 * kh) * e * H, -9000, 9000) if v > 0.02 else Id * 0.8
            f = m * a + 5200 * (1 - 0.72 * kh) * e + Id
            vw = max(0.0, vw + H * (f - load * tanh(vw * 8)) / m)
            slip = 0.012 + 7e-6 * abs(f) * (1 + 0.2 * r_) + 0.075 * st[i] * tanh(3 * vw) * (0.6 + abs(f) / 3000)
            tq = f * 0.33 / 14
            iph = 6 + 1.7 * abs(tq) * (1 + 0.3 * dm[i])
            loss = 0.000012 * iph * iph + 0.0035 * vw
            tm += H * (loss * 1.4 + 0.012 * hu[i] * tanh(vw) * 0.5 - (tm - amb) * 0.0016)
            e = ti - 34
            If = clip(If + 0.0014 * e * H, 0, 0.95)
            fan = clip(If + 0.035 * e, 0.04, 1)
            ti += H * (loss * 1.5 + 0.03 - (ti - amb) * (0.0009 + 0.0085 * fan * (1 - 0.5 * ma[i]) * (1 - 0.55 * fb[i])))
            # augers
            on = want > 0
            t2 = (9 + 34 * flow + 15 * au[i]) * on
            t3 = (7 + 26 * flow + 17 * i2[i]) * on
            ta_ += H * (0.0006 * (t2 + t3) + 0.035 * au[i] * on - (ta_ - amb) * 0.0022)
            # hot water: flow follows the speed
            qr = 0.42 * v * wat
            qm = q * (1 - 0.24 * fm_[i])
            e = qr - qm
            Iw = clip(Iw + 0.9 * e * H, 0, 1) if wat else Iw * 0.5
            wd = clip(Iw + 0.5 * e, 0, 1) if wat else 0.0
            pz = 1.5e5 * q * q * (1 + 1.5 * nz[i])
            lk = 0.22 * wlk[i] * wd
            q += (max(0.0, 1.9 * wd * (1 - 0.32 * wpm[i]) * (1 - pz / 4.5e5) - lk) - q) * 0.4
            wl = min(96.0, wl + 1.1 * H) if fill else max(5.0, wl - (q + lk) * H / 7)
            wt += H * ((66 - wt) * 0.02 * fill - (0.00028 + 0.0011 * wc[i]) * (wt - amb))
            # squeegee: vacuum loop
            e = 3.2 * wash - sq
            Is = clip(Is + 0.22 * e * H, 0, 1) if wash else Is * 0.6
            sd = clip(Is + 0.12 * e, 0, 1) if wash else 0.0
            sq = max(0.0, sq + H * (7.5 * sd - (1.15 + 0.06 * r_ + 0.55 * sk[i] - 0.35 * sf[i]) * sq + 0.5 * sf[i] * sn) * 0.9)
            # hydraulics
            hon = hp < 150 if hon else hp < 118
            use = 0.10 + 0.8 * abs(u) * on + 0.25 * hl[i] + 1.1 * bk[i] * on * 0.25 + ddu * (9 + 0.012 * snow + 9 * tl[i])
            hp += H * (3.1 * hon * (1 - 0.42 * hq[i]) - use) * 5 / (1 - 0.62 * min(ac[i], 1.2))
            hp = clip(hp, 60, 160)
            ipu = (9 + 0.16 * hp) * hon
            oil += H * (0.02 * hon + 0.006 * use + 0.011 * hl[i] - (oil - amb) * 0.0013)
            # power
            Pc = 18 + 9 * on + 7 * cp[i]
            tcp += H * (Pc - (tcp - amb) * 0.55) / 170
            ia, iaux = 1.5 + 0.32 * (t2 + t3) + 3 * brush, 3.2 + 4.5 * aux + 9 * wd + 22 * sd
            ib = f * vw / 0.85 / 82 * (0.4 if f < 0 else 1) + 0.02 * iph + ia + iaux + ipu * 0.8 + 2.5 * fan
            oc = 79.5 + 4.6 * soc - 2.2 * tanh((0.12 - soc) * 12)
            r0 = 0.016 * (1 + 0.006 * max(0, 20 - tb)) * (1 + 1.5 * ri[i])
            if dock: ib -= clip((88.5 - oc) / 0.05, 0, 165) * (1 - 0.42 * ch[i])
            v1 += H * (ib * 0.008 - v1) / 45
            vb = oc - r0 * ib - v1
            soc = clip(soc - ib * H / 3600 / 480 * (1 + 1.6 * ga[i] * (ib > 0)), 0.04, 1)
            tb += H * (ib * ib * r0 * 2.2e-5 - (tb - amb - 6) * 0.0005)
            o.rows.append((vw / 0.33 / (1 - slip), f, slip, iph, tm, ti, fan, pb, dep * (1 + 0.45 * dp[i]), bval, fx, fz, flow, snow, t2, t3, ia, ta_, q * (1 - 0.24 * fm_[i]), pz, wd, wt, wl, sq, sd, hp, ipu, oil, oc, soc, vb, ib, tb, iaux, tcp, wash * 0.3, lk, sqrt(max(snow, 0))))
        o.give()

    def conditions(self):
        x, y, mv, sh = self.x, self.y, self.v > 0.3, (self.dep > 0.08)
        self.place("p_bump p_soft p_wifi", x, y, 6.0, mv & (x > 6), 0.07)
        self.beyond("n_vib", self.v, ODO + ":twist.twist.linear.x", "speed|velocity|linear|faster|twist", 0.5, mv), self.beyond("n_cell", self.ib, BAT + ":current", "current|load|discharg", 0.68)
        self.beyond("n_aug", self.ta, JNT + ":effort[2]", "torque|effort|auger", 0.5, self.ta > 3), self.beyond("n_fan", self.ti, TIN + ":temperature", "inverter temperature|temperature|inverter|warm", 0.55)
        self.beyond("n_hyp", self.hp, HYP + ":fluid_pressure", "pressure|fluid pressure|hydraulic", 0.55), self.beyond("n_hum", self.rh_, HUM + ":relative_humidity", "humidity|relative|humid", 0.6)
        self.num("n_tank", self.snow, SNW + ":data", ("snow", "weight", "tank"), above=float(f"{np.quantile(self.snow, 0.55):.2g}"), and_=mv)
        for kinds, vis, w in (("stud hubb demag hunt kingp oscale cmdh", mv, "driving|drives|speed|velocity|moving|linear"), ("blunt bleak chat depth auger vbelt ice2 blds weigh", sh, "shav|blade|depth|auger|effort"), ("brush", self.B["brush"] > 0.5, "brush|edge"), ("nozz wpump wleak fmeter", self.wh > 0.2, "water|flow|pump|spread"), ("skirt sqfilt wash", self.B["wash"] > 0.5, "wash|squeegee|vacuum"),
            ("tilt", np.abs(self.diff(self.B["dump"])) > 0.01, "dump|tank"), ("chrg", self.ib < -20, "charg|dock|current")): self.mode(kinds, vis, *w.split("|"))

    def publish(self):
        S, B, v, W, s, F, amb = "sensor_msgs/msg/", self.B, self.v, self.wander, self.send, self.f, self.amb
        vo = self.vw * 0.33
        s(ODO, "nav_msgs/msg/Odometry", 8, {**self.odom(self.x + W("ox", 0.1, 150), self.y + W("oy", 0.1, 150), self.yaw, 0.01, 0.006), "twist.twist.linear.x": M(vo, 1e-3, 0.012), "twist.twist.angular.z": M(self.yr, 1e-3, 0.006)}, "odom", strs={"child_frame_id": "base_link"})
        sh = 0.05 + 0.12 * v + 0.08 * (self.dep > 0.05)
        s(IMU, S + "Imu", 10, {"orientation.z": M(np.sin(self.yaw / 2), 1e-5, 0.002), "orientation.w": M(np.cos(self.yaw / 2), 1e-5, 0.002), "angular_velocity.x": M(0.06 * sh * self.white("gx"), 2e-4, 0.008), "angular_velocity.y": M(0.06 * sh * self.white("gy"), 2e-4, 0.008), "angular_velocity.z": M(self.yr, 2e-4, 0.004),
            "linear_acceleration.x": M(self.diff(lp(vo, 0.2)) + 0.5 * sh * self.white("ax"), 2e-3, 0.04), "linear_acceleration.y": M(v * self.yr + 0.5 * sh * self.white("ay"), 2e-3, 0.04), "linear_acceleration.z": M(9.81 + (sh + 1.2 * F("chat") * (self.dep > 0.08)) * self.white("az"), 2e-3, 0.06)}, "imu")
        s(CMD, "geometry_msgs/msg/TwistStamped", 6, {"twist.linear.x": M(np.roll(v, -5), 0.01, 0), "twist.angular.z": M(np.roll(self.yr, -5), 0.01, 0)}, "base_link")
        cov = 0.006 + 0.004 * (np.abs(self.x - 30) < 12) + 0.0015 * W("cv", 1, 25)
        s(POS, "geometry_msgs/msg/PoseWithCovarianceStamped", 4, {**self.odom(self.x, self.y, self.yaw, 0.02, 0.006), "pose.covariance": [M(np.maximum(cov * (1.4 if i == 0 else 1.0), 1e-3), 1e-6, 0.0006, lo=0) if i in (0, 7, 35) else M(0, 0, 0) for i in range(36)]}, "map")
        rays = [M(np.clip(4 + 11 * np.abs(np.sin(0.45 * i + self.yaw / 2 + self.x / 23)) + 0.6 * W(f"ray{i}", 1, 3), 0.3, 25), 0.01, 0.02, lo=0.1, hi=25) for i in range(10)]
        s(SCN, S + "LaserScan", 4, dict(ranges=rays, angle_min=-1.4, angle_max=1.4, angle_increment=2.8 / 9, range_min=0.1, range_max=25.0, scan_time=0.25), "lidar")
        on = lp((B["shave"] > 0) * 1.0, 0.8)
        w2, w3, w4 = 21 * on * (1 - 0.0006 * self.ta), 26 * on * (1 - 0.0008 * self.tv) * (1 - F("vbelt") * (0.05 + 0.0030 * self.tv)), 14 * lp(B["brush"], 0.6)
        ang = np.arctan(2.6 * self.yr / np.maximum(v, 0.7))
        s(JNT, S + "JointState", 10, dict(position=[M(np.cumsum(self.vw) * 0.05, 0.01, 0.003), M(ang, 1e-3, 0.003)] + [M(np.cumsum(z) * 0.05, 0.01, 0.003) for z in (w2, w3, w4)], velocity=[M(self.vw, 0.01, 0.04), M(self.diff(lp(ang, 0.2)), 1e-3, 0.01), M(w2, 0.05, 0.12), M(w3, 0.05, 0.15), M(w4, 0.05, 0.1)],
            effort=[M(self.fm * 0.33, 1, 12), M(12 + 160 * np.abs(ang) + 25 * np.abs(self.diff(lp(ang, 0.3))), 0.5, 3, lo=0), M(self.ta * (1 + 0.04 * W("e2", 1, 0.5)), 0.2, 0.8), M(self.tv * (1 + 0.04 * W("e3", 1, 0.5)), 0.2, 0.7), M(lp(B["brush"], 0.6) * (11 - 3.5 * F("brush") + 0.8 * W("e4", 1, 2)), 0.1, 0.3)]),
            "", dict(name=5), strs={f"name[{i}]": z for i, z in enumerate(("drive_wheel", "steering", "auger_horizontal", "auger_vertical", "edge_brush"))})
        cells = [self.vb / 24 + self.u(f"c{i}", 0.004) for i in range(8)]
        cells[3] = cells[3] - F("cell") * (0.015 + 0.0004 * self.ib)
        s(BAT, S + "BatteryState", 3, dict(voltage=M(self.vb, 0.01, 0.03), current=M(-self.ib, 0.1, 0.5), percentage=M(self.soc, 0.005, 0), temperature=M(self.tb, 0.5, 0.1), present=1, power_supply_status=np.where(self.ib < 0, 1, 2), cell_voltage=[M(c, 0.001, 0.0015) for c in cells], cell_temperature=[M(self.tb + self.u(f"bt{i}", 0.6), 0.1, 0.08, 10) for i in range(3)]), "battery")
        s(CUR, "std_msgs/msg/Float32MultiArray", 5, dict(data=[M(self.iph, 0.2, 1.2, lo=0), M(self.ia, 0.1, 0.3, lo=0), M(self.iaux, 0.1, 0.2, lo=0), M(2.6 + 0.8 * lp((v > 0.1) * 1.0, 5) + 0.15 * W("lm", 1, 60), 0.05, 0.06, lo=0)]))
        for tp, z, sd, lag in ((TMO, self.tm, 0.2, 6), (TIN, self.ti, 0.25, 4), (TAU, self.ta_, 0.15, 8), (HYT, self.oil, 0.15, 6), (WTT, self.wt, 0.15, 5), (ICT, self.ict + 0.15 * W("it", 1, 2), 0.08, 0.6), (AIR, amb, 0.06, 10), (TCP, self.tcp, 0.3, 6)): s(tp, S + "Temperature", 2 if tp == ICT else 1, dict(temperature=M(z, 0.0625, sd, lag)))
        for tp, z, sd, rate, lsb in ((BLP, 1e5 * self.pb, 2.5e4, 5, 1e3), (WTP, 101325 + self.wp, 1500, 4, 100), (SQV, 101325 - 1000 * self.sq, 60, 4, 10), (HYP, 1e5 * self.hp, 4e4, 5, 1e4)): s(tp, S + "FluidPressure", rate, dict(fluid_pressure=M(z, lsb, sd, 0.1)))
        s(BLF, "geometry_msgs/msg/WrenchStamped", 6, {"wrench.force.x": M(self.fx * (1 + 0.05 * W("bx", 1, 0.3)), 1, 14), "wrench.force.z": M(self.fz * (1 + 0.04 * W("bz", 1, 0.3)), 1, 30)}, "blade")
        s(HUM, S + "RelativeHumidity", 1, dict(relative_humidity=M(self.rh_, 0.001, 0.003, 6)))
        s(LUX, S + "Illuminance", 2, dict(illuminance=M(420 + self.pieces("lamps", 500, 1400, -60, 60) + 25 * np.sin(self.x / 7), 1, 5, 0.4)))
        s(ICE, S + "Range", 3, dict(range=M(0.042 + 0.003 * np.sin(self.x / 8) * np.cos(self.y / 6) + self.su("thick", 0.003) + 4e-7 * np.cumsum(self.wh) * 0.05, 1e-4, 4e-4, 0.3, 0), min_range=0.005, max_range=0.15, field_of_view=0.1))
        edge = np.minimum(np.minimum(self.x, 60 - self.x), np.minimum(self.y, 30 - self.y))
        s(BRD, S + "Range", 5, dict(range=M(np.clip(edge + 0.05 * W("bd", 1, 1), 0.25, 5), 0.005, 0.01, 0, 0.2, 5), min_range=0.2, max_range=5.0, field_of_view=0.2))
        for tp, rate, m in ((FAN, 2, M(self.fan, 0.01, 0.005, 0, 0, 1)), (BLD, 5, M(self.dep, 0.005, 0.015, 0, 0)), (BLV, 5, M(self.bval, 0.01, 0.01, 0.4, 0)), (SNW, 2, M(self.snow, 1, 4, 1, 0)), (WTF, 4, M(self.wh, 0.005, 0.012, 0.2, 0)), (WTD, 4, M(self.wd, 0.005, 0.004, 0, 0, 1)), (WTL, 1, M(self.wl, 0.5, 0.3, 3, 0, 100)), (SQD, 4, M(self.sd, 0.005, 0.004, 0, 0, 1)), (WSF, 3, M(self.ws * (1 + 0.05 * W("ws", 1, 2)), 0.005, 0.006, 0.2, 0)),
            (HYC, 5, M(self.ipu, 0.1, 0.3, 0, 0)), (NH3, 1, M(2.2 + 0.4 * W("nh", 1, 200), 0.1, 0.15, 10, 0)), (ISO, 1, M(640 - 15 * W("iso", 1, 200) - 20 * lp(B["water"], 200), 5, 7, 0, 0)), (CPU, 1, M(38 + 18 * lp((v > 0.1) * 1.0, 5) + 5 * W("cp", 1, 4) + 5 * self.since(3) + 4 * self.since(8), 1, 2, 0, 2, 100)), (WIF, 1, M(64 + 11 * np.cos(self.x / 15) + 4 * W("wf", 1, 6), 1, 1.5, 0, 0, 100)), (CAM, 2, M(71 + 5 * np.sin(self.x / 12) - 6 * np.tanh(v) + 2.5 * W("cs", 1, 3), 0.5, 1.2, 0, 0))):
            s(tp, "std_msgs/msg/Float32", rate, dict(data=m))
        s(STP, "std_msgs/msg/UInt8", 2, dict(data=B["step"])), s(MAN, "std_msgs/msg/Bool", 1, dict(data=B["hand"]))
        self.say("s_bat", "battery_manager", "BMS", "cell voltage implausible", "cell 2 below limit"), self.say("s_aug", "auger_drive", "AUG", "auger jammed, reversing", "auger torque limit reached")
        self.say("s_nh3", "ammonia_detector", "GAS", "sensor failure", "no signal from the cell"), self.say("s_wifi", "wifi", "NET", "roaming again", "link weak, roaming")
        self.talk(self.ver("2.3.0", "2.4.1", "3.0.0"), [("W", "localization", "waiting for the first scan"), ("I", "blade", "homed"), ("W", "wifi", "roamed at start")], [(9, "I", "mission", "lap done in {} s", 60, 95), (6, "W", "local_planner", "someone on the ice, waited {} s", 3, 15), (3, "I", "battery_manager", "balanced {} mV", 2, 14), (2, "W", "camera", "exposure {} ms", 10, 25)],
            [("localization", "PC", 2), ("hydraulics", "HYD", 2), ("camera", "CAM", 2)], "/navigate_to_pose/_action/status")
