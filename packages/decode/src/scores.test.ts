import { observationIdOfText, traceIdOfText } from '@sluice/record';
import { DecodeError } from './decode-error';
import { DEFAULT_LIMITS } from './limits';
import { type NativeScore, decodeScores } from './scores';

const ID = '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f';
const AT = 1_795_168_800_000_000;
const GOOD = { traceId: ID, name: 'n', value: 1 };

const decode = (body: unknown) =>
  decodeScores(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), DEFAULT_LIMITS);

const scoreOf = (body: object): NativeScore => {
  const read = decode({ ...GOOD, ...body });
  if (read.isList) throw new Error('not one score');
  return read.scores[0];
};

function refusalOf(body: unknown): readonly [string, string] | undefined {
  try {
    decode(body);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return [error.kind, error.message];
    throw error;
  }
}

describe('decodeScores: what is read', () => {
  it('reads all members of a score', () => {
    const sent = {
      ...{ id: '0123456789abcdef', name: 'n', value: 0.5, dataType: 'NUMERIC', traceId: ID.toUpperCase() },
      ...{ observationId: '00112233445566ff', sessionId: 's', datasetRunId: 'r', comment: 'c', environment: 'e' },
      ...{ metadata: { k: { x: 1.0 } }, queueId: 'q', source: 'API', timestamp: '2026-11-20T10:00:00Z' },
      ...{ authorUserId: 'ignored', configId: null },
    };
    expect(decode(sent)).toEqual({
      isList: false,
      scores: [
        {
          ...{ id: '0123456789abcdef', name: 'n', dataType: 'NUMERIC', value: 0.5, trace: { id: ID } },
          ...{ observation: { id: '00000000-0000-0000-0011-2233445566ff' }, sessionId: 's', datasetRunId: 'r' },
          ...{ source: 'API', comment: 'c', environment: 'e', queueId: 'q', timestamp: AT },
          metadata: new Map([['k', '{"x":1}']]),
        },
      ],
    });
  });

  it('keeps ids that are any text, and the text of the id of a score always', () => {
    const score = scoreOf({ id: ID.toUpperCase(), traceId: 'a/b', observationId: 'ü' });
    expect(score).toMatchObject({
      id: ID.toUpperCase(),
      trace: { id: traceIdOfText('a/b'), sentId: 'a/b' },
      observation: { id: observationIdOfText('ü'), sentId: 'ü' },
    });
  });

  it.each([
    [5, undefined, { dataType: 'NUMERIC', value: 5 }],
    [-1.5, 'NUMERIC', { dataType: 'NUMERIC', value: -1.5 }],
    ['good', undefined, { dataType: 'CATEGORICAL', value: 0, stringValue: 'good' }],
    ['', 'CATEGORICAL', { dataType: 'CATEGORICAL', value: 0, stringValue: '' }],
    [1, 'BOOLEAN', { dataType: 'BOOLEAN', value: 1, stringValue: 'True' }],
    [0, 'BOOLEAN', { dataType: 'BOOLEAN', value: 0, stringValue: 'False' }],
    [true, undefined, { dataType: 'BOOLEAN', value: 1, stringValue: 'True' }],
    [false, 'BOOLEAN', { dataType: 'BOOLEAN', value: 0, stringValue: 'False' }],
    ['fine', 'TEXT', { dataType: 'TEXT', stringValue: 'fine' }],
    ['😀'.repeat(500), 'TEXT', { dataType: 'TEXT', stringValue: '😀'.repeat(500) }],
  ])('reads the value %p with the dataType %p', (value, dataType, expected) => {
    const { dataType: type, value: number, stringValue } = scoreOf({ value, dataType });
    expect({ dataType: type, value: number, stringValue }).toEqual(expected);
  });

  it('reads a correction, whose text may be long', () => {
    const value = 'x'.repeat(1_000_000);
    const { dataType, stringValue, ...others } = scoreOf({ name: 'output', dataType: 'CORRECTION', value });
    expect([dataType, stringValue?.length, 'value' in others]).toEqual(['CORRECTION', 1_000_000, false]);
  });

  it('takes empty texts and null as absent, but a comment of null', () => {
    const names = ['id', 'observationId', 'sessionId', 'datasetRunId', 'environment', 'queueId', 'configId'];
    const of = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
    const least = { name: 'n', dataType: 'NUMERIC', value: 1, trace: { id: ID }, source: 'API' };
    expect(scoreOf(of(''))).toEqual(least);
    expect(scoreOf({ ...of(null), source: null, dataType: null, metadata: null, timestamp: null })).toEqual(least);
    expect(scoreOf({ comment: null })).toEqual({ ...least, comment: null });
    expect(scoreOf({ comment: '' })).toEqual({ ...least, comment: '' });
  });

  it('makes metadata that is no object the member `metadata`', () => {
    expect(scoreOf({ metadata: [1.0] }).metadata).toEqual(new Map([['metadata', '[1]']]));
  });

  it('reads a list, with what each refused score lacks', () => {
    const read = decode([GOOD, { traceId: ID, name: 'n' }, 'x', { ...GOOD, id: 'b' }]);
    expect(read.isList).toBe(true);
    expect(read.scores.map((score) => ('refused' in score ? score.refused : score.id))).toEqual([
      undefined,
      '[1].value is required',
      expect.stringContaining('[2] must be an object'),
      'b',
    ]);
    expect(decode([])).toEqual({ isList: true, scores: [] });
    expect(decode(Array(1000).fill(GOOD)).scores).toHaveLength(1000);
  });
});

describe('decodeScores: what is refused', () => {
  const REFUSED: readonly (readonly [body: unknown, message: string | RegExp])[] = [
    [{ ...GOOD, name: undefined }, 'name is required'],
    [{ ...GOOD, name: '' }, 'name must be a text of 1 to 1000 characters'],
    [{ ...GOOD, name: 'x'.repeat(1001) }, 'name must not be longer than 1000 characters'],
    [{ ...GOOD, name: 5 }, 'name must be a text of 1 to 1000 characters'],
    [{ ...GOOD, value: undefined }, 'value is required'],
    [{ ...GOOD, value: null }, 'value must be a finite number, a text, true or false'],
    [{ ...GOOD, value: [1] }, 'value must be a finite number, a text, true or false'],
    [{ ...GOOD, value: 'x', dataType: 'NUMERIC' }, 'value must be a finite number for the dataType NUMERIC'],
    [{ ...GOOD, value: true, dataType: 'NUMERIC' }, 'value must be a finite number for the dataType NUMERIC'],
    [{ ...GOOD, value: 2, dataType: 'BOOLEAN' }, 'value must be 0, 1, true or false for the dataType BOOLEAN'],
    [{ ...GOOD, value: '1', dataType: 'BOOLEAN' }, 'value must be 0, 1, true or false for the dataType BOOLEAN'],
    [{ ...GOOD, value: 1, dataType: 'CATEGORICAL' }, /^value must be a text of up to 500 characters/],
    [{ ...GOOD, value: 'x'.repeat(501) }, /^value must be a text of up to 500 characters/],
    [{ ...GOOD, value: '', dataType: 'TEXT' }, /^value must be a text of 1 to 500 characters/],
    [{ ...GOOD, value: '😀'.repeat(501), dataType: 'TEXT' }, /^value must be a text of 1 to 500 characters/],
    [{ ...GOOD, value: 'x', dataType: 'CORRECTION' }, 'name must be output for the dataType CORRECTION'],
    [{ ...GOOD, name: 'output', value: 1, dataType: 'CORRECTION' }, /^value must be a text of up to 1048576 bytes/],
    [
      { ...GOOD, name: 'output', value: 'é'.repeat(600_000), dataType: 'CORRECTION' },
      /^value must be a text of up to 1048576 bytes/,
    ],
    [{ ...GOOD, dataType: 'numeric' }, 'dataType must be one of NUMERIC, CATEGORICAL, BOOLEAN, TEXT, CORRECTION'],
    [{ ...GOOD, id: 'a\nb' }, 'id must be a text of 1 to 800 characters without line breaks'],
    [{ ...GOOD, id: 'x'.repeat(801) }, 'id must be a text of 1 to 800 characters without line breaks'],
    [{ ...GOOD, traceId: 'x'.repeat(801) }, 'traceId must be a text of 1 to 800 characters without line breaks'],
    [{ ...GOOD, traceId: 5 }, 'traceId must be a string'],
    [{ name: 'n', value: 1 }, 'traceId is required, or sessionId or datasetRunId'],
    [{ name: 'n', value: 1, sessionId: 's', observationId: 'o' }, 'observationId must be sent with traceId'],
    [{ ...GOOD, sessionId: 'x'.repeat(501) }, 'sessionId must not be longer than 500 characters'],
    [{ ...GOOD, source: 'EVAL' }, 'source must be API, or ANNOTATION with configId'],
    [{ ...GOOD, source: 'ANNOTATION' }, 'configId is required for the source ANNOTATION'],
    [{ ...GOOD, configId: 'c' }, 'configId must be the id of a score config: no score config has this id'],
    [{ ...GOOD, timestamp: 'x' }, 'timestamp must be an ISO 8601 time from 1970 to 2199'],
    [{ ...GOOD, timestamp: 5 }, 'timestamp must be an ISO 8601 time'],
    [
      { ...GOOD, metadata: { a: 'x'.repeat(600_000), b: 'x'.repeat(600_000) } },
      'metadata must not exceed 1048576 bytes',
    ],
    ['5', 'the body must be a score, or a list of scores'],
    ['null', 'the body must be a score, or a list of scores'],
    [`{"traceId":"t","name":"n","value":1e400}`, 'value must be a finite number, a text, true or false'],
    [
      `{"traceId":"t","name":"n","value":1,"metadata":${'['.repeat(70)}${']'.repeat(70)}}`,
      /^metadata must not be nested/,
    ],
    ['{"traceId":', /^the body must be JSON/],
  ];

  it.each(REFUSED.map(([body, message]) => [String(message), body, message] as const))('%s', (_, body, message) => {
    const expected = typeof message === 'string' ? message : (expect.stringMatching(message) as string);
    expect(refusalOf(body)).toEqual(['invalid', expected]);
  });

  it('refuses a comment and a list that are too large', () => {
    expect(refusalOf({ ...GOOD, comment: 'x'.repeat(1_048_577) })).toEqual([
      'too-large',
      'comment must not exceed 1048576 bytes',
    ]);
    expect(refusalOf(Array(1001).fill(GOOD))).toEqual(['too-large', 'the body must not have more than 1000 scores']);
  });
});
