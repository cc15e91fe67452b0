import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@sluice/testbed/machine';
import { type Configured, welcomeLine, welcomeText } from './banner';

const place = {
  url: 'http://127.0.0.1:3000',
  adminUrl: 'http://127.0.0.1:9464',
  otlp: { http: { url: 'http://127.0.0.1:4318' }, grpc: { url: '127.0.0.1:4317' } },
  storage: '.sluice',
};

const stored: Configured = { by: 'DATA_DIR', file: '/x/credentials.json' };

const credentials = { path: '/x/credentials.json', bearerToken: 'made-token', publicKey: 'pk', secretKey: 'sk' };

test('credentials that were made are shown and part of the commands', () => {
  const text = welcomeText({ ...place, credentials, configured: stored }, true);
  expect(text).toContain("-H 'Authorization: Bearer made-token'");
  expect(text).toMatch(/Secret key +sk\n/);
});

test('where nobody reads, only their file is shown', () => {
  const text = welcomeText({ ...place, credentials, configured: stored }, false);
  expect(text).not.toMatch(/made-token|\bpk\b|\bsk\b/);
  expect(text).toMatch(/Credentials +in \/x\/credentials\.json: set SLUICE_TOKEN/);
  expect(text).toContain('-H "Authorization: Bearer $SLUICE_TOKEN"');
});

test('the console has a link that signs in, for a person only', () => {
  const console = { url: 'http://127.0.0.1:3000/ui/', signInUrl: 'http://127.0.0.1:3000/ui/#code=abc' };
  const welcome = { ...place, credentials, configured: stored, console };
  expect(welcomeText(welcome, true)).toMatch(/Console +http:\/\/127\.0\.0\.1:3000\/ui\/#code=abc\n/);
  expect(welcomeText(welcome, false)).toMatch(/Console +http:\/\/127\.0\.0\.1:3000\/ui\/\n/);
  expect(welcomeLine(welcome)[1]).toMatchObject({ console: console.url });
  // In a container, screen and log name the command that prints a link, and contain none.
  const command = 'node services/cli/dist/main.js sign-in';
  expect(welcomeText(welcome, false)).toMatch(new RegExp(`Sign in +by the link of: ${command}\n`));
  expect(welcomeText(welcome, true)).not.toContain(command);
  expect(welcomeLine(welcome)[1]).toMatchObject({ signIn: command });
  expect(JSON.stringify(welcomeLine(welcome))).not.toContain('abc');
  // With credentials in the settings there is no such link.
  const withoutLink = { ...welcome, console: { ...console, signInUrl: undefined } };
  expect(welcomeText(withoutLink, false)).not.toContain(command);
  expect(welcomeLine(withoutLink)[1]).not.toHaveProperty('signIn');
  expect(welcomeText({ ...welcome, console: undefined }, true)).not.toContain('Console');
});

test('each listener of OTLP has its address, or the reason why it is not open', () => {
  const welcome = { ...place, credentials, configured: stored };
  expect(welcomeText(welcome, true)).toMatch(
    /OTLP\/HTTP +http:\/\/127\.0\.0\.1:4318\n +OTLP\/gRPC +127\.0\.0\.1:4317\n/,
  );
  expect(welcomeLine(welcome)[1]).toMatchObject({ otlpHttp: 'http://127.0.0.1:4318', otlpGrpc: '127.0.0.1:4317' });
  const problem = 'OTLP_GRPC_PORT: 127.0.0.1:4317 is taken: end the program that uses it, or choose another port';
  const closed = { ...welcome, otlp: { http: undefined, grpc: { problem } } };
  expect(welcomeText(closed, true)).toMatch(/OTLP\/HTTP +http:\/\/127\.0\.0\.1:3000\/api\/public\/otel\n/);
  expect(welcomeText(closed, true)).toContain(`not open: ${problem}\n`);
  expect(welcomeLine(closed)[1]).toMatchObject({ otlpHttp: 'off', otlpGrpc: `not open: ${problem}` });
});

test('a log is told where credentials are and never what they are', () => {
  const made = welcomeLine({ ...place, credentials, configured: stored });
  expect(made).toEqual([
    'Sluice is ready at http://127.0.0.1:3000',
    expect.objectContaining({ metrics: 'http://127.0.0.1:9464/metrics', credentials: '/x/credentials.json' }),
  ]);
  expect(JSON.stringify(made)).not.toMatch(/made-token|"pk"|"sk"/);
  const whereOf = (configured: Configured) => welcomeLine({ ...place, credentials: undefined, configured })[1];
  expect(whereOf({ by: 'API_KEYS' })).toMatchObject({ credentials: 'API_KEYS' });
  expect(whereOf({ by: 'API_KEYS_FILE', file: '/y' })).toMatchObject({ credentials: '/y' });
});

const folder = temporaryFolder("ban'ner ", afterAll);

test('configured credentials are never shown; the commands take the first of them from where they are', () => {
  const file = (text: string): string => {
    const path = join(folder, String(text.length));
    writeFileSync(path, text);
    return path;
  };
  const argumentsOf = (configured: Configured, env: NodeJS.ProcessEnv = {}): string => {
    const text = welcomeText({ ...place, credentials: undefined, configured }, true);
    expect(text).not.toContain('Secret key');
    const command = text.split('\n').find((line) => line.includes('/api/public/traces/')) ?? '';
    return execFileSync('sh', ['-c', `curl() { echo "$#: $3 $4"; }\n${command}`], { env, encoding: 'utf8' }).trim();
  };
  const tokens = file('three,four\nfive\n');
  expect(argumentsOf({ by: 'API_BEARER_TOKEN' }, { API_BEARER_TOKEN: 'one,two' })).toBe(
    '4: -H Authorization: Bearer one',
  );
  // In another terminal, without the variables.
  expect(argumentsOf({ by: 'API_BEARER_TOKEN_FILE', file: tokens })).toBe('4: -H Authorization: Bearer three');
  expect(argumentsOf({ by: 'API_KEYS_FILE', file: file('e:f\ng:h\n') })).toBe('4: -u e:f');
  expect(argumentsOf({ by: 'API_KEYS' }, { API_KEYS: 'a:b,c:d' })).toBe('4: -u a:b');
  const document = file('keys: [{ name: ci, token: hunter2, scopes: [read] }]\n');
  const [token, named] = [{ SLUICE_TOKEN: 't' }, { PUBLIC_KEY: 'pk', SECRET_KEY: 'sk' }];
  expect(argumentsOf({ by: 'API_KEYS_FILE', file: document, named: 'token' }, token)).toBe(
    '4: -H Authorization: Bearer t',
  );
  expect(argumentsOf({ by: 'API_KEYS', named: 'pair' }, named)).toBe('4: -u pk:sk');
  const keys = { PUBLIC_KEY_FILE: file('pk-of-file\n'), SECRET_KEY_FILE: file('secret-of-file\n') };
  const pair: Configured = { by: 'PUBLIC_KEY' };
  expect(argumentsOf(pair, { PUBLIC_KEY: 'pk', SECRET_KEY: 'sk' })).toBe('4: -u pk:sk');
  expect(argumentsOf(pair, keys)).toBe('4: -u pk-of-file:secret-of-file');
  expect(argumentsOf(pair, { ...keys, PUBLIC_KEY: 'pk' })).toBe('4: -u pk:secret-of-file');
});
