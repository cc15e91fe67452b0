import { type HttpClient, untilTaken } from '../../load/http-client';
import { readAfter, sendTrace, smallTrace } from '../../load/small-trace';

const PATIENCE_MS = 30_000;
const AGAIN_MS = 200;

/**
 * Sends a trace to the gateways and reads it from the query service, both by their Services. @throws Error where the trace is not answered
 */
export async function tryOut(writes: HttpClient, reads: HttpClient): Promise<void> {
  const trace = smallTrace(0);
  const sent = await sendTrace(writes, trace).catch((error: unknown) => {
    throw new Error('the gateways are not reached by a port of a node: give --node-address', { cause: error });
  });
  if (sent.status !== 200) throw new Error(`the first trace was answered ${sent.status}: ${sent.body.toString()}`);
  const deadline = performance.now() + PATIENCE_MS;
  const { answer } = await untilTaken(() => readAfter(sent, reads, `traces/${trace.id}`), deadline, AGAIN_MS);
  if (answer?.status !== 200) throw new Error(`it is read with ${answer?.status}: ${answer?.body.toString()}`);
}
