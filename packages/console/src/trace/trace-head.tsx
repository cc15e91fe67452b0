import { curlOf } from '../api/curl';
import { count, counted, duration } from '../format/numbers';
import { fullTime } from '../format/times';
import { CopyMenu } from '../ui/copy-menu';
import { linkTo } from '../url/link-to';
import { Link } from '../url/link';
import { DEFAULT_LIST } from '../url/list-address';
import { ALL_TIME } from '../url/time-range';
import { type TraceAddress, listOf } from '../url/trace-address';
import type { TraceActions } from './actions';
import { Arrival } from './arrival';
import { shownCost } from './cost';
import { Download } from './download';
import type { ReadTrace } from './read-trace';
import styles from './trace-head.module.css';

interface TraceHeadProps {
  readonly trace: ReadTrace;
  readonly address: TraceAddress;
  readonly actions: TraceActions;
  readonly onNext: (step: 1 | -1) => void;
}

/** Head of the trace page: facts of the trace, the link back to its list, copy and download. */
export function TraceHead({ trace, address, actions, onNext }: TraceHeadProps) {
  const { name, latency, totalTokens = 0, inputTokens = 0, outputTokens = 0, errorCount = 0, timestamp } = trace.head;
  const { calls, unpriced } = trace.sums;
  const sum = (of: Int32Array): number =>
    of.reduce((all, each, row) => all + (trace.tree.parent[row] === -1 ? each : 0), 0);
  const cost = shownCost(trace.head.totalCost, sum(calls), sum(unpriced));
  return (
    <header className={`${styles.head} secondary`}>
      <div className={styles['line']}>
        <span className={styles['ways']}>
          <Link to={listOf(address.list)}>‹ Traces</Link>
          <button
            type="button"
            aria-label="Previous trace of the list"
            title="Previous trace ([)"
            onClick={() => onNext(-1)}
          >
            ↑
          </button>
          <button type="button" aria-label="Next trace of the list" title="Next trace (])" onClick={() => onNext(1)}>
            ↓
          </button>
        </span>
        <h1 className={`${styles.title} cut`} dir="auto" title={name ?? undefined}>
          {name ?? 'unnamed'}
        </h1>
        <span className={styles['figure']}>{duration(latency * 1000)}</span>
        {cost !== undefined && (
          <span className={styles['figure']} title={cost.title}>
            {cost.text}
          </span>
        )}
        {totalTokens > 0 && (
          <span title={`${count(inputTokens)} in, ${count(outputTokens)} out`}>{count(totalTokens)} tokens</span>
        )}
        <span>{counted(trace.columns.count, 'observation')}</span>
        {errorCount > 0 && (
          <button
            type="button"
            className={`${styles.errors} failed`}
            title="Next error (e)"
            onClick={() => actions.nextError(1)}
          >
            ! {counted(errorCount, 'error')}
          </button>
        )}
        <span className={`${styles.take} last`}>
          <Link to={{ page: 'compare', left: address.id }}>Compare</Link>
          <CopyMenu
            items={[
              { what: 'link', text: () => linkTo({ ...address, list: undefined }), hint: 'c' },
              { what: 'id of the trace', text: () => trace.head.id },
              {
                what: 'call as curl',
                text: () => curlOf('/api/public/traces/{traceId}', { ids: { traceId: address.id } }),
              },
            ]}
          />
          <Download id={address.id} />
        </span>
      </div>
      <div className={styles['line']} data-more="true">
        <time dateTime={timestamp}>{fullTime(timestamp)}</time>
        <Arrival trace={trace} />
        <Labels trace={trace} />
      </div>
    </header>
  );
}

const DAY_MS = 86_400_000;

/** Links to the traces with the same value: of the last day, the default of the list, or of any time for an older trace. */
function Labels({ trace: { head } }: Pick<TraceHeadProps, 'trace'>) {
  const { userId, sessionId, tags, environment, release, version, timestamp } = head;
  const labels = [
    ['userId', 'user', userId],
    ['environment', 'env', environment === 'default' ? null : environment],
    ['release', 'release', release],
    ['version', 'version', version],
    ...tags.map((tag, n) => ['tags', n > 0 ? '' : 'tags', tag] as const),
  ] as const;
  const range = Date.now() - Date.parse(timestamp) < DAY_MS ? DEFAULT_LIST.range : ALL_TIME;
  return (
    <>
      {sessionId !== null && (
        <span className={styles['label']}>
          session{' '}
          <Link to={{ page: 'session', id: sessionId, page_: 1 }}>
            <bdi>{sessionId}</bdi>
          </Link>
        </span>
      )}
      {labels.map(
        ([name, word, value]) =>
          value !== null && (
            <span key={`${name} ${value}`} className={styles['label']}>
              {word}{' '}
              <Link
                className={styles['same']}
                title={`Traces with the same ${name === 'tags' ? 'tag' : word}`}
                to={{ ...DEFAULT_LIST, range, filters: [{ name, value }] }}
              >
                <bdi>{value}</bdi>
              </Link>
            </span>
          ),
      )}
    </>
  );
}
