// What the service says without asking a store: the explorer, the list of stores, its own numbers.
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <cocite/graph_view.h>

#include "api/json_writer.h"
#include "base/ascii.h"
#include "serve/gzip.h"
#include "serve/problem.h"
#include "serve/query_string.h"
#include "serve/service.h"
#include "serve/static_files.h"

namespace cocite::serve {

void put_content(Response& response, Answer& answer, bool wants_gzip) {
  if (answer.content) answer.text = answer.json();
  response.type = std::move(answer.type);
  if (!answer.file_name.empty()) {
    response.headers +=
        "Content-Disposition: attachment; filename=\"" + answer.file_name + "\"\r\n";
  }
  if (answer.text.size() >= kWorthGzip) {
    response.headers += "Vary: Accept-Encoding\r\n";
    if (wants_gzip) {
      response.headers += "Content-Encoding: gzip\r\n";
      answer.text = gzipped(answer.text);
    }
  }
  response.body = share(std::move(answer.text));
}

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += {'%', kDigits[byte / 16U], kDigits[byte % 16U]};
  }
  return result;
}

// For people, a page that leads on: the explorer, which says what is missing and what is near, or where its files could
// not be found from this path, a plain page. For programs, a problem.
Response nothing_here(const Request& request, std::string_view path, std::string_view why,
                      const std::vector<std::string>& stores) {
  if (request.accept.find("text/html") == std::string_view::npos) return problem(404, why);
  const bool is_flat = path.find('/', 1) == std::string_view::npos && path != "/study";
  if (is_flat && has_explorer()) {
    const bool is_packed = accepts_gzip(request.accept_encoding);
    const StaticFile& file = *find_static("/");
    return {.status = 404,
            .type = std::string(file.type),
            .headers = std::string("Cache-Control: no-store\r\nVary: Accept-Encoding\r\n") +
                       (is_packed ? "Content-Encoding: gzip\r\n" : ""),
            .body = body_of(file, is_packed)};
  }
  std::string home;  // relative: there may be a proxy with a prefix before us
  for (size_t at = path.find('/', 1); at != std::string_view::npos; at = path.find('/', at + 1)) {
    home += "../";
  }
  if (home.empty()) home = "./";
  std::string page =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<title>Not found · Cocite</title></head>\n<body><main><h1>Not found</h1>\n<p>" +
      escaped(why) + ".</p>\n<p>Go on with:</p>\n<ul>\n";
  for (const std::string& name : stores) {
    page += "<li><a href=\"" + home + "?store=" + percent_encoded(name) + "\">" + escaped(name) +
            "</a></li>\n";
  }
  page += "</ul></main></body></html>\n";
  return {.status = 404,
          .type = "text/html; charset=utf-8",
          .headers = "Cache-Control: no-store\r\n",
          .body = share(std::move(page))};
}

}  // namespace

// What the explorer could only show something else for.
std::optional<std::string> Service::trouble_of_view(std::string_view path,
                                                    std::string_view query) const {
  if (path == "/study") {
    if (studies_ != nullptr) return std::nullopt;
    return "this service keeps no studies; start it with a file of studies";
  }
  const Result<Pairs> pairs = parse_query(query);
  if (path != "/" || !pairs) return std::nullopt;
  for (const auto& [name, value] : *pairs) {
    if (name == "store" && !value.empty()) {
      const Result<Served> served = stores_->get(value);
      if (!served && served.error().code == ErrorCode::kNotFound) return served.error().message;
    }
    if (name == "view" && !value.empty() && !is_view(value)) {
      return "there is no view '" + value.substr(0, 100) + "'";
    }
  }
  return std::nullopt;
}

// The page that a permalink is about, where a caller may know whether it is there.
std::optional<Error> Service::trouble_of_page(std::string_view query) const {
  if (studies_ != nullptr || !options_->token.empty()) return std::nullopt;
  const Result<Pairs> pairs = parse_query(query);
  if (!pairs) return std::nullopt;
  std::string store;
  std::vector<std::string> pages;
  for (const auto& [name, value] : *pairs) {
    if (name == "store") store = value;
    if (name == "page" && !value.empty()) pages.push_back(value);
    // These name hosts, or pages of another graph.
    if (name == "on" || name == "mirrors") return std::nullopt;
    if (name == "view" && (value == "site" || value == "sites" || value == "audit")) {
      return std::nullopt;
    }
  }
  const Result<Served> served = stores_->get(store);
  if (!served) return std::nullopt;
  for (const std::string& page : pages) {
    const Result<uint32_t> found = GraphView(*served->engine).find(page);
    if (!found && found.error().code == ErrorCode::kNotFound) return found.error();
  }
  return std::nullopt;
}

Response Service::answer_static(const Request& request, std::string_view path,
                                std::string_view query) const {
  if (const std::string view = place_of_view(path); !view.empty()) {
    return {.status = 303, .headers = "Location: " + view + "\r\n"};
  }
  const StaticFile* const file = find_page(path);
  if (file == nullptr) {
    return nothing_here(request, path, "there is nothing at this address", stores_->names());
  }
  if (const std::optional<std::string> trouble = trouble_of_view(path, query)) {
    return nothing_here(request, path, *trouble, stores_->names());
  }
  if (path == "/") {
    if (const std::optional<Error> trouble = trouble_of_page(query)) {
      return nothing_here(request, path, trouble->message, stores_->names());
    }
  }
  // What the build names after its content never changes; all else is asked about again.
  const bool is_fixed = file->path.starts_with("/assets/");
  Response response{.type = std::string(file->type)};
  response.headers = "ETag: " + std::string(file->etag) + "\r\nVary: Accept-Encoding\r\n" +
                     (is_fixed ? "Cache-Control: public, max-age=31536000, immutable\r\n"
                               : "Cache-Control: no-cache\r\n");
  if (has_tag(request.if_none_match, file->etag)) {
    response.status = 304;
    response.type.clear();
    return response;
  }
  const bool is_packed = accepts_gzip(request.accept_encoding);
  if (is_packed) response.headers += "Content-Encoding: gzip\r\n";
  response.body = body_of(*file, is_packed);
  return response;
}

Response Service::stores_list() const {
  api::JsonWriter json;
  json.begin('{').field("studies", studies_ != nullptr);
  if (!options_->replay.empty()) json.field("replay", options_->replay);
  json.key("stores").begin('[');
  for (const StoreSet::State& state : stores_->states()) {
    json.line().begin('{').field("name", state.name);
    json.field("ready", state.engine != nullptr);
    if (state.engine) {
      json.field("has_urls", state.engine->has_urls()).field("words", state.engine->has_words());
      for (const InfoItem& item : state.engine->info()) {
        if (item.name != "pages" && item.name != "links" && item.name != "hosts") continue;
        json.field(item.name, std::get<uint64_t>(item.value));
      }
    }
    json.end('}');
  }
  return {.type = "application/json",
          .headers = "Cache-Control: no-cache\r\n",
          .body = share(json.line().end(']').end('}').take())};
}

Response Service::metrics_text() const {
  std::string text;
  metrics_.text(text);
  const AnswerCache::Counts cache = cache_.counts();
  const WorkerPool::Counts pool = pool_->counts();
  const auto put = [&](std::string_view name, std::string_view type, std::string_view help,
                       uint64_t value) {
    put_metric(text, name, type, help, static_cast<double>(value));
  };
  put("cocite_cache_hits_total", "counter", "Answers from the cache.", cache.hits);
  put("cocite_cache_misses_total", "counter", "Answers that were not in the cache.", cache.misses);
  put("cocite_cache_evictions_total", "counter", "Answers that made room.", cache.evictions);
  put("cocite_cache_entries", "gauge", "Answers in the cache.", cache.entries);
  put("cocite_cache_bytes", "gauge", "Bytes of the cache.", cache.bytes);
  put("cocite_waiting", "gauge", "Requests that wait for a thread.", pool.waiting);
  put("cocite_running", "gauge", "Requests that are being computed.", pool.running);
  put("cocite_refused_total", "counter", "Requests refused because of load.",
      pool.refused + pool.too_late);
  put("cocite_reduced_total", "counter", "Requests computed under pressure.", pool.reduced);
  uint64_t swaps = 0;
  uint64_t failures = 0;
  uint64_t ready = 0;
  const auto states = stores_->states();
  for (const StoreSet::State& state : states) {
    swaps += state.swaps;
    failures += state.failures;
    ready += state.engine ? 1 : 0;
  }
  put("cocite_stores", "gauge", "Stores that are served.", states.size());
  put("cocite_stores_ready", "gauge", "Stores that are ready.", ready);
  put("cocite_store_swaps_total", "counter", "Stores that were replaced.", swaps);
  put("cocite_store_failures_total", "counter", "Stores that could not be opened.", failures);
  return {.type = "text/plain; version=0.0.4; charset=utf-8",
          .headers = "Cache-Control: no-store\r\n",
          .body = share(std::move(text))};
}

}  // namespace cocite::serve
