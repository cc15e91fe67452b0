import { createCredentials, parseKeyPair } from './credentials';

const credentials = createCredentials({
  bearerTokens: ['old-token', 'new-token'],
  keyPairs: [
    { publicKey: 'pk-1', secretKey: 'sk-1' },
    { publicKey: 'pk-2', secretKey: 'sk:2' },
  ],
});

/** Whose a header is, undefined where it is nobody's. */
function idOf(header: string | undefined, of = credentials): string | undefined {
  const sender = of.identify(header);
  return sender.accepted ? sender.id : undefined;
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

describe('createCredentials', () => {
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

describe('parseKeyPair', () => {
  it('splits at the first colon', () => {
    expect(parseKeyPair('pk:sk:x')).toEqual({ publicKey: 'pk', secretKey: 'sk:x' });
  });

  it.each(['pk', 'pk:', ':sk', ''])('refuses %j', (pair) => expect(parseKeyPair(pair)).toBeUndefined());
});
