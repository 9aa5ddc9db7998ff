/**
 * Milliseconds after which a test hangs: longer than any takes, whatever else the machine has to do. It guards against
 * waiting for ever; nothing is held to be fast by it.
 */
export const HANG_MS = 1_800_000;
