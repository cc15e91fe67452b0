import { OutsideError, createLogger } from '@sluice/runtime';
import { SCHEMA_VERSION } from '@sluice/store/migrate';
import { awaitSchema } from './await-schema';

/** Looks at these versions one after the other; an error is a database that is away. */
function wait(versions: readonly (number | Error)[], signal = new AbortController().signal) {
  const left = [...versions];
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const version = (): Promise<number> => {
    const next = left.shift() ?? new Error('asked too often');
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const outcome = awaitSchema({
    version,
    logger: createLogger({ level: 'info', pretty: false, destination }),
    signal,
    everyMs: 1,
  });
  return { outcome, left, told: () => lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg) };
}

test('waits over an absent database and an old schema, and tells it once for each reason', async () => {
  const away = new Error('away');
  const { outcome, left, told } = wait([away, away, 0, SCHEMA_VERSION - 1, SCHEMA_VERSION, 0]);
  await expect(outcome).resolves.toBe(true);
  expect(left).toEqual([0]);
  expect(told()).toEqual([
    'waiting for the database and its schema',
    'waiting for the database and its schema',
    'waiting for the database and its schema',
    'the database has the schema that is needed',
  ]);
});

test('refuses a schema that a newer release has made', async () => {
  const { outcome } = wait([SCHEMA_VERSION + 1]);
  await expect(outcome).rejects.toThrow(OutsideError);
});

test('ends when it is told to', async () => {
  const stopping = new AbortController();
  const { outcome } = wait(
    Array.from({ length: 1000 }, () => 0),
    stopping.signal,
  );
  stopping.abort();
  await expect(outcome).resolves.toBe(false);
});
