import type { LogOffset } from '@sluice/record';
import { receipt as receiptParameter } from '@sluice/api';
import { type Handler, RECEIPT_HEADER, badRequest, parseReceipt, senderOf, unavailable } from '@sluice/http';
import type { ProjectStore } from '@sluice/store/read';
import { pauseFor } from './pause';
import { type QueryDependencies, readsFor } from './parts';
import type { Read } from './read';

type Response = Parameters<Handler>[1];

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/**
 * Answers a read that brings the receipt of a write, where its endpoint takes one, not before that is stored (contract: Read your write).
 * @throws ApiError 400 for what is no receipt, or one of another project; 503 when it takes too long: by how much would be a count over all projects
 */
export function withReceipt(
  { endpoint, handle }: Read,
  dependencies: Pick<QueryDependencies, 'store' | 'receiptWaitMs'>,
): Read {
  if (endpoint.headers?.includes(receiptParameter) !== true) return { endpoint, handle };
  const waiting: Handler = async (request, response) => {
    const receipt = request.get(RECEIPT_HEADER);
    if (receipt !== undefined) {
      const { project } = senderOf(response);
      const offsets = parseReceipt(receipt, project);
      if (offsets === undefined) {
        throw badRequest(
          `${RECEIPT_HEADER} must be the value that a write to this project was answered with, or several separated by commas`,
        );
      }
      await untilStored(offsets, { reads: readsFor(dependencies.store, response), ...dependencies }, response);
    }
    await handle(request, response);
  };
  return { endpoint, handle: waiting };
}

async function untilStored(
  offsets: readonly LogOffset[],
  { reads, receiptWaitMs }: Pick<QueryDependencies, 'receiptWaitMs'> & { readonly reads: ProjectStore },
  response: Response,
): Promise<void> {
  if (offsets.length === 0) return;
  const deadline = performance.now() + receiptWaitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (await reads.areStored(offsets)) return;
    const left = deadline - performance.now();
    if (left <= 0) throw unavailable('the writers are behind this receipt: ask again');
    await pauseFor(Math.min(pause, left), response);
  }
}
