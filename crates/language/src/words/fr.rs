//! French.

use super::{Lists, Order, YesNo};
use crate::question::QuestionWord::{How, What, When, Where, Which, Who, Why};
use crate::question::Target::{
    Manner, Name, Organisation, Person, Place, Quantity, Reason, Thing, Time, Truth,
};

pub(super) const LISTS: Lists = Lists {
    questions: &[
        ("qui", Who, Person),
        ("qui est-ce qui", Who, Person),
        ("que", What, Thing),
        ("qu'", What, Thing),
        ("quoi", What, Thing),
        ("qu'est-ce que", What, Thing),
        ("qu'est-ce qui", What, Thing),
        ("est-ce que", What, Truth),
        ("est-ce qu'", What, Truth),
        ("quel", Which, Thing),
        ("quelle", Which, Thing),
        ("quels", Which, Thing),
        ("quelles", Which, Thing),
        ("lequel", Which, Thing),
        ("laquelle", Which, Thing),
        ("lesquels", Which, Thing),
        ("lesquelles", Which, Thing),
        ("quand", When, Time),
        ("depuis quand", When, Time),
        ("où", Where, Place),
        ("ou", Where, Place),
        ("d'où", Where, Place),
        ("pourquoi", Why, Reason),
        ("comment", How, Manner),
        ("combien", How, Quantity),
    ],
    relatives: "qui que qu' où ou quand lequel laquelle lesquels lesquelles quoi comment",
    commands: "donne donnes donnez montre montrez liste listez nomme nommez énumère trouve dis indique cite citez",
    counting: "compte comptez",
    yes_no: "est sont était étaient fut a ont avait avaient ait existe existent peut peuvent y etait",
    copulas: "est sont était étaient fut furent être été sera",
    determiners: "le la les l' un une des tout toute tous toutes chaque ce cet cette ces aucun aucune quelque quelques autre autres plus moi -moi nous -nous beaucoup de d'",
    prepositions: "à a au aux de d' du des en dans avec par pour sans sur sous entre vers chez depuis pendant contre après avant selon jusque jusqu'",
    others: "je j' tu il elle on ils elles -il -elle -ils -elles -on -ce -t-il -t-elle -t-on me m' te t' se s' lui leur leurs y mon ma mes ton ta tes son sa ses notre nos votre vos et ou mais donc or ni car si ne n' pas oui aussi très déjà encore toujours jamais ici là alors ainsi même mêmes ai as avons avez eu ayant fait cela ça c' dont seulement",
    degrees: "grand grande haut haute profond profonde long longue loin lourd lourde vieux vite beaucoup souvent large cher petit gros grosse",
    nouns: &[
        (
            Quantity,
            "nombre quantité population hauteur profondeur longueur superficie taille poids masse budget revenu revenus coût âge température distance vitesse rang durée densité capacité pourcentage différence largeur diamètre salaire altitude indicatif total bénéfice habitants somme montant",
        ),
        (
            Time,
            "date dates année jour anniversaire anniversaires mois décennie siècle",
        ),
        (
            Name,
            "nom surnom surnoms site sites abréviation acronyme sigle devise slogan pseudonyme titre couleur couleurs adresse prénom",
        ),
        (
            Person,
            "personne personnes gens président maire femme épouse mari époux homme acteur acteurs actrice auteur écrivain roi reine chancelier ministre fille fils enfant enfants père mère frère sœur chanteur réalisateur directeur fondateur inventeur joueur politicien scientifique astronaute gouverneur empereur monarque pape artiste peintre compositeur musicien poète philosophe membre propriétaire créateur développeur successeur surfeurs",
        ),
        (
            Place,
            "lieu ville pays état fleuve rivière montagne lac île continent capitale région province village aéroport pont mer océan comté rue bâtiment château désert volcan grotte siège fuseau endroit",
        ),
        (
            Organisation,
            "entreprise société compagnie companie organisation université école groupe parti équipe club musée journal label filiale subsidiaire banque ligue",
        ),
    ],
    yes_no_begins: YesNo::Anyhow,
    order: Order::NounFirst,
};
