/** Beginning of the names of GenAI's counts; a usage type with this prefix is unknown. */
export const USAGE_ATTRIBUTES = 'gen_ai.usage.';

/** Usage types with a meaning of their own, whether or not a usage has them. */
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

/** Returns whether a usage type is an unknown attribute: in no sum, total or built-in price (contract: Usage and cost). */
export function isUnknownUsageType(name: string): boolean {
  return name.startsWith(USAGE_ATTRIBUTES);
}

/** Returns the side to which a usage type counts, by its name (contract: Usage and cost). */
export function sideOfUsageType(name: string): 'input' | 'output' | 'other' {
  if (isUnknownUsageType(name)) return 'other';
  return name.includes('input') ? 'input' : name.includes('output') ? 'output' : 'other';
}

/**
 * Returns the name under which a usage type is answered and priced. An unknown attribute loses the common prefix, unless the rest is
 * already the name of a usage type.
 * @param has whether the usage has a usage type of that name
 */
export function answeredUsageType(name: string, has: (name: string) => boolean): string {
  if (!isUnknownUsageType(name)) return name;
  const rest = name.slice(USAGE_ATTRIBUTES.length);
  return rest === '' || KNOWN.has(rest) || has(rest) ? name : rest;
}
