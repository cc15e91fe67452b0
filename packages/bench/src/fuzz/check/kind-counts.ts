import { formatCount } from '../../report/table';
import type { Kind } from './kind';

/** Number of inputs with a kind. */
interface Count {
  sent: number;
  /** Number of them that were accepted. */
  accepted: number;
}

/** Counts kinds of values in the inputs of a run. */
export class KindCounts {
  readonly #groups = new Map<string, Map<string, Count>>();

  constructor(all: readonly Kind[]) {
    for (const [group, kind] of all) {
      const kinds = this.#groups.get(group) ?? new Map<string, Count>();
      this.#groups.set(group, kinds.set(kind, { sent: 0, accepted: 0 }));
    }
  }

  /** Counts a kind; ignores one that is not in the list: a mistake on purpose. */
  add([group, kind]: Kind, isAccepted: boolean): void {
    const count = this.#groups.get(group)?.get(kind);
    if (count === undefined) return;
    count.sent += 1;
    if (isAccepted) count.accepted += 1;
  }

  /** Kinds that were never sent. */
  get missing(): readonly string[] {
    return [...this.#groups].flatMap(([group, kinds]) =>
      [...kinds].flatMap(([kind, { sent }]) => (sent === 0 ? [`${group}: ${kind}`] : [])),
    );
  }

  /** Rows of a table: each group with the number of its kinds, what was sent of all of them, and the rarest. */
  get rows(): readonly (readonly string[])[] {
    return [...this.#groups].map(([group, kinds]) => {
      const counts = [...kinds].sort(([, a], [, b]) => a.sent - b.sent);
      const sum = (of: keyof Count): string => formatCount(counts.reduce((all, [, count]) => all + count[of], 0));
      const [rarest] = counts;
      return [group, String(counts.length), sum('sent'), sum('accepted'), `${rarest?.[0]}: ${rarest?.[1].sent}`];
    });
  }
}
