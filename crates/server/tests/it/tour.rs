//! Every page, once there is a demo experiment and a campaign.

/// A name and an address for every page.
pub(crate) fn pages(id: &str) -> Vec<(&'static str, String)> {
    let experiment = format!("/experiments/{id}");
    [
        ("home", "/".to_owned()),
        ("new", "/new".to_owned()),
        ("experiments", "/experiments".to_owned()),
        ("experiment", experiment.clone()),
        ("questions", format!("{experiment}/questions")),
        ("question", format!("{experiment}/questions/3")),
        ("compare", format!("/compare?ids={id}")),
        ("leaderboard", "/leaderboard".to_owned()),
        ("score", "/score".to_owned()),
        ("ask", "/ask?q=Which+countries+border+Germany%3F".to_owned()),
        ("datasets", "/datasets".to_owned()),
        ("dataset", "/datasets/demo".to_owned()),
        ("graphs", "/graphs".to_owned()),
        ("graph", "/graphs/demo?q=Berlin".to_owned()),
        (
            "resource",
            "/graphs/demo/resource?iri=http%3A%2F%2Fdbpedia.org%2Fresource%2FGermany".to_owned(),
        ),
        (
            "query",
            "/graphs/demo/query?query=SELECT+*+%7B+%3Fs+%3Fp+%3Fo+%7D+LIMIT+5".to_owned(),
        ),
        ("sample", "/sample?from=demo&n=15".to_owned()),
        ("components", "/components".to_owned()),
        ("component", "/components/ned-longest".to_owned()),
        (
            "templates",
            "/templates?gold=demo&systems=demo-careful".to_owned(),
        ),
        ("campaigns", "/campaigns".to_owned()),
        ("campaign", "/campaigns/demo-campaign".to_owned()),
        ("rules", "/rules".to_owned()),
        (
            "sparql",
            "/sparql?query=SELECT+*+%7B+%3Fs+a+%3Fo+%7D+LIMIT+5".to_owned(),
        ),
        ("api", "/api/v1/docs".to_owned()),
        ("nowhere", "/nowhere".to_owned()),
    ]
    .into()
}

/// A campaign over the demo benchmark.
pub(crate) const CAMPAIGN: &str = "definition=name+%3D+%22demo-campaign%22%0Atitle+%3D+%22The+demo+campaign%22%0A%5B%5Bphase%5D%5D%0Akind+%3D+%22training%22%0A%5B%5Btask%5D%5D%0Aname+%3D+%22answers%22%0Atraining+%3D+%22demo%22%0Alanguages+%3D+%5B%22en%22%5D%0Agraph+%3D+%22demo%22%0A";
