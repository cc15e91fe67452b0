import { otlpMessage } from '@sluice/testbed/samples';
import { type Type, Root, parse } from 'protobufjs';
import { FileDescriptorProto, FileDescriptorSet } from 'protobufjs/ext/descriptor';
import { DecodeError } from './decode-error';
import { answerReflection } from './reflection';

/** Messages of grpc/reflection/v1/reflection.proto, without those of extensions. */
const { root } = parse(
  `
  syntax = "proto3";
  message Request {
    string host = 1;
    oneof message_request { string file_by_filename = 3; string file_containing_symbol = 4; string list_services = 7; string extensions = 6; }
  }
  message Response {
    string valid_host = 1;
    Request original_request = 2;
    Files file_descriptor_response = 4;
    Services list_services_response = 6;
    Failure error_response = 7;
  }
  message Files { repeated bytes file_descriptor_proto = 1; }
  message Services { repeated Service service = 1; }
  message Service { string name = 1; }
  message Failure { int32 error_code = 1; string error_message = 2; }
`,
  new Root(),
);

const ask = (request: Readonly<Record<string, string>>) => {
  const type = root.lookupType('Request');
  const answer = answerReflection(Buffer.from(type.encode(type.fromObject(request)).finish()));
  return root.lookupType('Response').decode(answer).toJSON() as {
    originalRequest: object;
    fileDescriptorResponse?: { fileDescriptorProto: string[] };
    listServicesResponse?: { service: { name: string }[] };
    errorResponse?: object;
  };
};

/** Builds the types of a symbol as a client of reflection does. */
function typesOf(symbol: string) {
  const { fileDescriptorResponse: { fileDescriptorProto: files } = { fileDescriptorProto: [] } } = ask({
    fileContainingSymbol: symbol,
  });
  const file = files.map((bytes) => FileDescriptorProto.decode(Buffer.from(bytes, 'base64')));
  return Root.fromDescriptor(FileDescriptorSet.fromObject({ file }) as never).resolveAll();
}

test('the services are those of OTLP, and health', () => {
  const { listServicesResponse, originalRequest } = ask({ listServices: '*' });
  expect(originalRequest).toEqual({ listServices: '*' });
  expect(listServicesResponse?.service.map(({ name }) => name).sort()).toEqual([
    'grpc.health.v1.Health',
    'opentelemetry.proto.collector.logs.v1.LogsService',
    'opentelemetry.proto.collector.metrics.v1.MetricsService',
    'opentelemetry.proto.collector.trace.v1.TraceService',
  ]);
});

test('the files of a method are enough to write its request', () => {
  const types = typesOf('opentelemetry.proto.collector.trace.v1.TraceService.Export');
  const request = {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
        scopeSpans: [{ spans: [{ name: 'a', kind: 3, attributes: [{ key: 'n', value: { intValue: 7 } }] }] }],
      },
    ],
  };
  const encoded = (type: Type) => Buffer.from(type.encode(type.fromObject(request)).finish()).toString('hex');
  const read = types.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');
  expect(encoded(read)).toBe(encoded(otlpMessage('trace')));
});

test('a file is found by its name, and one that is unknown is an error', () => {
  const { fileDescriptorResponse } = ask({ fileByFilename: 'opentelemetry_proto_common_v1.proto' });
  expect(fileDescriptorResponse?.fileDescriptorProto).toHaveLength(1);
  expect(ask({ fileByFilename: 'x.proto' }).errorResponse).toEqual({
    errorCode: 5,
    errorMessage: 'this file is unknown',
  });
  expect(ask({ fileContainingSymbol: 'x.Y' }).errorResponse).toMatchObject({ errorCode: 5 });
  expect(ask({ extensions: 'x.Y' }).errorResponse).toMatchObject({ errorCode: 12 });
});

test('a damaged request is refused', () => {
  expect(() => answerReflection(Buffer.from([0x22, 0x7f]))).toThrow(DecodeError);
});
