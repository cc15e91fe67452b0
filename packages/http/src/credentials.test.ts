import { createCredentials, parseKeyPair } from './credentials';

const credentials = createCredentials({
  bearerTokens: ['old-token', 'new-token'],
  keyPairs: [
    { publicKey: 'pk-1', secretKey: 'sk-1' },
    { publicKey: 'pk-2', secretKey: 'sk:2' },
  ],
});

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

describe('createCredentials', () => {
  it.each(['Bearer old-token', 'Bearer new-token', 'bearer new-token', 'BEARER   new-token '])(
    'accepts any configured token, scheme in any case: %j',
    (header) => expect(credentials.identify(header)).toMatch(/^[0-9a-f]{16}$/),
  );

  it('accepts any configured pair, also with a colon in the secret', () => {
    expect(credentials.identify(basic('pk-1:sk-1'))).toBeDefined();
    expect(credentials.identify(basic('pk-2:sk:2'))).toBeDefined();
    expect(credentials.identify(basic('pk-1:sk-1').replace('Basic', 'bAsIc'))).toBeDefined();
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
  ])('refuses %j', (header) => expect(credentials.identify(header)).toBeUndefined());

  it('reads Basic credentials as strict base64', () => {
    const encoded = Buffer.from('pk-1:sk-1').toString('base64'); // without padding
    const padded = Buffer.from('pk-2:sk:2').toString('base64');
    expect(credentials.identify(`Basic ${encoded.slice(0, 4)} ${encoded.slice(4)}`)).toBeUndefined();
    expect(credentials.identify(`Basic ${encoded}!`)).toBeUndefined();
    expect(credentials.identify(`Basic ${encoded}=`)).toBeUndefined();
    expect(credentials.identify(`Basic ${padded}====`)).toBeUndefined();
  });

  it('refuses a header beyond its limit without looking at it', () => {
    expect(credentials.identify(`Bearer ${' '.repeat(5000)}new-token`)).toBeUndefined();
  });

  it('gives the same id to the same credentials in every process, and another one to others', () => {
    const again = createCredentials({ bearerTokens: ['new-token'], keyPairs: [] });
    const id = again.identify('Bearer new-token');
    expect(credentials.identify('Bearer new-token')).toBe(id);
    expect(credentials.identify('Bearer old-token')).not.toBe(id);
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

describe('parseKeyPair', () => {
  it('splits at the first colon', () => {
    expect(parseKeyPair('pk:sk:x')).toEqual({ publicKey: 'pk', secretKey: 'sk:x' });
  });

  it.each(['pk', 'pk:', ':sk', ''])('refuses %j', (pair) => expect(parseKeyPair(pair)).toBeUndefined());
});
