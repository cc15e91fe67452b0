import { readText } from '../api/client';
import { isWorthAnotherTry, waitBeforeTry } from '../api/request-error';
import { membersOf, sliceOf } from '../detail/observation-text';
import { branchAt, findChildren, startOf } from '../json/branch';
import { searchedForm } from './searched-texts';
import { OF_TRACE, type TextPlan, batchesOf } from './text-plan';

/** Members of an answer that are searched. */
const SEARCHED = ['input', 'output', 'metadata', 'modelParameters'] as const;

/**
 * Reads the planned texts of a trace into `held` of the plan, one request after the other.
 * @param onRead called after each request
 * @throws RequestError if the server is busy or unreachable after all retries
 */
export async function readTexts(
  traceId: string,
  { held, own, unread }: TextPlan,
  signal: AbortSignal,
  onRead: () => void,
): Promise<void> {
  if (own !== undefined) {
    const question = { ids: { traceId }, query: { fields: 'io' }, signal };
    const answer = await tryToRead(() => readText('/api/public/traces/{traceId}', question), signal);
    held.set(OF_TRACE, { updatedAt: own, text: await searchedPart(answer) });
    onRead();
  }
  for (const batch of batchesOf(unread)) {
    const query = { ids: batch.map(({ id }) => id), traceId, limit: batch.length };
    const answer = await tryToRead(() => readText('/api/public/observations', { query, signal }), signal);
    const texts = await textsById(answer);
    // An observation deleted meanwhile has no text.
    for (const { id, updatedAt } of batch) held.set(id, { updatedAt, text: texts.get(id) ?? '' });
    onRead();
  }
}

async function tryToRead(ask: () => Promise<string>, signal: AbortSignal): Promise<string> {
  for (let times = 0; ; times += 1) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !(error instanceof Error) || !isWorthAnotherTry(times, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitBeforeTry(times, error)));
    }
  }
}

/** Splits a list of observations, as the API returned it, into texts by id. */
async function textsById(answer: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const list = sliceOf(await membersOf(answer), 'data') ?? '[]';
  const items = branchAt(list, 0);
  findChildren(items, list.length);
  for (let n = 0; n < items.count; n += 1) {
    const item = list.slice(startOf(items, n), n + 1 < items.count ? startOf(items, n + 1) : undefined);
    const id = sliceOf(await membersOf(item), 'id');
    if (id !== undefined) texts.set(JSON.parse(id) as string, await searchedPart(item));
  }
  return texts;
}

/** Extracts the searched members as text: parsing would lose digits of numbers. @param json of an observation or a trace */
async function searchedPart(json: string): Promise<string> {
  const members = await membersOf(json);
  return searchedForm(SEARCHED.flatMap((name) => sliceOf(members, name) ?? []).join('\n'));
}
