import { isUnknownUsageType } from '@sluice/record';

/** Kinds of tokens that have prices of their own; every priced usage type belongs to exactly one. */
export const KINDS = [
  'input',
  'cacheRead',
  'cacheReadAudio',
  'cacheReadImage',
  'cacheWrite',
  'cacheWrite5m',
  'cacheWrite1h',
  'inputAudio',
  'inputImage',
  'output',
  'reasoning',
  'outputAudio',
  'outputImage',
] as const;
export type Kind = (typeof KINDS)[number];

/** Returns the kind of a usage type, by its name; undefined if it is neither input nor output. */
export function kindOf(name: string): Kind | undefined {
  if (name === 'input' || name === 'output') return name;
  if (isUnknownUsageType(name)) return undefined;
  if (name.includes('input')) {
    // LangChain's names for Anthropic's cache writes contain no word for a cache: `input_ephemeral_1h_input_tokens`.
    if (name.includes('cache_creation') || name.includes('cache_write') || name.includes('ephemeral')) {
      return name.includes('1h') ? 'cacheWrite1h' : name.includes('5m') ? 'cacheWrite5m' : 'cacheWrite';
    }
    if (name.includes('cache')) {
      return name.includes('audio') ? 'cacheReadAudio' : name.includes('image') ? 'cacheReadImage' : 'cacheRead';
    }
    return name.includes('audio') ? 'inputAudio' : name.includes('image') ? 'inputImage' : 'input';
  }
  if (!name.includes('output')) return undefined;
  if (name.includes('reasoning')) return 'reasoning';
  return name.includes('audio') ? 'outputAudio' : name.includes('image') ? 'outputImage' : 'output';
}
