"""Asks what clients of the service's last years ask: python3 old_clients.py BASE_URL TOKEN. Prints a JSON value a line, by client.

The requests are those of the clients in docs/old-clients.md, written anew with the standard library: it follows redirects and keeps the
headers, as theirs do.
"""
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

base_url, token = sys.argv[1:3]
api = f"{base_url}/v1/"


def get(url, headers=None):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers or {})) as response:
        return json.load(response)


def status(url, headers=None):
    try:
        get(url, headers)
        return 200
    except urllib.error.HTTPError as error:
        return error.code


def every(url, headers=None):
    while url:
        page = get(url, headers)
        yield from page["results"]
        url = page["next"]


def ids(url, headers=None):
    return [case["id"] for case in every(url, headers)]


def tutorial_downloader():
    first = f"{api}cases/?reporter=9001&decision_date__gte=1791&decision_date__lte=1840&page_size=20"
    count = int(get(first)["count"])
    found = ids(first)
    return [count == len(found), sorted(found)]


def python_wrapper():
    headers = {"AUTHORIZATION": f"Token {token}"}
    slugs = [one["slug"] for one in get(f"{api}jurisdictions", headers)["results"]]
    courts = [court["slug"] for court in every(f"{api}courts/?name=appeals", headers)]
    one = get(f"{api}cases/91029219", headers)
    full = get(f"{api}cases/91029219/?full_case=true", headers)
    query = "search=mill&jurisdiction=frankl&decision_date_min=1850-01-01&decision_date_max=1900-12-31&full_case=true"
    rows = []
    for case in every(f"{api}cases/?{query}", headers):
        data = case["casebody"]["data"]
        texts = [str(data[key]) for key in ("parties", "judges", "attorneys")]
        rows.append([case["id"], case["court"]["slug"], data["head_matter"], data["opinions"][0]["text"], len(texts)])
    same = {**full, "casebody": None} == {**one, "casebody": None}
    return [sorted(slugs), sorted(courts), same, sorted(row[:2] for row in rows)]


def csv_of_a_search():
    rows = []
    for case in every(f"{api}cases/?search=mill+dam"):
        official = next((own["cite"] for own in case["citations"] if own["type"] == "official"), "")
        rows.append([case["id"], case["frontend_url"], case["name"], official, case["jurisdiction"]["name"]])
    return sorted(row[0] for row in rows)


def word_in_texts():
    word, times = "trover", {}
    for case in every(f"{api}cases?full_case=true&search={word}", {"AUTHORIZATION": f"Token {token}"}):
        data = case["casebody"]["data"]
        text = "".join(opinion["text"] for opinion in data["opinions"]) + data["head_matter"]
        times[case["id"]] = sum(word in part for part in text.lower().split(" "))
    return [sorted(times), sum(times.values()) > 0]


def citation_client():
    headers = {"Authorization": f"Token {token}"}
    cite = urllib.parse.urlencode({"cite": "61 Frankl. 33", "full_case": "true"})
    by_cite = get(f"{api}cases/?{cite}", headers)["results"][0]
    by_id = get(f"{api}cases/{by_cite['id']}/?full_case=true", headers)
    wrong = status(f"{api}cases/?{cite}", {"Authorization": "Token wrong"})
    return [by_cite == by_id, by_id["casebody"]["status"], wrong, status(f"{api}cases/99999999/")]


def court_objects():
    case = get(f"{api}cases/91029219/")
    court = get(case["court"]["url"])
    first = get(f"{api}cases/?court={court['slug']}&page_size=2")
    second = get(first["next"])
    back = get(second["previous"])
    html = get(f"{api}cases/91029219/?full_case=true&body_format=html")
    return [court["id"], back["results"] == first["results"], "<section" in html["casebody"]["data"]]


def lesson():
    query = {"jurisdiction": "frankl", "full_case": "true", "decision_date_min": "1900-01-01", "page_size": 3}
    page = get(f"{api}cases/?{urllib.parse.urlencode(query)}")
    return [page["count"], [[case["id"], case["jurisdiction"]["name_long"]] for case in page["results"]]]


def empty_parameters():
    empty = "cite=&name_abbreviation=&jurisdiction=&reporter=&decision_date_max=&docket_number=&court=&court_id=&search="
    return sorted(ids(f"{api}cases/?{empty}&decision_date_min=2000-06-01&full_case=true&body_format=text"))


def data_frame():
    page = get(f"{api}cases/?page_size=896&search=%22mill%20dam%22")
    full = [get(f"{case['url']}?full_case=true") for case in page["results"]]
    texts = [case["casebody"]["data"]["opinions"][0]["text"] for case in full if case["casebody"]["data"]]
    return [page["count"], all(texts), len(texts)]


def one_day():
    found = list(every(f"{api}cases/?decision_date_min=1877-01-24&decision_date_max=1877-01-24&full_case=true"))
    return [case["id"] for case in found]


def search_with_lower_case_scheme():
    headers = {"Authorization": f"token {token}", "Content-Type": "application/json"}
    query = "search=mill&jurisdiction=absar&full_case=true&page_size=5&format=json"
    return sorted({case["casebody"]["status"] for case in get(f"{api}cases/?{query}", headers)["results"]})


def bulk_list():
    found = get(f"{api}bulk/?body_format=text&filter_type=jurisdiction")["results"]
    return sorted(one["file_name"] for one in found if one["download_url"].endswith(f"/{one['id']}/download/"))


def trends():
    query = urllib.parse.urlencode({"q": "mill dam", "jurisdiction": "frankl", "year": "1877"})
    return get(f"{api}ngrams/?{query}")["results"]["mill dam"]["frankl"]


def order_by_analysis():
    longest = get(f"{api}cases/?ordering=-analysis.word_count&page_size=3")["results"]
    ranked = get(f"{api}cases/?ordering=-analysis.pagerank.percentile&page_size=3")["results"]
    return [[case["id"] for case in longest], len(ranked)]


def citing_cases():
    return sorted(ids(f"{api}cases/?cites_to=7+Frankl.+60"))


def true_in_capitals():
    return status(f"{api}cases/?cite=61+Frankl.+33&full_case=True")


for client in (
    *(tutorial_downloader, python_wrapper, csv_of_a_search, word_in_texts, citation_client, court_objects, lesson),
    *(empty_parameters, data_frame, one_day, search_with_lower_case_scheme, bulk_list, trends, order_by_analysis),
    *(citing_cases, true_in_capitals),
):
    print(json.dumps([client.__name__, client()]))
