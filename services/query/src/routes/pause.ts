import { setTimeout as sleep } from 'node:timers/promises';
import { type Handler, goneSignal } from '@sluice/http';

/** Waits so many milliseconds. @throws ClientGoneError as soon as the client of the answer has gone */
export async function pauseFor(milliseconds: number, response: Parameters<Handler>[1]): Promise<void> {
  const signal = goneSignal(response);
  await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
