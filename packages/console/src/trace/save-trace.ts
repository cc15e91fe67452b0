import { readBytes } from '../api/client';
import { save } from '../ui/save';

/** Saves a trace with its texts, as the API returns it. */
export async function saveTrace(id: string): Promise<void> {
  const answer = await readBytes('/api/public/traces/{traceId}', { ids: { traceId: id } });
  if (answer !== undefined) save(answer.bytes, `trace-${id}.json`);
}
