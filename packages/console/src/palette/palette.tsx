import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { read } from '../api/client';
import { signOut } from '../api/session';
import { setZone, useZone } from '../format/zone';
import { KeyName } from '../keys/key-name';
import { releaseKeys, switchKeys, useKeyGroups, useKeysOff } from '../keys/keys';
import { listed } from '../keys/list-keys';
import { addressOfView, useSavedViews } from '../list/views';
import { THEMES, setTheme } from '../shell/theme';
import { announce } from '../ui/announcements';
import { Dialog } from '../ui/dialog';
import { reasonOf } from '../ui/reasons';
import { navigate } from '../url/navigate';
import { type Choice, choicesFor } from './choices';
import styles from './palette.module.css';
import { useValues } from './use-values';

const JUMPS = {
  go: (to: Parameters<typeof navigate>[0]) => navigate(to),
  goToId: (id: string) => void openId(id),
  goToObservation: (id: string) => void openObservation(id),
};

/** Palette that opens pages, actions, ids, links and searches by typing. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const known = useKnown();
  const found = useValues(typed);
  const choices = useMemo(() => choicesFor(typed, known, JUMPS, found), [typed, known, found]);
  const dialog = useRef<HTMLDialogElement>(null);
  const active = useRef<HTMLLIElement>(null);
  const id = useId();

  // Keys that were typed while the palette was loading.
  useEffect(() => {
    const held = releaseKeys();
    if (held !== '') setTyped((text) => text + held);
  }, []);
  useEffect(() => {
    // Braces, because newer browsers return a promise, which is no clean-up function.
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const run = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    // The focus returns to the page first, because the action may depend on it.
    dialog.current?.close();
    choice.run();
  };
  const move = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const last = choices.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (event.key === 'Enter') run(choices[at]);
    else if (to === undefined) return;
    else setAt(to < 0 && at === 0 ? last : to > last && at === last ? 0 : Math.max(0, Math.min(last, to)));
    event.preventDefault();
  };

  return (
    <Dialog title="Search or jump" dialog={dialog} onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={choices.length === 0 ? undefined : `${id}-${at}`}
        aria-label="Search or jump"
        placeholder="An id, a link, a page, a session, a user, or a text to search for"
        autoComplete="off"
        spellCheck="false"
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <ul className={styles.choices} id={id} role="listbox" aria-label="Choices">
        {choices.map((choice, index) => (
          <li
            key={index}
            ref={index === at ? active : undefined}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={`${styles.choice} choice`}
            onClick={() => run(choice)}
          >
            <bdi className={`${styles.title} cut`}>{choice.title}</bdi>
            <span className="secondary">{choice.hint}</span>
            {choice.key !== undefined && <KeyName name={choice.key} />}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Returns the actions of this page, by its keys, and the actions of all pages. */
function useKnown(): readonly Choice[] {
  const groups = useKeyGroups();
  const areOff = useKeysOff();
  const zone = useZone();
  const views = useSavedViews();
  return useMemo(
    () => [
      ...listed(groups).flatMap(({ title, actions }) =>
        actions
          .filter(({ keys }) => !keys.includes('Mod+k'))
          .map(({ keys: [key], help, run }) => ({
            title: `${help.charAt(0).toUpperCase()}${help.slice(1)}`,
            hint: title,
            key,
            run,
          })),
      ),
      ...views.map((view) => ({ title: view.name, hint: 'Saved view', run: () => navigate(addressOfView(view)) })),
      ...THEMES.map((theme) => ({
        title: `${theme.charAt(0).toUpperCase()}${theme.slice(1)} theme`,
        hint: 'Setting',
        run: () => setTheme(theme),
      })),
      {
        title: `Times in ${zone === 'utc' ? 'the zone of this computer' : 'UTC'}`,
        hint: 'Setting',
        run: () => setZone(zone === 'utc' ? 'local' : 'utc'),
      },
      {
        title: areOff ? 'Switch single keys on' : 'Switch single keys off',
        hint: 'Setting',
        run: () => switchKeys(!areOff),
      },
      { title: 'Sign out', hint: 'Everywhere', run: () => signOut() },
    ],
    [groups, areOff, zone, views],
  );
}

/** Opens a trace, otherwise an observation; if neither exists, the page of the trace, which waits for it. */
async function openId(id: string): Promise<void> {
  const isTrace = await read('/api/public/traces/{traceId}', { ids: { traceId: id }, query: { fields: 'core' } }).then(
    () => true,
    () => false,
  );
  const observation = isTrace
    ? undefined
    : await read('/api/public/observations/{observationId}', { ids: { observationId: id } }).catch(() => undefined);
  navigate(
    observation === undefined
      ? { page: 'trace', id }
      : { page: 'trace', id: observation.traceId, observation: observation.id },
  );
}

async function openObservation(observationId: string): Promise<void> {
  try {
    const { id, traceId } = await read('/api/public/observations/{observationId}', { ids: { observationId } });
    navigate({ page: 'trace', id: traceId, observation: id });
  } catch (error) {
    announce(error instanceof Error ? reasonOf(error, 'observation').title : String(error));
  }
}
