import { type SubmitEvent, useState } from 'react';
import { Popover } from '../ui/popover';
import { Link } from '../url/link';
import type { TracesAddress } from '../url/list-address';
import styles from './saved-views.module.css';
import { MAX_NAME_LENGTH, forgetView, addressOfView, queryOf, saveView, useSavedViews } from './views';

/** Lists that are stored by name, and a field to store the current one. */
export function SavedViews({ address }: { readonly address: TracesAddress }) {
  const views = useSavedViews();
  const current = views.find(({ query }) => query === queryOf(address));
  return (
    <Popover title="Saved views" button={current === undefined ? 'Views' : <bdi>{current.name}</bdi>}>
      {(close) => (
        <div className={styles.panel}>
          {views.length === 0 && <p className="caption">A view is a time, filters, a text and an order.</p>}
          <ul className={styles.views}>
            {views.map((view) => (
              <li key={view.name}>
                <Link
                  to={addressOfView(view)}
                  aria-current={view === current ? 'true' : undefined}
                  // The link navigates; the panel only closes.
                  onClickCapture={close}
                >
                  <bdi>{view.name}</bdi>
                </Link>
                <button type="button" aria-label={`Forget the view ${view.name}`} onClick={() => forgetView(view.name)}>
                  ×
                </button>
              </li>
            ))}
          </ul>
          <Save address={address} close={close} />
          <p className="caption">Views are kept in this browser.</p>
        </div>
      )}
    </Popover>
  );
}

function Save({ address, close }: { readonly address: TracesAddress; readonly close: () => void }) {
  const [name, setName] = useState('');
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    saveView(name.trim(), address);
    close();
  };
  return (
    <form className={styles.save} onSubmit={save}>
      <input
        aria-label="Name of the view"
        placeholder="Save this view as"
        data-first=""
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit">Save</button>
    </form>
  );
}
