import { textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';
import { objectOfFamily, startPlus } from './readers';

/** The `ai.*` spans of the AI SDK. Its outer spans (`ai.generateText`) repeat what the model calls inside them say. */
export const aiSdk: Dialect = {
  namespaces: ['ai'],
  families: ['ai.settings'],
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
  input: ['ai.prompt.messages', 'ai.prompt', 'ai.toolCall.args', 'ai.values', 'ai.value'],
  output: ['ai.response.text', 'ai.response.object', 'ai.response.toolCalls', 'ai.toolCall.result'],
  modelParameters: [objectOfFamily('ai.settings')],
  completionStartTime: [startPlus('ai.response.msToFirstChunk', 1000)],
  inputTokens: ['ai.usage.inputTokens', 'ai.usage.promptTokens', 'ai.usage.tokens'],
  cacheReadTokens: ['ai.usage.cachedInputTokens', 'ai.usage.inputTokenDetails.cacheReadTokens'],
  cacheWriteTokens: ['ai.usage.inputTokenDetails.cacheWriteTokens'],
  outputTokens: ['ai.usage.outputTokens', 'ai.usage.completionTokens'],
  reasoningTokens: ['ai.usage.reasoningTokens', 'ai.usage.outputTokenDetails.reasoningTokens'],
  totalTokens: ['ai.usage.totalTokens'],
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

/** `ai.generateText.doGenerate`, `ai.streamText.doStream`, `ai.embed.doEmbed`. */
function isModelCall(operation: string): boolean {
  return operation.includes('.do');
}
