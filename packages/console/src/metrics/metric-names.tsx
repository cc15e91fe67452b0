import { useState } from 'react';
import { count } from '../format/numbers';
import { SCROLLS } from '../ui/use-visibility';
import { Link } from '../url/link';
import type { MetricsAddress } from '../url/metrics-address';
import { FirstPoint } from './first-point';
import { SmallChart } from './small-chart';
import styles from './metric-names.module.css';

const MOST = 500;

interface MetricNamesProps {
  readonly names: readonly string[];
  readonly address: MetricsAddress;
}

/** List of all metrics, each with its line over the chosen range. */
export function MetricNames({ names, address }: MetricNamesProps) {
  const [typed, setTyped] = useState('');
  if (names.length === 0) return <FirstPoint />;
  const found = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  return (
    <div className={styles.box} {...SCROLLS}>
      <input
        type="search"
        aria-label="Find a metric"
        placeholder={`Find among ${count(names.length)} metrics`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className={styles.names}>
        {found.slice(0, MOST).map((name) => (
          <li key={name}>
            <Link to={{ ...address, name }} className="cut">
              <bdi>{name}</bdi>
            </Link>
            <SmallChart name={name} address={address} />
          </li>
        ))}
      </ul>
      {found.length > MOST && (
        <p className="secondary">and {count(found.length - MOST)} more: type a part of the name</p>
      )}
      {found.length === 0 && <p className="secondary">No metric has this in its name.</p>}
    </div>
  );
}
