// What an Engine holds; for the files of this folder that implement its methods.
#pragma once

#include <cocite/engine.h>

#include "store/store.h"

namespace cocite {

struct Engine::State {
  store::Store store;
};

}  // namespace cocite
