import { observationIdOfSpan, parseJson } from '@sluice/record';
import { type ProjectQueries, aboveFloor } from './project';
import { TOO_LONG } from './long-text';
import { complete } from './trace-filter';
import type { ReadTraceRow } from './trace-row';

/** Greatest observation id that is made of a span id: other UUIDs do not begin with 16 zeros. */
const LAST_SPAN = observationIdOfSpan('f'.repeat(16));

/**
 * Returns rows with ids in the form in which clients of the Langfuse API sent them (contract: Ids). No column stores the form of an id: a
 * trace was sent by OTLP if it has an observation whose id is that of a span, which is one look-up in the primary key of observations.
 */
export async function asSent(
  { query, project }: ProjectQueries,
  rows: readonly ReadTraceRow[],
): Promise<readonly ReadTraceRow[]> {
  if (rows.length === 0) return rows;
  const found = await query<{ readonly has_span: boolean }>({
    text: `
      select first.spans > 0 as has_span
      from unnest($1::uuid[], $3::integer[]) with ordinality as t(id, part, n)
      cross join lateral (
        select count(*) as spans
        from (select from sluice.observations o
              where o.part = any($2) and o.part = t.part and o.trace_id = t.id and o.id <= $4::uuid limit 1) o
      ) first
      where ${aboveFloor(project)}
      order by t.n`,
    values: [
      rows.map(({ key }) => key),
      [...new Set(rows.map(({ part }) => part))],
      rows.map(({ part }) => part),
      LAST_SPAN,
    ],
  });
  const spans = complete(rows, found);
  return rows.map((row, index) => ({
    ...row,
    as_sent: true,
    id: spans[index]?.has_span === true ? row.id.replaceAll('-', '') : row.id,
    tags: row.tags === TOO_LONG ? TOO_LONG : sorted(row.tags),
  }));
}

/** Sorts a JSON array of strings by their code points, which is the order of their bytes. */
function sorted(tags: string): string {
  const texts = parseJson(tags) as readonly string[];
  return JSON.stringify(texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}
