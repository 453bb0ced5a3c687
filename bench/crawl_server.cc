// A web of any size on 127.0.0.1, made up as it is asked for, to measure a crawler on.
//
//   crawl_server 8123 1000000 64 &
//   cocite crawl http://h0.test/p/0 --any-host --contact me --delay 0 --allow-private --quiet
//       --connect-to ::127.0.0.1:8123 --out /tmp/x.crawl
//
// Arguments: port, pages, hosts. Page n is on host n % hosts and links to 2n+1, 2n+2 and eight
// others. One thread, HTTP/1.1 with connections that stay open. Ends after a minute without a
// request, or at SIGTERM.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/hash.h"

namespace {

struct Web {
  uint64_t pages = 0;
  uint64_t hosts = 1;
};

void put_link(const Web& web, uint64_t page, std::string& to) {
  if (page >= web.pages) return;
  to += "<li><a href=\"http://h" + std::to_string(page % web.hosts) + ".test/p/" +
        std::to_string(page) + "\">page number " + std::to_string(page) + "</a></li>\n";
}

std::string answer(const Web& web, std::string_view path) {
  std::string body;
  std::string_view status = "200 OK";
  std::string_view type = "text/html";
  if (path.starts_with("/p/")) {
    const uint64_t page = std::strtoull(std::string(path.substr(3)).c_str(), nullptr, 10);
    body = "<!doctype html><html><head><title>Page " + std::to_string(page) +
           "</title></head><body><h1>Page " + std::to_string(page) + "</h1><ul>\n";
    put_link(web, 2 * page + 1, body);
    put_link(web, 2 * page + 2, body);
    for (uint64_t i = 0; i < 8; ++i) put_link(web, cocite::mix(page * 8 + i) % web.pages, body);
    body += "</ul>";
    for (uint64_t i = 0; i < 40; ++i) {
      body += "<p>Words number " + std::to_string(cocite::mix(page + i) % 1000) +
              " of this page say little.</p>\n";
    }
    body += "</body></html>\n";
  } else if (path == "/robots.txt") {
    body = "User-agent: *\nDisallow: /private\n";
    type = "text/plain";
  } else {
    status = "404 Not Found";
    body = "nothing";
  }
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: " + std::string(type) +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("crawl_server PORT PAGES HOSTS\n", stderr);
    return 2;
  }
  const Web web{std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10)};
  const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  const int one = 1;
  ::setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(std::atoi(argv[1])));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(server, 1024) != 0) {
    std::perror("crawl_server");
    return 1;
  }
  const int poll = ::epoll_create1(0);
  epoll_event event{.events = EPOLLIN, .data = {.fd = server}};
  ::epoll_ctl(poll, EPOLL_CTL_ADD, server, &event);
  std::unordered_map<int, std::string> open;
  std::array<epoll_event, 256> events{};
  std::array<char, 1 << 16> room{};
  for (;;) {
    constexpr int kPatienceMs = 60'000;
    const int ready = ::epoll_wait(poll, events.data(), events.size(), kPatienceMs);
    if (ready <= 0) return 0;
    for (int i = 0; i < ready; ++i) {
      const int file = events[static_cast<size_t>(i)].data.fd;
      if (file == server) {
        const int client = ::accept(server, nullptr, nullptr);
        if (client < 0) continue;
        ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        epoll_event more{.events = EPOLLIN, .data = {.fd = client}};
        ::epoll_ctl(poll, EPOLL_CTL_ADD, client, &more);
        open[client].clear();
        continue;
      }
      const ssize_t got = ::read(file, room.data(), room.size());
      if (got <= 0) {
        ::close(file);
        open.erase(file);
        continue;
      }
      std::string& request = open[file];
      request.append(room.data(), static_cast<size_t>(got));
      for (size_t end = request.find("\r\n\r\n"); end != std::string::npos;
           end = request.find("\r\n\r\n")) {
        const size_t begin = request.find(' ') + 1;
        const std::string path = request.substr(begin, request.find(' ', begin) - begin);
        const std::string said = answer(web, path);
        // Small enough for the socket's buffer.
        static_cast<void>(!::write(file, said.data(), said.size()));
        request.erase(0, end + 4);
      }
    }
  }
}
