import type { Dialect } from './dialect';
import { startPlus } from './readers';

const timeToFirstToken = startPlus('gen_ai.server.time_to_first_token', 1e3);

/** Strands: what it adds to GenAI. It has in milliseconds what the conventions have in seconds under that name. */
export const strands: Dialect = {
  namespaces: ['gen_ai'],
  completionStartTime: [
    (view) => (view.scope.name === 'strands.telemetry.tracer' ? timeToFirstToken(view) : undefined),
  ],
};
