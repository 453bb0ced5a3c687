#include "ingest/visit_places.h"

#include <algorithm>
#include <vector>

#include "base/hash.h"
#include "url/key.h"
#include "url/media.h"
#include "url/url.h"

namespace cocite::ingest {
namespace {

using read::VisitFormat;

constexpr std::string_view kWikiPath = ")/wiki/";

// Hosts of the store with pages where wikis have theirs, at most `most`.
Result<std::vector<std::string>> wiki_hosts(const store::Store& store, size_t most) {
  std::vector<std::string> hosts;
  for (uint64_t host = 0; host < store.hosts() && hosts.size() < most; ++host) {
    COCITE_TRY(const auto pages, store.pages_of(host_id(host)));
    COCITE_TRY(const std::string first, store.key(pages.first));
    const std::string start = std::string(url::host_of_key(first)) + std::string(kWikiPath);
    COCITE_TRY(const uint64_t at, store.keys().lower_bound(start));
    if (at >= pages.second) continue;
    COCITE_TRY(const std::string key, store.key(page_id(at)));
    if (key.starts_with(start)) hosts.emplace_back(url::host_of_key(first));
  }
  return hosts;
}

// "dir/clickstream-dewiki-2024-01.tsv.gz" -> "org,wikipedia,de"
std::string host_by_name(const std::string& name) {
  constexpr std::string_view kStart = "clickstream-";
  const size_t begin = name.rfind(kStart);
  if (begin == std::string::npos) return {};
  const std::string_view rest = std::string_view(name).substr(begin + kStart.size());
  const size_t end = rest.find("wiki-");
  if (end == std::string_view::npos || end == 0) return {};
  return "org,wikipedia," + std::string(rest.substr(0, end));
}

Result<std::string> wiki_base(const store::Store& store, const std::string& name) {
  constexpr size_t kMost = 1000;
  COCITE_TRY(const auto hosts, wiki_hosts(store, kMost));
  const std::string named = host_by_name(name);
  const bool is_named = std::ranges::find(hosts, named) != hosts.end();
  if (!is_named && hosts.size() != 1) {
    return fail({.message = name + ": of which wiki are these titles? The store has " +
                            (hosts.empty() ? "no page under /wiki/"
                                           : std::to_string(hosts.size()) + " hosts with pages "
                                                                            "under /wiki/") +
                            "; name the start of its addresses, like "
                            "https://en.wikipedia.org/wiki/",
                 .about = "visits_host"});
  }
  return "https://" + url::host_name(is_named ? named : hosts[0]) + "/wiki/";
}

}  // namespace

Result<VisitPlaces> VisitPlaces::of(const store::Store& store, const ImportRequest& request,
                                    VisitFormat format, const std::string& name) {
  VisitPlaces places;
  places.store_ = &store;
  places.format_ = format;
  places.has_urls_ = store.names() == store::Names::kUrl;
  std::string base = request.visits_host;
  if (format == VisitFormat::kLog && !places.has_urls_) {
    return fail(ErrorCode::kInvalidArgument,
                name +
                    ": an access log has addresses, but this store's pages have opaque names; "
                    "make it a list of from<TAB>to<TAB>count");
  }
  if (!base.empty() && !url::Url::parse(base)) {
    return fail({.message = "'" + base + "' is no address; write it like https://www.example.org",
                 .about = "visits_host"});
  }
  if (format == VisitFormat::kLog) {
    if (base.empty() && store.hosts() == 1) {
      COCITE_TRY(const std::string key, store.key(page_id(0)));
      base = "http://" + url::host_name(url::host_of_key(key));
    }
    while (base.ends_with('/')) base.pop_back();
    places.base_ = base;
  }
  if (format == VisitFormat::kClickstream && places.has_urls_) {
    if (base.empty()) {
      COCITE_TRY(base, wiki_base(store, name));
    }
    // A bare host: wikis of Wikipedia's kind have their pages under /wiki/.
    if (const auto parsed = url::Url::parse(base); parsed->path() == "/" && !base.ends_with('/')) {
      base += "/wiki/";
    }
    if (!base.ends_with('/') && !base.ends_with('=')) base += '/';
    if (!places.wiki_.read("<siteinfo><base>" + base + "Main_Page</base></siteinfo>")) {
      return fail({.message = "'" + base + "' is not the address of a wiki's pages",
                   .about = "visits_host"});
    }
  }
  return places;
}

VisitFinder::VisitFinder(const VisitPlaces& places, size_t cache_bytes)
    : places_(&places),
      sources_(cache_bytes / 2),
      targets_(cache_bytes / 2),
      agents_(std::min<size_t>(cache_bytes / 4, size_t{4} << 20)),
      source_keys_({.fold_www = places.store_->facts().fold_www}),
      target_keys_({.fold_www = places.store_->facts().fold_www}) {}

Result<uint32_t> VisitFinder::by_name(std::string_view name) {
  const store::Store& store = *places_->store_;
  if (places_->has_urls_ && places_->format_ == VisitFormat::kClickstream) {
    places_->wiki_.address(name, address_);
    return by_address(address_, false);
  }
  if (places_->has_urls_ && source_keys_.make(name, key_) == url::Skip::kNone) {
    COCITE_TRY(const auto found, store.find(key_));
    if (found) return index(*found);
  }
  COCITE_TRY(const auto found, store.find(name));  // it may be a key already
  return found ? index(*found) : kNoPage;
}

Result<uint32_t> VisitFinder::by_address(std::string_view address, bool drops_assets) {
  if (target_keys_.make(address, key_) != url::Skip::kNone) return kNoPage;
  if (drops_assets && url::is_media(key_)) return kAsset;
  COCITE_TRY(const auto found, places_->store_->find(key_));
  return found ? index(*found) : kNoPage;
}

// "/a?b" on the host of the line, or "http://example.org/a?b" as proxies are asked.
Result<uint32_t> VisitFinder::by_request(const read::VisitLine& visit) {
  const std::string_view target = read::unescaped(visit.to, room_);
  if (!target.starts_with('/')) return by_address(target, true);
  if (!visit.host.empty()) {
    // "example.org:443": the port tells the scheme, and is its default then.
    const bool is_secure = visit.host.ends_with(":443");
    address_ = is_secure ? "https://" : "http://";
    address_ += visit.host;
  } else {
    address_ = places_->base_;
    if (address_.empty()) {
      return fail({.message = "the lines of this access log do not say on which host they were "
                              "written, and the store has more than one; name it, like "
                              "https://www.example.org",
                   .about = "visits_host"});
    }
  }
  address_ += target;
  return by_address(address_, true);
}

Result<uint32_t> VisitFinder::source(const read::VisitLine& visit) {
  const uint64_t hash = hash64(visit.from);
  if (const uint32_t* const known = sources_.find(visit.from, hash)) return *known;
  uint32_t page = kNoPage;
  if (places_->format_ == VisitFormat::kLog) {
    COCITE_TRY(page, by_address(read::unescaped(visit.from, room_), false));
  } else {
    COCITE_TRY(page, by_name(visit.from));
  }
  sources_.add(visit.from, hash, page);
  return page;
}

Result<uint32_t> VisitFinder::target(const read::VisitLine& visit) {
  if (places_->format_ != VisitFormat::kLog) {
    const uint64_t hash = hash64(visit.to);
    // Titles and names mean the same on either side.
    if (const uint32_t* const known = sources_.find(visit.to, hash)) return *known;
    COCITE_TRY(const uint32_t page, by_name(visit.to));
    sources_.add(visit.to, hash, page);
    return page;
  }
  // What is kept is about a host; where lines say theirs, it begins with it.
  std::string_view text = visit.to;
  if (!visit.host.empty()) {
    with_host_.assign(visit.host).append(visit.to);
    text = with_host_;
  }
  const uint64_t hash = hash64(text);
  if (const uint32_t* const known = targets_.find(text, hash)) return *known;
  COCITE_TRY(const uint32_t page, by_request(visit));
  targets_.add(text, hash, page);
  return page;
}

bool VisitFinder::is_robot(std::string_view agent) {
  const uint64_t hash = hash64(agent);
  if (const uint32_t* const known = agents_.find(agent, hash)) return *known != 0;
  const bool is_one = read::is_robot(agent);
  agents_.add(agent, hash, is_one ? 1 : 0);
  return is_one;
}

}  // namespace cocite::ingest
