"""The command line ``cocite-spark``."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from .files import open_address

EXAMPLES = """examples:
  cocite-spark links @wat.paths --out s3a://bucket/links
  cocite-spark store s3a://bucket/links --out /shared/segments && cocite assemble /shared/segments --out web.cocite
  cocite-spark --master 'local[*]' links crawl/*.warc.gz --out links
  cocite-spark related /shared/web.cocite --by cocitation --top 20 --out related

INPUTS are WARC, WAT, WET, ARC or lists of links, each a path or an address (file://, hdfs://, s3a://); @FILE names a file with
one a line. A run of `links` that was stopped goes on with what is missing. The guide: docs/guide/spark.md."""


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("cocite-spark", description="Crawls of any size on Spark, and the same store at the end.", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--master", default="", help="spark://…, k8s://…, local[4] (default: as spark-submit or Spark's settings say)")
    parser.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark; may come again")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_links, _store, _rank, _related, _graph):
        add(commands)
    asked = parser.parse_args(words)
    try:
        asked.run(asked)
    except (ValueError, OSError, ImportError) as error:
        print(f"cocite-spark: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("cocite-spark: stopped; the same command goes on", file=sys.stderr)
        return 130
    return 0


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def session(asked: Any) -> Any:
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise ImportError("PySpark is not installed; pip install 'cocite[spark]', and Java 17") from error
    builder = SparkSession.builder.appName(f"cocite-spark {asked.command}")
    if asked.master:
        builder = builder.master(asked.master)
    for setting in asked.conf:
        name, _, value = setting.partition("=")
        builder = builder.config(name, value)
    return builder.getOrCreate()


def expand(inputs: list[str]) -> list[str]:
    """@FILE is a list of inputs, one a line; # begins a comment."""
    every: list[str] = []
    for one in inputs:
        if not one.startswith("@"):
            every.append(one)
            continue
        fs, path = open_address(one[1:])
        with fs.open_input_stream(path) as file:
            lines = file.read().decode().splitlines()
        every += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not every:
        raise ValueError("no input was given")
    return every


def _links(commands: Any) -> None:
    command = commands.add_parser("links", help="crawls to Parquet: pages, links, aliases, and what was left out")
    command.add_argument("inputs", nargs="+", metavar="INPUT")
    command.add_argument("--out", required=True, help="a folder that all executors can write")
    command.add_argument("--from", dest="kind", default="", help="warc, wat, wiki, links (default: told from each input)")
    command.add_argument("--names", choices=("url", "opaque"), default="url")
    command.add_argument("--fold-www", action="store_true", help="www.example.com is example.com")
    command.add_argument("--frames", action="store_true", help="frames and iframes are links too")
    command.add_argument("--nofollow", choices=("keep", "drop"), default="keep")
    command.add_argument("--no-text", action="store_true", help="leave out the words of pages")
    command.add_argument("--no-anchors", action="store_true", help="leave out the text of links")
    command.add_argument("--no-aliases", action="store_true", help="redirects and canonical addresses are pages like others")
    command.add_argument("--from-date", default="", help="only pages fetched then or later")
    command.add_argument("--to-date", default="", help="only pages fetched then or earlier")
    command.add_argument("--force", action="store_true", help="read everything anew")

    def run(asked: Any) -> None:
        from .links import read_links

        options = {"opaque_names": asked.names == "opaque", "fold_www": asked.fold_www, "frames": asked.frames}
        options |= {"drop_nofollow": asked.nofollow == "drop", "keep_text": not asked.no_text, "keep_anchors": not asked.no_anchors}
        options |= {"aliases": not asked.no_aliases, "from_date": asked.from_date, "to_date": asked.to_date}
        inputs = expand(asked.inputs)
        total = read_links(session(asked), inputs, asked.out, kind=asked.kind, force=asked.force, say=say, **options)
        say(f"{total['inputs']} inputs: {total.get('lines', 0)} lines or records, {total.get('fetches', 0)} pages, {total.get('links_read', 0)} links")
        for reason, skipped in sorted(total["skipped"].items()):
            say(f"  left out: {skipped['count']} times {reason}" + "".join(f"\n    {sample}" for sample in skipped["samples"]))

    command.set_defaults(run=run)


def _store(commands: Any) -> None:
    command = commands.add_parser("store", help="what `links` wrote becomes segments, for cocite assemble")
    command.add_argument("links", metavar="LINKS", help="the folder that `links` wrote")
    command.add_argument("--out", required=True, help="an empty folder for the segments, that all executors can write")
    command.add_argument("--seen-again", choices=("newest", "oldest", "union"), default="newest")
    command.add_argument("--order", choices=("auto", "page", "none"), default="auto")
    command.add_argument("--fast", action="store_true", help="links in bytes instead of bits")
    command.add_argument("--no-index", action="store_true", help="no index of words")
    command.add_argument("--stem", default="auto", help="a language, auto or none")
    command.add_argument("--partitions", type=int, default=0, help="parts of each stage (default: from the number of links)")

    def run(asked: Any) -> None:
        from .store import make_segments

        counts = make_segments(
            session(asked), asked.links, asked.out, seen_again=asked.seen_again, order=asked.order, fast=asked.fast,
            index=not asked.no_index, stem=asked.stem, partitions=asked.partitions, say=say,
        )  # fmt: skip
        say(f"{counts['pages']} pages and {counts['links']} links; next: cocite assemble {asked.out} --out web.cocite")

    command.set_defaults(run=run)


def _rank(commands: Any) -> None:
    command = commands.add_parser("rank", help="ranks of a store, by one executor with the memory for it")
    command.add_argument("store", metavar="STORE", help="a path that the executor can write, too")
    command.add_argument("--by", default="pagerank")
    command.add_argument("--memory", default="", help="how much it may use, as in cocite rank")

    def run(asked: Any) -> None:
        from .answers import rank_store

        say(rank_store(session(asked), asked.store, asked.by, asked.memory))

    command.set_defaults(run=run)


def _related(commands: Any) -> None:
    command = commands.add_parser("related", help="related pages for all pages, as Parquet")
    command.add_argument("store", metavar="STORE", help="a path on every executor: shared, or shipped by spark.archives")
    command.add_argument("--by", default="blend", metavar="METHOD")
    command.add_argument("--top", type=int, default=20)
    command.add_argument("--out", required=True)
    command.add_argument("--pages-per-task", type=int, default=20000)

    def run(asked: Any) -> None:
        from .answers import related_pages

        rows = related_pages(session(asked), asked.store, asked.out, by=asked.by, top=asked.top, pages_per_task=asked.pages_per_task)
        say(f"{rows} rows in {asked.out}")

    command.set_defaults(run=run)


def _graph(commands: Any) -> None:
    command = commands.add_parser("graph", help="a store as Common Crawl's vertices and edges, gzipped text")
    command.add_argument("store", metavar="STORE", help="a path on every executor")
    command.add_argument("--out", required=True)
    command.add_argument("--pages-per-task", type=int, default=500000)

    def run(asked: Any) -> None:
        from .answers import write_graph

        pages, links = write_graph(session(asked), asked.store, asked.out, asked.pages_per_task)
        say(f"{pages} vertices and {links} edges in {asked.out}")

    command.set_defaults(run=run)


if __name__ == "__main__":
    sys.exit(main())
