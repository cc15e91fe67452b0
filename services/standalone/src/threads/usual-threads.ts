/** What the standalone server is to be given, see docs/operate/sizing.md. */
const ENOUGH_BYTES = 1024 * 1024 * 1024;

/**
 * INGEST_THREADS where it is not set. With fewer than four cores Postgres and the thread that serves HTTP have work for
 * all of them; with little memory that of the threads is missed elsewhere.
 * @param bytes of memory that the process may use
 */
export function usualIngestThreads(cores: number, bytes: number): number {
  return cores < 4 || bytes < ENOUGH_BYTES ? 0 : 2;
}
