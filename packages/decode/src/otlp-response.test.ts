import { opentelemetry } from '../generated/otlp';
import { encodeOtlpResponse } from './otlp-response';

const { ExportTraceServiceResponse } = opentelemetry.proto.collector.trace.v1;
const json = (rejected: number, message: string): string =>
  encodeOtlpResponse('traces', 'application/json', { rejected, message }).toString();
const protobuf = (rejected: number, message: string): Buffer =>
  encodeOtlpResponse('traces', 'application/x-protobuf', { rejected, message });

describe('encodeOtlpResponse', () => {
  it('answers full success with an empty message', () => {
    expect(json(0, '')).toBe('{}');
    expect(protobuf(0, '')).toHaveLength(0);
  });

  it('tells refused spans, in JSON as a decimal string', () => {
    expect(json(2, 'why')).toBe('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"why"}}');
    const { partialSuccess } = ExportTraceServiceResponse.decode(protobuf(2, 'why'));
    expect(Number(partialSuccess?.rejectedSpans)).toBe(2);
    expect(partialSuccess?.errorMessage).toBe('why');
  });

  it('names what was refused as each signal does', () => {
    const refused = { rejected: 1, message: 'why' };
    expect(encodeOtlpResponse('metrics', 'application/json', refused).toString()).toContain('"rejectedDataPoints":"1"');
    expect(encodeOtlpResponse('logs', 'application/json', refused).toString()).toContain('"rejectedLogRecords":"1"');
    for (const signal of ['metrics', 'logs'] as const) {
      expect(encodeOtlpResponse(signal, 'application/x-protobuf', refused)).toEqual(protobuf(1, 'why'));
    }
  });

  it('tells a warning without refused spans', () => {
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
