import { type CSSProperties, type ReactNode, useState } from 'react';
import { count } from '../format/numbers';
import { Change } from './change';
import type { Growth } from './growth';
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
  /** Of rows that are compared with what they were; undefined as long as that is not known. */
  readonly growth?: Growth | undefined;
}

/** That rows are compared with what they were, and whether what grew the most comes first. */
export interface Compared {
  readonly isByGrowth: boolean;
  readonly onByGrowth: (isByGrowth: boolean) => void;
}

interface RankTableProps {
  readonly title: string;
  /** What a row is: `Model`. */
  readonly head: string;
  readonly heads: readonly string[];
  /** Those of them that a phone has no room for. */
  readonly minor: readonly string[];
  /** The most first. */
  readonly rows: readonly RankRow[];
  readonly compared?: Compared;
  /** What else is to say, below. */
  readonly note?: ReactNode;
}

/** Who has the most, with the share of each as a bar. */
export function RankTable({ title, head, heads, minor, rows, compared, note }: RankTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const ranked = compared?.isByGrowth === true ? byGrowth(rows) : rows;
  const shown = isWhole ? ranked : ranked.slice(0, FIRST);
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
              {compared && (
                <th scope="col" className={styles.number} aria-sort={compared.isByGrowth ? 'descending' : undefined}>
                  <button
                    type="button"
                    className={styles.order}
                    title={compared.isByGrowth ? 'Those with the most first' : 'What grew the most first'}
                    onClick={() => compared.onByGrowth(!compared.isByGrowth)}
                  >
                    Change{compared.isByGrowth && <span aria-hidden="true"> ↓</span>}
                  </button>
                </th>
              )}
              <th scope="col" className={styles.share}>
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, cells, share, growth }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {cells.map((cell, n) => (
                  <td key={heads[n]} className={styles.number} data-minor={minor.includes(heads[n] ?? '')}>
                    {cell}
                  </td>
                ))}
                {compared && <td className={styles.number}>{growth && <Change growth={growth} />}</td>}
                <td className={styles.share} style={{ '--share': share } as CSSProperties}>
                  {share === undefined ? <span title="Unknown: it has no known cost">—</span> : percent(share)}
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

/** Of the same growth in their order; what is not known comes last. */
const byGrowth = (rows: readonly RankRow[]): readonly RankRow[] =>
  rows.toSorted((one, other) => (other.growth?.by ?? -Infinity) - (one.growth?.by ?? -Infinity) || 0);

const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1 %' : `${Math.round(share * 100)} %`);
