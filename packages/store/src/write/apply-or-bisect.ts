import type { MetricRecord, SluiceRecord, TraceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { DeadLetter } from './sql/dead-letters';
import { classifyFailure, errorCode } from './sqlstate';
import { GrowingMetadata, MetadataTooLargeError } from './state/metadata-bound';

/** A record, or a part of one, with the place it came from. */
export interface Piece {
  readonly offset: number;
  /** Index of its first item in the record. */
  readonly firstItem: number;
  readonly record: SluiceRecord;
}

/** Applies pieces within the caller's transaction and says which items were refused. */
export type Applier = (
  client: PoolClient,
  pieces: readonly Piece[],
  apply: (records: readonly SluiceRecord[]) => Promise<void>,
) => Promise<DeadLetter[]>;

/** Applies all pieces together; any refusal fails the transaction. */
export const applyAtOnce: Applier = async (_client, pieces, apply) => {
  await apply(pieces.map((piece) => piece.record));
  return [];
};

/**
 * Applies pieces inside savepoints. When Postgres refuses the data, they are halved and each half is applied anew, down
 * to the one item that is refused alone: that becomes a dead letter, the rest is stored. Any other error is thrown and
 * fails the transaction.
 */
export const applyOrBisect: Applier = async (client, pieces, apply) => {
  const letters: DeadLetter[] = [];
  for (let left = pieces; left.length > 0;) {
    const tried = left;
    const failure = await attempt(client, () => apply(tried.map((piece) => piece.record)));
    if (failure === undefined) return letters;
    const refused = refuseMetadata(tried, failure);
    if (refused === undefined) return [...letters, ...(await bisect(client, tried, apply, failure))];
    letters.push(...refused.letters);
    left = refused.left;
  }
  return letters;
};

async function bisect(
  client: PoolClient,
  pieces: readonly Piece[],
  apply: Parameters<Applier>[2],
  failure: unknown,
): Promise<DeadLetter[]> {
  const halves = pieces.length > 1 ? halve(pieces) : splitPiece(pieces[0]);
  if (halves === undefined) return pieces.map((piece) => deadLetter(piece, failure));
  const letters: DeadLetter[] = [];
  for (const half of halves) letters.push(...(await applyOrBisect(client, half, apply)));
  return letters;
}

/**
 * Of records that would take the metadata of one trace beyond its bound, finds out in memory which those are. To try them
 * one by one would read all that metadata each time, a tenth of a second for the largest, while others wait.
 * @returns undefined where it cannot be told
 */
function refuseMetadata(
  pieces: readonly Piece[],
  failure: unknown,
): { readonly letters: readonly DeadLetter[]; readonly left: readonly Piece[] } | undefined {
  if (!(failure instanceof MetadataTooLargeError) || failure.stored === undefined) return undefined;
  const { traceId, metadata } = failure.stored;
  failure.stored = undefined; // the failure may be held for long
  const growing = new GrowingMetadata(metadata);
  const letters: DeadLetter[] = [];
  const left = pieces.flatMap((piece) => {
    const { record } = piece;
    const isOfTrace = record.kind === 'trace' && record.traceId === traceId;
    const reason = isOfTrace ? growing.add(metadataOf(record)) : undefined;
    if (reason === undefined) return [piece];
    const hasMore = isOfTrace && record.observations.length > 0;
    const [ofTrace = [piece], others = []] = (hasMore ? splitPiece(piece) : undefined) ?? [];
    for (const each of ofTrace) letters.push(deadLetter(each, new MetadataTooLargeError(reason)));
    return others;
  });
  return letters.length === 0 ? undefined : { letters, left };
}

const metadataOf = ({ statements }: TraceRecord) => statements.flatMap(({ fields: { metadata } }) => metadata ?? []);

/** The data error of an attempt, after a rollback to before it; undefined when it succeeded. */
async function attempt(client: PoolClient, work: () => Promise<void>): Promise<unknown> {
  await client.query('savepoint attempt');
  try {
    await work();
  } catch (error) {
    if (classifyFailure(error) !== 'data') throw error;
    await client.query('rollback to savepoint attempt; release savepoint attempt');
    return error;
  }
  await client.query('release savepoint attempt');
  return undefined;
}

function halve<T>(items: readonly T[]): [readonly T[], readonly T[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** Two parts of a record that together say the same; undefined for a single item. */
function splitPiece(piece: Piece | undefined): [Piece[], Piece[]] | undefined {
  if (piece === undefined) return undefined;
  const { record } = piece;
  return record.kind === 'trace' ? splitTrace(piece, record) : splitMetric(piece, record);
}

function splitTrace(piece: Piece, record: TraceRecord): [Piece[], Piece[]] | undefined {
  const saysTrace = record.statements.length > 0 || record.tags.length > 0;
  if (saysTrace && record.observations.length > 0) {
    return [
      [{ ...piece, firstItem: -1, record: { ...record, observations: [] } }],
      [{ ...piece, record: { ...record, statements: [], tags: [] } }],
    ];
  }
  if (record.observations.length < 2) return undefined;
  const [first, second] = halve(record.observations);
  return [
    [{ ...piece, record: { ...record, observations: first } }],
    [{ ...piece, firstItem: piece.firstItem + first.length, record: { ...record, observations: second } }],
  ];
}

function splitMetric(piece: Piece, record: MetricRecord): [Piece[], Piece[]] | undefined {
  if (record.points.length < 2) return undefined;
  const [first, second] = halve(record.points);
  return [
    [{ ...piece, record: { ...record, points: first } }],
    [{ ...piece, firstItem: piece.firstItem + first.length, record: { ...record, points: second } }],
  ];
}

function deadLetter(piece: Piece, error: unknown): DeadLetter {
  return {
    offset: piece.offset,
    item: piece.firstItem,
    record: piece.record,
    sqlstate: errorCode(error) ?? '',
    message: error instanceof Error ? error.message : 'refused by the database',
  };
}
