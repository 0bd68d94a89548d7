"""Trains Frankenstein's five classifiers over ten folds with scikit-learn and with Lydite, in one run.

    pip install scikit-learn
    python peers.py path/to/lydite path/to/frankenstein

Both learn the same 270 models a classifier (27 components, ten folds of 3,253 questions in order) and predict the fold
left out. Prints seconds of CPU and their ratio, and Top-1 of each task, which must agree. Lydite's time is that of the
whole command: reading the files, the surrogates for Table 5 and Cramér's V are in it.
"""

import csv
import json
import os
import resource
import subprocess
import sys
import time
import warnings

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

TASKS = {"QB": "_QB", "CL": "_class", "NED": "", "RL": "_rel"}

CLASSIFIERS = {
    "logistic-regression": (
        "logistic regression",
        lambda: LogisticRegression(C=1000, solver="liblinear", random_state=0),
    ),
    "svm": ("SVM", lambda: SVC(C=1)),
    "random-forest": ("random forest", lambda: RandomForestClassifier(100, random_state=0)),
    "decision-tree": ("decision tree", lambda: DecisionTreeClassifier(random_state=0)),
    "naive-bayes": ("naive Bayes", GaussianNB),
}


def numbers(folder, name):
    with open(os.path.join(folder, name), encoding="utf8") as file:
        return np.array([[float(cell) for cell in row] for row in csv.reader(file)])[:, 1:]


def scikit_learn(make, features, tasks):
    """Seconds of CPU, and Top-1 of every task."""
    begun = time.process_time()
    top = {}
    for task, success in tasks.items():
        predicted = np.zeros(success.shape)
        for trained, tested in KFold(10).split(features):
            for component in range(success.shape[1]):
                model = make().fit(features[trained], success[trained, component])
                if hasattr(model, "predict_proba"):
                    values = model.predict_proba(features[tested])[:, -1]
                else:
                    values = model.decision_function(features[tested])
                predicted[tested, component] = values
        chosen = predicted.argmax(1)
        top[task] = success[np.arange(len(success)), chosen].sum() / 10
    return time.process_time() - begun, top


def lydite(program, folder, name, called):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        [program, "pipeline", "evaluate", "--tables", "--no-selector", "--data", folder]
        + ["--classifier", name, "--format", "json"],
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    figures = json.loads(run.stdout)["figures"]
    top = {
        figure["task"]: figure["found"]
        for figure in figures
        if figure["table"] == "4" and figure["quantity"] == f"top-1, {called}"
    }
    return seconds, top


def main():
    program, folder = sys.argv[1:3]
    warnings.filterwarnings("ignore")
    both = lambda test, train: np.vstack([numbers(folder, test), numbers(folder, train)])
    features = both("test_questionFeatures.csv", "questionFeature_old.csv")
    tasks = {
        task: both(f"test_fscore{end}.csv", f"fscore{end}.csv") >= 0.5
        for task, end in TASKS.items()
    }
    sums = [0.0, 0.0]
    shown = lambda top: " ".join(f"{task} {top[task]:.1f}" for task in TASKS)
    print(f"{'':20} {'scikit-learn':>12} {'Lydite':>8} {'ratio':>6}")
    for name, (called, make) in CLASSIFIERS.items():
        theirs, top = scikit_learn(make, features, tasks)
        ours, our_top = lydite(program, folder, name, called)
        sums[0] += theirs
        sums[1] += ours
        print(f"{called:20} {theirs:10.1f} s {ours:6.2f} s {theirs / ours:5.1f}×  Top-1 {shown(top)} / {shown(our_top)}")
    print(f"{'all':20} {sums[0]:10.1f} s {sums[1]:6.2f} s {sums[0] / sums[1]:5.1f}×")


if __name__ == "__main__":
    main()
