import { readSettings, SettingsError } from '@sluice/runtime';
import { credentialFields, credentialProblems, listenerFields } from './http-settings';

const fields = { ...listenerFields('127.0.0.1'), ...credentialFields };
const read = (env: NodeJS.ProcessEnv) => readSettings(env, fields, credentialProblems);

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.problems : [String(error)];
  }
}

describe('the settings of a listener and its credentials', () => {
  it('have the documented defaults', () => {
    expect(read({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      adminHost: '127.0.0.1',
      adminPort: 9464,
      corsOrigins: [],
      bearerTokens: [],
      publicKey: undefined,
      secretKey: undefined,
      keyPairs: [],
    });
  });

  it('read several tokens and pairs, with a colon in a secret', () => {
    const settings = read({ API_BEARER_TOKEN: 'old, new,', API_KEYS: 'pk-1:sk:1, pk-2:sk-2' });
    expect(settings.bearerTokens).toEqual(['old', 'new']);
    expect(settings.keyPairs).toEqual([
      { publicKey: 'pk-1', secretKey: 'sk:1' },
      { publicKey: 'pk-2', secretKey: 'sk-2' },
    ]);
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
    ['PUBLIC_KEY, SECRET_KEY: expected both', { PUBLIC_KEY: 'pk' }],
    ['PUBLIC_KEY, SECRET_KEY: expected both', { SECRET_KEY: 'hunter2' }],
    ['PUBLIC_KEY: ', { PUBLIC_KEY: 'p:k', SECRET_KEY: 'hunter2' }],
    ['SECRET_KEY: ', { PUBLIC_KEY: 'pk', SECRET_KEY: 'hunter2 hunter2' }],
    ['API_BEARER_TOKEN: ', { API_BEARER_TOKEN: 'hunter2 hunter2' }],
    ['API_KEYS: ', { API_KEYS: 'pk:hunter2 hunter2' }],
    ['API_BEARER_TOKEN: ', { API_BEARER_TOKEN: ',' }],
    ['API_KEYS: ', { API_KEYS: 'pk:sk,hunter2' }],
  ])('refuse credentials that no client can send, without showing them: %s', (beginning, env) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(beginning);
    expect(problems[0]).not.toContain('hunter2');
  });
});
