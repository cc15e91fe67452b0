import type { PoolClient } from 'pg';
import { textPacks } from '../../schema/traces';
import { isReference } from '../../packs/pack-format';
import { textOf } from '../../packs/packed-text';
import { rowsOf } from '../../session/column-types';
import type { Pipeline } from '../../session/pipeline';
import type { NewPack, StoredPack } from '../packs/trace-packs';
import { CopyTarget } from './copy';
import { arrayText } from './escape';

/** A new pack of a trace. */
export interface PackSource {
  readonly part: number;
  readonly traceId: string;
  readonly pack: NewPack;
}

const TARGET = new CopyTarget<PackSource>(textPacks, {
  part: ({ part }) => part,
  traceId: ({ traceId }) => traceId,
  no: ({ pack }) => pack.no,
  pieces: ({ pack }) => pack.pieces,
  body: ({ pack }) => pack.body,
});

/** Inserts packs of traces that this transaction has locked or inserted. */
export async function insertPacks(pipeline: Pipeline, packs: readonly PackSource[]): Promise<void> {
  if (packs.length > 0) await TARGET.send(pipeline, packs);
}

/**
 * Reads the newest packs of locked traces without their text.
 * @param most packs of one trace
 */
export function selectPacks(
  client: PoolClient,
  keys: { readonly parts: readonly number[]; readonly traceIds: readonly string[] },
  most: number,
): Promise<(StoredPack & { readonly trace_id: string })[]> {
  return rowsOf(
    client,
    `select p.* from unnest($1::integer[], $2::uuid[]) as k (part, trace_id)
     cross join lateral (
       select trace_id, no, pieces from sluice.text_packs
       where part = k.part and trace_id = k.trace_id and part = any($3::integer[]) order by no desc limit ${most}
     ) p`,
    [arrayText(keys.parts), arrayText(keys.traceIds), [...new Set(keys.parts)]],
  );
}

/** A stored value of a trace, which may be a reference. */
interface StoredValue {
  readonly part: number;
  readonly trace_id: string;
  readonly value: string | null;
}

/** Reads the texts of references, in their order; other values are returned as they are. */
export async function selectTexts(
  client: PoolClient,
  stored: readonly StoredValue[],
): Promise<readonly (string | null)[]> {
  const references = stored.filter(({ value }) => isReference(value));
  if (references.length === 0) return stored.map(({ value }) => value);
  const rows = await rowsOf<{ text: string | null }>(
    client,
    `select ${textOf('k.value', { part: 'k.part', trace: 'k.trace_id', within: 'text_pack.part = any($4::integer[])' })} as text
     from unnest($1::integer[], $2::uuid[], $3::text[]) with ordinality as k (part, trace_id, value, n) order by k.n`,
    [
      arrayText(references.map(({ part }) => part)),
      arrayText(references.map((each) => each.trace_id)),
      arrayText(references.map(({ value }) => value)),
      [...new Set(references.map(({ part }) => part))],
    ],
  );
  const texts = rows.values();
  return stored.map(({ value }) => (isReference(value) ? (texts.next().value?.text ?? null) : value));
}

/** Reads the bytes of all packs of locked traces, by trace key. */
export async function selectPackedBytes(
  client: PoolClient,
  traces: readonly { readonly part: number; readonly id: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (traces.length === 0) return new Map();
  const rows = await rowsOf<{ trace_id: string; bytes: number }>(
    client,
    `select trace_id, sum(octet_length(body))::float8 as bytes from sluice.text_packs
     where part = any($1::integer[]) and trace_id = any($2::uuid[]) group by trace_id`,
    [[...new Set(traces.map(({ part }) => part))], arrayText(traces.map(({ id }) => id))],
  );
  return new Map(rows.map(({ trace_id, bytes }) => [trace_id, bytes]));
}

/** Packs that one transaction erases, 8 MiB: other writers wait meanwhile. The next update of the trace continues. */
const MOST_ERASED = 1024;

/**
 * Erases the pieces of a locked trace to which no text refers, after its row is written.
 * @returns the dead bytes that the trace no longer has
 */
export async function erasePieces(client: PoolClient, part: number, traceId: string): Promise<number> {
  const rows = await rowsOf<{ bytes: number }>(client, 'select sluice.erase_dead_pieces($1, $2, $3)::float8 as bytes', [
    part,
    traceId,
    MOST_ERASED,
  ]);
  return rows[0]?.bytes ?? 0;
}
