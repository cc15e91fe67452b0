import type { Dialect } from './dialect';
import { startPlus } from './readers';

const timeToFirstByte = startPlus('metrics.ttfb', 1e6);

/**
 * What went in and came out under the bare names that many senders choose without a convention. Asked last of all. Pipecat,
 * which writes its model calls so, has the time to the first byte of an answer, in seconds, beside them.
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
