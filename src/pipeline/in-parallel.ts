/** Work on many things, a few at a time, results as they come. */

/**
 * Starts at most `width` works at once and yields each result when it is there. A work that throws ends it all; when
 * the reader stops early, works under way are left to end by themselves.
 */
export async function* inParallel<T, R>(
  things: readonly T[],
  width: number,
  work: (thing: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting = things.values();
  const running = new Map<number, Promise<{ key: number; result: R }>>();
  let key = 0;
  const start = (): void => {
    const next = waiting.next();
    if (next.done === true) return;
    const own = key++;
    running.set(
      own,
      work(next.value).then((result) => ({ key: own, result })),
    );
  };
  for (let started = 0; started < width; started++) start();
  while (running.size > 0) {
    const { key: done, result } = await Promise.race(running.values());
    running.delete(done);
    start();
    yield result;
  }
}
