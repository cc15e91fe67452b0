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
/** The messages of a whole run of Pydantic AI, which has the instructions of GenAI beside them. */
const RUN_MESSAGES = 'pydantic_ai.all_messages';
const SYSTEM = 'gen_ai.system_instructions';
const DETAILS_EVENT = 'gen_ai.client.inference.operation.details';

/** Events up to 1.36, one for each message; the name has the role. */
const ROLE_OF_EVENT = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);

/** Where attributes stand: on the span itself, or on one of its events. */
interface AttributeOwner {
  readonly attributes: Attributes;
  /** Notes that the attribute became a field. */
  readonly use: (key: string) => void;
}

/** Where messages stand, and the instructions that go before them. */
interface SentMessages {
  readonly key: string;
  readonly messages: AttributeOwner;
  readonly instructions: AttributeOwner;
}

/** `gen_ai.input.messages`, the system instructions before them where no message has that role. */
export function inputMessages(view: SpanView): JsonText | undefined {
  return messagesWithSystem(view, messagesOfSpan(view), false);
}

/** The same of a details event, which came with 1.37. */
export function inputOfDetails(view: SpanView): JsonText | undefined {
  const sent = messagesOfDetails(view);
  return sent && messagesWithSystem(view, sent, false);
}

/** Instructions before messages without content, or before none. It is asked last: all else has more of the input. */
export function inputOfInstructions(view: SpanView): JsonText | undefined {
  const sent = view.span.attributes.has(SYSTEM) ? messagesOfSpan(view) : messagesOfDetails(view);
  return sent && messagesWithSystem(view, sent, true);
}

/** A message for each event, as up to 1.36. */
export function inputOfEvents(view: SpanView): JsonText | undefined {
  const messages = view.span.events.filter(({ name }) => ROLE_OF_EVENT.has(name));
  return messages.length === 0 ? undefined : takeEvents(view, messages, `[${messages.map(messageText).join(',')}]`);
}

/** The output of a details event. */
export function outputOfDetails(view: SpanView): JsonText | undefined {
  const key = 'gen_ai.output.messages';
  const details = detailsWith(view, key);
  const messages = details && valueOf(view, details.attributes, key);
  if (messages !== undefined) details?.use(key);
  return messages;
}

/** The choices, an event for each, as up to 1.36: one as it is, several as array. */
export function outputOfEvents(view: SpanView): JsonText | undefined {
  const choices = view.span.events.filter(({ name }) => name === 'gen_ai.choice');
  if (choices.length === 0) return undefined;
  const texts = choices.map(messageText).join(',');
  return takeEvents(view, choices, choices.length === 1 ? texts : `[${texts}]`);
}

/** The value of an attribute of the first event of a name, as in the oldest form. */
export function contentOfEvent(eventName: string, key: string): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const event = view.span.events.find(({ name }) => name === eventName);
    const content = event && valueOf(view, event.attributes, key);
    if (event !== undefined && content !== undefined) useEvent(view, event);
    return content;
  };
}

/** Strands has the instructions of an agent on the span, and the messages in an event. */
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

/** The first details event with the attribute: the convention has one, Strands one for each side and the instructions. */
function detailsWith(view: SpanView, key: string): AttributeOwner | undefined {
  const event = view.span.events.find(({ name, attributes }) => name === DETAILS_EVENT && attributes.has(key));
  return event && { attributes: event.attributes, use: () => useEvent(view, event) };
}

/** @param alone whether instructions are taken that have no message with content after them */
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

/** Instructions are an array of parts; senders also write one part, or text. */
function partsOf(instructions: JsonText): JsonText {
  const text = instructions.trimStart();
  if (text.startsWith('[')) return instructions;
  return text.startsWith('{') ? `[${instructions}]` : `[{"type":"text","content":${instructions}}]`;
}

/** Whether the text is an array of messages of which none has the role of the system. */
function takesSystem(messages: JsonText): boolean {
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

/** The text of several events; where it is too large they stay in metadata, which is bounded and notes it. */
function takeEvents(view: SpanView, events: readonly OtlpEvent[], text: JsonText): JsonText | undefined {
  if (exceedsBytes(text, view.limits.valueBytes)) return undefined;
  for (const event of events) useEvent(view, event);
  return text;
}

/** An event's attributes as one message; a role that it states itself goes before that of its name. */
function messageText(event: OtlpEvent): JsonText {
  const members: [string, JsonText][] = [];
  const role = ROLE_OF_EVENT.get(event.name);
  if (role !== undefined && !event.attributes.has('role')) members.push(['role', JSON.stringify(role)]);
  for (const [key, value] of event.attributes) members.push([key, attributeText(key, value)]);
  return objectText(members);
}
