import { StateLine } from '../ui/state-line';
import { useTitle } from '../ui/title';
import type { CompareAddress } from '../url/compare-address';
import { Link } from '../url/link';
import { DEFAULT_LIST } from '../url/list-address';
import { navigate } from '../url/navigate';
import { Choose } from './trace-chooser';
import styles from './compare-page.module.css';
import { Comparison } from './comparison';
import { useSide } from './use-compared-trace';

/** Comparison page: two traces are chosen, then their steps are aligned. */
export function ComparePage({ address }: { readonly address: CompareAddress }) {
  const { left, right } = address;
  useTitle('Compare two traces');
  return (
    <section className={styles.page} aria-label="Compare two traces">
      <header className={styles.head}>
        <Link to={DEFAULT_LIST}>‹ Traces</Link>
        <h1 className={styles.title}>Compare</h1>
        {left !== undefined && right !== undefined && (
          <button
            type="button"
            onClick={() => navigate({ ...address, left: right, right: left })}
            title="What was before is after, and the other way round"
          >
            Swap
          </button>
        )}
      </header>
      {left !== undefined && right !== undefined ? (
        <Both key={`${left} ${right}`} address={address} left={left} right={right} />
      ) : (
        <Choose address={address} />
      )}
    </section>
  );
}

function Both({
  address,
  left,
  right,
}: {
  readonly address: CompareAddress;
  readonly left: string;
  readonly right: string;
}) {
  const [before, after] = [useSide(left), useSide(right)];
  const failed = before.error !== null ? before : after;
  if (failed.error !== null) return <StateLine error={failed.error} again={() => failed.refetch()} />;
  if (before.data === undefined || after.data === undefined)
    return <p className={`${styles.wait} secondary`}>Loading both traces</p>;
  return <Comparison address={address} left={before.data} right={after.data} />;
}
