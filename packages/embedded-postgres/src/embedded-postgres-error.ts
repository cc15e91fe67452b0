/** The embedded Postgres cannot be used as requested. The message has the reason and the remedy for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/**
 * Returns a text member of a thrown value; undefined without it. Does not test the class: Node's own errors are instances of another
 * `Error` if the program runs in a separate context (as in Jest).
 */
function textOf(thrown: unknown, member: string): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const value: unknown = Reflect.get(thrown, member);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether a log or standard error of Postgres contains the messages of a full disk, in the C locale. */
export function diskIsFull(output: string): boolean {
  return /No space left on device|Disk quota exceeded|Check free disk space/.test(output);
}

/** Returns the code of a system error (`ENOENT`, `EACCES`, …); undefined for anything else. */
export function errorCode(thrown: unknown): string | undefined {
  return textOf(thrown, 'code');
}

/** Returns the standard error of a failed child process, otherwise the message of the thrown value. */
export function reasonOf(thrown: unknown): string {
  return (textOf(thrown, 'stderr') ?? textOf(thrown, 'message') ?? String(thrown)).trim();
}
