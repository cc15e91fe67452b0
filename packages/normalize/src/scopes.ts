import { hash } from 'node:crypto';
import type { OtlpScope } from '@sluice/decode';
import { MODEL_CALLS, type Observation } from '@sluice/record';
import { CLAUDE_CODE_SCOPE } from './dialects/claude-code';
import type { KnownInclusions } from './token-inclusion';
import { textAttribute } from './span-view';
import type { SpanView } from './span-view';

type KnownOf = (view: SpanView) => KnownInclusions | undefined;

const CACHES_SEPARATE: KnownInclusions = { caches: 'separate' };

/** Agno's models that pass on the counts of Anthropic and of Bedrock. */
const OF_ANTHROPIC = new Set(['anthropic', 'awsbedrock', 'azurefoundry', 'vertexai']);

/**
 * Known inclusions of instrumentations, by the name of the scope; each row has its source. A scope that follows the document of its
 * attributes has no row.
 */
const SCOPES: ReadonlyMap<string, KnownOf> = new Map<string, KnownOf>([
  // Like Anthropic's API: `input_tokens` without both caches (langfuse/langfuse, OtelIngestionProcessor.claudeCode.test.ts).
  [CLAUDE_CODE_SCOPE, () => CACHES_SEPARATE],
  // Agno passes on the provider's counts (capture `agno`; agno 3.1, `_get_metrics` of its models).
  [
    'openinference.instrumentation.agno',
    (view) =>
      OF_ANTHROPIC.has((textAttribute(view, 'llm.provider') ?? '').toLowerCase()) ? CACHES_SEPARATE : undefined,
  ],
]);

export function inclusionsOfScope(view: SpanView): KnownInclusions | undefined {
  return SCOPES.get(view.scope.name)?.(view);
}

/** Scopes whose wrappers have the usage of a run, and which send no model calls below them; each row has its source. */
const LONE_WRAPPERS: ReadonlySet<string> = new Set([
  // openinference-instrumentation-claude-agent-sdk 0.1.22 for Python, `_wrappers.py`: AGENT and TOOL, no LLM. Subagents have their own
  // usage.
  'openinference.instrumentation.claude_agent_sdk',
  // The same for JavaScript, 0.3.1, `v1QueryWrapper.ts`, `v2Wrappers.ts`, `hookInjector.ts`.
  '@arizeai/openinference-instrumentation-claude-agent-sdk',
]);

/**
 * Whether other spans of its trace decide if an observation counts: the instrumentation of a lower layer may send a model call once more,
 * and a wrapper without model calls below it counts instead of them (contract: What counts).
 * @param observation has usage, and none of a product attribute
 */
export function mayCountElsewhere({ type, counted }: Pick<Observation, 'type' | 'counted'>, scope: OtlpScope): boolean {
  return counted ? type !== undefined && MODEL_CALLS.has(type) : LONE_WRAPPERS.has(scope.name);
}

/** Characters of base64url: 48 bits, so that two scopes of one trace are unlikely to share a hash. */
const HASH_LENGTH = 8;

/** Hashes by scope: spans of one scope of a request share one object. */
const hashes = new WeakMap<OtlpScope, string>();

/** Returns the short hash of the name of a scope; its version is not hashed. */
export function scopeHash(scope: OtlpScope): string {
  let short = hashes.get(scope);
  if (short === undefined) {
    short = hash('sha256', scope.name, 'base64url').slice(0, HASH_LENGTH);
    hashes.set(scope, short);
  }
  return short;
}
