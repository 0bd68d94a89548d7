use lydite_sparql::*;
fn main(){ let q=std::env::args().nth(1).unwrap(); match parse(&q,&Dialect::field()){Ok(p)=>{println!("{}\n{:#?}\n{:?}",p.text,p.repairs,p.query.to_sse())},Err(e)=>println!("{}",e.render(&q))} }
