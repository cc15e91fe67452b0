import type { Page } from '@sluice/store/read';

/** Pagination meta (spec 2.9). */
export function presentMeta({ page, limit }: Page, totalItems: number): object {
  return { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) };
}
