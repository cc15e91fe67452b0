import type { ObservationColumns } from './observation-columns';
import type { Sums } from './sums';
import type { Tree } from './tree';

/** Types that do not describe the work of a step. */
const PLAIN = new Set(['SPAN', 'CHAIN', 'EVENT', 'DEFAULT', 'UNKNOWN']);

/** Full names of steps that frameworks write about themselves. */
const NAMES = new Set([
  ...['__start__', '__end__', '_write', 'should_continue', 'LangGraph', 'StrOutputParser', 'JsonOutputParser'],
  ...['setup_toolsets', 'start_agent_activity', 'drain_agent_activity', 'on_enter', 'on_exit', 'llm_node', 'tts_node'],
  ...[
    'session_start',
    'session_close',
    'llm_request_run',
    'agent_speaking',
    'user_speaking',
    'execute_event_loop_cycle',
  ],
  ...['dns.lookup', 'tcp.connect', 'tls.connect', 'raw_gen_ai_request', 'call_llm', 'invocation', 'POST', 'GET', 'PUT'],
]);

/** Prefixes of such names. */
const BEGINNINGS = [
  'Runnable',
  'ChannelWrite',
  'ChannelRead',
  'Branch<',
  'HTTP ',
  'POST ',
  'GET ',
  'ChatPromptTemplate',
];

const isOfFramework = (name: string): boolean => NAMES.has(name) || BEGINNINGS.some((begin) => name.startsWith(begin));

/**
 * Flags noise by row: 1 for steps of frameworks, and for steps without texts inside a model call. Roots, failed rows and rows of a specific
 * type are never noise.
 */
export function noiseOf({ count, words, sizes, parent }: ObservationColumns, tree: Tree, { calls }: Sums): Uint8Array {
  const isPlain = words.type.texts.map((type) => PLAIN.has(type));
  const isCall = words.type.texts.map((type) => type === 'GENERATION' || type === 'EMBEDDING');
  const isNamed = words.name.texts.map(isOfFramework);
  const isLoud = words.level.texts.map((level) => level === 'WARNING' || level === 'ERROR');
  const noise = new Uint8Array(count);
  const isWithinCall = new Uint8Array(count);
  for (let row = 0; row < count; row += 1) {
    const above = tree.parent[row] ?? -1;
    const type = words.type.of[row] ?? -1;
    const within = above >= 0 && isWithinCall[above] === 1;
    isWithinCall[row] = within || isCall[type] === true ? 1 : 0;
    if (above < 0 || parent[row] === -1 || isPlain[type] !== true) continue;
    if (isLoud[words.level.of[row] ?? -1] === true) continue;
    const hasText = (sizes.input[row] ?? 0) + (sizes.output[row] ?? 0) > 0;
    const isEmpty = within && !hasText && calls[row] === 0;
    if (isEmpty || isNamed[words.name.of[row] ?? -1] === true) noise[row] = 1;
  }
  return noise;
}
