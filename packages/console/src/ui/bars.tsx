import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './bars.module.css';
import { type Stretch, barAt, barByKey, firstOf, lastOf } from './stretch';

/** Bar of a chart. */
export interface Bar {
  readonly key: string;
  /** Name of the button: `Thu 2026-11-26: 3 traces`. */
  readonly label: string;
  /** Parts from the bottom up; height and colour are values of CSS. */
  readonly parts: readonly { readonly height: string; readonly colour: string }[];
}

/** Text below the bars. */
export interface Tick {
  /** Distance from the left end, a value of CSS. */
  readonly left: string;
  readonly text: string | undefined;
  /** Whether a narrow window hides the text. */
  readonly isMinor: boolean;
}

interface BarsProps {
  /** Name of the chart. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly ticks: readonly Tick[];
  /** Bar at which Tab stops at first. */
  readonly start: number;
  /** Highlighted bars; the page shows their figures. */
  readonly shown: Stretch | undefined;
  readonly onShow: (shown: Stretch | undefined) => void;
  readonly onChoose: (first: number, last: number) => void;
  /** Drawing above the bars. */
  readonly children?: ReactNode;
}

/**
 * Bar chart over time. A click or Enter chooses one bar; a drag or Shift with arrows chooses several. Tab stops at one bar, arrows move
 * between all.
 */
export function Bars({ label, bars, ticks, start, shown, onShow, onChoose, children }: BarsProps) {
  const hint = useId();
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(start);
  const [anchor, setAnchor] = useState<number>();

  const show = (from: number | undefined, end: number): void => {
    setAnchor(from);
    onShow({ anchor: from ?? end, end });
  };
  const hide = (): void => {
    setAnchor(undefined);
    onShow(undefined);
  };
  const choose = (chosen: Stretch): void => {
    hide();
    onChoose(firstOf(chosen), lastOf(chosen));
  };
  const under = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 0 } = box.current?.getBoundingClientRect() ?? {};
    return barAt(clientX - left, width, bars.length);
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    show(under(event), under(event));
  };
  const move = (event: PointerEvent): void => {
    if (anchor === undefined || event.buttons === 1) show(anchor, under(event));
  };
  const leave = (): void => {
    if (anchor === undefined) onShow(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    const to = barByKey(event.key, focused, bars.length);
    if (to !== undefined) {
      box.current?.querySelectorAll('button')[to]?.focus();
      show(event.shiftKey ? (anchor ?? focused) : undefined, to);
    } else if (event.key === 'Escape' && anchor !== undefined) hide();
    else return;
    event.preventDefault();
  };
  const focus = (n: number): void => {
    setFocused(n);
    if (anchor === undefined) onShow({ anchor: n, end: n });
  };

  return (
    <>
      <span id={hint} hidden>
        Arrow keys move, Shift and arrow keys select a range, Enter applies it.
      </span>
      <div
        ref={box}
        className={styles.bars}
        role="group"
        aria-label={label}
        aria-describedby={hint}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={() => anchor !== undefined && shown !== undefined && choose(shown)}
        onPointerCancel={hide}
        onPointerLeave={leave}
        onKeyDown={press}
        onBlur={leave}
      >
        {bars.map(({ key, label: name, parts }, n) => (
          <button
            key={key}
            type="button"
            className={styles.bar}
            tabIndex={n === Math.min(focused, bars.length - 1) ? 0 : -1}
            data-shown={shown !== undefined && n >= firstOf(shown) && n <= lastOf(shown)}
            aria-label={name}
            onFocus={() => focus(n)}
            // Pointer clicks are handled at the release, which may be over another bar.
            onClick={({ detail }) =>
              detail === 0 && choose(anchor === undefined || shown === undefined ? one(n) : shown)
            }
          >
            {parts.map(({ height, colour }, part) => (
              <span key={part} style={{ height, background: colour }} />
            ))}
          </button>
        ))}
        {children}
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {ticks.map(({ left, text, isMinor }) => (
          <span key={left} style={{ left }} data-minor={isMinor}>
            {text}
          </span>
        ))}
      </div>
    </>
  );
}

const one = (bar: number): Stretch => ({ anchor: bar, end: bar });
