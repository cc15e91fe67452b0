import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MADE_CREDENTIALS, makeSignInCode, signInLink } from '@sluice/credentials';
import type { Command } from 'commander';
import { type CommandDependencies, IncompleteError } from './output';

/** `sluice sign-in` */
export function addSignIn(program: Command, { resources, print }: CommandDependencies): void {
  program
    .command('sign-in')
    .description('Print a link that signs in to the console of npm start: valid once, for five minutes')
    .option('--url <address>', 'address of the server for a browser (default: http://127.0.0.1 with PORT)')
    .action(({ url }: { readonly url?: string }) => {
      const address = url ?? `http://127.0.0.1:${resources.port()}`;
      const code = makeSignInCode(secretKeyIn(resources.dataDir()), resources.now() / 1000);
      print(signInLink(`${address.replace(/\/$/, '')}/ui/`, code));
    });
}

/**
 * Reads the secret key that a standalone server has made.
 * @throws IncompleteError with the path, without its contents
 */
function secretKeyIn(dataDir: string): string {
  const path = resolve(dataDir, MADE_CREDENTIALS);
  try {
    const { secretKey } = JSON.parse(readFileSync(path, 'utf8')) as { readonly secretKey?: unknown };
    if (typeof secretKey === 'string') return secretKey;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new IncompleteError(`there is no ${path}: npm start makes it, unless you set credentials`);
    if (code !== undefined) throw new IncompleteError(`${path} cannot be read (${code})`);
  }
  throw new IncompleteError(`${path} holds no secretKey`);
}
