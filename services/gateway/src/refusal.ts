import { BusUnavailableError } from '@sluice/bus';
import { DecodeError } from '@sluice/decode';
import { messageOf } from '@sluice/runtime';

/** Refusal of a body as a message to another thread, because errors lose their class and their code on the way. */
export type Refusal =
  | { readonly type: 'decode'; readonly kind: DecodeError['kind']; readonly message: string }
  | { readonly type: 'unavailable'; readonly message: string; readonly cause: Cause | undefined }
  | { readonly type: 'bug'; readonly stack: string };

/** Logged members of a cause. */
interface Cause {
  readonly message: string;
  readonly code: unknown;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof DecodeError) return { type: 'decode', kind: error.kind, message: error.message };
  if (error instanceof BusUnavailableError) {
    const { message, cause } = error;
    const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    return {
      type: 'unavailable',
      message,
      cause: cause === undefined ? undefined : { message: messageOf(cause), code },
    };
  }
  return { type: 'bug', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Reverses `refusalOf`, for a body that another thread has refused. */
export function errorOf(refusal: Refusal): Error {
  switch (refusal.type) {
    case 'decode':
      return new DecodeError(refusal.kind, refusal.message);
    case 'unavailable': {
      const { message, cause } = refusal;
      return new BusUnavailableError(message, { cause: cause && Object.assign(new Error(cause.message), cause) });
    }
    case 'bug':
      return new Error(`a body could not be stored: ${refusal.stack}`);
  }
}
