import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingLines } from './show-settings';
import type { Fields } from './settings';

/** Parts of a service that `--help` prints. */
interface Described {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  readonly fields: Fields;
}

type Argument = 'help' | 'version' | 'validate';

/** Parses the only argument; undefined without any. */
export function parseArguments(given: readonly string[]): Argument | undefined | { readonly problem: string } {
  const known: Readonly<Record<string, Argument>> = {
    '--help': 'help',
    '-h': 'help',
    '--version': 'version',
    '--validate': 'validate',
  };
  const [first, second] = given;
  if (first === undefined) return undefined;
  const unknown = second ?? (Object.hasOwn(known, first) ? undefined : first);
  if (unknown === undefined) return known[first];
  return { problem: `expected --help, --version, --validate or no argument, got ${JSON.stringify(unknown)}` };
}

/** Text of `--help`. */
export function helpText({ name, version, summary, fields }: Described): string {
  return [
    `${name} ${version}: ${summary}`,
    '',
    'Without an argument it runs until SIGTERM or Ctrl-C. Arguments:',
    '',
    '  --validate  checks the settings and ends',
    '  --version   shows the version and ends',
    '  --help      shows this and ends',
    '',
    'Settings are environment variables; docs/operate describes them. Sizes are written 20MiB, 512KiB or in bytes, times in',
    'milliseconds (_MS). A secret may stand in the file that <name>_FILE names.',
    '',
    ...settingLines(fields),
    'It ends with 0 after a requested stop, 1 after a failure, 64 for a wrong argument, and 78 where something',
    'has to be put right before it can start.',
    '',
  ].join('\n');
}

/** Reads the version of the package in a folder. */
export function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  return version;
}
