import { type HttpClient, createHttpClient } from '../load/http-client';
import { AUTHORIZED } from '../product/product';
import type { Exported, SpanIds } from './exported';
import type { Target } from './target';

const TIMEOUT_MS = 10_000;

/** Sums of the metrics that each program sends, by the ends of their names. */
const SUMS = { counter: 3, 'histogram.count': 3, 'histogram.sum': 10, 'histogram.min': 1, 'histogram.max': 7 };

/** Comparison of the stored data with an exporter's results. */
export interface Compared {
  /** Number of acknowledged spans. */
  readonly acknowledged: number;
  readonly givenUp: number;
  /** Number of acknowledged spans that are not stored. */
  readonly lost: number;
  /** Number of spans that are stored twice or were not sent. */
  readonly twice: number;
  /** One sentence for each acknowledged item that is missing, and for each item that is stored twice or was not sent. */
  readonly violations: readonly string[];
}

/** Reads every trace and every metric back, as a user does, and compares them with what an exporter sent. */
export async function compareStored(
  exported: Exported,
  prefix: string,
  target: Pick<Target, 'baseUrl'>,
): Promise<Compared> {
  const http = createHttpClient({ baseUrl: target.baseUrl(), headers: AUTHORIZED, timeoutMs: TIMEOUT_MS });
  try {
    const spans = await compareSpans(exported, http);
    return { ...spans, violations: [...spans.violations, ...(await compareMetrics(exported.metrics, prefix, http))] };
  } finally {
    http.close();
  }
}

async function compareSpans(
  { acknowledged, givenUp }: Pick<Exported, 'acknowledged' | 'givenUp'>,
  http: HttpClient,
): Promise<Compared> {
  const violations: string[] = [];
  let [lost, twice] = [0, 0];
  const promised = byTrace(acknowledged);
  for (const [traceId, sent] of byTrace([...acknowledged, ...givenUp])) {
    const must = promised.get(traceId) ?? [];
    const stored = await readSpans(traceId, http);
    const missing = must.filter((span) => !stored.includes(span));
    const others = stored.filter((span, index) => !sent.includes(span) || stored.indexOf(span) !== index);
    lost += missing.length;
    twice += others.length;
    if (missing.length > 0) violations.push(`trace ${traceId}: acknowledged and not stored: ${missing.join(', ')}`);
    if (others.length > 0) violations.push(`trace ${traceId}: stored and not sent, or twice: ${others.join(', ')}`);
  }
  return { acknowledged: acknowledged.length, givenUp: givenUp.length, lost, twice, violations };
}

/** Returns ids and names of spans by trace. */
function byTrace(spans: readonly SpanIds[]): ReadonlyMap<string, readonly string[]> {
  const traces = new Map<string, string[]>();
  for (const [traceId, spanId, name] of spans) {
    const known = traces.get(traceId);
    if (known === undefined) traces.set(traceId, [`${spanId} ${name}`]);
    else known.push(`${spanId} ${name}`);
  }
  return traces;
}

async function readSpans(traceId: string, http: HttpClient): Promise<readonly string[]> {
  const { status, body } = await http.get(`/api/public/traces/${traceId}`);
  if (status === 404) return [];
  if (status !== 200) throw new Error(`trace ${traceId} is answered ${status}: ${body.toString().slice(0, 300)}`);
  const { observations } = JSON.parse(body.toString()) as {
    readonly observations: readonly { readonly id: string; readonly name: string }[];
  };
  // The id of a span is the end of its observation's id.
  return observations.map(({ id, name }) => `${id.replaceAll('-', '').slice(-16)} ${name}`);
}

async function compareMetrics(acknowledged: boolean, prefix: string, http: HttpClient): Promise<readonly string[]> {
  const violations: string[] = [];
  const from = new Date(Date.now() - 3_600_000).toISOString();
  for (const [name, sum] of Object.entries(SUMS)) {
    const path = `/api/public/metrics/query?name=${prefix}.${name}&agg=sum&step=1d&from=${from}`;
    const { body } = await http.get(path);
    const { data } = JSON.parse(body.toString()) as {
      readonly data: readonly { readonly values: readonly { readonly value: number }[] }[];
    };
    const values = data.flatMap((series) => series.values.map(({ value }) => value));
    const isRight = values.length === 1 ? values[0] === sum : values.length === 0 && !acknowledged;
    if (!isRight)
      violations.push(`metric ${prefix}.${name}: stored ${values.join(', ') || 'nothing'}, sent ${sum} once`);
  }
  return violations;
}
