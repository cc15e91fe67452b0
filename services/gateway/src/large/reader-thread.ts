import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { collectHeap } from '@sluice/runtime/heap'; // the package's other modules would be loaded by each thread
import type { FromReader, ToReader } from './messages';
import { type Asker, readLarge, Stopped } from './reader';

/* Thread that reads large bodies, one at a time: see large-bodies.ts. */

const port = parentPort;
if (port === null) throw new Error('this file is the beginning of a thread');

/** Memory that it may keep for the next body without a collection. */
const IDLE_BYTES = 48 * 1024 * 1024;

const send = (message: FromReader, handedOver: ArrayBuffer[] = []): void => port.postMessage(message, handedOver);

const asker: Asker = {
  send,
  ask: async (message, handedOver) => {
    send(message, handedOver);
    const [answer] = (await once(port, 'message')) as [ToReader];
    if (answer.type !== 'go') throw new Stopped();
  },
  end: (ending, handedOver = []) => {
    // Also if the thread is ended now: on Node 24 its pages would stay with the process for a while.
    collectHeap(IDLE_BYTES);
    const { heapTotal, arrayBuffers } = process.memoryUsage();
    const leaving = handedOver.reduce((sum, { byteLength }) => sum + byteLength, 0);
    send({ type: 'ended', ending, heldBytes: heapTotal + arrayBuffers - leaving }, handedOver);
  },
  freeMemory: collectHeap,
};

port.on('message', (message: ToReader) => {
  if (message.type === 'read') void readLarge(message.body, asker);
});
