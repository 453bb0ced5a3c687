#include "base/registry.h"

#include <string>

#include "export/exporter.h"

namespace cocite::exporter {

#define EXPORTER(name)     \
  namespace name {         \
  extern const Info kInfo; \
  }
#include "export/exporters.def"
#undef EXPORTER

namespace {

constexpr const Info* kAll[] = {
#define EXPORTER(name) &name::kInfo,
#include "export/exporters.def"
#undef EXPORTER
};
constexpr Registry<Info> kExporters("format", kAll, "to");

}  // namespace

std::span<const Info* const> exporters() {
  return kExporters.all();
}

Result<const Info*> format_of(const ExportRequest& request) {
  if (request.to.empty()) {
    for (const Info* info : exporters()) {
      if (request.output.ends_with(info->extension)) return info;
    }
    return exporters().front();
  }
  return kExporters.find(request.to);
}

}  // namespace cocite::exporter
