"""Mounter of circuit boards: gantry with a head of four nozzles, feeders, two cameras, glue, conveyors, inspection, small reflow oven with nitrogen; abbreviated fields."""

# fmt: off
import numpy as np
from base import DT, NU, PL, Robot, Track, diff, hyst, lp, mdef, n
from base import kind as k

GX, HD, CNV, FDR, VIS, FID, DSP, CHK, VCP, AIR, PWR, DRV, CAB, ENC, VIB, LGT, BRD, TRY, NET, CPU, ESD, OVN, NTR, CHL, UPS, LUB, PRB, CNT, POS, EXH = (
    "/gx", "/hd", "/cnv", "/fdr", "/vis", "/fid", "/dsp", "/chk", "/vcp", "/air", "/pwr", "/drv", "/cab", "/enc", "/vib", "/lgt", "/brd", "/try", "/net", "/cpu", "/esd", "/ovn", "/ntr", "/chl", "/ups", "/lub", "/prb", "/cnt", "/hd/pose", "/exh")
MX, PK, VI, PU, GL = dict(where="when the gantry moves"), dict(where="when it holds parts", need=12), dict(where="when a part is seen", need=8), dict(where="when the pump runs", need=12), dict(where="when it dispenses", need=6)


class Smt(Robot):
    NAME = "smt"
    FLAGS = [(CNV, "jam"), (FDR, "emp"), (LUB, "low"), (OVN, "alm")]
    COMES = ("s_fdr",)
    RETRY = [("vis", "VIS", "part seen twice, {} ms", 3, 20, 90), ("fid", "FID", "fiducial pale, score {}", 3, 0.5, 0.7)]
    DEFS = {
        "smt_msgs/msg/Gx": mdef("float32[3] pos vel amp flw tmp"),
        "smt_msgs/msg/Hd": mdef("float32[4] z th vac flw frc; float32 zamp tmp"),
        "smt_msgs/msg/Cnv": mdef("float32[3] spd amp; float32 wid clp; uint8 occ; bool jam"),
        "smt_msgs/msg/Fdr": mdef("float32[4] pch adv amp tns; uint16[4] rst; bool emp"),
        "smt_msgs/msg/Vis": mdef("float32 ofx ofy oft scr lum foc expo lat"),
        "smt_msgs/msg/Fid": mdef("float32 dx dy scr lum scl"),
        "smt_msgs/msg/Dsp": mdef("float32 prs vol tmp vsc dia"),
        "smt_msgs/msg/Chk": mdef("float32 ofx ofy hgt brt tim"),
        "smt_msgs/msg/Vcp": mdef("float32 vac amp tmp oil rpm"),
        "smt_msgs/msg/Air": mdef("float32 prs dew flw"),
        "smt_msgs/msg/Pwr": mdef("float32 v24 a24 v48 a48 vin frq pf"),
        "smt_msgs/msg/Drv": mdef("float32[3] tmp; float32 dcb brk"),
        "smt_msgs/msg/Cab": mdef("float32 tmp hum rpm"),
        "smt_msgs/msg/Enc": mdef("float32[3] sig err"),
        "smt_msgs/msg/Vib": mdef("float32 ax ay az rms"),
        "smt_msgs/msg/Lgt": mdef("float32[3] amp; float32 tmp amb"),
        "smt_msgs/msg/Brd": mdef("float32 lft wrp prs tmp"),
        "smt_msgs/msg/Try": mdef("float32 pos amp; uint8 lvl"),
        "smt_msgs/msg/Net": mdef("float32 rtt los que"),
        "smt_msgs/msg/Cpu": mdef("float32 cyc cmx mem tmp; string ver"),
        "smt_msgs/msg/Esd": mdef("float32 vlt ion res"),
        "smt_msgs/msg/Ovn": mdef("float32[4] tz amp fan; float32 bel o2; bool alm"),
        "smt_msgs/msg/Ntr": mdef("float32 prs flw pur"),
        "smt_msgs/msg/Chl": mdef("float32 tin tout flw lvl amp"),
        "smt_msgs/msg/Ups": mdef("float32 vlt amp soc tmp"),
        "smt_msgs/msg/Lub": mdef("float32 prs lvl; uint32 cyc; bool low"),
        "smt_msgs/msg/Prb": mdef("float32 hgt itn"),
        "smt_msgs/msg/Cnt": mdef("uint32 plc rej; float32 cph"),
        "smt_msgs/msg/Exh": mdef("float32 flw dp tmp rpm"),
        "smt_msgs/msg/Safe": mdef("bool es_ok dr_cl; uint8 ppl"),
        "smt_msgs/msg/Job": mdef("uint8 stp prd side; uint16 lot brd; float32 spd pkg; bool jog"),
    }
    KINDS = dict(
        xdr=k("guide of x runs dry: more current, follows late, motor hot", GX, "amp[0] flw[0] tmp[0]", "x axis|gantry|guide|gx", cons="drv|a48|pwr|enc", step=False, tail=300, **MX),
        clg=k("nozzle 2 half clogged: less air, slow vacuum, parts rejected", HD, "flw[1] vac[1]", "nozzle 2|head|hd", cons="rej|cnt|vis", step=False, **PK),
        tip=k("tip of nozzle 4 chipped: leaks, vacuum weak, parts turn", [HD, VIS], "vac[3] flw[3] oft", "nozzle 4|head|hd|vis", cons="vcp|rej|cnt|scr|chk", **PK),
        vpm=k("vanes of the vacuum pump worn: weaker, draws more, hot", [VCP, HD], "vac amp tmp", "vacuum pump|vcp|vanes", cons="hd|pwr|air|oil", step=False, tail=300),
        spr=k("sprocket of feeder 3 worn: pitch scatters, slow, parts picked off centre", [FDR, VIS], "pch[2] adv[2] ofx", "feeder 3|fdr|sprocket|vis", cons="rej|cnt|chk", step=False),
        rng=k("ring light 1 has aged: pictures dark, scores low, longer exposure", [LGT, VIS], "amp[0] lum scr", "ring light 1|lgt|light|vis", cons="expo|rej|cnt|lat", **VI),
        fan=k("fan of the cabinet stands: cabinet, drives and computer hot", [CAB, DRV], "rpm tmp tmp[0] tmp[1] tmp[2]", "fan|cabinet|cab|drv|drives", cons="cpu|tmp|hum", tail=500),
        chp=k("pump of the chiller weak: less flow, water and axes warmer", [CHL, DRV], "flw tout tmp[0]", "chiller|chl|drives|drv", cons="gx|hd|tin|amp", step=False, tail=400),
        htr=k("heater of oven zone 3 partly dead: longer on, zone cooler", OVN, "tz[2] amp[2]", "zone 3|oven|ovn|heater", cons="pwr|exh", step=False, tail=200),
        n2l=k("hose of the nitrogen leaks: oxygen up, more flow, pressure low", [NTR, OVN], "flw prs o2", "nitrogen|ntr|oven|ovn|hose", cons="pur", step=False, tail=90),
        glu=k("glue too old: thick, more pressure, smaller dots", DSP, "prs vsc dia", "glue|dispenser|dsp", cons="vol|chk", step=False, **GL),
        blt=k("belt 2 of the conveyor slips: slow, draws less, board late", CNV, "spd[1] amp[1]", "belt 2|conveyor|cnv", cons="brd|cph|cnt", where="when the conveyor runs", need=8),
        g_y1=k("position y1 reads off: scale head bumped", GX, "pos[1]", "y1 axis|gantry|gx|scale", "off 4 .03"),
        g_y2=k("y2 current swings: magnet track dirty", GX, "amp[2]", "y2 axis|gantry|gx|magnet track", "swing 1.9 .8", **MX),
        g_v=k("velocity of y1 noisy: tacho filter", GX, "vel[1]", "y1 axis|gantry|gx", "dyn 2.2 .2", **MX),
        g_f=k("following error of y2 flutters when x is faster than a number: crossbeam loose", GX, "flw[2]", "y2 axis|gantry|gx|crossbeam", "flut .16 .8", **NU),
        g_pl=k("x draws more at one place: chip in the guide", GX, "amp[0]", "x axis|gantry|gx|chip", "flut 2.2 1.4", **PL),
        g_los=k("messages of the gantry get lost", GX, "header.stamp", "gantry|gx|fieldbus", "lost .5"),
        h_z=k("nozzle 1 z stands lower: spring tired", HD, "z[0]", "nozzle 1|head|hd|spring", "off 2 .1"),
        h_th=k("turn of nozzle 3 has play: reads with hysteresis", HD, "th[2]", "nozzle 3|head|hd", "hys 24 60"),
        h_fc=k("force of nozzle 2 reads too much: amplifier", HD, "frc[1]", "nozzle 2|head|hd|amplifier", "mul .8 .05", **PK),
        h_zi=k("z motor draws more: brake drags", HD, "zamp", "z motor|head|hd|brake", "off .34 .1", step=False),
        h_hi=k("vacuum of nozzle 1 unsteady when the force is above a number: filter loose", HD, "vac[0]", "nozzle 1|head|hd|filter", "flut 5 -1", **NU),
        h_tm=k("head gets hot: air duct off", HD, "tmp", "head|hd|air duct", "heat 8 80", step=False, tail=300),
        h_age=k("messages of the head late", HD, "header.stamp", "head|hd|fieldbus", "age .6", step=False),
        c_wd=k("rail width creeps open", CNV, "wid", "rail|conveyor|cnv", "off .7 .05", step=False),
        c_cl=k("clamp weak: cylinder leaks", CNV, "clp", "clamp|conveyor|cnv", "mul -.3 .05"),
        c_a3=k("belt 3 draws more: roller", CNV, "amp[2]", "belt 3|conveyor|cnv|roller", "off .5 .1", step=False),
        f_tn=k("cover tape of feeder 1 tears: tension jumps", FDR, "tns[0]", "feeder 1|fdr|cover tape", "jumpy -.5 5"),
        f_am=k("motor of feeder 4 draws more", FDR, "amp[3]", "feeder 4|fdr", "mul .55 .06"),
        f_ad=k("feeder 2 advances slowly at times", FDR, "adv[1]", "feeder 2|fdr", "~off 22 .2"),
        f_hi=k("pitch of feeder 1 scatters when the 48 v current is above a number: earth fault", FDR, "pch[0]", "feeder 1|fdr|earth", "flut 26 .6", **NU),
        v_oy=k("parts seen off in y: camera turned", VIS, "ofy", "vision|vis|camera", "off 45 .1", **VI),
        v_fo=k("up camera out of focus: dust", VIS, "foc", "vision|vis|camera|dust", "off -9 .1", step=False),
        v_la=k("vision slow: computer busy", VIS, "lat", "vision|vis", "late 14 60"),
        v_big=k("score low when the head is further out in y than a number: cable kinked", VIS, "scr", "vision|vis|cable", "off -.12 .3", **NU),
        v_ex=k("exposure hunts", VIS, "expo", "vision|vis|exposure", "hunt .5 4"),
        d_dx=k("fiducials wander in x: camera mount warm", FID, "dx", "fiducial|fid|camera mount", "drift 42 30"),
        d_sc=k("scale of the board reads wrong", FID, "scl", "fiducial|fid|scale", "off 160 .1"),
        d_lu=k("fiducial camera dark at times", FID, "lum", "fiducial|fid|light", "~off -17 .1"),
        d_pl=k("fiducial score low at one place: scratch on the glass", FID, "scr", "fiducial|fid|glass", "off -.16 .2", **PL),
        g_tm=k("glue warm: heater controller", DSP, "tmp", "glue|dispenser|dsp", "heat 5 60", step=False, tail=300),
        g_vo=k("glue volume uneven: air in the syringe", DSP, "vol", "glue|dispenser|dsp|syringe", "pump .5 7", **GL),
        a_of=k("inspection sees parts off in x", CHK, "ofx", "inspection|chk", "off 34 .1"),
        a_hg=k("height of the inspection noisy: laser", CHK, "hgt", "inspection|chk|laser", "noise 26"),
        a_br=k("inspection light fades and comes back", CHK, "brt", "inspection|chk|light", "reset .4 22 5"),
        p_ol=k("oil of the pump low", VCP, "oil", "vacuum pump|vcp|oil", "off -9 .05", step=False),
        p_rp=k("pump speed swings: belt", VCP, "rpm", "vacuum pump|vcp|belt", "swing 130 2.5", **PU),
        q_pr=k("air pressure falls when the head blows: pipe too thin", AIR, "prs", "air|supply", "creep -.7 9"),
        q_dw=k("air wet: dryer out", AIR, "dew", "air|dryer", "off 11 .05", step=False),
        w_48=k("48 v sags when its current is above a number", PWR, "v48", "48 v|pwr|supply", "off -.8 .2", **NU),
        w_24=k("24 v has ripple", PWR, "v24", "24 v|pwr|supply", "swing .3 .6"),
        w_pf=k("power factor low: filter capacitor", PWR, "pf", "power factor|pwr|filter", "off -.09 .1"),
        w_vi=k("mains dips at times", PWR, "vin", "mains|pwr", "~off -17 .1"),
        r_t2=k("drive 2 hot: paste dry", DRV, "tmp[1]", "drive 2|drives|drv", "heat 11 80", step=False, tail=300),
        r_dc=k("bus voltage swings up: brake resistor open", DRV, "dcb", "drives|drv|brake resistor", "peak 26 .12", **MX),
        b_hu=k("humidity of the cabinet rises", CAB, "hum", "cabinet|cab", "off 9 .05", step=False),
        e_sg=k("signal of scale y1 weak: dirt", ENC, "sig[1]", "scale y1|enc|encoder", "mul -.28 .05"),
        e_er=k("error of scale x grows at its ends: not linear", ENC, "err[0]", "scale x|enc|encoder", "bend 7 0 3.5"),
        e_pl=k("signal of scale y2 drops at one place: scratch", ENC, "sig[2]", "scale y2|enc|encoder|scratch", "mul -.35 .2", **PL),
        n_hi=k("frame shakes in y when the vacuum pump turns faster than a number: pump feet hard", VIB, "ay", "frame|vib|pump feet", "flut .09 1.2", **NU),
        l_pl=k("room light falls in at one place: cover gap", FID, "lum", "fiducial|fid|cover", "off 14 .2", **PL),
        i_x=k("frame shakes in x: foot loose", VIB, "ax rms", "frame|vib|foot", "mul .8 .1", **MX),
        i_z=k("frame shakes in z with a beat: compressor beside", VIB, "az", "frame|vib|compressor", "beat .35 .5 11"),
        l_3=k("light 3 flickers", LGT, "amp[2]", "light 3|lgt", "noise .09"),
        l_tp=k("lights get hot", LGT, "tmp", "lgt|light", "heat 10 60", step=False, tail=300),
        m_li=k("board support does not come up fully", BRD, "lft", "board support|brd", "soft .3 6", need=15),
        m_wr=k("warp of boards reads off: laser zero", BRD, "wrp", "board support|brd|laser", "off 130 .1"),
        m_pl=k("support pressure breathes at one place: pin bent", BRD, "prs", "board support|brd|pin", "flut .55 1", **PL),
        t_am=k("tray lift draws more", TRY, "amp", "tray|try", "off .42 .1", step=False),
        y_rt=k("line network slow", NET, "rtt", "network|net", "late 9 40"),
        y_qu=k("queue of messages grows and is emptied", NET, "que", "network|net|queue", "creep 26 25"),
        u_me=k("memory of the computer fills", CPU, "mem", "computer|cpu|memory", "leak 520", step=False),
        u_cm=k("worst cycles far longer", CPU, "cmx", "computer|cpu", "late 5 22"),
        s_v=k("charge on boards: ionizer needles dirty", ESD, "vlt", "ionizer|esd", "mul 1.3 .1", step=False),
        s_io=k("ion current jumps", ESD, "ion", "ionizer|esd", "jumpy -.4 5"),
        s_re=k("earth strap resistance high", ESD, "res", "earth|esd", "mul .5 .05"),
        o_t1=k("zone 1 reads too low: thermocouple slipped", OVN, "tz[0]", "zone 1|oven|ovn|thermocouple", "off -6 .1"),
        o_be=k("belt of the oven unsteady", OVN, "bel", "oven belt|oven|ovn", "swing .35 6"),
        o_f2=k("fan of zone 2 slow: bearing", OVN, "fan[1]", "zone 2|oven|ovn|bearing", "mul -.14 .03"),
        o_hi=k("fan 4 howls when zone 4 is hotter than a number: shaft grows", OVN, "fan[3]", "zone 4|oven|ovn|shaft", "flut 110 -.8", **NU),
        o_z4=k("zone 4 swings: controller", OVN, "tz[3]", "zone 4|oven|ovn|controller", "swing 3.6 31"),
        n_pu=k("purity of the nitrogen drifts: cell", NTR, "pur", "nitrogen|ntr|cell", "drift .12 40"),
        h_lv=k("chiller loses water", CHL, "lvl", "chiller|chl", "off -9 .05", step=False),
        h_in=k("inlet of the chiller reads warm", CHL, "tin", "chiller|chl", "walk 1.6 3 10"),
        z_vo=k("battery of the ups weak", UPS, "vlt", "ups|battery", "off -.7 .03"),
        z_tm=k("battery of the ups warm", UPS, "tmp", "ups|battery", "heat 6 90", step=False, tail=400),
        b_pr=k("grease pressure low: line leaks", LUB, "prs", "grease|lub", "mul -.4 .05"),
        x_hg=k("height probe reads high while it stands: warm-up", PRB, "hgt", "probe|prb", "idle 330 8 300"),
        x_it=k("probe sees little light: window", PRB, "itn", "probe|prb|window", "mul -.35 .05"),
        p_y=k("pose of the head in y stands off", POS, "pose.position.y", "pose|head pose", "off 25 .05"),
        j_dp=k("filter of the exhaust full", EXH, "dp", "exhaust|exh|filter", "mul .4 .05", also="/exh flw mul -.14 .03", step=False),
        j_rp=k("exhaust fan falls in speed again and again", EXH, "rpm", "exhaust|exh|fan", "reset .25 35 6"),
        s_fdr=k("feeders warn for seconds again and again that a reel ends", [FDR, "/rosout", "/diagnostics"], "emp", "feeders|fdr", silent=False),
        s_cnv=k("conveyor reports a jammed board", [CNV, "/rosout", "/diagnostics"], "jam amp[0]", "conveyor|cnv", silent=False),
        s_lub=k("grease reports that it is low", [LUB, "/rosout", "/diagnostics"], "low", "grease|lub", silent=False),
        s_ovn=k("oven warns of its profile", [OVN, "/rosout", "/diagnostics"], "alm", "oven|ovn", silent=False),
    )

    def life(self):
        self.day(23 + self.season(0.25), 1.2, 1.2)
        r, site = self.rng("boards"), self.site_of()  # another machine
        w0 = (120.0, 160.0, 100.0)[site]
        T, no, lot, prd, left = Track(self, x=300.0, y=80.0, z=0.0, th=0.0, w=w0, l=0.0, tr=0.0), 0, 1, 1, 0
        T.set(vac=0, cv=0, ppl=0, jog=0, brd=0, prd=1, lot=0, pkg=0, see=0, glue=0, fid=0, clp=0, occ=0, fd=0, chk=0, side=1, frc=0, spd=100, oc=0, cln=0), T.wait(r.uniform(15, 50), 0)
        f_x = (60.0, 190.0, 340.0, 500.0)
        while T.more:
            no, a0 = no + 1, T.i
            if left <= 0:  # another product
                prd = int(r.choice((1, 2, 3, 4))) if not self.new(3) else int(r.choice((1, 2, 3, 4, 5)))  # new: large parts
                lot, left = lot + 1, int(r.integers(4, 9)) if not self.new(8) else int(r.integers(2, 5))
                T.set(ppl=1, prd=prd, lot=lot), T.go(11, v=8.0, a=20.0, w=w0 + 22.0 * prd), T.wait(r.uniform(10, 35), 11), T.set(ppl=0)
            left -= 1
            pkg = (0, 1.0, 2.5, 1.5, 4.0, 7.0)[prd]
            side = 2 if self.new(4) and r.random() < 0.4 else 1  # new: second side
            spd = (1.0 if r.random() < 0.8 else 0.8) * (0.8 if self.is_life(6) else 1)
            T.spd = spd
            T.set(brd=no, side=side, spd=100 * spd, pkg=pkg, cv=1, occ=1), T.wait(r.uniform(3.0, 4.5), 1), T.set(cv=0), T.go(1, sec=1.2, l=9.0 - 2 * (side == 2)), T.set(clp=1)
            for fx, fy in ((170, 380), (520, 620)):
                T.go(2, v=520, a=2500, x=float(fx), y=float(fy)), T.set(fid=1), T.wait(0.7, 2), T.set(fid=0)
            if prd in (2, 4):
                for _ in range(int(r.integers(3, 8))):
                    T.go(3, v=420, a=2200, x=r.uniform(170, 520), y=r.uniform(380, 620)), T.set(glue=1), T.go(3, sec=0.5, z=6.0), T.go(3, sec=0.5, z=0.0), T.set(glue=0)
            for c in range(int(r.integers(7, 15))):
                if self.new(6) and r.random() < 0.25:
                    T.go(4, v=520, a=2500, x=600.0, y=300.0, tr=r.uniform(0, 90)), T.set(fd=5), T.go(5, sec=0.5, z=14.0), T.set(vac=1), T.go(5, sec=0.5, z=0.0)  # new: from trays
                else:
                    for f in sorted(r.choice(4, int(r.integers(1, 3)), False)):
                        T.go(4, v=620, a=3000, x=f_x[f] + r.uniform(-3, 3), y=60.0 + r.uniform(-3, 3)), T.set(fd=int(f) + 1), T.go(5, sec=0.45, z=12.0), T.set(vac=1, frc=pkg * 0.3 + 0.6), T.wait(0.1, 5), T.set(frc=0), T.go(5, sec=0.4, z=0.0)
                T.go(6, v=620, a=3000, x=330.0, y=220.0, th=r.choice((-90.0, 0.0, 90.0, 180.0)) * 1.0), T.set(see=1, fd=0), T.wait(0.5 + 0.04 * pkg, 6), T.set(see=0)
                for _ in range(int(r.integers(1, 3))):
                    T.go(7, v=620, a=3000, x=r.uniform(160, 530), y=r.uniform(370, 630)), T.go(8, sec=0.4, z=13.0), T.set(frc=0.8 + pkg * 0.5 * r.uniform(0.8, 1.2)), T.wait(0.25, 8), T.set(frc=0), T.go(8, sec=0.4, z=0.0)
                T.set(vac=0)
                if r.random() < 0.03:
                    T.wait(r.uniform(3, 12), 9)  # waits for the line
            T.set(clp=0), T.go(10, sec=1.0, l=0.0), T.set(cv=1, chk=1), T.wait(r.uniform(3.0, 4.5), 10), T.set(cv=0, occ=0, chk=0)
            T.task(a0)
            u = r.random()
            if u < 0.10:
                T.set(ppl=1), T.go(12, v=400, a=2000, x=300.0, y=80.0), T.wait(r.uniform(15, 50), 12), T.set(ppl=0)  # reel changed
            elif u < 0.2:
                T.set(cln=1), T.go(13, v=400, a=2000, x=640.0, y=520.0), T.go(13, sec=1.5, z=10.0), T.wait(r.uniform(6, 14), 13), T.go(13, sec=1.5, z=0.0), T.set(cln=0)
            elif u < 0.3:
                T.wait(r.uniform(10, 45), 9)
            if r.random() < 0.05 or self.is_life(8) and r.random() < 0.1:
                T.set(jog=1, ppl=1), setattr(T, "spd", 0.3), T.manual(r.uniform(20, 50), 14, dict(x=-70, y=-30, z=0), dict(x=70, y=90, z=6)), T.set(jog=0, ppl=0)
            if self.is_life(5, 9) and no == 2:
                T.spd = 1.0
                for e, d in (("x", 250.0), ("y", 400.0), ("z", 12.0), ("th", 170.0)):
                    T.go(15, sec=4, **{e: T.pos[e] + d}), T.go(15, sec=4, **{e: T.pos[e] - d})
        self.take(T)

    def physics(self):
        A, E, W, h, t = self.A, self.E, self.wander, self.h, self.t
        self.x, self.y, self.z, self.th = lp(A["x"], 0.06), lp(A["y"], 0.06), lp(A["z"], 0.06), lp(A["th"], 0.08)
        vx, vy, vz = diff(self.x, 0.06), diff(self.y, 0.06), diff(self.z, 0.06)
        self.vx, self.vy, self.vz = vx, vy, vz
        ax, ay = diff(vx, 0.08), diff(vy, 0.08)
        self.mvx, self.mv = np.abs(vx) > 30, np.hypot(vx, vy) > 40
        dry, cw = h("xdr", 0.5), h("chp", 1)
        ex, ey = np.tanh(vx / 40), np.tanh(vy / 40)
        side = (self.x - 340) / 340
        self.amp = [0.5 + np.abs(ex) * (1.5 + 0.0016 * np.abs(vx) + 2.0 * dry) + 0.0016 * np.abs(ax), 0.6 + np.abs(ey) * (1.4 + 0.0012 * np.abs(vy)) + 0.0014 * np.abs(ay) * (1 - 0.4 * side), 0.6 + np.abs(ey) * (1.4 + 0.0012 * np.abs(vy)) + 0.0014 * np.abs(ay) * (1 + 0.4 * side)]
        self.flw = [0.00022 * vx * (1 + 1.6 * dry) + 0.03 * dry * ex, 0.00022 * vy + 0.00001 * ay, 0.00022 * vy - 0.00001 * ay]
        heat = [2.2 * lp(a, 80) for a in self.amp]
        fd = h("fan", 2).clip(0, 1)
        self.frp, self.hot = (2850 + 20 * (self.amb - 23)) * (1 - 0.97 * fd), 6 * lp(fd, 150)
        self.cwq = 7.6 * (1 - 0.19 * cw)
        self.chh = 0.55 * sum(heat)
        self.tmx = [2.2 * lp(a, 130) + 2.0 * lp(cw, 120) + (3.5 * lp(dry, 100) if i == 0 else 0) for i, a in enumerate(self.amp)]
        wv, cg, tp = h("vpm", 1), h("clg", 0.5), h("tip", 0.5)
        vac = lp(E("vac"), 0.25)
        self.vac = vac
        dem = lp(vac, 4)
        ph = np.mod(t / (24 + self.su("vp")) + 0.2 * W("vp", 1, 60), 1)
        self.run = lp((ph < 0.35 + 0.35 * dem + 0.15 * lp(tp * vac, 5) + 0.18 * wv) * 1.0, 0.8)
        self.tank = -(84 - 7 * (1 - lp(self.run, 4)) - 7.5 * wv - 1.5 * dem)
        self.pa, self.pt = 0.4 + self.run * (5.2 + 0.9 * wv), 11 * lp(self.run, 200) + 6 * lp(wv, 100)
        use = [0.85, 1.0, 0.95, 0.9]
        self.nvac = [self.tank * 0.93 * vac * use[i] * (1 - (0.14 * cg if i == 1 else 0.26 * tp * (1 + 0.1 * W("tp", 1, 0.6)) if i == 3 else 0)) for i in range(4)]
        self.nflw = [1.1 + 3.0 * (1 - vac) * (1 - (0.4 * cg if i == 1 else 0)) + (1.8 * tp * vac if i == 3 else 0) - (0.35 * cg * vac if i == 1 else 0) for i in range(4)]
        see = lp(E("see"), 0.1)
        self.see = E("see") > 0.5
        ev = self.per_event("see", E("see"))
        ev2, ev3 = self.per_event("see2", E("see")), self.per_event("see3", E("see"))
        sp, ag = h("spr", 0.5), h("rng", 0.5)
        self.sp, self.ag = sp, ag
        self.ofx, self.ofy, self.oft = see * (16 * ev + 42 * sp * (1 + 0.5 * ev2)), see * 15 * ev2, see * (0.5 * ev3 + 2.4 * tp * ev)
        self.lum = 128 - 4 * E("pkg") * 0.3 - 14 * ag + 2 * W("lu", 1, 40)
        self.scr = 0.91 - 0.012 * E("pkg") * 0.5 - 0.05 * ag - 0.025 * tp - 0.015 * np.abs(ev)
        gl, gon = h("glu", 0.5), lp(E("glue"), 0.15)
        self.gon = gon
        gt = self.amb - 23
        self.vsc = 46 - 1.1 * gt + 13 * gl + 1.2 * W("vs", 1, 200)
        self.gp, self.gv, self.gd = 0.4 + gon * (2.3 + 0.02 * self.vsc + 0.75 * gl), gon * (1.4 - 0.12 * gl), 0.62 - 0.002 * (self.vsc - 46) - 0.05 * gl
        cv, sl = lp(E("cv"), 0.4), h("blt", 0.3)
        self.cv = cv
        self.cs = [cv * 280 * (1 - (0.24 * sl * (1 + 0.25 * W("sl", 1, 0.5)) if i == 1 else 0)) for i in range(3)]
        self.ca = [0.25 + cv * (1.3 + 0.12 * E("occ") - (0.38 * sl if i == 1 else 0)) for i in range(3)]
        # oven: zones by hysteresis, boards take heat
        pas = lp(np.roll(E("cv"), int(6 / DT)), 5)
        hz, n2 = h("htr", 2), h("n2l", 1)
        self.tz, self.oa = [], []
        for i, st in enumerate((150.0, 180.0, 215.0, 248.0)):
            out = (0.011 + 0.003 * i + 0.03 * np.roll(pas, int(12 * i / DT))) * 12
            x, on = hyst(out, 0.75 - (0.0 if i != 2 else 0.42 * hz) + 0.1 * np.tanh(self.u(f"hz{i}")), st - 1.6, st + 1.6, st)
            self.tz.append(lp(x, 3) - (3.0 * lp(hz, 60) if i == 2 else 0)), self.oa.append(0.3 + on * (8.5 + 0.8 * i - (3.2 * hz if i == 2 else 0)))
        self.nq, self.npr = 21 + 4 * n2 + 2 * pas, 5.6 - 0.3 * n2 - 0.1 * pas
        self.o2 = 620 + 160 * pas + 210 * lp(n2, 20) * (1 + 0.1 * W("o2", 1, 3)) + 30 * W("o2b", 1, 60)
        self.a48 = lp(sum(self.amp) * 0.9 + 0.8 * lp(np.abs(vz) / 40, 0.1) + 0.6, 0.15)
        self.a24 = lp(4 + 1.6 * cv + 0.9 * E("see") + 0.6 * E("glue") + 0.8 * self.load("a24", 6, 30), 0.3)
        self.frc = lp(E("frc"), 0.08)

    def where(self):
        ones, mv = np.ones(self.n, bool), self.mv
        pk = self.vac > 0.7
        self.over("g_f", self.vx, GX + ":vel[0]", "vel|speed|velocity|faster", mv, 0.8, 0, 0.4), self.over("h_hi", self.frc, HD + ":frc[0]", "frc|force|press", self.frc > 0.15, 0.45, 2, 0.5)
        self.over("f_hi", self.a48, PWR + ":a48", "a48|current|load|amp", ones, 0.6, 1, 0.4), self.over("w_48", self.a48, PWR + ":a48", "a48|current|load|amp", ones, 0.7, 1, 0.4)
        self.over("v_big", self.y, POS + ":pose.position.y", "position|y|pose|further", ones, 0.55, 0, 0.35), self.over("o_hi", self.tz[3], OVN + ":tz[3]", "tz|temperature|hotter|zone", ones, 0.5, 1, 0.02)
        self.over("n_hi", 20 + 1420 * self.run, VCP + ":rpm", "rpm|runs|speed|pump", ones, 0.45, 0, 0.6)
        self.places(self.x, self.y, ones, g_pl=(45.0, 0.05), d_pl=(50.0, 0.05), e_pl=(50.0, 0.05), m_pl=(50.0, 0.05), l_pl=(50.0, 0.05))
        self.modes(
            ("xdr g_y2 g_v r_dc i_x", mv, "gantry|moves|moving|vel|speed|velocity"), ("clg tip h_fc", pk, "vac|vacuum|part|parts|holds|pick"), ("rng v_oy", self.see, "seen|vision|see|part|scr"),
            ("p_rp", self.run > 0.6, "pump|runs|running|rpm"), ("glu g_vo", self.gon > 0.4, "glue|dispens|prs|vol"), ("blt", self.cv > 0.4, "conveyor|runs|spd|moves"),
        )

    def record(self):
        E, W, t, mv = self.E, self.wander, self.t, self.mv
        jm = self.shape("s_cnv", 0.4, 0.8, 4)
        P, V = (self.x, self.y, self.y), (self.vx, self.vy, self.vy)
        self.pub(GX, "smt_msgs/msg/Gx", 20, dict(pos=[n(x, 0.02, tau=30) for x in P], vel=[n(v, 2.2, u=0.3) for v in V], amp=[n(a, 0.13, 0, out=(0.9, 0.003)) for a in self.amp], flw=[n(f, 0.008) for f in self.flw], tmp=[self.tm(f"gm{i}", x, 7) for i, x in enumerate(self.tmx)]))
        zz = [self.z * (1 if i < 2 else 0.97) for i in range(4)]
        self.pub(HD, "smt_msgs/msg/Hd", 15, dict(z=[n(x, 0.03, u=1.5) for x in zz], th=[n(self.th, 0.25) for _ in range(4)], vac=[n(x, 0.6) for x in self.nvac], flw=[n(x, 0.09, 0) for x in self.nflw], frc=[n(self.frc, 0.03, 0) for _ in range(4)], zamp=n(0.4 + 0.011 * np.abs(self.vz) + 0.2 * self.frc, 0.04, 0), tmp=self.tm("hd", 3 * lp(mv * 1.0, 120) + 1.2 * lp(self.h("chp", 1), 120), 6)))
        self.pub(CNV, "smt_msgs/msg/Cnv", 8, dict(spd=[n(x, 2.2, 0, u=1.5) for x in self.cs], amp=[n(x + 1.6 * (jm & (i == 0)), 0.05, 0) for i, x in enumerate(self.ca)], wid=n(self.A["w"], 0.04, u=2), clp=n(4 + 62 * lp(E("clp"), 0.4), 0.8, 0), occ=E("occ"), jam=jm))
        fd = [lp((E("fd") == i + 1) * 1.0, 0.2) for i in range(4)]
        sp = self.sp
        self.pub(FDR, "smt_msgs/msg/Fdr", 8, dict(pch=[n((18 if i == 2 else 0) * sp * W("pc", 1, 1.5) + (14 * sp if i == 2 else 0), 5.5, tau=2) for i in range(4)], adv=[n(92 + 6 * f + (19 * sp if i == 2 else 0), 1.6, 0) for i, f in enumerate(fd)], amp=[n(0.18 + 0.85 * f, 0.03, 0) for f in fd], tns=[n(1.9 + 0.25 * f, 0.05, 0) for f in fd], rst=[np.mod(4000 - 300 * i - self.once(E("fd") == i + 1) + 1500 * self.idx, 4000) for i in range(4)], emp=self.blink("s_fdr")))
        self.pub(VIS, "smt_msgs/msg/Vis", 10, dict(ofx=n(self.ofx, 2.5), ofy=n(self.ofy, 2.5), oft=n(self.oft, 0.09), scr=n(self.scr, 0.009, 0, 1), lum=n(self.lum, 1.3, 0, 255), foc=n(58 + 0.6 * self.ag, 0.9, 0), expo=n(2.4 + 0.25 * self.ag + 0.05 * E("pkg"), 0.05, 0), lat=n(self.net("vl", 19, 2, 3), 0.3, 0)))
        fi = self.per_event("fi", E("fid"))
        self.pub(FID, "smt_msgs/msg/Fid", 6, dict(dx=n(26 * fi + 4 * (self.amb - 23), 3.5), dy=n(24 * self.per_event("fj", E("fid")), 3.5), scr=n(0.9 - 0.02 * np.abs(fi) + 0.01 * np.sin(self.x / 70), 0.01, 0, 1), lum=n(112 + 3 * np.sin(self.y / 90), 1.3, 0, 255), scl=n(20 + 6 * (self.amb - 23), 9)))
        self.pub(DSP, "smt_msgs/msg/Dsp", 6, dict(prs=n(self.gp, 0.05, 0), vol=n(self.gv, 0.04, 0), tmp=n(31.5 + 0.05 * (self.amb - 23), 0.12, tau=30), vsc=n(self.vsc, 0.9, 0), dia=n(self.gd, 0.008, 0)))
        ck = self.per_event("ck", E("chk"))
        self.pub(CHK, "smt_msgs/msg/Chk", 4, dict(ofx=n(11 * ck + 18 * sp, 2.5), ofy=n(11 * self.per_event("cl", E("chk")), 2.5), hgt=n(210 + 45 * E("pkg"), 6, 0), brt=n(141 + 2 * ck, 1.4, 0, 255), tim=n(self.net("ct", 310, 30, 40), 2, 0)))
        self.pub(VCP, "smt_msgs/msg/Vcp", 5, dict(vac=n(self.tank, 0.45), amp=n(self.pa, 0.12, 0), tmp=self.tm("vp", self.pt, 12), oil=n(71 - 0.4 * self.wear(1) + 1.5 * self.run, 0.4, 0, 100), rpm=n(20 + 1420 * self.run, 6, 0)))
        aq = lp(1.0 - self.vac, 2)
        self.pub(AIR, "smt_msgs/msg/Air", 4, dict(prs=n(6.2 - 0.12 * aq + 0.1 * np.sin(t / 37), 0.03, 0), dew=n(-21 + 0.5 * (self.amb - 23), 0.5, tau=60), flw=n(62 + 30 * aq + 14 * lp(E("cln"), 0.5), 1.8, 0)))
        i48, i24 = self.a48, self.a24
        self.pub(PWR, "smt_msgs/msg/Pwr", 6, dict(v24=n(24.1 - 0.02 * i24, 0.02, u=1.5), a24=n(i24, 0.06, 0), v48=n(48.6 - 0.035 * i48, 0.05, u=1.5), a48=n(i48, 0.1, 0), vin=n(398 + 2 * np.sin(t / 500) - 0.1 * sum(self.oa), 0.8), frq=n(50, 0.01), pf=n(0.93 + 0.0004 * sum(self.oa), 0.005, 0, 1)))
        self.pub(DRV, "smt_msgs/msg/Drv", 4, dict(tmp=[self.tm(f"dr{i}", 1.8 * lp(a, 120) + 0.8 * self.hot + 2.0 * lp(self.h("chp", 1), 120), 9) for i, a in enumerate(self.amp)], dcb=n(328 + 6 * np.tanh(np.abs(diff(self.vx, 0.1)) / 2500) - 0.3 * i48, 1.1), brk=n(0.05 + 0.3 * np.tanh(np.abs(diff(self.vy, 0.1)) / 2500), 0.02, 0)))
        self.pub(CAB, "smt_msgs/msg/Cab", 3, dict(tmp=self.tm("cb", self.hot + 0.6 * lp(sum(self.amp), 200), 7), hum=n(39 + 3 * self.su("hu") - 0.6 * (self.amb - 23), 0.5, 5, 95, tau=90), rpm=n(self.frp, 14, 0)))
        self.pub(ENC, "smt_msgs/msg/Enc", 8, dict(sig=[n(0.98 + 0.012 * np.sin(p / 60), 0.006, 0) for p in P], err=[n(0.8 * np.sin(p / 45) + 3.5 * v / 620 * 0.3, 0.3) for p, v in zip(P, V)]))
        a = [np.abs(diff(v, 0.1)) / 4000 for v in (self.vx, self.vy, self.vz * 8)]
        sh = [0.05 + 0.5 * x for x in a]
        wh = [x * (0.8 + 0.5 * np.abs(self.white(f"vb{i}"))) for i, x in enumerate(sh)]
        self.pub(VIB, "smt_msgs/msg/Vib", 10, dict(ax=n(wh[0], 0.01, 0), ay=n(wh[1], 0.01, 0), az=n(wh[2], 0.01, 0), rms=n(lp(sum(wh), 1), 0.008, 0)))
        self.pub(LGT, "smt_msgs/msg/Lgt", 6, dict(amp=[n(0.06 + x * (1 - (0.2 * self.ag if i == 0 else 0)), 0.015, 0) for i, x in enumerate((0.78 * lp(E("see"), 0.08), 0.6 * lp(E("fid"), 0.08), 0.5 + 0 * t))], tmp=self.tm("lg", 3 * lp(E("see"), 90), 6), amb=n(310 - 190 * self.is_life(6) + 60 * (E("ppl") > 0), 5, 0)))
        li = lp(self.A["l"], 0.2)
        bd = self.per_event("bd", E("occ"))
        self.pub(BRD, "smt_msgs/msg/Brd", 5, dict(lft=n(li, 0.03, 0), wrp=n(E("occ") * (160 + 70 * bd + 30 * (E("side") == 2)), 9), prs=n(0.4 + 3.1 * li / 9, 0.05, 0), tmp=n(self.amb + 2.5 + 4 * (E("side") == 2), 0.12, tau=30)))
        tr = lp(self.A["tr"], 0.2)
        self.pub(TRY, "smt_msgs/msg/Try", 4, dict(pos=n(tr, 0.15), amp=n(0.35 + 0.012 * np.abs(diff(tr)), 0.025, 0), lvl=np.floor(tr / 12)))
        self.pub(NET, "smt_msgs/msg/Net", 3, dict(rtt=n(self.net("rt", 3, 1.2, 2), 0.1, 0), los=n(self.net("ls", 0, 0.2, 0.2), 0.05, 0), que=n(6 + self.net("qu", 0, 4, 5), 0.5, 0)))
        ver = self.version("smt", "7.4", "7.5", "7.8")
        mb = 3900 * (1 + 0.04 * self.new(3) + 0.03 * self.new(8))
        self.pub(CPU, "smt_msgs/msg/Cpu", 3, dict(cyc=n(self.net("c0", 4, 0.5, 0.2) + 0.05 * self.hot, 0.03, 0), cmx=n(self.net("c1", 8, 1.4, 0.8) + 0.1 * self.hot, 0.05, 0), mem=n(mb + self.pieces("mb", 40, 200, -0.008, 0.008) * mb, 6), tmp=self.tm("cpu", 4 + 0.8 * self.hot, 22, 0.3)), strs=dict(ver=ver))
        self.pub(ESD, "smt_msgs/msg/Esd", 3, dict(vlt=n(22 + 9 * np.abs(W("es", 1, 15)) + 7 * self.cv, 1.6, 0), ion=n(1.6 + 0.05 * W("io", 1, 40), 0.04, 0), res=n(0.82 + 0.02 * W("re", 1, 100), 0.015, 0)))
        self.pub(OVN, "smt_msgs/msg/Ovn", 4, dict(tz=[n(x, 0.25, u=2) for x in self.tz], amp=[n(x, 0.16, 0) for x in self.oa], fan=[n(2150 - 40 * i + 1.2 * (self.tz[i] - 150) * 0.1, 9, 0) for i in range(4)], bel=n(11.8, 0.05, 0, u=2), o2=n(self.o2, 12, 0), alm=self.f("s_ovn") > 0))
        self.pub(NTR, "smt_msgs/msg/Ntr", 3, dict(prs=n(self.npr, 0.04, 0), flw=n(self.nq, 0.45, 0), pur=n(99.3 - 0.002 * self.nq, 0.012, 0, 100)))
        tin = 19.5 + 0.12 * (self.amb - 23) + 0.5 * np.sin(t / 41)
        self.pub(CHL, "smt_msgs/msg/Chl", 3, dict(tin=n(tin, 0.07), tout=n(tin + 3.2 * self.chh / self.cwq, 0.07), flw=n(self.cwq, 0.09, 0), lvl=n(86 - 0.3 * self.wear(1), 0.35, 0, 100, tau=60), amp=n(1.2 + 2.3 * (np.sin(t / 41) > 0) + 0.1 * self.cwq, 0.07, 0)))
        self.pub(UPS, "smt_msgs/msg/Ups", 2, dict(vlt=n(27.3, 0.03), amp=n(0.35 + 0.04 * W("up", 1, 60), 0.02, 0), soc=n(98, 0.12, 0, 100), tmp=self.tm("ub", 1, 4)))
        self.pub(LUB, "smt_msgs/msg/Lub", 2, dict(prs=n(5 + 22 * lp((np.mod(t, 80) < 10) * 1.0, 2), 0.35, 0), lvl=n(77 - 0.5 * self.wear(1), 0.25, 0, 100, tau=60), cyc=self.once(np.mod(t, 80) < 10) + 900 * self.idx, low=self.flags("s_lub")))
        self.pub(PRB, "smt_msgs/msg/Prb", 6, dict(hgt=n(1500 + 25 * np.sin(self.x / 80) - 15 * np.cos(self.y / 60) + 900 * (self.y < 300), 4.5), itn=n(73 - 8 * (self.y < 300), 1.2, 0, 100)))
        pl = self.once(self.frc > 0.3) + 9000 * self.idx
        self.pub(CNT, "smt_msgs/msg/Cnt", 2, dict(plc=pl, rej=self.steps("rj", 70, 1, 1, 60 * self.idx), cph=n(3600 * lp(np.gradient(lp(self.once(self.frc > 0.3), 2), DT), 30), 14, 0)))
        self.pub(POS, "geometry_msgs/msg/PoseStamped", 10, {"pose.position.x": n(self.x, 0.08), "pose.position.y": n(self.y, 0.08), "pose.position.z": n(-self.z, 0.05), "pose.orientation.z": np.sin(np.radians(self.th) / 2), "pose.orientation.w": np.cos(np.radians(self.th) / 2)}, "frame")
        self.pub(EXH, "smt_msgs/msg/Exh", 3, dict(flw=n(410 - 2 * self.wear(1), 5, 0), dp=n(132 + 1.5 * self.wear(1), 2.2, 0), tmp=self.tm("ex", 0.06 * lp(sum(self.oa), 60), 17), rpm=n(1890, 9, 0)))
        self.simple("/tmp_room", "Temperature", 1, "temperature", n(self.amb, 0.06)), self.simple("/hum_room", "RelativeHumidity", 1, "relative_humidity", n(0.46 + 0.03 * self.su("rh") - 0.008 * (self.amb - 23), 0.003, 0, 1, tau=90))
        self.pub("/safe", "smt_msgs/msg/Safe", 2, dict(es_ok=1, dr_cl=E("ppl") < 0.5, ppl=E("ppl"))), self.pub("/job", "smt_msgs/msg/Job", 4, dict(stp=self.st, prd=E("prd"), side=E("side"), lot=E("lot") + 20 * self.idx, brd=E("brd"), spd=n(E("spd"), 1e-3, u=0, w=0, step=1), pkg=E("pkg"), jog=E("jog")))
        self.end(
            "/mount/_action/status",
            [("s_cnv", "cnv", ["board jammed, belt reversed", "board free again"], "CNV"), ("s_lub", "lub", ["grease low, stroke left out", "grease stroke done"], "LUB"), ("s_fdr", "fdr", "reel ends soon, splice", "FDR"), ("s_ovn", "ovn", "profile at its border, check", "OVN")],
            [(14, "I", "job", "board done in {} s", 60, 140), (8, "W", "vis", "part left out, offset {} um", 60, 160), (6, "W", "line", "waiting for the printer, {} s", 3, 12), (5, "I", "hd", "nozzle cleaned, {} strokes", 2, 8), (4, "W", "mes", "server slow {} ms", 400, 900)],
            [("ovn", "profile reached"), ("vis", "calibration is 9 days old"), ("safe", "stop chain closed")],
            ver,
        )
