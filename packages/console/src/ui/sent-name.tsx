import { hasNoInk } from './bidi';
import { ShownText } from './shown-text';

/** A name, id or tag that somebody sent: in its own direction, its invisible controls named; one that nobody would see, as it is written in JSON. */
export function SentWord({ text }: { readonly text: string }) {
  return hasNoInk(text) ? (
    <i>{JSON.stringify(text).slice(0, 40)}</i>
  ) : (
    <bdi>
      <ShownText text={text} />
    </bdi>
  );
}
