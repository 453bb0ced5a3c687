// How far a long piece of work is.
//
//   request.progress = [](const Progress& now) { show(now.stage, now.done, now.total); };
//
// A value: each thread its own.
#pragma once

#include <cstdint>
#include <string>

namespace cocite {

struct Progress {
  std::string stage = {};   // "reading", "sorting keys", "packing links"
  uint64_t done = 0;        // of `total`, in `unit`
  uint64_t total = 0;       // 0: not known
  std::string unit = {};    // "bytes", "links", "pages"
  uint64_t links = 0;       // read so far
  std::string detail = {};  // more about it, for people: "iteration 17, residual 3.1e-05"
};

}  // namespace cocite
