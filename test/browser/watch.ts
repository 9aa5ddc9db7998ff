/** The watch over pages sees what it is there for: otherwise quiet pages would prove nothing. */
import { expect } from "vitest";
import { browserTest, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";
import { startService } from "../support/service.ts";

const POLICY = "default-src 'none'; img-src 'self' http://127.0.0.2:1";

function page(body: string): string {
  return `<!doctype html><html lang="en"><title>Test</title>${body}</html>`;
}

async function serve(body: string): Promise<{ url: string } & AsyncDisposable> {
  const service = await startService((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": POLICY });
    response.end(page(body));
  }, 0);
  return { url: service.url, [Symbol.asyncDispose]: () => service.close() };
}

browserTest("browserTest notes a script that the policy stops, and a request elsewhere", async (open) => {
  await using service = await serve('<p>x<script>1</script><img src="http://127.0.0.2:1/x" alt="">');
  const { faults } = await open(`${service.url}/`);
  const found = faults.splice(0).join("\n");
  expect(found).toContain("Content Security Policy");
  expect(found).toContain("request elsewhere: http://127.0.0.2:1/x");
});

browserTest("expectAccessible finds an image without words", async (open) => {
  await using service = await serve('<main><h1>A</h1><img src="/x"></main>');
  const { page: tab, faults } = await open(`${service.url}/`);
  await expect(expectAccessible(tab)).rejects.toThrow(/image-alt/);
  faults.length = 0;
});

browserTest("expectNoSidewaysScroll finds what is wider than the window", async (open) => {
  await using service = await serve(`<main><h1>${"a".repeat(1000)}</h1></main>`);
  const { page: tab } = await open(`${service.url}/`, { width: 320 });
  await expect(expectNoSidewaysScroll(tab)).rejects.toThrow();
});
