import type { Choices } from './choices';

/** Bytes that are invalid UTF-8, or no text: overlong and truncated sequences, a surrogate, U+0000, byte order marks. */
const BYTES = [
  'c080 e08080 f08080af eda080 f4908080 ff fe 80 c3 f09f98 00 efbbbf fffe 0d0a 22 5c 7b7d ffffffff0f',
  'ffffffffffffffffff01',
].flatMap((line) => line.split(' ').map((hex) => Buffer.from(hex, 'hex')));

type Mutation = (body: Buffer, choices: Choices) => readonly [Buffer, string];

const MUTATIONS: readonly Mutation[] = [
  (body, choices) => {
    const at = choices.below(body.length + 1);
    return [body.subarray(0, at), `cut at byte ${at}`];
  },
  (body, choices) => {
    const at = choices.below(body.length + 1);
    const inserted = choices.pick(BYTES);
    return [
      Buffer.concat([body.subarray(0, at), inserted, body.subarray(at)]),
      `${inserted.toString('hex')} inserted at ${at}`,
    ];
  },
  (body, choices) => {
    const at = choices.below(body.length);
    const bit = 1 << choices.below(8);
    return [body.map((byte, n) => (n === at ? byte ^ bit : byte)) as Buffer, `a bit of byte ${at} turned`];
  },
  (body, choices) => {
    const at = choices.below(body.length);
    const other = choices.below(256);
    return [body.map((byte, n) => (n === at ? other : byte)) as Buffer, `byte ${at} replaced`];
  },
  (body, choices) => {
    const { from, to } = range(body, choices);
    return [Buffer.concat([body.subarray(0, from), body.subarray(to)]), `bytes ${from} to ${to} left out`];
  },
  (body, choices) => {
    const { from, to } = range(body, choices);
    return [Buffer.concat([body.subarray(0, to), body.subarray(from)]), `bytes ${from} to ${to} doubled`];
  },
  (body) => [Buffer.concat([body, body]), 'sent twice in one body'],
  (body) => [Buffer.concat([Buffer.from('efbbbf', 'hex'), body]), 'begun with a byte order mark'],
  () => [Buffer.alloc(0), 'emptied'],
];

function range({ length }: Buffer, choices: Choices): { readonly from: number; readonly to: number } {
  const from = choices.below(length + 1);
  return { from, to: from + choices.below(Math.min(64, length - from + 1)) };
}

/** Changes bytes without regard to their meaning, in one of `oneIn` bodies. @returns the mutations */
export function mutateBytes(body: Buffer, choices: Choices, oneIn: number): { bytes: Buffer; done: string[] } {
  if (!choices.oneIn(oneIn)) return { bytes: body, done: [] };
  let bytes = body;
  const done: string[] = [];
  for (let left = choices.pick([1, 1, 1, 2, 4]); left > 0; left -= 1) {
    const [changed, what] = choices.pick(MUTATIONS)(bytes, choices);
    bytes = changed;
    done.push(what);
  }
  return { bytes, done };
}
