import { Suspense } from 'react';
import type { Exact } from '../json/exact';
import { lazyPart } from '../shell/lazy-part';

/** Many conversations are only text: what shows a value comes with the first. */
const ValueView = lazyPart(() => import('./value-view').then((module) => module.ValueView));

/** A value among texts; nothing until what shows it is there. */
export function Value({ value }: { readonly value: Exact }) {
  return (
    <Suspense fallback={null}>
      <ValueView value={value} />
    </Suspense>
  );
}
