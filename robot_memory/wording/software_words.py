"""Words for what programs work with, and for what is wrong with it; as nodes write them."""

from __future__ import annotations

#: Something could not be done, in the words of software.
FAILS = (
    r"(?:fail(?:s|ed|ure|ures|ing)?|could ?n[o']t|can ?not|can't|unable|errors?|exceptions?"
    r"|not able|problems?|impossible|unsuccessful\w*|aborted)"
)
WRONG = (
    r"(?:invalid|(?<!something is )(?<!something )(?<!went )wrong|illegal|incorrect\w*|bad|bogus"
    r"|mismatch\w*|inconsistent|unexpected|malformed"
    r"|implausible|out of (?:range|bounds|limits?)|not (?:a )?(?:finite|valid|positive|correct)"
    r"|negative|nan|infinite|non finite)"
)
ABSENT = (
    r"(?:not (?:be |\w+ly )?(?:set|found|given|specified|defined|provided|declared|loaded"
    r"|configured|recogni[sz]ed|present|known)"
    r"|(?:does|did|do) ?n[o']t (?:exists?|contain|find|have|specify)"
    r"|missing|lacks?|undeclared|undefined|unknown|empty)"
)
ACCESS = (
    r"(?:authenticat\w+|authori[sz]\w+|login|log in|credentials?|passwords?|licen[cs]es?"
    r"|certificates?|api key)"
)
PARTS = r"(?:sensors?|motors?|servos?|cameras?|devices?|slaves?|drives?)"
MOVING = r"(?:robot|base|arm|vehicle|motors?|drives?|wheels?|motion|movement|axis|axes|joints?)"
