import type { Choices } from './choices';
import { DEPTHS } from './edge-values';
import { BYTES, FIXED32, FIXED64, type Field, GROUP, GROUP_END, VARINT, encode, varint } from './protobuf-tree';

interface FieldAddress {
  readonly fields: Field[];
  readonly at: number;
  readonly path: string;
}

interface Mutated {
  readonly address: FieldAddress;
  readonly field: Field;
  readonly addresses: readonly FieldAddress[];
  readonly choices: Choices;
}

type Mutation = (mutated: Mutated) => string;

/** Numbers of fields. Old senders have the scopes in field 1000: the product reads it, and the schemas do not name it. */
const NUMBERS = [0, 1, 2, 3, 5, 7, 9, 11, 14, 15, 16, 999, 18_999, 19_000, 2 ** 29 - 1];
const WIRE_TYPES = [VARINT, FIXED64, BYTES, GROUP, GROUP_END, FIXED32, 6, 7];
const VARINTS = [0n, 1n, 127n, 128n, 2n ** 31n, 2n ** 32n, 2n ** 32n + 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n];
const CONTENTS = ['', '00', 'ff', 'c080', 'eda080', '61'.repeat(16), '00'.repeat(16), '00'.repeat(8), '0a00'].map(
  (hex) => Buffer.from(hex, 'hex'),
);

const MUTATIONS: readonly Mutation[] = [
  ({ address }) => {
    address.fields.splice(address.at, 1);
    return 'dropped';
  },
  ({ address, field }) => {
    address.fields.splice(address.at, 0, field);
    return 'doubled';
  },
  ({ field, choices }) => {
    field.number = choices.pick(NUMBERS);
    return `given the number ${field.number}`;
  },
  ({ field, choices }) => {
    field.wireType = choices.pick(WIRE_TYPES);
    return `given the wire type ${field.wireType}`;
  },
  ({ field, choices }) => {
    field.value = typeof field.value === 'bigint' ? choices.pick(VARINTS) : choices.pick(CONTENTS);
    return 'given another value';
  },
  ({ field, choices }) => {
    field.padding = choices.pick([1, 2, 4, 5, 9, 10]);
    return `written in varints ${field.padding} bytes too long`;
  },
  ({ field, choices }) => {
    field.lengthError = choices.pick([-1, 1, 2, 100, 2 ** 31, 2 ** 32, 2 ** 32 + 1]);
    return `announced with ${field.lengthError} bytes more`;
  },
  ({ address, field, choices }) => {
    const number = choices.pick(NUMBERS);
    const wireType = choices.pick([BYTES, GROUP]);
    address.fields.splice(address.at, 1, { number, wireType, value: [field] });
    return `put into a message ${number}`;
  },
  ({ address, addresses, choices }) => {
    const other = choices.pick(addresses);
    const field = other.fields[other.at];
    // Inserted as bytes: a message that contains itself has no end.
    if (field !== undefined) address.fields.push({ number: field.number, wireType: BYTES, value: encode([field]) });
    return `joined by ${other.path}`;
  },
  ({ address, choices }) => {
    const wireType = choices.pick([VARINT, FIXED64, FIXED32]);
    address.fields.push({ number: choices.pick(NUMBERS), wireType, value: choices.pick(VARINTS) });
    return 'joined by a field of no meaning';
  },
  ({ field, choices }) => {
    const depth = choices.pick(DEPTHS);
    const bytes = deepValue(depth);
    field.value = bytes;
    field.wireType = BYTES;
    return `replaced by ${depth} lists inside one another`;
  },
];

/** Makes an AnyValue of lists of one value, innermost first: each is an array (5) of values (1). */
function deepValue(depth: number): Buffer {
  const bytes: Buffer[] = [];
  let length = 0;
  for (let level = 0; level < Math.min(depth, 2000); level += 1) {
    for (const tag of [0x0a, 0x2a]) {
      const head = Buffer.concat([Buffer.from([tag]), varint(BigInt(length))]);
      bytes.unshift(head);
      length += head.length;
    }
  }
  return Buffer.concat(bytes);
}

/** Changes a few fields of a message in place. @returns the changes, for the report of a failure */
export function mutateProtobuf(root: Field[], choices: Choices): string[] {
  const done: string[] = [];
  for (let left = choices.pick([0, 0, 1, 1, 1, 2, 4]); left > 0; left -= 1) {
    const addresses = addressesOf(root);
    if (addresses.length === 0) break;
    const address = choices.pick(addresses);
    const field = address.fields[address.at];
    if (field === undefined) break;
    done.push(`${address.path} ${choices.pick(MUTATIONS)({ address, field, addresses, choices })}`);
  }
  return done;
}

function addressesOf(root: Field[]): readonly FieldAddress[] {
  const addresses: FieldAddress[] = [];
  const visit = (fields: Field[], path: string): void =>
    fields.forEach(({ number, value }, at) => {
      const own = `${path}/${number}`;
      addresses.push({ fields, at, path: own });
      if (Array.isArray(value)) visit(value, own);
    });
  visit(root, '');
  return addresses;
}
