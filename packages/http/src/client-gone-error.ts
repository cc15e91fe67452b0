import type { ServerResponse } from 'node:http';

/** The client has ended its connection before it had all of the answer, which nobody waits for any more. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

const signals = new WeakMap<ServerResponse, AbortSignal>();

/**
 * Aborts with a `ClientGoneError` when the client of an answer goes before it has all of it. An answer that waits behind another one of
 * its connection hears nothing of the end of the connection; its request does.
 */
export function goneSignal(response: ServerResponse): AbortSignal {
  const known = signals.get(response);
  if (known !== undefined) return known;
  const gone = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) gone.abort(new ClientGoneError('the client has gone'));
  };
  response.once('close', look);
  response.req.once('close', look);
  if (response.destroyed || response.req.destroyed) look();
  signals.set(response, gone.signal);
  return gone.signal;
}
