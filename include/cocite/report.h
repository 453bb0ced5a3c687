// A store at a glance, or an audit, as one HTML file that can be sent by mail: no script, no external
// resources.
//
//   const std::string html = overview_html(*engine->insight({.name = "overview"}), "web.cocite");
//
// Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include <cocite/audit.h>
#include <cocite/insight.h>

namespace cocite {

[[nodiscard]] std::string overview_html(const InsightAnswer& overview, std::string_view name);
[[nodiscard]] std::string audit_html(const AuditAnswer& answer, std::string_view name);

}  // namespace cocite
