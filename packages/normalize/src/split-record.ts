import { recordSize } from '@sluice/record';
import type { TraceRecord } from '@sluice/record';
import type { NormalizeContext } from './context';

/**
 * Splits a record that is too large for the bus between observations; the first record has the fields of the trace. The order of effect is
 * in the stamps, so the records may be processed in any order.
 */
export function splitRecord(
  record: TraceRecord,
  context: Pick<NormalizeContext, 'limits' | 'newRecordId'>,
): readonly TraceRecord[] {
  if (record.observations.length <= 1 || recordSize(record) <= context.limits.recordBytes) return [record];
  const middle = Math.ceil(record.observations.length / 2);
  const first = { ...record, observations: record.observations.slice(0, middle) };
  const second = {
    ...record,
    recordId: context.newRecordId(),
    updates: [],
    tags: [],
    observations: record.observations.slice(middle),
  };
  return [...splitRecord(first, context), ...splitRecord(second, context)];
}
