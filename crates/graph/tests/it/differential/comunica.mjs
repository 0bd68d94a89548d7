// Runs queries with Comunica: node comunica.mjs FOLDER DATA QUERIES
// FOLDER holds node_modules, DATA is N-Triples, QUERIES a JSON list; prints a JSON list of results.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const [folder, data, queries] = process.argv.slice(2);
const require = createRequire(folder + '/');
const { QueryEngine } = require('@comunica/query-sparql-rdfjs');
const { Parser, Store } = require('n3');

const store = new Store(new Parser({ format: 'N-Triples' }).parse(readFileSync(data, 'utf8')));
const engine = new QueryEngine();

function cell(term) {
  if (term === undefined) return null;
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType === 'BlankNode') return { type: 'bnode', value: term.value };
  return { type: 'literal', value: term.value, datatype: term.datatype.value };
}

async function run(query) {
  const stream = await engine.queryBindings(query, { sources: [store] });
  return (await stream.toArray()).map((row) =>
    Object.fromEntries([...row].map(([name, term]) => [name.value, cell(term)])));
}

const results = [];
for (const query of JSON.parse(readFileSync(queries, 'utf8'))) {
  let timer;
  // Some streams never end.
  const patience = new Promise((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('no end in sight')), 3000);
  });
  try {
    results.push({ rows: await Promise.race([run(query), patience]) });
  } catch (error) {
    results.push({ error: String(error) });
  }
  clearTimeout(timer);
}
process.stdout.write(JSON.stringify(results), () => process.exit(0));
