#include "crawl/crawl_archive.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/hash.h"
#include "crawl/cdxj.h"
#include "crawl/earlier.h"
#include "crawl/user_agent.h"
#include "crawl/wacz_file.h"
#include "url/key.h"

namespace cocite::crawl {
namespace {

std::string warcinfo(const CrawlRequest& request) {
  std::string about =
      "software: " + user_agent("") + "\r\nformat: WARC File Format 1.1\r\n" +
      "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/"
      "warc-1.1/\r\nrobots: obey\r\nhttp-header-user-agent: " +
      user_agent(request.contact, request.user_agent) + "\r\n";
  // The standard recommends a name and an address of mail for the operator.
  std::string who = request.operator_name;
  if (!request.contact.empty()) who += who.empty() ? request.contact : " <" + request.contact + ">";
  if (!who.empty()) about += "operator: " + who + "\r\n";
  if (!request.contact.empty()) about += "contact: " + request.contact + "\r\n";
  return about;
}

}  // namespace

CrawlArchive::CrawlArchive(const CrawlRequest& request, CrawlState& state, LinksFile& links)
    : folder_(request.out),
      state_(&state),
      links_(&links),
      files_(request.out + "/archive", "cocite", warcinfo(request), 0, request.warc_bytes) {}

Result<void> CrawlArchive::recover(const IsSitemap& is_sitemap, const UsePage& use) {
  COCITE_TRY(marks_, state_->marks());
  fetched_before_ = marks_.fetched;
  // Archives that are there, by their serial numbers; the last ones may know more than the state.
  std::map<std::string, uint32_t> known;
  COCITE_CHECK(state_->for_each_file(
      [&](uint32_t serial, const std::string& name) { known.emplace(name, serial); }));
  std::error_code error;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/archive", error)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  std::optional<uint32_t> newest;
  for (const std::string& name : names) {
    const auto found = known.find(name);
    const bool is_known = found != known.end();
    if (is_known && name != marks_.warc) {
      newest = std::max(newest.value_or(0), found->second);
      continue;
    }
    if (!name.ends_with(".warc.gz") || !name.starts_with("cocite-")) continue;
    const uint32_t serial = is_known ? marks_.warc_serial : (newest ? *newest + 1 : 0);
    COCITE_CHECK(recover_file(name, serial, is_known ? marks_.warc_bytes : 0, is_sitemap, use));
    newest = serial;
  }
  return {};
}

// Takes over what a file has behind `offset`, and goes on writing behind that.
Result<void> CrawlArchive::recover_file(const std::string& name, uint32_t serial, uint64_t offset,
                                        const IsSitemap& is_sitemap, const UsePage& use) {
  const std::string path = folder_ + "/archive/" + name;
  std::error_code error;
  if (std::filesystem::file_size(path, error) < offset || error) {
    return fail(ErrorCode::kCorrupt,
                path +
                    ": is shorter than the state of the crawl says; restore it, or begin a new "
                    "crawl elsewhere");
  }
  COCITE_TRY(const uint64_t end,
             read_tail(path, offset, is_sitemap, [&](ReadPage&& page, uint64_t at) -> Result<void> {
               return use(std::move(page), {serial, at});
             }));
  COCITE_CHECK(files_.go_on(name, serial, end));
  return state_->add_file(serial, name);
}

Result<void> CrawlArchive::for_each_page(const UseOld& use) {
  COCITE_TRY(const Marks marks, state_->marks());
  std::vector<std::string> names;
  COCITE_CHECK(state_->for_each_file(
      [&](uint32_t /*serial*/, const std::string& name) { names.push_back(name); }));
  for (const std::string& name : names) {
    const uint64_t end = name == marks.warc ? marks.warc_bytes : UINT64_MAX;
    COCITE_CHECK(read_tail(
        folder_ + "/archive/" + name, 0, [](const std::string& /*url*/) { return false; },
        [&](ReadPage&& page, uint64_t offset) -> Result<void> {
          return offset < end ? use(std::move(page)) : Result<void>();
        }));
  }
  return {};
}

Result<std::optional<Original>> CrawlArchive::find_original(const FetchedPage& fetched) {
  const auto [found, is_new] =
      under_way_.try_emplace(fetched.digest, Original{fetched.url, fetched.response.date});
  if (!is_new) return std::optional<Original>(found->second);
  COCITE_TRY(auto original, state_->find_original(fetched.digest));
  if (original) under_way_.erase(found);
  return original;
}

Result<WarcPlace> CrawlArchive::append(const ReadPage& page) {
  return files_.append(page.records);
}

Result<void> CrawlArchive::keep(const ReadPage& page, const WarcPlace& place) {
  const FetchedPage& fetched = page.fetched;
  const int status = fetched.response.status;
  if (fetched.kind != FetchKind::kRobots) {
    if (!fetched.original && status == 200 && page.body_bytes > 0) {
      under_way_.erase(fetched.digest);
      COCITE_CHECK(state_->keep_original(fetched.digest, {fetched.url, fetched.response.date}));
    }
    // One that was cut off has to be asked for whole: its version has no date.
    const bool says_which = !page.version.etag.empty() || !page.version.modified.empty() ||
                            (fetched.response.is_cut && fetched.response.cut_by != "length");
    std::string key;
    if (says_which && url::make_key(fetched.url, {}, key) == url::Skip::kNone) {
      COCITE_CHECK(state_->keep_version(hash64(key), page.version));
    }
  }
  marks_.bytes += page.body_bytes;
  return state_->add_fetch({.address = fetched.page,
                            .url = fetched.url,
                            .status = status,
                            .date = fetched.response.date,
                            .mime = page.mime,
                            .digest = page.digest,
                            .file = place.file,
                            .offset = place.offset,
                            .length = page.response_bytes,
                            .is_revisit = fetched.is_revisit()});
}

Result<void> CrawlArchive::commit(uint64_t fetched) {
  if (has_new_file()) {
    kept_name_ = files_.name();
    COCITE_CHECK(state_->add_file(files_.serial(), kept_name_));
  }
  COCITE_CHECK(files_.sync());
  COCITE_CHECK(links_->flush());
  marks_ = {.warc = files_.name(),
            .warc_serial = files_.serial(),
            .warc_bytes = files_.bytes(),
            .links_bytes = links_->bytes(),
            .fetched = fetched,
            .bytes = marks_.bytes};
  return state_->commit(marks_);
}

Result<std::vector<std::string>> CrawlArchive::paths() {
  std::vector<std::string> paths;
  COCITE_CHECK(state_->for_each_file([&](uint32_t /*serial*/, const std::string& name) {
    paths.push_back(folder_ + "/archive/" + name);
  }));
  return paths;
}

Result<std::string> CrawlArchive::write_index(const std::function<void()>& tick) {
  std::map<uint32_t, std::string> names;
  COCITE_CHECK(state_->for_each_file(
      [&](uint32_t serial, const std::string& name) { names.emplace(serial, name); }));
  const std::string folder = folder_ + "/indexes";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorCode::kIo, folder + ": " + error.message());
  CdxjWriter writer(folder);
  uint64_t lines = 0;
  COCITE_CHECK(state_->for_each_fetch([&](const FetchRow& row) {
    constexpr uint64_t kOften = 4096;
    if (++lines % kOften == 0) tick();
    return writer.add(cdx_line({.url = row.url,
                                .date = row.date,
                                .status = row.status,
                                .mime = row.is_revisit ? "warc/revisit" : row.mime,
                                .digest = row.digest,
                                .file = names[row.file],
                                .offset = row.offset,
                                .length = row.length}));
  }));
  COCITE_CHECK(writer.finish(folder + "/index.cdxj"));
  return folder + "/index.cdxj";
}

Result<std::string> CrawlArchive::write_wacz(const std::function<void()>& tick) {
  std::filesystem::path folder(folder_);
  if (!folder.has_filename()) folder = folder.parent_path();
  const std::string path = (folder / folder.stem()).string() + ".wacz";
  WaczFile wacz(path);
  COCITE_CHECK(state_->for_each_fetch([&](const FetchRow& row) {
    const bool is_page = row.status == 200 && !row.is_revisit && row.mime.starts_with("text/html");
    if (is_page) wacz.add_page(row.url, row.date);
    return Result<void>();
  }));
  COCITE_TRY(const std::vector<std::string> archives, paths());
  COCITE_CHECK(wacz.write(archives, folder_ + "/indexes/index.cdxj", tick));
  return path;
}

}  // namespace cocite::crawl
