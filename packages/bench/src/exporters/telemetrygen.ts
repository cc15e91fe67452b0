import { createHttpClient } from '../load/http-client';
import { queryDatabase } from '../cluster/query-database';
import { runProgram } from '../command/run-program';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { AUTHORIZED, CREDENTIALS } from '../product/product';
import type { CommandContext } from '../command/command';
import { buildProgram } from './build-program';
import { startCollector } from './collector';
import { isReasonOfLogs } from './exported';
import type { Row } from './page';
import type { OtlpPorts } from './run-exporters';
import type { Target } from './target';

/** Spans of a trace of telemetrygen. */
const SPANS = 2;
const WORKERS = 4;
/** Traces of a worker. To the product each span waits for a commit; the Collector takes enough for batches of 8,192. */
const TRACES = { direct: 100, collector: 5_000 };
const POINTS = 200;
const TIMEOUT_MS = 10_000;

type Protocol = 'grpc' | 'http/protobuf';

const POINTS_OF_METRIC = `
  select count(*)::int as points
  from sluice.metric_points points join sluice.metric_series series on series.id = points.series_id
  where series.name = $1`;

interface Run {
  readonly protocol: Protocol;
  readonly target: Target;
  readonly signal: AbortSignal;
}

/** Paths of the programs that are run. */
export interface TelemetrygenPrograms {
  readonly program: string;
  readonly collector: string;
}

/** Builds the programs. @throws Error with the reason for which they cannot be run */
export async function prepareTelemetrygen(signal: AbortSignal): Promise<TelemetrygenPrograms> {
  const [program] = await buildProgram('telemetrygen', signal);
  const [collector] = await buildProgram('collector', signal);
  return { program, collector };
}

/** Runs telemetrygen by each protocol, to the product and to a Collector before it. */
export async function telemetrygenRows(
  { program, collector }: TelemetrygenPrograms,
  target: Target,
  { signal, print }: CommandContext,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [title, through] of [
    ['telemetrygen 0.161.0, at full rate', undefined],
    ['telemetrygen 0.161.0, at full rate, through the Collector', collector],
  ] as const) {
    for (const protocol of ['grpc', 'http/protobuf'] as const) {
      const row = await runTelemetrygen(program, through, { protocol, target, signal });
      print(`${title} ${protocol}: ${row.signals?.spans ?? 0} spans`);
      rows.push({ title, ...row });
    }
  }
  return rows;
}

/**
 * Sends by telemetrygen without a limit of its rate, and counts what is stored: it does not report its ids. Each span is an export, because
 * its batches drop spans that come faster than they are sent.
 * @param program telemetrygen's program
 * @param collector the Collector's program, where telemetrygen sends to it
 */
async function runTelemetrygen(program: string, collector: string | undefined, run: Run): Promise<Omit<Row, 'title'>> {
  const { protocol, target, signal } = run;
  const way = collector === undefined ? 'direct' : 'collector';
  const sent = { traces: WORKERS * TRACES[way], spans: WORKERS * TRACES[way] * SPANS, points: POINTS };
  const name = `telemetrygen.${way}.${protocol.replace('/', '.')}`;
  const generate = (ports: OtlpPorts, by: Protocol, args: readonly string[]): Promise<string> =>
    runProgram(program, [...args, ...destination(ports, by)], { signal });
  const traces = ['traces', '--batch=false', `--workers=${WORKERS}`, `--traces=${TRACES[way]}`];
  const metrics = ['metrics', `--metrics=${POINTS}`, '--metric-type=Sum', `--otlp-metric-name=${name}`];
  const sendBoth = async (ports: OtlpPorts, by: Protocol): Promise<void> => {
    await generate(ports, by, metrics);
    await generate(ports, by, [...traces, `--telemetry-attributes=user.id="${name}"`]);
  };
  const logs = (ports: OtlpPorts, by: Protocol): Promise<string> =>
    generate(ports, by, ['logs', '--logs=1']).catch((error: unknown) => (error as Error).message);
  let answered: string;
  if (collector === undefined) {
    await sendBoth(target.ports, protocol);
    answered = await logs(target.ports, protocol);
  } else {
    const { port, warnings, drain, stop } = await startCollector(collector, { protocol, ports: target.ports, signal });
    try {
      const ports = { grpc: port, http: 0 };
      await sendBoth(ports, 'grpc');
      await logs(ports, 'grpc');
      await drain(sent.spans);
      answered = warnings.join('\n');
    } finally {
      await stop();
    }
  }
  const stored = await countStored(name, target);
  const wrong = Object.entries(sent).filter(([key, count]) => stored[key as keyof typeof stored] !== count);
  return {
    protocol,
    signals: { spans: sent.spans, reportsLogs: isReasonOfLogs([answered]) },
    faults: undefined,
    violations: wrong.map(
      ([key, count]) => `${protocol}: ${stored[key as keyof typeof stored]} ${key} are stored, ${count} were sent`,
    ),
  };
}

/** Returns the arguments of an address and the header. */
function destination({ grpc, http }: OtlpPorts, protocol: Protocol): readonly string[] {
  return [
    '--rate=0',
    '--otlp-insecure',
    `--otlp-endpoint=127.0.0.1:${protocol === 'grpc' ? grpc : http}`,
    `--otlp-header=authorization="Bearer ${CREDENTIALS.bearerToken}"`,
    ...(protocol === 'grpc' ? [] : ['--otlp-http']),
  ];
}

interface Counts {
  readonly traces: number;
  readonly spans: number;
  readonly points: number;
}

/** Counts the traces and observations of a user, and the points of a metric of the same name. */
async function countStored(name: string, target: Pick<Target, 'baseUrl' | 'dataDir'>): Promise<Counts> {
  const http = createHttpClient({ baseUrl: target.baseUrl(), headers: AUTHORIZED, timeoutMs: TIMEOUT_MS });
  try {
    const { status, body } = await http.get(`/api/public/metrics/daily?userId=${name}`);
    if (status !== 200) throw new Error(`the daily figures are answered ${status}: ${body.toString().slice(0, 300)}`);
    const { data: days } = JSON.parse(body.toString()) as { readonly data: readonly Day[] };
    const { url } = await findEmbeddedDatabase(target.dataDir);
    const { rows } = await queryDatabase(url, (sql) => sql.query<{ points: number }>(POINTS_OF_METRIC, [name]));
    return {
      traces: sum(days.map(({ countTraces }) => countTraces)),
      spans: sum(days.map(({ countObservations }) => countObservations)),
      points: rows[0]?.points ?? 0,
    };
  } finally {
    http.close();
  }
}

interface Day {
  readonly countTraces: number;
  readonly countObservations: number;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
