import type { Portions, StoredText } from '@sluice/store/read';

/** Writes an answer with items in `data`, in fragments. */
export async function* listOf<Item>(
  portions: Portions<Item>,
  present: (item: Item) => StoredText[],
  meta: object,
): AsyncGenerator<StoredText[]> {
  let separator = '{"data":[';
  for await (const portion of portions) {
    for (const item of portion) {
      yield [separator, ...present(item)];
      separator = ',';
    }
  }
  yield [`${separator === ',' ? '' : separator}],"meta":${JSON.stringify(meta)}}`];
}
