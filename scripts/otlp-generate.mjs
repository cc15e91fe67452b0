// Generates the readers of OTLP from packages/decode/otlp-table.mjs and proto/. With --check it writes nothing and fails when
// the committed files differ.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { jsonAttributes, protobufAttributes } from './otlp-attributes-source.mjs';
import { jsonReader } from './otlp-json-source.mjs';
import { MODEL } from './otlp-model.mjs';
import { protobufReader } from './otlp-protobuf-source.mjs';
import { membersOf } from './otlp-source.mjs';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'packages/decode/src/generated');
const HEADER = '// Generated from packages/decode/otlp-table.mjs and proto/ by npm run otlp:generate. Do not edit.\n';

/** Files of the unit whose names the sources use; a table names those of its rules and its portion beside. */
const FILES =
  'decode-error json-body json-fields otlp otlp-metrics otlp-reading otlp-response otlp-rules otlp-tally wire-reader'.split(
    ' ',
  );

/** The names that a source exports, and what each is. */
const exportsOf = (source) =>
  [...source.matchAll(/^export (const|function\*?|class|interface|type) (\w+)/gm)].map(([, what, name]) => ({
    what,
    name,
  }));
const exportsOfFile = (file) => exportsOf(readFileSync(path.join(folder, `../${file}.ts`), 'utf8'));

const withoutComments = (source) => source.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');

/** How a source uses a name of another file: as a value, as a type, or not. Functions are called, classes are constructed. */
function useOf(source, { what, name }) {
  if (new RegExp(`(?:const|let|class) ${name}\\b`).test(source)) return undefined;
  const isUsed = (before, after) => new RegExp(`(?<![.#'\\w])${before}${name}\\b${after}`).test(source);
  if (what.startsWith('function')) return isUsed('', '\\(') ? name : undefined;
  if (what === 'const') return isUsed('', '(?!:)') ? name : undefined;
  if (what === 'class' && isUsed('new ', '')) return name;
  return isUsed('', '') ? `type ${name}` : undefined;
}

/** A file with the imports of what its source uses. @param offered the exports of other files, by their paths */
function fileOf(source, offered) {
  const imports = Object.entries(offered).map(([from, exported]) => {
    const used = exported.map((each) => useOf(withoutComments(source), each)).filter((use) => use !== undefined);
    if (used.length === 0) return '';
    const areTypes = used.every((use) => use.startsWith('type '));
    const names = areTypes ? used.map((use) => use.slice('type '.length)) : used;
    return `import ${areTypes ? 'type ' : ''}{ ${names.join(', ')} } from '${from}';`;
  });
  return `${HEADER}${imports.filter((line) => line !== '').join('\n')}\n\n${source}`;
}

const offered = (files) => Object.fromEntries(files.map((file) => [`../${file}`, exportsOfFile(file)]));

/** Messages as they were sent, in both encodings: what the rules make the product's types from. */
function sentTypes() {
  const messages = new Map(
    MODEL.signals.flatMap((signal) => signal.messages.map((message) => [message.name, message])),
  );
  const typed = [...messages.values()].map(({ name, fields }) => {
    const members = membersOf(fields).map(
      (field) => `readonly ${field.name}: ${field.type ?? field.sources[0].kind.type};`,
    );
    return `export interface Sent${name} { ${members.join(' ')} }`;
  });
  return typed.join('\n\n');
}

const files = offered(FILES);
const sent = sentTypes();
const attributes = { protobuf: protobufAttributes(MODEL), json: jsonAttributes(MODEL) };
const sources = {
  'sent-messages.ts': fileOf(sent, files),
  'attributes-protobuf.ts': fileOf(attributes.protobuf, files),
  'attributes-json.ts': fileOf(attributes.json, files),
};
for (const signal of MODEL.signals) {
  const named = { ...files, ...offered([signal.portionFile, ...signal.rules]), './sent-messages': exportsOf(sent) };
  const withAttributes = (encoding) => ({ ...named, [`./attributes-${encoding}`]: exportsOf(attributes[encoding]) });
  sources[`${signal.name}-protobuf.ts`] = fileOf(protobufReader(signal), withAttributes('protobuf'));
  sources[`${signal.name}-json.ts`] = fileOf(jsonReader(signal), withAttributes('json'));
}

/** Blank lines within methods are where the table has nothing. */
const withoutGaps = (text) => text.replace(/\n\n(?= {4})/g, '\n');

const committed = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const check = process.argv.includes('--check');
const options = { ...(await resolveConfig(path.join(folder, 'sent.ts'))), parser: 'typescript' };
for (const [name, source] of Object.entries(sources)) {
  const file = path.join(folder, name);
  const text = withoutGaps(await format(source, options));
  if (!check) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  } else if (committed(file) !== text) {
    console.error(`${name} differs from packages/decode/otlp-table.mjs: run npm run otlp:generate`);
    process.exitCode = 1;
  }
}
