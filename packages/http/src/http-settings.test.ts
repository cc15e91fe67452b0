import { SCOPES, secretDigest } from '@sluice/credentials';
import { readSettings, SettingsError } from '@sluice/runtime';
import {
  credentialFields,
  credentialProblems,
  listenerFields,
  listenerProblems,
  publicListener,
} from './http-settings';

const fields = { ...listenerFields('127.0.0.1'), ...credentialFields };
const read = (env: NodeJS.ProcessEnv) =>
  readSettings(env, fields, (settings) => [...listenerProblems(settings), ...credentialProblems(settings)]);

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.problems : [String(error)];
  }
}

describe('the settings of a listener and its credentials', () => {
  it.each([
    [{ PORT: '8080', ADMIN_PORT: '8080' }, 1],
    [{ PORT: '8080', ADMIN_PORT: '8080', ADMIN_HOST: '0.0.0.0' }, 1],
    [{ PORT: '8080', ADMIN_PORT: '8080', HOST: '192.0.2.1' }, 0],
    [{ PORT: '0', ADMIN_PORT: '0' }, 0],
  ])('refuse one port for both listeners of an address: %j', (env, problems) => {
    const refusal = 'PORT, ADMIN_PORT: expected two different ports';
    expect(problemsOf(env)).toEqual(Array.from({ length: problems }, () => refusal));
  });

  it('have the documented defaults', () => {
    expect(read({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      adminHost: '127.0.0.1',
      adminPort: 9464,
      corsOrigins: [],
      maxConnections: 2000,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 60_000,
      keepAliveTimeoutMs: 75_000,
      stallTimeoutMs: 30_000,
      projectId: 'default',
      bearerTokens: [],
      bearerTokensFile: undefined,
      publicKey: undefined,
      secretKey: undefined,
      apiKeys: { keys: [], projects: new Map() },
      apiKeysFile: undefined,
    });
  });

  it.each(['my project', 'a/b', '-a', 'ä', 'a'.repeat(65), ' '])(
    'refuse a project that no document can list: %j',
    (id) => {
      const accepted = '1 to 64 letters, digits, ".", "_" and "-", the first a letter or digit';
      expect(problemsOf({ PROJECT_ID: id })).toEqual([`PROJECT_ID: expected ${accepted}, got ${JSON.stringify(id)}`]);
    },
  );

  it('give the listener its time-outs, and look often enough to keep the shortest', () => {
    const env = {
      HEADERS_TIMEOUT_MS: '400',
      REQUEST_TIMEOUT_MS: '500',
      KEEP_ALIVE_TIMEOUT_MS: '600',
      STALL_TIMEOUT_MS: '700',
    };
    expect(publicListener(read(env)).timeouts).toEqual({
      headers: 400,
      request: 500,
      keepAlive: 600,
      stall: 700,
      checkInterval: 200,
    });
    expect(publicListener(read({})).timeouts).toMatchObject({ headers: 10_000, checkInterval: 5000 });
  });

  it('read several tokens and pairs, with a colon in a secret', () => {
    const settings = read({ API_BEARER_TOKEN: 'old, new,', API_KEYS: 'pk-1:sk:1, pk-2:sk-2' });
    expect(settings.bearerTokens).toEqual(['old', 'new']);
    const all = { scopes: SCOPES, isShort: true };
    expect(settings.apiKeys.keys).toEqual([
      { publicKey: 'pk-1', secretDigest: secretDigest('sk:1'), ...all },
      { publicKey: 'pk-2', secretDigest: secretDigest('sk-2'), ...all },
    ]);
  });

  it('read tokens and pairs of a file from its lines, and tell a wrong one by its line', () => {
    expect(read({ API_BEARER_TOKEN: '\nold\r\n\nnew, newer\n' }).bearerTokens).toEqual(['old', 'new', 'newer']);
    expect(problemsOf({ API_BEARER_TOKEN: 'good\n\nhunter2 hunter2\ngood,hünter2' })).toEqual([
      'API_BEARER_TOKEN: expected tokens of printable ASCII without spaces, separated by commas or line breaks, ' +
        'got another value (not shown) in line 3, 4',
    ]);
  });

  it('bound how many credentials a request is compared with', () => {
    const tokens = (count: number) => Array.from({ length: count }, (_, n) => `token-${n}`).join('\n');
    expect(read({ API_BEARER_TOKEN: tokens(1000) }).bearerTokens).toHaveLength(1000);
    expect(problemsOf({ API_BEARER_TOKEN: tokens(1001) })).toEqual([expect.stringContaining('at most 1000')]);
  });

  it('read origins as browsers write them', () => {
    const origins = 'https://App.example.com:443, http://localhost:5173,chrome-extension://abc,*';
    expect(read({ CORS_ORIGINS: origins }).corsOrigins).toEqual([
      'https://app.example.com',
      'http://localhost:5173',
      'chrome-extension://abc',
      '*',
    ]);
  });

  it.each(['zz', 'example.com', 'https://', 'https://a.example/', 'https://u@a.example', 'https://*.a.example'])(
    'refuse %j, which is no origin',
    (origins) => {
      const problems = problemsOf({ CORS_ORIGINS: `https://ok.example,${origins}` });
      expect(problems).toEqual([expect.stringContaining('CORS_ORIGINS: expected origins such as https://')]);
    },
  );

  it.each<[string, NodeJS.ProcessEnv]>([
    ['HEADERS_TIMEOUT_MS: expected at most REQUEST_TIMEOUT_MS', { HEADERS_TIMEOUT_MS: '60001' }],
    ['STALL_TIMEOUT_MS: expected an integer from 100 to 3600000', { STALL_TIMEOUT_MS: '0' }],
    ['PUBLIC_KEY, SECRET_KEY: expected both', { PUBLIC_KEY: 'pk' }],
    ['PUBLIC_KEY, SECRET_KEY: expected both', { SECRET_KEY: 'hunter2' }],
    ['PUBLIC_KEY: ', { PUBLIC_KEY: 'p:k', SECRET_KEY: 'hunter2' }],
    ['SECRET_KEY: ', { PUBLIC_KEY: 'pk', SECRET_KEY: 'hunter2 hunter2' }],
    ['API_BEARER_TOKEN: ', { API_BEARER_TOKEN: 'hunter2 hunter2' }],
    ['API_KEYS: ', { API_KEYS: 'pk:hunter2 hunter2' }],
    ['API_BEARER_TOKEN: ', { API_BEARER_TOKEN: ',' }],
    ['API_KEYS: ', { API_KEYS: 'pk:sk,hunter2' }],
    [
      'API_KEYS: keys[0].secretKey: ',
      { API_KEYS: 'keys: [{ name: ci, publicKey: pk, secretKey: hunter2 hunter2, scopes: [read] }]' },
    ],
  ])('refuse credentials that no client can send, without showing them: %s', (beginning, env) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(beginning);
    expect(problems[0]).not.toContain('hunter2');
  });
});
