import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { protocolError } from './failure';

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 30_000;

const NOT_YET: ReadonlySet<unknown> = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);

/** Whether a broker does not know a newly created topic yet. The library ends its wait at the first of these errors. */
export const isNotKnownYet = (error: unknown): boolean => NOT_YET.has(protocolError(error));

/**
 * Waits until each partition of newly created topics has a leader.
 * @throws {Error} with the topics that have none after 30 s
 */
export async function untilLed(admin: Pick<Admin, 'fetchTopicMetadata'>, names: readonly string[]): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await areLed(admin, names))) {
    if (performance.now() > deadline)
      throw new Error(`the brokers name no leaders of ${names.join()}, which they made`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function areLed(admin: Pick<Admin, 'fetchTopicMetadata'>, names: readonly string[]): Promise<boolean> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [...names] });
    return topics.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0));
  } catch (error) {
    if (isNotKnownYet(error)) return false;
    throw error;
  }
}
