const GAP_PX = 4;

/** Puts an open popover below what it belongs to: within the window, and no higher than what is left of it. */
export function placeBelow(popover: HTMLElement, anchor: Element): void {
  const { bottom, left } = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const most = Math.max(GAP_PX, clientWidth - popover.offsetWidth - GAP_PX);
  const top = Math.min(bottom + GAP_PX, Math.max(GAP_PX, clientHeight - popover.offsetHeight - GAP_PX));
  popover.style.left = `${Math.min(Math.max(GAP_PX, left), most)}px`;
  popover.style.top = `${top}px`;
}
