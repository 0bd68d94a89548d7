"""Random queries, answered by `lydite kg query` and by the definition of SPARQL's algebra.

Usage: definition.py LYDITE FOLDER SEED GRAPHS QUERIES

Nothing here is an engine: every operator is written down as SPARQL 1.1, section 18, defines it, over
lists of dictionaries, so that no kind of query has to be left out for the sake of another engine.
"""

import collections
import json
import random
import subprocess
import sys

VARIABLES = ["?a", "?b", "?c", "?d", "?e"]
PROPERTIES = ["p", "q", "r"]
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"


class Maker:
    """Makes graphs and queries. Nodes are texts, texts begin with a quote, numbers are numbers."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, limit):
        return self.random.randrange(limit)

    def pick(self, values):
        return self.random.choice(values)

    def node(self):
        return f"n{self.below(8)}"

    def graph(self):
        triples = {(self.node(), self.pick(PROPERTIES), self.node()) for _ in range(36)}
        for number in range(8):
            node = f"n{number}"
            triples |= {(node, "v", self.below(6)) for _ in range(self.below(3))}
            if self.below(2) == 0:
                triples.add((node, "name", '"' + self.pick(["ada", "bob", "eve"])))
        return triples

    def end(self):
        return self.node() if self.below(5) == 0 else self.pick(VARIABLES[:4])

    def path(self, depth):
        name = self.pick(PROPERTIES)
        if depth == 0:
            return name
        kind = self.pick(["|", "/", "^", "+", "*", "?", "!", "name"])
        if kind in "|/":
            return (kind, self.path(depth - 1), self.path(depth - 1))
        if kind in "^+*?":
            return (kind, self.path(depth - 1))
        return ("!", name, self.pick(PROPERTIES)) if kind == "!" else name

    def triple(self):
        kind = self.below(8)
        if kind == 0:
            return (self.pick(VARIABLES[:4]), "v", "?e")
        if kind == 1:
            return (self.pick(VARIABLES[:4]), "name", "?e")
        if kind == 2:
            return (self.end(), self.path(2), self.end())
        return (self.end(), self.pick(PROPERTIES), self.end())

    def condition(self):
        one, other = self.pick(VARIABLES[:4]), self.pick(VARIABLES[:4])
        return self.pick(
            [
                ("!=", one, other),
                ("=", one, self.node()),
                (">", "?e", self.below(5)),
                ("bound", one),
                ("not exists", self.triple()),
                ("exists", self.triple()),
                ("or", one, other, self.below(5)),
            ]
        )

    def group(self, depth):
        parts = [("triple", self.triple()) for _ in range(1 + self.below(3))]
        if depth > 0 and self.below(4) > 0:
            inner = self.group(depth - 1)
            kind = self.pick(["optional"] * 2 + ["union", "minus", "distinct", "count", "values"])
            if kind == "union":
                parts.append((kind, inner, self.group(depth - 1)))
            elif kind == "values":
                parts.append((kind, [self.node(), self.node()]))
            else:
                parts.append((kind, inner))
        if self.below(3) == 0:
            parts.append(("filter", self.condition()))
        return parts


# Queries as texts.


def term(value):
    if isinstance(value, int):
        return str(value)
    return value if value.startswith("?") else f":{value}"


def path_text(path):
    if isinstance(path, str):
        return f":{path}"
    kind, *parts = path
    if kind == "!":
        return f"!(:{parts[0]}|^:{parts[1]})"
    texts = [path_text(part) for part in parts]
    if kind in "|/":
        return f"({texts[0]}{kind}{texts[1]})"
    return f"^({texts[0]})" if kind == "^" else f"({texts[0]}){kind}"


def triple_text(triple):
    subject, path, object_ = triple
    return f"{term(subject)} {path_text(path)} {term(object_)} ."


def condition_text(condition):
    kind, *rest = condition
    if kind == "bound":
        return f"BOUND({rest[0]})"
    if kind in ("exists", "not exists"):
        return f"{kind.upper()} {{ {triple_text(rest[0])} }}"
    if kind == "or":
        return f"({rest[0]} = {rest[1]} || ?e = {rest[2]})"
    return f"{term(rest[0])} {kind} {term(rest[1])}"


def group_text(group):
    texts = []
    for kind, *rest in group:
        if kind == "triple":
            texts.append(triple_text(rest[0]))
        elif kind == "filter":
            texts.append(f"FILTER({condition_text(rest[0])})")
        elif kind == "values":
            texts.append("VALUES ?a { " + " ".join(map(term, rest[0])) + " }")
        elif kind == "union":
            texts.append(" UNION ".join(f"{{ {group_text(branch)} }}" for branch in rest))
        elif kind == "distinct":
            texts.append(f"{{ SELECT DISTINCT ?a ?b {{ {group_text(rest[0])} }} }}")
        elif kind == "count":
            texts.append(
                f"{{ SELECT ?a (COUNT(*) AS ?n) {{ {group_text(rest[0])} }} GROUP BY ?a }}"
            )
        else:
            texts.append(f"{kind.upper()} {{ {group_text(rest[0])} }}")
    return " ".join(texts)


# The definitions.


def is_variable(value):
    return isinstance(value, str) and value.startswith("?")


def compatible(one, other):
    return all(other.get(name, value) == value for name, value in one.items())


def join(left, right):
    return [{**one, **other} for one in left for other in right if compatible(one, other)]


class Graph:
    def __init__(self, triples):
        self.triples = triples
        self.nodes = {node for s, _, o in triples for node in (s, o)}
        self.known = {}

    def pairs(self, path):
        """The pairs that a path leads between (18.1.7), as often as it does."""
        if path not in self.known:
            self.known[path] = self.find_pairs(path)
        return self.known[path]

    def find_pairs(self, path):
        if isinstance(path, str):
            return [(s, o) for s, p, o in self.triples if p == path]
        kind, *parts = path
        if kind == "!":
            forward = [(s, o) for s, p, o in self.triples if p != parts[0]]
            return forward + [(o, s) for s, p, o in self.triples if p != parts[1]]
        first = self.pairs(parts[0])
        if kind == "|":
            return first + self.pairs(parts[1])
        if kind == "/":
            second = self.pairs(parts[1])
            return [(s, o) for s, middle in first for also, o in second if middle == also]
        if kind == "^":
            return [(o, s) for s, o in first]
        found = set(first)
        while kind in "+*":
            more = {(s, o) for s, middle in found for also, o in first if middle == also}
            if more <= found:
                break
            found |= more
        if kind in "*?":
            found |= {(node, node) for node in self.nodes}
        return list(found)

    def matches(self, triple, row):
        subject, path, object_ = triple
        rows = []
        for pair in self.pairs(path):
            match = dict(row)
            for end, node in zip((subject, object_), pair):
                if match.setdefault(end, node) != node if is_variable(end) else end != node:
                    break
            else:
                rows.append(match)
        return rows

    def holds(self, condition, row):
        """Whether a condition is true; where it is an error, it is not."""
        kind, *rest = condition
        if kind == "bound":
            return rest[0] in row
        if kind in ("exists", "not exists"):
            return bool(self.matches(rest[0], row)) == (kind == "exists")
        if kind == "or":
            first, second, number = rest
            return self.holds(("=", first, second), row) or self.holds(("=", "?e", number), row)
        one, other = (row.get(end) if is_variable(end) else end for end in rest)
        if one is None or other is None:
            return False
        if kind == ">":
            return isinstance(one, int) and one > other
        return (one == other) == (kind == "=")

    def group(self, parts, without_filters=False):
        """The rows of a group (18.2.2)."""
        rows = [{}]
        for kind, *rest in parts:
            if kind == "triple":
                rows = [match for row in rows for match in self.matches(rest[0], row)]
            elif kind == "optional":
                conditions = [part[1] for part in rest[0] if part[0] == "filter"]
                right = self.group(rest[0], without_filters=True)
                rows = [found for row in rows for found in self.left_join(row, right, conditions)]
            elif kind == "union":
                rows = join(rows, self.group(rest[0]) + self.group(rest[1]))
            elif kind == "minus":
                taken = self.group(rest[0])
                rows = [
                    row
                    for row in rows
                    if not any(compatible(row, other) and row.keys() & other for other in taken)
                ]
            elif kind == "distinct":
                names = ("?a", "?b")
                inner = {
                    tuple((name, row[name]) for name in names if name in row)
                    for row in self.group(rest[0])
                }
                rows = join(rows, [dict(row) for row in inner])
            elif kind == "count":
                counts = collections.Counter(row.get("?a") for row in self.group(rest[0]))
                keys = [({} if a is None else {"?a": a}) | {"?n": n} for a, n in counts.items()]
                rows = join(rows, keys)
            elif kind == "values":
                rows = join(rows, [{"?a": node} for node in rest[0]])
        if without_filters:
            return rows
        conditions = [part[1] for part in parts if part[0] == "filter"]
        return [row for row in rows if all(self.holds(one, row) for one in conditions)]

    def left_join(self, row, right, conditions):
        joined = join([row], right)
        kept = [one for one in joined if all(self.holds(each, one) for each in conditions)]
        return kept or [row]


# Whole queries: their texts around a group, triples that they add to it, and their results.


def by_subject(rows):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row.get("?a")].append(row)
    return groups.items()


def summed(rows):
    result = []
    for node, group in by_subject(rows):
        values = [row["?e"] for row in group]
        result.append((node, sum(values), min(values), max(values)))
    return result


def columns(rows, names):
    return [tuple(row.get(name) for name in names) for row in rows]


FORMS = [
    ("SELECT (COUNT(*) AS ?n) {{ {} }}", [], lambda rows: [(len(rows),)]),
    (
        "SELECT ?a (COUNT(DISTINCT ?b) AS ?m) {{ {} }} GROUP BY ?a",
        [],
        lambda rows: [
            (node, len({row["?b"] for row in group if "?b" in row}))
            for node, group in by_subject(rows)
        ],
    ),
    (
        "SELECT ?a (SUM(?e) AS ?s) (MIN(?e) AS ?x) (MAX(?e) AS ?y) {{ {} }} GROUP BY ?a",
        [("triple", ("?a", "v", "?e"))],
        summed,
    ),
    ("SELECT DISTINCT ?a ?b ?c {{ {} }}", [], lambda rows: set(columns(rows, VARIABLES[:3]))),
    (
        "SELECT DISTINCT ?a {{ {} }} ORDER BY ?a LIMIT 3",
        [("triple", ("?a", "p", "?z"))],
        lambda rows: sorted(set(columns(rows, ["?a"])))[:3],
    ),
    (
        "SELECT ?a (COUNT(*) AS ?n) {{ {} }} GROUP BY ?a HAVING (COUNT(*) > 1)",
        [],
        lambda rows: [(node, len(group)) for node, group in by_subject(rows) if len(group) > 1],
    ),
    ("SELECT ?a ?b ?c ?d ?e {{ {} }}", [], lambda rows: columns(rows, VARIABLES)),
]


def written(value):
    """A node or value in N-Triples."""
    if isinstance(value, int):
        return f'"{value}"^^<{INTEGER}>'
    return value + '"' if value.startswith('"') else f"<http://e/{value}>"


def read(cell):
    if cell is None:
        return None
    if cell["type"] == "uri":
        return cell["value"].removeprefix("http://e/")
    return int(cell["value"]) if cell.get("datatype") == INTEGER else '"' + cell["value"]


def answers(program, file, query):
    command = [program, "kg", "query", file, query, "--format", "json"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, (query, run.stderr)
    document = json.loads(run.stdout)
    names = document["head"]["vars"]
    return [tuple(read(row.get(name)) for name in names) for row in document["results"]["bindings"]]


def main():
    program, folder, *numbers = sys.argv[1:]
    seed, graphs, queries = map(int, numbers)
    compared = with_rows = 0
    for seed in range(seed, seed + graphs):
        maker = Maker(seed)
        triples = maker.graph()
        file = f"{folder}/{seed}.nt"
        with open(file, "w") as out:
            for s, p, o in sorted(triples, key=str):
                out.write(f"{written(s)} <http://e/{p}> {written(o)} .\n")
        graph = Graph(triples)
        for _ in range(queries):
            form, added, result = maker.pick(FORMS)
            # Filters hold for the whole of a group, so these may stand before them.
            group = added + maker.group(2)
            query = "PREFIX : <http://e/> " + form.format(group_text(group))
            expected = collections.Counter(result(graph.group(group)))
            found = collections.Counter(answers(program, file, query))
            assert found == expected, f"{file}: {query}\n  {found - expected}\n  {expected - found}"
            compared += 1
            with_rows += bool(expected)
    print(f"{compared} agree, {with_rows} of them with rows")


main()
