"""Reads exports back with other implementations than the writers' and compares them with the interface's records.

Arguments: a folder with the exports jsonl, flat, csv, sqlite (and parquet, partitioned), all but the database with bodies as text.
Prints a line for each that was compared: its name and how many cases. DuckDB is used where Python has it.
"""
import csv
import json
import os
import sqlite3
import sys
from urllib.parse import unquote

ROOT = sys.argv[1]
JSON = {"citations", "cites_to", "analysis", "provenance", "courtlistener", "notes", "opinions", "parties", "attorneys", "judges"} | {"author_surnames", "judge_surnames"}
DATES = {"decision_date", "decision_date_text", "decision_date_precision"}


def at(*names):
    return os.path.join(ROOT, *names)


def key(url):
    return None if url is None else unquote(url.rstrip("/").split("/")[-1])


def flat(r):
    row = {k: r[k] for k in ("id", "url", "frontend_url", "name", "name_abbreviation", "decision_date")}
    row |= {k: r[k] for k in ("docket_number", "first_page", "last_page", "citations")}
    volume, reporter, court, place = r["volume"], r["reporter"], r["court"], r["jurisdiction"]
    row |= {"volume_barcode": key(volume["url"]), "volume_url": volume["url"], "volume_number": volume["volume_number"]}
    row |= {"reporter_id": reporter["url"] and int(key(reporter["url"])), "reporter_url": reporter["url"]}
    row["reporter_full_name"] = reporter["full_name"]
    row |= {f"court_{k}": court[k] for k in ("id", "url", "slug", "name", "name_abbreviation")}
    row |= {f"jurisdiction_{k}": place[k] for k in ("id", "url", "slug", "name", "name_long", "whitelisted")}
    row |= {k: r.get(k) for k in ("cites_to", "analysis", "last_updated", "provenance", "courtlistener")}
    row["origin"] = "caselaw-access-project"
    row["notes"] = r.get("notes", [])
    data = r["casebody"]["data"] or {}
    row["casebody_status"] = r["casebody"]["status"]
    return row | {k: data.get(k) for k in ("head_matter", "opinions", "corrections", "parties", "attorneys", "judges")}


def same(name, found, wanted, skip=()):
    found = dict(found)
    # computed, and not in the interface's record
    surnames, judges = found.pop("author_surnames", None), found.pop("judge_surnames", None)
    if surnames is not None:
        assert len(surnames) == len(found["opinions"] or []), (name, wanted["id"])
    assert judges is None or all(isinstance(one, str) for one in judges)
    assert list(found) == list(wanted) or skip, (name, list(found))
    for k, want in wanted.items():
        if k not in skip:
            assert found[k] == want, (name, wanted["id"], k, found[k], want)


def read(k, text):
    return json.loads(text) if k in JSON and text is not None else text


def cells(row):
    """As CSV has them: text, or nothing for null."""
    def cell(k, v):
        if v is None or k in JSON:
            return v
        return str(v).lower() if isinstance(v, bool) else str(v)
    return {k: cell(k, v) for k, v in row.items()}


wanted = {}
for line in open(at("jsonl", "cases.jsonl"), encoding="utf8"):
    record = json.loads(line)
    wanted[record["id"]] = flat(record)
assert list(wanted) == sorted(wanted)
compared = {"jsonl": len(wanted)}


def compare(name, rows, wish=lambda row: row, skip=()):
    seen = set()
    for row in rows:
        same(name, row, wish(wanted[int(row["id"])]), skip)
        seen.add(int(row["id"]))
    assert seen == set(wanted), name
    compared[name] = len(seen)


def lines():
    for line in open(at("flat", "cases.jsonl"), encoding="utf8"):
        yield {k: read(k, v) for k, v in json.loads(line).items()}


def records():
    csv.field_size_limit(10**9)
    for row in csv.DictReader(open(at("csv", "cases.csv"), encoding="utf8", newline=""), strict=True):
        yield {k: read(k, v or None) for k, v in row.items()}


compare("flat", lines())
compare("csv", records(), lambda row: {k: None if v == "" else v for k, v in cells(row).items()})

db = sqlite3.connect(at("sqlite", "caselaw.db"))
db.row_factory = sqlite3.Row


def stored():
    for row in db.execute("SELECT * FROM cases ORDER BY id"):
        found = {k: read(k, row[k]) for k in row.keys() if k != "decision_year"}
        found["reporter_full_name"] = found.pop("reporter")
        case = (row["id"],)
        of = "FROM {} WHERE case_id = ? ORDER BY seq"
        if found["casebody_status"] == "ok":
            found["opinions"] = [dict(o) for o in db.execute("SELECT type, author, text " + of.format("opinions"), case)]
        else:
            found["opinions"] = None
        found["citations"] = [dict(o) for o in db.execute("SELECT type, cite " + of.format("citations"), case)]
        yield found


apart = {k for k in next(iter(wanted.values())) if k.startswith(("court_", "jurisdiction_")) and not k.endswith("_id")}
compare("sqlite", stored(), skip=apart | {"frontend_url", "volume_url", "reporter_url"})

try:
    import duckdb
except ImportError:
    duckdb = None


def queried(source):
    result = duckdb.sql(f"SELECT * FROM {source}")
    names = result.columns
    for row in result.fetchall():
        yield dict(zip(names, row))


def as_written(value):
    """An object of the source from its structure: without nulls, and with the keys in `other`."""
    if isinstance(value, list):
        return [as_written(one) for one in value]
    if not isinstance(value, dict):
        return value
    known = {k: as_written(v) for k, v in value.items() if v is not None and k != "other"}
    return known | json.loads(value.get("other") or "{}")


def typed(source, opinions):
    texts = {}
    for row in queried(f"(SELECT * FROM {opinions} ORDER BY case_id, seq)"):
        texts.setdefault(row["case_id"], []).append({k: row[k] for k in ("type", "author", "text")})
    for row in queried(source):
        date, text, precision = row["decision_date"], row["decision_date_text"], row["decision_date_precision"]
        assert text == wanted[row["id"]]["decision_date"]
        length = {"day": 10, "month": 7, "year": 4, None: 0}[precision]
        assert (date is None) == (precision is None) and str(date)[:length] == (text or "")[:length], (date, text)
        row |= {k: as_written(row[k]) for k in ("citations", "cites_to", "analysis", "provenance", "courtlistener")}
        opinions = texts.get(row["id"], []) if row["casebody_status"] == "ok" else None
        yield row | {"opinions": opinions}


if duckdb:
    source = f"read_csv('{at('csv', 'cases.csv')}', all_varchar = true, header = true, max_line_size = 100000000, allow_quoted_nulls = false)"
    compare("csv, DuckDB", ({k: read(k, v) for k, v in row.items()} for row in queried(source)), cells)
    compare("parquet, DuckDB", typed(*(f"'{at('parquet', name)}'" for name in ("cases.parquet", "opinions.parquet"))), skip=DATES)
    compare("partitioned, DuckDB", typed(*(f"read_parquet('{at('partitioned', name, '*', '*', '*.parquet')}')" for name in ("cases", "opinions"))), skip=DATES)
    count = duckdb.sql(f"SELECT count(DISTINCT id) FROM read_json('{at('jsonl', 'cases.jsonl')}', maximum_object_size = 100000000)")
    compared["jsonl, DuckDB"] = count.fetchall()[0][0]

for name, count in compared.items():
    print(name, count)
