/** Work on many things, a few at a time, results as they come. */

/**
 * Starts at most `width` works at once and yields each result when it is there. A work that throws ends it all.
 *
 * @param stop called when it ends before the last result; then the works under way are waited for, whatever becomes of
 *   them, so that none goes on with what the caller is about to close
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
    // told when its turn comes; until then a failure must not count as one that nobody hears of
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
