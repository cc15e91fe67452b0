import { isLonger } from '@sluice/record';
import { type Kind, invalid, oneValue, required } from './kind';

/** Text. @param maxLength in Unicode code points; absent: any length */
export function text(maxLength?: number): Kind<string | undefined> {
  const bound = maxLength === undefined ? {} : { maxLength };
  return oneValue({ type: 'string', ...bound }, undefined, (value, name) => {
    if (maxLength !== undefined && isLonger(value, maxLength)) {
      throw invalid(name, `at most ${maxLength} characters`, value);
    }
    return value;
  });
}

/** Text that must be given. @param what is required, as the refusal words it */
export const requiredText = (what: string): Kind<string> =>
  required({ ...text(), schema: { type: 'string', minLength: 1 } }, what);

/** Decimal integer from 1 to a maximum, both included; never clamped. @param fallback where it is absent */
export function integer(maximum: number, fallback: number): Kind<number> {
  return oneValue({ type: 'integer', minimum: 1, maximum, default: fallback }, fallback, (value, name) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= 1 && number <= maximum) return number;
    throw invalid(name, `an integer from 1 to ${maximum}`, value);
  });
}

/** Finite number in the notation of JSON; undefined where it is absent. */
export const finite = (): Kind<number | undefined> =>
  oneValue({ type: 'number' }, undefined, (value, name) => numberOf(value) ?? refuseNumber(value, name));

/** Returns the finite number of a text in the notation of JSON; undefined for other text. */
export function numberOf(text: string): number | undefined {
  const number = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function refuseNumber(value: string, name: string): never {
  throw invalid(name, 'a number', value);
}

const word =
  <Word extends string>(words: readonly Word[]) =>
  (value: string, name: string): Word => {
    const chosen = words.find((each) => each === value);
    if (chosen === undefined) throw invalid(name, `one of ${words.join(', ')}`, value);
    return chosen;
  };

/** One of a closed set of words, in this spelling. @param fallback where it is absent */
export const choice = <const Word extends string>(words: readonly Word[], fallback: NoInfer<Word>): Kind<Word> =>
  oneValue({ type: 'string', enum: words, default: fallback }, fallback, word(words));

/** One of a closed set of words; undefined where it is absent. */
export const optionalChoice = <const Word extends string>(words: readonly Word[]): Kind<Word | undefined> =>
  oneValue({ type: 'string', enum: words }, undefined, word(words));

/** One of a closed set of words that must be given. */
export const requiredChoice = <const Word extends string>(words: readonly Word[]): Kind<Word> =>
  required(oneValue({ type: 'string', enum: words }, undefined, word(words)), `one of ${words.join(', ')}`);

/** Member and direction of an order. */
export interface Order<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** Order by one of some members; its direction may be in any case, which the schema does not show. */
export function order<Field extends string>(
  fields: readonly Field[],
  fallback: Order<NoInfer<Field>>,
): Kind<Order<Field>> {
  const schema = {
    type: 'string',
    enum: fields.flatMap((field) => [`${field}.asc`, `${field}.desc`]),
    default: `${fallback.field}.${fallback.direction}`,
  };
  return oneValue(schema, fallback, (value, name) => {
    const [member, way = '', ...rest] = value.split('.');
    const field = fields.find((known) => known === member);
    const direction = way.toLowerCase();
    if (field === undefined || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
      throw invalid(name, `<field>.asc or <field>.desc with one of ${fields.join(', ')}`, value);
    }
    return { field, direction };
  });
}
