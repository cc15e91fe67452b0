import fc from 'fast-check';
import { DecodeError } from './decode-error';
import { DEFAULT_LIMITS } from './limits';
import type { NativeObservation, NativeTrace } from './native';
import { decodeNativeBatch } from './native-batch';

const ID = '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f';
const OTHER = '00000000-0000-4000-8000-000000000001';

const decode = (body: unknown, limits = DEFAULT_LIMITS) =>
  decodeNativeBatch(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), limits);
const traceOf = (members: object): NativeTrace => decode({ trace: { id: ID, ...members } }).trace;
const observationOf = (members: object): NativeObservation | undefined =>
  decode({ trace: { id: ID }, observations: [{ id: OTHER, ...members }] }).observations[0];

function failureOf(body: unknown, limits = DEFAULT_LIMITS): DecodeError {
  try {
    decode(body, limits);
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
const observationFailure = (members: object): string =>
  failureOf({ trace: { id: ID }, observations: [{ id: ID }, { id: OTHER, ...members }] }).message;
const traceFailure = (members: object): string => failureOf({ trace: { id: ID, ...members } }).message;

describe('decodeNativeBatch: what is read', () => {
  it('reads every member of a trace and an observation', () => {
    const body = {
      trace: {
        id: ID,
        timestamp: '2026-11-20T22:00:00.123456Z',
        name: 'n',
        userId: 'u',
        session_id: 's',
        release: 'r',
        version: 'v',
        tags: ['a', 'b'],
        metadata: { k: [1] },
        environment: 'e',
        public: false,
        input: 0,
        output: '',
      },
      observations: [
        {
          id: OTHER,
          traceId: ID,
          parentObservationId: ID,
          type: 'generation',
          name: 'n',
          startTime: '2026-11-20',
          endTime: '2026-11-20T00:00:01+01:00',
          completionStartTime: '2026-11-20T00:00:00,5',
          model: 'm',
          modelParameters: { t: 1 },
          input: { a: null },
          output: [false],
          metadata: {},
          level: 'warning',
          statusMessage: 'sm',
          version: 'v',
          environment: 'e',
          promptTokens: 1,
          completionTokens: 2,
          totalTokens: 3,
          usage: { input: 1, output: 2, unit: 'TOKENS', inputCost: 0.5, totalCost: 1 },
          usageDetails: { output: 5, cached: 6 },
          costDetails: { total: 2, audio: 0.25 },
        },
      ],
    };
    expect(decode(body)).toEqual({
      trace: {
        id: ID,
        timestamp: 1_795_212_000_123_456,
        name: 'n',
        userId: 'u',
        sessionId: 's',
        release: 'r',
        version: 'v',
        tags: ['a', 'b'],
        metadata: new Map([['k', '[1]']]),
        environment: 'e',
        public: false,
        input: '0',
        output: '""',
      },
      observations: [
        {
          id: OTHER,
          parentObservationId: ID,
          type: 'GENERATION',
          name: 'n',
          startTime: 1_795_132_800_000_000,
          endTime: 1_795_129_201_000_000,
          completionStartTime: 1_795_132_800_500_000,
          model: 'm',
          modelParameters: '{"t":1}',
          input: '{"a":null}',
          output: '[false]',
          metadata: new Map(),
          level: 'WARNING',
          statusMessage: 'sm',
          version: 'v',
          environment: 'e',
          promptTokens: 1,
          completionTokens: 2,
          totalTokens: 3,
          usageDetails: { input: 1, output: 5, cached: 6 },
          costDetails: { input: 0.5, total: 2, audio: 0.25 },
        },
      ],
    });
  });

  it('takes absent, empty and null observations as none', () => {
    for (const observations of [undefined, [], null])
      expect(decode({ trace: { id: ID }, observations }).observations).toEqual([]);
  });

  it('leaves out null members, and ignores unknown ones', () => {
    const names = [
      'timestamp',
      'name',
      'userId',
      'session_id',
      'release',
      'version',
      'tags',
      'metadata',
      'environment',
      'public',
      'input',
      'output',
    ];
    const more = [
      'traceId',
      'type',
      'startTime',
      'endTime',
      'model',
      'promptTokens',
      'usage',
      'usageDetails',
      'costDetails',
      'level',
      'modelParameters',
    ];
    const nulls = Object.fromEntries([...names, ...more].map((name) => [name, null]));
    expect(Object.keys(traceOf({ ...nulls, unknown: 1 }))).toEqual(['id']);
    expect(Object.keys(observationOf({ ...nulls, unknown: { a: 1 } }) ?? {})).toEqual(['id']);
    expect(observationOf({ usage: { input: null }, costDetails: {} })).toEqual({ id: OTHER });
  });

  it('keeps an absent parent apart from null and "", which make top-level', () => {
    expect(observationOf({})).not.toHaveProperty('parentObservationId');
    expect(observationOf({ parentObservationId: null })?.parentObservationId).toBeNull();
    for (const none of ['', '0'.repeat(16), OTHER.toUpperCase()])
      expect(observationOf({ parentObservationId: none })?.parentObservationId).toBeNull();
  });

  it('takes an empty user or session for none, and keeps other empty texts', () => {
    const trace = traceOf({ userId: '', user_id: '', session_id: '', sessionId: '', name: '', version: '' });
    expect(trace).toEqual({ id: trace.id, name: '', version: '' });
  });

  it("reads both spellings of userId and session_id; the contract's wins", () => {
    expect(traceOf({ user_id: 'a', sessionId: 'b' })).toMatchObject({ userId: 'a', sessionId: 'b' });
    expect(traceOf({ userId: 'a', user_id: 'x', session_id: 'b', sessionId: 'x' })).toMatchObject({
      userId: 'a',
      sessionId: 'b',
    });
    expect(traceOf({ userId: '', user_id: 'a', session_id: '', sessionId: 'b' })).toMatchObject({
      userId: 'a',
      sessionId: 'b',
    });
    expect(traceOf({ userId: null, user_id: 'a', session_id: null, sessionId: 'b' })).toMatchObject({
      userId: 'a',
      sessionId: 'b',
    });
  });

  it('reads ids in every form, as lower-case UUIDs', () => {
    const hex = ID.replaceAll('-', '').toUpperCase();
    const batch = decode({
      trace: { id: hex },
      observations: [{ id: 'B7AD6B7169203331', traceId: ID.toUpperCase(), parentObservationId: hex }],
    });
    expect(batch.trace.id).toBe(ID);
    expect(batch.observations[0]).toEqual({ id: '00000000-0000-0000-b7ad-6b7169203331', parentObservationId: ID });
  });

  it('reads counts written as 10.0 and "10"', () => {
    const body = `{"trace":{"id":"${ID}"},"observations":[{"id":"${ID}","promptTokens":10.0,"totalTokens":"10","usage":{"input":"7"}}]}`;
    expect(decode(body).observations[0]).toMatchObject({
      promptTokens: 10,
      totalTokens: 10,
      usageDetails: { input: 7 },
    });
    expect(observationOf({ totalTokens: 1e12 })?.totalTokens).toBe(1e12);
  });

  it("keeps the parts of a count in OpenAI's shapes, those of usageDetails before those of usage", () => {
    const parts = { cached_tokens: '2', audio_tokens: null };
    const usage = { prompt_tokens: 5, prompt_tokens_details: parts, output_tokens_details: null };
    const read = { prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 2 } };
    expect(observationOf({ usage })?.usageDetails).toEqual(read);
    expect(observationOf({ usageDetails: usage })?.usageDetails).toEqual(read);
    const usageDetails = { prompt_tokens_details: { cached_tokens: 3 } };
    expect(observationOf({ usage, usageDetails })?.usageDetails).toEqual({ prompt_tokens: 5, ...usageDetails });
    expect(observationOf({ usage: { input_tokens_details: {} } })?.usageDetails).toEqual({ input_tokens_details: {} });
  });

  it('keeps an unknown type up to 64 characters, in upper case', () => {
    expect(observationOf({ type: 'my-Type' })?.type).toBe('MY-TYPE');
    expect(observationOf({ type: `${'😀'.repeat(63)}t` })?.type).toBe(`${'😀'.repeat(63)}T`);
    expect(observationFailure({ type: 't'.repeat(65) })).toBe(
      'observations[1].type must not be longer than 64 characters',
    );
  });

  it('keeps keys like __proto__ in metadata, usage and cost', () => {
    const body = `{"trace":{"id":"${ID}","metadata":{"__proto__":1}},"observations":[{"id":"${ID}","usageDetails":{"__proto__":1},"costDetails":{"__proto__":2}}]}`;
    const { trace, observations } = decode(body);
    expect(trace.metadata).toEqual(new Map([['__proto__', '1']]));
    expect(Object.entries(observations[0]?.usageDetails ?? {})).toEqual([['__proto__', 1]]);
    expect(Object.entries(observations[0]?.costDetails ?? {})).toEqual([['__proto__', 2]]);
  });
});

describe('decodeNativeBatch: what is refused', () => {
  it.each([
    ['', 'the body must be JSON: unexpected token at position 0'],
    [[], 'the body must be a JSON object with trace and observations'],
    [{}, 'trace is required'],
    [{ trace: null }, 'trace must be an object'],
    [{ trace: {} }, 'trace.id is required'],
    [{ trace: { id: null } }, 'trace.id must be a UUID or 32 hex digits'],
    [{ trace: { id: 'x' } }, 'trace.id must be a UUID or 32 hex digits'],
    [{ trace: { id: 'b7ad6b7169203331' } }, 'trace.id must be a UUID or 32 hex digits'],
    [{ trace: { id: ID }, observations: {} }, 'observations must be an array of objects'],
    [{ trace: { id: ID }, observations: [null] }, 'observations[0] must be an object'],
    [{ trace: { id: ID }, observations: [{}] }, 'observations[0].id is required'],
  ])('refuses %j', (body, message) => {
    expect(failureOf(body)).toMatchObject({ kind: 'invalid', message });
  });

  it.each([
    [{ id: 'x' }, 'id must be a UUID, 32 or 16 hex digits'],
    [{ traceId: OTHER }, 'traceId must be the id of the trace, or absent'],
    [{ traceId: 5 }, 'traceId must be a string'],
    [{ parentObservationId: 'x' }, 'parentObservationId must be a UUID, 32 or 16 hex digits, or null'],
    [{ startTime: 'yesterday' }, 'startTime must be an ISO 8601 time from 1970 to 2199'],
    [{ endTime: 1_700_000_000 }, 'endTime must be an ISO 8601 time'],
    [{ type: '' }, 'type must be a string of 1 to 64 characters'],
    [{ level: 'LOUD' }, 'level must be one of DEBUG, DEFAULT, WARNING, ERROR'],
    [{ metadata: [] }, 'metadata must be an object'],
    [{ metadata: 'x' }, 'metadata must be an object'],
    [{ modelParameters: 'x' }, 'modelParameters must be an object'],
    [{ modelParameters: [1] }, 'modelParameters must be an object'],
    [{ promptVersion: -1 }, 'promptVersion must be an integer from 0 to 2147483647'],
    [{ promptVersion: 2 ** 31 }, 'promptVersion must be an integer from 0 to 2147483647'],
    [{ promptVersion: '1' }, 'promptVersion must be an integer from 0 to 2147483647'],
    [{ promptName: 1 }, 'promptName must be a string'],
    [{ promptTokens: 1.5 }, 'promptTokens must be an integer from 0 to 10^12'],
    [{ promptTokens: -1 }, 'promptTokens must be an integer from 0 to 10^12'],
    [{ totalTokens: 'ten' }, 'totalTokens must be an integer from 0 to 10^12'],
    [{ totalTokens: 1e300 }, 'totalTokens must be an integer from 0 to 10^12'],
    [{ usage: 5 }, 'usage must be an object'],
    [{ usage: { input: true } }, 'usage.input must be an integer from 0 to 10^12'],
    [{ usage: { prompt_tokens_details: 5 } }, 'usage.prompt_tokens_details must be an object'],
    [
      { usage: { prompt_tokens_details: { cached_tokens: -1 } } },
      'usage.prompt_tokens_details["cached_tokens"] must be an integer from 0 to 10^12',
    ],
    [
      { usageDetails: { output_tokens_details: { reasoning_tokens: 'many' } } },
      'usageDetails.output_tokens_details["reasoning_tokens"] must be an integer from 0 to 10^12',
    ],
    [{ usageDetails: { 'a/b~c': 1.5 } }, 'usageDetails["a/b~c"] must be an integer from 0 to 10^12'],
    [{ costDetails: { input: -1 } }, 'costDetails.input must be a number from 0 to 10^9 (USD)'],
    [{ usage: { totalCost: 'free' } }, 'usage.totalCost must be a number from 0 to 10^9 (USD)'],
    [{ name: 'n'.repeat(1001) }, 'name must not be longer than 1000 characters'],
    [{ model: 'm'.repeat(501) }, 'model must not be longer than 500 characters'],
  ])('refuses an observation with %j, naming its index', (members, rule) => {
    expect(observationFailure(members)).toBe(`observations[1].${rule}`);
  });

  it.each([
    [{ timestamp: '2026-02-30' }, 'timestamp must be an ISO 8601 time from 1970 to 2199'],
    [{ tags: 'a' }, 'tags must be an array of strings'],
    [{ tags: ['a', null] }, 'tags[1] must be a string'],
    [{ tags: Array.from({ length: 201 }, String) }, 'tags must not have more than 200 entries'],
    [{ tags: ['a', 't'.repeat(501)] }, 'tags[1] must not be longer than 500 characters'],
    [{ public: 'yes' }, 'public must be true or false'],
    [{ session_id: 's', sessionId: 's'.repeat(501) }, 'sessionId must not be longer than 500 characters'],
    [{ name: 7 }, 'name must be a string'],
  ])('refuses a trace with %j', (members, rule) => {
    expect(traceFailure(members)).toBe(`trace.${rule}`);
  });

  it('accepts values nested 64 deep and refuses deeper ones, without overflowing the stack', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const bodyOf = (name: string, value: string) => `{"trace":{"id":"${ID}","${name}":${value}}}`;
    expect(() => decode(bodyOf('input', nested(64)))).not.toThrow();
    expect(() => decode(bodyOf('metadata', `{"k":${nested(64)}}`))).not.toThrow();
    for (const depth of [65, 200_000]) {
      expect(failureOf(bodyOf('input', nested(depth)))).toMatchObject({
        kind: 'invalid',
        message: 'trace.input must not be nested more than 64 levels deep',
      });
      expect(failureOf(bodyOf('metadata', `{"k":${nested(depth)}}`)).message).toMatch(
        /^trace\.metadata\["k"\] must not be nested/,
      );
    }
  });

  it('refuses a value beyond its size as too large, metadata value by value', () => {
    const limits = { ...DEFAULT_LIMITS, valueBytes: 100 };
    const bodyOf = (members: object) => ({ trace: { id: ID }, observations: [{ id: OTHER, ...members }] });
    expect(() => decode(bodyOf({ metadata: { a: 'x'.repeat(100), b: '"'.repeat(100) } }), limits)).not.toThrow();
    for (const name of ['input', 'output', 'modelParameters']) {
      expect(failureOf(bodyOf({ [name]: { k: 'x'.repeat(93) } }), limits)).toMatchObject({
        kind: 'too-large',
        message: `observations[0].${name} must not exceed 100 bytes`,
      });
    }
    for (const members of [{ metadata: { a: 'é'.repeat(51) } }, { statusMessage: 'é'.repeat(51) }]) {
      expect(failureOf(bodyOf(members), limits)).toMatchObject({ kind: 'too-large' });
    }
  });

  it('measures text as its bytes of UTF-8, without quotes and escapes, and other values as their JSON', () => {
    const limits = { ...DEFAULT_LIMITS, valueBytes: 100 };
    const accepts = (input: unknown) => () => decode({ trace: { id: ID, input, name: 'x'.repeat(200) } }, limits);
    for (const text of ['x'.repeat(100), '\n'.repeat(100), 'é'.repeat(50)]) {
      expect(accepts(text)).not.toThrow();
      expect(accepts(`${text}.`)).toThrow('trace.input must not exceed 100 bytes');
    }
    expect(accepts(['x'.repeat(96)])).not.toThrow();
    expect(accepts(['x'.repeat(97)])).toThrow('trace.input must not exceed 100 bytes');
  });

  it('refuses more observations than the limit as too large', () => {
    const observations = [{ id: ID }, { id: OTHER }];
    expect(failureOf({ trace: { id: ID }, observations }, { ...DEFAULT_LIMITS, items: 1 })).toMatchObject({
      kind: 'too-large',
    });
  });

  it('only ever throws DecodeError, whatever the JSON', () => {
    const member = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(ID, '', '2026-11-20', -1, 1.5, '7'));
    const names = [
      'id',
      'traceId',
      'parentObservationId',
      'type',
      'startTime',
      'usage',
      'usageDetails',
      'costDetails',
      'level',
      'metadata',
      'tags',
      '__proto__',
    ];
    const object = fc.dictionary(fc.constantFrom(...names), member).map((members) => ({ id: ID, ...members }));
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ trace: object, observations: fc.array(object, { maxLength: 2 }) }),
    );
    fc.assert(
      fc.property(body, (sent) => {
        try {
          decode(sent);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
