import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Detail } from '../detail/detail';
import { lazyPart } from '../shell/lazy-part';
import { announce } from '../ui/announcements';
import { useLocalSetting } from '../ui/local-setting';
import { Splitter } from '../ui/splitter';
import { StateLine } from '../ui/state-line';
import { useTitle } from '../ui/title';
import { navigate } from '../url/navigate';
import { type TraceAddress, listOf } from '../url/trace-address';
import { traceActions } from './actions';
import { useZoom } from './extent';
import { type SearchedTexts, findRows } from './find';
import { Footer } from './footer';
import { Minimap } from './minimap';
import { TREE_SHARE, treeShare } from './panes';
import type { ReadTrace } from './read-trace';
import { useRows } from './rows';
import { idAt, observationAt, rowOf } from './observation-columns';
import { Toolbar } from './toolbar';
import { observationsNear } from './trace-data';
import styles from './trace-body.module.css';
import { TraceHead } from './trace-head';
import { useTraceKeys } from './trace-keys';
import { notesOf, loadWaste, useWaste } from './use-waste';
import { Waterfall } from './waterfall';

/** Notes about waste; their code is loaded when a trace has some. */
const FailedNote = lazyPart(() => loadWaste().then((module) => module.FailedNote));
const SlowNote = lazyPart(() => loadWaste().then((module) => module.SlowNote));
const WasteLine = lazyPart(() => loadWaste().then((module) => module.WasteLine));
const WasteNote = lazyPart(() => loadWaste().then((module) => module.WasteNote));

/** Reader of the texts; its code is loaded at the first search. */
const FindTexts = lazyPart(() => import('./find-texts').then((module) => module.FindTexts));
const TraceTexts = lazyPart(() => import('../detail/trace-texts').then((module) => module.TraceTexts));

/** Rows up to which a subtree shows at a glance which step takes how long. */
const FEW = 2;

interface TraceBodyProps {
  readonly trace: ReadTrace;
  readonly address: TraceAddress;
  readonly refresh: () => void;
  /** Reason why the shown trace may be older than that of the server. */
  readonly problem: Error | null;
}

/** Page of a trace that was read. */
export function TraceBody({ trace, address, refresh, problem }: TraceBodyProps) {
  const queries = useQueryClient();
  useTitle(trace.head.name ?? 'Trace');
  const rows = useRows(trace, address);
  const waste = useWaste(trace);
  const notes = useMemo(() => notesOf(waste), [waste]);
  const { selected, position, view } = rows;
  const { whole, extent, zoomTo } = useZoom(trace.tree, rows.root, address.zoom, (zoom) =>
    navigate({ ...address, zoom }, 'replace'),
  );
  const wanted = useDeferredValue(address.find ?? '');
  const [kept] = useState(() => ({ held: new Map() }));
  const [texts, setTexts] = useState<SearchedTexts>();
  const find = (text: string): Int32Array => findRows(trace.columns, text, texts);
  const found = useMemo(() => find(wanted), [trace.columns, wanted, texts]);
  const field = useRef<HTMLInputElement>(null);
  const detail = useRef<HTMLDivElement>(null);
  const actions = traceActions({
    ...{ trace, address, rows, zoomTo },
    // The drawn matches may lag behind the typed text.
    findNow: () => find(address.find ?? ''),
    list: listOf(address.list),
  });
  const nextTrace = (step: 1 | -1): void => {
    import('./neighbours')
      .then(({ goToNeighbour }) => goToNeighbour(queries, address, step))
      .then(
        (isThere) =>
          isThere ||
          announce(step === 1 ? 'This is the last trace of the list' : 'This is the first trace of the list'),
        () => announce('The list does not answer'),
      );
  };
  const onKey = useTraceKeys({
    ...{ ...actions, refresh, nextTrace },
    find: () => field.current?.select(),
    openDetail: () => detail.current?.querySelector<HTMLElement>('[tabindex="0"], button, a')?.focus(),
  });
  const share = useLocalSetting(treeShare);
  const observation = useMemo(
    () => (selected < 0 ? undefined : observationAt(trace.columns, selected)),
    [trace.columns, selected],
  );
  const near = useMemo(() => (selected < 0 ? [] : observationsNear(trace, selected)), [trace.columns, selected]);
  const isNarrow = useMedia('(width < 800px)');
  const isDetailShown = !isNarrow || address.observation !== undefined;
  /** Selects a row that may be hidden below a collapsed row. */
  const show = (row: number): void => {
    if (row < 0) return;
    const opened = rows.reveal(row);
    navigate({ ...address, ...opened, observation: idAt(trace.columns, row) }, isNarrow ? 'push' : 'replace');
  };
  const toTree = (): void => navigate({ ...address, observation: undefined });
  return (
    <section className={`${styles.page} page`} aria-label="Trace">
      <TraceHead trace={trace} address={address} actions={actions} onNext={nextTrace} />
      {problem !== null && <StateLine error={problem} again={refresh} />}
      <div className={styles['body']} style={{ '--tree': `${share}%` } as CSSProperties}>
        {(!isNarrow || !isDetailShown) && (
          <div className={styles['tree']}>
            <Minimap trace={trace} whole={whole} extent={extent} onZoom={zoomTo} />
            <div>
              <Toolbar
                {...{ address, actions, field, found, selected }}
                errors={trace.head.errorCount ?? 0}
                isZoomed={extent !== whole}
              />
              {address.find !== undefined && <FindTexts {...{ trace, kept }} onRead={setTexts} />}
              {waste !== undefined && <WasteLine {...{ trace, waste, selected }} onSelect={show} />}
            </div>
            <Waterfall
              {...{ trace, rows, whole, extent, found, notes, onKey }}
              onZoom={zoomTo}
              onSelect={(row) =>
                navigate({ ...address, observation: idAt(trace.columns, row) }, isNarrow ? 'push' : 'replace')
              }
            />
            <Footer trace={trace} rows={rows} address={address} row={view.rows[position] ?? -1} />
          </div>
        )}
        {!isNarrow && <Splitter label="Width of the tree" value={share} {...TREE_SHARE} onChange={treeShare.set} />}
        {isDetailShown && (
          <div ref={detail} className={styles['detail']}>
            {isNarrow && (
              <button type="button" className={styles['toTree']} onClick={toTree}>
                ‹ All observations
              </button>
            )}
            {observation === undefined ? (
              <div className={styles['gone']}>
                {address.observation !== undefined && (
                  <p>
                    The observation <code>{address.observation}</code> is not in this trace, or not yet.
                  </p>
                )}
                <TraceTexts head={trace.head} />
              </div>
            ) : (
              <Detail
                observation={observation}
                observations={near}
                traceStart={trace.tree.start}
                note={
                  <>
                    {observation.parentObservationId === null && <WholeTrace head={trace.head} />}
                    {(trace.sums.errors[selected] ?? 0) > 0 && (
                      <FailedNote trace={trace} row={selected} onSelect={show} />
                    )}
                    {(trace.tree.end[selected] ?? 0) > selected + FEW && (
                      <SlowNote
                        {...{ trace, row: selected, onSelect: show, onToggle: actions.toggleSlowPath }}
                        isShownAlone={address.path === true}
                      />
                    )}
                    {waste !== undefined && <WasteNote {...{ trace, waste }} row={selected} onSelect={show} />}
                  </>
                }
                tab={address.tab ?? 'conversation'}
                onTab={(tab) => navigate({ ...address, tab }, 'replace')}
                onSelect={(id) => show(rowOf(trace.columns, id))}
              />
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** Texts of the trace itself, read when they are expanded. */
function WholeTrace({ head }: Pick<ReadTrace, 'head'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={styles.texts}>Trace input, output, metadata</summary>
      {isOpen && <TraceTexts head={head} />}
    </details>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const read = (): void => setMatches(media.matches);
    media.addEventListener('change', read);
    return () => media.removeEventListener('change', read);
  }, [query]);
  return matches;
}
