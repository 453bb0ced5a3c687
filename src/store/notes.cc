#include "store/notes.h"

#include "store/column.h"

namespace cocite::store {

Result<void> write_notes(file::ContainerWriter writer, const NewNotes& notes) {
  COCITE_CHECK(writer.begin("about"));
  COCITE_CHECK(writer.write(std::as_bytes(std::span(notes.about))));
  for (const auto& [name, bytes] : notes.parts) {
    COCITE_CHECK(writer.begin(name));
    COCITE_CHECK(writer.write(bytes));
  }
  if (notes.fill) COCITE_CHECK(notes.fill(writer));
  return writer.finish();
}

Result<Notes> Notes::of(file::Container container) {
  Notes notes;
  notes.container_ = std::move(container);
  COCITE_TRY(notes.about_, about_column(notes.container_));
  return notes;
}

}  // namespace cocite::store
