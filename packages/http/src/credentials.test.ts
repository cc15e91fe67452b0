import { type ApiKey, SCOPES, secretDigest } from '@sluice/credentials';
import { createCredentials } from './credentials';

const PAIR = { publicKey: 'pk-1', secretKey: 'sk-1' };

const credentials = createCredentials({
  bearerTokens: ['old-token', 'new-token'],
  keyPairs: [PAIR, { publicKey: 'pk-2', secretKey: 'sk:2' }],
});

/** Returns the id of a header's credentials; undefined if they are refused. */
function idOf(header: string | undefined, of = credentials): string | undefined {
  const sender = of.identify(header);
  return sender.accepted ? sender.id : undefined;
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Headers in every spelling, right and wrong. */
const HEADERS = ['Bearer', 'bEARER', 'Basic', 'basic', 'Digest', ''].flatMap((word) =>
  [' ', '   ', '%20', ' %20', ''].flatMap((space) =>
    ['old-token', 'new-token', 'pk-1:sk-1', 'pk-2:sk:2', 'sk-1', '', 'é'].flatMap((text) =>
      [text, Buffer.from(text).toString('base64'), `${text} `].map((value) => word + space + value),
    ),
  ),
);

describe('createCredentials', () => {
  it('identifies each header the same, whatever it was asked before', () => {
    const fresh = () => createCredentials({ bearerTokens: ['old-token', 'pk-1:sk-1'], keyPairs: [PAIR] });
    const asked = fresh();
    const accepted = new Set<string>();
    for (const header of [...HEADERS, ...HEADERS.toReversed()]) {
      const sender = asked.identify(header);
      expect([header, sender]).toEqual([header, fresh().identify(header)]);
      if (sender.accepted) accepted.add(header);
    }
    expect(accepted.size).toBeGreaterThan(20);
  });

  it.each(['Bearer old-token', 'Bearer new-token', 'bearer new-token', 'BEARER   new-token '])(
    'accepts any configured token, scheme in any case: %j',
    (header) => expect(idOf(header)).toMatch(/^[0-9a-f]{16}$/),
  );

  it('accepts any configured pair, also with a colon in the secret', () => {
    expect(idOf(basic('pk-1:sk-1'))).toBeDefined();
    expect(idOf(basic('pk-2:sk:2'))).toBeDefined();
    expect(idOf(basic('pk-1:sk-1').replace('Basic', 'bAsIc'))).toBeDefined();
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer new-toke',
    'Bearer new-token2',
    'Bearer NEW-TOKEN',
    'new-token',
    'Digest new-token',
    basic('pk-1:sk-2'),
    basic('pk-1:'),
    basic(':sk-1'),
    basic('pk-1'),
    basic('pk-2:sk'),
    'Bearer pk-1:sk-1',
    basic('new-token'),
  ])('refuses %j', (header) => expect(idOf(header)).toBeUndefined());

  it.each([
    [undefined, 'none', 'missing'],
    ['', 'none', 'missing'],
    ['new-token', 'other', 'malformed'],
    ['Digest new-token', 'other', 'malformed'],
    ['Bearernew-token', 'other', 'malformed'],
    ['bearer', 'bearer', 'malformed'],
    ['Bearer  ', 'bearer', 'malformed'],
    ['Basic', 'basic', 'malformed'],
    ['BASIC pk-1:sk-1', 'basic', 'malformed'],
    [`Basic ${'A'.repeat(5000)}`, 'basic', 'malformed'],
    [`${'x'.repeat(15_000)} y`, 'other', 'malformed'],
    ['Bearer other-token', 'bearer', 'unknown'],
    [basic('pk-1:other'), 'basic', 'unknown'],
  ])('says why it refuses, by closed sets of words: %#', (header, scheme, reason) => {
    expect(credentials.identify(header)).toEqual({ accepted: false, scheme, reason });
  });

  describe('as an environment has it that nobody has decoded', () => {
    it.each(['Bearer%20new-token', 'bearer%20new-token', 'Bearer %20new-token', 'BEARER%20new-token '])(
      'takes %j for the token',
      (header) => {
        expect(idOf(header)).toBe(idOf('Bearer new-token'));
        expect(credentials.identify(header)).toMatchObject({ scheme: 'bearer' });
      },
    );

    it('takes Basic credentials, which have no percent sign', () => {
      expect(idOf(basic('pk-1:sk-1').replace(' ', '%20'))).toBe(idOf(basic('pk-1:sk-1')));
    });

    it('compares the token as it was sent first: it may begin so itself', () => {
      const both = createCredentials({ bearerTokens: ['%20token', 'token'], keyPairs: [] });
      expect(idOf('Bearer %20token', both)).not.toBe(idOf('Bearer token', both));
      expect(idOf('Bearer %20token', both)).toBe(idOf('Bearer%20%20token', both));
      const decoded = createCredentials({ bearerTokens: ['token'], keyPairs: [] });
      expect(idOf('Bearer%20token', decoded)).toBe(idOf('Bearer token', both));
    });

    it.each([
      'Bearer%20%20new-token',
      'Bearer %20%20new-token',
      'Bearer%2520new-token',
      'Bearer%20',
      'Bearer%2',
      '%20new-token',
      'Bearer%09new-token',
      'Digest%20new-token',
    ])('refuses %j', (header) => expect(idOf(header)).toBeUndefined());
  });

  it('reads Basic credentials as strict base64', () => {
    const encoded = Buffer.from('pk-1:sk-1').toString('base64'); // without padding
    const padded = Buffer.from('pk-2:sk:2').toString('base64');
    expect(idOf(`Basic ${encoded.slice(0, 4)} ${encoded.slice(4)}`)).toBeUndefined();
    expect(idOf(`Basic ${encoded}!`)).toBeUndefined();
    expect(idOf(`Basic ${encoded}=`)).toBeUndefined();
    expect(idOf(`Basic ${padded}====`)).toBeUndefined();
  });

  it('refuses a header beyond its limit without looking at it', () => {
    expect(idOf(`Bearer ${' '.repeat(5000)}new-token`)).toBeUndefined();
  });

  it('gives the same id to the same credentials in every process, and another one to others', () => {
    const again = createCredentials({ bearerTokens: ['new-token'], keyPairs: [] });
    const id = idOf('Bearer new-token', again);
    expect(idOf('Bearer new-token')).toBe(id);
    expect(idOf('Bearer old-token')).not.toBe(id);
  });

  it.each(['', 'with space', 'schlüssel', 'x'.repeat(3000), 'line\nbreak'])(
    'refuses to be configured with %j, which no client can send',
    (token) => expect(() => createCredentials({ bearerTokens: [token], keyPairs: [] })).toThrow(/printable ASCII/),
  );

  it('refuses a public key with a colon, which would read as another pair', () => {
    const keyPairs = [{ publicKey: 'a:b', secretKey: 'c' }];
    expect(() => createCredentials({ bearerTokens: [], keyPairs })).toThrow(/colon/);
  });
});

describe('credentials with a grant', () => {
  const KEY: ApiKey = { publicKey: 'pk-a', secretDigest: secretDigest('sk-a'), name: 'ci', scopes: ['ingest'] };
  const TOKEN: ApiKey = { secretDigest: secretDigest('token-a'), name: 'console', project: 'acme', scopes: ['read'] };
  const of = (...apiKeys: readonly ApiKey[]) => createCredentials({ bearerTokens: [], keyPairs: [], apiKeys });

  it('are accepted by the secret that their digest is of, and say what they are good for', () => {
    const both = of(KEY, TOKEN);
    expect(both.identify(basic('pk-a:sk-a'))).toEqual({
      accepted: true,
      scheme: 'basic',
      id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      name: 'ci',
      scopes: ['ingest'],
    });
    expect(both.identify('Bearer token-a')).toMatchObject({ name: 'console', project: 'acme', scopes: ['read'] });
    for (const header of [basic('pk-b:sk-a'), basic('pk-a:sk-b'), basic(`pk-a:${KEY.secretDigest.toString('hex')}`)]) {
      expect(both.identify(header)).toMatchObject({ accepted: false, reason: 'unknown' });
    }
    expect(both.identify(basic(':token-a'))).toMatchObject({ reason: 'unknown' });
    expect(both.identify('Bearer pk-a:sk-a')).toMatchObject({ reason: 'unknown' });
  });

  it('are all scopes of the default project for tokens and pairs that have none', () => {
    for (const header of ['Bearer new-token', basic('pk-1:sk-1')]) {
      const sender = credentials.identify(header);
      expect(sender).toMatchObject({ accepted: true, scopes: SCOPES });
      expect(sender).not.toHaveProperty('project');
    }
  });

  it('keep the id that they have as a token or pair', () => {
    const kept = of(KEY, TOKEN);
    const plain = createCredentials({
      bearerTokens: ['token-a'],
      keyPairs: [{ publicKey: 'pk-a', secretKey: 'sk-a' }],
    });
    for (const header of ['Bearer token-a', basic('pk-a:sk-a')]) expect(idOf(header, kept)).toBe(idOf(header, plain));
  });

  it('go before a token that is the same, so that nobody has more than they grant', () => {
    const both = createCredentials({ bearerTokens: ['token-a'], keyPairs: [], apiKeys: [TOKEN] });
    expect(both.identify('Bearer token-a')).toMatchObject({ project: 'acme', scopes: ['read'] });
  });

  it('are refused from the moment in which they expire', () => {
    let now = 999;
    const clock = { now: () => now };
    const expiring = createCredentials({
      bearerTokens: [],
      keyPairs: [],
      apiKeys: [{ ...TOKEN, expiresAt: 1000 }],
      clock,
    });
    expect(expiring.identify('Bearer token-a')).toMatchObject({ accepted: true });
    now = 1000;
    expect(expiring.identify('Bearer token-a')).toEqual({
      ...{ accepted: false, scheme: 'bearer', reason: 'expired', name: 'console' },
    });
  });
});
