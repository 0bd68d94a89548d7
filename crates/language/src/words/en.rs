//! English.

use super::{Lists, Order, YesNo};
use crate::question::QuestionWord::{How, What, When, Where, Which, Who, Why};
use crate::question::Target::{
    Manner, Name, Organisation, Person, Place, Quantity, Reason, Thing, Time,
};

pub(super) const LISTS: Lists = Lists {
    questions: &[
        ("who", Who, Person),
        ("whom", Who, Person),
        ("whose", Who, Person),
        ("what", What, Thing),
        ("which", Which, Thing),
        ("when", When, Time),
        ("what time", When, Time),
        ("since when", When, Time),
        ("where", Where, Place),
        ("why", Why, Reason),
        ("how come", Why, Reason),
        ("how", How, Manner),
        ("how many", How, Quantity),
        ("how much", How, Quantity),
        ("how often", How, Quantity),
    ],
    relatives: "who whom whose which when where what how why",
    commands: "give show list name tell enumerate find display return state get select mention provide",
    counting: "count",
    yes_no: "is are was were am do does did has have had can could will would shall should may might must isn't aren't",
    copulas: "is are was were be been being am 's 're 'm",
    determiners: "a an the this that these those all any some every each both no another other many much most more few several me us",
    prepositions: "of in on at by for from to with without about into over under between among after before during through since until against as than per via within across near behind upon towards",
    others: "i you he she it we they him her them my your his its our their mine yours hers ours theirs myself yourself himself herself itself themselves and or but nor if then else because while although though so too very also only just even still ever never not n't 's 'll 've 'd 're 'm here there out up down off again once same own such doing done having being 'd please",
    degrees: "tall high deep long big large heavy old wide far fast many much often great small short expensive hot cold thick young populous loud rich",
    nouns: &[
        (
            Quantity,
            "number amount population height depth length area size elevation altitude weight mass budget income revenue cost price age temperature distance speed rank runtime duration density capacity count percentage rate difference width diameter gdp salary worth latitude longitude sum average total quantity turnover profit wavelength frequency code",
        ),
        (
            Time,
            "date year day birthday birthdate month anniversary decade century birthdays",
        ),
        (
            Name,
            "name nickname website homepage url abbreviation acronym motto slogan alias pseudonym surname synonym title colour color address",
        ),
        (
            Person,
            "person people president mayor wife husband actor actress author writer king queen chancellor minister daughter son child children father mother brother sister spouse singer director founder inventor player politician scientist astronaut governor emperor monarch pope artist painter composer musician poet philosopher member owner creator developer designer grandchildren successor predecessor leader woman man chess-player athlete surfer skateboarder",
        ),
        (
            Place,
            "place city town country state river mountain lake island continent capital region province village location birthplace airport bridge sea ocean county street building museum castle desert volcano cave headquarters",
        ),
        (
            Organisation,
            "company organisation organization university school band party team club airline agency museum group institution newspaper label subsidiary bank league",
        ),
    ],
    yes_no_begins: YesNo::Auxiliary,
    order: Order::NounLast,
};
