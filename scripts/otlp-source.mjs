// What the sources of both encodings share. The layout is made by Prettier afterwards.

export const join = (parts) => parts.join('\n');

const snakeOf = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const constantOf = (name) => snakeOf(name).replace(/^_/, '').toUpperCase();
export const methodOf = (message) => message[0].toLowerCase() + message.slice(1);
export const classOf = (name) => name[0].toUpperCase() + name.slice(1);

/** Both spellings of a member of JSON. */
export const spellings = (name) => [...new Set([name, snakeOf(name)])];
/** A member of JSON by the first of its names that is set. */
export const memberOf = (owner, ...names) => names.map((name) => `${owner}.${name}`).join(' ?? ');

/** The members of a message as it was sent: those of an inlined message in its place. */
export const membersOf = (fields) => fields.flatMap((field) => (field.how === 'inline' ? field.fields : [field]));

/** Checks a field that was read, and returns from the reader of its message where it is wrong. */
export function ruleOf({ name, rule, skip }) {
  if (skip !== undefined) return `if (${skip}(${name})) return undefined;`;
  if (rule === undefined) return '';
  const [fault, ...more] = rule;
  const others = more.map((each) => `, this.#reading.${each}`).join('');
  return `const ${name}Wrong = ${fault}(${name}${others}); if (${name}Wrong !== undefined) return ${name}Wrong;`;
}
