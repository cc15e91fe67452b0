import type { SluiceRecord } from '@sluice/record';

/** Header of requests that export Sluice's own traces, from any Sluice: such a request is not traced. */
export const SELF_TRACES_HEADER = 'sluice-self-traces';

/** Resource attribute of Sluice's own traces. Unlike the header, it passes through a collector. */
export const SELF_TRACES_ATTRIBUTE = 'sluice.self_traces';

const MARK = `${JSON.stringify(SELF_TRACES_ATTRIBUTE)}:true`;

/**
 * Whether a record has a trace that a Sluice sent of itself. Work for such records alone is not traced: each trace of this work would cause
 * the next one, forever.
 */
export function isSelfTrace(record: SluiceRecord): boolean {
  if (record.kind !== 'trace') return false;
  // The resource is in the metadata of every span, and a trace has one sender here: ids are random.
  return record.observations[0]?.metadata?.get('resourceAttributes')?.includes(MARK) === true;
}
