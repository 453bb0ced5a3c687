#include "python/interruptible.h"

#include "python/objects.h"

namespace cocite::python {

void show(const nb::object& progress, const Progress& told) {
  if (progress.is_none()) return;
  progress(make_text(told.stage), told.done, told.total, make_text(told.unit),
           make_text(told.detail));
}

}  // namespace cocite::python
