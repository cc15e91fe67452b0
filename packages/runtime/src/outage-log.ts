import type { LogFields, Logger } from './logger';

/** Log of the outages of one dependency. */
export interface OutageLog {
  /** Records a failure; level `error` if only an operator can repair it. */
  failed(cause: unknown, level?: 'warn' | 'error'): void;
  /** Records a success. */
  worked(): void;
}

export interface OutageLogOptions {
  readonly logger: Logger;
  /** Messages for the beginning and the end of an outage. */
  readonly lost: string;
  readonly back: string;
  readonly fields?: LogFields;
}

/** Limit of the reasons that are logged within one outage. */
const MAX_REASONS = 10;

/** Logs the beginning of an outage once, each further reason once, and its end once, however many attempts fail in between. */
export function createOutageLog({ logger, lost, back, fields = {} }: OutageLogOptions): OutageLog {
  const reasons = new Set<string>();
  let began = 0;
  let failures = 0;
  return {
    failed(cause, level = 'warn') {
      if (failures === 0) began = performance.now();
      failures += 1;
      const reason = reasonOf(cause);
      if (reasons.has(reason) || reasons.size >= MAX_REASONS) return;
      reasons.add(reason);
      logger[level](lost, { ...fields, ...(level === 'error' ? { err: cause } : { cause }) });
    },
    worked() {
      if (failures === 0) return;
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      logger.info(back, { ...fields, seconds, failures });
      reasons.clear();
      failures = 0;
    },
  };
}

function reasonOf(cause: unknown): string {
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : typeof cause;
}
