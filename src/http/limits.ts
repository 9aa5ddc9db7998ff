/** Limits of the service, each with its reason. A request is small, so each can be tight. */

/** docs/interface.md, "Limits". */
export const MAX_URL_BYTES = 8 * 1024;
/** Request line and headers together (docs/interface.md, "Limits"). */
export const MAX_HEADER_BYTES = 16 * 1024;

/** A whole head is sent in one packet or two; whoever takes longer holds a connection and says nothing. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** A request has no body that we read. */
export const REQUEST_TIMEOUT_MS = 15_000;
/** Long enough for a person's next click, short enough that idle clients do not add up. */
export const KEEP_ALIVE_MS = 10_000;
/** A client that takes nothing of its answer for as long is gone. */
export const IDLE_SOCKET_MS = 60_000;
/** How often the time-outs are looked at: Node's 30 s would make them three times as long. */
export const CONNECTIONS_CHECK_MS = 1_000;
/** Each costs a file descriptor and some 20 kB; more are refused. */
export const MAX_CONNECTIONS = 1_000;
/** What running requests are given at the end (docs/faults.md, "D5"). */
export const CLOSE_GRACE_MS = 10_000;

/** Seconds after which a client may ask again when we had no time. */
export const RETRY_AFTER_SECONDS = 5;

/** Unfinished requests of one connection; the rest of its pipeline is read later. No browser sends a second one. */
export const MAX_OPEN_REQUESTS = 4;
/**
 * Questions that wait for a reader, cheap ones and costly ones each; more are refused at once, their clients would be
 * gone before they are answered.
 */
export const MAX_WAITING = 500;
/** Pause before a reader that could not open the corpus is started again. */
export const RESTART_PAUSE_MS = 1_000;

/** Bytes of an answer that go from reader to web process at a time: a usual page of 100 cases is one piece. */
export const PIECE_BYTES = 256 * 1024;
/**
 * Bytes of unfinished answers that a reader keeps for slow clients. One page of 10,000 whole cases is some 150 MB. What
 * is let go is made again when its client asks on.
 */
export const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** How often an answer is made again for a slow client before it is given up. */
export const MAX_REMAKES = 3;
