import { type Program, type ProgramName, buildProgram } from './build-program';
import { runThroughCollector } from './collector';
import type { Exported } from './exported';
import { type ExportRun, type Protocol, runExporters } from './run-exporters';

/** Exporters of one SDK or of the Collector. */
export interface Exporters {
  /** Name in options and output. */
  readonly name: string;
  /** Name and version for the table. */
  readonly title: string;
  readonly protocols: readonly Protocol[];
  /**
   * Builds what the exporters need.
   * @returns a function that sends and returns the results that the exporter reported
   * @throws Error with the reason for which they cannot be run
   */
  readonly prepare: (signal: AbortSignal) => Promise<Send>;
}

export type Send = (run: ExportRun) => Promise<Exported>;

const by =
  (name: ProgramName): Exporters['prepare'] =>
  async (signal) => {
    const program = await buildProgram(name, signal);
    return (run) => runExporters(program, run);
  };

/** Exporters in the order of the table. */
export const EXPORTERS: readonly Exporters[] = [
  {
    name: 'node',
    title: 'Node: `@opentelemetry/exporter-*-otlp-grpc`, `-proto`, `-http` 0.221.0',
    protocols: ['grpc', 'http/protobuf', 'http/json'],
    prepare: by('node'),
  },
  {
    name: 'python',
    title: 'Python: `opentelemetry-exporter-otlp-proto-grpc`, `-http` 1.45.2',
    protocols: ['grpc', 'http/protobuf'],
    prepare: by('python'),
  },
  {
    name: 'go',
    title: 'Go: `otlptracegrpc`, `otlptracehttp` 1.47.0, and those of metrics and logs',
    protocols: ['grpc', 'http/protobuf'],
    prepare: by('go'),
  },
  {
    name: 'java',
    title: 'Java: `opentelemetry-exporter-otlp` 1.68.0',
    protocols: ['grpc', 'http/protobuf'],
    prepare: by('java'),
  },
  {
    name: 'dotnet',
    title: '.NET: `OpenTelemetry.Exporter.OpenTelemetryProtocol`',
    protocols: [],
    prepare: () => Promise.reject(new Error('Debian 12 has no .NET SDK, and NuGet could not be reached')),
  },
  {
    name: 'collector',
    title: 'Collector 0.165.0: `otlp`, `otlphttp`, configured as in its [guide](../guides/collector.md)',
    protocols: ['grpc', 'http/protobuf'],
    prepare: async (signal) => {
      const [collector] = await buildProgram('collector', signal);
      const sender: Program = await buildProgram('node', signal);
      return (run) => runThroughCollector(collector, sender, run);
    },
  },
];
