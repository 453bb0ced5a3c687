// What an Engine holds: the opened store, the graphs made from it, and what was asked before; for the
// files of this folder that implement its methods. Any number of threads.
#pragma once

#include <memory>
#include <string>

#include <cocite/engine.h>

#include "answer/opened.h"
#include "base/once_map.h"
#include "sites/whats_related.h"

namespace cocite {

struct Engine::State : answer::Opened {
  using Opened::Opened;

  // Of What's Related.
  mutable sites::KeptSites similar_sites{1000};

  // What insights keep, each under a name of its own.
  mutable OnceMap<std::shared_ptr<const void>> insights;

  // The graphs of hosts and sites, made on first use.
  mutable OnceMap<Engine> inner;
};

// What functions outside of Engine ask it for; a friend of it.
struct EngineGraph {
  static const store::Store& store(const Engine& engine) { return engine.state_->store; }
  static const Engine::State& state(const Engine& engine) { return *engine.state_; }
};

}  // namespace cocite
