#include "cli/build_info.h"

#include <cocite/engine.h>
#include <cocite/version.h>

#include "cli/cocite_commit.h"

namespace cocite::cli {
namespace {

template <class Items>
std::string names_of(const Items& items) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : " ") + item.name;
  return text;
}

}  // namespace

std::string version_text() {
#if defined(__x86_64__)
  const std::string machine = "x86-64";
#elif defined(__aarch64__)
  const std::string machine = "arm64";
#else
  const std::string machine = "other";
#endif
  return std::string("cocite ") + version() + "\ncommit    " + kCommit + "\nmachine   " + machine +
         "\ncompiler  " + __VERSION__ + "\nlinked    " + COCITE_LINKED_AS + "\nexplorer  " +
         (COCITE_HAS_EXPLORER ? "yes" : "no") + "\nreads     " + names_of(import_formats()) +
         "\nwrites    " + names_of(export_formats()) + '\n';
}

}  // namespace cocite::cli
