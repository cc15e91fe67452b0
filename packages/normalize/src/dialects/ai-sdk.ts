import type { AttributeValue } from '@sluice/decode';
import { storableJson, type JsonText } from '@sluice/record';
import type { Inclusion } from '../token-inclusion';
import { isScalar, objectText } from '../json-text';
import { freeForm } from '../parsers';
import { attribute, textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import { toCount } from '../usage';
import { costs, usdIn } from './costs';
import { keep } from './dialect';
import type { Dialect } from './dialect';
import { countIn, jsonValue, memberAt, objectAttribute, objectOfFamily, startPlus, takeTogether } from './readers';

/** Fields that the provider added to the answer, by provider; they stay in metadata. */
const PROVIDER = 'ai.response.providerMetadata';

/** Names of Google's providers in this attribute. */
const GOOGLE = ['google', 'vertex'];

const sentCount =
  (...keys: readonly string[]) =>
  (view: SpanView) =>
    keys.map((key) => toCount(attribute(view, key))).find((count) => count !== undefined);

const inputSent = sentCount(
  ...['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
  ...['ai.usage.inputTokens', 'ai.usage.promptTokens'],
);
const outputSent = sentCount(
  ...['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
  ...['ai.usage.outputTokens', 'ai.usage.completionTokens'],
);

/** Dialect of the `ai.*` spans of the AI SDK. Its outer spans (`ai.generateText`) repeat the model calls inside them. */
export const aiSdk: Dialect = {
  namespaces: ['ai'],
  families: ['ai.settings'],
  metadata: ['ai.telemetry.metadata', 'ai.settings.context'],
  type: [
    (view) => {
      const operation = operationOf(view);
      if (!operation.startsWith('ai.')) return undefined;
      if (operation === 'ai.toolCall') return 'TOOL';
      if (operation.includes('.doEmbed')) return 'EMBEDDING';
      return isModelCall(operation) ? 'GENERATION' : 'SPAN';
    },
  ],
  model: ['ai.response.model', 'ai.model.id'],
  responseModel: [(view) => textAttribute(view, 'ai.response.model')],
  provider: [(view) => textAttribute(view, 'ai.model.provider')?.split('.', 1)[0]],
  // The SDK writes every value except the model's text as JSON: the text result of a tool has quotes.
  input: ['ai.prompt.messages', 'ai.prompt', jsonValue('ai.toolCall.args'), values, jsonValue('ai.value')],
  output: [
    textWithToolCalls,
    'ai.response.text',
    jsonValue('ai.response.object'),
    'ai.response.toolCalls',
    jsonValue('ai.toolCall.result'),
    'ai.result.text',
    jsonValue('ai.result.object'),
    'ai.result.toolCalls',
  ],
  modelParameters: [objectOfFamily('ai.settings')],
  completionStartTime: [startPlus('ai.response.msToFirstChunk', 1000), startPlus('ai.stream.msToFirstChunk', 1000)],
  level: [(view) => (textAttribute(view, 'ai.response.finishReason') === 'error' ? 'ERROR' : undefined)],
  userId: ['ai.telemetry.metadata.userId', 'ai.settings.context.userId'],
  sessionId: ['ai.telemetry.metadata.sessionId', 'ai.settings.context.sessionId'],
  tags: ['ai.telemetry.metadata.tags', 'ai.settings.context.tags'],
  workflowName: [keep('ai.telemetry.functionId')],
  inputTokens: ['ai.usage.inputTokens', 'ai.usage.promptTokens', 'ai.usage.tokens'],
  cachesInclusion: [inclusionOfCaches],
  reasoningInclusion: [inclusionOfReasoning],
  cacheReadTokens: [
    'ai.usage.cachedInputTokens',
    'ai.usage.inputTokenDetails.cacheReadTokens',
    countIn(PROVIDER, 'openai', 'cachedPromptTokens'),
    countIn(PROVIDER, 'anthropic', 'usage', 'cache_read_input_tokens'),
    countIn(PROVIDER, 'bedrock', 'usage', 'cacheReadInputTokens'),
    ...GOOGLE.map((provider) => countIn(PROVIDER, provider, 'usageMetadata', 'cachedContentTokenCount')),
  ],
  cacheWriteTokens: [
    'ai.usage.inputTokenDetails.cacheWriteTokens',
    countIn(PROVIDER, 'anthropic', 'usage', 'cache_creation_input_tokens'),
    countIn(PROVIDER, 'anthropic', 'cacheCreationInputTokens'),
    countIn(PROVIDER, 'bedrock', 'usage', 'cacheWriteInputTokens'),
  ],
  cacheWriteHourTokens: [countIn(PROVIDER, 'anthropic', 'usage', 'cache_creation', 'ephemeral_1h_input_tokens')],
  outputTokens: ['ai.usage.outputTokens', 'ai.usage.completionTokens'],
  reasoningTokens: [
    'ai.usage.reasoningTokens',
    'ai.usage.outputTokenDetails.reasoningTokens',
    countIn(PROVIDER, 'openai', 'reasoningTokens'),
    ...GOOGLE.map((provider) => countIn(PROVIDER, provider, 'usageMetadata', 'thoughtsTokenCount')),
  ],
  totalTokens: ['ai.usage.totalTokens'],
  // Costs of a gateway: Vercel's, and OpenRouter.
  cost: [
    costs({
      input: [usdIn(PROVIDER, 'gateway', 'inputInferenceCost')],
      output: [usdIn(PROVIDER, 'gateway', 'outputInferenceCost')],
      total: [usdIn(PROVIDER, 'gateway', 'cost'), usdIn(PROVIDER, 'openrouter', 'usage', 'cost')],
    }),
  ],
  wraps: [
    (view) => {
      const operation = operationOf(view);
      return operation.startsWith('ai.') && !isModelCall(operation) ? true : undefined;
    },
  ],
};

function operationOf(view: SpanView): string {
  return textAttribute(view, 'ai.operationId') ?? textAttribute(view, 'operation.name') ?? '';
}

/** Whether an operation is a model call: `ai.generateText.doGenerate`, `ai.streamText.doStream`, `ai.embed.doEmbed`. */
function isModelCall(operation: string): boolean {
  return operation.includes('.do');
}

/** Combines text and tool calls into one message, as the model returned them; an empty text next to tool calls is omitted. */
function textWithToolCalls(view: SpanView): JsonText | undefined {
  const [textKey, callsKey] = ['ai.response.text', 'ai.response.toolCalls'];
  const text = attribute(view, textKey);
  const calls = attribute(view, callsKey);
  if (text === undefined || calls === undefined) return undefined;
  const content = freeForm(text, view, textKey);
  const toolCalls = freeForm(calls, view, callsKey);
  if (content === undefined || toolCalls === undefined) return undefined;
  if (text === '') return takeTogether(view, [textKey, callsKey], toolCalls);
  return takeTogether(
    view,
    [textKey, callsKey],
    objectText([
      ['role', '"assistant"'],
      ['content', content],
      ['tool_calls', toolCalls],
    ]),
  );
}

/** Reads the embedded values, each the text of a JSON value. */
function values(view: SpanView): JsonText | undefined {
  const key = 'ai.values';
  const sent = attribute(view, key);
  if (!Array.isArray(sent)) return sent === undefined ? undefined : jsonValue(key)(view);
  const texts = (sent as readonly AttributeValue[]).map((value) =>
    typeof value === 'string' && isScalar(value) ? storableJson(value) : freeForm(value, view, key),
  );
  return texts.includes(undefined) ? undefined : takeTogether(view, [key], `[${texts.join(',')}]`);
}

/**
 * Whether the input contains the cache tokens. Up to version 5 the SDK passed on the provider's own count, which for Anthropic and Bedrock
 * excludes the caches. Bedrock's metadata has the caches alone; the input without them is sent from version 6 on.
 */
function inclusionOfCaches(view: SpanView): Inclusion | undefined {
  const ofAnthropic = countIn(PROVIDER, 'anthropic', 'usage', 'input_tokens')(view);
  if (ofAnthropic !== undefined) return inputSent(view) === ofAnthropic ? 'separate' : 'included';
  const usage = memberAt(objectAttribute(view, PROVIDER), ['bedrock', 'usage']);
  if (usage === undefined || attribute(view, 'ai.usage.inputTokenDetails.noCacheTokens') !== undefined)
    return undefined;
  return 'separate';
}

/** Whether the output contains the reasoning. Up to version 5 the SDK passed on Google's candidates, which exclude the thoughts. */
function inclusionOfReasoning(view: SpanView): Inclusion | undefined {
  const candidates = GOOGLE.map((provider) =>
    countIn(PROVIDER, provider, 'usageMetadata', 'candidatesTokenCount')(view),
  );
  const ofProvider = candidates.find((count) => count !== undefined);
  if (ofProvider === undefined) return undefined;
  return outputSent(view) === ofProvider ? 'separate' : 'included';
}
