import { compact, count } from '../format/numbers';
import type { ModelFigures, Unpriced } from './figures';
import styles from './usage-page.module.css';

/** Models that are named. */
const NAMED = 5;

/** What the cost is without, and what to do about it; nothing where all of it is known. */
export function UnpricedNote({ unpriced: { withoutPrice, withoutTokens } }: { readonly unpriced: Unpriced }) {
  if (withoutPrice.length === 0 && withoutTokens.length === 0) return null;
  const tokens = withoutPrice.reduce((sum, model) => sum + model.tokens, 0);
  return (
    <div className={styles.note}>
      {withoutPrice.length > 0 && (
        <p>
          The cost is without <Calls of={withoutPrice} /> ({compact(tokens)} tokens): none was sent with them, and no
          price is known. Send the cost, or set prices by <code>PRICES_FILE</code>: they count from then on.
        </p>
      )}
      {withoutTokens.length > 0 && (
        <p>
          <Calls of={withoutTokens} /> came with neither cost nor tokens, as calls do that failed.
        </p>
      )}
    </div>
  );
}

/** `21 calls of gpt-missing`. */
function Calls({ of: models }: { readonly of: readonly ModelFigures[] }) {
  const calls = models.reduce((sum, { observations }) => sum + observations, 0);
  return (
    <>
      {count(calls)} {calls === 1 ? 'call' : 'calls'} of{' '}
      {models.slice(0, NAMED).map(({ model }, n) => (
        <span key={model}>
          {n > 0 && ', '}
          <bdi>{model}</bdi>
        </span>
      ))}
      {models.length > NAMED && ` and ${count(models.length - NAMED)} more models`}
    </>
  );
}
