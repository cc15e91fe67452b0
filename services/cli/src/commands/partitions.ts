import { join, resolve } from 'node:path';
import { messageOf } from '@sluice/runtime';
import {
  DAY_TABLES,
  DayDroppedError,
  type StoredDay,
  type Undropped,
  dropBefore,
  exportDay,
  listDays,
} from '@sluice/store/operate';
import { errorCode } from '@sluice/store/write';
import { type Command, InvalidArgumentError } from 'commander';
import { tableLines } from '../table';
import { type CommandDependencies, IncompleteError } from './output';
import { seconds } from './seconds';
import { type UtcDay, utcDay } from './utc-day';
import { FolderError, writeExport } from './write-export';

/** `sluice partitions list|export|drop` */
export function addPartitions(program: Command, dependencies: CommandDependencies): void {
  const partitions = program.command('partitions').description('what is stored of each UTC day, and what it takes');
  addList(partitions, dependencies);
  addExport(partitions, dependencies);
  addDrop(partitions, dependencies);
}

function addList(partitions: Command, { resources, print }: CommandDependencies): void {
  partitions
    .command('list')
    .description('each day with rows, as Postgres estimates them, and bytes, the oldest first')
    .option('--json', 'a line of JSON for each day')
    .action(async ({ json }: { readonly json?: true }) => {
      const days = await resources.withDatabase((pool) => listDays(pool));
      if (json === true) {
        for (const day of days) print(JSON.stringify(day));
        return;
      }
      for (const line of tableLines(['day', ...DAY_TABLES, 'bytes', 'retention floor'], days.map(rowOf))) print(line);
    });
}

const FLOOR_WORDS: Readonly<Record<StoredDay['floor'], string>> = { above: '', within: 'within', below: 'below' };

function rowOf({ day, rows, bytes, floor }: StoredDay): (string | number)[] {
  const counts = DAY_TABLES.map((table) => (rows[table] === undefined ? '-' : (rows[table] ?? '?')));
  return [day ?? 'older points', ...counts, bytes, FLOOR_WORDS[floor]];
}

interface ExportOptions {
  readonly day: UtcDay;
  readonly to: string;
  readonly json?: true;
}

/** SQLSTATE. */
const MISSING_RIGHT = '42501';

/** Version of the folder's layout and its manifest. */
const EXPORT_FORMAT = 'sluice-day/1';

function addExport(partitions: Command, { resources, print }: CommandDependencies): void {
  partitions
    .command('export')
    .description('writes all that was first received on a day to files of gzipped JSON lines, with a manifest')
    .requiredOption('--day <day>', 'a UTC day that is over, as YYYY-MM-DD', utcDay)
    .requiredOption('--to <folder>', 'a folder that exists: in it the folder sluice-<day> is made')
    .option('--json', 'a line of JSON for each file')
    .action(async ({ day, to, json }: ExportOptions) => {
      const now = resources.now();
      day.requirePast('--day', now);
      const folder = join(resolve(to), `sluice-${day.text}`);
      const files = await resources
        .withReader((pool) =>
          writeExport(folder, async (write) => {
            const { from, to: end, schemaVersion } = await exportDay(pool, day.micros, write);
            const [exportedAt, first, last] = [now, from, end].map((micros) => new Date(micros / 1000).toISOString());
            return { format: EXPORT_FORMAT, day: day.text, from: first, to: last, schemaVersion, exportedAt };
          }),
        )
        .catch((error: unknown) => {
          if (error instanceof FolderError) throw new InvalidArgumentError(`--to ${to}: ${error.message}.`);
          if (error instanceof DayDroppedError) throw new IncompleteError(`--day ${day.text}: ${error.message}`);
          if (errorCode(error) === MISSING_RIGHT) {
            throw new IncompleteError(`${messageOf(error)}: name a login that may read in DATABASE_READ_URL`);
          }
          throw error;
        });
      if (json === true) {
        for (const file of files) print(JSON.stringify(file));
        return;
      }
      const rows = files.map(({ file, rows, bytes }) => [file, rows, bytes]);
      for (const line of tableLines(['file', 'rows', 'bytes'], rows)) print(line);
      print(`exported to ${folder}`);
    });
}

/** Longest time of a query (`statement_timeout` of the reader's login). */
const WAIT_SECONDS = 60;

const REASONS: Readonly<Record<Undropped, string>> = {
  busy: 'a writer, or another command, is dropping what has expired: run this again in a minute',
  'nothing-newer':
    'nothing is stored that was received since: it stays, because a clock that is wrong looks the same; look at it, and send something',
  locked: 'somebody holds a lock on what is left: run this again',
};

interface DropOptions {
  readonly before: UtcDay;
  readonly yes?: true;
  /** Seconds. */
  readonly wait: number;
  readonly json?: true;
}

function addDrop(partitions: Command, { resources, print }: CommandDependencies): void {
  partitions
    .command('drop')
    .description('drops for ever what was first received before a day, as RETENTION_DAYS does')
    .requiredOption('--before <day>', 'a UTC day as YYYY-MM-DD; it stays itself', utcDay)
    .option('--yes', 'it is meant; without, nothing is done')
    .option('--wait <seconds>', 'so long for reads under way, before partitions go', seconds, WAIT_SECONDS)
    .option('--json', 'one line of JSON: what was dropped')
    .action(async ({ before, yes, wait, json }: DropOptions) => {
      before.requirePast('--before', resources.now(), { or: 'today' });
      if (yes !== true) {
        throw new InvalidArgumentError(
          `what was first received before ${before.text} would be dropped for ever: add --yes, if it is meant.`,
        );
      }
      const total: Record<string, number> = {};
      const report = (dropped: Readonly<Record<string, number>>): void => {
        for (const [what, count] of Object.entries(dropped)) {
          total[what] = (total[what] ?? 0) + count;
          if (json !== true && count > 0) print(`dropped ${what}: ${count}`);
        }
      };
      const left = await resources.withOwner((pool) =>
        dropBefore(pool, { before: before.micros, pauseMs: wait * 1000, report }),
      );
      if (json === true) print(JSON.stringify(total));
      else if (Object.values(total).every((count) => count === 0)) print('dropped nothing');
      if (left !== undefined) throw new IncompleteError(REASONS[left]);
    });
}
