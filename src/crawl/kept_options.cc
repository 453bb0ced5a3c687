#include "crawl/kept_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <filesystem>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "crawl/request_headers.h"

namespace cocite::crawl {
namespace {

using Values = std::vector<std::string>;

// An option has one value, or a list of them.
std::string text_of(const std::string& value) {
  return value;
}
std::string text_of(bool value) {
  return value ? "1" : "0";
}
std::string text_of(CrawlScope value) {
  return std::to_string(static_cast<int>(value));
}
template <class Number>
requires std::is_arithmetic_v<Number> std::string text_of(Number value) {
  std::array<char, 64> room{};
  const auto [end, error] = std::to_chars(room.data(), room.data() + room.size(), value);
  return {room.data(), end};
}

bool read(const std::string& text, std::string& value) {
  value = text;
  return true;
}
template <class Number>
requires std::is_arithmetic_v<Number>
bool read(const std::string& text, Number& value) {
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return end == last && error == std::errc();
}
bool read(const std::string& text, bool& value) {
  value = text == "1";
  return text == "0" || text == "1";
}
bool read(const std::string& text, CrawlScope& value) {
  int number = 0;
  if (!read(text, number) || number < 0 || number > static_cast<int>(CrawlScope::kAll)) {
    return false;
  }
  value = static_cast<CrawlScope>(number);
  return true;
}

struct Option {
  std::string_view name;
  Values (*get)(const CrawlRequest& request);
  bool (*set)(const Values& values, CrawlRequest& request);
};

template <auto kMember>
constexpr Option option(std::string_view name) {
  using Type = std::remove_reference_t<decltype(std::declval<CrawlRequest&>().*kMember)>;
  if constexpr (std::is_same_v<Type, Values>) {
    return {name, [](const CrawlRequest& request) { return request.*kMember; },
            [](const Values& values, CrawlRequest& request) {
              request.*kMember = values;
              return true;
            }};
  } else {
    return {name, [](const CrawlRequest& request) { return Values{text_of(request.*kMember)}; },
            [](const Values& values, CrawlRequest& request) {
              return values.size() == 1 && read(values[0], request.*kMember);
            }};
  }
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto found = std::filesystem::absolute(path, error);
  return path.empty() || error ? path : found.string();
}

// Names of files: the crawl may go on from another working directory.
template <auto kMember>
constexpr Option path(std::string_view name) {
  Option made = option<kMember>(name);
  made.get = [](const CrawlRequest& request) {
    Values values = option<kMember>({}).get(request);
    for (std::string& value : values) value = absolute(value);
    return values;
  };
  return made;
}

// Headers and proxies that are or hold secrets are not kept, and have to be given again.
constexpr Option open_headers() {
  Option made = option<&CrawlRequest::headers>("header");
  made.get = [](const CrawlRequest& request) {
    Values values = request.headers;
    std::erase_if(values, is_secret_header);
    return values;
  };
  return made;
}
constexpr Option open_proxy() {
  Option made = option<&CrawlRequest::proxy>("proxy");
  made.get = [](const CrawlRequest& request) {
    const bool has_password = request.proxy.find('@') != std::string::npos;
    return Values{has_password ? std::string() : request.proxy};
  };
  return made;
}

using R = CrawlRequest;
constexpr std::array kOptions = {
    path<&R::refresh>("refresh"),
    option<&R::is_conditional>("whole"),
    path<&R::earlier>("earlier"),
    option<&R::order>("order"),
    option<&R::words>("words"),
    option<&R::like>("like"),
    option<&R::seed>("seed"),
    option<&R::scope>("hosts"),  // which hosts: CrawlScope
    option<&R::pattern>("scope"),
    option<&R::exclude>("exclude"),
    option<&R::media>("media"),
    option<&R::frames>("frames"),
    option<&R::requisites>("requisites"),
    option<&R::wacz>("wacz"),
    option<&R::sitemaps>("sitemaps"),
    option<&R::contact>("contact"),
    option<&R::operator_name>("operator"),
    option<&R::user_agent>("user-agent"),
    open_headers(),
    path<&R::auth_file>("auth"),
    open_proxy(),
    option<&R::delay_s>("delay"),
    option<&R::per_host>("per-host"),
    option<&R::connections>("connections"),
    option<&R::timeout_s>("timeout"),
    option<&R::retry>("retry"),
    option<&R::max_sleep_s>("max-sleep"),
    option<&R::allow_private>("allow-private"),
    path<&R::ca_file>("ca-file"),
    option<&R::connect_to>("connect-to"),
    option<&R::max_pages>("max-pages"),
    option<&R::max_bytes>("max-bytes"),
    option<&R::max_time_s>("max-time"),
    option<&R::max_depth>("max-depth"),
    option<&R::max_page_bytes>("max-page-bytes"),
    option<&R::warc_bytes>("warc-size"),
    option<&R::max_host_pages>("max-host-pages"),
    option<&R::max_chain>("max-chain"),
    option<&R::max_waiting>("max-waiting"),
};

}  // namespace

KeptOptions options_of(const CrawlRequest& request) {
  KeptOptions options;
  for (const Option& one : kOptions) options.emplace(one.name, one.get(request));
  return options;
}

Result<void> use_options(const KeptOptions& kept, CrawlRequest& request) {
  const CrawlRequest by_default;
  for (const Option& one : kOptions) {
    const auto found = kept.find(std::string(one.name));
    if (found == kept.end()) continue;
    const bool is_given = request.given
                              ? std::ranges::find(*request.given, one.name) != request.given->end()
                              : one.get(request) != one.get(by_default);
    if (is_given) continue;
    if (!one.set(found->second, request)) {
      return fail({.code = ErrorCode::kCorrupt,
                   .message = "the folder of the crawl keeps a value of this option that cannot be "
                              "one; give it again",
                   .about = std::string(one.name)});
    }
  }
  return {};
}

Result<void> take_kept_options(const std::string& folder, CrawlRequest& request) {
  const std::string path = folder + "/state.sqlite";
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  COCITE_TRY(const KeptOptions kept, CrawlState::read_options(path));
  return use_options(kept, request);
}

}  // namespace cocite::crawl
