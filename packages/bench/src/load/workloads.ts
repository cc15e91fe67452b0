import type { Random } from '../random-source';
import { type BatchLimit, exportedTraces } from './agent/exported-traces';
import { graphRun } from './agent/graph-run';
import type { Instrumentation } from './agent/instrumentation';
import { OPENINFERENCE } from './agent/openinference';
import { OPENLLMETRY } from './agent/openllmetry';
import { type LlmSpan, type SpanShape, agentRun } from './llm-spans';
import { metricPoints } from './metric-points';
import { nativeBatch } from './native-batch';
import { jsonSpans } from './otlp-json';
import { protobufSpans } from './otlp-protobuf';
import { type RequestSource, wholeTraces } from './request-source';
import type { EncodedSpans } from './request-template';
import { spreadTraces } from './spread-traces';
import { WORLD } from './words';

/** Kind of request, and number of connections. */
export interface Workload {
  readonly description: string;
  readonly connections: number;
  readonly path: string;
  readonly contentType: string;
  /** Table of its items. */
  readonly table: 'observations' | 'metric_points';
  /** Begins a load. @returns a function that makes the requests of one connection */
  readonly begin: (random: Random) => (random: Random) => RequestSource;
}

const SPANS_PER_TRACE = 10;
const CONNECTIONS = 32;
const SPAN: SpanShape = { bytes: 1_800 };

const OTLP = {
  path: '/api/public/otel/v1/traces',
  contentType: 'application/x-protobuf',
  table: 'observations',
} as const;
const JSON_BODY = 'application/json';

/** Makes as many traces as the request has room for; a request of fewer spans is one trace. */
function traces(random: Random, spans: number, shape: SpanShape = SPAN): readonly LlmSpan[] {
  const ofTrace = Math.min(spans, SPANS_PER_TRACE);
  return Array.from({ length: spans / ofTrace }, () => agentRun(random, ofTrace, shape)).flat();
}

/** Makes requests of this many spans in protobuf. */
export function protobufRequests(spans: number, shape?: SpanShape): (random: Random) => RequestSource {
  return (random) => wholeTraces(random, protobufSpans(traces(random, spans, shape)));
}

const protobuf = (spans: number, shape?: SpanShape) => ({ ...OTLP, begin: () => protobufRequests(spans, shape) });

/** Makes requests with one span of each trace; the last request has the roots. */
function partsOf(random: Random, spans: number): readonly EncodedSpans[] {
  const runs = Array.from({ length: spans }, () => agentRun(random, SPANS_PER_TRACE, SPAN).toReversed());
  return Array.from({ length: SPANS_PER_TRACE }, (_, part) =>
    protobufSpans(runs.map((run) => run[part]).filter((span) => span !== undefined)),
  );
}

/** Requests of exporters: of a limited size; of the default of the SDKs; of a schedule of 5 s, in which one step of the agent ends. */
export const BY_SIZE: BatchLimit = { spans: 512, bytes: 900_000 };
const BY_COUNT: BatchLimit = { spans: 512, bytes: Infinity };
const BY_TIME: BatchLimit = { spans: 4, bytes: Infinity };

/** Makes a workload of runs of an agent, each connection with a run of its own. */
function agent({ spans, scope }: Instrumentation, steps: number, limit: BatchLimit, connections = 16) {
  const batch = limit === BY_SIZE ? '0.9 MB' : limit === BY_COUNT ? '512 spans' : '5 s (4 spans)';
  return {
    ...OTLP,
    contentType: JSON_BODY,
    begin: () => (random: Random) => exportedTraces(random, { spans: spans(graphRun(random, steps)), scope, limit }),
    connections,
    description: `runs of an agent of ${steps} steps, ${scope.name}, batches of ${batch} as OTLP/JSON`,
  } as const;
}

/** All workloads of `ingest`; the others are compared with the first one. */
export const WORKLOADS = {
  headline: { ...protobuf(100), connections: CONNECTIONS, description: 'LLM spans of 1.8 KB, 100 a request' },
  one: { ...protobuf(1), connections: 64, description: 'one span of 1.8 KB a request' },
  thousand: { ...protobuf(1_000), connections: 16, description: 'LLM spans of 1.8 KB, 1,000 a request' },
  '0.2kb': {
    ...protobuf(100, { bytes: 200 }),
    connections: CONNECTIONS,
    description: 'spans of 0.2 KB without messages, 100 a request',
  },
  '12kb': { ...protobuf(100, { bytes: 12_000 }), connections: 16, description: 'LLM spans of 12 KB, 100 a request' },
  '50kb': { ...protobuf(100, { bytes: 50_000 }), connections: 16, description: 'LLM spans of 50 KB, 100 a request' },
  spread: {
    ...OTLP,
    begin: (random: Random) => spreadTraces(random, partsOf(random, 100)),
    connections: CONNECTIONS,
    description: 'LLM spans of 1.8 KB, each trace in ten requests of several senders, 100 a request',
  },
  unicode: {
    ...protobuf(100, { ...SPAN, words: WORLD }),
    connections: CONNECTIONS,
    description: 'LLM spans of 1.8 KB of text that is not Latin, 100 a request',
  },
  json: {
    ...OTLP,
    contentType: JSON_BODY,
    begin: () => (random: Random) => wholeTraces(random, jsonSpans(traces(random, 100))),
    connections: CONNECTIONS,
    description: 'the spans of the headline as OTLP/JSON',
  },
  native: {
    path: '/v1/l/batch',
    contentType: JSON_BODY,
    table: 'observations',
    begin: () => (random: Random) => wholeTraces(random, nativeBatch(agentRun(random, 100, SPAN))),
    connections: CONNECTIONS,
    description: 'native batches of a trace with 100 observations of the same texts',
  },
  points: {
    path: '/v1/metrics/batch',
    contentType: JSON_BODY,
    table: 'metric_points',
    begin: () => (random: Random) => metricPoints(random, 1_000),
    connections: 16,
    description: 'metric points as JSON, 1,000 a request',
  },
  'openinference-5': agent(OPENINFERENCE, 5, BY_SIZE),
  'openinference-20': agent(OPENINFERENCE, 20, BY_SIZE),
  'openinference-50': agent(OPENINFERENCE, 50, BY_SIZE),
  'openinference-50-by-count': agent(OPENINFERENCE, 50, BY_COUNT, 4),
  'openinference-50-by-time': agent(OPENINFERENCE, 50, BY_TIME),
  'openllmetry-5': agent(OPENLLMETRY, 5, BY_SIZE),
  'openllmetry-20': agent(OPENLLMETRY, 20, BY_SIZE),
  'openllmetry-50': agent(OPENLLMETRY, 50, BY_SIZE),
  'openllmetry-50-by-count': agent(OPENLLMETRY, 50, BY_COUNT, 4),
  'openllmetry-50-by-time': agent(OPENLLMETRY, 50, BY_TIME),
} as const satisfies Readonly<Record<string, Workload>>;

export type WorkloadName = keyof typeof WORKLOADS;
export const WORKLOAD_NAMES = Object.keys(WORKLOADS) as readonly WorkloadName[];
