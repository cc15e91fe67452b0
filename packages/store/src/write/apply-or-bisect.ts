import { type RecordPart, halve } from '@sluice/record';
import type { PoolClient } from 'pg';
import { type Pipeline, pipelined } from '../session/pipeline';
import type { DeadLetter, LogPartition } from './sql/dead-letters';
import { classifyFailure, errorCode } from './sqlstate';

/** A record, or a sub-record of it, with its log offset. */
export interface LoggedRecord extends RecordPart {
  readonly place: LogPartition;
  readonly offset: number;
}

/** Result of applying records. */
interface Outcome<T> {
  readonly applied: readonly T[];
  /** Items that Postgres refused. */
  readonly letters: readonly DeadLetter[];
}

/** Applies records within the caller's transaction. */
export type Applier = <T>(
  pipeline: Pipeline,
  slices: readonly LoggedRecord[],
  apply: (pipeline: Pipeline, slices: readonly LoggedRecord[]) => Promise<T>,
) => Promise<Outcome<T>>;

/** Applies all records together; any refusal fails the transaction. */
export const applyAtOnce: Applier = async (pipeline, slices, apply) => ({
  applied: [await apply(pipeline, slices)],
  letters: [],
});

/**
 * Applies records inside savepoints. If Postgres refuses the data, it halves them and applies each half again, until the refused item is
 * alone: this item becomes a dead letter, the rest is stored. Any other error is thrown and fails the transaction.
 */
export const applyOrBisect: Applier = async (pipeline, slices, apply) => {
  const outcome = await attempt(pipeline.client, (attempted) => apply(attempted, slices));
  if ('applied' in outcome) return { ...outcome, letters: [] };
  const halves = halvesOf(slices);
  if (halves === undefined) return { applied: [], letters: slices.map((slice) => deadLetter(slice, outcome.failure)) };
  const outcomes = [];
  for (const half of halves) outcomes.push(await applyOrBisect(pipeline, half, apply));
  return {
    applied: outcomes.flatMap(({ applied }) => applied),
    letters: outcomes.flatMap(({ letters }) => letters),
  };
};

/**
 * Runs all statements of an attempt inside a savepoint.
 * @returns their result, or the data error of one of them, after a rollback to the savepoint
 */
async function attempt<T>(
  client: PoolClient,
  work: (pipeline: Pipeline) => Promise<T>,
): Promise<Pick<Outcome<T>, 'applied'> | { readonly failure: unknown }> {
  await client.query('savepoint attempt');
  try {
    const applied = [await pipelined(client, work)];
    await client.query('release savepoint attempt');
    return { applied };
  } catch (failure) {
    if (classifyFailure(failure) !== 'data') throw failure;
    await client.query('rollback to savepoint attempt; release savepoint attempt');
    return { failure };
  }
}

/** Halves a list of records, or the only record of the list; undefined for a single item. */
function halvesOf(slices: readonly LoggedRecord[]): readonly (readonly LoggedRecord[])[] | undefined {
  const [first, second] = slices;
  if (first === undefined) return undefined;
  if (second === undefined) return halve(first)?.map((part) => [{ ...first, ...part }]);
  const middle = Math.ceil(slices.length / 2);
  return [slices.slice(0, middle), slices.slice(middle)];
}

function deadLetter(slice: LoggedRecord, error: unknown): DeadLetter {
  return {
    place: slice.place,
    offset: slice.offset,
    item: slice.firstItem,
    record: slice.record,
    sqlstate: errorCode(error) ?? '',
    message: error instanceof Error ? error.message : 'refused by the database',
  };
}
