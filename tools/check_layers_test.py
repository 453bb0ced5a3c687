#!/usr/bin/env python3
"""check_layers.py on a small good tree, and on the same tree with one thing wrong at a time."""

import pathlib
import tempfile
import unittest

import check_layers

GOOD = {
    "src/base/CMakeLists.txt": "cocite_module(base LINK PkgConfig::XXHASH)",
    "src/base/hash.cc": '#include "base/hash.h"\n#include <xxhash.h>\n#include <sys/stat.h>\n#include <vector>\n',
    "src/base/hash.h": "#pragma once\n#include <cocite/result.h>\n",
    "src/file/CMakeLists.txt": "cocite_module(file DEPS base)",
    "src/file/container.h": '#include "base/hash.h"\n',
    "src/graph/CMakeLists.txt": "# cocite_module(wrong)\ncocite_module(graph\n  DEPS base file\n  TEST_LINK cocite_url)",
    "src/graph/graph.h": '#include "file/container.h"\n',
    "src/graph/graph_test.cc": '#include "url/url.h"\n#include <xxhash.h>\n',
    "src/url/CMakeLists.txt": "cocite_module(url DEPS base)",
    "src/graph/uses.h": '#include "base/hash.h"\n#include "file/container.h"\n',
    "src/url/url.h": "",
    "src/url/uses.h": '#include "base/hash.h"\n',
    "src/rank/CMakeLists.txt": "cocite_module(rank DEPS graph)",
    "src/rank/ranks.def": "// one line each\nRANK(pagerank)\n",
    "src/rank/pagerank.cc": "constexpr Info kInfo{};\n",
    "src/rank/uses.h": '#include "graph/graph.h"\n',
    "src/engine/CMakeLists.txt": "cocite_module(engine DEPS graph base)",
    "src/engine/uses.h": '#include "base/hash.h"\n#include "graph/graph.h"\n',
    "src/cli/CMakeLists.txt": "cocite_module(cli DEPS engine)",
    "src/cli/main.cc": '#include <cocite/result.h>\n#include <CLI/CLI.hpp>\n#include "cli/table.h"\n',
    "src/cli/info.cc": "#include <CLI/CLI.hpp>\n",
    "src/cli/table.h": "",
    "src/cli/uses.h": "#include <cocite/engine.h>\n",
    "include/cocite/result.h": "#include <tl/expected.hpp>\n",
    "ARCHITECTURE.md": "`graph/` reads `src/file/container.*`; `hash.h` and `web.cocite/`, `a > b`, `pages`.\n",
    "tools/long.py": "# Long because: it is made up\n" + "\n" * 500,
}


def problems_of(changes):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {**GOOD, **changes}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return check_layers.check(root)[1]


class CheckLayers(unittest.TestCase):
    def assert_says(self, changes, *words):
        problems = problems_of(changes)
        self.assertEqual(len(problems), 1, problems)
        for word in words:
            self.assertIn(word, problems[0])

    def test_good_tree_has_no_problems(self):
        self.assertEqual(problems_of({}), [])

    def test_an_invariant_names_a_test_that_exists(self):
        page = GOOD["ARCHITECTURE.md"]
        good = {"src/url/url_test.cc": "TEST(Url, Works) {}\n",
                "ARCHITECTURE.md": page + "\n## Invariants\n\n- One. `Url.Works`\n- Two.\n  `layers`\n\n## More\n- no\n"}
        self.assertEqual(problems_of(good), [])
        self.assert_says({"ARCHITECTURE.md": page + "\n## Invariants\n\n- One. `Url.Works`\n"}, "Url.Works", "exist")
        self.assert_says({"ARCHITECTURE.md": page + "\n## Invariants\n\n- One.\n"}, "no test is named")

    def test_only_the_command_line_prints(self):
        self.assert_says({"src/url/url.cc": "\nstd::cout << 1;\n"}, "src/url/url.cc:2", "prints")
        self.assertEqual(problems_of({"src/cli/main.cc": "std::cout << 1;\n", "src/url/url.cc": "// printf()\n"}), [])

    def test_addresses_do_no_io(self):
        self.assert_says({"src/url/url.cc": "#include <fstream>\n"}, "src/url/url.cc:1", "I/O")
        self.assertEqual(problems_of({"src/url/site.cc": "#include <fstream>\n"}), [])

    def test_include_of_a_folder_that_is_not_named(self):
        self.assert_says({"src/url/url.h": '\n#include "file/container.h"\n'},
                         "src/url/url.h:2", "does not name file")

    def test_what_a_dependency_depends_on_must_be_named_too(self):
        self.assert_says({"src/rank/rank.cc": '#include "file/container.h"\n'}, "does not name file")

    def test_test_only_dependency_is_for_tests_only(self):
        self.assert_says({"src/graph/graph.h": '#include "url/url.h"\n'}, "src/graph/graph.h:1")

    def test_dependency_that_nothing_includes(self):
        unused = {"src/rank/CMakeLists.txt": "cocite_module(rank DEPS graph base)"}
        self.assert_says(unused, "src/rank/CMakeLists.txt", "names base")
        self.assert_says({**unused, "src/rank/rank_test.cc": '#include "base/hash.h"\n'}, "TEST_LINK")
        self.assertEqual(problems_of({**unused, "src/rank/rank.cc": '#include "base/hash.h"\n'}), [])

    def test_a_facade_is_used_by_its_public_headers(self):
        self.assert_says({"src/cli/main.cc": "", "src/cli/uses.h": ""}, "src/cli/CMakeLists.txt", "names engine")

    def test_include_without_a_folder(self):
        self.assert_says({"src/base/hash.cc": '#include "hash.h"\n'}, "include by path")

    def test_siblings_do_not_meet(self):
        self.assert_says({"src/url/CMakeLists.txt": "cocite_module(url DEPS base file)",
                          "src/url/url.h": '#include "file/container.h"\n'}, "lower levels only")

    def test_circle_is_named(self):
        problems = problems_of({"src/base/CMakeLists.txt": "cocite_module(base DEPS graph)"})
        self.assertTrue(any("circle" in p and "base -> graph" in p for p in problems), problems)

    def test_folder_without_level_module_or_right_name(self):
        self.assert_says({"src/misc/CMakeLists.txt": "cocite_module(misc)"}, "has no level")
        self.assert_says({"src/text/CMakeLists.txt": "add_library(text x.cc)"}, "no cocite_module")
        self.assert_says({"src/url/CMakeLists.txt": "cocite_module(urls DEPS base)"}, "not the folder's name")

    def test_dependency_that_is_no_folder(self):
        self.assert_says({"src/url/CMakeLists.txt": "cocite_module(url DEPS base bsae)"}, "'bsae'")

    def test_command_line_reaches_past_the_public_headers(self):
        self.assert_says({"src/cli/main.cc": '#include "engine/engine.h"\n'}, "thin shell")

    def test_public_header_reaches_into_src(self):
        self.assert_says({"include/cocite/engine.h": '#include "base/hash.h"\n'}, "users do not have src/")

    def test_third_party_header_in_a_second_file(self):
        self.assert_says({"src/url/key.cc": "#include <xxhash.h>\n"}, "src/url/key.cc:1", "src/base/hash.cc:2")

    def test_third_party_header_in_a_header(self):
        self.assert_says({"src/url/url.h": "#include <unicode/uidna.h>\n"}, "one .cc")
        self.assert_says({"include/cocite/query.h": "#include <tl/expected.hpp>\n"}, "one .cc")

    def test_option_as_typed_outside_the_command_line(self):
        self.assert_says({"src/url/url.h": '\nfail("try --names opaque");\n'}, "src/url/url.h:2", "--names")
        self.assert_says({"include/cocite/engine.h": "// as in --by\n"}, "'--by'")
        self.assertEqual(problems_of({"src/url/url.h": '--left; "xn--bcher"; "<!--a-->"; a("-- b");\n',
                                      "src/cli/table.h": '"--by"\n'}), [])

    def test_map_names_a_path_that_is_gone(self):
        self.assert_says({"ARCHITECTURE.md": "\nsee `graph/codec.h`\n"}, "ARCHITECTURE.md:2", "graph/codec.h")
        self.assert_says({"ARCHITECTURE.md": "see `codec.h`\n"}, "codec.h")
        self.assert_says({"ARCHITECTURE.md": "see `text/`\n"}, "text/")

    def test_map_is_short(self):
        self.assertEqual(problems_of({"ARCHITECTURE.md": "\n" * 200}), [])
        self.assert_says({"ARCHITECTURE.md": "\n" * 201}, "ARCHITECTURE.md:1", "201 lines")

    def test_long_file_must_say_why(self):
        self.assert_says({"src/url/url.cc": "\n" * 451}, "451 lines")

    def test_method_that_no_line_lists(self):
        self.assert_says({"src/rank/hits.cc": "const Info kInfo = {};\n"}, "src/rank/hits.cc", "lists hits")


if __name__ == "__main__":
    unittest.main()
