import { useSyncExternalStore } from 'react';
import { onSession, session } from '../api/session';
import { Menu } from '../ui/menu';
import styles from './project-menu.module.css';

/** Menu with the shown project and its credentials, and the other projects of this browser. */
export function ProjectMenu({ onAdd }: { readonly onAdd: () => void }) {
  const { active } = useSyncExternalStore(onSession, session);
  if (active === undefined) return null;
  const { project, credential } = active;
  return (
    <Menu
      label={`Project ${project}, credentials ${credential}`}
      className={`${styles.project} line`}
      items={async () => (await import('./menu-items')).projectItems(onAdd)}
    >
      <bdi>{project}</bdi>
      <bdi className="secondary">{credential}</bdi>
    </Menu>
  );
}
