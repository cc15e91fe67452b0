import type { HistoryEntry } from '../chaos/history';
import { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds } from '../report/table';

/** Attempts of one kind, by how they ended: a status, `refused` (not sent for sure) or `lost` (no answer). */
class Answers {
  readonly counts = new Map<string, number>();
  readonly times = new Distribution();

  add({ status, outcome, invoked, ended }: HistoryEntry): void {
    const end = status > 0 ? String(status) : outcome === 'fail' ? 'refused' : 'lost';
    this.counts.set(end, (this.counts.get(end) ?? 0) + 1);
    this.times.add(ended - invoked);
  }
}

/** What was asked while one thing happened. */
interface Phase {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly begun: number;
  readonly writes: Answers;
  readonly reads: Answers;
  /** How long what happened took, and how long after it everything was stored; milliseconds. */
  tookMs?: number;
  recoveryMs?: number | undefined;
}

/** Counts what clients ask by the phase in which they asked it. */
export class PhaseLog {
  readonly #phases: Phase[] = [];

  begin(name: string): void {
    this.#phases.push({ name, begun: Date.now(), writes: new Answers(), reads: new Answers() });
  }

  /** Of the phase that is under way. */
  end(figures: { readonly tookMs: number; readonly recoveryMs: number | undefined }): void {
    Object.assign(this.#phases.at(-1) ?? {}, figures);
  }

  /** A write. */
  add(entry: HistoryEntry): void {
    this.#phaseOf(entry)?.writes.add(entry);
  }

  addRead(entry: HistoryEntry): void {
    this.#phaseOf(entry)?.reads.add(entry);
  }

  /** Attempts of all phases that ended so, reads and writes. */
  count(end: string): number {
    const all = this.#phases.flatMap(({ writes, reads }) => [writes, reads]);
    return all.reduce((sum, { counts }) => sum + (counts.get(end) ?? 0), 0);
  }

  /**
   * What was answered otherwise than 200, refused, or not answered at all, in a phase in which nothing but 200 is right.
   */
  failuresIn(name: string): string[] {
    return this.#phases
      .filter((phase) => phase.name === name)
      .flatMap(({ writes, reads }) => [...failed('write', writes), ...failed('read', reads)])
      .map((failure) => `${name}: ${failure}`);
  }

  /** A row for each phase, below one with the names of the columns. */
  rows(): string[][] {
    const endsOf = (kind: 'writes' | 'reads') => [
      ...new Set(['200', ...this.#phases.flatMap((phase) => [...phase[kind].counts.keys()]).sort()]),
    ];
    const [writes, reads] = [endsOf('writes'), endsOf('reads')];
    const seconds = (ms: number | undefined) => (ms === undefined ? '-' : `${(ms / 1000).toFixed(1)} s`);
    const heading = [
      'phase',
      'took',
      'all stored after',
      ...writes.map((end) => `writes ${end}`),
      'p50',
      'p99',
      'slowest',
      ...reads.map((end) => `reads ${end}`),
    ];
    const rows = this.#phases.map((phase) => [
      phase.name,
      seconds(phase.tookMs),
      seconds(phase.recoveryMs),
      ...writes.map((end) => formatCount(phase.writes.counts.get(end) ?? 0)),
      ...[0.5, 0.99, 1].map((share) => formatMilliseconds(phase.writes.times.quantile(share))),
      ...reads.map((end) => formatCount(phase.reads.counts.get(end) ?? 0)),
    ]);
    return [heading, ...rows];
  }

  /** An attempt belongs to the phase in which it began: its answer may come when the next one has. */
  #phaseOf({ invoked }: HistoryEntry): Phase | undefined {
    return this.#phases.findLast(({ begun }) => begun <= invoked);
  }
}

function failed(kind: string, { counts }: Answers): string[] {
  return [...counts].filter(([end]) => end !== '200').map(([end, count]) => `${formatCount(count)} × ${kind} ${end}`);
}
