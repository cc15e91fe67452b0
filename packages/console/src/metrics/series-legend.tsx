import { useState } from 'react';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import styles from './series-legend.module.css';
import { type Series, metricValue } from './series';
import { strokeOf } from './strokes';

interface SeriesLegendProps {
  readonly series: readonly Series[];
  readonly shown: readonly boolean[];
  readonly groupBy: string | undefined;
  /** Index of the bucket below the pointer, and its time in seconds. */
  readonly pointed: number | undefined;
  readonly time: number | undefined;
  /** @param labels of all hidden series */
  readonly onHide: (labels: readonly string[]) => void;
}

/** Legend with the names and figures of series; it selects which are drawn. */
export function SeriesLegend({ series, shown, groupBy, pointed, time, onHide }: SeriesLegendProps) {
  const [typed, setTyped] = useState('');
  const isFound = ({ label }: Series): boolean => label.toLowerCase().includes(typed.toLowerCase());
  const labels = series.map(({ label }) => label);
  const hidden = labels.filter((_, n) => shown[n] !== true);
  return (
    <div className={styles.box}>
      {series.length > 1 && (
        <div className={styles.tools}>
          <input
            type="search"
            aria-label="Find a series"
            placeholder={`Find among ${count(series.length)} series`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="button" disabled={hidden.length === 0} onClick={() => onHide([])}>
            Show all
          </button>
          <button
            type="button"
            onClick={() => onHide(labels.filter((_, n) => typed === '' || !isFound(series[n] as Series)))}
          >
            {typed === '' ? 'Hide all' : 'Only these'}
          </button>
          <span>{hidden.length > 0 && `${count(hidden.length)} hidden`}</span>
        </div>
      )}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{groupBy === undefined ? 'All points' : <bdi>{groupBy}</bdi>}</th>
              <th scope="col">{time === undefined ? 'Last' : fullTime(new Date(time * 1000).toISOString())}</th>
              <th scope="col">Min</th>
              <th scope="col">Max</th>
            </tr>
          </thead>
          <tbody>
            {series.map((each, n) => {
              if (!isFound(each)) return null;
              const { label, values, last, min, max } = each;
              const isShown = shown[n] === true;
              return (
                <tr key={label} data-hidden={!isShown}>
                  <th scope="row">
                    <label className={styles.name}>
                      {series.length > 1 && (
                        <input
                          type="checkbox"
                          checked={isShown}
                          onChange={() =>
                            onHide(isShown ? [...hidden, label] : hidden.filter((other) => other !== label))
                          }
                        />
                      )}
                      <Swatch series={n} />
                      <bdi>{groupBy === undefined ? 'Total' : label === '' ? '(empty)' : label}</bdi>
                    </label>
                  </th>
                  <Cell value={pointed === undefined ? last : values[pointed]} />
                  <Cell value={min} />
                  <Cell value={max} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Sample of a line as drawn. */
function Swatch({ series }: { readonly series: number }) {
  const { colour, dash } = strokeOf(series);
  return (
    <svg className={styles.swatch} width="28" height="8" aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2="28"
        y2="4"
        strokeWidth="2"
        style={{ stroke: `var(${colour})` }}
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}

function Cell({ value }: { readonly value: number | null | undefined }) {
  return typeof value === 'number' ? <td title={String(value)}>{metricValue(value)}</td> : <td>—</td>;
}
