# Sourced by scripts/test: a step that passed with the same files is not run again.
#
#   depends=(python src/python include)
#   step_if_changed test-spark "spark: tests of the wheel" test_spark
#
# What passed is remembered for the user, not for the folder, so that a fresh clone knows it too. The files are compared
# by content, and the compilers and Python by version. With run_all=yes every step runs.

run_all=no
depends=()
passed_home=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/cocite/passed

fingerprint() { # PATH...
    {
        c++ --version
        clang++-14 --version 2>/dev/null || true
        /usr/bin/python3 --version
        uname -m
        find "$@" scripts CMakePresets.json -type f -not -path '*/node_modules/*' -not -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    } | sha256sum | cut -c 1-32
}

# Whether the step has passed with what `depends` names, as it is now.
has_passed() { # NAME
    [ "$run_all" = no ] && [ -e "$passed_home/$1-$(fingerprint "${depends[@]}")" ]
}

remember_passed() { # NAME
    mkdir -p "$passed_home" && touch "$passed_home/$1-$(fingerprint "${depends[@]}")" || true
    find "$passed_home" -type f -mtime +30 -delete 2>/dev/null || true
}

step_if_changed() { # NAME TITLE COMMAND...
    if has_passed "$1"; then
        printf '%-40s passed before with the same files (--all runs it)\n' "$2"
        return
    fi
    step "$@"
    remember_passed "$1"
}
