import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfiguredBy, welcomeText } from './banner';

const place = { url: 'http://127.0.0.1:3000', adminUrl: 'http://127.0.0.1:9464', storage: '.sluice' };

test('credentials that were made are shown and part of the commands', () => {
  const credentials = { bearerToken: 'made-token', publicKey: 'pk', secretKey: 'sk' };
  const text = welcomeText({ ...place, credentials, configured: 'API_KEYS' });
  expect(text).toContain("-H 'Authorization: Bearer made-token'");
  expect(text).toMatch(/Secret key +sk\n/);
});

test('configured credentials are never shown; the commands take the first of them from where they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-banner-'));
  const file = (text: string): string => {
    const path = join(folder, String(text.length));
    writeFileSync(path, text);
    return path;
  };
  const env: NodeJS.ProcessEnv = {
    API_BEARER_TOKEN: 'one,two',
    API_BEARER_TOKEN_FILE: file('three,four\nfive\n'),
    PUBLIC_KEY: 'pk',
    SECRET_KEY: 'sk',
    API_KEYS: 'a:b,c:d',
    API_KEYS_FILE: file('e:f\ng:h\n'),
  };
  const argumentsOf = (configured: ConfiguredBy, from = env): string => {
    const text = welcomeText({ ...place, credentials: undefined, configured });
    expect(text).not.toContain('Secret key');
    const command = text.split('\n').find((line) => line.includes('/api/public/traces/')) ?? '';
    return execFileSync('sh', ['-c', `curl() { echo "$3 $4"; }\n${command}`], { env: from, encoding: 'utf8' }).trim();
  };
  expect(argumentsOf('API_BEARER_TOKEN')).toBe('-H Authorization: Bearer one');
  expect(argumentsOf('API_BEARER_TOKEN_FILE')).toBe('-H Authorization: Bearer three');
  expect(argumentsOf('PUBLIC_KEY')).toBe('-u pk:sk');
  const files = { PUBLIC_KEY_FILE: file('pk-of-file\n'), SECRET_KEY_FILE: file('secret-of-file\n') };
  expect(argumentsOf('PUBLIC_KEY', files)).toBe('-u pk-of-file:secret-of-file');
  expect(argumentsOf('PUBLIC_KEY', { ...files, PUBLIC_KEY: 'pk' })).toBe('-u pk:secret-of-file');
  expect(argumentsOf('API_KEYS')).toBe('-u a:b');
  expect(argumentsOf('API_KEYS_FILE')).toBe('-u e:f');
  rmSync(folder, { recursive: true });
});
