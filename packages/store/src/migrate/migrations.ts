import { initial } from './0001-initial';
import type { Migration } from './migration';

/** All migrations of this program, in order of version. */
export const MIGRATIONS: readonly Migration[] = [initial];

/** The schema version that this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;
