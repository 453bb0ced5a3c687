#include "serve/roster.h"

namespace cocite::serve {

void Roster::enter(Guest& guest, Time now) {
  const std::scoped_lock lock(mutex_);
  List& idle = list_of(Doing::kIdle);
  guest.place_ = idle.insert(idle.end(), &guest);
  guest.doing_ = Doing::kIdle;
  guest.since_ = now;
}

void Roster::leave(Guest& guest) {
  const std::scoped_lock lock(mutex_);
  list_of(guest.doing_).erase(guest.place_);
}

void Roster::move(Guest& guest, Doing doing) {
  List& to = list_of(doing);
  to.splice(to.end(), list_of(guest.doing_), guest.place_);
  guest.doing_ = doing;
}

void Roster::set(Guest& guest, Doing doing, Time deadline, Time now) {
  const std::scoped_lock lock(mutex_);
  if (guest.doing_ == Doing::kLeaving) return;
  guest.since_ = now;
  guest.deadline_ = deadline;
  move(guest, doing);
}

// First the call, which may fail for want of memory: then it stays where it is, for another try.
void Roster::let_go(Guest& guest) {
  guest.hang_up();
  move(guest, Doing::kLeaving);
}

bool Roster::make_room() {
  const std::scoped_lock lock(mutex_);
  Guest* longest = nullptr;
  for (const Doing doing : {Doing::kIdle, Doing::kTalking}) {
    const List& list = list_of(doing);
    if (list.empty()) continue;
    if (longest == nullptr || list.front()->since_ < longest->since_) longest = list.front();
  }
  if (longest == nullptr) return false;
  let_go(*longest);
  return true;
}

void Roster::hang_up_late(Time now) {
  const std::scoped_lock lock(mutex_);
  for (const Doing doing : {Doing::kIdle, Doing::kTalking, Doing::kComputing}) {
    List& list = list_of(doing);
    for (auto at = list.begin(); at != list.end();) {
      Guest& guest = **at++;
      if (guest.deadline_ < now) let_go(guest);
    }
  }
}

void Roster::hang_up_idle() {
  const std::scoped_lock lock(mutex_);
  List& idle = list_of(Doing::kIdle);
  while (!idle.empty()) let_go(*idle.front());
}

uint64_t Roster::size() const {
  const std::scoped_lock lock(mutex_);
  uint64_t size = 0;
  for (const List& list : lists_) size += list.size();
  return size;
}

uint64_t Roster::staying() const {
  const std::scoped_lock lock(mutex_);
  uint64_t size = 0;
  for (const List& list : lists_) size += list.size();
  return size - lists_[static_cast<size_t>(Doing::kLeaving)].size();
}

}  // namespace cocite::serve
