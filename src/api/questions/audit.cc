// What is wrong with a site.
#include <vector>

#include "api/audit_options.h"
#include "api/parts.h"

namespace cocite::api {
namespace {

std::vector<std::string> audit_kind_names() {
  std::vector<std::string> names;
  for (const AuditKind& kind : audit_kinds()) names.push_back(kind.name);
  return names;
}

Result<Answer> answer_audit(const Engine& engine, const Arguments& arguments,
                            const Limits& limits) {
  AuditRequest request{.kinds = arguments.texts("kind"), .top = arguments.count("top")};
  read_options(arguments, kAuditOptions, request);
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  request.progress = limits.progress;
  request.threads = 1;
  if (limits.caller == Caller::kHere) read_options(arguments, kAuditHereOptions, request);
  COCITE_TRY(AuditAnswer audited, audit_site(engine, request));
  const bool is_final = audited.is_complete;
  return Answer{.content = content_of(std::move(audited)), .is_final = is_final};
}

}  // namespace

Question audit_question() {
  return {.name = "audit",
          .summary = "find what is wrong with a site: dead links, orphans, duplicates and more",
          .place = 145,
          .schema = "Audit",
          .weight = Weight::kHeavy,
          .parameters =
              [] {
                return together({store_parameter(),
                                 {{.name = "kind",
                                   .type = Type::kChoice,
                                   .help = "a kind of finding; repeatable (default: all)",
                                   .choices = audit_kind_names(),
                                   .is_repeatable = true}},
                                 top_parameter("100", "how many findings of each kind", "0"),
                                 parameters_of(kAuditOptions),
                                 parameters_of(kAuditHereOptions)});
              },
          .answer = answer_audit};
}

}  // namespace cocite::api
