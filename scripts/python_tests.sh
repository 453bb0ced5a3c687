# Sourced by scripts/test: the package of Python, built as a wheel and tested in an environment of its own.
#
#   start_python_environment            # in the background: it waits for the network more than for the machine
#   await_python_environment            # is_offline tells whether it is the network that is missing
#   step test-python-env "python: fresh environment" show_python_environment
#   step test-python-wheel "python: wheel" build_wheel
#   step test-python "python: tests of the wheel" test_wheel "not slow"
#   stop_python_environment             # when the script ends early

python_home=build/python # a virtual environment, new each time; versions: python/requirements.txt
python_log=build/test-python-install.log
python_waits=""
python_status=0

# The Python of the system, or the one that COCITE_PYTHON names. pip tries a request again, but not a download that
# broke off; what it has downloaded it keeps, so that another try is short.
install_python_environment() {
    "${COCITE_PYTHON:-/usr/bin/python3}" -m venv "$python_home" || return
    local pause status=0
    for pause in 0 10 60; do
        sleep "$pause"
        status=0
        timeout 1500 "$python_home/bin/pip" install --disable-pip-version-check --no-input --progress-bar off --retries 5 \
            --timeout "${PIP_DEFAULT_TIMEOUT:-60}" -r python/requirements.txt || status=$?
        [ "$status" -ne 0 ] || return 0
        [ "$status" -ne 124 ] || break
    done
    [ "$status" -ne 124 ] || echo "pip: ReadTimeoutError, not done after 25 minutes"
    return "$status"
}

start_python_environment() {
    rm -rf "$python_home" build/wheels
    install_python_environment >"$python_log" 2>&1 </dev/null &
    python_waits=$!
}
await_python_environment() {
    wait "$python_waits" || python_status=$?
    python_waits=""
}
stop_python_environment() {
    [ -n "$python_waits" ] || return 0
    pkill -P "$python_waits" || true
    kill "$python_waits" || true
} 2>/dev/null
show_python_environment() { cat "$python_log" && return "$python_status"; }

# Without a way to PyPI there is nothing to install from: that is said and counted as skipped, not as failed.
is_offline() {
    [ "$python_status" -ne 0 ] && grep -qE 'NewConnectionError|ConnectTimeoutError|NameResolutionError|Temporary failure in name resolution|Network is unreachable|ProxyError|ReadTimeoutError|ProtocolError|IncompleteRead' "$python_log"
}

# In the tree of the dev build, whose objects it takes: the module is all that is left to compile. The preset is named
# and the compiler, since scikit-build forgets what was configured where another Python was used before, and takes the
# compiler that this Python was built with.
build_wheel() {
    CC=cc CXX=c++ "$python_home/bin/pip" wheel . --no-build-isolation --no-deps --no-index --disable-pip-version-check \
        -w build/wheels --config-settings=build-dir=build/dev \
        --config-settings=cmake.args=--preset=dev --config-settings=cmake.build-type=RelWithDebInfo \
        --config-settings=cmake.define.COCITE_TESTS=ON &&
        "$python_home/bin/pip" install --no-deps --no-index --disable-pip-version-check build/wheels/cocite-*.whl
}

# Not from the sources: what is installed is tested.
test_wheel() { # WHICH: "not slow" or "slow", the notebooks and the type checkers
    COCITE_SOURCE=$PWD "$python_home/bin/python" -P -m pytest -m "$1" -p no:cacheprovider --rootdir python/tests \
        python/tests
}
