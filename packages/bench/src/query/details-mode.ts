import type { CommandContext } from '../command/command';
import { alone } from '../command/isolate-run';
import { mode } from '../command/modes';
import { flag, integer, text } from '../command/options';
import { comparePairs, measurePairs, toPairsTable } from '../ingest/pairs';
import { type TestbedOptions, startTestbed } from '../ingest/testbed';
import { waitForIndex } from '../ingest/written-log';
import { type ExportOptions, exportedTraces } from '../load/agent/exported-traces';
import { graphRun } from '../load/agent/graph-run';
import type { Instrumentation } from '../load/agent/instrumentation';
import { OPENINFERENCE } from '../load/agent/openinference';
import { OPENLLMETRY } from '../load/agent/openllmetry';
import { type HttpClient, createHttpClient } from '../load/http-client';
import { agentRun } from '../load/llm-spans';
import { BY_SIZE, WORKLOADS } from '../load/workloads';
import { buildStandalone } from '../product/build-release';
import { createRandom } from '../random-source';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { type Measured, measure } from './measure';
import { detailPath } from './requests';

const TIMEOUT_MS = 120_000;

const run = ({ spans }: Instrumentation): ExportOptions['spans'] => spans(graphRun(createRandom(1), 50));
const flat = (count: number, bytes: number): ExportOptions['spans'] =>
  agentRun(createRandom(1), count, { bytes }).map(({ name, attributes, isRoot }) => ({
    ...{ name, attributes, kind: 3 },
    parent: isRoot ? undefined : 0,
  }));

/** Traces that are read; each is sent as an exporter does, in requests of at most 0.9 MB. */
const TRACES: readonly { readonly name: string; readonly spans: () => ExportOptions['spans'] }[] = [
  { name: '200 observations of 50 KB', spans: () => flat(200, 50_000) },
  { name: '10,000 observations of 0.7 KB', spans: () => flat(10_000, 700) },
  { name: 'agent of 50 steps, OpenInference', spans: () => run(OPENINFERENCE) },
  { name: 'agent of 50 steps, OpenLLMetry', spans: () => run(OPENLLMETRY) },
];

const OPTIONS = {
  details: flag,
  against: text('<commit>'),
  pairs: integer({ default: 3, min: 1, max: 100 }),
  runs: integer({ default: 10, min: 1, max: 1_000 }),
};

/** Measures the detail of traces that the product itself has stored, alone or by turns with another revision. */
export const details = mode('details', OPTIONS, async ({ against, pairs: count, runs }, context) => {
  if (against === undefined) {
    context.print(toTable(await alone((own) => measureDetails(runs, {}, own), context)));
    return 0;
  }
  const { commit, run: start } = await buildStandalone(against, context);
  const products = {
    before: (own: CommandContext) => measureDetails(runs, { run: start }, own),
    now: (own: CommandContext) => measureDetails(runs, {}, own),
  };
  const comparisons = comparePairs(await measurePairs(count, products, context), FIGURES);
  context.print(toPairsTable(comparisons, { before: commit.slice(0, 12), now: 'now' }));
  return 0;
});

type Details = ReadonlyMap<string, Measured>;

const FIGURES = TRACES.flatMap(({ name }) => [
  { name, unit: 'ms', of: (result: Details) => result.get(name)?.durations.quantile(0.5) ?? NaN },
  {
    name: `${name}, first byte`,
    unit: 'ms',
    of: (result: Details) => result.get(name)?.firstBytes.quantile(0.5) ?? NaN,
  },
]);

/** Sends the traces to a product of their own, and reads each of them several times when all are indexed. */
async function measureDetails(runs: number, options: TestbedOptions, context: CommandContext): Promise<Details> {
  const { product, sql } = await startTestbed(options, context);
  const http = createHttpClient({ baseUrl: product.baseUrl, headers: product.headers, timeoutMs: TIMEOUT_MS });
  context.closers.add('http client', () => http.close());
  const sent: { readonly name: string; readonly path: string; readonly count: number }[] = [];
  for (const { name, spans: make } of TRACES) {
    const spans = make();
    sent.push({ name, path: detailPath(await send(http, spans)), count: spans.length });
  }
  await waitForIndex(sql, context.signal);
  await sql.query('checkpoint');
  const measured = new Map<string, Measured>();
  for (const { name, path, count } of sent) {
    const { observations } = JSON.parse((await http.get(path)).body.toString()) as { readonly observations: unknown[] };
    if (observations.length !== count) throw new Error(`${name}: ${observations.length} of ${count} are answered`);
    measured.set(name, await measure(http, path, { runs, signal: context.signal }));
  }
  return measured;
}

/** Sends a trace. @returns its id */
async function send(http: HttpClient, spans: ExportOptions['spans']): Promise<string> {
  const source = exportedTraces(createRandom(Date.now()), { spans, limit: BY_SIZE });
  const { path } = WORKLOADS.json;
  let id = '';
  do {
    const body = source.next(Date.now());
    id = /"traceId":"([0-9a-f]{32})"/.exec(body.toString('latin1', 0, 2_000))?.[1] ?? '';
    const { status, body: answer } = await http.post(path, { 'content-type': 'application/json' }, body);
    if (status !== 200) throw new Error(`a trace is answered ${status}: ${answer.toString()}`);
  } while (source.continues);
  return id;
}

function toTable(measured: Details): string {
  return formatTable([
    ['detail', 'bytes', 'p50', 'p95', 'first byte, p50'],
    ...Array.from(measured, ([name, { bytes, durations, firstBytes }]) => [
      name,
      formatCount(bytes),
      formatMilliseconds(durations.quantile(0.5)),
      formatMilliseconds(durations.quantile(0.95)),
      formatMilliseconds(firstBytes.quantile(0.5)),
    ]),
  ]);
}
