import type { Unchecked } from './json-body';
import type { Signal } from './otlp-response';

/*
 * The lists between a resource and its items. Before OTLP 0.16 a scope was an instrumentation library: JSON had other names
 * for both, and protobuf kept the old list as field 1000, which the present files reserve. Where a resource has both lists
 * the scopes are read, which a sender of that time has written twice (contract: OTLP).
 */

/** The names of the list of scopes in JSON, the first that is not empty counts. */
export const SCOPE_LISTS = {
  traces: namesOf('Spans', '_spans'),
  metrics: namesOf('Metrics', '_metrics'),
  logs: namesOf('Logs', '_logs'),
} as const satisfies Readonly<Record<Signal, readonly string[]>>;

function namesOf(camel: string, snake: string): readonly string[] {
  return [`scope${camel}`, `scope${snake}`, `instrumentationLibrary${camel}`, `instrumentation_library${snake}`];
}

/** The member of an element of such a list that describes the scope. */
export function scopeMember(fields: Unchecked): unknown {
  return fields.scope ?? fields.instrumentationLibrary ?? fields.instrumentation_library;
}

/** Field numbers in protobuf. */
export const SCOPES_FIELD = 2;
export const LIBRARIES_FIELD = 1000;

/** Tags of both. */
export const SCOPES_TAG = (SCOPES_FIELD << 3) | 2;
export const LIBRARIES_TAG = (LIBRARIES_FIELD << 3) | 2;
