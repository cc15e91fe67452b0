import { PACKED_COLUMNS, type PackedColumn } from '../packs/pack-format';
import { collectValues } from './database';
import type { ProjectQueries } from './project';
import { lowPacks, mayBeInPack } from './search-packs';
import { BYTES_OF_ROW, lowTexts, mayMatchTexts } from './search-rows';
import type { Passed } from './search-scan';
import { soughtIn } from './search-text';
import type { SoughtValues } from './search-values';
import { partsOf } from './trace-extras';

/** Traces that may contain the text. */
export interface Possible {
  readonly keys: ReadonlySet<string>;
  /** Bytes of the searched texts of the other traces. */
  readonly bytes: number;
}

interface Row {
  /** Key of a trace that may contain the text; null: all others. */
  readonly key: string | null;
  readonly bytes: number;
  readonly packs: number;
}

/** Packs for each observation that are read at most. */
const PACKS_OF_OBSERVATION = 4;

/**
 * Rules out traces whose values do not contain the text: one statement tests the rows of all these traces, in any order and each text by its
 * probes alone, at a third of the cost of a search in order.
 * @param fields of each observation, with others or without
 * @param observations of the traces, at most: a limit of the work
 */
export async function ruleOut(
  { query }: ProjectQueries,
  traces: readonly Passed[],
  { needle, fields }: SoughtValues,
  observations: number,
): Promise<Possible> {
  const all = new Set(traces.map(({ key }) => key));
  if (needle.probes === undefined) return { keys: all, bytes: 0 };
  const { values, add } = collectValues([[...all], partsOf(traces)]);
  const sought = soughtIn(needle, { add });
  const ofEach = fields.includes('observations');
  const own = PACKED_COLUMNS.filter((column) => fields.includes(column));
  const ofValues = (columns: readonly PackedColumn[]): string =>
    PACKED_COLUMNS.map((column) => `${columns.includes(column) ? `o.${column}` : 'null'} as ${column}`).join(', ');
  const name = ofEach ? 'o.name' : 'null';
  const status = ofEach || fields.includes('status') ? 'o.status_message' : 'null';
  const packs = PACKS_OF_OBSERVATION * observations;
  const rows = await query<Row>({
    text: `
      select case when v.may then v.key end as key, sum(v.bytes)::bigint as bytes, sum(v.packs)::bigint as packs
      from (
        select u.key, bool_or(u.may) as may, sum(u.bytes) as bytes, sum(u.packs) as packs
        from (
          select o.key, coalesce(${mayMatchTexts(fields, sought)}, false) as may, ${BYTES_OF_ROW} as bytes, 0 as packs
          from (
            select o.key, o.id, ${lowTexts()}
            from (
              select o.trace_id as key, o.id, ${name} as name, ${status} as status, ${ofValues(ofEach ? PACKED_COLUMNS : own)}
              from sluice.observations o where o.part = any($2) and o.trace_id = any($1)
              union all
              select o.trace_id, null, null, null, ${ofValues(own)}
              from sluice.trace_io o where o.part = any($2) and o.trace_id = any($1)
            ) o
            offset 0
          ) o
          union all
          select b.key, ${mayBeInPack(sought)} or b.near, 0, 1
          from (${lowPacks(`x.part = any($2) and x.trace_id = any($1) limit ${add(packs)}::bigint`, sought)}) b
        ) u group by u.key
      ) v group by 1`,
    values,
  });
  // Packs beyond the limit are not tested.
  if (rows.reduce((sum, row) => sum + row.packs, 0) >= packs) return { keys: all, bytes: 0 };
  return {
    keys: new Set(rows.flatMap(({ key }) => key ?? [])),
    bytes: rows.find(({ key }) => key === null)?.bytes ?? 0,
  };
}
