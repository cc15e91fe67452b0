import type { AttributeValue } from '@sluice/decode';
import type { Usage } from '@sluice/record';
import { clean } from './json-text';
import { objectOf } from './parsers';
import type { SpanView } from './span-view';
import { toCount, usageOfDetails } from './usage';

/** Where OpenAI's shape keeps the parts of a whole: `prompt_tokens_details` beside `prompt_tokens`. */
const PARTS: ReadonlyMap<string, 'input' | 'output'> = new Map([
  ['prompt_tokens_details', 'input'],
  ['input_tokens_details', 'input'],
  ['completion_tokens_details', 'output'],
  ['output_tokens_details', 'output'],
]);

/**
 * Product usage: counts by bucket, disjoint as sent; in OpenAI's shape the details are parts of their whole
 * (contract: Usage and cost). A value that is no count is not taken; the attribute then stays in metadata and is told.
 */
export function usageDetails(value: AttributeValue, view: SpanView, key: string): Usage | undefined {
  const sent = objectOf(value);
  if (sent === undefined) return undefined;
  const counts = Object.create(null) as Record<string, number>;
  const wholes: { input?: number; output?: number } = {};
  for (const [name, item] of Object.entries(sent)) {
    const group = PARTS.get(name);
    const count = toCount(item);
    if (count !== undefined) {
      counts[clean(name)] = count;
    } else if (group !== undefined && isObject(item)) {
      for (const [part, tokens] of Object.entries(item)) {
        const partCount = toCount(tokens);
        if (partCount !== undefined) counts[`${group}_${clean(part)}`] = partCount;
      }
      const whole = toCount(sent[name.replace('_details', '')]);
      if (whole !== undefined) wholes[group] = whole;
    } else if (item !== null) {
      view.omitted.set(key, 'has a value that is no count of tokens and was kept in metadata');
    }
  }
  for (const [details, group] of PARTS) if (wholes[group] !== undefined) delete counts[details.replace('_details', '')];
  return Object.keys(counts).length === 0 && Object.keys(wholes).length === 0
    ? undefined
    : usageOfDetails(counts, wholes);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
