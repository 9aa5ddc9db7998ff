#!/bin/sh
# Runs `caselaw sync` at once and then every night, until it is stopped: for a container, where no other program starts it.
#
#   nightly.sh 03:00 --reporter us
#
# The first argument is the time of day (of the time zone TZ, else UTC), the others are the options of sync.
at=$1
shift
child=
stopped=

# A signal ends the wait, and the program in its own time.
stop() {
  stopped=yes
  if [ -n "$child" ]; then kill -TERM "$child" 2>/dev/null; fi
}
trap stop TERM INT

run() {
  if [ -n "$stopped" ]; then return; fi
  "$@" &
  child=$!
  # a signal that came before this line did not reach the program, which takes one only after a moment
  if [ -n "$stopped" ]; then
    sleep 1
    kill -TERM "$child" 2>/dev/null
  fi
  wait "$child"
  code=$?
  while kill -0 "$child" 2>/dev/null; do
    wait "$child"
    code=$?
  done
  child=
}

date -d "today $at" >/dev/null || exit 2
while [ -z "$stopped" ]; do
  run caselaw sync --quiet --report report.json "$@"
  if [ "$code" != 0 ]; then echo "nightly.sh: caselaw sync ended with exit code $code" >&2; fi
  if [ "$code" = 2 ]; then exit 2; fi
  now=$(date +%s)
  next=$(date -d "today $at" +%s)
  if [ "$next" -le "$now" ]; then next=$(date -d "tomorrow $at" +%s); fi
  run sleep $((next - now))
done
