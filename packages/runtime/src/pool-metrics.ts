import type { Metrics } from './metrics';

/** Counts of a connection pool, as `pg` has them. */
export interface WatchedPool {
  /** Number of open connections. */
  readonly totalCount: number;
  /** Number of open connections that are idle. */
  readonly idleCount: number;
  /** Number of callers that wait for a connection. */
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

const watched = new WeakMap<Metrics, Map<string, WatchedPool>>();

/**
 * Exports the usage of a pool of database connections. The label `pool` names the pool.
 * @param name of the closed set of pools that the product has
 */
export function watchPool(metrics: Metrics, name: string, pool: WatchedPool): void {
  const pools = watched.get(metrics) ?? exposePools(metrics);
  pools.set(name, pool);
}

function exposePools(metrics: Metrics): Map<string, WatchedPool> {
  const pools = new Map<string, WatchedPool>();
  watched.set(metrics, pools);
  metrics.gauge({
    name: 'sluice_database_pool_connections',
    help: 'Connections that a pool may have: used, idle (open and free), and free (not open)',
    labels: ['pool', 'state'],
    collect: (gauge) => {
      for (const [pool, { totalCount, idleCount, options }] of pools) {
        gauge.set({ pool, state: 'used' }, totalCount - idleCount);
        gauge.set({ pool, state: 'idle' }, idleCount);
        gauge.set({ pool, state: 'free' }, Math.max(0, options.max - totalCount));
      }
    },
  });
  metrics.gauge({
    name: 'sluice_database_pool_waiting',
    help: 'Requests and batches that wait for a connection of a pool',
    labels: ['pool'],
    collect: (gauge) => {
      for (const [pool, { waitingCount }] of pools) gauge.set({ pool }, waitingCount);
    },
  });
  return pools;
}
