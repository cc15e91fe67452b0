import { join } from 'node:path';
import { createLogger, makeRoom, runService, versionOf } from '@sluice/runtime';
import { composeWriterProcess } from './process/compose';
import { readWriterSettings, writerProcessFields } from './process/config';

void runService({
  name: 'sluice-writer',
  version: versionOf(join(__dirname, '..')),
  summary: 'takes records from Kafka and stores them in Postgres, each exactly once.',
  heapMayTriple: true,
  fields: writerProcessFields,
  configure: () => readWriterSettings(),
  logger: (config) => createLogger({ level: config.logLevel, pretty: process.stdout.isTTY }),
  start: async (context) => {
    const { adminUrl } = await composeWriterProcess({ ...context, freeMemory: makeRoom });
    context.logger.info('listening', { adminUrl });
  },
});
