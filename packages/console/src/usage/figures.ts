import type { UsageDay } from '../api/types';
import type { Measure } from '../url/usage-address';

/** Sums of a time, of all models or of one. */
export interface Figures {
  /** USD that are known. */
  readonly cost: number;
  readonly input: number;
  readonly output: number;
  readonly tokens: number;
  readonly observations: number;
  /** Of each day those that are distinct. */
  readonly traces: number;
}

export interface ModelFigures extends Figures {
  /** null: observations without a model, on days on which these have tokens or a cost. */
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

/** Sums of each model over the days, the most of the measure first. */
export function byModel(days: readonly UsageDay[], measure: Measure): readonly ModelFigures[] {
  const sums = new Map<string | null, Figures>();
  for (const { usage } of days)
    for (const each of usage) sums.set(each.model, plus(sums.get(each.model) ?? NOTHING, figuresOf(each)));
  return [...sums]
    .map(([model, figures]) => ({ model, ...figures }))
    .sort((a, b) => b[measure] - a[measure] || b.tokens - a.tokens || ((a.model ?? '') < (b.model ?? '') ? -1 : 1));
}

/** All days together, observations without a model included. @param model the only one that counts */
export function totalOf(days: readonly UsageDay[], model: string | undefined): Figures {
  return days.reduce((sum, day) => plus(sum, dayFigures(day, model)), NOTHING);
}

/** What a day has of all models, or of the only one that counts. */
export function dayFigures(day: UsageDay, model: string | undefined): Figures {
  const ofModels = day.usage.filter((usage) => model === undefined || usage.model === model).map(figuresOf);
  const sum = ofModels.reduce(plus, NOTHING);
  if (model !== undefined) return sum;
  return { ...sum, cost: day.totalCost, observations: day.countObservations, traces: day.countTraces };
}

/** Days as bars of several parts, one above the other. */
export interface Bars {
  /** What the parts are of, the lowest first. */
  readonly parts: readonly string[];
  readonly days: readonly { readonly date: string; readonly total: number; readonly values: readonly number[] }[];
  /** The highest total; 1 without any. */
  readonly most: number;
}

const OTHERS = 'other models';
export const NO_MODEL = 'without a model';

/**
 * A measure by day and model; the last part is what has no model. A trace can have several models, so that traces are not parted.
 * @param dates the days that are shown, also those of which nothing is known
 * @param shown at most so many models have a part of their own
 */
export function barsOf(
  days: readonly UsageDay[],
  dates: readonly string[],
  measure: Measure,
  model: string | undefined,
  shown: number,
): Bars {
  const known = new Map(days.map((day) => [day.date, day]));
  // What is not known of a model, such as a cost without a price, is no part.
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
  // Sums of doubles differ in their last digits: that is no part.
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

/** Calls whose cost is in no sum. */
export interface Unpriced {
  /** Of models that used tokens and have no known price, most calls first. */
  readonly withoutPrice: readonly ModelFigures[];
  /** Of models that neither cost nor tokens were sent of. */
  readonly withoutTokens: readonly ModelFigures[];
}

/** What a sum of costs is without. */
export function unpriced(models: readonly ModelFigures[]): Unpriced {
  const unknown = models
    .filter(({ cost, observations }) => cost === 0 && observations > 0)
    .sort((a, b) => b.observations - a.observations);
  return {
    withoutPrice: unknown.filter(({ tokens }) => tokens > 0),
    withoutTokens: unknown.filter(({ tokens }) => tokens === 0),
  };
}
