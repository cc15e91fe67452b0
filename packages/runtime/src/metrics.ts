import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { watchEventLoop } from './event-loop-delay';
import { memoryLimit } from './memory';

export type { Counter, Gauge, Histogram } from 'prom-client';

/**
 * Definition of a metric. Names begin with `sluice_` and end with their unit. Label values are never free input of users; the number of
 * values that users choose is limited.
 */
export interface MetricDefinition<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly L[];
}

export interface GaugeDefinition<L extends string> extends MetricDefinition<L> {
  /** Called before each exposition, to set values that have to be computed. */
  readonly collect?: (gauge: Gauge<L>) => void | Promise<void>;
}

export interface HistogramDefinition<L extends string> extends MetricDefinition<L> {
  /** Upper bounds, ascending, in the unit of the name. */
  readonly buckets: readonly number[];
}

/** Metrics of one process. Each name can be defined once. */
export interface Metrics {
  counter<L extends string = never>(definition: MetricDefinition<L>): Counter<L>;
  gauge<L extends string = never>(definition: GaugeDefinition<L>): Gauge<L>;
  histogram<L extends string = never>(definition: HistogramDefinition<L>): Histogram<L>;
  /** Writes the Prometheus text format. */
  expose(): Promise<Exposition>;
}

export interface Exposition {
  readonly contentType: string;
  readonly body: string;
}

export interface MetricsOptions {
  /** Memory, CPU, event loop and garbage collection of the process. On by default. */
  readonly processMetrics?: boolean;
  /** Service and version for `sluice_build_info`. */
  readonly build?: { readonly service: string; readonly version: string };
}

/**
 * Interval of the library's event loop monitor: 24 days. The monitor wakes an idle process at each interval, and reports the interval as a
 * delay. `sluice_event_loop_delay_max_seconds` replaces it.
 */
const LOOP_PRECISION_MS = 2 ** 31 - 1;
const LOOP_METRICS = ['', '_min', '_max', '_mean', '_stddev', '_p50', '_p90', '_p99'].map(
  (kind) => `nodejs_eventloop_lag${kind}_seconds`,
);

/** Makes a separate registry: two registries in one process share nothing. */
export function createMetrics({ processMetrics = true, build }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  if (processMetrics) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
    for (const name of LOOP_METRICS) registry.removeSingleMetric(name);
  }
  const common = <L extends string>({ name, help, labels = [] }: MetricDefinition<L>) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  const metrics: Metrics = {
    counter: (definition) => new Counter(common(definition)),
    gauge: <L extends string>(definition: GaugeDefinition<L>) => {
      const { collect } = definition;
      const gauge: Gauge<L> = new Gauge<L>({
        ...common(definition),
        ...(collect && { collect: (): void | Promise<void> => collect(gauge) }),
      });
      return gauge;
    },
    histogram: (definition) => new Histogram({ ...common(definition), buckets: [...definition.buckets] }),
    expose: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
  if (build !== undefined) {
    const info = metrics.gauge({
      name: 'sluice_build_info',
      help: 'Always 1: what runs, its version, and that of Node',
      labels: ['service', 'version', 'node'],
    });
    info.set({ ...build, node: process.versions.node }, 1);
  }
  if (processMetrics) {
    metrics.gauge({
      name: 'sluice_memory_limit_bytes',
      help: 'The memory that the process may use: the limit of its container, else the memory of the machine',
      collect: (gauge) => gauge.set(memoryLimit()),
    });
    metrics.gauge({
      name: 'sluice_clock_timestamp_seconds',
      help: 'The time by the clock of the process, to be compared with that of Prometheus',
      collect: (gauge) => gauge.set(Date.now() / 1000),
    });
    const longestDelay = watchEventLoop();
    metrics.gauge({
      name: 'sluice_event_loop_delay_max_seconds',
      help: 'The longest turn of the event loop since metrics were read the last time: nothing else was done meanwhile',
      collect: (gauge) => gauge.set(longestDelay()),
    });
  }
  return metrics;
}
