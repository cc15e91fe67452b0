// Generates the descriptors of the services of gRPC from proto/, for clients that read them by reflection. With --check it writes nothing and
// fails when the committed file differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

const root = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const { Root } = require('protobufjs');
require('protobufjs/ext/descriptor');

const out = 'packages/decode/src/generated/descriptors.ts';
const sources = [
  ...['trace', 'metrics', 'logs'].map((signal) => `opentelemetry/proto/collector/${signal}/v1/${signal}_service.proto`),
  'grpc/health/v1/health.proto',
];

/** Returns the files of the services and of all that they import, as google.protobuf.FileDescriptorProto. */
function descriptors() {
  const protos = new Root();
  protos.resolvePath = (_origin, target) => path.join(root, 'proto', target);
  protos.loadSync(sources).resolveAll();
  const { file: files } = protos.toDescriptor('proto3');
  const packages = files.map((file) => file.package).sort((one, other) => other.length - one.length);
  const fileOf = (typeName) => {
    const owner = packages.find((name) => typeName.startsWith(`.${name}.`));
    return files.find((file) => file.package === owner).name;
  };
  return files.map((file) => {
    const symbols = [];
    const types = new Set();
    // Relative names would be looked up in the wrong package.
    const absolute = ({ fullName }) => {
      types.add(fullName);
      return fullName;
    };
    const visit = (prefix, { messageType = [], nestedType = [], enumType = [] }) => {
      for (const { name } of enumType) symbols.push(`${prefix}.${name}`);
      for (const message of [...messageType, ...nestedType]) {
        const name = `${prefix}.${message.name}`;
        symbols.push(name);
        const { fieldsArray } = protos.lookupType(name);
        for (const field of message.field) {
          const { resolvedType } = fieldsArray.find(({ id }) => id === field.number);
          if (resolvedType) field.typeName = absolute(resolvedType);
        }
        visit(name, message);
      }
    };
    visit(file.package, file);
    for (const { name, method } of file.service ?? []) {
      symbols.push(`${file.package}.${name}`);
      for (const own of method) {
        const { resolvedRequestType, resolvedResponseType } = protos.lookupService(`${file.package}.${name}`).methods[
          own.name
        ];
        symbols.push(`${file.package}.${name}.${own.name}`);
        own.inputType = absolute(resolvedRequestType);
        own.outputType = absolute(resolvedResponseType);
      }
    }
    file.dependency = [...new Set([...types].map(fileOf))].filter((name) => name !== file.name).sort();
    const bytes = Buffer.from(file.constructor.encode(file).finish()).toString('base64');
    const services = (file.service ?? []).map(({ name }) => `${file.package}.${name}`);
    return { name: file.name, imports: file.dependency, services, symbols, bytes };
  });
}

const text = `// Made by scripts/descriptors-generate.mjs from proto/: change that.

/** Descriptor of a file (google.protobuf.FileDescriptorProto), in base64, with the names that the file defines. */
export interface DescriptorFile {
  readonly name: string;
  readonly imports: readonly string[];
  readonly services: readonly string[];
  readonly symbols: readonly string[];
  readonly bytes: string;
}

export const DESCRIPTOR_FILES: readonly DescriptorFile[] = ${JSON.stringify(descriptors())};
`;
const file = path.join(root, out);
const formatted = await format(text, { ...(await resolveConfig(file)), parser: 'typescript' });
if (!process.argv.includes('--check')) writeFileSync(file, formatted);
else if (readFileSync(file, 'utf8') !== formatted) {
  console.error(`${out} differs from proto/: run npm run descriptors:generate`);
  process.exitCode = 1;
}
