import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';

/** Certificate with its key, as PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a new key, and a certificate of it for `localhost` and 127.0.0.1 that clients can trust by itself. */
export function testCertificate(until?: string): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    cert: certificateOf(publicKey, privateKey, until),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/**
 * Makes a self-signed certificate for `localhost` and 127.0.0.1 (RFC 5280), because Node makes keys but no certificates.
 * @param until its last second, UTC, as `YYMMDDhhmmssZ`
 */
export function certificateOf(publicKey: KeyObject, privateKey: KeyObject, until = '460101000000Z'): string {
  const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const length =
      body.length < 128
        ? [body.length]
        : body.length < 256
          ? [0x81, body.length]
          : [0x82, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from([tag, ...length]), body]);
  };
  const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
  const time = (text: string) => der(0x17, Buffer.from(text));
  const ed25519 = sequence(Buffer.from([0x06, 3, 0x2b, 0x65, 0x70]));
  const version = der(0xa0, Buffer.from([0x02, 1, 2]));
  const serial = Buffer.from([0x02, 1, 1]);
  const validity = sequence(time('260101000000Z'), time(until));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const subjectAltName = sequence(Buffer.from([0x06, 3, 0x55, 0x1d, 0x11]), der(0x04, names));
  const extensions = der(0xa3, sequence(subjectAltName));
  const signed = sequence(version, serial, ed25519, sequence(), validity, sequence(), spki, extensions);
  const signature = der(0x03, Buffer.from([0]), sign(null, signed, privateKey));
  const text = sequence(signed, ed25519, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}
