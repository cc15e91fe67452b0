import { connectApi } from '@sluice/contracts';
import type { OtlpAddress } from '@sluice/gateway';
import { SOURCE_OPTIONS, patience } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { type StandaloneContext, composeStandalone } from './compose';
import { readStandaloneSettings } from './config';

const TOKEN = 'test-token';

/** Starts the product on the database of the test file, with settings in addition to, or instead of, the usual ones. */
export async function startProduct(
  settings: NodeJS.ProcessEnv = {},
  others: Pick<StandaloneContext, 'filesEveryMs' | 'retentionPauses'> = {},
) {
  const logger = createLogger({ level: 'silent', pretty: false });
  const closers = new Closers({ logger });
  const { url, adminUrl, otlp } = await composeStandalone({
    config: readStandaloneSettings({
      DATABASE_URL: testDatabaseUrl(),
      PORT: '0',
      ADMIN_PORT: '0',
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: '0',
      API_BEARER_TOKEN: TOKEN,
      PUBLIC_KEY: 'pk',
      SECRET_KEY: 'sk',
      LOG_LEVEL: 'silent',
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
  const places = { ingestUrl: url, queryUrl: url, bearerToken: TOKEN, publicKey: 'pk', secretKey: 'sk' };
  return {
    ...connectApi(places),
    url,
    port: Number(new URL(url).port),
    adminUrl,
    /** Addresses of the listeners of OTLP. */
    otlp: { http: urlOf(otlp.http), grpc: urlOf(otlp.grpc) },
    close: () => closers.close(patience(10_000)),
  };
}

function urlOf(address: OtlpAddress): string {
  return address !== undefined && 'url' in address ? address.url : '';
}

export type Product = Awaited<ReturnType<typeof startProduct>>;
