"""Long talks made from a seed: two people tell each other events, among much small talk.

Each event is told in one of several ways. The question uses other words, of which some hardly occur
in the telling. The other speaker tells an event of the same kind with other details, so that words
alone do not decide.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from dialogues import Place, Question, Session, Talk

_NAMES = ("Anja", "Bashir", "Carla", "Dmitri", "Ewa", "Farid", "Greta", "Hugo", "Ines", "Jakub")
_FIRST = datetime(2026, 1, 5, 18, tzinfo=timezone.utc)


@dataclass(frozen=True)
class _Thing:
    """A kind of event: how it is told and asked for, and its possible details."""

    told: tuple[str, ...]
    asked: tuple[str, ...]
    details: tuple[str, ...]


_THINGS = (
    _Thing(("I finally booked the flights, we are off to {} in three weeks!",
            "Pack your bags, I told myself, and bought tickets to {}."),
           ("Where is {who} going on vacation?", "Which destination did {who} choose?",
            "Where will {who} fly to?"), ("Lisbon", "Reykjavik", "Kyoto", "Palermo")),
    _Thing(("Since last month I spend every Sunday at {}, I can't get enough of it.",
            "{} has become my thing, every free minute goes into it."),
           ("What hobby has {who} taken up?", "How does {who} spend free time?"),
           ("pottery", "birdwatching", "chess", "photography")),
    _Thing(("The doctor says it is {}, so no sports for six weeks.",
            "Turns out that the pain comes from {}, I have to rest."),
           ("What was {who} diagnosed with?", "What health problem does {who} have?"),
           ("a torn ligament", "a slipped disc", "a stress fracture", "tendonitis")),
    _Thing(("My {} passed away on Monday, the funeral is on Friday.",
            "We lost my {} last night. I still can't believe it."),
           ("Who died in {who}'s family?", "Which relative did {who} lose?"),
           ("grandmother", "uncle", "aunt", "grandfather")),
    _Thing(("We got a {} from the shelter, the children are over the moon.",
            "There's a {} sleeping on my sofa now, we adopted it yesterday."),
           ("What pet does {who} have?", "Which animal did {who} adopt?"),
           ("greyhound", "kitten", "rabbit", "parrot")),
    _Thing(("I handed in my notice and start as a {} in spring.",
            "No more overtime: from May on I'm a {}."),
           ("What is {who}'s new job?", "Which profession did {who} switch to?"),
           ("nurse", "carpenter", "teacher", "gardener")),
    _Thing(("I made {} for the whole street last night and nothing was left.",
            "You should have been here, there was {} for everyone, my own recipe."),
           ("What did {who} cook?", "Which dish did {who} prepare for the neighbours?"),
           ("paella", "dumplings", "lasagna", "goulash")),
    _Thing(("The car broke down near {} and we waited four hours for the tow truck.",
            "We got stranded close to {}, smoke came out of the engine."),
           ("Where did {who} have trouble with the car?", "Where did {who}'s vehicle fail?"),
           ("Graz", "Porto", "Krakow", "Nantes")),
    _Thing(("I'm reading {} at the moment and hardly sleep.",
            "{} lies on my bedside table, two hundred pages to go."),
           ("Which novel is {who} reading?", "What book keeps {who} awake?"),
           ("Middlemarch", "Dune", "Moby Dick", "Emma")),
    _Thing(("My son plays the {} in the school orchestra now.",
            "Every evening I hear {} exercises from the kid's room."),
           ("What instrument does {who}'s child play?", "What does {who}'s son practise?"),
           ("trumpet", "cello", "clarinet", "violin")),
    _Thing(("Somebody stole my {} in front of the station in broad daylight.",
            "When I came out of the shop my {} was gone. The police just shrugged."),
           ("What was taken from {who}?", "What did a thief steal from {who}?"),
           ("bicycle", "laptop", "scooter", "backpack")),
    _Thing(("I passed the {} exam, with the second-best mark of all!",
            "All that cramming paid off, I have the {} certificate."),
           ("Which test did {who} pass?", "What qualification did {who} get?"),
           ("sailing", "hunting", "first aid", "translator")),
    _Thing(("We painted the nursery {}, the baby is due in March.",
            "It's going to be a girl, and the cot is {}."),
           ("When is {who}'s baby expected?", "Which colour has the room of {who}'s child?"),
           ("mint green", "pale yellow", "sky blue", "lilac")),
    _Thing(("On Saturdays I hand out meals at {}, it does me good.",
            "I signed up to help at {} every weekend."),
           ("Where does {who} volunteer?", "What charity work does {who} do?"),
           ("the food bank", "the hospice", "the refugee home", "the soup kitchen")),
    _Thing(("I ran the {} run in under an hour, my best time ever.",
            "My legs are jelly, but I finished the {} race."),
           ("Which competition did {who} take part in?", "What race did {who} run?"),
           ("harbour", "castle", "city forest", "bridge")),
)  # fmt: skip
_SMALL_TALK = (
    "How was your day?", "Not bad, thanks. A bit tired.", "It has been raining since noon here.",
    "I had three meetings in a row today.", "Same here, nothing new under the sun.",
    "Did you watch the match yesterday?", "No, I fell asleep at nine.",
    "The coffee machine in the office is broken again.", "What are you up to at the weekend?",
    "Probably just the laundry and a long walk.", "I should call my parents more often.",
    "That sounds lovely.", "The trains were late again this morning.", "I know that feeling!",
    "Have you eaten already?", "I could sleep for a week.", "Time flies, doesn't it?",
    "My phone hardly survives the day any more.", "We ought to meet up soon.",
    "Let me know when you are around.", "The garden looks like a jungle.", "Take care of yourself!",
)  # fmt: skip
_REPLIES = (
    "Oh wow, tell me more!", "I didn't expect that. How do you feel about it?", "Since when?",
    "That is quite something.", "You never told me before!", "Good for you.",
    "I see. Is there anything I can do?",
)  # fmt: skip


def talk(seed: int, sessions: int = 16) -> Talk:
    """Make a talk with so many sessions."""
    chance = random.Random(f"dialogues {seed}")
    first, second = chance.sample(_NAMES, 2)
    told: list[list[tuple[str, str]]] = [[] for _ in range(sessions)]
    questions = []
    happenings = [(thing, who) for thing in _THINGS for who in (first, second)]
    chance.shuffle(happenings)
    details = {id(thing): chance.sample(thing.details, 2) for thing in _THINGS}
    for number, (thing, who) in enumerate(happenings):
        at = number % sessions
        other = second if who == first else first
        _chat(chance, told[at], first, second)
        place: Place = (at, len(told[at]))
        told[at].append((who, chance.choice(thing.told).format(details[id(thing)].pop())))
        told[at].append((other, chance.choice(_REPLIES)))
        asked = chance.choice(thing.asked).format(who=who)
        questions.append(Question(asked, frozenset([place])))
    for turns in told:
        _chat(chance, turns, first, second)
    starts = (_FIRST + timedelta(days=9 * number) for number in range(sessions))
    made = (Session(start, tuple(turns)) for start, turns in zip(starts, told, strict=True))
    return Talk(f"generated-{seed}", tuple(made), tuple(questions))


def _chat(
    chance: random.Random, turns: list[tuple[str, str]], first: str, second: str
) -> None:  # fmt: skip
    """Add a few turns of small talk."""
    for text in chance.sample(_SMALL_TALK, chance.randint(3, 6)):
        who = second if turns and turns[-1][0] == first else first
        turns.append((who, text))
