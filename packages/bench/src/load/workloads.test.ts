import { DEFAULT_LIMITS, decodeNativeBatch, decodeOtlpJson, decodeOtlpProtobuf, portionsOf } from '@sluice/decode';
import { LISTS } from '@sluice/decode/schemas';
import { createRandom } from '../random-source';
import { WORKLOADS, WORKLOAD_NAMES, type Workload, type WorkloadName } from './workloads';

const NOW_MS = Date.UTC(2026, 10, 20, 22);

interface Item {
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | null | undefined;
  readonly end: number | undefined;
}

/** Returns the items that the product's own decoders find in a body. */
function itemsOf({ path, contentType }: Workload, body: Buffer): readonly Item[] {
  if (path === '/v1/l/batch') {
    const { trace, observations } = decodeNativeBatch(body, DEFAULT_LIMITS);
    return observations.map(({ id, parentObservationId, endTime }) => ({
      traceId: trace.id,
      id,
      parentId: parentObservationId,
      end: endTime,
    }));
  }
  const decode = contentType === 'application/json' ? decodeOtlpJson : decodeOtlpProtobuf;
  const { rejected, resourceSpans } = decode(body, DEFAULT_LIMITS);
  expect(rejected).toBe(0);
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ traceId, spanId, parentSpanId, endTime }) => ({
      traceId,
      id: spanId,
      parentId: parentSpanId,
      end: endTime,
    }));
}

const OF_SPANS = WORKLOAD_NAMES.filter((name) => WORKLOADS[name].table === 'observations');

test.each(OF_SPANS)('%s: each request is new, up to the present, and as the product takes it', (name) => {
  const workload: Workload = WORKLOADS[name];
  const newSource = workload.begin(createRandom(7));
  const source = newSource(createRandom(8));
  const requests = [NOW_MS, NOW_MS + 5].map((now) => {
    const { items } = source;
    const sent = itemsOf(workload, source.next(now));
    expect(sent).toHaveLength(items);
    return sent;
  });
  const keys = requests.flat().map(({ traceId, id }) => `${traceId} ${id}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(requests.map((items) => Math.max(...items.map(({ end = NaN }) => end)))).toEqual([
    NOW_MS * 1_000,
    (NOW_MS + 5) * 1_000,
  ]);
});

/** Workloads that send a trace in several requests. */
const IN_PARTS = /^(spread$|openinference-|openllmetry-)/;

test.each(OF_SPANS.filter((name) => !IN_PARTS.test(name)))('%s: a request has whole traces', (name) => {
  const workload: Workload = WORKLOADS[name];
  const items = itemsOf(workload, workload.begin(createRandom(7))(createRandom(8)).next(NOW_MS));
  const roots = items.filter(({ parentId }) => parentId === undefined);
  expect(new Set(items.map(({ traceId }) => traceId)).size).toBe(roots.length);
  const rootOf = new Map(roots.map(({ traceId, id }) => [traceId, id]));
  for (const { traceId, parentId } of items) expect([undefined, rootOf.get(traceId)]).toContain(parentId);
});

test('spread: the senders of a group of traces send each of its spans once, the roots last', () => {
  const { begin } = WORKLOADS.spread;
  const newSource = begin(createRandom(7));
  const senders = [newSource(createRandom(8)), newSource(createRandom(9)), newSource(createRandom(10))];
  const sizes = new Map<string, number>();
  const rootsAfter: number[] = [];
  // Sixteen groups of ten requests are in flight at a time.
  for (let sent = 0; sent < 160; sent += 1) {
    for (const { traceId, parentId } of itemsOf(WORKLOADS.spread, senders[sent % 3]?.next(NOW_MS) ?? Buffer.alloc(0))) {
      const size = (sizes.get(traceId) ?? 0) + 1;
      sizes.set(traceId, size);
      if (parentId === undefined) rootsAfter.push(size);
    }
  }
  expect(sizes.size).toBe(1_600);
  expect(new Set(sizes.values())).toEqual(new Set([10]));
  expect([rootsAfter.length, new Set(rootsAfter)]).toEqual([1_600, new Set([10])]);
});

test('points: each request is a batch of points up to the present', () => {
  const source = WORKLOADS.points.begin()(createRandom(8));
  const points = [...portionsOf(LISTS.metrics)(source.next(NOW_MS), DEFAULT_LIMITS, NOW_MS * 1_000)].flat();
  expect(points).toHaveLength(source.items);
  expect(Math.max(...points.map(({ timestamp }) => timestamp))).toBe(NOW_MS * 1_000);
});

const SIZES: readonly (readonly [WorkloadName, number])[] = [
  ['headline', 1_800],
  ['one', 1_800],
  ['0.2kb', 200],
  ['12kb', 12_000],
  ['50kb', 50_000],
  ['unicode', 1_800],
];

test.each(SIZES)('%s: spans have the size that is said', (name, bytes) => {
  const source = WORKLOADS[name].begin(createRandom(7))(createRandom(8));
  const perSpan = source.next(NOW_MS).length / source.items;
  // A request of one span has a resource and a scope for this span alone.
  expect(perSpan).toBeGreaterThan(bytes * 0.97);
  expect(perSpan).toBeLessThan(bytes * 1.03 + 350 / source.items);
});

test('unicode: most of the text is not Latin, and none of it is cut within a character', () => {
  const text = WORKLOADS.unicode.begin()(createRandom(8)).next(NOW_MS).toString('utf8');
  expect(text.match(/[^\u0000-\u024f]/gu)?.length).toBeGreaterThan(text.length / 4);
  expect(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text.split('user')[1] ?? ''))).not.toContain(
    '\ufffd',
  );
});
