/** Limits of the service, each with its reason. Requests are small, so the limits can be tight. */

/** docs/interface.md, "Limits". */
export const MAX_URL_BYTES = 8 * 1024;
/** Bound of a draft to check, and of a call of a tool. */
export const MAX_DRAFT_BYTES = 1024 * 1024;
/** Bound of a draft as DOCX or PDF, which have fonts and pictures too. */
export const MAX_DRAFT_FILE_BYTES = 4 * MAX_DRAFT_BYTES;
/** Bound of a form with a draft: as text, letters outside ASCII may take three characters for each byte. */
export const MAX_FORM_BYTES = MAX_DRAFT_FILE_BYTES + 64 * 1024;
/** Request line and headers together (docs/interface.md, "Limits"). */
export const MAX_HEADER_BYTES = 16 * 1024;

/** A complete head is sent in one or two packets; a slower client only occupies a connection. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** A draft is at most four megabytes. */
export const REQUEST_TIMEOUT_MS = 15_000;
/** Long enough for a person's next click, short enough that idle clients do not add up. */
export const KEEP_ALIVE_MS = 10_000;
/** A client that reads nothing of its answer for this time is gone. */
export const IDLE_SOCKET_MS = 60_000;
/** How often time-outs are checked: Node's 30 s would triple them. */
export const CONNECTIONS_CHECK_MS = 1_000;
/** Each connection costs a file descriptor and some 20 kB; more are refused. */
export const MAX_CONNECTIONS = 1_000;
/** Time for running requests while the service stops (docs/faults.md, "D5"). */
export const CLOSE_GRACE_MS = 10_000;

/** Seconds after which a client may repeat a request that got no answer in time. */
export const RETRY_AFTER_SECONDS = 5;

/** Unfinished requests of one connection; the rest of its pipeline is read later. No browser sends a second one. */
export const MAX_OPEN_REQUESTS = 4;
/**
 * Waiting questions, for cheap and for costly ones each. More are refused at once, because their clients would be gone
 * before the answer.
 */
export const MAX_WAITING = 500;
/** Pause before a reader that could not open the corpus is started again. */
export const RESTART_PAUSE_MS = 1_000;

/** Bytes of a chunk from reader to web process: a usual page of 100 cases is one chunk. */
export const CHUNK_BYTES = 256 * 1024;
/**
 * Bytes of unfinished answers that a reader keeps for slow clients. One page of 10,000 full cases has some 150 MB. Above the
 * limit, the answer that has waited longest is discarded, and the connection of its client closed.
 */
export const MAX_BUFFERED_BYTES = 256 * 1024 * 1024;
