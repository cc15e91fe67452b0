import { eventsIn, hasOwnTime, keyOf } from './sent-events';

const TIME = '2026-11-20T10:00:00Z';
const event = (type: string, body: object, timestamp: unknown = TIME) => ({ id: 'e', type, timestamp, body });

test('a text has the UUID of version 5 of its kind as its key, hex and UUIDs are themselves', () => {
  // Result of `uuid.uuid5(uuid.NAMESPACE_OID, "trace/abc")` in Python.
  expect(keyOf('trace', 'abc')).toBe('099787f3-3059-5a88-bb45-6ea7b0cbafed');
  expect(keyOf('observation', 'ABCDEF0123456789')).toBe('00000000-0000-0000-abcd-ef0123456789');
  expect(keyOf('trace', 'f'.repeat(32))).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff');
});

test('an event stores a trace, and an observation below it, also where ids are left out', () => {
  const sent = { batch: [event('trace-create', {}), event('span-create', { id: 'a' }), event('sdk-log', { id: 'a' })] };
  const [trace, span] = [keyOf('trace', 'e'), keyOf('trace', 'a')];
  expect(eventsIn(sent).map(({ items }) => items)).toEqual([
    [trace],
    [span, `${span}/${keyOf('observation', 'a')}`],
    [],
  ]);
  expect(eventsIn({ batch: 7 })).toEqual([]);
});

test('a time outside of 1970 to 2199 is none of an event', () => {
  const times = [TIME, '1969-12-31T23:59:59Z', '2200-01-01T00:00:00Z', 'now', 7];
  const events = eventsIn({ batch: times.map((time) => event('sdk-log', {}, time)) });
  expect(events.map(hasOwnTime)).toEqual([true, false, false, false, false]);
});
