"""Electric refuse truck with an arm at its side, a compactor and a tailgate: standard odometry, imu, satellites, joint states, scan and ranges; long English names of the body; abbreviated ones of the electric drive."""

# fmt: off
import numpy as np
from base import DT, NU, PL, Robot, Track, diff, lp, mdef, n, ring
from base import kind as k

ODO, IMU, GNS, ARM, SCN, RGS, CMD, BAT, TMP = "/odom", "/chassis/imu", "/gnss/fix", "/arm/joint_states", "/front/scan", "/side/range", "/drive/cmd", "/hv_battery", "/outside/temperature"
EDR, BRK, TYR, DCC, THM, STR, SUS, CPR, TEL, CAN, OBC = "/edr", "/brk", "/tyr", "/dcc", "/thm", "/str", "/sus", "/cpr", "/tel", "/can", "/obc"
CMP, HYD, GRP, HOP, SCL, TLG, DET, RFD, MST, LEA, LGT, CAB, FIR, SUR, PC, SND, LFT = "/compactor", "/body_hydraulics", "/gripper", "/hopper", "/body_scale", "/tailgate", "/bin_detector", "/bin_reader", "/misting", "/leachate", "/lighting", "/cabin", "/fire_watch", "/surround_cameras", "/computer", "/sound", "/arm_load"
DR, AR, CM, CP = dict(where="when driving"), dict(where="when the arm moves", need=12), dict(where="when it compacts", need=8), dict(where="when the compressor runs", need=10)


class Kerb(Robot):
    NAME = "kerb"
    FLAGS = [(CMP, "blocked"), (HYD, "filter_dirty"), (CPR, "lo"), (LEA, "tank_full")]
    COMES = ("s_cpr",)
    RETRY = [("bin_detector", "DET", "bin half hidden, looked again after {} s", 3, 0.5, 3), ("surround", "SUR", "low sun, exposure {} ms", 3, 1, 5)]
    DEFS = {
        "kerb_msgs/msg/Edr": mdef("float32 rpm tq iac idc vdc tmo tin"),
        "kerb_msgs/msg/Brk": mdef("float32[4] prs tmp; float32 ped"),
        "kerb_msgs/msg/Tyr": mdef("float32[4] prs tmp"),
        "kerb_msgs/msg/Dcc": mdef("float32 v24 a24 tmp iso"),
        "kerb_msgs/msg/Thm": mdef("float32 tw flw fan hp"),
        "kerb_msgs/msg/Str": mdef("float32 ang tq amp tmp"),
        "kerb_msgs/msg/Sus": mdef("float32[4] prs hgt"),
        "kerb_msgs/msg/Cpr": mdef("float32 prs amp tmp; bool lo"),
        "kerb_msgs/msg/Tel": mdef("float32 rtt los rsrp; uint16 cel"),
        "kerb_msgs/msg/Can": mdef("float32[2] ld err"),
        "kerb_msgs/msg/Obc": mdef("float32 amp tmp vin; bool plg"),
        "kerb_msgs/msg/Compactor": mdef("float32 plate_position plate_pressure ram_speed; uint32 cycles; bool blocked"),
        "kerb_msgs/msg/Hydraulics": mdef("float32 pump_pressure return_pressure pump_current oil_temperature oil_level filter_difference; bool filter_dirty"),
        "kerb_msgs/msg/Gripper": mdef("float32 finger_gap grip_pressure finger_current grip_sure"),
        "kerb_msgs/msg/Hopper": mdef("float32 fill_height camera_brightness dust_level"),
        "kerb_msgs/msg/BodyScale": mdef("float32 load_kilograms; float32[2] axle_tonnes; float32 last_bin_kilograms"),
        "kerb_msgs/msg/Tailgate": mdef("float32 gate_angle lock_pressure seal_moisture"),
        "kerb_msgs/msg/BinDetector": mdef("float32 detection_confidence bin_distance bin_turn process_ms image_sharpness exposure_ms; uint16 bins_seen"),
        "kerb_msgs/msg/BinReader": mdef("float32 tag_strength read_ms antenna_match; uint32 tags_read"),
        "kerb_msgs/msg/Misting": mdef("float32 tank_percent mist_pressure mist_flow"),
        "kerb_msgs/msg/Leachate": mdef("float32 tank_percent drain_current conductivity; bool tank_full"),
        "kerb_msgs/msg/Lighting": mdef("float32[2] work_light_current; float32 beacon_current daylight_lux"),
        "kerb_msgs/msg/Cabin": mdef("float32 cabin_temperature blower_speed heater_current"),
        "kerb_msgs/msg/FireWatch": mdef("float32[3] hopper_temperature; float32 smoke_level gas_ppm"),
        "kerb_msgs/msg/Surround": mdef("float32[2] sharpness brightness; float32 frame_delay_ms"),
        "kerb_msgs/msg/Computer": mdef("float32 loop_ms loop_max_ms memory_mb core_temperature fan_speed; string release"),
        "kerb_msgs/msg/Sound": mdef("float32 body_level_db cab_level_db whine_hz"),
        "kerb_msgs/msg/ArmLoad": mdef("float32 boom_strain swing_shake pivot_temperature"),
        "kerb_msgs/msg/Safety": mdef("bool estop_ok seat_ok; uint8 people"),
        "kerb_msgs/msg/Task": mdef("uint8 step waste round_kind; uint16 street_no bin_no; float32 speed_limit; bool by_hand"),
    }
    KINDS = dict(
        drag=k("brake 3 drags: hub hot, more torque", [BRK, EDR], "tmp[2] tq idc", "brake 3|brk|brakes|edr", cons="hv battery|tyr|thm|tmo", step=False, tail=300, **DR),
        tyre=k("tyre 2 loses air slowly: pressure falls, tyre warm, truck leans", [TYR, SUS], "prs[1] tmp[1] hgt[1]", "tyre 2|tyr|sus|suspension", cons="chassis imu|edr", step=False, tail=200),
        pump=k("body pump worn inside: pressure and speed lower, oil warm", [HYD, CMP], "pump_pressure oil_temperature ram_speed", "body pump|body hydraulics|compactor|pump", cons="arm|joint states|pump current|plate pressure|return pressure|thm", step=False, tail=400),
        ram=k("ram of the compactor leaks past its seal: slow and weak", CMP, "ram_speed plate_pressure", "ram|compactor", cons="body hydraulics|pump pressure|sound", step=False, **CM),
        filt=k("return filter clogs", HYD, "filter_difference return_pressure", "filter|body hydraulics", cons="pump current|oil temperature", step=False),
        wpmp=k("coolant pump weak: less flow, drive and inverter hot", [THM, EDR], "flw tw tmo tin", "coolant pump|thm|edr|coolant", cons="fan|dcc|hp", step=False, tail=400),
        leak=k("air line leaks: pressure falls faster, compressor runs longer, hot", CPR, "prs amp tmp", "compressor|cpr|air line", cons="dcc|a24|sus|suspension|brk", step=False, tail=200),
        roll=k("rollers of the arm slide seized: more effort, slow, shakes", [ARM, LFT], "effort[0] velocity[0] swing_shake", "arm slide|arm|joint states|rollers", cons="body hydraulics|boom strain", step=False, **AR),
        lens=k("lens of the bin detector dirty: blurred, less sure, longer looks", DET, "image_sharpness detection_confidence process_ms", "lens|bin detector", cons="exposure ms|gripper|grip sure", step=False),
        glow=k("refuse smoulders in the hopper: warm, smoke, gas", FIR, "hopper_temperature[1] smoke_level gas_ppm", "hopper|fire watch", cons="dust level", step=False, tail=300),
        mist=k("nozzles of the misting clog: more pressure, less flow, more dust", [MST, HOP], "mist_pressure mist_flow dust_level", "nozzles|misting|hopper", step=False),
        fan=k("fan of the computer stands: hot, loops longer, detection slow", [PC, DET], "fan_speed core_temperature loop_ms process_ms", "fan|computer|bin detector", cons="loop max ms|frame delay ms", tail=300),
        cabl=k("cable of the battery loose: contact resistance, voltage falls under load", [EDR, DCC], "vdc tmp", "hv cable|edr|dcc|cable", cons="hv battery|voltage|idc", step=False, **DR),
        e_tmo=k("motor hot: grease in its air gap", EDR, "tmo", "drive motor|edr", "heat 12 90", step=False, tail=400),
        e_iac=k("motor current swings: resolver", EDR, "iac", "drive motor|edr|resolver", "swing 60 1.2", **DR),
        e_rpm=k("motor speed noisy: resolver shield", EDR, "rpm", "drive motor|edr|resolver", "noise 90", **DR),
        e_hi=k("inverter warms up when the torque is above a number: paste pumped out", EDR, "tin", "inverter|edr|paste", "off 7 .1", **NU),
        e_los=k("messages of the drive get lost", EDR, "header.stamp", "edr|drive bus", "lost .45"),
        b_pr=k("brake pressure 1 rises late: valve sticks", BRK, "prs[0]", "brake 1|brk|valve", "slow 1.6", **DR),
        b_pd=k("brake pedal sensor off", BRK, "ped", "brake pedal|brk", "off 9 .03"),
        b_pl=k("brake 4 gets shaken at one place: pothole loosens its cable", BRK, "prs[3]", "brake 4|brk|cable", "walk 1.8 .5 2", **PL),
        t_pr=k("tyre 4 pressure reads in jumps: sender battery", TYR, "prs[3]", "tyre 4|tyr|sender", "jumpy -.7 6"),
        t_tm=k("tyre 3 warm: axle out of line", TYR, "tmp[2]", "tyre 3|tyr|axle", "heat 9 100", step=False, tail=400),
        d_v24=k("24 v low at times: terminal", DCC, "v24", "24 v|dcc|terminal", "~off -.9 .1"),
        d_iso=k("insulation falls: washing water in a plug", DCC, "iso", "insulation|dcc|plug", "off -480 .06", step=False),
        d_hi=k("24 v sags when its current is above a number: converter limits", DCC, "v24", "24 v|dcc|converter", "off -.75 .2", **NU),
        w_fan=k("cooling fan does not keep its speed", THM, "fan", "cooling fan|thm", "swing 160 4"),
        w_hp=k("heat pump draws in bursts", THM, "hp", "heat pump|thm", "burst 3.2 2 8"),
        s_ang=k("steering angle has an offset after a kerb", STR, "ang", "steering|str", "off 2.6 .05"),
        s_tq=k("steering works harder: joint dry", STR, "tq", "steering|str|joint", "off 5 .3", step=False),
        s_amp=k("steering motor draws always: valve leaks", STR, "amp", "steering|str", "off 2.6 .1", step=False),
        u_h1=k("air spring 1 breathes: level valve", SUS, "hgt[0]", "air spring 1|sus|suspension", "pump .24 9"),
        u_p3=k("pressure of air spring 3 sticks", SUS, "prs[2]", "air spring 3|sus|suspension", "frz", need=60),
        c_tm=k("compressor hot: oil old", CPR, "tmp", "compressor|cpr", "heat 13 90", step=False, tail=400),
        c_am=k("compressor starts hard: current", CPR, "amp", "compressor|cpr", "mul .3 .05", **CP),
        l_rt=k("link slow", TEL, "rtt", "telemetry|tel|link", "late 40 190"),
        l_pl=k("link weak at one place: railway bridge", TEL, "rsrp", "telemetry|tel|bridge", "off -15 .15", also="/tel los off 7 .4", **PL),
        r_pl=k("drive draws more at one place: rails rub at the wheel guard", EDR, "iac", "drive motor|edr|wheel guard", "off 75 .4", **PL),
        n_ld=k("bus 2 busy: a node babbles", CAN, "ld[1]", "bus 2|can|node", "off 17 .1", step=False),
        n_er=k("errors on bus 1: terminator", CAN, "err[0]", "bus 1|can|terminator", "off 4 .5"),
        o_vin=k("charging voltage at the socket dips", OBC, "vin", "charger|obc|socket", "~off -22 .2"),
        o_sc=k("odometry counts too little: tyre size set wrong", ODO, "twist.twist.linear.x", "odometry|odom", "mul -.17 .02", **DR),
        o_y=k("odometry y creeps away", ODO, "pose.pose.position.y", "odometry|odom", "creep 6 60"),
        o_age=k("odometry late", ODO, "header.stamp", "odometry|odom|gateway", "age .65", step=False),
        i_z=k("yaw rate has a bias", IMU, "angular_velocity.z", "imu|chassis imu|gyro", "off .03 .1"),
        i_az=k("acceleration z rings: bracket cracked", IMU, "linear_acceleration.z", "imu|chassis imu|bracket", "noise 1.0", **DR),
        i_ax=k("acceleration x reads with a wrong zero", IMU, "linear_acceleration.x", "imu|chassis imu|accelerometer", "off .45 .03"),
        i_hi=k("body shakes when faster than a number: cab mount worn", IMU, "angular_velocity.x", "imu|chassis imu|cab mount", "swing .09 .7", **NU),
        i_pl=k("truck rocks at one place: sunken manhole", IMU, "angular_velocity.y", "imu|chassis imu|manhole", "swing .13 1", **PL),
        g_la=k("satellite position scatters", GNS, "latitude longitude", "gnss|satellites|antenna", "noise .00002"),
        g_al=k("satellite height drifts", GNS, "altitude", "gnss|satellites", "drift 6 30"),
        a_p0=k("slide position jumps back: encoder counts lost", ARM, "position[0]", "arm slide|arm|joint states|encoder", "jumpy -.16 5"),
        a_p1=k("lift reads too high: magnet slipped", ARM, "position[1]", "arm lift|arm|joint states", "off .13 .03"),
        a_v2=k("velocity of the tilt jerky: valve", ARM, "velocity[2]", "arm tilt|arm|joint states|valve", "tick .6 1.1 .3", **AR),
        a_e1=k("effort of the lift breathes: air in the cylinder", ARM, "effort[1]", "arm lift|arm|joint states|cylinder", "pump .55 3", **AR),
        a_hi=k("boom strained when the slide is out further than a number: weld cracked", LFT, "boom_strain", "arm|arm load|weld", "off 75 .4", **NU),
        a_tp=k("pivot of the arm gets warm: no grease", LFT, "pivot_temperature", "arm pivot|arm load|pivot", "heat 9 80", step=False, tail=300),
        f_b=k("rays 6 and 7 of the scan short: mud", SCN, "ranges[5] ranges[6]", "front scan|scanner|mud", "short .35 .6"),
        f_n=k("scan noisy", SCN, "ranges", "front scan|scanner", "noise .8"),
        r_f=k("side range folds: reflector", RGS, "range", "side range|ultrasonic", "fold 1.2 1.5"),
        r_c=k("side range drops out: wet membrane", RGS, "range", "side range|ultrasonic", "cut .2 .3"),
        m_lag=k("drive commands come in holds: planner", CMD, "twist.linear.x", "drive cmd|planner", "hold 1.6", **DR),
        h_cel=k("cell block 5 low", BAT, "cell_voltage[4]", "cell 5|hv battery", "off -.05 .05"),
        h_ca=k("cell block 12 sags when the current is above a number", BAT, "cell_voltage[11]", "cell 12|hv battery", "off -.07 .1", **NU),
        h_soc=k("charge state moves in coarse steps", BAT, "percentage", "hv battery|charge state", "coarse .04"),
        h_tm=k("module 3 of the battery warm", BAT, "cell_temperature[2]", "hv battery|module 3", "heat 7 100", step=False, tail=400),
        p_pos=k("plate position reads with hysteresis: rod of the sensor bent", CMP, "plate_position", "compactor|plate|position sensor", "hys .1 .1", **CM),
        p_pr=k("pressure of the plate spikes: air", CMP, "plate_pressure", "compactor|plate", "spk 38 .07"),
        y_pul=k("pump pressure pulses with a beat", HYD, "pump_pressure", "body pump|body hydraulics", "beat 34 .7 8"),
        y_lvl=k("oil level falls: hose sweats", HYD, "oil_level", "body hydraulics|hose", "off -6 .05", step=False),
        y_hi=k("return pressure unsteady when the pump current is above a number: valve spring", HYD, "return_pressure", "body hydraulics|valve spring", "flut 1.5 .9", **NU),
        q_gap=k("finger gap reads too wide", GRP, "finger_gap", "gripper|fingers", "off .07 .03"),
        q_pr=k("grip pressure falls off after it has closed: check valve", GRP, "grip_pressure", "gripper|check valve", "mul -.3 .06"),
        q_hi=k("grip pressure unsteady when the pump pressure is above a number: shuttle valve", GRP, "grip_pressure", "gripper|shuttle valve", "flut 6 .9", **NU),
        q_cu=k("finger motor draws more", GRP, "finger_current", "gripper|finger motor", "mul .7 .06"),
        k_fh=k("fill height sticks: radar dirty", HOP, "fill_height", "hopper|radar", "stick .28"),
        k_br=k("hopper camera goes dark and comes back", HOP, "camera_brightness", "hopper|hopper camera", "reset .35 26 6"),
        k_sc=k("scale of the body drifts", SCL, "load_kilograms", "body scale|scale", "drift 330 40"),
        k_ax=k("axle load 2 reads with a bend: overloaded once", SCL, "axle_tonnes[1]", "body scale|axle 2", "off 1.1 .03"),
        k_bin=k("weight of bins scatters: load pin", SCL, "last_bin_kilograms", "body scale|load pin", "noise 9"),
        z_lk=k("tailgate lock loses pressure", TLG, "lock_pressure", "tailgate|lock", "mul -.25 .04", step=False),
        z_se=k("seal of the tailgate wet: drips", TLG, "seal_moisture", "tailgate|seal", "off 13 .1", step=False),
        v_ds=k("bin distance reads too far: baseline bent", DET, "bin_distance", "bin detector|stereo", "mul .2 .03"),
        v_ex=k("exposure hunts", DET, "exposure_ms", "bin detector|exposure", "hunt 1.4 4"),
        v_pl=k("detector unsure at one place: painted wall", DET, "detection_confidence", "bin detector|wall", "off -.2 .2", **PL),
        x_tg=k("reader of the bins weak: antenna cracked", RFD, "tag_strength", "bin reader|antenna", "off -9 .1", also="/bin_reader antenna_match mul -.2 .05"),
        x_rd=k("reading takes long", RFD, "read_ms", "bin reader|reader", "late 60 240"),
        x_lc=k("conductivity of the leachate wrong: cell coated", LEA, "conductivity", "leachate|cell", "off -1.5 .06", step=False),
        x_w2=k("work light 2 flickers", LGT, "work_light_current[1]", "work light 2|lighting", "~mul -.4 .2"),
        x_bl=k("cabin blower slow: bearing", CAB, "blower_speed", "cabin|blower", "mul -.2 .04"),
        x_cam=k("camera 2 of the surround view smeared", SUR, "sharpness[1]", "surround cameras|camera 2", "off -11 .1", step=False),
        x_dl=k("pictures of the surround view late", SUR, "frame_delay_ms", "surround cameras|camera", "late 40 140"),
        x_mem=k("memory of the computer fills", PC, "memory_mb", "computer|memory", "leak 640", step=False),
        x_max=k("worst loops far longer", PC, "loop_max_ms", "computer|loop", "late 7 32"),
        x_wh=k("body loud: silencer of the pump gone", SND, "body_level_db", "sound|body|silencer", "off 7 .1", step=False),
        s_cpr=k("compressor warns for seconds again and again that air is low", [CPR, "/rosout", "/diagnostics"], "lo", "compressor|cpr", silent=False),
        s_cmp=k("compactor reports that it is blocked", [CMP, "/rosout", "/diagnostics"], "blocked plate_pressure", "compactor", silent=False),
        s_hyd=k("hydraulics report a dirty filter", [HYD, "/rosout", "/diagnostics"], "filter_dirty", "body hydraulics|filter", silent=False),
        s_lea=k("leachate tank warns that it is nearly full", [LEA, "/rosout", "/diagnostics"], "tank_full", "leachate", silent=False),
    )

    def life(self):
        self.day(12 + self.season(0.8), 4, 3)
        r, site = self.rng("round"), self.site_of()  # another quarter
        gap, length = ((70.0, 190.0), (55.0, 230.0), (90.0, 160.0))[site]
        T, no = Track(self, x=0.0, y=0.0, h=0.0, a0=0.0, a1=0.0, a2=0.0, gr=0.78, cp=0.0, tg=0.0), 0
        T.set(kg=0, bkg=0, ppl=0, man=0, dock=1, bin=0, street=0, waste=1, lim=8, grip=0, see=0, comp=0, mist=0, kind=1, halt=0, pto=0), T.wait(r.uniform(20, 60), 0)
        T.set(dock=0)
        kg, street, bins = r.uniform(200, 2500), 0, 0
        while T.more:
            a0, street, no = T.i, (street + 1) % 3, no + 1
            waste = int(r.choice((1, 2, 3))) if not self.new(6) else int(r.choice((1, 2, 3, 4)))  # new: glass
            T.spd = 1.0 if r.random() < 0.8 else 0.85
            v = r.uniform(4.5, 7.0) * (0.75 if self.is_life(6) else 1)
            T.set(street=street + 1, waste=waste, lim=round(v, 1), kind=2 if self.new(8) else 1)
            y, end = street * gap, length * r.uniform(0.8, 1.0)
            T.drive([(-14.0, y), (4.0, y)] if abs(T.pos["y"] - y) > 3 else [(4.0, y)], v, 1, [(r.uniform(0.3, 0.7), r.uniform(3, 12))] if r.random() < 0.3 else [], a=0.8, cut=7.0, wmax=0.45)
            T.set(pto=1)
            while T.more and T.pos["x"] < end:
                T.go(2, v=v, a=0.9, x=T.pos["x"] + r.choice((9.0, 12.0, 18.0, 26.0)) * r.uniform(0.85, 1.2))
                if r.random() < 0.08:
                    T.wait(r.uniform(4, 20), 3)  # traffic, a parked car
                for _ in range(2 if self.new(4) and r.random() < 0.3 else 1):  # new: two bins at a stop
                    bins += 1
                    bkg = r.uniform(6, 38) * (1.6 if waste == 4 else 1)
                    reach, gr = r.uniform(0.9, 2.1), r.choice((0.42, 0.52, 0.62)) + (0.1 if self.new(3) and r.random() < 0.2 else 0)  # new: large bins
                    T.set(bin=bins, see=1), T.wait(r.uniform(0.6, 1.6), 4), T.set(see=0)
                    T.go(5, v=1.0, a=1.4, a0=reach, a1=0.12), T.go(5, sec=0.9, gr=float(gr)), T.set(grip=1, bkg=bkg), T.wait(0.4, 5)
                    T.go(6, sec=r.uniform(2.4, 3.2), a0=reach * 0.4, a1=1.5), T.set(mist=1), T.go(6, sec=1.3, a1=1.75, a2=2.2), T.wait(r.uniform(0.8, 1.6), 6)
                    kg += bkg
                    T.set(kg=kg, bkg=1.5), T.go(7, sec=1.3, a1=1.5, a2=0.0), T.set(mist=0), T.go(7, sec=r.uniform(2.0, 2.8), a0=reach, a1=0.12), T.set(grip=0, bkg=0), T.go(7, sec=0.7, gr=0.78), T.go(7, v=1.0, a=1.4, a0=0.0, a1=0.0)
                    if bins % 3 == 0:
                        T.set(comp=1), T.go(8, sec=3.4, cp=0.95), T.wait(r.uniform(0.6, 1.4), 8), T.go(8, sec=2.8, cp=0.0), T.set(comp=0)
                if r.random() < 0.05:
                    T.set(ppl=1), T.wait(r.uniform(6, 25), 9), T.set(ppl=0)
            T.task(a0), T.set(pto=0)
            T.drive([(end + 14, y), (end + 14, y - 12), (-14.0, y - 12)], v * 1.2, 1, a=0.8, cut=7.0, wmax=0.45)
            if kg > 3300 or r.random() < 0.12:
                T.drive([(-60.0, -20.0), (-85.0, -20.0)], v * 1.2, 10, a=0.8, cut=7.0, wmax=0.45), T.set(ppl=1, pto=1), T.go(11, sec=9, tg=1.0), T.set(comp=1), T.go(11, sec=7, cp=1.0), T.wait(r.uniform(8, 20), 11)
                kg = r.uniform(40, 160)
                T.set(kg=kg), T.go(11, sec=6, cp=0.0), T.set(comp=0), T.go(11, sec=8, tg=0.0), T.set(ppl=0, pto=0)
            u = r.random()
            if u < 0.35 or self.is_life(8) and u < 0.6:
                T.set(man=1, lim=4.0)
                for _ in range(int(r.integers(1, 4))):
                    T.drive([(r.uniform(-60, -25), r.uniform(0, 2 * gap))], r.uniform(2, 4), 12, a=0.7, cut=7.0, wmax=0.45)
                T.set(man=0)
            elif u < 0.7:
                T.drive([(-40.0, 10.0)], v, 1, a=0.8, cut=7.0, wmax=0.45), T.set(dock=int(r.random() < 0.7)), T.wait(r.uniform(60, 170), 13), T.set(dock=0)
            if self.is_life(5, 9) and no == 2:
                T.set(pto=1), T.go(14, sec=4, a0=1.5), T.go(14, sec=4, a1=1.2), T.go(14, sec=4, a1=0.0), T.go(14, sec=4, a0=0.0), T.set(comp=1), T.go(14, sec=5, cp=0.9), T.go(14, sec=5, cp=0.0), T.set(pto=0, comp=0)
        self.take(T)
        self.vehicle(self.A)
        self.weather(60)

    def physics(self):
        A, E, W, h, t, v = self.A, self.E, self.wander, self.h, self.t, self.v
        self.mv = v > 0.4
        m = 15500 + lp(E("kg"), 1)
        self.m = m
        slope = 0.014 * np.sin(self.x / 55 + self.site_of()) + 0.008 * np.cos(self.y / 40)
        self.slope = slope
        dg, ty, pw, rm, cl, wp, lk, ro = h("drag", 0.5), h("tyre", 1), h("pump", 1), h("ram", 0.4), h("filt", 1), h("wpmp", 1), h("leak", 1), h("roll", 0.4)
        dirn = np.tanh(3 * self.fw)
        F = m * (self.acc + 9.81 * (0.009 + 0.0015 * (self.sunny < 0.3)) * dirn + 9.81 * slope * np.tanh(2 * v)) + 3.2 * v * self.fw
        self.brake = np.clip(-F - 9000, 0, None) + 5000 * (v < 0.15)
        F = F + dirn * (900 * dg + 0.0005 * 9.81 * m * ty)
        self.tq = lp(np.clip(F, -9000, None), 0.15) * 0.5 / 17 * (1 + 0.01 * self.u("rr"))
        self.rpm = self.fw / 0.5 * 60 / 6.283 * 17
        P = self.tq * self.rpm * 0.1047 / 1000  # kW
        self.J = [ring(A[a], 2.0, 0.8) for a in ("a0", "a1", "a2")]
        self.d = [diff(j, 0.1) for j in self.J]
        slow = 1 - 0.17 * ro
        self.d[0] = self.d[0] * slow
        self.am = sum(np.abs(x) for x in self.d) > 0.08
        self.cp, self.tg = lp(A["cp"], 0.2), lp(A["tg"], 0.3)
        self.cv = diff(self.cp, 0.15)
        pto, cm = lp(E("pto"), 1.2), lp(E("comp"), 0.3)
        self.pto, self.cm = pto, cm
        stuff = 0.5 + 0.5 * np.tanh(E("kg") / 2500) + 0.2 * self.per_event("stf", E("comp"))
        push = np.tanh(8 * np.maximum(self.cv, 0)) * (0.3 + stuff * self.cp**2)
        self.pp = 12 + cm * (22 + 150 * push) * (1 - 0.3 * rm - 0.08 * pw)
        self.rs = 0.95 * self.cv * (1 - 0.3 * rm - 0.22 * pw)
        dem = np.abs(self.d[0]) * 0.5 + np.abs(self.d[1]) * 0.9 + np.abs(self.d[2]) * 0.5 + 1.5 * np.abs(self.cv) + 3 * np.abs(diff(self.tg, 0.3))
        bkg = lp(E("bkg"), 0.3)
        lift = np.tanh(4 * np.maximum(self.d[1], 0)) * (0.4 + 0.02 * bkg)
        self.hp = pto * (38 + 75 * np.tanh(1.6 * dem) + 55 * lift + 70 * push * cm + 24 * ro * np.tanh(5 * np.abs(self.d[0]))) * (1 - 0.23 * pw) + 2
        self.rt = 1.4 + 2.1 * np.tanh(dem) + 1.4 * cl * (0.5 + 0.5 * np.tanh(dem))
        self.fdif = 0.35 + 0.5 * np.tanh(dem) + (0.6 + 0.6 * np.tanh(dem)) * cl
        self.ipu = 0.6 + pto * (5 + 0.17 * self.hp) * (1 + 0.03 * cl)
        self.toil = 15 + 0.55 * lp(self.ipu, 220) + 8 * lp(pw, 150) + 0.8 * np.sin(t / 55)
        self.ef = [420 + 900 * np.tanh(5 * self.d[0]) + 6 * bkg + (750 * ro + 90 * ro * W("ro", 1, 0.4)) * np.tanh(6 * np.abs(self.d[0])), 900 * np.cos(self.J[1]) + (9.81 * bkg + 350) * (0.6 + 0.3 * self.J[0]) + 700 * np.tanh(4 * self.d[1]), 160 + 3.5 * bkg * np.cos(self.J[2]) + 240 * np.tanh(4 * self.d[2])]
        self.shk = 0.08 + 0.5 * np.abs(self.d[1]) + 0.35 * np.abs(self.d[0]) + 0.03 * v + 0.42 * ro * np.tanh(6 * np.abs(self.d[0]))
        # thermal management
        self.wq = (17 + 0.5 * np.tanh(np.abs(P) / 40)) * (1 - 0.17 * wp)
        hot = lp(np.abs(P), 150) * 0.32
        self.tw, self.tmo, self.tin = 13 + 0.35 * hot + 3 * lp(wp, 150), 22 + 1.5 * hot + 5 * lp(wp, 140), 18 + 0.9 * hot + 3.5 * lp(wp, 120)
        self.fanw = 900 + 55 * np.maximum(self.tw + self.amb - 18, 0)
        # air: braking and springs use it, the compressor fills it up
        use = 0.016 + 0.09 * (self.brake > 200) * (np.abs(diff(self.brake, 0.4)) > 100) + 0.03 * lp(self.load("lv", 6, 40, 0.3), 1) + 0.034 * lk
        x, on, ap, ac = 9.3, False, [], []
        for u in use.tolist():
            on = (x < 10.0) if on else (x < 8.6)
            x += DT * ((0.115 if on else 0) - u)
            ap.append(x), ac.append(on)
        self.ap, self.arun = np.array(ap), lp(np.array(ac, float), 0.6)
        self.icp, self.tcp = 0.2 + self.arun * (23 + 1.4 * (self.ap - 9)), 24 * lp(self.arun, 140)
        self.hub = [9 * lp(self.brake / 5000 * (v > 0.15) + 0.06 * v, 120) + (12 * lp(dg * np.tanh(v), 100) if i == 2 else 0) for i in range(4)]
        self.i24 = lp(14 + 0.5 * self.icp + 4 * (self.amb0 < 8) + 5 * self.load("a24", 8, 35) + 0.25 * self.ipu, 0.3)
        aux = 1.6 + 0.6 * pto * (5 + 0.17 * self.hp) + 0.028 * self.i24
        cb = h("cabl", 0.5)
        self.soc, ic = self.battery(np.maximum((P * 1.08 + aux) / 0.62, -40), E("dock"), 380, 0.66 + 0.12 * np.tanh(self.su("soc")), 120.0)
        self.ich = lp(ic, 2)
        self.nb = lp((P * np.where(P > 0, 1.08, 0.86) + aux) / 0.62, 0.2) - self.ich
        self.cell = 3.24 + 0.11 * self.soc - 0.00055 * self.nb - 0.0003 * lp(self.nb, 30)
        self.vdc = 192 * self.cell - (5 + 0.11 * np.abs(self.nb)) * cb * (1 + 0.1 * W("cb", 1, 0.6))
        self.ang = np.degrees(np.arctan(4.2 * self.yr / np.maximum(v, 0.6))) * np.tanh(v * 2)
        ln, gw, ms, fd = h("lens", 0.5), h("glow", 2), h("mist", 1), h("fan", 2).clip(0, 1)
        self.ln, self.gw, self.ms = ln, gw, ms
        self.hot, self.fsp = 7 * lp(fd, 120), 3300 * (1 - 0.97 * fd)

    def where(self):
        v, ones = self.v, np.ones(self.n, bool)
        self.over("e_hi", self.tq, EDR + ":tq", "tq|torque|load|power", self.mv, 0.5, 0, 0.5), self.over("d_hi", self.i24, DCC + ":a24", "a24|current|load", ones, 0.6, 1, 0.35)
        self.over("q_hi", self.hp, HYD + ":pump_pressure", "pump pressure|pressure|load", self.pto > 0.5, 0.6, 0, 0.4), self.over("i_hi", v, ODO + ":twist.twist.linear.x", "speed|velocity|faster|twist|linear", self.mv, 0.5, 1, 0.4)
        self.over("a_hi", self.J[0], ARM + ":position[0]", "position|slide|out|further", self.J[0] > 0.1, 0.5, 2, 0.4), self.over("h_ca", self.nb, BAT + ":current", "current|load|discharg", ones, 0.7, 0, 0.45)
        self.over("y_hi", self.ipu, HYD + ":pump_current", "pump current|current|load|pump", self.pto > 0.5, 0.6, 1, 0.4)
        self.places(self.x, self.y, ones, l_pl=(16.0, 0.05), i_pl=(13.0, 0.06), b_pl=(13.0, 0.06), v_pl=(14.0, 0.06)), self.places(self.x, self.y, self.mv, r_pl=(14.0, 0.02))
        self.modes(
            ("drag cabl e_iac e_rpm b_pr o_sc i_az m_lag", self.mv, "driving|drives|speed|velocity|moving|rpm|moves"), ("ram p_pos", self.cm > 0.5, "compact|plate position|ram speed|plate pressure"),
            ("roll a_v2 a_e1", self.am, "arm|moves|moving|velocity|slide"), ("c_am", self.arun > 0.5, "runs|running|compressor|amp"),
        )

    def record(self):
        E, W, t, v = self.E, self.wander, self.t, self.v
        bl = self.shape("s_cmp", 0.4, 0.8, 4)
        v_ = self.pose(self.x + 0.15 * W("ox", 1, 200), self.y + 0.15 * W("oy", 1, 200), self.yaw, 0.02, 0.05)
        v_.update({"twist.twist.linear.x": n(self.fw, 0.03), "twist.twist.angular.z": n(self.yr, 0.006)})
        self.pub(ODO, "nav_msgs/msg/Odometry", 10, v_, "odom", strs={"child_frame_id": "base_link"})
        rough = (0.06 + 0.05 * v) * (1 + 0.4 * np.sin(self.x / 17 + self.y / 9))
        self.inertial(IMU, 12, (0.01 * np.sin(self.x / 30) + 0.02 * lp(self.J[0] * (E("bkg") > 3), 0.5), -np.arctan(self.slope), self.yaw), (0.12 * rough * self.white("gx") + 0.03 * diff(lp(self.J[1], 0.2), 0.3), 0.12 * rough * self.white("gy"), self.yr), (self.acc + 9.81 * self.slope + rough * self.white("ax"), self.fw * self.yr + rough * self.white("ay"), 9.81 + 1.5 * rough * self.white("az")), "chassis", (0.003, 0.04))
        self.pub(GNS, "sensor_msgs/msg/NavSatFix", 4, dict(latitude=n(52.52 + self.y / 111320, 4e-6, step=1e-8), longitude=n(13.4 + self.x / 67700, 4e-6, step=1e-8), altitude=n(38 + 0.8 * np.sin(self.x / 55), 0.35), **{"status.status": 2, "position_covariance_type": 2}), "gnss")
        self.jnt(ARM, 12, ["slide", "lift", "tilt"], [n(x, 0.004) for x in self.J], [n(x, 0.012) for x in self.d], [n(e, f) for e, f in zip(self.ef, (45, 50, 20))])
        car = lp(self.load("car", 5, 30, 0.3), 1)
        self.lidar(SCN, 6, [(5 + 13 * np.exp(-(((i - 5.5) / 2.0) ** 2))) * (1 + 0.18 * np.sin(self.x / (7 + i) + self.y / 11 + i)) - 4 * car * (i in (4, 5, 6)) for i in range(12)], 1.3, 25, 0.06)
        self.simple(RGS, "Range", 6, "range", n((1.6 + 0.5 * np.sin(self.x / 9 + self.y) + 0.35 * np.sin(self.x / 3.1) - 0.4 * lp(E("grip"), 0.4)).clip(0.2), 0.025, 0.2, 6), min_range=0.2, max_range=6.0, field_of_view=0.4)
        self.pub(CMD, "geometry_msgs/msg/TwistStamped", 8, {"twist.linear.x": n(np.roll(self.fw, -6), 0.02), "twist.angular.z": n(np.roll(self.yr, -6), 0.004)}, "base_link")
        self.pack(BAT, self.nb, 192 * self.cell, self.soc, [self.cell] * 16, [self.T(f"bt{i}", 7 * lp(np.abs(self.nb) / 100, 200), 700, 9, 0.06) for i in range(4)])
        self.simple(TMP, "Temperature", 1, "temperature", n(self.amb, 0.08))
        self.pub(EDR, "kerb_msgs/msg/Edr", 12, dict(rpm=n(self.rpm, 9), tq=n(self.tq, 6), iac=n(18 + 0.62 * np.abs(self.tq), 4, 0), idc=n(self.tq * self.rpm * 0.1047 / self.vdc, 2.2), vdc=n(self.vdc, 0.9), tmo=self.tm("mo", self.tmo, 3), tin=self.tm("in", self.tin, 3)))
        bp = 7.2 * np.tanh(self.brake / 9000)
        self.pub(BRK, "kerb_msgs/msg/Brk", 8, dict(prs=[n(bp * x, 0.06, 0) for x in (1, 1, 0.9, 0.9)], tmp=[self.tm(f"hb{i}", x, 6) for i, x in enumerate(self.hub)], ped=n(9 * bp + 2, 0.6, 0)))
        ty = self.h("tyre", 1)
        lt = [3.9, 3.9, 5.6, 5.6]
        self.pub(TYR, "kerb_msgs/msg/Tyr", 2, dict(prs=[n(8.3 + 0.03 * (self.amb - 12) + 0.09 * lp(v, 200) + 0.04 * x * 0.1 - (0.7 * ty if i == 1 else 0), 0.04, 0) for i, x in enumerate(lt)], tmp=[self.tm(f"ty{i}", 1.6 * lp(v, 200) + (6 * lp(ty * np.tanh(v), 150) if i == 1 else 0), 4) for i in range(4)]))
        cb = self.h("cabl", 0.5)
        self.pub(DCC, "kerb_msgs/msg/Dcc", 5, dict(v24=n(27.9 - 0.012 * self.i24, 0.03, u=1.5), a24=n(self.i24, 0.25, 0), tmp=self.tm("dc", 0.35 * lp(self.i24, 120) + 7 * lp(cb * np.tanh(v), 90), 8), iso=n(1450 - 45 * W("is", 1, 200) - 90 * (self.sunny < 0.3), 18, 20, tau=60)))
        self.pub(THM, "kerb_msgs/msg/Thm", 4, dict(tw=self.tm("tw", self.tw, 2), flw=n(self.wq, 0.2, 0), fan=n(self.fanw, 18, 0), hp=n(1.5 + 0.12 * np.abs(self.amb - 18) + 0.8 * self.load("hp", 20, 80), 0.09, 0)))
        self.pub(STR, "kerb_msgs/msg/Str", 8, dict(ang=n(self.ang, 0.25), tq=n(5 + 0.5 * np.abs(self.ang) + 1.5 * np.abs(diff(self.ang, 0.2)) / 10, 0.8, 0), amp=n(1.1 + 0.16 * np.abs(self.ang) + 0.12 * np.abs(diff(self.ang, 0.2)), 0.15, 0), tmp=self.tm("st", 0.2 * lp(np.abs(self.ang), 120), 5)))
        kg = lp(E("kg"), 2)
        self.pub(SUS, "kerb_msgs/msg/Sus", 4, dict(prs=[n(3.2 + (0.9 if i > 1 else 0) + kg / 1000 * (0.22 if i > 1 else 0.08) + 0.02 * v * self.white(f"sp{i}"), 0.03, 0) for i in range(4)], hgt=[n(122 + 0.9 * v * self.white(f"sh{i}") + 9 * self.fw * self.yr * (1 if i % 2 else -1) - (7 * ty if i == 1 else 0), 0.7) for i in range(4)]))
        self.pub(CPR, "kerb_msgs/msg/Cpr", 4, dict(prs=n(self.ap, 0.03, 0), amp=n(self.icp, 0.35, 0), tmp=self.tm("cp", self.tcp, 6), lo=self.blink("s_cpr")))
        sg = -84 - 4 * np.sin(self.x / 45) - 5 * np.cos(self.y / 37)
        self.pub(TEL, "kerb_msgs/msg/Tel", 3, dict(rtt=n(self.net("rt", 42, 12, 20), 0.5, 0), los=n(self.net("lo", 0, 0.5, 0.4), 0.1, 0), rsrp=n(sg + 1.5 * W("sg", 1, 12), 1.2), cel=41 + (self.x > 70) * 3 + (self.y > 60) * 7))
        self.pub(CAN, "kerb_msgs/msg/Can", 2, dict(ld=[n(38 + 3 * E("pto") + 2 * self.new(3), 0.8, 0, 100), n(27 + 5 * self.pto, 0.8, 0, 100)], err=[n(self.net(f"er{i}", 0, 0.5, 0.6), 0.15, 0) for i in (0, 1)]))
        self.pub(OBC, "kerb_msgs/msg/Obc", 3, dict(amp=n(self.ich, 0.6, 0), tmp=self.tm("ob", 15 * lp(self.ich / 120, 80), 4), vin=n(401 - 0.06 * self.ich + 2 * np.sin(t / 300), 0.9), plg=E("dock")))
        self.pub(CMP, "kerb_msgs/msg/Compactor", 8, dict(plate_position=n(self.cp, 0.006), plate_pressure=n(self.pp + 70 * bl, 2.0, 0, out=(14, 0.003)), ram_speed=n(self.rs, 0.006), cycles=self.once(E("comp")) + 500 * self.idx, blocked=bl))
        self.pub(HYD, "kerb_msgs/msg/Hydraulics", 8, dict(pump_pressure=n(self.hp, 2.6, 0), return_pressure=n(self.rt, 0.08, 0), pump_current=n(self.ipu, 0.35, 0), oil_temperature=self.tm("oil", self.toil, 2), oil_level=n(79 - 2.0 * self.cp - 1.2 * self.J[0] - 0.3 * self.wear(1), 0.3, 0, 100), filter_difference=n(self.fdif + 0.02 * self.wear(1), 0.03, 0), filter_dirty=self.flags("s_hyd")))
        g = ring(self.A["gr"], 2, 0.8)
        gp = lp(E("grip"), 0.25)
        self.pub(GRP, "kerb_msgs/msg/Gripper", 8, dict(finger_gap=n(g, 0.006), grip_pressure=n(4 + 46 * gp * (1 + 0.04 * self.per_event("gp", E("grip"))), 1.0, 0), finger_current=n(0.5 + 5 * np.abs(diff(g, 0.15)) * 3 + 1.6 * gp, 0.1, 0), grip_sure=n(0.9 * gp - 0.05 * self.ln * gp + 0.02, 0.012, 0, 1)))
        fill = 0.25 + 0.75 * np.mod(E("bin"), 3) / 3
        dust = 9 + 16 * lp(E("mist"), 1.5) * (1 + 0.4 * self.ms) + 6 * self.ms
        sun = self.sunny * (0.25 if self.is_life(6) else 1)
        self.pub(HOP, "kerb_msgs/msg/Hopper", 5, dict(fill_height=n(lp(fill * (1 - 0.6 * self.cp), 1), 0.02, 0), camera_brightness=n(84 + 24 * sun - 0.4 * dust, 1.4, 0, 255), dust_level=n(dust, 0.9, 0)))
        bk = E("bkg")
        last = np.maximum.accumulate(np.where(bk > 3, np.arange(self.n), 0))
        self.pub(SCL, "kerb_msgs/msg/BodyScale", 4, dict(load_kilograms=n(kg + 40 * lp(self.acc, 1), 14), axle_tonnes=[n(5.8 + 0.25 * kg / 1000 - 0.25 * lp(self.acc, 0.5), 0.03, 0), n(9.7 + 0.75 * kg / 1000 + 0.25 * lp(self.acc, 0.5), 0.04, 0)], last_bin_kilograms=n(lp(bk[last], 0.5), 0.8, 0)))
        self.pub(TLG, "kerb_msgs/msg/Tailgate", 4, dict(gate_angle=n(88 * self.tg, 0.35, 0), lock_pressure=n(96 * (1 - lp((self.tg > 0.01) * 1.0, 0.5)) + 4 + 0.03 * self.pp, 1.1, 0), seal_moisture=n(21 + 0.0025 * kg + 1.5 * W("sm", 1, 90), 0.6, 0, 100)))
        see = lp(E("see"), 0.15)
        self.pub(DET, "kerb_msgs/msg/BinDetector", 6, dict(detection_confidence=n(0.84 - 0.03 * sun - 0.02 * np.tanh(v) - 0.11 * self.ln + 0.03 * see, 0.013, 0, 1), bin_distance=n(see * (1.9 + 0.35 * self.per_event("bd", E("see"))) + (1 - see) * 5.5, 0.05, 0), bin_turn=n(see * 11 * self.per_event("bt2", E("see")), 0.7), process_ms=n(self.net("pm", 44, 5, 6) + 9 * self.ln + 0.9 * self.hot, 0.5, 0), image_sharpness=n(63 - 5 * np.tanh(v / 3) - 11 * self.ln, 1.0, 0), exposure_ms=n(np.clip(8.5 - 5.5 * lp(sun, 2), 0.5, 20), 0.12, 0.2), bins_seen=E("bin") + 2 * self.once(E("see"))))
        self.pub(RFD, "kerb_msgs/msg/BinReader", 4, dict(tag_strength=n(-71 + 24 * gp, 1.1), read_ms=n(self.net("rd", 55, 18, 30), 1, 0), antenna_match=n(0.93, 0.006, 0, 1), tags_read=self.once(E("grip")) + 2000 * self.idx))
        mi = lp(E("mist"), 0.4)
        self.pub(MST, "kerb_msgs/msg/Misting", 5, dict(tank_percent=n(92 - np.cumsum(mi) * DT * 0.05, 0.3, 0, 100, tau=30), mist_pressure=n(0.3 + mi * (4.6 + 1.5 * self.ms), 0.08, 0), mist_flow=n(mi * 2.9 * (1 - 0.34 * self.ms), 0.06, 0)))
        self.pub(LEA, "kerb_msgs/msg/Leachate", 3, dict(tank_percent=n(18 + 0.008 * kg + self.su("le", 4), 0.4, 0, 100), drain_current=n(0.2 + 3.1 * lp(self.tg > 0.5, 1), 0.06, 0), conductivity=n(6.4 + 0.05 * (self.amb - 12) + 0.2 * W("co", 1, 200), 0.09, 0), tank_full=self.f("s_lea") > 0))
        day = sun * 9000 + 200
        self.pub(LGT, "kerb_msgs/msg/Lighting", 4, dict(work_light_current=[n(0.15 + 2.6 * lp(E("pto"), 0.2), 0.06, 0) for _ in (0, 1)], beacon_current=n(0.2 + 1.3 * (np.mod(t, 1.5) < 0.6), 0.05, 0), daylight_lux=n(day, 90, 0)))
        self.pub(CAB, "kerb_msgs/msg/Cabin", 2, dict(cabin_temperature=n(21 + 0.15 * (self.amb - 18) + 1.2 * sun, 0.12, tau=40), blower_speed=n(1900 + 30 * np.abs(self.amb - 20), 16, 0), heater_current=n(2 + 0.9 * np.maximum(18 - self.amb, 0) * (np.mod(t / 33, 1) < 0.6), 0.15, 0)))
        self.pub(FIR, "kerb_msgs/msg/FireWatch", 3, dict(hopper_temperature=[self.tm(f"fi{i}", 2 * lp(sun, 200) + (6 if i == 1 else 1.2) * lp(self.gw, 60) + 0.0006 * kg, 3) for i in range(3)], smoke_level=n(2.0 + 0.05 * dust + 1.7 * self.gw * (1 + 0.3 * W("gw", 1, 2)), 0.2, 0), gas_ppm=n(13 + 2.5 * np.abs(W("ga", 1, 40)) + 8 * self.gw, 0.9, 0)))
        self.pub(SUR, "kerb_msgs/msg/Surround", 4, dict(sharpness=[n(58 - 4 * np.tanh(v / 3), 1.1, 0) for _ in (0, 1)], brightness=[n(96 + 30 * sun, 1.8, 0, 255) for _ in (0, 1)], frame_delay_ms=n(self.net("fd", 72, 9, 10) + 0.8 * self.hot, 1, 0)))
        ver = self.version("kerb", "5.0", "5.1", "5.4")
        mb = 6100 * (1 + 0.04 * self.new(3) + 0.03 * self.new(8))
        self.pub(PC, "kerb_msgs/msg/Computer", 2, dict(loop_ms=n(self.net("c0", 22, 1.3, 0.5) + 0.5 * self.hot, 0.05, 0), loop_max_ms=n(self.net("c1", 31, 2.6, 1.4) + 0.7 * self.hot, 0.05, 0), memory_mb=n(mb + self.pieces("mb", 40, 200, -0.008, 0.008) * mb, 9), core_temperature=self.tm("cpu", 5 + self.hot, 26, 0.3), fan_speed=n(self.fsp, 20, 0)), strs=dict(release=ver))
        self.pub(SND, "kerb_msgs/msg/Sound", 4, dict(body_level_db=n(58 + 9 * self.pto + 7 * np.tanh(self.hp / 120) + 3 * np.tanh(v / 3) + 3 * E("mist"), 0.8), cab_level_db=n(54 + 9 * np.tanh(v / 4) + 3 * self.pto, 0.7), whine_hz=n(np.abs(self.rpm) / 60 * 8, 3, 0)))
        self.pub(LFT, "kerb_msgs/msg/ArmLoad", 8, dict(boom_strain=n(40 + 55 * self.J[0] + 3.2 * lp(bk, 0.2) * (0.6 + 0.3 * self.J[0]) + 40 * np.abs(self.d[1]), 5), swing_shake=n(self.shk, 0.03, 0, out=(0.3, 0.003)), pivot_temperature=self.tm("pv", 2.5 * lp(self.am * 1.0, 150), 4)))
        self.pub("/safety", "kerb_msgs/msg/Safety", 2, dict(estop_ok=1, seat_ok=1, people=E("ppl"))), self.pub("/task", "kerb_msgs/msg/Task", 4, dict(step=self.st, waste=E("waste"), round_kind=E("kind"), street_no=E("street"), bin_no=E("bin") + 150 * self.idx, speed_limit=n(E("lim"), 1e-3, u=0, w=0, step=0.1), by_hand=E("man")))
        self.end(
            "/collect/_action/status",
            [("s_cmp", "compactor", ["plate blocked, going back", "plate free again"], "CMP"), ("s_hyd", "body_hydraulics", ["return filter dirty, change it", "filter difference falls"], "HYD"), ("s_cpr", "cpr", "air low, compressor at its limit", "CPR"), ("s_lea", "leachate", "tank nearly full, drain it", "LEA")],
            [(14, "I", "collector", "bin emptied in {} s", 14, 25), (8, "W", "traffic", "car behind, waited {} s", 3, 15), (6, "W", "gripper", "bin stood turned, {} tries", 2, 3), (5, "I", "body_scale", "zero taken, {} kg", 1, 12), (4, "W", "tel", "server slow {} ms", 400, 900)],
            [("edr", "precharge done"), ("body_hydraulics", "oil changed 40 days ago"), ("safety", "stop chain closed")],
            ver,
        )
