"""Words of a text as the index has them: no case, no accents, no stop words, stemmed."""

from __future__ import annotations

import re
import unicodedata

from robot_memory.recall.porter import stem
from robot_memory.short_cache import cached_if_short

#: Han, kana and hangul have no spaces between words: there each pair of characters is a term.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+(?:[’'][^\W_{_UNSPACED}]+)*")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_LONGEST = 40  # characters of a term: what is longer is no word

#: Say nothing of what a text is about, neither in it nor in a question.
STOP_WORDS = frozenset(
    "a about above after again against ain all also am an and any are aren as at be because been "
    "before being below between both but by can cannot could couldn d did didn do does doesn doing "
    "don down during each either else ever few for from further get gets getting got gotten had "
    "hadn has hasn have haven having he her here hers herself him himself his how however i if in "
    "into is isn it its itself just let ll m ma may me might mightn more most much must mustn my "
    "myself neither no nor not now o of off oh ok okay on once only or other our ours ourselves "
    "out over own re s same shall shan she should shouldn so some such t than that the their "
    "theirs them themselves then there these they this those through to too under until up upon "
    "us ve very was wasn we were weren what when where whether which while who whom whose why will "
    "with won would wouldn yeah yes yet you your yours yourself yourselves".split()
)

# Forms that no rule of endings brings together. Small on purpose: common verbs, a few nouns.
_FORMS = (
    "be:being", "become:became", "begin:began,begun", "bite:bitten", "blow:blew,blown",
    "break:broke,broken", "bring:brought", "build:built", "burn:burnt", "buy:bought",
    "catch:caught", "choose:chose,chosen,choice", "come:came", "deal:dealt", "dig:dug",
    "draw:drew,drawn", "dream:dreamt", "drink:drank,drunk", "drive:drove,driven",
    "eat:ate,eaten", "fall:fell,fallen", "feed:fed", "feel:felt", "fight:fought", "find:found",
    "fly:flew,flown,flight", "forget:forgot,forgotten", "forgive:forgave,forgiven",
    "freeze:froze,frozen", "give:gave,given", "go:went,gone,goes", "grow:grew,grown",
    "hang:hung", "hear:heard", "hide:hid,hidden", "hold:held", "keep:kept", "know:knew,known",
    "learn:learnt", "lend:lent", "lose:lost", "make:made", "mean:meant",
    "meet:met", "pay:paid", "ride:rode,ridden", "ring:rang,rung", "rise:rose,risen",
    "run:ran", "say:said", "see:saw,seen", "seek:sought", "sell:sold", "send:sent",
    "shake:shook,shaken", "shine:shone", "shoot:shot", "show:shown", "shrink:shrank,shrunk",
    "sing:sang,sung", "sink:sank,sunk", "sit:sat", "sleep:slept,asleep", "slide:slid",
    "speak:spoke,spoken", "spend:spent", "spin:spun", "stand:stood", "steal:stole,stolen",
    "stick:stuck", "strike:struck", "swim:swam,swum", "swing:swung", "take:took,taken",
    "teach:taught", "tear:tore,torn", "tell:told", "think:thought", "throw:threw,thrown",
    "understand:understood", "wake:woke,woken", "wear:wore,worn", "weave:wove,woven",
    "win:won,winner", "write:wrote,written", "child:children,kid,kids",
    "person:people", "man:men", "woman:women", "foot:feet", "tooth:teeth", "mouse:mice",
    "wife:wives", "knife:knives", "shelf:shelves", "half:halves",
    "good:better,best", "bad:worse,worst", "mother:mom,mum,mommy,mama", "father:dad,daddy,papa",
    "grandmother:grandma,granny", "grandfather:grandpa", "photo:photograph,pic,picture",
    "television:tv", "bicycle:bike", "refrigerator:fridge", "advertisement:ad,ads",
)  # fmt: skip
_BASE = {
    form: base
    for base, _, forms in (line.partition(":") for line in _FORMS)
    for form in forms.split(",")
}


@cached_if_short(65536, longest=64)
def term_of(word: str) -> str:
    """Return the term of one word; empty where it says nothing of what a text is about."""
    plain = plain_form(word)
    for ending in ("'s", "'"):
        plain = plain.removesuffix(ending)
    plain = plain.partition("'")[0] if plain.endswith(_CONTRACTED) else plain.replace("'", "")
    if plain in STOP_WORDS:
        return ""
    return stem(_BASE.get(plain, plain))[:_LONGEST]


_CONTRACTED = ("n't", "'re", "'ve", "'ll", "'d", "'m")


def plain_form(text: str) -> str:
    """Return a text without case and accents, its apostrophes straight."""
    if text.isascii():
        return text.casefold()
    folded = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    folded = unicodedata.normalize("NFKD", folded)
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    return unicodedata.normalize("NFC", bare)


def words_of(text: str) -> list[str]:
    """Return the words of a text, in order, as they are written."""
    return _WORD.findall(text)


def terms_of(text: str) -> list[str]:
    """Return the terms of a text, in order; terms hold letters and digits only."""
    terms: list[str] = []
    for word in words_of(text):
        if _IS_UNSPACED.match(word):
            terms.extend(word[at : at + 2] for at in range(max(1, len(word) - 1)))
            continue
        term = term_of(word)
        if term:
            terms.append(term)
    return terms
