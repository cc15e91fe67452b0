import { DEFAULT_LIMITS } from './limits';
import { decodeNativeBatch } from './native-batch';

const decode = (members: string): unknown =>
  decodeNativeBatch(Buffer.from(`{"trace":{"id":"0af7651916cd43dd8448eb211c80319c",${members}}}`), DEFAULT_LIMITS);

describe('a number in a free-form value', () => {
  it.each(['1e400', '-1e400', '[{"a":[1,"1e400",-1e400]}]'])('is refused where no double holds it: %s', (json) => {
    const rule = 'must not hold a number beyond the range of a double';
    expect(() => decode(`"input":${json}`)).toThrow(`trace.input ${rule}`);
    expect(() => decode(`"metadata":{"k":${json}}`)).toThrow(`trace.metadata["k"] ${rule}`);
  });

  it.each(['1.7976931348623157e308', '5e-324', '1e-400', '123456789012345678901234567890', '"1e400"'])(
    'is accepted as the nearest double: %s',
    (json) => {
      expect(decode(`"input":[${json}]`)).toMatchObject({ trace: { input: [JSON.parse(json)] } });
    },
  );
});

test('metadata has no more members than the limit', () => {
  const metadata = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`k${index}`, index]));
  expect(() => decode(`"metadata":${JSON.stringify(metadata)}`)).toThrow(
    'trace.metadata must not have more than 10000 members',
  );
  expect(decode(`"metadata":${JSON.stringify({ ...metadata, k10000: undefined })}`)).toMatchObject({
    trace: { metadata: { k9999: 9999 } },
  });
});
