import { counted } from '@sluice/runtime';
import { MissingRightsError, SCHEMA_VERSION, migrate } from '@sluice/store/migrate';
import type { Command } from 'commander';
import { type CommandParts, IncompleteError } from './output';

/** `sluice migrate` */
export function addMigrate(program: Command, { resources, print }: CommandParts): void {
  program
    .command('migrate')
    .description('brings the schema of DATABASE_URL up to date, and puts roles, owners and rights right')
    .action(async () => {
      const { versions, repaired } = await migrate(resources.databaseUrl()).catch((error: unknown) => {
        if (!(error instanceof MissingRightsError)) throw error;
        error.statements.forEach(print);
        throw new IncompleteError(`${error.message}; the SQL above is for somebody who may`);
      });
      const rights =
        repaired === 0 ? 'nothing to do' : `owners and rights put right by ${counted(repaired, 'statement')}`;
      const done = versions.length === 0 ? rights : `${counted(versions.length, 'step')} applied`;
      print(`schema version ${SCHEMA_VERSION}: ${done}`);
    });
}
