import { listOffsets } from '@sluice/store/operate';
import type { Command } from 'commander';
import { examine } from '../doctor/examine-installation';
import type { Finding } from '../doctor/finding';
import { type CommandDependencies, IncompleteError } from './output';

/** `sluice doctor` */
export function addDoctor(program: Command, { resources, print }: CommandDependencies): void {
  program
    .command('doctor')
    .description('Check brokers, topics, writers and Postgres, and print what to change; change nothing')
    .option('--json', 'print each finding as a line of JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const findings = await examine(resources.surroundings(), () =>
        resources.withDatabase((pool) => listOffsets(pool)),
      );
      for (const finding of findings) print(json === true ? JSON.stringify(finding) : lineOf(finding));
      const wrong = findings.filter(({ level }) => level === 'wrong').length;
      if (wrong > 0) throw new IncompleteError(wrong === 1 ? '1 thing is wrong' : `${wrong} things are wrong`);
    });
}

/** Line of a finding, without control characters: external text must not move the cursor of a terminal. */
function lineOf({ level, about, found, change }: Finding): string {
  const words = change === undefined ? found : `${found}; ${change}`;
  return `${level.padEnd(5)}  ${about}: ${words}`.replace(/\p{Cc}/gu, ' ');
}
