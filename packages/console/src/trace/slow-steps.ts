import { wordAt } from './observation-columns';
import { slowPath } from './slow-path';
import type { Steps } from './waste';

/** Steps of one kind and name on the slow path of a row. */
export interface SlowSteps {
  readonly name: string | undefined;
  readonly count: number;
  /** Milliseconds of the path that these steps take themselves, and their share of it. */
  readonly ms: number;
  readonly share: number;
  /** Row with the largest share; the row itself if it waited for no step. */
  readonly longest: number;
}

/** Returns the groups of steps in which a row spent its time, the largest first. */
export function slowSteps({ columns, tree }: Steps, row: number): readonly SlowSteps[] {
  const own = slowPath(tree, row);
  const { type, name } = columns.words;
  const groups = new Map<number, { count: number; ms: number; longest: number }>();
  let whole = 0;
  for (let each = row; each < (tree.end[row] ?? 0); each += 1) {
    const ms = own[each] ?? -1;
    if (ms <= 0) continue;
    whole += ms;
    const kind = (type.of[each] ?? 0) * (name.texts.length + 1);
    const key = each === row ? -1 : kind + 1 + (name.of[each] ?? -1);
    const group = groups.get(key) ?? { count: 0, ms: 0, longest: each };
    groups.set(key, group);
    group.count += 1;
    group.ms += ms;
    if (ms > (own[group.longest] ?? 0)) group.longest = each;
  }
  return Array.from(groups.values(), ({ longest, ...rest }) => ({
    ...rest,
    longest,
    name: wordAt(name, longest),
    share: rest.ms / whole,
  })).sort((a, b) => b.ms - a.ms);
}
