/** Log of this unit. Never receives a password. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

export const silent: Logger = { info: () => undefined, warn: () => undefined };
