import { compact, count } from '../format/numbers';
import { ColumnCost } from '../ui/column-cost';
import type { Column } from '../ui/table';
import type { Figures } from './figures';

/** Builds the heading of a column of numbers. */
export const numbers = (title: string, from?: 500) => ({ name: title, title, isNumber: true, from }) as const;

/** Builds a column of integers, abbreviated, with all digits as the tooltip. */
export const counts = (title: string, of: Exclude<keyof Figures, 'cost'>, from?: 500): Column<Figures> => ({
  ...numbers(title, from),
  show: ({ [of]: value }) => <span title={count(value) + (TOKENS.has(of) ? ' tokens' : '')}>{compact(value)}</span>,
});

const TOKENS: ReadonlySet<keyof Figures> = new Set(['input', 'output']);

export const COST: Column<Pick<Figures, 'cost' | 'tokens'>> = {
  ...numbers('Cost'),
  show: ({ cost, tokens }) => <ColumnCost cost={cost} tokens={tokens} />,
};
