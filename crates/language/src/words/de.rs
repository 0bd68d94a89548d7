//! German.

use super::{Lists, Order, YesNo};
use crate::question::QuestionWord::{How, What, When, Where, Which, Who, Why};
use crate::question::Target::{
    Manner, Name, Organisation, Person, Place, Quantity, Reason, Thing, Time,
};

pub(super) const LISTS: Lists = Lists {
    questions: &[
        ("wer", Who, Person),
        ("wem", Who, Person),
        ("wen", Who, Person),
        ("wessen", Who, Person),
        ("was", What, Thing),
        ("wofür", What, Thing),
        ("womit", What, Thing),
        ("woran", What, Thing),
        ("woraus", What, Thing),
        ("worin", What, Thing),
        ("wonach", What, Thing),
        ("wovon", What, Thing),
        ("worauf", What, Thing),
        ("wodurch", What, Thing),
        ("welche", Which, Thing),
        ("welcher", Which, Thing),
        ("welches", Which, Thing),
        ("welchen", Which, Thing),
        ("welchem", Which, Thing),
        ("wann", When, Time),
        ("seit wann", When, Time),
        ("wo", Where, Place),
        ("woher", Where, Place),
        ("wohin", Where, Place),
        ("warum", Why, Reason),
        ("weshalb", Why, Reason),
        ("wieso", Why, Reason),
        ("wie", How, Manner),
        ("wie viele", How, Quantity),
        ("wie vielen", How, Quantity),
        ("wie viel", How, Quantity),
        ("wie oft", How, Quantity),
        ("wieviel", How, Quantity),
        ("wieviele", How, Quantity),
        ("wievielen", How, Quantity),
    ],
    relatives: "wer wem wen was wo welche welcher welches welchen welchem wie wann",
    commands: "gib gebe geben zeig zeige zeigt liste nenne nenn finde sag sage",
    counting: "zähle zähl",
    yes_no: "ist sind war waren hat haben hatte hatten wird werden wurde wurden kann können konnte konnten soll sollte darf muss gibt gab existiert",
    copulas: "ist sind war waren sei wäre bin bist",
    determiners: "der die das den dem des ein eine einen einem einer eines alle aller allen alles jede jeder jedes jeden dieser diese dieses diesen diesem kein keine keinen mir uns bitte viele mehr einige manche andere anderen mal",
    prepositions: "in im an am auf aus bei beim mit nach von vom vor zu zum zur über unter durch für gegen ohne um zwischen während seit bis neben hinter ins ans entlang wegen trotz",
    others: "ich du er sie es wir ihr mich dich ihn ihm ihnen sich mein dein sein seine seiner seinen seinem ihre ihrer ihren ihrem unser euer und oder aber denn sondern dass daß weil wenn als ob auch nur noch schon nicht sehr so dort hier da dann doch immer nie je jemals etwa derzeit heute selbst selben selber gleiche gleichen habe hast habt hätte wirst worden geworden welch deren dessen",
    degrees: "groß hoch tief lang lange weit schwer alt breit schnell viel viele oft teuer warm kalt dick klein kurz reich häufig stark hoher kleiner niedrig",
    nouns: &[
        (
            Quantity,
            "anzahl zahl einwohnerzahl bevölkerung höhe tiefe länge fläche größe gewicht masse budget einkommen umsatz kosten alter temperatur entfernung abstand geschwindigkeit rang laufzeit dauer dichte bevölkerungsdichte kapazität prozentsatz differenz höhenunterschied breite durchmesser gehalt vorwahl schmelzpunkt wellenlänge gesamteinwohnerzahl population platzierung durchschnittstemperatur gesamtzahl gesamtbevölkerung gewinn nettogewinn nettoeinkommen mitarbeiterzahl",
        ),
        (
            Time,
            "datum jahr tag geburtstag geburtsdatum todesdatum monat jahrestag jahrzehnt jahrhundert gründungsjahr gründungsdatum geburtstage zeitpunkt",
        ),
        (
            Name,
            "name geburtsname spitzname spitznamen website webseite webseiten homepage abkürzung motto slogan pseudonym nachname vorname titel farbe adresse mädchenname",
        ),
        (
            Person,
            "person menschen leute präsident präsidentin bürgermeister ehefrau frau ehemann mann schauspieler schauspielerin autor autorin schriftsteller könig königin kanzler bundeskanzler minister tochter sohn kind kinder vater mutter bruder schwester sänger regisseur gründer erfinder spieler politiker wissenschaftler astronaut astronauten gouverneur kaiser monarch papst künstler maler komponist musiker dichter philosoph mitglied besitzer entwickler nachfolger schachspieler profisurfer",
        ),
        (
            Place,
            "ort stadt land staat bundesstaat us-bundesstaat fluss berg see insel kontinent hauptstadt region provinz dorf geburtsort flughafen brücke meer ozean straße gebäude schloss wüste vulkan höhle hauptsitz länder städte zeitzone",
        ),
        (
            Organisation,
            "unternehmen firma organisation universität schule band partei mannschaft verein fluggesellschaft museum gruppe zeitung plattenfirma tochtergesellschaft bank liga",
        ),
    ],
    yes_no_begins: YesNo::Verb,
    order: Order::NounLast,
};
