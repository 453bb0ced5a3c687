// links: read base
// Lines of visits, of every kind: whatever the bytes are, fields lie within them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "read/visit_lines.h"

namespace {

using cocite::read::VisitFormat;
using cocite::read::VisitLine;
using cocite::read::VisitSkip;

bool is_within(std::string_view part, std::string_view whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void read_lines(VisitFormat format, std::string_view text) {
  std::string room;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    VisitLine visit;
    if (cocite::read::read_visit(format, line, visit) == VisitSkip::kNone) {
      if (visit.from.empty() || visit.to.empty() || !is_within(visit.from, line) ||
          !is_within(visit.to, line) || !is_within(visit.host, line) ||
          !is_within(visit.agent, line)) {
        std::abort();
      }
      if (cocite::read::unescaped(visit.to, room).size() > visit.to.size()) std::abort();
      (void)cocite::read::is_robot(visit.agent);
    }
    text.remove_prefix(std::min(text.size(), end + 1));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const VisitFormat format :
       {VisitFormat::kTransitions, VisitFormat::kClickstream, VisitFormat::kLog}) {
    read_lines(format, text);
  }
  if (const auto told = cocite::read::told_format(text, "f")) read_lines(*told, text);
  return 0;
}
