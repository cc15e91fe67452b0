import { encodeOtlpResponse } from '@sluice/decode';
import { type Route, badRequest, noteRefusedPart } from '@sluice/http';
import { type BodyKind, type GatewayParts, ingest } from '../ingest';

type MediaType = 'application/json' | 'application/x-protobuf';

const SPANS: Readonly<Record<MediaType, BodyKind>> = {
  'application/json': { source: 'otlp', topic: 'sluice.traces.v1', format: 'otlp-json' },
  'application/x-protobuf': { source: 'otlp', topic: 'sluice.traces.v1', format: 'otlp-protobuf' },
};

/** POST /api/public/otel/v1/traces (spec 4.8). Spans that cannot be stored are refused alone and told. */
export function otlpTracesRoute(parts: GatewayParts): Route {
  return {
    method: 'post',
    path: '/api/public/otel/v1/traces',
    handle: async (request, response) => {
      const mediaType = mediaTypeOf(request.headers['content-type']);
      const { refused, reasons, omitted } = await ingest(parts, SPANS[mediaType], { request, response });
      if (refused > 0) noteRefusedPart(response, { items: refused, reason: reasons.join('; ') });
      // The exact type without parameters: exporters compare it before they read the body (OTLP 1.11).
      const body = encodeOtlpResponse(mediaType, { rejected: refused, message: [...reasons, ...omitted].join('; ') });
      response.statusCode = 200;
      response.setHeader('Content-Type', mediaType);
      response.setHeader('Content-Length', body.length);
      response.end(body);
    },
  };
}

/** The media type to decode by and to answer in; parameters and case do not matter (contract: HTTP in general). */
function mediaTypeOf(contentType: string | undefined): MediaType {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json' || type === 'application/x-protobuf') return type;
  throw badRequest('Content-Type must be application/x-protobuf or application/json');
}
