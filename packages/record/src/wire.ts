import type { sluice } from '../generated/record';

/*
 * Records to and from the messages of proto/sluice/record/v1/record.proto. In messages null and undefined both mean
 * "not set"; in records a member that was not sent is missing.
 */

type Integer = NonNullable<sluice.record.v1.Record.$Properties['receivedAt']>;

export type RecordMessage = sluice.record.v1.Record.$Properties;

export function textsToWire(texts: ReadonlyMap<string, string>): { entries: sluice.record.v1.Text.$Properties[] } {
  return { entries: Array.from(texts, ([key, value]) => ({ key, value })) };
}

export function textsFromWire(
  entries: readonly sluice.record.v1.Text.$Properties[] | null | undefined,
): Map<string, string> {
  return new Map((entries ?? []).map(({ key, value }) => [key ?? '', value ?? '']));
}

export function numbersToWire(numbers: Readonly<Record<string, number>>): {
  entries: { key: string; value: number }[];
} {
  return { entries: Object.entries(numbers).map(([key, value]) => ({ key, value })) };
}

/** Without a prototype, so that a bucket may be called `__proto__`. */
export function numbersFromWire(message: {
  readonly entries?: readonly { key?: string | null; value?: Integer | null }[] | null;
}) {
  const numbers: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const { key, value } of message.entries ?? []) {
    const number = value ?? 0;
    numbers[key ?? ''] = typeof number === 'number' ? number : integer(number);
  }
  return numbers;
}

/** protobufjs reads 64-bit integers as `Long`. */
export function integer(value: Integer): number {
  const number = typeof value === 'number' ? value : value.toNumber();
  if (!Number.isSafeInteger(number)) throw new Error('an integer is beyond 2^53');
  return number;
}

export function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined || value === '') throw new Error('a required field is missing');
  return value;
}
