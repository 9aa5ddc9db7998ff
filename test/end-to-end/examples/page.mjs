// Pages through a search with full text: node page.mjs BASE_URL TEXT. Prints id, name and characters, a case a line.
const [baseUrl, text] = process.argv.slice(2);
const query = new URLSearchParams({ search: text, full_case: "true", page_size: "5" });
let url = `${baseUrl}/v1/cases/?${query}`;
while (url) {
  const page = await (await fetch(url)).json();
  for (const { id, name_abbreviation: name, casebody } of page.results) {
    const opinions = casebody.data?.opinions ?? [];
    const size = opinions.reduce((sum, opinion) => sum + [...opinion.text].length, 0);
    console.log([id, name, size].join("\t"));
  }
  url = page.next;
}
