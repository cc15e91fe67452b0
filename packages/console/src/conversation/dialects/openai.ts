import { isArray } from '../../json/exact-value';
import type { ContentPart } from '../model';
import { firstText, firstValue, mediaAt, mediaOf, mediaPart, objectIn, textIn, textPart, unwrapped } from '../values';
import type { Dialect } from './dialect';

/** OpenAI's chat completions, and senders of the same format: most gateways, Langfuse's SDKs, OpenTelemetry events. */
export const openai: Dialect = {
  part(value) {
    const text = textIn(value['text']);
    switch (value['type']) {
      case 'text':
      case 'input_text':
      case 'output_text':
        return text === undefined ? undefined : textPart(text);
      case 'refusal': {
        const refusal = textIn(value['refusal']);
        return refusal === undefined ? undefined : { kind: 'refusal', text: refusal };
      }
      case 'image_url':
      case 'input_image': {
        const image = value['image_url'];
        const address = textIn(image) ?? textIn(objectIn(image)?.['url']) ?? textIn(value['file_id']);
        return address === undefined ? undefined : mediaPart(mediaAt(address, 'image'));
      }
      case 'input_audio':
      case 'audio': {
        const audio = objectIn(value['input_audio'] ?? value['audio']);
        const data = textIn(audio?.['data']);
        return data === undefined ? undefined : mediaPart(mediaOf(data, `audio/${textIn(audio?.['format']) ?? 'wav'}`));
      }
      case 'file':
      case 'input_file': {
        const file = objectIn(value['file']) ?? value;
        const name = textIn(file['filename']);
        const data = textIn(file['file_data']);
        if (data !== undefined) return mediaPart(mediaOf(data, undefined, name));
        const address = firstText(file, 'file_id', 'file_url');
        return address === undefined ? undefined : mediaPart(mediaAt(address, undefined, name));
      }
      default:
        return callOf(value);
    }
  },

  message(value) {
    const { role } = value;
    if (typeof role !== 'string' || 'parts' in value) return undefined;
    const beside: ContentPart[] = [];
    // `reasoning_content` is sent by DeepSeek and vLLM, `reasoning` by OpenRouter.
    const thought = firstText(value, 'reasoning_content', 'reasoning');
    if (thought !== undefined && thought !== '') beside.push({ kind: 'reasoning', text: thought });
    if (typeof value['refusal'] === 'string') beside.push({ kind: 'refusal', text: value['refusal'] });
    const audio = objectIn(value['audio']);
    const sound = textIn(audio?.['data']);
    if (sound !== undefined) beside.push(mediaPart(mediaOf(sound, 'audio/wav')));
    const spoken = textIn(audio?.['transcript']);
    if (spoken !== undefined) beside.push(textPart(spoken));
    const called = value['function_call'];
    const calls = unwrapped(firstValue(value, 'tool_calls'));
    return {
      role,
      name: value['name'],
      content: value['content'],
      beside,
      calls: calls ?? (called === undefined || called === null ? undefined : [{ function_call: called }]),
      callId: textIn(value['tool_call_id']) ?? (role === 'tool' ? textIn(value['id']) : undefined),
      // `stop_reason` is Anthropic's.
      finish: firstValue(value, 'finish_reason', 'stop_reason'),
    };
  },

  envelope(value) {
    if (isArray(value['choices'])) {
      const messages = value['choices'].map((choice) => {
        const { message, finish_reason: finish = null } = objectIn(choice) ?? {};
        return { ...(objectIn(message) ?? {}), finish_reason: finish };
      });
      return { messages, role: 'assistant', used: ['choices'] };
    }
    const { message } = value;
    // An answer as an OpenTelemetry event: the message is an object, or its JSON.
    if (objectIn(unwrapped(message)) !== undefined) {
      const finish = firstValue(value, 'finish_reason', 'finishReason');
      return { messages: unwrapped(message) ?? null, role: 'assistant', finish, used: ['message', ...FINISH] };
    }
    if (isArray(unwrapped(value['messages']))) {
      return { messages: unwrapped(value['messages']) ?? null, system: value['system'], used: ['messages', 'system'] };
    }
    return undefined;
  },
};

const FINISH = ['finish_reason', 'finishReason', 'index', 'gen_ai.system'];

/** Reads a call in OpenAI's formats, old and new. */
function callOf(value: Parameters<NonNullable<Dialect['part']>>[0]): ContentPart | undefined {
  const named = objectIn(value['function']) ?? objectIn(value['custom']) ?? objectIn(value['function_call']);
  const name = textIn(named?.['name']);
  if (named === undefined || name === undefined || !('arguments' in named || 'input' in named)) return undefined;
  const input = unwrapped(firstValue(named, 'arguments', 'input'));
  return { kind: 'call', id: textIn(value['id']), name, input };
}
