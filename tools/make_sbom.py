#!/usr/bin/env python3
"""Lists what a release is made of, as CycloneDX 1.5 JSON: libraries of Debian and packages of npm.

    tools/make_sbom.py VERSION > dist/cocite.cdx.json

Versions are those installed here: run it where the release is built. The same input gives the same bytes.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What scripts/setup installs and is linked into the program, or compiled into it as headers.
LIBRARIES = """libpsl-dev publicsuffix libicu-dev libuchardet-dev zlib1g-dev libzstd-dev liblz4-dev liblzma-dev libmd4c-dev
libdeflate-dev libbrotli-dev libboost1.81-dev libbz2-dev libeigen3-dev libsimdjson-dev libcli11-dev libxxhash-dev libexpected-dev
libsqlite3-dev libcurl4-openssl-dev libssl-dev libre2-dev libstemmer-dev libcld2-dev libc-ares-dev libnghttp2-dev libc6-dev libstdc++-12-dev""".split()


def of_debian(names):
    """One component a source package; packages that are not installed are left out."""
    if not names:
        return []  # dpkg-query would list all packages
    done = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Abbrev}\t${source:Package}\t${source:Version}\n", *names],
                          text=True, capture_output=True, check=False)
    found = {tuple(line.split("\t")[1:]) for line in done.stdout.splitlines() if line.startswith("ii")}
    return [{"type": "library", "bom-ref": f"deb/{name}", "name": name, "version": version, "purl": f"pkg:deb/debian/{name}@{version}"}
            for name, version in sorted(found)]


def of_npm(lock):
    """Packages that the explorer has inside: those that are not for development only."""
    packages = json.loads(lock.read_text())["packages"]
    result = []
    for path, package in sorted(packages.items()):
        if not path or package.get("dev"):
            continue
        name = path.rpartition("node_modules/")[2]
        entry = {"type": "library", "bom-ref": f"npm/{path}", "name": name, "version": package["version"],
                 "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"}
        if "license" in package:
            entry["licenses"] = [{"expression": package["license"]}]
        result.append(entry)
    return result


def make(version, names=LIBRARIES, lock=ROOT / "explorer" / "package-lock.json"):
    components = of_debian(names) + of_npm(lock)
    about = {"type": "application", "bom-ref": "cocite", "name": "cocite", "version": version,
             "licenses": [{"license": {"id": "Apache-2.0"}}], "purl": f"pkg:generic/cocite@{version}"}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": about}, "components": components,
            "dependencies": [{"ref": "cocite", "dependsOn": [one["bom-ref"] for one in components]}]}


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} VERSION")
    print(json.dumps(make(sys.argv[1]), indent=1))
