import fc from 'fast-check';
import { DEFAULT_LIMITS } from './limits';
import { decodeNativeBatch } from './native-batch';

const ID = '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f';
const OTHER = '00000000-0000-4000-8000-000000000001';

const decodeBody = (body: string, limits = DEFAULT_LIMITS) => decodeNativeBatch(Buffer.from(body), limits);
const decode = (members: string): unknown => decodeBody(`{"trace":{"id":"${ID}",${members}}}`);

describe('a free-form value', () => {
  it('is any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value, undefined, 1);
        const read = decodeBody(
          `{"observations":[{"id":"${ID}"},{"id":"${OTHER}","input":[${text}],"metadata":{"value":${text}}}],"trace":{"id":"${ID}","output":{"a":${text}}}}`,
        );
        expect(read.trace.output).toBe(`{"a":${text}}`);
        expect(read.observations[1]?.input).toBe(`[${text}]`);
        expect(read.observations[1]?.metadata).toEqual(new Map([['value', text]]));
      }),
    );
  });

  it.each([1, DEFAULT_LIMITS.wholeBytes])(
    'is kept as it was sent, whatever way the body is written (read whole up to %i bytes)',
    (wholeBytes) => {
      const value = '{ "n" : 1.0, "big":12345678901234567890, "a":1,\t"a":2, "e":"\\u00e9\\ud83d\\ude00\\/" }';
      const body = ` {"observations" : 5, "trace":[{"id":1}], "trace" : {"id":"${ID}", "input":1, "in\\u0070ut" : ${value} ,
        "metadata":{"k":1, "b" : ${value},"k":-0} }, "observations":[1],
        "observations" : [ {"id":"${ID}"} , {"output":${value},"id":"${OTHER}","input":null,"metadata":{},
        "modelParameters": {"temperature":1.0} } ] } `;
      const { trace, observations } = decodeBody(body, { ...DEFAULT_LIMITS, wholeBytes });
      expect(trace).toEqual({
        id: ID,
        input: value,
        metadata: new Map([
          ['k', '-0'],
          ['b', value],
        ]),
      });
      expect(observations).toEqual([
        { id: ID },
        { id: OTHER, output: value, metadata: new Map(), modelParameters: '{"temperature":1.0}' },
      ]);
    },
  );

  it('has U+FFFD for what cannot be stored, U+0000 and lone surrogates', () => {
    const sent = '"\\u0000 \\\\u0000 \\ud800 \\ud83d\\ude00"';
    const stored = '"\\ufffd \\\\u0000 \\ufffd \\ud83d\\ude00"';
    expect(decode(`"input":{${sent}:${sent}}`)).toMatchObject({ trace: { input: `{${stored}:${stored}}` } });
  });
});

describe('a number in a free-form value', () => {
  it.each(['1e400', '-1e400', '[{"a":[1,"1e400",-1e400]}]'])('is refused where no double holds it: %s', (json) => {
    const rule = 'must not hold a number beyond the range of a double';
    expect(() => decode(`"input":${json}`)).toThrow(`trace.input ${rule}`);
    expect(() => decode(`"metadata":{"k":${json}}`)).toThrow(`trace.metadata["k"] ${rule}`);
  });

  it.each(['1.7976931348623157e308', '5e-324', '1e-400', '123456789012345678901234567890', '"1e400"'])(
    'is kept as it was sent: %s',
    (json) => {
      expect(decode(`"input":[${json}]`)).toMatchObject({ trace: { input: `[${json}]` } });
    },
  );
});
