import type { Attributes, OtlpEvent } from '@sluice/decode';
import { exceedsBytes } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { hasContent } from '../content';
import { objectText, parse, sentText } from '../json-text';
import { freeForm } from '../parsers';
import { attributeText } from '../redact';
import { omit, useEvent } from '../span-view';
import type { SpanView } from '../span-view';

const MESSAGES = 'gen_ai.input.messages';
/** Messages of a whole run of Pydantic AI, sent together with the instructions of GenAI. */
const RUN_MESSAGES = 'pydantic_ai.all_messages';
const SYSTEM = 'gen_ai.system_instructions';
const DETAILS_EVENT = 'gen_ai.client.inference.operation.details';

/** Events up to version 1.36 of the convention, one for each message; the name contains the role. */
const ROLE_OF_EVENT = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);

/** Owner of attributes: the span itself, or one of its events. */
interface AttributeOwner {
  readonly attributes: Attributes;
  /** Records that the attribute became a field. */
  readonly use: (key: string) => void;
}

/** Owners of the messages, and of the instructions that precede them. */
interface SentMessages {
  readonly key: string;
  readonly messages: AttributeOwner;
  readonly instructions: AttributeOwner;
}

/** Reads `gen_ai.input.messages`, with the system instructions first if no message has that role. */
export function inputMessages(view: SpanView): JsonText | undefined {
  return messagesWithSystem(view, messagesOfSpan(view), false);
}

/** Reads the same from a details event, which version 1.37 introduced. */
export function inputOfDetails(view: SpanView): JsonText | undefined {
  const sent = messagesOfDetails(view);
  return sent && messagesWithSystem(view, sent, false);
}

/**
 * Reads instructions before messages without content, or instructions alone. This source is last, because every other one has more of the
 * input.
 */
export function inputOfInstructions(view: SpanView): JsonText | undefined {
  const sent = view.span.attributes.has(SYSTEM) ? messagesOfSpan(view) : messagesOfDetails(view);
  return sent && messagesWithSystem(view, sent, true);
}

/** Reads one message from each event, as sent up to 1.36. */
export function inputOfEvents(view: SpanView): JsonText | undefined {
  const messages = view.span.events.filter(({ name }) => ROLE_OF_EVENT.has(name));
  return messages.length === 0 ? undefined : takeEvents(view, messages, `[${messages.map(messageText).join(',')}]`);
}

/** Reads the output of a details event. */
export function outputOfDetails(view: SpanView): JsonText | undefined {
  const key = 'gen_ai.output.messages';
  const details = detailsWith(view, key);
  const messages = details && valueOf(view, details.attributes, key);
  if (messages !== undefined) details?.use(key);
  return messages;
}

/** Reads the choices, one event each, as sent up to 1.36: a single one as it is, several as array. */
export function outputOfEvents(view: SpanView): JsonText | undefined {
  const choices = view.span.events.filter(({ name }) => name === 'gen_ai.choice');
  if (choices.length === 0) return undefined;
  const texts = choices.map(messageText).join(',');
  return takeEvents(view, choices, choices.length === 1 ? texts : `[${texts}]`);
}

/** Reads an attribute of the first event with a name, as in the oldest form. */
export function contentOfEvent(eventName: string, key: string): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const event = view.span.events.find(({ name }) => name === eventName);
    const content = event && valueOf(view, event.attributes, key);
    if (event !== undefined && content !== undefined) useEvent(view, event);
    return content;
  };
}

/** Strands writes the instructions of an agent on the span, and the messages in an event. */
function messagesOfSpan(view: SpanView): SentMessages {
  const { attributes } = view.span;
  const own: AttributeOwner = { attributes, use: (key) => view.usedKeys.add(key) };
  const key = !attributes.has(MESSAGES) && attributes.has(RUN_MESSAGES) ? RUN_MESSAGES : MESSAGES;
  const inEvent = attributes.has(SYSTEM) && !attributes.has(key) ? detailsWith(view, key) : undefined;
  return { key, messages: inEvent ?? own, instructions: own };
}

function messagesOfDetails(view: SpanView): SentMessages | undefined {
  const [messages, instructions] = [detailsWith(view, MESSAGES), detailsWith(view, SYSTEM)];
  const place = messages ?? instructions;
  return place && { key: MESSAGES, messages: place, instructions: instructions ?? place };
}

/** Returns the first details event with the attribute: the convention has one event, Strands one for each side and the instructions. */
function detailsWith(view: SpanView, key: string): AttributeOwner | undefined {
  const event = view.span.events.find(({ name, attributes }) => name === DETAILS_EVENT && attributes.has(key));
  return event && { attributes: event.attributes, use: () => useEvent(view, event) };
}

/** @param alone whether to return instructions without a message with content after them */
function messagesWithSystem(view: SpanView, sent: SentMessages, alone: boolean): JsonText | undefined {
  const { key, messages: place, instructions } = sent;
  const messages = valueOf(view, place.attributes, key);
  const system = valueOf(view, instructions.attributes, SYSTEM);
  if (system !== undefined && !alone && (messages === undefined || !hasContent(messages))) return undefined;
  if (messages !== undefined) place.use(key);
  if (system === undefined || (messages !== undefined && !takesSystem(messages))) return messages;
  const parts = partsOf(system);
  const first = `{"role":"system","parts":${parts}}`;
  // The messages are spliced, not rebuilt: their text stays as it was sent.
  const rest = messages?.trimStart().slice(1).trimStart() ?? ']';
  const text = rest.startsWith(']') ? `[${first}]` : `[${first},${rest}`;
  const { valueBytes } = view.limits;
  if (exceedsBytes(text, valueBytes) && sentBytes(place, key) + sentBytes(instructions, SYSTEM) > valueBytes) {
    omit(view, SYSTEM, `would take the input over ${valueBytes} bytes and was left out of it`);
    return messages;
  }
  instructions.use(SYSTEM);
  return text;
}

function sentBytes({ attributes }: AttributeOwner, key: string): number {
  return Buffer.byteLength(sentText(attributes.get(key) ?? ''));
}

/** Returns instructions as an array of parts; senders also write one part, or text. */
function partsOf(instructions: JsonText): JsonText {
  const text = instructions.trimStart();
  if (text.startsWith('[')) return instructions;
  return text.startsWith('{') ? `[${instructions}]` : `[{"type":"text","content":${instructions}}]`;
}

/** Finds what a system role is written with: the word, or an escaped letter of it. */
const MAY_BE_SYSTEM = /"system"|\\u00[67]/;

/** Whether the text is an array of messages of which none has the system role. */
function takesSystem(messages: JsonText): boolean {
  if (!messages.trimStart().startsWith('[')) return false;
  if (!MAY_BE_SYSTEM.test(messages)) return true;
  const list = parse(messages);
  return (
    Array.isArray(list) &&
    !list.some((message: unknown) => {
      return typeof message === 'object' && message !== null && 'role' in message && message.role === 'system';
    })
  );
}

function valueOf(view: SpanView, attributes: Attributes, key: string): JsonText | undefined {
  const value = attributes.get(key);
  return value === undefined || value === null ? undefined : freeForm(value, view, key);
}

/** Marks several events as used by a text. If the text is too large, they stay in metadata, which is limited and notes it. */
function takeEvents(view: SpanView, events: readonly OtlpEvent[], text: JsonText): JsonText | undefined {
  if (exceedsBytes(text, view.limits.valueBytes)) return undefined;
  for (const event of events) useEvent(view, event);
  return text;
}

/** Converts an event's attributes into one message; a role among them wins over that of the event's name. */
function messageText(event: OtlpEvent): JsonText {
  const members: [string, JsonText][] = [];
  const role = ROLE_OF_EVENT.get(event.name);
  if (role !== undefined && !event.attributes.has('role')) members.push(['role', JSON.stringify(role)]);
  for (const [key, value] of event.attributes) members.push([key, attributeText(key, value)]);
  return objectText(members);
}
