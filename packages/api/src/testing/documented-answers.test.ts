import { openApiDocument } from '../openapi';
import { DocumentedAnswers, type SeenAnswer } from './documented-answers';

const HEALTHY: SeenAnswer = {
  method: 'GET',
  path: '/healthz',
  status: 200,
  headers: new Headers({
    'content-type': 'application/json',
    'x-request-id': 'r1',
    'x-content-type-options': 'nosniff',
    date: 'now',
  }),
  body: Buffer.from('{"status":"ok"}'),
};

const failure = (code: string) => Buffer.from(JSON.stringify({ message: 'm', code, data: null }));
const headersAnd = (more: Readonly<Record<string, string>>): Headers =>
  new Headers([...HEALTHY.headers, ...Object.entries(more)]);

function complaintOf(answer: Partial<SeenAnswer>): string {
  const answers = new DocumentedAnswers(openApiDocument);
  try {
    answers.check({ ...HEALTHY, ...answer });
    return [...answers.seen].join();
  } catch (error) {
    return (error as Error).message;
  }
}

it('remembers what was as the document says, by operation and status', () => {
  expect(complaintOf({})).toBe('getHealth 200');
  expect(complaintOf({ path: '/healthz?x=1' })).toBe('getHealth 200');
  expect(complaintOf({ method: 'HEAD', body: Buffer.alloc(0) })).toBe('HEAD getHealth 200');
  const notFound = { status: 404, body: failure('NOT_FOUND') };
  expect(complaintOf({ ...notFound, path: '/api/public/traces/x' })).toBe('getTrace 404');
  expect(complaintOf({ ...notFound, path: '/api/public/traces/x/y' })).toBe('unknown 404');
  expect(complaintOf({ ...notFound, method: 'DELETE' })).toBe('unknown 404');
});

it.each<[string, Partial<SeenAnswer>, string]>([
  ['another status', { status: 201 }, 'does not have this status'],
  ['success where there is nothing', { path: '/unknown' }, 'does not have this status'],
  ['a missing header', { headers: new Headers({ 'content-type': 'application/json' }) }, 'X-Request-Id is missing'],
  ['a header with a wrong value', { headers: headersAnd({ 'x-request-id': 'a b' }) }, 'X-Request-Id: value must match'],
  ['a header that nothing tells of', { headers: headersAnd({ etag: '"1"' }) }, 'does not have the header etag'],
  [
    'another media type',
    { headers: new Headers({ 'x-request-id': 'r1', 'x-content-type-options': 'nosniff' }) },
    'Content-Type: null',
  ],
  ['a charset', { headers: headersAnd({ 'content-type': 'application/json; charset=utf-8' }) }, 'Content-Type: '],
  ['a missing member', { body: Buffer.from('{}') }, "must have required property 'status'"],
  ['an extra member', { body: Buffer.from('{"status":"ok","more":1}') }, 'must NOT have additional properties'],
  ['a wrong value', { body: Buffer.from('{"status":"down"}') }, 'must be equal to constant'],
  ['a body after HEAD', { method: 'HEAD' }, 'a body was not expected'],
  [
    'the code of another failure',
    { path: '/api/public/traces/x', status: 404, body: failure('BAD_REQUEST') },
    'code must be equal to constant',
  ],
])('refuses %s', (_, answer, complaint) => {
  expect(complaintOf(answer)).toContain(complaint);
});
