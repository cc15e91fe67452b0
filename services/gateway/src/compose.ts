import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Publisher } from '@sluice/bus';
import { ByteBudget, type Route, TransferRates } from '@sluice/http';
import type { Clock, Closers, Logger, Metrics } from '@sluice/runtime';
import type { Tracing } from '@sluice/tracing';
import type { BodyStore } from './body-store';
import { type GatewaySettings, gatewayLimits } from './config';
import { DecodeLimiter } from './decode-limiter';
import { createGatewayObserver } from './gateway-metrics';
import { LargeBodies } from './large/large-bodies';
import type { GatewayDependencies } from './ingest';
import { gatewayRoutes, otlpRootRoutes } from './routes';

export interface GatewayServiceDependencies {
  readonly settings: GatewaySettings;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly closers: Closers;
  readonly tracing?: Tracing | undefined;
  /** Options of the thread that reads large bodies, for callers that run it from its source. */
  readonly readerOptions?: WorkerOptions;
  /** See `GatewayDependencies`. */
  readonly threads?: BodyStore | undefined;
  /** Collects garbage; called before a large body is read. Absent: V8 collects at its own time. */
  readonly freeMemory?: ((neededBytes?: number) => void) | undefined;
}

/**
 * Memory of the reader of large bodies: one item at its limits, four times over, and a portion of the others. The part for young objects is
 * small, because most of them are dead at their first collection.
 */
const READER_MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/** Time limit of waiting, below the 10 s that an exporter waits: the earlier response makes it retry. */
const MAX_WAIT_MS = 8_000;
const MAX_STEP_MS = 30_000;
const IDLE_MS = 30_000;

/**
 * Memory that the reader may keep for the next body. It uses 29 MB at its start, 47 after 5 MB of long texts, on a busy machine up to 75. A
 * new reader costs more than reading such a body: it loads all of its code, compiles its schemas, and runs cold.
 */
const READER_KEEPS_BYTES = 64 * 1024 * 1024;

/** Ingest endpoints, and the parts of them that the listeners of OTLP need. */
export interface Gateway {
  readonly routes: readonly Route[];
  /** Endpoints of OTLP at their default paths. */
  readonly otlpRoutes: readonly Route[];
  readonly dependencies: GatewayDependencies;
}

/** Makes the ingest endpoints. */
export function composeGateway(dependencies: GatewayServiceDependencies): Gateway {
  const { settings, publisher, clock, logger, metrics, closers, tracing, readerOptions } = dependencies;
  const { freeMemory = () => undefined } = dependencies;
  const budget = new ByteBudget({
    limit: settings.maxInflightBytes,
    refusal: 'too many bytes are in flight: send again, or raise MAX_INFLIGHT_BYTES',
  });
  const largeBodies = new LargeBodies({
    start: () =>
      new Worker(require.resolve('./large/reader-thread'), { resourceLimits: READER_MEMORY, ...readerOptions }),
    logger,
    maxWaitMs: MAX_WAIT_MS,
    maxStepMs: MAX_STEP_MS,
    idleMs: IDLE_MS,
    maxHeldBytes: READER_KEEPS_BYTES,
    freeMemory,
  });
  closers.add('reader of large bodies', () => largeBodies.close());
  const parts: GatewayDependencies = {
    publisher,
    clock,
    budget,
    rates: new TransferRates({ leastBytesPerSecond: settings.minUploadBytesPerSecond }),
    observer: createGatewayObserver(metrics, { heldBytes: () => budget.held, waiting: () => largeBodies.waiting }),
    largeBodies,
    decodeTurns: new DecodeLimiter(),
    threads: dependencies.threads,
    limits: gatewayLimits(settings),
    prefixes: settings.prefixes,
    resourceLabels: settings.resourceLabels,
    tracing,
  };
  return { routes: gatewayRoutes(parts), otlpRoutes: otlpRootRoutes(parts), dependencies: parts };
}
