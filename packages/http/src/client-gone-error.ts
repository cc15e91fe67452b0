import type { ServerResponse } from 'node:http';

/** The client has closed its connection before it received the whole response. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

const signals = new WeakMap<ServerResponse, AbortSignal>();

/**
 * Returns a signal that aborts with a `ClientGoneError` when the client closes its connection before it has the whole response. A response
 * that waits behind another one of its connection gets no event at the end of the connection; its request does, and also where its body was
 * read to the end.
 */
export function goneSignal(response: ServerResponse): AbortSignal {
  const known = signals.get(response);
  if (known !== undefined) return known;
  const gone = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) gone.abort(new ClientGoneError('the client has gone'));
  };
  const lookAtSocket = (): void => {
    if (response.req.socket.destroyed) look();
  };
  response.once('close', look);
  response.req.once('close', lookAtSocket);
  if (response.destroyed) look();
  else lookAtSocket();
  signals.set(response, gone.signal);
  return gone.signal;
}
