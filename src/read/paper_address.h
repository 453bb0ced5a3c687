// Addresses of papers.
//
//   doi_address("https://dx.doi.org/10.1000/X1")   // "https://doi.org/10.1000/x1"; so for "doi:10.1000/X1"
//   work_address("W2741809807")                    // "https://openalex.org/W2741809807"
//
// Empty: it is no such thing. DOIs are compared without case (DOI Handbook, 2.4), so they are written in lower case.
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

namespace cocite::read {

[[nodiscard]] std::string doi_address(std::string_view doi);
[[nodiscard]] std::string work_address(std::string_view id);

}  // namespace cocite::read
