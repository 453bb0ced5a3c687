#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

#include <unistd.h>

#include <cocite/output.h>
#include <cocite/service.h>
#include <cocite/text_file.h>

#include "api/service_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/output.h"
#include "cli/stop.h"

namespace cocite::cli {
namespace {

struct Options {
  ServiceRequest request;
  std::string token_file;
  std::string owner_token_file;
  bool describes = false;   // only print the description of the service
  bool asks_ready = false;  // only ask a running service whether it is ready
};

std::atomic<bool> reload_wanted = false;

void want_reload(int /*signal*/) {
  reload_wanted.store(true, std::memory_order_relaxed);
}

void write_line(std::string_view line) {
  std::string text(line);
  text += '\n';
  // Whole lines in one go, also when several threads write; what cannot be written is lost.
  static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
}

Result<void> read_token(const std::string& path, std::string& token) {
  constexpr uint64_t kLongest = 1U << 16;
  COCITE_TRY(token, read_text_file(path, {.stop = stop_on_signals(), .max_bytes = kLongest}));
  token.resize(std::min(token.find('\n'), token.size()));
  while (!token.empty() && (token.back() == '\r' || token.back() == ' ')) token.pop_back();
  constexpr size_t kShortest = 16;
  if (token.size() < kShortest) {
    return fail(ErrorCode::kInvalidArgument,
                path +
                    ": a token of less than 16 characters can be guessed; try: openssl rand "
                    "-hex 32 > " +
                    path);
  }
  return {};
}

bool is_loopback(const std::string& listen) {
  return listen.starts_with("127.") || listen.starts_with("[::1]") ||
         listen.starts_with("localhost:");
}

Result<void> serve(Options& options) {
  ServiceRequest& request = options.request;
  if (options.describes) {
    standard_output().write(service_description() + '\n');
    return {};
  }
  if (options.asks_ready) return check_ready(request.listen);
  if (request.stores.empty()) {
    return fail(ErrorCode::kInvalidArgument, "STORE is missing: cocite serve web.cocite");
  }
  request.stop = stop_on_signals();
  struct sigaction action {};
  action.sa_handler = want_reload;
  action.sa_flags = SA_RESTART;
  sigaction(SIGHUP, &action, nullptr);
  request.reload = &reload_wanted;
  if (!options.token_file.empty()) {
    COCITE_CHECK(read_token(options.token_file, request.token));
  }
  if (!options.owner_token_file.empty()) {
    if (request.studies.empty()) {
      return fail(ErrorCode::kInvalidArgument, "--owner-token-file: goes with --studies FILE");
    }
    COCITE_CHECK(read_token(options.owner_token_file, request.owner_token));
  }
  // Studies may be there; what is no file for them says so when it is opened.
  if (!request.studies.empty()) COCITE_CHECK(check_output(request.studies, {.force = true}));
  request.log = write_line;
  request.started = [&](const std::string& address) {
    write_line("cocite: serving at http://" + address + "/");
    if (!is_loopback(request.listen)) {
      write_line(
          "cocite: anyone who can reach this machine at that address can read these stores" +
          std::string(request.token.empty() ? "" : " if they know the token") +
          "; what is sent is not encrypted. Put a server with TLS before it where that matters.");
    }
  };
  return run_service(request);
}

constexpr auto kOptions = api::options(
    api::option("token_file", &Options::token_file,
                "a file whose first line clients must send: Authorization: Bearer TOKEN")
        .stands("FILE"),
    api::option("owner_token_file", &Options::owner_token_file,
                "a file whose first line opens the studies to their owner")
        .stands("FILE")
        .otherwise("a new token, printed at the start"),
    api::option("openapi", &Options::describes,
                "print what can be asked and what is answered, as OpenAPI, and end"),
    api::option("is_ready", &Options::asks_ready,
                "ask the service that runs at --listen whether it is ready, and end: code 0 if so")
        .expert());

}  // namespace

void add_serve(Commands& commands) {
  auto options = std::make_shared<Options>();
  ServiceRequest& request = options->request;
  Command command = commands.add(
      "serve", "serve the explorer and every question over HTTP",
      "cocite serve web.cocite\n"
      "cocite serve web.cocite wiki.cocite --listen 127.0.0.1:9000\n"
      "cocite serve web.cocite --listen 0.0.0.0:8080 --token-file token --rate 20\n"
      "cocite serve web.cocite --studies studies.sqlite --owner-token-file owner\n"
      "curl 'http://127.0.0.1:8080/api/related?page=www.example.com/a&by=cocitation'\n"
      "\n"
      "It listens on 127.0.0.1, where only this machine can ask. A store that is replaced, or "
      "gets\n"
      "new columns, is picked up by itself (at once with SIGHUP); SIGTERM answers what was asked\n"
      "and ends. What can be asked: docs/api.md, and /openapi.json while it runs.");
  command.optional_arguments(
      "STORE", request.stores,
      "stores; web.cocite is asked for as store=web, the first is the default");
  add_options(command, api::kListenOption, request);
  add_options(command, api::kServeOptions, request);
  add_options(command, kOptions, *options);
  command.on([options] { return serve(*options); });
}

}  // namespace cocite::cli
