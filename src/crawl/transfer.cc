#include "crawl/transfer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <mutex>
#include <unordered_map>
#include <utility>

#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/ip_address.h"
#include "crawl/curl_library.h"
#include "crawl/public_address.h"
#include "url/url.h"

namespace cocite::crawl {
namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t kMaxHeadBytes = 256 << 10;

// REQUIRES: CurlLibrary::open() was good, which Transfers::create() sees to.
const CurlLibrary& curl() {
  return CurlLibrary::get();
}

Failure failure_of(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return Failure::kNone;
    case CURLE_COULDNT_RESOLVE_HOST:
      return Failure::kName;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
      return Failure::kConnect;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
      return Failure::kTls;
    case CURLE_OPERATION_TIMEDOUT:
      return Failure::kTime;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:  // what came has no status line
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_WRITE_ERROR:
      return Failure::kProtocol;
    default:
      return Failure::kOther;
  }
}

struct Slist {
  curl_slist* list = nullptr;
  Slist() = default;
  Slist(const Slist&) = delete;
  Slist& operator=(const Slist&) = delete;
  ~Slist() { curl().slist_free_all(list); }
  void add(const std::string& line) { list = curl().slist_append(list, line.c_str()); }
};

class CurlTransfers;

struct Exchange {
  const TransferOptions* options = nullptr;
  CURL* handle = nullptr;
  uint64_t tag = 0;
  Slist headers;
  Response response;
  Clock::time_point begin;
  bool met_private = false;
  bool is_head_done = false;
  std::array<char, CURL_ERROR_SIZE> message{};
};

size_t take_head(char* bytes, size_t /*one*/, size_t size, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  std::string& head = exchange.response.head;
  const std::string_view line(bytes, size);
  // A "100 Continue" or another interim response is followed by the real one.
  if (line.starts_with("HTTP/")) {
    head.clear();
    exchange.is_head_done = false;
  }
  if (exchange.is_head_done) return size;  // fields behind the body
  if (head.size() + size > kMaxHeadBytes) return 0;
  head += line;
  exchange.is_head_done = line == "\r\n" || line == "\n";
  return size;
}

size_t take_body(char* bytes, size_t /*one*/, size_t size, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  const uint64_t most = exchange.options->max_body_bytes;
  std::string& body = exchange.response.body;
  const size_t fits = std::min<uint64_t>(size, most - body.size());
  body.append(bytes, fits);
  if (fits < size) exchange.response.is_cut = true;
  return fits;  // less than size: curl ends the exchange
}

curl_socket_t open_socket(void* data, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(data);
  // The address of a proxy is the user's own choice.
  const bool is_checked = !exchange.options->allow_private && exchange.options->proxy.empty();
  if (is_checked && !is_public_address(address->addr)) {
    exchange.met_private = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

class CurlTransfers final : public Transfers {
 public:
  explicit CurlTransfers(const TransferOptions& options)
      : options_(options),
        multi_(curl().multi_init()),
        timer_(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {
    for (const std::string& one : options_.connect_to) connect_to_.add(one);
    curl().multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(options_.max_connections));
    curl().multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS,
                        static_cast<long>(options_.max_connections));
  }
  CurlTransfers(const CurlTransfers&) = delete;
  CurlTransfers& operator=(const CurlTransfers&) = delete;
  ~CurlTransfers() override {
    for (auto& [handle, exchange] : under_way_) curl().multi_remove_handle(multi_, handle);
    for (auto& [handle, exchange] : under_way_) curl().easy_cleanup(handle);
    for (CURL* handle : idle_) curl().easy_cleanup(handle);
    curl().multi_cleanup(multi_);
    if (timer_ >= 0) ::close(timer_);
  }

  void start(uint64_t tag, const std::string& url,
             const std::vector<std::string>& headers) override {
    CURL* handle = nullptr;
    if (idle_.empty()) {
      handle = curl().easy_init();
      if (handle == nullptr) throw std::bad_alloc();
      set_once(handle);
    } else {
      handle = idle_.back();
      idle_.pop_back();
    }
    auto exchange = std::make_unique<Exchange>();
    exchange->options = &options_;
    exchange->handle = handle;
    exchange->tag = tag;
    exchange->begin = Clock::now();
    exchange->response.date = static_cast<uint32_t>(std::time(nullptr));
    if (const auto parsed = url::Url::parse(url)) {
      const RequestHeaders::Lines lines = options_.headers.lines(*parsed, headers);
      for (const std::string& line : lines.sent) exchange->headers.add(line);
      exchange->response.request = request_head(*parsed, lines.archived);
      exchange->met_private = is_refused(*parsed);
    }
    if (exchange->met_private) {
      exchange->response.failure = Failure::kPrivate;
      exchange->response.detail = "not asked of the proxy";
      idle_.push_back(handle);
      refused_.push_back(std::move(exchange));
      return;
    }
    curl().easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl().easy_setopt(handle, CURLOPT_HTTPHEADER, exchange->headers.list);
    curl().easy_setopt(handle, CURLOPT_HEADERDATA, exchange.get());
    curl().easy_setopt(handle, CURLOPT_WRITEDATA, exchange.get());
    curl().easy_setopt(handle, CURLOPT_OPENSOCKETDATA, exchange.get());
    curl().easy_setopt(handle, CURLOPT_ERRORBUFFER, exchange->message.data());
    curl().multi_add_handle(multi_, handle);
    under_way_.emplace(handle, std::move(exchange));
  }

  void wait(double most_s, const Use& use) override {
    int running = 0;
    curl().multi_perform(multi_, &running);
    const size_t refused = refused_.size();
    for (auto& exchange : std::exchange(refused_, {})) {
      use(exchange->tag, std::move(exchange->response));
    }
    if (hand_over(use) + refused > 0 || most_s <= 0) return;
    // curl waits for whole milliseconds, which is long beside a pause of a few.
    const auto seconds = static_cast<time_t>(most_s);
    const double rest_ns = (most_s - static_cast<double>(seconds)) * 1e9;
    const itimerspec until{.it_interval = {},
                           .it_value = {seconds, std::max(1L, static_cast<long>(rest_ns))}};
    timerfd_settime(timer_, 0, &until, nullptr);
    curl_waitfd timer{.fd = timer_, .events = CURL_WAIT_POLLIN, .revents = 0};
    curl().multi_poll(multi_, &timer, 1, static_cast<int>(most_s * 1000) + 1, nullptr);
    curl().multi_perform(multi_, &running);
    hand_over(use);
  }
  void wake() override { curl().multi_wakeup(multi_); }
  [[nodiscard]] size_t active() const override { return under_way_.size() + refused_.size(); }

 private:
  // With a proxy only the proxy resolves names; numeric private addresses are refused here.
  [[nodiscard]] bool is_refused(const url::Url& url) const {
    if (options_.proxy.empty() || options_.allow_private) return false;
    std::string host(url.host());
    if (host == "localhost" || host.ends_with(".localhost")) return true;
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    const auto address = IpAddress::parse(host);
    return address && !is_public_address(host);
  }

  void set_once(CURL* handle) {
    curl().easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl().easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl().easy_setopt(handle, CURLOPT_PROXY, options_.proxy.c_str());  // "": nor the environment's
    curl().easy_setopt(handle, CURLOPT_NOPROXY, "");
    curl().easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl().easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    curl().easy_setopt(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    curl().easy_setopt(handle, CURLOPT_HTTP_CONTENT_DECODING, 0L);
    curl().easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_head);
    curl().easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
    curl().easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl().easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl().easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    curl().easy_setopt(handle, CURLOPT_TCP_NODELAY, 1L);
    curl().easy_setopt(handle, CURLOPT_MAXAGE_CONN, 60L);
    const auto ms = [](double seconds) { return static_cast<long>(seconds * 1000); };
    curl().easy_setopt(handle, CURLOPT_TIMEOUT_MS, ms(options_.timeout_s));
    curl().easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, ms(options_.connect_timeout_s));
    if (connect_to_.list != nullptr) {
      curl().easy_setopt(handle, CURLOPT_CONNECT_TO, connect_to_.list);
    }
    const std::string trusted =
        options_.ca_file.empty() ? CurlLibrary::certificates() : options_.ca_file;
    if (!trusted.empty()) curl().easy_setopt(handle, CURLOPT_CAINFO, trusted.c_str());
  }

  // What curl sends over HTTP/1.1, for the archive.
  static std::string request_head(const url::Url& url, const std::vector<std::string>& lines) {
    std::string head = "GET " + std::string(url.path()) + std::string(url.query()) +
                       " HTTP/1.1\r\nHost: " + std::string(url.host());
    if (!url.port().empty()) head += ":" + std::string(url.port());
    head += "\r\n";
    for (const std::string& line : lines) head += line + "\r\n";
    return head + "\r\n";
  }

  size_t hand_over(const Use& use) {
    size_t finished = 0;
    int left = 0;
    while (const CURLMsg* message = curl().multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* const handle = message->easy_handle;
      const CURLcode code = message->data.result;
      const auto found = under_way_.find(handle);
      const std::unique_ptr<Exchange> exchange = std::move(found->second);
      under_way_.erase(found);
      finish(*exchange, code);
      curl().multi_remove_handle(multi_, handle);
      idle_.push_back(handle);
      ++finished;
      use(exchange->tag, std::move(exchange->response));
    }
    return finished;
  }

  static void finish(Exchange& exchange, CURLcode code) {
    Response& response = exchange.response;
    response.seconds = std::chrono::duration<double>(Clock::now() - exchange.begin).count();
    long status = 0;
    curl().easy_getinfo(exchange.handle, CURLINFO_RESPONSE_CODE, &status);
    long version = 0;
    curl().easy_getinfo(exchange.handle, CURLINFO_HTTP_VERSION, &version);
    response.is_http2 = version == CURL_HTTP_VERSION_2_0;
    char* ip = nullptr;
    curl().easy_getinfo(exchange.handle, CURLINFO_PRIMARY_IP, &ip);
    if (ip != nullptr && exchange.options->proxy.empty())
      response.ip = ip;  // else it is the proxy's
    response.status = static_cast<int>(status);
    const bool was_cut_by_us = response.is_cut && code == CURLE_WRITE_ERROR;
    if (code == CURLE_OK || was_cut_by_us) return;
    response.failure = exchange.met_private ? Failure::kPrivate : failure_of(code);
    response.detail =
        exchange.message[0] != '\0' ? exchange.message.data() : curl().easy_strerror(code);
    if (exchange.is_head_done && !response.body.empty()) response.partial_status = response.status;
    response.status = 0;
  }

  TransferOptions options_;
  CURLM* multi_;
  int timer_;  // ends a wait in time
  Slist connect_to_;
  std::unordered_map<CURL*, std::unique_ptr<Exchange>> under_way_;
  std::vector<CURL*> idle_;
  std::vector<std::unique_ptr<Exchange>> refused_;  // without having been asked for
};

}  // namespace

std::string_view failure_name(Failure failure) {
  static constexpr std::array<std::string_view, kFailures> kNames = {
      "none",      "no such host", "no connection",   "bad certificate",
      "timed out", "bad answer",   "private address", "other"};
  return kNames[static_cast<size_t>(failure)];
}

// Its address is not quoted: it may hold a password.
Result<void> check_proxy(const std::string& proxy) {
  if (proxy.empty()) return {};
  std::string_view rest = proxy;
  if (const size_t end = rest.find("://"); end != std::string_view::npos) {
    constexpr std::array<std::string_view, 6> kSchemes = {"http",    "https",  "socks4",
                                                          "socks4a", "socks5", "socks5h"};
    const std::string_view scheme = rest.substr(0, end);
    if (std::ranges::find(kSchemes, scheme) == kSchemes.end()) {
      return fail(
          {.message =
               "the address of a proxy begins with http, https, socks4, socks4a, socks5 or socks5h",
           .about = "proxy"});
    }
    rest.remove_prefix(end + 3);
  }
  if (!url::Url::parse("http://" + std::string(rest))) {
    return fail({.message = "is not the address of a proxy, such as http://proxy.example.org:3128",
                 .about = "proxy"});
  }
  return {};
}

Result<std::unique_ptr<Transfers>> Transfers::create(const TransferOptions& options) {
  COCITE_CHECK(CurlLibrary::open());
  static std::once_flag once;
  static CURLcode started = CURLE_OK;
  std::call_once(once, [] { started = curl().global_init(CURL_GLOBAL_DEFAULT); });
  if (started != CURLE_OK) {
    return fail(ErrorCode::kUnsupported,
                std::string("libcurl does not start: ") + curl().easy_strerror(started));
  }
  return std::unique_ptr<Transfers>(std::make_unique<CurlTransfers>(options));
}

}  // namespace cocite::crawl
