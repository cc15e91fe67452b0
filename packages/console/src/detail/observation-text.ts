import { branchAt, findChildren, keyOf, keyStartOf, startOf } from '../json/branch';
import { skipBetween } from '../json/scan';

/** Characters parsed before other work may run. */
const AT_ONCE = 4_000_000;

/** Value by its offsets in the text of an answer. */
export interface Slice {
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

/** Observation as the text of the answer. It is not parsed, because texts may be long and digits of numbers must not change. */
export interface ObservationText {
  readonly text: string;
  /** Members by name; null members are omitted. */
  readonly members: ReadonlyMap<string, Slice>;
}

/** Finds the members of an object; yields to other work while it reads a long text. */
export async function membersOf(text: string): Promise<ObservationText> {
  const branch = branchAt(text, skipBetween(text, 0));
  findChildren(branch, AT_ONCE);
  while (!branch.isDone) {
    await new Promise((resolve) => setTimeout(resolve));
    findChildren(branch, AT_ONCE);
  }
  const members = new Map<string, Slice>();
  for (let index = 0; index < branch.count; index += 1) {
    const start = startOf(branch, index);
    const next = index + 1 < branch.count ? keyStartOf(branch, index + 1) : branch.skip.at;
    const end = endBefore(text, next);
    if (end - start !== 4 || !text.startsWith('null', start)) members.set(String(keyOf(branch, index)), { start, end });
  }
  return { text, members };
}

/** Returns the text of a member; undefined if it is absent. */
export function sliceOf({ text, members }: ObservationText, name: string): string | undefined {
  const slice = members.get(name);
  return slice && text.slice(slice.start, slice.end);
}

/** Returns the offset after the last character before `address` that is neither a comma nor white space. */
function endBefore(text: string, offset: number): number {
  let end = offset;
  while (end > 0 && /[\s,]/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}
