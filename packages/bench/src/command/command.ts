import type { Closers } from '@sluice/runtime';

/** What a command gets to work with. */
export interface CommandContext {
  /** Everything that must not outlive the command: child processes, connections, folders. */
  readonly closers: Closers;
  /** Aborts when the command is interrupted; from then on nothing new may be started. */
  readonly signal: AbortSignal;
  /** Writes one line for the reader of the results. */
  readonly print: (line: string) => void;
}

/** One thing that the bench can do: `npm run bench -- <name> <options>`. */
export interface Command {
  readonly name: string;
  /** One line: its options. */
  readonly usage: string;
  /**
   * Does it and prints what it found.
   * @returns the exit code: 0, or 1 where something is wrong with the product
   * @throws UsageError for arguments that cannot be used
   */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}
