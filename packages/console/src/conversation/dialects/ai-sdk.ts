import { type ExactObject, isArray } from '../../json/exact-value';
import { firstText, firstValue, mediaAt, mediaOf, mediaPart, objectIn, textIn, unwrapped } from '../values';
import type { Dialect } from './dialect';

/** Vercel's AI SDK: prompts, results, and the messages of its user interfaces. */
export const aiSdk: Dialect = {
  part(value, { answer }) {
    const { type } = value;
    const id = textIn(value['toolCallId']);
    const name = textIn(value['toolName']);
    if (type === 'reasoning') {
      const text = textIn(value['text']);
      return text === undefined ? undefined : { kind: 'reasoning', text };
    }
    if (type === 'redacted-reasoning') return { kind: 'reasoning', text: undefined };
    if (type === 'step-start') return { kind: 'text', text: '' };
    if (type === 'image' || type === 'file') {
      const data = firstText(value, 'image', 'data', 'url');
      const mime = firstText(value, 'mediaType', 'mimeType') ?? (type === 'image' ? 'image' : undefined);
      const title = textIn(value['filename']);
      if (data === undefined) return undefined;
      return mediaPart(/^(https?|data):/.test(data) ? mediaAt(data, mime, title) : mediaOf(data, mime, title));
    }
    if (id === undefined) return undefined;
    if (
      type === 'tool-result' ||
      type === 'tool-error' ||
      (type === undefined && ('output' in value || 'result' in value))
    ) {
      const { isError, sentText } = outcomeOf(value);
      return { kind: 'result', id, name, isError: isError || type === 'tool-error', parts: answer(sentText) };
    }
    if (name === undefined) return undefined;
    return { kind: 'call', id, name, input: unwrapped(firstValue(value, 'input', 'args')) };
  },

  envelope(value) {
    const { prompt, system, messages, text } = value;
    if (typeof prompt === 'string' && (system === undefined || typeof system === 'string')) {
      return { messages: [{ role: 'user', content: prompt }], system, used: ['prompt', 'system'] };
    }
    if (isArray(prompt) || (isArray(messages) && system !== undefined)) {
      return { messages: messages ?? prompt ?? [], system, used: ['prompt', 'messages', 'system'] };
    }
    const calls = unwrapped(value['toolCalls']);
    if (isArray(calls)) {
      const sentText = textIn(text) ?? '';
      const content = [...(sentText === '' ? [] : [{ type: 'text', text: sentText }]), ...calls];
      return {
        messages: [{ role: 'assistant', content }],
        finish: value['finishReason'],
        used: ['text', 'toolCalls', 'finishReason'],
      };
    }
    return undefined;
  },
};

/** Result of a tool; `output` has a type since version 5. */
function outcomeOf(value: ExactObject): {
  readonly isError: boolean;
  readonly sentText: ReturnType<typeof firstValue>;
} {
  const output = objectIn(value['output']);
  const type = textIn(output?.['type']) ?? '';
  const isTyped = output !== undefined && ['text', 'json', 'content', 'error-text', 'error-json'].includes(type);
  if (isTyped) return { isError: type.startsWith('error'), sentText: output['value'] };
  return { isError: value['isError'] === true, sentText: firstValue(value, 'output', 'result', 'error', 'content') };
}
