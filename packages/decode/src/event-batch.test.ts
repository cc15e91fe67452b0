import { observationIdOfText, traceIdOfText } from '@sluice/record';
import { DecodeError } from './decode-error';
import { eventPortions } from './event-batch';
import type { RefusedEvent, SentEvent } from './events';
import { DEFAULT_LIMITS } from './limits';
import { EVENT_TYPES } from './schemas/event-batch';

const ID = '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f';
const AT = 1_795_168_800_000_000;
const HEAD = { id: 'e', timestamp: '2026-11-20T10:00:00Z' };

const decode = (body: unknown, limits = DEFAULT_LIMITS) =>
  [...eventPortions(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), limits)].flat();

/** Decodes one event behind one that is good. */
function eventOf(event: unknown): SentEvent | RefusedEvent | undefined {
  const [, read] = decode({ batch: [{ ...HEAD, type: 'sdk-log' }, event] });
  return read;
}
const observationOf = (body: object, type = 'span-create') => {
  const event = eventOf({ ...HEAD, type, body: { id: ID, ...body } });
  if (event?.kind !== 'observation') throw new Error(`not an observation: ${JSON.stringify(event)}`);
  return event;
};
const traceOf = (body: object) => {
  const event = eventOf({ ...HEAD, type: 'trace-create', body });
  if (event?.kind !== 'trace') throw new Error(`not a trace: ${JSON.stringify(event)}`);
  return event.trace;
};
const refusalOf = (event: unknown): string | undefined => {
  const read = eventOf(event);
  return read?.kind === 'refused' ? read.message : undefined;
};
const refusalOfBody = (body: unknown, type = 'generation-create') => refusalOf({ ...HEAD, type, body });

describe('eventPortions: what is read', () => {
  it('reads the members of a trace, as native ones', () => {
    const sent = {
      ...{ id: ID.toUpperCase(), timestamp: '2026-11-20T10:00:00.5Z', name: 'n', userId: 'u', sessionId: 's' },
      ...{ release: 'r', version: 'v', tags: ['a'], metadata: { k: { x: 1.0 } }, environment: 'e', public: true },
      ...{ input: 0, output: { a: [1] }, end_time: 'ignored' },
    };
    expect(eventOf({ ...HEAD, type: 'trace-create', body: sent })).toEqual({
      ...{ kind: 'trace', eventId: 'e', at: AT, isUpdate: false, index: 1 },
      trace: {
        ...{ id: ID, timestamp: AT + 500_000, name: 'n', userId: 'u', sessionId: 's', release: 'r', version: 'v' },
        ...{ tags: ['a'], metadata: new Map([['k', '{"x":1}']]), environment: 'e', public: true },
        ...{ input: '0', output: '{"a":[1]}' },
      },
    });
  });

  it('reads the members of an observation, with its type and its trace', () => {
    const sent = {
      ...{ id: '0123456789abcdef', traceId: ID, parentObservationId: ID, name: 'n', startTime: '2026-11-20' },
      ...{ model: 'm', modelParameters: { temperature: '0.1', stop: ['a'] }, level: 'WARNING', environment: 'e' },
      ...{ promptName: 'p', promptVersion: 3, input: 'i', metadata: [1], usage: { input: 3, unit: 'TOKENS' } },
    };
    expect(eventOf({ ...HEAD, type: 'generation-update', body: sent })).toEqual({
      ...{ kind: 'observation', eventId: 'e', at: AT, isUpdate: true, index: 1, trace: { id: ID } },
      observation: {
        ...{ id: '00000000-0000-0000-0123-456789abcdef', parentObservationId: ID, type: 'GENERATION', name: 'n' },
        ...{ startTime: 1_795_132_800_000_000, model: 'm', modelParameters: '{"temperature":"0.1","stop":["a"]}' },
        ...{ level: 'WARNING', environment: 'e', promptName: 'p', promptVersion: 3, input: '"i"' },
        ...{ metadata: new Map([['metadata', '[1]']]), usageDetails: { input: 3 } },
      },
    });
  });

  it('has a type for each kind of observation, and none of its own for observation-create', () => {
    const typeOf = (type: string) => observationOf({ type: 'tool' }, type).observation.type;
    expect(typeOf('agent-create')).toBe('AGENT');
    expect(typeOf('event-update')).toBe('EVENT');
    expect(typeOf('observation-create')).toBe('TOOL');
    expect(EVENT_TYPES).toHaveLength(25);
  });

  it('reads a score as the body of its own endpoint', () => {
    const body = { id: 'S', traceId: ID, name: 'n', value: true, metadata: { k: 1.0 }, comment: null };
    expect(eventOf({ ...HEAD, type: 'score-create', body })).toEqual({
      ...{ kind: 'score', eventId: 'e', at: AT, isUpdate: false, index: 1 },
      score: {
        ...{ id: 'S', trace: { id: ID }, name: 'n', dataType: 'BOOLEAN', value: 1, stringValue: 'True' },
        ...{ source: 'API', metadata: new Map([['k', '1']]), comment: null },
      },
    });
  });

  it('makes keys of ids that are any text, for traces and for observations', () => {
    const { trace, observation } = observationOf({ id: 'a/b', traceId: 'chat 1', parentObservationId: 'ä' });
    expect(trace).toEqual({ id: traceIdOfText('chat 1'), sentId: 'chat 1' });
    expect(observation).toMatchObject({
      ...{ id: observationIdOfText('a/b'), sentId: 'a/b' },
      ...{ parentObservationId: observationIdOfText('ä'), sentParentId: 'ä' },
    });
    const keyed = observationOf({ traceId: ID, parentObservationId: '0123456789ABCDEF' });
    expect(keyed.trace).toEqual({ id: ID });
    expect(Object.keys(keyed.observation)).toEqual(['id', 'parentObservationId', 'type']);
  });

  it('takes an observation without a trace as a trace of its own, and a trace without an id under the id of its event', () => {
    expect(observationOf({ id: 'alone' }).trace).toEqual({ id: traceIdOfText('alone'), sentId: 'alone' });
    expect(observationOf({ id: ID, traceId: null }).trace).toEqual({ id: ID });
    expect(traceOf({})).toEqual({ id: traceIdOfText('e'), sentId: 'e' });
    expect(traceOf({ id: '' }).id).toBe(traceIdOfText('e'));
  });

  it('takes an observation that is its own parent as one at the top', () => {
    expect(observationOf({ id: 'x', parentObservationId: 'x' }).observation.parentObservationId).toBeNull();
    expect(observationOf({ parentObservationId: null }).observation).not.toHaveProperty('parentObservationId');
  });

  it('reads usageDetails, else usage, and leaves out costs that are no amounts', () => {
    const of = (body: object) => {
      const { usageDetails, costDetails } = observationOf(body).observation;
      return [usageDetails, costDetails];
    };
    expect(of({ usage: { input: 1, unit: 'TOKENS', totalCost: 2 }, usageDetails: { output: 4 } })).toEqual([
      { output: 4 },
      { total: 2 },
    ]);
    expect(of({ usage: { promptTokens: 1, inputCost: -1 }, usageDetails: {} })).toEqual([
      { promptTokens: 1 },
      undefined,
    ]);
    expect(of({ costDetails: { a: 1, b: 'x', c: Infinity }, usage: null })).toEqual([undefined, { a: 1 }]);
  });

  it('takes the last of repeated members, and the text of values as it was sent', () => {
    const [event] = decode(
      `{"batch":[{"id":"e","type":"trace-create","timestamp":"2026-11-20","body":{"input":1},"body":{"input":9007199254740993}}]}`,
    );
    expect(event).toMatchObject({ trace: { input: '9007199254740993' } });
  });

  it('takes a time outside of the accepted ones as none', () => {
    expect(eventOf({ ...HEAD, timestamp: '9999-01-01T00:00:00Z', type: 'sdk-log' })).toMatchObject({ at: undefined });
  });

  it('reads a large body element by element', () => {
    const batch = Array.from({ length: 2500 }, (_, n) => ({
      ...{ id: `e${n}`, type: 'trace-create', timestamp: HEAD.timestamp },
      body: { id: `t${n}`, input: 'x'.repeat(100) },
    }));
    const limits = { ...DEFAULT_LIMITS, wholeBytes: 1000 };
    const portions = [...eventPortions(Buffer.from(JSON.stringify({ batch })), limits)];
    expect(portions.map((portion) => portion.length)).toEqual([1000, 1000, 500]);
    expect(portions.flat()).toEqual(decode({ batch }));
  });

  it('takes an empty batch', () => {
    expect(decode({ batch: [], metadata: { sdk_name: 'x' } })).toEqual([]);
  });
});

describe('eventPortions: what is refused', () => {
  it.each([
    ['no object', 'x', 'batch[1] must be an object'],
    [
      'no id',
      { ...HEAD, id: 7, type: 'sdk-log' },
      'batch[1].id must be a text of 1 to 800 characters without line breaks',
    ],
    ['a long id', { ...HEAD, id: 'x'.repeat(801), type: 'sdk-log' }, 'batch[1].id must be a text of 1 to 800'],
    ['an unknown type', { ...HEAD, type: 'tea-create' }, 'batch[1].type must be one of trace-create, span-create'],
    [
      'a score',
      { ...HEAD, type: 'score-create', body: { name: 'n', value: 1 } },
      'batch[1].body.traceId is required, or',
    ],
    [
      'a score without a value',
      { ...HEAD, type: 'score-create', body: { name: 'n' } },
      'batch[1].body.value is required',
    ],
    ['a bad time', { ...HEAD, timestamp: 'tomorrow', type: 'sdk-log' }, 'batch[1].timestamp must be an ISO 8601 time'],
    ['no time', { id: 'e', type: 'sdk-log' }, 'batch[1].timestamp must be an ISO 8601 time'],
    ['no body', { ...HEAD, type: 'span-create' }, 'batch[1].body must be an object'],
  ])('%s is refused by itself, with the reason', (_, event, reason) => {
    expect(refusalOf(event)).toContain(reason);
  });

  it.each([
    [{}, 'batch[1].body.id is required'],
    [{ id: '' }, 'batch[1].body.id must be a text of 1 to 800 characters'],
    [{ id: 'x'.repeat(801) }, 'batch[1].body.id must be a text of 1 to 800 characters without line breaks'],
    [{ id: 'a\r' }, 'batch[1].body.id must be a text of 1 to 800 characters without line breaks'],
    [{ id: 'a', traceId: 'a\n' }, 'batch[1].body.traceId must be a text of 1 to 800 characters without line breaks'],
    [{ id: 'a', parentObservationId: 7 }, 'batch[1].body.parentObservationId must be'],
    [{ id: 'a', level: 'LOUD' }, 'batch[1].body.level must be one of DEBUG, DEFAULT, WARNING, ERROR'],
    [{ id: 'a', name: 'n'.repeat(1001) }, 'batch[1].body.name must not be longer than 1000 characters'],
    [{ id: 'a', startTime: 'x' }, 'batch[1].body.startTime must be an ISO 8601 time from 1970 to 2199'],
    [{ id: 'a', promptName: 'p' }, 'batch[1].body.promptName must be sent with promptVersion'],
    [{ id: 'a', promptVersion: 1 }, 'batch[1].body.promptName must be sent with promptVersion'],
    [{ id: 'a', modelParameters: 'hot' }, 'batch[1].body.modelParameters must be an object'],
  ])('an observation %j is refused, and the reason names the member', (body, reason) => {
    expect(refusalOfBody(body)).toContain(reason);
  });

  it('names the id of a refused event, or unknown', () => {
    const refused = decode({ batch: [{ ...HEAD, type: 'tea' }, 7, { type: 'sdk-log' }, { id: '' }] });
    expect(refused.map(({ eventId }) => eventId)).toEqual(['e', 'unknown', 'unknown', 'unknown']);
  });

  it('refuses only an event that is too large', () => {
    const limits = { ...DEFAULT_LIMITS, wholeBytes: 100, itemBytes: 300 };
    const large = { ...HEAD, id: 'large', type: 'trace-create', body: { input: 'x'.repeat(400) } };
    const events = decode({ batch: [large, { ...HEAD, type: 'sdk-log' }] }, limits);
    expect(events).toMatchObject([
      { kind: 'refused', eventId: 'unknown', message: expect.stringContaining('batch[0]') as string },
      { kind: 'log', eventId: 'e' },
    ]);
  });

  it.each([
    ['a list', [], 'the body must be a JSON object with batch'],
    ['no batch', {}, 'batch is required'],
    ['a batch that is no list', { batch: {} }, 'batch must be an array of events'],
    ['no JSON', '{"batch":[', 'JSON'],
  ])('%s is refused as a whole', (_, body, reason) => {
    expect(() => decode(body)).toThrow(DecodeError);
    expect(() => decode(body)).toThrow(reason);
  });

  it('refuses more events than a request may have as a whole', () => {
    const limits = { ...DEFAULT_LIMITS, items: 2 };
    expect(() => decode({ batch: [1, 2, 3] }, limits)).toThrow('batch must not have more than 2 entries');
    expect(decode({ batch: [1, 2] }, limits)).toHaveLength(2);
  });
});
