const LONGEST_SHOWN = 100;

/**
 * A member whose name the sender has chosen, in the path that an error names: `["my key"]`. Text in quotes is the
 * sender's, so that a log can leave it out; names of the contract stand plain.
 */
export function sentMember(key: string): string {
  return `[${JSON.stringify(key.slice(0, LONGEST_SHOWN))}]`;
}
