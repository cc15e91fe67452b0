import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, createOutput, makeRoom, runService, versionOf } from '@sluice/runtime';
import { personReads } from './output-target';
import { welcomeLine, welcomeText } from './banner';
import { composeStandalone } from './compose';
import { isUnattended, readStandaloneSettings, standaloneFields } from './config';

const output = createOutput(1);
const isTerminal = process.stdout.isTTY;

void runService({
  name: 'sluice',
  version: versionOf(join(__dirname, '..')),
  heapMayTriple: true,
  summary: 'stores traces and metrics of LLM and agent workloads in Postgres, and answers queries, in one process.',
  fields: standaloneFields,
  configure: () => readStandaloneSettings(),
  logger: (config) => createLogger({ level: config.logLevel, pretty: isTerminal, destination: output }),
  start: async (context) => {
    const started = await composeStandalone({ ...context, freeMemory: makeRoom });
    const { stdin, stdout } = process;
    const mayShow = personReads({ stdin, stdout, unattended: isUnattended(), exists: existsSync });
    if (isTerminal) output.write(welcomeText(started, mayShow));
    else context.logger.info(...welcomeLine(started));
  },
});
