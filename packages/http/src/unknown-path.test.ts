import { shownPath, unknownPath } from './unknown-path';

test.each([
  ['/api/public/ingestion', '/api/public/ingestion'],
  ['/api/public/otel/v1/logs?token=hunter2', '/api/public/otel/v1/logs'],
  ['http://ada:hunter2@sluice.example:3000/v1/traces#x', '/v1/traces'],
  ['/bot/sk-lf-0a1b2c3d4e5f/send', '/bot/…/send'],
  ['/sluice-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4/x', '/…/x'],
  ['/api/v2/hunter2', '/api/v2/…'],
  ['/api/public/sessions/7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', '/api/public/sessions/…'],
  ['/a%0Ab/c\u001b[31m/\u00e9', '/…/…/…'],
  [`/${'abc/'.repeat(1000)}`, `${`/${'abc/'.repeat(1000)}`.slice(0, 120)}…`],
  ['*', '…'],
])('the path of %j is shown as %s', (url, shown) => {
  expect(shownPath(url)).toBe(shown);
});

test.each([
  '/',
  '//',
  '/api/public/otel',
  '/api/public/otel/?a=b',
  '/v1',
  '/api/public/otel/v1/',
  '/v1/traces/v1/traces',
  '/api/public/otel/v1/traces/v1/metrics',
])('an export to %s is told where it goes', (url) => {
  const { status, message } = unknownPath({ method: 'POST', url });
  expect([status, message]).toEqual([404, expect.stringContaining('OTLP exports go to /v1/traces, ')]);
  expect(unknownPath({ method: 'GET', url }).message).not.toContain('OTLP');
});

test.each(['/api', '/api/public', '/v2/traces', '/v1/l', '/api/public/otel/v1/profiles', '/v1/tracesv1'])(
  'a post to %s is not told of exports',
  (url) => {
    expect(unknownPath({ method: 'POST', url }).message).not.toContain('OTLP');
  },
);

test('an unknown path is 404 and told with its method', () => {
  expect(unknownPath({ method: 'POST', url: '/api/public/ingestion?x=1' })).toMatchObject({
    status: 404,
    message: 'there is no such path or method: "POST /api/public/ingestion"',
  });
});
