// The menus of a host, as runs of four words that stand on many of its pages, found once and kept.
//
//   COCITE_TRY(const auto menus, menus_of(web, host, budget));
//   words::plain_text(text, *menus)
//
// Any thread.
#pragma once

#include <memory>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "related/web.h"
#include "text/resemblance.h"

namespace cocite::answer {

[[nodiscard]] Result<std::shared_ptr<const text::Shingles>> menus_of(const related::Web& web,
                                                                     HostId host, Budget* budget);

}  // namespace cocite::answer
