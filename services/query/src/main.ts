import { createLogger, runService } from '@sluice/runtime';
import { composeQueryProcess } from './compose';
import { readQuerySettings } from './config';

void runService({
  name: 'sluice-query',
  configure: () => readQuerySettings(),
  logger: (config) => createLogger({ level: config.logLevel, pretty: process.stdout.isTTY }),
  start: async (context) => {
    const { url } = await composeQueryProcess(context);
    context.logger.info('listening', { url });
  },
});
