import { gzipSync } from 'node:zlib';
import type { Answer, Json } from '@sluice/contracts';
import { otlpProtobuf, testUuid as uuid } from '@sluice/testbed/samples';
import { CONNECTION_ROWS } from './connection-limits.testing';
import {
  attribute,
  documentedRows,
  invalid,
  largeObservation,
  membersOf,
  nextId,
  observationsOf,
  padded,
  points,
  spanOf,
  spansOf,
  tooLarge,
} from './limits.testing';
import { type Product, startProduct } from './product.testing';

const MIB = 2 ** 20;
const OTLP = '/api/public/otel/v1/traces';
const LINKED = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' };

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const send = (path: string, body: Buffer | string, headers: Record<string, string> = {}): Promise<Answer> =>
  product.call(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : Uint8Array.from(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

/** Stores one span. @returns the stored span, and the answer to its sender */
async function storedSpan(attributes: readonly Json[], members: Json = {}) {
  const { request, path } = spanOf(nextId(), attributes, members);
  const answer = await product.post(OTLP, request);
  expect(answer.status).toBe(200);
  const { body: trace } = await product.get(path);
  const [observation = {}] = trace['observations'] as Json[];
  const metadata = observation['metadata'] as Json;
  const partial = (answer.body['partialSuccess'] as Json | undefined) ?? {};
  return { trace, observation, metadata, attributes: (metadata['attributes'] ?? {}) as Json, partial };
}

/**
 * The table of docs/reference/limits.md, row by row and with default settings: at the limit a request succeeds, one beyond it has the
 * answer of the last column. Only time-outs and requests in flight are tested with smaller values.
 */
const ROWS: Record<string, () => void> = {
  'body on the wire / inflated': () => {
    const batch = () => ({ trace: { id: nextId() } });

    test('a body of 20 MiB is taken, one byte more is 413', async () => {
      await expect(send('/v1/l/batch', padded(batch(), 20 * MIB))).resolves.toMatchObject({ status: 200 });
      const answer = await send('/v1/l/batch', padded(batch(), 20 * MIB + 1));
      expect(answer).toEqual(tooLarge(/body must be at most 20971520 bytes/));
    });

    test('a body that inflates to 64 MiB is taken, one byte more is 413', async () => {
      const gzip = { 'Content-Encoding': 'gzip' };
      const within = gzipSync(padded(batch(), 64 * MIB));
      await expect(send('/v1/l/batch', within, gzip)).resolves.toMatchObject({ status: 200 });
      const answer = await send('/v1/l/batch', gzipSync(padded(batch(), 64 * MIB + 1)), gzip);
      expect(answer).toEqual(tooLarge(/67108864/));
    });
  },

  'spans, observations or points; attributes in a request': () => {
    const observations = (count: number) => observationsOf(nextId(), count);
    const spans = (count: number, attributes?: Json[]) => spansOf(nextId(), count, attributes);
    const protobuf = { 'Content-Type': 'application/x-protobuf' };

    test('50,000 observations are taken and all of them stored, one more is 413', async () => {
      const batch = observations(50_000);
      const stored = await product.post('/v1/l/batch', batch);
      expect(stored).toMatchObject({ status: 200, body: { message: 'stored the trace and 50000 observations' } });
      const { body } = await product.get(`/api/public/traces/${batch.trace.id}`);
      expect(body['observations']).toHaveLength(50_000);
      expect(await product.post('/v1/l/batch', observations(50_001))).toEqual(tooLarge(/observations.*50000/));
    });

    test('50,000 points are taken, one more is 413', async () => {
      await expect(product.post('/v1/metrics/batch', points(50_000))).resolves.toMatchObject({
        status: 200,
        body: { accepted: 50_000 },
      });
      expect(await product.post('/v1/metrics/batch', points(50_001))).toEqual(tooLarge(/metrics.*50000/));
    });

    test('50,000 spans are taken as JSON and as protobuf, one more is 413', async () => {
      expect(await product.post(OTLP, spans(50_000))).toEqual({ status: 200, body: {} });
      expect(await product.post(OTLP, spans(50_001))).toEqual(tooLarge(/50000 spans/));
      const within = Buffer.from(otlpProtobuf(spans(50_000)));
      const beyond = Buffer.from(otlpProtobuf(spans(50_001)));
      await expect(sendProtobuf(within)).resolves.toBe(200);
      expect(await send(OTLP, beyond, protobuf)).toEqual(tooLarge(/50000 spans/));
    });

    test('1,000,000 attributes are taken, one more is 413', async () => {
      // Many attributes a span instead of many spans: the limit counts attributes, and so many rows take long.
      const thousand = Array.from({ length: 1000 }, (_, index) => attribute(`k${index}`, ''));
      const within = otlpProtobuf(spans(1000, thousand));
      const oneMore = otlpProtobuf({ resourceSpans: [{ resource: { attributes: [attribute('k', '')] } }] });
      const beyond = Buffer.concat([oneMore, within]); // concatenated protobuf messages are one message
      const headers = { ...protobuf, 'Content-Encoding': 'gzip' };
      expect(await send(OTLP, gzipSync(beyond), headers)).toEqual(tooLarge(/1000000 attributes/));
      await expect(sendProtobuf(gzipSync(within), headers)).resolves.toBe(200);
    });

    async function sendProtobuf(body: Buffer, headers: Record<string, string> = protobuf): Promise<number> {
      return (await product.send(OTLP, { method: 'POST', body: Uint8Array.from(body), headers })).status;
    }
  },

  nesting: () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    const batch = (depth: number): string =>
      `{"trace":{"id":"${nextId()}","metadata":{"deep":${nested(depth - 1)}},"input":${nested(depth)}}}`;

    test('native values 64 deep are taken, 65 deep they are 400', async () => {
      await expect(send('/v1/l/batch', batch(64))).resolves.toMatchObject({ status: 200 });
      expect(await send('/v1/l/batch', batch(65))).toEqual(invalid(/trace\.(input|metadata).*64/));
    });

    test('an OTLP attribute deeper than 64 is kept as text', async () => {
      const input = 'langfuse.observation.input';
      const within = await storedSpan([attribute(input, nested(64))]);
      expect(within.observation['input']).toEqual(JSON.parse(nested(64)));
      const beyond = await storedSpan([attribute(input, nested(65))]);
      expect(beyond.observation['input']).toBe(nested(65));
    });
  },

  'one span, observation, trace or OTLP metric; its values as JSON': () => {
    const batch = (bytes: number) =>
      gzipSync(JSON.stringify({ trace: { id: nextId() }, observations: [largeObservation(bytes)] }));
    const gzip = { 'Content-Encoding': 'gzip' };

    test('a native observation of 18 MiB is taken, of one byte more it is 413', async () => {
      await expect(send('/v1/l/batch', batch(18 * MIB), gzip)).resolves.toMatchObject({ status: 200 });
      const answer = await send('/v1/l/batch', batch(18 * MIB + 1), gzip);
      expect(answer).toEqual(tooLarge(/observations\[0\] must not exceed 18874368 bytes/));
    });

    test('a native observation of 1,000,000 values is taken, of one more it is 413', async () => {
      // An observation, a comma and two colons for its members, and a comma or bracket for each number of the list.
      const batch = (values: number) =>
        gzipSync(
          `{"trace":{"id":"${nextId()}"},"observations":[{"id":"${uuid(1)}","input":[${'0,'.repeat(values - 6)}0]}]}`,
        );
      await expect(send('/v1/l/batch', batch(1_000_000), gzip)).resolves.toMatchObject({ status: 200 });
      expect(await send('/v1/l/batch', batch(1_000_001), gzip)).toEqual(
        tooLarge(/observations\[0\] must not hold more than 1000000 values/),
      );
    });
  },

  'members of one metadata object': () => {
    test('native metadata of 10,000 members is taken, one more is 400', async () => {
      const batch = (count: number) => ({ trace: { id: nextId(), metadata: membersOf(count) } });
      await expect(product.post('/v1/l/batch', batch(10_000))).resolves.toMatchObject({ status: 200 });
      expect(await product.post('/v1/l/batch', batch(10_001))).toEqual(invalid(/trace\.metadata.*10000/));
    });

    test('OTLP metadata of more stays among the attributes, and is told', async () => {
      const key = 'langfuse.observation.metadata';
      const within = await storedSpan([attribute(key, JSON.stringify(membersOf(10_000)))]);
      expect([within.metadata['k9999'], within.partial]).toEqual([0, {}]);
      const beyond = await storedSpan([attribute(key, JSON.stringify(membersOf(10_001)))]);
      expect(beyond.attributes[key]).toBe(JSON.stringify(membersOf(10_001)));
      expect(beyond.partial).toMatchObject({ errorMessage: expect.stringContaining(key) as unknown });
    });
  },

  'one input, output or metadata value': () => {
    const text = (bytes: number): string => 'v'.repeat(bytes); // without the quotes of its JSON

    test.each(['input', 'output'])('a native %s of 8 MiB is taken, one byte more is 413', async (member) => {
      const batch = (bytes: number) => ({ trace: { id: nextId(), [member]: text(bytes) } });
      await expect(product.post('/v1/l/batch', batch(8 * MIB))).resolves.toMatchObject({ status: 200 });
      expect(await product.post('/v1/l/batch', batch(8 * MIB + 1))).toEqual(tooLarge(new RegExp(`${member}.*8388608`)));
    });

    test('a native metadata value of 8 MiB is taken, one byte more is 413', async () => {
      const batch = (bytes: number) => ({
        trace: { id: nextId() },
        observations: [{ id: uuid(1), metadata: { large: text(bytes) } }],
      });
      await expect(product.post('/v1/l/batch', batch(8 * MIB))).resolves.toMatchObject({ status: 200 });
      expect(await product.post('/v1/l/batch', batch(8 * MIB + 1))).toEqual(tooLarge(/metadata.*8388608/));
    });

    test.each(['langfuse.observation.input', 'langfuse.observation.output', 'large'])(
      'an OTLP %s of 8 MiB is stored, of one byte more it is left out and told',
      async (key) => {
        const within = await storedSpan([attribute(key, text(8 * MIB))]);
        expect(within.partial).toEqual({});
        expect(within.metadata['sluice.omitted']).toBeUndefined();
        const beyond = await storedSpan([attribute(key, text(8 * MIB + 1))]);
        expect(beyond.metadata['sluice.omitted']).toEqual([key]);
        expect(beyond.partial).toMatchObject({ errorMessage: expect.stringContaining(key) as unknown });
        expect(beyond.partial['rejectedSpans'] ?? 0).toBe(0);
      },
    );
  },

  'name of an attribute of a span, event, link, resource or scope': () => {
    const name = (length: number): string => 'n'.repeat(length);
    const time = { timeUnixNano: '1763632800500000000' };
    test.each([
      ['a span', (attributes: Json[]) => storedSpan(attributes)],
      ['an event', (attributes: Json[]) => storedSpan([], { events: [{ name: 'e', ...time, attributes }] })],
      ['a link', (attributes: Json[]) => storedSpan([], { links: [{ ...LINKED, attributes }] })],
    ])('one of 1,024 characters on %s is kept, one of more is left out and told', async (_, store) => {
      const within = await store([attribute(name(1024), 'v')]);
      expect(JSON.stringify(within.metadata)).toContain(name(1024));
      expect(within.partial).toEqual({});
      const beyond = await store([attribute(name(1025), 'v')]);
      expect(JSON.stringify(beyond.metadata)).not.toContain(name(1024));
      expect(beyond.partial).toMatchObject({ errorMessage: expect.stringContaining('nnn') as unknown });
      expect(beyond.partial['rejectedSpans'] ?? 0).toBe(0);
    });

    test('a key of native metadata of more is taken', async () => {
      const id = nextId();
      const batch = { trace: { id, metadata: { [name(1025)]: 1 } } };
      await expect(product.post('/v1/l/batch', batch)).resolves.toMatchObject({ status: 200 });
      expect((await product.get(`/api/public/traces/${id}`)).body).toMatchObject({ metadata: { [name(1025)]: 1 } });
    });
  },

  'usage types of one usage or cost': () => {
    const buckets = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`kind_${n}`, 1]));

    test.each(['usage', 'usageDetails', 'costDetails'])(
      '100 of a native %s are taken, one more is 400',
      async (key) => {
        const id = nextId();
        const batch = (count: number) => ({ trace: { id }, observations: [{ id, [key]: buckets(count) }] });
        await expect(product.post('/v1/l/batch', batch(100))).resolves.toMatchObject({ status: 200 });
        expect(await product.post('/v1/l/batch', batch(101))).toEqual(
          invalid(new RegExp(`observations\\[0\\]\\.${key} must have at most 100 members`)),
        );
      },
    );

    test.each([
      ['langfuse.observation.usage_details', 'usageDetails'],
      ['langfuse.observation.cost_details', 'costDetails'],
    ])('100 of %s are read, of 101 the attribute is kept in metadata', async (attributeName, field) => {
      const within = await storedSpan([attribute(attributeName, JSON.stringify(buckets(100)))]);
      expect(within.observation[field]).toMatchObject(buckets(100));
      const beyond = await storedSpan([attribute(attributeName, JSON.stringify(buckets(101)))]);
      expect(beyond.observation[field]).not.toMatchObject(buckets(101));
      expect(beyond.attributes[attributeName]).toBe(JSON.stringify(buckets(101)));
    });
  },

  'trace, observation, prompt name / userId, sessionId, version, release, environment, model, one tag / tags': () => {
    // A character is a code point: this one has two code units and four bytes.
    const characters = (count: number): string => '\u{1f6b0}'.repeat(count);
    const TRACE = { name: 1000, userId: 500, session_id: 500, version: 500, release: 500, environment: 500 };
    const OBSERVATION = { name: 1000, promptName: 1000, version: 500, environment: 500, model: 500 };

    test.each(Object.entries(TRACE))(
      'a native trace takes a %s of %i characters, one more is 400',
      async (key, most) => {
        const batch = (length: number) => ({ trace: { id: nextId(), [key]: characters(length) } });
        const within = batch(most);
        await expect(product.post('/v1/l/batch', within)).resolves.toMatchObject({ status: 200 });
        const { body } = await product.get(`/api/public/traces/${within.trace.id}`);
        expect(body[key === 'session_id' ? 'sessionId' : key]).toBe(characters(most));
        expect(await product.post('/v1/l/batch', batch(most + 1))).toEqual(
          invalid(new RegExp(`trace\\.${key}.*${most}`)),
        );
      },
    );

    test.each(Object.entries(OBSERVATION))(
      'a native observation takes a %s of %i characters, one more is 400',
      async (key, most) => {
        const batch = (length: number) => ({
          trace: { id: nextId() },
          observations: [{ id: uuid(1), [key]: characters(length) }],
        });
        await expect(product.post('/v1/l/batch', batch(most))).resolves.toMatchObject({ status: 200 });
        const answer = await product.post('/v1/l/batch', batch(most + 1));
        expect(answer).toEqual(invalid(new RegExp(`observations\\[0\\]\\.${key}.*${most}`)));
      },
    );

    test('a native trace takes 200 tags of 500 characters, one more of either is 400', async () => {
      const tags = (count: number): string[] => Array.from({ length: count }, (_, index) => `t${index}`);
      const batch = (tags: string[]) => ({ trace: { id: nextId(), tags } });
      await expect(product.post('/v1/l/batch', batch(tags(200)))).resolves.toMatchObject({ status: 200 });
      await expect(product.post('/v1/l/batch', batch([characters(500)]))).resolves.toMatchObject({ status: 200 });
      expect(await product.post('/v1/l/batch', batch(tags(201)))).toEqual(invalid(/trace\.tags.*200/));
      expect(await product.post('/v1/l/batch', batch([characters(501)]))).toEqual(invalid(/trace\.tags\[0\].*500/));
    });

    test.each([
      ['langfuse.trace.name', 'name', 1000],
      ['user.id', 'userId', 500],
      ['langfuse.user.id', 'userId', 500],
      ['session.id', 'sessionId', 500],
      ['langfuse.version', 'version', 500],
      ['langfuse.release', 'release', 500],
      ['langfuse.environment', 'environment', 500],
    ] as const)('an OTLP %s over its limit goes to metadata as a whole, and is told', async (key, member, most) => {
      const within = await storedSpan([attribute(key, characters(most))]);
      expect(within.trace[member]).toBe(characters(most));
      expect(within.partial).toEqual({});
      const beyond = await storedSpan([attribute(key, characters(most + 1))]);
      expect(beyond.trace[member]).not.toBe(characters(most + 1));
      expect(beyond.attributes[key]).toBe(characters(most + 1));
      expect(beyond.partial).toMatchObject({ errorMessage: expect.stringContaining(key) as unknown });
    });

    test('an OTLP model over 500 characters goes to metadata as a whole, and is told', async () => {
      const key = 'gen_ai.request.model';
      const within = await storedSpan([attribute(key, characters(500))]);
      expect(within.observation['model']).toBe(characters(500));
      const beyond = await storedSpan([attribute(key, characters(501))]);
      expect(beyond.observation['model']).toBeNull();
      expect(beyond.attributes[key]).toBe(characters(501));
      expect(beyond.partial).toMatchObject({ errorMessage: expect.stringContaining(key) as unknown });
    });

    test('an OTLP span name over 1000 characters goes to metadata as a whole, and is told', async () => {
      const within = await storedSpan([], { name: characters(1000) });
      expect(within.observation['name']).toBe(characters(1000));
      const beyond = await storedSpan([], { name: characters(1001) });
      expect(JSON.stringify(beyond.metadata)).toContain(characters(1001));
      expect(beyond.partial).toMatchObject({ errorMessage: expect.stringContaining('name') as unknown });
    });

    test('201 OTLP tags go to metadata as a whole, and are told', async () => {
      const key = 'langfuse.trace.tags';
      const tags = (count: number) => ({
        key,
        value: { arrayValue: { values: Array.from({ length: count }, (_, index) => ({ stringValue: `t${index}` })) } },
      });
      const within = await storedSpan([tags(200)]);
      expect(within.trace['tags']).toHaveLength(200);
      const beyond = await storedSpan([tags(201)]);
      expect(beyond.trace['tags']).toEqual([]);
      expect(beyond.attributes[key]).toHaveLength(201);
      expect(beyond.partial).toMatchObject({ errorMessage: expect.stringContaining(key) as unknown });
    });
  },

  'scores of a list; name / value that is a text / comment, metadata or correction of a score': () => {
    const path = '/api/public/scores';
    const score = (members: Json = {}) => ({ traceId: nextId(), name: 'n', value: 1, ...members });

    test('a list of 1,000 scores is taken, one more is 413', async () => {
      const scores = Array.from({ length: 1000 }, () => score());
      await expect(product.post(path, scores)).resolves.toMatchObject({ status: 202 });
      expect(await product.post(path, [...scores, score()])).toEqual(tooLarge(/1000 scores/));
    });

    test.each([
      ['name', 1000, (text: string) => ({ name: text }), invalid(/^name .*1000/)],
      ['value', 500, (text: string) => ({ value: text }), invalid(/^value .*500/)],
      ['comment', MIB, (text: string) => ({ comment: text }), tooLarge(/^comment .*1048576/)],
      ['metadata', MIB - '"k"'.length, (text: string) => ({ metadata: { k: text } }), invalid(/^metadata .*1048576/)],
      [
        'correction',
        MIB,
        (text: string) => ({ name: 'output', dataType: 'CORRECTION', value: text }),
        invalid(/^value .*1048576/),
      ],
    ] as const)('a %s at its limit of %d is taken, one more is refused by name', async (_, most, members, refused) => {
      const of = (length: number) => product.post(path, score(members('v'.repeat(length))));
      await expect(of(most)).resolves.toMatchObject({ status: 200 });
      expect(await of(most + 1)).toEqual(refused);
    });
  },

  ...CONNECTION_ROWS,
};

test('every row of the page has its tests here', () => {
  expect(Object.keys(ROWS).sort()).toEqual(documentedRows().sort());
});

for (const [row, tests] of Object.entries(ROWS)) describe(row, tests);
