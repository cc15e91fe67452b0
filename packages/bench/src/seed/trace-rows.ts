import { createHash } from 'node:crypto';
import { HOUR_MICROS, dashed, formatMicros, keyHash, receiveStamp, spanStamp, tagStamp } from '@sluice/record';
import type { Micros } from '@sluice/record';
import type { Random } from '../random-source';
import { MODELS, RELEASES } from './seed-shape';
import type { SeedModel, TraceFacts } from './seed-shape';
import { PROMPTS, SERVICES, anyWord, messageOf, tenantOf, toolOf } from './step-shape';
import { NO_SUMS, addSums, usd } from './sums';
import type { Sums } from './sums';

/** Tables and columns of the rows below, for `copy`. */
export const TARGETS = {
  traces:
    'sluice.traces (id, part, shard, name, user_id, session_id, release, version, environment, tags, tag_stamps, ' +
    '"timestamp", input_from, output_from, has_io, min_start, max_end, observation_count, error_count, warning_count, costed_count, ' +
    'input_tokens, ' +
    'output_tokens, total_tokens, total_cost, created_at, updated_at, stamp, project, public_id, top_level_count, root_error_count)',
  observations:
    'sluice.observations (part, trace_id, id, parent_id, type, name, start_time, end_time, completion_start_time, model, level, ' +
    'status_message, environment, prompt_name, prompt_version, service, metadata, has_named_members, input, output, ' +
    'usage_details, input_tokens, output_tokens, total_tokens, input_cost, output_cost, total_cost, ' +
    'cost_source, counted, created_at, updated_at, stamp)',
  trace_io: 'sluice.trace_io (part, trace_id, metadata)',
} as const;

export type TraceTable = keyof typeof TARGETS;

/** Lines of `copy` for one trace. */
export type SeedTrace = Readonly<Record<TraceTable, string>>;

/** Number of shards of the daily rollup, as the writer has it. */
const SHARDS = 8;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const NULL = '\\N';
const COST_SOURCE = 'seed';

/** Average number of traces for one with metadata of its own. */
const WITH_METADATA = 10;
/** Customers in the metadata of traces: each of one trace in a thousand. */
const CUSTOMERS = 100;

/** Project with id and salt of its row; id 0: the default one. */
export interface SeedProject {
  readonly id: number;
  readonly salt: string;
}

export interface SeedTraceOptions {
  readonly project: SeedProject;
  /** Id in answers. */
  readonly id: string;
  readonly facts: TraceFacts;
  /** Start of its first observation. */
  readonly start: Micros;
  readonly observations: number;
}

/** Returns the trace key: the id in the default project, otherwise a hash of id and the project's salt. */
function keyOf(project: SeedProject, id: string): string {
  if (project.id === 0) return id;
  return dashed(createHash('sha256').update(`${project.salt}${id}`).digest('hex').slice(0, 32));
}

/** Makes a trace as of one request: an agent that calls models and tools, one after the other. */
export function seedTrace(
  random: Random,
  { project, id: publicId, facts, start, observations }: SeedTraceOptions,
): SeedTrace {
  const id = keyOf(project, publicId);
  const steps = seedSteps(random, { facts, start, count: observations });
  const end = steps.reduce((latest, step) => Math.max(latest, step.end), start);
  const receivedAt = end + 50_000 + random.below(950_000);
  const recordId = randomUuid(random);
  const head = {
    id,
    project: project.id,
    publicId: project.id === 0 ? NULL : publicId,
    part: Math.floor(receivedAt / HOUR_MICROS),
    shard: project.id * SHARDS + (keyHash(id) % SHARDS),
    facts,
    start,
    end,
    receivedAt,
    received: formatMicros(receivedAt),
    recordId,
    rootId: spanId(random),
  };
  const stamp = receiveStamp(receivedAt, recordId);
  let lines = '';
  let sums = NO_SUMS;
  steps.forEach((step, index) => {
    sums = addSums(sums, sumsOf(step));
    const isRoot = index === 0;
    lines += observationLine(head, step, { id: isRoot ? head.rootId : spanId(random), isRoot, stamp });
  });
  const hasIo = random.below(WITH_METADATA) === 0;
  return {
    traces: traceLine(head, sums, { hasIo, failed: steps[0]?.level === 'ERROR' }),
    observations: lines,
    trace_io: hasIo
      ? `${head.part}\t${id}\t{"plan":"team","customer":"c-${random.below(CUSTOMERS)}","attempt":${random.below(3)}}\n`
      : '',
  };
}

interface Head {
  readonly id: string;
  readonly project: number;
  readonly publicId: string;
  readonly part: number;
  readonly shard: number;
  readonly facts: TraceFacts;
  readonly start: Micros;
  readonly end: Micros;
  readonly receivedAt: Micros;
  readonly received: string;
  readonly recordId: string;
  readonly rootId: string;
}

interface Step {
  readonly type: string;
  readonly name: string;
  readonly start: Micros;
  readonly end: Micros;
  readonly model: SeedModel | undefined;
  readonly level?: 'ERROR' | 'WARNING' | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly firstToken?: Micros | undefined;
  readonly prompt?: string | undefined;
  readonly promptVersion?: number | undefined;
  readonly service: string;
  readonly message?: string | undefined;
  /** Text of its metadata. */
  readonly metadata?: string;
  /** Word that few other texts have. */
  readonly word: string;
}

/** Makes the agent around all steps, then a model call, a model call, a tool, and so on. */
function seedSteps(
  random: Random,
  { facts, start, count }: { readonly facts: TraceFacts; readonly start: Micros; readonly count: number },
): readonly Step[] {
  const service = random.pick(SERVICES);
  const promptVersion = 1 + RELEASES.indexOf(facts.release);
  const main = random.pick(MODELS);
  const steps: Step[] = [];
  // A very long trace has the duration and cost of others: otherwise it would be on the first page of such lists, with all its ids.
  const pace = Math.min(1, 10 / count);
  let at = start + 1_000;
  for (let index = 1; index < count; index += 1) {
    const isTool = index % 3 === 0;
    const duration = Math.floor((20_000 + random.fraction() ** 3 * 8_000_000) * pace);
    const level = levelOf(duration);
    const prompt = isTool ? undefined : random.pick(PROMPTS);
    steps.push({
      type: isTool ? 'TOOL' : 'GENERATION',
      name: isTool ? toolOf(random) : 'chat',
      start: at,
      end: at + duration,
      firstToken: isTool ? undefined : at + Math.floor(duration / 4),
      prompt,
      promptVersion: prompt && promptVersion,
      service,
      message: level && messageOf(random, level),
      word: anyWord(random),
      // Most agents use one model, some use a second one for a part of the work.
      level,
      model: isTool ? undefined : random.below(10) === 0 ? random.pick(MODELS) : main,
      inputTokens: isTool ? 0 : Math.floor((200 + random.below(4_000)) * pace),
      outputTokens: isTool ? 0 : Math.floor((20 + random.below(800)) * pace),
    });
    at += duration + Math.floor(random.below(5_000) * pace);
  }
  const root = {
    type: 'AGENT',
    name: 'invoke_agent',
    start,
    end: at,
    model: undefined,
    // A run fails with its last step; it has recovered from errors before.
    level: steps.at(-1)?.level === 'ERROR' ? ('ERROR' as const) : undefined,
    inputTokens: 0,
    outputTokens: 0,
    service,
    metadata: `{"tenant":"${tenantOf(random)}","attempt":${random.below(3)}}`,
    word: anyWord(random),
  };
  return [root, ...steps];
}

/** Returns the level: ERROR of one step in fifty, WARNING of another. @param duration microseconds */
const levelOf = (duration: number): Step['level'] => (['ERROR', 'WARNING'] as const)[duration % 50];

function costOf({ model, inputTokens, outputTokens }: Step): { readonly input: number; readonly output: number } {
  // USD for a million tokens is picodollars / 1e6 for one token; prices have two decimals, so the result is an integer.
  const picodollars = (tokens: number, price: number): number => tokens * Math.round(price * 100) * 10_000;
  return { input: picodollars(inputTokens, model?.input ?? 0), output: picodollars(outputTokens, model?.output ?? 0) };
}

function sumsOf(step: Step): Sums {
  const { inputTokens, outputTokens, level } = step;
  const { input, output } = costOf(step);
  const [errors, warnings] = [Number(level === 'ERROR'), Number(level === 'WARNING')];
  return {
    observations: 1,
    errors,
    warnings,
    costed: Number(step.model !== undefined),
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cost: input + output,
  };
}

function observationLine(
  head: Head,
  step: Step,
  own: { readonly id: string; readonly isRoot: boolean; readonly stamp: string },
): string {
  const { inputTokens, outputTokens } = step;
  const cost = costOf(step);
  const usage =
    step.model === undefined
      ? [NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL]
      : [
          `{"input":${inputTokens},"output":${outputTokens}}`,
          inputTokens,
          outputTokens,
          inputTokens + outputTokens,
          usd(cost.input),
          usd(cost.output),
          usd(cost.input + cost.output),
          COST_SOURCE,
        ];
  return `${[
    head.part,
    head.id,
    own.id,
    own.isRoot ? NIL_UUID : head.rootId,
    step.type,
    step.name,
    formatMicros(step.start),
    formatMicros(step.end),
    step.firstToken === undefined ? NULL : formatMicros(step.firstToken),
    step.model?.name ?? NULL,
    step.level ?? NULL,
    step.message ?? NULL,
    head.facts.environment ?? NULL,
    step.prompt ?? NULL,
    step.promptVersion ?? NULL,
    step.service,
    step.metadata ?? NULL,
    step.metadata === undefined ? NULL : 't',
    `[{"role":"user","content":"Where is order ${inputTokens} of ${step.word}?"}]`,
    `[{"role":"assistant","content":"It arrives in ${outputTokens} hours."}]`,
    ...usage,
    't',
    head.received,
    head.received,
    own.stamp,
  ].join('\t')}\n`;
}

function traceLine(head: Head, sums: Sums, { hasIo, failed }: { hasIo: boolean; failed: boolean }): string {
  const { facts, receivedAt, recordId } = head;
  const start = formatMicros(head.start);
  return `${[
    head.id,
    head.part,
    head.shard,
    facts.name,
    facts.userId ?? NULL,
    facts.sessionId ?? NULL,
    facts.release,
    facts.version,
    facts.environment ?? NULL,
    `{${facts.tags.join(',')}}`,
    `{${facts.tags.map((_, index) => tagStamp(receivedAt, recordId, index)).join(',')}}`,
    start,
    head.rootId,
    head.rootId,
    hasIo ? 't' : 'f',
    start,
    formatMicros(head.end),
    sums.observations,
    sums.errors,
    sums.warnings,
    sums.costed,
    sums.inputTokens,
    sums.outputTokens,
    sums.totalTokens,
    usd(sums.cost),
    head.received,
    head.received,
    spanStamp(2, head.start, head.rootId, receivedAt, recordId),
    head.project,
    head.publicId,
    1,
    Number(failed),
  ].join('\t')}\n`;
}

const HEX = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

function hex32(random: Random): string {
  const value = random.uint32();
  return `${HEX[value >>> 16] ?? ''}${HEX[value & 0xffff] ?? ''}`;
}

/** Returns a random UUID; its version bits are as random as those of an OTLP trace id. */
export function randomUuid(random: Random): string {
  return dashed(hex32(random) + hex32(random) + hex32(random) + hex32(random));
}

function spanId(random: Random): string {
  const high = hex32(random);
  return `00000000-0000-0000-${high.slice(0, 4)}-${high.slice(4)}${hex32(random)}`;
}
