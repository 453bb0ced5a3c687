# Sourced by scripts/release and scripts/wheel: SHA-256 sums of all files in dist/.
#
#   write_sums      # dist/SHA256SUMS, for sha256sum --check

write_sums() {
    (cd dist && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
}
