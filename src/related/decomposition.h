// The two decompositions that LLI needs, compiled once: Eigen's take half a minute.
//
//   const Spectrum spectrum = eigen_spectrum(squares);     // largest first
//
// Any thread.
#pragma once

#include <Eigen/Core>

namespace cocite::related {

struct Spectrum {
  Eigen::VectorXd values;   // largest first
  Eigen::MatrixXd vectors;  // a column for each
};

// Singular values and right singular vectors.
[[nodiscard]] Spectrum singular_spectrum(const Eigen::MatrixXd& matrix);
// Eigenvalues and eigenvectors of a symmetric matrix, of which the lower half is read.
[[nodiscard]] Spectrum eigen_spectrum(const Eigen::MatrixXd& matrix);

}  // namespace cocite::related
