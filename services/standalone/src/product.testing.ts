import { Closers, createLogger } from '@sluice/runtime';
import { testDatabaseUrl } from '@sluice/testkit';
import { composeStandalone } from './compose';
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

/** Starts the product on the database of the test file. */
export async function startProduct() {
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
    }),
    logger,
    closers,
    fail: (error) => {
      throw error;
    },
  });
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { ...init, headers });
    return { status: response.status, body: (await response.json()) as Json };
  };
  return {
    url,
    adminUrl,
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
