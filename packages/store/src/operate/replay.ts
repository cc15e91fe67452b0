import { createHash, randomUUID } from 'node:crypto';
import { type SluiceRecord, dashed, hasReceipt } from '@sluice/record';
import type { Pool, PoolClient } from 'pg';
import { withClient } from '../session/with-client';
import type { RecordStore } from '../write/port';
import { IS_LETTER, type StoredDeadLetter, keyOf, readDeadLetter } from './dead-letters';
import { type LetterId, formatLetterId } from './letter-id';

/**
 * Outcome of the replay of a dead letter.
 * - `stored`: its item is stored now, or was already.
 * - `refused`: Postgres refuses it again; the letter stays as it was.
 * - `unreadable`: this version cannot decode its bytes; the letter stays.
 * - `missing`: there is no such letter, or it was replayed before.
 */
export type Replayed = 'stored' | 'refused' | 'unreadable' | 'missing';

export interface ReplayDependencies {
  /** Pool that acts as the writer role, of two connections or more. */
  readonly pool: Pool;
  readonly store: RecordStore;
}

/** Another replay is running on this database. */
export class ReplayRunningError extends Error {
  override readonly name = 'ReplayRunningError';
}

/**
 * Stores the items of dead letters, each with the time of its first receipt, and marks those letters as replayed. Safe to repeat: however a
 * replay ends, an item is stored once.
 * @param report called with the outcome of each letter
 * @throws ReplayRunningError
 */
export async function replayDeadLetters(
  { pool, store }: ReplayDependencies,
  ids: readonly LetterId[],
  report: (id: LetterId, outcome: Replayed) => void,
): Promise<void> {
  await withClient(pool.connect(), async (client) => {
    await lockReplay(client);
    const stream = `${STREAM}${randomUUID().slice(0, 8)}`;
    for (const id of ids) report(id, await replay({ pool, store }, stream, id));
    await client.query(`select pg_advisory_unlock(${LOCK})`);
  });
}

/** Prefix of the streams of a replay, named like those of one process with its bus in memory: retention deletes such offsets. */
const STREAM = 'replay@';
const LOCK = `hashtextextended('sluice.replay', 0)`;

async function lockReplay(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
  if (rows[0]?.locked !== true)
    throw new ReplayRunningError('dead letters are being replayed already: wait for its end');
}

async function replay({ pool, store }: ReplayDependencies, stream: string, id: LetterId): Promise<Replayed> {
  const letter = await readDeadLetter(pool, id);
  if (letter === undefined || letter.replayedAt !== undefined) return 'missing';
  const record = recordOf(letter);
  if (record === undefined) return 'unreadable';
  await forgetRefusal(pool, record.recordId); // left by a replay that was killed
  const from = await store.position(stream, 0);
  const { nextOffset: offset } = from;
  await store.store(
    { topic: stream, partition: 0, next: offset + 1, deliveries: [{ offset, record }], undecodable: [] },
    from,
  );
  if (await forgetRefusal(pool, record.recordId)) return 'refused';
  await pool.query(`update sluice.ingest_dead_letter set replayed_at = now() where ${IS_LETTER}`, keyOf(id));
  return 'stored';
}

/**
 * Returns the record of a letter. A record with a receipt gets an id of its own: that of the whole request is known as stored, because its
 * other items are. The id is the same in each replay, so that a repeated replay finds its receipt.
 */
function recordOf({ id, record }: StoredDeadLetter): SluiceRecord | undefined {
  if (record === undefined || !hasReceipt(record)) return record;
  const digest = createHash('sha256')
    .update(`sluice.replay ${record.recordId} ${formatLetterId(id)}`)
    .digest('hex');
  return { ...record, recordId: dashed(digest.slice(0, 32)) };
}

/**
 * Deletes the letter that a refused replay has left in its own stream, with the receipt that would make the next replay look like a
 * repetition.
 * @returns whether there was one
 */
async function forgetRefusal(pool: Pool, recordId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `with refused as (
       delete from sluice.ingest_dead_letter where topic like '${STREAM}%' and record_id = $1 returning record_id),
     receipt as (
       delete from sluice.metric_receipts where record_id in (select record_id from refused))
     select from refused`,
    [recordId],
  );
  return rows.length > 0;
}
