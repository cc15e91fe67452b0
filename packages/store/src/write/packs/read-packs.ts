import type { PoolClient } from 'pg';
import { selectPacks, selectTexts } from '../sql/text-packs';
import type { StoredTrace } from '../sql/trace-row';
import type { BatchPacks } from './batch-packs';
import type { StoredPack } from './trace-packs';

/**
 * Packs of a batch whose pieces are in memory, and the least of each trace, about 100 bytes a piece. A piece of an older pack is stored
 * again if a text repeats it.
 */
const PACKS = 16_384;
const LEAST_PACKS = 32;

/** Reads the newest packs of locked traces, without their text, and adds them to those of the batch. */
export async function readPacks(client: PoolClient, traces: readonly StoredTrace[], batch: BatchPacks): Promise<void> {
  const packed = traces.filter(({ deadBytes }) => deadBytes !== undefined);
  if (packed.length === 0) return;
  const keys = { parts: packed.map(({ part }) => part), traceIds: packed.map(({ id }) => id) };
  const packs = new Map(packed.map(({ id }) => [id, [] as StoredPack[]]));
  for (const pack of await selectPacks(client, keys, Math.max(LEAST_PACKS, Math.floor(PACKS / packed.length)))) {
    packs.get(pack.trace_id)?.push(pack);
  }
  for (const trace of packed) batch.load(trace, packs.get(trace.id) ?? []);
}

/** Columns of a row that locate its metadata. */
interface WithMetadata {
  readonly part: number;
  readonly trace_id: string;
  readonly metadata: string | null;
}

/** Reads the text of the metadata of rows: it is merged by member. */
export async function readMetadata<Row extends WithMetadata>(
  client: PoolClient,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, string | null>> {
  const texts = await selectTexts(
    client,
    rows.map(({ part, trace_id, metadata }) => ({ part, trace_id, value: metadata })),
  );
  return new Map(rows.map((row, index) => [row, texts[index] ?? null]));
}
