import type { JsonText } from '@sluice/record';
import { freeForm } from '../parsers';
import { attribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';
import { countIn } from './readers';

const AGENT = 'gcp.vertex.agent';

/** Google's Agent Development Kit: what it adds to GenAI. */
export const googleAdk: Dialect = {
  namespaces: ['gcp'],
  input: [sent('llm_request'), sent('tool_call_args'), sent('data')],
  output: [sent('llm_response'), sent('tool_response')],
  cacheReadTokens: [countIn(`${AGENT}.llm_response`, 'usage_metadata', 'cached_content_token_count')],
  sessionId: [`${AGENT}.session_id`],
};

/** Of a tool's span the request and the response are there as `{}`, which says nothing; so does `N/A`. */
function sent(name: string): (view: SpanView) => JsonText | undefined {
  const key = `${AGENT}.${name}`;
  return (view) => {
    const value = attribute(view, key);
    if (value === undefined || value === '{}' || value === 'N/A') return undefined;
    const text = freeForm(value, view, key);
    if (text !== undefined) view.usedKeys.add(key);
    return text;
  };
}
