// The two decompositions that LLI needs, by themselves: Eigen's take half a minute to compile.
//
//   const Spectrum spectrum = eigen_spectrum({values, size, size});
//
// Matrices are column after column. Any thread.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cocite::related {

struct MatrixView {
  std::span<const double> values;  // rows * columns
  size_t rows = 0;
  size_t columns = 0;
};

struct Spectrum {
  std::vector<double> values;   // largest first
  std::vector<double> vectors;  // for each of them a column, as long as the matrix is wide
};

// Singular values and right singular vectors.
[[nodiscard]] Spectrum singular_spectrum(const MatrixView& matrix);
// Eigenvalues and eigenvectors of a symmetric matrix, of which the lower half is read.
[[nodiscard]] Spectrum eigen_spectrum(const MatrixView& matrix);

}  // namespace cocite::related
