import { createLogger } from '@sluice/runtime';
import { composeResources } from './compose';
import { cliSettings } from './config';
import { run } from './run';

/**
 * Runs one command of `sluice` with only this environment.
 * @returns its output, and errors separately
 */
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
