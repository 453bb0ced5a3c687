// The names of a graph's nodes as Common Crawl publishes them: a number and a reversed host, "17<TAB>com.example.www",
// one a line, in several files one after the other.
//
//   COCITE_CHECK(name_vertices(context, files, batches, names, skipped));
//   key_of_reversed(request, "com.example.www", key);     // the page http://www.example.com/
//
// One thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/context.h"
#include "ingest/key_batches.h"
#include "ingest/numbered.h"

namespace cocite::ingest {

// Why there is no page of this name, or nothing.
[[nodiscard]] std::string_view key_of_reversed(const ImportRequest& request,
                                               std::string_view reversed, std::string& key);

[[nodiscard]] Result<void> name_vertices(Context& context, const std::vector<std::string>& files,
                                         KeyBatches& batches, NodeNames& names,
                                         SkipCounter& skipped);

}  // namespace cocite::ingest
