import { growthOf } from '@sluice/testbed/machine';
import fc from 'fast-check';
import { contextOf, eventOf, metadataOf, observationOf, requestOf, spanOf } from './fixtures/otlp-request';
import { normalizeBatch } from './native-batch';
import { normalizeOtlp } from './otlp-traces';
import { attributeText, redacted, redactedWithin } from './redact';

const GONE = '"[redacted]"';

describe('JSON text under a name', () => {
  it.each([
    ['authorization', '"Bearer s3cret"', GONE],
    ['api_key', '["s3cret"]', GONE],
    ['credentials', '{"user":"s3cret"}', GONE],
    ['password', '12345', GONE],
    ['has_api_key', 'true', 'true'],
    ['api_key', ' null', ' null'],
    ['config', '{ "apiKey" : "s3cret" , "n" : 1.50 }', `{ "apiKey" : ${GONE} , "n" : 1.50 }`],
    ['config', '[{"a":{"client_secret":{"x":[1]}}},2]', `[{"a":{"client_secret":${GONE}}},2]`],
    [
      'config',
      '{"api_key":null,"uses_api_key":true,"a":"api_key"}',
      '{"api_key":null,"uses_api_key":true,"a":"api_key"}',
    ],
    ['config', '{"api\\u005fkey":"s3cret"}', `{"api\\u005fkey":${GONE}}`],
    [
      'config',
      '{"headers":{"x-token":"s3cret","a":{"token":"s3cret"}},"token":"word"}',
      `{"headers":{"x-token":${GONE},"a":{"token":${GONE}}},"token":"word"}`,
    ],
    ['request', '{"Headers":["x-a","1"],"n":1}', '{"Headers":["x-a","1"],"n":1}'],
    ['request', '{"headers":[["Authorization","s3cret"],["a","b"]],"n":1}', `{"headers":${GONE},"n":1}`],
    ['request', '{"headers":[{"name":"x-api-key","value":"s3cret"}]}', `{"headers":${GONE}}`],
    ['request', '{"headers":"Host: a\\r\\nAuthorization: Bearer s3cret"}', `{"headers":${GONE}}`],
    ['http.request.headers', '{"Authorization":"s3cret","Host":"a"}', `{"Authorization":${GONE},"Host":"a"}`],
    ['http.request.headers', ' {"Authorization":["s3cret"]}', ` {"Authorization":${GONE}}`],
    ['llm.headers', `"{'Authorization': 'Bearer s3cret'}"`, GONE],
    ['llm.headers', `"{'User-Agent': 'sdk'}"`, `"{'User-Agent': 'sdk'}"`],
    [
      'http.request.headers',
      '"{\\"x-token\\":\\"s3cret\\",\\"a\\":1.0}"',
      '"{\\"x-token\\":\\"[redacted]\\",\\"a\\":1.0}"',
    ],
    ['http.request.headers', '"{\\"a\\":1.0}"', '"{\\"a\\":1.0}"'],
    ['http.request.headers', '12', '12'],
    ['note', '"{\\"api_key\\":\\"text is left alone\\"}"', '"{\\"api_key\\":\\"text is left alone\\"}"'],
  ])('%s: %s', (name, text, expected) => {
    expect(redacted(name, text)).toBe(expected);
    expect(redacted(name, expected)).toBe(expected);
  });

  it('stays JSON, and nothing but secrets is changed', () => {
    const key = fc.constantFrom('a', 'api_key', 'headers', 'token', 'x-token', 'b"\\', 'key', 'requestHeaders');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>('s', 'a"\\b', 1, true, null, 'authorization: x', '{"token":"x"}'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 2 }), (sent, indent) => {
        const text = JSON.stringify(sent, null, indent);
        expect(redactedWithin(text)).toBe(JSON.stringify(withoutSecrets(sent, false), null, indent));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"a":', '}', '1'],
    ['{"headers":', '}', '1'],
    ['{"headers":[', ']}', '1'],
    ['{"token":"x","a":', '}', '1'],
    ['[', ']', ''],
    ['{"k":"\\\\\\"","a":', '}', '1'],
  ])('nested with %s is read in linear time', (open, close, inner) => {
    const work = (length: number) => {
      const times = Math.floor(length / (open.length + close.length));
      redactedWithin(`${open.repeat(times)}${inner}${close.repeat(times)}`);
    };
    expect(growthOf(work)).toBeLessThan(1.5);
  });

  it.each(['token ', 'key-', '"', "'authorization", 'a', '\\', '{"headers":'])(
    'headers as text of many "%s" are read in linear time',
    (part) => {
      const work = (length: number) => attributeText('http.request.headers', part.repeat(length / part.length));
      expect(growthOf(work)).toBeLessThan(1.5);
    },
  );
});

/** Redacts parsed values by the rule of the contract: the expected result of the scan of the text. */
function withoutSecrets(value: unknown, inHeaders: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, inHeaders));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      const isSecret = key === 'api_key' || (inHeaders && (key === 'token' || key === 'x-token'));
      if (isSecret) return [key, typeof item === 'boolean' || item === null ? item : '[redacted]'];
      const isHeaders = !inHeaders && (key === 'headers' || key === 'requestHeaders');
      return [key, isHeaders ? headersWithoutSecrets(item) : withoutSecrets(item, inHeaders)];
    }),
  );
}

function headersWithoutSecrets(value: unknown): unknown {
  if (value === '{"token":"x"}') return '{"token":"[redacted]"}';
  if (value === 'authorization: x') return '[redacted]';
  if (!Array.isArray(value)) return withoutSecrets(value, true);
  return /"(api_key|token|x-token)"/.test(JSON.stringify(value)) ? '[redacted]' : value;
}

describe('what gives access is named without its value', () => {
  const sent = { 'ai.request.headers.authorization': 'Bearer s3cret', 'http.request.header.cookie': ['s3cret'] };

  it('wherever attributes are kept', () => {
    const observation = observationOf(
      {
        ...sent,
        'ai.request.headers.user-agent': 'sdk',
        'http.request.headers': { 'X-Auth-Token': 's3cret', Host: 'a' },
        'langfuse.observation.metadata.headers.x-api-key': 's3cret',
        'langfuse.observation.metadata': '{"api_key":"s3cret","request":{"headers":{"x-token":"s3cret"}}}',
        'langfuse.observation.metadata.client': '{"secret":"s3cret","kept":1.0}',
        'langfuse.trace.metadata': '{"api_key":"s3cret"}',
        'gen_ai.request.headers.authorization': 's3cret',
      },
      { events: [eventOf('call', sent), eventOf('gen_ai.user.message', { content: 'hi', ...sent })] },
      { resource: sent, scope: { name: 'lib', version: '', attributes: sent } },
    );
    expect(JSON.stringify([observation, ...(observation.metadata ?? [])])).not.toContain('s3cret');
    const kept = Object.fromEntries(Object.keys(sent).map((key) => [key, '[redacted]']));
    expect(metadataOf(observation, 'attributes')).toEqual({
      ...kept,
      'ai.request.headers.user-agent': 'sdk',
      'http.request.headers': { 'X-Auth-Token': '[redacted]', Host: 'a' },
    });
    expect(metadataOf(observation, 'resourceAttributes')).toEqual(kept);
    expect(metadataOf(observation, 'request')).toEqual({ headers: { 'x-token': '[redacted]' } });
    expect(observation.metadata?.get('client')).toBe(`{"secret":${GONE},"kept":1.0}`);
    expect(observation.modelParameters).toBe('{"headers.authorization":"[redacted]"}');
  });

  it('in metadata of the trace and in parameters of the model', () => {
    const attributes = {
      'langfuse.trace.metadata': '{"api_key":"s3cret","kept":1}',
      'llm.invocation_parameters': '{"temperature":0,"extra_headers":{"Authorization":"s3cret"},"max_tokens":5}',
    };
    const { records } = normalizeOtlp(requestOf([spanOf('a', attributes)]), contextOf());
    const metadata = records[0]?.updates.find(({ fields }) => fields.metadata)?.fields.metadata;
    expect([...(metadata ?? [])]).toEqual([
      ['api_key', GONE],
      ['kept', '1'],
    ]);
    expect(records[0]?.observations[0]?.modelParameters).toBe(
      `{"temperature":0,"extra_headers":{"Authorization":${GONE}},"max_tokens":5}`,
    );
  });

  it('of the native endpoint too; inputs and outputs are content, which is kept as sent', () => {
    const metadata = new Map([
      ['request', '{"headers":{"Set-Cookie":["s3cret"],"Accept":"*"}}'],
      ['api_key', '"s3cret"'],
      ['max_tokens', '5'],
    ]);
    const [record] = normalizeBatch(
      {
        trace: { id: '0af76519-16cd-43dd-8448-eb211c80319c', metadata },
        observations: [
          {
            id: '00000000-0000-0000-0000-00000000000a',
            metadata,
            modelParameters: '{"api_key":"s3cret","api_key":"s3cret","max_tokens":5}',
            input: '{"api_key":"content"}',
          },
        ],
      },
      contextOf(),
    );
    const kept = [
      ['request', `{"headers":{"Set-Cookie":${GONE},"Accept":"*"}}`],
      ['api_key', GONE],
      ['max_tokens', '5'],
    ];
    const [observation] = record?.observations ?? [];
    expect([...(observation?.metadata ?? [])]).toEqual(kept);
    expect([...(record?.updates[0]?.fields.metadata ?? [])]).toEqual(kept);
    expect(observation?.modelParameters).toBe(`{"api_key":${GONE},"api_key":${GONE},"max_tokens":5}`);
    expect(observation?.input).toBe('{"api_key":"content"}');
  });
});
