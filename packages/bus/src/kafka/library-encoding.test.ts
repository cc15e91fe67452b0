import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import type { IHeaders } from 'kafkajs';

/* Encoding of produced messages by the library, with the patch of patches/kafkajs; RATIONALE.md has the table. */

const load = createRequire(__filename);

interface Encoded {
  readonly buffer: Buffer;
}
interface Message {
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: IHeaders;
  readonly timestamp: number;
}
interface Decoded {
  readonly records: readonly { key: Buffer | null; value: Buffer | null; headers: IHeaders; timestamp: string }[];
}

const produce = load('kafkajs/src/protocol/requests/produce/v7/request.js') as (request: object) => object;
const createRequest = load('kafkajs/src/protocol/request.js') as (request: object) => Promise<Encoded>;
const crc32C = load('kafkajs/src/protocol/recordBatch/crc32C') as (bytes: Buffer) => number;
const Decoder = load('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => { readonly offset: number };
const decodeBatch = load('kafkajs/src/protocol/recordBatch/v0/decoder') as (decoder: object) => Promise<Decoded>;

const START = 1_790_000_000_000;
const GZIP = 1;

function encode(partitions: readonly (readonly Message[])[], compression = 0): Promise<Encoded> {
  const topic = {
    topic: 'spans',
    partitions: partitions.map((messages, partition) => ({ partition, messages, firstSequence: 0 })),
  };
  const request = produce({ acks: -1, timeout: 1_000, compression, topicData: [topic] });
  return createRequest({ request, correlationId: 7, clientId: 'a client' });
}

const message = (n: number, size: number): Message => ({
  key: `key ${n}`,
  value: Buffer.alloc(size, `value ${n} `),
  headers: { id: `header ${n}`, items: '1', schema: '1' },
  timestamp: START,
});

/** Offset of the first batch of a request, after the names, sizes and counts before it. */
const HEAD = 4 + 2 + 2 + 4 + (2 + 8) + 2 + 2 + 4 + 4 + (2 + 5) + 4 + 4 + 4;

test('a request is what the library made of it before', async () => {
  const odd: Message[] = [
    { key: null, value: null, headers: {}, timestamp: START },
    { key: 'é😀', value: Buffer.alloc(0), headers: { many: ['a', Buffer.from('é')] }, timestamp: START + 5e9 },
  ];
  const partitions = [[message(0, 10)], Array.from({ length: 100 }, (_, n) => message(n, n * 50)), odd];
  const { buffer } = await encode(partitions);
  expect(buffer.readInt32BE(0)).toBe(buffer.length - 4);
  expect(createHash('sha256').update(buffer).digest('hex')).toBe(
    'd6c29a23cab3ca4a0365866b4ac7d71d5c94badeb83d626e1ee193d35e4bfaa9',
  );
});

const anyMessage = fc.record<Message>({
  key: fc.option(fc.string({ unit: 'binary' })),
  value: fc.option(fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes))),
  headers: fc.dictionary(fc.stringMatching(/^[a-c-]{1,9}$/), fc.string({ unit: 'binary' }), { maxKeys: 4 }),
  timestamp: fc.nat({ max: 2 ** 33 }).map((later) => START + later),
});

test.each([0, GZIP])('what is encoded is read again as it was, with compression %s', async (compression) => {
  const property = fc.asyncProperty(fc.array(anyMessage, { minLength: 1, maxLength: 20 }), async (messages) => {
    const { buffer } = await encode([messages], compression);
    const { records } = await decodeBatch(new Decoder(buffer.subarray(HEAD)));
    const read = records.map(({ key, value, headers, timestamp }) => ({
      key: key?.toString() ?? null,
      value,
      headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
      timestamp: Number(timestamp),
    }));
    expect(read).toEqual(messages.map((sent) => ({ ...sent, headers: { ...sent.headers } })));
    const batch = buffer.subarray(HEAD);
    expect(batch.readUInt32BE(17)).toBe(slowCrc(batch.subarray(21)));
  });
  await fc.assert(property, { numRuns: 200 });
});

test('the bytes of a message are copied four times on their way into a request, and nothing is zeroed', async () => {
  const size = 100_000;
  const messages = Array.from({ length: 20 }, (_, n) => message(n, size));
  const alloc = jest.spyOn(Buffer, 'alloc');
  const copy = jest.spyOn(Buffer.prototype, 'copy');
  try {
    await encode([messages]);
    expect(alloc).not.toHaveBeenCalled();
    const sources = copy.mock.contexts as readonly Buffer[];
    const copied = sources.reduce((sum, source) => sum + source.length, 0);
    expect(copied / (messages.length * size)).toBeLessThan(4.1);
  } finally {
    alloc.mockRestore();
    copy.mockRestore();
  }
});

test('a message is encoded into one buffer', async () => {
  const messages = Array.from({ length: 1_000 }, (_, n) => message(n, 2_000));
  const allocUnsafe = jest.spyOn(Buffer, 'allocUnsafe');
  const from = jest.spyOn(Buffer, 'from');
  try {
    await encode([messages]);
    expect(allocUnsafe.mock.calls.length + from.mock.calls.length).toBeLessThan(1_010);
  } finally {
    allocUnsafe.mockRestore();
    from.mockRestore();
  }
});

/** Computes the checksum bit by bit, as the polynomial defines it. */
function slowCrc(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) * 0x82f63b78);
  }
  return ~crc >>> 0;
}

test('a checksum is the same, however many bytes are left for the end', () => {
  expect(crc32C(Buffer.from('123456789'))).toBe(0xe3069283);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(crc32C(Buffer.from(bytes))).toBe(slowCrc(Buffer.from(bytes)));
    }),
  );
});

test('a checksum goes over eight bytes in one turn', () => {
  let turns = 0;
  const bytes = new Proxy(Buffer.alloc(8_000), {
    get: (target, name) => {
      if (name === 'length') turns += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  crc32C(bytes);
  expect(turns).toBeLessThan(10);
});
