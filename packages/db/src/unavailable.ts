/** SQLSTATE classes and system errors that say "not now": no connection, too many, starting up, shutting down. */
const CODES = /^(08|53|57)|^(25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** The driver gives no code where a connection was cut under a statement or before it, or none was free or made in time. */
const WORDS =
  /^Connection terminated|^timeout exceeded when trying to connect$|^Client (was closed|has encountered a connection error) and is not queryable$/;

/**
 * Whether something failed because the database cannot be reached, or has no time for us, right now: a statement that it
 * cancelled since it took too long is one. The same may succeed in a moment.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    if (CODES.test(error.code)) return true;
    // The socket of a server on the same machine is a file; any other file that is missing is another matter.
    if (error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  }
  return WORDS.test(error.message) || isUnavailable(error.cause);
}
