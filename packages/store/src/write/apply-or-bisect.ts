import { type RecordPart, halve } from '@sluice/record';
import type { PoolClient } from 'pg';
import { type Pipeline, pipelined } from '../session/pipeline';
import type { DeadLetter, LogPartition } from './sql/dead-letters';
import { classifyFailure, errorCode } from './sqlstate';

/** A record, or a part of one, with where it came from. */
export interface LoggedRecord extends RecordPart {
  readonly place: LogPartition;
  readonly offset: number;
}

/** What became of slices. */
interface Outcome<T> {
  readonly applied: readonly T[];
  /** The items that were refused. */
  readonly letters: readonly DeadLetter[];
}

/** Applies slices within the caller's transaction. */
export type Applier = <T>(
  pipeline: Pipeline,
  slices: readonly LoggedRecord[],
  apply: (pipeline: Pipeline, slices: readonly LoggedRecord[]) => Promise<T>,
) => Promise<Outcome<T>>;

/** Applies all slices together; any refusal fails the transaction. */
export const applyAtOnce: Applier = async (pipeline, slices, apply) => ({
  applied: [await apply(pipeline, slices)],
  letters: [],
});

/**
 * Applies slices inside savepoints. When Postgres refuses the data, they are halved and each half is applied anew, down
 * to the one item that is refused alone: that becomes a dead letter, the rest is stored. Any other error is thrown and
 * fails the transaction.
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

/** What all statements of an attempt together have done, or the data error of one of them, after a rollback to before it. */
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

/** undefined for a single item */
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
