import { badRequest } from '@sluice/http';
import { type Kind, scalar } from './kind';
import { choice } from './scalars';

/*
 * Kinds of parameters of the Langfuse API that are not supported: ignoring one would answer wrongly. They are in no
 * document.
 */

const FLAG = choice(['true', 'false'], 'false');

/** A flag that must not be set. */
export const unsetFlag = (): Kind<'false'> => ({
  schema: { type: 'string', enum: ['false'], default: 'false' },
  read: (query, name) => {
    if (FLAG.read(query, name) === 'true') throw badRequest(`${name}: expected false, because it is not built`);
    return 'false';
  },
});

/** A text that must not be given. */
export const unsupported = (): Kind<undefined> => ({
  schema: { type: 'string', maxLength: 0 },
  read: (query, name) => {
    if (scalar(query, name) !== undefined) throw badRequest(`${name}: not supported, leave it out`);
    return undefined;
  },
});
