import type { ItemOf, Kind } from '@sluice/record';
import { DecodeError } from './decode-error';
import { isObject, JsonList, rawBody, type Unchecked } from './json-body';
import type { Limits } from './limits';
import { checkOf } from './check-body';
import type { ItemList } from './schemas/lists';

/** Items of a large body that are decoded together. */
const PORTION_ITEMS = 1000;

/** Reads the items of a body in portions. @param now microseconds since the epoch */
type ListPortions<K extends Kind> = (
  body: Buffer,
  limits: Limits,
  now: number,
) => Generator<readonly ItemOf<K>[], void>;

/**
 * Makes the reader of a body that is a list of items, in portions. One bad item refuses the body: a caller that stores a portion must
 * have read all of them. The reader throws only a DecodeError, which names the path of the first wrong member and what is accepted; it may
 * be found after the first portions. Too many items are found before wrong ones.
 */
export function portionsOf<K extends Kind>(list: ItemList<K>): ListPortions<K> {
  const { member: name, read } = list;
  const checkBody = checkOf(list.bodySchema);
  const checkItem = checkOf(list.itemSchema);
  return function* (body, limits, now) {
    const { value, lists } = rawBody(body, limits).open('the body', name);
    const items = lists.get(name) ?? (isObject(value) ? value[name] : undefined);
    if ((items instanceof JsonList || Array.isArray(items)) && items.length > limits.items) {
      throw new DecodeError('too-large', `${name} must not have more than ${limits.items} entries`);
    }
    const whole = checkBody(value)[name] as readonly Unchecked[];
    if (!(items instanceof JsonList)) {
      yield whole.map((raw, index) => read(raw, `${name}[${index}]`, now));
      return;
    }
    let portion: ItemOf<K>[] = [];
    let index = 0;
    for (const element of items) {
      const path = `${name}[${index++}]`;
      portion.push(read(checkItem(element.open(path).value, path), path, now));
      if (portion.length < PORTION_ITEMS) continue;
      yield portion;
      portion = [];
    }
    yield portion;
  };
}
