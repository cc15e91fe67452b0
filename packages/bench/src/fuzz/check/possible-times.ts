import { inputOfMicros } from '../input/fuzz-input';
import { parsed } from './text';

/** Beyond it, times are not looked for. */
const LONGEST_SEARCHED = 1_000_000;

/**
 * The times of inputs that any part of a body may be read as, in microseconds since the epoch: what an export of which it
 * is unclear what it says may have stored.
 */
export function possibleTimes(body: Buffer): readonly bigint[] {
  if (body.length > LONGEST_SEARCHED) return [];
  const nanos: bigint[] = [];
  for (let at = 0; at + 8 <= body.length; at += 1) nanos.push(body.readBigUInt64LE(at));
  const text = body.toString('latin1');
  for (const [digits] of text.matchAll(/\d{16,20}/g)) nanos.push(BigInt(digits));
  return [...nanos, ...pairsOf(text)]
    .map((time) => time / 1000n)
    .filter((micros) => inputOfMicros(micros) !== undefined);
}

/** The integers that are sent as their halves. */
function pairsOf(text: string): readonly bigint[] {
  const found: bigint[] = [];
  const left: unknown[] = [parsed(text)];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { low, high } = value as Readonly<Record<string, unknown>>;
    if (Number.isInteger(low) && Number.isInteger(high)) {
      found.push((BigInt(high as number) << 32n) + BigInt.asUintN(32, BigInt(low as number)));
    }
    for (const member of Object.values(value)) left.push(member);
  }
  return found;
}
