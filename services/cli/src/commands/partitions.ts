import { join, resolve } from 'node:path';
import { messageOf } from '@sluice/runtime';
import {
  DAY_TABLES,
  DayDroppedError,
  IncompleteDayError,
  type PackedDay,
  type StoredDay,
  type Undropped,
  dropBefore,
  exportDay,
  listDays,
  sumPacks,
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
  const partitions = program.command('partitions').description('Days of stored data: list, export, drop');
  addList(partitions, dependencies);
  addExport(partitions, dependencies);
  addDrop(partitions, dependencies);
}

function addList(partitions: Command, { resources, print }: CommandDependencies): void {
  partitions
    .command('list')
    .description('List each UTC day with estimated rows and bytes, oldest first')
    .option('--packs', 'also sum packed and dead bytes of long texts, which reads a row for each pack and each trace')
    .option('--json', 'a line of JSON for each day')
    .action(async ({ packs, json }: { readonly packs?: true; readonly json?: true }) => {
      const [days, packed] = await resources.withDatabase(async (pool) => [
        await listDays(pool),
        packs === true ? await sumPacks(pool) : undefined,
      ]);
      const sumsOf = (day: StoredDay): PackedSums | undefined =>
        packed && (packed.find((each) => each.day === day.day) ?? NO_PACKS);
      if (json === true) {
        for (const day of days) print(JSON.stringify({ ...day, ...sumsOf(day) }));
        return;
      }
      const columns = ['day', ...DAY_TABLES, 'bytes', ...(packed ? ['packed bytes', 'dead bytes'] : [])];
      const rows = days.map((day) => rowOf(day, sumsOf(day)));
      for (const line of tableLines([...columns, 'retention floor'], rows)) print(line);
    });
}

const FLOOR_WORDS: Readonly<Record<StoredDay['floor'], string>> = { above: '', within: 'within', below: 'below' };

type PackedSums = Omit<PackedDay, 'day'>;
const NO_PACKS: PackedSums = { packedBytes: 0, deadBytes: 0 };

function rowOf({ day, rows, bytes, floor }: StoredDay, packed: PackedSums | undefined): (string | number)[] {
  const counts = DAY_TABLES.map((table) => (rows[table] === undefined ? '-' : (rows[table] ?? '?')));
  const sums = packed === undefined ? [] : [packed.packedBytes, packed.deadBytes];
  return [day ?? 'older points', ...counts, bytes, ...sums, FLOOR_WORDS[floor]];
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
    .description('Write all data first received on a day to gzipped JSON lines, with a manifest')
    .requiredOption('--day <day>', 'UTC day in the past, as YYYY-MM-DD', utcDay)
    .requiredOption('--to <folder>', 'existing folder, in which the folder sluice-<day> is created')
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
          if (error instanceof DayDroppedError || error instanceof IncompleteDayError)
            throw new IncompleteError(`--day ${day.text}: ${error.message}`);
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
  busy: 'a writer or another command is deleting expired data: run this again in a minute',
  'nothing-newer':
    'nothing is stored that was received since: it stays, because a clock that is wrong looks the same; look at it, and send something',
  locked: 'another session locks the remaining partitions: run this again',
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
    .description('Delete for good what was first received before a day, as RETENTION_DAYS does')
    .requiredOption('--before <day>', 'UTC day as YYYY-MM-DD; the day itself stays', utcDay)
    .option('--yes', 'confirm; without it nothing is deleted')
    .option('--wait <seconds>', 'time to wait for running reads, before partitions are dropped', seconds, WAIT_SECONDS)
    .option('--json', 'print what was dropped as one line of JSON')
    .action(async ({ before, yes, wait, json }: DropOptions) => {
      before.requirePast('--before', resources.now(), { or: 'today' });
      if (yes !== true) {
        throw new InvalidArgumentError(
          `what was first received before ${before.text} would be deleted for good: add --yes to confirm.`,
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
