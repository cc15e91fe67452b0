import { useState } from 'react';
import { count } from '../format/numbers';
import type { Filter } from '../url/filters';
import { Link } from '../url/link';
import type { Address } from '../url/address';
import styles from './differences.module.css';
import { type Field, type Share, foremost } from './shares';

const WORDS: Readonly<Record<Field, string>> = {
  ...{ name: 'name', model: 'model', userId: 'user', tags: 'tag' },
  ...{ release: 'release', version: 'version', environment: 'environment' },
};

interface DifferencesProps {
  readonly shares: readonly Share[];
  /** Number of traces that the shares refer to. */
  readonly picked: number;
  readonly rest: number;
  /** Number of all values, including those without a share here. */
  readonly values: number;
  /** Returns the list of selected traces with a value, as a filter. */
  readonly addressOf: (filter: Filter) => Address;
  /** Excludes the traces that match the filter. */
  readonly onLeaveOut: (filter: Filter) => void;
}

/** Values by the difference of their shares among the selected traces and the rest. */
export function Differences({ shares, picked, rest, values, addressOf, onLeaveOut }: DifferencesProps) {
  const [reach, setReach] = useState<'foremost' | 'clear' | 'all'>('foremost');
  const clear = shares.filter(({ isClear }) => isClear);
  const shown = reach === 'all' ? shares : reach === 'clear' ? clear : foremost(clear);
  const hiddenCount = clear.length - shown.length;
  return (
    <div className={styles.box}>
      {shown.length === 0 && (
        <p className={`${styles.none} secondary`}>
          No significant difference in name, model, user, tags, release, version or environment between {count(picked)}{' '}
          and {count(rest)} traces.
        </p>
      )}
      {shown.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Selected</th>
              <th scope="col">Others</th>
              <th scope="col">Difference</th>
              <th scope="col">
                <span className="visually-hidden">Exclude</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((share) => (
              <Row
                key={`${share.field} ${share.value ?? ''}${share.value === null ? '\n' : ''}`}
                {...{ share, picked, rest, addressOf, onLeaveOut }}
              />
            ))}
          </tbody>
        </table>
      )}
      {hiddenCount > 0 && (
        <button type="button" className={styles.more} onClick={() => setReach('clear')}>
          Show {hiddenCount === 1 ? '1 more difference' : `${count(hiddenCount)} more differences`} of the same fields
        </button>
      )}
      {hiddenCount <= 0 && shares.length > shown.length && (
        <button type="button" className={styles.more} onClick={() => setReach('all')}>
          Show {shares.length < values ? `${count(shares.length)} of ${count(values)}` : `all ${count(values)}`} values,
          including those that may differ by chance
        </button>
      )}
    </div>
  );
}

function Row({
  share,
  picked,
  rest,
  addressOf,
  onLeaveOut,
}: Omit<DifferencesProps, 'shares' | 'values'> & { readonly share: Share }) {
  const { field, value, difference } = share;
  const filter = filterFor(share);
  const points = Math.round(difference * 100);
  const text = value ?? 'none';
  return (
    <tr>
      <th scope="row" className={styles.value}>
        <span className={styles.field}>{WORDS[field]}</span>{' '}
        {filter === undefined ? (
          <bdi title="The list cannot be filtered by this value">{text}</bdi>
        ) : (
          <Link to={addressOf(filter)} title="Show the selected traces with this value">
            <bdi>{text}</bdi>
          </Link>
        )}
      </th>
      <Bar kind="picked" of={share.picked} all={picked} />
      <Bar kind="rest" of={share.rest} all={rest} />
      <td>
        {points === 0 ? '=' : `${points > 0 ? '+' : '−'}${Math.abs(points)}`}
        <span className={styles.unit}> pp</span>
      </td>
      <td>
        {filter !== undefined && (
          <button
            type="button"
            className={styles.out}
            aria-label={`Exclude traces with ${WORDS[field]} ${text}`}
            title="Exclude traces with this value"
            onClick={() => onLeaveOut(filter)}
          >
            ≠
          </button>
        )}
      </td>
    </tr>
  );
}

function Bar({ kind, of, all }: { readonly kind: 'picked' | 'rest'; readonly of: number; readonly all: number }) {
  const share = all === 0 ? 0 : of / all;
  return (
    <td title={`${count(of)} of ${count(all)}`}>
      <span className={styles.bar}>
        <span className={styles.fill} data-kind={kind} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles.percent}>{share > 0 && share < 0.005 ? '<1' : Math.round(share * 100)} %</span>
    </td>
  );
}

/** Returns the filter for a value; undefined if the list cannot filter by it. */
function filterFor({ field, value }: Share): Filter | undefined {
  if (value !== null) return value === '' ? undefined : { name: field, value };
  return field === 'environment' ? undefined : { name: field, operator: 'absent', value: '' };
}
