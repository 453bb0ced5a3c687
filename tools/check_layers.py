#!/usr/bin/env python3
"""Checks that the tree has the shape that ARCHITECTURE.md describes.

    tools/check_layers.py [ROOT]

Each folder's `cocite_module(name DEPS ...)` line names the folders that it may include. This reads
those lines and every #include, and prints violations as `file:line: what`. It also checks that

- each folder in DEPS is included somewhere,
- each third-party header is included in one file only,
- only src/cli/ spells options, prints or exits, and src/html/ and src/url/ do no I/O,
- ARCHITECTURE.md is short, its paths exist, and each of its invariants names tests that exist,
- long files say why they are long,
- every method with a kInfo is in its .def list.

Exit code 1 if anything is printed but the summary.
"""

import pathlib
import re
import sys

# A folder sees only folders on lower levels, and of those only the ones it names.
LEVELS = {
    "base": 0,
    "url": 1, "html": 1, "file": 1, "map": 1,
    "graph": 2, "text": 2, "read": 2,
    "store": 3,
    "words": 4,
    "ingest": 5, "crawl": 5, "export": 5, "rank": 5, "related": 5, "insight": 5, "audit": 5,
    "answer": 6,
    "sites": 7, "suggest": 7,
    "prepare": 8, "static_site": 8,
    "measure": 9,
    "engine": 10,
    "api": 11,
    "study": 12,
    "serve": 13,
    "cli": 14,
    "python": 15,
}

# The command line is a thin shell: what it needs must be in the public headers, or users of the
# library could not do it either. It shares the description of options with the other edges.
SHELLS = {"cli": {"api"}}

# Folders that others call through public headers (folder: headers that it implements).
FACADES = {"engine": r"cocite/.*", "serve": r"cocite/(service|mcp)\.h"}

# Third-party headers live in one .cc each, except these (pattern: files it may be in).
SHARED_HEADERS = {
    r"tl/expected\.hpp": r"include/cocite/result\.h",  # Result<T> itself
    r"(zlib|zstd)\.h": r"src/(read/unpacker|file/compressor|file/block_column)\.cc",  # one unpacks, one packs, one does both
    r"simdjson\.h": r"src/(read/references|read/wacz|read/wat|read/table|serve/body|serve/mcp_message|measure/trees)\.cc",  # archives, requests, models
    r"libdeflate\.h": r"src/(read/unpacker|read/zip_file|serve/gzip|crawl/warc_record|crawl/zip_writer)\.cc",  # two unpack, three pack
    r"md4c\.h": r"src/read/(markdown|markdown_prose)\.cc",  # what a file says; where a link can be put
    r"openssl/sha\.h": r"src/(read/wacz|crawl/warc_record|crawl/zip_writer)\.cc",  # digests read and written
    r"unicode/(bytestream|normalizer2|stringpiece)\.h": r"src/(html/composed|text/characters)\.cc",  # one composes what crawls say, one folds words
    r"sqlite3\.h": r"src/file/(database|checked_pages)\.cc",  # statements; how pages get to the disk
    r"curl/curl\.h": r"src/crawl/curl_library\.h",  # its functions as a table, loaded when needed
    r"re2/re2\.h": r"src/crawl/(scope|cdxj)\.cc",  # patterns of users; session ids as archives know them
    r"boost/.*": r"src/serve/(http_server\.cc|beast_request\.h)",  # many headers of one library
    r"nanobind/.*": r"src/python/.*",  # what Python's objects are in C++
    r"CLI/.*": r"src/cli/.*",  # one command per file, each declares its own options
}

SYSTEM_HEADER = re.compile(
    r"[a-z0-9_]+"  # C++: <vector>
    r"|(sys|linux|arpa|netinet)/.*|\w+intrin\.h|cpuid\.h"
    r"|(assert|ctype|dirent|dlfcn|errno|fcntl|fnmatch|getopt|glob|inttypes|limits|locale|malloc|math|netdb"
    r"|poll|pthread|sched|semaphore|setjmp|signal|spawn|stdbool|stddef|stdint|stdio|stdlib|string|strings"
    r"|termios|time|ucontext|unistd|utime|wchar)\.h")

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
MODULE = re.compile(r"(?m)^cocite_(?:python_)?module\s*\(([^)]*)\)")
KEYWORDS = {"DEPS", "LINK", "TEST_LINK", "ALONE"}
TEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)")
PRINTS = re.compile(r"\bstd::(cout|cerr|exit|quick_exit)\b|\b(printf|fprintf|puts|fputs)\s*\(")
IO_HEADER = re.compile(r"#\s*include\s*(<(fstream|filesystem|fcntl\.h|unistd\.h|sys/.*)>|\"base/mapped_file)")
MAY_PRINT = ("src/base/assert.h",)  # a bug ends the process with a line on standard error
MAY_READ = ("src/url/site.cc", "src/url/folder_hosts.cc")  # public suffixes; hosts whose folders are sites
LONGEST = 450
LONGEST_MAP = 200  # lines of ARCHITECTURE.md
LONG_BECAUSE = re.compile(r"^\s*(//|#) Long because:")


class Module:
    """One folder's cocite_module() line: {keyword: [names]}."""

    def __init__(self, folder, words):
        self.folder = folder
        self.name = words[0] if words else ""
        self.lists = {keyword: [] for keyword in KEYWORDS}
        current = None
        for word in words[1:]:
            if word in KEYWORDS:
                current = word
            elif current:
                self.lists[current].append(word)

    @property
    def deps(self):
        return self.lists["DEPS"]

    @property
    def test_deps(self):
        return [word.removeprefix("cocite_") for word in self.lists["TEST_LINK"]]


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def sources(folder, suffixes=(".h", ".cc")):
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.rglob("*") if p.suffix in suffixes and p.is_file())


def is_test(path):
    return path.stem.endswith(("_test", "_bench", "_fuzz")) or path.parent.name == "testing"


def includes(path):
    """(line, quoted path or None, angle path or None) for each #include."""
    text = read(path)
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start(1 if match[1] else 2)) + 1, match[1], match[2]


def read_modules(root):
    """{folder: Module} and what is wrong with the lines themselves."""
    modules, problems = {}, []
    for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
        cmake = folder / "CMakeLists.txt"
        where = f"src/{folder.name}/CMakeLists.txt"
        text = re.sub(r"#.*", "", read(cmake)) if cmake.exists() else ""
        match = MODULE.search(text)
        if not match:
            modules[folder.name] = Module(folder.name, [folder.name])
            if folder.name not in SHELLS:
                problems.append(f"{where}: no cocite_module() line")
            continue
        module = Module(folder.name, match[1].split())
        modules[folder.name] = module
        if module.name != folder.name:
            problems.append(f"{where}: cocite_module({module.name}) is not the folder's name")
    return modules, problems


def check_levels(modules):
    problems = []
    for name, module in modules.items():
        where = f"src/{name}/CMakeLists.txt"
        if name not in LEVELS:
            problems.append(f"{where}: '{name}' has no level; add it to LEVELS in tools/check_layers.py")
            continue
        for dep in module.deps:
            if dep not in modules:
                problems.append(f"{where}: DEPS names '{dep}', which is no folder of src/")
            elif LEVELS.get(dep, -1) >= LEVELS[name]:
                problems.append(f"{where}: {name} (level {LEVELS[name]}) may not know {dep} (level"
                                f" {LEVELS[dep]}); folders see lower levels only")
    return problems


def check_cycles(modules):
    """Levels already forbid cycles; this names the ring, which tells more than the levels do."""
    done, problems = set(), []

    def visit(name, trail):
        if name in trail:
            ring = " -> ".join(trail[trail.index(name):] + [name])
            problems.append(f"src/{name}/CMakeLists.txt: DEPS go in a circle: {ring}")
            return
        if name in done or name not in modules:
            return
        for dep in modules[name].deps:
            visit(dep, trail + [name])
        done.add(name)

    for name in modules:
        visit(name, [])
    return problems


def check_includes(root, modules):
    problems = []
    for name, module in modules.items():
        for path in sources(root / "src" / name):
            allowed = {name, *SHELLS.get(name, module.deps)}
            if is_test(path):
                allowed |= set(module.test_deps)
            for line, quoted, _ in includes(path):
                if quoted is None:
                    continue
                where = f"{path.relative_to(root)}:{line}"
                target = quoted.split("/")[0]
                if "/" not in quoted:
                    problems.append(f'{where}: "{quoted}" has no folder; include by path from src/')
                elif target not in modules:
                    problems.append(f'{where}: "{quoted}" is in no folder of src/')
                elif target not in allowed and name in SHELLS:
                    problems.append(f'{where}: {name}/ is a thin shell and includes <cocite/...> and its'
                                    f' own folder only, not "{quoted}"')
                elif target not in allowed:
                    problems.append(f'{where}: "{quoted}", but src/{name}/CMakeLists.txt does not name'
                                    f" {target} in DEPS")
    for path in sources(root / "include"):
        for line, quoted, _ in includes(path):
            if quoted is not None:
                problems.append(f'{path.relative_to(root)}:{line}: a public header includes "{quoted}";'
                                " users do not have src/")
    return problems


def check_unused(root, modules):
    """Every folder in DEPS is included by a file that is no test."""
    problems = []
    for name, module in modules.items():
        used = set()
        for path in sources(root / "src" / name):
            if is_test(path):
                continue
            for _, quoted, angle in includes(path):
                if quoted is not None:
                    used.add(quoted.split("/")[0])
                else:
                    used.update(facade for facade, header in FACADES.items() if re.fullmatch(header, angle))
        problems += [f"src/{name}/CMakeLists.txt: DEPS names {dep}, which no file of src/{name}/ includes (what only"
                     " tests include goes after TEST_LINK)"
                     for dep in module.deps if dep in modules and dep not in used]
    return problems


def check_third_party(root):
    users, problems = {}, []
    for path in sources(root / "src") + sources(root / "include"):
        if is_test(path):
            continue
        place = str(path.relative_to(root))
        for line, _, angle in includes(path):
            if angle is None or angle.startswith("cocite/") or SYSTEM_HEADER.fullmatch(angle):
                continue
            shared = [allowed for header, allowed in SHARED_HEADERS.items() if re.fullmatch(header, angle)]
            if any(re.fullmatch(allowed, place) for allowed in shared):
                continue
            if shared or path.suffix == ".h":
                problems.append(f"{place}:{line}: <{angle}> does not belong into this file; third-party"
                                " headers stay in one .cc")
            else:
                users.setdefault(angle, []).append(f"{place}:{line}")
    for header, places in sorted(users.items()):
        for place in places[1:]:
            problems.append(f"{place}: <{header}> is already in {places[0]}; third-party headers stay in"
                            " one .cc (exceptions: SHARED_HEADERS in tools/check_layers.py)")
    return problems


STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
FLAG = re.compile(r"(?<![\w<!;-])--[A-Za-z][\w-]+")


def check_flags(root):
    """Options are spelled by the edges: no text outside src/cli/ has one as a command line does."""
    problems = []
    for path in sources(root / "src") + sources(root / "include"):
        place = path.relative_to(root)
        if place.parts[:2] == ("src", "cli"):
            continue
        for number, line in enumerate(read(path).splitlines(), 1):
            for text in STRING_OR_COMMENT.findall(line):
                flag = FLAG.search(text)
                if flag and "style=" not in text:  # CSS has names like these
                    problems.append(f"{place}:{number}: '{flag[0]}' is how the command line spells an option;"
                                    " name it barely, in Error::about or Error::remedies")
    return problems


def check_map(root):
    """Every path ARCHITECTURE.md names in backticks exists, and the page is short."""
    page = root / "ARCHITECTURE.md"
    if not page.exists():
        return []
    problems = []
    if (count := len(read(page).splitlines())) > LONGEST_MAP:
        problems.append(f"ARCHITECTURE.md:1: {count} lines; at most {LONGEST_MAP}, so that it is read as a whole")
    fence = False
    for number, line in enumerate(read(page).splitlines(), 1):
        if line.startswith("```"):
            fence = not fence
        if fence:
            continue
        for name in re.findall(r"`([^`]+)`", line):
            if not re.fullmatch(r"[\w.*-]+(/[\w.*-]+)*/?", name) or name.startswith(("-", "*")):
                continue  # code, not a path
            if ".cocite" in name or not ("/" in name or re.search(r"\.(h|cc|py|md|def|cmake|json|txt|\*)$", name)):
                continue
            bare = "/" not in name.rstrip("/") and not name.endswith("/")
            bases = [root, root / "src", root / "include"]
            found = any(any(base.glob(name.rstrip("/"))) for base in bases)
            if not found and bare:
                found = any(any((root / top).rglob(name))
                            for top in ("src", "include", "bench", "tests", "tools", "cmake", "docs"))
            if not found:
                problems.append(f"ARCHITECTURE.md:{number}: `{name}` does not exist")
    return problems


def check_invariants(root):
    """Every invariant of ARCHITECTURE.md names a test, and the tests that it names exist."""
    page = root / "ARCHITECTURE.md"
    text = read(page) if page.exists() else ""
    _, _, section = text.partition("\n## Invariants\n")
    section = section.split("\n## ")[0]
    if not section:
        return []
    tests = set()
    for path in sources(root / "src", (".cc",)):
        if path.stem.endswith("_test"):
            tests.update(f"{suite}.{name}" for suite, name in TEST.findall(read(path)))
    problems = []
    for item in re.split(r"\n(?=- )", section)[1:]:
        named = re.findall(r"`([A-Z]\w+\.[A-Z]\w+)`", item)
        missing = [name for name in named if name not in tests]
        problems += [f"ARCHITECTURE.md:1: the test `{name}` does not exist" for name in missing]
        if not named and not re.search(r"`(layers|words|fuzz)`", item):
            problems.append(f"ARCHITECTURE.md:1: no test is named for the invariant '{item[2:60]}...'")
    return problems


def check_effects(root):
    """Only src/cli/ prints or exits; src/html/ does no I/O, and src/url/ reads its two lists only."""
    problems = []
    for path in sources(root / "src"):
        name = path.relative_to(root).as_posix()
        if is_test(path) or name in MAY_PRINT or name.startswith(("src/cli/", "src/python/")):
            continue
        for number, line in enumerate(read(path).splitlines(), 1):
            code = line.split("//")[0]
            if PRINTS.search(code):
                problems.append(f"{name}:{number}: prints or exits; only src/cli/ may")
            if name.startswith(("src/html/", "src/url/")) and name not in MAY_READ and IO_HEADER.search(code):
                problems.append(f"{name}:{number}: does I/O; only {' and '.join(MAY_READ)} may")
    return problems


def check_length(root):
    problems = []
    for top in ("src", "include", "bench", "fuzz", "tests", "tools"):
        for path in sources(root / top, (".h", ".cc", ".cpp", ".py")):
            lines = read(path).splitlines()
            if len(lines) > LONGEST and not any(LONG_BECAUSE.match(line) for line in lines[:10]):
                problems.append(f"{path.relative_to(root)}:1: {len(lines)} lines; split it, or say `// Long"
                                " because:` in its first 10 lines")
    return problems


def check_registries(root):
    """Every file that defines a kInfo stands in its folder's .def list. (The other way round, a line
    without its file, does not compile. A folder without any kInfo may use a .def for other things.)"""
    problems = []
    for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
        lists = sorted(folder.glob("*.def"))
        if not lists:
            continue
        listed = {name for path in lists for name in re.findall(r"^\s*[A-Z_]+\((\w+)", read(path), re.MULTILINE)}
        for path in sources(folder, (".cc",)):
            if is_test(path) or path.stem in listed or not re.search(r"\bkInfo\b\s*(=|\{)", read(path)):
                continue
            problems.append(f"{path.relative_to(root)}:1: defines kInfo, but no line of"
                            f" {lists[0].relative_to(root)} lists {path.stem}")
    return problems


def check(root):
    modules, problems = read_modules(root)
    problems += check_levels(modules)
    problems += check_cycles(modules)
    problems += check_includes(root, modules)
    problems += check_unused(root, modules)
    problems += check_third_party(root)
    problems += check_flags(root)
    problems += check_map(root)
    problems += check_invariants(root)
    problems += check_effects(root)
    problems += check_length(root)
    problems += check_registries(root)
    return modules, problems


def main(arguments):
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent
    if not (root / "src").is_dir():
        print(f"check_layers: there is no folder src in {root}", file=sys.stderr)
        return 2
    modules, problems = check(root)
    for problem in problems:
        print(problem)
    print(f"layers: {len(modules)} folders, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
