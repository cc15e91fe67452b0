import type { PoolClient } from 'pg';
import { GramFilter } from '../../grams/gram-filter';
import { FILTER_TRACES, filterPositions, isBelowFilter } from '../../text-filter-format';
import { SEGMENT_SIZE } from '../../trace-index-format';
import { type FilteredTrace, addTexts } from './filter-texts';

/** A filter that is to be made. */
interface Due {
  readonly project: number;
  readonly filter: number;
}

/** Filters of which is read at a time which are due. */
const DUE_AT_ONCE = 256;

/** Pause after a filter while traces are indexed, in times of its duration: filters cost ingest less than a twentieth of one thread. */
const PAUSE_WHILE_BUSY = 20;

/** Traces below a filter that must have changed since it was made before it is made again. */
const MIN_CHANGED = 32;

/**
 * Makes the filters of texts, one in each transaction, for segments whose rollups are made: nothing changes in these for a while. Reads take
 * a trace that changed since, and a dirty one, for a trace that may contain any text.
 */
export class TextFilters {
  readonly #filter = new GramFilter();
  readonly #minChanged: number;
  #due: Due[] = [];
  #making: Due | undefined;
  #mayBeDue = true;
  #isBusy = false;
  /** Time by the clock until which ingest is left alone. */
  #pausedUntil = 0;
  readonly #now: () => number;

  /** @param now monotonic clock, in milliseconds */
  constructor(minChanged = MIN_CHANGED, now = () => performance.now()) {
    this.#minChanged = minChanged;
    this.#now = now;
  }

  /** Discards what is known; to be called when another process may have indexed traces. */
  forget(): void {
    this.#due = [];
    this.#mayBeDue = true;
  }

  /** Reports that rollups of a segment were made. */
  addRolledUp(): void {
    this.#mayBeDue = true;
  }

  /** Reports that traces were indexed. */
  addIndexed(): void {
    this.#isBusy = true;
  }

  get isDue(): boolean {
    return (this.#mayBeDue || this.#due.length > 0) && this.#now() >= this.#pausedUntil;
  }

  /** Makes the next filter that is due, in the caller's transaction. @returns whether one was due */
  async next(client: PoolClient): Promise<boolean> {
    const began = this.#now();
    if (this.#due.length === 0) {
      const { rows } = await client.query<Due>(DUE, [this.#minChanged, DUE_AT_ONCE]);
      this.#due = rows;
      this.#mayBeDue = rows.length === DUE_AT_ONCE;
    }
    this.#making = this.#due.shift();
    if (this.#making === undefined) return false;
    const { project, filter } = this.#making;
    const { rows } = await client.query<FilteredTrace>(TRACES, [project, filter]);
    this.#filter.clear();
    const leftOut = await addTexts(client, rows, this.#filter);
    await client.query(STORE, [project, filter, leftOut, this.#filter.bytes]);
    const ended = this.#now();
    if (this.#isBusy) this.#pausedUntil = ended + PAUSE_WHILE_BUSY * (ended - began);
    this.#isBusy = false;
    return true;
  }

  /** Stores, after a filter took too long, one of which every trace is left out, so that it is not made again. @returns whether there was one */
  async leaveOut(client: PoolClient): Promise<boolean> {
    if (this.#making === undefined) return false;
    const { project, filter } = this.#making;
    const all = Array.from({ length: FILTER_TRACES }, (_, n) => filter * FILTER_TRACES + n);
    this.#filter.clear();
    await client.query(STORE, [project, filter, all, this.#filter.bytes]);
    return true;
  }
}

/** SQL: filters of valid segments that are missing, or below which at least `$1` traces have changed; the newest first. */
const DUE = /* sql */ `
select s.project, g.filter
from sluice.valid_segments s
  cross join lateral generate_series(s.segment * ${SEGMENT_SIZE / FILTER_TRACES}, (s.segment + 1) * ${SEGMENT_SIZE / FILTER_TRACES} - 1) g (filter)
  left join sluice.text_filters f on f.project = s.project and f.filter = g.filter
where case when f.filter is not null then bit_count(f.unfiltered) - f.left_out >= $1::integer
  else exists (select from sluice.trace_index_entries p where p.project = s.project and ${isBelowFilter('p.index_position', 'g.filter')}) end
order by s.segment desc, g.filter desc limit $2`;

const TRACES = /* sql */ `
select p.index_position as "indexPosition", t.id as key, t.part, t.name, t.tags, t.observation_count as observations
from sluice.trace_index_entries p cross join lateral (select t.* from sluice.traces t where t.id = p.key offset 0) t
where p.project = $1 and ${isBelowFilter('p.index_position', '$2::integer')}`;

const STORE = /* sql */ `
insert into sluice.text_filters (project, filter, left_out, unfiltered, grams)
select $1, $2, count(l.index_position), coalesce(${filterPositions('l.index_position')}, b'0'::bit(${FILTER_TRACES})::varbit), $4
from unnest($3::integer[]) l (index_position)
on conflict (project, filter) do update set left_out = excluded.left_out, unfiltered = excluded.unfiltered, grams = excluded.grams`;
