// A program outside the tree: the pages related to one, with reasons.
#include <iostream>

#include <cocite/engine.h>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto engine = cocite::Engine::open(argv[1]);
  if (!engine) return std::cerr << engine.error().message << '\n', 1;
  const auto answer = engine->related({.pages = {argv[2]}, .top = 3, .why = 1});
  if (!answer) return std::cerr << answer.error().message << '\n', 1;
  for (const cocite::RelatedItem& item : answer->items) std::cout << item.url << '\n';
}
