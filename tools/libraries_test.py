#!/usr/bin/env python3
"""What CMake says where libraries are missing (cmake/libraries.cmake), and that a compiler's name does not defeat ccache."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = (ROOT / "cmake" / "libraries.cmake").read_text()
FOUND = re.compile(r"^ *cocite_(?:found|package|pkg_config)\(\S+ ([a-z0-9.+-]+)", re.MULTILINE)
# What scripts/setup installs for a build beside libraries that are looked for.
TOOLS = {"build-essential", "cmake", "ninja-build", "pkg-config", "ccache", "mold", "ca-certificates", "gzip", "nodejs", "npm"}
CMAKE = os.environ.get("CMAKE_COMMAND") or shutil.which("cmake") or ""  # ctest tells which one it is of
OPTIONAL = {"publicsuffix", "libxgboost-dev"}


def setup_packages(group: str) -> set[str]:
    """The packages of a group of scripts/setup, from its own text."""
    listed = subprocess.run(
        ["bash", "-c", "eval \"$(sed -n '/^packages_of()/,/^}/p' scripts/setup)\"; packages_of \"$1\"", "setup", group],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(listed.stdout.split())


def configure(build: str, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in ("PKG_CONFIG_PATH", "CXX", "CC")}
    words = [CMAKE, "-S", str(ROOT), "-B", build, "-G", "Ninja", "-DCOCITE_TESTS=OFF", "-DCOCITE_EXPLORER=OFF", *options]
    return subprocess.run(words, capture_output=True, text=True, check=False, env=env | variables)


class Libraries(unittest.TestCase):
    def setUp(self) -> None:
        for program in (CMAKE or "cmake", "ninja", "pkg-config", "c++"):
            if not shutil.which(program):
                self.skipTest(f"{program} is not installed")

    def test_every_missing_package_is_named_at_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            # Nothing is found by pkg-config, and of the rest two libraries are hidden.
            hidden = ["-DCMAKE_DISABLE_FIND_PACKAGE_SQLite3=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON"]
            done = configure(f"{folder}/build", *hidden, PKG_CONFIG_LIBDIR=folder)
            self.assertNotEqual(done.returncode, 0)
            wanted = set(re.findall(r"^cocite_pkg_config\(\S+ (\S+)", LIBRARIES, re.MULTILINE)) | {"libsqlite3-dev", "libcli11-dev"}
            line = re.search(r"Debian\s+calls\s+their\s+packages:\s+(.*?)\n\s*\n", done.stderr, re.DOTALL)
            self.assertIsNotNone(line, done.stderr)
            self.assertEqual(set(line.group(1).split()), wanted)  # type: ignore[union-attr]
            self.assertGreaterEqual(len(wanted), 12)
            self.assertRegex(done.stderr, rf"\n *{re.escape(str(ROOT))}/scripts/setup build\n")
            self.assertEqual(done.stderr.count("CMake Error"), 1, done.stderr)

    def test_packages_are_those_of_setup(self) -> None:
        named = set(FOUND.findall(LIBRARIES))
        groups = {group: setup_packages(group) for group in ("build", "static", "python", "test", "bench")}
        self.assertEqual(named - set().union(*groups.values()), set(), "scripts/setup does not install these")
        self.assertEqual(groups["build"] - named - TOOLS - OPTIONAL, set(), "cmake/libraries.cmake does not look for these")

    def test_libraries_are_looked_for_nowhere_else(self) -> None:
        pattern = re.compile(r"^\s*(?:pkg_check_modules|find_library|find_path|find_package)\((?!nanobind|Threads|Python)", re.MULTILINE)
        outside = {"build", "install_example"}  # the example is a project of its own
        files = [path for path in ROOT.glob("*/**/CMakeLists.txt") if not outside & set(path.relative_to(ROOT).parts)]
        self.assertGreater(len(files), 20)
        found = [str(path.relative_to(ROOT)) for path in files if pattern.search(path.read_text())]
        self.assertEqual(found, [], "a library that is looked for here is not named together with the others")

    def test_without_a_compiler_the_command_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            tools = pathlib.Path(folder, "bin")
            tools.mkdir()
            (tools / "ninja").symlink_to(shutil.which("ninja") or "ninja")
            done = configure(f"{folder}/build", PATH=str(tools))
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("build-essential", done.stderr)
            self.assertRegex(done.stderr, r"scripts/setup build\n")


class CompilerNames(unittest.TestCase):
    """Debian's Python has pip call the compiler x86_64-linux-gnu-g++; what c++ compiled serves it, too."""

    def test_names_of_one_compiler_share_what_ccache_keeps(self) -> None:
        machine = subprocess.run(["c++", "-dumpmachine"], capture_output=True, text=True, check=False).stdout.strip()
        other = shutil.which(f"{machine}-g++") or shutil.which("g++")
        usual = shutil.which("c++")
        if not shutil.which("ccache") or not usual or not other or os.path.realpath(other) != os.path.realpath(usual):
            self.skipTest("there is no ccache, or the compiler has one name only")
        with tempfile.TemporaryDirectory() as folder:
            env = {"CCACHE_DIR": f"{folder}/cache"}
            misses = []
            for name in (usual, other):
                build = f"{folder}/build"  # the same: paths outside the clone are part of what ccache remembers
                shutil.rmtree(build, ignore_errors=True)
                done = configure(build, "-DCMAKE_BUILD_TYPE=Debug", CXX=name, **env)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"CMAKE_CXX_COMPILER:FILEPATH={name}\n", pathlib.Path(build, "CMakeCache.txt").read_text())
                words = ["ninja", "-C", build, "cocite_common_headers"]
                subprocess.run(words, check=True, capture_output=True, env=os.environ | env)
                stats = subprocess.run(["ccache", "--print-stats"], check=True, capture_output=True, text=True, env=os.environ | env)
                misses.append(int(re.search(r"^cache_miss\t(\d+)$", stats.stdout, re.MULTILINE).group(1)))  # type: ignore[union-attr]
            self.assertGreater(misses[0], 0)
            self.assertEqual(misses[1], misses[0], "the second name compiled again what the first had compiled")


if __name__ == "__main__":
    unittest.main()
