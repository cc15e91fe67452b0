import type { MetricRecord, SluiceRecord, TraceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { DeadLetter } from './sql/dead-letters';
import { classifyFailure, errorCode } from './sqlstate';

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
  const failure = await attempt(client, () => apply(pieces.map((piece) => piece.record)));
  if (failure === undefined) return [];
  const halves = pieces.length > 1 ? halve(pieces) : splitPiece(pieces[0]);
  if (halves === undefined) return pieces.map((piece) => deadLetter(piece, failure));
  const letters: DeadLetter[] = [];
  for (const half of halves) letters.push(...(await applyOrBisect(client, half, apply)));
  return letters;
};

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
