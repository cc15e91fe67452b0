import { join } from 'node:path';
import { createLogger, runService, versionOf } from '@sluice/runtime';
import { composeQueryProcess } from './compose';
import { queryProcessFields, readQuerySettings } from './config';

void runService({
  name: 'sluice-query',
  version: versionOf(join(__dirname, '..')),
  summary: 'answers queries on a database that Sluice writes to.',
  fields: queryProcessFields,
  configure: () => readQuerySettings(),
  logger: (config) => createLogger({ level: config.logLevel, pretty: process.stdout.isTTY }),
  start: async (context) => {
    const { url, adminUrl } = await composeQueryProcess(context);
    context.logger.info('listening', { url, adminUrl });
  },
});
