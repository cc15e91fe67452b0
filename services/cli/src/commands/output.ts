import type { Resources } from '../compose';

/** What a command works with. */
export interface CommandDependencies {
  readonly resources: Resources;
  /** Writes one line of the result. */
  readonly print: (line: string) => void;
  /** Writes what is no part of the result, to standard error. */
  readonly tell: (text: string) => void;
}

/** The command was understood and could not do all that was asked: exit code 1, after what it printed. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}
