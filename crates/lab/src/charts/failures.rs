//! Why questions are lost: a bar for each system, a part for each class.

use lydite_picture::{Chart, Colour, Paint, StackedBars, StackedRow};

use super::questions;
use crate::attribution::{FailureClass, SystemFailures};

/// The colour of a class: greys where there was nothing to read, reds for what cannot work, blues
/// for the wrong terms, greens for the wrong triples and conditions, yellows for what is done with
/// solutions. Within a family the classes differ in lightness.
fn paint(class: FailureClass) -> Paint {
    let (light, dark) = match class {
        FailureClass::Refused => (0x33_38_40, 0x9a_a3_ad),
        FailureClass::TimeOut => (0x5b_63_6d, 0x7d_87_92),
        FailureClass::Error => (0x84_8c_96, 0x63_6c_77),
        FailureClass::NoAnswer => (0xb0_b6_bd, 0x4b_53_5d),
        FailureClass::DidNotParse => (0x7f_1d_3a, 0xa6_3d_58),
        FailureClass::UnknownIri => (0xb0_3a_4b, 0xc2_55_66),
        FailureClass::WrongForm => (0xe0_8b_85, 0xe8_a0_9a),
        FailureClass::WrongEntity => (0x17_3f_6b, 0x3a_6e_a5),
        FailureClass::WrongProperty => (0x2f_6f_ad, 0x5b_93_cc),
        FailureClass::WrongDirection => (0x64_a1_d6, 0x86_b6_e0),
        FailureClass::WrongClass => (0xa8_cc_ec, 0xb5_d3_ee),
        FailureClass::MissingTriple => (0x1c_5a_42, 0x2f_7d_5b),
        FailureClass::ExtraTriple => (0x35_8a_66, 0x45_a5_7b),
        FailureClass::WrongCondition => (0x6d_b8_95, 0x7d_c4_a3),
        FailureClass::WrongStructure => (0xae_dc_c6, 0xb8_e2_cf),
        FailureClass::WrongAggregation => (0x8a_5a_0b, 0xb0_7a_1c),
        FailureClass::WrongTarget => (0xb8_80_1f, 0xc9_94_33),
        FailureClass::WrongOrder => (0xdc_a6_3f, 0xe3_b4_56),
        FailureClass::WrongRange => (0xee_c6_70, 0xee_c9_7c),
        FailureClass::WrongDuplicates => (0xf7_e3_b0, 0xf2_dc_a6),
        FailureClass::OtherData => (0x6b_4a_8c, 0x9a_79_bd),
        FailureClass::NotAnalysable => (0xd5_d9_de, 0x39_40_49),
    };
    Paint {
        light: Colour::hex(light),
        dark: Colour::hex(dark),
    }
}

/// The lost questions of each system by class, those that occur, by precedence.
pub fn failures_chart(systems: &[SystemFailures]) -> Chart {
    let count = |system: &SystemFailures, class: FailureClass| {
        let mut classes = system.classes.iter();
        let found = classes.find(|failures| failures.class == class);
        found.map_or(0, |failures| failures.questions)
    };
    let classes: Vec<FailureClass> = FailureClass::ALL
        .into_iter()
        .filter(|class| systems.iter().any(|system| count(system, *class) > 0))
        .collect();
    let mut bars = StackedBars::new("questions");
    for class in &classes {
        bars = bars.part(class.as_str(), paint(*class));
    }
    let several = systems
        .iter()
        .any(|system| system.rules != systems[0].rules);
    for system in systems {
        let values = classes.iter().map(|class| count(system, *class) as f64);
        let label = if several {
            format!("{}, {}", system.system, system.rules)
        } else {
            system.system.clone()
        };
        let note = format!("{} lost", questions(system.lost as u64));
        bars = bars.row(StackedRow::new(label, values).note(note));
    }
    let title = match systems {
        [one] => format!("Why {} loses questions", one.system),
        _ => "Why questions are lost".to_owned(),
    };
    let chart = Chart::new(title, bars);
    match systems {
        [first, ..] if !several => chart.subtitle(format!("rules {}", first.rules)),
        _ => chart,
    }
}
