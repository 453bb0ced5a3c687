#!/usr/bin/env python3
"""Makes a site of the documentation, searched and linked by Cocite itself.

    tools/make_site.py build/dev/cocite build/site [--base https://docs.example.org/]

Needs MkDocs (python/requirements.txt). The pages are docs/ and the pages at the root of the tree; links to files that are no pages
become plain text. Then Cocite imports the site, writes its search box and its related pages into OUT/cocite, and checks its links: the exit
code is 1 if one is dead. Any web server can serve OUT.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
AT_ROOT = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "RELEASING.md", "SECURITY.md"]
SECTIONS = ["tutorials", "guide", "commands", "methods", "formats", "decisions"]
TITLES = {"guide": "Guides"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
SETTINGS = {"site_name": "Cocite", "use_directory_urls": False, "docs_dir": "pages", "plugins": [],
            "markdown_extensions": ["tables", "fenced_code", "sane_lists", "toc"],
            "validation": {"omitted_files": "info", "absolute_links": "warn", "unrecognized_links": "warn", "anchors": "warn"}}


def place_of(source):
    """Where a file of the tree is among the pages, or nothing: a path below the folder of pages."""
    if source in (pathlib.Path(name) for name in AT_ROOT):
        return pathlib.Path("introduction.md" if source.name == "README.md" else source.name.lower())
    if source.parts[:1] == ("docs",) and source.parts[1:2] != ("theme",):
        return pathlib.Path(*source.parts[1:])
    return None


def rewritten(text, source):
    """The page with its links as they are among the pages."""
    def link(match):
        is_image, shown, target = match.groups()
        path, hash_sign, anchor = target.partition("#")
        is_code = match.string[:match.start()].rpartition("\n\n")[2].count("`") % 2 == 1
        if is_code or ":" in path or not path:
            return match[0]
        meant = pathlib.Path(os.path.normpath(source.parent / path))
        if not (ROOT / meant).exists():
            raise SystemExit(f"{source}: there is no {target}")
        place = place_of(meant)
        if (ROOT / meant).is_dir():
            place = place / "README.md" if place and (ROOT / meant / "README.md").exists() else None
        if place is None:
            return shown
        to = os.path.relpath(place, place_of(source).parent)
        return f"{is_image}[{shown}]({to}{hash_sign}{anchor})"

    pieces = re.split(r"(^```.*?^```|(?:^ {4}[^\n]*\n)+)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(piece if index % 2 else LINK.sub(link, piece) for index, piece in enumerate(pieces))


def title_of(page):
    return re.sub(r"[`*]", "", page.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# "))


def stage(folder):
    """Writes the pages and the settings."""
    pages = folder / "pages"
    sources = [ROOT / name for name in AT_ROOT] + sorted(path for path in (ROOT / "docs").rglob("*") if path.is_file())
    for path in sources:
        source = path.relative_to(ROOT)
        place = place_of(source)
        if place is None or path.suffix == ".html":
            continue
        target = pages / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            target.write_text(rewritten(path.read_text(encoding="utf-8"), source), encoding="utf-8")
        else:
            shutil.copyfile(path, target)
    nav = [{"Documentation": "README.md"}, {"Introduction": "introduction.md"}]
    for section in SECTIONS:
        order = sorted((pages / section).glob("*.md"), key=lambda page: (page.name != "README.md", page.name))
        nav.append({TITLES.get(section, section.capitalize()): [{title_of(page): str(page.relative_to(pages))} for page in order]})
    rest = sorted(page for page in pages.glob("*.md") if page.name not in ("README.md", "introduction.md"))
    nav.append({"More": [{title_of(page): page.name} for page in rest]})
    settings = {**SETTINGS, "nav": nav, "site_dir": str(folder / "site"), "theme": {"name": None, "custom_dir": str(ROOT / "docs" / "theme")}}
    (folder / "mkdocs.yml").write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--base", default="https://docs.example.org/", help="where it will be served")
    options = parser.parse_args()
    if importlib.util.find_spec("mkdocs") is None:
        raise SystemExit("make_site: MkDocs is missing: pip install -r python/requirements.txt")
    with tempfile.TemporaryDirectory(prefix="cocite_site_") as name:
        folder = pathlib.Path(name)
        stage(folder)
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", folder / "mkdocs.yml"], check=True)
        site, store = folder / "site", folder / "site.cocite"
        subprocess.run([options.program, "import", store, "--from", "html", f"{site}={options.base}", "--quiet"], check=True)
        subprocess.run([options.program, "export", store, "--to", "site", "--out", site / "cocite", "--quiet"], check=True)
        subprocess.run([options.program, "audit", store, "--kind", "dead-links", "--fail-on", "dead-links", "--format", "text"], check=True,
                       stdout=sys.stderr)
        shutil.rmtree(options.out, ignore_errors=True)
        shutil.copytree(site, options.out)


if __name__ == "__main__":
    main()
