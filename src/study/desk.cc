#include "study/desk.h"

#include <utility>

namespace cocite::study {

Result<std::unique_ptr<StudyDesk>> StudyDesk::open(const std::string& path,
                                                   const std::string& owner_token) {
  std::unique_ptr<StudyDesk> desk(new StudyDesk);
  COCITE_TRY(desk->file_, StudyFile::open(path));
  desk->owner_token_ = owner_token;
  return desk;
}

bool StudyDesk::begin(Job job) {
  const std::scoped_lock lock(mutex_);
  if (is_ending_ || is_busy_.exchange(true)) return false;
  progress_.asked = 0;
  progress_.pages = 0;
  if (thread_.joinable()) thread_.join();  // it is over: it was not busy
  try {
    thread_ = std::thread([this, job = std::move(job)] { job(is_ending_); });
  } catch (...) {
    is_busy_ = false;
    throw;
  }
  return true;
}

void StudyDesk::end() {
  is_ending_ = true;
  const std::scoped_lock lock(mutex_);
  if (thread_.joinable()) thread_.join();
}

}  // namespace cocite::study
