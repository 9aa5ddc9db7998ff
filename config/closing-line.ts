/** Ends a run's output with the line that CI reads: `N passed, N failed`, and `, N skipped` where some were. */
import type { Reporter, SerializedError, TestModule } from "vitest/node";

export default class ClosingLine implements Reporter {
  /** A file that could not be read, or what went wrong outside of tests, counts as a failure too. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const file of modules) {
      for (const test of file.children.allTests()) counts[test.result().state]++;
      counts.failed += file.errors().length;
    }
    const { passed, failed, skipped, pending } = counts;
    const left = skipped + pending;
    process.stdout.write(`\n${passed} passed, ${failed} failed${left === 0 ? "" : `, ${left} skipped`}\n`);
  }
}
