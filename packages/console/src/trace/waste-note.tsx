import { count, duration } from '../format/numbers';
import type { KnownWaste } from './loops';
import type { TraceData } from './trace-data';
import styles from './waste-note.module.css';

/** Most other calls of a loop that are named. */
const MOST_NAMED = 8;

interface WasteNoteProps {
  readonly trace: TraceData;
  readonly waste: KnownWaste;
  readonly row: number;
  readonly onSelect: (row: number) => void;
}

/** Note that an observation repeats earlier ones, with links to them. */
export function WasteNote({ trace, waste, row, onSelect }: WasteNoteProps) {
  const loop = waste.loops.find(({ rows }) => rows.includes(row));
  const retry = waste.retries.find((each) => each.row === row);
  const next = waste.retries.find(({ after }) => after === row);
  const again = waste.again.byRow.get(row);
  if (loop === undefined && retry === undefined && next === undefined && again === undefined) return null;
  const at = (other: number) => (
    <button key={other} type="button" onClick={() => onSelect(other)}>
      +{duration(trace.tree.from[other] ?? 0)}
    </button>
  );
  const others = loop?.rows.filter((other) => other !== row) ?? [];
  return (
    <ul className={`${styles.note} warning`} aria-label="Done again">
      {loop !== undefined && (
        <li>
          Called {count(loop.rows.length)} times with the same arguments, also at {others.slice(0, MOST_NAMED).map(at)}
          {others.length > MOST_NAMED && ` and ${count(others.length - MOST_NAMED)} more`}
        </li>
      )}
      {retry !== undefined && <li>Retry: it had failed at {at(retry.after)}</li>}
      {next !== undefined && <li>It failed and was tried again at {at(next.row)}</li>}
      {again !== undefined && (
        <li className="secondary" title="Estimated from the counts: in the same loop, the prompt before was shorter">
          About {count(again.tokens)} of its prompt tokens had been sent before, at {at(again.before)}
        </li>
      )}
    </ul>
  );
}
