import type { LogFields, Logger } from './logger';
import type { Gauge, Metrics } from './metrics';
import type { Reading } from './parse-result';
import { readSettingFileAgain } from './setting-file';

/** A file that a setting names, and what its text means. */
export interface FollowedFile<T> {
  /** The variable that names the file. */
  readonly setting: string;
  readonly path: string;
  readonly maxBytes: number;
  /** Its problems show nothing that is secret. */
  readonly read: (text: string) => Reading<T>;
  /** What is logged of a new value beside the setting: a version, nothing secret. */
  readonly describe?: (value: T) => LogFields;
  /** Takes over a new value. */
  readonly use: (value: T) => void;
}

export interface SettingFilesOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly everyMs?: number | undefined;
  /** How long a file may take to answer before that is a problem of its own. */
  readonly patienceMs?: number;
  readonly readFile?: typeof readSettingFileAgain;
}

const EVERY_MS = 1000;
const PATIENCE_MS = 10_000;
const MOST_PROBLEMS_LOGGED = 20;

/** What a file was when it was last looked at, as text that can be compared. */
interface Watched {
  readonly setting: string;
  readonly look: () => Promise<Look>;
  seen: string | undefined;
  handled: string | undefined;
  /** While it is looked at: a file system that hangs holds up this file only, and with one call only. */
  busy: Promise<void> | undefined;
}

interface Look {
  readonly seen: string;
  readonly handle: (first: boolean) => void;
}

/**
 * Follows files that settings name, so that their new content is used without a restart: prices, and credentials during
 * a rotation. The content itself is compared every second: times and inodes of files do not always change where a copy keeps
 * the time or a whole folder is exchanged behind a symbolic link (as Kubernetes does). A content counts when it was found
 * twice in a row, so that a file that is just being written is never taken for what it begins with. A file that is
 * missing, too large, wrong or gives no answer for ten seconds changes nothing: what it held before stays in use, one
 * error is logged, and `sluice_setting_file_refused` is 1 until it is put right.
 */
export class SettingFiles {
  readonly #logger: Logger;
  readonly #everyMs: number;
  readonly #patienceMs: number;
  readonly #readFile: typeof readSettingFileAgain;
  readonly #refused: Gauge<'setting'>;
  readonly #loaded: Gauge<'setting'>;
  readonly #watched: Watched[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SettingFilesOptions) {
    const { logger, metrics, everyMs = EVERY_MS, patienceMs = PATIENCE_MS, readFile = readSettingFileAgain } = options;
    this.#logger = logger;
    this.#everyMs = everyMs;
    this.#patienceMs = patienceMs;
    this.#readFile = readFile;
    this.#refused = metrics.gauge({
      name: 'sluice_setting_file_refused',
      help: '1 while the content of a file that a setting names cannot be used and what it held before stays in use',
      labels: ['setting'],
    });
    this.#loaded = metrics.gauge({
      name: 'sluice_setting_file_loaded_timestamp_seconds',
      help: 'When the content that is in use was read',
      labels: ['setting'],
    });
  }

  /** Reads the file and takes it over before this resolves, then whenever it changes. */
  async follow<T>(file: FollowedFile<T>): Promise<void> {
    const look = () => this.#look(file);
    const { seen, handle } = await look();
    handle(true);
    this.#watched.push({ setting: file.setting, look, seen, handled: seen, busy: undefined });
    this.#timer ??= setInterval(() => void this.poll(), this.#everyMs).unref();
  }

  /** Looks once at every file that is not being looked at. Never rejects. */
  async poll(): Promise<void> {
    await Promise.all(this.#watched.map((watched) => (watched.busy ??= this.#lookAgain(watched))));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look<T>(file: FollowedFile<T>): Promise<Look> {
    const text = await this.#readFile(file.path, file.maxBytes);
    return {
      seen: text.ok ? `holds ${text.value}` : `fails: ${text.problems.join()}`,
      handle: (first) => this.#handle(file, text.ok ? file.read(text.value) : text, first),
    };
  }

  #handle<T>({ setting, describe, use }: FollowedFile<T>, reading: Reading<T>, first: boolean): void {
    if (!reading.ok) {
      this.#refuse(setting, reading.problems);
      return;
    }
    use(reading.value);
    this.#refused.set({ setting }, 0);
    this.#loaded.set({ setting }, Date.now() / 1000);
    if (!first) this.#logger.info('the new content of a file is in use', { setting, ...describe?.(reading.value) });
  }

  async #lookAgain(watched: Watched): Promise<void> {
    const patience = setTimeout(() => this.#tellHanging(watched), this.#patienceMs).unref();
    try {
      const { seen, handle } = await watched.look();
      const settled = seen === watched.seen;
      watched.seen = seen;
      if (!settled || seen === watched.handled) return;
      watched.handled = seen;
      handle(false);
    } catch (error) {
      // Only the kind of the error is logged: its message may show the content, which may be secret.
      this.#refuse(watched.setting, [`taking it over failed: this is a bug (${nameOf(error)})`]);
    } finally {
      clearTimeout(patience);
      watched.busy = undefined;
    }
  }

  /** When the file can be read again its content counts as new, so that log and metric show the recovery. */
  #tellHanging(watched: Watched): void {
    watched.seen = watched.handled = undefined;
    this.#refuse(watched.setting, ['the file system gives no answer']);
  }

  #refuse(setting: string, problems: readonly string[]): void {
    this.#refused.set({ setting }, 1);
    this.#logger.error('the new content of a file cannot be used, what it held before stays in use: mend the file', {
      setting,
      problems: problems.slice(0, MOST_PROBLEMS_LOGGED),
    });
  }
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}
