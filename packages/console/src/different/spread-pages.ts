/** Numbers of pages from the first on, spread evenly; all of them where there are no more than `most`. */
export function spreadPages(pages: number, most: number): readonly number[] {
  const count = Math.min(pages, most);
  return Array.from({ length: count }, (_, n) => 1 + Math.floor((n * pages) / count));
}
