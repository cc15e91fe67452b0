import { LOG_LEVELS } from './logger';
import { choice } from './setting-fields';
import { grouped } from './settings';

/** How much every process tells. */
export const logFields = grouped('Log', {
  logLevel: choice('LOG_LEVEL', LOG_LEVELS, { default: 'info', about: 'debug, info, warn, error or silent' }),
});
