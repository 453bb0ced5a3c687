// From a request to a response: who may ask, what for, and from where the answer comes.
//
//   Service service(request, stores, pool);
//   Reply reply = service.answer(http_request);
//
// In turn: host name, rate, token, route, parameters, store; then "you have it already" (ETag), the
// cache, and last a thread of the pool. Any number of threads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <cocite/service.h>

#include "serve/access_log.h"
#include "serve/answer_cache.h"
#include "serve/http_server.h"
#include "serve/metrics.h"
#include "serve/rate_limit.h"
#include "serve/route.h"
#include "serve/store_set.h"
#include "serve/study_route.h"
#include "serve/worker_pool.h"
#include "study/desk.h"

namespace cocite::serve {

// The text of an answer, its type and name; packed, if it is worth it.
void put_content(Response& response, Answer& answer, bool wants_gzip);

// What `respond` gives; where it throws, 503 for want of memory, else 500. Does not throw.
[[nodiscard]] Response rescued(const std::function<Response()>& respond);

class Service final : public Handler {
 public:
  // All stay while the service lives.
  Service(const ServiceRequest& options, StoreSet& stores, WorkerPool& pool,
          study::StudyDesk* studies = nullptr);

  [[nodiscard]] Reply answer(const Request& request) override;
  [[nodiscard]] std::optional<Response> refuse_early(Request& head) override;
  [[nodiscard]] Response refuse(unsigned status, std::string_view why) override;
  void connected() override;
  void disconnected() override;

  // A store was replaced: what it answered is worth nothing now.
  void forget_answers() { cache_.clear(); }
  // Begins the shutdown: /readyz fails, so that load balancers send no more.
  void begin_end() { is_ending_ = true; }
  [[nodiscard]] AccessLog& access_log() { return access_log_; }

 private:
  struct Asked;  // a request of the API, checked
  struct Split;
  using Begin = Clock::time_point;

  [[nodiscard]] static Split split(std::string_view target);
  // Host, rate, token, method: all checks that need only the headers.
  [[nodiscard]] std::optional<Response> refusal_of(const Request& request, std::string_view path,
                                                   Begin begin);
  [[nodiscard]] std::optional<Response> study_refusal_of(const Request& request,
                                                         std::string_view path) const;
  [[nodiscard]] Reply answer_checked(const Request& request, std::string_view path,
                                     std::string_view query, Begin begin);
  [[nodiscard]] Reply answer_api(const Request& request, const Route& route, std::string_view query,
                                 Begin begin);
  [[nodiscard]] Reply answer_study(const Request& request, std::string_view path,
                                   std::string_view query, Begin begin);
  [[nodiscard]] Reply make_study(const Request& request, std::shared_ptr<StudyCall> call,
                                 Begin begin);
  [[nodiscard]] std::optional<Response> mcp_refusal_of(const Request& request) const;
  [[nodiscard]] Reply answer_mcp(const Request& request, Begin begin);
  [[nodiscard]] Response compute(const Asked& asked, const Turn& turn);
  [[nodiscard]] Response answer_static(const Request& request, std::string_view path,
                                       std::string_view query) const;
  [[nodiscard]] std::optional<std::string> trouble_of_view(std::string_view path,
                                                           std::string_view query) const;
  [[nodiscard]] std::optional<Error> trouble_of_page(std::string_view query) const;
  [[nodiscard]] Response stores_list() const;
  [[nodiscard]] Response metrics_text() const;
  [[nodiscard]] bool knows_host(std::string_view host) const;
  [[nodiscard]] bool may_ask(std::string_view authorization) const;
  // Headers that all have; the count and the line in the log.
  [[nodiscard]] Response finished(Response response, const Request& request, const Route* route,
                                  std::string_view by, Begin begin);
  [[nodiscard]] std::string cors_headers(std::string_view origin) const;

  const ServiceRequest* options_;
  StoreSet* stores_;
  WorkerPool* pool_;
  study::StudyDesk* studies_;  // nullptr: there are none
  AnswerCache cache_;
  RateLimit rate_limit_;
  Metrics metrics_;
  AccessLog access_log_;
  Body openapi_;
  bool checks_hosts_ = true;
  std::atomic<bool> is_ending_ = false;
};

}  // namespace cocite::serve
