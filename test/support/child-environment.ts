/** What a program that a test starts has of the test's own environment: where programs, temporary files and the compiled code are. */
export function childEnvironment(): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Without the last one Windows opens no socket. */
const NAMES = ["PATH", "TMPDIR", "TEMP", "NODE_COMPILE_CACHE", "SYSTEMROOT"];
