import type { Exact, ExactObject } from '../../json/exact-value';
import type { ContentPart } from '../model';

/** What a dialect asks the reader of all of them for. */
export interface Readers {
  /** Parts of a content; undefined unless every one is known. */
  readonly parts: (items: readonly Exact[]) => readonly ContentPart[] | undefined;
  /** What a tool answered, whatever it is. */
  readonly answer: (value: Exact | undefined) => readonly ContentPart[];
}

/** A message in the names that most senders use; what a dialect has in other places is brought into these. */
export interface PlainMessage {
  readonly role: string;
  readonly name?: Exact | undefined;
  /** A text, parts, one part, or nothing. */
  readonly content?: Exact | undefined;
  /** Parts that stand beside the content. */
  readonly beside?: readonly ContentPart[];
  /** Calls that stand beside the content, as `parts` reads them. */
  readonly calls?: Exact | undefined;
  /** Of a tool's answer the id of the call. */
  readonly callId?: string | undefined;
  readonly isError?: boolean;
  readonly finish?: Exact | undefined;
}

/** Where the messages are in a request or an answer. */
export interface Envelope {
  readonly messages: Exact;
  /** Instructions that stand beside the messages. */
  readonly system?: Exact | undefined;
  /** Whose the content is where it does not say so. */
  readonly role?: string;
  readonly finish?: Exact | undefined;
  /** Members that the messages show; all others are the rest. */
  readonly used: readonly string[];
}

/** How a vendor or a framework writes conversations. Each reader answers undefined for what is not of the dialect. */
export interface Dialect {
  readonly part?: (value: ExactObject, readers: Readers) => ContentPart | undefined;
  readonly message?: (value: ExactObject, readers: Readers) => PlainMessage | undefined;
  readonly envelope?: (value: ExactObject) => Envelope | undefined;
}
