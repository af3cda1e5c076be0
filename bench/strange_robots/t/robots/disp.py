"""Dispenser of a pharmacy: head on a beam that runs between two shelves, turns, reaches, grips and sucks; infeed belt with scanner and scale, three outlets with lift, fridge module, label printer, compressed air; abbreviated fields."""

import numpy as np
from base import DT, Robot, Track, hyst, lp, mdef, ring, s
from base import kind as k

AXS, GRP, VAC, INF, SCN, DIM, OUT, LFT, FRG, LBL, AIR, PSU, UPS, CAB, VNT, LCT, CAM, RFD, ACC, NET, DBS, IPC, POS, BRK, ENC, HOP, SHF, EXT, DOS = "/axs", "/grp", "/vac", "/inf", "/scn", "/dim", "/otl", "/lft", "/frg", "/lbl", "/cpa", "/psu", "/ups", "/cab", "/vnt", "/lct", "/hd/cam", "/rfd", "/hd/acc", "/net", "/dbs", "/ipc", "/hd/pose", "/brk", "/enc", "/hop", "/shf", "/ext", "/dos"  # fmt: skip
LA = "linear_acceleration."
XM, ZM, PK, VC, IN, OU, LB = dict(where="when the beam runs", need=10), dict(where="when the head lifts", need=10), dict(where="when it grips", need=8), dict(where="when it sucks", need=8), dict(where="when the infeed runs", need=10), dict(where="when an outlet runs", need=8), dict(where="when it prints", need=5)
PL, NU = dict(where="**at a place**", cond=True, need=8), dict(cond=True, need=12)


class Disp(Robot):
    NAME = "disp"
    FLAGS = [(GRP, "slp"), (OUT, "jam"), (SCN, "nrd"), (AIR, "lo_prs")]
    COMES = ("s_nrd",)
    RETRY = [("cam", "CAM", "pack edge unclear, looked again {} s", 3, 0.3, 2), ("rfd", "RFD", "tag answer weak, {} tries", 2.5, 2, 5)]
    DEFS = {
        "dsp_msgs/msg/Axs": mdef("float64[4] pos; float32[4] vel amp flw tmp"),
        "dsp_msgs/msg/Grp": mdef("float32 wid frc amp blt_amp blt_vel tmp; uint32 cyc; bool slp"),
        "dsp_msgs/msg/Vac": mdef("float32 prs flw amp tmp t_evc"),
        "dsp_msgs/msg/Inf": mdef("float32 vel amp slp tmp; uint16 gap"),
        "dsp_msgs/msg/Scn": mdef("float32 dec_ms qlt lum ctr; uint32 rds; bool nrd"),
        "dsp_msgs/msg/Dim": mdef("float32 len wid hgt mas zer"),
        "dsp_msgs/msg/Out": mdef("float32[3] amp vel tmp; bool jam"),
        "dsp_msgs/msg/Lft": mdef("float32 pos vel amp tmp bal"),
        "dsp_msgs/msg/Frg": mdef("float32 t_air t_evp amp_cp rpm_fn rh prs_lo prs_hi"),
        "dsp_msgs/msg/Lbl": mdef("float32 tmp_hd amp_mt blk rib"),
        "dsp_msgs/msg/Air": mdef("float32 prs amp_cp dew t_on dp_fl; bool lo_prs"),
        "dsp_msgs/msg/Psu": mdef("float32 v24 a24 v48 a48 v5 tmp; float32[3] amp_ln"),
        "dsp_msgs/msg/Ups": mdef("float32 v_bat a_chg cap r_int"),
        "dsp_msgs/msg/Cab": mdef("float32 tmp rh dst"),
        "dsp_msgs/msg/Vnt": mdef("float32[2] rpm; float32 dp"),
        "dsp_msgs/msg/Lct": mdef("float32[4] lvl"),
        "dsp_msgs/msg/Cam": mdef("float32 shp lum off_x off_z lat cnf"),
        "dsp_msgs/msg/Rfd": mdef("float32 rss pwr t_rd; uint32 tgs"),
        "dsp_msgs/msg/Net": mdef("float32 rtt lss"),
        "dsp_msgs/msg/Dbs": mdef("float32 qry que use"),
        "dsp_msgs/msg/Ipc": mdef("float32 cyc cyc_mx mem tmp_cp; string rel"),
        "dsp_msgs/msg/Brk": mdef("float32 v_dc tmp_rs amp_rs"),
        "dsp_msgs/msg/Enc": mdef("float32[4] sig; float32 dif_x"),
        "dsp_msgs/msg/Hop": mdef("float32 amp vel lvl vib"),
        "dsp_msgs/msg/Shf": mdef("float32[2] dfl; float32 tlt"),
        "dsp_msgs/msg/Ext": mdef("float32 amp flw dp"),
        "dsp_msgs/msg/Dos": mdef("float32 bri ppm hum"),
        "dsp_msgs/msg/Sft": mdef("bool es_ok dr_cl lc_ok; uint8 ppl"),
        "dsp_msgs/msg/Job": mdef("uint8 stp mod; uint16 ord itm que; float32 spd; bool jog"),
    }
    KINDS = dict(
        xbl=k("belt of the beam has stretched: follows late and swings, encoders disagree", [AXS, ENC], "flw[0] dif_x", "belt|beam|x axis|axs|enc", cons="/hd/acc|off x", step=False, **XM),
        gde=k("guide of the beam dry: more current, hotter, head shaken", [AXS, ACC], f"amp[0] tmp[0] {LA}x", "guide|beam|x axis|axs|hd acc", cons="/psu|a48|/brk|/cab", step=False, tail=300, **XM),
        zbr=k("brake of the lift axis drags: more current, hotter, slower to follow", AXS, "amp[1] tmp[1] flw[1]", "brake|lift axis|z axis|axs", cons="a48|/psu|v dc|/cab", tail=300, step=False, **ZM),
        cup=k("suction cup torn: vacuum low, flow high, pump works harder, evacuates long", VAC, "prs flw amp t_evc", "suction cup|vac", cons="tmp|a24|/psu", **VC),
        fsl=k("seal of the fridge door leaks: warmer, wetter, compressor on for longer", FRG, "t_air rh t_evp", "fridge|frg|seal|door", cons="amp cp|prs lo|prs hi|/psu", step=False, tail=300),
        fcp=k("compressor of the fridge weak: pressures come together, air warms", FRG, "prs_hi prs_lo t_air", "compressor|fridge|frg", cons="t evp|amp cp|rh", tail=400, step=False),
        win=k("window of the scanner dusty: quality and contrast fall, decodes slowly", SCN, "qlt ctr dec_ms", "scanner|scn", cons="lum|rds", step=False, where="when the infeed runs", need=10),
        alk=k("air hose leaks: pressure lower, compressor runs for longer", AIR, "prs t_on amp_cp", "air hose|compressor", cons="dew|/psu|amp ln", step=False),
        fan=k("fan 1 of the cabinet stands: cabinet, supply and computer hot", [VNT, CAB, PSU], "rpm[0] tmp dp", "fan|vnt|cabinet", cons="/ipc|tmp cp|rh", tail=500),
        rol=k("roller of the infeed runs hard: slower, more current, slips", INF, "amp vel slp", "roller|infeed", cons="tmp", step=False, **IN),
        res=k("brake resistor open: voltage rises when it brakes, current is missing", BRK, "v_dc amp_rs tmp_rs", "brake resistor|brk", tail=200, **XM),
        bal=k("counterweight of the outlet lift rubs: current and balance off", LFT, "amp bal", "counterweight|outlet lift|lft", cons="tmp", step=False, where="when the outlet lift runs", need=8),
        x_off=k("beam position stands off: reference mark scratched", AXS, "pos[0]", "beam|x axis|axs", "off .12 .02"),
        x_vel=k("beam speed has ripple: encoder disk", AXS, "vel[0]", "beam|x axis|axs|encoder", "mul .3 .7", **XM),
        x_fst=k("beam current flutters when faster than a number: bearing", AXS, "amp[0]", "beam|x axis|axs|bearing", "flut 2.6 .8", where="**speed above a number**", **NU),
        z_hi=k("following error of the lift swings when the head is higher than a number: rail bent", AXS, "flw[1]", "lift axis|z axis|axs|rail", "swing 1.3 .7", where="**height above a number**", **NU),
        z_zer=k("lift position creeps between references: belt slips", AXS, "pos[1]", "lift axis|z axis|axs|belt", "creep .16 40"),
        r_amp=k("turning needs more current: bearing ring dirty", AXS, "amp[2]", "turn axis|r axis|axs|ring", "mul 1.2 .08", step=False, where="when the head turns", need=6),
        r_ply=k("turning axis has play: pinion worn", AXS, "pos[2]", "turn axis|r axis|axs|pinion", "off .09 .05|noise .02"),
        y_flw=k("reach follows late: gains lost", AXS, "flw[3]", "reach axis|y axis|axs", "mul 2.6 .1", where="when it reaches", need=8),
        y_tmp=k("motor of the reach gets hot", AXS, "tmp[3]", "reach axis|y axis|axs", "heat 11 90", step=False, tail=300),
        a_los=k("messages of the axes get lost: chain cable", AXS, "header.stamp", "axs|axes|chain cable", "lost .45"),
        g_wid=k("jaw width reads too small: wire stretched", GRP, "wid", "gripper|grp|jaw", "off -11 .03"),
        g_frc=k("jaw force unsteady: spindle", GRP, "frc", "gripper|grp|spindle", "flut 4.5 .2", **PK),
        g_amp=k("jaw motor draws more: grease hard", GRP, "amp", "gripper|grp|jaw motor", "mul .8 .06", step=False),
        g_big=k("jaw force falls when packs are wider than a number: lining worn outside", GRP, "frc", "gripper|grp", "mul -.4 .08", where="**width above a number**", **NU),
        g_blt=k("belt of the gripper table slips", GRP, "blt_vel", "gripper|grp|table belt", "mul -.42 .1", where="when the table belt runs", need=8),
        v_prs=k("vacuum sensor has an offset", VAC, "prs", "vacuum|vac|sensor", "off 7 .05"),
        v_mas=k("vacuum flutters when packs are heavier than a number: bellows soft", VAC, "prs", "vacuum|vac|bellows", "flut 7 -.7", where="**mass above a number**", **NU),
        v_pmp=k("vacuum pump gets hot: vanes", VAC, "tmp", "vacuum pump|vac|vanes", "heat 12 80", step=False, tail=300),
        i_gap=k("gap counter of the infeed stands", INF, "gap", "infeed", "frz", need=60),
        i_vel=k("speed of the infeed hunts: controller", INF, "vel", "infeed|controller", "swing .035 3", **IN),
        s_lum=k("lamp of the scanner has aged", SCN, "lum", "scanner|scn|lamp", "mul -.28 .03", step=False),
        s_dec=k("scanner has long decodes: firmware", SCN, "dec_ms", "scanner|scn", "late 30 110"),
        s_lgt=k("contrast falls when the room is brighter than a number: shade gone", SCN, "ctr", "scanner|scn|shade", "off -9 .15", where="**room light above a number**", **NU),
        d_len=k("lengths measured too long: light barrier moved", DIM, "len", "measuring bay|light barrier", "mul .17 .02"),
        d_hgt=k("heights frozen", DIM, "hgt", "measuring bay", "frz", need=60),
        d_mas=k("scale reads too much: rubs at the frame", DIM, "mas", "scale", "mul .2 .05|off 18 .2"),
        d_zer=k("zero of the scale walks: draught", DIM, "zer", "scale", "drift 2.6 20"),
        o_amp=k("outlet 2 draws more: label glued in", OUT, "amp[1]", "outlet 2", "mul .85 .08", **OU),
        o_vel=k("outlet 3 slow: belt loose", OUT, "vel[2]", "outlet 3|belt", "mul -.36 .05", **OU),
        o_tmp=k("motor of outlet 1 hot", OUT, "tmp[0]", "outlet 1", "heat 11 90", step=False, tail=300),
        l_pos=k("outlet lift reads in coarse steps", LFT, "pos", "outlet lift|lft|encoder", "coarse .3"),
        l_vel=k("outlet lift jerks: chain link stiff", LFT, "vel", "outlet lift|lft|chain", "tick .7 .9 .2", where="when the outlet lift runs", need=8),
        f_fan=k("fan of the fridge slow: ice", FRG, "rpm_fn", "fridge|frg|fridge fan", "mul -.22 .03", step=False),
        f_rh=k("humidity of the fridge drifts when the room is warmer than a number", FRG, "rh", "fridge|frg|humidity", "off 12 .1", where="**room temperature above a number**", **NU),
        f_sns=k("air sensor of the fridge loose: uneasy", FRG, "t_air", "fridge|frg|sensor", "walk 1.6 2 9"),
        f_evp=k("evaporator sensor reads too cold", FRG, "t_evp", "fridge|frg|evaporator", "off -3.4 .04"),
        b_hd=k("print head too hot", LBL, "tmp_hd", "label printer|lbl|print head", "heat 9 40", step=False, tail=200),
        b_blk=k("prints pale: head worn", LBL, "blk", "label printer|lbl|print head", "off -.2 .05", step=False),
        b_mt=k("label motor draws pulses: roll sticks", LBL, "amp_mt", "label printer|lbl|roll", "burst .35 1 4"),
        a_dew=k("dryer saturated: dew point rises", AIR, "dew", "dryer|compressed air", "off 9 .04", step=False),
        a_flt=k("filter of the air clogs", AIR, "dp_fl", "air filter|filter", "mul .8 .05", step=False),
        a_prs=k("pressure gauge of the air sticks", AIR, "prs", "compressed air|gauge", "stick .34"),
        p_24=k("24 v falls when its current is above a number: terminal", PSU, "v24", "24 v|psu|terminal", "off -.45 .15", where="**24 v current above a number**", **NU),
        p_48=k("48 v has ripple: capacitor dry", PSU, "v48", "48 v|psu|capacitor", "noise .5"),
        p_5=k("5 v low at times: plug", PSU, "v5", "5 v|psu|plug", "~off -.17 .1"),
        p_ln=k("line current 3 reads too little: transformer", PSU, "amp_ln[2]", "line 3|psu", "mul -.36 .02"),
        u_vb=k("battery of the ups weak", UPS, "v_bat", "ups|battery", "off -1.1 .04", also="/ups r_int off 5 .06"),
        u_chg=k("charger of the ups pulses", UPS, "a_chg", "ups|charger", "swing .3 5"),
        c_rh=k("humidity of the cabinet rises", CAB, "rh", "cabinet", "off 9 .04", step=False),
        c_dst=k("dust in the cabinet", CAB, "dst", "cabinet|dust", "mul .9 .08", step=False),
        n_rpm=k("fan 2 hunts: bearing", VNT, "rpm[1]", "fan 2|vnt", "swing 160 4"),
        lc_lv=k("curtain beam 3 weak: lens dirty", LCT, "lvl[2]", "light curtain|lct|beam 3", "off -15 .05", step=False),
        lc_fl=k("curtain beam 1 flickers: lamp of the room", LCT, "lvl[0]", "light curtain|lct|beam 1", "beat 7 .9 7"),
        k_shp=k("camera of the head out of focus: ring loose", CAM, "shp", "head camera|hd cam|camera", "off -10 .06", also="/hd/cam cnf off -.11 .06"),
        k_off=k("camera sees packs aside: mount bent", CAM, "off_x", "head camera|hd cam|camera|mount", "off 3.2 .06"),
        k_lat=k("pictures of the head late", CAM, "lat", "head camera|hd cam|camera", "late 25 90"),
        k_pl=k("camera glared at one place: mirror foil on a shelf", CAM, "lum", "head camera|hd cam|camera|foil", "off 34 .2", also="/hd/cam cnf off -.16 .2", **PL),
        r_rss=k("tag reader weak: cable", RFD, "rss", "tag reader|rfd|cable", "~off -9 .1"),
        r_pwr=k("tag reader limits its power: hot", RFD, "pwr", "tag reader|rfd", "sat 26.4"),
        r_pl=k("tags answer slowly at one place: metal box behind", RFD, "t_rd", "tag reader|rfd|metal box", "late 40 60", **PL),
        h_z=k("head is shaken up and down: roller flat", ACC, LA + "z", "head|hd acc|roller", "noise .9", **XM),
        h_pl=k("head bumps at one place: joint of the rail", ACC, f"{LA}x {LA}y", "head|hd acc|rail joint", "noise 2.6", **PL),
        h_age=k("acceleration of the head comes late", ACC, "header.stamp", "head|hd acc", "age .6", step=False),
        p_pos=k("pose of the head has holds: gateway", POS, "pose.position.x", "head|hd pose|gateway", "hold 2.2"),
        n_rtt=k("network slow: switch loops", NET, "rtt", "network|net", "late 16 60"),
        q_qry=k("queries of the database slow: index lost", DBS, "qry", "database|dbs", "late 30 120", step=False),
        q_use=k("disk of the database fills", DBS, "use", "database|dbs|disk", "leak 7", step=False),
        c_mx=k("computer has far longer worst cycles", IPC, "cyc_mx cyc", "computer|ipc", "late 5 26"),
        c_mem=k("memory of the computer fills", IPC, "mem", "computer|ipc|memory", "leak 330", step=False),
        e_pl=k("encoder signal of the beam falls at one place: cable breaks in the chain", ENC, "sig[0]", "encoder|enc|cable", "off -.24 .3", **PL),
        e_z=k("encoder signal of the lift low: scale dirty", ENC, "sig[1]", "encoder|enc|scale", "off -.17 .08", step=False),
        w_amp=k("hopper motor draws more: packs jam under the flap", HOP, "amp", "hopper|hop|flap", "mul .9 .1", where="when the infeed runs", need=10),
        w_vib=k("vibrator of the hopper weak", HOP, "vib", "hopper|hop|vibrator", "mul -.45 .04", where="when the infeed runs", need=10),
        sh_d=k("shelf 1 bends more: bracket loose", SHF, "dfl[0]", "shelf 1|shf|bracket", "off .5 .06", step=False),
        sh_pl=k("shelf 2 trembles at one place: screw missing", SHF, "dfl[1]", "shelf 2|shf|screw", "flut .3 1.2", **PL),
        x_flw=k("extraction clogged: flow falls", EXT, "flw", "extraction", "mul -.24 .02", also="/ext dp mul .5 .03", step=False),
        d_ppm=k("air quality sensor spikes: cleaning agent", DOS, "ppm", "air quality|dos", "peak 160 .06"),
        s_slp=k("gripper reports slips", [GRP, "/rosout", "/diagnostics"], "slp frc", "gripper|grp", silent=False),
        s_jam=k("outlet reports jams", [OUT, "/rosout", "/diagnostics"], "jam amp[0]", "outlet", silent=False),
        s_nrd=k("scanner warns for seconds again and again of codes not read", [SCN, "/rosout", "/diagnostics"], "nrd", "scanner|scn", silent=False),
        s_air=k("air warns of low pressure", [AIR, "/rosout", "/diagnostics"], "lo_prs", "compressed air", silent=False),
    )

    def life(self):
        self.day(22 + self.season(0.3), 1.2, 2.0)
        r = self.rng("orders")
        self.site = 1 if self.is_life(2, 7) else 0  # the second machine of the chain
        X, Z = ((7.6, 2.5), (6.2, 2.7))[self.site]
        T, no = Track(self, x=1.0, z=0.3, r=0.0, y=0.0, g=60.0, l=0.0), 0
        T.set(ord=0, itm=0, mod=0, kg=0, w=0, inf=0, hop=0, out=0, prt=0, ppl=0, man=0, vac=0, blt=0, frg=0, que=0, bri=400), T.wait(r.uniform(15, 40), 0)

        def fetch(n):
            """Takes n packs and keeps them."""
            for _ in range(n):
                fr = self.new(3) and r.random() < 0.15
                x, z = (0.5, r.uniform(0.4, 1.6)) if fr else (r.uniform(0.8, X), r.uniform(0.1, Z))
                w, m = float(r.uniform(22, 92)), float(np.clip(r.lognormal(4.3, 0.8), 12, 900))
                T.set(frg=int(fr))
                T.go(2, v=2.6, a=3.2, x=x, z=float(T.pos["z"] + np.clip(z - T.pos["z"], -2.6, 2.6))), T.go(3, sec=1.1, r=float(r.choice((0.0, np.pi))))
                T.go(4, sec=r.uniform(0.5, 0.9), y=r.uniform(0.2, 0.42)), T.set(vac=1, kg=m, w=w), T.go(4, sec=0.5, g=w), T.wait(r.uniform(0.2, 0.5), 4)
                T.set(blt=1), T.go(5, sec=r.uniform(0.6, 0.9), y=0.0), T.set(vac=0, blt=0, frg=0), T.wait(0.2, 5)

        while T.more:
            no, a0 = no + 1, T.i
            rush = self.is_life(8) or r.random() < 0.5
            T.spd = 0.75 if self.is_life(6) else 1.0 if r.random() < 0.75 else 0.85
            T.set(ord=int(r.integers(1000, 9000)), que=int(r.integers(0, 9)) if rush else int(r.integers(0, 3)), mod=1)
            if r.random() < 0.6:
                T.set(bri=float(r.uniform(160, 900)))
            for _ in range(int(r.integers(4, 9) if rush else r.integers(2, 5))):
                n = int(r.integers(1, 5)) if self.new(4) else int(r.integers(1, 4))  # new: four packs on the table
                T.set(itm=n), fetch(n)
                o = int(r.integers(1, 4))
                T.go(6, v=2.6, a=3.2, x=(0.6, 3.0, 5.4)[o - 1], z=0.9), T.set(out=o, prt=int(r.random() < 0.4), blt=2), T.go(7, sec=0.6, y=0.2, g=95.0)
                T.set(kg=0, w=0), T.go(7, sec=1.8, y=0.0, l=1.2), T.set(blt=0, prt=0), T.wait(r.uniform(0.4, 1.2), 7), T.go(7, v=0.9, l=0.0), T.wait(r.uniform(0.3, 1.5), 7), T.set(out=0)
            T.task(a0)
            if r.random() < 0.55:  # taken in
                T.set(mod=2, inf=1, ppl=1, hop=int(self.new(6)))
                for _ in range(int(r.integers(4, 12))):
                    w, m = float(r.uniform(22, 92)), float(np.clip(r.lognormal(4.3, 0.8), 12, 900))
                    T.set(kg=0), T.go(8, v=2.2, a=2.8, x=0.6, z=0.7), T.set(w=w, kg=m), T.wait(r.uniform(0.8, 2.5), 8), T.set(vac=1), T.go(8, sec=0.8, y=0.3, g=w), T.go(8, sec=0.7, y=0.0)
                    T.go(9, v=2.4, a=3.0, x=r.uniform(0.8, X), z=r.uniform(0.1, Z)), T.go(9, sec=0.6, y=r.uniform(0.2, 0.42)), T.set(vac=0, kg=0), T.go(9, sec=0.6, y=0.0, g=95.0)
                T.set(inf=0, ppl=0, hop=0)
            if r.random() < 0.3 or self.new(8) and r.random() < 0.5:  # put together
                T.set(mod=3)
                for _ in range(int(r.integers(2, 7))):
                    fetch(1), T.go(9, v=1.8, a=2.0, x=r.uniform(0.8, X), z=r.uniform(0.1, Z)), T.go(9, sec=0.6, y=0.3), T.set(kg=0, w=0), T.go(9, sec=0.6, y=0.0)
            if r.random() < 0.16 or self.is_life(8) and r.random() < 0.25:
                T.set(mod=5, man=1, ppl=1), T.wait(r.uniform(4, 9), 10), T.manual(r.uniform(12, 35), 10, dict(x=-0.6, z=-0.2, y=0.0, l=0.0), dict(x=0.6, z=0.3, y=0.3, l=0.5)), T.set(man=0, ppl=0)
            if self.is_life(5, 9) and no == 2:
                T.set(mod=4), T.go(11, v=0.6, a=1, x=0.05), T.go(11, v=1, a=1, x=X), T.go(11, v=0.5, a=1, z=Z), T.go(11, v=0.5, a=1, z=0.05)
            T.set(mod=0), T.wait(r.uniform(3, 45), 0)
        self.A, H, self.st, self.tasks = T.A, T.H, T.st, T.tasks
        self.E = lambda k_: H.get(k_, self.z0)
        self.weather(90)

    def physics(self):
        A, E, W, h, t = self.A, self.E, self.wander, self.h, self.t
        bl, gd, zb = h("xbl", 0.5), h("gde", 0.5), h("zbr", 0.5)
        self.X = [ring(A["x"], 5.0, 0.75), ring(A["z"], 5.0, 0.8), ring(A["r"], 4.0, 0.8), ring(A["y"], 5.0, 0.8)]
        self.dX = [lp(np.gradient(x, DT), 0.06) for x in self.X]
        ac = [lp(np.gradient(d, DT), 0.08) for d in self.dX]
        self.xm, self.zm, self.rm, self.ym = (np.abs(d) > c for d, c in zip(self.dX, (0.08, 0.06, 0.2, 0.06)))
        self.kg = lp(E("kg"), 0.25) / 1000
        mass = 1 + 0.5 * self.kg + 0.04 * E("itm") * 0.3
        self.swg = lp(np.tanh(3 * np.abs(self.dX[0])), 0.3)
        fr = 2.2 * np.tanh(9 * self.dX[0]) * (1 + 0.004 * self.wear(3)) + 0.5 * self.dX[0]
        self.ia = [
            np.abs(fr * (1 + 1.3 * gd) + 2.1 * mass * ac[0]) + 0.5,
            np.abs(1.6 * mass + 1.4 * np.tanh(9 * self.dX[1]) + 1.9 * mass * ac[1] + 3.6 * zb * np.tanh(9 * self.dX[1])) + 0.3,
            0.3 + 0.9 * np.tanh(3 * np.abs(self.dX[2])) + 0.15 * np.abs(ac[2]),
            0.25 + 1.1 * np.tanh(6 * np.abs(self.dX[3])) + 0.2 * np.abs(ac[3]) * mass,
        ]
        self.ia = [lp(x, 0.06) for x in self.ia]
        self.ta = [3.2 * lp(self.ia[0], 160) + 7 * lp(gd, 120), 3.0 * lp(self.ia[1], 160) + 7 * lp(zb, 120), 6 * lp(self.ia[2], 160), 5 * lp(self.ia[3], 160)]
        self.fl = [0.55 * self.dX[0] + 0.35 * ac[0] * 0.4 + bl * (1.4 * self.dX[0] + 2.2 * self.swg * np.sin(2 * np.pi * t / 0.6)), 0.5 * self.dX[1] * (1 + 1.6 * zb) + 0.1 * ac[1], 0.35 * self.dX[2], 0.6 * self.dX[3]]
        self.dif = 0.05 * ac[0] + bl * (0.35 * ac[0] + 0.5 * self.swg * W("df", 1, 0.4))
        self.sv, tc = lp(E("vac"), 0.15), h("cup", 0.3)
        self.son = self.sv > 0.5
        self.vp = self.sv * (62 - 6 * self.kg) * (1 - 0.3 * tc)
        self.vq = 0.6 + 5.5 * lp((np.diff(E("vac"), prepend=0) > 0) * 8.0, 0.2) + 6.0 * tc * self.sv
        self.vi = 0.3 + self.sv * (1.5 + 0.55 * tc)
        self.vt = 0.2 + 0.16 * tc
        sl, wk = h("fsl", 3), h("fcp", 3)
        door = lp(E("frg"), 1)
        loss = 0.012 + 0.0006 * (self.amb - 22) + 0.05 * door + 0.005 * sl
        self.ft, self.fon = self.fridge(loss, 0.042)
        self.fo = lp(self.fon, 4)
        self.ft = self.ft + 1.4 * lp(sl, 60) + 1.8 * lp(wk, 90) + 0.6 * lp(door, 6)
        self.te = -4 * lp(self.fo, 40) - 1 + 2.6 * lp(sl, 60) + 1.2 * lp(wk, 90)
        self.fr = 52 + 7 * lp(door, 15) + 8 * lp(sl, 30) + 2.5 * (1 - self.fo)
        self.plo, self.phi = 2.6 - 1.2 * self.fo + 0.45 * wk, 6.4 + (5.0 - 2.4 * wk) * self.fo + 0.12 * (self.amb - 22)
        ds = h("win", 1)
        self.inf = lp(E("inf"), 0.6)
        self.irn = self.inf > 0.5
        self.ctr, self.qlt, self.dec = 71 - 15 * ds, 88 - 13 * ds, 24 + 17 * ds
        hd = h("rol", 1)
        self.iv, self.ii, self.isl = self.inf * 0.32 * (1 - 0.16 * hd), 0.2 + self.inf * (1.6 + 0.3 * self.kg + 0.9 * hd), 1.2 * self.inf + 4.0 * hd * self.inf
        lk = h("alk", 2)
        use = 0.006 + 0.05 * np.abs(np.gradient(lp(E("vac"), 0.3), DT)) + 0.03 * (E("out") > 0) + 0.02 * lk
        px, self.aon = hyst(use, 0.075, 5.8, 7.2, 6.4)
        self.prs = px - 0.55 * lp(lk, 20)
        dead = h("fan", 2).clip(0, 1)
        self.dead, self.hot = dead, 10 * lp(dead, 130)
        brak = np.maximum(-ac[0] * np.sign(self.dX[0]), 0) * np.abs(self.dX[0]) + 0.7 * np.maximum(-self.dX[1], 0)
        rs = h("res", 0.3).clip(0, 1)
        bk = lp(np.minimum(brak, 6), 0.12)
        self.vdc = 322 - 2.5 * lp(self.ia[0], 0.2) + 3.0 * bk * (1 + 4.5 * rs)
        self.irs, self.trs = bk * 1.4 * (1 - 0.96 * rs), 9 * lp(bk, 90) - 7 * lp(bk * rs, 60)
        rb = h("bal", 0.5)
        self.L = ring(A["l"], 2.5, 0.8)
        self.dL = lp(np.gradient(self.L, DT), 0.1)
        self.lm = np.abs(self.dL) > 0.05
        self.li = 0.3 + np.tanh(6 * np.abs(self.dL)) * (1.5 + 0.25 * np.sign(self.dL) + 1.3 * rb)
        self.lb = 1.0 + 0.12 * np.tanh(4 * self.dL) + 0.34 * rb * np.tanh(6 * np.abs(self.dL))
        self.ou = [lp((E("out") == i + 1) * 1.0, 0.3) for i in range(3)]
        self.orn = sum(self.ou) > 0.4
        self.pr = lp(E("prt"), 0.3)
        self.bt = lp(E("blt"), 0.2)
        self.a24 = lp(4.5 + self.vi + 1.2 * self.inf + 1.4 * sum(self.ou) + 0.9 * self.pr + 1.1 * (self.pieces("a24", 9, 50, 0, 1) < 0.4), 0.3)
        self.a48 = lp(0.8 + 0.8 * sum(self.ia), 0.2)

    def fridge(self, loss, cool):
        """Temperature of the fridge and its compressor, with hysteresis."""
        x, on, xs, ons = 4.6, False, [], []
        for l_ in (loss * DT).tolist():
            on = x > 3.6 if on else x > 5.4
            x += l_ - cool * DT * on
            xs.append(x), ons.append(float(on))
        return np.array(xs), np.array(ons)

    def where(self):
        E, ones = self.E, np.ones(self.n, bool)
        self.over("x_fst", np.abs(self.dX[0]), AXS + ":vel[0]", "vel|speed|velocity|faster", self.xm, 0.5, 2, 0.4)
        self.over("z_hi", self.X[1], AXS + ":pos[1]", "pos|height|higher|position", ones, 0.5, 2, 0.4)
        gr = (self.st == 4) | (self.st == 5) | (self.st == 6) | (self.st == 9)
        self.over("g_big", E("w"), GRP + ":wid", "wid|width|wider|bigger", gr & (E("w") > 5), 0.45, 0, 0.4)
        self.over("v_mas", E("kg"), DIM + ":mas", "mas|mass|heavier|load|weight", self.son & (E("kg") > 5), 0.4, 0, 0.5)
        self.tr = self.amb + 1.2 * np.sin(self.t / 45 + self.su("tr"))
        self.over("f_rh", self.tr, "/amb:temperature", "temperature|warmer|hotter|amb", ones, 0.55, 1, 0.2)
        self.bri = lp(E("bri") * (0.7 + 0.3 * self.sunny), 2)
        self.over("s_lgt", self.bri, DOS + ":bri", "bri|light|brighter|bright", ones, 0.6, 0, 0.45)
        self.over("p_24", self.a24, PSU + ":a24", "a24|current|load", ones, 0.6, 1, 0.35)
        self.places(self.X[0], self.X[1], ones, k_pl=(0.75, 0.11), r_pl=(0.75, 0.11), h_pl=(0.75, 0.11), e_pl=(0.75, 0.11), sh_pl=(0.75, 0.11))
        b = ("beam", "runs", "moves", "moving", "vel", "speed", "faster")
        self.mode("xbl gde res x_vel h_z", self.xm, *b), self.mode("zbr", self.zm, "lift", "moves", "moving", "vel"), self.mode("r_amp", self.rm, "turns", "turning", "vel"), self.mode("y_flw", self.ym, "reach", "moves", "moving", "vel")
        self.mode("cup", self.son, "sucks", "vacuum", "prs", "amp"), self.mode("g_frc", gr & (E("w") > 5), "grips", "wid", "frc"), self.mode("g_blt", self.bt > 0.5, "belt", "runs", "blt vel", "blt amp")
        self.mode("rol i_vel win w_amp w_vib", self.irn, "infeed", "runs", "vel"), self.mode("o_amp", self.ou[1] > 0.5, "outlet", "runs", "amp", "vel"), self.mode("o_vel", self.ou[2] > 0.5, "outlet", "runs", "amp", "vel"), self.mode("bal l_vel", self.lm, "lift", "runs", "moves", "vel", "amp")

    def record(self):
        E, W, t = self.E, self.wander, self.t
        slp, jam, nrd = self.shape("s_slp", 0.35, 0.4, 2.5), self.shape("s_jam", 0.4, 0.8, 5), self.blink("s_nrd")
        X, d = self.X, self.dX
        self.pub(
            AXS,
            "dsp_msgs/msg/Axs",
            15,
            dict(
                pos=[s(x, 1e-4, 3e-4, 0.001) for x in X],
                vel=[s(v, 1e-3, 0.006) for v in d],
                amp=[s(x, 0.02, 0.09, 0.05, 0.07, 2, 0, out=(0.9, 0.003)) for x in self.ia],
                flw=[s(x, 0.005, 0.03, 0.02, 0.02, 3) for x in self.fl],
                tmp=[s(self.T(f"ax{i}", x, 260, 8, 0.12), 0.1, 0.1, lag=5) for i, x in enumerate(self.ta)],
            ),
        )
        w, on = lp(E("w"), 0.2), lp((E("w") > 5) * ((self.st == 4) | (self.st == 5) | (self.st == 6) | (self.st == 9)), 0.15)
        fc = on * (17 + 0.05 * w)
        self.pub(
            GRP,
            "dsp_msgs/msg/Grp",
            10,
            dict(
                wid=s(ring(self.A["g"], 4, 0.9), 0.1, 0.3, 0.4),
                frc=s(fc * np.where(slp, 0.5, 1), 0.1, 0.5, 0.4, 0.4, 3, 0),
                amp=s(0.15 + 0.006 * np.abs(np.gradient(ring(self.A["g"], 4, 0.9), DT)) + 0.5 * on, 0.01, 0.04, 0.03, 0.03, 3, 0),
                blt_amp=s(0.1 + 0.45 * self.bt + 0.2 * self.kg, 0.01, 0.04, 0.03, 0.03, 4, 0),
                blt_vel=s(0.16 * self.bt, 0.002, 0.006, 0.003, 0.005, 4, 0),
                tmp=s(self.T("gp", 5 * lp(on, 160), 220, 6, 0.1), 0.1, 0.1),
                cyc=self.once(E("w")) + 40000 + 2500 * self.idx,
                slp=slp,
            ),
        )
        self.pub(VAC, "dsp_msgs/msg/Vac", 8, dict(prs=s(self.vp, 0.1, 0.5, 0.5, 0.4, 4, 0), flw=s(self.vq, 0.05, 0.2, 0.15, 0.15, 3, 0), amp=s(self.vi, 0.01, 0.06, 0.04, 0.05, 4, 0), tmp=s(self.T("vc", 7 * lp(self.sv, 150), 220, 8, 0.12), 0.1, 0.1, lag=5), t_evc=s(self.vt, 0.005, 0.012, 0.015, 0.01, 9, 0.02)))
        self.pub(
            INF,
            "dsp_msgs/msg/Inf",
            6,
            dict(vel=s(self.iv, 0.002, 0.006, 0.004, 0.005, 4, 0), amp=s(self.ii, 0.02, 0.08, 0.05, 0.06, 4, 0), slp=s(self.isl, 0.05, 0.16, 0.12, 0.12, 5, 0), tmp=s(self.T("if", 6 * lp(self.inf, 200), 240, 5, 0.12), 0.1, 0.1, lag=5), gap=s(np.floor(9 + 6 * self.per_event("gp", E("w")).clip(-1.3, 2)), 1)),
        )
        self.pub(
            SCN,
            "dsp_msgs/msg/Scn",
            5,
            dict(
                dec_ms=s(self.net("dc", 0, 3, 4) + self.dec, 0.5),
                qlt=s(self.qlt + 3 * self.per_event("ql", E("w")) * self.irn, 0.5, 1.2, 1.2, 1.0, 6, 0, 100),
                lum=s(164 - 3 * np.sin(t / 700), 1, 2.0, 3, 2, 12, 0),
                ctr=s(self.ctr - 0.003 * self.bri, 0.5, 1.1, 1.4, 1.0, 8, 0, 100),
                rds=self.once(E("w")) * 1.0 + 5000 * self.idx,
                nrd=nrd,
            ),
        )
        wi = E("w") * self.irn
        self.pub(DIM, "dsp_msgs/msg/Dim", 4, dict(len=s(lp(60 + 1.1 * E("w"), 0.3), 0.1, 0.4, 0.4), wid=s(w, 0.1, 0.3, 0.3), hgt=s(lp(14 + 0.4 * E("w") + 6 * self.per_event("hg", E("w")), 0.3), 0.1, 0.3, 0.3), mas=s(lp(E("kg"), 0.3), 0.5, 0.8, 0.6, 0.5, 9), zer=s(0.2 + 0.02 * (wi > 0), 0.05, 0.12, 0.2, 0.15, 30)))
        self.pub(
            OUT,
            "dsp_msgs/msg/Out",
            6,
            dict(
                amp=[s(0.15 + x * (1.3 + 0.2 * self.kg) + 1.8 * (jam & (i == 0)), 0.02, 0.06, 0.04, 0.05, 3, 0) for i, x in enumerate(self.ou)],
                vel=[s(0.42 * x, 0.002, 0.008, 0.004, 0.006, 4, 0) for x in self.ou],
                tmp=[s(self.T(f"ou{i}", 7 * lp(x, 160), 220, 4, 0.1), 0.1, 0.1, lag=5) for i, x in enumerate(self.ou)],
                jam=jam,
            ),
        )
        self.pub(LFT, "dsp_msgs/msg/Lft", 8, dict(pos=s(self.L, 1e-3, 2e-3, 0.003), vel=s(self.dL, 1e-3, 0.006), amp=s(self.li, 0.02, 0.07, 0.05, 0.06, 3, 0), tmp=s(self.T("lf", 5 * lp(self.lm * 1.0, 160), 220, 5, 0.1), 0.1, 0.1, lag=5), bal=s(self.lb, 0.005, 0.015, 0.015, 0.012, 5)))
        self.pub(
            FRG,
            "dsp_msgs/msg/Frg",
            3,
            dict(
                t_air=s(self.ft, 0.05, 0.06, 0.2, 0.05, 20, lag=6),
                t_evp=s(self.te, 0.1, 0.1, 0.3, 0.08, 20, lag=4),
                amp_cp=s(0.15 + self.fo * (2.3 + 0.04 * (self.amb - 22) + 0.35 * (self.phi - 11) * 0.3), 0.02, 0.06, 0.06, 0.05, 8, 0),
                rpm_fn=s(1340 + 6 * self.fo, 2, 9, 14, 8, 12, 0),
                rh=s(self.fr, 0.5, 0.6, 1.2, 0.6, 25, 5, 98, lag=8),
                prs_lo=s(self.plo, 0.01, 0.04, 0.06, 0.03, 12, 0),
                prs_hi=s(self.phi, 0.05, 0.1, 0.15, 0.09, 12, 0),
            ),
        )
        pr = self.pr
        self.pub(
            LBL,
            "dsp_msgs/msg/Lbl",
            4,
            dict(tmp_hd=s(self.T("lb", 18 * lp(pr, 8) + 6 * lp(pr, 90), 120, 3, 0.15), 0.1, 0.15), amp_mt=s(0.08 + 0.6 * pr, 0.01, 0.04, 0.03, 0.03, 4, 0), blk=s(0.86 - 0.002 * self.wear(1), 0.005, 0.01, 0.015, 0.008, 20, 0, 1), rib=s(74 - np.cumsum(pr) * DT * 0.004, 0.1, 0.1, 1.5, 0.1, 60, 0, 100)),
        )
        on_t = lp(self.aon, 90)
        self.pub(
            AIR,
            "dsp_msgs/msg/Air",
            5,
            dict(
                prs=s(self.prs, 0.01, 0.03, 0.05, 0.03, 8, 0),
                amp_cp=s(0.2 + self.aon * (5.6 + 0.12 * (self.prs - 6) + 0.01 * self.wear(3)), 0.05, 0.15, 0.12, 0.12, 5, 0),
                dew=s(3.2 + 0.2 * (self.amb - 22) + 1.2 * on_t, 0.1, 0.12, 0.4, 0.12, 40),
                t_on=s(18 + 60 * on_t, 0.5, 0.7, 1.0, 0.6, 10, 0),
                dp_fl=s(0.12 + 0.05 * on_t + 0.001 * self.wear(1), 0.002, 0.006, 0.01, 0.005, 12, 0),
                lo_prs=(self.f("s_air") > 0) & (t % 18 < 6),
            ),
        )
        i, i4 = self.a24, self.a48
        il = lp(3.5 + 0.12 * i + 0.35 * i4 + 0.9 * self.aon + 1.1 * self.fo + 0.6 * (self.pieces("il", 20, 90, 0, 1) < 0.5), 0.3)
        self.pub(PSU, "dsp_msgs/msg/Psu", 5, dict(v24=s(24.2 - 0.015 * i, 0.01, 0.02, 0.03, 0.015, 9), a24=s(i, 0.02, 0.08, 0.05, 0.06, 4, 0), v48=s(48.4 - 0.03 * i4, 0.02, 0.06, 0.08, 0.05, 5), a48=s(i4, 0.02, 0.1, 0.06, 0.08, 3, 0), v5=s(5.07, 0.005, 0.008, 0.01, 0.006, 15), tmp=s(self.T("pu", 1.1 * lp(i, 150) + 0.6 * self.hot, 260, 9, 0.12), 0.1, 0.1), amp_ln=[s(il * (1 + self.u(f"ln{j}", 0.02)), 0.05, 0.12, 0.1, 0.1, 3, 0) for j in range(3)]))  # fmt: skip
        self.pub(UPS, "dsp_msgs/msg/Ups", 2, dict(v_bat=s(27.2, 0.01, 0.03, 0.05, 0.02, 30), a_chg=s(0.24 + 0.03 * W("uc", 1, 60), 0.005, 0.02, 0.02, 0.015, 9, 0), cap=s(98, 0.1, 0.15, 0.8, 0.1, 90, 0, 100), r_int=s(11.5 + 0.02 * self.wear(1), 0.05, 0.12, 0.4, 0.1, 40, 0)))
        self.pub(CAB, "dsp_msgs/msg/Cab", 2, dict(tmp=s(self.T("cb", 2.5 * lp(i4 / 3, 200) + self.hot, 300, 6, 0.12), 0.1, 0.08), rh=s(39 + 3 * self.su("rh") - 0.4 * (self.amb - 22), 0.5, 0.4, 1.0, 0.5, 90, 5, 95), dst=s(24 + 5 * lp((self.irn | self.xm) * 1.0, 40), 0.5, 1.4, 1.5, 1.2, 12, 0)))
        self.pub(VNT, "dsp_msgs/msg/Vnt", 4, dict(rpm=[s((2700 + 25 * (self.amb - 22)) * (1 - (0.97 * self.dead if j == 0 else 0)), 5, 16, 22, 14, 9, 0) for j in (0, 1)], dp=s(38 - 15 * self.dead + 0.3 * self.wear(1), 0.2, 0.7, 1.2, 0.6, 9, 0)))
        self.pub(LCT, "dsp_msgs/msg/Lct", 4, dict(lvl=[s(88 - 3 * (E("ppl") > 0) - 0.4 * np.sin(t / 600), 0.5, 0.8, 1.6, 0.8, 9, 0, 100) for _ in range(4)]))
        v = np.abs(d[0])
        self.pub(
            CAM,
            "dsp_msgs/msg/Cam",
            6,
            dict(
                shp=s(64 - 14 * np.tanh(v) - 4 * np.tanh(np.abs(d[1])) + 2 * np.sin(3 * X[0]), 0.5, 1.0, 1.2, 0.9, 6, 0),
                lum=s(118 + 6 * np.sin(2 * X[0] + 3 * X[1]) + 0.004 * self.bri, 1, 2.0, 2, 1.6, 6, 0, 255),
                off_x=s(0.35 * self.per_event("ox", E("w")), 0.02, 0.1, 0.1, 0.08, 5),
                off_z=s(0.3 * self.per_event("oz", E("w")), 0.02, 0.1, 0.1, 0.08, 5),
                lat=s(self.net("kl", 34, 6, 5), 0.5),
                cnf=s(0.9 - 0.06 * np.tanh(v), 0.002, 0.012, 0.01, 0.01, 5, 0, 1),
            ),
        )
        self.pub(RFD, "dsp_msgs/msg/Rfd", 4, dict(rss=s(-51 - 5 * np.abs(np.sin(1.7 * X[0])) - 2 * np.abs(np.cos(2 * X[1])), 0.5, 1.0, 0.9, 0.9, 5), pwr=s(28.6 + 0.6 * np.sin(1.7 * X[0]), 0.1, 0.15, 0.15, 0.12, 8), t_rd=s(self.net("rd", 18, 5, 5), 0.5), tgs=self.once(E("w")) + 300 * self.idx))
        ax, az = lp(np.gradient(d[0], DT), 0.08), lp(np.gradient(d[1], DT), 0.08)
        gdn = self.h("gde", 0.5)
        nz = 0.05 + 0.22 * v + 1.4 * gdn * np.tanh(3 * v)
        self.inertial(ACC, 12, (0.002 * np.sin(X[0]), 0.002 * np.cos(X[1]), X[2]), (0.01 * self.white("gx"), 0.01 * self.white("gy"), d[2]), (ax + nz * self.white("hx"), 0.6 * nz * self.white("hy"), 9.81 + az + 0.8 * nz * self.white("hz")), "head")
        self.pub(POS, "geometry_msgs/msg/PoseStamped", 8, {"pose.position.x": s(X[0], 1e-3, 2e-3, 0.002), "pose.position.y": s(X[1], 1e-3, 2e-3, 0.002), "pose.position.z": s(X[3], 1e-3, 2e-3, 0.002), "pose.orientation.z": np.sin(X[2] / 2), "pose.orientation.w": np.cos(X[2] / 2)}, "shelf")
        self.pub(NET, "dsp_msgs/msg/Net", 3, dict(rtt=s(self.net("nr", 5, 2, 4), 0.5), lss=s(self.net("nl", 0, 0.4, 0.3), 0.1)))
        self.pub(DBS, "dsp_msgs/msg/Dbs", 3, dict(qry=s(self.net("qr", 14, 6, 8) + 0.8 * E("que"), 0.5), que=E("que"), use=s(54 + 0.2 * self.idx + t / 40000, 0.1, 0.05)))
        ver = self.version("dsp", "8.3", "8.4", "8.6")
        self.computer(IPC, "dsp_msgs/msg/Ipc", 6, 9, 1700, ("cyc", "cyc_mx", "mem", "tmp_cp", "rel"), 4 * lp(self.xm * 1.0, 40) + 0.6 * self.hot, ver, 0.6)
        self.pub(BRK, "dsp_msgs/msg/Brk", 10, dict(v_dc=s(self.vdc, 0.5, 1.5, 1.2, 1.2, 5), tmp_rs=s(self.T("rs", self.trs, 160, 6, 0.15), 0.5, 0.15, lag=3), amp_rs=s(self.irs, 0.05, 0.12, 0.05, 0.08, 3, 0)))
        self.pub(ENC, "dsp_msgs/msg/Enc", 8, dict(sig=[s(0.98 - 0.02 * np.tanh(np.abs(g)), 0.002, 0.008, 0.015, 0.006, 6, 0, 1.3) for g in d], dif_x=s(self.dif, 0.005, 0.03, 0.02, 0.02, 4)))
        hp = lp(E("inf"), 1)
        self.pub(HOP, "dsp_msgs/msg/Hop", 4, dict(amp=s(0.1 + hp * (1.1 + 1.2 * lp(E("hop"), 1)), 0.02, 0.06, 0.04, 0.05, 4, 0), vel=s(0.05 * hp, 0.001, 0.003, 0.002, 0.002, 5, 0), lvl=s(58 + 5 * W("hl", 1, 120), 0.5, 0.7, 1.5, 0.6, 25, 0, 100), vib=s(0.05 + 1.6 * hp, 0.01, 0.06, 0.03, 0.05, 4, 0)))
        self.pub(SHF, "dsp_msgs/msg/Shf", 5, dict(dfl=[s(0.9 + 0.25 * np.sin(0.8 * X[0] + i) + 0.06 * np.abs(ax) * 0.3, 0.01, 0.03, 0.04, 0.03, 6) for i in (0, 1)], tlt=s(0.12 + 0.02 * np.sin(X[0] / 2), 0.002, 0.008, 0.02, 0.006, 20)))
        self.pub(EXT, "dsp_msgs/msg/Ext", 3, dict(amp=s(0.62, 0.01, 0.02, 0.03, 0.015, 12, 0), flw=s(148 + 3 * W("ef", 1, 60), 0.5, 2.2, 2.5, 2, 10, 0), dp=s(31 + 0.3 * self.wear(1) + 0.6 * W("ed", 1, 60), 0.2, 0.6, 0.9, 0.5, 10, 0)))
        self.pub(DOS, "dsp_msgs/msg/Dos", 2, dict(bri=s(self.bri, 1, 6, 4, 8, 12, 0), ppm=s(640 + 90 * lp((E("ppl") > 0) * 1.0, 120) + 20 * W("pp", 1, 200), 1, 6, 12, 5, 30, 300), hum=s(44 + 3 * self.su("rm") - 0.5 * (self.amb - 22), 0.5, 0.5, 1.0, 0.5, 120, 10, 90)))
        self.simple("/amb", "Temperature", 1, "temperature", s(self.tr, 0.1, 0.05))
        self.pub("/sft", "dsp_msgs/msg/Sft", 2, dict(es_ok=1, dr_cl=E("man") < 0.5, lc_ok=1, ppl=E("ppl")))
        self.pub("/job", "dsp_msgs/msg/Job", 4, dict(stp=self.st, mod=E("mod"), ord=E("ord"), itm=E("itm"), que=E("que"), spd=s(1.0 if not self.is_life(6) else 0.75, 0.01), jog=E("man")))
        self.end(
            "/dispense/_action/status",
            [
                ("s_slp", "grp", ["pack slipped, gripped again", "pack held"], "GRP"),
                ("s_jam", "out", ["outlet 1 jam, reversing", "outlet 1 free"], "OUT"),
                ("s_nrd", "scn", "code not read, pack turned", "SCN"),
                ("s_air", "air", "air pressure below limit, compressor on", "AIR"),
            ],
            [(14, "I", "job", "order done in {} s", 5, 60), (8, "W", "cam", "pack stands askew by {} mm", 2, 9), (6, "W", "dbs", "stock differs by {} packs", 1, 3), (5, "I", "dim", "scale zeroed at {} g", 0.1, 1.2), (4, "W", "net", "stock server slow {} ms", 400, 900)],
            [("axs", "references ok"), ("scn", "window cleaned 9 days ago"), ("sft", "door switch ok")],
            ver,
        )
