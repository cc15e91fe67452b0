import { parsed } from './text';

/** Maximum size of a body that is searched for times, in bytes. */
const LONGEST_SEARCHED = 1_000_000;

/** Upper bound of stored times, in microseconds since the epoch. */
const END = 2n ** 53n;

/**
 * Returns all times that any part of a body may mean, in microseconds since the epoch: an unclear export may have stored points with them.
 */
export function possibleTimes(body: Buffer, isJson: boolean): readonly bigint[] {
  if (body.length > LONGEST_SEARCHED) return [];
  return (isJson ? timesOfText(body.toString('latin1')) : timesOfBytes(body))
    .map((time) => time / 1000n)
    .filter((micros) => micros > 0n && micros < END);
}

function timesOfBytes(body: Buffer): readonly bigint[] {
  const nanos: bigint[] = [];
  for (let at = 0; at + 8 <= body.length; at += 1) nanos.push(body.readBigUInt64LE(at));
  return nanos;
}

function timesOfText(text: string): readonly bigint[] {
  return [...Array.from(text.matchAll(/\d{4,20}/g), ([digits]) => BigInt(digits)), ...pairsOf(text)];
}

/** Returns the integers that are sent as two halves. */
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
