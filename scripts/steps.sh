# Sourced by scripts/test and scripts/demo: quiet steps with their full output in build/<name>.log.
#
#   step dev-build "build, dev preset" cmake --build --preset dev
#
# prints one line with the time it took; on failure the end of the log, and ends the script.

cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p build

# A script may replace these: one sees the log of every step, one has the last word on failure.
after_step() { :; }
on_failure() { :; }

step() {
    local name=$1 title=$2 status=0
    shift 2
    local log=build/$name.log start=$SECONDS
    printf '%-40s ' "$title"
    "$@" >"$log" 2>&1 </dev/null || status=$?
    after_step "$log"
    if [ "$status" -eq 0 ]; then
        printf 'ok  %4d s\n' $((SECONDS - start))
        return
    fi
    printf 'FAILED after %d s\n\n' $((SECONDS - start))
    # Without what went well: ctest names every test twice.
    grep -vE '^ *(Start +[0-9]+: |[0-9]+/[0-9]+ Test +#.* Passed )' "$log" | tail -n 100 | sed 's/^/    /'
    printf '\nFAILED: %s (all of its output: %s)\n' "$title" "$log"
    on_failure
    exit 1
}

# Sanitizers of GCC 12 and clang 14 cannot place their shadow where a kernel scatters addresses over
# 32 bits; without that scatter they always can. A container may forbid it: then as things are.
if setarch -R true 2>/dev/null; then
    steady() { setarch -R "$@"; }
else
    steady() { "$@"; }
fi
