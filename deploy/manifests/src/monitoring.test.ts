import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CHART, hasHelm, template } from './helm';
import { objectsOf, podOf } from './objects';
import { LEAST, over } from './value-sets';

/* Rules and dashboards in the chart, from files that the Compose project uses as well. */

const withHelm = hasHelm() ? describe : describe.skip;

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}
interface Rule {
  readonly alert?: string;
  readonly annotations?: { readonly runbook_url: string };
}

withHelm('what the chart has for monitoring', () => {
  const inFiles = (path: string): string => readFileSync(join(CHART, 'files', path), 'utf8');
  const written = parse(inFiles('rules.yaml')) as Rules;
  const rendered = (values: object) => {
    const { ok, text } = template(over(LEAST, { ...values }));
    if (!ok) throw new Error(text);
    return objectsOf(text);
  };
  const rulesWith = (values: object): Rules => {
    const rule = rendered({ prometheusRule: { enabled: true, ...values } }).find(
      ({ kind }) => kind === 'PrometheusRule',
    );
    return rule?.spec as unknown as Rules;
  };

  test('nothing, unless it is asked for', () => {
    const kinds = rendered({}).map(({ kind }) => kind);
    expect(kinds.filter((kind) => ['PrometheusRule', 'PodMonitor', 'ConfigMap'].includes(kind))).toEqual([]);
  });

  test('the rules are those of the file', () => {
    expect(rulesWith({})).toEqual(written);
  });

  test('alerts can be left out, each by its name; records stay', () => {
    const left = rulesWith({ disabledAlerts: ['SluiceWriterLag', 'SluiceDeadLetters'] });
    const without = written.groups.map((group) => ({
      ...group,
      rules: group.rules.filter(({ alert }) => alert !== 'SluiceWriterLag' && alert !== 'SluiceDeadLetters'),
    }));
    expect(left).toEqual({ groups: without });
    const wrong = template(over(LEAST, { prometheusRule: { enabled: true, disabledAlerts: ['SluiceLag'] } }));
    expect(wrong).toEqual({ ok: false, text: expect.stringContaining('there is no alert SluiceLag') as string });
  });

  test('runbooks are where you serve them', () => {
    const { groups } = rulesWith({ runbookBaseUrl: 'https://wiki.example.com/sluice' });
    const urls = groups.flatMap(({ rules }) => rules.flatMap(({ annotations }) => annotations?.runbook_url ?? []));
    expect(urls.length).toBeGreaterThan(10);
    expect(urls.filter((url) => !/^https:\/\/wiki\.example\.com\/sluice\/[\w-]+\.md$/.test(url))).toEqual([]);
    const wrong = template(over(LEAST, { prometheusRule: { enabled: true, runbookBaseUrl: 'wiki/' } }));
    expect(wrong).toEqual({ ok: false, text: expect.stringContaining('/prometheusRule/runbookBaseUrl') as string });
  });

  test('the dashboards are those of the files, with the label that the sidecar looks for', () => {
    const [map, ...others] = rendered({ dashboards: { enabled: true } }).filter(({ kind }) => kind === 'ConfigMap');
    expect(others).toEqual([]);
    expect(map?.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    const files = readdirSync(join(CHART, 'files/dashboards'));
    const expected = files.map((name) => [`sluice-${name}`, inFiles(`dashboards/${name}`)] as const);
    expect((map as { readonly data?: object } | undefined)?.data).toEqual(Object.fromEntries(expected));
  });

  test('all pods with metrics are scraped, as one job', () => {
    const objects = rendered({ podMonitor: { enabled: true } });
    const spec = objects.find(({ kind }) => kind === 'PodMonitor')?.spec as
      | { readonly jobLabel: string; readonly selector: { readonly matchLabels: Readonly<Record<string, string>> } }
      | undefined;
    const withMetrics = objects.filter((each) =>
      podOf(each)?.spec.containers.some(({ ports = [] }) => ports.some(({ name }) => name === 'admin')),
    );
    expect(withMetrics).toHaveLength(3);
    const jobs = withMetrics.map((each) => {
      const labels = podOf(each)?.labels;
      expect(labels).toMatchObject(spec?.selector.matchLabels ?? {});
      return labels?.[spec?.jobLabel ?? ''];
    });
    expect(new Set(jobs)).toEqual(new Set(['sluice']));
  });
});
