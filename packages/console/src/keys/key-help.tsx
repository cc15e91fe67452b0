import { Dialog } from '../ui/dialog';
import { KeyName } from './key-name';
import styles from './key-help.module.css';
import { switchKeys, useKeyGroups, useKeysOff } from './keys';

/** All keys that work on this page, those of the page first. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const groups = useKeyGroups();
  const areOff = useKeysOff();
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className={styles.help}>
        <h1 className={styles.title}>Keys</h1>
        <div className={styles.groups} data-off={areOff} tabIndex={0} role="region" aria-label="All keys">
          {groups.toReversed().map(({ title, keys }, index) => (
            <section key={`${title} ${index}`}>
              <h2 className={styles.group}>{title}</h2>
              <dl className={styles.keys}>
                {keys.map(({ key, help }) => (
                  <div key={key} className={styles.row}>
                    <dt>
                      <KeyName name={key} />
                    </dt>
                    <dd>{help}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <label className={styles.switch}>
          <input type="checkbox" checked={areOff} onChange={({ target }) => switchKeys(target.checked)} />
          Switch single keys off in this browser, for who speaks to it or presses keys by accident
        </label>
      </div>
    </Dialog>
  );
}
