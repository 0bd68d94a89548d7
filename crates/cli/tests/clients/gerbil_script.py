"""Drives GERBIL as published scripts do: a form for each file, the experiment in the address, the page
read until it is finished, figures from its first table and from the JSON-LD in it."""

import io
import json
import sys
import time
import urllib.parse
from html.parser import HTMLParser

import requests

base, gold_path, answers_path, service = sys.argv[1:5]

# What a browser sent when these scripts were written, and what they send since.
BROWSER = {
    "Accept": "application/json, text/javascript, */*; q=0.01",
    "Cookie": "JSESSIONID=265042E6F0ECFC6AEEA55C409FB7168F",
    "Origin": "https://gerbil-qa.aksw.org",
    "Referer": "https://gerbil-qa.aksw.org/gerbil/config",
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "X-Requested-With": "XMLHttpRequest",
}


class Page(HTMLParser):
    """The rows of the first table, cells repeated over their columns, and the JSON-LD."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.cell, self.span, self.script = [], None, 1, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.cell, self.span = "", int(attributes.get("colspan", 1))
        elif tag == "script" and attributes.get("type") == "application/ld+json":
            self.script = ""
            self.reading = True

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data
        elif self.script is not None and self.reading:
            self.script += data

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.rows[-1].extend([self.cell] * self.span)
            self.cell = None
        elif tag == "script":
            self.reading = False

    def table(self):
        return [dict(zip(self.rows[0], row)) for row in self.rows[1:]]


def upload(name, path, target):
    content = io.BytesIO(open(path, "rb").read())
    reply = requests.post(
        base + "/file/upload",
        headers=BROWSER,
        data={"name": name, "multiselect": target, "qlang": ""},
        files={"files[]": (path, content)},
    )
    reply.raise_for_status()
    return reply.json()


def execute(annotators, datasets, answer_files):
    experiment = {
        "type": "QA",
        "matching": "STRONG_ENTITY_MATCH",
        "annotator": annotators,
        "dataset": datasets,
        "answerFiles": answer_files,
        "questionLanguage": "en",
    }
    while requests.get(base + "/running").text != "":
        time.sleep(0.2)
    quoted = urllib.parse.quote(json.dumps(experiment))
    reply = requests.get(f"{base}/execute?experimentData={quoted}", headers=BROWSER)
    reply.raise_for_status()
    return str(int(reply.content))


def finished(number):
    for _ in range(600):
        page = Page(requests.get(f"{base}/experiment?id={number}").text)
        if page.table()[0]["Macro F1"] != "The experiment is still running.":
            return page
        time.sleep(0.2)
    raise SystemExit("it never ended")


def seen(page):
    document = json.loads(page.script)
    return {"table": page.table(), "graph": document["@graph"]}


kinds = {name: requests.get(f"{base}/{name}?experimentType=QA").json()
         for name in ["exptypes", "matchings", "annotators", "datasets"]}
gold, answers = gold_path.split("/")[-1], answers_path.split("/")[-1]
uploaded = [upload("Gold", gold_path, "DBpedia Entity INEX"), upload("mine-en", answers_path, "AFDS_" + gold)]
files = execute([], [f"NIFDS_Gold({gold})"], [f"AF_mine-en({answers})(undefined)(AFDS_{gold})"])
files = seen(finished(files))
live = seen(finished(execute([f"NIFWS_mine({service})"], [f"NIFDS_Gold({gold})"], [])))
print(json.dumps({"kinds": kinds, "uploaded": uploaded, "files": files, "live": live}))
