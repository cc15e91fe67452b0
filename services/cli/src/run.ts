import { SettingsError, messageOf } from '@sluice/runtime';
import { Command, CommanderError } from 'commander';
import { addDeadLetters } from './commands/dead-letters';
import { addDoctor } from './commands/doctor';
import { addKeys } from './commands/keys';
import { addMigrate } from './commands/migrate';
import { addOffsets } from './commands/offsets';
import { type CommandDependencies, IncompleteError } from './commands/output';
import { addPartitions } from './commands/partitions';
import { addRebuildCounters } from './commands/rebuild-counters';
import { addSignIn } from './commands/sign-in';
import { addTopics } from './commands/topics';
import { printable } from './escape-controls';

/** Exit codes; the same as those of the services. */
const EXIT = { done: 0, failed: 1, usage: 64, refused: 78 } as const;

const WRONG_ARGUMENT = 'commander.invalidArgument';

export interface RunDependencies extends Omit<CommandDependencies, 'tell'> {
  readonly version: string;
  /** Writes an error. */
  readonly printError: (text: string) => void;
}

/**
 * Runs the command of the arguments. No output contains control characters of terminals, whatever its source.
 * @param args without the names of the program
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  { version, resources, ...output }: RunDependencies,
): Promise<number> {
  const print = (line: string): void => output.print(printable(line));
  const printError = (text: string): void => output.printError(printable(text));
  const dependencies: CommandDependencies = { resources, print, tell: printError };
  const program = new Command('sluice')
    .description(
      'Looks after a Sluice of several processes. Settings come from the environment, as those of the services.',
    )
    .version(version)
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: printError })
    .exitOverride();
  const commands = [addDoctor, addMigrate, addTopics, addOffsets, addDeadLetters, addPartitions, addKeys, addSignIn];
  for (const add of [...commands, addRebuildCounters]) add(program, dependencies);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) {
      // The library has printed its own errors by now, but not the message of a command's error.
      if (error.code === WRONG_ARGUMENT && !error.message.startsWith('error:')) printError(`error: ${error.message}\n`);
      return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    }
    if (error instanceof SettingsError) {
      printError(`the settings cannot be used:\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`);
      return EXIT.refused;
    }
    printError(`${error instanceof IncompleteError ? error.message : `failed: ${messageOf(error)}`}\n`);
    return EXIT.failed;
  }
}
