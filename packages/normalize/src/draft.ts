/** Mutable form of a readonly record under construction. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Sets a member if it has a value: an undefined member is not allowed in the record. */
export function put<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined): void {
  if (value !== undefined) target[key] = value;
}
