import { OutsideError, createLogger } from '@sluice/runtime';
import { SCHEMA_VERSION, type SchemaState } from '@sluice/store/migrate';
import { awaitSchema } from './await-schema';

/** Waits with these versions, one a check; an error is an unreachable database. */
function wait(
  versions: readonly (number | Error | SchemaState)[],
  signal = new AbortController().signal,
  refusal?: () => Promise<string | undefined>,
) {
  const left = [...versions];
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const look = (): Promise<SchemaState> => {
    const next = left.shift() ?? new Error('asked too often');
    if (next instanceof Error) return Promise.reject(next);
    return Promise.resolve(typeof next === 'number' ? { version: next, problem: undefined, repairs: [] } : next);
  };
  const outcome = awaitSchema({
    look,
    ...(refusal && { refusal }),
    logger: createLogger({ level: 'info', pretty: false, destination }),
    signal,
    everyMs: 1,
  });
  return {
    outcome,
    left,
    lines,
    messages: () => lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg),
  };
}

test('waits for an absent database and for its schema, and logs each reason once', async () => {
  const away = new Error('away');
  const { outcome, left, messages } = wait([away, away, 0, 0, SCHEMA_VERSION, 0]);
  await expect(outcome).resolves.toBe(true);
  expect(left).toEqual([0]);
  expect(messages()).toEqual([
    'waiting for the database and its schema',
    'waiting for the database and its schema',
    'the database has the schema that is needed',
  ]);
});

test('waits while rights are missing, and says which', async () => {
  const repairs = [
    'grant usage on schema sluice to sluice_writer;',
    'grant select on table sluice.traces to sluice_writer;',
  ];
  const { outcome, lines } = wait([{ version: SCHEMA_VERSION, problem: undefined, repairs }, SCHEMA_VERSION]);
  await expect(outcome).resolves.toBe(true);
  expect(lines[0]).toContain(
    'owners or rights in the database are missing, 2 in all: migrate the database, or run grant usage on schema sluice to sluice_writer;',
  );
});

test('works on a schema of a newer release that lets it', async () => {
  const { outcome } = wait([SCHEMA_VERSION + 2]);
  await expect(outcome).resolves.toBe(true);
});

test('refuses a schema on which this release cannot work, with the reason', async () => {
  const problem = 'another schema: begin with a new database';
  const { outcome } = wait([{ version: SCHEMA_VERSION, problem, repairs: [] }]);
  await expect(outcome).rejects.toThrow(new OutsideError(problem));
});

test('asks for a refusal once the schema is there, and ends with it', async () => {
  const answers = [new Error('away'), 'PROJECT_ID: no'];
  const refusal = () => {
    const next = answers.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const { outcome, left } = wait([0, SCHEMA_VERSION, SCHEMA_VERSION], undefined, refusal);
  await expect(outcome).rejects.toThrow(new OutsideError('PROJECT_ID: no'));
  expect([left, answers]).toEqual([[], []]);
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
