import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../../../..');

/** Page with every metric of the product. `exported-metrics.it.test.ts` checks that processes export them. */
export const MONITORING = readFileSync(join(ROOT, 'docs/operate/monitoring.md'), 'utf8');

export const PROCESSES = ['gateway', 'writer', 'query', 'standalone'] as const;

export interface DocumentedMetric {
  readonly name: string;
  readonly labels: readonly string[];
  readonly processes: readonly string[];
}

/** Returns the rows of the table of metrics, an entry for each name. */
export function documentedMetrics(): DocumentedMetric[] {
  return [...MONITORING.matchAll(/^\| (`sluice_.*?) +\| (.*?) +\| (.*?) +\|$/gm)].flatMap(
    ([, names = '', where = '']) =>
      [...names.matchAll(/`(sluice_\w+)(?:\{([\w,]+)\})?`/g)].map(([, name = '', labels = '']) => ({
        name,
        labels: labels === '' ? [] : labels.split(','),
        processes: where === 'all' ? PROCESSES : where.split(', '),
      })),
  );
}
