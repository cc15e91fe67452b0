import type { Closers } from '@sluice/runtime';

/** Resources that a command receives. */
export interface CommandContext {
  /** Closes everything that must not outlive the command: child processes, connections, folders. */
  readonly closers: Closers;
  /** Aborts when the command is interrupted; from then on nothing new may be started. */
  readonly signal: AbortSignal;
  /** Writes one line for the reader of the results. */
  readonly print: (line: string) => void;
}

/** Command of the benchmarks: `npm run bench -- <name> <options>`. */
export interface Command {
  readonly name: string;
  /** Options, one line a mode. */
  readonly usage: string;
  /**
   * Runs the command and prints its results.
   * @returns the exit code: 0, or 1 where something is wrong with the product
   * @throws UsageError for invalid arguments
   */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}
