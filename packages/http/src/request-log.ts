import type { LogFields, Logger } from '@sluice/runtime';

/** A request that was not served as it was sent; one line of the log. */
export interface FailedRequest {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** Identifies the kind of failure. Failures of one kind share their lines. */
  readonly kind: string;
  readonly fields: LogFields;
}

/** Tells the operator of requests. */
export interface RequestLog {
  /** One that was served: of interest to who looks for a fault. */
  served(fields: LogFields): void;
  failed(request: FailedRequest): void;
  /** Tells what was only counted since the last line. */
  close(): void;
}

export interface RequestLogOptions {
  readonly logger: Logger;
  /** How long failures of one kind are only counted after a line, in milliseconds. */
  readonly quietMs?: number;
  /** The most kinds that have lines of their own within that time. */
  readonly mostKinds?: number;
}

/** The last request of a kind, and how often it came since the line. */
interface Kind {
  last: FailedRequest;
  repeated: number;
}

const QUIET_MS = 60_000;
const MOST_KINDS = 100;

/** The kind of everything beyond `mostKinds`. */
const OTHERS = '';

/**
 * Writes a line for the first failure of a kind at once, and one a minute for those that follow: an exporter with a wrong
 * token, which tries again for ever, must not fill a disk. At the level `debug` each one has its line too.
 */
export function createRequestLog({
  logger,
  quietMs = QUIET_MS,
  mostKinds = MOST_KINDS,
}: RequestLogOptions): RequestLog {
  const kinds = new Map<string, Kind>();
  let timer: NodeJS.Timeout | undefined;

  function tellRepeated(): void {
    for (const [name, { last, repeated }] of kinds) {
      if (repeated === 0) {
        kinds.delete(name);
        continue;
      }
      const { level, message, fields } = last;
      const described = name === OTHERS ? {} : fields;
      logger[level](`${message} (repeated)`, { ...described, repeated, seconds: quietMs / 1000 });
      kinds.set(name, { last, repeated: 0 });
    }
    timer = kinds.size === 0 ? undefined : setTimeout(tellRepeated, quietMs).unref();
  }

  return {
    served: (fields) => logger.debug('a request was served', fields),
    failed(request) {
      const known = kinds.has(request.kind) || kinds.size < mostKinds;
      const kind = kinds.get(known ? request.kind : OTHERS);
      if (kind === undefined) {
        const logged = known
          ? request
          : { ...request, message: 'more kinds of requests fail than are told one by one' };
        logger[logged.level](logged.message, request.fields);
        kinds.set(known ? request.kind : OTHERS, { last: logged, repeated: 0 });
        timer ??= setTimeout(tellRepeated, quietMs).unref();
        return;
      }
      kind.repeated += 1;
      if (known) kind.last = request;
      logger.debug(request.message, request.fields);
    },
    close() {
      clearTimeout(timer);
      tellRepeated();
      clearTimeout(timer);
      kinds.clear();
    },
  };
}
