#!/usr/bin/env python3
"""cmake --install, and a project outside the tree that is built with what was installed.

    tests/end_to_end/install_test.py --build build/dev --cmake cmake
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = "."
CMAKE = "cmake"
EXAMPLE = pathlib.Path(__file__).resolve().parent.parent / "install_example"
TUTORIAL = EXAMPLE.parent.parent / "docs" / "tutorials" / "developer.md"


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], text=True, capture_output=True, timeout=500, stdin=subprocess.DEVNULL, **more)
    assert done.returncode == 0, f"{words}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="cocite_install_"))
        cls.prefix = cls.folder / "usr"
        for component in ("program", "dev"):
            run(CMAKE, "--install", BUILD, "--prefix", cls.prefix, "--component", component)
        cls.program = cls.prefix / "bin" / "cocite"
        (cls.folder / "links.tsv").write_text("http://hub.example/\thttp://a.example/\nhttp://hub.example/\thttp://b.example/\n")
        run(cls.program, "import", cls.folder / "web.cocite", cls.folder / "links.tsv", "-q")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_the_program_comes_with_its_manual_and_completion(self):
        self.assertTrue(run(self.program, "--version").startswith("cocite "))
        share = self.prefix / "share"
        for file in ("man/man1/cocite.1.gz", "man/man1/cocite-related.1.gz", "man/man1/cocite-inspect-lli.1.gz", "bash-completion/completions/cocite",
                     "zsh/vendor-completions/_cocite", "fish/vendor_completions.d/cocite.fish"):
            self.assertGreater((share / file).stat().st_size, 100, file)

    def test_a_project_finds_it_by_cmake(self):
        build = self.folder / "by_cmake"
        run(CMAKE, "-S", EXAMPLE, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run(CMAKE, "--build", build)
        self.assertEqual(run(build / "example", self.folder / "web.cocite", "a.example"), "http://b.example/\nhttp://hub.example/\n")

    def test_the_tutorial_shows_this_project(self):
        tutorial = TUTORIAL.read_text(encoding="utf-8")
        for file, kind in (("CMakeLists.txt", "cmake"), ("main.cc", "cpp")):
            self.assertIn(f"```{kind}\n{(EXAMPLE / file).read_text(encoding='utf-8')}```\n", tutorial)

    def test_a_project_finds_it_by_pkg_config(self):
        libraries = next(self.prefix.glob("lib*/**/pkgconfig"))
        found = run("pkg-config", "--cflags", "--libs", "cocite",
                    env={**os.environ, "PKG_CONFIG_PATH": str(libraries)}).split()
        run("c++", EXAMPLE / "main.cc", "-o", self.folder / "by_pkg_config", *found)
        self.assertEqual(run(self.folder / "by_pkg_config", self.folder / "web.cocite", "a.example"), "http://b.example/\nhttp://hub.example/\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--cmake", default="cmake")
    options, rest = parser.parse_known_args()
    BUILD, CMAKE = options.build, options.cmake
    unittest.main(argv=[sys.argv[0], *rest])
