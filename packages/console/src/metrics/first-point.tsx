import { useState } from 'react';
import { addressOf } from '../api/client';
import { kindOf } from '../api/credential-kind';
import { authorization } from '../api/session';
import { curlCommand, shellQuote } from '../api/shell-words';
import { CodeBlock } from '../ui/code-block';
import { Link } from '../url/link';
import { DEFAULT_START } from '../url/start-address';
import styles from './metric-names.module.css';

/** Instructions to send a first point, for a project without metrics. The page changes when the point arrives. */
export function FirstPoint() {
  const [command] = useState(() => firstPoint(Date.now()));
  return (
    <div className={`${styles.nothing} secondary`}>
      <p>
        There are no metrics yet. OpenTelemetry SDKs that send traces here send metrics as well: they arrive at{' '}
        <code>/api/public/otel/v1/metrics</code>. Single points need no SDK:
      </p>
      <CodeBlock title="A first point" shown={command} copied={command} />
      <p>
        The variable of your credentials is set under <Link to={DEFAULT_START}>Send traces</Link>. Waiting for the first
        point: this page updates automatically.
      </p>
    </div>
  );
}

function firstPoint(now: number): string {
  const point = { name: 'queue_depth', labels: { queue: 'mail' }, value: 12, timestamp: new Date(now).toISOString() };
  const body = shellQuote(JSON.stringify({ metrics: [point] }, undefined, 2));
  return curlCommand(addressOf('/v1/metrics/batch'), kindOf(authorization() ?? ''), ` -d ${body}`);
}
