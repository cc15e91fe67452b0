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

/** Sent name of a trace or an observation, which may be absent or empty. */
export function SentName({ text }: { readonly text: string | null | undefined }) {
  return text ? <SentWord text={text} /> : <i>unnamed</i>;
}
