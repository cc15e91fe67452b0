import type { Exact } from '../json/exact-value';

/** What was said to a model, or by it, in the words of no particular vendor. */
export interface Message {
  /** `system`, `user`, `assistant`, `tool`, or a word of the sender. */
  readonly role: string;
  readonly name?: string | undefined;
  readonly parts: readonly ContentPart[];
  /** Why the model stopped, as it was sent. */
  readonly finish?: string | undefined;
}

export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  /** What the model thought before it answered; without a text where the vendor sent it sealed. */
  | { readonly kind: 'reasoning'; readonly text: string | undefined }
  | { readonly kind: 'refusal'; readonly text: string }
  | Call
  | Result
  | { readonly kind: 'media'; readonly media: Media }
  /** What has no better view, under the name that it was sent with. */
  | { readonly kind: 'value'; readonly name: string | undefined; readonly value: Exact };

/** A tool that the model wants to be called. */
export interface Call {
  readonly kind: 'call';
  readonly id: string | undefined;
  readonly name: string;
  readonly input: Exact | undefined;
}

/** What a tool answered. */
export interface Result {
  readonly kind: 'result';
  /** That of the call. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly isError: boolean;
  readonly parts: readonly ContentPart[];
}

/** A picture, sound or file: its bytes in base64, or where it lies. */
export interface Media {
  /** Its media type, where it was sent. */
  readonly type: string | undefined;
  readonly name: string | undefined;
  readonly data: string | undefined;
  /** An address or an id at the vendor; it is shown and never loaded. */
  readonly address: string | undefined;
}

/** Messages, and what was sent beside them. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** Of what surrounds the messages the members that they do not show: `model`, `tools`, `temperature`. */
  readonly rest: readonly (readonly [string, Exact])[];
}
