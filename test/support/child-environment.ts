/** What a program that a test starts has of the test's own environment: where programs, temporary files and the compiled code are. */
export function childEnvironment(): Record<string, string> {
  const { PATH = "", TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  };
}
