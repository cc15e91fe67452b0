import { otlpMessage } from '@sluice/testbed/samples';
import { encodeOtlpResponse } from './otlp-response';

const json = (rejected: number, message: string): string =>
  encodeOtlpResponse('traces', 'application/json', { rejected, message }).toString();
const protobuf = (rejected: number, message: string): Buffer =>
  encodeOtlpResponse('traces', 'application/x-protobuf', { rejected, message });

describe('encodeOtlpResponse', () => {
  it('answers full success with an empty message', () => {
    expect(json(0, '')).toBe('{}');
    expect(protobuf(0, '')).toHaveLength(0);
  });

  it('counts refused spans, in JSON as a decimal string', () => {
    expect(json(2, 'why')).toBe('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"why"}}');
  });

  it.each([
    ['traces', 'trace', 'rejectedSpans'],
    ['metrics', 'metrics', 'rejectedDataPoints'],
    ['logs', 'logs', 'rejectedLogRecords'],
  ] as const)('is the protobuf that the format has for the answer to %s', (signal, service, member) => {
    const type = otlpMessage(service, 'Response');
    for (const [rejected, errorMessage] of [
      [50_000, 'why é'],
      [1, ''],
      [2 ** 40, 'x'.repeat(200)],
    ] as const) {
      const sent = encodeOtlpResponse(signal, 'application/x-protobuf', { rejected, message: errorMessage });
      expect(type.toObject(type.decode(sent), { longs: Number, defaults: true })).toEqual({
        partialSuccess: { [member]: rejected, errorMessage },
      });
    }
  });

  it('names what was refused as each signal does', () => {
    const refused = { rejected: 1, message: 'why' };
    expect(encodeOtlpResponse('metrics', 'application/json', refused).toString()).toContain('"rejectedDataPoints":"1"');
    expect(encodeOtlpResponse('logs', 'application/json', refused).toString()).toContain('"rejectedLogRecords":"1"');
  });

  it('holds a warning without refused spans', () => {
    expect(json(0, 'warning')).toBe('{"partialSuccess":{"errorMessage":"warning"}}');
    expect(protobuf(0, 'warning').toString('hex')).toBe(`0a091207${Buffer.from('warning').toString('hex')}`);
  });

  it('is UTF-8 where a name in the message was cut within a character', () => {
    const cut = `${'x😀'.slice(0, 2)} is longer`;
    expect(JSON.parse(json(0, cut))).toEqual({ partialSuccess: { errorMessage: 'x\ufffd is longer' } });
    expect(protobuf(0, cut).includes('x\ufffd is longer')).toBe(true);
    expect(json(0, '😀'.repeat(5000))).not.toContain('\\ud83d');
    expect(json(0, `x${'😀'.repeat(5000)}`)).toContain('\ufffd"');
  });

  it('shortens a long message', () => {
    expect(protobuf(1, 'x'.repeat(10_000_000)).length).toBeLessThan(5000);
  });
});
