import { PACKED_COLUMNS, type PackedColumn } from '../packs/pack-format';
import { isReference, textBytes } from '../packs/packed-text';
import { collectValues } from './database';
import type { ProjectQueries } from './project';
import { LOW_BODY, isNear } from './search-packs';
import { containsId, hasIds } from './search-rows';
import type { Passed } from './search-scan';
import { mayContain, soughtIn } from './search-text';
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
  const tested = ofEach ? PACKED_COLUMNS : own;
  const status = ofEach || fields.includes('status') ? ['o.status_message'] : [];
  const tests = [mayContain('l.low', sought), ...(hasIds(fields, sought) ? [containsId('l.id', sought)] : [])];
  const packs = PACKS_OF_OBSERVATION * observations;
  const rows = await query<Row>({
    text: `
      select case when v.may then v.key end as key, sum(v.bytes)::bigint as bytes, sum(v.packs)::bigint as packs
      from (
        select u.key, bool_or(u.may) as may, sum(u.bytes) as bytes, sum(u.packs) as packs
        from (
          select l.key, coalesce(${tests.join(' or ')}, false) as may, octet_length(l.low) + l.referred as bytes, 0 as packs
          from (
            select o.trace_id as key, o.id, ${testedTexts('o', tested, [...(ofEach ? ['o.name'] : []), ...status])}
            from sluice.observations o where o.part = any($2) and o.trace_id = any($1)
            union all
            select o.trace_id, null, ${testedTexts('o', own)}
            from sluice.trace_io o where o.part = any($2) and o.trace_id = any($1)
            offset 0
          ) l
          union all
          select b.key, b.low is null or ${mayContain('b.low', sought)} or ${isNear('b.low', sought)}, 0, 1
          from (
            select x.trace_id as key, ${LOW_BODY} as low from sluice.text_packs x
            where x.part = any($2) and x.trace_id = any($1) limit ${add(packs)}::bigint
          ) b
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

/** SQL: `low`, the texts of a row that are not in packs, in lower case, and `referred`, the bytes of those that are. */
function testedTexts(row: string, columns: readonly PackedColumn[], texts: readonly string[] = []): string {
  const values = columns.map((column) => `${row}.${column}`);
  const plain = [
    ...texts.map((text) => `coalesce(${text}, '')`),
    ...values.map((value) => `case when ${isReference(value)} then '' else coalesce(${value}, '') end`),
  ];
  const referred = values.map((value) => `case when ${isReference(value)} then ${textBytes(value)} else 0 end`);
  return `lower((${["''", ...plain].join(' || ')}) collate "C") as low, ${['0', ...referred].join(' + ')} as referred`;
}
