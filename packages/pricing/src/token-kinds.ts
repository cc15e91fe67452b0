import { isUnknownUsageType } from '@sluice/record';

/** The kinds of tokens that have prices of their own; every bucket belongs to exactly one. */
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

/** The kind of a bucket, by its name; undefined for one that is neither input nor output. */
export function kindOf(name: string): Kind | undefined {
  if (name === 'input' || name === 'output') return name;
  if (isUnknownUsageType(name)) return undefined;
  if (name.includes('input')) {
    // LangChain's names of what Anthropic writes have no word of a cache: `input_ephemeral_1h_input_tokens`.
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
