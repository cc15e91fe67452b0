import { createLogger, createMetrics } from '@sluice/runtime';
import type { DatabaseSize } from '@sluice/store/write';
import { watchSize } from './size-watch';

const SIZE: DatabaseSize = {
  database: 1000,
  tables: new Map([
    ['observations', 500],
    ['traces', 100],
    ['ingest_dead_letter', 50],
  ]),
  days: new Map([
    ['observations', 40],
    ['traces', 10],
  ]),
};

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

interface Options {
  readonly retentionDays?: number;
  /** Retention in days by project. */
  readonly daysOf?: Readonly<Record<string, number>>;
  readonly diskBytes?: number;
}

/**
 * Runs the watch once for each of the sizes.
 * @returns the exported values
 */
async function samples(sizes: (DatabaseSize | Error)[], { retentionDays, daysOf = {}, diskBytes }: Options = {}) {
  const metrics = createMetrics({ processMetrics: false });
  const lines: { level: string; msg: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as { level: string; msg: string }) };
  await new Promise<void>((resolve) => {
    const watch = watchSize({
      measure: (signal) => {
        const size = sizes.shift();
        if (size === undefined) {
          resolve();
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
        }
        return size instanceof Error ? Promise.reject(size) : Promise.resolve(size);
      },
      diskBytes: () => Promise.resolve(diskBytes),
      retentionDays,
      retentionDaysOf: () => new Map(Object.entries(daysOf)),
      logger: createLogger({ level: 'debug', pretty: false, destination }),
      metrics,
      pauses: { first: 1, usual: 1 },
    });
    stop = () => watch.stop();
  });
  const { body } = await metrics.expose();
  const found = body.split('\n').filter((line) => line.startsWith('sluice_'));
  return { lines, found: found.filter((line) => !line.startsWith('sluice_database_measured')).sort(), body };
}

const MEASURED = [
  'sluice_database_bytes 1000',
  'sluice_database_day_bytes{table="observations"} 40',
  'sluice_database_day_bytes{table="traces"} 10',
  'sluice_database_table_bytes{table="ingest_dead_letter"} 50',
  'sluice_database_table_bytes{table="observations"} 500',
  'sluice_database_table_bytes{table="traces"} 100',
];

test('without retention and disk there is no forecast and no size of the disk', async () => {
  expect((await samples([SIZE])).found).toEqual(MEASURED);
});

test('the forecast has the days to keep and two that go late, and what does not go by days as it is', async () => {
  // 400 of other data, and 32 days of 50
  const { found } = await samples([SIZE], { retentionDays: 30, diskBytes: 5000 });
  expect(found).toEqual(
    [...MEASURED, 'sluice_database_forecast_bytes 2000', 'sluice_database_disk_size_bytes 5000'].sort(),
  );
});

test('the longest time of a project counts, because files of a day stay until it has expired for all', async () => {
  const forecast = async (daysOf: Readonly<Record<string, number>>) =>
    (await samples([SIZE], { retentionDays: 30, daysOf })).found.filter((line) => line.includes('forecast'));
  expect(await forecast({ '': 3, acme: 50, other: 10 })).toEqual(['sluice_database_forecast_bytes 3000']);
  expect(await forecast({ acme: 10 })).toEqual(['sluice_database_forecast_bytes 2000']);
  const forEver = await samples([SIZE], { daysOf: { acme: 10 } });
  expect(forEver.found).toEqual(MEASURED);
});

test('before there is a full day, or a right, nothing is forecast', async () => {
  const names = (size: DatabaseSize) =>
    samples([size], { retentionDays: 30 }).then(({ found }) => found.filter((line) => !line.includes('{')));
  expect(await names({ ...SIZE, days: new Map() })).toEqual(['sluice_database_bytes 1000']);
  expect(await names({ ...SIZE, database: undefined })).toEqual([]);
});

test('a table that has gone has no sample', async () => {
  const other = { ...SIZE, tables: new Map([...SIZE.tables, ['other', 7]]) };
  expect((await samples([other, SIZE])).found).toEqual(MEASURED);
});

test('a failure is logged once, and what was measured stays', async () => {
  const { found, lines, body } = await samples([SIZE, new Error('away'), new Error('away')]);
  expect(found).toEqual(MEASURED);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([['warn', 'the database cannot be measured']]);
  expect(body).toMatch(/^sluice_database_measured_timestamp_seconds [1-9]/m);
});
