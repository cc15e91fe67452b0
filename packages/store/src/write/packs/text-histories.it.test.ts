import { hash } from 'node:crypto';
import { summaryDisagreements, textDisagreements } from '@sluice/contracts';
import { deliveryOf } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { collect, textOf } from '../../read/collect-fragments.testing';
import { type TestReader, openReader } from '../../read/reader.testing';
import { type TestWriter, openWriter } from '../writer.testing';
import { type RecordPlan, recordOf, textHistory } from './text-histories.testing';
import { type ExpectedTexts, TextOracle } from './text-oracle.testing';

const PROJECTS = ['', 'acme'] as const;

/** Whether each next trace is packed when it is new; then all of them are. */
let decisions: boolean[] = [];
let writer: TestWriter;
let reader: TestReader;
beforeAll(() => {
  writer = openWriter({ maxConnections: 4, isPacked: () => decisions.shift() ?? true });
  reader = openReader();
});
afterAll(async () => {
  await reader.close();
  await writer.close();
});
beforeEach(() => writer.clear());

const rowsOf = async <Row extends object>(sql: string): Promise<Row[]> => (await writer.owner.query<Row>(sql)).rows;

type Row<Columns extends string> = Readonly<Record<Columns, string>> & ExpectedTexts;

/** Reads all texts by the SQL views, in the form of the oracle. */
async function readViews() {
  const traces = await rowsOf<Row<'project' | 'id'>>(
    'select project, id, input, output, metadata from sluice.trace_view order by project collate "C", id',
  );
  const below = await rowsOf<Row<'project' | 'trace_id' | 'id'>>(
    'select project, trace_id, id, input, output, metadata from sluice.observation_view order by id',
  );
  return traces.map((trace) => {
    const own = below.filter(({ project, trace_id }) => project === trace.project && trace_id === trace.id);
    return {
      ...trace,
      observations: new Map(own.map(({ id, input, output, metadata }) => [id, { input, output, metadata }])),
    };
  });
}

const TEXTS = ['input', 'output', 'metadata'] as const;
type Sizes = { readonly id: string } & Readonly<Record<`${(typeof TEXTS)[number]}Bytes`, number>>;
type Answered = Readonly<Record<(typeof TEXTS)[number], Parameters<typeof textOf>[0]>>;

async function textsOf(answered: Answered): Promise<ExpectedTexts> {
  const texts = TEXTS.map(
    async (name) => [name, answered[name] === null ? null : await textOf(answered[name])] as const,
  );
  return Object.fromEntries(await Promise.all(texts)) as unknown as ExpectedTexts;
}

/** Reads all texts by the reads of the API, in the form of the oracle, with what is answered instead of texts. */
async function readAnswers() {
  const answers = [];
  for (const project of PROJECTS) {
    const store = reader.reads.of(project === '' ? undefined : project);
    const list = await store.listTraces({
      ...{ filter: { tags: [], environments: [] }, page: 1, limit: 50, order: { field: 'id', direction: 'asc' } },
      include: { io: true, observations: false, summary: true },
    });
    for (const { trace, io, summary } of await collect(list.portions)) {
      const of = (detail: 'all' | 'core') =>
        store.getTrace({ id: trace.id, detail, include: { io: true, observations: true } });
      const [whole, core] = [await of('all'), await of('core')];
      const own = await textsOf((await whole?.readIo()) as Answered);
      expect(briefly(await textsOf(io))).toEqual(briefly(own));
      const observations = new Map<string, ExpectedTexts>();
      for (const each of await collect(whole?.observations)) observations.set(each.id, await textsOf(each));
      const sizes = (await collect(core?.observations)) as unknown as Sizes[];
      answers.push({
        answer: { project, id: trace.id, ...own, observations },
        previews: { input: summary?.input, output: summary?.output },
        sizes: new Map(sizes.map((each) => [each.id, TEXTS.map((name) => each[`${name}Bytes`])])),
      });
    }
  }
  return answers;
}

const bytesOf = (texts: ExpectedTexts): number[] => TEXTS.map((name) => Buffer.byteLength(texts[name] ?? ''));

/** Beginning of a text in characters, as long as a preview of 300 characters needs if each is an escape. */
const previewOf = (text: string | null): string | null =>
  text === null
    ? null
    : Array.from(text)
        .slice(0, text.startsWith('"') ? 1801 : 300)
        .join('');

/** Replaces long texts by their beginning, length and hash: a difference of all of them could not be printed. */
function briefly(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= 200 ? value : `${value.slice(0, 60)}… ${value.length} ${hash('sha256', value, 'hex')}`;
  }
  if (value instanceof Map) return new Map(Array.from(value, ([key, each]) => [key as unknown, briefly(each)]));
  if (Array.isArray(value)) return value.map(briefly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, briefly(each)]));
}

/**
 * Compares everything that is read with the oracle, and the stored form with the limit.
 * @param isPlain whether long texts may be stored as they are
 */
async function expectTexts({ traces: expected }: TextOracle, isPlain: boolean): Promise<void> {
  expect(briefly(await readViews())).toEqual(briefly(expected));
  const answers = await readAnswers();
  expect(briefly(answers.map(({ answer }) => answer))).toEqual(briefly(expected));
  expect(briefly(answers.map(({ previews }) => previews))).toEqual(
    briefly(expected.map(({ input, output }) => ({ input: previewOf(input), output: previewOf(output) }))),
  );
  expect(answers.map(({ sizes }) => sizes)).toEqual(
    expected.map(({ observations }) => new Map(Array.from(observations, ([id, texts]) => [id, bytesOf(texts)]))),
  );
  const stored = await rowsOf<Row<'id'>>(
    `select o.id, o.input, o.output, o.metadata from sluice.observations o join sluice.traces t on t.id = o.trace_id
       join sluice.projects p on p.id = t.project order by p.name collate "C", coalesce(t.public_id, t.id), o.id`,
  );
  const below = expected.flatMap(({ observations }) => [...observations.values()]);
  const isReference = stored.map((row) => TEXTS.map((name) => row[name]?.startsWith('=') === true));
  const isLong = below.map((texts) => TEXTS.map((name) => (texts[name]?.length ?? 0) >= 1024));
  const unlike = isLong.flatMap((each, n) => each.filter((long, m) => isReference[n]?.[m] !== long));
  expect(unlike.filter((long) => !(long && isPlain))).toEqual([]);
  expect(await textDisagreements(writer.owner)).toEqual([]);
  expect(await summaryDisagreements(writer.owner)).toEqual([]);
  expect(await rowsOf('select message from sluice.ingest_dead_letter')).toEqual([]);
}

/** All rows of traces and their texts, with the transaction that wrote each. */
async function rowsWritten(): Promise<unknown> {
  const tables = ['traces', 'trace_io', 'observations', 'trace_usage'];
  return [
    await rowsOf('select xmin, part, trace_id, no, md5(pieces || body) from sluice.text_packs order by 2, 3, 4'),
    ...(await Promise.all(tables.map((table) => rowsOf(`select xmin, x.* from sluice.${table} x order by x::text`)))),
  ];
}

/** Stores batches, and applies them to an oracle. */
async function apply(batches: readonly (readonly RecordPlan[])[]): Promise<TextOracle> {
  const oracle = new TextOracle();
  const records = batches.map((batch) => batch.map(recordOf));
  await writer.storeAll(records);
  for (const record of records.flat()) oracle.apply(record);
  return oracle;
}

test('texts of any history are read byte for byte, and a replay changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      textHistory.chain((plans) => fc.tuple(fc.constant(plans), deliveryOf(plans))),
      fc.array(fc.boolean(), { maxLength: 6 }),
      async ([plans, batches], packed) => {
        await writer.clear();
        decisions = [...packed];
        await expectTexts(await apply(batches), packed.includes(false));
        decisions = [];
        const before = await rowsWritten();
        await apply([...batches, plans]);
        expect(await rowsWritten()).toEqual(before);
      },
    ),
    { numRuns: 20, endOnFailure: true },
  );
});
