// Long work on a thread of its own, while the thread that waits for it lets Python go on: it hears
// Ctrl-C, and reports progress.
//
//   auto report = interruptible<Answer>(progress, [&](const Limits& limits) { return run(limits); });
//
// With the GIL held; it is released meanwhile.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <nanobind/nanobind.h>

#include "api/question.h"

namespace cocite::python {

namespace nb = nanobind;

// The latest progress of the worker, until it is read.
class Told {
 public:
  void tell(const Progress& progress) {
    const std::scoped_lock lock(mutex_);
    latest_ = progress;
  }
  [[nodiscard]] std::optional<Progress> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(latest_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<Progress> latest_;
};

// Calls progress(stage, done, total, unit, detail), unless it is None.
void show(const nb::object& progress, const Progress& told);

// `also_stop`, if any, is set as well on an interrupt, for work that already has a pointer to it.
template <class Value, class Work>
Result<Value> interruptible(const nb::object& progress, const Work& work,
                            std::atomic<bool>* also_stop = nullptr) {
  std::atomic<bool> stop{false};
  Told told;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Result<Value>> result;
  std::exception_ptr failure;
  bool is_done = false;
  const api::Limits limits{.stop = &stop,
                           .caller = api::Caller::kHere,
                           .progress = [&](const Progress& one) { told.tell(one); }};
  std::thread worker([&] {
    try {
      result.emplace(work(limits));
    } catch (...) {
      failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex);
    is_done = true;
    changed.notify_one();
  });
  std::optional<nb::python_error> interrupted;
  while (true) {
    bool is_over = false;
    {
      const nb::gil_scoped_release released;
      std::unique_lock lock(mutex);
      is_over = changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return is_done; });
    }
    if (is_over) break;
    if (interrupted) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (const auto latest = told.take()) show(progress, *latest);
    } catch (nb::python_error& error) {
      interrupted.emplace(std::move(error));
      stop = true;
      if (also_stop != nullptr) *also_stop = true;
    }
  }
  worker.join();
  if (interrupted) {
    if (also_stop != nullptr) *also_stop = false;
    throw std::move(*interrupted);
  }
  if (failure) std::rethrow_exception(failure);
  return *std::move(result);
}

}  // namespace cocite::python
