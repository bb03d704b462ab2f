#!/usr/bin/env bash
# Proves that the project runs from nothing: clones HEAD into an empty folder, starts it, runs all tests alone and
# again beside a running start, and stops everything. Settings such as DATABASE_URL reach the start; FABULA_TEST_CLUSTER
# reaches the tests. Ends with PASS or FAIL and the times.
set -uo pipefail

source_folder="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
work="$(mktemp -d "${TMPDIR:-/tmp}/fabula-clone-XXXXXX")"
chmod 755 "$work"
clone="$work/fabula"
results=()
failed=0
start_pid=""

free_port() {
  node -e 'const s=require("node:net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}

answers() {
  node -e 'fetch(process.argv[1]).then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))' "http://127.0.0.1:$PORT/ready"
}

note() { # status, name, seconds, detail
  results+=("$(printf '%-5s %-34s %5ss  %s' "$1" "$2" "$3" "${4:-}")")
  [ "$1" = PASS ] || failed=1
  echo "── ${results[-1]}"
}

start() { # name
  local began=$SECONDS
  npm start >"$work/start.log" 2>&1 &
  start_pid=$!
  until answers && grep -q "Fabula is ready" "$work/start.log"; do
    if ! kill -0 "$start_pid" 2>/dev/null || [ $((SECONDS - began)) -gt 600 ]; then
      cat "$work/start.log"
      note FAIL "$1" $((SECONDS - began))
      return 1
    fi
    sleep 0.2
  done
  note PASS "$1" $((SECONDS - began))
}

stop() { # name
  local began=$SECONDS
  [ -n "$start_pid" ] || return 0
  kill -TERM "$start_pid" 2>/dev/null
  wait "$start_pid" 2>/dev/null
  start_pid=""
  # npm does not wait for what it started; the lock goes last.
  while [ -e "$clone/.data/run.lock" ] && [ $((SECONDS - began)) -lt 60 ]; do sleep 0.1; done
  if [ -e "$clone/.data/run.lock" ]; then note FAIL "$1" $((SECONDS - began)); else note PASS "$1" $((SECONDS - began)); fi
}

tests() { # name
  local began=$SECONDS
  npm test >"$work/test.log" 2>&1
  local code=$?
  local summary
  summary="$(tail -n 1 "$work/test.log")"
  if [ $code -eq 0 ] && [[ "$summary" =~ ^[0-9]+\ passed,\ 0\ failed ]]; then
    note PASS "$1" $((SECONDS - began)) "$summary"
  else
    tail -n 200 "$work/test.log"
    note FAIL "$1" $((SECONDS - began)) "$summary"
  fi
}

finish() {
  [ -z "$start_pid" ] || stop "stop after a failure"
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# A run by another user than the owner of the checkout is meant.
git -c safe.directory='*' clone --quiet "$source_folder" "$clone" || exit 1
cd "$clone" || exit 1
PORT="$(free_port)"
export PORT

echo "Node $(node --version), npm $(npm --version), user $(id -un), commit $(git rev-parse --short HEAD)"
start "first start, from nothing"
if [ -e node_modules/vitest ]; then note FAIL "a start installs its own packages alone" 0; else note PASS "a start installs its own packages alone" 0; fi
stop "stop"
tests "npm test"
if start "second start"; then
  tests "npm test beside a running start"
  if answers; then note PASS "the start was not disturbed" 0; else note FAIL "the start was not disturbed" 0; fi
fi
stop "stop again"
if [ -n "$(git status --porcelain)" ]; then
  git status --short
  note FAIL "the checkout is as it was" 0
else
  note PASS "the checkout is as it was" 0
fi

echo
printf '%s\n' "${results[@]}"
if [ $failed -eq 0 ]; then echo PASS; else echo FAIL; fi
exit $failed
