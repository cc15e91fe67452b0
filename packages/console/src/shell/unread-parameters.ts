import { type Address, writeAddress } from '../url/address';
import { PROJECT } from '../url/query';

const MOST_NAMED = 5;
const LONGEST = 60;

/**
 * Parameters of an address that its place does not have, as `level=FOO`: the page is as if they were not there. At most MOST_NAMED, each
 * of LONGEST characters.
 * @param address that was read of the address
 */
export function unreadParameters(search: string, address: Address): readonly string[] {
  if (address.page === 'unknown') return [];
  const read = new Set<string>();
  writeAddress(address, (_, parts) => {
    for (const [name, value] of parts) read.add(`${name}=${value ?? ''}`);
    return '';
  });
  return [...new URLSearchParams(search)]
    .filter(([name, value]) => name !== PROJECT && !read.has(`${name}=${value}`))
    .slice(0, MOST_NAMED)
    .map((parameter) => parameter.join('=').slice(0, LONGEST));
}
