#include "cli/program.h"

int main(int argc, char** argv) {
  return cocite::cli::run(argc, argv);
}
