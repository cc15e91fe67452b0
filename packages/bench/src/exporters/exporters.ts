import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../command/config';
import { type RunOptions, runProgram } from '../command/run-program';
import { runCollector } from './collector';
import type { Exported } from './exported';
import { type ExportRun, type Program, type Protocol, runExporters } from './run-exporters';

/** Sends as a run requires. @returns the results that the exporter reported */
export type Send = (run: ExportRun) => Promise<Exported>;

/** Exporters of one SDK or of a program, by a folder of `exporters`. */
export interface Exporters {
  /** Folder of the program; names the exporters in options and output. */
  readonly name: string;
  /** Name and version for the table. */
  readonly title: string;
  readonly protocols: readonly Protocol[];
  /** Builds the program. @param folder copy of the program's folder @throws Error with the output of the tool that failed */
  install(folder: string, options: RunOptions): Promise<Send>;
}

const SOURCES = join(ROOT, 'packages/bench/exporters');
const INSTALL_MS = 15 * 60_000;

/** Program of the exporters for Node, which needs no installation. */
export const NODE_PROGRAM: Program = [process.execPath, join(SOURCES, 'node/send.mjs')];

const node: Exporters = {
  name: 'node',
  title: 'Node: `@opentelemetry/exporter-*-otlp-grpc`, `-proto`, `-http` 0.221.0',
  protocols: ['grpc', 'http/protobuf', 'http/json'],
  // Its packages are dependencies of this one.
  install: () => Promise.resolve(by(NODE_PROGRAM)),
};

const python: Exporters = {
  name: 'python',
  title: 'Python: `opentelemetry-exporter-otlp-proto-grpc`, `-http` 1.45.2',
  protocols: ['grpc', 'http/protobuf'],
  install: async (folder, options) => {
    const bin = join(folder, 'venv/bin');
    await runProgram('python3', ['-m', 'venv', join(folder, 'venv')], options);
    await runProgram(join(bin, 'pip'), ['install', '--quiet', '-r', join(folder, 'requirements.txt')], options);
    return by([join(bin, 'python'), join(folder, 'send.py')]);
  },
};

const go: Exporters = {
  name: 'go',
  title: 'Go: `otlptracegrpc`, `otlptracehttp` 1.47.0, and those of metrics and logs',
  protocols: ['grpc', 'http/protobuf'],
  install: async (folder, options) => {
    return by([await buildGo(folder, options)]);
  },
};

const java: Exporters = {
  name: 'java',
  title: 'Java: `opentelemetry-exporter-otlp` 1.68.0',
  protocols: ['grpc', 'http/protobuf'],
  install: async (folder, options) => {
    await runProgram('mvn', ['-q', '-B', 'package', 'dependency:copy-dependencies'], { ...options, cwd: folder });
    return by(['java', '-cp', `${join(folder, 'target/classes')}:${join(folder, 'target/dependency')}/*`, 'Send']);
  },
};

const collector: Exporters = {
  name: 'collector',
  title:
    'Collector 0.165.0: exporters `otlp` and `otlphttp`, with the configuration of the [guide](../guides/collector.md)',
  protocols: ['grpc', 'http/protobuf'],
  install: async (folder, options) => {
    const program = await buildGo(folder, options);
    return (run) => runCollector(program, NODE_PROGRAM, folder, run);
  },
};

export const EXPORTERS: readonly Exporters[] = [node, python, go, java, collector];

const by =
  (program: Program): Send =>
  (run) =>
    runExporters(program, run);

/** Builds the program of a Go module. @returns its path */
async function buildGo(folder: string, options: RunOptions): Promise<string> {
  const program = join(folder, 'program');
  await runProgram('go', ['build', '-o', program, '.'], { ...options, cwd: folder });
  return program;
}

/**
 * Copies a program's folder into the tools and builds it there.
 * @throws Error with the output of the tool that failed, or the name of one that is not installed
 */
export async function install(
  { name, install: build }: Pick<Exporters, 'name' | 'install'>,
  tools: string,
  signal: AbortSignal,
): Promise<Send> {
  const folder = join(tools, name);
  await mkdir(folder, { recursive: true });
  await cp(join(SOURCES, name), folder, { recursive: true });
  return build(folder, { signal, timeoutMs: INSTALL_MS });
}
