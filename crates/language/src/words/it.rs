//! Italian.

use super::{Lists, Order, YesNo};
use crate::question::QuestionWord::{How, What, When, Where, Which, Who, Why};
use crate::question::Target::{
    Manner, Name, Organisation, Person, Place, Quantity, Reason, Thing, Time,
};

pub(super) const LISTS: Lists = Lists {
    questions: &[
        ("chi", Who, Person),
        ("che", What, Thing),
        ("cosa", What, Thing),
        ("cos'", What, Thing),
        ("che cosa", What, Thing),
        ("che cos'", What, Thing),
        ("quale", Which, Thing),
        ("quali", Which, Thing),
        ("qual", Which, Thing),
        ("quando", When, Time),
        ("quand'", When, Time),
        ("da quando", When, Time),
        ("dove", Where, Place),
        ("dov'", Where, Place),
        ("perché", Why, Reason),
        ("perchè", Why, Reason),
        ("come", How, Manner),
        ("com'", How, Manner),
        ("quanto", How, Quantity),
        ("quant'", How, Quantity),
        ("quanta", How, Quantity),
        ("quanti", How, Quantity),
        ("quante", How, Quantity),
        ("ogni quanto", How, Quantity),
    ],
    relatives: "chi che cosa quando dove come quanto perché quale quali",
    commands: "dammi dimmi mostra mostrami elenca elencami elencare nomina trova indica fammi",
    counting: "conta",
    yes_no: "è sono era erano fu furono ha hanno aveva avevano può possono esiste esistono c'",
    copulas: "è sono era erano fu furono essere stato stata stati state sarà",
    determiners: "il lo la i gli le l' un uno una un' tutto tutta tutti tutte ogni questo questa questi queste quello quella quelli quelle nessun nessuna alcun alcuni alcune qualche altro altra altri altre più mi ci molto molta molti molte",
    prepositions: "a ad al allo alla ai agli alle all' di d' del dello della dei degli delle dell' da dal dallo dalla dai dagli dalle dall' in nel nello nella nei negli nelle nell' con su sul sullo sulla sui sugli sulle sull' per tra fra senza sopra sotto durante attraverso presso verso contro dopo prima",
    others: "io tu lui lei noi voi loro mio mia miei mie tuo tua suo sua suoi sue nostro nostra vostro si se ti vi ne e ed o od ma né anche non sì molto già ancora qui qua lì là ora poi così tanto stesso stessa stessi stesse ho hai abbiamo hanno avuto avere fatto viene vengono venne vennero cui solo mai sempre ha",
    degrees: "alto alta grande profondo profonda lungo lunga pesante vecchio lontano veloce tanto tanta spesso largo caro piccolo molti molte basso",
    nouns: &[
        (
            Quantity,
            "numero quantità popolazione altezza profondità lunghezza area superficie dimensione peso massa budget reddito ricavo costo prezzo età temperatura distanza velocità rango posizione durata densità capacità percentuale differenza larghezza diametro stipendio elevazione altitudine prefisso totale utile fatturato abitanti",
        ),
        (
            Time,
            "data anno giorno compleanno mese anniversario decennio secolo date compleanni",
        ),
        (
            Name,
            "nome soprannome soprannomi sito siti website abbreviazione sigla acronimo motto slogan pseudonimo cognome titolo indirizzo",
        ),
        (
            Person,
            "persona persone gente presidente sindaco moglie marito donna uomo attore attrice autore scrittore re regina cancelliere ministro figlia figlio figli padre madre fratello sorella cantante regista fondatore inventore giocatore politico scienziato astronauta governatore imperatore monarca papa artista pittore compositore musicista poeta filosofo membro proprietario creatore sviluppatore successore surfisti nipoti",
        ),
        (
            Place,
            "luogo città paese nazione stato fiume montagna monte lago isola continente capitale regione provincia villaggio aeroporto ponte mare oceano contea via edificio castello deserto vulcano grotta sede fuso",
        ),
        (
            Organisation,
            "azienda società compagnia organizzazione università scuola band partito squadra club museo gruppo giornale etichetta filiale banca lega",
        ),
    ],
    yes_no_begins: YesNo::Anyhow,
    order: Order::NounFirst,
};
