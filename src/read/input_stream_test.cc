#include "read/input_stream.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <lz4frame.h>
#include <lzma.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

namespace cocite::read {
namespace {

using namespace std::string_literals;
namespace fs = std::filesystem;

// `name`: goes into the header; a way to make the whole as long as one likes.
std::string gzip(const std::string& text, const std::string& name = "", int level = 6) {
  z_stream zlib{};
  deflateInit2(&zlib, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  gz_header header{};
  if (!name.empty()) {
    header.name = reinterpret_cast<Bytef*>(const_cast<char*>(name.c_str()));
    deflateSetHeader(&zlib, &header);
  }
  std::string out(deflateBound(&zlib, text.size()) + name.size() + 100, '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  zlib.avail_in = static_cast<uInt>(text.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.data());
  zlib.avail_out = static_cast<uInt>(out.size());
  deflate(&zlib, Z_FINISH);
  out.resize(zlib.total_out);
  deflateEnd(&zlib);
  return out;
}

std::string zstd(const std::string& text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);  // as the program zstd does
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

std::string lz4(const std::string& text) {
  LZ4F_preferences_t wishes{};
  wishes.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;  // as the program lz4 does
  std::string out(LZ4F_compressFrameBound(text.size(), &wishes), '\0');
  out.resize(LZ4F_compressFrame(out.data(), out.size(), text.data(), text.size(), &wishes));
  return out;
}

std::string xz(const std::string& text) {
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, nullptr,
                                    reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                                    reinterpret_cast<uint8_t*>(out.data()), &size, out.size()),
            LZMA_OK);
  out.resize(size);
  return out;
}

Result<std::string> read_all(InputStream& stream, size_t at_a_time) {
  std::string all;
  std::string buffer(at_a_time, '\0');
  for (;;) {
    COCITE_TRY(const size_t got, stream.read(buffer));
    if (got == 0) return all;
    all.append(buffer, 0, got);
    if (got < buffer.size()) {
      COCITE_TRY(const size_t more, stream.read(buffer));
      EXPECT_EQ(more, 0U) << "fewer than asked for, and not the end";
    }
  }
}

Result<std::string> read_all(const std::string& bytes, size_t at_a_time = 1 << 16) {
  COCITE_TRY(auto stream, InputStream::from_memory(bytes, "links.gz"));
  return read_all(*stream, at_a_time);
}

void expect_text(const std::string& bytes, const std::string& text, size_t at_a_time = 1 << 16) {
  const auto got = read_all(bytes, at_a_time);
  ASSERT_TRUE(got) << got.error().message;
  ASSERT_TRUE(*got == text) << got->size() << " bytes instead of " << text.size();
}

void expect_corrupt(const std::string& bytes, const std::string& what) {
  const auto got = read_all(bytes);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(got.error().message.find("links.gz"), std::string::npos);
  EXPECT_NE(got.error().message.find(what), std::string::npos) << got.error().message;
}

std::string random_text(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>('a' + random() % 16);
  return text;
}

class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "cocite_stream_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Scratch() { fs::remove_all(path_); }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

TEST(InputStream, ReadsPlainGzipAndZstdAlike) {
  for (const size_t size : {0U, 1U, 2U, 3U, 5U, 1000U, 700'000U}) {
    const std::string text = random_text(size, size);
    for (const size_t at_a_time : {7U, 65536U, 1U << 20}) {
      if (size > 10000 && at_a_time < 100) continue;
      expect_text(text, text, at_a_time);
      expect_text(gzip(text), text, at_a_time);
      expect_text(zstd(text), text, at_a_time);
    }
  }
}

TEST(InputStream, ReadsSeveralMembersAsOne) {
  const std::string a = random_text(5000, 1);
  const std::string b = random_text(100, 2);
  expect_text(gzip(a) + gzip(b) + gzip("") + gzip(b), a + b + b);
  expect_text(zstd(a) + zstd(b) + zstd("") + zstd(b), a + b + b);
}

// The bytes are read 256 KiB at a time: the second member's mark may be torn apart there.
TEST(InputStream, ReadsAMemberThatBeginsAtTheEndOfABuffer) {
  const std::string text = random_text(60'000, 1);
  constexpr size_t kBuffer = size_t{1} << 18;
  const std::string long_text = random_text(2 * kBuffer, 2);
  const std::string second = gzip(long_text, "", 0);
  const size_t plain = gzip(text, "x", 0).size();
  for (const size_t before : {kBuffer - 2, kBuffer - 1, kBuffer, kBuffer + 1}) {
    const std::string first = gzip(text, std::string(before - plain + 1, 'n'), 0);
    ASSERT_EQ(first.size(), before);
    expect_text(first + second + gzip("end"), text + long_text + "end");
  }
}

TEST(InputStream, SaysThatAFileWasCutShort) {
  const std::string text = random_text(3000, 3);
  const std::string gz = gzip(text);
  for (size_t size = 2; size < gz.size(); ++size) expect_corrupt(gz.substr(0, size), "cut short");
  const std::string zst = zstd(text);
  for (size_t size = 4; size < zst.size(); ++size) {
    expect_corrupt(zst.substr(0, size), "cut short");
  }
  expect_corrupt(gzip(text) + gzip(text).substr(0, 100), "cut short");
  const std::string packed = lz4(text);
  for (size_t size = 4; size < packed.size(); ++size) {
    expect_corrupt(packed.substr(0, size), "cut short");
  }
}

TEST(InputStream, FramesOfLz4AreUnpacked) {
  const std::string text = random_text(300000, 5);
  const std::string skipped = "\x50\x2a\x4d\x18\x03\0\0\0abc"s;
  for (const size_t at_a_time : {1, 7, 1 << 16}) {
    expect_text(lz4(text), text, at_a_time);
    expect_text(lz4("one ") + skipped + lz4("") + lz4("two"), "one two", at_a_time);
  }
  std::string damaged = lz4(text);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  expect_corrupt(damaged, "lz4");
  expect_corrupt(lz4("text") + "garbage", "not lz4");
}

TEST(InputStream, StreamsOfXzAreUnpacked) {
  const std::string text = random_text(300000, 6);
  for (const size_t at_a_time : {1, 7, 1 << 16}) {
    expect_text(xz(text), text, at_a_time);
    expect_text(xz("one ") + xz("") + xz("two"), "one two", at_a_time);
  }
  const std::string packed = xz(text.substr(0, 3000));
  for (size_t size = 6; size < packed.size(); ++size) {
    expect_corrupt(packed.substr(0, size), "cut short");
  }
  expect_corrupt(xz("text") + "garbage", "not xz");
}

TEST(InputStream, TextIsNotTakenForBzip2) {
  expect_text("BZh9 is a name\tb\n", "BZh9 is a name\tb\n");
  expect_text("BZh", "BZh");
}

TEST(InputStream, SaysThatThereIsMoreBehindTheGzipData) {
  expect_corrupt(gzip("text") + "garbage", "not gzip");
  expect_corrupt(gzip("text") + "\x1f", "not gzip");
  expect_corrupt(zstd("text") + "garbage", "zstd");
  expect_text(gzip("text") + "\0\0\0\0\0"s, "text");  // padding of tapes and of some tools
}

TEST(InputStream, SaysThatCompressedBytesAreDamaged) {
  const std::string text = random_text(3000, 4);
  std::mt19937_64 random(5);
  for (const std::string& whole : {gzip(text), zstd(text)}) {
    for (size_t at = 18; at < whole.size(); ++at) {
      std::string spoilt = whole;
      spoilt[at] = static_cast<char>(spoilt[at] ^ static_cast<char>(1 + random() % 255));
      const auto got = read_all(spoilt);
      if (got) {
        ASSERT_EQ(*got, text) << "at " << at;
      } else {
        ASSERT_EQ(got.error().code, ErrorCode::kCorrupt);
      }
    }
  }
}

TEST(InputStream, NamesTheFileThatCannotBeRead) {
  const Scratch scratch;
  fs::create_directory(scratch / "folder");
  fs::create_symlink("loop", scratch / "loop");
  const std::vector<std::pair<std::string, ErrorCode>> cases = {
      {scratch / "missing", ErrorCode::kNotFound},
      {scratch / "folder", ErrorCode::kInvalidArgument},
      {scratch / "loop", ErrorCode::kIo},
      {scratch / std::string(300, 'x'), ErrorCode::kIo},
      {"/proc/self/mem", ErrorCode::kIo},  // opens, and cannot be read
  };
  for (const auto& [path, code] : cases) {
    const auto stream = InputStream::open(path);
    ASSERT_FALSE(stream) << path;
    EXPECT_EQ(stream.error().code, code) << stream.error().message;
    EXPECT_NE(stream.error().message.find(path), std::string::npos);
  }
}

TEST(InputStream, ReadsAPipeAsItComes) {
  const Scratch scratch;
  const std::string pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string text = random_text(300'000, 6);
  const std::jthread writer([&] {
    std::ofstream out(pipe, std::ios::binary);
    const std::string gz = gzip(text);
    for (size_t at = 0; at < gz.size(); at += 1000) {
      out << gz.substr(at, 1000) << std::flush;
    }
  });
  auto stream = InputStream::open(pipe);
  ASSERT_TRUE(stream);
  EXPECT_EQ((*stream)->raw_total(), 0U);
  const auto got = read_all(**stream, 50'000);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(*got, text);
}

TEST(InputStream, TellsHowFarItIs) {
  const std::string gz = gzip(random_text(400'000, 7));
  auto stream = InputStream::from_memory(gz, "links.gz");
  ASSERT_TRUE(stream);
  EXPECT_EQ((*stream)->raw_total(), gz.size());
  EXPECT_EQ((*stream)->raw_done(), 0U);
  ASSERT_TRUE(read_all(**stream, 1000));
  EXPECT_EQ((*stream)->raw_done(), gz.size());
}

}  // namespace
}  // namespace cocite::read
