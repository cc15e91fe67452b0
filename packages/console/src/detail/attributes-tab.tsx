import { useMemo, useState } from 'react';
import type { CoreObservation } from '../api/types';
import { count } from '../format/numbers';
import { readExact } from '../json/exact-value';
import { copy } from '../ui/copy';
import { LongText } from '../ui/long-text';
import { stepsWith } from '../steps/steps-with';
import { Link } from '../url/link';
import { type Attribute, attributesOf, filtered } from './attribute-rows';
import styles from './attributes-tab.module.css';
import { type ObservationText, sliceOf } from './observation-text';

const MAX_VALUES = 100_000;
/** Most rows shown (the filter finds the others), and most characters of a value. */
const MAX_ROWS = 500;
const LONGEST = 600;

interface AttributesTabProps {
  readonly text: ObservationText;
  readonly observation: CoreObservation;
}

/** Table of all attributes besides the texts, with a filter. */
export function AttributesTab({ text, observation }: AttributesTabProps) {
  const [wanted, setWanted] = useState('');
  const all = useMemo(() => {
    const metadata = sliceOf(text, 'metadata');
    return [
      ...ownOf(observation),
      ...attributesOf(metadata === undefined ? undefined : readExact(metadata, MAX_VALUES)),
    ];
  }, [text, observation]);
  const found = filtered(all, wanted);
  const shown = found.slice(0, MAX_ROWS);
  return (
    <>
      <div className={`${styles.bar} secondary`}>
        <input
          type="search"
          aria-label="Filter attributes"
          placeholder="Filter names and values"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        <span role="status">
          {count(found.length)} of {count(all.length)}
        </span>
      </div>
      {[...new Set(shown.map(({ group }) => group))].map((group) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.heading}>{group}</h3>
          <dl className={styles.rows}>
            {shown
              .filter((each) => each.group === group)
              .map((each, n) => (
                <Row key={n} attribute={each} />
              ))}
          </dl>
        </section>
      ))}
      {found.length > shown.length && <p>{count(found.length - shown.length)} more: use the filter.</p>}
      {found.length === 0 && <p className="secondary">No attribute has “{wanted.trim()}”.</p>}
    </>
  );
}

function Row({ attribute: { key, value, filter } }: { readonly attribute: Attribute }) {
  return (
    <div className={styles.row}>
      <dt className="mono secondary">
        <bdi>{key}</bdi>
      </dt>
      <dd>
        <div>
          <LongText text={value} most={LONGEST} className="code" />
        </div>
        {filter !== undefined && (
          <Link to={stepsWith('30d', [filter])} className="minor" title={`All steps with this ${key}`}>
            Steps
          </Link>
        )}
        <button
          type="button"
          className={`${styles.copy} minor`}
          aria-label={`Copy ${key}`}
          onClick={() => void copy(value, key)}
        >
          Copy
        </button>
      </dd>
    </div>
  );
}

/** Returns the product's own fields of an observation. */
function ownOf(observation: CoreObservation): readonly Attribute[] {
  const { id, traceId, parentObservationId, type, level, version, environment, createdAt, updatedAt } = observation;
  return Object.entries({ id, traceId, parentObservationId, type, level, version, environment, createdAt, updatedAt })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ({ group: 'As stored', key, value: value ?? '' }));
}
