#include <cocite/version.h>

namespace cocite {

const char* version() {
  return COCITE_VERSION;  // from project() in the top CMakeLists
}

}  // namespace cocite
