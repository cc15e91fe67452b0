import type { Migration } from './migration';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations';

/*
 * Migrations of a next release, which no program has: examples of both kinds, with which tests prove that databases are upgraded.
 */

/** Adds a column; the program before works on with the schema. */
export const COLUMN = {
  version: SCHEMA_VERSION + 1,
  name: 'sample-column',
  oldestProgram: SCHEMA_VERSION,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;
alter table sluice.projects add column note text;
reset role;
`,
} satisfies Migration;

/** Builds an index while all processes read and write. An index of a build that did not finish is invalid, and dropped first. */
export const INDEX = {
  version: SCHEMA_VERSION + 2,
  name: 'sample-index',
  oldestProgram: SCHEMA_VERSION,
  transactional: false,
  sql: [
    `do $$ begin
       if exists (select from pg_index where indexrelid = to_regclass('sluice.projects_note') and not indisvalid) then
         drop index sluice.projects_note;
       end if;
     end $$`,
    'create index concurrently if not exists projects_note on sluice.projects (note)',
  ],
} satisfies Migration;

/** Drops the column: no program before works with the schema. */
const DROP: Migration = {
  version: SCHEMA_VERSION + 3,
  name: 'sample-drop',
  oldestProgram: SCHEMA_VERSION + 3,
  transactional: true,
  sql: 'set local role sluice_owner; alter table sluice.projects drop column note; reset role',
};

export const WITH_COLUMN: readonly Migration[] = [...MIGRATIONS, COLUMN];
export const WITH_INDEX: readonly Migration[] = [...WITH_COLUMN, INDEX];
export const WITH_DROP: readonly Migration[] = [...WITH_INDEX, DROP];
