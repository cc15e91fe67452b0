import type { PoolClient } from 'pg';
import { PACKED_COLUMNS, releasedBytes } from '../../packs/pack-format';
import type { PackedTexts } from '../sql/observation-row';
import { erasePieces, selectPackedBytes } from '../sql/text-packs';
import type { StoredTrace } from '../sql/trace-row';

/** Dead bytes that a trace may have in addition to as many as it has live ones. */
const SPARE_BYTES = 64 * 1024;

/** Returns the bytes of packs to which the texts of a row referred and no longer refer. */
export const releasedTexts = (before: PackedTexts, after: PackedTexts): number =>
  PACKED_COLUMNS.reduce((sum, column) => sum + releasedBytes(before[column], after[column]), 0);

/** Returns whether dead pieces of a trace may be erased. */
export const mayBeErased = ({ deadBytes = 0 }: StoredTrace): boolean => deadBytes > SPARE_BYTES;

/**
 * Erases the dead pieces of those locked traces that have too many, after their rows are written.
 * @returns the dead bytes that these traces no longer have
 */
export async function eraseDeadPieces(client: PoolClient, traces: readonly StoredTrace[]): Promise<number> {
  const suspects = traces.filter(mayBeErased).map(({ id, part, deadBytes = 0 }) => ({ id, part, deadBytes }));
  const packed = await selectPackedBytes(client, suspects);
  let erased = 0;
  for (const { id, part, deadBytes } of suspects) {
    if (2 * deadBytes > (packed.get(id) ?? 0) + SPARE_BYTES) erased += await erasePieces(client, part, id);
  }
  return erased;
}
