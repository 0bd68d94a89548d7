#!/usr/bin/env python3
"""A question answering system in ten lines: asked by `lydite system check exec:./qa.py`."""
import json, re, sys

for line in sys.stdin:
    asked = json.loads(line)  # {"id": "1", "question": "…", "language": "en"}
    found = re.match(r"Who is the mayor of (\w+)\?", asked["question"])
    query = found and f"SELECT ?x {{ <http://dbpedia.org/resource/{found[1]}> <http://dbpedia.org/ontology/mayor> ?x }}"
    print(json.dumps({"id": asked["id"], "query": query} if query else {"error": "no idea"}), flush=True)
