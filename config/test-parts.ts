/**
 * Which part of the suite a test file belongs to, by where it lies: slow is what lies in a folder for kills, browsers,
 * complete programs or benches, or is named `….slow.test.ts` next to fast files; all else is fast. Fast files share
 * workers, which saves a quarter of their time; those that replace modules or stop the clock are named `….alone.test.ts` and get one each.
 */
const TESTS = "test/**/*.test.ts";
const SLOW_FILES = ["test/{kill,browser,end-to-end,bench}/**/*.test.ts", "test/**/*.slow.test.ts"];
const ALONE_FILES = ["test/**/*.alone.test.ts"];

export const FAST = { include: [TESTS], exclude: [...SLOW_FILES, ...ALONE_FILES] };
export const FAST_ALONE = { include: ALONE_FILES };
export const SLOW = { include: SLOW_FILES };
