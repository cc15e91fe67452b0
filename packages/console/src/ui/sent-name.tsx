import { hasNoInk } from './bidi';
import { ShownText } from './shown-text';

/** Sent name, id or tag in its own direction, with its direction controls named; an invisible one as JSON. */
export function SentWord({ text }: { readonly text: string }) {
  return hasNoInk(text) ? (
    <i>{JSON.stringify(text).slice(0, 40)}</i>
  ) : (
    <bdi>
      <ShownText text={text} />
    </bdi>
  );
}
