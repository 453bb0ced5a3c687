// Writes a made-up graph of domains as Common Crawl publishes its own (docs/formats/commoncrawl.md).
#pragma once

#include <string>

#include <cocite/result.h>

#include "bench/domain_generator.h"

namespace cocite::bench {

struct DomainFigures {
  uint64_t domains = 0;
  uint64_t links = 0;
  uint64_t without_links = 0;
  uint64_t most_out = 0;
  uint64_t most_in = 0;
  double bits_a_link = 0;  // of domains.graph
};

// Makes domain-vertices.txt.gz, domain-edges.txt.gz (`with_text`) and domain.graph with its properties and offsets in
// `folder`, which is there. One pass; memory: four bytes a domain and the longest list.
[[nodiscard]] Result<DomainFigures> write_domains(const DomainShape& shape,
                                                  const std::string& folder, bool with_text);

}  // namespace cocite::bench
