import type { Usage } from '@sluice/record';
import fc from 'fast-check';
import { mergeUsage, toCount, usageOfCounts, usageOfDetails } from './usage';

const sum = (counts: Usage['input']): number => Object.values(counts ?? {}).reduce((a, b) => a + b, 0);

describe('counts', () => {
  it.each([
    [10, 10],
    [0, 0],
    ['10', 10],
    ['10.0', 10],
    [1e12, 1e12],
    [1e12 + 1, undefined],
    [-1, undefined],
    [1.5, undefined],
    [NaN, undefined],
    ['', undefined],
    ['1e3', undefined],
    ['ten', undefined],
    [null, undefined],
    [true, undefined],
    [[1], undefined],
  ])('%j is read as %j: an integer >= 0, also as text', (sent, count) => expect(toCount(sent)).toBe(count));
});

describe('inclusive counts', () => {
  it('become disjoint counts: cache and reasoning parts are subtracted from their whole', () => {
    expect(usageOfCounts({ input: 100, cacheRead: 60, cacheWrite: 10, output: 50, reasoning: 20, total: 150 })).toEqual(
      {
        input: { input: 30, input_cached_tokens: 60, input_cache_creation: 10 },
        output: { output: 30, output_reasoning_tokens: 20 },
        total: 150,
      },
    );
  });

  it('were exclusive where the parts are larger than the whole: they are added', () => {
    expect(usageOfCounts({ input: 10, cacheRead: 600 })?.input).toEqual({ input: 10, input_cached_tokens: 600 });
  });

  it('have audio among their parts; what has no room beside cached tokens is cached audio', () => {
    expect(usageOfCounts({ input: 100, cacheRead: 60, inputAudio: 30, output: 10, outputAudio: 4 })).toEqual({
      input: { input: 10, input_cached_tokens: 60, input_audio_tokens: 30 },
      output: { output: 6, output_audio_tokens: 4 },
    });
    const inputOf = (cacheRead: number, inputAudio: number, cacheWrite?: number) =>
      usageOfCounts({ input: 100, cacheRead, cacheWrite, inputAudio })?.input;
    const parts = { input: 0, input_cached_tokens: 20, input_cached_audio_tokens: 40, input_audio_tokens: 40 };
    expect(inputOf(60, 80)).toEqual(parts);
    expect(inputOf(90, 100)).toMatchObject({ input: 0, input_cached_audio_tokens: 90, input_audio_tokens: 10 });
    expect(inputOf(60, 40)).toEqual({ input: 0, input_cached_tokens: 60, input_audio_tokens: 40 });
    expect(inputOf(10, 80, 50)).toEqual({ input: 40, input_cached_tokens: 10, input_cache_creation: 50 });
    expect(inputOf(10, 101)).toEqual({ input: 90, input_cached_tokens: 10 });
  });

  it('have what a cache keeps for an hour in a usage type of its own', () => {
    const inputOf = (cacheWrite: number | undefined, cacheWriteHour: number) =>
      usageOfCounts({ input: 100, cacheWrite, cacheWriteHour })?.input;
    expect(inputOf(60, 20)).toEqual({ input: 40, input_cache_creation: 40, input_cache_creation_1h: 20 });
    expect(inputOf(60, 60)).toEqual({ input: 40, input_cache_creation_1h: 60 });
    expect(inputOf(60, 0)).toEqual({ input: 40, input_cache_creation: 60 });
    expect(inputOf(60, 70)).toEqual({ input: 40, input_cache_creation_1h: 60 });
    expect(inputOf(undefined, 70)).toEqual({ input: 100 });
  });

  it('set only their own group, so that an update of one keeps the others', () => {
    expect(usageOfCounts({ input: 5 })).toEqual({ input: { input: 5 } });
    expect(usageOfCounts({ output: 5 })).toEqual({ output: { output: 5 } });
    expect(usageOfCounts({ total: 5 })).toEqual({ total: 5 });
    expect(usageOfCounts({})).toBeUndefined();
  });

  it('know 0 as a value', () => {
    expect(usageOfCounts({ input: 0, total: 0 })).toEqual({ input: { input: 0 }, total: 0 });
  });

  it('sum to the inclusive whole again, whatever its parts', () => {
    const count = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(count, count, count, count, count, (plain, cacheRead, cacheWrite, output, reasoning) => {
        const usage = usageOfCounts({
          input: plain + cacheRead + cacheWrite,
          cacheRead,
          cacheWrite,
          output: output + reasoning,
          reasoning,
        });
        expect(sum(usage?.input)).toBe(plain + cacheRead + cacheWrite);
        expect(usage?.input?.['input']).toBe(plain);
        expect(sum(usage?.output)).toBe(output + reasoning);
      }),
    );
  });
});

describe('usage details', () => {
  it('are disjoint as sent and grouped by their names', () => {
    expect(
      usageOfDetails({ input: 10, input_cached_tokens: 5, output: 3, output_reasoning_tokens: 2, pages: 7, total: 99 }),
    ).toEqual({
      input: { input: 10, input_cached_tokens: 5 },
      output: { output: 3, output_reasoning_tokens: 2 },
      other: { pages: 7 },
      total: 99,
    });
  });

  it('without a total end the hold of an older total', () => {
    expect(usageOfDetails({ input: 1 }).total).toBeNull();
    expect(usageOfDetails({ input: 1 }, { total: 9 }).total).toBe(9);
    expect(usageOfDetails({ total: 4 }, { total: 9 }).total).toBe(4);
  });

  it.each([
    ['prompt_tokens', 'completion_tokens', 'total_tokens'],
    ['promptTokens', 'completionTokens', 'totalTokens'],
    ['input_tokens', 'output_tokens', 'total_tokens'],
    ['prompt', 'completion', 'total'],
  ])('know the spellings %s, %s and %s', (input, output, total) => {
    expect(usageOfDetails({ [input]: 1, [output]: 2, [total]: 3 })).toEqual({
      input: { input: 1 },
      output: { output: 2 },
      other: {},
      total: 3,
    });
  });

  it('are all that there is: what they do not name is none', () => {
    expect(usageOfDetails({ pages: 1 })).toEqual({ input: {}, output: {}, other: { pages: 1 }, total: null });
    expect(usageOfDetails({ total: 1 })).toEqual({ input: {}, output: {}, other: {}, total: 1 });
  });

  it('prefer the plain spelling where two name one usage type', () => {
    expect(usageOfDetails({ prompt_tokens: 7, input: 1 }).input).toEqual({ input: 1 });
    expect(usageOfDetails({ input: 1, prompt_tokens: 7 }).input).toEqual({ input: 1 });
    expect(usageOfDetails({ total: 1, total_tokens: 7 }).total).toBe(1);
    expect(usageOfDetails({ total_tokens: 7, total: 1 }).total).toBe(1);
  });

  it('leave a plain count that they lack to the inclusive count beside them', () => {
    expect(usageOfDetails({ input_cached_tokens: 60 }, { input: 100, output: 5 })).toEqual({
      input: { input: 40, input_cached_tokens: 60 },
      output: { output: 5 },
      other: {},
      total: null,
    });
    expect(usageOfDetails({ input: 30, input_cached_tokens: 60 }, { input: 100 }).input).toEqual({
      input: 30,
      input_cached_tokens: 60,
    });
  });

  it('take the names of Object.prototype as names', () => {
    const sent = JSON.parse('{"__proto__":1,"constructor":2,"input___proto__":3}') as Record<string, number>;
    const usage = usageOfDetails(sent);
    expect(Object.entries(usage.other ?? {})).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
    expect(Object.entries(usage.input ?? {})).toEqual([['input___proto__', 3]]);
  });
});

it('of two updates each group of the later replaces as a whole', () => {
  expect(
    mergeUsage(
      { input: { input: 1, input_cached_tokens: 2 }, output: { output: 3 }, total: 6 },
      { input: { input: 9 } },
    ),
  ).toEqual({ input: { input: 9 }, output: { output: 3 }, total: 6 });
  const details = usageOfDetails({ output: 2 });
  expect(mergeUsage({ input: { input: 1 }, other: { pages: 2 }, total: 6 }, details)).toEqual(details);
});
