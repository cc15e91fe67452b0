import { type Exact, isArray } from '../../json/exact-value';
import { mediaOf, mediaPart, objectIn, textIn, unwrapped } from '../values';
import type { Dialect, Readers } from './dialect';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
]);

/** Blocks of Amazon Bedrock's Converse, and of Strands, which writes them as text. */
export const bedrock: Dialect = {
  part(value, { answer }) {
    const use = objectIn(value['toolUse']);
    const name = textIn(use?.['name']);
    if (use !== undefined && name !== undefined) {
      return { kind: 'call', id: textIn(use['toolUseId']), name, input: use['input'] };
    }
    const result = objectIn(value['toolResult']);
    if (result !== undefined) {
      const isError = result['status'] === 'error';
      const parts = answer(result['content']);
      return { kind: 'result', id: textIn(result['toolUseId']), name: undefined, isError, parts };
    }
    const reasoning = objectIn(value['reasoningContent']);
    if (reasoning !== undefined) {
      return { kind: 'reasoning', text: textIn(objectIn(reasoning['reasoningText'])?.['text']) };
    }
    const keys = Object.keys(value);
    if (keys.length !== 1) return undefined;
    if ('json' in value) return { kind: 'value', name: undefined, value: value['json'] ?? null };
    if ('cachePoint' in value) return { kind: 'value', name: 'cachePoint', value: value['cachePoint'] ?? null };
    return fileOf(keys[0] ?? '', value[keys[0] ?? '']);
  },

  envelope(value) {
    const { output, message } = value;
    if (objectIn(objectIn(output)?.['message']) !== undefined) {
      const messages = [objectIn(output)?.['message'] ?? null];
      return { messages, role: 'assistant', finish: value['stopReason'], used: ['output', 'stopReason'] };
    }
    const isEvent = typeof message === 'string' && Object.keys(value).every((key) => EVENT.includes(key));
    if (!isEvent) return undefined;
    const result = value['tool.result'];
    const answers = result === undefined ? [] : [{ role: 'tool', content: result }];
    const messages: Exact = [{ role: 'assistant', content: message }, ...answers];
    return { messages, finish: value['finish_reason'], used: EVENT };
  },
};

/** Members of a Strands event. */
const EVENT = ['message', 'finish_reason', 'tool.result', 'id'];

function fileOf(kind: string, value: Exact | undefined): ReturnType<NonNullable<Dialect['part']>> {
  if (!['image', 'document', 'video', 'audio'].includes(kind)) return undefined;
  const file = objectIn(value);
  const format = textIn(file?.['format']);
  if (file === undefined || format === undefined) return undefined;
  const type = TYPES.get(format) ?? `${kind === 'document' ? 'application' : kind}/${format}`;
  const source = objectIn(file['source']);
  const data = textIn(source?.['bytes']) ?? textIn(file['bytes']);
  const name = textIn(file['name']);
  if (data !== undefined) return mediaPart(mediaOf(data, type, name));
  const address = textIn(objectIn(source?.['s3Location'])?.['uri']);
  return address === undefined ? undefined : mediaPart({ type, name, data: undefined, address });
}

/** Reads blocks that were written as a text; undefined for an ordinary text. */
export function blocksIn(content: string, readers: Readers): ReturnType<Readers['parts']> {
  if (!content.startsWith('[{"')) return undefined;
  const blocks = unwrapped(content);
  return isArray(blocks) ? readers.parts(blocks) : undefined;
}
