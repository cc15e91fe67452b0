import type { Observation, TraceRecord } from '@sluice/record';
import fc from 'fast-check';
import { mergeObservations, observationsOf } from './observation-state';

/** Fields that the `n`th request has of an observation. */
interface Sent {
  readonly scope: 'a' | 'b' | undefined;
  readonly usage: Observation['usage'];
}

const stateOf = ({ scope, usage }: Sent, n: number) => {
  const observation = { id: 'x', counted: true, ...(usage && { usage }), ...(scope && { scope }) };
  const record: TraceRecord = {
    ...{ kind: 'trace', recordId: String(n), receivedAt: n, traceId: 't' },
    ...{ updates: [], tags: [], observations: [observation] },
  };
  return observationsOf(record)[0] as ReturnType<typeof observationsOf>[number];
};

const usage = fc.constantFrom({ input: { input: 1 } }, { output: { output: 2 } }, { input: {}, output: {}, total: 3 });
const sent: fc.Arbitrary<Sent> = fc.oneof(
  fc.record({ scope: fc.constantFrom('a', 'b'), usage }),
  fc.record({ scope: fc.constant(undefined), usage: fc.option(usage, { nil: undefined }) }),
);

test('an observation has the scope of the usage that came last, whatever is processed first', () => {
  const deliveries = fc.array(sent, { minLength: 2, maxLength: 5 }).chain((all) => {
    const states = all.map(stateOf);
    return fc.tuple(fc.constant(all), fc.shuffledSubarray(states, { minLength: states.length }), fc.subarray(states));
  });
  fc.assert(
    fc.property(deliveries, ([all, shuffled, again]) => {
      const merged = [...shuffled, ...again].reduce(mergeObservations);
      expect(merged.fields.scope).toBe(all.findLast((each) => each.usage !== undefined)?.scope);
      expect(merged.stamps.has('scope') && merged.fields.scope === undefined).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
