// A service with stores of its own, asked without a network: for the tests of this folder.
//
//   class Mine : public ServiceTest {};
//   start();
//   get("/api/info").status
//
// One thread.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "serve/service.h"
#include "serve/testing_stores.h"

namespace cocite::serve {

class ServiceTest : public ::testing::Test {
 protected:
  void start() {
    start({folder_.make("fruit", kFruit), folder_.make("other", "x.example\ty.example\n")});
  }
  void start(std::vector<std::string> stores) {
    options_.stores = std::move(stores);
    stores_ = StoreSet::open(options_.stores, {}).value();
    stores_->refresh([](const std::string&) {});
    service_ = std::make_unique<Service>(options_, *stores_, pool_);
  }

  Response ask(Request request) {
    if (request.host.empty()) request.host = "localhost:8080";
    request.client = "127.0.0.1";
    Reply reply = service_->answer(request);
    if (reply.now) return *std::move(reply.now);
    std::promise<Response> promise;
    reply.start([&](Response response) { promise.set_value(std::move(response)); });
    return promise.get_future().get();
  }
  Response get(std::string_view target) { return ask({.target = target}); }
  static std::string body(const Response& response) {
    return response.body ? *response.body : std::string();
  }
  static std::string header(const Response& response, const std::string& name) {
    const size_t at = response.headers.find(name + ": ");
    if (at == std::string::npos) return "";
    const size_t begin = at + name.size() + 2;
    return response.headers.substr(begin, response.headers.find('\r', begin) - begin);
  }

  TestStores folder_;
  ServiceRequest options_;
  WorkerPool pool_{{.threads = 2}};
  std::unique_ptr<StoreSet> stores_;
  std::unique_ptr<Service> service_;
};

}  // namespace cocite::serve
