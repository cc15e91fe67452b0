import type { Media } from '../conversation/model';

/** Largest file in bytes that is decoded in the browser. */
export const LARGEST_MEDIA = 10 * 1024 * 1024;

/** Types that are shown as pictures. SVG is safe here: an image runs no scripts and loads nothing. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'];

/** Starts of the base64 of pictures, for pictures sent without a type or with a wrong one. */
const BEGINS: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  // `RIFF`, the length, and `WEBP`: sound files begin with `RIFF` too.
  [/^UklGR.{7}RUJQ/, 'image/webp'],
];

/** Returns the media type, by the first bytes before the declared type; an invalid type becomes `application/octet-stream`. */
export function typeOf({ data, type }: Pick<Media, 'data' | 'type'>): string {
  const begun = data && BEGINS.find(([begin]) => begin.test(data))?.[1];
  if (begun !== undefined && begun !== '') return begun;
  return type !== undefined && /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(type)
    ? type.toLowerCase()
    : 'application/octet-stream';
}

export const isPicture = (type: string): boolean => PICTURES.includes(type);

/** Computes the bytes of a base64 text without decoding it. */
export const sizeOf = (base64: string): number => Math.floor((base64.length * 3) / 4);

/** Decodes base64 or base64url; undefined for an invalid text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
