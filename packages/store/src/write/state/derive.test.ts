import { type PriceTable, type Pricing, byEitherModel, genaiPrices } from '@sluice/pricing';
import type { Observation, TraceRecord, Usage } from '@sluice/record';
import fc from 'fast-check';
import { derive, deriveAgain } from './derive';
import { type ObservationState, mergeObservations, observationsOf } from './observation-state';

const observation = (fields: Partial<Observation>): Observation => ({ id: 'x', counted: true, ...fields });
const record: TraceRecord = {
  ...{ kind: 'trace', recordId: 'r', receivedAt: 0, traceId: 't' },
  ...{ updates: [], tags: [], observations: [] },
};
const [EMPTY] = observationsOf({ ...record, observations: [observation({})] }) as [ObservationState];
const priceTable = (version: string, total: number): PriceTable => ({
  version,
  price: () => ({ input: total, output: 0, total, source: version }),
});
const prices = priceTable('p@1', 1);

describe('times', () => {
  test('an absent start reads as the receipt of the first record, an end before the start as the start', () => {
    expect(derive(observation({ endTime: 5 }), 10, prices)).toMatchObject({ start: 10, end: 10 });
    expect(derive(observation({ startTime: 20, endTime: 5 }), 10, prices)).toMatchObject({ start: 20, end: 20 });
  });
});

describe('usage', () => {
  test('input is the sum of the buckets whose name contains input, likewise output', () => {
    const usage = { input: { input: 1, input_cached_tokens: 2 }, output: { output: 4, output_reasoning_tokens: 8 } };
    expect(derive(observation({ usage }), 0, prices).tokens).toEqual({ input: 3, output: 12, total: 15 });
  });

  test('buckets that are in no sum make no tokens known, and no call priced by them', () => {
    const unknown = { 'gen_ai.usage.input_images': 7, 'gen_ai.usage.output_images': 7 };
    expect(derive(observation({ usage: { other: unknown } }), 0, prices).tokens).toBeUndefined();
    const usage = { input: { input: 1 }, other: { ...unknown, pages: 2 } };
    expect(derive(observation({ usage }), 0, prices).tokens).toEqual({ input: 1, output: 0, total: 3 });
    const priced = (more: object) =>
      derive(observation({ model: 'gpt-4o-mini', usage: { ...usage, ...more } }), 0, genaiPrices()).cost?.total;
    expect(priced({})).toBe(priced({ other: {} }));
  });

  test('a total that gives way is the sum of the buckets where that is larger', () => {
    const tokens = (atLeast: number, other = {}) =>
      derive(
        observation({ usage: { input: { input: 4 }, output: { output: 5 }, other, total: { atLeast } } }),
        0,
        prices,
      ).tokens?.total;
    expect([tokens(8), tokens(9), tokens(10)]).toEqual([9, 9, 10]);
    expect(tokens(10, { pages: 2 })).toBe(11);
  });

  const count = fc.nat({ max: 9 });
  const part = fc.constantFrom('', '_cached_tokens', '_audio_tokens');
  const usageSent: fc.Arbitrary<Usage> = fc
    .record({
      input: fc.option(
        fc.dictionary(
          part.map((name) => `input${name}`),
          count,
        ),
      ),
      output: fc.option(
        fc.dictionary(
          part.map((name) => `output${name}`),
          count,
        ),
      ),
      other: fc.option(fc.record({ pages: count, 'gen_ai.usage.input_images': count })),
      total: fc.option(fc.record({ atLeast: fc.nat({ max: 40 }) })),
    })
    .map((groups) => Object.fromEntries(Object.entries(groups).filter(([, group]) => group !== null)));
  const history = fc.array(usageSent, { minLength: 1, maxLength: 4 });
  const inAnyOrder = history.chain((sent) => {
    const states = sent.flatMap((usage, n) =>
      observationsOf({ ...record, receivedAt: n, recordId: `r${n}`, observations: [observation({ usage })] }),
    );
    const all = { minLength: states.length, maxLength: states.length };
    return fc.record({ states: fc.constant(states), shuffled: fc.shuffledSubarray(states, all) });
  });

  test('of updates in any order: input, output and what is neither are the total, unless a larger one was sent', () => {
    fc.assert(
      fc.property(inAnyOrder, ({ states, shuffled }) => {
        const { usage } = shuffled.reduce<ObservationState>(mergeObservations, shuffled[0] ?? EMPTY).fields;
        expect(usage).toEqual(states.reduce<ObservationState>(mergeObservations, states[0] ?? EMPTY).fields.usage);
        const {
          input = 0,
          output = 0,
          total = 0,
        } = derive(observation({ ...(usage && { usage }) }), 0, prices).tokens ?? {};
        const sent = usage?.total as { readonly atLeast: number } | undefined;
        expect(total).toBe(Math.max(input + output + (usage?.other?.['pages'] ?? 0), sent?.atLeast ?? 0));
      }),
    );
  });

  test('a total that was sent is kept as sent, otherwise it is the sum of all buckets', () => {
    const usage = { input: { input: 1 }, other: { audio_seconds: 2 } };
    expect(derive(observation({ usage: { ...usage, total: 99 } }), 0, prices).tokens?.total).toBe(99);
    expect(derive(observation({ usage: { ...usage, total: null } }), 0, prices).tokens?.total).toBe(3);
  });
});

describe('cost', () => {
  const priced = { model: 'm', usage: { input: { input: 1 } } };

  test('as sent comes first: the total, else the sum of its parts', () => {
    const sent = (costDetails: Record<string, number>) =>
      derive(observation({ ...priced, costDetails }), 0, prices).cost;
    expect(sent({ input: 1, output: 2, total: 5 })).toMatchObject({ total: 5_000_000_000_000, source: 'sent' });
    expect(sent({ input: 1, input_cached: 1, output: 2 })).toMatchObject({
      input: 2_000_000_000_000,
      output: 2_000_000_000_000,
      total: 4_000_000_000_000,
    });
  });

  test('none where tokens of the model have no price, with the source that lacks it, also from another table', () => {
    const fields = observation({
      model: 'gpt-4o-audio-preview',
      usage: { input: { input: 5, input_audio_tokens: 9 } },
    });
    const { cost } = derive(fields, 0, genaiPrices());
    expect(cost).toEqual({ total: undefined, source: 'genai-prices@0.1.8#no-audio-price' });
    const before = { fields, createdAt: 0, cost };
    expect(deriveAgain(before, { fields, createdAt: 0 }, prices).cost).toEqual(cost);
  });

  test('of the total alone is that of its input, for an embedding and nothing else', () => {
    const usage = { total: 500 };
    const totalOf = (type: string, model = 'text-embedding-3-small') =>
      derive(observation({ type, model, usage }), 0, genaiPrices()).cost?.total;
    expect(totalOf('EMBEDDING')).toBe(10_000_000);
    expect(totalOf('GENERATION')).toBeUndefined();
    expect(totalOf('GENERATION', 'gpt-4o')).toBeUndefined();
  });

  test('else it is computed with the response model', () => {
    const asked: string[] = [];
    const table: PriceTable = {
      version: 'v',
      price: ({ model }) => {
        asked.push(model);
        return undefined;
      },
    };
    expect(derive(observation({ ...priced, responseModel: 'answered' }), 0, table).cost).toBeUndefined();
    expect(asked).toEqual(['answered']);
  });

  describe('of a model that answered and has no price yet', () => {
    const usage = { input: { input: 1_000_000 } };
    const asked = observation({ model: 'gpt-4o-mini', usage });
    const answered = observation({ responseModel: 'gpt-4o-mini-2027-01-01', usage });
    const both = observation({ ...asked, ...answered });

    test('is computed with the one asked for, and tells so', () => {
      const { cost } = derive(both, 0, genaiPrices());
      expect(cost).toMatchObject({ total: 150_000_000_000, source: 'genai-prices@0.1.8#request' });
    });

    test('is the same whichever of the two comes first', () => {
      const derivedOf = (first: Observation) => {
        const before = { fields: first, createdAt: 0, cost: derive(first, 0, genaiPrices()).cost };
        return deriveAgain(before, { fields: both, createdAt: 0 }, genaiPrices()).cost;
      };
      expect(derivedOf(answered)).toEqual(derivedOf(asked));
      expect(derive(answered, 0, genaiPrices()).cost).toBeUndefined();
    });

    test('stays when prices of that model appear, until something that decides it changes', () => {
      const newer = byEitherModel('p@2', ({ model }) =>
        model === 'gpt-4o-mini-2027-01-01' ? { input: 2, output: 0, total: 2 } : undefined,
      );
      const before = { fields: both, createdAt: 0, cost: derive(both, 0, genaiPrices()).cost };
      expect(deriveAgain(before, { fields: both, createdAt: 0 }, newer).cost).toEqual(before.cost);
      const more = observation({ ...both, usage: { input: { input: 2_000_000 } } });
      expect(deriveAgain(before, { fields: more, createdAt: 0 }, newer).cost).toMatchObject({ source: 'p@2' });
    });
  });

  test('computed with all that was told of the usage, it names the table that knew the price', () => {
    const asked: Pricing[] = [];
    const table: PriceTable = {
      version: 'own@1+others@1',
      price: (pricing) => {
        asked.push(pricing);
        return { input: 0, output: 0, total: 1, source: 'own@1' };
      },
    };
    const usage = { input: { input: 1 }, output: { output: 2 }, other: { pages: 3 }, total: 9 };
    expect(derive(observation({ model: 'm', usage }), 0, table).cost?.source).toBe('own@1');
    expect(asked).toMatchObject([{ buckets: { input: 1, output: 2, pages: 3 }, total: 9 }]);
  });

  test('is not computed for a wrapper, or without model or usage', () => {
    for (const fields of [{ ...priced, counted: false }, { model: 'm' }, { usage: priced.usage }]) {
      expect(derive(observation(fields), 0, prices).cost).toBeUndefined();
    }
  });

  test('is computed for a wrapper that may come to count', () => {
    expect(derive(observation({ ...priced, counted: false, scope: 's' }), 0, prices).cost?.source).toBe('p@1');
  });

  test('of a stored observation stays until something that decides it changes', () => {
    const before = { fields: observation(priced), createdAt: 0, cost: derive(observation(priced), 0, prices).cost };
    const dearer = priceTable('p@2', 2);
    const named = { fields: observation({ ...priced, name: 'n' }), createdAt: 0 };
    expect(deriveAgain(before, named, dearer).cost).toMatchObject({ source: 'p@1' });
    const remodelled = { fields: observation({ ...priced, model: 'other' }), createdAt: 0 };
    expect(deriveAgain(before, remodelled, dearer).cost).toMatchObject({ source: 'p@2' });
  });
});
