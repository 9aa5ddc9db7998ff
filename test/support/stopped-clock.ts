/**
 * Time that stands still for the timers of this process, and goes on only when a test lets it: so a time-out comes when what
 * it is to end has begun, and never to what a slow machine is late with.
 */
import { setTimeout as pause } from "node:timers/promises";
import { vi } from "vitest";

/** At a time; shorter than any time-out under test. */
const STEP_MS = 20;

/**
 * To be called once, at the top of a test file: undici's timer, made with its first request, is that of the clock that was
 * there then. Pauses of `node:timers/promises` stay real, and so do other processes' timers.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
}

/**
 * Comes to what the work comes to; time goes on meanwhile.
 *
 * @param mayPass asked before each step; absent: always
 */
export async function lettingTimePass<T>(work: Promise<T>, mayPass = () => true): Promise<T> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) {
    if (mayPass()) vi.advanceTimersByTime(STEP_MS);
    // what the step brought about is done before the next one
    await pause(1);
  }
  return work;
}
