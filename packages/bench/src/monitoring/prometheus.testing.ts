import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@sluice/testbed/machine';
import { freePorts } from '@sluice/testbed/network';
import { stringify } from 'yaml';
import { ROOT } from './documented-metrics.testing';

const PROMETHEUS = process.env['PROMETHEUS'] ?? 'prometheus';
const FILES = join(ROOT, 'deploy/chart/sluice/files');

export function hasPrometheus(): boolean {
  return spawnSync(PROMETHEUS, ['--version']).status === 0;
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

interface EvaluatedRule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
  readonly lastEvaluation: string;
}

/** A running Prometheus with the rules of the product. */
export interface Prometheus {
  readonly child: ChildProcess;
  /** @throws Error with Prometheus's message about the expression */
  query(expr: string): Promise<Sample[]>;
  rules(): Promise<EvaluatedRule[]>;
}

/**
 * Starts a Prometheus that scrapes processes every second.
 * @param targets host and port of each
 * @param folder folder of its data
 */
export async function startPrometheus(targets: readonly string[], folder: string): Promise<Prometheus> {
  const [port] = await freePorts(1);
  const config = join(folder, 'prometheus.yaml');
  const text = stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(FILES, 'rules.yaml')],
    scrape_configs: [{ job_name: 'sluice', static_configs: [{ targets }] }],
  });
  writeFileSync(config, text);
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.status === 200);
  const ask = async <T>(path: string): Promise<T> => {
    const answer = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: T; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.data;
  };
  return {
    child,
    query: async (expr) => {
      type Answer = { readonly result: { readonly metric: Sample['labels']; readonly value: [number, string] }[] };
      const { result } = await ask<Answer>(`query?query=${encodeURIComponent(expr)}`);
      return result.map(({ metric, value: [, value] }) => ({ labels: metric, value }));
    },
    rules: async () => {
      type Answer = { readonly groups: { readonly rules: readonly EvaluatedRule[] }[] };
      return (await ask<Answer>('rules')).groups.flatMap((group) => group.rules);
    },
  };
}

/** Returns the expressions of the panels of all dashboards, for all installations. */
export function panelExpressions(): string[] {
  type Dashboard = { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] };
  return readdirSync(join(FILES, 'dashboards')).flatMap((name) => {
    const { panels } = JSON.parse(readFileSync(join(FILES, 'dashboards', name), 'utf8')) as Dashboard;
    return panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => expr.replace(/\$(namespace|job)/g, '.*').replace(/\$__\w+/g, '1m')),
    );
  });
}
