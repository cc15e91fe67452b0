import { type Question, readText } from '../api/client';
import { type ObservationText, membersOf } from './observation-text';

/** Reads one observation with its texts. */
export async function readObservation(id: string, traceId: string, signal?: AbortSignal): Promise<ObservationText> {
  const question: Question = { ids: { observationId: id }, query: { traceId }, ...(signal && { signal }) };
  return membersOf(await readText('/api/public/observations/{observationId}', question));
}
