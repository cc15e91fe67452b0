import type { UsageDay } from '../api/types';
import type { Measure } from '../url/usage-address';

/** Sums over a time, of all models or of one. */
export interface Figures {
  /** Known cost in USD. */
  readonly cost: number;
  readonly input: number;
  readonly output: number;
  readonly tokens: number;
  readonly observations: number;
  /** Sum over the days of each day's distinct traces. */
  readonly traces: number;
}

export interface ModelFigures extends Figures {
  /** Model; null for observations without a model, on days on which these have tokens or a cost. */
  readonly model: string | null;
}

const NOTHING: Figures = { cost: 0, input: 0, output: 0, tokens: 0, observations: 0, traces: 0 };

const plus = (one: Figures, other: Figures): Figures => ({
  cost: one.cost + other.cost,
  input: one.input + other.input,
  output: one.output + other.output,
  tokens: one.tokens + other.tokens,
  observations: one.observations + other.observations,
  traces: one.traces + other.traces,
});

const figuresOf = (usage: UsageDay['usage'][number]): Figures => ({
  cost: usage.totalCost,
  input: usage.inputUsage,
  output: usage.outputUsage,
  tokens: usage.totalUsage,
  observations: usage.countObservations,
  traces: usage.countTraces,
});

/** Sums by model over the days, the highest value of the measure first. */
export function byModel(days: readonly UsageDay[], measure: Measure): readonly ModelFigures[] {
  const sums = new Map<string | null, Figures>();
  for (const { usage } of days)
    for (const each of usage) sums.set(each.model, plus(sums.get(each.model) ?? NOTHING, figuresOf(each)));
  return [...sums]
    .map(([model, figures]) => ({ model, ...figures }))
    .sort((a, b) => b[measure] - a[measure] || b.tokens - a.tokens || ((a.model ?? '') < (b.model ?? '') ? -1 : 1));
}

/** Sums all days, including observations without a model. @param model the only model to count; undefined for all */
export function totalOf(days: readonly UsageDay[], model: string | undefined): Figures {
  return days.reduce((sum, day) => plus(sum, dayFigures(day, model)), NOTHING);
}

/** Returns the figures of a day, of all models or of one. */
export function dayFigures(day: UsageDay, model: string | undefined): Figures {
  const ofModels = day.usage.filter((usage) => model === undefined || usage.model === model).map(figuresOf);
  const sum = ofModels.reduce(plus, NOTHING);
  if (model !== undefined) return sum;
  return { ...sum, cost: day.totalCost, observations: day.countObservations, traces: day.countTraces };
}

/** Days as stacked bars. */
export interface DayFigures {
  /** Models of the parts, from the bottom up. */
  readonly parts: readonly string[];
  readonly days: readonly { readonly date: string; readonly total: number; readonly values: readonly number[] }[];
  /** Highest total; 1 if all are 0. */
  readonly most: number;
}

const OTHERS = 'other models';
export const NO_MODEL = 'without a model';

/**
 * Splits a measure by day and model; the last part has the observations without a model. Traces are not split, because a trace can have
 * several models.
 * @param dates all shown days, including those without figures
 * @param shown most models with a part of their own
 */
export function barsOf(
  days: readonly UsageDay[],
  dates: readonly string[],
  measure: Measure,
  model: string | undefined,
  shown: number,
): DayFigures {
  const known = new Map(days.map((day) => [day.date, day]));
  // A value unknown for a model, such as a cost without a price, is no part.
  const ranked = byModel(days, measure).flatMap((figures) =>
    figures.model !== null && figures[measure] > 0 ? [figures.model] : [],
  );
  const named = measure === 'traces' ? [] : model === undefined ? ranked.slice(0, shown) : [model];
  const unnamed = measure === 'traces' || model !== undefined ? [] : ranked.slice(named.length);
  const hasOthers = unnamed.length > 0;
  const bars = dates.map((date) => {
    const day = known.get(date);
    if (day === undefined) return { date, total: 0, values: [], others: 0, rest: 0 };
    const ofModels = new Map(
      day.usage.flatMap((usage) => (usage.model === null ? [] : [[usage.model, figuresOf(usage)[measure]] as const])),
    );
    const values = named.map((name) => ofModels.get(name) ?? 0);
    const { [measure]: total } = dayFigures(day, model);
    const all = sum([...ofModels.values()]);
    const others = sum(unnamed.map((name) => ofModels.get(name) ?? 0));
    const isParted = measure !== 'traces' && model === undefined;
    return { date, total, values, others, rest: isParted ? Math.max(0, total - all) : 0 };
  });
  // Sums of doubles differ in their last digits; such a difference is no part.
  const most = Math.max(0, ...bars.map(({ total }) => total));
  const hasRest = bars.some(({ rest }) => rest > most * 1e-9);
  return {
    parts:
      measure === 'traces' ? ['traces'] : [...named, ...(hasOthers ? [OTHERS] : []), ...(hasRest ? [NO_MODEL] : [])],
    days: bars.map(({ date, total, values, others, rest }) => ({
      date,
      total,
      values: measure === 'traces' ? [total] : [...values, ...(hasOthers ? [others] : []), ...(hasRest ? [rest] : [])],
    })),
    most: most || 1,
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Models whose calls have no known cost. */
export interface Unpriced {
  /** Models with tokens and without a price, most calls first. */
  readonly withoutPrice: readonly ModelFigures[];
  /** Models for which neither cost nor tokens were sent. */
  readonly withoutTokens: readonly ModelFigures[];
}

/** Finds the models that a sum of costs does not contain. */
export function unpriced(models: readonly ModelFigures[]): Unpriced {
  const unknown = models
    .filter(({ cost, observations }) => cost === 0 && observations > 0)
    .sort((a, b) => b.observations - a.observations);
  return {
    withoutPrice: unknown.filter(({ tokens }) => tokens > 0),
    withoutTokens: unknown.filter(({ tokens }) => tokens === 0),
  };
}
