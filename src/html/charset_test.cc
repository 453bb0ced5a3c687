#include "html/charset.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "html/references.h"

namespace cocite::html {
namespace {

using namespace std::string_literals;

struct Read {
  std::string text;
  std::string charset;
  CharsetSource source;
};

Read read(std::string_view bytes, std::string_view http = {}) {
  CharsetDecoder decoder;
  const DecodedPage page = decoder.to_utf8(bytes, http);
  return {std::string(page.text), std::string(page.charset), page.source};
}

TEST(Charset, LabelsMeanWhatTheEncodingStandardSays) {
  const auto name = [](std::string_view label) -> std::string {
    const Encoding* encoding = find_encoding(label);
    return encoding == nullptr ? "none" : std::string(encoding->name);
  };
  EXPECT_EQ(name("latin1"), "windows-1252");
  EXPECT_EQ(name(" ISO-8859-1\n"), "windows-1252");
  EXPECT_EQ(name("us-ascii"), "windows-1252");
  EXPECT_EQ(name("iso-8859-9"), "windows-1254");
  EXPECT_EQ(name("GB2312"), "GBK");
  EXPECT_EQ(name("x-sjis"), "Shift_JIS");
  EXPECT_EQ(name("ks_c_5601-1987"), "EUC-KR");
  EXPECT_EQ(name("utf8"), "UTF-8");
  EXPECT_EQ(name("unicode"), "UTF-16LE");
  EXPECT_EQ(name("utf-7"), "none");
  EXPECT_EQ(name(""), "none");
  EXPECT_EQ(name(std::string(1000, 'x')), "none");
}

TEST(Charset, TheByteOrderMarkBeatsTheHeaderWhichBeatsMeta) {
  EXPECT_EQ(read("\xEF\xBB\xBF\xC3\xA9", "latin1").text, "\u00E9");
  EXPECT_EQ(read("\xFE\xFF\x00\xE9"s).text, "\u00E9");
  EXPECT_EQ(read("\xFF\xFE\xE9\x00\x3D\xD8\x00\xDE"s).text, "\u00E9\U0001F600");
  const std::string meta = "<meta charset=windows-1251>\xE9";
  EXPECT_EQ(read(meta).charset, "windows-1251");
  EXPECT_EQ(read(meta).source, CharsetSource::kMeta);
  EXPECT_EQ(read(meta, "iso-8859-1").charset, "windows-1252");
  EXPECT_EQ(read(meta, "no-such-charset").charset, "windows-1251");
}

TEST(Charset, ReadsMetaInBothFormsButNotInCommentsOrScripts) {
  EXPECT_EQ(read("<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=koi8-r'>\xC1").text,
            "<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=koi8-r'>\u0430");
  EXPECT_EQ(read("<!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script>").charset,
            "UTF-8");
  EXPECT_EQ(read("<meta charset=utf-16>\xC3\xA9").charset, "UTF-8") << "could not have been read";
  EXPECT_EQ(read("<meta charset=bogus><meta charset=koi8-r>").charset, "KOI8-R");
}

TEST(Charset, PagesThatAlreadyAreUtf8AreNotCopied) {
  CharsetDecoder decoder;
  for (const std::string& page :
       {"plain ascii, long enough for a vector or two of bytes, and more than 64 of it"s,
        "caf\u00E9 \u20AC \U0001F600"s, ""s}) {
    EXPECT_EQ(decoder.to_utf8(page).text.data(), page.data());
    EXPECT_EQ(decoder.to_utf8(page).charset, "UTF-8");
  }
  const std::string ascii = "plain";
  EXPECT_EQ(decoder.to_utf8(ascii, "shift_jis").text.data(), ascii.data());
}

TEST(Charset, ConvertsSingleByteEncodings) {
  EXPECT_EQ(read("\x80\x93\xE9\x81", "latin1").text, "\u20AC\u201C\u00E9\u0081");
  EXPECT_EQ(read("\xD0\xF3\xF1", "windows-1251").text, "\u0420\u0443\u0441");
  EXPECT_EQ(read("\xA4\xA6", "iso-8859-15").text, "\u20AC\u0160");
  EXPECT_EQ(read("\xA4\xAA\xFF", "iso-8859-16").text, "\u20AC\u0218\u00FF");
  EXPECT_EQ(read("\xE1\xE2", "iso-8859-7").text, "\u03B1\u03B2");
  EXPECT_EQ(read("a\x80\xFF", "x-user-defined").text, "a\uF780\uF7FF");
}

TEST(Charset, HasAConverterForEveryEncoding) {
  for (const char* label :
       {"ibm866", "latin2",  "latin3", "latin4",      "cyrillic",    "arabic", "greek",
        "hebrew", "logical", "latin6", "iso-8859-13", "iso-8859-14", "l9",     "iso-8859-16",
        "koi8-r", "koi8-u",  "mac",    "tis-620",     "cp1250",      "cp1251", "cp1252",
        "cp1253", "cp1254",  "cp1255", "cp1256",      "cp1257",      "cp1258", "x-mac-cyrillic"}) {
    // 0xE1 is a letter in all of them.
    const std::string text = read("a\xE1", label).text;
    EXPECT_EQ(text.front(), 'a') << label;
    EXPECT_EQ(text.find(kReplacement), std::string::npos) << label << ": " << text;
  }
}

TEST(Charset, ConvertsEncodingsOfSeveralBytes) {
  EXPECT_EQ(read("\x93\xFA\x96\x7B\\", "shift_jis").text, "\u65E5\u672C\\");
  EXPECT_EQ(read("\xC6\xFC\xCB\xDC", "euc-jp").text, "\u65E5\u672C");
  EXPECT_EQ(read("\x1B$BF|K\\\x1B(Bx", "iso-2022-jp").text, "\u65E5\u672Cx");
  EXPECT_EQ(read("\xD6\xD0\xCE\xC4\x80", "gbk").text.substr(0, 6), "\u4E2D\u6587");
  EXPECT_EQ(read("\xA4\xA4\xA4\xE5", "big5").text, "\u4E2D\u6587");
  EXPECT_EQ(read("\xC7\xD1\xB1\xDB", "euc-kr").text, "\uD55C\uAE00");
  EXPECT_EQ(read("\x81\x30\x81\x30", "gb18030").text, "\u0080");
}

TEST(Charset, ReplacesWhatMeansNothing) {
  EXPECT_EQ(read("a\xFF z\xC3", "utf-8").text, "a\uFFFD z\uFFFD");
  EXPECT_EQ(read("a\x81", "shift_jis").text, "a\uFFFD") << "cut off";
  EXPECT_EQ(read("a\0b"s, "utf-16le").text, "a\uFFFD");
  EXPECT_EQ(read("\x00\xD8\x41\x00"s, "utf-16le").text, "\uFFFDA") << "half a pair";
  EXPECT_EQ(read("anything", "iso-2022-kr").text, "\uFFFD") << "an encoding that hides markup";
}

TEST(Charset, TellsEncodingsFromTheBytes) {
  EXPECT_EQ(read("caf\u00E9").source, CharsetSource::kBytes);
  EXPECT_EQ(read("<\0h\0"s).charset, "UTF-16LE");
  EXPECT_EQ(read("\0<\0h"s).charset, "UTF-16BE");
  std::string russian;  // "the quick ..." would not do: a detector needs real words
  for (int i = 0; i < 20; ++i) {
    russian +=
        "\xF1\xFA\xE5\xF8\xFC \xE5\xF9\xB8 \xFD\xF2\xE8\xF5 \xEC\xFF\xE3\xEA\xE8\xF5 "
        "\xF4\xF0\xE0\xED"
        "\xF6\xF3\xE7\xF1\xEA\xE8\xF5 \xE1\xF3\xEB\xEE\xEA ";
  }
  EXPECT_EQ(read("<p>" + russian).charset, "windows-1251");
  EXPECT_EQ(read("<p>" + russian).source, CharsetSource::kDetected);
  EXPECT_EQ(read("\x1B$BF|K\\8l$N%F%9%H$G$9!#\x1B(B").charset, "ISO-2022-JP");
}

TEST(Charset, AnyBytesUnderAnyLabelBecomeUtf8) {
  std::mt19937 random(3);
  CharsetDecoder decoder;
  for (const char* label :
       {"", "utf-8", "latin1", "utf-16le", "utf-16be", "shift_jis", "euc-jp", "iso-2022-jp",
        "gb18030", "big5", "euc-kr", "koi8-r", "replacement", "x-user-defined"}) {
    for (int i = 0; i < 100; ++i) {
      std::string bytes(random() % 300, '\0');
      for (char& c : bytes) c = static_cast<char>(random());
      EXPECT_TRUE(is_utf8(decoder.to_utf8(bytes, label).text)) << label;
    }
  }
  const std::string large(20000, '\xA4');  // more than one block of the converter
  EXPECT_EQ(decoder.to_utf8(large, "euc-jp").text.size(), 30000U);
}

// Decodes one character the slow way; 0 when there is none.
size_t naive_character(std::string_view s) {
  const auto byte = [&](size_t i) -> unsigned {
    return i < s.size() ? static_cast<unsigned char>(s[i]) : 0U;
  };
  const auto tail = [&](size_t i) { return i < s.size() && (byte(i) & 0xC0U) == 0x80; };
  if (byte(0) < 0x80) return 1;
  if ((byte(0) & 0xE0U) == 0xC0 && tail(1)) return byte(0) >= 0xC2 ? 2 : 0;
  if ((byte(0) & 0xF0U) == 0xE0 && tail(1) && tail(2)) {
    const unsigned point = (byte(0) & 0xFU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
    return point >= 0x800 && (point < 0xD800 || point > 0xDFFF) ? 3 : 0;
  }
  if ((byte(0) & 0xF8U) == 0xF0 && tail(1) && tail(2) && tail(3)) {
    const unsigned point = (byte(0) & 7U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6;
    return point >= 0x10000 && point <= 0x10FFFF ? 4 : 0;
  }
  return 0;
}

TEST(Utf8, PrefixIsWhatANaiveReaderFinds) {
  std::mt19937 random(9);
  const char pool[] =
      "aaaaaaaa\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xED\xA0\xC0\xF4\x90\xE0\x9F\xFF";
  for (int i = 0; i < 20000; ++i) {
    std::string bytes(random() % 3 == 0 ? random() % 150 : 0, 'x');
    for (size_t n = random() % 12; n > 0; --n) bytes += pool[random() % (sizeof pool - 1)];
    size_t expected = 0;
    while (expected < bytes.size()) {
      const size_t length = naive_character(std::string_view(bytes).substr(expected));
      if (length == 0) break;
      expected += length;
    }
    EXPECT_EQ(utf8_prefix(bytes), expected);
    std::string repaired;
    repair_utf8(bytes, repaired);
    EXPECT_TRUE(is_utf8(repaired));
    EXPECT_EQ(is_utf8(bytes), repaired == bytes);
  }
}

TEST(Utf8, BreaksOffAtTheFirstByteThatCannotGoOn) {
  std::string out;
  repair_utf8("a\xE2\x82z\xF0\x9F\x98\xC0\xAF", out);
  EXPECT_EQ(out, "a\uFFFDz\uFFFD\uFFFD\uFFFD");
  repair_utf8("\xED\xA0\x80", out);
  EXPECT_EQ(out, "\uFFFD\uFFFD\uFFFD") << "a surrogate: three bytes that each mean nothing";
}

TEST(Utf8, AsciiPrefixAtEveryLength) {
  for (size_t size = 0; size < 200; ++size) {
    for (size_t at = 0; at <= size; ++at) {
      std::string bytes(size, 'a');
      if (at < size) bytes[at] = '\x80';
      ASSERT_EQ(ascii_prefix(bytes), at);
    }
  }
}

}  // namespace
}  // namespace cocite::html
