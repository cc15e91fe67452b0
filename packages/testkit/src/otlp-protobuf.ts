import { join } from 'node:path';
import { Root, type Type } from 'protobufjs';

const PROTO = join(__dirname, '../../../proto');
const MESSAGES = {
  trace: 'ExportTraceServiceRequest',
  metrics: 'ExportMetricsServiceRequest',
  logs: 'ExportLogsServiceRequest',
};
const HEX_IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

type OtlpSignal = keyof typeof MESSAGES;

/** The protobuf of an OTLP/JSON request, encoded by reflection on the format and by nothing of the product. */
export function otlpProtobuf(request: unknown, signal: OtlpSignal = 'trace'): Uint8Array<ArrayBuffer> {
  const type = requestType(signal);
  return Uint8Array.from(type.encode(type.fromObject(withBytes(request) as Record<string, unknown>)).finish());
}

/** The message of a trace request, by reflection on the format. */
export const otlpTraceRequestType = (): Type => requestType('trace');

const types = new Map<OtlpSignal, Type>();

function requestType(signal: OtlpSignal): Type {
  const known = types.get(signal) ?? loadType(signal);
  types.set(signal, known);
  return known;
}

function loadType(signal: OtlpSignal): Type {
  const root = new Root();
  root.resolvePath = (_origin, target) => join(PROTO, target);
  root.loadSync(`opentelemetry/proto/collector/${signal}/v1/${signal}_service.proto`);
  return root.lookupType(`opentelemetry.proto.collector.${signal}.v1.${MESSAGES[signal]}`);
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
