// For assemble.case: the segments that a store could have been put together from, without Spark.
//
//   cut_store web.cocite parts 3        # its pages in 3 parts; the folder is there
#include "ingest/testing/cut_store.h"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "store/store.h"

int main(int argc, char** argv) {
  uint64_t parts = 0;
  if (argc == 4) {
    const std::string_view word = argv[3];
    std::from_chars(word.data(), word.data() + word.size(), parts);
  }
  if (parts == 0) {
    std::fputs("usage: cut_store STORE FOLDER PARTS\n", stderr);
    return 1;
  }
  const auto store = cocite::store::Store::open(argv[1]);
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 1;
  }
  const auto cut = cocite::ingest::testing::cut_store(*store, argv[2], {.page_parts = parts});
  if (!cut) {
    std::fprintf(stderr, "%s\n", cut.error().message.c_str());
    return 1;
  }
  return 0;
}
