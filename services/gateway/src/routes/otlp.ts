import { endpoints, routeOf } from '@sluice/api';
import { type Signal, encodeOtlpResponse } from '@sluice/decode';
import { type Route, badRequest, noteRefusedPart, senderOf } from '@sluice/http';
import { httpBody } from '../incoming-body';
import { type GatewayDependencies, ingest } from '../ingest';
import type { Format } from '../read';

type MediaType = 'application/json' | 'application/x-protobuf';

const FORMATS = {
  traces: { 'application/json': 'otlp-json', 'application/x-protobuf': 'otlp-protobuf' },
  metrics: { 'application/json': 'otlp-metrics-json', 'application/x-protobuf': 'otlp-metrics-protobuf' },
  logs: { 'application/json': 'otlp-logs-json', 'application/x-protobuf': 'otlp-logs-protobuf' },
} as const satisfies Readonly<Record<Signal, Readonly<Record<MediaType, Format>>>>;

/** Signal of each endpoint of OTLP. */
const SIGNALS = {
  ingestOtlpTraces: 'traces',
  ingestOtlpMetrics: 'metrics',
  ingestOtlpLogs: 'logs',
  ingestOtlpTracesAtRoot: 'traces',
  ingestOtlpMetricsAtRoot: 'metrics',
  ingestOtlpLogsAtRoot: 'logs',
} as const satisfies Readonly<Record<string, Signal>>;

/**
 * POST /api/public/otel/v1/traces (spec 4.8), metrics and logs, and the same at /v1/traces (contract: OTLP). Items that cannot
 * be stored are refused individually and counted; of logs, these are all.
 */
export const otlpRoutes = (dependencies: GatewayDependencies): Route[] =>
  Object.entries(SIGNALS).map(([name, signal]) => otlpRoute(name as keyof typeof SIGNALS, signal, dependencies));

function otlpRoute(name: keyof typeof SIGNALS, signal: Signal, dependencies: GatewayDependencies): Route {
  return routeOf(endpoints[name], async (request, response) => {
    const mediaType = mediaTypeOf(request.headers['content-type']);
    // OTLP has no key for a repeated request: its bytes are the same.
    const repeatable = signal === 'metrics' ? { sender: senderOf(response).id, key: '' } : undefined;
    const kind = { format: FORMATS[signal][mediaType], ...(repeatable && { repeatable }) };
    const { refused, reasons, omitted } = await ingest(dependencies, kind, httpBody(request, response));
    if (refused > 0) noteRefusedPart(response, { items: refused, reason: reasons.join('; ') });
    // The exact type without parameters: exporters compare it before they read the body (OTLP 1.11).
    const message = [...reasons, ...omitted].join('; ');
    const body = encodeOtlpResponse(signal, mediaType, { rejected: refused, message });
    response.statusCode = 200;
    response.setHeader('Content-Type', mediaType);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });
}

/** Returns the media type of request and response; parameters and case are ignored (contract: HTTP in general). */
function mediaTypeOf(contentType: string | undefined): MediaType {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json' || type === 'application/x-protobuf') return type;
  throw badRequest('Content-Type must be application/x-protobuf or application/json');
}
