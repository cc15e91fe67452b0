import { StateLine } from '../ui/state-line';
import { useTitle } from '../ui/title';
import type { ComparePlace } from '../url/compare-place';
import { Link } from '../url/link';
import { DEFAULT_LIST } from '../url/list-place';
import { navigate } from '../url/navigate';
import { Choose } from './trace-chooser';
import styles from './compare-page.module.css';
import { Comparison } from './comparison';
import { useSide } from './use-compared-trace';

/** Two traces beside each other: first they are chosen, then their steps are aligned. */
export function ComparePage({ place }: { readonly place: ComparePlace }) {
  const { left, right } = place;
  useTitle('Compare two traces');
  return (
    <section className={styles.page} aria-label="Compare two traces">
      <header className={styles.head}>
        <Link to={{ page: 'traces', ...DEFAULT_LIST }}>‹ Traces</Link>
        <h1 className={styles.title}>Compare</h1>
        {left !== undefined && right !== undefined && (
          <button
            type="button"
            onClick={() => navigate({ ...place, left: right, right: left })}
            title="What was before is after, and the other way round"
          >
            Swap
          </button>
        )}
      </header>
      {left !== undefined && right !== undefined ? (
        <Both key={`${left} ${right}`} place={place} left={left} right={right} />
      ) : (
        <Choose place={place} />
      )}
    </section>
  );
}

function Both({ place, left, right }: { readonly place: ComparePlace; readonly left: string; readonly right: string }) {
  const [before, after] = [useSide(left), useSide(right)];
  const failed = before.error !== null ? before : after;
  if (failed.error !== null) return <StateLine error={failed.error} again={() => failed.refetch()} />;
  if (before.data === undefined || after.data === undefined) return <p className={styles.wait}>Loading both traces</p>;
  return <Comparison place={place} left={before.data} right={after.data} />;
}
