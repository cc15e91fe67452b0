// The source of the readers of protobuf, from the model of scripts/otlp-model.mjs.
import { classOf, constantOf, join, membersOf, methodOf, ruleOf } from './otlp-source.mjs';

const skip = 'default: wire.skip(tag);';

/** Declares what a field is read into. */
function declared(field) {
  if (field.how === 'inline') return join(field.fields.map(declared));
  if (field.how === 'list') return `const ${field.name}: ${field.made}[] = [];`;
  const { kind } = field.sources[0];
  if (field.sources[0].kindName === 'attributes') return `let ${field.name}: Map<string, AttributeValue> | undefined;`;
  return `let ${field.name}${kind.type === 'number' || kind.type === 'string' ? '' : `: ${kind.type}`} = ${kind.unset};`;
}

/** The cases of a field, by its tags. */
function cases(field) {
  if (field.how === 'inline') {
    return `case ${field.tag}: { // ${field.name}
      const inner = wire.enter();
      while (wire.more()) {
        const tag = wire.varint();
        switch (tag) { ${join(field.fields.map(cases))} ${skip} }
      }
      wire.leave(inner);
      break;
    }`;
  }
  if (field.how === 'list') {
    const one = methodOf(field.element);
    return `case ${field.tag}: { // ${field.name}
      this.#tally.addPart();
      const ${one} = this.#${one}();
      if (${one} !== undefined) ${field.name}.push(${one});
      break;
    }`;
  }
  return join(field.sources.map((source) => `${caseOf(field, source)} break;`));
}

function caseOf({ name, how }, { name: sent, tag, kind, kindName, number }) {
  if (kindName === 'attributes') {
    return `case ${tag}: // ${sent}
      this.#attributes.readInto((${name} ??= new Map<string, AttributeValue>()));`;
  }
  if (kindName === 'entries') {
    return `case ${(number << 3) | 2}: // ${sent}, packed
      ${name} += wire.packed64(); break;
    case ${tag}: // ${sent}
      wire.skip(tag); ${name} += 1;`;
  }
  return `case ${tag}: // ${sent}
    ${name} ${how === 'sum' ? '+=' : '='} ${kind.protobuf};`;
}

/** Source of the members from which a read message is made. */
const sentOf = (fields) =>
  membersOf(fields)
    .map(({ name, sources }) => (sources?.[0].kindName === 'attributes' ? `${name}: ${name} ?? NO_ATTRIBUTES` : name))
    .join(', ');

function message({ name, fields, make, isLimited, otherSignal }) {
  const made = (sent) => (make === undefined ? sent : `${make}(${sent})`);
  const limit = `if (wire.left > this.#reading.limits.itemBytes) {
    throw new DecodeError('too-large', \`\${path} must not exceed \${this.#reading.limits.itemBytes} bytes\`);
  }`;
  const rules = join(fields.map(ruleOf));
  const end =
    otherSignal === undefined
      ? `${rules} return ${made(`{ ${sentOf(fields)} }`)};`
      : `const sent = { ${sentOf(fields)} };
         this.#reading.other ??= ${otherSignal.ofItem}(sent, other);
         ${rules}
         return ${otherSignal.rule}(sent) ?? ${made('sent')};`;
  return `
  #${methodOf(name)}(${isLimited ? 'path: string' : ''}) {
    const wire = this.#wire;
    ${join(fields.map(declared))}
    ${otherSignal === undefined ? '' : 'let other: Signal | undefined;'}
    const outer = wire.enter();
    ${isLimited ? limit : ''}
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        ${join(fields.map(cases))}
        default:
          ${otherSignal === undefined ? '' : `other = ${otherSignal.ofTag}(tag) ?? other;`}
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    ${end}
  }`;
}

/** Source of the reads before the list of a level. */
const firstDeclared = ({ name, message: type, source }) =>
  type === undefined ? `let ${name} = ${source.kind.unset};` : `let ${name}: Sent${type} = UNSET_${constantOf(type)};`;
const firstCase = ({ name, message: type, source, tag }) =>
  `case ${tag ?? source.tag}: // ${name}
    ${name} = ${type === undefined ? source.kind.protobuf : `this.#${methodOf(type)}()`}; break;`;
const given = ({ name }) => `this.#portion.${name}(${name});`;

/** Begins the reading of an element where it is met, or notes where that is. */
const countOf = (item) => `this.#tally.${item === undefined ? 'addPart' : 'addItem'}();`;
const noted = (tag, name, item) => `case ${tag}: // ${name}
  ${countOf(item)} ${name}.push(wire.position); wire.skip(tag); break;`;

/** Reads the item that is next. Not in the generator of its level: the engine is slow in those. */
const itemMethod = (name, parameters, read, path) => `
  #read${name}(${parameters}): void {
    const begin = this.#wire.position;
    const read = ${read};
    const bytes = this.#wire.position - begin;
    if (typeof read === 'string') {
      this.#tally.reject(\`${path}: \${read}\`);
      this.#portion.grow(bytes);
    } else if (read === undefined) this.#tally.skip();
    else this.#portion.add(read, bytes);
  }`;

function level(each, portions) {
  if (each.choices !== undefined) return choiceLevel(each, portions);
  return each.first.length === 0 ? directLevel(each, portions) : notingLevel(each, portions);
}

/** A level with nothing but its list: elements are read where they are met. */
function directLevel({ name, list, isRequest }, portions) {
  const element = isRequest ? list.name : `\${path}.${list.name}`;
  return `
  *${isRequest ? 'read' : `#${methodOf(name)}`}(${isRequest ? '' : 'path: string'}): ${portions} {
    const wire = this.#wire;
    let index = 0;
    ${isRequest ? '' : 'const outer = wire.enter();'}
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ${list.tag}) {
        ${countOf(list.item)}
        yield* this.#${methodOf(list.child)}(\`${element}[\${index++}]\`);
      } else wire.skip(tag);
    }
    ${isRequest ? '' : 'wire.leave(outer);'}
  }`;
}

/** A level that is looked through before its list is read: a resource may be sent after its spans. */
function notingLevel({ name, first, list }, portions) {
  const { item, before, child } = list;
  const lists = [list, ...(before === undefined ? [] : [before])];
  const places = before === undefined ? list.name : `(${list.name}.length > 0 ? ${list.name} : ${before.name})`;
  const path = `\`\${path}.${list.name}[\${index}]\``;
  const each =
    item === undefined
      ? `yield* this.#${methodOf(child)}(${path});`
      : `this.#read${child}(${path});
         if (this.#portion.isFull) yield this.#portion.take();`;
  const read = `this.#${methodOf(child)}(${item?.isLimited ? 'path' : ''})`;
  return `
  *#${methodOf(name)}(path: string): ${portions} {
    const wire = this.#wire;
    ${join(first.map(firstDeclared))}
    ${join(lists.map((one) => `const ${one.name}: number[] = [];`))}
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        ${join(first.map(firstCase))}
        ${join(lists.map((one) => noted(one.tag, one.name, item)))}
        ${skip}
      }
    }
    ${join(first.map(given))}
    const end = wire.position;
    for (const [index, at] of ${places}.entries()) {
      wire.goTo(at);
      ${each}
    }
    if (this.#portion.isFull) yield this.#portion.take();
    wire.goTo(end);
    wire.leave(outer);
  }
  ${item === undefined ? '' : itemMethod(child, 'path: string', read, '${path}')}`;
}

/** A level whose list is in one of several messages; the last one that was sent counts. */
function choiceLevel({ name, first, choices, inner, list, otherSignal }, portions) {
  const method = methodOf(name);
  const names = first.map((one) => one.name);
  const itemPath = `\${path}.\${${constantOf(name)}_NAMES.get(choice)}.${list.name}[\${index}]`;
  const all = [...names, ...inner.map((one) => one.name)];
  return `
  *#${method}(path: string): ${portions} {
    const wire = this.#wire;
    ${join(first.map(firstDeclared))}
    let choice = 0;
    let at = 0;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        ${join(first.map(firstCase))}
        ${join(choices.map((one) => `case ${one.tag}: // ${one.name}`))}
          choice = tag;
          at = wire.position;
          wire.skip(tag);
          break;
        default:
          ${otherSignal.ofTag}(tag);
          wire.skip(tag);
      }
    }
    const end = wire.position;
    if (choice !== 0) {
      wire.goTo(at);
      yield* this.#${method}Choice(${names.join(', ')}, choice, path);
    }
    wire.goTo(end);
    wire.leave(outer);
  }

  *#${method}Choice(${first.map((one) => `${one.name}: ${one.source.kind.type}`).join(', ')}, choice: number, path: string): ${portions} {
    const wire = this.#wire;
    ${join(inner.map(firstDeclared))}
    const ${list.name}: number[] = [];
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        ${join(inner.map(firstCase))}
        ${noted(list.tag, list.name, 'item')}
        ${skip}
      }
    }
    const end = wire.position;
    this.#portion.${method}(${all.join(', ')});
    for (const [index, at] of ${list.name}.entries()) {
      wire.goTo(at);
      this.#read${name}(choice, path, index);
      if (this.#portion.isFull) yield this.#portion.take();
    }
    wire.goTo(end);
    wire.leave(outer);
  }

  ${itemMethod(name, 'choice: number, path: string, index: number', `this.#${method}Item(choice)`, itemPath)}

  /** @param choice the tag of the message that holds the list */
  #${method}Item(choice: number) {
    switch (choice) {
      ${join(groupsOf(choices).map(([item, tags]) => `${tags.map((tag) => `case ${tag}:`).join(' ')} return this.#${methodOf(item)}();`))}
      default: return undefined;
    }
  }`;
}

function groupsOf(choices) {
  const groups = new Map();
  for (const { item, tag } of choices) groups.set(item, [...(groups.get(item) ?? []), tag]);
  return [...groups];
}

export function protobufReader({ name, messages, levels, portion, portionType: taken }) {
  const unset = levels.flatMap(({ first }) => first).filter((one) => one.message !== undefined);
  return `
${join(
  unset.map((one) => {
    const { fields } = messages.find((each) => each.name === one.message);
    const members = fields.map((field) => `${field.name}: ${field.sources[0].kind.unset}`).join(', ');
    return `const UNSET_${constantOf(one.message)}: Sent${one.message} = { ${members} };`;
  }),
)}
${join(
  levels
    .filter((one) => one.choices !== undefined)
    .map(
      (one) => `
const ${constantOf(one.name)}_NAMES = new Map([${one.choices.map((choice) => `[${choice.tag}, '${choice.name}']`).join(', ')}]);`,
    ),
)}

/** Straight from the bytes to the product's own types; a case is a tag, \`field number << 3 | wire type\`. */
export class ${classOf(name)}Protobuf {
  readonly #wire: WireReader;
  readonly #reading: Reading<${taken}, ${portion}>;
  readonly #tally: OtlpTally;
  readonly #portion: ${portion};
  readonly #attributes: ProtobufAttributes;

  constructor(wire: WireReader, reading: Reading<${taken}, ${portion}>) {
    this.#wire = wire;
    this.#reading = reading;
    this.#tally = reading.tally;
    this.#portion = reading.portion;
    this.#attributes = new ProtobufAttributes(wire, reading.tally, reading.limits.nesting);
  }
${join(levels.map((one) => level(one, `Portions<${taken}>`)))}
${join(messages.map(message))}
}
`;
}
