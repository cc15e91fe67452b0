import { createLogger } from '@sluice/runtime';
import { composeResources } from './compose';
import { cliSettings } from './config';
import { run } from './run';

/** Runs one command of `sluice` with nothing in its environment but this. @returns what it printed, and errors beside it */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv) {
  const lines: string[] = [];
  let errors = '';
  const code = await run(args, {
    resources: composeResources(cliSettings(env), createLogger({ level: 'silent', pretty: false })),
    version: '1.2.3',
    print: (line) => lines.push(line),
    printError: (text) => (errors += text),
  });
  return { code, lines, errors };
}
