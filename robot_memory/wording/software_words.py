"""Words for what programs work with, and for what is wrong with it; as nodes write them."""

from __future__ import annotations

ABSENT = (
    r"(?:not (?:be )?(?:set|found|given|specified|defined|provided|declared|available|valid|loaded"
    r"|configured|recogni[sz]ed|exist\w*|present|installed|readable|known)|(?:does|did|do) ?n[o']t"
    r" (?:exist|contain|have|specify)|missing|lacks?|undeclared|undefined"
    r"|unknown|empty)"
)
WRONG = (
    r"(?:invalid|wrong|illegal|incorrect\w*|bad|unsupported|mismatch\w*|inconsistent|out of range"
    r"|out of bounds|malformed|too (?:small|large|high|low|many|few)|must|should|has to|have to"
    r"|requires?|required|expect(?:s|ed)|(?:does|do)(?: not|n't) (?:match|fit|agree|have)"
    r"|not (?:a )?(?:finite|match\w*|allowed|permitted|accepted|supported|positive)|less than"
    r"|greater than"
    r"|at least|at most|exactly)"
)
PARAMETER = r"(?:param(?:eter)?s?|settings|options?|arguments?|pid gains)"
FILE = (
    r"(?:files?|director(?:y|ies)|folders?|bags?|yaml|json"
    r"|paths?(?= (?:(?:does|do) ?n[o']t exist|is not (?:an? |found|valid)|not found)))"
)
MODEL = (
    r"(?:urdf|srdf|xacro|sdf|robot description|robot model|kinematic (?:chain|tree|model)"
    r"|kdl (?:tree|chain))"
)
PROVIDER = r"(?:services?|srv|action(?: (?:server|client))?|server|lifecycle node)"
SERVER = r"(?:services?|srv|action (?:server|client)|server|lifecycle node)"
REQUEST = (
    r"(?:commands?(?! time ?out)|goals?(?! (?:time )?tolerance)|targets?|requests?|trajector(?:y"
    r"|ies)|way ?points?|primitives?"
    r"|set ?points?|orders?|missions?|cmd)"
)
VALUE = (
    r"(?:values?|velocit(?:y|ies)|accelerations?|positions?|poses?|speeds?|angles?|inputs?|ids?"
    r"|ind(?:ex|ices)|fields?|lengths?|sizes?|dimensions?|number of|vectors?|quaternions?|names?"
    r"|types?|modes?|frames?|topics?|entries|colou?rs?)"
)
REMOTE = (
    r"(?:mqtt|https?|web ?sockets?|(?<!point )cloud(?! map)|broker|url|database|redis"
    r"|fleet (?:manager|server|adapter)"
    r"|internet|rest (?:api|server)|api (?:call|request|server)|server)"
)
ACCESS = (
    r"(?:authenticat\w+|authori[sz]\w+|login|log in|credentials?|passwords?|licen[cs]es?"
    r"|certificates?|api key)"
)
NEEDED = (
    r"(?:messages?|topics?|odom\w*|maps?|(?:laser )?scans?|images?|joint states?|point ?clouds?"
    r"|pose|imu|camera info|costmap|robot description|feedback|publishers?|updates?|(?:\w+ )?data)"
)
PARTS = r"(?:sensors?|motors?|servos?|cameras?|devices?|slaves?|drives?)"
MOVING = r"(?:robot|base|arm|vehicle|motors?|drives?|wheels?|motion|movement|axis|axes|joints?)"
