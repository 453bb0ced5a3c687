// What an import is given to read: names of files, and for each the source that understands it.
//
//   COCITE_TRY(const auto inputs, expand_inputs({"a.warc.gz", "@more.txt"}, ""));
//   COCITE_TRY(const auto source, open_input(context, inputs[0]));
//
// Any thread; each source belongs to one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "ingest/context.h"
#include "read/source.h"

namespace cocite::ingest {

// "@list.txt" stands for the files named in it, one a line; a folder that no kind of input reads as a whole for the
// files in it, in order of the numbers in their names. `from`: the kind that the request names, or empty.
[[nodiscard]] Result<std::vector<std::string>> expand_inputs(const std::vector<std::string>& inputs,
                                                             const std::string& from);
// Whether files are parts of one table, by their names: "part-00017-….csv", as Spark and Hadoop write them.
[[nodiscard]] bool are_parts(const std::vector<std::string>& inputs);

// Whether an input is a folder of Markdown that is not served: its pages are paths, and so names are opaque.
[[nodiscard]] bool has_pages_by_path(const ImportRequest& request);

// Before anything is read: a name that leads nowhere, or a kind that there is not, is a mistake in the
// command.
[[nodiscard]] Result<void> check_inputs(const Context& context,
                                        const std::vector<std::string>& inputs);

// By the kind that the request names, or the first that recognises the input by its beginning.
[[nodiscard]] Result<std::unique_ptr<read::Source>> open_input(const Context& context,
                                                               const std::string& input);

}  // namespace cocite::ingest
