#include <array>

#include "crawl/source.h"

namespace cocite::crawl {

#define SOURCE(name)             \
  namespace name {               \
  extern const SourceInfo kInfo; \
  }
#include "crawl/sources.def"
#undef SOURCE

std::span<const SourceInfo> sources() {
  static const std::array kSources = {
#define SOURCE(name) name::kInfo,
#include "crawl/sources.def"
#undef SOURCE
  };
  return kSources;
}

Result<const SourceInfo*> find_source(std::string_view name) {
  std::string known;
  for (const SourceInfo& source : sources()) {
    if (source.name == name) return &source;
    known += (known.empty() ? "" : ", ") + std::string(source.name);
  }
  return fail(ErrorCode::kInvalidArgument,
              "unknown kind of input '" + std::string(name) + "'; known are " + known);
}

}  // namespace cocite::crawl
