// Text as XML 1.0 can hold it, and what the XML exporters share.
//
//   xml_text("a<b&\x01")   // "a&lt;b&amp;" and U+FFFD: not every byte may stand in XML
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include <cocite/query.h>
#include <cocite/result.h>

#include "store/store.h"

namespace cocite::exporter {

// Fit for element content and for attributes in double quotes. What is not UTF-8, or no character
// of XML 1.0, becomes U+FFFD.
[[nodiscard]] std::string xml_text(std::string_view text);

// Formats that are read by programs that draw: refuses graphs that these cannot take.
[[nodiscard]] Result<void> check_drawable(const store::Store& store, const ExportRequest& request);

}  // namespace cocite::exporter
