import type { Random } from '../../random-source';
import { words } from '../request-source';
import { prose } from '../words';

/** Tool of the agent, and the name of its only argument. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly argument: string;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

/** Message of a conversation; only an assistant's has a call, and a tool's names the call that it answers. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly id: string;
  readonly call?: ToolCall;
}

/** Execution of a node of the graph. */
export interface NodeTask {
  readonly id: string;
  /** `model:<UUID>` */
  readonly namespace: string;
  /** Number of the step in the graph, from 1: a call of the model and one of a tool are two. */
  readonly step: number;
}

/** Call of the model, and the call of a tool that its answer requests. The last one requests none. */
export interface GraphStep {
  /** Number of messages before the answer. */
  readonly before: number;
  readonly answer: Message;
  readonly model: NodeTask;
  readonly use?: { readonly call: ToolCall; readonly result: Message; readonly task: NodeTask };
}

/** Run of an agent of LangGraph: a conversation that grows by two messages a step. */
export interface GraphRun {
  readonly id: string;
  readonly messages: readonly Message[];
  readonly steps: readonly GraphStep[];
}

const SEARCH: Tool = {
  name: 'search',
  description: 'Searches the documents for passages about a query and returns the best one with its source.',
  argument: 'query',
};
const READ_FILE: Tool = {
  name: 'read_file',
  description: 'Reads a file of the repository and returns its lines, at most four thousand characters.',
  argument: 'path',
};
export const TOOLS: readonly Tool[] = [SEARCH, READ_FILE];

export const USAGE = { input: 1_000, output: 100 } as const;

/** Characters of the texts of the recorded run. */
const SIZES = { system: 3_000, question: 300, answer: 200, last: 800, query: 40, path: 20 } as const;
/** Characters of the recorded results of the tools, in turns of `search` and `read_file`. */
const RESULT_SIZES = [
  1050, 3331, 3971, 1258, 1544, 1482, 2529, 2841, 2434, 3668, 2054, 1859, 884, 2998, 616, 2596, 2272, 3488, 3622, 1008,
  3350, 2824, 1590, 3955, 3784, 1937, 2921, 1418, 1800, 1125, 591, 1104, 3160, 3217, 537, 2561, 3311, 1887, 2228, 3973,
  618, 3161, 1408, 2793, 2530, 3264, 1454, 2415, 1445, 3772,
] as const;

/** Makes a run whose texts repeat nothing. @param steps calls of tools, at most 50 */
export function graphRun(random: Random, steps: number): GraphRun {
  if (steps > RESULT_SIZES.length) throw new RangeError(`a recorded run has ${RESULT_SIZES.length} steps`);
  const node = (name: string, step: number): NodeTask => ({
    id: uuid(random),
    namespace: `${name}:${uuid(random)}`,
    step,
  });
  const messages: Message[] = [
    { role: 'system', content: listing(random, SIZES.system), id: uuid(random) },
    { role: 'user', content: listing(random, SIZES.question), id: uuid(random) },
  ];
  const made = RESULT_SIZES.slice(0, steps).map((size, index): GraphStep => {
    const [tool, length] = index % 2 === 0 ? [SEARCH, SIZES.query] : [READ_FILE, SIZES.path];
    const call = { id: `call_${index + 1}`, name: tool.name, args: { [tool.argument]: prose(random, length) } };
    const content = listing(random, SIZES.answer);
    const answer: Message = { role: 'assistant', content, id: `lc_run--${uuid(random)}-0`, call };
    const result: Message = { role: 'tool', content: listing(random, size), id: uuid(random), call };
    const before = messages.length;
    messages.push(answer, result);
    const [model, task] = [node('model', 2 * index + 1), node('tools', 2 * index + 2)];
    return { before, answer, model, use: { call, result, task } };
  });
  const content = listing(random, SIZES.last);
  const answer: Message = { role: 'assistant', content, id: `lc_run--${uuid(random)}-0` };
  const last: GraphStep = { before: messages.length, answer, model: node('model', 2 * steps + 1) };
  return { id: uuid(random), messages: [...messages, answer], steps: [...made, last] };
}

function uuid(random: Random): string {
  const hex = words(random, 4).map((word) => word.toString(16).padStart(8, '0'));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Makes text of this length, about as compressible as source code: lines with indents, quotes and beginnings of earlier lines. */
function listing(random: Random, characters: number): string {
  const lines: string[] = [];
  for (let made = 0; made < characters;) {
    const words = prose(random, 6 + random.below(36));
    const { [random.below(lines.length + 1)]: earlier = '' } = lines;
    const begun = random.below(3) === 0 ? `${earlier.trim().slice(0, 20)}${words}` : words;
    const line = `${'    '.repeat(random.below(4))}${random.below(4) === 0 ? `"${begun}"` : begun}`;
    lines.push(line);
    made += line.length + 1;
  }
  return lines.join('\n').padEnd(characters, '\n').slice(0, characters);
}
