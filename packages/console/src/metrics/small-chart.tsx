import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { useSeen } from '../ui/use-visibility';
import type { MetricsAddress } from '../url/metrics-address';
import { metricCall } from './metric-call';
import { align, metricValue } from './series';
import { pathsOf } from './small-paths';
import styles from './small-chart.module.css';

/** Size in pixels. */
const [WIDTH, HEIGHT] = [96, 20];
const FRESH_MS = 60_000;

interface SmallChartProps {
  readonly name: string;
  /** Address of the list, for its range and aggregation. */
  readonly address: MetricsAddress;
}

/** Line of a metric over the range of the page, all series combined, and the last value. It is read when it is near the visible part. */
export function SmallChart({ name, address }: SmallChartProps) {
  const [ref, isSeen] = useSeen<HTMLSpanElement>();
  const { range, aggregation } = address;
  const { data } = useQuery({
    queryKey: ['small-metric', name, range, aggregation],
    queryFn: async ({ signal }) => {
      const alone: MetricsAddress = { ...address, groupBy: undefined, labels: [], step: 'auto' };
      const { query, step, fromMs, toMs } = metricCall(alone, name, Date.now());
      const { times, series } = align(await read('/api/public/metrics/query', { query, signal }), undefined, step);
      return { times, one: series[0], from: fromMs / 1000, to: toMs / 1000 };
    },
    enabled: isSeen,
    staleTime: FRESH_MS,
  });
  const { last, min, max, values } = data?.one ?? {};
  const isEmpty = last === undefined || min === undefined || max === undefined;
  return (
    <span ref={ref} className={styles.small}>
      {data !== undefined && isEmpty && <span className="secondary">no points in this time</span>}
      {data !== undefined && !isEmpty && (
        <>
          <svg
            width={WIDTH}
            height={HEIGHT}
            role="img"
            aria-label={`${name}, ${aggregation}: ${metricValue(min)} to ${metricValue(max)}`}
          >
            {pathsOf(data.times, values ?? [], { ...data, min, max, width: WIDTH, height: HEIGHT }).map((path) => (
              <path key={path} d={path} />
            ))}
          </svg>
          <span>{metricValue(last)}</span>
        </>
      )}
    </span>
  );
}
