// The table of OTLP with what proto/ has of its fields: numbers, types, names. Fails where both do not fit.
import { createRequire } from 'node:module';
import path from 'node:path';
import { ANY_VALUE, SIGNALS } from '../packages/decode/otlp-table.mjs';
import { KINDS, VALUE_KINDS, wireTypeOf } from './otlp-kinds.mjs';
import { classOf, constantOf } from './otlp-source.mjs';

const root = path.resolve(import.meta.dirname, '..');
const protobuf = createRequire(path.join(root, 'packages/decode/package.json'))('protobufjs');

const proto = new protobuf.Root();
proto.resolvePath = (_origin, target) => path.join(root, 'proto', target);
const fileOf = (request) => {
  const folder = request.split('.').slice(0, -1);
  return `opentelemetry/proto/${folder.join('/')}/${folder.at(-2)}_service.proto`;
};
proto.loadSync(Object.values(SIGNALS).map(({ request }) => fileOf(request)));
proto.resolveAll();

/** Returns the field of proto/ and its kind in the table. */
function sourceOf(type, name, kindName, kinds = KINDS) {
  const field = type.fields[name];
  const kind = kinds[kindName];
  if (field === undefined) throw new Error(`proto/ has no ${type.name}.${name}`);
  if (kind === undefined) throw new Error(`${type.name}.${name}: there is no kind ${kindName}`);
  const resolved = field.resolvedType;
  const isMessage = resolved instanceof protobuf.Type;
  const typeName = isMessage ? resolved.name : resolved === null ? field.type : 'enum';
  if (!kind.of.includes(typeName) || field.repeated !== (kind.isList ?? false)) {
    throw new Error(
      `${type.name}.${name} is ${field.repeated ? 'a list of ' : ''}${typeName}: not to be read as ${kindName}`,
    );
  }
  const wireType = wireTypeOf({ type: field.type, isMessage });
  return { name, kind, kindName, number: field.id, tag: (field.id << 3) | wireType, ...enumOf(resolved) };
}

function enumOf(resolved) {
  if (!(resolved instanceof protobuf.Enum)) return {};
  const prefix = `${constantOf(resolved.name)}_`;
  const names = Object.entries(resolved.values)
    .sort(([, one], [, other]) => one - other)
    .map(([name]) => name.slice(prefix.length));
  return { prefix, names, constant: constantOf(resolved.name) };
}

const tagOf = (number) => (number << 3) | 2;

/** The message that a field holds. */
function messageIn(type, name) {
  const field = type.fields[name];
  if (!(field?.resolvedType instanceof protobuf.Type)) throw new Error(`${type.name}.${name} is no message`);
  return { tag: tagOf(field.id), type: field.resolvedType };
}

/** A field of a message: its name in what was sent, and the fields of proto/ that it is read from. */
function fieldOf(type, name, entry, messages) {
  const how = typeof entry === 'string' ? { kind: entry } : entry;
  const { rule, skip } = how;
  if (how.list !== undefined) {
    const { tag, type: element } = messageIn(type, name);
    if (element.name !== how.list) throw new Error(`${type.name}.${name} is a list of ${element.name}`);
    const made = messages[how.list].type;
    return { name, how: 'list', tag, element: how.list, listPath: how.path, made, type: `readonly ${made}[]` };
  }
  if (how.inline !== undefined) {
    const { tag, type: inner } = messageIn(type, name);
    const fields = Object.entries(how.inline).map(([member, kind]) => ({
      name: `${name}${classOf(member)}`,
      how: 'last',
      sources: [sourceOf(inner, member, kind)],
    }));
    return { name, how: 'inline', tag, fields };
  }
  const named = how.sum?.map((each) => [each, how.kind]) ?? Object.entries(how.oneOf ?? { [name]: how.kind });
  const sources = named.map(([each, kind]) => ({ ...sourceOf(type, each, kind), bytes: how.bytes }));
  return { name, how: how.sum === undefined ? 'last' : 'sum', sources, rule, skip };
}

/** The messages of proto/ by their names, from the request down. */
function typesBelow(type, found = new Map()) {
  if (found.has(type.name)) return found;
  found.set(type.name, type);
  for (const field of type.fieldsArray)
    if (field.resolvedType instanceof protobuf.Type) typesBelow(field.resolvedType, found);
  return found;
}

/** A message between the request and its items: see the table. */
function levelOf(types, messages, [name, level]) {
  const type = types.get(level.as?.message ?? name);
  const first = Object.entries(level.first ?? {}).map(([member, kind]) => {
    if (KINDS[kind] !== undefined) return { name: member, source: sourceOf(types.get(name), member, kind) };
    return { name: member, message: kind, tag: messageIn(type, member).tag, before: level.before?.[member] };
  });
  const base = { name, first, otherSignal: level.otherSignal, isRequest: name.startsWith('Export') };
  if (level.oneOf !== undefined) {
    const owner = types.get(name);
    const choices = owner.oneofs[level.oneOf].fieldsArray.map((field) => {
      const { tag, type: holder } = messageIn(owner, field.name);
      return { name: field.name, tag, item: messageIn(holder, level.as.list).type.name };
    });
    const inner = Object.entries(level.as.first).map(([member, kind]) => ({
      name: member,
      source: sourceOf(type, member, kind),
    }));
    return { ...base, choices, inner, list: { name: level.as.list, tag: messageIn(type, level.as.list).tag } };
  }
  const { tag, type: child } = messageIn(type, level.list);
  const before =
    level.before?.list === undefined ? undefined : { name: level.before.list, tag: tagOf(level.before.number) };
  const list = { name: level.list, tag, before, child: child.name, item: messages[child.name] };
  return { ...base, list };
}

function signalOf([name, signal]) {
  const types = typesBelow(proto.lookupType(`opentelemetry.proto.${signal.request}`));
  const messages = Object.entries(signal.messages).map(([message, entry]) => ({
    ...entry,
    name: message,
    fields: Object.entries(entry.fields).map(([field, how]) =>
      fieldOf(types.get(message), field, how, signal.messages),
    ),
  }));
  const levels = Object.entries(signal.levels).map((level) => levelOf(types, signal.messages, level));
  return { ...signal, name, messages, levels };
}

const [anyValue, keyValue, arrayValue, mapValue] = ['AnyValue', 'KeyValue', 'ArrayValue', 'KeyValueList'].map((name) =>
  proto.lookupType(`opentelemetry.proto.common.v1.${name}`),
);

export const MODEL = {
  signals: Object.entries(SIGNALS).map(signalOf),
  values: Object.entries(ANY_VALUE).map(([name, kind]) => sourceOf(anyValue, name, kind, VALUE_KINDS)),
  tags: {
    key: sourceOf(keyValue, 'key', 'text').tag,
    value: messageIn(keyValue, 'value').tag,
    arrayValues: messageIn(arrayValue, 'values').tag,
    mapValues: messageIn(mapValue, 'values').tag,
  },
};
