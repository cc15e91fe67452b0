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
import { gatewayRoutes } from './routes';

export interface GatewayServiceDependencies {
  readonly settings: GatewaySettings;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly closers: Closers;
  readonly tracing?: Tracing | undefined;
  /** How the thread that reads large bodies is started beside the usual; for who runs it from its source. */
  readonly readerOptions?: WorkerOptions;
  /** See `GatewayDependencies`. */
  readonly threads?: BodyStore | undefined;
  /** Collects what the process does not hold any more; called before a large body is read. Absent: V8 does it in its time. */
  readonly freeMemory?: ((neededBytes?: number) => void) | undefined;
}

/**
 * What the reader of large bodies may take: one item at its limits, four times over, and a portion of the others. Little
 * of it is for young objects, of which most are dead when they are looked at.
 */
const READER_MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/** An exporter waits 10 s for its answer: before that it gets one that makes it send again. */
const MAX_WAIT_MS = 8_000;
const MAX_STEP_MS = 30_000;
const IDLE_MS = 30_000;

/**
 * What the reader may keep for the next body. It has 29 MB once it has begun, after 5 MB of long texts 47, on a busy machine up to
 * 75. To start another one costs more than to read such a body: it loads all of its code, compiles its schemas, and runs cold.
 */
const READER_KEEPS_BYTES = 64 * 1024 * 1024;

/** Makes the endpoints that take data in. */
export function composeGateway(dependencies: GatewayServiceDependencies): Route[] {
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
  return gatewayRoutes({
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
  });
}
