#include "serve/service.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include <cocite/json.h>
#include <cocite/version.h>

#include "base/hash.h"
#include "base/secret.h"
#include "serve/gzip.h"
#include "serve/openapi.h"
#include "serve/problem.h"
#include "serve/query_string.h"
#include "serve/request_target.h"
#include "serve/rows.h"
#include "serve/static_files.h"
#include "serve/study_route.h"

namespace cocite::serve {
namespace {

constexpr std::string_view kSecurityHeaders =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Frame-Options: DENY\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n";

constexpr std::string_view kDiff = "/api/diff";

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string hex(uint64_t number) {
  std::array<char, 20> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), number, 16).ptr;
  return {room.data(), end};
}

Response plain(unsigned status, std::string_view text) {
  return {.status = status,
          .type = "text/plain; charset=utf-8",
          .headers = "Cache-Control: no-store\r\n",
          .body = share(std::string(text))};
}

bool is_health_check(std::string_view path) {
  return path == "/healthz" || path == "/readyz";
}

// B under pressure: Dean and Henzinger's 2000, a quarter, a sixteenth.
uint64_t parents_under(unsigned pressure) {
  constexpr std::array<uint64_t, 3> kParents = {0, 500, 125};
  return kParents[std::min<size_t>(pressure, kParents.size() - 1)];
}

}  // namespace

Response rescued(const std::function<Response()>& respond) {
  try {
    try {
      return respond();
    } catch (const std::bad_alloc&) {
      return try_later(503, "there is not enough memory for this now; try again later", 1);
    } catch (const std::system_error&) {
      return try_later(503, "the machine cannot start more threads now; try again later", 1);
    } catch (const std::exception& error) {
      return problem(500, std::string("unexpected: ") + error.what());
    }
  } catch (const std::exception&) {
    return {.status = 503};
  }
}

struct Service::Asked {
  const Route* route = nullptr;
  Arguments arguments;
  Served served;
  Served other;  // the second of a comparison
  std::string cache_key;
  std::string etag;
  bool wants_gzip = false;
  RowFormat format = RowFormat::kJson;
};

Service::Service(const ServiceRequest& options, StoreSet& stores, WorkerPool& pool,
                 study::StudyDesk* studies)
    : options_(&options),
      stores_(&stores),
      pool_(&pool),
      studies_(studies),
      cache_(options.cache_bytes),
      rate_limit_(options.rate),
      access_log_(options.access_log, options.log),
      openapi_(share(openapi_json())) {
  const Result<HostAndPort> address = parse_address(options.listen);
  // Against DNS rebinding: a service on a loopback address accepts only loopback names and the names
  // in the options; one on a network accepts any name unless names are given.
  checks_hosts_ = !options.host_names.empty() || (address && address->is_loopback);
  if (std::ranges::find(options.host_names, "*") != options.host_names.end()) checks_hosts_ = false;
}

void Service::connected() {
  metrics_.accepted.fetch_add(1, std::memory_order_relaxed);
  metrics_.connections.fetch_add(1, std::memory_order_relaxed);
}

void Service::disconnected() {
  metrics_.connections.fetch_sub(1, std::memory_order_relaxed);
}

Response Service::refuse(unsigned status, std::string_view why) {
  metrics_.rejected_requests.fetch_add(1, std::memory_order_relaxed);
  access_log_.add("-", "-", "-", status, 0, 0);
  Response response = status == 503 ? try_later(status, why, 1) : problem(status, why);
  response.headers += kSecurityHeaders;
  return response;
}

bool Service::knows_host(std::string_view host) const {
  if (!checks_hosts_) return true;
  const std::optional<std::string> name = host_name(host);
  if (!name) return false;
  constexpr std::array<std::string_view, 3> kLoopback = {"localhost", "127.0.0.1", "[::1]"};
  return std::ranges::find(kLoopback, *name) != kLoopback.end() ||
         std::ranges::find(options_->host_names, *name) != options_->host_names.end();
}

bool Service::may_ask(std::string_view authorization) const {
  // Raters who could ask the methods would know which of them found what, so with studies every
  // caller needs a token.
  if (studies_ != nullptr && is_equal_secret(studies_->owner_token(), bearer(authorization))) {
    return true;
  }
  if (options_->token.empty()) return studies_ == nullptr;
  return is_equal_secret(options_->token, bearer(authorization));
}

std::string Service::cors_headers(std::string_view origin) const {
  const bool is_open = std::ranges::find(options_->cors, "*") != options_->cors.end();
  const bool is_named =
      !origin.empty() && std::ranges::find(options_->cors, origin) != options_->cors.end();
  if (!is_open && !is_named) return "Cross-Origin-Resource-Policy: same-origin\r\n";
  return "Access-Control-Allow-Origin: " + (is_open ? "*" : std::string(origin)) +
         "\r\nVary: Origin\r\nAccess-Control-Expose-Headers: Retry-After, Cocite-Reduced, "
         "Cocite-Next, Cocite-Complete\r\n";
}

Response Service::finished(Response response, const Request& request, const Route* route,
                           std::string_view by, Begin begin) {
  response.headers += kSecurityHeaders;
  response.headers += cors_headers(request.origin);
  const double seconds = seconds_since(begin);
  metrics_.count(route, by, response.status, seconds);
  if (access_log_.is_on()) {
    access_log_.add(request.client, request.method, request.target, response.status,
                    response.body ? response.body->size() : 0, seconds);
  }
  return response;
}

struct Service::Split {
  std::string_view path;
  std::string_view query;
};

Service::Split Service::split(std::string_view target) {
  const size_t question = std::min(target.find('?'), target.size());
  const std::string_view query = target.substr(std::min(target.size(), question + 1));
  return {target.substr(0, question), query.substr(0, query.find('#'))};
}

Reply Service::answer(const Request& request) {
  const auto begin = Clock::now();
  const auto [path, query] = split(request.target);
  Reply reply;
  const Response failure = rescued([&, path = path, query = query] {
    reply = answer_checked(request, path, query, begin);
    return Response{.status = 0};
  });
  if (failure.status != 0) reply = {.now = finished(failure, request, nullptr, "", begin)};
  return reply;
}

std::optional<Response> Service::refuse_early(Request& head) {
  const auto begin = Clock::now();
  const std::string_view path = split(head.target).path;
  std::optional<Response> refusal = refusal_of(head, path, begin);
  head.is_checked = true;
  if (!refusal) return std::nullopt;
  return finished(*std::move(refusal), head, find_route(path), "", begin);
}

std::optional<Response> Service::refusal_of(const Request& request, std::string_view path,
                                            Begin begin) {
  if (!knows_host(request.host)) {
    return problem(421, "this service is not called '" + std::string(request.host.substr(0, 100)) +
                            "'; if it is, start it with this name as a host");
  }
  const bool is_reading = request.verb == Verb::kGet || request.verb == Verb::kHead;
  // Health checks are frequent and have no token, so they skip the rate limit.
  if (is_health_check(path)) {
    if (!is_reading) return not_allowed("GET, HEAD", request.method);
    return std::nullopt;
  }
  if (!rate_limit_.takes(request.client, begin)) {
    metrics_.rate_limited.fetch_add(1, std::memory_order_relaxed);
    return try_later(429, "too many requests; try again in a second", 1);
  }
  if (request.verb == Verb::kOptions) return std::nullopt;
  // Raters have no token, but a secret that opens nothing else.
  if (is_study_path(path)) return study_refusal_of(request, path);
  const bool is_secret =
      path.starts_with("/api/") || path == "/metrics" || path == "/openapi.json" || path == "/mcp";
  if (is_secret && !may_ask(request.authorization)) {
    const bool is_for_owner = studies_ != nullptr && options_->token.empty();
    Response response = problem(
        401, is_for_owner ? "while there are studies only their owner may ask: Authorization: "
                            "Bearer OWNER-TOKEN"
                          : "this service asks for a token: Authorization: Bearer TOKEN");
    response.headers += "WWW-Authenticate: Bearer\r\n";
    return response;
  }
  if (path == "/mcp") return mcp_refusal_of(request);
  if (is_reading) return std::nullopt;
  if (const Route* const route = find_route(path)) {
    if (request.verb == Verb::kPost && route->takes_post) return std::nullopt;
    return not_allowed(route->takes_post ? "GET, HEAD, POST" : "GET, HEAD", request.method);
  }
  if (find_page(path) == nullptr && !is_secret) {
    return problem(404, "there is nothing at this address");
  }
  return not_allowed("GET, HEAD", request.method);
}

Reply Service::answer_checked(const Request& request, std::string_view path, std::string_view query,
                              Begin begin) {
  const auto now = [&](Response response, const Route* route = nullptr) {
    return Reply{.now = finished(std::move(response), request, route, "", begin)};
  };
  if (!request.is_checked) {
    if (auto refusal = refusal_of(request, path, begin)) {
      return now(*std::move(refusal), find_route(path));
    }
  }
  if (path == "/healthz") return now(plain(200, "ok\n"));
  if (path == "/readyz") {
    if (is_ending_) return now(plain(503, "ending\n"));
    return now(stores_->is_ready() ? plain(200, "ready\n") : plain(503, "preparing\n"));
  }
  if (request.verb == Verb::kOptions) {
    Response response{.status = 204};
    const Route* const route = find_route(path);
    const bool takes_post = route != nullptr && route->takes_post;
    const std::string verbs = is_study_path(path) ? study_verbs(path)
                              : path == "/mcp"    ? "POST"
                              : takes_post        ? "GET, HEAD, POST"
                                                  : "GET, HEAD";
    response.headers = "Allow: " + verbs + ", OPTIONS\r\n";
    if (!options_->cors.empty()) {
      response.headers +=
          "Access-Control-Allow-Methods: GET, HEAD, POST, DELETE\r\n"
          "Access-Control-Allow-Headers: Authorization, Content-Type, MCP-Protocol-Version, "
          "Mcp-Method, Mcp-Name\r\n"
          "Access-Control-Max-Age: 600\r\n";
    }
    return now(std::move(response));
  }
  if (path == "/mcp") return answer_mcp(request, begin);
  if (is_study_path(path)) return answer_study(request, path, query, begin);
  if (const Route* route = find_route(path)) return answer_api(request, *route, query, begin);
  if (path == "/api/stores") return now(stores_list());
  if (path == "/api/study") return now(problem(404, "this route is called /api/lli now"));
  if (path == "/metrics") return now(metrics_text());
  if (path == "/openapi.json") {
    return now(
        {.type = "application/json", .headers = "Cache-Control: no-cache\r\n", .body = openapi_});
  }
  return now(answer_static(request, path, query));
}

Reply Service::answer_api(const Request& request, const Route& route, std::string_view query,
                          Begin begin) {
  const auto now = [&](Response response, std::string_view by = "") {
    return Reply{.now = finished(std::move(response), request, &route, by, begin)};
  };
  const bool is_post = request.verb == Verb::kPost;
  Result<Pairs> pairs = parse_query(query);
  if (pairs && is_post) {
    if (!lower(request.content_type).starts_with("application/json")) {
      return now(problem(415, "a POST has a body of Content-Type: application/json"));
    }
    Result<Pairs> more = parse_body(request.body);
    if (!more) return now(problem(more.error()));
    std::ranges::move(*more, std::back_inserter(*pairs));
  }
  if (!pairs) return now(problem(pairs.error()));
  Result<Arguments> arguments = Arguments::check(route.parameters, *std::move(pairs));
  if (!arguments) return now(problem(arguments.error()));
  Result<Served> served = stores_->get(arguments->text("store"));
  if (!served) {
    return now(problem(stores_->without_paths(served.error())));
  }

  auto asked = std::make_shared<Asked>();
  asked->route = &route;
  asked->arguments = *std::move(arguments);
  asked->served = *std::move(served);
  asked->wants_gzip = accepts_gzip(request.accept_encoding);
  asked->cache_key = asked->served.name + ' ' + asked->served.identity + ' ' + route.path + '?';
  if (route.rows.empty()) {
    asked->cache_key += asked->arguments.canonical();
  } else {
    asked->format = row_format(asked->arguments.text("format"), request.accept);
    asked->cache_key += asked->arguments.canonical({"format"}) + ' ' +
                        std::to_string(static_cast<int>(asked->format));
  }
  if (route.path == kDiff) {
    Result<Served> other = stores_->get(asked->arguments.text("other"));
    if (!other) return now(problem(stores_->without_paths(other.error())));
    asked->cache_key += ' ' + other->identity;
    asked->other = *std::move(other);
  }
  asked->etag = "W/\"" + hex(hash64(asked->cache_key + version())) + '"';
  asked->cache_key += asked->wants_gzip ? " gz" : "";
  const bool has_by = route.path == "/api/related" || route.path == "/api/explain";
  const std::string by = has_by ? asked->arguments.text("by") : "";

  if (!is_post && has_tag(request.if_none_match, asked->etag)) {
    return now(
        {.status = 304, .headers = "ETag: " + asked->etag + "\r\nCache-Control: no-cache\r\n"}, by);
  }
  if (const auto kept = cache_.find(asked->cache_key)) {
    return now({.type = kept->type, .headers = kept->headers, .body = kept->body}, by);
  }
  return {.start = [this, asked, by, begin, &request](const Reply::Done& done) {
    const auto entry = pool_->offer(
        asked->route->weight, [this, asked, by, begin, done, &request](const Turn& turn) {
          done(rescued(
              [&] { return finished(compute(*asked, turn), request, asked->route, by, begin); }));
        });
    if (!entry.is_taken) {
      done(finished(
          try_later(503, "the service is busy; try again in a moment", entry.retry_seconds),
          request, asked->route, by, begin));
    }
  }};
}

Response Service::compute(const Asked& asked, const Turn& turn) {
  if (turn.is_too_late) return try_later(503, "the service is busy; try again in a moment", 1);
  const Limits limits{
      .budget_ms = static_cast<uint64_t>(turn.left.count()),
      .stop = turn.stop,
      .ending = turn.ending,
      .max_parents = parents_under(turn.pressure),
      .max_rank_links = options_->max_rank_links,
      .store_named = [&asked](const std::string&) -> Result<std::shared_ptr<const Engine>> {
        return asked.other.engine;
      }};
  // Making a graph takes minutes, so only the operator does (cocite prepare).
  const Result<const Engine*> graph =
      api::asked_graph(*asked.served.engine, asked.arguments, {.makes = false});
  Result<Answer> answer = graph ? asked.route->answer(**graph, asked.arguments, limits)
                                : tl::unexpected<Error>(graph.error());
  if (!answer) {
    if (answer.error().code == ErrorCode::kCancelled) {
      return is_ending_ ? try_later(503, "the service is ending; try again in a moment", 1)
                        : try_later(503,
                                    "this takes longer than the deadline of " +
                                        std::to_string(options_->deadline_ms) + " ms; ask for less",
                                    1);
    }
    return problem(stores_->without_paths(answer.error()));
  }
  Response response;
  if (answer->is_final) {
    response.headers = "ETag: " + asked.etag + "\r\nCache-Control: no-cache\r\n";
  } else {
    response.headers = "Cache-Control: no-store\r\n";
  }
  if (!answer->reduced.empty()) response.headers += "Cocite-Reduced: " + answer->reduced + "\r\n";
  if (!asked.route->rows.empty()) response.headers += "Vary: Accept\r\n";
  if (asked.format != RowFormat::kJson && answer->content) {
    // What JSON says beside the list.
    const std::string next = put_rows(*answer, asked.route->rows, asked.format);
    if (!next.empty()) response.headers += "Cocite-Next: " + next + "\r\n";
    if (!answer->is_final) response.headers += "Cocite-Complete: false\r\n";
  }
  put_content(response, *answer, asked.wants_gzip);
  if (answer->is_final) {
    cache_.keep(asked.cache_key, {response.type, response.headers, response.body});
  }
  return response;
}

}  // namespace cocite::serve
