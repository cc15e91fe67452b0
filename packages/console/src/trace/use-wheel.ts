import { type RefObject, useEffect, useRef } from 'react';
import { type Extent, moved, zoomed } from './scale';
import { timeAt } from './time-drag';

/** Exponent of the zoom factor for one unit of the wheel. */
const NOTCH = 0.002;

interface WheelOptions {
  readonly extent: Extent;
  readonly whole: Extent;
  /** Whether the wheel zooms without Ctrl, on elements that do not scroll. */
  readonly isPlain: boolean;
  readonly zoomTo: (extent: Extent) => void;
}

/** Zooms by the wheel with Ctrl (a pinch on a touchpad sends the same), and moves sideways by the wheel with Shift. */
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
    // A React listener is passive and could not prevent the zoom of the page.
    box?.addEventListener('wheel', turn, { passive: false });
    return () => box?.removeEventListener('wheel', turn);
  }, [element, track]);
}
