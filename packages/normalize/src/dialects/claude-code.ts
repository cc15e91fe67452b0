import type { JsonText } from '@sluice/record';
import { countOf, freeForm } from '../parsers';
import { attribute, textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';
import { startPlus } from './readers';

export const CLAUDE_CODE_SCOPE = 'com.anthropic.claude_code.tracing';

/** Dialect of Claude Code's own traces: short names in addition to GenAI, which have this meaning only in its scope. */
export const claudeCode: Dialect = {
  namespaces: ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_creation_tokens', 'ttft_ms', 'user_prompt'],
  input: [scoped(prompt)],
  completionStartTime: [scoped(startPlus('ttft_ms', 1e3))],
  inputTokens: [count('input_tokens')],
  cacheReadTokens: [count('cache_read_tokens')],
  cacheWriteTokens: [count('cache_creation_tokens')],
  outputTokens: [count('output_tokens')],
};

/**
 * Reads the prompt of an interaction and removes it from metadata. The placeholder that is sent without `OTEL_LOG_USER_PROMPTS=1` stays
 * there.
 */
function prompt(view: SpanView): JsonText | undefined {
  const sent = textAttribute(view, 'user_prompt');
  const text = sent === undefined || sent === '<REDACTED>' ? undefined : freeForm(sent, view, 'user_prompt');
  if (text !== undefined) view.usedKeys.add('user_prompt');
  return text;
}

/** Reads a count and removes it from metadata. */
function count(key: string): (view: SpanView) => number | undefined {
  return scoped((view) => {
    const tokens = countOf(attribute(view, key), view, key);
    if (tokens !== undefined) view.usedKeys.add(key);
    return tokens;
  });
}

function scoped<T>(read: (view: SpanView) => T | undefined): (view: SpanView) => T | undefined {
  return (view) => (view.scope.name === CLAUDE_CODE_SCOPE ? read(view) : undefined);
}
