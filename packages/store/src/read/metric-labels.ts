import { collectValues } from './database';
import type { MetricLabels, MetricLabelsQuery } from './metric';
import type { ProjectDatabase } from './project';

/** Of a text in an answer, beside its characters. */
const ROW_BYTES = 100;

/** Reads the labels that the series of a metric have, or the values of one of them. */
export async function metricLabels(
  { query, project }: ProjectDatabase,
  { name, key, prefix, limit }: MetricLabelsQuery,
): Promise<MetricLabels> {
  const { values, add } = collectValues();
  const metric = add(name);
  const text = key === undefined ? 'jsonb_object_keys(s.labels)' : `s.labels ->> ${add(key)}::text`;
  const rows = await query<{ readonly text: string }>({
    text: `
      select distinct l.text
      from (
        select ${text} collate "C" as text from sluice.metric_series s
        where s.project = ${project.id} and s.name = ${metric}::text
      ) l
      where starts_with(l.text, ${add(prefix)}::text)
      order by l.text limit ${add(limit + 1)}`,
    values,
  });
  const labels = rows.slice(0, limit).map((row) => row.text);
  const heldBytes = labels.reduce((sum, label) => sum + ROW_BYTES + 2 * label.length, 0);
  return { labels, truncated: rows.length > limit, heldBytes };
}
