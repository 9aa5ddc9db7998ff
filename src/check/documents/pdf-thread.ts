/** The thread that reads one PDF: its draft, or why it cannot be read. */
import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import { messageOf } from "../../domain/errors.ts";
import type { PdfAnswer } from "./pdf-document.ts";
import { type PageItem, readPages } from "./pdf-layout.ts";

const MAX_PAGES = 10_000;
async function read(bytes: Uint8Array): Promise<PdfAnswer> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    if (pdf.numPages > MAX_PAGES) return { fault: `it has more than ${MAX_PAGES} pages` };
    const pages: PageItem[][] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { transform } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      pages.push(items.flatMap((item) => ("str" in item ? (itemOf(item, transform) ?? []) : [])));
      page.cleanup();
    }
    return { draft: readPages(pages) };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

/** Null for text that is not upright: stamps along the edge of a page. */
function itemOf(
  {
    str,
    transform,
    width,
  }: { readonly str: string; readonly transform: readonly number[]; readonly width: number },
  page: readonly number[],
): PageItem | null {
  const [a = 0, b = 0, , , x = 0, y = 0] = transform;
  const [pageA = 1, pageB = 0, pageC = 0, pageD = -1] = page;
  const [right, down] = [a * pageA + b * pageC, a * pageB + b * pageD];
  if (str === "" || Math.abs(down) > Math.abs(right)) return null;
  const size = Math.hypot(a, b);
  return { text: str, x: x * pageA + y * pageC, y: -(x * pageB + y * pageD), width, size };
}

void read(workerData).then((answer) => parentPort?.postMessage(answer));
