import { collectValues } from './database';
import type { MetricLabels, MetricLabelsQuery } from './metric';
import { heldByTexts } from './portions';
import type { ProjectDatabase } from './project';

/** Reads the label names of the series of a metric, or the values of one label. */
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
  return { labels, truncated: rows.length > limit, heldBytes: heldByTexts(labels) };
}
