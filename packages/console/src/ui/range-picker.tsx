import { type SubmitEvent, useState } from 'react';
import { type Zone, fieldTime, readFieldTime, zoneName } from '../format/times';
import { setZone, useZone } from '../format/zone';
import { boundsOf, endsOf, rangeOf } from '../url/time-bounds';
import { rangeLabel } from './range-label';
import { Popover } from './popover';
import styles from './range-picker.module.css';

interface RangePickerProps {
  /** See `TracesAddress`. */
  readonly range: string;
  /** Named ranges that are offered. */
  readonly ranges: readonly string[];
  readonly onRange: (range: string) => void;
}

/** Picker of a time range: one that ends now, or two ends in the displayed time zone. */
export function RangePicker({ range, ranges, onRange }: RangePickerProps) {
  useZone();
  return (
    <Popover
      title="Time range"
      shortcut="range"
      buttonLabel={`Time range: ${rangeLabel(range)}`}
      button={
        <>
          {rangeLabel(range)} <span aria-hidden="true">▾</span>
        </>
      }
    >
      {(close) => {
        const choose = (to: string): void => {
          close();
          onRange(to);
        };
        return (
          <div className={styles.panel}>
            <ul className={`${styles.named} choices`}>
              {ranges.map((each) => (
                <li key={each}>
                  <button
                    type="button"
                    data-first={each === range || undefined}
                    aria-pressed={each === range}
                    onClick={() => choose(each)}
                  >
                    {rangeLabel(each)}
                  </button>
                </li>
              ))}
            </ul>
            <Ends range={range} onRange={choose} />
          </div>
        );
      }}
    </Popover>
  );
}

function Ends({ range, onRange }: Pick<RangePickerProps, 'range' | 'onRange'>) {
  const zone = useZone();
  const [ends, setEnds] = useState(() => presentEnds(range));
  const [problem, setProblem] = useState('');
  const apply = (event: SubmitEvent): void => {
    event.preventDefault();
    const { fromMs, toMs } = ends;
    if (Number.isNaN(fromMs) || Number.isNaN(toMs)) setProblem('Both times are needed.');
    else if (fromMs >= toMs) setProblem('The end has to be after the start.');
    else onRange(rangeOf(fromMs, toMs));
  };
  const field = (label: string, end: 'fromMs' | 'toMs') => (
    <label className="secondary">
      <span>{label}</span>
      <input
        type="datetime-local"
        step={1}
        // A new key refills the field when the zone changes; otherwise it keeps partially typed text.
        key={zone}
        defaultValue={Number.isNaN(ends[end]) ? '' : fieldTime(ends[end], zone)}
        onChange={({ target }) => setEnds({ ...ends, [end]: readFieldTime(target.value, zone) ?? NaN })}
      />
    </label>
  );
  return (
    <form className={styles.ends} onSubmit={apply}>
      {field('From', 'fromMs')}
      {field('To', 'toMs')}
      <fieldset className={styles.zones}>
        <legend className="visually-hidden">Zone of all times</legend>
        {ZONES.map((each) => (
          <label key={each}>
            <input type="radio" name="zone" checked={zone === each} onChange={() => setZone(each)} />
            {each === 'utc' ? 'UTC' : `Local (${zoneName('local')})`}
          </label>
        ))}
      </fieldset>
      <p className={`${styles.problem} failed`} role="alert">
        {problem}
      </p>
      <button type="submit">Apply</button>
    </form>
  );
}

const ZONES: readonly Zone[] = ['local', 'utc'];
const HOUR_MS = 3_600_000;

function presentEnds(range: string): { fromMs: number; toMs: number } {
  const now = Date.now();
  const { from } = boundsOf(range, now);
  return endsOf(range) ?? { fromMs: from === undefined ? now - HOUR_MS : Date.parse(from), toMs: now };
}
