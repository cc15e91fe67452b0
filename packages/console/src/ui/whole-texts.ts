interface Title {
  readonly own: string;
  readonly given: string;
}

/** Titles of elements that cut their text. */
const titles = new WeakMap<Element, Title>();

/** Prepends the whole text to the title of the innermost element below the pointer that cuts its text. */
function titleCut({ target }: Event): void {
  for (let box = target; box instanceof HTMLElement; box = box.parentElement) {
    const before = titles.get(box);
    const own = before?.given === box.title ? before.own : box.title;
    const isCut = box.scrollWidth > box.clientWidth && getComputedStyle(box).textOverflow === 'ellipsis';
    const given = isCut && !own.includes(box.innerText) ? `${box.innerText}\n${own}`.trim() : own;
    if (given !== box.title) box.title = given;
    titles.set(box, { own, given });
    if (given !== '') return;
  }
}

/** Shows the whole of a cut text as a tooltip, on all pages. */
export const showWholeTexts = (): void => addEventListener('pointerover', titleCut);
