import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@sluice/testbed/network';
import { ROOT } from '../command/config';
import { CREDENTIALS } from '../product/product';
import { StartedProcess } from '../product/started-process';
import type { Program } from './build-program';
import type { Exported } from './exported';
import { type ExportRun, runExporters } from './run-exporters';

/** Page whose configurations the Collector is given. */
const GUIDE = join(ROOT, 'docs/guides/collector.md');
/** Configurations of the page: exporter and pipelines, by protocol. */
const EXPORTERS = { grpc: 'otlp/sluice', 'http/protobuf': 'otlphttp/sluice' } as const;
/** Addresses in the page. */
const ADDRESSES = { grpc: '127.0.0.1:4317', 'http/protobuf': '127.0.0.1:4318' } as const;

const READY_MS = 30_000;
/** Longest time of the Collector's retries after the last fault: it waits 30 s at most between two. */
const DRAIN_MS = 90_000;
const POLL_MS = 200;

type CollectorRun = Pick<ExportRun, 'protocol' | 'ports' | 'signal'>;

/** Running Collector with a configuration of the guide. */
export interface Collector {
  /** Port of its receiver of OTLP/gRPC. */
  readonly port: number;
  /** Lines of the levels warn and error. */
  readonly warnings: readonly string[];
  /** Resolves when as many spans are acknowledged to it, or its retries must have ended. */
  readonly drain: (spans: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Runs a program that exports to a Collector, until the Collector has sent everything. */
export async function runThroughCollector(collector: string, exporters: Program, run: ExportRun): Promise<Exported> {
  const { port, warnings, drain, stop } = await startCollector(collector, run);
  try {
    const exported = await runExporters(exporters, { ...run, protocol: 'grpc', ports: { grpc: port, http: 0 } });
    await drain(exported.acknowledged.length);
    return { ...exported, warnings };
  } finally {
    await stop();
  }
}

/** Starts a Collector that exports as a run requires. @param program the Collector's program */
export async function startCollector(program: string, run: CollectorRun): Promise<Collector> {
  const [port, telemetry] = (await freePorts(2)) as [number, number];
  const { text, exporter } = await configurationOf(run);
  const configurations = [text, JSON.stringify(ownPart(exporter, port, telemetry))];
  const warnings: string[] = [];
  const state = { isReady: false };
  const child = spawn(program, ['--config=env:GUIDE', '--config=env:OWN'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { SLUICE_TOKEN: CREDENTIALS.bearerToken, GUIDE: configurations[0], OWN: configurations[1] },
  });
  child.on('error', () => undefined); // it is never ready
  const started = new StartedProcess(child, (line) => {
    state.isReady ||= line.includes('Everything is ready');
    if (/\b(warn|error)\b/.test(line)) warnings.push(line);
  });
  try {
    await until(() => Promise.resolve(state.isReady), READY_MS, run.signal);
    if (!state.isReady) throw new Error(`the Collector was not ready; its last output:\n${started.lastOutput}`);
  } catch (error) {
    await started.kill();
    throw error;
  }
  return {
    port,
    warnings,
    drain: (spans) => until(async () => (await readSentSpans(telemetry)) >= spans, DRAIN_MS, run.signal),
    stop: () => started.stop(),
  };
}

/** Reads the configuration of a protocol from the guide, with the ports of the run. */
async function configurationOf({ protocol, ports }: CollectorRun): Promise<{ text: string; exporter: string }> {
  if (protocol === 'http/json') throw new Error('the Collector is not run with OTLP/JSON');
  const exporter = EXPORTERS[protocol];
  const fences = (await readFile(GUIDE, 'utf8')).matchAll(/^```yaml\n([\s\S]*?)^```$/gm);
  const text = Array.from(fences, ([, each = '']) => each).find((each) => each.includes(`  ${exporter}:`));
  if (text?.includes(ADDRESSES[protocol]) !== true)
    throw new Error(`${GUIDE}: no ${exporter} to ${ADDRESSES[protocol]}`);
  const port = protocol === 'grpc' ? ports.grpc : ports.http;
  return { text: text.replaceAll(ADDRESSES[protocol], `127.0.0.1:${port}`), exporter };
}

/** Returns the part of the configuration that is a user's own: the receiver, and here a pipeline of logs. */
function ownPart(exporter: string, receiver: number, telemetry: number) {
  const prometheus = { host: '127.0.0.1', port: telemetry };
  return {
    receivers: { otlp: { protocols: { grpc: { endpoint: `127.0.0.1:${receiver}` } } } },
    service: {
      pipelines: { logs: { receivers: ['otlp'], processors: ['batch'], exporters: [exporter] } },
      telemetry: { metrics: { readers: [{ pull: { exporter: { prometheus } } }] } },
    },
  };
}

/** Returns the number of spans that the Collector's exporters have had acknowledged. */
async function readSentSpans(port: number): Promise<number> {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  const [, value = '0'] =
    /^otelcol_exporter_sent_spans(?:_total)?(?:__spans__)?(?:_total)?\{.*\} (\S+)$/m.exec(text) ?? [];
  return Number(value);
}

async function until(check: () => Promise<boolean>, withinMs: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + withinMs;
  while (performance.now() < end && !(await check())) await sleep(POLL_MS, undefined, { signal });
}
