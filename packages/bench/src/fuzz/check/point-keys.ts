import { canonical, storedText } from './text';

/** What a stored point is compared by; two points may have the same key. */
export function pointKey(name: string, labels: unknown, value: number): string {
  // There is no negative zero here: JSON writes it as 0.
  return `${storedText(name)}\n${canonical(labels)}\n${value + 0}`;
}

/** As `pointKey`, of a point whose time is compared too. @param micros since the epoch */
export function timedKey(point: string, micros: bigint | string): string {
  return `${point}\n${micros}`;
}
