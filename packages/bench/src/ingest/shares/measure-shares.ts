import { setTimeout as sleep } from 'node:timers/promises';
import { Distribution } from '../../report/distribution';
import type { Send } from './loads';

/** Answers that a modest project received. */
export interface Met {
  /** Times of all answers, in milliseconds. */
  readonly times: Distribution;
  /** Answers other than 200. */
  readonly refused: number;
}

/** Pause of a sender of the modest project after each answer. */
const EVERY_MS = 100;
/** Time before answers are counted, until the load has built up. */
const WARM_UP_MS = 1_500;
/** Pause of a refused sender before it sends again. */
const AGAIN_MS = 50;

/**
 * Sends for one modest project while other senders send for the other projects in rotation.
 * @param options `tokens` of the other projects: one, or as many as share the load; ends after `samples` answers, or after `milliseconds`
 */
export async function measureShares(options: {
  readonly load: Send;
  readonly modest: Send;
  readonly senders: number;
  readonly tokens: readonly string[];
  readonly modestToken: string;
  readonly modestSenders: number;
  readonly samples: number;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}): Promise<Met> {
  const { load, modest, senders, tokens, modestToken, modestSenders, samples, milliseconds, signal } = options;
  let isOver = false;
  const sending = Array.from({ length: senders }, async (_, n) => {
    const token = tokens[n % tokens.length] as string;
    while (!isOver && !signal.aborted) {
      const status = await load(token).catch(() => 0);
      if (status !== 200) await sleep(AGAIN_MS);
    }
  });
  await sleep(WARM_UP_MS);
  const times = new Distribution();
  let refused = 0;
  const end = performance.now() + milliseconds;
  const sendModest = async (): Promise<void> => {
    while (times.count < samples && performance.now() < end && !signal.aborted) {
      const begun = performance.now();
      const status = await modest(modestToken).catch(() => 0);
      times.add(performance.now() - begun);
      if (status !== 200) refused += 1;
      await sleep(EVERY_MS);
    }
  };
  await Promise.all(Array.from({ length: modestSenders }, sendModest));
  isOver = true;
  await Promise.all(sending);
  return { times, refused };
}
