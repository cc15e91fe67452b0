import { KeyName } from '../keys/key-name';
import { Menu } from '../ui/menu';
import { Link } from '../url/link';
import { DEFAULT_LIST } from '../url/list-address';
import type { Address } from '../url/address';
import styles from './header.module.css';
import { PAGE_LINKS } from './pages';
import { ProjectMenu } from './project-menu';

interface HeaderProps {
  readonly address: Address;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
  readonly onAddProject: () => void;
  /** Moves the focus past the header, for keyboard users. */
  readonly onSkip: () => void;
}

/** Header with pages, palette, and menus of the whole console. */
export function Header({ address, onPalette, onHelp, onAddProject, onSkip }: HeaderProps) {
  return (
    <header className={`${styles.header} line`}>
      <button type="button" className={styles.skip} onClick={onSkip}>
        Skip to content
      </button>
      <Link className={styles.brand} to={DEFAULT_LIST}>
        Sluice
      </Link>
      <nav className={styles.nav} aria-label="Pages">
        {PAGE_LINKS.map(
          ({ title, isInHeader, targetFrom, isCurrent }) =>
            isInHeader && (
              <Link key={title} to={targetFrom(address)} aria-current={isCurrent(address) ? 'page' : undefined}>
                {title}
              </Link>
            ),
        )}
      </nav>
      <ProjectMenu onAdd={onAddProject} />
      <button type="button" className={`${styles.search} secondary line`} aria-haspopup="dialog" onClick={onPalette}>
        <span className={styles.sign} aria-hidden="true">
          ⌕
        </span>
        <span className={styles.words}>Search or jump</span>
        <span className={styles.key}>
          <KeyName name="Mod+k" />
        </span>
      </button>
      <Menu
        label="Menu"
        className={styles.menu}
        items={async () => (await import('./menu-items')).consoleItems(onHelp)}
      >
        ⋯
      </Menu>
    </header>
  );
}
