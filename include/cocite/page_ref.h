// What every answer says of a page: its key, its address and what it is called.
//
//   struct HubItem : PageRef { uint64_t links = 0; };
//   hub.ref() = item.ref();
//
// Values: each thread its own.
#pragma once

#include <string>

namespace cocite {

struct PageRef {
  std::string key = {};
  std::string url = {};     // empty if names are not URLs
  std::string title = {};   // empty: not known
  std::string called = {};  // if it has no title: the anchor text that most hosts use

  [[nodiscard]] PageRef& ref() { return *this; }
  [[nodiscard]] const PageRef& ref() const { return *this; }
};

}  // namespace cocite
