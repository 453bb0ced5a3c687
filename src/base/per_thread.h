// One object for each thread, kept until that ends.
//
//   PageMap<uint32_t>& scores = per_thread<PageMap<uint32_t>, struct Scores>();
//
// Not a thread_local where it is used: in a library that is loaded at run time, as Python's module is, the address of
// one is a call, and compilers make that call again at every use, in inner loops too. Here it is made once.
#pragma once

namespace cocite {

// `Name` tells objects of one type apart.
template <class Kept, class Name = Kept>
[[gnu::noinline]] Kept& per_thread() {
  thread_local Kept kept;
  return kept;
}

}  // namespace cocite
