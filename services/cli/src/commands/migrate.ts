import { counted } from '@sluice/runtime';
import { SCHEMA_VERSION, migrate } from '@sluice/store/migrate';
import type { Command } from 'commander';
import type { CommandParts } from './output';

/** `sluice migrate` */
export function addMigrate(program: Command, { resources, print }: CommandParts): void {
  program
    .command('migrate')
    .description('brings the schema of DATABASE_URL up to date; its user must be allowed to create roles')
    .action(async () => {
      const applied = await migrate(resources.databaseUrl());
      const done = applied.length === 0 ? 'nothing to do' : `${counted(applied.length, 'step')} applied`;
      print(`schema version ${SCHEMA_VERSION}: ${done}`);
    });
}
