#include <array>
#include <string>

#include "export/exporter.h"

namespace cocite::exporter {

#define EXPORTER(name)     \
  namespace name {         \
  extern const Info kInfo; \
  }
#include "export/exporters.def"
#undef EXPORTER

std::span<const Info* const> exporters() {
  static constexpr std::array kAll = {
#define EXPORTER(name) &name::kInfo,
#include "export/exporters.def"
#undef EXPORTER
  };
  return kAll;
}

Result<const Info*> format_of(const ExportRequest& request) {
  if (request.to.empty()) {
    for (const Info* info : exporters()) {
      if (request.output.ends_with(info->extension)) return info;
    }
    return exporters().front();
  }
  std::string known;
  for (const Info* info : exporters()) {
    if (info->name == request.to) return info;
    known += (known.empty() ? "" : ", ") + std::string(info->name);
  }
  return fail(ErrorCode::kInvalidArgument,
              "there is no format '" + request.to + "' to export to; there are " + known);
}

}  // namespace cocite::exporter
