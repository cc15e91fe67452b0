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

/** Erases the dead pieces of those locked traces that have too many, after their rows are written. */
export async function eraseDeadPieces(pipeline: Pipeline, traces: readonly StoredTrace[]): Promise<void> {
  const suspects = traces.flatMap(({ id, part, deadBytes = 0 }) =>
    deadBytes > SPARE_BYTES ? [{ id, part, deadBytes }] : [],
  );
  const packed = await selectPackedBytes(pipeline.client, suspects);
  for (const { id, part, deadBytes } of suspects) {
    if (2 * deadBytes > (packed.get(id) ?? 0) + SPARE_BYTES) sendErasure(pipeline, part, id);
  }
}
