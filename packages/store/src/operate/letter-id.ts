/** Id of a dead letter: the key of `sluice.ingest_dead_letter`. */
export interface LetterId {
  readonly topic: string;
  readonly epoch: number;
  readonly partition: number;
  readonly offset: number;
  /** Index of the item in its record; -1 for the fields of the trace itself. */
  readonly item: number;
}

/** Formats an id as one word for people and shells: `topic/epoch/partition/offset/item`. */
export function formatLetterId({ topic, epoch, partition, offset, item }: LetterId): string {
  return [topic, epoch, partition, offset, item].join('/');
}

/** Parses an id, as the reverse of `formatLetterId`; undefined for any other text. */
export function parseLetterId(text: string): LetterId | undefined {
  const match = /^([^/]+)\/(\d{1,9})\/(\d{1,9})\/(\d{1,15})\/(-1|\d{1,9})$/.exec(text);
  if (match === null) return undefined;
  const [, topic = '', epoch, partition, offset, item] = match;
  return { topic, epoch: Number(epoch), partition: Number(partition), offset: Number(offset), item: Number(item) };
}
