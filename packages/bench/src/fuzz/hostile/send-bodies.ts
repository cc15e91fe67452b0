import { patience } from '@sluice/testbed/machine';
import { untilTaken } from '../../load/http-client';
import { send } from '../call';
import { judgeExchange } from '../check/judge-answer';
import type { FuzzInput } from '../input/fuzz-input';
import { withUsualHeaders } from '../input/make-input';
import { WireConnection } from '../wire/wire-connection';
import { type BodyCase, toDraft } from './bodies';
import { type HostileCase, type Outcome, PATIENCE_MS, type Target, together } from './hostile-case';

/** Makes a case that sends bodies: each client on a connection of its own, one body after the other. */
export function ofBodies({ name, expect, clients = 1, times = 1, make }: BodyCase): HostileCase {
  const allowed = clients > 1 ? [expect, 503] : [expect];
  return {
    name,
    prepare: async (target) => {
      const inputs: FuzzInput[][] = [];
      for (let client = 0; client < clients; client += 1) {
        const own: FuzzInput[] = [];
        for (let turn = 0; turn < times; turn += 1) {
          const draft = await toDraft(make(client, turn));
          own.push(withUsualHeaders(target.context, { index: -1, draft }));
        }
        inputs.push(own);
      }
      return async () => {
        const deadline = clients > 1 ? performance.now() + patience(PATIENCE_MS) : 0;
        return together(await Promise.all(inputs.map((own) => sendAll(own, target, allowed, deadline))));
      };
    },
  };
}

/** @param deadline time until which a request is repeated after 503, in the time of `performance.now()` */
async function sendAll(
  inputs: readonly FuzzInput[],
  { port, context }: Target,
  allowed: readonly number[],
  deadline: number,
): Promise<Outcome> {
  const connection = new WireConnection(port);
  const outcomes: Outcome[] = [];
  for (const input of inputs) {
    const attempt = async () => {
      const exchange = await send(connection, input, PATIENCE_MS);
      return { exchange, status: exchange.answers[0]?.status ?? 0 };
    };
    const { answer, refusals } = await untilTaken(attempt, deadline);
    const wrong = answer === undefined ? ['no connection'] : judgeExchange(answer.exchange, input, context, allowed);
    outcomes.push({ statuses: [answer?.status ?? 0], refusals, wrong });
  }
  connection.close();
  return together(outcomes);
}
