import { compact, count } from '../format/numbers';
import { Note } from '../ui/note';
import { reasonOf } from '../ui/reasons';
import type { Days } from '../url/calendar';
import { dayTitle } from './days';
import type { ModelFigures, Unpriced } from './figures';

interface ComparedProps {
  readonly earlier: Days;
  /** Whether the last day is compared up to the current time of day only. */
  readonly isPartial: boolean;
  /** Error of the read of the earlier days. */
  readonly error: Error | null;
}

/** Note with the days that growth is measured from. */
export function Compared({ earlier: { from, to }, isPartial, error }: ComparedProps) {
  const days = to === from ? dayTitle(from) : `${dayTitle(from)} to ${dayTitle(to)}`;
  if (error !== null) {
    return (
      <p role="status">
        Not compared with {days}: {reasonOf(error).title}
      </p>
    );
  }
  return (
    <p>
      Compared with {days}
      {isPartial && ', up to the same time of day'}.
    </p>
  );
}

/** Most models that are named. */
const NAMED = 5;

/** Note about models without a known cost, and how to add their prices; nothing if all costs are known. */
export function UnpricedNote({ unpriced: { withoutPrice, withoutTokens } }: { readonly unpriced: Unpriced }) {
  if (withoutPrice.length === 0 && withoutTokens.length === 0) return null;
  const tokens = withoutPrice.reduce((sum, model) => sum + model.tokens, 0);
  return (
    <Note tone="secondary">
      {withoutPrice.length > 0 && (
        <p>
          <Calls of={withoutPrice} /> ({compact(tokens)} tokens) {isOne(withoutPrice) ? 'has' : 'have'} no price and{' '}
          {isOne(withoutPrice) ? 'is' : 'are'} not included. Send the cost, or set prices by <code>PRICES_FILE</code>:
          they apply to new calls only.
        </p>
      )}
      {withoutTokens.length > 0 && (
        <p>
          <Calls of={withoutTokens} /> {isOne(withoutTokens) ? 'has' : 'have'} neither cost nor tokens, as failed calls
          do.
        </p>
      )}
    </Note>
  );
}

const isOne = (models: readonly ModelFigures[]): boolean =>
  models.length === 1 && models[0]?.model !== null && models[0]?.observations === 1;

/**
 * Calls by model: `21 calls of gpt-missing and what has no model`. Observations without a model are not counted, because it is unknown
 * which of them are calls.
 */
function Calls({ of: models }: { readonly of: readonly ModelFigures[] }) {
  const named = models.filter(({ model }) => model !== null);
  const calls = named.reduce((sum, { observations }) => sum + observations, 0);
  return (
    <>
      {named.length > 0 && `${count(calls)} ${calls === 1 ? 'call' : 'calls'} of `}
      {named.slice(0, NAMED).map(({ model }, n) => (
        <span key={model}>
          {n > 0 && ', '}
          <bdi>{model}</bdi>
        </span>
      ))}
      {named.length > NAMED && ` and ${count(named.length - NAMED)} more models`}
      {named.length < models.length && `${named.length > 0 ? ' and ' : ''}observations without a model`}
    </>
  );
}
