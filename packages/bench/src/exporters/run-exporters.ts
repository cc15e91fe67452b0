import type { Program } from './build-program';
import { type Exported, readExported } from './exported';
import { runProgram } from '../command/run-program';
import { CREDENTIALS } from '../product/product';

export type Protocol = 'grpc' | 'http/protobuf' | 'http/json';

/** Ports of the product, or of what forwards to it. */
export interface OtlpPorts {
  readonly grpc: number;
  readonly http: number;
}

export interface ExportRun {
  readonly protocol: Protocol;
  readonly ports: OtlpPorts;
  /** Beginning of the names of the metrics. */
  readonly prefix: string;
  /** Time for which traces are made; 0: ten traces. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

const END_MS = 120_000;
/** Interval of the exports of a run that lasts, so that faults find some under way. */
const BATCH_MS = '100';

/** Runs a program with the address and the header that a user sets, and nothing else of an exporter. */
export async function runExporters(
  [file, ...args]: Program,
  { protocol, ports, prefix, seconds, signal }: ExportRun,
): Promise<Exported> {
  const { PATH, HOME } = process.env;
  const output = await runProgram(file, [...args, protocol, prefix, String(seconds)], {
    env: {
      PATH,
      HOME,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpointOf(protocol, ports),
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${CREDENTIALS.bearerToken}`,
      ...(seconds > 0 && { OTEL_BSP_SCHEDULE_DELAY: BATCH_MS }),
    },
    timeoutMs: seconds * 1_000 + END_MS,
    signal,
  });
  return readExported(output);
}

function endpointOf(protocol: Protocol, { grpc, http }: OtlpPorts): string {
  return `http://127.0.0.1:${protocol === 'grpc' ? grpc : http}`;
}
