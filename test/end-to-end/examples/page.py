"""Pages through a search with full text: python3 page.py BASE_URL TEXT. Prints id, name and characters, a case a line."""
import json
import sys
import urllib.parse
import urllib.request

base_url, text = sys.argv[1:3]
query = urllib.parse.urlencode({"search": text, "full_case": "true", "page_size": 5})
url = f"{base_url}/v1/cases/?{query}"
while url:
    with urllib.request.urlopen(url) as response:
        page = json.load(response)
    for case in page["results"]:
        body = case["casebody"]["data"] or {"opinions": []}
        size = sum(len(opinion["text"]) for opinion in body["opinions"])
        print(case["id"], case["name_abbreviation"], size, sep="\t")
    url = page["next"]
