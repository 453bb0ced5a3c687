// Is this address a page to read, or something that pages are made with?
//
//   is_media("com,example)/logo.GIF?x=1")       // true: images, audio, video, archives, styles,
//   is_media("com,example)/paper.ps.gz")        // scripts; but a document that is packed is a page
//
// By the ending of the file's name alone. Pure function; any thread.
#pragma once

#include <string_view>

namespace cocite::url {

// `key`: of a page with an address, as make_key() makes it.
[[nodiscard]] bool is_media(std::string_view key);

}  // namespace cocite::url
