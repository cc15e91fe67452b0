import { type FoundMessage, readMessage } from '@sluice/bus/kafka';
import { formatMicros } from '@sluice/record';
import { listOffsets } from '@sluice/store/operate';
import { type CommandDependencies, IncompleteError } from './output';

interface SetAside {
  /** Name of the topic at the brokers. */
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Log offset as the user has repeated it; undefined: the message is only shown. */
  readonly confirm: string | undefined;
}

/**
 * `sluice offsets set-aside`: stores the message at the committed offset of a partition as a dead letter, byte for byte, and moves the
 * committed offset behind it, in one transaction with the fence of the writers. Only this message: records before any other one would be
 * lost.
 */
export async function setAside({ resources, print }: CommandDependencies, options: SetAside): Promise<void> {
  const { topic, partition, offset, confirm } = options;
  const name = `${topic}/${partition}`;
  const committed = await resources.withDatabase(async (pool) => {
    const known = (await listOffsets(pool)).filter((each) => each.topic === topic && each.partition === partition);
    return known.at(-1)?.nextOffset;
  });
  if (committed === undefined) throw new IncompleteError(`partition ${name} has no committed offset`);
  const message = await readMessage(resources.brokers(), { topic, partition, from: committed });
  if (message === undefined) throw new IncompleteError(`${name} stands at ${committed}, the end of its log`);
  if (message.offset !== offset) {
    throw new IncompleteError(
      `${name} stands at ${committed}, where the next message is ${message.offset}, not ${offset}`,
    );
  }
  const repeated = `${name}@${offset}`;
  print(`${repeated}: ${described(message)}`);
  if (confirm !== repeated) {
    throw new IncompleteError(
      `nothing was changed; to move it to the dead letters: ` +
        `sluice offsets set-aside ${topic} ${partition} ${offset} --confirm ${repeated}`,
    );
  }
  await resources.withStore(async ({ store }) => {
    const from = await store.position(topic, partition);
    if (from.nextOffset !== committed) {
      throw new IncompleteError(`${name} stands at ${from.nextOffset} by now: nothing was changed`);
    }
    const letter = { ...message, reason: `set aside by an operator${message.reason && `: ${message.reason}`}` };
    await store.store({ topic, partition, next: offset + 1, deliveries: [], undecodable: [letter] }, from);
  });
  print(`${name} goes on at ${offset + 1}; the message is among sluice dead-letters list`);
}

function described({ bytes, items, recordId, receivedAt, isRecord, reason }: FoundMessage): string {
  const what = isRecord ? 'a record' : reason;
  return `${what}; ${bytes.length} bytes, items: ${items}, id: ${recordId ?? 'none'}, taken ${formatMicros(receivedAt)}`;
}
