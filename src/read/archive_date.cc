#include "read/archive_date.h"

#include <algorithm>
#include <chrono>

#include "base/ascii.h"

namespace cocite::read {
namespace {

// Reads numbers off the front of a text.
class Digits {
 public:
  explicit Digits(std::string_view text) : text_(text) {}
  // Exactly `count` digits; -1 if there are fewer.
  int next(size_t count) {
    if (leading() < count) return -1;
    int value = 0;
    for (size_t i = 0; i < count; ++i) value = value * 10 + (text_[i] - '0');
    text_.remove_prefix(count);
    return value;
  }
  bool skip(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  [[nodiscard]] size_t leading() const {
    const auto end = std::ranges::find_if_not(text_, is_digit);
    return static_cast<size_t>(end - text_.begin());
  }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  [[nodiscard]] char front() const { return text_.front(); }

 private:
  std::string_view text_;
};

struct Moment {
  int year = 0;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int offset_minutes = 0;  // east of Greenwich
};

std::optional<int64_t> seconds(const Moment& moment) {
  using namespace std::chrono;
  if (moment.year < 1 || moment.hour > 24 || moment.minute > 59 || moment.second > 60) {
    return std::nullopt;
  }
  const year_month_day date(year(moment.year), month(static_cast<unsigned>(moment.month)),
                            day(static_cast<unsigned>(moment.day)));
  if (!date.ok()) return std::nullopt;
  const int64_t days = sys_days(date).time_since_epoch().count();
  const int64_t minutes = moment.hour * 60 + moment.minute - moment.offset_minutes;
  return days * 86'400 + minutes * 60 + moment.second;
}

// "+0100", "-07:00", "Z"; anything else is taken as Greenwich.
int offset_of(Digits rest) {
  if (rest.empty() || (rest.front() != '+' && rest.front() != '-')) return 0;
  const int sign = rest.skip('-') ? -1 : 1;
  if (sign == 1) rest.skip('+');
  const int hours = rest.next(2);
  rest.skip(':');
  const int minutes = rest.next(2);
  return hours < 0 || hours > 14 ? 0 : sign * (hours * 60 + std::max(minutes, 0));
}

std::optional<int64_t> parse_digits(Digits digits) {
  Moment moment;
  moment.year = digits.next(4);
  if (digits.leading() >= 2) moment.month = digits.next(2);
  if (digits.leading() >= 2) moment.day = digits.next(2);
  if (digits.leading() >= 2) moment.hour = digits.next(2);
  if (digits.leading() >= 2) moment.minute = digits.next(2);
  if (digits.leading() >= 2) moment.second = digits.next(2);
  return seconds(moment);
}

std::optional<int64_t> parse_dashes(Digits text) {
  Moment moment;
  moment.year = text.next(4);
  if (text.skip('-')) moment.month = text.next(2);
  if (text.skip('-')) {
    if (text.leading() == 3) {
      // The ClueWeb crawls wrote the day of the year behind the month.
      const int day_of_year = text.next(3);
      const auto start = seconds({.year = moment.year});
      if (!start || day_of_year < 1 || day_of_year > 366) return std::nullopt;
      const auto date = std::chrono::year_month_day(
          std::chrono::sys_days(std::chrono::days(*start / 86'400 + day_of_year - 1)));
      moment.month = static_cast<int>(static_cast<unsigned>(date.month()));
      moment.day = static_cast<int>(static_cast<unsigned>(date.day()));
    } else {
      moment.day = text.next(2);
    }
  }
  if (text.skip('T') || text.skip('t') || text.skip(' ')) {
    moment.hour = text.next(2);
    if (text.skip(':')) moment.minute = text.next(2);
    if (text.skip(':')) moment.second = text.next(2);
    if (moment.hour < 0 || moment.minute < 0 || moment.second < 0) return std::nullopt;
    if (text.skip('.')) text.next(std::min<size_t>(text.leading(), 9));
    moment.offset_minutes = offset_of(text);
  }
  return seconds(moment);
}

}  // namespace

std::optional<int64_t> parse_date(std::string_view text) {
  const Digits digits(text);
  if (digits.leading() < 4) return std::nullopt;
  return digits.leading() > 4 ? parse_digits(digits) : parse_dashes(digits);
}

uint32_t seconds_of(int64_t value, TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kDays:
      value = std::clamp<int64_t>(value, 0, 49'710) * 86'400;
      break;
    case TimeUnit::kSeconds:
      break;
    case TimeUnit::kMillis:
      value /= 1'000;
      break;
    case TimeUnit::kMicros:
      value /= 1'000'000;
      break;
    case TimeUnit::kNanos:
      value /= 1'000'000'000;
      break;
    case TimeUnit::kNone: {
      const auto date = parse_date(std::to_string(value));
      value = date ? *date : 0;
    }
  }
  return static_cast<uint32_t>(std::clamp<int64_t>(value, 0, std::numeric_limits<uint32_t>::max()));
}

}  // namespace cocite::read
