import { copy } from './copy';
import { Menu } from './menu';

export interface Copied {
  /** Name in the menu and in `Copied the link`: `link`, `call as curl`, `id`. */
  readonly what: string;
  /** Makes the text when it is copied. */
  readonly text: () => string | Promise<string>;
  readonly hint?: string;
}

/** Menu `Copy` with the texts that can be copied. */
export function CopyMenu({ items }: { readonly items: readonly Copied[] }) {
  return (
    <Menu
      items={items.map(({ what, text, hint }) => ({
        title: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
        hint,
        run: () => void copy(text(), `the ${what}`),
      }))}
    >
      Copy
    </Menu>
  );
}
