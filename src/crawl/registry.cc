#include <array>
#include <utility>

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

Result<std::unique_ptr<Source>> open_source(const SourceInfo& info, const std::string& input,
                                            const SourceOptions& options) {
  if (info.over == nullptr) return info.open(input, options);
  COCITE_TRY(auto stream, RecordStream::open(input, options.stop));
  return info.over(std::move(stream), options);
}

}  // namespace cocite::crawl
