import { join } from 'node:path';
import { createLogger, makeRoom, runService, versionOf } from '@sluice/runtime';
import { composeGatewayProcess } from './process/compose';
import { gatewayProcessFields, readGatewaySettings } from './process/config';

void runService({
  name: 'sluice-gateway',
  version: versionOf(join(__dirname, '..')),
  summary: 'takes traces and metrics in and publishes them to Kafka.',
  heapMayTriple: true,
  fields: gatewayProcessFields,
  configure: () => readGatewaySettings(),
  logger: (config) => createLogger({ level: config.logLevel, pretty: process.stdout.isTTY }),
  start: async (context) => {
    const { url, adminUrl } = await composeGatewayProcess({ ...context, freeMemory: makeRoom });
    context.logger.info('listening', { url, adminUrl });
  },
});
