// All that the file of a question needs (src/api/questions/): its parameters, and how they are read.
#pragma once

#include <algorithm>  // IWYU pragma: export
#include <string>     // IWYU pragma: export
#include <utility>    // IWYU pragma: export

#include <cocite/engine.h>  // IWYU pragma: export

#include "api/cursor.h"            // IWYU pragma: export
#include "api/from_options.h"      // IWYU pragma: export
#include "api/parameter_groups.h"  // IWYU pragma: export
#include "api/question.h"          // IWYU pragma: export
#include "api/related_request.h"   // IWYU pragma: export
#include "api/store_options.h"     // IWYU pragma: export
