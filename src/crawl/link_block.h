// What one piece of input says: the pages it names, and links between them in order.
//
//   block.clear();
//   const uint32_t from = block.page("com,example)/");
//   block.link(from, block.page("org,example)/"));
//
// Pages are numbered within the block as they come up. Filled by one thread, then handed on; made
// to be reused, so that a piece costs no allocation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::crawl {

// Why something in the input was left out.
enum class SkipReason : uint8_t {
  kNoTab,  // a line that is not one or two fields
  kLineTooLong,
  kEmptyName,
  kHasNul,
  kScheme,  // an address that is not http(s)
  kHost,
  kPort,
  kUrlTooLong,
  kUnknownPage,  // a title, rank or edge of a page that is not there
  kNotReadable,  // a file of a tree that cannot be read
  kNumber,       // a number was expected
};
inline constexpr size_t kSkipReasons = 11;
[[nodiscard]] std::string_view skip_reason_text(SkipReason reason);

class LinkBlock {
 public:
  static constexpr uint32_t kNoTarget = std::numeric_limits<uint32_t>::max();
  static constexpr size_t kSamplesPerReason = 3;

  struct Name {
    uint64_t offset;
    uint32_t length;
    uint64_t hash;
  };
  struct Link {
    uint32_t source;
    uint32_t target;  // kNoTarget: the source was seen, nothing more
  };
  struct Title {
    uint32_t page;
    std::string text;
  };
  struct Sample {
    SkipReason reason;
    uint64_t line;  // in the piece's input, from 1; 0: none
    std::string text;
  };

  void clear();

  // The number of the page with this key.
  uint32_t page(std::string_view key);
  void link(uint32_t source, uint32_t target) { links_.push_back({source, target}); }
  // The page itself is in the input, whatever becomes of its links.
  void seen(uint32_t source) { links_.push_back({source, kNoTarget}); }
  void title(uint32_t page_number, std::string text) {
    titles_.push_back({page_number, std::move(text)});
  }
  // Counts what is left out; keeps the first few as samples.
  void skip(SkipReason reason, uint64_t line, std::string_view text);

  [[nodiscard]] const std::vector<Name>& names() const { return names_; }
  [[nodiscard]] std::string_view key(const Name& name) const {
    return {bytes_.data() + name.offset, name.length};
  }
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  [[nodiscard]] const std::vector<Title>& titles() const { return titles_; }
  [[nodiscard]] const std::array<uint64_t, kSkipReasons>& skipped() const { return skipped_; }
  [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }

  uint64_t lines = 0;  // lines or records read
  uint64_t bytes = 0;
  uint64_t self_links = 0;  // not in links()
  uint64_t links_read = 0;

 private:
  void grow();

  std::string bytes_;
  std::vector<Name> names_;
  std::vector<uint32_t> table_ = std::vector<uint32_t>(1024, kNoTarget);
  std::vector<Link> links_;
  std::vector<Title> titles_;
  std::array<uint64_t, kSkipReasons> skipped_{};
  std::vector<Sample> samples_;
};

}  // namespace cocite::crawl
