#include "base/registry.h"

#include <utility>

#include "read/source.h"

namespace cocite::read {

#define SOURCE(name)             \
  namespace name {               \
  extern const SourceInfo kInfo; \
  }
#include "read/sources.def"
#undef SOURCE

namespace {

constexpr const SourceInfo* kAll[] = {
#define SOURCE(name) &name::kInfo,
#include "read/sources.def"
#undef SOURCE
};
constexpr Registry<SourceInfo> kSources("kind of input", kAll, "from");

}  // namespace

std::span<const SourceInfo* const> sources() {
  return kSources.all();
}

Result<const SourceInfo*> find_source(std::string_view name) {
  return kSources.find(name);
}

Result<std::unique_ptr<Source>> open_source(const SourceInfo& info, const std::string& input,
                                            const SourceOptions& options) {
  if (info.over_text != nullptr) {
    COCITE_TRY(auto text, InputStream::open(input, options.stop));
    return info.over_text(std::move(text), options);
  }
  if (info.over == nullptr) return info.open(input, options);
  COCITE_TRY(auto stream, RecordStream::open(input, options.stop));
  return info.over(std::move(stream), options);
}

}  // namespace cocite::read
