import { summaryDisagreements, textDisagreements } from '@sluice/contracts';
import type { Observation, TraceFields, TraceRecord } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../writer.testing';
import { drawn, passage } from './passages.testing';
import { recordOf, traceIdOf } from './text-histories.testing';

let writer: TestWriter;
beforeAll(() => {
  writer = openWriter({ maxConnections: 4 });
});
afterAll(() => writer.close());
beforeEach(() => writer.clear());

const NOTHING = { project: undefined, own: { input: undefined, output: undefined, metadata: undefined } };

/** The record number `n`, received in this order, with observations of one trace. */
function sent(n: number, observations: readonly Omit<Observation, 'counted'>[], trace = 1): TraceRecord {
  const record = recordOf({ ...NOTHING, n, trace, received: n, observations: [] });
  return { ...record, observations: observations.map((each) => ({ ...each, counted: true })) };
}

/** A string of passages. */
const textOf = (from: number, passages: number): string =>
  `"${Array.from({ length: passages }, (_, n) => passage(from + n)).join('')}"`;

const rowsOf = async <Row extends object>(sql: string): Promise<Row[]> => (await writer.owner.query<Row>(sql)).rows;
/** Compares the input of all observations by id. A difference names ids: the texts are too long to be printed. */
async function expectInputs(expected: Readonly<Record<string, string>>): Promise<void> {
  const rows = await rowsOf<{ id: string; input: string }>('select id, input from sluice.observation_view');
  expect(rows.map(({ id }) => id).sort()).toEqual(Object.keys(expected).sort());
  expect(rows.filter(({ id, input }) => input !== expected[id]).map(({ id }) => id)).toEqual([]);
}
const packs = () => rowsOf('select part, trace_id, no, md5(pieces), md5(body) from sluice.text_packs order by 1, 2, 3');
const disagreements = async () => [
  ...(await textDisagreements(writer.owner)),
  ...(await summaryDisagreements(writer.owner)),
];

test('the same texts, received later, change neither packs nor references nor updatedAt', async () => {
  const metadata = new Map([
    ['long', textOf(3, 4)],
    ['short', '1'],
  ]);
  const observations = [{ id: uuid(1), input: textOf(0, 5), output: textOf(1, 4), metadata }];
  const record = (n: number): TraceRecord => {
    const { updates, ...rest } = sent(n, observations);
    const fields = { input: { text: textOf(0, 6) }, output: { text: textOf(7, 1) }, metadata };
    return { ...rest, updates: updates.map(({ stamp }) => ({ stamp, fields })) };
  };
  await writer.storeAll([[record(0)]]);
  const rows = async () => [
    await packs(),
    await rowsOf('select input, output, metadata, updated_at from sluice.observations'),
    await rowsOf('select i.*, t.updated_at from sluice.trace_io i, sluice.traces t'),
  ];
  const before = await rows();
  await writer.storeAll([[record(1)], [record(2), record(3)]]);
  expect(await rows()).toEqual(before);
});

test('a replay of metadata whose members were put in order writes no row', async () => {
  const members = (...names: string[]) => new Map(names.map((name) => [name, '1']));
  const records = [members('z', 'b'), members('a')].map((metadata, n) => [sent(n, [{ id: uuid(1), metadata }])]);
  await writer.storeAll(records);
  const rows = () =>
    rowsOf(
      'select o.xmin, t.xmin as trace, stamps from sluice.observations o, lateral (select xmin from sluice.traces) t',
    );
  const before = await rows();
  await writer.storeAll(records);
  expect(await rows()).toEqual(before);
});

test('a text of equal length, and of equal beginning, replaces', async () => {
  const long = textOf(0, 20);
  const changed = [`"X${long.slice(2)}`, `${long.slice(0, -2)}X"`];
  await writer.storeAll([[sent(0, [{ id: uuid(1), input: long }])]]);
  for (const [n, input] of changed.entries()) {
    await writer.storeAll([[sent(1 + n, [{ id: uuid(1), input }])]]);
    await expectInputs({ [uuid(1)]: input });
  }
  expect(await disagreements()).toEqual([]);
});

test('a passage that is inserted is read in its place, though it is in a later pack', async () => {
  const long = textOf(0, 40);
  const middle = Array.from({ length: 20 }, (_, n) => passage(n)).join('').length + 1;
  const changed = `${long.slice(0, middle)}${passage(2000)}${long.slice(middle)}`;
  await writer.storeAll([[sent(0, [{ id: uuid(1), input: long }])], [sent(1, [{ id: uuid(2), input: changed }])]]);
  await expectInputs({ [uuid(1)]: long, [uuid(2)]: changed });
});

test('a passage that is deleted is left out of the range of a pack', async () => {
  const passages = [0, 1, 2, 3, 4].map(passage);
  const long = `"${passages.join('')}"`;
  expect(Buffer.byteLength(long)).toBeLessThan(8192);
  const deleted = `"${passages.toSpliced(2, 1).join('')}"`;
  await writer.storeAll([[sent(0, [{ id: uuid(1), input: long }])], [sent(1, [{ id: uuid(2), input: deleted }])]]);
  await expectInputs({ [uuid(1)]: long, [uuid(2)]: deleted });
});

test('own texts of a trace that are left to an observation are released', async () => {
  const own = (n: number, fields: TraceFields): TraceRecord => {
    const { updates, ...rest } = sent(n, [{ id: uuid(1), input: textOf(9, 3) }]);
    return { ...rest, updates: updates.map(({ stamp }) => ({ stamp, fields })) };
  };
  await writer.storeAll([[own(0, { input: { text: textOf(0, 8) } })]]);
  await writer.storeAll([[own(1, { input: { observationId: uuid(1) } })]]);
  expect(await rowsOf('select input from sluice.trace_view')).toEqual([{ input: textOf(9, 3) }]);
  expect(await disagreements()).toEqual([]);
  await writer.storeAll([[own(2, { output: { text: textOf(20, 8) } })]]);
  expect(await rowsOf('select input, output from sluice.trace_view')).toEqual([
    { input: textOf(9, 3), output: textOf(20, 8) },
  ]);
  expect(await disagreements()).toEqual([]);
});

test('writers of one trace at once store all its texts, and no two packs of one number', async () => {
  const write = async (partition: number) => {
    const batches = Array.from({ length: 30 }, (_, n) => [
      sent(3 * n + partition, [
        { id: uuid(1 + (n % 5)), input: textOf(n % 7, 2 + (n % 9)) },
        { id: uuid(1000 + 3 * n + partition), input: textOf(n % 11, 4) },
      ]),
    ]);
    await writer.storeAll(batches, partition);
    return batches.flat();
  };
  const records = (await Promise.all([write(0), write(1), write(2)])).flat();
  const expected: Record<string, string> = {};
  for (const { observations } of records.sort((a, b) => a.receivedAt - b.receivedAt)) {
    for (const { id, input = '' } of observations) expected[id] = input;
  }
  await expectInputs(expected);
  expect(await disagreements()).toEqual([]);
  expect(await rowsOf('select message from sluice.ingest_dead_letter')).toEqual([]);
});

test('a trace with more packs than a batch loads keeps its texts, and equal ones are found', async () => {
  // A batch of 600 traces loads 16 packs of each.
  const others = Array.from({ length: 600 }, (_, n) => sent(n, [{ id: uuid(1), input: textOf(n % 9, 6) }], 2 + n));
  const long = textOf(0, 400);
  const first = [
    { id: uuid(1), input: long },
    { id: uuid(2), input: textOf(1000, 3) },
  ];
  await writer.storeAll([others, [sent(1000, first)]]);
  const before = await packs();
  expect(before.length).toBeGreaterThan(600 + 2 * 16);

  await writer.storeAll([[...others, sent(1001, first)]]);
  expect(await packs()).toEqual(before);

  const grown = `${long.slice(0, -1)}${passage(2000)}"`;
  const added = [sent(1002, [{ id: uuid(1), input: grown }]), sent(1003, [{ id: uuid(3), input: long }])];
  await writer.storeAll([[sent(1004, [{ id: uuid(3) }], 2), ...others, ...added]]);
  // Numbers that are used already fail the batch, which is then stored in parts, each a transaction within it.
  expect(await rowsOf(`select distinct xmin from sluice.observations where id = '${uuid(3)}'`)).toHaveLength(1);
  const rows = await rowsOf<{ id: string; input: string }>(
    `select id, input from sluice.observation_view where trace_id = '${traceIdOf(1)}' order by id`,
  );
  expect(rows.map(({ input }) => input)).toEqual([grown, textOf(1000, 3), long]);
  expect(await disagreements()).toEqual([]);
});

test('texts that are replaced again and again are kept, and dead pieces are erased', async () => {
  const draw = drawn(29);
  const expected: Record<string, string> = {};
  const text = () => {
    const from = draw(60);
    return textOf(from, 5 + draw(25));
  };
  let first = 0;
  for (let n = 0; n < 60; n += 1) {
    const records = Array.from({ length: 1 + draw(3) }, (_, index) => {
      const ids = [uuid(1 + draw(4)), uuid(5 + draw(40))];
      return sent(
        3 * n + index,
        ids.map((id) => ({ id, input: (expected[id] = text()) })),
      );
    });
    await writer.storeAll([records]);
    if (n % 6 > 0) continue;
    await expectInputs(expected);
    expect(await disagreements()).toEqual([]);
    const [least] = await rowsOf<{ no: number }>('select min(no) as no from sluice.text_packs');
    expect(least?.no).toBeGreaterThanOrEqual(first);
    first = least?.no ?? 0;
  }
  const erased = await rowsOf(
    'select from sluice.text_packs where position(decode(repeat($$00$$, 100), $$hex$$) in body) > 0',
  );
  expect(erased.length).toBeGreaterThan(0);
});
