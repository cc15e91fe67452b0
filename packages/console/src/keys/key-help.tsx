import { Fragment, useEffect, useRef } from 'react';
import { Dialog } from '../ui/dialog';
import { KeyName } from './key-name';
import styles from './key-help.module.css';
import { releaseKeys, switchKeys, useKeyGroups, useKeysOff } from './keys';
import { listed } from './list-keys';

/** Dialog with all keys that work on the page, those of the page first. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const groups = useKeyGroups();
  const dialog = useRef<HTMLDialogElement>(null);
  const areOff = useKeysOff();
  useEffect(() => void releaseKeys(), []);
  return (
    <Dialog title="Keys" dialog={dialog} onClose={onClose}>
      <div className={styles.help}>
        <header className={styles.head}>
          <h1 className={styles.title}>Keys</h1>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="All keys">
          <div className={styles.groups} data-off={areOff}>
            {listed(groups).map(({ title, actions }) => (
              <section key={title}>
                <h2 className={`${styles.group} minor`}>{title}</h2>
                <dl className={styles.keys}>
                  {actions.map(({ keys, help }) => (
                    <div key={help} className={styles.row}>
                      <dt>
                        {keys.map((key) => (
                          <Fragment key={key}>
                            <KeyName name={key} />{' '}
                          </Fragment>
                        ))}
                      </dt>
                      <dd>{help}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </div>
        <label className={`${styles.switch} secondary line`}>
          <input type="checkbox" checked={areOff} onChange={({ target }) => switchKeys(target.checked)} />
          Switch single keys off in this browser: those with Ctrl or ⌘ stay
        </label>
      </div>
    </Dialog>
  );
}
