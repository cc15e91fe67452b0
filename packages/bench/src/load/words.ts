import type { Random } from '../random';

const WORDS = (
  'the of and to in is that for with as on be this by are from or an it was at which can not have has their more one ' +
  'all will its about when if there been into other than some would them these only time also may over such most two ' +
  'model question answer document customer order refund invoice shipping address account summary policy contract ' +
  'search result context retrieve embedding token temperature response system message assistant tool function call ' +
  'weather Berlin tomorrow temperature degrees rain probability percent database query index table latency error ' +
  'retry timeout deploy service region replica failed succeeded because however therefore please explain compare ' +
  'translate rewrite shorten paragraph sentence source citation reference chapter section version release note'
).split(' ') as [string, ...string[]];

/** Prose of exactly so many characters, about as compressible as what people write. ASCII, without quotes. */
export function prose(random: Random, characters: number): string {
  let text = '';
  while (text.length < characters) {
    const end = random.below(12) === 0 ? '. ' : random.below(15) === 0 ? ', ' : ' ';
    text += random.pick(WORDS) + end;
  }
  return text.slice(0, characters);
}
