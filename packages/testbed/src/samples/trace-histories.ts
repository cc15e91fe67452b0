import { type Observation, type SpanRank, type TraceRecord, type Usage, receiveStamp, spanStamp } from '@sluice/record';
import fc from 'fast-check';
import { testUuid } from './records';

/** Receive time of the first record of a history: microseconds since the epoch. */
export const HISTORY_START = Date.UTC(2026, 10, 20, 12) * 1000;
const DAY = 86_400_000_000;

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
/** Token counts that are often equal, as those of a model call that is sent twice. */
const tokens = fc.oneof(fc.constant(7), fc.integer({ min: 0, max: 1000 }));
const time = fc.integer({ min: 0, max: 3 * 24 }).map((hours) => HISTORY_START - DAY + (hours * DAY) / 24);
const metadata = fc
  .dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom('1', '"x"', '{"n":1.0}'))
  .map((d) => new Map(Object.entries(d)));

/** Some groups of the token counts, or the whole usage, in which a group may be missing. */
const usage: fc.Arbitrary<Usage> = fc
  .record({
    input: optional(fc.record({ input: tokens, input_cached: tokens })),
    output: optional(fc.record({ output: tokens })),
    other: optional(fc.record({ pages: tokens, 'gen_ai.usage.input_images': tokens })),
    total: optional(fc.option(fc.oneof(tokens, fc.record({ atLeast: tokens })))),
    whole: fc.boolean(),
  })
  .map(({ whole, ...sent }) => ({ ...(whole && { input: {}, output: {}, other: {}, total: null }), ...defined(sent) }));

const observation: fc.Arbitrary<Observation> = fc
  .record({
    id: fc.integer({ min: 1, max: 3 }).map(testUuid),
    parentId: optional(fc.constantFrom(null, testUuid(9), testUuid(1), testUuid(2))),
    type: optional(fc.constantFrom('SPAN', 'GENERATION', 'GENERATION', 'EMBEDDING', 'EVENT')),
    name: optional(fc.constantFrom('a', 'b')),
    level: optional(fc.constantFrom('DEFAULT', 'WARNING', 'ERROR')),
    startTime: optional(time),
    endTime: optional(time),
    model: optional(fc.constantFrom('priced', 'free')),
    responseModel: optional(fc.constantFrom('dear', 'unknown')),
    input: optional(fc.constantFrom('"x"', '{"a":1}')),
    metadata: optional(metadata),
    costDetails: optional(tokens.map((total) => ({ total }))),
    usage: optional(usage),
    counted: fc.constantFrom(true, true, false),
    scope: optional(fc.constantFrom('one', 'two')),
    isRoot: optional(fc.boolean()),
    awaitsEnd: optional(fc.constant(true)),
  })
  .map((fields) => defined(fields) as Observation);

const record = (n: number): fc.Arbitrary<TraceRecord> =>
  fc
    .record({
      trace: fc.integer({ min: 1, max: 2 }),
      name: optional(fc.constantFrom('x', 'y')),
      userId: optional(fc.constantFrom('u', 'v')),
      timestamp: optional(time),
      input: optional(fc.constantFrom('"in"', '[1]')),
      metadata: optional(metadata),
      rank: fc.constantFrom<SpanRank>(0, 'root', 1, 2),
      tags: fc.uniqueArray(fc.constantFrom('red', 'green', 'blue')),
      observations: fc.uniqueArray(observation, { selector: (o) => o.id, maxLength: 3 }),
    })
    .map(({ trace, rank, tags, observations, ...fields }) => {
      const [first] = observations;
      const receivedAt = HISTORY_START + n * 1000;
      const derived =
        first === undefined
          ? []
          : [
              {
                stamp: spanStamp(rank, first.startTime ?? receivedAt, first.id, receivedAt, testUuid(1000 + n)),
                fields: {
                  name: `span ${first.id}`,
                  ...(rank === 'root'
                    ? { input: { none: true as const } }
                    : { input: { observationId: first.id }, output: { observationId: first.id } }),
                },
              },
            ];
      const { input, ...rest } = defined(fields);
      const explicit = {
        stamp: receiveStamp(receivedAt, testUuid(1000 + n)),
        fields: { ...rest, ...(input === undefined ? {} : { input: { text: input } }) },
      };
      return {
        kind: 'trace',
        recordId: testUuid(1000 + n),
        receivedAt,
        traceId: testUuid(100 + trace),
        tags,
        observations,
        updates: [...derived, explicit],
      };
    });

/**
 * Records of two traces with three observations each, received one after the other: creates and updates that add, raise, lower or remove
 * values and move model, day, type and parent. The models `priced` and `dear` are meant to have a price.
 */
export const traceHistory: fc.Arbitrary<readonly TraceRecord[]> = fc
  .integer({ min: 1, max: 8 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => record(i))));

/** Deliveries of a history: some records twice, in any order, in any split into batches. */
export const deliveryOf = <Item>(records: readonly Item[]): fc.Arbitrary<Item[][]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...records], { minLength: records.length }),
      fc.subarray([...records]),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 20, maxLength: 20 }),
    )
    .map(([shuffled, again, sizes]) => {
      const all = [...shuffled, ...again];
      const batches: Item[][] = [];
      for (let at = 0; at < all.length;) {
        const size = sizes[batches.length] ?? 1;
        batches.push(all.slice(at, at + size));
        at += size;
      }
      return batches;
    });
