import { type KeyObject, sign } from 'node:crypto';

/**
 * Makes a self-signed certificate without names (RFC 5280), because Node makes keys but no certificates.
 * @param until its last second, UTC, as `YYMMDDhhmmssZ`
 */
export function certificateOf(publicKey: KeyObject, privateKey: KeyObject, until = '460101000000Z'): string {
  const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    return Buffer.concat([Buffer.from(body.length < 128 ? [tag, body.length] : [tag, 0x81, body.length]), body]);
  };
  const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
  const time = (text: string) => der(0x17, Buffer.from(text));
  const ed25519 = sequence(Buffer.from([0x06, 3, 0x2b, 0x65, 0x70]));
  const serial = Buffer.from([0x02, 1, 1]);
  const validity = sequence(time('260101000000Z'), time(until));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const signed = sequence(serial, ed25519, sequence(), validity, sequence(), spki);
  const signature = der(0x03, Buffer.from([0]), sign(null, signed, privateKey));
  const text = sequence(signed, ed25519, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}
