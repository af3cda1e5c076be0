"""What to do about faults of whole machines: vehicles that fly or drive, packs, safety, tools.

English, as drivers write it. A pattern is looked for in the name of the part and what it said
together ("agv: drive", "I2t limit exceeded"), in the form of :func:`.plain_words.plain_words`.
These words name a fault more closely than those of any part.
"""

from __future__ import annotations

from robot_memory.wording.error_code import CODED
from robot_memory.wording.fault_table import FaultKind
from robot_memory.wording.remedies import (
    BATTERY_OUT,
    CHARGER,
    CHECK_ESTIMATE,
    COMPUTER_LOAD,
    DISK_SPACE,
    FAN,
    HELD_BACK,
    JAM,
    LET_COOL,
    LEVEL_GROUND,
    MEMORY,
    NETWORK_LINK,
    OPEN_SKY,
    SAFETY_CIRCUIT,
    SET_POSE,
    SUPPLY,
    VIBRATION,
)

_VIOLATED = r"(?:infring\w*|violat\w*|interrupt\w*|broken|entered|occupied|active|trigger\w*)"

KINDS_OF_MACHINES = (
    # vehicles that fly
    FaultKind(
        r"\bairspeed(?: sensor)?(?: \d+)? (?:is )?(?:not healthy|unhealthy|missing|fail\w*)\b",
        "check the tube and the cable of the airspeed sensor",
    ),
    FaultKind(
        r"\b(?:px4|mav\w*|uavs?|drones?|\w*copter|vehicle|fcu|ardu\w+)\b.*\barm(?:ing)? (?:call "
        r"|request )?(?:failed(?! to)|rejected|denied|refused)\b"
        r"|\barm(?:ing)? (?:call |request )?(?:failed(?! to)|rejected|denied|refused)\b.*"
        r"\bvehicle\b",
        "read the messages of the flight controller before arming, mend what they name, then arm"
        " again",
    ),
    FaultKind(r"\brc (?:is )?not calibrated\b", "calibrate the remote control"),
    FaultKind(
        r"\b(?:check mag(?:netic)? field|compass(?:es)? inconsistent|mag(?:netic)? anomaly"
        r"|compass offsets too high)\b",
        "keep the compass away from metal and currents, then calibrate",
    ),
    FaultKind(r"\b(?:bad fix|need 3d fix|hdop|pdop)\b", OPEN_SKY),
    FaultKind(
        r"\bthrottle below failsafe\b|\b(?:radio|rc) failsafe\b",
        "switch the remote control on; check its battery, antennas and distance",
    ),
    FaultKind(
        r"\b(?:high throttle|throttle (?:is )?(?:not zero|too high))\b",
        "set the throttle stick to zero, then arm again",
    ),
    FaultKind(
        r"\b(?:hardware )?safety switch\b(?!.{0,20}\b(?:release|off|disabled)\b)",
        "press the safety switch, then try again",
    ),
    FaultKind(
        r"\bno sd card\b|\blogging (?:has )?failed\b",
        "insert an SD card that can be written",
    ),
    FaultKind(
        r"\b(?:board|servo)\b.{0,12}\bv(?:olts?|oltage)?\b.{0,12}\b(?:out of range|to+ low)\b"
        r"|\bboard \(\d.{0,6}v\) out of range\b",
        SUPPLY,
    ),
    FaultKind(
        r"\bekf\d?\b(?! filter).{0,20}\b(?:bad|failsafe|fail\w*|lane switch|missing data)\b"
        r"|\b(?:velocity|height|position|attitude|heading) estimate (?:is )?(?:not stable|error"
        r"|invalid|unstable)\b|\battitude failure\b",
        CHECK_ESTIMATE,
    ),
    FaultKind(
        r"\bcrash(?:ed)?: disarm\w*|\bcrash detected\b|\bparachute (?:deployed|released)\b",
        "inspect the vehicle before it moves again",
    ),
    FaultKind(
        r"\bthrust loss\b|\byaw imbalance\b|\b(?:propeller|prop|rotor) (?:imbalance|unbalanced)\b",
        "check motors, propellers and load before the next start",
    ),
    FaultKind(
        r"\besc telemetry (?:lost|missing|timeout)\b|\besc\b.{0,20}\b(?:offline|not respond\w*)\b",
        "check the cables of that ESC",
    ),
    FaultKind(
        r"\bvibration compensation\b|\bgyro range vibration\b|\bhigh vibration\b",
        VIBRATION,
    ),
    FaultKind(
        r"\b(?:geo ?)?fence (?:violation|breach\w*|violated)\b"
        r"|\boutside (?:of )?(?:the )?geo ?fence\b",
        "bring it back inside the fence; check where the fence is",
    ),
    FaultKind(r"\b(?:high )?wind (?:speed )?(?:detected|above)\b", "land, and wait for less wind"),
    # packs and chargers
    FaultKind(
        r"\bcharg(?:e|ing) over ?current\b|\bcell over ?voltage\b|\bover ?charg(?:e|ed|ing)\b"
        r"|\bcell (?:\d+ )?voltage (?:too )?high\b",
        "unplug the charger, and check that it fits the battery",
    ),
    FaultKind(
        r"\b(?:mosfet|fet|pre ?charge|cell(?: \d+)?|afe)\b.{0,20}\b(?:fail\w*|fault|defect\w*"
        r"|damaged)\b",
        BATTERY_OUT,
    ),
    FaultKind(
        r"\bcurrent draw\b.{0,10}\b(?:critical|warning|high)\b",
        "look for too much load, or a short circuit",
    ),
    FaultKind(
        r"\bpower (?:consum\w+|draw)\b.{0,15}\b(?:exceed\w*|approach\w*|too high)\b",
        "reduce the electrical load, or use a larger supply",
    ),
    FaultKind(
        r"\b(?:insulation|isolation)(?: resistance)? (?:is )?(?:too )?(?:low|fault|fail\w*"
        r"|error)\b",
        "take the robot out of use until its insulation is checked",
    ),
    FaultKind(
        r"\bcharg\w+ temperature (?:is )?(?:too )?low\b|\b(?:battery|pack|cells?) (?:is |are )?too"
        r" cold\b|\bunder ?temp\w*\b.{0,15}\bcharg\w+",
        "warm the battery up before it is charged",
    ),
    FaultKind(r"\bstate of health\b|\bsoh\b|\bend of life\b", "plan to replace the battery"),
    FaultKind(
        r"\bcontacts?\b.{0,20}\bno (?:voltage|current|power)\b|\bno charg(?:e|ing) current\b",
        CHARGER,
    ),
    FaultKind(r"\bforeign object\b", "clear the charging pad"),
    # safety
    FaultKind(
        r"\b(?:safety|guard|protective|fence) ?(?:door|gate|hood|fence)s?(?: \w+)? (?:is |was )?"
        r"(?:open\w*|not (?:closed|locked)|unlocked)\b",
        "close it, then reset the safety",
    ),
    FaultKind(
        rf"\b(?:protective|protection|warning|safety|protected) (?:field|zone|area)s?\b.{{0,15}}"
        rf"\b{_VIOLATED}\b|\b(?:light (?:curtain|barrier|grid)|muting)\b.{{0,20}}\b{_VIOLATED}\b",
        "clear the field of the scanner, then reset",
    ),
    FaultKind(
        r"\bsto (?:is )?(?:active|triggered|engaged)\b|\bsafe torque off\b|\bsafe(?:ty)? stop"
        r" (?:\w+ )?(?:is )?(?:active|triggered)\b",
        "check emergency stop, gates and scanners, then reset the safety",
    ),
    FaultKind(
        r"\b(?:reset|acknowledg\w+|restart) (?:is )?(?:required|needed|necessary|pending)\b",
        "remove the cause, see that the place is clear, then reset",
    ),
    FaultKind(
        r"\b(?:two|dual) channel\b.{0,20}\b(?:discrepancy|fault|error|mismatch)\b|\bdiscrepancy\b"
        r".{0,20}\b(?:input|channel|safety)\b",
        SAFETY_CIRCUIT,
    ),
    FaultKind(
        r"\b(?:speed|velocity) limit (?:is |was )?(?:exceeded|violat\w*|reached)\b"
        r"|\bover ?speed\b(?! (?:protection )?(?:disabled|threshold))|\bmaximum speed reached\b",
        "reduce the commanded speed; check its limit",
    ),
    FaultKind(
        r"\bbrake test (?:has )?(?:failed|failure|error|required)\b",
        "keep it out of use until the brake is checked",
    ),
    FaultKind(
        r"\bquick ?stop (?:is )?(?:active|triggered)\b",
        "find what triggered it, then enable the drive again",
    ),
    # vehicles that drive, and what they carry
    FaultKind(
        r"\b(?:line|track|tape|guide ?(?:wire|line|path)|qr code|data ?matrix|reflectors?)\b.{0,15}"
        r"\b(?:lost|not (?:detected|found|seen)|missing)\b|\bno (?:track|line|reflectors)\b",
        "put the robot back on its line; clean the marks and the sensor",
    ),
    FaultKind(
        r"\blocali[sz]ation (?:quality|confidence|score|error)\b",
        SET_POSE,
    ),
    FaultKind(
        r"\bload (?:is |was )?(?:not (?:detected|present)|lost|slipped|overhang\w*|missing)\b"
        r"|\bload overhang\b|\b(?:over|under) ?weight\b",
        "check the load, and the sensor that sees it",
    ),
    FaultKind(
        r"\b(?:position|following|steering|angle|path|tracking)\b.{0,10}\b(?:lag|deviat\w+)\b"
        r".{0,20}\b(?:exceed\w*|too|large|from path|joint)\b",
        HELD_BACK,
    ),
    FaultKind(r"\bi ?2 ?t\b.{0,20}\b(?:limit|exceed\w*|fault|error|warning|over)", HELD_BACK),
    FaultKind(
        r"\b(?:motor )?phase (?:loss|lost|missing|open|failure)\b|\bcommutation (?:error|fault"
        r"|fail\w*)\b|\bopen (?:phase|winding)\b",
        "check the cable of the motor and its encoder",
    ),
    FaultKind(
        r"^(?!.*\b(?:threshold|detector|disabled)\b).*\b(?:motor|drive|wheel|brush|joint|axis"
        r"|actuator|servo|spindle|conveyor)s?\b.*\b(?:stall|jam|blockage)(?: (?:was )?detected|$)",
        JAM,
    ),
    FaultKind(
        r"\b(?:brush|roller|wheel|blade|cutter|propeller)s?\b.{0,15}\b(?:tangled|entangled|clogged"
        r"|wrapped|blocked)\b",
        "switch it off, and clear what is wound round it",
    ),
    FaultKind(
        r"\b(?:gate driver|bridge driver|power stage)\b.{0,10}\b(?:fault|error|fail\w*)\b",
        "check the motor and its wiring for a short circuit",
    ),
    FaultKind(
        r"\b(?:tyre|tire) pressure\b", "inflate the tyre; look for a puncture if it falls again"
    ),
    FaultKind(
        r"\btilt\w*\b.{0,15}\b\d+ ?(?:deg\w*|°)|\btilt (?:detected|alarm|limit)\b",
        LEVEL_GROUND,
    ),
    FaultKind(r"\brain (?:is |was )?detected\b", "bring the robot under a roof until it is dry"),
    FaultKind(
        r"\b(?:perimeter|boundary|guide) (?:wire )?(?:signal )?(?:lost|missing|not detected)\b",
        "check the boundary wire and its station",
    ),
    FaultKind(r"\bdepth limit\b.{0,12}\bexceed\w*", "bring it up; check the depth setting"),
    FaultKind(r"\bbottom lock\b.{0,12}\blost\b", "bring it nearer to the ground"),
    FaultKind(
        r"\b(?:too far from|off) (?:the )?(?:navigation )?(?:graph|lane|route)\b|\bno start lane\b",
        "drive the robot back to a lane of its map",
    ),
    # the network
    FaultKind(
        r"\b(?:network|wi ?fi|wlan|wireless)\b[^:]{0,30}: (?:\w+ )?(?:poor|down|bad|weak"
        r"|degraded)\b(?!.* (?:of|in|from|data)\b)",
        NETWORK_LINK,
    ),
    # lifts and doors of a building
    FaultKind(
        r"\b(?:lift|elevator)\b.{0,20}\b(?:fire|out of service|maintenance|offline)\b",
        "the lift is out of service: use another way, or ask the building's service",
    ),
    FaultKind(
        r"\b(?:lift|elevator|door)s?\b.{0,15}\b(?:obstructed|blocked)\b", "clear the doorway"
    ),
    FaultKind(
        r"^(?:\w+ )*(?:lift|elevator|door)s? (?:adapter|server|manager|supervisor|node).*\b(?:not"
        r" respond\w*|fail\w*|time ?out|timed out|unavailable|no (?:response|reply)|lost)\b"
        r"|\belevator\b.*\b(?:not respond\w*|fail\w*|timed? ?out)\b",
        "check that the lift or door is in service, and the link to it",
    ),
    # arms and tools
    FaultKind(
        r"\bfingers?\b.{0,20}\b(?:not reached|blocked|stuck|stall\w*)\b",
        "look for what blocks the fingers",
    ),
    FaultKind(
        r"\b(?:torque|force)(?: torque)?(?: sensors?)? (?:offset|bias|zero)\b.{0,20}\b(?:too|large"
        r"|exceed\w*|invalid|drift\w*)\b",
        "take the load off the sensor, and set its zero again",
    ),
    FaultKind(
        r"\btemperature\b.{0,30}\b(?:near|close to|approach\w*) (?:its |the )?(?:limit|maximum)\b"
        r"|\b(?:over|above|exceeds?)\b[^a-z]{0,24}\d ?° ?c\b",
        LET_COOL,
    ),
    FaultKind(
        r"\b(?:joint|position|axis|soft)(?: \S+)?(?: position)? limits?\b.{0,15}\b(?:approach\w*"
        r"|near|close)\b|\b(?:approach\w*|near|close to)\b.{0,20}\b(?:joint|position|axis|soft)"
        r"(?: \S+)? limits?\b",
        "move {it} away from its limit",
    ),
    FaultKind(r"\bsingularit(?:y|ies)\b", "choose another pose, or another way there"),
    FaultKind(
        r"\bpayload (?:mismatch|deviat\w*|wrong|not (?:set|plausible)|implausible)\b",
        "set mass and centre of the tool and its load",
    ),
    FaultKind(
        r"\b(?:teach )?pendant (?:is )?(?:enabled|active|in control)\b|\bnot in remote(?: control)?"
        r"\b|\bin (?:local|manual|teach) mode\b|\b(?:remote|automatic|auto) mode (?:is )?(?:not"
        r" (?:active|enabled|selected)|required|needed)\b",
        "switch the controller to remote or automatic mode",
    ),
    FaultKind(
        r"\b(?:robot|arm|axis|axes|joint|motor|drive|lift)s?\b.{0,12}\bnot (?:been )?(?:referenced"
        r"|homed|mastered)\b",
        "home {it}",
    ),
    FaultKind(
        r"\b(?:velocity|acceleration|motion|position) (?:discontinuity|jump)\b",
        "command a smoother or slower motion",
    ),
    FaultKind(
        r"\b(?:srvo|motn|syst|intp|host|kss|alarm|c\d{1,3}a)[ \-]?\d{1,5}\b|\balert(?: \w+)? 0x"
        r"|\bsafety mode is now (?:fault|violation)\b",
        CODED,
    ),
    FaultKind(
        r"\btool\b.{0,15}\b(?:not (?:locked|clamped|attached|present)|lost|missing)\b",
        "attach and lock the tool; check the air supply of its changer",
    ),
    FaultKind(
        r"\boil (?:level|pressure)\b.{0,12}\b(?:low|below|empty)\b",
        "fill up the oil; look for a leak",
    ),
    FaultKind(r"\bair pressure\b", "check the supply of compressed air, the seals and the hoses"),
    FaultKind(
        r"\bvalves?\b.{0,12}\b(?:does not|did not|not|stuck|fail\w*|fault)\b",
        "check the valve, its cable and its supply",
    ),
    # sensors
    FaultKind(
        r"\b(?:gyro\w*|accel\w*|imu)\b.{0,15}\b(?:bias|offset)\b.{0,15}\b(?:too|large|high"
        r"|exceed\w*"
        r"|unstable)\b|\bself test (?:has )?fail\w*|\bself test: fail\w*",
        "keep it still and restart it; replace it if that comes again",
    ),
    FaultKind(
        r"\brtk float\b|\bno rtk\b|\brtk (?:lost|fix lost|not fixed)\b"
        r"|\bcorrections?(?: data)? age\b"
        r"|\bage of (?:the )?corrections?\b",
        "check the link to the correction service, and the view of the sky",
    ),
    FaultKind(
        r"\bdual antenna\b|\bheading not (?:available|valid)\b|\bno heading\b",
        "check both antennas, their cables and their view of the sky",
    ),
    FaultKind(
        r"\b(?:jamming|spoofing)\b(?!.{0,20}\b(?:monitor|disabled|not supported)\b)",
        "move away from radio transmitters; check the antenna",
    ),
    FaultKind(
        r"\b(?:image|scene|picture|exposure)\b.{0,15}\btoo (?:dark|bright)\b|\b(?:over|under)"
        r" ?exposed\b",
        "mend the lighting, or the exposure",
    ),
    FaultKind(
        r"\b(?:usb )?bandwidth (?:is )?(?:exceed\w*|insufficient|too low|not enough)\b"
        r"|\b(?:insufficient|not enough) (?:usb )?bandwidth\b",
        "use a port of its own, or lower resolution and rate",
    ),
    FaultKind(
        r"\b(?:hardware )?(?:trigger|pps|sync)(?: signal| pulses?| input)? (?:is |was )?(?:missing"
        r"|lost|not (?:detected|received|present))\b|\bphase ?lock (?:is |was )?(?:lost|failed)\b"
        r"|\bno (?:trigger|pps|sync)(?: signal| pulses?)?\b(?! (?:mode|setting|service|param))",
        "check the cable and the source of the signal",
    ),
    FaultKind(
        r"\b(?:motor|spin|rotation)(?: speed| rate)? (?:is )?unstable\b",
        "check {its} supply; replace it if that comes again",
    ),
    FaultKind(
        r"\bradar\b.*\b(?:interference|blind\w*|blocked)\b|\bsensor (?:is )?(?:blind\w*|blocked"
        r"|covered|obscured|dirty)\b",
        "clean the sensor, and look for what covers or disturbs it",
    ),
    FaultKind(r"\bno echo\b", "clean the sensor; check its cable and mounting"),
    # computers and links
    FaultKind(
        r"\b(?:cpu|processor|gpu) (?:load|usage|utili[sz]ation)\b",
        COMPUTER_LOAD,
    ),
    FaultKind(
        r"\b(?:gpu|cpu|clocks?)\b.{0,12}\bthrottl\w*", "let the computer cool; check its fan"
    ),
    FaultKind(r"\bdisk (?:usage|space)(?: is| at|:)? ?(?:\d|low|high|critical)", DISK_SPACE),
    FaultKind(r"\b(?:memory|ram|swap) usage\b", MEMORY),
    FaultKind(
        r"\bsmart\b.{0,12}\b(?:reallocated|pending|fail\w*|error)\b|\breallocated sectors\b",
        "back up the disk, and replace it",
    ),
    FaultKind(
        r"\b(?:packet loss|round trip)\b|\b(?:high|excessive) latency\b",
        "check cables, wireless signal and load of the network",
    ),
    FaultKind(
        r"\b(?:ntp|ptp|chrony|clock) offset\b", "check that all computers have the same time"
    ),
    FaultKind(
        r"\b(?:wireless|remote|radio) (?:e ?stop|stop|emergency stop)\b.{0,20}\b(?:battery"
        r"|weak)\b",
        "check battery and range of the wireless stop",
    ),
    FaultKind(
        r"\b(?:wi ?fi|wlan\w*|wireless|lte|modem)\b.*(?:\bsignal\b|\bnot associated\b|\brssi\b"
        r"|\bdisconnected\b|\blink (?:lost|down)\b)",
        "bring the robot nearer to an access point; check its antennas",
    ),
    FaultKind(r"\bsim card\b.{0,12}\b(?:not|missing|locked|error|fail\w*)", "check the SIM card"),
    FaultKind(r"\bfan\b.{0,20}\b(?:speed )?0 rpm\b|\bfan (?:is )?off\b", FAN),
    FaultKind(
        r"\b(?:lamp|bulb|led|light)(?: \d+)? (?:is )?(?:defective|broken|burnt out|failed)\b",
        "replace the lamp",
    ),
)
