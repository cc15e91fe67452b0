/** A readonly record while it is being made. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Sets a member that has a value: one without is left out, an undefined one is not allowed. */
export function put<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined): void {
  if (value !== undefined) target[key] = value;
}
