// Reads the code blocks of the guide to frameworks that can be run.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../../docs/guides/frameworks.md', import.meta.url));
/** Section whose lines run before those of all others. */
const SETTINGS = 'Settings';

/**
 * Reads a section of the page.
 * @returns `lines` that a shell runs, those of the settings included; `programs` by the names under which the lines run them; `shown`, the
 * section's description of the trace; `pins`, the packages with their versions, as `name==1.2` or `name@1.2`
 */
export function readGuide(section) {
  const settings = blocksOf(SETTINGS).filter(({ language }) => language === 'sh');
  const blocks = blocksOf(section);
  const textsOf = (...languages) => blocks.filter((one) => languages.includes(one.language)).map(({ text }) => text);
  const lines = [...settings.map(({ text }) => text), ...textsOf('sh')].join('');
  const names = Array.from(lines.matchAll(/^(?:python|node) (\S+)$/gm), ([, name]) => name);
  const texts = textsOf('python', 'js');
  if (names.length !== texts.length)
    throw new Error(`${section} runs ${names.join(', ')}, and has ${texts.length} programs`);
  const programs = texts.map((text, at) => ({ name: names[at], text }));
  const pins = Array.from(
    textsOf('')
      .join('')
      .matchAll(/(@?[\w/-]+)(?:\[\w+\])?(?:==|@)(\d[\w.]*)/g),
    ([, ...pin]) => pin,
  );
  return { lines, programs, shown: textsOf('text').join(''), pins };
}

/** Returns the code blocks below a heading of the second level. */
function blocksOf(section) {
  const [, text] = readFileSync(PAGE, 'utf8').split(`\n## ${section}\n`);
  if (text === undefined) throw new Error(`no section ${section} in ${PAGE}`);
  const [own] = text.split('\n## ');
  return Array.from(own.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm), ([, language, block]) => ({ language, text: block }));
}
