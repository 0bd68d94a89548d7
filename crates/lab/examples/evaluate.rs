//! Evaluates two systems on the embedded benchmark, as `lydite score` does, and prints the ranks.

use lydite_lab::{Config, Error, Evaluation, Lab, System};

fn main() -> Result<(), Error> {
    let systems = ["careful", "eager"].map(|name| System {
        name: name.to_owned(),
        answers: format!("demo-{name}").into(),
    });
    let evaluation = Evaluation::new("demo", systems.to_vec());
    let evaluated = Lab::new(Config::default()).evaluate(&evaluation)?;
    for report in &evaluated.reports {
        let system = report.system.as_deref().unwrap_or("?");
        let [.., f1] = &report.headline();
        println!("{system}: {:.3}", report.value(f1).unwrap_or(f64::NAN));
    }
    Ok(())
}
