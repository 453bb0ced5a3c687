#include "serve/response_head.h"

#include <array>
#include <ctime>

#include "serve/problem.h"

namespace cocite::serve {
namespace {

// Fri, 16 Nov 2026 03:00:00 GMT: made once a second and thread.
const std::string& date_text() {
  thread_local std::time_t made_at = 0;
  thread_local std::string text;
  const std::time_t now = std::time(nullptr);
  if (now == made_at) return text;
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 40> room{};
  const size_t size = std::strftime(room.data(), room.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  text.assign(room.data(), size);
  made_at = now;
  return text;
}

}  // namespace

std::string head_of(const Response& response, bool keeps_alive) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + ' ';
  head.reserve(1024);
  head += reason_phrase(response.status);
  head += "\r\nDate: ";
  head += date_text();
  head += "\r\nServer: cocite\r\n";
  if (!response.type.empty()) {
    head += "Content-Type: ";
    head += response.type;
    head += "\r\n";
  }
  // 204 and 304 have no body and say nothing about one.
  if (response.status != 204 && response.status != 304) {
    head += "Content-Length: ";
    head += std::to_string(response.body ? response.body->size() : 0);
    head += "\r\n";
  }
  head += response.headers;
  if (!keeps_alive) head += "Connection: close\r\n";
  head += "\r\n";
  return head;
}

}  // namespace cocite::serve
