#!/usr/bin/env python3
"""scikit-learn's label spreading on the graph that `cocite categorize --spread` uses.

    cocite export web.cocite graph.tsv --graph related --by cocitation --top 20
    bench/peers/label_spreading.py graph.tsv labels.tsv [--folds 10] [--seed 0]

Needs scikit-learn (PyPI). Edges are each page's answers, its scores made to sum to 1, taken both ways; the kernel handed to LabelSpreading is
that matrix, sparse. Labels of a tenth are hidden in turn. Of a page with several labels the library takes one to learn from; it is right with
any of them, as for `cocite categorize --folds`. Pages that no label reaches get the largest class. Prints accuracy and macro-F1.
"""

import argparse
import collections
import gzip
import random
import time
import warnings

import numpy
import scipy.sparse
from sklearn.semi_supervised import LabelSpreading


def lines(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", errors="replace") as file:
        for line in file:
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                yield line.split("\t")


def spread(matrix, known, classes, alpha):
    given = numpy.full(matrix.shape[0], -1)
    for node, own in known.items():
        given[node] = own[0]
    model = LabelSpreading(kernel=lambda one, other: matrix, alpha=alpha, max_iter=100)
    with warnings.catch_warnings(), numpy.errstate(invalid="ignore"):
        warnings.simplefilter("ignore")  # pages that no label reaches are 0/0
        model.fit(numpy.arange(matrix.shape[0]).reshape(-1, 1), given)
    values = numpy.zeros((matrix.shape[0], classes))
    values[:, model.classes_] = numpy.nan_to_num(model.label_distributions_)
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph")
    parser.add_argument("labels")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    number = {}
    rows, columns, weights = [], [], []
    for source, target, weight in lines(options.graph):
        rows.append(number.setdefault(source, len(number)))
        columns.append(number.setdefault(target, len(number)))
        weights.append(float(weight))
    names, labels = {}, collections.defaultdict(list)
    for page, label in lines(options.labels):
        for spelling in (page, page + "/", "http://" + page):
            if spelling in number:
                page = spelling
                break
        node = number.setdefault(page, len(number))
        labels[node].append(names.setdefault(label, len(names)))
    size = len(number)
    matrix = scipy.sparse.csr_matrix((weights, (rows, columns)), shape=(size, size))
    sums = numpy.asarray(matrix.sum(axis=1)).ravel()
    sums[sums == 0] = 1
    matrix = scipy.sparse.diags(1 / sums) @ matrix
    matrix = (matrix + matrix.T).tocsr()

    pages = sorted(labels)
    random.Random(options.seed).shuffle(pages)
    for title, alpha in (("LabelSpreading, alpha 0.2", 0.2), ("LabelSpreading, alpha 0.8", 0.8)):
        begin = time.process_time()
        right, said, missed = collections.Counter(), collections.Counter(), collections.Counter()
        for fold in range(options.folds):
            hidden = pages[fold :: options.folds]
            known = {page: own for page, own in labels.items() if page not in set(hidden)}
            largest = collections.Counter(label for own in known.values() for label in own).most_common(1)[0][0]
            values = spread(matrix, known, len(names), alpha)
            for page in hidden:
                best = int(values[page].argmax()) if values[page].max() > 0 else largest
                said[best] += 1
                if best in labels[page]:
                    right[best] += 1
                else:
                    missed.update(labels[page])
        f1 = [2 * right[one] / max(1, said[one] + right[one] + missed[one]) for one in range(len(names))]
        print(f"{title}\taccuracy {sum(right.values()) / len(pages):.4f}\tmacro-F1 {sum(f1) / len(f1):.4f}"
              f"\t{time.process_time() - begin:.1f} s of CPU")


if __name__ == "__main__":
    main()
