import { ANSWER_LIMITS, ITEM_LIMITS, type JsonText } from '@sluice/record';
import { beginningOf } from '../packs/packed-text';
import { collectValues } from './database';
import { type ProjectQueries, aboveFloor } from './project';
import type { TraceSummary } from './trace';
import { FROM_OBSERVATIONS, OWN, given, ownerIn, partsOf } from './trace-extras';
import { complete } from './trace-filter';
import { readFailures } from './trace-failures';
import type { ReadTraceRow } from './trace-row';

const { preview: PREVIEW, models: MODELS } = ANSWER_LIMITS;

/** Characters of a JSON string that contain a preview even if each of its characters is an escape (`\u00e9`). */
const LONGEST_ESCAPED = 6 * PREVIEW + 1;

/** Most bytes of a character in UTF-8. */
const BYTES_A_CHARACTER = 4;

/** Rows of usage that are read for models: a trace may have one for each of its observations. */
const USAGE_ROWS = 1000;

/** SQL: as much of a JSON text as its preview needs. Of a long value only that is read. */
const previewOf = (column: string): string =>
  `(select left(b.text, case when left(b.text, 1) = '"' then ${LONGEST_ESCAPED} else ${PREVIEW} end)
    from (select ${beginningOf(column, ownerIn('t'), BYTES_A_CHARACTER * LONGEST_ESCAPED)} as text offset 0) b)`;

interface SummaryRow {
  readonly models: JsonText;
  readonly input: string | null;
  readonly output: string | null;
}

/** Reads the summaries of the given traces, in their order. */
export async function readSummaries(
  queries: ProjectQueries,
  rows: readonly ReadTraceRow[],
): Promise<readonly TraceSummary[]> {
  if (rows.length === 0) return [];
  const { query, project } = queries;
  const failures = await readFailures(queries, rows);
  const { from, values: places } = given(rows);
  const { values, add } = collectValues(places);
  const parts = add(partsOf(rows));
  const found = await query<SummaryRow>({
    text: `
      select to_json(used.models)::text as models,
             case when t.input_from is null then own.input else root.input end as input,
             case when t.output_from is null then own.output else root.output end as output
      ${from}
      ${OWN(`${previewOf('i.input')} as input, ${previewOf('i.output')} as output`)}
      ${FROM_OBSERVATIONS(previewOf)}
      cross join lateral (
        select array(
          select distinct u.model
          from (select u.model from sluice.trace_usage u
                where u.part = any(${parts}) and u.part = t.part and u.trace_id = t.id and u.model <> ''
                limit ${USAGE_ROWS}) u
          order by u.model limit ${MODELS}
        ) as models
      ) used
      where ${aboveFloor(project)}
      order by t.n`,
    values,
  });
  const summaries = complete(rows, found);
  return rows.flatMap((row, index) => {
    const summary = summaries[index];
    if (summary === undefined) return [];
    const { key, observation_count: observations, error_count: errors, warning_count: warnings, outcome } = row;
    const failure = failures.get(key) ?? null;
    return [{ ...summary, observations, errors, warnings, outcome, isOpen: row.is_open, failure }];
  });
}

/** Bytes of a summary without its texts. */
const SUMMARY_BYTES = 200;

/** Bytes of the largest summary. */
export const MAX_SUMMARY_BYTES =
  SUMMARY_BYTES + 2 * (MODELS * ITEM_LIMITS.text + 2 * LONGEST_ESCAPED + ITEM_LIMITS.name + PREVIEW);

/** Returns the bytes of the summary of a trace. */
export function sizeOfSummary({ models, input, output, failure }: TraceSummary): number {
  const texts = [models, input, output, failure?.name, failure?.message];
  return SUMMARY_BYTES + 2 * texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
