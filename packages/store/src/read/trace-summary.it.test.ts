import { type SluiceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect } from './collect-fragments.testing';
import { type TestReader, openReader } from './reader.testing';
import type { TraceSummary } from './trace';

const NOW = HISTORY_START;

let writer: TestWriter;
let reader: TestReader;

beforeAll(() => {
  writer = openWriter({ now: NOW });
  reader = openReader();
});
afterAll(async () => {
  await reader.close();
  await writer.close();
});
beforeEach(() => writer.clear());

type TraceRecord = Extract<SluiceRecord, { kind: 'trace' }>;
type Fields = TraceRecord['updates'][number]['fields'];

const step = (n: number, more: object = {}) => ({ id: uuid(1000 + n), startTime: NOW, counted: true, ...more });

function traceOf(n: number, fields: Fields, observations: TraceRecord['observations'] = []): TraceRecord {
  const updates = [{ stamp: receiveStamp(NOW, uuid(100 + n)), fields: { timestamp: NOW - n, ...fields } }];
  return {
    ...{ kind: 'trace', recordId: uuid(100 + n), receivedAt: NOW, traceId: uuid(n), tags: [] },
    ...{ updates, observations },
  };
}

async function summaries(limit = 50, page = 1): Promise<readonly (TraceSummary | undefined)[]> {
  const list = await reader.store.listTraces({
    filter: { tags: [], environments: [] },
    order: { field: 'timestamp', direction: 'desc' },
    include: { io: false, observations: false, summary: true },
    ...{ page, limit },
  });
  return (await collect(list.portions)).map(({ summary }) => summary);
}

const NOTHING = {
  ...{ observations: 0, errors: 0, warnings: 0, models: '[]', input: null, output: null },
  ...{ outcome: 'ok', isOpen: false, failure: null },
};

it('counts observations by level, names models once, and gives what the trace itself or its root has', async () => {
  await writer.storeAll([
    [
      traceOf(1, { input: { text: '"own"' }, output: { observationId: uuid(1002) } }, [
        step(1, { level: 'ERROR', model: 'b' }),
        step(2, { level: 'WARNING', model: 'a', output: '{"of":"root"}' }),
        step(3, { level: 'ERROR', model: 'b', startTime: NOW - 48 * 3_600_000_000 }),
        step(4, { level: 'DEFAULT' }),
        step(5),
      ]),
      traceOf(2, {}),
    ],
  ]);
  const first = {
    observations: 5,
    errors: 2,
    warnings: 1,
    models: '["a","b"]',
    input: '"own"',
    output: '{"of":"root"}',
    ...{ outcome: 'failed', isOpen: false, failure: null },
  };
  expect(await summaries()).toEqual([first, NOTHING]);
  expect(await summaries(1, 2)).toEqual([NOTHING]);
  const detail = { id: uuid(1), include: { io: false, observations: false } };
  expect((await reader.store.getTrace({ ...detail, include: { ...detail.include, summary: true } }))?.summary).toEqual(
    first,
  );
  expect(await reader.store.getTrace(detail)).not.toHaveProperty('summary');

  // A level that is changed is counted as what it has become.
  await writer.storeAll([[traceOf(1, {}, [step(1, { level: 'DEFAULT' }), step(4, { level: 'ERROR' })])]]);
  expect((await summaries())[0]).toMatchObject({ errors: 2, warnings: 1 });
});

it('names at most 20 models', async () => {
  const models = Array.from({ length: 30 }, (_, n) => `m${String(n).padStart(2, '0')}`);
  await writer.storeAll([
    [
      traceOf(
        1,
        {},
        models.toReversed().map((model, n) => step(n, { model })),
      ),
    ],
  ]);
  const [summary] = await summaries();
  expect(JSON.parse(summary?.models ?? '')).toEqual(models.slice(0, 20));
});

it('reads only the beginning of a value, cut between characters', async () => {
  const long = '\u{1F600}'.repeat(2 ** 19);
  await writer.storeAll([
    [traceOf(1, { input: { text: JSON.stringify(long) }, output: { text: JSON.stringify([long]) } })],
  ]);
  const [summary] = await summaries();
  expect(summary).toMatchObject({
    input: `"${'\u{1F600}'.repeat(1800)}`,
    output: `["${'\u{1F600}'.repeat(298)}`,
  });
});

it('is not read where it is not asked for, and is accounted for where it is', async () => {
  await writer.storeAll([[traceOf(1, { input: { text: JSON.stringify('x'.repeat(10_000)) } })]]);
  const asked = {
    filter: { tags: [], environments: [] },
    order: { field: 'id', direction: 'asc' } as const,
    page: 1,
    limit: 50,
  };
  const include = { io: false, observations: false };
  const [without, with_] = [
    await reader.store.listTraces({ ...asked, include }),
    await reader.store.listTraces({ ...asked, include: { ...include, summary: true } }),
  ];
  expect((await collect(without.portions))[0]).not.toHaveProperty('summary');
  expect(with_.heldBytes).toBeGreaterThan(without.heldBytes + 2 * 1800);
});
