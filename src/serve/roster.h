// All open connections: which of them wait for their client, and which one is closed when a new one
// needs its place.
//
//   roster.enter(guest);                                  // idle until told otherwise
//   roster.set(guest, Doing::kTalking, now + 10s);        // then it is late
//   while (roster.staying() >= most && roster.make_room()) {}
//   roster.leave(guest);
//
// The place of a guest is never longer than the guest: leave() is called whatever happens. Any
// number of threads; hang_up() is called under the lock of the roster, and comes back at once.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>

namespace cocite::serve {

// Idle: no request has begun. Talking: it sends a request or takes an answer. Computing: it waits
// for us. Leaving: it was hung up, and is here until it has noticed.
enum class Doing : uint8_t { kIdle, kTalking, kComputing, kLeaving };

class Roster {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  class Guest {
   public:
    Guest() = default;
    Guest(const Guest&) = delete;
    Guest& operator=(const Guest&) = delete;
    virtual ~Guest() = default;
    // Closes the connection, soon. May be called more than once.
    virtual void hang_up() = 0;

   private:
    friend class Roster;
    Doing doing_ = Doing::kIdle;
    Time since_ = {};
    Time deadline_ = Time::max();
    std::list<Guest*>::iterator place_ = {};
  };

  void enter(Guest& guest, Time now = Clock::now());
  void leave(Guest& guest);
  // What it does from now on, and until when; one that is leaving stays so.
  void set(Guest& guest, Doing doing, Time deadline, Time now = Clock::now());

  // Hangs up the one that has kept us waiting longest: since it became idle, began its request, or
  // was sent its answer. False: there is none, all wait for us or are leaving.
  bool make_room();
  void hang_up_late(Time now = Clock::now());
  void hang_up_idle();

  [[nodiscard]] uint64_t size() const;
  [[nodiscard]] uint64_t staying() const;  // without those that are leaving

 private:
  static constexpr size_t kKinds = 4;
  using List = std::list<Guest*>;
  [[nodiscard]] List& list_of(Doing doing) { return lists_[static_cast<size_t>(doing)]; }
  void move(Guest& guest, Doing doing);
  void let_go(Guest& guest);

  mutable std::mutex mutex_;
  std::array<List, kKinds> lists_;  // each in the order of Guest::since_
};

}  // namespace cocite::serve
