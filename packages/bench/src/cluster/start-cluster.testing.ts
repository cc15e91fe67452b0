import { once } from 'node:events';
import { join } from 'node:path';
import { MAX_MESSAGE_BYTES } from '@sluice/bus/kafka';
import { kafkaTopics } from '@sluice/bus/testing';
import { eventually as cameTrue, forkSource, patience } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import { Closers, createLogger } from '@sluice/runtime';
import { startTestServer, testBrokers } from '@sluice/testbed/servers';
import { migrate } from '@sluice/store/migrate';
import { Pool } from 'pg';
import { AUTHORIZED } from '../product/product';
import { type Cluster, type ClusterOptions, type ServiceProcess, createCluster } from './cluster';
import { SERVICES, runSource } from './run-source.testing';

/** Services from their sources, on the broker of the test run, with a Postgres of their own. */
export interface TestCluster {
  readonly cluster: Cluster;
  /** First process of each service, ready. */
  readonly gateway: ServiceProcess;
  readonly writer: ServiceProcess;
  readonly query: ServiceProcess;
  /** Connections without the proxy. */
  readonly database: Pool;
  readonly databaseUrl: string;
  /** Proxy between the services and Postgres. */
  readonly proxy: TcpProxy;
  readonly topicPrefix: string;
  /** Lines of the services that an operator should read. */
  readonly output: readonly string[];
  readonly close: () => Promise<void>;
}

export async function startTestCluster({
  partitions,
  settings = {},
}: {
  readonly partitions: number;
  readonly settings?: ClusterOptions['settings'];
}): Promise<TestCluster> {
  const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
  const [server, { topicPrefix = '' }] = await Promise.all([
    startTestServer(),
    kafkaTopics({ brokers: testBrokers(), partitions, maxMessageBytes: MAX_MESSAGE_BYTES }),
  ]);
  closers.add('server', () => server.stop());
  await migrate(server.url);
  const proxy = await TcpProxy.listen();
  closers.add('proxy', () => proxy.close());
  const proxied = new URL(server.url);
  proxy.setTarget(Number(proxied.port));
  proxied.port = String(proxy.port);
  const database = new Pool({ connectionString: server.url, max: 2 });
  closers.add('pool', () => database.end());
  const output: string[] = [];
  const cluster = createCluster(
    {
      kafka: { KAFKA_BROKERS: testBrokers().join(','), KAFKA_TOPIC_PREFIX: topicPrefix },
      databaseUrl: proxied.href,
      settings,
      run: runSource,
      logged: (service, line) => output.push(`${service}: ${line}`),
    },
    { closers, signal: new AbortController().signal },
  );
  const [gateway, writer] = await Promise.all([cluster.start('gateway'), cluster.start('writer')]);
  const query = await cluster.start('query', { GATEWAY_URL: gateway.url });
  const close = async (): Promise<void> => {
    await closers.close(patience(60_000));
  };
  return { cluster, gateway, writer, query, database, databaseUrl: server.url, proxy, topicPrefix, output, close };
}

/** Sends a body to a gateway, or to a query service that forwards it. @returns the receipt */
export async function post(
  to: ServiceProcess,
  path: string,
  { body, type = 'application/json' }: { readonly body: string | Uint8Array<ArrayBuffer>; readonly type?: string },
): Promise<string> {
  const headers = { ...AUTHORIZED, 'content-type': type };
  const response = await fetch(to.url + path, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return response.headers.get('sluice-receipt') ?? '';
}

/** Reads from a query service, with a receipt. */
export async function get(
  query: ServiceProcess,
  path: string,
  receipt?: string,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const headers = { ...AUTHORIZED, ...(receipt !== undefined && { 'sluice-receipt': receipt }) };
  const response = await fetch(query.url + path, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Waits until the condition is true. @throws Error with the last lines of the services, at the time limit */
export async function eventually(
  { output }: Pick<TestCluster, 'output'>,
  condition: () => Promise<boolean>,
): Promise<void> {
  // A halted partition checks every 30 s whether its committed offset was moved.
  await cameTrue(condition, undefined, 90_000).catch((error: unknown) => {
    throw new Error(`${String(error)}; output: ${output.slice(-20).join('\n')}`);
  });
}

/** Runs a command of `sluice` as an operator does. @returns its lines */
export async function sluice(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<readonly string[]> {
  const child = forkSource(join(SERVICES, 'cli/src/main.ts'), args, {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const text = Buffer.concat(output).toString();
  if (code !== 0) throw new Error(`sluice ${args.join(' ')} ended with ${code}: ${text}`);
  return text.split('\n').filter((line) => line !== '');
}
