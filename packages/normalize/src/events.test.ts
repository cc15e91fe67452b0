import type { SentEvent } from '@sluice/decode';
import { ID_STAMPS, type TraceRecord, eventStamp, firstEventStamp } from '@sluice/record';
import { DEFAULT_LIMITS } from './context';
import { normalizeEvent } from './events';

const [TRACE, STEP, RECORD] = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
const CONTEXT = { receivedAt: 99, newRecordId: () => RECORD, prefixes: ['langfuse'], limits: DEFAULT_LIMITS };
const HEAD = { eventId: 'e', at: 7, isUpdate: false, index: 3 } as const;
const STAMPS = { stamp: eventStamp(HEAD), first: firstEventStamp(HEAD) };
const normalize = (event: SentEvent): TraceRecord | undefined => {
  const record = normalizeEvent(event, CONTEXT);
  if (record?.kind === 'score') throw new Error('a score');
  return record;
};

describe('normalizeEvent', () => {
  it('stamps a trace by its event: time and environment are those of the first create', () => {
    const trace = { id: TRACE, name: 'n', timestamp: 5, environment: 'e', tags: ['b', 'a', 'b'] };
    expect(normalize({ ...HEAD, kind: 'trace', trace })).toEqual({
      ...{ kind: 'trace', recordId: RECORD, receivedAt: 99, stamps: STAMPS, traceId: TRACE },
      updates: [
        { stamp: STAMPS.stamp, fields: { name: 'n' } },
        { stamp: STAMPS.first, fields: { timestamp: 5, environment: 'e' } },
      ],
      ...{ tags: ['b', 'a'], observations: [] },
    });
  });

  it('starts a trace and an observation without a time at the time of their event', () => {
    const updates = [{ stamp: STAMPS.first, fields: { timestamp: 7 } }];
    expect(normalize({ ...HEAD, kind: 'trace', trace: { id: TRACE } })).toMatchObject({ updates });
    const step = { ...HEAD, kind: 'observation', trace: { id: TRACE }, observation: { id: STEP } } as const;
    expect(normalize(step)).toMatchObject({ stamps: STAMPS, observations: [{ id: STEP, startTime: 7 }] });
  });

  it('stamps all fields of an update alike, and adds none', () => {
    const event = {
      ...HEAD,
      isUpdate: true,
      kind: 'observation',
      trace: { id: TRACE },
      observation: { id: STEP },
    } as const;
    const record = normalize(event);
    expect(record?.stamps).toEqual({ stamp: eventStamp(event) });
    expect(record?.observations).toEqual([{ id: STEP, counted: true }]);
  });

  it('stamps a score by its event, whose id and time it has where it has none', () => {
    const score = { name: 'n', dataType: 'TEXT', stringValue: 'x', source: 'API', trace: { id: TRACE } } as const;
    const own = { ...score, id: 'own', timestamp: 5, comment: null, metadata: new Map([['api_key', '"secret"']]) };
    const others = {
      stamp: STAMPS.stamp,
      name: 'n',
      dataType: 'TEXT',
      stringValue: 'x',
      source: 'API',
      traceId: TRACE,
    };
    expect([score, own].map((sent) => normalizeEvent({ ...HEAD, kind: 'score', score: sent }, CONTEXT))).toEqual(
      [
        { ...others, id: 'e', timestamp: 7 },
        { ...others, id: 'own', timestamp: 5, comment: null, metadata: '{"api_key":"[redacted]"}' },
      ].map((stored) => ({ kind: 'score', recordId: RECORD, receivedAt: 99, scores: [stored] })),
    );
  });

  it('orders an event without an accepted time by its receipt', () => {
    const record = normalize({ ...HEAD, at: undefined, kind: 'trace', trace: { id: TRACE } });
    expect(record?.stamps?.stamp).toBe(eventStamp({ ...HEAD, at: 99 }));
    expect(record?.updates).toMatchObject([{ fields: { timestamp: 99 } }]);
  });

  it('has ids that are any text beside their keys, with one stamp in all events of a trace', () => {
    const trace = { id: TRACE, sentId: 'chat 1' };
    const updates = [{ stamp: ID_STAMPS.text, fields: { sentId: 'chat 1' } }];
    const observation = { id: STEP, sentId: 'a', parentObservationId: TRACE, sentParentId: 'b' };
    expect(normalize({ ...HEAD, kind: 'observation', trace, observation })).toMatchObject({
      updates,
      observations: [{ id: STEP, sentId: 'a', parentId: TRACE, sentParentId: 'b' }],
    });
    expect(normalize({ ...HEAD, kind: 'trace', trace })?.updates[0]).toEqual(updates[0]);
    const marked = [{ stamp: ID_STAMPS.none, fields: { sentId: '' } }];
    expect(normalize({ ...HEAD, kind: 'observation', trace: { id: TRACE }, observation })?.updates).toEqual(marked);
  });

  it('redacts secrets of metadata as of native ones', () => {
    const metadata = new Map([['api_key', '"sk-1"']]);
    const record = normalize({ ...HEAD, kind: 'trace', trace: { id: TRACE, metadata } });
    expect(record?.updates[0]?.fields.metadata?.get('api_key')).not.toContain('sk-1');
  });

  it('makes nothing of a log', () => {
    expect(normalize({ ...HEAD, kind: 'log' })).toBeUndefined();
  });
});
