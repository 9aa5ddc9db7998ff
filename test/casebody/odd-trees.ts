/** Generates well-formed case bodies of any shape for property tests. */
import fc from "fast-check";

const NAMES = (
  "attorneys author blockquote citation correction court headnotes judges p parties opinion footnote footnotemark " +
  "bracketnum page-number extracted-citation em strong a b br i img span sub sup casebody unknown table script x:p " +
  "head-matter corrections page-label P Judges"
).split(" ");

const PIECES = [
  ..."word 1 * (1) &#173; &amp; &lt;b&gt; é 𝒜 &#x85; &#xfeff; “ &quot;".split(" "),
  ...[
    " ",
    "\n  ",
    "\t",
    "\u00a0",
    "\u200b",
    "\u00ad",
    "\r\n",
    "<!-- c -->",
    "<?pi x?>",
    "<![CDATA[<p> & ]]>",
  ],
];

const ATTRIBUTES = [
  ...["", ' id="b1-2"', ' label="1"', ' label="*"', ' type="majority" id="—"', ' Type="x"', ' pgmap="2(3)"'],
  ...[' class="opinion"', ' label=" 1 "', ' src="data:image/png;base64,AAAA"', ' data-type="&lt;&quot;"'],
];

const text = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(""));

const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", maxDepth: 5 },
    text,
    fc
      .tuple(
        fc.constantFrom(...NAMES),
        fc.constantFrom(...ATTRIBUTES),
        fc.array(tie("node"), { maxLength: 4 }),
      )
      .map(([name, attributes, children]) => `<${name}${attributes}>${children.join("")}</${name}>`),
  ),
}));

/** A complete case body in XML. */
export const oddBody = fc
  .array(node, { maxLength: 6 })
  .map((children) => `<casebody xmlns:x="urn:x" firstpage="1">${children.join("")}</casebody>`);
