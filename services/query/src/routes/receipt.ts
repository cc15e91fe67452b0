import { type Handler, RECEIPT_HEADER, badRequest, parseReceipt, senderOf, unavailable } from '@sluice/http';
import type { LogOffset, ProjectStore } from '@sluice/store/read';
import { pauseFor } from './pause';
import { type QueryDependencies, readsFor } from './parts';

type Response = Parameters<Handler>[1];

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/**
 * Answers a read that brings the receipt of a write not before that is stored (contract: Read your write).
 * @throws ApiError 400 for what is no receipt, or one of another project; 503 when it takes too long: by how much would be a count over all projects
 */
export function withReceipt(
  handle: Handler,
  dependencies: Pick<QueryDependencies, 'store' | 'receiptWaitMs'>,
): Handler {
  return async (request, response) => {
    const receipt = request.get(RECEIPT_HEADER);
    if (receipt !== undefined) {
      const { project } = senderOf(response);
      const places = parseReceipt(receipt, project);
      if (places === undefined) {
        throw badRequest(
          `${RECEIPT_HEADER} must be the value that a write to this project was answered with, or several separated by commas`,
        );
      }
      await untilStored(places, { reads: readsFor(dependencies.store, response), ...dependencies }, response);
    }
    await handle(request, response);
  };
}

async function untilStored(
  places: readonly LogOffset[],
  { reads, receiptWaitMs }: Pick<QueryDependencies, 'receiptWaitMs'> & { readonly reads: ProjectStore },
  response: Response,
): Promise<void> {
  if (places.length === 0) return;
  const deadline = performance.now() + receiptWaitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (await reads.areStored(places)) return;
    const left = deadline - performance.now();
    if (left <= 0) throw unavailable('the writers are behind this receipt: ask again');
    await pauseFor(Math.min(pause, left), response);
  }
}
