import { openApiDocument } from '@sluice/openapi';
import { Closers, createLogger } from '@sluice/runtime';
import { DocumentedAnswers, SOURCE_OPTIONS, testDatabaseUrl } from '@sluice/testkit';
import { type StandaloneContext, composeStandalone } from './compose';
import { readStandaloneSettings } from './config';

export type Json = Record<string, unknown>;

/** The Basic credentials of the product under test. */
export const BASIC = `Basic ${Buffer.from('pk:sk').toString('base64')}`;

const TOKEN = 'test-token';

/** An answer; its body is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The same before its body is read. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Starts the product on the database of the test file, with more settings or others than the usual ones. Every answer
 * that its functions get has to be as the OpenAPI document says, whatever the test looks at.
 */
export async function startProduct(
  settings: NodeJS.ProcessEnv = {},
  others: Pick<StandaloneContext, 'filesEveryMs'> = {},
) {
  const logger = createLogger({ level: 'silent', pretty: false });
  const closers = new Closers({ logger });
  const { url, adminUrl } = await composeStandalone({
    config: readStandaloneSettings({
      DATABASE_URL: testDatabaseUrl(),
      PORT: '0',
      ADMIN_PORT: '0',
      API_BEARER_TOKEN: TOKEN,
      PUBLIC_KEY: 'pk',
      SECRET_KEY: 'sk',
      ...settings,
    }),
    logger,
    closers,
    readerOptions: { execArgv: SOURCE_OPTIONS },
    fail: (error) => {
      throw error;
    },
    ...others,
  });
  const documented = new DocumentedAnswers(openApiDocument);
  const authorization = `Bearer ${TOKEN}`;
  const send = async (path: string, init: RequestInit = {}): Promise<RawAnswer> => {
    const headers = { Authorization: authorization, ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { ...init, headers });
    const answer = {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    };
    documented.check({ method: init.method ?? 'GET', path, ...answer });
    return answer;
  };
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const { status, body } = await send(path, init);
    return { status, body: JSON.parse(body.toString()) as Json };
  };
  return {
    url,
    port: Number(new URL(url).port),
    adminUrl,
    authorization,
    /** What has been answered so far: see `DocumentedAnswers`. */
    documented: documented.seen,
    send,
    call,
    get: (path: string) => call(path),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    close: () => closers.close(10_000),
  };
}

export type Product = Awaited<ReturnType<typeof startProduct>>;
