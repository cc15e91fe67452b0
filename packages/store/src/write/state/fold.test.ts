import { type TraceRecord, receiveStamp } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testkit';
import fc from 'fast-check';
import { foldRecords } from './fold';
import { mergeObservations, observationsOf } from './observation-state';
import { FieldMerge } from './stamped';
import { mergeTraces, traceOf } from './trace-state';

interface Said {
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
}

/** Records of one trace and its one observation, in the order received. */
function recordsOf(said: readonly Said[]): TraceRecord[] {
  return said.map(({ metadata, tags }, n) => {
    const recordId = uuid(n + 1);
    const members = new Map(Object.entries(metadata));
    return {
      kind: 'trace',
      recordId,
      receivedAt: n,
      traceId: uuid(0),
      statements: [{ stamp: receiveStamp(n, recordId), fields: { metadata: members } }],
      tags,
      observations: [{ id: uuid(0), counted: true, metadata: members }],
    };
  });
}

const said = fc.record({
  metadata: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2'), { minKeys: 1 }),
  tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
});

test('however many records there are, they say what they say one after the other', () => {
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 12 }), (all) => {
      const records = recordsOf(all);
      const [folded] = foldRecords(records);
      const { updatedAt: _at, ...trace } = records.map(traceOf).reduce(mergeTraces);
      const { updatedAt: _on, ...observation } = records.flatMap(observationsOf).reduce(mergeObservations);
      expect(folded?.state).toMatchObject(trace);
      expect([...(folded?.state.fields.metadata ?? [])]).toEqual([...(trace.fields.metadata ?? [])]);
      expect([...(folded?.state.tags ?? [])]).toEqual([...trace.tags]);
      expect(folded?.observations.get(uuid(0))).toMatchObject(observation);
    }),
  );
});

test('hundreds of small updates of something large do not each take as long as all of it', () => {
  const large = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, '0']));
  const small = Array.from({ length: 300 }, (_, n) => ({ metadata: { [`k${n}`]: '1' }, tags: [] }));
  const picked = jest.spyOn(FieldMerge.prototype, 'pick');
  foldRecords(recordsOf([{ metadata: large, tags: [] }, ...small]));
  expect(picked.mock.calls.length).toBeLessThan(50_000);
});
