"""The official client of the Model Context Protocol calls every tool; prints what it saw as JSON.

usage: mcp_client.py stdio PROGRAM ARGUMENT…   or   mcp_client.py http URL
"""
import asyncio
import json
import sys

import mcp

CALLS = [
    ("find_entities", {"name": "Rhine"}),
    ("find_properties", {"name": "length"}),
    ("find_classes", {"name": "rivers"}),
    ("describe_class", {"iri": "dbo:River"}),
    ("describe_neighbourhood", {"iri": "http://dbpedia.org/resource/Rhine", "limit": 5}),
    ("check_query", {"query": "SELECT COUNT(?x) { ?x a dbo:River }"}),
    ("run_query", {"query": "SELECT ?x { ?x a dbo:River } LIMIT 3"}),
    ("compare_queries", {"expected": "SELECT ?x { ?x a dbo:River }", "found": "SELECT ?y { ?y a dbo:Lake }"}),
    ("score_answers", {"gold": ["http://a/1", "http://a/2"], "answers": ["http://a/1"]}),
]
HOSTILE = [
    ("find_entities", {}),
    ("find_entities", {"name": 7}),
    ("find_entities", {"name": ""}),
    ("find_entities", {"name": "x" * 300000}),
    ("find_entities", {"name": "Rhine", "limit": -1}),
    ("describe_class", {"iri": "> } ; DROP ALL"}),
    ("describe_class", {"iri": "http://nobody/knows"}),
    ("describe_neighbourhood", {"iri": "\u0000"}),
    ("run_query", {"query": "DELETE WHERE { ?s ?p ?o }"}),
    ("run_query", {"query": "SELECT * {" + "{" * 50000}),
    ("run_query", {"query": "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }"}),
    ("compare_queries", {"expected": "no", "found": "yes"}),
    ("score_answers", {"gold": ["a"]}),
    ("score_answers", {"gold": ["a"], "answers": ["a"], "rules": "nobody"}),
    ("no_such_tool", {"a": 1}),
]


def content(result):
    text = "".join(getattr(block, "text", "") for block in result.content)
    failed = getattr(result, "is_error", None)
    if failed is None:
        failed = getattr(result, "isError", False)
    return {"error": bool(failed), "text": text}


async def converse(call, tools):
    seen = {"tools": {}, "calls": {}, "hostile": []}
    for tool in (await tools()).tools:
        annotations = tool.annotations
        hint = getattr(annotations, "read_only_hint", None)
        seen["tools"][tool.name] = hint if hint is not None else getattr(annotations, "readOnlyHint", None)
    for name, arguments in CALLS:
        seen["calls"][name] = content(await call(name, arguments))
    for name, arguments in HOSTILE:
        try:
            answer = content(await call(name, arguments))
        except Exception as error:  # the protocol's own errors
            answer = {"error": True, "text": str(error)}
        seen["hostile"].append({"tool": name, **answer})
    # It still works afterwards.
    seen["after"] = content(await call("run_query", {"query": "ASK { ?s ?p ?o }"}))
    return seen


async def main():
    if sys.argv[1] == "stdio":
        from mcp import StdioServerParameters
        from mcp.client.stdio import stdio_client
        transport = stdio_client(StdioServerParameters(command=sys.argv[2], args=sys.argv[3:]))
    else:
        try:
            from mcp.client.streamable_http import streamable_http_client as connect
        except ImportError:
            from mcp.client.streamable_http import streamablehttp_client as connect
        transport = connect(sys.argv[2])
    async with transport as streams:
        async with mcp.ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            seen = await converse(session.call_tool, session.list_tools)
    print(json.dumps(seen))


asyncio.run(main())
