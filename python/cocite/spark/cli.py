"""The command line ``cocite-spark``; also a script for spark-submit, which is why it imports by full names."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any

from cocite.spark.exchange import WAYS
from cocite.spark.files import Folder, check_address, open_address

EXAMPLES = """examples:
  cocite-spark --master 'local[*]' import crawl/*.warc.gz --out segments && cocite import web.cocite --from segments segments
  cocite-spark links @wat.paths --out s3a://bucket/links
  cocite-spark store s3a://bucket/links --out /shared/segments && cocite import web.cocite --from segments /shared/segments
  cocite-spark related /shared/web.cocite --by cocitation --top 20 --out related

'cocite-spark COMMAND --help' has more for each. Exit codes: 0 done, 1 could not, 2 wrong usage. The guide: docs/guide/spark.md."""

EPILOGS = {
    "import": """examples:
  cocite-spark import @warc.paths --out /shared/segments && cocite import web.cocite --from segments /shared/segments
  cocite-spark import @wat.paths --on sites --no-text --no-anchors --out sites && cocite import sites.cocite --from segments sites

`links` and `store` in one application, which Spark starts once. What `links` would write for others is not written: OUT/_links has
what `store` needs, and is gone at the end. A run that was stopped goes on with the inputs that are missing when the same command is
given again.""",
    "links": """examples:
  cocite-spark links @wat.paths --out s3a://bucket/links        a file with an input a line, as Common Crawl publishes it
  cocite-spark links @wat.paths --prefix https://data.commoncrawl.org/ --out links
  cocite-spark --master 'local[*]' links crawl/*.warc.gz --out links
  cocite-spark links hdfs://namenode/crawls/a.warc.gz --from warc --no-text --out hdfs://namenode/links

INPUTS are WARC, WAT, WET, ARC, wikis or lists of links, each a path or an address (file://, hdfs://, s3a://, gs://, https://). A run that was
stopped goes on with what is missing when the same command is given again; inputs may be added at the end. An input that is damaged
or missing costs itself: it is named, and counted with the reason. OUT/done has the counts of each input.""",
    "store": """examples:
  cocite-spark store s3a://bucket/links --out /shared/segments && cocite import web.cocite --from segments /shared/segments
  cocite-spark store links --on sites --out sites && cocite import sites.cocite --from segments sites        the domain graph, without that of pages

The store is the one that `cocite import` makes of the same inputs, byte for byte but for its report; with --on, the graph that
`cocite` makes of the hosts or sites of that store. A run that was stopped goes on with the tasks that are missing when the same command is
given again; what they need is in OUT/_work until then. --force starts again.""",
    "rank": """examples:
  cocite-spark --conf spark.executor.memoryOverhead=9g rank /shared/web.cocite --by pagerank --memory 8G

A rank goes over all links again and again: one executor with the memory for it does that faster than many that send them around.""",
    "related": """examples:
  cocite-spark related /shared/web.cocite --by cocitation --top 20 --out s3a://bucket/related
  cocite-spark --conf spark.archives=web.tar.gz#web related ./web/web.cocite --out related        shipped with the job""",
    "graph": """examples:
  cocite-spark graph /shared/sites.cocite --out s3a://bucket/domains

OUT/vertices/part-*.txt.gz has number<TAB>name, OUT/edges/part-*.txt.gz number<TAB>number, both sorted: hosts and sites by their names turned
round (com.example.www), as Common Crawl has them, pages by their keys. `cocite import --from commoncrawl` reads them back.""",
}


# The JVM only says who does what, or moves rows of megabytes: what it compiles at length, or makes code for, costs more than it ever
# runs; and to its usual collector of garbage each such row is a giant.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseParallelGC"
SETTINGS = {
    "spark.driver.extraJavaOptions": JAVA,
    "spark.executor.extraJavaOptions": JAVA,
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.ui.showConsoleProgress": "false",
    "spark.python.daemon.module": "cocite.spark.daemon",
}


class Usage(ValueError):
    """Something that was typed cannot be meant: exit code 2."""


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("cocite-spark", description="Crawls of any size on Spark, and the same store at the end.", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--master", default="", help="spark://…, k8s://…, local[4] (default: as spark-submit or Spark's settings say)")
    parser.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark; may come again")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_import, _links, _store, _rank, _related, _graph):
        add(commands)
    asked = parser.parse_args(words)
    try:
        asked.run(asked)
    except KeyboardInterrupt:
        say("cocite-spark: stopped" + ("; the same command goes on where it was" if asked.command in ("links", "store", "import") else ""))
        return 130
    except Usage as error:
        say(f"cocite-spark: {error}")
        return 2
    except (ValueError, OSError, ImportError) as error:
        say(f"cocite-spark: {error}")
        return 1
    except Exception as error:  # of Spark: a stack of two languages, in which one line says it
        say(f"cocite-spark: {reason_of(error)}")
        return 1
    return 0


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def reason_of(error: Exception) -> str:
    """What went wrong in a task or in starting Spark, and what to try."""
    text = str(error)
    if "JAVA_GATEWAY_EXITED" in text:
        return "Java did not start; Spark 4 needs Java 17 or newer (Debian: openjdk-17-jre-headless), found by PATH or JAVA_HOME"
    if "No module named 'cocite" in text:
        return "the Python of the executors has no cocite; install it there, or ship it: --conf spark.archives=cocite.tar.gz#native --conf spark.executorEnv.PYTHONPATH=./native"
    if "PYTHON_VERSION_MISMATCH" in text:
        return "executors run another Python than this one; PYSPARK_PYTHON in the environment names theirs"
    if "OutOfMemoryError" in text or "MemoryError" in text or "exit code: 137" in text:
        return "a task ran out of memory; give executors more (spark.executor.memoryOverhead), or cut smaller parts (store --partitions)"
    lines = re.findall(r"^(?:pyspark\.errors\.\S+: )?([A-Za-z_.]*(?:Error|Exception|Corrupt|NotFound|InvalidArgument)\b: .*)$", text, re.MULTILINE)
    told = [line for line in lines if not line.startswith(("org.apache.spark", "pyspark.errors"))]
    if scheme := re.search(r"No FileSystem for scheme \"?([\w.+-]+)", text):
        return f"Spark knows no files at '{scheme[1]}://'; its settings may be missing (spark.jars.packages), or give a path"
    if "PATH_ALREADY_EXISTS" in text:
        return "the folder for the results is there already; take another one"
    line = (told or lines or text.strip().splitlines() or [type(error).__name__])[-1 if told else 0]
    return re.sub(r"^(?:cocite\.errors\.\w+|(?:ValueError|OSError|FileNotFoundError|FileExistsError)): (?:cocite: )?", "", line)


def start(asked: Any, with_sql: bool) -> Any:
    """A session, or where nothing of SQL is needed a context only, which starts in half the time."""
    try:
        from pyspark import SparkConf, SparkContext
    except ImportError as error:
        raise ImportError("PySpark is not installed; pip install 'cocite[spark]', and Java 17") from error
    if asked.master.startswith("local"):  # executors are this machine's, and so is their Python
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LAUNCHER_OPTS", JAVA)  # a JVM that only says how to start the other one
    conf = SparkConf().setAppName(f"cocite-spark {asked.command}").setAll(list(SETTINGS.items()))
    if asked.master:
        conf.setMaster(asked.master)
    for setting in asked.conf:
        name, equals, value = setting.partition("=")
        if not equals:
            raise Usage(f"--conf {setting}: a setting is NAME=VALUE")
        conf.set(name, value)
    if not with_sql:
        return SparkContext.getOrCreate(conf)
    from pyspark.sql import SparkSession

    return SparkSession.builder.config(conf=conf).getOrCreate()


def watched(asked: Any, work: Any, with_sql: bool = True) -> Any:
    """``work(spark)``, telling how far it is."""
    from cocite.spark.watch import watching

    spark = start(asked, with_sql)
    if asked.quiet:
        return work(spark)
    with watching(spark, say):
        return work(spark)


def expand(inputs: list[str]) -> list[str]:
    """@FILE is a list of inputs, one a line; # begins a comment."""
    every: list[str] = []
    for one in inputs:
        if not one.startswith("@"):
            every.append(one)
            continue
        fs, path = open_address(one[1:])
        with fs.open_input_stream(path) as file:  # unpacked by its name: Common Crawl has wat.paths.gz
            lines = file.read().decode().splitlines()
        every += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not every:
        raise Usage("no input was given")
    doubles = len(every) - len(set(every))
    if doubles:
        raise Usage(f"{doubles} inputs are named twice, and would be counted twice; {max(every, key=every.count)} is one")
    return every


def _command(commands: Any, name: str, help: str) -> Any:
    return commands.add_parser(name, help=help, description=help, epilog=EPILOGS[name], formatter_class=argparse.RawDescriptionHelpFormatter)


def _import(commands: Any) -> None:
    command = _command(commands, "import", "crawls to segments in one go, for cocite import --from segments")
    _add_reading(command)
    command.add_argument("--out", required=True, help="a folder for the segments, that all executors can write")
    _add_making(command)
    command.add_argument("--force", action="store_true", help="read everything again, and replace existing segments")

    def run(asked: Any) -> None:
        from cocite.spark.links import NothingRead
        from cocite.spark.store import is_whole

        check_address(asked.out)
        if is_whole(asked.out) and not asked.force:
            raise FileExistsError(f"{asked.out}: has segments in it already; take another folder, or --force to replace them")
        out = Folder(asked.out)
        links = out.child("_links")

        inputs = _inputs(asked)

        def work(spark: Any) -> None:
            _run_links(spark, asked, inputs, links.address, with_keys=False)
            _run_store(spark, asked, links.address, replaces=True)

        try:
            watched(asked, work, with_sql=False)
        except NothingRead:
            links.remove()
            out.remove_if_empty()
            raise
        links.remove()

    command.set_defaults(run=run)


def _links(commands: Any) -> None:
    command = _command(commands, "links", "crawls to Parquet: pages, links, aliases, and what was left out")
    _add_reading(command)
    command.add_argument("--out", required=True, help="a folder that all executors can write")
    command.add_argument("--force", action="store_true", help="read everything again")

    def run(asked: Any) -> None:
        check_address(asked.out)
        inputs = _inputs(asked)
        watched(asked, lambda spark: _run_links(spark, asked, inputs, asked.out), with_sql=False)
        say(f"next: cocite-spark store {asked.out} --out segments")

    command.set_defaults(run=run)


def _store(commands: Any) -> None:
    command = _command(commands, "store", "what `links` wrote becomes segments, for cocite import --from segments")
    command.add_argument("links", metavar="LINKS", help="the folder that `links` wrote")
    command.add_argument("--out", required=True, help="an empty folder for the segments, that all executors can write")
    _add_making(command)
    command.add_argument("--force", action="store_true", help="start again, and replace existing segments")

    def run(asked: Any) -> None:
        for address in (asked.links, asked.out):
            check_address(address)
        watched(asked, lambda spark: _run_store(spark, asked, asked.links), with_sql=False)

    command.set_defaults(run=run)


def _add_reading(command: Any) -> None:
    command.add_argument("inputs", nargs="+", metavar="INPUT", help="a path or an address; @FILE: a file with one a line")
    command.add_argument("--prefix", default="", help="what stands before each INPUT, such as s3a://commoncrawl/")
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


def _inputs(asked: Any) -> list[str]:
    """All that is to be read; looked at here, where a wrong one costs no cluster."""
    return [check_address(asked.prefix + one, is_read=True) for one in expand(asked.inputs)]


def _run_links(spark: Any, asked: Any, inputs: list[str], out: str, **more: Any) -> None:
    from cocite.spark.links import NothingRead, read_links

    options = {"opaque_names": asked.names == "opaque", "fold_www": asked.fold_www, "frames": asked.frames}
    options |= {"drop_nofollow": asked.nofollow == "drop", "keep_text": not asked.no_text, "keep_anchors": not asked.no_anchors}
    options |= {"aliases": not asked.no_aliases, "from_date": asked.from_date, "to_date": asked.to_date}
    total = read_links(spark, inputs, out, kind=asked.kind, force=asked.force, say=say, **options, **more)
    say(f"{total['inputs']} inputs: {total.get('lines', 0)} lines or records, {total.get('fetches', 0)} pages, {total.get('links_read', 0)} links")
    for reason, skipped in sorted(total["skipped"].items()):
        say(f"  left out: {skipped['count']} times {reason}" + "".join(f"\n    {sample}" for sample in skipped["samples"]))
    if len(total["damaged"]) == len(inputs):
        raise NothingRead(f"none of the inputs could be read; the first: {total['damaged'][0][1]}")


def _add_making(command: Any) -> None:
    command.add_argument("--on", choices=("pages", "hosts", "sites"), default="pages", help="hosts or sites: their graph, with how many links of how many pages stand behind each link; that of pages is not made")
    command.add_argument("--seen-again", choices=("newest", "oldest", "union"), default="newest", help="which list of links counts where a page was seen again")
    command.add_argument("--order", choices=("auto", "page", "none"), default="auto", help="whether the order of links on a page is kept")
    command.add_argument("--fast", action="store_true", help="links in bytes instead of bits")
    command.add_argument("--no-index", action="store_true", help="no index of words")
    command.add_argument("--stem", default="auto", help="a language, auto or none")
    command.add_argument("--partitions", type=int, default=0, help="parts of each stage (default: from the number of links)")
    command.add_argument("--exchange", choices=WAYS, default="auto", help="how tasks send each other things: by files in OUT, or by Spark's shuffle (default: files, if OUT is a path and not in a store of objects or HDFS)")


def _run_store(spark: Any, asked: Any, links: str, replaces: bool = False) -> None:
    from cocite.spark.store import make_segments

    counts = make_segments(
        spark, links, asked.out, on=asked.on, seen_again=asked.seen_again, order=asked.order, fast=asked.fast,
        index=not asked.no_index, stem=asked.stem, partitions=asked.partitions, exchange=asked.exchange, force=asked.force,
        replaces=replaces, say=say,
    )  # fmt: skip
    # Segments are put together from a disk: what is in a store of objects is fetched before.
    is_here = Folder(asked.out).is_local
    store = ("web" if asked.on == "pages" else asked.on) + ".cocite"
    folder, before = (asked.out, "") if is_here else ("segments", f"copy {asked.out} to a disk, and there: ")
    say(f"{counts['pages']} {asked.on} and {counts['links']} links; next: {before}cocite import {store} --from segments {folder}")


def _rank(commands: Any) -> None:
    command = _command(commands, "rank", "ranks of a store, by one executor with the memory for it")
    command.add_argument("store", metavar="STORE", help="a path that the executor can write, too")
    command.add_argument("--by", default="pagerank")
    command.add_argument("--memory", default="", help="how much it may use, as in cocite rank")

    def run(asked: Any) -> None:
        from cocite.spark.answers import rank_store

        say(watched(asked, lambda spark: rank_store(spark, asked.store, asked.by, asked.memory)))

    command.set_defaults(run=run)


def _related(commands: Any) -> None:
    command = _command(commands, "related", "related pages for all pages, as Parquet")
    command.add_argument("store", metavar="STORE", help="a path on every executor: shared, or shipped by spark.archives")
    command.add_argument("--by", default="blend", metavar="METHOD")
    command.add_argument("--top", type=int, default=20)
    command.add_argument("--out", required=True, help="a folder for the Parquet files, that is not there yet")
    command.add_argument("--pages-per-task", type=int, default=20000)

    def run(asked: Any) -> None:
        from cocite.spark.answers import related_pages

        if asked.out.startswith(("http://", "https://")):  # of other addresses Spark itself knows more
            check_address(asked.out)
        rows = watched(asked, lambda spark: related_pages(spark, asked.store, asked.out, by=asked.by, top=asked.top, pages_per_task=asked.pages_per_task))
        say(f"{rows} rows in {asked.out}")

    command.set_defaults(run=run)


def _graph(commands: Any) -> None:
    command = _command(commands, "graph", "a store as Common Crawl's vertices and edges, gzipped text")
    command.add_argument("store", metavar="STORE", help="a path on every executor")
    command.add_argument("--out", required=True)
    command.add_argument("--pages-per-task", type=int, default=500000)

    def run(asked: Any) -> None:
        from cocite.spark.answers import write_graph

        check_address(asked.out)
        pages, links = watched(asked, lambda spark: write_graph(spark, asked.store, asked.out, asked.pages_per_task))
        say(f"{pages} vertices and {links} edges in {asked.out}")

    command.set_defaults(run=run)


if __name__ == "__main__":
    sys.exit(main())
