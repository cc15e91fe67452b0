import fc from 'fast-check';
import { observationIdOfText, parseObservationId, parseTraceId, sentObservationId, traceIdOfText } from './ids';
import {
  type EventPlace,
  eventStamp,
  eventTagStamp,
  firstEventStamp,
  isEventStamp,
  isOpenRoot,
  isStamp,
  receiveStamp,
  spanStamp,
  tagStamp,
} from './stamp';

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

test('the key of a text is its UUID of version 5, another one for traces than for observations', () => {
  // uuid5 of the namespace 6ba7b812-9dad-11d1-80b4-00c04fd430c8, made by Python.
  expect(traceIdOfText('Frage 3 ä')).toBe('f489a37e-10b8-5722-8475-8f56e6f2deff');
  expect(observationIdOfText('Frage 3 ä')).toBe('6534d857-7580-555f-9d97-0e6ba18d2a10');
});

test('any other text of 1 to 800 characters without line breaks is an id of a Langfuse client', () => {
  for (const text of ['a/b', '?#%', 'x'.repeat(800), '\u{1F600}'.repeat(800)]) {
    expect(traceIdOfText(text)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  for (const text of ['', 'x'.repeat(801), 'a\n', '\rb']) {
    expect([traceIdOfText(text), observationIdOfText(text)]).toEqual([undefined, undefined]);
  }
  expect(traceIdOfText(TRACE.toUpperCase())).toBe(TRACE);
  expect(observationIdOfText('B7AD6B7169203331')).toBe(parseObservationId('b7ad6b7169203331'));
  expect(traceIdOfText('b7ad6b7169203331')).not.toBeUndefined();
});

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

const place = fc.record({
  at: time,
  isUpdate: fc.boolean(),
  index: fc.nat({ max: 0xffff }),
  eventId: fc.string(),
} satisfies { [Name in keyof EventPlace]: fc.Arbitrary<EventPlace[Name]> });

/** Order of two events but for their ids: negative where `a` is the earlier one. */
const orderOf = (a: EventPlace, b: EventPlace): number =>
  a.at - b.at || Number(a.isUpdate) - Number(b.isUpdate) || a.index - b.index;

test('of two events the later one has the higher stamp, then an update, then the later in its request', () => {
  fc.assert(
    fc.property(place, place, fc.constantFrom(...(['at', 'isUpdate', 'index'] as const)), (a, other, until) => {
      const b = { ...a, ...(until === 'at' ? other : until === 'isUpdate' ? { isUpdate: true } : { index: 7 }) };
      fc.pre(orderOf(a, b) !== 0);
      const isEarlier = orderOf(a, b) < 0;
      expect(eventStamp(a) < eventStamp(b)).toBe(isEarlier);
      expect(eventTagStamp(eventStamp(a), 1) < eventTagStamp(eventStamp(b), 0)).toBe(isEarlier);
      expect(firstEventStamp(a) > firstEventStamp(b)).toBe(isEarlier);
      expect([eventStamp(a), firstEventStamp(a)].every(isStamp)).toBe(true);
      expect([eventStamp(a), firstEventStamp(a), receiveStamp(a.at, TRACE)].map(isEventStamp)).toEqual([
        true,
        false,
        false,
      ]);
    }),
  );
});

test('events of one place have the order of the hashes of their ids, in which one event has one stamp', () => {
  const [a, b] = ['a', 'b'].map((eventId) => ({ at: 1, isUpdate: false, index: 0, eventId })) as [
    EventPlace,
    EventPlace,
  ];
  expect(eventStamp(a)).not.toBe(eventStamp(b));
  expect(eventStamp(a) < eventStamp(b)).toBe(firstEventStamp(a) > firstEventStamp(b));
  expect(eventStamp(a)).toBe(eventStamp({ ...a }));
});

test('events and receipts are on one axis; the first create is below them, on the axis of roots', () => {
  fc.assert(
    fc.property(place, time, (event, at) => {
      fc.pre(event.at !== at);
      expect(eventStamp(event) < receiveStamp(at, TRACE)).toBe(event.at < at);
      expect(eventTagStamp(eventStamp(event), 0) < tagStamp(at, TRACE, 0)).toBe(event.at < at);
      expect(firstEventStamp(event) < receiveStamp(at, TRACE)).toBe(true);
      expect(firstEventStamp(event) > spanStamp(2, at, TRACE, 0, TRACE)).toBe(event.at < at);
    }),
  );
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
