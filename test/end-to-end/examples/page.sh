#!/bin/sh
# Pages through a search with full text: sh page.sh BASE_URL TEXT. Prints each page's JSON on a line.
set -eu
page=$(curl -sfG "$1/v1/cases/" --data-urlencode "search=$2" -d full_case=true -d page_size=5)
while :; do
  printf '%s\n' "$page"
  # "next" stands before the results, so the first match is the page's own.
  next=$(printf '%s' "$page" | sed -n 's/^{"count":[^,]*,"next":"\([^"]*\)".*/\1/p')
  [ -n "$next" ] || break
  page=$(curl -sf "$next")
done
