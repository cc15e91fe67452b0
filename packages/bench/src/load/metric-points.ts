import type { Random } from '../random-source';
import { joinItems } from './json-items';
import { ISO_JSON } from './notation';
import type { RequestSource } from './request-source';

const NO_TIME = '0000-00-00T00:00:00.000Z';
const SERIES = 100;
const NAMES = ['request_latency_ms', 'queue_depth', 'tokens_used', 'cache_hits'] as const;
const REGIONS = ['ap-south', 'eu-central', 'eu-west', 'us-east', 'us-west'] as const;

/** Makes batches of points of a hundred series of one host, each with times of its own. */
export function metricPoints(random: Random, points: number): RequestSource {
  const host = `host-${random.below(1_000)}`;
  const items = Array.from({ length: points }, (_, index) =>
    JSON.stringify({
      timestamp: NO_TIME,
      name: NAMES[index % NAMES.length],
      labels: { host, region: REGIONS[index % REGIONS.length], queue: `queue-${index % SERIES}` },
      value: random.below(1_000_000) / 1_000,
    }),
  );
  const { body, offsets } = joinItems('{"metrics":[', items, ']}', ['timestamp']);
  return {
    items: points,
    next(nowMs) {
      offsets.forEach(({ timestamp = NaN }, index) => {
        ISO_JSON.writeTime(body, timestamp, nowMs - Math.floor(index / SERIES));
      });
      return body;
    },
  };
}
