/** The example of docs/formats.md, "Conversion examples", in all forms. */
import type { CaseBody } from "../../src/domain/casebody.ts";

export const EXAMPLE_XML = `<casebody firstpage="7" lastpage="8" xmlns="http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case_Body:v1">
  <parties id="b21-3" pgmap="21">The State, Appellant, <em>v. </em>River Mill Co.</parties>
  <opinion type="majority">
    <author id="b22-1" pgmap="22">PER CURIAM:</author>
    <p id="b22-2" pgmap="22(7) 23(4)">The mill&#173;dam was raised be<page-number label="8" citation-index="1">*8</page-number>fore suit,<footnotemark>1</footnotemark> &amp; stood.</p>
    <judges id="b23-2" pgmap="23">All concur.</judges>
    <footnote label="1"><p id="b23-3" pgmap="23"> 3 Stat. 9.</p></footnote>
  </opinion>
  <correction id="b24-1" pgmap="24">Page 8: for “raised” read “razed”.</correction>
</casebody>`;

export const EXAMPLE_BODY: CaseBody = {
  parties: ["The State, Appellant, v. River Mill Co."],
  opinions: [
    {
      type: "majority",
      author: "PER CURIAM:",
      text: "PER CURIAM:\nThe milldam was raised before suit, & stood.\nAll concur.\n3 Stat. 9.",
    },
  ],
  headMatter: "The State, Appellant, v. River Mill Co.",
  attorneys: [],
  judges: ["All concur."],
  corrections: "Page 8: for “raised” read “razed”.",
};

export const EXAMPLE_HTML = `<section class="casebody" data-firstpage="7" data-lastpage="8">
<section class="head-matter">
<h4 id="b21-3" data-pgmap="21" class="parties">The State, Appellant, <em>v. </em>River Mill Co.</h4>
</section>
<article data-type="majority" class="opinion">
<p id="b22-1" data-pgmap="22" class="author">PER CURIAM:</p>
<p id="b22-2" data-pgmap="22(7) 23(4)">The milldam was raised be<a id="p8" href="#p8" data-label="8" data-citation-index="1" class="page-label">*8</a>fore suit,<a id="ref_footnote_1_1" href="#footnote_1_1" class="footnotemark">1</a> &amp; stood.</p>
<p id="b23-2" data-pgmap="23" class="judges">All concur.</p>
<aside id="footnote_1_1" data-label="1" class="footnote">
<a href="#ref_footnote_1_1">1</a>
<p id="b23-3" data-pgmap="23"> 3 Stat. 9.</p>
</aside>
</article>
<section class="corrections">
<p id="b24-1" data-pgmap="24" class="correction">Page 8: for “raised” read “razed”.</p>
</section>
</section>`;

/** A case body around this content. */
export function casebody(content: string): string {
  return `<casebody firstpage="1" lastpage="2">${content}</casebody>`;
}
