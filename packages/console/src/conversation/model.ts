import type { Exact } from '../json/exact-value';

/** Message to or from a model, independent of the vendor. */
export interface Message {
  /** `system`, `user`, `assistant`, `tool`, or another role as sent. */
  readonly role: string;
  readonly name?: string | undefined;
  readonly parts: readonly ContentPart[];
  /** Finish reason as sent. */
  readonly finish?: string | undefined;
}

export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Reasoning of the model; without a text if the vendor encrypts it. */
  | { readonly kind: 'reasoning'; readonly text: string | undefined }
  | { readonly kind: 'refusal'; readonly text: string }
  | Call
  | Result
  | { readonly kind: 'media'; readonly media: Media }
  /** Value without a better view, under the name with which it was sent. */
  | { readonly kind: 'value'; readonly name: string | undefined; readonly value: Exact };

/** Tool call of a model. */
export interface Call {
  readonly kind: 'call';
  readonly id: string | undefined;
  readonly name: string;
  readonly input: Exact | undefined;
}

/** Result of a tool call. */
export interface Result {
  readonly kind: 'result';
  /** Id of the call. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly isError: boolean;
  readonly parts: readonly ContentPart[];
}

/** Picture, sound or file: its bytes in base64, or its URL. */
export interface Media {
  /** Media type, if sent. */
  readonly type: string | undefined;
  readonly name: string | undefined;
  readonly data: string | undefined;
  /** URL, or an id at the vendor; it is shown and never loaded. */
  readonly address: string | undefined;
}

/** Messages, and the members sent besides them. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** Members of the surrounding object that the messages do not show: `model`, `tools`, `temperature`. */
  readonly rest: readonly (readonly [string, Exact])[];
}
