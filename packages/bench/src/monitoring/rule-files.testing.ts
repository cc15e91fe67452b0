import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './documented-metrics.testing';

/** Rule of Prometheus: it records series by a name, or raises an alert. */
export type Rule = RecordingRule | AlertRule;

export interface RecordingRule {
  readonly record: string;
  readonly expr: string;
}

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const FILES = join(ROOT, 'deploy/chart/sluice/files');
const { groups } = parse(readFileSync(join(FILES, 'rules.yaml'), 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};

const rules = groups.flatMap((group) => group.rules);
export const RECORDS = rules.filter((rule) => 'record' in rule);
export const ALERTS = rules.filter((rule) => 'alert' in rule);
