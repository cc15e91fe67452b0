import fc from 'fast-check';
import { parseObservationId, parseTraceId, sentObservationId } from './ids';
import { isOpenRoot, isStamp, receiveStamp, spanStamp, tagStamp } from './stamp';

const TRACE = '0af76519-16cd-43dd-8448-eb211c80319c';
const OTHER = '0af76519-16cd-43dd-8448-eb211c80319d';

test.each([TRACE, TRACE.toUpperCase(), TRACE.replaceAll('-', ''), TRACE.replaceAll('-', '').toUpperCase()])(
  '%s is a trace id, answered dashed and in lower case',
  (text) => {
    expect(parseTraceId(text)).toBe(TRACE);
    expect(parseObservationId(text)).toBe(TRACE);
  },
);

test('16 hex digits are an observation id, padded with zeros on the left, and no trace id', () => {
  expect(parseObservationId('B7AD6B7169203331')).toBe('00000000-0000-0000-b7ad-6b7169203331');
  expect(parseTraceId('b7ad6b7169203331')).toBeUndefined();
});

test.each(['b7ad6b7169203331', '0000000000000001', TRACE, '00000000-0000-4000-8000-000000000001'])(
  'the form in which %s was first sent follows from the id that is stored',
  (sent) => {
    expect(sentObservationId(parseObservationId(sent) ?? '')).toBe(sent);
  },
);

test.each(['', 'x', `${TRACE}0`, `{${TRACE}}`, '0af7651916cd43dd8448eb211c80319g', TRACE.replace('-', '')])(
  '%j is no id',
  (text) => {
    expect(parseObservationId(text)).toBeUndefined();
  },
);

const time = fc.integer({ min: 0, max: Date.UTC(2199, 11, 31) * 1000 });

test('of two receipts the later one has the higher stamp, then the higher record id', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      expect(receiveStamp(a, TRACE) < receiveStamp(b, TRACE)).toBe(a < b);
    }),
  );
  expect(receiveStamp(5, TRACE) < receiveStamp(5, OTHER)).toBe(true);
});

test('a higher rank wins whatever its time; within a rank the earlier start, then the lower span id', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      expect(spanStamp(1, a, TRACE, 0, TRACE) > spanStamp(0, b, TRACE, 0, TRACE)).toBe(true);
      expect(receiveStamp(a, TRACE) > spanStamp(2, b, TRACE, 0, TRACE)).toBe(true);
      expect(spanStamp(2, a, TRACE, 0, TRACE) > spanStamp(2, b, TRACE, 0, TRACE)).toBe(a < b);
    }),
  );
  expect(spanStamp(2, 5, TRACE, 0, TRACE) > spanStamp(2, 5, OTHER, 0, TRACE)).toBe(true);
});

test('a root that says none stands above every other span and below every value of a root', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      expect(spanStamp('root', a, TRACE, 0, TRACE) > spanStamp(0, b, TRACE, 0, TRACE)).toBe(true);
      expect(spanStamp('root', a, TRACE, 0, TRACE) < spanStamp(1, b, TRACE, 0, TRACE)).toBe(true);
    }),
  );
});

test('an open root stands above every span of rank 0 and below every other root', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      const open = spanStamp('openRoot', a, TRACE, 0, TRACE);
      expect(open > spanStamp(0, b, TRACE, 0, TRACE)).toBe(true);
      expect(open < spanStamp('root', b, TRACE, 0, TRACE)).toBe(true);
      expect([isStamp(open), isOpenRoot(open)]).toEqual([true, true]);
      for (const rank of [0, 'root', 1, 2] as const)
        expect(isOpenRoot(spanStamp(rank, a, TRACE, 0, TRACE))).toBe(false);
      expect(isOpenRoot(receiveStamp(a, TRACE))).toBe(false);
    }),
  );
});

test('a span that is sent twice with different content is settled by its receipt', () => {
  expect(spanStamp(2, 5, TRACE, 2, TRACE) > spanStamp(2, 5, TRACE, 1, OTHER)).toBe(true);
});

test('tags sort by receipt, record and place', () => {
  const stamps = [
    tagStamp(1, OTHER, 0),
    tagStamp(2, TRACE, 0),
    tagStamp(2, TRACE, 9),
    tagStamp(2, TRACE, 10),
    tagStamp(2, OTHER, 0),
  ];
  expect([...stamps].sort()).toEqual(stamps);
});

test('stamps have the digits of those that are stored', () => {
  const record = '0198c5d0-0f1e-7abc-8def-00112233aabb';
  const span = '00000000-0000-0000-0123-456789abcdef';
  const received = '071afd498d0007' + '0198c5d00f1e7abc8def00112233aabb';
  const started = 'c72815b397ffe' + 'fffffffffffffffffedcba9876543210';
  expect(spanStamp('openRoot', 1e15 + 1, span, 2e15 + 7, record)).toBe(`03${started}${received}`);
  expect(spanStamp(2, 1e15 + 1, span, 2e15 + 7, record)).toBe(`31${started}${received}`);
  expect(receiveStamp(2e15 + 7, record)).toBe(`4${received}`);
  expect(tagStamp(2e15 + 7, record, 300)).toBe(`${received}012c`);
});
