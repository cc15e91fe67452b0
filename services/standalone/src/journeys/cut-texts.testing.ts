import type { Page } from 'playwright-core';

/** Texts of a page that are not seen whole. */
export interface CutTexts {
  /** Numbers, wherever they are cut, and over what they lie. */
  readonly numbers: readonly string[];
  /** Texts that are cut and whose tooltip does not have all of them. */
  readonly withoutTitle: readonly string[];
}

/** Points at each text of a page that is cut. What can be scrolled sideways cuts numbers, too. */
export async function cutTexts(page: Page): Promise<CutTexts> {
  // What shows whole texts is loaded when something is pointed at.
  const loaded = page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('whole-texts')),
  );
  await page.locator('main').dispatchEvent('pointerover');
  await loaded;
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    // With units, as `+99 h 50 m ×600`, or with a word before it, as `new +$1.20`.
    const isNumber = (text: string): boolean => /\d/.test(text) && text.length < 40 && !/\p{L}{4}/u.test(text);
    const words = (text: string): string => text.replace(/\s+/g, ' ').trim();
    const found = { numbers: new Set<string>(), withoutTitle: new Set<string>() };
    const nodes = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode() !== null) {
      const node = nodes.currentNode as Text;
      const parent = node.parentElement;
      const text = words(node.data);
      if (parent === null || text === '' || parent.closest('.visually-hidden, option, pre, svg') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const cell = parent.closest('td, th, [role=gridcell]');
      let [isCut, isScrolled] = [false, false];
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const overflow = getComputedStyle(box).overflowX;
        if (overflow === 'visible' && box !== cell) continue;
        const { left: from, right: to } = box.getBoundingClientRect();
        if (left >= from - 1 && right <= to + 1) continue;
        if (overflow === 'auto' || overflow === 'scroll') isScrolled = true;
        else isCut = true;
      }
      const shown = words((cell ?? parent).textContent);
      if (isNumber(shown) && (isCut || isScrolled)) found.numbers.add(shown);
      else if (isCut) {
        parent.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        const title = parent.closest<HTMLElement>('[title]')?.title ?? '';
        if (!words(title).includes(text)) found.withoutTitle.add(text);
      }
    }
    return { numbers: [...found.numbers], withoutTitle: [...found.withoutTitle] };
  });
}
