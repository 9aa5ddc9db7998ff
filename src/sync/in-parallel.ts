/** Runs many tasks, a few at a time, and yields their results in the order in which they finish. */

/**
 * Runs at most `width` tasks at once. The first task that throws ends them all.
 *
 * @param stop called when the caller stops before the last result; then the running tasks are awaited, so that none of them
 *   uses what the caller is about to close
 */
export async function* inParallel<T, R>(
  things: readonly T[],
  width: number,
  work: (thing: T) => Promise<R>,
  stop: () => void,
): AsyncGenerator<R> {
  const waiting = things.values();
  const running = new Map<number, Promise<{ key: number; result: R }>>();
  let key = 0;
  const start = (): void => {
    const next = waiting.next();
    if (next.done === true) return;
    const own = key++;
    const working = work(next.value).then((result) => ({ key: own, result }));
    // the loop below throws the error; until then it must not count as unhandled
    working.catch(() => {});
    running.set(own, working);
  };
  try {
    for (let started = 0; started < width; started++) start();
    while (running.size > 0) {
      const { key: done, result } = await Promise.race(running.values());
      running.delete(done);
      start();
      yield result;
    }
  } finally {
    if (running.size > 0) stop();
    await Promise.allSettled(running.values());
  }
}
