import type { Way } from '@sluice/testbed/servers';
import type { CommandContext } from '../command/command';
import { GrpcExporter } from '../load/grpc-exporter';
import { createHttpClient } from '../load/http-client';
import { AUTHORIZED } from '../product/product';
import { PROJECTS } from '../product/projects';
import { LogCheck } from './check/log-check';
import type { ResendingClient } from './client';
import { makeClients } from './clients';
import { History } from './history';
import { acknowledgedOverGrpc, formatReport } from './report';
import { ChaosRun, type Episode } from './run';
import { type Testbed, type TestbedOptions, startTestbed } from './testbed';
import { type Verdict, verify } from './verify';

const READ_TIMEOUT_MS = 30_000;
const GRPC_TIMEOUT_MS = 10_000;

export interface FaultRunOptions extends Omit<TestbedOptions, 'logged' | 'wrote' | 'wrong'> {
  readonly seed: number;
  readonly episodes: Iterable<Episode>;
  /** No episode begins after this time; undefined: all episodes happen. */
  readonly seconds?: number;
  /** Pause of each client between two requests, in milliseconds. */
  readonly pauseMs: number;
}

export interface FaultRun {
  /** A sentence for each violation; empty where everything is right. */
  readonly violations: readonly string[];
  /** Report for a terminal. */
  readonly report: string;
  /** File of what the clients and processes did; kept only where a violation was found. */
  readonly historyPath: string;
}

/** Starts everything, sends load, runs the episodes, and compares everything at the end. */
export async function runFaults(options: FaultRunOptions, context: CommandContext): Promise<FaultRun> {
  const { seed, episodes, seconds, recoveryMs, pauseMs } = options;
  const violations: string[] = [];
  const logCheck = new LogCheck();
  const logged: TestbedOptions['logged'] = (service, line) => logCheck.take(service, line);
  const history = new History(seed);
  const wrote: TestbedOptions['wrote'] = (process, line) => history.addLine(process, line);
  const wrong = (sentence: string): void => void violations.push(sentence);
  const testbed = await startTestbed({ ...options, logged, wrote, wrong }, context);
  const running = () => testbed.fleet.running('gateway').map(({ process }) => process);
  const gateways = {
    urls: () => running().map(({ url }) => url),
    grpcAddresses: () => running().flatMap(({ grpcAddress }) => grpcAddress ?? []),
  };
  // Gateways of controls and of older releases have no port of gRPC.
  const grpc =
    options.mains?.gateway === undefined && options.older === undefined
      ? new GrpcExporter({ timeoutMs: GRPC_TIMEOUT_MS })
      : undefined;
  context.closers.add('exporter of gRPC', () => grpc?.close());
  const clients = makeClients({
    ...(grpc && { grpc }),
    ...{ seed, history, gateways, pauseMs, projects: PROJECTS, events: options.older === undefined },
    ...(testbed.aged && { expiredTraces: testbed.aged.expiredTraces }),
  });
  const run = new ChaosRun({ testbed, clients, gateways, history }, context);
  const durationMs = seconds === undefined ? undefined : seconds * 1000;
  await run.run({ seed, episodes, durationMs, recoveryMs });
  const verdict = await compare(testbed, clients);
  violations.push(...run.violations, ...verdict.violations, ...logCheck.violations);
  if (grpc !== undefined && acknowledgedOverGrpc(clients) === 0)
    violations.push('no request was acknowledged over gRPC');
  await history.close({ isKept: violations.length > 0 });
  const { gatewayToBroker, writerToPostgres } = testbed.proxies;
  const answersCut = (way: Way) => way.reduce((sum, proxy) => sum + proxy.answersCut, 0);
  const cut = { produce: answersCut(gatewayToBroker), commit: answersCut(writerToPostgres) };
  const table = formatReport({ clients, history, run, cut, verdict, violations: violations.length });
  const messages = logCheck.counts.map(([message, times]) => `\n  ${times} × ${message}`);
  return { violations, report: `${table}${messages.join('')}`, historyPath: history.path };
}

async function compare(testbed: Testbed, clients: readonly ResendingClient[]): Promise<Verdict> {
  const { database, broker, topics, positions, fleet } = testbed;
  const [query] = fleet.running('query');
  const reads =
    query && createHttpClient({ baseUrl: query.process.url, headers: AUTHORIZED, timeoutMs: READ_TIMEOUT_MS });
  try {
    return await verify({ database, brokers: broker.brokers, topics, positions, reads, projects: PROJECTS }, clients);
  } finally {
    reads?.close();
  }
}
