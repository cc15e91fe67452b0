import type { Dialect } from './dialect';
import { startPlus } from './readers';

const timeToFirstByte = startPlus('metrics.ttfb', 1e6);

/**
 * Dialect of input and output under the bare names that many senders choose without a convention. It is the last dialect. Pipecat, which
 * writes its model calls so, also sends the time to the first byte of an answer, in seconds.
 */
export const bare: Dialect = {
  namespaces: ['input', 'output', 'metrics'],
  input: ['input'],
  output: ['output'],
  completionStartTime: [
    (view) => {
      const time = timeToFirstByte(view);
      return time !== undefined && view.scope.name.startsWith('pipecat') ? time : undefined;
    },
  ],
};
