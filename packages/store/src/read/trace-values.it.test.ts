import { type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { createDatabase } from './database';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { inProject } from './project';
import { type TestReader, openReader } from './reader.testing';
import { type TraceValuesQuery, traceValues } from './trace-values';
import { withTimeout } from './statement-timeout';

const NOW = HISTORY_START;
const HOUR = 3_600_000_000;
const everything = { tags: [], environments: [] };

let writer: TestWriter;
let reader: TestReader;
let index: TestIndex;

beforeAll(() => {
  writer = openWriter({ now: NOW });
  reader = openReader();
  index = openTestIndex();
});
afterAll(async () => {
  await index.close();
  await reader.close();
  await writer.close();
});

const TEXT_FIELDS = ['name', 'userId', 'sessionId', 'release', 'version', 'environment'] as const;
type Fields = Partial<Record<(typeof TEXT_FIELDS)[number], string>>;

interface Sent {
  readonly project?: string;
  readonly id: string;
  readonly fields: Fields;
  readonly tags: readonly string[];
  readonly models: readonly string[];
}

const recordOf = ({ project, id, fields, tags, models }: Sent): TraceRecord => ({
  kind: 'trace',
  recordId: id,
  receivedAt: NOW,
  ...(project !== undefined && { project }),
  traceId: id,
  updates: [{ stamp: receiveStamp(NOW, id), fields: { timestamp: NOW - HOUR, ...fields } }],
  tags: [...tags],
  observations: models.map((model, n) => ({ id: uuid(n), model, startTime: NOW - HOUR, counted: true })),
});

const TEXTS = ['a', 'ab', 'abc', 'B', 'b', 'a%', 'a_c', 'ä', '\u{1F600}', '\uFFFD', ' ', "a'b"];
const optional = fc.option(fc.constantFrom(...TEXTS), { nil: undefined });
const lists = fc.uniqueArray(fc.constantFrom(...TEXTS), { maxLength: 3 });
const sent: fc.Arbitrary<Sent[]> = fc
  .array(
    fc.record({
      project: fc.constantFrom(undefined, undefined, 'acme', 'beta'),
      fields: fc.record(Object.fromEntries(TEXT_FIELDS.map((name) => [name, optional]))),
      ...{ tags: lists, models: lists },
    }),
    { minLength: 40, maxLength: 40 },
  )
  .map((all) =>
    all.map(({ project, fields, ...lists }, n) => ({
      id: uuid(n),
      ...(project !== undefined && { project }),
      fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      ...lists,
    })),
  );

/** Returns the effective values of a trace in a field. */
function valuesOf(
  { fields, tags, models }: Sent,
  field: Exclude<TraceValuesQuery['field'], 'service' | 'metadata'>,
): readonly string[] {
  if (field === 'tags') return tags;
  if (field === 'model') return models;
  const value = fields[field] ?? (field === 'environment' ? 'default' : undefined);
  return value === undefined ? [] : [value];
}

const sorted = (texts: readonly string[]): string[] =>
  [...new Set(texts)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

async function read(project: string | undefined, query: Partial<TraceValuesQuery>) {
  const asked = { field: 'name', prefix: '', limit: 100, filter: everything, ...query } as const;
  const { values, truncated } = await reader.reads.of(project).traceValues(asked);
  return { values, truncated };
}

const all = fc.sample(sent, { numRuns: 1, seed: 11 })[0] ?? [];

/** Functions that produce a state of the trace index. */
const STATES: Readonly<Record<string, () => Promise<void>>> = {
  'nothing is indexed': () => writer.storeAll([all.map(recordOf)]),
  'some was indexed before it got its values': async () => {
    await reader.owner.query(`create table held as select * from sluice.traces;
      update sluice.traces set name = 'abcd', user_id = 'gone', release = null, tags = '{}', version = 'a' where ctid <> '(0,1)'`);
    await index.all();
    await reader.owner
      .query(`update sluice.traces t set name = h.name, user_id = h.user_id, release = h.release, tags = h.tags, version = h.version
      from held h where h.id = t.id; drop table held`);
  },
  'the index is rebuilt': async () => {
    await reader.owner.query('update sluice.trace_index_state set is_complete = false');
  },
  'all is indexed': () => index.all(),
};

describe.each(Object.entries(STATES))('of what was sent, where %s', (state, prepare) => {
  beforeAll(prepare);

  const query = fc.record({
    project: fc.constantFrom(undefined, 'acme', 'beta'),
    prefix: fc.constantFrom('', '', 'a', 'ab', 'b', 'ä', 'c', '%', '\u{1F600}'),
    limit: fc.integer({ min: 1, max: 14 }),
    userId: fc.constantFrom(undefined, undefined, 'a', 'b'),
    isNamed: fc.boolean(),
  });

  it.each([...TEXT_FIELDS, 'tags', 'model'] as const)(
    'lists every %s of the project and the selection',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(query, async ({ project, prefix, limit, userId, isNamed }) => {
          const selected = all.filter(
            (each) =>
              each.project === project &&
              (userId === undefined || each.fields.userId === userId) &&
              (!isNamed || each.fields.name !== undefined),
          );
          const values = sorted(
            selected.flatMap((each) => valuesOf(each, field)).filter((value) => value.startsWith(prefix)),
          );
          const filter = { ...everything, ...(userId !== undefined && { userId }) };
          const conditions = [{ type: 'null', column: 'name', operator: 'is not null', value: null } as const];
          expect(await read(project, { field, prefix, limit, filter, ...(isNamed && { conditions }) })).toEqual({
            values: values.slice(0, limit),
            truncated: values.length > limit,
          });
        }),
        { numRuns: 60 },
      );
    },
  );

  it('has none of a project of which nothing was stored', async () => {
    for (const field of [...TEXT_FIELDS, 'tags', 'model'] as const) {
      expect(await read('nobody', { field })).toEqual({ values: [], truncated: false });
    }
  });

  it.each([...TEXT_FIELDS, 'tags', 'model'] as const)('hides %s below the floor of the project', async (field) => {
    for (const project of [undefined, 'acme']) {
      const floor = 'update sluice.projects set part = $1 where name = $2';
      await reader.owner.query(floor, [NOW / HOUR + 1, project ?? '']);
      expect(await read(project, { field })).toEqual({ values: [], truncated: false });
      expect((await read('beta', { field })).values).not.toEqual([]);
      await reader.owner.query(floor, [0, project ?? '']);
    }
  });

  it('ends in time with what it has', async () => {
    if (state !== 'all is indexed') return;
    const database = await inProject(createDatabase(reader.pool), undefined);
    const asked = { field: 'name', prefix: '', limit: 100, filter: everything } as const;
    const { values, truncated } = await traceValues(database, asked, { scanMs: 0, newest: 1 });
    expect({ values, truncated }).toEqual({ values: (await read(undefined, {})).values.slice(0, 1), truncated: true });
    const filter = { ...everything, from: 0 };
    const newest = await traceValues(database, { ...asked, filter }, { scanMs: 0, newest: 1 });
    expect(newest.truncated).toBe(true);
    expect(newest.values.length).toBeLessThan((await read(undefined, { filter })).values.length);
  });
});

it('lists names of as many characters as an index has, and longer ones of a selection only', async () => {
  const names = ['x'.repeat(499), 'x'.repeat(500), 'x'.repeat(501)];
  await writer.storeAll([
    names.map((name, n) => recordOf({ id: uuid(500 + n), fields: { name, userId: 'long' }, tags: [], models: [] })),
  ]);
  expect((await read(undefined, { prefix: 'xx' })).values).toEqual(names.slice(0, 2));
  expect((await read(undefined, { prefix: 'xx', filter: { ...everything, userId: 'long' } })).values).toEqual(names);
});

describe('of metadata', () => {
  /** Sends a trace with members of metadata, as their JSON. */
  const sendTrace = (n: number, project: string, members: Readonly<Record<string, string>>) =>
    writer.storeAll([
      [
        {
          ...recordOf({ id: uuid(n), project, fields: {}, tags: [], models: [] }),
          updates: [
            {
              stamp: receiveStamp(NOW, uuid(n)),
              fields: { timestamp: NOW - HOUR, userId: 'meta', metadata: new Map(Object.entries(members)) },
            },
          ],
        },
      ],
    ]);
  const listed = (query: Partial<TraceValuesQuery>, project = 'gamma') =>
    read(project, { field: 'metadata', ...query });

  beforeAll(async () => {
    await sendTrace(600, 'gamma', {
      ...{ tenant: '"acme"', n: '1.50', ok: 'true', none: 'null', list: '["x"]', in: '{"a":1}' },
    });
    await sendTrace(601, 'gamma', { tenant: '"ac\\u00e9"', 'team "b"': '"x"' });
    await sendTrace(602, 'delta', { tenant: '"other"' });
  });

  it('lists names of members, of the project alone', async () => {
    expect(await listed({})).toEqual({ values: ['n', 'ok', 'team "b"', 'tenant'], truncated: false });
    expect(await listed({ prefix: 'te' })).toEqual({ values: ['team "b"', 'tenant'], truncated: false });
    expect(await listed({ limit: 1 })).toEqual({ values: ['n'], truncated: true });
    expect((await listed({}, 'delta')).values).toEqual(['tenant']);
    expect(await listed({}, 'nobody')).toEqual({ values: [], truncated: false });
  });

  it('lists values of a member as filters compare them', async () => {
    expect((await listed({ key: 'tenant' })).values).toEqual(['acme', 'acé']);
    expect((await listed({ key: 'tenant', prefix: 'acm' })).values).toEqual(['acme']);
    expect((await listed({ key: 'n' })).values).toEqual(['1.50']);
    expect((await listed({ key: 'ok' })).values).toEqual(['true']);
    for (const key of ['none', 'list', 'in', 'absent', '0']) expect((await listed({ key })).values).toEqual([]);
    expect((await listed({ key: 'tenant', filter: { ...everything, userId: 'nobody' } })).values).toEqual([]);
  });

  it('reads no members of what is no object', async () => {
    await sendTrace(603, 'other', { other: '1' });
    for (const json of ['["tenant"]', '"tenant"', 'null', '=9 x{0,9}']) {
      const ofOther =
        'where trace_id = (select t.id from sluice.traces t join sluice.projects p on p.id = t.project where p.name = $2)';
      await reader.owner.query(`update sluice.trace_io set metadata = $1 ${ofOther}`, [json, 'other']);
      expect(await listed({}, 'other')).toEqual({ values: [], truncated: false });
      expect(await listed({ key: 'tenant' }, 'other')).toEqual({ values: [], truncated: false });
    }
  });

  it('leaves out long names, long values, members beyond the first 50 and long metadata', async () => {
    const [most, more] = ['x'.repeat(200), 'x'.repeat(201)];
    await sendTrace(610, 'long', { [most]: JSON.stringify(most), [more]: '1', short: JSON.stringify(more) });
    expect((await listed({}, 'long')).values).toEqual(['short', most]);
    expect((await listed({ key: most }, 'long')).values).toEqual([most]);
    expect((await listed({ key: 'short' }, 'long')).values).toEqual([]);
    const members = Array.from({ length: 51 }, (_, n) => `m${100 + n}`);
    await sendTrace(611, 'many', Object.fromEntries(members.map((member) => [member, '1'])));
    expect((await listed({}, 'many')).values).toEqual(members.slice(0, 50));
    await sendTrace(612, 'large', { a: '1', b: JSON.stringify('x'.repeat(64 * 1024)) });
    expect(await listed({}, 'large')).toEqual({ values: [], truncated: true });
  });

  it('reads metadata that are stored in packs', async () => {
    await sendTrace(620, 'packed', { tenant: '"acme"' });
    await reader.owner.query(`insert into sluice.text_packs (part, trace_id, no, body, pieces)
      select i.part, i.trace_id, 0, convert_to(i.metadata, 'UTF8'), '' from sluice.trace_io i
      join sluice.traces t on t.id = i.trace_id join sluice.projects p on p.id = t.project where p.name = 'packed'`);
    await reader.owner.query(`update sluice.trace_io i set metadata = '=17 x{0,17}' from sluice.text_packs x
      where x.trace_id = i.trace_id and x.no = 0 and octet_length(i.metadata) = 17 and x.pieces = ''`);
    expect((await listed({ key: 'tenant' }, 'packed')).values).toEqual(['acme']);
  });
});

it('gives a statement up that takes too long', async () => {
  const database = await inProject(createDatabase(reader.pool), undefined);
  await expect(withTimeout(database, 20, { text: 'select pg_sleep(10)' })).rejects.toThrow('did not finish in time');
  await expect(withTimeout(database, 20_000, { text: 'select 1 as one' })).resolves.toEqual([{ one: 1 }]);
  await expect(withTimeout(database, 20_000, { text: 'select wrong' })).rejects.toThrow('wrong');
});
