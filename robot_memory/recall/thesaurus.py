"""What general words stand for: who asks for pets means cats and dogs as well.

A question often names a kind of thing where the answer names the thing, or uses another word for
the same. This is a small thesaurus of everyday English and of robots, of words that everybody
knows; it holds nothing about any particular memory.
"""

from __future__ import annotations

from functools import lru_cache

from robot_memory.recall.index_terms import term_of

# Kinds: names of the kind, then what is of that kind. A question for the kind finds the members.
_KINDS = """
sport,athletic: football soccer basketball tennis volleyball baseball golf hockey rugby cricket
    boxing karate judo wrestling swimming running jogging cycling skiing surfing skating climbing
    badminton gymnastics yoga marathon team match league
exercise,workout,fitness: gym run jog yoga swim cycle lift weight train hike stretch pilates cardio
hobby,interest,pastime,leisure: paint draw read write cook bake garden hike fish photography knit
    sew dance sing guitar piano game chess camping cycling pottery collect craft
instrument: guitar piano violin drum flute cello trumpet saxophone clarinet ukulele keyboard bass
music: song band concert album sing guitar piano playlist singer jazz rock pop classical
pet: dog cat puppy kitten hamster rabbit fish bird parrot turtle
animal: dog cat horse bird fish cow sheep goat rabbit bear wolf fox lion turtle snake deer
food,meal,dish,cuisine,recipe: pasta pizza rice soup salad bread cake sushi chicken beef cheese
    sandwich burger curry taco noodle breakfast lunch dinner cook bake eat vegetable
dessert,sweet: cake cookie pie chocolate brownie pudding cream pastry candy
fruit: apple banana orange strawberry blueberry grape mango peach cherry lemon
vegetable: carrot potato tomato onion pepper spinach broccoli cucumber lettuce
drink,beverage: coffee tea juice water beer wine soda milk cocktail smoothie
family,relative: mother father brother sister son daughter wife husband grandmother grandfather
    uncle aunt cousin niece nephew parent child
sibling: brother sister twin
parent: mother father
child: son daughter baby toddler boy girl
spouse,partner: husband wife boyfriend girlfriend fiance marry
job,occupation,career,profession,work: engineer teacher nurse doctor lawyer manager designer artist
    developer company office boss hire intern business employ
health,medical,illness,disease,injury: sick doctor hospital pain surgery flu fever cold allergy
    asthma diagnose medicine therapy injure ankle
symptom: pain ache fever cough nausea headache dizzy
school,education,study,academic: university college class course degree exam student teacher
    graduate lecture homework campus
exam: test quiz midterm final
subject,major: math physics chemistry biology history economics literature psychology art
trip,travel,vacation,holiday,journey: flight hotel beach visit camp tour airport cruise abroad
    drive road train
transport,vehicle: car bus train bicycle plane motorcycle truck boat taxi subway scooter
country,nation: america usa england france germany spain italy canada mexico japan china india
    brazil australia sweden ireland greece turkey portugal korea norway poland
city,town: london paris rome tokyo york berlin madrid boston chicago seattle sydney toronto
place,location,destination: park beach museum restaurant cafe city mountain lake library street
nature,outdoor,outside: hike camp mountain forest lake beach river park trail woods fish garden
weather: rain snow sun wind storm cold hot warm cloudy
season: spring summer autumn fall winter
color,colour: red blue green yellow orange purple pink black white brown grey
clothes,clothing,outfit: shirt dress jacket coat shoe hat jeans sweater scarf boot
jewelry,accessory: necklace ring bracelet earring pendant watch
furniture: chair table sofa couch bed desk shelf lamp
house,home,housing: apartment flat room kitchen bedroom rent roommate
housework,chore,household: clean laundry dish vacuum tidy garden
book,novel,literature: read author story series chapter fiction poem
movie,film: watch cinema scene actor director comedy horror
show,series: episode season watch netflix
art,artwork,artist: paint draw sculpture pottery gallery exhibit canvas sketch
game: play video console chess puzzle card board playstation nintendo xbox
event,celebration,occasion: party wedding birthday festival concert parade anniversary graduation
    ceremony conference
charity,volunteer,community: shelter donate fundraiser homeless help
religion,faith,spiritual: church god pray temple bible
emotion,feeling,mood: happy sad angry proud nervous excited scared lonely grateful anxious relieved
fear,afraid,scared: scare nervous anxious terrify worry
stress,relax,unwind: calm yoga meditate bath walk rest peace music
gift,present: give surprise birthday buy receive
money,financial,finance: pay cost price salary loan bank budget expensive rent debt invest
technology,device,gadget: computer phone laptop app software tablet camera
pain: ache hurt sore
symbol,meaning,represent: remind stand mean
goal,dream,plan,ambition: hope want aim future someday
achievement,award,accomplishment: win prize medal trophy graduate promote pass finish
sensor: lidar camera imu encoder gps sonar scanner
actuator,motor: wheel servo arm gripper joint drive torque
power,battery: charge charger voltage volt cell dock drain
dog: puppy beagle terrier retriever labrador poodle greyhound shepherd bulldog leash bark
cat: kitten tomcat purr
bird: parrot canary owl eagle sparrow crow budgie
flower,plant: rose tulip lily sunflower seed garden bloom grow
tree: oak pine pear apple birch forest
vacation,holiday,destination,travel,fly: flight ticket airport suitcase pack luggage coast
    island sea
vehicle,car: engine tire tow garage driver
injury,injure,hurt: knee ankle leg arm shoulder wrist fracture sprain ligament bandage break twist
diagnose,illness: doctor condition disc tendon stress diabetes cancer
medicine,treatment,medication: pill drug dose therapy prescribe vaccine
die,death,decease: pass funeral bury grave lose grief
steal,theft,thief: rob stolen burglar police disappear
job,profession,career: nurse carpenter gardener baker chef driver librarian technician waiter
    mechanic pilot farmer notice overtime colleague
promote,promotion,position: head manager lead raise post
qualification,certificate,degree: exam diploma license pass graduate
competition,contest,tournament: race run match win prize champion final
anxious,nervous,worried: jittery scared stress afraid panic
angry,mad,upset: furious annoy shout quarrel argue
sad,cry: tear miss grief sorrow
proud,pride: win achieve accomplish
speech,lecture,presentation: talk speak audience stage present
lesson,teacher,teach: class coach learn practise instructor
workshop,seminar,training: class course learn
relationship,partner: love date boyfriend girlfriend couple marry
wedding,marry: bride groom ceremony husband wife fiance ring
baby: birth born due pregnant nursery crib newborn
birthday,age: old year turn celebrate cake candle
neighbour,neighbor: street door floor
name,nickname: call
cost,price: pay dollar euro expensive cheap spend
damage,destroy: break crack burn flood broken
accident,crash: hit collide car fall injure
fire: burn smoke flame
sleep,rest: bed nap tired insomnia dream
tired,exhausted: sleep worn rest weary
prepare,cook,make: bake dish recipe
sing,song: choir concert voice tune
paint,painting: canvas color brush picture landscape portrait
photo,photography: camera picture shoot album
language: english spanish french german italian learn speak translate
science: physics chemistry biology research experiment star telescope
space,astronomy: star planet moon telescope sky
politics,political: vote election mayor campaign law
business,company: shop store startup customer brand market launch
internet,online: website blog app post social media
art,exhibition,museum: gallery paint sculpture show
dance: ballet salsa class studio stage
swim: pool lap sea lake water
hike,walk: trail mountain forest park
camp,camping: tent fire forest lake
habit,routine: morning daily every
free,leisure,spare: hobby weekend sunday saturday evening
volunteer,charity: shelter donate bank help weekend hospice kitchen
difference,change: new move switch
frequency,often: week daily every time month
scan,scanner,lidar: laser sensor window
noise,sound: squeak rattle hum whistle loud
heat,hot,overheat: temperature degree fan cool
tire,tyre: wheel air flat nail puncture
dock,docking,charge: contact charger station battery
network,connection,wifi: dropout wireless lose access signal
speed,fast,slow: metre second pace walk
load,weight,heavy: kilo lift crate pallet
manufacturer,maker: supplier vendor technician
operator,person: human user
fault,error,failure,problem,issue,failure: fail break stall stuck drop timeout overheat crash
    disconnect slip fault warn lose
connection,network,wifi: disconnect timeout latency packet signal router
obstacle,hazard: ramp lip step door glass cable barrier slippery threshold block
"""
# Other words for the same; each finds the others.
_SAME = """
anxious nervous jittery worried / angry mad upset furious / steal rob theft
destination place city / head manager lead / manufacturer maker supplier / tire tyre
neighbor neighbour / color colour / sore hurt ache pain / glad happy / wed marry
film movie cinema / grandma grandmother / practise practice exercise train / adopt rescue shelter
ticket flight / quit resign notice leave / sign register enroll / novel book / kid nursery child
sprain twist / spare part / swap replace change / hand help assist / repaired fixed spring
rest sleep / nervous anxious / cost price pay / movie film / photo image snapshot camera
buy purchase get order / begin start commence / job work employ career / sick ill unwell
kid child son daughter / home house apartment / wedding marry marriage engaged
divorce breakup separate split / vacation holiday trip travel / trip travel journey visit
live reside move stay / like love enjoy favorite fan / hate dislike / store shop market
doctor physician clinic / car vehicle drive / talk chat speak discuss / receive get gift
happy glad joy delighted / afraid scared fear / big large huge / small little tiny
beautiful gorgeous lovely / hard difficult tough challenge / smart clever intelligent
funny hilarious laugh / exercise workout gym / study learn class / teach instruct coach tutor
cook bake recipe / ocean sea beach / forest woods / mountain peak hill / doctor surgeon
attend go join participate / finish complete end / win victory champion / lose defeat
create make build craft / paint painting canvas / author writer write / counseling counselor
therapy therapist mental / friend buddy pal / boss manager supervisor / salary pay wage
fix repair mend / break broken damage / motivate inspire encourage / inspire inspiration
decide decision choose / plan intend going / relocate move / grow raise / adopt adoption
pregnant baby expect birth / die death pass funeral lose grief / injury hurt injure
allergic allergy / nickname call / recommend suggest advice / help support assist
support encourage / volunteer charity donate / research look investigate / identity gender
relationship partner single date / single breakup / campfire camping camp / hike trail
race marathon run / concert show perform gig / perform stage / robot machine / silent quiet mute
error fault failure fail malfunction / battery charge power / stuck jam block / slip slide skid
slow lag delay late / noise squeak rattle sound / hot overheat temperature / loose wobble
camera image vision / gripper hand finger / door doorway entrance gate / wet water puddle
reboot restart / disconnect drop lost / dirty dust clean / collide hit bump crash
"""
#: What an associated word is worth beside the word itself.
MEMBER, SAME = 0.5, 0.6


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, float]]:
    """Return by term the terms that it stands for, with what they are worth."""
    table: dict[str, dict[str, float]] = {}
    for line in _KINDS.replace("\n    ", " ").strip().splitlines():
        kinds, _, members = line.partition(":")
        names = [term_of(word) for word in kinds.split(",")]
        for name in names:
            _add(table, name, [term_of(word) for word in members.split()], MEMBER)
            _add(table, name, names, SAME)
    for group in _SAME.replace("\n", " / ").split("/"):
        terms = [term_of(word) for word in group.split()]
        for term in terms:
            _add(table, term, terms, SAME)
    return table


def _add(table: dict[str, dict[str, float]], term: str, others: list[str], worth: float) -> None:
    known = table.setdefault(term, {})
    for other in others:
        if other and other != term:
            known[other] = max(worth, known.get(other, 0.0))


def associated(term: str) -> dict[str, float]:
    """Return what a term of a question may stand for, each with its worth; often nothing."""
    return _table().get(term, {})
