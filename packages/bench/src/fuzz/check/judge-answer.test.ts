import { TARGETS } from '../input/fuzz-input';
import { Choices } from '../input/choices';
import { makeInput } from '../input/make-input';
import { judgeExchange } from './judge-answer';

const WORLD = {
  seed: 1,
  projectNo: 0,
  bearerToken: 'the-token-of-the-run',
  publicKey: 'pk',
  secretKey: 'the-secret-of-the-run',
};
const NATIVE = makeInput(WORLD, TARGETS.indexOf('native'), new Choices(() => 0));
const JSON_TYPE = { 'content-type': 'application/json' };

function judge(status: number, body: unknown, headers: Record<string, string> = JSON_TYPE, input = NATIVE) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, headers: new Map(Object.entries(headers)), body: Buffer.from(text, 'latin1') };
  return judgeExchange({ answers: [answer], failure: undefined, milliseconds: 1 }, input, WORLD);
}

const error = (message: string, more: object = {}) => ({ message, code: 'BAD_REQUEST', data: null, ...more });

test('documented answers are right', () => {
  expect(judge(200, { message: 'stored the trace and 0 observations' })).toEqual([]);
  expect(judge(400, error('trace.id must be a UUID'))).toEqual([]);
  expect(judge(413, error('too large'))).toEqual([]);
});

test.each([
  ['500', 500, error('m'), JSON_TYPE],
  ['503 where nothing is overloaded', 503, error('m'), JSON_TYPE],
  ['404 for a path that exists', 404, error('m', { code: 'NOT_FOUND' }), JSON_TYPE],
  ['401 for good credentials', 401, error('m', { code: 'UNAUTHORIZED' }), JSON_TYPE],
  ['a fourth member', 400, error('m', { stack: 's' }), JSON_TYPE],
  ['the code of another status', 400, error('m', { code: 'NOT_FOUND' }), JSON_TYPE],
  ['an empty message', 400, error(''), JSON_TYPE],
  ['an endless message', 400, error('m'.repeat(5000)), JSON_TYPE],
  ['half of a character', 400, '{"message":"\\ud83d","code":"BAD_REQUEST","data":null}', JSON_TYPE],
  ['bytes that are no UTF-8', 400, '{"message":"\xff","code":"BAD_REQUEST","data":null}', JSON_TYPE],
  ['the token', 400, error(`not ${WORLD.bearerToken}`), JSON_TYPE],
  ['the secret', 200, { message: WORLD.secretKey }, JSON_TYPE],
  ['another type', 400, error('m'), { 'content-type': 'text/html' }],
  ['no JSON', 200, 'stored', JSON_TYPE],
  ['another shape', 200, { message: 'stored the trace and 0 observations', id: 1 }, JSON_TYPE],
])('%s is wrong', (_, status, body, headers) => expect(judge(status, body, headers)).toHaveLength(1));

test('where a case names the statuses, no other one is right', () => {
  const judgeWith = (status: number, code: string, ...allowed: number[]) => {
    const answer = {
      status,
      headers: new Map(Object.entries(JSON_TYPE)),
      body: Buffer.from(JSON.stringify(error('m', { code }))),
    };
    return judgeExchange({ answers: [answer], failure: undefined, milliseconds: 1 }, NATIVE, WORLD, allowed);
  };
  expect(judgeWith(413, 'BAD_REQUEST', 413)).toEqual([]);
  expect(judgeWith(400, 'BAD_REQUEST', 413)).toEqual([expect.stringContaining('answered 400')]);
  expect(judgeWith(503, 'SERVICE_UNAVAILABLE', 200, 503)).toEqual([]);
  expect(judgeWith(503, 'SERVICE_UNAVAILABLE', 200)).toHaveLength(1);
});

test('a message that repeats more of the request than a short piece is wrong', () => {
  const long = { ...NATIVE, body: Buffer.from('y'.repeat(200)) };
  expect(judge(400, error(`got ${'y'.repeat(100)}`), JSON_TYPE, long)).toEqual([]);
  expect(judge(400, error(`got ${'y'.repeat(150)}`), JSON_TYPE, long)).toHaveLength(1);
});

test('bad credentials are only right with 401', () => {
  const input = { ...NATIVE, authorized: false };
  expect(judge(200, { message: 'stored the trace and 0 observations' }, JSON_TYPE, input)).toHaveLength(1);
  const headers = { ...JSON_TYPE, 'www-authenticate': 'Bearer' };
  expect(judge(401, error('m', { code: 'UNAUTHORIZED' }), headers, input)).toEqual([]);
  expect(judge(401, error('m', { code: 'UNAUTHORIZED' }), JSON_TYPE, input)).toHaveLength(1);
});

test('a redirect is only right for the root', () => {
  const root = makeInput(WORLD, TARGETS.indexOf('query'), new Choices(() => 0));
  expect(judge(302, 'Found', {}, { ...root, path: '//' })).toEqual([]);
  expect(judge(302, 'Found', {}, root)).toHaveLength(1);
  expect(judge(302, 'Found', {}, { ...NATIVE, path: '/' })).toHaveLength(1);
});

test('no answer is wrong, but to what is no request', () => {
  const silent = { answers: [], failure: 'closed', milliseconds: 1 };
  expect(judgeExchange(silent, NATIVE, WORLD)).toEqual(['closed']);
  expect(judgeExchange(silent, { ...NATIVE, framing: 'unclear' }, WORLD)).toEqual([]);
});

test.each([
  ['filter[0].operator: expected one of =, <>, got "like"', true],
  ['"%zz": expected percent-encoded UTF-8', true],
  ['filter: wrong', false],
  ['limit: expected a whole number, got "x"', false],
  ['this cannot be read', false],
])('a refused read needs a parameter of the request and what is accepted: %s', (message, isRight) => {
  const endpoint = '/api/public/traces';
  const headers = [['Host', '127.0.0.1']] as const;
  const read = {
    ...NATIVE,
    endpoint,
    method: 'GET',
    path: `${endpoint}?filter=x`,
    headers,
    body: Buffer.alloc(0),
  } as const;
  expect(judge(400, error(message), JSON_TYPE, read)).toHaveLength(isRight ? 0 : 1);
});

test('304 is right for a read with If-None-Match only', () => {
  const read = { ...NATIVE, endpoint: '/api/public/traces', method: 'GET', path: '/api/public/traces' } as const;
  const headers = [['If-None-Match', '*']] as const;
  expect(judge(304, '', {}, { ...read, headers })).toEqual([]);
  expect(judge(304, '', {}, { ...read, headers: [] })).toHaveLength(1);
  expect(judge(304, '', {}, { ...NATIVE, headers })).toHaveLength(1);
});
