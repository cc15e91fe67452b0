/** The embedded Postgres cannot be used as asked. The message has the reason and what the operator can do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/**
 * The text member of a thrown value, undefined where it has none. Asks for no class: Node's own errors are instances of
 * another `Error` where the program runs in a context of its own (as in Jest).
 */
function textOf(thrown: unknown, member: string): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const value: unknown = Reflect.get(thrown, member);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether a log or standard error of Postgres has the messages of a full disk, in the C locale. */
export function diskIsFull(output: string): boolean {
  return /No space left on device|Disk quota exceeded|Check free disk space/.test(output);
}

/** The code of a system error (`ENOENT`, `EACCES`, …), undefined for anything else. */
export function errorCode(thrown: unknown): string | undefined {
  return textOf(thrown, 'code');
}

/** What a failed child process wrote to its standard error, else the message of what was thrown. */
export function reasonOf(thrown: unknown): string {
  return (textOf(thrown, 'stderr') ?? textOf(thrown, 'message') ?? String(thrown)).trim();
}
