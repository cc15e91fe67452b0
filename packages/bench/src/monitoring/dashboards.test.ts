import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './documented-metrics.testing';
import { knownSeries, unknownIn } from './known-series.testing';
import { readPromql } from './promql.testing';

/* Compares the dashboards with the metrics of the processes, and with the requirements of Grafana. */

interface PanelPosition {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly datasource: object;
  readonly gridPos: PanelPosition;
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
  readonly targets: readonly {
    readonly refId: string;
    readonly datasource: object;
    readonly expr: string;
    readonly legendFormat: string;
  }[];
}
interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly query: string }[];
  };
  readonly panels: readonly Panel[];
}

const FOLDER = join(ROOT, 'deploy/chart/sluice/files/dashboards');
const files = readdirSync(FOLDER);
const texts = files.map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const dashboards = texts.map((text) => JSON.parse(text) as Dashboard);
const panels = dashboards.flatMap(({ uid, panels: all }) => all.map((panel) => [uid, panel.title, panel] as const));
const known = knownSeries();

/** Replaces the variables that Grafana replaces in a query. */
const asked = (expr: string): string => expr.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1h');

/** Unit by the suffix of a metric's name; counts and ratios have another unit. */
const UNITS: Readonly<Record<string, RegExp>> = {
  bytes: /_bytes$/,
  Bps: /_bytes_total$/,
  s: /_seconds(_bucket|:estimate)?$/,
  dateTimeAsIso: /_timestamp_seconds$/,
  percentunit: /ratio/,
  currencyUSD: /_usd_total$/,
  cps: /_total$|_records_sum$|:rate5m$/,
  reqps: /_duration_seconds_count$/,
};

test('are the six, with names of their own, for Grafana 11', () => {
  expect(files.map((name) => name.replace('.json', ''))).toEqual([
    'cost',
    'ingest',
    'overview',
    'postgres',
    'query',
    'writer',
  ]);
  expect(dashboards.map(({ uid }) => uid)).toEqual(files.map((name) => `sluice-${name.replace('.json', '')}`));
  expect(new Set(dashboards.map(({ title }) => title)).size).toBe(files.length);
  expect(dashboards.filter(({ schemaVersion }) => schemaVersion !== 39)).toEqual([]);
});

test('fit into one ConfigMap', () => {
  expect(Buffer.byteLength(texts.join(''))).toBeLessThan(500_000);
});

test.each(dashboards.map((dashboard, index) => [dashboard.uid, dashboard, texts[index] ?? ''] as const))(
  '%s has its variables, and panels that do not cover one another',
  async (_, { templating, panels: all }, text) => {
    const names = templating.list.map(({ name }) => name);
    expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
    const used = [...text.matchAll(/\$\{?([a-z]\w*)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual([...names].sort());
    for (const { query, type } of templating.list.filter((each) => each.type === 'query')) {
      expect([type, query]).toEqual(['query', expect.stringMatching(/^label_values\((.*), \w+\)$/)]);
      const [, series = '', label = ''] = /^label_values\((.*), (\w+)\)$/.exec(query) ?? [];
      expect(unknownIn(`sum by (${label}) (${series})`, await known)).toEqual([]);
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const covered = all.filter(
      (a) => a.gridPos.x + a.gridPos.w > 24 || all.some((b) => a !== b && overlap(a.gridPos, b.gridPos)),
    );
    expect(covered.map(({ title }) => title)).toEqual([]);
  },
);

const overlap = (a: PanelPosition, b: PanelPosition): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

test('panels that cover one another are seen', () => {
  expect(overlap({ x: 0, y: 0, w: 12, h: 8 }, { x: 11, y: 7, w: 12, h: 8 })).toBe(true);
  expect(overlap({ x: 0, y: 0, w: 12, h: 8 }, { x: 12, y: 0, w: 12, h: 8 })).toBe(false);
});

test.each(panels)('%s: %s asks the chosen source for what there is', async (_, __, panel) => {
  const source = { type: 'prometheus', uid: '${datasource}' };
  expect([panel.datasource, ...panel.targets.map(({ datasource }) => datasource)]).toEqual(
    Array.from({ length: panel.targets.length + 1 }, () => source),
  );
  expect(panel.targets.length).toBeGreaterThan(0);
  expect(new Set(panel.targets.map(({ refId }) => refId)).size).toBe(panel.targets.length);
  const all = await known;
  for (const { expr, legendFormat } of panel.targets) {
    expect(unknownIn(asked(expr), all)).toEqual([]);
    const { selectors } = readPromql(asked(expr));
    for (const { matchers } of selectors) {
      expect(matchers.slice(0, 2).map(({ label }) => label)).toEqual(['namespace', 'job']);
    }
    const labels = selectors.flatMap(({ metric }) => [...(all.get(metric) ?? [])]);
    const inLegend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    expect(inLegend.filter((label) => !labels.includes(label))).toEqual([]);
  }
});

test.each(panels.filter(([, , { fieldConfig }]) => fieldConfig.defaults.unit !== 'short'))(
  '%s: %s has the unit of its metrics',
  (_, __, { fieldConfig, targets }) => {
    const metrics = targets.flatMap(({ expr }) => readPromql(asked(expr)).selectors.map(({ metric }) => metric));
    const unit = UNITS[fieldConfig.defaults.unit] ?? /^$/;
    const price = fieldConfig.defaults.unit === 'currencyUSD' ? metrics.slice(0, 1) : metrics;
    expect(price.filter((metric) => !unit.test(metric))).toEqual([]);
  },
);
