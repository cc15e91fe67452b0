import { decodeOtlpJson, decodeOtlpProtobuf, encodeOtlpResponse } from '@sluice/decode';
import { type Route, badRequest, noteRefusedPart } from '@sluice/http';
import { normalizeOtlp } from '@sluice/normalize';
import { type GatewayParts, ingest } from '../ingest';

type MediaType = 'application/json' | 'application/x-protobuf';

/** POST /api/public/otel/v1/traces (spec 4.8). Spans that cannot be stored are refused alone and told. */
export function otlpTracesRoute(parts: GatewayParts): Route {
  const { limits, prefixes, newId } = parts;
  return {
    method: 'post',
    path: '/api/public/otel/v1/traces',
    handle: async (request, response) => {
      const mediaType = mediaTypeOf(request.headers['content-type']);
      const { told, reasons } = await ingest(parts, 'otlp', request, ({ body, receivedAt }) => {
        const decode = mediaType === 'application/json' ? decodeOtlpJson : decodeOtlpProtobuf;
        const traces = decode(body, limits.decode);
        if (traces.accepted === 0 && traces.rejected > 0) {
          throw badRequest(`no span can be stored: ${traces.reasons.join('; ')}`);
        }
        const context = { receivedAt, newRecordId: newId, prefixes, limits: limits.normalize };
        const { records, omitted } = normalizeOtlp(traces, context);
        return {
          topic: 'sluice.traces.v1',
          records,
          refused: traces.rejected,
          reasons: traces.reasons.join('; '),
          told: { rejected: traces.rejected, message: [...traces.reasons, ...omitted].join('; ') },
        };
      });
      if (told.rejected > 0) noteRefusedPart(response, { items: told.rejected, reason: reasons });
      // The exact type without parameters: exporters compare it before they read the body (OTLP 1.11).
      const body = encodeOtlpResponse(mediaType, told);
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
