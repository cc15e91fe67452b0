import { useSyncExternalStore } from 'react';
import { onSession, session } from '../api/session';
import { Menu } from '../ui/menu';
import styles from './project-menu.module.css';

/** Names the project that is shown and the credentials, and leads to the others that this browser is signed in to. */
export function ProjectMenu({ onAdd }: { readonly onAdd: () => void }) {
  const { active } = useSyncExternalStore(onSession, session);
  if (active === undefined) return null;
  const { project, credential } = active;
  return (
    <Menu
      label={`Project ${project}, credentials ${credential}`}
      className={styles.project}
      items={async () => (await import('./menu-items')).projectItems(onAdd)}
    >
      <bdi>{project}</bdi>
      <bdi className={styles.credential}>{credential}</bdi>
    </Menu>
  );
}
