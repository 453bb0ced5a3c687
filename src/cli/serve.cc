#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include <unistd.h>

#include <cocite/output.h>
#include <cocite/service.h>

#include "cli/command.h"
#include "cli/stop.h"

namespace cocite::cli {
namespace {

struct Options {
  ServiceRequest request;
  std::string token_file;
  std::string owner_token_file;
  bool describes = false;  // only print the description of the service
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
  std::ifstream file(path);
  if (!file || !std::getline(file, token)) {
    return fail(ErrorCode::kNotFound, path + ": cannot read a token; it is the file's first line");
  }
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

}  // namespace

void add_serve(Commands& commands) {
  auto options = std::make_shared<Options>();
  ServiceRequest& request = options->request;
  Command command = commands.add(
      "serve", "the explorer in the browser, and all of this over HTTP",
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
  command.text("--listen", request.listen,
               "where (default 127.0.0.1:8080); 0.0.0.0:8080: anyone who can reach this "
               "machine may ask, unencrypted",
               "ADDRESS:PORT");
  command.threads(request.threads);
  command.size("--cache", request.cache_bytes, "memory for answers (default 64M; 0: none)");
  command.count("--queue", request.queue,
                "how many requests may wait for a thread; more are refused (default 1000)");
  command.count("--deadline-ms", request.deadline_ms,
                "for a request; then the best answer so far (default 2000)");
  command.count("--connections", request.max_connections,
                "how many at once; the longest idle one makes room (default 20000)");
  command.count("--idle-seconds", request.idle_seconds,
                "close a connection without a request after N seconds (default 60)");
  command.count("--drain-seconds", request.drain_seconds,
                "after SIGTERM, for requests under way (default 10)");
  command.count("--rank-links", request.max_rank_links,
                "ranks of stores with more links come from saved columns only (default 20000000)");
  command.flag("--save-notes", request.save_notes,
               "save what a large store needs on first use in the store (default: nothing is "
               "written)");
  command.number("--rate", request.rate, "requests a second of one client (default 0: any number)");
  command.text("--token-file", options->token_file,
               "a file whose first line clients must send: Authorization: Bearer TOKEN", "FILE");
  command.text("--studies", request.studies,
               "a file that keeps blind studies, made if it is not there; then only those with a "
               "token may ask the methods",
               "FILE");
  command.text("--owner-token-file", options->owner_token_file,
               "a file whose first line opens the studies to their owner (default: a new token, "
               "printed at the start)",
               "FILE");
  command.texts("--cors", request.cors,
                "pages of this origin may ask, such as https://www.example.com; * for all; "
                "repeatable",
                "ORIGIN");
  command.texts("--host", request.host_names,
                "a name that clients call this service by, where it listens on a loopback address "
                "behind another server; * for any; repeatable",
                "NAME");
  command.one_of<AccessLogKind>(
      "--access-log",
      {{"full", AccessLogKind::kFull},
       {"short", AccessLogKind::kShort},
       {"off", AccessLogKind::kOff}},
      request.access_log,
      "on standard error: full; short leaves out addresses and queries; off (default full)",
      "WORD");
  command.flag("--openapi", options->describes,
               "print what can be asked and what is answered, as OpenAPI, and end");
  command.on([options] { return serve(*options); });
}

}  // namespace cocite::cli
