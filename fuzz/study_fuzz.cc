// links: study
// Any bytes as a file of studies: an error, or studies whose results and tasks can be made.
//
//   input: the file
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "study/results.h"
#include "study/study_file.h"

namespace {

using namespace cocite;

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

// As small as what people make; a file can truly say that there are very many.
constexpr uint64_t kMostStudies = 20;

void read_all(study::StudyFile& file) {
  const auto states = file.list();
  if (!states || states->size() > kMostStudies) return;
  for (const study::StudyState& state : *states) {
    if (const auto kept = file.read(state.id)) {
      const EvalAnswer answer = study::results_of(*kept);
      require(answer.queries.size() == kept->queries.size());
      static_cast<void>(study::ratings_text(*kept));
    }
    for (const study::RaterState& one : state.raters) {
      const auto rater = file.find_rater(one.secret);
      if (!rater || !*rater) continue;
      const auto task = file.task(**rater);
      if (!task || task->items.empty()) continue;
      static_cast<void>(file.rate(**rater, task->items[0].id, measure::Rating::kGood));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string kPath =
      std::filesystem::temp_directory_path() / ("cocite_study_fuzz." + std::to_string(::getpid()));
  std::ofstream(kPath, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  {
    const auto file = study::StudyFile::open(kPath);
    if (file) read_all(**file);
    if (!file) require(!file.error().message.empty());
  }
  for (const char* end : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(kPath + end);
  return 0;
}
