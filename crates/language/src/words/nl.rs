//! Dutch.

use super::{Lists, Order, YesNo};
use crate::question::QuestionWord::{How, What, When, Where, Which, Who, Why};
use crate::question::Target::{
    Manner, Name, Organisation, Person, Place, Quantity, Reason, Thing, Time,
};

pub(super) const LISTS: Lists = Lists {
    questions: &[
        ("wie", Who, Person),
        ("wiens", Who, Person),
        ("wat", What, Thing),
        ("waarvoor", What, Thing),
        ("waarmee", What, Thing),
        ("waaraan", What, Thing),
        ("waarin", What, Thing),
        ("waarvan", What, Thing),
        ("waaruit", What, Thing),
        ("waardoor", What, Thing),
        ("welke", Which, Thing),
        ("welk", Which, Thing),
        ("wanneer", When, Time),
        ("sinds wanneer", When, Time),
        ("waar", Where, Place),
        ("waarheen", Where, Place),
        ("waarvandaan", Where, Place),
        ("waarom", Why, Reason),
        ("hoe", How, Manner),
        ("hoeveel", How, Quantity),
        ("hoe veel", How, Quantity),
        ("hoe vaak", How, Quantity),
    ],
    relatives: "wie wat waar wanneer welke welk waarvan waarin hoe waaraan waarmee waaruit waardoor",
    commands: "geef noem toon lijst vertel zoek vind",
    counting: "tel",
    yes_no: "is zijn was waren heeft hebben had hadden wordt worden werd werden kan kunnen kon konden zal zullen zou moet mag bestaat bestaan doet",
    copulas: "is zijn was waren ben bent heet heten",
    determiners: "de het een alle al elke elk ieder iedere deze dit die dat geen mij me ons enkele sommige andere veel meer eens",
    prepositions: "in op aan van uit bij met naar door voor over onder tussen tegen zonder om tot sinds tijdens na te binnen buiten boven langs ten ter per via vanaf vanuit",
    others: "ik jij je hij zij ze wij we jullie hem haar hen hun mijn jouw zijn onze ons zich zelf en of maar want dus omdat als dan toen ook nog niet wel zeer zo er daar hier nu al alleen ooit nooit steeds even zelfde hetzelfde dezelfde heb hebt zijnde geweest geworden gehad wil wilt willen kunt zult moeten mogen u uw iets niets iemand niemand",
    degrees: "groot hoog diep lang ver zwaar oud breed snel veel vaak duur warm koud dik klein kort rijk",
    nouns: &[
        (
            Quantity,
            "aantal bevolking hoogte diepte lengte oppervlakte grootte gewicht massa budget inkomen omzet kosten leeftijd temperatuur afstand snelheid rang rangorde looptijd duur speelduur dichtheid bevolkingsdichtheid capaciteit percentage verschil hoogteverschil breedte diameter salaris netnummer smeltpunt golflengte kengetal inwonertal inwoneraantal populatie winst nettowinst bedrag",
        ),
        (
            Time,
            "datum jaar dag verjaardag geboortedatum sterfdatum maand jubileum decennium eeuw oprichtingsjaar tijdstip verjaardagen",
        ),
        (
            Name,
            "naam geboortenaam meisjesnaam bijnaam bijnamen website websites homepage afkorting motto slogan pseudoniem achternaam voornaam titel kleur adres",
        ),
        (
            Person,
            "persoon mensen president burgemeester vrouw echtgenote man echtgenoot acteur actrice auteur schrijver koning koningin kanselier minister dochter zoon kind kinderen vader moeder broer zus zanger regisseur oprichter uitvinder speler politicus politici wetenschapper astronaut gouverneur keizer monarch paus kunstenaar schilder componist muzikant dichter filosoof lid eigenaar ontwikkelaar opvolger schakers",
        ),
        (
            Place,
            "plaats stad land staat deelstaat rivier berg meer eiland continent hoofdstad regio provincie dorp locatie geboorteplaats luchthaven vliegveld brug zee oceaan straat gebouw kasteel woestijn vulkaan grot hoofdkantoor landen steden tijdzone",
        ),
        (
            Organisation,
            "bedrijf bedrijven organisatie universiteit school band partij team club luchtvaartmaatschappij museum groep krant platenlabel dochteronderneming bank competitie",
        ),
    ],
    yes_no_begins: YesNo::Verb,
    order: Order::NounLast,
};
