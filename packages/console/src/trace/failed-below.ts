import { wordAt } from './sheet';
import type { Steps } from './waste';

/** Steps of one name that failed for one reason. */
export interface Failed {
  /** Ascending. */
  readonly rows: readonly number[];
  readonly name: string | undefined;
  readonly message: string | undefined;
}

/** Where it went wrong below a row: the innermost steps that failed, since those around them mostly only pass it on. */
export function failedBelow({ sheet, tree, sums }: Steps, row: number): readonly Failed[] {
  if (row < 0 || (sums.errors[row] ?? 0) === 0) return [];
  const { name, level, statusMessage } = sheet.words;
  const error = level.texts.indexOf('ERROR');
  const groups = new Map<string, { readonly rows: number[]; readonly first: number }>();
  for (let each = row + 1; each < (tree.end[row] ?? 0); each += 1) {
    if (level.of[each] !== error || sums.errors[each] !== 1) continue;
    const key = `${name.of[each] ?? -1} ${statusMessage.of[each] ?? -1}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { rows: [each], first: each });
    else known.rows.push(each);
  }
  return Array.from(groups.values(), ({ rows, first }) => ({
    rows,
    name: wordAt(name, first),
    message: wordAt(statusMessage, first),
  }));
}
