import styles from './key-name.module.css';

const SIGNS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};
const MOD = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl ';

/** Key as labelled on keyboards. @param name see `Key` */
export function KeyName({ name }: { readonly name: string }) {
  const presses = name === ' ' ? [name] : name.split(' ');
  return (
    <span className={styles.keys}>
      {presses.map((press, index) => (
        <kbd key={index} className={styles.key}>
          {press.startsWith('Mod+') ? `${MOD}${press.slice(4).toUpperCase()}` : (SIGNS[press] ?? press)}
        </kbd>
      ))}
    </span>
  );
}
