#include "crawl/wacz_file.h"

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "base/date_text.h"
#include "base/mapped_file.h"
#include "crawl/cdxj.h"
#include "crawl/zip_writer.h"

namespace cocite::crawl {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLinesPerBlock = 3000;

std::string json(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::string_view kHex = "0123456789abcdef";
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4U];
      out += kHex[static_cast<unsigned char>(c) & 15U];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

struct Index {
  std::string blocks;  // index.cdx.gz
  std::string list;    // index.idx
};

// Blocks of sorted lines, each packed by itself, and where each begins.
Index pack_index(std::string_view lines) {
  Index index;
  index.list = R"(!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"})";
  index.list += '\n';
  while (!lines.empty()) {
    size_t size = 0;
    for (size_t i = 0; i < kLinesPerBlock && size < lines.size(); ++i) {
      size = std::min(lines.find('\n', size), lines.size() - 1) + 1;
    }
    const std::string_view block = lines.substr(0, size);
    lines.remove_prefix(size);
    const std::string packed = gzip_text(block);
    // The key and time of its first line.
    const std::string_view first = block.substr(0, block.find('{'));
    index.list += std::string(first) + "{\"offset\": " + std::to_string(index.blocks.size()) +
                  ", \"length\": " + std::to_string(packed.size()) +
                  ", \"digest\": \"sha256:" + sha256_text(packed) +
                  "\", \"filename\": \"index.cdx.gz\"}\n";
    index.blocks += packed;
  }
  return index;
}

}  // namespace

WaczFile::WaczFile(std::string path) : path_(std::move(path)) {
  pages_ = R"({"format": "json-pages-1.0", "id": "pages", "title": "All Pages"})";
  pages_ += '\n';
}

void WaczFile::add_page(std::string_view url, uint32_t date) {
  if (first_url_.empty()) {
    first_url_ = url;
    first_date_ = date;
  }
  // Validators take the members of the first line for columns: a page without an id is an empty row to them.
  const std::string ts = date_text(date);
  const std::string id = sha256_text(ts + std::string(url)).substr(0, 20);
  pages_ += "{\"id\": " + json(id) + ", \"url\": " + json(url) + ", \"ts\": " + json(ts) + "}\n";
}

Result<void> WaczFile::write(const std::vector<std::string>& archives, const std::string& index,
                             const std::function<void()>& tick) {
  COCITE_TRY(auto zip, ZipWriter::begin(path_, {.force = true}));
  for (const std::string& archive : archives) {
    COCITE_CHECK(zip.add_file("archive/" + fs::path(archive).filename().string(), archive, tick));
  }
  {
    COCITE_TRY(const MappedFile lines, MappedFile::open(index));
    const Index packed =
        pack_index({reinterpret_cast<const char*>(lines.bytes().data()), lines.bytes().size()});
    tick();
    COCITE_CHECK(zip.add("indexes/index.cdx.gz", packed.blocks));
    COCITE_CHECK(zip.add("indexes/index.idx", packed.list));
  }
  COCITE_CHECK(zip.add("pages/pages.jsonl", pages_));
  std::string resources;
  for (const ZipMember& member : zip.members()) {
    resources += std::string(resources.empty() ? "" : ",") +
                 "\n    {\"name\": " + json(fs::path(member.name).filename().string()) +
                 ", \"path\": " + json(member.name) + ", \"hash\": \"sha256:" + member.sha256 +
                 "\", \"bytes\": " + std::to_string(member.bytes) + "}";
  }
  std::string package = "{\n  \"profile\": \"data-package\",\n  \"wacz_version\": \"1.1.1\",\n";
  package += "  \"software\": \"cocite " COCITE_VERSION "\",\n  \"created\": " +
             json(date_text(static_cast<uint32_t>(std::time(nullptr)))) + ",\n";
  if (!first_url_.empty()) {
    package += "  \"mainPageUrl\": " + json(first_url_) +
               ",\n  \"mainPageDate\": " + json(date_text(first_date_)) + ",\n";
  }
  package += "  \"resources\": [" + resources + "\n  ]\n}\n";
  COCITE_TRY(const ZipMember member, zip.add("datapackage.json", package));
  COCITE_CHECK(
      zip.add("datapackage-digest.json",
              "{\"path\": \"datapackage.json\", \"hash\": \"sha256:" + member.sha256 + "\"}\n"));
  return zip.publish();
}

}  // namespace cocite::crawl
