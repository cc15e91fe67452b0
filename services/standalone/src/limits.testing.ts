import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { testUuid as uuid } from '@sluice/testkit';
import type { Answer, Product } from './product.testing';

const CONTRACT = readFileSync(join(__dirname, '../../contract.md'), 'utf8');

/** The rows of the contract's table, by their first cell. */
export function contractRows(): string[] {
  const [, section = ''] = CONTRACT.split('\n## Limits');
  const rows = section.split('\n').flatMap((line) => /^\| (.+?) +\|/.exec(line)?.[1] ?? []);
  return rows.filter((name) => name !== 'Limit' && !name.startsWith('---'));
}

/** A refusal whose message fits. */
const refusal = (status: number) => (named: RegExp) => ({
  status,
  body: { code: 'BAD_REQUEST', message: expect.stringMatching(named) as unknown, data: null },
});
export const tooLarge = refusal(413);
export const invalid = refusal(400);

/** Asks again until the status is as expected; at most a second. */
export async function untilAnswer(ask: () => Promise<Answer>, status: number): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (answer.status === status || tries === 50) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Resolves with the bytes received when the other side has closed the connection. */
export function closed(socket: Socket): Promise<number> {
  let received = 0;
  socket.on('data', (chunk: Buffer) => (received += chunk.length));
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve(received)));
}

/** A JSON text of exactly so many bytes. */
export const padded = (value: unknown, bytes: number): string => JSON.stringify(value).padEnd(bytes, ' ');

export const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** Stores a trace that no socket takes as a whole before it is read: 28 MiB. */
export async function largeTrace({ post }: Product, id: string): Promise<string> {
  for (const observation of [1, 2, 3, 4]) {
    const observations = [{ id: uuid(observation), input: 'v'.repeat(7 * 2 ** 20) }];
    expect(await post('/v1/l/batch', { trace: { id }, observations })).toMatchObject({ status: 200 });
  }
  return `/api/public/traces/${id}`;
}
