import { createLogger, runService } from '@sluice/runtime';
import { welcomeText } from './banner';
import { composeStandalone } from './compose';
import { readStandaloneSettings } from './config';

void runService({
  name: 'sluice',
  configure: () => readStandaloneSettings(),
  logger: (config) => createLogger({ level: config.logLevel, pretty: process.stdout.isTTY }),
  start: async (context) => {
    const started = await composeStandalone(context);
    process.stdout.write(welcomeText(started));
  },
});
