#!/usr/bin/env bash
# Does /openapi.json validate, and does the running service do what it says? Needs PyPI for two programs, so it is
# no part of scripts/test:
#
#   tests/end_to_end/openapi_check.sh build/dev/cocite web.cocite [EXAMPLES]
#
# openapi-spec-validator reads the description; schemathesis makes up requests from it, good and bad, and checks every
# answer: no 500, no status, content type or field that is not described. It asks as the owner of a study, and as a
# rater. The service may refuse more than the description says (not every method has every parameter), so that one
# check is left out.
set -euo pipefail
program=$(realpath "$1") store=$(realpath "$2") examples=${3:-50}
folder=$(mktemp -d)
trap 'kill "$service" 2>/dev/null || true; rm -rf "$folder"' EXIT

tools=$(realpath -m "${COCITE_API_TOOLS:-build/api-tools}") # a virtual environment, kept for the next time
if [ ! -x "$tools/bin/schemathesis" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install -q schemathesis openapi-spec-validator
fi

openssl rand -hex 16 >"$folder/owner"
owner="Authorization: Bearer $(cat "$folder/owner")"
"$program" serve "$store" --listen 127.0.0.1:0 --access-log off --studies "$folder/studies.sqlite" \
    --owner-token-file "$folder/owner" 2>"$folder/log" &
service=$!
for _ in $(seq 100); do
    url=$(sed -n 's/.*serving at \(http[^ ]*\)\/$/\1/p' "$folder/log")
    [ -n "$url" ] && curl -sf "$url/readyz" >/dev/null && break
    sleep 0.1
done
curl -sf -H "$owner" "$url/openapi.json" >"$folder/openapi.json"
"$tools/bin/openapi-spec-validator" "$folder/openapi.json"
cd "$folder" # where schemathesis leaves what it wants to remember
page=$("$program" rank "$store" --by indegree --top 1 --format tsv --quiet | tail -n 1 | cut -f 3)

# A study of that page, with one rater.
curl -sf -H "$owner" -H 'Content-Type: application/json' "$url/api/studies" >study.json -d \
    "$(python3 -c 'import json, sys; print(json.dumps({"title": "x", "page": sys.argv[1], "by": ["blend", "lli"], "rater": "ann"}))' "$page")"
field() { sed -n "s/.*$1\([0-9a-f]*\)\".*/\1/p" study.json | head -n 1; }
study=$(field '"study": "') rater="Authorization: Bearer $(field '#r=')"

# check HEADER PARAMETERS [OPTIONS]
check() {
    cat >schemathesis.toml <<TOML
[checks]
negative_data_rejection.expected-statuses = ["400", "401", "404", "405", "413", "414", "415", "422", "429", "431", "5xx"]
[parameters]
$2
TOML
    "$tools/bin/schemathesis" run "$folder/openapi.json" --url "$url" --header "$1" --max-examples "$examples" \
        --phases examples,fuzzing --exclude-checks positive_data_acceptance --generation-database none "${@:3}"
}
check "$owner" "" # made-up pages and studies, then some that are there, to get further
check "$owner" "page = '$page'
study = '$study'" --exclude-method DELETE
check "$rater" "" --include-path-regex '^/api/studies/(task|rating)$'
check "$owner" "study = '$study'" --include-method DELETE
kill "$service"
wait "$service"
