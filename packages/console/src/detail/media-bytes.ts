import type { Media } from '../conversation/model';

/** Larger files are not made into bytes here. */
export const LARGEST_MEDIA = 10 * 1024 * 1024;

/** What is shown as a picture. SVG is among them since a picture runs no scripts and loads nothing. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'];

/** How the base64 of pictures begins, for those that were sent without their type, or with a wrong one. */
const BEGINS: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  // `RIFF`, the length, and `WEBP`: sounds begin with `RIFF` too.
  [/^UklGR.{7}RUJQ/, 'image/webp'],
];

/** What kind of file it is, by its first bytes before what was said of it; a type that is none is `application/octet-stream`. */
export function typeOf({ data, type }: Pick<Media, 'data' | 'type'>): string {
  const begun = data && BEGINS.find(([begin]) => begin.test(data))?.[1];
  if (begun !== undefined && begun !== '') return begun;
  return type !== undefined && /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(type)
    ? type.toLowerCase()
    : 'application/octet-stream';
}

export const isPicture = (type: string): boolean => PICTURES.includes(type);

/** Bytes of a base64, before it is read. */
export const sizeOf = (base64: string): number => Math.floor((base64.length * 3) / 4);

/** The bytes of a base64, also of its variant for addresses; undefined where it is none. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
