import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './documented-metrics.testing';
import { knownSeries, unknownIn } from './known-series.testing';
import { ALERTS, RECORDS } from './rule-files.testing';

/*
 * Compares the rules with the metrics of the processes, and the runbooks with the alerts. rules.promtool.yaml tests the results of the
 * rules.
 */

const RUNBOOKS = 'docs/operate/runbooks';
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const pages = readdirSync(join(ROOT, RUNBOOKS)).filter((name) => name !== 'README.md');
const known = knownSeries();

test.each([...RECORDS, ...ALERTS].map((rule) => ['record' in rule ? rule.record : rule.alert, rule.expr]))(
  '%s uses only what there is',
  async (_, expr) => {
    expect(unknownIn(expr, await known)).toEqual([]);
  },
);

test('what there is not is found: metrics, labels, their values, and no PromQL', async () => {
  const unknown = async (expr: string) => unknownIn(expr, await known);
  expect(await unknown('sluice_writer_lag > 0')).toEqual(['sluice_writer_lag']);
  expect(await unknown('sluice_writer_lag_records_sum')).toEqual(['sluice_writer_lag_records_sum']);
  expect(await unknown('sluice_writer_lag_records{stat="halted"}')).toEqual(['sluice_writer_lag_records{stat}']);
  expect(await unknown('up{job="mine", instance="halt"}')).toEqual(['up{job="mine"}']);
  expect(await unknown('sum by (topic, pod) (sluice_writer_lag_records)')).toHaveLength(1);
  expect(await unknown('sum by (outcome) (job_outcome:sluice_items_settled:rate5m)')).toEqual([]);
  await expect(unknown('sum(rate(up[5m])')).rejects.toThrow('no PromQL');
});

test('names of recorded series begin with the labels that they have beside the namespace', () => {
  const differ = RECORDS.filter(({ record, expr }) => {
    const [labels = ''] = record.split(':');
    return !expr.includes(':') && !expr.includes(`by (namespace, ${labels.replaceAll('_', ', ')})`);
  });
  expect(differ).toEqual([]);
});

test.each(ALERTS.map((alert) => [alert.alert, alert] as const))(
  '%s has a time, a severity, a summary and a runbook',
  (name, { labels, annotations, ...alert }) => {
    expect(alert.for).toMatch(/^\d+[mh]$/);
    expect(Object.keys(labels ?? {})).toEqual(['severity']);
    expect(['critical', 'warning']).toContain(labels?.['severity']);
    expect(annotations?.['summary']).toMatch(/\.$/);
    const page = name
      .replace('Sluice', '')
      .replace(/\B[A-Z]/g, '-$&')
      .toLowerCase();
    expect(annotations?.['runbook_url']).toBe(`${RUNBOOKS}/${page}.md`);
    expect(textOf(`${RUNBOOKS}/${page}.md`).split('\n')[0]).toBe(`# ${name}`);
  },
);

test('every runbook has an alert, the same sections, and a line in the list', () => {
  expect(pages).toHaveLength(ALERTS.length);
  const sections = ['Means', 'At stake', 'Look', 'Do', 'Over'];
  const list = textOf(`${RUNBOOKS}/README.md`);
  for (const page of pages) {
    const headings = [...textOf(`${RUNBOOKS}/${page}`).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect([page, headings]).toEqual([page, sections]);
  }
  const listed = [...list.matchAll(/^\| \[(\w+)\]\(([\w.-]+)\) +\| (\w+) /gm)].map(([, ...cells]) => cells.join(' '));
  const expected = ALERTS.map(({ alert, labels, annotations }) =>
    [alert, annotations?.['runbook_url']?.replace(`${RUNBOOKS}/`, ''), labels?.['severity']].join(' '),
  );
  expect(listed.sort()).toEqual(expected.sort());
});

test.each(pages.flatMap((page) => promqlIn(page).map((expr) => [page, expr])))(
  'the query of %s uses only what there is: %s',
  async (_, expr) => {
    expect(unknownIn(expr, await known)).toEqual([]);
  },
);

function promqlIn(page: string): string[] {
  return [...textOf(`${RUNBOOKS}/${page}`).matchAll(/^```promql\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
    text.trim().split('\n'),
  );
}

test('the runbooks use only commands that there are', () => {
  const commands = [...textOf('services/cli/README.md').matchAll(/^\| `([a-z]+(?:-[a-z]+)?(?: [a-z-]+)?)/gm)];
  const known = commands.map(([, command = '']) => command);
  expect(known).toEqual(expect.arrayContaining(['doctor', 'dead-letters list']));
  const used = pages.flatMap((page) =>
    [...textOf(`${RUNBOOKS}/${page}`).matchAll(/(?:^|`)sluice ([^`\n]*)/gm)].map(([, command = '']) => command),
  );
  expect(used.length).toBeGreaterThan(10);
  const isKnown = (command: string) => known.some((name) => `${command} `.startsWith(`${name} `));
  expect(used.filter((command) => !isKnown(command))).toEqual([]);
});

test('the unit tests of the rules see each alert fire, with series that processes export', async () => {
  const { tests } = parse(readFileSync(join(__dirname, 'rules.promtool.yaml'), 'utf8')) as UnitTests;
  const fired = tests.flatMap((each) => each.alert_rule_test ?? []).filter((each) => each.exp_alerts.length > 0);
  expect(new Set(fired.map(({ alertname }) => alertname))).toEqual(new Set(ALERTS.map(({ alert }) => alert)));
  const names = new Set((await known).keys());
  const series = tests.flatMap((each) => each.input_series).map((each) => each.series.replace(/\{.*/, ''));
  expect(series.filter((name) => !names.has(name))).toEqual([]);
});

interface UnitTests {
  readonly tests: readonly {
    readonly input_series: readonly { readonly series: string }[];
    readonly alert_rule_test?: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
  }[];
}
