import { Reader, Writer } from 'protobufjs/minimal';
import { DecodeError } from './decode-error';
import { DESCRIPTOR_FILES, type DescriptorFile } from './generated/descriptors';

/** Tags of `grpc.reflection.v1.ServerReflectionRequest` (gRPC Server Reflection Protocol), without those of extensions. */
const REQUEST = { file: (3 << 3) | 2, symbol: (4 << 3) | 2, list: (7 << 3) | 2 };

/** Tags of `ServerReflectionResponse` and its messages. */
const ORIGINAL = (2 << 3) | 2;
const FILES = (4 << 3) | 2;
const SERVICES = (6 << 3) | 2;
const ERROR = (7 << 3) | 2;
const BYTES_1 = (1 << 3) | 2;
const VARINT_1 = (1 << 3) | 0;
const TEXT_2 = (2 << 3) | 2;

/** Codes of gRPC. */
const NOT_FOUND = 5;
const UNIMPLEMENTED = 12;

/** Question of a client about the services; `other`: one about extensions, of which there are none. */
type Question =
  { readonly kind: 'file' | 'symbol'; readonly name: string } | { readonly kind: 'list' } | { readonly kind: 'other' };

/**
 * Answers a `ServerReflectionRequest` with a `ServerReflectionResponse`, the same in `grpc.reflection.v1` and `v1alpha`. A file is answered with
 * all files that it imports.
 * @throws DecodeError `invalid`
 */
export function answerReflection(request: Buffer): Buffer {
  const question = readQuestion(request);
  const response = new Writer().uint32(ORIGINAL).bytes(request);
  switch (question.kind) {
    case 'list':
      response.uint32(SERVICES).fork();
      for (const name of DESCRIPTOR_FILES.flatMap(({ services }) => services))
        response.uint32(BYTES_1).fork().uint32(BYTES_1).string(name).ldelim();
      return finish(response);
    case 'file':
    case 'symbol': {
      const { kind, name } = question;
      const found = DESCRIPTOR_FILES.find((file) =>
        kind === 'file' ? file.name === name : file.symbols.includes(name),
      );
      if (found === undefined) return failed(response, NOT_FOUND, `this ${kind} is unknown`);
      response.uint32(FILES).fork();
      for (const file of withImports(found)) response.uint32(BYTES_1).bytes(Buffer.from(file.bytes, 'base64'));
      return finish(response);
    }
    case 'other':
      return failed(response, UNIMPLEMENTED, 'services, files and symbols can be read; there are no extensions');
  }
}

function readQuestion(request: Buffer): Question {
  try {
    const reader = Reader.create(request);
    let question: Question = { kind: 'other' };
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === REQUEST.file) question = { kind: 'file', name: reader.string() };
      else if (tag === REQUEST.symbol) question = { kind: 'symbol', name: reader.string() };
      else {
        if (tag === REQUEST.list) question = { kind: 'list' };
        reader.skipType(tag & 7);
      }
    }
    return question;
  } catch (cause) {
    throw new DecodeError('invalid', 'the message must be a ServerReflectionRequest', { cause });
  }
}

function withImports(file: DescriptorFile): readonly DescriptorFile[] {
  const files = new Set([file]);
  for (const each of files) {
    for (const other of DESCRIPTOR_FILES) if (each.imports.includes(other.name)) files.add(other);
  }
  return [...files];
}

function failed(response: Writer, code: number, message: string): Buffer {
  response.uint32(ERROR).fork().uint32(VARINT_1).int32(code).uint32(TEXT_2).string(message);
  return finish(response);
}

const finish = (response: Writer): Buffer => Buffer.from(response.ldelim().finish());
