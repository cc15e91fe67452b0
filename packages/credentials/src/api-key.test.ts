import { parseKeyPair } from './api-key';

describe('parseKeyPair', () => {
  it('splits at the first colon', () => {
    expect(parseKeyPair('pk:sk:x')).toEqual({ publicKey: 'pk', secretKey: 'sk:x' });
  });

  it.each(['pk', 'pk:', ':sk', ''])('refuses %j', (pair) => expect(parseKeyPair(pair)).toBeUndefined());
});
