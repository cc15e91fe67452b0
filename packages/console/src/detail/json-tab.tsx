import { useMemo } from 'react';
import { JsonTree } from '../json/json-tree';
import type { ObservationText } from './observation-text';

/** Members of the JSON tab, the most read first. */
const SHOWN = ['output', 'input', 'modelParameters', 'metadata'];

/** Tree of the input, the output and all other members that were sent. */
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
