import { count, counted, duration } from '../format/numbers';
import { shownCost } from './cost';
import type { KnownWaste, Loop } from './loops';
import { wordAt } from './observation-columns';
import type { TraceData } from './trace-data';
import styles from './waste-line.module.css';

/** Least repeated tokens, and their least share of all prompts, that are worth a note. */
const LEAST_AGAIN = 1_000;
const LEAST_SHARE = 0.25;
/** Most names whose loops are listed, and most loops of one name. */
const MAX_LOOPS = 3;

interface WasteLineProps {
  readonly trace: TraceData;
  readonly waste: KnownWaste;
  readonly selected: number;
  readonly onSelect: (row: number) => void;
}

/** Line with repeated and useless steps; each part links to its rows in turn. Empty if there are none. */
export function WasteLine({ trace, waste, selected, onSelect }: WasteLineProps) {
  const findings = [...loops(trace, waste), ...retries(waste), ...failures(waste), ...again(waste)];
  if (findings.length === 0) return null;
  return (
    <ul className={styles.line} aria-label="Loops and waste">
      {findings.map(({ text, title, rows }) => (
        <li key={text}>
          <button
            type="button"
            className="cut"
            title={title}
            onClick={() => onSelect(rows.find((row) => row > selected) ?? rows[0] ?? -1)}
          >
            <bdi>{text}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface WasteText {
  readonly text: string;
  readonly title: string;
  /** Rows in ascending order. */
  readonly rows: readonly number[];
}

const ascending = (rows: Iterable<number>): readonly number[] => [...rows].sort((a, b) => a - b);
const GO = 'Goes to the next.';

function loops({ columns }: TraceData, { loops: found }: KnownWaste): readonly WasteText[] {
  const byName = new Map<string, Loop[]>();
  for (const loop of found) {
    const name = wordAt(columns.words.name, loop.rows[0] ?? -1) ?? 'unnamed';
    byName.set(name, [...(byName.get(name) ?? []), loop]);
  }
  const all = [...byName];
  const findings = all.slice(0, MAX_LOOPS).map(([name, of]) => {
    const times = of.slice(0, MAX_LOOPS).map(({ rows }) => `×${count(rows.length)}`);
    const more = of.length > MAX_LOOPS ? ` and ${count(of.length - MAX_LOOPS)} more` : '';
    return {
      text: `${of.length === 1 ? 'loop' : 'loops'}: ${name} ${times.join(', ')}${more}`,
      title: `Calls with the same arguments. ${GO}`,
      rows: rowsOf(of),
    };
  });
  const others = all.slice(MAX_LOOPS).flatMap(([, of]) => of);
  if (others.length === 0) return findings;
  const text = counted(others.length, 'more loop');
  return [...findings, { text, title: GO, rows: rowsOf(others) }];
}

const rowsOf = (loops: readonly Loop[]): readonly number[] => ascending(loops.flatMap(({ rows }) => rows));

function retries({ retries: found }: KnownWaste): readonly WasteText[] {
  if (found.length === 0) return [];
  const text = counted(found.length, 'retry', 'retries');
  return [{ text, title: `Repeats of a failed step. ${GO}`, rows: ascending(found.map(({ row }) => row)) }];
}

function failures({ failures: { rows, cost, calls, unpriced, tokens, ms } }: KnownWaste): readonly WasteText[] {
  if (rows.length === 0) return [];
  const spent = shownCost(cost, calls, unpriced);
  const hasPrice = spent !== undefined && spent.text !== '—';
  const what = hasPrice ? spent.text : tokens > 0 ? `${count(tokens)} tokens` : duration(ms);
  return [
    {
      text: `${what} spent in ${counted(rows.length, 'failed step')}`,
      title: [spent?.title, `${count(tokens)} tokens, ${duration(ms)}`, GO].filter(Boolean).join('. '),
      rows,
    },
  ];
}

function again({ again: { tokens, of, cached, byRow } }: KnownWaste): readonly WasteText[] {
  if (tokens < LEAST_AGAIN || tokens < of * LEAST_SHARE) return [];
  const share = Math.round((tokens / of) * 100);
  return [
    {
      text: `≈${share} % of prompt tokens repeated`,
      title: `About ${count(tokens)} of ${count(of)} prompt tokens repeat the previous call of the loop; ${count(cached)} were cached. ${GO}`,
      rows: ascending(byRow.keys()),
    },
  ];
}
