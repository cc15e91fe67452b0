import { join } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';
import { KafkaPublisher, exposeCertificate, kafkaConnection } from '@sluice/bus/kafka';
import { type Served, checkListenAddresses, credentialsFromSettings, listenAddressesOf, serve } from '@sluice/http';
import { type Closers, type Logger, SettingFiles, createMetrics, systemClock, versionOf } from '@sluice/runtime';
import { refuseOwnAddress, startSelfTraces } from '@sluice/tracing';
import { composeGateway } from '../compose';
import { type OtlpAddresses, openOtlp } from '../open-otlp';
import { otlpAddresses } from '../otlp-settings';
import type { GatewayProcessSettings } from './config';

/** Time limit below the 5 to 10 s that an exporter waits: the earlier response makes it retry. */
const DEADLINE_MS = 4_000;

export interface GatewayProcessDependencies {
  readonly config: GatewayProcessSettings;
  readonly logger: Logger;
  readonly closers: Closers;
  /** Options of the thread that reads large bodies: see `composeGateway`. */
  readonly readerOptions?: WorkerOptions;
  /** See `composeGateway`. */
  readonly freeMemory?: (neededBytes?: number) => void;
}

/** Makes the gateway as a separate process, which publishes to Kafka. It starts without brokers: it is not ready then, and answers 503. */
export async function composeGatewayProcess(
  dependencies: GatewayProcessDependencies,
): Promise<Served & { readonly otlp: OtlpAddresses }> {
  const { config, logger, closers, readerOptions, freeMemory } = dependencies;
  const addresses = { ...listenAddressesOf(config), ...otlpAddresses(config, false) };
  await checkListenAddresses(addresses);
  await refuseOwnAddress(config, addresses);
  const build = { service: 'sluice-gateway', version: versionOf(join(__dirname, '../..')) };
  const metrics = createMetrics({ build });
  const tracing = startSelfTraces({ settings: config, build, logger, metrics, closers });
  const files = new SettingFiles({ logger, metrics });
  closers.add('setting files', () => files.close());
  const credentials = await credentialsFromSettings({ settings: config, files, metrics, logger });
  const connection = kafkaConnection(config, { clientId: 'sluice-gateway', logger });
  exposeCertificate(metrics, connection);
  const publisher = new KafkaPublisher({
    connection,
    deadlineMs: DEADLINE_MS,
    maxPendingBytes: config.maxInflightBytes,
  });
  closers.add('bus', () => publisher.close());
  metrics.gauge({
    name: 'sluice_gateway_bus_pending_bytes',
    help: 'Encoded records that wait for the brokers or are on their way to them; bounded by MAX_INFLIGHT_BYTES',
    collect: (gauge) => gauge.set(publisher.pendingBytes),
  });
  const gateway = composeGateway({
    settings: config,
    publisher,
    clock: systemClock,
    logger,
    metrics,
    closers,
    tracing,
    ...(readerOptions && { readerOptions }),
    freeMemory,
  });
  const { routes, otlpRoutes, dependencies: parts } = gateway;
  const { served, entrance, readiness } = await serve({
    config,
    logger,
    closers,
    metrics,
    credentials,
    routes,
    readiness: { bus: () => publisher.check() },
    tracing,
  });
  const otlp = await openOtlp({
    config,
    entrance,
    gateway: parts,
    routes: otlpRoutes,
    metrics,
    files,
    readiness,
    closers,
    projectQuota: credentials.projectQuota,
    mayLack: false,
  });
  return { ...served, otlp };
}
