const GAP_PX = 4;

/** Puts an open popover below what it belongs to, their left edges in a line, or their right ones where there is no room: within the window. */
export function positionBelow(popover: HTMLElement, anchor: Element): void {
  const { bottom, left, right } = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const fits = left + popover.offsetWidth <= clientWidth - GAP_PX;
  const top = Math.min(bottom + GAP_PX, Math.max(GAP_PX, clientHeight - popover.offsetHeight - GAP_PX));
  popover.style.left = `${Math.max(GAP_PX, fits ? left : right - popover.offsetWidth)}px`;
  popover.style.top = `${top}px`;
}
