import { copy } from './copy';
import { Menu } from './menu';

export interface Copied {
  /** As the menu calls it, and as in `Copied the link`: `link`, `call as curl`, `id`. */
  readonly what: string;
  /** Made when it is asked for. */
  readonly text: () => string | Promise<string>;
  readonly hint?: string;
}

/** A button `Copy` with what there is to copy of what is shown. */
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
