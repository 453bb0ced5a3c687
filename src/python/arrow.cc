#include "python/arrow.h"

#include <utility>

extern "C" {
// As the specification has them.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};
}

namespace cocite::python {
namespace {

// What stands behind a schema: its texts, and the structs of its children.
struct KeptSchema {
  std::string format;
  std::string name;
  std::vector<ArrowSchema> children = {};
  std::vector<ArrowSchema*> places = {};
};

struct KeptArray {
  std::shared_ptr<const Table> table;
  std::vector<const void*> buffers = {};
  std::vector<ArrowArray> children = {};
  std::vector<ArrowArray*> places = {};
};

// A consumer may have moved children away: then they have no release any more.
template <class Struct, class Kept>
void release(Struct* one) {
  auto* const kept = static_cast<Kept*>(one->private_data);
  for (Struct& child : kept->children) {
    if (child.release != nullptr) child.release(&child);
  }
  delete kept;
  one->release = nullptr;
}

template <class Struct, class Kept>
void own(Struct& one, Kept* kept) {
  for (Struct& child : kept->children) kept->places.push_back(&child);
  one.n_children = static_cast<int64_t>(kept->children.size());
  one.children = kept->places.data();
  one.dictionary = nullptr;
  one.private_data = kept;
  one.release = &release<Struct, Kept>;
}

ArrowSchema make_schema(std::string format, std::string name, std::vector<ArrowSchema> children) {
  auto* const kept = new KeptSchema{std::move(format), std::move(name), std::move(children)};
  ArrowSchema schema{};
  schema.format = kept->format.c_str();
  schema.name = kept->name.c_str();
  own(schema, kept);
  return schema;
}

ArrowArray make_array(const std::shared_ptr<const Table>& table, std::vector<const void*> buffers,
                      std::vector<ArrowArray> children) {
  auto* const kept = new KeptArray{table, std::move(buffers), std::move(children)};
  ArrowArray array{};
  array.length = static_cast<int64_t>(table->rows);
  array.n_buffers = static_cast<int64_t>(kept->buffers.size());
  array.buffers = kept->buffers.data();
  own(array, kept);
  return array;
}

ArrowArray make_column(const std::shared_ptr<const Table>& table, const Column& column) {
  // No nulls: the first buffer, which would tell them, is left out.
  if (column.format == "U" || column.format == "Z") {
    return make_array(table, {nullptr, column.offsets.data(), column.bytes.data()}, {});
  }
  if (column.format == "I") return make_array(table, {nullptr, column.small.data()}, {});
  if (column.format == "L") return make_array(table, {nullptr, column.counts.data()}, {});
  return make_array(table, {nullptr, column.numbers.data()}, {});
}

template <class Struct>
nb::object capsule(Struct made, const char* name) {
  auto* const kept = new Struct(made);
  PyObject* const object = PyCapsule_New(kept, name, [](PyObject* self) {
    auto* const held = static_cast<Struct*>(PyCapsule_GetPointer(self, PyCapsule_GetName(self)));
    if (held == nullptr) return;
    if (held->release != nullptr) held->release(held);
    delete held;
  });
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

nb::tuple capsules(ArrowSchema schema, ArrowArray array) {
  return nb::make_tuple(capsule(schema, "arrow_schema"), capsule(array, "arrow_array"));
}

}  // namespace

nb::tuple arrow_batch(const std::shared_ptr<const Table>& table) {
  std::vector<ArrowSchema> schemas;
  std::vector<ArrowArray> arrays;
  for (const Column& column : table->columns) {
    schemas.push_back(make_schema(column.format, column.name, {}));
    arrays.push_back(make_column(table, column));
  }
  return capsules(make_schema("+s", "", std::move(schemas)),
                  make_array(table, {nullptr}, std::move(arrays)));
}

nb::tuple arrow_array(const std::shared_ptr<const Table>& table) {
  const Column& column = table->columns.at(0);
  return capsules(make_schema(column.format, column.name, {}), make_column(table, column));
}

}  // namespace cocite::python
