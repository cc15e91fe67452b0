import { isProjectId } from '@sluice/record';
import { type Syntax, isOneEdit } from '@sluice/runtime';

export const ACCEPTED_NAME = '1 to 64 letters, digits, ".", "_" and "-", the first a letter or digit';

/** Whether a text is a valid name of credentials or a project: the rule is that of records, which contain the project. */
export const isName = isProjectId;

/** Syntax of a setting with the id of a project. */
export const projectId: Syntax<string> = {
  accepted: ACCEPTED_NAME,
  parse: (raw) => (isProjectId(raw) ? raw : undefined),
};

/** Shorter names are one edit away from too many others. */
const SHORTEST_EDITED = 4;

/** Returns the first of the names that a text was probably meant for. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(written);
  return names.find((name) => {
    if (written.length > 2 * name.length) return false;
    const other = lettersOf(name);
    return letters === other || (other.length >= SHORTEST_EDITED && isOneEdit(letters, other));
  });
}

const lettersOf = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();
