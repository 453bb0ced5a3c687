// What robots.txt files allow, for comparing with other people's parsers (bench/compare_robots.py).
//
//   robots_answers < cases
//
// A case is a line "BYTES PRODUCT PATH" and BYTES bytes of a file; for each a line: 1 or 0.
#include <cstdio>
#include <iostream>
#include <string>

#include "crawl/robots.h"

int main() {
  std::ios::sync_with_stdio(false);
  size_t bytes = 0;
  std::string product;
  std::string path;
  while (std::cin >> bytes >> product && std::getline(std::cin, path)) {
    std::string file(bytes, '\0');
    std::cin.read(file.data(), static_cast<std::streamsize>(bytes));
    const auto robots = cocite::crawl::Robots::parse(file, product);
    std::cout << (robots.allows(path.substr(1)) ? "1\n" : "0\n");
  }
}
