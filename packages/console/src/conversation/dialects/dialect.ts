import type { Exact, ExactObject } from '../../json/exact-value';
import type { ContentPart } from '../model';

/** Functions of the common reader that a dialect uses. */
export interface Readers {
  /** Reads the parts of a content; undefined unless all are known. */
  readonly parts: (items: readonly Exact[]) => readonly ContentPart[] | undefined;
  /** Reads the result of a tool, which may be any value. */
  readonly answer: (value: Exact | undefined) => readonly ContentPart[];
}

/** Message in the names that most senders use; a dialect maps its own members to these. */
export interface PlainMessage {
  readonly role: string;
  readonly name?: Exact | undefined;
  /** Text, parts, one part, or nothing. */
  readonly content?: Exact | undefined;
  /** Parts besides the content. */
  readonly beside?: readonly ContentPart[];
  /** Calls besides the content, as `parts` reads them. */
  readonly calls?: Exact | undefined;
  /** Id of the call that a tool result answers. */
  readonly callId?: string | undefined;
  readonly isError?: boolean;
  readonly finish?: Exact | undefined;
}

/** Messages in a request or an answer. */
export interface Envelope {
  readonly messages: Exact;
  /** Instructions besides the messages. */
  readonly system?: Exact | undefined;
  /** Role of messages without one. */
  readonly role?: string;
  readonly finish?: Exact | undefined;
  /** Members that the messages show; all others are the rest. */
  readonly used: readonly string[];
}

/** Format of conversations of a vendor or framework. Each reader returns undefined for a value of another dialect. */
export interface Dialect {
  readonly part?: (value: ExactObject, readers: Readers) => ContentPart | undefined;
  readonly message?: (value: ExactObject, readers: Readers) => PlainMessage | undefined;
  readonly envelope?: (value: ExactObject) => Envelope | undefined;
}
