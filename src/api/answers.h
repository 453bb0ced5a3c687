// All answers with their tables of fields. Heavy: for the edges (put.cc, schema.cc) alone.
#pragma once

#include "api/audit_fields.h"    // IWYU pragma: export
#include "api/eval_fields.h"     // IWYU pragma: export
#include "api/free_form.h"       // IWYU pragma: export
#include "api/related_fields.h"  // IWYU pragma: export
#include "api/report_fields.h"   // IWYU pragma: export
#include "api/store_fields.h"    // IWYU pragma: export
