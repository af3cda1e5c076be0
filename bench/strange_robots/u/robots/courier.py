"""Delivery hexacopter with a winch: standard messages of PX4 and mavros (mavros_msgs, sensor_msgs, nav_msgs), and vendor messages in plain English for winch, parcel bay, gimbal, parachute, landing pad."""

# fmt: off
import numpy as np
from base import DT, NU, PL, Robot, Track, diff, lp, mdef, n, ring
from base import kind as k
from lib import W as Cdr
from lib import rpy

M = "/mavros/"
IMU, ODO, GPS, RAW, HUD, OUT, ESC, NAV, VIB, ALT, RAD, RCI, TGT, SYS, TSY, FLO, WND, MAG, SPR, TIM, TBA, RNG, BAT, OBS = (M + x for x in "imu/data local_position/odom global_position/global gpsstatus/gps1/raw vfr_hud rc/out esc_telemetry nav_controller_output vibration/raw/vibration altitude radio_status rc/in setpoint_raw/target_attitude sys_status timesync_status px4flow/raw/optical_flow_rad wind_estimation imu/mag imu/static_pressure imu/temperature_imu imu/temperature_baro distance_sensor/lidar battery obstacle/scan".split())
WIN, BAY, LTE, CMP, PWR, LAN, CHU, GMB, PAD, LGT, AUD = "/winch", "/parcel_bay", "/lte_modem", "/companion", "/power_module", "/landing_target", "/parachute", "/gimbal", "/landing_pad", "/beacon", "/propeller_sound"
ACC, GYR, MF = "linear_acceleration.", "angular_velocity.", "magnetic_field."
FL, WI, CR, LD = dict(where="when flying"), dict(where="when the winch moves", need=8), dict(where="when it flies along", need=10), dict(where="when it lands or takes off", need=8)
GR = dict(where="when it charges on the pad", need=15)
E_ = "esc_telemetry[{}].{}".format


class Courier(Robot):
    NAME = "courier"
    FLAGS = [(WIN, "cable_slack"), (CHU, "not_ready"), (PAD, "pad_iced")]
    COMES = ("s_lte",)
    RETRY = [("obstacle_avoidance", "OBS", "sun in the sensor, {} rays left out", 3, 1, 5), ("precision_landing", "LAN", "marker lost for {} s", 3, 0.4, 2)]
    DEFS = {
        "mavros_msgs/msg/VfrHud": mdef("float32 airspeed groundspeed; int16 heading; float32 throttle altitude climb"),
        "mavros_msgs/msg/RCOut": mdef("uint16[] channels"),
        "mavros_msgs/msg/RCIn": mdef("uint8 rssi; uint16[] channels"),
        "mavros_msgs/msg/ESCTelemetryItem": mdef("float32 temperature voltage current totalcurrent; int32 rpm; uint16 count"),
        "mavros_msgs/msg/ESCTelemetry": mdef("mavros_msgs/ESCTelemetryItem[] esc_telemetry"),
        "mavros_msgs/msg/NavControllerOutput": mdef("float32 nav_roll nav_pitch; int16 nav_bearing target_bearing; uint16 wp_dist; float32 alt_error aspd_error xtrack_error"),
        "mavros_msgs/msg/Vibration": mdef("geometry_msgs/Vector3 vibration; float32[3] clipping"),
        "mavros_msgs/msg/Altitude": mdef("float32 monotonic amsl local relative terrain bottom_clearance"),
        "mavros_msgs/msg/GPSRAW": mdef("uint8 fix_type; int32 lat lon alt; uint16 eph epv vel cog; uint8 satellites_visible; int32 alt_ellipsoid; uint32 h_acc v_acc vel_acc; int32 hdg_acc; uint16 yaw; uint8 dgps_numch; uint32 dgps_age"),
        "mavros_msgs/msg/RadioStatus": mdef("uint8 rssi remrssi txbuf noise remnoise; uint16 rxerrors fixed; float32 rssi_dbm remrssi_dbm"),
        "mavros_msgs/msg/AttitudeTarget": mdef("uint8 type_mask; geometry_msgs/Quaternion orientation; geometry_msgs/Vector3 body_rate; float32 thrust"),
        "mavros_msgs/msg/SysStatus": mdef("uint32 sensors_present sensors_enabled sensors_health; uint16 load voltage_battery; int16 current_battery; int8 battery_remaining; uint16 drop_rate_comm errors_comm errors_count1 errors_count2 errors_count3 errors_count4"),
        "mavros_msgs/msg/TimesyncStatus": mdef("uint64 remote_timestamp_ns; int64 observed_offset_ns estimated_offset_ns; float32 round_trip_time_ms"),
        "mavros_msgs/msg/OpticalFlowRad": mdef("uint32 integration_time_us; float32 integrated_x integrated_y integrated_xgyro integrated_ygyro integrated_zgyro; int16 temperature; uint8 quality; uint32 time_delta_distance_us; float32 distance"),
        "mavros_msgs/msg/State": mdef("bool connected armed guided manual_input; string mode; uint8 system_status"),
        "mavros_msgs/msg/ExtendedState": mdef("uint8 vtol_state landed_state"),
        "courier_msgs/msg/Winch": mdef("float32 line_length line_speed tension motor_current motor_temp brake_current; uint32 drops; bool cable_slack"),
        "courier_msgs/msg/ParcelBay": mdef("float32 door_angle latch_force parcel_kg bay_temp cooler_current bay_humidity; bool latch_open"),
        "courier_msgs/msg/Modem": mdef("float32 signal_dbm latency_ms lost_percent uplink_mbit; uint16 cell_id"),
        "courier_msgs/msg/Companion": mdef("float32 loop_ms loop_max_ms memory_mb core_temp fan_rpm; string software"),
        "courier_msgs/msg/PowerModule": mdef("float32 bus_12 current_12 bus_5 current_5 regulator_temp insulation_kohm"),
        "courier_msgs/msg/LandingTarget": mdef("float32 offset_x offset_y marker_size quality exposure_ms frame_delay_ms; bool seen"),
        "courier_msgs/msg/Parachute": mdef("float32 bottle_bar igniter_ohm capacitor_volts; bool not_ready"),
        "courier_msgs/msg/Gimbal": mdef("float32 tilt_angle pan_angle tilt_current pan_current image_shake image_sharpness"),
        "courier_msgs/msg/Pad": mdef("float32 charge_current contact_temp heater_current pad_temp; bool docked pad_iced"),
        "courier_msgs/msg/Beacon": mdef("float32[2] lamp_current; float32 lamp_temp"),
        "courier_msgs/msg/Sound": mdef("float32 loudness_db blade_tone_hz hiss"),
        "courier_msgs/msg/Safe": mdef("bool estop_ok fence_ok; uint8 people"),
        "courier_msgs/msg/Job": mdef("uint8 phase kind; uint16 parcel_no address_no; float32 speed_limit; bool by_hand"),
    }
    KINDS = dict(
        mot=k("bearing of motor 3 runs hard: more current, hotter, shakes", [ESC, VIB], E_(2, "current") + " " + E_(2, "temperature") + " vibration.x", "motor 3|esc telemetry|bearing|vibration", cons="battery|current|power module|propeller sound|rc out", step=False, tail=200, **FL),
        prop=k("propeller 5 chipped: turns faster for the same thrust, shakes, howls", [ESC, VIB, AUD], E_(4, "rpm") + " vibration.z hiss", "propeller 5|motor 5|esc telemetry|vibration|propeller sound", cons="channels|rc out|loudness db", **FL),
        arm=k("arm 6 twisted in its clamp: the motors of one turn must pull more, yaw", [OUT, ESC], "channels[0] channels[5] " + E_(0, "rpm") + " " + E_(5, "rpm"), "arm 6|rc out|motor 6|clamp", cons="esc telemetry|imu|propeller sound", step=False, **FL),
        res=k("battery has aged: voltage sags under load, gets warm", BAT, "voltage cell_voltage temperature", "battery|cells", cons="sys status|voltage|esc telemetry|power module|cell temperature", step=False, tail=300, **FL),
        drm=k("drum of the winch rubs: more current, motor hot, slower", WIN, "motor_current motor_temp line_speed", "winch|drum", cons="power module|battery", step=False, tail=200, **WI),
        port=k("port of the barometer half blocked: pressure and height follow late", [SPR, ALT], "fluid_pressure monotonic", "barometer|static pressure|altitude", cons="vfr hud|climb|nav controller output|alt error", **LD),
        magc=k("battery cable lies at the magnetometer: field follows the current", MAG, MF + "x " + MF + "y", "magnetometer|mag|cable", cons="imu|nav controller output|xtrack error", **FL),
        cool=k("insulation of the parcel bay wet: cooler draws more, bay warm", BAY, "bay_temp cooler_current bay_humidity", "parcel bay|cooler|insulation", cons="power module|current 12", step=False, tail=300),
        fan=k("fan of the companion computer stands: core hot, loops longer", CMP, "fan_rpm core_temp loop_ms", "fan|companion", cons="loop max ms|gimbal|landing target", tail=300),
        gear=k("tilt gear of the gimbal has play: hunts, image shakes", GMB, "tilt_angle tilt_current image_shake image_sharpness", "gimbal|gear", cons="power module", **FL),
        pads=k("contacts of the landing pad burnt: less current, contacts hot", PAD, "charge_current contact_temp", "landing pad|contacts|charger", cons="battery|current", tail=60, **GR),
        m_tmp=k("motor 2 gets hot: air slots full of grass", ESC, E_(1, "temperature"), "motor 2|esc telemetry", "heat 13 60", step=False, tail=200, **FL),
        m_rpm=k("speed of motor 4 reads in holds: hall sensor", ESC, E_(3, "rpm"), "motor 4|esc telemetry|hall sensor", "~noise 210", **FL),
        m_cur=k("current of motor 6 reads too little: shunt", ESC, E_(5, "current"), "motor 6|esc telemetry|shunt", "mul -.34 .02", **FL),
        m_vol=k("voltage of controller 1 dips when its current is above a number: plug", ESC, E_(0, "voltage"), "motor 1|esc telemetry|plug", "flut .8 -1.3", **NU),
        m_sag=k("motor 2 current swings: propeller loose on the shaft", ESC, E_(1, "current"), "motor 2|propeller 2|esc telemetry", "swing 1.5 .9", **FL),
        o_ch=k("output 4 stands at coarse steps: controller set up wrong", OUT, "channels[3]", "rc out|output 4|motor 4", "coarse 110", **FL),
        o_c2=k("output 2 above the others: motor 2 weak", OUT, "channels[1]", "rc out|output 2|motor 2", "off 48 .06", step=False, **FL),
        a_x=k("acceleration x has an offset after a hard landing", IMU, ACC + "x", "imu|accelerometer", "off .6 .05"),
        a_z=k("acceleration z rings: dampers of the imu torn", IMU, ACC + "z", "imu|dampers", "noise 1.4", **FL),
        g_z=k("yaw gyro drifts: temperature", IMU, GYR + "z", "imu|gyro", "drift .05 25"),
        g_y=k("pitch gyro shakes when faster than a number: nose cover flaps", IMU, GYR + "y", "imu|gyro|nose cover", "swing .3 .7", **NU),
        i_los=k("imu messages get lost: telemetry port too slow", IMU, "header.stamp", "imu|telemetry port", "lost .45"),
        v_y=k("vibration y grows on flights along: landing gear loose", VIB, "vibration.y", "vibration|landing gear", "off 6 .4", **CR),
        v_cl=k("clipping of accelerometer 2", VIB, "clipping[1]", "vibration|accelerometer 2", "creep 40 70", **FL),
        p_x=k("local position jumps in x: estimator resets", ODO, "pose.pose.position.x", "odometry|local position|estimator", "walk 2.4 2 8"),
        p_y=k("local position y creeps away and is pulled back", ODO, "pose.pose.position.y", "odometry|local position|estimator", "creep 4 30"),
        p_v=k("forward speed of the odometry too low: scale", ODO, "twist.twist.linear.x", "odometry|local position", "mul -.2 .02", **CR),
        p_age=k("odometry late: bridge overloaded", ODO, "header.stamp", "odometry|local position|bridge", "age .6", step=False),
        gp_al=k("height of the satellites stands off: multipath", GPS, "altitude", "gps|global position|multipath", "off 7 .2"),
        gp_la=k("latitude scatters", GPS, "latitude", "gps|global position", "noise .000025"),
        gp_los=k("global positions get lost", GPS, "header.stamp", "gps|global position", "lost .5"),
        gp_sat=k("fewer satellites: antenna loose", RAW, "satellites_visible eph", "gps|antenna|gpsstatus", "mul -.35 .1"),
        gp_pl=k("horizontal accuracy bad at one place: pylon", RAW, "h_acc", "gps|gpsstatus|pylon", "off 900 .3", **PL),
        gp_vel=k("speed accuracy bad when it rolls more than a number: antenna cable", RAW, "vel_acc", "gps|gpsstatus|antenna cable", "off 240 .4", **NU),
        h_air=k("airspeed reads too little: tube wet", HUD, "airspeed", "airspeed|vfr hud|tube", "mul -.25 .04", **CR),
        h_thr=k("throttle of the display lags", HUD, "throttle", "throttle|vfr hud", "slow 2.5", **FL),
        h_clb=k("climb rate noisy: filter off", HUD, "climb", "climb|vfr hud", "noise .5"),
        n_xt=k("track error swings: yaw gain", NAV, "xtrack_error", "nav controller output|track", "swing 1.4 6", **CR),
        n_alt=k("height error when it climbs faster than a number: thrust curve wrong", NAV, "alt_error", "nav controller output|height controller", "off 1.1 .2", **NU),
        n_rol=k("commanded roll has an offset: trim", NAV, "nav_roll", "nav controller output|trim", "off 4.2 .05", **FL),
        al_ter=k("terrain height sticks: map tile missing", ALT, "terrain bottom_clearance", "altitude|terrain|map", "frz", need=40),
        al_rel=k("relative height drifts", ALT, "relative", "altitude|relative height", "drift 2.4 40"),
        ra_n=k("noise of the radio high: video sender", RAD, "noise remnoise", "radio status|radio|video sender", "off 24 .08"),
        ra_pl=k("radio weak at one place: roof between", RAD, "rssi", "radio status|radio", "off -30 .12", also=RAD + " rxerrors off 6 .3", **PL),
        ra_tx=k("send buffer of the radio fills", RAD, "txbuf", "radio status|send buffer", "jumpy -34 5"),
        rc_1=k("stick 1 of the remote does not return to the middle", RCI, "channels[0]", "rc in|remote|stick 1", "off 26 .03"),
        rc_r=k("remote weak: battery of the remote empty", RCI, "rssi", "rc in|remote", "off -45 .08", step=False),
        t_th=k("wanted thrust hunts: height gain too high", TGT, "thrust", "target attitude|thrust|height controller", "swing .06 1.6", **FL),
        t_rt=k("wanted yaw rate flutters", TGT, "body_rate.z", "target attitude|yaw controller", "flut .14 .2", **FL),
        y_load=k("processor of the autopilot busy", SYS, "load", "sys status|autopilot|processor", "off 190 .1", step=False),
        y_err=k("errors on the link of the autopilot", SYS, "errors_comm drop_rate_comm", "sys status|autopilot|link", "off 60 .5"),
        ts_rt=k("round trip to the autopilot long: cable", TSY, "round_trip_time_ms", "timesync|timesync status|cable", "late 5 24"),
        ts_of=k("clock of the autopilot walks", TSY, "estimated_offset_ns", "timesync|timesync status|clock", "drift 220000 30"),
        f_q=k("flow camera dirty: quality low", FLO, "quality", "optical flow|px4flow|flow camera", "mul -.35 .05", step=False),
        f_x=k("flow x reads too much: lens shifted", FLO, "integrated_x", "optical flow|px4flow|lens", "mul .5 .04", **CR),
        f_d=k("distance of the flow camera flutters when the throttle is above a number: supply too soft", FLO, "distance", "optical flow|px4flow|supply", "flut 2.2 -1.2", **NU),
        fl_pl=k("flow camera sees nothing at one place: pond", FLO, "quality", "optical flow|px4flow|pond", "off -60 .2", **PL),
        w_x=k("estimated wind x stands off: drag model", WND, "twist.twist.linear.x", "wind|wind estimation", "off 1.7 .1", step=False),
        w_y=k("estimated wind y swings", WND, "twist.twist.linear.y", "wind|wind estimation", "swing 1.1 14"),
        mg_z=k("magnetometer z has steps: connector", MAG, MF + "z", "magnetometer|mag|connector", "jumpy 4e-6 4"),
        mg_pl=k("magnetic field disturbed at one place: steel roof", MAG, MF + "x", "magnetometer|mag|steel roof", "flut 4e-6 1.3", **PL),
        b_noi=k("static pressure noisy: foam over the barometer lost", SPR, "fluid_pressure", "barometer|static pressure|foam", "noise 22", **FL),
        b_tmp=k("temperature of the barometer too high: sits beside a regulator", TBA, "temperature", "barometer|temperature baro", "heat 9 90", step=False, tail=300),
        i_tmp=k("heater of the imu hunts", TIM, "temperature", "imu|temperature imu|heater", "swing 1.6 13"),
        r_mir=k("range to the ground folds back above its reach", RNG, "range", "range finder|distance sensor|lidar", "fold .6 8", **FL),
        r_out=k("range to the ground drops out: lens foggy", RNG, "range", "range finder|distance sensor|lidar", "cut .3 .2", **FL),
        ba_c=k("cell 9 low", BAT, "cell_voltage[8]", "cell 9|battery", "off -.07 .05"),
        ba_ca=k("cell 4 sags when the battery current is above a number: weld", BAT, "cell_voltage[3]", "cell 4|battery|weld", "off -.1 .1", **NU),
        ba_i=k("battery current has an offset", BAT, "current", "battery|current sensor", "off -11 .03"),
        ba_p=k("charge state does not move steadily", BAT, "percentage", "battery|charge state", "hold 45"),
        ob_s=k("rays 4 and 5 of the obstacle scan short: insect", OBS, "ranges[3] ranges[4]", "obstacle|obstacle avoidance|scan", "short .3 .6"),
        ob_n=k("obstacle scan noisy: sensor wet", OBS, "ranges", "obstacle|obstacle avoidance|scan", "noise .9"),
        wi_t=k("tension of the winch reads too little: load cell", WIN, "tension", "winch|load cell", "mul -.3 .03", **WI),
        wi_l=k("line length jumps: counter wheel slips", WIN, "line_length", "winch|counter wheel", "skip .45 .5", **WI),
        wi_b=k("brake of the winch needs more current", WIN, "brake_current", "winch|brake", "off .35 .06", step=False),
        wi_hi=k("winch current flutters when the line is out more than a number: line has a knot", WIN, "motor_current", "winch|line|knot", "flut 1.9 .6", **NU),
        by_d=k("door of the bay does not close fully", BAY, "door_angle", "parcel bay|door", "floor 9"),
        by_l=k("latch holds weakly: spring", BAY, "latch_force", "parcel bay|latch|spring", "mul -.35 .04", step=False),
        by_k=k("scale of the bay counts less for heavy parcels", BAY, "parcel_kg", "parcel bay|scale", "soft .55 .8", need=12, where="when loaded"),
        lt_lat=k("modem slow", LTE, "latency_ms", "lte modem|modem", "late 50 240"),
        lt_pl=k("modem weak at one place: behind a hill", LTE, "signal_dbm", "lte modem|modem|hill", "off -14 .15", also=LTE + " lost_percent off 7 .4", **PL),
        cm_max=k("companion computer has far longer worst loops", CMP, "loop_max_ms", "companion|loop", "late 8 36"),
        cm_mem=k("memory of the companion fills", CMP, "memory_mb", "companion|memory", "leak 700", step=False),
        pw_12=k("12 v drops again and again and comes back slowly: regulator restarts", PWR, "bus_12", "power module|12 v|regulator", "reset .09 24 4"),
        pw_ins=k("insulation falls: water in the arm", PWR, "insulation_kohm", "power module|insulation", "off -420 .06", step=False),
        pw_rt=k("regulator hot", PWR, "regulator_temp", "power module|regulator", "heat 12 80", step=False, tail=300),
        la_q=k("marker seen badly: lens scratched", LAN, "quality", "landing target|precision landing|lens", "off -.2 .1", also=LAN + " exposure_ms off .8 .05"),
        la_x=k("marker offset x wrong: camera turned", LAN, "offset_x", "landing target|precision landing|camera", "off .14 .05", **LD),
        la_d=k("pictures of the landing camera late", LAN, "frame_delay_ms", "landing target|precision landing|camera", "late 45 120"),
        ch_b=k("bottle of the parachute loses gas", CHU, "bottle_bar", "parachute|bottle", "off -22 .03", step=False),
        ch_o=k("igniter of the parachute loose: resistance jumps", CHU, "igniter_ohm", "parachute|igniter", "jumpy .5 6"),
        gi_p=k("pan of the gimbal reads with hysteresis", GMB, "pan_angle", "gimbal|pan", "hys 9 3"),
        pd_h=k("heater of the pad draws too little: one mat dead", PAD, "heater_current", "landing pad|heater", "mul -.45 .04"),
        lg_2=k("beacon lamp 2 dark at times", LGT, "lamp_current[1]", "beacon|lamp 2", "cut .05 .45"),
        au_t=k("blade tone unsteady: microphone bracket", AUD, "blade_tone_hz", "propeller sound|microphone", "noise 9", **FL),
        s_lte=k("modem warns for seconds again and again that the link is weak", [LTE, "/rosout", "/diagnostics"], "lost_percent", "modem|lte modem", silent=False),
        s_win=k("winch reports a slack cable", [WIN, "/rosout", "/diagnostics"], "cable_slack tension", "winch", silent=False),
        s_chu=k("parachute reports that it is not ready", [CHU, "/rosout", "/diagnostics"], "not_ready capacitor_volts", "parachute", silent=False),
        s_pad=k("landing pad warns of ice", [PAD, "/rosout", "/diagnostics"], "pad_iced", "landing pad", silent=False),
    )

    def life(self):
        self.day(14 + self.season(0.7), 4, 4)
        r, site = self.rng("trips"), self.site_of()
        self.weather(40)
        self.wind = self.wind * (1.45 if self.is_life(6) else 1)
        homes = [(c * np.cos(a) * (1, 0.8, 1.25)[site], c * np.sin(a)) for c, a in zip((210, 330, 150, 280, 390, 240), np.arange(6) * 1.05 + 0.7 * site)]
        T, no = Track(self, x=0.0, y=0.0, h=0.0, z=0.0, w=0.3, g=-20.0, pa=0.0), 0
        T.set(arm=0, kg=0, ppl=0, man=0, job=0, adr=0, dock=1, door=0, lim=12, swap=0, kind=1, hot=0), T.wait(r.uniform(15, 50), 0)
        used = 0.0

        def turn(x, y):
            a = np.arctan2(y - T.pos["y"], x - T.pos["x"])
            a = T.pos["h"] + (a - T.pos["h"] + np.pi) % (2 * np.pi) - np.pi
            T.go(2, sec=abs(a - T.pos["h"]) / 0.7 + 0.8, h=a, pa=r.uniform(-15, 15))

        def fly(x, y, v, g):
            mid = (np.array([T.pos["x"], T.pos["y"]]) + (x, y)) / 2 + r.uniform(-25, 25, 2)
            for p in (mid, (x, y)):
                turn(*p), T.go(2, v=v, a=1.7, x=float(p[0]), y=float(p[1]), g=g, z=T.pos["z"] + r.uniform(-2, 2))
                if r.random() < 0.1:
                    T.wait(r.uniform(4, 16), 3)  # other traffic

        while T.more:
            no, a0 = no + 1, T.i
            kg = r.uniform(0.3, 3.2) + (1.6 if self.new(4) and r.random() < 0.3 else 0)  # new: heavy parcels
            i, alt = int(r.integers(0, 6)), r.uniform(32, 52)
            v = r.uniform(8.5, 13) * (0.8 if self.is_life(6) else 1)
            T.spd = 1.0 if r.random() < 0.8 else 0.8
            T.set(job=no, adr=i + 1, lim=round(v, 1), door=1, ppl=1, kind=1 + (kg > 2.5)), T.wait(r.uniform(5, 14), 0), T.set(kg=kg, hot=int(r.random() < 0.4)), T.wait(r.uniform(2, 6), 0)
            T.set(door=0, ppl=0), T.wait(r.uniform(6, 30), 0), T.set(arm=1, dock=0), T.wait(r.uniform(4, 7), 1)
            T.go(1, v=2.8, a=1.1, z=alt, g=-45.0), fly(*homes[i], v, -30.0)
            if self.new(6) and r.random() < 0.3:  # new: puts the parcel down itself
                T.go(4, v=2.0, a=0.9, z=1.2, g=-85.0), T.wait(r.uniform(3, 6), 5), T.set(kg=0)
            else:
                T.go(4, v=2.2, a=0.9, z=r.uniform(10, 13), g=-88.0), T.go(5, v=1.0, a=0.7, w=r.uniform(7.5, 10.5)), T.set(ppl=int(r.random() < 0.6)), T.wait(r.uniform(2.5, 7), 5), T.set(kg=0, ppl=0)
                if self.new(3) and r.random() < 0.3:
                    T.wait(r.uniform(4, 9), 5), T.set(kg=r.uniform(0.3, 1.2))  # new: takes one back
                T.go(6, v=1.4, a=0.9, w=0.3)
            T.go(1, v=2.8, a=1.1, z=alt, g=-45.0), fly(0.0, 0.0, v * 1.1, -30.0)
            T.go(8, v=2.2, a=0.9, z=6.0, g=-88.0), turn(10 + T.pos["x"], T.pos["y"]), T.go(9, v=0.7, a=0.5, z=0.0), T.wait(1.5, 9), T.set(arm=0, kg=0, dock=1, hot=0), T.go(0, sec=1.5, g=-20.0, pa=0.0)
            T.task(a0)
            used += 0.16
            if used > 0.55 and not (self.new(8) and r.random() < 0.6):
                T.set(ppl=1, dock=0), T.wait(r.uniform(10, 20), 10), T.set(swap=1), T.wait(r.uniform(5, 9), 10), T.set(swap=0, ppl=0, dock=1)
                used = 0.0
            if used > 0.5 or r.random() < 0.12:
                T.wait(r.uniform(60, 150), 11)
                used = max(0.0, used - 0.15)
            if r.random() < 0.1 or self.is_life(8) and r.random() < 0.3:
                T.set(man=1, arm=1, dock=0), T.go(7, v=1.5, z=8.0), setattr(T, "spd", 0.35), T.manual(r.uniform(25, 60), 7, dict(x=-7, y=-7, z=-3, h=-1), dict(x=7, y=7, z=4, h=1)), T.go(7, v=0.8, z=0.0), T.set(man=0, arm=0, dock=1)
            if self.is_life(5, 9) and no == 2:
                T.set(arm=1, dock=0), T.go(12, v=1.5, z=4.0), T.wait(25, 12), T.go(12, sec=20, h=T.pos["h"] + 6.28), T.go(12, v=0.8, z=0.0), T.set(arm=0, dock=1), T.wait(5, 12)
        self.take(T)

    def physics(self):
        A, E, W, h, t, g0 = self.A, self.E, self.wander, self.h, self.t, 9.81
        self.vehicle(A)
        self.z = lp(A["z"], 0.3).clip(0)
        arm = self.arm = lp(E("arm"), 0.6)
        self.air = self.z > 0.25
        ai = lp(self.air * 1.0, 0.3)
        vx, vy, self.vz = diff(self.x), diff(self.y), diff(self.z)
        hgt = 0.35 + 0.65 * np.tanh(self.z / 18)
        wd = 0.8 + self.su("wd") + 0.3 * W("wd", 1, 150)
        self.wx, self.wy = self.wind * hgt * np.cos(wd), self.wind * hgt * np.sin(wd)
        ex, ey = vx - self.wx, vy - self.wy
        self.tas = np.hypot(ex, ey) * ai
        ax, ay, az = diff(vx, 0.25) + 0.12 * ex, diff(vy, 0.25) + 0.12 * ey, diff(self.vz, 0.25)
        c, s_ = np.cos(self.yaw), np.sin(self.yaw)
        gust = 0.012 + 0.005 * self.wind
        self.pit = ai * ((c * ax + s_ * ay) / g0 + gust * W("gp", 1, 0.5))
        self.rol = ai * ((c * ay - s_ * ax) / g0 + gust * W("gr", 1, 0.5))
        self.gs = np.hypot(vx, vy)
        self.rx, self.ry = diff(self.rol, 0.1), diff(self.pit, 0.1)
        kg = lp(E("kg"), 0.8)
        hard, chip, arm6 = h("mot", 0.5), h("prop", 0.5), h("arm", 0.5)
        F = (12.4 + kg) * np.sqrt((g0 + az + 0.25 * W("th", 1, 0.4)).clip(3) ** 2 + ax**2 + ay**2) / 6 * (1 - 0.06 * np.exp(-self.z / 1.2)) * (1 + 0.004 * self.vz)
        self.fm, self.rpm, self.im, self.pwm = [], [], [], []
        for i in range(6):
            a = np.pi / 6 + i * np.pi / 3
            f = F * (1 + 0.05 * np.cos(a) * lp(self.ry, 0.2) * 8 + 0.05 * np.sin(a) * lp(self.rx, 0.2) * 8 + 0.02 * np.cos(a) * kg / 3) + 0.6 * self.yr * (-1) ** i + 2.3 * arm6 * (1 if i in (0, 2, 5) else -1) * (1.5 if i == 5 else 1)
            f = (f * ai + 1.5 * (1 - ai)).clip(0.5) * arm
            rpm = 3250 * np.sqrt(f / 21) * (1 + 0.006 * self.u(f"kv{i}")) * (1 + (0.045 * chip if i == 4 else 0)) * (1 - (0.012 * hard if i == 2 else 0))
            self.fm.append(f), self.rpm.append(rpm)
            self.im.append(0.0635 * f**1.5 * (1 + 0.01 * self.u(f"ki{i}")) * (1 + (0.27 * hard if i == 2 else 0.06 * chip if i == 4 else 0)) + 0.1)
            self.pwm.append(1000 + 640 * np.sqrt(f / 21) * arm + (22 * hard if i == 2 else 0) * arm)
        self.thr = np.sqrt(lp(sum(self.fm) / 6, 0.2) / 52)
        mass = 0.07 * self.wear(1)
        dr = h("drm", 0.4)
        self.wl = lp(A["w"], 0.2)
        self.wv = diff(self.wl) * (1 - 0.22 * dr)
        self.wm = np.abs(self.wv) > 0.08
        self.ten = (0.4 + kg) * g0 * lp((self.wl > 0.5) * 1.0, 0.4) * (1 + 0.06 * W("tn", 1, 0.6))
        self.iw = 0.15 + np.tanh(8 * np.abs(self.wv)) * (1.3 + 0.07 * self.ten * (1 + 0.5 * (self.wv < 0)) + 1.9 * dr * (1 + 0.25 * W("dr", 1, 0.5)) + mass)
        cw, fd = h("cool", 2), h("fan", 2).clip(0, 1)
        ph = np.mod(t / (70 + 4 * self.su("cy")) + 0.2 * W("cyp", 1, 90), 1)
        self.con = lp((ph < 0.35 + 0.012 * (self.amb - 14) + 0.3 * cw) * 1.0, 2)
        self.ico, self.bt, self.bh = 0.1 + self.con * (2.3 + 0.02 * (self.amb - 14) + 0.6 * cw), 6.5 - 1.3 * lp(self.con, 15) + 0.05 * (self.amb - 14) + 1.6 * lp(E("door"), 8) + 2.7 * lp(cw, 60), 52 + 8 * lp(E("door"), 20) + 13 * lp(cw, 90)
        self.fr, self.hot = (4100 + 25 * (self.amb - 14)) * (1 - 0.97 * fd), 14 * lp(fd, 90)
        gp = h("gear", 0.3) * ai
        self.gp = gp
        self.i12 = lp(1.6 + 0.7 * self.ico + 0.5 * self.iw + 0.9 * self.load("i12", 8, 30), 0.3)
        self.ib = sum(self.im) + 0.4 * self.i12 + 0.5
        pc = h("pads", 0.3)
        use, ah, soc, x = self.ib, 22.0, [], 0.9 + 0.04 * np.tanh(self.su("soc"))
        for u, d, sw in zip(use.tolist(), E("dock").tolist(), E("swap").tolist()):
            x = 0.96 if sw else min(max(x + (d * 14 * min(1.0, (1 - x) * 6) - u) * DT / 3600 / ah, 0.08), 1.0)
            soc.append(x)
        self.soc = np.array(soc)
        self.ich = lp(E("dock") * 14 * ((1 - self.soc) * 6).clip(0.05, 1), 1.5) * (1 - 0.3 * pc * (1 + 0.3 * W("pc", 1, 0.6)))
        self.ctmp = 9 * lp(self.ich / 14, 20) + 11 * lp(pc * (self.ich > 0.6), 20)
        self.nb = self.ib - self.ich
        rs = h("res", 1)
        self.cv = 3.42 + 0.72 * self.soc - 0.05 * (1 - self.soc) ** 4 - 0.0021 * (1 + 0.75 * rs) * self.nb - 0.0007 * lp(self.nb, 25)
        self.btmp = 9 * lp((self.nb / 45) ** 2, 150) + 8 * lp(rs * (self.nb > 20), 100)
        po = (1.6 * h("port", 0.5)).clip(0, 2)
        self.zb = self.z + lp(0.25 * W("bz", 1, 40), 1)
        self.zb = self.zb + po * (lp(self.zb, 2.2) - self.zb) / 1.3
        mc = h("magc", 0.5)
        self.mg = [2.1e-5 * np.cos(self.yaw) + 5e-8 * self.nb + 2e-7 * mc * self.nb, -2.1e-5 * np.sin(self.yaw) - 3e-8 * self.nb + 1.7e-7 * mc * self.nb, 4.2e-5 + 4e-8 * self.nb]
        vb = ai * (5 + 0.6 * self.tas + 0.05 * self.nb)
        self.vib = [vb * 0.8 + 6.5 * hard * ai, vb * 0.8 + 1.5 * hard * ai + 3 * chip * ai, vb * 1.2 + 11 * chip * ai + 2 * hard * ai]

    def where(self):
        fl = self.air
        self.over("m_vol", self.im[0], ESC + ":" + E_(0, "current"), "current|load|thrust", fl, 0.6, 1, 0.4), self.over("ba_ca", self.nb, BAT + ":current", "current|load|discharg", fl, 0.55, 0, 0.4)
        self.over("g_y", self.gs, HUD + ":groundspeed", "groundspeed|speed|velocity|faster|airspeed|twist", self.gs > 0.5, 0.5, 1, 0.4)
        self.over("gp_vel", lp(np.degrees(self.rol), 0.3), NAV + ":nav_roll", "roll|tilt|orientation|bank", fl, 0.75, 1, 0.6)
        self.over("n_alt", self.vz, HUD + ":climb", "climb|vertical|rises|faster", self.vz > 0.2, 0.4, 1, 0.5)
        self.over("f_d", self.thr, HUD + ":throttle", "throttle|thrust|load|power", fl, 0.6, 2, 0.3), self.over("wi_hi", self.wl, WIN + ":line_length", "line length|line|winch|further", self.wm, 0.5, 1, 0.5)
        self.places(self.x, self.y, fl, gp_pl=(42.0, 0.045), ra_pl=(40.0, 0.04), mg_pl=(38.0, 0.05), lt_pl=(42.0, 0.035), fl_pl=(40.0, 0.04))
        cr, ld = self.gs > 2.5, (np.abs(self.vz) > 0.25) & fl
        self.modes(
            ("mot prop arm res magc gear m_tmp m_rpm m_cur m_sag o_ch o_c2 a_z v_cl h_thr n_rol t_th t_rt b_noi r_mir r_out au_t", fl, "fly|flies|flying|armed|throttle|current|rpm|air|altitude|thrust"),
            ("v_y p_v h_air n_xt f_x", cr, "speed|groundspeed|velocity|along|faster|cruise|airspeed|flying|moving"),
            ("drm wi_t wi_l", self.wm, "winch|line|moves|moving|motor current"), ("port la_x", ld, "climb|lands|takes off|altitude|descend"), ("pads", self.ich > 1.5, "charg|docked|dock|pad"), ("by_k", self.E("kg") > 1.0, "load|parcel|kg|heav"),
        )

    def record(self):
        E, W, t, ai, n_ = self.E, self.wander, self.t, self.air * 1.0, self.n
        sl = self.shape("s_win", 0.4, 0.8, 4)
        body = lambda x: ai * x  # noqa: E731
        self.inertial(IMU, 15, (self.rol, self.pit, self.yaw), (self.rx + body(0.02 * self.white("gx")), self.ry + body(0.02 * self.white("gy")), self.yr), (0.12 * self.tas + body(0.25 * self.white("ax")), body(0.25 * self.white("ay")), 9.81 + diff(self.vz, 0.2) + body(0.4 * self.white("az"))), "base_link", (0.004, 0.05))
        v = self.pose(self.x + 0.1 * W("ox", 1, 90), self.y + 0.1 * W("oy", 1, 90), self.yaw, 0.03, 0.12)
        v.update({"pose.pose.position.z": n(self.zb, 0.06), "twist.twist.linear.x": n(self.fw, 0.06), "twist.twist.linear.z": n(self.vz, 0.05), "twist.twist.angular.z": n(self.yr, 0.006)})
        self.pub(ODO, "nav_msgs/msg/Odometry", 12, v, "map", strs={"child_frame_id": "base_link"})
        la, lo = 47.37 + 0.02 * self.site_of(), 8.54
        lat, lon = la + self.y / 111320, lo + self.x / 75400
        self.pub(GPS, "sensor_msgs/msg/NavSatFix", 5, dict(latitude=n(lat, 5e-6, step=1e-7), longitude=n(lon, 5e-6, step=1e-7), altitude=n(431 + self.z, 0.5), **{"status.status": 2, "position_covariance_type": 2}), "gps")
        sat = 17 + 1.2 * W("sat", 1, 90) - 2 * (self.z < 3)
        self.pub(RAW, "mavros_msgs/msg/GPSRAW", 4, dict(fix_type=6, lat=lat * 1e7, lon=lon * 1e7, alt=(431 + self.z) * 1e3, eph=n(78 - 2 * (sat - 17), 3, 40), epv=n(112 - 3 * (sat - 17), 4, 40), vel=self.gs * 100, satellites_visible=n(sat, 0.4, 0, step=1), h_acc=n(420 + 30 * W("ha", 1, 60), 25, 50, step=1), v_acc=n(640, 35, 50, step=1), vel_acc=n(150 + 4 * self.gs, 12, 10, step=1), dgps_numch=8, dgps_age=n(1100, 200, 0, step=1)))
        self.pub(HUD, "mavros_msgs/msg/VfrHud", 5, dict(airspeed=n(self.tas, 0.3, 0), groundspeed=n(self.gs, 0.06, 0), heading=np.mod(90 - np.degrees(self.yaw), 360), throttle=n(self.thr * self.arm, 0.006, 0, 1), altitude=n(431 + self.zb, 0.08), climb=n(diff(self.zb, 0.3), 0.07)))
        self.pub(OUT, "mavros_msgs/msg/RCOut", 8, dict(channels=[n(x, 5, 900, 2000, u=0.6, step=1) for x in self.pwm]))
        esc, au = {}, np.mean(self.rpm, 0)
        for i in range(6):
            p = f"esc_telemetry[{i}]."
            esc.update(self.stamp(p + "header.stamp."))
            esc.update({p + "temperature": self.tm(f"m{i}", 9 * lp((self.im[i] / 7) ** 1.2, 50), 8, tau=100), p + "voltage": n(12 * self.cv - 0.02 * self.im[i], 0.06), p + "current": n(self.im[i], 0.12, 0, out=(0.8, 0.003)), p + "totalcurrent": np.cumsum(self.im[i]) * DT / 3.6, p + "rpm": n(self.rpm[i], 14, 0, u=0.3, step=1), p + "count": np.mod(t * 6, 60000)})
        self.pub(ESC, "mavros_msgs/msg/ESCTelemetry", 6, esc, lens=dict(esc_telemetry=6))
        cr = np.tanh(self.gs / 3) * ai
        self.pub(NAV, "mavros_msgs/msg/NavControllerOutput", 5, dict(nav_roll=n(np.degrees(self.rol), 0.3), nav_pitch=n(np.degrees(self.pit), 0.3), nav_bearing=np.mod(90 - np.degrees(self.yaw), 360), target_bearing=np.mod(92 - np.degrees(self.yaw), 360), wp_dist=np.hypot(self.x, self.y), alt_error=n(0.1 * self.vz + 0.15 * W("ae", 1, 3) * ai, 0.06), aspd_error=n(0.4 * W("as", 1, 4) * cr, 0.1), xtrack_error=n(cr * (0.35 * W("xt", 1, 5) + 0.05 * self.wind), 0.08)))
        self.pub(VIB, "mavros_msgs/msg/Vibration", 4, {**{f"vibration.{a}": n(x * (1 + 0.12 * self.white("vb" + a)), 0.4, 0) for a, x in zip("xyz", self.vib)}, "clipping": [n(self.steps(f"cl{i}", 700), 1e-3, step=1, u=0, w=0) for i in range(3)]})
        hill = 3 * np.sin(self.x / 90) + 2.5 * np.cos(self.y / 70)
        self.pub(ALT, "mavros_msgs/msg/Altitude", 5, dict(monotonic=n(self.zb + 431, 0.08), amsl=n(self.z + 431, 0.15), local=n(self.zb, 0.08), relative=n(self.zb, 0.1), terrain=n(431 + hill, 0.12), bottom_clearance=n((self.z - hill * np.tanh(self.z / 9)).clip(0), 0.1)))
        ds = np.hypot(self.x, self.y)
        rs = 196 - 22 * np.log1p(ds / 40) + 4 * W("rs", 1, 20)
        self.pub(RAD, "mavros_msgs/msg/RadioStatus", 3, dict(rssi=n(rs, 2, 0, 254, step=1), remrssi=n(rs - 4, 2, 0, 254, step=1), txbuf=n(94 - 5 * self.load("txb", 5, 40), 1.5, 0, 100, step=1), noise=n(52 + 3 * W("nz", 1, 60), 2, 0, 254, step=1), remnoise=n(47 + 3 * W("nr", 1, 60), 2, 0, 254, step=1), rxerrors=n(3 + ds / 120, 0.7, 0, step=1), fixed=n(1.0, 0.5, 0, step=1), rssi_dbm=rs / 1.9 - 127, remrssi_dbm=rs / 1.9 - 129))
        st = lambda nm: 1500 + E("man") * 180 * np.tanh(W(nm, 1, 1.2))  # noqa: E731
        self.pub(RCI, "mavros_msgs/msg/RCIn", 4, dict(rssi=n(212 - 14 * np.log1p(ds / 60), 3, 0, 254, step=1), channels=[n(st("st1"), 1.2, step=1, w=0.3), n(st("st2"), 1.2, step=1, w=0.3), n(1500 + E("man") * 100 * np.tanh(self.vz), 1.5, step=1), n(st("st4"), 1.2, step=1, w=0.3), n(1900 - 800 * E("man"), 0.8, step=1)]))
        q4 = rpy(self.rol + 0.006 * self.white("q1") * ai, self.pit, self.yaw)
        self.pub(TGT, "mavros_msgs/msg/AttitudeTarget", 8, {**{"orientation." + c: x for c, x in zip("xyzw", q4)}, **{"body_rate." + c: n(x, 0.012) for c, x in zip("xyz", (self.rx, self.ry, self.yr))}, "thrust": n(self.thr * self.arm, 0.006, 0, 1)})
        self.pub(SYS, "mavros_msgs/msg/SysStatus", 2, dict(sensors_present=325188655, sensors_enabled=325188655, sensors_health=325188655, load=n(430 + 60 * ai + 12 * self.new(3), 12, 0, 1000, step=1), voltage_battery=12e3 * self.cv, current_battery=n(100 * self.nb, 15, step=1), battery_remaining=100 * self.soc, drop_rate_comm=n(self.net("dr", 4, 3, 10), 1, 0, step=1), errors_comm=n(self.net("er", 3, 2, 8), 1, 0, step=1)))
        self.pub(TSY, "mavros_msgs/msg/TimesyncStatus", 3, dict(observed_offset_ns=n(1.8e6 + 3e4 * W("ob", 1, 30), 9e4, step=1), estimated_offset_ns=n(1.8e6 + 3e4 * W("ob", 1, 30), 9e3, step=1, u=3), round_trip_time_ms=n(self.net("rt", 2.1, 0.8, 1.5), 0.05, 0)))
        fz = 0.05 * np.maximum(self.z, 1)
        self.pub(FLO, "mavros_msgs/msg/OpticalFlowRad", 6, dict(integration_time_us=50000, integrated_x=n(-0.05 * self.fw / (fz * 20), 0.002), integrated_y=n(0.05 * self.rx, 0.002), integrated_xgyro=n(0.05 * self.rx, 0.0006), integrated_ygyro=n(0.05 * self.ry, 0.0006), integrated_zgyro=n(0.05 * self.yr, 0.0006), temperature=n(100 * (self.amb + 14), 15, step=1), quality=n(188 - 0.9 * self.z - 50 * (self.is_life(6)) + 12 * self.sunny, 4, 0, 255, step=1), distance=n(self.z.clip(0.2, 40), 0.05, 0)))
        self.pub(WND, "geometry_msgs/msg/TwistWithCovarianceStamped", 3, {"twist.twist.linear.x": n(lp(self.wx, 8), 0.1, u=2), "twist.twist.linear.y": n(lp(self.wy, 8), 0.1, u=2)}, "map")
        self.pub(MAG, "sensor_msgs/msg/MagneticField", 8, {MF + a: n(x, 2.5e-7, tau=20) for a, x in zip("xyz", self.mg)}, "base_link")
        self.simple(SPR, "FluidPressure", 6, "fluid_pressure", n(96300 + 500 * self.su("qnh") - 11.6 * self.zb - 0.12 * self.tas**2, 2.2))
        self.simple(TIM, "Temperature", 2, "temperature", n(45 + 0.2 * W("ti", 1, 30), 0.08, u=6)), self.simple(TBA, "Temperature", 2, "temperature", self.tm("tb", 5 + 2 * lp(1 - ai, 60), 8))
        self.simple(RNG, "Range", 6, "range", n((self.z - hill * np.tanh(self.z / 9) + 0.1).clip(0.1, 48), 0.04, 0.1, 50), min_range=0.1, max_range=50.0, field_of_view=0.03)
        self.pack(BAT, self.nb, 12 * self.cv, self.soc, [self.cv] * 12, [self.T(f"bt{i}", self.btmp, 300, 6, 0.06) for i in range(3)])
        self.lidar(OBS, 5, [(4 + 14 * (0.5 + 0.5 * np.sin(i * 1.3 + self.x / 25 + self.y / 33))) * (0.4 + 0.6 * np.tanh(self.z / 15)) + 0.6 for i in range(12)], 1.2, 20, 0.06)
        wc = self.iw
        self.pub(WIN, "courier_msgs/msg/Winch", 6, dict(line_length=n(self.wl, 0.01), line_speed=n(self.wv, 0.01), tension=n(self.ten * (1 - 0.9 * sl), 0.4, 0), motor_current=n(wc, 0.07, 0), motor_temp=self.tm("wm", 9 * lp(wc, 60), 4), brake_current=n(0.72 - 0.66 * lp(self.wm * 1.0, 0.3), 0.02, 0), drops=self.once(E("kg") < 0.1) + 300 * self.idx, cable_slack=sl))
        dr = lp(E("door"), 0.8)
        self.pub(BAY, "courier_msgs/msg/ParcelBay", 4, dict(door_angle=n(95 * dr + 0.6, 0.3, 0), latch_force=n(38 * (1 - dr), 0.8, 0), parcel_kg=n(lp(E("kg"), 0.5) * (1 + 0.03 * ai * W("kgw", 1, 0.5)), 0.015), bay_temp=n(self.bt, 0.08, tau=30), cooler_current=n(self.ico, 0.05, 0), bay_humidity=n(self.bh, 0.5, 5, 98, tau=60), latch_open=dr > 0.2))
        sg = -67 - 6 * np.log1p(ds / 70) + 0.12 * self.z.clip(0, 40) + 1.5 * W("lt", 1, 25)
        self.pub(LTE, "courier_msgs/msg/Modem", 3, dict(signal_dbm=n(sg, 1.0), latency_ms=n(self.net("la", 38, 12, 25), 0.5, 0), lost_percent=n(self.net("lo", 0, 0.5, 0.5) + 5 * self.blink("s_lte"), 0.1, 0, 100), uplink_mbit=n(9.5 + 0.12 * (sg + 75), 0.4, 0), cell_id=311 + (self.x > 120) * 4 + (self.y > 90) * 9))
        ver = self.version("courier", "3.2", "3.3", "3.6")
        mb = 3400 * (1 + 0.04 * self.new(3) + 0.03 * self.new(8))
        self.pub(CMP, "courier_msgs/msg/Companion", 3, dict(loop_ms=n(self.net("c0", 16, 1.0, 0.4) + 0.5 * self.hot, 0.05, 0), loop_max_ms=n(self.net("c1", 24, 2.4, 1.2) + 0.7 * self.hot, 0.05, 0), memory_mb=n(mb + self.pieces("mb", 40, 200, -0.008, 0.008) * mb, 6), core_temp=self.tm("cpu", 6 * lp(ai, 40) + self.hot, 24, 0.3, 120), fan_rpm=n(self.fr, 20, 0)), strs=dict(software=ver))
        self.pub(PWR, "courier_msgs/msg/PowerModule", 5, dict(bus_12=n(12.08 - 0.015 * self.i12, 0.012, u=1.5), current_12=n(self.i12, 0.05, 0), bus_5=n(5.16, 0.006, u=2), current_5=n(2.1 + 0.4 * ai + 0.3 * self.load("i5", 9, 40), 0.04, 0), regulator_temp=self.tm("rg", 3 * lp(self.i12, 60), 8), insulation_kohm=n(1150 - 40 * W("in", 1, 200), 14, 20, tau=60)))
        near = np.tanh(((20 - self.z) / 6).clip(0)) * (ds < 12) * self.air
        self.pub(LAN, "courier_msgs/msg/LandingTarget", 5, dict(offset_x=n(near * (0.1 * W("lx", 1, 2) + 0.02 * self.wind), 0.015), offset_y=n(near * 0.1 * W("ly", 1, 2), 0.015), marker_size=n(near * 160 / self.z.clip(0.8), 0.8, 0), quality=n(0.86 - 0.05 * self.sunny + 0.03 * near, 0.012, 0, 1), exposure_ms=n(2.2 + 1.1 * (1 - self.sunny) + 2 * self.is_life(6), 0.05, 0), frame_delay_ms=n(self.net("fd", 33, 6, 6), 0.5, 0), seen=near > 0.3))
        nr = self.flags("s_chu")
        self.pub(CHU, "courier_msgs/msg/Parachute", 2, dict(bottle_bar=n(182 + 0.5 * (self.amb - 14) - 0.4 * self.wear(1), 0.6, 0), igniter_ohm=n(1.9, 0.015, 0), capacitor_volts=n(23.8 - 5 * nr, 0.06, 0), not_ready=nr))
        gp = self.gp
        self.pub(GMB, "courier_msgs/msg/Gimbal", 6, dict(tilt_angle=n(ring(self.A["g"], 1.5, 0.8) + 3 * gp * W("gt", 1, 0.25) + 0.4 * np.degrees(self.ry) * 0.1, 0.12), pan_angle=n(ring(self.A["pa"], 1.5, 0.8), 0.15), tilt_current=n(0.22 + 0.02 * np.abs(diff(self.A["g"])) + 0.1 * ai + 0.2 * gp, 0.015, 0), pan_current=n(0.2 + 0.03 * np.abs(diff(self.A["pa"])) + 0.09 * ai, 0.015, 0), image_shake=n(0.5 + 1.1 * ai + 0.1 * self.tas + 1.7 * gp, 0.12, 0), image_sharpness=n(71 - 3 * ai - 12 * gp + 3 * np.sin(self.x / 60), 0.9, 0)))
        hn = (self.amb0 < 9) * 1.0 + 0.15
        self.pub(PAD, "courier_msgs/msg/Pad", 3, dict(charge_current=n(self.ich, 0.12, 0), contact_temp=self.tm("ct", self.ctmp, 2, tau=60), heater_current=n(1.4 + 5 * hn * (np.mod(t / 50, 1) < 0.4), 0.12, 0), pad_temp=n(self.amb + 3 * hn + 4 * lp(self.sunny, 200), 0.15, tau=40), docked=E("dock"), pad_iced=self.f("s_pad") > 0))
        self.pub(LGT, "courier_msgs/msg/Beacon", 4, dict(lamp_current=[n(0.12 + 0.75 * self.arm * (np.mod(t, 1.7) < 1.0), 0.02, 0) for _ in (0, 1)], lamp_temp=self.tm("lp", 6 * lp(self.arm, 60), 4)))
        chip = self.h("prop", 0.5) * ai
        self.pub(AUD, "courier_msgs/msg/Sound", 4, dict(loudness_db=n(41 + 34 * np.tanh(au / 1500) + 2 * chip, 0.7, 0), blade_tone_hz=n(au / 30, 0.9, 0), hiss=n(0.3 + 0.25 * self.arm + 0.025 * self.tas + 0.5 * chip, 0.03, 0)))
        self.pub("/safe", "courier_msgs/msg/Safe", 2, dict(estop_ok=1, fence_ok=1, people=E("ppl"))), self.pub("/job", "courier_msgs/msg/Job", 4, dict(phase=self.st, kind=E("kind"), parcel_no=E("job") + 12 * self.idx, address_no=E("adr"), speed_limit=n(E("lim"), 1e-3, u=0, w=0, step=0.1), by_hand=E("man")))
        self.pub(M + "extended_state", "mavros_msgs/msg/ExtendedState", 2, dict(vtol_state=0, landed_state=np.where(self.z < 0.2, 1, np.where(self.st == 1, 3, np.where(np.isin(self.st, (4, 8, 9)), 4, 2)))))
        items, md = [], {0: "AUTO.LOITER", 1: "AUTO.TAKEOFF", 3: "AUTO.LOITER", 7: "POSCTL", 8: "AUTO.PRECLAND", 9: "AUTO.PRECLAND", 10: "AUTO.LOITER", 11: "AUTO.LOITER", 12: "POSCTL"}
        for x in np.arange(0.4, self.dur - 1, 1.0):
            w, i = Cdr(), min(int(x / DT), n_ - 1)
            w.stamp(int((self.t0 + x) * 1e9)), w.s(""), w.u8(1), w.u8(int(E("arm")[i])), w.u8(1), w.u8(int(E("man")[i])), w.s(md.get(int(self.st[i]), "AUTO.MISSION")), w.u8(4 if E("arm")[i] else 3)
            items.append((x, bytes(w.b)))
        self.raw(M + "state", "mavros_msgs/msg/State", items)
        self.end(
            "/deliver/_action/status",
            [("s_win", "winch", ["cable slack, winding back", "cable tight again"], "WIN"), ("s_chu", "parachute", ["parachute not ready, capacitor low", "parachute charged again"], "CHU"), ("s_lte", "modem", "link to the depot weak, waiting", "LTE"), ("s_pad", "landing_pad", "ice on the pad, heating", "PAD")],
            [(14, "I", "mission", "waypoint reached, {} s to the next", 10, 40), (8, "W", "traffic", "other aircraft {} m away, holding", 150, 900), (6, "W", "mavros.ftp", "slow answer {} ms", 200, 800), (5, "I", "winch", "hook home, {} mm", 1, 9), (4, "W", "geofence", "close to the border, {} m", 12, 40)],
            [("mavros", "FCU: preflight checks passed"), ("parachute", "bottle checked 12 days ago"), ("mission", "ready for jobs")],
            ver,
        )
