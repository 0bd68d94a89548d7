// Runs queries with Comunica: node comunica.mjs FOLDER DATA QUERIES
// FOLDER holds node_modules, DATA is N-Triples, QUERIES a JSON list; prints a JSON list of results.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const [folder, data, queries] = process.argv.slice(2);
const require = createRequire(folder + '/');
const { QueryEngine } = require('@comunica/query-sparql-rdfjs-lite');
const { Parser, Store } = require('n3');

const store = new Store(new Parser({ format: 'N-Triples' }).parse(readFileSync(data, 'utf8')));
const engine = new QueryEngine();

function cell(term) {
  if (term === undefined) return null;
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType === 'BlankNode') return { type: 'bnode', value: term.value };
  return { type: 'literal', value: term.value, datatype: term.datatype.value };
}

const results = [];
for (const query of JSON.parse(readFileSync(queries, 'utf8'))) {
  try {
    const stream = await engine.queryBindings(query, { sources: [store] });
    const { variables } = await stream.metadata().catch(() => ({ variables: [] }));
    const rows = (await stream.toArray()).map((row) =>
      Object.fromEntries([...row].map(([name, term]) => [name.value, cell(term)])));
    results.push({ rows });
  } catch (error) {
    results.push({ error: String(error) });
  }
}
console.log(JSON.stringify(results));
