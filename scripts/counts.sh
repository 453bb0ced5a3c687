# Sourced by scripts/test after steps.sh: adds up the tests of all steps, by what ctest and pytest print.
#
#   preset_dir=build/dev     # where ctest ran last
#   conclude                 # "3175 passed, 0 failed, 4 skipped"

passed=0
failed=0
skipped=0
closing="" # ctest's last lines: of the dev run, or of the run that failed
preset_dir=""
concluded="" # whether the last line was printed

after_step() {
    local bad all programs cases bad_cases skips
    # pytest's sum: "3 failed, 97 passed, 2 skipped, 1 warning in 12.3s"
    if grep -qE '^(=+ )?[0-9]+ (passed|failed|error|skipped).* in [0-9.]+s' "$1"; then
        count_pytest "$1"
        return 0
    fi
    # ctest's sum: "97% tests passed, 3 tests failed out of 100". Steps that run no tests have none.
    read -r bad all < <(sed -nE 's/.*, ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$1") ||
        return 0
    # A program of googletest is one test of ctest's with many cases; ctest keeps what it printed.
    local log="$preset_dir/Testing/Temporary/LastTest.log"
    read -r programs cases bad_cases skips < <(awk '
        /^\[==========\] [0-9]+ tests? from .* ran/ { programs++; cases += $2 }
        /^\[  FAILED  \] [0-9]+ tests?, listed below/ { bad += $4 }
        /^\[  SKIPPED \] [0-9]+ tests?, listed below/ { skips += $4 }
        END { print programs + 0, cases + 0, bad + 0, skips + 0 }' "$log")
    all=$((all - programs + cases))
    [ "$bad_cases" -le "$bad" ] || bad=$bad_cases
    printf '%5d tests  ' "$all"
    passed=$((passed + all - bad - skips))
    skipped=$((skipped + skips))
    failed=$((failed + bad))
    if [ -z "$closing" ] || [ "$bad" -gt 0 ]; then
        closing=$(sed -n '/ failed out of /,$p' "$1")
    fi
}

count_pytest() { # LOG
    local good bad skips
    # awk, since a grep that finds no failure would end the script.
    read -r good bad skips < <(awk '
        /^(=+ )?[0-9]+ (passed|failed|error|skipped).* in [0-9.]+s/ {
            good = bad = skips = 0
            for (i = 2; i <= NF; i++) {
                if ($i ~ /^passed/) good = $(i - 1)
                if ($i ~ /^(failed|errors?)/) bad += $(i - 1)
                if ($i ~ /^skipped/) skips = $(i - 1)
            }
        }
        END { print good + 0, bad + 0, skips + 0 }' "$1")
    printf '%5d tests  ' $((good + bad + skips))
    passed=$((passed + good))
    failed=$((failed + bad))
    skipped=$((skipped + skips))
}

conclude() {
    concluded=yes
    [ -z "$closing" ] || printf '\n%s\n\n' "$closing"
    echo "$passed passed, $failed failed, $skipped skipped"
}
on_failure() {
    [ "$failed" -gt 0 ] || failed=1 # a build that fails counts as one
    conclude
}
