import { patience } from '@sluice/testbed/machine';
import { untilTaken } from '../load/http-client';
import { type HostileBody, type WireBody, toWire } from './bodies';
import type { HostileCase, Outcome, Target } from './hostile-case';

/** Case that only sends bodies. */
export interface BodyCase {
  readonly name: string;
  readonly expect: number;
  /** Number of clients that send at once, each on a connection of its own. Default: 1. */
  readonly clients?: number;
  /** Number of bodies that each client sends, one after the other. Default: 1. */
  readonly times?: number;
  /** @param client from 0 @param turn from 0 */
  readonly body: (client: number, turn: number) => HostileBody;
}

/** Time after which a 503 is the last answer to a request. */
const PATIENCE_MS = 60_000;

export function ofBodies({ name, expect, clients = 1, times = 1, body }: BodyCase): HostileCase {
  return {
    name,
    expect: [expect],
    crowded: clients > 1,
    prepare: async (target) => {
      const bodies: WireBody[][] = [];
      for (let client = 0; client < clients; client += 1) {
        const own: WireBody[] = [];
        for (let turn = 0; turn < times; turn += 1) own.push(await toWire(body(client, turn)));
        bodies.push(own);
      }
      return async () => {
        const deadline = performance.now() + patience(PATIENCE_MS);
        const outcomes = await Promise.all(bodies.map((own) => sendAll(own, target, { deadline, again: clients > 1 })));
        return together(outcomes.flat());
      };
    },
  };
}

async function sendAll(
  bodies: readonly WireBody[],
  { http }: Target,
  { deadline, again }: { readonly deadline: number; readonly again: boolean },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { path, headers, body } of bodies) {
    const { answer, refusals } = await untilTaken(() => http.post(path, headers, body), again ? deadline : 0);
    outcomes.push({ statuses: [answer?.status ?? 0], refusals });
  }
  return outcomes;
}

/** Merges several outcomes. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    statuses: outcomes.flatMap(({ statuses }) => statuses),
    refusals: outcomes.reduce((sum, { refusals }) => sum + refusals, 0),
    wrong: outcomes.flatMap(({ wrong = [] }) => wrong),
  };
}
