// Xapian on the pages of bench/generate_pages.py, for text_peers.py; not part of the build (Xapian
// is GPL).
//
//   g++ -O2 -std=c++20 bench/peers/xapian_peer.cc -lxapian -o xapian_peer
//   xapian_peer pages.tsv queries.txt FOLDER
//
// Prints seconds of making the index (- where it was there), its MB, then seconds of each query.
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <xapian.h>

namespace {

double seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

int main(int count, char** values) {
  if (count != 4) return 2;
  const std::string folder = values[3];
  if (!std::filesystem::exists(folder)) {
    const double before = seconds();
    Xapian::WritableDatabase database(folder, Xapian::DB_CREATE);
    Xapian::TermGenerator generator;
    generator.set_stemmer(Xapian::Stem("english"));
    generator.set_stemming_strategy(Xapian::TermGenerator::STEM_ALL);
    std::ifstream in(values[1]);
    for (std::string line; std::getline(in, line);) {
      const size_t first = line.find('\t');
      const size_t second = line.find('\t', first + 1);
      Xapian::Document document;
      generator.set_document(document);
      generator.index_text_without_positions(line.substr(first + 1, second - first - 1), 3);
      generator.index_text_without_positions(line.substr(second + 1));
      database.add_document(document);
    }
    database.commit();
    std::cout << seconds() - before << '\n';
  } else {
    std::cout << "-\n";
  }
  double bytes = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (file.is_regular_file()) bytes += static_cast<double>(file.file_size());
  }
  std::cout << bytes / 1e6 << '\n';
  const Xapian::Database database(folder);
  Xapian::QueryParser parser;
  parser.set_stemmer(Xapian::Stem("english"));
  parser.set_stemming_strategy(Xapian::QueryParser::STEM_ALL);
  parser.set_default_op(Xapian::Query::OP_OR);
  std::vector<std::string> queries;
  std::ifstream in(values[2]);
  for (std::string line; std::getline(in, line);) queries.push_back(line);
  for (int round = 0; round < 2; ++round) {
    for (const std::string& text : queries) {
      const double before = seconds();
      Xapian::Enquire enquire(database);
      enquire.set_query(parser.parse_query(text));
      const Xapian::MSet hits = enquire.get_mset(0, 10);
      if (round == 1) std::cout << seconds() - before << '\n';
    }
  }
}
