// The whole program: from the words of a command line to an exit code.
//
//   int main(int argc, char** argv) { return cocite::cli::run(argc, argv); }
//
// 0: done. 1: could not, and standard error says what, where and what to try. 2: wrong usage.
#pragma once

namespace cocite::cli {

[[nodiscard]] int run(int argc, const char* const* argv);

}  // namespace cocite::cli
