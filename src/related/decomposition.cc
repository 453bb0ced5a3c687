#include "related/decomposition.h"

#include <Eigen/Dense>

namespace cocite::related {

using Eigen::MatrixXd;

Spectrum singular_spectrum(const MatrixXd& matrix) {
  Eigen::BDCSVD<MatrixXd> svd;
  if (matrix.rows() > matrix.cols()) {
    const MatrixXd triangle =
        matrix.householderQr().matrixQR().topRows(matrix.cols()).triangularView<Eigen::Upper>();
    svd.compute(triangle, Eigen::ComputeThinV);
  } else {
    svd.compute(matrix, Eigen::ComputeThinV);
  }
  return {svd.singularValues(), svd.matrixV()};
}

Spectrum eigen_spectrum(const MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
  return {solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
}

}  // namespace cocite::related
