import { type RefObject, useEffect, useRef } from 'react';
import { type Extent, moved, zoomed } from './scale';
import { timeAt } from './time-drag';

/** How much nearer one notch of a wheel goes. */
const NOTCH = 0.002;

interface WheelOptions {
  readonly extent: Extent;
  readonly whole: Extent;
  /** Whether a plain wheel zooms, where there is nothing to scroll. */
  readonly isPlain: boolean;
  readonly zoomTo: (extent: Extent) => void;
}

/** Zooms by the wheel with Ctrl (so do two fingers on a pad), and moves sideways by a wheel with Shift. */
export function useWheel(
  element: RefObject<HTMLElement | null>,
  track: RefObject<Element | null>,
  options: WheelOptions,
): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const box = element.current;
    const turn = (event: WheelEvent): void => {
      const { extent, whole, isPlain, zoomTo } = latest.current;
      if (track.current === null) return;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || (isPlain && sideways === 0)) {
        event.preventDefault();
        zoomTo(zoomed(extent, whole, timeAt(track.current, extent, event.clientX), Math.exp(event.deltaY * NOTCH)));
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        event.preventDefault();
        const { width } = track.current.getBoundingClientRect();
        zoomTo(moved(extent, whole, (sideways / (width || 1)) * (extent.to - extent.from)));
      }
    };
    // A listener of React's could not stop the page from zooming.
    box?.addEventListener('wheel', turn, { passive: false });
    return () => box?.removeEventListener('wheel', turn);
  }, [element, track]);
}
