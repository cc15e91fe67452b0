import type { LogFields, Logger } from './logger';
import type { Gauge, Metrics } from './metrics';
import { type Reading, refused } from './parse-result';
import { readSettingFileAgain } from './setting-file';

/** File that a setting names. */
interface NamedFile {
  /** Variable that names the file. */
  readonly setting: string;
  readonly path: string;
  readonly maxBytes: number;
}

/** Use of the contents of files. */
interface FileUse<T> {
  /** Fields of a new value that are logged next to the setting: a version, nothing secret. */
  readonly describe?: (value: T) => LogFields;
  /** Receives a new value. */
  readonly use: (value: T) => void;
}

/** File that a setting names, with the parser of its text. */
export interface FollowedFile<T> extends NamedFile, FileUse<T> {
  /** Parses the text; its problems show nothing secret. */
  readonly read: (text: string) => Reading<T>;
}

/** Files that make one value, such as a certificate and its key, with the parser of their texts. */
export interface FollowedFiles<T> extends FileUse<T> {
  readonly files: readonly NamedFile[];
  /** Parses the texts, in the order of the files; its problems name the settings and show nothing secret. */
  readonly read: (texts: readonly string[]) => Reading<T>;
}

export interface SettingFilesOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly everyMs?: number | undefined;
  /** Time after which a read without a result is reported as a problem. */
  readonly patienceMs?: number;
  readonly readFile?: typeof readSettingFileAgain;
}

const EVERY_MS = 1000;
const PATIENCE_MS = 10_000;
const MAX_PROBLEMS_LOGGED = 20;

/** State of a file at the last read, as text that can be compared. */
interface Watched {
  readonly settings: readonly string[];
  readonly look: () => Promise<Look>;
  seen: string | undefined;
  handled: string | undefined;
  /** The running read: a file system that hangs blocks this file only, and with one call only. */
  busy: Promise<void> | undefined;
}

interface Look {
  readonly seen: string;
  readonly handle: (first: boolean) => void;
}

/**
 * Follower of files that settings name, so that their new contents are used without a restart: prices, and credentials during a rotation.
 * The contents are compared every second: times and inodes of files do not always change if a copy keeps the time or a whole folder is
 * replaced behind a symbolic link (as Kubernetes does). Contents count when two reads in a row return them, so that a partly written file
 * is never used. A file that is missing, too large, invalid or unreadable for ten seconds changes nothing: its earlier value stays in use,
 * one error is logged, and `sluice_setting_file_refused` is 1 until it is repaired.
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

  /** Reads the file and passes its value on before this resolves, then at each change. */
  async follow<T>(file: FollowedFile<T>): Promise<void> {
    const { read, ...use } = file;
    await this.followTogether({ ...use, files: [file], read: ([text = '']) => read(text) });
  }

  /** Follows files as `follow` does; a change of one of them counts with the texts of the others at that time. */
  async followTogether<T>(followed: FollowedFiles<T>): Promise<void> {
    const settings = followed.files.map(({ setting }) => setting);
    const look = () => this.#look(followed, settings);
    const { seen, handle } = await look();
    handle(true);
    this.#watched.push({ settings, look, seen, handled: seen, busy: undefined });
    this.#timer ??= setInterval(() => void this.poll(), this.#everyMs).unref();
  }

  /** Reads every file once that is not being read. Never rejects. */
  async poll(): Promise<void> {
    await Promise.all(this.#watched.map((watched) => (watched.busy ??= this.#lookAgain(watched))));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look<T>(followed: FollowedFiles<T>, settings: readonly string[]): Promise<Look> {
    const { files, read } = followed;
    const readings = await Promise.all(files.map(({ path, maxBytes }) => this.#readFile(path, maxBytes)));
    const texts = readings.map((reading) => (reading.ok ? reading.value : ''));
    const problems = readings.flatMap((reading, index) =>
      reading.ok
        ? []
        : reading.problems.map((problem) => (files.length > 1 ? `${settings[index]}: ${problem}` : problem)),
    );
    return {
      seen: JSON.stringify([texts, problems]),
      handle: (first) =>
        this.#handle(followed, settings, problems.length > 0 ? refused(...problems) : read(texts), first),
    };
  }

  #handle<T>(
    { describe, use }: FollowedFiles<T>,
    settings: readonly string[],
    reading: Reading<T>,
    first: boolean,
  ): void {
    if (!reading.ok) {
      this.#refuse(settings, reading.problems);
      return;
    }
    use(reading.value);
    for (const setting of settings) {
      this.#refused.set({ setting }, 0);
      this.#loaded.set({ setting }, Date.now() / 1000);
    }
    if (first) return;
    this.#logger.info('the new content of a file is in use', {
      setting: settings.join(', '),
      ...describe?.(reading.value),
    });
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
      // Only the kind of the error is logged: its message may show the contents, which may be secret.
      this.#refuse(watched.settings, [`taking it over failed: this is a bug (${nameOf(error)})`]);
    } finally {
      clearTimeout(patience);
      watched.busy = undefined;
    }
  }

  /** Reports a read that hangs. The next successful read counts as new contents, so that log and metric show the recovery. */
  #tellHanging(watched: Watched): void {
    watched.seen = watched.handled = undefined;
    this.#refuse(watched.settings, ['the file system gives no answer']);
  }

  #refuse(settings: readonly string[], problems: readonly string[]): void {
    for (const setting of settings) this.#refused.set({ setting }, 1);
    this.#logger.error('the new content of a file cannot be used, what it held before stays in use: mend the file', {
      setting: settings.join(', '),
      problems: problems.slice(0, MAX_PROBLEMS_LOGGED),
    });
  }
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}
