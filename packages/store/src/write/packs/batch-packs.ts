import type { TextCutter } from '../../packs/cut-text';
import type { TextBytes } from '../port';
import type { PackSource } from '../sql/text-packs';
import { type StoredPack, TracePacks } from './trace-packs';

/** A trace by its key and its receipt hour. */
interface TraceKey {
  readonly id: string;
  readonly part: number;
}

/** Packs of all traces of one transaction. */
export class BatchPacks {
  readonly #cutter: TextCutter;
  #dead = 0;
  #erased = 0;
  readonly #traces = new Map<string, { readonly part: number; readonly packs: TracePacks }>();

  constructor(cutter: TextCutter) {
    this.#cutter = cutter;
  }

  /** Adds the stored packs of a trace that exists. */
  load({ id, part }: TraceKey, stored: readonly StoredPack[]): TracePacks {
    const packs = new TracePacks(stored, this.#cutter);
    this.#traces.set(id, { part, packs });
    return packs;
  }

  /** Returns the packs of a trace; a trace that was not loaded is new and has none. */
  of(trace: TraceKey): TracePacks {
    return this.#traces.get(trace.id)?.packs ?? this.load(trace, []);
  }

  /** Returns whether a trace has packs, or gets its first one. */
  hasSome({ id }: TraceKey): boolean {
    return this.#traces.get(id)?.packs.hasSome === true;
  }

  /** Counts dead bytes of stored traces, and those that these no longer have. */
  countDead(added: number, erased: number): void {
    this.#dead += added;
    this.#erased += erased;
  }

  /** Returns the bytes of the texts that were packed so far. */
  bytes(): TextBytes {
    const sums = { new: 0, repeated: 0, dead: this.#dead, erased: this.#erased };
    for (const { packs } of this.#traces.values()) {
      sums.new += packs.bytes.new;
      sums.repeated += packs.bytes.repeated;
    }
    return sums;
  }

  /** Returns all packs that are new; to be called once. */
  take(): PackSource[] {
    return Array.from(this.#traces).flatMap(([traceId, { part, packs }]) =>
      packs.take().map((pack) => ({ part, traceId, pack })),
    );
  }
}
