//! Takes questions apart: `cargo run -p lydite-language --example analyse -- "Who wrote Dubliners?"`

use lydite_language::Analysis;

fn main() {
    let mut questions: Vec<String> = std::env::args().skip(1).collect();
    if questions.is_empty() {
        questions = [
            "In which city was the author of Dubliners born?",
            "how many people live in canada?",
            "Wie hoch ist der Mount Everest?",
            "¿Quién escribió Don Quijote?",
            "Dov'è l'Etna?",
            "Donne-moi tous les films d'Akira Kurosawa.",
            "Leeft Frank Herbert nog?",
            "Când a murit Michael Jackson?",
            "پایتخت کانادا چیست؟",
        ]
        .map(str::to_owned)
        .to_vec();
    }
    for question in &questions {
        let analysis = Analysis::detected(question);
        println!("{question}");
        let words: Vec<_> = analysis
            .words
            .iter()
            .map(|word| match word.tag {
                Some(tag) => format!("{}/{tag}", word.token.form),
                None => word.token.form.to_owned(),
            })
            .collect();
        println!("  {}: {}", analysis.lang, words.join(" "));
        let asked = analysis.question_word().map_or("–", |word| word.as_str());
        let head = analysis.head().map_or("–", |word| word.token.form);
        println!(
            "  asks: {asked}, head: {head}, answer: {} ({})",
            analysis.answer_type(),
            analysis.target
        );
    }
}
