import { sellersOf } from './sellers';

const orderOf = (named: string | undefined, model: string): readonly string[] =>
  sellersOf(named, model).ordered.map((seller) => `${seller.provider} ${seller.model}`);

describe('the form of a name goes before the provider that was named', () => {
  const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
  it.each([
    [CLAUDE, `aws ${CLAUDE}`],
    ['anthropic.claude-v2', 'aws anthropic.claude-v2'],
    ['us-gov.amazon.nova-pro-v1:0', 'aws us-gov.amazon.nova-pro-v1:0'],
    ['meta.llama3-3-70b-instruct-v1:0', 'aws meta.llama3-3-70b-instruct-v1:0'],
    [`arn:aws:bedrock:us-east-1:123456789012:inference-profile/${CLAUDE}`, `aws ${CLAUDE}`],
    [`arn:aws-us-gov:bedrock:us-gov-west-1::foundation-model/${CLAUDE}`, `aws ${CLAUDE}`],
    [`bedrock/converse/${CLAUDE}`, `aws ${CLAUDE}`],
    [`bedrock/${CLAUDE}`, `aws ${CLAUDE}`],
    ['claude-sonnet-4-5@20250929', 'google claude-sonnet-4-5@20250929'],
    ['projects/p/locations/eu/publishers/google/models/gemini-2.5-pro', 'google gemini-2.5-pro'],
    ['publishers/anthropic/models/claude-sonnet-4-5', 'google claude-sonnet-4-5'],
    ['models/gemini-2.5-pro', 'google gemini-2.5-pro'],
    ['vertex_ai/gemini-2.5-pro', 'google gemini-2.5-pro'],
    ['@cf/meta/llama-3-8b-instruct', 'cloudflare @cf/meta/llama-3-8b-instruct'],
    ['accounts/fireworks/models/deepseek-v3', 'fireworks accounts/fireworks/models/deepseek-v3'],
    ['ft:gpt-4o-mini-2024-07-18:acme::x', 'openai ft:gpt-4o-mini-2024-07-18:acme::x'],
    ['azure/gpt-4o', 'azure gpt-4o'],
    ['openrouter/anthropic/claude-sonnet-4.5', 'openrouter anthropic/claude-sonnet-4.5'],
  ])('%s', (model, expected) => {
    for (const named of [undefined, 'strands-agents', 'openai', 'aws.bedrock', '']) {
      expect(sellersOf(named, model).orAny).toBe(false);
      expect(orderOf(named, model)).toEqual([expected]);
    }
  });
});

it.each([
  'ollama',
  'Ollama',
  'ollama_chat',
  'vllm',
  'hosted_vllm',
  'LM Studio',
  'lm_studio',
  'llama.cpp',
  'llama-cpp',
  'LocalAI',
  'sglang',
])('a server of one’s own sells nothing: %s', (server) => {
  const nobody = { ordered: [], orAny: false };
  expect(sellersOf(server, 'mistral-large-latest')).toEqual(nobody);
  expect(sellersOf(server, 'us.anthropic.claude-sonnet-4-5-20250929-v1:0')).toEqual(nobody);
  expect(sellersOf(undefined, `${server}/gpt-oss-120b`)).toEqual(nobody);
});

it.each<[string | undefined, string, readonly string[], boolean]>([
  ['openai', 'gpt-4o', ['openai', 'openai'], false],
  ['azure.ai.openai', 'gpt-4o', ['openai', 'openai'], false],
  ['azure.ai.inference', 'gpt-4o', ['azure', 'openai'], false],
  ['x_ai', 'grok-4', ['x-ai', 'x-ai'], false],
  ['fireworks_ai', 'deepseek-v3', ['fireworks'], false],
  ['github-copilot', 'claude-sonnet-4-6', ['github-copilot', 'anthropic'], false],
  ['openai', 'claude-sonnet-4-5', ['openai', 'anthropic'], false],
  ['openai', 'deepseek-chat', ['openai'], false],
  ['groq', 'openai/gpt-oss-120b', ['groq'], false],
  ['openai-compatible', 'llama-3.3-70b', [], true],
  ['strands-agents', 'gpt-oss-120b', [], true],
  ['strands-agents', 'claude-sonnet-4-5', ['anthropic'], true],
  [undefined, 'gpt-4o', ['openai'], true],
  [undefined, 'openai/gpt-4o', ['openai'], true],
  ['gcp.vertex.agent', 'openai/gpt-4o-mini', ['google', 'openai'], false],
  ['openrouter', 'x-ai/grok-4', ['openrouter', 'x-ai'], false],
  [undefined, 'acme/gpt-4o', [], true],
  [undefined, 'openai/acme/gpt-4o', [], true],
])('%s with %s: %j, else any %s', (named, model, providers, orAny) => {
  const found = sellersOf(named, model);
  expect(found.ordered.map(({ provider }) => provider)).toEqual(providers);
  expect(found.orAny).toBe(orAny);
});

it('a long name is looked at in linear time', () => {
  for (const name of [
    'a.'.repeat(500_000),
    'us.'.repeat(300_000),
    '/'.repeat(1_000_000),
    `a.b${'-v1'.repeat(300_000)}`,
  ]) {
    expect(sellersOf(name, name).ordered).toEqual([]);
  }
});
