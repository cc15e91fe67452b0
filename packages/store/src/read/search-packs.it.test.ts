import { type SearchCursor, TRACE_SEARCHED, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { rangesOf } from '../packs/pack-format';
import { createTraceIndexer } from '../write/trace-index/index-traces';
import { openIndexer } from '../write/trace-index/index-traces.testing';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { createDatabase } from './database';
import { collect } from './collect-fragments.testing';
import { inProject } from './project';
import { type TestReader, openReader } from './reader.testing';
import { lowerCased, unescaped } from './search-oracle.testing';
import { searchTraces } from './search-traces';

/*
 * Searches in texts that are stored in pieces, against plain code: random histories of two projects, with passages that repeat, change and
 * vanish. Every part of every text is found, also across the pieces, and nothing else.
 */

const PROJECTS = [undefined, 'acme'] as const;
/** Words that all traces of one project have, and none of the other: a filter of the other one rules out nothing. */
const OWN_WORDS = ['qxalone', 'qxapart'] as const;

const words = fc.constantFrom(
  ...['order', 'Ada', 'ship', '42', 'e', 'Berlin', 'timeout', 'a b', 'xyzzy', '"quoted"', '\\path', 'line\nline', '\t'],
  ...['привет', 'Мир', 'größe', 'ΟΔΟΣ', '你好', '世界', '\u{1F600}', 'שלום', 'é', '/'],
);
const plainWords = fc.stringMatching(/^[a-z0-9]{2,9}$/);
/** Words that pieces meet in: their parts are in no other text. */
const longWords = fc.stringMatching(/^[a-z]{600,900}$/);
const passage = (of: fc.Arbitrary<string>) =>
  fc.array(of, { minLength: 60, maxLength: 400 }).map((all) => all.join(' '));
const passages = fc.array(
  fc.oneof(
    passage(plainWords),
    fc.array(longWords, { minLength: 3, maxLength: 3 }).map((all) => all.join(' ')),
    passage(fc.oneof(plainWords, words)),
  ),
  {
    minLength: 12,
    maxLength: 12,
  },
);
const escapedBeyond = (json: string): string =>
  json.replace(/[^\x20-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON text of some passages, which others have too. */
const texts = (pool: readonly string[]) =>
  fc
    .tuple(
      fc.array(fc.nat(pool.length - 1), { minLength: 1, maxLength: 8 }),
      fc.array(words, { maxLength: 5 }),
      fc.constantFrom<(json: string) => string>((json) => json, escapedBeyond),
    )
    .map(([some, own, write]) => write(JSON.stringify([...some.map((n) => pool[n]), ...own])));

interface Change {
  readonly trace: number;
  readonly observation: number;
  readonly field: 'input' | 'output';
  readonly text: string;
}

const history = passages.chain((pool) =>
  fc.array(
    fc.record({
      trace: fc.nat(3),
      observation: fc.nat(3),
      field: fc.constantFrom<Change['field']>('input', 'output'),
      text: texts(pool),
    }),
    { minLength: 120, maxLength: 120 },
  ),
);

let writer: TestWriter;
let reader: TestReader;
let index: ReturnType<typeof openIndexer>;
beforeAll(async () => {
  index = openIndexer();
  writer = openWriter({ now: HISTORY_START });
  reader = openReader();
  await reader.owner.query(`select sluice.ensure_projects('{acme}')`);
});
afterAll(() => Promise.all([writer.close(), reader.close(), index.close()]));
beforeEach(() => writer.clear());

const idOf = (trace: number): string => uuid(trace + 1);

function recordOf(change: Change, n: number): TraceRecord {
  const [receivedAt, recordId] = [HISTORY_START + n, uuid(1000 + n)];
  const project = PROJECTS[change.trace % 2];
  const { field, text } = change;
  const isTrace = change.observation === 0;
  return {
    ...{ kind: 'trace', recordId, receivedAt, traceId: idOf(change.trace) },
    tags: ['þ'.repeat(5 + change.trace), OWN_WORDS[change.trace % 2] ?? ''],
    ...(project !== undefined && { project }),
    updates: isTrace ? [{ stamp: receiveStamp(receivedAt, recordId), fields: { [field]: { text } } }] : [],
    observations: isTrace
      ? []
      : [{ id: uuid(100 + change.observation), counted: true, name: 'ŋ'.repeat(5 + n), [field]: text }],
  };
}

/** A stored text, without the escapes of JSON, and the places at which its pieces meet. */
interface Stored {
  readonly project: number;
  readonly trace: string;
  readonly text: string;
  readonly joints: readonly number[];
}

async function storedTexts(): Promise<readonly Stored[]> {
  const { rows } = await reader.owner.query<{ project: number; trace: string; value: string; text: string }>(`
    select t.project, coalesce(t.public_id, t.id)::text as trace, v.value, v.text
    from sluice.traces t cross join lateral (
      select unnest(array[o.input, o.output]) as value, unnest(array[w.input, w.output]) as text
      from sluice.observations o join sluice.observation_view w on w.id = o.id and w.trace_id = coalesce(t.public_id, t.id) where o.trace_id = t.id
      union all
      select unnest(array[i.input, i.output]), unnest(array[w.input, w.output])
      from sluice.trace_io i join sluice.trace_view w on w.id = coalesce(t.public_id, t.id) where i.trace_id = t.id
      union all
      select value, value from unnest(t.tags || array(select o.name from sluice.observations o where o.trace_id = t.id)) value
    ) v where v.text is not null`);
  return rows.map(({ project, trace, value, text }) => {
    const bytes = Buffer.from(text);
    let end = 0;
    const ends = value.startsWith('=') ? rangesOf(value).map((range) => (end += range.bytes)) : [];
    const joints = ends.slice(0, -1).map((at) => unescaped(bytes.subarray(0, at).toString()).length);
    return { project, trace, text: unescaped(text), joints };
  });
}

async function found(text: string, project: (typeof PROJECTS)[number], bounds?: Parameters<typeof searchTraces>[3]) {
  const database = await inProject(createDatabase(reader.pool), project);
  const ids: string[] = [];
  for (let after: SearchCursor | undefined; ;) {
    const answer = await searchTraces(
      database,
      {
        ...{ filter: { tags: [], environments: [] }, limit: 3, include: { io: false, observations: false } },
        ...{ text, fields: TRACE_SEARCHED, ...(after && { after }) },
      },
      { budgetMs: 1000, isGone: () => false },
      bounds,
    );
    for (const { trace, match } of await collect(answer.portions)) {
      ids.push(trace.id);
      expect(lowerCased(match?.snippet ?? '')).toContain(lowerCased(text));
    }
    after = answer.searchedTo;
    if (after === undefined) return ids.sort();
  }
}

/** A part of a stored text, about a joint of its pieces where it has some; whole characters. */
const parts = (stored: readonly Stored[]) =>
  fc
    .record({
      at: fc.nat(stored.length - 1),
      place: fc.nat(1_000_000),
      before: fc.nat(60),
      length: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 200 })),
      isJoint: fc.boolean(),
      other: fc.constantFrom('', '', '', 'q'),
    })
    .map(({ at, place, before, length, isJoint, other }) => {
      const { text, joints } = stored[at] as Stored;
      const start = isJoint && joints.length > 0 ? (joints[place % joints.length] as number) : place % text.length;
      const from = Math.max(0, start - (isJoint ? Math.min(before, length) : 0));
      const part = Array.from(text.slice(from, from + length).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, ''));
      return (part.length === 0 ? 'a' : part.join('')) + other;
    });

const bounds = fc.record({
  rows: fc.constant(100),
  walked: fc.integer({ min: 16, max: 100 }),
  candidates: fc.integer({ min: 16, max: 100 }),
  together: fc.constantFrom(0, 3, 1000),
  observations: fc.integer({ min: 1, max: 4 }),
  milliseconds: fc.constantFrom(0, 250),
});

/** Searches parts of all stored texts in both projects. @returns the number of places at which pieces meet */
async function compareAll(numRuns: number): Promise<number> {
  const stored = await storedTexts();
  await fc.assert(
    fc.asyncProperty(parts(stored), bounds, async (text, limits) => {
      for (const [n, project] of PROJECTS.entries()) {
        const having = stored.filter((each) => each.project === n && lowerCased(each.text).includes(lowerCased(text)));
        expect(await found(text, project, limits)).toEqual([...new Set(having.map(({ trace }) => trace))].sort());
      }
    }),
    { numRuns },
  );
  return stored.reduce((sum, each) => sum + each.joints.length, 0);
}

const indexer = (minChanged: number) => createTraceIndexer({ pool: index.pool, idleMs: 0, minChanged });

/** Searches the default project for a text that no trace has. */
async function absent(text: string) {
  const { passed, bytes } = await searchTraces(
    await inProject(createDatabase(reader.pool), undefined),
    {
      ...{ filter: { tags: [], environments: [] }, limit: 3, include: { io: false, observations: false } },
      ...{ text, fields: TRACE_SEARCHED },
    },
    { budgetMs: 60_000, isGone: () => false },
  );
  return { passed, isRead: bytes > 0 };
}

test('every part of every text is found, across its pieces, and no text of another project', async () => {
  const [changes = []] = fc.sample(history, { numRuns: 1, seed: 11 });
  const [before, after] = [changes.slice(0, 80), changes.slice(80)];
  await writer.storeAll(before.map((change, n) => [recordOf(change, n)]));
  await compareAll(20);
  await index.rolledUp(indexer(1));
  await compareAll(100);
  for (const word of OWN_WORDS) {
    const all = PROJECTS.map((project) => found(word, project));
    expect((await Promise.all(all)).map((ids) => ids.length > 0)).toEqual(OWN_WORDS.map((own) => own === word));
  }
  // Texts that are newer than the filters, before and after they are indexed.
  await writer.storeAll(after.map((change, n) => [recordOf(change, before.length + n)]));
  await compareAll(40);
  await index.rolledUp(indexer(1000));
  await compareAll(40);
  await index.rolledUp(indexer(1));
  expect(await compareAll(100)).toBeGreaterThan(30);

  const passed = await index.number('select count(*) from sluice.traces where project = 0');
  expect(passed).toBeGreaterThan(1);
  expect(await absent('qqqqq')).toEqual({ passed, isRead: false });
  expect(await absent('qqqq')).toEqual({ passed, isRead: true });
  await index.owner.query('update sluice.traces set name = name where project = 0');
  expect(await absent('qqqqq')).toEqual({ passed, isRead: true });
  await index.rolledUp(indexer(1000));
  expect(await absent('qqqqq')).toEqual({ passed, isRead: true });
});

test('a word that packs divide is found by each part across their ends', async () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split(''));
  const long = fc.string({ unit: letter, minLength: 20_000, maxLength: 20_000 });
  const [word = ''] = fc.sample(long, { numRuns: 1, seed: 3 });
  await writer.storeAll([[recordOf({ trace: 0, observation: 1, field: 'input', text: JSON.stringify(word) }, 0)]]);
  await index.rolledUp(indexer(1));
  const divided = (await storedTexts()).flatMap(({ text, joints }) => joints.map((at) => text.slice(at - 4, at + 4)));
  expect(divided.length).toBeGreaterThan(2);
  for (const text of divided.flatMap((each) => [each.slice(0, 5), each.slice(3)])) {
    expect([text, await found(text, undefined)]).toEqual([text, [idOf(0)]]);
  }
});
