import { useState } from 'react';
import { percent } from '../format/deltas';
import { count } from '../format/numbers';
import { type Column, Table } from '../ui/table';
import type { Filter } from '../url/filters';
import { Link } from '../url/link';
import type { Address } from '../url/address';
import styles from './differences.module.css';
import { type Field, type Share, foremost } from './shares';

const WORDS: Readonly<Record<Field, string>> = {
  ...{ name: 'name', model: 'model', userId: 'user', tags: 'tag' },
  ...{ release: 'release', version: 'version', environment: 'environment', outcome: 'outcome' },
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
          No significant difference in name, model, user, tags, release, version, environment or outcome between{' '}
          {count(picked)} and {count(rest)} traces.
        </p>
      )}
      {shown.length > 0 && (
        <Table
          className={styles.table}
          columns={[
            { name: 'value', title: 'Value', isHead: true, show: (share) => <Value {...{ share, addressOf }} /> },
            barColumn('Selected', 'picked', picked),
            barColumn('Others', 'rest', rest),
            { name: 'difference', title: 'Difference', show: ({ difference }) => <Points of={difference} /> },
            {
              ...{ name: 'exclude', title: <span className="visually-hidden">Exclude</span> },
              show: (share) => <Exclude {...{ share, onLeaveOut }} />,
            },
          ]}
          rows={shown}
          keyOf={({ field, value }) => `${field} ${value ?? ''}${value === null ? '\n' : ''}`}
        />
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

interface ValueProps extends Pick<DifferencesProps, 'addressOf'> {
  readonly share: Share;
}

/** Value with its field, as a link to its traces. */
function Value({ share, addressOf }: ValueProps) {
  const filter = filterFor(share);
  const text = share.value ?? 'none';
  return (
    <>
      <span className={styles.field}>{WORDS[share.field]}</span>{' '}
      {filter === undefined ? (
        <bdi title="The list cannot be filtered by this value">{text}</bdi>
      ) : (
        <Link to={addressOf(filter)} title="Show the selected traces with this value">
          <bdi>{text}</bdi>
        </Link>
      )}
    </>
  );
}

/** Builds a column of shares as bars. @param all number of traces that the shares refer to */
const barColumn = (title: string, member: 'picked' | 'rest', all: number): Column<Share> => ({
  ...{ name: member, title },
  show: ({ [member]: of }) => (
    <>
      <span className={styles.bar}>
        <span className={styles.fill} data-kind={member} style={{ width: `${ratio(of, all) * 100}%` }} />
      </span>
      <span className={styles.percent}>{percent(ratio(of, all))}</span>
    </>
  ),
  cell: ({ [member]: of }) => ({ title: `${count(of)} of ${count(all)}` }),
});

const ratio = (of: number, all: number): number => (all === 0 ? 0 : of / all);

/** Difference of shares in percentage points. */
function Points({ of }: { readonly of: number }) {
  const points = Math.round(of * 100);
  return (
    <>
      {points === 0 ? '=' : `${points > 0 ? '+' : '−'}${Math.abs(points)}`}
      <span className={styles.unit}> pp</span>
    </>
  );
}

interface ExcludeProps extends Pick<DifferencesProps, 'onLeaveOut'> {
  readonly share: Share;
}

/** Button that excludes the traces with a value, if the list can filter by it. */
function Exclude({ share, onLeaveOut }: ExcludeProps) {
  const filter = filterFor(share);
  if (filter === undefined) return null;
  return (
    <button
      type="button"
      className={styles.out}
      aria-label={`Exclude traces with ${WORDS[share.field]} ${share.value ?? 'none'}`}
      title="Exclude traces with this value"
      onClick={() => onLeaveOut(filter)}
    >
      ≠
    </button>
  );
}

/** Returns the filter for a value; undefined if the list cannot filter by it. */
function filterFor({ field, value }: Share): Filter | undefined {
  if (value !== null) return value === '' ? undefined : { name: field, value };
  return field === 'environment' || field === 'outcome' ? undefined : { name: field, operator: 'absent', value: '' };
}
