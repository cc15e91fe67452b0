/** Begins the names of GenAI's counts; a bucket that has it in its name is one that nobody knows. */
export const USAGE_ATTRIBUTES = 'gen_ai.usage.';

/** Buckets that have a meaning of their own, whether or not a usage has them. */
const KNOWN: ReadonlySet<string> = new Set([
  'input',
  'input_cached_tokens',
  'input_cache_creation',
  'input_cache_creation_1h',
  'input_audio_tokens',
  'output',
  'output_reasoning_tokens',
  'output_audio_tokens',
  'total',
]);

/** Whether a bucket is an attribute that nobody knows: in no sum, total or built-in price (contract: Usage and cost). */
export function isUnknownUsageType(name: string): boolean {
  return name.startsWith(USAGE_ATTRIBUTES);
}

/** The side that a bucket counts to, by its name (contract: Usage and cost). */
export function sideOfUsageType(name: string): 'input' | 'output' | 'other' {
  if (isUnknownUsageType(name)) return 'other';
  return name.includes('input') ? 'input' : name.includes('output') ? 'output' : 'other';
}

/**
 * The name under which a bucket is answered and priced. An attribute that nobody knows loses what all of them begin with,
 * unless the rest is the name of a bucket already.
 * @param has whether the usage has a bucket of that name
 */
export function answeredUsageType(name: string, has: (name: string) => boolean): string {
  if (!isUnknownUsageType(name)) return name;
  const rest = name.slice(USAGE_ATTRIBUTES.length);
  return rest === '' || KNOWN.has(rest) || has(rest) ? name : rest;
}
