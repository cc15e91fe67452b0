/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** What a page did while something was done with it. */
export interface Watched {
  /** The longest time in milliseconds in which nothing else could happen; those below 50 are not reported by browsers. */
  readonly longestTaskMs: number;
  readonly longTasks: number;
}

/** Notes from now on how long the page is held up. Call it before the page is opened. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
}

/** What is waited for: an element, and what its text has in it. */
export interface Shown {
  readonly selector: string;
  readonly text?: string;
}

/**
 * Notes when the frame comes that has it for the first time. In the page itself: who asks from outside has an answer half a second
 * later at worst. Call it before the page is opened.
 */
export async function watchShown(page: Page, shown: Shown): Promise<void> {
  await page.addInitScript(({ selector, text = '' }) => {
    const watch = new MutationObserver(() => {
      const elements = [...document.querySelectorAll(selector)];
      if (!elements.some((element) => element.textContent.includes(text))) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { shownAt: performance.now() })));
    });
    watch.observe(document, { childList: true, subtree: true, characterData: true });
  }, shown);
}

/** Waits for it. @returns milliseconds since the page was opened */
export async function shownAt(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => (globalThis as unknown as { shownAt?: number }).shownAt);
  return (await at.jsonValue()) ?? NaN;
}

/** When the last byte of an answer was there, on the same clock. @param address a part of it that no other has */
export async function answeredAt(page: Page, address: string): Promise<number> {
  return page.evaluate((part) => {
    const found = performance.getEntriesByType('resource').find(({ name }) => name.includes(part));
    return (found as PerformanceResourceTiming | undefined)?.responseEnd ?? NaN;
  }, address);
}

/** Now, on the same clock. */
export const pageNow = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** What was noted since the last call. */
export async function takeTasks(page: Page): Promise<Watched> {
  const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0));
  return { longestTaskMs: Math.max(0, ...tasks), longTasks: tasks.length };
}

/** Scrolls what has the role at this speed. @returns the milliseconds between frames */
export function scroll(page: Page, selector: string, pixelsASecond: number, ms: number): Promise<readonly number[]> {
  return page.evaluate(
    ({ selector: of, pixelsASecond: speed, ms: duration }) =>
      new Promise<number[]>((resolve) => {
        const element = document.querySelector(of);
        const frames: number[] = [];
        let begun: number | undefined;
        let before = 0;
        const next = (now: number): void => {
          if (begun !== undefined) frames.push(now - before);
          begun ??= now;
          before = now;
          if (element === null || now - begun > duration) resolve(frames);
          else {
            element.scrollTop = ((now - begun) * speed) / 1000;
            requestAnimationFrame(next);
          }
        };
        requestAnimationFrame(next);
      }),
    { selector, pixelsASecond, ms },
  );
}

/** What the page holds when everything is collected that nobody needs: objects, and the memory of arrays of numbers, which are none. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize + backingStorageSize;
}
