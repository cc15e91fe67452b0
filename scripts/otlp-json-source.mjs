// The source of the readers of JSON, from the model of scripts/otlp-model.mjs.
import { classOf, constantOf, join, memberOf, membersOf, methodOf, ruleOf, spellings } from './otlp-source.mjs';

const quoted = (names) => names.map((name) => `'${name}'`).join(', ');

/** The text that names a member in errors: relative to the item, or below the path of its message. */
const pathOf = (isItem, name) => (isItem ? `'${name}'` : `\`\${path}.${name}\``);

function fieldOf(field, isItem) {
  const { name, how, sources } = field;
  const path = pathOf(isItem, name);
  if (how === 'inline') return `const ${name} = objectOf(${memberOf('fields', ...spellings(name))}, ${path});`;
  if (how === 'list') return listField(field, path);
  const read = sources.map((source) => valueOf(source, 'fields', path));
  const value = read.length === 1 ? read[0] : read.join(how === 'sum' ? ' + ' : ' ?? ');
  return `const ${name} = ${value};${ruleOf(field)}`;
}

function valueOf(source, owner, path) {
  if (source.kindName === 'attributes') return `this.#attributes.read(${owner}, ${path})`;
  return source.kind.json(memberOf(owner, ...spellings(source.name)), path, source);
}

function listField({ name, element, made, listPath }, path) {
  const one = methodOf(element);
  const at = listPath === undefined ? `\`${name}[\${index}]\`` : `'${listPath}'`;
  const list = `listOf(${memberOf('fields', ...spellings(name))}, ${path})`;
  return `const ${name}List = ${list};
    const ${name}: ${made}[] = [];
    for (let index = 0; index < ${name}List.length; index++) {
      this.#tally.addPart();
      const ${one} = this.#${one}(${name}List[index], ${at});
      if (${one} !== undefined) ${name}.push(${one});
    }`;
}

const inlined = ({ name, how, fields }, isItem) =>
  how === 'inline'
    ? fields.map((field) => {
        const [source] = field.sources;
        return `const ${field.name} = ${valueOf(source, name, pathOf(isItem, `${name}.${source.name}`))};`;
      })
    : [];

function message({ name, fields, make, item }) {
  const isItem = item !== undefined;
  const names = membersOf(fields).map((field) => field.name);
  const sent = `{ ${names.join(', ')} }`;
  return `
  #${methodOf(name)}(raw: unknown${isItem ? '' : ', path: string'}) {
    const fields = objectOf(raw, ${isItem ? `'${item}'` : 'path'});
    ${join(fields.map((field) => fieldOf(field, isItem)))}
    ${join(fields.flatMap((field) => inlined(field, isItem)))}
    return ${make === undefined ? sent : `${make}(${sent})`};
  }`;
}

/** Source of the reads before the list of a level. */
function firstOf({ name, message: type, source, before }, owner) {
  const path = `\`\${path}.${name}\``;
  if (type === undefined) return `const ${name} = ${valueOf(source, owner, path)};`;
  const names = [name, ...(before === undefined ? [] : spellings(before))];
  return `const ${name} = this.#${methodOf(type)}(${memberOf(owner, ...names)}, ${path});`;
}

/** Reads an item. Not in the generator of its level: the engine is slow in those. */
const itemMethod = (name, parameters, read, path) => `
  #read${name}(raw: unknown, ${parameters}): void {
    try {
      const read = ${read};
      if (typeof read === 'string') this.#tally.reject(\`${path}: \${read}\`);
      else if (read === undefined) this.#tally.skip();
      else this.#portion.add(read, 0);
    } catch (error) {
      this.#tally.reject(\`${path}: \${refusalOf(error)}\`);
    }
  }`;

const listNames = ({ name, before }) => [...spellings(name), ...(before === undefined ? [] : spellings(before.name))];
const listConstant = ({ name }) => constantOf(name);

function level(each, portions) {
  if (each.choices !== undefined) return choiceLevel(each, portions);
  const { name, first, list, isRequest } = each;
  const path = isRequest ? `'${list.name}'` : `\`\${path}.${list.name}\``;
  const element = `\`${isRequest ? '' : '${path}.'}${list.name}[\${index++}]\``;
  const read =
    list.item === undefined
      ? `this.#tally.addPart(); yield* this.#${methodOf(list.child)}(each, ${element});`
      : `this.#tally.addItem();
         const itemPath = ${element};
         this.#read${list.child}(openIn(this.#portion, each, itemPath).value, itemPath);
         if (this.#portion.isFull) yield this.#portion.take();`;
  const begin = `const opened = openIn(this.#portion, raw, path, ${listConstant(list)});
    ${first.length > 0 ? 'const fields = ' : ''}objectOf(opened.value, path);`;
  return `
  *${isRequest ? 'read(opened: Opened' : `#${methodOf(name)}(raw: unknown, path: string`}): ${portions} {
    ${isRequest ? '' : begin}
    ${join(first.map((one) => `${firstOf(one, 'fields')} this.#portion.${one.name}(${one.name});`))}
    let index = 0;
    for (const each of elementsOf(opened, ${path}, ${listConstant(list)})) {
      ${read}
    }
    ${isRequest ? '' : 'if (this.#portion.isFull) yield this.#portion.take();'}
  }
  ${list.item === undefined ? '' : itemMethod(list.child, 'path: string', `this.#${methodOf(list.child)}(raw)`, '${path}')}`;
}

/** A level whose list is in one of several messages; the first of the table counts. */
function choiceLevel({ name, first, choices, inner, list }, portions) {
  const method = methodOf(name);
  const names = [...first, ...inner].map((one) => one.name);
  const path = `\${path}.\${choice}.${list.name}`;
  const choiceType = `(typeof ${constantOf(name)}_CHOICES)[number]`;
  return `
  *#${method}(raw: unknown, path: string): ${portions} {
    const fields = objectOf(openIn(this.#portion, raw, path).value, path);
    const choice = ${constantOf(name)}_CHOICES.find((one) => fields[one] !== undefined && fields[one] !== null);
    if (choice === undefined) return;
    const chosen = objectOf(fields[choice], \`\${path}.\${choice}\`);
    ${join(inner.map((one) => firstOf(one, 'chosen')))}
    ${join(first.map((one) => firstOf(one, 'fields')))}
    this.#portion.${method}(${names.join(', ')});
    for (const [index, each] of listOf(${memberOf('chosen', ...spellings(list.name))}, \`${path}\`).entries()) {
      this.#tally.addItem();
      this.#read${name}(each, choice, path, index);
      if (this.#portion.isFull) yield this.#portion.take();
    }
  }
  ${itemMethod(name, `choice: ${choiceType}, path: string, index: number`, `this.#${method}Item(choice, raw)`, `${path}[\${index}]`)}

  #${method}Item(choice: ${choiceType}, raw: unknown) {
    switch (choice) {
      ${join(
        choices.map(
          (one) =>
            `${spellings(one.name)
              .map((each) => `case '${each}':`)
              .join(' ')} return this.#${methodOf(one.item)}(raw);`,
        ),
      )}
    }
  }`;
}

export function jsonReader({ name, messages, levels, portion, portionType: taken }) {
  const enums = new Map(
    [
      ...messages.flatMap(({ fields }) => membersOf(fields).flatMap(({ sources }) => sources ?? [])),
      ...levels.flatMap(({ first, inner = [] }) => [...first, ...inner].flatMap(({ source }) => source ?? [])),
    ]
      .filter(({ names }) => names !== undefined)
      .map(({ constant, names }) => [constant, names]),
  );
  return `
${join([...enums].map(([constant, names]) => `const ${constant} = [${quoted(names)}];`))}

/** Lists that are read element by element, by all their names. */
${join(levels.filter((one) => one.choices === undefined).map(({ list, isRequest }) => `${isRequest ? 'export ' : ''}const ${listConstant(list)} = [${quoted(listNames(list))}] as const;`))}
${join(levels.filter((one) => one.choices !== undefined).map((one) => `const ${constantOf(one.name)}_CHOICES = [${quoted(one.choices.flatMap((choice) => spellings(choice.name)))}] as const;`))}

/** From JSON to the product's own types. */
export class ${classOf(name)}Json {
  readonly #tally: OtlpTally;
  readonly #reading: Reading<${taken}, ${portion}>;
  readonly #portion: ${portion};
  readonly #attributes: JsonAttributes;

  constructor(reading: Reading<${taken}, ${portion}>) {
    this.#reading = reading;
    this.#tally = reading.tally;
    this.#portion = reading.portion;
    this.#attributes = new JsonAttributes(reading.tally, reading.limits.nesting);
  }
${join(levels.map((one) => level(one, `Portions<${taken}>`)))}
${join(messages.map(message))}
}
`;
}
