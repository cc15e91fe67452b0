import { createMetrics } from '@sluice/runtime';
import { MONITORING, documentedMetrics } from './documented-metrics.testing';
import { readPromql } from './promql.testing';
import { RECORDS } from './rule-files.testing';

/** States in the series that Prometheus itself makes, which the page does not list. */
const STATES_OF_ALERTS = ['firing', 'pending'];

/** Labels that Prometheus, not the process, adds to each series. */
const OF_THE_TARGET = ['job', 'instance', 'namespace'];

/** Returns every series with its labels: exported by processes, recorded by rules, and made by Prometheus itself. */
export async function knownSeries(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const known = new Map<string, ReadonlySet<string>>([
    ['up', new Set(OF_THE_TARGET)],
    ['ALERTS', new Set(['alertname', 'alertstate', 'severity', ...OF_THE_TARGET])],
  ]);
  const add = (name: string, labels: readonly string[]) => known.set(name, new Set([...labels, ...OF_THE_TARGET]));
  // Memory, processor and event loop, as the client library names them, and metrics of every process.
  const { body } = await createMetrics({ build: { service: 'any', version: '0' } }).expose();
  for (const [, name = ''] of body.matchAll(/^# TYPE (\w+) /gm)) add(name, labelsIn(body, name));
  for (const { name, labels } of documentedMetrics()) {
    add(name, labels);
    if (!HISTOGRAMS.includes(name)) continue;
    for (const suffix of ['_sum', '_count']) add(`${name}${suffix}`, labels);
    add(`${name}_bucket`, [...labels, 'le']);
  }
  for (const { record, expr } of RECORDS) {
    const { selectors, groupings } = readPromql(expr);
    const recorded = selectors.filter(({ metric }) => metric.includes(':'));
    known.set(record, new Set([...groupings, ...recorded.flatMap(({ metric }) => [...(known.get(metric) ?? [])])]));
  }
  return known;
}

/** Compared with the exports of processes, like all names. */
export const HISTOGRAMS: readonly string[] = [
  'sluice_grpc_request_duration_seconds',
  'sluice_http_request_duration_seconds',
  'sluice_writer_batch_seconds',
  'sluice_writer_batch_records',
];

function labelsIn(body: string, metric: string): string[] {
  const samples = [...body.matchAll(/^(\w+)\{(.*)\} /gm)].filter(([, name]) => name === metric);
  return samples.flatMap(([, , labels = '']) => [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label));
}

/** Returns the errors of an expression: unknown names. Values of labels have to be on the page of metrics. */
export function unknownIn(expr: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const { selectors, groupings } = readPromql(expr);
  const labels = new Set(selectors.flatMap(({ metric }) => [...(known.get(metric) ?? [])]));
  return [
    ...selectors.flatMap(({ metric, matchers }) => {
      const own = known.get(metric);
      if (own === undefined) return [metric];
      return matchers.flatMap(({ label, value }) => [
        ...(own.has(label) ? [] : [`${metric}{${label}}`]),
        ...(value === undefined || STATES_OF_ALERTS.includes(value) || MONITORING.includes(`\`${value}\``)
          ? []
          : [`${metric}{${label}="${value}"}`]),
      ]);
    }),
    ...groupings.filter((label) => !labels.has(label)).map((label) => `by (${label}): ${expr}`),
  ];
}
