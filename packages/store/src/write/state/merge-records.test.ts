import { growthOf } from '@sluice/testbed/machine';
import { type TraceRecord, receiveStamp } from '@sluice/record';
import { testUuid as uuid, traceHistory } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { mergeRecords as foldRecordsOf } from './merge-records';
import { mergeObservations, observationsOf } from './observation-state';
import { mergeTraces, traceOf } from './trace-state';

interface Sent {
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
}

const PROJECTS = new Map([
  ['acme', { id: 1, salt: uuid(91), firstOpen: 0, floor: 0 }],
  ['other', { id: 2, salt: uuid(92), firstOpen: 0, floor: 0 }],
]);
const DEFAULT = { id: 0, salt: '', firstOpen: 0, floor: 0 };
const mergeRecordsOf = (records: readonly TraceRecord[]) =>
  foldRecordsOf(records, ({ project = '' }) => PROJECTS.get(project) ?? DEFAULT);

/** Records of one trace and its one observation, in the order received. */
function recordsOf(sent: readonly Sent[]): TraceRecord[] {
  return sent.map(({ metadata, tags }, n) => {
    const recordId = uuid(n + 1);
    const members = new Map(Object.entries(metadata));
    return {
      kind: 'trace',
      recordId,
      receivedAt: n,
      traceId: uuid(0),
      updates: [{ stamp: receiveStamp(n, recordId), fields: { metadata: members } }],
      tags,
      observations: [{ id: uuid(0), counted: true, metadata: members }],
    };
  });
}

const sent = fc.record({
  metadata: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2'), { minKeys: 1 }),
  tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
});

test('however many records there are, they say what they say one after the other', () => {
  fc.assert(
    fc.property(fc.array(sent, { minLength: 1, maxLength: 12 }), (all) => {
      const records = recordsOf(all);
      const [merged] = mergeRecordsOf(records);
      const { updatedAt: _at, ...trace } = records.map(traceOf).reduce(mergeTraces);
      const { updatedAt: _on, ...observation } = records.flatMap(observationsOf).reduce(mergeObservations);
      expect(merged?.state).toMatchObject(trace);
      expect([...(merged?.state.fields.metadata ?? [])]).toEqual([...(trace.fields.metadata ?? [])]);
      expect([...(merged?.state.tags ?? [])]).toEqual([...trace.tags]);
      expect(merged?.observations).toMatchObject([observation]);
    }),
  );
});

test('one record, where nothing is merged, says what it says when it comes twice, where all is', () => {
  const states = (records: readonly TraceRecord[]) =>
    mergeRecordsOf(records).map(({ state, observations, ...trace }) => {
      // All that came is noted for metadata.
      const stored = [state, ...observations].map(({ updates: _updates, ...rest }) => rest);
      return { ...trace, stored };
    });
  fc.assert(
    fc.property(traceHistory, fc.nat(2), fc.boolean(), (history, from, empty) => {
      for (const { updates, ...rest } of history) {
        const sent = updates.slice(from).map(({ stamp, fields }) => ({ stamp, fields: empty ? {} : fields }));
        const record = { ...rest, updates: sent };
        expect(states([record])).toEqual(states([record, record]));
      }
    }),
  );
});

test('records of several projects with one trace id are as many traces', () => {
  const records = recordsOf([{ metadata: { a: '1' }, tags: [] }]);
  const sent = [...PROJECTS.keys()].flatMap((project) => records.map((record) => ({ ...record, project })));
  const merged = mergeRecordsOf([...records, ...sent, ...sent]);
  expect(new Set(merged.map(({ id }) => id)).size).toBe(3);
  const named = merged.map(({ id, publicId, project }) => [project.id, publicId ?? id]);
  expect(named.sort()).toEqual([0, 1, 2].map((project) => [project, uuid(0)]));
});

describe('updates of one trace and its observation do not each take as long as all before them', () => {
  const members = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, '0']));

  test('where many are small and one is large', () => {
    const work = (length: number) => {
      const small = Array.from({ length: length / 16 }, (_, n) => ({ metadata: members(n, 1), tags: [] }));
      mergeRecordsOf(recordsOf([{ metadata: members(0, length / 16), tags: [] }, ...small]));
    };
    expect(growthOf(work)).toBeLessThan(1.5);
  });

  test('where they take metadata beyond its bound', () => {
    const work = (length: number) => {
      const all = Array.from({ length: length / 128 }, (_, n) => ({ metadata: members(n * 128, 128), tags: [] }));
      mergeRecordsOf(recordsOf(all));
    };
    expect(growthOf(work, 16 * 1024)).toBeLessThan(1.5);
  });

  test('in one record', () => {
    const work = (length: number) => {
      const all = recordsOf(
        Array.from({ length: length / 128 }, (_, n) => ({ metadata: members(n * 128, 128), tags: [] })),
      );
      const [first] = all as [TraceRecord];
      mergeRecordsOf([{ ...first, updates: all.flatMap(({ updates }) => updates) }]);
    };
    expect(growthOf(work, 16 * 1024)).toBeLessThan(1.5);
  });
});
