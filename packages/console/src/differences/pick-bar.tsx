import { type SubmitEvent, useState } from 'react';
import { duration, usd } from '../format/numbers';
import { Chip } from '../ui/chip';
import type { DifferencesAddress, Pick } from '../url/differences-address';
import { rangeLabel } from '../ui/range-label';
import styles from './differences-page.module.css';

interface PickBarProps {
  readonly address: DifferencesAddress;
  /** Thresholds of slow and expensive traces: seconds and USD; absent if all traces are alike. */
  readonly slow: number | undefined;
  readonly dear: number | undefined;
  readonly onPick: (pick: Partial<Pick>) => void;
}

/**
 * Buttons that select failed, slow or expensive traces, one choice at a time; entered limits and the box of the chart narrow the choice.
 */
export function PickBar({ address, slow, dear, onPick }: PickBarProps) {
  const { failed, slowFrom, slowTo, costFrom, during } = address;
  const isSlow = slow !== undefined && slowFrom === slow;
  const isDear = dear !== undefined && costFrom === dear;
  const choose = (isChosen: boolean, pick: Partial<Pick>): void => {
    const none = { failed: false, ...(isSlow && { slowFrom: undefined }), ...(isDear && { costFrom: undefined }) };
    onPick(isChosen ? none : { ...none, ...pick });
  };
  return (
    <div className={`${styles.picks} bar bordered`} role="group" aria-label="Selected traces">
      <button type="button" aria-pressed={failed} onClick={() => choose(failed, { failed: true })}>
        Failed
      </button>
      {slow !== undefined && (
        <button
          type="button"
          aria-pressed={isSlow}
          title="The slowest 5 % of traces"
          onClick={() => choose(isSlow, { slowFrom: slow, slowTo: undefined })}
        >
          Slow (≥ {duration(slow * 1000)})
        </button>
      )}
      {dear !== undefined && (
        <button
          type="button"
          aria-pressed={isDear}
          title="The most expensive 5 % of traces"
          onClick={() => choose(isDear, { costFrom: dear })}
        >
          Expensive (≥ {usd(dear)})
        </button>
      )}
      <Limit
        key={`slow ${slowFrom ?? ''}`}
        label="Latency at least"
        unit="s"
        value={slowFrom}
        onChange={(value) => onPick({ slowFrom: value })}
      />
      <Limit
        key={`dear ${costFrom ?? ''}`}
        label="Cost at least"
        unit="USD"
        value={costFrom}
        onChange={(value) => onPick({ costFrom: value })}
      />
      {slowTo !== undefined && (
        <Asked text={`less than ${duration(slowTo * 1000)}`} onRemove={() => onPick({ slowTo: undefined })} />
      )}
      {during !== undefined && <Asked text={rangeLabel(during)} onRemove={() => onPick({ during: undefined })} />}
    </div>
  );
}

function Asked({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <Chip removeLabel={`Remove: ${text}`} onRemove={onRemove}>
      {text}
    </Chip>
  );
}

interface LimitProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** Field for a number that takes effect when it is entered, not while it is typed. */
function Limit({ label, unit, value, onChange }: LimitProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const change = (): void => {
    const next = text.trim() === '' ? undefined : Number(text);
    if (next === value) return;
    if (next === undefined || (Number.isFinite(next) && next >= 0)) onChange(next);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change();
  };
  return (
    <form className={styles.limit} onSubmit={submit}>
      <label className="secondary">
        {label}{' '}
        <input
          inputMode="decimal"
          size={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={change}
        />{' '}
        {unit}
      </label>
    </form>
  );
}
