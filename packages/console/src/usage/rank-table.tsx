import { type CSSProperties, type ReactNode, useState } from 'react';
import { count } from '../format/numbers';
import { Change } from './change';
import type { Growth } from './growth';
import styles from './rank-table.module.css';

/** Rows that are shown before the table is expanded. */
const FIRST = 10;

/** Row of a ranked table. */
export interface RankRow {
  readonly key: string;
  /** Name, as a button that filters. */
  readonly name: ReactNode;
  /** Cells below the headings, in the same order. */
  readonly cells: readonly ReactNode[];
  /** Share in the sum of all rows, 0 to 1; undefined if unknown. */
  readonly share: number | undefined;
  /** Growth of a compared row; undefined until known. */
  readonly growth?: Growth | undefined;
}

/** Setting of a comparison: whether rows are ordered by growth. */
export interface Compared {
  readonly isByGrowth: boolean;
  readonly onByGrowth: (isByGrowth: boolean) => void;
}

interface RankTableProps {
  readonly title: string;
  /** Heading of the names: `Model`. */
  readonly head: string;
  readonly heads: readonly string[];
  /** Headings that are hidden on a phone. */
  readonly minor: readonly string[];
  /** Rows, the highest value first. */
  readonly rows: readonly RankRow[];
  readonly compared?: Compared;
  /** Remark below the table. */
  readonly note?: ReactNode;
}

/** Ranked table, with the share of each row as a bar. */
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

/** Orders by growth; the sort is stable, and rows of unknown growth are last. */
const byGrowth = (rows: readonly RankRow[]): readonly RankRow[] =>
  rows.toSorted((one, other) => (other.growth?.by ?? -Infinity) - (one.growth?.by ?? -Infinity) || 0);

const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1 %' : `${Math.round(share * 100)} %`);
