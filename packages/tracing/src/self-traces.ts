import type { SluiceRecord } from '@sluice/record';

/** In a request of an exporter of Sluice's own traces, whichever Sluice: no trace is made of it. */
export const SELF_TRACES_HEADER = 'sluice-self-traces';

/** The attribute of the resource that sends them. It outlives a collector on the way, which forgets headers. */
export const SELF_TRACES_ATTRIBUTE = 'sluice.self_traces';

const MARK = `${JSON.stringify(SELF_TRACES_ATTRIBUTE)}:true`;

/**
 * Whether a record has a trace that a Sluice sent of itself. What is done for such records alone is not traced: each trace of it
 * would be the reason for the next one, for ever.
 */
export function isSelfTrace(record: SluiceRecord): boolean {
  if (record.kind !== 'trace') return false;
  // The resource is in the metadata of every span, and a trace has one sender here: ids are random.
  return record.observations[0]?.metadata?.get('resourceAttributes')?.includes(MARK) === true;
}
