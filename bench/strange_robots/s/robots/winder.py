"""Winding cell for pressure tanks of carbon fibre: two spindles, carriage of four axes, creel of six tows with tension control, resin bath, curing oven and a hoist; fixed process machine; abbreviated fields."""

import numpy as np
from base import CTRL, DT, Robot, Track, hyst, lp, mdef, ring, s
from base import kind as k

JNT, CTR, SPN, CAR, CRL, BTH, ROL, BAND, OVN, ZON, HST, HPO, LIN, MIX, VNT, GAS, AIR, CAB, MNS, LUB, VIS, IMU, SCN, NET, IPC, CHL, WGH, LSR = "/cell/joint_states", "/carriage_ctl/state", "/spindle", "/carriage", "/creel", "/resin_bath", "/roller", "/band_cam", "/oven", "/oven/zones", "/hoist", "/hoist/odom", "/liner", "/mixer", "/extract", "/solvent", "/air_supply", "/cabinet", "/mains", "/grease", "/visco", "/carriage/imu", "/guard_scan", "/net", "/ipc", "/chiller", "/scale", "/profile"  # fmt: skip
ACC = "linear_acceleration."
WN, CR, HM = dict(where="when winding", need=12), dict(where="when curing", need=20), dict(where="when the hoist moves", need=8)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Winder(Robot):
    NAME = "winder"
    FLAGS = [(SPN, "drv_flt"), (CRL, "tow_brk"), (OVN, "door_flt"), (LUB, "low_lv")]
    COMES = ("s_tow",)
    RETRY = [("band_cam", "BND", "edge not found for {} s", 3, 1, 4), ("mixer", "MIX", "ratio check repeated, {} pct", 2.5, 0.3, 1.1)]
    DEFS = {
        "control_msgs/msg/JointTrajectoryControllerState": CTRL,
        "wnd_msgs/msg/Spindle": mdef("float32[2] rpm cur tq tmp vib; uint16 drv_flt; uint32 rev_cnt"),
        "wnd_msgs/msg/Carriage": mdef("float32[4] cur tmp; float32 brk_v"),
        "wnd_msgs/msg/Creel": mdef("float32[6] tens dia brk_v; float32 len_m; bool tow_brk"),
        "wnd_msgs/msg/Bath": mdef("float32 tmp lvl htr_a dr_rpm dr_tq gap_um"),
        "wnd_msgs/msg/Roller": mdef("float32 frc prs rpm tmp"),
        "wnd_msgs/msg/BandCam": mdef("float32 wid gap_mm shp lum lat; uint16 def_cnt"),
        "wnd_msgs/msg/Oven": mdef("float32 exh_tmp fan_a fan_rpm rot_rpm dp; uint8 stg; uint16 prg; bool door_flt"),
        "wnd_msgs/msg/Zone": "float32 tmp\nfloat32 htr_a\nfloat32 ssr_tmp",
        "wnd_msgs/msg/Zones": mdef("wnd_msgs/Zone[4] z"),
        "wnd_msgs/msg/Hoist": mdef("float32 load rope_m cur tmp sway; uint8 job"),
        "wnd_msgs/msg/Liner": mdef("float32[2] prs flw tmp"),
        "wnd_msgs/msg/Mixer": mdef("float32 pmp_a pmp_b rat flw hsr_tmp; uint32 shot"),
        "wnd_msgs/msg/Extract": mdef("float32 flw dp mot_a brg_tmp"),
        "wnd_msgs/msg/Solvent": mdef("float32 voc lel smp_flw"),
        "wnd_msgs/msg/AirSupply": mdef("float32 prs flw dew"),
        "wnd_msgs/msg/Cabinet": mdef("float32 v24 a24 tmp fan_rpm dc_link"),
        "wnd_msgs/msg/Mains": mdef("float32[3] vlt amp; float32 kwh"),
        "wnd_msgs/msg/Grease": mdef("float32 prs lvl; bool low_lv"),
        "wnd_msgs/msg/Visco": mdef("float32 mpas osc_hz tmp"),
        "wnd_msgs/msg/Net": mdef("float32 rtt loss"),
        "wnd_msgs/msg/Ipc": mdef("float32 cyc cyc_max mem tmp_cpu; string sw_ver"),
        "wnd_msgs/msg/Chiller": mdef("float32 out_tmp ret_tmp cmp_a lvl"),
        "wnd_msgs/msg/Scale": mdef("float32 kg_used"),
        "wnd_msgs/msg/Profile": mdef("float32 thk_mm out_mm lsr_ma"),
        "wnd_msgs/msg/Guard": mdef("bool estop_ok gate_cl; uint8 ppl"),
        "wnd_msgs/msg/Job": mdef("uint8[2] ph; uint8[2] typ; uint8 lay spd_pct; uint16[2] ser; float32 ten_sp; bool jog"),
    }
    KINDS = dict(
        sp1=k("bearing of spindle 1 worn: more torque, hotter, vibrates", SPN, "tq[0] tmp[0] vib[0]", "spindle 1|spindle|bearing", cons="cur|/mains|/cabinet", step=False, tail=400, **WN),
        brk4=k("brake of tow 4 glazed: tension low and uneasy, band gets a gap", [CRL, BAND], "tens[3] gap_mm", "tow 4|creel|brake", cons="brk_v|def cnt|wid", **WN),
        bth=k("heater of the bath weak: resin cools and gets thick, drum works more", [BTH, CRL], "tmp dr_tq htr_a", "bath heater|resin bath", cons="tens|/visco|mpas", step=False, tail=300),
        cx=k("rail of the carriage dry: more current, follows late", [CAR, CTR], "cur[0] error.positions[0]", "carriage x|carriage|rail", cons="/mains|/carriage/imu|effort|/cell/joint_states", step=False, **WN),
        z3=k("element of zone 3 dead: zone cold, others work more", ZON, "z[2].tmp z[2].htr_a", "zone 3|oven zones|element", cons="/mains|exh tmp", tail=300, **CR),
        ofan=k("fan of the oven slow: belt slips, zones part", [OVN, ZON], "fan_rpm fan_a dp z[0].tmp", "oven fan|oven|belt", cons="/oven/zones|exh tmp", tail=200),
        cabf=k("fan of the cabinet stands: cabinet and computer get hot", [CAB, IPC], "fan_rpm tmp tmp_cpu", "cabinet fan|cabinet|fan", tail=500),
        lnr=k("rotary joint of liner 2 leaks: pressure falls, more flows after", LIN, "prs[1] flw[1]", "rotary joint|liner 2|liner", cons="/air_supply", step=False),
        mixb=k("pump b of the mixer worn: ratio leaves, pressure falls", MIX, "pmp_b rat flw", "pump b|mixer", cons="hsr tmp"),
        ext=k("filter of the extraction clogs: less air, solvent rises", [VNT, GAS], "flw dp voc", "extraction filter|extract|solvent", cons="lel|mot a", step=False, tail=200),
        chl=k("chiller short of gas: water gets warm, compressor works less", [CHL, CAR], "out_tmp cmp_a tmp[0]", "chiller|cooling|carriage", cons="ret tmp|tmp", step=False, tail=400),
        sp_rp=k("speed of spindle 2 swings: gain lost", SPN, "rpm[1]", "spindle 2|spindle", "swing 11 1.6", **WN),
        sp_cu=k("current of spindle 1 flutters when it is faster than a number: encoder", SPN, "cur[0]", "spindle 1|spindle|encoder", "flut 2.2 .8", where="**spindle speed above a number**", **NU),
        sp_fr=k("temperature of spindle 2 frozen", SPN, "tmp[1]", "spindle 2|spindle", "frz"),
        sp_vb=k("spindle 2 vibrates: mandrel out of true", SPN, "vib[1]", "spindle 2|spindle|mandrel", "mul .9 .1", **WN),
        rev=k("counter of revolutions stands", SPN, "rev_cnt", "revolution counter|spindle", "frz", **WN),
        jx=k("position of the carriage read in coarse steps: scale dirty", JNT, "position[2]", "carriage x|joint states|scale", "coarse .4"),
        jy=k("cross slide stands off: reference lost", JNT, "position[3]", "cross slide|joint states", "off .14 .02"),
        je=k("eye has play: bevel gear", JNT, "position[4]", "eye|joint states|bevel", "play .12|noise .012"),
        jv=k("tilt of the eye jerks", JNT, "velocity[5]", "eye tilt|joint states", "swing .25 .6", **WN),
        jf=k("effort of the carriage reads too little", JNT, "effort[2]", "carriage x|joint states", "mul -.45 .03"),
        jo=k("joint states of the cell come late", JNT, "header.stamp", "joint states|cell", "age .6", step=False),
        ct2=k("eye follows late: gains", CTR, "error.positions[2]", "carriage ctl|eye|controller", "swing .05 2", **WN),
        cy=k("current of the cross slide spikes: cable", CAR, "cur[1]", "cross slide|carriage|cable", "spk 2.2 .06"),
        chot=k("motor of the eye gets hot: resin on the gear", CAR, "tmp[2]", "eye|carriage|gear", "heat 11 90", step=False, tail=400),
        cbr=k("voltage of the carriage brake low", CAR, "brk_v", "carriage brake|carriage", "~off -6 .05"),
        t1=k("load cell of tow 1 reads too much", CRL, "tens[0]", "tow 1|creel|load cell", "mul .3 .03", **WN),
        t2=k("tension of tow 2 swings: dancer sticks", CRL, "tens[1]", "tow 2|creel|dancer", "swing 8 3.5", **WN),
        t6=k("tow 6 slips when the tension asked is above a number: roller polished", CRL, "tens[5]", "tow 6|creel|roller", "off -9 .4", where="**tension asked above a number**", **NU),
        d3=k("diameter of spool 3 jumps: ultrasonic", CRL, "dia[2]", "spool 3|creel|ultrasonic", "walk 26 3 12"),
        b5=k("brake 5 gets more voltage: coil hot", CRL, "brk_v[4]", "brake 5|creel", "mul .45 .04", step=False),
        clos=k("messages of the creel get lost", CRL, "header.stamp", "creel", "lost .5"),
        lvl=k("level of the bath uneasy: bubbles at the probe", BTH, "lvl", "resin bath|level|probe", "noise 4"),
        gap=k("gap of the blade opens: screw", BTH, "gap_um", "blade|resin bath|gap", "off 60 .03", step=False),
        dr=k("speed of the drum jumps: chain", BTH, "dr_rpm", "drum|resin bath|chain", "~noise 3"),
        dtq=k("torque of the drum pulses when the spindle is faster than a number: resin skin", BTH, "dr_tq", "drum|resin bath", "flut .9 1", where="**spindle speed above a number**", **NU),
        rf=k("force of the roller walks: cylinder sticks", ROL, "frc", "roller|cylinder", "walk 34 4 14"),
        rp=k("pressure of the roller falls: regulator", ROL, "prs", "roller|regulator", "off -.5 .04", also="/roller frc off -26 .05"),
        rr=k("roller drops out of its count: reed", ROL, "rpm", "roller|reed", "cut 0 .35", **WN),
        bw=k("band reads narrow: edge light dim", BAND, "wid", "band cam|band|light", "mul -.16 .02", also="/band_cam lum off -22 .05"),
        bs=k("band camera loses sharpness: resin on the glass", BAND, "shp", "band cam|camera|glass", "off -13 .05", step=False),
        bl=k("pictures of the band late", BAND, "lat", "band cam|camera", "late 20 70"),
        b_pl=k("gap in the band at one place: pin ring bent", BAND, "gap_mm", "band cam|pin ring", "off 1.4 .2", **PL),
        z1=k("temperature of zone 1 swings: tuning", ZON, "z[0].tmp", "zone 1|oven zones", "swing 8 40", also="/oven/zones z[0].htr_a swing 5 40"),
        z2=k("probe of zone 2 reads low: touches the wall", ZON, "z[1].tmp", "zone 2|oven zones|probe", "off -14 .04"),
        z4=k("relay of zone 4 gets hot when the oven is hotter than a number", ZON, "z[3].ssr_tmp", "zone 4|oven zones|relay", "off 14 .05", where="**oven temperature above a number**", **NU),
        z2a=k("current of zone 2 flickers: clamp", ZON, "z[1].htr_a", "zone 2|oven zones|clamp", "cut 0 .3", **CR),
        oex=k("exhaust temperature of the oven spikes", OVN, "exh_tmp", "oven exhaust|oven", "spk 24 .08"),
        ort=k("turning in the oven uneven: chain", OVN, "rot_rpm", "oven|turning|chain", "swing 1.3 4"),
        odp=k("pressure across the oven fan frozen", OVN, "dp", "oven fan|oven", "frz"),
        hl=k("load of the hoist creeps", HST, "load", "hoist|load", "creep 45 60"),
        hc=k("hoist draws more: rope drum", HST, "cur", "hoist|rope", "mul .7 .05", step=False, **HM),
        hsw=k("load sways when it is heavier than a number: damping off", HST, "sway", "hoist|load|damping", "swing .09 2.6", where="**load of the hoist above a number**", **NU),
        h_pl=k("hoist draws current at one place: crane rail joint", HST, "cur", "hoist|crane rail", "flut 3 1", **PL),
        hs_pl=k("position of the hoist jumps at one place: code band torn", HPO, "pose.pose.position.x pose.pose.position.y", "hoist odom|hoist|code band", "flut .4 .6", **PL),
        hv=k("speed of the hoist reads too little", HPO, "twist.twist.linear.x", "hoist odom|hoist", "mul -.35 .03", **HM),
        l1=k("pressure of liner 1 pulses: regulator", LIN, "prs[0]", "liner 1|liner|regulator", "swing .16 6"),
        lt=k("liner 2 warm: probe at the lamp", LIN, "tmp[1]", "liner 2|liner", "heat 5 60", step=False, tail=200),
        ma=k("pressure of pump a spikes: check valve", MIX, "pmp_a", "pump a|mixer|check valve", "peak 6 .12"),
        mh=k("hose of the mixer cold: heater cable", MIX, "hsr_tmp", "hose|mixer|heater cable", "off -5 .04", step=False),
        vb=k("bearing of the extraction gets hot", VNT, "brg_tmp", "extract|bearing", "heat 12 90", step=False, tail=400),
        vm=k("motor of the extraction draws uneasy", VNT, "mot_a", "extract|motor", "burst .9 1 5"),
        gl=k("lel sensor drifts", GAS, "lel", "lel|solvent", "off 2.6 .05", step=False),
        gs=k("sampling of the solvent monitor weak", GAS, "smp_flw", "solvent|sampling", "~mul -.35 .05"),
        ai=k("air pressure falls when the flow is above a number: hose", AIR, "prs", "air supply|hose", "off -.5 .2", where="**air flow above a number**", **NU),
        dew=k("dew point rises: dryer", AIR, "dew", "dew point|air supply|dryer", "off 6 .05", step=False),
        v24=k("24 v falls when its current is above a number", CAB, "v24", "24 v|cabinet", "off -.45 .2", where="**24 v current above a number**", **NU),
        dc=k("link voltage of the drives ripples", CAB, "dc_link", "dc link|cabinet|drives", "noise 9"),
        m2=k("phase 2 low: fuse base", MNS, "vlt[1]", "phase 2|mains|fuse", "~off -7 .1"),
        m1=k("current of phase 1 reads too little", MNS, "amp[0]", "phase 1|mains", "mul -.28 .02"),
        kwh=k("energy counter counts too much", MNS, "kwh", "energy counter|mains", "off 3 .02", step=False),
        gr=k("grease builds less pressure", LUB, "prs", "grease|line", "mul -.4 .05", where="when greasing", need=12),
        vs=k("viscosity reads high: fork coated", VIS, "mpas", "visco|fork", "mul .28 .03", step=False),
        vo=k("oscillator of the viscometer jitters", VIS, "osc_hz", "visco|oscillator", "noise 2.4"),
        i_of=k("acceleration y of the carriage has a bias", IMU, ACC + "y", "carriage imu|imu", "off .4 .04"),
        i_pl=k("carriage is shaken at one place: rail bolt out", IMU, " ".join(ACC + c for c in "xyz"), "carriage imu|imu|rail bolt", "noise 1.2", **PL),
        t_pl=k("eye drive draws more at one place: hose catches", CAR, "cur[2]", "eye|carriage|hose", "off 1.1 .2", **PL),
        sc=k("beams 2 and 3 of the guard scanner short: cart left there", SCN, "ranges[2] ranges[3]", "guard scan|scanner|cart", "short .4 .7"),
        cw=k("water of the chiller frozen reading", CHL, "ret_tmp", "chiller|return", "frz"),
        wg=k("scale of the drums drifts", WGH, "kg_used", "scale|drums", "off 2.2 .04", step=False),
        th=k("thickness reads too much: target of the laser wet", LSR, "thk_mm", "profile|laser", "off 1.6 .06"),
        ls=k("laser of the profile draws more", LSR, "lsr_ma", "profile|laser", "mul .35 .02"),
        mem=k("memory of the ipc fills", IPC, "mem", "ipc|memory", "leak 120", step=False),
        cyc=k("ipc has far longer worst cycles", IPC, "cyc_max cyc", "ipc|computer", "late 1.5 6"),
        los=k("network loses packets: switch", NET, "loss", "network|net|switch", "late 3 10", also="/net rtt off 5 .4"),
        hum=k("humidity frozen", "/hall_rh", "relative_humidity", "humidity|hall rh", "frz", need=60),
        s_drv=k("spindle drive faults", [SPN, "/rosout", "/diagnostics"], "drv_flt cur[0]", "spindle drive|spindle", silent=False),
        s_tow=k("creel warns for seconds again and again that a tow is broken", [CRL, "/rosout", "/diagnostics"], "tow_brk", "creel|tow", silent=False),
        s_door=k("oven door reports a fault", [OVN, "/rosout", "/diagnostics"], "door_flt fan_a", "oven door|oven", silent=False),
        s_gre=k("grease warns that it is low", [LUB, "/rosout", "/diagnostics"], "low_lv", "grease", silent=False),
    )

    def life(self):
        self.day(20 + self.season(0.4), 0.9, 2.0)
        r = self.rng("tanks")
        self.site = 1 if self.is_life(2, 7) else 0
        T, ser = Track(self, x=0.2, y=0.6, e=0.0, tl=0.0, hx=0.0, hy=0.0, hz=3.0), 20 * self.idx
        T.set(w0=0, w1=0, typ0=0, typ1=0, ser0=0, ser1=0, ph0=0, ph1=0, lay=0, pct=100, ten=30, hkg=0, man=0, ppl=0, mix=0, r=0.2, eng=0), T.wait(r.uniform(60, 120) if self.cold else r.uniform(10, 40), 0)
        cure, pct, ten = [], 100.0, 30.0
        if r.random() < 0.7:
            cure.append((-r.uniform(100, 500), int(r.integers(1, 5))))
        while T.more:
            ser, a0 = ser + 1, T.i
            typ = int(r.integers(1, 6))
            typ = 6 if self.new(3) and r.random() < 0.3 else 7 if self.new(6) and r.random() < 0.25 else typ  # long tanks, glass fibre: new
            q_ = np.random.default_rng(300 * self.seed + typ)
            ln, rad, rpm, spd = q_.uniform(0.7, 1.5) * (1.5 if typ == 6 else 1), q_.uniform(0.14, 0.25), q_.uniform(38, 75), q_.uniform(0.2, 0.45)
            if r.random() < 0.35:
                pct = float(np.clip(pct + r.choice((-15, 10, 15, -10)), 65, 110))  # by hand
            if r.random() < 0.35:
                ten = float(np.clip(q_.uniform(24, 40) + r.choice((-4, 0, 4)), 18, 46))
            b = ser % 2
            T.spd = pct / 100 * (0.85 if self.is_life(6) else 1)
            T.set(pct=pct, ten=ten, **{f"typ{b}": typ, f"ser{b}": ser, f"ph{b}": 1})
            # liner from the store by the hoist
            T.go(1, v=0.5, a=0.3, hx=r.uniform(1.0, 2.5), hy=2.2), T.go(1, v=0.4, hz=1.2), T.set(hkg=q_.uniform(20, 60)), T.go(1, v=0.4, hz=3.0), T.go(1, v=0.5, a=0.3, hx=3.4 + 2.4 * b, hy=0.4), T.go(1, v=0.3, hz=1.5), T.wait(r.uniform(3, 8), 1), T.set(hkg=0), T.go(1, v=0.5, hz=3.0)
            T.set(**{f"ph{b}": 2}), T.go(2, v=0.5, x=3.0 * b + 0.4, y=0.5), T.wait(r.uniform(5, 15), 2)
            x0, lays = 3.0 * b + 0.4, int(r.integers(5, 9)) if typ != 6 else 4
            for ly in range(lays):
                hoop = ly % 3 == 2
                w = rpm * (1.15 if hoop else 0.7) * T.spd
                T.set(lay=ly + 1, eng=1, r=rad + 0.002 * ly, **{f"ph{b}": 4 if hoop else 3, f"w{b}": w})
                T.go(3, sec=1.5, y=rad + 0.12, tl=0.0)
                for j in range(2 if hoop else int(r.integers(3, 6))):
                    e = x0 + (ln if j % 2 == 0 else 0.05)
                    T.go(4 if hoop else 3, v=0.1 if hoop else spd, a=0.6, x=e, e=(0.1 if hoop else 0.9) * (1 if j % 2 == 0 else -1), tl=0.0)
                    if not hoop:
                        T.go(3, sec=1.6, y=rad * 0.6 + 0.12, tl=0.5 * (1 if j % 2 == 0 else -1)), T.go(3, sec=1.4, y=rad + 0.12, tl=0.0)
                if r.random() < 0.2:
                    T.set(**{f"w{b}": 0}, eng=0, ppl=1), T.wait(r.uniform(5, 25), 5), T.set(ppl=0)  # tow spliced by a person
            T.set(**{f"w{b}": 0, f"ph{b}": 5}, eng=0, lay=0), T.go(6, v=0.4, y=0.6, e=0.0, tl=0.0)
            if r.random() < 0.6:
                T.set(mix=1), T.wait(r.uniform(12, 30), 6), T.set(mix=0)
            if self.new(4) and r.random() < 0.5:
                T.go(7, v=0.06, x=x0 + ln), T.go(7, v=0.3, x=x0)  # profile measured: new
            T.go(8, v=0.5, a=0.3, hx=3.4 + 2.4 * b, hy=0.4), T.go(8, v=0.3, hz=1.5), T.set(hkg=q_.uniform(60, 150)), T.go(8, v=0.2, hz=3.0), T.go(8, v=0.4, a=0.3, hx=8.0, hy=1.8), T.go(8, v=0.3, hz=1.4), T.set(hkg=0, **{f"ph{b}": 0}), T.go(8, v=0.4, hz=3.0)
            if not cure or T.sec > cure[-1][0] + 620:
                cure.append((T.sec, int(r.integers(1, 5)) if not (self.new(8) and r.random() < 0.5) else 5))
            T.task(a0)
            if r.random() < 0.2 or self.is_life(8):
                T.set(man=1), T.manual(r.uniform(15, 40), 9, dict(x=0.0, y=0.0, e=-0.5), dict(x=0.8, y=0.3, e=0.5)), T.set(man=0)
            if r.random() < 0.2:
                T.set(ppl=2), T.wait(r.uniform(10, 50), 10), T.set(ppl=0)
            if self.is_life(5, 9) and ser % 20 == 2:
                T.go(11, v=0.6, x=0.2), T.go(11, v=0.6, x=5.0), T.go(11, v=1, e=1.5), T.go(11, v=1, e=0.0)
        self.A, H, self.st, self.tasks, self.cure = T.A, T.H, T.st, T.tasks, cure
        self.E = lambda k_: H.get(k_, self.z0)

    def physics(self):
        A, E, W, h, t, n = self.A, self.E, self.wander, self.h, self.t, self.n
        worn, warm = h("sp1", 0.5), 9 * lp(h("chl", 2), 120)
        self.w = [ring(lp(E(f"w{i}"), 1.2), 0.7, 0.7) for i in (0, 1)]
        self.dw = [lp(np.gradient(x, DT), 0.2) for x in self.w]
        self.wn = lp(((E("w0") + E("w1")) > 1) * 1.0, 0.5)
        self.wm = self.w[0] + self.w[1]
        self.X = [ring(A[j], f, 0.65) for j, f in (("x", 1.4), ("y", 1.8), ("e", 2.2), ("tl", 2.2))]
        self.dX = [lp(np.gradient(x, DT), 0.07) for x in self.X]
        self.aX = [lp(np.gradient(x, DT), 0.1) for x in self.dX]
        ten = lp(E("ten"), 0.8) * lp(E("eng"), 0.6)
        self.ten0 = ten
        cold = h("bth", 1)
        self.bt = 38 + 0.5 * np.sin(2 * np.pi * t / 90) - 9 * self.cold * np.exp(-t / 260) - 6.5 * lp(cold, 70)
        self.mp = 620 * np.exp(-0.045 * (self.bt - 38)) * (1 + 0.03 * W("mp", 1, 200)) + 30 * self.wear(0.2)
        gl = h("brk4", 0.4)
        eddy = 0.06 * np.sin(2 * np.pi * np.cumsum(self.wm / 60) * DT)
        self.tn = [ten * (1 + eddy + 0.02 * W(f"tn{i}", 1, 1.5) + 0.02 * (self.mp / 620 - 1)) * (1 - (gl * (0.28 + 0.15 * W("gl", 1, 0.8)) if i == 3 else 0)) + 0.4 for i in range(6)]
        feed = self.wm / 60 * 2 * np.pi * E("r") * self.wn
        self.feed = feed
        lm = np.cumsum(feed) * DT
        self.len = lm
        self.dia = [120 + 50 * abs(np.tanh(self.su(f"sp{i}"))) + 30 - 0.012 * lm for i in range(6)]
        self.bv = [1 + 0.055 * x * d / 180 for x, d in zip(self.tn, self.dia)]
        pull = sum(self.tn) * E("r")
        self.tq = [x * 0 + np.tanh(x / 4) * (5 + 0.08 * self.wear(1)) + (pull if i == 0 else pull) * (E(f"w{i}") > 1) * 0.9 + 1.6 * self.dw[i] + (11 * worn * np.tanh(x / 8) if i == 0 else 0) for i, x in enumerate(self.w)]
        self.si = [0.8 + 0.16 * np.abs(x) for x in self.tq]
        self.stp = [1.6 * lp(x, 150) + (9 * lp(worn * np.tanh(self.w[0] / 8), 120) if i == 0 else 0) + 0.4 * warm for i, x in enumerate(self.si)]
        self.sv = [0.05 + 0.0001 * x * x * (1 + 0.2 * W(f"sv{i}", 1, 4)) + (0.4 * worn * np.tanh(x / 30) if i == 0 else 0) for i, x in enumerate(self.w)]
        dry = h("cx", 0.5)
        fr = [np.tanh(25 * np.abs(d)) for d in self.dX]
        self.ef = [f * c + m * np.abs(a) for f, c, m, a in zip(fr, (60, 30, 3, 2), (180, 70, 1.5, 1.2), self.aX)]
        self.ef[0] = self.ef[0] + 75 * dry * fr[0]
        self.ci = [0.4 + g * e for g, e in zip((0.035, 0.05, 0.45, 0.5), self.ef)]
        self.ctp = [5 * lp(c, 150) + warm * (1 if i == 0 else 0.6) for i, c in enumerate(self.ci)]
        self.lag = [0.012 * d for d in self.dX]
        self.lag[0] = self.lag[0] + 0.022 * dry * np.sign(self.dX[0]) * fr[0]
        # oven
        self.stg, self.prg, sp = np.zeros(n, int), np.zeros(n), np.full(n, 60.0)
        for t0, p in self.cure:
            q_ = np.random.default_rng(700 * self.seed + p)
            a, prev = t0, 60.0
            for c, sec, tt in ((1, 80, q_.uniform(78, 92)), (2, q_.uniform(90, 160), 0), (3, 90, q_.uniform(118, 142)), (4, q_.uniform(140, 210), 0), (5, 110, 60.0)):
                i, j = max(0, int(a / DT)), max(0, min(n, int((a + sec) / DT)))
                tt = tt or prev
                if j > i:
                    self.stg[i:j], self.prg[i:j] = c, p
                    sp[i:j] = prev + (tt - prev) * np.clip((t[i:j] - a) / sec, 0, 1)
                a, prev = a + sec, tt
        self.sp, self.cu = sp, (self.stg > 0) & (self.stg < 5)
        dead, slip = h("z3", 1), h("ofan", 2)
        base = lp(sp, 14)
        self.zt = [base + 0.6 * np.sin(2 * np.pi * t / (33 + 5 * i)) + (0.6, -0.4, 0.2, -0.6)[i] - (11 * lp(dead * self.cu, 35) if i == 2 else 0) + slip * (5, 2, -3, -5)[i] for i in range(4)]
        need = np.clip((base - self.amb) * 0.07 + 40 * np.maximum(np.gradient(base, DT), 0) * 0.25, 0.3, 26)
        self.za = [need * (1 + 0.03 * W(f"za{i}", 1, 5)) * ((1 - 0.9 * dead.clip(0, 1)) if i == 2 else 1 + 0.1 * dead) for i in range(4)]
        self.of = (980 + 0 * t) * (1 - 0.22 * slip)
        self.H = [ring(A[j], 0.9, 0.5) for j in ("hx", "hy", "hz")]
        self.dH = [lp(np.gradient(x, DT), 0.15) for x in self.H]
        self.hm = np.abs(self.dH[0]) + np.abs(self.dH[1]) + np.abs(self.dH[2]) > 0.03
        self.hk = lp(E("hkg"), 0.8)
        self.sway = ring(lp(np.gradient(self.dH[0], DT), 0.2) * 0.12, 0.3, 0.12)
        lk = h("lnr", 1)
        self.lp_ = [1.2 + 0.4 * (E(f"ph{i}") > 2) + 0.02 * np.sin(t / 21 + i) - (0.33 * lk if i == 1 else 0) for i in (0, 1)]
        self.lf = [0.8 + 0.15 * np.abs(W(f"lf{i}", 1, 12)) + (5.5 * lk if i == 1 else 0) for i in (0, 1)]
        mb = h("mixb", 0.5)
        self.mx = lp(E("mix"), 1)
        self.mbp, self.mr = self.mx * 21 * (1 - 0.27 * mb) + 1.1 - 0.25 * mb, 2.5 * (1 + 0.13 * mb) + 0.01 * W("mr", 1, 20)
        clog = h("ext", 2)
        self.xf, self.xd = 1450 * (1 - 0.24 * clog) + 14 * W("xf", 1, 20), 190 + 1.5 * self.wear(1) + 85 * clog
        self.voc = 14 + 7 * lp(self.wn, 30) + 0.6 * (self.bt - 38) + 9 * lp(clog, 60)
        weak = h("chl", 2)
        run = hyst(0.05 + 0.03 * self.wn, 0.16, 0.0, 3.0, 1.0)
        self.cht, self.cmp = 17.5 - 0.5 * run[0] + 0.9 + 0.75 * warm, lp(run[1], 1.5) * 6.4 * (1 - 0.33 * weak) + 0.3
        off = h("cabf", 3).clip(0, 1)
        self.rpm, self.hot = (2450 + 18 * (self.amb - 20)) * (1 - 0.96 * off), 11 * lp(h("cabf", 3), 130)
        self.fa = lp(12 + 20 * self.wn + 3 * sum(self.lf) + 26 * (np.mod(t + 30 * self.u("dx", 1), 44) < 5) + 18 * (self.pieces("nb", 9, 50, 0, 1) < 0.35), 0.5) + self.pink("fa", 1)
        self.a24 = lp(5.2 + 1.8 * self.wn + 1.1 * self.hm + 1.3 * (self.pieces("a2", 8, 40, 0, 1) < 0.4), 0.3)
        self.il = lp(8 + 0.5 * sum(self.za) + 0.7 * sum(self.si) + 0.8 * sum(self.ci) + self.cmp + 9 * self.hm, 0.4)
        self.lubt = np.mod(t + 40 * self.u("lb", 0.5), 120)

    def where(self):
        ones, wn = np.ones(self.n, bool), self.wn > 0.6
        w = "rpm|speed|faster|spindle"
        self.over("sp_cu", self.w[0], SPN + ":rpm[0]", w, self.w[0] > 4, 0.5, 0, 0.35), self.over("dtq", self.wm, SPN + ":rpm[0]", w, wn, 0.55, 0, 0.35)
        self.over("t6", self.ten0, "/job:ten_sp", "ten sp|tens|tension", wn, 0.4, 0, 0.35), self.over("z4", self.sp, ZON + ":z[3].tmp", "tmp|temperature|hotter|oven", self.sp > 62, 0.4, 0, 0.3)
        self.over("hsw", self.hk, HST + ":load", "load|heavier|weight", self.hm & (self.hk > 5), 0.4, 0, 0.5), self.over("ai", self.fa, AIR + ":flw", "flw|flow|consumption", ones, 0.6, 0, 0.4), self.over("v24", self.a24, CAB + ":a24", "a24|current|load", ones, 0.55, 1, 0.35)
        self.places(self.X[0], self.X[1], wn, b_pl=(0.16, 0.08), i_pl=(0.16, 0.08), t_pl=(0.16, 0.08)), self.places(self.H[0], self.H[1], self.hm, h_pl=(0.9, 0.06), hs_pl=(0.9, 0.06))
        self.mode("sp1 brk4 cx rev jv ct2 t1 t2 rr", wn, "winding", "winds", "rpm", "speed", "tension", "turns", "ph"), self.mode("sp_rp sp_vb", self.w[1] > 8, "winding", "winds", "rpm", "speed", "turns"), self.mode("z3 z2a", self.cu, "curing", "oven", "stg", "hot", "tmp")
        self.mode("hc hv", self.hm, "hoist", "moves", "velocity", "lifts"), self.mode("gr", self.lubt < 22, "greasing", "grease", "prs")

    def record(self):
        E, W, t, wn = self.E, self.wander, self.t, self.wn
        df, dd, bl = self.shape("s_drv", 0.4, 0.6, 4) & (self.w[0] > -1), self.shape("s_door", 0.4, 0.6, 4), self.blink("s_tow")
        ang = [np.mod(np.cumsum(x) * DT * 2 * np.pi / 60, 2 * np.pi) for x in self.w]
        X, d = self.X, self.dX
        self.jnt(JNT, 12, ["spindle_1", "spindle_2", "x", "y", "eye", "tilt"], [s(x, 1e-4, 4e-4) for x in [*ang, *X]], [s(x, 1e-4, 3e-3) for x in [self.w[0] / 9.55, self.w[1] / 9.55, *d]], [s(x, 0.1, 0.6, 0.3, 0.5, 3) for x in self.tq] + [s(x, 0.1, y, y / 2, y / 2, 3, 0) for x, y in zip(self.ef, (3, 2, 0.15, 0.15))])
        self.control(CTR, 10, ["x", "y", "eye", "tilt"], [self.A[j] for j in ("x", "y", "e", "tl")], X, d, self.lag)
        self.pub(
            SPN,
            "wnd_msgs/msg/Spindle",
            8,
            dict(
                rpm=[s(x, 0.1, 0.25, 0, 0.15, 3) for x in self.w],
                cur=[s(x + 6 * (df & (i == 0)), 0.05, 0.2, 0.1, 0.2, 3, 0, out=(1.5, 0.003)) for i, x in enumerate(self.si)],
                tq=[s(x, 0.1, 0.6, 0.3, 0.5, 3) for x in self.tq],
                tmp=[s(self.T(f"sp{i}", x, 300, 6, 0.12), 0.1, 0.08, lag=6) for i, x in enumerate(self.stp)],
                vib=[s(x, 0.002, 0.014, 0.01, 0.01, 3, 0) for x in self.sv],
                drv_flt=np.where(df, 0x33, 0),
                rev_cnt=s(51000 + 2000 * self.idx + np.cumsum(self.wm / 60) * DT, 1),
            ),
        )
        self.pub(CAR, "wnd_msgs/msg/Carriage", 8, dict(cur=[s(x, 0.02, 0.1, 0.05, 0.08, 3, 0) for x in self.ci], tmp=[s(self.T(f"ca{i}", x, 260, 5, 0.1), 0.1, 0.06) for i, x in enumerate(self.ctp)], brk_v=s(1 + 22.8 * lp((sum(np.abs(x) for x in d) > 0.02) * 1.0, 0.4), 0.05, 0.1, 0.1, 0.08, 6)))
        self.pub(CRL, "wnd_msgs/msg/Creel", 8, dict(tens=[s(x, 0.1, 0.7, 0.3, 0.5, 2, 0) for x in self.tn], dia=[s(x, 0.5, 0.9, 1, 0.8, 9) for x in self.dia], brk_v=[s(x, 0.01, 0.05, 0.05, 0.04, 5, 0) for x in self.bv], len_m=s(self.len, 0.1), tow_brk=bl))
        ld = hyst(0.02 + 0.04 * wn, 0.9, 55.0, 78.0, 66.0)[0]
        self.pub(
            BTH,
            "wnd_msgs/msg/Bath",
            5,
            dict(
                tmp=s(self.bt, 0.1, 0.1, 0.3, 0.08, 15, lag=6),
                lvl=s(ld, 0.1, 0.4, 0.5, 0.4, 5, 0, 100),
                htr_a=s(np.maximum(3.6 - 1.2 * np.sin(2 * np.pi * t / 90 + 1) - 0.05 * (self.amb - 20) + 0 * t, 0.1) * (1 - 0.4 * self.h("bth", 1)), 0.02, 0.1, 0.08, 0.08, 5, 0),
                dr_rpm=s(2 + self.feed * 22, 0.1, 0.25, 0.1, 0.2, 3, 0),
                dr_tq=s(0.3 + self.mp / 620 * (0.6 + 0.9 * self.feed), 0.01, 0.05, 0.03, 0.04, 4, 0),
                gap_um=s(410 + 0.6 * self.wear(1) + 12 * (E("typ0") == 7), 1, 3, 5, 3, 12),
            ),
        )
        self.pub(
            ROL,
            "wnd_msgs/msg/Roller",
            5,
            dict(frc=s(12 + 78 * lp(E("eng"), 0.6) * (1 + 0.04 * np.sin(2 * np.pi * np.cumsum(self.wm / 60) * DT)), 0.5, 1.6, 1, 1.4, 3, 0), prs=s(1.1 + 1.9 * lp(E("eng"), 0.4), 0.01, 0.025, 0.03, 0.02, 6, 0), rpm=s(self.feed * 240, 0.5, 1.6, 0.5, 1, 3, 0), tmp=s(self.T("ro", 5 * lp(wn, 90), 200, 4, 0.1), 0.1, 0.06)),
        )
        self.pub(
            BAND,
            "wnd_msgs/msg/BandCam",
            6,
            dict(
                wid=s(24 + 0.02 * (self.ten0 - 30) * -1 + 6 * lp((np.maximum(E("typ0") * (E("w0") > 1), E("typ1") * (E("w1") > 1)) == 7) * 1.0, 1), 0.05, 0.15, 0.15, 0.15, 4, 0),
                gap_mm=s(0.25 + 0.12 * np.abs(d[0]) + 0.04 * np.abs(W("gp", 1, 2)) + 1.0 * self.h("brk4", 0.4) * wn, 0.01, 0.04, 0.03, 0.03, 3, 0),
                shp=s(68 - 7 * np.abs(d[0]) - 2 * wn, 0.1, 1, 1.3, 0.9, 9, 0),
                lum=s((128 + 6 * np.sin(X[0] * 2)) * (0.85 if self.is_life(6) else 1), 0.5, 1.3, 2, 1.2, 8),
                lat=s(self.net("bl", 40, 6, 4), 0.5),
                def_cnt=self.steps("df", 70),
            ),
        )
        self.pub(
            OVN,
            "wnd_msgs/msg/Oven",
            4,
            dict(
                exh_tmp=s(0.86 * self.zt[0] + 0.14 * self.amb, 0.1, 0.3, 0.5, 0.2, 9, lag=6),
                fan_a=s(5.2 * (self.of / 980) ** 1.4 + 2.2 * dd, 0.02, 0.08, 0.06, 0.06, 6, 0),
                fan_rpm=s(self.of, 1, 5, 6, 5, 8, 0),
                rot_rpm=s(4.0 * lp((self.stg > 0) * 1.0, 2), 0.02, 0.05, 0.04, 0.04, 6, 0),
                dp=s(148 * (self.of / 980) ** 2, 0.5, 1.8, 2, 1.5, 6, 0),
                stg=self.stg,
                prg=self.prg,
                door_flt=dd,
            ),
        )
        V = {}
        for i in range(4):
            V.update({f"z[{i}].tmp": s(self.zt[i], 0.1, 0.15, 0.4, 0.12, 10, lag=4), f"z[{i}].htr_a": s(self.za[i], 0.05, 0.25, 0.1, 0.2, 4, 0), f"z[{i}].ssr_tmp": s(self.T(f"ss{i}", 1.1 * lp(self.za[i], 60), 200, 8, 0.12), 0.1, 0.1)})
        self.pub(ZON, "wnd_msgs/msg/Zones", 4, V)
        hc = 0.8 + 4.2 * np.tanh(6 * (np.abs(self.dH[0]) + np.abs(self.dH[1]))) + np.tanh(8 * np.abs(self.dH[2])) * (3 + 0.035 * self.hk)
        self.pub(
            HST,
            "wnd_msgs/msg/Hoist",
            6,
            dict(
                load=s(14 + self.hk * (1 + 0.03 * self.dH[2]), 0.5, 0.9, 1, 0.7, 5),
                rope_m=s(4.2 - self.H[2], 1e-3, 2e-3),
                cur=s(hc, 0.05, 0.18, 0.1, 0.15, 3, 0),
                tmp=s(self.T("hm", 1.8 * lp(hc, 150), 260, 4, 0.1), 0.1, 0.08),
                sway=s(self.sway, 1e-3, 0.004, 0.003, 0.003),
                job=np.where(np.isin(self.st, (1, 8)), self.st, 0),
            ),
        )
        self.pub(
            HPO,
            "nav_msgs/msg/Odometry",
            8,
            {
                "pose.pose.position.x": s(self.H[0], 1e-3, 2e-3, 0, 2e-3, 9),
                "pose.pose.position.y": s(self.H[1], 1e-3, 2e-3, 0, 2e-3, 9),
                "pose.pose.position.z": s(self.H[2], 1e-3, 2e-3),
                "pose.pose.orientation.w": 1.0,
                "twist.twist.linear.x": s(self.dH[0], 1e-3, 4e-3),
                "twist.twist.linear.y": s(self.dH[1], 1e-3, 4e-3),
            },
            "hall",
            strs={"child_frame_id": "hook"},
        )
        self.pub(LIN, "wnd_msgs/msg/Liner", 4, dict(prs=[s(x, 0.005, 0.012, 0.02, 0.01, 8, 0) for x in self.lp_], flw=[s(x, 0.02, 0.08, 0.06, 0.06, 5, 0) for x in self.lf], tmp=[s(self.amb + 1.5 + 2 * lp((E(f"ph{i}") > 2) * 1.0, 120), 0.1, 0.08, 0.3, 0.08, 20) for i in (0, 1)]))
        self.pub(
            MIX,
            "wnd_msgs/msg/Mixer",
            4,
            dict(
                pmp_a=s(1.2 + 24 * self.mx, 0.05, 0.15, 0.2, 0.12, 5, 0),
                pmp_b=s(self.mbp, 0.05, 0.15, 0.2, 0.12, 5, 0),
                rat=s(self.mr, 0.005, 0.012, 0.01, 0.008, 10),
                flw=s(self.mx * 0.85 * (1 - 0.18 * self.h("mixb", 0.5)), 0.005, 0.015, 0.01, 0.01, 5, 0),
                hsr_tmp=s(36 + 0.6 * np.sin(2 * np.pi * t / 55), 0.1, 0.1, 0.3, 0.1, 15),
                shot=300 + 30 * self.idx + self.once(E("mix")),
            ),
        )
        self.pub(VNT, "wnd_msgs/msg/Extract", 4, dict(flw=s(self.xf, 2, 9, 15, 8, 6, 0), dp=s(self.xd, 0.5, 2.2, 4, 2, 8, 0), mot_a=s(4.6 * (self.xf / 1450) ** 0.6, 0.02, 0.07, 0.06, 0.05, 6, 0), brg_tmp=s(self.T("eb", 11, 300, 5, 0.12), 0.1, 0.08)))
        self.pub(GAS, "wnd_msgs/msg/Solvent", 3, dict(voc=s(self.voc, 0.1, 0.4, 0.5, 0.5, 15, 0, lag=6, out=(3, 0.004)), lel=s(0.6 + 0.05 * self.voc, 0.1, 0.12, 0.1, 0.1, 15, 0, lag=6), smp_flw=s(0.8, 0.005, 0.01, 0.02, 0.008, 9, 0)))
        self.pub(AIR, "wnd_msgs/msg/AirSupply", 4, dict(prs=s(6.5 - 0.003 * self.fa + 0.12 * (2 * np.mod(t / 80 + self.u("cp"), 1) - 1), 0.01, 0.02, 0.03, 0.02, 9), flw=s(self.fa, 0.5, 1.2, 1, 1, 6, 0, lag=0.6), dew=s(3 + 0.6 * np.sin(2 * np.pi * t / 310) + 0.1 * (self.amb - 20), 0.1, 0.2, 0.5, 0.2, 30)))
        i = self.a24
        self.pub(
            CAB,
            "wnd_msgs/msg/Cabinet",
            4,
            dict(
                v24=s(24.15 - 0.02 * i, 0.01, 0.02, 0.03, 0.015), a24=s(i, 0.02, 0.08, 0, 0.05), tmp=s(self.T("cb", 2.2 * lp(self.il / 30, 60) + self.hot, 260, 8, 0.1), 0.1, 0.06), fan_rpm=s(self.rpm, 5, 12, 20, 10, 9, 0), dc_link=s(562 - 0.3 * self.il + 3 * sum(np.maximum(-x, 0) for x in self.dw), 0.5, 1.6, 2, 1.5, 6)
            ),
        )
        vl = 231 - 2.5 * self.site + 0.7 * self.su("vl")
        self.pub(MNS, "wnd_msgs/msg/Mains", 4, dict(vlt=[s(vl - 0.03 * self.il, 0.1, 0.2, 0.4, 0.4, 30) for _ in range(3)], amp=[s(self.il * (1 + self.u(f"am{j}", 0.015)), 0.1, 0.25, 0, 0.2, 3, 0) for j in range(3)], kwh=s(1200 + 26 * self.idx + np.cumsum(self.il) * DT * 3 * 0.23 / 3600, 0.1)))
        lu = self.lubt
        self.pub(LUB, "wnd_msgs/msg/Grease", 3, dict(prs=s(1 + np.where(lu < 9, 60 * (1 - np.exp(-lu / 2)), 60 * np.exp(-(lu - 9) / 6)), 0.2, 0.6, 0.5, 0.4, 6, 0), lvl=s(56 + 11 * np.tanh(self.su("ll")) - 6e-4 * t, 0.1, 0.15), low_lv=(self.f("s_gre") > 0) & (t % 18 < 6)))
        self.pub(VIS, "wnd_msgs/msg/Visco", 2, dict(mpas=s(self.mp, 1, 7, 12, 6, 12, lag=8), osc_hz=s(402 - 0.01 * (self.mp - 620), 0.1, 0.3, 0.5, 0.2, 15), tmp=s(self.bt - 0.8, 0.1, 0.1, 0.3, 0.08, 15, lag=8)))
        sg = 0.05 + 0.35 * np.abs(d[0]) + 0.12 * wn
        self.inertial(IMU, 12, (self.z0,) * 3, tuple(0.01 * sg * self.white(f"g{c}") for c in "xyz"), (self.aX[0] + sg * self.white("ax"), self.aX[1] + sg * self.white("ay"), 9.81 + 1.1 * sg * self.white("az")), "carriage")
        per = np.maximum(E("ppl") > 0, W("pe", 1, 60) > 1.4) * 1.0
        self.lidar(SCN, 5, [(2.8 + 1.7 * abs(np.cos(j * 0.7))) * (1 + 0.01 * np.sin(t / 11 + j)) - 1.2 * lp(per * (1 if j in (6, 7) else 0), 0.5) for j in range(10)], 1.9, 12)
        self.pub(CHL, "wnd_msgs/msg/Chiller", 3, dict(out_tmp=s(self.cht, 0.1, 0.08, 0.2, 0.08, 15, lag=3), ret_tmp=s(self.cht + 1.6 + 1.8 * lp(wn, 60), 0.1, 0.08, 0.2, 0.08, 15, lag=3), cmp_a=s(self.cmp, 0.02, 0.08, 0.06, 0.07, 6, 0), lvl=s(77 - 0.3 * self.wear(1), 0.2, 0.25, 1, 0.2, 15)))
        self.pub(WGH, "wnd_msgs/msg/Scale", 2, dict(kg_used=s(np.floor(np.cumsum(self.mx * 0.014) * DT / 0.2) * 0.2 + 2.0, 0.05, 0.05, 0, 0.04, 9)))
        self.pub(LSR, "wnd_msgs/msg/Profile", 4, dict(thk_mm=s(1.1 * E("lay") + 0.3, 0.02, 0.08, 0.05, 0.06, 4, 0, lag=1.5), out_mm=s(1000 * E("r") + 0.2 * np.sin(ang[0]), 0.05, 0.12, 0.1, 0.1, 4), lsr_ma=s(48 + 9 * wn, 0.1, 0.5, 0.6, 0.4, 9)))
        self.simple("/hall_tmp", "Temperature", 1, "temperature", s(self.amb, 0.1, 0.05)), self.simple("/hall_rh", "RelativeHumidity", 1, "relative_humidity", s(0.48 + 0.05 * self.su("rh"), 0.001, 0.0014, 0, 0.012, 150))
        self.pub(NET, "wnd_msgs/msg/Net", 3, dict(rtt=s(self.net("rs", 5, 2, 3), 0.5), loss=s(self.net("ls", 0, 0.5, 0.3), 0.1)))
        self.pub("/guard", "wnd_msgs/msg/Guard", 2, dict(estop_ok=1, gate_cl=E("ppl") < 0.5, ppl=per))
        self.pub("/job", "wnd_msgs/msg/Job", 4, dict(ph=[E("ph0"), E("ph1")], typ=[E("typ0"), E("typ1")], lay=E("lay"), spd_pct=E("pct"), ser=[E("ser0"), E("ser1")], ten_sp=s(E("ten"), 0.5), jog=E("man")))
        ver = self.version("wnd", "1.8", "1.9", "2.1")
        self.computer(IPC, "wnd_msgs/msg/Ipc", 4, 5.8, 720, ("cyc", "cyc_max", "mem", "tmp_cpu", "sw_ver"), 3 * lp(wn, 20) + 0.7 * self.hot, ver, 0.4)
        self.end("/wind/_action/status", [("s_drv", "spindle", ["drive 1 fault 0x33, current limit", "drive 1 enabled again"], "SPN"), ("s_door", "oven", ["door lock not confirmed", "door lock confirmed"], "OVN"), ("s_tow", "creel", "tow broken or run out", "CRL"), ("s_gre", "grease", "grease reservoir low, refill soon", "LUB")],
                 [(10, "I", "job", "tank wound, {} min", 4, 9), (8, "W", "creel", "tension settled after {} s", 2, 8), (6, "W", "band_cam", "overlap corrected by {} mm", 0.2, 1.2), (5, "I", "mixer", "shot done, {} kg", 0.1, 0.4), (4, "W", "net", "recorder slow {} ms", 400, 900)], [("carriage", "limits read from file"), ("band_cam", "calibration 33 days old"), ("guard", "gate test ok")], ver)  # fmt: skip
