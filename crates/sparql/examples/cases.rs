use lydite_sparql::*;
fn main(){
 let d: serde_json::Value = serde_json::from_str(&std::fs::read_to_string("/work/shared/data/tgm/dialect_cases.json").unwrap()).unwrap();
 let di=Dialect::field();
 let mut bad=0; let n=d["cases"].as_array().unwrap().len();
 for c in d["cases"].as_array().unwrap(){ let q=c["query"].as_str().unwrap(); if let Err(e)=parse(q,&di){bad+=1; println!("{} {}\n{}",c["id"],c["clusters"],e.render(q));} }
 println!("dialect {bad}/{n}");
 let (mut eq,mut all)=(0,0);
 for c in d["cases"].as_array().unwrap(){ let q=c["query"].as_str().unwrap(); let Some(r)=c["rewriting"].as_str() else {continue}; let (Ok(a),Ok(b))=(parse(q,&di),parse(r,&Dialect::strict())) else {println!("!! {}",c["id"]);continue}; all+=1; if equivalent(&a,&b){eq+=1} else {println!("{} {}\n  {}\n  {}",c["id"],c["clusters"],a.text,r);} }
 println!("equivalent {eq}/{all}");
 let mut bad=0; let n=d["hybrid_pseudo_queries"]["cases"].as_array().unwrap().len();
 for c in d["hybrid_pseudo_queries"]["cases"].as_array().unwrap(){ let q=c["query"].as_str().unwrap(); if let Err(e)=parse(q,&di){bad+=1; println!("{}",e.render(q));} }
 println!("hybrid {bad}/{n}");
}
