# Sourced by scripts/test: the package of Python, built as a wheel and tested in an environment of its own.
#
#   start_python_environment            # in the background: it waits for the network more than for the machine
#   await_python_environment            # is_offline tells whether it is the network that is missing
#   step test-python-env "python: fresh environment" show_python_environment
#   step test-python-wheel "python: wheel" build_wheel
#   step test-python "python: tests of the wheel" test_wheel "not slow"

python_home=build/python # a virtual environment, new each time; versions: python/requirements.txt
python_log=build/test-python-install.log
python_waits=""

# The Python of the system, or the one that COCITE_PYTHON names.
start_python_environment() {
    rm -rf "$python_home" build/wheels
    (
        "${COCITE_PYTHON:-/usr/bin/python3}" -m venv "$python_home" &&
            "$python_home/bin/pip" install --disable-pip-version-check --no-input -r python/requirements.txt
    ) >"$python_log" 2>&1 </dev/null &
    python_waits=$!
}

# Without a way to PyPI there is nothing to install from: that is said and counted as skipped, not as failed.
is_offline() {
    [ "$python_status" -ne 0 ] && grep -qE 'NewConnectionError|ConnectTimeoutError|Temporary failure in name resolution|Network is unreachable|ProxyError|ReadTimeoutError' "$python_log"
}

python_status=0
await_python_environment() { wait "$python_waits" || python_status=$?; }
show_python_environment() { cat "$python_log" && return "$python_status"; }

# In the tree of the dev build, whose objects it takes: the module is all that is left to compile.
build_wheel() {
    "$python_home/bin/pip" wheel . --no-build-isolation --no-deps --no-index --disable-pip-version-check \
        -w build/wheels --config-settings=build-dir=build/dev \
        --config-settings=cmake.build-type=RelWithDebInfo --config-settings=cmake.define.COCITE_TESTS=ON &&
        "$python_home/bin/pip" install --no-deps --no-index --disable-pip-version-check build/wheels/cocite-*.whl
}

# Not from the sources: what is installed is tested.
test_wheel() { # WHICH: "not slow" or "slow", the notebooks and the type checkers
    COCITE_SOURCE=$PWD "$python_home/bin/python" -P -m pytest -q -m "$1" -p no:cacheprovider --rootdir python/tests \
        python/tests
}
