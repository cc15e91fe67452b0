import type { PoolClient } from 'pg';
import { releasedBytes } from '../../packs/pack-format';
import type { Pipeline } from '../../session/pipeline';
import { type PackedTexts, PACKED_COLUMNS } from '../sql/observation-row';
import { sendErasure, selectPackedBytes } from '../sql/text-packs';
import type { StoredTrace } from '../sql/trace-row';

/** Dead bytes that a trace may have in addition to as many as it has live ones. */
const SPARE_BYTES = 64 * 1024;

/** Returns the bytes of packs to which the texts of a row referred and no longer refer. */
export const releasedTexts = (before: PackedTexts, after: PackedTexts): number =>
  PACKED_COLUMNS.reduce((sum, column) => sum + releasedBytes(before[column], after[column]), 0);

/** Returns the keys of those traces that have too many dead bytes, of which `deadBytes` is an upper bound. */
export async function tracesToErase(client: PoolClient, traces: readonly StoredTrace[]): Promise<ReadonlySet<string>> {
  const suspects = traces.flatMap(({ id, part, deadBytes = 0 }) =>
    deadBytes > SPARE_BYTES ? [{ id, part, deadBytes }] : [],
  );
  const packed = await selectPackedBytes(client, suspects);
  const tooMany = suspects.filter(({ id, deadBytes }) => 2 * deadBytes > (packed.get(id) ?? 0) + SPARE_BYTES);
  return new Set(tooMany.map(({ id }) => id));
}

/** Erases the dead pieces of locked traces, after their texts are written. */
export function eraseDeadPieces(pipeline: Pipeline, traces: readonly Pick<StoredTrace, 'id' | 'part'>[]): void {
  for (const { id, part } of traces) sendErasure(pipeline, part, id);
}
