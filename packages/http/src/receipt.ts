import type { LogOffset } from '@sluice/record';

/** Header of the receipt, in the response to a write and in a read (contract: Read your write). */
export const RECEIPT_HEADER = 'Sluice-Receipt';

/** Text of a receipt without log offsets: everything is stored already. */
const STORED = 'stored';

/** Limit above the partitions of a topic, all of which one write may use. */
const MAX_OFFSETS = 1024;

/** A topic as Kafka allows its names, a partition and an offset. */
const LOG_OFFSET = /^([\w.-]{1,249})\/(\d{1,9})@(\d{1,15})$/;

/** Prefix of each log offset of another project than the default one, so that receipts can be joined. */
const ofProject = (project: string | undefined): string => (project === undefined ? '' : `${project}:`);

/** Writes a receipt: `sluice.traces.v1/3@1041,sluice.traces.v1/5@88`, of a project `acme:sluice.traces.v1/3@1041`; or `stored`. */
export function formatReceipt(offsets: readonly LogOffset[], project: string | undefined): string {
  if (offsets.length === 0) return STORED;
  const before = ofProject(project);
  return offsets.map(({ topic, partition, offset }) => `${before}${topic}/${partition}@${offset}`).join(',');
}

/**
 * Parses a receipt of a project into log offsets, none if everything is stored; undefined for text that is not a receipt of the project.
 */
export function parseReceipt(text: string, project: string | undefined): LogOffset[] | undefined {
  const parts = text.split(',', MAX_OFFSETS + 1);
  if (parts.length > MAX_OFFSETS) return undefined;
  const before = ofProject(project);
  const offsets: LogOffset[] = [];
  for (const part of parts.map((each) => each.trim())) {
    if (part === STORED) continue;
    if (!part.startsWith(before)) return undefined;
    const [, topic, partition, offset] = LOG_OFFSET.exec(part.slice(before.length)) ?? [];
    if (topic === undefined) return undefined;
    offsets.push({ topic, partition: Number(partition), offset: Number(offset) });
  }
  return offsets;
}
