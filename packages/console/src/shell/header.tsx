import { signOut } from '../api/session';
import { setZone, useZone } from '../format/zone';
import { KeyName } from '../keys/key-name';
import { Menu } from '../ui/menu';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import { DEFAULT_LIST } from '../url/list-place';
import type { Place } from '../url/place';
import styles from './header.module.css';
import { OTHER_PAGES, PAGES, targetOf } from './pages';
import { THEMES, setTheme, useTheme } from './theme';

interface HeaderProps {
  readonly place: Place;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
  /** Past the header, for who comes by Tab. */
  readonly onSkip: () => void;
}

/** The pages, the palette, and what concerns the whole console. */
export function Header({ place, onPalette, onHelp, onSkip }: HeaderProps) {
  const theme = useTheme();
  const zone = useZone();
  return (
    <header className={styles.header}>
      <button type="button" className={styles.skip} onClick={onSkip}>
        Skip to content
      </button>
      <Link className={styles.brand} to={{ page: 'traces', ...DEFAULT_LIST }}>
        Sluice
      </Link>
      <nav className={styles.nav} aria-label="Pages">
        {PAGES.map(({ title, to, has }) => (
          <Link key={title} to={to} aria-current={has.includes(place.page) ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={onPalette}>
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
        items={[
          ...OTHER_PAGES.map((page) => ({
            title: page.title,
            hint: page.key,
            run: () => navigate(targetOf(page, place)),
          })),
          { title: 'Keys', hint: '?', run: onHelp },
          ...THEMES.map((each) => ({
            title: `${each.charAt(0).toUpperCase()}${each.slice(1)} theme`,
            isChecked: each === theme,
            run: () => setTheme(each),
          })),
          { title: 'Times in UTC', isChecked: zone === 'utc', run: () => setZone(zone === 'utc' ? 'local' : 'utc') },
          { title: 'Sign out', hint: 'in all tabs', run: () => signOut() },
        ]}
      >
        ⋯
      </Menu>
    </header>
  );
}
