# Sourced by scripts/test: the package of Python, built as a wheel and tested in environments of its own.
#
#   start_environment python python/requirements.txt    # in the background: it waits for the network more than for the machine
#   await_environment python                            # is_offline tells whether it is the network that is missing
#   step test-python-env "python: fresh environment" show_environment python
#   step test-python-wheel "python: wheel" build_wheel
#   step test-python "python: tests of the wheel" test_wheel "not slow"
#   stop_environments                                   # when the script ends early
#
# NAME is a virtual environment, build/NAME, new each time. PySpark wants an older pandas than the others: it has one of its own.

# Not just "status": callers have locals of that name.
declare -A environment_pid=() environment_status=()
python_home=build/python
spark_home=build/spark

environment_log() { echo "build/test-$1-install.log"; }

# The Python of the system, or the one that COCITE_PYTHON names. pip tries a request again, but not a download that
# broke off; what it has downloaded it keeps, so that another try is short.
install_environment() { # NAME REQUIREMENTS
    "${COCITE_PYTHON:-/usr/bin/python3}" -m venv "build/$1" || return
    local pause code=0
    for pause in 0 10 60; do
        sleep "$pause"
        code=0
        timeout 1500 "build/$1/bin/pip" install --disable-pip-version-check --no-input --progress-bar off --retries 5 \
            --timeout "${PIP_DEFAULT_TIMEOUT:-60}" -r "$2" || code=$?
        [ "$code" -ne 0 ] || return 0
        [ "$code" -ne 124 ] || break
    done
    [ "$code" -ne 124 ] || echo "pip: ReadTimeoutError, not done after 25 minutes"
    return "$code"
}

start_environment() { # NAME REQUIREMENTS
    rm -rf "build/$1"
    install_environment "$1" "$2" >"$(environment_log "$1")" 2>&1 </dev/null &
    environment_pid[$1]=$!
}
await_environment() { # NAME
    environment_status[$1]=0
    wait "${environment_pid[$1]}" || environment_status[$1]=$?
    unset "environment_pid[$1]"
}
stop_environments() {
    local name
    for name in "${!environment_pid[@]}"; do
        pkill -P "${environment_pid[$name]}" || true
        kill "${environment_pid[$name]}" || true
    done
} 2>/dev/null
show_environment() { cat "$(environment_log "$1")" && return "${environment_status[$1]}"; }

# Without a way to PyPI there is nothing to install from: that is reported and counted as skipped, not as failed.
is_offline() { # NAME
    [ "${environment_status[$1]}" -ne 0 ] && grep -qE 'NewConnectionError|ConnectTimeoutError|NameResolutionError|Temporary failure in name resolution|Network is unreachable|ProxyError|ReadTimeoutError|ProtocolError|IncompleteRead' "$(environment_log "$1")"
}

# In the tree of the dev build, whose objects it takes: the module is all that is left to compile. The preset is named
# and the compiler, since scikit-build forgets what was configured where another Python was used before, and takes the
# compiler that this Python was built with.
build_wheel() {
    rm -rf build/wheels
    CC=cc CXX=c++ "$python_home/bin/pip" wheel . --no-build-isolation --no-deps --no-index --disable-pip-version-check \
        -w build/wheels --config-settings=build-dir=build/dev \
        --config-settings=cmake.args=--preset=dev --config-settings=cmake.build-type=RelWithDebInfo \
        --config-settings=cmake.define.COCITE_TESTS=ON &&
        "$python_home/bin/pip" install --no-deps --no-index --disable-pip-version-check build/wheels/cocite-*.whl
}

# Not from the sources: what is installed is tested.
test_wheel() { # WHICH: "not slow" or "slow", the notebooks and the type checkers
    COCITE_SOURCE=$PWD "$python_home/bin/python" -P -m pytest -m "$1" -p no:cacheprovider --rootdir python/tests \
        --ignore-glob='*/test_spark*.py' python/tests
}

# The same wheel on Spark: in one process, and on a cluster of a master and two workers, each a process of its own.
test_spark() {
    "$spark_home/bin/pip" install --no-deps --no-index --disable-pip-version-check --force-reinstall build/wheels/cocite-*.whl &&
        "$spark_home/bin/python" -P -m pytest -m spark -p no:cacheprovider --rootdir python/tests --durations=5 \
            python/tests/test_spark*.py
}
