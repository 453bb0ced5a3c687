// How long does completion take while a user types?
//
//   complete_bench web.cocite titles.tsv [count]      titles as `import --title` read them
//
// Names are typed letter by letter: of `count` titles drawn at random (default 2000), from one of
// their words on, after 1 to 16 letters. Microseconds of the processor and by the clock, of one
// thread, for the first request (nothing of the store was touched yet; its files may be in
// memory), and again.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <cocite/engine.h>

namespace {

double cpu_us() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

double wall_us() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// `count` lines of the file, each as likely as any other.
std::vector<std::string> draw_titles(const char* path, size_t count, std::mt19937_64& random) {
  std::ifstream in(path);
  std::vector<std::string> drawn;
  size_t seen = 0;
  for (std::string line; std::getline(in, line); ++seen) {
    const std::string title = line.substr(std::min(line.find('\t'), line.size() - 1) + 1);
    if (drawn.size() < count) {
      drawn.push_back(title);
    } else if (const size_t place = random() % (seen + 1); place < count) {
      drawn[place] = title;
    }
  }
  return drawn;
}

void print(const char* what, std::vector<double> times) {
  std::ranges::sort(times);
  const auto at = [&](double share) {
    return times[static_cast<size_t>(share * static_cast<double>(times.size() - 1))];
  };
  std::printf("%-24s median %7.1f   90 %% %7.1f   99 %% %7.1f   slowest %8.1f us\n", what, at(0.5),
              at(0.9), at(0.99), times.back());
}

}  // namespace

int main(int count, char** values) {
  if (count < 3) return 2;
  std::mt19937_64 random(1);
  const size_t wanted = count > 3 ? std::strtoul(values[3], nullptr, 10) : 2000;
  std::vector<std::string> typed;
  for (const std::string& title : draw_titles(values[2], wanted, random)) {
    std::vector<size_t> starts = {0};
    for (size_t i = 1; i < title.size(); ++i) {
      if (title[i - 1] == ' ') starts.push_back(i);
    }
    typed.push_back(title.substr(starts[random() % starts.size()], 1 + random() % 16));
  }
  const auto engine = cocite::Engine::open(values[1]);
  if (!engine) {
    std::fprintf(stderr, "complete_bench: %s\n", engine.error().message.c_str());
    return 1;
  }
  for (const char* const round : {"first", "again"}) {
    std::vector<double> cpu;
    std::vector<double> wall;
    size_t names = 0;
    for (const std::string& text : typed) {
      const double wall_before = wall_us();
      const double cpu_before = cpu_us();
      const auto answer = engine->complete(text, 8);
      cpu.push_back(cpu_us() - cpu_before);
      wall.push_back(wall_us() - wall_before);
      if (!answer) {
        std::fprintf(stderr, "complete_bench: %s\n", answer.error().message.c_str());
        return 1;
      }
      names += answer->names.empty() ? 0 : 1;
    }
    std::printf("%s: %zu of %zu have a name\n", round, names, typed.size());
    print("  processor", cpu);
    print("  clock", wall);
  }
}
