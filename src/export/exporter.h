// Exporters: a store in another program's format.
//
//   COCITE_TRY(const Info* format, format_of(request));    // by request.to, or by the file's name
//   COCITE_TRY(ExportReport report, format->write(store, request));
//
// A new format is one file that defines kInfo and one line in exporters.def. The namespace is not
// called after the folder because `export` is a word of the language. Any thread.
#pragma once

#include <span>
#include <string_view>

#include <cocite/query.h>
#include <cocite/result.h>

#include "store/store.h"

namespace cocite::exporter {

struct Info {
  std::string_view name;
  std::string_view summary;
  std::string_view extension;  // of files that are surely meant to be of this format
  Result<ExportReport> (*write)(const store::Store& store, const ExportRequest& request);
};

[[nodiscard]] std::span<const Info* const> exporters();

// kInvalidArgument for an unknown name; the message lists the known ones.
[[nodiscard]] Result<const Info*> format_of(const ExportRequest& request);

}  // namespace cocite::exporter
