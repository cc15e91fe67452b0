import { type Address, parametersOf } from '../url/address';
import { PROJECT } from '../url/query';

const MAX_NAMED = 5;
const LONGEST = 60;

/**
 * Returns the parameters that the address does not have, such as `level=FOO`, which the page ignores. At most MAX_NAMED, each cut to
 * LONGEST characters.
 * @param address that was read from the URL
 */
export function unreadParameters(search: string, address: Address): readonly string[] {
  if (address.page === 'unknown') return [];
  const read = new Set(parametersOf(address.page, address).map(([name, value = '']) => `${name}=${value}`));
  return [...new URLSearchParams(search)]
    .filter(([name, value]) => name !== PROJECT && !read.has(`${name}=${value}`))
    .slice(0, MAX_NAMED)
    .map((parameter) => parameter.join('=').slice(0, LONGEST));
}
