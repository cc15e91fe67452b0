import { session, showProject, signOut } from '../api/session';
import { presentZone, setZone } from '../format/zone';
import type { MenuItem } from '../ui/menu';
import { leaveProject, navigate, presentAddress } from '../url/navigate';
import { PAGE_LINKS } from './pages';
import { THEMES, presentTheme, setTheme } from './theme';

/** Returns the menu items of the whole console. */
export function consoleItems(onHelp: () => void): readonly MenuItem[] {
  const isUtc = presentZone() === 'utc';
  return [
    ...PAGE_LINKS.filter(({ isInHeader }) => !isInHeader).map(({ title, key, targetFrom }) => ({
      title,
      hint: key,
      run: () => navigate(targetFrom(presentAddress())),
    })),
    { title: 'Keys', hint: '?', run: onHelp },
    ...THEMES.map((each) => ({
      title: `${each.charAt(0).toUpperCase()}${each.slice(1)} theme`,
      isChecked: each === presentTheme(),
      run: () => setTheme(each),
    })),
    { title: 'Times in UTC', isChecked: isUtc, run: () => setZone(isUtc ? 'local' : 'utc') },
    signOutOfAll(),
  ];
}

/** Returns the items of the project menu: the projects of this browser, and the actions to add and end them. */
export function projectItems(onAdd: () => void): readonly MenuItem[] {
  const { signIns, active } = session();
  const other = signIns.find((each) => each !== active);
  return [
    ...signIns.map((each) => ({
      title: each.project,
      hint: each.credential,
      isChecked: each === active,
      run: () => change(each.project),
    })),
    { title: 'Add project…', run: onAdd },
    ...(other === undefined || active === undefined
      ? []
      : [
          {
            title: `Sign out of ${active.project}`,
            run: () => {
              change(other.project);
              signOut([active.authorization]);
            },
          },
        ]),
    signOutOfAll(),
  ];
}

const change = (project: string): void => leaveProject(() => showProject(project));

const signOutOfAll = (): MenuItem => ({
  title: session().signIns.length > 1 ? 'Sign out of all projects' : 'Sign out',
  hint: 'in all tabs',
  run: () => signOut(),
});
