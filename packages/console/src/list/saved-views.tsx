import { type SubmitEvent, useState } from 'react';
import { Popover } from '../ui/popover';
import { Link } from '../url/link';
import type { TracesPlace } from '../url/list-place';
import styles from './saved-views.module.css';
import { MOST_NAME, forgetView, placeOfView, queryOf, saveView, useSavedViews } from './views';

/** The lists that were kept by a name, and a field to keep this one. */
export function SavedViews({ place }: { readonly place: TracesPlace }) {
  const views = useSavedViews();
  const current = views.find(({ query }) => query === queryOf(place));
  return (
    <Popover title="Saved views" button={current === undefined ? 'Views' : <bdi>{current.name}</bdi>}>
      {(close) => (
        <div className={styles.panel}>
          {views.length === 0 && <p className={styles.hint}>A view is a time, filters, a text and an order.</p>}
          <ul className={styles.views}>
            {views.map((view) => (
              <li key={view.name}>
                <Link
                  to={placeOfView(view)}
                  aria-current={view === current ? 'true' : undefined}
                  // The link leads there; the panel is done.
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
          <Save place={place} close={close} />
          <p className={styles.hint}>Views are kept in this browser.</p>
        </div>
      )}
    </Popover>
  );
}

function Save({ place, close }: { readonly place: TracesPlace; readonly close: () => void }) {
  const [name, setName] = useState('');
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    saveView(name.trim(), place);
    close();
  };
  return (
    <form className={styles.save} onSubmit={save}>
      <input
        aria-label="Name of the view"
        placeholder="Save this view as"
        data-first=""
        maxLength={MOST_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit">Save</button>
    </form>
  );
}
