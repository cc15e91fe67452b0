import { type ReactNode, useState } from 'react';
import { count } from '../format/numbers';
import styles from './rank-table.module.css';

/** Rows that are shown at first. */
const FIRST = 10;

/** A row of a table of what has the most. */
export interface RankRow {
  readonly key: string;
  /** What it is, as a button that filters. */
  readonly name: ReactNode;
  /** Below the heads, in their order. */
  readonly cells: readonly ReactNode[];
  /** Of what all rows have together, 0 to 1; undefined where that is not known. */
  readonly share: number | undefined;
}

interface RankTableProps {
  readonly title: string;
  /** What a row is: `Model`. */
  readonly head: string;
  readonly heads: readonly string[];
  /** Those of them that a phone has no room for. */
  readonly minor: readonly string[];
  readonly rows: readonly RankRow[];
  /** What else is to say, below. */
  readonly note?: ReactNode;
}

/** Who has the most, with the share of each as a bar. */
export function RankTable({ title, head, heads, minor, rows, note }: RankTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {heads.map((each) => (
                <th key={each} scope="col" className={styles.number} data-minor={minor.includes(each)}>
                  {each}
                </th>
              ))}
              <th scope="col" className={styles.share}>
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, cells, share }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {cells.map((cell, n) => (
                  <td key={heads[n]} className={styles.number} data-minor={minor.includes(heads[n] ?? '')}>
                    {cell}
                  </td>
                ))}
                <td className={styles.share}>
                  {share === undefined ? (
                    <span title="Unknown: it has no known cost">—</span>
                  ) : (
                    <>
                      <span className={styles.bar} style={{ width: `${share * 48}px` }} />
                      {percent(share)}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all {count(rows.length)}
        </button>
      )}
      {note}
    </section>
  );
}

const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1 %' : `${Math.round(share * 100)} %`);
