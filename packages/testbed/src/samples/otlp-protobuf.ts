import { join } from 'node:path';
import { Root, type Type } from 'protobufjs';

const PROTO = join(__dirname, '../../../../proto');
const SIGNALS = { trace: 'Trace', metrics: 'Metrics', logs: 'Logs' };
const HEX_IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

type OtlpSignal = keyof typeof SIGNALS;

/** Encodes an OTLP/JSON request as protobuf, by reflection on the format and without code of the product. */
export function otlpProtobuf(request: unknown, signal: OtlpSignal = 'trace'): Uint8Array<ArrayBuffer> {
  const type = otlpMessage(signal);
  return Uint8Array.from(type.encode(type.fromObject(withBytes(request) as Record<string, unknown>)).finish());
}

const roots = new Map<OtlpSignal, Root>();

/** Looks up `Export<Signal>Service<Request or Response>`, by reflection on the format. */
export function otlpMessage(signal: OtlpSignal, kind: 'Request' | 'Response' = 'Request'): Type {
  const root = roots.get(signal) ?? loadRoot(signal);
  roots.set(signal, root);
  return root.lookupType(`opentelemetry.proto.collector.${signal}.v1.Export${SIGNALS[signal]}Service${kind}`);
}

function loadRoot(signal: OtlpSignal): Root {
  const root = new Root();
  root.resolvePath = (_origin, target) => join(PROTO, target);
  return root.loadSync(`opentelemetry/proto/collector/${signal}/v1/${signal}_service.proto`);
}

/** Converts hex ids into bytes. */
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
