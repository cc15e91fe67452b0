import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Signal } from '@sluice/decode';
import { unaryMethod } from './methods';

/** Services of OTLP (proto/opentelemetry). */
const SERVICES: Readonly<Record<string, Signal>> = {
  'opentelemetry.proto.collector.trace.v1.TraceService': 'traces',
  'opentelemetry.proto.collector.metrics.v1.MetricsService': 'metrics',
  'opentelemetry.proto.collector.logs.v1.LogsService': 'logs',
};

/** Names of the services. */
export const OTLP_SERVICES: ReadonlySet<string> = new Set(Object.keys(SERVICES));

const pathOf = (service: string): string => `/${service}/Export`;

/** Signals by the path of their method. */
export const SIGNALS: ReadonlyMap<string, Signal> = new Map(
  Object.entries(SERVICES).map(([service, signal]) => [pathOf(service), signal]),
);

/** Definitions of the services. Messages stay bytes: the decoder of OTLP/HTTP reads them. */
export const otlpServices: readonly ServiceDefinition[] = [...SIGNALS.keys()].map((path) => ({
  Export: unaryMethod(path),
}));
