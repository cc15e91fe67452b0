import type { LogFields, Logger } from '@sluice/runtime';

/** A request that was not served as it was sent; one line of the log. */
export interface FailedRequest {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** Kind of failure. Failures of one kind share their lines. */
  readonly kind: string;
  readonly fields: LogFields;
}

/** Log of requests. */
export interface RequestLog {
  /** Logs a served request, which helps to find a fault. */
  served(fields: LogFields): void;
  failed(request: FailedRequest): void;
  /** Logs the failures that were only counted since the last line. */
  close(): void;
}

export interface RequestLogOptions {
  readonly logger: Logger;
  /** Time after a line during which failures of its kind are only counted, in milliseconds. */
  readonly repeatMs?: number;
  /** Limit of kinds with lines of their own within that time. */
  readonly mostKinds?: number;
}

/** Last request of a kind, and the number of its failures since the line. */
interface Kind {
  last: FailedRequest;
  repeated: number;
}

const REPEAT_MS = 60_000;
const MAX_KINDS = 100;

/** Kind of all failures beyond `mostKinds`. */
const OTHERS = '';

/**
 * Writes a line for the first failure of a kind at once, and one a minute for those that follow: an exporter with a wrong token, which
 * retries forever, must not fill a disk. At the level `debug` each failure has its line too.
 */
export function createRequestLog({
  logger,
  repeatMs = REPEAT_MS,
  mostKinds = MAX_KINDS,
}: RequestLogOptions): RequestLog {
  const kinds = new Map<string, Kind>();
  let timer: NodeJS.Timeout | undefined;

  function reportRepeated(): void {
    for (const [name, { last, repeated }] of kinds) {
      if (repeated === 0) {
        kinds.delete(name);
        continue;
      }
      const { level, message, fields } = last;
      const described = name === OTHERS ? {} : fields;
      logger[level](`${message} (repeated)`, { ...described, repeated, seconds: repeatMs / 1000 });
      kinds.set(name, { last, repeated: 0 });
    }
    timer = kinds.size === 0 ? undefined : setTimeout(reportRepeated, repeatMs).unref();
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
        timer ??= setTimeout(reportRepeated, repeatMs).unref();
        return;
      }
      kind.repeated += 1;
      if (known) kind.last = request;
      logger.debug(request.message, request.fields);
    },
    close() {
      clearTimeout(timer);
      reportRepeated();
      clearTimeout(timer);
      kinds.clear();
    },
  };
}
