import type { Choices } from './choices';
import { KEYS, TEXTS } from './edge-values';
import type { OtlpMessage } from './otlp-message';

const INTS: readonly bigint[] = [
  ...[0n, 1n, -1n, 2n ** 31n, 2n ** 53n - 1n, 2n ** 53n],
  ...[-(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)],
];
const DOUBLES = [0, -0, 1, 0.1, -1.5, 1e308, 5e-324, NaN, Infinity, -Infinity, 2 ** 53, 1e21];

/** Makes an attribute: a KeyValue. */
export const attribute = (key: string, value: OtlpMessage): OtlpMessage => ({ key, value });

/** Makes an AnyValue of any kind, nested at most `depth` deep. */
export function anyValue(choices: Choices, depth: number): OtlpMessage {
  switch (choices.below(depth > 0 ? 8 : 5)) {
    case 0:
      return { stringValue: choices.pick(TEXTS) };
    case 1:
      return { boolValue: choices.oneIn(2) };
    case 2:
      return { intValue: choices.pick(INTS) };
    case 3:
      return { doubleValue: choices.pick(DOUBLES) };
    case 4:
      return choices.oneIn(2) ? {} : { bytesValue: Buffer.from('00ff10', 'hex') };
    case 5:
      return { arrayValue: { values: choices.many(0, 3, () => anyValue(choices, depth - 1)) } };
    default: {
      const entry = (): OtlpMessage => attribute(choices.pick(KEYS), anyValue(choices, depth - 1));
      return { kvlistValue: { values: choices.many(0, 3, entry) } };
    }
  }
}

/** Makes the value of an attribute that is read as a field. */
export function scalar(value: string | number | boolean): OtlpMessage {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: BigInt(value) } : { doubleValue: value };
}
