#include "crawl/warc_record.h"

#include <cstdio>
#include <new>
#include <random>

#include <libdeflate.h>
// Not EVP, which brings every algorithm of the library along: 350 KB of tables that are relocated each
// time any command starts (docs/performance.md).
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include "base/date_text.h"

namespace cocite::crawl {
namespace {

// 3 is within 4 % of what gzip's usual 6 gives for HTML, in a third of the time.
constexpr int kLevel = 3;

Digest sha1_of(std::string_view head, std::string_view body) {
  Digest digest{};
  SHA_CTX context;
  SHA1_Init(&context);
  SHA1_Update(&context, head.data(), head.size());
  SHA1_Update(&context, body.data(), body.size());
  SHA1_Final(digest.data(), &context);
  return digest;
}

void add_field(std::string_view name, std::string_view value, std::string& to) {
  to += name;
  to += ": ";
  to += value;
  to += "\r\n";
}

}  // namespace

Digest sha1(std::string_view bytes) {
  return sha1_of(bytes, {});
}

std::string digest_text(const Digest& digest) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text = "sha1:";
  uint64_t bits = 0;
  int count = 0;
  for (const unsigned char byte : digest) {
    bits = bits << 8 | byte;
    count += 8;
    for (; count >= 5; count -= 5) text += kLetters[bits >> (count - 5) & 31];
  }
  return text;
}

std::string new_record_id() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  const uint64_t high = (random() & ~uint64_t{0xF000}) | 0x4000;
  const uint64_t low = (random() & ~(uint64_t{3} << 62)) | (uint64_t{2} << 62);
  std::array<char, 64> room{};
  std::snprintf(room.data(), room.size(), "<urn:uuid:%08x-%04x-%04x-%04x-%012llx>",
                static_cast<unsigned>(high >> 32), static_cast<unsigned>(high >> 16 & 0xFFFF),
                static_cast<unsigned>(high & 0xFFFF), static_cast<unsigned>(low >> 48),
                static_cast<unsigned long long>(low & 0xFFFFFFFFFFFF));
  return room.data();
}

void RecordMaker::Free::operator()(libdeflate_compressor* compressor) const {
  libdeflate_free_compressor(compressor);
}

RecordMaker::RecordMaker() : compressor_(libdeflate_alloc_compressor(kLevel)) {
  if (!compressor_) throw std::bad_alloc();
}

void RecordMaker::add(const WarcRecord& record, std::string& packed) {
  plain_ = "WARC/1.1\r\n";
  add_field("WARC-Type", record.type, plain_);
  add_field("WARC-Record-ID", record.id.empty() ? new_record_id() : std::string(record.id), plain_);
  if (!record.uri.empty()) add_field("WARC-Target-URI", record.uri, plain_);
  add_field("WARC-Date", date_text(record.date), plain_);
  for (const auto& [name, value] : record.fields) add_field(name, value, plain_);
  add_field("WARC-Block-Digest", digest_text(sha1_of(record.head, record.body)), plain_);
  add_field("Content-Type", record.content_type, plain_);
  add_field("Content-Length", std::to_string(record.head.size() + record.body.size()), plain_);
  plain_ += "\r\n";
  plain_ += record.head;
  plain_ += record.body;
  plain_ += "\r\n\r\n";
  const size_t begin = packed.size();
  packed.resize(begin + libdeflate_gzip_compress_bound(compressor_.get(), plain_.size()));
  const size_t size = libdeflate_gzip_compress(compressor_.get(), plain_.data(), plain_.size(),
                                               packed.data() + begin, packed.size() - begin);
  packed.resize(begin + size);
}

}  // namespace cocite::crawl
