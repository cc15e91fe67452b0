import type { OtlpSpan } from '@sluice/decode';
import { contextOf, eventOf, metadataOf, RECEIVED, requestOf, spanOf, START } from './fixtures/otlp-request';
import { DEFAULT_LIMITS } from './context';
import { normalizeOtlp } from './otlp-traces';

const TOLD = 'is no time from 1970 to 2199 in nanoseconds and was kept in metadata';
const NAME = 'span 000000000000000a of trace 0af7651916cd43dd8448eb211c80319c: ';

function normalized(rest: Partial<OtlpSpan>, attributes = {}) {
  const { records, omitted } = normalizeOtlp(requestOf([spanOf('a', attributes, rest)]), contextOf());
  const [observation] = records[0]?.observations ?? [];
  if (observation === undefined) throw new Error('the span was lost');
  return { observation, omitted };
}

describe('a time of a span that cannot be read', () => {
  it('leaves what the other time says', () => {
    const end = START + 5;
    const { observation } = normalized({ startTime: 0, endTime: end, unreadStart: '18446744073709551615' });
    expect(observation).toMatchObject({ startTime: end, endTime: end });
    expect(normalized({ endTime: 0, unreadEnd: '1e+30' }).observation).toMatchObject({ startTime: START });
  });

  it('is left out where it is larger than a value may be', () => {
    const { observation, omitted } = normalized({
      startTime: 0,
      unreadStart: 'x'.repeat(DEFAULT_LIMITS.valueBytes + 1),
    });
    expect(observation.metadata?.has('sluice.startTimeUnixNano')).toBe(false);
    expect(omitted).toEqual([
      `${NAME}startTimeUnixNano is larger than ${DEFAULT_LIMITS.valueBytes} bytes and was left out`,
    ]);
  });
});

describe('times of events that cannot be read', () => {
  const odd = (name: string, sent: string, attributes = {}) => ({ ...eventOf(name, attributes), unreadTime: sent });

  it('are kept with their events, and the first is told by its place', () => {
    const events = [eventOf('good', {}, RECEIVED), odd('a', 'abc', { n: 1 }), odd('b', '-1')];
    const { observation, omitted } = normalized({ events });
    expect(metadataOf(observation, 'events')).toEqual([
      { name: 'good', time: '2026-11-20T22:00:00.000000Z' },
      { name: 'a', timeUnixNano: 'abc', attributes: { n: 1 } },
      { name: 'b', timeUnixNano: '-1' },
    ]);
    expect(metadataOf(observation, 'sluice.omitted')).toEqual(['events[1].timeUnixNano']);
    expect(omitted).toEqual([`${NAME}events[1].timeUnixNano ${TOLD}`]);
  });

  it('of an event that became a message are kept without it', () => {
    const { observation } = normalized({ events: [odd('gen_ai.user.message', 'abc', { content: 'hi' })] });
    expect(observation.input).toBe('[{"role":"user","content":"hi"}]');
    expect(metadataOf(observation, 'events')).toEqual([{ name: 'gen_ai.user.message', timeUnixNano: 'abc' }]);
  });
});
