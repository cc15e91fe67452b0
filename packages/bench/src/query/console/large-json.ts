import { randomUUID } from 'node:crypto';

/** Number that a double cannot represent: it must be shown with the digits that were sent. */
export const EXACT = '9007199254740993';

/** The product accepts at most a million values at once. */
const TEXT = 'what it says, in some words '.repeat(20);

/** Returns JSON of about this many bytes: some hundred thousand values in rows, the exact number first. */
export function largeJson(bytes: number): string {
  const row = (n: number): string =>
    `{"id":${n},"name":"document ${n}","score":0.${String(n).padStart(7, '0')},"text":"${TEXT}","found":true}`;
  const rows: string[] = [];
  for (let size = 0; size < bytes; size += (rows.at(-1) ?? '').length + 1) rows.push(row(rows.length));
  return `{"exact":${EXACT},"rows":[${rows.join(',')}]}`;
}

/** Returns a native batch of one trace with one observation, whose output is this JSON. */
export function traceWithOutput(output: string): { readonly id: string; readonly body: Buffer } {
  const id = randomUUID();
  const observation = { id: randomUUID(), type: 'SPAN', name: 'large', startTime: new Date().toISOString() };
  const head = JSON.stringify({ trace: { id, name: 'large output' }, observations: [observation] });
  return { id, body: Buffer.from(`${head.slice(0, -'}]}'.length)},"output":${output}}]}`) };
}
