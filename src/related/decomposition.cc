#include "related/decomposition.h"

#include <Eigen/Dense>

namespace cocite::related {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Map<const MatrixXd> as_matrix(const MatrixView& matrix) {
  return {matrix.values.data(), static_cast<Index>(matrix.rows),
          static_cast<Index>(matrix.columns)};
}

Spectrum as_spectrum(const VectorXd& values, const MatrixXd& vectors) {
  return {{values.begin(), values.end()}, {vectors.data(), vectors.data() + vectors.size()}};
}

}  // namespace

Spectrum singular_spectrum(const MatrixView& given) {
  const auto matrix = as_matrix(given);
  Eigen::BDCSVD<MatrixXd> svd;
  if (matrix.rows() > matrix.cols()) {
    const MatrixXd triangle =
        matrix.householderQr().matrixQR().topRows(matrix.cols()).triangularView<Eigen::Upper>();
    svd.compute(triangle, Eigen::ComputeThinV);
  } else {
    svd.compute(matrix, Eigen::ComputeThinV);
  }
  return as_spectrum(svd.singularValues(), svd.matrixV());
}

Spectrum eigen_spectrum(const MatrixView& given) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(as_matrix(given));
  return as_spectrum(solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse());
}

}  // namespace cocite::related
