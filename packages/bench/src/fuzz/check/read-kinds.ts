import type { Parameter } from '@sluice/api';
import { ANSWER_LIMITS } from '@sluice/record';
import type { Schema } from '../input/draw-schema';
import type { FuzzInput } from '../input/fuzz-input';
import { STORED_READS, queryOf } from '../input/query';
import { allExpressionKinds, expressionKinds } from './expression-kinds';
import { type Kind, SIZES, sizeOf } from './kind';
import { KindCounts } from './kind-counts';

const PARAMETERS = new Map<string, readonly Parameter[]>(
  STORED_READS.map(({ path, parameters }) => [path, parameters.filter(({ in: where }) => where === 'query')]),
);

/** Forms of the values of a parameter. */
interface Forms {
  readonly all: readonly string[];
  readonly of: (values: readonly string[]) => readonly string[];
}

const OPERATORS = /["*%_|&()\\^]| OR |^-/;
const POSITIONS = ['one part', 'two parts', 'three parts', 'more parts'];

const POSITION: Forms = {
  all: POSITIONS,
  of: (parts) => [POSITIONS[Math.min(parts.length, POSITIONS.length) - 1] ?? ''],
};

/** Forms of parameters that have no words in the document. */
const FORMS: Readonly<Record<string, Forms>> = {
  q: {
    all: [...SIZES, 'plain', 'with operators of other searches'],
    of: ([text = '']) => [
      sizeOf(Array.from(text).length, ANSWER_LIMITS.searched),
      OPERATORS.test(text) ? 'with operators of other searches' : 'plain',
    ],
  },
  ids: { all: SIZES, of: (ids) => [sizeOf(new Set(ids).size, ANSWER_LIMITS.ids)] },
  cursor: POSITION,
  searchFrom: POSITION,
};

const SCORE_POSITIONS = ['time and id', 'another text'];

/** Forms of the cursor of scores, which is base64url. */
const SCORE_POSITION: Forms = {
  all: SCORE_POSITIONS,
  of: ([text = '']) => [SCORE_POSITIONS[Buffer.from(text, 'base64url').toString().includes(',') ? 0 : 1] ?? ''],
};

const formsOf = (path: string, name: string): Forms | undefined =>
  name === 'cursor' && path.endsWith('/scores') ? SCORE_POSITION : FORMS[name];

/** Words that a parameter accepts; undefined for one of other values. */
function wordsOf({ enum: words, items }: Schema): readonly string[] | undefined {
  return (words ?? (items as Schema | undefined)?.enum) as readonly string[] | undefined;
}

/** Names the filter expression of a read: those of the same rows are counted together. */
const expressionOf = (path: string): string =>
  `filter of ${path.includes('/observations') ? 'observations' : 'traces'}`;

function allKinds(path: string, { name, schema }: Parameter): readonly Kind[] {
  const words = wordsOf(schema) ?? formsOf(path, name)?.all;
  if (words !== undefined) return words.map((word) => [`${path} ${name}`, word]);
  if (name !== 'filter') return [[`${path} other parameters`, name]];
  return allExpressionKinds(schema).map(([group, kind]) => [`${expressionOf(path)}: ${group}`, kind]);
}

function kindsOf(path: string, { name, schema }: Parameter, given: readonly string[]): readonly Kind[] {
  const [first = ''] = given;
  const listed = given.length === 1 && name !== 'q' ? first.split(',') : given;
  const words = wordsOf(schema) === undefined ? formsOf(path, name)?.of(listed) : listed;
  if (words !== undefined) return words.map((word) => [`${path} ${name}`, word]);
  if (name !== 'filter') return [[`${path} other parameters`, name]];
  return expressionKinds(first, schema).map(([group, kind]) => [`${expressionOf(path)}: ${group}`, kind]);
}

const ALL: readonly Kind[] = [...PARAMETERS].flatMap(([path, parameters]) =>
  parameters.flatMap((parameter) => allKinds(path, parameter)),
);

/** Counts the kinds of values in the reads of a run. */
export class ReadKinds {
  readonly #counts = new KindCounts(ALL);

  get missing(): readonly string[] {
    return this.#counts.missing;
  }

  get rows(): readonly (readonly string[])[] {
    return this.#counts.rows;
  }

  /** Counts the kinds in a read; ignores other inputs. */
  count({ endpoint, method, path }: Pick<FuzzInput, 'endpoint' | 'method' | 'path'>, status = 0): void {
    const parameters = PARAMETERS.get(endpoint);
    if (parameters === undefined || method === 'POST') return;
    const query = queryOf(path);
    for (const parameter of parameters) {
      const given = [query[parameter.name] ?? []].flat().filter((value) => value !== '');
      if (given.length === 0) continue;
      for (const kind of kindsOf(endpoint, parameter, given)) this.#counts.add(kind, status === 200);
    }
  }
}
