import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Answer, Json } from '@sluice/contracts';
import { eventually } from '@sluice/testbed/machine';
import { testUuid as uuid } from '@sluice/testbed/samples';
import type { Product } from './product.testing';

const PAGE = readFileSync(join(__dirname, '../../../docs/reference/limits.md'), 'utf8');

let lastId = 0x11_0000;
/** Returns the id of another trace. */
export const nextId = (): string => uuid(++lastId);

/** Returns the rows of the page's table, by their first cell. */
export function documentedRows(): string[] {
  const rows = PAGE.split('\n').flatMap((line) => /^\| (.+?) +\|/.exec(line)?.[1] ?? []);
  return rows.filter((name) => name !== 'Limit' && !name.startsWith('---'));
}

/** Makes an expected refusal, with a pattern for its message. */
const refusal = (status: number) => (named: RegExp) => ({
  status,
  body: { code: 'BAD_REQUEST', message: expect.stringMatching(named) as unknown, data: null },
});
export const tooLarge = refusal(413);
export const invalid = refusal(400);

/** Repeats a request until it has the expected status. */
export async function untilAnswer(ask: () => Promise<Answer>, status: number): Promise<Answer> {
  return eventually(ask, (answer) => answer.status === status);
}

/** Resolves with the number of received bytes when the other side has closed the connection. */
export function closed(socket: Socket): Promise<number> {
  let received = 0;
  socket.on('data', (chunk: Buffer) => (received += chunk.length));
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve(received)));
}

/** Pads JSON text to exactly this many bytes. */
export const padded = (value: unknown, bytes: number): string => JSON.stringify(value).padEnd(bytes, ' ');

export const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** Stores a trace of 28 MiB, more than a socket accepts before it is read. */
export async function largeTrace({ post }: Product, id: string): Promise<string> {
  for (const observation of [1, 2, 3, 4]) {
    const observations = [{ id: uuid(observation), input: 'v'.repeat(7 * 2 ** 20) }];
    expect(await post('/v1/l/batch', { trace: { id }, observations })).toMatchObject({ status: 200 });
  }
  return `/api/public/traces/${id}`;
}

/** Makes an observation of this many bytes, above 16 MiB, in which each value is within its own limit. */
export function largeObservation(bytes: number) {
  const value = 'v'.repeat(8 * 2 ** 20);
  const observation = (rest: number) => ({
    id: uuid(1),
    input: value,
    output: value,
    metadata: { rest: 'v'.repeat(rest) },
  });
  return observation(bytes - JSON.stringify(observation(0)).length);
}

/** Makes a native batch of this many observations. */
export const observationsOf = (traceId: string, count: number) => ({
  trace: { id: traceId },
  observations: Array.from({ length: count }, (_, index) => ({ id: uuid(index + 1) })),
});

export const points = (count: number) => ({
  metrics: Array.from({ length: count }, () => ({ name: 'limit', value: 1 })),
});

/** Makes an OTLP request of this many data points of one metric. */
export const dataPoints = (count: number) => {
  const dataPoints = Array.from({ length: count }, () => ({ timeUnixNano: '1795132800000000000', asInt: '1' }));
  return { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'limit', gauge: { dataPoints } }] }] }] };
};

/** Makes an OTLP request of this many spans of one trace, all with the same attributes. */
export function spansOf(traceId: string, count: number, attributes: readonly Json[] = []) {
  const spans = Array.from({ length: count }, (_, index) => ({
    traceId: traceId.replaceAll('-', ''),
    spanId: (index + 1).toString(16).padStart(16, '0'),
    name: 's',
    attributes,
  }));
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] };
}

/** Makes an OTLP request of one span, and the path of its trace. */
export function spanOf(id: string, attributes: readonly Json[], members: Json) {
  const start = { startTimeUnixNano: '1763632800000000000', endTimeUnixNano: '1763632801000000000' };
  const one = { traceId: id.replaceAll('-', ''), spanId: '00000000000000aa', name: 'one', ...start, ...members };
  const request = { resourceSpans: [{ scopeSpans: [{ spans: [{ ...one, attributes }] }] }] };
  return { request, path: `/api/public/traces/${id}` };
}

export const membersOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
