import { type Publisher } from '@sluice/bus';
import { type KafkaConnection, kafkaConnection, kafkaFields } from '@sluice/bus/kafka';
import { composeGateway, gatewayFields } from '@sluice/gateway';
import { credentialFields, credentialsFromSettings, listenerFields, serve } from '@sluice/http';
import {
  SettingFiles,
  createLogger,
  createMetrics,
  logFields,
  readSettings,
  runService,
  systemClock,
} from '@sluice/runtime';

const fields = {
  ...listenerFields('127.0.0.1'),
  ...credentialFields,
  ...gatewayFields,
  ...kafkaFields,
  ...logFields,
};

/** Runs a gateway made of the product's parts, with a faulty publisher. For negative controls only. */
export function runControlGateway(publisherOf: (connection: KafkaConnection) => Publisher): void {
  void runService({
    name: 'control-gateway',
    version: '0',
    summary: 'is wrong on purpose.',
    fields,
    configure: () => readSettings(process.env, fields),
    logger: () => createLogger({ level: 'info', pretty: false }),
    start: async ({ config, logger, closers }) => {
      const metrics = createMetrics();
      const files = new SettingFiles({ logger, metrics });
      closers.add('setting files', () => files.close());
      const credentials = await credentialsFromSettings({ settings: config, files, metrics, logger });
      const publisher = publisherOf(kafkaConnection(config, { clientId: 'control-gateway', logger }));
      closers.add('bus', () => publisher.close());
      const { routes } = composeGateway({ settings: config, publisher, clock: systemClock, logger, metrics, closers });
      const readiness = { bus: () => publisher.check() };
      const { served } = await serve({ config, logger, closers, metrics, credentials, routes, readiness });
      logger.info('listening', { ...served });
    },
  });
}
