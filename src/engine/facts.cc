#include "engine/facts.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "insight/mirror_table.h"
#include "related/tuned.h"
#include "sites/host_graph.h"
#include "sites/merged.h"

namespace cocite::engine {
namespace {

uint64_t bytes_of(const store::Store& store) {
  std::error_code error;
  uint64_t bytes =
      std::filesystem::file_size(store.path() + "/" + std::string(store::kManifestFile), error);
  if (error) bytes = 0;  // it was there when the store was opened, and is small
  for (const store::FileEntry& file : store.manifest().files) bytes += file.size_bytes;
  return bytes;
}

// Who needs each kind of notes. Notes follow from the rest of the store: what is missing is made again on first use.
struct Use {
  std::string_view file;
  std::string_view what;
};
constexpr std::array kUses = {
    Use{"notes-blend", "related by blend: votes of pages and of their hosts"},
    Use{"notes-text-lengths", "related by blend: lengths of texts"},
    Use{"notes-title-grams", "related by blend: parts of titles"},
    Use{"notes-menus", "links that most pages of a host have: related, path without menus"},
    Use{"notes-crowds", "related: samples of the parents of pages that very many link to"},
    Use{"notes-stoplist", "related: the most linked pages, which are no evidence"},
    Use{"notes-host-names", "completion of hosts while they are typed"},
    Use{"notes-name-order", "completion of titles while they are typed"},
    Use{"notes-anchor-names", "what others call pages without a title"},
    Use{"notes-mirrors", "hosts with the same pages, which may count as one"},
    Use{"notes-labels", "categorize, and shares of labels in samples"},
    Use{"notes-community-names", "names of the saved communities"}};

std::string_view use_of(std::string_view file) {
  for (const Use& use : kUses) {
    if (use.file == file) return use.what;
  }
  return "";
}

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::vector<InfoItem> facts_of(const store::Store& store) {
  const store::Facts& facts = store.facts();
  const uint64_t links = store.links();
  const auto yes_or_no = [](bool fact) { return std::string(fact ? "yes" : "no"); };
  std::vector<InfoItem> items = {{"pages", facts.pages},
                                 {"links", facts.links},
                                 {"hosts", facts.hosts},
                                 {"sites", facts.sites},
                                 {"same_host_links", facts.same_host_links},
                                 {"same_host_share", share(facts.same_host_links, links)},
                                 {"crawled", facts.crawled},
                                 {"childless", facts.childless},
                                 {"max_in", facts.max_in},
                                 {"max_out", facts.max_out}};
  if (facts.on != On::kPages) items.push_back({"on", std::string(store::word_of(facts.on))});
  items.push_back({"link_order", yes_or_no(facts.link_order)});
  items.push_back({"order", std::string(store::word_of(facts.order))});
  items.push_back({"names", std::string(store::word_of(facts.names))});
  items.push_back({"fold_www", yes_or_no(facts.fold_www)});
  items.push_back({"fast", yes_or_no(facts.fast)});

  const graph::PackedSize out = store.out().size();
  const graph::PackedSize in = store.in().size();
  const uint64_t bits = out.stream_bits + out.index_bits + in.stream_bits + in.index_bits;
  items.push_back({"bits_per_link", share(bits, links)});
  items.push_back({"out_stream_bits_per_link", share(out.stream_bits, links)});
  items.push_back({"out_index_bits_per_link", share(out.index_bits, links)});
  items.push_back({"in_stream_bits_per_link", share(in.stream_bits, links)});
  items.push_back({"in_index_bits_per_link", share(in.index_bits, links)});

  for (const On on : {On::kHosts, On::kSites}) {
    const auto inner = sites::find_host_graph(store, on);
    if (!inner) continue;  // made when it is asked for
    const std::string name = on == On::kHosts ? "host_graph" : "site_graph";
    items.push_back({name + "_links", inner->links()});
    items.push_back({name + "_bytes", bytes_of(*inner)});
  }

  items.push_back({"bytes", bytes_of(store)});
  for (const store::FileEntry& file : store.manifest().files) {
    items.push_back({"bytes_of_" + file.name, file.size_bytes});
    const std::string_view use = use_of(file.name);
    if (!use.empty()) items.push_back({"use_of_" + file.name, std::string(use)});
  }

  std::string columns;
  const auto column = [&](bool has, std::string_view name) {
    if (has) columns += (columns.empty() ? "" : " ") + std::string(name);
  };
  column(store.has_titles(), "title");
  column(store.text_columns().has_texts(), "text");
  column(store.text_columns().has_urls(), "url");
  column(store.text_columns().has_languages(), "language");
  column(store.text_columns().has_dates(), "date");
  column(store.text_columns().has_anchors(), "anchor");
  column(store.has_statuses(), "status");
  column(store.machines() != nullptr, "ip");
  for (const std::string& name : store.column_names()) {
    columns += (columns.empty() ? "" : " ") + name;
  }
  items.push_back({"columns", columns.empty() ? std::string("none") : columns});
  for (const std::string& name : store.column_names()) {
    const Result<std::string> about = store.about_column(name);
    items.push_back({"about_" + name, about ? *about : about.error().message});
  }

  if (const auto tuned = related::Tuned::saved(store); !tuned) {
    items.push_back({"tuned", tuned.error().message});
  } else {
    items.push_back({"tuned", *tuned ? (*tuned)->about() : std::string("no")});
  }
  if (const store::VisitTable* const visits = store.visits()) {
    items.push_back({"visits", visits->clicks()});
    items.push_back({"visit_transitions", visits->transitions()});
    items.push_back({"visited_pages", visits->visited_pages()});
    items.push_back({"visits_at_least", visits->at_least()});
  }
  if (const auto mirrors = insight::saved_mirrors(store); mirrors && *mirrors) {
    items.push_back({"mirrors", uint64_t{(*mirrors)->size()}});
    items.push_back({"mirrors_merged", std::string(sites::has_merged(store) ? "yes" : "no")});
  } else {
    items.push_back({"mirrors", std::string("not saved")});
  }
  items.push_back({"aliases", facts.aliases});
  items.push_back({"created_by", facts.created_by});
  if (facts.on != On::kPages) items.push_back({"made_from", facts.made_from});
  for (const auto& [name, word] : facts.others) items.push_back({name, word});
  return items;
}

}  // namespace cocite::engine
