import {
  type Handler,
  badRequest,
  createApp,
  createCredentials,
  forbidden,
  internalError,
  listen,
  notFound,
  tooLarge,
  tooManyRequests,
  unauthorized,
  unavailable,
} from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import { DocumentedAnswers } from './testing/documented-answers';
import { openApiDocument } from './openapi';

/** An endpoint with failures of its own beside those of every endpoint. */
const [READ, WRITE] = ['/api/public/traces/{traceId}', '/v1/l/batch'] as const;

/** The real answer to a request whose handler fails, compared with the document. @returns its status */
async function documentedFailure(method: 'GET' | 'POST', path: string, handle: Handler): Promise<number> {
  const route = {
    method: method === 'GET' ? ('get' as const) : ('post' as const),
    path,
    scope: 'any',
    handle,
  } as const;
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    routes: [route],
  });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  try {
    const response = await fetch(listener.url + path, { method, headers: { Authorization: 'Bearer token' } });
    const { status, headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    new DocumentedAnswers(openApiDocument).check({ method, path, status, headers, body });
    return status;
  } finally {
    await listener.close(1000);
  }
}

const failing = (error: Error): Handler => {
  return () => {
    throw error;
  };
};

describe('the catalogue of errors', () => {
  const failures = [
    [400, badRequest('m')],
    [401, unauthorized()],
    [403, forbidden('m')],
    [429, tooManyRequests('m', 2)],
    [500, internalError()],
    [500, new Error('a bug')],
    [503, unavailable('m')],
  ] as const;

  it.each([...failures, [404, notFound('m')] as const])(
    'answers a read with %i as the document says',
    async (status, error) => {
      expect(await documentedFailure('GET', READ.replace('{traceId}', 'x'), failing(error))).toBe(status);
    },
  );

  it.each([...failures, [413, tooLarge('m')]] as const)(
    'answers a write with %i as the document says',
    async (status, error) => {
      expect(await documentedFailure('POST', WRITE, failing(error))).toBe(status);
    },
  );
});
