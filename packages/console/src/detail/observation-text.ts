import { branchAt, findChildren, keyOf, keyStartOf, startOf } from '../json/branch';
import { skipBetween } from '../json/scan';

/** Characters between which other work gets its turn. */
const AT_ONCE = 4_000_000;

/** A value where it stands in the text of an answer. */
export interface Slice {
  readonly start: number;
  /** After its last character. */
  readonly end: number;
}

/** An observation as it was answered, not made into values: its inputs and outputs may be long, and their digits count. */
export interface ObservationText {
  readonly text: string;
  /** Its members by name; those that are null are left out. */
  readonly members: ReadonlyMap<string, Slice>;
}

/** Where the members of an object are; other work gets its turn while a long one is read. */
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

/** The text of a member; undefined where it is not there. */
export function sliceOf({ text, members }: ObservationText, name: string): string | undefined {
  const slice = members.get(name);
  return slice && text.slice(slice.start, slice.end);
}

/** After the last character before a place that is no comma and no white space. */
function endBefore(text: string, address: number): number {
  let end = address;
  while (end > 0 && /[\s,]/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}
