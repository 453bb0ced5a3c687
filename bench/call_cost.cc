// What a call of the library costs without any language around it, for bench/python_bench.py to compare with.
//
//   call_cost STORE PAGE [CALLS]      prints: name<TAB>nanoseconds of CPU a call, the best of five runs
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>

#include <cocite/engine.h>

namespace {

double cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <class Call>
void measure(const char* name, uint64_t calls, const Call& call) {
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 5; ++run) {
    const double begin = cpu_ns();
    for (uint64_t i = 0; i < calls; ++i) {
      if (!call()) std::exit(1);
    }
    best = std::min(best, (cpu_ns() - begin) / static_cast<double>(calls));
  }
  std::printf("%s\t%.0f\n", name, best);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: call_cost STORE PAGE [CALLS]\n");
    return 2;
  }
  const auto engine = cocite::Engine::open(argv[1]);
  if (!engine) {
    std::fprintf(stderr, "%s\n", cocite::error_text(engine.error()).c_str());
    return 1;
  }
  const std::string page = argv[2];
  const uint64_t calls = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 20000;
  measure("page", calls, [&] { return engine->page(page).has_value(); });
  measure("links", calls, [&] { return engine->link_list(page, {.top = 3}).has_value(); });
  measure("complete", calls, [&] { return engine->complete("www.", 3).has_value(); });
  measure("related", calls / 10, [&] {
    return engine->related({.pages = {page}, .by = "cocitation", .top = 3}).has_value();
  });
  return 0;
}
