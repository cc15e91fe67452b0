import type { JsonText } from '@sluice/record';
import { attribute, textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import { toCount } from '../usage';
import type { Dialect } from './dialect';
import { countIn, freeFormUnless } from './readers';

const AGENT = 'gcp.vertex.agent';
const RESPONSE = `${AGENT}.llm_response`;

const USAGE_OF_RESPONSE = ['prompt_token_count', 'candidates_token_count', 'total_token_count'].map((name) =>
  countIn(RESPONSE, 'usage_metadata', name),
);

/** Dialect of Google's Agent Development Kit: attributes in addition to GenAI. */
export const googleAdk: Dialect = {
  namespaces: ['gcp'],
  input: [sent('llm_request'), sent('tool_call_args'), sent('data')],
  output: [sent('llm_response'), sent('tool_response')],
  cacheReadTokens: [countIn(RESPONSE, 'usage_metadata', 'cached_content_token_count')],
  outputTokens: [withoutThoughtsTwice],
  sessionId: [`${AGENT}.session_id`],
  wraps: [
    (view) => (view.span.name === 'call_llm' && isRelease(view, (release) => release >= 1024) ? true : undefined),
  ],
};

/**
 * Whether a release of ADK wrote the span, by its scope: 1.24 is 1024. From 1.24 on the model call is a span of its own inside `call_llm`
 * (`generate_content`, from ADK or from the instrumentation of Google's SDK), and both send its tokens; before 1.24, and in other scopes,
 * `call_llm` is the only span.
 */
function isRelease({ scope: { name, version } }: SpanView, accepts: (release: number) => boolean): boolean {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})\./.exec(version) ?? [];
  return name === AGENT && major !== undefined && accepts(Number(major) * 1000 + Number(minor));
}

/**
 * Subtracts thoughts that ADK counts twice: it adds candidates and thoughts, as Gemini counts them, but the candidates of LiteLLM contain
 * the thoughts already. The count stays in metadata as sent.
 */
function withoutThoughtsTwice(view: SpanView): number | undefined {
  const output = toCount(attribute(view, 'gen_ai.usage.output_tokens'));
  const thoughts = toCount(attribute(view, 'gen_ai.usage.reasoning.output_tokens'));
  if (output === undefined || thoughts === undefined || thoughts > output) return undefined;
  return hasThoughtsTwice(view, output, thoughts) ? output - thoughts : undefined;
}

/**
 * Whether the output contains the thoughts twice, by the total in the response of `call_llm`. For spans without this total: the model has
 * its provider before its name, as LiteLLM requires it, and the release is known to count so.
 */
function hasThoughtsTwice(view: SpanView, output: number, thoughts: number): boolean {
  const [prompt, candidates, total] = USAGE_OF_RESPONSE.map((count) => count(view));
  if (prompt !== undefined && candidates !== undefined && total !== undefined)
    return total === prompt + candidates && output === candidates + thoughts;
  const provider = textAttribute(view, 'gen_ai.provider.name') ?? textAttribute(view, 'gen_ai.system');
  const isOfLiteLlm = textAttribute(view, 'gen_ai.request.model')?.startsWith(`${provider ?? ''}/`) === true;
  return isOfLiteLlm && isRelease(view, (release) => release <= 2013);
}

/** Reads a value; a tool's span has the request and the response as `{}`, which counts as absent, and so does `N/A`. */
function sent(name: string): (view: SpanView) => JsonText | undefined {
  return freeFormUnless(`${AGENT}.${name}`, ['{}', 'N/A']);
}
