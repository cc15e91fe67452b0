import { CLAUDE_CODE_SCOPE } from './dialects/claude-code';
import type { Known } from './inside-or-beside';
import { textAttribute } from './span-view';
import type { SpanView } from './span-view';

type KnownOf = (view: SpanView) => Known | undefined;

const CACHES_BESIDE: Known = { caches: 'beside' };

/** Agno's models that pass on the counts of Anthropic and of Bedrock. */
const OF_ANTHROPIC = new Set(['anthropic', 'awsbedrock', 'azurefoundry', 'vertexai']);

/**
 * What is known of the counts of an instrumentation, by the name of its scope: each row with its source. A scope that
 * counts as the document of its attributes says has none.
 */
const SCOPES: ReadonlyMap<string, KnownOf> = new Map<string, KnownOf>([
  // As Anthropic's API: `input_tokens` without both caches (langfuse/langfuse, OtelIngestionProcessor.claudeCode.test.ts).
  [CLAUDE_CODE_SCOPE, () => CACHES_BESIDE],
  // Agno passes on what the provider counted (capture `agno`; agno 3.1, `_get_metrics` of its models).
  [
    'openinference.instrumentation.agno',
    (view) => (OF_ANTHROPIC.has((textAttribute(view, 'llm.provider') ?? '').toLowerCase()) ? CACHES_BESIDE : undefined),
  ],
]);

export function placesOfScope(view: SpanView): Known | undefined {
  return SCOPES.get(view.scope.name)?.(view);
}
