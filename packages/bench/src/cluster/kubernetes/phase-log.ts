import type { HistoryEntry } from '../../chaos/history';
import { Distribution } from '../../report/distribution';
import { formatCount, formatMilliseconds } from '../../report/table';
import { formatSeconds } from '../../report/timed';

/** Attempts of one kind, by their end: a status, `refused` (certainly not sent) or `lost` (no answer). */
class Answers {
  readonly counts = new Map<string, number>();
  readonly times = new Distribution();

  add({ status, outcome, invoked, ended }: HistoryEntry): void {
    const end = status > 0 ? String(status) : outcome === 'fail' ? 'refused' : 'lost';
    this.counts.set(end, (this.counts.get(end) ?? 0) + 1);
    this.times.add(ended - invoked);
  }
}

/** Requests during one phase. */
interface Phase {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly begun: number;
  readonly writes: Answers;
  readonly reads: Answers;
  /** Duration of the phase, and time after it until everything was stored; milliseconds. */
  tookMs?: number;
  recoveryMs?: number | undefined;
}

/** Counts the requests of clients by the phase in which they began. */
export class PhaseLog {
  readonly #phases: Phase[] = [];

  begin(name: string): void {
    this.#phases.push({ name, begun: Date.now(), writes: new Answers(), reads: new Answers() });
  }

  /** Sets the figures of the current phase. */
  end(figures: { readonly tookMs: number; readonly recoveryMs: number | undefined }): void {
    Object.assign(this.#phases.at(-1) ?? {}, figures);
  }

  /** Adds a write. */
  add(entry: HistoryEntry): void {
    this.#phaseOf(entry)?.writes.add(entry);
  }

  addRead(entry: HistoryEntry): void {
    this.#phaseOf(entry)?.reads.add(entry);
  }

  /** Returns the number of reads and writes of all phases with this end. */
  count(end: string): number {
    const all = this.#phases.flatMap(({ writes, reads }) => [writes, reads]);
    return all.reduce((sum, { counts }) => sum + (counts.get(end) ?? 0), 0);
  }

  /** Returns the answers other than 200, refused and lost requests, of a phase in which only 200 is allowed. */
  failuresIn(name: string): string[] {
    return this.#phases
      .filter((phase) => phase.name === name)
      .flatMap(({ writes, reads }) => [...failed('write', writes), ...failed('read', reads)])
      .map((failure) => `${name}: ${failure}`);
  }

  /** Returns a row for each phase, after a row of column names. */
  rows(): string[][] {
    const endsOf = (kind: 'writes' | 'reads') => [
      ...new Set(['200', ...this.#phases.flatMap((phase) => [...phase[kind].counts.keys()]).sort()]),
    ];
    const [writes, reads] = [endsOf('writes'), endsOf('reads')];
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
      formatSeconds(phase.tookMs),
      formatSeconds(phase.recoveryMs),
      ...writes.map((end) => formatCount(phase.writes.counts.get(end) ?? 0)),
      ...[0.5, 0.99, 1].map((share) => formatMilliseconds(phase.writes.times.quantile(share))),
      ...reads.map((end) => formatCount(phase.reads.counts.get(end) ?? 0)),
    ]);
    return [heading, ...rows];
  }

  /** An attempt belongs to the phase in which it began; the next phase may have begun before its answer. */
  #phaseOf({ invoked }: HistoryEntry): Phase | undefined {
    return this.#phases.findLast(({ begun }) => begun <= invoked);
  }
}

function failed(kind: string, { counts }: Answers): string[] {
  return [...counts].filter(([end]) => end !== '200').map(([end, count]) => `${formatCount(count)} × ${kind} ${end}`);
}
