import { once } from 'node:events';
import { join } from 'node:path';
import { forkSource } from './fork-source';

export interface ExportOptions {
  readonly url: string;
  readonly authorization: string;
  readonly encoding: 'json' | 'protobuf';
  readonly compression: 'none' | 'gzip';
}

/**
 * Sends one trace of two spans by the real OpenTelemetry SDK, in a process of its own: its exporters cannot run inside
 * Jest. @returns the trace id, 32 hex digits. @throws when the process fails or says anything, as it does of refusals
 */
export async function exportedTrace({ url, authorization, encoding, compression }: ExportOptions): Promise<string> {
  const child = forkSource(join(__dirname, 'export-spans.ts'), [url, encoding, authorization], {
    env: { ...process.env, OTEL_EXPORTER_OTLP_COMPRESSION: compression, OTEL_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(String(chunk)));
  const ids: unknown[] = [];
  child.on('message', (message) => ids.push(message));
  const [code] = (await once(child, 'close')) as [number | null];
  const [traceId] = ids;
  if (code !== 0 || typeof traceId !== 'string') throw new Error(`the exporter ended with ${code}: ${said.join('')}`);
  return traceId;
}
