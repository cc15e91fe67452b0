import { type HttpClient, untilTaken } from '../load/http-client';
import { readAfter, sendTrace, smallTrace } from '../load/small-trace';
import { Distribution } from '../report/distribution';

export interface ProbeOptions {
  readonly gateway: HttpClient;
  readonly query: HttpClient;
  readonly isOver: () => boolean;
}

/**
 * Writes one small trace after the other and reads each with its receipt.
 * @returns milliseconds from the acknowledgement of each trace to the answer that contains it
 * @throws Error where a trace is never answered
 */
export async function probeVisibility({ gateway, query, isOver }: ProbeOptions): Promise<Distribution> {
  const visible = new Distribution();
  while (!isOver()) {
    const trace = smallTrace(0);
    const sent = await sendTrace(gateway, trace);
    const acknowledged = performance.now();
    if (sent.status !== 200) continue;
    const { answer } = await untilTaken(() => readAfter(sent, query, `traces/${trace.id}`), Infinity, 0);
    if (answer?.status !== 200) throw new Error(`a trace is answered ${answer?.status} with its receipt`);
    visible.add(performance.now() - acknowledged);
  }
  return visible;
}
