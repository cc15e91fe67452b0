import type { Signal } from '@sluice/decode';
import type { IncomingBody } from './incoming-body';
import { type GatewayDependencies, ingest } from './ingest';
import type { Format } from './read';

export type MediaType = 'application/json' | 'application/x-protobuf';

const FORMATS = {
  traces: { 'application/json': 'otlp-json', 'application/x-protobuf': 'otlp-protobuf' },
  metrics: { 'application/json': 'otlp-metrics-json', 'application/x-protobuf': 'otlp-metrics-protobuf' },
  logs: { 'application/json': 'otlp-logs-json', 'application/x-protobuf': 'otlp-logs-protobuf' },
} as const satisfies Readonly<Record<Signal, Readonly<Record<MediaType, Format>>>>;

/** Result of an export that was accepted, in part or whole. */
export interface Exported {
  /** Number of items that were refused individually. */
  readonly rejected: number;
  /** Reasons of the refusals. */
  readonly reason: string;
  /** Reasons and warnings, for the answer (`PartialSuccess`). */
  readonly message: string;
}

/**
 * Stores an export of OTLP (contract: OTLP). Items that cannot be stored are refused individually and counted; of logs, these are all.
 * @throws ApiError as `ingest`
 */
export async function exportOtlp(
  dependencies: GatewayDependencies,
  { signal, mediaType }: { readonly signal: Signal; readonly mediaType: MediaType },
  incoming: IncomingBody,
): Promise<Exported> {
  // OTLP has no key for a repeated request: its bytes are the same.
  const repeatable = signal === 'metrics' ? { sender: incoming.sender.id, key: '' } : undefined;
  const kind = { format: FORMATS[signal][mediaType], ...(repeatable && { repeatable }) };
  const { refused, reasons, omitted } = await ingest(dependencies, kind, incoming);
  return { rejected: refused, reason: reasons.join('; '), message: [...reasons, ...omitted].join('; ') };
}
