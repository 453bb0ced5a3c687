// Compute-once values by name: the first caller computes a value while other callers of the same
// name wait for it. Callers of other names do not wait.
//
//   OnceMap<Table> tables;
//   COCITE_TRY(std::shared_ptr<const Table> table, tables.get("a", [] { return make_table(); }));
//
// A failed computation is not kept; the next caller retries. Any number of threads.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <cocite/result.h>

namespace cocite {

// How long a caller waits for a value that another thread computes.
struct Patience {
  // Asked every few milliseconds: true ends the wait, with kBusy. Empty: it lasts as long as it
  // takes.
  std::function<bool()> is_over = {};
  // What is not there yet is made on a thread of its own, so that also who asked first may stop
  // waiting. Then `make` and `then` own what they use, or it lives as long as the map.
  bool makes_aside = false;
};

template <class Value>
class OnceMap {
 public:
  using Pointer = std::shared_ptr<const Value>;
  using Make = std::function<Result<Value>()>;
  using Then = std::function<void(const Value& value)>;

  OnceMap() = default;
  OnceMap(const OnceMap&) = delete;
  OnceMap& operator=(const OnceMap&) = delete;
  // Waits for what is being made.
  ~OnceMap() {
    for (Maker& maker : makers_) maker.thread.join();
  }

  // `then` is called once, by the thread that made the value, after all waiting callers have it. An
  // exception of `make` reaches all waiting callers.
  [[nodiscard]] Result<Pointer> get(const std::string& name, const Make& make,
                                    const Patience& patience = {}, const Then& then = {}) {
    for (;;) {
      bool is_maker = false;
      const std::shared_ptr<Cell> cell = find(name, make, patience, then, is_maker);
      if (is_maker) fill(name, *cell, make, then);
      std::unique_lock lock(cell->mutex);
      while (!cell->is_done) {
        constexpr auto kPause = std::chrono::milliseconds(5);
        if (!patience.is_over) {
          cell->has_changed.wait(lock);
        } else if (patience.is_over()) {
          return fail(ErrorCode::kBusy,
                      "what '" + name + "' needs is still being made; try again in a moment");
        } else {
          cell->has_changed.wait_for(lock, kPause);
        }
      }
      if (cell->exception) std::rethrow_exception(cell->exception);
      if (cell->value) return cell->value;
      // The one who made it may have had less time; everybody hears only of his own failure.
      if (is_maker || patience.makes_aside) return tl::unexpected<Error>(cell->error);
    }
  }

 private:
  struct Cell {
    std::mutex mutex;
    std::condition_variable has_changed;
    bool is_done = false;
    Pointer value = nullptr;
    Error error = {};
    std::exception_ptr exception = nullptr;
  };

  struct Maker {
    std::thread thread = {};
    std::atomic<bool> has_ended = false;
  };

  std::shared_ptr<Cell> find(const std::string& name, const Make& make, const Patience& patience,
                             const Then& then, bool& is_maker) {
    const std::scoped_lock lock(mutex_);
    const auto found = cells_.find(name);
    if (found != cells_.end()) return found->second;
    join_ended_makers();
    const auto cell = std::make_shared<Cell>();
    const auto place = cells_.emplace(name, cell).first;
    is_maker = !patience.makes_aside;
    if (is_maker) return cell;
    // If no thread can be started, no caller may wait for it.
    try {
      Maker& maker = makers_.emplace_back();
      maker.thread = std::thread([this, name, cell, make, then, &maker] {
        fill(name, *cell, make, then);
        maker.has_ended = true;
      });
    } catch (...) {
      if (!makers_.empty() && !makers_.back().thread.joinable()) makers_.pop_back();
      cells_.erase(place);
      throw;
    }
    return cell;
  }

  // A thread that has ended keeps its stack until it is joined.
  void join_ended_makers() {
    std::erase_if(makers_, [](Maker& maker) {
      if (!maker.has_ended) return false;
      maker.thread.join();
      return true;
    });
  }

  void fill(const std::string& name, Cell& cell, const Make& make, const Then& then) {
    Pointer value;
    Error error;
    std::exception_ptr exception;
    try {
      Result<Value> made = make();
      if (made) {
        value = std::make_shared<const Value>(*std::move(made));
      } else {
        error = made.error();
      }
    } catch (...) {
      exception = std::current_exception();
    }
    if (!value) {
      const std::scoped_lock lock(mutex_);
      cells_.erase(name);
    }
    {
      const std::scoped_lock lock(cell.mutex);
      cell.value = value;
      cell.error = error;
      cell.exception = exception;
      cell.is_done = true;
    }
    cell.has_changed.notify_all();
    if (value && then) then(*value);
  }

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Cell>, std::less<>> cells_;
  std::list<Maker> makers_;
};

}  // namespace cocite
