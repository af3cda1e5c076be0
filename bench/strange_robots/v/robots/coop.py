"""Poultry house robot: drives the lanes, loosens litter, sprays, measures the air. Almost only standard messages."""

# fmt: off
from math import tanh as np_tanh

from base import DT, H, NUM, PLACE, Book, M, Rec, Rig, clip, k, lp, np

ODO, IMU, MAG, SCN, JNT, CMD, LOC, BAT, CUR = "/odom", "/imu/data", "/imu/mag", "/scan", "/joint_states", "/cmd_vel", "/amcl_pose", "/battery_state", "/power/branch_currents"
TML, TMR, TMT, TMB, TMC, FAN, CPU = "/wheel_motor_left/temperature", "/wheel_motor_right/temperature", "/tiller/temperature", "/air/temperature", "/computer/temperature", "/computer/fan_drive", "/computer/load"
HUM, PRS, LUX, NH3, CO2, WET = "/air/humidity", "/air/pressure", "/air/illuminance", "/air/ammonia", "/air/carbon_dioxide", "/litter/moisture"
SPP, SPF, SPD, SPT, RGL, RGR, CAM, GRD, WIF, STP, MAN, BRD = "/sprayer/pressure", "/sprayer/flow", "/sprayer/pump_drive", "/sprayer/tank", "/bumper_range/left", "/bumper_range/right", "/camera/mean_brightness", "/bumper/wrench", "/wifi/quality", "/mission/step", "/mission/by_hand", "/camera/bird_count"
MOV, TIL, SPR, DOCK = dict(where="when driving"), dict(where="when it tills"), dict(where="when it sprays", need=10), dict(where="when it charges", need=10)
LANES = (2.0, 4.6, 7.2, 9.8, 12.4)


class Coop(Rig):
    NAME, MILD = "coop", ("s_lidar",)
    DEFS = {}
    KINDS = dict(
        bear=k("left gear motor: bearing dry, more torque and heat", [JNT, CUR, TML], "effort[0] data[0] temperature", "left wheel|wheel left|left motor|wheel motor left", cons="battery state|current", slow=True, tail=500, **MOV),
        magnet=k("right motor lost magnetism: more current for the same torque", [CUR, TMR], "data[1] temperature", "right wheel|wheel right|right motor|wheel motor right", cons="battery state|current", tail=500, **MOV),
        cake=k("left wheel caked with litter: larger, turns slower for the same way", JNT, "velocity[0] position[0]", "left wheel|wheel left", cons="cmd vel", slow=True, **MOV),
        wrap=k("string wound round the tiller: out of balance, shakes the body", [IMU, CUR], "linear_acceleration.z data[2]", "tiller|imu", cons="tiller temperature|effort|joint states|battery state", slow=True, **TIL),
        belt=k("belt of the tiller slips: tines slower than their motor", JNT, "velocity[3] position[3]", "tines|belt|tiller", cons="tiller temperature|power branch currents", slow=True, **TIL),
        tine=k("tines worn short: less load", [CUR, JNT], "data[2] effort[2]", "tiller|tines", cons="tiller temperature|litter moisture|battery state", **TIL),
        tbear=k("bearing of the tiller runs hot", TMT, "temperature", "tiller|tiller bearing", cons="power branch currents|effort", slow=True, tail=600),
        lift=k("spindle of the tiller lift dry: slow, more effort", [JNT, CUR], "effort[4] velocity[4] data[3]", "tiller lift|lift|spindle", cons="position|battery state", where="when the lift moves", need=6),
        rint=k("battery: internal resistance doubled", BAT, "voltage", "battery|battery state", cons="cell voltage", slow=True),
        cell=k("cell 6 has a bad joint", BAT, "cell_voltage[5]", "cell 6|battery|battery state"),
        capa=k("battery gauge counts too much: charge falls fast", BAT, "percentage", "battery|battery state|gauge", slow=True, tail=1500),
        para=k("heater of the camera stuck on: draws all the time", CUR, "data[3]", "auxiliary branch|camera heater|power branch currents", cons="battery state|current|voltage"),
        chrg=k("charging contact burnt: less current", BAT, "current", "charger|charging contact|battery|battery state", cons="voltage|percentage", **DOCK),
        nozz=k("half of the nozzles blocked: pump at low drive, little flow", [SPF, SPD], "data", "sprayer|nozzles", cons="sprayer tank|pressure", slow=True, **SPR),
        hose=k("spray hose leaks before the flow meter: the pump works more", SPD, "data", "sprayer|spray pump|pump drive", cons="sprayer tank|sprayer flow|sprayer pressure", slow=True, **SPR),
        check=k("check valve of the pump leaks: pressure sinks quickly and pulses", SPP, "fluid_pressure", "sprayer|check valve|spray pump", "sd 5;hum 9000 1.7", cons="sprayer flow", **SPR),
        mat=k("dust mat of the computer full: its fan works harder", FAN, "data", "computer|computer fan|dust", cons="computer temperature", slow=True, tail=300),
        dust=k("window of the scanner dusty: rays fall short", SCN, "ranges", "scanner|scan|lidar", "part .5 1.2 3", cons="amcl pose|covariance"),
        nh3=k("ammonia cell poisoned: weak and slow", NH3, "data", "ammonia|ammonia cell", "gain -.35;lag 60", slow=True),
        co2=k("carbon dioxide meter: its lamp drifts", CO2, "data", "carbon dioxide|co2", "creep 900", slow=True),
        rh=k("humidity film wet: hangs", HUM, "relative_humidity", "humidity|hygrometer", "off .06;lag 300", need=60),
        tair=k("air temperature: sensor touches the warm frame", TMB, "temperature", "air temperature|thermometer", "off 2.6;lag 60", slow=True),
        baro=k("barometer: dust plug in its port", PRS, "fluid_pressure", "barometer|air pressure", "rw 45 15", ),
        lux=k("light sensor: flat cable loose", LUX, "illuminance", "light sensor|illuminance", "part .6 2 7"),
        gyro=k("gyro has a bias after a knock", IMU, "angular_velocity.z", "imu|gyro", "off .035"),
        accel=k("accelerometer x leans", IMU, "linear_acceleration.x", "imu|accelerometer", "off .5"),
        compas=k("compass: magnet of a gate hook stuck on the frame", MAG, "magnetic_field.x magnetic_field.y", "compass|mag", "off .000006"),
        count=k("right encoder loses counts: speed reads in bursts", JNT, "velocity[1]", "right encoder|wheel right|right wheel", "part .5 .4 1.6", **MOV),
        jlate=k("joint states come late: bus gateway overloaded", JNT, "header.stamp", "joint states|gateway", "late .7"),
        sthin=k("scanner halves its rate", SCN, "header.stamp", "scanner|scan|lidar", "thin .5 .24"),
        oburst=k("odometry comes in bursts", ODO, "header.stamp", "odometry|odom", "burst 1.6"),
        iloss=k("imu messages get lost: plug wet", IMU, "header.stamp", "imu|plug", "loss .5"),
        scale=k("odometry: wheel size set wrong", ODO, "twist.twist.linear.x", "odometry|odom", "gain -.14", **MOV),
        oyaw=k("odometry turns away from the map", ODO, "pose.pose.position.y", "odometry|odom", "creep 5", slow=True),
        acov=k("localisation unsure: map out of date", LOC, "pose.covariance[0] pose.covariance[7]", "localisation|amcl|amcl pose", "gain 1.6;rw .01 20", slow=True),
        ajmp=k("localisation jumps between two lanes", LOC, "pose.pose.position.y", "localisation|amcl|amcl pose", "tele .9 1.5 14"),
        cmdh=k("planner holds its commands", CMD, "twist.linear.x twist.angular.z", "planner|cmd vel", "hold 2.2 3", **MOV),
        rngr=k("right range drops out: drops on the membrane", RGR, "range", "right range|bumper range right", "cut .25 .4 2.2"),
        rngl=k("left range sees a ghost: feather", RGL, "range", "left range|bumper range left", "sat 1.1"),
        wet=k("litter probe fouled: reads dull", WET, "data", "litter|litter probe|litter moisture", "gain -.3;lag 25", slow=True),
        cam=k("camera fogs", CAM, "data", "camera|camera brightness|mean brightness", "lag 12;off 16", cons="bird count", slow=True),
        bird=k("bird counter misses birds", BRD, "data", "bird counter|bird count|camera", "gain -.45", slow=True),
        bump=k("bumper force has an offset: foam swollen", GRD, "wrench.force.x", "bumper|bumper wrench", "off 3.2", slow=True),
        cpu=k("a process hangs in a loop: computer busy", CPU, "data", "computer load|computer", "off 27", cons="computer temperature|computer fan drive|power branch currents|battery state"),
        crack=k("floor broken at one place: the body is shaken", IMU, "linear_acceleration.z angular_velocity.y", "imu|floor", "sd 4", **PLACE),
        net=k("wifi weak at one place", WIF, "data", "wifi|wifi quality", "gain -.4", **PLACE),
        steel=k("compass bent at one place: new steel door", MAG, "magnetic_field.x", "compass|mag|door", "off -.000011", **PLACE),
        p_cov=k("localisation unsure at one place: curtain moved", LOC, "pose.covariance[0]", "localisation|amcl|amcl pose|curtain", "gain .9", **PLACE),
        n_bear=k("left motor current ripples when faster than a number: a magnet segment loose", CUR, "data[0]", "left motor|wheel left|left wheel", "hum 2.2 .9", **NUM),
        n_scan=k("rays 3 and 4 noisy when the humidity is above a number: mirror mists", SCN, "ranges[2] ranges[3]", "scanner|scan|lidar", "sd 14", **NUM),
        n_cell=k("cell 2 sags when the discharge current is above a number", BAT, "cell_voltage[1]", "cell 2|battery|battery state", "off -.035", **NUM),
        n_till=k("tiller effort unsteady when the litter is wetter than a number: clutch slips", JNT, "effort[2]", "tiller|clutch", "hum 3.5 1.3", **NUM),
        n_gyro=k("roll rate noisy when faster than a number: wheel fork cracked", IMU, "angular_velocity.x", "imu|wheel fork", "sd 3.5", **NUM),
        n_amm=k("ammonia jumps when the air is warmer than a number: cell dries", NH3, "data", "ammonia|ammonia cell", "tele 7 2 3", **NUM),
        n_fan=k("computer fan hunts when the computer is warmer than a number", FAN, "data", "computer fan|computer", "hum .16 7", **NUM),
        s_till=k("tiller drive reports a stalled shaft", [JNT, "/rosout", "/diagnostics"], "effort[2]", "tiller", "tele 9 1 6", silent=False),
        s_lidar=k("scanner reports a dirty window", [SCN, "/rosout", "/diagnostics"], "ranges", "scanner|scan|lidar", "part .3 1 5", silent=False),
        s_batt=k("battery manager reports a warm pack", [BAT, "/rosout", "/diagnostics"], "temperature", "battery|battery state|battery manager", "off 9", silent=False),
        s_tank=k("sprayer reports a tank sensor fault", [SPT, "/rosout", "/diagnostics"], "data", "sprayer|sprayer tank|tank", "cut 0 1 6", silent=False),
    )

    def jobs(self):
        b = Book(self, x=1.0, y=1.0, till=0, lift=0.0, spray=0, dock=1, step=0, hand=0, man=0, turbo=0)
        length = (78.0, 62.0, 88.0)[self.site()]
        b.wait(b.u(30, 90))
        deck = []
        while b.more:
            t0, lane = b.t, LANES[b.r.integers(5)] if not self.site() else LANES[b.r.integers(4)]
            deck = deck or list(b.r.permutation(("till", "look", "spray") if not self.site() else ("till", "spray", "till", "look")))
            kind, v = deck.pop(), b.u(0.42, 0.62) * (0.8 if self.life_is(8) else 1)
            b.set(dock=0, step=1)
            b.drive(0.7, 1.0, lane)
            for end in (length * b.u(0.6, 1), 2.0):
                if kind == "till":
                    b.move(6, lift=1.0)
                    b.set(step=2, till=1)
                elif kind == "spray": b.wait(3, step=3, spray=1)
                else: b.wait(2, step=4)
                a = b.now("x")
                for s in np.linspace(a, end, 4 + int(b.r.integers(3)))[1:]:
                    b.drive(v * b.u(0.9, 1.1), s, lane)
                    if b.chance(0.12): b.wait(b.u(3, 15))                                               # birds do not go away
                    if kind == "look": b.wait(b.u(4, 8), step=5)
                    if b.chance(0.02): b.wait(b.u(30, 80), man=1, hand=1, step=6), b.set(man=0, hand=0)   # the farmer, a dead bird
                    b.set(step=2 if kind == "till" else 3 if kind == "spray" else 4)
                b.set(till=0, spray=0)
                if kind == "till": b.move(6, lift=0.0)
                if not b.more: break
            if self.since(3) and b.chance(0.5):                                                         # new in life/3: along the far wall
                b.wait(2, step=7), b.drive(0.6, 20, 13.6), b.drive(0.35, length * 0.7, 13.6)
            if self.since(6) and b.chance(0.4): b.wait(b.u(40, 70), step=8, turbo=1), b.set(turbo=0)       # new in life/6: pictures in full light
            if b.once(1000):
                b.wait(20, step=9), b.move(4, lift=0.5), b.wait(15, till=1), b.move(4, lift=0.0), b.set(till=0)  # once a session: tiller proved
            b.set(step=10), b.drive(0.7, 3, 1.0), b.drive(0.2, 1.0, 1.0)
            b.job(t0, 5 if b.chance(0.05) else 4)
            b.wait(b.u(120, 420), step=11 if not self.since(8) else 12, dock=1)                            # life/8: another way to charge
        return [b]

    def model(self):
        B, F, L = self.B, self.F, self.L
        x, y = self.soft(B["x"], 0.8), self.soft(B["y"], 0.8)
        vx, vy = self.diff(x), self.diff(y)
        sp, raw = np.hypot(vx, vy), np.unwrap(np.arctan2(vy, vx))
        idx = np.maximum.accumulate(np.where(sp > 0.06, np.arange(self.n), 0))
        yaw = self.soft(raw[idx], 1.2)
        self.x, self.y, self.yaw, self.yr = x, y, yaw, np.clip(self.diff(yaw), -1.2, 1.2)
        self.v = sp * np.clip(np.cos(raw[idx] - yaw), 0, 1)
        self.amb = self.day(11, 5, 6)
        wet = 24 + 6 * np.sin(x / 13 + y) + 5 * np.sin(x / 5.1 - y / 2) + 3 * self.su("wet") + self.wander("wt", 0.8, 4)
        self.wetness = np.clip(wet, 5, 60)
        rough, hs = lp(self.white("rough"), 0.25) * 1.6, self.rng("house")
        birds = hs.uniform(0.85, 1.15)
        o = Rec(self, "il ir wl wr el er Tl Tr wt it et Tt ll el4 vl4 oc soc vc ib T3 sp duty flow tank Tc fan Ta rh nh co iaux lev")
        wl = wr = Il = Ir = ll = v1 = p = duty = wt = It = 0.0
        Tl = Tr = Tt = float(self.amb[0]) + 10 + hs.uniform(0, 12)
        soc, Tb, tank, Tc, fan, Ifan, lev = hs.uniform(0.55, 0.95), Tl, hs.uniform(60, 95), 48.0, 0.3, 0.3, 0.0
        Ta, nh, co, rh, vent = 21.0, 14.0, 2100.0, 0.62, False
        f = {a: F(a) for a in "bear magnet cake wrap belt tine tbear lift rint capa para chrg nozz hose mat cpu".split()}
        be, mg, ck, wp, bl, ti, tb, lf, ri, cp, pa, ch, nz, ho, ma, cu = f.values()
        A = [L(z) for z in (self.v, self.yr, self.diff(lp(self.v, 0.3)), B["till"], B["lift"], B["spray"], B["dock"], self.wetness, rough, self.amb, B["turbo"], 0.5 + 0.5 * lp((sp > 0.05) * 1.0, 20))]
        kt, R, r_ = 1.15, 0.02, 0.11
        for i, (v, w, a, till, lift, spray, dock, we, ro, amb, tu, act) in enumerate(zip(*A)):
            rl, rr = (v - w * 0.26) / r_ / (1 + 0.09 * ck[i]), (v + w * 0.26) / r_
            cr, kg = 0.035 + 0.0011 * we + 0.006 * ro, 60 + 0.28 * tank
            drag, sc = 0.5 * kg * 9.81 * cr * r_ + 0.9 * lift * till * (0.6 + we / 40), 2.1 * abs(w) * (1 + 0.3 * ro)
            tl = drag * np_tanh(rl * 6) + 0.5 * kg * a * r_ + (sc if rl * w < 0 else -sc * (w != 0) * 0.4) + 2.1 * be[i] * np_tanh(rl * 6)
            tr = drag * np_tanh(rr * 6) + 0.5 * kg * a * r_ + (sc if rr * w > 0 else sc * 0.2)
            e1, e2 = rl - wl, rr - wr
            Il, Ir = clip((Il + 3 * e1 * H) * (1 if v > 0.01 or w else 0.8), -25, 25), clip((Ir + 3 * e2 * H) * (1 if v > 0.01 or w else 0.8), -25, 25)
            ml, mr = 2.6 * e1 + Il, 2.6 * e2 + Ir
            wl += (ml * kt - tl) / 0.5 * H
            wr += (mr * kt - tr) / 0.5 * H
            jl, jr = abs(ml) + 0.25, abs(mr) * (1 + 0.42 * mg[i]) + 0.25
            Tl += H * (0.010 * jl * jl + 0.008 * jl - (Tl - Ta) * 0.0016 + 0.013 * be[i] * abs(wl) / 5)
            Tr += H * (0.010 * jr * jr + 0.008 * jr - (Tr - Ta) * 0.0016)
            wr_ = 16.0 * till
            e = wr_ - wt
            It = clip((It + 0.9 * e * H) * (1 if till else 0.7), 0, 40)
            load = (1.3 + (3.0 + 0.24 * we) * lift * (1 - 0.45 * ti[i]) * (1 + 0.12 * ro) + 1.8 * wp[i] + 0.8 * tb[i]) * wt / 16
            mt = 0.8 * e + It
            wt = max(0.0, wt + (mt * 0.55 - load) / 0.35 * H)
            Tt += H * (0.0005 * mt * mt + 0.006 * wt / 16 - (Tt - Ta) * 0.0018 + (0.022 * wt / 16 + 0.003) * tb[i] + 0.01 * bl[i] * wt / 16)
            sl = 0.015 * mt / 10 + 0.19 * bl[i] * (0.6 + mt / 30)
            d = clip(lift - ll, -0.25 * H * (1 - 0.4 * lf[i]), 0.25 * H * (1 - 0.4 * lf[i]))
            ll += d
            q4 = (2.4 + 0.8 * (d > 0)) * (1 + 0.75 * lf[i]) if abs(d) > 1e-5 else 0.05
            e = 3.0 * spray - p
            duty, qn = clip(duty + 0.35 * e * H if spray else duty * 0.7, 0, 1), 2.35 * (1 - 0.42 * nz[i]) * (p ** 0.5 if p > 0 else 0)
            p = max(0.0, p + H * 1.6 * (9.0 * duty - 0.35 * p - qn - 1.6 * ho[i] * p / 3))
            tank = max(4.0, tank - H * (qn + 1.6 * ho[i] * p / 3) / 60 * 0.9) if not dock else min(96.0, tank + H * 0.25)
            Pc, e = 17 + 11 * act + 12 * tu + 7 * cu[i], Tc - 52
            Ifan = clip(Ifan + 0.0016 * e * H, 0, 0.95)
            fan = clip(Ifan + 0.03 * e, 0.05, 1)
            Tc += H * (Pc - (Tc - Ta - 3) * (0.35 + 1.5 * fan * (1 - 0.45 * ma[i]))) / 160
            ia = 2.1 + Pc / 26 + 3.2 * duty * (spray > 0) + 0.1 * q4 + 4 * tu + 1.0 * pa[i]
            lo = (jl * (abs(wl) * kt / 26 * 0.9 + 0.02 * jl) + jr * (abs(wr) * kt / 26 * 0.9 + 0.02 * jr)) + mt * (wt * 0.55 / 26 + 0.02) + ia
            oc = 25.4 + 1.5 * soc + 0.35 * np_tanh((soc - 0.93) * 30) - 1.1 * np_tanh((0.12 - soc) * 14)
            r0, ib = R * (1 + 0.008 * max(0, 25 - Tb)) * (1 + 1.6 * ri[i]), lo
            if dock: ib = lo - clip((28.6 - oc - v1 * 0) / r0 * 0.5, 0, 24 * (1 - 0.45 * ch[i]))
            v1 += H * (ib * 0.012 - v1) / 40
            vb = oc - r0 * ib - v1
            soc = clip(soc - ib * H / 3600 / 62 * (1 + 1.5 * cp[i] * (ib > 0)), 0.05, 1)
            Tb += H * (ib * ib * r0 * 0.002 - (Tb - Ta) * 0.0006)
            vent = Ta > 20.8 if vent else Ta > 22.4
            Ta += H * (0.016 * birds - (0.0006 + 0.0024 * vent) * (Ta - amb))
            nh += H * (0.034 * (1 + 0.9 * till * lift + 0.02 * (we - 24)) - (0.0013 + 0.0029 * vent) * nh)
            co += H * (4.2 * birds - (0.0011 + 0.0022 * vent) * (co - 430))
            rh += H * (0.0010 + 0.0006 * (spray > 0) - (0.0012 + 0.0032 * vent) * (rh - 0.18 - 0.004 * (20 - amb)))
            lev += H * ((spray > 0) - lev) / 3
            o.rows.append((jl, jr, wl, wr, ml * kt, mr * kt, Tl, Tr, wt, mt, mt * 0.55, Tt, ll, q4 * (1 if d > 0 else -0.8), d / H, oc, soc, vb, ib, Tb, p, duty, qn, tank, Tc, fan, Ta, rh, nh, co, ia, wt * (1 - sl)))
        o.give()

    def conditions(self):
        x, y, mv = self.x, self.y, self.v > 0.12
        self.place("crack net steel p_cov", x, y, 9.0, mv, 0.09)
        W = "humidity|relative"
        self.beyond("n_bear", self.v, ODO + ":twist.twist.linear.x", "speed|velocity|linear|faster|twist", 0.55, mv)
        self.beyond("n_gyro", self.v, ODO + ":twist.twist.linear.x", "speed|velocity|linear|faster|twist", 0.5, mv)
        self.beyond("n_scan", self.rh, HUM + ":relative_humidity", W, 0.6)
        self.beyond("n_cell", self.ib, BAT + ":current", "current|load|discharg", 0.65)
        self.beyond("n_till", self.wetness, WET + ":data", "litter|moisture|wet", 0.5, self.it > 4)
        self.beyond("n_amm", self.Ta, TMB + ":temperature", "air temperature|temperature|warm", 0.55)
        self.beyond("n_fan", self.Tc, TMC + ":temperature", "computer temperature|temperature|computer|warm", 0.55)
        self.mode("bear magnet cake count scale cmdh", mv, "driving", "drives", "speed", "velocity", "moving", "linear")
        self.mode("wrap belt tine", (self.it > 4) & (self.B["lift"] > 0.5), "till", "tiller", "effort")
        self.mode("lift", np.abs(self.vl4) > 0.05, "lift", "moves")
        self.mode("nozz hose check", self.B["spray"] > 0.5, "spray", "pump", "flow", "sprayer")
        self.mode("chrg", self.B["dock"] > 0.5, "charg", "dock", "current")

    def publish(self):
        S, B, v, W = "sensor_msgs/msg/", self.B, self.v, self.wander
        self.send(ODO, "nav_msgs/msg/Odometry", 8, {**self.odom(self.x + W("ox", 0.12, 150), self.y + W("oy", 0.12, 150), self.yaw, 0.006, 0.01), "twist.twist.linear.x": M((self.wl + self.wr) * 0.055, 1e-4, 0.008), "twist.twist.angular.z": M((self.wr - self.wl) * 0.11 / 0.52, 1e-4, 0.012)}, "odom", strs={"child_frame_id": "base_link"})
        sh = 0.10 + 0.55 * v
        az = 9.81 + sh * self.white("az") + 0.25 * self.it / 9 * self.white("az2") + 1.5 * self.f("wrap") * np.sin(2 * np.pi * np.cumsum(self.wt) * DT * 0.31) * (self.wt > 3)
        self.send(IMU, S + "Imu", 10, {"orientation.z": M(np.sin(self.yaw / 2), 1e-5, 0.002), "orientation.w": M(np.cos(self.yaw / 2), 1e-5, 0.002), "angular_velocity.x": M(0.05 * sh * self.white("gx"), 2e-4, 0.02), "angular_velocity.y": M(0.05 * sh * self.white("gy"), 2e-4, 0.02), "angular_velocity.z": M(self.yr, 2e-4, 0.006),
            "linear_acceleration.x": M(self.diff(lp(v, 0.2)) + 0.4 * sh * self.white("ax"), 2e-3, 0.05), "linear_acceleration.y": M(v * self.yr + 0.4 * sh * self.white("ay"), 2e-3, 0.05), "linear_acceleration.z": M(az, 2e-3, 0.12)}, "imu")
        self.send(MAG, S + "MagneticField", 5, {"magnetic_field." + c: M(z, 1e-8, 4e-7) for c, z in (("x", 2e-5 * np.cos(self.yaw) + 2e-6 * np.sin(self.x / 4)), ("y", -2e-5 * np.sin(self.yaw) + 2e-6 * np.cos(self.y)), ("z", -4.3e-5 + 1e-6 * np.sin(self.x / 6)))}, "imu")
        hen = [np.exp(-0.5 * ((lp(self.white(f"hen{i}"), 2) * 4.4) ** 2)) for i in range(10)]
        self.send(SCN, S + "LaserScan", 4, dict(ranges=[M((2.2 + 6 * np.abs(np.sin(0.6 * i + self.x / 9)) + 4 * (i in (4, 5))) * (1 - 0.35 * h), 0.01, 0.02, lo=0.1, hi=14) for i, h in enumerate(hen)], angle_min=-1.2, angle_max=1.2, angle_increment=2.4 / 9, range_min=0.1, range_max=14.0, scan_time=0.25), "lidar")
        wt, tn = self.wt, self.lev
        th = [np.cumsum(z) * DT for z in (self.wl, self.wr, wt, tn)]
        self.send(JNT, S + "JointState", 10, dict(position=[M(z, 0.01, 0.002) for z in th] + [M(self.ll, 1e-3, 0.001)], velocity=[M(self.wl, 0.02, 0.05), M(self.wr, 0.02, 0.05), M(wt, 0.05, 0.12), M(tn, 0.05, 0.15), M(self.vl4, 1e-3, 0.004)],
            effort=[M(self.el, 0.05, 0.25), M(self.er, 0.05, 0.25), M(self.et, 0.05, 0.2), M(self.et * 0.9, 0.05, 0.2), M(self.el4, 0.02, 0.08)]), "", dict(name=5), strs={f"name[{i}]": z for i, z in enumerate(("wheel_left", "wheel_right", "tiller", "tines", "tiller_lift"))})
        self.send(CMD, "geometry_msgs/msg/TwistStamped", 6, {"twist.linear.x": M(np.roll(v, -5), 0.01, 0), "twist.angular.z": M(np.roll(self.yr, -5), 0.01, 0)}, "base_link")
        cov = 0.012 + 0.010 * (np.abs(self.x - 40) < 22) + 0.004 * W("cv", 1, 30)
        self.send(LOC, "geometry_msgs/msg/PoseWithCovarianceStamped", 3, {**{a.replace("pose.pose.", "pose.pose."): z for a, z in self.odom(self.x, self.y, self.yaw, 0.025, 0.012).items()}, "pose.covariance": [M(np.maximum(cov * (1.6 if i == 0 else 1.0), 1e-3), 1e-6, 0.001, lo=0) if i in (0, 7, 35) else M(0, 0, 0) for i in range(36)]}, "map")
        cells = [self.vc / 8 + self.u(f"c{i}", 0.004) for i in range(8)]
        cells[5] = cells[5] - self.f("cell") * (0.02 + 0.0028 * self.ib)
        self.send(BAT, S + "BatteryState", 3, dict(voltage=M(self.vc, 0.01, 0.012), current=M(-self.ib, 0.1, 0.15), percentage=M(self.soc, 0.005, 0), temperature=M(self.T3, 0.5, 0.1), present=1, power_supply_status=np.where(self.ib < 0, 1, 2), cell_voltage=[M(c, 0.001, 0.0015) for c in cells]), "battery")
        self.send(CUR, "std_msgs/msg/Float32MultiArray", 5, dict(data=[M(self.il, 0.05, 0.15, lo=0), M(self.ir, 0.05, 0.15, lo=0), M(self.it, 0.05, 0.15, lo=0), M(self.iaux, 0.05, 0.05, lo=0)]))
        for tp, z, sd in ((TML, self.Tl, 0.15), (TMR, self.Tr, 0.15), (TMT, self.Tt, 0.15), (TMB, self.Ta + 0.5 * np.sin(self.x / 25), 0.06), (TMC, self.Tc, 0.3)): self.send(tp, S + "Temperature", 1, dict(temperature=M(z, 0.0625, sd, 6)))
        self.send(HUM, S + "RelativeHumidity", 1, dict(relative_humidity=M(self.rh + 0.02 * np.sin(self.x / 19), 0.001, 0.003, 8)))
        self.send(PRS, S + "FluidPressure", 2, dict(fluid_pressure=M(100900 + self.su("baro", 700) + W("ba", 25, 900) - 14 * (self.Ta - 21), 1, 6)))
        lamp = 34 * (1 + 0.15 * np.sin(self.x * 2.1)) + 160 * B["turbo"] + self.pieces("lamps", 600, 1500, -8, 8)
        self.send(LUX, S + "Illuminance", 2, dict(illuminance=M(lamp, 0.5, 1.0, 0.4)))
        one, loc = "std_msgs/msg/Float32", 1 + 0.15 * np.sin(self.x / 17 + 1)
        for tp, rate, m in ((NH3, 1, M(self.nh * loc, 0.1, 0.25, 12, 0)), (CO2, 1, M(self.co * loc, 5, 14, 8, 0)), (WET, 3, M(self.wetness, 0.2, 0.6, 0.5, 0, 100)), (FAN, 1, M(self.fan, 0.01, 0.004)), (CPU, 1, M(34 + 22 * lp((v > 0.05) * 1.0, 5) + 6 * W("cp", 1, 4) + 5 * self.since(3) + 12 * B["turbo"], 1, 2, lo=2, hi=100)),
            (SPF, 3, M(self.flow, 0.02, 0.05, 0.3, 0)), (SPD, 3, M(self.duty, 0.005, 0.003, 0, 0, 1)), (SPT, 1, M(self.tank, 0.5, 0.4, 4, 0, 100)), (CAM, 2, M(52 + 0.45 * lamp + 4 * W("br", 1, 2), 1, 1.5, 0, 0, 255)), (WIF, 1, M(66 + 12 * np.cos(self.x / 22) + 4 * W("wf", 1, 6), 1, 1.5, 0, 0, 100)), (BRD, 1, M(np.clip(14 + 7 * W("bd", 1, 6) + 3 * np.sin(self.x / 7), 0, 60), 1, 0.6, 0, 0))):
            self.send(tp, one, rate, dict(data=m))
        self.send(SPP, S + "FluidPressure", 4, dict(fluid_pressure=M(101325 + 1e5 * self.sp, 100, 1500)))
        for tp, c in ((RGL, 0), (RGR, 1)): self.send(tp, S + "Range", 5, dict(range=M((1.3 + 0.6 * np.sin(self.x / 3.3 + c) - 0.7 * hen[c] + 0.3 * W(f"rg{c}", 1, 1)), 0.01, 0.012, 0, 0.2, 3), min_range=0.2, max_range=3.0, field_of_view=0.5))
        self.send(GRD, "geometry_msgs/msg/WrenchStamped", 5, {"wrench.force.x": M(1.5 + 9 * (lp(self.white("push"), 1) > 0.42) * (v > 0.1), 0.1, 0.5), "wrench.force.y": M(1.5 * v * self.white("gy2"), 0.1, 0.4)})
        self.send(STP, "std_msgs/msg/UInt8", 2, dict(data=B["step"])), self.send(MAN, "std_msgs/msg/Bool", 1, dict(data=B["hand"]))
        self.say("s_till", "tiller_drive", "TIL", "shaft stalled, tried again", "shaft turns again after reversing"), self.say("s_lidar", "lidar_front", "LID", "window dirty, clean it", "window dirty, range reduced")
        self.say("s_batt", "battery_manager", "BMS", "pack too warm, current limited", "pack temperature above limit"), self.say("s_tank", "sprayer", "SPR", "tank level sensor open circuit", "tank level not plausible")
        self.talk(self.ver("4.1.2", "4.2.0", "5.0.1"), [("W", "amcl", "waiting for the first scan"), ("I", "tiller_drive", "homed"), ("W", "wifi", "roamed at start")], [(9, "I", "mission", "lane part done in {} s", 20, 90), (7, "W", "local_planner", "bird in the way, waited {} s", 3, 15), (4, "W", "wifi", "weak, {} percent", 25, 40), (3, "I", "battery_manager", "balanced {} mV", 2, 14), (2, "W", "camera", "exposure {} ms", 20, 33)],
            [("amcl", "PC", 2), ("wifi", "NET", 3), ("camera", "CAM", 1)], "/navigate_to_pose/_action/status")



