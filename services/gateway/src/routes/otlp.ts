import { endpoints, routeOf } from '@sluice/api';
import { type Signal, encodeOtlpResponse } from '@sluice/decode';
import { type Route, badRequest, noteRefusedPart } from '@sluice/http';
import { type MediaType, exportOtlp } from '../export-otlp';
import { httpBody } from '../incoming-body';
import type { GatewayDependencies } from '../ingest';

/** Signal of each endpoint of OTLP. */
const SIGNALS = {
  ingestOtlpTraces: 'traces',
  ingestOtlpMetrics: 'metrics',
  ingestOtlpLogs: 'logs',
  ingestOtlpTracesAtRoot: 'traces',
  ingestOtlpMetricsAtRoot: 'metrics',
  ingestOtlpLogsAtRoot: 'logs',
} as const satisfies Readonly<Record<string, Signal>>;

/** POST /api/public/otel/v1/traces (spec 4.8), metrics and logs, and the same at /v1/traces (contract: OTLP). */
export const otlpRoutes = (dependencies: GatewayDependencies): Route[] =>
  Object.entries(SIGNALS).map(([name, signal]) => otlpRoute(name as keyof typeof SIGNALS, signal, dependencies));

/** The same at /v1/traces, /v1/metrics and /v1/logs alone, for the default port of OTLP/HTTP. */
export const otlpRootRoutes = (dependencies: GatewayDependencies): Route[] =>
  otlpRoutes(dependencies).filter(({ path }) => path.startsWith('/v1/'));

function otlpRoute(name: keyof typeof SIGNALS, signal: Signal, dependencies: GatewayDependencies): Route {
  return routeOf(endpoints[name], async (request, response) => {
    const mediaType = mediaTypeOf(request.headers['content-type']);
    const exported = await exportOtlp(dependencies, { signal, mediaType }, httpBody(request, response));
    const { rejected, reason, message } = exported;
    if (rejected > 0) noteRefusedPart(response, { items: rejected, reason });
    // The exact type without parameters: exporters compare it before they read the body (OTLP 1.11).
    const body = encodeOtlpResponse(signal, mediaType, { rejected, message });
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
