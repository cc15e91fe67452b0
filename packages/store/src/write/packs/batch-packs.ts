import { TextCutter } from '../../packs/cut-text';
import type { NewPack, StoredPack } from './trace-packs';
import { TracePacks } from './trace-packs';

/** A trace by its key and its receipt hour. */
interface TraceKey {
  readonly id: string;
  readonly part: number;
}

/** Packs of all traces of one transaction. */
export class BatchPacks {
  readonly #cutter = new TextCutter();
  readonly #traces = new Map<string, { readonly part: number; readonly packs: TracePacks }>();

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

  /** Returns all packs that are new; to be called once. */
  take(): { readonly part: number; readonly traceId: string; readonly pack: NewPack }[] {
    return Array.from(this.#traces).flatMap(([traceId, { part, packs }]) =>
      packs.take().map((pack) => ({ part, traceId, pack })),
    );
  }
}
