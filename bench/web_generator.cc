#include "bench/web_generator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>

#include "base/assert.h"
#include "base/hash.h"
#include "base/ids.h"

namespace cocite::bench {
namespace {

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15U;

// Random numbers that depend on nothing but where they are used.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(mix(seed)) {}
  uint64_t next() { return mix(state_ += kGolden); }
  uint32_t next32() { return static_cast<uint32_t>(next() >> 32); }

 private:
  uint64_t state_;
};

// x * n / 2^64: a random x becomes a number below n.
uint64_t scale(uint64_t x, uint64_t n) {
  return static_cast<uint64_t>((static_cast<unsigned __int128>(x) * n) >> 64);
}

// Host sizes: P(size >= s) = 3/s (density exponent 2, as crawls show), no host above a twentieth.
constexpr uint64_t kSmallestHost = 3;
constexpr uint64_t kLargestHostShare = 20;

// Of 65536 links this many stay on their host; hosts too small for that bring the whole to 80 %.
constexpr uint32_t kInside = 53'500;
constexpr uint32_t kFavourites = 6;     // links that leave and that the pages of a host share
constexpr int kBlockBits = 6;           // pages per entry of host_of_block_, as a power of two
constexpr uint32_t kSkipInSixteen = 1;  // a page lacks one of sixteen entries of its navigation

constexpr size_t kSeenSize = 8192;  // a power of two, over four times kMaxLinksPerPage

// A bijection of 0 ... n-1: within the next power of two, again until it is below n.
uint32_t shuffle(uint32_t x, uint32_t n, uint64_t odd) {
  const int bits = std::max(2, static_cast<int>(std::bit_width(n - 1)));
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  uint64_t y = x;
  do {
    y = (y * 0xD6E8FEB86659FD93U + odd) & mask;
    y ^= y >> (bits / 2 + 1);
    y = (y * (odd | 1)) & mask;
    y ^= y >> (bits / 2);
  } while (y >= n);
  return static_cast<uint32_t>(y);
}

constexpr std::array<std::string_view, 128> kWords = {
    "acorn",  "amber",   "anchor",  "apple",  "arrow",   "atlas",   "autumn", "badge",   "bamboo",
    "barrel", "basin",   "beacon",  "birch",  "blanket", "bloom",   "board",  "bottle",  "branch",
    "breeze", "brick",   "bridge",  "bronze", "brook",   "cabin",   "camera", "candle",  "canyon",
    "carbon", "castle",  "cedar",   "chalk",  "cherry",  "circle",  "cliff",  "clock",   "cloud",
    "clover", "coast",   "cobalt",  "copper", "coral",   "cotton",  "crane",  "cube",    "delta",
    "desert", "dune",    "eagle",   "earth",  "ember",   "engine",  "falcon", "feather", "fern",
    "field",  "flame",   "flint",   "forest", "fossil",  "frost",   "garden", "garnet",  "ginger",
    "glass",  "globe",   "granite", "grove",  "harbor",  "hazel",   "heron",  "hill",    "honey",
    "indigo", "iron",    "island",  "ivory",  "jade",    "juniper", "kettle", "ladder",  "lagoon",
    "lake",   "lantern", "laurel",  "lemon",  "lilac",   "linen",   "lotus",  "maple",   "marble",
    "meadow", "mesa",    "mint",    "mirror", "moss",    "nectar",  "needle", "north",   "oak",
    "ocean",  "olive",   "onyx",    "opal",   "orchid",  "otter",   "panel",  "pearl",   "pebble",
    "pepper", "pine",    "planet",  "plum",   "pond",    "prairie", "quartz", "quill",   "raven",
    "reef",   "ridge",   "river",   "saddle", "sage",    "silver",  "slate",  "spruce",  "stone",
    "zephyr", "zinc"};
constexpr std::array<std::string_view, 8> kEnds = {".com", ".org",   ".net", ".de",
                                                   ".it",  ".co.uk", ".edu", ".info"};
constexpr std::array<std::string_view, 8> kSections = {"docs", "news", "blog",   "forum",
                                                       "shop", "wiki", "people", "archive"};

char* put(std::string_view text, char* out) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

char* put_word(uint64_t hash, char* out) {
  return put(kWords[hash % kWords.size()], out);
}

char* put_number(uint32_t number, char* out) {
  char digits[10];
  size_t n = 0;
  do {
    digits[n++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (n > 0) *out++ = digits[--n];
  return out;
}

}  // namespace

WebGenerator::Scratch::Scratch() : seen_(kSeenSize) {}

void WebGenerator::Scratch::start(uint32_t page) {
  if (++list_ == 0) {  // the numbers went round: what is marked with them must go
    std::fill(seen_.begin(), seen_.end(), std::pair<uint32_t, uint32_t>{});
    list_ = 1;
  }
  targets_.clear();
  add(page);  // no links to itself
  targets_.clear();
}

bool WebGenerator::Scratch::add(uint32_t target) {
  for (size_t slot = (target * kGolden) >> 51;; slot = (slot + 1) % kSeenSize) {
    if (seen_[slot].second != list_) {
      seen_[slot] = {target, list_};
      targets_.push_back(target);
      return true;
    }
    if (seen_[slot].first == target) return false;
  }
}

WebGenerator::WebGenerator(const WebShape& shape)
    : shape_(shape), degree_scale_((shape.links_per_page + 0.5) / 65536) {
  COCITE_ASSERT(shape.pages >= 1 && shape.pages <= kMaxPages, "a web has 1 to kMaxPages pages");
  const uint64_t largest = std::max<uint64_t>(kSmallestHost, shape.pages / kLargestHostShare);
  Random random(shape.seed);
  uint64_t begin = 0;
  while (begin < shape.pages) {
    host_begins_.push_back(static_cast<uint32_t>(begin));
    const uint64_t size = (kSmallestHost << 32) / (uint64_t{random.next32()} + 1);
    begin += std::min(size, largest);
  }
  host_begins_.push_back(static_cast<uint32_t>(shape.pages));
  for (uint32_t page = 0, host = 0;; page += 1U << kBlockBits) {
    while (host_begins_[host + 1] <= page) ++host;
    host_of_block_.push_back(host);
    if (shape.pages - page <= 1U << kBlockBits) break;
  }
  fit_degrees();
}

// How much small hosts shorten their pages depends on the size of the web: measured on a sample and
// made up for. A web too small for the wanted mean keeps what it can.
void WebGenerator::fit_degrees() {
  constexpr uint64_t kSample = 20'000;
  const double wanted = shape_.links_per_page;
  const uint64_t sample = std::min<uint64_t>(kSample, pages());
  Scratch scratch;
  for (int round = 0; round < 2; ++round) {
    uint64_t links = 0;
    for (uint64_t i = 0; i < sample; ++i) {
      links += links_of(static_cast<uint32_t>(i * pages() / sample), scratch).size();
    }
    if (links == 0) return;
    degree_scale_ *=
        std::min(1.5, wanted * static_cast<double>(sample) / static_cast<double>(links));
  }
}

uint32_t WebGenerator::host_of(uint32_t page) const {
  uint32_t host = host_of_block_[page >> kBlockBits];
  while (host_begins_[host + 1] <= page) ++host;
  return host;
}

WebGenerator::Host WebGenerator::host(uint32_t number) const {
  const uint32_t begin = host_begins_[number];
  const uint64_t hash = mix(shape_.seed * kGolden + number);
  return {number, begin, host_begins_[number + 1] - begin, hash, 3 + static_cast<int>(hash % 5)};
}

// A host of rank r has popularity r^-0.75, which gives in-degrees a density exponent of 2.33; half
// of the links go to its first page, the others to its pages with the first ones ahead.
uint32_t WebGenerator::external_page(uint64_t random) const {
  const uint64_t u = mix(random);
  const uint64_t u2 = scale(u, u);
  const auto rank = static_cast<uint32_t>(scale(scale(u2, u2), hosts()));
  const uint32_t number = shuffle(rank, hosts(), shape_.seed * kGolden);
  const uint32_t begin = host_begins_[number];
  if (random % 2 == 0) return begin;
  const uint64_t v = mix(u);
  return begin + static_cast<uint32_t>(scale(scale(v, v), host_begins_[number + 1] - begin));
}

// One list for all pages of a directory: every third entry the first page of one of the host's
// directories (the first entry is the home page), the others pages of this directory.
uint32_t WebGenerator::navigation_page(const Host& host, uint32_t directory, uint32_t place) {
  const uint64_t bits = static_cast<uint64_t>(host.directory_bits);
  const uint64_t page = place % 3 == 0
                            ? uint64_t{place / 3} << bits
                            : (uint64_t{directory} << bits) +
                                  (mix(host.hash + directory * kGolden + place) >> (64 - bits));
  return host.begin + (page < host.size ? static_cast<uint32_t>(page) : 0);
}

std::span<const uint32_t> WebGenerator::links_of(uint32_t page, Scratch& scratch) const {
  const Host here = host(host_of(page));
  Random random(shape_.seed ^ (page * kGolden));
  scratch.start(page);

  // uniform / sqrt(uniform): mean 1, many small ones, and a tail P(x) ~ x^-2 as in crawls.
  const double skewed =
      static_cast<double>(random.next32()) / std::sqrt(static_cast<double>(random.next32()) + 1.0);
  const auto most = std::min<uint32_t>(kMaxLinksPerPage, pages() - 1);
  const auto links =
      static_cast<uint32_t>(std::min(degree_scale_ * skewed, static_cast<double>(most)));
  // Of a small host at most three quarters: a page seldom links to everything around it. What
  // leaves is then cut too, as the pages of small hosts are short.
  const uint32_t inside = std::min((links * kInside + random.next32() % 65536) / 65536,
                                   (here.size - 1) - (here.size - 1) / 4);
  const uint32_t outside = std::min(links - inside, 1 + inside / 2);
  const uint32_t favourites = std::min(outside / 2, kFavourites);

  const uint32_t directory = (page - here.begin) >> here.directory_bits;
  const uint32_t navigation_size = 6 + static_cast<uint32_t>(here.hash >> 32) % 24;
  uint32_t done = 0;
  for (uint32_t place = 0; place < navigation_size && done < inside / 2; ++place) {
    if (random.next32() % 16 < kSkipInSixteen) continue;
    done += scratch.add(navigation_page(here, directory, place)) ? 1 : 0;
  }

  // The content: links to near pages and to other hosts, mixed.
  uint32_t near = inside - done;
  uint32_t far = outside - favourites;
  for (uint32_t tries = 8 + 4 * links; tries > 0 && near + far > 0; --tries) {
    const uint64_t r = random.next();
    if (scale(r, near + far) < near) {
      const uint64_t distance = (uint64_t{3} << 32) / ((r & 0xFFFFFFFFU) + 1) - 2;  // P(d) ~ 3/d
      const uint64_t from = page - here.begin;
      const uint64_t around = distance % here.size;
      const uint64_t to = (r >> 33) % 2 == 0 ? from + around : from + here.size - around;
      near -= scratch.add(here.begin + static_cast<uint32_t>(to % here.size)) ? 1 : 0;
    } else {
      far -= scratch.add(external_page(r)) ? 1 : 0;
    }
  }
  for (uint32_t place = 0; place < favourites; ++place) {
    scratch.add(external_page(mix(here.hash + place)));
  }
  return scratch.targets_;
}

// Unique because the site's number is written in it: two words, an ending and what is left in
// digits.
char* WebGenerator::write_host_name(uint32_t number, char* out) const {
  const uint64_t hash = mix(number + kGolden);
  const bool second = number % 5 == 4;  // another host of the same site
  const uint32_t space = std::max<uint32_t>(1U << 17, std::bit_ceil(hosts()));
  const uint32_t site = shuffle(second ? number - 1 : number, space, kGolden);
  out = put(hash % 4 == 0 ? "http://" : "https://", out);
  if (second) {
    out = put(kSections[hash / 4 % kSections.size()], out);
    *out++ = '.';
  } else if (hash / 4 % 4 != 0) {
    out = put("www.", out);
  }
  out = put_word(site, out);
  *out++ = '-';
  out = put_word(site >> 7, out);
  if (const uint32_t rest = site >> 17; rest != 0) out = put_number(rest, out);
  return put(kEnds[(site >> 14) % kEnds.size()], out);
}

char* WebGenerator::write_name(uint32_t page, char* out) const {
  const Host here = host(host_of(page));
  out = write_host_name(here.number, out);
  *out++ = '/';
  const uint32_t place = page - here.begin;
  if (place == 0) return out;
  const uint32_t directory = place >> here.directory_bits;
  const uint32_t in_directory = place & ((1U << here.directory_bits) - 1);
  const uint64_t of_directory = mix(here.hash ^ directory);
  const uint64_t of_page = mix(here.hash + page);

  // A host has one way of naming; the numbers keep names apart whatever the words are.
  const auto style = (here.hash >> 40) % 4;
  out = put(kSections[of_directory % kSections.size()], out);
  *out++ = '/';
  if (style != 3) out = put_word(of_directory >> 8, out);
  out = put_number(directory, out);
  *out++ = '/';
  if (in_directory == 0) return out;
  switch (style) {
    case 0:
      out = put_word(of_page, out);
      *out++ = '-';
      out = put_word(of_page >> 8, out);
      *out++ = '-';
      out = put_number(in_directory, out);
      return put(".html", out);
    case 1:
      out = put_number(in_directory, out);
      *out++ = '/';
      return put_word(of_page, out);
    case 2:
      out = put_word(of_page, out);
      *out++ = '_';
      out = put_word(of_page >> 8, out);
      return put_number(in_directory, out);
    default:
      out = put("article.php?id=", out);
      return put_number(1000 + in_directory, out);
  }
}

std::string WebGenerator::name_of(uint32_t page) const {
  char name[kMaxNameBytes];
  return {name, write_name(page, name)};
}

}  // namespace cocite::bench
