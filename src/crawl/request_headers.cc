#include "crawl/request_headers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "crawl/user_agent.h"

namespace cocite::crawl {
namespace {

bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text, is_control);
}

// RFC 9110: the characters of a field's name.
bool is_token(char c) {
  return is_alphanumeric(c) ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// By its name, in lower case. Rather one too many: what is taken for a secret is only not archived, and not
// sent to other hosts.
bool is_secret(std::string_view name) {
  constexpr std::array<std::string_view, 7> kParts = {"auth",   "cookie",  "token", "secret",
                                                      "apikey", "api-key", "passw"};
  return std::ranges::any_of(kParts, [&](std::string_view part) { return holds(name, part); });
}

// Fields that are ours or the protocol's to set.
bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 10> kNames = {
      "host",    "connection", "content-length", "transfer-encoding", "te",
      "trailer", "upgrade",    "expect",         "keep-alive",        "range"};
  return std::ranges::find(kNames, name) != kNames.end() || name.starts_with("if-") ||
         name.starts_with("proxy-");
}

tl::unexpected<Error> wrong(std::string message, const char* option) {
  return fail({.message = std::move(message), .about = option});
}

}  // namespace

bool is_secret_header(std::string_view line) {
  std::string name(line.substr(0, line.find(':')));
  std::ranges::transform(name, name.begin(), to_lower);
  return is_secret(name);
}

Result<RequestHeaders> RequestHeaders::create(const CrawlRequest& request,
                                              std::set<std::string> secret_hosts) {
  RequestHeaders result;
  const std::string& agent = request.user_agent;
  if (!is_one_line(agent)) return wrong("a user agent is one line", "user-agent");
  if (!is_one_line(request.contact)) return wrong("a contact is one line", "contact");
  if (!is_one_line(request.operator_name)) return wrong("an operator is one line", "operator");
  result.user_agent_ = user_agent(request.contact, agent);
  for (const std::string& given : request.headers) {
    const size_t colon = std::min(given.find(':'), given.size());
    std::string name = given.substr(0, colon);
    const std::string_view value =
        trim(std::string_view(given).substr(std::min(colon + 1, given.size())));
    // The value stays out of messages: it may be a secret.
    if (name.empty() || !std::ranges::all_of(name, is_token) || value.empty() ||
        !is_one_line(given)) {
      return wrong("a header is one line, 'NAME: VALUE'", "header");
    }
    std::string line = name + ": " + std::string(value);
    std::ranges::transform(name, name.begin(), to_lower);
    if (name == "user-agent")
      return wrong("the user agent has an option of its own: user-agent", "header");
    if (name == "proxy-authorization") {
      return wrong("a proxy's password stands in its address: http://USER:PASSWORD@HOST:PORT",
                   "header");
    }
    if (is_reserved(name)) {
      return wrong("'" + name + "' is set by the crawler itself", "header");
    }
    const bool is_one = is_secret(name);
    if (is_one && secret_hosts.empty()) {
      return wrong("'" + name +
                       "' is sent to the hosts of the seeds alone, and is not kept in the "
                       "folder of a crawl; give the seeds again with it, or use auth",
                   "header");
    }
    result.headers_.push_back({std::move(name), std::move(line), is_one});
  }
  if (!request.auth_file.empty()) {
    COCITE_TRY(result.auth_, AuthFile::read(request.auth_file));
  }
  result.secret_hosts_ = std::move(secret_hosts);
  return result;
}

RequestHeaders::Lines RequestHeaders::lines(const url::Url& url,
                                            const std::vector<std::string>& more) const {
  Lines lines;
  const auto add = [&](const std::string& line) {
    lines.sent.push_back(line);
    lines.archived.push_back(line);
  };
  const auto is_given = [&](std::string_view name) {
    return std::ranges::find(headers_, name, &Header::name) != headers_.end();
  };
  add("User-Agent: " + user_agent_);
  if (!is_given("accept")) add("Accept: text/html,application/xhtml+xml,*/*;q=0.5");
  if (!is_given("accept-encoding")) add("Accept-Encoding: gzip, deflate, br, zstd");
  const std::string_view credentials = auth_.find(url);
  const bool takes_secrets = secret_hosts_.contains(std::string(url.host()));
  for (const Header& header : headers_) {
    if (!header.is_secret) {
      add(header.line);
    } else if (takes_secrets && (credentials.empty() || header.name != "authorization")) {
      lines.sent.push_back(header.line);
    }
  }
  for (const std::string& line : more) add(line);
  if (!credentials.empty()) lines.sent.push_back("Authorization: " + std::string(credentials));
  return lines;
}

}  // namespace cocite::crawl
