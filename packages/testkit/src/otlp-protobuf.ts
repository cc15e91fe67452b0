import { join } from 'node:path';
import { Root, type Type } from 'protobufjs';

const PROTO = join(__dirname, '../../../proto');
const SERVICE = 'opentelemetry/proto/collector/trace/v1/trace_service.proto';
const HEX_IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

/** The protobuf of an OTLP/JSON trace request, encoded by reflection on the format and by nothing of the product. */
export function otlpProtobuf(request: unknown): Uint8Array<ArrayBuffer> {
  const type = otlpTraceRequestType();
  return Uint8Array.from(type.encode(type.fromObject(withBytes(request) as Record<string, unknown>)).finish());
}

/** The message of a trace request, by reflection on the format. */
export function otlpTraceRequestType(): Type {
  const root = new Root();
  root.resolvePath = (_origin, target) => join(PROTO, target);
  root.loadSync(SERVICE);
  return root.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');
}

/** The same with ids as bytes instead of hex. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      HEX_IDS.has(key) && typeof member === 'string' ? Buffer.from(member, 'hex') : withBytes(member),
    ]),
  );
}
