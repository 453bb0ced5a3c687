// The Model Context Protocol over HTTP: POST /mcp has one message, its answer is one.
//
// Sessions and streams are optional in the protocol: this server keeps nothing between messages and
// begins none of its own, so GET and DELETE are refused.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "serve/mcp.h"
#include "serve/problem.h"
#include "serve/request_target.h"
#include "serve/service.h"

namespace cocite::serve {
namespace {

constexpr std::string_view kNoStore = "Cache-Control: no-store\r\n";

unsigned status_of_mcp(int code) {
  switch (code) {
    case 0:
      return 200;
    case kMethodNotFound:
      return 404;
    default:
      return 400;
  }
}

}  // namespace

std::optional<Response> Service::mcp_refusal_of(const Request& request) const {
  if (request.verb != Verb::kPost) return not_allowed("POST", request.method);
  // A page of another site must not use the tools in the name of the person who reads it.
  const bool is_own =
      request.origin.empty() || request.origin.ends_with("://" + std::string(request.host));
  const auto is_named = [&](std::string_view name) {
    return std::ranges::find(options_->cors, name) != options_->cors.end();
  };
  if (!is_own && !is_named("*") && !is_named(request.origin)) {
    return problem(403,
                   "pages of this origin may not ask; the operator can allow the origin (cors)");
  }
  if (!lower(request.content_type).starts_with("application/json")) {
    return problem(415, "a message has Content-Type: application/json");
  }
  return std::nullopt;
}

Reply Service::answer_mcp(const Request& request, Begin begin) {
  return {.start = [this, begin, &request](const Reply::Done& done) {
    const auto entry =
        pool_->offer(api::Weight::kLight, [this, begin, done, &request](const Turn& turn) {
          const auto respond = [&]() -> Response {
            if (turn.is_too_late) {
              return try_later(503, "the service is busy; try again in a moment", 1);
            }
            const Limits limits{.budget_ms = static_cast<uint64_t>(turn.left.count()),
                                .stop = turn.stop,
                                .ending = turn.ending,
                                .max_rank_links = options_->max_rank_links};
            const McpHeaders headers{request.mcp_version, request.mcp_method, request.mcp_name};
            McpReply reply = McpServer(*stores_).answer(request.body, limits, &headers);
            if (reply.text.empty()) {
              return {.status = 202, .headers = std::string(kNoStore)};  // a notification
            }
            return {.status = status_of_mcp(reply.code),
                    .type = "application/json",
                    .headers = std::string(kNoStore),
                    .body = share(std::move(reply.text))};
          };
          done(rescued([&] { return finished(respond(), request, nullptr, "", begin); }));
        });
    if (!entry.is_taken) {
      done(finished(
          try_later(503, "the service is busy; try again in a moment", entry.retry_seconds),
          request, nullptr, "", begin));
    }
  }};
}

}  // namespace cocite::serve
