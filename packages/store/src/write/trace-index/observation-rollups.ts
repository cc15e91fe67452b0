import type { PoolClient } from 'pg';
import { BLOCK_SIZE, SEGMENT_BLOCKS } from '../../observation-rollup-format';
import { ALL_FIELD } from '../../trace-index-format';
import { ADD_UP_SEGMENT, ROLL_UP_BLOCK, TRACES_OF_BLOCK, type TracesOfBlock } from './roll-up-block';

/** A block of a project: consecutive index positions. */
export interface Block {
  readonly project: number;
  readonly block: number;
}

export interface ObservationRollupsOptions {
  /** Milliseconds without a change of a block before its rollups are made. */
  readonly idleMs?: number | undefined;
  /** The same for the last block of a project, to which traces are added: each one would require all of it again. */
  readonly lastIdleMs?: number | undefined;
  /** Limit of the values of a field in a block. */
  readonly maxValues?: number | undefined;
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

const IDLE_MS = 15_000;
const LAST_IDLE_MS = 300_000;
/** Most frequent values of a field in a block that have figures of their own; of all others only the calls are counted. */
const MAX_VALUES = 2000;
/** Observations of a block beyond which it has no rollups, so that the statement ends in time (some 5 µs each): reads use their rows. */
const MAX_OBSERVATIONS = 500_000;

/**
 * Makes the rollups of observations of blocks that were idle for a time, one block at a time, and the totals of a segment with those of its last
 * block. The transaction that indexes a trace deletes those of its block, and the totals of its segment.
 */
export class ObservationRollups {
  readonly #idleMs: number;
  readonly #lastIdleMs: number;
  readonly #maxValues: number;
  readonly #now: () => number;
  /** Times of the last change of blocks without rollups, in their order. Undefined: not read yet. */
  #invalid: Map<string, Block & { readonly changedAt: number }> | undefined;
  /** Last known block by project. */
  readonly #last = new Map<number, number>();

  constructor({
    idleMs = IDLE_MS,
    lastIdleMs = LAST_IDLE_MS,
    maxValues = MAX_VALUES,
    now = () => performance.now(),
  }: ObservationRollupsOptions = {}) {
    this.#idleMs = idleMs;
    this.#lastIdleMs = lastIdleMs;
    this.#maxValues = maxValues;
    this.#now = now;
  }

  /** Discards the known blocks; to be called when another process may have indexed traces. */
  forget(): void {
    this.#invalid = undefined;
    this.#last.clear();
  }

  /** Adds blocks to those whose rollups are to be made. */
  addInvalidated(blocks: readonly Block[]): void {
    for (const { project, block } of blocks) {
      const key = `${project}/${block}`;
      this.#last.set(project, Math.max(block, this.#last.get(project) ?? 0));
      this.#invalid?.delete(key); // it moves to the end
      this.#invalid?.set(key, { project, block, changedAt: this.#now() });
    }
  }

  /** Returns whether rollups may be due. */
  get isDue(): boolean {
    return this.#invalid === undefined || this.#due !== undefined;
  }

  get #due(): Block | undefined {
    const now = this.#now();
    for (const each of this.#invalid?.values() ?? []) {
      const idle = now - each.changedAt;
      if (idle < this.#idleMs) return undefined;
      if (each.block !== this.#last.get(each.project) || idle >= this.#lastIdleMs) return each;
    }
    return undefined;
  }

  /** Makes the next rollups that are due, in the caller's transaction. @returns whether any were due */
  async next(client: PoolClient): Promise<boolean> {
    if (this.#invalid === undefined) {
      this.#invalid = new Map();
      this.addInvalidated((await client.query<Block>(INVALID_BLOCKS)).rows);
    }
    const due = this.#due;
    if (due === undefined) return false;
    const { project, block } = due;
    const [traces] = (await client.query<TracesOfBlock>(TRACES_OF_BLOCK, [project, block])).rows;
    if (traces !== undefined && traces.observations <= MAX_OBSERVATIONS) {
      const { keys, parts, places, releases, firstPart, lastPart } = traces;
      const values = [project, block, this.#maxValues, keys, parts, places, releases, firstPart, lastPart];
      await client.query(ROLL_UP_BLOCK, values);
      await client.query(ADD_UP_SEGMENT, [project, Math.floor(block / SEGMENT_BLOCKS)]);
    }
    this.#invalid.delete(`${project}/${block}`);
    return true;
  }
}

const INVALID_BLOCKS = /* sql */ `
select b.project, b.segment * ${SEGMENT_BLOCKS} + g as block
from sluice.trace_index_bitmaps b cross join generate_series(0, ${SEGMENT_BLOCKS - 1}) g
where b.field = '${ALL_FIELD}' and b.value = '' and bit_count(substring(b.bitmap from g * ${BLOCK_SIZE} + 1 for ${BLOCK_SIZE})) > 0
  and not exists (
    select from sluice.observation_blocks v where v.project = b.project and v.block = b.segment * ${SEGMENT_BLOCKS} + g)
order by 1, 2`;
