import { createLogger } from '@sluice/runtime';
import { composeResources } from './compose';
import { cliSettings } from './config';
import type { Finding } from './doctor/finding';
import { run } from './run';

/** Runs `sluice doctor`; `lines` are as a terminal has them. */
export async function doctor(env: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = [];
  let told = '';
  const code = await run(['doctor', ...args], {
    resources: composeResources(cliSettings(env), createLogger({ level: 'silent', pretty: false })),
    version: '1',
    print: (line) => lines.push(line),
    tell: (text) => (told += text),
  });
  return { code, lines, told };
}

/** What it finds other than ok. */
export async function troubles(env: NodeJS.ProcessEnv): Promise<string[]> {
  const { lines } = await doctor(env, '--json');
  return lines
    .map((line) => JSON.parse(line) as Finding)
    .filter(({ level }) => level !== 'ok')
    .map(({ level, about, found, change }) => `${level} ${about}: ${found}; ${change ?? ''}`);
}
