import { type RecordPart, halve } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { DeadLetter, Place } from './sql/dead-letters';
import { classifyFailure, errorCode } from './sqlstate';

/** A record, or a part of one, with where it came from. */
export interface Slice extends RecordPart {
  readonly place: Place;
  readonly offset: number;
}

/** Applies slices within the caller's transaction. @returns the items that were refused */
export type Applier = (
  client: PoolClient,
  slices: readonly Slice[],
  apply: (slices: readonly Slice[]) => Promise<void>,
) => Promise<DeadLetter[]>;

/** Applies all slices together; any refusal fails the transaction. */
export const applyAtOnce: Applier = async (_client, slices, apply) => {
  await apply(slices);
  return [];
};

/**
 * Applies slices inside savepoints. When Postgres refuses the data, they are halved and each half is applied anew, down
 * to the one item that is refused alone: that becomes a dead letter, the rest is stored. Any other error is thrown and
 * fails the transaction.
 */
export const applyOrBisect: Applier = async (client, slices, apply) => {
  const failure = await attempt(client, () => apply(slices));
  if (failure === undefined) return [];
  const halves = halvesOf(slices);
  if (halves === undefined) return slices.map((slice) => deadLetter(slice, failure));
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

/** undefined for a single item */
function halvesOf(slices: readonly Slice[]): readonly (readonly Slice[])[] | undefined {
  const [first, second] = slices;
  if (first === undefined) return undefined;
  if (second === undefined) return halve(first)?.map((part) => [{ ...first, ...part }]);
  const middle = Math.ceil(slices.length / 2);
  return [slices.slice(0, middle), slices.slice(middle)];
}

function deadLetter(slice: Slice, error: unknown): DeadLetter {
  return {
    place: slice.place,
    offset: slice.offset,
    item: slice.firstItem,
    record: slice.record,
    sqlstate: errorCode(error) ?? '',
    message: error instanceof Error ? error.message : 'refused by the database',
  };
}
