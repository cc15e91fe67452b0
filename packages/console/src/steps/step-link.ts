import { DEFAULT_LIST } from '../url/list-address';
import { type TraceAddress, listQuery } from '../url/trace-address';

/** Address of a step in its trace. @param range that the pages opened from there keep */
export const linkToStep = (
  { id, traceId }: { readonly id: string; readonly traceId: string },
  range: string,
): TraceAddress => ({
  ...{ page: 'trace', id: traceId, observation: id },
  list: listQuery({ ...DEFAULT_LIST, range }),
});
