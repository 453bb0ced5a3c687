#include "insight/shares.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "insight/hosts.h"
#include "insight/labels.h"
#include "url/host.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::insight {
namespace {

// Names by number, numbers by name.
class Kinds {
 public:
  uint32_t number(std::string_view name) {
    auto known = numbers_.find(name);
    if (known == numbers_.end()) {
      known = numbers_.emplace(std::string(name), static_cast<uint32_t>(names.size())).first;
      names.emplace_back(name);
    }
    return known->second;
  }
  std::vector<std::string> names;

 private:
  std::map<std::string, uint32_t, std::less<>> numbers_;
};

constexpr std::string_view kUnknown = "(unknown)";

std::string top_level(std::string_view key_host) {
  const std::string name = url::host_name(key_host.substr(0, key_host.find(':')));
  if (url::is_dotted_decimal(name) || name.starts_with('[')) return "(address)";
  const size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

// "en-GB" and "EN" are English.
std::string language_of(std::string_view declared) {
  std::string word(declared.substr(0, declared.find_first_of("-_, ;")));
  std::ranges::transform(word, word.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return word.empty() ? std::string(kUnknown) : word;
}

// The civil year of seconds since 1970.
int64_t year_of(uint32_t seconds) {
  const int64_t days = seconds / 86400 + 719468;
  const int64_t era = days / 146097;
  const int64_t day = days - era * 146097;
  const int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  const int64_t of_year = day - (365 * year + year / 4 - year / 100);
  const int64_t month = (5 * of_year + 2) / 153;
  return year + era * 400 + (month >= 10 ? 1 : 0);
}

tl::unexpected<Error> cannot_tell(const std::string& what) {
  return fail({.code = ErrorCode::kUnsupported, .message = what, .about = "share"});
}

}  // namespace

std::pair<double, double> wilson(uint64_t count, uint64_t total) {
  if (total == 0) return {0, 1};
  constexpr double kZ = 1.959963984540054;  // 95 % of a normal distribution
  const double n = static_cast<double>(total);
  const double p = static_cast<double>(count) / n;
  const double scale = 1 + kZ * kZ / n;
  const double middle = (p + kZ * kZ / (2 * n)) / scale;
  const double half = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n)) / scale;
  return {count == 0 ? 0 : std::max(0.0, middle - half),
          count == total ? 1 : std::min(1.0, middle + half)};
}

double chi_square_distance(const std::vector<uint64_t>& sample,
                           const std::vector<uint64_t>& truth) {
  double drawn = 0;
  double all = 0;
  for (const uint64_t count : sample) drawn += static_cast<double>(count);
  for (const uint64_t count : truth) all += static_cast<double>(count);
  if (drawn == 0 || all == 0) return 0;
  double distance = 0;
  for (size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == 0) continue;
    const double p = static_cast<double>(sample[i]) / drawn;
    const double q = static_cast<double>(truth[i]) / all;
    distance += (p - q) * (p - q) / q;
  }
  return distance;
}

Result<Shares> Shares::make(Context& context, std::string_view kind,
                            const std::string& labels_file) {
  const store::Store& store = context.store();
  const auto kinds = std::make_shared<Kinds>();
  Shares shares;
  if (kind == "tld" || kind == "site" || kind == "host") {
    COCITE_CHECK(needs_hosts(store, std::string(kind) + "s"));
    const auto of_host = std::make_shared<std::vector<uint32_t>>();
    url::SiteWalk sites{url::SiteList()};
    COCITE_CHECK(for_each_host(store, [&](HostId, std::string_view host) -> Result<void> {
      std::string name;
      if (kind == "tld")
        name = top_level(host);
      else if (kind == "host")
        name = url::host_name(host);
      else
        name = url::host_name(sites.next(host));
      of_host->push_back(kinds->number(name));
      return {};
    }));
    shares.truth_.resize(kinds->names.size());
    for (uint64_t host = 0; host < store.hosts(); ++host) {
      COCITE_TRY(const auto range, store.pages_of(host_id(host)));
      shares.truth_[(*of_host)[host]] += range.second - index(range.first);
    }
    shares.of_page_ = [of_host, &store](PageId page) -> Result<uint32_t> {
      COCITE_TRY(const HostId host, store.host_of(page));
      return (*of_host)[index(host)];
    };
    shares.names_ = kinds->names;
    return shares;
  }
  std::function<Result<std::string>(PageId)> name_of_page;
  std::shared_ptr<const Labels> labels;
  if (kind == "language") {
    if (!store.text_columns().has_languages()) {
      return cannot_tell("the store does not know the languages of its pages");
    }
    name_of_page = [&store](PageId page) -> Result<std::string> {
      COCITE_TRY(const std::string declared, store.text_columns().language(page));
      return language_of(declared);
    };
  } else if (kind == "year") {
    if (!store.text_columns().has_dates()) {
      return cannot_tell("the store does not know when its pages were fetched");
    }
    name_of_page = [&store](PageId page) -> Result<std::string> {
      const uint32_t date = store.text_columns().date(page);
      return date == 0 ? std::string(kUnknown) : std::to_string(year_of(date));
    };
  } else if (kind == "label") {
    COCITE_TRY(Labels read, Labels::get(context, labels_file));
    labels = std::make_shared<const Labels>(std::move(read));
    name_of_page = [labels](PageId page) -> Result<std::string> {
      const auto own = labels->of(page);
      return own.empty() ? std::string(kUnknown) : labels->name(own.front());
    };
  } else if (kind == "status") {
    if (!store.has_statuses() && !store.text_columns().has_dates()) {
      return cannot_tell("the store does not know the HTTP statuses of its pages");
    }
    name_of_page = [&store](PageId page) -> Result<std::string> {
      const store::PageStatus status = store.status(page);
      return status.status == 0 ? std::string(kUnknown) : std::to_string(status.status);
    };
  } else {
    return fail({.message = "'" + std::string(kind) +
                            "' is not one of tld, site, host, language, status, year, label",
                 .about = "share"});
  }
  for (uint64_t page = 0; page < store.pages(); ++page) {
    if (page % 16384 == 0) {
      COCITE_CHECK(context.tell("reading pages", page, store.pages(), "pages"));
    }
    COCITE_TRY(const std::string name, name_of_page(page_id(page)));
    const uint32_t number = kinds->number(name);
    if (number >= shares.truth_.size()) shares.truth_.resize(number + 1);
    ++shares.truth_[number];
  }
  shares.of_page_ = [kinds, name_of_page](PageId page) -> Result<uint32_t> {
    COCITE_TRY(const std::string name, name_of_page(page));
    return kinds->number(name);
  };
  shares.names_ = kinds->names;
  return shares;
}

}  // namespace cocite::insight
