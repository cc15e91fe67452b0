import { useMemo } from 'react';
import { JsonTree } from '../json/json-tree';
import type { ObservationText } from './observation-text';

/** What was sent, in the order in which one looks for it. */
const SHOWN = ['output', 'input', 'modelParameters', 'metadata'];

/** Input, output and all else that was sent, as a tree. */
export function JsonTab({ text }: { readonly text: ObservationText }) {
  const values = useMemo(
    () =>
      SHOWN.flatMap((name) => {
        const slice = text.members.get(name);
        return slice === undefined ? [] : [{ name, ...slice }];
      }),
    [text],
  );
  return <JsonTree text={text.text} values={values} />;
}
