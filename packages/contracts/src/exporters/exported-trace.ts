import { once } from 'node:events';
import { join } from 'node:path';
import { forkSource } from '@sluice/testbed/machine';

export interface ExportOptions {
  readonly url: string;
  readonly authorization: string;
  readonly encoding: 'json' | 'protobuf';
  readonly compression: 'none' | 'gzip';
}

/**
 * Sends one trace of two spans by the real OpenTelemetry SDK. @returns the trace id, 32 hex digits
 * @throws when the process fails
 */
export async function exportedTrace({ url, authorization, encoding, compression }: ExportOptions): Promise<string> {
  const traceId = await answerOf('export-spans.ts', [url, encoding, authorization], compression);
  if (typeof traceId !== 'string') throw new Error('the exporter sent no trace id');
  return traceId;
}

/**
 * Sends a metric of each kind that the real OpenTelemetry SDK has, and then one log record: `<prefix>.counter` 3, `.updown` -2, `.gauge`
 * 0.5 and NaN, `.histogram` and `.exponential` of 1, 2 and 7. @returns warnings of the SDKs
 * @param url base URL of all signals
 * @throws when the process fails
 */
export async function exportedMetrics(
  { url, authorization, encoding, compression }: ExportOptions,
  prefix: string,
): Promise<readonly string[]> {
  const warnings = await answerOf('export-metrics.ts', [url, encoding, authorization, prefix], compression);
  return warnings as readonly string[];
}

/** Runs exporters in a process of its own, because they cannot run inside Jest. */
async function answerOf(file: string, args: readonly string[], compression: string): Promise<unknown> {
  const child = forkSource(join(__dirname, file), args, {
    env: { ...process.env, OTEL_EXPORTER_OTLP_COMPRESSION: compression, OTEL_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  const answers: unknown[] = [];
  child.on('message', (message) => answers.push(message));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 || answers.length === 0) throw new Error(`the exporter ended with ${code}: ${output.join('')}`);
  return answers[0];
}
