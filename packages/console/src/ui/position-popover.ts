const GAP_PX = 4;

/** Positions an open popover below its anchor, within the window: left edges aligned, or right edges if it would not fit. */
export function positionBelow(popover: HTMLElement, anchor: Element): void {
  const { bottom, left, right } = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const fits = left + popover.offsetWidth <= clientWidth - GAP_PX;
  const top = Math.min(bottom + GAP_PX, Math.max(GAP_PX, clientHeight - popover.offsetHeight - GAP_PX));
  popover.style.left = `${Math.max(GAP_PX, fits ? left : right - popover.offsetWidth)}px`;
  popover.style.top = `${top}px`;
}
