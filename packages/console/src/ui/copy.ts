import { announce } from './announcements';

/** Copies a text and announces the result. @param what the noun in `Copied the link` */
export async function copy(text: string | Promise<string>, what: string): Promise<void> {
  try {
    const isDone = await write(await text);
    announce(isDone ? `Copied ${what}` : `This browser does not let a page copy ${what}`);
  } catch (error) {
    announce(`Could not copy ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function write(text: string): Promise<boolean> {
  // The type omits that a page on plain HTTP has no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // A setting refused it, or the page has no focus; the older method may still work.
    }
  }
  return writeBySelection(text);
}

/** Copies through a selected field, which needs no secure context. */
function writeBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other one on plain HTTP
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
