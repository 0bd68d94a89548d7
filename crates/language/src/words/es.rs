//! Spanish.

use super::{Lists, Order, YesNo};
use crate::question::QuestionWord::{How, What, When, Where, Which, Who, Why};
use crate::question::Target::{
    Manner, Name, Organisation, Person, Place, Quantity, Reason, Thing, Time,
};

pub(super) const LISTS: Lists = Lists {
    questions: &[
        ("quién", Who, Person),
        ("quien", Who, Person),
        ("quiénes", Who, Person),
        ("quienes", Who, Person),
        ("qué", What, Thing),
        ("que", What, Thing),
        ("cuál", Which, Thing),
        ("cual", Which, Thing),
        ("cúal", Which, Thing),
        ("cuáles", Which, Thing),
        ("cuales", Which, Thing),
        ("cuándo", When, Time),
        ("cuando", When, Time),
        ("cúando", When, Time),
        ("desde cuándo", When, Time),
        ("dónde", Where, Place),
        ("donde", Where, Place),
        ("adónde", Where, Place),
        ("por qué", Why, Reason),
        ("cómo", How, Manner),
        ("qué tan", How, Quantity),
        ("qué alto", How, Quantity),
        ("qué alta", How, Quantity),
        ("como", How, Manner),
        ("cuánto", How, Quantity),
        ("cuánta", How, Quantity),
        ("cuántos", How, Quantity),
        ("cuántas", How, Quantity),
        ("cúantos", How, Quantity),
        ("cúantas", How, Quantity),
        ("cuanto", How, Quantity),
        ("cuanta", How, Quantity),
        ("cuantos", How, Quantity),
        ("cuantas", How, Quantity),
    ],
    relatives: "que quien quienes cual cuales cuando donde como cuanto cuanta cuantos cuantas",
    commands: "dame dime da muestra muéstrame enséñame enseñame enumera lista nombra encuentra haz indica",
    counting: "cuenta",
    yes_no: "es son fue fué fueron era eran está están estaba estuvo ha han había hay hubo tiene tienen tuvo tenía puede pueden existe existen",
    copulas: "es son fue fué fueron era eran ser sido está están estaba estaban",
    determiners: "el la los las lo un una unos unas todo toda todos todas cada este esta estos estas ese esa esos esas ningún ninguna algún alguna algunos algunas otro otra otros otras más me nos mucho mucha muchos muchas",
    prepositions: "a al de del en con por para sin sobre entre hasta desde hacia según durante contra tras bajo ante mediante",
    others: "yo tú él ella ello nosotros vosotros ellos ellas usted ustedes mi mis tu tus su sus nuestro nuestra se le les te os y e o u ni pero sino porque pues si no sí muy también sólo solo ya aún todavía aquí allí ahora entonces así tan tanto mismo misma mismos mismas he has hemos habían sea sean siendo ser estar haber hace hacer uno nunca siempre cuyo cuya cuyos cuyas",
    degrees: "alto alta altos grande profundo profunda largo larga pesado pesada viejo lejos rápido mucho mucha veces ancho caro pequeño hondo honda bajo baja muchos muchas",
    nouns: &[
        (
            Quantity,
            "número cantidad población altura profundidad longitud superficie tamaño peso masa presupuesto ingreso ingresos costo coste precio edad temperatura distancia velocidad rango puesto clasificación duración densidad capacidad porcentaje diferencia ancho diámetro salario elevación altitud prefijo total longitud onda ganancia beneficio habitantes",
        ),
        (
            Time,
            "fecha fechas año día cumpleaños mes aniversario década siglo",
        ),
        (
            Name,
            "nombre apodo apodos sobrenombre web website sitio página abreviatura abreviación sigla siglas lema eslogan seudónimo apellido título color colores dirección",
        ),
        (
            Person,
            "persona personas gente presidente alcalde mujer esposa marido esposo hombre actor actores actriz autor escritor rey reina canciller ministro hija hijo hijos padre madre hermano hermana cantante director fundador inventor jugador político científico astronauta gobernador emperador monarca papa artista pintor compositor músico poeta filósofo miembro dueño propietario creador desarrollador sucesor surfistas",
        ),
        (
            Place,
            "lugar ciudad país estado río montaña lago isla continente capital región provincia pueblo aeropuerto puente mar océano condado calle edificio castillo desierto volcán cueva sede zona",
        ),
        (
            Organisation,
            "empresa compañía organización universidad escuela banda partido equipo club aerolínea museo grupo periódico discográfica subsidiaria banco liga",
        ),
    ],
    yes_no_begins: YesNo::Anyhow,
    order: Order::NounFirst,
};
