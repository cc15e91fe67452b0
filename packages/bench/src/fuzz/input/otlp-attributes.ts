import type { Choices } from './choices';
import { KEYS, TEXTS } from './interesting';

/** Attributes of OTLP before they are written in one of its encodings. */
export type AttributeDrafts = readonly (readonly [key: string, value: AnyValueDraft])[];

export type AnyValueDraft =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'array'; readonly value: readonly AnyValueDraft[] }
  | { readonly kind: 'kvlist'; readonly value: AttributeDrafts }
  | { readonly kind: 'bytes'; readonly value: Buffer }
  | { readonly kind: 'none' };

const INTS: readonly bigint[] = [
  0n,
  1n,
  -1n,
  2n ** 31n,
  2n ** 53n - 1n,
  2n ** 53n,
  -(2n ** 53n) - 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];
const DOUBLES = [0, -0, 1, 0.1, -1.5, 1e308, 5e-324, NaN, Infinity, -Infinity, 2 ** 53, 1e21];

/** A value of any kind, nested at most so deep. */
export function anyValue(choices: Choices, depth: number): AnyValueDraft {
  switch (choices.below(depth > 0 ? 8 : 5)) {
    case 0:
      return { kind: 'string', value: choices.pick(TEXTS) };
    case 1:
      return { kind: 'bool', value: choices.oneIn(2) };
    case 2:
      return { kind: 'int', value: choices.pick(INTS) };
    case 3:
      return { kind: 'double', value: choices.pick(DOUBLES) };
    case 4:
      return choices.oneIn(2) ? { kind: 'none' } : { kind: 'bytes', value: Buffer.from('00ff10', 'hex') };
    case 5:
      return { kind: 'array', value: choices.many(0, 3, () => anyValue(choices, depth - 1)) };
    default:
      return {
        kind: 'kvlist',
        value: choices.many(0, 3, () => [choices.pick(KEYS), anyValue(choices, depth - 1)] as const),
      };
  }
}

/** A value as an attribute has it that is read as a field. */
export function scalar(value: string | number | boolean): AnyValueDraft {
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'boolean') return { kind: 'bool', value };
  return Number.isSafeInteger(value) ? { kind: 'int', value: BigInt(value) } : { kind: 'double', value };
}
