#!/usr/bin/env bash
# Does /openapi.json validate, and does the running service do what it says? Needs PyPI for two programs, so it is
# no part of scripts/test:
#
#   tests/end_to_end/openapi_check.sh build/dev/cocite web.cocite [EXAMPLES]
#
# openapi-spec-validator reads the description; schemathesis makes up requests from it, good and bad, and checks every
# answer: no 500, no status, content type or field that is not described. It may refuse more than the description
# says (not every method has every parameter), so that one check is left out.
set -euo pipefail
program=$(realpath "$1") store=$(realpath "$2") examples=${3:-50}
folder=$(mktemp -d)
trap 'kill "$service" 2>/dev/null || true; rm -rf "$folder"' EXIT

tools=$(realpath -m "${COCITE_API_TOOLS:-build/api-tools}") # a virtual environment, kept for the next time
if [ ! -x "$tools/bin/schemathesis" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install -q schemathesis openapi-spec-validator
fi

"$program" serve "$store" --listen 127.0.0.1:0 --access-log off 2>"$folder/log" &
service=$!
for _ in $(seq 100); do
    url=$(sed -n 's/.*serving at \(http[^ ]*\)\/$/\1/p' "$folder/log")
    [ -n "$url" ] && curl -sf "$url/readyz" >/dev/null && break
    sleep 0.1
done
curl -sf "$url/openapi.json" >"$folder/openapi.json"
"$tools/bin/openapi-spec-validator" "$folder/openapi.json"
cd "$folder"
page=$("$program" rank "$store" --by indegree --top 1 --format tsv --quiet | tail -n 1 | cut -f 3)
for known in "" "page = '$page'"; do # made-up pages, then one that is there, to get further
    cat >schemathesis.toml <<TOML
[checks]
negative_data_rejection.expected-statuses = ["400", "401", "404", "405", "413", "414", "415", "422", "429", "431", "5xx"]
[parameters]
$known
TOML
    "$tools/bin/schemathesis" run "$url/openapi.json" --max-examples "$examples" --phases examples,fuzzing \
        --exclude-checks positive_data_acceptance --generation-database none
done
kill "$service"
wait "$service"
