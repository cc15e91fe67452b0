import type { Resources } from '../compose';

/** Dependencies of a command. */
export interface CommandDependencies {
  readonly resources: Resources;
  /** Writes one line of the result. */
  readonly print: (line: string) => void;
  /** Writes text that is not part of the result, to standard error. */
  readonly tell: (text: string) => void;
}

/** The command was valid but could not do everything: exit code 1, after its output. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}
