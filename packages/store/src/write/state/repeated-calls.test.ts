import fc from 'fast-check';
import {
  type CallFacts,
  MAX_COMPARED_OBSERVATIONS,
  SEVERAL,
  callScopeOf,
  countedElsewhere,
  joinScopes,
} from './repeated-calls';

interface Given extends Partial<Omit<CallFacts, 'id' | 'tokens'>> {
  readonly output?: number | undefined;
  readonly total?: number;
}

/** A model call as the instrumentation `scope` sends it, of 100 tokens in and 50 out. */
const call = (scope: string | undefined, parentId: string | null, more: Given = {}): Given => ({
  ...{ type: 'GENERATION', scope, parentId, output: 50, total: 150 },
  ...more,
});
const plain = (parentId: string | null, more: Given = {}): Given => ({ type: 'SPAN', parentId, ...more });

/** Returns the observations in which others count, by id. */
function counted(observations: Readonly<Record<string, Given>>): Record<string, string> {
  const facts = Object.entries(observations).map(([id, { output, total, ...given }]): CallFacts => {
    const tokens = output === undefined ? undefined : { output, total: total ?? output };
    return { id, parentId: null, type: undefined, counted: true, scope: undefined, ...given, tokens };
  });
  return Object.fromEntries(countedElsewhere(facts));
}

describe('a model call that is sent twice', () => {
  test.each<[string, Given]>([
    ['the same output', call('sdk', 'a', { total: 140 })],
    ['the same total', call('sdk', 'a', { output: 45 })],
    ['an embedding', call('sdk', 'a', { type: 'EMBEDDING' })],
  ])('counts in its parent: %s', (_, below) => {
    expect(counted({ a: call('framework', null), b: below })).toEqual({ b: 'a' });
  });

  test.each<[string, Given]>([
    ['one scope', call('framework', 'a')],
    ['other tokens', call('sdk', 'a', { output: 51, total: 151 })],
    ['native, or usage of the product', call(undefined, 'a')],
    ['a wrapper', call('sdk', 'a', { counted: false, type: 'GENERATION', output: undefined })],
    ['another type', call('sdk', 'a', { type: 'AGENT' })],
    ['no usage', call('sdk', 'a', { output: undefined })],
    ['a parent that is not there', call('sdk', 'c')],
    ['itself as its parent', call('sdk', 'b')],
  ])('not so: %s', (_, below) => {
    expect(counted({ a: call('framework', null), b: below })).toEqual({});
  });

  test.each<[string, Given]>([
    ['native, or usage of the product', call(undefined, null)],
    ['decided from itself not to count', call('framework', null, { counted: false, type: 'SPAN', output: 50 })],
    ['no model call', call('framework', null, { type: 'AGENT' })],
    ['no usage', call('framework', null, { output: undefined })],
  ])('not so, its parent: %s', (_, above) => {
    expect(counted({ a: above, b: call('sdk', 'a') })['b']).toBeUndefined();
  });

  test('counts through up to three spans without usage', () => {
    const between = { a: call('framework', null), s: plain('a'), t: plain('s'), u: plain('t', { type: undefined }) };
    expect(counted({ ...between, b: call('sdk', 'u') })).toEqual({ b: 'a' });
    expect(counted({ ...between, v: plain('u'), b: call('sdk', 'v') })).toEqual({});
  });

  test.each(['TOOL', 'AGENT', 'CHAIN', 'RETRIEVER', 'GENERATION', 'EVENT'])('counts not through a %s', (type) => {
    expect(counted({ a: call('framework', null), s: plain('a', { type }), b: call('sdk', 's') })).toEqual({});
  });

  test('counts not through a span with usage', () => {
    expect(counted({ a: call('framework', null), s: plain('a', { output: 50 }), b: call('sdk', 's') })).toEqual({});
  });

  test('a chain of three counts once', () => {
    const chain = { a: call('framework', null), b: call('proxy', 'a'), c: call('sdk', 'b') };
    expect(counted(chain)).toEqual({ b: 'a', c: 'b' });
  });

  test('of parents in a circle each counts', () => {
    const circle = { a: call('x', 'c'), b: call('y', 'a'), c: call('z', 'b'), d: call('u', 'a') };
    expect(counted(circle)).toEqual({ d: 'a' });
  });
});

describe('a wrapper of a sender that sends no model calls', () => {
  const wrapper: Given = { type: 'AGENT', scope: 'w', counted: false, output: 900, total: 52_900 };
  const tool = plain('w', { type: 'TOOL' });

  test('counts while none with usage is below it', () => {
    expect(counted({ w: wrapper, t: tool, b: call(undefined, null) })).toEqual({ w: 'w' });
    expect(counted({ w: wrapper, t: tool, b: call('sdk', 't', { output: undefined }) })).toEqual({ w: 'w' });
    expect(counted({ w: wrapper, t: tool, b: call(undefined, 't', { counted: false }) })).toEqual({ w: 'w' });
    expect(counted({ w: wrapper, t: tool, b: call('sdk', 't') })).toEqual({});
    expect(counted({ w: wrapper, t: tool, b: call(undefined, 't') })).toEqual({});
  });

  test('counts beside that of its subagent', () => {
    expect(counted({ w: wrapper, t: tool, s: { ...wrapper, parentId: 't' } })).toEqual({ w: 'w', s: 's' });
  });

  test('is no call that another one repeats', () => {
    expect(counted({ w: wrapper, b: call('sdk', 'w', { output: 900 }) })).toEqual({});
  });
});

test('a trace with too many observations is not looked at', () => {
  const facts = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ id: String(n), parentId: n === 1 ? '0' : null, type: 'GENERATION', counted: true, scope: String(n) },
      tokens: { output: 1, total: 1 },
    }));
  expect(countedElsewhere(facts(MAX_COMPARED_OBSERVATIONS)).size).toBe(1);
  expect(countedElsewhere(facts(MAX_COMPARED_OBSERVATIONS + 1)).size).toBe(0);
});

/** Trees of few nodes, circles and missing parents among them, of senders that differ in all that matters. */
const nodes = fc.array(
  fc.record({
    parent: fc.nat(11),
    type: fc.constantFrom('GENERATION', 'GENERATION', 'EMBEDDING', 'SPAN', undefined, 'TOOL', 'AGENT'),
    scope: fc.constantFrom('a', 'b', 'c', undefined),
    counted: fc.constantFrom(true, true, true, false),
    tokens: fc.constantFrom(undefined, { output: 1, total: 2 }, { output: 1, total: 3 }, { output: 2, total: 3 }),
  }),
  { maxLength: 10 },
);
type Nodes = typeof nodes extends fc.Arbitrary<infer Value> ? Value : never;
const factsOf = (some: Nodes): CallFacts[] =>
  some.map(({ parent, ...fields }, n) => ({
    id: String(n),
    parentId: parent === n ? null : String(parent),
    ...fields,
  }));

describe('whatever is stored', () => {
  /** The contract's words in plain code: for each pair of observations, whether the first counts in the second. */
  function contract(all: readonly CallFacts[]): Record<string, string> {
    const find = (id: string | null | undefined) => all.find((each) => each.id === id);
    const isCall = ({ type, counted, tokens }: CallFacts) =>
      (type === 'GENERATION' || type === 'EMBEDDING') && counted && tokens !== undefined;
    const pathUp = (from: CallFacts): CallFacts[] => {
      const path: CallFacts[] = [];
      for (let up = find(from.parentId); up !== undefined && !path.includes(up); up = find(up.parentId)) path.push(up);
      return path;
    };
    const pairs = all.flatMap((x) =>
      all.flatMap((y) => {
        const path = pathUp(x);
        const at = path.indexOf(y);
        const isBetween = path.slice(0, at).every((s) => (s.type ?? 'SPAN') === 'SPAN' && s.tokens === undefined);
        const holds =
          [isCall(x), isCall(y), x.scope, y.scope, x.scope !== y.scope, at >= 0, at <= 3, isBetween].every(Boolean) &&
          (x.tokens?.output === y.tokens?.output || x.tokens?.total === y.tokens?.total);
        return holds ? [[x.id, y.id] as const] : [];
      }),
    );
    const countedIn = new Map(pairs);
    const leadsBack = (id: string) => {
      let next = countedIn.get(id);
      for (let step = 0; step < all.length && next !== id; step += 1) next = countedIn.get(next ?? '');
      return next === id;
    };
    const lone = all.filter(
      (w) => w.scope && !w.counted && w.tokens && !all.some((call) => isCall(call) && pathUp(call).includes(w)),
    );
    return Object.fromEntries([...pairs.filter(([id]) => !leadsBack(id)), ...lone.map(({ id }) => [id, id] as const)]);
  }

  test('each counts where the contract has it', () => {
    fc.assert(
      fc.property(nodes, (some) => {
        expect(Object.fromEntries(countedElsewhere(factsOf(some)))).toEqual(contract(factsOf(some)));
      }),
      { numRuns: 3000 },
    );
  });

  test('the order does not matter', () => {
    const shuffled = nodes.chain((some) =>
      fc.tuple(fc.constant(factsOf(some)), fc.shuffledSubarray(factsOf(some), { minLength: some.length })),
    );
    fc.assert(
      fc.property(shuffled, ([inOrder, inAny]) => {
        const sorted = (all: readonly CallFacts[]) => [...countedElsewhere(all)].sort();
        expect(sorted(inAny)).toEqual(sorted(inOrder));
      }),
      { numRuns: 1000 },
    );
  });

  test('a call that counts elsewhere counts, in the end, in one that counts by itself', () => {
    fc.assert(
      fc.property(nodes, (some) => {
        const all = factsOf(some);
        const countedIn = countedElsewhere(all);
        for (const [start, first] of countedIn) {
          let id = first;
          for (const _ of all) id = countedIn.get(id) ?? id;
          if (start !== first)
            expect([countedIn.has(id), all.find((each) => each.id === id)?.counted]).toEqual([false, true]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('a trace is looked at where any of it may count elsewhere', () => {
    fc.assert(
      fc.property(nodes, (some) => {
        const scopes = factsOf(some).map(({ scope, counted }) => callScopeOf({ counted, ...(scope && { scope }) }));
        const joined = scopes.reduce(joinScopes, undefined);
        expect(scopes.reduceRight(joinScopes, undefined)).toBe(joined);
        if (countedElsewhere(factsOf(some)).size > 0) expect(joined).toBe(SEVERAL);
      }),
      { numRuns: 1000 },
    );
  });
});
