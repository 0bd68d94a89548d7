//! Romanian.

use super::{Lists, Order, YesNo};
use crate::question::QuestionWord::{How, What, When, Where, Which, Who, Why};
use crate::question::Target::{
    Manner, Name, Organisation, Person, Place, Quantity, Reason, Thing, Time,
};

pub(super) const LISTS: Lists = Lists {
    questions: &[
        ("cine", Who, Person),
        ("cui", Who, Person),
        ("pe cine", Who, Person),
        ("ce", What, Thing),
        ("care", Which, Thing),
        ("cărui", Which, Thing),
        ("cărei", Which, Thing),
        ("când", When, Time),
        ("cand", When, Time),
        ("de când", When, Time),
        ("unde", Where, Place),
        ("de unde", Where, Place),
        ("de ce", Why, Reason),
        ("cum", How, Manner),
        ("cât", How, Quantity),
        ("cat", How, Quantity),
        ("câtă", How, Quantity),
        ("câți", How, Quantity),
        ("cati", How, Quantity),
        ("câte", How, Quantity),
        ("cîte", How, Quantity),
        ("cîți", How, Quantity),
        ("cate", How, Quantity),
    ],
    relatives: "care ce când cand unde cum cine cui",
    commands: "dă da arată listează listă enumeră enumera numește găsește spune menționează afișează",
    counting: "numără",
    yes_no: "este e sunt era erau a au are aveau avea există poate pot fost oare face făcut",
    copulas: "este e sunt era erau fi fost i-",
    determiners: "un o unei unui niște toate toți tot toată toții tote fiecare acest această acești aceste acel acea acei acele niciun nicio unii unele alt altă alți alte cel cea cei cele mai mi -mi ne multe mulți mult",
    prepositions: "la în in din de pe cu pentru fără peste sub între prin spre până despre după înainte lângă către contra dintre printre într dintr",
    others: "eu tu el ea noi voi ei ele mie ție lui îl îi le l- s- i- mă te se își al ai ale meu mea tău ta său sa săi sale nostru noastră vostru lor și sau ori dar însă ci că să dacă nu da foarte și tot încă deja aici acolo acum apoi așa atât chiar același aceeași aceiași aceleași am ai ați avut fiind ar -o -a -au va vor doar numai niciodată mereu decât când pe",
    degrees: "înalt înaltă mare adânc adâncă lung lungă greu grea vechi departe repede mult multă des lat scump mic mulți multe scund",
    nouns: &[
        (
            Quantity,
            "număr numărul cantitate cantitatea populație populația înălțime înălțimea adâncime adâncimea lungime lungimea suprafață suprafața mărime mărimea greutate greutatea masă masa buget bugetul venit venitul cost costul preț prețul vârstă vârsta temperatură temperatura distanță distanța viteză viteza rang rangul loc locul durată durata densitate densitatea capacitate procent procentul diferență diferența lățime diametru salariu altitudine altitudinea elevație prefix prefixul total venituri profit profitul",
        ),
        (
            Time,
            "data dată datele an anul zi ziua zile zilele luna aniversare aniversarea deceniu secol secolul",
        ),
        (
            Name,
            "nume numele poreclă porecla porecle poreclele site site-ul site-urile website abreviere abrevierea acronim acronimul motto slogan pseudonim titlu titlul culoare culoarea adresă adresa prenume",
        ),
        (
            Person,
            "persoană persoane oameni președinte președintele primar primarul soție soția soț soțul actor actori actorul actriță autor autorul scriitor rege regele regină regina cancelar ministru fiica fiul copii copiii tată mamă frate soră cântăreț regizor fondator fondatorul inventator jucător jucători politician politicieni om astronaut astronauți guvernator împărat monarh papă papa artist artiști pictor compozitor muzician poet filosof membru membrii proprietar creator dezvoltator succesor nepoții surferi",
        ),
        (
            Place,
            "loc oraș orașe orașul țară țări țara stat state statul râu râul munte munți lac insulă insule continent capitală capitala capitale regiune provincie sat aeroport aeroporturi pod poduri mare ocean județ stradă clădire castel deșert vulcan peșteră peșteri sediu sediul fus",
        ),
        (
            Organisation,
            "companie companii firmă firme organizație organizații universitate școală trupă formație partid echipă club muzeu grup ziar casă filială bancă ligă agenție agenții",
        ),
    ],
    yes_no_begins: YesNo::Anyhow,
    order: Order::NounFirst,
};
