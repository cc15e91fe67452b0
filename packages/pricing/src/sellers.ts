import { findProvider } from '@pydantic/genai-prices';

/** A provider of the price list, and the model's name there. */
export interface Seller {
  readonly provider: string;
  readonly model: string;
}

/** Possible sellers of a call: the first of `ordered` that has the model, otherwise all of the list if `orAny`. */
export interface Sellers {
  readonly ordered: readonly Seller[];
  readonly orAny: boolean;
}

const NOBODY: Sellers = { ordered: [], orAny: false };

/** Programs that serve models on one's own machines, without separators between the words of their names. */
const OWN_SERVERS = new Set(
  `ollama ollamachat vllm hostedvllm lmstudio llamacpp llamacppserver llamafile localai sglang xinference gpt4all mlx mlxlm
  koboldcpp tgi textgenerationinference textgenerationwebui oobabooga triton docker dockermodelrunner lemonade jan`.split(
    /\s+/,
  ),
);

/** Clients of any server with a provider's protocol: they name no seller. */
const CLIENTS = new Set(['openaicompatible', 'openailike', 'customopenai', 'anthropiccompatible', 'litellm']);

/** Names of the conventions and of LiteLLM that the price list lacks. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['xai', 'x-ai'],
  ['fireworksai', 'fireworks'],
  ['azureaiinference', 'azure'],
  ['azaiinference', 'azure'],
  ['azureai', 'azure'],
  ['voyage', 'voyageai'],
  ['githubcopilot', 'github-copilot'],
  ['togetherai', 'together'],
]);

/** Prefixes of LiteLLM's names that no vendor in OpenRouter's names has: `groq/llama-3.3-70b-versatile`. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['bedrock', 'aws'],
  ['bedrock_converse', 'aws'],
  ['azure', 'azure'],
  ['azure_ai', 'azure'],
  ['vertex_ai', 'google'],
  ['gemini', 'google'],
  ['groq', 'groq'],
  ['openrouter', 'openrouter'],
  ['together_ai', 'together'],
  ['fireworks_ai', 'fireworks'],
  ['cerebras', 'cerebras'],
  ['xai', 'x-ai'],
  ['novita', 'novita'],
  ['github_copilot', 'github-copilot'],
]);

/** Forms of model names that only one provider uses. */
const FORMS: readonly { readonly form: RegExp; readonly provider: string }[] = [
  // Bedrock: `us.anthropic.claude-sonnet-4-5-20250929-v1:0`; for vendors that others write with a dot as well, by the version.
  { form: /^(?:[a-z]{2}(?:-gov)?\.|apac\.|global\.)?(?:anthropic|amazon)\.[a-z0-9]/, provider: 'aws' },
  {
    form: /^(?:[a-z]{2}(?:-gov)?\.|apac\.|global\.)?[a-z0-9]{2,20}\.[a-z0-9].{0,100}[-v]\d{1,3}:\d{1,3}$/,
    provider: 'aws',
  },
  { form: /^@cf\//, provider: 'cloudflare' },
  { form: /^accounts\/fireworks\//, provider: 'fireworks' },
  // Vertex AI: `claude-sonnet-4-5@20250929`.
  { form: /@20\d{6}$/, provider: 'google' },
  { form: /^models\/gemini-/, provider: 'google' },
  { form: /^ft:(?:gpt|o\d)/, provider: 'openai' },
];

/** Makers of closed models, whose names they alone choose: other sellers charge the maker's price or name themselves. */
const MAKERS = new Set(['anthropic', 'openai', 'google', 'x-ai', 'cohere']);
/** OpenAI's open models, which many providers serve. */
const OPEN_MODELS = /^gpt-oss/i;

const BEDROCK_ARN = /^arn:[a-z-]{3,12}:bedrock:[^/]{0,80}\//;
const VERTEX_PATH = /^(?:projects\/[^/]{1,100}\/locations\/[^/]{1,100}\/)?publishers\/[^/]{1,100}\/models\//;

/**
 * Finds the possible sellers of a call. The form of a name precedes the provider that was named. A known provider that lacks the model may
 * be a client's protocol, so the maker of a closed model follows, and no other seller (contract: Usage and cost).
 */
export function sellersOf(named: string | undefined, sent: string): Sellers {
  const slash = sent.indexOf('/');
  const server = slash < 0 ? '' : sent.slice(0, slash);
  if (OWN_SERVERS.has(plain(named ?? '')) || OWN_SERVERS.has(plain(server))) return NOBODY;
  const form = byForm(sent, server);
  if (form !== undefined) return { ordered: [form], orAny: false };
  const provider = named === undefined ? undefined : knownProvider(named);
  const ordered = provider === undefined ? [] : [{ provider, model: sent }];
  const maker = makerOf(server, sent.slice(slash + 1));
  return { ordered: maker === undefined ? ordered : [...ordered, maker], orAny: provider === undefined };
}

/** Returns the seller by the form of a name, independent of the provider that was named. */
function byForm(sent: string, prefix: string): Seller | undefined {
  if (BEDROCK_ARN.test(sent)) return { provider: 'aws', model: sent.replace(BEDROCK_ARN, '') };
  if (VERTEX_PATH.test(sent)) return { provider: 'google', model: sent.replace(VERTEX_PATH, '') };
  const prefixed = PREFIXES.get(prefix.toLowerCase());
  if (prefixed !== undefined) {
    return { provider: prefixed, model: sent.slice(prefix.length + 1).replace(/^(?:converse|invoke)\//, '') };
  }
  const lower = sent.toLowerCase();
  const found = FORMS.find(({ form }) => form.test(lower));
  return found && { provider: found.provider, model: sent.replace(/^models\//, '') };
}

function knownProvider(named: string): string | undefined {
  const name = plain(named);
  return CLIENTS.has(name) ? undefined : (ALIASES.get(name) ?? findProvider({ providerId: named })?.id);
}

/** Returns the maker of a closed model, which may be named before it: `openai/gpt-4o`. */
function makerOf(vendor: string, model: string): Seller | undefined {
  const maker = OPEN_MODELS.test(model) || model.includes('/') ? undefined : findProvider({ modelId: model })?.id;
  if (maker === undefined || !MAKERS.has(maker)) return undefined;
  return vendor === '' || knownProvider(vendor) === maker ? { provider: maker, model } : undefined;
}

/** Returns a name in lower case, without separators between its words. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
